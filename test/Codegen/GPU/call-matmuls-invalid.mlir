// RUN: diffattn-opt %s -split-input-file -verify-diagnostics -diffattn-call-matmuls

// expected-error @below {{symbol 'diffattn_matmul' is that of the runtime}}
func.func private @diffattn_matmul(f32)
func.func @f(%a: memref<?x?xf32>) {
  linalg.matmul ins(%a, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}
