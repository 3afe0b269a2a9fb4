//===- CudaDevice.cpp - an NVIDIA GPU -------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CudaDevice.h"
#include "diffattn/Runtime/CublasLt.h"
#include "diffattn/Runtime/CudaModule.h"
#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

using namespace diffattn;
using namespace diffattn::cuda;

namespace {

/// Makes a context current in this thread as long as it lives; the host's own
/// comes back after it.
class CurrentContext {
public:
  CurrentContext(const Driver &driver, CUcontext context)
      : driver(driver), result(driver.check(driver.cuCtxPushCurrent(context),
                                            "cuCtxPushCurrent")) {}
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;
  ~CurrentContext() {
    CUcontext popped;
    if (result)
      driver.cuCtxPopCurrent(&popped);
  }

  const Status &status() const { return result; }

private:
  const Driver &driver;
  Status result;
};

class CudaDevice : public Device {
public:
  explicit CudaDevice(const Driver &driver) : driver(driver) {}
  ~CudaDevice() override;

  /// Looks GPU number `index` up and makes it ready. Called once.
  Status open(int index);

  const std::string &name() const override { return fullName; }
  const LaunchLimits &limits() const override { return most; }
  Result<void *> allocate(int64_t bytes) override;
  void free(void *memory) override;
  Status write(void *to, const void *from, int64_t bytes,
               void *stream) override;
  Status read(void *to, const void *from, int64_t bytes, void *stream) override;
  Status synchronize(void *stream) override;
  Status prepare(const diffattn_kernels &kernels) override;
  Status launch(const diffattn_kernels &kernels, int32_t kernel,
                const int64_t *sizes, void *const *arguments,
                void *stream) override;
  int64_t scratchBytes() const override;
  Status multiply(const MatrixProduct &product, void *scratch,
                  void *stream) override;

private:
  Status readAttributes();
  Result<cuda::Multiplier *> findMultiplier();

  const Driver driver;
  CUdevice device = -1;
  /// The GPU's primary context; null until it is retained.
  CUcontext context = nullptr;
  std::string fullName;
  int capability = 0;
  LaunchLimits most = {};

  std::mutex mutex;
  /// By the address of the kernels: what artifacts have there that are loaded.
  std::map<const diffattn_kernels *, std::unique_ptr<Module>> modules;
  /// Null until matrices are multiplied.
  std::unique_ptr<cuda::Multiplier> multiplier;
};

} // namespace

static CUdeviceptr toDevice(const void *memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

static CUstream toStream(void *stream) { return static_cast<CUstream>(stream); }

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

Status CudaDevice::readAttributes() {
  int major = 0, minor = 0, threads = 0, shared = 0, sharedOptIn = 0;
  struct {
    int attribute;
    int *value;
  } numbers[] = {
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &threads},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, &shared},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &sharedOptIn}};
  for (auto &number : numbers)
    DIFFATTN_CUDA_TRY(driver, cuDeviceGetAttribute, number.value,
                      number.attribute, device);
  for (int i = 0; i < 3; ++i) {
    int grid = 0, block = 0;
    DIFFATTN_CUDA_TRY(driver, cuDeviceGetAttribute, &grid,
                      CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i, device);
    DIFFATTN_CUDA_TRY(driver, cuDeviceGetAttribute, &block,
                      CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i, device);
    most.grid[i] = grid;
    most.block[i] = block;
  }
  capability = 10 * major + minor;
  most.threads = threads;
  most.shared = std::max(shared, sharedOptIn);
  return {};
}

Status CudaDevice::open(int index) {
  if (Status status = driver.check(driver.cuInit(0), "cuInit"); !status)
    return Error{"no CUDA device: " + status.message()};
  int count = 0;
  DIFFATTN_CUDA_TRY(driver, cuDeviceGetCount, &count);
  if (index >= count)
    return Error{"no device 'cuda:" + std::to_string(index) +
                 "': the number of CUDA devices is " + std::to_string(count)};
  DIFFATTN_CUDA_TRY(driver, cuDeviceGet, &device, index);
  char model[256] = "";
  DIFFATTN_CUDA_TRY(driver, cuDeviceGetName, model, sizeof(model) - 1, device);
  if (Status status = readAttributes(); !status)
    return status;
  fullName = "cuda:" + std::to_string(index) + " (" + model + ", sm_" +
             std::to_string(capability) + ")";
  DIFFATTN_CUDA_TRY(driver, cuDevicePrimaryCtxRetain, &context, device);
  return {};
}

CudaDevice::~CudaDevice() {
  if (!context)
    return;
  {
    CurrentContext current(driver, context);
    modules.clear();
    multiplier.reset();
  }
  driver.cuDevicePrimaryCtxRelease(device);
}

Result<std::shared_ptr<Device>> cuda::openDevice(int index) {
  Result<Driver> driver = loadDriver();
  if (!driver)
    return driver.error();
  auto device = std::make_shared<CudaDevice>(*driver);
  if (Status status = device->open(index); !status)
    return status.error();
  return std::shared_ptr<Device>(std::move(device));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<void *> CudaDevice::allocate(int64_t bytes) {
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status().error();
  CUdeviceptr memory = 0;
  // The driver refuses to allocate nothing. Its blocks are aligned to 256.
  DIFFATTN_CUDA_TRY(driver, cuMemAlloc, &memory, std::max<int64_t>(bytes, 1));
  return reinterpret_cast<void *>(memory);
}

void CudaDevice::free(void *memory) {
  CurrentContext current(driver, context);
  if (memory && current.status())
    driver.cuMemFree(toDevice(memory));
}

Status CudaDevice::write(void *to, const void *from, int64_t bytes,
                         void *stream) {
  if (bytes == 0)
    return {};
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  // Pageable memory has been read when this returns.
  DIFFATTN_CUDA_TRY(driver, cuMemcpyHtoDAsync, toDevice(to), from, bytes,
                    toStream(stream));
  return {};
}

Status CudaDevice::read(void *to, const void *from, int64_t bytes,
                        void *stream) {
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  if (bytes > 0)
    DIFFATTN_CUDA_TRY(driver, cuMemcpyDtoHAsync, to, toDevice(from), bytes,
                      toStream(stream));
  DIFFATTN_CUDA_TRY(driver, cuStreamSynchronize, toStream(stream));
  return {};
}

Status CudaDevice::synchronize(void *stream) {
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  DIFFATTN_CUDA_TRY(driver, cuStreamSynchronize, toStream(stream));
  return {};
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Status cuda::checkChip(const std::string &chip, int capability) {
  int wanted = 0;
  bool hasPrefix = chip.compare(0, 3, "sm_") == 0;
  const char *end = chip.data() + chip.size();
  const char *start = hasPrefix ? chip.data() + 3 : end;
  auto parsed = std::from_chars(start, end, wanted);
  std::string suffix(parsed.ptr, end);
  if (parsed.ec != std::errc() ||
      (suffix != "" && suffix != "a" && suffix != "f"))
    return Error{"the kernels are for an unknown chip, expected one like "
                 "sm_80, found '" +
                 chip + "'"};
  if (suffix == "a" && capability != wanted)
    return Error{"the kernels are for " + chip + ", which runs on sm_" +
                 std::to_string(wanted) + " only"};
  bool isOtherFamily = suffix == "f" && capability / 10 != wanted / 10;
  if (capability < wanted || isOtherFamily)
    return Error{"the kernels are for " + chip + " and newer chips" +
                 (suffix == "f" ? " of its family" : "")};
  return {};
}

Status CudaDevice::prepare(const diffattn_kernels &kernels) {
  if (kernels.kind != DIFFATTN_KERNELS_PTX)
    return Error{"the kernels are for the emulator (sim)"};
  if (Status status = checkChip(kernels.chip, capability); !status)
    return status;
  if (kernels.count == 0)
    return {};
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Module> &module = modules[&kernels];
  if (module && module->isOf(kernels))
    return {};
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  // What was here before belongs to an artifact that is no longer loaded.
  module.reset();
  auto loaded = Module::load(driver, kernels, capability, most.shared);
  if (!loaded)
    return loaded.error();
  module = std::move(*loaded);
  return {};
}

Status CudaDevice::launch(const diffattn_kernels &kernels, int32_t kernel,
                          const int64_t *sizes, void *const *arguments,
                          void *stream) {
  Module *module;
  {
    std::lock_guard<std::mutex> lock(mutex);
    module = modules.at(&kernels).get();
  }
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  return module->launch(kernel, sizes, arguments, toStream(stream));
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// What NVIDIA advises for cuBLAS: algorithms that split sums need it.
int64_t CudaDevice::scratchBytes() const {
  return int64_t(capability >= 90 ? 32 : 8) << 20;
}

/// Loads the library when it is first needed. Called with the GPU's context.
Result<cuda::Multiplier *> CudaDevice::findMultiplier() {
  std::lock_guard<std::mutex> lock(mutex);
  if (multiplier)
    return multiplier.get();
  auto created = cuda::Multiplier::create();
  if (!created)
    return created.error();
  multiplier = std::move(*created);
  return multiplier.get();
}

Status CudaDevice::multiply(const MatrixProduct &product, void *scratch,
                            void *stream) {
  CurrentContext current(driver, context);
  if (!current.status())
    return current.status();
  Result<cuda::Multiplier *> found = findMultiplier();
  if (!found)
    return found.error();
  return (*found)->multiply(product, scratch, scratchBytes(), stream);
}
