//===- Variants.cpp - which code to run -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CPUFeatures.h"
#include "diffattn/Runtime/Context.h"

using namespace diffattn;

/// Reads texts up to an empty one.
static std::vector<std::string> takeList(const char *&text) {
  std::vector<std::string> list;
  for (; *text; text += list.back().size() + 1)
    list.emplace_back(text);
  ++text;
  return list;
}

static std::vector<CPURequirements> readVariants(const char *text) {
  std::vector<CPURequirements> variants;
  while (*text) {
    std::vector<std::string> list = takeList(text);
    std::string cpu = std::move(list.front());
    list.erase(list.begin());
    variants.push_back({std::move(cpu), std::move(list)});
  }
  return variants;
}

extern "C" int32_t diffattn_choose_variant(diffattn_context *context,
                                           const char *variants) {
  if (!context)
    return -1;
  context->clearError();
  try {
    Result<size_t> variant = chooseVariant(readVariants(variants));
    if (variant)
      return static_cast<int32_t>(*variant);
    context->raise(variant.message());
  } catch (...) {
    // Nothing here throws but what runs out of memory.
    context->raiseStatic("out of memory");
  }
  return -1;
}
