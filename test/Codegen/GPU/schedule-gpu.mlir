// RUN: diffattn-opt %s --diffattn-schedule-gpu | FileCheck %s
// RUN: diffattn-opt %s --diffattn-schedule-gpu=shared-bytes=101376 --remarks-filter=diffattn-schedule-gpu --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: diffattn-opt %s --diffattn-schedule-gpu --remarks-filter=diffattn-schedule-gpu --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @v1(
// CHECK:         {diffattn.schedule = #diffattn.gpu_schedule<row_warps = 4, key_tile = 32, stages = 3, maps_apart = false, queries_held = true, split_rows = 16, split_keys = 1024>}
// REMARK: schedule-gpu.mlir:[[@LINE+2]]:8: remark: [Passed] schedule | Category:diffattn-schedule-gpu | Remark="64 rows by steps of 32 keys, both maps in each warp, queries in registers; about 248 registers
func.func @v1(%q1: tensor<8x?x64xbf16>, %k1: tensor<8x?x64xbf16>, %q2: tensor<8x?x64xbf16>, %k2: tensor<8x?x64xbf16>, %v: tensor<8x?x128xbf16>, %l: tensor<f32>, %o: tensor<8x?x128xbf16>) -> tensor<8x?x128xbf16> {
  %r = diffattn.attention signal(%q1[h, m, d], %k1[h, n, d] : tensor<8x?x64xbf16>, tensor<8x?x64xbf16>)
      noise(%q2[h, m, d], %k2[h, n, d] : tensor<8x?x64xbf16>, tensor<8x?x64xbf16>)
      value(%v[h, n, e] : tensor<8x?x128xbf16>) lambda(%l[] : tensor<f32>)
      outs(%o[h, m, e] : tensor<8x?x128xbf16>)
  return %r : tensor<8x?x128xbf16>
}

// One that is there already stays.
// CHECK-LABEL: func.func @has_one(
// CHECK:         #diffattn.gpu_schedule<row_warps = 2, key_tile = 16, stages = 2,
func.func @has_one(%q: memref<20x64xf16>, %k: memref<30x64xf16>, %v: memref<30x64xf16>, %o: memref<20x64xf16>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x64xf16>, memref<30x64xf16>)
      value(%v[n, e] : memref<30x64xf16>) outs(%o[m, e] : memref<20x64xf16>)
      {diffattn.schedule = #diffattn.gpu_schedule<row_warps = 2, key_tile = 16, stages = 2, maps_apart = false, queries_held = true, split_rows = 0, split_keys = 64>}
  return
}

// CHECK-LABEL: func.func @not_for_kernels(
// CHECK-NOT:     diffattn.schedule
// REMARK: [Missed] no kernel | Category:diffattn-schedule-gpu | Reason="elements are f64, kernels are for f16, bf16 and f32"
// REMARK: [Missed] no kernel | Category:diffattn-schedule-gpu | Reason="queries have an unknown number of features, kernels are made for 1 to 256"
// REMARK: [Missed] no kernel | Category:diffattn-schedule-gpu | Reason="values have 300 features, kernels are made for 1 to 256"
func.func @not_for_kernels(%q: memref<20x64xf64>, %k: memref<30x64xf64>, %v: memref<30x64xf64>, %o: memref<20x64xf64>,
                           %dq: memref<20x?xf32>, %dk: memref<30x?xf32>, %dv: memref<30x8xf32>, %do: memref<20x8xf32>,
                           %wq: memref<20x8xf32>, %wk: memref<30x8xf32>, %wv: memref<30x300xf32>, %wo: memref<20x300xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x64xf64>, memref<30x64xf64>)
      value(%v[n, e] : memref<30x64xf64>) outs(%o[m, e] : memref<20x64xf64>)
  diffattn.attention signal(%dq[m, d], %dk[n, d] : memref<20x?xf32>, memref<30x?xf32>)
      value(%dv[n, e] : memref<30x8xf32>) outs(%do[m, e] : memref<20x8xf32>)
  diffattn.attention signal(%wq[m, d], %wk[n, d] : memref<20x8xf32>, memref<30x8xf32>)
      value(%wv[n, e] : memref<30x300xf32>) outs(%wo[m, e] : memref<20x300xf32>)
  return
}

// What is too wide for little shared memory.
// CHECK-LABEL: func.func @wide(
// CHECK:         diffattn.schedule
// REMARK: [Passed] schedule | Category:diffattn-schedule-gpu | Remark="32 rows by steps of 16 keys, each map
// SMALL: [Missed] no kernel | Category:diffattn-schedule-gpu | Reason="no kernel fits in 99 KiB of shared memory"
func.func @wide(%q: memref<20x256xf32>, %k: memref<30x256xf32>, %q2: memref<20x256xf32>, %k2: memref<30x256xf32>, %v: memref<30x256xf32>, %l: memref<f32>, %o: memref<20x256xf32>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x256xf32>, memref<30x256xf32>)
      noise(%q2[m, d], %k2[n, d] : memref<20x256xf32>, memref<30x256xf32>)
      value(%v[n, e] : memref<30x256xf32>) lambda(%l[] : memref<f32>) outs(%o[m, e] : memref<20x256xf32>)
  return
}
