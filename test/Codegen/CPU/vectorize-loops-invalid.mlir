// RUN: not diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-vectorize-loops{vector-bits=0}))" 2>&1 | FileCheck %s
// RUN: not diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-vectorize-loops{vector-bits=9223372036854775807}))" 2>&1 | FileCheck %s --check-prefix=HUGE

// CHECK: error: vector-bits is 0, expected 128, 256 or 512
// HUGE: error: vector-bits is 9223372036854775807, expected 128, 256 or 512
func.func @f() {
  return
}
