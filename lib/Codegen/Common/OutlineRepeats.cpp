//===- OutlineRepeats.cpp - one function for layers that are alike --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destinations.h"
#include "Readers.h"
#include "Stretches.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Dialect/DiffAttn/IR/OutScaleArgument.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_OUTLINEREPEATSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;
using ::diffattn::Repeat;

/// How many beginnings of the first stretch are tried, and how many repeats of
/// a function are outlined.
static constexpr size_t kMostTries = 8, kMostRepeats = 8;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// How the function of a stretch gets a leaf.
enum class Passing {
  /// It has its own: the same constant everywhere.
  Constant,
  /// As it is: numbers, memrefs, and tensors that are the caller's arguments.
  Direct,
  /// As a memref without gaps.
  Memory
};

/// The same leaf of all stretches.
struct Column {
  SmallVector<Value> values;
  Passing passing;

  Type getType() const;
};
} // namespace

static MemRefType getMemoryType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

Type Column::getType() const {
  Type type = values.front().getType();
  return passing == Passing::Memory ? getMemoryType(type) : type;
}

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

static bool areEqualConstants(ArrayRef<Value> values) {
  SmallVector<Attribute> attributes;
  for (Value value : values)
    if (!matchPattern(value, m_Constant(&attributes.emplace_back())))
      return false;
  return llvm::all_equal(attributes);
}

/// How a leaf with these values travels; nothing if it can't. What a size or
/// an index is must be known where it was known before.
static std::optional<Passing> choosePassing(ArrayRef<Value> values) {
  if (areEqualConstants(values))
    return Passing::Constant;
  Type type = values.front().getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    // The layout of arguments is open, that of all else is not.
    if (llvm::all_of(values, llvm::IsaPred<BlockArgument>))
      return Passing::Direct;
    if (tensor.getEncoding())
      return std::nullopt;
    return Passing::Memory;
  }
  if (isa<FloatType>(type))
    return Passing::Direct;
  if ((type.isIntOrIndex() || isa<MemRefType>(type)) &&
      llvm::none_of(values, isConstant))
    return Passing::Direct;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What can be outlined
//===----------------------------------------------------------------------===//

namespace {
/// An attention whose out_scale differs from stretch to stretch.
struct OutScales {
  /// Its place in each stretch, and the scale there.
  size_t op;
  SmallVector<double> scales;
};

/// Stretches that one function can compute.
struct OutlinePlan {
  SmallVector<Stretch> stretches;
  SmallVector<Column> columns;
  /// The column of each leaf.
  SmallVector<unsigned> columnOfLeaf;
  /// What all the rest uses, of each stretch; none if that is nothing.
  SmallVector<OpResult> results;
  SmallVector<OutScales> outScales;

  /// A leaf of `column`.
  unsigned findLeaf(unsigned column) const {
    return llvm::find(columnOfLeaf, column) - columnOfLeaf.begin();
  }
};
} // namespace

/// Whether `stretch` has something that takes time, and that nothing around it
/// is computed together with.
static bool hasWork(Stretch stretch) {
  return llvm::any_of(stretch, [](Operation *op) {
    auto contraction = dyn_cast<linalg::LinalgOp>(op);
    return isa<AttentionOp>(op) ||
           (contraction && contraction.getNumReductionLoops() &&
            contraction.getNumDpsInputs() > 1);
  });
}

/// Whether the caller of the function for a stretch can allocate `result`.
static bool canAllocate(OpResult result, const StretchInputs &inputs) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || type.getEncoding())
    return false;
  tensor::EmptyOp empty = findEmpty(result);
  return empty && empty.getType() == type && !inputs.isInside(empty) &&
         llvm::none_of(empty.getDynamicSizes(),
                       [&](Value size) { return inputs.isInside(size); });
}

/// Sorts the leaves of all stretches into columns.
static LogicalResult makeColumns(ArrayRef<StretchInputs> inputs,
                                 OutlinePlan &plan) {
  llvm::MapVector<SmallVector<Value>, unsigned> known;
  for (size_t leaf : llvm::seq(inputs.front().leaves.size())) {
    SmallVector<Value> values;
    for (const StretchInputs &input : inputs)
      values.push_back(input.leaves[leaf]);
    auto [place, isNew] = known.try_emplace(values, known.size());
    plan.columnOfLeaf.push_back(place->second);
    if (!isNew)
      continue;
    std::optional<Passing> passing = choosePassing(values);
    if (!passing)
      return failure();
    plan.columns.push_back({std::move(values), *passing});
  }
  return success();
}

/// Scales that are arguments of the kernel for an attention anyway.
static void findOutScales(OutlinePlan &plan) {
  for (auto [i, op] : llvm::enumerate(plan.stretches.front())) {
    if (!isa<AttentionOp>(op))
      continue;
    SmallVector<double> scales;
    for (Stretch stretch : plan.stretches) {
      auto scale = cast<AttentionOp>(stretch[i]).getOutScale();
      scales.push_back(scale ? scale->convertToDouble() : 1);
    }
    if (!llvm::all_equal(scales))
      plan.outScales.push_back({i, std::move(scales)});
  }
}

/// Plans for stretches that are alike but in what they read; fails if no
/// function can compute them all.
static FailureOr<OutlinePlan> makePlan(const Sequence &sequence, size_t first,
                                       size_t period, size_t count) {
  OutlinePlan plan;
  Classes cheap(/*withPlaces=*/false);
  SmallVector<StretchInputs> inputs;
  std::optional<std::pair<unsigned, size_t>> result;
  for (size_t start : llvm::seq(count)) {
    start = first + start * period;
    Stretch stretch = sequence.get(start, period);
    plan.stretches.push_back(stretch);
    inputs.emplace_back(stretch, cheap);
    if (inputs.back().wiring != inputs.front().wiring)
      return failure();
    for (OpResult used : sequence.getResults(start, period)) {
      auto place = std::make_pair(
          used.getResultNumber(),
          size_t(llvm::find(stretch, used.getOwner()) - stretch.begin()));
      if ((result && *result != place) || !canAllocate(used, inputs.back()))
        return failure();
      result = place;
    }
  }
  if (result)
    for (Stretch stretch : plan.stretches)
      plan.results.push_back(stretch[result->second]->getResult(result->first));
  if (failed(makeColumns(inputs, plan)))
    return failure();
  return plan;
}

/// Whether `result` is computed on by operations that write elsewhere: its
/// memory may be the caller's own.
static bool isComputedOn(OpResult result) {
  return llvm::all_of(result.getUsers(), [](Operation *user) {
    return isa<linalg::LinalgOp, AttentionOp>(user);
  });
}

/// The beginnings of the first stretch, the best ones first: where little goes
/// from a stretch to the next, and where that is used several times, so that
/// no fusion would do without it.
static SmallVector<size_t> sortBeginnings(const Sequence &sequence,
                                          const Repeat &repeat) {
  SmallVector<std::pair<size_t, size_t>> beginnings;
  for (size_t first = repeat.first; first <= repeat.first + repeat.slack;
       ++first) {
    size_t cost = 0;
    for (OpResult result : sequence.getResults(first, repeat.period))
      cost += result.hasOneUse() ? 3 : 2;
    beginnings.emplace_back(cost, first);
  }
  llvm::sort(beginnings);
  SmallVector<size_t> sorted;
  for (auto [cost, first] : ArrayRef(beginnings).take_front(kMostTries))
    sorted.push_back(first);
  return sorted;
}

/// The stretches of `sequence` that are worth a function.
static FailureOr<OutlinePlan>
findStretches(const Sequence &sequence, size_t leastPeriod, size_t leastSaved) {
  Repeat repeat = sequence.findRepeat(leastPeriod);
  if (repeat.saved() < std::max<size_t>(leastSaved, 1) ||
      !hasWork(sequence.get(repeat.first, repeat.period)))
    return failure();
  for (size_t first : sortBeginnings(sequence, repeat)) {
    FailureOr<OutlinePlan> plan =
        makePlan(sequence, first, repeat.period, repeat.count);
    if (failed(plan))
      continue;
    if (!plan->results.empty() && !isComputedOn(plan->results.back()))
      plan = makePlan(sequence, first, repeat.period, repeat.count - 1);
    if (succeeded(plan) && plan->stretches.size() > 1)
      return plan;
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

namespace {
/// Builds the function for stretches, from the first of them.
class FunctionBuilder {
public:
  FunctionBuilder(func::FuncOp parent, const OutlinePlan &plan)
      : parent(parent), plan(plan),
        b(plan.stretches.front().front()->getLoc(), parent.getContext()) {}

  func::FuncOp run();

private:
  func::FuncOp createFunction();
  void addColumns(func::FuncOp function);
  void addOutScales(func::FuncOp function);
  void cloneOp(Operation *op);
  Value makeOperand(Value value);

  func::FuncOp parent;
  const OutlinePlan &plan;
  ImplicitLocOpBuilder b;
  IRMapping mapping;
  DenseMap<Operation *, Operation *> clones;
  /// What the columns are inside, and the next leaf.
  SmallVector<Value> values;
  unsigned nextLeaf = 0;
};
} // namespace

func::FuncOp FunctionBuilder::createFunction() {
  SmallVector<Type> types;
  for (const Column &column : plan.columns)
    if (column.passing != Passing::Constant)
      types.push_back(column.getType());
  types.append(plan.outScales.size(), b.getF32Type());
  if (!plan.results.empty())
    types.push_back(getMemoryType(plan.results.front().getType()));
  auto function = func::FuncOp::create(
      b, (parent.getName() + "_repeated").str(), b.getFunctionType(types, {}));
  function.setPrivate();
  for (auto [i, type] : llvm::enumerate(types))
    if (isa<TensorType>(type))
      function.setArgAttr(
          i, bufferization::BufferizationDialect::kWritableAttrName,
          b.getBoolAttr(false));
  return function;
}

void FunctionBuilder::addColumns(func::FuncOp function) {
  unsigned argument = 0;
  for (const Column &column : plan.columns) {
    Value first = column.values.front();
    if (column.passing == Passing::Constant) {
      values.push_back(b.clone(*first.getDefiningOp())->getResult(0));
      continue;
    }
    Value value = function.getArgument(argument++);
    if (column.passing == Passing::Memory)
      value = bufferization::ToTensorOp::create(b, first.getType(), value,
                                                /*restrict=*/true);
    values.push_back(value);
  }
}

/// Lets attentions take their scales from the arguments behind the columns.
void FunctionBuilder::addOutScales(func::FuncOp function) {
  unsigned argument = function.getNumArguments() - plan.outScales.size() -
                      (plan.results.empty() ? 0 : 1);
  for (const OutScales &scales : plan.outScales) {
    Operation *op = plan.stretches.front()[scales.op];
    setOutScaleArgument(cast<AttentionOp>(clones.lookup(op)), argument++);
  }
}

/// What stands for `value`, an operand in the first stretch, from outside of
/// it. Called in the order of StretchInputs.
Value FunctionBuilder::makeOperand(Value value) {
  Operation *source = getCheapSource(value);
  if (!source)
    return values[plan.columnOfLeaf[nextLeaf++]];
  Operation *clone = source->clone();
  for (OpOperand &operand : clone->getOpOperands())
    operand.set(makeOperand(operand.get()));
  b.insert(clone);
  return clone->getResult(0);
}

void FunctionBuilder::cloneOp(Operation *op) {
  Operation *clone = op->clone(mapping);
  clones[op] = clone;
  SmallVector<OpOperand *> operands;
  clone->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    for (OpOperand &operand : nested->getOpOperands())
      operands.push_back(&operand);
  });
  unsigned position = 0;
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      if (!mapping.contains(operand))
        operands[position]->set(makeOperand(operand));
      ++position;
    }
  });
  b.insert(clone);
}

func::FuncOp FunctionBuilder::run() {
  func::FuncOp function = createFunction();
  b.setInsertionPointToStart(function.addEntryBlock());
  addColumns(function);
  for (Operation *op : plan.stretches.front())
    cloneOp(op);
  addOutScales(function);
  if (!plan.results.empty())
    bufferization::MaterializeInDestinationOp::create(
        b, /*result=*/Type(), mapping.lookup(Value(plan.results.front())),
        function.getArguments().back(), /*restrict=*/true, /*writable=*/true);
  func::ReturnOp::create(b);
  return function;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The buffer of `tensor`.
static Value getMemory(ImplicitLocOpBuilder &b, Value tensor) {
  MemRefType type = getMemoryType(tensor.getType());
  auto view = tensor.getDefiningOp<bufferization::ToTensorOp>();
  if (view && view.getBuffer().getType() == type)
    return view.getBuffer();
  return bufferization::ToBufferOp::create(b, type, tensor, /*read_only=*/true);
}

/// Erases `stretch` with the cheap operations that only it used.
static void eraseStretch(Stretch stretch) {
  DenseSet<Operation *> ops(stretch.begin(), stretch.end());
  Operation *first = stretch.front(), *op = stretch.back();
  while (true) {
    Operation *before = op->getPrevNode();
    bool isLast = op == first;
    if (ops.contains(op) || (isCheap(op) && op->use_empty()))
      op->erase();
    if (isLast)
      return;
    op = before;
  }
}

/// Calls `function` in the place of stretch `number`.
static void replaceByCall(const OutlinePlan &plan, unsigned number,
                          func::FuncOp function) {
  Stretch stretch = plan.stretches[number];
  // What the stretch before left to others has been replaced since.
  Classes cheap(/*withPlaces=*/false);
  StretchInputs inputs(stretch, cheap);
  ImplicitLocOpBuilder b(stretch.front()->getLoc(), stretch.front());
  SmallVector<Value> operands;
  for (auto [i, column] : llvm::enumerate(plan.columns)) {
    if (column.passing == Passing::Constant)
      continue;
    Value leaf = inputs.leaves[plan.findLeaf(i)];
    operands.push_back(column.passing == Passing::Memory ? getMemory(b, leaf)
                                                         : leaf);
  }
  for (const OutScales &scales : plan.outScales)
    operands.push_back(
        arith::ConstantOp::create(b, b.getF32FloatAttr(scales.scales[number])));
  OpResult result;
  if (!plan.results.empty()) {
    result = plan.results[number];
    operands.push_back(
        memref::AllocOp::create(b, getMemoryType(result.getType()),
                                findEmpty(result).getDynamicSizes()));
  }
  func::CallOp::create(b, function, operands);
  if (result)
    result.replaceAllUsesWith(bufferization::ToTensorOp::create(
        b, result.getType(), operands.back(), /*restrict=*/true));
  eraseStretch(stretch);
}

/// Writes what is done with an argument in place back where that is computed,
/// so that it belongs to the layer, if nothing reads the argument later, or
/// what it held before.
static void hoistWrites(Block &block) {
  SmallVector<bufferization::MaterializeInDestinationOp> writes(
      block.getOps<bufferization::MaterializeInDestinationOp>());
  for (bufferization::MaterializeInDestinationOp write : writes) {
    Operation *source = write.getSource().getDefiningOp();
    auto dest = dyn_cast<BlockArgument>(write.getDest());
    if (!source || source->getBlock() != &block || !dest)
      continue;
    bool isLast = llvm::all_of(dest.getUsers(), [&](Operation *user) {
      Operation *top = block.findAncestorOpInBlock(*user);
      return user == write || (top && top->isBeforeInBlock(source));
    });
    if (!isLast || !isa<MemRefType>(dest.getType()))
      continue;
    Operation *reader = findLastReader(write, source);
    if (!reader || reader->isBeforeInBlock(source))
      write->moveAfter(source);
  }
}

/// Lets constants be operands of calls anywhere in `block`.
static void hoistConstants(Block &block) {
  SmallVector<Operation *> constants;
  for (Operation &op : block)
    if (op.hasTrait<OpTrait::ConstantLike>())
      constants.push_back(&op);
  for (Operation *constant : llvm::reverse(constants))
    constant->moveBefore(&block, block.begin());
}

/// Takes the out_scale off each scheduled attention of `block`, so that those
/// that differ in it are alike.
static DenseMap<AttentionOp, FloatAttr> takeOutScales(Block &block) {
  DenseMap<AttentionOp, FloatAttr> scales;
  for (auto op : block.getOps<AttentionOp>())
    if (op->hasAttr(DiffAttnDialect::kScheduleAttrName))
      if (FloatAttr scale = op.getOutScaleAttr()) {
        scales[op] = scale;
        op.removeOutScaleAttr();
      }
  return scales;
}

LogicalResult mlir::diffattn::outlineRepeat(func::FuncOp function,
                                            SymbolTable &symbols,
                                            size_t leastPeriod,
                                            size_t leastSaved) {
  Block &block = function.getBody().front();
  hoistWrites(block);
  DenseMap<AttentionOp, FloatAttr> outScales = takeOutScales(block);
  Sequence sequence(block);
  FailureOr<OutlinePlan> plan =
      findStretches(sequence, leastPeriod, leastSaved);
  for (auto [op, scale] : outScales)
    op.setOutScaleAttr(scale);
  if (failed(plan))
    return failure();
  findOutScales(*plan);
  hoistConstants(block);
  func::FuncOp callee = FunctionBuilder(function, *plan).run();
  symbols.insert(callee, std::next(function->getIterator()));
  for (unsigned number : llvm::seq(plan->stretches.size()))
    replaceByCall(*plan, number, callee);
  return success();
}

namespace {
struct OutlineRepeatsPass
    : mlir::diffattn::impl::OutlineRepeatsPassBase<OutlineRepeatsPass> {
  using OutlineRepeatsPassBase::OutlineRepeatsPassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        functions.push_back(function);
    for (func::FuncOp function : functions)
      for (size_t i = 0; i < kMostRepeats; ++i) {
        if (failed(outlineRepeat(function, symbols, leastPeriod, leastSaved)))
          break;
        ++numOutlined;
      }
  }
};
} // namespace
