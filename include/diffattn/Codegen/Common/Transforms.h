//===- Transforms.h - the functions behind the passes -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each does what Passes.td says of the pass of the same name. All emit an error
// before they fail.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_TRANSFORMS_H
#define DIFFATTN_CODEGEN_COMMON_TRANSFORMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::diffattn {

/// Turns extern globals into trailing arguments of the functions that load
/// them.
LogicalResult bindParameters(ModuleOp module);

/// Fails, with an error, for a module that can't become an artifact.
LogicalResult checkModule(ModuleOp module);

/// Checks that a tensor.dim or memref.dim asks for a dim that there is, if it
/// is known which: MLIR's verifier doesn't, and its value bounds crash.
LogicalResult checkDim(ShapedDimOpInterface op);

/// Decomposes what bufferization can't take; fails for what remains of that.
LogicalResult prepareBufferization(Operation *op);

/// Makes a function, in `symbols`, of operations of `function` that come again
/// and again, at least `leastPeriod` each time, if it spares `leastSaved`.
/// Fails if there are none; then only writes to arguments have moved.
LogicalResult outlineRepeat(func::FuncOp function, SymbolTable &symbols,
                            size_t leastPeriod, size_t leastSaved);

/// Inserts the run-time checks for `op` and the operations inside it.
LogicalResult insertRunTimeChecks(Operation *op);

/// Gives the operations in `op` destinations that they may overwrite: empty
/// ones for arguments, and fills of their own; empty ones for attentions.
void createFreshDestinations(Operation *op);

/// Computes elementwise operations on tensors in `root` where their elements
/// are used, if that costs no time.
LogicalResult fuseElementwise(Operation *root);

/// Computes elementwise operations of concatenated tensors in `root` a part at
/// a time, each where it lies in the result.
LogicalResult sinkConcatenations(Operation *root);

/// Turns the results of `function` into trailing memref arguments.
LogicalResult convertResultsToDestinations(func::FuncOp function);

/// Writes results of `tensor.collapse_shape` uncollapsed to their destination.
void expandDestinations(Operation *op);

/// Splits rank-reducing subviews in `op` that upstream would misread.
void resolveSubviews(Operation *op);

/// Drops the `cf.assert`s of `function` that hold where control gets to them.
void mergeChecks(func::FuncOp function);

/// Turns `memref.alloca` that the stack should not hold into `memref.alloc`,
/// and marks allocations that have a `memref.dealloc` of the author.
void prepareDeallocation(func::FuncOp function);

/// Sets missing names and kinds of the arguments of `function`.
LogicalResult describeArguments(func::FuncOp function);

/// Replaces each `memref.copy` in `op` that is no block copy.
LogicalResult convertCopiesToLinalg(Operation *op);

/// On the allocation of an arena: what it holds.
inline constexpr llvm::StringLiteral kArenaAttr = "diffattn.arena";

/// Lets buffers of `function` that are not needed at the same time share
/// memory: one allocation a block, its parts aligned to `alignment` bytes.
void planMemory(func::FuncOp function, int64_t alignment);

/// Attaches signatures, and gives functions and globals names of their own.
LogicalResult recordSignatures(ModuleOp module);

/// Keeps one of private functions that differ in their names only.
void mergeFunctions(ModuleOp module);

/// Checks the dynamic `memref.alloc`s in `op`.
void insertAllocationChecks(Operation *op);

/// The half floats that the target converts from and to f32 by instructions.
struct HalfConversions {
  bool f16 = false, bf16 = false;
};

/// Removes half float arithmetic from `op`, and conversions but those in
/// `kept`.
LogicalResult expandHalfFloats(Operation *op, HalfConversions kept);

/// Converts `module` to the LLVM dialect and `cf.assert`.
LogicalResult convertToLLVM(ModuleOp module);

/// Brings vector operations in `root` to a form that has a conversion to LLVM:
/// transfers become loads and stores, the rest works on one dim.
LogicalResult prepareVectors(Operation *root);

/// The patterns of convertToLLVM.
void populateToLLVMPatterns(LLVMTypeConverter &converter,
                            RewritePatternSet &patterns);

/// Threads contexts and statuses through the functions of `module`.
LogicalResult threadStatus(ModuleOp module);

/// Emits entries, and hides everything else.
LogicalResult emitEntries(ModuleOp module);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_TRANSFORMS_H
