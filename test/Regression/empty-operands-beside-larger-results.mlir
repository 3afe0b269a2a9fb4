// An operation without iterations may have operands of any size. Its loops took
// the rows of the operations beside it.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --function=reduce --input=0x3xf32= --input=5xf32=1,1,1,1,1 | FileCheck %s
// RUN: diffattn-run %t.so --function=reduce --input=5x0xf32= --input=3xf32=1,1,1 | FileCheck %s --check-prefix=FEW
// CHECK: [7, 7, 7, 7, 7]
// FEW: [7, 7, 7]
func.func @reduce(%x: tensor<?x?xf32>, %like: tensor<?xf32>)
    -> (tensor<?xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %like, %c0 : tensor<?xf32>
  %seven = arith.constant 7.0 : f32
  %empty = tensor.empty(%size) : tensor<?xf32>
  %filled = linalg.fill ins(%seven : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%filled : tensor<?xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %c = arith.addf %b, %a : f32
      linalg.yield %c : f32
    }
  return %sum : tensor<?xf32>
}
