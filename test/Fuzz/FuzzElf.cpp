//===- FuzzElf.cpp - shared libraries that are looked at before they load -===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "diffattn/Runtime/Elf.h"

using namespace diffattn;
using namespace diffattn::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  BytesFile file(toText(data, size));
  (void)checkElfExtents(file.path());
  return Keep;
}
