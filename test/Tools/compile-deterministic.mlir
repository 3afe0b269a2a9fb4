// The same input gives the same bytes, 20 times.
// RUN: %python %S/Inputs/compile-repeatedly.py 20 %s %t

func.func @f(%a: tensor<?x8xf32>, %b: tensor<8x?xbf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.extf %b : tensor<8x?xbf16> to tensor<8x?xf32>
  %1 = linalg.matmul ins(%a, %0 : tensor<?x8xf32>, tensor<8x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = math.tanh %1 : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

func.func @g(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.exp %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
