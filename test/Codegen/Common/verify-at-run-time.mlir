// RUN: diffattn-opt %s --diffattn-verify-at-run-time --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @index_from_input
// CHECK:         cf.assert %{{.*}}, "verify-at-run-time.mlir:{{[0-9]+}}:{{[0-9]+}}: 'tensor.extract' out-of-bounds access"
func.func @index_from_input(%a: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<?xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @index_known_to_be_inside
// CHECK-NOT:     cf.assert
func.func @index_known_to_be_inside(%a: tensor<4xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %0 = tensor.extract %a[%c3] : tensor<4xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @affine_access
// CHECK:         cf.assert {{.*}}'memref.load' out-of-bounds access
// CHECK:         memref.load
func.func @affine_access(%a: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.load %a[symbol(%i) + 1] : memref<?xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @contraction_of_unequal_sizes
// CHECK:         cf.assert {{.*}}'linalg.matmul'
func.func @contraction_of_unequal_sizes(%a: tensor<4x?xf32>, %b: tensor<?x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x?xf32>, tensor<?x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @insertion
// CHECK:         cf.assert {{.*}}'tensor.insert_slice' runs out of bounds along dimension 0
// CHECK-NOT:     cf.assert
func.func @insertion(%a: tensor<2xf32>, %b: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert_slice %a into %b[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @expansion
// CHECK:         cf.assert {{.*}}'tensor.expand_shape' has a negative size 0
// CHECK:         cf.assert {{.*}}'tensor.expand_shape' has sizes whose product is not size 0 of its source
func.func @expansion(%a: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @reshape
// CHECK:         cf.assert {{.*}}'tensor.reshape' changes the number of elements
func.func @reshape(%a: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The cast folds into the pad, and must not take its check with it.
// CHECK-LABEL: func.func @cast_of_pad
// CHECK-SAME:    %{{.*}}: tensor<?xf32>, %[[LOW:.*]]: index
// CHECK:         cf.assert {{.*}}'tensor.pad' pads by less than 0
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %{{.*}}, %c10
// CHECK:         cf.assert %[[FITS]], {{.*}}'tensor.cast' size mismatch of dim 0
func.func @cast_of_pad(%a: tensor<?xf32>, %low: index) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[%low] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @concatenation
// CHECK:         cf.assert {{.*}}'tensor.concat' does not add up to the size of its type
// CHECK:         cf.assert {{.*}}'tensor.concat' has inputs of different size 1
func.func @concatenation(%a: tensor<?x?xf32>) -> tensor<8x?xf32> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// -----

// The tensor may be built in the destination, so the check comes first.
// CHECK-LABEL: func.func @destination
// CHECK:         cf.assert {{.*}}has a destination whose size 0 is not the size of the tensor
// CHECK:         tensor.empty
// CHECK:         bufferization.materialize_in_destination
func.func @destination(%n: index, %out: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %0 in restrict writable %out : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @reinterpretation
// CHECK:         cf.assert {{.*}}'memref.reinterpret_cast' has a negative offset
// CHECK:         cf.assert {{.*}}'memref.reinterpret_cast' runs out of bounds
func.func @reinterpretation(%a: memref<?xf32>, %offset: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %0 = memref.reinterpret_cast %a to offset: [%offset], sizes: [4], strides: [1]
      : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %0 : memref<4xf32, strided<[1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @signed_division
// CHECK:         cf.assert {{.*}}'arith.divsi' divides by zero
// CHECK:         cf.assert {{.*}}'arith.divsi' overflows
func.func @signed_division(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @unsigned_division
// CHECK:         cf.assert {{.*}}'index.divu' divides by zero
// CHECK-NOT:     cf.assert
func.func @unsigned_division(%a: index, %b: index) -> index {
  %0 = index.divu %a, %b
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @division_by_a_constant
// CHECK-NOT:     cf.assert
func.func @division_by_a_constant(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.divsi %a, %c3 : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @loop_step
// CHECK:         cf.assert {{.*}}'scf.for' has a step that is not positive
func.func @loop_step(%a: memref<4xf32>, %step: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %step {
    memref.store %zero, %a[%i] : memref<4xf32>
  }
  return
}

// -----

// Operands whose sizes are one value need no check: of the argument, of what
// was computed in a tensor of its size, of a size that is read twice.

// CHECK-LABEL: func.func @equal_sizes
// CHECK-NOT:     cf.assert
func.func @equal_sizes(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %first = tensor.dim %a, %c0 : tensor<?x8xf32>
  %empty = tensor.empty(%first) : tensor<?x8xf32>
  %b = linalg.exp ins(%a : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %again = tensor.dim %b, %c0 : tensor<?x8xf32>
  %other = tensor.empty(%again) : tensor<?x8xf32>
  %c = linalg.add ins(%a, %b : tensor<?x8xf32>, tensor<?x8xf32>) outs(%other : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}

// -----

// Each that may differ from the first is compared with it, where there is
// anything to compute.

// CHECK-LABEL: func.func @unequal_sizes(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf32>, %[[N:.*]]: index
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:     %[[COLS:.*]] = tensor.dim %[[A]], %c1
// CHECK-DAG:     %[[NO_ROWS:.*]] = arith.cmpi eq, %[[ROWS]], %c0
// CHECK-DAG:     %[[NO_COLS:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK-DAG:     %[[EMPTY:.*]] = arith.ori %[[NO_ROWS]], %[[NO_COLS]]
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %{{.*}}, %[[N]]
// CHECK-NEXT:    %[[HOLDS:.*]] = arith.ori %[[EMPTY]], %[[FITS]]
// CHECK-NEXT:    cf.assert %[[HOLDS]], {{.*}}'linalg.generic' dimension #1 of input/output operand #1 is incompatible with inferred dimension size
// CHECK-NOT:     cf.assert
func.func @unequal_sizes(%a: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Maps that compute indices are upstream's.

// CHECK-LABEL: func.func @window
// CHECK:         scf.if
// CHECK:           cf.assert {{.*}}'linalg.conv_1d'
func.func @window(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.conv_1d ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
