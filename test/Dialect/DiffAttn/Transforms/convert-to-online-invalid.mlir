// RUN: diffattn-opt %s -diffattn-convert-to-online -verify-diagnostics

func.func @on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<4x5xf32>) {
  // expected-error@+1 {{expected tensors to convert to online_attention, found memrefs}}
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<4x5xf32>)
  return
}
