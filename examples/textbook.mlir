// The smallest example: one head, no mask, no norm, and the identity as value, so
// that the result is the difference of the two maps itself:
//
//   out = softmax(q1 k1^T / sqrt(8)) - 0.8 * softmax(q2 k2^T / sqrt(8))
//
// Rows of a softmax sum to 1, so rows of out sum to 1 - 0.8 = 0.2; and unlike the
// weights of ordinary attention, some are negative. textbook.py runs it and counts.

func.func @textbook(
    %q1: tensor<6x8xf32> {diffattn.name = "q1"},
    %k1: tensor<6x8xf32> {diffattn.name = "k1"},
    %q2: tensor<6x8xf32> {diffattn.name = "q2"},
    %k2: tensor<6x8xf32> {diffattn.name = "k2"},
    %v: tensor<6x6xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lam"})
    -> (tensor<6x6xf32> {diffattn.name = "out"}) {
  %init = tensor.empty() : tensor<6x6xf32>
  %out = diffattn.attention
      signal(%q1[m, d], %k1[n, d] : tensor<6x8xf32>, tensor<6x8xf32>)
      noise(%q2[m, d], %k2[n, d] : tensor<6x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x6xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[m, e] : tensor<6x6xf32>)
  return %out : tensor<6x6xf32>
}
