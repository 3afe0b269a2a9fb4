//===- Module.cpp - the C API in Python -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class a handle of diffattn-c/Runtime.h and Compiler.h, and nothing else:
// names, types and defaults are up to the package, ../diffattn.
//
// What takes long (compiling, loading, calling) lets other threads run. A
// handle that C allows one thread at a time has a lock here. Objects that
// others point into are held by them.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Errors.h"
#include "diffattn-c/Compiler.h"
#include <nanobind/stl/string.h>

using namespace diffattn::python;

NB_MODULE(_native, module) {
  registerErrors();
  bindRuntime(module);
  bindCompiler(module);
  module.def("version", [] {
    return std::to_string(diffattn_version_major()) + "." +
           std::to_string(diffattn_version_minor()) + "." +
           std::to_string(diffattn_version_patch());
  });
}
