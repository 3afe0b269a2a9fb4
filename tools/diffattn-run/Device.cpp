//===- Device.cpp - calling entries on a device ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Call.h"

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

namespace {
/// One call: each step uses what the earlier ones left.
class DeviceCall {
public:
  DeviceCall(const ManifestFunction &function,
             const std::vector<Tensor> &arguments)
      : function(function), arguments(arguments) {}
  DeviceCall(const DeviceCall &) = delete;
  DeviceCall &operator=(const DeviceCall &) = delete;
  ~DeviceCall();

  Status run(const std::string &name, diffattn_entry entry);

private:
  bool open(const std::string &name);
  bool copyIn();
  bool call(diffattn_entry entry);
  bool copyOut();

  const ManifestFunction &function;
  const std::vector<Tensor> &arguments;
  CallContext context;
  diffattn_device *device = nullptr;
  /// One an argument; those of scalars are in the host's memory.
  std::vector<diffattn_tensor> views;
  /// What is to be freed.
  std::vector<void *> memory;
};
} // namespace

DeviceCall::~DeviceCall() {
  // After a failure, work may be left that uses the memory.
  diffattn_synchronize(context.get());
  for (void *block : memory)
    diffattn_device_free(device, block);
  diffattn_device_close(device);
}

bool DeviceCall::open(const std::string &name) {
  device = diffattn_device_open(context.get(), name.c_str());
  return device && diffattn_context_use_device(context.get(), device,
                                               nullptr) == DIFFATTN_OK;
}

bool DeviceCall::copyIn() {
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

bool DeviceCall::call(diffattn_entry entry) {
  return entry(context.get(), views.data(), int64_t(views.size())) ==
             DIFFATTN_OK &&
         diffattn_synchronize(context.get()) == DIFFATTN_OK;
}

bool DeviceCall::copyOut() {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (function.arguments[i].isOutput &&
        diffattn_device_read(context.get(), device, arguments[i].data(),
                             views[i].data, arguments[i].byteSize()))
      return false;
  return true;
}

Status DeviceCall::run(const std::string &name, diffattn_entry entry) {
  if (open(name) && copyIn() && call(entry) && copyOut())
    return {};
  return context.error();
}

Status diffattn::run::callOnDevice(const std::string &name,
                                   diffattn_entry entry,
                                   const ManifestFunction &function,
                                   const std::vector<Tensor> &arguments) {
  return DeviceCall(function, arguments).run(name, entry);
}
