//===- FuseDifference.cpp - two attentions, one differential --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// a - lambda * b, of attentions a and b that read the same value and see the
// same keys, is one attention with a noise map. In whatever way it is written,
// as an expression of elements it is a sum of two products, one of them with
// an element of a and a number, the other with an element of b and anything
// that is no attention.
//
//===----------------------------------------------------------------------===//

#include "FuseSink.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

static constexpr StringLiteral rewriteName = "FuseDifference";

namespace {
/// `coefficient` times an element of an attention's result.
struct Term {
  const Node *element;
  Product coefficient;
  AttentionOp getAttention() const { return Sink::getAttention(element); }
};
} // namespace

/// Adds the terms of `node`, each times `outer`. Fails if one is no product
/// with one attention.
static LogicalResult collectTerms(const Node *node, const Product &outer,
                                  SmallVectorImpl<Term> &terms) {
  if (Sink::getAttention(node)) {
    terms.push_back({node, outer});
    return success();
  }
  auto negated = [](Product product) {
    product.number = -product.number;
    return product;
  };
  if (node->is<arith::NegFOp>())
    return collectTerms(node->operands[0], negated(outer), terms);
  if (node->is<arith::AddFOp>() || node->is<arith::SubFOp>()) {
    bool isSub = node->is<arith::SubFOp>();
    return success(
        succeeded(collectTerms(node->operands[0], outer, terms)) &&
        succeeded(collectTerms(node->operands[1],
                               isSub ? negated(outer) : outer, terms)));
  }
  if (!node->is<arith::MulFOp>())
    return failure();
  bool first = Sink::dependsOnAttention(node->operands[0]);
  if (first == Sink::dependsOnAttention(node->operands[1]))
    return failure();
  Product scaled = getProduct(node->operands[first ? 1 : 0]);
  scaled.number *= outer.number;
  llvm::append_range(scaled.factors, outer.factors);
  return collectTerms(node->operands[first ? 0 : 1], scaled, terms);
}

//===----------------------------------------------------------------------===//
// lambda
//===----------------------------------------------------------------------===//

/// `node`, looked into as long as that shows anything.
static const Node *lookThrough(Sink &sink, const Node *node) {
  for (unsigned step = 0; step < 8; ++step) {
    const Node *next = sink.lookInto(node);
    if (next == node)
      return node;
    node = next;
  }
  return node;
}

/// x, if `node` is 1 / (1 + exp(-x)); else null.
static const Node *matchSigmoid(Sink &sink, const Node *node) {
  auto isOne = [&](const Node *operand) {
    return lookThrough(sink, operand)->isNumber(1);
  };
  node = lookThrough(sink, node);
  if (!node->is<arith::DivFOp>() || !isOne(node->operands[0]))
    return nullptr;
  const Node *sum = lookThrough(sink, node->operands[1]);
  if (!sum->is<arith::AddFOp>())
    return nullptr;
  for (unsigned number : {0, 1}) {
    const Node *power = lookThrough(sink, sum->operands[number]);
    if (!isOne(sum->operands[1 - number]) || !power->is<math::ExpOp>())
      continue;
    const Node *exponent = lookThrough(sink, power->operands[0]);
    if (exponent->is<arith::NegFOp>())
      return exponent->operands[0];
    if (exponent->is<arith::SubFOp>() &&
        lookThrough(sink, exponent->operands[0])->isNumber(0))
      return exponent->operands[1];
    if (exponent->is<arith::MulFOp>())
      for (unsigned factor : {0, 1})
        if (lookThrough(sink, exponent->operands[factor])->isNumber(-1))
          return exponent->operands[1 - factor];
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Whether two attentions fit
//===----------------------------------------------------------------------===//

/// The factor of the scores of `op`; nullopt if it is known at run time only.
static std::optional<double> getScale(AttentionOp op) {
  if (std::optional<APFloat> scale = op.getScale())
    return scale->convertToDouble();
  SmallVector<int64_t> sizes = getStaticSizes(op);
  double features = 1;
  for (unsigned dim : op.getDims().getDims(Role::Feature)) {
    if (ShapedType::isDynamic(sizes[dim]))
      return std::nullopt;
    features *= sizes[dim];
  }
  return features == 0 ? 1 : 1 / std::sqrt(features);
}

/// Whether both scale alike, up to rounding in f32.
static bool scaleAlike(AttentionOp a, AttentionOp b) {
  if (!a.getScale() && !b.getScale())
    return true;
  std::optional<double> x = getScale(a), y = getScale(b);
  return x && y && std::abs(*x - *y) <= 1e-7 * std::abs(*x);
}

/// Whether rows of `a` and `b` stand at the same keys.
static bool standAlike(AttentionOp a, AttentionOp b) {
  bool positional = a.isPositional() || b.isPositional();
  return a.getCausal() == b.getCausal() &&
         a.getWindowLeft() == b.getWindowLeft() &&
         a.getWindowRight() == b.getWindowRight() &&
         (!positional || a.getAlignment() == b.getAlignment());
}

namespace {
/// Feature dims of one map: names and static sizes, in the op's order.
struct Features {
  explicit Features(AttentionOp op) {
    SmallVector<int64_t> all = getStaticSizes(op);
    for (unsigned dim : op.getDims().getDims(Role::Feature)) {
      names.push_back(op.getDims().getName(dim).str());
      sizes.push_back(all[dim]);
    }
  }
  bool isStatic() const { return !ShapedType::isDynamicShape(sizes); }

  SmallVector<std::string> names;
  SmallVector<int64_t> sizes;
};
} // namespace

/// Whether the only feature dim `one` can be divided into those of `many`: a
/// map may sum its products in any order.
static bool canSplit(const Features &one, const Features &many) {
  return one.sizes.size() == 1 && one.isStatic() && many.isStatic() &&
         one.sizes[0] == ShapedType::getNumElements(many.sizes);
}

/// Divides the only feature dim of `operand` into those of `features`.
static void splitFeature(OpBuilder &builder, Location loc,
                         NamedOperand &operand, StringRef name,
                         const Features &features) {
  auto type = cast<RankedTensorType>(operand.value.getType());
  NamedOperand split;
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  for (auto [position, dim] : llvm::enumerate(operand.dims)) {
    groups.emplace_back();
    ArrayRef<std::string> parts = dim;
    bool isFeature = dim == name;
    if (isFeature)
      parts = features.names;
    for (auto [number, part] : llvm::enumerate(parts)) {
      groups.back().push_back(shape.size());
      split.dims.push_back(part);
      shape.push_back(isFeature ? features.sizes[number]
                                : type.getDimSize(position));
      sizes.push_back(
          isFeature
              ? OpFoldResult(builder.getIndexAttr(shape.back()))
              : tensor::getMixedSize(builder, loc, operand.value, position));
    }
  }
  split.value = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()),
      operand.value, groups, sizes);
  operand = split;
}

/// For each of the feature dims `mine` of the signal the one of `theirs` that
/// the same dim of the same key has in the noise; nullopt if there are not
/// such.
static std::optional<SmallVector<std::string>>
findPartnersByKey(const Features &mine, const Features &theirs,
                  const NamedOperand &signalKey, const NamedOperand &noiseKey) {
  if (signalKey.value != noiseKey.value)
    return std::nullopt;
  SmallVector<std::string> partners;
  for (const std::string &name : mine.names) {
    size_t position = llvm::find(signalKey.dims, name) - signalKey.dims.begin();
    partners.push_back(noiseKey.dims[position]);
    if (!llvm::is_contained(theirs.names, partners.back()))
      return std::nullopt;
  }
  return partners;
}

/// Names the feature dims of `noise` as those of `signal`. Fails if they are no
/// features of the same sizes, or can't be made so.
static LogicalResult pairFeatures(const Features &mine, const Features &theirs,
                                  const AttentionParts &signal,
                                  AttentionParts &noise) {
  if (mine.sizes.size() != theirs.sizes.size())
    return success(canSplit(mine, theirs) || canSplit(theirs, mine));
  // Dynamic sizes are the same if those are of one key; static ones in order.
  std::optional<SmallVector<std::string>> partners =
      findPartnersByKey(mine, theirs, signal.signalKey, noise.signalKey);
  if (!partners && (mine.sizes != theirs.sizes || !mine.isStatic()))
    return failure();
  for (auto [number, name] : llvm::enumerate(partners.value_or(theirs.names)))
    noise.rename(name, "#" + std::to_string(number));
  for (auto [number, name] : llvm::enumerate(mine.names))
    noise.rename("#" + std::to_string(number), name);
  return success();
}

/// Why `a` and `b` can't be maps of one attention, as far as their operands
/// tell; empty if they can. The dims of `noise` are those of `signal`.
static StringRef findMismatch(const AttentionParts &signal,
                              const AttentionParts &noise) {
  if (!(signal.value == noise.value))
    return "the attentions read different values";
  if (!(signal.mask == noise.mask))
    return "the attentions have different masks";
  if (!(signal.keyLengths == noise.keyLengths))
    return "the attentions have different key_lengths";
  if (signal.queryOffset != noise.queryOffset ||
      signal.keyOffset != noise.keyOffset)
    return "the attentions have different offsets";
  return "";
}

/// Why `op` can't be a map of another attention; empty if it can.
static StringRef findObstacle(AttentionOp op) {
  if (op.hasNoise())
    return "one of the attentions is differential already";
  if (op->getNumResults() != 1)
    return "one of the attentions has logsumexps";
  if (op.getNorm() || op.getOutScale())
    return "one of the attentions has an epilogue";
  return "";
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

namespace {
class DifferenceFuser {
public:
  DifferenceFuser(RewriterBase &rewriter, linalg::LinalgOp op)
      : rewriter(rewriter), sink(op) {}

  /// Makes the op, or says why not if the result is such a difference.
  void run() {
    SmallVector<Term> terms;
    if (failed(collectTerms(sink.root, {}, terms)) || terms.size() != 2)
      return;
    // The signal is the one with a number, best 1; the first if both have.
    auto rank = [](const Term &term) {
      return !term.coefficient.factors.empty() ? 2
             : term.coefficient.number != 1    ? 1
                                               : 0;
    };
    if (rank(terms[0]) > rank(terms[1]))
      std::swap(terms[0], terms[1]);
    std::string reason = fuse(terms[0], terms[1]);
    if (!reason.empty())
      remarkMissed(sink.op, rewriteName, reason);
  }

private:
  /// Why `signal` + `noise` is no attention; empty if it is one now.
  std::string fuse(const Term &signal, const Term &noise) {
    AttentionOp signalOp = signal.getAttention();
    AttentionOp noiseOp = noise.getAttention();
    double factor = signal.coefficient.number;
    if (!signal.coefficient.factors.empty() || factor == 0 ||
        !std::isfinite(factor))
      return "the signal has a factor that is no number";
    if (signalOp == noiseOp)
      return "both maps are parts of one attention";
    if (signalOp->getBlock() != sink.op->getBlock() ||
        noiseOp->getBlock() != sink.op->getBlock())
      return "an attention is in another block";
    for (AttentionOp op : {signalOp, noiseOp})
      if (StringRef obstacle = findObstacle(op); !obstacle.empty())
        return obstacle.str();
    if (!scaleAlike(signalOp, noiseOp))
      return "the attentions scale differently";
    if (signalOp.getSoftcap() != noiseOp.getSoftcap())
      return "the attentions have different softcaps";
    if (!standAlike(signalOp, noiseOp))
      return "causal, windows or alignment differ";
    if (Operation *user = sink.findOtherUser({signalOp, noiseOp}))
      return ("'" + user->getName().getStringRef() + "' uses them too").str();
    AttentionParts parts = AttentionParts::of(signalOp);
    AttentionParts noiseParts = AttentionParts::of(noiseOp);
    Type element = getElementTypeOrSelf(parts.value.value.getType());
    Type result = getElementTypeOrSelf(sink.op->getResult(0).getType());
    if (result != element && result != getAccumulatorType(element))
      return "the result has another element type";
    if (failed(sink.nameLoops(parts, signal.element->indices)))
      return "the signal is broadcast, cut or mixed by a view";
    if (failed(sink.renameDims(noiseParts, noise.element->indices, parts)))
      return "the noise is cut or mixed by a view";
    sink.nameOtherLoops(parts);
    Features mine(signalOp), theirs(noiseOp);
    if (failed(pairFeatures(mine, theirs, parts, noiseParts)))
      return "the attentions have different features";
    if (StringRef mismatch = findMismatch(parts, noiseParts); !mismatch.empty())
      return mismatch.str();
    std::string reason = addNoise(parts, noiseParts, factor, noise.coefficient);
    if (!reason.empty())
      return reason;
    if (mine.names.size() < theirs.names.size())
      for (NamedOperand *operand : {&parts.signalQuery, &parts.signalKey})
        splitFeature(rewriter, signalOp.getLoc(), *operand, mine.names[0],
                     theirs);
    if (mine.names.size() > theirs.names.size())
      for (NamedOperand *operand : {&parts.noiseQuery, &parts.noiseKey})
        splitFeature(rewriter, noiseOp.getLoc(), *operand, theirs.names[0],
                     mine);
    remarkFused(sink.replace(rewriter, parts), rewriteName);
    return "";
  }

  /// Completes `parts`, but for features and the out.
  std::string addNoise(AttentionParts &parts, const AttentionParts &noise,
                       double factor, Product coefficient) {
    coefficient.number /= -factor;
    LambdaActivation activation = LambdaActivation::None;
    if (coefficient.number == 1 && coefficient.factors.size() == 1)
      if (const Node *logits =
              matchSigmoid(sink, coefficient.factors.front())) {
        Product inner{1, {logits}};
        if (sink.canCompute(inner, {Role::Batch, Role::Query})) {
          coefficient = inner;
          activation = LambdaActivation::Sigmoid;
        }
      }
    if (!sink.canCompute(coefficient, {Role::Batch, Role::Query}))
      return "lambda is not of rows and heads";
    rewriter.setInsertionPoint(sink.op);
    FloatType sums =
        getAccumulatorType(getElementTypeOrSelf(parts.value.value.getType()));
    parts.noiseQuery = noise.signalQuery;
    parts.noiseKey = noise.signalKey;
    parts.lambda = sink.compute(rewriter, coefficient, sums);
    parts.lambdaActivation = activation;
    if (factor != 1)
      parts.outScale = rewriter.getF64FloatAttr(factor);
    return "";
  }

  RewriterBase &rewriter;
  Sink sink;
};
} // namespace

void diffattn::fuseDifferences(Operation *root) {
  SmallVector<linalg::LinalgOp> sinks;
  root->walk([&](linalg::LinalgOp op) {
    bool adds = llvm::any_of(op.getBlock()->getOperations(), [](Operation &op) {
      return isa<arith::AddFOp, arith::SubFOp>(op);
    });
    if (adds && isSink(op))
      sinks.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : sinks)
    DifferenceFuser(rewriter, op).run();
}
