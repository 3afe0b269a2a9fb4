"""The attentions that are compiled, each to an artifact for any sizes.

Dims have roles by their letter: m rows, n keys, d features of queries and keys, e of
values; others are batch-like.
"""

import dataclasses

TYPES = {"bf16": 2, "f16": 2, "f32": 4, "i64": 8, "i1": 1}
"""Bytes of an element, by the names of MLIR."""


@dataclasses.dataclass(frozen=True)
class Attention:
    """What is fixed when it is compiled. Dims of an operand that is None: it is not
    there."""

    name: str
    element: str
    features: int
    values: int
    q1: str = "b h m d"
    k1: str = "b h n d"
    q2: str | None = "b h m d"
    k2: str | None = "b h n d"
    """The dims of the noise key, or "k1": the very same key."""
    v: str = "b h n e"
    out: str = "b h m e"
    lam: str = ""
    mask: str | None = None
    mask_element: str = "i1"
    lengths: str | None = None
    weight: bool = False
    sums: str | None = None
    """The dims of the logsumexps; None: they are no results."""
    causal: bool = False
    alignment: str = "bottom_right"
    window_left: int | None = None
    window_right: int | None = None
    softcap: float | None = None
    sigmoid: bool = False
    eps: float | None = None
    out_scale: float = 1.0

    @property
    def has_noise(self) -> bool:
        """False for ordinary attention."""
        return self.q2 is not None

    @property
    def fixed(self) -> dict[str, int]:
        """Sizes that are compiled in."""
        return {"d": self.features, "e": self.values}

    def operands(self) -> dict[str, tuple[str, str]]:
        """Name of each input to its dims and element type, in the order of the
        function."""
        found = {
            "q1": (self.q1, self.element),
            "k1": (self.k1, self.element),
            "q2": (self.q2, self.element),
            "k2": (None if self.k2 == "k1" else self.k2, self.element),
            "v": (self.v, self.element),
            "lam": (self.lam if self.has_noise else None, "f32"),
            "mask": (self.mask, self.mask_element),
            "lengths": (self.lengths, "i64"),
            "weight": ("e" if self.weight else None, "f32"),
        }
        return {k: (d, e) for k, (d, e) in found.items() if d is not None}

    def results(self) -> dict[str, tuple[str, str]]:
        """Name of each result to its dims and element type."""
        found = {"out": (self.out, self.element)}
        if self.sums is not None:
            found["lse1"] = (self.sums, "f32")
        if self.sums is not None and self.has_noise:
            found["lse2"] = (self.sums, "f32")
        return found

    def dims(self) -> list[str]:
        """Those whose sizes are not fixed."""
        names = " ".join(dims for dims, _ in self.operands().values()).split()
        return [d for d in dict.fromkeys(names) if d not in self.fixed]

    def batch(self) -> list[str]:
        """Those of the result that are neither rows nor features."""
        return [d for d in self.out.split() if d not in "me"]


def read(fields: dict[str, object]) -> Attention:
    """What `dataclasses.asdict` made of one."""
    return Attention(**fields)  # type: ignore[arg-type]


def attributes(attention: Attention) -> list[str]:
    """Those of the op that are not its defaults."""
    found = ["causal"] if attention.causal else []
    if attention.alignment != "bottom_right":
        found.append(f"alignment = #diffattn.alignment<{attention.alignment}>")
    for name in ("softcap", "window_left", "window_right"):
        if getattr(attention, name) is not None:
            found.append(f"{name} = {getattr(attention, name)}")
    if attention.sigmoid:
        found.append("lambda_activation = #diffattn.lambda_activation<sigmoid>")
    if attention.eps is not None:
        found.append(f"norm = #diffattn.norm<rms, eps = {attention.eps:.6e}>")
    if attention.out_scale != 1.0:
        found.append(f"out_scale = {attention.out_scale}")
    return found


def write(attention: Attention) -> str:
    """The module, with one function @attention on tensors."""
    operands, results = attention.operands(), attention.results()
    types = {
        name: tensor_type(attention, *what)
        for name, what in (operands | results).items()
    }
    dims = {name: what[0] for name, what in (operands | results).items()}
    body = sizes_of(attention, types)
    for name in results:
        sizes = ", ".join(f"%{d}" for d in dims[name].split() if d != "e")
        body.append(f"%init_{name} = tensor.empty({sizes}) : {types[name]}")
    body.append(operation(attention, types, dims))
    returned = ", ".join(f"%{name}" for name in results)
    kinds = ", ".join(types[name] for name in results)
    body.append(f"return {returned} : {kinds}")
    arguments = ",\n    ".join(
        f'%{name}: {types[name]} {{diffattn.name = "{name}"}}' for name in operands
    )
    outs = ", ".join(f'{types[n]} {{diffattn.name = "{n}"}}' for n in results)
    lines = "\n  ".join(body)
    return (
        f"func.func @attention(\n    {arguments})\n    -> ({outs}) {{\n  {lines}\n}}\n"
    )


def tensor_type(attention: Attention, dims: str, element: str) -> str:
    """`tensor<?x?x64xbf16>`."""
    shape = "".join(f"{attention.fixed.get(d, '?')}x" for d in dims.split())
    return f"tensor<{shape}{element}>"


def sizes_of(attention: Attention, types: dict[str, str]) -> list[str]:
    """Lines that read the sizes of a result off the operands."""
    lines = []
    for dim in [*attention.batch(), "m"]:
        name, dims = next(
            (name, dims.split())
            for name, (dims, _) in attention.operands().items()
            if dim in dims.split()
        )
        lines.append(f"%{dim}_at = arith.constant {dims.index(dim)} : index")
        lines.append(f"%{dim} = tensor.dim %{name}, %{dim}_at : {types[name]}")
    return lines


def operation(attention: Attention, types: dict[str, str], dims: dict[str, str]) -> str:
    """The op."""

    def operand(keyword: str, *names: str, prefix: str = "") -> str:
        named = ", ".join(f"%{prefix}{n}[{', '.join(dims[n].split())}]" for n in names)
        return f"{keyword}({named} : {', '.join(types[n] for n in names)})"

    parts = [operand("signal", "q1", "k1")]
    if attention.has_noise:
        parts.append(operand("noise", "q2", "k1" if attention.k2 == "k1" else "k2"))
    parts.append(operand("value", "v"))
    if attention.has_noise:
        parts.append(operand("lambda", "lam"))
    for name, keyword in (
        ("mask", "mask"),
        ("lengths", "key_lengths"),
        ("weight", "norm_weight"),
    ):
        if name in dims:
            parts.append(operand(keyword, name))
    results = list(attention.results())
    parts.append(operand("outs", *results, prefix="init_"))
    if found := attributes(attention):
        parts.append(f"{{{', '.join(found)}}}")
    named = ", ".join(f"%{name}" for name in results)
    return f"{named} = diffattn.attention " + "\n      ".join(parts)
