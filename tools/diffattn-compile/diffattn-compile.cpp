//===- diffattn-compile.cpp - MLIR to shared libraries --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flags and calls the session. Exit codes: 0 fine, 1 the input is wrong,
// 2 the command line is.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Files.h"
#include "diffattn/Compiler/Session.h"
#include "support/CommandLine.h"
#include "support/ReadModule.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::diffattn;
namespace cl = llvm::cl;
namespace tools = ::diffattn::tools;

namespace {
constexpr int kInputWrong = 1;
constexpr llvm::StringLiteral kTool = "diffattn-compile";

enum class Output { Shared, Object, LLVMIR, PTX, MLIR };

/// The flags of the tool.
struct Flags {
  cl::OptionCategory category{"diffattn-compile"};
  cl::opt<std::string> input{cl::Positional, cl::desc("IN.mlir"),
                             cl::value_desc("file"), cl::init("-"),
                             cl::cat(category)};
  cl::opt<std::string> output{
      "o",
      cl::desc("File to write. Default: IN.so or IN.o in the working "
               "folder, the standard output for text"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("Where functions compute: cpu (default), cuda (kernels on an "
               "NVIDIA GPU) or sim (the same kernels in the emulator)"),
      cl::value_desc("name"), cl::init("cpu"), cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("The oldest NVIDIA GPU that kernels run on: sm_80 (default), "
               "sm_90a, ..."),
      cl::value_desc("name"), cl::init("sm_80"), cl::cat(category)};
  cl::opt<std::string> cubin{
      "cubin",
      cl::desc("NVIDIA GPUs to add machine code for, so that their driver need "
               "not compile the kernels: sm_90,sm_100"),
      cl::value_desc("names"), cl::cat(category)};
  cl::opt<std::string> ptxas{
      "ptxas",
      cl::desc("The program that makes it. Default: the one in PATH, in the "
               "CUDA toolkit (CUDA_HOME), or in the Python environment "
               "(VIRTUAL_ENV)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> matmul{
      "matmul",
      cl::desc(
          "What computes matrix products on NVIDIA GPUs: library (default; "
          "cuBLASLt, found when they run) or kernels"),
      cl::value_desc("name"), cl::init("library"), cl::cat(category)};
  cl::opt<std::string> quantize{
      "quantize",
      cl::desc("What a CPU keeps of weights: none (default: numbers of their "
               "own type), int8 or int4 (integers of 8 or 4 bits with scales)"),
      cl::value_desc("name"), cl::init("none"), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu",
      cl::desc("Processor to compile for: native (this one, the default), "
               "generic (any of its architecture), multi (variants for "
               "several, of which the best one runs), or LLVM's name of one, "
               "with +FEATURE behind it for what the name does not imply "
               "(x86-64-v4+avx512bf16)"),
      cl::value_desc("name"), cl::init("native"), cl::cat(category)};
  cl::opt<Output> emit{
      "emit", cl::desc("What to write:"), cl::init(Output::Shared),
      cl::values(
          clEnumValN(Output::Shared, "shared", "a shared library"),
          clEnumValN(Output::Object, "object", "an object file"),
          clEnumValN(Output::LLVMIR, "llvm", "optimised LLVM IR"),
          clEnumValN(Output::PTX, "ptx", "the kernels of --target=cuda as PTX"),
          clEnumValN(Output::MLIR, "mlir",
                     "MLIR of the stage that --compile-to names")),
      cl::cat(category)};
  cl::opt<Stage> to{"compile-to",
                    cl::desc("Stop at this stage and write MLIR:"),
                    cl::init(Stage::LLVM), stages(), cl::cat(category)};
  cl::opt<Stage> from{"compile-from",
                      cl::desc("The stage that the input is in:"),
                      cl::init(Stage::Input), stages(), cl::cat(category)};
  cl::opt<std::string> dumps{
      "dump-stages-to",
      cl::desc("Folder for the module at each stage: 0-input.mlir, "
               "1-raised.mlir, ... 6-llvm.mlir"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> cache{
      "cache-dir",
      cl::desc("Folder of what was compiled before: taken from there if input, "
               "flags, processor and compiler are the same, else left there"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> remarks{
      "remarks",
      cl::desc("Say which attentions were found and fused, what was not, how "
               "they are computed, and why"),
      cl::cat(category)};
  cl::opt<bool> strict{
      "strict",
      cl::desc("An attention that was not found, or a difference of two that "
               "was not fused, is an error"),
      cl::cat(category)};
  cl::opt<std::string> header{
      "emit-header",
      cl::desc("Also write a C header with a function for each entry"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> schedule{
      "schedule",
      cl::desc(
          "JSON file that says how attentions are computed: "
          "{FUNCTION: {NUMBER: {\"strategy\": \"online\", ...}}}, \"*\" for "
          "all of them; on GPUs {\"key_tile\": 32, ...}"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> observe{
      "observe",
      cl::desc("A function that also returns what its attentions compute with, "
               "for pictures of their maps (docs/artifact.md)"),
      cl::value_desc("function"), cl::cat(category)};
  cl::opt<bool> printPlan{
      "print-plan",
      cl::desc(
          "Print how each attention is computed, in which memory, and why, and "
          "how intermediate arrays share memory. Without -o, nothing else is "
          "written"),
      cl::cat(category)};
  cl::opt<std::string> timing{
      "timing",
      cl::desc(
          "Print where compile time goes to the standard error: stages and "
          "their passes, LLVM, linking, the cache. With a file, write that "
          "to it as JSON"),
      cl::value_desc("file"), cl::ValueOptional, cl::cat(category)};
  cl::opt<bool> reference{
      "reference",
      cl::desc("Lower naively, to scalar loops: to compare results with"),
      cl::cat(category)};
  cl::opt<bool> optimize{
      "optimize",
      cl::desc("Let LLVM optimise code (default). Without "
               "(--optimize=false), compilation is some times quicker, and "
               "code slow"),
      cl::init(true), cl::cat(category)};

  static cl::ValuesClass stages() {
    return cl::values(
        clEnumValN(Stage::Input, "input", "tensors and diffattn operations"),
        clEnumValN(Stage::Raised, "raised",
                   "attention spelled in linalg is diffattn.attention"),
        clEnumValN(Stage::Fused, "fused",
                   "differential attentions are one operation each"),
        clEnumValN(Stage::Scheduled, "scheduled",
                   "attentions say how they are computed"),
        clEnumValN(Stage::Buffers, "buffers", "memrefs and linalg"),
        clEnumValN(Stage::Kernels, "kernels", "loops"),
        clEnumValN(Stage::LLVM, "llvm", "the LLVM dialect"));
  }

  bool wantsMLIR() const {
    return emit == Output::MLIR || to.getNumOccurrences();
  }
  /// Whether the plan is all that is wanted.
  bool wantsPlanOnly() const {
    return printPlan && !output.getNumOccurrences();
  }
  bool wantsText() const {
    return wantsMLIR() || emit == Output::LLVMIR || emit == Output::PTX;
  }
};

constexpr llvm::StringLiteral kOverview =
    "compiles MLIR with differential attention to native code\n\n"
    "Example: write a function on tensors to add.mlir,\n\n"
    "  func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> "
    "{\n"
    "    %0 = arith.addf %a, %b : tensor<?xf32>\n"
    "    return %0 : tensor<?xf32>\n"
    "  }\n\n"
    "then compile and run it:\n\n"
    "  diffattn-compile add.mlir -o add.so\n"
    "  diffattn-run add.so --input=3xf32=1,2,3 --input=3xf32=4,5,6\n";
} // namespace

/// Makes every flag that isn't ours unknown: LLVM registers hundreds.
static void removeForeignFlags(cl::OptionCategory &category) {
  SmallVector<cl::Option *> foreign;
  for (auto &entry : cl::getRegisteredOptions()) {
    StringRef name = entry.first;
    if (!llvm::is_contained(entry.second->Categories, &category) &&
        name != "help" && name != "version")
      foreign.push_back(entry.second);
  }
  for (cl::Option *option : foreign)
    option->removeArgument();
}

static void printVersion(llvm::raw_ostream &os) {
  os << "diffattn-compile " DIFFATTN_VERSION "\n";
}

/// Where to write, or nothing if the user must say it.
static std::optional<std::string> outputPath(const Flags &flags) {
  if (flags.output.getNumOccurrences())
    return flags.output;
  if (flags.wantsPlanOnly())
    return "";
  if (flags.wantsText())
    return "-";
  if (flags.input == "-")
    return std::nullopt;
  return (llvm::sys::path::stem(flags.input) +
          (flags.emit == Output::Object ? ".o" : ".so"))
      .str();
}

static LogicalResult write(Session &session, StringRef path, StringRef text) {
  if (llvm::Error failed = writeFile(path, text))
    return session.error(llvm::toString(std::move(failed)));
  return success();
}

static LogicalResult writeHeader(Session &session, StringRef path,
                                 const Object &object) {
  if (path.empty())
    return success();
  StringRef name = llvm::sys::path::filename(path);
  return write(session, path, Session::header(object, name));
}

static LogicalResult compileToText(Session &session, const Flags &flags,
                                   ModuleOp module,
                                   const CompileOptions &options,
                                   StringRef path) {
  if (!flags.wantsMLIR()) {
    FailureOr<std::string> text =
        flags.emit == Output::PTX ? session.compileToPTX(module, options)
                                  : session.compileToLLVMIR(module, options);
    return failure(failed(text) || failed(write(session, path, *text)));
  }
  if (failed(session.lower(module, flags.to, options)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  os << "\n";
  return write(session, path, text);
}

/// Compiles the input to `path`. `plan` receives what --print-plan prints.
static LogicalResult compile(Session &session, const Flags &flags,
                             StringRef path, std::string &plan) {
  OwningOpRef<ModuleOp> module = tools::readModule(session, flags.input);
  if (!module)
    return failure();
  CompileOptions options;
  options.cpu = flags.cpu;
  options.target = flags.target;
  options.chip = flags.chip;
  options.cubin = flags.cubin;
  options.ptxas = flags.ptxas;
  options.matmul = llvm::cantFail(parseMatmul(flags.matmul));
  options.quantization = llvm::cantFail(parseQuantization(flags.quantize));
  options.from = flags.from;
  options.dumpFolder = flags.dumps;
  options.remarks = flags.strict    ? RemarkLevel::Strict
                    : flags.remarks ? RemarkLevel::Show
                                    : RemarkLevel::None;
  options.reference = flags.reference;
  options.optimize = flags.optimize;
  options.cacheFolder = flags.cache;
  options.scheduleFile = flags.schedule;
  options.observe = flags.observe;
  if (flags.printPlan)
    options.plan = &plan;
  if (flags.wantsPlanOnly())
    return session.lower(*module, Stage::Kernels, options);
  if (flags.wantsText())
    return compileToText(session, flags, *module, options, path);

  // Copies: lld, run in this process, resets the flags of the process.
  std::string header = flags.header;
  Output output = flags.emit;
  FailureOr<Object> object = session.compile(*module, options);
  if (failed(object))
    return failure();
  LogicalResult written = output == Output::Object
                              ? write(session, path, object->code->getBuffer())
                              : session.link(*object, path);
  return failure(failed(written) ||
                 failed(writeHeader(session, header, *object)));
}

/// Whether both paths lead to one file, which is there or would be made.
static bool isSameFile(StringRef a, StringRef b) {
  return !a.empty() && a != "-" && b != "-" &&
         (a == b || llvm::sys::fs::equivalent(a, b));
}

/// Files that would be written over each other or over the input.
static std::optional<std::string> checkFiles(const Flags &flags,
                                             const std::string &output) {
  if (isSameFile(flags.input, output))
    return "the output '" + output + "' is the input";
  for (const std::string &file :
       {output, flags.header.getValue(), flags.timing.getValue()})
    if (isSameFile(flags.schedule, file))
      return "--schedule names a file that is to be written";
  for (const std::string &file :
       {flags.input.getValue(), output, flags.header.getValue()})
    if (isSameFile(flags.timing, file))
      return "--timing names the input or another output";
  if (isSameFile(flags.input, flags.header))
    return "--emit-header names the input";
  if (isSameFile(output, flags.header))
    return "--emit-header and -o name the same file";
  if (output == "-" && !flags.wantsText() && flags.emit == Output::Shared)
    return "a shared library can't be written to the standard output, expected "
           "-o FILE";
  return std::nullopt;
}

/// What keeps --schedule or --print-plan from having an effect.
static std::optional<std::string> checkPlanFlags(const Flags &flags) {
  std::string name = flags.printPlan ? "--print-plan" : "--schedule";
  if (flags.schedule.empty() && !flags.printPlan)
    return std::nullopt;
  if (flags.reference)
    return name + " and --reference exclude each other";
  if (flags.from > Stage::Scheduled)
    return name + " needs --compile-from of stage scheduled or before";
  if (flags.to < Stage::Scheduled)
    return name + " needs --compile-to of stage scheduled or later";
  if (flags.printPlan && flags.output == "-")
    return "the plan is printed to the standard output, expected -o FILE";
  if (flags.wantsPlanOnly() &&
      (flags.emit.getNumOccurrences() || flags.to.getNumOccurrences() ||
       !flags.header.empty() || !flags.cache.empty()))
    return "--print-plan alone writes nothing else, expected -o FILE with it";
  if (flags.wantsPlanOnly() && flags.cpu == "multi")
    return "--cpu=multi has a plan for each processor, expected one processor, "
           "or -o FILE with it";
  return std::nullopt;
}

/// Flags that only some targets have.
static std::optional<std::string> checkTargetFlags(const Flags &flags) {
  llvm::Expected<Device> device = parseDevice(flags.target);
  if (!device)
    return "--target: " + llvm::toString(device.takeError());
  if (flags.chip.getNumOccurrences() && *device == Device::CPU)
    return "--chip needs --target=cuda or --target=sim";
  if (!flags.cubin.empty() && *device != Device::CUDA)
    return "--cubin needs --target=cuda";
  if (!flags.cubin.empty() && (flags.wantsText() || flags.wantsPlanOnly()))
    return "--cubin needs --emit=shared or --emit=object";
  if (!flags.ptxas.empty() && flags.cubin.empty())
    return "--ptxas needs --cubin";
  if (flags.matmul.getNumOccurrences() && *device == Device::CPU)
    return "--matmul needs --target=cuda or --target=sim";
  if (llvm::Expected<Matmul> matmul = parseMatmul(flags.matmul); !matmul)
    return "--matmul: " + llvm::toString(matmul.takeError());
  llvm::Expected<Quantization> quantization = parseQuantization(flags.quantize);
  if (!quantization)
    return "--quantize: " + llvm::toString(quantization.takeError());
  if (*quantization != Quantization::None && *device != Device::CPU)
    return "--quantize needs --target=cpu";
  if (*quantization != Quantization::None && flags.reference)
    return "--quantize and --reference exclude each other";
  if (flags.emit == Output::PTX && *device != Device::CUDA)
    return "--emit=ptx needs --target=cuda";
  if (*device != Device::CPU && flags.cpu == "multi")
    return "--cpu=multi needs --target=cpu";
  return std::nullopt;
}

/// Contradictions between flags.
static std::optional<std::string> checkFlags(const Flags &flags) {
  for (const cl::opt<std::string> *flag :
       {&flags.output, &flags.dumps, &flags.cache, &flags.header,
        &flags.schedule, &flags.target, &flags.chip, &flags.cubin, &flags.ptxas,
        &flags.matmul, &flags.quantize, &flags.observe})
    if (flag->getNumOccurrences() && flag->empty())
      return (flag->ArgStr.size() == 1 ? "-" : "--") + flag->ArgStr.str() +
             " is empty";
  if (std::optional<std::string> problem = checkTargetFlags(flags))
    return problem;
  if (flags.to.getNumOccurrences() && flags.emit.getNumOccurrences() &&
      flags.emit != Output::MLIR)
    return "--compile-to writes MLIR, expected --emit=mlir with it";
  if (flags.wantsMLIR() && flags.cpu == "multi")
    return "--cpu=multi has a module for each processor, expected one "
           "processor to write MLIR for (--dump-stages-to writes all)";
  if (flags.wantsMLIR() && flags.to < flags.from)
    return "--compile-to is a stage before --compile-from";
  if (flags.wantsText() && !flags.cache.empty())
    return "--cache-dir needs --emit=shared or --emit=object";
  if (!flags.observe.empty() && flags.from >= Stage::Fused)
    return "--observe needs --compile-from of stage raised or before";
  if (!flags.observe.empty() && flags.to < Stage::Fused)
    return "--observe needs --compile-to of stage fused or later";
  if (flags.strict && flags.remarks)
    return "--strict and --remarks exclude each other";
  if (flags.wantsText() && !flags.header.empty())
    return "--emit-header needs --emit=shared or --emit=object";
  return checkPlanFlags(flags);
}

/// Writes what `timer` has measured to `file` as JSON, or if there is none to
/// the standard error as a tree.
static LogicalResult reportTimes(Session &session, StringRef file,
                                 DefaultTimingManager &timer) {
  using Format = DefaultTimingManager::OutputFormat;
  std::string text;
  llvm::raw_string_ostream os(text);
  timer.setOutput(
      createOutputStrategy(file.empty() ? Format::Text : Format::Json, os));
  timer.print();
  // Or it prints once more at its end.
  timer.setEnabled(false);
  if (!file.empty())
    return write(session, file, text);
  llvm::errs() << text;
  return success();
}

/// Compiles as the flags say, to `path`. Gives the exit code.
static int run(const Flags &flags, StringRef path) {
  // A copy, see compile().
  std::string timesFile = flags.timing;
  // Before the session, whose work it times.
  DefaultTimingManager timer;
  timer.setEnabled(flags.timing.getNumOccurrences());
  Session session;
  std::string plan;
  TimingScope total = timer.getRootScope();
  session.timeUnder(&total);
  LogicalResult result = compile(session, flags, path, plan);
  total.stop();
  if (succeeded(result))
    llvm::outs() << plan;
  if (timer.isEnabled() && failed(reportTimes(session, timesFile, timer)))
    result = failure();
  llvm::errs() << session.diagnostics();
  return failed(result) ? kInputWrong : 0;
}

int main(int argc, char **argv) {
  tools::reportFatalErrors(kTool);
  removeTemporaryFilesOnSignals();
  static Flags flags;
  removeForeignFlags(flags.category);
  cl::SetVersionPrinter(printVersion);
  if (auto code = tools::parseCommandLine(argc, argv, kTool, kOverview))
    return *code;
  if (std::optional<std::string> problem = checkFlags(flags))
    return tools::usageError(kTool, *problem);
  std::optional<std::string> path = outputPath(flags);
  if (!path)
    return tools::usageError(kTool, "the input has no name, expected -o FILE");
  if (std::optional<std::string> problem = checkFiles(flags, *path))
    return tools::usageError(kTool, *problem);
  return run(flags, *path);
}
