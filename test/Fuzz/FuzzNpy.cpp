//===- FuzzNpy.cpp - npy files --------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "diffattn/Runtime/Npy.h"

using namespace diffattn;
using namespace diffattn::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  BytesFile file(toText(data, size));
  Result<Tensor> tensor = readNpy(file.path());
  if (!tensor)
    return Keep;
  OutputPath copy;
  Status written = writeNpy(copy.path(), *tensor);
  // The format has no place for more.
  if (!written && tensor->rank() > 1000)
    return Keep;
  require(bool(written), "what was read can be written");
  Result<Tensor> again = readNpy(copy.path());
  require(bool(again) && again->dtype() == tensor->dtype() &&
              again->shape() == tensor->shape() &&
              (tensor->byteSize() == 0 ||
               !std::memcmp(again->data(), tensor->data(), tensor->byteSize())),
          "what was written reads back the same");
  return Keep;
}

/// The header's length is set right, mostly: else nothing else is looked at.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::string bytes(toText(data, size));
  size_t begin = bytes.size() > 6 && bytes[6] > 1 ? 12 : 10;
  size_t end = bytes.rfind('}');
  if (seed % 8 == 0 || end == std::string::npos || end < begin)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string header = bytes.substr(begin, end + 1 - begin);
  std::string rest = bytes.substr(end + 1), start = bytes.substr(0, 8);
  if (seed % 16 == 1)
    rest.resize(seed / 16 % 64);
  else
    header = mutateText(header, seed);
  for (size_t i = 0; i < begin - 8; ++i)
    start += static_cast<char>(header.size() >> (8 * i));
  return give(start + header + rest, data, maxSize);
}
