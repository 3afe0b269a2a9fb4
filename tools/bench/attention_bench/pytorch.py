"""PyTorch: the forms in which differential attention is written with it."""

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F
from harness import Unsuited
from harness.inductor import find_compiler

from attention_bench.cases import Case
from attention_bench.implementation import Prepare, Prepared, Setting
from attention_bench.inputs import Array
from attention_bench.program import EPSILON, LAMBDA, OUT_SCALE

Tensor = torch.Tensor
Operands = dict[str, Tensor]
Form = Callable[[Operands], Tensor]


def tensor_of(array: Array) -> Tensor:
    """A view with a batch of one in front."""
    if array.dtype == np.float32:
        return torch.from_numpy(array)[None]
    return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)[None]


def operands_of(setting: Setting) -> Operands:
    """All inputs but the lambda of V1, which the forms have as a constant."""
    return {
        name: tensor_of(array)
        for name, array in setting.inputs.items()
        if array.ndim > 0
    }


class Forms:
    """The forms of one case; each takes the operands and gives the result."""

    def __init__(self, case: Case):
        self.case = case
        self.scale = case.features**-0.5
        self.mask = None
        if case.causal:
            shape = (case.queries, case.keys)
            hidden = torch.full(shape, float("-inf")).triu(1)
            self.mask = hidden.to(torch.bfloat16 if case.dtype == "bf16" else None)

    def epilogue(self, signal: Tensor, noise: Tensor, x: Operands) -> Tensor:
        """The difference, and what follows it."""
        if self.case.is_v1:
            return self.norm(signal - LAMBDA * noise)
        factor = torch.sigmoid(x["lam"]).unsqueeze(-1).to(noise.dtype)
        return signal - factor * noise

    def norm(self, difference: Tensor) -> Tensor:
        """RMS norm and scale of V1."""
        return F.rms_norm(difference, difference.shape[-1:], eps=EPSILON) * OUT_SCALE

    def probability(self, query: Tensor, key: Tensor) -> Tensor:
        """A map."""
        scores = (query * self.scale) @ key.transpose(-1, -2)
        if self.mask is not None:
            # The rows may be those of several heads.
            by_head = scores.unflatten(-2, (-1, self.case.queries))
            scores = (by_head + self.mask).flatten(-3, -2)
        return scores.softmax(-1)

    def eager(self, x: Operands) -> Tensor:
        """Both maps in memory, subtracted before the one value product."""
        if self.case.is_v1:
            signal = self.probability(x["q1"], x["k1"])
            noise = self.probability(x["q2"], x["k2"])
            return self.norm((signal - LAMBDA * noise) @ x["v"])
        case, share = self.case, self.case.heads // self.case.groups
        stacked = (1, case.groups, share * case.queries)
        factor = torch.sigmoid(x["lam"]).to(x["v"].dtype).reshape(*stacked, 1)
        # Heads that share a key are rows of one product.
        signal, noise = (
            self.probability(x["q"][:, i::2].reshape(*stacked, -1), x["k"])
            for i in (0, 1)
        )
        rows = (signal - factor * noise) @ x["v"]
        return rows.reshape(1, *case.output_shape)

    def attend(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """A call of scaled_dot_product_attention, whatever the widths."""
        return F.scaled_dot_product_attention(
            query,
            key,
            value,
            is_causal=self.case.causal,
            scale=self.scale,
            enable_gqa=not self.case.is_v1,
        )

    def sdpa2(self, x: Operands) -> Tensor:
        """Two calls with wide values; for V2 one call with all query heads."""
        if self.case.is_v1:
            signal = self.attend(x["q1"], x["k1"], x["v"])
            return self.epilogue(signal, self.attend(x["q2"], x["k2"], x["v"]), x)
        both = self.attend(x["q"], x["k"], x["v"])
        return self.epilogue(both[:, 0::2], both[:, 1::2], x)

    def sdpa4(self, x: Operands) -> Tensor:
        """Four calls, half of the values each: equal widths, so the fused kernel."""
        halves = x["v"].split(self.case.features, -1)

        def both(query: Tensor, key: Tensor) -> Tensor:
            return torch.cat([self.attend(query, key, half) for half in halves], -1)

        signal = both(x["q1"], x["k1"])
        return self.epilogue(signal, both(x["q2"], x["k2"]), x)

    def padded(self, x: Operands) -> Tensor:
        """Two calls, query and key padded to the width of the values."""

        def both(query: Tensor, key: Tensor) -> Tensor:
            width = (0, self.case.features)
            return self.attend(F.pad(query, width), F.pad(key, width), x["v"])

        signal = both(x["q1"], x["k1"])
        return self.epilogue(signal, both(x["q2"], x["k2"]), x)

    def flex(self) -> Form:
        """flex_attention with a block mask: hidden blocks are skipped."""
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention

        case, blocks = self.case, None
        if case.causal:
            blocks = create_block_mask(
                lambda batch, head, row, key: row >= key,
                None,
                None,
                case.queries,
                case.keys,
                device="cpu",
            )

        def form(x: Operands) -> Tensor:
            if case.is_v1:
                signal = flex_attention(x["q1"], x["k1"], x["v"], block_mask=blocks)
                noise = flex_attention(x["q2"], x["k2"], x["v"], block_mask=blocks)
                return self.epilogue(signal, noise, x)
            both = flex_attention(
                x["q"], x["k"], x["v"], block_mask=blocks, enable_gqa=True
            )
            return self.epilogue(both[:, 0::2], both[:, 1::2], x)

        return form


def _prepare(setting: Setting, make: Callable[[Forms], Form]) -> Prepared:
    torch.set_num_threads(setting.threads)
    form, operands = make(Forms(setting.case)), operands_of(setting)

    def call() -> Tensor:
        with torch.no_grad():
            return form(operands)

    return Prepared(call, lambda result: result[0].float().numpy())


def _compiled(form: Form) -> Form:
    """Through inductor."""
    find_compiler()
    return torch.compile(form, dynamic=False)


def _of(method: str, compiled: bool = False, v1_only: bool = False) -> Prepare:
    def prepare(setting: Setting) -> Prepared:
        if v1_only and not setting.case.is_v1:
            raise Unsuited("V2 has equal widths already")

        def make(forms: Forms) -> Form:
            form = getattr(forms, method)
            return _compiled(form) if compiled else form

        return _prepare(setting, make)

    return prepare


eager = _of("eager")
sdpa2 = _of("sdpa2")
sdpa4 = _of("sdpa4", v1_only=True)
padded = _of("padded", v1_only=True)
compiled = _of("eager", compiled=True)
compiled_sdpa2 = _of("sdpa2", compiled=True)


def flex(setting: Setting) -> Prepared:
    """Compiled, since flex_attention is made for that."""
    return _prepare(setting, lambda forms: _compiled(forms.flex()))
