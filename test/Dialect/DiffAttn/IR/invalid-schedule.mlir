// RUN: diffattn-opt %s -split-input-file -verify-diagnostics

// What is no schedule, and where a schedule can't stand.

func.func @strategy_unknown() attributes {
    // expected-error@+1 {{expected strategy auto, held, online or split, found fast}}
    a = #diffattn.schedule<fast, row_block = 24>} {
  return
}

// -----

func.func @field_unknown() attributes {
    // expected-error@+1 {{unknown field 'rows' of a schedule, expected one of row_block, key_block, value_block, held_bytes, held_keys, split_rows, split_keys}}
    a = #diffattn.schedule<held, rows = 24>} {
  return
}

// -----

func.func @field_twice() attributes {
    // expected-error@+1 {{field 'row_block' is given twice}}
    a = #diffattn.schedule<held, row_block = 24, row_block = 24>} {
  return
}

// -----

func.func @field_missing() attributes {
    // expected-error@+1 {{expected field 'value_block' of a schedule, found none}}
    a = #diffattn.schedule<held, row_block = 24, key_block = 512, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>} {
  return
}

// -----

func.func @field_no_integer() attributes {
    // expected-error@+1 {{expected integer value}}
    a = #diffattn.schedule<held, row_block = many>} {
  return
}

// -----

func.func @field_zero() attributes {
    // expected-error@+1 {{expected row_block of a schedule to lie in [1, 65536], found 0}}
    a = #diffattn.schedule<held, row_block = 0, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>} {
  return
}

// -----

func.func @field_negative() attributes {
    // expected-error@+1 {{expected held_keys of a schedule to lie in [1, 1099511627776], found -1}}
    a = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = -1, split_rows = 8, split_keys = 1024>} {
  return
}

// -----

func.func @field_too_large() attributes {
    // expected-error@+1 {{expected split_keys of a schedule to lie in [1, 1099511627776], found 1099511627777}}
    a = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1099511627777>} {
  return
}

// -----

// expected-error@+1 {{has no schedule: 'diffattn.schedule' is an attribute of diffattn.attention}}
func.func @schedule_of_a_function() attributes {
    diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>} {
  return
}

// -----

func.func @schedule_of_another_kind(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{expected 'diffattn.schedule' to be a #diffattn.schedule or a #diffattn.gpu_schedule, found "held"}}
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {diffattn.schedule = "held"}
  return %out : tensor<4x5xf32>
}

// -----

func.func @schedule_of_f64(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %o: tensor<4x5xf64>) -> tensor<4x5xf64> {
  // expected-error@+1 {{has a schedule, expected elements of f16, bf16 or f32 for it, found f64}}
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>)
      value(%v[n, e] : tensor<6x5xf64>) outs(%o[m, e] : tensor<4x5xf64>)
      {diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return %out : tensor<4x5xf64>
}

// -----

func.func @schedule_of_no_operands() {
  // expected-error@+1 {{'diffattn.attention' op}}
  "diffattn.attention"() {diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>} : () -> ()
  return
}

// -----

// expected-error@+1 {{expected key_tile of a schedule to be a multiple of 16 in [16, 128], found 24}}
func.func @gpu_schedule_of_half_a_fragment() attributes {s = #diffattn.gpu_schedule<row_warps = 4, key_tile = 24, stages = 3, maps_apart = false, queries_held = true, split_rows = 16, split_keys = 1024>} {
  return
}

// -----

// expected-error@+1 {{expected stages of a schedule to be a multiple of 1 in [2, 8], found 1}}
func.func @gpu_schedule_without_a_stage() attributes {s = #diffattn.gpu_schedule<row_warps = 4, key_tile = 32, stages = 1, maps_apart = false, queries_held = true, split_rows = 16, split_keys = 1024>} {
  return
}
