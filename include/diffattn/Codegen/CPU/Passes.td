//===- Passes.td - passes for CPUs -------------------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_PASSES
#define DIFFATTN_CODEGEN_CPU_PASSES

include "mlir/Pass/PassBase.td"

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
