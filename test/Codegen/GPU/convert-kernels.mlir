// RUN: diffattn-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(diffattn-convert-kernels,reconcile-unrealized-casts,canonicalize))' | FileCheck %s

// CHECK-LABEL: llvm.func @numbers(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[DATA:.*]]: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64)
// CHECK-SAME:    attributes {gpu.kernel, {{.*}}nvvm.kernel
gpu.module @diffattn_kernels {
  gpu.func @numbers(%buffer: memref<?xf32>) kernel {
    // CHECK: nvvm.read.ptx.sreg.tid.x
    %i = gpu.thread_id x
    %x = memref.load %buffer[%i] : memref<?xf32>
    // No call of libdevice.
    // CHECK: llvm.intr.sqrt
    %0 = math.sqrt %x : f32
    // CHECK: llvm.intr.floor
    %1 = math.floor %0 : f32
    // An index that is out of range must not become any number.
    // CHECK: llvm.call_intrinsic "llvm.fptosi.sat"
    %2 = arith.fptosi %1 : f32 to i64
    %3 = arith.sitofp %2 : i64 to f32
    // CHECK: llvm.store
    memref.store %3, %buffer[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

// What kernels of tensor cores are made of.

// CHECK-LABEL: llvm.func @tensor_cores(
gpu.module @diffattn_kernels {
  gpu.func @tensor_cores(%global: memref<1024xf16>, %out: memref<256xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : i32
    %shared = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %tile = memref.view %shared[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<1024xf16, #gpu.address_space<workgroup>>
    // CHECK: nvvm.cp.async.shared.global
    %copy = nvgpu.device_async_copy %global[%c0], %tile[%c0], 8 : memref<1024xf16> to memref<1024xf16, #gpu.address_space<workgroup>>
    // CHECK: nvvm.cp.async.commit.group
    %group = nvgpu.device_async_create_group %copy
    // CHECK: nvvm.cp.async.wait.group 0
    nvgpu.device_async_wait %group {numGroups = 0 : i32}
    // CHECK: nvvm.barrier
    gpu.barrier
    // CHECK: %[[POINTER:.*]] = llvm.inttoptr
    %address = memref.extract_aligned_pointer_as_index %tile : memref<1024xf16, #gpu.address_space<workgroup>> -> index
    %number = arith.index_cast %address : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    // CHECK: nvvm.ldmatrix
    %fragment = nvvm.ldmatrix %pointer {num = 4 : i32, layout = #nvvm.mma_layout<row>, eltType = #nvvm.ld_st_matrix_elt_type<b16>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %a0 = llvm.extractvalue %fragment[0] : !llvm.struct<(i32, i32, i32, i32)>
    %zero = arith.constant 0.0 : f32
    // CHECK: nvvm.mma.sync
    %d = nvvm.mma.sync A[%a0, %a0, %a0, %a0] B[%a0, %a0] C[%zero, %zero, %zero, %zero]
        {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
        : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %d0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
    %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%d0) : (f32) -> f32
    %offset = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    // CHECK: nvvm.shfl.sync bfly
    %other, %valid = gpu.shuffle xor %e, %offset, %width : f32
    %i = gpu.thread_id x
    // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<2xf32>
    %pair = vector.from_elements %e, %other : vector<2xf32>
    vector.store %pair, %out[%i] : memref<256xf32>, vector<2xf32>
    gpu.return
  }
}
