// A result whose size equals no argument's: the host says it, the call checks it.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --input=2xf32=1,2 --input=3xf32=3,4,5 --output-shape=all=5 | FileCheck %s
// RUN: %python %S/Inputs/expect-exit.py 1 diffattn-run %t.so --input=2xf32=1,2 --input=3xf32=3,4,5 --output-shape=all=4 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %python %S/Inputs/expect-exit.py 1 diffattn-run %t.so --input=2xf32=1,2 --input=3xf32=3,4,5 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: [1, 2, 3, 4, 5]
// WRONG: the size of dimension 0 of output 'all' is not that of the result
// UNKNOWN: the size of dimension 0 of output 'all' (?xf32) is not known; give --output-shape=all=SIZES

func.func @join(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32> {diffattn.name = "all"}) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
