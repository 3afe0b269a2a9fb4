// RUN: diffattn-opt %s --diffattn-schedule="vector-bits=512 bf16-dot" | FileCheck %s
// RUN: diffattn-opt %s --diffattn-schedule="vector-bits=256 l1-bytes=49152 l2-bytes=524288" | FileCheck %s --check-prefix=AVX2
// RUN: diffattn-opt %s --diffattn-schedule="vector-bits=512" --remarks-filter=diffattn-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Rows of scores that the cache holds. On another processor the limits differ.
// CHECK-LABEL: func.func @held(
// CHECK:         {diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 65536, split_rows = 8, split_keys = 1024>}
// AVX2-LABEL: func.func @held(
// AVX2:         {diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 256, value_block = 256, held_bytes = 393216, held_keys = 32768, split_rows = 8, split_keys = 1024>}
// REMARK: schedule.mlir:[[@LINE+2]]:8: remark: [Passed] schedule | Category:diffattn-schedule | Remark="held: 24 rows by 2048 keys of 2 maps, 384 KiB, fit in 768 KiB of the cache, so one product with the value serves both maps"
func.func @held(%q1: tensor<8x2048x64xf32>, %k1: tensor<8x2048x64xf32>, %q2: tensor<8x2048x64xf32>, %k2: tensor<8x2048x64xf32>, %v: tensor<8x2048x128xf32>, %l: tensor<f32>, %o: tensor<8x2048x128xf32>) -> tensor<8x2048x128xf32> {
  %r = diffattn.attention signal(%q1[h, m, d], %k1[h, n, d] : tensor<8x2048x64xf32>, tensor<8x2048x64xf32>)
      noise(%q2[h, m, d], %k2[h, n, d] : tensor<8x2048x64xf32>, tensor<8x2048x64xf32>)
      value(%v[h, n, e] : tensor<8x2048x128xf32>) lambda(%l[] : tensor<f32>)
      outs(%o[h, m, e] : tensor<8x2048x128xf32>)
  return %r : tensor<8x2048x128xf32>
}

// CHECK-LABEL: func.func @online_on_memrefs(
// CHECK:         {diffattn.schedule = #diffattn.schedule<online, row_block = 24,
// REMARK: Remark="online: 20000 keys are more than the 8192
func.func @online_on_memrefs(%q: memref<20000x64xbf16>, %k: memref<20000x64xbf16>, %v: memref<20000x64xbf16>, %o: memref<20000x64xbf16>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20000x64xbf16>, memref<20000x64xbf16>)
      value(%v[n, e] : memref<20000x64xbf16>) outs(%o[m, e] : memref<20000x64xbf16>)
  return
}

// Two queries of four heads read each key together: eight rows. Not so with
// three, though a head has few rows still; nor where each head has its values.
// CHECK-LABEL: func.func @heads_that_share_keys(
// CHECK:         #diffattn.schedule<split,
// CHECK:         #diffattn.schedule<held,
// CHECK:         #diffattn.schedule<split,
// REMARK: Remark="split: 8 rows share their keys,
// REMARK: Remark="held: 24 rows by 100 keys of 1 map,
// REMARK: Remark="split: 3 rows share their keys,
func.func @heads_that_share_keys(%two: tensor<2x4x2x8xf16>, %three: tensor<2x4x3x8xf16>, %k: tensor<2x100x8xf16>, %v: tensor<2x100x8xf16>, %own: tensor<2x4x100x8xf16>, %o2: tensor<2x4x2x8xf16>, %o3: tensor<2x4x3x8xf16>) -> (tensor<2x4x2x8xf16>, tensor<2x4x3x8xf16>, tensor<2x4x3x8xf16>) {
  %a = diffattn.attention signal(%two[g, r, m, d], %k[g, n, d] : tensor<2x4x2x8xf16>, tensor<2x100x8xf16>)
      value(%v[g, n, e] : tensor<2x100x8xf16>) outs(%o2[g, r, m, e] : tensor<2x4x2x8xf16>)
  %b = diffattn.attention signal(%three[g, r, m, d], %k[g, n, d] : tensor<2x4x3x8xf16>, tensor<2x100x8xf16>)
      value(%v[g, n, e] : tensor<2x100x8xf16>) outs(%o3[g, r, m, e] : tensor<2x4x3x8xf16>)
  %c = diffattn.attention signal(%three[g, r, m, d], %k[g, n, d] : tensor<2x4x3x8xf16>, tensor<2x100x8xf16>)
      value(%own[g, r, n, e] : tensor<2x4x100x8xf16>) outs(%o3[g, r, m, e] : tensor<2x4x3x8xf16>)
  return %a, %b, %c : tensor<2x4x2x8xf16>, tensor<2x4x3x8xf16>, tensor<2x4x3x8xf16>
}

// What is decided at run time, and what one size decides.
// CHECK-LABEL: func.func @unknown_sizes(
// CHECK:         #diffattn.schedule<auto,
// CHECK:         #diffattn.schedule<split,
// REMARK: Remark="auto: sizes are known at run time only
// REMARK: Remark="split: 1 row shares its keys,
func.func @unknown_sizes(%q: tensor<?x?x64xf32>, %one: tensor<?x1x64xf32>, %k: tensor<?x?x64xf32>, %v: tensor<?x?x64xf32>, %o: tensor<?x?x64xf32>, %o1: tensor<?x1x64xf32>) -> (tensor<?x?x64xf32>, tensor<?x1x64xf32>) {
  %a = diffattn.attention signal(%q[b, m, d], %k[b, n, d] : tensor<?x?x64xf32>, tensor<?x?x64xf32>)
      value(%v[b, n, e] : tensor<?x?x64xf32>) outs(%o[b, m, e] : tensor<?x?x64xf32>)
  %b = diffattn.attention signal(%one[b, m, d], %k[b, n, d] : tensor<?x1x64xf32>, tensor<?x?x64xf32>)
      value(%v[b, n, e] : tensor<?x?x64xf32>) outs(%o1[b, m, e] : tensor<?x1x64xf32>)
  return %a, %b : tensor<?x?x64xf32>, tensor<?x1x64xf32>
}

// Features in two dims make one number: steps are as short as for 256 features.
// CHECK-LABEL: func.func @several_dims_of_features(
// CHECK:         key_block = 256,
func.func @several_dims_of_features(%q: tensor<100x2x128xf32>, %k: tensor<100x2x128xf32>, %v: tensor<100x2x128xf32>, %o: tensor<100x2x128xf32>) -> tensor<100x2x128xf32> {
  %a = diffattn.attention signal(%q[m, d0, d1], %k[n, d0, d1] : tensor<100x2x128xf32>, tensor<100x2x128xf32>)
      value(%v[n, e0, e1] : tensor<100x2x128xf32>) outs(%o[m, e0, e1] : tensor<100x2x128xf32>)
  return %a : tensor<100x2x128xf32>
}

// Rows of a window see few keys, however many there are.
// CHECK-LABEL: func.func @windows(
// CHECK:         #diffattn.schedule<held,
// CHECK:         #diffattn.schedule<held,
// CHECK:         #diffattn.schedule<auto,
// REMARK: Remark="held: 24 rows by 536 keys of 1 map,
// REMARK: Remark="held: 24 rows by 526 keys of 1 map,
// REMARK: Remark="auto:
func.func @windows(%q: tensor<20000x8xf32>, %k: tensor<20000x8xf32>, %open: tensor<?x8xf32>) -> (tensor<20000x8xf32>, tensor<20000x8xf32>, tensor<20000x8xf32>) {
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<20000x8xf32>, tensor<20000x8xf32>) value(%k[n, e] : tensor<20000x8xf32>)
      outs(%q[m, e] : tensor<20000x8xf32>) {causal, window_left = 512, window_right = 9}
  %b = diffattn.attention signal(%q[m, d], %open[n, d] : tensor<20000x8xf32>, tensor<?x8xf32>) value(%open[n, e] : tensor<?x8xf32>)
      outs(%q[m, e] : tensor<20000x8xf32>) {window_left = 500, window_right = 2}
  %c = diffattn.attention signal(%q[m, d], %open[n, d] : tensor<20000x8xf32>, tensor<?x8xf32>) value(%open[n, e] : tensor<?x8xf32>)
      outs(%q[m, e] : tensor<20000x8xf32>) {window_left = 500}
  return %a, %b, %c : tensor<20000x8xf32>, tensor<20000x8xf32>, tensor<20000x8xf32>
}

// An author knows better.
// CHECK-LABEL: func.func @has_a_schedule(
// CHECK:         #diffattn.schedule<online, row_block = 6, key_block = 64, value_block = 64, held_bytes = 1, held_keys = 1, split_rows = 1, split_keys = 64>
func.func @has_a_schedule(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<6x8xf32>) value(%v[n, e] : tensor<6x5xf32>) outs(%o[m, e] : tensor<4x5xf32>)
      {diffattn.schedule = #diffattn.schedule<online, row_block = 6, key_block = 64, value_block = 64, held_bytes = 1, held_keys = 1, split_rows = 1, split_keys = 64>}
  return %a : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @no_kernel_for_f64(
// CHECK-NOT:     diffattn.schedule
// REMARK: schedule.mlir:[[@LINE+2]]:8: remark: [Missed] no kernel | Category:diffattn-schedule | Reason="elements are f64, kernels are for f16, bf16 and f32"
func.func @no_kernel_for_f64(%q: tensor<4x8xf64>, %k: tensor<6x8xf64>, %v: tensor<6x5xf64>, %o: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %a = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<4x8xf64>, tensor<6x8xf64>) value(%v[n, e] : tensor<6x5xf64>) outs(%o[m, e] : tensor<4x5xf64>)
  return %a : tensor<4x5xf64>
}
