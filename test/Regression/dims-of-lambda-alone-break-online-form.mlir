// Several lambdas for queries that are shared: no operand of online_attention has
// the dim r, but its dims did.
// RUN: diffattn-opt %s -diffattn-convert-to-online | FileCheck %s
// RUN: diffattn-opt %s -pass-pipeline='builtin.module(func.func(diffattn-convert-to-online,diffattn-tile-attention{key-tile=2}))' -o %t.tiled.mlir
// RUN: diffattn-compile %t.tiled.mlir -o %t.so
// RUN: diffattn-run %t.so --function=lambdas --input=1x1xf32=1 --input=1x1xf32=1 \
// RUN:   --input=3x1xf32=1 --input=3x1xf32=2,4,6 --input=2xf32=0,0.5 | FileCheck %s --check-prefix=NUMBERS
// CHECK:      diffattn.online_attention
// CHECK:        outs(%{{[^ ]+}}[m, e], %{{[^ ]+}}[m],
// CHECK:      diffattn.finalize
// CHECK:        lambda(%{{[^ ]+}}[r]
// NUMBERS: {{\[\[\[}}4]]
// NUMBERS: {{\[\[}}2]]
func.func @lambdas(%q1: tensor<?x?xf32>, %q2: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %lambda: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %q1, %c0 : tensor<?x?xf32>
  %cols = tensor.dim %v, %c1 : tensor<?x?xf32>
  %lambdas = tensor.dim %lambda, %c0 : tensor<?xf32>
  %empty = tensor.empty(%lambdas, %rows, %cols) : tensor<?x?x?xf32>
  %r = diffattn.attention signal(%q1[m, d], %k[n, d] : tensor<?x?xf32>, tensor<?x?xf32>)
      noise(%q2[m, d], %k[n, d] : tensor<?x?xf32>, tensor<?x?xf32>)
      value(%v[n, e] : tensor<?x?xf32>) lambda(%lambda[r] : tensor<?xf32>)
      outs(%empty[r, m, e] : tensor<?x?x?xf32>)
  return %r : tensor<?x?x?xf32>
}
