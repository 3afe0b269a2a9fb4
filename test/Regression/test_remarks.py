"""Attentions that are not fused, and nobody says why: each reason there is."""

import pathlib

import pytest
from commands import run

MAPS = """
#i = affine_map<(h, m, e) -> (h, m, e)>
#hm = affine_map<(h, m, e) -> (h, m)>
#none = affine_map<(h, m, e) -> ()>
"""
Q, K, V, R = (f"tensor<2x{n}x{w}xf32>" for n, w in ((5, 4), (7, 4), (7, 6), (5, 6)))
ARGUMENTS = (
    f"%q1: {Q}, %k1: {K}, %q2: {Q}, %k2: {K}, %v: {V}, %lam: tensor<f32>, "
    "%a: index, %b: index, %cond: i1"
)


def attention(
    number: int, parts: str = "", attributes: str = "", outs: str = "", count: int = 1
) -> str:
    """%o1 or %o2."""
    results = f"%o{number}" + (f":{count}" if count > 1 else "")
    types = ", ".join([R, *["tensor<2x5xf32>"] * (count - 1)])
    named = ", ".join(["%init[h, m, e]", *["%rows[h, m]"] * (count - 1)])
    return f"""
  {results} = diffattn.attention
      signal(%q{number}[h, m, d], %k{number}[h, n, d] : {Q}, {K})
      {parts if "noise" in parts else ""}
      value(%v[h, n, e] : {V})
      {parts if "noise" not in parts else ""}
      outs({named} : {types}) {{{attributes}}}"""


def difference(
    first: str = "%o1",
    second: str = "%o2",
    type_: str = R,
    maps: str = "#i, #i, #none, #i",
    result: str = R,
    body: str = "",
    out: str = "%init",
    name: str = "%r",
) -> str:
    """%r = %o1 - lambda * %o2."""
    element = result.split("x")[-1][:-1]
    body = body or (
        "%p = arith.mulf %z, %y : f32\n    %s = arith.subf %x, %p : f32\n"
        "    linalg.yield %s : f32"
    )
    return f"""
  {name} = linalg.generic {{indexing_maps = [{maps}],
      iterator_types = [{", ".join(['"parallel"'] * 3)}]}}
      ins({first}, {second}, %lam : {type_}, {type_}, tensor<f32>)
      outs({out} : {result}) {{
  ^bb0(%x: f32, %y: f32, %z: f32, %unused: {element}):
    {body}
  }} -> {result}"""


def function(body: str, returned: str = "%r", type_: str = R) -> str:
    """The module."""
    return f"""{MAPS}
func.func @f({ARGUMENTS}) -> {type_} {{
  %init = tensor.empty() : {R}
  %rows = tensor.empty() : tensor<2x5xf32>
  %eps = arith.constant 1.0e-5 : f32
  %six = arith.constant 6.0 : f32
  %zero = arith.constant 0.0 : f32{body}
  return {returned} : {type_}
}}
"""


NOISE = f"noise(%q2[h, m, d], %k2[h, n, d] : {Q}, {K})"
LAMBDA = "lambda(%lam[] : tensor<f32>)"
WIDE = "tensor<4x5x6xf32>"


def norm(
    x: str = "%o1",
    result: str = R,
    eps: str = "%eps",
    maps: str = "#i, #hm, #i",
    body: str = "%y",
    name: str = "%r",
) -> str:
    """%r = %o1 / sqrt(mean(%o1^2) + eps)."""
    element = result.split("x")[-1][:-1]
    end = f"linalg.yield {body} : {element}"
    if element != "f32":
        end = f"%n = arith.truncf {body} : f32 to {element}\n"
        end += f"    linalg.yield %n : {element}"
    return f"""
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<2x5xf32>) -> tensor<2x5xf32>
  %sums = linalg.generic {{indexing_maps = [#i, #hm],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins({x} : {R}) outs(%zeros : tensor<2x5xf32>) {{
  ^bb0(%x: f32, %acc: f32):
    %s = arith.mulf %x, %x : f32
    %t = arith.addf %acc, %s : f32
    linalg.yield %t : f32
  }} -> tensor<2x5xf32>
  %outs = tensor.empty() : {result}
  {name} = linalg.generic {{indexing_maps = [{maps}],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins({x}, %sums : {R}, tensor<2x5xf32>) outs(%outs : {result}) {{
  ^bb0(%x: f32, %sum: f32, %unused: {element}):
    %mean = arith.divf %sum, %six : f32
    %shifted = arith.addf %mean, {eps} : f32
    %root = math.rsqrt %shifted : f32
    %y = arith.mulf %x, %root : f32
    {end}
  }} -> {result}"""


def in_branch(body: str, result: str = "%r") -> str:
    """What is computed in a block of its own."""
    return f"""
  %w = scf.if %cond -> ({R}) {{{body}
    scf.yield {result} : {R}
  }} else {{
    scf.yield %init : {R}
  }}"""


HALF = R.replace("f32", "f16")
NARROW = (
    "%p = arith.mulf %z, %y : f32\n    %s = arith.subf %x, %p : f32\n"
    "    %n = arith.truncf %s : f32 to f16\n    linalg.yield %n : f16"
)
OFFSETS = "query_offset({0} : index)\n      key_offset({0} : index)"
BOTH = attention(1) + attention(2)

FUSION: dict[str, tuple[str, str]] = {
    "offsets": (
        function(
            attention(1, OFFSETS.format("%a"), "causal")
            + attention(2, OFFSETS.format("%b"), "causal")
            + difference()
        ),
        "the attentions have different offsets",
    ),
    "differential": (
        function(
            attention(1)
            .replace("value(", f"{NOISE}\n      value(")
            .replace("outs(", f"{LAMBDA}\n      outs(")
            + attention(2)
            + difference()
        ),
        "one of the attentions is differential already",
    ),
    "logsumexps": (
        function(attention(1, count=2) + attention(2) + difference("%o1#0")),
        "one of the attentions has logsumexps",
    ),
    "epilogue": (
        function(
            attention(1, attributes="out_scale = 0.5") + attention(2) + difference()
        ),
        "one of the attentions has an epilogue",
    ),
    "one": (
        function(
            attention(1)
            + difference(
                "%o1", "%o1", maps="#i, affine_map<(h, m, e) -> (0, m, e)>, #none, #i"
            )
        ),
        "both maps are parts of one attention",
    ),
    "block": (
        function(BOTH + in_branch(difference()), "%w"),
        "an attention is in another block",
    ),
    "element": (
        function(
            BOTH
            + f"\n  %half = tensor.empty() : {HALF}"
            + difference(result=HALF, body=NARROW, out="%half"),
            type_=HALF,
        ),
        "the result has another element type",
    ),
    "signal": (
        function(
            BOTH + difference(maps="affine_map<(h, m, e) -> (0, m, e)>, #i, #none, #i")
        ),
        "the signal is broadcast, cut or mixed by a view",
    ),
    "noise": (
        function(
            BOTH + difference(maps="#i, affine_map<(h, m, e) -> (0, m, e)>, #none, #i")
        ),
        "the noise is cut or mixed by a view",
    ),
    "norm of another block": (
        function(attention(1) + in_branch(norm()), "%w"),
        "the attention is in another block",
    ),
    "norm beside another use": (
        function(
            attention(1)
            + norm(name="%n")
            + f"\n  %r = linalg.add ins(%n, %o1 : {R}, {R}) outs(%init : {R}) -> {R}"
        ),
        "'linalg.add' uses the attention too",
    ),
    "norm of another type": (
        function(attention(1) + norm(result=HALF), type_=HALF),
        "the result has another element type",
    ),
    "norm of a part": (
        function(
            attention(1)
            + norm(
                maps="affine_map<(h, m, e) -> (0, m, e)>, "
                "affine_map<(h, m, e) -> (0, m)>, #i"
            )
        ),
        "the attention is broadcast, cut or mixed by a view",
    ),
    "norm of a norm": (
        function(
            attention(1, attributes="norm = #diffattn.norm<rms, eps = 1.0e-5>") + norm()
        ),
        "the attention has a norm already",
    ),
    "degenerate norm": (
        function(
            attention(1) + "\n  %below = arith.constant -1.0 : f32" + norm(eps="%below")
        ),
        "the norm is degenerate",
    ),
    "result of another operation": (
        f"""
func.func private @mask() -> tensor<5x7xi1>
func.func @f(%q: {Q}, %k: {K}, %v: {V}) -> {R} {{
  %init = tensor.empty() : {R}
  %mask = func.call @mask() : () -> tensor<5x7xi1>
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : {Q}, {K})
      value(%v[h, n, e] : {V}) mask(%mask[m, n] : tensor<5x7xi1>)
      outs(%init[h, m, e] : {R})
  return %r : {R}
}}""",
        "the mask depends on the result of 'func.call'",
    ),
    "mask of a tile": (
        f"""
#mn = affine_map<(m, n) -> (m, n)>
func.func @f(%q: {Q}, %k: {K}, %v: {V}, %a: index) -> {R} {{
  %init = tensor.empty() : {R}
  %masks = tensor.empty() : tensor<5x7xi1>
  %mask = linalg.generic {{
      indexing_maps = [#mn], iterator_types = ["parallel", "parallel"]}}
      outs(%masks : tensor<5x7xi1>) {{
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sle, %j, %i : index
    linalg.yield %c : i1
  }} -> tensor<5x7xi1>
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : {Q}, {K})
      value(%v[h, n, e] : {V}) mask(%mask[m, n] : tensor<5x7xi1>)
      query_offset(%a : index) key_offset(%a : index)
      outs(%init[h, m, e] : {R}) {{causal}}
  return %r : {R}
}}""",
        "the attention is a tile",
    ),
}


@pytest.mark.parametrize("name", FUSION)
def test_fusion_that_is_missed_without_a_reason(name: str) -> None:
    text, reason = FUSION[name]
    outcome = run(
        *("diffattn-opt", "--diffattn-fuse", "--remarks-filter-missed=diffattn-fuse"),
        "--remark-format=emitRemark",
        stdin=text,
    )
    assert outcome.status == 0, outcome.err
    assert reason in outcome.err


def test_fusion_tells_what_it_made(tmp_path: pathlib.Path) -> None:
    """Dims, lambda, norm: so that one can see that it is the right one."""
    sigmoid = """%neg = arith.negf %z : f32
    %exp = math.exp %neg : f32
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %exp, %one : f32
    %factor = arith.divf %one, %sum : f32
    %p = arith.mulf %factor, %y : f32
    %s = arith.subf %x, %p : f32
    linalg.yield %s : f32"""
    text = function(BOTH + difference(body=sigmoid, name="%d") + norm("%d"))
    outcome = run(
        "diffattn-compile", "-", "--remarks", "-o", tmp_path / "m.so", stdin=text
    )
    assert outcome.status == 0, outcome.err
    assert "lambda[] by sigmoid; norm" in outcome.err
