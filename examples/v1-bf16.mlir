// Differential attention as in the paper (DIFF V1), in bf16, for a GPU:
//
//   diffattn-compile v1-bf16.mlir --target=cuda --chip=sm_80 --emit=ptx
//   diffattn-compile v1-bf16.mlir --target=cuda -o v1.so     the PTX inside
//   diffattn-compile v1-bf16.mlir --target=sim -o v1-sim.so  the same, emulated
//
// Kernels are made for known numbers of features: here 64 of queries and keys,
// 128 of values. Batch, heads, rows and keys can be any.

func.func @v1(
    %q1: tensor<?x?x?x64xbf16> {diffattn.name = "q1"},
    %k1: tensor<?x?x?x64xbf16> {diffattn.name = "k1"},
    %q2: tensor<?x?x?x64xbf16> {diffattn.name = "q2"},
    %k2: tensor<?x?x?x64xbf16> {diffattn.name = "k2"},
    %v: tensor<?x?x?x128xbf16> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lam"},
    %weight: tensor<128xf32> {diffattn.name = "norm_weight"})
    -> (tensor<?x?x?x128xbf16> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batch = tensor.dim %q1, %c0 : tensor<?x?x?x64xbf16>
  %heads = tensor.dim %q1, %c1 : tensor<?x?x?x64xbf16>
  %rows = tensor.dim %q1, %c2 : tensor<?x?x?x64xbf16>
  %init = tensor.empty(%batch, %heads, %rows) : tensor<?x?x?x128xbf16>
  %out = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      noise(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      value(%v[b, h, n, e] : tensor<?x?x?x128xbf16>)
      lambda(%lambda[] : tensor<f32>)
      norm_weight(%weight[e] : tensor<128xf32>)
      outs(%init[b, h, m, e] : tensor<?x?x?x128xbf16>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %out : tensor<?x?x?x128xbf16>
}
