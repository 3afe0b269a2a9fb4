//===- Artifact.cpp - loading artifacts -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"
#include "diffattn/Runtime/Elf.h"
#include "diffattn/Runtime/Manifest.h"
#include "diffattn/Runtime/SharedLibrary.h"

using namespace diffattn;

struct diffattn_artifact {
  std::string path;
  std::unique_ptr<SharedLibrary> library;
  const char *manifestText = nullptr;
  Manifest manifest;
  /// The processor whose code runs.
  std::string cpu;
  /// One list a function of the manifest, of what its text there owns.
  std::vector<std::vector<diffattn_argument>> arguments;
};

/// The arguments as C has them. The list is never empty, so that its address is
/// not null: after the arguments comes one that is all zeros.
static std::vector<diffattn_argument>
viewArguments(const ManifestFunction &function) {
  std::vector<diffattn_argument> views;
  for (const ManifestArgument &argument : function.arguments) {
    int32_t kind = argument.isOutput      ? DIFFATTN_OUTPUT
                   : argument.isParameter ? DIFFATTN_PARAMETER
                                          : DIFFATTN_INPUT;
    views.push_back({argument.name.c_str(), argument.shape.data(),
                     static_cast<int32_t>(argument.shape.size()),
                     argument.dtype, kind, argument.isScalar});
  }
  views.push_back({});
  return views;
}

static Result<std::unique_ptr<diffattn_artifact>> load(const char *path) {
  // The dynamic linker maps what a damaged file promises and crashes on it.
  if (Status status = checkElfExtents(path); !status)
    return status.error();
  auto artifact = std::make_unique<diffattn_artifact>();
  artifact->path = path;
  auto library = SharedLibrary::load(path);
  if (!library)
    return library.error();
  artifact->library = std::move(*library);

  void *text = artifact->library->find("diffattn_manifest");
  if (!text)
    return Error{"'" + artifact->path +
                 "' is no artifact: it has no symbol diffattn_manifest"};
  artifact->manifestText = static_cast<const char *>(text);
  Result<Manifest> manifest = parseManifest(artifact->manifestText);
  if (!manifest)
    return Error{"'" + artifact->path + "': " + manifest.message()};
  Result<std::string> cpu = chooseCode(*manifest);
  if (!cpu)
    return Error{"'" + artifact->path + "': " + cpu.message()};
  artifact->cpu = std::move(*cpu);
  artifact->manifest = std::move(*manifest);
  for (const ManifestFunction &function : artifact->manifest.functions)
    artifact->arguments.push_back(viewArguments(function));
  return artifact;
}

static Result<const ManifestFunction *>
findFunction(const diffattn_artifact &artifact, const char *name) {
  const ManifestFunction *function = artifact.manifest.find(name);
  if (!function)
    return Error{"'" + artifact.path + "' has no function '" + name +
                 "'; it has: " + artifact.manifest.functionNames()};
  return function;
}

static Result<diffattn_entry> findEntry(const diffattn_artifact &artifact,
                                        const char *name) {
  Result<const ManifestFunction *> function = findFunction(artifact, name);
  if (!function)
    return function.error();
  const std::string &symbol = (*function)->symbol;
  void *entry = artifact.library->find(symbol.c_str());
  if (!entry)
    return Error{"'" + artifact.path + "' has no symbol " + symbol +
                 " for its function '" + name + "'"};
  return reinterpret_cast<diffattn_entry>(entry);
}

extern "C" {

diffattn_artifact *diffattn_artifact_load(diffattn_context *context,
                                          const char *path) {
  if (!context)
    return nullptr;
  context->clearError();
  try {
    if (!path) {
      context->raise("the path of the artifact is NULL");
      return nullptr;
    }
    Result<std::unique_ptr<diffattn_artifact>> artifact = load(path);
    if (artifact)
      return artifact->release();
    context->raise(artifact.message());
  } catch (...) {
    // Nothing here throws but what runs out of memory.
    context->raiseStatic("out of memory");
  }
  return nullptr;
}

void diffattn_artifact_close(diffattn_artifact *artifact) { delete artifact; }

const char *diffattn_artifact_manifest(const diffattn_artifact *artifact) {
  return artifact->manifestText;
}

const char *diffattn_artifact_cpu(const diffattn_artifact *artifact) {
  return artifact->cpu.c_str();
}

const char *diffattn_artifact_device(const diffattn_artifact *artifact) {
  return artifact->manifest.device.c_str();
}

diffattn_entry diffattn_artifact_entry(diffattn_context *context,
                                       diffattn_artifact *artifact,
                                       const char *name) {
  if (!context)
    return nullptr;
  context->clearError();
  try {
    if (!artifact || !name) {
      context->raise(artifact ? "the name of the function is NULL"
                              : "the artifact is NULL");
      return nullptr;
    }
    Result<diffattn_entry> entry = findEntry(*artifact, name);
    if (entry)
      return *entry;
    context->raise(entry.message());
  } catch (...) {
    // Nothing here throws but what runs out of memory.
    context->raiseStatic("out of memory");
  }
  return nullptr;
}

const diffattn_argument *
diffattn_artifact_arguments(diffattn_context *context,
                            const diffattn_artifact *artifact, const char *name,
                            int64_t *count) {
  if (!context)
    return nullptr;
  context->clearError();
  try {
    if (!artifact || !name || !count) {
      context->raise(!artifact ? "the artifact is NULL"
                     : !name   ? "the name of the function is NULL"
                               : "the place for the count is NULL");
      return nullptr;
    }
    Result<const ManifestFunction *> function = findFunction(*artifact, name);
    if (function) {
      *count = static_cast<int64_t>((*function)->arguments.size());
      return artifact
          ->arguments[*function - artifact->manifest.functions.data()]
          .data();
    }
    context->raise(function.message());
  } catch (...) {
    // Nothing here throws but what runs out of memory.
    context->raiseStatic("out of memory");
  }
  return nullptr;
}

} // extern "C"
