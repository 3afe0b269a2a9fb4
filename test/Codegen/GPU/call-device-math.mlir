// RUN: diffattn-opt %s -pass-pipeline='builtin.module(gpu.module(diffattn-call-device-math))' | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG:     llvm.func @diffattn_expf(f32) -> f32
// CHECK-DAG:     llvm.func @diffattn_exp(f64) -> f64
// CHECK-DAG:     llvm.func @diffattn_fmodf(f32, f32) -> f32
// CHECK-DAG:     llvm.func @diffattn_ipowi(i64, i64) -> i64
// CHECK-DAG:     llvm.func @diffattn_powif(f32, i64) -> f32
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @numbers(
  // CHECK-SAME:    %[[X:.*]]: f32, %[[Y:.*]]: f64, %[[N:.*]]: i8)
  gpu.func @numbers(%x: f32, %y: f64, %n: i8) kernel {
    // CHECK: llvm.call @diffattn_expf(%[[X]]) : (f32) -> f32
    %0 = math.exp %x : f32
    // CHECK: llvm.call @diffattn_exp(%[[Y]]) : (f64) -> f64
    %1 = math.exp %y : f64
    // CHECK: llvm.call @diffattn_fmodf(%[[X]], %[[X]])
    %2 = arith.remf %x, %x : f32
    // CHECK: %[[WIDE:.*]] = arith.extsi %[[N]] : i8 to i64
    // CHECK: llvm.call @diffattn_powif(%[[X]], %[[WIDE]])
    %3 = math.fpowi %x, %n : f32, i8
    // CHECK: %[[POWER:.*]] = llvm.call @diffattn_ipowi(
    // CHECK: arith.trunci %[[POWER]] : i64 to i8
    %4 = math.ipowi %n, %n : i8
    // CHECK: llvm.call @diffattn_sinf(%[[X]])
    // CHECK: llvm.call @diffattn_cosf(%[[X]])
    %5, %6 = math.sincos %x : f32
    // PTX has instructions for these.
    // CHECK: math.sqrt
    %7 = math.sqrt %x : f32
    // CHECK: math.absf
    %8 = math.absf %x : f32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @vectors(
  // CHECK-SAME:    %[[X:.*]]: vector<1x2xf32>)
  gpu.func @vectors(%x: vector<1x2xf32>) kernel {
    // CHECK: %[[FIRST:.*]] = vector.extract %[[X]][0, 0]
    // CHECK: %[[TANH:.*]] = llvm.call @diffattn_tanhf(%[[FIRST]])
    // CHECK: vector.insert %[[TANH]], %{{.*}} [0, 0]
    // CHECK: vector.extract %[[X]][0, 1]
    %0 = math.tanh %x : vector<1x2xf32>
    gpu.return
  }
}
