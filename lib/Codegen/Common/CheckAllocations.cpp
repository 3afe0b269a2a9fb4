//===- CheckAllocations.cpp - sizes that overflow ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CHECKALLOCATIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The bytes of an element; of a memref as an element, of its descriptor or
/// more.
static int64_t bytesOfElement(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return 8 * (3 + 2 * memref.getRank());
  if (type.isIntOrIndexOrFloat())
    return bytesOfNumber(type);
  return 16;
}

static void checkAllocation(memref::AllocOp alloc) {
  OpBuilder b(alloc);
  Location loc = alloc.getLoc();
  MemRefType type = alloc.getType();
  int64_t fixed = bytesOfElement(type.getElementType());
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      fixed *= size;

  Type i64 = b.getI64Type();
  Value zero = arith::ConstantIntOp::create(b, loc, i64, 0);
  Value bytes = arith::ConstantIntOp::create(b, loc, i64, fixed);
  Value fits;
  auto require = [&](arith::CmpIPredicate predicate, Value value) {
    Value holds = arith::CmpIOp::create(b, loc, predicate, value, zero);
    fits = fits ? arith::AndIOp::create(b, loc, fits, holds) : holds;
  };
  for (Value dynamic : alloc.getDynamicSizes()) {
    Value size = arith::IndexCastOp::create(b, loc, i64, dynamic);
    require(arith::CmpIPredicate::sge, size);
    auto product = arith::MulUIExtendedOp::create(b, loc, bytes, size);
    require(arith::CmpIPredicate::eq, product.getHigh());
    bytes = product.getLow();
    require(arith::CmpIPredicate::sge, bytes);
  }
  cf::AssertOp::create(b, loc, fits,
                       "the size of a buffer is negative or too large");
}

void mlir::diffattn::insertAllocationChecks(Operation *op) {
  op->walk([](memref::AllocOp alloc) {
    if (!alloc.getDynamicSizes().empty())
      checkAllocation(alloc);
  });
}

namespace {
struct CheckAllocationsPass
    : diffattn::impl::CheckAllocationsPassBase<CheckAllocationsPass> {
  void runOnOperation() override { insertAllocationChecks(getOperation()); }
};
} // namespace
