"""Differential attention (V1) as it is written with PyTorch on a GPU.

Operands: q1, q2 [batch, heads, rows, d], k1, k2 [.., keys, d], v [.., keys, 2 d], lam.
"""

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

Tensor = torch.Tensor
Form = Callable[[], Tensor]

EPSILON = 1e-5
OUT_SCALE = 0.8


class TimeUp(Exception):
    """Something took longer than it may."""


def first_line(error: Exception) -> str:
    """Of its message, behind its type."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:200]}"


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TimeUp in what takes longer (in the main thread, in Python)."""

    def raise_it(*_: Any) -> None:
        raise TimeUp(f"took more than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, raise_it)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.01))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def epilogue(signal_: Tensor, noise: Tensor, lam: Tensor) -> Tensor:
    """[rows, 2 d] of both maps: the difference, RMS norm, scale."""
    difference = signal_.float() - lam * noise.float()
    mean = difference.square().mean(-1, keepdim=True)
    return (difference * torch.rsqrt(mean + EPSILON) * OUT_SCALE).to(signal_.dtype)


def allow_versions(count: int) -> None:
    """That torch.compile may make of a function."""
    config = torch._dynamo.config
    for name in ("recompile_limit", "cache_size_limit"):
        if hasattr(config, name):
            setattr(config, name, count)
            return


class Peers:
    """The forms, for all cases of a process: what is compiled is kept."""

    COMPILE_SECONDS = 25.0
    """That compiling for one size may take."""
    START_SECONDS = 45.0
    """The first time, when the compiler itself is loaded."""
    FLEX_SECONDS = 50.0
    """That compiling all those of flex_attention may take."""

    def __init__(self, compiles: bool = True, device: str = "cuda"):
        self._flex_left = self.FLEX_SECONDS
        self._epilogue = epilogue
        self.why_eager = "" if compiles else "not asked for"
        """Why nothing is compiled; empty if it is."""
        if not compiles:
            return
        # A function has as many versions as there are sizes.
        allow_versions(64)
        rows = torch.ones(256, 128, dtype=torch.bfloat16, device=device)
        compiled = torch.compile(epilogue, dynamic=False)
        try:
            with at_most(self.START_SECONDS):
                compiled(rows, rows, torch.ones((), device=device))
        except Exception as error:
            self.why_eager = first_line(error)
        else:
            self._epilogue = compiled

    def finish(self, signal_: Tensor, noise: Tensor, lam: Tensor) -> Tensor:
        """The epilogue; the same number of rows for all lengths of texts."""
        rows = signal_.flatten(0, -2), noise.flatten(0, -2)
        return self._epilogue(*rows, lam).view(signal_.shape)

    def forms(
        self, x: dict[str, Tensor], causal: bool
    ) -> dict[str, Callable[[], Form]]:
        """Each prepares one form: it raises an exception where there is none."""
        # One row sees all keys.
        causal = causal and x["q1"].shape[-2] > 1
        return {
            "cudnn2": lambda: self.two_calls(x, causal, SDPBackend.CUDNN_ATTENTION),
            "flash4": lambda: self.four_calls(x, causal, SDPBackend.FLASH_ATTENTION),
            "flex2": lambda: self.flex(x, causal),
        }

    def two_calls(self, x: dict[str, Tensor], causal: bool, backend: Any) -> Form:
        """With values wider than queries, which few kernels can do."""

        def attend(query: Tensor, key: Tensor) -> Tensor:
            return F.scaled_dot_product_attention(query, key, x["v"], is_causal=causal)

        def form() -> Tensor:
            with sdpa_kernel(backend):
                signal_ = attend(x["q1"], x["k1"])
                noise = attend(x["q2"], x["k2"])
            return self.finish(signal_, noise, x["lam"])

        return self._tried(form)

    def four_calls(self, x: dict[str, Tensor], causal: bool, backend: Any) -> Form:
        """Half of the values each: equal widths, as flash attention wants them."""
        halves = x["v"].chunk(2, -1)

        def attend(query: Tensor, key: Tensor) -> Tensor:
            parts = [
                F.scaled_dot_product_attention(query, key, half, is_causal=causal)
                for half in halves
            ]
            return torch.cat(parts, -1)

        def form() -> Tensor:
            with sdpa_kernel(backend):
                signal_ = attend(x["q1"], x["k1"])
                noise = attend(x["q2"], x["k2"])
            return self.finish(signal_, noise, x["lam"])

        return self._tried(form)

    def flex(self, x: dict[str, Tensor], causal: bool) -> Form:
        """flex_attention, compiled for this size; hidden blocks are skipped."""
        if self.why_eager:
            raise RuntimeError(f"nothing can be compiled: {self.why_eager}")
        if self._flex_left <= 0:
            raise TimeUp("no time is left to compile it")
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention

        rows, keys = x["q1"].shape[-2], x["k1"].shape[-2]
        blocks = None
        if causal:
            device = str(x["q1"].device)
            blocks = create_block_mask(
                lambda batch, head, row, key: row >= key,
                None,
                None,
                rows,
                keys,
                device=device,
            )
        attend = torch.compile(flex_attention, dynamic=False)

        def form() -> Tensor:
            signal_ = attend(x["q1"], x["k1"], x["v"], block_mask=blocks)
            noise = attend(x["q2"], x["k2"], x["v"], block_mask=blocks)
            return self.finish(signal_, noise, x["lam"])

        start = time.monotonic()
        try:
            with at_most(min(self.COMPILE_SECONDS, self._flex_left)):
                form()
        finally:
            self._flex_left -= time.monotonic() - start
        return form

    def _tried(self, form: Form) -> Form:
        """Once, within the time for compiling."""
        with at_most(self.COMPILE_SECONDS):
            form()
        return form
