// What passes found is said on request, and only then; what they missed is an
// error on request.
// RUN: diffattn-compile %s -o %t.so 2>&1 | count 0
// RUN: diffattn-compile %s -o %t.so --remarks 2>&1 | FileCheck %s --check-prefix=SHOW
// RUN: rm -f %t.so
// RUN: %python %S/Inputs/expect-exit.py 1 diffattn-compile %s -o %t.so --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not test -e %t.so
// RUN: %python %S/Inputs/expect-exit.py 2 diffattn-compile %s -o %t.so --strict --remarks 2>&1 | FileCheck %s --check-prefix=BOTH

// SHOW: compile-remarks.mlir:[[@LINE+16]]:{{.*}}: remark: not fused: the attentions scale differently
// SHOW: compile-remarks.mlir:[[@LINE+7]]:{{.*}}: remark: split: 2 rows share their keys, so reading these takes the time
// SHOW: compile-remarks.mlir:[[@LINE+10]]:{{.*}}: remark: split: 2 rows
// STRICT: compile-remarks.mlir:[[@LINE+13]]:{{.*}}: error: not fused, and --strict is given: the attentions scale differently
// BOTH: --strict and --remarks exclude each other

func.func @scales_differ(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %l: tensor<f32>) -> tensor<2x5xf32> {
  %init = tensor.empty() : tensor<2x5xf32>
  %a = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<2x4xf32>, tensor<3x4xf32>)
      value(%v[n, e] : tensor<3x5xf32>)
      outs(%init[m, e] : tensor<2x5xf32>) {scale = 0.5}
  %b = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<2x4xf32>, tensor<3x4xf32>)
      value(%v[n, e] : tensor<3x5xf32>)
      outs(%init[m, e] : tensor<2x5xf32>) {scale = 0.25}
  %o = linalg.generic {
      indexing_maps = [affine_map<(m, e) -> (m, e)>, affine_map<(m, e) -> ()>, affine_map<(m, e) -> (m, e)>, affine_map<(m, e) -> (m, e)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %l, %b : tensor<2x5xf32>, tensor<f32>, tensor<2x5xf32>) outs(%init : tensor<2x5xf32>) {
  ^bb0(%x: f32, %lambda: f32, %y: f32, %out: f32):
    %p = arith.mulf %lambda, %y : f32
    %s = arith.subf %x, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5xf32>
  return %o : tensor<2x5xf32>
}
