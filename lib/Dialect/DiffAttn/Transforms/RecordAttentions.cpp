//===- RecordAttentions.cpp - how many attentions a module has ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RECORDATTENTIONSPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

AttentionCounts diffattn::countAttentions(Operation *root) {
  AttentionCounts counts;
  root->walk([&](AttentionOp op) {
    ++(op.hasNoise() ? counts.differential : counts.ordinary);
  });
  return counts;
}

namespace {
struct RecordAttentionsPass
    : diffattn::impl::RecordAttentionsPassBase<RecordAttentionsPass> {
  void runOnOperation() override {
    AttentionCounts counts = countAttentions(getOperation());
    if (counts.differential + counts.ordinary == 0)
      return;
    Builder builder(&getContext());
    getOperation()->setAttr(
        kAttentionsAttr,
        builder.getDictionaryAttr(
            {builder.getNamedAttr("differential", builder.getI64IntegerAttr(
                                                      counts.differential)),
             builder.getNamedAttr(
                 "ordinary", builder.getI64IntegerAttr(counts.ordinary))}));
  }
};
} // namespace
