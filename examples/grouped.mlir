// Grouped differential attention: 8 signal heads, but only 2 noise heads, each
// serving 4 signal heads. Signal keys have 4 heads, value and noise keys 2.
//
// The 8 heads are dims g (2), a (2) and r (2); each operand names those it has:
// noise and value g, signal keys g and a, signal queries all three.
//
//   diffattn-compile grouped.mlir -o grouped.so
//   diffattn-run grouped.so --inputs=CASE --expected=CASE       CASE: grouped_4_1

func.func @grouped(
    %q1: tensor<2x8x10x8xf32> {diffattn.name = "q1"},
    %k1: tensor<2x4x10x8xf32> {diffattn.name = "k1"},
    %q2: tensor<2x2x10x8xf32> {diffattn.name = "q2"},
    %k2: tensor<2x2x10x8xf32> {diffattn.name = "k2"},
    %v: tensor<2x2x10x16xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lam"},
    %weight: tensor<16xf32> {diffattn.name = "norm_weight"})
    -> (tensor<2x8x10x16xf32> {diffattn.name = "out"}) {
  %q1g = tensor.expand_shape %q1 [[0], [1, 2, 3], [4], [5]] output_shape [2, 2, 2, 2, 10, 8]
      : tensor<2x8x10x8xf32> into tensor<2x2x2x2x10x8xf32>
  %k1g = tensor.expand_shape %k1 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 10, 8]
      : tensor<2x4x10x8xf32> into tensor<2x2x2x10x8xf32>
  %init = tensor.empty() : tensor<2x2x2x2x10x16xf32>

  %outg = diffattn.attention
      signal(%q1g[b, g, a, r, m, d], %k1g[b, g, a, n, d] : tensor<2x2x2x2x10x8xf32>, tensor<2x2x2x10x8xf32>)
      noise(%q2[b, g, m, d], %k2[b, g, n, d] : tensor<2x2x10x8xf32>, tensor<2x2x10x8xf32>)
      value(%v[b, g, n, e] : tensor<2x2x10x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      norm_weight(%weight[e] : tensor<16xf32>)
      outs(%init[b, g, a, r, m, e] : tensor<2x2x2x2x10x16xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}

  %out = tensor.collapse_shape %outg [[0], [1, 2, 3], [4], [5]]
      : tensor<2x2x2x2x10x16xf32> into tensor<2x8x10x16xf32>
  return %out : tensor<2x8x10x16xf32>
}
