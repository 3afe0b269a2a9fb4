//===- Pipelines.cpp - from stage to stage --------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Pipelines/Pipelines.h"

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Conversion/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::diffattn;

static void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

static void addBufferization(OpPassManager &pm) {
  // No CSE before this: it would merge the empty tensors of two results, and
  // cost a copy.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::FullyDynamicLayoutMap;
  // The runtime aligns every buffer.
  bufferize.bufferAlignment = 0;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createResolveSubviewsPass());
  addCleanup(pm);
  // CSE makes copies of a buffer to itself, which fold now.
  pm.addNestedPass<func::FuncOp>(createMergeChecksPass());
  pm.addPass(createCanonicalizerPass());
}

static void addDeallocation(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createPrepareDeallocationPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferHoistingPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addNestedPass<func::FuncOp>(
      bufferization::createOptimizeAllocationLivenessPass());
}

static void addMemoryPlan(OpPassManager &pm, int64_t alignment) {
  PlanMemoryPassOptions options;
  options.alignment = alignment;
  pm.addNestedPass<func::FuncOp>(createPlanMemoryPass(options));
}

void mlir::diffattn::buildInputToRaised(OpPassManager &pm,
                                        const PipelineOptions &options) {
  pm.addPass(createRaisePass());
}

void mlir::diffattn::buildRaisedToFused(OpPassManager &pm,
                                        const PipelineOptions &options) {
  pm.addPass(createFusePass());
}

void mlir::diffattn::buildFusedToScheduled(OpPassManager &pm,
                                           const PipelineOptions &options) {
  pm.addPass(createSchedulePass(
      {options.vectorBits, options.l1Bytes, options.l2Bytes, options.bf16Dot}));
}

static void addScheduledToBuffers(OpPassManager &pm, bool fuse) {
  pm.addPass(createRecordAttentionsPass());
  pm.addPass(createBindParametersPass());
  pm.addPass(createCheckModulePass());
  pm.addPass(createResolveSubviewsPass());
  // Sizes of results are found through calls. Nothing is canonicalized before
  // the checks are in: what the author got wrong would fold away, unchecked.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  if (fuse)
    pm.addPass(createOutlineRepeatsPass());
  pm.addPass(createPrepareBufferizationPass());
  pm.addPass(createVerifyAtRunTimePass());
  pm.addPass(createCanonicalizerPass());
  if (fuse)
    pm.addPass(createTrimKeysPass({/*keepScheduled=*/true}));
  pm.addPass(createDecomposePass({/*keepScheduled=*/fuse}));
  if (fuse) {
    pm.addPass(createFuseElementwisePass());
    pm.addPass(createSinkConcatenationsPass());
    pm.addPass(createFuseElementwisePass());
  }
  pm.addPass(createFreshDestinationsPass());
  pm.addPass(createResultsToDestinationsPass());
  pm.addPass(createExpandDestinationsPass());
  addBufferization(pm);
  addDeallocation(pm);
  pm.addPass(createDescribeArgumentsPass());
}

void mlir::diffattn::buildScheduledToBuffers(OpPassManager &pm,
                                             const PipelineOptions &options) {
  addScheduledToBuffers(pm, /*fuse=*/true);
}

void mlir::diffattn::buildScheduledToPlainBuffers(
    OpPassManager &pm, const PipelineOptions &options) {
  addScheduledToBuffers(pm, /*fuse=*/false);
}

void mlir::diffattn::buildBuffersToKernels(OpPassManager &pm,
                                           const PipelineOptions &options) {
  pm.addPass(createLowerAttentionsPass({options.vectorBits, options.bf16Dot}));
  pm.addPass(createLowerContractionsPass(
      {options.vectorBits, options.bf16Dot, options.quantization}));
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createCopiesToLoopsPass());
  function.addPass(createVectorizeLoopsPass({options.vectorBits}));
  buildBuffersToLoops(pm, options);
  addMemoryPlan(pm, /*alignment=*/64);
}

void mlir::diffattn::buildBuffersToLoops(OpPassManager &pm,
                                         const PipelineOptions &options) {
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createCopiesToLoopsPass());
  function.addPass(createConvertLinalgToLoopsPass());
  function.addPass(createForallToParallelLoopPass());
  addCleanup(function);
}

/// Host code -> LLVM dialect, with the entries of public functions.
static void addHostToLLVM(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(memref::createExpandReallocPass());
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(createResolveExpandShapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  ExpandHalfFloatsPassOptions halfFloats;
  halfFloats.keepF16 = options.keepF16;
  pm.addPass(createExpandHalfFloatsPass(halfFloats));
  pm.addPass(createApproximateMathPass());
  pm.addPass(arith::createArithExpandOpsPass());
  addCleanup(pm);
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createSCFToControlFlowPass());
  ConvertMathToLLVMPassOptions math;
  math.approximateLog1p = false;
  pm.addPass(createConvertMathToLLVMPass(math));
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(diffattn::createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createThreadStatusPass());
  pm.addPass(createEmitEntriesPass());
}

void mlir::diffattn::buildKernelsToLLVM(OpPassManager &pm,
                                        const PipelineOptions &options) {
  pm.addPass(createRecordSignaturesPass());
  pm.addNestedPass<func::FuncOp>(createCheckAllocationsPass());
  pm.addPass(createLowerParallelPass());
  pm.addPass(createMergeFunctionsPass());
  addHostToLLVM(pm, options);
}

//===----------------------------------------------------------------------===//
// Kernels of a GPU
//===----------------------------------------------------------------------===//

void mlir::diffattn::buildFusedToGPUScheduled(OpPassManager &pm,
                                              const PipelineOptions &options) {
  pm.addPass(createScheduleGPUPass({options.sharedBytes}));
}

void mlir::diffattn::buildBuffersToGPUKernels(OpPassManager &pm,
                                              const PipelineOptions &options) {
  pm.addPass(createLowerAttentionsToGPUPass({options.sharedBytes}));
  if (options.callMatmuls)
    pm.addPass(createCallMatmulsPass());
  pm.addPass(memref::createExpandReallocPass());
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createLowerAffinePass());
  function.addPass(createForallToParallelLoopPass());
  function.addPass(createReduceRowsPass());
  function.addPass(createLaunchLoopsPass());
  pm.addPass(createOutlineKernelsPass());
  addCleanup(pm);
  // What a driver aligns allocations to.
  addMemoryPlan(pm, /*alignment=*/256);
}

/// The bodies of kernels -> LLVM and NVVM dialects.
static void addKernelsToNVVM(OpPassManager &pm,
                             const PipelineOptions &options) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(memref::createExpandOpsPass());
  kernels.addPass(createResolveExpandShapesPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  ExpandHalfFloatsPassOptions halfFloats;
  // The emulator runs kernels on the host.
  halfFloats.keepF16 = options.emulate ? options.keepF16 : true;
  halfFloats.keepBF16 = !options.emulate;
  kernels.addPass(createExpandHalfFloatsPass(halfFloats));
  kernels.addPass(createCallDeviceMathPass());
  kernels.addPass(arith::createArithExpandOpsPass());
  addCleanup(kernels);
  kernels.addPass(createSCFToControlFlowPass());
  pm.addPass(createReportChecksPass());
  OpPassManager &checked = pm.nest<gpu::GPUModuleOp>();
  checked.addPass(createConvertKernelsPass());
  checked.addPass(createReconcileUnrealizedCastsPass());
  addCleanup(checked);
}

void mlir::diffattn::buildGPUKernelsToLLVM(OpPassManager &pm,
                                           const PipelineOptions &options) {
  pm.addPass(createRecordSignaturesPass());
  pm.addNestedPass<func::FuncOp>(createCheckAllocationsPass());
  addKernelsToNVVM(pm, options);
  pm.addPass(createLowerLaunchesPass({options.chip}));
  addHostToLLVM(pm, options);
}

void mlir::diffattn::registerDiffAttnPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "diffattn-to-cpu",
      "Lower everything to LLVM for a CPU with vectors and threads",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildInputToRaised(pm, options);
        buildRaisedToFused(pm, options);
        buildFusedToScheduled(pm, options);
        buildScheduledToBuffers(pm, options);
        buildBuffersToKernels(pm, options);
        buildKernelsToLLVM(pm, options);
      });
  PassPipelineRegistration<PipelineOptions>(
      "diffattn-to-loops",
      "Lower everything to LLVM through naive loops: the reference lowering",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildScheduledToPlainBuffers(pm, options);
        buildBuffersToLoops(pm, options);
        buildKernelsToLLVM(pm, options);
      });
  PassPipelineRegistration<PipelineOptions>(
      "diffattn-to-nvvm",
      "Lower everything to LLVM for a host, and to NVVM for kernels of a GPU",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildInputToRaised(pm, options);
        buildRaisedToFused(pm, options);
        buildFusedToGPUScheduled(pm, options);
        buildScheduledToBuffers(pm, options);
        buildBuffersToGPUKernels(pm, options);
        buildGPUKernelsToLLVM(pm, options);
      });
}
