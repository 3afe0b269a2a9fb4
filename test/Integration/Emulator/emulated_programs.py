"""Programs for kernels, beside the conformance cases."""

UNARY = (
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log10",
    "log1p",
    "log2",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "floor",
    "roundeven",
)
BINARY = {"powf": "math.powf", "atan2": "math.atan2", "remf": "arith.remf"}


def elementwise(name: str, element: str, op: str, inputs: int = 1) -> str:
    """A function that does `op` on each element."""
    type = f"tensor<?x{element}>"
    arguments = ", ".join(
        f'%x{i}: {type} {{diffattn.name = "x{i}"}}' for i in range(inputs)
    )
    operands = ", ".join(f"%x{i}" for i in range(inputs))
    return (
        f'func.func @{name}({arguments}) -> ({type} {{diffattn.name = "y"}}) {{\n'
        f"  %y = {op} {operands} : {type}\n  return %y : {type}\n}}\n"
    )


def elementary_functions() -> str:
    """A function for each of these on f32 and f64: `exp_f32` and so on."""
    text = ""
    for element in ("f32", "f64"):
        for name in UNARY:
            text += elementwise(f"{name}_{element}", element, f"math.{name}")
        for name, op in BINARY.items():
            text += elementwise(f"{name}_{element}", element, op, inputs=2)
    return text


PROGRAMS = """
func.func @gather(%table: tensor<?x8xf16> {diffattn.name = "table"},
                  %rows: tensor<?xi64> {diffattn.name = "rows"})
    -> (tensor<?x8xf16> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %rows, %c0 : tensor<?xi64>
  %empty = tensor.empty(%n) : tensor<?x8xf16>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<?xi64>) outs(%empty : tensor<?x8xf16>) {
  ^bb0(%row: i64, %out: f16):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%i, %j] : tensor<?x8xf16>
    linalg.yield %x : f16
  } -> tensor<?x8xf16>
  return %y : tensor<?x8xf16>
}

// A constant, numbers of several types, and elements that the host reads and
// branches on.
func.func @host(%x: tensor<4xf32> {diffattn.name = "x"},
                %scale: f16 {diffattn.name = "scale"},
                %add: i1 {diffattn.name = "add"},
                %n: index {diffattn.name = "n"})
    -> (tensor<4xf32> {diffattn.name = "y"}, i64 {diffattn.name = "count"}) {
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %positive = arith.cmpf ogt, %first, %zero : f32
  %wide = arith.extf %scale : f16 to f32
  %factor = scf.if %positive -> f32 {
    scf.yield %wide : f32
  } else {
    %negative = arith.negf %wide : f32
    scf.yield %negative : f32
  }
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %x) -> tensor<4xf32> {
    %scaled = tensor.splat %factor : tensor<4xf32>
    %0 = arith.mulf %so_far, %scaled : tensor<4xf32>
    %1 = arith.addf %0, %table : tensor<4xf32>
    %2 = arith.select %add, %1, %0 : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  %zero_i64 = arith.constant 0 : i64
  %one_i64 = arith.constant 1 : i64
  %c4 = arith.constant 4 : index
  %count = scf.for %i = %c0 to %c4 step %c1 iter_args(%so_far = %zero_i64) -> i64 {
    %e = tensor.extract %y[%i] : tensor<4xf32>
    %is = arith.cmpf ogt, %e, %zero : f32
    %next = arith.addi %so_far, %one_i64 : i64
    %0 = arith.select %is, %next, %so_far : i64
    scf.yield %0 : i64
  }
  return %y, %count : tensor<4xf32>, i64
}

func.func @column_sums(%x: tensor<?x?xbf16> {diffattn.name = "x"})
    -> (tensor<?xbf16> {diffattn.name = "y"}) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty(%n) : tensor<?xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?xbf16>) -> tensor<?xbf16>
  %y = linalg.reduce ins(%x : tensor<?x?xbf16>) outs(%init : tensor<?xbf16>)
    dimensions = [0] (%a: bf16, %sum: bf16) {
      %0 = arith.addf %a, %sum : bf16
      linalg.yield %0 : bf16
    }
  return %y : tensor<?xbf16>
}

func.func @integers(%x: tensor<?xi8> {diffattn.name = "x"},
                    %y: tensor<?xi8> {diffattn.name = "y"})
    -> (tensor<?xi8> {diffattn.name = "quotient"},
        tensor<?xi8> {diffattn.name = "power"},
        tensor<?xi1> {diffattn.name = "less"}) {
  %quotient = arith.floordivsi %x, %y : tensor<?xi8>
  %power = math.ipowi %x, %y : tensor<?xi8>
  %less = arith.cmpi slt, %x, %y : tensor<?xi8>
  return %quotient, %power, %less : tensor<?xi8>, tensor<?xi8>, tensor<?xi1>
}
"""
