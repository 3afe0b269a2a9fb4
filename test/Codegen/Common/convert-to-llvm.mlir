// RUN: diffattn-opt %s --diffattn-convert-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: llvm.func @assertions_stay(
// CHECK:         cf.assert
// CHECK:         llvm.return
func.func @assertions_stay(%a: i1) {
  cf.assert %a, "no"
  return
}

// -----

// CHECK-LABEL: llvm.func @float_to_integer(
// CHECK:         llvm.call_intrinsic "llvm.fptosi.sat"
// CHECK:         llvm.call_intrinsic "llvm.fptoui.sat"
func.func @float_to_integer(%a: f32) -> (i32, i8) {
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptoui %a : f32 to i8
  return %0, %1 : i32, i8
}

// -----

func.func @tensor_operation(%a: tensor<4xf32>) {
  // expected-error @+1 {{can't be lowered for the CPU}}
  %0 = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return
}

// -----

// CHECK-LABEL: llvm.func @vectors(
// CHECK:         llvm.intr.masked.load
// CHECK:         llvm.intr.fmuladd
// CHECK:         llvm.store {{.*}} : vector<8xf32>
func.func @vectors(%a: memref<?xf32>, %i: index, %mask: vector<8xi1>) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%i], %zero, %mask : memref<?xf32>, vector<8xf32>
  %1 = vector.fma %0, %0, %0 : vector<8xf32>
  vector.store %1, %a[%i] : memref<?xf32>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: llvm.func @vectors_of_two_dims(
// CHECK-COUNT-2: llvm.intr.vector.reduce.fadd
func.func @vectors_of_two_dims(%a: vector<2x8xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x8xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

// Half floats that are only moved are integers; their arithmetic was expanded
// before.

// CHECK-LABEL: llvm.func @copy_halves(
// CHECK:         %[[HALVES:.*]] = llvm.load %{{.*}} -> vector<8xi16>
// CHECK:         llvm.store %[[HALVES]]
// CHECK:         %[[HALF:.*]] = llvm.load %{{.*}} -> i16
// CHECK:         llvm.store %[[HALF]]
func.func @copy_halves(%a: memref<16xbf16>, %b: memref<16xbf16>, %i: index) {
  %0 = vector.load %a[%i] : memref<16xbf16>, vector<8xbf16>
  vector.store %0, %b[%i] : memref<16xbf16>, vector<8xbf16>
  %1 = memref.load %a[%i] : memref<16xbf16>
  memref.store %1, %b[%i] : memref<16xbf16>
  return
}

// -----

// CHECK-LABEL: llvm.func @bits_of_halves(
// CHECK:         llvm.load %{{.*}} -> vector<8xi16>
// CHECK-NOT:     bf16
func.func @bits_of_halves(%a: memref<16xbf16>, %i: index) -> vector<8xi16> {
  %0 = vector.load %a[%i] : memref<16xbf16>, vector<8xbf16>
  %1 = arith.bitcast %0 : vector<8xbf16> to vector<8xi16>
  return %1 : vector<8xi16>
}

// -----

// What joins at a block, constants, and results of functions, which keep their
// types.

// CHECK-LABEL: llvm.func @rows_of_halves(
// CHECK-SAME:    -> vector<2xbf16>
// CHECK-DAG:     %[[ONES:.*]] = llvm.mlir.constant(dense<16256> : vector<2xi16>)
// CHECK-DAG:     llvm.mlir.constant(16384 : i16)
// CHECK:         llvm.insertelement %{{.*}} : vector<2xi16>
// CHECK:         llvm.br ^[[END:.*]](%{{.*}} : vector<2xi16>)
// CHECK:         llvm.br ^[[END]](%[[ONES]] : vector<2xi16>)
// CHECK:       ^[[END]](%[[ROW:.*]]: vector<2xi16>):
// CHECK:         %[[RESULT:.*]] = llvm.bitcast %[[ROW]] : vector<2xi16> to vector<2xbf16>
// CHECK:         llvm.return %[[RESULT]]
func.func @rows_of_halves(%a: memref<16xbf16>, %i: index, %full: i1) -> vector<2xbf16> {
  %ones = arith.constant dense<1.0> : vector<2xbf16>
  %two = arith.constant 2.0 : bf16
  cf.cond_br %full, ^load, ^none
^load:
  %0 = memref.load %a[%i] : memref<16xbf16>
  %1 = vector.from_elements %0, %two : vector<2xbf16>
  cf.br ^end(%1 : vector<2xbf16>)
^none:
  cf.br ^end(%ones : vector<2xbf16>)
^end(%row: vector<2xbf16>):
  return %row : vector<2xbf16>
}
