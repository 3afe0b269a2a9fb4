"""Turns attention.json into the tables and the figure of docs/benchmarks.md.

python -m attention_bench.report: prints the tables. With --write they take the
place of what stands between the markers of docs/benchmarks.md.
"""

import argparse
import pathlib
import sys

from harness import OURS, ROOT, tables
from harness.results import Entry
from harness.tables import Cases, best_of, head, row, share_text, three_digits

RESULTS = ROOT / "build" / "bench" / "attention.json"
FIGURE = ROOT / "docs" / "benchmarks.svg"
BEGIN = "<!-- begin: made by tools/bench/run.sh report --write -->"
LIBRARIES = {"torch": "PyTorch", "ort": "ONNX Runtime", "iree": "IREE"}


def summary(cases: Cases) -> list[str]:
    """A row a case: ours, its share, the fastest other."""
    titles = ("diffattn, ms", "share", "strategy", "memory, MiB")
    titles += ("fastest other", "ms", "x")
    lines = head("case", *titles)
    for name, entries in cases.items():
        ours, best = entries.get(OURS), best_of(entries)
        cells = [name] + ["-"] * len(titles)
        if ours:
            memory = f"{ours['memory_mib']:.0f}"
            time = three_digits(ours["median_ms"])
            cells[1:5] = [time, share_text(ours), ours["strategy"], memory]
        if best:
            cells[5:7] = [best["implementation"], three_digits(best["median_ms"])]
        if ours and best:
            cells[7] = f"{best['median_ms'] / ours['median_ms']:.2f}"
        lines.append(row(*cells))
    return lines


def markdown(results: list[Entry]) -> str:
    """All of the generated part."""
    if not results:
        return "No results.\n"
    cases = tables.by_case(results)
    lines = [tables.origin(results), "", *summary(cases)]
    lines += ["", "![shares of the peak](benchmarks.svg)"]
    if table := tables.ratios(cases):
        lines += ["", "Times of the others, as multiples of ours:", "", *table]
    return "\n".join(lines) + "\n"


def draw(results: list[Entry], path: pathlib.Path) -> None:
    """Bars: the share of the peak, ours and the best of each library."""
    import matplotlib

    matplotlib.use("svg")
    # The same numbers give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "attention"
    from matplotlib import pyplot

    cases = tables.by_case(results)
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.55 * len(cases)))
    groups = {OURS: OURS} | LIBRARIES
    thickness = 0.8 / len(groups)
    for index, (prefix, label) in enumerate(groups.items()):
        best = [
            entries.get(OURS) if prefix == OURS else best_of(entries, prefix)
            for entries in cases.values()
        ]
        places = [place + index * thickness for place in range(len(cases))]
        shares = [100 * entry["share"] if entry else 0 for entry in best]
        axes.barh(places, shares, thickness, label=label)
    axes.set_yticks([p + 0.4 - thickness / 2 for p in range(len(cases))], list(cases))
    axes.invert_yaxis()
    axes.set_xlabel(
        "% of the measured peak (decoding: of reading memory); "
        + tables.distinct(results, "processor")
    )
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=len(groups))
    axes.grid(axis="x", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> int:
    """Exits with 1 if there are no results to report."""
    parser = argparse.ArgumentParser(prog="report", description=__doc__)
    parser.add_argument("--figure", type=pathlib.Path, default=FIGURE)
    done = tables.report(parser, RESULTS, markdown, BEGIN)
    if not done:
        return 1
    options, results = done
    if options.write:
        draw(results, options.figure)
    return 0


if __name__ == "__main__":
    sys.exit(main())
