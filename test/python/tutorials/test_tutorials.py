"""The tutorials are true: what they tell readers to run prints what they show."""

import importlib.util
import pathlib

import pytest
import tutorial
from toolchain import ROOT

PAGES = sorted((ROOT / "docs/tutorials").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial(page: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for package in tutorial.needs(page):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs {package}")
    assert tutorial.follow(page, tmp_path) > 0


def test_what_is_wrong_is_found(tmp_path: pathlib.Path) -> None:
    def follow(text: str) -> int:
        page = tmp_path / "page.md"
        page.write_text(text)
        return tutorial.follow(page, tmp_path)

    good = "`a b.txt`:\n```json\n{}\n```\nNow `a.txt`:\n```json\n1 2\n```\n"
    shown = "```sh\ncat a.txt; echo; echo end\n```\n```text\n1 ...\n...\nend\n```\n"
    assert follow(good + shown) == 1
    with pytest.raises(AssertionError, match="output of page.md"):
        follow(good + shown.replace("...\nend", "...\nand"))
    with pytest.raises(AssertionError, match="status 1 of page.md"):
        follow("x\n```sh\nfalse\n```\n")
    assert follow("<!-- fails -->\n```sh\nfalse\n```\n") == 1
    with pytest.raises(AssertionError, match="status 0"):
        follow("<!-- fails -->\n```sh\ntrue\n```\n")
