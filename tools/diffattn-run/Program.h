//===- Program.h - a program in this process --------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_PROGRAM_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_PROGRAM_H

#include "diffattn/Runtime/Manifest.h"
#include <memory>

namespace diffattn::run {

/// Functions that can be called, and what they say about themselves.
class Program {
public:
  virtual ~Program();

  const Manifest &manifest() const { return contents; }
  /// The entry of a function of the manifest.
  virtual Result<diffattn_entry> entry(const std::string &name) = 0;

protected:
  explicit Program(Manifest manifest) : contents(std::move(manifest)) {}

private:
  Manifest contents;
};

/// Whether what is at `path` must be compiled first: what ends in .mlir or
/// .mlirbc, and the standard input ("-").
bool isModule(const std::string &path);

/// How a module is compiled.
struct ModuleOptions {
  /// The folder of objects that were compiled before; "": none.
  std::string cacheFolder;
  /// What functions are to run on: "cpu", "cuda" or "sim".
  std::string target = "cpu";
};

/// Loads the artifact at `path`, or compiles the module that is there.
Result<std::unique_ptr<Program>> loadProgram(const std::string &path,
                                             const ModuleOptions &options);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_PROGRAM_H
