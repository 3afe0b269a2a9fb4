//===- FuzzTensorText.cpp - tensors as arguments of command lines ---------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "TensorText.h"

using namespace diffattn;
using namespace diffattn::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(toText(data, size));
  // Files are not what this is about.
  if (text.empty() || text[0] == '@')
    return Keep;
  (void)run::parseShape(text);
  // Who asks for a large tensor gets it.
  auto type = run::parseTensorType(text.substr(0, text.find('=')));
  std::optional<int64_t> bytes =
      type ? byteSizeOf(type->dtype, type->shape) : std::nullopt;
  if (bytes && *bytes > 1 << 20)
    return Keep;
  Result<Tensor> tensor = run::parseTensor(text);
  if (!tensor)
    return Keep;
  std::string printed;
  llvm::raw_string_ostream os(printed);
  run::printTensor(os, *tensor);
  return Keep;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  static constexpr const char *tensors[] = {
      "2x2xf32=1,2,3,4", "f64=-1e-300", "3xbool=1,0,1",   "0x5xbf16=",
      "2xi64=-7,8",      "4xf16=nan",   "1x3xi8=1,-128,3"};
  if (seed % 64 == 0)
    return give(tensors[seed / 64 % std::size(tensors)], data, maxSize);
  return seed % 2 ? give(mutateText(toText(data, size), seed), data, maxSize)
                  : LLVMFuzzerMutate(data, size, maxSize);
}
