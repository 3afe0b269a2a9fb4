"""Attention in plain linalg, spelled in one of many ways: what is to be raised."""

import dataclasses
import math
import zlib
from collections.abc import Sequence

from attentions import is_batch
from linalg_text import LOWEST, Body, LinalgWriter, Value
from signatures import Signature


def can_spell(signature: Signature) -> bool:
    """Whether an attention has such a form here. Numbers of features are constants
    in it. eps = 0 would divide by 0 in rows without a visible key."""
    if signature.offsets or signature.eps == 0:
        return False
    needed = "d" if signature.scale is None else ""
    needed += "e" if signature.eps is not None else ""
    return all(d in signature.static for d in signature.dims if d[0] in needed)


@dataclasses.dataclass(frozen=True)
class Style:
    """How it is spelled."""

    scale_first: bool
    """The query is scaled, not the scores."""
    steps: bool
    """Scale, softcap and mask are operations of their own."""
    by_sum_of_weights: bool
    """P1 - lambda P2, then the product with the value."""
    reciprocal: bool
    """Weights are multiplied by the reciprocal of their sum."""

    @staticmethod
    def of(signature: Signature) -> "Style":
        """The style for an attention, always the same."""
        bits = zlib.crc32(f"style {dataclasses.replace(signature, name='')}".encode())
        return Style(*(bool(bits >> i & 1) for i in range(4)))


class Speller:
    """Writes one attention of given operands."""

    def __init__(
        self, signature: Signature, writer: LinalgWriter, inputs: dict[str, Value]
    ):
        self.s = signature
        self.style = Style.of(signature)
        self.wide = signature.wide
        self.writer = writer
        self.inputs = inputs

    def write(self) -> Value:
        """The result."""
        s = self.s
        signal = self.weights("q1", "k1")
        if not s.has_noise:
            difference = self.product(signal)
        else:
            noise = self.weights("q2", "k1" if s.k2 == "k1" else "k2")
            factor = self.factor()
            if self.style.by_sum_of_weights:
                difference = self.product(self.subtract(signal, factor, noise))
            else:
                parts = self.product(signal), factor, self.product(noise)
                difference = self.subtract(*parts)
        return self.finish(difference)

    def union(self, *values: Value, tail: Sequence[str] = ()) -> list[str]:
        """The batch-like dims of values, in the order of the result, and `tail`."""
        found = {d for v in values for d in v.dims if is_batch(d)}
        return [d for d in self.s.batch if d in found] + list(tail)

    def scores(self, query: str, key: str) -> Value:
        """Scaled products."""
        q, k, wide = self.inputs[query], self.inputs[key], self.wide
        scale = self.scale()

        def multiply(b: Body, x: str, y: str, old: str) -> str:
            x, y = b.widen(x, q.element, wide), b.widen(y, k.element, wide)
            return b.op("arith.addf", wide, old, b.op("arith.mulf", wide, x, y))

        def times(element: str):
            def compute(b: Body, x: str, old: str) -> str:
                x = b.widen(x, element, wide)
                return b.op("arith.mulf", wide, x, b.constant(scale, wide))

            return compute

        scaled = self.style.scale_first and q.element == wide
        if scaled:
            q = self.writer.generic([q], q.dims, wide, times(q.element))
        dims = self.union(q, k, tail=["m", "n"])
        found = self.writer.generic([q, k], dims, wide, multiply, "0.0")
        if scaled:
            return found
        return self.writer.generic([found], found.dims, wide, times(wide))

    def scale(self) -> float:
        """The factor of the scores: a constant, so the features are known."""
        if self.s.scale is not None:
            return self.s.scale
        features = math.prod(self.writer.fixed[d] for d in self.s.dims if d[0] == "d")
        return max(features, 1) ** -0.5

    def masked(self, scores: Value) -> Value:
        """Scores with softcap, and -inf where they are hidden."""
        s, wide, writer = self.s, self.wide, self.writer
        if s.softcap is not None:

            def cap(b: Body, x: str, old: str) -> str:
                c = b.constant(s.softcap, wide)
                t = b.op("math.tanh", wide, b.op("arith.divf", wide, x, c))
                return b.op("arith.mulf", wide, t, c)

            scores = writer.generic([scores], scores.dims, wide, cap)
        if s.mask is not None:
            mask = self.inputs["mask"]
            dims = self.union(scores, mask, tail=["m", "n"])

            def hide(b: Body, x: str, y: str, old: str) -> str:
                if mask.element == "i1":
                    lowest = b.constant(float("-inf"), wide)
                    return b.op("arith.select", wide, y, x, lowest)
                return b.op("arith.addf", wide, x, b.widen(y, mask.element, wide))

            scores = writer.generic([scores, mask], dims, wide, hide)
        if (
            s.causal
            or s.window_left is not None
            or s.window_right is not None
            or (s.lengths is not None)
        ):
            scores = self.by_position(scores)
        return scores

    def by_position(self, scores: Value) -> Value:
        """Scores, -inf where positions hide keys."""
        s, wide, writer = self.s, self.wide, self.writer
        keys, rows = writer.size_i64("n"), writer.size_i64("m")
        inputs = [scores]
        if s.lengths is not None:
            inputs.append(self.inputs["lengths"])

        def compute(b: Body, x: str, *rest: str) -> str:
            length = keys
            if s.lengths is not None:
                length = rest[0]
                if s.lengths_element == "i32":
                    length = b.op("arith.extsi", "i32 to i64", length)
                if s.lengths_element == "index":
                    length = b.op("arith.index_cast", "index to i64", length)
            i, j = b.index("m"), b.index("n")
            position = i
            if s.alignment == "bottom_right":
                position = b.op("arith.addi", "i64", i, length)
                position = b.op("arith.subi", "i64", position, rows)
            tests = []
            if s.lengths is not None:
                tests.append(b.op("arith.cmpi slt,", "i64", j, length))
            if s.causal:
                tests.append(b.op("arith.cmpi sle,", "i64", j, position))
            if s.window_left is not None:
                w = b.constant(s.window_left, "i64")
                least = b.op("arith.subi", "i64", position, w)
                tests.append(b.op("arith.cmpi sge,", "i64", j, least))
            if s.window_right is not None:
                w = b.constant(s.window_right, "i64")
                most = b.op("arith.addi", "i64", position, w)
                tests.append(b.op("arith.cmpi sle,", "i64", j, most))
            shown = tests[0]
            for test in tests[1:]:
                shown = b.op("arith.andi", "i1", shown, test)
            return b.op("arith.select", wide, shown, x, b.constant(float("-inf"), wide))

        dims = self.union(*inputs, tail=["m", "n"])
        return writer.generic(inputs, dims, wide, compute)

    def weights(self, query: str, key: str) -> Value:
        """The softmax over keys, 0 in rows that see none."""
        writer, wide = self.writer, self.wide
        scores = self.masked(self.scores(query, key))
        rows = [d for d in scores.dims if d != "n"]

        def largest(b: Body, x: str, old: str) -> str:
            return b.op("arith.maximumf", wide, x, old)

        def exponential(b: Body, x: str, top: str, old: str) -> str:
            return b.op("math.exp", wide, b.op("arith.subf", wide, x, top))

        def add(b: Body, x: str, old: str) -> str:
            return b.op("arith.addf", wide, x, old)

        def invert(b: Body, x: str, old: str) -> str:
            return b.op("arith.divf", wide, b.constant(1.0, wide), x)

        def combine(b: Body, x: str, y: str, old: str) -> str:
            name = "arith.mulf" if self.style.reciprocal else "arith.divf"
            return b.op(name, wide, x, y)

        def all_hidden(b: Body, x: str, old: str) -> str:
            bottom = b.constant(float("-inf"), wide)
            return b.op(
                "arith.andi", "i1", old, b.op("arith.cmpf oeq,", wide, x, bottom)
            )

        def guard(b: Body, hidden: str, x: str, old: str) -> str:
            return b.op("arith.select", wide, hidden, b.constant(0.0, wide), x)

        top = writer.generic([scores], rows, wide, largest, LOWEST[wide])
        exps = writer.generic([scores, top], scores.dims, wide, exponential)
        total = writer.generic([exps], rows, wide, add, "0.0")
        if self.style.reciprocal:
            total = writer.generic([total], rows, wide, invert)
        found = writer.generic([exps, total], scores.dims, wide, combine)
        empty = writer.generic([scores], rows, "i1", all_hidden, "true")
        return writer.generic([empty, found], scores.dims, wide, guard)

    def product(self, weights: Value) -> Value:
        """Weights times values."""
        v, wide = self.inputs["v"], self.wide

        def multiply(b: Body, x: str, y: str, old: str) -> str:
            y = b.widen(y, v.element, wide)
            return b.op("arith.addf", wide, old, b.op("arith.mulf", wide, x, y))

        values = [d for d in self.s.dims if d[0] == "e"]
        dims = self.union(weights, v, tail=["m", *values])
        return self.writer.generic([weights, v], dims, wide, multiply, "0.0")

    def factor(self) -> Value:
        """lambda'."""
        wide, lam = self.wide, self.inputs["lam"]
        if not self.s.sigmoid:
            return lam

        def sigmoid(b: Body, x: str, old: str) -> str:
            one = b.constant(1.0, wide)
            e = b.op("math.exp", wide, b.op("arith.negf", wide, x))
            return b.op("arith.divf", wide, one, b.op("arith.addf", wide, e, one))

        return self.writer.generic([lam], lam.dims, wide, sigmoid)

    def subtract(self, signal: Value, factor: Value, noise: Value) -> Value:
        """signal - factor * noise"""
        wide = self.wide

        def compute(b: Body, x: str, y: str, z: str, old: str) -> str:
            return b.op("arith.subf", wide, x, b.op("arith.mulf", wide, y, z))

        tail = [d for d in signal.dims if not is_batch(d)]
        dims = self.union(signal, factor, noise, tail=tail)
        return self.writer.generic([signal, factor, noise], dims, wide, compute)

    def finish(self, o: Value) -> Value:
        """Norm, weight, scale and the type of the result."""
        s, wide, writer = self.s, self.wide, self.writer
        element = s.out_element or s.element
        inputs = [o]
        if s.eps is not None:
            count = math.prod(writer.fixed[d] for d in s.dims if d[0] == "e")

            def square(b: Body, x: str, old: str) -> str:
                return b.op("arith.addf", wide, old, b.op("arith.mulf", wide, x, x))

            def root(b: Body, x: str, old: str) -> str:
                mean = b.op("arith.divf", wide, x, b.constant(max(count, 1), wide))
                mean = b.op("arith.addf", wide, mean, b.constant(s.eps, wide))
                return b.op("math.rsqrt", wide, mean)

            rows = [d for d in o.dims if d[0] != "e"]
            squares = writer.generic([o], rows, wide, square, "0.0")
            inputs.append(writer.generic([squares], rows, wide, root))
            if s.weight is not None:
                inputs.append(self.inputs["weight"])

        def compute(b: Body, x: str, *rest: str) -> str:
            for value, ssa in zip(inputs[1:], rest):
                y = b.widen(ssa, value.element, wide)
                x = b.op("arith.mulf", wide, x, y)
            if s.out_scale != 1.0:
                x = b.op("arith.mulf", wide, x, b.constant(s.out_scale, wide))
            return b.narrow(x, wide, element)

        return writer.generic(inputs, s.out.split(), element, compute)


def spell(signature: Signature, name: str) -> str:
    """A function that computes it. Arguments are those of `write_tensors`."""
    writer = LinalgWriter(name, signature.static)
    inputs = {
        n: writer.argument(n, dims, element)
        for n, (dims, element) in signature.operands().items()
    }
    element = signature.out_element or signature.element
    writer.argument("out_init", signature.out, element)
    return writer.text([("out", Speller(signature, writer, inputs).write())])
