// RUN: diffattn-opt %s -diffattn-fold-layouts -split-input-file | FileCheck %s

// How models look: test/Integration/FoldLayouts/models.mlir.

// A copy is a copy, however it is spelt.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<4x6x8xf32>, %[[K:[^:]*]]: tensor<5x6x8xf32>, %[[V:[^:]*]]: tensor<5x8xf32>, %[[O:[^:]*]]: tensor<6x4x8xf32>
// CHECK-NOT:     linalg.
// CHECK:         signal(%[[Q]][m, h, d], %[[K]][n, h, d] : tensor<4x6x8xf32>, tensor<5x6x8xf32>)
// CHECK-NEXT:    value(%[[V]][n, e] : tensor<5x8xf32>)
// CHECK-NEXT:    outs(%[[O]][h, m, e] : tensor<6x4x8xf32>)
#identity = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rotated = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#swapped = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#two = affine_map<(d0, d1, d2) -> (d1, d2)>
func.func @copies(%q: tensor<4x6x8xf32>, %k: tensor<5x6x8xf32>, %v: tensor<5x8xf32>, %o: tensor<6x4x8xf32>, %qi: tensor<6x4x8xf32>, %ki: tensor<6x5x8xf32>, %ri: tensor<8x6x5xf32>) -> tensor<6x4x8xf32> {
  %q0 = linalg.generic {indexing_maps = [#swapped, #identity], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%q : tensor<4x6x8xf32>) outs(%qi : tensor<6x4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<6x4x8xf32>
  %q1 = linalg.copy ins(%q0 : tensor<6x4x8xf32>) outs(%qi : tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
  %k0 = linalg.transpose ins(%k : tensor<5x6x8xf32>) outs(%ki : tensor<6x5x8xf32>) permutation = [1, 0, 2]
  %k1 = linalg.generic {indexing_maps = [#rotated, #identity], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%k0 : tensor<6x5x8xf32>) outs(%ri : tensor<8x6x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x6x5xf32>
  %v0 = linalg.generic {indexing_maps = [#two, #identity], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v : tensor<5x8xf32>) outs(%ki : tensor<6x5x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<6x5x8xf32>
  %r = diffattn.attention signal(%q1[h, m, d], %k1[d, h, n] : tensor<6x4x8xf32>, tensor<8x6x5xf32>) value(%v0[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  return %r : tensor<6x4x8xf32>
}

// -----

// A mask has only the dims that it has.
// CHECK-LABEL: func.func @mask_repeated_for_heads_and_rows(
// CHECK-SAME:    %[[MASK:[^:]*]]: tensor<2x1x1x5xi1>
// CHECK:         %[[KEYS:.*]] = tensor.collapse_shape %[[MASK]] {{\[\[}}0, 1, 2], [3]]
// CHECK:         mask(%[[KEYS]][b, n] : tensor<2x5xi1>)
#read = affine_map<(b, h, m, n) -> (b, 0, 0, n)>
#written = affine_map<(b, h, m, n) -> (b, h, m, n)>
func.func @mask_repeated_for_heads_and_rows(%mask: tensor<2x1x1x5xi1>, %q: tensor<2x6x4x8xf32>, %k: tensor<2x6x5x8xf32>, %o: tensor<2x6x4x8xf32>) -> tensor<2x6x4x8xf32> {
  %init = tensor.empty() : tensor<2x6x4x5xi1>
  %all = linalg.generic {indexing_maps = [#read, #written], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%mask : tensor<2x1x1x5xi1>) outs(%init : tensor<2x6x4x5xi1>) {
  ^bb0(%in: i1, %out: i1):
    linalg.yield %in : i1
  } -> tensor<2x6x4x5xi1>
  %r = diffattn.attention signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x6x4x8xf32>, tensor<2x6x5x8xf32>) value(%k[b, h, n, e] : tensor<2x6x5x8xf32>)
      mask(%all[b, h, m, n] : tensor<2x6x4x5xi1>)
      outs(%o[b, h, m, e] : tensor<2x6x4x8xf32>)
  return %r : tensor<2x6x4x8xf32>
}

// -----

// One row: its dim stays, whatever it is reshaped by.
// CHECK-LABEL: func.func @one_row(
// CHECK:         %[[HEADS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [{{.*}}, 1, 6, 8]
// CHECK:         signal(%[[HEADS]][b, m, h, d], %{{.*}}[b, n, h, d]
// CHECK:         outs(%{{.*}}[m, b, h, e] : tensor<1x?x6x8xf32>)
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2, 3]] : tensor<1x?x6x8xf32> into tensor<?x48xf32>
func.func @one_row(%q: tensor<?x1x48xf32>, %k: tensor<?x5x6x8xf32>, %b: index) -> tensor<?x48xf32> {
  %heads = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, 1, 6, 8] : tensor<?x1x48xf32> into tensor<?x1x6x8xf32>
  %init = tensor.empty(%b) : tensor<?x6x1x8xf32>
  %t = linalg.transpose ins(%heads : tensor<?x1x6x8xf32>) outs(%init : tensor<?x6x1x8xf32>) permutation = [0, 2, 1, 3]
  %r = diffattn.attention signal(%t[b, h, m, d], %k[b, n, h, d] : tensor<?x6x1x8xf32>, tensor<?x5x6x8xf32>) value(%k[b, n, h, e] : tensor<?x5x6x8xf32>)
      outs(%init[b, h, m, e] : tensor<?x6x1x8xf32>)
  %row = tensor.extract_slice %r[0, 0, 0, 0] [%b, 6, 1, 8] [1, 1, 1, 1] : tensor<?x6x1x8xf32> to tensor<?x6x8xf32>
  %flat = tensor.collapse_shape %row [[0], [1, 2]] : tensor<?x6x8xf32> into tensor<?x48xf32>
  return %flat : tensor<?x48xf32>
}

// -----


// The batch is divided by a copy of the result alone.
// CHECK-LABEL: func.func @result_divides_heads(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<6x4x8xf32>
// CHECK:         %[[QH:.*]] = tensor.expand_shape %[[Q]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 3, 4, 8]
// CHECK:         signal(%[[QH]][h0, h1, m, d]
// CHECK:         outs(%{{.*}}[h1, m, h0, e] : tensor<3x4x2x8xf32>)
func.func @result_divides_heads(%q: tensor<6x4x8xf32>, %k: tensor<6x5x8xf32>, %o: tensor<6x4x8xf32>, %init: tensor<3x4x2x8xf32>) -> tensor<3x4x2x8xf32> {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<6x4x8xf32>, tensor<6x5x8xf32>) value(%k[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  %split = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [2, 3, 4, 8] : tensor<6x4x8xf32> into tensor<2x3x4x8xf32>
  %t = linalg.transpose ins(%split : tensor<2x3x4x8xf32>) outs(%init : tensor<3x4x2x8xf32>) permutation = [1, 2, 0, 3]
  return %t : tensor<3x4x2x8xf32>
}

// -----

// Rows of which there is one, and no trace of it in the query.
// CHECK-LABEL: func.func @row_that_is_added(
// CHECK:         %[[ROW:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2, 3], [4]] output_shape [%{{.*}}, 1, 2, 3, 8]
// CHECK:         signal(%[[ROW]][b, m, h0, h1, d], %{{.*}}[b, h0, n, d]
// CHECK:         outs(%{{.*}}[b, h0, h1, m, e] : tensor<?x2x3x1x8xf32>)
func.func @row_that_is_added(%q: tensor<?x6x8xf32>, %k: tensor<?x2x5x8xf32>, %b: index) -> tensor<?x6x1x8xf32> {
  %row = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [%b, 6, 8, 1] : tensor<?x6x8xf32> into tensor<?x6x8x1xf32>
  %init = tensor.empty(%b) : tensor<?x6x1x8xf32>
  %t = linalg.transpose ins(%row : tensor<?x6x8x1xf32>) outs(%init : tensor<?x6x1x8xf32>) permutation = [0, 1, 3, 2]
  %ki = tensor.empty(%b) : tensor<?x2x3x5x8xf32>
  %kr = linalg.broadcast ins(%k : tensor<?x2x5x8xf32>) outs(%ki : tensor<?x2x3x5x8xf32>) dimensions = [2]
  %kc = tensor.collapse_shape %kr [[0], [1, 2], [3], [4]] : tensor<?x2x3x5x8xf32> into tensor<?x6x5x8xf32>
  %r = diffattn.attention signal(%t[b, h, m, d], %kc[b, h, n, d] : tensor<?x6x1x8xf32>, tensor<?x6x5x8xf32>) value(%kc[b, h, n, e] : tensor<?x6x5x8xf32>)
      outs(%init[b, h, m, e] : tensor<?x6x1x8xf32>)
  return %r : tensor<?x6x1x8xf32>
}

// -----

// Features that lie in two dims of an argument stay two: one view of both would
// be a copy if the argument has gaps.
// CHECK-LABEL: func.func @features_in_two_dims(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<4x6x2x4xf32>
// CHECK:         signal(%[[Q]][m, h, d0, d1], %{{.*}}[n, h, d0, d1] : tensor<4x6x2x4xf32>, tensor<5x6x2x4xf32>)
func.func @features_in_two_dims(%q: tensor<4x6x2x4xf32>, %k: tensor<5x6x2x4xf32>, %v: tensor<6x5x8xf32>, %o: tensor<6x4x8xf32>, %init: tensor<6x5x8xf32>) -> tensor<6x4x8xf32> {
  %qc = tensor.collapse_shape %q [[0], [1], [2, 3]] : tensor<4x6x2x4xf32> into tensor<4x6x8xf32>
  %qt = linalg.transpose ins(%qc : tensor<4x6x8xf32>) outs(%o : tensor<6x4x8xf32>) permutation = [1, 0, 2]
  %kc = tensor.collapse_shape %k [[0], [1], [2, 3]] : tensor<5x6x2x4xf32> into tensor<5x6x8xf32>
  %kt = linalg.transpose ins(%kc : tensor<5x6x8xf32>) outs(%init : tensor<6x5x8xf32>) permutation = [1, 0, 2]
  %r = diffattn.attention signal(%qt[h, m, d], %kt[h, n, d] : tensor<6x4x8xf32>, tensor<6x5x8xf32>) value(%v[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  return %r : tensor<6x4x8xf32>
}

// -----

// Features can't be sliced, but what comes before that is folded.
// CHECK-LABEL: func.func @copy_before_slices(
// CHECK:         %[[OUT:.*]] = diffattn.attention
// CHECK:         outs(%{{.*}}[m, h, e] : tensor<4x6x8xf32>)
// CHECK-COUNT-2: tensor.extract_slice %[[OUT]]
func.func @copy_before_slices(%q: tensor<6x4x8xf32>, %o: tensor<6x4x8xf32>, %init: tensor<4x6x8xf32>) -> (tensor<4x6x4xf32>, tensor<4x6x4xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %q[h, n, d] : tensor<6x4x8xf32>, tensor<6x4x8xf32>) value(%q[h, n, e] : tensor<6x4x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  %t = linalg.transpose ins(%r : tensor<6x4x8xf32>) outs(%init : tensor<4x6x8xf32>) permutation = [1, 0, 2]
  %a = tensor.extract_slice %t[0, 0, 0] [4, 6, 4] [1, 1, 1] : tensor<4x6x8xf32> to tensor<4x6x4xf32>
  %b = tensor.extract_slice %t[0, 0, 4] [4, 6, 4] [1, 1, 1] : tensor<4x6x8xf32> to tensor<4x6x4xf32>
  return %a, %b : tensor<4x6x4xf32>, tensor<4x6x4xf32>
}

// -----

// One key, repeated in two steps: that does not divide the heads.
// CHECK-LABEL: func.func @one_key_repeated_twice(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<6x4x8xf32>, %[[K:[^:]*]]: tensor<1x5x8xf32>
// CHECK:         %[[KEY:.*]] = tensor.collapse_shape %[[K]] {{\[\[}}0, 1], [2]]
// CHECK:         signal(%[[Q]][h, m, d], %[[KEY]][n, d]
// CHECK-NEXT:    value(%[[KEY]][n, e]
// CHECK-NEXT:    outs(%{{.*}}[h, m, e] : tensor<6x4x8xf32>)
func.func @one_key_repeated_twice(%q: tensor<6x4x8xf32>, %k: tensor<1x5x8xf32>, %o: tensor<6x4x8xf32>) -> tensor<6x4x8xf32> {
  %init = tensor.empty() : tensor<2x1x5x8xf32>
  %two = linalg.broadcast ins(%k : tensor<1x5x8xf32>) outs(%init : tensor<2x1x5x8xf32>) dimensions = [0]
  %twoc = tensor.collapse_shape %two [[0, 1], [2], [3]] : tensor<2x1x5x8xf32> into tensor<2x5x8xf32>
  %init6 = tensor.empty() : tensor<2x3x5x8xf32>
  %six = linalg.broadcast ins(%twoc : tensor<2x5x8xf32>) outs(%init6 : tensor<2x3x5x8xf32>) dimensions = [1]
  %sixc = tensor.collapse_shape %six [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
  %r = diffattn.attention signal(%q[h, m, d], %sixc[h, n, d] : tensor<6x4x8xf32>, tensor<6x5x8xf32>) value(%sixc[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  return %r : tensor<6x4x8xf32>
}

// -----

// One row beside heads that are sliced: the halves are attentions of their own.
// CHECK-LABEL: func.func @one_row_of_halves(
// CHECK-COUNT-2: outs(%{{.*}}[m, h, e] : tensor<1x2x8xf32>)
// CHECK-NOT:     diffattn.attention
// CHECK:         return
func.func @one_row_of_halves(%q: tensor<4x1x8xf32>, %k: tensor<4x5x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %init = tensor.empty() : tensor<1x4x8xf32>
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<4x1x8xf32>, tensor<4x5x8xf32>) value(%k[h, n, e] : tensor<4x5x8xf32>)
      outs(%init[m, h, e] : tensor<1x4x8xf32>)
  %heads = tensor.collapse_shape %r [[0, 1], [2]] : tensor<1x4x8xf32> into tensor<4x8xf32>
  %a = tensor.extract_slice %heads[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %b = tensor.extract_slice %heads[2, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  return %a, %b : tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

// One row: values side by side are one value.
// CHECK-LABEL: func.func @one_row_of_concatenated_values(
// CHECK-SAME:    %[[Q:[^:]*]]: {{.*}}, %[[K:[^:]*]]: {{.*}}, %[[V:[^:]*]]: tensor<3x7x12xf32>)
// CHECK:         %[[R:.*]] = diffattn.attention
// CHECK:         value(%[[V]][h, n, e] : tensor<3x7x12xf32>)
// CHECK:         outs(%{{.*}}[m, h, e] : tensor<1x3x12xf32>)
// CHECK-NOT:     tensor.concat
func.func @one_row_of_concatenated_values(%q: tensor<3x1x4xf32>, %k: tensor<3x7x4xf32>, %v: tensor<3x7x12xf32>) -> tensor<3x12xf32> {
  %v1 = tensor.extract_slice %v[0, 0, 0] [3, 7, 6] [1, 1, 1] : tensor<3x7x12xf32> to tensor<3x7x6xf32>
  %v2 = tensor.extract_slice %v[0, 0, 6] [3, 7, 6] [1, 1, 1] : tensor<3x7x12xf32> to tensor<3x7x6xf32>
  %init = tensor.empty() : tensor<3x1x6xf32>
  %r1 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<3x1x4xf32>, tensor<3x7x4xf32>) value(%v1[h, n, e] : tensor<3x7x6xf32>)
      outs(%init[h, m, e] : tensor<3x1x6xf32>)
  %r2 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<3x1x4xf32>, tensor<3x7x4xf32>) value(%v2[h, n, e] : tensor<3x7x6xf32>)
      outs(%init[h, m, e] : tensor<3x1x6xf32>)
  %a = tensor.collapse_shape %r1 [[0], [1, 2]] : tensor<3x1x6xf32> into tensor<3x6xf32>
  %b = tensor.collapse_shape %r2 [[0], [1, 2]] : tensor<3x1x6xf32> into tensor<3x6xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<3x12xf32>
  return %c : tensor<3x12xf32>
}
