"""What torch.compile says of graphs that are not compiled, and its options."""

import pathlib
import subprocess
import sys
import textwrap
import tomllib
import warnings

import pytest

pytest.importorskip("torch")

import diffattn
import torch
from compiled import compiled
from diffattn import dynamo
from toolchain import BUILD
from torch import Tensor
from torch._dynamo.exc import BackendCompilerFailed

NO_GRADIENTS = r"there are no gradients: expected a call under torch\.no_grad"


def spectrum(x: Tensor) -> Tensor:
    return torch.fft.rfft(x).abs() + 1


def test_operations_without_a_translation() -> None:
    """The graph runs uncompiled, with one warning that names operation and line."""
    torch._dynamo.reset()
    run, x = torch.compile(spectrum, backend="diffattn"), torch.randn(3, 8)
    before = dynamo.statistics.eager
    with pytest.warns(dynamo.GraphWarning) as caught:
        assert torch.equal(run(x), spectrum(x)) and torch.equal(run(x), spectrum(x))
    assert len(caught) == 1 and dynamo.statistics.eager == before + 1
    line = spectrum.__code__.co_firstlineno + 1
    text = str(caught[0].message)
    assert f"runs uncompiled ({before + 1} so far)" in text
    assert f"test_backend.py:{line}: unsupported operation 'aten._fft_r2c" in text
    with pytest.raises(BackendCompilerFailed, match="unsupported operation"):
        compiled(spectrum)(x)


def test_training_is_left_to_pytorch() -> None:
    """A call with gradients gives them, uncompiled."""
    torch._dynamo.reset()
    weight, x = torch.randn(4, requires_grad=True), torch.randn(4)
    run = torch.compile(lambda x: (x * weight).sum(), backend="diffattn")
    with pytest.warns(dynamo.GraphWarning, match=NO_GRADIENTS):
        run(x).backward()
    assert torch.equal(weight.grad, x)


def test_training_with_attention() -> None:
    """The same for PyTorch's own attention."""
    torch._dynamo.reset()
    attend = torch.nn.functional.scaled_dot_product_attention
    run = torch.compile(lambda x: attend(x, x, x).sum(), backend="diffattn")
    x, y = (torch.ones(1, 2, 3, 4, requires_grad=True) for _ in range(2))
    with pytest.warns(dynamo.GraphWarning, match=NO_GRADIENTS):
        run(x).backward()
    attend(y, y, y).sum().backward()
    assert torch.equal(x.grad, y.grad)


@pytest.mark.parametrize(
    "given, message",
    [
        (dict(options={"fast": 1}), "options: expected cache_dir, cpu, .*found 'fast'"),
        (dict(options={"strict": 1}), "options: strict: expected a bool, found 1"),
        (
            dict(options={"schedule": "/none"}),
            "options: schedule: expected a file, found '/none'",
        ),
        (dict(mode="max-autotune"), "mode: expected none, found 'max-autotune'"),
        (dict(options={"cpu": "z80"}), "z80"),
    ],
)
def test_bad_options(given: dict, message: str) -> None:
    """They are errors whether strict or not."""
    torch._dynamo.reset()
    with pytest.raises(BackendCompilerFailed, match=message):
        torch.compile(lambda x: x + 1, backend="diffattn", **given)(torch.ones(3))


def test_options_of_the_compiler() -> None:
    """The naive lowering, for example."""
    x = torch.randn(5, 7)
    run = compiled(lambda x: torch.softmax(x, 0), reference=True)
    assert torch.allclose(run(x), torch.softmax(x, 0))


def test_functions_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their number is bounded."""
    monkeypatch.setattr(dynamo, "MOST_FUNCTIONS", 2)
    for n in range(5):
        compiled(lambda x, n=n: x * n + n)(torch.ones(2))
        assert len(dynamo._functions) <= 2


PROGRAM = """
    import sys
    import torch
    import diffattn.dynamo
    torch.manual_seed(0)
    layer = torch.nn.Linear(8, 8).eval()
    options = {"cache_dir": sys.argv[1], "strict": True}
    run = torch.compile(layer, backend="diffattn", options=options)
    x = torch.ones(2, 8)
    with torch.no_grad():
        assert torch.allclose(run(x), layer(x), atol=1e-6)
"""


def test_cache_of_a_new_process(tmp_path: pathlib.Path) -> None:
    """What one process compiled, another one takes from the folder."""
    paths = [str(pathlib.Path(diffattn.__file__).parents[1]), str(BUILD / "python")]
    program = f"import sys; sys.path[:0] = {paths}\n{textwrap.dedent(PROGRAM)}"
    states = []
    for _ in range(2):
        command = [sys.executable, "-P", "-c", program, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "leaked" not in done.stderr
        states.append({p: p.stat().st_ino for p in tmp_path.rglob("*") if p.is_file()})
    assert states[0] and states[0] == states[1]


def test_entry_point() -> None:
    """Where the package is installed, PyTorch finds the backend by its name."""
    path = pathlib.Path(diffattn.__file__).parents[1] / "pyproject.toml"
    project = tomllib.loads(path.read_text())["project"]
    entry = project["entry-points"]["torch_dynamo_backends"]["diffattn"]
    assert entry == "diffattn.dynamo:compile_graph"
    assert callable(dynamo.compile_graph)


def test_no_warnings_for_what_compiles() -> None:
    """Neither ours nor PyTorch's."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled(lambda x: x + 1)(torch.ones(3))
