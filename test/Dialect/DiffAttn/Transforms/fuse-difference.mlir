// RUN: diffattn-opt %s --diffattn-fuse | FileCheck %s

#bhme = affine_map<(b, h, m, e) -> (b, h, m, e)>
#bhm = affine_map<(b, h, m, e) -> (b, h, m)>
#bhm1 = affine_map<(b, h, m, e) -> (b, h, m, 0)>
#bmh = affine_map<(b, h, m, e) -> (b, m, h)>
#h = affine_map<(b, h, m, e) -> (h)>
#e = affine_map<(b, h, m, e) -> (e)>
#none = affine_map<(b, h, m, e) -> ()>
#hme = affine_map<(h, m, e) -> (h, m, e)>
#none3 = affine_map<(h, m, e) -> ()>
#rows = affine_map<(b, m, h) -> (b, m, h)>

// lambda * b, then a - that.
// CHECK-LABEL: func @two_generics
// CHECK-SAME:    (%[[Q1:.*]]: tensor<2x3x5x4xf32>, %[[K1:.*]]: tensor<2x3x7x4xf32>, %[[Q2:.*]]: tensor<2x3x5x4xf32>, %[[K2:.*]]: tensor<2x3x7x4xf32>, %[[V:.*]]: tensor<2x3x7x6xf32>, %[[LAMBDA:.*]]: tensor<f32>)
// CHECK-NEXT:    %[[INIT:.*]] = tensor.empty()
// CHECK-NEXT:    %[[O:.*]] = diffattn.attention
// CHECK-NEXT:      signal(%[[Q1]][b, h, m, d], %[[K1]][b, h, n, d]
// CHECK-NEXT:      noise(%[[Q2]][b, h, m, d], %[[K2]][b, h, n, d]
// CHECK-NEXT:      value(%[[V]][b, h, n, e]
// CHECK-NEXT:      lambda(%[[LAMBDA]][]
// CHECK-NEXT:      outs(%[[INIT]][b, h, m, e] : tensor<2x3x5x6xf32>) {causal}
// CHECK-NEXT:    return %[[O]]
func.func @two_generics(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
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
  %scaled = linalg.generic {indexing_maps = [#none, #bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%lambda, %b : tensor<f32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.mulf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %scaled : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// a + (-lambda) * b in one body, lambda of each head.
// CHECK-LABEL: func @one_generic_with_negated_lambda
// CHECK:         noise(%{{.*}}[b, h, m, d], %{{.*}}[b, h, n, d]
// CHECK:         lambda(%{{.*}}[h] : tensor<3xf32>)
// CHECK-NOT:     linalg.generic
func.func @one_generic_with_negated_lambda(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<3xf32>) -> tensor<2x3x5x6xf32> {
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
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #h, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<3xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %n = arith.negf %z : f32
    %s = arith.mulf %y, %n : f32
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// A number in the body, above 1.
// CHECK-LABEL: func @constant_lambda
// CHECK:         %[[NUMBER:.*]] = arith.constant 1.250000e+00 : f32
// CHECK:         %[[LAMBDA:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
// CHECK:           linalg.yield %[[NUMBER]]
// CHECK:         diffattn.attention
// CHECK:         lambda(%[[LAMBDA]][] : tensor<f32>)
func.func @constant_lambda(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
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
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %c = arith.constant 1.25 : f32
    %s = arith.mulf %y, %c : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// a + b is a - (-1) * b.
// CHECK-LABEL: func @sum
// CHECK:         arith.constant -1.000000e+00 : f32
// CHECK:         noise(
func.func @sum(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
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
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// DIFF V2: shared keys, the sigmoid of a logit of each row and head.
// CHECK-LABEL: func @sigmoid_of_rows
// CHECK-SAME:    %[[Q1:[^:]*]]: {{[^,]*}}, %[[K:[^:]*]]:
// CHECK-SAME:    %[[LOGITS:[^:]*]]: tensor<2x5x3xf32>
// CHECK-NOT:     linalg.generic
// CHECK:         signal(%[[Q1]][b, h, m, d], %[[K]][b, h, n, d]
// CHECK-NEXT:    noise(%{{.*}}[b, h, m, d], %[[K]][b, h, n, d]
// CHECK:         lambda(%[[LOGITS]][b, m, h] : tensor<2x5x3xf32>)
// CHECK:         {causal, lambda_activation = #diffattn.lambda_activation<sigmoid>}
func.func @sigmoid_of_rows(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %logits: tensor<2x5x3xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %rows = tensor.empty() : tensor<2x5x3xf32>
  %lambda = linalg.generic {indexing_maps = [#rows, #rows],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%logits : tensor<2x5x3xf32>) outs(%rows : tensor<2x5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.negf %x : f32
    %p = math.exp %n : f32
    %s = arith.addf %p, %one : f32
    %r = arith.divf %one, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x5x3xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bmh, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x5x3xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// The sigmoid op by op, its logits with a dim of size 1.
// CHECK-LABEL: func @unsqueezed_sigmoid_in_steps
// CHECK-SAME:    %[[LOGITS:[^:]*]]: tensor<2x5x3xf32>)
// CHECK:         lambda(%[[LOGITS]][b, m, h] : tensor<2x5x3xf32>)
// CHECK:         lambda_activation = #diffattn.lambda_activation<sigmoid>
func.func @unsqueezed_sigmoid_in_steps(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %logits: tensor<2x5x3xf32>) -> tensor<2x3x5x6xf32> {
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
  %rows = tensor.empty() : tensor<2x5x3xf32>
  %negated = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%logits : tensor<2x5x3xf32>) outs(%rows : tensor<2x5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = arith.negf %x : f32
    linalg.yield %r : f32
  } -> tensor<2x5x3xf32>
  %power = linalg.exp ins(%negated : tensor<2x5x3xf32>) outs(%rows : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  %lambda3 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%power : tensor<2x5x3xf32>) outs(%rows : tensor<2x5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %s = arith.addf %one, %x : f32
    %r = arith.divf %one, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x5x3xf32>
  %heads = tensor.empty() : tensor<2x3x5xf32>
  %turned = linalg.transpose ins(%lambda3 : tensor<2x5x3xf32>) outs(%heads : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %lambda = tensor.expand_shape %turned [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #bhm1, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x3x5x1xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// bf16 with a bf16 lambda: lambda is widened, not the maps.
// CHECK-LABEL: func @narrow
// CHECK:         %[[LAMBDA:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<bf16>) outs(%{{.*}} : tensor<f32>)
// CHECK:         arith.extf
// CHECK:         lambda(%[[LAMBDA]][] : tensor<f32>)
// CHECK:         outs(%{{.*}} : tensor<2x3x5x6xbf16>)
func.func @narrow(%q1: tensor<2x3x5x4xbf16>, %k1: tensor<2x3x7x4xbf16>, %q2: tensor<2x3x5x4xbf16>, %k2: tensor<2x3x7x4xbf16>, %v: tensor<2x3x7x6xbf16>, %lambda: tensor<bf16>) -> tensor<2x3x5x6xbf16> {
  %init = tensor.empty() : tensor<2x3x5x6xbf16>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xbf16>, tensor<2x3x7x4xbf16>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xbf16>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xbf16>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xbf16>, tensor<2x3x7x4xbf16>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xbf16>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xbf16>)
      {causal}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xbf16>, tensor<2x3x5x6xbf16>, tensor<bf16>) outs(%init : tensor<2x3x5x6xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16, %out: bf16):
    %s = arith.mulf %z, %y : bf16
    %r = arith.subf %x, %s : bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x5x6xbf16>
  return %o : tensor<2x3x5x6xbf16>
}

// Rows before heads on both sides, the noise made so by a copy.
// CHECK-LABEL: func @transposed
// CHECK-NOT:     linalg.transpose
// CHECK:         noise(%{{.*}}[b, h, m, d], %{{.*}}[b, h, n, d]
// CHECK:         outs(%{{.*}}[b, m, h, e] : tensor<2x5x3x6xf32>)
func.func @transposed(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x5x3x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %turned = tensor.empty() : tensor<2x5x3x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%turned[b, m, h, e] : tensor<2x5x3x6xf32>)
      {causal}
  %b0 = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = linalg.transpose ins(%b0 : tensor<2x3x5x6xf32>) outs(%turned : tensor<2x5x3x6xf32>) permutation = [0, 2, 1, 3]
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x5x3x6xf32>, tensor<2x5x3x6xf32>, tensor<f32>) outs(%turned : tensor<2x5x3x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x5x3x6xf32>
  return %o : tensor<2x5x3x6xf32>
}

// Two heads of signal share a head of noise, which is repeated; heads are
// collapsed on both sides.
// CHECK-LABEL: func @grouped
// CHECK:         %[[LAMBDA:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [2, 2] : tensor<4xf32>
// CHECK:         %[[O:.*]] = diffattn.attention
// CHECK-NEXT:    signal(%{{.*}}[b, g, r, m, d], %{{.*}}[b, g, n, d]
// CHECK-NEXT:    noise(%{{.*}}[b, g, m, d], %{{.*}}[b, g, n, d]
// CHECK-NEXT:    value(%{{.*}}[b, g, n, e]
// CHECK-NEXT:    lambda(%[[LAMBDA]][g, r]
// CHECK-NEXT:    outs(%{{.*}}[b, g, r, m, e]
// CHECK-NEXT:    tensor.collapse_shape %[[O]] {{\[}}[0], [1, 2], [3], [4]]
func.func @grouped(%q1: tensor<2x2x2x5x4xf32>, %k1: tensor<2x2x7x4xf32>, %q2: tensor<2x2x5x4xf32>, %k2: tensor<2x2x7x4xf32>, %v: tensor<2x2x7x6xf32>, %lambda: tensor<4xf32>) -> tensor<2x4x5x6xf32> {
  %wide = tensor.empty() : tensor<2x2x2x5x6xf32>
  %narrow = tensor.empty() : tensor<2x2x5x6xf32>
  %init = tensor.empty() : tensor<2x4x5x6xf32>
  %a0 = diffattn.attention
      signal(%q1[b, g, r, m, d], %k1[b, g, n, d] : tensor<2x2x2x5x4xf32>, tensor<2x2x7x4xf32>)
      value(%v[b, g, n, e] : tensor<2x2x7x6xf32>)
      outs(%wide[b, g, r, m, e] : tensor<2x2x2x5x6xf32>)
      {causal}
  %b0 = diffattn.attention
      signal(%q2[b, x, m, d], %k2[b, x, n, d] : tensor<2x2x5x4xf32>, tensor<2x2x7x4xf32>)
      value(%v[b, x, n, e] : tensor<2x2x7x6xf32>)
      outs(%narrow[b, x, m, e] : tensor<2x2x5x6xf32>)
      {causal}
  %a = tensor.collapse_shape %a0 [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x6xf32> into tensor<2x4x5x6xf32>
  %repeated = linalg.broadcast ins(%b0 : tensor<2x2x5x6xf32>) outs(%wide : tensor<2x2x2x5x6xf32>) dimensions = [2]
  %b = tensor.collapse_shape %repeated [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x6xf32> into tensor<2x4x5x6xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #h, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x4x5x6xf32>, tensor<2x4x5x6xf32>, tensor<4xf32>) outs(%init : tensor<2x4x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x4x5x6xf32>
  return %o : tensor<2x4x5x6xf32>
}

// A batch of one is dropped before the difference.
// CHECK-LABEL: func @without_unit_dim
// CHECK:         noise(%{{.*}}[b, h, m, d], %{{.*}}[b, h, n, d]
// CHECK:         outs(%{{.*}}[b, h, m, e] : tensor<1x3x5x6xf32>)
// CHECK:         tensor.collapse_shape
func.func @without_unit_dim(%q1: tensor<1x3x5x4xf32>, %k1: tensor<1x3x7x4xf32>, %q2: tensor<1x3x5x4xf32>, %k2: tensor<1x3x7x4xf32>, %v: tensor<1x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<3x5x6xf32> {
  %wide = tensor.empty() : tensor<1x3x5x6xf32>
  %init = tensor.empty() : tensor<3x5x6xf32>
  %a0 = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<1x3x5x4xf32>, tensor<1x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<1x3x7x6xf32>)
      outs(%wide[b, h, m, e] : tensor<1x3x5x6xf32>)
      {causal}
  %b0 = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<1x3x5x4xf32>, tensor<1x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<1x3x7x6xf32>)
      outs(%wide[b, h, m, e] : tensor<1x3x5x6xf32>)
      {causal}
  %a = tensor.collapse_shape %a0 [[0, 1], [2], [3]] : tensor<1x3x5x6xf32> into tensor<3x5x6xf32>
  %b = tensor.collapse_shape %b0 [[0, 1], [2], [3]] : tensor<1x3x5x6xf32> into tensor<3x5x6xf32>
  %o = linalg.generic {indexing_maps = [#hme, #hme, #none3, #hme],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<3x5x6xf32>, tensor<3x5x6xf32>, tensor<f32>) outs(%init : tensor<3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<3x5x6xf32>
  return %o : tensor<3x5x6xf32>
}

// The features of one map are divided like those of the other.
// CHECK-LABEL: func @features_in_two_dims
// CHECK-DAG:     %[[Q2:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0], [1], [2], [3, 4]] output_shape [2, 3, 5, 2, 2]
// CHECK-DAG:     %[[K2:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0], [1], [2], [3, 4]] output_shape [2, 3, 7, 2, 2]
// CHECK:         noise(%[[Q2]][b, h, m, d0, d1], %[[K2]][b, h, n, d0, d1]
func.func @features_in_two_dims(%q1: tensor<2x3x5x2x2xf32>, %k1: tensor<2x3x7x2x2xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d0, d1], %k1[b, h, n, d0, d1] : tensor<2x3x5x2x2xf32>, tensor<2x3x7x2x2xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
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

// Decoding: one row, and a value of two halves that are collapsed.
// CHECK-LABEL: func @one_row
// CHECK:         %[[O:.*]] = diffattn.attention
// CHECK:         noise(
// CHECK:         outs(%{{.*}}[b, h, m, e0, e1]
// CHECK:         tensor.collapse_shape %[[O]] {{\[}}[0], [1], [2], [3, 4]]
func.func @one_row(%q1: tensor<2x3x1x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x1x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x2x3xf32>, %lambda: tensor<f32>) -> tensor<2x3x1x6xf32> {
  %split = tensor.empty() : tensor<2x3x1x2x3xf32>
  %init = tensor.empty() : tensor<2x3x1x6xf32>
  %a0 = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x1x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e0, e1] : tensor<2x3x7x2x3xf32>)
      outs(%split[b, h, m, e0, e1] : tensor<2x3x1x2x3xf32>)
  %b0 = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x1x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e0, e1] : tensor<2x3x7x2x3xf32>)
      outs(%split[b, h, m, e0, e1] : tensor<2x3x1x2x3xf32>)
  %a = tensor.collapse_shape %a0 [[0], [1], [2], [3, 4]] : tensor<2x3x1x2x3xf32> into tensor<2x3x1x6xf32>
  %b = tensor.collapse_shape %b0 [[0], [1], [2], [3, 4]] : tensor<2x3x1x2x3xf32> into tensor<2x3x1x6xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x1x6xf32>, tensor<2x3x1x6xf32>, tensor<f32>) outs(%init : tensor<2x3x1x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x1x6xf32>
  return %o : tensor<2x3x1x6xf32>
}

// One mask for both maps; the difference is scaled in the same body.
// CHECK-LABEL: func @masked_and_scaled
// CHECK:         noise(
// CHECK:         mask(%{{.*}}[m, n] : tensor<5x7xf32>)
// CHECK:         {out_scale = 2.000000e+00 : f64, scale = 2.500000e-01 : f64, window_left = 2 : i64}
func.func @masked_and_scaled(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %mask: tensor<5x7xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.25, window_left = 2}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {scale = 0.25, window_left = 2}
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %t = arith.constant 2.0 : f32
    %s = arith.mulf %z, %y : f32
    %u = arith.subf %x, %s : f32
    %r = arith.mulf %u, %t : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// What its author said of the first map holds for both.
// CHECK-LABEL: func @scheduled
// CHECK:         noise(
// CHECK:         {diffattn.schedule = #diffattn.schedule<held, row_block = 12,
func.func @scheduled(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {diffattn.schedule = #diffattn.schedule<held, row_block = 12, key_block = 64, value_block = 32, held_bytes = 1, held_keys = 2, split_rows = 3, split_keys = 4>}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  %o = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %u = arith.subf %x, %s : f32
    linalg.yield %u : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}
