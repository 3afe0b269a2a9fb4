//===- Program.cpp - a program in this process ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Call.h"
#include "llvm/ADT/StringRef.h"

using namespace diffattn;
using namespace diffattn::run;

Program::~Program() = default;

namespace {
/// A shared library.
class LibraryProgram : public Program {
public:
  LibraryProgram(Manifest manifest, diffattn_artifact *artifact)
      : Program(std::move(manifest)), artifact(artifact) {}
  ~LibraryProgram() override { diffattn_artifact_close(artifact); }

  Result<diffattn_entry> entry(const std::string &name) override {
    CallContext context;
    if (auto entry =
            diffattn_artifact_entry(context.get(), artifact, name.c_str()))
      return entry;
    return context.error();
  }

private:
  diffattn_artifact *artifact;
};
} // namespace

static Result<std::unique_ptr<Program>> loadLibrary(const std::string &path) {
  CallContext context;
  diffattn_artifact *artifact =
      diffattn_artifact_load(context.get(), path.c_str());
  if (!artifact)
    return context.error();
  Result<Manifest> manifest =
      parseManifest(diffattn_artifact_manifest(artifact));
  if (!manifest) {
    diffattn_artifact_close(artifact);
    return manifest.error();
  }
  return std::unique_ptr<Program>(
      new LibraryProgram(std::move(*manifest), artifact));
}

Result<std::unique_ptr<Program>>
diffattn::run::loadProgram(const std::string &path) {
  return loadLibrary(path);
}
