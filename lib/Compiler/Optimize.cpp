//===- Optimize.cpp - LLVM's passes ---------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/SCCP.h"

using namespace mlir::diffattn;

/// Whether the pass is of use for our code. It never calls what it has only the
/// address of: the runtime does.
static bool isUseful(llvm::StringRef pass, const llvm::Any &) {
  return pass != "CalledValuePropagationPass";
}

/// Runs the passes that `build` gives on `code`.
static void runPasses(
    llvm::Module &code, llvm::TargetMachine &machine,
    llvm::function_ref<llvm::ModulePassManager(llvm::PassBuilder &)> build) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(isUseful);
  llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(),
                            /*PGOOpt=*/std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  build(builder).run(code, modules);
}

void mlir::diffattn::optimize(llvm::Module &code, llvm::TargetMachine &machine,
                              llvm::OptimizationLevel level) {
  runPasses(code, machine, [&](llvm::PassBuilder &builder) {
    return builder.buildPerModuleDefaultPipeline(level);
  });
}

void mlir::diffattn::specializeFunctions(llvm::Module &code,
                                         llvm::TargetMachine &machine) {
  runPasses(code, machine, [](llvm::PassBuilder &) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::IPSCCPPass());
    passes.addPass(llvm::GlobalOptPass());
    passes.addPass(llvm::DeadArgumentEliminationPass());
    return passes;
  });
}

void mlir::diffattn::mergeConstants(llvm::Module &code,
                                    llvm::TargetMachine &machine) {
  runPasses(code, machine, [](llvm::PassBuilder &) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::ConstantMergePass());
    return passes;
  });
}
