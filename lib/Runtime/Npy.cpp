//===- Npy.cpp - reading and writing NumPy's array files ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is: 6 magic bytes; the version, 2 bytes; the length of the header, 2
// bytes (4 from version 2), little-endian; the header, a Python dict with the
// keys descr, fortran_order and shape; the data.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Npy.h"
#include "diffattn/Runtime/File.h"
#include "diffattn/Runtime/Shape.h"
#include <algorithm>
#include <cstring>

using namespace diffattn;

static constexpr std::string_view magic("\x93NUMPY", 6);

//===----------------------------------------------------------------------===//
// The header: a Python literal of one known form
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the dict. Each function leaves `rest` after what it has read.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest(text) {}
  Result<Header> parse();

private:
  void skipSpace();
  bool consume(char c);
  bool consumeWord(std::string_view word);
  Result<std::string> parseString();
  Status parseValue(const std::string &key);
  Status parseDescr();
  Status parseOrder();
  Status parseShape();
  Error expected(const std::string &what);

  std::string_view rest;
  Header header;
};
} // namespace

void HeaderParser::skipSpace() {
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\n'))
    rest.remove_prefix(1);
}

bool HeaderParser::consume(char c) {
  skipSpace();
  if (rest.empty() || rest.front() != c)
    return false;
  rest.remove_prefix(1);
  return true;
}

bool HeaderParser::consumeWord(std::string_view word) {
  skipSpace();
  if (rest.substr(0, word.size()) != word)
    return false;
  rest.remove_prefix(word.size());
  return true;
}

Error HeaderParser::expected(const std::string &what) {
  std::string found(rest.substr(0, 20));
  for (char &c : found)
    if (c < ' ' || c > '~')
      c = '?';
  return {"header: expected " + what + ", found " +
          (found.empty() ? "its end" : "\"" + found + "\"")};
}

Result<std::string> HeaderParser::parseString() {
  skipSpace();
  char quote = rest.empty() ? 0 : rest.front();
  if (quote != '\'' && quote != '"')
    return expected("a string");
  size_t end = rest.find(quote, 1);
  if (end == std::string_view::npos)
    return expected("a string that ends");
  std::string text(rest.substr(1, end - 1));
  rest.remove_prefix(end + 1);
  return text;
}

Status HeaderParser::parseDescr() {
  skipSpace();
  if (!rest.empty() && rest.front() == '[')
    return Error{"structured element types are not supported, expected one "
                 "number an element"};
  Result<std::string> text = parseString();
  if (!text)
    return text.error();
  header.descr = *text;
  return {};
}

Status HeaderParser::parseOrder() {
  if (consumeWord("True"))
    header.fortranOrder = true;
  else if (!consumeWord("False"))
    return expected("True or False for 'fortran_order'");
  return {};
}

Status HeaderParser::parseShape() {
  if (!consume('('))
    return expected("a tuple for 'shape'");
  while (!consume(')')) {
    if (rest.empty() || rest.front() < '0' || rest.front() > '9')
      return expected("sizes >= 0 in 'shape'");
    std::optional<int64_t> size = 0;
    for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
         rest.remove_prefix(1)) {
      size = checkedMultiply(*size, 10);
      size = size ? checkedAdd(*size, rest.front() - '0') : size;
      if (!size)
        return Error{"header: a size in 'shape' is out of range"};
    }
    header.shape.push_back(*size);
    if (!consume(',') && (rest.empty() || rest.front() != ')'))
      return expected("',' or ')' in 'shape'");
  }
  return {};
}

Status HeaderParser::parseValue(const std::string &key) {
  if (key == "descr")
    return parseDescr();
  if (key == "fortran_order")
    return parseOrder();
  if (key == "shape")
    return parseShape();
  return Error{"header: unknown key '" + key +
               "', expected descr, fortran_order or shape"};
}

Result<Header> HeaderParser::parse() {
  std::vector<std::string> missing = {"descr", "fortran_order", "shape"};
  if (!consume('{'))
    return expected("'{'");
  while (!consume('}')) {
    Result<std::string> key = parseString();
    if (!key)
      return key.error();
    if (!consume(':'))
      return expected("':' after '" + *key + "'");
    if (Status status = parseValue(*key); !status)
      return status.error();
    auto known = std::find(missing.begin(), missing.end(), *key);
    if (known == missing.end())
      return Error{"header: key '" + *key + "' occurs twice"};
    missing.erase(known);
    if (!consume(',') && (rest.empty() || rest.front() != '}'))
      return expected("',' or '}'");
  }
  skipSpace();
  if (!rest.empty())
    return expected("its end");
  if (!missing.empty())
    return Error{"header: key '" + missing.front() + "' is missing"};
  return std::move(header);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Result<diffattn_dtype> parseDescr(const std::string &descr) {
  for (int32_t number = DIFFATTN_F16; number <= DIFFATTN_I64; ++number) {
    const DTypeInfo *info = lookupDType(number);
    if (info->npy && descr == info->npy)
      return info->dtype;
  }
  if (!descr.empty() && descr.front() == '>')
    return Error{"descr '" + descr + "' is big-endian, expected little-endian"};
  if (descr.size() == 3 && descr.substr(1) == "V2")
    return Error{"descr '" + descr +
                 "' says 2 raw bytes an element; if this "
                 "is bf16, store it in a safetensors file"};
  return Error{"descr '" + descr +
               "' is not supported, expected <f2, <f4, "
               "<f8, |b1, |i1, <i2, <i4 or <i8"};
}

/// Copies elements in Fortran order (first index fastest) into C order.
static void copyFromFortranOrder(const std::byte *source, Tensor &target) {
  int64_t size = dtypeSize(target.dtype());
  const std::vector<int64_t> &shape = target.shape();
  std::vector<int64_t> index(shape.size(), 0);
  auto *to = static_cast<std::byte *>(target.data());
  for (int64_t i = 0; i < target.elementCount(); ++i) {
    int64_t position = 0;
    for (size_t d = shape.size(); d-- > 0;)
      position = position * shape[d] + index[d];
    std::memcpy(to + i * size, source + position * size, size);
    for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];)
      index[d] = 0;
  }
}

/// Splits the file into header text and data.
static Status splitFile(std::string_view bytes, std::string_view &header,
                        std::string_view &data) {
  if (bytes.substr(0, magic.size()) != magic)
    return Error{"it does not start with \\x93NUMPY"};
  if (bytes.size() < 8)
    return Error{"it ends before its version"};
  int version = static_cast<uint8_t>(bytes[6]);
  if (version < 1 || version > 3)
    return Error{"expected version 1, 2 or 3, found " +
                 std::to_string(version)};
  size_t lengthBytes = version == 1 ? 2 : 4;
  bytes.remove_prefix(8);
  if (bytes.size() < lengthBytes)
    return Error{"it ends before the length of its header"};
  size_t length = 0;
  for (size_t i = lengthBytes; i-- > 0;)
    length = length << 8 | static_cast<uint8_t>(bytes[i]);
  bytes.remove_prefix(lengthBytes);
  if (length > bytes.size())
    return Error{"the header is said to have " + std::to_string(length) +
                 " bytes, but the file has only " +
                 std::to_string(bytes.size()) + " after its length"};
  header = bytes.substr(0, length);
  data = bytes.substr(length);
  return {};
}

static Result<Tensor> readMapped(std::shared_ptr<MappedFile> file) {
  std::string_view text, data;
  std::string_view bytes(reinterpret_cast<const char *>(file->data()),
                         file->size());
  if (Status status = splitFile(bytes, text, data); !status)
    return status.error();
  Result<Header> header = HeaderParser(text).parse();
  if (!header)
    return header.error();
  Result<diffattn_dtype> dtype = parseDescr(header->descr);
  if (!dtype)
    return dtype.error();

  const std::vector<int64_t> &shape = header->shape;
  std::optional<int64_t> size = byteSizeOf(*dtype, shape);
  if (!size)
    return Error{"the size of " + formatType(*dtype, shape) +
                 " is out of range"};
  if (static_cast<uint64_t>(*size) != data.size())
    return Error{"expected " + std::to_string(*size) + " bytes of data for " +
                 formatType(*dtype, shape) + ", found " +
                 std::to_string(data.size())};

  std::byte *elements = file->data() + (file->size() - data.size());
  if (!header->fortranOrder || shape.size() < 2)
    return Tensor::share(*dtype, shape, file, elements);
  Result<Tensor> tensor = Tensor::create(*dtype, shape);
  if (tensor)
    copyFromFortranOrder(elements, *tensor);
  return tensor;
}

Result<Tensor> diffattn::readNpy(const std::string &path) {
  Result<std::shared_ptr<MappedFile>> file = MappedFile::open(path);
  if (!file)
    return file.error();
  Result<Tensor> tensor = readMapped(std::move(*file));
  if (!tensor)
    return Error{"'" + path +
                 "': no npy file that can be read: " + tensor.message()};
  if (Status status = checkBools(*tensor); !status)
    return Error{"'" + path + "': " + status.message()};
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Status diffattn::writeNpy(const std::string &path, const Tensor &tensor) {
  const char *descr = lookupDType(tensor.dtype())->npy;
  if (!descr)
    return Error{"can't write '" + path + "': npy files have no " +
                 dtypeName(tensor.dtype()) + "; write a safetensors file"};
  std::string header = std::string("{'descr': '") + descr +
                       "', 'fortran_order': False, "
                       "'shape': (";
  for (int64_t size : tensor.shape())
    header += std::to_string(size) + ", ";
  // A tuple of one has its comma, other ones end without.
  if (tensor.rank() > 0)
    header.resize(header.size() - (tensor.rank() == 1 ? 1 : 2));
  header += "), }";

  // The data starts at a multiple of 64, after a newline.
  constexpr size_t prefix = 10;
  size_t total = (prefix + header.size() + 1 + 63) / 64 * 64;
  header.resize(total - prefix - 1, ' ');
  header += '\n';
  std::string start(magic);
  start += '\x01';
  start += '\0';
  start += static_cast<char>(header.size() & 0xff);
  start += static_cast<char>(header.size() >> 8);
  if (header.size() > 0xffff)
    return Error{"can't write '" + path + "': the header has " +
                 std::to_string(header.size()) + " bytes, expected at most " +
                 std::to_string(0xffff)};
  return writeFile(path, {start,
                          header,
                          {static_cast<const char *>(tensor.data()),
                           static_cast<size_t>(tensor.byteSize())}});
}
