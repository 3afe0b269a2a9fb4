// RUN: diffattn-compile %s --compile-to=buffers --emit=mlir -o - \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=linalg.copy

// Hugging Face's DiffLlama: query heads i and i + H/2 are a pair, and the value of
// a pair is two key/value heads side by side, cat(v[g], v[g + KV/2]). With H = 8
// and KV = 4: two halves of g = 2 groups of r = 2 heads. Two value dims e0 and e1
// make the concatenation a view; the norm runs over both.

// CHECK-LABEL: func.func @hf
// CHECK: diffattn.attention
func.func @hf(
    %q: tensor<2x?x64xf32> {diffattn.name = "q"},
    %k: tensor<2x?x32xf32> {diffattn.name = "k"},
    %v: tensor<2x?x32xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<2x?x64xf32> {diffattn.name = "out"}) {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %q, %c1 : tensor<2x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<2x?x32xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, %m, 2, 2, 2, 8]
      : tensor<2x?x64xf32> into tensor<2x?x2x2x2x8xf32>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [2, %n, 2, 2, 8]
      : tensor<2x?x32xf32> into tensor<2x?x2x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3, 4]] output_shape [2, %n, 2, 2, 8]
      : tensor<2x?x32xf32> into tensor<2x?x2x2x8xf32>
  %q1 = tensor.extract_slice %qh[0, 0, 0, 0, 0, 0] [2, %m, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x?x2x2x2x8xf32> to tensor<2x?x2x2x8xf32>
  %q2 = tensor.extract_slice %qh[0, 0, 1, 0, 0, 0] [2, %m, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x?x2x2x2x8xf32> to tensor<2x?x2x2x8xf32>
  %k1 = tensor.extract_slice %kh[0, 0, 0, 0, 0] [2, %n, 1, 2, 8] [1, 1, 1, 1, 1]
      : tensor<2x?x2x2x8xf32> to tensor<2x?x2x8xf32>
  %k2 = tensor.extract_slice %kh[0, 0, 1, 0, 0] [2, %n, 1, 2, 8] [1, 1, 1, 1, 1]
      : tensor<2x?x2x2x8xf32> to tensor<2x?x2x8xf32>
  %init = tensor.empty(%m) : tensor<2x?x2x2x2x8xf32>
  %heads = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x?x2x2x8xf32>, tensor<2x?x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x?x2x2x8xf32>, tensor<2x?x2x8xf32>)
      value(%vh[b, n, e0, g, e1] : tensor<2x?x2x2x8xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[b, m, g, r, e0, e1] : tensor<2x?x2x2x2x8xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %out = tensor.collapse_shape %heads [[0], [1], [2, 3, 4, 5]]
      : tensor<2x?x2x2x2x8xf32> into tensor<2x?x64xf32>
  return %out : tensor<2x?x64xf32>
}
