// RUN: diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-copies-to-loops))" --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @strided
// CHECK:         linalg.copy
// CHECK-NOT:     memref.copy
func.func @strided(%a: memref<4x4xf32, strided<[?, ?], offset: ?>>, %b: memref<4x4xf32>) {
  memref.copy %a, %b : memref<4x4xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @block_stays
// CHECK:         memref.copy
func.func @block_stays(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  return
}

// -----

func.func @unranked(%a: memref<*xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{has an unranked memref, expected ranked ones}}
  memref.copy %a, %b : memref<*xf32> to memref<4xf32>
  return
}
