//===- Stage.cpp - the stages of a compilation ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Stage.h"

using namespace mlir::diffattn;

llvm::ArrayRef<Stage> mlir::diffattn::allStages() {
  static constexpr Stage stages[] = {
      Stage::Input,   Stage::Raised,  Stage::Fused, Stage::Scheduled,
      Stage::Buffers, Stage::Kernels, Stage::LLVM};
  return stages;
}

llvm::StringRef mlir::diffattn::stringifyStage(Stage stage) {
  switch (stage) {
  case Stage::Input:
    return "input";
  case Stage::Raised:
    return "raised";
  case Stage::Fused:
    return "fused";
  case Stage::Scheduled:
    return "scheduled";
  case Stage::Buffers:
    return "buffers";
  case Stage::Kernels:
    return "kernels";
  case Stage::LLVM:
    return "llvm";
  }
  llvm_unreachable("unknown stage");
}

std::optional<Stage> mlir::diffattn::parseStage(llvm::StringRef name) {
  for (Stage stage : allStages())
    if (stringifyStage(stage) == name)
      return stage;
  return std::nullopt;
}
