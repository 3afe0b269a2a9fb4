//===- Parts.h - modules in parts -------------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM works on a module in one thread. A large module is cut into parts with a
// context each, which threads work on at the same time, and which become one
// object in the end. Where a module is cut depends on nothing but the module:
// the code is the same with any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_PARTS_H
#define DIFFATTN_LIB_COMPILER_PARTS_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::diffattn {

/// Runs LLVM's passes for `level` on `code`.
void optimize(llvm::Module &code, llvm::TargetMachine &machine,
              llvm::OptimizationLevel level);

/// Drops arguments of functions in `code` that are the same constant in all
/// calls, or of no use: what has to be done before `code` is cut.
void specializeFunctions(llvm::Module &code, llvm::TargetMachine &machine);

/// Makes equal constants of `code` one.
void mergeConstants(llvm::Module &code, llvm::TargetMachine &machine);

/// Whether `code` has many instructions and little data, and
/// all there is in it can be told apart by name.
bool isWorthParts(const llvm::Module &code);

/// Cuts `code` where LLVM would not look across: between functions of which one
/// only has the address of the other, and at large functions that several call.
/// Gives the names of what is defined in each part; nothing if `code` is not
/// worth parts. What several parts use becomes hidden instead of internal.
std::vector<llvm::StringSet<>> partition(llvm::Module &code);

/// Machine code of the parts of a module as one object file, whose hidden
/// symbols are local.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mergeObjects(ArrayRef<StringRef> objects);

/// What is defined in a part of a module, in a context of its own.
struct Part {
  explicit Part(std::unique_ptr<llvm::TargetMachine> machine);

  /// Reads the definitions that have these names; others are declared.
  llvm::Error read(llvm::MemoryBufferRef bitcode,
                   const llvm::StringSet<> &names);

  /// LLVM's errors in the context.
  std::vector<std::string> errors;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> code;
  /// Its machine code, once there is some.
  llvm::SmallVector<char, 0> object;
};

/// The parts of a module.
class Parts {
public:
  using MakeMachine = llvm::function_ref<
      llvm::Expected<std::unique_ptr<llvm::TargetMachine>>()>;

  /// Cuts `code`. Leaves it alone, without parts, if it is one.
  static llvm::Expected<Parts> split(llvm::Module &code,
                                     MakeMachine makeMachine);

  bool empty() const { return parts.empty(); }

  /// Calls `work` for each part, several at a time.
  llvm::Error forEach(llvm::function_ref<llvm::Error(Part &)> work);

  /// Puts the parts together in `context`, and has none then.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  join(llvm::LLVMContext &context);

  /// The machine code of all parts as one object file.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> mergeObjects() const;

private:
  std::vector<std::unique_ptr<Part>> parts;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_PARTS_H
