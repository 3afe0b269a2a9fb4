// RUN: diffattn-opt %s --diffattn-raise --split-input-file | FileCheck %s

// Views as exporters write them when sizes are dynamic.

// CHECK-LABEL: @reshape_is_collapse_and_expand
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x32xf32>)
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<?x?x32xf32> into tensor<?x32xf32>
// CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
func.func @reshape_is_collapse_and_expand(%x: tensor<?x?x32xf32>) -> tensor<?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %batch = tensor.dim %x, %c0 : tensor<?x?x32xf32>
  %rows = tensor.dim %x, %c1 : tensor<?x?x32xf32>
  %b = arith.index_cast %batch : index to i64
  %r = arith.index_cast %rows : index to i64
  %n = arith.muli %r, %b : i64
  %shape = tensor.from_elements %n, %c4, %c8 : tensor<3xi64>
  %y = tensor.reshape %x(%shape) : (tensor<?x?x32xf32>, tensor<3xi64>) -> tensor<?x4x8xf32>
  return %y : tensor<?x4x8xf32>
}

// -----

// A dim is not negative, so it is not inferred from what the others leave.
// CHECK-LABEL: @no_inferred_size
// CHECK-SAME: (%[[X:.*]]: tensor<?x32xf32>, 
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2]] output_shape [%[[N]], 4, 8]
func.func @no_inferred_size(%x: tensor<?x32xf32>, %rest: i64) -> tensor<?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %dim = tensor.dim %x, %c0 : tensor<?x32xf32>
  %n = arith.index_cast %dim : index to i64
  %negative = arith.cmpi slt, %n, %zero : i64
  %size = arith.select %negative, %rest, %n : i64
  %shape = tensor.from_elements %size, %c4, %c8 : tensor<3xi64>
  %y = tensor.reshape %x(%shape) : (tensor<?x32xf32>, tensor<3xi64>) -> tensor<?x4x8xf32>
  return %y : tensor<?x4x8xf32>
}

// -----

// CHECK-LABEL: @reshape_to_an_unknown_shape
// CHECK: tensor.reshape
func.func @reshape_to_an_unknown_shape(%x: tensor<?x?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %y = tensor.reshape %x(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @reshape_by_unrelated_sizes
// CHECK: tensor.reshape
func.func @reshape_by_unrelated_sizes(%x: tensor<?x?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %shape = tensor.from_elements %a, %b : tensor<2xindex>
  %y = tensor.reshape %x(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK-DAG: #[[SHARED:.*]] = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
// CHECK-LABEL: @gather_is_a_broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<?x1x8xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[SHARED]],
// CHECK-SAME: ins(%[[X]] : tensor<?x1x8xf32>)
func.func @gather_is_a_broadcast(%x: tensor<?x1x8xf32>) -> tensor<?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x8xf32>
  %e = tensor.empty(%n) : tensor<?x4x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<?x4x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 2 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %at = arith.select %one, %c0, %i : index
    %z = tensor.extract %x[%at, %c0, %k] : tensor<?x1x8xf32>
    linalg.yield %z : f32
  } -> tensor<?x4x8xf32>
  return %y : tensor<?x4x8xf32>
}

// -----

// The dim may be 1 where the result's isn't.
// CHECK-LABEL: @gather_that_may_broadcast
// CHECK: tensor.extract
func.func @gather_that_may_broadcast(%x: tensor<?x8xf32>, %m: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, c) -> (a, c)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %at = arith.select %one, %c0, %i : index
    %z = tensor.extract %x[%at, %k] : tensor<?x8xf32>
    linalg.yield %z : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// A map needs both to be of one size.
// CHECK-LABEL: @gather_of_the_first_rows
// CHECK: tensor.extract
func.func @gather_of_the_first_rows(%x: tensor<10x8xf32>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, c) -> (a, c)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %z = tensor.extract %x[%i, %k] : tensor<10x8xf32>
    linalg.yield %z : f32
  } -> tensor<5x8xf32>
  return %y : tensor<5x8xf32>
}
