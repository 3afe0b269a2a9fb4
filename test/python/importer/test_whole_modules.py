"""Whole modules: exported, imported, compiled, run, compared with PyTorch."""

import pathlib

import pytest

pytest.importorskip("torch")

import torch
from blocks import Block, Decoder, fill
from programs import Program
from toolchain import Toolchain

Dim = torch.export.Dim


def angles(length: int, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """cos and sin of some angles, [length, width]."""
    generator = torch.Generator().manual_seed(length)
    values = torch.rand(length, width, generator=generator)
    return values.cos(), values.sin()


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("groups", [1, 2])
def test_block_of_static_sizes(
    groups: int, fused: bool, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Attention as scaled_dot_product_attention and spelled out."""
    module = fill(Block(16, 2, groups, fused), 1)
    args = (torch.randn(2, 5, 16), *angles(5, 4))
    Program(module, args, toolchain, tmp_path).check(*args)


@pytest.mark.parametrize("fused", [True, False])
def test_decoder_of_dynamic_sizes(
    fused: bool, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """One program for all batches and lengths; tied weights are read once."""
    module = fill(Decoder(fused), 2)
    ids = torch.randint(23, (2, 7))
    sizes = ({0: Dim("b", min=1, max=64), 1: Dim("s", min=2, max=64)},)
    program = Program(module, (ids,), toolchain, tmp_path, sizes)
    assert program.imported.weights["embedding.weight"].shape == (23, 16)
    assert "head.weight" not in program.imported.weights
    for shape in ((2, 7), (1, 3), (3, 12)):
        program.check(torch.randint(23, shape))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_decoder_of_half_floats(
    dtype: torch.dtype, toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """Weights stay half floats in the file and in the module."""
    module = fill(Decoder(), 3).to(dtype)
    module.steps = module.steps.float()
    ids = torch.randint(23, (2, 7))
    program = Program(module, (ids,), toolchain, tmp_path)
    assert program.imported.weights["embedding.weight"].dtype in ("bf16", "f16")
    program.check(ids)


def test_core_aten_of_dynamic_sizes(
    toolchain: Toolchain, tmp_path: pathlib.Path
) -> None:
    """A program whose operations PyTorch has taken apart, as some .pt2 files are."""
    module = fill(Block(16, 2, 1, fused=True), 4)
    args = (torch.randn(2, 5, 16), *angles(5, 4))
    rows = Dim("s", min=2, max=64)
    sizes = ({0: Dim("b", min=1, max=64), 1: rows}, {0: rows}, {0: rows})
    program = Program(module, args, toolchain, tmp_path, sizes, is_core=True)
    assert "aten.mm.default" in program.imported.summary["forward"]
    program.check(*args)
