//===- Options.h - the command line of diffattn-bench -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_BENCH_OPTIONS_H
#define DIFFATTN_TOOLS_DIFFATTN_BENCH_OPTIONS_H

#include "diffattn-run/Options.h"

namespace diffattn::bench {

/// The flags as given; what they say is looked at where it is used.
struct Options {
  /// Program and arguments, as diffattn-run takes them; `function` is unused.
  run::Options call;
  /// Functions to time; empty: all.
  std::vector<std::string> functions;
  std::vector<std::string> inputShapes;
  std::optional<double> flops;
  std::optional<double> bytes;
  /// Measure the processor, and nothing else.
  bool peakOnly = false;
};

/// Parses the command line without the flags of Google Benchmark, which
/// benchmark::Initialize gets. Returns the code to exit with at once, if so.
std::optional<int> parseOptions(int argc, char **argv, Options &options);

} // namespace diffattn::bench

#endif // DIFFATTN_TOOLS_DIFFATTN_BENCH_OPTIONS_H
