//===- FakeCuda.cpp - a CUDA driver without a GPU -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "FakeKernels.h"
#include "diffattn/Runtime/CudaDriver.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <memory>
#include <mutex>

using namespace diffattn::cuda;

#define EXPORT __attribute__((visibility("default")))

// Under the names by which the runtime looks the functions up.
extern "C" {
#define CUDA_FUNCTION(name, symbol, parameters)                                \
  EXPORT CUresult name parameters __asm__(symbol);
#include "diffattn/Runtime/CudaDriver.def"
}

constexpr CUresult InvalidValue = 1;
constexpr CUresult OutOfMemory = 2;
constexpr CUresult NoDevice = 100;
constexpr CUresult InvalidDevice = 101;
constexpr CUresult InvalidContext = 201;
constexpr CUresult InvalidPtx = 218;
constexpr CUresult NoBinary = 209;
constexpr CUresult NotFound = 500;
constexpr CUresult IllegalAddress = 700;

struct diffattn::cuda::CUfunc_st {
  std::string name;
  std::shared_ptr<const FakeKernel> kernel;
  int maxDynamicShared;
};
struct diffattn::cuda::CUmod_st {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};
struct diffattn::cuda::CUctx_st {};

namespace {

/// What the tests don't look at.
struct Machine {
  /// By their device pointers.
  std::map<CUdeviceptr, std::vector<char>> blocks;
  /// Addresses that no host has.
  CUdeviceptr nextPointer = 0x4000000000000000;
  std::map<CUstream, std::vector<std::function<void()>>> queues;
  std::map<CUmodule, std::unique_ptr<CUmod_st>> modules;
  CUctx_st primary;
  bool isBroken = false; ///< a kernel has reached outside of its memory
};

/// At the end of the process, says what has been left over.
struct Report {
  ~Report();
};

} // namespace

static std::recursive_mutex mutex;
static FakeCuda state;
static Machine machine;
static Report report;
static thread_local std::vector<CUcontext> current;

extern "C" {
EXPORT FakeCuda *fakeCudaState() { return &state; }
EXPORT void fakeCudaReset() {
  state = {};
  machine = {};
}
}

Report::~Report() {
  if (!std::getenv("FAKE_CUDA_REPORT"))
    return;
  for (const std::string &fault : state.faults)
    std::fprintf(stderr, "FakeCuda: fault: %s\n", fault.c_str());
  std::fprintf(stderr,
               "FakeCuda: %zu launches, left over: %lld bytes, %d modules, "
               "%d contexts\n",
               state.launches.size(), static_cast<long long>(state.held),
               state.modules, state.contexts);
  if (state.cubins)
    std::fprintf(stderr, "FakeCuda: %d of the modules were machine code\n",
                 state.cubins);
}

static CUresult enter(const char *function, bool needsContext) {
  state.calls.push_back(function);
  if (state.failing == function)
    return state.failure;
  if (needsContext && current.empty())
    return InvalidContext;
  return needsContext && machine.isBroken ? IllegalAddress : CUDA_SUCCESS;
}

/// At the start of each function: writes its call down, and fails if it must.
#define ENTER(needsContext)                                                    \
  std::lock_guard<std::recursive_mutex> lock(mutex);                           \
  if (CUresult result = enter(__func__, needsContext))                         \
  return result

static void *translate(CUdeviceptr pointer, int64_t bytes) {
  auto it = machine.blocks.upper_bound(pointer);
  if (it == machine.blocks.begin())
    return nullptr;
  auto &[start, block] = *--it;
  if (pointer + bytes > start + block.size())
    return nullptr;
  return block.data() + (pointer - start);
}

static void finish(CUstream stream) {
  std::vector<std::function<void()>> work;
  work.swap(machine.queues[stream]);
  for (auto &item : work)
    item();
}

static bool isBusy() {
  for (auto &[stream, work] : machine.queues)
    if (!work.empty())
      return true;
  return false;
}

extern "C" {

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

CUresult cuInit(unsigned) {
  ENTER(false);
  return state.deviceCount ? CUDA_SUCCESS : NoDevice;
}

namespace {
struct ErrorText {
  CUresult code;
  const char *name, *text;
};
} // namespace

static const ErrorText *findError(CUresult code) {
  static const ErrorText errors[] = {
      {InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
      {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
      {NoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
      {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
      {InvalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
      {NotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
      {IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS",
       "an illegal memory access was encountered"},
      {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
      {998, "CUDA_ERROR_NAMELESS", nullptr}};
  for (const ErrorText &error : errors)
    if (error.code == code)
      return &error;
  return nullptr;
}

CUresult cuGetErrorName(CUresult code, const char **name) {
  const ErrorText *error = findError(code);
  *name = error ? error->name : nullptr;
  return error ? CUDA_SUCCESS : InvalidValue;
}
CUresult cuGetErrorString(CUresult code, const char **text) {
  const ErrorText *error = findError(code);
  *text = error ? error->text : nullptr;
  return error ? CUDA_SUCCESS : InvalidValue;
}

CUresult cuDeviceGetCount(int *count) {
  ENTER(false);
  *count = state.deviceCount;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int index) {
  ENTER(false);
  *device = 10 + index;
  return index < state.deviceCount ? CUDA_SUCCESS : InvalidDevice;
}
CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  ENTER(false);
  std::snprintf(name, length, "Fake GPU %d", device - 10);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  ENTER(false);
  const std::map<int, int> values = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 1, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 2, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 1, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 2, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, state.shared},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
       state.sharedOptIn},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, state.capability / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, state.capability % 10}};
  auto it = values.find(attribute);
  if (it == values.end())
    return InvalidValue;
  *value = it->second;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  ENTER(false);
  ++state.contexts;
  *context = &machine.primary;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) {
  ENTER(false);
  --state.contexts;
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  ENTER(false);
  current.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext *context) {
  ENTER(false);
  if (current.empty())
    return InvalidContext;
  *context = current.back();
  current.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  ENTER(true);
  for (auto &[stream, work] : machine.queues)
    finish(stream);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The kernel behind an ".entry", where `at` is; null if it is unknown.
static std::shared_ptr<const FakeKernel>
findKernel(const std::string &name, const std::string &ptx, size_t at) {
  if (const FakeKernel *known = findFakeKernel(name))
    return std::make_shared<FakeKernel>(*known);
  if (!std::getenv("FAKE_CUDA_ANY_KERNEL"))
    return nullptr;
  return std::make_shared<FakeKernel>(
      readFakeKernel(name, ptx.substr(at, ptx.find("\n)", at) - at)));
}

/// What is behind each ".entry".
static std::vector<std::unique_ptr<CUfunc_st>>
findEntries(const std::string &ptx) {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
  const std::string word = ".entry ";
  for (size_t at = ptx.find(word); at != std::string::npos;
       at = ptx.find(word, at)) {
    at += word.size();
    std::string name = ptx.substr(at, ptx.find('(', at) - at);
    functions.emplace_back(
        new CUfunc_st{name, findKernel(name, ptx, at), state.shared});
  }
  return functions;
}

/// The kernels of a cubin of ptxas: sections ".text.NAME" of an ELF file.
static std::vector<std::unique_ptr<CUfunc_st>> readCubin(const char *image) {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  auto *sections = reinterpret_cast<const Elf64_Shdr *>(image + header.e_shoff);
  const char *names = image + sections[header.e_shstrndx].sh_offset;
  const std::string prefix = ".text.";
  for (int i = 0; i < header.e_shnum; ++i) {
    std::string name = names + sections[i].sh_name;
    if (name.compare(0, prefix.size(), prefix))
      continue;
    name.erase(0, prefix.size());
    auto kernel = std::make_shared<FakeKernel>(readFakeKernel(name, ""));
    functions.emplace_back(new CUfunc_st{name, kernel, state.shared});
  }
  return functions;
}

/// Makes `module` one that has `functions`.
static CUresult load(CUmodule *module,
                     std::vector<std::unique_ptr<CUfunc_st>> functions) {
  auto loaded = std::make_unique<CUmod_st>();
  loaded->functions = std::move(functions);
  *module = loaded.get();
  machine.modules[*module] = std::move(loaded);
  ++state.modules;
  return CUDA_SUCCESS;
}

static CUresult loadCubin(CUmodule *module, const char *image) {
  bool isReal = image[EI_CLASS] == ELFCLASS64;
  if (isReal && !std::getenv("FAKE_CUDA_ANY_KERNEL"))
    return NoBinary;
  std::string chip = "ELF sm_" + std::to_string(state.capability);
  if (!isReal && std::string(image + 1).compare(0, chip.size(), chip))
    return NoBinary;
  ++state.cubins;
  return load(module, isReal ? readCubin(image) : findEntries(image));
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            int *options, void **values) {
  ENTER(true);
  if (!std::memcmp(image, ELFMAG, SELFMAG))
    return loadCubin(module, static_cast<const char *>(image));
  std::string ptx = static_cast<const char *>(image);
  if (ptx.find(".version") == std::string::npos) {
    char *log = nullptr;
    size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
        log = static_cast<char *>(values[i]);
      else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        bytes = reinterpret_cast<size_t>(values[i]);
    std::snprintf(log, bytes, "ptxas fatal   : Missing .version near '%s'\n",
                  ptx.substr(0, 8).c_str());
    return InvalidPtx;
  }
  return load(module, findEntries(ptx));
}
CUresult cuModuleUnload(CUmodule module) {
  ENTER(true);
  if (isBusy())
    state.faults.push_back("kernels are unloaded while work is queued");
  if (!machine.modules.erase(module))
    return InvalidValue;
  --state.modules;
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  ENTER(true);
  for (auto &candidate : module->functions)
    if (candidate->name == name && candidate->kernel) {
      *function = candidate.get();
      return CUDA_SUCCESS;
    }
  return NotFound;
}
CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction) {
  ENTER(true);
  if (attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
    *value = state.kernelThreads;
  else if (attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
    *value = state.staticShared;
  else
    return InvalidValue;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  ENTER(true);
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
      value + state.staticShared > state.sharedOptIn)
    return InvalidValue;
  function->maxDynamicShared = value;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **arguments, void **extra) {
  ENTER(true);
  bool isEmpty = !gridX || !gridY || !gridZ || !blockX || !blockY || !blockZ;
  bool hasShared = int(sharedBytes) <= function->maxDynamicShared &&
                   int(sharedBytes) + state.staticShared <= state.sharedOptIn;
  if (isEmpty || !hasShared || extra ||
      blockX * blockY * blockZ > unsigned(state.kernelThreads))
    return InvalidValue;
  std::shared_ptr<const FakeKernel> kernel = function->kernel;
  std::vector<std::vector<char>> values;
  for (size_t i = 0; i < kernel->parameterSizes.size(); ++i) {
    auto *value = static_cast<const char *>(arguments[i]);
    values.emplace_back(value, value + kernel->parameterSizes[i]);
  }
  state.launches.push_back({kernel->name,
                            {gridX, gridY, gridZ},
                            {blockX, blockY, blockZ},
                            sharedBytes,
                            stream});
  machine.queues[stream].push_back([kernel, values] {
    if (!machine.isBroken && !kernel->run(values, translate))
      machine.isBroken = true;
  });
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult cuMemAlloc(CUdeviceptr *memory, size_t bytes) {
  ENTER(true);
  if (bytes == 0)
    return InvalidValue;
  if (state.held + int64_t(bytes) > state.memory)
    return OutOfMemory;
  *memory = machine.nextPointer;
  // With a gap, so that one block does not go on in another.
  machine.nextPointer += (bytes / 256 + 2) * 256;
  machine.blocks[*memory].assign(bytes, char(0xee));
  state.held += int64_t(bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr memory) {
  ENTER(true);
  auto it = machine.blocks.find(memory);
  if (it == machine.blocks.end()) {
    state.faults.push_back("memory is freed that was not allocated");
    return InvalidValue;
  }
  if (isBusy())
    state.faults.push_back("memory is freed while work is queued");
  state.held -= int64_t(it->second.size());
  machine.blocks.erase(it);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes,
                           CUstream stream) {
  ENTER(true);
  if (!translate(to, int64_t(bytes)))
    return InvalidValue;
  std::vector<char> taken(bytes);
  std::memcpy(taken.data(), from, bytes);
  machine.queues[stream].push_back([to, taken] {
    std::memcpy(translate(to, int64_t(taken.size())), taken.data(),
                taken.size());
  });
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes,
                           CUstream stream) {
  ENTER(true);
  if (!translate(from, int64_t(bytes)))
    return InvalidValue;
  machine.queues[stream].push_back([to, from, bytes] {
    std::memcpy(to, translate(from, int64_t(bytes)), bytes);
  });
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  ENTER(true);
  finish(stream);
  return machine.isBroken ? IllegalAddress : CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// For libraries on the driver
//===----------------------------------------------------------------------===//

EXPORT void fakeCudaQueue(void *stream, std::function<void()> work) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  machine.queues[static_cast<CUstream>(stream)].push_back(std::move(work));
}
EXPORT void *fakeCudaTranslate(uint64_t pointer, int64_t bytes) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  return translate(pointer, bytes);
}
EXPORT bool fakeCudaHasContext() { return !current.empty(); }

} // extern "C"
