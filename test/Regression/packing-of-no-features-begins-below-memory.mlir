// An array without elements was said to begin below its memory, by the stride of a
// feature that is not there: an offset of -25, which MLIR refused without a location.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --input=3x0xf32=1 --input=28x25xf32=2 --input=3x28xf32=1 | FileCheck %s
// CHECK-COUNT-3: 2, 2, 2

func.func @attention(%q: tensor<?x0xf32>, %v: tensor<28x25xf32>, %out: tensor<?x28xf32>) -> tensor<?x28xf32> {
  %k = tensor.empty() : tensor<0x25xf32>
  %0 = diffattn.attention signal(%q[m, d], %k[d, n] : tensor<?x0xf32>, tensor<0x25xf32>)
      value(%v[e, n] : tensor<28x25xf32>) outs(%out[m, e] : tensor<?x28xf32>)
  return %0 : tensor<?x28xf32>
}
