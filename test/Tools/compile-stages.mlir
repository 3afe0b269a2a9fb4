// Each stage can be written, dumped, and compiled on from.
// RUN: diffattn-compile %s --compile-to=input | FileCheck %s --check-prefixes=INPUT
// RUN: diffattn-compile %s --compile-to=buffers | FileCheck %s --check-prefixes=BUFFERS
// RUN: diffattn-compile %s --compile-to=kernels --emit=mlir -o - | FileCheck %s --check-prefixes=KERNELS
// RUN: diffattn-compile %s --emit=mlir | FileCheck %s --check-prefixes=LLVM
// RUN: diffattn-compile %s --emit=llvm | FileCheck %s --check-prefixes=IR
// RUN: diffattn-compile %s --compile-to=kernels --reference | FileCheck %s --check-prefixes=REFERENCE
// RUN: rm -rf %t.dumps && diffattn-compile %s -o %t.so --dump-stages-to=%t.dumps
// RUN: ls %t.dumps | FileCheck %s --check-prefix=DUMPS
// RUN: FileCheck %s --check-prefix=BUFFERS --input-file=%t.dumps/4-buffers.mlir
// RUN: diffattn-compile %t.dumps/0-input.mlir --compile-from=input -o %t.0.so
// RUN: diffattn-compile %t.dumps/2-fused.mlir --compile-from=fused -o %t.1.so
// RUN: diffattn-run %t.1.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT
// RUN: diffattn-compile %t.dumps/3-scheduled.mlir --compile-from=scheduled -o %t.1.so
// RUN: diffattn-run %t.1.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT
// RUN: diffattn-compile %t.dumps/4-buffers.mlir --compile-from=buffers -o %t.1.so
// RUN: diffattn-compile - --compile-from=kernels -o %t.2.so < %t.dumps/5-kernels.mlir
// RUN: diffattn-compile %t.dumps/6-llvm.mlir --compile-from=llvm -o %t.3.so
// RUN: diffattn-run %t.0.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT
// RUN: diffattn-run %t.1.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT
// RUN: diffattn-run %t.2.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT
// RUN: diffattn-run %t.3.so --input=2xf32=1,2 --input=2xf32=3,4 | FileCheck %s --check-prefix=RESULT

// INPUT: arith.addf %{{.*}} : tensor<?xf32>
// BUFFERS: func.func @add({{.*}}diffattn.kind = "input"{{.*}}diffattn.kind = "output"{{.*}}diffattn.sizes_from = array<i64: 0, 0>
// BUFFERS: linalg.generic
// KERNELS: scf.for
// REFERENCE-NOT: vector
// REFERENCE: scf.for
// REFERENCE: arith.addf %{{.*}} : f32
// REFERENCE-NOT: vector
// LLVM: llvm.func @diffattn_entry_add
// IR: @diffattn_manifest = weak {{.*}}constant
// IR: define i32 @diffattn_entry_add(
// DUMPS: 0-input.mlir
// DUMPS-NEXT: 1-raised.mlir
// DUMPS-NEXT: 2-fused.mlir
// DUMPS-NEXT: 3-scheduled.mlir
// DUMPS-NEXT: 4-buffers.mlir
// DUMPS-NEXT: 5-kernels.mlir
// DUMPS-NEXT: 6-llvm.mlir
// RESULT: [4, 6]

func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
