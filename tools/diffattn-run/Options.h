//===- Options.h - the command line of diffattn-run -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_OPTIONS_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_OPTIONS_H

#include "Flags.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace diffattn::run {

/// The flags as given; what they say is looked at where it is used.
struct Options {
  std::string program;
  std::string function;
  std::vector<std::string> inputs;
  std::string inputsFile;
  std::string parametersFile;
  std::vector<std::string> outputShapes;
  std::vector<std::string> outputs;
  std::string outputsFile;
  std::string expectedFile;
  std::vector<std::string> expectedOutputs;
  double cancellation = 1;
  std::optional<double> absoluteTolerance;
  std::optional<double> relativeTolerance;
  /// "": what the program is for.
  std::string device;
  int32_t threads = 0;
  std::string cacheFolder;
};

/// Parses the command line. Returns the code to exit with at once, if so: after
/// --help, or after a message about wrong usage.
std::optional<int> parseOptions(int argc, char **argv, Options &options);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_OPTIONS_H
