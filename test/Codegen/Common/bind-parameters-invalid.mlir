// RUN: diffattn-opt %s -split-input-file -diffattn-bind-parameters -verify-diagnostics

// expected-error@+1 {{is mutable, expected a constant parameter; state must be an argument}}
ml_program.global private mutable @state(#ml_program.extern<tensor<2xf32>>) : tensor<2xf32>

// -----

// expected-error@+1 {{has type 'tensor<?xf32>', expected a tensor of static shape}}
ml_program.global private @dynamic(#ml_program.extern<tensor<?xf32>>) : tensor<?xf32>

// -----

// expected-error@+1 {{has type 'i32', expected a tensor of static shape}}
ml_program.global private @scalar(#ml_program.extern<i32>) : i32
