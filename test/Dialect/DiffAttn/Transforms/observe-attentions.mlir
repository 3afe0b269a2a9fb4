// RUN: diffattn-opt %s --diffattn-observe-attentions=function=layer --split-input-file | FileCheck %s

// CHECK:      diffattn.observed = {layer = [
// CHECK-SAME: {arrays = {key_lengths = {dims = "b", result = "attention0.key_lengths"},
// CHECK-SAME: lambda = {dims = "b m", result = "attention0.lambda"},
// CHECK-SAME: noise_key = {dims = "b n d", result = "attention0.noise_key"},
// CHECK-SAME: noise_query = {dims = "b m d", result = "attention0.noise_query"},
// CHECK-SAME: out = {dims = "m b e", result = "attention0.out"},
// CHECK-SAME: signal_key = {dims = "b n d", result = "attention0.signal_key"},
// CHECK-SAME: signal_query = {dims = "b m d", result = "attention0.signal_query"},
// CHECK-SAME: value = {dims = "n e", result = "attention0.value"}},
// CHECK-SAME: options = {alignment = "top_left", causal = true, lambda_activation = "sigmoid", norm_eps = 1.000000e-05 : f64, out_scale = 8.000000e-01 : f64, scale = 2.500000e-01 : f64, window_left = 3 : i64}},
// CHECK-SAME: {arrays = {out = {dims = "m b e", result = "attention1.out"}
// CHECK-SAME: options = {alignment = "bottom_right", lambda_activation = "none"}}]}
#id = affine_map<(d0) -> (d0)>
module {
  // CHECK-LABEL: @layer
  // CHECK-SAME:  %[[QUERY:.+]]: tensor<2x?x4xf32>, %[[KEY:.+]]: tensor<2x?x4xf32>, %[[VALUE:.+]]: tensor<?x5xf32>, %[[LAMBDA:.+]]: tensor<2x?xf32>, %[[LENGTHS:.+]]: tensor<2xi32>
  // CHECK-SAME:  -> (tensor<?x2x5xf32> {diffattn.name = "y"}, tensor<2x?x4xf32> {diffattn.name = "attention0.signal_query"}
  // CHECK-SAME:  tensor<2xi32> {diffattn.name = "attention0.key_lengths"}
  // CHECK-SAME:  tensor<?x2x5xf32> {diffattn.name = "attention1.out"})
  func.func @layer(%q: tensor<2x?x4xf32>, %k: tensor<2x?x4xf32>, %v: tensor<?x5xf32>, %l: tensor<2x?xf32>, %lengths: tensor<2xi32>, %init: tensor<?x2x5xf32>)
      -> (tensor<?x2x5xf32> {diffattn.name = "y"}) {
    // CHECK: %[[FIRST:.+]] = diffattn.attention
    %o = diffattn.attention
        signal(%q[b, m, d], %k[b, n, d] : tensor<2x?x4xf32>, tensor<2x?x4xf32>)
        noise(%k[b, m, d], %q[b, n, d] : tensor<2x?x4xf32>, tensor<2x?x4xf32>)
        value(%v[n, e] : tensor<?x5xf32>)
        lambda(%l[b, m] : tensor<2x?xf32>)
        key_lengths(%lengths[b] : tensor<2xi32>)
        outs(%init[m, b, e] : tensor<?x2x5xf32>)
        {causal, alignment = #diffattn.alignment<top_left>, window_left = 3, scale = 0.25, out_scale = 0.8,
         norm = #diffattn.norm<rms, eps = 1.0e-5>, lambda_activation = #diffattn.lambda_activation<sigmoid>}
    // CHECK: %[[SECOND:.+]] = diffattn.attention
    %p = diffattn.attention
        signal(%q[b, m, d], %k[b, n, d] : tensor<2x?x4xf32>, tensor<2x?x4xf32>)
        value(%o[n, b, e] : tensor<?x2x5xf32>)
        outs(%init[m, b, e] : tensor<?x2x5xf32>)
    // CHECK: return %[[SECOND]], %[[QUERY]], %[[KEY]], %[[KEY]], %[[QUERY]], %[[VALUE]], %[[LAMBDA]], %[[LENGTHS]], %[[FIRST]],
    // CHECK-SAME: %[[QUERY]], %[[KEY]], %[[FIRST]], %[[SECOND]] :
    return %p : tensor<?x2x5xf32>
  }
}
