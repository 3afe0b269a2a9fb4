//===- CommandLine.cpp - what command lines of tools share ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <string>

using namespace diffattn;
using llvm::StringRef;
namespace cl = llvm::cl;

static constexpr int kInputWrong = 1;

int tools::usageError(StringRef tool, const llvm::Twine &message) {
  llvm::errs() << tool << ": error: " << message
               << " (--help lists the flags)\n";
  return kUsageWrong;
}

/// One line in our words of LLVM's, which begin with the path of the tool and
/// end in advice.
static std::string summarize(StringRef text) {
  auto [line, rest] = text.split('\n');
  StringRef message = line.split(": ").second;
  message = message.split(".  Try: ").first.rtrim("!.");
  std::string result = message.str();
  if (!result.empty())
    result[0] = llvm::toLower(result[0]);
  // TOOL: Did you mean '--FLAG'?
  StringRef guess = rest.split("Did you mean ").second.split('?').first;
  if (!guess.empty())
    result += (", did you mean " + guess).str();
  return result;
}

std::optional<int> tools::parseCommandLine(int argc, const char *const *argv,
                                           StringRef tool, StringRef overview) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return std::nullopt;
  // What is wrong with a value, LLVM has printed, in one line.
  if (text.empty())
    return kUsageWrong;
  return usageError(tool, summarize(text));
}

static void reportFatalError(void *tool, const char *reason, bool) {
  llvm::errs() << *static_cast<std::string *>(tool)
               << ": error: LLVM: " << reason << "\n";
  std::_Exit(kInputWrong);
}

void tools::reportFatalErrors(StringRef tool) {
  static std::string name;
  name = tool.str();
  llvm::install_fatal_error_handler(reportFatalError, &name);
  // Not ignored: LLVM would set a handler of its own later.
  sigset_t tooLarge;
  sigemptyset(&tooLarge);
  sigaddset(&tooLarge, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &tooLarge, nullptr);
}
