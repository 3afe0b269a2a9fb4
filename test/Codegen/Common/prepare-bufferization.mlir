// RUN: diffattn-opt %s --diffattn-prepare-bufferization --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK-NOT:     linalg.softmax
// CHECK:         linalg.generic
func.func @softmax(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x?xf32>) outs(%b : tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func.func @pack
// CHECK-NOT:     linalg.pack
// CHECK:         linalg.transpose
func.func @pack(%a: tensor<8x8xf32>, %b: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %b : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @contraction_stays
// CHECK:         linalg.matmul
func.func @contraction_stays(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @gather(%a: tensor<4x4xf32>, %i: tensor<2x1xindex>) -> tensor<2x4xf32> {
  // expected-error @+1 {{can't be lowered for the CPU}}
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
