// RUN: diffattn-compile %s --compile-to=buffers --emit=mlir -o - | FileCheck %s

// A decoding step of DiffLlama with its caches in place: the new key and value row
// are written into the caller's memrefs, and attention reads them there. The two
// new rows are the only copies.

// CHECK-LABEL: func.func @decode
// CHECK-NOT: memref.copy
// CHECK: memref.copy {{.*}} : memref<2x1x32xf32{{.*}} to memref<2x1x32xf32
// CHECK-NOT: memref.copy
// CHECK: memref.copy {{.*}} : memref<2x1x32xf32{{.*}} to memref<2x1x32xf32
// CHECK-NOT: memref.copy
func.func @decode(
    %q: tensor<2x1x64xf32> {diffattn.name = "q"},
    %new_key: tensor<2x1x32xf32> {diffattn.name = "new_key"},
    %new_value: tensor<2x1x32xf32> {diffattn.name = "new_value"},
    %key_cache: memref<2x16x32xf32> {diffattn.name = "key_cache"},
    %value_cache: memref<2x16x32xf32> {diffattn.name = "value_cache"},
    %position: index {diffattn.name = "position"},
    %lengths: tensor<2xi64> {diffattn.name = "lengths"},
    %lambda: tensor<f32> {diffattn.name = "lambda"})
    -> (tensor<2x1x64xf32> {diffattn.name = "out"}) {
  %keys0 = bufferization.to_tensor %key_cache restrict writable
      : memref<2x16x32xf32> to tensor<2x16x32xf32>
  %values0 = bufferization.to_tensor %value_cache restrict writable
      : memref<2x16x32xf32> to tensor<2x16x32xf32>
  %keys = tensor.insert_slice %new_key into %keys0[0, %position, 0] [2, 1, 32] [1, 1, 1]
      : tensor<2x1x32xf32> into tensor<2x16x32xf32>
  %values = tensor.insert_slice %new_value into %values0[0, %position, 0] [2, 1, 32] [1, 1, 1]
      : tensor<2x1x32xf32> into tensor<2x16x32xf32>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3, 4, 5]] output_shape [2, 1, 2, 2, 2, 8]
      : tensor<2x1x64xf32> into tensor<2x1x2x2x2x8xf32>
  %kh = tensor.expand_shape %keys [[0], [1], [2, 3, 4]] output_shape [2, 16, 2, 2, 8]
      : tensor<2x16x32xf32> into tensor<2x16x2x2x8xf32>
  %vh = tensor.expand_shape %values [[0], [1], [2, 3, 4]] output_shape [2, 16, 2, 2, 8]
      : tensor<2x16x32xf32> into tensor<2x16x2x2x8xf32>
  %q1 = tensor.extract_slice %qh[0, 0, 0, 0, 0, 0] [2, 1, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x1x2x2x2x8xf32> to tensor<2x1x2x2x8xf32>
  %q2 = tensor.extract_slice %qh[0, 0, 1, 0, 0, 0] [2, 1, 1, 2, 2, 8] [1, 1, 1, 1, 1, 1]
      : tensor<2x1x2x2x2x8xf32> to tensor<2x1x2x2x8xf32>
  %k1 = tensor.extract_slice %kh[0, 0, 0, 0, 0] [2, 16, 1, 2, 8] [1, 1, 1, 1, 1]
      : tensor<2x16x2x2x8xf32> to tensor<2x16x2x8xf32>
  %k2 = tensor.extract_slice %kh[0, 0, 1, 0, 0] [2, 16, 1, 2, 8] [1, 1, 1, 1, 1]
      : tensor<2x16x2x2x8xf32> to tensor<2x16x2x8xf32>
  %init = tensor.empty() : tensor<2x1x2x2x2x8xf32>
  %heads = diffattn.attention
      signal(%q1[b, m, g, r, d], %k1[b, n, g, d] : tensor<2x1x2x2x8xf32>, tensor<2x16x2x8xf32>)
      noise(%q2[b, m, g, r, d], %k2[b, n, g, d] : tensor<2x1x2x2x8xf32>, tensor<2x16x2x8xf32>)
      value(%vh[b, n, e0, g, e1] : tensor<2x16x2x2x8xf32>)
      lambda(%lambda[] : tensor<f32>)
      key_lengths(%lengths[b] : tensor<2xi64>)
      outs(%init[b, m, g, r, e0, e1] : tensor<2x1x2x2x2x8xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  %out = tensor.collapse_shape %heads [[0], [1], [2, 3, 4, 5]]
      : tensor<2x1x2x2x2x8xf32> into tensor<2x1x64xf32>
  bufferization.materialize_in_destination %keys in restrict writable %key_cache
      : (tensor<2x16x32xf32>, memref<2x16x32xf32>) -> ()
  bufferization.materialize_in_destination %values in restrict writable %value_cache
      : (tensor<2x16x32xf32>, memref<2x16x32xf32>) -> ()
  return %out : tensor<2x1x64xf32>
}
