//===- Context.h - workspace and error of a caller --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CONTEXT_H
#define DIFFATTN_RUNTIME_CONTEXT_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Launcher.h"
#include "diffattn/Runtime/Workspace.h"
#include <mutex>
#include <string>

/// Its own lock lets the threads of one call share it.
struct diffattn_context {
  /// Records the first message since the last clearError.
  void raise(std::string message) noexcept;
  /// The same for text that is there for good; needs no memory.
  void raiseStatic(const char *message) noexcept;
  void clearError() noexcept;
  const char *errorText() const noexcept { return text; }

  std::mutex mutex;
  diffattn::Workspace workspace;
  diffattn::Launcher launcher;

private:
  std::string owned;
  const char *text = "";
};

namespace diffattn {

/// Runs `action`, which returns a Status, and records its message.
template <typename Action>
diffattn_status recordFailure(diffattn_context *context, Action action) {
  try {
    Status status = action();
    if (status)
      return DIFFATTN_OK;
    context->raise(status.message());
  } catch (...) {
    // Nothing here throws but what runs out of memory.
    context->raiseStatic("out of memory");
  }
  return DIFFATTN_FAILED;
}

/// The same for a function that hosts call: without the error of the call
/// before, and for a context that may be null.
template <typename Action>
diffattn_status report(diffattn_context *context, Action action) {
  if (!context)
    return DIFFATTN_FAILED;
  context->clearError();
  return recordFailure(context, action);
}

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_CONTEXT_H
