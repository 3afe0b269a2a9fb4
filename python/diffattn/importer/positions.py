"""Options of an attention, and masks that are options."""

import dataclasses
from typing import Any

import sympy

from diffattn.importer.emit import attribute, literal
from diffattn.importer.values import DIMS, Computed, Size

__all__ = ["Options", "positions"]


@dataclasses.dataclass(frozen=True)
class Options:
    """Attributes, as the operation's; None or the default leaves one out."""

    scale: float | None = None
    causal: bool = False
    alignment: str = "bottom_right"
    window_left: int | None = None
    window_right: int | None = None
    softcap: float | None = None
    lambda_activation: str = "none"
    norm_eps: float | None = None
    out_scale: float | None = None

    def text(self) -> str:
        """` {causal, ...}`, or nothing."""
        items: list[str] = []
        for name in ("scale", "softcap", "out_scale"):
            value = getattr(self, name)
            if value is not None:
                items.append(f"{name} = {literal(value, 'f64')}")
        if self.causal:
            items.append("causal")
        for name in ("window_left", "window_right"):
            value = getattr(self, name)
            if value is not None:
                items.append(f"{name} = {attribute(value)}")
        if self.alignment != "bottom_right":
            items.append(f"alignment = #diffattn.alignment<{self.alignment}>")
        if self.lambda_activation != "none":
            items.append(
                "lambda_activation = "
                f"#diffattn.lambda_activation<{self.lambda_activation}>"
            )
        if self.norm_eps is not None:
            eps = literal(self.norm_eps, "f64")
            items.append(f"norm = #diffattn.norm<rms, eps = {eps}>")
        return " {" + ", ".join(items) + "}" if items else ""


def positions(
    mask: Computed, rows: Size, keys: Size, options: Options
) -> tuple[Computed | None, Options]:
    """Takes from a mask [..., rows, keys] what `causal` and windows say.

    Returns the rest of the mask, None if nothing is left, and the options.
    """
    if mask.element != "i1" or options.causal or options.window_left is not None:
        return mask, options
    formula = mask.formula
    terms = list(formula.args) if isinstance(formula, sympy.And) else [formula]
    offset = sympy.sympify(keys) - rows
    best: tuple[list[Any], Options] = (terms, options)
    for alignment, start in (("top_left", sympy.Integer(0)), ("bottom_right", offset)):
        found = dataclasses.replace(options, alignment=alignment)
        rest: list[Any] = []
        for term in terms:
            changed = _option(term, len(mask.sizes), start, found)
            found = changed or found
            rest += [] if changed else [term]
        if len(rest) < len(best[0]):
            best = rest, found
    rest, found = best
    rest = [term for term in rest if term is not sympy.true]
    left = Computed("i1", mask.sizes, sympy.And(*rest)) if rest else None
    return left, found


def _option(term: Any, rank: int, start: Any, options: Options) -> Options | None:
    """The options with a bound on the distance of key and row, if that is one.

    Row i stands at i + start.
    """
    row, key = DIMS[rank - 2], DIMS[rank - 1]
    if not isinstance(term, (sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt)):
        return None
    # distance + rest <= 0, or >= 0, with distance = key - row - start.
    difference = sympy.expand(term.lhs - term.rhs)
    is_upper = isinstance(term, (sympy.Le, sympy.Lt))
    if isinstance(term, (sympy.Lt, sympy.Gt)):
        difference += 1 if is_upper else -1
    if difference.coeff(key, 1) == -1:
        difference, is_upper = -difference, not is_upper
    rest = sympy.expand(difference - (key - row - start))
    if not rest.is_Integer:
        return None
    if is_upper and rest == 0 and options.window_right is None:
        return dataclasses.replace(options, causal=True)
    if is_upper and rest < 0 and options.window_right is None and not options.causal:
        return dataclasses.replace(options, window_right=int(-rest))
    if not is_upper and rest >= 0 and options.window_left is None:
        return dataclasses.replace(options, window_left=int(rest))
    return None
