// RUN: diffattn-opt %s -canonicalize=test-convergence=1 | FileCheck %s

// What follows from the maths folds; beside each fold stand the cases in which it
// would change a result. Functions named keeps_* are those.

//===----------------------------------------------------------------------===//
// lambda = 0: the noise map has no weight
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @lambda_zero_drops_noise(
// CHECK:         signal
// CHECK-NOT:     noise
// CHECK-NOT:     lambda
// CHECK:         outs
func.func @lambda_zero_drops_noise(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @lambda_minus_zero_of_each_row_drops_noise(
// CHECK:         signal
// CHECK-NOT:     noise
// CHECK-NOT:     lambda
// CHECK:         outs
func.func @lambda_minus_zero_of_each_row_drops_noise(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<-0.0> : tensor<4xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[m] : tensor<4xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @lambda_filled_with_zero_drops_noise(
// CHECK:         signal
// CHECK-NOT:     noise
// CHECK-NOT:     lambda
// CHECK:         outs
func.func @lambda_filled_with_zero_drops_noise(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %any: tensor<?xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %lambda = linalg.fill ins(%zero : f32) outs(%any : tensor<?xf32>) -> tensor<?xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[m] : tensor<?xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// The signal logsumexp does not need the noise.
// CHECK-LABEL: func.func @lambda_zero_drops_noise_beside_other_operands(
// CHECK:         signal
// CHECK-NOT:     noise
// CHECK:         value
// CHECK-NOT:     lambda
// CHECK:         mask(%{{.*}}[m, n]
// CHECK:         key_lengths(%{{.*}}[]
// CHECK:         norm_weight(%{{.*}}[e]
// CHECK:         outs(%{{.*}}[m, e], %{{.*}}[m]
func.func @lambda_zero_drops_noise_beside_other_operands(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %mask: tensor<4x6xi1>, %lengths: tensor<i64>, %weight: tensor<5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>) {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) mask(%mask[m, n] : tensor<4x6xi1>) key_lengths(%lengths[] : tensor<i64>)
      norm_weight(%weight[e] : tensor<5xf32>) outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return %out#0, %out#1 : tensor<4x5xf32>, tensor<4xf32>
}

// sigmoid(0) is 1/2.
// CHECK-LABEL: func.func @keeps_noise_with_sigmoid(
// CHECK:         noise
func.func @keeps_noise_with_sigmoid(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
      {lambda_activation = #diffattn.lambda_activation<sigmoid>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_noise_whose_logsumexp_is_a_result(
// CHECK:         noise
func.func @keeps_noise_whose_logsumexp_is_a_result(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out:3 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_noise_of_small_lambda(
// CHECK:         noise
func.func @keeps_noise_of_small_lambda(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<1.0e-38> : tensor<f32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_noise_with_one_row_of_lambda_not_zero(
// CHECK:         noise
func.func @keeps_noise_with_one_row_of_lambda_not_zero(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[m] : tensor<4xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_noise_of_unknown_lambda(
// CHECK:         noise
func.func @keeps_noise_of_unknown_lambda(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %lambda: tensor<f32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @finalize_lambda_zero_drops_noise(
// CHECK:         signal
// CHECK-NOT:     noise
// CHECK-NOT:     lambda
// CHECK:         outs
func.func @finalize_lambda_zero_drops_noise(%acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      noise(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @finalize_keeps_noise_with_sigmoid(
// CHECK:         noise
func.func @finalize_keeps_noise_with_sigmoid(%acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      noise(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      lambda(%lambda[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
      {lambda_activation = #diffattn.lambda_activation<sigmoid>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @finalize_keeps_noise_whose_logsumexp_is_a_result(
// CHECK:         noise
func.func @finalize_keeps_noise_whose_logsumexp_is_a_result(%acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %lambda = arith.constant dense<0.0> : tensor<f32>
  %out:3 = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      noise(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%o[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Masks that hide nothing
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @mask_all_true_vanishes(
// CHECK:         diffattn.
// CHECK-NOT:     mask
// CHECK:         outs
func.func @mask_all_true_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %mask = arith.constant dense<true> : tensor<4x6xi1>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xi1>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @mask_all_zero_vanishes(
// CHECK:         diffattn.
// CHECK-NOT:     mask
// CHECK:         outs
func.func @mask_all_zero_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %mask = arith.constant dense<0.0> : tensor<4x6xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @mask_of_keys_filled_with_true_vanishes(
// CHECK:         diffattn.
// CHECK-NOT:     mask
// CHECK:         outs
func.func @mask_of_keys_filled_with_true_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %any: tensor<6xi1>) -> tensor<4x5xf32> {
  %true = arith.constant true
  %mask = linalg.fill ins(%true : i1) outs(%any : tensor<6xi1>) -> tensor<6xi1>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[n] : tensor<6xi1>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// It hides every key.
// CHECK-LABEL: func.func @keeps_mask_all_false(
// CHECK:         mask
func.func @keeps_mask_all_false(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %mask = arith.constant dense<false> : tensor<4x6xi1>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xi1>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_mask_with_one_key_hidden(
// CHECK:         mask
func.func @keeps_mask_with_one_key_hidden(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %mask = arith.constant dense<[true, true, true, true, true, false]> : tensor<6xi1>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[n] : tensor<6xi1>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_mask_all_minus_infinity(
// CHECK:         mask
func.func @keeps_mask_all_minus_infinity(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %mask = arith.constant dense<0xFF800000> : tensor<4x6xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// The same number for all keys leaves out as it is, but not the logsumexp.
// CHECK-LABEL: func.func @keeps_mask_all_one(
// CHECK:         mask
func.func @keeps_mask_all_one(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>) {
  %mask = arith.constant dense<1.0> : tensor<4x6xf32>
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xf32>)
      outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>)
  return %out#0, %out#1 : tensor<4x5xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @mask_of_own_dim_vanishes_without_logsumexp(
// CHECK:         diffattn.
// CHECK-NOT:     mask
// CHECK:         outs
func.func @mask_of_own_dim_vanishes_without_logsumexp(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %mask = arith.constant dense<true> : tensor<2x4x6xi1>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[b, m, n] : tensor<2x4x6xi1>)
      outs(%o[b, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

// Without it the logsumexp would lack b.
// CHECK-LABEL: func.func @keeps_mask_that_gives_logsumexp_a_dim(
// CHECK:         mask
func.func @keeps_mask_that_gives_logsumexp_a_dim(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>) {
  %mask = arith.constant dense<true> : tensor<2x4x6xi1>
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[b, m, n] : tensor<2x4x6xi1>)
      outs(%o[b, m, e], %l[b, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  return %out#0, %out#1 : tensor<2x4x5xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @online_mask_all_true_vanishes(
// CHECK:         diffattn.
// CHECK-NOT:     mask
// CHECK:         outs
func.func @online_mask_all_true_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %mask = arith.constant dense<true> : tensor<4x6xi1>
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[m, n] : tensor<4x6xi1>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @online_keeps_mask_that_gives_the_state_a_dim(
// CHECK:         mask
func.func @online_keeps_mask_that_gives_the_state_a_dim(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<2x4xf32>) -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %mask = arith.constant dense<true> : tensor<2x4x6xi1>
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%mask[b, m, n] : tensor<2x4x6xi1>)
      outs(%o[b, m, e], %l[b, m], %l[b, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

//===----------------------------------------------------------------------===//
// causal with one query row
//===----------------------------------------------------------------------===//

// The last row sees all keys.
// CHECK-LABEL: func.func @causal_of_one_row_vanishes(
// CHECK:         diffattn.attention
// CHECK-NOT:     causal
// CHECK:         return
func.func @causal_of_one_row_vanishes(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<1x5xf32>) {causal}
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @causal_of_one_row_and_any_number_of_keys_vanishes(
// CHECK:         diffattn.attention
// CHECK-NOT:     causal
// CHECK:         return
func.func @causal_of_one_row_and_any_number_of_keys_vanishes(%q: tensor<1x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x5xf32>, %o: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x5xf32>) outs(%o[m, e] : tensor<1x5xf32>) {causal}
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @causal_of_one_row_vanishes_on_memrefs(
// CHECK:         diffattn.attention
// CHECK-NOT:     causal
// CHECK:         return
func.func @causal_of_one_row_vanishes_on_memrefs(%q: memref<1x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<1x5xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<1x8xf32>, memref<6x8xf32>)
      value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<1x5xf32>) {causal}
  return
}

// Row 0 sees key 0 only.
// CHECK-LABEL: func.func @keeps_causal_of_one_row_at_the_top_left(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_one_row_at_the_top_left(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<1x5xf32>)
      {causal, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @keeps_causal_of_two_rows(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_two_rows(%q: tensor<2x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<2x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<2x5xf32>) {causal}
  return %out : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @keeps_causal_of_unknown_rows(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_unknown_rows(%q: tensor<?x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<?x5xf32>) {causal}
  return %out : tensor<?x5xf32>
}

// Positions count from the length; what is hidden would be the same, but that is not claimed.
// CHECK-LABEL: func.func @keeps_causal_of_one_row_with_key_lengths(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_one_row_with_key_lengths(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>, %lengths: tensor<i64>) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) key_lengths(%lengths[] : tensor<i64>) outs(%o[m, e] : tensor<1x5xf32>)
      {causal}
  return %out : tensor<1x5xf32>
}

// A row in the middle of a larger attention.
// CHECK-LABEL: func.func @keeps_causal_of_one_row_with_query_offset(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_one_row_with_query_offset(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>, %at: index) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) query_offset(%at : index) outs(%o[m, e] : tensor<1x5xf32>) {causal}
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @keeps_causal_of_one_row_with_key_offset(
// CHECK:         {{.*}}causal
func.func @keeps_causal_of_one_row_with_key_offset(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>, %at: index) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) key_offset(%at : index) outs(%o[m, e] : tensor<1x5xf32>) {causal}
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @online_causal_of_one_row_vanishes(
// CHECK:         diffattn.online_attention
// CHECK-NOT:     causal
// CHECK:         return
func.func @online_causal_of_one_row_vanishes(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>, %l: tensor<1xf32>) -> (tensor<1x5xf32>, tensor<1xf32>, tensor<1xf32>) {
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<1x5xf32>, tensor<1xf32>, tensor<1xf32>) {causal}
  return %out#0, %out#1, %out#2 : tensor<1x5xf32>, tensor<1xf32>, tensor<1xf32>
}

//===----------------------------------------------------------------------===//
// Windows as wide as the furthest key: 4 rows, 6 keys
//===----------------------------------------------------------------------===//

// At the bottom right the last row stands at key 5.
// CHECK-LABEL: func.func @window_left_of_all_keys_vanishes(
// CHECK:         diffattn.attention
// CHECK-NOT:     window_left
// CHECK:         return
func.func @window_left_of_all_keys_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_left = 5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_one_too_small(
// CHECK:         window_left = 4
func.func @keeps_window_left_one_too_small(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_left = 4}
  return %out : tensor<4x5xf32>
}

// Row 0 stands at key 2.
// CHECK-LABEL: func.func @window_right_of_all_rows_vanishes(
// CHECK:         diffattn.attention
// CHECK-NOT:     window_right
// CHECK:         return
func.func @window_right_of_all_rows_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_right = 3}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_right_one_too_small(
// CHECK:         window_right = 2
func.func @keeps_window_right_one_too_small(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_right = 2}
  return %out : tensor<4x5xf32>
}

// The last row stands at key 3.
// CHECK-LABEL: func.func @window_left_of_all_rows_vanishes_at_the_top_left(
// CHECK:         diffattn.attention
// CHECK-NOT:     window_left
// CHECK:         return
func.func @window_left_of_all_rows_vanishes_at_the_top_left(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {window_left = 3, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_one_too_small_at_the_top_left(
// CHECK:         window_left = 2
func.func @keeps_window_left_one_too_small_at_the_top_left(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {window_left = 2, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @window_right_of_all_keys_vanishes_at_the_top_left(
// CHECK:         diffattn.attention
// CHECK-NOT:     window_right
// CHECK:         return
func.func @window_right_of_all_keys_vanishes_at_the_top_left(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {window_right = 5, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_right_one_too_small_at_the_top_left(
// CHECK:         window_right = 4
func.func @keeps_window_right_one_too_small_at_the_top_left(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {window_right = 4, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_the_narrow_one_of_two_windows(
// CHECK:         window_left = 1
// CHECK-NOT:     window_right
// CHECK:         return
func.func @keeps_the_narrow_one_of_two_windows(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_left = 1, window_right = 9}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_of_unknown_keys(
// CHECK:         window_left = 5
func.func @keeps_window_left_of_unknown_keys(%q: tensor<4x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x5xf32>) outs(%o[m, e] : tensor<4x5xf32>) {window_left = 5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_with_key_lengths(
// CHECK:         window_left = 5
func.func @keeps_window_left_with_key_lengths(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %lengths: tensor<i64>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) key_lengths(%lengths[] : tensor<i64>) outs(%o[m, e] : tensor<4x5xf32>)
      {window_left = 5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_with_query_offset(
// CHECK:         window_left = 5
func.func @keeps_window_left_with_query_offset(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %at: index) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) query_offset(%at : index) outs(%o[m, e] : tensor<4x5xf32>)
      {window_left = 5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_window_left_with_key_offset(
// CHECK:         window_left = 5
func.func @keeps_window_left_with_key_offset(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %at: index) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) key_offset(%at : index) outs(%o[m, e] : tensor<4x5xf32>)
      {window_left = 5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @online_window_left_of_all_keys_vanishes(
// CHECK:         diffattn.online_attention
// CHECK-NOT:     window_left
// CHECK:         return
func.func @online_window_left_of_all_keys_vanishes(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {window_left = 5}
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Nothing to do
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @no_keys_gives_zero_and_minus_infinity(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<4x5xf32>, %[[LSE:.*]]: tensor<4xf32>)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[MINUS_INFINITY:.*]] = arith.constant 0xFF800000 : f32
// CHECK:         %[[O:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]] : tensor<4x5xf32>)
// CHECK:         %[[L:.*]] = linalg.fill ins(%[[MINUS_INFINITY]] : f32) outs(%[[LSE]] : tensor<4xf32>)
// CHECK:         return %[[O]], %[[L]]
func.func @no_keys_gives_zero_and_minus_infinity(%q: tensor<4x8xf32>, %k: tensor<0x8xf32>, %v: tensor<0x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>) {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<0x8xf32>)
      value(%v[n, e] : tensor<0x5xf32>) outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 2.0}
  return %out#0, %out#1 : tensor<4x5xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @no_keys_fills_memrefs(
// CHECK-NOT:     diffattn
// CHECK:         linalg.fill {{.*}} outs(%{{.*}} : memref<4x5xf32>)
// CHECK:         linalg.fill {{.*}} outs(%{{.*}} : memref<4xf32>)
func.func @no_keys_fills_memrefs(%q: memref<4x8xf32>, %k: memref<0x8xf32>, %v: memref<0x5xf32>, %o: memref<4x5xf32>, %l: memref<4xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<0x8xf32>)
      value(%v[n, e] : memref<0x5xf32>) outs(%o[m, e], %l[m] : memref<4x5xf32>, memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @no_rows_returns_outs(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<0x5xf32>)
// CHECK-NEXT:    return %[[OUT]]
func.func @no_rows_returns_outs(%q: tensor<0x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<0x5xf32>) -> tensor<0x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<0x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<0x5xf32>) {causal}
  return %out : tensor<0x5xf32>
}

// CHECK-LABEL: func.func @no_rows_vanishes_on_memrefs(
// CHECK-NEXT:    return
func.func @no_rows_vanishes_on_memrefs(%q: memref<0x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<0x5xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<0x8xf32>, memref<6x8xf32>)
      value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<0x5xf32>)
  return
}

// No value features, but rows.
// CHECK-LABEL: func.func @keeps_attention_whose_logsumexp_has_elements(
// CHECK:         diffattn.attention
func.func @keeps_attention_whose_logsumexp_has_elements(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x0xf32>, %o: tensor<4x0xf32>, %l: tensor<4xf32>) -> (tensor<4x0xf32>, tensor<4xf32>) {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x0xf32>) outs(%o[m, e], %l[m] : tensor<4x0xf32>, tensor<4xf32>)
  return %out#0, %out#1 : tensor<4x0xf32>, tensor<4xf32>
}

// All scores are 0: out is the mean of the values.
// CHECK-LABEL: func.func @keeps_attention_without_features(
// CHECK:         diffattn.attention
func.func @keeps_attention_without_features(%q: tensor<4x0xf32>, %k: tensor<6x0xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x0xf32>, tensor<6x0xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @keeps_attention_of_unknown_keys(
// CHECK:         diffattn.attention
func.func @keeps_attention_of_unknown_keys(%q: tensor<4x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @online_no_keys_returns_the_state(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: tensor<4x5xf32>, %[[ROW:.*]]: tensor<4xf32>)
// CHECK-NEXT:    return %[[ACC]], %[[ROW]], %[[ROW]]
func.func @online_no_keys_returns_the_state(%q: tensor<4x8xf32>, %k: tensor<0x8xf32>, %v: tensor<0x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<0x8xf32>)
      value(%v[n, e] : tensor<0x5xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @online_no_keys_vanishes_on_memrefs(
// CHECK-NEXT:    return
func.func @online_no_keys_vanishes_on_memrefs(%q: memref<4x8xf32>, %k: memref<0x8xf32>, %v: memref<0x5xf32>, %o: memref<4x5xf32>, %l: memref<4xf32>) {
  diffattn.online_attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<0x8xf32>)
      value(%v[n, e] : memref<0x5xf32>)
      outs(%o[m, e], %l[m], %l[m] : memref<4x5xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @merge_no_splits_returns_the_state(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: tensor<4x5xf32>, %[[ROW:.*]]: tensor<4xf32>)
// CHECK-NEXT:    return %[[ACC]], %[[ROW]], %[[ROW]]
func.func @merge_no_splits_returns_the_state(%accs: tensor<0x4x5xf32>, %rows: tensor<0x4xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<0x4x5xf32>, tensor<0x4xf32>, tensor<0x4xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// The outs are a state too.
// CHECK-LABEL: func.func @keeps_merge_of_one_split(
// CHECK:         diffattn.merge
func.func @keeps_merge_of_one_split(%accs: tensor<1x4x5xf32>, %rows: tensor<1x4xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %out:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<1x4x5xf32>, tensor<1x4xf32>, tensor<1x4xf32>)
      outs(%o[m, e], %l[m], %l[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @finalize_no_rows_returns_outs(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<0x5xf32>)
// CHECK-NEXT:    return %[[OUT]]
func.func @finalize_no_rows_returns_outs(%acc: tensor<0x5xf32>, %row: tensor<0xf32>, %o: tensor<0x5xf32>) -> tensor<0x5xf32> {
  %out = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<0x5xf32>, tensor<0xf32>, tensor<0xf32>)
      outs(%o[m, e] : tensor<0x5xf32>)
  return %out : tensor<0x5xf32>
}

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @transposed_inputs_are_read_as_stored(
// CHECK-SAME:      %[[QUERY:.*]]: tensor<4x2x8xf32>, %[[KEY:.*]]: tensor<6x2x8xf32>, %{{.*}}: tensor<6x2x5xf32>
// CHECK-NOT:     linalg.transpose
// CHECK:         signal(%[[QUERY]][m, h, d], %[[KEY]][n, h, d] :
func.func @transposed_inputs_are_read_as_stored(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %empty = tensor.empty() : tensor<2x4x8xf32>
  %qt = linalg.transpose ins(%q : tensor<4x2x8xf32>) outs(%empty : tensor<2x4x8xf32>) permutation = [1, 0, 2]
  %emptyk = tensor.empty() : tensor<8x2x6xf32>
  %kt = linalg.transpose ins(%k : tensor<6x2x8xf32>) outs(%emptyk : tensor<8x2x6xf32>) permutation = [2, 1, 0]
  %out = diffattn.attention signal(%qt[h, m, d], %kt[d, h, n] : tensor<2x4x8xf32>, tensor<8x2x6xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

// A permutation that is not its own inverse.
// CHECK-LABEL: func.func @rotating_transpose_of_the_query(
// CHECK-NOT:     linalg.transpose
// CHECK:         signal(%{{.*}}[m, h, d], %{{.*}}[n, h, d] :
func.func @rotating_transpose_of_the_query(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %empty = tensor.empty() : tensor<8x4x2xf32>
  %qt = linalg.transpose ins(%q : tensor<4x2x8xf32>) outs(%empty : tensor<8x4x2xf32>) permutation = [2, 0, 1]
  %out = diffattn.attention signal(%qt[d, m, h], %k[n, h, d] : tensor<8x4x2xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @transposed_mask_and_lambda(
// CHECK-NOT:     linalg.transpose
// CHECK:         lambda(%{{.*}}[m, h] : tensor<4x1xf32>)
// CHECK:         mask(%{{.*}}[n, m] : tensor<6x4xi1>)
func.func @transposed_mask_and_lambda(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %mask: tensor<6x4xi1>, %lambda: tensor<4x1xf32>) -> tensor<1x4x5xf32> {
  %e0 = tensor.empty() : tensor<4x6xi1>
  %e1 = tensor.empty() : tensor<1x4xf32>
  %mt = linalg.transpose ins(%mask : tensor<6x4xi1>) outs(%e0 : tensor<4x6xi1>) permutation = [1, 0]
  %lt = linalg.transpose ins(%lambda : tensor<4x1xf32>) outs(%e1 : tensor<1x4xf32>) permutation = [1, 0]
  %oh = tensor.expand_shape %o [[0, 1], [2]] output_shape [1, 4, 5] : tensor<4x5xf32> into tensor<1x4x5xf32>
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%lt[h, m] : tensor<1x4xf32>) mask(%mt[m, n] : tensor<4x6xi1>) outs(%oh[h, m, e] : tensor<1x4x5xf32>)
  return %out : tensor<1x4x5xf32>
}

// CHECK-LABEL: func.func @transposed_result_is_written_as_wanted(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<4x2x5xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         %[[RESULT:.*]] = diffattn.attention
// CHECK:         outs(%[[OUT]][m, h, e] : tensor<4x2x5xf32>)
// CHECK:         return %[[RESULT]]
func.func @transposed_result_is_written_as_wanted(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<4x2x5xf32>) -> tensor<4x2x5xf32> {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e] : tensor<2x4x5xf32>)
  %rt = linalg.transpose ins(%out : tensor<2x4x5xf32>) outs(%o : tensor<4x2x5xf32>) permutation = [1, 0, 2]
  return %rt : tensor<4x2x5xf32>
}

// CHECK-LABEL: func.func @rotating_transpose_of_the_result(
// CHECK-NOT:     linalg.transpose
// CHECK:         outs(%{{.*}}[e, h, m] : tensor<5x2x4xf32>)
func.func @rotating_transpose_of_the_result(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<5x2x4xf32>) -> tensor<5x2x4xf32> {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e] : tensor<2x4x5xf32>)
  %rt = linalg.transpose ins(%out : tensor<2x4x5xf32>) outs(%o : tensor<5x2x4xf32>) permutation = [2, 0, 1]
  return %rt : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @keeps_transpose_of_a_result_with_two_users(
// CHECK:         outs(%{{.*}}[h, m, e]
// CHECK:         linalg.transpose
func.func @keeps_transpose_of_a_result_with_two_users(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<4x2x5xf32>) -> (tensor<4x2x5xf32>, tensor<2x4x5xf32>) {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e] : tensor<2x4x5xf32>)
  %rt = linalg.transpose ins(%out : tensor<2x4x5xf32>) outs(%o : tensor<4x2x5xf32>) permutation = [1, 0, 2]
  return %rt, %out : tensor<4x2x5xf32>, tensor<2x4x5xf32>
}

// The op could not move to where the transposed destination is known.
// CHECK-LABEL: func.func @keeps_transpose_of_one_of_two_results(
// CHECK:         outs(%{{.*}}[h, m, e]
// CHECK:         linalg.transpose
func.func @keeps_transpose_of_one_of_two_results(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<4x2x5xf32>, %l: tensor<2x4xf32>) -> (tensor<4x2x5xf32>, tensor<2x4xf32>) {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out:2 = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e], %l[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  %rt = linalg.transpose ins(%out#0 : tensor<2x4x5xf32>) outs(%o : tensor<4x2x5xf32>) permutation = [1, 0, 2]
  return %rt, %out#1 : tensor<4x2x5xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @keeps_transpose_inside_a_branch(
// CHECK:         outs(%{{.*}}[h, m, e]
// CHECK:         linalg.transpose
func.func @keeps_transpose_inside_a_branch(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<4x2x5xf32>, %wanted: i1) -> tensor<4x2x5xf32> {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e] : tensor<2x4x5xf32>)
  %rt = scf.if %wanted -> tensor<4x2x5xf32> {
    %t = linalg.transpose ins(%out : tensor<2x4x5xf32>) outs(%o : tensor<4x2x5xf32>) permutation = [1, 0, 2]
    scf.yield %t : tensor<4x2x5xf32>
  } else {
    scf.yield %o : tensor<4x2x5xf32>
  }
  return %rt : tensor<4x2x5xf32>
}

// The result is the destination there, not the input.
// CHECK-LABEL: func.func @keeps_transpose_that_writes_the_result(
// CHECK:         outs(%{{.*}}[h, m, e]
// CHECK:         linalg.transpose
func.func @keeps_transpose_that_writes_the_result(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x2x5xf32>, %o: tensor<4x2x5xf32>) -> tensor<2x4x5xf32> {
  %init = tensor.empty() : tensor<2x4x5xf32>
  %out = diffattn.attention signal(%q[m, h, d], %k[n, h, d] : tensor<4x2x8xf32>, tensor<6x2x8xf32>)
      value(%v[n, h, e] : tensor<6x2x5xf32>) outs(%init[h, m, e] : tensor<2x4x5xf32>)
  %rt = linalg.transpose ins(%o : tensor<4x2x5xf32>) outs(%out : tensor<2x4x5xf32>) permutation = [1, 0, 2]
  return %rt : tensor<2x4x5xf32>
}

//===----------------------------------------------------------------------===//
// Unit dims
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @batch_of_one_is_left_out(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<1x4x5xf32>)
// CHECK:         %[[DESTINATION:.*]] = tensor.collapse_shape %[[OUT]] {{\[\[}}0, 1], [2]]
// CHECK:         %[[RESULT:.*]] = diffattn.attention
// CHECK-NEXT:      signal(%{{.*}}[m, d], %{{.*}}[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
// CHECK-NEXT:      value(%{{.*}}[n, e] : tensor<6x5xf32>)
// CHECK-NEXT:      outs(%[[DESTINATION]][m, e] : tensor<4x5xf32>)
// CHECK:         tensor.expand_shape %[[RESULT]] {{\[\[}}0, 1], [2]]
func.func @batch_of_one_is_left_out(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x4x5xf32>) -> tensor<1x4x5xf32> {
  %qx = tensor.expand_shape %q [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %kx = tensor.expand_shape %k [[0, 1], [2]] output_shape [1, 6, 8] : tensor<6x8xf32> into tensor<1x6x8xf32>
  %vx = tensor.expand_shape %v [[0, 1], [2]] output_shape [1, 6, 5] : tensor<6x5xf32> into tensor<1x6x5xf32>
  %out = diffattn.attention signal(%qx[b, m, d], %kx[b, n, d] : tensor<1x4x8xf32>, tensor<1x6x8xf32>)
      value(%vx[b, n, e] : tensor<1x6x5xf32>) outs(%o[b, m, e] : tensor<1x4x5xf32>)
  return %out : tensor<1x4x5xf32>
}

// CHECK-LABEL: func.func @unit_dim_of_one_operand_is_left_out(
// CHECK:         signal(%{{.*}}[m, d], %{{.*}}[b, n, d]
// CHECK:         outs(%{{.*}}[b, m, e]
func.func @unit_dim_of_one_operand_is_left_out(%q: tensor<4x8xf32>, %kx: tensor<1x6x8xf32>, %vx: tensor<1x6x5xf32>, %o: tensor<1x4x5xf32>) -> tensor<1x4x5xf32> {
  %qx = tensor.expand_shape %q [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %out = diffattn.attention signal(%qx[b, m, d], %kx[b, n, d] : tensor<1x4x8xf32>, tensor<1x6x8xf32>)
      value(%vx[b, n, e] : tensor<1x6x5xf32>) outs(%o[b, m, e] : tensor<1x4x5xf32>)
  return %out : tensor<1x4x5xf32>
}

// CHECK-LABEL: func.func @keeps_unit_dim_that_gives_logsumexp_a_dim(
// CHECK:         signal(%{{.*}}[{{.*}}b{{.*}}] :
// CHECK:         outs(%{{.*}}[b, m, e], %{{.*}}[b, m]
func.func @keeps_unit_dim_that_gives_logsumexp_a_dim(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x4x5xf32>, %l: tensor<1x4xf32>) -> (tensor<1x4x5xf32>, tensor<1x4xf32>) {
  %qx = tensor.expand_shape %q [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %kx = tensor.expand_shape %k [[0, 1], [2]] output_shape [1, 6, 8] : tensor<6x8xf32> into tensor<1x6x8xf32>
  %vx = tensor.expand_shape %v [[0, 1], [2]] output_shape [1, 6, 5] : tensor<6x5xf32> into tensor<1x6x5xf32>
  %out:2 = diffattn.attention signal(%qx[b, m, d], %kx[b, n, d] : tensor<1x4x8xf32>, tensor<1x6x8xf32>)
      value(%vx[b, n, e] : tensor<1x6x5xf32>) outs(%o[b, m, e], %l[b, m] : tensor<1x4x5xf32>, tensor<1x4xf32>)
  return %out#0, %out#1 : tensor<1x4x5xf32>, tensor<1x4xf32>
}

// m has size 1 too, but the op needs it.
// CHECK-LABEL: func.func @keeps_unit_query_row(
// CHECK:         tensor.expand_shape
// CHECK:         signal(%{{.*}}[m, d]
func.func @keeps_unit_query_row(%q: tensor<8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %qx = tensor.expand_shape %q [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  %out = diffattn.attention signal(%qx[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<1x5xf32>)
  return %out : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @keeps_heads_split_in_two(
// CHECK:         tensor.expand_shape
// CHECK:         signal(%{{.*}}[g, r, m, d]
func.func @keeps_heads_split_in_two(%q: tensor<6x4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %qx = tensor.expand_shape %q [[0, 1], [2], [3]] output_shape [2, 3, 4, 8] : tensor<6x4x8xf32> into tensor<2x3x4x8xf32>
  %out = diffattn.attention signal(%qx[g, r, m, d], %k[n, d] : tensor<2x3x4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[g, r, m, e] : tensor<2x3x4x5xf32>)
  return %out : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @keeps_batch_of_unknown_size(
// CHECK:         outs(%{{.*}}[b, m, e] : tensor<?x4x5xf32>)
func.func @keeps_batch_of_unknown_size(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<?x4x5xf32>) -> tensor<?x4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[b, m, e] : tensor<?x4x5xf32>)
  return %out : tensor<?x4x5xf32>
}

// CHECK-LABEL: func.func @keeps_unit_dim_on_memrefs(
// CHECK:         outs(%{{.*}}[b, m, e] : memref<1x4x5xf32>)
func.func @keeps_unit_dim_on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<1x4x5xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>)
      value(%v[n, e] : memref<6x5xf32>) outs(%o[b, m, e] : memref<1x4x5xf32>)
  return
}

// CHECK-LABEL: func.func @inner_unit_dim_of_dynamic_result(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<?x1x4x5xf32> into tensor<?x4x5xf32>
// CHECK:         outs(%{{.*}}[h, m, e] : tensor<?x4x5xf32>)
// CHECK:         tensor.expand_shape
func.func @inner_unit_dim_of_dynamic_result(%q: tensor<4x?x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<?x1x4x5xf32>) -> tensor<?x1x4x5xf32> {
  %out = diffattn.attention signal(%q[m, h, d], %k[n, d] : tensor<4x?x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[h, r, m, e] : tensor<?x1x4x5xf32>)
  return %out : tensor<?x1x4x5xf32>
}

// CHECK-LABEL: func.func @online_unit_dim_of_the_query(
// CHECK:         signal(%{{.*}}[m, d], %{{.*}}[b, n, d]
func.func @online_unit_dim_of_the_query(%q: tensor<4x8xf32>, %kx: tensor<1x6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x4x5xf32>, %l: tensor<1x4xf32>) -> (tensor<1x4x5xf32>, tensor<1x4xf32>, tensor<1x4xf32>) {
  %qx = tensor.expand_shape %q [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  %out:3 = diffattn.online_attention signal(%qx[b, m, d], %kx[b, n, d] : tensor<1x4x8xf32>, tensor<1x6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[b, m, e], %l[b, m], %l[b, m] : tensor<1x4x5xf32>, tensor<1x4xf32>, tensor<1x4xf32>)
  return %out#0, %out#1, %out#2 : tensor<1x4x5xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}

// The accumulator has it.
// CHECK-LABEL: func.func @online_keeps_unit_dim_of_the_value(
// CHECK:         value(%{{.*}}[b, n, e]
func.func @online_keeps_unit_dim_of_the_value(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<1x4x5xf32>, %l: tensor<4xf32>) -> (tensor<1x4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %vx = tensor.expand_shape %v [[0, 1], [2]] output_shape [1, 6, 5] : tensor<6x5xf32> into tensor<1x6x5xf32>
  %out:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%vx[b, n, e] : tensor<1x6x5xf32>)
      outs(%o[b, m, e], %l[m], %l[m] : tensor<1x4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %out#0, %out#1, %out#2 : tensor<1x4x5xf32>, tensor<4xf32>, tensor<4xf32>
}
