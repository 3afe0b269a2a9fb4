"""Results as tables of Markdown, and their place in a document."""

import argparse
import json
import pathlib
import sys
from collections.abc import Callable, Iterable

from harness import OURS, ROOT
from harness.results import Entry

DOCUMENT = ROOT / "docs" / "benchmarks.md"
END = "<!-- end -->"

Cases = dict[str, dict[str, Entry]]


def by_case(results: Iterable[Entry]) -> Cases:
    """Case to implementation to entry, in the order of the results."""
    cases: Cases = {}
    for entry in results:
        cases.setdefault(entry["case"], {})[entry["implementation"]] = entry
    return cases


def three_digits(value: float) -> str:
    """A number with three digits, or all before its point."""
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


def grid(cases: Cases, names: Iterable[str], cell: Callable[[Entry], str]) -> list[str]:
    """A row a case, a column an implementation."""
    names = list(names)
    lines = head("case", *names)
    for case, entries in cases.items():
        cells = [cell(entries[name]) if name in entries else "-" for name in names]
        lines.append(row(case, *cells))
    return lines


def names_of(cases: Cases) -> list[str]:
    """Of all implementations, in the order of the results."""
    return list({name: None for entries in cases.values() for name in entries})


def ratios(cases: Cases) -> list[str]:
    """A row a case, a column an implementation: how many times ours it takes. None
    where there is nothing to compare."""
    compared = {
        case: entries
        for case, entries in cases.items()
        if len(entries) > 1 and OURS in entries
    }
    others = [name for name in names_of(cases) if name != OURS]

    def ratio(entry: Entry) -> str:
        ours = compared[entry["case"]][OURS]["median_ms"]
        return f"{entry['median_ms'] / ours:.2f}"

    return grid(compared, others, ratio) if compared else []


def distinct(results: Iterable[Entry], key: str) -> str:
    """The values that entries have for a key, in words."""
    return ", ".join(dict.fromkeys(str(entry[key]) for entry in results))


def origin(results: list[Entry]) -> str:
    """Where results are from: a line."""
    commands = dict.fromkeys(entry["command"] for entry in results)
    return (
        f"{distinct(results, 'processor')}; {distinct(results, 'threads')} threads; "
        f"{distinct(results, 'date')}; made by "
        + ", ".join(f"`{command}`" for command in commands)
        + "."
    )


def replaced(document: str, part: str, begin_marker: str) -> str:
    """The document with `part` between this marker and the END after it. Raises
    ValueError if it lacks them."""
    begin = document.find(begin_marker)
    end = document.find(END, begin)
    if begin < 0 or end < 0:
        raise ValueError(f"expected the markers '{begin_marker}' and '{END}'")
    return f"{document[: begin + len(begin_marker)]}\n{part}{document[end:]}"


def report(
    parser: argparse.ArgumentParser,
    results: pathlib.Path,
    markdown: Callable[[list[Entry]], str],
    begin_marker: str,
) -> tuple[argparse.Namespace, list[Entry]] | None:
    """Prints tables, or with --write puts them into the document. Returns options
    and results; None after an error, which it prints."""
    parser.add_argument("--results", type=pathlib.Path, default=results)
    parser.add_argument("--write", action="store_true", help="change the document")
    parser.add_argument("--document", type=pathlib.Path, default=DOCUMENT)
    options = parser.parse_args()
    try:
        entries = json.loads(options.results.read_text(encoding="utf-8"))
        if not options.write:
            print(markdown(entries), end="")
            return options, entries
        text = options.document.read_text(encoding="utf-8")
        options.document.write_text(
            replaced(text, markdown(entries), begin_marker), encoding="utf-8"
        )
    except (OSError, ValueError) as error:
        print(f"report: error: {error}", file=sys.stderr)
        return None
    return options, entries
