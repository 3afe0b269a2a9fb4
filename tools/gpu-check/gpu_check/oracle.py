"""What an attention should give, and whether it does.

`evaluate` is the definition, in the precision that it is asked for: both maps in
memory, no tricks. Kernels may be twice as far from f64 as a plain program in f32
(which rounds to the half type what such a program would store).
"""

import dataclasses
import math

import torch

from gpu_check.attentions import Attention

Tensor = torch.Tensor

FLOOR = 2.0**-21
"""Roundings of f32 that are allowed beside, of the largest number."""

SUM_FLOOR = 2.0**-20
"""The same for logsumexps: exp2 of a GPU is off by up to 2^-22."""


@dataclasses.dataclass(frozen=True)
class Expected:
    """Results by name, and for numbers of `out`..."""

    results: dict[str, Tensor]
    cancellation: Tensor
    """...how much larger than their difference the subtracted terms are"""
    hidden: Tensor
    """...and whether there is no visible key, so that they are 0."""


class Evaluation:
    """An evaluation. Tensors have dims [batch.., rows, keys or features]."""

    def __init__(
        self,
        attention: Attention,
        inputs: dict[str, Tensor],
        dtype: torch.dtype,
        half: torch.dtype | None,
    ):
        self.attention, self.inputs = attention, inputs
        self.dtype, self.half = dtype, half
        self.batch = attention.batch()
        self.rows = inputs["q1"].shape[attention.q1.split().index("m")]
        self.keys = inputs["k1"].shape[attention.k1.split().index("n")]
        self.device = inputs["q1"].device
        self.lengths = self._lengths()
        key = torch.arange(self.keys, device=self.device)
        self.used = (key < self.lengths).transpose(-1, -2)
        self.visible, self.added = self._mask(key)

    def operand(self, name: str, tail: str) -> Tensor:
        """An operand with all batch dims (of size 1 where it has none) and `tail`."""
        dims = self.attention.operands()[name][0].split()
        found = self.inputs[name]
        if found.dtype.is_floating_point:
            found = found.to(self.dtype)
        wanted = [*self.batch, *tail.split()]
        found = found.permute([dims.index(d) for d in wanted if d in dims])
        for at, dim in enumerate(wanted):
            if dim not in dims:
                found = found.unsqueeze(at)
        return found

    def rounded(self, x: Tensor) -> Tensor:
        """As a plain program stores it."""
        return x if self.half is None else x.to(self.half).to(self.dtype)

    def _lengths(self) -> Tensor:
        """[batch.., 1, 1]."""
        if self.attention.lengths is None:
            return torch.full((1,) * (len(self.batch) + 2), self.keys).to(self.device)
        return self.operand("lengths", "")[..., None, None]

    def _mask(self, key: Tensor) -> tuple[Tensor, Tensor | float]:
        """Which keys rows see, and what is added to scores."""
        attention = self.attention
        position = torch.arange(self.rows, device=self.device)[:, None]
        if attention.alignment == "bottom_right":
            position = position + self.lengths - self.rows
        visible = key < self.lengths + 0 * position
        if attention.causal:
            visible = visible & (key <= position)
        if attention.window_left is not None:
            visible = visible & (key >= position - attention.window_left)
        if attention.window_right is not None:
            visible = visible & (key <= position + attention.window_right)
        if attention.mask is None:
            return visible, 0.0
        mask = self.operand("mask", "m n")
        if mask.dtype == torch.bool:
            return visible & mask, 0.0
        is_hidden = mask == -math.inf
        return visible & ~is_hidden, mask.masked_fill(is_hidden, 0)

    def softmax(self, query: str, key: str) -> tuple[Tensor, Tensor]:
        """A map, and its logsumexps [batch.., rows, 1]."""
        q = self.operand(query, "m d")
        k = self.operand(key, "n d")
        k = torch.where(self.used, k, torch.zeros_like(k))
        scores = multiply(q, k.transpose(-1, -2)) * self.attention.features**-0.5
        if self.attention.softcap is not None:
            cap = self.attention.softcap
            scores = cap * torch.tanh(scores / cap)
        scores = scores + self.added
        scores = torch.where(self.visible, scores, scores.new_tensor(-math.inf))
        if self.keys == 0:
            shape = (*scores.shape[:-1], 1)
            return scores, scores.new_full(shape, -math.inf)
        top = scores.amax(-1, keepdim=True)
        top = torch.where(top == -math.inf, torch.zeros_like(top), top)
        weights = torch.exp(scores - top)
        total = weights.sum(-1, keepdim=True)
        ones = torch.ones_like(total)
        return weights / torch.where(total == 0, ones, total), total.log() + top

    def product(self, weights: Tensor) -> Tensor:
        """With the value."""
        value = self.operand("v", "n e")
        value = torch.where(self.used, value, torch.zeros_like(value))
        return self.rounded(multiply(self.rounded(weights), value))

    def factor(self) -> Tensor:
        """Lambda."""
        found = self.operand("lam", "m")[..., None]
        return torch.sigmoid(found) if self.attention.sigmoid else found

    def normed(self, o: Tensor) -> Tensor:
        """What follows the difference."""
        attention, out = self.attention, o
        if attention.eps is not None:
            mean = (o * o).mean(-1, keepdim=True)
            out = o / torch.sqrt(mean + attention.eps)
        if attention.weight:
            out = out * self.operand("weight", "m e")
        return self.rounded(out * attention.out_scale)

    def run(self) -> Expected:
        """All results."""
        attention = self.attention
        weights, signal = self.softmax("q1", "k1")
        o1 = o = self.product(weights)
        sums = {"lse1": signal}
        if attention.has_noise:
            key = "k1" if attention.k2 == "k1" else "k2"
            weights, sums["lse2"] = self.softmax("q2", key)
            o = self.rounded(o1 - self.factor() * self.product(weights))
        cancel = cancellation(o1, o, of_rows=attention.eps is not None)
        hidden = ~self.visible.any(-1, keepdim=True)
        results = {"out": self.laid_out(self.normed(o), attention.out)}
        for name, (dims, _) in attention.results().items():
            if name != "out":
                results[name] = self.laid_out(sums[name], dims + " e")[..., 0]
        shape = o.shape
        return Expected(
            results,
            self.laid_out(cancel.expand(shape), attention.out),
            self.laid_out(hidden.expand(shape), attention.out),
        )

    def laid_out(self, x: Tensor, dims: str) -> Tensor:
        """[batch.., m, e] in the order of `dims`; what they lack has size 1."""
        order = [*self.batch, "m", "e"]
        wanted = dims.split()
        lacking = [at for at, dim in enumerate(order) if dim not in wanted]
        for at in reversed(lacking):
            x, order = x.select(at, 0), order[:at] + order[at + 1 :]
        return x.permute([order.index(d) for d in wanted])


def multiply(left: Tensor, right: Tensor) -> Tensor:
    """Products of matrices. Libraries add up those of few rows or columns in several
    sums; padded, products are added one after the other, as in plain programs."""
    rows, columns = left.shape[-2], right.shape[-1]
    left = torch.nn.functional.pad(left, (0, 0, 0, max(16 - rows, 0)))
    right = torch.nn.functional.pad(right, (0, max(16 - columns, 0)))
    return torch.matmul(left, right)[..., :rows, :columns]


def cancellation(o1: Tensor, o: Tensor, of_rows: bool) -> Tensor:
    """At least 1. The norm makes rows alike, each with the cancellation of its own."""

    def largest(x: Tensor) -> Tensor:
        if x.numel() == 0:
            return x.new_zeros((1,) * x.dim())
        return x.abs().amax(-1, keepdim=True) if of_rows else x.abs().max()

    terms = torch.maximum(largest(o1), largest(o1 - o))
    difference = largest(o)
    infinite = torch.full_like(difference, math.inf)
    return (terms / torch.where(difference == 0, infinite, difference)).clamp(min=1)


def evaluate(
    attention: Attention,
    inputs: dict[str, Tensor],
    dtype: torch.dtype = torch.float64,
    half: torch.dtype | None = None,
) -> Expected:
    """The results in `dtype`; with `half`, rounded to it where a plain program of two
    calls would be: probabilities, both products, the difference, the result."""
    return Evaluation(attention, inputs, dtype, half).run()


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The worst number of a result."""

    error: float
    allowed: float
    problem: str
    """Empty if it is near enough."""


def judge(
    found: dict[str, Tensor], expected: Expected, reference: Expected
) -> dict[str, Verdict]:
    """A verdict on each result."""
    verdicts = {}
    for name, tensor in found.items():
        exact, plain = expected.results[name], reference.results[name]
        limit = allowed(name, tensor, exact, plain, expected.cancellation)
        verdicts[name] = compare(tensor, exact, limit)
    zeros = found["out"][expected.hidden]
    if zeros.numel() and not (zeros == 0).all():
        problem = "rows without a visible key are not 0"
        verdicts["out"] = dataclasses.replace(verdicts["out"], problem=problem)
    return verdicts


def allowed(
    name: str, found: Tensor, exact: Tensor, plain: Tensor, cancel: Tensor
) -> Tensor:
    """How far numbers of a result may be off."""
    finite = torch.isfinite(exact)
    both = finite & torch.isfinite(plain)
    if not both.any():
        return torch.zeros_like(exact)
    largest = exact[finite].abs().max().item()
    error = (plain.double() - exact)[both].abs().max().item()
    if name != "out":
        return 2 * error + SUM_FLOOR * (1 + exact.abs())
    # A plain program rounds its result to half a unit of the last place, also where
    # few results do not show it.
    unit = 2.0 ** math.floor(math.log2(largest)) if largest > 0 else 0.0
    error = max(error, torch.finfo(found.dtype).eps / 2 * unit)
    return 2 * error + FLOOR * largest * cancel


def compare(found: Tensor, exact: Tensor, limit: Tensor) -> Verdict:
    """Infinities must be at the same places."""
    finite = torch.isfinite(exact)
    x = found.double()
    if not torch.equal(x[~finite], exact[~finite]):
        return Verdict(math.inf, 0.0, "infinities differ")
    if not torch.isfinite(x[finite]).all():
        return Verdict(math.inf, 0.0, "there are numbers that are not finite")
    if not finite.any():
        return Verdict(0.0, 0.0, "")
    errors, limits = (x - exact)[finite].abs(), limit.expand_as(exact)[finite]
    worst = int(torch.argmax(errors - limits))
    error, most = errors[worst].item(), limits[worst].item()
    problem = "" if error <= most else f"error {error:.3e}, allowed {most:.3e}"
    return Verdict(error, most, problem)
