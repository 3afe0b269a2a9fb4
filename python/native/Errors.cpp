//===- Errors.cpp - what becomes an exception of Python -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include <cstring>
#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace diffattn::python;

static void raiseAs(const char *type, const std::exception &failure) {
  nb::object error = nb::module_::import_("diffattn.errors").attr(type);
  // Names in damaged files, which messages quote, may be no UTF-8.
  const char *what = failure.what();
  nb::object message = nb::steal(PyUnicode_DecodeUTF8(
      what, static_cast<Py_ssize_t>(std::strlen(what)), "backslashreplace"));
  PyErr_SetObject(error.ptr(), message.ptr());
}

static void translate(const std::exception_ptr &pointer, void *) {
  try {
    std::rethrow_exception(pointer);
  } catch (const RunFailure &failure) {
    raiseAs("RunError", failure);
  } catch (const CompileFailure &failure) {
    raiseAs("CompileError", failure);
  }
}

void diffattn::python::registerErrors() {
  nb::register_exception_translator(translate);
}
