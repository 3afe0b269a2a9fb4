//===- SharedLibrary.cpp - code that is loaded from files -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic linker knows what it has loaded by name first: it compares names
// as strings and only looks at the file of a name that it has not seen yet. A
// file that was renamed to the name of a loaded one would get the old code.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/SharedLibrary.h"
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <tuple>

using namespace diffattn;

using File = SharedLibrary::File;

namespace {
/// What changes when a file is written to: its size, and when that was.
using Version = std::tuple<off_t, time_t, long>;

struct Loaded {
  Version version;
  void *handle;
  size_t owners;
};

struct Registry {
  std::mutex mutex;
  std::map<File, Loaded> libraries;
  /// Names made so far.
  uint32_t nameCount = 0;
};
} // namespace

/// It is never destroyed: libraries may be, as late as at exit.
static Registry &registry() {
  static auto *registry = new Registry;
  return *registry;
}

static Error loadError(const std::string &path, const std::string &reason) {
  return {"can't load '" + path + "': " + reason};
}

static Result<std::pair<File, Version>> identify(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return loadError(path, std::strerror(errno));
  return std::pair(
      File(info.st_dev, info.st_ino),
      Version(info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec));
}

static bool isLoaded(const std::string &name) {
  void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle)
    dlclose(handle);
  return handle;
}

/// Another name of the file `name`, that of no other number: after the folder
/// comes the number, always in 32 digits, of which one is "./", the other
/// ".//".
static std::string makeName(std::string name, uint32_t number) {
  std::string digits;
  for (int bit = 0; bit < 32; ++bit)
    digits += number >> bit & 1 ? ".//" : "./";
  return name.insert(name.rfind('/') + 1, digits);
}

/// Loads what is at `path`, unless that is loaded already.
static Result<void *> open(const std::string &path, Registry &registry) {
  // A name without a slash would be searched for in the system's folders.
  const std::string plain =
      path.find('/') == std::string::npos ? "./" + path : path;
  // What is loaded by that name, by others or with more names than one, may
  // have been another file. By a new name, the linker compares files.
  std::string name =
      isLoaded(plain) ? makeName(plain, registry.nameCount++) : plain;
  if (void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
    return handle;
  std::string reason = dlerror();
  if (size_t at = reason.find(name); at != std::string::npos)
    reason.replace(at, name.size(), plain);
  if (reason.find("undefined symbol: diffattn_") != std::string::npos)
    reason += ": the artifact is newer than the runtime, so update diffattn or "
              "compile it again with this one";
  return loadError(path, reason);
}

Result<std::unique_ptr<SharedLibrary>>
SharedLibrary::load(const std::string &path) {
  Registry &registry = ::registry();
  std::lock_guard lock(registry.mutex);
  while (true) {
    auto found = identify(path);
    if (!found)
      return found.error();
    auto [file, version] = *found;
    if (auto known = registry.libraries.find(file);
        known != registry.libraries.end()) {
      Loaded &loaded = known->second;
      // Its pages are those of the loaded library.
      if (loaded.version != version)
        return loadError(path, "it was written to while it is loaded, expected "
                               "a new file in its place");
      ++loaded.owners;
      return std::unique_ptr<SharedLibrary>(
          new SharedLibrary(loaded.handle, file));
    }
    auto handle = open(path, registry);
    if (!handle)
      return handle.error();
    // Another file may have come there just now.
    if (auto again = identify(path); again && *again == *found) {
      registry.libraries[file] = {version, *handle, 1};
      return std::unique_ptr<SharedLibrary>(new SharedLibrary(*handle, file));
    }
    dlclose(*handle);
  }
}

SharedLibrary::~SharedLibrary() {
  Registry &registry = ::registry();
  std::lock_guard lock(registry.mutex);
  auto known = registry.libraries.find(file);
  if (--known->second.owners > 0)
    return;
  registry.libraries.erase(known);
  dlclose(handle);
}

void *SharedLibrary::find(const char *symbol) const {
  return dlsym(handle, symbol);
}
