// RUN: diffattn-opt %s -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(diffattn-call-device-math))'

gpu.module @kernels {
  gpu.func @half(%x: f16) kernel {
    // expected-error @below {{of type 'f16' has no code for GPUs}}
    %0 = math.exp %x : f16
    gpu.return
  }
}
