//===- FuzzSafetensors.cpp - safetensors files ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read is written, and reads back the same.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "diffattn/Runtime/Safetensors.h"

using namespace diffattn;
using namespace diffattn::fuzz;

/// Reads each byte of each tensor.
static unsigned sum(const TensorMap &tensors) {
  unsigned total = 0;
  for (const auto &[name, tensor] : tensors)
    for (int64_t i = 0; i < tensor.byteSize(); ++i)
      total += static_cast<const uint8_t *>(tensor.data())[i];
  return total;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  BytesFile file(toText(data, size));
  Result<TensorMap> tensors = readSafetensors(file.path());
  if (!tensors)
    return Keep;
  OutputPath copy;
  require(bool(writeSafetensors(copy.path(), *tensors)),
          "what was read can be written");
  Result<TensorMap> again = readSafetensors(copy.path());
  require(bool(again) && again->size() == tensors->size() &&
              sum(*again) == sum(*tensors),
          "what was written reads back the same");
  return Keep;
}

/// The header's length is set right, mostly: else nothing else is looked at.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (size < 9 || maxSize < 16 || seed % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string bytes(toText(data, size));
  size_t end = bytes.rfind('}');
  if (end == std::string::npos || end < 8)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string header = bytes.substr(8, end - 7), rest = bytes.substr(end + 1);
  if (seed % 16 == 1)
    rest.resize(seed / 16 % 64);
  else
    header = mutateText(header, seed);
  std::string length;
  for (size_t i = 0; i < 8; ++i)
    length += static_cast<char>(header.size() >> (8 * i));
  return give(length + header + rest, data, maxSize);
}
