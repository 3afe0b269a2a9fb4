"""Steps of long work: shown on terminals, silent elsewhere, and timed."""

import io
import threading
import time

import pytest
from diffattn import progress


class Terminal(io.StringIO):
    """Something that says that it is a terminal, or not."""

    def __init__(self, is_terminal: bool = True) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def wait_for(terminal: Terminal, text: str) -> None:
    end = time.monotonic() + 30
    while text not in terminal.getvalue():
        assert time.monotonic() < end, terminal.getvalue()
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(progress, "TICK_SECONDS", 0.005)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "30")


def test_a_terminal_shows_the_innermost_step() -> None:
    terminal, threads = Terminal(), threading.active_count()
    with progress.watch(terminal), progress.step("import"):
        with progress.step("translate") as advance:
            wait_for(terminal, "translate (0 s)")
            advance(3, 40)
            wait_for(terminal, "translate 3 of 40 (0 s)")
        wait_for(terminal, "import (0 s)")
    # The line is gone, and so is who draws it.
    assert terminal.getvalue().endswith(progress.CLEAR)
    end = time.monotonic() + 30
    while threading.active_count() > threads:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_lines_fit_the_terminal() -> None:
    terminal = Terminal()
    with progress.watch(terminal), progress.step("x" * 100):
        wait_for(terminal, "x")
    assert {len(line) for line in terminal.getvalue().split(progress.CLEAR)} == {0, 29}


def test_what_is_said_has_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal()
    with progress.watch(terminal), progress.step("import"):
        wait_for(terminal, "import")
        with progress._watcher._lock:  # Nothing is drawn in between.
            progress.say("found it")
            assert terminal.getvalue().endswith(progress.CLEAR)
    assert capsys.readouterr().out == "found it\n"


@pytest.mark.parametrize("term, is_terminal", [("dumb", True), ("xterm", False)])
def test_nothing_is_shown_elsewhere(
    term: str, is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    terminal = Terminal(is_terminal)
    with progress.watch(terminal), progress.step("import"):
        time.sleep(0.05)
    assert terminal.getvalue() == ""


def test_unwatched_steps_do_nothing() -> None:
    with progress.step("import") as advance:
        advance(1, 2)
    progress.hide()


def test_steps_end_with_errors() -> None:
    with progress.watch(None) as watcher:
        with pytest.raises(ValueError), progress.step("a"):
            raise ValueError
        with progress.step("b"):
            pass
    assert [part.name for part in watcher.total.parts] == ["a", "b"]


def test_times_are_a_tree() -> None:
    step = progress.Step
    load = step("load", 3.0)
    translate = step("translate", 1.0)
    tree = step("total", 8.0, parts=[step("import", 6.0, parts=[load, translate])])
    assert progress.format_times(tree) == (
        "  seconds   share  step\n"
        "    6.000   75.0%  import\n"
        "    3.000   37.5%    load\n"
        "    1.000   12.5%    translate\n"
        "    2.000   25.0%    rest\n"
        "    2.000   25.0%  rest\n"
        "    8.000  100.0%  total"
    )


def test_steps_of_one_name_are_one() -> None:
    with progress.watch(None) as watcher:
        for _ in range(3):
            with progress.step("a"):
                time.sleep(0.01)
    (part,) = watcher.total.parts
    assert 0.03 <= part.seconds <= watcher.total.seconds


def test_listeners_open_and_close_steps() -> None:
    """As the compiler tells its steps; nobody is told where nobody watches."""
    assert progress.listener() is None
    with progress.watch(None) as watcher:
        listen = progress.listener()
        assert listen
        listen("compile", True)
        listen("raised", True)
        listen("raised", False)
        listen("compile", False)
        listen("too much", False)
    (outer,) = watcher.total.parts
    assert outer.name == "compile" and [p.name for p in outer.parts] == ["raised"]
    # Of a session that outlives the command.
    listen("later", True)
    listen("later", False)


def test_short_steps_show_the_long_one_around_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.2)
    terminal = Terminal()
    with progress.watch(terminal):
        with progress.step("compile"):
            end = time.monotonic() + 30
            while "compile (" not in terminal.getvalue():
                assert time.monotonic() < end
                with progress.step("short"):
                    time.sleep(0.001)
    assert "short" not in terminal.getvalue()
