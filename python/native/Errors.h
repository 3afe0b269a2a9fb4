//===- Errors.h - what becomes an exception of Python -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PYTHON_NATIVE_ERRORS_H
#define DIFFATTN_PYTHON_NATIVE_ERRORS_H

#include <stdexcept>

namespace diffattn::python {

/// Becomes diffattn.errors.RunError.
struct RunFailure : std::runtime_error {
  using runtime_error::runtime_error;
};
/// Becomes diffattn.errors.CompileError.
struct CompileFailure : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Makes the extension raise them as exceptions of diffattn.errors.
void registerErrors();

} // namespace diffattn::python

#endif // DIFFATTN_PYTHON_NATIVE_ERRORS_H
