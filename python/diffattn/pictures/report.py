"""What a model computes, and what the compiler made of it, as HTML pages that need
nothing else."""

import dataclasses
import html
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from diffattn import progress
from diffattn.errors import ModelError, UnavailableError
from diffattn.pictures import figures
from diffattn.pictures.compare import Comparison, HeadChange
from diffattn.pictures.compilation import Compilation
from diffattn.pictures.observe import Array, Observation
from diffattn.pictures.roofline import measure
from diffattn.pictures.statistics import Head, Layer, describe
from diffattn.runtime import get_num_threads

DRAWN_CHANGES = 24
"""Heads whose change is drawn: the page of two large models stays one that opens."""


@dataclasses.dataclass(frozen=True)
class Page:
    """What a page is about."""

    title: str
    """The model's name."""
    manifest: dict[str, Any]
    """Of the artifact."""


def find_span(tokens: Sequence[str], text: str) -> range:
    """The tokens that the last occurrence of `text` lies in. Raises ModelError if it
    does not occur."""
    ends = np.cumsum([len(token) for token in tokens])
    start = "".join(tokens).rfind(text)
    if not text or start < 0:
        raise ModelError(f"--span: expected a part of the text, found {text!r}")
    first = int(np.searchsorted(ends, start, side="right"))
    last = int(np.searchsorted(ends, start + len(text), side="left"))
    return range(first, last + 1)


def render_attention(page: Page, observation: Observation, span: str | None) -> str:
    """The page of maps. Raises UnavailableError without the extra `pictures`."""
    environment = make_environment()
    figures.require_matplotlib()
    marked = None if span is None else find_span(observation.tokens, span)
    layers = [describe(attention, marked) for attention in observation.attentions]
    template = environment.get_template("attention.html.j2")
    heads = sum(len(layer.heads) for layer in layers)
    drawn = itertools.count()

    def draw(head: Head) -> str:
        advance(next(drawn), heads)
        return figures.draw_head(head, observation.tokens)

    with progress.step("draw heads") as advance:
        text: str = template.render(
            page=page,
            tokens=observation.tokens,
            span=marked,
            layers=layers,
            overview=figures.draw_layers(layers),
            draw=draw,
            shade=lambda head: shade_tokens(observation.tokens, head, marked),
            rows=summarise(layers),
        )
    return text


def render_compilation(
    page: Page, compilation: Compilation, observation: Observation | None
) -> str:
    """The page of what the compiler did; with an observation, also of its speed.
    Raises UnavailableError without the extra `pictures`."""
    environment = make_environment()
    with progress.step("measure attentions"):
        costs = measure(observation.attentions) if observation else []
    text: str = environment.get_template("compilation.html.j2").render(
        page=page,
        compilation=compilation,
        costs=costs,
        tokens=len(observation.tokens) if observation else 0,
        threads=get_num_threads(),
        roofline=figures.draw_roofline(costs) if costs else "",
    )
    return text


def render_comparison(page: Page, first: str, comparison: Comparison) -> str:
    """The page of what tells the model of `page` from the one called `first`. Raises
    UnavailableError without the extra `pictures`."""
    environment = make_environment()
    figures.require_matplotlib()
    heads = comparison.heads()
    drawn = itertools.count()

    def draw(head: HeadChange) -> str:
        advance(next(drawn), min(len(heads), DRAWN_CHANGES))
        return figures.draw_change(head, comparison.tokens)

    with progress.step("draw heads") as advance:
        text: str = environment.get_template("comparison.html.j2").render(
            page=page,
            first=first,
            tokens=comparison.tokens,
            layers=comparison.layers,
            heads=heads,
            most=DRAWN_CHANGES,
            overview=figures.draw_layer_changes(comparison.layers),
            draw=draw,
            shade=lambda head: shade_weights(comparison.tokens, head.change[-1], None),
        )
    return text


def make_environment() -> Any:
    """Where templates are. Raises UnavailableError without Jinja2."""
    try:
        import jinja2
    except ImportError:
        raise UnavailableError(
            "pages need the package 'jinja2': install diffattn[pictures]"
        ) from None
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("diffattn.pictures"),
        autoescape=jinja2.select_autoescape(("html", "j2")),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["number"] = number_text
    environment.filters["percent"] = percent_text
    environment.filters["breakable"] = breakable
    return environment


def shade_tokens(tokens: Sequence[str], head: Head, span: range | None) -> str:
    """The text, each token shaded by what the last row of the difference gives it:
    blue for weight, red for weight that is taken away."""
    return shade_weights(tokens, head.difference[-1], span)


def shade_weights(
    tokens: Sequence[str], weights: Sequence[float] | Array, span: range | None
) -> str:
    """The text, each token shaded by its weight, relative to the largest."""
    largest = max(float(np.abs(weights).max(initial=0)), 1e-12)
    pieces = []
    for number, (token, weight) in enumerate(zip(tokens, weights)):
        color = "37, 99, 235" if weight >= 0 else "220, 38, 38"
        mark = " marked" if span is not None and number in span else ""
        pieces.append(
            f'<span class="token{mark}" title="{weight:.4f}" style="background: '
            f'rgba({color}, {abs(weight) / largest:.3f})">{html.escape(token)}</span>'
        )
    return "".join(pieces)


def summarise(layers: Sequence[Layer]) -> str:
    """The statistics of all heads as lines of text."""
    columns = [
        "attention",
        "head",
        "lambda",
        "row sum",
        "negative",
        "first 1",
        "first 2",
    ]
    columns += ["score 1", "score 2", "context"]
    heads = [head.statistics for layer in layers for head in layer.heads]
    if any(head.span for head in heads):
        columns += ["marked 1", "marked 2", "marked"]
    table = [columns]
    for layer in layers:
        for head in layer.heads:
            s = head.statistics
            numbers = [s.lam, s.row_sum, s.negative, s.first.signal, s.first.noise]
            numbers += [s.largest_signal, s.largest_noise, s.context_rms]
            if s.span:
                numbers += [s.span.signal, s.span.noise, s.span.difference]
            table.append([str(layer.number), s.name, *map(number_text, numbers)])
    return align(table)


def summarise_changes(comparison: Comparison) -> str:
    """The heads of two models as lines of text, those first that changed most. Of
    scores and the first token's share, those of map 1."""
    columns = ["attention", "head", "moved"]
    for name in ("lambda", "negative", "first", "score", "context"):
        columns += [f"{name} before", f"{name} after"]
    table = [columns]
    for head in comparison.heads():
        before, after = head.before.statistics, head.after.statistics
        numbers = [head.moved, before.lam, after.lam, before.negative, after.negative]
        numbers += [before.first.signal, after.first.signal]
        numbers += [before.largest_signal, after.largest_signal]
        numbers += [before.context_rms, after.context_rms]
        table.append([str(head.number), head.name, *map(number_text, numbers)])
    return align(table)


def align(table: Sequence[Sequence[str]]) -> str:
    """Rows of cells as lines."""
    widths = [max(map(len, column)) for column in zip(*table)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths))
        for row in table
    )


def breakable(text: str) -> str:
    """The text as HTML, in which a path may go on in the next line."""
    import markupsafe

    pieces = map(markupsafe.escape, text.split("/"))
    return markupsafe.Markup("/<wbr>").join(pieces)


def number_text(number: float | None) -> str:
    """Three digits, or a dash for what is not there."""
    return "-" if number is None else f"{number:.3g}"


def percent_text(share: float | None) -> str:
    """A share in percent, or a dash for what is not there."""
    return "-" if share is None else f"{100 * share:.1f} %"
