"""Maps of attention, and what goes with them, as SVG."""

import contextlib
import dataclasses
import io
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from diffattn.errors import UnavailableError
from diffattn.pictures.compare import HeadChange, LayerChange
from diffattn.pictures.observe import Array
from diffattn.pictures.roofline import Cost
from diffattn.pictures.statistics import Head, Layer

# Text stays text: it can be searched, and needs no outlines of letters. Each text
# repeats the names of all fonts that it may be in, so these are few.
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "diffattn",
    "font.size": 8,
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
}
LABELLED_TOKENS = 48
"""Of longer texts, axes count tokens instead of showing them."""


def require_matplotlib() -> Any:
    """matplotlib. Raises UnavailableError without it."""
    try:
        import matplotlib.figure
    except ImportError:
        raise UnavailableError(
            "pictures need the package 'matplotlib': install diffattn[pictures]"
        ) from None
    return matplotlib


@contextlib.contextmanager
def styled() -> Iterator[Any]:
    """matplotlib's Figure, to be used inside: needs no screen, and leaves how others
    draw as it was."""
    matplotlib = require_matplotlib()
    with matplotlib.rc_context(STYLE):
        yield matplotlib.figure.Figure


@dataclasses.dataclass(frozen=True)
class Panel:
    """A map with its title."""

    title: str
    weights: Array
    """[rows, keys]"""
    largest: float
    """The weight that has the full color."""
    is_signed: bool = False
    """Whether weights below 0 have a color of their own."""


def draw_head(head: Head, tokens: Sequence[str]) -> str:
    """Signal, noise and difference of a head beside each other, as SVG."""
    return draw_maps(head.signal, head.noise, head.difference, tokens)


def draw_maps(
    signal: Array, noise: Array | None, difference: Array, tokens: Sequence[str]
) -> str:
    """The maps [rows, keys] of a head beside each other, as SVG; without noise, the
    signal alone. Both maps have one scale."""
    top = float(signal.max(initial=1e-12))
    if noise is None:
        return draw_panels([Panel("signal: map 1", signal, top)], tokens)
    top = max(top, float(noise.max()))
    panels = [
        Panel("signal: map 1", signal, top),
        Panel("noise: map 2", noise, top),
        Panel("map 1 - lambda x map 2", difference, extent(difference), True),
    ]
    return draw_panels(panels, tokens)


def draw_change(change: HeadChange, tokens: Sequence[str]) -> str:
    """The differences of a head before and after, on one scale, and what has changed,
    as SVG."""
    before, after = change.before.difference, change.after.difference
    largest = max(extent(before), extent(after))
    panels = [
        Panel("first model", before, largest, True),
        Panel("second model", after, largest, True),
        Panel("second - first", change.change, extent(change.change), True),
    ]
    return draw_panels(panels, tokens)


def extent(weights: Array) -> float:
    """The largest magnitude, or a little if there is none."""
    return float(np.abs(weights).max(initial=1e-12))


def draw_panels(panels: Sequence[Panel], tokens: Sequence[str]) -> str:
    """Maps beside each other, as SVG. In signed ones blue is weight, and red is
    weight taken away."""
    with styled() as make_figure:
        figure = make_figure(figsize=(3.4 * len(panels), 3.0))
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        figure.subplots_adjust(0.05, 0.12, 0.98, 0.92, wspace=0.2)
        for axis, panel in zip(axes, panels):
            image = axis.imshow(
                panel.weights,
                cmap="RdBu" if panel.is_signed else "Blues",
                vmin=-panel.largest if panel.is_signed else 0.0,
                vmax=panel.largest,
                interpolation="nearest",
            )
            axis.set_title(panel.title)
            label_tokens(axis, tokens)
            figure.colorbar(image, ax=axis, shrink=0.7)
        return to_svg(figure)


def label_tokens(axis: Any, tokens: Sequence[str]) -> None:
    """Tokens along both axes, if they are few. They are plain text: ticks, which can
    move, take ten times as long."""
    if len(tokens) > LABELLED_TOKENS:
        axis.set_xlabel("key")
        axis.set_ylabel("query")
        return
    axis.set_xticks([])
    axis.set_yticks([])
    size = min(7, 200 / len(tokens))
    for place, token in enumerate(map(show, tokens)):
        axis.text(-0.8, place, token, size=size, ha="right", va="center")
        axis.text(
            *(place, len(tokens) - 0.2, token),
            **{"size": size, "ha": "center", "va": "top", "rotation": 90},
        )


def draw_layers(layers: Sequence[Layer]) -> str:
    """lambda and the share of the first token of each layer, as SVG."""
    with styled() as make_figure:
        numbers = [layer.number for layer in layers]
        figure = make_figure(figsize=(9, 2.8), layout="constrained")
        left, middle, right = figure.subplots(1, 3)
        draw_means(left, "lambda", layers, numbers, ["lam"])
        draw_means(
            middle,
            "weight on the first token",
            layers,
            numbers,
            ["first.signal", "first.noise", "first.difference"],
        )
        draw_means(
            right,
            "largest score",
            layers,
            numbers,
            ["largest_signal", "largest_noise"],
        )
        return to_svg(figure)


def draw_layer_changes(layers: Sequence[LayerChange]) -> str:
    """lambda of both models, and how much has changed in each layer, as SVG."""
    with styled() as make_figure:
        numbers = [layer.after.number for layer in layers]
        figure = make_figure(figsize=(9, 2.8), layout="constrained")
        left, middle, right = figure.subplots(1, 3)
        for name, style in (("before", "--"), ("after", "-")):
            found = [getattr(layer, name) for layer in layers]
            label = {"before": "first model", "after": "second model"}[name]
            draw_means(left, "lambda", found, numbers, ["lam"], label, style)
        for axis, title, name in (
            (middle, "weight moved in a row", "moved"),
            (right, "change of the result", "result"),
        ):
            axis.set_title(title)
            axis.set_xlabel("attention")
            axis.set_xticks(numbers)
            axis.bar(numbers, [getattr(layer, name) for layer in layers], 0.6)
            axis.set_ylim(bottom=0)
        if left.lines:
            left.legend(fontsize=7)
        return to_svg(figure)


def draw_roofline(costs: Sequence[Cost]) -> str:
    """Attentions below what the processor could do, as SVG."""
    with styled() as make_figure:
        figure = make_figure(figsize=(7, 3.6), layout="constrained")
        axis = figure.subplots()
        found = [cost.intensity for cost in costs]
        intensities = np.geomspace(min(1.0, *found) / 2, max(100.0, *found) * 2, 200)
        for peaks in dict.fromkeys(cost.peaks for cost in costs):
            limits = [peaks.limit(x) for x in intensities]
            label = (
                f"limit: {peaks.flops:.0f} {peaks.unit} GFLOP/s, {peaks.read:.0f} GB/s"
            )
            axis.loglog(intensities, limits, color="#6b7280", label=label)
        axis.loglog(
            found,
            [cost.rate for cost in costs],
            "o",
            color="#2563eb",
            label="attentions",
        )
        for cost in costs:
            axis.annotate(
                str(cost.number),
                (cost.intensity, cost.rate),
                xytext=(4, -8),
                textcoords="offset points",
                fontsize=7,
            )
        axis.set_xlabel("operations a byte")
        axis.set_ylabel("GFLOP/s")
        axis.legend(fontsize=7)
        return to_svg(figure)


def draw_means(
    axis: Any,
    title: str,
    layers: Sequence[Layer],
    numbers: list[int],
    of: list[str],
    label: str | None = None,
    style: str = "-",
) -> None:
    """A line for each of the statistics: their mean over heads."""
    axis.set_title(title)
    axis.set_xlabel("attention")
    axis.set_xticks(numbers)
    for path in of:
        means = [mean_over_heads(layer, path) for layer in layers]
        if None not in means:
            name = label or path.rpartition(".")[2].removeprefix("largest_")
            axis.plot(numbers, means, style, marker="o", markersize=3, label=name)
    if len(of) > 1 and axis.lines:
        axis.legend(fontsize=7)


def mean_over_heads(layer: Layer, path: str) -> float | None:
    """The mean of a statistic; None if a head lacks it."""
    values = []
    for head in layer.heads:
        value: Any = head.statistics
        for name in path.split("."):
            value = getattr(value, name)
        if value is None:
            return None
        values.append(value)
    return float(np.mean(values))


def show(token: str) -> str:
    """A token as a label: what can't be seen, or would be read as mathematics, is
    spelled out."""
    visible = (
        token.replace("\n", "\u21b5").replace(" ", "\u2423").replace("\t", "\u21e5")
    )
    return visible.replace("$", r"\$")


def to_svg(figure: Any) -> str:
    """The figure, to be put into a page."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]
