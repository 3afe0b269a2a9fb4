// Keeps what makes the test succeed, and drops the rest.
// RUN: diffattn-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-exp.sh' | FileCheck %s

// CHECK-NOT: @plain
// CHECK:     @interesting
// CHECK-NOT: @other
func.func @plain() {
  return
}
func.func @interesting(%a: f32) -> f32 {
  %0 = math.exp %a : f32
  return %0 : f32
}
func.func @other(%a: f32) -> f32 {
  return %a : f32
}
