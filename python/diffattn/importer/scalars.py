"""Scalar arithmetic in bodies: conversions, and formulas of indices."""

from collections.abc import Mapping
from typing import Any

import sympy

from diffattn.importer.emit import Writer, size_argument
from diffattn.importer.errors import ImportFailure
from diffattn.importer.values import DIMS, Computed, is_float

__all__ = ["convert", "dims_of", "emit_formula", "rename"]

_WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def convert(writer: Writer, scalar: str, source: str, target: str) -> str:
    """A scalar in another element type, as PyTorch converts."""
    if source == target:
        return scalar
    if is_float(source) and is_float(target):
        if _WIDTH[source] < _WIDTH[target]:
            return writer.op(f"arith.extf {scalar} : {source} to {target}")
        if _WIDTH[source] > _WIDTH[target]:
            return writer.op(f"arith.truncf {scalar} : {source} to {target}")
        wide = writer.op(f"arith.extf {scalar} : {source} to f32")
        return writer.op(f"arith.truncf {wide} : f32 to {target}")
    if is_float(source):
        return _from_float(writer, scalar, source, target)
    if is_float(target):
        cast = "uitofp" if source == "i1" else "sitofp"
        return writer.op(f"arith.{cast} {scalar} : {source} to {target}")
    return _between_integers(writer, scalar, source, target)


def _from_float(writer: Writer, scalar: str, source: str, target: str) -> str:
    if target == "i1":
        zero = writer.constant(0.0, source)
        return writer.op(f"arith.cmpf une, {scalar}, {zero} : {source}")
    return writer.op(f"arith.fptosi {scalar} : {source} to {target}")


def _between_integers(writer: Writer, scalar: str, source: str, target: str) -> str:
    if "index" in (source, target):
        wide = scalar
        if source == "i1":
            wide, source = writer.op(f"arith.extui {scalar} : i1 to i64"), "i64"
        return writer.op(f"arith.index_cast {wide} : {source} to {target}")
    if target == "i1":
        zero = writer.constant(0, source)
        return writer.op(f"arith.cmpi ne, {scalar}, {zero} : {source}")
    if source == "i1":
        return writer.op(f"arith.extui {scalar} : i1 to {target}")
    cast = "extsi" if int(source[1:]) < int(target[1:]) else "trunci"
    return writer.op(f"arith.{cast} {scalar} : {source} to {target}")


# Formulas ----------------------------------------------------------------------


def dims_of(value: Computed) -> set[int]:
    """The dims that a formula depends on."""
    if not isinstance(value.formula, sympy.Basic):
        return set()
    used = value.formula.free_symbols
    return {i for i in range(len(value.sizes)) if DIMS[i] in used}


def rename(value: Computed, change: Mapping[sympy.Expr, Any]) -> Any:
    """The formula with dims replaced, all at once."""
    if not isinstance(value.formula, sympy.Basic):
        return value.formula
    return value.formula.xreplace(dict(change))


def emit_formula(writer: Writer, value: Computed, place: Mapping[int, int]) -> str:
    """Writes a formula into a body; `place` gives the iterator of each dim."""
    if not isinstance(value.formula, sympy.Basic):
        return writer.constant(value.formula, value.element)
    emitter = _Formula(writer, place)
    if value.element == "i1":
        return emitter.truth(value.formula)
    if value.formula.is_Integer:
        return writer.constant(int(value.formula), value.element)
    return convert(writer, emitter.number(value.formula), "index", value.element)


class _Formula:
    """Writes a formula, each dim's index once."""

    _COMPARISONS = {
        sympy.Le: "sle",
        sympy.Lt: "slt",
        sympy.Ge: "sge",
        sympy.Gt: "sgt",
        sympy.Eq: "eq",
        sympy.Ne: "ne",
    }

    def __init__(self, writer: Writer, place: Mapping[int, int]) -> None:
        self.writer = writer
        self.place = place
        self.known: dict[Any, str] = {}

    def number(self, expr: Any) -> str:
        """A value of type index."""
        if expr not in self.known:
            self.known[expr] = self._number(expr)
        return self.known[expr]

    def _number(self, expr: Any) -> str:
        if not expr.free_symbols.intersection(DIMS):
            return self.writer.size(size_argument(expr))
        if expr in DIMS:
            return self.writer.op(
                f"linalg.index {self.place[DIMS.index(expr)]} : index"
            )
        if isinstance(expr, sympy.Add):
            return self._sum(expr)
        if isinstance(expr, sympy.Mul):
            return self._chain("arith.muli", expr.args)
        raise ImportFailure(f"no code for the index formula '{expr}'")

    def _sum(self, expr: Any) -> str:
        """Positive terms first, then those to subtract."""
        negative = [a for a in expr.args if a.could_extract_minus_sign()]
        positive = [a for a in expr.args if a not in negative]
        if not positive:
            return self._chain("arith.addi", expr.args)
        result = self._chain("arith.addi", positive)
        for term in negative:
            result = self.writer.op(
                f"arith.subi {result}, {self.number(-term)} : index"
            )
        return result

    def _chain(self, operation: str, terms: Any) -> str:
        result, *others = [self.number(term) for term in terms]
        for other in others:
            result = self.writer.op(f"{operation} {result}, {other} : index")
        return result

    def truth(self, expr: Any) -> str:
        """A value of type i1."""
        writer = self.writer
        if expr in (sympy.true, sympy.false):
            return writer.constant(expr is sympy.true, "i1")
        if isinstance(expr, sympy.Not):
            true = writer.constant(True, "i1")
            return writer.op(f"arith.xori {self.truth(expr.args[0])}, {true} : i1")
        if isinstance(expr, (sympy.And, sympy.Or)):
            name = "arith.andi" if isinstance(expr, sympy.And) else "arith.ori"
            result, *others = [self.truth(term) for term in expr.args]
            for other in others:
                result = writer.op(f"{name} {result}, {other} : i1")
            return result
        for kind, predicate in self._COMPARISONS.items():
            if isinstance(expr, kind):
                left, right = map(self.number, expr.args)
                return writer.op(f"arith.cmpi {predicate}, {left}, {right} : index")
        raise ImportFailure(f"no code for the index formula '{expr}'")
