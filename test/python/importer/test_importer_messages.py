"""What the importer says of programs that it can't express: each in full, with the
place, what is missing and the way out."""

import pathlib
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("torch")

import torch
import torch.nn.functional as F
from diffattn.errors import ModelError
from diffattn.importer import ImportFailure, UnsupportedOperation, import_program
from diffattn.importer.frontends import import_model
from diffattn.importer.table import missing
from operations import Call
from torch import Tensor, nn

EVAL = "; call eval() on the model before exporting it"
CACHE = "no translation; append to caches with diffattn::cache_append"
X = torch.randn(4, 4)
ROWS = torch.tensor([0, 1])
PATCHES = torch.randn(1, 2, 4, 4)


def kernel(*shape: int) -> Tensor:
    """A weight of a convolution."""
    return torch.ones(shape)


def heads(*counts: int) -> list[Tensor]:
    """Queries, keys and values of so many heads."""
    return [torch.randn(1, count, 3, 4) for count in counts]


CASES: dict[str, tuple[Callable[..., Any], tuple[Tensor, ...], str]] = {
    "addmm": (
        lambda x: torch.addmm(x, x, x, beta=2),
        (X,),
        "'aten.addmm.default': beta or alpha other than 1",
    ),
    "grouped": (
        lambda x: F.conv2d(x, kernel(2, 1, 2, 2), stride=2, groups=2),
        (PATCHES,),
        "'aten.conv2d.default': transposed or grouped",
    ),
    "padding": (
        lambda x: F.conv2d(x, kernel(2, 2, 2, 2), stride=2, padding=1),
        (PATCHES,),
        "padding, or other than two dims; two dims without padding",
    ),
    "overlap": (
        lambda x: F.conv2d(x, kernel(2, 2, 2, 2)),
        (PATCHES,),
        "patches that overlap or have gaps; a stride of the kernel's size",
    ),
    "power": (lambda x: x.long() ** 5, (X,), "exponent 5 on integers"),
    "order": (lambda x: (x > 0) < (x > 1), (X,), "order of truth values"),
    "alpha": (
        lambda x: torch.add(x, x, alpha=2),
        (X,),
        "alpha = 2; multiply before the addition",
    ),
    "not": (lambda x: ~x.long(), (X,), "aten.bitwise_not.default': on elements of i64"),
    "arange": (
        lambda x: x[:, 0] + torch.arange(0, 1, 0.25),
        (X,),
        "steps that are no integers; scale an integer arange",
    ),
    "apart": (
        lambda x: x[ROWS, :, ROWS],
        (torch.randn(4, 4, 4),),
        "index tensors that are not at neighbouring dims",
    ),
    "amax": (
        lambda x: x.long().amax(),
        (X,),
        "'aten.amax.default': on elements of i64",
    ),
    "safe": (
        lambda x: torch.ops.aten._safe_softmax(x, -1),
        (X,),
        "softmax that gives 0 where nothing is visible",
    ),
    "diff twice": (
        lambda x: torch.diff(x, n=2),
        (X,),
        "n other than 1, or append; use one diff a step",
    ),
    "diff of data": (
        lambda x: torch.diff(x),
        (X,),
        "on tensors of data; subtract slices",
    ),
    "dropout": (
        lambda x: F.dropout(x, 0.5, training=True),
        (X,),
        f"dropout in training mode{EVAL}",
    ),
    "dropout of attention": (
        lambda x: F.scaled_dot_product_attention(x, x, x, dropout_p=0.5),
        (PATCHES,),
        f"dropout in training mode{EVAL}",
    ),
    "alpha dropout": (
        lambda x: F.alpha_dropout(x, 0.5, training=True),
        (X,),
        f"no translation{EVAL}",
    ),
    "random": (
        lambda x: x + torch.rand_like(x),
        (X,),
        "no translation; random numbers have no translation; pass them as an input",
    ),
    "bernoulli": (lambda x: torch.bernoulli(x), (X.abs(),), f"no translation{EVAL}"),
    "batch norm": (
        lambda x: F.batch_norm(x, None, None, training=True),
        (X,),
        f"no translation{EVAL}",
    ),
    "index_copy": (lambda x: x.index_copy(0, ROWS, x[:2]), (X,), CACHE),
    "index_put": (lambda x: x.index_put((ROWS,), x[:2]), (X,), CACHE),
    "scatter": (lambda x: x.scatter(0, ROWS[None], x), (X,), CACHE),
    "nonzero": (
        lambda x: torch.nonzero(x),
        (X,),
        "no translation; sizes that depend on data have no translation",
    ),
    "item": (
        lambda x: x * x.sum().item(),
        (X,),
        "no translation; numbers that depend on data have no translation",
    ),
    "nearest": (
        lambda x: F.conv1d(x, x),
        (torch.randn(2, 2, 2),),
        "no translation; nearest supported operation: 'aten.conv2d.default'",
    ),
    "bytes": (lambda x: x.to(torch.uint8), (X,), "no element type for torch.uint8"),
    "steps": (
        lambda x: torch.slice_scatter(x, x[:2], 0, 0, 4, 2),
        (X,),
        "expected step 1, found 2",
    ),
    "heads": (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True),
        tuple(heads(12, 4, 6)),
        "6 heads beside 12 of the result; repeat heads before the attention",
    ),
    "floor of integers": (
        lambda x: x.long().floor(),
        (X,),
        "on elements of i64",
    ),
}


# llvm/torch-mlir#4279
@pytest.mark.parametrize("name", CASES)
def test_unsupported_operation_leaves_the_user_lost(name: str) -> None:
    """One line: the user's file and line, the operation, what of it, and a way out."""
    function, args, message = CASES[name]
    with pytest.raises(UnsupportedOperation) as caught:
        import_program(torch.export.export(Call(function), args, strict=False))
    text = str(caught.value)
    assert message in text and "\n" not in text
    file, line, rest = text.split(":", 2)
    assert file.endswith("operations.py") and int(line) > 0
    assert rest.startswith(" unsupported operation 'aten.")


def test_kernels_of_attention_have_a_way_out() -> None:
    """Programs that someone else decomposed for a device have such operations."""
    text = str(missing("aten._scaled_dot_product_flash_attention.default", None))
    assert text.endswith("no translation; export with F.scaled_dot_product_attention")


def test_a_mask_as_index_is_not_told_from_numbers() -> None:
    """The size of the result depends on what is in it."""
    with pytest.raises(UnsupportedOperation) as caught:
        program = torch.export.export(Call(lambda x: x[x > 0]), (X,), strict=False)
        import_program(program)
    assert "a mask as index; sizes that depend on data" in str(caught.value)


class Counter(nn.Module):
    """Has a state."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        """Changes it."""
        self.count.add_(1)
        return x + self.count


def test_a_changed_buffer_has_no_way_out() -> None:
    """The message has one."""
    message = (
        "the program changes 'count' (BUFFER_MUTATION); return the new value instead, "
        "or use diffattn::cache_append"
    )
    with pytest.raises(ImportFailure) as caught:
        import_program(torch.export.export(Counter(), (torch.randn(1),)))
    assert str(caught.value) == message


class Fails(nn.Module):
    """Can't be exported."""

    def forward(self, x: Tensor) -> Tensor:
        """Two lines are one too many."""
        raise ValueError("no such luck\nat all")


@pytest.mark.parametrize(
    ("model", "arguments", "message"),
    [
        (
            nn.Linear(2, 2),
            (X,),
            "expected a module in eval mode, found one in training mode",
        ),
        (
            nn.Linear(4, 4).eval(),
            X,
            "expected a tuple of arguments, found a Tensor",
        ),
        (
            nn.Linear(4, 4).eval(),
            (),
            "expected examples of the module's arguments, found none",
        ),
        (Fails().eval(), (X,), "torch.export fails: ValueError: no such luck"),
    ],
    ids=["training", "no tuple", "no arguments", "fails"],
)
def test_modules_that_cannot_be_exported(
    model: nn.Module, arguments: Any, message: str
) -> None:
    with pytest.raises(ModelError) as caught:
        import_model(model, arguments)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_are_no_program(tmp_path: pathlib.Path) -> None:
    names = ("none", "other", "archive")
    missing, other, archive = (tmp_path / f"{name}.pt2" for name in names)
    other.write_text("text")
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("text", "text")
    for path, message in (
        (missing, f"{missing}: expected a model folder or a .pt2 file, found none"),
        (
            other,
            f"{other}: expected a .pt2 file of torch.export.save, found another file",
        ),
        (archive, f"{archive}: cannot be loaded: no program of torch.export.save"),
    ):
        with pytest.raises(ModelError) as caught:
            import_model(path)
        assert str(caught.value) == message


# llvm/torch-mlir#3743
@pytest.mark.parametrize("kind", [torch.float32, torch.bool])
def test_float_ids_of_an_embedding_end_in_a_long_trace(kind: torch.dtype) -> None:
    """One line that says what ids are to be."""
    module = nn.Embedding(5, 4).eval()
    with pytest.raises(ModelError) as caught:
        import_model(module, (torch.ones(2, 3, dtype=kind),))
    text = str(caught.value)
    assert "\n" not in text and len(text) < 400
    assert "Long" in text or "indices" in text or "integer" in text
