// RUN: diffattn-opt %s --diffattn-lower-contractions="vector-bits=512 bf16-dot quantize=int4" --split-input-file | FileCheck %s --check-prefixes=CHECK,INT4
// RUN: diffattn-opt %s --diffattn-lower-contractions="vector-bits=512 bf16-dot quantize=int8" --split-input-file | FileCheck %s --check-prefixes=CHECK,INT8
// RUN: diffattn-opt %s --diffattn-lower-contractions="vector-bits=256 quantize=int4" --split-input-file | FileCheck %s --check-prefix=NARROW
// RUN: diffattn-opt %s --diffattn-lower-contractions="vector-bits=512 bf16-dot" | FileCheck %s --check-prefix=NONE
// RUN: not diffattn-opt %s --diffattn-lower-contractions="quantize=int2" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Cannot find option named 'int2'

// The module says what its weights become.

// INT4:       module attributes {diffattn.quantization = "int4"}
// INT8:       module attributes {diffattn.quantization = "int8"}
// NONE-NOT:   diffattn.quantization

// A parameter is multiplied by quantised panels if the runtime has them; if not,
// and whatever is no parameter, as it is.

// CHECK-LABEL: func.func @weights(
// CHECK:         call @contract_weights_bf16_bf16_f32(
// CHECK:         call @contract_bf16_bf16_f32(

// CHECK-LABEL: func.func private @contract_weights_bf16_bf16_f32(
// CHECK:         call @diffattn_find_panels(
// CHECK:         scf.if
// INT4:            call @contract_multiply_int4_i32_1_4(
// INT4:            call @contract_unpack_int4_i32(
// INT4:            call @contract_multiply_unpacked_int4_i32_12_1(
// INT8:            call @contract_multiply_int8_i32_1_4(
// CHECK:           call @contract_bf16_bf16_f32(

// A group has one sum a vector, from zero; a step of 8 depths is 4 products. Pairs of
// bf16 are looked up by 4 bits each.

// INT4-LABEL: func.func private @contract_multiply_int4_i32_2_2(
// INT4:         scf.for
// INT4:           %[[SUMS:.*]]:10 = scf.for
// INT4:             %[[TABLE:.*]] = arith.constant dense<[0, 16256, 16384, 16448, 16512, 16544, 16576, 16608, -16128, -16160, -16192, -16224, -16256, -16320, -16384, -16512, 0,
// INT4:             "llvm.x86.avx512.permvar.hi.512"(%[[TABLE]], %{{.*}})
// INT4-COUNT-32:    "llvm.x86.avx512bf16.dpbf16ps.512"
// INT4-NOT:         "llvm.x86.avx512bf16.dpbf16ps.512"
// INT4:             scf.yield
// INT4:           vector.fma %[[SUMS]]#0, %[[SCALE:.*]], %{{.*}} : vector<16xf32>
// INT4:           vector.fma %[[SUMS]]#1,
// INT4:           vector.fma %[[SUMS]]#2, %[[SCALE]],

// Two bytes of a column become a pair.

// INT8-LABEL: func.func private @contract_multiply_int8_i32_1_4(
// INT8:         arith.extsi %{{.*}} : vector<16xi8> to vector<16xi32>
// INT8:         arith.sitofp
// INT8:         %[[LOW:.*]] = arith.shrui
// INT8:         arith.ori %[[LOW]],
// INT8:         "llvm.x86.avx512bf16.dpbf16ps.512"

// Without such instructions, numbers are shifted into place.

// NARROW-LABEL: func.func private @contract_multiply_int4_f32_1_2(
// NARROW:         %[[HIGH:.*]] = arith.shli %{{.*}} : vector<8xi32>
// NARROW:         %[[NUMBER:.*]] = arith.shrsi %[[HIGH]],
// NARROW:         arith.sitofp %[[NUMBER]] : vector<8xi32> to vector<8xf32>
// NARROW-NOT:     llvm.x86
func.func @weights(%x: memref<?x64xbf16>, %w: memref<32x64xbf16> {diffattn.kind = "parameter"}, %v: memref<32x64xbf16>, %c: memref<?x32xf32>, %d: memref<?x32xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x64xbf16>, memref<32x64xbf16>) outs(%c : memref<?x32xf32>) {
    ^bb0(%a: bf16, %b: bf16, %sum: f32):
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.extf %b : bf16 to f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %sum, %2 : f32
      linalg.yield %3 : f32
  }
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %v : memref<?x64xbf16>, memref<32x64xbf16>) outs(%d : memref<?x32xf32>) {
    ^bb0(%a: bf16, %b: bf16, %sum: f32):
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.extf %b : bf16 to f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %sum, %2 : f32
      linalg.yield %3 : f32
  }
  return
}

// -----

// Who sums in f64 wants exact results.

// CHECK-LABEL: func.func @sums_of_f64(
// CHECK:       func.func private @contract_weights_f32_f32_f64(
// CHECK-NOT:     int4
// CHECK-NOT:     int8
func.func @sums_of_f64(%x: memref<?x64xf32>, %w: memref<32x64xf32> {diffattn.kind = "parameter"}, %c: memref<?x32xf64>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x64xf32>, memref<32x64xf32>) outs(%c : memref<?x32xf64>) {
    ^bb0(%a: f32, %b: f32, %sum: f64):
      %0 = arith.extf %a : f32 to f64
      %1 = arith.extf %b : f32 to f64
      %2 = arith.mulf %0, %1 : f64
      %3 = arith.addf %sum, %2 : f64
      linalg.yield %3 : f64
  }
  return
}
