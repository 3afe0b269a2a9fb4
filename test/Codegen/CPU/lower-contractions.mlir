// RUN: diffattn-opt %s --diffattn-lower-contractions="vector-bits=512 bf16-dot" --split-input-file | FileCheck %s

// A projection with two dims of rows: the tile is of 12 rows and two vectors.

// CHECK-LABEL: func.func @linear(
// CHECK-NOT:     linalg.generic
// CHECK:         %[[A:.*]] = memref.reinterpret_cast
// CHECK:         %[[W:.*]] = memref.reinterpret_cast
// CHECK:         %[[C:.*]] = memref.reinterpret_cast
// CHECK:         %[[ADD:.*]] = arith.constant false
// CHECK:         call @contract_f32_f32_f32(%[[A]], %[[W]], %[[C]], %[[ADD]],

// CHECK-LABEL: func.func private @contract_multiply_f32_f32_12(
// CHECK:         scf.for
// CHECK:           %[[RIGHT:.*]] = vector.load
// CHECK:           vector.load
// CHECK:           %[[LEFT:.*]] = vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK-NEXT:      vector.fma %[[LEFT]], %[[RIGHT]]
// CHECK-COUNT-23:  vector.fma
// CHECK-NOT:       vector.fma
// CHECK:           scf.yield
func.func @linear(%x: memref<1x?x64xf32>, %w: memref<32x64xf32>, %c: memref<1x?x32xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>,
                       affine_map<(b, s, n, k) -> (n, k)>,
                       affine_map<(b, s, n, k) -> (b, s, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<1x?x64xf32>, memref<32x64xf32>) outs(%c : memref<1x?x32xf32>) {
    ^bb0(%a: f32, %b: f32, %sum: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %sum, %0 : f32
      linalg.yield %1 : f32
  }
  return
}

// -----

// Zeros need not be written. Both products are of one kernel.

// CHECK-LABEL: func.func @after_fill(
// CHECK-NOT:     linalg.fill
// CHECK:         %[[OVERWRITE:.*]] = arith.constant true
// CHECK:         call @[[KERNEL:.*]](%{{.*}}, %{{.*}}, %{{.*}}, %[[OVERWRITE]],
// CHECK:         call @[[KERNEL]](
// CHECK:       func.func private @[[KERNEL]](
// CHECK-NOT:   @contract_f32_f32_f32_0
func.func @after_fill(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %d: memref<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  %memory = memref.alloc() : memref<4xf32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%d : memref<4x16xf32>)
  return
}

// -----

// Operands with nothing to multiply fit a result of any sizes. The sizes are its
// own, and the depth is that of no products unless all sizes are the same.

// CHECK-LABEL: func.func @any_sizes(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x?xf32>, %[[B:[^:]*]]: memref<?x?xf32>, %[[C:[^:]*]]: memref<?x?xf32>)
// CHECK-NOT:     linalg.fill
// CHECK-DAG:     %[[C_SIZES:[^,]*]]:2, %{{[^,]*}}:2 = memref.extract_strided_metadata %[[C]]
// CHECK-DAG:     %[[ROWS_A:.*]] = memref.dim %[[A]], %c0
// CHECK-DAG:     %[[DEPTH_A:.*]] = memref.dim %[[A]], %c1
// CHECK-DAG:     %[[DEPTH_B:.*]] = memref.dim %[[B]], %c0
// CHECK-DAG:     %[[COLS_B:.*]] = memref.dim %[[B]], %c1
// CHECK-DAG:     %[[ROWS_C:.*]] = memref.dim %[[C]], %c0
// CHECK-DAG:     %[[COLS_C:.*]] = memref.dim %[[C]], %c1
// CHECK-DAG:     arith.cmpi eq, %[[DEPTH_A]], %[[DEPTH_B]]
// CHECK-DAG:     arith.cmpi eq, %[[ROWS_A]], %[[ROWS_C]]
// CHECK-DAG:     arith.cmpi eq, %[[COLS_B]], %[[COLS_C]]
// CHECK:         %[[SAME:.*]] = arith.andi
// CHECK-NOT:     arith.andi
// CHECK:         %[[DEPTH:.*]] = arith.select %[[SAME]], %{{.*}}, %{{.*}} : index
// CHECK:         call @contract_f32_f32_f32(
// CHECK-SAME:    %[[C_SIZES]]#0
// CHECK-SAME:    %[[C_SIZES]]#1
// CHECK-SAME:    %[[DEPTH]]
func.func @any_sizes(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// The input would not be what was filled.

// CHECK-LABEL: func.func @fills_the_input(
// CHECK:         linalg.fill
// CHECK:         call
func.func @fills_the_input(%memory: memref<8x8xf32>, %b: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.subview %memory[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %a = memref.subview %memory[2, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 16>>
  linalg.fill ins(%zero : f32) outs(%c : memref<4x8xf32, strided<[8, 1]>>)
  linalg.matmul ins(%a, %b : memref<4x8xf32, strided<[8, 1], offset: 16>>, memref<8x8xf32>) outs(%c : memref<4x8xf32, strided<[8, 1]>>)
  return
}

// -----

// CHECK-LABEL: func.func @store_between(
// CHECK:         linalg.fill
// CHECK:         call
func.func @store_between(%a: memref<4x8xf32>, %b: memref<8x8xf32>, %c: memref<4x8xf32>, %i: index) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x8xf32>)
  memref.store %one, %c[%i, %i] : memref<4x8xf32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x8xf32>) outs(%c : memref<4x8xf32>)
  return
}

// -----

// A fused multiply-add, of half floats in f32: other element types, another
// kernel.

// CHECK-LABEL: func.func @fma_of_bf16(
// CHECK:         call @contract_bf16_f32_f32(
func.func @fma_of_bf16(%a: memref<4x8xbf16>, %b: memref<6x8xf32>, %c: memref<4x6xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x8xbf16>, memref<6x8xf32>) outs(%c : memref<4x6xf32>) {
    ^bb0(%x: bf16, %y: f32, %sum: f32):
      %0 = arith.extf %x : bf16 to f32
      %1 = math.fma %0, %y, %sum : f32
      linalg.yield %1 : f32
  }
  return
}

// -----

// Vectors run along the last dim of the result, here that of the first operand.

// CHECK-LABEL: func.func @transposed_result(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4x8xbf16>, %[[B:[a-z0-9]+]]: memref<6x8xf32>
// CHECK:         call @contract_f32_bf16_f32(
func.func @transposed_result(%a: memref<4x8xbf16>, %b: memref<6x8xf32>, %c: memref<6x4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (n, m)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x8xbf16>, memref<6x8xf32>) outs(%c : memref<6x4xf32>) {
    ^bb0(%x: bf16, %y: f32, %sum: f32):
      %0 = arith.extf %x : bf16 to f32
      %1 = arith.mulf %0, %y : f32
      %2 = arith.addf %1, %sum : f32
      linalg.yield %2 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @other_operations(
// CHECK-NOT:     call
// CHECK:         linalg.matmul
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK-NOT:     call
func.func @other_operations(%i: memref<4x4xi32>, %a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>, %d: memref<4xf32>) {
  // Integers.
  linalg.matmul ins(%i, %i : memref<4x4xi32>, memref<4x4xi32>) outs(%i : memref<4x4xi32>)
  // Not a sum.
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %0 = arith.mulf %x, %y : f32
      %1 = arith.maximumf %sum, %0 : f32
      linalg.yield %1 : f32
  }
  // Nothing to sum over.
  linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %0 = arith.mulf %x, %y : f32
      %1 = arith.addf %sum, %0 : f32
      linalg.yield %1 : f32
  }
  // A diagonal.
  linalg.generic {
      indexing_maps = [affine_map<(m, k) -> (m, m)>, affine_map<(m, k) -> (k, m)>,
                       affine_map<(m, k) -> (m)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%d : memref<4xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %0 = arith.mulf %x, %y : f32
      %1 = arith.addf %sum, %0 : f32
      linalg.yield %1 : f32
  }
  return
}

// -----

// A parameter may be weights that the runtime keeps panels of: the kernel asks,
// and packs them when the runtime calls back. An input is no weight.

// CHECK-LABEL: func.func @weights(
// CHECK:         call @contract_weights_bf16_bf16_f32(
// CHECK:         call @contract_bf16_bf16_f32(

// CHECK-LABEL: func.func private @contract_weights_bf16_bf16_f32(
// CHECK:         %[[REQUEST:.*]] = llvm.alloca %{{.*}} x !llvm.struct<
// CHECK:         constant @contract_pack_weights_bf16
// CHECK:         call @diffattn_find_panels(%[[REQUEST]], %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK:         scf.if
// CHECK:           call @contract_bf16_bf16_f32(

// Pairs of bf16 are multiplied at once.

// CHECK-LABEL: func.func private @contract_multiply_i32_f32_12(
// CHECK:         %[[LEFT:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// CHECK:         %[[RIGHT:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// CHECK-NEXT:    llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %[[RIGHT]], %[[LEFT]])
func.func @weights(%x: memref<?x64xbf16>, %w: memref<32x64xbf16> {diffattn.kind = "parameter"}, %v: memref<32x64xbf16>, %c: memref<?x32xf32>, %d: memref<?x32xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x64xbf16>, memref<32x64xbf16>) outs(%c : memref<?x32xf32>) {
    ^bb0(%a: bf16, %b: bf16, %sum: f32):
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.extf %b : bf16 to f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %sum, %2 : f32
      linalg.yield %3 : f32
  }
  linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %v : memref<?x64xbf16>, memref<32x64xbf16>) outs(%d : memref<?x32xf32>) {
    ^bb0(%a: bf16, %b: bf16, %sum: f32):
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.extf %b : bf16 to f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %sum, %2 : f32
      linalg.yield %3 : f32
  }
  return
}
