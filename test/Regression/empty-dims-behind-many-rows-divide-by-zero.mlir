// The work of a row was the divisor of the work of a chunk, and 0.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --input=64x0x16xf32= | FileCheck %s
// CHECK: doubled: 64x0x16xf32
func.func @double(%x: tensor<64x?x16xf32>) -> (tensor<64x?x16xf32> {diffattn.name = "doubled"}) {
  %y = arith.addf %x, %x : tensor<64x?x16xf32>
  return %y : tensor<64x?x16xf32>
}
