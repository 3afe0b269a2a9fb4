// The conversion to LLVM made expm1 exp(x) - 1: 9.5e-07 of 1e-06.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=scalar --input=f32=1e-6 | FileCheck %s --check-prefix=SCALAR
// RUN: diffattn-run %t.so --function=wide --input=6xf64=1e-9,-0,1000,-1000,709,1 | FileCheck %s --check-prefix=WIDE
// SCALAR: 1e-06
// WIDE: [1.0000000005e-09, -0, inf, -1, 8.21840746155497e+307, 1.71828182845905]
func.func @scalar(%x: f32) -> f32 {
  %y = math.expm1 %x : f32
  return %y : f32
}
func.func @wide(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = math.expm1 %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
