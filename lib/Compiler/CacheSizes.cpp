//===- CacheSizes.cpp - the caches of processors --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans are made by these sizes, and in which order a result is summed is up to
// the plan. So a processor that is known by its name has the sizes of the
// table, also where a virtual machine says otherwise: compiled for `native` or
// by name, results are the same.
//
//===----------------------------------------------------------------------===//

#include "CacheSizes.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <optional>
#include <unistd.h>

using namespace mlir::diffattn;

static constexpr int64_t operator""_KiB(unsigned long long number) {
  return static_cast<int64_t>(number) << 10;
}

static std::optional<CacheSizes> lookUp(llvm::StringRef cpu) {
  using Sizes = std::optional<CacheSizes>;
  return llvm::StringSwitch<Sizes>(cpu)
      .Cases({"znver1", "znver2", "znver3"}, CacheSizes{32_KiB, 512_KiB})
      .Case("znver4", CacheSizes{32_KiB, 1024_KiB})
      .Case("znver5", CacheSizes{48_KiB, 1024_KiB})
      .Cases({"haswell", "broadwell", "skylake"}, CacheSizes{32_KiB, 256_KiB})
      .Cases({"skylake-avx512", "cascadelake", "cooperlake"},
             CacheSizes{32_KiB, 1024_KiB})
      .Case("icelake-client", CacheSizes{48_KiB, 512_KiB})
      .Cases({"icelake-server", "tigerlake", "alderlake"},
             CacheSizes{48_KiB, 1280_KiB})
      .Cases({"sapphirerapids", "emeraldrapids", "graniterapids"},
             CacheSizes{48_KiB, 2048_KiB})
      .Default(std::nullopt);
}

/// What the system says of a cache, if that can be one of a core.
static int64_t ask(int name, int64_t least, int64_t most, int64_t otherwise) {
  long bytes = sysconf(name);
  return bytes < least || bytes > most ? otherwise : bytes;
}

CacheSizes mlir::diffattn::getCacheSizes(llvm::StringRef cpu,
                                         unsigned vectorBits,
                                         bool isThisMachine) {
  if (std::optional<CacheSizes> sizes = lookUp(cpu))
    return *sizes;
  CacheSizes usual = {32_KiB, vectorBits == 512 ? 1024_KiB : 512_KiB};
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  if (isThisMachine)
    return {ask(_SC_LEVEL1_DCACHE_SIZE, 16_KiB, 256_KiB, usual.l1),
            ask(_SC_LEVEL2_CACHE_SIZE, 128_KiB, 4096_KiB, usual.l2)};
#endif
  return usual;
}
