// RUN: diffattn-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -canonicalize | FileCheck %s

// Every op bufferizes in place, to the same op on memrefs.

// CHECK-LABEL: func.func @attention_into_an_argument(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: memref<4x5xf32>, %[[LSE:[a-z0-9]*]]: memref<4xf32>)
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         {{^ *}}diffattn.attention
// CHECK-NEXT:        signal(%{{.*}}[m, d], %{{.*}}[n, d] : memref<4x8xf32>, memref<6x8xf32>)
// CHECK-NEXT:        value(%{{.*}}[n, e] : memref<6x5xf32>)
// CHECK-NEXT:        key_lengths(%{{.*}}[] : memref<i64>)
// CHECK-NEXT:        query_offset(%{{.*}} : index)
// CHECK-NEXT:        outs(%[[OUT]][m, e], %[[LSE]][m] : memref<4x5xf32>, memref<4xf32>) {causal}
// CHECK-NEXT:    return %[[OUT]], %[[LSE]]
func.func @attention_into_an_argument(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lengths: tensor<i64>, %row: index, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>) {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      key_lengths(%lengths[] : tensor<i64>) query_offset(%row : index) outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>) {causal}
  return %out#0, %out#1 : tensor<4x5xf32>, tensor<4xf32>
}

// The schedule stays.
// CHECK-LABEL: func.func @attention_with_a_schedule(
// CHECK-NOT:     memref.copy
// CHECK:         diffattn.attention
// CHECK:             outs(%{{.*}}[m, e] : memref<4x5xf32>) {causal, diffattn.schedule = #diffattn.schedule<online, row_block = 12, key_block = 64, value_block = 32, held_bytes = 1, held_keys = 2, split_rows = 3, split_keys = 4>}
func.func @attention_with_a_schedule(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e] : tensor<4x5xf32>)
      {causal, diffattn.schedule = #diffattn.schedule<online, row_block = 12, key_block = 64, value_block = 32, held_bytes = 1, held_keys = 2, split_rows = 3, split_keys = 4>}
  return %out : tensor<4x5xf32>
}

// What outs held is not read: a later reader of the old contents costs a new
// buffer, but no copy into it.
// CHECK-LABEL: func.func @attention_destination_is_read_later(
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<4x5xf32>
// CHECK-NOT:     memref.copy
// CHECK:             outs(%[[NEW]][m, e]
func.func @attention_destination_is_read_later(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e] : tensor<4x5xf32>)
  return %out, %o : tensor<4x5xf32>, tensor<4x5xf32>
}

// The destination must not overlap what is read.
// CHECK-LABEL: func.func @attention_destination_is_the_query(
// CHECK-SAME:      %[[QUERY:[a-z0-9]*]]: memref<4x8xf32>
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK:             signal(%[[QUERY]][m, d]
// CHECK:             outs(%[[NEW]][m, e]
func.func @attention_destination_is_the_query(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x8xf32>)
      outs(%q[m, e] : tensor<4x8xf32>)
  return %out : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @online_attention_in_place(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: memref<4x5xf32>, %[[MAX:[a-z0-9]*]]: memref<4xf32>, %[[SUM:[a-z0-9]*]]: memref<4xf32>)
// CHECK-NOT:     memref.copy
// CHECK:             outs(%[[ACC]][m, e], %[[MAX]][m], %[[SUM]][m]
func.func @online_attention_in_place(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %state:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %state#0, %state#1, %state#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// The old state is read: one that is needed later is copied before.
// CHECK-LABEL: func.func @online_attention_old_state_is_read_later(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: memref<4x5xf32>, %[[MAX:[a-z0-9]*]]: memref<4xf32>, %[[SUM:[a-z0-9]*]]: memref<4xf32>)
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<4x5xf32>
// CHECK-NEXT:    memref.copy %[[ACC]], %[[NEW]]
// CHECK:             outs(%[[NEW]][m, e], %[[MAX]][m], %[[SUM]][m]
func.func @online_attention_old_state_is_read_later(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %state:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %state#0, %acc : tensor<4x5xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func.func @merge_in_place(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: memref<4x5xf32>, %[[MAX:[a-z0-9]*]]: memref<4xf32>, %[[SUM:[a-z0-9]*]]: memref<4xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         {{^ *}}diffattn.merge
// CHECK:             outs(%[[ACC]][m, e], %[[MAX]][m], %[[SUM]][m]
func.func @merge_in_place(%accs: tensor<3x4x5xf32>, %maxs: tensor<3x4xf32>, %sums: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %state:3 = diffattn.merge signal(%accs[split, m, e], %maxs[split, m], %sums[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %state#0, %state#1, %state#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @finalize_into_an_argument(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: memref<4x5xbf16>)
// CHECK-NOT:     memref.copy
// CHECK:         {{^ *}}diffattn.finalize
// CHECK:             outs(%[[OUT]][m, e] : memref<4x5xbf16>)
func.func @finalize_into_an_argument(%acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x5xbf16>) -> tensor<4x5xbf16> {
  %out = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o[m, e] : tensor<4x5xbf16>)
  return %out : tensor<4x5xbf16>
}
