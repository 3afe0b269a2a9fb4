//===- FakeKernels.cpp - what the kernels of the fake driver do -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeKernels.h"
#include <cstring>
#include <sstream>

using Values = std::vector<std::vector<char>>;

template <typename T>
static T get(const Values &values, size_t index) {
  T value;
  std::memcpy(&value, values[index].data(), sizeof(T));
  return value;
}

/// scale(out, in, factor, n): out[i] = factor * in[i] for n floats.
static bool scale(const Values &values, const Translate &translate) {
  int64_t n = get<int64_t>(values, 3), bytes = n * int64_t(sizeof(float));
  if (n == 0)
    return true;
  auto *out = static_cast<float *>(translate(get<uint64_t>(values, 0), bytes));
  auto *in = static_cast<float *>(translate(get<uint64_t>(values, 1), bytes));
  if (!out || !in)
    return false;
  for (int64_t i = 0; i < n; ++i)
    out[i] = get<float>(values, 2) * in[i];
  return true;
}

/// check(word, number, value, limit): number to the word unless 0 <= value <
/// limit.
static bool check(const Values &values, const Translate &translate) {
  auto *word = static_cast<int32_t *>(translate(get<uint64_t>(values, 0), 4));
  int64_t value = get<int64_t>(values, 2);
  if (word && (value < 0 || value >= get<int64_t>(values, 3)))
    *word = get<int32_t>(values, 1);
  return word;
}

const FakeKernel *findFakeKernel(const std::string &name) {
  static const FakeKernel kernels[] = {{"scale", {8, 8, 4, 8}, scale},
                                       {"check", {8, 4, 8, 8}, check}};
  for (const FakeKernel &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

FakeKernel readFakeKernel(const std::string &name,
                          const std::string &declaration) {
  FakeKernel kernel{name, {}, nullptr};
  std::vector<size_t> pointers;
  std::stringstream lines(declaration);
  // ".param .u64 .ptr .align 1 NAME,": a line each.
  for (std::string line; std::getline(lines, line, ',');) {
    size_t type = line.find(".param .");
    if (type == std::string::npos)
      continue;
    type += std::strlen(".param .");
    if (line.find(".ptr", type) != std::string::npos)
      pointers.push_back(kernel.parameterSizes.size());
    // The bits follow one letter.
    kernel.parameterSizes.push_back(std::stoi(line.substr(type + 1)) / 8);
  }
  kernel.run = [pointers](const Values &values, const Translate &translate) {
    for (size_t index : pointers)
      if (!translate(get<uint64_t>(values, index), 0))
        return false;
    return true;
  };
  return kernel;
}
