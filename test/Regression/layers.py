"""Models of so many layers and tokens, as text: each layer has a norm, projections,
rotary positions left out, a differential attention, and two products behind it."""

HEADER = """
#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
"""


def norm(name: str, x: str, type_: str, rows: str) -> str:
    """%NAME: x / sqrt(mean(x^2) + eps), row by row."""
    return f"""
  %{name}_sum = linalg.generic {{indexing_maps = [#mn, #m],
      iterator_types = ["parallel", "reduction"]}}
      ins(%{x} : {type_}) outs(%zeros : {rows}) {{
  ^bb0(%a: f32, %acc: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %acc, %s : f32
    linalg.yield %t : f32
  }} -> {rows}
  %{name} = linalg.generic {{indexing_maps = [#mn, #m, #mn],
      iterator_types = ["parallel", "parallel"]}}
      ins(%{x}, %{name}_sum : {type_}, {rows}) outs(%empty : {type_}) {{
  ^bb0(%a: f32, %sum: f32, %unused: f32):
    %mean = arith.divf %sum, %width : f32
    %shifted = arith.addf %mean, %eps : f32
    %root = math.rsqrt %shifted : f32
    %y = arith.mulf %a, %root : f32
    linalg.yield %y : f32
  }} -> {type_}"""


def product(name: str, x: str, weight: str, type_: str, square: str) -> str:
    """%NAME: x times a weight."""
    return (
        f"\n  %{name} = linalg.matmul ins(%{x}, %{weight} : {type_}, {square}) "
        f"outs(%filled : {type_}) -> {type_}"
    )


def layer(i: int, tokens: int, heads: int, width: int) -> str:
    """%x{i + 1} of %x{i}."""
    model = 2 * heads * width
    type_, rows = f"tensor<{tokens}x{model}xf32>", f"tensor<{tokens}xf32>"
    square = f"tensor<{model}x{model}xf32>"
    halves = f"tensor<{tokens}x2x{heads}x{width}xf32>"
    half = f"tensor<{tokens}x{heads}x{width}xf32>"
    wide = f"tensor<{tokens}x{heads}x{2 * width}xf32>"
    text = norm(f"n{i}", f"x{i}", type_, rows)
    for part in "qkv":
        text += product(f"{part}{i}", f"n{i}", f"w{part}{i}", type_, square)
    for part in "qk":
        text += (
            f"\n  %{part}s{i} = tensor.expand_shape %{part}{i} [[0], [1, 2, 3]] "
            f"output_shape [{tokens}, 2, {heads}, {width}] : {type_} into {halves}"
        )
        for number in range(2):
            text += (
                f"\n  %{part}{number}_{i} = tensor.extract_slice "
                f"%{part}s{i}[0, {number}, 0, 0] [{tokens}, 1, {heads}, {width}] "
                f"[1, 1, 1, 1] : {halves} to {half}"
            )
    text += f"""
  %vs{i} = tensor.expand_shape %v{i} [[0], [1, 2]]
      output_shape [{tokens}, {heads}, {2 * width}] : {type_} into {wide}
  %o{i}_empty = tensor.empty() : {wide}
  %o{i} = diffattn.attention
      signal(%q0_{i}[m, h, d], %k0_{i}[n, h, d] : {half}, {half})
      noise(%q1_{i}[m, h, d], %k1_{i}[n, h, d] : {half}, {half})
      value(%vs{i}[n, h, e] : {wide}) lambda(%lam[] : tensor<f32>)
      outs(%o{i}_empty[m, h, e] : {wide})
      {{causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}}
  %c{i} = tensor.collapse_shape %o{i} [[0], [1, 2]] : {wide} into {type_}"""
    text += product(f"p{i}", f"c{i}", f"wo{i}", type_, square)
    return text + (
        f"\n  %x{i + 1} = linalg.add ins(%x{i}, %p{i} : {type_}, {type_}) "
        f"outs(%empty : {type_}) -> {type_}"
    )


def model(layers: int, tokens: int, heads: int = 2, width: int = 16) -> str:
    """The module of @forward; weights are arguments."""
    size = 2 * heads * width
    type_, rows = f"tensor<{tokens}x{size}xf32>", f"tensor<{tokens}xf32>"
    weights = [f"%w{part}{i}" for i in range(layers) for part in "qkvo"]
    arguments = ", ".join(
        [f"%x0: {type_}", "%lam: tensor<f32>"]
        + [f"{weight}: tensor<{size}x{size}xf32>" for weight in weights]
    )
    body = "".join(layer(i, tokens, heads, width) for i in range(layers))
    return f"""{HEADER}
func.func @forward({arguments}) -> {type_} {{
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %width = arith.constant {float(size)} : f32
  %empty = tensor.empty() : {type_}
  %sums = tensor.empty() : {rows}
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : {rows}) -> {rows}
  %filled = linalg.fill ins(%zero : f32) outs(%empty : {type_}) -> {type_}{body}
  return %x{layers} : {type_}
}}
"""
