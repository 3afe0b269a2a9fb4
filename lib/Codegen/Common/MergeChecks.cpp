//===- MergeChecks.cpp - each condition once ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_MERGECHECKSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether `condition` says that the size of an argument is not negative.
static bool isAlwaysTrue(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::sge ||
      !matchPattern(compare.getRhs(), m_Zero()))
    return false;
  auto size = compare.getLhs().getDefiningOp<memref::DimOp>();
  return size && isa<BlockArgument>(size.getSource());
}

void mlir::diffattn::mergeChecks(func::FuncOp function) {
  DominanceInfo dominance(function);
  DenseMap<Value, SmallVector<cf::AssertOp>> checked;
  function.walk<WalkOrder::PreOrder>([&](cf::AssertOp check) {
    SmallVector<cf::AssertOp> &others = checked[check.getArg()];
    bool isRedundant = isAlwaysTrue(check.getArg()) ||
                       llvm::any_of(others, [&](cf::AssertOp other) {
                         return dominance.properlyDominates(other, check);
                       });
    if (isRedundant)
      check.erase();
    else
      others.push_back(check);
  });
}

namespace {
struct MergeChecksPass : diffattn::impl::MergeChecksPassBase<MergeChecksPass> {
  void runOnOperation() override { mergeChecks(getOperation()); }
};
} // namespace
