// RUN: diffattn-opt %s -split-input-file -verify-diagnostics -diffattn-lower-launches

module attributes {gpu.container_module} {
  func.func @launch() {
    %c1 = arith.constant 1 : index
    // expected-error @below {{launches @others::@kernel, which is no kernel of 'diffattn_kernels'}}
    gpu.launch_func @others::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  gpu.module @others {
    gpu.func @kernel() kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @launch() {
    %c1 = arith.constant 1 : index
    // expected-error @below {{with a token or a cluster is not supported}}
    gpu.launch_func @diffattn_kernels::@kernel clusters in (%c1, %c1, %c1) blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  gpu.module @diffattn_kernels {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
