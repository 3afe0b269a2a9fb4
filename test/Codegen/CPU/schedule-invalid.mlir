// RUN: not diffattn-opt %s --diffattn-schedule=vector-bits=100 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not diffattn-opt %s --diffattn-schedule=l1-bytes=0 2>&1 | FileCheck %s --check-prefix=L1
// RUN: not diffattn-opt %s --diffattn-schedule=l2-bytes=-1 2>&1 | FileCheck %s --check-prefix=L2

// VECTOR: error: vector-bits is 100, expected 128, 256 or 512
// L1: error: l1-bytes is 0, expected a number in [1, 1099511627776]
// L2: error: l2-bytes is -1, expected a number in [1, 1099511627776]
func.func @f() {
  return
}
