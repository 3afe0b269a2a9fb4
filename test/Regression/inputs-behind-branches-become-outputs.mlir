// A tensor that a branch or loop hands on is a buffer that may seem to be written. As
// an argument it was called an output, and its contents could not be given.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=branch --input=2xf32=3 --input=f32=0 | FileCheck %s --check-prefix=THREES
// RUN: diffattn-run %t.so --function=loop --input=2xf32=3 --input=i64=0 | FileCheck %s --check-prefix=THREES
// RUN: diffattn-run %t.so --function=loop --input=2xf32=3 --input=i64=1 | FileCheck %s --check-prefix=SIXES
// THREES: [3, 3]
// SIXES: [6, 6]

func.func @branch(%x: tensor<?xf32>, %y: f32) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.cmpf one, %y, %zero : f32
  %chosen = scf.if %c -> (tensor<?xf32>) {
    %zeros = linalg.fill ins(%zero : f32) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %zeros : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %chosen : tensor<?xf32>
}

func.func @loop(%x: tensor<2xf32>, %times: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %times step %c1 iter_args(%y = %x) -> (tensor<2xf32>) {
    %empty = tensor.empty() : tensor<2xf32>
    %sum = linalg.add ins(%y, %x : tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %sum : tensor<2xf32>
  }
  return %last : tensor<2xf32>
}
