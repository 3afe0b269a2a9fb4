// RUN: diffattn-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// The sizes of results are those of outs, so the op need not run to know them.

// CHECK-LABEL: func.func @attention_result_sizes(
// CHECK-SAME:      %{{.*}}: tensor<?x8xf32>, %{{.*}}: tensor<6x8xf32>, %{{.*}}: tensor<6x?xf32>, %[[OUT:.*]]: tensor<?x?xf32>, %[[LSE:.*]]: tensor<?xf32>)
// CHECK-NOT:     diffattn.attention
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %[[OUT]], %[[C0:.*]] :
// CHECK-DAG:     %[[FEATURES:.*]] = tensor.dim %[[OUT]], %[[C1:.*]] :
// CHECK-DAG:     %[[LSE_ROWS:.*]] = tensor.dim %[[LSE]], %[[C0]] :
// CHECK-DAG:     %[[C0]] = arith.constant 0
// CHECK-DAG:     %[[C1]] = arith.constant 1
// CHECK:         return %[[ROWS]], %[[FEATURES]], %[[LSE_ROWS]]
func.func @attention_result_sizes(%q: tensor<?x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x?xf32>, %o: tensor<?x?xf32>, %l: tensor<?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x?xf32>) outs(%o[m, e], %l[m] : tensor<?x?xf32>, tensor<?xf32>)
  %rows = tensor.dim %out#0, %c0 : tensor<?x?xf32>
  %features = tensor.dim %out#0, %c1 : tensor<?x?xf32>
  %lse_rows = tensor.dim %out#1, %c0 : tensor<?xf32>
  return %rows, %features, %lse_rows : index, index, index
}

// CHECK-LABEL: func.func @merge_result_sizes(
// CHECK-NOT:     diffattn.merge
// CHECK:         tensor.dim %{{.*}} : tensor<?x5xf32>
func.func @merge_result_sizes(%accs: tensor<3x?x5xf32>, %rows: tensor<3x?xf32>, %acc: tensor<?x5xf32>, %row: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %state:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x?x5xf32>, tensor<3x?xf32>, tensor<3x?xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<?x5xf32>, tensor<?xf32>, tensor<?xf32>)
  %size = tensor.dim %state#0, %c0 : tensor<?x5xf32>
  return %size : index
}

// CHECK-LABEL: func.func @memrefs_have_no_results(
// CHECK:         diffattn.finalize
func.func @memrefs_have_no_results(%acc: memref<?x5xf32>, %row: memref<?xf32>, %o: memref<?x5xf32>) {
  diffattn.finalize signal(%acc[m, e], %row[m], %row[m] : memref<?x5xf32>, memref<?xf32>, memref<?xf32>) outs(%o[m, e] : memref<?x5xf32>)
  return
}
