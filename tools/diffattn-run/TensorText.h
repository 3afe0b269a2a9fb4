//===- TensorText.h - tensors from and to text ------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_TENSORTEXT_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_TENSORTEXT_H

#include "diffattn/Runtime/Tensor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace diffattn::run {

/// 'text' in quotes, for messages.
std::string quote(llvm::StringRef text);

/// An element type with sizes: "2x3xf32"; "f32" is a scalar's.
struct TensorType {
  diffattn_dtype dtype;
  std::vector<int64_t> shape;
};
Result<TensorType> parseTensorType(llvm::StringRef text);

/// Sizes alone: "2x3"; "scalar" for none.
Result<std::vector<int64_t>> parseShape(llvm::StringRef text);

/// A tensor: "@FILE.npy", or TYPE=VALUES with one value (for every element) or
/// as many as there are elements, separated by commas.
Result<Tensor> parseTensor(llvm::StringRef text);

/// "@FILE" without the @.
Result<std::string> parseFileName(llvm::StringRef text);

/// Prints elements in nested brackets, the middle of long axes left out.
void printTensor(llvm::raw_ostream &os, const Tensor &tensor);

/// Prints an element with as many digits as its type has.
void printElement(llvm::raw_ostream &os, const Tensor &tensor, int64_t index);

/// "(0, 3, 2)": the index at row-major position `position`.
std::string formatIndex(const std::vector<int64_t> &shape, int64_t position);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_TENSORTEXT_H
