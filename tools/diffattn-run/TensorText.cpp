//===- TensorText.cpp - tensors from and to text --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorText.h"
#include "diffattn/Runtime/Npy.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstdlib>

using namespace diffattn;
using namespace diffattn::run;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

std::string diffattn::run::quote(StringRef text) {
  return ("'" + text + "'").str();
}

static Status parseSizes(llvm::ArrayRef<StringRef> texts,
                         std::vector<int64_t> &shape) {
  for (StringRef text : texts) {
    int64_t size;
    if (text.empty() || !llvm::all_of(text, llvm::isDigit))
      return Error{"expected a size, found " + quote(text)};
    if (text.getAsInteger(10, size))
      return Error{"size " + text.str() + " is out of range"};
    shape.push_back(size);
  }
  return {};
}

Result<TensorType> diffattn::run::parseTensorType(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  TensorType type;
  std::optional<diffattn_dtype> dtype = parseDType(parts.back().str());
  if (!dtype)
    return Error{"expected a type like 2x3xf32, found " + quote(text)};
  type.dtype = *dtype;
  if (Status status = parseSizes(llvm::ArrayRef(parts).drop_back(), type.shape);
      !status)
    return Error{"type " + quote(text) + ": " + status.message()};
  return type;
}

Result<std::vector<int64_t>> diffattn::run::parseShape(StringRef text) {
  std::vector<int64_t> shape;
  if (text == "scalar")
    return shape;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  if (Status status = parseSizes(parts, shape); !status)
    return Error{"shape " + quote(text) + ": " + status.message()};
  return shape;
}

static Status storeIntegerText(Tensor &tensor, int64_t index, StringRef text) {
  int64_t value;
  if (text == "true" || text == "false")
    value = text == "true";
  else if (text.getAsInteger(10, value))
    return Error{"expected an integer, found " + quote(text)};
  tensor.setInteger(index, value);
  if (tensor.getInteger(index) != value)
    return Error{text.str() + " is out of range of " +
                 dtypeName(tensor.dtype())};
  return {};
}

static Status storeText(Tensor &tensor, int64_t index, StringRef text) {
  text = text.trim();
  if (!lookupDType(tensor.dtype())->isFloat)
    return storeIntegerText(tensor, index, text);
  std::string terminated = text.str();
  char *end;
  double value = std::strtod(terminated.c_str(), &end);
  if (terminated.empty() || *end)
    return Error{"expected a number, found " + quote(text)};
  tensor.set(index, value);
  if (std::isfinite(value) && !std::isfinite(tensor.get(index)))
    return Error{text.str() + " is out of range of " +
                 dtypeName(tensor.dtype())};
  return {};
}

static Status storeValues(Tensor &tensor, StringRef text) {
  llvm::SmallVector<StringRef> values;
  if (!text.empty())
    text.split(values, ',');
  int64_t count = tensor.elementCount();
  bool isSplat = values.size() == 1;
  if (!isSplat && static_cast<int64_t>(values.size()) != count) {
    std::string found = std::to_string(values.size());
    if (count == 1)
      return Error{"expected 1 value for " + tensor.typeText() + ", found " +
                   found};
    return Error{"expected 1 or " + std::to_string(count) + " values for " +
                 tensor.typeText() + ", found " + found};
  }
  for (int64_t i = 0; i < count; ++i)
    if (Status status = storeText(tensor, i, values[isSplat ? 0 : i]); !status)
      return status;
  return {};
}

Result<Tensor> diffattn::run::parseTensor(StringRef text) {
  if (text.consume_front("@"))
    return readNpy(text.str());
  if (!text.contains('='))
    return Error{"expected @FILE.npy or TYPE=VALUES, found " + quote(text)};
  auto [typeText, values] = text.split('=');
  Result<TensorType> type = parseTensorType(typeText);
  if (!type)
    return type.error();
  Result<Tensor> tensor = Tensor::create(type->dtype, type->shape);
  if (!tensor)
    return tensor;
  if (Status status = storeValues(*tensor, values); !status)
    return status.error();
  return tensor;
}

Result<std::string> diffattn::run::parseFileName(StringRef text) {
  if (!text.consume_front("@") || text.empty())
    return Error{"expected @FILE.npy, found " + quote(text)};
  return text.str();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void diffattn::run::printElement(llvm::raw_ostream &os, const Tensor &tensor,
                                 int64_t index) {
  if (!lookupDType(tensor.dtype())->isFloat) {
    os << tensor.getInteger(index);
    return;
  }
  double value = tensor.get(index);
  // printf gives NaNs a sign.
  if (std::isnan(value))
    os << "nan";
  else if (tensor.dtype() == DIFFATTN_F64)
    os << llvm::format("%.15g", value);
  else if (tensor.dtype() == DIFFATTN_F32)
    os << llvm::format("%.7g", value);
  else
    os << llvm::format("%.4g", value);
}

/// Axes longer than this lose their middle, in tensors of more than
/// `maxElements`.
static constexpr int64_t edge = 3;
static constexpr int64_t maxElements = 1000;

/// Prints what is below `axis`, whose first element is at `position`.
static void printAxis(llvm::raw_ostream &os, const Tensor &tensor, size_t axis,
                      int64_t position) {
  const std::vector<int64_t> &shape = tensor.shape();
  if (axis == shape.size())
    return printElement(os, tensor, position);
  int64_t step = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i)
    step *= shape[i];
  bool isLast = axis + 1 == shape.size();
  bool isCut = tensor.elementCount() > maxElements && shape[axis] > 2 * edge;
  std::string separator = isLast ? ", " : ",\n" + std::string(axis + 1, ' ');
  os << '[';
  for (int64_t i = 0; i < shape[axis]; ++i) {
    if (i)
      os << separator;
    if (isCut && i == edge) {
      os << "..." << separator;
      i = shape[axis] - edge;
    }
    printAxis(os, tensor, axis + 1, position + i * step);
  }
  os << ']';
}

void diffattn::run::printTensor(llvm::raw_ostream &os, const Tensor &tensor) {
  if (tensor.elementCount() == 0)
    os << "[]";
  else
    printAxis(os, tensor, 0, 0);
}

std::string diffattn::run::formatIndex(const std::vector<int64_t> &shape,
                                       int64_t position) {
  std::string text;
  for (size_t axis = shape.size(); axis-- > 0;) {
    text = std::to_string(position % shape[axis]) +
           (text.empty() ? "" : ", " + text);
    position /= shape[axis];
  }
  return "(" + text + ")";
}
