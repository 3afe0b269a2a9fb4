//===- Benchmark.cpp - timing the functions of a program ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Peaks.h"
#include "RandomInputs.h"
#include "diffattn-run/Call.h"
#include "diffattn-run/Device.h"
#include "diffattn-run/Program.h"
#include "diffattn-run/TensorText.h"
#include "llvm/ADT/ScopeExit.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace diffattn;
using namespace diffattn::bench;
using run::quote;

namespace {
/// A function with its arguments, ready to be called again and again.
class Case {
public:
  Case(diffattn_entry entry, run::Arguments arguments, const Options &options);

  /// Copies the arguments to the device called `name`; `function` must outlive
  /// this.
  Status moveTo(const std::string &name, const ManifestFunction &function);
  /// One call, until its work is done.
  Status call();
  /// Google Benchmark's function.
  void run(benchmark::State &state);
  /// The failure of a call while it was timed, if there was one.
  Status status() const { return failure; }

private:
  /// The arithmetic that the function is measured by.
  PeakUnit unit() const;
  /// Bytes of all arguments.
  double argumentBytes() const;
  /// Seconds that a call took in the mean.
  double time(benchmark::State &state);
  void report(benchmark::State &state, double seconds, Peaks before,
              Peaks after) const;
  /// What a device did is reported without peaks.
  void reportOnDevice(benchmark::State &state, double seconds) const;

  run::Arguments arguments;
  std::vector<diffattn_tensor> views;
  run::CallContext context;
  /// Null: the CPU.
  std::unique_ptr<run::DeviceArguments> there;
  diffattn_entry entry;
  const Options &options;
  Status failure;
};
} // namespace

Case::Case(diffattn_entry entry, run::Arguments made, const Options &options)
    : arguments(std::move(made)), entry(entry), options(options) {
  for (const Tensor &tensor : arguments.tensors)
    views.push_back(tensor.view());
}

Status Case::moveTo(const std::string &name, const ManifestFunction &function) {
  auto made = run::DeviceArguments::create(name, function, arguments.tensors);
  if (!made)
    return made.error();
  there = std::move(*made);
  return {};
}

Status Case::call() {
  if (there)
    return there->call(entry);
  if (entry(context.get(), views.data(), static_cast<int64_t>(views.size())))
    return context.error();
  return {};
}

PeakUnit Case::unit() const {
  for (const Tensor &tensor : arguments.tensors)
    if (tensor.dtype() == DIFFATTN_BF16)
      return fasterUnit(diffattn_get_num_threads());
  return PeakUnit::F32;
}

double Case::argumentBytes() const {
  double bytes = 0;
  for (const Tensor &tensor : arguments.tensors)
    bytes += static_cast<double>(tensor.byteSize());
  return bytes;
}

void Case::report(benchmark::State &state, double seconds, Peaks before,
                  Peaks after) const {
  auto add = [&](const char *name, double value) {
    state.counters[name] = benchmark::Counter(value);
  };
  auto addRate = [&](const char *rate, const char *percent, double amount,
                     double peakBefore, double peakAfter) {
    add(rate, amount / seconds);
    if (double peak = (peakBefore + peakAfter) / 2)
      add(percent, 100 * amount / seconds / 1e9 / peak);
  };
  addRate("bytes", "read_percent", options.bytes.value_or(argumentBytes()),
          before.read, after.read);
  if (options.flops)
    addRate("flops", "percent", *options.flops, before.arithmetic,
            after.arithmetic);
  add("peak_before", before.arithmetic);
  add("peak_after", after.arithmetic);
  add("read_before", before.read);
  add("read_after", after.read);
}

void Case::reportOnDevice(benchmark::State &state, double seconds) const {
  if (there->deviceName().rfind("sim", 0) == 0) {
    state.SetLabel("emulated: no time of a GPU");
    return;
  }
  state.SetLabel(there->deviceName());
  double bytes = options.bytes.value_or(argumentBytes());
  state.counters["bytes"] = benchmark::Counter(bytes / seconds);
  if (options.flops)
    state.counters["flops"] = benchmark::Counter(*options.flops / seconds);
}

double Case::time(benchmark::State &state) {
  double seconds = 0;
  for (auto _ : state) {
    auto start = std::chrono::steady_clock::now();
    Status status = call();
    std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    seconds += elapsed.count();
    if (!status) {
      state.SkipWithError(status.message().c_str());
      failure = status;
      return 0;
    }
  }
  return seconds / static_cast<double>(state.iterations());
}

void Case::run(benchmark::State &state) {
  if (there) {
    double seconds = time(state);
    if (status())
      reportOnDevice(state, seconds);
    return;
  }
  int32_t threads = diffattn_get_num_threads();
  PeakUnit arithmetic = unit();
  Peaks before = measurePeaks(arithmetic, threads);
  double seconds = time(state);
  if (status())
    report(state, seconds, before, measurePeaks(arithmetic, threads));
}

static Result<std::unique_ptr<run::Program>> load(const Options &options) {
  run::ModuleOptions module;
  if (!options.call.device.empty())
    module.target = *run::deviceKind(options.call.device);
  return run::loadProgram(options.call.program, module);
}

/// What `program` is to run on.
static Result<std::string> chooseDevice(const run::Program &program,
                                        const Options &options) {
  Result<std::string> device =
      run::chooseDevice(options.call, program.manifest().device);
  if (device && run::deviceKind(*device) == "sim" &&
      (options.flops || options.bytes))
    return Error{"--flops and --bytes make rates, but the emulator's times say "
                 "nothing of a GPU's"};
  return device;
}

/// The functions to time.
static Result<std::vector<const ManifestFunction *>>
chooseFunctions(const Manifest &manifest, const Options &options) {
  std::vector<const ManifestFunction *> chosen;
  for (const std::string &name : options.functions) {
    chosen.push_back(manifest.find(name));
    if (!chosen.back())
      return Error{quote(options.call.program) + " has no function " +
                   quote(name) + "; it has: " + manifest.functionNames()};
  }
  if (options.functions.empty())
    for (const ManifestFunction &function : manifest.functions)
      chosen.push_back(&function);
  if (chosen.empty())
    return Error{quote(options.call.program) + " has no function"};
  return chosen;
}

/// A case that has been called once, without complaint.
static Result<std::shared_ptr<Case>> makeCase(run::Program &program,
                                              const ManifestFunction &function,
                                              const std::string &device,
                                              const Options &options) {
  Result<diffattn_entry> entry = program.entry(function.name);
  if (!entry)
    return entry.error();
  Result<run::Arguments> arguments = makeArguments(function, options);
  if (!arguments)
    return arguments.error();
  auto made = std::make_shared<Case>(*entry, std::move(*arguments), options);
  if (device != "cpu")
    if (Status status = made->moveTo(device, function); !status)
      return status.error();
  if (Status status = made->call(); !status)
    return status.error();
  return made;
}

Status bench::runBenchmarks(const Options &options) {
  Result<std::unique_ptr<run::Program>> program = load(options);
  if (!program)
    return program.error();
  Result<std::string> device = chooseDevice(**program, options);
  if (!device)
    return device.error();
  auto functions = chooseFunctions((*program)->manifest(), options);
  if (!functions)
    return functions.error();
  // Benchmarks keep their cases, which must not outlive the program.
  llvm::scope_exit clear([] { benchmark::ClearRegisteredBenchmarks(); });
  std::vector<std::shared_ptr<Case>> cases;
  for (const ManifestFunction *function : *functions) {
    Result<std::shared_ptr<Case>> made =
        makeCase(**program, *function, *device, options);
    if (!made)
      return made.error();
    cases.push_back(*made);
    benchmark::RegisterBenchmark(
        function->name.c_str(),
        [timed = cases.back()](benchmark::State &state) { timed->run(state); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  for (const std::shared_ptr<Case> &timed : cases)
    if (Status status = timed->status(); !status)
      return status;
  return {};
}
