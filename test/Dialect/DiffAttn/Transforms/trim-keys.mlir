// RUN: diffattn-opt %s --diffattn-trim-keys --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --diffattn-trim-keys=keep-scheduled --split-input-file | FileCheck %s --check-prefix=KEEP

// The cache is read up to the longest sequence; the shared key stays shared.
// CHECK-LABEL: func.func @cache(
// CHECK-SAME:    %[[Q:[a-z0-9]+]]: tensor<?x1x8xf32>, %[[K:[a-z0-9]+]]: tensor<?x64x8xf32>, %[[V:[a-z0-9]+]]: tensor<?x64x4xf32>,
// CHECK-SAME:    %[[LENGTHS:[a-z0-9]+]]: tensor<?xi64>
// CHECK:         %[[CAPACITY:.*]] = tensor.dim %[[K]], %{{.*}}
// CHECK:         %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : i64)
// CHECK:         %[[LARGEST:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[LENGTHS]] : tensor<?xi64>) outs(%[[ZERO]] : tensor<i64>)
// CHECK:           arith.maxsi
// CHECK:         %[[NUMBER:.*]] = tensor.extract %[[LARGEST]][]
// CHECK:         %[[INDEX:.*]] = arith.index_cast %[[NUMBER]] : i64 to index
// CHECK:         %[[COUNT:.*]] = arith.minsi %[[INDEX]], %{{.*}}
// CHECK:         %[[KEYS:.*]] = tensor.extract_slice %[[K]][0, 0, 0] [%{{.*}}, %[[COUNT]], 8] [1, 1, 1]
// CHECK:         %[[VALUES:.*]] = tensor.extract_slice %[[V]][0, 0, 0] [%{{.*}}, %[[COUNT]], 4] [1, 1, 1]
// CHECK:         diffattn.attention
// CHECK:           signal(%[[Q]][b, m, d], %[[KEYS]][b, n, d]
// CHECK:           noise(%[[Q]][b, m, d], %[[KEYS]][b, n, d]
// CHECK:           value(%[[VALUES]][b, n, e]
// CHECK:           key_lengths(%[[LENGTHS]][b]
func.func @cache(%q: tensor<?x1x8xf32>, %k: tensor<?x64x8xf32>, %v: tensor<?x64x4xf32>, %lengths: tensor<?xi64>, %l: tensor<f32>, %init: tensor<?x1x4xf32>) -> tensor<?x1x4xf32> {
  %o = diffattn.attention
      signal(%q[b, m, d], %k[b, n, d] : tensor<?x1x8xf32>, tensor<?x64x8xf32>)
      noise(%q[b, m, d], %k[b, n, d] : tensor<?x1x8xf32>, tensor<?x64x8xf32>)
      value(%v[b, n, e] : tensor<?x64x4xf32>)
      lambda(%l[] : tensor<f32>)
      key_lengths(%lengths[b] : tensor<?xi64>)
      outs(%init[b, m, e] : tensor<?x1x4xf32>) {causal}
  return %o : tensor<?x1x4xf32>
}

// -----

// One length for all; the mask is cut as well, where it has keys.
// CHECK-LABEL: func.func @mask(
// CHECK-SAME:    %[[LENGTH:[a-z0-9]+]]: tensor<index>, %[[MASK:[a-z0-9]+]]: tensor<3x?xi1>
// CHECK:         %[[NUMBER:.*]] = tensor.extract
// CHECK:         %[[COUNT:.*]] = arith.minsi %[[NUMBER]], %{{.*}}
// CHECK:         %[[VISIBLE:.*]] = tensor.extract_slice %[[MASK]][0, 0] [3, %[[COUNT]]] [1, 1]
// CHECK:           mask(%[[VISIBLE]][m, n]
func.func @mask(%q: tensor<3x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x4xf32>, %length: tensor<index>, %mask: tensor<3x?xi1>, %init: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<3x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x4xf32>)
      mask(%mask[m, n] : tensor<3x?xi1>)
      key_lengths(%length[] : tensor<index>)
      outs(%init[m, e] : tensor<3x4xf32>)
  return %o : tensor<3x4xf32>
}

// -----

// Nothing is cut without lengths, or where the keys are a tile.
// CHECK-LABEL: func.func @no_lengths(
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @no_lengths(%q: tensor<3x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x4xf32>, %init: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<3x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x4xf32>)
      outs(%init[m, e] : tensor<3x4xf32>)
  return %o : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @tile(
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @tile(%q: tensor<3x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x4xf32>, %length: tensor<index>, %offset: index, %init: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<3x8xf32>, tensor<?x8xf32>)
      value(%v[n, e] : tensor<?x4xf32>)
      key_lengths(%length[] : tensor<index>)
      query_offset(%offset : index)
      key_offset(%offset : index)
      outs(%init[m, e] : tensor<3x4xf32>)
  return %o : tensor<3x4xf32>
}

// -----

// Kernels skip the keys themselves.
// CHECK-LABEL: func.func @scheduled(
// CHECK:         tensor.extract_slice
// KEEP-LABEL: func.func @scheduled(
// KEEP-SAME:    %{{.*}}, %[[K:[a-z0-9]+]]: tensor<64x8xf32>
// KEEP-NEXT:    diffattn.attention
// KEEP-NEXT:      signal(%{{.*}}[m, d], %[[K]][n, d]
func.func @scheduled(%q: tensor<1x8xf32>, %k: tensor<64x8xf32>, %v: tensor<64x4xf32>, %length: tensor<i64>, %init: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<64x8xf32>)
      value(%v[n, e] : tensor<64x4xf32>)
      key_lengths(%length[] : tensor<i64>)
      outs(%init[m, e] : tensor<1x4xf32>)
      {diffattn.schedule = #diffattn.schedule<split, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return %o : tensor<1x4xf32>
}
