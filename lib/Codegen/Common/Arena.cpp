//===- Arena.cpp - one allocation for several buffers ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers whose bytes are multiples of the same product of dynamic sizes, the
// unit, are placed together; each unit has a part of the arena (see
// TilePlan/MemoryPlan.h).
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/TilePlan/MemoryPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::diffattn;
using ::diffattn::LivingArray;
using ::diffattn::MemoryPlan;

/// What CheckAllocations says of single buffers.
static constexpr StringRef kTooLarge =
    "the size of a buffer is negative or too large";

namespace {
/// The buffers of one unit, by their numbers.
struct Part {
  SmallVector<Value> unit;
  SmallVector<size_t> members;
  std::vector<LivingArray> arrays;
  MemoryPlan plan;
};

/// Computes sizes at run time, as i64 >= 0, and notes if one is too large.
class SizeMath {
public:
  explicit SizeMath(ImplicitLocOpBuilder &b) : b(b) {
    fits = arith::ConstantIntOp::create(b, b.getI1Type(), true);
  }

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI64Type(), value);
  }
  /// The product of `sizes`, of type index. Negative ones count as 0: where the
  /// buffer is used, they are refused.
  Value unitOf(ValueRange sizes);
  Value add(Value a, Value b);
  Value multiply(Value a, Value b);
  Value roundUp(Value value, int64_t alignment);
  /// Whether all that was computed is below 2^63.
  Value fits;

private:
  void require(arith::CmpIPredicate predicate, Value value) {
    Value holds = b.createOrFold<arith::CmpIOp>(predicate, value, constant(0));
    fits = b.createOrFold<arith::AndIOp>(fits, holds);
  }

  ImplicitLocOpBuilder &b;
};

/// Makes one arena.
class ArenaBuilder {
public:
  ArenaBuilder(ArrayRef<ArenaBuffer> buffers, int64_t alignment)
      : buffers(buffers), alignment(alignment) {}

  void run();

private:
  void makeParts();
  Value place(SizeMath &math, const Part &part, Value start);
  Value allocate(ImplicitLocOpBuilder &b);
  DictionaryAttr describe(Builder &b) const;
  std::string spell(int64_t MemoryPlan::*size) const;

  ArrayRef<ArenaBuffer> buffers;
  int64_t alignment;
  /// By unit: the numbers that sizes have in the order of the buffers.
  llvm::MapVector<SmallVector<unsigned>, Part> parts;
  /// Of each buffer in the arena, as i64.
  SmallVector<Value> offsets;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes at run time
//===----------------------------------------------------------------------===//

static bool isNeverNegative(Value size) {
  auto dim = size.getDefiningOp<memref::DimOp>();
  return dim && isa<BlockArgument>(dim.getSource());
}

Value SizeMath::unitOf(ValueRange sizes) {
  Value zero = constant(0);
  Value isEmpty = arith::ConstantIntOp::create(b, b.getI1Type(), false);
  SmallVector<Value> factors;
  for (Value size : sizes) {
    Value factor = arith::IndexCastOp::create(b, b.getI64Type(), size);
    if (!isNeverNegative(size))
      factor = arith::MaxSIOp::create(b, factor, zero);
    factors.push_back(factor);
    Value isZero =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, factor, zero);
    isEmpty = b.createOrFold<arith::OrIOp>(isEmpty, isZero);
  }
  // With a 0 in front no product is too large.
  Value unit = arith::SelectOp::create(b, isEmpty, zero, factors.front());
  for (Value factor : ArrayRef(factors).drop_front())
    unit = multiply(unit, factor);
  return unit;
}

Value SizeMath::multiply(Value left, Value right) {
  APInt a, c;
  if (matchPattern(left, m_ConstantInt(&a)) &&
      matchPattern(right, m_ConstantInt(&c)))
    return constant(a.getSExtValue() * c.getSExtValue());
  auto product = arith::MulUIExtendedOp::create(b, left, right);
  require(arith::CmpIPredicate::eq, product.getHigh());
  require(arith::CmpIPredicate::sge, product.getLow());
  return product.getLow();
}

Value SizeMath::add(Value left, Value right) {
  Value sum = b.createOrFold<arith::AddIOp>(left, right);
  if (sum != left && sum != right)
    require(arith::CmpIPredicate::sge, sum);
  return sum;
}

Value SizeMath::roundUp(Value value, int64_t alignment) {
  Value above = add(value, constant(alignment - 1));
  return b.createOrFold<arith::AndIOp>(above, constant(-alignment));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void ArenaBuilder::makeParts() {
  // First the part whose size is known, so that its offsets are.
  parts[{}];
  DenseMap<Value, unsigned> numbers;
  for (auto [member, buffer] : llvm::enumerate(buffers)) {
    memref::AllocOp alloc = buffer.alloc;
    SmallVector<unsigned> key;
    SmallVector<Value> unit(alloc.getDynamicSizes());
    for (Value size : unit)
      key.push_back(numbers.try_emplace(size, numbers.size()).first->second);
    llvm::sort(key);
    Part &part = parts[key];
    if (part.members.empty())
      part.unit = unit;
    part.members.push_back(member);
    int64_t bytes =
        unit.empty() ? llvm::alignTo(buffer.bytes, alignment) : buffer.bytes;
    part.arrays.push_back({buffer.first, buffer.end, bytes});
  }
  for (auto &[key, part] : parts)
    part.plan = ::diffattn::planMemory(part.arrays);
}

/// Computes the offsets in `part`, which begins at `start`. Returns its end.
Value ArenaBuilder::place(SizeMath &math, const Part &part, Value start) {
  const MemoryPlan &plan = part.plan;
  bool isKnown = part.unit.empty();
  Value unit = isKnown ? math.constant(1) : math.unitOf(part.unit);
  auto find = [&](SizeMath &math, int64_t offset, int64_t level) {
    Value bytes = math.multiply(unit, math.constant(offset));
    bytes = math.add(math.roundUp(bytes, alignment),
                     math.constant(isKnown ? 0 : level * alignment));
    return math.add(start, bytes);
  };
  Value end = find(math, plan.size, plan.numLevels);
  // If the end is not too large, nothing is.
  SizeMath unchecked(math);
  for (auto [i, member] : llvm::enumerate(part.members))
    offsets[member] = find(unchecked, plan.offsets[i], plan.levels[i]);
  return end;
}

Value ArenaBuilder::allocate(ImplicitLocOpBuilder &b) {
  SizeMath math(b);
  Value bytes = math.constant(0);
  offsets.resize(buffers.size());
  for (auto &[key, part] : parts)
    bytes = place(math, part, bytes);
  if (!matchPattern(math.fits, m_One()))
    cf::AssertOp::create(b, math.fits, kTooLarge);
  APInt known;
  if (matchPattern(bytes, m_ConstantInt(&known)))
    return memref::AllocOp::create(
        b, MemRefType::get(known.getSExtValue(), b.getI8Type()));
  Value size = arith::IndexCastOp::create(b, b.getIndexType(), bytes);
  return memref::AllocOp::create(
      b, MemRefType::get(ShapedType::kDynamic, b.getI8Type()), size);
}

//===----------------------------------------------------------------------===//
// What --print-plan says
//===----------------------------------------------------------------------===//

/// "tokens[1]" for a size of an argument, else "?".
static std::string spellSize(Value size) {
  auto dim = size.getDefiningOp<memref::DimOp>();
  auto argument = dyn_cast<BlockArgument>(dim ? dim.getSource() : size);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : nullptr;
  if (!function)
    return "?";
  unsigned number = argument.getArgNumber();
  auto name = function.getArgAttrOfType<StringAttr>(number, kNameAttr);
  std::string text = name ? name.str() : "arg" + std::to_string(number);
  if (!dim)
    return text;
  std::optional<int64_t> index = getKnownDim(dim);
  return text + "[" + (index ? std::to_string(*index) : "?") + "]";
}

/// "128 + 64*tokens[0]*tokens[1]".
std::string ArenaBuilder::spell(int64_t MemoryPlan::*size) const {
  std::string text;
  for (auto &[key, part] : parts) {
    int64_t number = part.plan.*size;
    if (!number)
      continue;
    text += (text.empty() ? "" : " + ") + std::to_string(number);
    for (Value factor : part.unit)
      text += "*" + spellSize(factor);
  }
  return text.empty() ? "0" : text;
}

DictionaryAttr ArenaBuilder::describe(Builder &b) const {
  int64_t places = 0;
  for (auto &[key, part] : parts)
    places += part.plan.numPlaces();
  return b.getDictionaryAttr(
      {b.getNamedAttr("buffers", b.getI64IntegerAttr(buffers.size())),
       b.getNamedAttr("places", b.getI64IntegerAttr(places)),
       b.getNamedAttr("bytes", b.getStringAttr(spell(&MemoryPlan::size))),
       b.getNamedAttr("live", b.getStringAttr(spell(&MemoryPlan::live)))});
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Puts a view of `arena` in the place of `alloc`. What a negative size would
/// have led to is still an error there, and not before.
static void replaceByView(memref::AllocOp alloc, Value arena, Value offset) {
  ImplicitLocOpBuilder b(alloc.getLoc(), alloc);
  for (Value size : alloc.getDynamicSizes()) {
    if (isNeverNegative(size))
      continue;
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value holds =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sge, size, zero);
    cf::AssertOp::create(b, holds, kTooLarge);
  }
  auto view = memref::ViewOp::create(b, alloc.getType(), arena, offset,
                                     alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(view.getResult());
  alloc.erase();
}

void ArenaBuilder::run() {
  memref::AllocOp first = buffers.front().alloc;
  makeParts();
  ImplicitLocOpBuilder b(first.getLoc(), first);
  Value arena = allocate(b);
  arena.getDefiningOp()->setAttr(kArenaAttr, describe(b));
  SmallVector<Value> starts;
  for (Value offset : offsets)
    starts.push_back(
        b.createOrFold<arith::IndexCastOp>(b.getIndexType(), offset));
  auto ends = [](const ArenaBuffer &a, const ArenaBuffer &b) {
    return a.end < b.end;
  };
  b.setInsertionPoint(llvm::max_element(buffers, ends)->dealloc);
  memref::DeallocOp::create(b, arena);
  for (auto [buffer, start] : llvm::zip_equal(buffers, starts)) {
    memref::DeallocOp(buffer.dealloc).erase();
    replaceByView(buffer.alloc, arena, start);
  }
}

void mlir::diffattn::buildArena(ArrayRef<ArenaBuffer> buffers,
                                int64_t alignment) {
  ArenaBuilder(buffers, alignment).run();
}
