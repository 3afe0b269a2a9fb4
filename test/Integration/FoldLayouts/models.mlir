// RUN: diffattn-opt %s -diffattn-fold-layouts | FileCheck %s \
// RUN:     --implicit-check-not=linalg. --implicit-check-not=tensor.concat

// How models lay out heads around attention, before anything is folded: queries,
// keys and values as projections produce them ([batch, row, heads * features]),
// results as they are computed with. test_fold_layouts.py compares the numbers.

// Llama: keys and values are repeated for each of 3 query heads of a group.
// CHECK-LABEL: func.func @llama(
// CHECK: signal(%{{.*}}[b, m, h0, h1, d], %{{.*}}[b, n, h0, d] : tensor<?x?x4x3x8xf32>, tensor<?x?x4x8xf32>)
// CHECK: value(%{{.*}}[b, n, h0, e] : tensor<?x?x4x8xf32>)
// CHECK: outs(%{{.*}}[b, m, h0, h1, e] : tensor<?x?x4x3x8xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3, 4]] : tensor<?x?x4x3x8xf32> into tensor<?x?x96xf32>
func.func @llama(%q: tensor<?x?x96xf32> {diffattn.name = "q"}, %k: tensor<?x?x32xf32> {diffattn.name = "k"}, %v: tensor<?x?x32xf32> {diffattn.name = "v"}) -> (tensor<?x?x96xf32> {diffattn.name = "out0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x96xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x96xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x32xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 12, 8] : tensor<?x?x96xf32> into tensor<?x?x12x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x12x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x12x8xf32>) outs(%init : tensor<?x12x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x4x8xf32>) outs(%init1 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init2 = tensor.empty(%b, %n) : tensor<?x4x3x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init2 : tensor<?x4x3x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x?x8xf32> into tensor<?x12x?x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x8xf32>) outs(%init3 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x4x3x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x4x?x8xf32>) outs(%init4 : tensor<?x4x3x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x?x8xf32> into tensor<?x12x?x8xf32>
  %init5 = tensor.empty(%b, %m) : tensor<?x12x?x8xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x12x?x8xf32>, tensor<?x12x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x12x?x8xf32>)
      outs(%init5[b, h, m, e] : tensor<?x12x?x8xf32>) {causal}
  %init6 = tensor.empty(%b, %m) : tensor<?x?x12x8xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x12x?x8xf32>) outs(%init6 : tensor<?x?x12x8xf32>) permutation = [0, 2, 1, 3]
  %flat = tensor.collapse_shape %rows [[0], [1], [2, 3]] : tensor<?x?x12x8xf32> into tensor<?x?x96xf32>
  return %flat : tensor<?x?x96xf32>
}

// Batch and heads are one dim, as linalg.batch_matmul has them.
// CHECK-LABEL: func.func @batch_matmul(
// CHECK: signal(%{{.*}}[h0, m, h1, h2, d], %{{.*}}[h0, n, h1, d] : tensor<?x?x4x3x8xf32>, tensor<?x?x4x8xf32>)
// CHECK: value(%{{.*}}[h0, n, h1, e] : tensor<?x?x4x8xf32>)
// CHECK: outs(%{{.*}}[h0, m, h1, h2, e] : tensor<?x?x4x3x8xf32>)
func.func @batch_matmul(%q: tensor<?x?x96xf32> {diffattn.name = "q"}, %k: tensor<?x?x32xf32> {diffattn.name = "k"}, %v: tensor<?x?x32xf32> {diffattn.name = "v"}) -> (tensor<?x?x96xf32> {diffattn.name = "out0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x96xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x96xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x32xf32>
  %c12 = arith.constant 12 : index
  %bh = arith.muli %b, %c12 : index
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 12, 8] : tensor<?x?x96xf32> into tensor<?x?x12x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x12x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x12x8xf32>) outs(%init : tensor<?x12x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x4x8xf32>) outs(%init1 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init2 = tensor.empty(%b, %n) : tensor<?x4x3x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init2 : tensor<?x4x3x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x?x8xf32> into tensor<?x12x?x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x8xf32>) outs(%init3 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x4x3x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x4x?x8xf32>) outs(%init4 : tensor<?x4x3x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x?x8xf32> into tensor<?x12x?x8xf32>
  %qc = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<?x12x?x8xf32> into tensor<?x?x8xf32>
  %kc = tensor.collapse_shape %kr [[0, 1], [2], [3]] : tensor<?x12x?x8xf32> into tensor<?x?x8xf32>
  %vc = tensor.collapse_shape %vr [[0, 1], [2], [3]] : tensor<?x12x?x8xf32> into tensor<?x?x8xf32>
  %init5 = tensor.empty(%bh, %m) : tensor<?x?x8xf32>
  %heads = diffattn.attention
      signal(%qc[h, m, d], %kc[h, n, d] : tensor<?x?x8xf32>, tensor<?x?x8xf32>)
      value(%vc[h, n, e] : tensor<?x?x8xf32>)
      outs(%init5[h, m, e] : tensor<?x?x8xf32>) {causal}
  %split = tensor.expand_shape %heads [[0, 1], [2], [3]] output_shape [%b, 12, %m, 8] : tensor<?x?x8xf32> into tensor<?x12x?x8xf32>
  %init6 = tensor.empty(%b, %m) : tensor<?x?x12x8xf32>
  %rows = linalg.transpose ins(%split : tensor<?x12x?x8xf32>) outs(%init6 : tensor<?x?x12x8xf32>) permutation = [0, 2, 1, 3]
  %flat = tensor.collapse_shape %rows [[0], [1], [2, 3]] : tensor<?x?x12x8xf32> into tensor<?x?x96xf32>
  return %flat : tensor<?x?x96xf32>
}

// Hugging Face's DiffLlama: two calls, each with half of the value heads for both
// halves of the query heads; the results side by side, then halved.
// CHECK-LABEL: func.func @diffllama(
// CHECK-COUNT-2: value(%{{.*}}[b, n, e0, h1, e1] : tensor<?x?x2x2x8xf32>)
// CHECK-NOT: diffattn.attention
func.func @diffllama(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x32xf32> {diffattn.name = "k"}, %v: tensor<?x?x32xf32> {diffattn.name = "v"}) -> (tensor<?x?x4x16xf32> {diffattn.name = "out0"}, tensor<?x?x4x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x32xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x8x8xf32>) outs(%init : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x4x8xf32>) outs(%init1 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init2 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x8xf32>) outs(%init2 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %v_half = tensor.extract_slice %vt[0, 0, 0, 0] [%b, 2, %n, 8] [1, 1, 1, 1] : tensor<?x4x?x8xf32> to tensor<?x2x?x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %v_both_tiled = linalg.broadcast ins(%v_half : tensor<?x2x?x8xf32>) outs(%init3 : tensor<?x2x2x?x8xf32>) dimensions = [1]
  %v_both = tensor.collapse_shape %v_both_tiled [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init4 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%v_both : tensor<?x4x?x8xf32>) outs(%init4 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init5 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init5 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init6 = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x8x?x8xf32>)
      outs(%init6[b, h, m, e] : tensor<?x8x?x8xf32>) {causal}
  %init7 = tensor.empty(%b, %m) : tensor<?x?x8x8xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x8x?x8xf32>) outs(%init7 : tensor<?x?x8x8xf32>) permutation = [0, 2, 1, 3]
  %v_half1 = tensor.extract_slice %vt[0, 2, 0, 0] [%b, 2, %n, 8] [1, 1, 1, 1] : tensor<?x4x?x8xf32> to tensor<?x2x?x8xf32>
  %init8 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %v_both_tiled1 = linalg.broadcast ins(%v_half1 : tensor<?x2x?x8xf32>) outs(%init8 : tensor<?x2x2x?x8xf32>) dimensions = [1]
  %v_both1 = tensor.collapse_shape %v_both_tiled1 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init9 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %vr_repeated1 = linalg.broadcast ins(%v_both1 : tensor<?x4x?x8xf32>) outs(%init9 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %vr1 = tensor.collapse_shape %vr_repeated1 [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init10 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %kr_repeated1 = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init10 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %kr1 = tensor.collapse_shape %kr_repeated1 [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init11 = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %heads1 = diffattn.attention
      signal(%qt[b, h, m, d], %kr1[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr1[b, h, n, e] : tensor<?x8x?x8xf32>)
      outs(%init11[b, h, m, e] : tensor<?x8x?x8xf32>) {causal}
  %init12 = tensor.empty(%b, %m) : tensor<?x?x8x8xf32>
  %rows1 = linalg.transpose ins(%heads1 : tensor<?x8x?x8xf32>) outs(%init12 : tensor<?x?x8x8xf32>) permutation = [0, 2, 1, 3]
  %wide = tensor.concat dim(3) %rows, %rows1 : (tensor<?x?x8x8xf32>, tensor<?x?x8x8xf32>) -> tensor<?x?x8x16xf32>
  %half = tensor.extract_slice %wide[0, 0, 0, 0] [%b, %m, 4, 16] [1, 1, 1, 1] : tensor<?x?x8x16xf32> to tensor<?x?x4x16xf32>
  %half1 = tensor.extract_slice %wide[0, 0, 4, 0] [%b, %m, 4, 16] [1, 1, 1, 1] : tensor<?x?x8x16xf32> to tensor<?x?x4x16xf32>
  return %half, %half1 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>
}

// An older DiffLlama: the halves of the repeated values side by side, in one call.
// CHECK-LABEL: func.func @diffllama_wide_value(
// CHECK-COUNT-2: value(%{{.*}}[b, n, e0, h1, e1] : tensor<?x?x2x2x8xf32>)
// CHECK-NOT: diffattn.attention
func.func @diffllama_wide_value(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x32xf32> {diffattn.name = "k"}, %v: tensor<?x?x32xf32> {diffattn.name = "v"}) -> (tensor<?x?x4x16xf32> {diffattn.name = "out0"}, tensor<?x?x4x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x32xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x8x8xf32>) outs(%init : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x4x8xf32>) outs(%init1 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %init2 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x8xf32>) outs(%init2 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init3 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init3 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init4 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x4x?x8xf32>) outs(%init4 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %v_half = tensor.extract_slice %vr[0, 0, 0, 0] [%b, 4, %n, 8] [1, 1, 1, 1] : tensor<?x8x?x8xf32> to tensor<?x4x?x8xf32>
  %v_half1 = tensor.extract_slice %vr[0, 4, 0, 0] [%b, 4, %n, 8] [1, 1, 1, 1] : tensor<?x8x?x8xf32> to tensor<?x4x?x8xf32>
  %v_wide = tensor.concat dim(3) %v_half, %v_half1 : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x16xf32>
  %init5 = tensor.empty(%b, %n) : tensor<?x2x4x?x16xf32>
  %v_both_tiled = linalg.broadcast ins(%v_wide : tensor<?x4x?x16xf32>) outs(%init5 : tensor<?x2x4x?x16xf32>) dimensions = [1]
  %v_both = tensor.collapse_shape %v_both_tiled [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x16xf32> into tensor<?x8x?x16xf32>
  %init6 = tensor.empty(%b, %m) : tensor<?x8x?x16xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%v_both[b, h, n, e] : tensor<?x8x?x16xf32>)
      outs(%init6[b, h, m, e] : tensor<?x8x?x16xf32>) {causal}
  %half = tensor.extract_slice %heads[0, 0, 0, 0] [%b, 4, %m, 16] [1, 1, 1, 1] : tensor<?x8x?x16xf32> to tensor<?x4x?x16xf32>
  %half1 = tensor.extract_slice %heads[0, 4, 0, 0] [%b, 4, %m, 16] [1, 1, 1, 1] : tensor<?x8x?x16xf32> to tensor<?x4x?x16xf32>
  %init7 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows = linalg.transpose ins(%half : tensor<?x4x?x16xf32>) outs(%init7 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  %init8 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows1 = linalg.transpose ins(%half1 : tensor<?x4x?x16xf32>) outs(%init8 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  return %rows, %rows1 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>
}

// DIFF V1 as in unilm: heads 2i and 2i + 1 are a pair, one call for each map.
// CHECK-LABEL: func.func @unilm_v1(
// CHECK-COUNT-2: signal(%{{.*}}[b, m, h0, h1, d], %{{.*}}[b, n, h0, d] : tensor<?x?x4x2x8xf32>, tensor<?x?x4x8xf32>)
// CHECK-NOT: diffattn.attention
func.func @unilm_v1(%q: tensor<?x?x128xf32> {diffattn.name = "q"}, %k: tensor<?x?x64xf32> {diffattn.name = "k"}, %v: tensor<?x?x64xf32> {diffattn.name = "v"}) -> (tensor<?x?x8x16xf32> {diffattn.name = "out0"}, tensor<?x?x8x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x128xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x128xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x64xf32>
  %pairs = tensor.expand_shape %q [[0], [1], [2, 3, 4]] output_shape [%b, %m, 8, 2, 8] : tensor<?x?x128xf32> into tensor<?x?x8x2x8xf32>
  %key_pairs = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [%b, %n, 4, 2, 8] : tensor<?x?x64xf32> into tensor<?x?x4x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 16] : tensor<?x?x64xf32> into tensor<?x?x4x16xf32>
  %init = tensor.empty(%b, %n) : tensor<?x4x?x16xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x16xf32>) outs(%init : tensor<?x4x?x16xf32>) permutation = [0, 2, 1, 3]
  %init1 = tensor.empty(%b, %n) : tensor<?x4x2x?x16xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x4x?x16xf32>) outs(%init1 : tensor<?x4x2x?x16xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x16xf32> into tensor<?x8x?x16xf32>
  %q_map = tensor.extract_slice %pairs[0, 0, 0, 0, 0] [%b, %m, 8, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x8x2x8xf32> to tensor<?x?x8x8xf32>
  %init2 = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%q_map : tensor<?x?x8x8xf32>) outs(%init2 : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map = tensor.extract_slice %key_pairs[0, 0, 0, 0, 0] [%b, %n, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt = linalg.transpose ins(%k_map : tensor<?x?x4x8xf32>) outs(%init3 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x4x?x8xf32>) outs(%init4 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init5 = tensor.empty(%b, %m) : tensor<?x8x?x16xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x8x?x16xf32>)
      outs(%init5[b, h, m, e] : tensor<?x8x?x16xf32>) {causal}
  %q_map1 = tensor.extract_slice %pairs[0, 0, 0, 1, 0] [%b, %m, 8, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x8x2x8xf32> to tensor<?x?x8x8xf32>
  %init6 = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt1 = linalg.transpose ins(%q_map1 : tensor<?x?x8x8xf32>) outs(%init6 : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map1 = tensor.extract_slice %key_pairs[0, 0, 0, 1, 0] [%b, %n, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init7 = tensor.empty(%b, %n) : tensor<?x4x?x8xf32>
  %kt1 = linalg.transpose ins(%k_map1 : tensor<?x?x4x8xf32>) outs(%init7 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %init8 = tensor.empty(%b, %n) : tensor<?x4x2x?x8xf32>
  %kr_repeated1 = linalg.broadcast ins(%kt1 : tensor<?x4x?x8xf32>) outs(%init8 : tensor<?x4x2x?x8xf32>) dimensions = [2]
  %kr1 = tensor.collapse_shape %kr_repeated1 [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x8xf32> into tensor<?x8x?x8xf32>
  %init9 = tensor.empty(%b, %m) : tensor<?x8x?x16xf32>
  %heads1 = diffattn.attention
      signal(%qt1[b, h, m, d], %kr1[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x8x?x16xf32>)
      outs(%init9[b, h, m, e] : tensor<?x8x?x16xf32>) {causal}
  %init10 = tensor.empty(%b, %m) : tensor<?x?x8x16xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x8x?x16xf32>) outs(%init10 : tensor<?x?x8x16xf32>) permutation = [0, 2, 1, 3]
  %init11 = tensor.empty(%b, %m) : tensor<?x?x8x16xf32>
  %rows1 = linalg.transpose ins(%heads1 : tensor<?x8x?x16xf32>) outs(%init11 : tensor<?x?x8x16xf32>) permutation = [0, 2, 1, 3]
  return %rows, %rows1 : tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>
}

// flashdiff of unilm: a call for each map and each half of the value's width.
// CHECK-LABEL: func.func @unilm_four_calls(
// CHECK-COUNT-2: value(%{{.*}}[b, n, h0, e] : tensor<?x?x2x16xf32>)
// CHECK-NOT: diffattn.attention
func.func @unilm_four_calls(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x32xf32> {diffattn.name = "k"}, %v: tensor<?x?x32xf32> {diffattn.name = "v"}) -> (tensor<?x?x4x16xf32> {diffattn.name = "out0"}, tensor<?x?x4x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x32xf32>
  %pairs = tensor.expand_shape %q [[0], [1], [2, 3, 4]] output_shape [%b, %m, 4, 2, 8] : tensor<?x?x64xf32> into tensor<?x?x4x2x8xf32>
  %key_pairs = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [%b, %n, 2, 2, 8] : tensor<?x?x32xf32> into tensor<?x?x2x2x8xf32>
  %v_parts = tensor.expand_shape %v [[0], [1], [2, 3, 4]] output_shape [%b, %n, 2, 2, 8] : tensor<?x?x32xf32> into tensor<?x?x2x2x8xf32>
  %q_map = tensor.extract_slice %pairs[0, 0, 0, 0, 0] [%b, %m, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %qt = linalg.transpose ins(%q_map : tensor<?x?x4x8xf32>) outs(%init : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map = tensor.extract_slice %key_pairs[0, 0, 0, 0, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %kt = linalg.transpose ins(%k_map : tensor<?x?x2x8xf32>) outs(%init1 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init2 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x2x?x8xf32>) outs(%init2 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %v_part = tensor.extract_slice %v_parts[0, 0, 0, 0, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %vt = linalg.transpose ins(%v_part : tensor<?x?x2x8xf32>) outs(%init3 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x2x?x8xf32>) outs(%init4 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init5 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x4x?x8xf32>)
      outs(%init5[b, h, m, e] : tensor<?x4x?x8xf32>) {causal}
  %q_map1 = tensor.extract_slice %pairs[0, 0, 0, 0, 0] [%b, %m, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init6 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %qt1 = linalg.transpose ins(%q_map1 : tensor<?x?x4x8xf32>) outs(%init6 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map1 = tensor.extract_slice %key_pairs[0, 0, 0, 0, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init7 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %kt1 = linalg.transpose ins(%k_map1 : tensor<?x?x2x8xf32>) outs(%init7 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init8 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %kr_repeated1 = linalg.broadcast ins(%kt1 : tensor<?x2x?x8xf32>) outs(%init8 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %kr1 = tensor.collapse_shape %kr_repeated1 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %v_part1 = tensor.extract_slice %v_parts[0, 0, 0, 1, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init9 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %vt1 = linalg.transpose ins(%v_part1 : tensor<?x?x2x8xf32>) outs(%init9 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init10 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %vr_repeated1 = linalg.broadcast ins(%vt1 : tensor<?x2x?x8xf32>) outs(%init10 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %vr1 = tensor.collapse_shape %vr_repeated1 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init11 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %heads1 = diffattn.attention
      signal(%qt1[b, h, m, d], %kr1[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vr1[b, h, n, e] : tensor<?x4x?x8xf32>)
      outs(%init11[b, h, m, e] : tensor<?x4x?x8xf32>) {causal}
  %wide = tensor.concat dim(3) %heads, %heads1 : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x16xf32>
  %init12 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows = linalg.transpose ins(%wide : tensor<?x4x?x16xf32>) outs(%init12 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  %q_map2 = tensor.extract_slice %pairs[0, 0, 0, 1, 0] [%b, %m, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init13 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %qt2 = linalg.transpose ins(%q_map2 : tensor<?x?x4x8xf32>) outs(%init13 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map2 = tensor.extract_slice %key_pairs[0, 0, 0, 1, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init14 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %kt2 = linalg.transpose ins(%k_map2 : tensor<?x?x2x8xf32>) outs(%init14 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init15 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %kr_repeated2 = linalg.broadcast ins(%kt2 : tensor<?x2x?x8xf32>) outs(%init15 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %kr2 = tensor.collapse_shape %kr_repeated2 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %v_part2 = tensor.extract_slice %v_parts[0, 0, 0, 0, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init16 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %vt2 = linalg.transpose ins(%v_part2 : tensor<?x?x2x8xf32>) outs(%init16 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init17 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %vr_repeated2 = linalg.broadcast ins(%vt2 : tensor<?x2x?x8xf32>) outs(%init17 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %vr2 = tensor.collapse_shape %vr_repeated2 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init18 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %heads2 = diffattn.attention
      signal(%qt2[b, h, m, d], %kr2[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vr2[b, h, n, e] : tensor<?x4x?x8xf32>)
      outs(%init18[b, h, m, e] : tensor<?x4x?x8xf32>) {causal}
  %q_map3 = tensor.extract_slice %pairs[0, 0, 0, 1, 0] [%b, %m, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x4x2x8xf32> to tensor<?x?x4x8xf32>
  %init19 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %qt3 = linalg.transpose ins(%q_map3 : tensor<?x?x4x8xf32>) outs(%init19 : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %k_map3 = tensor.extract_slice %key_pairs[0, 0, 0, 1, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init20 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %kt3 = linalg.transpose ins(%k_map3 : tensor<?x?x2x8xf32>) outs(%init20 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init21 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %kr_repeated3 = linalg.broadcast ins(%kt3 : tensor<?x2x?x8xf32>) outs(%init21 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %kr3 = tensor.collapse_shape %kr_repeated3 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %v_part3 = tensor.extract_slice %v_parts[0, 0, 0, 1, 0] [%b, %n, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x2x2x8xf32> to tensor<?x?x2x8xf32>
  %init22 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %vt3 = linalg.transpose ins(%v_part3 : tensor<?x?x2x8xf32>) outs(%init22 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init23 = tensor.empty(%b, %n) : tensor<?x2x2x?x8xf32>
  %vr_repeated3 = linalg.broadcast ins(%vt3 : tensor<?x2x?x8xf32>) outs(%init23 : tensor<?x2x2x?x8xf32>) dimensions = [2]
  %vr3 = tensor.collapse_shape %vr_repeated3 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %init24 = tensor.empty(%b, %m) : tensor<?x4x?x8xf32>
  %heads3 = diffattn.attention
      signal(%qt3[b, h, m, d], %kr3[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vr3[b, h, n, e] : tensor<?x4x?x8xf32>)
      outs(%init24[b, h, m, e] : tensor<?x4x?x8xf32>) {causal}
  %wide1 = tensor.concat dim(3) %heads2, %heads3 : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x16xf32>
  %init25 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows1 = linalg.transpose ins(%wide1 : tensor<?x4x?x16xf32>) outs(%init25 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  return %rows, %rows1 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>
}

// DIFF V2: one call, whose even and odd heads are the two maps.
// CHECK-LABEL: func.func @unilm_v2(
// CHECK-COUNT-2: signal(%{{.*}}[b, m, h0, h1, d], %{{.*}}[b, n, h0, d] : tensor<?x?x2x2x8xf32>, tensor<?x?x2x8xf32>)
// CHECK-NOT: diffattn.attention
func.func @unilm_v2(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x16xf32> {diffattn.name = "k"}, %v: tensor<?x?x16xf32> {diffattn.name = "v"}) -> (tensor<?x?x4x8xf32> {diffattn.name = "out0"}, tensor<?x?x4x8xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x16xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x8x8xf32>) outs(%init : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x2x8xf32>) outs(%init1 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init2 = tensor.empty(%b, %n) : tensor<?x2x4x?x8xf32>
  %kr_repeated = linalg.broadcast ins(%kt : tensor<?x2x?x8xf32>) outs(%init2 : tensor<?x2x4x?x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %kr_repeated [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x2x?x8xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x2x8xf32>) outs(%init3 : tensor<?x2x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x2x4x?x8xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x2x?x8xf32>) outs(%init4 : tensor<?x2x4x?x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %init5 = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x8x?x8xf32>)
      outs(%init5[b, h, m, e] : tensor<?x8x?x8xf32>) {causal}
  %init6 = tensor.empty(%b, %m) : tensor<?x?x8x8xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x8x?x8xf32>) outs(%init6 : tensor<?x?x8x8xf32>) permutation = [0, 2, 1, 3]
  %map = tensor.extract_slice %rows[0, 0, 0, 0] [%b, %m, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  %map1 = tensor.extract_slice %rows[0, 0, 1, 0] [%b, %m, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  return %map, %map1 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>
}

// timm: pairs are split after the transposes.
// CHECK-LABEL: func.func @timm(
// CHECK-COUNT-2: outs(%{{.*}}[b, m, h, e] : tensor<?x?x4x16xf32>)
// CHECK-NOT: diffattn.attention
func.func @timm(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x64xf32> {diffattn.name = "k"}, %v: tensor<?x?x64xf32> {diffattn.name = "v"}) -> (tensor<?x?x4x16xf32> {diffattn.name = "out0"}, tensor<?x?x4x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x64xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x8x8xf32>) outs(%init : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %qp = tensor.expand_shape %qt [[0], [1, 2], [3], [4]] output_shape [%b, 4, 2, %m, 8] : tensor<?x8x?x8xf32> into tensor<?x4x2x?x8xf32>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x8x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x8x8xf32>) outs(%init1 : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %kp = tensor.expand_shape %kt [[0], [1, 2], [3], [4]] output_shape [%b, 4, 2, %n, 8] : tensor<?x8x?x8xf32> into tensor<?x4x2x?x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 16] : tensor<?x?x64xf32> into tensor<?x?x4x16xf32>
  %init2 = tensor.empty(%b, %n) : tensor<?x4x?x16xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x16xf32>) outs(%init2 : tensor<?x4x?x16xf32>) permutation = [0, 2, 1, 3]
  %q_map = tensor.extract_slice %qp[0, 0, 0, 0, 0] [%b, 4, 1, %m, 8] [1, 1, 1, 1, 1] : tensor<?x4x2x?x8xf32> to tensor<?x4x?x8xf32>
  %k_map = tensor.extract_slice %kp[0, 0, 0, 0, 0] [%b, 4, 1, %n, 8] [1, 1, 1, 1, 1] : tensor<?x4x2x?x8xf32> to tensor<?x4x?x8xf32>
  %init3 = tensor.empty(%b, %m) : tensor<?x4x?x16xf32>
  %heads = diffattn.attention
      signal(%q_map[b, h, m, d], %k_map[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vt[b, h, n, e] : tensor<?x4x?x16xf32>)
      outs(%init3[b, h, m, e] : tensor<?x4x?x16xf32>) 
  %q_map1 = tensor.extract_slice %qp[0, 0, 1, 0, 0] [%b, 4, 1, %m, 8] [1, 1, 1, 1, 1] : tensor<?x4x2x?x8xf32> to tensor<?x4x?x8xf32>
  %k_map1 = tensor.extract_slice %kp[0, 0, 1, 0, 0] [%b, 4, 1, %n, 8] [1, 1, 1, 1, 1] : tensor<?x4x2x?x8xf32> to tensor<?x4x?x8xf32>
  %init4 = tensor.empty(%b, %m) : tensor<?x4x?x16xf32>
  %heads1 = diffattn.attention
      signal(%q_map1[b, h, m, d], %k_map1[b, h, n, d] : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>)
      value(%vt[b, h, n, e] : tensor<?x4x?x16xf32>)
      outs(%init4[b, h, m, e] : tensor<?x4x?x16xf32>) 
  %init5 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x4x?x16xf32>) outs(%init5 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  %init6 = tensor.empty(%b, %m) : tensor<?x?x4x16xf32>
  %rows1 = linalg.transpose ins(%heads1 : tensor<?x4x?x16xf32>) outs(%init6 : tensor<?x?x4x16xf32>) permutation = [0, 2, 1, 3]
  return %rows, %rows1 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>
}

// Both maps in one call, selected from an axis of size 2.
// CHECK-LABEL: func.func @pairs_of_one_call(
// CHECK-COUNT-2: signal(%{{.*}}[b, m, h0, d], %{{.*}}[b, n, h0, d] : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>)
// CHECK-NOT: diffattn.attention
func.func @pairs_of_one_call(%q: tensor<?x?x64xf32> {diffattn.name = "q"}, %k: tensor<?x?x64xf32> {diffattn.name = "k"}, %v: tensor<?x?x64xf32> {diffattn.name = "v"}) -> (tensor<?x4x?x16xf32> {diffattn.name = "out0"}, tensor<?x4x?x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x64xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x64xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, %m, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init = tensor.empty(%b, %m) : tensor<?x8x?x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x?x8x8xf32>) outs(%init : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [%b, %n, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %init1 = tensor.empty(%b, %n) : tensor<?x8x?x8xf32>
  %kt = linalg.transpose ins(%kh : tensor<?x?x8x8xf32>) outs(%init1 : tensor<?x8x?x8xf32>) permutation = [0, 2, 1, 3]
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 4, 16] : tensor<?x?x64xf32> into tensor<?x?x4x16xf32>
  %init2 = tensor.empty(%b, %n) : tensor<?x4x?x16xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x4x16xf32>) outs(%init2 : tensor<?x4x?x16xf32>) permutation = [0, 2, 1, 3]
  %init3 = tensor.empty(%b, %n) : tensor<?x4x2x?x16xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x4x?x16xf32>) outs(%init3 : tensor<?x4x2x?x16xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x16xf32> into tensor<?x8x?x16xf32>
  %init4 = tensor.empty(%b, %m) : tensor<?x8x?x16xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kt[b, h, n, d] : tensor<?x8x?x8xf32>, tensor<?x8x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x8x?x16xf32>)
      outs(%init4[b, h, m, e] : tensor<?x8x?x16xf32>) 
  %pairs = tensor.expand_shape %heads [[0], [1, 2], [3], [4]] output_shape [%b, 4, 2, %m, 16] : tensor<?x8x?x16xf32> into tensor<?x4x2x?x16xf32>
  %map = tensor.extract_slice %pairs[0, 0, 0, 0, 0] [%b, 4, 1, %m, 16] [1, 1, 1, 1, 1] : tensor<?x4x2x?x16xf32> to tensor<?x4x?x16xf32>
  %map1 = tensor.extract_slice %pairs[0, 0, 1, 0, 0] [%b, 4, 1, %m, 16] [1, 1, 1, 1, 1] : tensor<?x4x2x?x16xf32> to tensor<?x4x?x16xf32>
  return %map, %map1 : tensor<?x4x?x16xf32>, tensor<?x4x?x16xf32>
}

// Grouped: 4 signal heads and a noise head in each of 3 groups.
// CHECK-LABEL: func.func @grouped(
// CHECK: signal(%{{.*}}[b, m, h0, h1, d], %{{.*}}[b, n, h0, d] : tensor<?x?x3x4x8xf32>, tensor<?x?x3x8xf32>)
// CHECK: signal(%{{.*}}[b, m, h, d], %{{.*}}[b, n, h, d] : tensor<?x?x3x8xf32>, tensor<?x?x3x8xf32>)
func.func @grouped(%q: tensor<?x?x120xf32> {diffattn.name = "q"}, %k: tensor<?x?x48xf32> {diffattn.name = "k"}, %v: tensor<?x?x48xf32> {diffattn.name = "v"}) -> (tensor<?x?x12x16xf32> {diffattn.name = "out0"}, tensor<?x?x3x16xf32> {diffattn.name = "out1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x120xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x120xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x48xf32>
  %groups = tensor.expand_shape %q [[0], [1], [2, 3, 4]] output_shape [%b, %m, 3, 5, 8] : tensor<?x?x120xf32> into tensor<?x?x3x5x8xf32>
  %key_pairs = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [%b, %n, 3, 2, 8] : tensor<?x?x48xf32> into tensor<?x?x3x2x8xf32>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [%b, %n, 3, 16] : tensor<?x?x48xf32> into tensor<?x?x3x16xf32>
  %init = tensor.empty(%b, %n) : tensor<?x3x?x16xf32>
  %vt = linalg.transpose ins(%vh : tensor<?x?x3x16xf32>) outs(%init : tensor<?x3x?x16xf32>) permutation = [0, 2, 1, 3]
  %signal_heads = tensor.extract_slice %groups[0, 0, 0, 0, 0] [%b, %m, 3, 4, 8] [1, 1, 1, 1, 1] : tensor<?x?x3x5x8xf32> to tensor<?x?x3x4x8xf32>
  %signal = tensor.collapse_shape %signal_heads [[0], [1], [2, 3], [4]] : tensor<?x?x3x4x8xf32> into tensor<?x?x12x8xf32>
  %init1 = tensor.empty(%b, %m) : tensor<?x12x?x8xf32>
  %q1 = linalg.transpose ins(%signal : tensor<?x?x12x8xf32>) outs(%init1 : tensor<?x12x?x8xf32>) permutation = [0, 2, 1, 3]
  %noise = tensor.extract_slice %groups[0, 0, 0, 4, 0] [%b, %m, 3, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x3x5x8xf32> to tensor<?x?x3x8xf32>
  %init2 = tensor.empty(%b, %m) : tensor<?x3x?x8xf32>
  %q2 = linalg.transpose ins(%noise : tensor<?x?x3x8xf32>) outs(%init2 : tensor<?x3x?x8xf32>) permutation = [0, 2, 1, 3]
  %k1 = tensor.extract_slice %key_pairs[0, 0, 0, 0, 0] [%b, %n, 3, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x3x2x8xf32> to tensor<?x?x3x8xf32>
  %init3 = tensor.empty(%b, %n) : tensor<?x3x?x8xf32>
  %k1t = linalg.transpose ins(%k1 : tensor<?x?x3x8xf32>) outs(%init3 : tensor<?x3x?x8xf32>) permutation = [0, 2, 1, 3]
  %init4 = tensor.empty(%b, %n) : tensor<?x3x4x?x8xf32>
  %k1r_repeated = linalg.broadcast ins(%k1t : tensor<?x3x?x8xf32>) outs(%init4 : tensor<?x3x4x?x8xf32>) dimensions = [2]
  %k1r = tensor.collapse_shape %k1r_repeated [[0], [1, 2], [3], [4]] : tensor<?x3x4x?x8xf32> into tensor<?x12x?x8xf32>
  %k2 = tensor.extract_slice %key_pairs[0, 0, 0, 1, 0] [%b, %n, 3, 1, 8] [1, 1, 1, 1, 1] : tensor<?x?x3x2x8xf32> to tensor<?x?x3x8xf32>
  %init5 = tensor.empty(%b, %n) : tensor<?x3x?x8xf32>
  %k2t = linalg.transpose ins(%k2 : tensor<?x?x3x8xf32>) outs(%init5 : tensor<?x3x?x8xf32>) permutation = [0, 2, 1, 3]
  %init6 = tensor.empty(%b, %n) : tensor<?x3x4x?x16xf32>
  %vr_repeated = linalg.broadcast ins(%vt : tensor<?x3x?x16xf32>) outs(%init6 : tensor<?x3x4x?x16xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %vr_repeated [[0], [1, 2], [3], [4]] : tensor<?x3x4x?x16xf32> into tensor<?x12x?x16xf32>
  %init7 = tensor.empty(%b, %m) : tensor<?x12x?x16xf32>
  %o1 = diffattn.attention
      signal(%q1[b, h, m, d], %k1r[b, h, n, d] : tensor<?x12x?x8xf32>, tensor<?x12x?x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x12x?x16xf32>)
      outs(%init7[b, h, m, e] : tensor<?x12x?x16xf32>) {causal}
  %init8 = tensor.empty(%b, %m) : tensor<?x3x?x16xf32>
  %o2 = diffattn.attention
      signal(%q2[b, h, m, d], %k2t[b, h, n, d] : tensor<?x3x?x8xf32>, tensor<?x3x?x8xf32>)
      value(%vt[b, h, n, e] : tensor<?x3x?x16xf32>)
      outs(%init8[b, h, m, e] : tensor<?x3x?x16xf32>) {causal}
  %init9 = tensor.empty(%b, %m) : tensor<?x?x12x16xf32>
  %rows = linalg.transpose ins(%o1 : tensor<?x12x?x16xf32>) outs(%init9 : tensor<?x?x12x16xf32>) permutation = [0, 2, 1, 3]
  %init10 = tensor.empty(%b, %m) : tensor<?x?x3x16xf32>
  %rows1 = linalg.transpose ins(%o2 : tensor<?x3x?x16xf32>) outs(%init10 : tensor<?x?x3x16xf32>) permutation = [0, 2, 1, 3]
  return %rows, %rows1 : tensor<?x?x12x16xf32>, tensor<?x?x3x16xf32>
}

// One row, and keys and values in caches, [batch, heads, capacity, features].
// CHECK-LABEL: func.func @decode(
// CHECK: signal(%{{.*}}[b, m, h0, h1, d], %{{.*}}[b, h0, n, d] : tensor<?x1x4x3x8xf32>, tensor<?x4x16x8xf32>)
// CHECK: value(%{{.*}}[b, h0, n, e] : tensor<?x4x16x8xf32>)
// CHECK: outs(%{{.*}}[b, m, h0, h1, e] : tensor<?x1x4x3x8xf32>)
func.func @decode(%q: tensor<?x96xf32> {diffattn.name = "q"}, %k: tensor<?x4x16x8xf32> {diffattn.name = "k"}, %v: tensor<?x4x16x8xf32> {diffattn.name = "v"}) -> (tensor<?x96xf32> {diffattn.name = "out0"}) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %q, %c0 : tensor<?x96xf32>
  %qh = tensor.expand_shape %q [[0, 1], [2, 3]] output_shape [%b, 1, 12, 8] : tensor<?x96xf32> into tensor<?x1x12x8xf32>
  %init = tensor.empty(%b) : tensor<?x12x1x8xf32>
  %qt = linalg.transpose ins(%qh : tensor<?x1x12x8xf32>) outs(%init : tensor<?x12x1x8xf32>) permutation = [0, 2, 1, 3]
  %init1 = tensor.empty(%b) : tensor<?x4x3x16x8xf32>
  %k_repeated = linalg.broadcast ins(%k : tensor<?x4x16x8xf32>) outs(%init1 : tensor<?x4x3x16x8xf32>) dimensions = [2]
  %kr = tensor.collapse_shape %k_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x16x8xf32> into tensor<?x12x16x8xf32>
  %v_repeated = linalg.broadcast ins(%v : tensor<?x4x16x8xf32>) outs(%init1 : tensor<?x4x3x16x8xf32>) dimensions = [2]
  %vr = tensor.collapse_shape %v_repeated [[0], [1, 2], [3], [4]] : tensor<?x4x3x16x8xf32> into tensor<?x12x16x8xf32>
  %heads = diffattn.attention
      signal(%qt[b, h, m, d], %kr[b, h, n, d] : tensor<?x12x1x8xf32>, tensor<?x12x16x8xf32>)
      value(%vr[b, h, n, e] : tensor<?x12x16x8xf32>)
      outs(%init[b, h, m, e] : tensor<?x12x1x8xf32>)
  %init2 = tensor.empty(%b) : tensor<?x1x12x8xf32>
  %rows = linalg.transpose ins(%heads : tensor<?x12x1x8xf32>) outs(%init2 : tensor<?x1x12x8xf32>) permutation = [0, 2, 1, 3]
  %flat = tensor.collapse_shape %rows [[0, 1], [2, 3]] : tensor<?x1x12x8xf32> into tensor<?x96xf32>
  return %flat : tensor<?x96xf32>
}
