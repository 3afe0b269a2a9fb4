//===- Call.h - calling entries ---------------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_CALL_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_CALL_H

#include "diffattn/Runtime/Tensor.h"

namespace diffattn::run {

/// Owns a diffattn_context.
class CallContext {
public:
  CallContext() : context(diffattn_context_create()) {}
  CallContext(const CallContext &) = delete;
  CallContext &operator=(const CallContext &) = delete;
  ~CallContext() { diffattn_context_destroy(context); }

  diffattn_context *get() const { return context; }
  Error error() const { return {diffattn_context_error(context)}; }

private:
  diffattn_context *context;
};

/// Calls `entry` with all of its arguments.
Status call(diffattn_entry entry, const std::vector<Tensor> &arguments);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_CALL_H
