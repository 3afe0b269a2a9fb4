// RUN: diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-check-allocations))" | FileCheck %s

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[BYTES:.*]] = arith.constant 32 : i64
// CHECK:         %[[SIZE:.*]] = arith.index_cast %[[N]]
// CHECK:         arith.cmpi sge, %[[SIZE]]
// CHECK:         %{{.*}}, %[[HIGH:.*]] = arith.mului_extended %[[BYTES]], %[[SIZE]]
// CHECK:         arith.cmpi eq, %[[HIGH]]
// CHECK:         cf.assert %{{.*}}, "the size of a buffer is negative or too large"
// CHECK:         memref.alloc
func.func @dynamic(%n: index) {
  %0 = memref.alloc(%n) : memref<?x8xf32>
  return
}

// CHECK-LABEL: func.func @static
// CHECK-NOT:     cf.assert
func.func @static() {
  %0 = memref.alloc() : memref<8xf32>
  return
}
