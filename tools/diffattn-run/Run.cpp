//===- Run.cpp - what diffattn-run does -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Arguments.h"
#include "Call.h"
#include "Compare.h"
#include "Device.h"
#include "Program.h"
#include "TensorText.h"
#include "diffattn/Runtime/Npy.h"
#include "diffattn/Runtime/Safetensors.h"
#include "llvm/ADT/STLExtras.h"

using namespace diffattn;
using namespace diffattn::run;

namespace {

/// One run: each step uses what the earlier ones left.
class Runner {
public:
  Runner(const Options &options, llvm::raw_ostream &os)
      : options(options), os(os) {}
  Result<bool> run();

private:
  Status chooseFunction();
  Status chooseDevice();
  Status readExpected();
  Status callFunction();
  Status writeOutputs();
  Result<bool> compareOutputs();
  Result<bool> compareOutput(size_t index);
  void printOutputs();

  Status readExpectedFile();
  Status readExpectedOutputs();
  bool compares() const {
    return !options.expectedFile.empty() || !options.expectedOutputs.empty();
  }
  const std::string &nameOf(size_t index) const {
    return function->arguments[index].name;
  }

  const Options &options;
  llvm::raw_ostream &os;
  std::unique_ptr<Program> program;
  const ManifestFunction *function = nullptr;
  std::string device;
  PerArgument<Tensor> expected, references;
  Arguments arguments;
};

} // namespace

Status Runner::chooseFunction() {
  ModuleOptions module;
  module.cacheFolder = options.cacheFolder;
  if (!options.device.empty())
    module.target = *deviceKind(options.device);
  Result<std::unique_ptr<Program>> loaded =
      loadProgram(options.program, module);
  if (!loaded)
    return loaded.error();
  program = std::move(*loaded);
  const Manifest &manifest = program->manifest();
  if (!options.function.empty())
    function = manifest.find(options.function);
  else if (manifest.functions.size() == 1)
    function = &manifest.functions.front();
  else
    return Error{
        "'" + options.program + "' has " +
        std::to_string(manifest.functions.size()) +
        " functions, choose one by --function: " + manifest.functionNames()};
  if (!function)
    return Error{"'" + options.program + "' has no function '" +
                 options.function + "'; it has: " + manifest.functionNames()};
  return {};
}

Status Runner::chooseDevice() {
  Result<std::string> chosen =
      run::chooseDevice(options, program->manifest().device);
  if (!chosen)
    return chosen.error();
  device = std::move(*chosen);
  return {};
}

//===----------------------------------------------------------------------===//
// Expected values
//===----------------------------------------------------------------------===//

Status Runner::readExpectedFile() {
  Result<TensorMap> file = readSafetensors(options.expectedFile);
  if (!file)
    return file.error();
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!function->arguments[i].isOutput)
      continue;
    if (auto it = file->find("expected_" + nameOf(i)); it != file->end())
      expected[i] = it->second;
    if (auto it = file->find("reference_" + nameOf(i)); it != file->end())
      references[i] = it->second;
  }
  return {};
}

Status Runner::readExpectedOutputs() {
  PerArgument<std::string> files(expected.size());
  if (Status status = assign(*function, options.expectedOutputs,
                             "--expected-output", isOutput(*function), files);
      !status)
    return status;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i])
      continue;
    Result<std::string> name = parseFileName(*files[i]);
    if (!name)
      return Error{"--expected-output: " + name.message()};
    Result<Tensor> tensor = readNpy(*name);
    if (!tensor)
      return tensor.error();
    expected[i] = *tensor;
  }
  return {};
}

Status Runner::readExpected() {
  expected.resize(function->arguments.size());
  references.resize(function->arguments.size());
  if (!options.expectedFile.empty())
    return readExpectedFile();
  return readExpectedOutputs();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Status Runner::callFunction() {
  Result<Arguments> made = makeArguments(*function, options, expected);
  if (!made)
    return made.error();
  arguments = std::move(*made);
  Result<diffattn_entry> entry = program->entry(function->name);
  if (!entry)
    return entry.error();
  if (device != "cpu")
    return callOnDevice(device, *entry, *function, arguments.tensors);
  diffattn_set_num_threads(options.threads);
  return call(*entry, arguments.tensors);
}

Status Runner::writeOutputs() {
  PerArgument<std::string> files(function->arguments.size());
  if (Status status = assign(*function, options.outputs, "--output",
                             isOutput(*function), files);
      !status)
    return status;
  TensorMap outputs;
  for (size_t i = 0; i < files.size(); ++i) {
    if (function->arguments[i].isOutput)
      outputs.emplace(nameOf(i), arguments.tensors[i]);
    if (!files[i])
      continue;
    Result<std::string> name = parseFileName(*files[i]);
    if (!name)
      return Error{"--output: " + name.message()};
    if (Status status = writeNpy(*name, arguments.tensors[i]); !status)
      return status;
  }
  if (options.outputsFile.empty())
    return {};
  return writeSafetensors(options.outputsFile, outputs);
}

Result<bool> Runner::compareOutput(size_t index) {
  const std::string &name = nameOf(index);
  const Tensor &found = arguments.tensors[index];
  if (!expected[index]) {
    // What started with given contents (a cache) may go unchecked, anything
    // else must not by accident.
    if (!arguments.isInitialized[index])
      return Error{
          "no expected value for output '" + name + "'" +
          (options.expectedFile.empty()
               ? ""
               : ": '" + options.expectedFile + "' has no expected_" + name)};
    os << name << ": " << found.typeText() << ": not compared\n";
    return true;
  }
  // The two results whose terms cancel.
  bool isDifference = name == "out" || name == "o";
  Expectation expectation = {*expected[index],
                             references[index],
                             isDifference ? options.cancellation : 1,
                             options.absoluteTolerance,
                             options.relativeTolerance,
                             isDifference};
  Result<Comparison> comparison = compare(found, expectation);
  if (!comparison)
    return Error{"output '" + name + "': " + comparison.message()};
  printComparison(os, name, found, *expected[index], *comparison);
  return !comparison->firstBad;
}

Result<bool> Runner::compareOutputs() {
  bool isRight = true;
  size_t count = 0;
  for (size_t i = 0; i < function->arguments.size(); ++i) {
    if (!function->arguments[i].isOutput)
      continue;
    Result<bool> right = compareOutput(i);
    if (!right)
      return right;
    isRight &= *right;
    ++count;
  }
  if (count == 0)
    return Error{"function '" + function->name + "' has no outputs to compare"};
  if (llvm::none_of(expected, [](const auto &value) { return bool(value); }))
    return Error{"expected a value for some output of function '" +
                 function->name + "', found none"};
  return isRight;
}

void Runner::printOutputs() {
  for (size_t i = 0; i < function->arguments.size(); ++i) {
    if (!function->arguments[i].isOutput)
      continue;
    os << nameOf(i) << ": " << arguments.tensors[i].typeText() << '\n';
    printTensor(os, arguments.tensors[i]);
    os << '\n';
  }
}

Result<bool> Runner::run() {
  for (auto step :
       {&Runner::chooseFunction, &Runner::chooseDevice, &Runner::readExpected,
        &Runner::callFunction, &Runner::writeOutputs})
    if (Status status = (this->*step)(); !status)
      return status.error();
  if (compares())
    return compareOutputs();
  printOutputs();
  return true;
}

Result<bool> diffattn::run::run(const Options &options, llvm::raw_ostream &os) {
  return Runner(options, os).run();
}
