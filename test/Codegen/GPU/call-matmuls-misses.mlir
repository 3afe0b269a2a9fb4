// RUN: diffattn-opt %s -split-input-file -verify-diagnostics -diffattn-call-matmuls -remark-format=emitRemark -remarks-filter=diffattn-call-matmuls | FileCheck %s

// Sums of halves in f64: the library has them in f32 only.
// CHECK-LABEL: func.func @sums_in_f64(
// CHECK:         linalg.matmul
func.func @sums_in_f64(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf64>) {
  // expected-remark @below {{the library has no products of f16 and f16 that give f64}}
  linalg.matmul ins(%a, %b : memref<?x?xf16>, memref<?x?xf16>) outs(%c : memref<?x?xf64>)
  return
}

// -----

// Factors of two types are both converted to f32, which would round one in f64.
// CHECK-LABEL: func.func @one_factor_in_f64(
// CHECK:         linalg.matmul
func.func @one_factor_in_f64(%a: memref<?x?xf64>, %b: memref<?x?xf32>, %c: memref<?x?xf64>) {
  // expected-remark @below {{the library has no products of f64 and f32 that give f64}}
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf32>) outs(%c : memref<?x?xf64>)
  return
}
