// RUN: diffattn-opt %s --diffattn-lower-attentions-to-gpu -split-input-file -verify-diagnostics

#s = #diffattn.gpu_schedule<row_warps = 8, key_tile = 128, stages = 8, maps_apart = false, queries_held = true, split_rows = 0, split_keys = 128>

func.func @features_unknown(%q: memref<20x?xf32>, %k: memref<30x?xf32>, %v: memref<30x8xf32>, %o: memref<20x8xf32>) {
  // expected-error@+1 {{has a schedule for GPUs, but queries have an unknown number of features, kernels are made for 1 to 256}}
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x?xf32>, memref<30x?xf32>)
      value(%v[n, e] : memref<30x8xf32>) outs(%o[m, e] : memref<20x8xf32>) {diffattn.schedule = #s}
  return
}

// -----

#s = #diffattn.gpu_schedule<row_warps = 8, key_tile = 128, stages = 8, maps_apart = false, queries_held = true, split_rows = 0, split_keys = 128>

func.func @too_much_memory(%q: memref<20x256xf16>, %k: memref<30x256xf16>, %v: memref<30x256xf16>, %o: memref<20x256xf16>) {
  // expected-error@+1 {{has a schedule for GPUs that takes 1149056 bytes of shared memory, expected at most 166912}}
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x256xf16>, memref<30x256xf16>)
      value(%v[n, e] : memref<30x256xf16>) outs(%o[m, e] : memref<20x256xf16>) {diffattn.schedule = #s}
  return
}
