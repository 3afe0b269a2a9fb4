// RUN: diffattn-opt %s --diffattn-thread-status --split-input-file | FileCheck %s

// CHECK: llvm.mlir.global internal constant @diffattn_message("no\00")

// CHECK-LABEL: llvm.func @assertion(
// CHECK-SAME:    %[[CONTEXT:.*]]: !llvm.ptr, %[[OK:.*]]: i1) -> i32
// CHECK:         %[[TEXT:.*]] = llvm.mlir.addressof @diffattn_message
// CHECK:         llvm.cond_br %[[OK]], ^[[GOOD:bb[0-9]+]], ^[[RAISE:bb[0-9]+]](%[[TEXT]] : !llvm.ptr)
// CHECK:       ^[[GOOD]]:
// CHECK:         %[[FINE:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:         llvm.return %[[FINE]]
// CHECK:       ^[[FAIL:bb[0-9]+]]:
// CHECK:         %[[FAILED:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:         llvm.return %[[FAILED]]
// CHECK:       ^[[RAISE]](%[[MESSAGE:.*]]: !llvm.ptr):
// CHECK:         llvm.call @diffattn_raise(%[[CONTEXT]], %[[MESSAGE]])
// CHECK:         llvm.br ^[[FAIL]]
llvm.func @assertion(%ok: i1) {
  cf.assert %ok, "no"
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @memory(
// CHECK-SAME:    %[[CONTEXT:.*]]: !llvm.ptr, %[[BYTES:.*]]: i64) -> i32
// CHECK:         %[[MEMORY:.*]] = llvm.call @diffattn_allocate(%[[CONTEXT]], %[[BYTES]])
// CHECK:         %[[THERE:.*]] = llvm.icmp "ne" %[[MEMORY]]
// CHECK:         llvm.cond_br %[[THERE]]
// CHECK:         llvm.call @diffattn_release(%[[CONTEXT]], %[[MEMORY]])
// CHECK-NOT:   @malloc
// CHECK-NOT:   @free
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @memory(%bytes: i64) {
  %0 = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.call @free(%0) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    -> !llvm.struct<(i32, f32)>
llvm.func @callee(%x: f32) -> f32 {
  llvm.return %x : f32
}

// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME:    %[[CONTEXT:.*]]: !llvm.ptr, %[[X:.*]]: f32
// CHECK:         %[[PAIR:.*]] = llvm.call @callee(%[[CONTEXT]], %[[X]])
// CHECK:         %[[STATUS:.*]] = llvm.extractvalue %[[PAIR]][0]
// CHECK:         %[[VALUE:.*]] = llvm.extractvalue %[[PAIR]][1]
// CHECK:         llvm.icmp "eq" %[[STATUS]]
// CHECK:         llvm.cond_br
// CHECK:         llvm.call @expf(%[[VALUE]]) : (f32) -> f32
llvm.func @expf(f32) -> f32
llvm.func @calls(%x: f32) {
  %0 = llvm.call @callee(%x) : (f32) -> f32
  %1 = llvm.call @expf(%0) : (f32) -> f32
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @indirect(
// CHECK-SAME:    %[[CONTEXT:.*]]: !llvm.ptr, %[[FUNCTION:.*]]: !llvm.ptr
// CHECK:         llvm.call %[[FUNCTION]](%[[CONTEXT]]) : !llvm.ptr, (!llvm.ptr) -> i32
llvm.func @indirect(%function: !llvm.ptr) {
  llvm.call %function() : !llvm.ptr, () -> ()
  llvm.return
}
