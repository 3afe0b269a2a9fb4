// RUN: diffattn-opt %s --diffattn-expand-half-floats --split-input-file --verify-diagnostics | FileCheck %s
// RUN: diffattn-opt %s --diffattn-expand-half-floats=keep-f16=true --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=KEEP

// test/Unit/Compiler/HalfFloatsTest.cpp runs all conversions of all half floats.

// CHECK-LABEL: func.func @arithmetic_in_f32(
// CHECK:         %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<nnan> : f32
// CHECK:         arith.bitcast %[[PRODUCT]] : f32 to i32
// CHECK:         arith.bitcast %{{.*}} : i16 to bf16
func.func @arithmetic_in_f32(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.mulf %a, %b fastmath<nnan> : bf16
  return %0 : bf16
}

// -----

// CHECK-LABEL: func.func @comparison
// CHECK:         arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// KEEP-LABEL:  func.func @comparison
// KEEP:          arith.extf %{{.*}} : f16 to f32
func.func @comparison(%a: f16, %b: f16) -> i1 {
  %0 = arith.cmpf olt, %a, %b : f16
  return %0 : i1
}

// -----

// Through f32, rounded to odd.
// CHECK-LABEL: func.func @from_f64
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK-NOT:     arith.truncf
// KEEP-LABEL:  func.func @from_f64
// KEEP:          arith.truncf %{{.*}} : f64 to f32
// KEEP:          arith.truncf %{{.*}} : f32 to f16
func.func @from_f64(%a: f64) -> f16 {
  %0 = arith.truncf %a : f64 to f16
  return %0 : f16
}

// -----

// CHECK-LABEL: func.func @vectors
// CHECK:         math.exp %{{.*}} : vector<4xf32>
func.func @vectors(%a: vector<4xf16>) -> vector<4xf16> {
  %0 = math.exp %a : vector<4xf16>
  return %0 : vector<4xf16>
}

// -----

// CHECK-LABEL: func.func @moves_stay
// CHECK-NEXT:    arith.constant 1.000000e+00 : f16
// CHECK-NEXT:    arith.select
// CHECK-NEXT:    arith.bitcast
// CHECK-NEXT:    return
func.func @moves_stay(%c: i1, %a: f16) -> i16 {
  %one = arith.constant 1.0 : f16
  %0 = arith.select %c, %a, %one : f16
  %1 = arith.bitcast %0 : f16 to i16
  return %1 : i16
}

// -----

// CHECK-LABEL: func.func @wider_floats_stay
// CHECK-NEXT:    arith.addf %{{.*}} : f32
// CHECK-NEXT:    arith.extf %{{.*}} : f32 to f64
func.func @wider_floats_stay(%a: f32) -> f64 {
  %0 = arith.addf %a, %a : f32
  %1 = arith.extf %0 : f32 to f64
  return %1 : f64
}

// -----

func.func @other_rounding(%a: f32) -> f16 {
  // expected-error @+1 {{rounds a half float to_nearest_away, expected to_nearest_even}}
  %0 = arith.truncf %a to_nearest_away : f32 to f16
  return %0 : f16
}
