//===- Passes.td - passes for the emulator ------------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_SIM_PASSES
#define DIFFATTN_CODEGEN_SIM_PASSES

include "mlir/Pass/PassBase.td"

def DropSyncPass : Pass<"diffattn-drop-sync", "::mlir::ModuleOp"> {
  let summary = "Remove one operation that orders what threads of a kernel do";
  let description = [{
    What: removes barrier, arrival, commit or wait number `number` of the
    kernels, counted from 0 in the order of the text: `gpu.barrier`,
    `nvvm.barrier0`, `nvvm.barrier`, `nvvm.barrier.arrive`,
    `nvvm.bar.warp.sync`, `nvvm.cp.async.commit.group` and
    `nvvm.cp.async.wait.group`. Without `number` nothing changes, and a remark at
    each says its number.

    Why: a test removes each in turn. If the emulator finds nothing wrong with
    what remains, either the emulator misses an error or the operation is of no
    use.

    Needs: `gpu.module`s.

    Leaves: all else.

    Refuses: a number that there is not.
  }];
  let options = [Option<"number", "number", "int64_t", "-1",
                        "which one to remove; -1: none, tell of all">];
}

def LowerToSimPass : Pass<"diffattn-lower-to-sim", "::mlir::ModuleOp"> {
  let summary = "Make host code of kernels, for the emulator";
  let description = [{
    What: moves what is in `gpu.module`s out of them. Each kernel becomes a
    function of the host that `diffattn_kernels.functions` can point to: it calls
    `diffattn_sim_run` with a `diffattn_sim_kernel` (Sim/Kernel.h), which runs
    all threads. In the code of a thread, operations of the NVVM dialect,
    approximate functions and addresses of shared memory become calls of
    `diffattn_sim_*`; in front of each access to memory stands a call that checks
    it, unless it is to the thread's own stack or to a constant.

    Why: kernels run, and are checked, where there is no GPU. It is the kernel's
    own code up to here; what a test finds is true of the code for NVIDIA's
    hardware too.

    Needs: kernels in the LLVM and NVVM dialects, launches lowered. Run it after
    `diffattn-thread-status`, which changes all functions.

    Leaves: no `gpu.module`; one public function a kernel, all else internal.
    Functions that kernels only declare stay declarations.

    Refuses: operations that the emulator has no code for, by name:
    `no emulation for 'llvm.inline_asm'`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DIFFATTN_CODEGEN_SIM_PASSES
