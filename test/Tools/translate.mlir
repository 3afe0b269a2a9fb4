// RUN: diffattn-compile %s --compile-to=llvm | diffattn-translate --mlir-to-llvmir | FileCheck %s

// CHECK: define i32 @diffattn_entry_f(
func.func @f() {
  return
}
