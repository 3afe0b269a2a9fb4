//===- Passes.td - passes on the diffattn dialect ----------*- tablegen -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TRANSFORMS_PASSES_TD
#define DIFFATTN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposePass : Pass<"diffattn-decompose"> {
  let summary = "lower every diffattn op to plain linalg, its definition";
  let description = [{
    Replaces each `diffattn` op by the linalg ops that define it
    (`AggregatedOpInterface`), whatever its shape, element type and options.
    This is the reference lowering: the fallback of faster ones, and what they
    are tested against.

    **Needs** nothing: ops on tensors and on memrefs, static or dynamic. With
    `keep-scheduled`, attentions that have a schedule stay, for kernels.
    **Leaves** linalg.generic, linalg.fill, arith and math; on memrefs also
    temporaries, allocated and freed beside each op. The scores of both maps
    exist as whole arrays: memory grows with the product of queries and keys.
    **Refuses** nothing.

    ```mlir
    %o = diffattn.attention signal(...) value(...) outs(%init[h, m, e] : ...)
    // becomes
    %scores  = linalg.generic ...   // scale * q * k^T, -inf where hidden
    %maximum = linalg.generic ...   // of each row
    %weights = linalg.generic ...   // exp(scores - maximum)
    %sum     = linalg.generic ...
    %o       = linalg.generic ...   // weights / sum * value
    ```
  }];
  let options = [Option<"keepScheduled", "keep-scheduled", "bool", "false",
                        "leave attentions that have a schedule">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Ops decomposed">
  ];
}

def ConvertToOnlinePass : Pass<"diffattn-convert-to-online"> {
  let summary = "write attention as online_attention and finalize";
  let description = [{
    Replaces each `diffattn.attention` on tensors by the empty state of each map
    (accumulator 0, maximum -inf, sum 0), a `diffattn.online_attention` that
    adds all keys, and a `diffattn.finalize` that normalises, subtracts and runs
    the epilogue. What this gains is that `online_attention` can be tiled along
    keys, which `attention` can't.

    **Needs** tensors. **Leaves** no `diffattn.attention` on tensors; with
    key_lengths, a linalg.generic that clamps them, since a tile of keys does
    not know how many there are. **Refuses** attention on memrefs, with an
    error: bufferize afterwards.

    ```mlir
    %o = diffattn.attention signal(%q[m, d], %k[n, d] : ...) value(%v[n, e] : ...)
             outs(%init[m, e] : ...)
    // becomes
    %acc = linalg.fill ins(%zero) outs(...)     // and %max, %sum
    %s:3 = diffattn.online_attention signal(%q[m, d], %k[n, d] : ...)
             value(%v[n, e] : ...) outs(%acc[m, e], %max[m], %sum[m] : ...)
    %o = diffattn.finalize signal(%s#0[m, e], %s#1[m], %s#2[m] : ...)
             outs(%init[m, e] : ...)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FusePass : Pass<"diffattn-fuse"> {
  let summary = "make differential attentions of ordinary ones";
  let description = [{
    Looks at what masks of `diffattn.attention` ops on tensors are made of, and
    at what is done with the results, and lets the op do it:

    - A mask that is computed from positions and lengths (`j <= i`, `j > i - 4`,
      `j < length[b]`, conjunctions of them; as i1, or as 0 and -infinity) becomes
      `causal`, `window_left`, `window_right` and `key_lengths`. One i1 tensor,
      such as the padding of keys, may stay behind as the mask, or conditions
      that look at no row (`tokens[b, j] != 0`), which are computed as a mask
      over keys. Lowest floats instead of -infinity are taken only if every row
      sees a key.
    - `a - lambda * b` of two attentions that share value, scale and visible keys
      becomes one attention with a noise map. lambda may be a number, a tensor of
      any of rows and batch-like dims, or the sigmoid of one.
    - An RMS norm over all value dims of a head, and only them, becomes `norm`; a
      weight of each feature `norm_weight`, a constant factor `out_scale`. A
      conversion or a transposition of the result goes into `outs`.

    How it is spelled does not matter: in one linalg.generic or in several, with
    broadcasts and transposes between them, with heads collapsed.

    **Needs** tensors. **Leaves** all that does not fit as it is, with a remark
    (category `diffattn-fuse`) that names the reason, and one for each op that
    was made. An attention whose result has other users is left alone, since it
    would have to be computed twice.

    ```mlir
    %a = diffattn.attention signal(%q1...) value(%v...) outs(...)
    %b = diffattn.attention signal(%q2...) value(%v...) outs(...)
    %o = linalg.generic ins(%a, %b, %lambda) ... { a - lambda * b }
    // becomes
    %o = diffattn.attention signal(%q1...) noise(%q2...) value(%v...)
             lambda(%lambda...) outs(...)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FoldLayoutsPass : Pass<"diffattn-fold-layouts"> {
  let summary = "fold copies around attention into its indexing maps";
  let description = [{
    Models bring heads into the shape that an attention kernel wants: they
    transpose, repeat keys for each query head, take the halves of the value,
    concatenate results. All of that only says where an element lies, and so do
    the indexing maps of `diffattn.attention`. The pass traces each operand back
    through reshapes, slices, casts, transposes, broadcasts, copies, and
    concatenations of slices, to a tensor that is computed, and the result on
    through transposes, reshapes and slices; then it divides the dims of the op
    until each is a digit of these views (h becomes groups and heads in a group,
    say) or is absent from them, which means that it is repeated.

    1. Operands: what was a copy is read through `tensor.expand_shape` and
       `tensor.extract_slice` of its source.
    2. Result: the op writes the order of dims that is read; a
       `tensor.collapse_shape` makes the shape.
    3. If the result is only used in slices along batch-like dims that have no
       scores in common, each slice becomes an attention on slices of the
       operands.
    4. Results of attentions that differ in the value only, and whose values lie
       side by side in one tensor, concatenated along the value: one attention
       with another value dim.

    Batch, rows and keys may be dynamic; the factors that a dim is divided into
    are static, but for the outermost.

    **Needs** tensors. **Leaves** copies only where a remark (category
    `diffattn-fold-layouts`) says why. **Refuses** nothing; attention with
    logsumexps stays as it is.

    ```mlir
    %r = linalg.broadcast ins(%k : tensor<2x4x?x16xf32>) outs(...) dimensions = [2]
    %c = tensor.collapse_shape %r [[0], [1, 2], [3], [4]]
             : tensor<2x4x3x?x16xf32> into tensor<2x12x?x16xf32>
    %o = diffattn.attention signal(%q[b, h, m, d], %c[b, h, n, d] : ...) ...
    // becomes
    %e = tensor.expand_shape %q [[0], [1, 2], [3], [4]] output_shape [2, 4, 3, %m, 16]
             : tensor<2x12x?x16xf32> into tensor<2x4x3x?x16xf32>
    %o = diffattn.attention signal(%e[b, h0, h1, m, d], %k[b, h0, n, d] : ...) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def TileAttentionPass : Pass<"diffattn-tile-attention"> {
  let summary = "tile attention by rows, then by keys";
  let description = [{
    Tiles each `diffattn.attention` on tensors with the sizes of the options,
    0 meaning "not tiled":

    1. along batch-like dims that every result has (`batch-tile`) and query rows
       (`query-tile`), by `scf.for`;
    2. with `key-tile` or `key-splits`, the tile becomes `online_attention` and
       `finalize` (see `diffattn-convert-to-online`), and the keys are tiled in
       place (`key-tile`) or split over the iterations of an `scf.forall` whose
       states are merged (`key-splits`).

    Every `diffattn.online_attention` that stands in the input is tiled by step
    2 too. The result is the same up to rounding, whichever sizes are chosen;
    sizes need not divide anything.

    **Needs** tensors. **Leaves** scf loops around smaller diffattn ops.
    **Refuses** both key options at once, negative sizes, and attention on
    memrefs, each with an error.
  }];
  let options = [
    Option<"batchTile", "batch-tile", "int64_t", /*default=*/"0",
           "Size of tiles along batch-like dims, 0: whole">,
    Option<"queryTile", "query-tile", "int64_t", /*default=*/"0",
           "Number of query rows of a tile, 0: all">,
    Option<"keyTile", "key-tile", "int64_t", /*default=*/"0",
           "Number of keys that are added at once, 0: all">,
    Option<"keySplits", "key-splits", "int64_t", /*default=*/"0",
           "Number of parts of the keys that run in parallel, 0: no split">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def TrimKeysPass : Pass<"diffattn-trim-keys"> {
  let summary = "leave out keys behind all lengths";
  let description = [{
    An attention with `key_lengths` reads a cache that is larger than what is
    valid of it. This cuts its keys, values and mask, as views, to the largest
    length, so that time and the memory that is touched grow with what is valid
    and not with the capacity. `key_lengths` stays: sequences of a batch differ.

    **Needs** attention on tensors. **Leaves** tiles of keys (`key_offset`),
    attention on memrefs and, with `keep-scheduled`, attention that has a
    schedule, whose kernel skips those keys itself. **Refuses** nothing.

    ```mlir
    %o = diffattn.attention signal(%q[b, m, d], %k[b, n, d] : ...) value(%v[b, n, e] : ...)
        key_lengths(%lengths[b] : tensor<?xi64>) outs(...)
    // becomes
    %largest = linalg.generic ...  // of %lengths
    %keys    = tensor.extract_slice %k[0, 0, 0] [%b, %largest, 32] [1, 1, 1]
    %values  = tensor.extract_slice %v[0, 0, 0] [%b, %largest, 64] [1, 1, 1]
    %o = diffattn.attention signal(%q[b, m, d], %keys[b, n, d] : ...) value(%values[b, n, e] : ...)
        key_lengths(%lengths[b] : tensor<?xi64>) outs(...)
    ```
  }];
  let options = [Option<"keepScheduled", "keep-scheduled", "bool", "false",
                        "leave attentions that have a schedule">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RecordAttentionsPass
    : Pass<"diffattn-record-attentions", "::mlir::ModuleOp"> {
  let summary = "write down how many attentions a module has";
  let description = [{
    Gives the module the attribute `diffattn.attentions`, a dictionary of the
    number of `differential` attentions (with a noise map) and of `ordinary`
    ones. Artifacts repeat it in their manifest, so that one can see what was
    found in a model.

    **Needs** nothing. **Leaves** everything else as it is; a module without
    attention gets no attribute. **Refuses** nothing.

    ```mlir
    module attributes {diffattn.attentions = {differential = 5 : i64, ordinary = 0 : i64}} {
    ```
  }];
}

def ObserveAttentionsPass
    : Pass<"diffattn-observe-attentions", "::mlir::ModuleOp"> {
  let summary = "let a function also return what its attentions compute with";
  let description = [{
    Gives the public function `function` further results: for each
    `diffattn.attention` in it, in order, its operands but for `outs`, and its
    result. They are called `attention0.signal_query`, `attention0.out`, ...
    (`diffattn.name`). The module's attribute `diffattn.observed`, a dictionary
    with a list for the function, says for each attention which results these
    are, which dims they have, and what the op's options are; artifacts repeat
    it in their manifest. So hosts can draw the maps of a model that was
    compiled (`diffattn inspect`).

    **Needs** attention on tensors, in the function's only block; a function
    that nothing calls. **Leaves** everything else as it is. **Refuses** other
    functions, with an error.

    ```mlir
    func.func @layer(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
      %o = diffattn.attention signal(%q[m, d], %k[n, d] : ...) value(%v[n, e] : ...) outs(...)
      return %y
    // becomes
    func.func @layer(%x: tensor<8x64xf32>) -> (tensor<8x64xf32>,
        tensor<8x64xf32> {diffattn.name = "attention0.signal_query"}, ...) {
      %o = diffattn.attention signal(%q[m, d], %k[n, d] : ...) value(%v[n, e] : ...) outs(...)
      return %y, %q, %k, %v, %o
    ```
  }];
  let options = [Option<"function", "function", "std::string", "\"forward\"",
                        "The function that shows its attentions">];
}

#endif // DIFFATTN_TRANSFORMS_PASSES_TD
