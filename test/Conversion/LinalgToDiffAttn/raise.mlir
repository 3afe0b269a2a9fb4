// RUN: diffattn-opt %s --diffattn-raise --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --diffattn-raise --split-input-file --remark-format=emitRemark --remarks-filter=diffattn-raise -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Missed

// What stands around the softmax: products, layouts, scales, masks. How the
// softmax itself may be written is in raise-softmax.mlir.

// REMARK: [[# @LINE + 17]]:8: remark: {{\[}}Passed] Attention | Category:diffattn-raise | Remark="raised to 1 diffattn.attention"
// CHECK-LABEL: @plain
// CHECK-SAME: (%[[Q:.*]]: tensor<8x4xf32>, %[[KT:.*]]: tensor<4x10xf32>, %[[V:.*]]: tensor<10x6xf32>)
// CHECK: %[[INIT:.*]] = tensor.empty() : tensor<8x6xf32>
// CHECK: %[[O:.*]] = diffattn.attention
// CHECK: signal(%[[Q]][m, d], %[[KT]][d, n] : tensor<8x4xf32>, tensor<4x10xf32>)
// CHECK: value(%[[V]][n, e] : tensor<10x6xf32>)
// CHECK: outs(%[[INIT]][m, e] : tensor<8x6xf32>) {scale = 1.000000e+00 : f64}
// CHECK-NEXT: return %[[O]]
func.func @plain(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The weights may be the right side, the scores may have keys before rows.
#q = affine_map<(n, m, d) -> (m, d)>
#k = affine_map<(n, m, d) -> (n, d)>
#s = affine_map<(n, m, d) -> (n, m)>
// CHECK-LABEL: @transposed_everywhere
// CHECK-SAME: (%[[Q:.*]]: tensor<8x4xf32>, %[[K:.*]]: tensor<10x4xf32>, %[[VT:.*]]: tensor<6x10xf32>)
// CHECK: diffattn.attention
// CHECK: signal(%[[Q]][m, d], %[[K]][n, d] :
// CHECK: value(%[[VT]][e, n] :
// CHECK: outs(%{{.*}}[e, m] : tensor<6x8xf32>)
func.func @transposed_everywhere(%q: tensor<8x4xf32>, %k: tensor<10x4xf32>, %vt: tensor<6x10xf32>) -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<10x8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<10x8xf32>) -> tensor<10x8xf32>
  %s = linalg.generic {indexing_maps = [#k, #q, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%k, %q : tensor<10x4xf32>, tensor<8x4xf32>) outs(%fs : tensor<10x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<10x8xf32>
  %p = linalg.softmax dimension(0) ins(%s : tensor<10x8xf32>) outs(%es : tensor<10x8xf32>) -> tensor<10x8xf32>
  %eo = tensor.empty() : tensor<6x8xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x8xf32>) -> tensor<6x8xf32>
  %o = linalg.matmul ins(%vt, %p : tensor<6x10xf32>, tensor<10x8xf32>) outs(%fo : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %o : tensor<6x8xf32>
}

// -----

// Repeated key/value heads, transposes and collapsed batch dims disappear.
#shared = affine_map<(b, g, r, n, d) -> (b, n, g, d)>
#id5 = affine_map<(b, g, r, n, d) -> (b, g, r, n, d)>
// CHECK-LABEL: @repeated_heads_collapsed
// CHECK-SAME: (%[[Q:.*]]: tensor<2x8x6x4xf32>, %[[K:.*]]: tensor<2x10x3x4xf32>, %[[V:.*]]: tensor<2x10x3x5xf32>)
// CHECK: %[[QG:.*]] = tensor.expand_shape %[[Q]] {{\[\[}}0], [1], [2, 3], [4]] output_shape [2, 8, 3, 2, 4]
// CHECK: %[[O:.*]] = diffattn.attention
// CHECK: signal(%[[QG]][b, m, h, g, d], %[[K]][b, n, h, d] :
// CHECK: value(%[[V]][b, n, h, e] :
// CHECK: outs(%{{.*}}[b, h, g, m, e] : tensor<2x3x2x8x5xf32>)
// CHECK: tensor.collapse_shape %[[O]] {{\[\[}}0, 1, 2], [3], [4]]
func.func @repeated_heads_collapsed(%q: tensor<2x8x6x4xf32>, %k: tensor<2x10x3x4xf32>, %v: tensor<2x10x3x5xf32>) -> tensor<12x8x5xf32> {
  %zero = arith.constant 0.0 : f32
  %eq = tensor.empty() : tensor<2x6x8x4xf32>
  %qt = linalg.transpose ins(%q : tensor<2x8x6x4xf32>) outs(%eq : tensor<2x6x8x4xf32>) permutation = [0, 2, 1, 3]
  %qc = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x6x8x4xf32> into tensor<12x8x4xf32>
  %ek = tensor.empty() : tensor<2x3x2x10x4xf32>
  %kr = linalg.generic {indexing_maps = [#shared, #id5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x10x3x4xf32>) outs(%ek : tensor<2x3x2x10x4xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x2x10x4xf32>
  %kc = tensor.collapse_shape %kr [[0, 1, 2], [3], [4]] : tensor<2x3x2x10x4xf32> into tensor<12x10x4xf32>
  %ekt = tensor.empty() : tensor<12x4x10xf32>
  %kt = linalg.transpose ins(%kc : tensor<12x10x4xf32>) outs(%ekt : tensor<12x4x10xf32>) permutation = [0, 2, 1]
  %ev = tensor.empty() : tensor<2x3x2x10x5xf32>
  %vr = linalg.generic {indexing_maps = [#shared, #id5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%v : tensor<2x10x3x5xf32>) outs(%ev : tensor<2x3x2x10x5xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x2x10x5xf32>
  %vc = tensor.collapse_shape %vr [[0, 1, 2], [3], [4]] : tensor<2x3x2x10x5xf32> into tensor<12x10x5xf32>
  %es = tensor.empty() : tensor<12x8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<12x8x10xf32>) -> tensor<12x8x10xf32>
  %s = linalg.batch_matmul ins(%qc, %kt : tensor<12x8x4xf32>, tensor<12x4x10xf32>) outs(%fs : tensor<12x8x10xf32>) -> tensor<12x8x10xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<12x8x10xf32>) outs(%es : tensor<12x8x10xf32>) -> tensor<12x8x10xf32>
  %eo = tensor.empty() : tensor<12x8x5xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<12x8x5xf32>) -> tensor<12x8x5xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<12x8x10xf32>, tensor<12x10x5xf32>) outs(%fo : tensor<12x8x5xf32>) -> tensor<12x8x5xf32>
  return %o : tensor<12x8x5xf32>
}

// -----

// Scales of queries, keys and scores multiply, negative ones too.
#id = affine_map<(a, b) -> (a, b)>
// CHECK-LABEL: @scales_and_softcap
// CHECK-SAME: (%[[Q:.*]]: tensor<8x4xf32>, %[[KT:.*]]: tensor<4x10xf32>
// CHECK: diffattn.attention
// CHECK: signal(%[[Q]][m, d], %[[KT]][d, n]
// CHECK: {scale = -2.000000e+00 : f64, softcap = 5.000000e+01 : f64}
func.func @scales_and_softcap(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %root = arith.constant -2.0 : f64
  %half = arith.constant dense<0.5> : tensor<f32>
  %cap = arith.constant 50.0 : f32
  %quarter = arith.constant 0.25 : f32
  %eq = tensor.empty() : tensor<8x4xf32>
  %qs = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<8x4xf32>) outs(%eq : tensor<8x4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %t = arith.truncf %root : f64 to f32
    %x = arith.mulf %a, %t : f32
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  %ek = tensor.empty() : tensor<4x10xf32>
  %ks = linalg.generic {indexing_maps = [#id, affine_map<(a, b) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%kt, %half : tensor<4x10xf32>, tensor<f32>) outs(%ek : tensor<4x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<4x10xf32>
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%qs, %ks : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.divf %a, %quarter : f32
    %n = arith.negf %x : f32
    %m = arith.negf %n : f32
    %h = arith.mulf %m, %quarter : f32
    %i = arith.divf %h, %cap : f32
    %d = arith.constant 2.0 : f32
    %j = arith.mulf %i, %d : f32
    %t = math.tanh %j : f32
    %y = arith.mulf %t, %cap : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// A float mask is read where it is; its dims of size 1 go.
#id3 = affine_map<(h, m, n) -> (h, m, n)>
#row = affine_map<(h, m, n) -> (h, 0, n)>
// CHECK-LABEL: @added_mask
// CHECK-SAME: %[[MASK:[a-z0-9]*]]: tensor<2x1x10xf32>)
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[MASK]] {{\[\[}}0], [1, 2]]
// CHECK: diffattn.attention
// CHECK: mask(%[[FLAT]][b, n] : tensor<2x10xf32>)
func.func @added_mask(%q: tensor<2x8x4xf32>, %kt: tensor<2x4x10xf32>, %v: tensor<2x10x6xf32>, %mask: tensor<2x1x10xf32>) -> tensor<2x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x8x4xf32>, tensor<2x4x10xf32>) outs(%fs : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %a = linalg.generic {indexing_maps = [#row, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mask, %s : tensor<2x1x10xf32>, tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.addf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x8x10xf32>
  %p = linalg.softmax dimension(2) ins(%a : tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %eo = tensor.empty() : tensor<2x8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x8x10xf32>, tensor<2x10x6xf32>) outs(%fo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %o : tensor<2x8x6xf32>
}

// -----

// A mask that the body of the scores computes becomes a tensor.
#id = affine_map<(a, b) -> (a, b)>
// CHECK-LABEL: @causal_in_the_body
// CHECK: %[[MASK:.*]] = linalg.generic
// CHECK: outs(%{{.*}} : tensor<8x10xi1>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[VISIBLE:.*]] = arith.cmpi ule, %[[J]], %[[I]]
// CHECK: linalg.yield %[[VISIBLE]]
// CHECK: diffattn.attention
// CHECK: mask(%[[MASK]][m, n] : tensor<8x10xi1>)
// CHECK: {scale = 5.000000e-01 : f64}
func.func @causal_in_the_body(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = arith.mulf %a, %half : f32
    %visible = arith.cmpi ule, %j, %i : index
    %y = arith.select %visible, %x, %minus : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Several masks become one, in the order in which they are applied.
#id = affine_map<(a, b) -> (a, b)>
#key = affine_map<(a, b) -> (b)>
// CHECK-LABEL: @several_masks
// CHECK-SAME: %[[HIDDEN:[a-z0-9]*]]: tensor<10xi1>, %[[BIAS:.*]]: tensor<8x10xf32>)
// CHECK: %[[MASK:.*]] = linalg.generic
// CHECK-SAME: ins(%[[HIDDEN]], %[[BIAS]] : tensor<10xi1>, tensor<8x10xf32>)
// CHECK-NEXT: ^bb0(%[[H:.*]]: i1, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.select %[[H]], %{{.*}}, %[[B]]
// CHECK: diffattn.attention
// CHECK: mask(%[[MASK]][m, n] : tensor<8x10xf32>)
func.func @several_masks(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %hidden: tensor<10xi1>, %bias: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %c = linalg.generic {indexing_maps = [#id, #id, #key, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %bias, %hidden : tensor<8x10xf32>, tensor<8x10xf32>, tensor<10xi1>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %h: i1, %c: f32):
    %x = arith.addf %a, %b : f32
    %y = arith.select %h, %minus, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// (P1 - lambda * P2) v: two attentions; a softmax over both maps at once, of
// which slices are taken, is two.
#id = affine_map<(a, b) -> (a, b)>
// CHECK-LABEL: @difference_of_slices
// CHECK-SAME: (%[[Q:.*]]: tensor<2x8x4xf32>, %[[KT:.*]]: tensor<2x4x10xf32>, %[[V:.*]]: tensor<10x6xf32>, %[[LAMBDA:.*]]: tensor<f32>)
// CHECK: %[[Q1:.*]] = tensor.extract_slice %[[Q]][0, 0, 0] [1, 8, 4] [1, 1, 1] : tensor<2x8x4xf32> to tensor<8x4xf32>
// CHECK: %[[K1:.*]] = tensor.extract_slice %[[KT]][0, 0, 0] [1, 4, 10] [1, 1, 1] : tensor<2x4x10xf32> to tensor<4x10xf32>
// CHECK: %[[O1:.*]] = diffattn.attention
// CHECK: signal(%[[Q1]][m, d], %[[K1]][d, n]
// CHECK: %[[Q2:.*]] = tensor.extract_slice %[[Q]][1, 0, 0]
// CHECK: %[[K2:.*]] = tensor.extract_slice %[[KT]][1, 0, 0]
// CHECK: %[[O2:.*]] = diffattn.attention
// CHECK: signal(%[[Q2]][m, d], %[[K2]][d, n]
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[LAMBDA]], %[[O2]] :
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[O1]], %[[SCALED]] :
// CHECK: arith.subf
func.func @difference_of_slices(%q: tensor<2x8x4xf32>, %kt: tensor<2x4x10xf32>, %v: tensor<10x6xf32>, %lambda: tensor<f32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x8x4xf32>, tensor<2x4x10xf32>) outs(%fs : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %p1 = tensor.extract_slice %p[0, 0, 0] [1, 8, 10] [1, 1, 1] : tensor<2x8x10xf32> to tensor<8x10xf32>
  %p2 = tensor.extract_slice %p[1, 0, 0] [1, 8, 10] [1, 1, 1] : tensor<2x8x10xf32> to tensor<8x10xf32>
  %ed = tensor.empty() : tensor<8x10xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, affine_map<(a, b) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%p1, %p2, %lambda : tensor<8x10xf32>, tensor<8x10xf32>, tensor<f32>) outs(%ed : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %l: f32, %c: f32):
    %x = arith.mulf %l, %b : f32
    %y = arith.subf %a, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%d, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// One softmax, two products: two attentions.
// CHECK-LABEL: @two_values
// CHECK-COUNT-2: diffattn.attention
// CHECK-NOT: linalg.softmax
func.func @two_values(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v1: tensor<10x6xf32>, %v2: tensor<10x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o1 = linalg.matmul ins(%p, %v1 : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o2 = linalg.matmul ins(%p, %v2 : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o1, %o2 : tensor<8x6xf32>, tensor<8x6xf32>
}

// -----

// Heads may differ in mask and value only.
#id3 = affine_map<(h, m, n) -> (h, m, n)>
#scores = affine_map<(h, m, n) -> (m, n)>
// CHECK-LABEL: @heads_of_mask_and_value
// CHECK: diffattn.attention
// CHECK: signal(%{{.*}}[m, d], %{{.*}}[d, n]
// CHECK: value(%{{.*}}[b, n, e] : tensor<2x10x6xf32>)
// CHECK: mask(%{{.*}}[b, m, n] : tensor<2x8x10xf32>)
// CHECK: outs(%{{.*}}[b, m, e]
func.func @heads_of_mask_and_value(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<2x10x6xf32>, %bias: tensor<2x8x10xf32>) -> tensor<2x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eb = tensor.empty() : tensor<2x8x10xf32>
  %b = linalg.generic {indexing_maps = [#scores, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %bias : tensor<8x10xf32>, tensor<2x8x10xf32>) outs(%eb : tensor<2x8x10xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<2x8x10xf32>
  %p = linalg.softmax dimension(2) ins(%b : tensor<2x8x10xf32>) outs(%eb : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %eo = tensor.empty() : tensor<2x8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x8x10xf32>, tensor<2x10x6xf32>) outs(%fo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %o : tensor<2x8x6xf32>
}

// -----

// Weights that all heads share: heads are features of the value.
// CHECK-LABEL: @shared_weights
// CHECK: value(%{{.*}}[e0, n, e1] : tensor<2x10x6xf32>)
// CHECK: outs(%{{.*}}[e0, m, e1]
func.func @shared_weights(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<2x10x6xf32>) -> tensor<2x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eb = tensor.empty() : tensor<2x8x10xf32>
  %b = linalg.broadcast ins(%p : tensor<8x10xf32>) outs(%eb : tensor<2x8x10xf32>) dimensions = [0]
  %eo = tensor.empty() : tensor<2x8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %o = linalg.batch_matmul ins(%b, %v : tensor<2x8x10xf32>, tensor<2x10x6xf32>) outs(%fo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %o : tensor<2x8x6xf32>
}

// -----

// Dynamic sizes: those of dims that were collapsed come from where they stood.
// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[Q:.*]]: tensor<?x3x?x4xf32>, %[[K:.*]]: tensor<?x3x?x4xf32>, %[[V:.*]]: tensor<?x3x?x4xf32>
// CHECK: %[[O:.*]] = diffattn.attention
// CHECK: signal(%[[Q]][b, h, m, d], %[[K]][b, h, n, d] :
// CHECK: value(%[[V]][b, h, n, e] :
// CHECK: outs(%{{.*}}[b, h, m, e] : tensor<?x3x?x4xf32>)
// CHECK: tensor.collapse_shape %[[O]] {{\[\[}}0, 1], [2], [3]]
func.func @dynamic(%q: tensor<?x3x?x4xf32>, %k: tensor<?x3x?x4xf32>, %v: tensor<?x3x?x4xf32>, %es: tensor<?x?x?xf32>, %eo: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %qc = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<?x3x?x4xf32> into tensor<?x?x4xf32>
  %kc = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<?x3x?x4xf32> into tensor<?x?x4xf32>
  %vc = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<?x3x?x4xf32> into tensor<?x?x4xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, d) -> (b, m, d)>, affine_map<(b, m, n, d) -> (b, n, d)>, affine_map<(b, m, n, d) -> (b, m, n)>] ins(%qc, %kc : tensor<?x?x4xf32>, tensor<?x?x4xf32>) outs(%fs : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x?x?xf32>) outs(%es : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<?x?x?xf32>, tensor<?x?x4xf32>) outs(%fo : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %o : tensor<?x?x4xf32>
}

// -----

// One row of queries has no dim of its own; each step of a decoder looks so.
#q = affine_map<(b, h, n, d) -> (b, h, d)>
#k = affine_map<(b, h, n, d) -> (b, h, n, d)>
#s = affine_map<(b, h, n, d) -> (b, h, n)>
#v = affine_map<(b, h, e, n) -> (b, h, n, e)>
#p = affine_map<(b, h, e, n) -> (b, h, n)>
#o = affine_map<(b, h, e, n) -> (b, h, e)>
// CHECK-LABEL: @single_row
// CHECK-SAME: (%[[Q:.*]]: tensor<2x3x4xf32>, %[[K:.*]]: tensor<2x3x?x4xf32>, %[[V:.*]]: tensor<2x3x?x6xf32>,
// CHECK: %[[ROW:.*]] = tensor.expand_shape %[[Q]] {{\[\[0\], \[1\], \[2, 3\]\]}} {{.*}} into tensor<2x3x1x4xf32>
// CHECK: %[[O:.*]] = diffattn.attention
// CHECK: signal(%[[ROW]][b, h, m, d], %[[K]][b, h, n, d] : tensor<2x3x1x4xf32>, tensor<2x3x?x4xf32>)
// CHECK: value(%[[V]][b, h, n, e] : tensor<2x3x?x6xf32>)
// CHECK: outs(%{{.*}}[b, h, m, e] : tensor<2x3x1x6xf32>)
// CHECK: tensor.collapse_shape %[[O]]
func.func @single_row(%q: tensor<2x3x4xf32>, %k: tensor<2x3x?x4xf32>, %v: tensor<2x3x?x6xf32>, %es: tensor<2x3x?xf32>) -> tensor<2x3x6xf32> {
  %zero = arith.constant 0.0 : f32
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x3x4xf32>, tensor<2x3x?x4xf32>) outs(%fs : tensor<2x3x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x3x?xf32>) outs(%es : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %eo = tensor.empty() : tensor<2x3x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %o = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x3x?xf32>, tensor<2x3x?x6xf32>) outs(%fo : tensor<2x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x6xf32>
  return %o : tensor<2x3x6xf32>
}
