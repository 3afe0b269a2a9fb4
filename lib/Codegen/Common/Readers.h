//===- Readers.h - who reads what memory held at first ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_READERS_H
#define DIFFATTN_LIB_CODEGEN_COMMON_READERS_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

namespace mlir::diffattn {

/// The tensors of what `write` writes to, a memref, that are taken before it.
SmallVector<bufferization::ToTensorOp>
findOldTensors(bufferization::MaterializeInDestinationOp write);

/// The last operation of `write`'s block, or one with regions in it, that may
/// read what its memory held before: it uses an old tensor, or what may be a
/// view of that. Neither `stop`, which makes the new contents, nor what comes
/// of its results is looked at. Null if there is none.
Operation *findLastReader(bufferization::MaterializeInDestinationOp write,
                          Operation *stop = nullptr);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_READERS_H
