// RUN: diffattn-opt %s -diffattn-report-checks | FileCheck %s

// Equal messages have one number. The launch of a kernel with checks passes the
// status word; others stay.

// CHECK:       func.func private @diffattn_status_word() -> !llvm.ptr
// CHECK-LABEL: func.func @launch(
// CHECK:         %[[WORD:.*]] = call @diffattn_status_word() : () -> !llvm.ptr
// CHECK:         gpu.launch_func @diffattn_kernels::@checked {{.*}} args(%{{.*}} : i1, %{{.*}} : i1, %[[WORD]] : !llvm.ptr)
// CHECK:         gpu.launch_func @diffattn_kernels::@unchecked {{.*}} threads in ({{[^)]*}})
// CHECK-NEXT:    return
// CHECK:       gpu.module @diffattn_kernels attributes {diffattn.messages = ["first", "second"]}
// CHECK:         gpu.func @checked(%[[A:.*]]: i1, %[[B:.*]]: i1, %[[STATUS:.*]]: !llvm.ptr) kernel
// CHECK-DAG:       %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:           cf.cond_br %[[A]], ^[[GO_ON:.*]], ^[[FAIL:.*]](%[[ONE]] : i32)
// CHECK:           cf.cond_br %[[B]], ^{{.*}}, ^[[FAIL]](%c2_i32 : i32)
// CHECK:           cf.cond_br %[[B]], ^{{.*}}, ^[[FAIL]](%c1_i32{{.*}} : i32)
// CHECK:         ^[[FAIL]](%[[NUMBER:.*]]: i32):
// CHECK:           llvm.store %[[NUMBER]], %[[STATUS]]
// CHECK:           gpu.return
module attributes {gpu.container_module} {
  func.func @launch(%a: i1, %b: i1) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @diffattn_kernels::@checked blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : i1, %b : i1)
    gpu.launch_func @diffattn_kernels::@unchecked blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  gpu.module @diffattn_kernels {
    gpu.func @checked(%a: i1, %b: i1) kernel {
      cf.assert %a, "first"
      cf.assert %b, "second"
      cf.assert %b, "first"
      gpu.return
    }
    gpu.func @unchecked() kernel {
      gpu.return
    }
  }
}
