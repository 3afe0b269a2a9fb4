// RUN: diffattn-opt %s -diffattn-tile-attention="batch-tile=1 query-tile=2" -canonicalize | FileCheck %s -check-prefixes=CHECK,ROWS
// RUN: diffattn-opt %s -diffattn-tile-attention="query-tile=2 key-tile=3" -canonicalize | FileCheck %s -check-prefixes=CHECK,KEYS
// RUN: diffattn-opt %s -diffattn-tile-attention="key-splits=2" -canonicalize | FileCheck %s -check-prefixes=CHECK,SPLITS
// RUN: diffattn-opt %s -diffattn-tile-attention -canonicalize | FileCheck %s -check-prefixes=CHECK,NONE

// CHECK-LABEL: func.func @rows_then_keys(
// ROWS:          scf.for
// ROWS:            scf.for
// ROWS:              diffattn.attention
// ROWS:                  outs(%{{.*}}[h, m, e] : tensor<1x2x5xf32>)
// KEYS:          scf.for
// KEYS-NOT:        diffattn.attention
// KEYS:            %[[STATE:.*]]:3 = scf.for
// KEYS:              diffattn.online_attention
// KEYS:                  outs(%{{.*}}[h, m, e], %{{.*}}[h, m], %{{.*}}[h, m] : tensor<2x2x5xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
// KEYS:            diffattn.finalize
// KEYS-NEXT:           signal(%[[STATE]]#0[h, m, e], %[[STATE]]#1[h, m], %[[STATE]]#2[h, m]
// SPLITS:        %[[PARTS:.*]]:3 = scf.forall (%{{.*}}) in (2)
// SPLITS:          diffattn.online_attention
// SPLITS:        %[[MERGED:.*]]:3 = diffattn.merge
// SPLITS-NEXT:       signal(%[[PARTS]]#0[split, h, m, e], %[[PARTS]]#1[split, h, m], %[[PARTS]]#2[split, h, m]
// SPLITS:        diffattn.finalize
// SPLITS-NEXT:       signal(%[[MERGED]]#0[h, m, e], %[[MERGED]]#1[h, m], %[[MERGED]]#2[h, m]
// NONE-NEXT:     diffattn.attention
// CHECK:         return
func.func @rows_then_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>) value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return %out : tensor<2x4x5xf32>
}

// The noise logsumexp lacks r, so r stays whole.
// CHECK-LABEL: func.func @batch_like_dim_that_a_result_lacks(
// ROWS:          outs(%{{.*}}[g, r, m, e], %{{.*}}[g, r, m], %{{.*}}[g, m] : tensor<1x3x2x5xf32>, tensor<1x3x2xf32>, tensor<1x2xf32>)
// CHECK:         return
func.func @batch_like_dim_that_a_result_lacks(%q1: tensor<2x3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %lambda: tensor<f32>,
    %o: tensor<2x3x4x5xf32>, %l1: tensor<2x3x4xf32>, %l2: tensor<2x4xf32>) -> (tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>) {
  %out:3 = diffattn.attention signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>) value(%v[g, n, e] : tensor<2x6x5xf32>) lambda(%lambda[] : tensor<f32>)
      outs(%o[g, r, m, e], %l1[g, r, m], %l2[g, m] : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @online_attention_of_the_input(
// ROWS-NEXT:     diffattn.online_attention
// KEYS:          scf.for
// KEYS:            diffattn.online_attention
// SPLITS:        scf.forall
// SPLITS:          diffattn.online_attention
// SPLITS:        diffattn.merge
// NONE-NEXT:     diffattn.online_attention
// CHECK:         return
func.func @online_attention_of_the_input(%q: tensor<4x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x5xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>) -> tensor<4x5xf32> {
  %state:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<?x8xf32>) value(%v[n, e] : tensor<?x5xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %state#0 : tensor<4x5xf32>
}

// There are no tiles of a result without elements.
// CHECK-LABEL: func.func @result_without_elements(
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @result_without_elements(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x0xf32>, %o: tensor<4x0xf32>, %l: tensor<4xf32>) -> tensor<4xf32> {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x0xf32>)
      outs(%o[m, e], %l[m] : tensor<4x0xf32>, tensor<4xf32>)
  return %out#1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @leaves_other_ops_alone(
// CHECK-NEXT:    diffattn.finalize
// CHECK:         return
func.func @leaves_other_ops_alone(%acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}
