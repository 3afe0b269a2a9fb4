//===- Options.cpp - the command line of diffattn-bench -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "diffattn-run/Device.h"
#include "support/CommandLine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <cmath>

using namespace diffattn;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral overview = R"(times compiled functions

PROGRAM is a shared library that diffattn-compile wrote, or a .mlir file (or -,
the standard input), which is compiled in memory first. Each function is called
with random floats in [-1.7, 1.7), integers 0 and bools true; where that is not
what it needs, --input, --inputs and --params give arguments as diffattn-run has
them. Results are not looked at: comparing them is what diffattn-run is for.

Before and after each measurement the peaks of the processor are measured, with
as many threads: multiply-adds (of f32; for functions with bf16 arguments those of
bf16, if the processor has faster ones for them), and reading memory. Columns:
  bytes         bytes a second: --bytes, else all arguments once
  read_percent  the same, of the peak of reading
  flops         operations a second (only with --flops)
  percent       the same, of the peak of multiply-adds
  peak_before, peak_after, read_before, read_after
                the peaks, in GFLOP/s and GB/s

On a device (a program that was compiled for one, or --device with a .mlir file)
a time is that of a call from its start until the device has done its work;
arguments are there before. The device's peaks are not known, so rates come
without percentages. The emulator's times say nothing of a GPU's: they are marked,
and there are no rates.

Flags that start with --benchmark_ are Google Benchmark's:
  --benchmark_out=FILE      writes JSON
  --benchmark_repetitions=7 --benchmark_report_aggregates_only=true
  --benchmark_min_time=0.1  seconds to measure at least
  --benchmark_filter=REGEX  names to measure

EXAMPLES
  diffattn-bench layer.so --input-shape=q=8x2048x64 --flops=17.2e9
  diffattn-bench v1.mlir --threads=2 --benchmark_repetitions=7
  diffattn-bench v1.mlir --device=cuda --flops=17.2e9
  diffattn-bench --peak --threads=2
)";

namespace {
/// All flags; lives as long as the command line is parsed.
struct Flags {
  cl::OptionCategory category{"diffattn-bench options"};

  cl::opt<std::string> program{cl::Positional, cl::desc("PROGRAM"),
                               cl::cat(category)};
  cl::list<std::string> functions{
      "function", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("a function to time; all if there is no such flag")};
  cl::list<std::string> inputShapes{
      "input-shape", cl::value_desc("NAME=2x3"), cl::cat(category),
      cl::desc("sizes of an input that has dimensions of unknown size")};
  cl::list<std::string> outputShapes{
      "output-shape", cl::value_desc("NAME=2x3"), cl::cat(category),
      cl::desc("sizes of an output that nothing else tells")};
  cl::list<std::string> inputs{"input", cl::value_desc("@FILE.npy|TYPE=VALUES"),
                               cl::cat(category),
                               cl::desc("an input, in order, or by NAME=...")};
  cl::opt<std::string> inputsFile{"inputs", cl::value_desc("FILE.safetensors"),
                                  cl::cat(category),
                                  cl::desc("inputs by argument name")};
  cl::opt<std::string> parametersFile{
      "params", cl::value_desc("FILE.safetensors"), cl::cat(category),
      cl::desc("parameters (weights) by name")};
  cl::opt<double> flops{"flops", cl::value_desc("F"), cl::cat(category),
                        cl::desc("operations of one call")};
  cl::opt<double> bytes{"bytes", cl::value_desc("B"), cl::cat(category),
                        cl::desc("bytes that one call has to move")};
  cl::opt<int> threads{"threads", cl::value_desc("N"), cl::cat(category),
                       cl::desc("threads to use (default: all processors)")};
  cl::opt<std::string> device{
      "device", cl::value_desc("DEVICE"), cl::cat(category),
      cl::desc("device to run on (default: what the program is for)")};
  cl::opt<bool> peak{"peak", cl::cat(category),
                     cl::desc("measure the processor's peaks and print them as "
                              "JSON; no program")};
};
} // namespace

static int usageError(const llvm::Twine &message) {
  return tools::usageError("diffattn-bench", message);
}

static std::optional<int> checkPositive(const cl::opt<double> &flag) {
  if (!flag.getNumOccurrences() ||
      (flag.getValue() > 0 && std::isfinite(flag.getValue())))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text)
      << "--" << flag.ArgStr << ": expected a number above 0, found "
      << llvm::format("%g", flag.getValue());
  return usageError(text);
}

static std::optional<int> checkFlags(const Flags &flags) {
  if (flags.peak && flags.device.getNumOccurrences())
    return usageError("--peak is of the processor, found --device");
  if (flags.peak && !flags.program.empty())
    return usageError("--peak takes no program, found '" + flags.program + "'");
  if (!flags.peak && flags.program.empty())
    return usageError("no program to time");
  for (const cl::opt<std::string> *flag :
       {&flags.inputsFile, &flags.parametersFile, &flags.device})
    if (flag->getNumOccurrences() && flag->empty())
      return usageError("--" + flag->ArgStr + " is empty");
  if (!flags.device.empty() && !run::deviceKind(flags.device))
    return usageError("--device: expected cpu, cuda, cuda:NUMBER, sim or "
                      "sim:OPTIONS, found " +
                      flags.device);
  if (flags.threads.getNumOccurrences() && flags.threads < 1)
    return usageError("--threads: expected a number from 1, found " +
                      llvm::Twine(flags.threads.getValue()));
  for (auto code : {checkPositive(flags.flops), checkPositive(flags.bytes)})
    if (code)
      return code;
  return std::nullopt;
}

/// Gives Google Benchmark its flags and keeps the others in `rest`. Returns
/// false after a message about a flag that it does not know.
static bool initializeBenchmark(int argc, char **argv,
                                std::vector<const char *> &rest) {
  std::vector<char *> theirs{argv[0]};
  rest = {argv[0]};
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]).starts_with("--benchmark_"))
      theirs.push_back(argv[i]);
    else
      rest.push_back(argv[i]);
  int count = static_cast<int>(theirs.size());
  benchmark::Initialize(&count, theirs.data());
  return !benchmark::ReportUnrecognizedArguments(count, theirs.data());
}

std::optional<int> bench::parseOptions(int argc, char **argv,
                                       Options &options) {
  std::vector<const char *> rest;
  if (!initializeBenchmark(argc, argv, rest))
    return run::Usage;
  run::removeForeignFlags();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "diffattn-bench " DIFFATTN_VERSION "\n";
  });
  Flags flags;
  if (auto code =
          tools::parseCommandLine(static_cast<int>(rest.size()), rest.data(),
                                  "diffattn-bench", overview))
    return code;
  if (std::optional<int> code = checkFlags(flags))
    return code;

  options.call.program = flags.program;
  options.call.inputs = flags.inputs;
  options.call.inputsFile = flags.inputsFile;
  options.call.parametersFile = flags.parametersFile;
  options.call.outputShapes = flags.outputShapes;
  options.call.device = flags.device;
  options.call.threads = flags.threads;
  options.functions = flags.functions;
  options.inputShapes = flags.inputShapes;
  if (flags.flops.getNumOccurrences())
    options.flops = flags.flops;
  if (flags.bytes.getNumOccurrences())
    options.bytes = flags.bytes;
  options.peakOnly = flags.peak;
  return std::nullopt;
}
