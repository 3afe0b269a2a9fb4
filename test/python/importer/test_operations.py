"""Operations in groups: against PyTorch, with static and with dynamic sizes."""

import pathlib

import pytest

pytest.importorskip("torch")

import torch
from diffattn.importer import ImportFailure, UnsupportedOperation, import_program
from diffattn.importer.errors import Place
from operations import CASES, Call
from programs import Program
from toolchain import Toolchain
from torch import Tensor, nn


@pytest.mark.parametrize("is_dynamic", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_group(
    name: str, is_dynamic: bool, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """All results, each by the rule of its type."""
    function, args, dims = CASES[name]
    size = torch.export.Dim("s", min=4, max=64)
    shapes = tuple({i: size for i in d} if d else None for d in dims)
    program = Program(
        Call(function), args, toolchain, tmp_path, (shapes,) if is_dynamic else None
    )
    program.check(*args)
    if is_dynamic:
        program.check(*(shorten(x, d) for x, d in zip(args, dims)))


def test_arrays_without_elements(toolchain: Toolchain, tmp_path: pathlib.Path) -> None:
    """MLIR has no slices of them."""

    def parts(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        return x.squeeze(0) + 1, x[:, 1:], x[..., 2:5].sum(2), y[:, 4:], y[3:]

    args = (torch.randn(1, 2, 0, 8), torch.randn(3, 4))
    Program(Call(parts), args, toolchain, tmp_path).check(*args)


def shorten(x: Tensor, dims: dict[int, str] | None) -> Tensor:
    """The first five elements along the dynamic dims."""
    for dim in dims or {}:
        x = x.narrow(dim, 0, 5)
    return x.contiguous()


def text_of(function: object, *args: Tensor) -> str:
    """The module of a function at arguments."""
    module = function if isinstance(function, nn.Module) else Call(function)
    return import_program(torch.export.export(module, args, strict=False)).text


def test_positions_become_options() -> None:
    """Masks that only depend on positions leave no tensor behind."""
    q = torch.randn(1, 2, 5, 4)
    i, j = torch.arange(5)[:, None], torch.arange(5)[None]

    def attend(q: Tensor) -> Tensor:
        i, j = torch.arange(5)[:, None], torch.arange(5)[None]
        return nn.functional.scaled_dot_product_attention(
            q, q, q, attn_mask=(j <= i) & (i - j < 3)
        )

    text = text_of(attend, q)
    assert "causal, window_left = 2 : i64" in text
    assert "mask(" not in text
    assert bool(((j <= i) & (i - j < 3)).any())


def test_transpose_and_expand_write_nothing() -> None:
    """They are read through indexing maps."""

    def scale(x: Tensor, y: Tensor) -> Tensor:
        return (x.transpose(1, 2).expand(1, 4, 3) * y[None, :, None]).mT

    text = text_of(scale, torch.randn(1, 3, 4), torch.randn(4))
    assert "linalg.transpose" not in text
    assert text.count("linalg.generic") == 1


def test_weight_is_read_as_stored() -> None:
    """No transposed copy of a linear layer's weight; it keeps its name and type."""
    module = nn.Linear(3, 5).bfloat16().eval()
    program = torch.export.export(module, (torch.randn(2, 3).bfloat16(),))
    imported = import_program(program, names={"weight": "proj.weight"})
    assert '@"proj.weight"(#ml_program.extern<tensor<5x3xbf16>>)' in imported.text
    assert "linalg.transpose" not in imported.text
    assert imported.weights["proj.weight"].state == "weight"
    assert imported.summary["forward"]["aten.linear.default"] == 1


def test_weight_of_another_type_in_the_file() -> None:
    """It is converted where it is read."""
    program = torch.export.export(nn.Linear(3, 5).eval(), (torch.randn(2, 3),))
    imported = import_program(program, weight_dtypes={"weight": torch.bfloat16})
    assert "tensor<5x3xbf16>" in imported.text
    assert "arith.extf" in imported.text
    assert imported.weights["weight"].dtype == "bf16"
    assert imported.weights["bias"].dtype == "f32"


def test_locations_in_packages_are_those_of_any_machine(tmp_path: pathlib.Path) -> None:
    """From the outermost package on."""
    inner = tmp_path / "outer/inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").touch()
    file = str(inner / "layer.py")
    assert Place(file, 7, "").portable_file == "outer/inner/layer.py"
    assert str(Place(file, 7, "")) == f"{file}:7"
    alone = str(tmp_path / "layer.py")
    assert Place(alone, 7, "").portable_file == alone


def test_locations_name_the_line_and_the_module() -> None:
    """Of the user's Python, not of PyTorch's."""
    module = nn.Sequential(nn.Linear(3, 3), Call(lambda x: x + 1))
    text = text_of(module, torch.randn(2, 3))
    assert 'operations.py":' in text
    assert 'loc("0"(' in text
    assert 'loc("1"(' in text


def test_model_is_described() -> None:
    """The attribute diffattn.model, for the driver."""
    program = torch.export.export(Call(lambda x: x + 1), (torch.randn(2),))
    model = {"kind": "causal-lm", "eos": [1, 2], "vocab": 7}
    text = import_program({"f": program}, model=model).text
    assert (
        'diffattn.model = {kind = "causal-lm", eos = [1 : i64, 2 : i64], '
        "vocab = 7 : i64}" in text
    )
    assert 'func.func @"f"' in text


def test_unsupported_operation_names_place_and_neighbour() -> None:
    """One line says all."""
    with pytest.raises(UnsupportedOperation) as caught:
        text_of(lambda x: torch.special.bessel_j0(x), torch.randn(2))
    message = str(caught.value)
    assert "operations.py:" in message
    assert "'aten.special_bessel_j0.default'" in message


def test_the_nearest_operation_is_near() -> None:
    """Not one that only shares the namespace."""
    with pytest.raises(UnsupportedOperation, match="operation: 'aten.conv2d.default'"):
        text_of(lambda x: nn.functional.conv1d(x, x), torch.randn(2, 2, 2))
    with pytest.raises(UnsupportedOperation, match="no translation$"):
        text_of(lambda x: torch.linalg.svd(x)[0], torch.randn(2, 2))
    with pytest.raises(UnsupportedOperation, match="numbers that depend on data"):
        text_of(lambda x: x * x.sum().item(), torch.randn(2))


def test_dropout_in_training_mode_is_refused() -> None:
    """With the way out."""
    with pytest.raises(UnsupportedOperation, match=r"call eval\(\)"):
        text_of(lambda x: nn.functional.dropout(x, 0.5, training=True), torch.randn(2))


def test_unsupported_form_says_which() -> None:
    """The operation is known, but not like this."""
    with pytest.raises(UnsupportedOperation, match="alpha = 2"):
        text_of(lambda x: torch.add(x, x, alpha=2), torch.randn(2))


def test_changed_buffer_is_refused() -> None:
    """Programs have no state of their own."""

    class Counter(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("count", torch.zeros(1))

        def forward(self, x: Tensor) -> Tensor:
            self.count.add_(1)
            return x + self.count

    with pytest.raises(ImportFailure, match="changes 'count'"):
        text_of(Counter(), torch.randn(1))
