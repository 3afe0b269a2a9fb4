// RUN: diffattn-opt %s -split-input-file -verify-diagnostics

// Constraints that invalid-attention.mlir reaches in every form are reached once
// here. C13 has no attribute on this op.

// -----

// lambda belongs to finalize.
func.func @online_attention_lambda_given(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %l: tensor<f32>) {
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{expected 'outs'}}
      value(%v[h, n, e] : tensor<2x6x5xf32>) lambda(%l[] : tensor<f32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c1_split_dim(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected no split dim, found dims #diffattn.dims<split, m, n, d, e> [C1]}}
  %r:3 = diffattn.online_attention signal(%q[split, m, d], %k[split, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[split, n, e] : tensor<2x6x5xf32>)
      outs(%acc[split, m, e], %row[split, m], %row[split, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c3_state_of_other_rows(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %x: tensor<2x3xf32>) {
  // expected-error@+1 {{expected dim m of signal sum of outs to be 4 as in signal maximum of outs, found 3 [C3]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %x[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @online_attention_c4_state_in_memory(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: memref<2x4xf32>) {
  // expected-error@+1 {{expected all operands to be tensors or all to be memrefs, found both [C4]}}
  %r = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, memref<2x4xf32>, memref<2x4xf32>)
  return
}

// -----

func.func @online_attention_c5_value_with_features(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8x5xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected value without feature (d) dim d, found dims [n, d, e] [C5]}}
  %r:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, d, e] : tensor<6x8x5xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @online_attention_c6_key_of_other_type(%q: tensor<4x8xf32>, %k: tensor<6x8xf16>, %v: tensor<6x5xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected signal key of element type 'f32' as signal query, found 'f16' [C6]}}
  %r:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf16>)
      value(%v[n, e] : tensor<6x5xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// States are kept in the type of sums.
func.func @online_attention_c7_state_of_narrow_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %acc: tensor<4x5xbf16>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected signal accumulator of outs of element type 'f32', found 'bf16' [C7]}}
  %r:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xbf16>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @online_attention_c8_noise_query_without_key(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected noise key beside noise query, found none [C8]}}
  %r:3 = "diffattn.online_attention"(%q, %k, %q, %v, %acc, %row, %row) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>,
        affine_map<(h, m, n, d, e) -> (h, n, d)>,
        affine_map<(h, m, n, d, e) -> (h, m, d)>,
        affine_map<(h, m, n, d, e) -> (h, n, e)>,
        affine_map<(h, m, n, d, e) -> (h, m, e)>,
        affine_map<(h, m, n, d, e) -> (h, m)>,
        affine_map<(h, m, n, d, e) -> (h, m)>],
      operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0, 0, 0, 0, 3>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x4x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      -> (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c9_accumulator_without_value_dims(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected signal accumulator of outs with dims [h, m, e] in any order, found [h, m] [C9]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%row[h, m], %row[h, m], %row[h, m] : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

// Scores don't depend on the head of the value, so neither does the maximum.
func.func @online_attention_c9_maximum_of_value_heads(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected signal maximum of outs with dims [m] in any order, found [h, m] [C9]}}
  %r:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c9_sum_without_dim_of_key_lengths(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %x: tensor<2xi64>, %acc: tensor<2x4x5xf32>, %max: tensor<2x4xf32>, %sum: tensor<4xf32>) {
  // expected-error@+1 {{expected signal sum of outs with dims [b, m] in any order, found [m] [C9]}}
  %r:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) key_lengths(%x[b] : tensor<2xi64>)
      outs(%acc[b, m, e], %max[b, m], %sum[m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @online_attention_c10_noise_state_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 6 outs, found 3 [C10]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c10_sum_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 3 outs, found 2 [C10]}}
  %r:2 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%acc[h, m, e], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @online_attention_c11_softcap_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected softcap to be finite and positive in 'f32', found -1 [C11]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      {softcap = -1.0}
  return
}

// -----

func.func @online_attention_c12_window_left_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>) {
  // expected-error@+1 {{expected window_left to be 0 or more, found -1 [C12]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      {window_left = -1}
  return
}

// -----

func.func @online_attention_c14_scores_too_large(%q: tensor<3090540x3090540x8xf32>, %k: tensor<3090540x8xf32>, %v: tensor<3090540x5xf32>, %acc: tensor<3090540x3090540x5xf32>, %row: tensor<3090540x3090540xf32>) {
  // expected-error@+1 {{expected signal scores to have fewer than 2^60 elements, found dims [h, m, n] of more [C14]}}
  %r:3 = diffattn.online_attention signal(%q[h, m, d], %k[n, d] : tensor<3090540x3090540x8xf32>, tensor<3090540x8xf32>)
      value(%v[n, e] : tensor<3090540x5xf32>)
      outs(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<3090540x3090540x5xf32>, tensor<3090540x3090540xf32>, tensor<3090540x3090540xf32>)
  return
}
