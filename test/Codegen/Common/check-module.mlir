// RUN: diffattn-opt %s --diffattn-check-module --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @private_helpers_may_use_any_shape
func.func @private_helpers_may_use_any_shape(%a: tensor<?x4xf16>, %n: index) {
  return
}
func.func private @helper(%a: memref<*xf32>) {
  return
}

// -----

// A size of 0 after a large one: the elements fit, the strides would not.
// CHECK-LABEL: func.func @largest_shape_that_fits
func.func @largest_shape_that_fits(%a: memref<2305843009213693951xf32>) {
  return
}

// -----

// expected-error @+1 {{module has no public function with a body, so there is nothing to compile}}
module {
  func.func private @only() {
    return
  }
}

// -----

func.func private @elsewhere(f32)

func.func @calls_a_declaration(%a: f32) {
  // expected-error @+1 {{calls 'elsewhere', which has no body in this module}}
  call @elsewhere(%a) : (f32) -> ()
  return
}

// -----

// expected-error @+1 {{has a value of type 'f80'; expected numbers of type f16, bf16, f32, f64, index or integers of up to 64 bits}}
func.func @f80_argument(%a: f80) {
  return
}

// -----

func.func @wide_integer(%a: i64) {
  // expected-error @+1 {{has a value of type 'i128'}}
  %0 = arith.extsi %a : i64 to i128
  return
}

// -----

// expected-error @+1 {{has a value of type 'tensor<4xcomplex<f32>>'}}
func.func @complex_elements(%a: tensor<4xcomplex<f32>>) {
  return
}

// -----

// expected-error @+1 {{has a value of type 'tensor<9223372036854775807x4xf32>', whose bytes overflow}}
func.func @overflowing_shape(%a: tensor<9223372036854775807x4xf32>) {
  return
}

// -----

func.func @elided_constant() {
  // expected-error @+1 {{has a constant in attribute 'value' whose data is not in the file}}
  %0 = arith.constant dense_resource<__elided__> : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{public function has an argument of type 'memref<*xf32>', which callers can't pass}}
func.func @unranked_argument(%a: memref<*xf32>) {
  return
}

// -----

// expected-error @+1 {{public function has an argument of type 'tensor<4xi4>', which callers can't pass}}
func.func @narrow_elements(%a: tensor<4xi4>) {
  return
}

// -----

// expected-error @+1 {{is mutable, expected a constant: calls may run in parallel, so state must be an argument}}
memref.global "private" @state : memref<4xf32> = dense<0.0>
func.func @mutable_global() {
  return
}

// -----

// expected-error @+1 {{has no initial value}}
memref.global "private" constant @nothing : memref<4xf32>
func.func @uninitialized_global() {
  return
}

// -----

// expected-error @+1 {{can't be compiled; take the tensor as an argument}}
ml_program.global private @weight(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
func.func @extern_global() {
  return
}

// -----

// expected-error @+1 {{calls itself, maybe through others; nothing bounds the stack of recursion}}
func.func @recursive(%n: index) {
  call @recursive(%n) : (index) -> ()
  return
}

// -----

func.func private @helper() {
  return
}

// CHECK-LABEL: func.func @calls_a_helper_twice
func.func @calls_a_helper_twice() {
  call @helper() : () -> ()
  call @helper() : () -> ()
  return
}

// -----

// expected-error @+1 {{calls itself, maybe through others}}
func.func @through_a_pointer(%a: f32) -> f32 {
  %f = constant @back : (f32) -> f32
  %0 = call_indirect %f(%a) : (f32) -> f32
  return %0 : f32
}
func.func private @back(%a: f32) -> f32 {
  %0 = call @through_a_pointer(%a) : (f32) -> f32
  return %0 : f32
}

// -----

// expected-error @+1 {{argument 0 has an unknown attribute 'diffattn.nmae', expected 'diffattn.name', 'diffattn.kind' or 'diffattn.sizes_from'}}
func.func @misspelt_name(%a: f32 {diffattn.nmae = "a"}) {
  return
}

// -----

// expected-error @+1 {{result 1: expected a string for 'diffattn.name', found 3 : i64}}
func.func @name_is_a_number(%a: f32) -> (f32, f32 {diffattn.name = 3}) {
  return %a, %a : f32, f32
}

// -----

// CHECK-LABEL: func.func @attributes_of_other_dialects
func.func @attributes_of_other_dialects(%a: f32 {llvm.nmae = "a", diffattn.kind = "input"}) {
  return
}

// -----

// expected-error@+1 {{a buffer of buffers; expected numbers}}
func.func @buffers_of_buffers(%x: memref<2xmemref<?xf32>>) {
  return
}

// -----

// expected-error@+1 {{has a value of type 'memref<4x8xf32, strided<[-8, 1]>>', whose negative strides lead below its memory; expected a larger offset, or dynamic strides}}
func.func @strides_below_memory(%x: memref<4x8xf32, strided<[-8, 1]>>) {
  return
}

// -----

// expected-error@+1 {{whose negative strides lead below its memory; expected a larger offset, or dynamic strides}}
func.func @strides_far_below_memory(%x: memref<4x8xf32, strided<[-9223372036854775807, 1]>>) {
  return
}

// -----

// CHECK-LABEL: func.func @strides_down_to_memory
func.func @strides_down_to_memory(%x: memref<4x8xf32, strided<[-8, 1], offset: 24>>,
    %y: memref<0x8xf32, strided<[-8, 1]>>, %z: memref<4x8xf32, strided<[?, 1]>>) {
  return
}
