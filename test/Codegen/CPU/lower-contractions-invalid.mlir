// RUN: not diffattn-opt %s --diffattn-lower-contractions=vector-bits=100 2>&1 | FileCheck %s

// CHECK: error: vector-bits is 100, expected 128, 256 or 512
func.func @f() {
  return
}
