// RUN: diffattn-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(diffattn-launch-loops))'

func.func @vector(%in: memref<8xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @below {{outside of parallel loops reads a vector, which GPUs don't}}
  %0 = vector.load %in[%c0] : memref<8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @memref_of_memrefs(%value: memref<2xf32>, %table: memref<4xmemref<2xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{can't run in a kernel: it has an operand that is neither a number nor a memref of numbers}}
  memref.store %value, %table[%c0] : memref<4xmemref<2xf32>>
  return
}
