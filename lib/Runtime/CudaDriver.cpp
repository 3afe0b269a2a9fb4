//===- CudaDriver.cpp - the CUDA driver, found at run time ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CudaDriver.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace diffattn;
using namespace diffattn::cuda;

Status Driver::check(CUresult code, const char *function) const {
  if (code == CUDA_SUCCESS)
    return {};
  const char *name = nullptr, *text = nullptr;
  // Errors newer than the driver's tables have neither.
  if (cuGetErrorName(code, &name) != CUDA_SUCCESS || !name)
    return Error{std::string(function) + ": CUDA error " +
                 std::to_string(code)};
  std::string message = std::string(function) + ": " + name;
  if (cuGetErrorString(code, &text) == CUDA_SUCCESS && text)
    message += std::string(" (") + text + ")";
  return Error{message};
}

Result<Driver> cuda::loadDriver() {
  const char *path = std::getenv("DIFFATTN_CUDA_DRIVER");
  if (!path || !*path)
    path = "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Error{std::string("no CUDA driver: ") + dlerror()};
  Driver driver;
#define CUDA_FUNCTION(name, symbol, parameters)                                \
  driver.name =                                                                \
      reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol));         \
  if (!driver.name)                                                            \
    return Error{std::string("no CUDA driver: '") + path +                     \
                 "' has no " symbol ", expected that of CUDA 11.0 or newer"};
#include "diffattn/Runtime/CudaDriver.def"
  return driver;
}
