// RUN: diffattn-opt %s --diffattn-raise --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --diffattn-raise --split-input-file --remark-format=emitRemark --remarks-filter=diffattn-raise -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What is almost attention stays as it is, and a remark says what it was that
// made the difference.

// Queries compete for keys, not keys for queries.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @softmax_along_queries
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the softmax is not along the keys of the product", Remark="softmax stays in linalg, blocked by 'linalg.softmax'
func.func @softmax_along_queries(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(0) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The same, spelled out.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
// CHECK-LABEL: @sum_along_queries
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the maximum is not that of the scores along the keys of the product", Remark="softmax stays in linalg, blocked by 'linalg.generic'
func.func @sum_along_queries(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %ec = tensor.empty() : tensor<10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%ec : tensor<10xf32>) -> tensor<10xf32>
  %max = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%fm : tensor<10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<10xf32>
  %e = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%ec : tensor<10xf32>) -> tensor<10xf32>
  %sum = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<10xf32>
  %p = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The maximum is that of another tensor.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @maximum_of_other_scores
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the maximum is not that of the scores along the keys of the product", Remark="softmax stays in linalg, blocked by 'linalg.generic'
func.func @maximum_of_other_scores(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %other: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%other : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The sum is that of another tensor.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @sum_of_other_weights
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the weights are not divided by their own sum along the keys of the product", Remark="softmax stays in linalg, blocked by 'linalg.generic'
func.func @sum_of_other_weights(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %other: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%other : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Exponentials without their sum: nothing like a softmax, so no remark.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @no_sum
// CHECK-NOT: diffattn.attention
func.func @no_sum(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The sum starts from 1: off-by-one softmax.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @sum_from_one
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the weights are not divided by a sum along one dim", Remark="softmax stays in linalg, blocked by 'linalg.generic'
func.func @sum_from_one(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%one : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// No maximum is subtracted: large scores overflow.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @no_maximum
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="no maximum is subtracted from the scores", Remark="softmax stays in linalg, blocked by 'math.exp'
func.func @no_maximum(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Shifted by what is given with the scores: weights are the same only as long as that
// is about the maximum.
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
// CHECK-LABEL: @given_maximum
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="what is subtracted from the scores is no maximum along one dim", Remark="softmax stays in linalg, blocked by 'func.func'
func.func @given_maximum(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %shift: tensor<8xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %shift : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%x: f32, %y: f32, %init: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %el = tensor.empty() : tensor<8xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%el : tensor<8xf32>) -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<8x10xf32>) outs(%fl : tensor<8xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %r = arith.addf %sum, %x : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %l : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%x: f32, %sum: f32, %init: f32):
    %r = arith.divf %x, %sum : f32
    linalg.yield %r : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Scores are subtracted before the softmax, not weights behind it.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @difference_of_scores
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the scores are no product of queries and keys", Remark="softmax stays in linalg, blocked by 'arith.subf'
func.func @difference_of_scores(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %q2: tensor<8x4xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s2 = linalg.matmul ins(%q2, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %d = linalg.sub ins(%s, %s2 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%d : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Scores from elsewhere.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @scores_are_an_argument
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the scores are no product of queries and keys", Remark="softmax stays in linalg, blocked by 'func.func'
func.func @scores_are_an_argument(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %other: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%other : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The weights are a result too.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @weights_are_returned
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="it also reads what is between scores and weights", Remark="softmax stays in linalg, blocked by 'func.return'
func.func @weights_are_returned(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> (tensor<8x6xf32>, tensor<8x10xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o, %p : tensor<8x6xf32>, tensor<8x10xf32>
}

// -----

// The index of the maximum is used.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @argmax_is_returned
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="it also reads what is between scores and weights", Remark="softmax stays in linalg, blocked by 'func.return'
func.func @argmax_is_returned(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> (tensor<8x6xf32>, tensor<8xi64>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %c0 = arith.constant 0 : i64
  %ei = tensor.empty() : tensor<8xi64>
  %fi = linalg.fill ins(%c0 : i64) outs(%ei : tensor<8xi64>) -> tensor<8xi64>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%fm, %fi : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%a: f32, %c: f32, %k: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %a, %c : f32
    %g = arith.cmpf ogt, %a, %c : f32
    %x = arith.select %g, %j, %k : i64
    linalg.yield %m, %x : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max#0 : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o, %max#1 : tensor<8x6xf32>, tensor<8xi64>
}

// -----

// A finite number that is not the lowest: rows of only such keys would differ.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @filled_with_minus_10000
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="scores are replaced by a number that is neither -inf nor the lowest of f32", Remark="softmax stays in linalg, blocked by 'arith.select'
func.func @filled_with_minus_10000(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %mask: tensor<8x10xi1>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %fill = arith.constant -1.0e+04 : f32
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %mask : tensor<8x10xf32>, tensor<8x10xi1>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: i1, %c: f32):
    %y = arith.select %b, %a, %fill : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// A mask that is scaled with the scores.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @scale_after_mask
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the scores are no product of queries and keys", Remark="softmax stays in linalg, blocked by 'arith.addf'
func.func @scale_after_mask(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %mask: tensor<8x10xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %half = arith.constant 0.5 : f32
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %mask : tensor<8x10xf32>, tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.addf %a, %b : f32
    %y = arith.mulf %x, %half : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Weights are replaced by 0 in rows that a mask chooses.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @rows_are_masked_behind
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="weights are replaced by 0 in other rows than those without a visible key", Remark="softmax stays in linalg, blocked by 'arith.select'
func.func @rows_are_masked_behind(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %mask: tensor<8xi1>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %w = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%mask, %w : tensor<8xi1>, tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: i1, %b: f32, %c: f32):
    %y = arith.select %a, %zero, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Products that are added to something.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @product_with_value_accumulates
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the products are added to something", Remark="softmax stays in linalg, blocked by 'linalg.matmul'
func.func @product_with_value_accumulates(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>, %start: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%start : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// A softmax that is the result.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @no_value
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="the weights reach no product with a value", Remark="softmax stays in linalg, blocked by 'func.return'
func.func @no_value(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x10xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  return %p : tensor<8x10xf32>
}

// -----

// Heads that neither weights nor value have.
// CHECK-LABEL: @heads_of_nothing
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="a dim of the result is one of neither weights nor value"
func.func @heads_of_nothing(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<2x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eb = tensor.empty() : tensor<2x8x10xf32>
  %b = linalg.broadcast ins(%p : tensor<8x10xf32>) outs(%eb : tensor<2x8x10xf32>) dimensions = [0]
  %eo = tensor.empty() : tensor<2x8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %o = linalg.batch_matmul indexing_maps = [affine_map<(h, m, e, n) -> (h, m, n)>, affine_map<(h, m, e, n) -> (n, e)>, affine_map<(h, m, e, n) -> (h, m, e)>] ins(%b, %v : tensor<2x8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %o : tensor<2x8x6xf32>
}

// -----

// The scores are summed over a dim that only the queries have.
// CHECK-LABEL: @feature_of_queries_only
// CHECK-NOT: diffattn.attention
// REMARK: {{\[}}Missed] Attention | Category:diffattn-raise | Reason="a dim of features is not one of both queries and keys"
func.func @feature_of_queries_only(%q: tensor<8x4x3xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, d, x) -> (m, d, x)>, affine_map<(m, n, d, x) -> (d, n)>, affine_map<(m, n, d, x) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%q, %kt : tensor<8x4x3xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Integers.
// CHECK-LABEL: @integers
// CHECK-NOT: diffattn.attention
func.func @integers(%q: tensor<8x4xi32>, %kt: tensor<4x10xi32>, %o: tensor<8x10xi32>) -> tensor<8x10xi32> {
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xi32>, tensor<4x10xi32>) outs(%o : tensor<8x10xi32>) -> tensor<8x10xi32>
  return %s : tensor<8x10xi32>
}
