// RUN: diffattn-opt %s --diffattn-emit-entries --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-DAG: @diffattn_names("f\00flag\00out\00")
// CHECK-DAG: @diffattn_table(dense<[1, 2, 0, 5, 0, 1, 3, 1, -1, -2]>

// CHECK-LABEL: llvm.func internal @diffattn_local_f(
// CHECK-NOT:     diffattn.signature
llvm.func @diffattn_local_f(%context: !llvm.ptr, %flag: i1, %a0: !llvm.ptr, %a1: !llvm.ptr, %offset: i64, %size: i64, %stride: i64) -> i32
    attributes {diffattn.signature = {name = "f", arguments = [
      {name = "flag", dtype = 5 : i64, scalar, shape = array<i64>, strides = array<i64>, sizes_from = array<i64>},
      {name = "out", dtype = 3 : i64, output, row_major, shape = array<i64: -9223372036854775808>, strides = array<i64: 1>, sizes_from = array<i64>}]}} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// CHECK-LABEL: llvm.func @diffattn_entry_f(
// CHECK-SAME:    %[[CONTEXT:.*]]: !llvm.ptr, %[[ARGUMENTS:.*]]: !llvm.ptr, %[[COUNT:.*]]: i64) -> i32
// CHECK-SAME:    diffattn.signature
// CHECK:         %[[BOUND:.*]] = llvm.alloca
// CHECK:         %[[STATUS:.*]] = llvm.call @diffattn_bind_arguments(%[[CONTEXT]], %{{.*}}, %{{.*}}, %[[ARGUMENTS]], %[[COUNT]], %[[BOUND]])
// CHECK:         llvm.cond_br
// A bool is a byte.
// CHECK:         %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK:         %[[FLAG:.*]] = llvm.icmp "ne" %[[BYTE]]
// CHECK:         %[[SIZE_AT:.*]] = llvm.getelementptr %[[BOUND]][0]
// CHECK:         %[[SIZE:.*]] = llvm.load %[[SIZE_AT]]
// CHECK:         %[[STRIDE_AT:.*]] = llvm.getelementptr %[[BOUND]][1]
// CHECK:         %[[STRIDE:.*]] = llvm.load %[[STRIDE_AT]]
// CHECK:         llvm.call @diffattn_local_f(%[[CONTEXT]], %[[FLAG]], %[[DATA:.*]], %[[DATA]], %{{.*}}, %[[SIZE]], %[[STRIDE]])
// CHECK:         llvm.call @diffattn_finish_call(%[[CONTEXT]]

// -----

// CHECK-LABEL: llvm.func internal @without_signature
// CHECK-NOT:   @diffattn_entry_
llvm.func @without_signature() {
  llvm.return
}

// -----

// expected-error @+1 {{attribute 'diffattn.signature' is no signature}}
llvm.func @malformed() attributes {diffattn.signature = 1 : i32} {
  llvm.return
}

// -----

// expected-error @+1 {{signature describes 2 arguments, but there are 1}}
llvm.func @other_arguments(%context: !llvm.ptr) -> i32
    attributes {diffattn.signature = {name = "f", arguments = [
      {name = "x", dtype = 3 : i64, scalar, shape = array<i64>, strides = array<i64>, sizes_from = array<i64>}]}} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{symbol 'diffattn_entry_f' of its entry is taken}}
llvm.func @diffattn_local_f(%context: !llvm.ptr) -> i32
    attributes {diffattn.signature = {name = "f", arguments = []}} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
llvm.func @diffattn_entry_f()
