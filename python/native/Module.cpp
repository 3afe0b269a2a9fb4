//===- Module.cpp - the C API in Python -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class a handle of diffattn-c/Runtime.h and Compiler.h, beside these the
// measurement of lib/Peak, and nothing else: names, types and defaults are up
// to the package, ../diffattn.
//
// What takes long (compiling, loading, calling) lets other threads run. A
// handle that C allows one thread at a time has a lock here. Objects that
// others point into are held by them.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Errors.h"
#include "diffattn-c/Compiler.h"
#include "diffattn/Peak/Peak.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace diffattn::python;
using namespace nb::literals;

/// The processor's peak of `unit` ("f32", "bf16", "read"); see measurePeak.
static std::optional<double> measurePeak(const std::string &unit, int threads,
                                         double seconds) {
  using diffattn::PeakUnit;
  nb::gil_scoped_release others;
  return diffattn::measurePeak(unit == "f32"    ? PeakUnit::F32
                               : unit == "bf16" ? PeakUnit::BF16
                                                : PeakUnit::Read,
                               threads, seconds);
}

NB_MODULE(_native, module) {
  // Caches of PyTorch keep functions past the end of the interpreter.
  nb::set_leak_warnings(false);
  registerErrors();
  bindRuntime(module);
  bindCompiler(module);
  module.def("measure_peak", &measurePeak, "unit"_a, "threads"_a, "seconds"_a);
  module.def("version", [] {
    return std::to_string(diffattn_version_major()) + "." +
           std::to_string(diffattn_version_minor()) + "." +
           std::to_string(diffattn_version_patch());
  });
}
