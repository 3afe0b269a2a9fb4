"""The table for people."""

from typing import Any

COLUMNS = ("case", "ms", "TFLOP/s", "goal", "cuDNN x2", "flex x2", "flash x4", "goal")
DECODE_COLUMNS = ("case", "ms", "GB/s", "of copy", "goal", "cuDNN x2", "flash x4")


def table(rows: list[tuple[str, ...]]) -> str:
    """Columns beside each other, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def number(value: float | None, digits: int = 2) -> str:
    """A number, or a dash."""
    return "-" if value is None else f"{value:.{digits}f}"


def verdict(value: float | None, goal: float | None, digits: int = 0) -> str:
    """A goal, and whether it is met."""
    if goal is None or value is None:
        return "-"
    return f"{goal:.{digits}f} {'met' if value >= goal else 'missed'}"


def prefill_row(result: dict[str, Any]) -> tuple[str, ...]:
    """A line of COLUMNS; peers as their time over ours."""
    ratios, goals = result["ratios"], result["goals"]
    return (
        result["case"],
        number(result["ms"]["ours"], 3),
        number(result["tflops"], 0),
        verdict(result["tflops"], goals.get("tflops")),
        number(ratios.get("cudnn2")),
        number(ratios.get("flex2")),
        number(ratios.get("flash4")),
        verdict(ratios.get("flash4"), goals.get("flash4"), 1),
    )


def decode_row(result: dict[str, Any]) -> tuple[str, ...]:
    """A line of DECODE_COLUMNS."""
    ratios = result["ratios"]
    return (
        result["case"],
        number(result["ms"]["ours"], 3),
        number(result["gbs"], 0),
        number(result["copy"]),
        verdict(result["copy"], result["goals"]["copy"], 1),
        number(ratios.get("cudnn2")),
        number(ratios.get("flash4")),
    )


def timings(phase: dict[str, Any]) -> str:
    """Both tables."""
    timed = [case for case in phase["cases"] if "ms" in case]
    prefill = [prefill_row(case) for case in timed if "tflops" in case]
    decode = [decode_row(case) for case in timed if "gbs" in case]
    parts = []
    if prefill:
        text = "peers: their time over ours (above 1: ours is faster)"
        epilogue = phase.get("epilogue_of_peers", "compiled")
        if epilogue != "compiled":
            text += f"; their epilogue is not compiled ({epilogue})"
        parts.append(text)
        parts.append(table([COLUMNS, *prefill]))
    if decode:
        parts.append(table([DECODE_COLUMNS, *decode]))
    if left_out := skipped(timed):
        parts.append(left_out)
    return "\n\n".join(parts)


def skipped(timed: list[dict[str, Any]]) -> str:
    """Which peers are not there, a line each: how often, and why the first time."""
    reasons: dict[str, list[str]] = {}
    for case in timed:
        for name, reason in case["skipped"].items():
            reasons.setdefault(name, []).append(reason)
    return "\n".join(
        f"{name}: left out of {len(found)} of {len(timed)} cases: {found[0]}"
        for name, found in reasons.items()
    )


def count(phase: dict[str, Any]) -> str:
    """`200 of 200 cases: 199 right, 1 wrong`."""
    states = [case["status"] for case in phase["cases"]]
    kinds = ("right", "wrong", "failed", "crashed")
    found = ", ".join(f"{states.count(k)} {k}" for k in kinds if k in states)
    text = f"{phase['done']} of {phase['planned']} cases" + (found and f": {found}")
    return text + (f" ({phase['stopped']})" if phase["stopped"] else "")
