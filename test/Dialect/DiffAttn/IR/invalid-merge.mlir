// RUN: diffattn-opt %s -split-input-file -verify-diagnostics

// -----

func.func @merge_sum_missing(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected 3 operands of 'signal', found 2}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c1_no_split_dim(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected one split dim, found dims #diffattn.dims<s, m, e> [C1]}}
  %r:3 = diffattn.merge signal(%accs[s, m, e], %rows[s, m], %rows[s, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c1_key_position(%accs: tensor<3x6x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected no key position (n) dim, found dims #diffattn.dims<split, m, n, e> [C1]}}
  %r:3 = diffattn.merge signal(%accs[split, n, m, e], %rows[split, m], %rows[split, m] : tensor<3x6x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c3_numbers_of_splits_differ(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected dim split of signal sum to be 3 as in signal maximum, found 2 [C3]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %x[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<2x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c4_outs_in_memory(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: memref<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected all operands to be tensors or all to be memrefs, found both [C4]}}
  %r:2 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : memref<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c5_maximum_with_value_dim(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected signal maximum without value (e) dim e, found dims [split, m, e] [C5]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %accs[split, m, e], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c5_sum_without_split(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected signal sum with split dim split, found dims [m] [C5]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %row[m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c7_state_of_narrow_type(%accs: tensor<3x4x5xf16>, %rows: tensor<3x4xf16>, %acc: tensor<4x5xf16>, %row: tensor<4xf16>) {
  // expected-error@+1 {{expected signal accumulator of element type 'f32' or 'f64', found 'f16' [C7]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf16>, tensor<3x4xf16>, tensor<3x4xf16>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf16>, tensor<4xf16>, tensor<4xf16>)
  return
}

// -----

func.func @merge_c7_sum_of_other_type(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>, %x: tensor<3x4xf64>) {
  // expected-error@+1 {{expected signal sum of element type 'f32', found 'f64' [C7]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %x[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf64>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c7_out_of_other_type(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>, %x: tensor<4xf64>) {
  // expected-error@+1 {{expected signal sum of outs of element type 'f32', found 'f64' [C7]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %x[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf64>)
  return
}

// -----

func.func @merge_c8_noise_maximum_missing(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected noise maximum beside noise accumulator, found none [C8]}}
  %r:3 = "diffattn.merge"(%accs, %rows, %rows, %accs, %rows, %acc, %row, %row) <{dims = #diffattn.dims<split, m, e>,
      indexing_maps = [affine_map<(split, m, e) -> (split, m, e)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (split, m, e)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (m, e)>,
        affine_map<(split, m, e) -> (m)>,
        affine_map<(split, m, e) -> (m)>],
      operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 3>}>
      : (tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c8_noise_accumulator_missing(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected noise accumulator beside noise sum, found none [C8]}}
  %r:3 = "diffattn.merge"(%accs, %rows, %rows, %rows, %acc, %row, %row) <{dims = #diffattn.dims<split, m, e>,
      indexing_maps = [affine_map<(split, m, e) -> (split, m, e)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (split, m)>,
        affine_map<(split, m, e) -> (m, e)>,
        affine_map<(split, m, e) -> (m)>,
        affine_map<(split, m, e) -> (m)>],
      operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1, 3>}>
      : (tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c9_maximum_and_sum_of_other_rows(%accs: tensor<3x2x4x5xf32>, %maxs: tensor<3x2x4xf32>, %sums: tensor<3x4xf32>, %acc: tensor<2x4x5xf32>, %max: tensor<2x4xf32>, %sum: tensor<4xf32>) {
  // expected-error@+1 {{expected signal sum with dims [split, h, m] in any order, found [split, m] [C9]}}
  %r:3 = diffattn.merge signal(%accs[split, h, m, e], %maxs[split, h, m], %sums[split, m] : tensor<3x2x4x5xf32>, tensor<3x2x4xf32>, tensor<3x4xf32>)
      outs(%acc[h, m, e], %max[h, m], %sum[m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

// The outs are one state.
func.func @merge_c9_out_with_split(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected signal accumulator of outs with dims [m, e] in any order, found [split, m, e] [C9]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%accs[split, m, e], %row[m], %row[m] : tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c10_noise_state_missing(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  // expected-error@+1 {{expected 6 outs, found 3 [C10]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      noise(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @merge_c14_accumulator_too_large(%accs: tensor<3090540x3090540x3090540xf32>, %rows: tensor<3090540x3090540xf32>, %acc: tensor<3090540x3090540xf32>, %row: tensor<3090540xf32>) {
  // expected-error@+1 {{expected signal accumulator to have fewer than 2^60 elements, found dims [split, m, e] of more [C14]}}
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3090540x3090540x3090540xf32>, tensor<3090540x3090540xf32>, tensor<3090540x3090540xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<3090540x3090540xf32>, tensor<3090540xf32>, tensor<3090540xf32>)
  return
}

// -----

func.func @merge_causal_given(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) {
  %r:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      // expected-error@+1 {{unknown attribute 'causal', expected none}}
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {causal}
  return
}
