// What the programs of this folder compile and call.

// One head of differential attention, any number of queries and keys.
func.func @attend(
    %q1: tensor<?x4xf32> {diffattn.name = "q1"},
    %k1: tensor<?x4xf32> {diffattn.name = "k1"},
    %q2: tensor<?x4xf32> {diffattn.name = "q2"},
    %k2: tensor<?x4xf32> {diffattn.name = "k2"},
    %v: tensor<?x3xf32> {diffattn.name = "v"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<?x3xf32> {diffattn.name = "out"}) {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q1, %c0 : tensor<?x4xf32>
  %init = tensor.empty(%rows) : tensor<?x3xf32>
  %o = diffattn.attention
      signal(%q1[m, d], %k1[n, d] : tensor<?x4xf32>, tensor<?x4xf32>)
      noise(%q2[m, d], %k2[n, d] : tensor<?x4xf32>, tensor<?x4xf32>)
      value(%v[n, e] : tensor<?x3xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[m, e] : tensor<?x3xf32>) {causal}
  return %o : tensor<?x3xf32>
}

// A check that can fail while it runs: an element by its index.
func.func @pick(
    %x: tensor<?xf32> {diffattn.name = "x"},
    %index: index {diffattn.name = "index"})
    -> (tensor<f32> {diffattn.name = "element"}) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %inside = arith.cmpi ult, %index, %size : index
  cf.assert %inside, "the index is out of range"
  %element = tensor.extract %x[%index] : tensor<?xf32>
  %result = tensor.from_elements %element : tensor<f32>
  return %result : tensor<f32>
}

// A loop for several threads, on row-major memory.
func.func @double(%x: memref<?xf32> {diffattn.name = "x"},
                  %y: memref<?xf32> {diffattn.name = "y"}) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %x, %c0 : memref<?xf32>
  scf.forall (%i) in (%size) {
    %value = memref.load %x[%i] : memref<?xf32>
    %twice = arith.addf %value, %value : f32
    memref.store %twice, %y[%i] : memref<?xf32>
  }
  return
}
