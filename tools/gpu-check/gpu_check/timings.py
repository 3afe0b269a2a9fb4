"""How fast kernels are, beside PyTorch's forms in the same process."""

import dataclasses
import pathlib
from collections.abc import Callable
from typing import Any

import torch

from gpu_check import cases, oracle
from gpu_check.artifact import Function
from gpu_check.attentions import Attention
from gpu_check.cases import Case
from gpu_check.clock import Clock, CudaClock, measure
from gpu_check.correctness import HALVES, open_runtime
from gpu_check.peers import Form, Peers, first_line
from gpu_check.tensors import Arguments

TOKENS = 16384
"""Of all sequences of a prefill together."""
WIDTH = 2048
"""Features of all heads' values."""
DECODE_TOKENS = 1 << 18
"""Keys of all sequences together when decoding: the chip is filled."""
COPIED = 1 << 30
"""Bytes of the copy that decoding is compared with."""
CHECKED_ROWS = 64
PEER_FACTOR = 16.0
"""How much farther from f64 than our own kernels' limit a peer may be: it should be
the same function, whatever its precision."""


@dataclasses.dataclass(frozen=True)
class Timing:
    """What is timed: attention `timed_MASK_D` on some sizes, in bf16."""

    features: int
    mask: str
    keys: int
    rows: int

    def __str__(self) -> str:
        kind = "decode" if self.rows == 1 else self.mask
        return f"{kind} {self.features}/{2 * self.features} N={self.keys}"

    @property
    def is_decode(self) -> bool:
        """One row for each head."""
        return self.rows == 1

    @property
    def attention(self) -> str:
        """Its name."""
        return f"timed_{self.mask}_{self.features}"

    @property
    def sizes(self) -> dict[str, int]:
        """Of a call."""
        tokens = DECODE_TOKENS if self.is_decode else TOKENS
        heads = WIDTH // (2 * self.features)
        batch = max(tokens // self.keys, 1)
        return {"b": batch, "h": heads, "m": self.rows, "n": self.keys}

    @property
    def flops(self) -> float:
        """12 d for each query row and key that it sees, as in two calls."""
        sizes = self.sizes
        pairs = self.rows * self.keys
        if self.mask == "causal":
            pairs -= self.rows * (self.rows - 1) // 2
        return 12.0 * self.features * pairs * sizes["b"] * sizes["h"]

    @property
    def key_bytes(self) -> float:
        """Of keys and values, which decoding reads once."""
        sizes = self.sizes
        return 2.0 * 4 * self.features * self.keys * sizes["b"] * sizes["h"]

    def goals(self) -> dict[str, float]:
        """What is aimed at on an H200."""
        if self.is_decode:
            return {"copy": 0.8}
        found = {"flash4": 1.2 if self.keys >= 4096 else 1.5}
        if self.features == 64 and self.keys >= 2048:
            found["tflops"] = 300.0 if self.mask == "full" else 270.0
        return found


def plan() -> list[Timing]:
    """The most telling ones first: time may run out."""
    found = []
    for keys, decode in ((4096, 8192), (2048, 32768), (1024, None), (16384, None)):
        found += [
            Timing(d, mask, keys, keys)
            for d in (64, 128)
            for mask in ("full", "causal")
        ]
        if decode:
            found += [Timing(d, "full", decode, 1) for d in (64, 128)]
    return found


def make_operands(
    attention: Attention, sizes: dict[str, int], place: torch.device
) -> dict[str, torch.Tensor]:
    """Random ones, made on the device."""
    torch.manual_seed(1)
    known = sizes | attention.fixed
    found = {}
    for name, (dims, _) in attention.operands().items():
        shape = [known[d] for d in dims.split()]
        type_ = torch.float32 if name == "lam" else torch.bfloat16
        found[name] = torch.randn(shape, dtype=type_, device=place)
    found["lam"].fill_(0.5)
    return found


class Phase:
    """All timings."""

    def __init__(self, folder: pathlib.Path, device: str):
        self.folder = folder
        self.attentions, _ = cases.load(folder / "cases.json")
        self.runtime, self.place = open_runtime(folder, device)
        self.timings = plan()
        self.clock: Clock = CudaClock()
        self.peers = Peers()
        self._functions: dict[str, Function] = {}

    def about(self) -> dict[str, Any]:
        """The device, and what the peers are like."""
        return {
            "device": self.runtime.device_name,
            "torch": torch.__version__,
            "cuda_of_torch": torch.version.cuda,
            "epilogue_of_peers": self.peers.why_eager or "compiled",
        }

    def function(self, attention: str) -> Function:
        """Loaded when it is first needed."""
        if attention not in self._functions:
            path = self.folder / "lib" / f"{attention}.so"
            self._functions[attention] = self.runtime.load(path)
        return self._functions[attention]

    def do(self, number: int) -> dict[str, Any]:
        """One timing."""
        timing = self.timings[number]
        attention = self.attentions[timing.attention]
        operands = make_operands(attention, timing.sizes, self.place)
        case = Case(number, attention.name, 1, timing.sizes, "dense")
        arguments = Arguments(self.runtime, attention, case, operands)
        call = self.function(attention.name).bind(arguments.views)
        runs: dict[str, Callable[[], object]] = {"ours": call}
        forms, skipped = self._forms(operands, timing.mask == "causal")
        runs |= forms
        call()
        self.runtime.synchronize()
        found = {"ours": arguments.fetch()["out"]}
        found |= {name: form() for name, form in forms.items()}
        verdicts = check(attention, operands, found)
        if timing.is_decode:
            runs["copy"] = self._copy()
        try:
            ms = measure(runs, self.clock)
        finally:
            # Memory must not go while kernels run.
            self.runtime.synchronize()
        return describe(timing, ms, verdicts, skipped)

    def _forms(
        self, operands: dict[str, torch.Tensor], causal: bool
    ) -> tuple[dict[str, Form], dict[str, str]]:
        """Those that work, and why others don't."""
        found, skipped = {}, {}
        for name, prepare in self.peers.forms(operands, causal).items():
            try:
                found[name] = prepare()
            except Exception as error:
                skipped[name] = first_line(error)
        return found, skipped

    def _copy(self) -> Callable[[], object]:
        source = torch.ones(COPIED, dtype=torch.int8, device=self.place)
        target = torch.empty_like(source)
        return lambda: target.copy_(source)


def check(
    attention: Attention,
    operands: dict[str, torch.Tensor],
    found: dict[str, torch.Tensor],
) -> dict[str, oracle.Verdict]:
    """The last rows of one head of each form: near f64?"""
    x = {name: tensor[:1, :1] for name, tensor in operands.items() if name != "lam"}
    x["lam"] = operands["lam"]
    for name in ("q1", "q2"):
        x[name] = x[name][..., -CHECKED_ROWS:, :]
    exact = oracle.evaluate(attention, x)
    half = HALVES[attention.element]
    plain = oracle.evaluate(attention, x, torch.float32, half)
    verdicts = {}
    for name, out in found.items():
        rows = {"out": out[:1, :1, -CHECKED_ROWS:]}
        verdict = oracle.judge(rows, exact, plain)["out"]
        if name != "ours" and verdict.error <= PEER_FACTOR * verdict.allowed:
            verdict = dataclasses.replace(verdict, problem="")
        verdicts[name] = verdict
    return verdicts


def describe(
    timing: Timing,
    ms: dict[str, float],
    verdicts: dict[str, oracle.Verdict],
    skipped: dict[str, str],
) -> dict[str, Any]:
    """The numbers of a timing."""
    problems = [f"{n}: {v.problem}" for n, v in verdicts.items() if v.problem]
    ours = ms["ours"]
    found: dict[str, Any] = {
        "case": str(timing),
        "sizes": timing.sizes,
        "status": "wrong" if verdicts["ours"].problem else "right",
        "problem": "; ".join(problems),
        "errors": {n: [v.error, v.allowed] for n, v in verdicts.items()},
        "ms": ms,
        "ratios": {n: t / ours for n, t in ms.items() if n not in ("ours", "copy")},
        "skipped": skipped,
        "goals": timing.goals(),
    }
    if timing.is_decode:
        found["gbs"] = timing.key_bytes / ours / 1e6
        found["copy_gbs"] = 2 * COPIED / ms["copy"] / 1e6
        found["copy"] = found["gbs"] / found["copy_gbs"]
    else:
        found["tflops"] = timing.flops / ours / 1e9
    return found
