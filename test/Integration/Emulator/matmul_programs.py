"""Programs of one matrix product each.

A form such as "gmk,gkn->gmn" gives the dims of the factors and of the output: m, p of
rows, n, q of columns, k, l of depth, g, h of both. Types are those of the factors a
and b and of the output.
"""

Types = tuple[str, str, str]


def tensor(term: str, element: str) -> str:
    """A tensor with these dims, of any sizes."""
    return f"tensor<{'?x' * len(term)}{element}>"


def split(form: str) -> list[str]:
    """The dims of a, b and the output."""
    factors, output = form.split("->")
    return [*factors.split(","), output]


def contraction(form: str, types: Types, a: str, b: str, start: str) -> str:
    """%y = start + a b."""
    terms = split(form)
    letters = sorted(set("".join(terms)), key="ghmpnqkl".index)
    maps = [f"affine_map<({', '.join(letters)}) -> ({', '.join(t)})>" for t in terms]
    kinds = ['"reduction"' if x in "kl" else '"parallel"' for x in letters]
    tensors = [tensor(term, element) for term, element in zip(terms, types)]
    text = f"""\
  %y = linalg.generic {{indexing_maps = [{", ".join(maps)}],
      iterator_types = [{", ".join(kinds)}]}}
      ins({a}, {b} : {tensors[0]}, {tensors[1]}) outs({start} : {tensors[2]}) {{
  ^bb0(%e: {types[0]}, %f: {types[1]}, %s: {types[2]}):
"""
    wide = []
    for value, element in zip(("%e", "%f"), types):
        wide.append(value if element == types[2] else value + "w")
        if element != types[2]:
            text += f"    {value}w = arith.extf {value} : {element} to {types[2]}\n"
    return (
        text
        + f"""\
    %p = arith.mulf {wide[0]}, {wide[1]} : {types[2]}
    %t = arith.addf %s, %p : {types[2]}
    linalg.yield %t : {types[2]}
  }} -> {tensors[2]}
"""
    )


def function(name: str, form: str, types: Types, body: str) -> str:
    """A function of a, b and x, which has the output's shape, that returns %y."""
    a, b, c = (tensor(term, element) for term, element in zip(split(form), types))
    return f"""\
func.func @{name}(%a: {a} {{diffattn.name = "a"}}, %b: {b} {{diffattn.name = "b"}},
                  %x: {c} {{diffattn.name = "x"}}) -> ({c} {{diffattn.name = "y"}}) {{
{body}  return %y : {c}
}}
"""


def zeros(form: str, types: Types) -> str:
    """%zeros, with the shape of %x."""
    c = tensor(split(form)[2], types[2])
    return f"""\
  %zero = arith.constant 0.0 : {types[2]}
  %zeros = linalg.fill ins(%zero : {types[2]}) outs(%x : {c}) -> {c}
"""


def multiply(name: str, form: str, types: Types) -> str:
    """y = a b."""
    body = zeros(form, types) + contraction(form, types, "%a", "%b", "%zeros")
    return function(name, form, types, body)


def add(name: str, form: str, types: Types) -> str:
    """y = x + a b."""
    return function(name, form, types, contraction(form, types, "%a", "%b", "%x"))


def multiply_every_second(name: str, types: Types) -> str:
    """y = a b of every second row and column of a matrix a: no matrix without gaps."""
    form = "mk,kn->mn"
    a = tensor("mk", types[0])
    body = f"""\
{zeros(form, types)}\
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %rows = tensor.dim %a, %0 : {a}
  %cols = tensor.dim %a, %1 : {a}
  %m = arith.ceildivui %rows, %2 : index
  %k = arith.ceildivui %cols, %2 : index
  %half = tensor.extract_slice %a[0, 0] [%m, %k] [2, 2] : {a} to {a}
"""
    body += contraction(form, types, "%half", "%b", "%zeros")
    return function(name, form, types, body)
