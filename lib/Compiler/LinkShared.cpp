//===- LinkShared.cpp - objects to shared libraries ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include "TemporaryFile.h"

#include "diffattn/Compiler/Artifact.h"
#include "diffattn/Compiler/Files.h"
#include "diffattn/Runtime/Manifest.h"

#include "lld/Common/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <array>
#include <csignal>
#include <dlfcn.h>
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace mlir::diffattn;

llvm::Expected<std::string> mlir::diffattn::runtimePath() {
  Dl_info info;
  llvm::SmallString<128> path;
  if (!dladdr(reinterpret_cast<void *>(&diffattn_raise), &info) ||
      llvm::sys::fs::real_path(info.dli_fname, path))
    return llvm::createStringError("can't find the runtime library");
  return path.str().str();
}

bool mlir::diffattn::isEmulated(const Object &object) {
  auto manifest = ::diffattn::parseManifest(object.manifest);
  return manifest && manifest->device == "sim";
}

namespace {
/// What the process does on signals, put back at the end. lld has LLVM catch
/// most of them, to remove what it has not finished writing, and leaves it so;
/// but they are the host's, which may be a server, or Python. What another
/// thread sets while lld runs, for milliseconds, is lost.
class SignalHandlers {
public:
  SignalHandlers() {
    for (size_t i = 1; i < saved.size(); ++i)
      sigaction(i, nullptr, &saved[i]);
  }
  ~SignalHandlers() {
    for (size_t i = 1; i < saved.size(); ++i)
      sigaction(i, &saved[i], nullptr);
  }
  SignalHandlers(const SignalHandlers &) = delete;
  SignalHandlers &operator=(const SignalHandlers &) = delete;

private:
  /// Those of POSIX.
  std::array<struct sigaction, 32> saved;
};
} // namespace

/// Runs lld, which has global state, one call at a time.
llvm::Error mlir::diffattn::runLinker(llvm::ArrayRef<std::string> arguments) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::SmallVector<const char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  SignalHandlers handlers;
  std::string messages;
  llvm::raw_string_ostream os(messages);
  lld::Result result =
      lld::lldMain(argv, llvm::nulls(), os, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "can't link: %s", llvm::StringRef(messages).trim().str().c_str());
}

/// A relative path as lld takes it for a file, whatever it starts with.
static std::string filePath(llvm::StringRef path) {
  return path.starts_with("-") ? ("./" + path).str() : path.str();
}

llvm::Expected<std::string> mlir::diffattn::emulatorPath() {
  llvm::Expected<std::string> runtime = runtimePath();
  if (!runtime)
    return runtime.takeError();
  llvm::SmallString<128> path(llvm::sys::path::parent_path(*runtime));
  llvm::sys::path::append(path, "libDiffAttnSim.so");
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError("there is no emulator: '%s' is missing",
                                   path.c_str());
  return path.str().str();
}

/// Links the object file at `input`; the library will be known as `name`.
static llvm::Error link(llvm::StringRef input, llvm::StringRef output,
                        llvm::StringRef name, bool isEmulated) {
  llvm::Expected<std::string> runtime = runtimePath();
  if (!runtime)
    return runtime.takeError();
  llvm::StringRef folder = llvm::sys::path::parent_path(*runtime);
  std::vector<std::string> arguments{"ld.lld",
                                     "-shared",
                                     "--hash-style=gnu",
                                     "--gc-sections",
                                     "-z",
                                     "now",
                                     "-z",
                                     "noexecstack",
                                     "--enable-new-dtags",
                                     ("--rpath=$ORIGIN:" + folder).str(),
                                     ("--soname=" + name).str(),
                                     "-o",
                                     filePath(output),
                                     filePath(input),
                                     *runtime};
  if (isEmulated) {
    llvm::Expected<std::string> emulator = emulatorPath();
    if (!emulator)
      return emulator.takeError();
    arguments.push_back(std::move(*emulator));
  }
  return runLinker(arguments);
}

/// Links to a file of the system's folder for such, and copies that to `path`,
/// a device or a pipe: lld ends the process if it can't write all of a file.
static llvm::Error linkToDevice(const Object &object, llvm::StringRef path) {
  TemporaryFile copy;
  if (std::error_code error = copy.create("so"))
    return llvm::errorCodeToError(error);
  if (llvm::Error error = linkObject(object, copy.name()))
    return error;
  auto content = llvm::MemoryBuffer::getFile(copy.name());
  if (!content)
    return llvm::errorCodeToError(content.getError());
  return writeFile(path, (*content)->getBuffer());
}

llvm::Error mlir::diffattn::linkObject(const Object &object,
                                       llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && llvm::sys::fs::is_other(status))
    return linkToDevice(object, path);
  return replaceFile(path, [&](llvm::StringRef temporary) -> llvm::Error {
    TemporaryFile input((temporary + ".o").str());
    // Who asked for a library has not heard of the object file.
    if (llvm::Error error = writeFile(input.name(), object.code->getBuffer())) {
      std::error_code code = llvm::errorToErrorCode(std::move(error));
      return llvm::createStringError(code, "can't write '" + path +
                                               "': " + code.message());
    }
    return link(input.name(), temporary, llvm::sys::path::filename(path),
                isEmulated(object));
  });
}
