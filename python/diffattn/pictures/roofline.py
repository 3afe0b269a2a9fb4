"""What an attention costs, how long it takes, and what the processor could do."""

import dataclasses
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from diffattn.arrays import DTYPES, _native, bfloat16
from diffattn.compiler import compile_text
from diffattn.pictures.observe import Array, Attention
from diffattn.runtime import get_num_threads

ROUNDS = 15
WARM_UP_SECONDS = 0.05
ROUND_SECONDS = 0.002
PEAK_SECONDS = 0.2


@dataclasses.dataclass(frozen=True)
class Peaks:
    """What the processor could do, measured in the same process."""

    flops: float
    """10^9 operations a second, of the type that is multiplied."""
    unit: str
    """`f32` or `bf16`."""
    read: float
    """10^9 bytes a second from memory."""

    def limit(self, intensity: float) -> float:
        """The most operations a second (10^9) at so many operations a byte."""
        return min(self.flops, intensity * self.read)


@dataclasses.dataclass(frozen=True)
class Cost:
    """An attention of one text, measured alone."""

    number: int
    flops: float
    """Of the form with a product of scores for each map and one with the value; keys
    that a row does not see don't count."""
    bytes: float
    """Of operands and result, once."""
    seconds: float
    peaks: Peaks

    @property
    def rate(self) -> float:
        """10^9 operations a second."""
        return self.flops / self.seconds / 1e9

    @property
    def intensity(self) -> float:
        """Operations a byte."""
        return self.flops / self.bytes

    @property
    def share(self) -> float:
        """Of what the processor could do at this intensity."""
        return self.rate / self.peaks.limit(self.intensity)


def measure(attentions: Sequence[Attention]) -> list[Cost]:
    """Compiles each attention alone and times it with the arrays of the text. Those
    of a tile of a larger one are left out."""
    timed = [a for a in attentions if not {"query_offset", "key_offset"} & {*a.arrays}]
    seconds = [time_attention(attention) for attention in timed]
    peaks = {unit: measure_peaks(unit) for unit in {unit_of(a) for a in timed}}
    return [
        Cost(a.number, count_flops(a), count_bytes(a), took, peaks[unit_of(a)])
        for a, took in zip(timed, seconds)
    ]


def count_flops(attention: Attention) -> float:
    """Two operations for each product that is added."""
    scores = attention.maps().signal_scores
    per_pair = 2 * width(attention, "signal_query", "d") * (
        2 if attention.is_differential else 1
    ) + 2 * width(attention, "value", "e")
    return float((scores > -np.inf).sum()) * per_pair


def width(attention: Attention, role: str, letter: str) -> int:
    """The number of features or values of a row."""
    array, dims = attention.arrays[role]
    named = zip(dims.split(), array.shape)
    return int(np.prod([n for dim, n in named if dim.rstrip("0123456789") == letter]))


def count_bytes(attention: Attention) -> float:
    """Of all arrays, in the types that the model has."""
    return float(
        sum(
            array.size * DTYPES[attention.types[role]][1].itemsize
            for role, (array, _) in attention.arrays.items()
        )
    )


def unit_of(attention: Attention) -> str:
    """What multiplies: pairs of bf16 where the processor has that, else f32."""
    if attention.types["signal_query"] != "bf16":
        return "f32"
    has_pairs = _native.measure_peak("bf16", 1, 0.001) is not None
    return "bf16" if has_pairs else "f32"


def measure_peaks(unit: str) -> Peaks:
    """The peaks, on as many threads as functions use."""
    threads = get_num_threads()
    flops = _native.measure_peak(unit, threads, PEAK_SECONDS)
    read = _native.measure_peak("read", threads, PEAK_SECONDS)
    return Peaks(flops or np.nan, unit, read or np.nan)


def time_attention(attention: Attention) -> float:
    """The median time of a call with the arrays of the text."""
    function = compile_text(module_text(attention))["attention"]
    inputs = [
        to_type(array, attention.types[role])
        for role, (array, _) in attention.arrays.items()
        if role != "out"
    ]
    out = to_type(attention.arrays["out"][0], attention.types["out"])
    end = time.perf_counter() + WARM_UP_SECONDS
    calls = 0
    while not calls or time.perf_counter() < end:
        function(*inputs, out=out)
        calls += 1
    # Short calls are timed together: the clock, and Python, cost as much as one.
    batch = max(1, int(calls * ROUND_SECONDS / WARM_UP_SECONDS))
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(batch):
            function(*inputs, out=out)
        rounds.append((time.perf_counter() - start) / batch)
    return statistics.median(rounds)


def to_type(array: Array, name: str) -> Array:
    """An array of the element type `name`."""
    if name == "bf16" and bfloat16 is np.uint16:
        return (array.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return np.array(array, DTYPES[name][1], order="C")


def module_text(attention: Attention) -> str:
    """A module with this attention alone, for the sizes of the text."""
    values = {
        role: (f"%{role}[{', '.join(dims.split())}]", type_of(attention, role))
        for role, (_, dims) in attention.arrays.items()
    }

    def group(name: str, *roles: str) -> str:
        if roles[0] not in values:
            return ""
        names = ", ".join(values[role][0] for role in roles)
        types = ", ".join(values[role][1] for role in roles)
        return f"      {name}({names} : {types})\n"

    parameters = ", ".join(
        f"%{role}: {kind}" for role, (_, kind) in values.items() if role != "out"
    )
    kind = values["out"][1]
    return (
        f"func.func @attention({parameters}) -> {kind} {{\n"
        f"  %out = tensor.empty() : {kind}\n"
        "  %result = diffattn.attention\n"
        + group("signal", "signal_query", "signal_key")
        + group("noise", "noise_query", "noise_key")
        + group("value", "value")
        + group("lambda", "lambda")
        + group("mask", "mask")
        + group("key_lengths", "key_lengths")
        + group("norm_weight", "norm_weight")
        + group("outs", "out")
        + f"      {{{', '.join(option_texts(attention.options))}}}\n"
        f"  return %result : {kind}\n}}\n"
    )


def type_of(attention: Attention, role: str) -> str:
    """The tensor type of an array."""
    sizes = [str(n) for n in attention.arrays[role][0].shape]
    element = attention.types[role]
    return f"tensor<{'x'.join([*sizes, 'i1' if element == 'bool' else element])}>"


def option_texts(options: Any) -> list[str]:
    """The attributes as the op's text has them."""
    texts = []
    for name, value in options.items():
        if name in ("alignment", "lambda_activation"):
            texts.append(f"{name} = #diffattn.{name}<{value}>")
        elif name == "norm_eps":
            texts.append(f"norm = #diffattn.norm<rms, eps = {value:.17e}>")
        elif name == "causal":
            texts.append(name)
        elif name.startswith("window"):
            texts.append(f"{name} = {value}")
        else:
            texts.append(f"{name} = {value:.17e}")
    return texts
