//===- Call.cpp - calling entries -----------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace diffattn;

Status diffattn::run::call(diffattn_entry entry,
                           const std::vector<Tensor> &arguments) {
  std::vector<diffattn_tensor> views;
  for (const Tensor &argument : arguments)
    views.push_back(argument.view());
  CallContext context;
  if (entry(context.get(), views.data(), static_cast<int64_t>(views.size())))
    return context.error();
  return {};
}
