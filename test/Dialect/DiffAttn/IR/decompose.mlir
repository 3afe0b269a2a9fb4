// RUN: diffattn-opt %s -diffattn-decompose -canonicalize -mlir-print-local-scope | FileCheck %s

// What the decompositions mean; numbers are checked by running them.

// Sums are kept in f32; the maximum is guarded, since -inf - -inf is NaN; a sum
// of 0 gives 0; without an epilogue the last product goes straight into outs.
// CHECK-LABEL: func.func @attention_bf16(
// CHECK-SAME:      %[[QUERY:.*]]: tensor<4x8xbf16>, %[[KEY:.*]]: tensor<6x8xbf16>, %[[VALUE:.*]]: tensor<6x5xbf16>, %[[OUT:.*]]: tensor<4x5xf32>)
// CHECK:         %[[PRODUCTS:.*]] = linalg.generic {{.*}} ins(%[[QUERY]], %[[KEY]] : tensor<4x8xbf16>, tensor<6x8xbf16>) outs(%{{.*}} : tensor<4x6xf32>)
// CHECK:           %[[Q:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:           %[[K:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:           math.fma %[[Q]], %[[K]], %{{.*}} : f32
// CHECK:         %[[SCORES:.*]] = linalg.generic {{.*}} outs(%[[PRODUCTS]] : tensor<4x6xf32>)
// CHECK:           arith.mulf %{{.*}}, %[[SCALE:.*]] : f32
// CHECK:         %[[MAXIMUM:.*]] = linalg.generic {{.*}} ins(%[[SCORES]] : tensor<4x6xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:           arith.maximumf
// CHECK:         %[[EXPONENTIALS:.*]] = linalg.generic {{.*}} ins(%[[MAXIMUM]] : tensor<4xf32>) outs(%[[SCORES]] : tensor<4x6xf32>)
// CHECK:         ^bb0(%[[MAX:[a-z0-9_]*]]: f32, %[[SCORE:[a-z0-9_]*]]: f32):
// CHECK:           %[[NOTHING:.*]] = arith.cmpf oeq, %[[MAX]], %[[MINUS_INFINITY:.*]] : f32
// CHECK:           %[[FINITE:.*]] = arith.select %[[NOTHING]], %[[ZERO:.*]], %[[MAX]] : f32
// CHECK:           %[[BELOW:.*]] = arith.subf %[[SCORE]], %[[FINITE]] : f32
// CHECK:           math.exp %[[BELOW]] : f32
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[EXPONENTIALS]] : tensor<4x6xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:           arith.addf
// CHECK:         %[[WEIGHTS:.*]] = linalg.generic {{.*}} ins(%[[EXPONENTIALS]], %[[SUM]] :
// CHECK:         ^bb0(%[[EXPONENTIAL:[a-z0-9_]*]]: f32, %[[ROW_SUM:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[EMPTY:.*]] = arith.cmpf oeq, %[[ROW_SUM]], %[[ZERO]] : f32
// CHECK:           %[[WEIGHT:.*]] = arith.divf %[[EXPONENTIAL]], %[[ROW_SUM]] : f32
// CHECK:           arith.select %[[EMPTY]], %[[ZERO]], %[[WEIGHT]] : f32
// CHECK:         %[[START:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]] : tensor<4x5xf32>)
// CHECK:         %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[WEIGHTS]], %[[VALUE]] : tensor<4x6xf32>, tensor<6x5xbf16>) outs(%[[START]] : tensor<4x5xf32>)
// CHECK:           arith.extf %{{.*}} : bf16 to f32
// CHECK:           math.fma
// CHECK:         return %[[RESULT]]
func.func @attention_bf16(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x5xbf16>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>)
      value(%v[n, e] : tensor<6x5xbf16>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @attention_f64_stays_f64(
// CHECK-NOT:     f32
// CHECK:         return
func.func @attention_f64_stays_f64(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %lambda: tensor<f64>, %w: tensor<5xf64>, %o: tensor<4x5xf64>, %l: tensor<4xf64>) -> tensor<4x5xf64> {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>) value(%v[n, e] : tensor<6x5xf64>) lambda(%lambda[] : tensor<f64>)
      norm_weight(%w[e] : tensor<5xf64>) outs(%o[m, e], %l[m] : tensor<4x5xf64>, tensor<4xf64>)
      {causal, softcap = 2.0, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %out#0 : tensor<4x5xf64>
}

// The weights are subtracted, so there is one product with the value.
// CHECK-LABEL: func.func @attention_noise_with_sigmoid(
// CHECK:         linalg.generic {{.*}} ins(%[[SIGNAL:.*]], %[[SIGNAL_SUM:.*]], %[[NOISE:.*]], %[[NOISE_SUM:.*]], %[[LAMBDA:.*]] : tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK:         ^bb0(%{{[a-z0-9_]*}}: f32, %{{[a-z0-9_]*}}: f32, %{{[a-z0-9_]*}}: f32, %{{[a-z0-9_]*}}: f32, %[[LOGIT:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[NEGATIVE:.*]] = arith.negf %[[LOGIT]] : f32
// CHECK:           %[[POWER:.*]] = math.exp %[[NEGATIVE]] : f32
// CHECK:           %[[DIVISOR:.*]] = arith.addf %[[POWER]], %[[ONE:.*]] : f32
// CHECK:           %[[SIGMOID:.*]] = arith.divf %[[ONE]], %[[DIVISOR]] : f32
// CHECK:           arith.mulf %[[SIGMOID]], %{{.*}} : f32
// CHECK:           arith.subf
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<4x6xf32>, tensor<6x5xf32>)
// CHECK-NOT:     tensor<6x5xf32>)
// CHECK:         return
func.func @attention_noise_with_sigmoid(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lambda: tensor<4xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>)
      noise(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) lambda(%lambda[m] : tensor<4xf32>)
      outs(%o[m, e] : tensor<4x5xf32>) {lambda_activation = #diffattn.lambda_activation<sigmoid>}
  return %out : tensor<4x5xf32>
}

// The order is scale, softcap, mask; an additive mask of -inf hides the key.
// CHECK-LABEL: func.func @attention_softcap_then_additive_mask(
// CHECK:         ^bb0(%[[ADDED:[a-z0-9_]*]]: f16, %[[PRODUCT:[a-z0-9_]*]]: f32):
// CHECK:           %[[MASK:.*]] = arith.extf %[[ADDED]] : f16 to f32
// CHECK:           %[[SCALED:.*]] = arith.mulf %[[PRODUCT]], %{{.*}} : f32
// CHECK:           %[[RATIO:.*]] = arith.divf %[[SCALED]], %[[CAP:.*]] : f32
// CHECK:           %[[TANH:.*]] = math.tanh %[[RATIO]] : f32
// CHECK:           %[[CAPPED:.*]] = arith.mulf %[[TANH]], %[[CAP]] : f32
// CHECK:           %[[SCORE:.*]] = arith.addf %[[CAPPED]], %[[MASK]] : f32
// CHECK:           %[[VISIBLE:.*]] = arith.cmpf une, %[[MASK]], %[[MINUS_INFINITY:.*]] : f32
// CHECK:           arith.select %[[VISIBLE]], %[[SCORE]], %[[MINUS_INFINITY]] : f32
func.func @attention_softcap_then_additive_mask(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<6x5xf16>, %mask: tensor<4x6xf16>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf16>, tensor<6x8xf16>) value(%v[n, e] : tensor<6x5xf16>)
      mask(%mask[m, n] : tensor<4x6xf16>) outs(%o[m, e] : tensor<4x5xf32>) {softcap = 30.0, scale = 0.5}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @attention_boolean_mask(
// CHECK:         ^bb0(%[[VISIBLE:[a-z0-9_]*]]: i1, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[SCORE:.*]] = arith.mulf
// CHECK:           arith.select %[[VISIBLE]], %[[SCORE]], %{{.*}} : f32
func.func @attention_boolean_mask(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %mask: tensor<6xi1>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      mask(%mask[n] : tensor<6xi1>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// Row i of 4 stands at key i + 6 - 4.
// CHECK-LABEL: func.func @attention_causal_and_windows_at_the_bottom_right(
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[LEFT:.*]] = arith.constant -3 : index
// CHECK-DAG:     %[[RIGHT:.*]] = arith.constant 1 : index
// CHECK:           %[[KEY:.*]] = linalg.index 1 : index
// CHECK:           %[[ROW:.*]] = linalg.index 0 : index
// CHECK:           %[[POSITION:.*]] = arith.addi %[[ROW]], %[[FIRST]] : index
// CHECK:           arith.cmpi sle, %[[KEY]], %[[POSITION]] : index
// CHECK:           %[[DISTANCE:.*]] = arith.subi %[[KEY]], %[[POSITION]] : index
// CHECK:           arith.cmpi sge, %[[DISTANCE]], %[[LEFT]] : index
// CHECK:           arith.cmpi sle, %[[DISTANCE]], %[[RIGHT]] : index
func.func @attention_causal_and_windows_at_the_bottom_right(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e] : tensor<4x5xf32>) {causal, window_left = 3, window_right = 1}
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @attention_causal_with_offsets_at_the_top_left(
// CHECK-SAME:      %[[QUERY_OFFSET:[a-z0-9]*]]: index, %[[KEY_OFFSET:[a-z0-9]*]]: index)
// CHECK:           %[[KEY_NUMBER:.*]] = linalg.index 1 : index
// CHECK:           %[[KEY:.*]] = arith.addi %[[KEY_NUMBER]], %[[KEY_OFFSET]] : index
// CHECK:           %[[ROW_NUMBER:.*]] = linalg.index 0 : index
// CHECK:           %[[ROW:.*]] = arith.addi %[[ROW_NUMBER]], %[[QUERY_OFFSET]] : index
// CHECK:           arith.cmpi sle, %[[KEY]], %[[ROW]] : index
func.func @attention_causal_with_offsets_at_the_top_left(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %row: index, %key: index) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      query_offset(%row : index) key_offset(%key : index) outs(%o[m, e] : tensor<4x5xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  return %out : tensor<4x5xf32>
}

// Lengths are clamped to [0, 6]; values beyond them are not used, since 0 * NaN
// is NaN: a copy holds 0 there.
// CHECK-LABEL: func.func @attention_key_lengths(
// CHECK:         ^bb0(%[[LENGTH32:[a-z0-9_]*]]: i32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[LENGTH:.*]] = arith.index_cast %[[LENGTH32]] : i32 to index
// CHECK:           %[[NOT_NEGATIVE:.*]] = arith.maxsi %[[LENGTH]], %[[ZERO:.*]] : index
// CHECK:           %[[CLAMPED:.*]] = arith.minsi %[[NOT_NEGATIVE]], %[[KEYS:.*]] : index
// CHECK:           arith.cmpi slt, %{{.*}}, %[[CLAMPED]] : index
// CHECK:         %[[VALID_VALUE:[0-9]+]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x5xf32>)
// CHECK:         ^bb0(%[[VALUE:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: i32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[VALID:.*]] = arith.cmpi slt
// CHECK:           %[[USED:.*]] = arith.select %[[VALID]], %[[VALUE]], %{{.*}} : f32
// CHECK:           linalg.yield %[[USED]]
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[VALID_VALUE]] : tensor<4x6xf32>, tensor<6x5xf32>)
// CHECK:           math.fma
func.func @attention_key_lengths(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lengths: tensor<i32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      key_lengths(%lengths[] : tensor<i32>) outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// A single row reads each value once: no copy.
// CHECK-LABEL: func.func @attention_key_lengths_of_one_row(
// CHECK:         ^bb0(%[[WEIGHT:[a-z0-9_]*]]: f32, %[[VALUE:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: i32, %[[SUM:[a-z0-9_]*]]: f32):
// CHECK:           %[[VALID:.*]] = arith.cmpi slt
// CHECK:           %[[USED:.*]] = arith.select %[[VALID]], %[[VALUE]], %{{.*}} : f32
// CHECK:           math.fma %[[WEIGHT]], %[[USED]], %[[SUM]] : f32
func.func @attention_key_lengths_of_one_row(%q: tensor<1x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %lengths: tensor<i32>, %o: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<1x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      key_lengths(%lengths[] : tensor<i32>) outs(%o[m, e] : tensor<1x5xf32>)
  return %out : tensor<1x5xf32>
}

// Norm over both value dims, weight, scale, then the narrow type.
// CHECK-LABEL: func.func @attention_epilogue(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[DIFFERENCE:.*]] : tensor<4x2x5xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:           math.fma
// CHECK:         linalg.generic {{.*}} ins(%[[DIFFERENCE]], %{{.*}}, %{{.*}} : tensor<4x2x5xf32>, tensor<4xf32>, tensor<2x5xbf16>) outs(%{{.*}} : tensor<4x2x5xbf16>)
// CHECK:           %[[MEAN:.*]] = arith.divf %{{.*}}, %[[FEATURES:.*]] : f32
// CHECK:           %[[SHIFTED:.*]] = arith.addf %[[MEAN]], %{{.*}} : f32
// CHECK:           %[[ROOT:.*]] = math.sqrt %[[SHIFTED]] : f32
// CHECK:           arith.divf %{{.*}}, %[[ROOT]] : f32
// CHECK:           arith.mulf
// CHECK:           arith.mulf
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
func.func @attention_epilogue(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<2x6x5xbf16>, %w: tensor<2x5xbf16>, %o: tensor<4x2x5xbf16>) -> tensor<4x2x5xbf16> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xbf16>, tensor<6x8xbf16>) value(%v[e0, n, e1] : tensor<2x6x5xbf16>)
      norm_weight(%w[e0, e1] : tensor<2x5xbf16>) outs(%o[m, e0, e1] : tensor<4x2x5xbf16>)
      {norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %out : tensor<4x2x5xbf16>
}

// CHECK-LABEL: func.func @attention_logsumexp(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:         ^bb0(%[[MAXIMUM:[a-z0-9_]*]]: f32, %[[SUM:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[EMPTY:.*]] = arith.cmpf oeq, %[[SUM]], %{{.*}} : f32
// CHECK:           %[[LOG:.*]] = math.log %[[SUM]] : f32
// CHECK:           %[[LOGSUMEXP:.*]] = arith.addf %[[MAXIMUM]], %[[LOG]] : f32
// CHECK:           arith.select %[[EMPTY]], %[[MINUS_INFINITY:.*]], %[[LOGSUMEXP]] : f32
func.func @attention_logsumexp(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>, %l: tensor<4xf32>) -> tensor<4xf32> {
  %out:2 = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e], %l[m] : tensor<4x5xf32>, tensor<4xf32>)
  return %out#1 : tensor<4xf32>
}

// The default scale is 1 over the root of all feature dims, known or not.
// CHECK-LABEL: func.func @attention_scale_of_two_feature_dims(
// CHECK:         arith.constant 2.500000e-01 : f32
func.func @attention_scale_of_two_feature_dims(%q: tensor<4x2x8xf32>, %k: tensor<6x2x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d0, d1], %k[n, d0, d1] : tensor<4x2x8xf32>, tensor<6x2x8xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @attention_scale_of_unknown_features(
// CHECK:         %[[FEATURES:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<4x?xf32>
// CHECK:         %[[INTEGER:.*]] = arith.index_cast %[[FEATURES]] : index to i64
// CHECK:         %[[FLOAT:.*]] = arith.sitofp %[[INTEGER]] : i64 to f32
// CHECK:         %[[AT_LEAST_ONE:.*]] = arith.maximumf %[[FLOAT]], %{{.*}} : f32
// CHECK:         %[[ROOT:.*]] = math.sqrt %[[AT_LEAST_ONE]] : f32
// CHECK:         arith.divf %{{.*}}, %[[ROOT]] : f32
func.func @attention_scale_of_unknown_features(%q: tensor<4x?xf32>, %k: tensor<6x?xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %out = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x?xf32>, tensor<6x?xf32>) value(%v[n, e] : tensor<6x5xf32>)
      outs(%o[m, e] : tensor<4x5xf32>)
  return %out : tensor<4x5xf32>
}

// On memrefs temporaries are allocated and freed beside the op, and the last
// step writes the destination.
// CHECK-LABEL: func.func @attention_on_memrefs(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: memref<4x5xf32, strided<[10, 2]>>)
// CHECK-NOT:     tensor
// CHECK:         %[[SCORES:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4x6xf32>
// CHECK:         %[[MAXIMUM:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK:         %[[SUM:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK:         %[[WEIGHTS:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4x6xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[WEIGHTS]], %{{.*}} outs(%[[OUT]] :
// CHECK-DAG:     memref.dealloc %[[SCORES]] {bufferization.manual_deallocation}
// CHECK-DAG:     memref.dealloc %[[MAXIMUM]] {bufferization.manual_deallocation}
// CHECK-DAG:     memref.dealloc %[[SUM]] {bufferization.manual_deallocation}
// CHECK-DAG:     memref.dealloc %[[WEIGHTS]] {bufferization.manual_deallocation}
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @attention_on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %o: memref<4x5xf32, strided<[10, 2]>>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>)
      outs(%o[m, e] : memref<4x5xf32, strided<[10, 2]>>)
  return
}

// The old maximum is read (for the decay) before its buffer takes the new one.
// Lengths count the keys of the whole attention, so they aren't clamped here.
// CHECK-LABEL: func.func @online_attention_on_memrefs(
// CHECK-SAME:      %[[ACC:[a-z0-9]*]]: memref<4x5xf32>, %[[MAX:[a-z0-9]*]]: memref<4xf32>, %[[SUM:[a-z0-9]*]]: memref<4xf32>)
// CHECK-NOT:     arith.minsi
// CHECK:         linalg.generic {{.*}} ins(%[[SCORES:.*]] : memref<4x6xf32>) outs(%[[BLOCK:.*]] : memref<4xf32>)
// CHECK:           arith.maximumf
// CHECK:         linalg.generic {{.*}} ins(%[[MAX]], %[[BLOCK]] : memref<4xf32>, memref<4xf32>) outs(%[[DECAY:.*]] : memref<4xf32>)
// CHECK:           math.exp
// CHECK:         linalg.generic {{.*}} ins(%[[BLOCK]] : memref<4xf32>) outs(%[[MAX]] : memref<4xf32>)
// CHECK:           arith.maximumf
// CHECK:         linalg.generic {{.*}} ins(%[[MAX]] : memref<4xf32>) outs(%[[SCORES]] : memref<4x6xf32>)
// CHECK:           math.exp
// CHECK:         linalg.generic {{.*}} ins(%[[DECAY]] : memref<4xf32>) outs(%[[SUM]] : memref<4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[SCORES]] : memref<4x6xf32>) outs(%[[SUM]] : memref<4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[DECAY]] : memref<4xf32>) outs(%[[ACC]] : memref<4x5xf32>)
// CHECK:         linalg.generic {{.*}} outs(%[[ACC]] : memref<4x5xf32>)
func.func @online_attention_on_memrefs(%q: memref<4x8xf32>, %k: memref<6x8xf32>, %v: memref<6x5xf32>, %lengths: memref<i64>, %acc: memref<4x5xf32>, %max: memref<4xf32>, %sum: memref<4xf32>) {
  diffattn.online_attention signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<6x8xf32>) value(%v[n, e] : memref<6x5xf32>)
      key_lengths(%lengths[] : memref<i64>) outs(%acc[m, e], %max[m], %sum[m] : memref<4x5xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @merge_into_the_state_of_outs(
// CHECK-SAME:      %[[ACCS:[a-z0-9]*]]: tensor<3x4x5xf32>, %[[MAXS:[a-z0-9]*]]: tensor<3x4xf32>, %[[SUMS:[a-z0-9]*]]: tensor<3x4xf32>, %[[ACC:[a-z0-9]*]]: tensor<4x5xf32>, %[[MAX:[a-z0-9]*]]: tensor<4xf32>, %[[SUM:[a-z0-9]*]]: tensor<4xf32>)
// CHECK:         %[[BEST:.*]] = linalg.generic {{.*}} ins(%[[MAXS]] : tensor<3x4xf32>)
// CHECK:         %[[DECAY:.*]] = linalg.generic {{.*}} ins(%[[MAX]], %[[BEST]] :
// CHECK:         %[[NEW_MAX:.*]] = linalg.generic {{.*}} ins(%[[BEST]] : tensor<4xf32>) outs(%[[MAX]] : tensor<4xf32>)
// CHECK:         %[[DECAYED_ACC:.*]] = linalg.generic {{.*}} ins(%[[DECAY]] : tensor<4xf32>) outs(%[[ACC]] : tensor<4x5xf32>)
// CHECK:         %[[NEW_ACC:.*]] = linalg.generic {{.*}} ins(%[[ACCS]], %[[MAXS]], %[[NEW_MAX]] : {{.*}}) outs(%[[DECAYED_ACC]] : tensor<4x5xf32>)
// CHECK:         %[[DECAYED_SUM:.*]] = linalg.generic {{.*}} ins(%[[DECAY]] : tensor<4xf32>) outs(%[[SUM]] : tensor<4xf32>)
// CHECK:         %[[NEW_SUM:.*]] = linalg.generic {{.*}} ins(%[[SUMS]], %[[MAXS]], %[[NEW_MAX]] : {{.*}}) outs(%[[DECAYED_SUM]] : tensor<4xf32>)
// CHECK:         return %[[NEW_ACC]], %[[NEW_MAX]], %[[NEW_SUM]]
func.func @merge_into_the_state_of_outs(%accs: tensor<3x4x5xf32>, %maxs: tensor<3x4xf32>, %sums: tensor<3x4xf32>, %acc: tensor<4x5xf32>, %max: tensor<4xf32>, %sum: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %state:3 = diffattn.merge signal(%accs[split, m, e], %maxs[split, m], %sums[split, m] : tensor<3x4x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
      outs(%acc[m, e], %max[m], %sum[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %state#0, %state#1, %state#2 : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>
}

// Each map is normalised before the maps are subtracted, in one step if nothing
// follows.
// CHECK-LABEL: func.func @finalize_both_maps(
// CHECK-SAME:      %[[OUT:[a-z0-9]*]]: tensor<2x4x5xf32>)
// CHECK:         %[[RESULT:.*]] = linalg.generic {{.*}} outs(%[[OUT]] : tensor<2x4x5xf32>)
// CHECK:         ^bb0(%[[ACC1:[a-z0-9_]*]]: f32, %[[SUM1:[a-z0-9_]*]]: f32, %[[ACC2:[a-z0-9_]*]]: f32, %[[SUM2:[a-z0-9_]*]]: f32, %[[LAMBDA:[a-z0-9_]*]]: f32, %{{[a-z0-9_]*}}: f32):
// CHECK:           %[[EMPTY1:.*]] = arith.cmpf oeq, %[[SUM1]], %[[ZERO:.*]] : f32
// CHECK:           %[[QUOTIENT1:.*]] = arith.divf %[[ACC1]], %[[SUM1]] : f32
// CHECK:           %[[SIGNAL:.*]] = arith.select %[[EMPTY1]], %[[ZERO]], %[[QUOTIENT1]] : f32
// CHECK:           %[[EMPTY2:.*]] = arith.cmpf oeq, %[[SUM2]], %[[ZERO]] : f32
// CHECK:           %[[QUOTIENT2:.*]] = arith.divf %[[ACC2]], %[[SUM2]] : f32
// CHECK:           %[[NOISE:.*]] = arith.select %[[EMPTY2]], %[[ZERO]], %[[QUOTIENT2]] : f32
// CHECK:           %[[WEIGHTED:.*]] = arith.mulf %[[LAMBDA]], %[[NOISE]] : f32
// CHECK:           %[[DIFFERENCE:.*]] = arith.subf %[[SIGNAL]], %[[WEIGHTED]] : f32
// CHECK:           linalg.yield %[[DIFFERENCE]] : f32
// CHECK:         return %[[RESULT]]
func.func @finalize_both_maps(%acc1: tensor<2x4x5xf32>, %row1: tensor<2x4xf32>, %acc2: tensor<4x5xf32>, %row2: tensor<4xf32>, %lambda: tensor<2xf32>, %o: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %out = diffattn.finalize signal(%acc1[h, m, e], %row1[h, m], %row1[h, m] : tensor<2x4x5xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
      noise(%acc2[m, e], %row2[m], %row2[m] : tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>) lambda(%lambda[h] : tensor<2xf32>)
      outs(%o[h, m, e] : tensor<2x4x5xf32>)
  return %out : tensor<2x4x5xf32>
}
