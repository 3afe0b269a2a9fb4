//===- TextGuards.cpp - text that MLIR's parser crashes on ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextGuards.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::diffattn;
using llvm::StringRef;

/// Far above what anyone lists by hand.
static constexpr uint64_t kMostElements = 1 << 24;

/// What comes behind blanks and comments.
static StringRef skipBlanks(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (!text.starts_with("//"))
      return text;
    text = text.drop_until([](char c) { return c == '\n'; });
  }
}

namespace {
/// Goes through the words of text.
class Guard {
public:
  explicit Guard(StringRef text) : text(text) {}
  std::optional<TextFault> run();

private:
  /// What comes before the next word is skipped; empty at the end.
  StringRef nextWord();
  size_t skipString(size_t begin) const;
  StringRef rest() const { return skipBlanks(text.drop_front(at)); }
  std::optional<TextFault> visit(StringRef word);
  std::optional<TextFault> fault(StringRef message) const {
    return TextFault{at, message};
  }

  StringRef text;
  size_t at = 0;
  /// The keyword of the list that the operation before has; empty after it.
  StringRef list;
  /// Whether the type of tensor.from_elements comes next.
  bool isFromElements = false;
  /// Whether the operands of an operation come next that makes its body of
  /// their element types.
  bool isBlind = false;
  /// Whether the last operation is linalg.generic in its own form.
  bool isGeneric = false;
};
} // namespace

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

size_t Guard::skipString(size_t begin) const {
  size_t end = begin + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

StringRef Guard::nextWord() {
  while (at < text.size()) {
    char c = text[at];
    if (c == '"') {
      size_t end = skipString(at);
      // The name of an operation in generic form.
      if (skipBlanks(text.drop_front(end)).starts_with("("))
        isGeneric = isBlind = false;
      at = end;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (isWordChar(c)) {
      StringRef word = text.substr(at).take_while(isWordChar);
      bool isName = at > 0 && StringRef("%@#^!").contains(text[at - 1]);
      at += word.size();
      if (!isName)
        return word;
    } else {
      ++at;
    }
  }
  return {};
}

/// Whether `text` starts with a list in square brackets whose elements
/// `consume` takes away, one a call.
static bool startsWithList(StringRef text,
                           llvm::function_ref<bool(StringRef &)> consume) {
  if (!text.consume_front("["))
    return false;
  text = skipBlanks(text);
  while (!text.consume_front("]")) {
    if (!consume(text))
      return false;
    text = skipBlanks(text);
    if (text.consume_front(","))
      text = skipBlanks(text);
    else if (!text.starts_with("]"))
      return false;
  }
  return true;
}

static bool consumeInteger(StringRef &text) {
  int64_t value;
  return !text.consumeInteger(0, value);
}

/// A string, or the name of an attribute that may be one.
static bool consumeString(StringRef &text) {
  if (text.consume_front("#")) {
    text = text.drop_while(isWordChar);
    return !text.starts_with("<");
  }
  if (!text.consume_front("\""))
    return false;
  text = text.split('"').second;
  return true;
}

/// Whether `word` is one of the operations whose body is made of their element
/// types without a look at these.
static bool buildsBlindly(StringRef word) {
  return llvm::is_contained({"linalg.batch_matmul",
                             "linalg.batch_reduce_matmul",
                             "linalg.elementwise"},
                            word);
}

/// Whether linalg.elementwise goes on as one of any elements.
static bool selects(StringRef text) {
  return text.take_until([](char c) { return c == '('; }).contains("select");
}

/// Whether a type in the parentheses that `text` starts with has elements that
/// are no numbers.
static bool hasOddElements(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(') - (text[i] == ')');
    if (depth == 0)
      return false;
    StringRef type = text.drop_front(i);
    if (!type.consume_front("tensor<") && !type.consume_front("memref<"))
      continue;
    type = skipBlanks(type);
    while (!type.empty() && StringRef("0123456789?*").contains(type.front()))
      type = type.ltrim("0123456789?*").substr(1); // The x, if there is one.
    if (llvm::is_contained(
            {"index", "memref", "none", "tensor", "tuple", "vector"},
            type.take_while(llvm::isAlnum)))
      return true;
  }
  return false;
}

/// The number of elements of the type whose sizes `text` starts with:
/// "2x3xf32".
static uint64_t countElements(StringRef text) {
  uint64_t count = 1;
  while (true) {
    StringRef digits = text.take_while(llvm::isDigit);
    uint64_t size;
    if (digits.empty() || !text.drop_front(digits.size()).starts_with("x"))
      return count;
    if (digits.getAsInteger(10, size))
      return UINT64_MAX;
    count = llvm::SaturatingMultiply(count, size);
    text = text.drop_front(digits.size() + 1);
  }
}

std::optional<TextFault> Guard::visit(StringRef word) {
  // An operation; what has a value is an attribute.
  if (word.contains('.') && !llvm::isDigit(word.front()) &&
      !rest().starts_with("=")) {
    isBlind = buildsBlindly(word) && !selects(rest());
    isGeneric = word == "linalg.generic";
  }
  StringRef listOfWord = llvm::StringSwitch<StringRef>(word)
                             .Case("linalg.transpose", "permutation")
                             .Case("linalg.broadcast", "dimensions")
                             .Case("linalg.reduce", "dimensions")
                             .Default("");
  if (!listOfWord.empty()) {
    list = listOfWord;
  } else if (word == "tensor.from_elements") {
    isFromElements = true;
  } else if (!list.empty() && word == list && rest().starts_with("=")) {
    list = "";
    if (!startsWithList(skipBlanks(rest().drop_front()), consumeInteger))
      return fault("expected a list of integers");
  } else if (isGeneric && word == "iterator_types" && rest().starts_with("=")) {
    StringRef value = skipBlanks(rest().drop_front());
    if (!value.starts_with("#") && !startsWithList(value, consumeString))
      return fault("expected a list of strings");
  } else if (isBlind && (word == "ins" || word == "outs")) {
    if (hasOddElements(rest()))
      return fault("expected elements that are numbers, found others");
  } else if (word == "array" && rest().starts_with("<")) {
    StringRef type = rest().drop_front().ltrim();
    if (type.take_while(isWordChar) == "index")
      return fault("expected an array of integers or floats, found index");
  } else if (isFromElements && word == "tensor" && rest().starts_with("<")) {
    isFromElements = false;
    if (countElements(rest().drop_front().ltrim()) > kMostElements)
      return fault("expected fewer elements");
  }
  return std::nullopt;
}

std::optional<TextFault> Guard::run() {
  for (StringRef word = nextWord(); !word.empty(); word = nextWord())
    if (std::optional<TextFault> found = visit(word))
      return found;
  return std::nullopt;
}

std::optional<TextFault> mlir::diffattn::findTextFault(StringRef text) {
  return Guard(text).run();
}
