//===- Passes.td - passes for CPUs -------------------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_PASSES
#define DIFFATTN_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

def LowerContractionsPass
    : Pass<"diffattn-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "Compute contractions by vectorised, threaded kernels";
  let description = [{
    What: each linalg operation on buffers that adds products of two inputs to
    its output becomes a call of a function that does so for any sizes and
    strides. There is one such function, with a few that it calls, for each
    combination of element types. `lib/Codegen/CPU/ContractionKernels.h` says
    how they work. A `linalg.fill` with zeros right before goes: the kernel
    overwrites instead.

    Why: the time of a model goes into its contractions. One function for all of
    them keeps compilation short.

    Needs: buffers. Run before `convert-linalg-to-loops`.

    Leaves: contractions whose element types are not floats, whose dims some
    operand has twice or not at all, or that have more than 4 dims of a kind.
    Sums are those of f32 (f64 if the output is f64), rounded once, in an order
    that depends on the sizes only.

    Refuses: a `vector-bits` other than 128, 256 or 512.
  }];
  let options = [Option<"vectorBits", "vector-bits", "int64_t", "128",
                        "bits of a vector of the target">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
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

#endif // DIFFATTN_CODEGEN_CPU_PASSES
