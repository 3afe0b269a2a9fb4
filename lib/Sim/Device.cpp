//===- Device.cpp - the emulator as a device ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Device.h"
#include "Machine.h"
#include "Matmul.h"
#include "diffattn/Sim/Create.h"
#include <charconv>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>

using namespace diffattn;
using sim::Machine;
using sim::Options;

/// Those of the largest GPUs: what others lack is refused when code is made
/// for them.
static constexpr LaunchLimits kLimits = {
    {INT32_MAX, 65535, 65535}, {1024, 1024, 64}, 1024, sim::kMaxSharedBytes};

namespace {
/// Does all work at once: streams are the same to it.
class SimDevice : public Device {
public:
  SimDevice(const Options &options, std::string name)
      : title(std::move(name)), machine(options) {}

  const std::string &name() const override { return title; }
  const LaunchLimits &limits() const override { return kLimits; }

  Result<void *> allocate(int64_t bytes) override;
  void free(void *memory) override;
  Status write(void *to, const void *from, int64_t bytes,
               void *stream) override;
  Status read(void *to, const void *from, int64_t bytes, void *stream) override;
  Status synchronize(void *stream) override { return Status(); }
  Status prepare(const diffattn_kernels &kernels) override;
  Status launch(const diffattn_kernels &kernels, int32_t kernel,
                const int64_t *sizes, void *const *arguments,
                void *stream) override;
  int64_t scratchBytes() const override { return 0; }
  Status multiply(const MatrixProduct &product, void *scratch,
                  void *stream) override;

private:
  std::string title;
  std::mutex mutex;
  Machine machine;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<void *> SimDevice::allocate(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (void *memory = machine.memory().allocate(bytes))
    return memory;
  return Error{"no memory for " + std::to_string(bytes) + " bytes"};
}

void SimDevice::free(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  machine.memory().free(memory);
}

static Error outside(const char *what, const void *address, int64_t bytes) {
  char text[128];
  std::snprintf(text, sizeof text,
                "can't %s %lld bytes at %p: they are in no allocation of the "
                "device",
                what, (long long)bytes, address);
  return Error{text};
}

Status SimDevice::write(void *to, const void *from, int64_t bytes, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0)
    return Status();
  if (machine.memory().checkWrite(to, bytes, nullptr) !=
      sim::GlobalMemory::Finding::Fine)
    return outside("write", to, bytes);
  std::memcpy(to, from, bytes);
  return Status();
}

Status SimDevice::read(void *to, const void *from, int64_t bytes, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0)
    return Status();
  if (!machine.memory().contains(from, bytes))
    return outside("read", from, bytes);
  std::memcpy(to, from, bytes);
  return Status();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Status SimDevice::prepare(const diffattn_kernels &kernels) {
  if (kernels.kind == DIFFATTN_KERNELS_EMULATED && kernels.functions)
    return Status();
  return Error{"the kernels are not for the emulator: compile with "
               "--target=sim"};
}

Status SimDevice::launch(const diffattn_kernels &kernels, int32_t kernel,
                         const int64_t *sizes, void *const *arguments, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string message =
      machine.launch(kernels.functions[kernel], sizes, arguments);
  if (message.empty())
    return Status();
  return Error{std::move(message)};
}

Status SimDevice::multiply(const MatrixProduct &product, void *, void *) {
  std::lock_guard<std::mutex> lock(mutex);
  return sim::multiply(product, machine.memory());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Status parseOption(std::string_view text, Options &options) {
  size_t equals = text.find('=');
  std::string_view key = text.substr(0, equals);
  std::string_view value = equals == text.npos ? "" : text.substr(equals + 1);
  if (key == "seed") {
    const char *end = value.data() + value.size();
    auto [stop, status] = std::from_chars(value.data(), end, options.seed);
    if (status == std::errc() && stop == end)
      return Status();
    return Error{"expected a number of seed, found '" + std::string(value) +
                 "'"};
  }
  if (key != "schedule")
    return Error{"expected options 'seed' and 'schedule', found '" +
                 std::string(key) + "'"};
  if (value == "order")
    options.order = Options::InOrder;
  else if (value == "random")
    options.order = Options::Random;
  else if (value == "ahead")
    options.order = Options::OneAhead;
  else
    return Error{"expected schedule order, random or ahead, found '" +
                 std::string(value) + "'"};
  return Status();
}

static Status parseOptions(std::string_view text, Options &options) {
  while (!text.empty()) {
    size_t comma = text.find(',');
    if (Status status = parseOption(text.substr(0, comma), options); !status)
      return status;
    text = comma == text.npos ? "" : text.substr(comma + 1);
  }
  return Status();
}

extern "C" void *diffattn_sim_create(const char *text, char *error,
                                     size_t error_size) {
  Options options;
  if (Status status = parseOptions(text ? text : "", options); !status) {
    if (error_size)
      std::snprintf(error, error_size, "%s", status.message().c_str());
    return nullptr;
  }
  std::string name = "sim";
  if (text && *text)
    name += std::string(":") + text;
  return static_cast<Device *>(new SimDevice(options, name));
}
