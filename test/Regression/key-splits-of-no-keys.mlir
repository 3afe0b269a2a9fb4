// key-splits refused attention on no keys: "can't be split along other dims than n".
// RUN: diffattn-opt %s -diffattn-tile-attention="batch-tile=1 key-splits=2" | FileCheck %s
// RUN: diffattn-opt %s -diffattn-tile-attention="batch-tile=1 key-tile=2" | FileCheck %s
// CHECK-LABEL: func.func @no_keys(
// CHECK:         diffattn.online_attention
// CHECK-NOT:     scf.forall
func.func @no_keys(%q: tensor<2x4x8xf32>, %k: tensor<2x0x8xf32>, %v: tensor<2x0x5xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %0 = diffattn.attention signal(%q[b, m, d], %k[b, n, d] : tensor<2x4x8xf32>, tensor<2x0x8xf32>) value(%v[b, n, e] : tensor<2x0x5xf32>)
      outs(%o[b, m, e] : tensor<2x4x5xf32>)
  return %0 : tensor<2x4x5xf32>
}
