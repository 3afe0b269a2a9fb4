//===- DiffAttnDialect.td - the diffattn dialect -----------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_TD
#define DIFFATTN_DIALECT_TD

include "mlir/IR/OpBase.td"

def DiffAttn_Dialect : Dialect {
  let name = "diffattn";
  let cppNamespace = "::mlir::diffattn";
  let summary = "Differential attention";
  let description = [{
    Differential attention subtracts a second, scaled softmax map from the
    first before both are applied to one value:

    ```
    o = (softmax(scale * q1 * k1^T + mask) - lambda * softmax(scale * q2 * k2^T + mask)) * v
    ```

    | op | role |
    |---|---|
    | `diffattn.attention` | the definition: ordinary attention too, when it has no noise map |
    | `diffattn.online_attention` | adds keys to a running state, so that keys can be tiled |
    | `diffattn.merge` | merges states of disjoint sets of keys |
    | `diffattn.finalize` | state to result: normalise, subtract, norm, scale |

    `attention` equals `online_attention` from an empty state, then `finalize`.
    Every op decomposes to plain linalg in one step (`AggregatedOpInterface`);
    that decomposition is its meaning.

    **Dims.** The ops are general by indexing maps, as `linalg.generic` is: each
    operand names the iteration dims that it is indexed by, and the map is a
    projected permutation. The name of a dim says its role:

    | name | role |
    |---|---|
    | `m` | query position |
    | `n` | key position |
    | `d`, `d0`, `d1`, ... | feature of query and key, summed by the scores |
    | `e`, `e0`, `e1`, ... | feature of the value |
    | `split` | number of a partial state, in `merge` only |
    | any other | batch-like: batch, key/value group, head in its group, ... |

    An operand that lacks a batch-like dim is shared along it, which is how
    grouped queries, noise heads that serve several signal heads, and masks that
    are the same for all heads are written. Head layouts (pairs or halves, BSHD
    or BHSD) are views (`tensor.expand_shape`, `tensor.extract_slice`) of the
    operands, never attributes.

    **Schedules.** `diffattn.schedule`, a discardable attribute of an `attention`
    of f16, bf16 or f32, says how a CPU computes it (`#diffattn.schedule`). Any
    rewrite may drop it; those of this project that keep the attention keep it.
  }];
  // What folds and decompositions create.
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "linalg::LinalgDialect",
    "math::MathDialect", "memref::MemRefDialect", "tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  // `diffattn.schedule` stands on attentions only.
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The attribute of an attention that holds its ScheduleAttr.
    static constexpr ::llvm::StringLiteral kScheduleAttrName =
        "diffattn.schedule";

    void registerAttributes();
  }];
}

#endif // DIFFATTN_DIALECT_TD
