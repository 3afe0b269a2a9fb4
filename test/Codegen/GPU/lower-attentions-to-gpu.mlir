// RUN: diffattn-opt %s --diffattn-lower-attentions-to-gpu --canonicalize --cse | FileCheck %s

#small = #diffattn.gpu_schedule<row_warps = 4, key_tile = 16, stages = 2, maps_apart = false, queries_held = true, split_rows = 0, split_keys = 64>
#apart = #diffattn.gpu_schedule<row_warps = 4, key_tile = 16, stages = 2, maps_apart = true, queries_held = true, split_rows = 0, split_keys = 64>
#parts = #diffattn.gpu_schedule<row_warps = 4, key_tile = 16, stages = 2, maps_apart = false, queries_held = true, split_rows = 16, split_keys = 64>

// Rows are 16 bytes apart if the addresses are: which kernel, addresses decide.
// CHECK-LABEL: func.func @static(
// CHECK-SAME:      %[[QUERY:[a-z0-9]+]]: memref<2x100x16xbf16>
// CHECK:         %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[QUERY]]
// CHECK:         arith.remui %[[ADDRESS]], %c16
// CHECK:         scf.if
// CHECK:           gpu.launch_func @diffattn_kernels::@attention0_vectors blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1) dynamic_shared_memory_size %{{.*}} args(%[[QUERY]] :
// CHECK:         } else {
// CHECK:           gpu.launch_func @diffattn_kernels::@attention0_elements blocks in (%c4, %c1, %c1)
func.func @static(%q: memref<2x100x16xbf16>, %k: memref<2x50x16xbf16>, %v: memref<2x50x16xbf16>, %o: memref<2x100x16xbf16>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x100x16xbf16>, memref<2x50x16xbf16>)
      value(%v[h, n, e] : memref<2x50x16xbf16>) outs(%o[h, m, e] : memref<2x100x16xbf16>)
      {diffattn.schedule = #small}
  return
}

// Another scale: the same kernels.
// CHECK-LABEL: func.func @another_scale(
// CHECK:         gpu.launch_func @diffattn_kernels::@attention0_vectors
// CHECK:         gpu.launch_func @diffattn_kernels::@attention0_elements
func.func @another_scale(%q: memref<2x100x16xbf16>, %k: memref<2x50x16xbf16>, %v: memref<2x50x16xbf16>, %o: memref<2x100x16xbf16>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x100x16xbf16>, memref<2x50x16xbf16>)
      value(%v[h, n, e] : memref<2x50x16xbf16>) outs(%o[h, m, e] : memref<2x100x16xbf16>)
      {diffattn.schedule = #small, scale = 0.5}
  return
}

// But not where the scale must not be applied with the exponential.
// CHECK-LABEL: func.func @scale_below_0(
// CHECK:         gpu.launch_func @diffattn_kernels::@attention1_vectors
func.func @scale_below_0(%q: memref<2x100x16xbf16>, %k: memref<2x50x16xbf16>, %v: memref<2x50x16xbf16>, %o: memref<2x100x16xbf16>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x100x16xbf16>, memref<2x50x16xbf16>)
      value(%v[h, n, e] : memref<2x50x16xbf16>) outs(%o[h, m, e] : memref<2x100x16xbf16>)
      {diffattn.schedule = #small, scale = -0.5}
  return
}

// One map needs no warps for another one, whatever the schedule says.
// CHECK-LABEL: func.func @one_map(
// CHECK:         gpu.launch_func @diffattn_kernels::@attention2_vectors blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)
func.func @one_map(%q: memref<2x100x16xf16>, %k: memref<2x50x16xf16>, %v: memref<2x50x16xf16>, %o: memref<2x100x16xf16>) {
  diffattn.attention signal(%q[h, m, d], %k[h, n, d] : memref<2x100x16xf16>, memref<2x50x16xf16>)
      value(%v[h, n, e] : memref<2x50x16xf16>) outs(%o[h, m, e] : memref<2x100x16xf16>)
      {diffattn.schedule = #apart}
  return
}

// Features that are no neighbours are never read as vectors.
// CHECK-LABEL: func.func @gaps(
// CHECK-NOT:     scf.if
// CHECK:         gpu.launch_func
// CHECK-NOT:     gpu.launch_func
func.func @gaps(%q: memref<2x16x100xbf16>, %k: memref<2x50x16xbf16>, %v: memref<2x50x16xbf16>, %o: memref<2x100x16xbf16>) {
  diffattn.attention signal(%q[h, d, m], %k[h, n, d] : memref<2x16x100xbf16>, memref<2x50x16xbf16>)
      value(%v[h, n, e] : memref<2x50x16xbf16>) outs(%o[h, m, e] : memref<2x100x16xbf16>)
      {diffattn.schedule = #small}
  return
}

// Few rows, those of heads that share keys together: parts of the keys, whose
// states are merged.
// CHECK-LABEL: func.func @decode(
// CHECK:         %[[STATES:.*]] = memref.alloc() : memref<576xf32>
// CHECK:         gpu.launch_func @diffattn_kernels::@attention4_part_vectors blocks in (%c2, %c4, %c1) threads in (%c32, %c1, %c1)
// CHECK:         gpu.launch_func @diffattn_kernels::@attention4_merge blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
// CHECK:         memref.dealloc %[[STATES]]
func.func @decode(%q: memref<2x4x1x16xbf16>, %k: memref<2x200x16xbf16>, %v: memref<2x200x16xbf16>, %o: memref<2x4x1x16xbf16>) {
  diffattn.attention signal(%q[g, r, m, d], %k[g, n, d] : memref<2x4x1x16xbf16>, memref<2x200x16xbf16>)
      value(%v[g, n, e] : memref<2x200x16xbf16>) outs(%o[g, r, m, e] : memref<2x4x1x16xbf16>)
      {diffattn.schedule = #parts}
  return
}

// Without a schedule for GPUs it stays.
// CHECK-LABEL: func.func @none(
// CHECK:         diffattn.attention
func.func @none(%q: memref<20x64xf64>, %k: memref<30x64xf64>, %v: memref<30x64xf64>, %o: memref<20x64xf64>) {
  diffattn.attention signal(%q[m, d], %k[n, d] : memref<20x64xf64>, memref<30x64xf64>)
      value(%v[n, e] : memref<30x64xf64>) outs(%o[m, e] : memref<20x64xf64>)
  return
}

// The kernel with vectors: queries, then keys and values ahead of their use.
// CHECK:       gpu.module @diffattn_kernels
// CHECK:         gpu.func @attention0_vectors(
// CHECK-SAME:      kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 1 : i32}
// CHECK:           nvgpu.device_async_copy
// CHECK:           nvvm.cp.async.commit.group
// CHECK:           nvvm.cp.async.wait.group 0
// CHECK:           gpu.barrier
// CHECK:           nvgpu.ldmatrix
// CHECK:           scf.for
// CHECK:             nvvm.cp.async.wait.group 0
// CHECK:             gpu.barrier
// CHECK:             nvgpu.device_async_copy
// CHECK:             nvgpu.ldmatrix %{{.*}} {numTiles = 2 : i32, transpose = false}
// CHECK:             nvvm.mma.sync
// CHECK:             nvvm.vote.sync any
// CHECK:             llvm.nvvm.ex2.approx.ftz
// CHECK:             nvgpu.ldmatrix %{{.*}} {numTiles = 4 : i32, transpose = true}
// CHECK:             nvvm.mma.sync
// CHECK:         gpu.func @attention0_elements(
// CHECK-NOT:       nvgpu.device_async_copy
// CHECK:         gpu.func @attention1_vectors(
// CHECK:         gpu.func @attention4_merge(
