// RUN: diffattn-opt %s --strip-debuginfo --split-input-file \
// RUN:     --diffattn-outline-repeats="least-period=3 least-saved=3" | FileCheck %s
// RUN: diffattn-opt %s --split-input-file \
// RUN:     --diffattn-outline-repeats="least-period=3 least-saved=3" \
// RUN:     | FileCheck %s --check-prefix=PLACES

// Operations from different places of a file have messages of their own.

// PLACES-NOT: _repeated

// Layers of a product, a scaling and a sum with a table that is computed once.
// Parameters go to the function as they are, what is computed as buffers, a
// number that differs by value. Each call has constants, empty tensors and
// fills for itself.

// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[X:.*]]: tensor<?x8xf32>, %[[W0:.*]]: tensor<8x8xf32>, %[[W1:.*]]: tensor<8x8xf32>, %[[W2:.*]]: tensor<8x8xf32>)
// CHECK-DAG:     %[[SCALE0:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG:     %[[SCALE1:.*]] = arith.constant 2.500000e-01 : f32
// CHECK:         %[[N:.*]] = tensor.dim
// CHECK:         %[[TABLE:.*]] = linalg.exp
// CHECK:         %[[X_MEMORY:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<?x8xf32> to memref<?x8xf32>
// CHECK:         %[[FIRST:.*]] = memref.alloc(%[[N]]) : memref<?x8xf32>
// CHECK-NEXT:    call @layers_repeated(%[[X_MEMORY]], %[[W0]], %[[N]], %[[SCALE0]], %{{.*}}, %[[FIRST]])
// CHECK:         %[[SECOND:.*]] = memref.alloc(%[[N]]) : memref<?x8xf32>
// CHECK-NEXT:    call @layers_repeated(%[[FIRST]], %[[W1]], %[[N]], %[[SCALE1]], %{{.*}}, %[[SECOND]])
// CHECK:         %[[THIRD:.*]] = memref.alloc(%[[N]]) : memref<?x8xf32>
// CHECK-NEXT:    call @layers_repeated(%[[SECOND]], %[[W2]], %[[N]], %[[SCALE0]], %{{.*}}, %[[THIRD]])
// CHECK-NEXT:    %[[RESULT:.*]] = bufferization.to_tensor %[[THIRD]] restrict
// CHECK-NOT:     linalg.matmul
// CHECK:         linalg.log ins(%[[RESULT]]

// CHECK-LABEL: func.func private @layers_repeated(
// CHECK-SAME:    %[[H_MEMORY:.*]]: memref<?x8xf32>, %[[W:.*]]: tensor<8x8xf32> {bufferization.writable = false}, %[[SIZE:.*]]: index, %[[SCALE:.*]]: f32, %[[TABLE_MEMORY:.*]]: memref<?x8xf32>, %[[OUT:.*]]: memref<?x8xf32>)
// CHECK-DAG:     %[[H:.*]] = bufferization.to_tensor %[[H_MEMORY]] restrict
// CHECK-DAG:     %[[TABLE:.*]] = bufferization.to_tensor %[[TABLE_MEMORY]] restrict
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[SIZE]])
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]]
// CHECK:         %[[PRODUCT:.*]] = linalg.matmul ins(%[[H]], %[[W]] {{.*}} outs(%[[FILL]]
// CHECK:         %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[PRODUCT]]
// CHECK:           arith.mulf %{{.*}}, %[[SCALE]]
// CHECK:         %[[SUM:.*]] = linalg.add ins(%[[SCALED]], %[[H]]
// CHECK:         %[[LAYER:.*]] = linalg.mul ins(%[[SUM]], %[[TABLE]]
// CHECK:         bufferization.materialize_in_destination %[[LAYER]] in restrict writable %[[OUT]]
// CHECK-NEXT:    return

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @layers(%x: tensor<?x8xf32>, %w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>,
                  %w2: tensor<8x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %scale0 = arith.constant 0.5 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %empty = tensor.empty(%n) : tensor<?x8xf32>
  %table = linalg.exp ins(%x : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>

  %p0 = linalg.matmul ins(%x, %w0 : tensor<?x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<?x8xf32>) -> tensor<?x8xf32>
  %s0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p0 : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %scale0 : f32
    linalg.yield %m : f32
  } -> tensor<?x8xf32>
  %a0 = linalg.add ins(%s0, %x : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %l0 = linalg.mul ins(%a0, %table : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>

  %scale1 = arith.constant 0.25 : f32
  %p1 = linalg.matmul ins(%l0, %w1 : tensor<?x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<?x8xf32>) -> tensor<?x8xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p1 : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %scale1 : f32
    linalg.yield %m : f32
  } -> tensor<?x8xf32>
  %a1 = linalg.add ins(%s1, %l0 : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %l1 = linalg.mul ins(%a1, %table : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>

  %p2 = linalg.matmul ins(%l1, %w2 : tensor<?x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<?x8xf32>) -> tensor<?x8xf32>
  %s2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p2 : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %scale0 : f32
    linalg.yield %m : f32
  } -> tensor<?x8xf32>
  %a2 = linalg.add ins(%s2, %l1 : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %l2 = linalg.mul ins(%a2, %table : tensor<?x8xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %log = linalg.log ins(%l2 : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %log : tensor<?x8xf32>
}

// -----

// The last layer is computed in the caller's memory, which a function of
// results in buffers would not know; the layers before it are alike.

// CHECK-LABEL: func.func @to_result(
// CHECK:         call @to_result_repeated
// CHECK:         call @to_result_repeated
// CHECK:         linalg.matmul
// CHECK:         linalg.exp
// CHECK:         %[[LAST:.*]] = linalg.add
// CHECK:         return %[[LAST]]
func.func @to_result(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %empty = tensor.empty() : tensor<8x8xf32>
  %p0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e0 = linalg.exp ins(%p0 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l0 = linalg.add ins(%e0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p1 = linalg.matmul ins(%l0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%l0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e1 = linalg.exp ins(%p1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l1 = linalg.add ins(%e1, %l0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p2 = linalg.matmul ins(%l1, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%l1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e2 = linalg.exp ins(%p2 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l2 = linalg.add ins(%e2, %l1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %l2 : tensor<8x8xf32>
}

// -----

// Wired in another way: the second layer multiplies in the other order.

// CHECK-LABEL: func.func @other_order(
// CHECK-NOT:     call
func.func @other_order(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %empty = tensor.empty() : tensor<8x8xf32>
  %p0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e0 = linalg.exp ins(%p0 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l0 = linalg.sub ins(%e0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p1 = linalg.matmul ins(%l0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%l0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e1 = linalg.exp ins(%p1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l1 = linalg.sub ins(%l0, %e1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %log = linalg.log ins(%l1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %log : tensor<8x8xf32>
}

// -----

// Elementwise operations are fused with each other, across layers.

// CHECK-LABEL: func.func @no_work(
// CHECK-NOT:     call
func.func @no_work(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %a0 = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %b0 = linalg.log ins(%a0 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %c0 = linalg.abs ins(%b0 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %a1 = linalg.exp ins(%c0 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %b1 = linalg.log ins(%a1 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %c1 = linalg.abs ins(%b1 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %last = linalg.ceil ins(%c1 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  return %last : tensor<8xf32>
}

// -----

// What index a layer reads is known, and would not be in a function.

// CHECK-LABEL: func.func @different_indices(
// CHECK-NOT:     call
func.func @different_indices(%x: tensor<8x8xf32>, %w: tensor<2x8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<8x8xf32>
  %w0 = tensor.extract_slice %w[%c0, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<2x8x8xf32> to tensor<8x8xf32>
  %p0 = linalg.matmul ins(%x, %w0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l0 = linalg.add ins(%p0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %w1 = tensor.extract_slice %w[%c1, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<2x8x8xf32> to tensor<8x8xf32>
  %p1 = linalg.matmul ins(%l0, %w1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%l0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l1 = linalg.add ins(%p1, %l0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %log = linalg.log ins(%l1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %log : tensor<8x8xf32>
}

// -----

// Several tensors from each layer.

// CHECK-LABEL: func.func @several_results(
// CHECK-NOT:     call
func.func @several_results(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %empty = tensor.empty() : tensor<8x8xf32>
  %p0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e0 = linalg.exp ins(%p0 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l0 = linalg.add ins(%e0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p1 = linalg.matmul ins(%l0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%l0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e1 = linalg.exp ins(%p1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l1 = linalg.add ins(%e1, %l0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %e0, %e1, %l1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The scale of the result is an argument of the kernel for an attention anyway.
// Caches are written where they are computed.

// CHECK-LABEL: func.func @attentions(
// CHECK:         %[[SCALE0:.*]] = arith.constant 8.000000e-01 : f32
// CHECK:         call @attentions_repeated(%{{.*}}, %{{.*}}, %[[SCALE0]], %{{.*}})
// CHECK:         %[[SCALE1:.*]] = arith.constant 5.000000e-01 : f32
// CHECK:         call @attentions_repeated(%{{.*}}, %{{.*}}, %[[SCALE1]], %{{.*}})
// CHECK-NOT:     bufferization.materialize_in_destination
// CHECK:         return
// CHECK-LABEL: func.func private @attentions_repeated(
// CHECK:         linalg.add
// CHECK-NEXT:    bufferization.materialize_in_destination
// CHECK:         diffattn.attention
// CHECK:           diffattn.out_scale_argument = 2 : i64
// CHECK-NOT:       out_scale =
// CHECK:         linalg.sub
#schedule = #diffattn.schedule<online, row_block = 4, key_block = 32, value_block = 32, held_bytes = 65536, held_keys = 128, split_rows = 4, split_keys = 64>
func.func @attentions(%x: tensor<8x8xf32>, %cache0: memref<8x8xf32>, %cache1: memref<8x8xf32>) -> tensor<8x8xf32> {
  %empty = tensor.empty() : tensor<8x8xf32>
  %k0 = bufferization.to_tensor %cache0 restrict writable : memref<8x8xf32> to tensor<8x8xf32>
  %new0 = linalg.add ins(%k0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%k0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a0 = diffattn.attention
      signal(%x[m, d], %new0[n, d] : tensor<8x8xf32>, tensor<8x8xf32>)
      value(%new0[n, e] : tensor<8x8xf32>) outs(%empty[m, e] : tensor<8x8xf32>)
      {diffattn.schedule = #schedule, out_scale = 0.8}
  %l0 = linalg.sub ins(%a0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %k1 = bufferization.to_tensor %cache1 restrict writable : memref<8x8xf32> to tensor<8x8xf32>
  %new1 = linalg.add ins(%k1, %l0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%k1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a1 = diffattn.attention
      signal(%l0[m, d], %new1[n, d] : tensor<8x8xf32>, tensor<8x8xf32>)
      value(%new1[n, e] : tensor<8x8xf32>) outs(%empty[m, e] : tensor<8x8xf32>)
      {diffattn.schedule = #schedule, out_scale = 0.5}
  %l1 = linalg.sub ins(%a1, %l0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %last = linalg.exp ins(%l1 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  bufferization.materialize_in_destination %new0 in restrict writable %cache0 : (tensor<8x8xf32>, memref<8x8xf32>) -> ()
  bufferization.materialize_in_destination %new1 in restrict writable %cache1 : (tensor<8x8xf32>, memref<8x8xf32>) -> ()
  return %last : tensor<8x8xf32>
}
