//===- Launch.cpp - kernels of compiled code, for C -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"

using namespace diffattn;

extern "C" {

diffattn_status diffattn_launch(diffattn_context *context,
                                const diffattn_kernels *kernels, int32_t kernel,
                                const int64_t *sizes, void *const *arguments) {
  return recordFailure(context, [&] {
    return context->launcher.launch(*kernels, kernel, sizes, arguments);
  });
}

diffattn_status diffattn_matmul(diffattn_context *context,
                                const diffattn_matmul_call *call) {
  return recordFailure(context,
                       [&] { return context->launcher.multiply(*call); });
}

diffattn_status diffattn_read(diffattn_context *context, void *to_host,
                              const void *from_device, int64_t bytes) {
  return recordFailure(context, [&] {
    return context->launcher.read(to_host, from_device, bytes);
  });
}

void *diffattn_upload(diffattn_context *context, const void *from_host,
                      int64_t bytes) {
  void *memory = diffattn_allocate(context, bytes);
  if (!memory)
    return nullptr;
  diffattn_status status = recordFailure(context, [&] {
    return context->launcher.write(memory, from_host, bytes);
  });
  return status == DIFFATTN_OK ? memory : nullptr;
}

void *diffattn_status_word(diffattn_context *context) {
  void *place = nullptr;
  recordFailure(context, [&]() -> Status {
    Result<void *> word = context->launcher.statusWord();
    if (!word)
      return word.error();
    place = *word;
    return {};
  });
  return place;
}

diffattn_status diffattn_synchronize(diffattn_context *context) {
  return report(context, [&] { return context->launcher.synchronize(); });
}

diffattn_status diffattn_context_use_device(diffattn_context *context,
                                            diffattn_device *device,
                                            void *stream) {
  return report(context, [&] {
    Queue queue;
    if (device)
      queue = {device->device, stream};
    // First the one that waits for the work: it uses the workspace.
    Status status = context->launcher.use(queue);
    context->workspace.use(std::move(queue));
    return status;
  });
}

} // extern "C"
