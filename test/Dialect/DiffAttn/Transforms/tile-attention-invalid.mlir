// RUN: diffattn-opt %s -diffattn-tile-attention="query-tile=2" -verify-diagnostics
// RUN: not diffattn-opt %s -diffattn-tile-attention="key-tile=2 key-splits=2" 2>&1 | FileCheck %s -check-prefix=BOTH
// RUN: not diffattn-opt %s -diffattn-tile-attention="query-tile=-1" 2>&1 | FileCheck %s -check-prefix=NEGATIVE

// BOTH: error: expected one of key-tile and key-splits, found both
// NEGATIVE: error: expected query-tile to be 0 or more, found -1

func.func @on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<4x5xf32>) {
  // expected-error@+1 {{expected tensors to tile, found memrefs}}
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>) outs(%o[m, e] : memref<4x5xf32>)
  return
}
