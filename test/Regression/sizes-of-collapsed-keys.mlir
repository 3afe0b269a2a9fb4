// The groups of a collapse were read after they were freed.
// RUN: diffattn-opt %s --diffattn-fuse | FileCheck %s

// CHECK-LABEL: func.func @collapsed_key(
// CHECK:         diffattn.attention
// CHECK:           outs({{.*}}) {alignment = #diffattn.alignment<top_left>, causal}
func.func @collapsed_key(%q: tensor<?x8xf32>, %k: tensor<?x4x2xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %q, %c0 : tensor<?x8xf32>
  %key = tensor.collapse_shape %k [[0], [1, 2]] : tensor<?x4x2xf32> into tensor<?x8xf32>
  %empty = tensor.empty(%size, %size) : tensor<?x?xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<?x?xi1>) {
  ^bb0(%out: i1):
    %n = linalg.index 1 : index
    %m = linalg.index 0 : index
    %visible = arith.cmpi sle, %n, %m : index
    linalg.yield %visible : i1
  } -> tensor<?x?xi1>
  %init = tensor.empty(%size) : tensor<?x8xf32>
  %o = diffattn.attention
      signal(%q[m, d], %key[n, d] : tensor<?x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x8xf32>)
      mask(%mask[m, n] : tensor<?x?xi1>)
      outs(%init[m, e] : tensor<?x8xf32>)
  return %o : tensor<?x8xf32>
}
