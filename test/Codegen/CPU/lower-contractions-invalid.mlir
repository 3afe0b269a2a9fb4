// RUN: not diffattn-opt %s --diffattn-lower-contractions=vector-bits=100 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not diffattn-opt %s --diffattn-lower-contractions 2>&1 | FileCheck %s

// BITS: error: vector-bits is 100, expected 128, 256 or 512
func.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32> {diffattn.kind = "parameter"}, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// CHECK: :[[@LINE+1]]:{{.*}}: error: symbol 'diffattn_find_panels' is that of the runtime
func.func @diffattn_find_panels() {
  return
}
