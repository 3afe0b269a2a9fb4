// RUN: diffattn-opt %s -split-input-file -diffattn-lower-parallel | FileCheck %s

// The struct of what the body uses stands in the entry block; constants are
// repeated in the body instead; the last dim runs fastest.

// CHECK-LABEL: func.func @two_dims(
// CHECK-SAME:    %[[BUFFER:.*]]: memref<?x?xf32>, %[[ROWS:.*]]: index, %[[COLUMNS:.*]]: index)
// CHECK:         %[[STATE:.*]] = llvm.alloca
// CHECK:         llvm.store %{{.*}}, %[[STATE]]
// CHECK:         %[[BODY:.*]] = constant @two_dims_parallel
// CHECK:         %[[POINTER:.*]] = builtin.unrealized_conversion_cast %[[BODY]]
// CHECK:         call @diffattn_run_parallel(%[[POINTER]], %[[STATE]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NOT:     scf.parallel

// CHECK-LABEL: func.func private @two_dims_parallel(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[NUMBER:.*]]: i64)
// CHECK:         arith.constant 2.5
// CHECK:         %[[INDEX:.*]] = builtin.unrealized_conversion_cast %[[NUMBER]] : i64 to index
// CHECK:         %[[COLUMN:.*]] = arith.remui %[[INDEX]]
// CHECK:         %[[ROW:.*]] = arith.divui %[[INDEX]]
// CHECK:         memref.store
func.func @two_dims(%buffer: memref<?x?xf32>, %rows: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %value = arith.constant 2.5 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%rows, %columns) step (%c2, %c2) {
    memref.store %value, %buffer[%i, %j] : memref<?x?xf32>
  }
  return
}

// -----

// Inside a parallel loop there is no further one, and reductions stay.

// CHECK-LABEL: func.func @nested(
// CHECK:         call @diffattn_run_parallel
// CHECK-LABEL: func.func private @nested_parallel(
// CHECK:         scf.parallel
// CHECK-NOT:   func.func private @nested_parallel_
func.func @nested(%buffer: memref<?x?xf32>, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %value = arith.constant 2.5 : f32
  scf.parallel (%i) = (%c0) to (%rows) step (%c1) {
    scf.parallel (%j) = (%c0) to (%rows) step (%c1) {
      memref.store %value, %buffer[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @reduction_stays
// CHECK:         scf.parallel
// CHECK-NOT:   diffattn_run_parallel
func.func @reduction_stays(%buffer: memref<?xf32>, %rows: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.parallel (%i) = (%c0) to (%rows) step (%c1) init (%zero) -> f32 {
    %value = memref.load %buffer[%i] : memref<?xf32>
    scf.reduce(%value : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return %sum : f32
}
