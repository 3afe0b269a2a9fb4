//===- Emitter.h - LLVM IR and machine code ---------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_EMITTER_H
#define DIFFATTN_LIB_COMPILER_EMITTER_H

#include "Cubin.h"
#include "Kernels.h"
#include "Parts.h"

#include "diffattn/Codegen/Sim/Transforms.h"
#include "diffattn/Compiler/Chip.h"
#include "diffattn/Compiler/Session.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::diffattn {

/// From modules of stage `llvm` to machine code: one module for one processor,
/// or several, made of one source, for a processor each.
class Emitter {
public:
  /// `device`: where kernels of the modules run, if they have any; `assembler`
  /// makes code for it; `isOptimizing`: whether LLVM optimises code.
  Emitter(Session &session, Device device, Assembler assembler,
          bool isOptimizing);

  /// Takes the only module.
  LogicalResult add(ModuleOp module, const Target &target);

  /// Takes the next of several modules. Its entries become functions that
  /// finishVariants() chooses from.
  LogicalResult addVariant(ModuleOp module, const Target &target);
  /// Makes the entries, after the last variant. `targets` are those of the
  /// variants, best first; the last one is the baseline, `module` its module.
  LogicalResult finishVariants(ModuleOp module, ArrayRef<Target> targets);

  FailureOr<std::string> printIR();
  FailureOr<Object> emitObject();

private:
  /// The LLVM IR of `module`; `machine` becomes that of `target`.
  std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                          const Target &target);
  /// Makes errors of LLVM the session's; fails if there are any.
  LogicalResult report(llvm::Error failed);
  /// Moves `code` to `parts`, if it is large.
  LogicalResult split(std::unique_ptr<llvm::Module> &code);
  /// Optimises `code`, which then is either there or in `parts`.
  LogicalResult optimizeInParts(std::unique_ptr<llvm::Module> &code);
  /// Puts what is in `parts` back into `code`.
  LogicalResult join(std::unique_ptr<llvm::Module> &code);
  LogicalResult describe(ModuleOp module, ArrayRef<Target> targets);
  LogicalResult addKernels(ModuleOp module);
  /// Machine code of `ptx`, which is for `chip` and newer ones.
  FailureOr<std::vector<Cubin>> assemble(StringRef ptx, StringRef chip);
  LogicalResult addEmulatedKernels(const KernelList &list);
  void addManifest();
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> emitCode();
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> emitParts();
  LogicalResult checkSymbols(llvm::MemoryBufferRef code);

  Session &session;
  Device device;
  Assembler assembler;
  bool isOptimizing;
  std::vector<FunctionSignature> functions;
  std::string manifest;
  /// Where the emulator finds the kernels.
  SmallVector<SimKernel> simKernels;
  /// That of the last module.
  std::optional<Target> target;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  /// All of the code, instead of `llvmModule`, if they are not empty.
  Parts parts;
};

/// LLVM's errors in `context` become those of `session`.
void reportTo(Session &session, llvm::LLVMContext &context);

/// Fails, with an error, if `code` is no valid LLVM IR.
LogicalResult verify(Session &session, const llvm::Module &code);

/// Makes `code`, with its `entries`, a variant for `target` that can stand
/// beside others: entries get its name behind theirs, all else is internal, and
/// functions say what processor they are for.
void makeVariant(llvm::Module &code, ArrayRef<FunctionSignature> entries,
                 const Target &target);

/// Adds to `code` each of the `entries`: it asks the runtime at the first call
/// which of `targets` suits the machine, and goes on to that variant.
void addDispatch(llvm::Module &code, ArrayRef<FunctionSignature> entries,
                 ArrayRef<Target> targets);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_EMITTER_H
