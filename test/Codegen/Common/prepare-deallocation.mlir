// RUN: diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-prepare-deallocation))" --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @small_in_entry
// CHECK:         memref.alloca() : memref<1024xf32>
// CHECK:         memref.alloc() : memref<f32>
func.func @small_in_entry() {
  %0 = memref.alloca() : memref<1024xf32>
  %one_too_many = memref.alloca() : memref<f32>
  return
}

// -----

// CHECK-LABEL: func.func @in_a_loop
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloc() : memref<f32>
func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloca() : memref<f32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @of_unknown_size
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
func.func @of_unknown_size(%n: index) {
  %0 = memref.alloca(%n) : memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @scope
// CHECK:         scf.execute_region -> f32
// CHECK:           memref.alloc() : memref<f32>
// CHECK:           scf.yield
func.func @scope(%x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = memref.alloca() : memref<f32>
    memref.store %x, %1[] : memref<f32>
    %2 = memref.load %1[] : memref<f32>
    memref.alloca_scope.return %2 : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @freed_by_the_author
// CHECK:         memref.alloc() {bufferization.manual_deallocation}
// CHECK:         memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @freed_by_the_author() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
