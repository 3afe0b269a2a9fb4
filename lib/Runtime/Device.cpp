//===- Device.cpp - opening devices, and their memory, for C --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Device.h"
#include "diffattn/Runtime/Context.h"
#include "diffattn/Runtime/CudaDevice.h"
#include <charconv>
#include <dlfcn.h>

using namespace diffattn;

using DevicePointer = std::shared_ptr<Device>;

//===----------------------------------------------------------------------===//
// The emulator
//===----------------------------------------------------------------------===//

/// The type of diffattn_sim_create: a new Device, or null with a message.
using CreateSim = void *(*)(const char *options, char *error, size_t errorSize);

/// Where this library lies, with a slash at the end; "" if that is not known.
static std::string ownFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&diffattn_device_open), &info) ||
      !info.dli_fname)
    return "";
  std::string path = info.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

/// Only who emulates needs the emulator's library. Its symbols are global: code
/// of artifacts calls them.
static Result<DevicePointer> openSim(const std::string &options) {
  std::string path = ownFolder() + "libDiffAttnSim.so";
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return Error{std::string("no emulator: ") + dlerror()};
  auto create =
      reinterpret_cast<CreateSim>(dlsym(library, "diffattn_sim_create"));
  if (!create)
    return Error{"no emulator: '" + path +
                 "' has no symbol diffattn_sim_create"};
  char error[512] = "";
  void *device = create(options.c_str(), error, sizeof(error));
  if (!device)
    return Error{std::string("sim: ") + error};
  return DevicePointer(static_cast<Device *>(device));
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// The number that `text` is, if it is one and nothing else.
static std::optional<int> parseIndex(const std::string &text) {
  int index = 0;
  const char *end = text.data() + text.size();
  auto parsed = std::from_chars(text.data(), end, index);
  if (parsed.ec != std::errc() || parsed.ptr != end || index < 0)
    return std::nullopt;
  return index;
}

static Result<DevicePointer> openDevice(const std::string &name) {
  size_t colon = std::min(name.find(':'), name.size());
  std::string kind = name.substr(0, colon);
  bool hasRest = colon < name.size();
  std::string rest = hasRest ? name.substr(colon + 1) : "";
  std::optional<int> index = hasRest ? parseIndex(rest) : 0;
  if (kind == "cuda" && index)
    return cuda::openDevice(*index);
  if (kind == "sim")
    return openSim(rest);
  return Error{"unknown device '" + name +
               "', expected cuda, cuda:NUMBER, sim or sim:OPTIONS"};
}

/// The device of a handle.
static Result<Device *> deviceOf(diffattn_device *handle) {
  if (!handle)
    return Error{"the device is NULL"};
  return handle->device.get();
}

/// The stream that copies for a host go to: that of the context if it uses the
/// device, so that they come after its work.
static void *streamOf(const diffattn_context &context, const Device &device) {
  return context.launcher.device() == &device ? context.launcher.stream()
                                              : nullptr;
}

/// Puts the device's name in front of a message.
static Status named(const Device &device, const Status &status) {
  if (status)
    return {};
  return Error{device.name() + ": " + status.message()};
}

static Error negativeSize(const char *what, int64_t bytes) {
  return {std::string("can't ") + what + " " + std::to_string(bytes) +
          " bytes: the size is negative"};
}

extern "C" {

diffattn_device *diffattn_device_open(diffattn_context *context,
                                      const char *name) {
  diffattn_device *opened = nullptr;
  report(context, [&]() -> Status {
    if (!name)
      return Error{"the name of the device is NULL"};
    Result<DevicePointer> device = openDevice(name);
    if (!device)
      return device.error();
    opened = new diffattn_device{std::move(*device)};
    return {};
  });
  return opened;
}

void diffattn_device_close(diffattn_device *device) { delete device; }

const char *diffattn_device_name(const diffattn_device *device) {
  return device ? device->device->name().c_str() : "";
}

void *diffattn_device_allocate(diffattn_context *context,
                               diffattn_device *handle, int64_t bytes) {
  void *allocated = nullptr;
  report(context, [&]() -> Status {
    Result<Device *> device = deviceOf(handle);
    if (!device)
      return device.error();
    if (bytes < 0)
      return negativeSize("allocate", bytes);
    Result<void *> memory = (*device)->allocate(bytes);
    if (!memory)
      return Error{(*device)->name() + ": can't allocate " +
                   std::to_string(bytes) + " bytes: " + memory.message()};
    allocated = *memory;
    return {};
  });
  return allocated;
}

void diffattn_device_free(diffattn_device *device, void *memory) {
  if (device)
    device->device->free(memory);
}

diffattn_status diffattn_device_write(diffattn_context *context,
                                      diffattn_device *handle, void *to_device,
                                      const void *from_host, int64_t bytes) {
  return report(context, [&]() -> Status {
    Result<Device *> device = deviceOf(handle);
    if (!device)
      return device.error();
    if (bytes < 0)
      return negativeSize("copy", bytes);
    void *stream = streamOf(*context, **device);
    Status status = (*device)->write(to_device, from_host, bytes, stream);
    if (status)
      status = (*device)->synchronize(stream);
    return named(**device, status);
  });
}

diffattn_status diffattn_device_read(diffattn_context *context,
                                     diffattn_device *handle, void *to_host,
                                     const void *from_device, int64_t bytes) {
  return report(context, [&]() -> Status {
    Result<Device *> device = deviceOf(handle);
    if (!device)
      return device.error();
    if (bytes < 0)
      return negativeSize("copy", bytes);
    void *stream = streamOf(*context, **device);
    return named(**device,
                 (*device)->read(to_host, from_device, bytes, stream));
  });
}

} // extern "C"
