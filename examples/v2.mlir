// DIFF V2: both maps read the same keys, lambda is a logit a token and a head,
// and there is no norm. Four query heads share two key and value heads.
//
// Shared keys are one value used twice. Grouped heads need no attribute either:
// the head dim of the query is split into g groups of r = 2 heads, and an operand
// that lacks r is shared by the heads of its group. expand_shape is a view: it
// moves no data.
//
//   diffattn-compile v2.mlir -o v2.so
//   diffattn-run v2.so --inputs=CASE --expected=CASE            CASE: v2_shared_k

func.func @v2(
    %q1: tensor<2x4x11x8xf32> {diffattn.name = "q1"},
    %k: tensor<2x2x11x8xf32> {diffattn.name = "k1"},
    %q2: tensor<2x4x11x8xf32> {diffattn.name = "q2"},
    %v: tensor<2x2x11x8xf32> {diffattn.name = "v"},
    %logits: tensor<2x11x4xf32> {diffattn.name = "lam"})
    -> (tensor<2x4x11x8xf32> {diffattn.name = "out"}) {
  %q1g = tensor.expand_shape %q1 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 11, 8]
      : tensor<2x4x11x8xf32> into tensor<2x2x2x11x8xf32>
  %q2g = tensor.expand_shape %q2 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 11, 8]
      : tensor<2x4x11x8xf32> into tensor<2x2x2x11x8xf32>
  %lambda = tensor.expand_shape %logits [[0], [1], [2, 3]] output_shape [2, 11, 2, 2]
      : tensor<2x11x4xf32> into tensor<2x11x2x2xf32>
  %init = tensor.empty() : tensor<2x2x2x11x8xf32>

  %outg = diffattn.attention
      signal(%q1g[b, g, r, m, d], %k[b, g, n, d] : tensor<2x2x2x11x8xf32>, tensor<2x2x11x8xf32>)
      noise(%q2g[b, g, r, m, d], %k[b, g, n, d] : tensor<2x2x2x11x8xf32>, tensor<2x2x11x8xf32>)
      value(%v[b, g, n, e] : tensor<2x2x11x8xf32>)
      lambda(%lambda[b, m, g, r] : tensor<2x11x2x2xf32>)
      outs(%init[b, g, r, m, e] : tensor<2x2x2x11x8xf32>)
      {causal, lambda_activation = #diffattn.lambda_activation<sigmoid>}

  %out = tensor.collapse_shape %outg [[0], [1, 2], [3], [4]]
      : tensor<2x2x2x11x8xf32> into tensor<2x4x11x8xf32>
  return %out : tensor<2x4x11x8xf32>
}
