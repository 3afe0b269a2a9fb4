// A loop whose body only writes by operations of linalg was taken for one that does
// nothing to memory: copies before and behind it became one loop, behind it, and what
// it wrote was lost. Attentions without keys, tiled by rows, become such loops.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=loop --input=4x3xf32=1 | FileCheck %s --check-prefix=ZEROS
// RUN: diffattn-run %t.so --function=branch --input=4x3xf32=1 --input=f32=1 | FileCheck %s --check-prefix=ZEROS
// RUN: diffattn-run %t.so --function=branch --input=4x3xf32=1 --input=f32=0 | FileCheck %s --check-prefix=ONES
// RUN: diffattn-opt --pass-pipeline='builtin.module(func.func(diffattn-tile-attention{query-tile=3}))' %s -o %t.mlir
// RUN: diffattn-compile %t.mlir -o %t.tiled.so
// RUN: diffattn-run %t.tiled.so --function=no_keys --input=4x5xf32=1 --input=0x5xf32=1 \
// RUN:   --input=0x3xf32=1 --input=4x3xf32=1 | FileCheck %s --check-prefix=ZEROS
// ZEROS-COUNT-4: 0, 0, 0
// ONES-COUNT-4: 1, 1, 1

func.func @loop(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %cols = tensor.dim %x, %c1 : tensor<?x?xf32>
  %filled = scf.for %i = %c0 to %rows step %c1 iter_args(%y = %x) -> (tensor<?x?xf32>) {
    %row = tensor.extract_slice %y[%i, 0] [1, %cols] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<1x?xf32>) -> tensor<1x?xf32>
    %next = tensor.insert_slice %zeros into %y[%i, 0] [1, %cols] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    scf.yield %next : tensor<?x?xf32>
  }
  return %filled : tensor<?x?xf32>
}

func.func @branch(%x: tensor<?x?xf32>, %number: f32) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.cmpf one, %number, %zero : f32
  %filled = scf.if %c -> (tensor<?x?xf32>) {
    %zeros = linalg.fill ins(%zero : f32) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %zeros : tensor<?x?xf32>
  } else {
    scf.yield %x : tensor<?x?xf32>
  }
  return %filled : tensor<?x?xf32>
}

func.func @no_keys(%q: tensor<?x?xf32>, %k: tensor<0x?xf32>, %v: tensor<0x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x?xf32>, tensor<0x?xf32>)
      value(%v[n, e] : tensor<0x?xf32>) outs(%out[m, e] : tensor<?x?xf32>)
  return %0 : tensor<?x?xf32>
}
