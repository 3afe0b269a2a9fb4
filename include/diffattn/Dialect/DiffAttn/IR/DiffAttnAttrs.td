//===- DiffAttnAttrs.td - attributes of the diffattn ops ---*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_ATTRS_TD
#define DIFFATTN_ATTRS_TD

include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

def DiffAttn_Alignment : I32EnumAttr<
    "Alignment", "which query and key positions stand beside each other", [
      I32EnumAttrCase<"BottomRight", 0, "bottom_right">,
      I32EnumAttrCase<"TopLeft", 1, "top_left">
    ]> {
  let cppNamespace = "::mlir::diffattn";
  let genSpecializedAttr = 0;
}

def DiffAttn_AlignmentAttr
    : EnumAttr<DiffAttn_Dialect, DiffAttn_Alignment, "alignment"> {
  let summary = "Which query and key positions stand beside each other";
  let description = [{
    With Nq query rows and Nk keys, query row i stands at key position

    - `bottom_right`: `i + Nk - Nq`, the last row beside the last key (with
      `key_lengths`, beside the last valid key), as for decoding with a cache;
    - `top_left`: `i`, the first row beside the first key.

    `causal` and the windows are counted from that position.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def DiffAttn_LambdaActivation : I32EnumAttr<
    "LambdaActivation", "what is applied to lambda before it is used", [
      I32EnumAttrCase<"None", 0, "none">,
      I32EnumAttrCase<"Sigmoid", 1, "sigmoid">
    ]> {
  let cppNamespace = "::mlir::diffattn";
  let genSpecializedAttr = 0;
}

def DiffAttn_LambdaActivationAttr
    : EnumAttr<DiffAttn_Dialect, DiffAttn_LambdaActivation,
               "lambda_activation"> {
  let summary = "What is applied to lambda before it is used";
  let description = [{
    `none` for DIFF V1, whose lambda is a number; `sigmoid` for DIFF V2, whose
    lambda operand holds logits: `1 / (1 + exp(-lambda))`.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def DiffAttn_NormKind : I32EnumAttr<
    "NormKind", "norm over the value dims of each head", [
      I32EnumAttrCase<"Rms", 0, "rms">
    ]> {
  let cppNamespace = "::mlir::diffattn";
  let genSpecializedAttr = 0;
}

def DiffAttn_Strategy : I32EnumAttr<
    "Strategy", "the order in which a CPU computes an attention", [
      I32EnumAttrCase<"Auto", 0, "auto">,
      I32EnumAttrCase<"Held", 1, "held">,
      I32EnumAttrCase<"Online", 2, "online">,
      I32EnumAttrCase<"Split", 3, "split">
    ]> {
  let cppNamespace = "::mlir::diffattn";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Structured attributes
//===----------------------------------------------------------------------===//

class DiffAttn_Attr<string name, string attrMnemonic>
    : AttrDef<DiffAttn_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def DiffAttn_NormAttr : DiffAttn_Attr<"Norm", "norm"> {
  let summary = "Norm over all value dims of each head";
  let description = [{
    `rms`: `x / sqrt(mean(x^2) + eps)`, the mean over all value dims.

    ```
    #diffattn.norm<rms, eps = 1.0e-5>
    ```
  }];
  let parameters = (ins
    EnumParameter<DiffAttn_NormKind>:$kind,
    AttrParameter<"::mlir::FloatAttr", "f64, finite, not negative">:$eps);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def DiffAttn_DimsAttr : DiffAttn_Attr<"Dims", "dims"> {
  let summary = "Names of the iteration dims, in canonical order";
  let description = [{
    The order is `split`, batch-like dims, `m`, `n`, feature dims, value dims,
    whatever order the text of an op names them in, so that tile sizes mean the
    same everywhere. The dialect's description says which name has which role.

    ```
    #diffattn.dims<b, g, r, m, n, d, e0, e1>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The role that a dim of this name has.
    static Role getRole(::llvm::StringRef name);

    unsigned size() const { return getNames().size(); }
    ::llvm::StringRef getName(unsigned dim) const {
      return getNames()[dim].getValue();
    }
    Role getRole(unsigned dim) const { return getRole(getName(dim)); }

    /// Numbers of the dims with `role`, ascending.
    ::llvm::SmallVector<unsigned> getDims(Role role) const;
    /// The only dim with `role`; nullopt if there is none.
    ::std::optional<unsigned> getDim(Role role) const;
  }];
}

def DiffAttn_ScheduleAttr : DiffAttn_Attr<"Schedule", "schedule"> {
  let summary = "How a CPU computes an attention";
  let description = [{
    `diffattn.schedule`, an attribute that `diffattn.attention` may have, holds
    one: the kernels of that attention are then built by it. It never changes
    what is computed, only in which order. lib/TilePlan chooses one for a shape
    and a processor, and says why.

    | strategy | what stays where |
    |---|---|
    | `held` | all scores of a block of rows in the cache; one product with the value for both maps |
    | `online` | scores of a step of keys; maximum, sum and accumulator of each map are carried |
    | `split` | parts of the keys go to threads, their states are merged |
    | `auto` | `split`, `held` or `online`, by the limits below, once sizes are known |

    | field | of | what |
    |---|---|---|
    | `row_block` | all | query rows computed together, at most; `held`: twice as many if their scores leave the cache in any case |
    | `key_block` | `online` | keys of a step |
    | `value_block` | all | keys of one product with the value |
    | `held_bytes` | `held` | bytes of scores that may stay in the cache; blocks of rows shrink to fit |
    | `held_keys` | `auto` | up to so many keys: `held` |
    | `split_rows` | `auto` | up to so many query rows, of all heads that share keys: `split` |
    | `split_keys` | `split` | keys of a part |

    ```
    #diffattn.schedule<held, row_block = 24, key_block = 512, value_block = 256, held_bytes = 786432, held_keys = 8192, split_rows = 8, split_keys = 1024>
    ```

    Fields may stand in any order, and all of them must be there. They are
    positive; kernels round blocks up to what their registers hold.
  }];
  let parameters = (ins
    EnumParameter<DiffAttn_Strategy>:$strategy,
    "int64_t":$row_block, "int64_t":$key_block, "int64_t":$value_block,
    "int64_t":$held_bytes, "int64_t":$held_keys, "int64_t":$split_rows,
    "int64_t":$split_keys);
  let builders = [
    AttrBuilder<(ins "::mlir::diffattn::Strategy":$strategy,
                     "::llvm::ArrayRef<int64_t>":$fields)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A field: its name in text and the largest value it may have.
    struct Field {
      ::llvm::StringLiteral name;
      int64_t limit;
    };
    /// All fields, in the order of the parameters.
    static ::llvm::ArrayRef<Field> getFields();
    /// Their values.
    ::llvm::SmallVector<int64_t> getValues() const;
  }];
}

def DiffAttn_GPUScheduleAttr : DiffAttn_Attr<"GPUSchedule", "gpu_schedule"> {
  let summary = "How a GPU computes an attention";
  let description = [{
    What `#diffattn.schedule` is for CPUs, in the same attribute of the op.
    include/diffattn/TilePlan/GPUPlan.h says what the choices are, and why.

    | field | what |
    |---|---|
    | `row_warps` | warps of 16 rows in a workgroup: 1 to 8 |
    | `key_tile` | keys of a step: a multiple of 16, up to 128 |
    | `stages` | steps whose keys and values have a place in shared memory: 2 to 8 |
    | `maps_apart` | each map has warps of its own |
    | `queries_held` | fragments of queries stay in registers |
    | `split_rows` | up to so many query rows that share keys: keys are split |
    | `split_keys` | keys of a part: a multiple of `key_tile` |

    ```
    #diffattn.gpu_schedule<row_warps = 4, key_tile = 32, stages = 3, maps_apart = false, queries_held = true, split_rows = 16, split_keys = 1024>
    ```
  }];
  let parameters = (ins
    "int64_t":$row_warps, "int64_t":$key_tile, "int64_t":$stages,
    "bool":$maps_apart, "bool":$queries_held, "int64_t":$split_rows,
    "int64_t":$split_keys);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // DIFFATTN_ATTRS_TD
