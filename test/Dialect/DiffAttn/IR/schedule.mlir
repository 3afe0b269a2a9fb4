// RUN: diffattn-opt %s | FileCheck %s
// RUN: diffattn-opt %s | diffattn-opt | FileCheck %s
// RUN: diffattn-opt %s -mlir-print-op-generic | diffattn-opt | FileCheck %s
// RUN: diffattn-opt %s -emit-bytecode | diffattn-opt | FileCheck %s

// Schedules of attentions: on tensors and on memrefs, fields in any order, which
// are printed in the order of the description.

// CHECK-LABEL: func.func @held_on_tensors
// CHECK:         diffattn.attention
// CHECK:           {causal, diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
func.func @held_on_tensors(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {causal, diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @online_on_memrefs
// CHECK:         diffattn.attention
// CHECK:           {diffattn.schedule = #diffattn.schedule<online, row_block = 12,
func.func @online_on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<4x5xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>)
      value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<4x5xf32>)
      {diffattn.schedule = #diffattn.schedule<online, row_block = 12, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return
}

// CHECK-LABEL: func.func @fields_in_another_order
// CHECK-SAME:    a = #diffattn.schedule<split, row_block = 1, key_block = 2, value_block = 3, held_bytes = 4, held_keys = 5, split_rows = 6, split_keys = 7>
func.func @fields_in_another_order() attributes {
    a = #diffattn.schedule<split, split_keys = 7, key_block = 2, row_block = 1, value_block = 3, held_keys = 5, held_bytes = 4, split_rows = 6>} {
  return
}

// CHECK-LABEL: func.func @the_largest_values
// CHECK-SAME:    a = #diffattn.schedule<auto, row_block = 65536, key_block = 65536, value_block = 65536, held_bytes = 1099511627776, held_keys = 1099511627776, split_rows = 1099511627776, split_keys = 1099511627776>
func.func @the_largest_values() attributes {
    a = #diffattn.schedule<auto, row_block = 65536, key_block = 65536, value_block = 65536, held_bytes = 1099511627776, held_keys = 1099511627776, split_rows = 1099511627776, split_keys = 1099511627776>} {
  return
}
