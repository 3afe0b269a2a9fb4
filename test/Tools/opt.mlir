// RUN: diffattn-opt %s | FileCheck %s

// diffattn-opt is mlir-opt and more: upstream dialects parse.
// CHECK-LABEL: func.func @upstream
func.func @upstream(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
