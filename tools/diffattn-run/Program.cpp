//===- Program.cpp - a program in this process ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Call.h"
#include "diffattn/Compiler/Files.h"
#include "diffattn/Compiler/Session.h"
#include "support/ReadModule.h"
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

/// A module compiled in memory.
class ModuleProgram : public Program {
public:
  ModuleProgram(Manifest manifest,
                std::unique_ptr<mlir::diffattn::LoadedObject> object)
      : Program(std::move(manifest)), object(std::move(object)) {}

  Result<diffattn_entry> entry(const std::string &name) override {
    if (diffattn_entry entry = object->lookup(name))
      return entry;
    return Error{"the compiled module has no entry for function '" + name +
                 "'"};
  }

private:
  std::unique_ptr<mlir::diffattn::LoadedObject> object;
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

/// All that the session had to say, each with its location.
static Error diagnosticsOf(const mlir::diffattn::Session &session) {
  llvm::StringRef text = session.diagnostics();
  return {text.rtrim().str()};
}

static Result<std::unique_ptr<Program>>
compile(const std::string &path, const ModuleOptions &moduleOptions) {
  mlir::diffattn::removeTemporaryFilesOnSignals();
  mlir::diffattn::Session session;
  mlir::OwningOpRef<mlir::ModuleOp> module = tools::readModule(session, path);
  if (!module)
    return diagnosticsOf(session);
  mlir::diffattn::CompileOptions options;
  options.cacheFolder = moduleOptions.cacheFolder;
  options.target = moduleOptions.target;
  mlir::FailureOr<mlir::diffattn::Object> object =
      session.compile(*module, options);
  if (mlir::failed(object))
    return diagnosticsOf(session);
  auto loaded = session.load(*object);
  if (mlir::failed(loaded))
    return diagnosticsOf(session);
  Result<Manifest> manifest = parseManifest((*loaded)->manifest());
  if (!manifest)
    return manifest.error();
  return std::unique_ptr<Program>(
      new ModuleProgram(std::move(*manifest), std::move(*loaded)));
}

bool diffattn::run::isModule(const std::string &path) {
  llvm::StringRef name = path;
  return name == "-" || name.ends_with(".mlir") || name.ends_with(".mlirbc");
}

Result<std::unique_ptr<Program>>
diffattn::run::loadProgram(const std::string &path,
                           const ModuleOptions &options) {
  return isModule(path) ? compile(path, options) : loadLibrary(path);
}
