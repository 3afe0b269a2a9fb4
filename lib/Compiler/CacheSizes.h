//===- CacheSizes.h - the caches of processors ------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_CACHESIZES_H
#define DIFFATTN_LIB_COMPILER_CACHESIZES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::diffattn {

/// Bytes of the data caches of one core.
struct CacheSizes {
  int64_t l1;
  int64_t l2;
};

/// The caches of the processor that LLVM calls `cpu`: those of a processor on
/// the market, else sizes that processors with such vectors have at least. With
/// `isThisMachine`, the latter are asked of the system.
CacheSizes getCacheSizes(llvm::StringRef cpu, unsigned vectorBits,
                         bool isThisMachine);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_CACHESIZES_H
