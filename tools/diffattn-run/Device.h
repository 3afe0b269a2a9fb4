//===- Device.h - calling entries on a device -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H

#include "Call.h"
#include "Options.h"
#include "diffattn/Runtime/Manifest.h"
#include "diffattn/Runtime/Tensor.h"
#include <memory>

namespace diffattn::run {

/// The kind of a device in front of its number or options: "cuda" of "cuda:1",
/// as manifests have it. "cpu", "cuda" or "sim"; nothing for other names.
std::optional<std::string> deviceKind(const std::string &name);

/// The device that the flags of `options` choose for their program, which runs
/// on `kind`. Fails for one of another kind, and for flags that it does not
/// have.
Result<std::string> chooseDevice(const Options &options,
                                 const std::string &kind);

/// The arguments of a function on a device that is not the CPU: copies, which
/// calls work on.
class DeviceArguments {
public:
  /// Opens the device called `name` and copies `arguments` there; they and
  /// `function` must outlive this.
  static Result<std::unique_ptr<DeviceArguments>>
  create(const std::string &name, const ManifestFunction &function,
         const std::vector<Tensor> &arguments);
  DeviceArguments(const DeviceArguments &) = delete;
  DeviceArguments &operator=(const DeviceArguments &) = delete;
  ~DeviceArguments();

  /// What device it is, for people.
  std::string deviceName() const { return diffattn_device_name(device); }
  /// Calls an entry of the function, and waits until the work is done.
  Status call(diffattn_entry entry);
  /// Copies the outputs back to the arguments.
  Status copyOut();

private:
  DeviceArguments(const ManifestFunction &function,
                  const std::vector<Tensor> &arguments)
      : function(function), arguments(arguments) {}
  bool open(const std::string &name);
  bool copyIn();

  const ManifestFunction &function;
  const std::vector<Tensor> &arguments;
  CallContext context;
  diffattn_device *device = nullptr;
  /// One an argument; those of scalars are in the host's memory.
  std::vector<diffattn_tensor> views;
  /// What is to be freed.
  std::vector<void *> memory;
};

/// Calls `entry` of `function` on the device called `name`, which is not the
/// CPU: copies the arguments to the device, waits until the work is done, and
/// copies the outputs back.
Status callOnDevice(const std::string &name, diffattn_entry entry,
                    const ManifestFunction &function,
                    const std::vector<Tensor> &arguments);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H
