//===- LowerContractions.cpp - contractions to kernels --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionKernels.h"
#include "diffattn/Codegen/Common/Contraction.h"
#include "diffattn/Codegen/Common/FlatArray.h"
#include "diffattn/Codegen/Common/RuntimeFunctions.h"
#include "diffattn/Codegen/Common/Signature.h"

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <vector>

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERCONTRACTIONSPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// What kernels can do
//===----------------------------------------------------------------------===//

/// Lets vectors run along the last dim of `c`; a single row is one.
static void chooseCols(Contraction &x) {
  bool lastIsRow =
      !x.rows.empty() && x.mapC.getNumResults() != 0 &&
      x.mapC.getDimPosition(x.mapC.getNumResults() - 1) == x.rows.back();
  if (lastIsRow || x.cols.empty())
    x.swapRowsAndCols();
}

static FailureOr<Contraction> matchForKernels(linalg::LinalgOp op) {
  FailureOr<Contraction> x = matchContraction(op);
  if (failed(x) || !ContractionKernels::supports(getElementTypeOrSelf(x->a),
                                                 getElementTypeOrSelf(x->b),
                                                 getElementTypeOrSelf(x->c)))
    return failure();
  chooseCols(*x);
  return x;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// A buffer taken apart, by the dims of the operation.
struct Array : FlatArray {
  Array(Emitter &e, Value buffer, AffineMap map)
      : FlatArray(e, buffer), map(map) {}

  /// Size and stride along a dim of the operation.
  Value size(unsigned dim) const { return sizes[position(dim)]; }
  Value stride(unsigned dim) const { return strides[position(dim)]; }

private:
  unsigned position(unsigned dim) const {
    return *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
  }

  AffineMap map;
};
} // namespace

/// The dims of one class, with the sizes that the last of `arrays` has.
static DimClass makeClass(Emitter &e, ArrayRef<unsigned> dims,
                          ArrayRef<const Array *> arrays) {
  DimClass result;
  unsigned missing = kMaxDims - dims.size();
  result.sizes.assign(missing, e.index(1));
  for (unsigned dim : dims)
    result.sizes.push_back(arrays.back()->size(dim));
  for (const Array *array : arrays) {
    Values &strides = result.strides.emplace_back(missing, e.index(0));
    for (unsigned dim : dims)
      strides.push_back(array->stride(dim));
  }
  return result;
}

/// Whether `b` is (a view of) an argument that may be a parameter: of a public
/// function, one that is; of another, any.
static bool mayBeWeights(const Contraction &x) {
  if (!x.batch.empty())
    return false;
  Value memory = x.b;
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  auto argument = dyn_cast<BlockArgument>(memory);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  if (!function || !argument.getOwner()->isEntryBlock())
    return false;
  auto kind =
      function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kKindAttr);
  return function.isPrivate() || (kind && kind == "parameter");
}

static void lowerContraction(Contraction &x, ContractionKernels &kernels) {
  Emitter e(x.op.getLoc(), x.op);
  Array a(e, x.a, x.mapA), b(e, x.b, x.mapB), c(e, x.c, x.mapC);
  linalg::FillOp fill = findFill(x);
  ContractionCall call;
  call.a = a.memory;
  call.b = b.memory;
  call.c = c.memory;
  call.batch = makeClass(e, x.batch, {&a, &b, &c});
  call.rows = makeClass(e, x.rows, {&a, &c});
  call.cols = makeClass(e, x.cols, {&b, &c});
  call.depth = makeClass(e, x.depth, {&a, &b});
  call.mayBeWeights = mayBeWeights(x);
  call.overwrite = arith::ConstantIntOp::create(e, e.getI1Type(), fill ? 1 : 0);
  // All of c is written, whatever its sizes are: if there is nothing to
  // multiply by the sum of no products.
  Value &depth = call.depth.sizes.back();
  Value same = haveSameSizes(e, x, {x.a, x.b, x.c});
  depth = e.select(same, depth, e.index(0));
  kernels.emitCall(e, call);
  if (fill)
    fill.erase();
  x.op->erase();
}

LogicalResult diffattn::lowerContractions(ModuleOp module, int64_t vectorBits,
                                          bool bf16Dot,
                                          Quantization quantization) {
  std::vector<Contraction> found;
  module.walk([&](linalg::LinalgOp op) {
    if (FailureOr<Contraction> x = matchForKernels(op); succeeded(x))
      found.push_back(*x);
  });
  if (found.empty())
    return success();
  if (llvm::any_of(found, mayBeWeights)) {
    if (failed(declareRuntimeFunction(module, kFindPanels, /*pointers=*/2)))
      return failure();
    if (quantization != Quantization::None)
      module->setAttr(kQuantizationAttr,
                      StringAttr::get(module.getContext(),
                                      stringifyQuantization(quantization)));
  }
  ContractionKernels kernels(module, vectorBits, bf16Dot, quantization);
  for (Contraction &x : found)
    lowerContraction(x, kernels);
  return success();
}

namespace {
struct LowerContractionsPass
    : diffattn::impl::LowerContractionsPassBase<LowerContractionsPass> {
  using LowerContractionsPassBase::LowerContractionsPassBase;

  void runOnOperation() override {
    if (failed(verifyVectorBits(getOperation(), vectorBits)))
      return signalPassFailure();
    if (failed(lowerContractions(getOperation(), vectorBits, bf16Dot,
                                 quantization)))
      signalPassFailure();
  }
};
} // namespace
