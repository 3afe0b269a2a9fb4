//===- Device.cpp - calling entries on a device ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

using namespace diffattn;
using namespace diffattn::run;

std::optional<std::string> diffattn::run::deviceKind(const std::string &name) {
  if (name == "cpu")
    return name;
  std::string kind = name.substr(0, name.find(':'));
  if (kind == "cuda" || kind == "sim")
    return kind;
  return std::nullopt;
}

Result<std::string> diffattn::run::chooseDevice(const Options &options,
                                                const std::string &kind) {
  std::string device = options.device.empty() ? kind : options.device;
  if (deviceKind(device) != kind)
    return Error{"'" + options.program + "' runs on " + kind +
                 ", found --device=" + device};
  if (device != "cpu" && options.threads)
    return Error{"--threads is for programs on the CPU, but '" +
                 options.program + "' runs on " + kind};
  return device;
}

DeviceArguments::~DeviceArguments() {
  // After a failure, work may be left that uses the memory.
  diffattn_synchronize(context.get());
  for (void *block : memory)
    diffattn_device_free(device, block);
  diffattn_device_close(device);
}

bool DeviceArguments::open(const std::string &name) {
  device = diffattn_device_open(context.get(), name.c_str());
  return device && diffattn_context_use_device(context.get(), device,
                                               nullptr) == DIFFATTN_OK;
}

bool DeviceArguments::copyIn() {
  for (size_t i = 0; i < arguments.size(); ++i) {
    views.push_back(arguments[i].view());
    if (function.arguments[i].isScalar)
      continue;
    int64_t bytes = arguments[i].byteSize();
    void *block = diffattn_device_allocate(context.get(), device, bytes);
    if (!block)
      return false;
    memory.push_back(block);
    // Outputs, too: they may be caches.
    if (diffattn_device_write(context.get(), device, block, arguments[i].data(),
                              bytes))
      return false;
    views.back().data = block;
  }
  return true;
}

Result<std::unique_ptr<DeviceArguments>>
DeviceArguments::create(const std::string &name,
                        const ManifestFunction &function,
                        const std::vector<Tensor> &arguments) {
  std::unique_ptr<DeviceArguments> made(
      new DeviceArguments(function, arguments));
  if (made->open(name) && made->copyIn())
    return made;
  return made->context.error();
}

Status DeviceArguments::call(diffattn_entry entry) {
  if (entry(context.get(), views.data(), int64_t(views.size())) ==
          DIFFATTN_OK &&
      diffattn_synchronize(context.get()) == DIFFATTN_OK)
    return {};
  return context.error();
}

Status DeviceArguments::copyOut() {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (function.arguments[i].isOutput &&
        diffattn_device_read(context.get(), device, arguments[i].data(),
                             views[i].data, arguments[i].byteSize()))
      return context.error();
  return {};
}

Status diffattn::run::callOnDevice(const std::string &name,
                                   diffattn_entry entry,
                                   const ManifestFunction &function,
                                   const std::vector<Tensor> &arguments) {
  auto there = DeviceArguments::create(name, function, arguments);
  if (!there)
    return there.error();
  if (Status status = (*there)->call(entry); !status)
    return status;
  return (*there)->copyOut();
}
