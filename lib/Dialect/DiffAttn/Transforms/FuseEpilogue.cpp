//===- FuseEpilogue.cpp - norm, weight and factor of an attention ---------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As an expression of elements, an RMS norm is a product: of an element x of an
// attention's result, the inverse root of k * sum(x^2) + eps, and numbers and
// weights. With n elements in the sum and x = s * o,
//
//   x / sqrt(k * sum(x^2) + eps) = s / sqrt(q) * o / sqrt(mean(o^2) + eps / q)
//
// with q = k * n * s^2, which is the op's norm whatever k and s are.
//
//===----------------------------------------------------------------------===//

#include "FuseSink.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

static constexpr StringLiteral rewriteName = "FuseEpilogue";

//===----------------------------------------------------------------------===//
// Taking the expression apart
//===----------------------------------------------------------------------===//

namespace {
/// number * element * factors, over the root of `square` if there is one.
struct Epilogue {
  Product factors;
  const Node *element = nullptr;
  const Node *square = nullptr;
};

/// k * sum(x^2) + eps
struct MeanSquare {
  double k = 1, eps = 0;
  const Node *element = nullptr;
  SmallVector<unsigned> loops;
};
} // namespace

/// The exponent of a power whose exponent is known; 0 for anything else.
static double getExponent(const Node *node) {
  if (node->is<math::RsqrtOp>())
    return -0.5;
  if (node->is<math::SqrtOp>())
    return 0.5;
  if (!node->is<math::PowFOp>() && !node->is<math::FPowIOp>())
    return 0;
  const Node *exponent = node->operands[1];
  if (exponent->kind == Node::Kind::Number)
    return exponent->number;
  if (exponent->kind == Node::Kind::Integer && exponent->index.isConstant())
    return exponent->index.constant;
  return 0;
}

/// Adds what `node`, or 1 over it, multiplies to `result`. Fails if that is not
/// the form.
static LogicalResult collect(const Node *node, bool inverse, Epilogue &result) {
  if (node->kind == Node::Kind::Number) {
    result.factors.number *= inverse ? 1 / node->number : node->number;
    return success();
  }
  if (node->is<arith::NegFOp>()) {
    result.factors.number = -result.factors.number;
    return collect(node->operands[0], inverse, result);
  }
  bool isDivision = node->is<arith::DivFOp>();
  if (node->is<arith::MulFOp>() || isDivision)
    return success(
        succeeded(collect(node->operands[0], inverse, result)) &&
        succeeded(collect(node->operands[1], inverse != isDivision, result)));
  if (!Sink::dependsOnAttention(node)) {
    result.factors.factors.push_back(node);
    return success(!inverse);
  }
  if (Sink::getAttention(node) && !inverse && !result.element) {
    result.element = node;
    return success();
  }
  if (getExponent(node) == (inverse ? 0.5 : -0.5) && !result.square) {
    result.square = node->operands[0];
    return success();
  }
  return failure();
}

/// `node` as a number times the square of an attention's element.
static LogicalResult matchSquare(const Node *node, MeanSquare &result) {
  Product product = getProduct(node);
  result.k *= product.number;
  ArrayRef<const Node *> factors = product.factors;
  if (factors.size() == 1 && getExponent(factors[0]) == 2) {
    Product base = getProduct(factors[0]->operands[0]);
    if (base.factors.size() != 1)
      return failure();
    result.k *= base.number * base.number;
    result.element = base.factors[0];
  } else if (factors.size() == 2 && Sink::getAttention(factors[0]) &&
             factors[0]->value == factors[1]->value &&
             factors[0]->indices == factors[1]->indices) {
    result.element = factors[0];
  } else {
    return failure();
  }
  return success(Sink::getAttention(result.element) != nullptr);
}

/// `node` as k * sum(x^2) + eps.
static LogicalResult matchMeanSquare(const Node *node, MeanSquare &result) {
  if (node->is<arith::AddFOp>()) {
    bool epsFirst = node->operands[0]->kind == Node::Kind::Number;
    const Node *eps = node->operands[epsFirst ? 0 : 1];
    if (eps->kind != Node::Kind::Number)
      return failure();
    result.eps = eps->number;
    node = node->operands[epsFirst ? 1 : 0];
  }
  Product product = getProduct(node);
  if (product.factors.size() != 1 ||
      product.factors[0]->kind != Node::Kind::Sum)
    return failure();
  result.k = product.number;
  result.loops = product.factors[0]->loops;
  return matchSquare(product.factors[0]->operands[0], result);
}

/// The number with the fewest digits that is the same as a float of type
/// `sums`.
static double shorten(double number, FloatType sums) {
  if (!sums.isF32())
    return number;
  float wanted = number;
  for (int digits = 1; digits < 10; ++digits) {
    std::string format = "{0:e" + std::to_string(digits) + "}";
    std::string text = llvm::formatv(format.c_str(), number);
    double rounded = std::strtod(text.c_str(), nullptr);
    if (static_cast<float>(rounded) == wanted)
      return rounded;
  }
  return number;
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

namespace {
class EpilogueFuser {
public:
  EpilogueFuser(RewriterBase &rewriter, linalg::LinalgOp op)
      : rewriter(rewriter), sink(op) {}

  /// Makes the op if the result is a norm, or with `norm` unset, if it is a
  /// factor, a weight or a conversion behind one. Says why not if it is a norm
  /// that can't be the op's.
  void run(bool norm) {
    Epilogue epilogue;
    if (failed(collect(sink.root, /*inverse=*/false, epilogue)) ||
        !epilogue.element || norm != (epilogue.square != nullptr))
      return;
    std::string reason = fuse(epilogue);
    if (!reason.empty() && norm)
      remarkMissed(sink.op, rewriteName, reason);
  }

private:
  /// Why the result is no attention; empty if it is one now.
  std::string fuse(Epilogue &epilogue) {
    AttentionOp op = Sink::getAttention(epilogue.element);
    if (op->getBlock() != sink.op->getBlock())
      return "the attention is in another block";
    if (op->getNumResults() != 1)
      return "the attention has logsumexps";
    if (Operation *user = sink.findOtherUser({op}))
      return ("'" + user->getName().getStringRef() + "' uses the attention too")
          .str();
    AttentionParts parts = AttentionParts::of(op);
    Type element = getElementTypeOrSelf(parts.value.value.getType());
    Type result = getElementTypeOrSelf(sink.op->getResult(0).getType());
    FloatType sums = getAccumulatorType(element);
    if (result != element && result != sums)
      return "the result has another element type";
    if (failed(sink.nameLoops(parts, epilogue.element->indices)) ||
        llvm::any_of(sink.getLoops(),
                     [&](unsigned loop) { return sink.getName(loop).empty(); }))
      return "the attention is broadcast, cut or mixed by a view";
    if (epilogue.square)
      if (std::string reason = addNorm(parts, sums, epilogue); !reason.empty())
        return reason;
    Product weight{1, epilogue.factors.factors};
    if (!weight.factors.empty() && !isWeight(parts, weight))
      return "a factor is neither a number nor a weight of all value dims";

    rewriter.setInsertionPoint(sink.op);
    double scale = epilogue.factors.number;
    if (parts.outScale)
      scale *= parts.outScale.getValueAsDouble();
    if (!std::isfinite(scale))
      return "the factor is not finite";
    scale = shorten(scale, sums);
    parts.outScale = scale == 1 ? FloatAttr() : rewriter.getF64FloatAttr(scale);
    if (!weight.factors.empty())
      parts.normWeight = sink.compute(rewriter, weight, sums, {element});
    remarkFused(sink.replace(rewriter, parts), rewriteName);
    return "";
  }

  /// Makes `parts` normalise; `epilogue` is left with the factors around that.
  std::string addNorm(AttentionParts &parts, FloatType sums,
                      Epilogue &epilogue) {
    if (parts.norm)
      return "the attention has a norm already";
    MeanSquare mean;
    if (failed(matchMeanSquare(epilogue.square, mean)))
      return "the root is not that of a mean square";
    std::optional<int64_t> count = countValues(parts, epilogue, mean);
    if (!count)
      return "the mean is not over all value dims and only them";
    double ratio = mean.k * *count;
    // 1 / n is rounded.
    if (std::abs(ratio - 1) < 1e-6)
      ratio = 1;
    double scale = parts.outScale ? parts.outScale.getValueAsDouble() : 1;
    ratio *= scale * scale;
    double eps = mean.eps / ratio;
    if (!std::isfinite(eps) || eps < 0 || !(ratio > 0))
      return "the norm is degenerate";
    epilogue.factors.number /= std::sqrt(ratio);
    MLIRContext *context = rewriter.getContext();
    parts.norm = NormAttr::get(context, NormKind::Rms,
                               rewriter.getF64FloatAttr(shorten(eps, sums)));
    return "";
  }

  /// The number of elements of the mean, if it is over all value dims at the
  /// place where the element is.
  std::optional<int64_t> countValues(const AttentionParts &parts,
                                     const Epilogue &epilogue,
                                     const MeanSquare &mean) {
    if (mean.element->value != epilogue.element->value)
      return std::nullopt;
    SmallVector<unsigned> loops;
    for (unsigned loop : mean.loops)
      llvm::append_range(loops, sink.elements.getParts(loop));
    int64_t count = 1;
    for (unsigned loop : loops) {
      int64_t size = sink.elements.getAtom(loop).size;
      if (ShapedType::isDynamic(size) || size == 0)
        return std::nullopt;
      count *= size;
    }
    for (auto [name, outer, inner] :
         llvm::zip_equal(parts.outs[0].dims, epilogue.element->indices,
                         mean.element->indices)) {
      Index there = sink.elements.resolve(inner);
      std::optional<unsigned> loop = there.getAtom();
      auto *place = loop ? llvm::find(loops, *loop) : loops.end();
      if (DimsAttr::getRole(name) == Role::Value && place != loops.end())
        loops.erase(place);
      else if (DimsAttr::getRole(name) == Role::Value
                   ? !(there == Index())
                   : !(there == sink.elements.resolve(outer)))
        return std::nullopt;
    }
    return loops.empty() ? std::optional<int64_t>(count) : std::nullopt;
  }

  bool isWeight(const AttentionParts &parts, const Product &weight) {
    if (!parts.norm || parts.normWeight ||
        !sink.canCompute(weight, {Role::Value}))
      return false;
    SmallVector<std::string> dims = sink.getDims(weight);
    return llvm::all_of(parts.outs[0].dims, [&](StringRef name) {
      return DimsAttr::getRole(name) != Role::Value ||
             llvm::is_contained(dims, name);
    });
  }

  RewriterBase &rewriter;
  Sink sink;
};
} // namespace

void diffattn::fuseEpilogues(Operation *root) {
  IRRewriter rewriter(root->getContext());
  // Norms first: a factor before a norm belongs to it.
  for (bool norm : {true, false}) {
    SmallVector<linalg::LinalgOp> sinks;
    root->walk([&](linalg::LinalgOp op) {
      if (isSink(op))
        sinks.push_back(op);
    });
    for (linalg::LinalgOp op : sinks)
      EpilogueFuser(rewriter, op).run(norm);
  }
}
