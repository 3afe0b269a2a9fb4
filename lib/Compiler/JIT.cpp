//===- JIT.cpp - objects in this process ---------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Artifact.h"
#include "diffattn/Runtime/Manifest.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include <dlfcn.h>

using namespace mlir::diffattn;
namespace orc = llvm::orc;

LoadedObject::~LoadedObject() = default;

namespace {
class JITObject : public LoadedObject {
public:
  JITObject(std::unique_ptr<orc::LLJIT> jit, const Object &object)
      : jit(std::move(jit)), manifestText(object.manifest) {}

  const std::string &manifest() const override { return manifestText; }

  diffattn_entry lookup(llvm::StringRef name) const override {
    return entries.lookup(name);
  }

  /// Finds the entries of `functions`, and with them all that code needs.
  llvm::Error link(llvm::ArrayRef<FunctionSignature> functions) {
    for (const FunctionSignature &function : functions) {
      auto address = jit->lookup(function.symbol());
      if (!address)
        return address.takeError();
      entries[function.name] = address->toPtr<diffattn_entry>();
    }
    return llvm::Error::success();
  }

private:
  std::unique_ptr<orc::LLJIT> jit;
  llvm::StringMap<diffattn_entry> entries;
  std::string manifestText;
};
} // namespace

/// What artifacts find in the runtime's library and what it links (libc, libm):
/// the same for code in memory, also where a search by name in the process does
/// not see them, or would see another's first.
static llvm::Expected<std::unique_ptr<orc::DefinitionGenerator>>
searchRuntime(const orc::LLJIT &jit) {
  llvm::Expected<std::string> path = runtimePath();
  if (!path)
    return path.takeError();
  void *handle = dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (!handle)
    return llvm::createStringError("can't search '%s'", path->c_str());
  return std::make_unique<orc::DynamicLibrarySearchGenerator>(
      llvm::sys::DynamicLibrary(handle), jit.getDataLayout().getGlobalPrefix());
}

/// The same for what emulated kernels call. The library stays loaded, as it
/// does once a device is open.
static llvm::Expected<std::unique_ptr<orc::DefinitionGenerator>>
searchEmulator(const orc::LLJIT &jit) {
  llvm::Expected<std::string> path = emulatorPath();
  if (!path)
    return path.takeError();
  void *handle = dlopen(path->c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!handle)
    return llvm::createStringError("can't load the emulator: %s", dlerror());
  return std::make_unique<orc::DynamicLibrarySearchGenerator>(
      llvm::sys::DynamicLibrary(handle), jit.getDataLayout().getGlobalPrefix());
}

/// An error if this machine lacks what the code needs.
static llvm::Error checkProcessorOf(const Object &object) {
  auto manifest = ::diffattn::parseManifest(object.manifest);
  if (!manifest)
    return llvm::createStringError(manifest.message());
  if (auto chosen = ::diffattn::chooseCode(*manifest); !chosen)
    return llvm::createStringError("can't run the compiled module: " +
                                   chosen.message());
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<LoadedObject>>
mlir::diffattn::loadObject(const Object &object) {
  if (llvm::Error error = checkProcessorOf(object))
    return error;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  // Code of artifacts has no constructors, so no platform is needed to run
  // them.
  auto jit = orc::LLJITBuilder()
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  // What it reports is also returned.
  (*jit)->getExecutionSession().setErrorReporter(llvm::consumeError);
  auto generator = searchRuntime(**jit);
  if (!generator)
    return generator.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*generator));
  if (isEmulated(object)) {
    auto emulator = searchEmulator(**jit);
    if (!emulator)
      return emulator.takeError();
    (*jit)->getMainJITDylib().addGenerator(std::move(*emulator));
  }
  auto code = llvm::MemoryBuffer::getMemBufferCopy(object.code->getBuffer(),
                                                   "diffattn.o");
  if (llvm::Error error = (*jit)->addObjectFile(std::move(code)))
    return error;
  auto loaded = std::make_unique<JITObject>(std::move(*jit), object);
  if (llvm::Error error = loaded->link(object.functions))
    return error;
  return loaded;
}
