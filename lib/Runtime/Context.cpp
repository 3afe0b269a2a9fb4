//===- Context.cpp - workspace and error of a caller ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"
#include <new>

using namespace diffattn;

//===----------------------------------------------------------------------===//
// The error
//===----------------------------------------------------------------------===//

void diffattn_context::raise(std::string message) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (*text)
    return;
  owned = std::move(message);
  text = owned.empty() ? "failed without a message" : owned.c_str();
}

void diffattn_context::raiseStatic(const char *message) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (!*text)
    text = message;
}

void diffattn_context::clearError() noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  text = "";
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

extern "C" {

diffattn_context *diffattn_context_create(void) {
  return new (std::nothrow) diffattn_context;
}

void diffattn_context_destroy(diffattn_context *context) { delete context; }

const char *diffattn_context_error(const diffattn_context *context) {
  return context ? context->errorText() : "the context is NULL";
}

int64_t diffattn_context_workspace(const diffattn_context *context) {
  if (!context)
    return 0;
  return context->workspace.size() + context->launcher.scratchSize();
}

void diffattn_raise(diffattn_context *context, const char *message) {
  try {
    context->raise(message);
  } catch (...) {
    context->raiseStatic("a check failed; no memory for its message");
  }
}

void *diffattn_allocate(diffattn_context *context, int64_t bytes) {
  void *allocated = nullptr;
  recordFailure(context, [&]() -> Status {
    Result<void *> memory = Error{"the size is negative"};
    if (bytes >= 0) {
      std::lock_guard<std::mutex> lock(context->mutex);
      memory = context->workspace.allocate(bytes);
    }
    if (!memory)
      return Error{"can't allocate workspace of " + std::to_string(bytes) +
                   " bytes: " + memory.message()};
    allocated = *memory;
    return {};
  });
  return allocated;
}

void diffattn_release(diffattn_context *context, void *memory) {
  std::lock_guard<std::mutex> lock(context->mutex);
  context->workspace.release(memory);
}

diffattn_status diffattn_finish_call(diffattn_context *context,
                                     diffattn_status status) {
  if (!context)
    return status;
  if (status != DIFFATTN_OK)
    context->raiseStatic("failed without a message");
  std::lock_guard<std::mutex> lock(context->mutex);
  context->workspace.releaseAll();
  return status;
}

} // extern "C"
