// RUN: diffattn-opt %s -diffattn-approximate-math | FileCheck %s

// Numbers are tested in test/Integration/Elementwise.

// CHECK-LABEL: func.func @vectors_of_f32(
// CHECK-NOT:     math.{{(exp|log|log1p|tanh|erf|expm1|exp2)}} 
// CHECK:         return
func.func @vectors_of_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.exp %x : vector<8xf32>
  %b = math.exp2 %a : vector<8xf32>
  %c = math.expm1 %b : vector<8xf32>
  %d = math.log %c : vector<8xf32>
  %e = math.log1p %d : vector<8xf32>
  %f = math.tanh %e : vector<8xf32>
  %g = math.erf %f : vector<8xf32>
  return %g : vector<8xf32>
}

// Large angles are left to libm.

// CHECK-LABEL: func.func @angles(
// CHECK:         scf.if
// CHECK:           arith.extf {{.*}} vector<4xf64>
// CHECK:         } else {
// CHECK:           math.sin {{.*}} : f32
func.func @angles(%x: vector<4xf32>) -> vector<4xf32> {
  %a = math.sin %x : vector<4xf32>
  return %a : vector<4xf32>
}

// CHECK-LABEL: func.func @others(
// CHECK:         math.exp {{.*}} : f32
// CHECK:         math.exp {{.*}} : vector<4xf64>
// CHECK:         math.sqrt {{.*}} : vector<4xf32>
func.func @others(%x: f32, %y: vector<4xf64>, %z: vector<4xf32>) -> (f32, vector<4xf64>, vector<4xf32>) {
  %a = math.exp %x : f32
  %b = math.exp %y : vector<4xf64>
  %c = math.sqrt %z : vector<4xf32>
  return %a, %b, %c : f32, vector<4xf64>, vector<4xf32>
}
