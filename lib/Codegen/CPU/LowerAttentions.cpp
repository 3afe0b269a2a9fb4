//===- LowerAttentions.cpp - attention to kernels -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Schedule.h"
#include "diffattn/Codegen/CPU/Transforms.h"
#include "diffattn/Codegen/Common/KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERATTENTIONSPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// The kernels of a module, one for each kind of attention.
class AttentionKernels {
public:
  AttentionKernels(ModuleOp module, const AttentionTarget &target)
      : library(module), target(target) {}

  /// Replaces `op` by a call.
  void lower(AttentionOp op);

private:
  AttentionVariant variantOf(AttentionOp op) const;
  func::FuncOp kernelOf(AttentionOp op);

  KernelLibrary library;
  AttentionTarget target;
  llvm::StringMap<std::string> names;
};
} // namespace

/// The schedule of `op`, its blocks rounded up to what registers hold.
static ::diffattn::AttentionPlan planOf(AttentionOp op,
                                        const AttentionTarget &target) {
  ::diffattn::AttentionPlan plan = toPlan(getSchedule(op));
  plan.rowBlock = llvm::alignTo(plan.rowBlock, target.rows);
  for (int64_t *keys : {&plan.keyBlock, &plan.valueBlock, &plan.splitKeys})
    *keys = llvm::alignTo(*keys, target.cols());
  return plan;
}

/// Whether all heads that share a key or a value have the same length.
static bool hasLengthsOfKeys(AttentionOp op) {
  if (!op.getKeyLengths())
    return true;
  SmallVector<OpOperand *> shared = {&op.getSignalKeyMutable(),
                                     &op.getValueMutable()};
  for (OpOperand &key : op.getNoiseKeyMutable())
    shared.push_back(&key);
  OpOperand &lengths = op.getKeyLengthsMutable()[0];
  return llvm::all_of(
      getOperandDims(op, lengths.getOperandNumber()), [&](unsigned dim) {
        return llvm::all_of(shared, [&](OpOperand *operand) {
          return llvm::is_contained(
              getOperandDims(op, operand->getOperandNumber()), dim);
        });
      });
}

AttentionVariant AttentionKernels::variantOf(AttentionOp op) const {
  AttentionVariant variant;
  variant.source = getElementTypeOrSelf(op.getValue().getType());
  // In pairs a value behind the length would be multiplied, by 0: it is packed
  // as 0, if one length tells.
  bool inPairs =
      target.bf16Dot && variant.source.isBF16() && hasLengthsOfKeys(op);
  variant.packed =
      inPairs ? variant.source : Type(Float32Type::get(op.getContext()));
  variant.mask =
      op.getMask() ? getElementTypeOrSelf(op.getMask().getType()) : Type();
  variant.softcap = op.getSoftcap().has_value();
  variant.preciseWeight = variant.source.isF32() || op.getOuts().size() > 1;
  return variant;
}

func::FuncOp AttentionKernels::kernelOf(AttentionOp op) {
  std::string &name = names[getKernelKey(op)];
  if (name.empty())
    name = ("attention_" + Twine(names.size())).str();
  SmallVector<Type> types(op->getOperandTypes());
  types.append(4, Float32Type::get(op.getContext()));
  return library.define(name, types, {}, [&](Emitter &e, ValueRange x) {
    AttentionVariant variant = variantOf(op), rowVariant = variant;
    rowVariant.packed = Float32Type::get(op.getContext());
    AttentionTiles tiles(library, target, variant);
    AttentionTiles rowTiles(library, target, rowVariant);
    AttentionWriter(e, op, x, tiles, rowTiles, planOf(op, target)).write();
    return Values();
  });
}

void AttentionKernels::lower(AttentionOp op) {
  Emitter e(op.getLoc(), op);
  double unit = variantOf(op).natural() ? 1 : 1.4426950408889634;
  Values arguments(op->getOperands());
  llvm::append_range(arguments, emitKernelNumbers(e, op, unit));
  func::CallOp::create(e, kernelOf(op), arguments);
  op.erase();
}

void mlir::diffattn::lowerAttentions(ModuleOp module, int64_t vectorBits,
                                     bool bf16Dot) {
  SmallVector<AttentionOp> ops;
  module.walk([&](AttentionOp op) {
    if (getSchedule(op) && op->getNumResults() == 0)
      ops.push_back(op);
  });
  if (ops.empty())
    return;
  AttentionKernels kernels(module, AttentionTarget(vectorBits, bf16Dot));
  for (AttentionOp op : ops)
    kernels.lower(op);
}

namespace {
struct LowerAttentionsPass
    : mlir::diffattn::impl::LowerAttentionsPassBase<LowerAttentionsPass> {
  using LowerAttentionsPassBase::LowerAttentionsPassBase;

  void runOnOperation() override {
    if (failed(verifyVectorBits(getOperation(), vectorBits)))
      return signalPassFailure();
    lowerAttentions(getOperation(), vectorBits, bf16Dot);
  }
};
} // namespace
