//===- Stage.h - the stages of a compilation --------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_STAGE_H
#define DIFFATTN_COMPILER_STAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::diffattn {

/// Where a module stands between a user's text and machine code. Each stage is
/// MLIR that can be written to a file and compiled on from there.
enum class Stage {
  Input,     ///< what a user wrote: tensors, linalg, `diffattn` operations
  Raised,    ///< attention, however it was spelled, is `diffattn.attention`
  Fused,     ///< the maps of a differential attention are one operation
  Scheduled, ///< attentions say how kernels compute them
  Buffers,   ///< memrefs, no tensors; public functions without results
  Kernels,   ///< loops and scalars, no linalg
  LLVM,      ///< the LLVM dialect, with the entries of public functions
};

/// All stages, first to last.
llvm::ArrayRef<Stage> allStages();

/// "input", "raised", "fused", "scheduled", "buffers", "kernels", "llvm".
llvm::StringRef stringifyStage(Stage stage);
std::optional<Stage> parseStage(llvm::StringRef name);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_STAGE_H
