// RUN: diffattn-compile %s --compile-to=buffers --emit=mlir -o - \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=linalg.copy

// DIFF V2: query heads 2i and 2i + 1 are a pair over one plain key and value head,
// so both maps read the same keys; lambda is a logit a token and a pair.

// CHECK-LABEL: func.func @v2
// CHECK: diffattn.attention
func.func @v2(
    %q: tensor<2x9x64xf32> {diffattn.name = "q"},
    %k: tensor<2x9x16xf32> {diffattn.name = "k"},
    %v: tensor<2x9x16xf32> {diffattn.name = "v"},
    %logits: tensor<2x9x4xf32> {diffattn.name = "lambda"})
    -> (tensor<2x9x32xf32> {diffattn.name = "out"}) {
  %qh = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 9, 2, 2, 2, 8]
      : tensor<2x9x64xf32> into tensor<2x9x2x2x2x8xf32>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [2, 9, 2, 8]
      : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 9, 2, 8]
      : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %lambda = tensor.expand_shape %logits [[0], [1], [2, 3]] output_shape [2, 9, 2, 2]
      : tensor<2x9x4xf32> into tensor<2x9x2x2xf32>
  %q1 = tensor.extract_slice %qh[0, 0, 0, 0, 0, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %q2 = tensor.extract_slice %qh[0, 0, 0, 0, 1, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %init = tensor.empty() : tensor<2x9x2x2x8xf32>
  %heads = diffattn.attention
      signal(%q1[b, m, g, r, d], %kh[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      noise(%q2[b, m, g, r, d], %kh[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%vh[b, n, g, e] : tensor<2x9x2x8xf32>)
      lambda(%lambda[b, m, g, r] : tensor<2x9x2x2xf32>)
      outs(%init[b, m, g, r, e] : tensor<2x9x2x2x8xf32>)
      {causal, lambda_activation = #diffattn.lambda_activation<sigmoid>}
  %out = tensor.collapse_shape %heads [[0], [1], [2, 3, 4]]
      : tensor<2x9x2x2x8xf32> into tensor<2x9x32xf32>
  return %out : tensor<2x9x32xf32>
}
