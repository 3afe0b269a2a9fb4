// RUN: diffattn-opt %s -diffattn-lower-parallel -verify-diagnostics

func.func @captures_a_tensor(%tensor: tensor<4xf32>, %buffer: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{uses a value of type 'tensor<4xf32>', which has no representation in memory}}
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %value = tensor.extract %tensor[%i] : tensor<4xf32>
    memref.store %value, %buffer[%i] : memref<4xf32>
  }
  return
}
