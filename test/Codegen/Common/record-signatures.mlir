// RUN: diffattn-opt %s --diffattn-record-signatures --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @diffattn_local_expf(
// CHECK-NOT:     diffattn.name
// CHECK-SAME:    diffattn.signature = {arguments = [{
// CHECK-SAME:      dtype = 1 : i64, name = "x", row_major, shape = array<i64: 2, -9223372036854775808>
// CHECK-SAME:      dtype = 9 : i64, name = "arg1", scalar, shape = array<i64>
// CHECK-SAME:      name = "expf"
func.func @expf(%a: memref<2x?xf16> {diffattn.name = "x"}, %n: index) {
  return
}

// CHECK-LABEL: func.func private @diffattn_local_helper()
// CHECK-NOT:     diffattn.signature
func.func private @helper() {
  return
}

// CHECK: memref.global "private" constant @diffattn_local_w
memref.global "private" constant @w : memref<1xf32> = dense<0.0>

// -----

func.func @a_b() {
  return
}
// expected-error @+1 {{entry of function 'a.b' would be called 'diffattn_entry_a_b', as that of function 'a_b'}}
func.func @"a.b"() {
  return
}
