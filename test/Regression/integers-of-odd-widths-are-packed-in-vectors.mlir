// Vectors of i24 took three bytes of memory a lane, and its elements take four.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --input=1x20xi32=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 | FileCheck %s
// CHECK: found: 1x20xi32
// CHECK: 210, 420, 630, 840, 1050, 1260, 1470, 1680, 1890, 2100, 2310, 2520, 2730, 2940, 3150, 3360, 3570, 3780, 3990, 4200

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

func.func @times_sum(%x: tensor<?x?xi32>) -> (tensor<?x?xi32> {diffattn.name = "found"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xi32>
  %cols = tensor.dim %x, %c1 : tensor<?x?xi32>
  %empty = tensor.empty(%rows, %cols) : tensor<?x?xi24>
  // Too long to be computed twice.
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xi32>) outs(%empty : tensor<?x?xi24>) {
  ^bb0(%a: i32, %out: i24):
    %b = arith.trunci %a : i32 to i24
    %square = arith.muli %b, %b : i24
    %more = arith.addi %square, %b : i24
    %less = arith.subi %more, %square : i24
    linalg.yield %less : i24
  } -> tensor<?x?xi24>
  %zero = arith.constant 0 : i24
  %sums = tensor.empty(%rows) : tensor<?xi24>
  %zeros = linalg.fill ins(%zero : i24) outs(%sums : tensor<?xi24>) -> tensor<?xi24>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%narrow : tensor<?x?xi24>) outs(%zeros : tensor<?xi24>) {
  ^bb0(%a: i24, %out: i24):
    %r = arith.addi %a, %out : i24
    linalg.yield %r : i24
  } -> tensor<?xi24>
  %wide = tensor.empty(%rows, %cols) : tensor<?x?xi32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%narrow, %sum : tensor<?x?xi24>, tensor<?xi24>) outs(%wide : tensor<?x?xi32>) {
  ^bb0(%a: i24, %b: i24, %out: i32):
    %product = arith.muli %a, %b : i24
    %r = arith.extsi %product : i24 to i32
    linalg.yield %r : i32
  } -> tensor<?x?xi32>
  return %y : tensor<?x?xi32>
}
