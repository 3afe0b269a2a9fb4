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
