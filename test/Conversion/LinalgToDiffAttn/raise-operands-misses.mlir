// RUN: diffattn-opt %s --diffattn-raise --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --diffattn-raise --split-input-file --remark-format=emitRemark --remarks-filter=diffattn-raise -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Softmax with products on both sides, whose operands are none of an attention.

// Keys of two dims, side by side in the softmax.
#q = affine_map<(m, a, b, d) -> (m, d)>
#k = affine_map<(m, a, b, d) -> (a, b, d)>
#s = affine_map<(m, a, b, d) -> (m, a, b)>
// CHECK-LABEL: @keys_of_two_dims
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the keys' dim is not that of one side of the product"
func.func @keys_of_two_dims(%q: tensor<8x4xf32>, %k: tensor<5x2x4xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x5x2xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x5x2xf32>) -> tensor<8x5x2xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<8x4xf32>, tensor<5x2x4xf32>) outs(%fs : tensor<8x5x2xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<8x5x2xf32>
  %flat = tensor.collapse_shape %s [[0], [1, 2]] : tensor<8x5x2xf32> into tensor<8x10xf32>
  %ep = tensor.empty() : tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%flat : tensor<8x10xf32>) outs(%ep : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Each query row has values of its own.
#p = affine_map<(m, e, n) -> (m, n)>
#v = affine_map<(m, e, n) -> (m, n, e)>
#o = affine_map<(m, e, n) -> (m, e)>
// CHECK-LABEL: @values_of_rows
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the value has the dim of query rows"
func.func @values_of_rows(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<8x10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<8x10xf32>, tensor<8x10x6xf32>) outs(%fo : tensor<8x6xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %t = arith.mulf %x, %y : f32
    %r = arith.addf %acc, %t : f32
    linalg.yield %r : f32
  } -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Each query row has keys of its own: that is a batch of single rows.
#q = affine_map<(m, n, d) -> (m, d)>
#k = affine_map<(m, n, d) -> (m, n, d)>
#s = affine_map<(m, n, d) -> (m, n)>
// CHECK-LABEL: @keys_of_rows
// CHECK: diffattn.attention
// REMARK: [Passed] Attention
func.func @keys_of_rows(%q: tensor<8x4xf32>, %k: tensor<8x10x4xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<8x4xf32>, tensor<8x10x4xf32>) outs(%fs : tensor<8x10xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %t = arith.mulf %x, %y : f32
    %r = arith.addf %acc, %t : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Queries and keys have the dim of keys both.
#q = affine_map<(m, n, d) -> (m, n, d)>
#k = affine_map<(m, n, d) -> (n, d)>
#s = affine_map<(m, n, d) -> (m, n)>
// CHECK-LABEL: @queries_of_keys
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the keys' dim is not that of one side of the product"
func.func @queries_of_keys(%q: tensor<8x10x4xf32>, %k: tensor<10x4xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<8x10x4xf32>, tensor<10x4xf32>) outs(%fs : tensor<8x10xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %t = arith.mulf %x, %y : f32
    %r = arith.addf %acc, %t : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// One value a key, without features.
// CHECK-LABEL: @values_without_features
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the value has no dim of features"
func.func @values_without_features(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8xf32>) -> tensor<8xf32>
  %o = linalg.matvec ins(%p, %v : tensor<8x10xf32>, tensor<10xf32>) outs(%fo : tensor<8xf32>) -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// -----

// The diagonal of scores that are computed for all pairs.
#id = affine_map<(m, n) -> (m, n)>
#diagonal = affine_map<(m, n) -> (m, m, n)>
// CHECK-LABEL: @scores_on_a_diagonal
// CHECK-NOT: diffattn.attention
// REMARK: Reason="an operand has two dims that are indexed alike"
func.func @scores_on_a_diagonal(%q: tensor<8x8x4xf32>, %kt: tensor<8x4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x8x10xf32>) -> tensor<8x8x10xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x8x4xf32>, tensor<8x4x10xf32>) outs(%fs : tensor<8x8x10xf32>) -> tensor<8x8x10xf32>
  %et = tensor.empty() : tensor<8x10xf32>
  %t = linalg.generic {indexing_maps = [#diagonal, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8x10xf32>) outs(%et : tensor<8x10xf32>) {
  ^bb0(%x: f32, %init: f32):
    linalg.yield %x : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<8x10xf32>) outs(%et : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The diagonal of a value is what it is made by.
#id = affine_map<(n, e) -> (n, e)>
#diagonal = affine_map<(n, e) -> (n, n, e)>
// CHECK-LABEL: @value_on_a_diagonal
// CHECK: %[[VALUE:.+]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<10x10x6xf32>)
// CHECK: diffattn.attention
// CHECK: value(%[[VALUE]][n, e]
// REMARK: [Passed] Attention
func.func @value_on_a_diagonal(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %all: tensor<10x10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %ev = tensor.empty() : tensor<10x6xf32>
  %v = linalg.generic {indexing_maps = [#diagonal, #id], iterator_types = ["parallel", "parallel"]} ins(%all : tensor<10x10x6xf32>) outs(%ev : tensor<10x6xf32>) {
  ^bb0(%x: f32, %init: f32):
    linalg.yield %x : f32
  } -> tensor<10x6xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The diagonal of a mask is an array of its own.
#mask = affine_map<(m, n) -> (m, m, n)>
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: @mask_on_a_diagonal
// CHECK: %[[DIAGONAL:.+]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<8x8x10xf32>)
// CHECK: diffattn.attention
// CHECK: mask(%[[DIAGONAL]][m, n]
// REMARK: [Passed] Attention
func.func @mask_on_a_diagonal(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %mask: tensor<8x8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %t = linalg.generic {indexing_maps = [#id, #mask, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %mask : tensor<8x10xf32>, tensor<8x8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%x: f32, %y: f32, %init: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// An element type that attention doesn't have.
// CHECK-LABEL: @bytes
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the elements are of none of the types f16, bf16, f32, f64"
func.func @bytes(%q: tensor<8x4xf8E5M2>, %kt: tensor<4x10xf8E5M2>, %v: tensor<10x6xf8E5M2>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf8E5M2>, tensor<4x10xf8E5M2>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf8E5M2>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Two half types.
// CHECK-LABEL: @half_of_each
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the elements are of both types f16 and bf16"
func.func @half_of_each(%q: tensor<8x4xf16>, %kt: tensor<4x10xbf16>, %v: tensor<10x6xf16>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf16>, tensor<4x10xbf16>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf16>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// A select of scores or of others, none of which is constant.
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: @other_scores_where_hidden
// CHECK-NOT: diffattn.attention
// REMARK: Reason="neither side of the select of scores is constant"
func.func @other_scores_where_hidden(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %mask: tensor<8x10xi1>, %other: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%mask, %s, %other : tensor<8x10xi1>, tensor<8x10xf32>, tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%c: i1, %x: f32, %y: f32, %init: f32):
    %r = arith.select %c, %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// A cap below zero turns scores around.
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: @negative_cap
// CHECK-NOT: diffattn.attention
// REMARK: Reason="the factor of tanh is not positive"
func.func @negative_cap(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %cap = arith.constant -50.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%x: f32, %init: f32):
    %a = arith.divf %x, %cap : f32
    %b = math.tanh %a : f32
    %r = arith.mulf %b, %cap : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}
