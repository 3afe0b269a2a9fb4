// RUN: diffattn-opt %s -split-input-file -diffattn-outline-kernels | FileCheck %s

// One module for all kernels, also those that are there; constants are repeated
// inside; names are unique and fit PTX.

// CHECK-LABEL: module attributes {gpu.container_module}
// CHECK:         func.func @"two-launches"(
// CHECK:           gpu.launch_func @diffattn_kernels::@two_launches_fill {{.*}} args(%{{.*}} : memref<4xf32>)
// CHECK:           gpu.launch_func @diffattn_kernels::@two_launches_fill_0 {{.*}} args(%{{.*}} : memref<4xf32>)
// CHECK:         gpu.module @diffattn_kernels
// CHECK:           gpu.func @there
// CHECK:           gpu.func @two_launches_fill(%{{.*}}: memref<4xf32>) kernel
// CHECK:             arith.constant 2.0
// CHECK:           gpu.func @two_launches_fill_0(
// CHECK-NOT:     gpu.module
module attributes {gpu.container_module} {
  func.func @"two-launches"(%out: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %value = arith.constant 2.0 : f32
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
      memref.store %value, %out[%tx] : memref<4xf32>
      gpu.terminator
    } {diffattn.kernel = "fill"}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
      memref.store %value, %out[%tx] : memref<4xf32>
      gpu.terminator
    } {diffattn.kernel = "fill"}
    return
  }
  gpu.module @diffattn_kernels {
    gpu.func @there() kernel {
      gpu.return
    }
  }
}
