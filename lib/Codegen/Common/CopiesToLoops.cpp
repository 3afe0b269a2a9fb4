//===- CopiesToLoops.cpp - strided copies without a library --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_COPIESTOLOOPSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether upstream lowers a copy of `type` to a memcpy.
static bool isBlock(MemRefType type) {
  return type.getRank() == 0 || type.getLayout().isIdentity();
}

static LogicalResult convertCopy(memref::CopyOp copy) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target)
    return copy.emitOpError() << "has an unranked memref, expected ranked ones";
  if (isBlock(source) && isBlock(target))
    return success();
  OpBuilder b(copy);
  linalg::CopyOp::create(b, copy.getLoc(), copy.getSource(), copy.getTarget());
  copy.erase();
  return success();
}

LogicalResult mlir::diffattn::convertCopiesToLinalg(Operation *op) {
  WalkResult result = op->walk([](memref::CopyOp copy) {
    return failed(convertCopy(copy)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct CopiesToLoopsPass
    : diffattn::impl::CopiesToLoopsPassBase<CopiesToLoopsPass> {
  void runOnOperation() override {
    if (failed(convertCopiesToLinalg(getOperation())))
      signalPassFailure();
  }
};
} // namespace
