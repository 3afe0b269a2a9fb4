// What an importer says of the model, and how many attentions there are, is in
// the manifest.
// RUN: split-file %s %t
// RUN: diffattn-compile %t/model.mlir --emit=llvm | FileCheck %s
// RUN: %python %S/Inputs/expect-exit.py 1 diffattn-compile %t/wrong.mlir --emit=llvm 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: @diffattn_manifest
// CHECK-SAME: \22attentions\22:{\22differential\22:0,\22ordinary\22:1}
// CHECK-SAME: \22model\22:{\22eos\22:[2],\22kind\22:\22causal-lm\22,\22rate\22:0.5,\22tied\22:true}
// WRONG: wrong.mlir:1:1: error: expected 'diffattn.model' to be a dictionary of strings, numbers, booleans, lists and dictionaries, found {a = i32}

//--- model.mlir
module attributes {diffattn.model = {kind = "causal-lm", eos = [2], rate = 0.5, tied = true}} {
  func.func @f(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>) -> tensor<2x5xf32> {
    %init = tensor.empty() : tensor<2x5xf32>
    %o = diffattn.attention
        signal(%q[m, d], %k[n, d] : tensor<2x4xf32>, tensor<3x4xf32>)
        value(%v[n, e] : tensor<3x5xf32>)
        outs(%init[m, e] : tensor<2x5xf32>)
    return %o : tensor<2x5xf32>
  }
}
//--- wrong.mlir
module attributes {diffattn.model = {a = i32}} {
  func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}
