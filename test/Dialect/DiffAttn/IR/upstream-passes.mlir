// RUN: diffattn-opt %s -inline -canonicalize -cse -split-input-file | FileCheck %s

// Passes of upstream treat the ops as any other destination-style op.

// CHECK-LABEL: func.func @inlined(
// CHECK-NOT:     call
// CHECK:         diffattn.attention
func.func private @head(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}
func.func @inlined(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = call @head(%q, %k, %v, %o) : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %out : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @casts_of_operands_fold(
// CHECK-NOT:     tensor.cast
// CHECK:         signal(%{{.*}}[m, d], %{{.*}}[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
func.func @casts_of_operands_fold(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %cast = tensor.cast %q : tensor<4x8xf32> to tensor<?x?xf32>
  %out = diffattn.attention signal(%cast[m, d], %k[n, d] : tensor<?x?xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @equal_attentions_are_one(
// CHECK:         %[[OUT:.*]] = diffattn.attention
// CHECK-NOT:     diffattn.attention
// CHECK:         return %[[OUT]], %[[OUT]]
func.func @equal_attentions_are_one(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %out1 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  %out2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out1, %out2 : tensor<4x5xf32>, tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @attentions_of_other_options_are_two(
// CHECK-COUNT-2: diffattn.attention
func.func @attentions_of_other_options_are_two(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %out1 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  %out2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {causal}
  return %out1, %out2 : tensor<4x5xf32>, tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @unused_on_tensors_but_not_on_memrefs(
// CHECK-COUNT-1: diffattn.attention
// CHECK-NOT:     diffattn.attention
func.func @unused_on_tensors_but_not_on_memrefs(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>,
    %qm: memref<4x8xf32>, %km: memref<6x8xf32>, %vm: memref<6x5xf32>, %om: memref<4x5xf32>) {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  diffattn.attention signal(%qm[m, d], %km[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%vm[n, e] : memref<6x5xf32>) outs(%om[m, e] : memref<4x5xf32>)
  return
}
