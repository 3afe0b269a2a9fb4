// RUN: diffattn-opt %s --diffattn-merge-functions | FileCheck %s

// Equal but for names and values' names; uses by address count, too.

// CHECK-LABEL: func.func private @first(
// CHECK-NOT:   @second
// CHECK-NOT:   @third
// CHECK-LABEL: func.func private @other_number(
// CHECK-LABEL: func.func private @other_order(
// CHECK-LABEL: func.func private @other_type(
// CHECK-LABEL: func.func private @with_attribute(
// CHECK-LABEL: func.func @visible(
// CHECK-LABEL: func.func private @caller(
// CHECK-NEXT:    call @first
// CHECK-NOT:   @other_caller
// CHECK-LABEL: func.func @uses(
// CHECK:         constant @first : (f32, f32) -> f32
// CHECK:         call @first(
// CHECK:         call @other_number(
// CHECK:         call @other_order(
// CHECK:         call @with_attribute(
// CHECK:         call @visible(
// CHECK:         call @caller(
// CHECK:         call @caller(
// CHECK:         call @declared(
func.func private @first(%a: f32, %b: f32) -> f32 {
  %c2 = arith.constant 2.0 : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func private @second(%x: f32, %y: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %quotient = arith.divf %x, %y : f32
  %double = arith.mulf %quotient, %two : f32
  return %double : f32
}
func.func private @third(%a: f32, %b: f32) -> f32 {
  %c2 = arith.constant 2.0 : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func private @other_number(%a: f32, %b: f32) -> f32 {
  %c2 = arith.constant 3.0 : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func private @other_order(%a: f32, %b: f32) -> f32 {
  %c2 = arith.constant 2.0 : f32
  %0 = arith.divf %b, %a : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func private @other_type(%a: f64, %b: f64) -> f64 {
  %c2 = arith.constant 2.0 : f64
  %0 = arith.divf %a, %b : f64
  %1 = arith.mulf %0, %c2 : f64
  return %1 : f64
}
func.func private @with_attribute(%a: f32, %b: f32) -> f32 attributes {no_inline} {
  %c2 = arith.constant 2.0 : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func @visible(%a: f32, %b: f32) -> f32 {
  %c2 = arith.constant 2.0 : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %0, %c2 : f32
  return %1 : f32
}
func.func private @declared(%a: f32, %b: f32) -> f32
func.func private @also_declared(%a: f32, %b: f32) -> f32

// Callers of equal functions are equal in the second round.
func.func private @caller(%a: f32) -> f32 {
  %0 = call @first(%a, %a) : (f32, f32) -> f32
  return %0 : f32
}
func.func private @other_caller(%a: f32) -> f32 {
  %0 = call @second(%a, %a) : (f32, f32) -> f32
  return %0 : f32
}

func.func @uses(%a: f32, %b: f32) -> ((f32, f32) -> f32, f32) {
  %address = constant @third : (f32, f32) -> f32
  %0 = call @second(%a, %b) : (f32, f32) -> f32
  %1 = call @other_number(%0, %b) : (f32, f32) -> f32
  %2 = call @other_order(%1, %b) : (f32, f32) -> f32
  %3 = call @with_attribute(%2, %b) : (f32, f32) -> f32
  %4 = call @visible(%3, %b) : (f32, f32) -> f32
  %5 = call @caller(%4) : (f32) -> f32
  %6 = call @other_caller(%5) : (f32) -> f32
  %7 = call @declared(%6, %b) : (f32, f32) -> f32
  %8 = call @also_declared(%7, %b) : (f32, f32) -> f32
  return %address, %8 : (f32, f32) -> f32, f32
}
