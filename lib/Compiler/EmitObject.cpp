//===- EmitObject.cpp - LLVM IR and machine code -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Timed.h"

#include "diffattn/Codegen/GPU/DeviceMath.h"
#include "diffattn/Compiler/Manifest.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// Turns LLVM's own errors into the session's.
class LLVMMessages : public llvm::DiagnosticHandler {
public:
  explicit LLVMMessages(Session &session) : session(session) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    (void)session.error(text);
    return true;
  }

private:
  Session &session;
};
} // namespace

void mlir::diffattn::reportTo(Session &session, llvm::LLVMContext &context) {
  context.setDiagnosticHandler(std::make_unique<LLVMMessages>(session));
}

Emitter::Emitter(Session &session, Device device, Assembler assembler,
                 bool isOptimizing)
    : session(session), device(device), assembler(std::move(assembler)),
      isOptimizing(isOptimizing) {
  reportTo(session, llvmContext);
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// Translation to LLVM IR skips operations of other dialects without a word.
static LogicalResult checkStage(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (isa_and_present<LLVM::LLVMDialect, BuiltinDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitOpError() << "is not of stage llvm, expected the LLVM dialect only";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void Emitter::addManifest() {
  auto *text = llvm::ConstantDataArray::getString(llvmContext, manifest,
                                                  /*AddNull=*/true);
  // Weak: a program that links several objects gets one of them.
  new llvm::GlobalVariable(*llvmModule, text->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::WeakAnyLinkage, text,
                           kManifestSymbol);
}

LogicalResult mlir::diffattn::verify(Session &session,
                                     const llvm::Module &code) {
  Timed timed(session, "verify LLVM IR");
  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (llvm::verifyModule(code, &os))
    return session.error("the generated LLVM IR is invalid: " + problem);
  return success();
}

/// Fills the manifest. `module` is that of any of `targets`.
LogicalResult Emitter::describe(ModuleOp module, ArrayRef<Target> targets) {
  FailureOr<std::string> text =
      emitManifest(module, functions, targets, device);
  if (succeeded(text))
    manifest = std::move(*text);
  return text;
}

std::unique_ptr<llvm::Module> Emitter::translate(ModuleOp module,
                                                 const Target &target) {
  Timed timed(session, "translate to LLVM IR");
  if (hasKernels(module) != (device != Device::CPU)) {
    (void)session.error("the module is for another target than " +
                        stringifyDevice(device));
    return nullptr;
  }
  OwningOpRef<ModuleOp> host;
  if (device == Device::CUDA) {
    host = cloneHostCode(module);
    module = *host;
  } else if (device == Device::Sim) {
    // Kernels become code of the host.
    host = module.clone();
    module = *host;
    simKernels.clear();
    if (failed(lowerToSim(module, simKernels)))
      return nullptr;
  }
  if (failed(checkStage(module)))
    return nullptr;
  auto created = createTargetMachine(target, isOptimizing);
  if (!created) {
    (void)session.error(llvm::toString(created.takeError()));
    return nullptr;
  }
  machine = std::move(*created);
  this->target = target;
  FailureOr<std::vector<FunctionSignature>> found = collectSignatures(module);
  if (failed(found))
    return nullptr;
  functions = std::move(*found);
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, llvmContext, "diffattn");
  if (!code)
    return nullptr;
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  code->setPICLevel(llvm::PICLevel::BigPIC);
  return code;
}

LogicalResult Emitter::report(llvm::Error failed) {
  bool isFine = !failed;
  llvm::handleAllErrors(std::move(failed), [&](llvm::ErrorInfoBase &info) {
    (void)session.error(info.message());
  });
  return success(isFine);
}

LogicalResult Emitter::split(std::unique_ptr<llvm::Module> &code) {
  llvm::Expected<Parts> found = Parts::split(
      *code, [&] { return createTargetMachine(*target, isOptimizing); });
  if (!found)
    return report(found.takeError());
  parts = std::move(*found);
  if (!parts.empty())
    code.reset();
  return success();
}

LogicalResult Emitter::join(std::unique_ptr<llvm::Module> &code) {
  if (parts.empty())
    return success();
  auto whole = parts.join(llvmContext);
  if (!whole)
    return report(whole.takeError());
  code = std::move(*whole);
  return success();
}

LogicalResult Emitter::optimizeInParts(std::unique_ptr<llvm::Module> &code) {
  Timed timed(session, "optimise LLVM IR");
  const llvm::OptimizationLevel &level =
      isOptimizing ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O0;
  if (isOptimizing && isWorthParts(*code))
    specializeFunctions(*code, *machine);
  if (failed(split(code)))
    return failure();
  if (parts.empty()) {
    optimize(*code, *machine, level);
    return success();
  }
  return report(parts.forEach([&](Part &part) {
    optimize(*part.code, *part.machine, level);
    return llvm::Error::success();
  }));
}

/// Adds the kernels of `module` to the code, if it has any.
LogicalResult Emitter::addKernels(ModuleOp module) {
  if (device == Device::CPU)
    return success();
  FailureOr<KernelList> list = readKernelList(module);
  if (failed(list))
    return failure();
  if (device == Device::Sim)
    return addEmulatedKernels(*list);
  FailureOr<std::string> ptx = emitPTX(session, module, *list);
  if (failed(ptx))
    return failure();
  FailureOr<std::vector<Cubin>> cubins = assemble(*ptx, list->chip);
  if (failed(cubins))
    return failure();
  defineKernelTable(*llvmModule, *list, *ptx, *cubins, /*functions=*/{});
  return success();
}

FailureOr<std::vector<Cubin>> Emitter::assemble(StringRef ptx, StringRef chip) {
  if (assembler.path().empty())
    return std::vector<Cubin>();
  Timed timed(session, "assemble PTX");
  llvm::Expected<std::vector<Cubin>> cubins = assembler.assemble(ptx, chip);
  if (!cubins)
    return session.error(llvm::toString(cubins.takeError()));
  return std::move(*cubins);
}

/// The functions for `list` are in the code already.
LogicalResult Emitter::addEmulatedKernels(const KernelList &list) {
  SmallVector<llvm::Function *> functions;
  for (StringRef name : list.names) {
    auto isThis = [&](const SimKernel &kernel) { return kernel.name == name; };
    auto found = llvm::find_if(simKernels, isThis);
    llvm::Function *function = found == simKernels.end()
                                   ? nullptr
                                   : llvmModule->getFunction(found->symbol);
    if (!function)
      return session.error("there is no kernel '" + name +
                           "', which 'diffattn.kernels' names");
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    functions.push_back(function);
  }
  defineKernelTable(*llvmModule, list, /*ptx=*/"", /*cubins=*/{}, functions);
  return linkDeviceMath(session, *llvmModule, deviceMathForHost());
}

LogicalResult Emitter::add(ModuleOp module, const Target &target) {
  llvmModule = translate(module, target);
  if (!llvmModule || failed(addKernels(module)) ||
      failed(describe(module, target)))
    return failure();
  addManifest();
  if (failed(verify(session, *llvmModule)))
    return failure();
  return optimizeInParts(llvmModule);
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

LogicalResult Emitter::addVariant(ModuleOp module, const Target &target) {
  std::unique_ptr<llvm::Module> code = translate(module, target);
  if (!code || failed(verify(session, *code)))
    return failure();
  if (failed(optimizeInParts(code)) || failed(join(code)))
    return failure();
  makeVariant(*code, functions, target);
  if (!llvmModule)
    llvmModule = std::move(code);
  else if (llvm::Linker::linkModules(*llvmModule, std::move(code)))
    return session.error("the variants can't be put together");
  return success();
}

LogicalResult Emitter::finishVariants(ModuleOp module,
                                      ArrayRef<Target> targets) {
  if (failed(describe(module, targets)))
    return failure();
  addDispatch(*llvmModule, functions, targets);
  addManifest();
  if (failed(verify(session, *llvmModule)))
    return failure();
  // Weights that stand in the module are the same in all variants.
  mergeConstants(*llvmModule, *machine);
  return split(llvmModule);
}

FailureOr<std::string> Emitter::printIR() {
  if (failed(join(llvmModule)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  llvmModule->print(os, /*AAW=*/nullptr);
  return text;
}

//===----------------------------------------------------------------------===//
// Machine code
//===----------------------------------------------------------------------===//

/// Whether artifacts may leave `name` to the host: the runtime's interface, and
/// what code for our operations takes from libc and libm.
static bool isProvided(StringRef name) {
  static const llvm::StringSet<> functions{"diffattn_allocate",
                                           "diffattn_bind_arguments",
                                           "diffattn_bind_device_arguments",
                                           "diffattn_choose_variant",
                                           "diffattn_find_panels",
                                           "diffattn_finish_call",
                                           "diffattn_launch",
                                           "diffattn_matmul",
                                           "diffattn_raise",
                                           "diffattn_read",
                                           "diffattn_release",
                                           "diffattn_run_parallel",
                                           "diffattn_status_word",
                                           "diffattn_upload",
                                           "memcpy",
                                           "memmove",
                                           "memset",
                                           "memcmp",
                                           "bcmp"};
  static const llvm::StringSet<> maths{
      "acos",   "acosh",     "asin",     "asinh", "atan",  "atan2",     "atanh",
      "cbrt",   "ceil",      "cos",      "cosh",  "erf",   "erfc",      "exp",
      "exp10",  "exp2",      "expm1",    "floor", "fma",   "fmax",      "fmin",
      "fmod",   "fmaximum",  "fminimum", "ldexp", "log",   "log10",     "log1p",
      "log2",   "nearbyint", "pow",      "rint",  "round", "roundeven", "sin",
      "sincos", "sinh",      "sqrt",     "tan",   "tanh",  "trunc"};
  if (functions.contains(name) || maths.contains(name))
    return true;
  return name.consume_back("f") && maths.contains(name);
}

/// Helpers of compiler-rt, and functions that an author declared.
LogicalResult Emitter::checkSymbols(llvm::MemoryBufferRef code) {
  auto object = llvm::object::ObjectFile::createObjectFile(code);
  if (!object)
    return session.error(llvm::toString(object.takeError()));
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    uint32_t flags = llvm::cantFail(symbol.getFlags());
    StringRef name = llvm::cantFail(symbol.getName());
    if ((flags & llvm::object::SymbolRef::SF_Undefined) && !name.empty() &&
        !isProvided(name) &&
        !(device == Device::Sim && name.starts_with("diffattn_sim_")))
      return session.error("the code needs '" + name +
                           "', which is in neither libc, libm nor the runtime");
  }
  return success();
}

/// Writes machine code of `code` to `bytes`.
static llvm::Error emit(llvm::Module &code, llvm::TargetMachine &machine,
                        llvm::SmallVectorImpl<char> &bytes) {
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager codegen;
  if (machine.addPassesToEmitFile(codegen, os, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("no object file can be written for " +
                                   machine.getTargetTriple().str());
  codegen.run(code);
  return llvm::Error::success();
}

FailureOr<std::unique_ptr<llvm::MemoryBuffer>> Emitter::emitParts() {
  llvm::Error failed = parts.forEach(
      [](Part &part) { return emit(*part.code, *part.machine, part.object); });
  if (failed)
    return report(std::move(failed));
  auto merged = parts.mergeObjects();
  if (!merged)
    return report(merged.takeError());
  return std::move(*merged);
}

FailureOr<std::unique_ptr<llvm::MemoryBuffer>> Emitter::emitCode() {
  if (!parts.empty())
    return emitParts();
  llvm::SmallVector<char, 0> bytes;
  size_t before = session.diagnostics().size();
  if (failed(report(emit(*llvmModule, *machine, bytes))) ||
      session.diagnostics().size() != before)
    return failure();
  std::unique_ptr<llvm::MemoryBuffer> code =
      std::make_unique<llvm::SmallVectorMemoryBuffer>(
          std::move(bytes), "diffattn.o", /*RequiresNullTerminator=*/false);
  return code;
}

FailureOr<Object> Emitter::emitObject() {
  Timed timed(session, "emit machine code");
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> code = emitCode();
  if (failed(code))
    return failure();
  Object object;
  object.code = std::move(*code);
  object.functions = std::move(functions);
  object.manifest = std::move(manifest);
  if (failed(checkSymbols(object.code->getMemBufferRef())))
    return failure();
  return object;
}
