//===- Passes.td - passes for CPUs -------------------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_PASSES
#define DIFFATTN_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

def ApproximateMathPass : Pass<"diffattn-approximate-math"> {
  let summary = "Compute elementary functions of f32 vectors by polynomials";
  let description = [{
    What: replaces exp, exp2, expm1, log, log1p, tanh, erf, sin and cos on
    vectors of f32 by a reduction of the range and a polynomial.

    Why: LLVM would call libm for each lane.

    Needs: half floats are expanded already. Scalars and f64 stay calls of
    libm; their expm1 is computed from exp and log.

    Leaves: arith, bit operations and square roots. Results are within 2 ulp,
    and right at infinities, NaN, zeros and denormals. Angles from 2^20 on are
    left to libm, lane by lane.

    Refuses: nothing.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def LowerAttentionsPass : Pass<"diffattn-lower-attentions", "::mlir::ModuleOp"> {
  let summary = "Compute attention by vectorised, threaded kernels";
  let description = [{
    What: each `diffattn.attention` on buffers that has a schedule becomes a call
    of a function that computes it by that schedule, with loops and vectors.
    Attentions that differ in a few numbers only (scale, softcap, eps,
    out_scale) share a function, and all share its inner loops.
    `lib/Codegen/CPU/AttentionWriter.h` says how it works.

    Why: both maps of a differential attention take one product with the value,
    and no array of scores is ever stored.

    Needs: buffers; q, k and v of f32, bf16 or f16. Run before
    `diffattn-lower-contractions`.

    Leaves: attention without a schedule. Sums are those of f32, in an order that
    depends on the sizes of a head, on how many share its keys and on the
    target, not on threads or batch. Weights of f32 are within 2 ulp of the
    exponential; those of bf16 and f16 within 2^-18.

    Refuses: a `vector-bits` other than 128, 256 or 512.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "128",
           "bits of a vector of the target">,
    Option<"bf16Dot", "bf16-dot", "bool", "false",
           "the target adds products of pairs of bf16 by one instruction">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LowerContractionsPass
    : Pass<"diffattn-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "Compute contractions by vectorised, threaded kernels";
  let description = [{
    What: each linalg operation on buffers that adds products of two inputs to
    its output becomes a call of a function that does so for any sizes and
    strides. There is one such function, with a few that it calls, for each
    combination of element types. `lib/Codegen/CPU/ContractionKernels.h` says
    how they work. A `linalg.fill` with zeros right before goes: the kernel
    overwrites instead. Where the second factor is a parameter, or an argument
    of a private function, the code asks the runtime at each call whether it
    keeps these weights packed (`diffattn_find_panels`), and how to multiply by
    them depends on the answer.
    With `quantize`, what is kept are integers of 8 or 4 bits with scales
    (`docs/quantization.md`), unless the output is f64; any other array is
    multiplied as it is.

    Why: the time of a model goes into its contractions. One function for all of
    them keeps compilation short.

    Needs: buffers. Run before `convert-linalg-to-loops`.

    Leaves: contractions whose element types are not floats, whose dims some
    operand has twice or not at all, or that have more than 4 dims of a kind.
    Sums are those of f32 (f64 if the output is f64), rounded once, in an order
    that depends on sizes and strides only, not on threads.

    Refuses: a `vector-bits` other than 128, 256 or 512; a symbol that is called
    `diffattn_find_panels`.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "128",
           "bits of a vector of the target">,
    Option<"bf16Dot", "bf16-dot", "bool", "false",
           "the target adds products of pairs of bf16 by one instruction">,
    Option<"quantization", "quantize", "::mlir::diffattn::Quantization",
           "::mlir::diffattn::Quantization::None",
           "what is kept of weights",
           "::mlir::diffattn::valuesOfQuantization()">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LowerParallelPass : Pass<"diffattn-lower-parallel", "::mlir::ModuleOp"> {
  let summary = "Run parallel loops on the threads of the runtime";
  let description = [{
    What: the body of each outermost `scf.parallel` becomes a function of its
    iteration, and the loop a call of `diffattn_run_parallel` with that
    function. The values that the body uses travel in a struct on the stack.
    Iterations of nested dims are numbered in row-major order.

    Why: the runtime owns the threads (libomp's, or a pool of the host), and an
    error in any iteration must become the status of the call.

    Needs: memrefs and scalars, no tensors. Run before the conversion to LLVM,
    and before `diffattn-thread-status`, which adds contexts and statuses.

    Leaves: `scf.parallel` only inside the new functions (they run where they
    are: the outer loop has all the threads) and where a loop has a reduction
    or a single iteration.

    Refuses: bodies that use values with no representation in memory.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect"
  ];
}

def SchedulePass : Pass<"diffattn-schedule"> {
  let summary = "Say how each attention is to be computed";
  let description = [{
    What: gives each `diffattn.attention` that the kernels of this target take
    the attribute `diffattn.schedule`: a strategy and sizes of blocks, planned
    from the shape of one head, the element type and the options. A remark says
    why. `include/diffattn/TilePlan/AttentionPlan.h` has the reasoning.

    Why: which order is fastest depends on how much of a row of scores the cache
    holds, and on how many rows share their keys. In the text, the choice can be
    read, changed and tested.

    Needs: tensors or memrefs. Sizes that are not static leave the choice to the
    kernel (strategy `auto`), by limits that are in the attribute.

    Leaves: attentions that have a schedule, and those the kernels don't take
    (elements that are not f16, bf16 or f32), with a remark; they are decomposed.

    Refuses: a `vector-bits` other than 128, 256 or 512; caches without bytes.

    ```mlir
    %o = diffattn.attention signal(...) value(...) outs(%init[h, m, e] : ...)
        {diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256,
             held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "128",
           "bits of a vector of the target">,
    Option<"l1Bytes", "l1-bytes", "int64_t", "32768",
           "bytes of the first level data cache of a core">,
    Option<"l2Bytes", "l2-bytes", "int64_t", "1048576",
           "bytes of the second level cache of a core">,
    Option<"bf16Dot", "bf16-dot", "bool", "false",
           "the target adds products of pairs of bf16 by one instruction">
  ];
}

def VectorizeLoopsPass : Pass<"diffattn-vectorize-loops",
                              "::mlir::func::FuncOp"> {
  let summary = "Turn linalg on buffers into loops with vectors and threads";
  let description = [{
    What: each linalg operation becomes loops. Outer parallel dims are rows,
    which threads share if there is enough to do; the dim along which every
    buffer is contiguous is computed a vector at a time, the last, partial
    vector under a mask. Neighbours that loop over the same rows and need
    nothing of each other but the same row become one loop, so that a row of a
    softmax or norm stays in the cache.

    Why: what is not a contraction is bound by memory and by exp. Computing
    every element by the same instructions, and each row by one thread, makes
    results independent of the number of threads.

    Needs: buffers. Copies between contiguous buffers may be `memref.copy`.

    Leaves: scf, vector, arith and math; memory accesses in bounds. Operations
    that can't use vectors (gathers, transpositions, i1 in memory, integers whose
    width is no power of two or below 8) become loops over scalars. Where an
    argument may be contiguous, there are two versions.

    Refuses: nothing. Buffers with a layout that is not strided keep their
    linalg operation.
  }];
  let options = [Option<"vectorBits", "vector-bits", "int64_t",
                        /*default=*/"128", "bits of a vector of the target">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // DIFFATTN_CODEGEN_CPU_PASSES
