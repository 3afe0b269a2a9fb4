"""Cases in the layout of the conformance set, for the NumPy reference."""

import itertools
from typing import Any

import numpy as np
from diffattn.reference import Operand, attention
from numpy.typing import NDArray

Array = NDArray[Any]


class Heads:
    """How the heads of all operands split into dims.

    With 8, 4 and 2 heads there are three dims of size 2, the outermost first:
    `h0` is all that 2 heads have, 4 heads have `h0 h1`, and 8 have all three.
    """

    def __init__(self, counts: set[int]) -> None:
        self.counts = sorted(counts)

    def split(self, array: Array, axis: int) -> tuple[Array, str]:
        """The array with its axis of heads split, and the names of the new axes."""
        own = [count for count in self.counts if count <= array.shape[axis]]
        sizes = [own[0], *(b // a for a, b in itertools.pairwise(own))]
        shape = [*array.shape[:axis], *sizes, *array.shape[axis + 1 :]]
        return array.reshape(shape), " ".join(f"h{i}" for i in range(len(sizes)))


def evaluate(tensors: dict[str, Array], attributes: dict[str, Any]) -> dict[str, Array]:
    """`out`, `o`, `lse1` and `lse2` of a case."""
    names = [name for name in ("q1", "k1", "q2", "k2", "v") if name in tensors]
    heads = Heads({tensors[name].shape[1] for name in names})

    def operand(name: str, dims: str, axis: int = 1) -> Operand:
        array, split = heads.split(tensors[name], axis)
        return array, dims.replace("h", split)

    k1 = operand("k1", "b h n d")
    k2 = operand("k2", "b h n d") if "k2" in tensors else k1
    lam: Operand = tensors["lam"], ""
    if tensors["lam"].ndim == 1:
        lam = operand("lam", "h", 0)
    elif tensors["lam"].ndim == 3:
        lam = operand("lam", "b m h", 2)
    mask = None
    if "mask" in tensors:
        kept = [d for d, n in zip("bhmn", tensors["mask"].shape) if n != 1]
        axes = tuple(i for i, n in enumerate(tensors["mask"].shape) if n == 1)
        array = tensors["mask"].squeeze(axes)
        mask = array, " ".join(kept)
        if "h" in kept:
            array, split = heads.split(array, kept.index("h"))
            mask = array, " ".join(kept).replace("h", split)

    _, split = heads.split(tensors["q1"], 1)
    result = attention(
        signal=(*operand("q1", "b h m d"), *k1),
        noise=(*operand("q2", "b h m d"), *k2),
        value=operand("v", "b h n e"),
        lam=lam,
        mask=mask,
        key_lengths=(tensors["kv_lengths"], "b") if "kv_lengths" in tensors else None,
        norm_weight=(tensors["norm_weight"], "e") if "norm_weight" in tensors else None,
        out=f"b {split} m e",
        scale=attributes["scale"],
        causal=attributes["causal"],
        alignment=attributes["alignment"],
        window_left=attributes["window_left"],
        window_right=attributes["window_right"],
        softcap=attributes["softcap"],
        lambda_activation=attributes["lambda_act"],
        norm_eps=attributes["eps"] if attributes["norm"] == "rms" else None,
        out_scale=attributes["out_scale"],
    )
    b, h1, m, _ = tensors["q1"].shape
    h2, e = tensors["q2"].shape[1], tensors["v"].shape[3]
    assert result.noise_logsumexp is not None
    return {
        "out": result.out.reshape(b, h1, m, e),
        "o": result.difference.reshape(b, h1, m, e),
        "lse1": result.signal_logsumexp.reshape(b, h1, m),
        "lse2": result.noise_logsumexp.reshape(b, h2, m),
    }


def random_case(seed: int) -> tuple[dict[str, Array], dict[str, Any]]:
    """Operands in float64 and attributes, small and of every kind."""
    rng = np.random.default_rng(seed)

    def choose(*options: Any) -> Any:
        return options[rng.integers(len(options))]

    def normal(*shape: int) -> Array:
        return rng.standard_normal(shape)

    b, m, n = rng.integers(0 if seed % 7 == 0 else 1, 4), *rng.integers(0, 7, 2)
    d, e = rng.integers(0, 5), rng.integers(1, 5)
    # Head counts that nest: values and noise keys, noise queries, signal queries.
    hv = rng.integers(1, 3)
    h2 = hv * rng.integers(1, 3)
    h1 = h2 * rng.integers(1, 3)
    tensors = {
        "q1": normal(b, h1, m, d) * choose(1, 1, 30),
        "k1": normal(b, choose(h1, h2, hv), n, d),
        "q2": normal(b, h2, m, d),
        "k2": normal(b, choose(h2, hv), n, d),
        "v": normal(b, hv, n, e),
        "lam": choose(normal(), normal(h1), normal(b, m, h1)),
    }
    if choose(True, False):
        tensors["kv_lengths"] = rng.integers(-1, n + 2, b)
    if choose(True, False):
        tensors["norm_weight"] = normal(e)
    # A mask by signal head would make every noise map several.
    mask_heads = h1 if h1 == h2 else 1
    shape = [choose(1, size) for size in (b, mask_heads, m, n)]
    kind = choose("none", "bool", "float")
    if kind == "bool":
        tensors["mask"] = rng.random(shape) > 0.3
    elif kind == "float":
        tensors["mask"] = np.where(rng.random(shape) > 0.2, normal(*shape), -np.inf)
    attributes = {
        "scale": choose(None, 0.3),
        "causal": choose(True, False),
        "alignment": choose("bottom_right", "top_left"),
        "window_left": choose(None, None, 0, 2),
        "window_right": choose(None, None, 0, 2),
        "softcap": choose(None, 1.5),
        "lambda_act": choose("none", "sigmoid"),
        "norm": choose("none", "rms"),
        "eps": choose(1e-5, 0.1),
        "out_scale": choose(1.0, 0.8),
    }
    return tensors, attributes
