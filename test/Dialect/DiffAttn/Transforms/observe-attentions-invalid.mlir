// RUN: diffattn-opt %s --diffattn-observe-attentions=function=layer --split-input-file --verify-diagnostics

// expected-error @below {{observe: expected a public function with a body, found 'layer'}}
module {
  func.func private @layer()
  func.func @other() {
    return
  }
}

// -----

module {
  // expected-error @below {{observe: expected attentions, found none}}
  func.func @layer(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

// -----

module {
  // expected-error @below {{observe: expected a function of one block, found 3}}
  func.func @layer(%x: i1) {
    cf.cond_br %x, ^bb1, ^bb2
  ^bb1:
    return
  ^bb2:
    return
  }
}

// -----

module {
  // expected-error @below {{observe: expected a function that nothing calls, found calls}}
  func.func @layer() {
    return
  }
  func.func @caller() {
    call @layer() : () -> ()
    return
  }
}

// -----

module {
  func.func @layer(%q: tensor<2x4xf32>, %init: tensor<2x4xf32>, %n: index) -> tensor<2x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init) -> tensor<2x4xf32> {
      // expected-error @below {{observe: expected an attention on tensors, in no loop or branch, found one in such}}
      %o = diffattn.attention
          signal(%q[m, d], %x[n, d] : tensor<2x4xf32>, tensor<2x4xf32>)
          value(%x[n, e] : tensor<2x4xf32>)
          outs(%x[m, e] : tensor<2x4xf32>)
      scf.yield %o : tensor<2x4xf32>
    }
    return %r : tensor<2x4xf32>
  }
}

// -----

module {
  func.func @layer(%q: memref<2x4xf32>, %o: memref<2x4xf32>) {
    // expected-error @below {{observe: expected an attention on tensors, in no loop or branch, found one on memrefs}}
    diffattn.attention
        signal(%q[m, d], %q[n, d] : memref<2x4xf32>, memref<2x4xf32>)
        value(%q[n, e] : memref<2x4xf32>)
        outs(%o[m, e] : memref<2x4xf32>)
    return
  }
}
