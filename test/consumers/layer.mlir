// One head of differential attention with any number of rows: what the
// consumers compile and call.
func.func @layer(
    %q1: tensor<?x2xf32> {diffattn.name = "q1"},
    %k1: tensor<?x2xf32> {diffattn.name = "k1"},
    %q2: tensor<?x2xf32> {diffattn.name = "q2"},
    %k2: tensor<?x2xf32> {diffattn.name = "k2"},
    %v: tensor<?x2xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<?x2xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q1, %c0 : tensor<?x2xf32>
  %init = tensor.empty(%rows) : tensor<?x2xf32>
  %out = diffattn.attention
      signal(%q1[m, d], %k1[n, d] : tensor<?x2xf32>, tensor<?x2xf32>)
      noise(%q2[m, d], %k2[n, d] : tensor<?x2xf32>, tensor<?x2xf32>)
      value(%v[n, e] : tensor<?x2xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[m, e] : tensor<?x2xf32>)
  return %out : tensor<?x2xf32>
}
