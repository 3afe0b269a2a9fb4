"""The language server as editors start it: by what docs/editors.md says."""

import itertools
import json
import re
import subprocess
from typing import Any

import pytest
from toolchain import BUILD, ROOT

PAGE = (ROOT / "docs/editors.md").read_text()
MODULE = """\
func.func @f(%a: tensor<1x2x3xf32>, %o: tensor<1x2x3xf32>) -> tensor<1x2x3xf32> {
  %0 = diffattn.attention
      signal(%a[b, m, d], %a[b, n, d] : tensor<1x2x3xf32>, tensor<1x2x3xf32>)
      value(%a[b, n, e] : tensor<1x2x3xf32>)
      outs(%o[b, m, e] : tensor<1x2x3xf32>)
  return %0 : tensor<1x2x3xf32>
}
"""


class Editor:
    """Talks to a server."""

    def __init__(self, command: str) -> None:
        self._server = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._numbers = itertools.count(1)
        self.notes: list[dict[str, Any]] = []

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """The result; what comes before it is kept in `notes`."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while (answer := self._receive()).get("id") != number:
            self.notes.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def end(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        return self._server.wait(10)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._server.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._server.stdout
        size = 0
        while line := self._server.stdout.readline().strip():
            name, _, value = line.partition(b": ")
            size = int(value) if name == b"Content-Length" else size
        message: dict[str, Any] = json.loads(self._server.stdout.read(size))
        return message


def commands() -> list[str]:
    """What the page has editors start."""
    return re.findall(r'"DIFFATTN/build/dev/(bin/[^"]*)"', PAGE)


def test_all_editors_start_the_server() -> None:
    assert commands() == ["bin/diffattn-lsp-server"] * 3
    (settings,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert list(json.loads(settings)) == ["mlir.server_path"]


@pytest.fixture
def editor() -> Editor:
    editor = Editor(str(BUILD / commands()[0]))
    found = editor.ask("initialize", processId=None, rootUri=None, capabilities={})
    for name in ("hoverProvider", "definitionProvider", "completionProvider"):
        assert found["capabilities"][name]
    editor.tell("initialized")
    return editor


def open_text(editor: Editor, text: str) -> None:
    document = {"uri": "file:///f.mlir", "languageId": "mlir", "version": 1}
    editor.tell("textDocument/didOpen", textDocument=document | {"text": text})


def test_what_an_operation_is(editor: Editor) -> None:
    open_text(editor, MODULE)
    place = {"textDocument": {"uri": "file:///f.mlir"}}
    found = editor.ask(
        "textDocument/hover", **place, position={"line": 1, "character": 12}
    )
    assert "diffattn.attention" in found["contents"]["value"]
    found = editor.ask(
        "textDocument/definition", **place, position={"line": 5, "character": 10}
    )
    assert found[0]["range"]["start"]["line"] == 1
    (note,) = editor.notes
    assert note["params"]["diagnostics"] == []
    assert editor.end() == 0


def test_what_is_wrong(editor: Editor) -> None:
    open_text(editor, MODULE.replace("%a[b, n, e]", "%a[b, k, e]"))
    place = {"textDocument": {"uri": "file:///f.mlir"}}
    editor.ask("textDocument/hover", **place, position={"line": 0, "character": 0})
    (note,) = editor.notes
    assert note["method"] == "textDocument/publishDiagnostics"
    (problem,) = note["params"]["diagnostics"]
    assert problem["range"]["start"]["line"] == 1 and "value" in problem["message"]
    assert editor.end() == 0
