//===- CudaModule.cpp - kernels that are loaded on a CUDA device ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CudaModule.h"

using namespace diffattn;
using namespace diffattn::cuda;

/// What every kernel may have of dynamic shared memory, its static one counted.
static constexpr int64_t sharedForAll = 48 * 1024;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Module::Module(const Driver &driver, const diffattn_kernels &source,
               int64_t sharedLimit)
    : driver(driver), ptx(source.ptx), sharedLimit(sharedLimit),
      kernels(source.count) {
  for (int32_t i = 0; i < source.count; ++i)
    kernels[i].name = source.names[i];
}

Module::~Module() {
  // Kernels may still run. What fails here has failed before.
  driver.cuCtxSynchronize();
  if (module)
    driver.cuModuleUnload(module);
}

/// Whether `chip` is the one of compute capability `capability`: "sm_90", or
/// "sm_90a", of 90.
static bool isChip(const std::string &chip, int capability) {
  std::string name = "sm_" + std::to_string(capability);
  return chip == name || chip == name + "a" || chip == name + "f";
}

/// Takes machine code for the chip. False if there is none, or none that the
/// driver knows what to do with (it may be older than the code's compiler).
bool Module::loadCubin(const diffattn_kernels &source, int capability) {
  if (source.version < 2)
    return false;
  for (int64_t i = 0; i < source.cubin_count; ++i)
    if (isChip(source.cubins[i].chip, capability) &&
        driver.cuModuleLoadDataEx(&module, source.cubins[i].code, 0, nullptr,
                                  nullptr) == CUDA_SUCCESS)
      return true;
  module = nullptr;
  return false;
}

Status Module::compile() {
  char log[8192] = "";
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  // The driver takes numbers in the place of pointers.
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  Status status = driver.check(
      driver.cuModuleLoadDataEx(&module, ptx.c_str(), 2, options, values),
      "cuModuleLoadDataEx");
  if (status)
    return {};
  std::string text = log;
  text.erase(text.find_last_not_of(" \n\t") + 1);
  return Error{"can't compile the kernels: " + status.message() +
               (text.empty() ? "" : ": " + text)};
}

Status Module::findKernel(Kernel &kernel) {
  Status found = driver.check(
      driver.cuModuleGetFunction(&kernel.function, module, kernel.name.c_str()),
      "cuModuleGetFunction");
  if (!found)
    return Error{"kernel '" + kernel.name + "': " + found.message()};
  DIFFATTN_CUDA_TRY(driver, cuFuncGetAttribute, &kernel.maxThreads,
                    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel.function);
  DIFFATTN_CUDA_TRY(driver, cuFuncGetAttribute, &kernel.staticShared,
                    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel.function);
  return {};
}

Result<std::unique_ptr<Module>> Module::load(const Driver &driver,
                                             const diffattn_kernels &kernels,
                                             int capability,
                                             int64_t sharedLimit) {
  std::unique_ptr<Module> loaded(new Module(driver, kernels, sharedLimit));
  if (!loaded->loadCubin(kernels, capability))
    if (Status status = loaded->compile(); !status)
      return status.error();
  for (Kernel &kernel : loaded->kernels)
    if (Status status = loaded->findKernel(kernel); !status)
      return status.error();
  return loaded;
}

bool Module::isOf(const diffattn_kernels &source) const {
  // Machine code is made of the PTX.
  if (kernels.size() != static_cast<size_t>(source.count) || ptx != source.ptx)
    return false;
  for (int32_t i = 0; i < source.count; ++i)
    if (kernels[i].name != source.names[i])
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

/// Beyond what every kernel may have, the driver wants to be asked first. Once
/// is enough: the most that this kernel can ever have.
Status Module::allowShared(Kernel &kernel, int64_t bytes) {
  int64_t most = sharedLimit - kernel.staticShared;
  if (bytes > most)
    return Error{"expected at most " + std::to_string(most) +
                 " bytes of dynamic shared memory beside " +
                 std::to_string(kernel.staticShared) + " static ones, found " +
                 std::to_string(bytes)};
  if (bytes + kernel.staticShared <= sharedForAll || kernel.mayHaveMore)
    return {};
  DIFFATTN_CUDA_TRY(driver, cuFuncSetAttribute, kernel.function,
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    static_cast<int>(most));
  kernel.mayHaveMore = true;
  return {};
}

Status Module::launch(int32_t index, const int64_t *sizes,
                      void *const *arguments, CUstream stream) {
  Kernel &kernel = kernels[index];
  int64_t threads = sizes[3] * sizes[4] * sizes[5];
  if (threads > kernel.maxThreads)
    return Error{"expected at most " + std::to_string(kernel.maxThreads) +
                 " threads of a block (its registers allow no more), found " +
                 std::to_string(threads)};
  if (Status status = allowShared(kernel, sizes[6]); !status)
    return status;
  unsigned numbers[7];
  for (int i = 0; i < 7; ++i)
    numbers[i] = static_cast<unsigned>(sizes[i]);
  DIFFATTN_CUDA_TRY(driver, cuLaunchKernel, kernel.function, numbers[0],
                    numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
                    numbers[6], stream, const_cast<void **>(arguments),
                    nullptr);
  return {};
}
