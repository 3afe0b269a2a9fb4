// RUN: diffattn-opt %s | FileCheck %s
// RUN: diffattn-opt %s | diffattn-opt | FileCheck %s
// RUN: diffattn-opt %s -mlir-print-op-generic | diffattn-opt | FileCheck %s
// RUN: diffattn-opt %s -emit-bytecode | diffattn-opt | FileCheck %s

// Text, generic form and bytecode say the same. Dims keep their names, the
// attributes that have their default value are not printed, and result types are
// those of outs.

//===----------------------------------------------------------------------===//
// attention
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @attention_ordinary
// CHECK:         %{{.*}} = diffattn.attention
// CHECK-NEXT:        signal(%{{.*}}[m, d], %{{.*}}[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
// CHECK-NEXT:        value(%{{.*}}[n, e] : tensor<6x5xf32>)
// CHECK-NEXT:        outs(%{{.*}}[m, e] : tensor<4x5xf32>){{$}}
// CHECK-NEXT:    return %{{.*}} : tensor<4x5xf32>
func.func @attention_ordinary(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @attention_every_operand_and_result
// CHECK:         %{{.*}}:3 = diffattn.attention
// CHECK-NEXT:        signal(%{{.*}}[b, h, m, d], %{{.*}}[b, h, n, d] : tensor<2x3x4x8xbf16>, tensor<2x3x6x8xbf16>)
// CHECK-NEXT:        noise(%{{.*}}[b, h, m, d], %{{.*}}[b, h, n, d] : tensor<2x3x4x8xbf16>, tensor<2x3x6x8xbf16>)
// CHECK-NEXT:        value(%{{.*}}[b, h, n, e] : tensor<2x3x6x5xbf16>)
// CHECK-NEXT:        lambda(%{{.*}}[h] : tensor<3xf32>)
// CHECK-NEXT:        mask(%{{.*}}[b, m, n] : tensor<2x4x6xi1>)
// CHECK-NEXT:        key_lengths(%{{.*}}[b] : tensor<2xi64>)
// CHECK-NEXT:        norm_weight(%{{.*}}[e] : tensor<5xf32>)
// CHECK-NEXT:        query_offset(%{{.*}} : index)
// CHECK-NEXT:        key_offset(%{{.*}} : index)
// CHECK-NEXT:        outs(%{{.*}}[b, h, m, e], %{{.*}}[b, h, m], %{{.*}}[b, h, m] : tensor<2x3x4x5xbf16>, tensor<2x3x4xf32>, tensor<2x3x4xf32>)
// CHECK-SAME:        {causal, norm = #diffattn.norm<rms, eps = 1.000000e-05>}
func.func @attention_every_operand_and_result(
    %q1: tensor<2x3x4x8xbf16>, %k1: tensor<2x3x6x8xbf16>, %q2: tensor<2x3x4x8xbf16>, %k2: tensor<2x3x6x8xbf16>,
    %v: tensor<2x3x6x5xbf16>, %lambda: tensor<3xf32>, %mask: tensor<2x4x6xi1>, %lengths: tensor<2xi64>, %weight: tensor<5xf32>,
    %row: index, %key: index, %o: tensor<2x3x4x5xbf16>, %l: tensor<2x3x4xf32>)
    -> (tensor<2x3x4x5xbf16>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %out:3 = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x4x8xbf16>, tensor<2x3x6x8xbf16>)
      noise(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x4x8xbf16>, tensor<2x3x6x8xbf16>)
      value(%v[b, h, n, e] : tensor<2x3x6x5xbf16>)
      lambda(%lambda[h] : tensor<3xf32>)
      mask(%mask[b, m, n] : tensor<2x4x6xi1>)
      key_lengths(%lengths[b] : tensor<2xi64>)
      norm_weight(%weight[e] : tensor<5xf32>)
      query_offset(%row : index)
      key_offset(%key : index)
      outs(%o[b, h, m, e], %l[b, h, m], %l[b, h, m] : tensor<2x3x4x5xbf16>, tensor<2x3x4xf32>, tensor<2x3x4xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return %out#0, %out#1, %out#2 : tensor<2x3x4x5xbf16>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @attention_every_attribute
// CHECK:         outs({{.*}}) {alignment = #diffattn.alignment<top_left>, causal,
// CHECK-SAME:        lambda_activation = #diffattn.lambda_activation<sigmoid>, norm = #diffattn.norm<rms, eps = 0.000000e+00>,
// CHECK-SAME:        out_scale = -8.000000e-01 : f64, scale = -3.000000e-01 : f64, softcap = 3.000000e+01 : f64,
// CHECK-SAME:        window_left = 0 : i64, window_right = 9223372036854775807 : i64}
func.func @attention_every_attribute(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lambda: tensor<4xf32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[m] : tensor<4xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {causal, alignment = #diffattn.alignment<top_left>, window_left = 0, window_right = 9223372036854775807,
       scale = -0.3, softcap = 30.0, lambda_activation = #diffattn.lambda_activation<sigmoid>,
       norm = #diffattn.norm<rms, eps = 0.0>, out_scale = -0.8}
  return
}

// CHECK-LABEL: func.func @attention_defaults_are_not_printed
// CHECK:         outs(%{{.*}}[m, e] : tensor<4x5xf32>){{$}}
func.func @attention_defaults_are_not_printed(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {alignment = #diffattn.alignment<bottom_right>, lambda_activation = #diffattn.lambda_activation<none>}
  return
}

// CHECK-LABEL: func.func @attention_attributes_of_others_stay
// CHECK:         outs({{.*}}) {_marker, other.note = "kept"}
func.func @attention_attributes_of_others_stay(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {_marker, other.note = "kept"}
  return
}

// CHECK-LABEL: func.func @attention_dynamic
// CHECK:         signal(%{{.*}}[b, m, g, r, d], %{{.*}}[b, n, g, d] : tensor<?x?x?x?x?xf32>, tensor<?x?x2x?xf32>)
func.func @attention_dynamic(%q: tensor<?x?x?x?x?xf32>, %k: tensor<?x?x2x?xf32>, %v: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) {
  %out = diffattn.attention signal(%q[b, m, g, r, d], %k[b, n, g, d] : tensor<?x?x?x?x?xf32>, tensor<?x?x2x?xf32>)
      value(%v[b, n, g, e] : tensor<?x?x?x?xf32>) outs(%o[b, m, g, r, e] : tensor<?x?x?x?x?xf32>)
  return
}

// CHECK-LABEL: func.func @attention_without_keys
// CHECK:         signal(%{{.*}}[m, d], %{{.*}}[n, d] : tensor<4x8xf32>, tensor<0x8xf32>)
func.func @attention_without_keys(%q: tensor<4x8xf32>, %k: tensor<0x8xf32>, %v: tensor<0x5xf32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<0x8xf32>)
      value(%v[n, e] : tensor<0x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// CHECK-LABEL: func.func @attention_without_features
// CHECK:         signal(%{{.*}}[m, d], %{{.*}}[n, d] : tensor<4x0xf32>, tensor<6x0xf32>)
func.func @attention_without_features(%q: tensor<4x0xf32>, %k: tensor<6x0xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x0xf32>, tensor<6x0xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// An array of no elements may have a large dim.
// CHECK-LABEL: func.func @attention_empty_and_large
// CHECK:         tensor<0x4611686018427387904xf32>
func.func @attention_empty_and_large(%q: tensor<0x8xf32>, %k: tensor<0x8xf32>, %v: tensor<0x4611686018427387904xf32>, %o: tensor<0x4611686018427387904xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<0x8xf32>, tensor<0x8xf32>)
      value(%v[n, e] : tensor<0x4611686018427387904xf32>) outs(%o[m, e] : tensor<0x4611686018427387904xf32>)
  return
}

// Names are printed as they were given; any name but m, n, d*, e*, split is
// batch-like, also one that starts like those or is a keyword of MLIR.
// CHECK-LABEL: func.func @attention_dim_names
// CHECK:         signal(%{{.*}}[m, dim, d0, func, d7], %{{.*}}[d7, d0, n] : tensor<4x1x2x1x8xf32>, tensor<8x2x6xf32>)
// CHECK-NEXT:        value(%{{.*}}[e1, n, e0] : tensor<3x6x5xf32>)
// CHECK-NEXT:        outs(%{{.*}}[dim, e0, m, func, e1] : tensor<1x5x4x1x3xf32>)
func.func @attention_dim_names(%q: tensor<4x1x2x1x8xf32>, %k: tensor<8x2x6xf32>, %v: tensor<3x6x5xf32>, %o: tensor<1x5x4x1x3xf32>) {
  %out = diffattn.attention signal(%q[m, dim, d0, func, d7], %k[d7, d0, n] : tensor<4x1x2x1x8xf32>, tensor<8x2x6xf32>)
      value(%v[e1, n, e0] : tensor<3x6x5xf32>) outs(%o[dim, e0, m, func, e1] : tensor<1x5x4x1x3xf32>)
  return
}

// One value twice is how the maps share their keys.
// CHECK-LABEL: func.func @attention_shared_keys
// CHECK-SAME:      %{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<4x8xf32>, %[[KEY:.*]]: tensor<6x8xf32>, %{{.*}}: tensor<6x5xf32>
// CHECK:         signal(%{{.*}}[m, d], %[[KEY]][n, d]
// CHECK-NEXT:        noise(%{{.*}}[m, d], %[[KEY]][n, d]
func.func @attention_shared_keys(%q1: tensor<4x8xf32>, %q2: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lambda: tensor<f32>, %o: tensor<4x5xf32>) {
  %out = diffattn.attention signal(%q1[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q2[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// CHECK-LABEL: func.func @attention_f16
// CHECK:         outs(%{{.*}}[m, e], %{{.*}}[m] : tensor<4x5xf32>, tensor<4xf32>)
func.func @attention_f16(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<6x5xf16>, %mask: tensor<4x6xf16>, %lengths: tensor<i32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf16>, tensor<6x8xf16>)
      value(%v[n, e] : tensor<6x5xf16>) mask(%mask[m, n] : tensor<4x6xf16>) key_lengths(%lengths[] : tensor<i32>)
      outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: func.func @attention_f64
// CHECK:         outs(%{{.*}}[m, e], %{{.*}}[m], %{{.*}}[m] : tensor<4x5xf64>, tensor<4xf64>, tensor<4xf64>)
func.func @attention_f64(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %lambda: tensor<f64>, %lengths: tensor<index>, %o: tensor<4x5xf64>, %l: tensor<4xf64>) {
  %out:3 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>) value(%v[n, e] : tensor<6x5xf64>)
      lambda(%lambda[] : tensor<f64>) key_lengths(%lengths[] : tensor<index>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf64>, tensor<4xf64>, tensor<4xf64>)
  return
}

// Memrefs have no results; any layout will do.
// CHECK-LABEL: func.func @attention_memrefs
// CHECK:         {{^ *}}diffattn.attention
// CHECK-NEXT:        signal(%{{.*}}[h, m, d], %{{.*}}[h, n, d] : memref<3x4x8xf32, strided<[16, 48, 1], offset: 8>>, memref<3x?x8xf32, strided<[?, ?, ?], offset: ?>>)
func.func @attention_memrefs(%q: memref<3x4x8xf32, strided<[16, 48, 1], offset: 8>>, %k: memref<3x?x8xf32, strided<[?, ?, ?], offset: ?>>, %v: memref<?x5xf32>, %o: memref<3x4x5xf32, 1>, %l: memref<4x3xf32>) {
  diffattn.attention
      signal(%q[h, m, d], %k[h, n, d] : memref<3x4x8xf32, strided<[16, 48, 1], offset: 8>>, memref<3x?x8xf32, strided<[?, ?, ?], offset: ?>>)
      value(%v[n, e] : memref<?x5xf32>) outs(%o[h, m, e], %l[m, h] : memref<3x4x5xf32, 1>, memref<4x3xf32>)
  return
}

//===----------------------------------------------------------------------===//
// online_attention
//===----------------------------------------------------------------------===//

// The accumulator has the heads of the value too, the maximum and the sum don't.
// CHECK-LABEL: func.func @online_attention_every_operand
// CHECK:         %{{.*}}:6 = diffattn.online_attention
// CHECK-NEXT:        signal(%{{.*}}[g, r, m, d], %{{.*}}[g, n, d] : tensor<2x3x4x8xf16>, tensor<2x6x8xf16>)
// CHECK-NEXT:        noise(%{{.*}}[g, m, d], %{{.*}}[g, n, d] : tensor<2x4x8xf16>, tensor<2x6x8xf16>)
// CHECK-NEXT:        value(%{{.*}}[v, n, e] : tensor<7x6x5xf16>)
// CHECK-NEXT:        mask(%{{.*}}[m, n] : tensor<4x6xf32>)
// CHECK-NEXT:        key_lengths(%{{.*}}[] : tensor<i32>)
// CHECK-NEXT:        query_offset(%{{.*}} : index)
// CHECK-NEXT:        key_offset(%{{.*}} : index)
// CHECK-NEXT:        outs(%{{.*}}[g, r, v, m, e], %{{.*}}[g, r, m], %{{.*}}[r, g, m], %{{.*}}[g, v, m, e], %{{.*}}[g, m], %{{.*}}[g, m]
// CHECK-SAME:        {causal, scale = 1.000000e+00 : f64, softcap = 2.000000e+00 : f64, window_left = 3 : i64}
func.func @online_attention_every_operand(
    %q1: tensor<2x3x4x8xf16>, %q2: tensor<2x4x8xf16>, %k: tensor<2x6x8xf16>, %v: tensor<7x6x5xf16>, %mask: tensor<4x6xf32>, %lengths: tensor<i32>, %row: index, %key: index,
    %acc1: tensor<2x3x7x4x5xf32>, %max1: tensor<2x3x4xf32>, %sum1: tensor<3x2x4xf32>, %acc2: tensor<2x7x4x5xf32>, %max2: tensor<2x4xf32>, %sum2: tensor<2x4xf32>) {
  %state:6 = diffattn.online_attention
      signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf16>, tensor<2x6x8xf16>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf16>, tensor<2x6x8xf16>)
      value(%v[v, n, e] : tensor<7x6x5xf16>) mask(%mask[m, n] : tensor<4x6xf32>) key_lengths(%lengths[] : tensor<i32>)
      query_offset(%row : index) key_offset(%key : index)
      outs(%acc1[g, r, v, m, e], %max1[g, r, m], %sum1[r, g, m], %acc2[g, v, m, e], %max2[g, m], %sum2[g, m]
           : tensor<2x3x7x4x5xf32>, tensor<2x3x4xf32>, tensor<3x2x4xf32>, tensor<2x7x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      {causal, window_left = 3, scale = 1.0, softcap = 2.0}
  return
}

// CHECK-LABEL: func.func @online_attention_memrefs
// CHECK:         {{^ *}}diffattn.online_attention
func.func @online_attention_memrefs(%q: memref<4x8xf64>, %k: memref<?x8xf64>, %v: memref<?x5xf64>, %acc: memref<4x5xf64>, %max: memref<4xf64>, %sum: memref<4xf64>) {
  diffattn.online_attention signal(%q[m, d], %k[n, d] : memref<4x8xf64>, memref<?x8xf64>) value(%v[n, e] : memref<?x5xf64>)
      outs(%acc[m, e], %max[m], %sum[m] : memref<4x5xf64>, memref<4xf64>, memref<4xf64>)
  return
}

//===----------------------------------------------------------------------===//
// merge
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @merge_both_maps
// CHECK:         %{{.*}}:6 = diffattn.merge
// CHECK-NEXT:        signal(%{{.*}}[split, h, m, e], %{{.*}}[h, split, m], %{{.*}}[split, h, m] : tensor<?x2x4x5xf32>, tensor<2x?x4xf32>, tensor<?x2x4xf32>)
// CHECK-NEXT:        noise(%{{.*}}[split, m, e], %{{.*}}[split, m], %{{.*}}[split, m] : tensor<?x4x5xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
// CHECK-NEXT:        outs(%{{.*}}[h, m, e], %{{.*}}[h, m], %{{.*}}[h, m], %{{.*}}[m, e], %{{.*}}[m], %{{.*}}[m]
func.func @merge_both_maps(
    %accs1: tensor<?x2x4x5xf32>, %maxs1: tensor<2x?x4xf32>, %sums1: tensor<?x2x4xf32>, %accs2: tensor<?x4x5xf32>, %maxs2: tensor<?x4xf32>, %sums2: tensor<?x4xf32>,
    %acc1: tensor<2x4x5xf32>, %row1: tensor<2x4xf32>, %acc2: tensor<4x5xf32>, %row2: tensor<4xf32>) {
  %state:6 = diffattn.merge
      signal(%accs1[split, h, m, e], %maxs1[h, split, m], %sums1[split, h, m] : tensor<?x2x4x5xf32>, tensor<2x?x4xf32>, tensor<?x2x4xf32>)
      noise(%accs2[split, m, e], %maxs2[split, m], %sums2[split, m] : tensor<?x4x5xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
      outs(%acc1[h, m, e], %row1[h, m], %row1[h, m], %acc2[m, e], %row2[m], %row2[m]
           : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: func.func @merge_memrefs
// CHECK:         {{^ *}}diffattn.merge
func.func @merge_memrefs(%accs: memref<3x4x5xf64>, %maxs: memref<3x4xf64>, %sums: memref<3x4xf64>, %acc: memref<4x5xf64>, %max: memref<4xf64>, %sum: memref<4xf64>) {
  diffattn.merge signal(%accs[split, m, e], %maxs[split, m], %sums[split, m] : memref<3x4x5xf64>, memref<3x4xf64>, memref<3x4xf64>)
      outs(%acc[m, e], %max[m], %sum[m] : memref<4x5xf64>, memref<4xf64>, memref<4xf64>)
  return
}

//===----------------------------------------------------------------------===//
// finalize
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @finalize_every_operand
// CHECK:         %{{.*}}:3 = diffattn.finalize
// CHECK-NEXT:        signal(%{{.*}}[h, m, e], %{{.*}}[h, m], %{{.*}}[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
// CHECK-NEXT:        noise(%{{.*}}[m, e], %{{.*}}[m], %{{.*}}[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:        lambda(%{{.*}}[m, h] : tensor<4x2xf32>)
// CHECK-NEXT:        norm_weight(%{{.*}}[e] : tensor<5xbf16>)
// CHECK-NEXT:        outs(%{{.*}}[m, h, e], %{{.*}}[h, m], %{{.*}}[m] : tensor<4x2x5xbf16>, tensor<2x4xf32>, tensor<4xf32>)
// CHECK-SAME:        {lambda_activation = #diffattn.lambda_activation<sigmoid>, norm = #diffattn.norm<rms, eps = 9.9999999999999995E-7>, out_scale = 5.000000e-01 : f64}
func.func @finalize_every_operand(
    %acc1: tensor<2x4x5xf32>, %row1: tensor<2x4xf32>, %acc2: tensor<4x5xf32>, %row2: tensor<4xf32>, %lambda: tensor<4x2xf32>, %weight: tensor<5xbf16>, %o: tensor<4x2x5xbf16>) {
  %out:3 = diffattn.finalize
      signal(%acc1[h, m, e], %row1[h, m], %row1[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      noise(%acc2[m, e], %row2[m], %row2[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      lambda(%lambda[m, h] : tensor<4x2xf32>) norm_weight(%weight[e] : tensor<5xbf16>)
      outs(%o[m, h, e], %row1[h, m], %row2[m] : tensor<4x2x5xbf16>, tensor<2x4xf32>, tensor<4xf32>)
      {lambda_activation = #diffattn.lambda_activation<sigmoid>, norm = #diffattn.norm<rms, eps = 1.0e-6>, out_scale = 0.5}
  return
}

// CHECK-LABEL: func.func @finalize_memrefs
// CHECK:         {{^ *}}diffattn.finalize
func.func @finalize_memrefs(%acc: memref<4x5xf32>, %max: memref<4xf32>, %sum: memref<4xf32>, %o: memref<4x5xf16>, %l: memref<4xf32>) {
  diffattn.finalize signal(%acc[m, e], %max[m], %sum[m] : memref<4x5xf32>, memref<4xf32>, memref<4xf32>)
      outs(%o[m, e], %l[m] : memref<4x5xf16>, memref<4xf32>)
  return
}
