// A result was written to its destination while another one, that had been
// computed there, was still to be read.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-compile %s --reference -o %t.reference.so
// RUN: diffattn-run %t.so --function=product --input=2x2xf32=1,2,3,4 --input=2x2xf32=10 | FileCheck %s --check-prefix=PRODUCT
// RUN: diffattn-run %t.reference.so --function=product --input=2x2xf32=1,2,3,4 --input=2x2xf32=10 | FileCheck %s --check-prefix=PRODUCT
// RUN: diffattn-run %t.so --function=update --input=2x2xf32=1,2,3,4 --input=1x2xf32=10 | FileCheck %s --check-prefix=UPDATE
// RUN: diffattn-run %t.reference.so --function=update --input=2x2xf32=1,2,3,4 --input=1x2xf32=10 | FileCheck %s --check-prefix=UPDATE
// RUN: diffattn-run %t.so --function=part --input=2x2xf32=1,2,3,4 --input=1x2xf32=10 | FileCheck %s --check-prefix=PART
// RUN: diffattn-run %t.reference.so --function=part --input=2x2xf32=1,2,3,4 --input=1x2xf32=10 | FileCheck %s --check-prefix=PART
// RUN: diffattn-run %t.so --function=loop --input=2x2xf32=1,2,3,4 --input=2x2xf32=10 | FileCheck %s --check-prefix=LOOP
// RUN: diffattn-run %t.reference.so --function=loop --input=2x2xf32=1,2,3,4 --input=2x2xf32=10 | FileCheck %s --check-prefix=LOOP

// PRODUCT:      result0:
// PRODUCT-NEXT: {{\[\[}}31, 33],
// PRODUCT-NEXT:  [72, 74]]
// PRODUCT:      result1:
// PRODUCT-NEXT: {{\[\[}}1, 3],
// PRODUCT-NEXT:  [2, 4]]
func.func @product(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %v = linalg.transpose ins(%a : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  %m = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%v : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %m, %v : tensor<2x2xf32>, tensor<2x2xf32>
}

// UPDATE:      result0:
// UPDATE-NEXT: {{\[\[}}10, 10],
// UPDATE-NEXT:  [6, 8]]
// UPDATE:      result1:
// UPDATE-NEXT: {{\[\[}}2, 4],
// UPDATE-NEXT:  [6, 8]]
func.func @update(%a: tensor<2x2xf32>, %b: tensor<1x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %v = arith.addf %a, %a : tensor<2x2xf32>
  %m = tensor.insert_slice %b into %v[0, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x2xf32>
  return %m, %v : tensor<2x2xf32>, tensor<2x2xf32>
}

// PART:      result0:
// PART-NEXT: {{\[\[}}10, 10],
// PART-NEXT:  [6, 8]]
// PART:      result1:
// PART-NEXT: {{\[\[}}2, 4]]
func.func @part(%a: tensor<2x2xf32>, %b: tensor<1x2xf32>) -> (tensor<2x2xf32>, tensor<1x2xf32>) {
  %v = arith.addf %a, %a : tensor<2x2xf32>
  %m = tensor.insert_slice %b into %v[0, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x2xf32>
  %w = tensor.extract_slice %v[0, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<1x2xf32>
  return %m, %w : tensor<2x2xf32>, tensor<1x2xf32>
}

// LOOP:      result0:
// LOOP-NEXT: {{\[\[}}22, 24],
// LOOP-NEXT:  [26, 28]]
// LOOP:      result1:
// LOOP-NEXT: {{\[\[}}2, 4],
// LOOP-NEXT:  [6, 8]]
func.func @loop(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.addf %a, %a : tensor<2x2xf32>
  %m = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %v) -> tensor<2x2xf32> {
    %y = arith.addf %x, %b : tensor<2x2xf32>
    scf.yield %y : tensor<2x2xf32>
  }
  return %m, %v : tensor<2x2xf32>, tensor<2x2xf32>
}
