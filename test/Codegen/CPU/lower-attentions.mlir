// RUN: diffattn-opt %s --diffattn-lower-attentions="vector-bits=512" --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --diffattn-lower-attentions="vector-bits=256" --split-input-file | FileCheck %s --check-prefix=AVX2

// Attentions that differ in numbers only share a kernel. No array of scores is
// as large as the op.

// CHECK-LABEL: func.func @two_layers
// CHECK-NOT:     diffattn.attention
// CHECK:         call @[[KERNEL:attention_[0-9]+]](
// CHECK:         call @[[KERNEL]](
//
// A tile of 6 rows by 4 vectors (with AVX2 by 2) is in registers.
// CHECK-LABEL: func.func private @attention_score_tile_f32_f32_precise
// CHECK:         scf.for
// CHECK-COUNT-24:  vector.fma
// CHECK-NOT:       vector.fma
// CHECK:           scf.yield
// AVX2-LABEL: func.func private @attention_score_tile_f32_f32_precise
// AVX2:         scf.for
// AVX2-COUNT-12:  vector.fma
// AVX2-NOT:       vector.fma
// AVX2:           scf.yield
func.func @two_layers(
    %q: memref<4x?x64xf32>, %k: memref<4x?x64xf32>, %v: memref<4x?x128xf32>,
    %lambda: memref<f32>, %out: memref<4x?x128xf32>) {
  diffattn.attention
      signal(%q[h, m, d], %k[h, n, d] : memref<4x?x64xf32>, memref<4x?x64xf32>)
      noise(%q[h, m, d], %k[h, n, d] : memref<4x?x64xf32>, memref<4x?x64xf32>)
      value(%v[h, n, e] : memref<4x?x128xf32>) lambda(%lambda[] : memref<f32>)
      outs(%out[h, m, e] : memref<4x?x128xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8,
       diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  diffattn.attention
      signal(%q[h, m, d], %k[h, n, d] : memref<4x?x64xf32>, memref<4x?x64xf32>)
      noise(%q[h, m, d], %k[h, n, d] : memref<4x?x64xf32>, memref<4x?x64xf32>)
      value(%v[h, n, e] : memref<4x?x128xf32>) lambda(%lambda[] : memref<f32>)
      outs(%out[h, m, e] : memref<4x?x128xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-6>, out_scale = 0.5,
       diffattn.schedule = #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return
}

// -----

// One query row: keys are multiplied four at a time, values by all maps at once,
// and what comes later in memory is asked for. With AVX2 half as many sums fit.

// CHECK-LABEL: func.func private @attention_score_rows_1_f32_f32_precise
// CHECK:         scf.for
// CHECK-COUNT-4:   memref.prefetch %{{.*}}, read, locality<2>, data
// CHECK-COUNT-4:   vector.fma
// CHECK-NOT:       vector.fma
// CHECK:           vector.store %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @attention_add_rows_2_f32_f32_precise
// CHECK:         scf.for
// CHECK-COUNT-8:   memref.prefetch
// CHECK-COUNT-16:  vector.fma
// CHECK-NOT:       vector.fma
// CHECK:           scf.yield
// CHECK-NOT:   func.func private @attention_score_rows_2
// AVX2-LABEL: func.func private @attention_add_rows_2_f32_f32_precise
// AVX2:         scf.for
// AVX2-COUNT-8:   vector.fma
// AVX2-NOT:       vector.fma
// AVX2:           scf.yield
func.func @decode(
    %q: memref<4x1x64xf32>, %k: memref<4x?x64xf32>, %v: memref<4x?x128xf32>,
    %lambda: memref<f32>, %out: memref<4x1x128xf32>) {
  diffattn.attention
      signal(%q[h, m, d], %k[h, n, d] : memref<4x1x64xf32>, memref<4x?x64xf32>)
      noise(%q[h, m, d], %k[h, n, d] : memref<4x1x64xf32>, memref<4x?x64xf32>)
      value(%v[h, n, e] : memref<4x?x128xf32>) lambda(%lambda[] : memref<f32>)
      outs(%out[h, m, e] : memref<4x1x128xf32>)
      {diffattn.schedule = #diffattn.schedule<split, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>}
  return
}

// -----

// Without a schedule the op stays.

// CHECK-LABEL: func.func @not_scheduled
// CHECK:         diffattn.attention
// AVX2-LABEL: func.func @not_scheduled
// AVX2:         diffattn.attention
func.func @not_scheduled(
    %q: memref<4x8xf32>, %k: memref<5x8xf32>, %v: memref<5x16xf32>,
    %out: memref<4x16xf32>) {
  diffattn.attention
      signal(%q[m, d], %k[n, d] : memref<4x8xf32>, memref<5x8xf32>)
      value(%v[n, e] : memref<5x16xf32>) outs(%out[m, e] : memref<4x16xf32>)
  return
}
