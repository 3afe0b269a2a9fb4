//===- ConvertToLLVM.cpp - the last conversion ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/HalfFloats.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CONVERTTOLLVMPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// Float to integer, saturating: see Passes.td.
template <typename SourceOp>
struct SaturatingConversion : ConvertOpToLLVMPattern<SourceOp> {
  SaturatingConversion(const LLVMTypeConverter &converter, StringRef intrinsic)
      : ConvertOpToLLVMPattern<SourceOp>(converter, /*benefit=*/2),
        intrinsic(intrinsic) {}
  using OpAdaptor = typename SourceOp::Adaptor;

  LogicalResult
  matchAndRewrite(SourceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, type, rewriter.getStringAttr(intrinsic), adaptor.getOperands());
    return success();
  }

private:
  StringRef intrinsic;
};
} // namespace

/// Names the first operation that no pattern takes. Kernels are converted on
/// their own.
static LogicalResult checkDialects(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    Dialect *dialect = op->getDialect();
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    if (isa_and_present<BuiltinDialect, LLVM::LLVMDialect, arith::ArithDialect,
                        cf::ControlFlowDialect, func::FuncDialect,
                        index::IndexDialect, memref::MemRefDialect,
                        ub::UBDialect, vector::VectorDialect>(dialect))
      return WalkResult::advance();
    op->emitOpError() << "can't be lowered for the CPU";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::diffattn::prepareVectors(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool isVector = isa_and_present<vector::VectorDialect>(op->getDialect());
    return isVector ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return success();
  RewritePatternSet patterns(root->getContext());
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/false);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerReduction);
  vector::populateVectorOuterProductLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorTransferLoweringPatterns(patterns,
                                                 /*maxTransferRank=*/1);
  vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::Shuffle1D);
  return applyPatternsGreedily(root, std::move(patterns));
}

void mlir::diffattn::populateToLLVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  patterns.add<SaturatingConversion<arith::FPToSIOp>>(converter,
                                                      "llvm.fptosi.sat");
  patterns.add<SaturatingConversion<arith::FPToUIOp>>(converter,
                                                      "llvm.fptoui.sat");
}

LogicalResult mlir::diffattn::convertToLLVM(ModuleOp module) {
  if (failed(checkDialects(module)) || failed(prepareVectors(module)))
    return failure();
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context, DataLayout(module));
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  populateToLLVMPatterns(converter, patterns);

  LLVMConversionTarget target(*context);
  target.addLegalOp<cf::AssertOp, ModuleOp, gpu::GPUModuleOp>();
  target.markOpRecursivelyLegal<gpu::GPUModuleOp>();
  if (failed(applyFullConversion(module, target, std::move(patterns))))
    return failure();
  moveHalvesAsIntegers(module);
  return success();
}

namespace {
struct ConvertToLLVMPass
    : diffattn::impl::ConvertToLLVMPassBase<ConvertToLLVMPass> {
  void runOnOperation() override {
    if (failed(convertToLLVM(getOperation())))
      signalPassFailure();
  }
};
} // namespace
