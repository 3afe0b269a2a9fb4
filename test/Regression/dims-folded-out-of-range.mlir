// A dim that folding finds out, after modules are checked.

// RUN: not diffattn-compile %s --reference -o %t.so 2>&1 | FileCheck %s
// RUN: not diffattn-compile %s --compile-from=scheduled -o %t.so 2>&1 | FileCheck %s

func.func @f(%a: tensor<?x4xf32>) -> tensor<?xf32> {
  %minus = arith.constant -1 : index
  %one = arith.constant 1 : index
  %z = arith.muli %minus, %one : index
  // CHECK: dims-folded-out-of-range.mlir:[[#@LINE+1]]:8: error: 'tensor.dim' op expected a dim from 0 to 1 of 'tensor<?x4xf32>', found -1
  %d = tensor.dim %a, %z : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = arith.constant 1.0 : f32
  %r = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
