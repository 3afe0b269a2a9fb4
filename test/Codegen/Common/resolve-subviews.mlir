// RUN: diffattn-opt %s --diffattn-resolve-subviews --split-input-file | FileCheck %s

// Either unit dimension could be the dropped one, as far as strides tell.
// CHECK-LABEL: func.func @ambiguous(
// CHECK:         %[[FULL:.*]] = memref.subview %{{.*}}[0, 0, 0, 0] [2, 1, 4, 1] [1, 1, 1, 1]
// CHECK-SAME:      to memref<2x1x4x1xf32
// CHECK:         memref.collapse_shape %[[FULL]] {{\[}}[0], [1], [2, 3]]
// CHECK-SAME:      into memref<2x1x4xf32
func.func @ambiguous(%a: memref<2x1x4x8xf32, strided<[?, ?, ?, ?], offset: ?>>)
    -> memref<2x1x4xf32, strided<[?, ?, ?], offset: ?>> {
  %0 = memref.subview %a[0, 0, 0, 0] [2, 1, 4, 1] [1, 1, 1, 1]
      : memref<2x1x4x8xf32, strided<[?, ?, ?, ?], offset: ?>> to memref<2x1x4xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<2x1x4xf32, strided<[?, ?, ?], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @clear_by_strides(
// CHECK-NOT:     memref.collapse_shape
func.func @clear_by_strides(%a: memref<2x1x4x8xf32>) -> memref<2x1x4xf32, strided<[32, 32, 8]>> {
  %0 = memref.subview %a[0, 0, 0, 0] [2, 1, 4, 1] [1, 1, 1, 1]
      : memref<2x1x4x8xf32> to memref<2x1x4xf32, strided<[32, 32, 8]>>
  return %0 : memref<2x1x4xf32, strided<[32, 32, 8]>>
}
