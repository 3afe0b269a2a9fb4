// The sum of 256 numbers in blocks of 128, each added to one number: by
// shuffles within a warp, through dynamic shared memory between warps.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%from: memref<256xf32>, %to: memref<1xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %c128 = arith.constant 128 : index
      %width = arith.constant 32 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %four = arith.constant 4 : i32
      %eight = arith.constant 8 : i32
      %sixteen = arith.constant 16 : i32
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %partial = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xf32, #gpu.address_space<workgroup>>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c128 : index
      %index = arith.addi %first, %thread : index
      %x0 = memref.load %from[%index] : memref<256xf32>
      %y1, %v1 = gpu.shuffle down %x0, %sixteen, %width : f32
      %x1 = arith.addf %x0, %y1 : f32
      %y2, %v2 = gpu.shuffle down %x1, %eight, %width : f32
      %x2 = arith.addf %x1, %y2 : f32
      %y3, %v3 = gpu.shuffle xor %x2, %four, %width : f32
      %x3 = arith.addf %x2, %y3 : f32
      %y4, %v4 = gpu.shuffle xor %x3, %two, %width : f32
      %x4 = arith.addf %x3, %y4 : f32
      %y5, %v5 = gpu.shuffle xor %x4, %one, %width : f32
      %x5 = arith.addf %x4, %y5 : f32
      %lane = arith.remui %thread, %c32 : index
      %warp = arith.divui %thread, %c32 : index
      %leads = arith.cmpi eq, %lane, %c0 : index
      scf.if %leads {
        memref.store %x5, %partial[%warp] : memref<4xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %is_first = arith.cmpi eq, %thread, %c0 : index
      scf.if %is_first {
        %all = vector.load %partial[%c0] : memref<4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %sum = vector.reduction <add>, %all : vector<4xf32> into f32
        %old = memref.atomic_rmw addf %sum, %to[%c0] : (f32, memref<1xf32>) -> f32
      }
      gpu.return
    }
  }
}
