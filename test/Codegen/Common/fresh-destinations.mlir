// RUN: diffattn-opt %s -diffattn-fresh-destinations | FileCheck %s

// CHECK-LABEL: func.func @two_writers(
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT:     linalg.fill
func.func @two_writers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.log ins(%x : tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A reader keeps the tensor that the only writer must not overwrite.
// CHECK-LABEL: func.func @a_writer_and_a_reader(
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT:     linalg.fill
func.func @a_writer_and_a_reader(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  return %a, %zeros : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_one_writer(
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT:     linalg.fill
func.func @keeps_one_writer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_readers_together(
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT:     linalg.fill
func.func @keeps_readers_together(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.exp ins(%zeros : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.exp ins(%zeros : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @large_splat(
// CHECK:         %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[ONE]] : f32)
// CHECK-NOT:     dense
func.func @large_splat() -> tensor<128x129xf32> {
  %ones = arith.constant dense<1.0> : tensor<128x129xf32>
  return %ones : tensor<128x129xf32>
}

// CHECK-LABEL: func.func @small_or_other_constants(
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @small_or_other_constants() -> (tensor<128x128xf32>, vector<32768xf32>, f32) {
  %ones = arith.constant dense<1.0> : tensor<128x128xf32>
  %vector = arith.constant dense<1.0> : vector<32768xf32>
  %scalar = arith.constant 1.0 : f32
  return %ones, %vector, %scalar : tensor<128x128xf32>, vector<32768xf32>, f32
}

// The caller's input is not a place to write to.
// CHECK-LABEL: func.func @an_argument_as_destination(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>, %[[INIT:.*]]: tensor<?xf32>)
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[INIT]]
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[SIZE]])
// CHECK:         linalg.exp {{.*}} outs(%[[EMPTY]] :
func.func @an_argument_as_destination(%x: tensor<?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%init : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @keeps_a_writable_argument(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[INIT:.*]]: tensor<4xf32> {bufferization.writable = true})
// CHECK:         linalg.exp {{.*}} outs(%[[INIT]] :
func.func @keeps_a_writable_argument(%x: tensor<4xf32>, %init: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_a_destination_that_is_read(
// CHECK-SAME:    %[[INIT:[^,]*]]: tensor<f32>)
// CHECK:         linalg.dot {{.*}} outs(%[[INIT]] :
func.func @keeps_a_destination_that_is_read(%x: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
