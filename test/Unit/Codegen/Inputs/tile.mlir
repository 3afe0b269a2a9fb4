// One warp: C = A B of 16x16 by 16x8, B's columns as rows, and the largest of
// each row of C's upper half, as found by shuffles between the 4 lanes that
// share it. Copies arrive before the one barrier.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @a_tile : memref<16x16xf16, #gpu.address_space<workgroup>> {alignment = 16}
    memref.global "private" @b_tile : memref<8x16xf16, #gpu.address_space<workgroup>> {alignment = 16}

    gpu.func @tile(%a: memref<16x16xf16>, %b: memref<8x16xf16>, %c: memref<16x8xf32>, %largest: memref<32xf32>) kernel {
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %sa = memref.get_global @a_tile : memref<16x16xf16, #gpu.address_space<workgroup>>
      %sb = memref.get_global @b_tile : memref<8x16xf16, #gpu.address_space<workgroup>>
      %lane = gpu.thread_id x
      %row = arith.divui %lane, %c2 : index
      %half = arith.remui %lane, %c2 : index
      %column = arith.muli %half, %c8 : index
      %copy_a = nvgpu.device_async_copy %a[%row, %column], %sa[%row, %column], 8 {bypassL1} : memref<16x16xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
      %has_b = arith.cmpi ult, %lane, %c16 : index
      scf.if %has_b {
        %copy_b = nvgpu.device_async_copy %b[%row, %column], %sb[%row, %column], 8 {bypassL1} : memref<8x16xf16> to memref<8x16xf16, #gpu.address_space<workgroup>>
      }
      %group = nvgpu.device_async_create_group %copy_a
      nvgpu.device_async_wait %group {numGroups = 0 : i32}
      gpu.barrier
      %in_tile = arith.remui %lane, %c8 : index
      %tile = arith.divui %lane, %c8 : index
      %low_bit = arith.remui %tile, %c2 : index
      %low = arith.muli %low_bit, %c8 : index
      %a_row = arith.addi %in_tile, %low : index
      %high_bit = arith.divui %tile, %c2 : index
      %high = arith.muli %high_bit, %c8 : index
      %fa = nvgpu.ldmatrix %sa[%a_row, %high] {transpose = false, numTiles = 4 : i32} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %fb = nvgpu.ldmatrix %sb[%in_tile, %low] {transpose = false, numTiles = 2 : i32} : memref<8x16xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
      %d = nvgpu.mma.sync(%fa, %fb, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %c_row = arith.divui %lane, %c4 : index
      %c_below = arith.addi %c_row, %c8 : index
      %quad = arith.remui %lane, %c4 : index
      %c_column = arith.muli %quad, %c2 : index
      %upper = vector.extract %d[0] : vector<2xf32> from vector<2x2xf32>
      %lower = vector.extract %d[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %upper, %c[%c_row, %c_column] : memref<16x8xf32>, vector<2xf32>
      vector.store %lower, %c[%c_below, %c_column] : memref<16x8xf32>, vector<2xf32>
      %width = arith.constant 32 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %d0 = vector.extract %upper[0] : f32 from vector<2xf32>
      %d1 = vector.extract %upper[1] : f32 from vector<2xf32>
      %m0 = arith.maximumf %d0, %d1 : f32
      %s1, %valid1 = gpu.shuffle xor %m0, %one, %width : f32
      %m1 = arith.maximumf %m0, %s1 : f32
      %s2, %valid2 = gpu.shuffle xor %m1, %two, %width : f32
      %m2 = arith.maximumf %m1, %s2 : f32
      memref.store %m2, %largest[%lane] : memref<32xf32>
      gpu.return
    }
  }
}
