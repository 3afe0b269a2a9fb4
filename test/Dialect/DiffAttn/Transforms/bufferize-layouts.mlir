// Decomposed, then bufferized, and the other way round; then the same by tiles.
// DEFINE: %{bufferize} = one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}
// DEFINE: %{cleanup} = canonicalize,cse,canonicalize
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-decompose,%{bufferize},%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(%{bufferize},%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(%{bufferize},diffattn-decompose,%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-tile-attention{batch-tile=1 query-tile=4},canonicalize,diffattn-decompose,%{bufferize},%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-tile-attention{batch-tile=1 query-tile=4},canonicalize,%{bufferize},diffattn-decompose,%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-tile-attention{key-tile=4},canonicalize,diffattn-decompose,%{bufferize},%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-tile-attention{batch-tile=1 query-tile=3 key-tile=4},canonicalize,diffattn-decompose,%{bufferize},%{cleanup})" | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline="builtin.module(diffattn-tile-attention{key-splits=3},canonicalize,diffattn-decompose,%{bufferize},%{cleanup})" | FileCheck %s

// Queries, keys and values are read in the layout that projections produce, out
// is written in the layout that the output projection reads: from flat [batch,
// position, heads * width] storage and back without one copy.

// DiffLlama of Hugging Face transformers: 8 query heads on 4 key heads. Pair i is
// the heads i and i + 4; a pair in group g reads the values of g and g + 2 side by
// side: two value dims, and no concatenation.
// CHECK-LABEL: func.func @hf_halves(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @hf_halves(
    %q: tensor<2x?x64xf32>, %k: tensor<2x?x32xf32>, %v: tensor<2x?x32xf32>, %lambda: tensor<f32>,
    %out: memref<2x?x64xf32>) {
  %c1 = arith.constant 1 : index
  %s = tensor.dim %q, %c1 : tensor<2x?x64xf32>
  %n = tensor.dim %k, %c1 : tensor<2x?x32xf32>
  %qx = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, %s, 2, 2, 2, 8] : tensor<2x?x64xf32> into tensor<2x?x2x2x2x8xf32>
  %kx = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [2, %n, 2, 2, 8] : tensor<2x?x32xf32> into tensor<2x?x2x2x8xf32>
  %vx = tensor.expand_shape %v [[0], [1], [2, 3, 4]] output_shape [2, %n, 2, 2, 8] : tensor<2x?x32xf32> into tensor<2x?x2x2x8xf32>
  %q1 = tensor.extract_slice %qx[0, 0, 0, 0, 0, 0] [2, %s, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1] : tensor<2x?x2x2x2x8xf32> to tensor<2x?x2x2x8xf32>
  %q2 = tensor.extract_slice %qx[0, 0, 1, 0, 0, 0] [2, %s, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1] : tensor<2x?x2x2x2x8xf32> to tensor<2x?x2x2x8xf32>
  %k1 = tensor.extract_slice %kx[0, 0, 0, 0, 0] [2, %n, 1, 2, 8] [1, 1, 1, 1, 1] : tensor<2x?x2x2x8xf32> to tensor<2x?x2x8xf32>
  %k2 = tensor.extract_slice %kx[0, 0, 1, 0, 0] [2, %n, 1, 2, 8] [1, 1, 1, 1, 1] : tensor<2x?x2x2x8xf32> to tensor<2x?x2x8xf32>
  %dest = bufferization.to_tensor %out restrict writable : memref<2x?x64xf32> to tensor<2x?x64xf32>
  %o = tensor.expand_shape %dest [[0], [1], [2, 3, 4, 5]] output_shape [2, %s, 2, 2, 2, 8] : tensor<2x?x64xf32> into tensor<2x?x2x2x2x8xf32>
  %result = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x?x2x2x8xf32>, tensor<2x?x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x?x2x2x8xf32>, tensor<2x?x2x8xf32>)
      value(%vx[b, n, e0, g, e1] : tensor<2x?x2x2x8xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%o[b, m, g, r, e0, e1] : tensor<2x?x2x2x2x8xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %flat = tensor.collapse_shape %result [[0], [1], [2, 3, 4, 5]] : tensor<2x?x2x2x2x8xf32> into tensor<2x?x64xf32>
  bufferization.materialize_in_destination %flat in restrict writable %out : (tensor<2x?x64xf32>, memref<2x?x64xf32>) -> ()
  return
}

// DIFF V1 of unilm: pair i is the heads 2i and 2i + 1, values are twice as wide.
// CHECK-LABEL: func.func @unilm_stripes(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @unilm_stripes(
    %q: tensor<2x9x64xf32>, %k: tensor<2x9x32xf32>, %v: tensor<2x9x32xf32>, %lambda: tensor<f32>,
    %out: memref<2x9x64xf32>) {
  %qx = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 9, 2, 2, 2, 8] : tensor<2x9x64xf32> into tensor<2x9x2x2x2x8xf32>
  %kx = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [2, 9, 2, 2, 8] : tensor<2x9x32xf32> into tensor<2x9x2x2x8xf32>
  %vx = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 9, 2, 16] : tensor<2x9x32xf32> into tensor<2x9x2x16xf32>
  %q1 = tensor.extract_slice %qx[0, 0, 0, 0, 0, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %q2 = tensor.extract_slice %qx[0, 0, 0, 0, 1, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %k1 = tensor.extract_slice %kx[0, 0, 0, 0, 0] [2, 9, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<2x9x2x2x8xf32> to tensor<2x9x2x8xf32>
  %k2 = tensor.extract_slice %kx[0, 0, 0, 1, 0] [2, 9, 2, 1, 8] [1, 1, 1, 1, 1] : tensor<2x9x2x2x8xf32> to tensor<2x9x2x8xf32>
  %dest = bufferization.to_tensor %out restrict writable : memref<2x9x64xf32> to tensor<2x9x64xf32>
  %o = tensor.expand_shape %dest [[0], [1], [2, 3, 4]] output_shape [2, 9, 2, 2, 16] : tensor<2x9x64xf32> into tensor<2x9x2x2x16xf32>
  %result = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%vx[b, n, g, e] : tensor<2x9x2x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%o[b, m, g, r, e] : tensor<2x9x2x2x16xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %flat = tensor.collapse_shape %result [[0], [1], [2, 3, 4]] : tensor<2x9x2x2x16xf32> into tensor<2x9x64xf32>
  bufferization.materialize_in_destination %flat in restrict writable %out : (tensor<2x9x64xf32>, memref<2x9x64xf32>) -> ()
  return
}

// DIFF V2: the heads of a pair share key and value; lambda is a logit of each token
// and head.
// CHECK-LABEL: func.func @v2_shared_keys(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @v2_shared_keys(
    %q: tensor<2x9x64xf32>, %k: tensor<2x9x16xf32>, %v: tensor<2x9x16xf32>, %lambda: tensor<2x9x4xf32>,
    %out: memref<2x9x32xf32>) {
  %qx = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 9, 2, 2, 2, 8] : tensor<2x9x64xf32> into tensor<2x9x2x2x2x8xf32>
  %kx = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [2, 9, 2, 8] : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %vx = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 9, 2, 8] : tensor<2x9x16xf32> into tensor<2x9x2x8xf32>
  %lambdas = tensor.expand_shape %lambda [[0], [1], [2, 3]] output_shape [2, 9, 2, 2] : tensor<2x9x4xf32> into tensor<2x9x2x2xf32>
  %q1 = tensor.extract_slice %qx[0, 0, 0, 0, 0, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %q2 = tensor.extract_slice %qx[0, 0, 0, 0, 1, 0] [2, 9, 2, 2, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<2x9x2x2x2x8xf32> to tensor<2x9x2x2x8xf32>
  %dest = bufferization.to_tensor %out restrict writable : memref<2x9x32xf32> to tensor<2x9x32xf32>
  %o = tensor.expand_shape %dest [[0], [1], [2, 3, 4]] output_shape [2, 9, 2, 2, 8] : tensor<2x9x32xf32> into tensor<2x9x2x2x8xf32>
  %result = diffattn.attention
      signal(%q1[b, m, g, r, d], %kx[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      noise(%q2[b, m, g, r, d], %kx[b, n, g, d] : tensor<2x9x2x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%vx[b, n, g, e] : tensor<2x9x2x8xf32>)
      lambda(%lambdas[b, m, g, r] : tensor<2x9x2x2xf32>)
      outs(%o[b, m, g, r, e] : tensor<2x9x2x2x8xf32>) {causal, lambda_activation = #diffattn.lambda_activation<sigmoid>}
  %flat = tensor.collapse_shape %result [[0], [1], [2, 3, 4]] : tensor<2x9x2x2x8xf32> into tensor<2x9x32xf32>
  bufferization.materialize_in_destination %flat in restrict writable %out : (tensor<2x9x32xf32>, memref<2x9x32xf32>) -> ()
  return
}

// 8 signal heads, 4 signal keys, 2 noise heads: each noise head serves 4 signal
// heads.
// CHECK-LABEL: func.func @grouped_4_to_1(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @grouped_4_to_1(
    %q1: tensor<2x9x8x8xf32>, %k1: tensor<2x9x4x8xf32>, %q2: tensor<2x9x2x8xf32>,
    %k2: tensor<2x9x2x8xf32>, %v: tensor<2x9x2x16xf32>, %lambda: tensor<f32>,
    %out: memref<2x9x8x16xf32>) {
  %q1x = tensor.expand_shape %q1 [[0], [1], [2, 3, 4], [5]] output_shape [2, 9, 2, 2, 2, 8] : tensor<2x9x8x8xf32> into tensor<2x9x2x2x2x8xf32>
  %k1x = tensor.expand_shape %k1 [[0], [1], [2, 3], [4]] output_shape [2, 9, 2, 2, 8] : tensor<2x9x4x8xf32> into tensor<2x9x2x2x8xf32>
  %dest = bufferization.to_tensor %out restrict writable : memref<2x9x8x16xf32> to tensor<2x9x8x16xf32>
  %o = tensor.expand_shape %dest [[0], [1], [2, 3, 4], [5]] output_shape [2, 9, 2, 2, 2, 16] : tensor<2x9x8x16xf32> into tensor<2x9x2x2x2x16xf32>
  %result = diffattn.attention
      signal(%q1x[b, m, g, a, r, d], %k1x[b, n, g, a, d] : tensor<2x9x2x2x2x8xf32>, tensor<2x9x2x2x8xf32>)
      noise(%q2[b, m, g, d], %k2[b, n, g, d] : tensor<2x9x2x8xf32>, tensor<2x9x2x8xf32>)
      value(%v[b, n, g, e] : tensor<2x9x2x16xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%o[b, m, g, a, r, e] : tensor<2x9x2x2x2x16xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %flat = tensor.collapse_shape %result [[0], [1], [2, 3, 4], [5]] : tensor<2x9x2x2x2x16xf32> into tensor<2x9x8x16xf32>
  bufferization.materialize_in_destination %flat in restrict writable %out : (tensor<2x9x8x16xf32>, memref<2x9x8x16xf32>) -> ()
  return
}

// One new token; its key and value are written into the caches. The new rows are
// the only copies.
// CHECK-LABEL: func.func @decode_with_cache_in_place(
// CHECK-COUNT-2: memref.copy %{{.*}}, %{{.*}} : memref<2x1x32xf32
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @decode_with_cache_in_place(
    %q: tensor<2x1x64xf32>, %kn: tensor<2x1x32xf32>, %vn: tensor<2x1x32xf32>, %kc: memref<2x16x32xf32>,
    %vc: memref<2x16x32xf32>, %pos: index, %lengths: tensor<2xi64>, %lambda: tensor<f32>,
    %out: memref<2x1x64xf32>) {
  %k0 = bufferization.to_tensor %kc restrict writable : memref<2x16x32xf32> to tensor<2x16x32xf32>
  %v0 = bufferization.to_tensor %vc restrict writable : memref<2x16x32xf32> to tensor<2x16x32xf32>
  %k = tensor.insert_slice %kn into %k0[0, %pos, 0] [2, 1, 32] [1, 1, 1] : tensor<2x1x32xf32> into tensor<2x16x32xf32>
  %v = tensor.insert_slice %vn into %v0[0, %pos, 0] [2, 1, 32] [1, 1, 1] : tensor<2x1x32xf32> into tensor<2x16x32xf32>
  %qx = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 1, 2, 2, 2, 8] : tensor<2x1x64xf32> into tensor<2x1x2x2x2x8xf32>
  %kx = tensor.expand_shape %k [[0], [1], [2, 3, 4]] output_shape [2, 16, 2, 2, 8] : tensor<2x16x32xf32> into tensor<2x16x2x2x8xf32>
  %vx = tensor.expand_shape %v [[0], [1], [2, 3, 4]] output_shape [2, 16, 2, 2, 8] : tensor<2x16x32xf32> into tensor<2x16x2x2x8xf32>
  %q1 = tensor.extract_slice %qx[0, 0, 0, 0, 0, 0] [2, 1, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1] : tensor<2x1x2x2x2x8xf32> to tensor<2x1x2x2x8xf32>
  %q2 = tensor.extract_slice %qx[0, 0, 1, 0, 0, 0] [2, 1, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1] : tensor<2x1x2x2x2x8xf32> to tensor<2x1x2x2x8xf32>
  %k1 = tensor.extract_slice %kx[0, 0, 0, 0, 0] [2, 16, 1, 2, 8] [1, 1, 1, 1, 1] : tensor<2x16x2x2x8xf32> to tensor<2x16x2x8xf32>
  %k2 = tensor.extract_slice %kx[0, 0, 1, 0, 0] [2, 16, 1, 2, 8] [1, 1, 1, 1, 1] : tensor<2x16x2x2x8xf32> to tensor<2x16x2x8xf32>
  %dest = bufferization.to_tensor %out restrict writable : memref<2x1x64xf32> to tensor<2x1x64xf32>
  %o = tensor.expand_shape %dest [[0], [1], [2, 3, 4, 5]] output_shape [2, 1, 2, 2, 2, 8] : tensor<2x1x64xf32> into tensor<2x1x2x2x2x8xf32>
  %result = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x1x2x2x8xf32>, tensor<2x16x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x1x2x2x8xf32>, tensor<2x16x2x8xf32>)
      value(%vx[b, n, e0, g, e1] : tensor<2x16x2x2x8xf32>)
      lambda(%lambda[] : tensor<f32>) key_lengths(%lengths[b] : tensor<2xi64>)
      outs(%o[b, m, g, r, e0, e1] : tensor<2x1x2x2x2x8xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %flat = tensor.collapse_shape %result [[0], [1], [2, 3, 4, 5]] : tensor<2x1x2x2x2x8xf32> into tensor<2x1x64xf32>
  bufferization.materialize_in_destination %flat in restrict writable %out : (tensor<2x1x64xf32>, memref<2x1x64xf32>) -> ()
  bufferization.materialize_in_destination %k in restrict writable %kc : (tensor<2x16x32xf32>, memref<2x16x32xf32>) -> ()
  bufferization.materialize_in_destination %v in restrict writable %vc : (tensor<2x16x32xf32>, memref<2x16x32xf32>) -> ()
  return
}
