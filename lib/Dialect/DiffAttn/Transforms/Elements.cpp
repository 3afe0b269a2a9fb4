//===- Elements.cpp - what one element of a tensor is computed from -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

/// Expressions larger than this are of no use to anyone here.
static constexpr size_t maxNodes = 20000;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::optional<unsigned> Index::getAtom() const {
  if (constant != 0 || factors.size() != 1 || factors.begin()->second != 1)
    return std::nullopt;
  return factors.begin()->first;
}

Index diffattn::detail::operator+(const Index &a, const Index &b) {
  Index sum = a;
  sum.constant += b.constant;
  for (auto [atom, factor] : b.factors)
    if ((sum.factors[atom] += factor) == 0)
      sum.factors.erase(atom);
  return sum;
}

Index diffattn::detail::operator*(const Index &a, int64_t factor) {
  if (factor == 0)
    return {};
  Index product = a;
  product.constant *= factor;
  for (auto &entry : product.factors)
    entry.second *= factor;
  return product;
}

unsigned Elements::addLoop(int64_t size) {
  Atom atom(Atom::Kind::Loop);
  atom.size = size;
  atoms.push_back(atom);
  return atoms.size() - 1;
}

Index Elements::resolve(const Index &index) const {
  Index resolved = Index::of(index.constant);
  for (auto [number, factor] : index.factors) {
    const Atom &atom = atoms[number];
    if (atom.parts.empty()) {
      resolved = resolved + Index::atom(number) * factor;
      continue;
    }
    int64_t inner = atoms[atom.parts[1]].size;
    resolved = resolved + resolve(Index::atom(atom.parts[0])) * inner * factor +
               resolve(Index::atom(atom.parts[1])) * factor;
  }
  return resolved;
}

SmallVector<unsigned> Elements::getParts(unsigned loop) const {
  if (atoms[loop].parts.empty())
    return {loop};
  SmallVector<unsigned> parts;
  for (unsigned part : atoms[loop].parts)
    llvm::append_range(parts, getParts(part));
  return parts;
}

std::optional<std::pair<Index, Index>> Elements::divide(Index index,
                                                        int64_t divisor) {
  // A loop that is cut by the divisor becomes two.
  for (auto [number, factor] : Index(index).factors) {
    if (factor <= 0 || atoms[number].kind != Atom::Kind::Loop ||
        factor >= divisor || divisor % factor != 0)
      continue;
    int64_t inner = divisor / factor, size = atoms[number].size;
    bool whole = index.constant == 0 && index.factors.size() == 1;
    if (ShapedType::isDynamic(size) ? !whole : size <= inner)
      continue;
    if (!ShapedType::isDynamic(size) && size % inner != 0)
      return std::nullopt;
    unsigned outerLoop =
        addLoop(ShapedType::isDynamic(size) ? size : size / inner);
    unsigned innerLoop = addLoop(inner);
    atoms[number].parts = {outerLoop, innerLoop};
  }
  Index quotient, remainder;
  int64_t largest = 0;
  for (auto [number, factor] : resolve(index).factors) {
    if (factor % divisor == 0) {
      quotient = quotient + Index::atom(number) * (factor / divisor);
      continue;
    }
    int64_t size = atoms[number].size;
    if (factor < 0 || atoms[number].kind != Atom::Kind::Loop ||
        ShapedType::isDynamic(size))
      return std::nullopt;
    largest += factor * std::max<int64_t>(size - 1, 0);
    remainder = remainder + Index::atom(number) * factor;
  }
  if (index.constant < 0)
    return std::nullopt;
  quotient.constant = index.constant / divisor;
  remainder.constant = index.constant % divisor;
  if (largest + remainder.constant >= divisor)
    return std::nullopt;
  return std::make_pair(quotient, remainder);
}

std::optional<SmallVector<Index>> Elements::decompose(Index index,
                                                      ArrayRef<int64_t> sizes) {
  if (sizes.size() == 1)
    return SmallVector<Index>{index};
  SmallVector<Index> result(sizes.size());
  Index rest = resolve(index);
  // Dims of size 1 have index 0; the outermost other dim takes what is left.
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size != 1)
      dims.push_back(dim);
  for (auto [position, dim] : llvm::enumerate(dims)) {
    int64_t inner = 1;
    for (unsigned later : ArrayRef<unsigned>(dims).drop_front(position + 1)) {
      if (ShapedType::isDynamic(sizes[later]))
        return std::nullopt;
      inner *= sizes[later];
    }
    if (inner == 0)
      return std::nullopt;
    if (inner == 1) {
      result[dim] = rest;
      break;
    }
    auto parts = divide(rest, inner);
    if (!parts)
      return std::nullopt;
    std::tie(result[dim], rest) = *parts;
  }
  return result;
}

/// `expr` of `loops`; nullopt if it is not a sum of multiples.
static std::optional<Index> evaluateExpr(AffineExpr expr,
                                         ArrayRef<Index> loops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Index::of(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Index> a = evaluateExpr(binary.getLHS(), loops);
  std::optional<Index> b = evaluateExpr(binary.getRHS(), loops);
  if (!a || !b)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *a + *b;
  if (expr.getKind() == AffineExprKind::Mul && b->isConstant())
    return *a * b->constant;
  return std::nullopt;
}

std::optional<SmallVector<Index>>
Elements::evaluate(AffineMap map, ArrayRef<Index> loops) const {
  SmallVector<Index> indices;
  for (AffineExpr expr : map.getResults()) {
    std::optional<Index> index = evaluateExpr(expr, loops);
    if (!index)
      return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Node *Elements::make(Node::Kind kind, Type type) {
  nodes.emplace_back(kind, type);
  return &nodes.back();
}

const Node *Elements::number(double value, Type type) {
  Node *node = make(Node::Kind::Number, type);
  node->number = value;
  return node;
}

const Node *Elements::truth(bool value, Type type) {
  Node *node = make(Node::Kind::Truth, type);
  node->truth = value;
  return node;
}

const Node *Elements::integer(Index index, Type type) {
  Node *node = make(Node::Kind::Integer, type);
  node->index = std::move(index);
  return node;
}

const Node *Elements::apply(Operation *op, ArrayRef<const Node *> operands) {
  Node *node = make(Node::Kind::Apply, op->getResult(0).getType());
  node->op = op;
  node->operands.assign(operands.begin(), operands.end());
  return node;
}

unsigned Elements::addAtom(Atom::Kind kind, Value value,
                           ArrayRef<Index> indices) {
  Atom atom(kind);
  atom.value = value;
  for (const Index &index : indices)
    atom.indices.push_back(resolve(index));
  for (auto [number, other] : llvm::enumerate(atoms))
    if (other.kind == kind && other.value == value &&
        llvm::equal(other.indices, atom.indices))
      return number;
  atoms.push_back(atom);
  return atoms.size() - 1;
}

const Node *Elements::leaf(Value value, ArrayRef<Index> indices) {
  Type type = getElementTypeOrSelf(value.getType());
  if (type.isIntOrIndex() && !type.isInteger(1)) {
    Atom::Kind kind = isa<ShapedType>(value.getType()) ? Atom::Kind::Load
                                                       : Atom::Kind::Symbol;
    return integer(Index::atom(addAtom(kind, value, indices)), type);
  }
  Node *node = make(Node::Kind::Element, type);
  node->value = value;
  node->indices.assign(indices.begin(), indices.end());
  return node;
}

Index Elements::size(OpFoldResult size) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return Index::of(*number);
  Scope scope;
  const Node *node = scalar(cast<Value>(size), scope, {});
  return node->kind == Node::Kind::Integer
             ? node->index
             : Index::atom(addAtom(Atom::Kind::Symbol, cast<Value>(size), {}));
}

Index Elements::size(Value tensor, int64_t dim) {
  auto type = cast<ShapedType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Index::of(type.getDimSize(dim));
  Operation *op = tensor.getDefiningOp();
  if (auto destination = dyn_cast_or_null<DestinationStyleOpInterface>(op))
    return size(destination.getTiedOpOperand(cast<OpResult>(tensor))->get(),
                dim);
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    return size(empty.getMixedSizes()[dim]);
  if (auto generate = dyn_cast_or_null<tensor::GenerateOp>(op))
    return size(OpFoldResult(
        generate.getDynamicExtents()[type.getDynamicDimIndex(dim)]));
  if (auto recast = dyn_cast_or_null<tensor::CastOp>(op))
    return size(recast.getSource(), dim);
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return size(expand.getMixedOutputShape()[dim]);
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
    Index product = Index::of(1);
    // A copy: the list of groups is a temporary.
    ReassociationIndices group = collapse.getReassociationIndices()[dim];
    for (int64_t from : group) {
      Index factor = size(collapse.getSrc(), from);
      if (!product.isConstant() && !factor.isConstant())
        return Index::atom(addAtom(Atom::Kind::Size, tensor, Index::of(dim)));
      product = factor.isConstant() ? product * factor.constant
                                    : factor * product.constant;
    }
    return product;
  }
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [from, length] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped[from] && dim-- == 0)
        return size(length);
  }
  if (auto concat = dyn_cast_or_null<tensor::ConcatOp>(op)) {
    Index sum;
    for (Value part : concat.getInputs())
      if (dim == static_cast<int64_t>(concat.getDim()))
        sum = sum + size(part, dim);
      else
        return size(part, dim);
    return sum;
  }
  return Index::atom(addAtom(Atom::Kind::Size, tensor, Index::of(dim)));
}

bool Elements::areEqualSizes(const Index &a, const Index &b) const {
  SmallVector<Index> same{a};
  for (unsigned i = 0; i < same.size(); ++i) {
    Index reached = same[i];
    if (reached == b)
      return true;
    for (const auto &[x, y] : equalSizes) {
      if (x != reached && y != reached)
        continue;
      const Index &other = x == reached ? y : x;
      if (!llvm::is_contained(same, other))
        same.push_back(other);
    }
  }
  return false;
}

void Elements::matchSizes(linalg::LinalgOp op) {
  std::map<unsigned, Index> ofLoop;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    for (auto [position, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || !type.isDynamicDim(position))
        continue;
      Index found = size(operand.get(), position);
      auto [entry, isFirst] = ofLoop.try_emplace(dim.getPosition(), found);
      if (!isFirst && entry->second != found)
        equalSizes.emplace_back(entry->second, found);
    }
  }
}

const Node *Elements::unknown(Value value) {
  Type type = value.getType();
  if (type.isIntOrIndex() && !type.isInteger(1)) {
    atoms.emplace_back(Atom::Kind::Unknown);
    return integer(Index::atom(atoms.size() - 1), type);
  }
  Node *node = make(Node::Kind::Unknown, type);
  node->value = value;
  return node;
}

static bool equalNodes(const Elements &elements, const Node *a, const Node *b,
                       std::map<unsigned, unsigned> &pairs) {
  auto equalIndices = [&](const Index &x, const Index &y) {
    Index renamed = Index::of(x.constant);
    for (auto [number, factor] : elements.resolve(x).factors) {
      auto found = pairs.find(number);
      unsigned name = found == pairs.end() ? number : found->second;
      renamed = renamed + Index::atom(name) * factor;
    }
    return renamed == elements.resolve(y);
  };
  if (a->kind != b->kind || a->operands.size() != b->operands.size() ||
      a->indices.size() != b->indices.size())
    return false;
  switch (a->kind) {
  case Node::Kind::Unknown:
    return a == b;
  case Node::Kind::Number:
    return a->number == b->number;
  case Node::Kind::Truth:
    return a->truth == b->truth;
  case Node::Kind::Integer:
    return equalIndices(a->index, b->index);
  case Node::Kind::Element:
    if (a->value != b->value)
      return false;
    return llvm::all_of(llvm::zip(a->indices, b->indices), [&](auto pair) {
      return equalIndices(std::get<0>(pair), std::get<1>(pair));
    });
  case Node::Kind::Apply:
    if (a->op->getName() != b->op->getName() ||
        a->op->getDiscardableAttrDictionary() !=
            b->op->getDiscardableAttrDictionary() ||
        a->op->getPropertiesAsAttribute() != b->op->getPropertiesAsAttribute())
      return false;
    break;
  case Node::Kind::Sum: {
    SmallVector<unsigned> mine, theirs;
    for (unsigned loop : a->loops)
      llvm::append_range(mine, elements.getParts(loop));
    for (unsigned loop : b->loops)
      llvm::append_range(theirs, elements.getParts(loop));
    if (mine.size() != theirs.size())
      return false;
    for (auto [x, y] : llvm::zip(mine, theirs))
      pairs[x] = y;
    break;
  }
  }
  return llvm::all_of(llvm::zip(a->operands, b->operands), [&](auto pair) {
    return equalNodes(elements, std::get<0>(pair), std::get<1>(pair), pairs);
  });
}

bool Elements::equal(const Node *a, const Node *b) const {
  std::map<unsigned, unsigned> pairs;
  return equalNodes(*this, a, b, pairs);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

const Node *Elements::element(Value tensor, ArrayRef<Index> indices) {
  Operation *op = tensor.getDefiningOp();
  const Node *node = nullptr;
  // What is constant is known everywhere, and no matter who uses it too.
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(op)) {
    node = constantElement(constant, indices);
    return node ? node : leaf(tensor, indices);
  }
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    Scope scope;
    return scalar(fill.getInputs().front(), scope, {});
  }
  if (!op || nodes.size() > maxNodes || isLeaf(tensor) ||
      isa<NamedDimsOpInterface>(op))
    return leaf(tensor, indices);
  if (auto recast = dyn_cast<tensor::CastOp>(op))
    node = element(recast.getSource(), indices);
  else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    node = collapsed(collapse, indices);
  else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    node = expanded(expand, indices);
  else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    node = sliced(slice, indices);
  else if (auto generate = dyn_cast<tensor::GenerateOp>(op))
    node = generated(generate, indices);
  else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    Scope scope;
    node = scalar(splat.getInput(), scope, {});
  } else if (auto computedBy = dyn_cast<linalg::LinalgOp>(op))
    node =
        computed(computedBy, cast<OpResult>(tensor).getResultNumber(), indices);
  if (!node)
    return leaf(tensor, indices);
  inlined.insert(op);
  return node;
}

const Node *Elements::elementOfResult(OpResult result,
                                      SmallVector<unsigned> &loops) {
  SmallVector<Index> indices;
  for (int64_t size : cast<RankedTensorType>(result.getType()).getShape()) {
    loops.push_back(addLoop(size));
    indices.push_back(Index::atom(loops.back()));
  }
  return element(result, indices);
}

const Node *Elements::elementByOneOp(const Node *node) {
  auto outerLeaf = isLeaf;
  llvm::SetVector<Operation *> outerInlined = inlined;
  Value tensor = node->value;
  isLeaf = [tensor](Value value) { return value != tensor; };
  const Node *result = element(tensor, node->indices);
  isLeaf = outerLeaf;
  inlined = outerInlined;
  return result->kind == Node::Kind::Element && result->value == tensor
             ? node
             : result;
}

const Node *Elements::constantElement(arith::ConstantOp op,
                                      ArrayRef<Index> indices) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense)
    return nullptr;
  Type type = dense.getElementType();
  bool one = dense.isSplat() || dense.getNumElements() == 1;
  if (one && isa<FloatType>(type))
    return number((*dense.value_begin<APFloat>()).convertToDouble(), type);
  if (!type.isIntOrIndex() || dense.empty())
    return nullptr;
  SmallVector<APInt> values(dense.value_begin<APInt>(),
                            dense.value_begin<APInt>() +
                                (one ? 1 : dense.getNumElements()));
  if (type.isInteger(1))
    return one ? truth(values[0].getBoolValue(), type) : nullptr;
  if (one)
    return integer(Index::of(values[0].getSExtValue()), type);
  // A vector of numbers at one distance is a multiple of its index.
  if (indices.size() != 1)
    return nullptr;
  APInt step = values[1] - values[0];
  for (unsigned i = 1; i < values.size(); ++i)
    if (values[i] - values[i - 1] != step)
      return nullptr;
  return integer(indices[0] * step.getSExtValue() +
                     Index::of(values[0].getSExtValue()),
                 type);
}

const Node *Elements::collapsed(tensor::CollapseShapeOp op,
                                ArrayRef<Index> indices) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  SmallVector<Index> source(shape.size());
  for (auto [index, group] :
       llvm::zip_equal(indices, op.getReassociationIndices())) {
    auto sizes =
        llvm::map_to_vector(group, [&](int64_t d) { return shape[d]; });
    std::optional<SmallVector<Index>> parts = decompose(index, sizes);
    if (!parts)
      return nullptr;
    for (auto [dim, part] : llvm::zip_equal(group, *parts))
      source[dim] = part;
  }
  return element(op.getSrc(), source);
}

const Node *Elements::expanded(tensor::ExpandShapeOp op,
                               ArrayRef<Index> indices) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  SmallVector<Index> source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    SmallVector<int64_t> dims;
    for (int64_t dim : group)
      if (shape[dim] != 1)
        dims.push_back(dim);
    Index index = dims.empty() ? indices[group.front()] : Index();
    int64_t stride = 1;
    for (int64_t dim : llvm::reverse(dims)) {
      if (ShapedType::isDynamic(stride))
        return nullptr;
      index = index + indices[dim] * stride;
      stride = ShapedType::isDynamic(shape[dim]) ? ShapedType::kDynamic
                                                 : stride * shape[dim];
    }
    source.push_back(index);
  }
  return element(op.getSrc(), source);
}

const Node *Elements::sliced(tensor::ExtractSliceOp op,
                             ArrayRef<Index> indices) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Index> source;
  unsigned position = 0;
  Scope scope;
  for (auto [dim, mixed] :
       llvm::enumerate(llvm::zip(op.getMixedOffsets(), op.getMixedStrides()))) {
    auto [offset, stride] = mixed;
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!step)
      return nullptr;
    Index start;
    if (std::optional<int64_t> number = getConstantIntValue(offset)) {
      start = Index::of(*number);
    } else {
      const Node *node = scalar(cast<Value>(offset), scope, {});
      if (!node || node->kind != Node::Kind::Integer)
        return nullptr;
      start = node->index;
    }
    if (!dropped[dim]) {
      bool whole = start == Index() && *step == 1 &&
                   size(op.getMixedSizes()[dim]) == size(op.getSource(), dim);
      if (wholeDims && !whole)
        return nullptr;
      start = start + indices[position++] * *step;
    }
    source.push_back(start);
  }
  return element(op.getSource(), source);
}

const Node *Elements::generated(tensor::GenerateOp op,
                                ArrayRef<Index> indices) {
  Scope scope;
  Block &body = op.getBody().front();
  for (auto [argument, index] : llvm::zip_equal(body.getArguments(), indices))
    scope[argument] = integer(index, argument.getType());
  return scalar(cast<tensor::YieldOp>(body.getTerminator()).getValue(), scope,
                indices);
}

const Node *Elements::computed(linalg::LinalgOp op, unsigned result,
                               ArrayRef<Index> indices) {
  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap outMap = op.getMatchingIndexingMap(init);
  SmallVector<Index> loops(op.getNumLoops());
  SmallVector<unsigned> reductions;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  llvm::SmallBitVector written(op.getNumLoops());
  for (auto [position, expr] : llvm::enumerate(outMap.getResults())) {
    // A constant stands for a dim of size 1 that a sum has left.
    if (isa<AffineConstantExpr>(expr))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || written[dim.getPosition()])
      return nullptr;
    loops[dim.getPosition()] = indices[position];
    written.set(dim.getPosition());
  }
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    if ((type == utils::IteratorType::parallel) != written[loop])
      return nullptr;
    if (written[loop])
      continue;
    reductions.push_back(addLoop(sizes[loop]));
    loops[loop] = Index::atom(reductions.back());
  }
  if (!reductions.empty())
    return op.getNumDpsInits() == 1 ? reduced(op, loops, reductions) : nullptr;
  matchSizes(op);

  Scope scope;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    std::optional<SmallVector<Index>> read =
        evaluate(op.getMatchingIndexingMap(&operand), loops);
    if (!read)
      return nullptr;
    if (isa<ShapedType>(operand.get().getType()))
      scope[argument] = element(operand.get(), *read);
    else
      scope[argument] = scalar(operand.get(), scope, {});
  }
  return scalar(op.getBlock()->getTerminator()->getOperand(result), scope,
                loops);
}

const Node *Elements::reduced(linalg::LinalgOp op, ArrayRef<Index> loopIndices,
                              ArrayRef<unsigned> reductions) {
  OpOperand *init = op.getDpsInitOperand(0);
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  Value start = fill ? fill.getInputs().front() : init->get();
  Attribute zero;
  if (matchPattern(start, m_Constant(&zero)))
    if (auto splat = dyn_cast<SplatElementsAttr>(zero))
      zero = splat.getSplatValue<Attribute>();
  auto zeroNumber = dyn_cast_if_present<FloatAttr>(zero);
  auto add = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!zeroNumber || !zeroNumber.getValue().isZero() || !add)
    return nullptr;
  BlockArgument sum = op.getMatchingBlockArgument(init);
  Value term = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  if (!sum.hasOneUse() || !llvm::is_contained(add->getOperands(), sum))
    return nullptr;
  Scope scope;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<SmallVector<Index>> read =
        evaluate(op.getMatchingIndexingMap(operand), loopIndices);
    if (!read || !isa<ShapedType>(operand->get().getType()))
      return nullptr;
    scope[op.getMatchingBlockArgument(operand)] =
        element(operand->get(), *read);
  }
  const Node *body = scalar(term, scope, loopIndices);
  if (!body)
    return nullptr;
  Node *node = make(Node::Kind::Sum, body->type);
  node->operands = {body};
  node->loops.assign(reductions.begin(), reductions.end());
  return node;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

const Node *Elements::scalar(Value value, Scope &scope, ArrayRef<Index> loops) {
  if (auto found = scope.find(value); found != scope.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  Attribute attribute;
  const Node *node = nullptr;
  if (!op || isa<ShapedType>(value.getType()) || nodes.size() > maxNodes) {
    node = leaf(value, {});
  } else if (matchPattern(value, m_Constant(&attribute))) {
    if (auto real = dyn_cast<FloatAttr>(attribute))
      node = number(real.getValue().convertToDouble(), value.getType());
    else if (auto whole = dyn_cast<IntegerAttr>(attribute))
      node = value.getType().isInteger(1)
                 ? truth(!whole.getValue().isZero(), value.getType())
                 : integer(Index::of(whole.getValue().getSExtValue()),
                           value.getType());
  } else if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    node = integer(loops[index.getDim()], value.getType());
  } else if (auto dim = dyn_cast<tensor::DimOp>(op); dim && getKnownDim(dim)) {
    node = integer(size(dim.getSource(), *getKnownDim(dim)), value.getType());
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<Index> indices;
    for (Value operand : extract.getIndices())
      if (const Node *part = scalar(operand, scope, loops);
          part->kind == Node::Kind::Integer)
        indices.push_back(part->index);
    if (indices.size() == extract.getIndices().size())
      node = element(extract.getTensor(), indices);
  } else if (op->getNumRegions() == 0 && op->getNumResults() == 1 &&
             isPure(op) && !isa<tensor::DimOp>(op)) {
    auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
      return scalar(operand, scope, loops);
    });
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      node = operands[0];
    else if (!(node = integerOp(op, operands)))
      node = apply(op, operands);
  }
  if (!node && isa<linalg::LinalgOp, tensor::GenerateOp>(op->getParentOp()))
    node = unknown(value);
  if (!node)
    node = leaf(value, {});
  return scope[value] = node;
}

const Node *Elements::integerOp(Operation *op,
                                ArrayRef<const Node *> operands) {
  Type type = op->getResult(0).getType();
  for (const Node *operand : operands)
    if (operand->kind != Node::Kind::Integer)
      return nullptr;
  auto isWide = [](Type type) {
    return type.isIndex() || type.getIntOrFloatBitWidth() >= 64;
  };
  if (isa<arith::ExtSIOp>(op) || (isa<arith::IndexCastOp>(op) && isWide(type)))
    return integer(operands[0]->index, type);
  // Sums of positions fit 32 bits, and may not fit fewer.
  if (!type.isIndex() && type.getIntOrFloatBitWidth() < 32)
    return nullptr;
  if (isa<arith::AddIOp>(op))
    return integer(operands[0]->index + operands[1]->index, type);
  if (isa<arith::SubIOp>(op))
    return integer(operands[0]->index - operands[1]->index, type);
  if (isa<arith::MulIOp>(op))
    for (unsigned number : {0, 1})
      if (operands[number]->index.isConstant())
        return integer(operands[1 - number]->index *
                           operands[number]->index.constant,
                       type);
  return nullptr;
}
