"""Turns models.json into the tables of docs/benchmarks.md.

python -m model_bench.report: prints the tables. With --write they take the place of
what stands between their markers in docs/benchmarks.md.
"""

import argparse
import sys

from harness import OURS, ROOT, tables
from harness.results import Entry
from harness.tables import Cases, best_of, head, row, share_text, three_digits

RESULTS = ROOT / "build" / "bench" / "models.json"
BEGIN = "<!-- begin: made by tools/bench/run.sh models report --write -->"


def summary(cases: Cases) -> list[str]:
    """A row a case: ours, its share, the fastest other."""
    titles = ("diffattn, tokens/s", "share", "fastest other", "tokens/s", "share", "x")
    lines = head("case", *titles)
    for name, entries in cases.items():
        ours, best = entries.get(OURS), best_of(entries)
        cells = [name] + ["-"] * len(titles)
        if ours:
            cells[1:3] = [three_digits(ours["tokens_per_s"]), share_text(ours)]
        if best:
            speed = three_digits(best["tokens_per_s"])
            share = f"{100 * best['share']:.0f} %"
            cells[3:6] = [best["implementation"], speed, share]
        if ours and best:
            cells[6] = f"{best['median_ms'] / ours['median_ms']:.2f}"
        lines.append(row(*cells))
    return lines


def compile_text(entry: Entry) -> str:
    """Seconds of the compiler, and of what makes its input."""
    if entry["compile_s"] is None:
        return "-"
    text = f"{entry['compile_s']:.1f}"
    if entry["export_s"] is not None:
        text += f" + {entry['export_s']:.1f}"
    return text


def memory_text(entry: Entry) -> str:
    """MiB of compiling and of running."""
    compiling = entry["compile_rss_mib"]
    first = "-" if compiling is None else f"{compiling:.0f}"
    return f"{first} / {entry['peak_rss_mib']:.0f}"


def size_text(entry: Entry) -> str:
    """MiB of what is made."""
    size = entry["artifact_mib"]
    return "-" if size is None else f"{size:.2f}"


def versions(results: list[Entry]) -> str:
    """Of the others: a line."""
    found = {e["implementation"]: e["version"] for e in results if e["version"]}
    return ", ".join(f"{name} {version}" for name, version in found.items())


def markdown(results: list[Entry]) -> str:
    """All of the generated part."""
    if not results:
        return "No results.\n"
    cases = tables.by_case(results)
    names = tables.names_of(cases)
    lines = [tables.origin(results), "", *summary(cases)]
    if table := tables.ratios(cases):
        lines += [
            "",
            f"Times of the others ({versions(results)}), as multiples of ours:",
        ]
        lines += ["", *table]
    for title, cell in (
        (
            "Seconds to compile a graph, + to get it from the model's folder:",
            compile_text,
        ),
        ("Peak memory of compiling / of running, MiB:", memory_text),
        ("Size of what is compiled, without weights, MiB:", size_text),
    ):
        lines += ["", title, "", *tables.grid(cases, names, cell)]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Exits with 1 if there are no results to report."""
    parser = argparse.ArgumentParser(prog="report", description=__doc__)
    return 0 if tables.report(parser, RESULTS, markdown, BEGIN) else 1


if __name__ == "__main__":
    sys.exit(main())
