"""Values of options that mean nothing: each option of each tool, pass and command is
tried, as their help lists them. The answer is an error, not a crash, nor a hang."""

import argparse
import functools
import pathlib
import re
from collections.abc import Iterator

import pytest
from commands import CRASH, Outcome, pass_options, passes, run, run_forks

MODULE = """
func.func @f(%a: tensor<4xf32> {diffattn.name = "a"}) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

VALUES: dict[str, str | bytes] = {
    "empty": "",
    "junk": "junk",
    "negative": "-1",
    "huge": "9" * 400,
    "fraction": "0.5",
    "line break": "a\nb",
    "long": "x" * 100_000,
    "no UTF-8": b"\xff\xfe",
    "a folder": "/",
}
values = pytest.mark.parametrize("value", VALUES)


def joined(flag: str, value: str | bytes) -> str | bytes:
    """FLAG=VALUE."""
    return f"{flag}={value}" if isinstance(value, str) else flag.encode() + b"=" + value


def problem(outcome: Outcome, lines: int) -> str:
    """What is wrong with the answer; a value may also be right."""
    if outcome.status not in (0, 1, 2):
        return f"exit {outcome.status}: {outcome.err[:400]}"
    for sign in CRASH:
        if sign in outcome.err:
            return f"crash: {outcome.err[:400]}"
    if outcome.status == 0:
        return ""
    if not outcome.err.strip():
        return f"exit {outcome.status} without a word"
    # Values are quoted, with their line breaks.
    said = outcome.err.replace("a\nb", "a b").splitlines()
    if len(said) > lines:
        return f"{len(said)} lines: {outcome.err[:400]}"
    return ""


# Tools ----------------------------------------------------------------------------

# Arguments that make a command of it, after the option.
TOOLS: dict[str, tuple[str, ...]] = {
    "diffattn-compile": ("-", "-o", "out.so"),
    "diffattn-run": ("-", "--input=4xf32=1"),
    "diffattn-bench": ("-", "--benchmark_min_time=0.001"),
}


@functools.cache
def options_of(tool: str) -> tuple[str, ...]:
    """The options that a tool's help lists with a value, and those without."""
    text = run(tool, "--help").out
    found = re.findall(r"(?m)^  (--?[a-z][\w-]*)(?:=<| <|\s+-\s|\s*$|\[=)", text)
    return tuple(
        dict.fromkeys(
            f for f in found if f not in ("--help", "--help-list", "--version")
        )
    )


def test_help_lists_options() -> None:
    """Or nothing would be tried."""
    assert {"-o", "--cpu", "--schedule", "--emit", "--strict", "--timing"} <= set(
        options_of("diffattn-compile")
    )
    assert {"--input", "--threads", "--atol"} <= set(options_of("diffattn-run"))
    assert {"--flops", "--peak"} <= set(options_of("diffattn-bench"))


@pytest.mark.parametrize("tool", TOOLS)
@values
def test_a_junk_value_of_a_tool_crashes_it(
    tool: str, value: str, tmp_path: pathlib.Path
) -> None:
    """Each option, one after the other."""
    wrong = []
    for option in options_of(tool):
        if option in ("-o", "--output", "--outputs", "--peak"):
            continue  # What they take is any path; and what takes long.
        argument = joined(option, VALUES[value])
        outcome = run(tool, argument, *TOOLS[tool], stdin=MODULE, folder=tmp_path)
        if found := problem(outcome, lines=1):
            wrong.append(f"{option}: {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("tool", TOOLS)
def test_unknown_options_are_told_in_several_lines(tool: str) -> None:
    """And with a guess, where there is one."""
    for argument, guess in (("--no-such", ""), ("--thread=1", ""), ("--inptu=1", "")):
        outcome = run(tool, argument, *TOOLS[tool])
        assert outcome.status == 2 and len(outcome.lines) == 1, outcome.err
        assert outcome.err.startswith(f"{tool}: error: unknown command line argument ")
        assert outcome.err.endswith(" (--help lists the flags)\n") and not guess


# Passes ---------------------------------------------------------------------------


def test_help_lists_passes() -> None:
    """Or nothing would be tried."""
    assert len(passes()) > 30
    assert ("diffattn-tile-attention", "key-tile") in set(pass_options())
    assert len(list(pass_options())) > 15


# llvm/llvm-project#178830
@values
def test_a_junk_value_of_a_pass_crashes_it(value: str) -> None:
    """Each option of each pass, as a flag and in a pipeline."""
    wrong = []
    text = VALUES[value]
    for name, option in pass_options():
        flag = joined(f"--{name}={option}", text)
        outcome = run("diffattn-opt", flag, stdin=MODULE)
        # MLIR shows the operation with an error, and says where its parser stopped.
        if found := problem(outcome, lines=15):
            wrong.append(f"{name} {option}: {found}")
    assert not wrong, "\n".join(wrong)


# llvm/llvm-project#178830
@pytest.mark.parametrize(
    "pipeline",
    [
        "",
        "junk",
        "builtin.module(",
        "builtin.module(diffattn-fuse",
        "builtin.module(diffattn-fuse{)",
        "builtin.module(diffattn-fuse{no-such=1})",
        "builtin.module(func.func(diffattn-tile-attention{key-tile=}))",
        "builtin.module(func.func(diffattn-tile-attention{key-tile=5 key-tile=6}))",
        "func.func(diffattn-fuse)",
        "builtin.module(" * 200 + ")" * 200,
        "x" * 100_000,
    ],
    ids=lambda p: p[:40],
)
def test_a_junk_pipeline_crashes(pipeline: str) -> None:
    outcome = run("diffattn-opt", f"--pass-pipeline={pipeline}", stdin=MODULE)
    assert not problem(outcome, lines=6)


# Commands of Python ---------------------------------------------------------------


def command_options() -> Iterator[tuple[str, str]]:
    """(command, option) of `diffattn`, as its parser has them."""
    from diffattn.cli import make_parser

    (choices,) = (
        action.choices
        for action in make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    for command, parser in choices.items():
        for action in parser._actions:
            if action.option_strings and action.nargs != 0:
                yield command, action.option_strings[-1]


# The rest of each command line; others have a file alone.
INPUTS = {
    "compile": ("m.mlir", "-o", "out.so"),
    "import": ("m.mlir", "-o", "out.mlir"),
    "generate": ("m.mlir", "--prompt", "x"),
    "perplexity": ("m.mlir", "--text", "m.mlir"),
}


@pytest.mark.parametrize(
    ("command", "option"), list(command_options()), ids=lambda x: str(x)
)
def test_a_junk_value_of_a_command_ends_in_a_trace(
    command: str, option: str, tmp_path: pathlib.Path
) -> None:
    """All values of an option."""
    if option in ("--output", "--emit-header", "--weights"):
        pytest.skip("any path")
    (tmp_path / "m.mlir").write_text(MODULE)
    wrong = []
    inputs = INPUTS.get(command, ("m.mlir",))
    lists = [[command, *inputs, joined(option, value)] for value in VALUES.values()]
    for name, outcome in zip(VALUES, run_forks(lists, tmp_path)):
        if "Traceback" in outcome.err or (found := problem(outcome, lines=1)):
            wrong.append(f"{name}: {outcome.err[-400:] or found}")
    assert not wrong, "\n".join(wrong)
