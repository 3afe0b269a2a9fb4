//===- LowerAttentionsToGPU.cpp - attention to launches of kernels --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"
#include "AttentionMerge.h"

#include "diffattn/Codegen/Common/FlatArray.h"
#include "diffattn/Codegen/Common/HeadShape.h"
#include "diffattn/Codegen/Common/KernelArguments.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Schedule.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERATTENTIONSTOGPUPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// What a launch needs to know
//===----------------------------------------------------------------------===//

/// Whether rows of `buffer` can be taken 16 bytes at a time: `features` of them
/// are neighbours, and rows start at multiples of 16 bytes.
static Value takesVectors(Emitter &e, Value buffer, ArrayRef<unsigned> dims,
                          ArrayRef<unsigned> features) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = type.getElementTypeBitWidth() / 8, count = 16 / bytes;
  auto divides = [&](Value number, int64_t by) {
    return e.equal(e.remainder(number, e.index(by)), e.index(0));
  };
  FlatArray flat(e, buffer);
  auto parts = memref::ExtractStridedMetadataOp::create(e, buffer);
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(e, buffer);
  Value aligned = divides(e.add(address, e.mul(parts.getOffset(), bytes)), 16);
  for (auto [dim, size, stride] :
       llvm::zip_equal(dims, flat.sizes, flat.strides)) {
    if (dim != features.back()) {
      aligned = e.both(divides(stride, count), aligned);
      continue;
    }
    aligned = e.both(e.equal(stride, e.index(1)), aligned);
    if (features.size() > 1)
      aligned = e.both(divides(size, count), aligned);
  }
  return aligned;
}

static Value takesVectors(Emitter &e, AttentionOp op) {
  DimList features = op.getDims().getDims(Role::Feature);
  DimList values = op.getDims().getDims(Role::Value);
  Value result = e.trueValue();
  auto add = [&](OpOperand &operand, ArrayRef<unsigned> inner) {
    DimList dims = getOperandDims(op, operand.getOperandNumber());
    result = e.both(takesVectors(e, operand.get(), dims, inner), result);
  };
  for (OpOperand *operand :
       {&op.getSignalQueryMutable(), &op.getSignalKeyMutable()})
    add(*operand, features);
  for (MutableOperandRange operands :
       {op.getNoiseQueryMutable(), op.getNoiseKeyMutable()})
    for (OpOperand &operand : operands)
      add(operand, features);
  add(op.getValueMutable(), values);
  add(op.getOutsMutable()[0], values);
  return result;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// The kernels of a module, a few for each kind of attention.
class AttentionKernels {
public:
  explicit AttentionKernels(ModuleOp module) : module(module) {}

  /// Replaces `op` by launches.
  void lower(AttentionOp op);

private:
  using Body = function_ref<void(WarpEmitter &, ValueRange)>;
  gpu::GPUFuncOp define(AttentionOp op, StringRef role, TypeRange types,
                        int64_t threads, Body body);
  void launch(Emitter &e, gpu::GPUFuncOp kernel, Value blocks, Value parts,
              int64_t shared, ValueRange arguments);
  void launchRows(Emitter &e, AttentionOp op, const ::diffattn::GPUPlan &plan,
                  bool isPart, Value blocks, Value parts, ValueRange arguments);
  void launchParts(Emitter &e, AttentionOp op, ::diffattn::GPUPlan plan,
                   Value heads, Value rows, Value keys, Values arguments);

  ModuleOp module;
  /// By the number of their kind, and what they are for.
  llvm::StringMap<gpu::GPUFuncOp> kernels;
  llvm::StringMap<size_t> kinds;
};
} // namespace

/// The kernel with this role for attentions like `op`; `body` writes it if
/// there is none yet.
gpu::GPUFuncOp AttentionKernels::define(AttentionOp op, StringRef role,
                                        TypeRange types, int64_t threads,
                                        Body body) {
  // The scale is an argument, but not what is done with it.
  std::string key = getKernelKey(op);
  key += KernelSpace::isScaledFirst(op) ? " scaled first" : "";
  size_t kind = kinds.try_emplace(key, kinds.size()).first->second;
  std::string name = ("attention" + Twine(kind) + "_" + role).str();
  gpu::GPUFuncOp &kernel = kernels[name];
  if (kernel)
    return kernel;
  MLIRContext *context = module.getContext();
  SymbolTable symbols(*getKernelsModule(module));
  WarpEmitter e(UnknownLoc::get(context), context);
  kernel = gpu::GPUFuncOp::create(e, name, e.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), e.getUnitAttr());
  kernel.setKnownBlockSize(ArrayRef<int32_t>{int32_t(threads), 1, 1});
  // The assembler must not save registers for the sake of more workgroups.
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  e.getI32IntegerAttr(1));
  symbols.insert(kernel);
  e.setInsertionPointToStart(&kernel.getBody().front());
  body(e, kernel.getArguments());
  gpu::ReturnOp::create(e);
  return kernel;
}

void AttentionKernels::launch(Emitter &e, gpu::GPUFuncOp kernel, Value blocks,
                              Value parts, int64_t shared,
                              ValueRange arguments) {
  Value one = e.index(1);
  int64_t threads = kernel.getKnownBlockSize()->front();
  gpu::LaunchFuncOp::create(
      e, kernel, gpu::KernelDim3{blocks, parts, one},
      gpu::KernelDim3{e.index(threads), one, one},
      arith::ConstantOp::create(e, e.getI32IntegerAttr(shared)), arguments);
}

/// Launches the kernel that computes blocks of rows: one of two, by what
/// addresses and strides are.
void AttentionKernels::launchRows(Emitter &e, AttentionOp op,
                                  const ::diffattn::GPUPlan &plan, bool isPart,
                                  Value blocks, Value parts,
                                  ValueRange arguments) {
  int64_t shared = getSharedLayout(plan, getHeadShape(op)).size;
  auto launchWith = [&](Access access) {
    ::diffattn::GPUPlan planned = plan;
    // What copies element by element needs registers for that.
    planned.queriesHeld &= access == Access::Vectors;
    std::string role = isPart ? "part_" : "";
    role += access == Access::Vectors ? "vectors" : "elements";
    gpu::GPUFuncOp kernel =
        define(op, role, arguments.getTypes(), planned.threads(),
               [&](WarpEmitter &inner, ValueRange x) {
                 AttentionKernel(inner, op, x, planned, access, isPart).write();
               });
    launch(e, kernel, blocks, parts, shared, arguments);
  };
  e.whenEither(
      takesVectors(e, op), [&] { launchWith(Access::Vectors); },
      [&] { launchWith(Access::Elements); });
}

/// Launches kernels for parts of the keys, then the one that merges them.
void AttentionKernels::launchParts(Emitter &e, AttentionOp op,
                                   ::diffattn::GPUPlan plan, Value heads,
                                   Value rows, Value keys, Values arguments) {
  plan = planParts(plan, getHeadShape(op));
  Value parts = e.ceilDiv(keys, plan.splitKeys);
  int64_t perMap = getHeadShape(op).values + 2;
  Value all = e.mul(heads, rows);
  Value states =
      e.allocate(e.getF32Type(),
                 e.mul(e.mul(all, parts), perMap * int64_t(op.getNumMaps())));
  arguments.push_back(states);
  Value blocks = e.mul(heads, e.ceilDiv(rows, plan.rows()));
  launchRows(e, op, plan, /*isPart=*/true, blocks, parts, arguments);

  arguments.push_back(parts);
  gpu::GPUFuncOp merge = define(op, "merge", ValueRange(arguments).getTypes(),
                                32 * AttentionMerge::kWarps,
                                [&](WarpEmitter &inner, ValueRange x) {
                                  AttentionMerge(inner, op, x).write();
                                });
  launch(e, merge, e.ceilDiv(all, AttentionMerge::kWarps), e.index(1),
         /*shared=*/0, arguments);
  e.free(states);
}

/// What the schedule of `op` means for it.
static ::diffattn::GPUPlan planOf(AttentionOp op) {
  ::diffattn::GPUPlan plan = toPlan(getGPUSchedule(op));
  plan.splitKeys = llvm::alignTo(plan.splitKeys, plan.keyTile);
  // Canonicalization may have dropped the noise since; FMA takes no fragments.
  plan.mapsApart = plan.mapsApart && op.hasNoise();
  Type element = getElementTypeOrSelf(op.getValue().getType());
  plan.queriesHeld = plan.queriesHeld && !element.isF32();
  return plan;
}

/// Emits an error if no kernel can be made by the schedule of `op`.
static LogicalResult checkSchedule(AttentionOp op, int64_t sharedBytes) {
  if (std::string reason = getReasonAgainstGPUKernel(op); !reason.empty())
    return op.emitOpError() << "has a schedule for GPUs, but " << reason;
  int64_t bytes = getSharedLayout(planOf(op), getHeadShape(op)).size;
  if (bytes <= sharedBytes)
    return success();
  return op.emitOpError() << "has a schedule for GPUs that takes " << bytes
                          << " bytes of shared memory, expected at most "
                          << sharedBytes;
}

void AttentionKernels::lower(AttentionOp op) {
  Emitter e(op.getLoc(), op);
  double unit = KernelSpace::isInNaturalUnits(op) ? 1 : 1.4426950408889634;
  Values arguments(op->getOperands());
  llvm::append_range(arguments, emitKernelNumbers(e, op, unit));

  SmallVector<OpFoldResult> sizes = getDomainSizes(e, op);
  auto product = [&](ArrayRef<unsigned> dims) {
    Value result = e.index(1);
    for (unsigned dim : dims)
      result = e.mul(
          result, getValueOrCreateConstantIndexOp(e, e.getLoc(), sizes[dim]));
    return result;
  };
  Value keys = product(op.getDims().getDims(Role::Key));
  Value heads = product(KernelSpace::getHeadDims(op));
  Value rows = product(KernelSpace::getRowDims(op));
  cf::AssertOp::create(e, e.less(keys, e.index(int64_t(1) << 30)),
                       "attention on a GPU takes fewer than 2^30 keys");
  ::diffattn::GPUPlan plan = planOf(op);
  // Parts are the second dim of a grid, which has a limit.
  constexpr int64_t mostParts = 65535;
  Value isSplit =
      e.both(e.less(rows, e.index(plan.splitRows + 1)),
             e.both(e.less(e.index(plan.splitKeys), keys),
                    e.less(keys, e.index(plan.splitKeys * mostParts))));
  e.whenEither(
      isSplit, [&] { launchParts(e, op, plan, heads, rows, keys, arguments); },
      [&] {
        Value blocks = e.mul(heads, e.ceilDiv(rows, plan.rows()));
        launchRows(e, op, plan, /*isPart=*/false, blocks, e.index(1),
                   arguments);
      });
  op.erase();
}

LogicalResult mlir::diffattn::lowerAttentionsToGPU(ModuleOp module,
                                                   int64_t sharedBytes) {
  SmallVector<AttentionOp> ops;
  module.walk([&](AttentionOp op) {
    if (getGPUSchedule(op) && op->getNumResults() == 0)
      ops.push_back(op);
  });
  if (ops.empty())
    return success();
  if (failed(getKernelsModule(module)))
    return failure();
  if (llvm::any_of(ops, [&](AttentionOp op) {
        return failed(checkSchedule(op, sharedBytes));
      }))
    return failure();
  AttentionKernels kernels(module);
  for (AttentionOp op : ops)
    kernels.lower(op);
  return success();
}

namespace {
struct LowerAttentionsToGPUPass
    : mlir::diffattn::impl::LowerAttentionsToGPUPassBase<
          LowerAttentionsToGPUPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(lowerAttentionsToGPU(getOperation(), sharedBytes)))
      signalPassFailure();
  }
};
} // namespace
