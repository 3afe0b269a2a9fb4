// A tensor constant of one number was stored element by element: an artifact of
// 8 MiB here, and out of memory for 4 GiB.
// RUN: diffattn-compile %s --reference --compile-to=buffers | FileCheck %s
// RUN: diffattn-compile %s --compile-to=buffers | FileCheck %s --check-prefix=FUSED
// RUN: diffattn-run %s --function=large --input=1x16385xf32=1 | FileCheck %s --check-prefix=SUM
// SUM: 3, 3, 3
// RUN: diffattn-compile %s -o %t.so

// The default lowering needs no buffer for it at all.
// FUSED-NOT:   memref.{{global|alloc}}

// CHECK-NOT:   memref.global
// CHECK-LABEL: func.func @large(
// CHECK:         linalg.fill
func.func @large(%x: tensor<1x16385xf32>) -> tensor<1x16385xf32> {
  %twos = arith.constant dense<2.0> : tensor<1x16386xf32>
  %part = tensor.extract_slice %twos[0, 1] [1, 16385] [1, 1] : tensor<1x16386xf32> to tensor<1x16385xf32>
  %y = arith.addf %x, %part : tensor<1x16385xf32>
  return %y : tensor<1x16385xf32>
}

// CHECK-LABEL: func.func @huge(
// CHECK:         linalg.fill
func.func @huge() -> tensor<1073741824xf32> {
  %ones = arith.constant dense<1.0> : tensor<1073741824xf32>
  return %ones : tensor<1073741824xf32>
}
