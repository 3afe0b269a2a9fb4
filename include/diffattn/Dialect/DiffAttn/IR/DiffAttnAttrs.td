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

#endif // DIFFATTN_ATTRS_TD
