"""Small modules that the tests of the native package compile."""

# y = x * w, with a weight in bfloat16 and any number of rows.
SCALE = """
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
ml_program.global private @w(#ml_program.extern<tensor<3xbf16>>) : tensor<3xbf16>
func.func @scale(%x: tensor<?x3xf32> {diffattn.name = "x"})
    -> (tensor<?x3xf32> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %w = ml_program.global_load_const @w : tensor<3xbf16>
  %rows = tensor.dim %x, %c0 : tensor<?x3xf32>
  %empty = tensor.empty(%rows) : tensor<?x3xf32>
  %y = linalg.generic {indexing_maps = [#rows, #columns, #rows],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<?x3xf32>, tensor<3xbf16>)
      outs(%empty : tensor<?x3xf32>) {
  ^bb0(%a: f32, %b: bf16, %unused: f32):
    %wide = arith.extf %b : bf16 to f32
    %product = arith.mulf %a, %wide : f32
    linalg.yield %product : f32
  } -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
"""

# A counter in the caller's memory, and two results.
COUNT = """
func.func @count(%counter: memref<2xi64> {diffattn.name = "counter"},
                 %by: i64 {diffattn.name = "by"})
    -> (i64 {diffattn.name = "first"}, f64 {diffattn.name = "half"}) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %old = memref.load %counter[%c0] : memref<2xi64>
  %new = arith.addi %old, %by : i64
  memref.store %new, %counter[%c0] : memref<2xi64>
  %float = arith.sitofp %new : i64 to f64
  %half = arith.divf %float, %two : f64
  return %new, %half : i64, f64
}
"""

# One head of ordinary attention.
ATTENTION = """
func.func @attend(%q: tensor<20x8xf32> {diffattn.name = "q"},
                  %k: tensor<6x8xf32> {diffattn.name = "k"},
                  %v: tensor<6x8xf32> {diffattn.name = "v"})
    -> (tensor<20x8xf32> {diffattn.name = "out"}) {
  %init = tensor.empty() : tensor<20x8xf32>
  %o = diffattn.attention
      signal(%q[m, d], %k[n, d] : tensor<20x8xf32>, tensor<6x8xf32>)
      value(%v[n, e] : tensor<6x8xf32>) outs(%init[m, e] : tensor<20x8xf32>)
  return %o : tensor<20x8xf32>
}
"""


def identity(dtype: str) -> str:
    """@f copies a vector of the MLIR type `dtype`."""
    return f"""
func.func @f(%x: tensor<?x{dtype}> {{diffattn.name = "x"}})
    -> (tensor<?x{dtype}> {{diffattn.name = "y"}}) {{
  return %x : tensor<?x{dtype}>
}}
"""
