//===- diffattn-bench.cpp - times compiled functions ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Peaks.h"
#include "diffattn-c/Runtime.h"
#include "support/CommandLine.h"

using namespace diffattn;

int main(int argc, char **argv) {
  diffattn::tools::reportFatalErrors("diffattn-bench");
  bench::Options options;
  if (std::optional<int> code = bench::parseOptions(argc, argv, options))
    return *code;
  diffattn_set_num_threads(options.call.threads);
  if (options.peakOnly) {
    bench::printPeaks(llvm::outs(), diffattn_get_num_threads());
    return run::Success;
  }
  Status status = bench::runBenchmarks(options);
  if (status)
    return run::Success;
  // Diagnostics of the compiler start with where and "error:" already.
  llvm::StringRef message = status.message();
  if (!message.contains("error: "))
    llvm::errs() << "diffattn-bench: error: ";
  llvm::errs() << message << '\n';
  return run::BadInput;
}
