"""The conformance cases as calls of few kernels, in any element type.

Dims are alike in all cases (a group `r` of query heads shares a key and value
head; lambda and masks are broadcast by strides of 0), so that most cases share
kernels. Attributes are those of the case.
"""

import dataclasses
import functools
from typing import Any

import ml_dtypes
import numpy as np
from artifact import Array
from attention_oracle import evaluate
from attentions import Attention
from cases import Case, load
from safetensors_file import read

HALVES: dict[str, Any] = {"bf16": ml_dtypes.bfloat16, "f16": np.float16}


@dataclasses.dataclass(frozen=True)
class Twin:
    """A case in one element type: the attention, and what it gives."""

    attention: Attention
    inputs: dict[str, Array]
    expected: dict[str, Array]
    reference: dict[str, Array]
    cancellation: Array | float


def grouped(case: Case) -> bool:
    """Whether the noise map has fewer heads than the signal."""
    return case.shape("q2")[1] != case.shape("q1")[1]


def attention_of(case: Case, element: str) -> Attention:
    """The op of a case."""
    given = case.attributes
    dims: dict[str, Any] = dict(
        q1="b h r m d", q2="b h r m d", out="b h r m e", lam="b h r m"
    )
    if grouped(case):
        # The signal's keys are shared by some of the heads (`s`).
        dims |= dict(q1="b h r s m d", k1="b h r n d", q2="b h m d", out="b h r s m e")
        dims |= dict(lam="b h r s m")
    if case.shared_k:
        dims["k2"] = "k1"
        if grouped(case):
            dims |= dict(k1="b h n d")
    if "mask" in case.inputs:
        dims |= dict(mask="b h r m n", mask_element=case.inputs["mask"][0])
    if "kv_lengths" in case.inputs:
        dims["lengths"] = "b"
    if "norm_weight" in case.inputs:
        dims["weight"] = "e"
    return Attention(
        case.name,
        **dims,
        element=element,
        scale=None if given["scale"] is None else float(given["scale"]),
        causal=given["causal"],
        alignment=given["alignment"],
        window_left=given["window_left"],
        window_right=given["window_right"],
        softcap=None if given["softcap"] is None else float(given["softcap"]),
        sigmoid=given["lambda_act"] == "sigmoid",
        eps=given["eps"] if given["norm"] == "rms" else None,
        out_scale=given["out_scale"],
    )


def _split(array: Array, axis: int, sizes: tuple[int, ...]) -> Array:
    shape = (*array.shape[:axis], *sizes, *array.shape[axis + 1 :])
    return array.reshape(shape)


def _arrange(case: Case, tensors: dict[str, Array], element: Any) -> dict[str, Array]:
    """The inputs with the dims of `attention_of`."""
    tensors = {
        name: array.astype(np.float32) if array.dtype == np.float64 else array
        for name, array in tensors.items()
    }
    signal = case.shape("q1")
    heads = case.shape("v")[1]
    groups = [heads, signal[1] // heads]
    if grouped(case):
        shared = signal[1] // case.shape("k1")[1]
        groups = [heads, signal[1] // heads // shared, shared]
        if case.shared_k:
            groups = [heads, signal[1] // heads, 1]
    inputs = {
        "q1": _split(tensors["q1"], 1, tuple(groups)),
        "k1": tensors["k1"],
        "q2": tensors["q2"],
        "v": tensors["v"],
    }
    if not case.shared_k:
        inputs["k2"] = tensors["k2"]
    if not grouped(case):
        inputs["q2"] = _split(tensors["q2"], 1, tuple(groups))
    elif not case.shared_k:
        inputs["k1"] = _split(tensors["k1"], 1, tuple(groups[:2]))
    inputs = {name: array.astype(element) for name, array in inputs.items()}

    rows = (signal[0], *groups, signal[2])
    lam = tensors["lam"]
    if lam.ndim:
        lam = _split(lam, lam.ndim - 1, tuple(groups))
    if lam.ndim > len(groups):
        lam = np.moveaxis(lam, 1, -1)
    elif lam.ndim:
        lam = lam[..., None]
    inputs["lam"] = np.broadcast_to(lam, rows)
    if "mask" in case.inputs:
        mask = tensors["mask"]
        inner = (1, 1) if mask.shape[1] == 1 else tuple(groups)
        mask = _split(mask, 1, inner)
        inputs["mask"] = np.broadcast_to(mask, (*rows, mask.shape[-1]))
    for name, ours in (("kv_lengths", "lengths"), ("norm_weight", "weight")):
        if name in case.inputs:
            inputs[ours] = tensors[name]
    return inputs


def _results(case: Case, tensors: dict[str, Array], kind: str) -> dict[str, Array]:
    """The results of the file, with the dims of `attention_of`."""
    found = {name: tensors[f"{kind}_{name}"] for name in ("out", "lse1", "lse2")}
    heads = case.shape("v")[1]
    groups = (heads, case.shape("q1")[1] // heads)
    if grouped(case):
        shared = 1 if case.shared_k else case.shape("q1")[1] // case.shape("k1")[1]
        groups = (heads, case.shape("q1")[1] // heads // shared, shared)
    found["out"] = _split(found["out"], 1, groups)
    found["lse1"] = _split(found["lse1"], 1, groups)
    if not grouped(case):
        found["lse2"] = _split(found["lse2"], 1, groups)
    return found


@functools.cache
def twin(name: str, element: str) -> Twin:
    """The case `name` with queries, keys and values of another type. f32: its own
    type, and the results of its file."""
    case = next(case for case in load() if case.name == name)
    tensors = read(case.path)
    if element == "f32":
        element = case.element
        kind = {"f32": np.float32, **HALVES}[element]
        return Twin(
            attention_of(case, element),
            _arrange(case, tensors, kind),
            _results(case, tensors, "expected"),
            _results(case, tensors, "reference"),
            case.cancellation,
        )
    attention = attention_of(case, element)
    inputs = _arrange(case, tensors, HALVES[element])
    expected = evaluate(attention, inputs)
    reference = evaluate(attention, inputs, np.float32, HALVES[element])
    cancel = expected["cancellation"]
    return Twin(attention, inputs, expected, reference, cancel)
