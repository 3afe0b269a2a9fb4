"""What a call must give: the tolerance rule, with everything that it needs."""

import dataclasses
import functools
from typing import Any

import ml_dtypes
import numpy as np
from artifact import Array
from attention_oracle import evaluate, why_wrong
from attentions import is_batch
from diffattn.reference import attention as define
from instances import FEW_PRODUCTS, Drawer, Instance, products
from signatures import Signature
from twins import HALVES

# Of the largest result: some roundings. What the emulator's exp2 is off, as in the
# worst case on a GPU, is no matter of rounding.
FLOORS = {"f32": 2.0**-21, "f64": 2.0**-50}
EMULATOR_FLOORS = {"f32": 2.0**-19, "f64": 2.0**-50}
# Few numbers that one plain program gets nearly right say little about another: what
# misses the rule is held against more, which add up in other orders.
MORE_PROGRAMS = 40


@dataclasses.dataclass
class Question:
    """A call, what it must give, and what a plain program gives."""

    signature: Signature
    instance: Instance
    inputs: dict[str, Array]
    expected: dict[str, Array]
    reference: dict[str, Array]

    @staticmethod
    def of(signature: Signature, instance: Instance) -> "Question":
        """The question for a call."""
        inputs = Drawer(signature, instance).inputs()
        return Question.about(signature, instance, inputs)

    @staticmethod
    def about(
        signature: Signature, instance: Instance, inputs: dict[str, Array]
    ) -> "Question":
        """The question for given inputs."""
        exact = np.longdouble if signature.element == "f64" else np.float64
        return Question(
            signature,
            instance,
            inputs,
            run(signature, instance, inputs, exact),
            run_plainly(signature, instance, inputs),
        )

    @functools.cached_property
    def more_references(self) -> list[dict[str, Array]]:
        """What other plain programs give."""
        orders = np.random.default_rng(MORE_PROGRAMS)
        return [
            run_plainly(self.signature, self.instance, self.inputs, orders)
            for _ in range(MORE_PROGRAMS)
        ]

    def problems(self, found: dict[str, Array], emulated: bool = False) -> list[str]:
        """What misses the rule, as text."""
        texts = []
        for name, array in found.items():
            if not self.is_computed(name):
                continue
            why = self.why_wrong(name, array, self.reference[name], emulated)
            if why:
                worst = self.worst_reference(name)
                why = self.why_wrong(name, array, worst, emulated)
            if why:
                texts.append(f"{name}: {why}")
        return texts

    def why_wrong(
        self, name: str, found: Array, reference: Array, emulated: bool
    ) -> str:
        """What is wrong with one result, by the error of a plain program."""
        floors = EMULATOR_FLOORS if emulated else FLOORS
        floor = floors[self.signature.wide]
        if name == "out":
            least = float(ml_dtypes.finfo(found.dtype).eps) / 2
            cancel = self.expected["cancellation"]
            return why_wrong(
                found, self.expected[name], reference, cancel, least, floor
            )
        # The sum of the largest score and a logarithm, which may cancel.
        return why_wrong(found, self.expected[name], reference, floor=floor, size=1)

    def worst_reference(self, name: str) -> Array:
        """A result as the least precise of some plain programs has it."""
        expected = self.expected[name]
        finite = np.isfinite(expected)

        def error(reference: Array) -> float:
            off = np.abs(reference[finite] - expected[finite])
            return float(off[np.isfinite(off)].max(initial=0))

        references = [self.reference, *self.more_references]
        return max((r[name] for r in references), key=error)

    def is_computed(self, name: str) -> bool:
        """Whether the op writes a result. Where a batch-like dim has size 0, it
        computes nothing (docs/spec.md): a logsumexp that lacks that dim stays."""
        dims = self.signature.results()[name][0].split()
        sizes = dict(self.instance.sizes)
        return all(sizes[d] for d in self.signature.batch if d not in dims)

    def definition_agrees(self) -> str:
        """Empty if the definition gives what is expected here, would take too much
        memory, or can't tell a size, since only results have the dim."""
        operands = self.signature.operands().values()
        known = {d for dims, _ in operands for d in dims.split()}
        many = products(dict(self.instance.sizes)) > FEW_PRODUCTS
        if many or not known.issuperset(self.signature.out.split()):
            return ""
        result = define_of(with_rounded_scale(self.signature), self.inputs)
        pairs = {"out": result.out, "lse1": result.signal_logsumexp}
        pairs["lse2"] = result.noise_logsumexp
        order = [d for d in self.signature.out.split() if d == "m" or is_batch(d)]
        for name, (dims, _) in self.signature.results().items():
            expected, found = self.expected[name], pairs[name]
            if name != "out":
                kept = [d for d in order if d in dims.split()]
                found = found.transpose([kept.index(d) for d in dims.split()])
            wrong = why_wrong(found, expected, expected, 1e3, 0.0, 2.0**-45)
            if wrong:
                return f"the oracle, {name}: {wrong}"
        return ""


def run(
    signature: Signature, instance: Instance, inputs: dict[str, Array], *how: Any
) -> dict[str, Array]:
    """What `evaluate` gives, `how` it is told to."""
    sizes = dict(instance.sizes)
    sized = inputs | {
        name: np.broadcast_to(np.nan, [sizes[d] for d in dims.split()])
        for name, (dims, _) in signature.results().items()
    }
    return evaluate_any(with_rounded_scale(signature), sized, *how)


def run_plainly(
    signature: Signature,
    instance: Instance,
    inputs: dict[str, Array],
    order: np.random.Generator | None = None,
) -> dict[str, Array]:
    """What a plain program gives, perhaps one that adds up in a random order."""
    narrow = np.float64 if signature.element == "f64" else np.float32
    half = HALVES.get(signature.element)
    return run(signature, instance, inputs, narrow, half, order)


def with_rounded_scale(signature: Signature) -> Signature:
    """The attention with the scale as the op has it, in the type of sums: 1e-50 is 0
    in f32."""
    if signature.scale is None or signature.wide == "f64":
        return signature
    return dataclasses.replace(signature, scale=float(np.float32(signature.scale)))


def evaluate_any(
    signature: Signature, arrays: dict[str, Array], *how: Any
) -> dict[str, Array]:
    """As `evaluate`, also where a batch-like dim has size 0: a logsumexp that has
    not that dim has numbers all the same. They don't depend on it, so one is tried."""
    dims = signature.operands() | signature.results()
    dims["cancellation"] = dims["out"]

    def axes(name: str) -> list[int]:
        return [i for i, d in enumerate(dims[name][0].split()) if is_batch(d)]

    def widen(name: str, array: Array) -> Array:
        more = [(0, int(i in axes(name) and n == 0)) for i, n in enumerate(array.shape)]
        return np.pad(array, more) if any(n for _, n in more) else array

    widened = {name: widen(name, array) for name, array in arrays.items()}
    empty = {
        d
        for name, array in arrays.items()
        for d, n in zip(dims[name][0].split(), array.shape)
        if n == 0 and is_batch(d)
    }
    found = evaluate(signature, widened, *how)
    return {
        name: array[
            tuple(slice(0 if d in empty else None) for d in dims[name][0].split())
        ]
        for name, array in found.items()
    }


def define_of(s: Signature, x: dict[str, Array]):
    """What the definition gives."""
    noise = None
    if s.has_noise:
        key = "k1" if s.k2 == "k1" else "k2"
        noise = (x["q2"], s.q2, x[key], s.noise_key)
    return define(
        signal=(x["q1"], s.q1, x["k1"], s.k1),
        value=(x["v"], s.v),
        out=s.out,
        noise=noise,
        lam=(x["lam"], s.lam) if s.has_noise else None,
        mask=None if s.mask is None else (x["mask"], s.mask),
        key_lengths=None if s.lengths is None else (x["lengths"], s.lengths),
        norm_weight=None if s.weight is None else (x["weight"], s.weight),
        scale=s.scale,
        causal=s.causal,
        alignment=s.alignment,
        window_left=s.window_left,
        window_right=s.window_right,
        softcap=s.softcap,
        lambda_activation="sigmoid" if s.sigmoid else "none",
        norm_eps=s.eps,
        out_scale=s.out_scale,
        query_offset=int(x["query_offset"]) if s.offsets else None,
        key_offset=int(x["key_offset"]) if s.offsets else 0,
    )
