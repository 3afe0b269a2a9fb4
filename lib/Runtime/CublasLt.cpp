//===- CublasLt.cpp - cuBLASLt, found at run time -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CublasLt.h"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace diffattn;
using namespace diffattn::cuda;

namespace fs = std::filesystem;

Status CublasLt::check(cublasStatus_t code, const char *function) const {
  if (code == CUBLAS_STATUS_SUCCESS)
    return {};
  const char *name = cublasLtGetStatusName(code);
  return Error{std::string(function) + ": " +
               (name ? name : "status " + std::to_string(code))};
}

//===----------------------------------------------------------------------===//
// Where it may be
//===----------------------------------------------------------------------===//

/// What the library is called, newest first.
static const char *const kNames[] = {"libcublasLt.so.13", "libcublasLt.so.12",
                                     "libcublasLt.so.11"};

/// The value of an environment variable, "" without it.
static std::string getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// The folders in `folder`, in alphabetical order; none if it is not there.
static std::vector<fs::path> listFolders(const fs::path &folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (std::error_code ignored; it->is_directory(ignored))
      found.push_back(it->path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Adds the folders of libraries in `packages`, a folder called nvidia: those
/// of cublas up to CUDA 12, of cu13 from CUDA 13 on.
static void addPackages(const fs::path &packages,
                        std::vector<fs::path> &places) {
  for (const fs::path &part : listFolders(packages))
    places.push_back(part / "lib");
}

/// Folders of toolkits, and of the packages of a Python: of the one that this
/// code runs in, which says where they are, and of a virtual environment.
static std::vector<fs::path> listPlaces() {
  std::vector<fs::path> places;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::string root = getVariable(variable); !root.empty())
      places.push_back(fs::path(root) / "lib64");
  places.push_back("/usr/local/cuda/lib64");
  std::stringstream packages(getVariable("DIFFATTN_NVIDIA_PACKAGES"));
  for (std::string folder; std::getline(packages, folder, ':');)
    addPackages(folder, places);
  if (std::string root = getVariable("VIRTUAL_ENV"); !root.empty())
    for (const fs::path &python : listFolders(fs::path(root) / "lib"))
      addPackages(python / "site-packages/nvidia", places);
  return places;
}

/// The library, or null; `tried` says what was tried, and why it failed.
static void *open(const std::string &path, std::string &tried) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    tried += (tried.empty() ? "" : "; ") + std::string(dlerror());
  return library;
}

/// The library where the system looks for it, or in the places above.
static void *search(std::string &tried) {
  for (const char *name : kNames)
    if (void *library = open(name, tried))
      return library;
  for (const fs::path &place : listPlaces()) {
    bool isThere = false;
    for (const char *name : kNames) {
      std::error_code ignored;
      if (!fs::exists(place / name, ignored))
        continue;
      isThere = true;
      if (void *library = open((place / name).string(), tried))
        return library;
    }
    if (!isThere)
      tried += "; none in " + place.string();
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static Error makeError(const std::string &reason) {
  return {"no cuBLASLt: " + reason +
          " (DIFFATTN_CUBLASLT names the file; artifacts that are compiled "
          "with --matmul=kernels do without it)"};
}

Result<CublasLt> cuda::loadCublasLt() {
  std::string given = getVariable("DIFFATTN_CUBLASLT"), tried;
  void *library = given.empty() ? search(tried) : open(given, tried);
  if (!library)
    return makeError(tried);
  CublasLt functions;
  std::string missing;
  auto find = [&](const char *name) {
    void *function = dlsym(library, name);
    if (!function)
      missing = name;
    return function;
  };
#define CUBLASLT_FUNCTION(name, parameters)                                    \
  functions.name = reinterpret_cast<decltype(functions.name)>(find(#name));
#include "diffattn/Runtime/CublasLt.def"
  functions.cublasLtGetStatusName =
      reinterpret_cast<const char *(*)(cublasStatus_t)>(
          find("cublasLtGetStatusName"));
  if (missing.empty())
    return functions;
  return makeError("it has no " + missing +
                   ", expected that of CUDA 11.4 or newer");
}
