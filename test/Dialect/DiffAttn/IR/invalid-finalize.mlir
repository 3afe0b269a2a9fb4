// RUN: diffattn-opt %s -split-input-file -verify-diagnostics

// -----

// Masks belong to the ops that make scores.
func.func @finalize_mask_given(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %x: tensor<4xi1>) {
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      // expected-error@+1 {{expected 'outs'}}
      mask(%x[m] : tensor<4xi1>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_causal_given(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      // expected-error@+1 {{unknown attribute 'causal', expected one of }}
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {causal}
  return
}

// -----

// States are merged before.
func.func @finalize_c1_split_dim(%acc: tensor<3x4x5xf32>, %row: tensor<3x4xf32>, %o: tensor<3x4x5xf32>) {
  // expected-error@+1 {{expected no split dim, found dims #diffattn.dims<split, m, e> [C1]}}
  %r = diffattn.finalize signal(%acc[split, m, e], %row[split, m], %row[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%o[split, m, e] : tensor<3x4x5xf32>)
  return
}

// -----

func.func @finalize_c1_feature_dim(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected no feature (d) dim, found dims #diffattn.dims<m, d, e> [C1]}}
  %r = diffattn.finalize signal(%acc[d, m, e], %row[d, m], %row[d, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[d, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c3_out_of_other_size(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x6xf32>) {
  // expected-error@+1 {{expected dim e of out to be 5 as in signal accumulator, found 6 [C3]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x6xf32>)
  return
}

// -----

func.func @finalize_c4_out_in_memory(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: memref<2x4x5xf32>) {
  // expected-error@+1 {{expected all operands to be tensors or all to be memrefs, found both [C4]}}
  diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : memref<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c5_accumulator_without_value_dim(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected signal accumulator with value (e) dim e, found dims [h, m] [C5]}}
  %r = diffattn.finalize signal(%row[h, m], %row[h, m], %row[h, m] : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c5_lambda_of_each_value_feature(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %l: tensor<5xf32>) {
  // expected-error@+1 {{expected lambda without value (e) dim e, found dims [e] [C5]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      noise(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      lambda(%l[e] : tensor<5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c5_out_without_heads(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected out with batch-like dim h, found dims [m, e] [C5]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @finalize_c7_state_of_narrow_type(%acc: tensor<2x4x5xbf16>, %row: tensor<2x4xbf16>, %o: tensor<2x4x5xbf16>) {
  // expected-error@+1 {{expected signal accumulator of element type 'f32' or 'f64', found 'bf16' [C7]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>)
      outs(%o[h, m, e] : tensor<2x4x5xbf16>)
  return
}

// -----

func.func @finalize_c7_lambda_of_other_type(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %l: tensor<f64>) {
  // expected-error@+1 {{expected lambda of element type 'f32', found 'f64' [C7]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      noise(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      lambda(%l[] : tensor<f64>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c7_out_narrower_than_f64(%acc: tensor<2x4x5xf64>, %row: tensor<2x4xf64>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected out of element type 'f64', found 'f32' [C7]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf64>, tensor<2x4xf64>, tensor<2x4xf64>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c8_noise_without_lambda(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected lambda beside noise, found none [C8]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      noise(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c8_lambda_without_noise(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %l: tensor<f32>) {
  // expected-error@+1 {{expected noise beside lambda, found none [C8]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      lambda(%l[] : tensor<f32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c8_noise_sum_missing(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected noise sum beside noise accumulator, found none [C8]}}
  %r = "diffattn.finalize"(%acc, %row, %row, %acc, %row, %o) <{dims = #diffattn.dims<h, m, e>,
      indexing_maps = [affine_map<(h, m, e) -> (h, m, e)>,
        affine_map<(h, m, e) -> (h, m)>,
        affine_map<(h, m, e) -> (h, m)>,
        affine_map<(h, m, e) -> (h, m, e)>,
        affine_map<(h, m, e) -> (h, m)>,
        affine_map<(h, m, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 1>}>
      : (tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4x5xf32>)
      -> tensor<2x4x5xf32>
  return
}

// -----

func.func @finalize_c9_logsumexp_of_other_rows(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{expected signal logsumexp with dims [h, m] in any order, found [m] [C9]}}
  %r:2 = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e], %x[m] : tensor<2x4x5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @finalize_c10_noise_logsumexp_without_noise(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 1 or 2 outs, found 3 [C10]}}
  %r:3 = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @finalize_c11_out_scale_infinite(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected out_scale to be finite in 'f32', found +Inf [C11]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {out_scale = 0x7FF0000000000000 : f64}
  return
}

// -----

func.func @finalize_c13_sigmoid_without_lambda(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected lambda with lambda_activation sigmoid, found none [C13]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {lambda_activation = #diffattn.lambda_activation<sigmoid>}
  return
}

// -----

func.func @finalize_c13_norm_weight_without_norm(%acc: tensor<2x4x5xf32>, %row: tensor<2x4xf32>, %o: tensor<2x4x5xf32>, %x: tensor<5xf32>) {
  // expected-error@+1 {{expected norm with norm_weight, found none [C13]}}
  %r = diffattn.finalize signal(%acc[h, m, e], %row[h, m], %row[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      norm_weight(%x[e] : tensor<5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @finalize_c14_out_too_large(%acc: tensor<3090540x3090540xf32>, %row: tensor<3090540xf32>, %o: tensor<3090540x3090540x3090540xf32>) {
  // expected-error@+1 {{expected out to have fewer than 2^60 elements, found dims [h, m, e] of more [C14]}}
  %r = diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : tensor<3090540x3090540xf32>, tensor<3090540xf32>, tensor<3090540xf32>)
      outs(%o[h, m, e] : tensor<3090540x3090540x3090540xf32>)
  return
}
