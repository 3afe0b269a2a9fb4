"""Differential attention as PyTorch operators that `torch.export` keeps whole.

Importing this module registers

- `torch.ops.diffattn.attention`: one differential (or ordinary) attention,
- `torch.ops.diffattn.cache_append`: new rows at the end of a key/value cache.

A model that calls them exports as one node a call, and the importer makes one
operation of each: nothing has to be recognised. They also run: eagerly, written to
be right and not to be fast, on any device. Neither has a gradient; asking for one
is PyTorch's error "no autograd formula was registered".

`attention` and `cache_append` below are the same operators with Python signatures.
"""

from typing import Any, Literal

import torch
from torch import Tensor

__all__ = ["attention", "cache_append"]


def attention(
    q1: Tensor,
    k1: Tensor,
    q2: Tensor | None,
    k2: Tensor | None,
    v: Tensor,
    lam: Tensor | None = None,
    mask: Tensor | None = None,
    key_lengths: Tensor | None = None,
    norm_weight: Tensor | None = None,
    *,
    scale: float | None = None,
    causal: bool = False,
    alignment: Literal["bottom_right", "top_left"] = "bottom_right",
    window_left: int | None = None,
    window_right: int | None = None,
    softcap: float | None = None,
    lambda_activation: Literal["none", "sigmoid"] = "none",
    norm_eps: float | None = None,
    out_scale: float | None = None,
) -> Tensor:
    """Differential attention; without `q2`, `k2` and `lam`, ordinary attention.

        S = softcap * tanh(scale * q k^T / softcap) + mask
        P = softmax of S over the visible keys
        o = (P1 - lam' * P2) v,       lam' = lam, or sigmoid(lam)
        out = out_scale * norm_weight * o / sqrt(mean(o^2) + norm_eps)

    without the steps whose argument is None. `diffattn.reference` says the same in
    NumPy and docs/spec.md in full.

    With B the batch, M and N the numbers of queries and keys, output head h reads
    q1[h], k1[h // (H / Hk)], its noise head n = h // (H / H2), q2[n],
    k2[n // (H2 / Hk2)] and v[h // (H / Hv)].

    Args:
        q1: [B, H, M, D]; H is the number of output heads.
        k1: [B, Hk, N, D].
        q2: [B, H2, M, D], H a multiple of H2.
        k2: [B, Hk2, N, D]; give k1 again if both maps have the same keys.
        v: [B, Hv, N, E], with H, or H2 if there is one, a multiple of Hv.
        lam: Factor of the noise map: [], [H] or [B, M, H].
        mask: bool (True: visible) or float (added to the scores; -inf hides);
            [B or 1, H or 1, M or 1, N or 1].
        key_lengths: Number of valid keys, int64 [B], 0 to N; what is outside is
            clamped here, and refused by compiled code.
        norm_weight: Factor of the result, [E].
        scale: By default D ** -0.5.
        causal: Key j is visible to row i only if j <= p(i).
        alignment: Where row i stands: p(i) = i + length - M ("bottom_right"), or i
            ("top_left"). The length is key_lengths[b], or N.
        window_left: Key j is visible only if j >= p(i) - window_left.
        window_right: Key j is visible only if j <= p(i) + window_right.
        softcap: Bound of the scores before the mask.
        lambda_activation: "sigmoid" if `lam` holds logits.
        norm_eps: The eps of an RMS norm over E; None: no norm.
        out_scale: Factor of the result.

    Returns:
        [B, H, M, E] in the type of q1. A row that sees no key is 0, also after the
        norm. f16 and bf16 are computed in f32 and rounded once.

    Raises:
        ValueError: The message names the operand, what was expected and found.
    """
    return torch.ops.diffattn.attention(
        q1,
        k1,
        q2,
        k2,
        v,
        lam,
        mask,
        key_lengths,
        norm_weight,
        scale=scale,
        causal=causal,
        alignment=alignment,
        window_left=window_left,
        window_right=window_right,
        softcap=softcap,
        lambda_activation=lambda_activation,
        norm_eps=norm_eps,
        out_scale=out_scale,
    )


def cache_append(buffer: Tensor, new: Tensor, lengths: Tensor) -> Tensor:
    """A key or value cache with new rows at the end of the valid ones.

    Row i of the T rows of `new` goes to position lengths[b] - T + i of batch row b.
    Rows with a negative position are padding on the left and are dropped.

    Args:
        buffer: [B, H, C, D]; C is the capacity.
        new: [B, H, T, D], of the same type.
        lengths: int64 [B]: the number of valid rows afterwards, 0..C.

    Returns:
        A new tensor; compiled code writes the rows into the buffer instead.

    Raises:
        ValueError: The message names the operand, what was expected and found.
    """
    return torch.ops.diffattn.cache_append(buffer, new, lengths)


# Attention -----------------------------------------------------------------------


@torch.library.custom_op(
    "diffattn::attention",
    mutates_args=(),
    schema="(Tensor q1, Tensor k1, Tensor? q2, Tensor? k2, Tensor v, "
    "Tensor? lam=None, Tensor? mask=None, Tensor? key_lengths=None, "
    "Tensor? norm_weight=None, *, float? scale=None, bool causal=False, "
    'str alignment="bottom_right", int? window_left=None, int? window_right=None, '
    'float? softcap=None, str lambda_activation="none", float? norm_eps=None, '
    "float? out_scale=None) -> Tensor",
)
def _attention(
    q1: Tensor,
    k1: Tensor,
    q2: Tensor | None,
    k2: Tensor | None,
    v: Tensor,
    lam: Tensor | None = None,
    mask: Tensor | None = None,
    key_lengths: Tensor | None = None,
    norm_weight: Tensor | None = None,
    *,
    scale: float | None = None,
    causal: bool = False,
    alignment: str = "bottom_right",
    window_left: int | None = None,
    window_right: int | None = None,
    softcap: float | None = None,
    lambda_activation: str = "none",
    norm_eps: float | None = None,
    out_scale: float | None = None,
) -> Tensor:
    _check_operands(q1, k1, q2, k2, v, lam, mask, key_lengths, norm_weight)
    _check_options(
        alignment, window_left, window_right, softcap, lambda_activation, norm_eps
    )
    element = q1.dtype
    wide = torch.float64 if element == torch.float64 else torch.float32
    heads, width = q1.shape[1], q1.shape[3]
    if scale is None:
        scale = width**-0.5 if width else 1.0

    visible = _visible_by_position(
        q1, k1.shape[2], key_lengths, causal, alignment, window_left, window_right
    )
    added = None
    if mask is not None and mask.dtype == torch.bool:
        visible = visible & mask
    elif mask is not None:
        visible = visible & (mask != -torch.inf)
        added = mask.to(wide)

    def probability(query: Tensor, key: Tensor) -> Tensor:
        key = _spread(key, query.shape[1]).to(wide)
        scores = scale * (query.to(wide) @ key.transpose(-1, -2))
        if softcap is not None:
            scores = softcap * torch.tanh(scores / softcap)
        if added is not None:
            scores = scores + added
        return _softmax(scores, visible)

    maps = probability(q1, k1)
    if q2 is not None and k2 is not None and lam is not None:
        noise = _spread(probability(q2, k2), heads)
        maps = maps - _factor(lam.to(wide), lambda_activation) * noise
    result = _products(maps, visible, _spread(v, heads).to(wide))
    if norm_eps is not None:
        result = result * torch.rsqrt(result.square().mean(-1, True) + norm_eps)
    if norm_weight is not None:
        result = result * norm_weight.to(wide)
    if out_scale is not None:
        result = result * out_scale
    # Also where lambda, the weight or a hidden value is not a number.
    result = torch.where(visible.any(-1, keepdim=True), result, 0)
    return result.to(element)


@_attention.register_fake
def _(
    q1: Tensor,
    k1: Tensor,
    q2: Tensor | None,
    k2: Tensor | None,
    v: Tensor,
    lam: Tensor | None = None,
    mask: Tensor | None = None,
    key_lengths: Tensor | None = None,
    norm_weight: Tensor | None = None,
    *,
    alignment: str = "bottom_right",
    window_left: int | None = None,
    window_right: int | None = None,
    softcap: float | None = None,
    lambda_activation: str = "none",
    norm_eps: float | None = None,
    **_options: Any,
) -> Tensor:
    _check_operands(q1, k1, q2, k2, v, lam, mask, key_lengths, norm_weight)
    _check_options(
        alignment, window_left, window_right, softcap, lambda_activation, norm_eps
    )
    return q1.new_empty(*q1.shape[:3], v.shape[3])


def _visible_by_position(
    q1: Tensor,
    keys: int,
    key_lengths: Tensor | None,
    causal: bool,
    alignment: str,
    window_left: int | None,
    window_right: int | None,
) -> Tensor:
    """[B or 1, 1, M, N]: where key lengths, causality and windows allow a look."""
    rows = q1.shape[2]
    length = torch.full((1,), keys, device=q1.device)
    if key_lengths is not None:
        length = key_lengths.clamp(0, keys)
    length = length[:, None, None, None]
    position = torch.arange(rows, device=q1.device)[:, None]
    if alignment == "bottom_right":
        position = position + length - rows
    key = torch.arange(keys, device=q1.device)
    visible = (key < length).expand(-1, 1, rows, keys)
    if causal:
        visible = visible & (key <= position)
    if window_left is not None:
        visible = visible & (position - key <= window_left)
    if window_right is not None:
        visible = visible & (key - position <= window_right)
    return visible


def _softmax(scores: Tensor, visible: Tensor) -> Tensor:
    """Softmax over the visible keys; 0 in rows without one."""
    scores = torch.where(visible, scores, -torch.inf)
    if not scores.shape[-1]:
        return scores
    top = scores.amax(-1, True)
    # -inf - -inf would be NaN; where all is hidden, nothing is shifted.
    weights = torch.exp(scores - torch.where(top == -torch.inf, 0, top))
    total = weights.sum(-1, True)
    return weights / torch.where(total == 0, 1, total)


def _factor(lam: Tensor, activation: str) -> Tensor:
    """Lambda as a factor of [B, H, M, N]."""
    if activation == "sigmoid":
        lam = lam.sigmoid()
    if lam.ndim == 1:
        return lam[:, None, None]
    return lam.transpose(1, 2)[..., None] if lam.ndim == 3 else lam


def _products(maps: Tensor, visible: Tensor, v: Tensor) -> Tensor:
    """maps @ v, in which hidden values count for nothing, even if not finite."""
    if v.isfinite().all():
        return maps @ v
    terms = maps[..., None] * v[:, :, None]
    return torch.where(visible[..., None], terms, 0).sum(-2)


def _spread(heads: Tensor, count: int) -> Tensor:
    """Each of dim 1 as often as it takes for `count` of them."""
    return heads.repeat_interleave(count // heads.shape[1], 1)


# Cache ---------------------------------------------------------------------------


@torch.library.custom_op(
    "diffattn::cache_append",
    mutates_args=(),
    schema="(Tensor buffer, Tensor new, Tensor lengths) -> Tensor",
)
def _cache_append(buffer: Tensor, new: Tensor, lengths: Tensor) -> Tensor:
    _check_cache(buffer, new, lengths)
    capacity, rows = buffer.shape[2], new.shape[2]
    result = buffer.clone(memory_format=torch.contiguous_format)
    for batch, length in enumerate(lengths.tolist()):
        if not 0 <= length <= capacity:
            _fail("cache_append", f"lengths: expected 0 to {capacity}, found {length}")
        kept = min(length, rows)
        result[batch, :, length - kept : length] = new[batch, :, rows - kept :]
    return result


@_cache_append.register_fake
def _(buffer: Tensor, new: Tensor, lengths: Tensor) -> Tensor:
    _check_cache(buffer, new, lengths)
    return torch.empty_like(buffer, memory_format=torch.contiguous_format)


def _check_cache(buffer: Tensor, new: Tensor, lengths: Tensor) -> None:
    check = _Checks("cache_append")
    check.rank("buffer", buffer, 4, "[B, H, C, D]")
    check.rank("new", new, 4, "[B, H, T, D]")
    check.size("new", "B", new.shape[0], buffer.shape[0])
    check.size("new", "H", new.shape[1], buffer.shape[1])
    check.size("new", "D", new.shape[3], buffer.shape[3])
    check.type("new", new, (buffer.dtype,))
    check.rank("lengths", lengths, 1, "[B]")
    check.size("lengths", "B", lengths.shape[0], buffer.shape[0])
    check.type("lengths", lengths, (torch.int64,))


# Checks --------------------------------------------------------------------------

_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def _fail(operator: str, message: str) -> None:
    raise ValueError(f"diffattn::{operator}: {message}")


class _Checks:
    """Checks of an operator's arguments that name operand and dim."""

    def __init__(self, operator: str) -> None:
        self.operator = operator

    def that(self, condition: bool, message: str) -> None:
        """Fails unless the condition holds."""
        if not condition:
            _fail(self.operator, message)

    def rank(self, name: str, tensor: Tensor, rank: int, dims: str) -> None:
        """The tensor has dims such as "[B, H]"."""
        shape = list(tensor.shape)
        self.that(tensor.ndim == rank, f"{name}: expected {dims}, found shape {shape}")

    def size(self, name: str, dim: str, found: int, *expected: int) -> None:
        """A size is one of those expected."""
        choices = " or ".join(str(size) for size in expected)
        message = f"{name}: expected size {choices} for dim {dim}, found {found}"
        self.that(any(found == size for size in expected), message)

    def multiple(self, name: str, found: int, of: str, count: int) -> None:
        """A number of heads divides that of another operand."""
        message = f"{name}: expected a number of heads that divides {count} ({of})"
        self.that(found > 0 and count % found == 0, f"{message}, found {found}")

    def type(
        self, name: str, tensor: Tensor, expected: tuple[torch.dtype, ...]
    ) -> None:
        """The tensor has one of the element types."""
        names = " or ".join(str(dtype).removeprefix("torch.") for dtype in expected)
        found = str(tensor.dtype).removeprefix("torch.")
        message = f"{name}: expected {names}, found {found}"
        self.that(tensor.dtype in expected, message)


def _check_operands(
    q1: Tensor,
    k1: Tensor,
    q2: Tensor | None,
    k2: Tensor | None,
    v: Tensor,
    lam: Tensor | None,
    mask: Tensor | None,
    key_lengths: Tensor | None,
    norm_weight: Tensor | None,
) -> None:
    check = _Checks("attention")
    noise = {"q2": q2, "k2": k2, "lam": lam}
    missing = [name for name, operand in noise.items() if operand is None]
    found = f"found no {' and no '.join(missing)}"
    check.that(
        len(missing) in (0, 3), f"q2, k2, lam: expected all or none of them, {found}"
    )
    check.rank("q1", q1, 4, "[B, H, M, D]")
    check.rank("k1", k1, 4, "[B, Hk, N, D]")
    check.rank("v", v, 4, "[B, Hv, N, E]")
    check.type("q1", q1, _FLOATS)
    batch, heads, rows, width = q1.shape
    keys = k1.shape[2]

    def query(name: str, tensor: Tensor) -> None:
        check.rank(name, tensor, 4, "[B, H2, M, D]")
        check.size(name, "B", tensor.shape[0], batch)
        check.multiple(name, tensor.shape[1], "q1", heads)
        check.size(name, "M", tensor.shape[2], rows)
        check.size(name, "D", tensor.shape[3], width)
        check.type(name, tensor, (q1.dtype,))

    def key(
        name: str, tensor: Tensor, of: str, queries: int, features: int | None
    ) -> None:
        check.rank(name, tensor, 4, "[B, Hk, N, D]")
        check.size(name, "B", tensor.shape[0], batch)
        check.multiple(name, tensor.shape[1], of, queries)
        check.size(name, "N", tensor.shape[2], keys)
        if features is not None:
            check.size(name, "D", tensor.shape[3], features)
        check.type(name, tensor, (q1.dtype,))

    key("k1", k1, "q1", heads, width)
    if q2 is not None and k2 is not None and lam is not None:
        query("q2", q2)
        key("k2", k2, "q2", q2.shape[1], width)
        key("v", v, "q2", q2.shape[1], None)
        _check_lambda(check, lam, batch, rows, heads)
    else:
        key("v", v, "q1", heads, None)
    if mask is not None:
        check.rank("mask", mask, 4, "[B or 1, H or 1, M or 1, N or 1]")
        check.type("mask", mask, (torch.bool, *_FLOATS))
        for dim, size, full in zip("BHMN", mask.shape, (batch, heads, rows, keys)):
            check.size("mask", dim, size, 1, full)
        if q2 is not None and q2.shape[1] != heads:
            check.size("mask", "H", mask.shape[1], 1)
    if key_lengths is not None:
        check.rank("key_lengths", key_lengths, 1, "[B]")
        check.size("key_lengths", "B", key_lengths.shape[0], batch)
        check.type("key_lengths", key_lengths, (torch.int64,))
    if norm_weight is not None:
        check.rank("norm_weight", norm_weight, 1, "[E]")
        check.size("norm_weight", "E", norm_weight.shape[0], v.shape[3])
        check.type("norm_weight", norm_weight, _FLOATS)


def _check_lambda(
    check: _Checks, lam: Tensor, batch: int, rows: int, heads: int
) -> None:
    shapes = {0: (), 1: (heads,), 3: (batch, rows, heads)}
    expected = " or ".join(str(list(shape)) for shape in shapes.values())
    fits = lam.ndim in shapes and all(
        found == size for found, size in zip(lam.shape, shapes[lam.ndim])
    )
    check.that(fits, f"lam: expected shape {expected}, found {list(lam.shape)}")
    check.type("lam", lam, _FLOATS)


def _check_options(
    alignment: str,
    window_left: int | None,
    window_right: int | None,
    softcap: float | None,
    lambda_activation: str,
    norm_eps: float | None,
) -> None:
    check = _Checks("attention")
    for name, value, choices in (
        ("alignment", alignment, ("bottom_right", "top_left")),
        ("lambda_activation", lambda_activation, ("none", "sigmoid")),
    ):
        check.that(
            value in choices,
            f"{name}: expected {' or '.join(choices)}, found {value!r}",
        )
    for name, number in (
        ("window_left", window_left),
        ("window_right", window_right),
        ("norm_eps", norm_eps),
    ):
        check.that(
            number is None or number >= 0,
            f"{name}: expected a number from 0, found {number}",
        )
    check.that(
        softcap is None or softcap > 0,
        f"softcap: expected a number above 0, found {softcap}",
    )
