// RUN: diffattn-opt %s --diffattn-drop-sync -verify-diagnostics
// RUN: diffattn-opt %s --diffattn-drop-sync=number=1 | FileCheck %s --check-prefix=WAIT
// RUN: diffattn-opt %s --diffattn-drop-sync=number=3 | FileCheck %s --check-prefix=LAST
// RUN: not diffattn-opt %s --diffattn-drop-sync=number=4 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: no barrier, commit or wait has number 4: the kernels have 4

gpu.module @kernels {
  // WAIT-LABEL: llvm.func @copies(
  // WAIT-NEXT:    nvvm.cp.async.commit.group
  // WAIT-NEXT:    nvvm.barrier0
  // WAIT-NEXT:    llvm.return
  llvm.func @copies() attributes {nvvm.kernel} {
    // expected-remark @below {{number 0: nvvm.cp.async.commit.group}}
    nvvm.cp.async.commit.group
    // expected-remark @below {{number 1: nvvm.cp.async.wait.group}}
    nvvm.cp.async.wait.group 0
    // expected-remark @below {{number 2: nvvm.barrier0}}
    nvvm.barrier0
    llvm.return
  }
  // LAST-LABEL: gpu.func @above(
  // LAST-NEXT:    gpu.return
  gpu.func @above() kernel {
    // expected-remark @below {{number 3: gpu.barrier}}
    gpu.barrier
    gpu.return
  }
}
