// RUN: diffattn-opt %s -diffattn-fold-layouts -split-input-file -verify-diagnostics -remarks-filter=diffattn-fold-layouts -remark-format=emitRemark | FileCheck %s

// Both results are needed as they are.
// CHECK-LABEL: func.func @result_with_another_use(
// CHECK:         outs(%{{.*}}[h, m, e]
// CHECK:         linalg.transpose
func.func @result_with_another_use(%q: tensor<6x4x8xf32>, %o: tensor<6x4x8xf32>, %init: tensor<4x6x8xf32>) -> (tensor<6x4x8xf32>, tensor<4x6x8xf32>) {
  // expected-remark @below {{result still goes into linalg.transpose: it is not all that is made of the result}}
  %r = diffattn.attention signal(%q[h, m, d], %q[h, n, d] : tensor<6x4x8xf32>, tensor<6x4x8xf32>) value(%q[h, n, e] : tensor<6x4x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  %t = linalg.transpose ins(%r : tensor<6x4x8xf32>) outs(%init : tensor<4x6x8xf32>) permutation = [1, 0, 2]
  return %r, %t : tensor<6x4x8xf32>, tensor<4x6x8xf32>
}

// -----

// Heads 2 and 3 would be computed twice.
// CHECK-LABEL: func.func @overlapping_slices(
// CHECK-COUNT-1: diffattn.attention
// CHECK-NOT:     diffattn.attention
func.func @overlapping_slices(%q: tensor<6x4x8xf32>, %init: tensor<4x4x8xf32>, %o: tensor<6x4x8xf32>) -> (tensor<4x4x8xf32>, tensor<4x4x8xf32>) {
  // expected-remark @below {{result still goes into linalg.transpose: slices of it overlap}}
  %r = diffattn.attention signal(%q[h, m, d], %q[h, n, d] : tensor<6x4x8xf32>, tensor<6x4x8xf32>) value(%q[h, n, e] : tensor<6x4x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  %a = tensor.extract_slice %r[0, 0, 0] [4, 4, 8] [1, 1, 1] : tensor<6x4x8xf32> to tensor<4x4x8xf32>
  %b = tensor.extract_slice %r[2, 0, 0] [4, 4, 8] [1, 1, 1] : tensor<6x4x8xf32> to tensor<4x4x8xf32>
  %t = linalg.transpose ins(%a : tensor<4x4x8xf32>) outs(%init : tensor<4x4x8xf32>) permutation = [1, 0, 2]
  return %t, %b : tensor<4x4x8xf32>, tensor<4x4x8xf32>
}

// -----

// The scores are the same for both values.
// CHECK-LABEL: func.func @slices_that_share_their_scores(
// CHECK-COUNT-1: diffattn.attention
// CHECK-NOT:     diffattn.attention
func.func @slices_that_share_their_scores(%q: tensor<4x8xf32>, %v: tensor<2x4x8xf32>, %init: tensor<8x4xf32>, %o: tensor<2x4x8xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>) {
  // expected-remark @below {{result still goes into linalg.transpose: slices of the result share their scores}}
  %r = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v[h, n, e] : tensor<2x4x8xf32>)
      outs(%o[h, m, e] : tensor<2x4x8xf32>)
  %a = tensor.extract_slice %r[0, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
  %b = tensor.extract_slice %r[1, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
  %t = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%init : tensor<8x4xf32>) permutation = [1, 0]
  return %t, %b : tensor<8x4xf32>, tensor<4x8xf32>
}

// -----

// The norm is over all features of a head.
// CHECK-LABEL: func.func @slices_of_features(
// CHECK-COUNT-1: diffattn.attention
// CHECK-NOT:     diffattn.attention
func.func @slices_of_features(%q: tensor<4x8xf32>, %init: tensor<4x4xf32>, %o: tensor<4x8xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @below {{result still goes into linalg.transpose: the result is sliced along another dim than heads}}
  %r = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%q[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>) {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  %a = tensor.extract_slice %r[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %b = tensor.extract_slice %r[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %t = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) permutation = [1, 0]
  return %t, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Keys that are one key, repeated.
// CHECK-LABEL: func.func @repeated_keys(
// CHECK:         linalg.broadcast
func.func @repeated_keys(%q: tensor<4x8xf32>, %k: tensor<8xf32>, %v: tensor<5x8xf32>, %init: tensor<5x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %kr = linalg.broadcast ins(%k : tensor<8xf32>) outs(%init : tensor<5x8xf32>) dimensions = [0]
  // expected-remark @below {{signal key is still made by linalg.broadcast: rows, keys or features of it are repeated}}
  %r = diffattn.attention signal(%q[m, d], %kr[n, d] : tensor<4x8xf32>, tensor<5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @groups_of_two_and_of_three(
// CHECK:         linalg.broadcast
// CHECK-NOT:     linalg.broadcast
func.func @groups_of_two_and_of_three(%q: tensor<6x4x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<3x5x8xf32>, %o: tensor<6x4x8xf32>) -> tensor<6x4x8xf32> {
  %ki = tensor.empty() : tensor<2x3x5x8xf32>
  %kr = linalg.broadcast ins(%k : tensor<2x5x8xf32>) outs(%ki : tensor<2x3x5x8xf32>) dimensions = [1]
  %kc = tensor.collapse_shape %kr [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
  %vi = tensor.empty() : tensor<3x2x5x8xf32>
  %vr = linalg.broadcast ins(%v : tensor<3x5x8xf32>) outs(%vi : tensor<3x2x5x8xf32>) dimensions = [1]
  %vc = tensor.collapse_shape %vr [[0, 1], [2], [3]] : tensor<3x2x5x8xf32> into tensor<6x5x8xf32>
  // expected-remark @below {{value is still made by linalg.broadcast: a reshape behind it is no view}}
  %r = diffattn.attention signal(%q[h, m, d], %kc[h, n, d] : tensor<6x4x8xf32>, tensor<6x5x8xf32>) value(%vc[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  return %r : tensor<6x4x8xf32>
}

// -----

// The inner dim of the keys' heads is not known: where the queries' heads would be
// divided isn't, either.
// CHECK-LABEL: func.func @unknown_groups(
// CHECK:         linalg.transpose
func.func @unknown_groups(%q: tensor<?x4x8xf32>, %k: tensor<?x2x5x8xf32>, %v: tensor<5x8xf32>, %count: index, %o: tensor<?x4x8xf32>) -> tensor<?x4x8xf32> {
  %init = tensor.empty(%count) : tensor<2x?x5x8xf32>
  %t = linalg.transpose ins(%k : tensor<?x2x5x8xf32>) outs(%init : tensor<2x?x5x8xf32>) permutation = [1, 0, 2, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x?x5x8xf32> into tensor<?x5x8xf32>
  // expected-remark @below {{signal key is still made by linalg.transpose: heads of it are divided in another way}}
  %r = diffattn.attention signal(%q[h, m, d], %c[h, n, d] : tensor<?x4x8xf32>, tensor<?x5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[h, m, e] : tensor<?x4x8xf32>)
  return %r : tensor<?x4x8xf32>
}

// -----

// Without features all scores are 0; such an attention keeps its copies.
// CHECK-LABEL: func.func @no_features(
// CHECK:         linalg.transpose
func.func @no_features(%q: tensor<6x4x0xf32>, %k: tensor<5x0xf32>, %v: tensor<3x2x5x8xf32>, %init: tensor<2x3x5x8xf32>, %o: tensor<6x4x8xf32>) -> tensor<6x4x8xf32> {
  %t = linalg.transpose ins(%v : tensor<3x2x5x8xf32>) outs(%init : tensor<2x3x5x8xf32>) permutation = [1, 0, 2, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
  // expected-remark @below {{value is still made by linalg.transpose: a dim has size 0}}
  %r = diffattn.attention signal(%q[h, m, d], %k[n, d] : tensor<6x4x0xf32>, tensor<5x0xf32>) value(%c[h, n, e] : tensor<6x5x8xf32>)
      outs(%o[h, m, e] : tensor<6x4x8xf32>)
  return %r : tensor<6x4x8xf32>
}

// -----

// Heads of the result become three dims, one of unknown size; the queries' are one.
// CHECK-LABEL: func.func @heads_of_unknown_number_as_three_dims(
// CHECK-COUNT-2: linalg.transpose
func.func @heads_of_unknown_number_as_three_dims(%q: tensor<?x4x8xf32>, %v: tensor<5x8xf32>, %count: index, %o: tensor<?x4x8xf32>) -> tensor<?x2x3x4x8xf32> {
  // expected-remark @below {{result still goes into linalg.transpose: a slice of it can't be divided}}
  %r = diffattn.attention signal(%q[h, m, d], %v[n, d] : tensor<?x4x8xf32>, tensor<5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[h, m, e] : tensor<?x4x8xf32>)
  %two = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [%count, 6, 4, 8] : tensor<?x4x8xf32> into tensor<?x6x4x8xf32>
  %init = tensor.empty(%count) : tensor<6x?x4x8xf32>
  %t = linalg.transpose ins(%two : tensor<?x6x4x8xf32>) outs(%init : tensor<6x?x4x8xf32>) permutation = [1, 0, 2, 3]
  %three = tensor.expand_shape %t [[0, 1], [2], [3], [4]] output_shape [2, 3, %count, 4, 8] : tensor<6x?x4x8xf32> into tensor<2x3x?x4x8xf32>
  %back = tensor.empty(%count) : tensor<?x2x3x4x8xf32>
  %u = linalg.transpose ins(%three : tensor<2x3x?x4x8xf32>) outs(%back : tensor<?x2x3x4x8xf32>) permutation = [2, 0, 1, 3, 4]
  return %u : tensor<?x2x3x4x8xf32>
}

// -----

// The same by one reshape.
// CHECK-LABEL: func.func @one_reshape_to_three_dims(
// CHECK:         linalg.transpose
func.func @one_reshape_to_three_dims(%q: tensor<?x4x8xf32>, %v: tensor<5x8xf32>, %count: index, %o: tensor<?x4x8xf32>) -> tensor<2x?x3x4x8xf32> {
  // expected-remark @below {{result still goes into linalg.transpose: a reshape or slice of it can't be told}}
  %r = diffattn.attention signal(%q[h, m, d], %v[n, d] : tensor<?x4x8xf32>, tensor<5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[h, m, e] : tensor<?x4x8xf32>)
  %three = tensor.expand_shape %r [[0, 1, 2], [3], [4]] output_shape [%count, 2, 3, 4, 8] : tensor<?x4x8xf32> into tensor<?x2x3x4x8xf32>
  %init = tensor.empty(%count) : tensor<2x?x3x4x8xf32>
  %t = linalg.transpose ins(%three : tensor<?x2x3x4x8xf32>) outs(%init : tensor<2x?x3x4x8xf32>) permutation = [1, 0, 2, 3, 4]
  return %t : tensor<2x?x3x4x8xf32>
}

// -----

// Query rows are one dim of the op, whatever becomes of them.
// CHECK-LABEL: func.func @rows_as_two_dims(
// CHECK:         linalg.transpose
func.func @rows_as_two_dims(%q: tensor<8x8xf32>, %v: tensor<5x8xf32>, %init: tensor<4x2x8xf32>, %o: tensor<8x8xf32>) -> tensor<4x2x8xf32> {
  // expected-remark @below {{result still goes into linalg.transpose: the result is divided in another way}}
  %r = diffattn.attention signal(%q[m, d], %v[n, d] : tensor<8x8xf32>, tensor<5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[m, e] : tensor<8x8xf32>)
  %two = tensor.expand_shape %r [[0, 1], [2]] output_shape [2, 4, 8] : tensor<8x8xf32> into tensor<2x4x8xf32>
  %t = linalg.transpose ins(%two : tensor<2x4x8xf32>) outs(%init : tensor<4x2x8xf32>) permutation = [1, 0, 2]
  return %t : tensor<4x2x8xf32>
}

// -----

// Of an unknown number of heads some may be beyond the slices.
// CHECK-LABEL: func.func @slices_of_an_unknown_number_of_heads(
// CHECK-COUNT-1: diffattn.attention
// CHECK-NOT:     diffattn.attention
func.func @slices_of_an_unknown_number_of_heads(%q: tensor<?x4x8xf32>, %v: tensor<5x8xf32>, %init: tensor<4x2x8xf32>, %o: tensor<?x4x8xf32>) -> (tensor<4x2x8xf32>, tensor<2x4x8xf32>) {
  // expected-remark @below {{result still goes into linalg.transpose: it can't be sliced as the result is}}
  %r = diffattn.attention signal(%q[h, m, d], %v[n, d] : tensor<?x4x8xf32>, tensor<5x8xf32>) value(%v[n, e] : tensor<5x8xf32>)
      outs(%o[h, m, e] : tensor<?x4x8xf32>)
  %a = tensor.extract_slice %r[0, 0, 0] [2, 4, 8] [1, 1, 1] : tensor<?x4x8xf32> to tensor<2x4x8xf32>
  %b = tensor.extract_slice %r[2, 0, 0] [2, 4, 8] [1, 1, 1] : tensor<?x4x8xf32> to tensor<2x4x8xf32>
  %t = linalg.transpose ins(%a : tensor<2x4x8xf32>) outs(%init : tensor<4x2x8xf32>) permutation = [1, 0, 2]
  return %t, %b : tensor<4x2x8xf32>, tensor<2x4x8xf32>
}

// -----

// Logsumexps say which dims the operands have.
// CHECK-LABEL: func.func @logsumexps(
// CHECK:         linalg.broadcast
func.func @logsumexps(%q: tensor<4x8xf32>, %k: tensor<3x5x8xf32>, %init: tensor<3x4x8xf32>, %o: tensor<3x4x8xf32>, %l: tensor<3x4xf32>) -> (tensor<3x4x8xf32>, tensor<3x4xf32>) {
  %qr = linalg.broadcast ins(%q : tensor<4x8xf32>) outs(%init : tensor<3x4x8xf32>) dimensions = [0]
  // expected-remark @below {{signal query is still made by linalg.broadcast: the attention has logsumexps}}
  %r:2 = diffattn.attention signal(%qr[h, m, d], %k[h, n, d] : tensor<3x4x8xf32>, tensor<3x5x8xf32>) value(%k[h, n, e] : tensor<3x5x8xf32>)
      outs(%o[h, m, e], %l[h, m] : tensor<3x4x8xf32>, tensor<3x4xf32>)
  return %r#0, %r#1 : tensor<3x4x8xf32>, tensor<3x4xf32>
}

// -----

// Not a copy: the element type changes.
// CHECK-LABEL: func.func @computed_operand(
// CHECK:         linalg.generic
#rows = affine_map<(d0, d1) -> (d0, d1)>
#columns = affine_map<(d0, d1) -> (d1, d0)>
func.func @computed_operand(%q: tensor<8x4xf16>, %k: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %q1 = linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<8x4xf16>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f16, %out: f32):
    %wide = arith.extf %in : f16 to f32
    linalg.yield %wide : f32
  } -> tensor<4x8xf32>
  %r = diffattn.attention signal(%q1[m, d], %k[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%k[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_results_of_two_values(
// CHECK:         tensor.concat
func.func @concatenated_results_of_two_values(%q: tensor<4x8xf32>, %v: tensor<4x8xf32>, %w: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%w[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: their values don't lie side by side in one tensor}}
  %r = tensor.concat dim(1) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_results_of_two_queries(
// CHECK:         tensor.concat
func.func @concatenated_results_of_two_queries(%q: tensor<4x8xf32>, %p: tensor<4x8xf32>, %v: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %v0 = tensor.extract_slice %v[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v0[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  %b = diffattn.attention signal(%p[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v1[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: they differ in more than the value}}
  %r = tensor.concat dim(1) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_results_with_norms(
// CHECK:         tensor.concat
func.func @concatenated_results_with_norms(%q: tensor<4x8xf32>, %v: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %v0 = tensor.extract_slice %v[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v0[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>) {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v1[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>) {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  // expected-remark @below {{results of attentions are concatenated: each has a norm of its own}}
  %r = tensor.concat dim(1) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_with_something_else(
// CHECK:         tensor.concat
func.func @concatenated_with_something_else(%q: tensor<4x8xf32>, %v: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: one of them is no such result}}
  %r = tensor.concat dim(1) %a, %q : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_results_with_logsumexps(
// CHECK:         tensor.concat
func.func @concatenated_results_with_logsumexps(%q: tensor<4x8xf32>, %v: tensor<4x16xf32>, %o: tensor<4x8xf32>, %l: tensor<4xf32>) -> (tensor<4x16xf32>, tensor<4xf32>) {
  %v0 = tensor.extract_slice %v[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %a:2 = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v0[n, e] : tensor<4x8xf32>)
      outs(%o[m, e], %l[m] : tensor<4x8xf32>, tensor<4xf32>)
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v1[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: they have logsumexps}}
  %r = tensor.concat dim(1) %a#0, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r, %a#1 : tensor<4x16xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated_results_with_another_use(
// CHECK:         tensor.concat
func.func @concatenated_results_with_another_use(%q: tensor<4x8xf32>, %v: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4x8xf32>) {
  %v0 = tensor.extract_slice %v[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v0[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v1[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: one of them has another use}}
  %r = tensor.concat dim(1) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r, %a : tensor<4x16xf32>, tensor<4x8xf32>
}

// -----

// One result is turned around, the other isn't.
// CHECK-LABEL: func.func @concatenated_results_of_two_layouts(
// CHECK:         tensor.concat
func.func @concatenated_results_of_two_layouts(%q: tensor<8x8xf32>, %v: tensor<8x16xf32>, %o: tensor<8x8xf32>) -> tensor<8x16xf32> {
  %v0 = tensor.extract_slice %v[0, 0] [8, 8] [1, 1] : tensor<8x16xf32> to tensor<8x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [8, 8] [1, 1] : tensor<8x16xf32> to tensor<8x8xf32>
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<8x8xf32>, tensor<8x8xf32>) value(%v0[n, e] : tensor<8x8xf32>)
      outs(%o[m, e] : tensor<8x8xf32>)
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<8x8xf32>, tensor<8x8xf32>) value(%v1[n, e] : tensor<8x8xf32>)
      outs(%o[m, e] : tensor<8x8xf32>)
  %ai = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 8] : tensor<8x8xf32> into tensor<2x4x8xf32>
  %bi = tensor.expand_shape %b [[0], [1, 2]] output_shape [8, 2, 4] : tensor<8x8xf32> into tensor<8x2x4xf32>
  %ac = tensor.collapse_shape %ai [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  %bi2 = tensor.empty() : tensor<8x4x2xf32>
  %bt = linalg.transpose ins(%bi : tensor<8x2x4xf32>) outs(%bi2 : tensor<8x4x2xf32>) permutation = [0, 2, 1]
  %bc = tensor.collapse_shape %bt [[0], [1, 2]] : tensor<8x4x2xf32> into tensor<8x8xf32>
  // expected-remark @below {{results of attentions are concatenated: they are looked at in different ways}}
  %r = tensor.concat dim(1) %ac, %bc : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// Along the rows.
// CHECK-LABEL: func.func @concatenated_rows(
// CHECK:         tensor.concat
func.func @concatenated_rows(%q: tensor<4x8xf32>, %v: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %v0 = tensor.extract_slice %v[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %v1 = tensor.extract_slice %v[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %a = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v0[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  %b = diffattn.attention signal(%q[m, d], %q[n, d] : tensor<4x8xf32>, tensor<4x8xf32>) value(%v1[n, e] : tensor<4x8xf32>)
      outs(%o[m, e] : tensor<4x8xf32>)
  // expected-remark @below {{results of attentions are concatenated: not along a dim of the value}}
  %r = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
