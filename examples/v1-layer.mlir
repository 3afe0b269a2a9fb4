// A whole attention layer of DIFF V1 with grouped queries, from hidden states to
// hidden states, for any batch size and number of tokens:
//
//   q, k, v = x Wq, x Wk, x Wv        lambda = exp(a1 . b1) - exp(a2 . b2) + 0.2
//   heads   = 0.8 * w * rmsnorm((softmax(q1 k1^T) - lambda * softmax(q2 k2^T)) v)
//   out     = heads Wo
//
// 64 hidden features; 8 query heads of 8 features are 4 pairs (2i, 2i + 1), which
// share 2 pairs of key heads and 2 value heads of 16 features: g = 2 groups of
// r = 2. Projections write [batch, token, heads * features] and attention reads
// just that through views: nothing is transposed or copied. `make demo` runs it.

#hidden = affine_map<(b, m, o, i) -> (b, m, i)>
#weight = affine_map<(b, m, o, i) -> (i, o)>
#result = affine_map<(b, m, o, i) -> (b, m, o)>

func.func @layer(
    %x: tensor<?x?x64xf32> {diffattn.name = "x"},
    %wq: tensor<64x64xf32> {diffattn.name = "q_proj"},
    %wk: tensor<64x32xf32> {diffattn.name = "k_proj"},
    %wv: tensor<64x32xf32> {diffattn.name = "v_proj"},
    %wo: tensor<64x64xf32> {diffattn.name = "o_proj"},
    %a1: tensor<8xf32> {diffattn.name = "lambda_q1"},
    %b1: tensor<8xf32> {diffattn.name = "lambda_k1"},
    %a2: tensor<8xf32> {diffattn.name = "lambda_q2"},
    %b2: tensor<8xf32> {diffattn.name = "lambda_k2"},
    %norm_weight: tensor<16xf32> {diffattn.name = "norm_weight"})
    -> (tensor<?x?x64xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %lambda_init = arith.constant 0.2 : f32
  %b = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xf32>

  // Projections.
  %empty64 = tensor.empty(%b, %m) : tensor<?x?x64xf32>
  %empty32 = tensor.empty(%b, %m) : tensor<?x?x32xf32>
  %zeros64 = linalg.fill ins(%zero : f32) outs(%empty64 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %zeros32 = linalg.fill ins(%zero : f32) outs(%empty32 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %q = linalg.contract indexing_maps = [#hidden, #weight, #result]
      ins(%x, %wq : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%zeros64 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %k = linalg.contract indexing_maps = [#hidden, #weight, #result]
      ins(%x, %wk : tensor<?x?x64xf32>, tensor<64x32xf32>) outs(%zeros32 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %v = linalg.contract indexing_maps = [#hidden, #weight, #result]
      ins(%x, %wv : tensor<?x?x64xf32>, tensor<64x32xf32>) outs(%zeros32 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>

  // lambda, one number for the layer.
  %empty0 = tensor.empty() : tensor<f32>
  %zeros0 = linalg.fill ins(%zero : f32) outs(%empty0 : tensor<f32>) -> tensor<f32>
  %dot1 = linalg.dot ins(%a1, %b1 : tensor<8xf32>, tensor<8xf32>) outs(%zeros0 : tensor<f32>) -> tensor<f32>
  %dot2 = linalg.dot ins(%a2, %b2 : tensor<8xf32>, tensor<8xf32>) outs(%zeros0 : tensor<f32>) -> tensor<f32>
  %exp1 = math.exp %dot1 : tensor<f32>
  %exp2 = math.exp %dot2 : tensor<f32>
  %difference = arith.subf %exp1, %exp2 : tensor<f32>
  %init0 = tensor.from_elements %lambda_init : tensor<f32>
  %lambda = arith.addf %difference, %init0 : tensor<f32>

  // Heads and pairs, as views.
  %qh = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [%b, %m, 2, 2, 2, 8]
      : tensor<?x?x64xf32> into tensor<?x?x2x2x2x8xf32>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [%b, %m, 2, 2, 8]
      : tensor<?x?x32xf32> into tensor<?x?x2x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %m, 2, 16]
      : tensor<?x?x32xf32> into tensor<?x?x2x16xf32>
  %q1 = tensor.extract_slice %qh[0, 0, 0, 0, 0, 0] [%b, %m, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<?x?x2x2x2x8xf32> to tensor<?x?x2x2x8xf32>
  %q2 = tensor.extract_slice %qh[0, 0, 0, 0, 1, 0] [%b, %m, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1]
      : tensor<?x?x2x2x2x8xf32> to tensor<?x?x2x2x8xf32>
  %k1 = tensor.extract_slice %kh[0, 0, 0, 0, 0] [%b, %m, 2, 1, 8] [1, 1, 1, 1, 1]
      : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %k2 = tensor.extract_slice %kh[0, 0, 0, 1, 0] [%b, %m, 2, 1, 8] [1, 1, 1, 1, 1]
      : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x?x2x2x16xf32>

  %heads = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<?x?x2x2x8xf32>, tensor<?x?x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<?x?x2x2x8xf32>, tensor<?x?x2x8xf32>)
      value(%vh[b, n, g, e] : tensor<?x?x2x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      norm_weight(%norm_weight[e] : tensor<16xf32>)
      outs(%init[b, m, g, r, e] : tensor<?x?x2x2x16xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}

  %joined = tensor.collapse_shape %heads [[0], [1], [2, 3, 4]]
      : tensor<?x?x2x2x16xf32> into tensor<?x?x64xf32>
  %out = linalg.contract indexing_maps = [#hidden, #weight, #result]
      ins(%joined, %wo : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%zeros64 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  return %out : tensor<?x?x64xf32>
}
