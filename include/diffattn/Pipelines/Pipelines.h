//===- Pipelines.h - from stage to stage ------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each builder adds the passes that lead from one stage to the next one. All
// expect a pass manager on a module.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PIPELINES_PIPELINES_H
#define DIFFATTN_PIPELINES_PIPELINES_H

#include "diffattn/Codegen/CPU/Quantization.h"

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::diffattn {

/// What the pipelines can be told. The defaults suit any target.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  /// f16 <-> f32 conversions are instructions of the target (x86: f16c).
  PassOptions::Option<bool> keepF16{
      *this, "keep-f16",
      llvm::cl::desc("the target converts between f16 and f32 by instructions"),
      llvm::cl::init(false)};
  /// Vectors of the target, of which it has at least 16 registers.
  PassOptions::Option<int64_t> vectorBits{
      *this, "vector-bits", llvm::cl::desc("bits of a vector of the target"),
      llvm::cl::init(128)};
  /// The caches of a core.
  PassOptions::Option<int64_t> l1Bytes{
      *this, "l1-bytes",
      llvm::cl::desc("bytes of the first level data cache of a core"),
      llvm::cl::init(32 << 10)};
  PassOptions::Option<int64_t> l2Bytes{
      *this, "l2-bytes",
      llvm::cl::desc("bytes of the second level cache of a core"),
      llvm::cl::init(1 << 20)};
  /// Products of pairs of bf16 are added to f32 by instructions of the target
  /// (x86: avx512_bf16).
  PassOptions::Option<bool> bf16Dot{
      *this, "bf16-dot",
      llvm::cl::desc("the target adds products of pairs of bf16 by one "
                     "instruction"),
      llvm::cl::init(false)};
  /// What the runtime keeps of weights.
  PassOptions::Option<Quantization> quantization{
      *this, "quantize",
      llvm::cl::desc("what is kept of weights: numbers of their own type, or "
                     "integers of a few bits with scales"),
      llvm::cl::init(Quantization::None), valuesOfQuantization()};
  /// The oldest GPU that kernels run on.
  PassOptions::Option<std::string> chip{
      *this, "chip", llvm::cl::desc("the oldest chip that kernels run on"),
      llvm::cl::init("sm_80")};
  /// What a workgroup of that GPU can have.
  PassOptions::Option<int64_t> sharedBytes{
      *this, "shared-bytes",
      llvm::cl::desc("bytes of shared memory that a workgroup can have"),
      llvm::cl::init(163 * 1024)};
  /// Matrix products become calls of a library, else kernels.
  PassOptions::Option<bool> callMatmuls{
      *this, "call-matmuls",
      llvm::cl::desc("compute matrix products of GPUs by a library"),
      llvm::cl::init(true)};
  /// Kernels become functions of the host, for the emulator.
  PassOptions::Option<bool> emulate{
      *this, "emulate", llvm::cl::desc("compile kernels for the emulator"),
      llvm::cl::init(false)};
};

/// Attention spelled in linalg -> `diffattn.attention` on original storage.
void buildInputToRaised(OpPassManager &pm, const PipelineOptions &options);

/// Differences of two attentions -> one differential attention.
void buildRaisedToFused(OpPassManager &pm, const PipelineOptions &options);

/// Attentions that kernels take say how these compute them.
void buildFusedToScheduled(OpPassManager &pm, const PipelineOptions &options);

/// Tensors and `diffattn` operations -> memrefs and linalg.
void buildScheduledToBuffers(OpPassManager &pm, const PipelineOptions &options);

/// The same for the reference lowering: operations stay as they are written.
void buildScheduledToPlainBuffers(OpPassManager &pm,
                                  const PipelineOptions &options);

/// Linalg -> vectors and threads where the CPU passes know how, else as
/// buildBuffersToLoops does it.
void buildBuffersToKernels(OpPassManager &pm, const PipelineOptions &options);

/// Linalg -> loops and scalars, naively.
void buildBuffersToLoops(OpPassManager &pm, const PipelineOptions &options);

/// Loops -> LLVM dialect, with the entries of public functions.
void buildKernelsToLLVM(OpPassManager &pm, const PipelineOptions &options);

/// Attentions that kernels of a GPU take say how these compute them.
void buildFusedToGPUScheduled(OpPassManager &pm,
                              const PipelineOptions &options);

/// Attention, linalg and loops -> kernels of a GPU in one `gpu.module`, and
/// host code that launches them.
void buildBuffersToGPUKernels(OpPassManager &pm,
                              const PipelineOptions &options);

/// Host code -> LLVM dialect, with the entries of public functions; kernels ->
/// LLVM and NVVM dialects.
void buildGPUKernelsToLLVM(OpPassManager &pm, const PipelineOptions &options);

/// Registers what goes all the way: `--diffattn-to-cpu`, `--diffattn-to-nvvm`
/// for GPUs, and `--diffattn-to-loops`, the reference lowering. All take any
/// shape, element type and option.
void registerDiffAttnPipelines();

} // namespace mlir::diffattn

#endif // DIFFATTN_PIPELINES_PIPELINES_H
