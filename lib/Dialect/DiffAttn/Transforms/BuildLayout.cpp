//===- BuildLayout.cpp - an attention on views of storage -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What AttentionLayout decided, in IR: reshapes and slices of the sources, the
// op, and reshapes of its result.
//
//===----------------------------------------------------------------------===//

#include "AttentionLayout.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// Digits that lie side by side and have one name.
struct Atom {
  StringRef name;
  Extent extent;
  OpFoldResult offset;
  Extent size;

  bool isUnit() const { return name.empty() && extent.is(1); }
  bool isSliced() const { return offset || (name.empty() && !isUnit()); }
};

using Names = llvm::DenseMap<unsigned, StringRef>;
} // namespace

static Atom getAtom(const TensorView &view, unsigned digit,
                    const Names &names) {
  return {names.lookup(digit), view[digit].extent, view[digit].offset,
          view[digit].size};
}

/// Puts `inner` into `outer`, which lies beside it, if they can be seen as one.
static bool join(Atom &outer, const Atom &inner, MLIRContext *context) {
  if (outer.name != inner.name || outer.isUnit() || inner.isUnit() ||
      !outer.extent.isStatic() || !inner.extent.isStatic())
    return false;
  int64_t step = inner.extent.getNumber();
  if (outer.name.empty()) {
    // One index of each.
    auto number = [](OpFoldResult offset) {
      return offset ? getConstantIntValue(offset) : 0;
    };
    std::optional<int64_t> first = number(outer.offset);
    std::optional<int64_t> second = number(inner.offset);
    if (!first || !second)
      return false;
    outer.offset =
        IntegerAttr::get(IndexType::get(context), *first * step + *second);
  } else {
    if (outer.offset || inner.offset)
      return false;
    outer.size = Extent::of(outer.size.getNumber() * step);
  }
  outer.extent = Extent::of(outer.extent.getNumber() * step);
  return true;
}

/// What each dim of the source is divided into.
static SmallVector<SmallVector<Atom>> getAtoms(const TensorView &view,
                                               const Names &names) {
  SmallVector<SmallVector<Atom>> all;
  for (const DigitList &digits : view.sourceDims) {
    SmallVector<Atom> &atoms = all.emplace_back();
    for (unsigned digit : digits) {
      Atom atom = getAtom(view, digit, names);
      if (!atoms.empty() &&
          (atom.isUnit() || join(atoms.back(), atom, view.source.getContext())))
        continue;
      if (!atoms.empty() && atoms.back().isUnit())
        atoms.back() = atom;
      else
        atoms.push_back(atom);
    }
  }
  return all;
}

static RankedTensorType getTypeOf(Value like, ArrayRef<Extent> extents) {
  auto shape = llvm::map_to_vector(extents, [](const Extent &extent) {
    return extent.isStatic() ? extent.getNumber() : ShapedType::kDynamic;
  });
  return RankedTensorType::get(shape, getElementTypeOrSelf(like.getType()));
}

/// `value` with each dim divided into atoms.
static Value expand(RewriterBase &rewriter, Location loc, Value value,
                    ArrayRef<SmallVector<Atom>> atoms) {
  SmallVector<ReassociationIndices> groups;
  SmallVector<Extent> extents;
  for (ArrayRef<Atom> dim : atoms) {
    ReassociationIndices &group = groups.emplace_back();
    for (const Atom &atom : dim) {
      group.push_back(extents.size());
      extents.push_back(atom.extent);
    }
  }
  if (groups.size() == extents.size())
    return value;
  auto sizes = llvm::map_to_vector(extents, [&](const Extent &extent) {
    return extent.materialize(rewriter, loc);
  });
  return tensor::ExpandShapeOp::create(rewriter, loc, getTypeOf(value, extents),
                                       value, groups, sizes);
}

/// The part of `value` that is seen: a slice, without the dims of one index.
static Value slice(RewriterBase &rewriter, Location loc, Value value,
                   ArrayRef<Atom> atoms) {
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<Extent> kept;
  for (const Atom &atom : atoms) {
    offsets.push_back(atom.offset ? atom.offset : rewriter.getIndexAttr(0));
    if (atom.name.empty()) {
      sizes.push_back(rewriter.getIndexAttr(1));
      continue;
    }
    sizes.push_back(atom.size.materialize(rewriter, loc));
    kept.push_back(atom.size);
  }
  SmallVector<OpFoldResult> strides(atoms.size(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(rewriter, loc, getTypeOf(value, kept),
                                        value, offsets, sizes, strides);
}

/// `value` without dims of size 1 that have no name, and with neighbours of one
/// name as one dim.
static Value collapse(RewriterBase &rewriter, Location loc, Value value,
                      ArrayRef<Atom> atoms,
                      SmallVectorImpl<std::string> &names) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [position, atom] : llvm::enumerate(atoms)) {
    bool joins = atom.isUnit() || (!names.empty() && names.back() == atom.name);
    if (joins && !groups.empty()) {
      groups.back().push_back(position);
    } else if (joins) {
      leading.push_back(position);
    } else {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(position);
      names.push_back(atom.name.str());
    }
  }
  if (groups.size() == atoms.size())
    return value;
  return tensor::CollapseShapeOp::create(rewriter, loc, value, groups);
}

NamedOperand diffattn::buildView(RewriterBase &rewriter, Location loc,
                                 const TensorView &view, const Names &names) {
  SmallVector<SmallVector<Atom>> dims = getAtoms(view, names);
  Value value = expand(rewriter, loc, view.source, dims);
  SmallVector<Atom> atoms;
  for (ArrayRef<Atom> dim : dims)
    llvm::append_range(atoms, dim);
  if (llvm::any_of(atoms, [](const Atom &atom) { return atom.isSliced(); })) {
    value = slice(rewriter, loc, value, atoms);
    llvm::erase_if(atoms, [](const Atom &atom) { return atom.name.empty(); });
  }
  NamedOperand named;
  named.value = collapse(rewriter, loc, value, atoms, named.dims);
  return named;
}

/// Adds a dim of size 1, as far out as a reshape can.
static void addUnitDim(RewriterBase &rewriter, Location loc,
                       NamedOperand &operand, StringRef name) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, operand.value);
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(operand.value.getType()).getShape());
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    groups.push_back({dim == 0 ? 0 : dim + 1});
  unsigned position = shape.empty() ? 0 : 1;
  if (!groups.empty())
    groups.front().push_back(1);
  sizes.insert(sizes.begin() + position, rewriter.getIndexAttr(1));
  shape.insert(shape.begin() + position, 1);
  operand.dims.insert(operand.dims.begin() + position, name.str());
  auto type = RankedTensorType::get(
      shape, getElementTypeOrSelf(operand.value.getType()));
  operand.value = tensor::ExpandShapeOp::create(rewriter, loc, type,
                                                operand.value, groups, sizes);
}

NamedOperand AttentionLayout::buildInput(RewriterBase &rewriter,
                                         unsigned input) {
  Names names;
  SmallVector<StringRef> missing;
  for (const Dim &dim : dims)
    for (auto [list, name] : llvm::zip(dim.inputs[input], dim.names)) {
      for (unsigned digit : list)
        names[digit] = name;
      if (list.empty() && mustHave(inputs[input], dim))
        missing.push_back(name);
    }
  NamedOperand operand =
      buildView(rewriter, op.getLoc(), inputs[input].view, names);
  for (StringRef name : missing)
    addUnitDim(rewriter, op.getLoc(), operand, name);
  return operand;
}

//===----------------------------------------------------------------------===//
// The op and its result
//===----------------------------------------------------------------------===//

/// Groups that hold no dim get none; dims of size 1 are added there.
Value AttentionLayout::viewResult(RewriterBase &rewriter, Value out,
                                  ArrayRef<ReassociationIndices> groups,
                                  Type wanted) {
  Location loc = op.getLoc();
  auto filled = llvm::filter_to_vector(
      groups, [](const ReassociationIndices &group) { return !group.empty(); });
  auto type = cast<RankedTensorType>(out.getType());
  if (filled.size() != static_cast<size_t>(type.getRank()))
    out = tensor::CollapseShapeOp::create(rewriter, loc, out, filled);
  if (filled.size() != groups.size()) {
    SmallVector<ReassociationIndices> added;
    SmallVector<OpFoldResult> collapsed =
        tensor::getMixedSizes(rewriter, loc, out);
    SmallVector<OpFoldResult> sizes;
    SmallVector<int64_t> shape;
    ReassociationIndices leading;
    for (auto [position, group] : llvm::enumerate(groups)) {
      if (!group.empty()) {
        sizes.push_back(collapsed[added.size()]);
        shape.push_back(
            cast<ShapedType>(out.getType()).getDimSize(added.size()));
        added.push_back(std::exchange(leading, {}));
        added.back().push_back(position);
        continue;
      }
      sizes.push_back(rewriter.getIndexAttr(1));
      shape.push_back(1);
      (added.empty() ? leading : added.back()).push_back(position);
    }
    auto expanded =
        RankedTensorType::get(shape, getElementTypeOrSelf(out.getType()));
    out = tensor::ExpandShapeOp::create(rewriter, loc, expanded, out, added,
                                        sizes);
  }
  if (out.getType() != wanted)
    out = tensor::CastOp::create(rewriter, loc, wanted, out);
  return out;
}

Value AttentionLayout::build(RewriterBase &rewriter, Type type) {
  Location loc = op.getLoc();
  AttentionParts made = parts;
  SmallVector<NamedOperand *> operands = made.operands();
  for (unsigned input = 0; input < inputs.size(); ++input)
    *operands[input] = buildInput(rewriter, input);

  // The out holds the digits in the order in which they are looked at.
  llvm::DenseMap<unsigned, std::pair<StringRef, Extent>> factors;
  SmallVector<std::pair<StringRef, Extent>> unseen;
  for (const Dim &dim : dims)
    for (unsigned factor = 0; factor < dim.results.size(); ++factor) {
      if (dim.names[factor].empty())
        continue;
      std::pair<StringRef, Extent> known(dim.names[factor],
                                         dim.factors[factor]);
      bool isSeen = false;
      for (unsigned digit : dim.results[factor]) {
        factors[digit] = known;
        isSeen |= llvm::any_of(this->out.dims, [&](ArrayRef<unsigned> list) {
          return llvm::is_contained(list, digit);
        });
      }
      if (!isSeen)
        unseen.push_back(known);
    }
  NamedOperand destination;
  SmallVector<Extent> extents;
  SmallVector<ReassociationIndices> groups;
  auto write = [&](const std::pair<StringRef, Extent> &factor,
                   ReassociationIndices &group) {
    if (!destination.dims.empty() && destination.dims.back() == factor.first)
      return;
    group.push_back(extents.size());
    destination.dims.push_back(factor.first.str());
    extents.push_back(factor.second);
  };
  // A row or feature of size 1 may have been dropped from the view. It stands
  // with the outermost dim, so that what is inside stays in one piece.
  for (const DigitList &list : this->out.dims) {
    ReassociationIndices &group = groups.emplace_back();
    for (unsigned digit : list)
      if (auto found = factors.find(digit); found != factors.end()) {
        for (const auto &factor : std::exchange(unseen, {}))
          write(factor, group);
        write(found->second, group);
      }
  }
  ReassociationIndices noGroup;
  for (const auto &factor : unseen)
    write(factor, groups.empty() ? noGroup : groups.back());

  const NamedOperand &before = parts.outs.front();
  if (destination.dims == before.dims &&
      getTypeOf(before.value, extents) == before.value.getType()) {
    destination.value = before.value;
  } else {
    auto sizes = llvm::map_to_vector(extents, [&](const Extent &extent) {
      return extent.materialize(rewriter, loc);
    });
    destination.value = tensor::EmptyOp::create(
        rewriter, loc, sizes, getElementTypeOrSelf(before.value.getType()));
  }
  made.outs = {destination};
  AttentionOp attention = made.create(rewriter, loc);
  attention->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return viewResult(rewriter, attention->getResult(0), groups, type);
}
