// RUN: diffattn-opt %s -split-input-file -diffattn-lower-launches=chip=sm_90 | FileCheck %s

// A launch stores sizes and what the kernel reads; parameters that it does not
// read go. The module says what kernels there are.

// CHECK:       module attributes {diffattn.kernels = {chip = "sm_90", messages = ["too large"], names = ["other", "kernel"]}
// CHECK:         llvm.mlir.global external constant @diffattn_kernel_table
// CHECK:         func.func private @diffattn_launch(!llvm.ptr, i32, !llvm.ptr, !llvm.ptr)
// CHECK-LABEL:   func.func @launch(
// CHECK-SAME:      %[[N:.*]]: index, %[[BUFFER:.*]]: memref<?xf32>)
// CHECK-DAG:       %[[SIZES:.*]] = llvm.alloca %{{.*}} x !llvm.array<7 x i64>
// CHECK-DAG:       %[[VALUES:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64)>
// CHECK-DAG:       %[[PLACES:.*]] = llvm.alloca %{{.*}} x !llvm.array<2 x ptr>
// CHECK:           %[[TABLE:.*]] = llvm.mlir.addressof @diffattn_kernel_table
// CHECK:           %[[NUMBER:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:           llvm.getelementptr %[[SIZES]][0, 6]
// CHECK:           %[[PLACE:.*]] = llvm.getelementptr %[[VALUES]][0, 1]
// CHECK:           llvm.store %{{.*}}, %[[PLACE]] : i64
// CHECK:           %[[ENTRY:.*]] = llvm.getelementptr %[[PLACES]][0, 1]
// CHECK:           llvm.store %[[PLACE]], %[[ENTRY]]
// CHECK:           call @diffattn_launch(%[[TABLE]], %[[NUMBER]], %[[SIZES]], %[[PLACES]])
// CHECK:         llvm.func @kernel(%{{.*}}: !llvm.ptr, %{{.*}}: i64) attributes {gpu.kernel
module attributes {gpu.container_module} {
  func.func @launch(%n: index, %buffer: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 64 : i32
    gpu.launch_func @diffattn_kernels::@kernel blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes args(%buffer : memref<?xf32>, %n : index)
    return
  }
  gpu.module @diffattn_kernels attributes {diffattn.messages = ["too large"]} {
    llvm.func @other() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
    llvm.func @function_of_kernels(%x: f32) -> f32 {
      llvm.return %x : f32
    }
    llvm.func @kernel(%base: !llvm.ptr, %data: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %n: i64) attributes {gpu.kernel, nvvm.kernel} {
      llvm.store %n, %data : i64, !llvm.ptr
      llvm.return
    }
  }
}

// -----

// The host reads one element; constants are copied to the device and released
// at the end.

// CHECK-LABEL: func.func @memory(
// CHECK-SAME:    %[[BUFFER:.*]]: memref<?xf16, strided<[?], offset: ?>>, %[[I:.*]]: index)
// CHECK:         %[[PLACE:.*]] = llvm.alloca %{{.*}} x f16
// CHECK:         %[[HOST:.*]] = memref.get_global @table
// CHECK:         memref.extract_aligned_pointer_as_index %[[HOST]]
// CHECK:         %[[BYTES:.*]] = llvm.mlir.constant(16 : i64)
// CHECK:         %[[DEVICE:.*]] = call @diffattn_upload(%{{.*}}, %[[BYTES]]) : (!llvm.ptr, i64) -> !llvm.ptr
// CHECK:         %[[COPY:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<4xf32>
// CHECK:         %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[BUFFER]]
// CHECK:         %[[DISTANCE:.*]] = arith.muli %[[I]], %[[STRIDE]]
// CHECK:         %[[POSITION:.*]] = arith.addi %[[OFFSET]], %[[DISTANCE]]
// CHECK:         %[[ADDRESS:.*]] = llvm.inttoptr
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK:         call @diffattn_read(%[[PLACE]], %[[ADDRESS]], %[[TWO]])
// CHECK:         %[[VALUE:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> f16
// CHECK:         memref.dealloc %[[COPY]]
// CHECK:         return %[[VALUE]], %[[COPY]]
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @memory(%buffer: memref<?xf16, strided<[?], offset: ?>>, %i: index) -> (f16, memref<4xf32>) {
  %table = memref.get_global @table : memref<4xf32>
  %0 = memref.load %buffer[%i] : memref<?xf16, strided<[?], offset: ?>>
  return %0, %table : f16, memref<4xf32>
}
