//===- CPUFeatures.h - what this processor can run --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features have LLVM's names (avx2, avx512bf16). Only those count that a code
// generator uses of its own accord and that not every x86-64 machine has: what
// an author must ask for by name (AMX, AES, random numbers), and what is for
// operating systems, would keep code from machines that can run it.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CPUFEATURES_H
#define DIFFATTN_RUNTIME_CPUFEATURES_H

#include "diffattn/Runtime/Result.h"
#include <string>
#include <string_view>
#include <vector>

namespace diffattn {

/// The features that code may need, in the order of the processors that brought
/// them. Empty on other architectures than x86-64.
const std::vector<std::string_view> &codeFeatures();

/// Whether the processor has the feature called `name`, and the operating
/// system keeps the registers that go with it. False for unknown names.
bool hasFeature(std::string_view name);

/// Code for one processor.
struct CPURequirements {
  /// The processor's name, for messages.
  std::string cpu;
  /// What it needs of a machine.
  std::vector<std::string> features;
};

/// An error that names what this machine lacks, and the way out, if it can't
/// run such code.
Status checkProcessor(const CPURequirements &code);

/// The index of the first of `variants` that this machine can run, or of the
/// one that the environment variable DIFFATTN_VARIANT names.
Result<size_t> chooseVariant(const std::vector<CPURequirements> &variants);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_CPUFEATURES_H
