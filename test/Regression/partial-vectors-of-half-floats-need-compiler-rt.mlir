// Without the instructions for half floats LLVM takes a masked vector of them
// apart by __truncsfbf2 and __extendhfsf2, which artifacts do not link.
// RUN: diffattn-compile %s -o %t.so --cpu=generic
// RUN: diffattn-run %t.so --function=half --input=5xbf16=1,2,3,4,5 | FileCheck %s
// CHECK: 2, 4, 6, 8, 10

func.func @half(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %y = arith.addf %x, %x : tensor<?xbf16>
  return %y : tensor<?xbf16>
}
func.func @other_half(%x: tensor<?xf16>, %table: tensor<9x5xf16>, %i: index) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf16>
  %empty = tensor.empty(%n) : tensor<?xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf16>) outs(%empty : tensor<?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %j = linalg.index 0 : index
    %b = tensor.extract %table[%i, %j] : tensor<9x5xf16>
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<?xf16>
  return %y : tensor<?xf16>
}
