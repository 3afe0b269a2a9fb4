//===- FuseOperands.cpp - operands of fused attentions --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseSink.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::optional<SmallVector<Sink::DimLoops>>
Sink::getDimLoops(const Node *node) const {
  auto type = dyn_cast<RankedTensorType>(node->value.getType());
  SmallVector<DimLoops> dims;
  llvm::SmallDenseSet<unsigned> seen;
  for (auto [position, unresolved] : llvm::enumerate(node->indices)) {
    Index index = elements.resolve(unresolved);
    int64_t size = type.getDimSize(position);
    if (index.constant != 0 || (index.factors.empty() && size != 1))
      return std::nullopt;
    // Outermost first; each stride is the product of the sizes further in.
    SmallVector<std::pair<unsigned, int64_t>> terms(index.factors.begin(),
                                                    index.factors.end());
    llvm::sort(terms, [](auto a, auto b) { return a.second > b.second; });
    int64_t stride = 1;
    DimLoops loopsOfDim;
    for (auto [loop, factor] : llvm::reverse(terms)) {
      if (getName(loop).empty() || factor != stride ||
          !seen.insert(loop).second)
        return std::nullopt;
      loopsOfDim.insert(loopsOfDim.begin(), loop);
      int64_t inner = elements.getAtom(loop).size;
      stride = ShapedType::isDynamic(inner) ? inner : stride * inner;
    }
    // All of the dim must be read.
    if (terms.size() > 1 && stride != size)
      return std::nullopt;
    if (terms.size() == 1 && !ShapedType::isDynamic(size) &&
        !ShapedType::isDynamic(stride) && size != stride)
      return std::nullopt;
    dims.push_back(loopsOfDim);
  }
  return dims;
}

bool Sink::canRead(const Node *node, ArrayRef<Role> roles) const {
  if (node->kind != Node::Kind::Element)
    return false;
  if (!isa<RankedTensorType>(node->value.getType()))
    return true;
  std::optional<SmallVector<DimLoops>> dims = getDimLoops(node);
  return dims && llvm::all_of(*dims, [&](const DimLoops &dim) {
           return llvm::all_of(dim, [&](unsigned loop) {
             return llvm::is_contained(roles, DimsAttr::getRole(getName(loop)));
           });
         });
}

/// Groups that drop the dims without loops; the first group may take some that
/// stand before it.
static SmallVector<ReassociationIndices>
getGroupsWithout(ArrayRef<bool> dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices pending;
  for (auto [dim, isDropped] : llvm::enumerate(dropped)) {
    if (isDropped && !groups.empty()) {
      groups.back().push_back(dim);
      continue;
    }
    pending.push_back(dim);
    if (!isDropped)
      groups.push_back(std::exchange(pending, {}));
  }
  return groups;
}

Value Sink::expand(OpBuilder &builder, Value tensor,
                   ArrayRef<DimLoops> dims) const {
  if (llvm::all_of(dims, [](const DimLoops &dim) { return dim.size() == 1; }))
    return tensor;
  Location loc = getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  for (auto [position, dim] : llvm::enumerate(dims)) {
    groups.emplace_back();
    int64_t inner = 1;
    for (unsigned loop : dim)
      if (int64_t size = elements.getAtom(loop).size;
          !ShapedType::isDynamic(size))
        inner *= size;
    for (unsigned loop : dim) {
      groups.back().push_back(sizes.size());
      int64_t size = elements.getAtom(loop).size;
      // A tensor may know a size that the sink does not.
      if (ShapedType::isDynamic(size) && dim.size() == 1)
        size = type.getDimSize(position);
      shape.push_back(size);
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(builder.getIndexAttr(size));
        continue;
      }
      Value whole = tensor::DimOp::create(builder, loc, tensor, position);
      if (inner != 1)
        whole = arith::DivUIOp::create(
            builder, loc, whole,
            arith::ConstantIndexOp::create(builder, loc, inner));
      sizes.push_back(whole);
    }
  }
  auto expanded = RankedTensorType::get(shape, type.getElementType());
  return tensor::ExpandShapeOp::create(builder, loc, expanded, tensor, groups,
                                       sizes);
}

NamedOperand Sink::read(OpBuilder &builder, const Node *node) const {
  NamedOperand operand{node->value, {}};
  auto type = dyn_cast<RankedTensorType>(node->value.getType());
  if (!type) {
    operand.value = tensor::FromElementsOp::create(
        builder, getLoc(), RankedTensorType::get({}, node->type), node->value);
    return operand;
  }
  SmallVector<DimLoops> dims = *getDimLoops(node), kept;
  SmallVector<bool> dropped;
  for (const DimLoops &dim : dims) {
    dropped.push_back(dim.empty());
    if (!dim.empty())
      kept.push_back(dim);
    for (unsigned loop : dim)
      operand.dims.push_back(getName(loop).str());
  }
  if (kept.size() != dims.size())
    operand.value = tensor::CollapseShapeOp::create(
        builder, getLoc(), operand.value, getGroupsWithout(dropped));
  operand.value = expand(builder, operand.value, kept);
  return operand;
}

/// The elements of tensors that `node` is computed from.
static void getLeaves(const Node *node, SmallVectorImpl<const Node *> &leaves) {
  if (node->kind == Node::Kind::Element)
    leaves.push_back(node);
  for (const Node *operand : node->operands)
    getLeaves(operand, leaves);
}

/// Whether `node` can be computed in another float type, op by op.
static bool isFloatCode(const Node *node) {
  if (node->kind == Node::Kind::Integer)
    return node->index.isConstant() && node->type.isInteger();
  return isa<FloatType>(node->type) &&
         (node->kind == Node::Kind::Number ||
          node->kind == Node::Kind::Element ||
          (node->kind == Node::Kind::Apply &&
           llvm::all_of(node->operands, isFloatCode)));
}

bool Sink::canCompute(const Product &product, ArrayRef<Role> roles) const {
  return llvm::all_of(product.factors, [&](const Node *factor) {
    SmallVector<const Node *> leaves;
    getLeaves(factor, leaves);
    return isFloatCode(factor) && llvm::all_of(leaves, [&](const Node *leaf) {
             return canRead(leaf, roles);
           });
  });
}

SmallVector<std::string> Sink::getDims(const Product &product) const {
  SmallVector<const Node *> leaves;
  for (const Node *factor : product.factors)
    getLeaves(factor, leaves);
  SmallVector<std::string> names;
  for (const Node *leaf : leaves) {
    if (leaf->indices.empty())
      continue;
    SmallVector<DimLoops> dims = *getDimLoops(leaf);
    for (const DimLoops &dim : dims)
      for (unsigned loop : dim)
        if (!llvm::is_contained(names, getName(loop)))
          names.push_back(getName(loop).str());
  }
  return names;
}

/// Scalar code for `node` in `type`; leaves are `values`.
static Value emitScalar(OpBuilder &builder, Location loc, const Node *node,
                        FloatType type,
                        const DenseMap<const Node *, Value> &values) {
  if (node->kind == Node::Kind::Number)
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, node->number));
  if (node->kind == Node::Kind::Integer)
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(node->type, node->index.constant));
  if (node->kind == Node::Kind::Element) {
    Value value = values.lookup(node);
    unsigned have = value.getType().getIntOrFloatBitWidth();
    if (value.getType() == type)
      return value;
    return have < type.getWidth()
               ? Value(arith::ExtFOp::create(builder, loc, type, value))
               : Value(arith::TruncFOp::create(builder, loc, type, value));
  }
  SmallVector<Value> operands;
  for (const Node *operand : node->operands)
    operands.push_back(emitScalar(builder, loc, operand, type, values));
  OperationState state(loc, node->op->getName(), operands, {type},
                       node->op->getAttrs());
  return builder.create(state)->getResult(0);
}

NamedOperand Sink::compute(OpBuilder &builder, const Product &product,
                           FloatType type, ArrayRef<Type> kept) const {
  Location loc = getLoc();
  if (product.number == 1 && product.factors.size() == 1) {
    const Node *only = product.factors.front();
    Type stored = only->type;
    if (only->kind == Node::Kind::Element &&
        (stored == type || llvm::is_contained(kept, stored)))
      return read(builder, only);
  }
  // One loop for each dim that a leaf has.
  SmallVector<const Node *> leaves;
  for (const Node *factor : product.factors)
    getLeaves(factor, leaves);
  NamedOperand result{nullptr, getDims(product)};
  SmallVector<NamedOperand> inputs;
  for (const Node *leaf : leaves)
    inputs.push_back(read(builder, leaf));
  MLIRContext *context = builder.getContext();
  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  SmallVector<OpFoldResult> sizes(result.dims.size());
  for (const NamedOperand &input : inputs) {
    DimList read;
    for (auto [position, dim] : llvm::enumerate(input.dims)) {
      read.push_back(llvm::find(result.dims, dim) - result.dims.begin());
      sizes[read.back()] =
          tensor::getMixedSize(builder, loc, input.value, position);
    }
    maps.push_back(getMap(context, sizes.size(), read));
    values.push_back(input.value);
  }
  maps.push_back(builder.getMultiDimIdentityMap(sizes.size()));
  Value init = tensor::EmptyOp::create(builder, loc, sizes, type);
  SmallVector<utils::IteratorType> loops(sizes.size(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, init.getType(), values, init, maps, loops,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        DenseMap<const Node *, Value> elements;
        for (auto [leaf, argument] : llvm::zip(leaves, arguments.drop_back(1)))
          elements[leaf] = argument;
        Value value;
        if (product.number != 1 || product.factors.empty())
          value = arith::ConstantOp::create(
              body, loc, body.getFloatAttr(type, product.number));
        for (const Node *factor : product.factors) {
          Value next = emitScalar(body, loc, factor, type, elements);
          value = value ? arith::MulFOp::create(body, loc, value, next) : next;
        }
        linalg::YieldOp::create(body, loc, value);
      });
  result.value = generic.getResult(0);
  return result;
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

AttentionOp Sink::replace(RewriterBase &rewriter, AttentionParts &parts) {
  rewriter.setInsertionPoint(op);
  // The sink's destination, with the attention's dims.
  SmallVector<DimLoops> dims;
  for (unsigned loop : loops)
    dims.push_back(elements.getParts(loop));
  dims.front().insert(dims.front().begin(), unitLoops.begin(), unitLoops.end());
  NamedOperand out{expand(rewriter, op.getDpsInits()[0], dims), {}};
  SmallVector<ReassociationIndices> groups;
  for (const DimLoops &dim : dims) {
    groups.emplace_back();
    for (unsigned loop : dim) {
      groups.back().push_back(out.dims.size());
      out.dims.push_back(getName(loop).str());
    }
  }
  parts.outs = {out};
  AttentionOp attention = parts.create(rewriter, getLoc());
  Value result = attention->getResult(0);
  if (groups.size() != out.dims.size())
    result = tensor::CollapseShapeOp::create(
        rewriter, getLoc(), op->getResult(0).getType(), result, groups);
  rewriter.replaceOp(op, result);
  return attention;
}
