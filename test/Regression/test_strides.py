"""Views of memory that others refuse, copy or read wrongly."""

import tempfile

import numpy as np
import pytest
from artifact import Array
from attentions import Attention, write
from backends import Backends, draw, in_every_backend, results_of
from toolchain import Toolchain

MASKED = Attention("masked", mask="b h m n", mask_element="f32", causal=True)
BOOLEAN = Attention("boolean", mask="b h m n")
KINDS = (MASKED, BOOLEAN)
SIZES = dict(b=2, h=3, m=9, n=37, d=16, e=24)


def in_bshd(array: Array) -> Array:
    """[b, h, m, d] that is a transposed view of [b, m, h, d]."""
    return np.swapaxes(np.ascontiguousarray(np.swapaxes(array, 1, 2)), 1, 2)


def sliced(array: Array) -> Array:
    """A part of a larger array along each dim."""
    room = np.full([size + 3 for size in array.shape], np.nan, array.dtype)
    view = room[tuple(slice(1, 1 + size) for size in array.shape)]
    view[...] = array
    return view


# pytorch/pytorch#134471
@in_every_backend("strides", "kernels", "loops")
@pytest.mark.parametrize("view", [in_bshd, sliced, np.asfortranarray])
def test_views_fail_for_no_reason_that_is_told(
    view: object, backend: str, backends: Backends
) -> None:
    """Transposed and sliced queries, keys, values and results: the same bits."""
    assert callable(view)
    inputs = draw(MASKED, **SIZES)
    expected = backends.check(MASKED, inputs, backend, KINDS)
    arrays = inputs | results_of(MASKED, inputs)
    given = {name: view(a) if a.ndim > 3 else a for name, a in arrays.items()}
    artifact = backends.load("\n".join(map(write, KINDS)), backend)
    found = artifact.call(MASKED.name, given)
    assert any(not a.flags.c_contiguous for a in given.values())
    for name, array in expected.items():
        np.testing.assert_array_equal(found[name], array)


# pytorch/pytorch#139424
@in_every_backend("strides", "kernels", "loops")
@pytest.mark.parametrize("attention", KINDS, ids=lambda a: a.name)
@pytest.mark.parametrize("repeated", ["h", "b", "m", "bh", "bhm"])
def test_masks_that_are_repeated_by_strides_are_rejected(
    repeated: str, attention: Attention, backend: str, backends: Backends
) -> None:
    """Stride 0 along batch, heads or rows, and 2 along keys."""
    inputs = draw(attention, **SIZES)
    random = np.random.default_rng(8)
    shape = [1 if d in repeated else SIZES[d] for d in "bhm"] + [2 * SIZES["n"]]
    shown = random.random(shape)[..., ::2] > 0.3
    hidden = np.where(shown, 0, -np.inf).astype(np.float32)
    mask = shown if attention is BOOLEAN else hidden
    room = np.repeat(mask, 2, axis=-1)[..., ::2]
    inputs["mask"] = np.broadcast_to(room, [SIZES[d] for d in "bhmn"])
    assert 0 in inputs["mask"].strides
    assert inputs["mask"].strides[-1] == 2 * inputs["mask"].itemsize
    found = backends.check(attention, inputs, backend, KINDS)
    inputs["mask"] = inputs["mask"].copy()
    dense = backends.check(attention, inputs, backend, KINDS)
    for name, array in dense.items():
        np.testing.assert_array_equal(found[name], array)


# Large offsets --------------------------------------------------------------------

FAR = Attention("far", sums=False)


# Dao-AILab/flash-attention#2214
@in_every_backend("strides far", "kernels", "loops")
def test_offsets_of_more_than_32_bits_wrap_around(
    backend: str, backends: Backends
) -> None:
    """Rows, keys and heads that lie further apart than 2^31 elements, in memory of
    which only some pages exist."""
    inputs = draw(FAR, b=2, h=2, m=3, n=4, d=8, e=8)
    expected = backends.check(FAR, inputs, backend)["out"]
    apart = {"q1": 0, "k1": 1, "q2": 2, "k2": 1, "v": 2}
    given = {
        name: spread(array, apart[name]) if name in apart else array
        for name, array in inputs.items()
    }
    given["out"] = spread(np.zeros_like(expected), 2)
    artifact = backends.load(write(FAR), backend)
    found = artifact.call("far", given)["out"]
    np.testing.assert_array_equal(found, expected)


def spread(array: Array, dim: int) -> Array:
    """A copy whose elements along `dim` lie 2^31 + 17 elements apart."""
    step = 2**31 + 17
    count = step * array.shape[dim]
    with tempfile.TemporaryFile() as file:
        # Has no blocks but those of pages that are written.
        file.truncate(count * array.itemsize)
        room = np.memmap(file, array.dtype, "r+", shape=(count,))
    strides = [0] * array.ndim
    inner = 1
    for i in reversed(range(array.ndim)):
        strides[i] = step if i == dim else inner
        inner *= 1 if i == dim else array.shape[i]
    view = np.lib.stride_tricks.as_strided(
        room, array.shape, [s * array.itemsize for s in strides]
    )
    view[...] = array
    return view


# Dao-AILab/flash-attention#2214
def test_kernels_of_gpus_compute_offsets_in_32_bits(toolchain: Toolchain) -> None:
    """In PTX, addresses come from 64-bit sums and products: what is made of 32 bits
    is widened before it is multiplied by a stride."""
    ptx = toolchain.run(
        *("diffattn-compile", "-", "--target=cuda", "--emit=ptx", "-o", "-"),
        stdin=write(Attention("ptx", element="bf16")),
    )
    defined: dict[str, str] = {}
    for line in ptx.splitlines():
        words = line.strip().rstrip(";").replace(",", "").split()
        if len(words) >= 3 and words[1].startswith("%"):
            defined[words[1]] = " ".join(words)
    loads = [
        line
        for line in ptx.splitlines()
        if ".global" in line and ("ld." in line or "st." in line or "cp.async" in line)
    ]
    assert loads
    # Products of strides are of 64 bits, never widened from 32: mul.wide would lose
    # strides above 2^31, mul.lo.s32 the product.
    strides = [d for d in defined.values() if d.startswith("ld.param")]
    assert strides and all(".b64" in s or ".u64" in s or ".b32" in s for s in strides)
    wide = {d.split()[1] for d in strides if "64" in d.split()[0]}
    for definition in defined.values():
        operation, _, *operands = definition.split()
        if operation.startswith(("cvt.u32.u64", "cvt.s32.s64")):
            assert operands[0] not in wide, definition
