"""Attentions whose kernels are counted, as modules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """An attention of 2 batches and 8 heads."""

    name: str
    element: str
    features: int
    values: int
    maps: int = 2
    one_key: bool = False
    """Both maps have the same keys."""
    options: str = ""
    queries: int = 2048
    keys: int = 2048

    @property
    def kernel(self) -> str:
        """The one that counts."""
        return f"attention0_{'part_' if self.is_split else ''}vectors"

    @property
    def is_split(self) -> bool:
        """Parts of the keys are computed by themselves."""
        return self.queries <= 16

    def tensor(self, rows: int, features: int) -> str:
        """The type of an operand."""
        return f"tensor<2x8x{rows}x{features}x{self.element}>"

    def module(self) -> str:
        """A function with the attention."""
        query = self.tensor(self.queries, self.features)
        key = self.tensor(self.keys, self.features)
        value = self.tensor(self.keys, self.values)
        out = self.tensor(self.queries, self.values)
        norm = "norm = #diffattn.norm<rms, eps = 1.0e-5>" if self.maps == 2 else ""
        attributes = ", ".join(filter(None, (self.options, norm)))
        noise = "%k1" if self.one_key else "%k2"
        second = (
            f"noise(%q2[b, h, m, d], {noise}[b, h, n, d] : {query}, {key})"
            if self.maps == 2
            else ""
        )
        factor = "lambda(%lambda[] : tensor<f32>)" if self.maps == 2 else ""
        return f"""
func.func @attention(%q1: {query}, %k1: {key}, %q2: {query}, %k2: {key},
                     %v: {value}, %lambda: tensor<f32>, %init: {out}) -> {out} {{
  %o = diffattn.attention signal(%q1[b, h, m, d], %k1[b, h, n, d] : {query}, {key})
      {second} value(%v[b, h, n, e] : {value}) {factor}
      outs(%init[b, h, m, e] : {out}) {{{attributes}}}
  return %o : {out}
}}
"""


CASES = (
    Case("V1 64 / 128 bf16", "bf16", 64, 128),
    Case("V1 64 / 128 causal bf16", "bf16", 64, 128, options="causal"),
    Case("V1 64 / 128 f16", "f16", 64, 128),
    Case("V1 128 / 256 bf16, a map a warp", "bf16", 128, 256),
    Case("V1 128 / 256 causal bf16, a map a warp", "bf16", 128, 256, options="causal"),
    Case(
        "V2 128 / 128 causal bf16, one key, a map a warp",
        "bf16",
        128,
        128,
        one_key=True,
        options="causal",
    ),
    Case("ordinary 128 / 128 causal bf16", "bf16", 128, 128, 1, options="causal"),
    Case(
        "decoding V1 64 / 128 bf16, a part of the keys",
        "bf16",
        64,
        128,
        queries=1,
        keys=32768,
    ),
    Case(
        "decoding V1 128 / 256 bf16, a part of the keys",
        "bf16",
        128,
        256,
        queries=1,
        keys=32768,
    ),
    Case("V1 64 / 128 f32, by FMA", "f32", 64, 128),
)
