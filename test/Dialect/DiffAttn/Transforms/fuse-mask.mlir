// RUN: diffattn-opt %s --diffattn-fuse | FileCheck %s

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#bn = affine_map<(b, m, n) -> (b, n)>
#b = affine_map<(b, m, n) -> (b)>
#onlyn = affine_map<(b, m, n) -> (n)>
#i = affine_map<(i) -> (i)>

// j <= i on a square: both alignments are the same.
// CHECK-LABEL: func @square
// CHECK-NOT:     linalg.
// CHECK:         outs(%{{.*}}) {causal}
func.func @square(%q: tensor<2x3x7x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x7x6xf32> {
  %bits = tensor.empty() : tensor<7x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<7x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = arith.cmpi ule, %j, %i : index
    linalg.yield %r : i1
  } -> tensor<7x7xi1>
  %init = tensor.empty() : tensor<2x3x7x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<7x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x7x6xf32>)
  return %o : tensor<2x3x7x6xf32>
}

// j <= i + 2, with two keys more than rows, added as 0 or -infinity.
// CHECK-LABEL: func @bottom_right
// CHECK-NOT:     linalg.
// CHECK:         outs(%{{.*}}) {causal}
func.func @bottom_right(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %sums = tensor.empty() : tensor<5x7xf32>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%sums : tensor<5x7xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %two = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %inf = arith.constant 0xFF800000 : f32
    %p = arith.addi %i, %two : index
    %c = arith.cmpi sle, %j, %p : index
    %r = arith.select %c, %zero, %inf : f32
    linalg.yield %r : f32
  } -> tensor<5x7xf32>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// not (j > i), the condition from aranges.
// CHECK-LABEL: func @top_left
// CHECK-NOT:     linalg.
// CHECK:         {alignment = #diffattn.alignment<top_left>, causal}
func.func @top_left(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<5x7xi1>
  %rows = tensor.empty() : tensor<5xi64>
  %keys = arith.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64>
  %positions = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]}
      outs(%rows : tensor<5xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i64
    linalg.yield %r : i64
  } -> tensor<5xi64>
  %later = linalg.generic {indexing_maps = [#n, #m, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%keys, %positions : tensor<7xi64>, tensor<5xi64>) outs(%bits : tensor<5x7xi1>) {
  ^bb0(%x: i64, %y: i64, %out: i1):
    %r = arith.cmpi sgt, %x, %y : i64
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%later : tensor<5x7xi1>) outs(%bits : tensor<5x7xi1>) {
  ^bb0(%x: i1, %out: i1):
    %true = arith.constant true
    %r = arith.xori %x, %true : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// A causal window of 3: two conditions, the second by subtraction.
// CHECK-LABEL: func @window
// CHECK-NOT:     linalg.
// CHECK:         {causal, window_left = 2 : i64}
func.func @window(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %p = arith.addi %i, %two : index
    %c = arith.cmpi sge, %p, %j : index
    %d = arith.subi %p, %j : index
    %e = arith.cmpi slt, %d, %three : index
    %r = arith.andi %c, %e : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// -2 < j - i < 3 and the op is top_left already.
// CHECK-LABEL: func @window_both_sides
// CHECK-NOT:     linalg.
// CHECK:         {alignment = #diffattn.alignment<top_left>, window_left = 1 : i64, window_right = 2 : i64}
func.func @window_both_sides(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %low = arith.constant -2 : index
    %high = arith.constant 3 : index
    %d = arith.subi %j, %i : index
    %c = arith.cmpi slt, %low, %d : index
    %e = arith.cmpi slt, %d, %high : index
    %r = arith.andi %c, %e : i1
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>) {window_left = 5, alignment = #diffattn.alignment<top_left>}
  return %o : tensor<2x3x5x6xf32>
}

// j < 7 is true.
// CHECK-LABEL: func @all_visible
// CHECK-NOT:     mask
// CHECK:         outs(%{{.*}} : tensor<2x3x5x6xf32>)
// CHECK-NEXT:    return
func.func @all_visible(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<5x7xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.constant 7 : index
    %r = arith.cmpi slt, %j, %n : index
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// (1 - visible) * lowest: every row sees the first key.
// CHECK-LABEL: func @lowest_float
// CHECK-NOT:     linalg.
// CHECK:         {alignment = #diffattn.alignment<top_left>, causal}
func.func @lowest_float(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>) -> tensor<2x3x5x6xf32> {
  %sums = tensor.empty() : tensor<5x7xf32>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%sums : tensor<5x7xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.constant 1.0 : f32
    %least = arith.constant -3.40282347E+38 : f32
    %c = arith.cmpi sle, %j, %i : index
    %f = arith.uitofp %c : i1 to f32
    %h = arith.subf %one, %f : f32
    %r = arith.mulf %h, %least : f32
    linalg.yield %r : f32
  } -> tensor<5x7xf32>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[m, n] : tensor<5x7xf32>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// j < length of each batch row; lengths are clamped.
// CHECK-LABEL: func @lengths
// CHECK-SAME:    %[[LENGTHS:[^:]*]]: tensor<2xi64>)
// CHECK:         %[[CLAMPED:.*]] = linalg.generic {{.*}} ins(%[[LENGTHS]] : tensor<2xi64>)
// CHECK:         arith.maxsi
// CHECK:         arith.minsi
// CHECK:         key_lengths(%[[CLAMPED]][b] : tensor<2xi64>)
// CHECK-NOT:     mask
// CHECK:         return
func.func @lengths(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %lengths: tensor<2xi64>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<2x7xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(b, n) -> (b)>, affine_map<(b, n) -> (b, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%lengths : tensor<2xi64>) outs(%bits : tensor<2x7xi1>) {
  ^bb0(%x: i64, %out: i1):
    %j = linalg.index 1 : index
    %k64 = arith.index_cast %j : index to i64
    %r = arith.cmpi slt, %k64, %x : i64
    linalg.yield %r : i1
  } -> tensor<2x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[b, n] : tensor<2x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// What is left of the mask is the padding of keys.
// CHECK-LABEL: func @causal_and_padding
// CHECK-SAME:    %[[PADDING:[^:]*]]: tensor<2x7xi1>)
// CHECK-NOT:     linalg.
// CHECK:         mask(%[[PADDING]][b, n] : tensor<2x7xi1>)
// CHECK:         {alignment = #diffattn.alignment<top_left>, causal}
func.func @causal_and_padding(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %padding: tensor<2x7xi1>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<2x5x7xi1>
  %mask = linalg.generic {indexing_maps = [#bn, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%padding : tensor<2x7xi1>) outs(%bits : tensor<2x5x7xi1>) {
  ^bb0(%x: i1, %out: i1):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sle, %j, %i : index
    %r = arith.andi %x, %c : i1
    linalg.yield %r : i1
  } -> tensor<2x5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[b, m, n] : tensor<2x5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// The padding is read by tensor.extract at [b, j].
// CHECK-LABEL: func @gathered_padding
// CHECK:         mask(%{{.*}}[b, n] : tensor<2x7xi1>)
// CHECK:         {alignment = #diffattn.alignment<top_left>, causal}
func.func @gathered_padding(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %padding: tensor<2x7xi1>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<2x5x7xi1>
  %mask = linalg.generic {indexing_maps = [#bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%bits : tensor<2x5x7xi1>) {
  ^bb0(%out: i1):
    %l = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %x = tensor.extract %padding[%l, %j] : tensor<2x7xi1>
    %c = arith.cmpi sle, %j, %i : index
    %false = arith.constant false
    %r = arith.select %c, %x, %false : i1
    linalg.yield %r : i1
  } -> tensor<2x5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[b, m, n] : tensor<2x5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// The rest is computed without rows: which tokens are none of padding.
// CHECK-LABEL: func @causal_and_tokens
// CHECK-SAME:    %[[TOKENS:[^:]*]]: tensor<?x?xi64>)
// CHECK:         %[[REST:.*]] = linalg.generic {{.*}} ins(%[[TOKENS]] : tensor<?x?xi64>)
// CHECK-SAME:      outs(%{{.*}} : tensor<?x?xi1>)
// CHECK-DAG:       arith.cmpi sge, %{{.*}}, %c1_i64
// CHECK-DAG:       arith.cmpi sle, %{{.*}}, %c-1_i64
// CHECK:           arith.ori
// CHECK:         mask(%[[REST]][b, n] : tensor<?x?xi1>)
// CHECK:         {causal}
func.func @causal_and_tokens(%q: tensor<?x3x?x4xf32>, %k: tensor<?x3x?x4xf32>, %v: tensor<?x3x?x6xf32>, %tokens: tensor<?x?xi64>) -> tensor<?x3x?x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0 : i64
  %b = tensor.dim %tokens, %c0 : tensor<?x?xi64>
  %n = tensor.dim %tokens, %c1 : tensor<?x?xi64>
  %q0 = tensor.empty(%b, %n) : tensor<?x3x?x4xf32>
  %query = linalg.copy ins(%q : tensor<?x3x?x4xf32>) outs(%q0 : tensor<?x3x?x4xf32>) -> tensor<?x3x?x4xf32>
  %key = linalg.copy ins(%k : tensor<?x3x?x4xf32>) outs(%q0 : tensor<?x3x?x4xf32>) -> tensor<?x3x?x4xf32>
  %bits = tensor.empty(%b, %n, %n) : tensor<?x?x?xi1>
  %mask = linalg.generic {indexing_maps = [#bn, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%tokens : tensor<?x?xi64>) outs(%bits : tensor<?x?x?xi1>) {
  ^bb0(%token: i64, %out: i1):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sle, %j, %i : index
    %t = arith.cmpi ne, %token, %pad : i64
    %r = arith.andi %c, %t : i1
    linalg.yield %r : i1
  } -> tensor<?x?x?xi1>
  %init = tensor.empty(%b, %n) : tensor<?x3x?x6xf32>
  %o = diffattn.attention
      signal(%query[b, h, m, d], %key[b, h, n, d] : tensor<?x3x?x4xf32>, tensor<?x3x?x4xf32>)
      value(%v[b, h, n, e] : tensor<?x3x?x6xf32>)
      mask(%mask[b, m, n] : tensor<?x?x?xi1>)
      outs(%init[b, h, m, e] : tensor<?x3x?x6xf32>)
  return %o : tensor<?x3x?x6xf32>
}

// Two conditions on keys, one of them as it is stored.
// CHECK-LABEL: func @causal_and_more
// CHECK-SAME:    %[[PADDING:[^:]*]]: tensor<2x7xi1>, %[[WEIGHTS:[^:]*]]: tensor<7xf32>)
// CHECK:         %[[REST:.*]] = linalg.generic {{.*}} ins(%[[WEIGHTS]], %[[PADDING]] : tensor<7xf32>, tensor<2x7xi1>)
// CHECK-SAME:      outs(%{{.*}} : tensor<7x2xi1>)
// CHECK:           arith.cmpf ogt
// CHECK:           arith.andi
// CHECK:         mask(%[[REST]][n, b] : tensor<7x2xi1>)
// CHECK:         {alignment = #diffattn.alignment<top_left>, causal}
func.func @causal_and_more(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x7x4xf32>, %v: tensor<2x3x7x6xf32>, %padding: tensor<2x7xi1>, %weights: tensor<7xf32>) -> tensor<2x3x5x6xf32> {
  %bits = tensor.empty() : tensor<2x5x7xi1>
  %half = arith.constant 0.5 : f32
  %mask = linalg.generic {indexing_maps = [#bn, #onlyn, #bmn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%padding, %weights : tensor<2x7xi1>, tensor<7xf32>) outs(%bits : tensor<2x5x7xi1>) {
  ^bb0(%keep: i1, %weight: f32, %out: i1):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sle, %j, %i : index
    %w = arith.cmpf ogt, %weight, %half : f32
    %x = arith.andi %c, %keep : i1
    %r = arith.andi %x, %w : i1
    linalg.yield %r : i1
  } -> tensor<2x5x7xi1>
  %init = tensor.empty() : tensor<2x3x5x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %k[b, h, n, d] : tensor<2x3x5x4xf32>, tensor<2x3x7x4xf32>)
      value(%v[b, h, n, e] : tensor<2x3x7x6xf32>)
      mask(%mask[b, m, n] : tensor<2x5x7xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x5x6xf32>)
  return %o : tensor<2x3x5x6xf32>
}

// Rows stand behind a past whose size is dynamic.
// CHECK-LABEL: func @dynamic_with_past
// CHECK-NOT:     mask
// CHECK:         outs(%{{.*}}) {causal}
func.func @dynamic_with_past(%q: tensor<2x3x?x4xf32>, %k: tensor<2x3x?x4xf32>, %v: tensor<2x3x?x6xf32>, %past: tensor<2x3x?x4xf32>) -> tensor<2x3x?x6xf32> {
  %c2 = arith.constant 2 : index
  %rows = tensor.dim %q, %c2 : tensor<2x3x?x4xf32>
  %before = tensor.dim %past, %c2 : tensor<2x3x?x4xf32>
  %total = arith.addi %before, %rows : index
  %keys = tensor.concat dim(2) %past, %q : (tensor<2x3x?x4xf32>, tensor<2x3x?x4xf32>) -> tensor<2x3x?x4xf32>
  %values = tensor.empty(%total) : tensor<2x3x?x6xf32>
  %one = arith.constant 1.0 : f32
  %ones = linalg.fill ins(%one : f32) outs(%values : tensor<2x3x?x6xf32>) -> tensor<2x3x?x6xf32>
  %bits = tensor.empty(%rows, %total) : tensor<?x?xi1>
  %mask = linalg.generic {indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}
      outs(%bits : tensor<?x?xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.addi %i, %before : index
    %r = arith.cmpi sle, %j, %p : index
    linalg.yield %r : i1
  } -> tensor<?x?xi1>
  %init = tensor.empty(%rows) : tensor<2x3x?x6xf32>
  %o = diffattn.attention
      signal(%q[b, h, m, d], %keys[b, h, n, d] : tensor<2x3x?x4xf32>, tensor<2x3x?x4xf32>)
      value(%ones[b, h, n, e] : tensor<2x3x?x6xf32>)
      mask(%mask[m, n] : tensor<?x?xi1>)
      outs(%init[b, h, m, e] : tensor<2x3x?x6xf32>)
  return %o : tensor<2x3x?x6xf32>
}
