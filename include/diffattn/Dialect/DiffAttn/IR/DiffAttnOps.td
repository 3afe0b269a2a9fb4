//===- DiffAttnOps.td - the diffattn operations ------------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Labels C1, C2, ... are those of docs/spec.md, lib/Dialect/DiffAttn/IR/
// Constraints.cpp and the test functions in test/Dialect/DiffAttn/IR/invalid-*.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_OPS_TD
#define DIFFATTN_OPS_TD

include "diffattn/Dialect/DiffAttn/IR/DiffAttnAttrs.td"
include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.td"
include "diffattn/Dialect/DiffAttn/IR/DiffAttnInterfaces.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/IndexingMapOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def DiffAttn_Shaped : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
                                "ranked tensor or memref">;

//===----------------------------------------------------------------------===//
// What all ops share
//===----------------------------------------------------------------------===//

class DiffAttn_Op<string mnemonic, list<Trait> traits = []>
    : Op<DiffAttn_Dialect, mnemonic, !listconcat([
        AttrSizedOperandSegments,
        // Results are tied to `outs`, the last operand segment.
        DestinationStyleOpInterface,
        // One map an operand, scalars included.
        IndexingMapOpInterface,
        DeclareOpInterfaceMethods<DiffAttn_NamedDimsOpInterface,
            ["getOperandLabel", "accumulates", "getReasonAgainstTiling"]>,
        // Result sizes are those of the destinations.
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
            ["reifyResultShapes"]>,
        // None on tensors; reads and writes of the operands on memrefs.
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        // The meaning, as plain linalg.
        DeclareOpInterfaceMethods<AggregatedOpInterface,
            ["decomposeOperation"]>,
        // Which dims can be cut differs from op to op
        // (getReasonAgainstTiling); how they are cut does not. The result-tile
        // methods let a consumer pull the op into its loops.
        DeclareOpInterfaceMethods<TilingInterface,
            ["getLoopIteratorTypes", "getIterationDomain",
             "getTiledImplementation", "getResultTilePosition",
             "generateResultTileValue",
             "getIterationDomainTileFromResultTile"]>
      ], traits)> {
  let results = (outs Variadic<AnyRankedTensor>:$results_);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;

  code sharedDeclarations = [{
    /// The destinations, for DestinationStyleOpInterface.
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutsMutable();
    }
    /// Shape of an operand, for IndexingMapOpInterface; empty for a scalar.
    ::llvm::ArrayRef<int64_t> getShape(::mlir::OpOperand *operand);
  }];
  let extraClassDeclaration = sharedDeclarations;

  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return detail::parseNamedDimsOp(parser, result, detail::getOperandGroups<$cppClass>());
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      detail::printNamedDimsOp(printer, *this, detail::getOperandGroups<$cppClass>());
    }
    ::std::string $cppClass::getOperandLabel(unsigned number) {
      return detail::getOperandLabel(*this, detail::getOperandGroups<$cppClass>(), number);
    }
    ::llvm::ArrayRef<int64_t> $cppClass::getShape(::mlir::OpOperand *operand) {
      return ::mlir::diffattn::getShape(operand->get());
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return detail::reifyResultShapes(builder, *this, shapes);
    }
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<
            ::mlir::MemoryEffects::Effect>> &effects) {
      detail::getEffects(*this, effects);
    }
    ::llvm::SmallVector<::mlir::utils::IteratorType>
    $cppClass::getLoopIteratorTypes() {
      return detail::getLoopIteratorTypes(*this);
    }
    ::llvm::SmallVector<::mlir::Range>
    $cppClass::getIterationDomain(::mlir::OpBuilder &builder) {
      return detail::getIterationDomain(builder, *this);
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::getTiledImplementation(
        ::mlir::OpBuilder &builder,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return detail::getTiledImplementation(builder, *this, offsets, sizes);
    }
    ::llvm::LogicalResult $cppClass::getResultTilePosition(
        ::mlir::OpBuilder &builder, unsigned resultNumber,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultOffsets,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultSizes) {
      return detail::getResultTilePosition(*this, resultNumber, offsets, sizes,
                                           resultOffsets, resultSizes);
    }
    ::llvm::LogicalResult $cppClass::getIterationDomainTileFromResultTile(
        ::mlir::OpBuilder &builder, unsigned resultNumber,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes,
        ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &domainOffsets,
        ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &domainSizes) {
      return detail::getDomainTileFromResultTile(
          builder, *this, resultNumber, offsets, sizes, domainOffsets,
          domainSizes);
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::generateResultTileValue(
        ::mlir::OpBuilder &builder, unsigned resultNumber,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return detail::generateResultTileValue(builder, *this, resultNumber,
                                             offsets, sizes);
    }
  }];
}

// The iteration space of an op.
defvar SpaceAttrs = (ins AffineMapArrayAttr:$indexing_maps,
                         DiffAttn_DimsAttr:$dims);

// How scores are made, the same for both maps.
defvar ScoreAttrs = (ins
    OptionalAttr<F64Attr>:$scale,
    UnitAttr:$causal,
    DefaultValuedAttr<DiffAttn_AlignmentAttr,
                      "::mlir::diffattn::Alignment::BottomRight">:$alignment,
    OptionalAttr<I64Attr>:$window_left,
    OptionalAttr<I64Attr>:$window_right,
    OptionalAttr<F64Attr>:$softcap);

// What follows the two products with the value.
defvar EpilogueAttrs = (ins
    DefaultValuedAttr<DiffAttn_LambdaActivationAttr,
                      "::mlir::diffattn::LambdaActivation::None">
        :$lambda_activation,
    OptionalAttr<DiffAttn_NormAttr>:$norm,
    OptionalAttr<F64Attr>:$out_scale);

// The two maps' queries and keys and their value.
defvar MapOperands = (ins
    DiffAttn_Shaped:$signal_query, DiffAttn_Shaped:$signal_key,
    Optional<DiffAttn_Shaped>:$noise_query,
    Optional<DiffAttn_Shaped>:$noise_key, DiffAttn_Shaped:$value);

//===----------------------------------------------------------------------===//
// attention
//===----------------------------------------------------------------------===//

def DiffAttn_AttentionOp : DiffAttn_Op<"attention"> {
  let summary = "differential attention, or ordinary attention without noise";
  let description = [{
    With `q1, k1` the signal, `q2, k2` the noise query and key, `v` the value:

    ```
    S_k = softcap * tanh(scale * q_k * k_k^T / softcap) + mask     k = 1, 2
    P_k = softmax of S_k over the visible keys
    o   = (P_1 - lambda' * P_2) * v      lambda' = lambda or sigmoid(lambda)
    out = out_scale * norm_weight * norm(o)
    L_k = log of the sum of exp(S_k) over the visible keys
    ```

    Without `softcap` the scores are `scale * q * k^T + mask`; without noise `o`
    is `P_1 * v`. `norm` takes the mean over all value dims of a head. The
    optional second and third results are L_1 and L_2.

    **Shapes** (dims as the dialect's description names them):

    | operand | dims | element type |
    |---|---|---|
    | `signal`, `noise` query | batch-like, `m`, `d` | T |
    | `signal`, `noise` key | batch-like, `n`, `d` | T |
    | `value` | batch-like, `n`, `e` | T |
    | `lambda` | any of batch-like, `m` | A |
    | `mask` | any of batch-like, `m`, `n` | i1, T or A |
    | `key_lengths` | any of batch-like | index, i32 or i64 |
    | `norm_weight` | `e` | T or A |
    | `outs` out | all batch-like, `m`, `e` | T or A |
    | `outs` logsumexps | `m` and the batch-like dims of that map's query and key, of mask and of key_lengths | A |

    T is f16, bf16, f32 or f64; A, the type that sums are kept in, is f64 for
    f64 and f32 else. All operands are tensors or all are memrefs; what `outs`
    holds before is ignored. On memrefs, `outs` must not overlap inputs.

    **Visible keys.** With Nq query rows, Nk keys and `len` valid ones
    (`key_lengths`, else Nk), row i stands at `p = i + len - Nq` (`bottom_right`) or `p = i` (`top_left`).
    Key j is visible if all of these hold:

    - `mask` is true or not -inf; `j < len`;
    - with `causal`: `j <= p`; with `window_left = w`: `j >= p - w`; with
      `window_right = w`: `j <= p + w`.

    Tiling sets `query_offset` and `key_offset`, the position of row 0 and of key
    0: then `p = i + query_offset` (`+ len` for `bottom_right`, where `len` is
    `key_lengths`, else key_offset + Nk) and key j stands at `j + key_offset`.
    Their defaults are -Nq (`bottom_right`) or 0 (`top_left`), and 0.

    **Numerics.** Products are summed in A. A row without a visible key gives
    out = 0 (before and after the norm) and L = -inf. +inf or NaN scores of
    visible keys give NaN. `key_lengths` is clamped to [0, Nk], and key and value
    memory at or beyond it is never used (it may hold NaN); under keys that are
    hidden otherwise the value must be finite, else that row is unspecified. The
    lowest finite float in a mask does not hide a key. lambda may be negative or
    above 1. A dim may have size 0 (d = 0: scores 0).

    **Tiling.** Along `m` and batch-like dims that every result has; along `e`
    without norm and logsumexps; never along `n` or `d`.

    Example (`docs/spec.md` lists the constraints C1, C2, ...):

    ```mlir
    %o = diffattn.attention
        signal(%q1[b, h, m, d], %k1[b, h, n, d] : tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>)
        noise(%q2[b, h, m, d], %k2[b, h, n, d] : tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>)
        value(%v[b, h, n, e] : tensor<2x4x8x32xf32>)
        lambda(%lambda[] : tensor<f32>)
        outs(%init[b, h, m, e] : tensor<2x4x8x32xf32>)
        {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
    ```
  }];
  let arguments = !con(MapOperands,
    (ins Optional<DiffAttn_Shaped>:$lambda, Optional<DiffAttn_Shaped>:$mask,
         Optional<DiffAttn_Shaped>:$key_lengths,
         Optional<DiffAttn_Shaped>:$norm_weight,
         Optional<Index>:$query_offset, Optional<Index>:$key_offset,
         Variadic<DiffAttn_Shaped>:$outs),
    SpaceAttrs, ScoreAttrs, EpilogueAttrs);

  let extraClassDeclaration = sharedDeclarations # [{
    bool hasNoise() { return static_cast<bool>(getNoiseQuery()); }
    unsigned getNumMaps() { return hasNoise() ? 2 : 1; }
    /// Whether causal or a window hides keys by position.
    bool isPositional() {
      return getCausal() || getWindowLeft() || getWindowRight();
    }
  }];
}

//===----------------------------------------------------------------------===//
// online_attention
//===----------------------------------------------------------------------===//

def DiffAttn_OnlineAttentionOp : DiffAttn_Op<"online_attention", [
    // Keys split over parallel loops; states are merged per map. The sequential
    // form is ordinary tiling of `n`, since the state carries.
    DeclareOpInterfaceMethods<PartialReductionOpInterface,
        ["generateInitialTensorForPartialReduction", "tileToPartialReduction",
         "mergeReductions", "getPartialResultTilePosition"]>
  ]> {
  let summary = "adds keys to the running state of an attention";
  let description = [{
    The state of each map is (acc, max, sum): over the keys seen so far, `max` is
    the largest score S, `sum` the sum of exp(S - max) and `acc` the sum of
    exp(S - max) * v. The op merges its own keys into the state that `outs`
    holds:

    ```
    max' = maximum(max, row maximum of S)
    acc' = acc * exp(max - max') + exp(S - max') * v
    sum' = sum * exp(max - max') + row sum of exp(S - max')
    ```

    The empty state is (0, -inf, 0). Scores and visible keys are those of
    `diffattn.attention`; `key_lengths` counts keys of the whole attention, of
    which this op may see a part (`key_offset`), and is not clamped.

    **Shapes.** As `diffattn.attention`; `outs` is acc, max, sum of the signal,
    then of the noise if there is one, all of type A. max and sum have the dims
    of that map's logsumexp; acc has those, the batch-like dims of value, and
    `e`.

    **Tiling.** Along `m`, along batch-like dims that every state tensor has, and
    along `n`, in place or as a parallel partial reduction. Never along `e`: max
    and sum lack it, so every tile of `e` would add the keys again.

    Example:

    ```mlir
    %s:3 = diffattn.online_attention
        signal(%q[h, m, d], %k[h, n, d] : tensor<4x8x16xf32>, tensor<4x8x16xf32>)
        value(%v[h, n, e] : tensor<4x8x32xf32>)
        outs(%acc[h, m, e], %max[h, m], %sum[h, m] : tensor<4x8x32xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
  let arguments = !con(MapOperands,
    (ins Optional<DiffAttn_Shaped>:$mask,
         Optional<DiffAttn_Shaped>:$key_lengths,
         Optional<Index>:$query_offset, Optional<Index>:$key_offset,
         Variadic<DiffAttn_Shaped>:$outs),
    SpaceAttrs, ScoreAttrs);

  let extraClassDeclaration = sharedDeclarations # [{
    bool hasNoise() { return static_cast<bool>(getNoiseQuery()); }
    unsigned getNumMaps() { return hasNoise() ? 2 : 1; }
    /// Whether causal or a window hides keys by position.
    bool isPositional() {
      return getCausal() || getWindowLeft() || getWindowRight();
    }
  }];
}

//===----------------------------------------------------------------------===//
// merge
//===----------------------------------------------------------------------===//

def DiffAttn_MergeOp : DiffAttn_Op<"merge"> {
  let summary = "merges partial states of an attention";
  let description = [{
    Each input has a dim `split` that the outs lack: state s of disjoint keys.
    The op merges all of them into the state that `outs` holds, map by map:

    ```
    max' = maximum(max, maximum over s of max_s)
    acc' = acc * exp(max - max') + sum over s of acc_s * exp(max_s - max')
    sum' = sum * exp(max - max') + sum over s of sum_s * exp(max_s - max')
    ```

    States are merged before maps are subtracted: differences of normalised maps
    can't be merged.

    **Shapes.** As the outs of `diffattn.online_attention`.

    **Tiling.** Along `m`, batch-like dims that every state tensor has, and
    `split` (the outs carry); never along `e`.

    Example:

    ```mlir
    %s:3 = diffattn.merge
        signal(%accs[split, h, m, e], %maxs[split, h, m], %sums[split, h, m] : tensor<3x4x8x32xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>)
        outs(%acc[h, m, e], %max[h, m], %sum[h, m] : tensor<4x8x32xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
  let arguments = !con((ins
      DiffAttn_Shaped:$signal_acc, DiffAttn_Shaped:$signal_max,
      DiffAttn_Shaped:$signal_sum, Optional<DiffAttn_Shaped>:$noise_acc,
      Optional<DiffAttn_Shaped>:$noise_max,
      Optional<DiffAttn_Shaped>:$noise_sum, Variadic<DiffAttn_Shaped>:$outs),
    SpaceAttrs);

  let extraClassDeclaration = sharedDeclarations # [{
    bool hasNoise() { return static_cast<bool>(getNoiseAcc()); }
    unsigned getNumMaps() { return hasNoise() ? 2 : 1; }
  }];
}

//===----------------------------------------------------------------------===//
// finalize
//===----------------------------------------------------------------------===//

def DiffAttn_FinalizeOp : DiffAttn_Op<"finalize"> {
  let summary = "result of an attention from its state";
  let description = [{
    ```
    o   = acc_1 / sum_1 - lambda' * acc_2 / sum_2
    out = out_scale * norm_weight * norm(o)
    L_k = max_k + log(sum_k)
    ```

    Lambda, norm, out_scale, results and their numerics are those of
    `diffattn.attention`. A row whose sum is 0 gives 0 and L = -inf.

    **Tiling.** Along `m` and batch-like dims that every result has; along `e`
    without norm and logsumexps.

    Example:

    ```mlir
    %o = diffattn.finalize
        signal(%acc[h, m, e], %max[h, m], %sum[h, m] : tensor<4x8x32xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
        outs(%init[h, m, e] : tensor<4x8x32xbf16>) {out_scale = 0.8}
    ```
  }];
  let arguments = !con((ins
      DiffAttn_Shaped:$signal_acc, DiffAttn_Shaped:$signal_max,
      DiffAttn_Shaped:$signal_sum, Optional<DiffAttn_Shaped>:$noise_acc,
      Optional<DiffAttn_Shaped>:$noise_max,
      Optional<DiffAttn_Shaped>:$noise_sum, Optional<DiffAttn_Shaped>:$lambda,
      Optional<DiffAttn_Shaped>:$norm_weight, Variadic<DiffAttn_Shaped>:$outs),
    SpaceAttrs, EpilogueAttrs);

  let extraClassDeclaration = sharedDeclarations # [{
    bool hasNoise() { return static_cast<bool>(getNoiseAcc()); }
    unsigned getNumMaps() { return hasNoise() ? 2 : 1; }
  }];
}

#endif // DIFFATTN_OPS_TD
