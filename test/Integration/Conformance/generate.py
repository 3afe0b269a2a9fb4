"""Writes conformance cases as MLIR: one module a form, one function a case.

Usage: generate.py [--container tensor|memref|destination] [--dynamic] [--f64] [CASE...]

A function takes the tensors of its case's file as they are (q1 [B, H, Nq, d] and
so on, named by `diffattn.name`) and splits head dims into groups by views. It
results in `out`, `lse1` and `lse2`, as tensors or through memref arguments. A
case with a norm, a norm weight or a scale has a second function `NAME_o` that
ends with the difference of the maps.

With --dynamic every size is `?` but those that mean something to the op: the
sizes inside a group of heads, and 1 where an operand is broadcast.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence

from cases import Case, HeadGroups, load
from function_writer import CONTAINERS, Dim, Form, FunctionWriter, Size, Value


def operand_list(keyword: str, *values: Value) -> str:
    """`signal(%q1[b, m, d], %k1[b, n, d] : type, type)`"""
    named = ", ".join(v.named for v in values)
    return f"{keyword}({named} : {', '.join(v.type for v in values)})"


def attribute_list(case: Case) -> list[str]:
    """The attributes of the op that differ from their defaults."""
    given, found = case.attributes, []
    if given["causal"]:
        found.append("causal")
    if given["alignment"] != "bottom_right":
        found.append(f"alignment = #diffattn.alignment<{given['alignment']}>")
    for name in ("scale", "softcap"):
        if given[name] is not None:
            found.append(f"{name} = {float(given[name])!r}")
    for name in ("window_left", "window_right"):
        if given[name] is not None:
            found.append(f"{name} = {given[name]}")
    if given["lambda_act"] != "none":
        activation = given["lambda_act"]
        found.append(f"lambda_activation = #diffattn.lambda_activation<{activation}>")
    if given["norm"] != "none":
        eps = f"{float(given['eps']):.6e}"
        found.append(f"norm = #diffattn.norm<{given['norm']}, eps = {eps}>")
    if given["out_scale"] != 1.0:
        found.append(f"out_scale = {float(given['out_scale'])!r}")
    return found


class CaseWriter:
    """Writes the function of one case, with the named results."""

    def __init__(self, case: Case, form: Form, name: str, results: Sequence[str]):
        self.case = case
        self.heads = HeadGroups.of(case)
        self.writer = FunctionWriter(name, form)
        self.results = results
        self.returned: list[tuple[str, str, str]] = []

    def split(self, count: int) -> list[Dim]:
        """The dims that `count` heads are split into."""
        return list(zip(self.heads.dims(count), self.heads.factors(count)))

    def feature_operand(self, name: str, row: str, feature: str) -> Value:
        """q1 and so on: [B, H, N, d]."""
        element, (batch, heads, rows, features) = self.case.inputs[name]
        groups = [
            [("b", batch)],
            self.split(heads),
            [(row, rows)],
            [(feature, features)],
        ]
        return self.writer.operand(name, element, groups)

    def lambda_operand(self) -> Value:
        """lambda: [], [H] or [B, Nq, H]."""
        element, shape = self.case.inputs["lam"]
        groups: list[list[Dim]] = []
        if len(shape) == 3:
            groups = [[("b", shape[0])], [("m", shape[1])]]
        if shape:
            groups.append(self.split(shape[-1]))
        return self.writer.operand("lam", element, groups)

    def mask_operand(self) -> Value:
        """The mask: [B or 1, H or 1, Nq or 1, Nk]."""
        element, (batch, heads, rows, keys) = self.case.inputs["mask"]
        if heads != 1 and len(self.heads.counts) > 1:
            raise NotImplementedError("a mask with groups of heads")
        dims = [("b", batch), ("h0", heads), ("m", rows), ("n", keys)]
        return self.writer.broadcast_operand("mask", element, dims)

    def optional_operands(self) -> list[str]:
        """The operand lists of mask, key lengths and norm weight, if any."""
        parts, inputs = [], self.case.inputs
        if "mask" in inputs:
            parts.append(operand_list("mask", self.mask_operand()))
        for name, keyword, dim in (
            ("kv_lengths", "key_lengths", "b"),
            ("norm_weight", "norm_weight", "e"),
        ):
            if name in inputs:
                element, (extent,) = inputs[name]
                value = self.writer.operand(name, element, [[(dim, extent)]])
                parts.append(operand_list(keyword, value))
        return parts

    def result_element(self, name: str) -> str:
        """Sums are kept in f32, or in f64 for f64 inputs."""
        if name in ("out", "o"):
            return self.case.element
        return "f64" if self.case.element == "f64" else "f32"

    def destination(self, name: str, dims: Sequence[Size]) -> Value:
        """What the op writes a result to: an empty tensor or an argument."""
        element = self.result_element(name)
        if self.writer.form.container == "tensor":
            return self.writer.empty(element, dims)
        groups: list[list[Dim]] = []
        for dim in dims:
            if is_head_dim(dim) and dim.name != "h0":
                groups[-1].append((dim.name, dim.extent))
            else:
                groups.append([(dim.name, dim.extent)])
        return self.writer.operand(name, element, groups)

    def write(self) -> str:
        """The function's text."""
        q1 = self.feature_operand("q1", "m", "d")
        k1 = self.feature_operand("k1", "n", "d")
        q2 = self.feature_operand("q2", "m", "d")
        k2 = k1 if self.case.shared_k else self.feature_operand("k2", "n", "d")
        v = self.feature_operand("v", "n", "e")
        parts = [
            operand_list("signal", q1, k1),
            operand_list("noise", q2, k2),
            operand_list("value", v),
            operand_list("lambda", self.lambda_operand()),
            *self.optional_operands(),
        ]
        out_dims = [*q1.dims[:-1], v.dims[-1]]
        dims = {"lse1": q1.dims[:-1], "lse2": q2.dims[:-1]}
        outs = [self.destination(n, dims.get(n, out_dims)) for n in self.results]
        parts.append(operand_list("outs", *outs))
        if attributes := attribute_list(self.case):
            parts.append(f"{{{', '.join(attributes)}}}")
        self.finish("\n      ".join(["diffattn.attention", *parts]), outs)
        return self.writer.text(self.returned)

    def finish(self, op: str, outs: Sequence[Value]) -> None:
        """Appends the op and what becomes of its results."""
        if self.writer.form.container == "memref":
            self.writer.body.append(op)
            return
        self.writer.body.append(f"%r:{len(outs)} = {op}")
        for i, name in enumerate(self.results):
            ssa, type = self.join_heads(f"%r#{i}", name, outs[i])
            if self.writer.form.container == "destination":
                self.writer.store(name, ssa, type)
            else:
                self.returned.append((name, ssa, type))

    def join_heads(self, ssa: str, name: str, init: Value) -> tuple[str, str]:
        """A result of the op with its head dims joined again, and its type."""
        heads = sum(is_head_dim(dim) for dim in init.dims)
        others = len(init.dims) - heads - 1
        value = Value(ssa, init.type, init.dims)
        return self.writer.join(
            value, self.result_element(name), [1, heads] + [1] * others
        )


def is_head_dim(dim: Size) -> bool:
    """True for h0, h1, ..."""
    return dim.name.startswith("h")


def functions_of(
    case: Case, difference: bool = True
) -> list[tuple[str, Case, tuple[str, ...]]]:
    """(function name, case, names of the results) for a case."""
    found = [(case.name, case, ("out", "lse1", "lse2"))]
    if case.has_epilogue and difference:
        found.append((f"{case.name}_o", case.without_epilogue(), ("o",)))
    return found


def module_of(cases: Iterable[Case], form: Form, differences: bool = True) -> str:
    """A module with the functions of `cases`; without `differences`, only with
    those that are named after a case."""
    return "\n".join(
        CaseWriter(variant, form, name, results).write()
        for case in cases
        for name, variant, results in functions_of(case, differences)
    )


def main() -> int:
    """Writes a module to standard output."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--container", choices=CONTAINERS, default="tensor")
    parser.add_argument("--dynamic", action="store_true")
    parser.add_argument("--f64", action="store_true")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()
    cases = [c for c in load() if not options.cases or c.name in options.cases]
    if options.f64:
        cases = [c.in_f64() for c in cases]
    form = Form(options.container, options.dynamic)
    sys.stdout.write(module_of(cases, form))
    return 0


if __name__ == "__main__":
    sys.exit(main())
