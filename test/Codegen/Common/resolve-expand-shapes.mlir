// RUN: diffattn-opt %s --diffattn-resolve-expand-shapes | FileCheck %s
// RUN: diffattn-opt %s --diffattn-resolve-expand-shapes --expand-strided-metadata

// CHECK: #[[PRODUCT:.*]] = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK-LABEL: func.func @two_unknown(
// CHECK-SAME:    %[[SOURCE:[a-z0-9]+]]: memref<?x8xf32, strided<[?, 1], offset: ?>>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[SOURCE]]
// CHECK:         %[[STRIDE:.*]] = affine.apply #[[PRODUCT]]()[%[[STRIDES]]#0, %[[B]]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[A]], %[[B]], 2, 4], strides: [%[[STRIDE]], %[[STRIDES]]#0, 4, 1]
func.func @two_unknown(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %a: index, %b: index) -> memref<?x?x2x4xf32, strided<[?, ?, 4, 1], offset: ?>> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, %b, 2, 4] : memref<?x8xf32, strided<[?, 1], offset: ?>> into memref<?x?x2x4xf32, strided<[?, ?, 4, 1], offset: ?>>
  return %0 : memref<?x?x2x4xf32, strided<[?, ?, 4, 1], offset: ?>>
}

// CHECK-LABEL: func.func @one_unknown(
// CHECK-NEXT:    memref.expand_shape
func.func @one_unknown(%m: memref<?x8xf32>, %a: index) -> memref<?x3x8xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%a, 3, 8] : memref<?x8xf32> into memref<?x3x8xf32>
  return %0 : memref<?x3x8xf32>
}
