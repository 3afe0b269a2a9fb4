//===- TensorView.cpp - where the elements of a tensor lie ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorView.h"

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

Extent Extent::of(int64_t number) {
  Extent extent;
  extent.number = number;
  return extent;
}

Extent Extent::of(OpFoldResult size) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return of(*number);
  auto value = cast<Value>(size);
  if (auto dim = value.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> index = getKnownDim(dim))
      return of(dim.getSource(), *index);
  Extent extent;
  extent.value = value;
  return extent;
}

Extent Extent::of(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return of(type.getDimSize(dim));
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return of(empty.getMixedSizes()[dim]);
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return of(expand.getMixedOutputShape()[dim]);
  if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    ReassociationIndices group = collapse.getReassociationIndices()[dim];
    llvm::erase_if(group, [&](int64_t position) {
      return collapse.getSrcType().getDimSize(position) == 1;
    });
    if (group.size() == 1)
      return of(collapse.getSrc(), group.front());
  }
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    if (isa<RankedTensorType>(cast.getSource().getType()))
      return of(cast.getSource(), dim);
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>()) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [position, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(position) && dim-- == 0)
        return of(size);
  }
  if (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    return of(op.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim);
  Extent extent;
  extent.value = tensor;
  extent.dim = dim;
  return extent;
}

OpFoldResult Extent::materialize(OpBuilder &builder, Location loc) const {
  if (isStatic())
    return builder.getIndexAttr(number);
  if (dim < 0)
    return value;
  return tensor::getMixedSize(builder, loc, value, dim);
}

bool Extent::operator==(const Extent &other) const {
  return number == other.number && value == other.value && dim == other.dim &&
         (isStatic() || value);
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

TensorView TensorView::whole(Value source) {
  TensorView view;
  view.source = source;
  auto type = cast<RankedTensorType>(source.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Digit digit;
    digit.extent = digit.size = Extent::of(source, dim);
    view.sourceDims.push_back({static_cast<unsigned>(view.digits.size())});
    view.digits.push_back(digit);
  }
  view.dims = view.sourceDims;
  return view;
}

int64_t TensorView::count(ArrayRef<unsigned> list) const {
  int64_t product = 1;
  for (unsigned digit : list) {
    if (!digits[digit].size.isStatic())
      return ShapedType::kDynamic;
    product *= digits[digit].size.getNumber();
  }
  return product;
}

/// Puts `inner` behind `outer` wherever that is.
static void insertBehind(MutableArrayRef<DigitList> lists, unsigned outer,
                         unsigned inner) {
  for (DigitList &list : lists)
    if (auto *found = llvm::find(list, outer); found != list.end())
      list.insert(found + 1, inner);
}

std::optional<unsigned> TensorView::split(unsigned digit, Extent outer,
                                          int64_t inner) {
  Digit outerDigit = digits[digit], innerDigit = digits[digit];
  innerDigit.extent = innerDigit.size = Extent::of(inner);
  innerDigit.offset = {};
  if (outerDigit.isWhole()) {
    outerDigit.extent = outerDigit.size = outer;
  } else {
    std::optional<int64_t> offset = getConstantIntValue(outerDigit.offset);
    if (!offset || !outerDigit.extent.isStatic() ||
        outerDigit.extent.getNumber() % inner != 0)
      return std::nullopt;
    MLIRContext *context = source.getContext();
    auto attribute = [&](int64_t number) {
      return IntegerAttr::get(IndexType::get(context), number);
    };
    outerDigit.extent = Extent::of(outerDigit.extent.getNumber() / inner);
    outerDigit.offset = attribute(*offset / inner);
    if (outerDigit.isFixed) {
      innerDigit.offset = attribute(*offset % inner);
      innerDigit.size = Extent::of(1);
    } else {
      if (*offset % inner != 0 || !outerDigit.size.isStatic() ||
          outerDigit.size.getNumber() % inner != 0)
        return std::nullopt;
      outerDigit.size = Extent::of(outerDigit.size.getNumber() / inner);
    }
  }
  unsigned number = digits.size();
  digits[digit] = outerDigit;
  digits.push_back(innerDigit);
  insertBehind(sourceDims, digit, number);
  insertBehind(dims, digit, number);
  return number;
}

std::optional<SmallVector<DigitList>>
TensorView::partition(DigitList list, ArrayRef<Extent> sizes, Count count) {
  auto sizeOf = [&](unsigned digit) {
    return count == Count::Sizes ? digits[digit].size : digits[digit].extent;
  };
  SmallVector<DigitList> parts(std::max<size_t>(sizes.size(), 1));
  for (unsigned part = sizes.size(); part-- > 1;) {
    auto take = [&](unsigned digit) {
      parts[part].insert(parts[part].begin(), digit);
    };
    if (!sizes[part].isStatic()) {
      if (list.empty() || sizeOf(list.back()) != sizes[part])
        return std::nullopt;
      take(list.pop_back_val());
      continue;
    }
    for (int64_t rest = sizes[part].getNumber(); rest != 1;) {
      if (rest == 0 || list.empty())
        return std::nullopt;
      Extent size = sizeOf(list.back());
      if (size.is(0))
        return std::nullopt;
      if (size.isStatic() && rest % size.getNumber() == 0) {
        take(list.pop_back_val());
        rest /= size.getNumber();
        continue;
      }
      // The rest is the inner part of this digit. If that is dynamic, what
      // remains of it must be what is left to take.
      Extent outer;
      if (size.isStatic() && size.getNumber() % rest == 0)
        outer = Extent::of(size.getNumber() / rest);
      else if (!size.isStatic() && list.size() == 1 && part == 1)
        outer = sizes[0];
      else
        return std::nullopt;
      std::optional<unsigned> inner = split(list.back(), outer, rest);
      if (!inner)
        return std::nullopt;
      take(*inner);
      rest = 1;
    }
  }
  // What is left is the outermost part.
  int64_t left = 1;
  for (unsigned digit : list) {
    Extent size = sizeOf(digit);
    left = size.isStatic() && !ShapedType::isDynamic(left)
               ? left * size.getNumber()
               : ShapedType::kDynamic;
  }
  Extent expected = sizes.empty() ? Extent::of(1) : sizes[0];
  if (expected.isStatic() && !ShapedType::isDynamic(left) && !expected.is(left))
    return std::nullopt;
  parts[0] = list;
  return parts;
}

void TensorView::simplifyDims() {
  for (DigitList &dim : dims) {
    DigitList kept;
    for (unsigned digit : dim) {
      Digit &it = digits[digit];
      if (it.size.is(1))
        continue;
      Digit *outer = kept.empty() ? nullptr : &digits[kept.back()];
      if (outer && !outer->isStored && !it.isStored && it.size.isStatic() &&
          outer->size.isStatic())
        outer->extent = outer->size =
            Extent::of(outer->size.getNumber() * it.size.getNumber());
      else
        kept.push_back(digit);
    }
    if (kept.empty() && !dim.empty())
      kept.push_back(dim.back());
    dim = kept;
  }
}

bool TensorView::isContiguous(ArrayRef<unsigned> list) const {
  if (list.size() <= 1)
    return list.empty() || digits[list.front()].isStored;
  for (unsigned digit : list)
    if (!digits[digit].isStored || !digits[digit].isWhole())
      return false;
  DigitList order;
  for (const DigitList &dim : sourceDims)
    llvm::append_range(order, dim);
  auto *first = llvm::find(order, list.front());
  for (unsigned digit : list) {
    // Dims of size 1 that lie between don't matter.
    while (first != order.end() && *first != digit &&
           digits[*first].extent.is(1))
      ++first;
    if (first == order.end() || *first != digit)
      return false;
    ++first;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

bool TensorView::restrict(unsigned digit, OpFoldResult offset, Extent size) {
  Digit &seen = digits[digit];
  if (seen.isStored) {
    std::optional<int64_t> first = getConstantIntValue(offset);
    if (seen.offset) {
      std::optional<int64_t> before = getConstantIntValue(seen.offset);
      if (!before || !first)
        return false;
      offset = IntegerAttr::get(IndexType::get(source.getContext()),
                                *before + *first);
    }
    seen.offset = offset;
  } else {
    seen.extent = size;
  }
  seen.size = size;
  return true;
}

void TensorView::fix(unsigned digit, int64_t index) {
  Digit &fixed = digits[digit];
  // Of a digit of size 1 all is seen.
  if (fixed.isStored && !fixed.extent.is(1)) {
    int64_t before =
        fixed.offset ? *getConstantIntValue(fixed.offset) : int64_t(0);
    fixed.offset =
        IntegerAttr::get(IndexType::get(source.getContext()), before + index);
    fixed.size = Extent::of(1);
    fixed.isFixed = true;
  }
  for (DigitList &list : dims)
    llvm::erase(list, digit);
}

void TensorView::fix(ArrayRef<unsigned> list, int64_t index) {
  for (unsigned digit : llvm::reverse(list)) {
    int64_t size = digits[digit].size.getNumber();
    fix(digit, index % size);
    index /= size;
  }
}

std::optional<DigitList> TensorView::slice(DigitList list, int64_t offset,
                                           int64_t size, int64_t stride) {
  for (unsigned digit : list)
    if (digits[digit].offset && !getConstantIntValue(digits[digit].offset))
      return std::nullopt;
  int64_t total = count(list);
  if (ShapedType::isDynamic(total) || total == 0 || size <= 0 || offset < 0 ||
      stride <= 0 || offset + (size - 1) * stride >= total)
    return std::nullopt;
  if (size == total)
    return list;
  if (size == 1) {
    fix(list, offset);
    return DigitList();
  }
  auto halve = [&](int64_t inner) -> std::optional<SmallVector<DigitList>> {
    if (total % inner != 0)
      return std::nullopt;
    // Splits that are of no use do no harm.
    return partition(list, {Extent::of(total / inner), Extent::of(inner)});
  };
  if (stride != 1) {
    std::optional<SmallVector<DigitList>> parts = halve(stride);
    if (!parts)
      return std::nullopt;
    fix((*parts)[1], offset % stride);
    return slice((*parts)[0], offset / stride, size);
  }
  if (offset % size == 0)
    if (std::optional<SmallVector<DigitList>> parts = halve(size)) {
      fix((*parts)[0], offset / size);
      return (*parts)[1];
    }
  if (list.size() == 1) {
    if (!restrict(list[0],
                  IntegerAttr::get(IndexType::get(source.getContext()), offset),
                  Extent::of(size)))
      return std::nullopt;
    return list;
  }
  // Part of the outermost digit, or all within one of its values.
  DigitList inner(llvm::drop_begin(list));
  int64_t step = count(inner);
  if (step == 0)
    return std::nullopt;
  if (offset % step == 0 && size % step == 0) {
    std::optional<DigitList> outer =
        slice({list[0]}, offset / step, size / step);
    if (outer)
      llvm::append_range(*outer, inner);
    return outer;
  }
  if (offset / step != (offset + size - 1) / step)
    return std::nullopt;
  fix(list[0], offset / step);
  return slice(inner, offset % step, size);
}
