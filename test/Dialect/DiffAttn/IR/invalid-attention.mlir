// RUN: diffattn-opt %s -split-input-file -verify-diagnostics

// Labels are those of docs/spec.md. What has no label is found by the parser or
// by what the op's traits and types promise.

// -----

func.func @attention_value_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{expected 'value'}}
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_outs_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
  // expected-error@+1 {{expected 'outs'}}
  return
}

// -----

// The two of a map come together.
func.func @attention_key_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 2 operands of 'signal', found 1}}
  %r = diffattn.attention signal(%q[h, m, d] : tensor<2x4x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_groups_out_of_order(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 'signal'}}
  %r = diffattn.attention value(%v[h, n, e] : tensor<2x6x5xf32>)
      signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_fewer_types_than_operands(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_dim_twice_in_one_operand(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{dim 'h' is named twice for one operand}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, h, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_dims_as_attribute(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      // expected-error@+1 {{attribute 'dims' follows from the dims of the operands, expected none}}
      {dims = #diffattn.dims<h, m, n, d, e>}
  return
}

// -----

func.func @attention_maps_as_attribute(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{attribute 'indexing_maps' follows from the dims of the operands, expected none}}
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {indexing_maps = []}
  return
}

// -----

func.func @attention_segments_as_attribute(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      // expected-error@+1 {{attribute 'operandSegmentSizes' follows from the dims of the operands, expected none}}
      {operandSegmentSizes = array<i32: 1>}
  return
}

// -----

// Not silently the default.
func.func @attention_scale_of_another_kind(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{attribute 'scale' failed to satisfy constraint: 64-bit float attribute}}
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {scale = "0.5"}
  return
}

// -----

func.func @attention_causal_of_another_kind(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{attribute 'causal' failed to satisfy constraint: unit attribute}}
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {causal = false}
  return
}

// -----

// It would be plain attention.
func.func @attention_misspelt_attribute(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      // expected-error@+1 {{unknown attribute 'casual', expected one of alignment, causal, }}
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {casual}
  return
}

// -----

func.func @attention_unknown_norm(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      // expected-error@+1 {{expected norm rms, found layer}}
      {norm = #diffattn.norm<layer, eps = 1.0e-5>}
  return
}

// -----

// Results follow from outs: memrefs have none.
func.func @attention_result_of_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<4x5xf32>) {
  // expected-error@+1 {{cannot name an operation with no results}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>)
      value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<4x5xf32>)
  return
}

// -----

// It could not be read back everywhere.
func.func @attention_c1_dim_named_as_integer_type(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected dim names of letters, digits and '_' that are no integer type, found "i32" [C1]}}
  %r = diffattn.attention signal(%q[i32, m, d], %k[i32, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[i32, n, e] : tensor<2x6x5xf32>) outs(%o[i32, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

// Nothing says which dim is the row: q for query position is a batch-like dim.
func.func @attention_c1_no_query_position(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected one query position (m) dim, found dims #diffattn.dims<h, p, n, d, e> [C1]}}
  %r = diffattn.attention signal(%q[h, p, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, p, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c1_no_feature(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected at least one feature (d) dim, found dims #diffattn.dims<h, f, m, n, e> [C1]}}
  %r = diffattn.attention signal(%q[h, m, f], %k[h, n, f] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c1_no_value_dim(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected at least one value (e) dim, found dims #diffattn.dims<h, f, m, n, d> [C1]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, f] : tensor<2x6x5xf32>) outs(%o[h, m, f] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c1_split_dim(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected no split dim, found dims #diffattn.dims<split, m, n, d, e> [C1]}}
  %r = diffattn.attention signal(%q[split, m, d], %k[split, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[split, n, e] : tensor<2x6x5xf32>) outs(%o[split, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c1_dims_out_of_order(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected dims in the order split, batch-like, m, n, d, e, found [h, n, m, d, e] [C1]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, n, m, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c1_dim_twice(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected distinct dim names, found "h" twice [C1]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, h, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c1_no_dims(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected one query position (m) dim, found dims #diffattn.dims<> [C1]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_maps_missing(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 4 indexing maps, one an operand, found 1 [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_no_maps(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 4 indexing maps, one an operand, found 0 [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_map_of_other_dims(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the indexing map of signal query to be a projected permutation of 5 dims, found affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)> [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_map_with_symbol(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the indexing map of signal query to be a projected permutation of 5 dims, found affine_map<(d0, d1, d2, d3, d4)[s0] -> (d0, d1, d3)> [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e)[s] -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_map_with_constant(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the indexing map of signal query to be a projected permutation of 5 dims, found affine_map<(d0, d1, d2, d3, d4) -> (0, d1, d3)> [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (0, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_map_with_sum(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the indexing map of signal query to be a projected permutation of 5 dims, found affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 + d2, d3)> [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m + n, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_map_with_dim_twice(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the indexing map of signal query to be a projected permutation of 5 dims, found affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d3)> [C2]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, d, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c2_rank_differs(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected signal query of rank 2, one for each of its dims [m, d], found rank 3 [C2]}}
  %r = diffattn.attention signal(%q[m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c2_scalar_with_dims(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %at: index) {
  // expected-error@+1 {{expected query_offset of rank 1, one for each of its dims [m], found rank 0 [C2]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) query_offset(%at[m] : index) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

// The maps share one value, so one number of keys.
func.func @attention_c3_key_lengths_differ(%q: tensor<4x8xf32>, %k1: tensor<6x8xf32>, %k2: tensor<7x8xf32>, %v: tensor<6x5xf32>, %l: tensor<f32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected dim n of noise key to be 6 as in signal key, found 7 [C3]}}
  %r = diffattn.attention signal(%q[m, d], %k1[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k2[n, d] : tensor<4x8xf32>, tensor<7x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%l[] : tensor<f32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c3_head_dim_differs(%q: tensor<4x8xf32>, %k: tensor<6x16xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected dim d of signal key to be 8 as in signal query, found 16 [C3]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x16xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

// 5 heads make no pairs: the noise map gets 2 of them, the signal map 3.
func.func @attention_c3_odd_number_of_heads(%q1: tensor<3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %l: tensor<f32>, %o: tensor<3x4x5xf32>) {
  // expected-error@+1 {{expected dim h of noise query to be 3 as in signal query, found 2 [C3]}}
  %r = diffattn.attention signal(%q1[h, m, d], %k[n, d] : tensor<3x4x8xf32>, tensor<6x8xf32>)
      noise(%q2[h, m, d], %k[n, d] : tensor<2x4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      lambda(%l[] : tensor<f32>) outs(%o[h, m, e] : tensor<3x4x5xf32>)
  return
}

// -----

// 6 query heads in 4 groups of 2.
func.func @attention_c3_heads_not_divisible(%q: tensor<3x2x4x8xf32>, %k: tensor<4x6x8xf32>, %v: tensor<4x6x5xf32>, %o: tensor<3x2x4x5xf32>) {
  // expected-error@+1 {{expected dim g of signal key to be 3 as in signal query, found 4 [C3]}}
  %r = diffattn.attention signal(%q[g, r, m, d], %k[g, n, d] : tensor<3x2x4x8xf32>, tensor<4x6x8xf32>)
      value(%v[g, n, e] : tensor<4x6x5xf32>) outs(%o[g, r, m, e] : tensor<3x2x4x5xf32>)
  return
}

// -----

// Grouped queries: 8 query heads on 2 key heads need the dims g and r.
func.func @attention_c3_grouped_keys_not_split(%q: tensor<8x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<8x4x5xf32>) {
  // expected-error@+1 {{expected dim h of signal key to be 8 as in signal query, found 2 [C3]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<8x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<8x4x5xf32>)
  return
}

// -----

func.func @attention_c3_dim_of_no_operand(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected an operand indexed by dim b, found none [C3]}}
  %r = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<b, h, m, n, d, e>,
      indexing_maps = [affine_map<(b, h, m, n, d, e) -> (h, m, d)>, affine_map<(b, h, m, n, d, e) -> (h, n, d)>, affine_map<(b, h, m, n, d, e) -> (h, n, e)>, affine_map<(b, h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c4_query_is_memref(%q: memref<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected all operands to be tensors or all to be memrefs, found both [C4]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c4_outs_are_memrefs(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: memref<4x5xf32>) {
  // expected-error@+1 {{expected all operands to be tensors or all to be memrefs, found both [C4]}}
  diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : memref<4x5xf32>)
  return
}

// -----

func.func @attention_c4_too_many_results(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the number of results to be 1, found 2 [C4]}}
  %r:2 = "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c4_no_results(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected the number of results to be 1, found 0 [C4]}}
  "diffattn.attention"(%q, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> ()
  return
}

// -----

func.func @attention_c5_query_and_key_swapped(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected signal query without key position (n) dim n, found dims [h, n, d] [C5]}}
  %r = diffattn.attention signal(%k[h, n, d], %q[h, m, d] : tensor<2x6x8xf32>, tensor<2x4x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c5_key_with_query_position(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected signal key without query position (m) dim m, found dims [h, m, d] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %q[h, m, d] : tensor<2x4x8xf32>, tensor<2x4x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c5_query_without_features(%q: tensor<4xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected signal query with feature (d) dim d, found dims [m] [C5]}}
  %r = diffattn.attention signal(%q[m], %k[n, d] : tensor<4xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c5_value_without_keys(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected value with key position (n) dim n, found dims [e] [C5]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[e] : tensor<5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c5_mask_with_features(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<4x8xi1>) {
  // expected-error@+1 {{expected mask without feature (d) dim d, found dims [m, d] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) mask(%x[m, d] : tensor<4x8xi1>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c5_key_lengths_of_each_row(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<4xi64>) {
  // expected-error@+1 {{expected key_lengths without query position (m) dim m, found dims [m] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) key_lengths(%x[m] : tensor<4xi64>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c5_lambda_of_each_key(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<6xf32>) {
  // expected-error@+1 {{expected lambda without key position (n) dim n, found dims [n] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) lambda(%l[n] : tensor<6xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

// The lambda vectors of DIFF V1 are no operand, only the number made of them.
func.func @attention_c5_lambda_of_each_feature(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<8xf32>) {
  // expected-error@+1 {{expected lambda without feature (d) dim d, found dims [d] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) lambda(%l[d] : tensor<8xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c5_norm_weight_of_each_head(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<2x5xf32>) {
  // expected-error@+1 {{expected norm_weight without batch-like dim h, found dims [h, e] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) norm_weight(%x[h, e] : tensor<2x5xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>) {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return
}

// -----

// Heads are never summed.
func.func @attention_c5_out_without_heads(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected out with batch-like dim h, found dims [m, e] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c5_out_with_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x6x5xf32>) {
  // expected-error@+1 {{expected out without key position (n) dim n, found dims [h, m, n, e] [C5]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, n, e] : tensor<2x4x6x5xf32>)
  return
}

// -----

func.func @attention_c6_integers(%q: tensor<4x8xi8>, %k: tensor<6x8xi8>, %v: tensor<6x5xi8>, %o: tensor<4x5xi8>) {
  // expected-error@+1 {{expected signal query of element type f16, bf16, f32 or f64, found 'i8' [C6]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xi8>, tensor<6x8xi8>)
      value(%v[n, e] : tensor<6x5xi8>) outs(%o[m, e] : tensor<4x5xi8>)
  return
}

// -----

func.func @attention_c6_vectors(%q: tensor<4x8xvector<2xf32>>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected signal query of element type f16, bf16, f32 or f64, found 'vector<2xf32>' [C6]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xvector<2xf32>>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c6_key_of_other_type(%q: tensor<4x8xf32>, %k: tensor<6x8xbf16>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected signal key of element type 'f32' as signal query, found 'bf16' [C6]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c6_value_of_other_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xf16>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected value of element type 'bf16' as signal query, found 'f16' [C6]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xf16>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

// lambda stays in the type that sums are kept in.
func.func @attention_c7_lambda_of_narrow_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xbf16>, %l: tensor<bf16>) {
  // expected-error@+1 {{expected lambda of element type 'f32', found 'bf16' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>) value(%v[n, e] : tensor<6x5xbf16>)
      lambda(%l[] : tensor<bf16>) outs(%o[m, e] : tensor<4x5xbf16>)
  return
}

// -----

func.func @attention_c7_mask_of_bytes(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xbf16>, %x: tensor<4x6xi8>) {
  // expected-error@+1 {{expected mask of element type 'i1' or 'bf16' or 'f32', found 'i8' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) mask(%x[m, n] : tensor<4x6xi8>) outs(%o[m, e] : tensor<4x5xbf16>)
  return
}

// -----

func.func @attention_c7_mask_of_other_float(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xbf16>, %x: tensor<4x6xf16>) {
  // expected-error@+1 {{expected mask of element type 'i1' or 'bf16' or 'f32', found 'f16' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) mask(%x[m, n] : tensor<4x6xf16>) outs(%o[m, e] : tensor<4x5xbf16>)
  return
}

// -----

func.func @attention_c7_key_lengths_of_floats(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<2xf32>) {
  // expected-error@+1 {{expected key_lengths of element type 'index' or 'i32' or 'i64', found 'f32' [C7]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) key_lengths(%x[h] : tensor<2xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c7_norm_weight_of_other_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xbf16>, %x: tensor<5xf64>) {
  // expected-error@+1 {{expected norm_weight of element type 'bf16' or 'f32', found 'f64' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) norm_weight(%x[e] : tensor<5xf64>) outs(%o[m, e] : tensor<4x5xbf16>)
      {norm = #diffattn.norm<rms, eps = 1.0e-5>}
  return
}

// -----

func.func @attention_c7_out_of_other_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xf16>) {
  // expected-error@+1 {{expected out of element type 'bf16' or 'f32', found 'f16' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) outs(%o[m, e] : tensor<4x5xf16>)
  return
}

// -----

func.func @attention_c7_out_narrower_than_f64(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %o: tensor<4x5xf32>) {
  // expected-error@+1 {{expected out of element type 'f64', found 'f32' [C7]}}
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>)
      value(%v[n, e] : tensor<6x5xf64>) outs(%o[m, e] : tensor<4x5xf32>)
  return
}

// -----

func.func @attention_c7_logsumexp_of_narrow_type(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xbf16>, %x: tensor<4xbf16>) {
  // expected-error@+1 {{expected signal logsumexp of element type 'f32', found 'bf16' [C7]}}
  %r:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) outs(%o[m, e], %x[m] : tensor<4x5xbf16>, tensor<4xbf16>)
  return
}

// -----

func.func @attention_c8_lambda_without_noise(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<f32>) {
  // expected-error@+1 {{expected noise beside lambda, found none [C8]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) lambda(%l[] : tensor<f32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c8_noise_without_lambda(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected lambda beside noise, found none [C8]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c8_noise_query_without_key(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected noise key beside noise query, found none [C8]}}
  %r = "diffattn.attention"(%q, %k, %q, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x4x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c8_noise_key_without_query(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected noise query beside noise key, found none [C8]}}
  %r = "diffattn.attention"(%q, %k, %k, %v, %o) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>, affine_map<(h, m, n, d, e) -> (h, m, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @attention_c9_logsumexp_without_heads(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{expected signal logsumexp with dims [h, m] in any order, found [m] [C9]}}
  %r:2 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e], %x[m] : tensor<2x4x5xf32>, tensor<4xf32>)
  return
}

// -----

// The noise heads lack r, so does their logsumexp.
func.func @attention_c9_noise_logsumexp_of_signal_heads(%q1: tensor<2x3x4x8xf32>, %q2: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %l: tensor<f32>, %o: tensor<2x3x4x5xf32>, %l1: tensor<2x3x4xf32>) {
  // expected-error@+1 {{expected noise logsumexp with dims [g, m] in any order, found [g, r, m] [C9]}}
  %r:3 = diffattn.attention signal(%q1[g, r, m, d], %k[g, n, d] : tensor<2x3x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q2[g, m, d], %k[g, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[g, n, e] : tensor<2x6x5xf32>) lambda(%l[] : tensor<f32>)
      outs(%o[g, r, m, e], %l1[g, r, m], %l1[g, r, m] : tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>)
  return
}

// -----

// A mask of each batch row makes scores of each batch row.
func.func @attention_c9_logsumexp_without_dim_of_mask(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %x: tensor<2x4x6xi1>, %o: tensor<2x4x5xf32>, %l1: tensor<4xf32>) {
  // expected-error@+1 {{expected signal logsumexp with dims [b, m] in any order, found [m] [C9]}}
  %r:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) mask(%x[b, m, n] : tensor<2x4x6xi1>)
      outs(%o[b, m, e], %l1[m] : tensor<2x4x5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @attention_c10_noise_logsumexp_without_noise(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 1 or 2 outs, found 3 [C10]}}
  %r:3 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>)
      outs(%o[h, m, e], %x[h, m], %x[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @attention_c10_fourth_out(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %l: tensor<f32>, %x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 1 or 2 or 3 outs, found 4 [C10]}}
  %r:4 = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) lambda(%l[] : tensor<f32>)
      outs(%o[h, m, e], %x[h, m], %x[h, m], %x[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @attention_c10_no_outs(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected 1 or 2 outs, found 0 [C10]}}
  "diffattn.attention"(%q, %k, %v) <{dims = #diffattn.dims<h, m, n, d, e>,
      indexing_maps = [affine_map<(h, m, n, d, e) -> (h, m, d)>, affine_map<(h, m, n, d, e) -> (h, n, d)>, affine_map<(h, m, n, d, e) -> (h, n, e)>],
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0>}>
      : (tensor<2x4x8xf32>, tensor<2x6x8xf32>, tensor<2x6x5xf32>) -> ()
  return
}

// -----

func.func @attention_c11_scale_infinite(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected scale to be finite in 'f32', found +Inf [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {scale = 0x7FF0000000000000 : f64}
  return
}

// -----

func.func @attention_c11_scale_not_a_number(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected scale to be finite in 'f32', found NaN [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {scale = 0x7FF8000000000000 : f64}
  return
}

// -----

func.func @attention_c11_scale_too_large_for_type(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected scale to be finite in 'f32', found 1.0000000000000001E+300 [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {scale = 1.0e+300}
  return
}

// -----

func.func @attention_c11_softcap_zero(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected softcap to be finite and positive in 'f32', found 0 [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {softcap = 0.0}
  return
}

// -----

func.func @attention_c11_softcap_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected softcap to be finite and positive in 'f32', found -2 [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {softcap = -2.0}
  return
}

// -----

func.func @attention_c11_softcap_too_small_for_type(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected softcap to be finite and positive in 'f32', found 1.0E-300 [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {softcap = 1.0e-300}
  return
}

// -----

func.func @attention_c11_out_scale_infinite(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected out_scale to be finite in 'f32', found -Inf [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {out_scale = 0xFFF0000000000000 : f64}
  return
}

// -----

func.func @attention_c11_eps_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      // expected-error@+1 {{expected eps of the norm to be an f64 that is finite and not negative, found -1.000000e-05 : f64 [C11]}}
      {norm = #diffattn.norm<rms, eps = -1.0e-5>}
  return
}

// -----

func.func @attention_c11_eps_too_large_for_type(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected eps to be finite in 'f32', found 1.0000000000000001E+300 [C11]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {norm = #diffattn.norm<rms, eps = 1.0e+300>}
  return
}

// -----

// An open side has no bound, it isn't -1.
func.func @attention_c12_window_left_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected window_left to be 0 or more, found -1 [C12]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {window_left = -1}
  return
}

// -----

func.func @attention_c12_window_right_negative(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected window_right to be 0 or more, found -1 [C12]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>) {window_right = -1}
  return
}

// -----

func.func @attention_c13_sigmoid_without_lambda(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>) {
  // expected-error@+1 {{expected lambda with lambda_activation sigmoid, found none [C13]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) outs(%o[h, m, e] : tensor<2x4x5xf32>)
      {lambda_activation = #diffattn.lambda_activation<sigmoid>}
  return
}

// -----

func.func @attention_c13_norm_weight_without_norm(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %o: tensor<2x4x5xf32>, %x: tensor<5xf32>) {
  // expected-error@+1 {{expected norm with norm_weight, found none [C13]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>)
      value(%v[h, n, e] : tensor<2x6x5xf32>) norm_weight(%x[e] : tensor<5xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return
}

// -----

func.func @attention_c14_query_too_large(%q: tensor<3090540x3090540x3090540xf32>, %k: tensor<6x3090540xf32>, %v: tensor<6x5xf32>, %o: tensor<3090540x3090540x5xf32>) {
  // expected-error@+1 {{expected signal query to have fewer than 2^60 elements, found dims [h, m, d] of more [C14]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[n, d] : tensor<3090540x3090540x3090540xf32>, tensor<6x3090540xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[h, m, e] : tensor<3090540x3090540x5xf32>)
  return
}

// -----

// Each operand is small enough, the scores are not.
func.func @attention_c14_scores_too_large(%q: tensor<3090540x3090540x8xf32>, %k: tensor<3090540x8xf32>, %v: tensor<3090540x5xf32>, %o: tensor<3090540x3090540x5xf32>) {
  // expected-error@+1 {{expected signal scores to have fewer than 2^60 elements, found dims [h, m, n] of more [C14]}}
  %r = diffattn.attention signal(%q[h, m, d], %k[n, d] : tensor<3090540x3090540x8xf32>, tensor<3090540x8xf32>)
      value(%v[n, e] : tensor<3090540x5xf32>) outs(%o[h, m, e] : tensor<3090540x3090540x5xf32>)
  return
}

// -----

// The scores of each map are small enough, their difference is not.
func.func @attention_c14_weights_too_large(%q: tensor<3090540x4x8xf32>, %k: tensor<3090540x8xf32>, %v: tensor<3090540x5xf32>, %l: tensor<f32>, %o: tensor<3090540x3090540x4x5xf32>) {
  // expected-error@+1 {{expected weights to have fewer than 2^60 elements, found dims [g, r, m, n] of more [C14]}}
  %r = diffattn.attention signal(%q[g, m, d], %k[n, d] : tensor<3090540x4x8xf32>, tensor<3090540x8xf32>)
      noise(%q[r, m, d], %k[n, d] : tensor<3090540x4x8xf32>, tensor<3090540x8xf32>)
      value(%v[n, e] : tensor<3090540x5xf32>) lambda(%l[] : tensor<f32>)
      outs(%o[g, r, m, e] : tensor<3090540x3090540x4x5xf32>)
  return
}
