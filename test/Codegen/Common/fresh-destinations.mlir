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

// What an attention's destination holds is ignored. An argument must not be
// written, and a fill need not be.
// CHECK-LABEL: func.func @attention_into_an_argument_and_a_fill(
// CHECK-SAME:      %[[OUT:[a-z0-9]+]]: tensor<?x5xf32>)
// CHECK-NOT:     linalg.fill
// CHECK:         %[[ROWS:.*]] = tensor.dim %[[OUT]], %{{.*}}
// CHECK:         %[[FRESH:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x5xf32>
// CHECK:         %[[LSE:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK:         diffattn.attention
// CHECK:             outs(%[[FRESH]][m, e], %[[LSE]][m]
func.func @attention_into_an_argument_and_a_fill(%q: tensor<?x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %rows: index, %o: tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e], %zeros[m] : tensor<?x5xf32>, tensor<?xf32>)
  return %out#0, %out#1 : tensor<?x5xf32>, tensor<?xf32>
}

// Two attentions, two destinations; the fill that is read stays.
// CHECK-LABEL: func.func @attentions_with_one_destination(
// CHECK:         %[[ZEROS:.*]] = linalg.fill
// CHECK:         %[[FIRST:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:             outs(%[[FIRST]][m, e]
// CHECK:         %[[SECOND:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:             signal(%[[ZEROS]][m, d]
// CHECK:             outs(%[[SECOND]][m, e]
func.func @attentions_with_one_destination(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x8xf32>)
      outs(%empty[m, e] : tensor<4x8xf32>)
  %b = diffattn.attention signal(%zeros[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x8xf32>)
      outs(%zeros[m, e] : tensor<4x8xf32>)
  return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @attention_with_a_destination_of_its_own(
// CHECK-NEXT:    %[[EMPTY:.*]] = tensor.empty() : tensor<4x5xf32>
// CHECK-NEXT:    diffattn.attention
// CHECK:             outs(%[[EMPTY]][m, e]
func.func @attention_with_a_destination_of_its_own(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %empty = tensor.empty() : tensor<4x5xf32>
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%empty[m, e] : tensor<4x5xf32>)
  return %a : tensor<4x5xf32>
}

// Each writer gets an empty tensor of its own, right before it; a loop, and what
// runs in it, may carry what another one wrote.
// CHECK-LABEL: func.func @shared_empty(
// CHECK:         %[[SHARED:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         %[[FIRST:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[FIRST]] : tensor<4xf32>)
// CHECK-NEXT:    %[[SECOND:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[SECOND]] : tensor<4xf32>)
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[SHARED]])
// CHECK:           linalg.exp {{.*}} outs(%[[SHARED]] : tensor<4xf32>)
func.func @shared_empty(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %c = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %empty) -> tensor<4xf32> {
    %d = linalg.exp ins(%carried : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}
