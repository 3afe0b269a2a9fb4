//===- ReadModule.cpp - modules that MLIR may crash on --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadModule.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <exception>

using namespace diffattn;
using namespace mlir;

OwningOpRef<ModuleOp> tools::readModule(mlir::diffattn::Session &session,
                                        StringRef path) {
  OwningOpRef<ModuleOp> module;
  // Else the C++ library would say a word of its own first.
  std::terminate_handler before = std::set_terminate(std::abort);
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  if (!context.RunSafely([&] { module = session.parseFile(path); })) {
    llvm::errs() << session.diagnostics() << path
                 << ": error: MLIR crashes on it, expected a valid module\n";
    // Nothing of the session can be relied on, nor destroyed.
    std::_Exit(1);
  }
  llvm::CrashRecoveryContext::Disable();
  std::set_terminate(before);
  return module;
}
