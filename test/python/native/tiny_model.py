"""A language model so small that NumPy can check it: one attention over caches.

    python tiny_model.py FOLDER [--vocabulary N]

writes model.mlir and model.safetensors. The entry points are those of imported
models: @forward, and @prefill and @decode with caches that are written in place.
A token's query and key are its row of the embedding; its value is its row of
another table; logits are (embedding + attention) times the embedding.
"""

import argparse
import pathlib
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray

WIDTH = 4

# $V: vocabulary, $C: capacity of the caches, $M: the description of the model.
MODULE = """
#bt = affine_map<(b, t, d) -> (b, t)>
#btd = affine_map<(b, t, d) -> (b, t, d)>
module attributes {diffattn.model = {$M}} {
ml_program.global private @embed(#ml_program.extern<tensor<$Vx4xf32>>)
    : tensor<$Vx4xf32>
ml_program.global private @"value.weight"(#ml_program.extern<tensor<$Vx4xf32>>)
    : tensor<$Vx4xf32>

// Rows of a table.
func.func private @look_up(%table: tensor<$Vx4xf32>, %ids: tensor<?x?xi64>)
    -> tensor<?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %ids, %c0 : tensor<?x?xi64>
  %t = tensor.dim %ids, %c1 : tensor<?x?xi64>
  %empty = tensor.empty(%b, %t) : tensor<?x?x4xf32>
  %rows = linalg.generic {indexing_maps = [#bt, #btd],
                          iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<?x?xi64>) outs(%empty : tensor<?x?x4xf32>) {
  ^bb0(%id: i64, %unused: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 2 : index
    %element = tensor.extract %table[%row, %column] : tensor<$Vx4xf32>
    linalg.yield %element : f32
  } -> tensor<?x?x4xf32>
  return %rows : tensor<?x?x4xf32>
}

// [b, t, d] as [b, h, t, d] with one head.
func.func private @as_head(%x: tensor<?x?x4xf32>) -> tensor<?x1x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %t = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %head = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [%b, 1, %t, 4]
      : tensor<?x?x4xf32> into tensor<?x1x?x4xf32>
  return %head : tensor<?x1x?x4xf32>
}

// (x + y) times the embedding.
func.func private @head(%x: tensor<?x?x4xf32>, %y: tensor<?x1x?x4xf32>)
    -> tensor<?x?x$Vxf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %embed = ml_program.global_load_const @embed : tensor<$Vx4xf32>
  %b = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %t = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %empty = tensor.empty(%b, %t) : tensor<?x?x$Vxf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x$Vxf32>)
      -> tensor<?x?x$Vxf32>
  %logits = linalg.generic {
      indexing_maps = [affine_map<(b, t, v, d) -> (b, t, d)>,
                       affine_map<(b, t, v, d) -> (b, 0, t, d)>,
                       affine_map<(b, t, v, d) -> (v, d)>,
                       affine_map<(b, t, v, d) -> (b, t, v)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y, %embed
          : tensor<?x?x4xf32>, tensor<?x1x?x4xf32>, tensor<$Vx4xf32>)
      outs(%zeros : tensor<?x?x$Vxf32>) {
  ^bb0(%p: f32, %q: f32, %e: f32, %sum: f32):
    %both = arith.addf %p, %q : f32
    %product = arith.mulf %both, %e : f32
    %more = arith.addf %sum, %product : f32
    linalg.yield %more : f32
  } -> tensor<?x?x$Vxf32>
  return %logits : tensor<?x?x$Vxf32>
}

func.func @forward(%ids: tensor<?x?xi64> {diffattn.name = "ids"})
    -> (tensor<?x?x$Vxf32> {diffattn.name = "logits"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %embed = ml_program.global_load_const @embed : tensor<$Vx4xf32>
  %table = ml_program.global_load_const @"value.weight" : tensor<$Vx4xf32>
  %x = call @look_up(%embed, %ids)
      : (tensor<$Vx4xf32>, tensor<?x?xi64>) -> tensor<?x?x4xf32>
  %v = call @look_up(%table, %ids)
      : (tensor<$Vx4xf32>, tensor<?x?xi64>) -> tensor<?x?x4xf32>
  %k = call @as_head(%x) : (tensor<?x?x4xf32>) -> tensor<?x1x?x4xf32>
  %w = call @as_head(%v) : (tensor<?x?x4xf32>) -> tensor<?x1x?x4xf32>
  %b = tensor.dim %ids, %c0 : tensor<?x?xi64>
  %t = tensor.dim %ids, %c1 : tensor<?x?xi64>
  %empty = tensor.empty(%b, %t) : tensor<?x1x?x4xf32>
  %y = diffattn.attention
      signal(%k[b, h, m, d], %k[b, h, n, d]
             : tensor<?x1x?x4xf32>, tensor<?x1x?x4xf32>)
      value(%w[b, h, n, e] : tensor<?x1x?x4xf32>)
      outs(%empty[b, h, m, e] : tensor<?x1x?x4xf32>) {causal}
  %logits = call @head(%x, %y)
      : (tensor<?x?x4xf32>, tensor<?x1x?x4xf32>) -> tensor<?x?x$Vxf32>
  return %logits : tensor<?x?x$Vxf32>
}

// Writes the visible rows of `new` behind the others of `cache`.
func.func private @append(%cache: tensor<?x1x$Cx4xf32>, %new: tensor<?x1x?x4xf32>,
                          %lengths: tensor<?xi64>) -> tensor<?x1x$Cx4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %capacity = arith.constant $C : index
  %batch = tensor.dim %new, %c0 : tensor<?x1x?x4xf32>
  %t = tensor.dim %new, %c2 : tensor<?x1x?x4xf32>
  %result = scf.for %b = %c0 to %batch step %c1 iter_args(%rows = %cache)
      -> tensor<?x1x$Cx4xf32> {
    %length64 = tensor.extract %lengths[%b] : tensor<?xi64>
    %length = arith.index_cast %length64 : i64 to index
    %not_above = arith.cmpi sle, %length, %capacity : index
    %not_below = arith.cmpi sge, %length, %c0 : index
    %fits = arith.andi %not_above, %not_below : i1
    cf.assert %fits, "lengths must be from 0 to the capacity of the caches, $C"
    %padding = arith.subi %t, %length : index
    %first = arith.maxsi %padding, %c0 : index
    %count = arith.subi %t, %first : index
    %behind = arith.subi %length, %count : index
    %visible = tensor.extract_slice %new[%b, 0, %first, 0]
          [1, 1, %count, 4] [1, 1, 1, 1]
        : tensor<?x1x?x4xf32> to tensor<1x1x?x4xf32>
    %more = tensor.insert_slice %visible into %rows[%b, 0, %behind, 0]
          [1, 1, %count, 4] [1, 1, 1, 1]
        : tensor<1x1x?x4xf32> into tensor<?x1x$Cx4xf32>
    scf.yield %more : tensor<?x1x$Cx4xf32>
  }
  return %result : tensor<?x1x$Cx4xf32>
}
$STEPS}
"""

# $NAME with ids $IDS.
STEP = """
func.func @$NAME(
    %given: tensor<$IDSxi64> {diffattn.name = "ids"},
    %lengths: tensor<?xi64> {diffattn.name = "lengths"},
    %keys: memref<?x1x$Cx4xf32> {diffattn.name = "keys.0"},
    %values: memref<?x1x$Cx4xf32> {diffattn.name = "values.0"})
    -> (tensor<?x$Vxf32> {diffattn.name = "logits"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ids = tensor.cast %given : tensor<$IDSxi64> to tensor<?x?xi64>
  %embed = ml_program.global_load_const @embed : tensor<$Vx4xf32>
  %table = ml_program.global_load_const @"value.weight" : tensor<$Vx4xf32>
  %x = call @look_up(%embed, %ids)
      : (tensor<$Vx4xf32>, tensor<?x?xi64>) -> tensor<?x?x4xf32>
  %v = call @look_up(%table, %ids)
      : (tensor<$Vx4xf32>, tensor<?x?xi64>) -> tensor<?x?x4xf32>
  %k = call @as_head(%x) : (tensor<?x?x4xf32>) -> tensor<?x1x?x4xf32>
  %w = call @as_head(%v) : (tensor<?x?x4xf32>) -> tensor<?x1x?x4xf32>
  %keys0 = bufferization.to_tensor %keys restrict writable
      : memref<?x1x$Cx4xf32> to tensor<?x1x$Cx4xf32>
  %values0 = bufferization.to_tensor %values restrict writable
      : memref<?x1x$Cx4xf32> to tensor<?x1x$Cx4xf32>
  %keys1 = call @append(%keys0, %k, %lengths)
      : (tensor<?x1x$Cx4xf32>, tensor<?x1x?x4xf32>, tensor<?xi64>)
      -> tensor<?x1x$Cx4xf32>
  %values1 = call @append(%values0, %w, %lengths)
      : (tensor<?x1x$Cx4xf32>, tensor<?x1x?x4xf32>, tensor<?xi64>)
      -> tensor<?x1x$Cx4xf32>
  %b = tensor.dim %ids, %c0 : tensor<?x?xi64>
  %t = tensor.dim %ids, %c1 : tensor<?x?xi64>
  %empty = tensor.empty(%b, %t) : tensor<?x1x?x4xf32>
  %y = diffattn.attention
      signal(%k[b, h, m, d], %keys1[b, h, n, d]
             : tensor<?x1x?x4xf32>, tensor<?x1x$Cx4xf32>)
      value(%values1[b, h, n, e] : tensor<?x1x$Cx4xf32>)
      key_lengths(%lengths[b] : tensor<?xi64>)
      outs(%empty[b, h, m, e] : tensor<?x1x?x4xf32>) {causal}
  %all = call @head(%x, %y)
      : (tensor<?x?x4xf32>, tensor<?x1x?x4xf32>) -> tensor<?x?x$Vxf32>
  %last = arith.subi %t, %c1 : index
  %logits = tensor.extract_slice %all[0, %last, 0] [%b, 1, $V] [1, 1, 1]
      : tensor<?x?x$Vxf32> to tensor<?x$Vxf32>
  bufferization.materialize_in_destination %keys1 in restrict writable %keys
      : (tensor<?x1x$Cx4xf32>, memref<?x1x$Cx4xf32>) -> ()
  bufferization.materialize_in_destination %values1 in restrict writable %values
      : (tensor<?x1x$Cx4xf32>, memref<?x1x$Cx4xf32>) -> ()
  return %logits : tensor<?x$Vxf32>
}
"""


def describe(vocabulary: int, eos: int | None, extra: str) -> str:
    """The attribute `diffattn.model`."""
    ends = "[]" if eos is None else f"[{eos} : i64]"
    return (
        'kind = "causal-lm", name = "tiny", weights = ["model.safetensors"], '
        f'tokenizer = "bytes", eos = {ends}, vocab = {vocabulary} : i64{extra}'
    )


def module(
    vocabulary: int = 8, capacity: int = 16, eos: int | None = None, extra: str = ""
) -> str:
    """The model as MLIR text; `extra` is added to its description."""
    steps = "".join(
        STEP.replace("$NAME", name).replace("$IDS", ids)
        for name, ids in (("prefill", "?x?"), ("decode", "?x1"))
    )
    text = MODULE.replace("$STEPS", steps)
    text = text.replace("$M", describe(vocabulary, eos, extra))
    return text.replace("$V", str(vocabulary)).replace("$C", str(capacity))


def weights(vocabulary: int = 8, seed: int = 0) -> dict[str, NDArray[Any]]:
    """Random weights, float32."""
    random = np.random.default_rng(seed)
    return {
        name: random.normal(size=(vocabulary, WIDTH)).astype(np.float32)
        for name in ("embed", "value.weight")
    }


def logits(w: dict[str, NDArray[Any]], ids: list[int]) -> NDArray[np.float64]:
    """What the model computes for one sequence, [t, vocabulary]."""
    embed = w["embed"].astype(np.float64)
    x, v = embed[ids], w["value.weight"].astype(np.float64)[ids]
    scores = np.tril(np.exp(x @ x.T / np.sqrt(WIDTH)))
    return (x + scores / scores.sum(axis=1, keepdims=True) @ v) @ embed.T


def greedy(w: dict[str, NDArray[Any]], ids: list[int], count: int) -> list[int]:
    """The `count` tokens that follow."""
    result = list(ids)
    for _ in range(count):
        result.append(int(logits(w, result)[-1].argmax()))
    return result[len(ids) :]


def main() -> None:
    """Writes the model to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--vocabulary", type=int, default=256)
    parser.add_argument("--capacity", type=int, default=64)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    text = module(arguments.vocabulary, arguments.capacity)
    (arguments.folder / "model.mlir").write_text(text)
    safetensors.numpy.save_file(
        weights(arguments.vocabulary), arguments.folder / "model.safetensors"
    )


if __name__ == "__main__":
    main()
