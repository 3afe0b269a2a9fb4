// The stock mlir-opt, with the dialect and the passes of the plugin. It is not
// built with sanitizers.
// UNSUPPORTED: asan
//
// RUN: mlir-opt --load-dialect-plugin=%libs/DiffAttnPlugin.so \
// RUN:     --load-pass-plugin=%libs/DiffAttnPlugin.so %s | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%libs/DiffAttnPlugin.so \
// RUN:     --load-pass-plugin=%libs/DiffAttnPlugin.so \
// RUN:     --pass-pipeline='builtin.module(func.func(diffattn-tile-attention{query-tile=2 key-tile=3}),diffattn-decompose)' \
// RUN:     %s | FileCheck %s --check-prefix=TILED
// RUN: mlir-opt --load-dialect-plugin=%libs/DiffAttnPlugin.so \
// RUN:     --load-pass-plugin=%libs/DiffAttnPlugin.so \
// RUN:     --pass-pipeline='builtin.module(diffattn-to-loops)' \
// RUN:     %s | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @ordinary_attention
// CHECK: diffattn.attention
// TILED-LABEL: func.func @ordinary_attention
// TILED: scf.for
// TILED: scf.for
// TILED-NOT: diffattn.
// LOOPS: llvm.func @diffattn_entry_ordinary_attention
func.func @ordinary_attention(%q: tensor<4x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x5xf32>) -> tensor<4x5xf32> {
  %init = tensor.empty() : tensor<4x5xf32>
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<4x8xf32>, tensor<7x8xf32>)
      value(%v[n, e] : tensor<7x5xf32>)
      outs(%init[m, e] : tensor<4x5xf32>)
  return %o : tensor<4x5xf32>
}
