"""Differential attention in NumPy and float64: what compiled code must compute.

Dims have names, as in the operation's assembly, and the names give roles:

| name         | role                                                     |
|--------------|----------------------------------------------------------|
| `m`          | query position (one dim)                                 |
| `n`          | key position (one dim)                                   |
| `d`, `d0`... | features, summed over in the product of query and key    |
| `e`, `e0`... | values, along which the norm takes its mean              |
| other names  | batch-like: batch, head, group of heads                  |

An operand is an array and the names of its axes, `(q, "b h m d")`. It may lack
batch-like dims: then it is the same at every index of them. So a key that a
group of query heads shares has `g` where the query has `g r`, and no layout
needs a transpose.

    q1, k1, q2, k2 = np.random.standard_normal((4, 6, 8))     # 6 rows, width 8
    result = attention(
        signal=(q1, "m d", k1, "n d"),
        noise=(q2, "m d", k2, "n d"),
        value=(np.eye(6), "n e"),
        lam=(0.8, ""),
        out="m e",
    )
    result.out.sum(axis=-1)     # 1 - 0.8 in each row
"""

import dataclasses
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[Any]
Operand: TypeAlias = tuple[ArrayLike, str]
QueryKey: TypeAlias = tuple[ArrayLike, str, ArrayLike, str]

__all__ = [
    "Maps",
    "Operand",
    "QueryKey",
    "Result",
    "ScoreOptions",
    "attention",
    "maps",
]


@dataclasses.dataclass(frozen=True)
class Result:
    """What `attention` returns, all in float64."""

    out: Array
    """The result; axes as asked for."""
    difference: Array
    """(P1 - lam * P2) v, before norm, weight and scale; axes as `out`."""
    signal_logsumexp: Array
    """L1: log of the sum of exp of the visible scores; -inf where none is.

    Its axes are, in the order of `out`, `m` and the batch-like dims of the
    signal's query and key, of the mask and of the key lengths."""
    noise_logsumexp: Array | None
    """L2 likewise for the noise; None without noise."""


@dataclasses.dataclass(frozen=True)
class Maps:
    """What `maps` returns, all in float64. Rows are those of the queries: each
    sums to 1, or is 0 if it sees no key."""

    signal: Array
    """P1, with the axes asked for."""
    noise: Array | None
    """P2; None without noise."""
    lam: Array | None
    """The factor of P2, after its activation; the same axes, but of size 1 along
    `n` and where it is the same everywhere. None without noise."""
    signal_scores: Array
    """S1, -inf where hidden."""
    noise_scores: Array | None
    """S2; None without noise."""

    @property
    def difference(self) -> Array:
        """P1 - lam * P2; P1 without noise."""
        difference: Array = self.signal
        if self.noise is not None:
            difference = difference - self.lam * self.noise
        return difference


def attention(
    signal: QueryKey,
    value: Operand,
    out: str,
    *,
    noise: QueryKey | None = None,
    lam: Operand | None = None,
    mask: Operand | None = None,
    key_lengths: Operand | None = None,
    norm_weight: Operand | None = None,
    scale: float | None = None,
    causal: bool = False,
    alignment: Literal["bottom_right", "top_left"] = "bottom_right",
    window_left: int | None = None,
    window_right: int | None = None,
    softcap: float | None = None,
    lambda_activation: Literal["none", "sigmoid"] = "none",
    norm_eps: float | None = None,
    out_scale: float = 1.0,
    query_offset: int | None = None,
    key_offset: int = 0,
) -> Result:
    """Differential attention; without `noise`, ordinary attention.

    For the signal (query q1, key k1) and the noise (q2, k2):

        S = softcap * tanh(scale * q k^T / softcap) + mask
        P = softmax of S over the visible keys
        o = (P1 - lam' * P2) v,       lam' = lam, or sigmoid(lam)
        out = out_scale * norm_weight * o / sqrt(mean(o^2) + norm_eps)

    without the steps whose argument is None. Divided by a root of 0, it is 0.

    Args:
        signal: q1 with dims `m`, `d`.. and batch-like ones; k1 with `n`, `d`..
            and batch-like ones.
        value: v with dims `n`, `e`.. and batch-like ones.
        out: The axes of the result: `m`, all `e`.. and all batch-like dims.
        noise: q2 and k2, as `signal`; needs `lam`.
        lam: The factor of the noise map; dims: any of `m` and batch-like ones.
        mask: bool (True: visible) or float (added to the scores; -inf hides);
            dims: any of `m`, `n` and batch-like ones.
        key_lengths: The number of valid keys, clamped to what is there; integer;
            batch-like dims.
        norm_weight: Factor of the result along its value dims (`e`..).
        scale: Factor of the products; by default 1 / sqrt(number of features).
        causal: Key j is visible to row i only if j <= p(i).
        alignment: Where row i of Nq stands: p(i) = i + len - Nq
            ("bottom_right"), or i ("top_left"). len is the key length, or the
            number of keys.
        window_left: Key j is visible only if j >= p(i) - window_left.
        window_right: Key j is visible only if j <= p(i) + window_right.
        softcap: Bound of the scores before the mask.
        lambda_activation: "sigmoid" if `lam` holds logits.
        norm_eps: The eps of an RMS norm over all value dims; None: no norm.
        out_scale: Factor of the result.
        query_offset: For a tile of a larger attention: p(i) = i + query_offset,
            plus len if bottom_right.
        key_offset: For a tile: key j is key key_offset + j of the larger one.

    A row that sees no key has out = 0, also after the norm, and logsumexp -inf.
    Visible scores of +inf or NaN give NaN. Keys and values beyond the key
    lengths are not used; values of keys hidden otherwise are not used either.

    Raises:
        ValueError: The message names the operand, what was expected and found.
    """
    operands = {
        "signal query": signal[:2],
        "signal key": signal[2:],
        "noise query": noise and noise[:2],
        "noise key": noise and noise[2:],
        "value": value,
        "lam": lam,
        "mask": mask,
        "key_lengths": key_lengths,
        "norm_weight": norm_weight,
    }
    _check_choice("lambda_activation", lambda_activation, ("none", "sigmoid"))
    _check_least("norm_eps", norm_eps, 0)
    space = _Space(operands, "out", out)
    scores = _Scores(
        space,
        scale=scale,
        causal=causal,
        alignment=alignment,
        window_left=window_left,
        window_right=window_right,
        softcap=softcap,
        query_offset=query_offset,
        key_offset=key_offset,
    )

    # Infinities and NaNs are meant.
    with np.errstate(all="ignore"):
        probability, signal_logsumexp = scores.softmax("signal")
        noise_logsumexp = None
        if noise is not None:
            noise_probability, noise_logsumexp = scores.softmax("noise")
            factor = _factor(space, lambda_activation)
            probability = probability - factor * noise_probability

        # Values of hidden keys may be anything, and so may lam in empty rows.
        terms = np.where(scores.visible, probability * space.view("value"), 0)
        empty = _is_empty(signal_logsumexp, noise_logsumexp)
        difference = np.where(empty, 0, terms.sum(axis=space.axes("n"), keepdims=True))
        result = np.where(empty, 0, _epilogue(space, difference, norm_eps, out_scale))

    return Result(
        out=space.result(result, space.out),
        difference=space.result(difference, space.out),
        signal_logsumexp=space.logsumexp(signal_logsumexp, "signal"),
        noise_logsumexp=None
        if noise_logsumexp is None
        else space.logsumexp(noise_logsumexp, "noise"),
    )


class ScoreOptions(TypedDict, total=False):
    """How scores are made: what `attention` calls by these names."""

    scale: float | None
    causal: bool
    alignment: Literal["bottom_right", "top_left"]
    window_left: int | None
    window_right: int | None
    softcap: float | None
    query_offset: int | None
    key_offset: int


def maps(
    signal: QueryKey,
    axes: str,
    *,
    noise: QueryKey | None = None,
    lam: Operand | None = None,
    mask: Operand | None = None,
    key_lengths: Operand | None = None,
    lambda_activation: Literal["none", "sigmoid"] = "none",
    **options: Unpack[ScoreOptions],
) -> Maps:
    """The two maps of a differential attention, and what they are made of.

    The arguments are those of `attention`, without what comes after the maps.

    Args:
        axes: The axes of the maps: `m`, `n` and all batch-like dims.

    Raises:
        ValueError: The message names the operand, what was expected and found.
    """
    operands = {
        "signal query": signal[:2],
        "signal key": signal[2:],
        "noise query": noise and noise[:2],
        "noise key": noise and noise[2:],
        "lam": lam,
        "mask": mask,
        "key_lengths": key_lengths,
    }
    _check_choice("lambda_activation", lambda_activation, ("none", "sigmoid"))
    space = _Space(operands, "axes", axes)
    scores = _Scores(space, **options)
    with np.errstate(all="ignore"):
        probability, _ = scores.softmax("signal")
        found = Maps(
            signal=space.result(probability, space.out),
            noise=None,
            lam=None,
            signal_scores=space.result(scores.of("signal"), space.out),
            noise_scores=None,
        )
        if noise is None:
            return found
        probability, _ = scores.softmax("noise")
        factor = _factor(space, lambda_activation)
        order = [list(space.sizes).index(dim) for dim in space.out]
        return dataclasses.replace(
            found,
            noise=space.result(probability, space.out),
            lam=factor.transpose(
                order + [i for i in range(factor.ndim) if i not in order]
            ).reshape([factor.shape[i] for i in order]),
            noise_scores=space.result(scores.of("noise"), space.out),
        )


def _factor(space: "_Space", activation: str) -> Array:
    """What the noise map is multiplied by."""
    factor: Array = space.view("lam")
    if activation == "sigmoid":
        factor = 1 / (1 + np.exp(-factor))
    return factor


def _is_empty(signal_logsumexp: Array, noise_logsumexp: Array | None) -> Array:
    """True for rows of which no map sees a key."""
    empty: Array = signal_logsumexp == -np.inf
    return empty if noise_logsumexp is None else empty & (noise_logsumexp == -np.inf)


def _epilogue(
    space: "_Space", o: Array, norm_eps: float | None, out_scale: float
) -> Array:
    """Norm, weight and scale."""
    if norm_eps is not None:
        squares = (o**2).sum(axis=space.axes("e"), keepdims=True)
        root = np.sqrt(squares / space.count("e") + norm_eps)
        o = np.where(root == 0, 0, o / root)
    if space.has("norm_weight"):
        o = o * space.view("norm_weight")
    return out_scale * o


# Scores ------------------------------------------------------------------------


def _visible_by_position(
    space: "_Space",
    causal: bool,
    bottom_right: bool,
    window_left: int | None,
    window_right: int | None,
    query_offset: int | None,
    key_offset: int,
) -> Array:
    """True where key lengths, causality and windows let a row see a key."""
    end = key_offset + space.sizes["n"]
    length: Array = np.asarray(end)
    if space.has("key_lengths"):
        length = np.clip(space.view("key_lengths"), 0, end)
    if query_offset is None:
        query_offset = -space.sizes["m"] if bottom_right else 0
    position = space.ramp("m") + query_offset + (length if bottom_right else 0)
    key = space.ramp("n") + key_offset
    visible = key < length
    if causal:
        visible = visible & (key <= position)
    if window_left is not None:
        visible = visible & (position - key <= window_left)
    if window_right is not None:
        visible = visible & (key - position <= window_right)
    return visible


class _Scores:
    """What the two maps share on the way from products to probabilities."""

    def __init__(
        self,
        space: "_Space",
        *,
        scale: float | None = None,
        causal: bool = False,
        alignment: str = "bottom_right",
        window_left: int | None = None,
        window_right: int | None = None,
        softcap: float | None = None,
        query_offset: int | None = None,
        key_offset: int = 0,
    ) -> None:
        if space.has("noise query") != space.has("lam"):
            raise ValueError("noise and lam: expected both or neither, found one")
        _check_choice("alignment", alignment, ("bottom_right", "top_left"))
        _check_least("window_left", window_left, 0)
        _check_least("window_right", window_right, 0)
        if softcap is not None and not softcap > 0:
            raise ValueError(f"softcap: expected a number above 0, found {softcap}")
        self.space = space
        self.softcap = softcap
        features = space.count("d")
        default = float(features) ** -0.5 if features else 1.0
        self.scale = default if scale is None else scale
        self.visible = _visible_by_position(
            space,
            causal,
            alignment == "bottom_right",
            window_left,
            window_right,
            query_offset,
            key_offset,
        )
        self.added: Array = np.zeros(())
        if space.has("mask"):
            mask = space.view("mask")
            if mask.dtype == np.bool_:
                self.visible = self.visible & mask
            else:
                self.visible = self.visible & (mask != -np.inf)
                self.added = mask

    def of(self, name: str) -> Array:
        """S of a map, -inf where hidden."""
        scores = self.scale * self.space.product(f"{name} query", f"{name} key")
        if self.softcap is not None:
            scores = self.softcap * np.tanh(scores / self.softcap)
        return np.where(self.visible, scores + self.added, -np.inf)

    def softmax(self, name: str) -> tuple[Array, Array]:
        """P and the logsumexp (with an axis `n` of size 1) of a map."""
        scores = self.of(name)
        keys = self.space.axes("n")
        top = scores.max(axis=keys, keepdims=True, initial=-np.inf)
        # -inf - -inf would be NaN; where all is hidden, nothing is shifted.
        top = np.where(top == -np.inf, 0, top)
        weights = np.exp(scores - top)
        total = weights.sum(axis=keys, keepdims=True)
        return weights / np.where(total == 0, 1, total), np.log(total) + top


# Dims ----------------------------------------------------------------------------

_ROLES = {"b": "batch-like", "m": "query", "n": "key", "d": "feature", "e": "value"}

# For each operand: the roles that its dims may have, and those of which it must
# have every dim that there is, and one at least.
_RULES = {
    "signal query": ("bmd", "md"),
    "signal key": ("bnd", "nd"),
    "noise query": ("bmd", "md"),
    "noise key": ("bnd", "nd"),
    "value": ("bne", "ne"),
    "lam": ("bm", ""),
    "mask": ("bmn", ""),
    "key_lengths": ("b", ""),
    "norm_weight": ("e", "e"),
    "out": ("bme", "bme"),
    "axes": ("bmn", "bmn"),
}


def _role(dim: str) -> str:
    """`m`, `n`, `d` or `e`; `b` for a batch-like dim."""
    if dim in ("m", "n"):
        return dim
    is_numbered = dim[1:] == "" or dim[1:].isdigit()
    return dim[0] if dim[0] in "de" and is_numbered else "b"


class _Space:
    """All dims of an attention, and its operands with an axis for each of them.

    Axes of size 1 stand for the dims that an operand lacks, so that NumPy's
    broadcasting does the rest.
    """

    def __init__(
        self, operands: dict[str, Operand | None], result: str, out: str
    ) -> None:
        self.arrays: dict[str, Array] = {}
        self.dims: dict[str, list[str]] = {}
        self.sizes: dict[str, int] = {}
        for name, operand in operands.items():
            if operand is not None:
                self._add(name, *operand)
        self.out = out.split()
        for name, dims in [*self.dims.items(), (result, self.out)]:
            self._check(name, dims)

    def _add(self, name: str, values: ArrayLike, dims: str) -> None:
        array = np.asarray(values)
        names = dims.split()
        if array.ndim != len(names):
            raise ValueError(
                f"{name}: expected {len(names)} axes for dims {dims!r}, "
                f"found shape {array.shape}"
            )
        if name == "key_lengths" and not np.issubdtype(array.dtype, np.integer):
            raise ValueError(f"key_lengths: expected integers, found {array.dtype}")
        for dim, size in zip(names, array.shape):
            if self.sizes.setdefault(dim, size) != size:
                raise ValueError(
                    f"{name}: expected size {self.sizes[dim]} for dim {dim!r}, "
                    f"found {size}"
                )
        keeps_type = name == "key_lengths" or array.dtype == np.bool_
        self.arrays[name] = array if keeps_type else array.astype(np.float64)
        self.dims[name] = names

    def _check(self, name: str, dims: list[str]) -> None:
        may, must = _RULES[name]
        for dim in dims:
            if dims.count(dim) > 1:
                raise ValueError(f"{name}: dim {dim!r} occurs twice")
            if dim not in self.sizes:
                raise ValueError(f"{name}: no operand has dim {dim!r}")
            if _role(dim) not in may:
                raise ValueError(
                    f"{name}: dim {dim!r} is a {_ROLES[_role(dim)]} dim, expected "
                    f"{' or '.join(_ROLES[role] for role in may)} dims"
                )
        for role in must:
            if role != "b" and not any(_role(dim) == role for dim in dims):
                raise ValueError(f"{name}: expected a {_ROLES[role]} dim, found none")
        for dim in self.sizes:
            if _role(dim) in must and dim not in dims:
                raise ValueError(
                    f"{name}: expected dim {dim!r}, found {' '.join(dims)!r}"
                )

    def has(self, name: str) -> bool:
        """Whether the operand is there."""
        return name in self.arrays

    def axes(self, role: str) -> tuple[int, ...]:
        """The axes of the dims with a role."""
        return tuple(i for i, dim in enumerate(self.sizes) if _role(dim) == role)

    def count(self, role: str) -> int:
        """The product of the sizes of the dims with a role."""
        return int(np.prod([n for dim, n in self.sizes.items() if _role(dim) == role]))

    def view(self, name: str) -> Array:
        """An operand with all axes."""
        return self._spread(self.arrays[name], self.dims[name])

    def product(self, first: str, second: str) -> Array:
        """Two operands multiplied and summed over features, with all axes. Products
        are never stored: there are as many as scores, times features."""
        names = list(self.sizes)
        dims = [*self.dims[first], *self.dims[second]]
        kept = [dim for dim in names if dim in dims and _role(dim) != "d"]
        result: Array = np.einsum(
            self.arrays[first],
            [names.index(dim) for dim in self.dims[first]],
            self.arrays[second],
            [names.index(dim) for dim in self.dims[second]],
            [names.index(dim) for dim in kept],
            optimize=True,
        )
        return self._spread(result, kept)

    def ramp(self, dim: str) -> Array:
        """0, 1, 2... along a dim."""
        return self._spread(np.arange(self.sizes[dim]), [dim])

    def _spread(self, array: Array, dims: list[str]) -> Array:
        order = [dims.index(dim) for dim in self.sizes if dim in dims]
        shape = [size if dim in dims else 1 for dim, size in self.sizes.items()]
        return array.transpose(order).reshape(shape)

    def result(self, array: Array, dims: list[str]) -> Array:
        """An array with all axes as one with the axes `dims`."""
        names = list(self.sizes)
        shape = [size if dim in dims else 1 for dim, size in self.sizes.items()]
        whole = np.broadcast_to(array, shape)
        order = [names.index(dim) for dim in dims]
        order += [i for i, dim in enumerate(names) if dim not in dims]
        sizes = [self.sizes[dim] for dim in dims]
        return np.ascontiguousarray(whole.transpose(order).reshape(sizes))

    def logsumexp(self, array: Array, name: str) -> Array:
        """A map's logsumexp with the axes that it depends on, in the order of out."""
        parts = (f"{name} query", f"{name} key", "mask", "key_lengths")
        kept = {"m"}.union(*(self.dims.get(part, ()) for part in parts))
        return self.result(array, [dim for dim in self.out if dim in kept])


# Options -------------------------------------------------------------------------


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: expected {' or '.join(choices)}, found {value!r}")


def _check_least(name: str, value: float | None, least: float) -> None:
    if value is not None and not value >= least:
        raise ValueError(f"{name}: expected a number from {least}, found {value}")
