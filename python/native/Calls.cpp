//===- Calls.cpp - contexts, devices, entries -----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

using namespace diffattn::python;

/// The tuple holds the tensors while other threads run.
static std::vector<diffattn_tensor> viewsOf(const nb::tuple &arguments) {
  std::vector<diffattn_tensor> views;
  views.reserve(arguments.size());
  for (nb::handle argument : arguments)
    views.push_back(nb::cast<const Tensor &>(argument).get());
  return views;
}

void Context::useDevice(const Device &device, uintptr_t stream) {
  run([&](diffattn_context *context) {
    return diffattn_context_use_device(context, device.get(),
                                       reinterpret_cast<void *>(stream)) ==
           DIFFATTN_OK;
  });
}

void Context::call(diffattn_entry entry,
                   const std::vector<diffattn_tensor> &arguments, bool waits) {
  nb::gil_scoped_release others;
  std::lock_guard<std::mutex> lock(mutex);
  bool isDone = entry(handle, arguments.data(),
                      static_cast<int64_t>(arguments.size())) == DIFFATTN_OK;
  if (isDone && !waits)
    return;
  // Arguments may be freed after this, so work that is queued comes to its end
  // first, also after a failure.
  std::string message = diffattn_context_error(handle);
  isDone &= diffattn_synchronize(handle) == DIFFATTN_OK;
  if (!isDone)
    throw RunFailure(message.empty() ? diffattn_context_error(handle)
                                     : message);
}

void Entry::call(Context &context, nb::tuple arguments, bool waits) const {
  context.call(entry, viewsOf(arguments), waits);
}
