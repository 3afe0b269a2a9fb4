// RUN: diffattn-opt %s -transform-interpreter -canonicalize -mlir-print-local-scope -split-input-file | FileCheck %s

// Tile sizes are in the canonical order of dims: batch-like, m, n, d, e.

// Each tile writes its part of every result; without positions there are no offsets.
// CHECK-LABEL: func.func @attention_heads_and_rows(
// CHECK:         scf.for %[[HEAD:[a-z0-9]*]] =
// CHECK:           scf.for %[[ROW:[a-z0-9]*]] =
// CHECK-DAG:         %[[QUERY:.*]] = tensor.extract_slice %{{.*}}[%[[HEAD]], %[[ROW]], 0] [1, %{{.*}}, 8]
// CHECK-DAG:         %[[KEY:.*]] = tensor.extract_slice %{{.*}}[%[[HEAD]], 0, 0] [1, 6, 8]
// CHECK-DAG:         %[[VALUE:.*]] = tensor.extract_slice %{{.*}}[%[[HEAD]], 0, 0] [1, 6, 5]
// CHECK-DAG:         %[[OUT:.*]] = tensor.extract_slice %{{.*}}[%[[HEAD]], %[[ROW]], 0] [1, %{{.*}}, 5]
// CHECK-DAG:         %[[LSE:.*]] = tensor.extract_slice %{{.*}}[%[[HEAD]], %[[ROW]]] [1, %{{.*}}]
// CHECK:             %[[TILE:.*]]:2 = diffattn.attention
// CHECK-NEXT:            signal(%[[QUERY]][h, m, d], %[[KEY]][h, n, d] :
// CHECK-NEXT:            value(%[[VALUE]][h, n, e] :
// CHECK-NEXT:            outs(%[[OUT]][h, m, e], %[[LSE]][h, m] :
// CHECK:             tensor.insert_slice %[[TILE]]#0 into
// CHECK:             tensor.insert_slice %[[TILE]]#1 into
func.func @attention_heads_and_rows(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>) {
  %out:2 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  return %out#0, %out#1 : tensor<2x4x5xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.tile_using_for %op tile_sizes [1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile does not know how many keys and rows the whole has: row i of 4 stands at
// key i + 6 - 4, counted from the top left.
// CHECK-LABEL: func.func @attention_causal_at_the_bottom_right(
// CHECK:         scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:           %[[POSITION:.*]] = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%[[ROW]]]
// CHECK:           diffattn.attention
// CHECK:               query_offset(%[[POSITION]] : index)
// CHECK-NEXT:          key_offset(%[[ZERO:.*]] : index)
// CHECK:               {alignment = #diffattn.alignment<top_left>, causal}
func.func @attention_causal_at_the_bottom_right(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {causal}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @attention_causal_at_the_top_left(
// CHECK:         scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:               query_offset(%[[ROW]] : index)
// CHECK:               {alignment = #diffattn.alignment<top_left>, causal}
func.func @attention_causal_at_the_top_left(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {causal, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Positions count from each batch row's own length, so the alignment stays.
// CHECK-LABEL: func.func @attention_key_lengths_at_the_bottom_right(
// CHECK:         scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:           %[[POSITION:.*]] = affine.apply affine_map<()[s0] -> (s0 - 4)>()[%[[ROW]]]
// CHECK:               key_lengths(%{{.*}}[h] : tensor<2xi64>)
// CHECK-NEXT:          query_offset(%[[POSITION]] : index)
// CHECK-NOT:           top_left
// CHECK:           tensor.insert_slice
func.func @attention_key_lengths_at_the_bottom_right(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %lengths: tensor<2xi64>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) key_lengths(%lengths[h] : tensor<2xi64>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {window_left = 2}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Offsets of nested tiles add up: 2 + outer + inner.
// CHECK-LABEL: func.func @attention_tiled_twice(
// CHECK:         scf.for %[[OUTER:[a-z0-9]*]] =
// CHECK:           scf.for %[[INNER:[a-z0-9]*]] =
// CHECK:             %[[POSITION:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 + 2)>()[%[[A:.*]], %[[B:.*]]]
// CHECK:                 query_offset(%[[POSITION]] : index)
func.func @attention_tiled_twice(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {causal}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inner, %loops2 = transform.structured.tile_using_for %tile tile_sizes [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Without norm and logsumexp, every value feature is on its own.
// CHECK-LABEL: func.func @attention_value_features(
// CHECK:         scf.for %[[FEATURE:[a-z0-9]*]] =
// CHECK-DAG:       tensor.extract_slice %{{.*}}[0, 0, %[[FEATURE]]] [2, 6, 1]
// CHECK:           diffattn.attention
// CHECK:               outs(%{{.*}}[h, m, e] : tensor<2x4x1xf32>)
func.func @attention_value_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Dims that an operand lacks leave it whole; keys that both maps share stay one
// value.
// CHECK-LABEL: func.func @attention_shared_keys_and_noise_head(
// CHECK:         scf.forall (%[[GROUP:.*]], %[[HEAD:.*]]) in (2, 3)
// CHECK-DAG:       %[[SIGNAL:.*]] = tensor.extract_slice %{{.*}}[%[[GROUP]], %[[HEAD]], 0, 0] [1, 1, 4, 8]
// CHECK-DAG:       %[[NOISE:.*]] = tensor.extract_slice %{{.*}}[%[[GROUP]], 0, 0] [1, 4, 8]
// CHECK-DAG:       %[[KEY:.*]] = tensor.extract_slice %{{.*}}[%[[GROUP]], 0, 0] [1, 6, 8]
// CHECK:           diffattn.attention
// CHECK-NEXT:          signal(%[[SIGNAL]][g, r, m, d], %[[KEY]][g, n, d]
// CHECK-NEXT:          noise(%[[NOISE]][g, m, d], %[[KEY]][g, n, d]
func.func @attention_shared_keys_and_noise_head(%q1: tensor<2x3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %lambda: tensor<f32>, %o: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %out = diffattn.attention signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[g, n, e] : tensor<2x6x5xf32>) lambda(%lambda[] : tensor<f32>)
      outs(%o[g, r, m, e] : tensor<2x3x4x5xf32>)
  return %out : tensor<2x3x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_forall %op tile_sizes [1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The slice of an operand without elements is a new tensor of the tile's sizes.
// CHECK-LABEL: func.func @attention_without_features(
// CHECK:         scf.for
// CHECK:           %[[QUERY:.*]] = tensor.empty() : tensor<1x4x0xf32>
// CHECK:               signal(%[[QUERY]][h, m, d]
func.func @attention_without_features(%q: tensor<2x4x0xf32>, %k: tensor<2x6x0xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x0xf32>, tensor<2x6x0xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @attention_on_memrefs(
// CHECK:         scf.for
// CHECK:           memref.subview
// CHECK:           {{^ *}}diffattn.attention
func.func @attention_on_memrefs(%q: memref<2x4x8xf32>, %k: memref<2x6x8xf32>, %v: memref<2x6x5xf32>, %o: memref<2x4x5xf32>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x4x8xf32>, memref<2x6x8xf32>)
      value(%v[h, n, e] : memref<2x6x5xf32>) outs(%o[h, m, e] : memref<2x4x5xf32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// bottom_right: the position is the row + number of keys - number of rows.
// CHECK-LABEL: func.func @attention_dynamic(
// CHECK-SAME:      %[[QUERY:.*]]: tensor<?x?xf32>, %[[KEY:.*]]: tensor<?x?xf32>, %{{.*}}: tensor<?x?xf32>, %{{.*}}: tensor<?x?xf32>)
// CHECK:         scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:           %[[ROWS:.*]] = tensor.dim %[[QUERY]], %{{.*}} : tensor<?x?xf32>
// CHECK:           %[[KEYS:.*]] = tensor.dim %[[KEY]], %{{.*}} : tensor<?x?xf32>
// CHECK:           %[[POSITION:.*]] = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 - s2)>()[%[[ROW]], %[[KEYS]], %[[ROWS]]]
// CHECK:               query_offset(%[[POSITION]] : index)
func.func @attention_dynamic(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x?xf32>, tensor<?x?xf32>)
      value(%v[n, e] : tensor<?x?xf32>) outs(%o[m, e] : tensor<?x?xf32>) {causal}
  return %out : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @attention_pulled_into_its_consumer(
// CHECK:         scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:           tensor.extract_slice %{{.*}}[0, %[[ROW]], 0] [2, 2, 8]
// CHECK:           %[[TILE:.*]] = diffattn.attention
// CHECK:           linalg.exp ins(%[[TILE]] :
func.func @attention_pulled_into_its_consumer(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  %exp = linalg.exp ins(%out : tensor<2x4x5xf32>) outs(%o : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %exp : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse %op tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The loop carries the state.
// CHECK-LABEL: func.func @online_keys_in_place(
// CHECK:         scf.for %[[KEY:[a-z0-9]*]] = %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[MAX:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}})
// CHECK:           tensor.extract_slice %{{.*}}[0, %[[KEY]], 0] [2, %{{.*}}, 8]
// CHECK:           %[[TILE:.*]]:3 = diffattn.online_attention
// CHECK:               query_offset(%[[POSITION:.*]] : index)
// CHECK-NEXT:          key_offset(%[[KEY]] : index)
// CHECK-NEXT:          outs(%[[ACC]][h, m, e], %[[MAX]][h, m], %[[SUM]][h, m] :
// CHECK:           scf.yield %[[TILE]]#0, %[[TILE]]#1, %[[TILE]]#2
func.func @online_keys_in_place(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {causal}
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @online_keys_tiled_twice(
// CHECK:         scf.for %[[OUTER:[a-z0-9]*]] =
// CHECK:           scf.for %[[INNER:[a-z0-9]*]] =
// CHECK:             %[[POSITION:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%[[A:.*]], %[[B:.*]]]
// CHECK:                 key_offset(%[[POSITION]] : index)
func.func @online_keys_tiled_twice(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {causal}
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inner, %loops2 = transform.structured.tile_using_for %tile tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @online_heads_rows_and_keys(
// CHECK:         scf.for %[[HEAD:[a-z0-9]*]] =
// CHECK:           scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:             scf.for %[[KEY:[a-z0-9]*]] =
// CHECK:               diffattn.online_attention
// CHECK:                   outs(%{{.*}}[h, m, e], %{{.*}}[h, m], %{{.*}}[h, m] : tensor<1x2x5xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
func.func @online_heads_rows_and_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops:3 = transform.structured.tile_using_for %op tile_sizes [1, 2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Each part starts from the empty state in a slot of its own.
// CHECK-LABEL: func.func @online_keys_split_in_parallel(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: tensor<2x4x5xf32>, %[[ROWS:.*]]: tensor<2x4xf32>)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[MINUS_INFINITY:.*]] = arith.constant 0xFF800000 : f32
// CHECK:         %[[ACCS:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<3x2x4x5xf32>)
// CHECK:         %[[MAXS:.*]] = linalg.fill ins(%[[MINUS_INFINITY]] : f32) outs(%{{.*}} : tensor<3x2x4xf32>)
// CHECK:         %[[SUMS:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<3x2x4xf32>)
// CHECK:         %[[PARTS:.*]]:3 = scf.forall (%[[PART:.*]]) in (3) shared_outs(%{{.*}} = %[[ACCS]], %{{.*}} = %[[MAXS]], %{{.*}} = %[[SUMS]])
// CHECK:           diffattn.online_attention
// CHECK:           tensor.parallel_insert_slice %{{.*}}#0 into %{{.*}}[%[[PART]], 0, 0, 0] [1, 2, 4, 5]
// CHECK:         diffattn.merge
// CHECK-NEXT:        signal(%[[PARTS]]#0[split, h, m, e], %[[PARTS]]#1[split, h, m], %[[PARTS]]#2[split, h, m] :
// CHECK-NEXT:        outs(%[[ACC]][h, m, e], %[[ROWS]][h, m], %[[ROWS]][h, m] :
func.func @online_keys_split_in_parallel(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {causal}
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill:3, %split, %merge, %loop = transform.structured.tile_reduction_using_forall %op reduction_dims = [2] by num_threads = [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The third part is empty; its slices begin at the last key, not behind it.
// CHECK-LABEL: func.func @online_more_parts_than_keys(
// CHECK:         scf.forall (%[[PART:.*]]) in (3)
// CHECK:           %[[START:.*]] = affine.min affine_map<()[s0] -> (1, s0)>()[%[[PART]]]
// CHECK:           tensor.extract_slice %{{.*}}[0, %[[START]], 0] [2, %{{.*}}, 8]
// CHECK:           diffattn.online_attention
func.func @online_more_parts_than_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x2x8xf32>, %v: tensor<2x2x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x2x8xf32>)
      value(%v[h, n, e] : tensor<2x2x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill:3, %split, %merge, %loop = transform.structured.tile_reduction_using_forall %op reduction_dims = [2] by num_threads = [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The outs carry, so splits can be merged one after the other.
// CHECK-LABEL: func.func @merge_splits_and_rows(
// CHECK:         scf.for %[[SPLIT:[a-z0-9]*]] =
// CHECK:           scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:             tensor.extract_slice %{{.*}}[%[[SPLIT]], %[[ROW]], 0] [1, 2, 5]
// CHECK:             diffattn.merge
// CHECK:                 outs(%{{.*}}[m, e], %{{.*}}[m], %{{.*}}[m] : tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @merge_splits_and_rows(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.merge"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.tile_using_for %op tile_sizes [1, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @finalize_heads_and_rows(
// CHECK:         scf.for %[[HEAD:[a-z0-9]*]] =
// CHECK:           scf.for %[[ROW:[a-z0-9]*]] =
// CHECK:             tensor.extract_slice %{{.*}}[%[[HEAD]], %[[ROW]], 0] [1, 2, 5]
// CHECK:             diffattn.finalize
// CHECK:                 outs(%{{.*}}[h, m, e], %{{.*}}[h, m] : tensor<1x2x5xf32>, tensor<1x2xf32>)
func.func @finalize_heads_and_rows(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>) {
  %out:2 = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
      {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return %out#0, %out#1 : tensor<2x4x5xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.finalize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.tile_using_for %op tile_sizes [1, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @finalize_value_features(
// CHECK:         scf.for %[[FEATURE:[a-z0-9]*]] =
// CHECK:           tensor.extract_slice %{{.*}}[0, 0, %[[FEATURE]]] [2, 4, 1]
// CHECK:           diffattn.finalize
func.func @finalize_value_features(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {out_scale = 0.5}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.finalize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
