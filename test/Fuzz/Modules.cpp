//===- Modules.cpp - modules of the programs ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include "Fuzzing.h"
#include "Nesting.h"
#include "TextGuards.h"
#include "diffattn/InitAll.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/SourceMgr.h"

using namespace diffattn::fuzz;
namespace fuzz = ::diffattn::fuzz;
using namespace mlir;

Modules::Modules() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  mlir::diffattn::registerAllDiffAttnDialects(registry);
  mlir::diffattn::registerAllDiffAttnExtensions(registry);
  mlirContext =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  mlirContext->printOpOnDiagnostic(false);
  mlirContext->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    diagnostics += diagnostic.str() + "\n";
    return success();
  });
}

Modules::~Modules() = default;

Modules &fuzz::freshModules() {
  static constexpr unsigned kUses = 400;
  static std::unique_ptr<Modules> current;
  static unsigned uses = 0;
  if (uses++ % kUses == 0) {
    current.reset();
    current = std::make_unique<Modules>();
  }
  current->diagnostics.clear();
  return *current;
}

/// For tools/dev/fuzz.py, when it looks at a fault.
static void trace(const char *what) {
  static const bool wanted = std::getenv("DIFFATTN_FUZZ_TRACE") != nullptr;
  if (wanted)
    std::fprintf(stderr, "fuzzing: %s\n", what);
}

OwningOpRef<ModuleOp> Modules::parse(std::string_view source) {
  // As the compiler: what MLIR's parser would not come back from is refused.
  if (!fuzz::isBytecode(source) &&
      (mlir::diffattn::findDeepNesting(source, 1000) ||
       mlir::diffattn::findTextFault(source)))
    return nullptr;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source, "input"), llvm::SMLoc());
  trace("begins parsing");
  auto module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(mlirContext.get()));
  trace("ended parsing");
  return module;
}

std::string Modules::writeBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    complain("a module can't be written as bytecode",
             print(module, /*generic=*/true));
  return bytes;
}

void Modules::complain(const char *what, std::string_view module) {
  std::fprintf(stderr, "ERROR: fuzzing: %s\n%s\n%.*s\n", what,
               diagnostics.c_str(), static_cast<int>(module.size()),
               module.data());
  std::abort();
}

std::string fuzz::print(ModuleOp module, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  if (generic)
    flags.printGenericOpForm();
  module.print(os, flags);
  return text;
}

bool fuzz::isBytecode(std::string_view source) {
  return mlir::isBytecode(llvm::MemoryBufferRef(StringRef(source), ""));
}

/// Whether all passes in a list, with their options in braces, are ours.
static bool areOurs(StringRef list) {
  int depth = 0;
  bool starts = true;
  for (size_t i = 0; i < list.size(); ++i) {
    if (starts && !list.substr(i).starts_with("diffattn-"))
      return false;
    depth += (list[i] == '{') - (list[i] == '}');
    starts = list[i] == ',' && depth == 0;
    // Nothing but passes of the module itself.
    if (list[i] == '(' && depth == 0)
      return false;
  }
  return !list.empty();
}

int fuzz::runPasses(ModuleOp module, StringRef list,
                    const std::string &diagnostics,
                    llvm::function_ref<void()> fail) {
  if (!areOurs(list))
    return Reject;
  PassManager pm(module.getContext(), ModuleOp::getOperationName(),
                 PassManager::Nesting::Implicit);
  std::string said;
  llvm::raw_string_ostream os(said);
  if (failed(parsePassPipeline(list, pm, os)))
    return Keep;
  if (failed(pm.run(module)) && StringRef(diagnostics).trim().empty())
    fail();
  return Keep;
}
