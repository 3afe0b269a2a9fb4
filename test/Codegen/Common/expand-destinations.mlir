// RUN: diffattn-opt %s --diffattn-expand-destinations --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @joined_heads(
// CHECK-SAME:    %[[N:.*]]: index, %[[OUT:.*]]: memref<?x16xf32, strided<[?, ?], offset: ?>>
// CHECK:         %[[VIEW:.*]] = memref.expand_shape %[[OUT]] {{\[}}[0], [1, 2]] output_shape [%[[N]], 2, 8]
// CHECK:         %[[HEADS:.*]] = linalg.fill
// CHECK:         bufferization.materialize_in_destination %[[HEADS]] in restrict writable %[[VIEW]]
func.func @joined_heads(%n: index, %out: memref<?x16xf32, strided<[?, ?], offset: ?>>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n) : tensor<?x2x8xf32>
  %heads = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2x8xf32>) -> tensor<?x2x8xf32>
  %joined = tensor.collapse_shape %heads [[0], [1, 2]] : tensor<?x2x8xf32> into tensor<?x16xf32>
  bufferization.materialize_in_destination %joined in restrict writable %out
      : (tensor<?x16xf32>, memref<?x16xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// -----

// Not built here: the argument would be copied either way.
// CHECK-LABEL: func.func @collapsed_argument(
// CHECK-NOT:     memref.expand_shape
func.func @collapsed_argument(%a: tensor<2x8xf32>, %out: memref<16xf32>) {
  %joined = tensor.collapse_shape %a [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  bufferization.materialize_in_destination %joined in restrict writable %out
      : (tensor<16xf32>, memref<16xf32>) -> ()
  return
}
