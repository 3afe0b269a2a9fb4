//===- BufferizableOpInterfaceImpl.cpp - tensors to memrefs
//-----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::diffattn;

namespace {
template <typename OpTy>
struct NamedDimsOpBufferization
    : DstBufferizableOpInterfaceExternalModel<NamedDimsOpBufferization<OpTy>,
                                              OpTy> {
  /// Outs are read only by ops that accumulate into them; the base class would
  /// say always, which costs copies.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return cast<NamedDimsOpInterface>(op).accumulates() ||
           !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto destination = cast<DestinationStyleOpInterface>(op);
    if (destination.hasPureBufferSemantics())
      return success();
    SmallVector<Value> operands, outs;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (isa<TensorType>(value.getType())) {
        FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        value = *buffer;
      }
      operands.push_back(value);
      if (destination.isDpsInit(&operand))
        outs.push_back(value);
    }
    rewriter.setInsertionPoint(op);
    mlir::clone(rewriter, op, TypeRange{}, operands);
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};
} // namespace

void diffattn::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DiffAttnDialect *) {
    AttentionOp::attachInterface<NamedDimsOpBufferization<AttentionOp>>(
        *context);
    OnlineAttentionOp::attachInterface<
        NamedDimsOpBufferization<OnlineAttentionOp>>(*context);
    MergeOp::attachInterface<NamedDimsOpBufferization<MergeOp>>(*context);
    FinalizeOp::attachInterface<NamedDimsOpBufferization<FinalizeOp>>(*context);
  });
}
