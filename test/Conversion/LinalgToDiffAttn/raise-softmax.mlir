// RUN: diffattn-opt %s --diffattn-raise --split-input-file | FileCheck %s

// The ways to write a softmax.

// Four ops.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @maximum_exp_sum_division
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @maximum_exp_sum_division(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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

// Each scalar operation an op; maxnumf.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @one_operation_an_op
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @one_operation_an_op(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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
    %x = arith.maxnumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.subf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
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

// A product with the reciprocal of the sum.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @reciprocal
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @reciprocal(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%sum : tensor<8xf32>) outs(%er : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %y = arith.divf %one, %a : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %r : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.mulf %b, %a : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The exponential is computed twice: in the sum, and in the quotient.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @exp_twice
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @exp_twice(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %e = math.exp %d : f32
    %x = arith.addf %c, %e : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max, %sum : tensor<8x10xf32>, tensor<8xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %t: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %e = math.exp %d : f32
    %x = arith.divf %e, %t : f32
    linalg.yield %x : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// The scale is in the bodies of both the maximum and the exponential.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @scale_in_both_bodies
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK: {scale = 5.000000e-01 : f64}
// CHECK-NOT: math.exp
func.func @scale_in_both_bodies(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %half = arith.constant 0.5 : f32
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %h = arith.mulf %a, %half : f32
    %x = arith.maximumf %h, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %h = arith.mulf %a, %half : f32
    %x = arith.subf %h, %b : f32
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

// The arg-max comes with the maximum; dims of size 1 are kept.
#unit = affine_map<(i, j) -> (i, 0)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @keepdim_and_argmax
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @keepdim_and_argmax(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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
  %kept = tensor.expand_shape %max#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %e = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %kept : tensor<8x10xf32>, tensor<8x1xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %ek = tensor.empty() : tensor<8x1xf32>
  %fk = linalg.fill ins(%zero : f32) outs(%ek : tensor<8x1xf32>) -> tensor<8x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #unit], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fk : tensor<8x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8x1xf32>
  %p = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8x1xf32>) outs(%es : tensor<8x10xf32>) {
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

// Weights of rows without a visible key are made 0, which the op does anyway.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @guard_of_empty_rows
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @guard_of_empty_rows(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %wide = arith.constant 0xFFF0000000000000 : f64
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
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %true = arith.constant true
  %et = tensor.empty() : tensor<8xi1>
  %ft = linalg.fill ins(%true : i1) outs(%et : tensor<8xi1>) -> tensor<8xi1>
  %all = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x10xf32>) outs(%ft : tensor<8xi1>) {
  ^bb0(%a: f32, %c: i1):
    %h = arith.extf %a : f32 to f64
    %i = arith.cmpf oeq, %h, %wide : f64
    %x = arith.andi %i, %c : i1
    linalg.yield %x : i1
  } -> tensor<8xi1>
  %p = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%all, %w : tensor<8xi1>, tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
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

// NaNs are made 0; they are in rows without a visible key.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @guard_against_nan
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @guard_against_nan(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
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
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x10xf32>) outs(%fz : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x10xf32>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: f32, %c: f32):
    %nan = arith.cmpf une, %a, %a : f32
    %y = arith.select %nan, %zero, %a : f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %eo = tensor.empty() : tensor<8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x6xf32>) -> tensor<8x6xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x10xf32>, tensor<10x6xf32>) outs(%fo : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %o : tensor<8x6xf32>
}

// -----

// Computed in f32, stored in bf16: the op rounds once.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: @rounded_between
// CHECK-NOT: math.exp
// CHECK: diffattn.attention
// CHECK-NOT: math.exp
func.func @rounded_between(%q: tensor<8x4xf32>, %kt: tensor<4x10xf32>, %v: tensor<10x6xf32>) -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x10xf32>
  %er = tensor.empty() : tensor<8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x10xf32>) -> tensor<8x10xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x4xf32>, tensor<4x10xf32>) outs(%fs : tensor<8x10xf32>) -> tensor<8x10xf32>
  %eh = tensor.empty() : tensor<8x10xbf16>
  %low = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x10xf32>) outs(%eh : tensor<8x10xbf16>) {
  ^bb0(%a: f32, %c: bf16):
    %y = arith.truncf %a : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<8x10xbf16>
  %high = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%low : tensor<8x10xbf16>) outs(%es : tensor<8x10xf32>) {
  ^bb0(%a: bf16, %c: f32):
    %y = arith.extf %a : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%high : tensor<8x10xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%high, %max : tensor<8x10xf32>, tensor<8xf32>) outs(%es : tensor<8x10xf32>) {
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

// Named ops all along; the scale is a tensor.
// CHECK-LABEL: @named_ops
// CHECK: diffattn.attention
// CHECK: {scale = 5.000000e-01 : f64}
// CHECK-NOT: linalg
func.func @named_ops(%q: tensor<2x8x4xf32>, %k: tensor<2x10x4xf32>, %v: tensor<2x10x6xf32>) -> tensor<2x8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %half = arith.constant dense<0.5> : tensor<2x8x10xf32>
  %kt0 = tensor.empty() : tensor<2x4x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x4xf32>) outs(%kt0 : tensor<2x4x10xf32>) permutation = [0, 2, 1]
  %es = tensor.empty() : tensor<2x8x10xf32>
  %er = tensor.empty() : tensor<2x8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %s0 = linalg.batch_matmul ins(%q, %kt : tensor<2x8x4xf32>, tensor<2x4x10xf32>) outs(%fs : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %s = linalg.mul ins(%s0, %half : tensor<2x8x10xf32>, tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %fm = linalg.fill ins(%minus : f32) outs(%er : tensor<2x8xf32>) -> tensor<2x8xf32>
  %max = linalg.reduce { arith.maximumf } ins(%s : tensor<2x8x10xf32>) outs(%fm : tensor<2x8xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%max : tensor<2x8xf32>) outs(%es : tensor<2x8x10xf32>) dimensions = [2]
  %d = linalg.sub ins(%s, %mb : tensor<2x8x10xf32>, tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %e = linalg.exp ins(%d : tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<2x8xf32>) -> tensor<2x8xf32>
  %sum = linalg.reduce { arith.addf } ins(%e : tensor<2x8x10xf32>) outs(%fz : tensor<2x8xf32>) dimensions = [2]
  %sb = linalg.broadcast ins(%sum : tensor<2x8xf32>) outs(%es : tensor<2x8x10xf32>) dimensions = [2]
  %p = linalg.div ins(%e, %sb : tensor<2x8x10xf32>, tensor<2x8x10xf32>) outs(%es : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  %eo = tensor.empty() : tensor<2x8x6xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x8x10xf32>, tensor<2x10x6xf32>) outs(%fo : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %o : tensor<2x8x6xf32>
}
