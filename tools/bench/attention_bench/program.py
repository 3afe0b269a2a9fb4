"""The MLIR text of a case."""

from attention_bench.cases import Case

LAMBDA = 0.5
EPSILON = 1e-5
OUT_SCALE = 0.2


def text_of(case: Case) -> str:
    """A module with the function @attention; its arguments are what
    inputs.make_inputs makes, in that order."""
    return _v1(case) if case.is_v1 else _v2(case)


def _argument(name: str, type_: str) -> str:
    return f'    %{name}: {type_} {{diffattn.name = "{name}"}}'


def _function(arguments: dict[str, str], result: str, body: str) -> str:
    lines = ",\n".join(_argument(*argument) for argument in arguments.items())
    head = f"func.func @attention(\n{lines})\n"
    return f'{head}    -> ({result} {{diffattn.name = "out"}}) {{\n{body}}}\n'


def _v1(case: Case) -> str:
    def tensor(rows: int, width: int) -> str:
        return f"tensor<{case.heads}x{rows}x{width}x{case.dtype}>"

    query = tensor(case.queries, case.features)
    key = tensor(case.keys, case.features)
    value = tensor(case.keys, case.values)
    out = tensor(case.queries, case.values)
    causal = "causal, " if case.causal else ""
    body = f"""\
  %init = tensor.empty() : {out}
  %out = diffattn.attention
      signal(%q1[h, m, d], %k1[h, n, d] : {query}, {key})
      noise(%q2[h, m, d], %k2[h, n, d] : {query}, {key})
      value(%v[h, n, e] : {value})
      lambda(%lam[] : tensor<f32>)
      outs(%init[h, m, e] : {out})
      {{{causal}norm = #diffattn.norm<rms, eps = {EPSILON:.1e}>,
       out_scale = {OUT_SCALE}}}
  return %out : {out}
"""
    arguments = {
        "q1": query,
        "k1": key,
        "q2": query,
        "k2": key,
        "v": value,
        "lam": "tensor<f32>",
    }
    return _function(arguments, out, body)


def _v2(case: Case) -> str:
    groups, shared = case.groups, case.heads // case.groups
    rows, width, dtype = case.queries, case.features, case.dtype
    query = f"tensor<{2 * case.heads}x{rows}x{width}x{dtype}>"
    paired = f"tensor<{groups}x{shared}x2x{rows}x{width}x{dtype}>"
    grouped = f"tensor<{groups}x{shared}x{rows}x{width}x{dtype}>"
    key = f"tensor<{groups}x{case.keys}x{width}x{dtype}>"
    logits = f"tensor<{case.heads}x{rows}xf32>"
    grouped_logits = f"tensor<{groups}x{shared}x{rows}xf32>"
    out = f"tensor<{case.heads}x{rows}x{width}x{dtype}>"

    def half(name: str, index: int) -> str:
        return (
            f"  %{name} = tensor.extract_slice %paired[0, 0, {index}, 0, 0]"
            f" [{groups}, {shared}, 1, {rows}, {width}] [1, 1, 1, 1, 1]\n"
            f"      : {paired} to {grouped}\n"
        )

    body = f"""\
  %paired = tensor.expand_shape %q [[0, 1, 2], [3], [4]]
      output_shape [{groups}, {shared}, 2, {rows}, {width}] : {query} into {paired}
{half("q1", 0)}{half("q2", 1)}\
  %lambda = tensor.expand_shape %lam [[0, 1], [2]]
      output_shape [{groups}, {shared}, {rows}] : {logits} into {grouped_logits}
  %init = tensor.empty() : {grouped}
  %outg = diffattn.attention
      signal(%q1[g, r, m, d], %k[g, n, d] : {grouped}, {key})
      noise(%q2[g, r, m, d], %k[g, n, d] : {grouped}, {key})
      value(%v[g, n, e] : {key})
      lambda(%lambda[g, r, m] : {grouped_logits})
      outs(%init[g, r, m, e] : {grouped})
      {{{"causal, " if case.causal else ""}\
lambda_activation = #diffattn.lambda_activation<sigmoid>}}
  %out = tensor.collapse_shape %outg [[0, 1], [2], [3]] : {grouped} into {out}
  return %out : {out}
"""
    return _function({"q": query, "k": key, "v": key, "lam": logits}, out, body)
