// RUN: not diffattn-opt %s -transform-interpreter -split-input-file 2>&1 | FileCheck %s

// What can't be cut says why, before the transform dialect says that it failed.

// CHECK: error: 'diffattn.attention' op can't be tiled along dim n: the softmax is over all keys; tile online_attention instead
func.func @attention_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.attention' op can't be tiled along dim d: the scores sum over it
func.func @attention_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.attention' op can't be tiled along dim e: the norm takes the mean over it
func.func @attention_value_features_with_norm(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {norm = #diffattn.norm<rms, eps = 1.0e-5>}
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

// Each tile would write it again.
// CHECK: error: 'diffattn.attention' op can't be tiled along dim e: signal logsumexp lacks it
func.func @attention_value_features_with_logsumexp(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>) {
  %out:2 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  return %out#0, %out#1 : tensor<2x4x5xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// One noise head serves three signal heads.
// CHECK: error: 'diffattn.attention' op can't be tiled along dim r: noise logsumexp lacks it
func.func @attention_heads_that_noise_logsumexp_lacks(%q1: tensor<2x3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %lambda: tensor<f32>, %o: tensor<2x3x4x5xf32>, %l1: tensor<2x3x4xf32>, %l2: tensor<2x4xf32>) -> (tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.attention signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[g, n, e] : tensor<2x6x5xf32>) lambda(%lambda[] : tensor<f32>)
      outs(%o[g, r, m, e], %l1[g, r, m], %l2[g, m] : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.attention' op can't be tiled along dim n: the softmax is over all keys; tile online_attention instead
func.func @attention_of_unknown_number_of_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x?x8xf32>)
      value(%v[h, n, e] : tensor<2x?x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.attention' op can't be tiled: out has no elements; canonicalize folds such ops
func.func @attention_without_value_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x0xf32>, %o: tensor<2x4x0xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x0xf32>, tensor<2x4xf32>) {
  %out:2 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x0xf32>) outs(%o[h, m, e], %l[h, m] : tensor<2x4x0xf32>, tensor<2x4xf32>)
  return %out#0, %out#1 : tensor<2x4x0xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.attention' op can't be tiled: signal query is a memref of no elements
func.func @attention_memrefs_without_features(%q: memref<2x4x0xf32>, %k: memref<2x6x0xf32>, %v: memref<2x6x5xf32>, %o: memref<2x4x5xf32>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x4x0xf32>, memref<2x6x0xf32>)
      value(%v[h, n, e] : memref<2x6x5xf32>) outs(%o[h, m, e] : memref<2x4x5xf32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.online_attention' op can't be tiled along dim e: signal maximum of outs lacks it, so each tile would add the keys again
func.func @online_value_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.online_attention' op can't be tiled along dim d: the scores sum over it
func.func @online_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.online_attention' op can't be tiled along dim r: noise accumulator of outs lacks it, so each tile would add the keys again
func.func @online_heads_that_a_noise_state_lacks(%q1: tensor<2x3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %lambda: tensor<f32>, %o: tensor<2x3x4x5xf32>, %l1: tensor<2x3x4xf32>, %a2: tensor<2x4x5xf32>, %l2: tensor<2x4xf32>) -> tensor<2x3x4x5xf32> {
  %out:6 = diffattn.online_attention signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[g, n, e] : tensor<2x6x5xf32>)
      outs(%o[g, r, m, e], %l1[g, r, m], %l1[g, r, m], %a2[g, m, e], %l2[g, m], %l2[g, m]
         : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0 : tensor<2x3x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Tiling n in place does that without a state for every key.
// CHECK: error: 'diffattn.online_attention' op can be split by a parallel loop only; tile n in place for a sequential one
func.func @online_keys_split_in_sequence(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill:3, %split, %merge, %loop = transform.structured.tile_reduction_using_for %op by tile_sizes = [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.online_attention' op can't be split along other dims than n
func.func @online_features_split(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill:3, %split, %merge, %loop = transform.structured.tile_reduction_using_forall %op reduction_dims = [3] by num_threads = [0, 0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.online_attention' op can't be split on memrefs
func.func @online_memrefs_split(%q: memref<2x4x8xf32>, %k: memref<2x6x8xf32>, %v: memref<2x6x5xf32>, %o: memref<2x4x5xf32>, %l: memref<2x4xf32>) {
  diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : memref<2x4x8xf32>, memref<2x6x8xf32>)
      value(%v[h, n, e] : memref<2x6x5xf32>)
      outs(%o[h, m, e], %l[h, m], %l[h, m] : memref<2x4x5xf32>, memref<2x4xf32>, memref<2x4xf32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.online_attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill:3, %split, %merge, %loop = transform.structured.tile_reduction_using_forall %op reduction_dims = [2] by num_threads = [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.merge' op can't be tiled along dim e: signal maximum of outs lacks it, so each tile would add the keys again
func.func @merge_value_features(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.merge"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.finalize' op can't be tiled along dim e: the norm takes the mean over it
func.func @finalize_value_features_with_norm(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return %out : tensor<2x4x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.finalize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK: error: 'diffattn.finalize' op can't be tiled along dim e: signal logsumexp lacks it
func.func @finalize_value_features_with_logsumexp(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>) {
  %out:2 = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  return %out#0, %out#1 : tensor<2x4x5xf32>, tensor<2x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["diffattn.finalize"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
