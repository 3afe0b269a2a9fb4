// RUN: diffattn-opt %s -split-input-file -allow-unregistered-dialect -pass-pipeline='builtin.module(func.func(diffattn-launch-loops))' | FileCheck %s

// The iterations of all parallel dims are numbered; a thread takes those that
// are a grid apart. The reduction is a loop of the thread, and writes once.

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>)
// CHECK:         %[[COUNT:.*]] = arith.muli
// CHECK:         %[[NEEDED:.*]] = arith.ceildivui %[[COUNT]], %{{.*}}
// CHECK:         %[[BLOCKS:.*]] = arith.minui %[[NEEDED]], %{{.*}}
// CHECK:         gpu.launch blocks(%[[BLOCK:.*]], %{{.*}}, %{{.*}}) in (%[[GRID:.*]] = %[[BLOCKS]],
// CHECK-SAME:      threads(%[[THREAD:.*]], %{{.*}}, %{{.*}}) in
// CHECK:           %[[BEFORE:.*]] = arith.muli %[[BLOCK]],
// CHECK:           %[[FIRST:.*]] = arith.addi %[[BEFORE]], %[[THREAD]]
// CHECK:           %[[STEP:.*]] = arith.muli %[[GRID]],
// CHECK:           scf.for %[[I:.*]] = %[[FIRST]] to %[[COUNT]] step %[[STEP]] {
// CHECK:             arith.remui %[[I]]
// CHECK:             arith.divui %[[I]]
// CHECK:             %[[OLD:.*]] = memref.load %[[C]]
// CHECK:             %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]]) -> (f32) {
// CHECK-NOT:           memref.store
// CHECK:               scf.yield
// CHECK:             memref.store %[[SUM]], %[[C]]
// CHECK:           gpu.terminator
// CHECK:         } {diffattn.kernel = "matmul"}
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// A few iterations: a thread each, nothing to count.

// CHECK-LABEL: func.func @few(
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.*}} = %[[ONE:.*]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) threads(%[[THREAD:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[SIX:.*]],
// CHECK-NOT:       scf.for
// CHECK:           arith.remui %[[THREAD]]
// CHECK:           memref.store
// CHECK:         } {diffattn.kernel = "fill"}
func.func @few(%value: f32, %out: memref<2x3xf32>) {
  linalg.fill ins(%value : f32) outs(%out : memref<2x3xf32>)
  return
}

// -----

// Parallel dims come first, wherever they stand.

// CHECK-LABEL: func.func @column_sums(
// CHECK:         gpu.launch
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-NOT:       gpu.launch
// CHECK:         } {diffattn.kernel = "reduction"}
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>
func.func @column_sums(%in: memref<?x?xf32>, %out: memref<?xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%in : memref<?x?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Copies, strided or not, are kernels; so are reductions to one number.

// CHECK-LABEL: func.func @copy_and_dot(
// CHECK:         gpu.launch
// CHECK:         } {diffattn.kernel = "copy"}
// CHECK:         gpu.launch
// CHECK:         } {diffattn.kernel = "dot"}
// CHECK-NOT:     memref.copy
func.func @copy_and_dot(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<f32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  linalg.dot ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<f32>)
  return
}

// -----

// Stores in a row are one launch of one thread; a load stays on the host, and
// ends the row.

// CHECK-LABEL: func.func @stores(
// CHECK:         gpu.launch
// CHECK-COUNT-2:   memref.store
// CHECK:         } {diffattn.kernel = "store"}
// CHECK:         memref.load
// CHECK:         gpu.launch
// CHECK:           memref.store
// CHECK-NOT:     memref.store
func.func @stores(%out: memref<4xf32>, %value: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %value, %out[%c0] : memref<4xf32>
  %twice = arith.addf %value, %value : f32
  memref.store %twice, %out[%c1] : memref<4xf32>
  %0 = memref.load %out[%c1] : memref<4xf32>
  memref.store %0, %out[%c0] : memref<4xf32>
  return %0 : f32
}

// -----

// A loop that reads elements is a kernel of one thread. Its results come back
// through memory.

// CHECK-LABEL: func.func @sum(
// CHECK:         %[[RESULT:.*]] = memref.alloc() : memref<f32>
// CHECK:         gpu.launch
// CHECK:           %[[SUM:.*]] = scf.for
// CHECK:           memref.store %[[SUM]], %[[RESULT]][]
// CHECK:         } {diffattn.kernel = "for"}
// CHECK:         %[[READ:.*]] = memref.load %[[RESULT]][]
// CHECK:         memref.dealloc %[[RESULT]]
// CHECK:         return %[[READ]]
func.func @sum(%in: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %zero) -> f32 {
    %a = memref.load %in[%i] : memref<?xf32>
    %next = arith.addf %so_far, %a : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// -----

// Loops around work for many threads, around allocations and without elements
// stay on the host.

// CHECK-LABEL: func.func @host_loops(
// CHECK:         scf.for
// CHECK:           gpu.launch
// CHECK:         scf.parallel
// CHECK:           memref.alloc
// CHECK:           gpu.launch
// CHECK:         scf.for {{.*}} iter_args
// CHECK-NOT:       gpu.launch
func.func @host_loops(%out: memref<8xf32>, %value: f32, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%value : f32) outs(%out : memref<8xf32>)
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %workspace = memref.alloc(%n) : memref<?xf32>
    memref.store %value, %workspace[%i] : memref<?xf32>
    memref.dealloc %workspace : memref<?xf32>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %c0) -> index {
    %next = arith.addi %so_far, %i : index
    scf.yield %next : index
  }
  return %sum : index
}

// -----

// Memory of the stack is of no use to kernels; constants come to the device
// once.

// CHECK-LABEL: func.func @memory(
// CHECK-NEXT:    %[[TABLE:.*]] = memref.get_global @table
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NOT:     memref.get_global
// CHECK:         memref.dealloc %[[BUFFER]]
// CHECK-NEXT:    return
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @memory(%n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %buffer = memref.alloca() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %table = memref.get_global @table : memref<4xf32>
    %again = memref.get_global @table : memref<4xf32>
    linalg.add ins(%table, %again : memref<4xf32>, memref<4xf32>) outs(%buffer : memref<4xf32>)
    memref.copy %buffer, %out : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// Sums of half floats are those of f32, rounded once; so are their products.

// CHECK-LABEL: func.func @half_sums(
// CHECK:         gpu.launch
// CHECK:           %[[OLD:.*]] = memref.load
// CHECK:           %[[START:.*]] = arith.extf %[[OLD]] : f16 to f32
// CHECK:           %[[RESULT:.*]] = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[START]]) -> (f32) {
// CHECK:             %[[A:.*]] = arith.extf
// CHECK:             %[[B:.*]] = arith.extf
// CHECK:             %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK:             arith.addf %[[SUM]], %[[PRODUCT]] : f32
// CHECK-NOT:         arith.truncf
// CHECK:             scf.yield
// CHECK:           %[[ROUNDED:.*]] = arith.truncf %[[RESULT]] : f32 to f16
// CHECK:           memref.store %[[ROUNDED]]
func.func @half_sums(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf16>) {
  linalg.matmul ins(%a, %b : memref<?x?xf16>, memref<?x?xf16>) outs(%c : memref<?x?xf16>)
  return
}
