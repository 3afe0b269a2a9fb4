//===- Sizes.cpp - sizes of dims as products ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

OpFoldResult raising::findSize(Value &tensor, unsigned &dim) {
  MLIRContext *context = tensor.getContext();
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return IntegerAttr::get(IndexType::get(context), type.getDimSize(dim));
    Operation *op = tensor.getDefiningOp();
    if (!op)
      return {};
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return empty.getDynamicSizes()[type.getDynamicDimIndex(dim)];
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return expand.getMixedOutputShape()[dim];
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      SmallVector<OpFoldResult> kept;
      for (auto [number, size] : llvm::enumerate(slice.getMixedSizes()))
        if (!dropped[number])
          kept.push_back(size);
      return kept[dim];
    }
    if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
      if (!isa<RankedTensorType>(castOp.getSource().getType()))
        return {};
      tensor = castOp.getSource();
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      ReassociationIndices group = collapse.getReassociationIndices()[dim];
      if (group.size() != 1)
        return {};
      tensor = collapse.getSrc();
      dim = group.front();
    } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      tensor = destination.getTiedOpOperand(cast<OpResult>(tensor))->get();
    } else {
      return {};
    }
  }
}

OpFoldResult raising::emitSize(OpBuilder &builder, Location loc, Value tensor,
                               unsigned dim) {
  if (OpFoldResult size = findSize(tensor, dim))
    return size;
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Size Size::of(int64_t constant) {
  Size size;
  size.constant = constant;
  return size;
}

Size Size::of(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return of(*constant);
  return ofInteger(cast<Value>(value), 0);
}

Size Size::of(Value tensor, unsigned dim) {
  if (OpFoldResult size = findSize(tensor, dim))
    return of(size);
  if (auto reshape = tensor.getDefiningOp<tensor::ReshapeOp>())
    if (auto shape = reshape.getShape().getDefiningOp<tensor::FromElementsOp>())
      return of(OpFoldResult(shape.getElements()[dim]));
  Size size;
  size.unknowns.emplace_back(tensor.getAsOpaquePointer(), dim);
  return size;
}

std::optional<bool> raising::getTruth(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return std::nullopt;
  std::optional<int64_t> bound = getConstantIntValue(compare.getRhs());
  if (!bound || !Size::of(OpFoldResult(compare.getLhs())).isNatural())
    return std::nullopt;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return *bound <= 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sge:
    return *bound <= 0 ? std::optional(true) : std::nullopt;
  case arith::CmpIPredicate::eq:
    return *bound < 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::ne:
    return *bound < 0 ? std::optional(true) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Size Size::ofInteger(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return of(*constant);
  Operation *op = value.getDefiningOp();
  if (op && depth < 32) {
    auto operand = [&](unsigned number) {
      return ofInteger(op->getOperand(number), depth + 1);
    };
    if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
      return operand(0);
    if (isa<arith::MulIOp>(op))
      return operand(0) * operand(1);
    if (isa<arith::DivSIOp>(op))
      if (std::optional<Size> quotient = operand(0) / operand(1))
        return *quotient;
    if (auto select = dyn_cast<arith::SelectOp>(op))
      if (std::optional<bool> truth = getTruth(select.getCondition()))
        return operand(*truth ? 1 : 2);
    if (auto dimOp = dyn_cast<tensor::DimOp>(op))
      if (std::optional<int64_t> dim = getKnownDim(dimOp))
        return of(dimOp.getSource(), *dim);
  }
  Size size;
  size.unknowns.emplace_back(value.getAsOpaquePointer(), -1);
  return size;
}

Size Size::operator*(const Size &other) const {
  Size product = *this;
  product.constant *= other.constant;
  product.unknowns.append(other.unknowns);
  llvm::sort(product.unknowns);
  return product;
}

std::optional<Size> Size::operator/(const Size &other) const {
  if (other.constant == 0 || constant % other.constant != 0)
    return std::nullopt;
  Size quotient = *this;
  quotient.constant /= other.constant;
  for (const Unknown &unknown : other.unknowns) {
    auto found = llvm::find(quotient.unknowns, unknown);
    if (found == quotient.unknowns.end())
      return std::nullopt;
    quotient.unknowns.erase(found);
  }
  return quotient;
}

bool Size::isNatural() const {
  return constant >= 0 && llvm::all_of(unknowns, [](const Unknown &unknown) {
           return unknown.second >= 0;
         });
}
