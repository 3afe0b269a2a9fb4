// RUN: diffattn-opt %s --diffattn-results-to-destinations --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @static_result(
// CHECK-SAME:    %[[IN:.*]]: tensor<4xf32> {bufferization.writable = false, diffattn.kind = "input", diffattn.name = "arg0"}
// CHECK-SAME:    %[[OUT:.*]]: memref<4xf32, strided<[?], offset: ?>> {diffattn.kind = "output", diffattn.name = "result0"}) {
// CHECK-NEXT:    bufferization.materialize_in_destination %[[IN]] in restrict writable %[[OUT]]
// CHECK-NEXT:    return
func.func @static_result(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_result(
// CHECK-SAME:    %[[IN:.*]]: tensor<2x?xf32> {bufferization.writable = false, diffattn.kind = "input", diffattn.name = "x"}
// CHECK-SAME:    %[[OUT:.*]]: memref<?x2xf32, strided<[?, ?], offset: ?>> {diffattn.kind = "output", diffattn.name = "y", diffattn.sizes_from = array<i64: 0, 1, -1, -1>}) {
// CHECK:         %[[EXPECTED:.*]] = tensor.dim %[[IN]]
// CHECK:         %[[FOUND:.*]] = memref.dim %[[OUT]]
// CHECK:         %[[EQUAL:.*]] = arith.cmpi eq, %[[EXPECTED]], %[[FOUND]]
// CHECK:         cf.assert %[[EQUAL]], "the size of dimension 0 of output 'y' is not that of the result"
// CHECK:         linalg.transpose
// CHECK:         bufferization.materialize_in_destination
func.func @dynamic_result(%a: tensor<2x?xf32> {diffattn.name = "x"})
    -> (tensor<?x2xf32> {diffattn.name = "y"}) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<2x?xf32>
  %empty = tensor.empty(%n) : tensor<?x2xf32>
  %0 = linalg.transpose ins(%a : tensor<2x?xf32>) outs(%empty : tensor<?x2xf32>) permutation = [1, 0]
  return %0 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @scalar_result(
// CHECK-SAME:    %[[IN:.*]]: i1 {diffattn.name = "arg0"}, %[[OUT:.*]]: memref<i1> {diffattn.kind = "output", diffattn.name = "result0"}
// CHECK-NEXT:    memref.store %[[IN]], %[[OUT]][] : memref<i1>
func.func @scalar_result(%a: i1) -> i1 {
  return %a : i1
}

// -----

// CHECK-LABEL: func.func @author_lets_argument_be_written(
// CHECK-SAME:    bufferization.writable = true
func.func @author_lets_argument_be_written(%a: tensor<4xf32> {bufferization.writable = true}) {
  return
}

// -----

// CHECK-LABEL: func.func @called(
// CHECK-SAME:    memref<f32
// CHECK:         return{{$}}
func.func @called(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// CHECK: func.func private @called_0(%{{.*}}: tensor<f32>) -> tensor<f32>

// CHECK-LABEL: func.func @caller(
// CHECK:         call @called_0
func.func @caller(%a: tensor<f32>) -> tensor<f32> {
  %0 = call @called(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func private @private_functions_keep_results(
// CHECK-SAME:    -> tensor<f32>
func.func private @private_functions_keep_results(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// The caller must know the first size; it is compared before the copy.
// CHECK-LABEL: func.func @size_from_a_number(
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-SAME:    diffattn.sizes_from = array<i64: -1, -1, 1, 0>
// CHECK:         %[[RESULT:.*]] = tensor.empty
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[RESULT]], %{{.*}}
// CHECK:         %[[GIVEN:.*]] = memref.dim %[[OUT]], %{{.*}}
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %[[SIZE]], %[[GIVEN]]
// CHECK:         cf.assert %[[FITS]], "the size of dimension 0 of output 'result0' is not that of the result"
// CHECK:         %[[BUFFER:.*]] = bufferization.to_buffer %[[RESULT]] read_only
// CHECK:         memref.copy %[[BUFFER]], %[[OUT]]
func.func @size_from_a_number(%n: index, %a: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = tensor.empty(%n, %d) : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// expected-error @+1 {{result 'out' has type 'memref<4xf32>', which leaves open who owns its memory; take the destination as a memref argument instead}}
func.func @memref_result(%a: memref<4xf32>) -> (memref<4xf32> {diffattn.name = "out"}) {
  return %a : memref<4xf32>
}

// -----

// expected-error @+1 {{result 'result0' has type 'vector<4xf32>', which callers can't receive}}
func.func @vector_result(%a: vector<4xf32>) -> vector<4xf32> {
  return %a : vector<4xf32>
}

// -----

// expected-error @+1 {{public function returns at no or several places, expected one}}
func.func @two_returns(%a: i1) -> i1 {
  cf.cond_br %a, ^one, ^two
^one:
  return %a : i1
^two:
  return %a : i1
}
