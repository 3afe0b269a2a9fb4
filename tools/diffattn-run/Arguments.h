//===- Arguments.h - tensors for the arguments of a function ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_ARGUMENTS_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_ARGUMENTS_H

#include "Options.h"
#include "diffattn/Runtime/Manifest.h"
#include "diffattn/Runtime/Tensor.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace diffattn::run {

/// What the flags give to each argument of a function, by its index.
template <typename T>
using PerArgument = std::vector<std::optional<T>>;

/// Gives each of `texts` ("TEXT" or "NAME=TEXT") to the argument that it names,
/// or, in order, to the arguments for which `takes` holds and that have nothing
/// so far. `flag` is for messages.
Status assign(const ManifestFunction &function,
              const std::vector<std::string> &texts, llvm::StringRef flag,
              llvm::function_ref<bool(size_t)> takes,
              PerArgument<std::string> &assigned);

/// Whether the argument is an output or an input.
inline auto isOutput(const ManifestFunction &function) {
  return [&function](size_t i) { return function.arguments[i].isOutput; };
}

/// All arguments of a call, and which outputs started with given contents.
struct Arguments {
  std::vector<Tensor> tensors;
  std::vector<bool> isInitialized;
  /// The parameters, of which code may keep panels.
  std::shared_ptr<diffattn_weights> weights;
};

/// Makes a value for an input or parameter (by its index) that no flag gives.
using InputMaker = llvm::function_ref<Result<Tensor>(size_t)>;

/// Reads the inputs and makes the outputs. `expected` tells the shapes of
/// outputs that nothing else tells. An input without a value is an error if
/// there is no `makeInput`.
Result<Arguments> makeArguments(const ManifestFunction &function,
                                const Options &options,
                                const PerArgument<Tensor> &expected,
                                InputMaker makeInput = nullptr);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_ARGUMENTS_H
