// diffattn-run compiles a .mlir file in memory.
// RUN: diffattn-run %s --function=double --input=2x2xf32=1,2,3,4 \
// RUN:   | FileCheck %s
// CHECK:      y: 2x2xf32
// CHECK-NEXT: {{^\[\[2, 4\],$}}
// CHECK-NEXT: {{^ \[6, 8\]\]$}}

// The same from a shared library.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=double --input=2x2xf32=1,2,3,4 \
// RUN:   | FileCheck %s

// Checks that the compiler inserted fail with a message.
// RUN: not diffattn-run %s --function=element --input=3xf32=1,2,3 \
// RUN:   --input=i64=3 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: diffattn-run: error: {{.*}}'tensor.extract' out-of-bounds access

// An error of the compiler keeps its location.
// RUN: echo 'func.func @f(' > %t.bad.mlir
// RUN: not diffattn-run %t.bad.mlir 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: {{^.*}}bad.mlir:1:14: error: expected

// RUN: not diffattn-run %t.none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: can't read '{{.*}}none.mlir': No such file or directory

func.func @double(%x: tensor<?x2xf32> {diffattn.name = "x"})
    -> (tensor<?x2xf32> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?x2xf32>
  %empty = tensor.empty(%size) : tensor<?x2xf32>
  %y = linalg.add ins(%x, %x : tensor<?x2xf32>, tensor<?x2xf32>)
                  outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

func.func @element(%x: tensor<?xf32> {diffattn.name = "x"},
                   %index: index {diffattn.name = "index"})
    -> (tensor<f32> {diffattn.name = "y"}) {
  %element = tensor.extract %x[%index] : tensor<?xf32>
  %y = tensor.from_elements %element : tensor<f32>
  return %y : tensor<f32>
}
