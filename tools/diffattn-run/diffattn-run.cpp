//===- diffattn-run.cpp - runs a compiled function ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Run.h"
#include "support/CommandLine.h"

using namespace diffattn::run;

int main(int argc, char **argv) {
  diffattn::tools::reportFatalErrors("diffattn-run");
  Options options;
  if (std::optional<int> code = parseOptions(argc, argv, options))
    return *code;
  diffattn::Result<bool> isRight = run(options, llvm::outs());
  if (isRight)
    return *isRight ? Success : BadInput;
  llvm::outs().flush();
  // Diagnostics of the compiler start with where and "error:" already.
  llvm::StringRef message = isRight.message();
  if (!message.contains("error: "))
    llvm::errs() << "diffattn-run: error: ";
  llvm::errs() << message << '\n';
  return BadInput;
}
