"""Operations that compute each element of the result from one of each operand.

f16 and bf16 are computed in f32 and rounded once, as PyTorch does on the CPU.
Integers and truth values that are formulas of indices stay formulas.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import sympy

from diffattn.importer import scalars
from diffattn.importer.builder import Builder
from diffattn.importer.shape import expand
from diffattn.importer.table import TABLE, Call, lowers
from diffattn.importer.values import (
    DIMS,
    ELEMENTS,
    Computed,
    Size,
    Value,
    is_float,
)

__all__ = ["binary", "cast", "compute_type", "unary"]


def compute_type(element: str) -> str:
    """The type that PyTorch computes in."""
    return "f32" if element in ("f16", "bf16") else element


# Unary -------------------------------------------------------------------------


def unary(
    builder: Builder, value: Value, element: str, body: Callable[[str, str], str]
) -> Value:
    """`body` gets a scalar and its type, the type that `element` is computed in."""
    wide = compute_type(element)

    def whole(names: list[str]) -> str:
        scalar = builder.convert(names[0], value.element, wide)
        return builder.convert(body(scalar, wide), wide, element)

    return builder.elementwise([value], value.sizes, element, whole)


_MATH = {
    "aten.exp.default": "math.exp",
    "aten.exp2.default": "math.exp2",
    "aten.log.default": "math.log",
    "aten.log2.default": "math.log2",
    "aten.log1p.default": "math.log1p",
    "aten.expm1.default": "math.expm1",
    "aten.sqrt.default": "math.sqrt",
    "aten.rsqrt.default": "math.rsqrt",
    "aten.sin.default": "math.sin",
    "aten.cos.default": "math.cos",
    "aten.tanh.default": "math.tanh",
    "aten.erf.default": "math.erf",
    "aten.floor.default": "math.floor",
    "aten.ceil.default": "math.ceil",
}


def _math(call: Call) -> Value:
    name, writer = _MATH[call.target], call.builder.writer
    if not is_float(call.element):
        raise call.unsupported(f"on elements of {call.element}")
    return unary(
        call.builder,
        call["self"],
        call.element,
        lambda x, t: writer.op(f"{name} {x} : {t}"),
    )


TABLE.update(dict.fromkeys(_MATH, _math))


@lowers("aten.neg.default")
def _neg(call: Call) -> Value:
    value, writer = call["self"], call.builder.writer
    if _folds(value):
        return Computed(call.element, call.sizes, -value.formula)
    if is_float(call.element):
        return unary(
            call.builder,
            value,
            call.element,
            lambda x, t: writer.op(f"arith.negf {x} : {t}"),
        )
    return binary(call, "sub", 0, value)


@lowers("aten.abs.default")
def _abs(call: Call) -> Value:
    name = "math.absf" if is_float(call.element) else "math.absi"
    writer = call.builder.writer
    return unary(
        call.builder,
        call["self"],
        call.element,
        lambda x, t: writer.op(f"{name} {x} : {t}"),
    )


@lowers("aten.reciprocal.default")
def _reciprocal(call: Call) -> Value:
    return binary(call, "div", 1, call["self"])


@lowers("aten.relu.default")
def _relu(call: Call) -> Value:
    return binary(call, "maximum", call["self"], 0)


@lowers("aten.sigmoid.default")
def _sigmoid(call: Call) -> Value:
    builder = call.builder
    return unary(
        builder,
        call["self"],
        call.element,
        lambda x, t: _over_one_plus_exp(builder, 1.0, x, t),
    )


@lowers("aten.silu.default")
def _silu(call: Call) -> Value:
    builder = call.builder
    return unary(
        builder,
        call["self"],
        call.element,
        lambda x, t: _over_one_plus_exp(builder, x, x, t),
    )


def _over_one_plus_exp(builder: Builder, top: "str | float", x: str, t: str) -> str:
    """top / (1 + exp(-x))."""
    writer = builder.writer
    one = writer.constant(1.0, t)
    top = top if isinstance(top, str) else one
    exp = writer.op(f"math.exp {writer.op(f'arith.negf {x} : {t}')} : {t}")
    return writer.op(
        f"arith.divf {top}, {writer.op(f'arith.addf {exp}, {one} : {t}')} : {t}"
    )


@lowers("aten.gelu.default")
def _gelu(call: Call) -> Value:
    builder = call.builder
    curve = _gelu_tanh if call["approximate"] == "tanh" else _gelu_erf
    return unary(builder, call["self"], call.element, lambda x, t: curve(builder, x, t))


def _gelu_erf(builder: Builder, x: str, t: str) -> str:
    """x / 2 * (1 + erf(x / sqrt(2)))."""
    writer = builder.writer
    c = functools.partial(writer.constant, element=t)
    inner = writer.op(f"arith.mulf {x}, {c(math.sqrt(0.5))} : {t}")
    sum = writer.op(
        f"arith.addf {writer.op(f'math.erf {inner} : {t}')}, {c(1.0)} : {t}"
    )
    half = writer.op(f"arith.mulf {x}, {c(0.5)} : {t}")
    return writer.op(f"arith.mulf {half}, {sum} : {t}")


def _gelu_tanh(builder: Builder, x: str, t: str) -> str:
    """x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))."""
    writer = builder.writer
    c = functools.partial(writer.constant, element=t)

    def mul(a: str, b: str) -> str:
        return writer.op(f"arith.mulf {a}, {b} : {t}")

    cube = mul(mul(mul(x, x), x), c(0.044715))
    inner = mul(writer.op(f"arith.addf {x}, {cube} : {t}"), c(math.sqrt(2 / math.pi)))
    sum = writer.op(
        f"arith.addf {writer.op(f'math.tanh {inner} : {t}')}, {c(1.0)} : {t}"
    )
    return mul(mul(x, c(0.5)), sum)


@lowers("aten.pow.Tensor_Scalar")
def _pow(call: Call) -> Value:
    exponent, writer = call["exponent"], call.builder.writer
    mul = "arith.mulf" if is_float(call.element) else "arith.muli"

    def body(x: str, t: str) -> str:
        if exponent in (2, 3):
            square = writer.op(f"{mul} {x}, {x} : {t}")
            return square if exponent == 2 else writer.op(f"{mul} {square}, {x} : {t}")
        if not is_float(call.element):
            raise call.unsupported(f"exponent {exponent} on integers")
        if exponent in (0.5, -0.5):
            name = "math.sqrt" if exponent > 0 else "math.rsqrt"
            return writer.op(f"{name} {x} : {t}")
        return writer.op(f"math.powf {x}, {writer.constant(exponent, t)} : {t}")

    return unary(call.builder, call["self"], call.element, body)


# Binary ------------------------------------------------------------------------

# For floats, for integers, and as a formula.
_ARITHMETIC: dict[str, tuple[str, str | None, Callable[[Any, Any], Any] | None]] = {
    "add": ("arith.addf", "arith.addi", lambda a, b: a + b),
    "sub": ("arith.subf", "arith.subi", lambda a, b: a - b),
    "mul": ("arith.mulf", "arith.muli", lambda a, b: a * b),
    "div": ("arith.divf", None, None),
    "maximum": ("arith.maximumf", "arith.maxsi", None),
    "minimum": ("arith.minimumf", "arith.minsi", None),
    "pow": ("math.powf", None, None),
    "atan2": ("math.atan2", None, None),
    "and": ("", "arith.andi", None),
    "or": ("", "arith.ori", None),
    "xor": ("", "arith.xori", None),
}

_COMPARISONS: dict[str, tuple[str, str, Callable[[Any, Any], Any]]] = {
    "eq": ("oeq", "eq", sympy.Eq),
    "ne": ("une", "ne", sympy.Ne),
    "lt": ("olt", "slt", sympy.Lt),
    "le": ("ole", "sle", sympy.Le),
    "gt": ("ogt", "sgt", sympy.Gt),
    "ge": ("oge", "sge", sympy.Ge),
}

_LOGIC = {"and": sympy.And, "or": sympy.Or}


def binary(call: Call, name: str, left: Any, right: Any) -> Value:
    """Arithmetic or logic; operands are `Value`s or numbers."""
    if (formula := _fold(call, name, left, right)) is not None:
        return Computed(call.element, call.sizes, formula)
    floats, integers, _ = _ARITHMETIC[name]
    wide = compute_type(call.element)
    operation = floats if is_float(wide) else integers
    if wide == "i1" and name in ("add", "maximum", "mul"):
        operation = "arith.ori" if name != "mul" else "arith.andi"
    if not operation:
        raise call.unsupported(f"'{name}' on elements of {wide}")
    writer = call.builder.writer
    return _apply(
        call,
        left,
        right,
        wide,
        lambda a, b: writer.op(f"{operation} {a}, {b} : {wide}"),
        wide,
    )


def compare(call: Call, name: str, left: Any, right: Any) -> Value:
    """A comparison, in the type that both operands promote to."""
    if (formula := _fold(call, name, left, right)) is not None:
        return Computed("i1", call.sizes, formula)
    floats, integers, _ = _COMPARISONS[name]
    wide = compute_type(_promoted(left, right))
    operation = f"arith.cmpf {floats}," if is_float(wide) else f"arith.cmpi {integers},"
    if wide == "i1" and name not in ("eq", "ne"):
        raise call.unsupported("order of truth values")
    writer = call.builder.writer
    return _apply(
        call,
        left,
        right,
        wide,
        lambda a, b: writer.op(f"{operation} {a}, {b} : {wide}"),
        "i1",
    )


def _apply(
    call: Call,
    left: Any,
    right: Any,
    wide: str,
    body: Callable[[str, str], str],
    result: str,
) -> Value:
    builder = call.builder
    operands = [x for x in (left, right) if not is_number(x)]

    def whole(names: list[str]) -> str:
        scalars_: list[str] = []
        rest = list(names)
        for operand in (left, right):
            if is_number(operand):
                scalars_.append(number(builder, operand, wide))
            else:
                scalars_.append(builder.convert(rest.pop(0), operand.element, wide))
        return builder.convert(body(*scalars_), result, call.element)

    return builder.elementwise(operands, call.sizes, call.element, whole)


def is_number(operand: Any) -> bool:
    """Whether an operand is no tensor."""
    return isinstance(operand, (bool, int, float, sympy.Basic))


def number(builder: Builder, value: Any, element: str) -> str:
    """A number, perhaps a symbolic one, as a scalar."""
    if isinstance(value, sympy.Basic):
        return (
            builder.convert(builder.writer.size(value), "index", "i64")
            if (element == "i64")
            else _symbol(builder, value, element)
        )
    return builder.writer.constant(value, element)


def _symbol(builder: Builder, value: Size, element: str) -> str:
    scalar = builder.convert(builder.writer.size(value), "index", "i64")
    return builder.convert(scalar, "i64", element)


def _promoted(left: Any, right: Any) -> str:
    """PyTorch's result type of two operands."""
    import torch

    dtypes = {element: dtype for dtype, element in ELEMENTS.items()}
    kinds: list[Any] = []
    for operand in (left, right):
        if is_number(operand):
            kinds.append(operand if not isinstance(operand, sympy.Basic) else 1)
        else:
            shape = [1] * len(operand.sizes)
            kinds.append(
                torch.empty(shape, dtype=dtypes[operand.element], device="meta")
            )
    return ELEMENTS[torch.result_type(*kinds)]


def _folds(value: Any) -> bool:
    """Whether a value is a formula on integers or truth values."""
    if isinstance(value, Computed):
        return not is_float(value.element)
    return is_number(value) and not isinstance(value, float)


def _fold(call: Call, name: str, left: Any, right: Any) -> Any:
    """The formula of the result, or None."""
    if is_float(call.element) or not (_folds(left) and _folds(right)):
        return None
    elements = {x.element for x in (left, right) if isinstance(x, Computed)}
    if name in _LOGIC and elements == {"i1"}:
        rule: Any = _LOGIC[name]
    elif "i1" in elements or not elements:
        return None
    elif name in _COMPARISONS:
        rule = _COMPARISONS[name][2]
    else:
        rule = _ARITHMETIC[name][2]
    if rule is None:
        return None
    result = rule(_aligned(left, call.sizes), _aligned(right, call.sizes))
    return sympy.expand(result) if call.element != "i1" else result


def _aligned(operand: Any, sizes: tuple[Size, ...]) -> Any:
    """The formula of an operand in the dims of the result."""
    if is_number(operand):
        return sympy.sympify(operand)
    extra = len(sizes) - len(operand.sizes)
    change = {
        DIMS[i]: DIMS[i + extra] if size != 1 else sympy.Integer(0)
        for i, size in enumerate(operand.sizes)
    }
    return scalars.rename(operand, change)


def _enter_binary() -> None:
    """Enters all binary operations into the table."""

    def plain(name: str) -> Callable[[Call], Value]:
        rule = compare if name in _COMPARISONS else binary
        return lambda call: rule(call, name, call["self"], call["other"])

    for name in ("mul", "maximum", "minimum", "atan2"):
        lowers(f"aten.{name}.Tensor", f"aten.{name}.default", f"aten.{name}.Scalar")(
            plain(name)
        )
    for name in _COMPARISONS:
        lowers(f"aten.{name}.Tensor", f"aten.{name}.Scalar")(plain(name))
    for name in ("and", "or", "xor"):
        lowers(
            f"aten.__{name}__.Tensor",
            f"aten.__{name}__.Scalar",
            f"aten.bitwise_{name}.Tensor",
            f"aten.bitwise_{name}.Scalar",
        )(plain(name))


_enter_binary()


@lowers("aten.logical_and.default", "aten.logical_or.default")
def _logical(call: Call) -> Value:
    name = "and" if "and" in call.target else "or"
    left, right = (cast(call.builder, call[x], "i1") for x in ("self", "other"))
    return binary(call, name, left, right)


@lowers("aten.div.Tensor", "aten.div.Scalar")
def _div(call: Call) -> Value:
    return binary(call, "div", call["self"], call["other"])


@lowers("aten.pow.Tensor_Tensor")
def _pow_tensor(call: Call) -> Value:
    return binary(call, "pow", call["self"], call["exponent"])


@lowers("aten.add.Tensor", "aten.add.Scalar", "aten.sub.Tensor", "aten.sub.Scalar")
def _add(call: Call) -> Value:
    return _add_scaled(call, call["self"], call["other"])


@lowers("aten.rsub.Tensor", "aten.rsub.Scalar")
def _rsub(call: Call) -> Value:
    return _add_scaled(call, call["other"], call["self"])


def _add_scaled(call: Call, left: Any, right: Any) -> Value:
    if call["alpha"] != 1:
        raise call.unsupported(
            f"alpha = {call['alpha']}", "multiply before the addition"
        )
    name = "add" if "add" in call.target else "sub"
    return binary(call, name, left, right)


@lowers("aten.bitwise_not.default", "aten.logical_not.default")
def _not(call: Call) -> Value:
    value = call["self"]
    if value.element != "i1":
        raise call.unsupported(f"on elements of {value.element}")
    if isinstance(value, Computed):
        return Computed("i1", call.sizes, sympy.Not(value.formula))
    return binary(call, "xor", value, True)


@lowers("aten.clamp.default", "aten.clamp_min.default", "aten.clamp_max.default")
def _clamp(call: Call) -> Value:
    value = call.value("self")
    if call.arguments.get("min") is not None:
        value = binary(call, "maximum", value, call["min"])
    if call.arguments.get("max") is not None:
        value = binary(call, "minimum", value, call["max"])
    return value


# Choice and conversion -----------------------------------------------------------


@lowers(
    "aten.where.self",
    "aten.where.ScalarOther",
    "aten.where.ScalarSelf",
    "aten.where.Scalar",
)
def _where(call: Call) -> Value:
    return _select(call, call["condition"], call["self"], call["other"])


@lowers("aten.masked_fill.Scalar", "aten.masked_fill.Tensor")
def _masked_fill(call: Call) -> Value:
    return _select(call, call["mask"], call["value"], call["self"])


def _select(call: Call, condition: Value, yes: Any, no: Any) -> Value:
    """yes where condition, else no."""
    builder, element = call.builder, call.element
    operands = [condition, *(x for x in (yes, no) if not is_number(x))]

    def body(names: list[str]) -> str:
        rest = list(names[1:])
        choices: list[str] = []
        for operand in (yes, no):
            if is_number(operand):
                choices.append(number(builder, operand, element))
            else:
                choices.append(builder.convert(rest.pop(0), operand.element, element))
        return builder.writer.op(
            f"arith.select {names[0]}, {choices[0]}, {choices[1]} : {element}"
        )

    return builder.elementwise(operands, call.sizes, element, body)


def cast(builder: Builder, value: Value, element: str) -> Value:
    """The value in another element type."""
    if value.element == element:
        return value
    if isinstance(value, Computed):
        if not isinstance(value.formula, sympy.Basic) and is_float(element):
            return Computed(element, value.sizes, value.formula)
        is_integer = not is_float(value.element) and value.element != "i1"
        if is_integer and not is_float(element) and element != "i1":
            return Computed(element, value.sizes, value.formula)
        if value.formula in (sympy.true, sympy.false) and not is_float(element):
            return Computed(
                element, value.sizes, sympy.Integer(value.formula is sympy.true)
            )
    return builder.elementwise(
        [value],
        value.sizes,
        element,
        lambda names: builder.convert(names[0], value.element, element),
    )


@lowers(
    "aten._to_copy.default",
    "aten.to.dtype",
    "aten.type_as.default",
    "aten.to.dtype_layout",
)
def _to_copy(call: Call) -> Value:
    return cast(call.builder, call["self"], call.element)


@lowers("aten.copy.default")
def _copy(call: Call) -> Value:
    return expand(cast(call.builder, call["src"], call.element), call.sizes)


@lowers("prims.convert_element_type.default")
def _convert_element_type(call: Call) -> Value:
    return cast(call.builder, call["a"], call.element)
