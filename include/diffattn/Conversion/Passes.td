//===- Passes.td - passes between dialects -----------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CONVERSION_PASSES_TD
#define DIFFATTN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def RaisePass : Pass<"diffattn-raise"> {
  let summary = "replace softmax attention in linalg by diffattn.attention";
  let description = [{
    Finds products of softmax weights and a value, `softmax(mask(scale * q k^T))
    v`, however they are spelled, and replaces each by an ordinary
    `diffattn.attention` (no noise map): whole scores and weights don't exist any
    more, and what follows can fuse two attentions into a differential one.

    Recognised, in any combination and however elementwise operations are
    divided among ops:

    - both products: matmuls and generics with any projected permutations as
      maps, that start from 0; views, transposes, broadcasts, repeated heads and
      collapsed dims around them are read through;
    - scale: a constant factor or divisor of scores, queries or keys, or none;
      softcap, `c * tanh(scores / c)`;
    - masks: floats added to scores; scores replaced by -inf, or by the lowest
      number of bf16, f32 or f64, where an i1 says so; what a body computes from
      indices becomes a tensor; several masks become one;
    - softmax: `linalg.softmax`, or maximum, difference, exponential, sum and
      quotient (or product with the reciprocal), with an unused arg-max beside
      the maximum; a following guard that makes weights of rows without a
      visible key 0;
    - sums of weights times factors before the product, `(P1 - lambda P2) v`:
      one attention a term, and their sum; weights that several values are
      multiplied by: one attention a value.

    Reshapes by computed shapes and broadcasts by gathers, as exporters write
    them for dynamic sizes, are replaced by views where sizes tell which dims
    correspond. At the end layouts are folded as by `diffattn-fold-layouts`.

    **Needs** tensors. **Leaves** views in front of and behind the ops, the
    masks, and no scores or weights. **Refuses**, with a missed-optimisation
    remark (`--remarks-filter=diffattn-raise`) that names the op in the way:
    softmaxes along another dim than the keys, without a maximum, with another
    sum, whose scores or weights are used elsewhere too, or filled with other
    numbers.

    **Numerics.** Scores, sums and products are kept in f32 (f64 for f64), so
    rounding to a narrower type in between is dropped. A row whose scores are
    all -inf is 0, also where the softmax in linalg, without a guard, gives NaN.

    ```mlir
    %s = linalg.matmul ins(%q, %kt : ...) outs(...)       // 8x4, 4x10
    %p = linalg.softmax dimension(1) ins(%s : ...) outs(...)
    %o = linalg.matmul ins(%p, %v : ...) outs(...)
    // becomes
    %o = diffattn.attention signal(%q[m, d], %kt[d, n] : ...) value(%v[n, e] : ...)
             outs(%init[m, e] : ...) {scale = 1.0}
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::diffattn::DiffAttnDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Products with a value replaced">
  ];
}

#endif // DIFFATTN_CONVERSION_PASSES_TD
