//===- Flags.cpp - what the command lines of tools share ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"
#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;

void diffattn::run::removeForeignFlags() {
  llvm::SmallVector<cl::Option *> foreign;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (!name.starts_with("help") && name != "version")
      foreign.push_back(option);
  for (cl::Option *option : foreign)
    option->removeArgument();
}
