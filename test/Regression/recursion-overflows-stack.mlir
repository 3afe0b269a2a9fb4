// A recursive function compiled, and ended the process of its caller by a stack
// overflow.
// RUN: %python %S/../Tools/Inputs/expect-exit.py 1 diffattn-compile %s -o %t.so 2>&1 | FileCheck %s
// CHECK: [[@LINE+1]]:1: error: 'func.func' op calls itself, maybe through others
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
