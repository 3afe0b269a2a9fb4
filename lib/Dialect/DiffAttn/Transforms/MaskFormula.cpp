//===- MaskFormula.cpp - which keys a mask shows, as a formula ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskFormula.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

/// More pieces than this are no mask that anyone writes.
static constexpr size_t maxPieces = 16;

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Formula Formula::constant(bool truth) {
  Formula formula;
  formula.truth = truth;
  return formula;
}

Formula Formula::opaque(const Node *node) {
  Formula formula;
  formula.kind = Kind::Opaque;
  formula.node = node;
  return formula;
}

/// And (`isAnd`) or Or of `parts`, which are `neutral` if there are none.
static Formula join(ArrayRef<Formula> parts, Formula::Kind kind, bool neutral) {
  Formula joined;
  joined.kind = kind;
  for (const Formula &part : parts) {
    if (part.isConstant(!neutral))
      return Formula::constant(!neutral);
    if (part.kind == kind)
      llvm::append_range(joined.parts, part.parts);
    else if (!part.isConstant(neutral))
      joined.parts.push_back(part);
  }
  if (joined.parts.empty())
    return Formula::constant(neutral);
  return joined.parts.size() == 1 ? Formula(joined.parts.front()) : joined;
}

Formula Formula::all(ArrayRef<Formula> parts) {
  return join(parts, Kind::And, true);
}

Formula Formula::any(ArrayRef<Formula> parts) {
  return join(parts, Kind::Or, false);
}

Formula Formula::negate() const {
  Formula result = *this;
  switch (kind) {
  case Kind::Constant:
    result.truth = !truth;
    break;
  case Kind::Bound:
    // -index - 1 >= 0
    result.index = index * -1 + Index::of(-1);
    break;
  case Kind::Opaque:
    result.negated = !negated;
    break;
  case Kind::And:
  case Kind::Or:
    result.kind = kind == Kind::And ? Kind::Or : Kind::And;
    for (Formula &part : result.parts)
      part = part.negate();
    break;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

void MaskReader::setSize(unsigned loop, Index size) {
  sizes[loop] = std::move(size);
}

bool MaskReader::isNotNegative(const Index &index) const {
  // Each loop at the end that makes the sum least.
  Index least = Index::of(index.constant);
  for (auto [atom, factor] : elements.resolve(index).factors) {
    auto size = sizes.find(atom);
    if (size == sizes.end())
      least = least + Index::atom(atom) * factor;
    else if (factor < 0)
      least = least + (size->second - Index::of(1)) * factor;
  }
  // Sizes of loops that run are 1 or more, others 0 or more.
  int64_t sum = least.constant;
  for (auto [atom, factor] : least.factors) {
    if (elements.getAtom(atom).kind != Atom::Kind::Size || factor < 0)
      return false;
    for (auto &entry : sizes)
      if (entry.second == Index::atom(atom)) {
        sum += factor;
        break;
      }
  }
  return sum >= 0;
}

Formula MaskReader::bound(const Index &index) const {
  if (isNotNegative(index))
    return Formula::constant(true);
  if (isNotNegative(index * -1 + Index::of(-1)))
    return Formula::constant(false);
  Formula formula;
  formula.kind = Formula::Kind::Bound;
  formula.index = elements.resolve(index);
  return formula;
}

Formula MaskReader::substitute(const Formula &formula, unsigned loop,
                               const Index &with) const {
  Formula result = formula;
  if (formula.kind == Formula::Kind::Bound) {
    Index rest = formula.index;
    auto found = rest.factors.find(loop);
    if (found == rest.factors.end())
      return result;
    int64_t factor = found->second;
    rest.factors.erase(found);
    return bound(rest + with * factor);
  }
  for (Formula &part : result.parts)
    part = substitute(part, loop, with);
  if (formula.kind == Formula::Kind::And)
    return Formula::all(result.parts);
  return formula.kind == Formula::Kind::Or ? Formula::any(result.parts)
                                           : result;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

Formula MaskReader::compare(arith::CmpIPredicate predicate, const Index &a,
                            const Index &b, const Node *node) {
  using Predicate = arith::CmpIPredicate;
  Index one = Index::of(1);
  switch (predicate) {
  case Predicate::eq:
    return Formula::all({bound(a - b), bound(b - a)});
  case Predicate::ne:
    return Formula::all({bound(a - b), bound(b - a)}).negate();
  case Predicate::sle:
    return bound(b - a);
  case Predicate::slt:
    return bound(b - a - one);
  case Predicate::sge:
    return bound(a - b);
  case Predicate::sgt:
    return bound(a - b - one);
  default:
    break;
  }
  // Unsigned, which is the same for what is not negative.
  if (!isNotNegative(a) || !isNotNegative(b))
    return Formula::opaque(node);
  switch (predicate) {
  case Predicate::ule:
    return bound(b - a);
  case Predicate::ult:
    return bound(b - a - one);
  case Predicate::uge:
    return bound(a - b);
  default:
    return bound(a - b - one);
  }
}

Formula MaskReader::compare(const Node *node) {
  auto left = pieces(node->operands[0]), right = pieces(node->operands[1]);
  if (!left || !right)
    return Formula::opaque(node);
  SmallVector<Formula> cases;
  for (const Piece &a : *left)
    for (const Piece &b : *right) {
      Formula holds;
      if (auto cmpi = dyn_cast<arith::CmpIOp>(node->op))
        holds = compare(cmpi.getPredicate(), a.index, b.index, node);
      else
        holds = Formula::constant(arith::applyCmpPredicate(
            cast<arith::CmpFOp>(node->op).getPredicate(), APFloat(a.number),
            APFloat(b.number)));
      cases.push_back(Formula::all({a.condition, b.condition, holds}));
    }
  return Formula::any(cases);
}

Formula MaskReader::truth(const Node *node) {
  if (node->kind == Node::Kind::Truth)
    return Formula::constant(node->truth);
  if (node->kind != Node::Kind::Apply)
    return Formula::opaque(node);
  if (isa<arith::CmpIOp, arith::CmpFOp>(node->op)) {
    // Comparisons of i1 are none of integers.
    if (node->operands[0]->type.isInteger(1))
      return Formula::opaque(node);
    return compare(node);
  }
  auto operand = [&](unsigned number) { return truth(node->operands[number]); };
  if (node->is<arith::AndIOp>())
    return Formula::all({operand(0), operand(1)});
  if (node->is<arith::OrIOp>())
    return Formula::any({operand(0), operand(1)});
  if (node->is<arith::XOrIOp>()) {
    Formula a = operand(0), b = operand(1);
    return Formula::any(
        {Formula::all({a, b.negate()}), Formula::all({a.negate(), b})});
  }
  if (node->is<arith::SelectOp>()) {
    Formula condition = operand(0);
    return Formula::any({Formula::all({condition, operand(1)}),
                         Formula::all({condition.negate(), operand(2)})});
  }
  return Formula::opaque(node);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<Piece> MaskReader::combine(const Node *node, const Piece &a,
                                         const Piece &b) const {
  Piece piece;
  piece.condition = Formula::all({a.condition, b.condition});
  piece.isFloat = a.isFloat;
  if (node->is<arith::AddFOp>())
    piece.number = a.number + b.number;
  else if (node->is<arith::SubFOp>())
    piece.number = a.number - b.number;
  else if (node->is<arith::MulFOp>())
    piece.number = a.number * b.number;
  else if (node->is<arith::DivFOp>())
    piece.number = a.number / b.number;
  else if (node->is<arith::AddIOp>())
    piece.index = a.index + b.index;
  else if (node->is<arith::SubIOp>())
    piece.index = a.index - b.index;
  else if (node->is<arith::MulIOp>() && b.index.isConstant())
    piece.index = a.index * b.index.constant;
  else if (node->is<arith::MulIOp>() && a.index.isConstant())
    piece.index = b.index * a.index.constant;
  else
    return std::nullopt;
  return piece;
}

std::optional<SmallVector<Piece>> MaskReader::pieces(const Node *node) {
  auto number = [&](const Formula &condition, double value) {
    Piece piece;
    piece.condition = condition;
    piece.isFloat = isa<FloatType>(node->type);
    piece.number = value;
    piece.index = piece.isFloat ? Index() : Index::of(value);
    return piece;
  };
  if (node->kind == Node::Kind::Number)
    return SmallVector<Piece>{number(Formula(), node->number)};
  if (node->kind == Node::Kind::Integer) {
    Piece piece;
    piece.index = node->index;
    return SmallVector<Piece>{piece};
  }
  if (node->kind != Node::Kind::Apply)
    return std::nullopt;
  if (isa<arith::ExtUIOp, arith::ExtSIOp, arith::UIToFPOp, arith::SIToFPOp>(
          node->op) &&
      node->operands[0]->type.isInteger(1)) {
    double one = isa<arith::ExtSIOp, arith::SIToFPOp>(node->op) ? -1 : 1;
    Formula condition = truth(node->operands[0]);
    return SmallVector<Piece>{number(condition, one),
                              number(condition.negate(), 0)};
  }
  SmallVector<Piece> result;
  if (node->is<arith::SelectOp>()) {
    Formula condition = truth(node->operands[0]);
    for (unsigned branch : {1, 2}) {
      auto values = pieces(node->operands[branch]);
      if (!values)
        return std::nullopt;
      for (Piece &piece : *values) {
        piece.condition = Formula::all(
            {branch == 1 ? condition : condition.negate(), piece.condition});
        if (!piece.condition.isConstant(false))
          result.push_back(piece);
      }
    }
    return result;
  }
  if (node->operands.size() != 2)
    return std::nullopt;
  auto left = pieces(node->operands[0]), right = pieces(node->operands[1]);
  if (!left || !right || left->size() * right->size() > maxPieces)
    return std::nullopt;
  for (const Piece &a : *left)
    for (const Piece &b : *right) {
      std::optional<Piece> piece = combine(node, a, b);
      if (!piece)
        return std::nullopt;
      if (!piece->condition.isConstant(false))
        result.push_back(*piece);
    }
  return result;
}
