"""Operands and results of a case, as tensors of PyTorch.

Numbers are drawn on the CPU, so that they are the same on every device.
"""

import math
from collections.abc import Mapping

import torch

from gpu_check.artifact import Memory, Runtime
from gpu_check.artifact import Tensor as View
from gpu_check.attentions import TYPES, Attention
from gpu_check.cases import Case

TORCH_TYPES = {
    "bf16": torch.bfloat16,
    "f16": torch.float16,
    "f32": torch.float32,
    "i64": torch.int64,
    "i1": torch.bool,
}
NAMES = {type_: name for name, type_ in TORCH_TYPES.items()}


def make_inputs(attention: Attention, case: Case) -> dict[str, torch.Tensor]:
    """On the CPU, row-major. Behind lengths there is NaN."""
    random = torch.Generator().manual_seed(case.seed)
    sizes = case.sizes | attention.fixed
    inputs = {}
    for name, (dims, element) in attention.operands().items():
        extents = [sizes[d] for d in dims.split()]
        if name == "lengths":
            inputs[name] = draw_lengths(random, extents, sizes["n"])
        elif name == "mask":
            inputs[name] = draw_mask(random, extents, element)
        else:
            numbers = torch.randn(extents, generator=random)
            inputs[name] = numbers.to(TORCH_TYPES[element])
    if attention.lengths is not None:
        forget_behind_lengths(attention, inputs)
    return inputs


def draw_lengths(
    random: torch.Generator, extents: list[int], keys: int
) -> torch.Tensor:
    """None, one, all, and around tiles."""
    edges = (0, 1, keys, keys - 1, 31, 32, 33, 64, 65, 127, 128, 129)
    choices = torch.tensor([length for length in edges if 0 <= length <= keys])
    return choices[torch.randint(len(choices), extents, generator=random)]


def draw_mask(
    random: torch.Generator, extents: list[int], element: str
) -> torch.Tensor:
    """[.., m, n]: a third is hidden, and all of some rows. Of floats, some rows have
    the lowest number everywhere."""
    shown = torch.rand(extents, generator=random) > 0.35
    shown[..., 2::5, :] = False
    if element == "i1":
        return shown
    mask = torch.randn(extents, generator=random)
    mask = mask.masked_fill(~shown, -math.inf)
    mask[..., 4::5, :] = torch.finfo(torch.float32).min
    return mask


def forget_behind_lengths(
    attention: Attention, inputs: Mapping[str, torch.Tensor]
) -> None:
    """What a kernel must not use becomes NaN."""
    for name in ("k1", "k2", "v"):
        if name in inputs:
            for b, length in enumerate(inputs["lengths"].tolist()):
                # The batch is in front, keys and features are behind.
                inputs[name][b, ..., length:, :] = math.nan


def laid_out(tensor: torch.Tensor, layout: str) -> torch.Tensor:
    """The same elements in a layout of `cases.LAYOUTS`."""
    if layout == "dense" or tensor.dim() < 3:
        return tensor.contiguous()
    if layout == "heads_inside":
        return tensor.transpose(-3, -2).contiguous().transpose(-3, -2)
    gap = 1 if layout == "unaligned" else 16 // tensor.element_size()
    wider = tensor.new_zeros((*tensor.shape[:-1], tensor.shape[-1] + gap))
    wider[..., : tensor.shape[-1]] = tensor
    return wider[..., : tensor.shape[-1]]


def view_of(tensor: torch.Tensor, address: int) -> View:
    """For the runtime, of the same elements at `address`."""
    name = NAMES[tensor.dtype]
    return View.at(address, name, list(tensor.shape), list(tensor.stride()))


class Arguments:
    """The arguments of one call: on a GPU the very tensors, else copies of them in
    memory of the emulator."""

    def __init__(
        self,
        runtime: Runtime,
        attention: Attention,
        case: Case,
        inputs: dict[str, torch.Tensor],
    ):
        self.tensors = {n: laid_out(t, case.layout) for n, t in inputs.items()}
        self.results = make_results(attention, case, inputs["q1"].device)
        self.tensors |= self.results
        self._copies: dict[str, Memory] = {}
        self.views: dict[str, View] = {}
        for name, tensor in self.tensors.items():
            address = tensor.data_ptr()
            if tensor.device.type == "cpu":
                memory = runtime.allocate(tensor.untyped_storage().nbytes())
                memory.write(tensor.untyped_storage().data_ptr())
                self._copies[name] = memory
                address = memory.address
            self.views[name] = view_of(tensor, address)

    def fetch(self) -> dict[str, torch.Tensor]:
        """The results of the call, which must be done."""
        for name, tensor in self.results.items():
            if name in self._copies:
                self._copies[name].read(tensor.untyped_storage().data_ptr())
        return self.results


def make_results(
    attention: Attention, case: Case, device: torch.device
) -> dict[str, torch.Tensor]:
    """Filled with NaN."""
    sizes = case.sizes | attention.fixed
    return {
        name: torch.full(
            [sizes[d] for d in dims.split()],
            math.nan,
            dtype=TORCH_TYPES[element],
            device=device,
        )
        for name, (dims, element) in attention.results().items()
    }


def bytes_of(attention: Attention, case: Case, name: str) -> int:
    """Of an operand or result without gaps."""
    dims, element = (attention.operands() | attention.results())[name]
    sizes = case.sizes | attention.fixed
    return math.prod(sizes[d] for d in dims.split()) * TYPES[element]
