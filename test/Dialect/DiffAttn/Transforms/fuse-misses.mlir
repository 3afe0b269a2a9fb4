// What must stay as it is, and the remark that says why.
// RUN: diffattn-opt %s --diffattn-fuse --remarks-filter-missed=diffattn-fuse --remark-format=emitRemark --verify-diagnostics | FileCheck %s
// No function gets a differential attention or a norm.
// CHECK-NOT: noise(
// CHECK-NOT: norm =

#bhme = affine_map<(b, h, m, e) -> (b, h, m, e)>
#bhm = affine_map<(b, h, m, e) -> (b, h, m)>
#bhm1 = affine_map<(b, h, m, e) -> (b, h, m, 0)>
#bmh = affine_map<(b, h, m, e) -> (b, m, h)>
#h = affine_map<(b, h, m, e) -> (h)>
#e = affine_map<(b, h, m, e) -> (e)>
#none = affine_map<(b, h, m, e) -> ()>
#hbme = affine_map<(b, h, m, e) -> (h, b, m, e)>
#bhe = affine_map<(b, h, m, e) -> (b, h, e)>
#bm = affine_map<(b, h, m, e) -> (b, m)>
#m = affine_map<(b, h, m, e) -> (m)>
#mn = affine_map<(m, n) -> (m, n)>

func.func @different_values(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %v2: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v2[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the attentions read different values}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @different_scales(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.5}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.25}
  // expected-remark @+1 {{the attentions scale differently}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @one_is_causal(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  // expected-remark @+1 {{causal, windows or alignment differ}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @different_alignments(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal, alignment = #diffattn.alignment<top_left>}
  // expected-remark @+1 {{causal, windows or alignment differ}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @different_softcaps(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {softcap = 20.0}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {softcap = 30.0}
  // expected-remark @+1 {{the attentions have different softcaps}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @different_lengths(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %l1: tensor<2xi64>, %l2: tensor<2xi64>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      key_lengths(%l1[b] : tensor<2xi64>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      key_lengths(%l2[b] : tensor<2xi64>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the attentions have different key_lengths}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// It would have to be computed twice.
func.func @noise_is_used_again(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> (tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %c = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = math.exp %x : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  // expected-remark @+1 {{'linalg.generic' uses them too}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o, %c : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>
}

func.func @product_is_returned(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> (tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %c = linalg.generic {indexing_maps = [#bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %lambda : tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.mulf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  // expected-remark @+1 {{'func.return' uses them too}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %c : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o, %c : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>
}

// A factor of each feature is no lambda.
func.func @lambda_of_features(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{lambda is not of rows and heads}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #e, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// l * a - b
func.func @signal_is_weighted(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the signal has a factor that is no number}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %x : f32
    %t = arith.mulf %z, %y : f32
    %r = arith.subf %s, %t : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The noise of head h is that of a value head of another batch row.
func.func @noise_of_other_heads(%q1: tensor<3x3x5x4xf32>, %k1: tensor<3x3x7x4xf32>, %q2: tensor<3x3x5x4xf32>, %k2: tensor<3x3x7x4xf32>, %v: tensor<3x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<3x3x5x6xf32> {
  %init = tensor.empty() : tensor<3x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<3x3x5x4xf32>, tensor<3x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<3x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<3x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<3x3x5x4xf32>, tensor<3x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<3x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<3x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the attentions read different values}}
  %o = linalg.generic {indexing_maps = [#bhme, #hbme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<3x3x5x6xf32>, tensor<3x3x5x6xf32>, tensor<f32>) outs(%init : tensor<3x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<3x3x5x6xf32>
  return %o : tensor<3x3x5x6xf32>
}

// Each half has value heads of its own.
func.func @halves_with_own_values(%q: tensor<2x6x5x4xf32>, %k: tensor<2x6x7x4xf32>, %v: tensor<2x6x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %wide = tensor.empty() : tensor<2x6x5x6xf32>
  %all = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x6x5x4xf32>, tensor<2x6x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x6x7x6xf32>)
      outs(%wide[b, h, m, e] : tensor<2x6x5x6xf32>)
      {causal}
  %a = tensor.extract_slice %all[0, 0, 0, 0] [2, 3, 5, 6] [1, 1, 1, 1] : tensor<2x6x5x6xf32> to tensor<2x3x5x6xf32>
  %b = tensor.extract_slice %all[0, 3, 0, 0] [2, 3, 5, 6] [1, 1, 1, 1] : tensor<2x6x5x6xf32> to tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the attentions read different values}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The difference has fewer rows than the attentions, if it is known.
func.func @first_rows_of_both(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>, %rows: index) -> tensor<2x3x?x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a0 = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b0 = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %some = tensor.empty(%rows) : tensor<2x3x?x6xf32>
  %a = tensor.extract_slice %a0[0, 0, 0, 0] [2, 3, %rows, 6] [1, 1, 1, 1] : tensor<2x3x5x6xf32> to tensor<2x3x?x6xf32>
  %b = tensor.extract_slice %b0[0, 0, 0, 0] [2, 3, %rows, 6] [1, 1, 1, 1] : tensor<2x3x5x6xf32> to tensor<2x3x?x6xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x?x6xf32>, tensor<2x3x?x6xf32>, tensor<f32>) outs(%some : tensor<2x3x?x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x?x6xf32>
  return %o : tensor<2x3x?x6xf32>
}

func.func @different_features(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x8xf32>, %k2: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.5}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.5}
  // expected-remark @+1 {{the attentions have different features}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The mean is over the rows of a feature.
func.func @norm_over_rows(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhe],
      iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x6xf32>
  // expected-remark @+1 {{the mean is not over all value dims and only them}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhe, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum : tensor<2x3x5x6xf32>, tensor<2x3x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %r = arith.mulf %x, %root : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The norm of all features of a row, as on the hidden size.
func.func @norm_over_heads_too(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x5xf32>) -> tensor<2x5xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bm],
      iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x5xf32>
  // expected-remark @+1 {{the mean is not over all value dims and only them}}
  %o = linalg.generic {indexing_maps = [#bhme, #bm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum : tensor<2x3x5x6xf32>, tensor<2x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %r = arith.mulf %x, %root : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The mean is that of another attention.
func.func @norm_of_another(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %q2: tensor<2x3x5x4xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %c = diffattn.attention
      signal(%q2[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%c : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  // expected-remark @+1 {{the mean is not over all value dims and only them}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %r = arith.mulf %x, %root : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The sum of (x - 1)^2 is no mean square.
func.func @norm_with_centre(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %c = arith.subf %x, %one : f32
    %s = arith.mulf %c, %c : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  // expected-remark @+1 {{the root is not that of a mean square}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %r = arith.mulf %x, %root : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// A weight of each row is no weight of features.
func.func @weight_of_rows(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %w: tensor<5xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  // expected-remark @+1 {{a factor is neither a number nor a weight of all value dims}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #m, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum, %w : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>, tensor<5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %u = arith.mulf %x, %root : f32
    %r = arith.mulf %u, %z : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @mask_of_argument(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %mask: tensor<5x7xi1>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask depends on an argument}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// j < i: the row itself is hidden.
func.func @mask_before_row(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = arith.cmpi slt, %j, %i : index
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask counts rows from neither end of the keys}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// j <= i + 1, with two keys more than rows.
func.func @mask_between_alignments(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.constant 1 : index
    %p = arith.addi %i, %one : index
    %p2 = arith.addi %i, %i : index
    %r = arith.cmpi sle, %j, %p2 : index
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask is no conjunction of causal, windows and lengths}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// j <= i or j >= i + 3.
func.func @mask_of_either(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %three = arith.constant 3 : index
    %p = arith.addi %i, %three : index
    %c = arith.cmpi sle, %j, %i : index
    %d = arith.cmpi sge, %j, %p : index
    %r = arith.ori %c, %d : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask is no conjunction of causal, windows and lengths}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// Row 0 sees nothing, and is an average of all values.
func.func @mask_hides_rows_by_finite_numbers(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xf32>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %zero = arith.constant 0.0 : f32
    %least = arith.constant -3.40282347E+38 : f32
    %one = arith.constant 1 : index
    %p = arith.addi %j, %one : index
    %c = arith.cmpi sle, %p, %i : index
    %r = arith.select %c, %zero, %least : f32
    linalg.yield %r : f32
  } -> tensor<5x7xf32>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask hides keys by finite numbers, and rows may see none}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// Numbers that hide nothing.
func.func @mask_is_a_bias(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xf32>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %zero = arith.constant 0.0 : f32
    %least = arith.constant -2.0 : f32
    %c = arith.cmpi sle, %j, %i : index
    %r = arith.select %c, %zero, %least : f32
    linalg.yield %r : f32
  } -> tensor<5x7xf32>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask adds numbers that hide nothing}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// i / 2 is not a multiple of i.
func.func @mask_of_blocks(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %two = arith.constant 2 : index
    %p = arith.divui %i, %two : index
    %r = arith.cmpi sle, %j, %p : index
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask depends on 'arith.cmpi'}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// What is left depends on rows.
func.func @mask_of_causal_and_rows(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %tokens: tensor<5xi64>) -> tensor<2x3x5x6xf32> {
  %pad = arith.constant 0 : i64
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<5xi64>) outs(%masks : tensor<5x7xi1>) {
  ^bb0(%token: i64, %out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sle, %j, %i : index
    %t = arith.cmpi ne, %token, %pad : i64
    %r = arith.andi %c, %t : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask is no conjunction of causal, windows and lengths}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// There are more tokens than keys.
func.func @mask_of_causal_and_first_tokens(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %tokens: tensor<9xi64>) -> tensor<2x3x5x6xf32> {
  %pad = arith.constant 0 : i64
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %token = tensor.extract %tokens[%j] : tensor<9xi64>
    %c = arith.cmpi sle, %j, %i : index
    %t = arith.cmpi ne, %token, %pad : i64
    %r = arith.andi %c, %t : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask is no conjunction of causal, windows and lengths}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// top_left mask, bottom_right window.
func.func @mask_against_alignment(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%masks : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = arith.cmpi sle, %j, %i : index
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask counts rows from neither end of the keys}}
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {window_left = 3}
  return %o : tensor<2x3x5x6xf32>
}

func.func @different_masks(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %m1: tensor<5x7xi1>, %m2: tensor<5x7xi1>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  // expected-remark @+1 {{the mask depends on an argument}}
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%m1[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the mask depends on an argument}}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%m2[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  // expected-remark @+1 {{the attentions have different masks}}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

func.func @lengths_of_bytes(%q: tensor<2x5x4xf32>, %k: tensor<2x300x4xf32>, %v: tensor<2x300x6xf32>, %lengths: tensor<2xi8>) -> tensor<2x5x6xf32> {
  %masks = tensor.empty() : tensor<2x300xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(b, n) -> (b)>, affine_map<(b, n) -> (b, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%lengths : tensor<2xi8>) outs(%masks : tensor<2x300xi1>) {
  ^bb0(%length: i8, %out: i1):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %wide = arith.extsi %length : i8 to i64
    %r = arith.cmpi slt, %n, %wide : i64
    linalg.yield %r : i1
  } -> tensor<2x300xi1>
  %init = tensor.empty() : tensor<2x5x6xf32>
  // expected-remark @+1 {{the mask is no conjunction of causal, windows and lengths}}
  %o = diffattn.attention
      signal(%q[b, m, d], %k[b, n, d] : tensor<2x5x4xf32>, tensor<2x300x4xf32>)
      value(%v[b, n, e] : tensor<2x300x6xf32>)
      mask(%mask[b, n] : tensor<2x300xi1>)
      outs(%init[b, m, e] : tensor<2x5x6xf32>)
  return %o : tensor<2x5x6xf32>
}
