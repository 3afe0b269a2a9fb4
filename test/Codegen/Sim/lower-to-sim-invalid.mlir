// RUN: diffattn-opt %s --diffattn-lower-to-sim --split-input-file -verify-diagnostics

gpu.module @kernels {
  llvm.func @kernel() attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'llvm.inline_asm'}}
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @kernel(%mask: i32) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'nvvm.elect.sync'}}
    %leads = nvvm.elect.sync -> i1
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @kernel(%x: f32) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'llvm.call'}}
    %0 = llvm.call @__nv_expf(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @kernel(%x: f32) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'llvm.call_intrinsic'}}
    %0 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f16"(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @kernel(%x: f32) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'llvm.intr.exp'}}
    %0 = llvm.intr.exp(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @kernel(%x: vector<2xf16>) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'nvvm.mma.sync'}}
    %0 = nvvm.mma.sync A[%x, %x, %x, %x] B[%x, %x] C[%x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    llvm.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{no emulation for parameter 0, which has 'llvm.byval'}}
  llvm.func @kernel(%x: !llvm.ptr {llvm.byval = i64}) attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
    // expected-error @below {{no emulation for 'arith.addi'}}
    %0 = arith.addi %x, %x : i32
    llvm.return
  }
}
