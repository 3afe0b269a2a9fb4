//===- Compile.cpp - modules to objects ----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Kernels.h"
#include "ObjectCache.h"
#include "Timed.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// `text` without the lines that are in `seen`; its lines join them.
static std::string takeNewLines(StringRef text, llvm::StringSet<> &seen) {
  std::string rest;
  while (!text.empty()) {
    StringRef line = text.take_front(text.find('\n') + 1);
    if (line.empty())
      line = text;
    text = text.drop_front(line.size());
    if (seen.insert(line).second)
      rest += line;
  }
  return rest;
}

/// The options for one of several variants. It has a folder of dumps of its
/// own, and a plan.
static CompileOptions optionsOfVariant(CompileOptions options,
                                       const Target &target,
                                       std::string *plan) {
  options.plan = options.plan ? plan : nullptr;
  options.cpu = target.name;
  if (options.dumpFolder.empty())
    return options;
  llvm::SmallString<128> folder(options.dumpFolder);
  llvm::sys::path::append(folder, target.name);
  options.dumpFolder = folder.str().str();
  return options;
}

LogicalResult Session::emitVariants(ModuleOp module,
                                    const CompileOptions &options,
                                    ArrayRef<Target> targets,
                                    Emitter &emitter) {
  OwningOpRef<ModuleOp> lowered;
  // What is said of every variant is said once.
  llvm::StringSet<> seen;
  for (const Target &target : targets) {
    Timed timed(*this, target.name);
    lowered = module.clone();
    size_t before = diagnostics().size();
    std::string plan;
    CompileOptions ofVariant = optionsOfVariant(options, target, &plan);
    LogicalResult result =
        failure(failed(lower(*lowered, Stage::LLVM, ofVariant)) ||
                failed(emitter.addVariant(*lowered, target)));
    replaceDiagnostics(
        before,
        takeNewLines(StringRef(diagnostics()).drop_front(before), seen));
    if (failed(result))
      return failure();
    if (options.plan)
      *options.plan += target.name + "\n" + plan;
  }
  return emitter.finishVariants(*lowered, targets);
}

FailureOr<std::unique_ptr<Emitter>>
Session::emit(ModuleOp module, const CompileOptions &options) {
  llvm::Expected<Device> device = parseDevice(options.target);
  if (!device)
    return error(llvm::toString(device.takeError()));
  if (!options.cubin.empty() && *device != Device::CUDA)
    return error("cubin: expected target cuda, found " + options.target);
  llvm::Expected<Assembler> assembler =
      Assembler::create(options.cubin, options.ptxas);
  if (!assembler)
    return error(llvm::toString(assembler.takeError()));
  auto emitter = std::make_unique<Emitter>(
      *this, *device, std::move(*assembler), options.optimize);
  if (failed(emit(module, options, *emitter)))
    return failure();
  return emitter;
}

LogicalResult Session::emit(ModuleOp module, const CompileOptions &options,
                            Emitter &emitter) {
  llvm::Expected<std::vector<Target>> targets = resolveTargets(options.cpu);
  if (!targets)
    return error(llvm::toString(targets.takeError()));
  if (targets->size() > 1 && options.target != "cpu")
    return error("cpu: multi is for target cpu only, expected one processor, "
                 "for the code that launches kernels");
  if (targets->size() > 1)
    return emitVariants(module, options, *targets, emitter);
  return failure(failed(lower(module, Stage::LLVM, options)) ||
                 failed(emitter.add(module, targets->front())));
}

FailureOr<std::string> Session::compileToLLVMIR(ModuleOp module,
                                                const CompileOptions &options) {
  FailureOr<std::unique_ptr<Emitter>> emitter = emit(module, options);
  if (failed(emitter))
    return failure();
  return (*emitter)->printIR();
}

FailureOr<std::string> Session::compileToPTX(ModuleOp module,
                                             const CompileOptions &options) {
  if (options.target != "cuda")
    return error("PTX is for target cuda, found target '" + options.target +
                 "'");
  if (failed(lower(module, Stage::LLVM, options)))
    return failure();
  FailureOr<KernelList> kernels = readKernelList(module);
  if (failed(kernels))
    return failure();
  return emitPTX(*this, module, *kernels);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

FailureOr<Object> Session::compile(ModuleOp module,
                                   const CompileOptions &options) {
  return options.cacheFolder.empty() ? compileAnew(module, options)
                                     : compileCached(module, options);
}

FailureOr<Object> Session::compileAnew(ModuleOp module,
                                       const CompileOptions &options) {
  FailureOr<std::unique_ptr<Emitter>> emitter = emit(module, options);
  if (failed(emitter))
    return failure();
  return (*emitter)->emitObject();
}

FailureOr<Object> Session::compileCached(ModuleOp module,
                                         const CompileOptions &options) {
  std::optional<Timed> looking(std::in_place, *this, "look into the cache");
  llvm::Expected<ObjectCache> cache = ObjectCache::find(module, options);
  if (!cache)
    return error(llvm::toString(cache.takeError()));
  if (options.dumpFolder.empty() && !options.plan) {
    if (auto cached = cache->read(mlirContext.get())) {
      replaceDiagnostics(diagnostics().size(), cached->diagnostics);
      return std::move(cached->object);
    }
  }
  looking.reset();
  size_t before = diagnostics().size();
  FailureOr<Object> object = compileAnew(module, options);
  if (failed(object))
    return failure();
  Timed writing(*this, "write to the cache");
  StringRef said = StringRef(diagnostics()).drop_front(before);
  if (llvm::Error failed = cache->write(*object, said, mlirContext.get()))
    emitWarning(UnknownLoc::get(mlirContext.get()))
        << "nothing is cached: " << llvm::toString(std::move(failed));
  return object;
}

LogicalResult Session::link(const Object &object, StringRef path) {
  Timed timed(*this, "link");
  if (llvm::Error failed = linkObject(object, path))
    return error(llvm::toString(std::move(failed)));
  return success();
}

FailureOr<std::unique_ptr<LoadedObject>> Session::load(const Object &object) {
  auto loaded = loadObject(object);
  if (!loaded)
    return error(llvm::toString(loaded.takeError()));
  return std::move(*loaded);
}
