//===- Device.h - calling entries on a device -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H

#include "diffattn/Runtime/Manifest.h"
#include "diffattn/Runtime/Tensor.h"

namespace diffattn::run {

/// The kind of a device in front of its number or options: "cuda" of "cuda:1",
/// as manifests have it. "cpu", "cuda" or "sim"; nothing for other names.
std::optional<std::string> deviceKind(const std::string &name);

/// Calls `entry` of `function` on the device called `name`, which is not the
/// CPU: copies the arguments to the device, waits until the work is done, and
/// copies the outputs back.
Status callOnDevice(const std::string &name, diffattn_entry entry,
                    const ManifestFunction &function,
                    const std::vector<Tensor> &arguments);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_DEVICE_H
