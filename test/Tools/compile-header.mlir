// The header is C11 and C++, and its functions call the entries.
//
// The C program here is not built with the sanitizers that the runtime has.
// UNSUPPORTED: asan
// RUN: diffattn-compile %s -o %t.so --emit-header=%t.h
// RUN: FileCheck %s --input-file=%t.h
// RUN: %clang -std=c11 -pedantic -Wall -Wextra -Werror -I%include -DHEADER='"%t.h"' %S/Inputs/compile-header.c %t.so -L%libs -lDiffAttnRuntime -Wl,-rpath,%libs -Wl,-rpath,'$ORIGIN' -o %t.c.exe
// RUN: %t.c.exe | FileCheck %s --check-prefix=RESULT
// RUN: %clangxx -x c++ -std=c++17 -pedantic -Wall -Wextra -Werror -I%include -DHEADER='"%t.h"' -fsyntax-only %S/Inputs/compile-header.c

// CHECK: #ifndef COMPILE_HEADER_MLIR_TMP_H
// CHECK: /// Calls 'axpy.double'. Returns 0, or another status; then
// CHECK: /// a: input, f32 scalar
// CHECK: /// double_: input, f32[?]
// CHECK: /// y: output, f32[?], row-major
// CHECK: static inline diffattn_status call_axpy_double(
// CHECK-NEXT: diffattn_context *context,
// CHECK-NEXT: const diffattn_tensor *a,
// CHECK-NEXT: const diffattn_tensor *double_,
// CHECK-NEXT: const diffattn_tensor *y) {
// CHECK: /// result0: output, f32[?]
// CHECK-NEXT: ///   size 0 is size 0 of arg0

// RESULT: 12 24

func.func @"axpy.double"(%a: f32 {diffattn.name = "a"}, %x: tensor<?xf32> {diffattn.name = "double"},
                         %y: memref<?xf32> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %xi = tensor.extract %x[%i] : tensor<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %0 = math.fma %a, %xi, %yi : f32
    memref.store %0, %y[%i] : memref<?xf32>
  }
  return
}

func.func @nothing() {
  return
}

func.func @same(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
