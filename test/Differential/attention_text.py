"""Writes the op, and an attention as a function of tensors."""

from attentions import Attention

KEYWORDS = {
    "lam": "lambda",
    "mask": "mask",
    "lengths": "key_lengths",
    "weight": "norm_weight",
}


def attention_op(
    attention: Attention,
    names: dict[str, str],
    types: dict[str, str],
    schedule: str | None = None,
    offsets: tuple[str, ...] = (),
) -> str:
    """`diffattn.attention ...` on these values, of these types. `names` of results
    are what they are written over."""
    operands, results = attention.operands(), attention.results()
    dims = {name: d for name, (d, _) in (operands | results).items()}

    def operand(keyword: str, *of: str) -> str:
        named = ", ".join(f"{names[n]}[{', '.join(dims[n].split())}]" for n in of)
        return f"{keyword}({named} : {', '.join(types[n] for n in of)})"

    parts = [operand("signal", "q1", "k1")]
    if attention.has_noise:
        parts.append(operand("noise", "q2", "k1" if attention.k2 == "k1" else "k2"))
    parts.append(operand("value", "v"))
    parts += [operand(k, name) for name, k in KEYWORDS.items() if name in operands]
    for keyword, ssa in zip(("query_offset", "key_offset"), offsets):
        parts.append(f"{keyword}({ssa} : index)")
    parts.append(operand("outs", *results))
    attributes = attention.attributes() + ([schedule] if schedule else [])
    if attributes:
        parts.append(f"{{{', '.join(attributes)}}}")
    return "diffattn.attention " + "\n      ".join(parts)


def tensor(dims: str, element: str, fixed: dict[str, int]) -> str:
    """A type with the sizes in `fixed`, and otherwise any."""
    sizes = "".join(f"{fixed.get(d, '?')}x" for d in dims.split())
    return f"tensor<{sizes}{element}>"


def write_tensors(
    attention: Attention,
    schedule: str | None = None,
    fixed: dict[str, int] | None = None,
) -> str:
    """As attentions.write, but on tensors: what results are written over comes as
    arguments of its own, `out_init` and so on."""
    operands, results = attention.operands(), attention.results()
    types = {
        name: tensor(dims, element, fixed or {})
        for name, (dims, element) in (operands | results).items()
    }
    names = {n: f"%{n}" for n in operands} | {n: f"%{n}_init" for n in results}
    body, offsets = [], []
    if attention.offsets:
        for name in ("query_offset", "key_offset"):
            body.append(f"%{name}_i64 = tensor.extract %{name}[] : tensor<i64>")
            offsets.append(f"%{name}_index")
            body.append(f"{offsets[-1]} = arith.index_cast %{name}_i64 : i64 to index")
    op = attention_op(attention, names, types, schedule, tuple(offsets))
    body.append(f"%r:{len(results)} = {op}")
    returned = ", ".join(f"%r#{i}" for i in range(len(results)))
    body.append(f"return {returned} : {', '.join(types[n] for n in results)}")
    arguments = ",\n    ".join(
        f'{ssa}: {types[name]} {{diffattn.name = "{ssa[1:]}"}}'
        for name, ssa in names.items()
    )
    named = ", ".join(f'{types[n]} {{diffattn.name = "{n}"}}' for n in results)
    lines = "\n  ".join(body)
    return (
        f"func.func @{attention.name}(\n    {arguments})\n    -> ({named}) {{\n"
        f"  {lines}\n}}\n"
    )
