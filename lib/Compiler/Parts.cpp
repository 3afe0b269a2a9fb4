//===- Parts.cpp - modules in parts ---------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

namespace {
/// Keeps LLVM's errors.
class KeepErrors : public llvm::DiagnosticHandler {
public:
  explicit KeepErrors(std::vector<std::string> &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream os(errors.emplace_back());
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }

private:
  std::vector<std::string> &errors;
};
} // namespace

Part::Part(std::unique_ptr<llvm::TargetMachine> machine)
    : context(std::make_unique<llvm::LLVMContext>()),
      machine(std::move(machine)) {
  context->setDiagnosticHandler(std::make_unique<KeepErrors>(errors));
}

/// Makes what has none of `names` declarations. Functions are not read yet.
static void dropOthers(llvm::Module &code, const llvm::StringSet<> &names) {
  for (llvm::Function &function : code)
    if (!function.isDeclaration() && !names.contains(function.getName()))
      function.deleteBody();
  for (llvm::GlobalVariable &global : code.globals()) {
    if (global.isDeclaration() || names.contains(global.getName()))
      continue;
    global.setInitializer(nullptr);
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

static void dropUnused(llvm::Module &code) {
  for (llvm::Function &function : llvm::make_early_inc_range(code))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  for (llvm::GlobalVariable &global :
       llvm::make_early_inc_range(code.globals()))
    if (global.isDeclaration() && global.use_empty())
      global.eraseFromParent();
}

llvm::Error Part::read(llvm::MemoryBufferRef bitcode,
                       const llvm::StringSet<> &names) {
  auto module = llvm::getLazyBitcodeModule(bitcode, *context);
  if (!module)
    return module.takeError();
  dropOthers(**module, names);
  if (llvm::Error failed = (*module)->materializeAll())
    return failed;
  dropUnused(**module);
  code = std::move(*module);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// All parts
//===----------------------------------------------------------------------===//

static llvm::SmallVector<char, 0> writeBitcode(const llvm::Module &code) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::WriteBitcodeToFile(code, os);
  return bytes;
}

static llvm::MemoryBufferRef asBuffer(ArrayRef<char> bytes) {
  return {StringRef(bytes.data(), bytes.size()), "diffattn"};
}

llvm::Expected<Parts> Parts::split(llvm::Module &code,
                                   MakeMachine makeMachine) {
  Parts result;
  std::vector<llvm::StringSet<>> names = partition(code);
  DenseMap<Part *, const llvm::StringSet<> *> namesOf;
  for (const llvm::StringSet<> &ofPart : names) {
    auto machine = makeMachine();
    if (!machine)
      return machine.takeError();
    result.parts.push_back(std::make_unique<Part>(std::move(*machine)));
    namesOf[result.parts.back().get()] = &ofPart;
  }
  if (result.empty())
    return result;
  llvm::SmallVector<char, 0> bitcode = writeBitcode(code);
  llvm::Error failed = result.forEach([&](Part &part) {
    return part.read(asBuffer(bitcode), *namesOf.lookup(&part));
  });
  if (failed)
    return std::move(failed);
  return result;
}

llvm::Error Parts::forEach(llvm::function_ref<llvm::Error(Part &)> work) {
  std::vector<std::optional<llvm::Error>> results(parts.size());
  {
    llvm::ThreadPoolStrategy strategy =
        llvm::hardware_concurrency(parts.size());
    strategy.Limit = true;
    llvm::DefaultThreadPool threads(strategy);
    for (size_t i : llvm::seq(parts.size()))
      threads.async([&, i] { results[i].emplace(work(*parts[i])); });
    threads.wait();
  }
  llvm::Error all = llvm::Error::success();
  for (auto [part, result] : llvm::zip_equal(parts, results)) {
    for (const std::string &text : std::exchange(part->errors, {}))
      all = llvm::joinErrors(std::move(all), llvm::createStringError(text));
    all = llvm::joinErrors(std::move(all), std::move(*result));
  }
  return all;
}

llvm::Expected<std::unique_ptr<llvm::Module>>
Parts::join(llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> whole;
  for (std::unique_ptr<Part> &part : std::exchange(parts, {})) {
    llvm::SmallVector<char, 0> bitcode = writeBitcode(*part->code);
    auto code = llvm::parseBitcodeFile(asBuffer(bitcode), context);
    if (!code)
      return code.takeError();
    if (!whole)
      whole = std::move(*code);
    else if (llvm::Linker::linkModules(*whole, std::move(*code)))
      return llvm::createStringError("the parts can't be put together");
  }
  for (llvm::GlobalValue &value : whole->global_values())
    if (value.hasHiddenVisibility()) {
      value.setVisibility(llvm::GlobalValue::DefaultVisibility);
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  return whole;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
Parts::mergeObjects() const {
  SmallVector<StringRef> objects;
  for (const std::unique_ptr<Part> &part : parts)
    objects.emplace_back(part->object.data(), part->object.size());
  return mlir::diffattn::mergeObjects(objects);
}
