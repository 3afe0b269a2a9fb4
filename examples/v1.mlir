// Differential attention as in the paper (DIFF V1), one head pair a head:
//
//   out = 0.8 * w * rmsnorm((softmax(q1 k1^T / sqrt(d)) - lambda * softmax(q2 k2^T / sqrt(d))) v)
//
// Dims are named at every operand: b batch, h head, m query row, n key row, d
// feature of query and key, e feature of the value. What is indexed alike is
// named alike; m, n, d and e have fixed meanings, other names are free.
//
//   diffattn-compile v1.mlir -o v1.so
//   diffattn-run v1.so --inputs=CASE --expected=CASE      CASE: v1_weight of the
//   conformance data (test/Integration/Conformance/data/ops)

func.func @v1(
    %q1: tensor<?x?x?x8xf32> {diffattn.name = "q1"},
    %k1: tensor<?x?x?x8xf32> {diffattn.name = "k1"},
    %q2: tensor<?x?x?x8xf32> {diffattn.name = "q2"},
    %k2: tensor<?x?x?x8xf32> {diffattn.name = "k2"},
    %v: tensor<?x?x?x16xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lam"},
    %weight: tensor<16xf32> {diffattn.name = "norm_weight"})
    -> (tensor<?x?x?x16xf32> {diffattn.name = "out"}) {
  // The op writes into a destination, whose contents it ignores.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batch = tensor.dim %q1, %c0 : tensor<?x?x?x8xf32>
  %heads = tensor.dim %q1, %c1 : tensor<?x?x?x8xf32>
  %rows = tensor.dim %q1, %c2 : tensor<?x?x?x8xf32>
  %init = tensor.empty(%batch, %heads, %rows) : tensor<?x?x?x16xf32>

  %out = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>)
      noise(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>)
      value(%v[b, h, n, e] : tensor<?x?x?x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      norm_weight(%weight[e] : tensor<16xf32>)
      outs(%init[b, h, m, e] : tensor<?x?x?x16xf32>)
      {norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %out : tensor<?x?x?x16xf32>
}
