// RUN: diffattn-opt %s --diffattn-to-nvvm=chip=sm_90 | FileCheck %s

// From tensors to host code and kernels. The entry wants a device; the kernel
// takes what it reads, and the status word for its check.

// CHECK:       module attributes {diffattn.kernels = {chip = "sm_90", messages = ["{{.*}}out-of-bounds access{{.*}}"], names = ["attend_elementwise"]}
// CHECK:         llvm.func @diffattn_launch(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
// CHECK:         llvm.func @diffattn_status_word(!llvm.ptr) -> !llvm.ptr
// CHECK:         llvm.func internal @diffattn_local_attend(
// CHECK:           llvm.call @diffattn_status_word
// CHECK:           llvm.call @diffattn_launch
// CHECK:         gpu.module @diffattn_kernels
// CHECK:           llvm.func @attend_elementwise(
// CHECK-NOT:         {{__nv|llvm.intr.exp}}
// CHECK:             llvm.call @diffattn_expf
// CHECK:           llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr
// CHECK:         llvm.func @diffattn_entry_attend
// CHECK:           llvm.call @diffattn_bind_device_arguments
func.func @attend(%table: tensor<?xf32>, %rows: tensor<16xi64>) -> tensor<16xf32> {
  %empty = tensor.empty() : tensor<16xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%rows : tensor<16xi64>) outs(%empty : tensor<16xf32>) {
  ^bb0(%row: i64, %out: f32):
    %i = arith.index_cast %row : i64 to index
    %x = tensor.extract %table[%i] : tensor<?xf32>
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
