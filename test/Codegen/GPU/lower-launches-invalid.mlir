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
    // expected-error @below {{has a token or a cluster, expected neither}}
    gpu.launch_func @diffattn_kernels::@kernel clusters in (%c1, %c1, %c1) blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  gpu.module @diffattn_kernels {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

func.func @store(%out: memref<4xf32>, %value: f32, %i: index) {
  // expected-error @below {{is in host code, which memory of a device is not for; expected it in a kernel}}
  memref.store %value, %out[%i] : memref<4xf32>
  return
}

// -----

func.func @copy(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{is in host code, which memory of a device is not for; expected it in a kernel}}
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}
