// RUN: diffattn-opt %s -diffattn-convert-to-online | FileCheck %s

// The empty state of each map is (0, -inf, 0); everything about scores goes to
// online_attention, everything behind them to finalize.
// CHECK-LABEL: func.func @both_maps_with_epilogue(
// CHECK-SAME:      %[[MASK:[a-z0-9]*]]: tensor<4x6xi1>, %[[LAMBDA:[a-z0-9]*]]: tensor<2xf32>, %[[WEIGHT:[a-z0-9]*]]: tensor<5xf32>, %[[OUT:[a-z0-9]*]]: tensor<2x4x5xbf16>, %[[LSE:[a-z0-9]*]]: tensor<2x4xf32>)
// CHECK:         %[[ACC1:.*]] = linalg.fill ins(%[[ZERO:.*]] : f32) outs(%{{.*}} : tensor<2x4x5xf32>)
// CHECK:         %[[MAX1:.*]] = linalg.fill ins(%[[MINUS_INFINITY:.*]] : f32) outs(%{{.*}} : tensor<2x4xf32>)
// CHECK:         %[[SUM1:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<2x4xf32>)
// CHECK:         %[[ACC2:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4x5xf32>)
// CHECK:         %[[MAX2:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK:         %[[SUM2:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT:     diffattn.attention
// CHECK:         %[[STATE:.*]]:6 = diffattn.online_attention
// CHECK:             mask(%[[MASK]][m, n] : tensor<4x6xi1>)
// CHECK-NEXT:        outs(%[[ACC1]][h, m, e], %[[MAX1]][h, m], %[[SUM1]][h, m], %[[ACC2]][m, e], %[[MAX2]][m], %[[SUM2]][m]
// CHECK-SAME:        {alignment = #diffattn.alignment<top_left>, causal, scale = 5.000000e-01 : f64, softcap = 2.000000e+00 : f64, window_left = 3 : i64}
// CHECK:         %{{.*}}:2 = diffattn.finalize
// CHECK-NEXT:        signal(%[[STATE]]#0[h, m, e], %[[STATE]]#1[h, m], %[[STATE]]#2[h, m]
// CHECK-NEXT:        noise(%[[STATE]]#3[m, e], %[[STATE]]#4[m], %[[STATE]]#5[m]
// CHECK-NEXT:        lambda(%[[LAMBDA]][h] : tensor<2xf32>)
// CHECK-NEXT:        norm_weight(%[[WEIGHT]][e] : tensor<5xf32>)
// CHECK-NEXT:        outs(%[[OUT]][h, m, e], %[[LSE]][h, m]
// CHECK-SAME:        {lambda_activation = #diffattn.lambda_activation<sigmoid>, norm = #diffattn.norm<rms, eps = 1.000000e-05>, out_scale = 8.000000e-01 : f64}
func.func @both_maps_with_epilogue(%q1: tensor<2x4x8xbf16>, %q2: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>,
    %mask: tensor<4x6xi1>, %lambda: tensor<2xf32>, %w: tensor<5xf32>, %o: tensor<2x4x5xbf16>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xbf16>, tensor<2x4xf32>) {
  %out:2 = diffattn.attention signal(%q1[h, m, d], %k[n, d] : tensor<2x4x8xbf16>, tensor<6x8xbf16>)
      noise(%q2[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>) value(%v[n, e] : tensor<6x5xbf16>)
      lambda(%lambda[h] : tensor<2xf32>) mask(%mask[m, n] : tensor<4x6xi1>) norm_weight(%w[e] : tensor<5xf32>)
      outs(%o[h, m, e], %l[h, m] : tensor<2x4x5xbf16>, tensor<2x4xf32>)
      {causal, alignment = #diffattn.alignment<top_left>, window_left = 3, scale = 0.5, softcap = 2.0,
       lambda_activation = #diffattn.lambda_activation<sigmoid>, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %out#0, %out#1 : tensor<2x4x5xbf16>, tensor<2x4xf32>
}

// A tile of keys will not know how many there are, so lengths are clamped before.
// CHECK-LABEL: func.func @key_lengths_are_clamped(
// CHECK-SAME:      %[[LENGTHS:[a-z0-9]*]]: tensor<?xi32>
// CHECK:         %[[CLAMPED:.*]] = linalg.generic {{.*}} ins(%[[LENGTHS]] : tensor<?xi32>)
// CHECK:           arith.maxsi
// CHECK:           arith.minsi
// CHECK:         diffattn.online_attention
// CHECK:             key_lengths(%[[CLAMPED]][b] : tensor<?xi32>)
func.func @key_lengths_are_clamped(%q: tensor<?x4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lengths: tensor<?xi32>, %o: tensor<?x4x5xf32>) -> tensor<?x4x5xf32> {
  %out = diffattn.attention signal(%q[b, m, d], %k[n, d] : tensor<?x4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      key_lengths(%lengths[b] : tensor<?xi32>) outs(%o[b, m, e] : tensor<?x4x5xf32>)
  return %out : tensor<?x4x5xf32>
}

// The attention of a tile keeps its place.
// CHECK-LABEL: func.func @offsets_are_kept(
// CHECK-SAME:      %[[ROW:[a-z0-9]*]]: index, %[[KEY:[a-z0-9]*]]: index)
// CHECK:         diffattn.online_attention
// CHECK:             query_offset(%[[ROW]] : index)
// CHECK-NEXT:        key_offset(%[[KEY]] : index)
func.func @offsets_are_kept(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %o: tensor<4x5xf64>, %row: index, %key: index) -> tensor<4x5xf64> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>) value(%v[n, e] : tensor<6x5xf64>)
      query_offset(%row : index) key_offset(%key : index) outs(%o[m, e] : tensor<4x5xf64>) {causal}
  return %out : tensor<4x5xf64>
}

// Heads of the value belong to the accumulator only.
// CHECK-LABEL: func.func @value_heads(
// CHECK:             outs(%{{.*}}[h, m, e], %{{.*}}[m], %{{.*}}[m] : tensor<2x4x5xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @value_heads(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

// Ops that have their state, on tensors or memrefs, stay as they are.
// CHECK-LABEL: func.func @leaves_online_attention_alone(
// CHECK-NEXT:    diffattn.online_attention
// CHECK-NOT:     diffattn.
// CHECK:         return
func.func @leaves_online_attention_alone(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %acc: memref<4x5xf32>, %max: memref<4xf32>, %sum: memref<4xf32>) {
  diffattn.online_attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : memref<4x5xf32>, memref<4xf32>, memref<4xf32>)
  return
}
