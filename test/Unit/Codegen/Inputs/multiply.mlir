// Matrix products C = A B of 32x64 by 64x16, f32 results: one block of two
// warps, each of which computes 16 rows. Tiles of 16 along k go through two
// stages of shared memory, copied while the stage before is used.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @a_stages : memref<2x32x16xf16, #gpu.address_space<workgroup>> {alignment = 16}
    memref.global "private" @b_stages : memref<2x16x16xf16, #gpu.address_space<workgroup>> {alignment = 16}

    // B has its columns as rows: 16x64.
    gpu.func @multiply_f16(%a: memref<32x64xf16>, %b: memref<16x64xf16>, %c: memref<32x16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %sa = memref.get_global @a_stages : memref<2x32x16xf16, #gpu.address_space<workgroup>>
      %sb = memref.get_global @b_stages : memref<2x16x16xf16, #gpu.address_space<workgroup>>
      %thread = gpu.thread_id x
      %warp = arith.divui %thread, %c32 : index
      %lane = arith.remui %thread, %c32 : index

      // What this thread copies: 8 numbers of row thread / 2, and in the first
      // warp as much of B.
      %row = arith.divui %thread, %c2 : index
      %half = arith.remui %thread, %c2 : index
      %column = arith.muli %half, %c8 : index
      %is_first = arith.cmpi ult, %thread, %c32 : index

      // Rows that this lane addresses for ldmatrix: of A as 8x8 tiles (0, 0),
      // (8, 0), (0, 8), (8, 8); of B as (0, 0), (0, 8), (8, 0), (8, 8).
      %in_tile = arith.remui %lane, %c8 : index
      %tile = arith.divui %lane, %c8 : index
      %low_bit = arith.remui %tile, %c2 : index
      %high_bit = arith.divui %tile, %c2 : index
      %low = arith.muli %low_bit, %c8 : index
      %high = arith.muli %high_bit, %c8 : index
      %first_row = arith.muli %warp, %c16 : index
      %a_tile_row = arith.addi %in_tile, %low : index
      %a_row = arith.addi %first_row, %a_tile_row : index
      %b_row = arith.addi %in_tile, %high : index

      %first_a = nvgpu.device_async_copy %a[%row, %column], %sa[%c0, %row, %column], 8 {bypassL1} : memref<32x64xf16> to memref<2x32x16xf16, #gpu.address_space<workgroup>>
      scf.if %is_first {
        %first_b = nvgpu.device_async_copy %b[%row, %column], %sb[%c0, %row, %column], 8 {bypassL1} : memref<16x64xf16> to memref<2x16x16xf16, #gpu.address_space<workgroup>>
      }
      %first_group = nvgpu.device_async_create_group %first_a
      %left, %right = scf.for %i = %c0 to %c4 step %c1 iter_args(%l = %zero, %r = %zero) -> (vector<2x2xf32>, vector<2x2xf32>) {
        %next = arith.addi %i, %c1 : index
        %next_stage = arith.remui %next, %c2 : index
        %is_there = arith.cmpi ult, %next, %c4 : index
        scf.if %is_there {
          %next_k = arith.muli %next, %c16 : index
          %k = arith.addi %next_k, %column : index
          %copy_a = nvgpu.device_async_copy %a[%row, %k], %sa[%next_stage, %row, %column], 8 {bypassL1} : memref<32x64xf16> to memref<2x32x16xf16, #gpu.address_space<workgroup>>
          scf.if %is_first {
            %copy_b = nvgpu.device_async_copy %b[%row, %k], %sb[%next_stage, %row, %column], 8 {bypassL1} : memref<16x64xf16> to memref<2x16x16xf16, #gpu.address_space<workgroup>>
          }
        }
        %group = nvgpu.device_async_create_group
        nvgpu.device_async_wait %group {numGroups = 1 : i32}
        gpu.barrier
        %stage = arith.remui %i, %c2 : index
        %fa = nvgpu.ldmatrix %sa[%stage, %a_row, %high] {transpose = false, numTiles = 4 : i32} : memref<2x32x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %fb = nvgpu.ldmatrix %sb[%stage, %b_row, %low] {transpose = false, numTiles = 4 : i32} : memref<2x16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %fb_left = vector.extract_strided_slice %fb {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
        %fb_right = vector.extract_strided_slice %fb {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
        %l_sum = nvgpu.mma.sync(%fa, %fb_left, %l) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %r_sum = nvgpu.mma.sync(%fa, %fb_right, %r) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        gpu.barrier
        scf.yield %l_sum, %r_sum : vector<2x2xf32>, vector<2x2xf32>
      }

      %c_in_warp = arith.divui %lane, %c4 : index
      %c_row = arith.addi %first_row, %c_in_warp : index
      %c_row_below = arith.addi %c_row, %c8 : index
      %quad = arith.remui %lane, %c4 : index
      %c_column = arith.muli %quad, %c2 : index
      %c_right = arith.addi %c_column, %c8 : index
      %l0 = vector.extract %left[0] : vector<2xf32> from vector<2x2xf32>
      %l1 = vector.extract %left[1] : vector<2xf32> from vector<2x2xf32>
      %r0 = vector.extract %right[0] : vector<2xf32> from vector<2x2xf32>
      %r1 = vector.extract %right[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %l0, %c[%c_row, %c_column] : memref<32x16xf32>, vector<2xf32>
      vector.store %l1, %c[%c_row_below, %c_column] : memref<32x16xf32>, vector<2xf32>
      vector.store %r0, %c[%c_row, %c_right] : memref<32x16xf32>, vector<2xf32>
      vector.store %r1, %c[%c_row_below, %c_right] : memref<32x16xf32>, vector<2xf32>
      gpu.return
    }

    memref.global "private" @a_bf16 : memref<2x32x16xbf16, #gpu.address_space<workgroup>> {alignment = 16}
    memref.global "private" @b_bf16 : memref<2x16x16xbf16, #gpu.address_space<workgroup>> {alignment = 16}

    // B is 64x16; its tiles are transposed as they are loaded.
    gpu.func @multiply_bf16(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %c: memref<32x16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0.0 : f32
      %sa = memref.get_global @a_bf16 : memref<2x32x16xbf16, #gpu.address_space<workgroup>>
      %sb = memref.get_global @b_bf16 : memref<2x16x16xbf16, #gpu.address_space<workgroup>>
      %thread = gpu.thread_id x
      %warp = arith.divui %thread, %c32 : index
      %lane = arith.remui %thread, %c32 : index
      %row = arith.divui %thread, %c2 : index
      %half = arith.remui %thread, %c2 : index
      %column = arith.muli %half, %c8 : index
      %is_first = arith.cmpi ult, %thread, %c32 : index
      %in_tile = arith.remui %lane, %c8 : index
      %tile = arith.divui %lane, %c8 : index
      %low_bit = arith.remui %tile, %c2 : index
      %high_bit = arith.divui %tile, %c2 : index
      %low = arith.muli %low_bit, %c8 : index
      %high = arith.muli %high_bit, %c8 : index
      %first_row = arith.muli %warp, %c16 : index
      %a_tile_row = arith.addi %in_tile, %low : index
      %a_row = arith.addi %first_row, %a_tile_row : index

      %first_a = nvgpu.device_async_copy %a[%row, %column], %sa[%c0, %row, %column], 8 {bypassL1} : memref<32x64xbf16> to memref<2x32x16xbf16, #gpu.address_space<workgroup>>
      scf.if %is_first {
        %first_b = nvgpu.device_async_copy %b[%row, %column], %sb[%c0, %row, %column], 8 {bypassL1} : memref<64x16xbf16> to memref<2x16x16xbf16, #gpu.address_space<workgroup>>
      }
      %first_group = nvgpu.device_async_create_group %first_a
      %sum:8 = scf.for %i = %c0 to %c4 step %c1 iter_args(%l0 = %zero, %l1 = %zero, %l2 = %zero, %l3 = %zero, %r0 = %zero, %r1 = %zero, %r2 = %zero, %r3 = %zero) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
        %next = arith.addi %i, %c1 : index
        %next_stage = arith.remui %next, %c2 : index
        %is_there = arith.cmpi ult, %next, %c4 : index
        scf.if %is_there {
          %next_k = arith.muli %next, %c16 : index
          %k = arith.addi %next_k, %column : index
          %copy_a = nvgpu.device_async_copy %a[%row, %k], %sa[%next_stage, %row, %column], 8 {bypassL1} : memref<32x64xbf16> to memref<2x32x16xbf16, #gpu.address_space<workgroup>>
          scf.if %is_first {
            %b_from = arith.addi %next_k, %row : index
            %copy_b = nvgpu.device_async_copy %b[%b_from, %column], %sb[%next_stage, %row, %column], 8 {bypassL1} : memref<64x16xbf16> to memref<2x16x16xbf16, #gpu.address_space<workgroup>>
          }
        }
        %group = nvgpu.device_async_create_group
        nvgpu.device_async_wait %group {numGroups = 1 : i32}
        gpu.barrier
        %stage = arith.remui %i, %c2 : index
        %fa = nvgpu.ldmatrix %sa[%stage, %a_row, %high] {transpose = false, numTiles = 4 : i32} : memref<2x32x16xbf16, #gpu.address_space<workgroup>> -> vector<4x2xbf16>
        %b_row = arith.addi %in_tile, %low : index
        %fb = nvgpu.ldmatrix %sb[%stage, %b_row, %high] {transpose = true, numTiles = 4 : i32} : memref<2x16x16xbf16, #gpu.address_space<workgroup>> -> vector<4x2xbf16>
        %a_flat = vector.shape_cast %fa : vector<4x2xbf16> to vector<8xbf16>
        %b_flat = vector.shape_cast %fb : vector<4x2xbf16> to vector<8xbf16>
        %a_bits = vector.bitcast %a_flat : vector<8xbf16> to vector<4xi32>
        %b_bits = vector.bitcast %b_flat : vector<8xbf16> to vector<4xi32>
        %a0 = vector.extract %a_bits[0] : i32 from vector<4xi32>
        %a1 = vector.extract %a_bits[1] : i32 from vector<4xi32>
        %a2 = vector.extract %a_bits[2] : i32 from vector<4xi32>
        %a3 = vector.extract %a_bits[3] : i32 from vector<4xi32>
        %b0 = vector.extract %b_bits[0] : i32 from vector<4xi32>
        %b1 = vector.extract %b_bits[1] : i32 from vector<4xi32>
        %b2 = vector.extract %b_bits[2] : i32 from vector<4xi32>
        %b3 = vector.extract %b_bits[3] : i32 from vector<4xi32>
        %l = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%l0, %l1, %l2, %l3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
        %r = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b2, %b3] C[%r0, %r1, %r2, %r3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
        %ls0 = llvm.extractvalue %l[0] : !llvm.struct<(f32, f32, f32, f32)>
        %ls1 = llvm.extractvalue %l[1] : !llvm.struct<(f32, f32, f32, f32)>
        %ls2 = llvm.extractvalue %l[2] : !llvm.struct<(f32, f32, f32, f32)>
        %ls3 = llvm.extractvalue %l[3] : !llvm.struct<(f32, f32, f32, f32)>
        %rs0 = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
        %rs1 = llvm.extractvalue %r[1] : !llvm.struct<(f32, f32, f32, f32)>
        %rs2 = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32)>
        %rs3 = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
        gpu.barrier
        scf.yield %ls0, %ls1, %ls2, %ls3, %rs0, %rs1, %rs2, %rs3 : f32, f32, f32, f32, f32, f32, f32, f32
      }

      %c_in_warp = arith.divui %lane, %c4 : index
      %c_row = arith.addi %first_row, %c_in_warp : index
      %c_row_below = arith.addi %c_row, %c8 : index
      %quad = arith.remui %lane, %c4 : index
      %c0_column = arith.muli %quad, %c2 : index
      %c1_column = arith.addi %c0_column, %c1 : index
      %c2_column = arith.addi %c0_column, %c8 : index
      %c3_column = arith.addi %c1_column, %c8 : index
      memref.store %sum#0, %c[%c_row, %c0_column] : memref<32x16xf32>
      memref.store %sum#1, %c[%c_row, %c1_column] : memref<32x16xf32>
      memref.store %sum#2, %c[%c_row_below, %c0_column] : memref<32x16xf32>
      memref.store %sum#3, %c[%c_row_below, %c1_column] : memref<32x16xf32>
      memref.store %sum#4, %c[%c_row, %c2_column] : memref<32x16xf32>
      memref.store %sum#5, %c[%c_row, %c3_column] : memref<32x16xf32>
      memref.store %sum#6, %c[%c_row_below, %c2_column] : memref<32x16xf32>
      memref.store %sum#7, %c[%c_row_below, %c3_column] : memref<32x16xf32>
      gpu.return
    }
  }
}
