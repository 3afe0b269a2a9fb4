//===- AttentionParts.cpp - an attention taken apart ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

using namespace mlir;
using namespace mlir::diffattn;

std::optional<unsigned> NamedOperand::find(StringRef name) const {
  for (auto [position, dim] : llvm::enumerate(dims))
    if (dim == name)
      return position;
  return std::nullopt;
}

bool ScoreOptions::operator==(const ScoreOptions &other) const {
  return scale == other.scale && causal == other.causal &&
         alignment == other.alignment && windowLeft == other.windowLeft &&
         windowRight == other.windowRight && softcap == other.softcap;
}

//===----------------------------------------------------------------------===//
// From and to the op
//===----------------------------------------------------------------------===//

static NamedOperand getNamed(AttentionOp op, OpOperand &operand) {
  NamedOperand named{operand.get(), {}};
  for (unsigned dim : getOperandDims(op, operand.getOperandNumber()))
    named.dims.push_back(op.getDims().getName(dim).str());
  return named;
}

static NamedOperand getNamed(AttentionOp op, MutableOperandRange range) {
  return range.empty() ? NamedOperand() : getNamed(op, range[0]);
}

AttentionParts AttentionParts::of(AttentionOp op) {
  AttentionParts parts;
  parts.signalQuery = getNamed(op, op.getSignalQueryMutable());
  parts.signalKey = getNamed(op, op.getSignalKeyMutable());
  parts.noiseQuery = getNamed(op, op.getNoiseQueryMutable());
  parts.noiseKey = getNamed(op, op.getNoiseKeyMutable());
  parts.value = getNamed(op, op.getValueMutable());
  parts.lambda = getNamed(op, op.getLambdaMutable());
  parts.mask = getNamed(op, op.getMaskMutable());
  parts.keyLengths = getNamed(op, op.getKeyLengthsMutable());
  parts.normWeight = getNamed(op, op.getNormWeightMutable());
  parts.queryOffset = op.getQueryOffset();
  parts.keyOffset = op.getKeyOffset();
  for (OpOperand &out : op.getOutsMutable())
    parts.outs.push_back(getNamed(op, out));
  parts.score = {op.getScaleAttr(),       op.getCausal(),
                 op.getAlignment(),       op.getWindowLeftAttr(),
                 op.getWindowRightAttr(), op.getSoftcapAttr()};
  parts.lambdaActivation = op.getLambdaActivation();
  parts.norm = op.getNormAttr();
  parts.outScale = op.getOutScaleAttr();
  parts.schedule = op->getAttr(DiffAttnDialect::kScheduleAttrName);
  return parts;
}

/// The dims of all operands in canonical order.
static DimsAttr getCanonicalDims(MLIRContext *context,
                                 ArrayRef<std::string> names) {
  SmallVector<StringAttr> sorted;
  for (Role role : {Role::Split, Role::Batch, Role::Query, Role::Key,
                    Role::Feature, Role::Value})
    for (StringRef name : names)
      if (DimsAttr::getRole(name) == role)
        sorted.push_back(StringAttr::get(context, name));
  return DimsAttr::get(context, sorted);
}

static AffineMap getMapOf(const NamedOperand &operand, DimsAttr dims) {
  DimList numbers;
  for (StringRef name : operand.dims)
    for (unsigned dim = 0; dim < dims.size(); ++dim)
      if (dims.getName(dim) == name)
        numbers.push_back(dim);
  return getMap(dims.getContext(), dims.size(), numbers);
}

AttentionOp AttentionParts::create(OpBuilder &builder, Location loc) const {
  MLIRContext *context = builder.getContext();
  DimsAttr dims = getCanonicalDims(context, dimNames());
  // Offsets are scalars and have empty maps; they stand before the outs.
  SmallVector<AffineMap> maps;
  SmallVector<const NamedOperand *> owned = operands();
  ArrayRef<const NamedOperand *> all = owned;
  auto addMaps = [&](ArrayRef<const NamedOperand *> some) {
    for (const NamedOperand *operand : some)
      maps.push_back(getMapOf(*operand, dims));
  };
  addMaps(all.drop_back(outs.size()));
  for (Value offset : {queryOffset, keyOffset})
    if (offset)
      maps.push_back(getMap(context, dims.size(), {}));
  addMaps(all.take_back(outs.size()));

  SmallVector<Value> destinations;
  SmallVector<Type> results;
  for (const NamedOperand &out : outs) {
    destinations.push_back(out.value);
    if (isa<RankedTensorType>(out.value.getType()))
      results.push_back(out.value.getType());
  }
  auto op = AttentionOp::create(
      builder, loc, results, signalQuery.value, signalKey.value,
      noiseQuery.value, noiseKey.value, value.value, lambda.value, mask.value,
      keyLengths.value, normWeight.value, queryOffset, keyOffset, destinations,
      builder.getAffineMapArrayAttr(maps), dims, score.scale, score.causal,
      score.alignment, score.windowLeft, score.windowRight, score.softcap,
      lambdaActivation, norm, outScale);
  if (schedule)
    setSchedule(op, schedule);
  return op;
}

//===----------------------------------------------------------------------===//
// Operands and names
//===----------------------------------------------------------------------===//

SmallVector<NamedOperand *> AttentionParts::operands() {
  SmallVector<NamedOperand *> all;
  for (NamedOperand *operand :
       {&signalQuery, &signalKey, &noiseQuery, &noiseKey, &value, &lambda,
        &mask, &keyLengths, &normWeight})
    if (*operand)
      all.push_back(operand);
  for (NamedOperand &out : outs)
    all.push_back(&out);
  return all;
}

SmallVector<const NamedOperand *> AttentionParts::operands() const {
  auto all = const_cast<AttentionParts *>(this)->operands();
  return SmallVector<const NamedOperand *>(all.begin(), all.end());
}

SmallVector<std::string> AttentionParts::dimNames() const {
  SmallVector<const NamedOperand *> all = operands();
  std::rotate(all.begin(), all.end() - outs.size(), all.end());
  SmallVector<std::string> names;
  for (const NamedOperand *operand : all)
    for (const std::string &name : operand->dims)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return names;
}

void AttentionParts::rename(StringRef from, StringRef to) {
  for (NamedOperand *operand : operands())
    for (std::string &name : operand->dims)
      if (name == from)
        name = to.str();
}

std::string AttentionParts::freshName(StringRef base) const {
  SmallVector<std::string> names = dimNames();
  std::string name = base.str();
  for (unsigned number = 0; llvm::is_contained(names, name); ++number)
    name = (base + Twine(number)).str();
  return name;
}
