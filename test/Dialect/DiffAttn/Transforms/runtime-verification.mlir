// RUN: diffattn-opt %s -generate-runtime-verification -canonicalize | FileCheck %s

// What the verifier can't know is checked before the op runs.

// CHECK-LABEL: func.func @sizes_known_elsewhere(
// CHECK-SAME:      %[[QUERY:[a-z0-9]*]]: tensor<?x8xf32>, %{{.*}}: tensor<6x8xf32>, %{{.*}}: tensor<6x5xf32>, %[[OUT:[a-z0-9]*]]: tensor<4x5xf32>)
// CHECK:         %[[FOUND:.*]] = tensor.dim %[[QUERY]], %{{.*}}
// CHECK:         %[[EQUAL:.*]] = arith.cmpi eq, %[[FOUND]], %{{.*}}
// CHECK:         cf.assert %[[EQUAL]], "{{.*}}dim m of signal query differs from the size it has elsewhere
// CHECK-NOT:     cf.assert
// CHECK:         diffattn.attention
func.func @sizes_known_elsewhere(%q: tensor<?x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// The first operand that has a dim says its size.
// CHECK-LABEL: func.func @sizes_known_nowhere(
// CHECK:         "{{.*}}dim d of signal key differs
// CHECK:         "{{.*}}dim n of value differs
// CHECK:         "{{.*}}dim m of out differs
// CHECK:         "{{.*}}dim e of out differs
// CHECK-NOT:     cf.assert
// CHECK:         diffattn.attention
func.func @sizes_known_nowhere(%q: memref<?x?xf32>, %k: memref<?x?xf32>, %v: memref<?x?xf32>, %o: memref<?x?xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<?x?xf32>, memref<?x?xf32>) value(%v[n, e] : memref<?x?xf32>) outs(%o[m, e] : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @all_sizes_static(
// CHECK-NOT:     cf.assert
// CHECK:         diffattn.attention
func.func @all_sizes_static(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @key_lengths(
// CHECK-SAME:      %[[LENGTHS:[a-z0-9]*]]: tensor<2xi32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[KEYS:.*]] = arith.constant 6 : index
// CHECK:         scf.for %[[BATCH:.*]] = %[[ZERO]] to
// CHECK:           %[[LENGTH32:.*]] = tensor.extract %[[LENGTHS]][%[[BATCH]]]
// CHECK:           %[[LENGTH:.*]] = arith.index_cast %[[LENGTH32]]
// CHECK:           %[[NOT_NEGATIVE:.*]] = arith.cmpi sge, %[[LENGTH]], %[[ZERO]]
// CHECK:           %[[NOT_BEYOND:.*]] = arith.cmpi sle, %[[LENGTH]], %[[KEYS]]
// CHECK:           %[[VALID:.*]] = arith.andi %[[NOT_NEGATIVE]], %[[NOT_BEYOND]]
// CHECK:           cf.assert %[[VALID]], "{{.*}}key_lengths holds a value outside [0, number of keys]
// CHECK:         diffattn.attention
func.func @key_lengths(%q: tensor<2x4x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>, %lengths: tensor<2xi32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.attention signal(%q[b, m, d], %k[b, n, d] : tensor<2x4x8xf32>, tensor<2x6x8xf32>) value(%v[b, n, e] : tensor<2x6x5xf32>)
      key_lengths(%lengths[b] : tensor<2xi32>) outs(%o[b, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @key_lengths_of_rank_0_on_memrefs(
// CHECK:         memref.load %{{.*}}[] : memref<i64>
// CHECK:         cf.assert
func.func @key_lengths_of_rank_0_on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %lengths: memref<i64>, %o: memref<4x5xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>)
      key_lengths(%lengths[] : memref<i64>) outs(%o[m, e] : memref<4x5xf32>)
  return
}

// Lengths of a tile count the keys of the whole attention.
// CHECK-LABEL: func.func @key_lengths_of_a_tile(
// CHECK-NOT:     cf.assert
// CHECK:         diffattn.attention
func.func @key_lengths_of_a_tile(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lengths: tensor<i64>, %key: index, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      key_lengths(%lengths[] : tensor<i64>) key_offset(%key : index) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @other_ops(
// CHECK:         "{{.*}}dim m of signal sum differs
// CHECK:         diffattn.merge
// CHECK:         "{{.*}}dim e of out differs
// CHECK:         diffattn.finalize
func.func @other_ops(%accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %sums: tensor<3x?xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>, %o: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %state:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %sums[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x?xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  %out = diffattn.finalize signal(%state#0[m, e], %state#1[m], %state#2[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o[m, e] : tensor<4x?xf32>)
  return %out : tensor<4x?xf32>
}
