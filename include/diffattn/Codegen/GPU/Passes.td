//===- Passes.td - passes for GPUs -------------------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the order in which lib/Pipelines runs them.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_GPU_PASSES
#define DIFFATTN_CODEGEN_GPU_PASSES

include "mlir/Pass/PassBase.td"

def CallMatmulsPass : Pass<"diffattn-call-matmuls", "::mlir::ModuleOp"> {
  let summary = "Compute matrix products by a library";
  let description = [{
    What: each linalg operation on buffers that adds products of two arrays to a
    third one (batches of rows times columns, the dims in any order) becomes a
    call of a function for its kind: `@matmul_bf16_f32_mk_nk_mn` overwrites a
    matrix of f32 by products of bf16, whose second factor is transposed. That
    function passes sizes and strides to `diffattn_matmul` of the runtime
    (cuBLASLt for CUDA, loops of the host for the emulator) if each array has no
    gaps along rows or columns, and computes other strides by the operation
    itself, which becomes a kernel. A `linalg.fill` with zeros right before goes:
    the function overwrites (`@matmul_add_...` does not). Factors of different
    types (weights of bf16, say) are multiplied as f32: a copy of the narrower
    one is made for the call.

    Why: the time of a model goes into its matrix products, and the library of
    the GPU's maker is hard to beat at them. One kernel for each kind instead of
    one for each product keeps compilation and loading short.

    Needs: buffers, deallocated already. Run before `diffattn-launch-loops`.

    Leaves: products of other element types than f16, bf16, f32 and f64 alike, or
    factors of the first three whose output is f32; dot products; those known to be of less than `smallest` products of numbers. A
    remark says why. Sums are those of f32 (f64 for f64), rounded once.

    Refuses: another symbol called `diffattn_matmul`.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<8x64xf32>)
    linalg.matmul ins(%a, %b : memref<8x32xf32>, memref<32x64xf32>) outs(%c : memref<8x64xf32>)
    // becomes
    func.call @matmul_f32_f32_mk_kn_mn(%any_a, %any_b, %any_c)
    ```
  }];
  let options = [Option<"smallest", "smallest", "int64_t", "1024",
                        "products of numbers from which on a call pays">];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def ReduceRowsPass : Pass<"diffattn-reduce-rows", "::mlir::func::FuncOp"> {
  let summary = "Let the threads of a warp reduce a row together";
  let description = [{
    What: each linalg operation on buffers that reduces one dim, along which the
    elements of its inputs lie side by side, becomes a `gpu.launch` in which a
    warp has a row: each lane combines every 32nd element, shuffles combine what
    the lanes have, and the first lane combines that with what the output holds.
    Rows known to have 1024 elements or more have a workgroup of 256 threads
    each, whose warps meet in shared memory. Half floats, and products of them
    that are summed, are computed in f32 and rounded once.

    Why: a thread a row reads memory 32 rows apart, and leaves a GPU with few
    rows (a token's norm) idle. The order of combining is fixed by the length
    alone, so results are the same every time.

    Needs: buffers. Run before `diffattn-launch-loops`.

    Leaves: reductions along columns, or of fewer than 32 elements; matrix
    products; results that are not combined by one operation with a neutral
    element (the place of a maximum); other types than f16, bf16, f32, f64, i32
    and i64; bodies with checks, loads or branches; what is inside of parallel
    loops.

    Refuses: nothing.

    ```mlir
    linalg.reduce { arith.addf } ins(%x : memref<?x64xf32>) outs(%y : memref<?xf32>) dimensions = [1]
    // becomes
    gpu.launch blocks(...) threads(%thread, ...) in (%block = %c256, ...) {
      scf.for %row = %first to %rows step %all {
        %part = scf.for %i = %lane to %c64 step %c32 iter_args(%sum = %zero) -> f32 { ... }
        %other, %valid = gpu.shuffle xor %part, %c16, %c32 : f32
        ...
      }
      gpu.terminator
    } {diffattn.kernel = "rows"}
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def LaunchLoopsPass : Pass<"diffattn-launch-loops", "::mlir::func::FuncOp"> {
  let summary = "Compute on elements in kernels, a thread an iteration";
  let description = [{
    What: each linalg operation, copy and outermost `scf.parallel` becomes a
    `gpu.launch`. The iterations of its parallel dims are numbered in row-major
    order and shared by blocks of 256 threads; a grid that would be too large is
    cut, its threads take several iterations. Reductions are loops of a thread,
    which carry their results in values: of half floats, in f32, rounded once.
    Other loops and branches that read or
    write elements run in one thread, with what they result in stored to memory
    for the host; so do stores, several in a row together. `memref.alloca`
    becomes `memref.alloc`.

    Why: memory is the device's. Host code can't read or write it, and keeps what
    it is good at: sizes, views, allocations, branches.

    Needs: buffers, no `affine` loops, no `scf.forall`.

    Leaves: host code that touches elements by `memref.load` only, which
    `diffattn-lower-launches` turns into a read. Parallel loops around
    allocations, calls or linalg operations stay on the host, one iteration after
    the other. Constants (`memref.get_global`) stand in the entry block.

    Refuses: vectors that the host reads, and memrefs of memrefs.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<?x64xf32>)
    // becomes
    gpu.launch blocks(%x, %y, %z) in (%grid = %blocks, ...) threads(...) in (%block = %c256, ...) {
      scf.for %i = %first to %count step %threads {
        memref.store %zero, %c[%row, %column] : memref<?x64xf32>
      }
      gpu.terminator
    } {diffattn.kernel = "fill"}
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def OutlineKernelsPass : Pass<"diffattn-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make a kernel of each launch, all in one gpu.module";
  let description = [{
    What: the body of each `gpu.launch` becomes a `gpu.func` of the `gpu.module`
    called `diffattn_kernels`, named after the function and what the launch does
    (`diffattn.kernel`), and the launch a `gpu.launch_func`. Constants are
    repeated in the kernel.

    Why: upstream's outlining makes one module a launch; a driver would load each
    of them.

    Needs: nothing. A `gpu.module` of that name may have kernels already.

    Leaves: the `gpu.module`, also where nothing is launched.

    Refuses: another symbol called `diffattn_kernels`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def ReportChecksPass : Pass<"diffattn-report-checks", "::mlir::ModuleOp"> {
  let summary = "End a thread whose check fails, with a message for the host";
  let description = [{
    What: each `cf.assert` in a kernel becomes a branch: where the condition does
    not hold, the thread stores the number of the message to the status word of
    the call and returns. The kernel takes a pointer to that word as its last
    argument; launches pass what `diffattn_status_word` gives. The messages stand
    on the `gpu.module` as `diffattn.messages`; numbers count from 1.

    Why: a thread of a GPU can't return a status, and other threads go on.

    Needs: kernels without structured control flow.

    Leaves: kernels without `cf.assert`. Kernels without checks stay as they are.

    Refuses: nothing.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect"
  ];
}

def CallDeviceMathPass
    : Pass<"diffattn-call-device-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Call elementary functions of our own in kernels";
  let description = [{
    What: replaces exponentials, logarithms, powers, trigonometric, hyperbolic
    and error functions, `math.cbrt` and `arith.remf` by calls of functions in
    `lib/Codegen/GPU/DeviceMath.c`, element by element in vectors.

    Why: upstream calls CUDA's libdevice, which not every machine has, and LLVM
    has no code for these on NVPTX. With code of our own, the same function runs
    in the emulator, and results do not depend on a toolkit.

    Needs: half floats are expanded already.

    Leaves: what PTX has instructions for: square roots, rounding, absolute
    values, fused multiply-add. The functions are declared in the `gpu.module`.

    Refuses: element types other than f32, f64, index and integers; scalable
    vectors.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def ConvertKernelsPass
    : Pass<"diffattn-convert-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert kernels to the LLVM and NVVM dialects";
  let description = [{
    What: one full conversion with the patterns of arith, cf, gpu, index, math,
    memref, nvgpu, ub and vector. Memrefs that a kernel takes become their
    pointers, offset, sizes and strides.

    Why: one conversion reports the operation that it can't take.

    Needs: no structured control flow, checks or affine operations; elementary
    functions are calls already.

    Leaves: the LLVM and NVVM dialects, in the `gpu.module`.

    Refuses: operations without a conversion, by name.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LowerLaunchesPass : Pass<"diffattn-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Call the runtime to launch, to read and to upload";
  let description = [{
    What: `gpu.launch_func` becomes a call of `diffattn_launch` with the number
    of the kernel, sizes and pointers to its arguments; `memref.load` one of
    `diffattn_read`; `memref.get_global` one of `diffattn_upload`, which gives a
    copy of the constant on the device until the function returns. Parameters
    that a kernel does not read go.

    Why: the runtime owns device, stream and memory.

    Needs: kernels of the LLVM dialect (`diffattn-convert-kernels`); host code
    with memrefs. Run before the conversion to LLVM, and before
    `diffattn-thread-status`, which adds contexts and statuses.

    Leaves: host code without kernels; the `gpu.module` beside it; on the module
    `diffattn.kernels`, which says `names`, `messages` and `chip`. The table of
    kernels is an external global, which the compiler defines.

    Refuses: launches of kernels that are not in `diffattn_kernels`, and those
    with tokens or clusters; host code that writes elements, copies or has memory
    on the stack.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"sm_80\"",
                        "the oldest chip that kernels run on">];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ScheduleGPUPass : Pass<"diffattn-schedule-gpu"> {
  let summary = "Choose how a GPU computes each attention";
  let description = [{
    What: gives each `diffattn.attention` that kernels take, and that has no
    schedule yet, a `diffattn.schedule`: a `#diffattn.gpu_schedule` with the
    sizes of workgroups and steps. `include/diffattn/TilePlan/GPUPlan.h` says how
    they are chosen; a remark says so of each.

    Why: the choice can be read and changed before kernels are made.

    Needs: tensors or buffers.

    Leaves: attention that kernels don't take (elements of f64, unknown numbers
    of features, or more than 256; features that don't fit in shared memory): a
    remark says why.

    Refuses: nothing.
  }];
  let options = [Option<"sharedBytes", "shared-bytes", "int64_t", "163 * 1024",
                        "bytes of shared memory that a workgroup can have">];
  let dependentDialects = ["::mlir::diffattn::DiffAttnDialect"];
}

def LowerAttentionsToGPUPass
    : Pass<"diffattn-lower-attentions-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Compute attention by kernels for GPUs";
  let description = [{
    What: each `diffattn.attention` on buffers that has a `#diffattn.gpu_schedule`
    becomes a launch of a kernel in `gpu.module @diffattn_kernels`. There are two
    kernels for a kind of attention: one reads 16 bytes at a time, and is
    launched if addresses and strides allow that, the other one element by
    element. Attentions that differ in a few numbers only (scale, softcap, eps,
    out_scale) share them. `lib/Codegen/GPU/AttentionKernel.h` says how they work.

    Why: both maps, their difference, norm and scale are one kernel, which reads
    queries, keys and values once.

    Needs: buffers; features of queries and values are known, up to 256.

    Leaves: attention without such a schedule. Products of f16 and bf16 are
    summed in f32 by tensor cores, weights are rounded to the element type for
    the second one; f32 is computed by FMA.

    Refuses: schedules of attention that there are no kernels for, or that take
    more shared memory than a workgroup can have; at run time, 2^30 keys or more.
  }];
  let options = [Option<"sharedBytes", "shared-bytes", "int64_t", "163 * 1024",
                        "bytes of shared memory that a workgroup can have">];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // DIFFATTN_CODEGEN_GPU_PASSES
