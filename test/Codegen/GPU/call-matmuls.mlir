// RUN: diffattn-opt %s -split-input-file -diffattn-call-matmuls | FileCheck %s
// RUN: diffattn-opt %s -split-input-file -diffattn-call-matmuls=smallest=100000 | FileCheck %s --check-prefix=LARGE

// One function for both products: any sizes and strides. The fill goes.

// CHECK-DAG:   func.func private @diffattn_matmul(!llvm.ptr)
// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[A:.*]]: memref<8x32xf32>, %[[B:.*]]: memref<32x64xf32>, %[[C:.*]]: memref<8x64xf32>,
// CHECK-NOT:     linalg.fill
// CHECK:         %[[ANY_A:.*]] = memref.cast %[[A]] : memref<8x32xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK:         %[[ANY_B:.*]] = memref.cast %[[B]]
// CHECK:         %[[ANY_C:.*]] = memref.cast %[[C]]
// CHECK:         call @matmul_f32_f32_mk_kn_mn(%[[ANY_A]], %[[ANY_B]], %[[ANY_C]])
// CHECK:         call @matmul_f32_f32_mk_kn_mn(
// CHECK-NOT:     linalg.matmul
// CHECK:         return

// The library's matrices have the same sizes, no gaps along one dim, and the next
// index of the other one comes behind. What is left is a kernel.

// CHECK-LABEL: func.func private @matmul_f32_f32_mk_kn_mn(
// CHECK-SAME:    %[[ANY_A:[^:]*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[ANY_B:[^:]*]]: {{.*}}, %[[ANY_C:[^:]*]]: memref
// CHECK:         %[[CALL:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, ptr, i32, i32, i32, array<4 x array<4 x i64>>, array<4 x array<4 x i64>>, array<4 x array<4 x i64>>, array<4 x array<4 x i64>>)>
// CHECK:         %{{[^:]*}}, %[[SIZES:[^:]*]]:2, %[[STRIDES:[^:]*]]:2 = memref.extract_strided_metadata %[[ANY_A]]
// CHECK-DAG:     %[[ROWS_A:.*]] = memref.dim %[[ANY_A]], %c0
// CHECK-DAG:     %[[DEPTH_A:.*]] = memref.dim %[[ANY_A]], %c1
// CHECK-DAG:     %[[DEPTH_B:.*]] = memref.dim %[[ANY_B]], %c0
// CHECK-DAG:     %[[COLS_B:.*]] = memref.dim %[[ANY_B]], %c1
// CHECK-DAG:     %[[ROWS_C:.*]] = memref.dim %[[ANY_C]], %c0
// CHECK-DAG:     %[[COLS_C:.*]] = memref.dim %[[ANY_C]], %c1
// CHECK-DAG:     arith.cmpi eq, %[[DEPTH_A]], %[[DEPTH_B]]
// CHECK-DAG:     arith.cmpi eq, %[[ROWS_A]], %[[ROWS_C]]
// CHECK-DAG:     arith.cmpi eq, %[[COLS_B]], %[[COLS_C]]
// CHECK:         %[[NO_GAPS:.*]] = arith.cmpi eq, %[[STRIDES]]#1, %{{.*}}
// CHECK:         %[[BEHIND:.*]] = arith.cmpi sge, %[[STRIDES]]#0, %{{.*}}
// CHECK:         arith.andi %[[NO_GAPS]], %[[BEHIND]]
// CHECK:         scf.if
// CHECK:           memref.extract_aligned_pointer_as_index %[[ANY_A]]
// CHECK:           func.call @diffattn_matmul(%[[CALL]]) : (!llvm.ptr) -> ()
// CHECK:         } else {
// CHECK:           linalg.fill
// CHECK:           scf.if
// CHECK:             linalg.generic
// CHECK:           }
// CHECK:         }
// CHECK:         return

// LARGE-LABEL: func.func @two(
// LARGE:         linalg.matmul
// LARGE:         linalg.matmul
// LARGE:         return
func.func @two(%a: memref<8x32xf32>, %b: memref<32x64xf32>, %c: memref<8x64xf32>, %d: memref<8x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<8x64xf32>)
  linalg.matmul ins(%a, %b : memref<8x32xf32>, memref<32x64xf32>) outs(%c : memref<8x64xf32>)
  linalg.fill ins(%zero : f32) outs(%d : memref<8x64xf32>)
  linalg.matmul ins(%a, %b : memref<8x32xf32>, memref<32x64xf32>) outs(%d : memref<8x64xf32>)
  return
}

// -----

// Without a fill it adds. Dims that the strides may make one have numbers.

// CHECK-LABEL: func.func @projection(
// CHECK:         call @matmul_add_bf16_f32_m0m1k_n0n1k_m0m1n0n1(
// CHECK:       func.func private @matmul_add_bf16_f32_m0m1k_n0n1k_m0m1n0n1(
// CHECK:         scf.if
// CHECK:         } else {
// CHECK-NOT:       linalg.fill
// CHECK:           linalg.generic
#x = affine_map<(b, t, h, e, d) -> (b, t, d)>
#w = affine_map<(b, t, h, e, d) -> (h, e, d)>
#y = affine_map<(b, t, h, e, d) -> (b, t, h, e)>
func.func @projection(%x: memref<?x?x?xbf16>, %w: memref<?x?x?xbf16>, %y: memref<?x?x?x?xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<?x?x?xbf16>, memref<?x?x?xbf16>) outs(%y : memref<?x?x?x?xf32>) {
  ^bb0(%in: bf16, %weight: bf16, %sum: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %weight : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// -----

// Sums of halves are rounded once: two dims of depth must be like one.

// CHECK-LABEL: func.func private @matmul_add_f16_f16_mk0k1_k0k1n_mn(
// CHECK:         %{{[^:]*}}, %[[SIZES:[^:]*]]:3, %[[STRIDES:[^:]*]]:3 = memref.extract_strided_metadata
// CHECK:         %[[NEXT:.*]] = arith.muli %[[STRIDES]]#2, %[[SIZES]]#2
// CHECK:         arith.cmpi eq, %[[STRIDES]]#1, %[[NEXT]]
// CHECK:         scf.if
#a = affine_map<(m, n, h, d) -> (m, h, d)>
#b = affine_map<(m, n, h, d) -> (h, d, n)>
#c = affine_map<(m, n, h, d) -> (m, n)>
func.func @heads(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %c: memref<?x?xf16>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>) outs(%c : memref<?x?xf16>) {
  ^bb0(%x: f16, %y: f16, %sum: f16):
    %0 = arith.mulf %x, %y : f16
    %1 = arith.addf %sum, %0 : f16
    linalg.yield %1 : f16
  }
  return
}

// -----

// Vectors and batches.

// CHECK-LABEL: func.func @others(
// CHECK:         call @matmul_add_f64_f64_mk_k_m(
// CHECK:         call @matmul_add_f32_f32_gmk_gkn_gmn(
func.func @others(%a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %p: memref<?x?x?xf32>, %q: memref<?x?x?xf32>, %r: memref<?x?x?xf32>) {
  linalg.matvec ins(%a, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
  linalg.batch_matmul ins(%p, %q : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%r : memref<?x?x?xf32>)
  return
}

// -----

// Factors of different types: a copy of the narrower one, in f32.

// CHECK-LABEL: func.func @weights(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4x64xf32>, %[[W:[^:]*]]: memref<?x64xbf16>,
// CHECK:         %[[COUNT:.*]] = memref.dim %[[W]], %{{.*}}
// CHECK:         %[[WIDE:.*]] = memref.alloc(%[[COUNT]]) : memref<?x64xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[W]] : memref<?x64xbf16>) outs(%[[WIDE]] : memref<?x64xf32>)
// CHECK:           arith.extf
// CHECK:         %[[ANY:.*]] = memref.cast %[[WIDE]]
// CHECK:         call @matmul_add_f32_f32_mk_nk_mn(%{{.*}}, %[[ANY]], %{{.*}})
// CHECK:         memref.dealloc %[[WIDE]]
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @weights(%x: memref<4x64xf32>, %w: memref<?x64xbf16>, %y: memref<4x?xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<4x64xf32>, memref<?x64xbf16>) outs(%y : memref<4x?xf32>) {
  ^bb0(%in: f32, %weight: bf16, %sum: f32):
    %0 = arith.extf %weight : bf16 to f32
    %1 = arith.mulf %in, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

// What stays: other types, dot products, few numbers, and what multiplies
// nothing.

// CHECK-LABEL: func.func @kernels(
// CHECK:         linalg.matmul
// CHECK:         linalg.dot
// CHECK:         linalg.matmul
// CHECK:         linalg.reduce
// CHECK-NOT:   diffattn_matmul
func.func @kernels(%a: memref<?x?xi32>, %x: memref<?xf32>, %s: memref<f32>, %t: memref<8x8xf32>, %u: memref<8xf32>) {
  linalg.matmul ins(%a, %a : memref<?x?xi32>, memref<?x?xi32>) outs(%a : memref<?x?xi32>)
  linalg.dot ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%s : memref<f32>)
  linalg.matmul ins(%t, %t : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  linalg.reduce { arith.addf } ins(%t : memref<8x8xf32>) outs(%u : memref<8xf32>) dimensions = [1]
  return
}
