// RUN: diffattn-opt %s --diffattn-record-attentions --split-input-file | FileCheck %s

// CHECK: module attributes {diffattn.attentions = {differential = 1 : i64, ordinary = 2 : i64}}
module {
  func.func @counts_all_functions(%q: tensor<2x4xf32>, %v: tensor<2x5xf32>, %l: tensor<f32>, %init: tensor<2x5xf32>) -> tensor<2x5xf32> {
    %o = diffattn.attention
        signal(%q[m, d], %q[n, d] : tensor<2x4xf32>, tensor<2x4xf32>)
        noise(%q[m, d], %q[n, d] : tensor<2x4xf32>, tensor<2x4xf32>)
        value(%v[n, e] : tensor<2x5xf32>)
        lambda(%l[] : tensor<f32>)
        outs(%init[m, e] : tensor<2x5xf32>)
    %p = diffattn.attention
        signal(%q[m, d], %q[n, d] : tensor<2x4xf32>, tensor<2x4xf32>)
        value(%o[n, e] : tensor<2x5xf32>)
        outs(%init[m, e] : tensor<2x5xf32>)
    return %p : tensor<2x5xf32>
  }
  func.func private @another(%q: tensor<2x4xf32>, %v: tensor<2x5xf32>, %init: tensor<2x5xf32>) -> tensor<2x5xf32> {
    %o = diffattn.attention
        signal(%q[m, d], %q[n, d] : tensor<2x4xf32>, tensor<2x4xf32>)
        value(%v[n, e] : tensor<2x5xf32>)
        outs(%init[m, e] : tensor<2x5xf32>)
    return %o : tensor<2x5xf32>
  }
}

// -----

// CHECK: module {
module {
  func.func @no_attention(%q: tensor<2x4xf32>) -> tensor<2x4xf32> {
    return %q : tensor<2x4xf32>
  }
}
