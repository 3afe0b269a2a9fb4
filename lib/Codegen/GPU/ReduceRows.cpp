//===- ReduceRows.cpp - rows reduced by warps and workgroups --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lanes of a warp read neighbours in memory, each lane every 32nd element
// of a row. What they have is combined by shuffles, in the same order every
// time. A long row has a workgroup, whose warps combine theirs through its
// memory.
//
//===----------------------------------------------------------------------===//

#include "LinalgLoops.h"
#include "Warp.h"
#include "diffattn/Codegen/Common/Contraction.h"
#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_REDUCEROWSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static constexpr int64_t kLanes = 32, kWarps = 8;
/// Rows known to be this long have a workgroup each.
static constexpr int64_t kLongRow = 1024;
static constexpr int64_t kMaxBlocks = (int64_t(1) << 31) - 1;

//===----------------------------------------------------------------------===//
// Which reductions
//===----------------------------------------------------------------------===//

namespace {
/// One result of an operation: `combiner` combines what is there with `addend`,
/// of half floats perhaps a `product`, which is one of f32, too.
struct Reduced {
  OpOperand *destination;
  Operation *combiner;
  Value addend;
  arith::MulFOp product;
  /// In which it is combined: half floats in f32.
  Type type;
};

/// An operation that reduces rows, along `dim`.
struct RowReduction {
  linalg::LinalgOp op;
  unsigned dim;
  SmallVector<Reduced> results;
};
} // namespace

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// Whether lanes can pass values of `type` on.
static bool canShuffle(Type type) {
  return isHalf(type) || type.isF32() || type.isF64() || type.isInteger(32) ||
         type.isInteger(64);
}

/// Whether threads may compute the body apart from each other.
static bool isPure(linalg::LinalgOp op) {
  return llvm::all_of(*op.getBlock(), [](Operation &nested) {
    return isa<linalg::IndexOp, linalg::YieldOp>(nested) ||
           (isa_and_present<arith::ArithDialect, math::MathDialect>(
                nested.getDialect()) &&
            nested.getNumRegions() == 0);
  });
}

/// Whether neighbours along `dim` are neighbours in the inputs that have it.
static bool runsAlongRows(linalg::LinalgOp op, unsigned dim) {
  bool isFound = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(dim))
      continue;
    unsigned last = map.getNumResults() - 1;
    if (map.getResult(last) != getAffineDimExpr(dim, map.getContext()) ||
        map.dropResult(last).isFunctionOfDim(dim))
      return false;
    isFound = true;
  }
  return isFound;
}

static std::optional<Reduced> matchResult(linalg::LinalgOp op,
                                          unsigned number) {
  SmallVector<Operation *, 1> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), number, combiners) ||
      combiners.size() != 1)
    return std::nullopt;
  OpOperand *destination = op.getDpsInitOperand(number);
  BlockArgument before = op.getMatchingBlockArgument(destination);
  Operation *combiner = combiners[0];
  if (!before.hasOneUse() || combiner->getNumOperands() != 2 ||
      combiner->getNumResults() != 1 || !canShuffle(before.getType()) ||
      !arith::getNeutralElement(combiner))
    return std::nullopt;
  bool isFirst = combiner->getOperand(0) == before;
  Type type = before.getType();
  if (isHalf(type))
    type = Float32Type::get(type.getContext());
  Value addend = combiner->getOperand(isFirst ? 1 : 0);
  arith::MulFOp product;
  if (isHalf(before.getType()) && addend.hasOneUse() &&
      addend.getParentBlock() == op.getBlock())
    product = addend.getDefiningOp<arith::MulFOp>();
  return Reduced{destination, combiner, addend, product, type};
}

/// Whether each element of both factors counts for several results.
static bool isMatrixProduct(linalg::LinalgOp op) {
  FailureOr<Contraction> product = matchContraction(op);
  return succeeded(product) && !product->rows.empty() && !product->cols.empty();
}

static std::optional<RowReduction> matchRows(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() != 1 ||
      !isPure(op) || isMatrixProduct(op))
    return std::nullopt;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  RowReduction rows{op, reductions[0], {}};
  int64_t length = op.getStaticLoopRanges()[rows.dim];
  if (!runsAlongRows(op, rows.dim) ||
      (!ShapedType::isDynamic(length) && length < kLanes))
    return std::nullopt;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
    std::optional<Reduced> result = matchResult(op, i);
    if (!result || map.isFunctionOfDim(rows.dim))
      return std::nullopt;
    rows.results.push_back(*result);
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// Makes a launch of one reduction.
class RowLauncher {
public:
  explicit RowLauncher(RowReduction &rows)
      : rows(rows), op(rows.op), e(op.getLoc(), op), indices(op.getNumLoops()) {
    int64_t length = op.getStaticLoopRanges()[rows.dim];
    isLong = !ShapedType::isDynamic(length) && length >= kLongRow;
  }

  void run();

private:
  gpu::LaunchOp launch();
  void reduceRow(Value number);
  void findIndices(Value number);
  Values reduceLane();
  Values computeAddends();
  Value combine(const Reduced &result, Value a, Value b);
  Value neutral(const Reduced &result);
  Value shuffle(Value value, int64_t bits);
  Value reduceWarp(const Reduced &result, Value value);
  Value reduceWorkgroup(const Reduced &result, int64_t at, Value value);
  void store(const Reduced &result, Value value);
  SmallVector<Value> indicesOf(OpOperand &operand);

  Value threadIn(Value number, int64_t count) {
    return e.remainder(number, e.index(count));
  }
  Value inF32(Value half) {
    return isHalf(half.getType()) ? e.convert(half, e.getF32Type()) : half;
  }

  RowReduction &rows;
  linalg::LinalgOp op;
  WarpEmitter e;
  bool isLong;
  /// Sizes of the dims, and the number of rows.
  Values sizes;
  Value count;
  /// Of the element that is read.
  Values indices;
  Value thread;
};
} // namespace

SmallVector<Value> RowLauncher::indicesOf(OpOperand &operand) {
  SmallVector<Value> result;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (AffineExpr expression : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      result.push_back(indices[dim.getPosition()]);
    else
      result.push_back(affine::AffineApplyOp::create(
          e, AffineMap::get(map.getNumDims(), 0, expression), indices));
  }
  return result;
}

/// Row `number`: the last parallel dim runs fastest.
void RowLauncher::findIndices(Value number) {
  for (unsigned dim = op.getNumLoops(); dim-- > 0;) {
    if (dim == rows.dim)
      continue;
    indices[dim] = e.remainder(number, sizes[dim]);
    number = e.floorDiv(number, sizes[dim]);
  }
}

/// What the element at `indices` adds to each result.
Values RowLauncher::computeAddends() {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    if (!op.isScalar(input))
      value = memref::LoadOp::create(e, value, indicesOf(*input));
    mapping.map(op.getMatchingBlockArgument(input), value);
  }
  llvm::SmallPtrSet<Operation *, 4> ofResults;
  for (const Reduced &result : rows.results) {
    ofResults.insert(result.combiner);
    ofResults.insert(result.product);
  }
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else if (!ofResults.contains(&nested))
      e.clone(nested, mapping);
  }
  Values addends;
  auto find = [&](Value value) {
    return inF32(mapping.lookupOrDefault(value));
  };
  for (const Reduced &result : rows.results) {
    arith::MulFOp product = result.product;
    addends.push_back(
        product ? e.mulF(find(product.getLhs()), find(product.getRhs()))
                : find(result.addend));
  }
  return addends;
}

Value RowLauncher::combine(const Reduced &result, Value a, Value b) {
  Operation *copy = e.clone(*result.combiner);
  copy->setOperands({a, b});
  copy->getResult(0).setType(result.type);
  return copy->getResult(0);
}

Value RowLauncher::neutral(const Reduced &result) {
  TypedAttr value = *arith::getNeutralElement(result.combiner);
  Value constant = arith::ConstantOp::create(e, value);
  return inF32(constant);
}

/// The elements of a row that this thread has, combined.
Values RowLauncher::reduceLane() {
  Values start;
  for (const Reduced &result : rows.results)
    start.push_back(neutral(result));
  int64_t step = isLong ? kLanes * kWarps : kLanes;
  return e.iterate(threadIn(thread, step), sizes[rows.dim], step, start,
                   [&](Value position, ValueRange before) {
                     indices[rows.dim] = position;
                     Values next = computeAddends();
                     for (auto [i, result] : llvm::enumerate(rows.results))
                       next[i] = combine(result, before[i], next[i]);
                     return next;
                   });
}

/// `value` of the lane whose number differs in `bits`: in parts of 32 bits.
Value RowLauncher::shuffle(Value value, int64_t bits) {
  Type type = value.getType(), i64 = e.getI64Type(), i32 = e.getI32Type();
  if (type.getIntOrFloatBitWidth() == 32)
    return e.shuffleXor(value, bits);
  if (type != i64)
    value = arith::BitcastOp::create(e, i64, value);
  Value half = arith::ConstantIntOp::create(e, i64, 32);
  Value low = arith::TruncIOp::create(e, i32, value);
  Value high =
      arith::TruncIOp::create(e, i32, arith::ShRUIOp::create(e, value, half));
  low = arith::ExtUIOp::create(e, i64, e.shuffleXor(low, bits));
  high = arith::ExtUIOp::create(e, i64, e.shuffleXor(high, bits));
  value = arith::OrIOp::create(e, low, arith::ShLIOp::create(e, high, half));
  return type == i64 ? value : arith::BitcastOp::create(e, type, value);
}

Value RowLauncher::reduceWarp(const Reduced &result, Value value) {
  for (int64_t bits = kLanes / 2; bits > 0; bits /= 2)
    value = combine(result, value, shuffle(value, bits));
  return value;
}

/// Combines what the warps have, through `kWarps` numbers of shared memory from
/// byte `at` on.
Value RowLauncher::reduceWorkgroup(const Reduced &result, int64_t at,
                                   Value value) {
  Value shared = e.sharedArray(result.type, at, kWarps);
  Value warp = e.floorDiv(thread, e.index(kLanes));
  // Every lane of a warp has the same; one writes.
  e.when(e.equal(threadIn(thread, kLanes), e.index(0)),
         [&] { e.store(value, shared, warp); });
  e.barrier();
  Value sum = e.load(shared, e.index(0));
  for (int64_t i = 1; i < kWarps; ++i)
    sum = combine(result, sum, e.load(shared, e.index(i)));
  return sum;
}

/// Combines `value` with what is there.
void RowLauncher::store(const Reduced &result, Value value) {
  // No result is one of the dim that is reduced.
  indices[rows.dim] = e.index(0);
  SmallVector<Value> at = indicesOf(*result.destination);
  Value memory = result.destination->get();
  Value before = inF32(memref::LoadOp::create(e, memory, at));
  value = combine(result, before, value);
  value = e.convert(value, getElementTypeOrSelf(memory.getType()));
  memref::StoreOp::create(e, value, memory, at);
}

void RowLauncher::reduceRow(Value number) {
  findIndices(number);
  Values values = reduceLane();
  for (auto [i, result] : llvm::enumerate(rows.results))
    values[i] = reduceWarp(result, values[i]);
  if (isLong)
    for (auto [i, result] : llvm::enumerate(rows.results))
      values[i] = reduceWorkgroup(result, int64_t(i) * kWarps * 8, values[i]);
  int64_t threads = isLong ? kLanes * kWarps : kLanes;
  e.when(e.equal(threadIn(thread, threads), e.index(0)), [&] {
    for (auto [i, result] : llvm::enumerate(rows.results))
      store(result, values[i]);
  });
}

/// The launch, with the builder in its body.
gpu::LaunchOp RowLauncher::launch() {
  SmallVector<Range> ranges = op.createLoopRanges(e, e.getLoc());
  count = e.index(1);
  for (auto [dim, range] : llvm::enumerate(ranges)) {
    sizes.push_back(getValueOrCreateConstantIndexOp(e, e.getLoc(), range.size));
    if (dim != rows.dim)
      count = e.mul(count, sizes[dim]);
  }
  Value one = e.index(1), threads = e.index(kLanes * kWarps);
  Value blocks = isLong ? count : e.ceilDiv(count, kWarps);
  blocks = e.min(blocks, kMaxBlocks);
  Value shared;
  if (isLong)
    shared = arith::ConstantIntOp::create(
        e, e.getI32Type(), int64_t(rows.results.size()) * kWarps * 8);
  auto launch =
      gpu::LaunchOp::create(e, blocks, one, one, threads, one, one, shared);
  launch->setAttr(kKernelNameAttr, e.getStringAttr("rows"));
  e.setInsertionPointToStart(&launch.getBody().front());
  return launch;
}

void RowLauncher::run() {
  gpu::LaunchOp kernel = launch();
  thread = kernel.getThreadIds().x;
  Value first = kernel.getBlockIds().x, step = kernel.getGridSize().x;
  if (!isLong) {
    first = e.add(e.mul(first, kWarps), e.floorDiv(thread, e.index(kLanes)));
    step = e.mul(step, kWarps);
  }
  auto loop = scf::ForOp::create(e, first, count, step);
  e.setInsertionPointToStart(loop.getBody());
  reduceRow(loop.getInductionVar());
  // The next row's numbers come to where this row's are read.
  if (isLong)
    e.barrier();
  e.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::TerminatorOp::create(e);
  op->erase();
}

void mlir::diffattn::reduceRows(func::FuncOp function) {
  SmallVector<RowReduction> found;
  function.walk([&](linalg::LinalgOp op) {
    if (op->getParentOfType<scf::ParallelOp>())
      return;
    if (std::optional<RowReduction> rows = matchRows(op))
      found.push_back(*rows);
  });
  for (RowReduction &rows : found)
    RowLauncher(rows).run();
}

namespace {
struct ReduceRowsPass : diffattn::impl::ReduceRowsPassBase<ReduceRowsPass> {
  void runOnOperation() override { reduceRows(getOperation()); }
};
} // namespace
