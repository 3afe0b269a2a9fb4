//===- RuntimeVerifiableOpInterfaceImpl.cpp - checks at run time
//------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifier can't know of dynamic shapes and of key_lengths is checked
// when the op runs, before it touches memory.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

using namespace mlir;
using namespace mlir::diffattn;

using MessageFn = function_ref<std::string(Operation *, StringRef)>;

/// Asserts that each dim has one size in all operands that it is dynamic in.
static void checkSizes(OpBuilder &builder, Location loc,
                       NamedDimsOpInterface op, MessageFn getMessage) {
  SmallVector<OpFoldResult> expected = getDomainSizes(builder, op);
  SmallVector<std::string> sizedBy(expected.size());
  for (OpOperand &operand : op->getOpOperands()) {
    std::string label = op.getOperandLabel(operand.getOperandNumber());
    for (auto [position, dim] :
         llvm::enumerate(getOperandDims(op, operand.getOperandNumber()))) {
      bool first = sizedBy[dim].empty();
      if (first)
        sizedBy[dim] = label;
      bool isDynamic = ShapedType::isDynamic(getShape(operand.get())[position]);
      if (!isDynamic || (first && isa<Value>(expected[dim])))
        continue;
      Value found = getValueOrCreateConstantIndexOp(
          builder, loc,
          linalg::createFoldedDimOp(builder, loc, operand.get(), position));
      Value wanted =
          getValueOrCreateConstantIndexOp(builder, loc, expected[dim]);
      Value equal = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, found, wanted);
      std::string text = "dim " + op.getDims().getName(dim).str() + " of " +
                         label + " differs from the size it has elsewhere";
      cf::AssertOp::create(builder, loc, equal, getMessage(op, text));
    }
  }
}

/// Asserts that each of key_lengths is in [0, number of keys].
static void checkKeyLengths(OpBuilder &builder, Location loc, AttentionOp op,
                            MessageFn getMessage) {
  // Lengths of a tile count the keys of the whole attention.
  Value lengths = op.getKeyLengths();
  if (!lengths || op.getKeyOffset())
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value keys = getValueOrCreateConstantIndexOp(
      builder, loc,
      getDomainSizes(builder, op)[*op.getDims().getDim(Role::Key)]);
  SmallVector<Value> lower, upper, step;
  for (int64_t dim = 0; dim < cast<ShapedType>(lengths.getType()).getRank();
       ++dim) {
    lower.push_back(zero);
    step.push_back(one);
    upper.push_back(getValueOrCreateConstantIndexOp(
        builder, loc, linalg::createFoldedDimOp(builder, loc, lengths, dim)));
  }
  scf::buildLoopNest(
      builder, loc, lower, upper, step,
      [&](OpBuilder &nested, Location loc, ValueRange indices) {
        Value length =
            isa<TensorType>(lengths.getType())
                ? tensor::ExtractOp::create(nested, loc, lengths, indices)
                      .getResult()
                : memref::LoadOp::create(nested, loc, lengths, indices)
                      .getResult();
        if (!length.getType().isIndex())
          length = arith::IndexCastOp::create(nested, loc,
                                              nested.getIndexType(), length);
        Value notNegative = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::sge, length, zero);
        Value notBeyond = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::sle, length, keys);
        Value valid =
            arith::AndIOp::create(nested, loc, notNegative, notBeyond);
        cf::AssertOp::create(
            nested, loc, valid,
            getMessage(op, "key_lengths holds a value outside [0, number of "
                           "keys]"));
      });
}

namespace {
template <typename OpTy>
struct NamedDimsOpVerification
    : RuntimeVerifiableOpInterface::ExternalModel<NamedDimsOpVerification<OpTy>,
                                                  OpTy> {
  void generateRuntimeVerification(Operation *op, OpBuilder &builder,
                                   Location loc, MessageFn getMessage) const {
    checkSizes(builder, loc, cast<NamedDimsOpInterface>(op), getMessage);
    if (auto attention = dyn_cast<AttentionOp>(op))
      checkKeyLengths(builder, loc, attention, getMessage);
  }
};
} // namespace

void diffattn::registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DiffAttnDialect *) {
    // What the checks are made of.
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         memref::MemRefDialect, scf::SCFDialect,
                         tensor::TensorDialect>();
    AttentionOp::attachInterface<NamedDimsOpVerification<AttentionOp>>(
        *context);
    OnlineAttentionOp::attachInterface<
        NamedDimsOpVerification<OnlineAttentionOp>>(*context);
    MergeOp::attachInterface<NamedDimsOpVerification<MergeOp>>(*context);
    FinalizeOp::attachInterface<NamedDimsOpVerification<FinalizeOp>>(*context);
  });
}
