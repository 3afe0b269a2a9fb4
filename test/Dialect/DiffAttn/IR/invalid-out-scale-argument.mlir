// RUN: diffattn-opt %s --split-input-file --verify-diagnostics

#schedule = #diffattn.schedule<online, row_block = 4, key_block = 32, value_block = 32, held_bytes = 65536, held_keys = 128, split_rows = 4, split_keys = 64>
func.func @not_an_argument(%x: tensor<4x8xf32>, %scale: f32) -> tensor<4x8xf32> {
  // expected-error@+1 {{expected 'diffattn.out_scale_argument' to be the number, i64, of an argument of type f32, found 2 : i64}}
  %0 = diffattn.attention
      signal(%x[m, d], %x[n, d] : tensor<4x8xf32>, tensor<4x8xf32>)
      value(%x[n, e] : tensor<4x8xf32>) outs(%x[m, e] : tensor<4x8xf32>)
      {diffattn.schedule = #schedule, diffattn.out_scale_argument = 2 : i64}
  return %0 : tensor<4x8xf32>
}

// -----

#schedule = #diffattn.schedule<online, row_block = 4, key_block = 32, value_block = 32, held_bytes = 65536, held_keys = 128, split_rows = 4, split_keys = 64>
func.func @not_a_number(%x: tensor<4x8xf32>, %scale: f32) -> tensor<4x8xf32> {
  // expected-error@+1 {{expected 'diffattn.out_scale_argument' to be the number, i64, of an argument of type f32, found 0 : i64}}
  %0 = diffattn.attention
      signal(%x[m, d], %x[n, d] : tensor<4x8xf32>, tensor<4x8xf32>)
      value(%x[n, e] : tensor<4x8xf32>) outs(%x[m, e] : tensor<4x8xf32>)
      {diffattn.schedule = #schedule, diffattn.out_scale_argument = 0 : i64}
  return %0 : tensor<4x8xf32>
}

// -----

#schedule = #diffattn.schedule<online, row_block = 4, key_block = 32, value_block = 32, held_bytes = 65536, held_keys = 128, split_rows = 4, split_keys = 64>
func.func @twice(%x: tensor<4x8xf32>, %scale: f32) -> tensor<4x8xf32> {
  // expected-error@+1 {{has both 'out_scale' and 'diffattn.out_scale_argument', expected one}}
  %0 = diffattn.attention
      signal(%x[m, d], %x[n, d] : tensor<4x8xf32>, tensor<4x8xf32>)
      value(%x[n, e] : tensor<4x8xf32>) outs(%x[m, e] : tensor<4x8xf32>)
      {diffattn.schedule = #schedule, diffattn.out_scale_argument = 1 : i64, out_scale = 0.5}
  return %0 : tensor<4x8xf32>
}

// -----

func.func @not_scheduled(%x: tensor<4x8xf32>, %scale: f32) -> tensor<4x8xf32> {
  // expected-error@+1 {{expected a scheduled diffattn.attention for 'diffattn.out_scale_argument', found one without a schedule}}
  %0 = diffattn.attention
      signal(%x[m, d], %x[n, d] : tensor<4x8xf32>, tensor<4x8xf32>)
      value(%x[n, e] : tensor<4x8xf32>) outs(%x[m, e] : tensor<4x8xf32>)
      {diffattn.out_scale_argument = 1 : i64}
  return %0 : tensor<4x8xf32>
}

// -----

func.func @no_attention(%x: f32) -> f32 {
  // expected-error@+1 {{expected a scheduled diffattn.attention for 'diffattn.out_scale_argument', found another op}}
  %0 = arith.negf %x {diffattn.out_scale_argument = 0 : i64} : f32
  return %0 : f32
}
