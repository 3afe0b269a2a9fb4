//===- LaunchLoops.cpp - what computes on elements becomes kernels -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host code keeps control flow, sizes and views. Three kinds of operations go
// to kernels: loops that are parallel (a thread an iteration), other loops and
// branches that read or write elements (one thread), and single stores (one
// thread for several in a row). A load that is left is a read of one element.
//
//===----------------------------------------------------------------------===//

#include "LinalgLoops.h"

#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LAUNCHLOOPSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Threads of a block.
static constexpr int64_t kBlockThreads = 256;
/// The largest grid along x.
static constexpr int64_t kMaxBlocks = (int64_t(1) << 31) - 1;

//===----------------------------------------------------------------------===//
// What can be where
//===----------------------------------------------------------------------===//

static bool isView(Operation *op) {
  return isa<memref::DimOp, memref::CastOp, memref::SubViewOp,
             memref::ReinterpretCastOp, memref::ExpandShapeOp,
             memref::CollapseShapeOp, memref::TransposeOp, memref::ViewOp,
             memref::ReshapeOp, memref::MemorySpaceCastOp,
             memref::ExtractStridedMetadataOp, memref::AssumeAlignmentOp,
             memref::RankOp, memref::DistinctObjectsOp>(op);
}

bool mlir::diffattn::touchesElements(Operation *op) {
  if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::GenericAtomicRMWOp>(op))
    return true;
  return isa_and_present<vector::VectorDialect>(op->getDialect()) &&
         !isMemoryEffectFree(op);
}

/// Whether a kernel has code for `op`, not looking into its regions.
static bool hasKernelCode(Operation *op) {
  if (isa_and_present<affine::AffineDialect, arith::ArithDialect,
                      index::IndexDialect, math::MathDialect, scf::SCFDialect,
                      ub::UBDialect, vector::VectorDialect>(op->getDialect()))
    return !isa<scf::ForallOp>(op);
  return isa<cf::AssertOp, memref::AtomicYieldOp>(op) || isView(op) ||
         touchesElements(op);
}

/// Whether a kernel can take a value of `type` from the host.
static bool isKernelArgument(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getElementType().isIntOrIndexOrFloat();
  return type.isIntOrIndexOrFloat();
}

/// Whether `op` and all inside it can run in a kernel.
static bool canRunInKernel(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    return hasKernelCode(nested) ? WalkResult::advance()
                                 : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return false;
  SetVector<Value> captures(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return llvm::all_of(captures, [](Value value) {
    return isKernelArgument(value.getType()) ||
           matchPattern(value, m_Constant());
  });
}

/// Whether something inside `op` is work for more than one thread.
static bool holdsParallelWork(Operation *op) {
  WalkResult result = op->walk([&](Operation *nested) {
    bool isWork =
        isa<linalg::LinalgOp, memref::CopyOp, scf::ParallelOp>(nested);
    return isWork && nested != op ? WalkResult::interrupt()
                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static bool holdsElementAccess(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    return touchesElements(nested) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// Turns one parallel loop, whose body can run in a kernel, into a launch.
class Launcher {
public:
  explicit Launcher(scf::ParallelOp loop)
      : loop(loop), b(loop.getLoc(), loop) {}

  gpu::LaunchOp run();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  void countIterations();
  Value countBlocks();
  void emitIteration(Value number);

  scf::ParallelOp loop;
  ImplicitLocOpBuilder b;
  /// Iterations along each dim, and in all.
  SmallVector<Value> counts;
  Value count;
  std::optional<int64_t> fixedCount;
};
} // namespace

/// max(0, ceil((upper - lower) / step)) along each dim; the step is positive.
void Launcher::countIterations() {
  count = index(1);
  for (auto [lower, upper, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value distance = b.createOrFold<arith::SubIOp>(upper, lower);
    Value steps = b.createOrFold<arith::CeilDivSIOp>(distance, step);
    counts.push_back(b.createOrFold<arith::MaxSIOp>(steps, index(0)));
    count = b.createOrFold<arith::MulIOp>(count, counts.back());
  }
  fixedCount = getConstantIntValue(count);
}

/// ceil(count / threads), as far as a grid goes: threads take several
/// iterations each beyond that.
Value Launcher::countBlocks() {
  Value blocks =
      b.createOrFold<arith::CeilDivUIOp>(count, index(kBlockThreads));
  return b.createOrFold<arith::MinUIOp>(blocks, index(kMaxBlocks));
}

/// Repeats the body for the iteration `number`; the last dim runs fastest.
void Launcher::emitIteration(Value number) {
  IRMapping mapping;
  Value rest = number;
  for (unsigned dim = counts.size(); dim-- > 0;) {
    Value position = rest;
    if (dim != 0) {
      position = b.createOrFold<arith::RemUIOp>(rest, counts[dim]);
      rest = b.createOrFold<arith::DivUIOp>(rest, counts[dim]);
    }
    Value offset = b.createOrFold<arith::MulIOp>(position, loop.getStep()[dim]);
    mapping.map(
        loop.getInductionVars()[dim],
        b.createOrFold<arith::AddIOp>(loop.getLowerBound()[dim], offset));
  }
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
}

gpu::LaunchOp Launcher::run() {
  countIterations();
  // A few iterations: a thread each, and nothing to count.
  bool isSmall = fixedCount && *fixedCount > 0 && *fixedCount <= kBlockThreads;
  Value one = index(1);
  Value blocks = isSmall ? one : countBlocks();
  Value threads = index(isSmall ? *fixedCount : kBlockThreads);
  auto launch = gpu::LaunchOp::create(b, blocks, one, one, threads, one, one);
  if (Attribute name = loop->getAttr(kKernelNameAttr))
    launch->setAttr(kKernelNameAttr, name);
  b.setInsertionPointToStart(&launch.getBody().front());
  if (isSmall) {
    emitIteration(*fixedCount == 1 ? index(0) : launch.getThreadIds().x);
  } else {
    Value size = index(kBlockThreads);
    Value first = arith::MulIOp::create(b, launch.getBlockIds().x, size);
    first = arith::AddIOp::create(b, first, launch.getThreadIds().x);
    Value all = arith::MulIOp::create(b, launch.getGridSize().x, size);
    auto iterations = scf::ForOp::create(b, first, count, all);
    b.setInsertionPointToStart(iterations.getBody());
    emitIteration(iterations.getInductionVar());
  }
  b.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(b);
  loop.erase();
  return launch;
}

//===----------------------------------------------------------------------===//
// Work for one thread
//===----------------------------------------------------------------------===//

/// A loop of one iteration before `op`, called `name`, and a builder in it.
static scf::ParallelOp createSingleIteration(ImplicitLocOpBuilder &b,
                                             StringRef name) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ParallelOp::create(b, ValueRange{zero}, ValueRange{one},
                                      ValueRange{one});
  loop->setAttr(kKernelNameAttr, b.getStringAttr(name));
  b.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// Runs `op` in one thread. What it results in comes back through memory.
static void launchAlone(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  SmallVector<Value> buffers;
  for (Type type : op->getResultTypes())
    buffers.push_back(memref::AllocOp::create(b, MemRefType::get({}, type)));
  scf::ParallelOp loop = createSingleIteration(b, op->getName().stripDialect());
  Operation *moved = b.clone(*op);
  for (auto [result, buffer] : llvm::zip_equal(moved->getResults(), buffers))
    memref::StoreOp::create(b, result, buffer);
  b.setInsertionPoint(op);
  for (auto [result, buffer] : llvm::zip_equal(op->getResults(), buffers)) {
    result.replaceAllUsesWith(memref::LoadOp::create(b, buffer));
    memref::DeallocOp::create(b, buffer);
  }
  op->erase();
  Launcher(loop).run();
}

/// The stores in a row that start with `first`: what stands between has no
/// effect.
static SmallVector<Operation *> collectStores(Operation *first) {
  SmallVector<Operation *> stores;
  for (Operation *op = first; op; op = op->getNextNode()) {
    if (isa<memref::StoreOp>(op) && canRunInKernel(op))
      stores.push_back(op);
    else if (op->getNumRegions() || !isMemoryEffectFree(op))
      break;
  }
  return stores;
}

static void launchStores(ArrayRef<Operation *> stores) {
  ImplicitLocOpBuilder b(stores.back()->getLoc(), stores.back());
  b.setInsertionPointAfter(stores.back());
  scf::ParallelOp loop = createSingleIteration(b, "store");
  for (Operation *store : stores)
    store->moveBefore(loop.getBody(), b.getInsertionPoint());
  Launcher(loop).run();
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

namespace {
/// Goes through the host code of a function.
class HostVisitor {
public:
  LogicalResult visit(Region &region);

private:
  LogicalResult visit(Operation *op);
  LogicalResult visitAccess(Operation *op);
  LogicalResult visitRegions(Operation *op);
};
} // namespace

/// Elements that host code reads or writes.
LogicalResult HostVisitor::visitAccess(Operation *op) {
  // The host reads single elements, where a kernel can't.
  if (isa<memref::LoadOp>(op))
    return success();
  if (!canRunInKernel(op))
    return op->emitOpError()
           << "can't run in a kernel: it has an operand that is neither a "
              "number nor a memref of numbers";
  if (isa<memref::StoreOp>(op))
    launchStores(collectStores(op));
  else if (llvm::all_of(op->getResultTypes(), isKernelArgument))
    launchAlone(op);
  else
    return op->emitOpError()
           << "outside of parallel loops reads a vector, which GPUs don't";
  return success();
}

LogicalResult HostVisitor::visitRegions(Operation *op) {
  bool hasPlainResults = llvm::all_of(op->getResultTypes(), [](Type type) {
    return type.isIntOrIndexOrFloat();
  });
  bool isLoopOrBranch =
      isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
          scf::ExecuteRegionOp, scf::ParallelOp>(op);
  if (isLoopOrBranch && hasPlainResults && !holdsParallelWork(op) &&
      holdsElementAccess(op) && canRunInKernel(op)) {
    launchAlone(op);
    return success();
  }
  for (Region &region : op->getRegions())
    if (failed(visit(region)))
      return failure();
  return success();
}

LogicalResult HostVisitor::visit(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    OpBuilder b(op);
    op = linalg::CopyOp::create(b, op->getLoc(), copy.getSource(),
                                copy.getTarget());
    copy.erase();
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    std::string name = describeWork(linalgOp);
    op = convertToParallelLoop(linalgOp);
    op->setAttr(kKernelNameAttr, StringAttr::get(op->getContext(), name));
  }
  if (auto loop = dyn_cast<scf::ParallelOp>(op)) {
    if (loop.getInitVals().empty() && canRunInKernel(loop)) {
      Launcher(loop).run();
      return success();
    }
  }
  if (touchesElements(op))
    return visitAccess(op);
  if (op->getNumRegions() && !isa<gpu::LaunchOp>(op))
    return visitRegions(op);
  return success();
}

LogicalResult HostVisitor::visit(Region &region) {
  for (Block &block : region)
    for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
      // Stores that come next move into the kernel of the first one.
      Operation *last = op;
      if (isa<memref::StoreOp>(op) && canRunInKernel(op))
        last = collectStores(op).back();
      Operation *next = last->getNextNode();
      if (failed(visit(op)))
        return failure();
      op = next;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

/// A buffer on the stack of the host is of no use to kernels.
static void replaceAllocas(func::FuncOp function) {
  SmallVector<memref::AllocaOp> allocas;
  function.walk([&](memref::AllocaOp alloca) { allocas.push_back(alloca); });
  for (memref::AllocaOp alloca : allocas) {
    OpBuilder b(alloca);
    auto alloc = memref::AllocOp::create(
        b, alloca.getLoc(), alloca.getType(), alloca.getDynamicSizes(),
        alloca.getSymbolOperands(), alloca.getAlignmentAttr());
    alloca.replaceAllUsesWith(alloc.getResult());
    alloca.erase();
    Operation *end = alloc->getBlock()->getTerminator();
    b.setInsertionPoint(end);
    memref::DeallocOp::create(b, end->getLoc(), alloc);
  }
}

/// Constants are brought to the device once a call, at its start.
static void hoistConstants(func::FuncOp function) {
  Block &entry = function.getBody().front();
  SmallVector<memref::GetGlobalOp> globals;
  function.walk([&](memref::GetGlobalOp op) { globals.push_back(op); });
  llvm::DenseMap<StringAttr, Value> hoisted;
  for (memref::GetGlobalOp op : globals) {
    Value &first = hoisted[op.getNameAttr().getAttr()];
    if (first) {
      op.replaceAllUsesWith(first);
      op.erase();
      continue;
    }
    op->moveBefore(&entry, entry.begin());
    first = op.getResult();
  }
}

LogicalResult mlir::diffattn::launchLoops(func::FuncOp function) {
  if (function.isExternal())
    return success();
  replaceAllocas(function);
  hoistConstants(function);
  return HostVisitor().visit(function.getBody());
}

namespace {
struct LaunchLoopsPass : diffattn::impl::LaunchLoopsPassBase<LaunchLoopsPass> {
  void runOnOperation() override {
    if (failed(launchLoops(getOperation())))
      signalPassFailure();
  }
};
} // namespace
