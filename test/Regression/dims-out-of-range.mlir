// MLIR's verifier lets tensor.dim and memref.dim ask for any dim, of unranked tensors,
// too. What it has no size for is no size that passes may reason with.

// RUN: diffattn-opt %s --diffattn-raise --diffattn-fuse | FileCheck %s
// RUN: not diffattn-compile %s -o %t.so 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: dims-out-of-range.mlir:[[#@LINE+9]]:10: error: 'tensor.dim' op expected a dim from 0 to 1 of 'tensor<?x32xf32>', found 128

// CHECK-LABEL: @raised
// CHECK: tensor.reshape
func.func @raised(%x: tensor<?x32xf32>, %rest: i64) -> tensor<?x4x8xf32> {
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %dim = tensor.dim %x, %c128 : tensor<?x32xf32>
  %n = arith.index_cast %dim : index to i64
  %negative = arith.cmpi slt, %n, %zero : i64
  %size = arith.select %negative, %rest, %n : i64
  %shape = tensor.from_elements %size, %c4, %c8 : tensor<3xi64>
  %y = tensor.reshape %x(%shape) : (tensor<?x32xf32>, tensor<3xi64>) -> tensor<?x4x8xf32>
  return %y : tensor<?x4x8xf32>
}

// CHECK-LABEL: @layout
func.func @layout(%x: tensor<?x4xf32>) -> tensor<?x2x2xf32> {
  %below = arith.constant -1 : index
  %dim = tensor.dim %x, %below : tensor<?x4xf32>
  %y = tensor.expand_shape %x [[0], [1, 2]] output_shape [%dim, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  return %y : tensor<?x2x2xf32>
}

// CHECK-LABEL: @unranked
func.func private @unranked(%x: tensor<*xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<*xf32>
  %y = tensor.empty(%dim) : tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-LABEL: @rows
func.func @rows(%x: memref<?x8xf32>, %y: memref<?x8xf32>) {
  %c2 = arith.constant 2 : index
  %dim = memref.dim %x, %c2 : memref<?x8xf32>
  %z = memref.alloc(%dim) : memref<?x8xf32>
  linalg.exp ins(%x : memref<?x8xf32>) outs(%z : memref<?x8xf32>)
  linalg.exp ins(%z : memref<?x8xf32>) outs(%y : memref<?x8xf32>)
  return
}
