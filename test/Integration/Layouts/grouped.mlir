// RUN: diffattn-compile %s --compile-to=buffers --emit=mlir -o - \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=linalg.copy

// 4:1 grouped: 8 signal heads; 2 noise heads, each serving 4 of them; 4 signal key
// heads; 2 value heads.

// CHECK-LABEL: func.func @grouped
// CHECK: diffattn.attention
func.func @grouped(
    %q1: tensor<2x9x64xf32> {diffattn.name = "q1"},
    %k1: tensor<2x9x32xf32> {diffattn.name = "k1"},
    %q2: tensor<2x9x16xf32> {diffattn.name = "q2"},
    %k2: tensor<2x9x16xf32> {diffattn.name = "k2"},
    %v: tensor<2x9x32xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<2x9x128xf32> {diffattn.name = "out"}) {
  %q1h = tensor.expand_shape %q1 [[0], [1], [2, 3, 4, 5]] output_shape [2, 9, 2, 2, 2, 8]
      : tensor<2x9x64xf32> into tensor<2x9x2x2x2x8xf32>
  %k1h = tensor.expand_shape %k1 [[0], [1], [2, 3, 4]] output_shape [2, 9, 2, 2, 8]
      : tensor<2x9x32xf32> into tensor<2x9x2x2x8xf32>
  %q2h = tensor.expand_shape %q2 [[0], [1], [2, 3]] output_shape [2, 9, 2, 8]
      : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %k2h = tensor.expand_shape %k2 [[0], [1], [2, 3]] output_shape [2, 9, 2, 8]
      : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 9, 2, 16]
      : tensor<2x9x32xf32> into tensor<2x9x2x16xf32>
  %init = tensor.empty() : tensor<2x9x2x2x2x16xf32>
  %heads = diffattn.attention
      signal(%q1h[b, m, g, a, r, d], %k1h[b, n, g, a, d] : tensor<2x9x2x2x2x8xf32>, tensor<2x9x2x2x8xf32>)
      noise(%q2h[b, m, g, d], %k2h[b, n, g, d] : tensor<2x9x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%vh[b, n, g, e] : tensor<2x9x2x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[b, m, g, a, r, e] : tensor<2x9x2x2x2x16xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %out = tensor.collapse_shape %heads [[0], [1], [2, 3, 4, 5]]
      : tensor<2x9x2x2x2x16xf32> into tensor<2x9x128xf32>
  return %out : tensor<2x9x128xf32>
}
