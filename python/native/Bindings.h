//===- Bindings.h - the parts of the extension ------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PYTHON_NATIVE_BINDINGS_H
#define DIFFATTN_PYTHON_NATIVE_BINDINGS_H

#include <nanobind/nanobind.h>

namespace diffattn::python {

/// What calls artifacts: diffattn-c/Runtime.h.
void bindRuntime(nanobind::module_ &module);

/// What makes them: diffattn-c/Compiler.h. Entries are the runtime's.
void bindCompiler(nanobind::module_ &module);

} // namespace diffattn::python

#endif // DIFFATTN_PYTHON_NATIVE_BINDINGS_H
