//===- EmitObject.cpp - LLVM IR and machine code -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Manifest.h"
#include "diffattn/Compiler/Session.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

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

/// From a module of stage `llvm` to machine code.
class Emitter {
public:
  Emitter(Session &session, ModuleOp module)
      : session(session), module(module) {}

  LogicalResult translate(const CompileOptions &options);
  void optimize();
  std::string printIR() const;
  FailureOr<Object> emitObject();

private:
  LogicalResult checkSymbols(llvm::MemoryBufferRef code);
  void addManifest();

  Session &session;
  ModuleOp module;
  std::vector<FunctionSignature> functions;
  std::string manifest;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
};
} // namespace

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

LogicalResult Emitter::translate(const CompileOptions &options) {
  if (failed(checkStage(module)))
    return failure();
  llvm::Expected<Target> target = resolveTarget(options.cpu);
  if (!target)
    return session.error(llvm::toString(target.takeError()));
  auto created = createTargetMachine(*target);
  if (!created)
    return session.error(llvm::toString(created.takeError()));
  machine = std::move(*created);

  FailureOr<std::vector<FunctionSignature>> found = collectSignatures(module);
  if (failed(found))
    return failure();
  functions = std::move(*found);
  FailureOr<std::string> described = emitManifest(module, functions, *target);
  if (failed(described))
    return failure();
  manifest = std::move(*described);

  llvmContext.setDiagnosticHandler(std::make_unique<LLVMMessages>(session));
  llvmModule = translateModuleToLLVMIR(module, llvmContext, "diffattn");
  if (!llvmModule)
    return failure();
  llvmModule->setTargetTriple(machine->getTargetTriple());
  llvmModule->setDataLayout(machine->createDataLayout());
  llvmModule->setPICLevel(llvm::PICLevel::BigPIC);
  addManifest();

  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (llvm::verifyModule(*llvmModule, &os))
    return session.error("the generated LLVM IR is invalid: " + problem);
  return success();
}

void Emitter::optimize() {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functionsAnalysis;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functionsAnalysis);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functionsAnalysis, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(*llvmModule, modules);
}

std::string Emitter::printIR() const {
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
                                           "diffattn_finish_call",
                                           "diffattn_raise",
                                           "diffattn_release",
                                           "diffattn_run_parallel",
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
        !isProvided(name))
      return session.error("the code needs '" + name +
                           "', which is in neither libc, libm nor the runtime");
  }
  return success();
}

FailureOr<Object> Emitter::emitObject() {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, os, /*DwoOut=*/nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return session.error("no object file can be written for " +
                         machine->getTargetTriple().str());
  size_t before = session.diagnostics().size();
  codegen.run(*llvmModule);
  if (session.diagnostics().size() != before)
    return failure();
  Object object;
  object.code = std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes), "diffattn.o", /*RequiresNullTerminator=*/false);
  object.functions = std::move(functions);
  object.manifest = std::move(manifest);
  if (failed(checkSymbols(object.code->getMemBufferRef())))
    return failure();
  return object;
}

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

FailureOr<Object> Session::compileAnew(ModuleOp module,
                                       const CompileOptions &options) {
  Emitter emitter(*this, module);
  if (failed(lower(module, Stage::LLVM, options)) ||
      failed(emitter.translate(options)))
    return failure();
  emitter.optimize();
  return emitter.emitObject();
}

FailureOr<std::string> Session::compileToLLVMIR(ModuleOp module,
                                                const CompileOptions &options) {
  Emitter emitter(*this, module);
  if (failed(lower(module, Stage::LLVM, options)) ||
      failed(emitter.translate(options)))
    return failure();
  emitter.optimize();
  return emitter.printIR();
}

LogicalResult Session::link(const Object &object, StringRef path) {
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
