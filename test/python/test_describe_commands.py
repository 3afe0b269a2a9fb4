"""tools/dev/describe-commands.py: pages give commands flags that they have."""

import importlib.util
import pathlib
import sys
import types

import pytest
from toolchain import BUILD, ROOT

SCRIPT = ROOT / "tools/dev/describe-commands.py"


@pytest.fixture(scope="module")
def script() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("describe_commands", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


@pytest.fixture(scope="module")
def flags(script: types.ModuleType) -> dict[str, set[str]]:
    found: dict[str, set[str]] = script.flags_of(BUILD)
    return found


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`diffattn compile --quantize=int8 m.mlir`, `diffattn --version`", ""),
        ("`diffattn generate --quantize int8`", "diffattn generate has no --quantize"),
        ("diffattn compile x \\\n  --chips=sm_80  # --x", "compile has no --chips"),
        ("`diffattn-run --inputs=a` and `--chip`", ""),
        ("`diffattn-bench --benchmark_out=x --peak`", ""),
        ("`diffattn-opt -diffattn-fuse --diffattn-melt`", "opt has no --diffattn-melt"),
        ("make bench BENCH=--implementation=diffattn --case=x", ""),
    ],
)
def test_flags(
    script: types.ModuleType,
    flags: dict[str, set[str]],
    tmp_path: pathlib.Path,
    text: str,
    wrong: str,
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"\n{text}\n")
    found = list(script.wrong_flags([page], flags))
    assert len(found) == bool(wrong)
    assert all(
        line.startswith(f"{page}:2: ") and line.endswith(wrong) for line in found
    )


def test_all_flags_are_described(script: types.ModuleType) -> None:
    page = (ROOT / "docs/generated/commands.md").read_text()
    for name, parser in script.commands():
        section = page.partition(f"## diffattn {name}\n")[2].partition("\n## ")[0]
        flags = {flag for action in parser._actions for flag in action.option_strings}
        for flag in flags - {"-h", "--help"}:
            assert flag in section, f"{name} {flag}"
