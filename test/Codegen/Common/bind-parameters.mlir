// RUN: diffattn-opt %s -split-input-file -diffattn-bind-parameters | FileCheck %s

// Behind the function's own arguments, in the order of first use, once each.

// CHECK-NOT:   ml_program.global
// CHECK-LABEL: func.func @two_of_three(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2xf32>,
// CHECK-SAME:    %[[B:[^:]*]]: tensor<2xf32> {bufferization.writable = false, diffattn.kind = "parameter", diffattn.name = "layers.0.b"},
// CHECK-SAME:    %[[A:[^:]*]]: tensor<2xf32> {bufferization.writable = false, diffattn.kind = "parameter", diffattn.name = "layers.0.a"})
// CHECK:         %[[XB:.*]] = arith.addf %[[X]], %[[B]]
// CHECK:         %[[XBA:.*]] = arith.addf %[[XB]], %[[A]]
// CHECK:         arith.addf %[[XBA]], %[[B]]
ml_program.global private @"layers.0.a"(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
ml_program.global private @"layers.0.b"(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
ml_program.global private @unused(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
func.func @two_of_three(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = ml_program.global_load_const @"layers.0.b" : tensor<2xf32>
  %0 = arith.addf %x, %b : tensor<2xf32>
  %a = ml_program.global_load @"layers.0.a" : tensor<2xf32>
  %1 = arith.addf %0, %a : tensor<2xf32>
  %b_again = ml_program.global_load_const @"layers.0.b" : tensor<2xf32>
  %2 = arith.addf %1, %b_again : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// What a callee needs, its callers take and hand on; also around a circle.

// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2xf32>, %[[W:[^:]*]]: tensor<2xf32> {{.*}}diffattn.name = "w"
// CHECK:         call @even(%[[X]], %[[W]])
// CHECK-LABEL: func.func private @even(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2xf32>, %[[W:[^:]*]]: tensor<2xf32>
// CHECK:         call @odd(%[[X]], %[[W]])
// CHECK-LABEL: func.func private @odd(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2xf32>, %[[W:[^:]*]]: tensor<2xf32>
// CHECK:         arith.addf %[[X]], %[[W]]
// CHECK:         call @even(%{{.*}}, %[[W]])
ml_program.global private @w(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @even(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @even(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @odd(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @odd(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = ml_program.global_load_const @w : tensor<2xf32>
  %0 = arith.addf %x, %w : tensor<2xf32>
  %1 = call @even(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// A global with a value is no parameter.

// CHECK: ml_program.global private @keeps_value
ml_program.global private @keeps_value(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
// CHECK-LABEL: func.func @keeps_functions_without_parameters(
// CHECK-SAME:    %{{[^:]*}}: tensor<2xf32>)
func.func @keeps_functions_without_parameters(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
