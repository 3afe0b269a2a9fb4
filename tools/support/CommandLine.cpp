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

/// The flag most like `name`, with its dashes; empty if none is much like it.
static std::string findSimilar(StringRef name) {
  StringRef nearest;
  // A letter of three may be wrong, or missing.
  unsigned least = name.size() / 3 + 1;
  for (auto &[known, option] : cl::getRegisteredOptions()) {
    unsigned distance = name.edit_distance(known, true, least);
    if (option->getOptionHiddenFlag() == cl::NotHidden && distance < least) {
      least = distance;
      nearest = known;
    }
  }
  if (nearest.empty())
    return "";
  return ((nearest.size() == 1 ? "-" : "--") + nearest).str();
}

/// What is wrong with the name of a flag; empty if nothing is. LLVM would take
/// '--optimise' for '-o' in a group of letters.
static std::string findUnknownFlag(llvm::ArrayRef<const char *> arguments) {
  auto &known = cl::getRegisteredOptions();
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--")
      break;
    if (argument.size() < 2 || argument[0] != '-')
      continue;
    auto [name, value] = argument.ltrim('-').split('=');
    auto found = known.find(name);
    if (found == known.end()) {
      std::string text =
          ("unknown command line argument '" + argument + "'").str();
      std::string guess = findSimilar(name);
      if (guess.empty())
        return text;
      StringRef rest = argument.drop_front(argument.find(name) + name.size());
      return text + ", did you mean '" + guess + rest.str() + "'";
    }
    bool takesNext = found->second->getValueExpectedFlag() == cl::ValueRequired;
    if (takesNext && !argument.contains('='))
      ++i;
  }
  return "";
}

/// One line in our words of LLVM's, which begin with the path of the tool and
/// end in advice.
static std::string summarize(StringRef text) {
  StringRef message = text.split('\n').first.split(": ").second;
  message = message.split(".  Try: ").first.rtrim("!.");
  std::string result = message.str();
  if (!result.empty())
    result[0] = llvm::toLower(result[0]);
  return result;
}

std::optional<int> tools::parseCommandLine(int argc, const char *const *argv,
                                           StringRef tool, StringRef overview) {
  std::string text = findUnknownFlag({argv + 1, argv + argc});
  if (!text.empty())
    return usageError(tool, text);
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
