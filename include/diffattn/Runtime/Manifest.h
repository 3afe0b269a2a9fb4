//===- Manifest.h - what an artifact says about itself ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/artifact.md describes the JSON text.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_MANIFEST_H
#define DIFFATTN_RUNTIME_MANIFEST_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/CPUFeatures.h"
#include "diffattn/Runtime/Result.h"
#include <string_view>
#include <vector>

namespace diffattn {

/// The format that this code reads; artifacts of a later one are refused.
constexpr int64_t manifestVersion = 1;

/// The size of an output's dynamic dimension: dimension `dim` of argument
/// `argument`.
struct SizeSource {
  int64_t argument;
  int64_t dim;
};

struct ManifestArgument {
  std::string name;
  bool isOutput = false;
  /// An input that is a weight: bound by its name, the same for every call.
  bool isParameter = false;
  /// A number: in the host's memory, wherever the function runs.
  bool isScalar = false;
  diffattn_dtype dtype = DIFFATTN_F32;
  /// -1: any size.
  std::vector<int64_t> shape;
  /// As in the signature of diffattn_bind_arguments (-1: any stride, -2: what
  /// row-major order gives), one a dimension.
  std::vector<int64_t> strides;
  /// One a dimension; nothing where the manifest does not say.
  std::vector<std::optional<SizeSource>> sizesFrom;
};

struct ManifestFunction {
  std::string name;
  std::string symbol;
  std::vector<ManifestArgument> arguments;
};

struct Manifest {
  std::string toolVersion;
  std::string triple;
  /// What the code needs of a machine. Older artifacts don't say: nothing.
  CPURequirements target;
  /// What the code has in several forms, best first: for each the same. Empty
  /// if it has one form only.
  std::vector<CPURequirements> variants;
  /// What the functions run on: "cpu", "cuda" or "sim".
  std::string device = "cpu";
  /// The chip that kernels are for ("sm_80"); "" on the CPU.
  std::string chip;
  std::vector<ManifestFunction> functions;

  /// The function of that name, or null.
  const ManifestFunction *find(std::string_view name) const;
  /// "'f', 'g'"; "none" if there is no function.
  std::string functionNames() const;
};

/// Reads the JSON text of a manifest. Keys that this version does not know are
/// left alone.
Result<Manifest> parseManifest(std::string_view text);

/// The processor whose code is to run on this machine. Fails if it can't run
/// any that is there.
Result<std::string> chooseCode(const Manifest &manifest);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_MANIFEST_H
