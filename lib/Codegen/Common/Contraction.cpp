//===- Contraction.cpp - operations that add products ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// What is a contraction
//===----------------------------------------------------------------------===//

/// The block argument that `value` is, perhaps as a wider float; or null.
static BlockArgument findArgument(Value value) {
  if (auto ext = value.getDefiningOp<arith::ExtFOp>())
    value = ext.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// The factors of `x * y + sum`, if that is what `yielded` is.
static std::optional<std::pair<Value, Value>> findFactors(Value yielded,
                                                          Value sum) {
  if (auto fma = yielded.getDefiningOp<math::FmaOp>())
    if (fma.getC() == sum)
      return std::pair(fma.getA(), fma.getB());
  auto add = yielded.getDefiningOp<arith::AddFOp>();
  if (!add || (add.getLhs() != sum && add.getRhs() != sum))
    return std::nullopt;
  Value other = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  if (auto product = other.getDefiningOp<arith::MulFOp>())
    return std::pair(product.getLhs(), product.getRhs());
  return std::nullopt;
}

/// Whether the body adds the product of both inputs to the output.
static bool addsProducts(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  auto factors =
      findFactors(body->getTerminator()->getOperand(0), body->getArgument(2));
  if (!factors)
    return false;
  BlockArgument a = findArgument(factors->first);
  BlockArgument b = findArgument(factors->second);
  return a && b && a != b && a != body->getArgument(2) &&
         b != body->getArgument(2);
}

static bool hasDim(AffineMap map, unsigned dim) {
  return map.isFunctionOfDim(dim);
}

/// Sorts the dims by the arrays that have them; fails for dims that no class
/// has.
static LogicalResult classifyDims(Contraction &x) {
  for (unsigned dim = 0; dim < x.op.getNumLoops(); ++dim) {
    bool inA = hasDim(x.mapA, dim), inB = hasDim(x.mapB, dim);
    bool inC = hasDim(x.mapC, dim);
    if (inA && inB)
      (inC ? x.batch : x.depth).push_back(dim);
    else if (inC && inA != inB)
      (inA ? x.rows : x.cols).push_back(dim);
    else
      return failure();
  }
  // In the order of `c`, or of `a`: neighbours in memory come last.
  auto sortBy = [](SmallVector<unsigned> &dims, AffineMap map) {
    llvm::sort(dims, [&](unsigned left, unsigned right) {
      auto place = [&](unsigned dim) {
        return *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
      };
      return place(left) < place(right);
    });
  };
  sortBy(x.batch, x.mapC);
  sortBy(x.rows, x.mapC);
  sortBy(x.cols, x.mapC);
  sortBy(x.depth, x.mapB);
  for (auto *dims : {&x.batch, &x.rows, &x.cols, &x.depth})
    if (dims->size() > kMaxDims)
      return failure();
  return success(!x.depth.empty());
}

FailureOr<Contraction> mlir::diffattn::matchContraction(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || !addsProducts(op))
    return failure();
  Contraction x;
  x.op = op;
  x.a = op.getDpsInputs()[0];
  x.b = op.getDpsInputs()[1];
  x.c = op.getDpsInits()[0];
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!llvm::all_of(maps,
                    [](AffineMap m) { return m.isProjectedPermutation(); }))
    return failure();
  std::tie(x.mapA, x.mapB, x.mapC) = std::tuple(maps[0], maps[1], maps[2]);
  for (Value array : {x.a, x.b, x.c}) {
    auto type = dyn_cast<MemRefType>(array.getType());
    if (!type || !type.isStrided() || type.getMemorySpace())
      return failure();
  }
  if (failed(classifyDims(x)))
    return failure();
  return x;
}

//===----------------------------------------------------------------------===//
// What `c` holds before
//===----------------------------------------------------------------------===//

/// The memory that `value` is a view of.
static Value findMemory(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether `op` leaves memory alone, or only makes some. Checks may end the
/// call, and what the outputs hold then is of no interest.
static bool isHarmless(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    bool harmless =
        isMemoryEffectFree(nested) ||
        isa<cf::AssertOp, memref::AllocOp, scf::ForOp, scf::IfOp>(nested);
    return harmless ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

linalg::FillOp mlir::diffattn::findFill(const Contraction &x) {
  Operation *op = x.op->getPrevNode();
  while (op && isHarmless(op))
    op = op->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(op);
  if (!fill || fill.getOutputs()[0] != x.c ||
      !matchPattern(fill.getInputs()[0], m_AnyZeroFloat()))
    return nullptr;
  Value memory = findMemory(x.c);
  if (findMemory(x.a) == memory || findMemory(x.b) == memory)
    return nullptr;
  return fill;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Value mlir::diffattn::haveSameSizes(Emitter &e, const Contraction &x,
                                    ValueRange arrays) {
  SmallVector<Value> sizes(x.mapA.getNumDims());
  Value same = e.trueValue();
  const AffineMap maps[] = {x.mapA, x.mapB, x.mapC};
  for (auto [array, map] : llvm::zip_equal(arrays, maps))
    for (unsigned i = 0; i < map.getNumResults(); ++i) {
      Value size = e.createOrFold<memref::DimOp>(array, i);
      Value &first = sizes[map.getDimPosition(i)];
      if (first)
        same = e.both(same, e.equal(first, size));
      else
        first = size;
    }
  return same;
}
