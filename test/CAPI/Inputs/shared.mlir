// What shared.c compiles on every thread.

// A product with a weight that is worth keeping in panels.
func.func @project(
    %x: tensor<?x64xf32> {diffattn.name = "x"},
    %weight: tensor<128x64xf32> {diffattn.name = "weight", diffattn.kind = "parameter"})
    -> (tensor<?x128xf32> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x64xf32>
  %empty = tensor.empty(%rows) : tensor<?x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x128xf32>) -> tensor<?x128xf32>
  %y = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %weight : tensor<?x64xf32>, tensor<128x64xf32>) outs(%init : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %y : tensor<?x128xf32>
}

// Two heads, so that threads have something to share.
func.func @attend(
    %q: tensor<2x?x8xf32> {diffattn.name = "q"},
    %k: tensor<2x?x8xf32> {diffattn.name = "k"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<2x?x8xf32> {diffattn.name = "out"}) {
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %q, %c1 : tensor<2x?x8xf32>
  %init = tensor.empty(%rows) : tensor<2x?x8xf32>
  %o = diffattn.attention
      signal(%q[h, m, d], %k[h, n, d] : tensor<2x?x8xf32>, tensor<2x?x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x?x8xf32>, tensor<2x?x8xf32>)
      value(%k[h, n, e] : tensor<2x?x8xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[h, m, e] : tensor<2x?x8xf32>)
  return %o : tensor<2x?x8xf32>
}
