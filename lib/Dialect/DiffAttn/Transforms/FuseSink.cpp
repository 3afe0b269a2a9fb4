//===- FuseSink.cpp - a value that may become an attention's result -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseSink.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static constexpr StringLiteral remarkCategory = "diffattn-fuse";

void diffattn::detail::remarkMissed(Operation *op, StringRef rewrite,
                                    const Twine &reason) {
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name(rewrite).category(remarkCategory))
      << remark::reason("{0}", reason.str());
}

/// The dims and options of `op`, for people.
static std::string describe(AttentionOp op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << (op.hasNoise() ? "differential" : "ordinary") << " attention over ";
  llvm::interleaveComma(op.getDims().getNames(), stream,
                        [&](StringAttr name) { stream << name.getValue(); });
  AttentionParts parts = AttentionParts::of(op);
  if (parts.lambda) {
    stream << "; lambda[" << llvm::join(parts.lambda.dims, ", ") << "]";
    if (parts.lambdaActivation == LambdaActivation::Sigmoid)
      stream << " by sigmoid";
  }
  if (parts.norm)
    stream << "; norm" << (parts.normWeight ? " with weight" : "");
  if (parts.outScale)
    stream << "; out_scale " << parts.outScale.getValueAsDouble();
  if (op.isPositional())
    stream << "; " << (op.getCausal() ? "causal" : "")
           << (op.getCausal() && (op.getWindowLeft() || op.getWindowRight())
                   ? ", "
                   : "")
           << (op.getWindowLeft() || op.getWindowRight() ? "window" : "");
  if (parts.mask)
    stream << "; mask[" << llvm::join(parts.mask.dims, ", ") << "]";
  if (parts.keyLengths)
    stream << "; key_lengths";
  return text;
}

void diffattn::detail::remarkFused(AttentionOp op, StringRef rewrite) {
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name(rewrite).category(remarkCategory))
      << remark::add("{0}", describe(op));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static bool isBehindAttention(Value value, DenseMap<Value, bool> &known) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<AttentionOp>(op))
    return true;
  auto [entry, isNew] = known.try_emplace(value, false);
  if (!isNew)
    return entry->second;
  SmallVector<Value> inputs;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    llvm::SetVector<Value> distinct;
    for (OpOperand *input : linalgOp.getDpsInputOperands())
      distinct.insert(input->get());
    // A contraction is no place to look behind.
    if (linalgOp.getNumReductionLoops() == 0 || distinct.size() == 1)
      inputs = distinct.takeVector();
  } else if (isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp>(op)) {
    inputs.push_back(op->getOperand(0));
  }
  bool behind = llvm::any_of(
      inputs, [&](Value input) { return ::isBehindAttention(input, known); });
  known[value] = behind;
  return behind;
}

bool diffattn::detail::isBehindAttention(Value value) {
  DenseMap<Value, bool> known;
  return ::isBehindAttention(value, known);
}

bool diffattn::detail::isSink(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0 || op->getNumResults() != 1)
    return false;
  // Without dims there are none to name after those of an attention.
  auto type = cast<ShapedType>(op->getResult(0).getType());
  return isa<FloatType>(type.getElementType()) && type.getRank() != 0 &&
         isBehindAttention(op->getResult(0));
}

static void multiply(const Node *node, Product &product) {
  if (node->kind == Node::Kind::Number) {
    product.number *= node->number;
  } else if (node->is<arith::NegFOp>()) {
    product.number = -product.number;
    multiply(node->operands[0], product);
  } else if (node->is<arith::MulFOp>()) {
    multiply(node->operands[0], product);
    multiply(node->operands[1], product);
  } else if (node->is<arith::DivFOp>() &&
             node->operands[1]->kind == Node::Kind::Number) {
    product.number /= node->operands[1]->number;
    multiply(node->operands[0], product);
  } else {
    product.factors.push_back(node);
  }
}

Product diffattn::detail::getProduct(const Node *node) {
  Product product;
  multiply(node, product);
  return product;
}

Sink::Sink(linalg::LinalgOp op)
    : op(op), elements(
                  [](Value value) {
                    return !diffattn::detail::isBehindAttention(value);
                  },
                  /*wholeDims=*/true) {
  root = elements.elementOfResult(op->getResult(0), loops);
}

AttentionOp Sink::getAttention(const Node *node) {
  if (node->kind != Node::Kind::Element)
    return nullptr;
  auto result = dyn_cast<OpResult>(node->value);
  if (!result || result.getResultNumber() != 0)
    return nullptr;
  return dyn_cast<AttentionOp>(result.getOwner());
}

bool Sink::dependsOnAttention(const Node *node) {
  return getAttention(node) || llvm::any_of(node->operands, dependsOnAttention);
}

Operation *Sink::findOtherUser(ArrayRef<AttentionOp> attentions) const {
  auto isPart = [&](Operation *user) {
    return user == op || elements.getInlined().contains(user);
  };
  for (AttentionOp attention : attentions)
    for (Operation *user : attention->getUsers())
      if (!isPart(user))
        return user;
  for (Operation *inlined : elements.getInlined())
    if (inlined != op)
      for (Operation *user : inlined->getUsers())
        if (!isPart(user))
          return user;
  return nullptr;
}

const Node *Sink::lookInto(const Node *node) {
  if (node->kind != Node::Kind::Element)
    return node;
  Operation *producer = node->value.getDefiningOp();
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(producer);
  if (linalgOp && linalgOp.getNumReductionLoops() != 0)
    return node;
  return elements.elementByOneOp(node);
}

//===----------------------------------------------------------------------===//
// Names of loops
//===----------------------------------------------------------------------===//

SmallVector<unsigned> Sink::getLoops() const {
  SmallVector<unsigned> parts;
  for (unsigned loop : loops)
    llvm::append_range(parts, elements.getParts(loop));
  return parts;
}

StringRef Sink::getName(unsigned loop) const {
  auto found = names.find(loop);
  return found == names.end() ? StringRef() : StringRef(found->second);
}

unsigned Sink::addUnitLoop(StringRef name) {
  unsigned loop = elements.addLoop(1);
  unitLoops.push_back(loop);
  names[loop] = name;
  return loop;
}

LogicalResult Sink::nameLoops(const AttentionParts &parts,
                              ArrayRef<Index> indices) {
  SmallVector<unsigned> all = getLoops();
  const NamedOperand &out = parts.outs.front();
  auto type = cast<ShapedType>(out.value.getType());
  for (auto [position, name] : llvm::enumerate(out.dims)) {
    Index index = elements.resolve(indices[position]);
    std::optional<unsigned> loop = index.getAtom();
    if (index == Index() && type.getDimSize(position) == 1)
      addUnitLoop(name);
    else if (!loop || !llvm::is_contained(all, *loop) ||
             !names.try_emplace(*loop, name).second)
      return failure();
  }
  return success();
}

LogicalResult Sink::renameDims(AttentionParts &parts, ArrayRef<Index> indices,
                               const AttentionParts &taken) {
  SmallVector<unsigned> all = getLoops();
  SmallVector<unsigned> units = unitLoops;
  NamedOperand out = parts.outs.front();
  auto type = cast<ShapedType>(out.value.getType());
  SmallVector<std::pair<std::string, std::string>> renames;
  for (auto [position, name] : llvm::enumerate(out.dims)) {
    Index index = elements.resolve(indices[position]);
    std::optional<unsigned> loop = index.getAtom();
    Role role = DimsAttr::getRole(name);
    if (index == Index() && type.getDimSize(position) == 1) {
      // A dim of size 1 of both maps is one, if it is the rows or the value
      // says so.
      StringRef mine = name;
      std::optional<unsigned> place = parts.value.find(mine);
      auto unit = llvm::find_if(units, [&, mine](unsigned unit) {
        return role == Role::Query
                   ? getName(unit) == mine
                   : place && taken.value.find(getName(unit)) == place;
      });
      loop = unit != units.end() ? *unit : addUnitLoop("");
    } else if (!loop || !llvm::is_contained(all, *loop)) {
      return failure();
    }
    std::string &joint = names[*loop];
    if (joint.empty())
      joint = freshName(taken, name);
    if (DimsAttr::getRole(joint) != role)
      return failure();
    for (auto &[from, to] : renames)
      if (to == joint)
        return failure();
    renames.emplace_back(name, joint);
  }
  // Not at once, since new names may be old names of others.
  for (auto [number, rename] : llvm::enumerate(renames))
    parts.rename(rename.first, "#" + std::to_string(number));
  for (auto [number, rename] : llvm::enumerate(renames))
    parts.rename("#" + std::to_string(number), rename.second);
  return success();
}

std::string Sink::freshName(const AttentionParts &taken, StringRef base) const {
  auto isTaken = [&](StringRef name) {
    return llvm::is_contained(taken.dimNames(), name) ||
           llvm::any_of(names,
                        [&](auto &entry) { return entry.second == name; });
  };
  std::string name = base.str();
  for (unsigned number = 0; isTaken(name); ++number)
    name = (base + Twine(number)).str();
  return name;
}

void Sink::nameOtherLoops(const AttentionParts &parts) {
  for (unsigned loop : getLoops())
    if (getName(loop).empty())
      names[loop] = freshName(parts, "x");
}
