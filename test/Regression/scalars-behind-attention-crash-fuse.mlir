// Dims of size 1 were put before the first dim of a result that has none.
// RUN: diffattn-opt %s --diffattn-fuse | FileCheck %s

// CHECK-LABEL: func.func @one_number(
// CHECK:         diffattn.attention
// CHECK:         arith.mulf
func.func @one_number(%q: tensor<1x4xf32>, %k: tensor<7x4xf32>, %v: tensor<7x1xf32>) -> tensor<f32> {
  %init = tensor.empty() : tensor<1x1xf32>
  %a = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<1x4xf32>, tensor<7x4xf32>)
      value(%v[n, e] : tensor<7x1xf32>)
      outs(%init[m, e] : tensor<1x1xf32>)
  %number = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  %empty = tensor.empty() : tensor<f32>
  %o = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%number : tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%x: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %r = arith.mulf %x, %half : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %o : tensor<f32>
}
