// RUN: diffattn-opt %s -split-input-file -pass-pipeline='builtin.module(func.func(diffattn-reduce-rows))' | FileCheck %s

// A warp has a row: 8 rows in a workgroup. What lanes have is combined by
// shuffles; the first one adds it to what is there.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME:    %[[X:[^:]*]]: memref<?x64xf32>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK:         %[[BLOCKS:.*]] = arith.divui
// CHECK:         gpu.launch
// CHECK-SAME:      threads(%[[THREAD:.*]], %{{.*}}, %{{.*}}) in
// CHECK-NOT:       dynamic_shared_memory_size
// CHECK:           scf.for %[[ROW:.*]] =
// CHECK:             %[[LANE:.*]] = arith.remui %[[THREAD]], %[[LANES:.*]] : index
// CHECK:             %[[SUM:.*]] = scf.for %[[COLUMN:.*]] = %[[LANE]] to %{{.*}} step %{{.*}} iter_args
// CHECK:               memref.load %[[X]]
// CHECK:               arith.addf
// CHECK:             gpu.shuffle xor %[[SUM]]
// CHECK-COUNT-4:     gpu.shuffle xor
// CHECK-NOT:         gpu.barrier
// CHECK:             scf.if
// CHECK:               memref.load %[[Y]]
// CHECK:               memref.store %{{.*}}, %[[Y]]
// CHECK:         } {diffattn.kernel = "rows"}
func.func @sums(%x: memref<?x64xf32>, %y: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<?x64xf32>) outs(%y : memref<?xf32>) dimensions = [1]
  return
}

// -----

// A workgroup has a long row: its warps meet in shared memory. Half floats are
// added, and multiplied, in f32.

// CHECK-LABEL: func.func @squares(
// CHECK:         gpu.launch {{.*}}dynamic_shared_memory_size
// CHECK:           arith.extf %{{.*}} : f16 to f32
// CHECK:           arith.mulf %{{.*}} : f32
// CHECK-COUNT-5:   gpu.shuffle xor
// CHECK:           gpu.dynamic_shared_memory
// CHECK:           gpu.barrier
// CHECK:           arith.truncf %{{.*}} : f32 to f16
// CHECK:           gpu.barrier
#x = affine_map<(i, j) -> (i, j)>
#y = affine_map<(i, j) -> (i)>
func.func @squares(%x: memref<4x4096xf16>, %y: memref<4xf16>) {
  linalg.generic {indexing_maps = [#x, #y], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x4096xf16>) outs(%y : memref<4xf16>) {
  ^bb0(%in: f16, %sum: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.addf %sum, %0 : f16
    linalg.yield %1 : f16
  }
  return
}

// -----

// 64 bits pass in two halves.

// CHECK-LABEL: func.func @largest(
// CHECK-COUNT-10:  gpu.shuffle xor %{{.*}}, %{{.*}}, %{{.*}} : i32
func.func @largest(%x: memref<?x?xf64>, %y: memref<?xf64>) {
  linalg.reduce { arith.maximumf } ins(%x : memref<?x?xf64>) outs(%y : memref<?xf64>) dimensions = [1]
  return
}

// -----

// What stays: sums of columns, whose threads read neighbours already, short rows,
// products of matrices, results that are more than combined, and bodies with
// checks.

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     gpu.launch
func.func @others(%x: memref<64x64xf32>, %short: memref<64x16xf32>, %y: memref<64xf32>, %z: memref<64x64xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<64x64xf32>) outs(%y : memref<64xf32>) dimensions = [0]
  linalg.reduce { arith.addf } ins(%short : memref<64x16xf32>) outs(%y : memref<64xf32>) dimensions = [1]
  linalg.matmul ins(%x, %x : memref<64x64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.reduce ins(%x : memref<64x64xf32>) outs(%y : memref<64xf32>) dimensions = [1]
    (%in: f32, %sum: f32) {
      %0 = arith.addf %sum, %in : f32
      %1 = arith.mulf %0, %0 : f32
      linalg.yield %1 : f32
    }
  linalg.reduce ins(%x : memref<64x64xf32>) outs(%y : memref<64xf32>) dimensions = [1]
    (%in: f32, %sum: f32) {
      %zero = arith.constant 0.0 : f32
      %ok = arith.cmpf oge, %in, %zero : f32
      cf.assert %ok, "negative"
      %0 = arith.addf %sum, %in : f32
      linalg.yield %0 : f32
    }
  return
}
