"""Turns attention.json into the tables and the figure of docs/benchmarks.md.

python -m attention_bench.report: prints the tables. With --write they take the
place of what stands between the markers of docs/benchmarks.md.
"""

import argparse
import json
import pathlib
import sys
from collections.abc import Iterable
from typing import Any

from attention_bench.cases import ROOT

RESULTS = ROOT / "build" / "bench" / "attention.json"
DOCUMENT = ROOT / "docs" / "benchmarks.md"
FIGURE = ROOT / "docs" / "benchmarks.svg"
BEGIN = "<!-- begin: made by tools/bench/run.sh report --write -->"
END = "<!-- end -->"
OURS = "diffattn"
LIBRARIES = {"torch": "PyTorch", "ort": "ONNX Runtime", "iree": "IREE"}

Entry = dict[str, Any]
Cases = dict[str, dict[str, Entry]]


def by_case(results: Iterable[Entry]) -> Cases:
    """Case to implementation to entry, in the order of the results."""
    cases: Cases = {}
    for entry in results:
        cases.setdefault(entry["case"], {})[entry["implementation"]] = entry
    return cases


def milliseconds(value: float) -> str:
    """With three digits."""
    digits = max(0, 2 - len(str(int(value))) + 1)
    return f"{value:.{digits}f}"


def best_of(entries: dict[str, Entry], prefix: str = "") -> Entry | None:
    """The fastest of the others whose name starts so."""
    others = [
        entry
        for name, entry in entries.items()
        if name != OURS and name.startswith(prefix)
    ]
    return min(others, key=lambda entry: entry["median_ms"], default=None)


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def head(*titles: str) -> list[str]:
    """The first two lines of a table."""
    return [row(*titles), row(*["---"] * len(titles))]


def share_text(entry: Entry) -> str:
    """In percent, and of what."""
    unit = "GB/s read" if entry["peak_unit"] == "read" else "GFLOP/s"
    kind = {"bf16": "bf16 ", "f32": "", "read": ""}[entry["peak_unit"]]
    peak = (entry["peak_before"] + entry["peak_after"]) / 2
    return f"{100 * entry['share']:.0f} % of {peak:.0f} {kind}{unit}"


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
            time = milliseconds(ours["median_ms"])
            cells[1:5] = [time, share_text(ours), ours["strategy"], memory]
        if best:
            cells[5:7] = [best["implementation"], milliseconds(best["median_ms"])]
        if ours and best:
            cells[7] = f"{best['median_ms'] / ours['median_ms']:.2f}"
        lines.append(row(*cells))
    return lines


def ratios(cases: Cases) -> list[str]:
    """A row a case, a column an implementation: how many times ours it takes."""
    names = {name: None for entries in cases.values() for name in entries}
    others = [name for name in names if name != OURS]
    lines = head("case", *others)
    for case, entries in cases.items():
        if len(entries) < 2 or OURS not in entries:
            continue
        ours = entries[OURS]["median_ms"]
        cells = [
            f"{entries[name]['median_ms'] / ours:.2f}" if name in entries else "-"
            for name in others
        ]
        lines.append(row(case, *cells))
    return lines if len(lines) > 2 else []


def distinct(results: Iterable[Entry], key: str) -> str:
    """The values that entries have for a key, in words."""
    return ", ".join(dict.fromkeys(str(entry[key]) for entry in results))


def markdown(results: list[Entry]) -> str:
    """All of the generated part."""
    if not results:
        return "No results.\n"
    cases = by_case(results)
    lines = [
        f"{distinct(results, 'processor')}; {distinct(results, 'threads')} threads; "
        f"{distinct(results, 'date')}; made by "
        + ", ".join(f"`{c}`" for c in dict.fromkeys(e["command"] for e in results))
        + ".",
        "",
        *summary(cases),
    ]
    lines += ["", "![shares of the peak](benchmarks.svg)"]
    if table := ratios(cases):
        lines += ["", "Times of the others, as multiples of ours:", "", *table]
    return "\n".join(lines) + "\n"


def replaced(document: str, part: str) -> str:
    """The document with `part` between its markers. Raises ValueError if it lacks
    them."""
    begin, end = document.find(BEGIN), document.find(END)
    if begin < 0 or end < begin:
        raise ValueError(f"expected the markers '{BEGIN}' and '{END}'")
    return f"{document[: begin + len(BEGIN)]}\n{part}{document[end:]}"


def draw(results: list[Entry], path: pathlib.Path) -> None:
    """Bars: the share of the peak, ours and the best of each library."""
    import matplotlib

    matplotlib.use("svg")
    # The same numbers give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "attention"
    from matplotlib import pyplot

    cases = by_case(results)
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
        + distinct(results, "processor")
    )
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=len(groups))
    axes.grid(axis="x", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> int:
    """Exits with 1 if there are no results to report."""
    parser = argparse.ArgumentParser(prog="report", description=__doc__)
    parser.add_argument("--results", type=pathlib.Path, default=RESULTS)
    parser.add_argument("--write", action="store_true", help="change the document")
    parser.add_argument("--document", type=pathlib.Path, default=DOCUMENT)
    parser.add_argument("--figure", type=pathlib.Path, default=FIGURE)
    options = parser.parse_args()
    try:
        results = json.loads(options.results.read_text(encoding="utf-8"))
        if not options.write:
            print(markdown(results), end="")
            return 0
        text = options.document.read_text(encoding="utf-8")
        options.document.write_text(replaced(text, markdown(results)), encoding="utf-8")
        draw(results, options.figure)
    except (OSError, ValueError) as error:
        print(f"report: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
