// RUN: diffattn-opt %s --diffattn-lower-to-sim --split-input-file | FileCheck %s

// The function for the table of kernels, what it describes, and one thread.

// CHECK-DAG: llvm.func @diffattn_sim_run(!llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.func @diffattn_sim_thread_id(i32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none{{.*}}>, no_unwind, will_return}

// CHECK-LABEL: llvm.func @kernel()
llvm.func @kernel() {
  llvm.return
}

gpu.module @kernels {
  // A name that the host has already gets a number.
  // CHECK-LABEL: llvm.func internal @kernel_0(
  // CHECK-SAME:    %[[TO:.*]]: !llvm.ptr, %[[SCALE:.*]]: i32) {
  // CHECK:         %[[X:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK:         %[[THREAD:.*]] = llvm.call @diffattn_sim_thread_id(%[[X]])
  // CHECK:         %[[Y:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK:         %[[BLOCK:.*]] = llvm.call @diffattn_sim_block_id(%[[Y]])
  // CHECK:         llvm.call @diffattn_sim_block_size
  // CHECK:         llvm.call @diffattn_sim_grid_size
  // CHECK:         llvm.call @diffattn_sim_lane_id()
  // CHECK:         llvm.mlir.constant(32 : i32)
  // CHECK:         llvm.call @helper(%{{.*}}) : (i32) -> i32
  llvm.func @kernel(%to: !llvm.ptr {llvm.noalias}, %scale: i32) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %block = nvvm.read.ptx.sreg.ctaid.y : i32
    %size = nvvm.read.ptx.sreg.ntid.z : i32
    %grid = nvvm.read.ptx.sreg.nctaid.x : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %width = nvvm.read.ptx.sreg.warpsize : i32
    %a = llvm.add %thread, %block : i32
    %b = llvm.add %a, %size : i32
    %c = llvm.add %b, %grid : i32
    %d = llvm.add %c, %lane : i32
    %e = llvm.add %d, %width : i32
    %f = llvm.call @helper(%e) : (i32) -> i32
    llvm.store %f, %to : i32, !llvm.ptr
    llvm.return
  }
  // CHECK-LABEL: llvm.func internal @helper(
  llvm.func @helper(%x: i32) -> i32 {
    llvm.return %x : i32
  }
}

// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel()
// Version 1, no thread waits, no shared memory, at most 128 threads.
// CHECK:         %[[VERSION:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:         %[[SYNCHRONISES:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:         %[[BYTES:.*]] = llvm.mlir.constant(0 : i64)
// CHECK:         %[[THREADS:.*]] = llvm.mlir.constant(128 : i64)
// CHECK:         %[[FUNCTION:.*]] = llvm.mlir.addressof @kernel_0_thread
// CHECK:         llvm.insertvalue %[[VERSION]]
// CHECK:         llvm.insertvalue %[[SYNCHRONISES]]
// CHECK:         llvm.insertvalue %[[BYTES]]
// CHECK:         llvm.insertvalue %[[THREADS]]
// CHECK:         llvm.insertvalue %[[FUNCTION]]

// CHECK-LABEL: llvm.func internal @kernel_0_thread(
// CHECK-SAME:    %[[ARGUMENTS:.*]]: !llvm.ptr)
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %[[ARGUMENTS]][0]
// CHECK:         %[[ADDRESS:.*]] = llvm.load %[[PLACE]]
// CHECK:         %[[FIRST:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> !llvm.ptr
// CHECK:         llvm.getelementptr %[[ARGUMENTS]][1]
// CHECK:         %[[SECOND:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:         llvm.call @kernel_0(%[[FIRST]], %[[SECOND]])

// CHECK-LABEL: llvm.func @diffattn_kernel_kernel(
// CHECK-SAME:    %[[ARGUMENTS:.*]]: !llvm.ptr)
// CHECK:         %[[KERNEL:.*]] = llvm.mlir.addressof @diffattn_sim_kernel
// CHECK:         llvm.call @diffattn_sim_run(%[[KERNEL]], %[[ARGUMENTS]])

// -----

// Each access is checked, but for those to the stack and to constants.

gpu.module @kernels {
  llvm.mlir.global internal constant @table(dense<1> : tensor<4xi32>) {addr_space = 0 : i32} : !llvm.array<4 x i32>

  // CHECK-LABEL: llvm.func internal @memory(
  // CHECK-SAME:    %[[FROM:.*]]: !llvm.ptr<1>, %[[TO:.*]]: !llvm.ptr, %[[COUNT:.*]]: i32)
  llvm.func @memory(%from: !llvm.ptr<1>, %to: !llvm.ptr, %count: i32) attributes {nvvm.kernel} {
    // CHECK:     %[[BYTES:.*]] = llvm.mlir.constant(16 : i64)
    // CHECK:     %[[FLAT:.*]] = llvm.addrspacecast %[[FROM]] : !llvm.ptr<1> to !llvm.ptr
    // CHECK:     %[[ALIGNMENT:.*]] = llvm.mlir.constant(4 : i64)
    // CHECK:     %[[SITE:.*]] = llvm.mlir.addressof @diffattn_site{{.*}} : !llvm.ptr
    // CHECK:     llvm.call @diffattn_sim_load(%[[FLAT]], %[[BYTES]], %[[ALIGNMENT]], %[[SITE]])
    // CHECK-NEXT: %[[X:.*]] = llvm.load %[[FROM]] {alignment = 4 : i64}
    %x = llvm.load %from {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xf32>
    // By default, that of the type.
    // CHECK:     llvm.mlir.constant(16 : i64)
    // CHECK:     llvm.mlir.constant(16 : i64)
    // CHECK:     llvm.call @diffattn_sim_store(%[[TO]]
    // CHECK-NEXT: llvm.store %[[X]], %[[TO]]
    llvm.store %x, %to : vector<4xf32>, !llvm.ptr
    // CHECK:     llvm.call @diffattn_sim_atomic(%[[TO]]
    // CHECK-NEXT: llvm.atomicrmw add %[[TO]]
    %old = llvm.atomicrmw add %to, %count monotonic : !llvm.ptr, i32
    // CHECK:     %[[WIDE:.*]] = llvm.zext %[[COUNT]] : i32 to i64
    // CHECK:     llvm.call @diffattn_sim_store(%[[TO]], %[[WIDE]]
    // CHECK:     "llvm.intr.memset"(%[[TO]]
    %zero = llvm.mlir.constant(0 : i8) : i8
    "llvm.intr.memset"(%to, %zero, %count) <{isVolatile = false}> : (!llvm.ptr, i8, i32) -> ()
    // CHECK-NOT: llvm.call
    %one = llvm.mlir.constant(1 : i32) : i32
    %stack = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    %second = llvm.getelementptr %stack[1] : (!llvm.ptr) -> !llvm.ptr, i32
    llvm.store %count, %second : i32, !llvm.ptr
    %table = llvm.mlir.addressof @table : !llvm.ptr
    %entry = llvm.load %table : !llvm.ptr -> i32
    // CHECK:     llvm.return
    llvm.return
  }
}

// -----

// Static variables lie one after the other, dynamic memory behind them.

gpu.module @kernels {
  llvm.mlir.global internal @bytes() {addr_space = 3 : i32} : !llvm.array<3 x i8>
  llvm.mlir.global internal @numbers() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<5 x f32>
  llvm.mlir.global internal @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // CHECK-LABEL: llvm.func internal @shared(
  // CHECK:         %[[PLACE:.*]] = llvm.mlir.constant(16 : i64)
  // CHECK:         %[[ADDRESS:.*]] = llvm.call @diffattn_sim_shared(%[[PLACE]])
  // CHECK:         %[[NUMBERS:.*]] = llvm.addrspacecast %[[ADDRESS]] : !llvm.ptr to !llvm.ptr<3>
  // CHECK:         %[[BEHIND:.*]] = llvm.mlir.constant(48 : i64)
  // CHECK:         llvm.call @diffattn_sim_shared(%[[BEHIND]])
  // CHECK:         llvm.call @diffattn_sim_load
  // CHECK:         llvm.load %[[NUMBERS]]
  llvm.func @shared(%x0: i8) attributes {nvvm.kernel} {
    %bytes = llvm.mlir.addressof @bytes : !llvm.ptr<3>
    llvm.store %x0, %bytes : i8, !llvm.ptr<3>
    %numbers = llvm.mlir.addressof @numbers : !llvm.ptr<3>
    %dynamic = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
    %x = llvm.load %numbers : !llvm.ptr<3> -> f32
    llvm.store %x, %dynamic : f32, !llvm.ptr<3>
    llvm.return
  }
}
// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel()
// CHECK:         llvm.mlir.constant(48 : i64)

// -----

// Each kernel has its own, and waits or not.

gpu.module @kernels {
  llvm.mlir.global internal @first() {addr_space = 3 : i32} : !llvm.array<64 x i8>
  llvm.mlir.global internal @second() {addr_space = 3 : i32} : !llvm.array<32 x i8>

  // CHECK-LABEL: llvm.func internal @one(
  // CHECK:         %[[PLACE:.*]] = llvm.mlir.constant(0 : i64)
  // CHECK:         llvm.call @diffattn_sim_shared(%[[PLACE]])
  llvm.func @one(%x: i8) attributes {nvvm.kernel} {
    %first = llvm.mlir.addressof @first : !llvm.ptr<3>
    llvm.store %x, %first : i8, !llvm.ptr<3>
    nvvm.barrier0
    llvm.return
  }
  // CHECK-LABEL: llvm.func internal @two(
  // CHECK:         %[[PLACE:.*]] = llvm.mlir.constant(0 : i64)
  // CHECK:         llvm.call @diffattn_sim_shared(%[[PLACE]])
  llvm.func @two(%x: i8) attributes {nvvm.kernel} {
    %second = llvm.mlir.addressof @second : !llvm.ptr<3>
    llvm.store %x, %second : i8, !llvm.ptr<3>
    llvm.return
  }
}
// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel()
// CHECK:         llvm.mlir.constant(1 : i32)
// CHECK:         llvm.mlir.constant(1 : i32)
// CHECK:         llvm.mlir.constant(64 : i64)
// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel_
// CHECK:         llvm.mlir.constant(1 : i32)
// CHECK:         llvm.mlir.constant(0 : i32)
// CHECK:         llvm.mlir.constant(32 : i64)

// -----

// But for what functions use that kernels share.

gpu.module @kernels {
  llvm.mlir.global internal @own() {addr_space = 3 : i32} : !llvm.array<64 x i8>
  llvm.mlir.global internal @common() {addr_space = 3 : i32} : !llvm.array<32 x i8>

  llvm.func @kernel(%x: i8) attributes {nvvm.kernel} {
    %own = llvm.mlir.addressof @own : !llvm.ptr<3>
    llvm.store %x, %own : i8, !llvm.ptr<3>
    llvm.call @clear(%x) : (i8) -> ()
    llvm.return
  }
  // CHECK-LABEL: llvm.func internal @clear(
  // CHECK:         %[[PLACE:.*]] = llvm.mlir.constant(64 : i64)
  // CHECK:         llvm.call @diffattn_sim_shared(%[[PLACE]])
  llvm.func @clear(%x: i8) {
    %common = llvm.mlir.addressof @common : !llvm.ptr<3>
    llvm.store %x, %common : i8, !llvm.ptr<3>
    llvm.return
  }
}
// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel()
// CHECK:         llvm.mlir.constant(96 : i64)

// -----

// What threads do together.

gpu.module @kernels {
  // CHECK-LABEL: llvm.func internal @together(
  // CHECK-SAME:    %[[MASK:.*]]: i32, %[[X:.*]]: f32, %[[YES:.*]]: i1, %[[ID:.*]]: i32, %[[COUNT:.*]]: i32)
  llvm.func @together(%mask: i32, %x: f32, %yes: i1, %id: i32, %count: i32) attributes {nvvm.kernel} {
    // CHECK:     llvm.call @diffattn_sim_barrier(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, !llvm.ptr) -> ()
    nvvm.barrier0
    // CHECK:     llvm.call @diffattn_sim_barrier(%[[ID]], %[[COUNT]], %{{.*}})
    nvvm.barrier id = %id number_of_threads = %count
    // CHECK:     llvm.call @diffattn_sim_barrier_arrive(%[[ID]], %[[COUNT]], %{{.*}})
    nvvm.barrier.arrive id = %id number_of_threads = %count
    // CHECK:     llvm.call @diffattn_sim_warp_sync(%[[MASK]], %{{.*}})
    nvvm.bar.warp.sync %mask : i32
    // CHECK:     %[[DOWN:.*]] = llvm.mlir.constant(2 : i32)
    // CHECK:     %[[BITS:.*]] = llvm.bitcast %[[X]] : f32 to i32
    // CHECK:     %[[BOTH:.*]] = llvm.call @diffattn_sim_shuffle(%[[DOWN]], %[[MASK]], %[[BITS]], %[[ID]], %[[COUNT]], %{{.*}})
    // CHECK:     %[[LOW:.*]] = llvm.trunc %[[BOTH]] : i64 to i32
    // CHECK:     %[[VALUE:.*]] = llvm.bitcast %[[LOW]] : i32 to f32
    // CHECK:     %[[SHIFTED:.*]] = llvm.lshr %[[BOTH]]
    // CHECK:     %[[VALID:.*]] = llvm.trunc %[[SHIFTED]] : i64 to i1
    // CHECK:     llvm.insertvalue %[[VALUE]]
    // CHECK:     llvm.insertvalue %[[VALID]]
    %pair = nvvm.shfl.sync down %mask, %x, %id, %count {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
    // CHECK:     llvm.call @diffattn_sim_vote
    %ballot = nvvm.vote.sync ballot %mask, %yes -> i32
    // CHECK:     llvm.call @diffattn_sim_vote
    // CHECK-NEXT: llvm.trunc
    %any = nvvm.vote.sync any %mask, %yes -> i1
    // CHECK:     llvm.call @diffattn_sim_reduce
    %sum = nvvm.redux.sync add %id, %mask : i32 -> i32
    // CHECK-NOT: llvm.call
    nvvm.memory.barrier #nvvm.mem_scope<cta>
    // CHECK:     llvm.return
    llvm.return
  }
}
// CHECK-LABEL: llvm.mlir.global internal constant @diffattn_sim_kernel()
// CHECK:         llvm.mlir.constant(1 : i32)
// CHECK:         llvm.mlir.constant(1 : i32)

// -----

// Copies and matrices.

gpu.module @kernels {
  // CHECK-LABEL: llvm.func internal @matrices(
  // CHECK-SAME:    %[[TO:.*]]: !llvm.ptr<3>, %[[FROM:.*]]: !llvm.ptr<1>, %[[GIVEN:.*]]: i32,
  llvm.func @matrices(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>, %given: i32, %zero: f32) attributes {nvvm.kernel} {
    // CHECK:     llvm.mlir.constant(16 : i32)
    // CHECK:     llvm.call @diffattn_sim_cp_async(%{{.*}}, %{{.*}}, %{{.*}}, %[[GIVEN]], %{{.*}})
    nvvm.cp.async.shared.global %to, %from, 16, cache = cg, %given : !llvm.ptr<3>, !llvm.ptr<1>, i32
    // CHECK:     llvm.call @diffattn_sim_cp_async_commit()
    nvvm.cp.async.commit.group
    // CHECK:     llvm.call @diffattn_sim_cp_async_wait(
    nvvm.cp.async.wait.group 0
    // CHECK:     %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
    // CHECK:     %[[TRANSPOSED:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK:     llvm.call @diffattn_sim_ldmatrix(%[[LOADED:.*]], %{{.*}}, %[[FOUR]], %[[TRANSPOSED]], %{{.*}})
    // CHECK-NEXT: llvm.load %[[LOADED]]
    %a = nvvm.ldmatrix %to {num = 4 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32, i32, i32)>
    // CHECK:     %[[TYPE:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK:     %[[DEPTH:.*]] = llvm.mlir.constant(16 : i32)
    // CHECK:     llvm.call @diffattn_sim_mma(%[[D:.*]], %{{.*}}, %{{.*}}, %{{.*}}, %[[TYPE]], %[[DEPTH]], %{{.*}})
    // CHECK-NEXT: llvm.load %[[D]]
    %d = nvvm.mma.sync A[%a0, %a0, %a0, %a0] B[%a0, %a0] C[%zero, %zero, %zero, %zero] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}

// -----

// Approximate functions.

gpu.module @kernels {
  // CHECK-LABEL: llvm.func internal @math(
  // CHECK-SAME:    %[[X:.*]]: f32, %[[XS:.*]]: vector<2xf32>, %[[Y:.*]]: f64)
  llvm.func @math(%x: f32, %xs: vector<2xf32>, %y: f64) attributes {nvvm.kernel} {
    // CHECK:     %[[FLUSH:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK:     llvm.call @diffattn_sim_ex2(%[[X]], %[[FLUSH]])
    %0 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%x) : (f32) -> f32
    // CHECK:     %[[KEEP:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK:     llvm.call @diffattn_sim_rcp(%[[X]], %[[KEEP]])
    %1 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.f"(%x) : (f32) -> f32
    // CHECK:     llvm.call @diffattn_sim_ex2
    // CHECK:     llvm.call @diffattn_sim_ex2
    %2 = llvm.intr.exp2(%xs) {fastmathFlags = #llvm.fastmath<afn>} : (vector<2xf32>) -> vector<2xf32>
    // CHECK:     llvm.call @diffattn_sim_sqrt
    %3 = llvm.intr.sqrt(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
    // CHECK:     llvm.call @diffattn_sim_div(%[[X]], %[[X]]
    %4 = llvm.fdiv %x, %x {fastmathFlags = #llvm.fastmath<afn>} : f32
    // What is exact on the device stays.
    // CHECK:     llvm.intr.sqrt(%[[X]])
    %5 = llvm.intr.sqrt(%x) : (f32) -> f32
    // CHECK:     llvm.fdiv
    %6 = llvm.fdiv %y, %y {fastmathFlags = #llvm.fastmath<afn>} : f64
    // CHECK:     llvm.intr.fma
    %7 = llvm.intr.fma(%x, %x, %x) : (f32, f32, f32) -> f32
    llvm.return
  }
}

// -----

// Conversions.

gpu.module @kernels {
  // CHECK-LABEL: llvm.func internal @convert(
  // CHECK-SAME:    %[[HIGH:.*]]: f32, %[[LOW:.*]]: f32)
  llvm.func @convert(%high: f32, %low: f32) attributes {nvvm.kernel} {
    // CHECK:     llvm.call @diffattn_sim_to_tf32(%[[HIGH]])
    %0 = nvvm.convert.float.to.tf32 %high {rnd = #nvvm.fp_rnd_mode<rna>}
    // CHECK:     %[[FIRST:.*]] = llvm.fptrunc %[[LOW]] : f32 to bf16
    // CHECK:     %[[ONE:.*]] = llvm.insertelement %[[FIRST]]
    // CHECK:     %[[SECOND:.*]] = llvm.fptrunc %[[HIGH]] : f32 to bf16
    // CHECK:     llvm.insertelement %[[SECOND]], %[[ONE]]
    %1 = nvvm.convert.f32x2.to.bf16x2 %high, %low {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
    // CHECK:     llvm.fptrunc %[[LOW]] : f32 to f16
    // CHECK:     llvm.fptrunc %[[HIGH]] : f32 to f16
    %2 = nvvm.convert.f32x2.to.f16x2 %high, %low {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
    llvm.return
  }
}
