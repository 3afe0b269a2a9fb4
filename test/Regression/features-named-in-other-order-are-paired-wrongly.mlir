// Two feature dims, which the maps name in another order, of one key. They were
// paired in the order of the names: as one operation, the maps disagreed about
// the sizes of d0 and d1, and the call failed.
// RUN: diffattn-compile %s --emit=mlir --compile-to=fused -o - | FileCheck %s --check-prefix=FUSED
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=difference --input=2x1x3xf32=1 \
// RUN:   --input=1x2x2xf32=1 --input=1x2x2xf32=1 --input=3x1xf32=2,4,6 | FileCheck %s
// FUSED:      signal(%{{.*}}[[[A:d[01]]], m, [[B:d[01]]]], %[[KEY:arg0]][[[B]], [[A]], n]
// FUSED-NEXT: noise(%{{.*}}[[[A]], m, [[B]]], %[[KEY]][[[B]], [[A]], n]
// CHECK: 2
// CHECK: 2

func.func @difference(%k: tensor<?x?x?xf32>, %q1: tensor<?x?x?xf32>, %q2: tensor<?x?x?xf32>, %v: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %q1, %c1 : tensor<?x?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?x1xf32>
  %signal = diffattn.attention signal(%q1[d0, m, d1], %k[d1, d0, n] : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      value(%v[n, e] : tensor<?x1xf32>) outs(%empty[m, e] : tensor<?x1xf32>) {scale = 1.0}
  %noise = diffattn.attention signal(%q2[d1, m, d0], %k[d0, d1, n] : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      value(%v[n, e] : tensor<?x1xf32>) outs(%empty[m, e] : tensor<?x1xf32>) {scale = 1.0}
  %half = arith.constant 0.5 : f32
  %difference = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%signal, %noise : tensor<?x1xf32>, tensor<?x1xf32>) outs(%empty : tensor<?x1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %y, %half : f32
    %1 = arith.subf %x, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x1xf32>
  return %difference : tensor<?x1xf32>
}
