//===- FuzzManifest.cpp - manifests of artifacts --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "diffattn/Runtime/Manifest.h"

using namespace diffattn;
using namespace diffattn::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<Manifest> manifest = parseManifest(toText(data, size));
  if (!manifest)
    return Keep;
  (void)chooseCode(*manifest);
  for (const ManifestFunction &function : manifest->functions)
    for (const ManifestArgument &argument : function.arguments)
      for (const auto &source : argument.sizesFrom)
        require(
            !source ||
                source->dim <
                    static_cast<int64_t>(
                        function.arguments.at(source->argument).shape.size()),
            "sizes come from what there is");
  return Keep;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return seed % 4 ? give(mutateText(toText(data, size), seed), data, maxSize)
                  : LLVMFuzzerMutate(data, size, maxSize);
}
