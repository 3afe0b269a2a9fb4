//===- TextMutator.cpp - other modules of those there are -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

using namespace diffattn::fuzz;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '$';
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The characters of the number that `text` starts with.
static size_t numberLength(std::string_view text) {
  size_t end = 1;
  if (text.size() > 2 && text[0] == '0' && text[1] == 'x' &&
      std::isxdigit(static_cast<unsigned char>(text[2])))
    for (end = 2; end < text.size() &&
                  std::isxdigit(static_cast<unsigned char>(text[end]));)
      ++end;
  while (end < text.size() && isDigit(text[end]))
    ++end;
  if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
    for (++end; end < text.size() && isDigit(text[end]);)
      ++end;
  size_t power = end;
  if (power < text.size() && (text[power] == 'e' || text[power] == 'E')) {
    ++power;
    if (power < text.size() && (text[power] == '+' || text[power] == '-'))
      ++power;
    if (power < text.size() && isDigit(text[power]))
      for (end = power; end < text.size() && isDigit(text[end]);)
        ++end;
  }
  return end;
}

static size_t blankLength(std::string_view text) {
  size_t end = 0;
  while (end < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[end])))
      ++end;
    else if (text.substr(end, 2) == "//")
      end = std::min(text.find('\n', end), text.size());
    else
      break;
  }
  return end;
}

static size_t stringLength(std::string_view text) {
  size_t end = 1;
  while (end < text.size() && text[end] != '"')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

static size_t wordLength(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && isWordChar(text[end]))
    ++end;
  return end;
}

/// The token that `text` starts with. `inShape`: a size comes before it.
static Token firstToken(std::string_view text, bool inShape) {
  auto take = [&](Token::Kind kind, size_t size) {
    return Token{kind, std::string(text.substr(0, std::max<size_t>(size, 1)))};
  };
  if (size_t blank = blankLength(text))
    return take(Token::Blank, blank);
  char first = text.front();
  if (inShape && first == 'x')
    return take(Token::Sign, 1);
  if (isDigit(first))
    return take(Token::Number, numberLength(text));
  if (first == '"')
    return take(Token::String, stringLength(text));
  if (std::string_view("%@#^!").find(first) != std::string_view::npos)
    return take(Token::Name, 1 + wordLength(text.substr(1)));
  if (isWordChar(first))
    return take(Token::Word, wordLength(text));
  bool isPair = text.substr(0, 2) == "->" || text.substr(0, 2) == "::";
  return take(Token::Sign, isPair ? 2 : 1);
}

std::vector<Token> diffattn::fuzz::splitTokens(std::string_view text) {
  std::vector<Token> tokens;
  while (!text.empty()) {
    bool inShape = !tokens.empty() && (tokens.back().kind == Token::Number ||
                                       tokens.back().text == "?");
    tokens.push_back(firstToken(text, inShape));
    text.remove_prefix(tokens.back().text.size());
  }
  return tokens;
}

static std::string join(const std::vector<Token> &tokens) {
  std::string text;
  for (const Token &token : tokens)
    text += token.text;
  return text;
}

//===----------------------------------------------------------------------===//
// What there is to put in
//===----------------------------------------------------------------------===//

static constexpr const char *kNumbers[] = {"0",
                                           "1",
                                           "2",
                                           "3",
                                           "5",
                                           "7",
                                           "8",
                                           "13",
                                           "16",
                                           "17",
                                           "31",
                                           "32",
                                           "33",
                                           "63",
                                           "64",
                                           "65",
                                           "127",
                                           "128",
                                           "129",
                                           "255",
                                           "1025",
                                           "65504",
                                           "65536",
                                           "3090540",
                                           "2147483647",
                                           "2147483648",
                                           "4294967295",
                                           "4294967296",
                                           "4611686018427387904",
                                           "9223372036854775807",
                                           "9223372036854775808",
                                           "18446744073709551615",
                                           "0.0",
                                           "1.0",
                                           "0.5",
                                           "1.0e-5",
                                           "1.0e38",
                                           "1.0e308",
                                           "1.0e-320",
                                           "0x7FC00000",
                                           "0x7FF0000000000000",
                                           "0xFF800000"};

static constexpr const char *kTypes[] = {
    "f16", "bf16", "f32",  "f64",  "i1",           "i8",
    "i16", "i32",  "i64",  "ui8",  "si32",         "index",
    "f80", "f128", "i7",   "none", "f8E4M3FN",     "complex<f32>",
    "i0",  "i128", "tf32", "i4",   "vector<4xf32>"};

static constexpr const char *kWords[] = {"diffattn.attention",
                                         "diffattn.online_attention",
                                         "diffattn.finalize",
                                         "diffattn.merge",
                                         "signal",
                                         "noise",
                                         "value",
                                         "lambda",
                                         "mask",
                                         "key_lengths",
                                         "norm_weight",
                                         "query_offset",
                                         "key_offset",
                                         "outs",
                                         "causal",
                                         "alignment",
                                         "window_left",
                                         "window_right",
                                         "scale",
                                         "softcap",
                                         "lambda_activation",
                                         "norm",
                                         "out_scale",
                                         "dims",
                                         "indexing_maps",
                                         "diffattn.schedule",
                                         "diffattn.parameter",
                                         "diffattn.name",
                                         "diffattn.model",
                                         "rms",
                                         "top_left",
                                         "bottom_right",
                                         "sigmoid",
                                         "held",
                                         "online",
                                         "split",
                                         "auto",
                                         "parallel",
                                         "reduction",
                                         "window",
                                         "affine_map",
                                         "affine_set",
                                         "strided",
                                         "offset",
                                         "tensor",
                                         "memref",
                                         "vector",
                                         "dense",
                                         "dense_resource",
                                         "array",
                                         "splat",
                                         "floordiv",
                                         "ceildiv",
                                         "mod",
                                         "symbol",
                                         "true",
                                         "false",
                                         "unit",
                                         "loc",
                                         "private",
                                         "arith.constant",
                                         "linalg.generic",
                                         "linalg.matmul",
                                         "linalg.batch_matmul",
                                         "linalg.fill",
                                         "linalg.softmax",
                                         "linalg.transpose",
                                         "linalg.broadcast",
                                         "linalg.reduce",
                                         "linalg.index",
                                         "tensor.empty",
                                         "tensor.extract_slice",
                                         "tensor.insert_slice",
                                         "tensor.expand_shape",
                                         "tensor.collapse_shape",
                                         "tensor.concat",
                                         "tensor.pad",
                                         "tensor.cast",
                                         "tensor.dim",
                                         "tensor.gather",
                                         "memref.alloc",
                                         "memref.subview",
                                         "memref.cast",
                                         "memref.copy",
                                         "scf.for",
                                         "scf.if",
                                         "scf.while",
                                         "scf.forall",
                                         "scf.parallel",
                                         "cf.br",
                                         "cf.cond_br",
                                         "func.call",
                                         "func.return"};

static constexpr const char *kClauses[] = {
    "{causal}",
    "{causal, alignment = #diffattn.alignment<top_left>}",
    "{window_left = 0 : i64}",
    "{window_left = 9223372036854775807, window_right = 3}",
    "{softcap = 30.0 : f64}",
    "{scale = 0.0 : f64}",
    "{lambda_activation = #diffattn.lambda_activation<sigmoid>}",
    "{norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8 : f64}",
    "{norm = #diffattn.norm<rms, eps = 0.0>}",
    "{diffattn.schedule = #diffattn.schedule<online, row_block = 1>}",
    "{diffattn.parameter = \"w\"}",
    "{diffattn.name = \"x\"}",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(d0) -> (d0 + 1)>",
    "affine_map<() -> ()>",
    "affine_map<(d0, d1)[s0] -> (d0 floordiv 2, d1 mod s0)>",
    ", strided<[?, ?], offset: ?>",
    ", strided<[0, 1]>",
    ", strided<[-1, 1], offset: 3>",
    ", 1 : i32",
    ", #map",
    "[m, d]",
    "[n, d]",
    "[]",
    "-> ()",
};

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

namespace {
/// [begin, end) of a list of tokens.
struct Range {
  size_t begin;
  size_t end;
};

/// Changes a list of tokens.
class Mutator {
public:
  Mutator(std::vector<Token> tokens, unsigned seed)
      : tokens(std::move(tokens)), random(seed) {}

  void change();
  void cross(const std::vector<Token> &other);
  std::string text() const { return join(tokens); }

private:
  // Each may find nothing to change.
  void changeNumber(bool all);
  void changeSize(bool all);
  void changeType(bool all);
  void changeWord();
  void changeName();
  void swapAlike();
  void deleteClause();
  void repeatClause();
  void insertClause();
  void deleteLine();
  void moveLine(bool keep);
  void deleteToken();
  void changeBytes();

  size_t below(size_t count) { return random() % count; }
  template <typename List>
  std::string pick(const List &list) {
    return list[below(std::size(list))];
  }
  /// Any token for which `test` holds.
  template <typename Test>
  std::optional<size_t> find(Test test);
  /// Sets the token, or all that are alike, to `text`.
  void set(size_t position, const std::string &text, bool all);
  std::string otherNumber(const std::string &number);
  /// Any brackets with what is in them, and the word before them.
  std::optional<Range> findClause(const std::vector<Token> &list);
  /// Any line, up to and with the newline.
  std::optional<Range> findLine(const std::vector<Token> &list);
  void erase(Range range);
  void insert(size_t position, std::vector<Token> added);

  std::vector<Token> tokens;
  std::minstd_rand random;
};
} // namespace

template <typename Test>
std::optional<size_t> Mutator::find(Test test) {
  if (tokens.empty())
    return std::nullopt;
  size_t start = below(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    size_t position = (start + i) % tokens.size();
    if (test(tokens[position]))
      return position;
  }
  return std::nullopt;
}

void Mutator::set(size_t position, const std::string &text, bool all) {
  std::string old = tokens[position].text;
  for (Token &token : tokens)
    if (all && token.text == old)
      token.text = text;
  tokens[position].text = text;
}

std::string Mutator::otherNumber(const std::string &number) {
  uint64_t value = 0;
  bool isSmall =
      number.size() < 18 && std::all_of(number.begin(), number.end(), isDigit);
  if (!isSmall || below(2))
    return pick(kNumbers);
  value = std::stoull(number);
  switch (below(4)) {
  case 0:
    return std::to_string(value + 1);
  case 1:
    return std::to_string(value ? value - 1 : 1);
  case 2:
    return std::to_string(value * 2);
  default:
    return std::to_string(value / 2);
  }
}

static bool isNumber(const Token &token) { return token.kind == Token::Number; }

void Mutator::changeNumber(bool all) {
  std::optional<size_t> position = find(isNumber);
  if (!position)
    return;
  std::string number = otherNumber(tokens[*position].text);
  // A sign before it is one of both.
  if (!all && !below(8))
    number = "-" + number;
  set(*position, number, all);
}

/// A size of a shape becomes dynamic, or a dynamic one a number.
void Mutator::changeSize(bool all) {
  auto isSize = [](const Token &token) {
    return token.text == "?" || isNumber(token);
  };
  std::optional<size_t> position = find(isSize);
  if (!position)
    return;
  bool isDynamic = tokens[*position].text == "?";
  set(*position, isDynamic ? pick(kNumbers) : "?", all);
}

static bool isElementType(const Token &token) {
  return std::any_of(std::begin(kTypes), std::end(kTypes),
                     [&](const char *type) { return token.text == type; });
}

void Mutator::changeType(bool all) {
  // The ones that are meant to work come up more often.
  std::string type = below(3) ? kTypes[below(4)] : pick(kTypes);
  if (std::optional<size_t> position = find(isElementType))
    set(*position, type, all);
}

void Mutator::changeWord() {
  auto isWord = [](const Token &token) { return token.kind == Token::Word; };
  std::optional<size_t> position = find(isWord);
  if (!position)
    return;
  std::optional<size_t> other = find(isWord);
  set(*position, below(2) ? tokens[*other].text : pick(kWords), false);
}

/// One use of a value, a function or a map becomes one of another.
void Mutator::changeName() {
  auto isName = [](const Token &token) { return token.kind == Token::Name; };
  std::optional<size_t> position = find(isName);
  if (!position)
    return;
  char sigil = tokens[*position].text.front();
  std::optional<size_t> other = find([&](const Token &token) {
    return isName(token) && token.text.front() == sigil;
  });
  set(*position, tokens[*other].text, false);
}

void Mutator::swapAlike() {
  auto isSolid = [](const Token &token) {
    return token.kind != Token::Blank && token.kind != Token::Sign;
  };
  std::optional<size_t> first = find(isSolid);
  if (!first)
    return;
  std::optional<size_t> second = find(
      [&](const Token &token) { return token.kind == tokens[*first].kind; });
  std::swap(tokens[*first].text, tokens[*second].text);
}

/// The bracket that closes the one at `begin`.
static std::optional<size_t> findEnd(const std::vector<Token> &list,
                                     size_t begin) {
  static constexpr std::string_view open = "([{<", close = ")]}>";
  int depth = 0;
  for (size_t i = begin; i < list.size(); ++i) {
    if (list[i].text.size() != 1)
      continue;
    if (open.find(list[i].text[0]) != std::string_view::npos)
      ++depth;
    else if (close.find(list[i].text[0]) != std::string_view::npos &&
             --depth == 0)
      return i;
  }
  return std::nullopt;
}

std::optional<Range> Mutator::findClause(const std::vector<Token> &list) {
  if (list.empty())
    return std::nullopt;
  size_t start = below(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    size_t begin = (start + i) % list.size();
    if (std::string_view("([{<").find(list[begin].text) ==
        std::string_view::npos)
      continue;
    std::optional<size_t> end = findEnd(list, begin);
    if (!end || *end - begin > 400)
      continue;
    bool hasWord = begin > 0 && list[begin - 1].kind == Token::Word;
    return Range{hasWord ? begin - 1 : begin, *end + 1};
  }
  return std::nullopt;
}

static bool endsLine(const Token &token) {
  return token.kind == Token::Blank &&
         token.text.find('\n') != std::string::npos;
}

std::optional<Range> Mutator::findLine(const std::vector<Token> &list) {
  if (list.empty())
    return std::nullopt;
  size_t inside = below(list.size()), begin = inside, end = inside;
  while (begin > 0 && !endsLine(list[begin - 1]))
    --begin;
  while (end < list.size() && !endsLine(list[end]))
    ++end;
  return Range{begin, std::min(end + 1, list.size())};
}

void Mutator::erase(Range range) {
  tokens.erase(tokens.begin() + range.begin, tokens.begin() + range.end);
}

void Mutator::insert(size_t position, std::vector<Token> added) {
  // No text grows for ever.
  if (tokens.size() + added.size() < 20000)
    tokens.insert(tokens.begin() + position, added.begin(), added.end());
}

static std::vector<Token> copy(const std::vector<Token> &list, Range range) {
  return {list.begin() + range.begin, list.begin() + range.end};
}

void Mutator::deleteClause() {
  if (std::optional<Range> range = findClause(tokens))
    erase(*range);
}

void Mutator::repeatClause() {
  if (std::optional<Range> range = findClause(tokens))
    insert(range->end, copy(tokens, *range));
}

/// Something where a clause, or the end of a list, is.
void Mutator::insertClause() {
  std::optional<Range> range = findClause(tokens);
  if (!range)
    return;
  std::vector<Token> added = splitTokens(pick(kClauses));
  switch (below(3)) {
  case 0:
    erase(*range);
    return insert(range->begin, added);
  case 1:
    return insert(range->end - 1, added);
  default:
    return insert(range->end, added);
  }
}

void Mutator::deleteLine() {
  if (std::optional<Range> range = findLine(tokens))
    erase(*range);
}

void Mutator::moveLine(bool keep) {
  std::optional<Range> range = findLine(tokens);
  if (!range)
    return;
  std::vector<Token> line = copy(tokens, *range);
  if (!keep)
    erase(*range);
  std::optional<Range> place = findLine(tokens);
  insert(place ? place->begin : 0, line);
}

void Mutator::deleteToken() {
  if (!tokens.empty())
    tokens.erase(tokens.begin() + below(tokens.size()));
}

void Mutator::changeBytes() {
  if (tokens.empty())
    return;
  std::string &text = tokens[below(tokens.size())].text;
  if (!text.empty())
    text[below(text.size())] = static_cast<char>(below(256));
}

void Mutator::change() {
  switch (below(26)) {
  case 0:
  case 1:
  case 2:
    return changeNumber(/*all=*/false);
  case 3:
  case 4:
  case 5:
  case 6:
    return changeNumber(/*all=*/true);
  case 7:
    return changeSize(/*all=*/false);
  case 8:
  case 9:
    return changeSize(/*all=*/true);
  case 10:
    return changeType(/*all=*/false);
  case 11:
  case 12:
    return changeType(/*all=*/true);
  case 13:
  case 14:
    return changeWord();
  case 15:
  case 16:
    return changeName();
  case 17:
    return swapAlike();
  case 18:
    return deleteClause();
  case 19:
    return repeatClause();
  case 20:
  case 21:
    return insertClause();
  case 22:
    return deleteLine();
  case 23:
    return moveLine(/*keep=*/below(2));
  case 24:
    return deleteToken();
  default:
    return changeBytes();
  }
}

void Mutator::cross(const std::vector<Token> &other) {
  if (below(2)) {
    std::optional<Range> mine = findClause(tokens), theirs = findClause(other);
    if (!mine || !theirs)
      return;
    erase(*mine);
    return insert(mine->begin, copy(other, *theirs));
  }
  std::optional<Range> mine = findLine(tokens), theirs = findLine(other);
  if (mine && theirs)
    insert(mine->begin, copy(other, *theirs));
}

std::string diffattn::fuzz::mutateText(std::string_view text, unsigned seed) {
  Mutator mutator(splitTokens(text), seed);
  // One change, mostly: of two, one may hide the other.
  unsigned count = seed % 8 < 5 ? 1 : seed % 8 - 3;
  for (unsigned i = 0; i < count; ++i)
    mutator.change();
  return mutator.text();
}

std::string diffattn::fuzz::crossTexts(std::string_view text,
                                       std::string_view other, unsigned seed) {
  Mutator mutator(splitTokens(text), seed);
  mutator.cross(splitTokens(other));
  return mutator.text();
}
