//===- SimCalls.h - calls of the emulator -----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_SIM_SIMCALLS_H
#define DIFFATTN_LIB_CODEGEN_SIM_SIMCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::diffattn {

/// Builds calls of diffattn_sim_* (Sim/Kernel.h) in a module.
class SimCalls {
public:
  explicit SimCalls(ModuleOp module)
      : module(module), table(module), layout(module) {}

  /// The same for every call by a thread, and without effect: such calls may
  /// move and merge.
  enum class Effect { Any, None };

  /// Calls diffattn_sim_NAME.
  LLVM::CallOp call(ImplicitLocOpBuilder &b, StringRef name, Type result,
                    ValueRange operands, Effect effect = Effect::Any);
  LLVM::CallOp call(ImplicitLocOpBuilder &b, StringRef name,
                    ValueRange operands);

  /// The address of the text that tells `op` from all other operations: its
  /// name and place. Without a place, its number among those of that name in
  /// the function that have sites.
  Value site(ImplicitLocOpBuilder &b, Operation *op);

  /// `pointer` without an address space.
  static Value flat(ImplicitLocOpBuilder &b, Value pointer);
  static Value i32(ImplicitLocOpBuilder &b, int64_t value);
  static Value i64(ImplicitLocOpBuilder &b, int64_t value);
  Type ptr() { return LLVM::LLVMPointerType::get(module.getContext()); }

  /// Sites are of another function from here on.
  void startFunction() { sitesOf.clear(); }

  SymbolTable &symbols() { return table; }
  ModuleOp getModule() { return module; }
  /// Of the host; NVVM's is the same for all types of elements.
  const DataLayout &dataLayout() const { return layout; }

private:
  ModuleOp module;
  SymbolTable table;
  DataLayout layout;
  llvm::DenseMap<OperationName, int64_t> sitesOf;
};

// What follows fails, without an error, where there is no emulation.

/// Replaces operations of the NVVM dialect.
class NVVMLowering {
public:
  explicit NVVMLowering(SimCalls &calls) : calls(calls) {}

  /// Replaces `op`, and erases it.
  LogicalResult lower(Operation *op);
  /// For the next function: nothing of the last one's is used any longer.
  void startFunction() { slots.clear(); }

private:
  LogicalResult lowerRegister(ImplicitLocOpBuilder &b, Operation *op);
  LogicalResult lowerBarrier(ImplicitLocOpBuilder &b, NVVM::BarrierOp op);
  LogicalResult lowerShuffle(ImplicitLocOpBuilder &b, NVVM::ShflOp op);
  LogicalResult lowerVote(ImplicitLocOpBuilder &b, NVVM::VoteSyncOp op);
  LogicalResult lowerReduce(ImplicitLocOpBuilder &b, NVVM::ReduxOp op);
  LogicalResult lowerCopy(ImplicitLocOpBuilder &b, NVVM::CpAsyncOp op);
  LogicalResult lowerLoad(ImplicitLocOpBuilder &b, NVVM::LdMatrixOp op);
  LogicalResult lowerMultiply(ImplicitLocOpBuilder &b, NVVM::MmaOp op);
  LogicalResult lowerToTF32(ImplicitLocOpBuilder &b,
                            NVVM::ConvertFloatToTF32Op op);
  template <typename ConvertOp>
  LogicalResult lowerToPair(ImplicitLocOpBuilder &b, ConvertOp op);

  /// Memory on the stack, one for each `purpose` and type, for as long as one
  /// operation takes.
  Value slot(ImplicitLocOpBuilder &b, StringRef purpose, Type type);
  /// The address of an array with the values.
  Value store(ImplicitLocOpBuilder &b, StringRef purpose, ValueRange values);

  SimCalls &calls;
  DenseMap<std::pair<StringRef, Type>, Value> slots;
};

/// Whether `op` makes its thread wait for others.
bool isCollective(Operation *op);

/// Replaces `op` if it is one that GPUs compute approximately.
LogicalResult lowerMath(SimCalls &calls, Operation *op);

/// Puts a check in front of `op` if it accesses memory that others see.
LogicalResult checkMemory(SimCalls &calls, Operation *op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_SIM_SIMCALLS_H
