// RUN: diffattn-opt %s --diffattn-describe-arguments --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @read_and_written(
// CHECK-SAME:    memref<4xf32> {diffattn.kind = "input", diffattn.name = "arg0"}
// CHECK-SAME:    memref<4xf32> {diffattn.kind = "output", diffattn.name = "arg1"}
// CHECK-SAME:    index {diffattn.kind = "input", diffattn.name = "arg2"}
func.func @read_and_written(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) {
  %view = memref.subview %b[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %0 = memref.load %a[%i] : memref<4xf32>
  memref.store %0, %view[%i] : memref<2xf32, strided<[1], offset: 1>>
  return
}

// -----

// CHECK-LABEL: func.func @written_in_a_callee(
// CHECK-SAME:    diffattn.kind = "output", diffattn.name = "y"
// CHECK-SAME:    diffattn.kind = "input", diffattn.name = "arg1"
func.func @written_in_a_callee(%a: memref<f32> {diffattn.name = "y"}, %b: memref<f32>) {
  call @callee(%a, %b) : (memref<f32>, memref<f32>) -> ()
  return
}
func.func private @callee(%a: memref<f32>, %b: memref<f32>) {
  memref.copy %b, %a : memref<f32> to memref<f32>
  return
}

// -----

// What becomes of it is not known, so it may be written.
// CHECK-LABEL: func.func @yielded(
// CHECK-SAME:    diffattn.kind = "output"
func.func @yielded(%a: memref<f32>, %c: i1) {
  %0 = scf.if %c -> memref<f32> {
    scf.yield %a : memref<f32>
  } else {
    scf.yield %a : memref<f32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @author_states_the_kind(
// CHECK-SAME:    diffattn.kind = "input"
func.func @author_states_the_kind(%a: memref<f32> {diffattn.kind = "input"}, %x: f32) {
  memref.store %x, %a[] : memref<f32>
  return
}

// -----

// expected-error @+1 {{public function has 1 results, expected destinations among its arguments}}
func.func @result(%x: f32) -> f32 {
  return %x : f32
}

// -----

// expected-error @+1 {{argument 'arg0' has diffattn.kind "both", expected "input", "output" or "parameter"}}
func.func @unknown_kind(%a: memref<f32> {diffattn.kind = "both"}) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' has diffattn.kind 1 : i32, expected "input", "output" or "parameter"}}
func.func @kind_is_a_number(%a: memref<f32> {diffattn.kind = 1 : i32}) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' has diffattn.sizes_from array<i64: 7, 0>, expected an argument and a dimension of it for each size}}
func.func @sizes_of_no_argument(%a: memref<?xf32> {diffattn.sizes_from = array<i64: 7, 0>}) {
  return
}

// -----

// expected-error @+1 {{argument 0 has a name that can't be printed}}
func.func @line_break_in_name(%a: f32 {diffattn.name = "x\0Ay"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 has an empty name}}
func.func @no_name(%a: f32 {diffattn.name = ""}) {
  return
}

// -----

// expected-error @+1 {{function has a name that can't be printed}}
func.func @"line\0Abreak"(%a: f32) {
  return
}

// -----

// expected-error @+1 {{two arguments have the name 'x'}}
func.func @same_name(%a: f32 {diffattn.name = "x"}, %b: f32 {diffattn.name = "x"}) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' has type 'tensor<4xf32>', which callers can't pass}}
func.func @tensor(%a: tensor<4xf32>) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' is in memory space 3 : i64, expected the default one}}
func.func @memory_space(%a: memref<4xf32, 3>) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' has the static offset 2, expected 0 or a dynamic one}}
func.func @offset(%a: memref<4xf32, strided<[1], offset: 2>>) {
  return
}

// -----

// expected-error @+1 {{argument 'arg0' has the layout affine_map<(d0) -> (d0 floordiv 2)>, expected a strided one}}
func.func @layout(%a: memref<4xf32, affine_map<(i) -> (i floordiv 2)>>) {
  return
}
