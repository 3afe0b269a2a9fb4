//===- SimplifyMask.cpp - masks that positions can say --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models compute causal masks, windows and paddings as tensors. The ops that
// make a mask, seen from one element, are a formula of the row i, the key j and
// batch-like indices. If that is a conjunction of bounds that the attention's
// attributes can say, the mask goes:
//
//   i - j + shift >= 0        causal        shift: Nk - Nq (bottom_right) or
//   i - j + shift + w >= 0    window_right         0 (top_left)
//   j - i - shift + w >= 0    window_left
//   length - 1 - j >= 0       key_lengths
//
// One condition that is an i1 tensor may be left: it is the mask then. Others
// that look at keys only, whatever the row, are computed as a mask without
// rows.
//
//===----------------------------------------------------------------------===//

#include "FuseSink.h"
#include "MaskEmitter.h"
#include "MaskFormula.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

static constexpr StringLiteral rewriteName = "SimplifyMask";
// Added to a score, a number below this leaves no weight beside any other key.
static constexpr double hides = -1e30;

namespace {
/// A bound on how far a key is from its row, for either alignment; none if it
/// can't be said with that alignment.
struct Distance {
  bool isLeft = false;
  std::optional<int64_t> bottomRight, topLeft;

  std::optional<int64_t> get(Alignment alignment) const {
    return alignment == Alignment::BottomRight ? bottomRight : topLeft;
  }
};

class MaskSimplifier {
public:
  MaskSimplifier(RewriterBase &rewriter, AttentionOp op)
      : rewriter(rewriter), op(op), parts(AttentionParts::of(op)),
        elements([](Value) { return false; }), reader(elements),
        emitter(elements, [this](Value tensor, ArrayRef<Index> indices) {
          return getOperand(tensor, indices);
        }) {}

  /// Makes the mask attributes, or says why not.
  void run() {
    std::string reason = simplify();
    if (!reason.empty())
      remarkMissed(op, rewriteName, reason);
  }

private:
  std::string simplify();
  void addLoops();
  std::string readVisible(Formula &visible);
  bool everyRowSeesAKey(const Formula &visible);
  LogicalResult classify(const Formula &condition);
  /// Whether `rest` and what is the mask can be computed without rows.
  bool canComputeRest();
  std::optional<Alignment> chooseAlignment();
  /// The tensor that is read at `indices` by dims of its own; no value if it is
  /// read in any other way.
  NamedOperand getOperand(Value tensor, ArrayRef<Index> indices);
  NamedOperand makeLengths();
  void apply(std::optional<Alignment> alignment);

  RewriterBase &rewriter;
  AttentionOp op;
  AttentionParts parts;
  Elements elements;
  MaskReader reader;
  MaskEmitter emitter;
  std::map<std::string, unsigned> loops;
  Index rows, keys;

  SmallVector<Distance> distances;
  NamedOperand lengths, mask;
  int64_t lengthOffset = 0;
  /// The condition that is `mask`, and those that are neither that nor bounds.
  Formula maskCondition;
  SmallVector<Formula> rest;
};
} // namespace

/// The first condition in `formula` that is no bound.
static const Node *findOpaque(const Formula &formula) {
  if (formula.kind == Formula::Kind::Opaque)
    return formula.node;
  for (const Formula &part : formula.parts)
    if (const Node *node = findOpaque(part))
      return node;
  return nullptr;
}

/// What keeps `formula` from being positions, for people.
static std::string explain(const Formula &formula) {
  const Node *node = findOpaque(formula);
  if (!node)
    return "the mask is no conjunction of causal, windows and lengths";
  if (node->kind == Node::Kind::Apply)
    return ("the mask depends on '" + node->op->getName().getStringRef() + "'")
        .str();
  if (Operation *producer = node->value ? node->value.getDefiningOp() : nullptr)
    return ("the mask depends on the result of '" +
            producer->getName().getStringRef() + "'")
        .str();
  return "the mask depends on an argument";
}

//===----------------------------------------------------------------------===//
// Reading the mask
//===----------------------------------------------------------------------===//

void MaskSimplifier::addLoops() {
  for (const NamedOperand *operand : std::as_const(parts).operands())
    for (auto [position, name] : llvm::enumerate(operand->dims)) {
      auto type = cast<ShapedType>(operand->value.getType());
      auto [entry, isNew] = loops.try_emplace(name, 0);
      if (!isNew)
        continue;
      entry->second = elements.addLoop(type.getDimSize(position));
      reader.setSize(entry->second, elements.size(operand->value, position));
    }
  auto sizeOf = [&](const NamedOperand &operand, StringRef name) {
    return elements.size(operand.value, *operand.find(name));
  };
  rows = sizeOf(parts.signalQuery, "m");
  keys = sizeOf(parts.signalKey, "n");
  reader.setSize(loops["m"], rows);
  reader.setSize(loops["n"], keys);
}

std::string MaskSimplifier::readVisible(Formula &visible) {
  SmallVector<Index> indices;
  for (const std::string &name : parts.mask.dims)
    indices.push_back(Index::atom(loops[name]));
  const Node *node = elements.element(parts.mask.value, indices);
  if (node->type.isInteger(1)) {
    visible = reader.truth(node);
    return "";
  }
  auto pieces = reader.pieces(node);
  if (!pieces)
    return explain(Formula::opaque(node));
  SmallVector<Formula> shown;
  bool isFinite = false;
  for (const Piece &piece : *pieces) {
    if (piece.number == 0)
      shown.push_back(piece.condition);
    else if (!(piece.number <= hides))
      return "the mask adds numbers that hide nothing";
    else
      isFinite |= std::isfinite(piece.number);
  }
  visible = Formula::any(shown);
  // A row of lowest floats is an ordinary row, so there must be none.
  bool hasOthers = op.isPositional() || parts.keyLengths;
  if (isFinite && (hasOthers || !everyRowSeesAKey(visible)))
    return "the mask hides keys by finite numbers, and rows may see none";
  return "";
}

bool MaskSimplifier::everyRowSeesAKey(const Formula &visible) {
  Index row = Index::atom(loops["m"]), one = Index::of(1);
  for (const Index &key : {Index(), row, row + keys - rows, keys - one})
    if (reader.isNotNegative(key) && reader.isNotNegative(keys - one - key) &&
        reader.substitute(visible, loops["n"], key).isConstant(true))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getDistance(const Index &index) {
  if (!index.isConstant() || index.constant < 0)
    return std::nullopt;
  return index.constant;
}

NamedOperand MaskSimplifier::getOperand(Value tensor, ArrayRef<Index> indices) {
  NamedOperand operand{tensor, {}};
  for (auto [position, index] : llvm::enumerate(indices)) {
    std::optional<unsigned> atom = elements.resolve(index).getAtom();
    auto loop = llvm::find_if(
        loops, [&](auto &entry) { return atom && entry.second == *atom; });
    if (loop == loops.end() || operand.has(loop->first) ||
        !reader.isSize(*atom, elements.size(tensor, position)))
      return {};
    operand.dims.push_back(loop->first);
  }
  return operand;
}

static bool isMaskDim(StringRef name) {
  Role role = DimsAttr::getRole(name);
  return role == Role::Batch || role == Role::Query || role == Role::Key;
}

LogicalResult MaskSimplifier::classify(const Formula &condition) {
  if (condition.kind == Formula::Kind::Opaque) {
    const Node *node = condition.node;
    if (condition.negated || node->kind != Node::Kind::Element || mask ||
        !isa<RankedTensorType>(node->value.getType()))
      return failure();
    mask = getOperand(node->value, node->indices);
    maskCondition = condition;
    return success(bool(mask) && llvm::all_of(mask.dims, isMaskDim));
  }
  if (condition.kind != Formula::Kind::Bound)
    return failure();
  Index rest = condition.index;
  auto take = [&](StringRef name) {
    auto found = rest.factors.find(loops[name.str()]);
    int64_t factor = found == rest.factors.end() ? 0 : found->second;
    if (factor != 0)
      rest.factors.erase(found);
    return factor;
  };
  int64_t row = take("m"), key = take("n");
  if (row == 1 && key == -1) {
    distances.push_back({/*isLeft=*/false, getDistance(rest - (keys - rows)),
                         getDistance(rest)});
    return success();
  }
  if (row == -1 && key == 1) {
    distances.push_back({/*isLeft=*/true, getDistance(rest + (keys - rows)),
                         getDistance(rest)});
    return success();
  }
  if (row != 0 || key != -1 || lengths || parts.keyLengths)
    return failure();
  lengthOffset = std::exchange(rest.constant, 0) + 1;
  std::optional<unsigned> number = rest.getAtom();
  if (!number)
    return failure();
  const Atom &atom = elements.getAtom(*number);
  if (atom.kind == Atom::Kind::Symbol)
    lengths.value = atom.value;
  else if (atom.kind == Atom::Kind::Load)
    lengths = getOperand(atom.value, atom.indices);
  if (!lengths)
    return failure();
  // What key_lengths can be.
  Type type = getElementTypeOrSelf(lengths.value.getType());
  return success((type.isIndex() || type.isInteger(32) || type.isInteger(64)) &&
                 llvm::all_of(lengths.dims, [](StringRef name) {
                   return DimsAttr::getRole(name) == Role::Batch;
                 }));
}

bool MaskSimplifier::canComputeRest() {
  if (mask)
    rest.push_back(maskCondition);
  return llvm::all_of(rest,
                      [&](const Formula &condition) {
                        return succeeded(emitter.add(condition));
                      }) &&
         llvm::all_of(emitter.getDims(), [](StringRef name) {
           return isMaskDim(name) && DimsAttr::getRole(name) != Role::Query;
         });
}

std::optional<Alignment> MaskSimplifier::chooseAlignment() {
  for (Alignment alignment : {Alignment::BottomRight, Alignment::TopLeft}) {
    bool fits = llvm::all_of(distances, [&](const Distance &distance) {
      return distance.get(alignment).has_value();
    });
    if (op.isPositional() && op.getAlignment() != alignment && rows != keys)
      fits = false;
    // With lengths, bottom_right counts from the last valid key.
    if (alignment == Alignment::BottomRight && (lengths || parts.keyLengths))
      fits = false;
    if (fits)
      return alignment;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

NamedOperand MaskSimplifier::makeLengths() {
  // Clamped, since a mask may cut more than there is.
  Location loc = op.getLoc();
  Value source = lengths.value;
  if (!isa<RankedTensorType>(source.getType()))
    source = tensor::FromElementsOp::create(
        rewriter, loc, RankedTensorType::get({}, source.getType()), source);
  auto type = cast<RankedTensorType>(source.getType());
  Type element = type.getElementType();
  Value most = tensor::DimOp::create(rewriter, loc, parts.signalKey.value,
                                     *parts.signalKey.find("n"));
  if (element != most.getType())
    most = arith::IndexCastOp::create(rewriter, loc, element, most);
  Value init = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, source), element);
  AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto clamp = linalg::GenericOp::create(
      rewriter, loc, init.getType(), source, init,
      ArrayRef<AffineMap>{map, map}, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        auto constant = [&](int64_t number) -> Value {
          return arith::ConstantOp::create(
              body, loc, body.getIntegerAttr(element, number));
        };
        Value length = arguments[0];
        if (lengthOffset != 0)
          length =
              arith::AddIOp::create(body, loc, length, constant(lengthOffset));
        length = arith::MaxSIOp::create(body, loc, length, constant(0));
        length = arith::MinSIOp::create(body, loc, length, most);
        linalg::YieldOp::create(body, loc, length);
      });
  return {clamp.getResult(0), lengths.dims};
}

void MaskSimplifier::apply(std::optional<Alignment> alignment) {
  rewriter.setInsertionPoint(op);
  auto narrow = [&](IntegerAttr &window, int64_t width) {
    if (!window || window.getInt() > width)
      window = rewriter.getI64IntegerAttr(width);
  };
  for (const Distance &distance : distances) {
    int64_t width = *distance.get(*alignment);
    if (distance.isLeft)
      narrow(parts.score.windowLeft, width);
    else if (width == 0)
      parts.score.causal = true;
    else
      narrow(parts.score.windowRight, width);
  }
  if (!distances.empty())
    parts.score.alignment = *alignment;
  if (lengths)
    parts.keyLengths = makeLengths();
  parts.mask = rest.empty() ? mask : emitter.emit(rewriter, op.getLoc(), rest);
  AttentionOp simple = parts.create(rewriter, op.getLoc());
  rewriter.replaceOp(op, simple);
  remarkFused(simple, rewriteName);
}

std::string MaskSimplifier::simplify() {
  // The dims of logsumexps depend on the mask's.
  if (op->getNumResults() != 1)
    return "the attention has logsumexps";
  if (parts.queryOffset || parts.keyOffset)
    return "the attention is a tile";
  addLoops();
  Formula visible;
  if (std::string reason = readVisible(visible); !reason.empty())
    return reason;
  std::vector<Formula> conditions = visible.parts;
  if (visible.kind != Formula::Kind::And)
    conditions = {visible};
  for (const Formula &condition : conditions)
    if (!condition.isConstant(true) && failed(classify(condition)))
      rest.push_back(condition);
  // To compute a mask only pays if positions say a part of it.
  bool saysAny = !distances.empty() || lengths;
  if (!rest.empty() && (!saysAny || !canComputeRest()))
    return explain(rest.front());
  if (mask == parts.mask)
    return explain(visible);
  std::optional<Alignment> alignment = chooseAlignment();
  bool needsAlignment = !distances.empty() || (lengths && op.isPositional());
  if (needsAlignment && !alignment)
    return "the mask counts rows from neither end of the keys";
  apply(alignment);
  return "";
}

void diffattn::simplifyMasks(Operation *root) {
  SmallVector<AttentionOp> ops;
  root->walk([&](AttentionOp op) {
    if (op.getMask() && op->getNumResults() != 0)
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (AttentionOp op : ops)
    MaskSimplifier(rewriter, op).run();
}
