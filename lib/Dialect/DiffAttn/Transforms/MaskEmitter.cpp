//===- MaskEmitter.cpp - conditions of a mask as an op --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// The number of the atom that `index` is +1 or -1 times, plus a constant, if
/// that is an element of a tensor and comparing it needs no wider integers.
static std::optional<unsigned> getLoad(const Elements &elements,
                                       const Index &index) {
  if (index.factors.size() != 1)
    return std::nullopt;
  auto [number, factor] = *index.factors.begin();
  const Atom &atom = elements.getAtom(number);
  if (atom.kind != Atom::Kind::Load || (factor != 1 && factor != -1))
    return std::nullopt;
  Type type = getElementTypeOrSelf(atom.value.getType());
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  int64_t limit = index.constant;
  if (limit == std::numeric_limits<int64_t>::min() || width > 64 ||
      !llvm::isIntN(width, limit) || !llvm::isIntN(width, -limit))
    return std::nullopt;
  return number;
}

unsigned MaskEmitter::findInput(Value tensor, ArrayRef<Index> indices) const {
  return llvm::find_if(inputs,
                       [&](const Input &input) {
                         return input.tensor == tensor &&
                                llvm::equal(input.indices, indices);
                       }) -
         inputs.begin();
}

LogicalResult MaskEmitter::addInput(Value tensor, ArrayRef<Index> indices) {
  if (findInput(tensor, indices) < inputs.size())
    return success();
  NamedOperand operand = getOperand(tensor, indices);
  if (!operand)
    return failure();
  for (const std::string &name : operand.dims)
    if (!llvm::is_contained(dims, name))
      dims.push_back(name);
  inputs.push_back({tensor, SmallVector<Index>(indices), operand});
  return success();
}

LogicalResult MaskEmitter::add(const Formula &condition) {
  switch (condition.kind) {
  case Formula::Kind::Constant:
    return success();
  case Formula::Kind::Bound: {
    std::optional<unsigned> load = getLoad(elements, condition.index);
    if (!load)
      return failure();
    const Atom &atom = elements.getAtom(*load);
    return addInput(atom.value, atom.indices);
  }
  case Formula::Kind::Opaque:
    return add(condition.node);
  case Formula::Kind::And:
  case Formula::Kind::Or:
    return success(llvm::all_of(condition.parts, [&](const Formula &part) {
      return succeeded(add(part));
    }));
  }
  return failure();
}

LogicalResult MaskEmitter::add(const Node *node) {
  switch (node->kind) {
  case Node::Kind::Number:
  case Node::Kind::Truth:
    return success();
  case Node::Kind::Element:
    if (!isa<RankedTensorType>(node->value.getType()))
      return success();
    return addInput(node->value, node->indices);
  case Node::Kind::Integer: {
    std::optional<unsigned> number = node->index.getAtom();
    if (!number || elements.getAtom(*number).kind != Atom::Kind::Load)
      return failure();
    const Atom &atom = elements.getAtom(*number);
    if (getElementTypeOrSelf(atom.value.getType()) != node->type)
      return failure();
    return addInput(atom.value, atom.indices);
  }
  case Node::Kind::Apply:
    // Where a cast was left out, types differ.
    for (auto [operand, type] :
         llvm::zip_equal(node->operands, node->op->getOperandTypes()))
      if (operand->type != type || failed(add(operand)))
        return failure();
    return success();
  case Node::Kind::Unknown:
  case Node::Kind::Sum:
    return failure();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

Value MaskEmitter::emit(OpBuilder &builder, Location loc, const Node *node,
                        ValueRange arguments) const {
  switch (node->kind) {
  case Node::Kind::Number:
    return arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(node->type, node->number));
  case Node::Kind::Truth:
    return arith::ConstantOp::create(builder, loc,
                                     builder.getBoolAttr(node->truth));
  case Node::Kind::Element:
    if (!isa<RankedTensorType>(node->value.getType()))
      return node->value;
    return arguments[findInput(node->value, node->indices)];
  case Node::Kind::Integer: {
    const Atom &atom = elements.getAtom(*node->index.getAtom());
    return arguments[findInput(atom.value, atom.indices)];
  }
  default:
    break;
  }
  auto operands = llvm::map_to_vector(node->operands, [&](const Node *operand) {
    return emit(builder, loc, operand, arguments);
  });
  Operation *copy = builder.clone(*node->op);
  copy->setOperands(operands);
  return copy->getResult(0);
}

Value MaskEmitter::emit(OpBuilder &builder, Location loc,
                        const Formula &condition, ValueRange arguments) const {
  auto truth = [&](bool value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  };
  switch (condition.kind) {
  case Formula::Kind::Constant:
    return truth(condition.truth);
  case Formula::Kind::Bound: {
    // x + c >= 0 or c - x >= 0.
    const Atom &atom = elements.getAtom(*getLoad(elements, condition.index));
    bool isLeast = condition.index.factors.begin()->second == 1;
    Value element = arguments[findInput(atom.value, atom.indices)];
    int64_t limit =
        isLeast ? -condition.index.constant : condition.index.constant;
    Value bound = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(element.getType(), limit));
    return arith::CmpIOp::create(builder, loc,
                                 isLeast ? arith::CmpIPredicate::sge
                                         : arith::CmpIPredicate::sle,
                                 element, bound);
  }
  case Formula::Kind::Opaque: {
    Value value = emit(builder, loc, condition.node, arguments);
    return condition.negated
               ? arith::XOrIOp::create(builder, loc, value, truth(true))
               : value;
  }
  case Formula::Kind::And:
  case Formula::Kind::Or:
    break;
  }
  Value joined;
  for (const Formula &part : condition.parts) {
    Value value = emit(builder, loc, part, arguments);
    if (!joined)
      joined = value;
    else if (condition.kind == Formula::Kind::And)
      joined = arith::AndIOp::create(builder, loc, joined, value);
    else
      joined = arith::OrIOp::create(builder, loc, joined, value);
  }
  return joined;
}

NamedOperand MaskEmitter::emit(OpBuilder &builder, Location loc,
                               ArrayRef<Formula> conditions) const {
  SmallVector<OpFoldResult> sizes(dims.size());
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    SmallVector<AffineExpr> exprs;
    for (auto [position, name] : llvm::enumerate(input.operand.dims)) {
      unsigned dim = llvm::find(dims, name) - dims.begin();
      exprs.push_back(builder.getAffineDimExpr(dim));
      if (!sizes[dim])
        sizes[dim] = tensor::getMixedSize(builder, loc, input.tensor, position);
    }
    tensors.push_back(input.tensor);
    maps.push_back(AffineMap::get(dims.size(), 0, exprs, builder.getContext()));
  }
  maps.push_back(builder.getMultiDimIdentityMap(dims.size()));
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getI1Type());
  SmallVector<utils::IteratorType> iterators(dims.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, init.getType(), tensors, init, maps, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        Formula all = Formula::all(conditions);
        linalg::YieldOp::create(body, loc, emit(body, loc, all, arguments));
      });
  return {generic.getResult(0), dims};
}
