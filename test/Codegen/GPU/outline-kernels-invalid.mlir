// RUN: diffattn-opt %s -verify-diagnostics -diffattn-outline-kernels

// expected-error @below {{symbol 'diffattn_kernels' is that of the kernels}}
func.func @diffattn_kernels() {
  return
}
