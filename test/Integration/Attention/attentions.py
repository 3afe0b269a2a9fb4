"""Attentions on memrefs with any strides, and how their strategy is forced.

An `Attention` is what is fixed when it is compiled: dims of its operands by name,
element type and attributes. Sizes are those of the arrays of a call.
"""

import dataclasses

STRATEGIES = ("held", "online", "split", "auto")


@dataclasses.dataclass(frozen=True)
class Blocks:
    """The numbers of a schedule (docs/schedules.md)."""

    row_block: int = 24
    key_block: int = 512
    value_block: int = 256
    held_bytes: int = 786432
    held_keys: int = 8192
    split_rows: int = 8
    split_keys: int = 1024

    def schedule(self, strategy: str) -> str:
        """The attribute that forces `strategy` with these blocks."""
        numbers = dataclasses.asdict(self).items()
        fields = ", ".join([strategy, *(f"{k} = {v}" for k, v in numbers)])
        return f"diffattn.schedule = #diffattn.schedule<{fields}>"


@dataclasses.dataclass(frozen=True)
class Attention:
    """Dims of operands, as in diffattn.reference: `m`, `n`, `d`.., `e`.. and
    batch-like ones. None or "": see the op; an operand that is None is not there.
    """

    name: str
    q1: str = "b h m d"
    k1: str = "b h n d"
    q2: str | None = "b h m d"
    k2: str | None = "b h n d"
    """The dims of the noise key, or "k1": the very same key."""
    v: str = "b h n e"
    out: str = "b h m e"
    lam: str | None = ""
    mask: str | None = None
    mask_element: str = "i1"
    lengths: str | None = None
    weight: str | None = None
    offsets: bool = False
    """Query and key offset are arguments."""
    sums: bool = True
    """The logsumexps are results."""
    element: str = "f32"
    out_element: str | None = None
    """None: `element`."""
    scale: float | None = None
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

    def operands(self) -> dict[str, tuple[str, str]]:
        """Name of each input to its dims and element type."""
        found = {
            "q1": (self.q1, self.element),
            "k1": (self.k1, self.element),
            "q2": (self.q2, self.element),
            "k2": (None if self.k2 == "k1" else self.k2, self.element),
            "v": (self.v, self.element),
            "lam": (self.lam if self.has_noise else None, "f32"),
            "mask": (self.mask, self.mask_element),
            "lengths": (self.lengths, "i64"),
            "weight": (self.weight, "f32"),
            "query_offset": ("" if self.offsets else None, "i64"),
            "key_offset": ("" if self.offsets else None, "i64"),
        }
        return {k: (d, e) for k, (d, e) in found.items() if d is not None}

    def results(self) -> dict[str, tuple[str, str]]:
        """Name of each result to its dims and element type."""
        found = {"out": (self.out, self.out_element or self.element)}
        if self.sums:
            found["lse1"] = (self.sum_dims(self.q1, self.k1), "f32")
        if self.sums and self.has_noise:
            found["lse2"] = (self.sum_dims(self.q2, self.noise_key), "f32")
        return found

    @property
    def noise_key(self) -> str | None:
        """The dims of the noise key."""
        return self.k1 if self.k2 == "k1" else self.k2

    def sum_dims(self, query: str | None, key: str | None) -> str:
        """The dims of a map's logsumexp, in the order of `out`."""
        parts = (query, key, self.mask, self.lengths, "m")
        kept = {dim for part in parts if part for dim in part.split()}
        dims = [d for d in self.out.split() if d in kept and not is_value(d)]
        return " ".join(dims)

    def attributes(self) -> list[str]:
        """Those of the op that are not its defaults."""
        found = []
        if self.causal:
            found.append("causal")
        if self.alignment != "bottom_right":
            found.append(f"alignment = #diffattn.alignment<{self.alignment}>")
        for name in ("scale", "softcap", "window_left", "window_right"):
            if getattr(self, name) is not None:
                found.append(f"{name} = {getattr(self, name)}")
        if self.sigmoid:
            found.append("lambda_activation = #diffattn.lambda_activation<sigmoid>")
        if self.eps is not None:
            found.append(f"norm = #diffattn.norm<rms, eps = {self.eps:.6e}>")
        if self.out_scale != 1.0:
            found.append(f"out_scale = {self.out_scale}")
        return found


def is_value(dim: str) -> bool:
    """True for e, e0, e1..."""
    return dim[0] == "e"


def is_feature(dim: str) -> bool:
    """True for d, d0, d1..."""
    return dim[0] == "d"


def is_batch(dim: str) -> bool:
    """True for dims of no other role."""
    return dim not in "mn" and not is_value(dim) and not is_feature(dim)


def memref(
    dims: str, element: str, sizes: dict[str, int] | None, fixed: dict[str, int]
) -> str:
    """The type of an argument: with `sizes` static and dense, else any with the
    sizes in `fixed`."""
    names = dims.split()
    if sizes is not None:
        return f"memref<{''.join(f'{sizes[d]}x' for d in names)}{element}>"
    if not names:
        return f"memref<{element}>"
    shape = "".join(f"{fixed.get(d, '?')}x" for d in names)
    strides = ", ".join("?" * len(names))
    return f"memref<{shape}{element}, strided<[{strides}], offset: ?>>"


def write(
    attention: Attention,
    schedule: str | None = None,
    sizes: dict[str, int] | None = None,
    fixed: dict[str, int] | None = None,
) -> str:
    """The function, on memrefs; with `sizes` for these sizes alone, with `fixed` for
    these sizes of some dims."""
    types = {
        name: memref(dims, element, sizes, fixed or {})
        for name, (dims, element) in (
            attention.operands() | attention.results()
        ).items()
    }
    dims = attention.operands() | attention.results()

    def operand(keyword: str, *names: str) -> str:
        named = ", ".join(f"%{n}[{', '.join(dims[n][0].split())}]" for n in names)
        return f"{keyword}({named} : {', '.join(types[n] for n in names)})"

    body, parts = [], [operand("signal", "q1", "k1")]
    if attention.has_noise:
        key = "k1" if attention.k2 == "k1" else "k2"
        parts.append(operand("noise", "q2", key))
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
    for name in ("query_offset", "key_offset"):
        if name in dims:
            body.append(f"%{name}_i64 = memref.load %{name}[] : memref<i64>")
            body.append(f"%{name}_index = arith.index_cast %{name}_i64 : i64 to index")
            parts.append(f"{name}(%{name}_index : index)")
    parts.append(operand("outs", *attention.results()))
    attributes = attention.attributes() + ([schedule] if schedule else [])
    if attributes:
        parts.append(f"{{{', '.join(attributes)}}}")
    arguments = [
        f'%{name}: {type} {{diffattn.name = "{name}"'
        + (', diffattn.kind = "output"}' if name in attention.results() else "}")
        for name, type in types.items()
    ]
    body.append("diffattn.attention " + "\n      ".join(parts))
    lines = "\n  ".join([*body, "return"])
    joined = ",\n    ".join(arguments)
    return f"func.func @{attention.name}(\n    {joined}) {{\n  {lines}\n}}\n"
