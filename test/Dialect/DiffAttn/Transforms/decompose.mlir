// RUN: diffattn-opt %s -diffattn-decompose -split-input-file | FileCheck %s
// RUN: diffattn-opt %s -diffattn-decompose=keep-scheduled -split-input-file | FileCheck %s --check-prefix=KEEP

// Every op goes, on tensors and memrefs; ../IR/decompose.mlir looks at what comes.
// CHECK-LABEL: func.func @every_op(
// CHECK-NOT:     diffattn.
// CHECK:         return
func.func @every_op(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %out: memref<4x5xf32>,
                    %accs: tensor<3x4x5xf32>, %rows: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %row: tensor<4xf32>) -> tensor<4x5xf32> {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>) outs(%out[m, e] : memref<4x5xf32>)
  %state:3 = diffattn.merge signal(%accs[split, m, e], %rows[split, m], %rows[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %row[m], %row[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  %result = diffattn.finalize signal(%state#0[m, e], %state#1[m], %state#2[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) outs(%acc[m, e] : tensor<4x5xf32>)
  return %result : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @inside_a_loop(
// CHECK:         scf.for
// CHECK-NOT:       diffattn.
// CHECK:           %[[STATE:.*]] = linalg.generic
// CHECK:           scf.yield
func.func @inside_a_loop(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>, %count: index) -> tensor<4x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %state:3 = scf.for %i = %c0 to %count step %c1 iter_args(%a = %acc, %x = %max, %s = %sum) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
    %next:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
        outs(%a[m, e], %x[m], %s[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
    scf.yield %next#0, %next#1, %next#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %state#0 : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @leaves_other_ops_alone(
// CHECK-NEXT:    %[[SUM:.*]] = linalg.softmax
// CHECK-NEXT:    return %[[SUM]]
func.func @leaves_other_ops_alone(%x: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %softmax = linalg.softmax dimension(1) ins(%x : tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %softmax : tensor<4x5xf32>
}

// -----

// What has a schedule stays if it is told to.
// CHECK-LABEL: func.func @scheduled(
// CHECK-NOT:     diffattn.attention
// CHECK:         return
// KEEP-LABEL: func.func @scheduled(
// KEEP-COUNT-1: diffattn.attention
// KEEP:           {diffattn.schedule = #diffattn.schedule<online
// KEEP-NOT:     diffattn.attention
// KEEP:         linalg.generic
func.func @scheduled(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {diffattn.schedule = #diffattn.schedule<online, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  %b = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %a, %b : tensor<4x5xf32>, tensor<4x5xf32>
}
