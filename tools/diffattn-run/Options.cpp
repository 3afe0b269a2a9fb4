//===- Options.cpp - the command line of diffattn-run ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Device.h"
#include "Program.h"
#include "support/CommandLine.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <vector>

using namespace diffattn::run;
namespace cl = llvm::cl;
namespace tools = diffattn::tools;

static constexpr llvm::StringLiteral overview = R"(runs a compiled function

PROGRAM is a shared library that diffattn-compile wrote, or a .mlir file (or -,
the standard input), which is compiled in memory first.

Inputs are matched by argument name in --inputs. Arguments not found there take
one --input each, in order, or by name:
  --input=@x.npy            an array file
  --input=2x3xf32=1,2,3,4,5,6
  --input=2x3xf32=0.5       every element is 0.5
  --input=f32=0.5           a scalar
  --input=q1=@x.npy         the argument called q1
Parameters (weights, arguments of kind "parameter" in the manifest) are matched
by name in --params; the file may hold others too.
An output that --inputs or a named --input speaks of starts with those contents
(a cache, say); others start with rubbish.

Without flags on expected values the outputs are printed. With them each output
is compared, and the exit code is 1 if one is wrong:
  --expected=FILE           for an output y, FILE holds expected_y; if it holds
                            reference_y (an ordinary run in the same precision)
                            too, the largest error may be
                              2 * max|reference - expected|
                              + 2^-21 * cancellation * max|expected|
  --expected-output=@y.npy  one an output, in order, or NAME=@y.npy
Infinities and NaNs must stand at exactly the same places.

A .mlir file is compiled for --device, by default the CPU. A shared library runs
on what it was compiled for; then --device says which of several GPUs to take, or
gives the emulator options. Arguments are copied to the device, outputs back.
  --device=cpu
  --device=cuda, --device=cuda:1
  --device=sim, --device=sim:OPTIONS (such as seed=3)

EXAMPLES
  diffattn-run layer.so --inputs=case.safetensors --expected=case.safetensors
  diffattn-run add.mlir --input=4xf32=1,2,3,4 --input=4xf32=1 --output=@sum.npy
)";

namespace {
/// All flags; lives as long as the command line is parsed.
struct Flags {
  cl::OptionCategory category{"diffattn-run options"};

  cl::opt<std::string> program{cl::Positional, cl::desc("PROGRAM"),
                               cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("function to call; needed only if there are several")};
  cl::list<std::string> inputs{"input", cl::value_desc("@FILE.npy|TYPE=VALUES"),
                               cl::cat(category),
                               cl::desc("an input (see above)")};
  cl::opt<std::string> inputsFile{"inputs", cl::value_desc("FILE.safetensors"),
                                  cl::cat(category),
                                  cl::desc("inputs by argument name")};
  cl::opt<std::string> parametersFile{
      "params", cl::value_desc("FILE.safetensors"), cl::cat(category),
      cl::desc("parameters (weights) by name")};
  cl::list<std::string> outputShapes{
      "output-shape", cl::value_desc("NAME=2x3"), cl::cat(category),
      cl::desc("sizes of an output that nothing else tells")};
  cl::list<std::string> outputs{
      "output", cl::value_desc("@FILE.npy"), cl::cat(category),
      cl::desc("writes an output, in order, or by NAME=@FILE.npy")};
  cl::opt<std::string> outputsFile{
      "outputs", cl::value_desc("FILE.safetensors"), cl::cat(category),
      cl::desc("writes all outputs by argument name")};
  cl::opt<std::string> expectedFile{
      "expected", cl::value_desc("FILE.safetensors"), cl::cat(category),
      cl::desc("compares outputs by argument name")};
  cl::list<std::string> expectedOutputs{
      "expected-output", cl::value_desc("@FILE.npy"), cl::cat(category),
      cl::desc("compares an output, in order, or by NAME=@FILE.npy")};
  cl::opt<double> cancellation{
      "cancellation", cl::value_desc("C"), cl::cat(category), cl::init(1),
      cl::desc("how much larger than their difference the two maps' terms are; "
               "for outputs called out and o (default: 1)")};
  cl::opt<double> absoluteTolerance{
      "atol", cl::value_desc("X"), cl::cat(category),
      cl::desc("without a reference: |found - expected| <= atol + rtol * "
               "|expected| (the defaults depend on the element type and are "
               "printed)")};
  cl::opt<double> relativeTolerance{"rtol", cl::value_desc("X"),
                                    cl::cat(category), cl::desc("see --atol")};
  cl::opt<std::string> cacheFolder{
      "cache-dir", cl::value_desc("FOLDER"), cl::cat(category),
      cl::desc("folder of what was compiled before, for a .mlir file")};
  cl::opt<std::string> device{
      "device", cl::value_desc("DEVICE"), cl::cat(category),
      cl::desc("device to run on (default: what the program is for)")};
  cl::opt<int> threads{"threads", cl::value_desc("N"), cl::cat(category),
                       cl::desc("threads to use on the CPU (default: all "
                                "processors)")};
};
} // namespace

static int usageError(const llvm::Twine &message) {
  return tools::usageError("diffattn-run", message);
}

/// Complains if a flag's number is below `least`, infinite or NaN.
template <typename T>
static std::optional<int> checkNumber(const cl::opt<T> &flag, T least) {
  double value = flag.getValue();
  if (!flag.getNumOccurrences() || (value >= least && std::isfinite(value)))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text)
      << "--" << flag.ArgStr << ": expected a number from "
      << llvm::format("%g", static_cast<double>(least)) << ", found "
      << llvm::format("%g", value);
  return usageError(text);
}

/// Complains if an output is the program, or given twice.
static std::optional<int> checkOutputs(const Flags &flags) {
  std::vector<llvm::StringRef> outputs{flags.outputsFile.getValue()};
  // @FILE or NAME=@FILE
  for (llvm::StringRef output : flags.outputs)
    outputs.push_back(output.split('@').second);
  llvm::StringSet<> seen;
  for (llvm::StringRef output : outputs) {
    if (llvm::sys::fs::equivalent(output, flags.program))
      return usageError("'" + output + "': the output is the program");
    if (!output.empty() && !seen.insert(output).second)
      return usageError("'" + output + "': two outputs have this name");
  }
  return std::nullopt;
}

static std::optional<int> checkFlags(const Flags &flags) {
  if (flags.program.empty())
    return usageError("no program to run");
  // An empty variable of a script must not turn a comparison off.
  for (const cl::opt<std::string> *flag :
       {&flags.function, &flags.inputsFile, &flags.parametersFile,
        &flags.outputsFile, &flags.expectedFile, &flags.cacheFolder,
        &flags.device})
    if (flag->getNumOccurrences() && flag->empty())
      return usageError("--" + flag->ArgStr + " is empty");
  if (!flags.cacheFolder.empty() && !isModule(flags.program))
    return usageError("--cache-dir is for programs that are compiled first, "
                      "expected a .mlir file");
  if (!flags.device.empty() && !deviceKind(flags.device))
    return usageError("--device: expected cpu, cuda, cuda:NUMBER, sim or "
                      "sim:OPTIONS, found " +
                      flags.device);
  if (!flags.expectedFile.empty() && !flags.expectedOutputs.empty())
    return usageError("--expected and --expected-output exclude each other");
  if (std::optional<int> code = checkOutputs(flags))
    return code;
  for (auto code : {checkNumber(flags.cancellation, 1.0),
                    checkNumber(flags.absoluteTolerance, 0.0),
                    checkNumber(flags.relativeTolerance, 0.0),
                    checkNumber(flags.threads, 1)})
    if (code)
      return code;
  return std::nullopt;
}

std::optional<int> diffattn::run::parseOptions(int argc, char **argv,
                                               Options &options) {
  removeForeignFlags();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "diffattn-run " DIFFATTN_VERSION "\n";
  });
  Flags flags;
  if (auto code = tools::parseCommandLine(argc, argv, "diffattn-run", overview))
    return code;
  if (std::optional<int> code = checkFlags(flags))
    return code;

  options.program = flags.program;
  options.function = flags.function;
  options.inputs = flags.inputs;
  options.inputsFile = flags.inputsFile;
  options.parametersFile = flags.parametersFile;
  options.outputShapes = flags.outputShapes;
  options.outputs = flags.outputs;
  options.outputsFile = flags.outputsFile;
  options.expectedFile = flags.expectedFile;
  options.expectedOutputs = flags.expectedOutputs;
  options.cancellation = flags.cancellation;
  if (flags.absoluteTolerance.getNumOccurrences())
    options.absoluteTolerance = flags.absoluteTolerance;
  if (flags.relativeTolerance.getNumOccurrences())
    options.relativeTolerance = flags.relativeTolerance;
  options.device = flags.device;
  options.threads = flags.threads;
  options.cacheFolder = flags.cacheFolder;
  return std::nullopt;
}
