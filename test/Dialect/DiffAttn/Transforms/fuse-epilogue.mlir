// RUN: diffattn-opt %s --diffattn-fuse | FileCheck %s
// RUN: diffattn-opt %s --diffattn-fuse --remarks-filter-passed=diffattn-fuse --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What became of an attention is said with its dims and options.
// REMARK-DAG: FuseEpilogue | Category:diffattn-fuse | Remark="ordinary attention over b, h, m, n, d, e; norm with weight; out_scale 8.000000e-01; causal"
// REMARK-DAG: FuseEpilogue | Category:diffattn-fuse | Remark="differential attention over b, h, m, n, d, e; lambda[]; norm; out_scale 2.000000e-01; causal"

#bhme = affine_map<(b, h, m, e) -> (b, h, m, e)>
#bhm = affine_map<(b, h, m, e) -> (b, h, m)>
#bhm1 = affine_map<(b, h, m, e) -> (b, h, m, 0)>
#bmh = affine_map<(b, h, m, e) -> (b, m, h)>
#h = affine_map<(b, h, m, e) -> (h)>
#e = affine_map<(b, h, m, e) -> (e)>
#none = affine_map<(b, h, m, e) -> ()>

// Squares by powers, a mean that keeps its dim, the inverse root, a weight and
// a number, each an op of its own.
// CHECK-LABEL: func @norm_in_steps
// CHECK-SAME:    %[[WEIGHT:[^:]*]]: tensor<6xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         %[[O:.*]] = diffattn.attention
// CHECK:         norm_weight(%[[WEIGHT]][e] : tensor<6xf32>)
// CHECK-NEXT:    outs(%{{.*}}[b, h, m, e] : tensor<2x3x5x6xf32>) {causal, norm = #diffattn.norm<rms, eps = 1.000000e-05>, out_scale = 8.000000e-01 : f64}
// CHECK-NEXT:    return %[[O]]
func.func @norm_in_steps(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %weight: tensor<6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5x1xf32>) -> tensor<2x3x5x1xf32>
  %squares = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %two = arith.constant 2 : i32
    %r = math.fpowi %x, %two : f32, i32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm1],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%squares : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = arith.addf %x, %out : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x1xf32>
  %mean = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<2x3x5x1xf32>) outs(%rows : tensor<2x3x5x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %r = arith.divf %x, %n : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x1xf32>
  %shifted = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%mean : tensor<2x3x5x1xf32>) outs(%rows : tensor<2x3x5x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %wide = arith.constant 1.0e-5 : f64
    %eps = arith.truncf %wide : f64 to f32
    %r = arith.addf %x, %eps : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x1xf32>
  %root = linalg.rsqrt ins(%shifted : tensor<2x3x5x1xf32>) outs(%rows : tensor<2x3x5x1xf32>) -> tensor<2x3x5x1xf32>
  %normed = linalg.generic {indexing_maps = [#bhme, #bhm1, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %root : tensor<2x3x5x6xf32>, tensor<2x3x5x1xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.mulf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %weighted = linalg.generic {indexing_maps = [#bhme, #e, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%normed, %weight : tensor<2x3x5x6xf32>, tensor<6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %r = arith.mulf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%weighted : tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.constant 0.8 : f32
    %r = arith.mulf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// x / sqrt(sum(x * x) * (1 / n) + eps), without the dim; heads turn behind it.
// CHECK-LABEL: func @norm_in_one_op
// CHECK-NOT:     linalg.
// CHECK:         outs(%{{.*}}[b, m, h, e] : tensor<2x5x3x6xf32>) {causal, norm = #diffattn.norm<rms, eps = 9.9999999999999995E-7>}
func.func @norm_in_one_op(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x5x3x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  %normed = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 0.166666667 : f32
    %eps = arith.constant 1.0e-6 : f32
    %mean = arith.mulf %y, %n : f32
    %t = arith.addf %eps, %mean : f32
    %root = math.sqrt %t : f32
    %r = arith.divf %x, %root : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %turned = tensor.empty() : tensor<2x5x3x6xf32>
  %o = linalg.transpose ins(%normed : tensor<2x3x5x6xf32>) outs(%turned : tensor<2x5x3x6xf32>) permutation = [0, 2, 1, 3]
  return %o : tensor<2x5x3x6xf32>
}

// With x = o / 2, the norm has another eps; a second factor is 1 / 0.5 too.
// CHECK-LABEL: func @factor_before_norm
// CHECK-NOT:     linalg.
// CHECK:         {causal, norm = #diffattn.norm<rms, eps = 1.000000e+00>, out_scale = 2.000000e+00 : f64}
func.func @factor_before_norm(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %half = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %c = arith.constant 0.5 : f32
    %r = arith.mulf %x, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%half : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%half, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 0.25 : f32
    %c = arith.constant 0.5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %u = arith.mulf %root, %x : f32
    %r = arith.divf %u, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// A bf16 model: widened for the norm, cut before and after the weight.
// CHECK-LABEL: func @norm_of_bf16
// CHECK-SAME:    %[[WEIGHT:[^:]*]]: tensor<6xbf16>)
// CHECK-NOT:     linalg.
// CHECK:         norm_weight(%[[WEIGHT]][e] : tensor<6xbf16>)
// CHECK:         outs(%{{.*}}[b, h, m, e] : tensor<2x3x5x6xbf16>)
func.func @norm_of_bf16(%q: tensor<2x3x5x4xbf16>, %k: tensor<2x3x7x4xbf16>, %v: tensor<2x3x7x6xbf16>, %weight: tensor<6xbf16>) -> tensor<2x3x5x6xbf16> {
  %init = tensor.empty() : tensor<2x3x5x6xbf16>
  %a = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xbf16>, tensor<2x3x7x4xbf16>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xbf16>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xbf16>)
      {causal}
  %wideInit = tensor.empty() : tensor<2x3x5x6xf32>
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %wide = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x5x6xbf16>) outs(%wideInit : tensor<2x3x5x6xf32>) {
  ^bb0(%x: bf16, %out: f32):
    %r = arith.extf %x : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %squares = linalg.generic {indexing_maps = [#bhme, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide : tensor<2x3x5x6xf32>) outs(%wideInit : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %out: f32):
    %two = arith.constant 2.0 : f32
    %r = math.powf %x, %two : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%squares : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = arith.addf %x, %out : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  %cut = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xbf16>) {
  ^bb0(%x: f32, %y: f32, %out: bf16):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %s = arith.mulf %x, %root : f32
    %r = arith.truncf %s : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x5x6xbf16>
  %o = linalg.generic {indexing_maps = [#bhme, #e, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%cut, %weight : tensor<2x3x5x6xbf16>, tensor<6xbf16>) outs(%init : tensor<2x3x5x6xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    %r = arith.mulf %x, %y : bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x5x6xbf16>
  return %o : tensor<2x3x5x6xbf16>
}

// The halves of the value are collapsed before the norm; the weight is split.
// CHECK-LABEL: func @norm_over_two_value_dims
// CHECK:         %[[WEIGHT:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [2, 3]
// CHECK:         %[[O:.*]] = diffattn.attention
// CHECK:         norm_weight(%[[WEIGHT]][e0, e1] : tensor<2x3xf32>)
// CHECK:         outs(%{{.*}}[b, h, m, e0, e1]
// CHECK-NEXT:    tensor.collapse_shape %[[O]]
func.func @norm_over_two_value_dims(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x2x3xf32>, %weight: tensor<6xf32>) -> tensor<2x3x5x6xf32> {
  %split = tensor.empty() : tensor<2x3x5x2x3xf32>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %halves = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e0, e1] : tensor<2x3x7x2x3xf32>)
      outs(%split[b, h, m, e0, e1] : tensor<2x3x5x2x3xf32>)
  %a = tensor.collapse_shape %halves [[0], [1], [2], [3, 4]] : tensor<2x3x5x2x3xf32> into tensor<2x3x5x6xf32>
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #e, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %sum, %weight : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>, tensor<6xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %u = arith.mulf %root, %x : f32
    %r = arith.mulf %u, %z : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}

// Both maps, the difference and the norm become one op.
// CHECK-LABEL: func @difference_then_norm
// CHECK-NOT:     linalg.
// CHECK:         noise(
// CHECK:         {causal, norm = #diffattn.norm<rms, eps = 1.000000e-05>, out_scale = 2.000000e-01 : f64}
// CHECK-NOT:     linalg.
func.func @difference_then_norm(%q1: tensor<2x3x5x4xf32>, %k1: tensor<2x3x7x4xf32>, %q2: tensor<2x3x5x4xf32>, %k2: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lambda: tensor<f32>) -> tensor<2x3x5x6xf32> {
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %a = diffattn.attention
      signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %b = diffattn.attention
      signal(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
      {causal}
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %d = linalg.generic {indexing_maps = [#bhme, #bhme, #none, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b, %lambda : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<f32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %s = arith.mulf %z, %y : f32
    %r = arith.subf %x, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  %sum = linalg.generic {indexing_maps = [#bhme, #bhm],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%d : tensor<2x3x5x6xf32>) outs(%zeros : tensor<2x3x5xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.mulf %x, %x : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5xf32>
  %o = linalg.generic {indexing_maps = [#bhme, #bhm, #bhme],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d, %sum : tensor<2x3x5x6xf32>, tensor<2x3x5xf32>) outs(%init : tensor<2x3x5x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %n = arith.constant 6.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %c = arith.constant 0.2 : f32
    %mean = arith.divf %y, %n : f32
    %t = arith.addf %mean, %eps : f32
    %root = math.rsqrt %t : f32
    %u = arith.mulf %root, %x : f32
    %r = arith.mulf %u, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x6xf32>
  return %o : tensor<2x3x5x6xf32>
}
