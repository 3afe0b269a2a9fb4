//===- Calls.h - contexts, devices, entries ---------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PYTHON_NATIVE_CALLS_H
#define DIFFATTN_PYTHON_NATIVE_CALLS_H

#include "Errors.h"
#include "Tensor.h"
#include <memory>
#include <mutex>
#include <string>

namespace diffattn::python {

/// diffattn_device.
class Device;

/// diffattn_context.
class Context {
public:
  Context() : handle(diffattn_context_create()) {
    if (!handle)
      throw std::bad_alloc();
  }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  ~Context() { diffattn_context_destroy(handle); }

  /// Runs `action(diffattn_context *)`, and throws the context's message if it
  /// returns something false.
  template <typename Action>
  auto run(Action action) {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    auto result = action(handle);
    if (!result)
      throw RunFailure(diffattn_context_error(handle));
    return result;
  }

  int64_t workspace() const { return diffattn_context_workspace(handle); }
  /// `stream`: a CUstream.
  void useDevice(const Device &device, uintptr_t stream);
  void synchronize() {
    run([](diffattn_context *context) {
      return diffattn_synchronize(context) == DIFFATTN_OK;
    });
  }
  /// Calls an entry, and waits for its work if it fails or `waits`.
  void call(diffattn_entry entry, const std::vector<diffattn_tensor> &arguments,
            bool waits);

private:
  std::mutex mutex;
  diffattn_context *handle;
};

class Device {
public:
  Device(Context &context, const std::string &name)
      : handle(context.run([&](diffattn_context *context) {
          return diffattn_device_open(context, name.c_str());
        }),
               diffattn_device_close) {}

  diffattn_device *get() const { return handle.get(); }
  const std::shared_ptr<diffattn_device> &share() const { return handle; }
  const char *name() const { return diffattn_device_name(handle.get()); }

private:
  std::shared_ptr<diffattn_device> handle;
};

/// A block of a device's memory. It keeps the device, and a context that uses
/// it, for copies.
class DeviceMemory {
public:
  DeviceMemory(std::shared_ptr<Context> context, const Device &device,
               int64_t bytes)
      : context(std::move(context)), device(device.share()), bytes(bytes),
        memory(this->context->run([&](diffattn_context *context) {
          return diffattn_device_allocate(context, this->device.get(), bytes);
        })) {}
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory() {
    // Work that nobody has waited for may use it.
    try {
      context->synchronize();
    } catch (const RunFailure &) {
      // The device has come to its end; the next call says so.
    }
    diffattn_device_free(device.get(), memory);
  }

  uintptr_t address() const { return reinterpret_cast<uintptr_t>(memory); }
  /// Copies all of the memory from and to an array of the host without gaps.
  void write(const Tensor &from) const {
    check(from);
    context->run([&](diffattn_context *context) {
      return diffattn_device_write(context, device.get(), memory,
                                   from.get().data, bytes) == DIFFATTN_OK;
    });
  }
  void read(const Tensor &to) const {
    check(to);
    context->run([&](diffattn_context *context) {
      return diffattn_device_read(context, device.get(), to.get().data, memory,
                                  bytes) == DIFFATTN_OK;
    });
  }

private:
  void check(const Tensor &tensor) const {
    tensor.checkGaps();
    if (tensor.byteSize() != bytes)
      throw nb::type_error(("expected an array of " + std::to_string(bytes) +
                            " bytes, found one of " +
                            std::to_string(tensor.byteSize()))
                               .c_str());
  }

  std::shared_ptr<Context> context;
  std::shared_ptr<diffattn_device> device;
  int64_t bytes;
  void *memory;
};

/// diffattn_entry, with the artifact or program that it is of.
class Entry {
public:
  Entry(diffattn_entry entry, std::shared_ptr<void> owner)
      : entry(entry), owner(std::move(owner)) {}

  void call(Context &context, nb::tuple arguments, bool waits) const;

private:
  diffattn_entry entry;
  std::shared_ptr<void> owner;
};

} // namespace diffattn::python

#endif // DIFFATTN_PYTHON_NATIVE_CALLS_H
