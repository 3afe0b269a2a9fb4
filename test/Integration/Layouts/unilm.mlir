// RUN: diffattn-compile %s --compile-to=buffers --emit=mlir -o - \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=linalg.copy

// The paper's own code (unilm): query heads 2i and 2i + 1 are a pair, and so are
// key heads; value head i is as wide as both. 4 pairs in g = 2 groups of r = 2.

// CHECK-LABEL: func.func @unilm
// CHECK: diffattn.attention
func.func @unilm(
    %q: tensor<2x9x64xf32> {diffattn.name = "q"},
    %k: tensor<2x9x32xf32> {diffattn.name = "k"},
    %v: tensor<2x9x32xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<2x9x64xf32> {diffattn.name = "out"}) {
  %qh = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 9, 2, 2, 2, 8]
      : tensor<2x9x64xf32> into tensor<2x9x2x2x2x8xf32>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [2, 9, 2, 2, 8]
      : tensor<2x9x32xf32> into tensor<2x9x2x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 9, 2, 16]
      : tensor<2x9x32xf32> into tensor<2x9x2x16xf32>
  %q1 = tensor.extract_slice %qh[0, 0, 0, 0, 0, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %q2 = tensor.extract_slice %qh[0, 0, 0, 0, 1, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %k1 = tensor.extract_slice %kh[0, 0, 0, 0, 0] [2, 9, 2, 1, 8] [1, 1, 1, 1, 1]
      : tensor<2x9x2x2x8xf32> to tensor<2x9x2x8xf32>
  %k2 = tensor.extract_slice %kh[0, 0, 0, 1, 0] [2, 9, 2, 1, 8] [1, 1, 1, 1, 1]
      : tensor<2x9x2x2x8xf32> to tensor<2x9x2x8xf32>
  %init = tensor.empty() : tensor<2x9x2x2x16xf32>
  %heads = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%vh[b, n, g, e] : tensor<2x9x2x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[b, m, g, r, e] : tensor<2x9x2x2x16xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %out = tensor.collapse_shape %heads [[0], [1], [2, 3, 4]]
      : tensor<2x9x2x2x16xf32> into tensor<2x9x64xf32>
  return %out : tensor<2x9x64xf32>
}
