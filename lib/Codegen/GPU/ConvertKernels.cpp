//===- ConvertKernels.cpp - kernels to the NVVM dialect ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CONVERTKERNELSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Threads of a warp.
static constexpr unsigned kWarpThreads = 32;

/// Turns collectives that have no instruction into shuffles.
static LogicalResult prepareCollectives(gpu::GPUModuleOp kernels) {
  RewritePatternSet patterns(kernels.getContext());
  populateGpuRewritePatterns(patterns);
  populateGpuLowerSubgroupReduceToShufflePatterns(patterns, kWarpThreads,
                                                  /*shuffleBitwidth=*/32);
  return applyPatternsGreedily(kernels, std::move(patterns));
}

static void addTypes(LLVMTypeConverter &converter) {
  configureGpuToNVVMTypeConverter(converter);
  nvgpu::populateCommonGPUTypeAndAttributeConversions(converter);
  converter.addConversion([](nvgpu::DeviceAsyncTokenType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
  converter.addConversion([](nvgpu::MBarrierTokenType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([&](nvgpu::MBarrierGroupType type) -> Type {
    return converter.convertType(
        nvgpu::getMBarrierMemrefType(type.getContext(), type));
  });
}

LogicalResult mlir::diffattn::convertKernels(gpu::GPUModuleOp kernels) {
  if (failed(prepareCollectives(kernels)) || failed(prepareVectors(kernels)))
    return failure();
  MLIRContext *context = kernels.getContext();
  LowerToLLVMOptions options(context, DataLayout(kernels));
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  addTypes(converter);
  RewritePatternSet patterns(context);
  populateToLLVMPatterns(converter, patterns);
  // Before upstream's calls of CUDA's libdevice, which nobody would link.
  populateMathToLLVMConversionPatterns(
      converter, patterns, /*approximateLog1p=*/false, PatternBenefit(10));
  populateGpuToNVVMConversionPatterns(converter, patterns);
  populateGpuWMMAToNVVMConversionPatterns(converter, patterns);
  populateNVGPUToNVVMConversionPatterns(converter, patterns);

  LLVMConversionTarget target(*context);
  target.addLegalDialect<NVVM::NVVMDialect>();
  target.addLegalOp<gpu::GPUModuleOp>();
  return applyFullConversion(kernels, target, std::move(patterns));
}

namespace {
struct ConvertKernelsPass
    : diffattn::impl::ConvertKernelsPassBase<ConvertKernelsPass> {
  void runOnOperation() override {
    if (failed(convertKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace
