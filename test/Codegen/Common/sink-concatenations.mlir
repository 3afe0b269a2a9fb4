// RUN: diffattn-opt %s -split-input-file -diffattn-sink-concatenations | FileCheck %s
// RUN: diffattn-opt %s -split-input-file \
// RUN:   -diffattn-fuse-elementwise -diffattn-sink-concatenations -diffattn-fuse-elementwise \
// RUN: | FileCheck %s --check-prefix=FUSED

// The rotation of a rotary embedding: each half of the rows is one loop.

// CHECK-LABEL: func.func @rotate(
// CHECK-NOT:     tensor.concat
// CHECK:         tensor.empty(%{{.+}}) : tensor<?x16xf32>
// CHECK:         tensor.empty(%{{.+}}) : tensor<?x16xf32>
// CHECK-NEXT:    %[[WHOLE:.+]] = tensor.empty(%{{.+}}) : tensor<?x32xf32>
// CHECK-NEXT:    %[[SLICE:.+]] = tensor.extract_slice %[[WHOLE]][0, 0] [%{{.+}}, 16] [1, 1]
// CHECK:         %[[FIRST:.+]] = linalg.generic {{.*}} outs(%[[SLICE]]
// CHECK:           arith.addf
// CHECK:         %[[HALF:.+]] = tensor.insert_slice %[[FIRST]] into %[[WHOLE]][0, 0] [%{{.+}}, 16] [1, 1]
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[HALF]][0, 16] [%{{.+}}, 16] [1, 1]
// CHECK:         %[[SECOND:.+]] = linalg.generic {{.*}} outs(%[[SLICE]]
// CHECK:           arith.addf
// CHECK:         %[[ALL:.+]] = tensor.insert_slice %[[SECOND]] into %[[HALF]][0, 16] [%{{.+}}, 16] [1, 1]
// CHECK:         return %[[ALL]]

// FUSED-LABEL: func.func @rotate(
// FUSED:         linalg.generic
// FUSED-SAME:      ins(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} :
// FUSED:           arith.negf
// FUSED:         linalg.generic
// FUSED-NOT:     linalg.generic
// FUSED-LABEL: func.func @transposed(
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @rotate(%x: tensor<?x32xf32>, %cos: tensor<?x32xf32>, %sin: tensor<?x32xf32>, %rows: index) -> tensor<?x32xf32> {
  %first = tensor.extract_slice %x[0, 0] [%rows, 16] [1, 1] : tensor<?x32xf32> to tensor<?x16xf32>
  %second = tensor.extract_slice %x[0, 16] [%rows, 16] [1, 1] : tensor<?x32xf32> to tensor<?x16xf32>
  %short = tensor.empty(%rows) : tensor<?x16xf32>
  %negated = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%second : tensor<?x16xf32>) outs(%short : tensor<?x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<?x16xf32>
  %rotated = tensor.concat dim(1) %negated, %first : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x32xf32>
  %long = tensor.empty(%rows) : tensor<?x32xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %cos, %rotated, %sin : tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x32xf32>)
      outs(%long : tensor<?x32xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32, %s: f32, %o: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %b, %s : f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x32xf32>
  return %sum : tensor<?x32xf32>
}

// -----

// Parts of a dim that is transposed, and an operand that lacks that dim. What
// reads the result of a part reads parts as well.

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[A:.+]]: tensor<5x2xf32>, %[[B:.+]]: tensor<5x3xf32>, %[[ROW:.+]]: tensor<5xf32>
// CHECK:         %[[PRODUCT_A:.+]] = linalg.generic {{.*}} ins(%[[A]], %[[ROW]] : {{.*}} outs(%{{.+}} : tensor<2x5xf32>)
// CHECK:         %[[PRODUCT_B:.+]] = linalg.generic {{.*}} ins(%[[B]], %[[ROW]] : {{.*}} outs(%{{.+}} : tensor<3x5xf32>)
// CHECK:         %[[NEGATED_A:.+]] = linalg.generic {{.*}} ins(%[[PRODUCT_A]] : tensor<2x5xf32>)
// CHECK:         %[[HALF:.+]] = tensor.insert_slice %[[NEGATED_A]] into %{{.+}}[0, 0] [2, 5] [1, 1]
// CHECK:         %[[NEGATED_B:.+]] = linalg.generic {{.*}} ins(%[[PRODUCT_B]] : tensor<3x5xf32>)
// CHECK:         tensor.insert_slice %[[NEGATED_B]] into %[[HALF]][2, 0] [3, 5] [1, 1]
#outer = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @transposed(%a: tensor<5x2xf32>, %b: tensor<5x3xf32>, %row: tensor<5xf32>) -> tensor<5x5xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<5x2xf32>, tensor<5x3xf32>) -> tensor<5x5xf32>
  %e = tensor.empty() : tensor<5x5xf32>
  %p = linalg.generic {indexing_maps = [#outer, #row, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%c, %row : tensor<5x5xf32>, tensor<5xf32>) outs(%e : tensor<5x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<5x5xf32>
  %n = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  } -> tensor<5x5xf32>
  return %n : tensor<5x5xf32>
}

// -----

// Left: with another reader, short rows, dynamic parts, indices of the whole.

// CHECK-LABEL: func.func @read_twice(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK-LABEL: func.func @short_rows(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK-LABEL: func.func @dynamic(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK-LABEL: func.func @indices(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @read_twice(%a: tensor<4x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %c = tensor.concat dim(0) %a, %a : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %r, %c : tensor<8x16xf32>, tensor<8x16xf32>
}
func.func @short_rows(%a: tensor<4x7xf32>) -> tensor<4x14xf32> {
  %c = tensor.concat dim(1) %a, %a : (tensor<4x7xf32>, tensor<4x7xf32>) -> tensor<4x14xf32>
  %e = tensor.empty() : tensor<4x14xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<4x14xf32>) outs(%e : tensor<4x14xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  } -> tensor<4x14xf32>
  return %r : tensor<4x14xf32>
}
func.func @dynamic(%a: tensor<?x16xf32>, %n: index) -> tensor<?x16xf32> {
  %c = tensor.concat dim(0) %a, %a : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  } -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
func.func @indices(%a: tensor<4x16xf32>) -> tensor<8x16xi64> {
  %c = tensor.concat dim(0) %a, %a : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xi64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<8x16xf32>) outs(%e : tensor<8x16xi64>) {
  ^bb0(%x: f32, %o: i64):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    linalg.yield %0 : i64
  } -> tensor<8x16xi64>
  return %r : tensor<8x16xi64>
}
