// RUN: not diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-plan-memory{alignment=0}))" 2>&1 | FileCheck %s
// RUN: not diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-plan-memory{alignment=48}))" 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-plan-memory{alignment=4611686018427387904}))" 2>&1 | FileCheck %s --check-prefix=HUGE

// CHECK: error: alignment is 0, expected a power of two in [1, 1048576]
// ODD: error: alignment is 48, expected a power of two in [1, 1048576]
// HUGE: error: alignment is 4611686018427387904, expected a power of two in [1, 1048576]
func.func @f() {
  return
}
