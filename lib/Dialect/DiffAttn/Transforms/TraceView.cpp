//===- TraceView.cpp - chains of reshapes and copies to views -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each kind of op: given the view of its operand, it makes the
// view of its result, or says that it can't be told; then the chain ends there.
//
//===----------------------------------------------------------------------===//

#include "TensorView.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool diffattn::isCopy(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      linalgOp.getNumDpsInputs() != 1 || linalgOp.getNumDpsInits() != 1 ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
    return false;
  Value input = linalgOp.getDpsInputs()[0];
  if (!isa<RankedTensorType>(input.getType()))
    return false;
  auto yield = dyn_cast<linalg::YieldOp>(linalgOp.getBlock()->front());
  if (!yield || yield.getNumOperands() != 1 ||
      yield.getOperand(0) != linalgOp.getBlock()->getArgument(0))
    return false;
  SmallVector<AffineMap> maps = linalgOp.getIndexingMapsArray();
  if (!maps[1].isPermutation())
    return false;
  // Distinct dims of the result, or 0 where the input has size 1.
  SmallVector<bool> seen(linalgOp.getNumLoops());
  auto type = cast<RankedTensorType>(input.getType());
  for (auto [dim, expr] : llvm::enumerate(maps[0].getResults())) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() != 0 || type.getDimSize(dim) != 1)
        return false;
      continue;
    }
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || std::exchange(seen[loop.getPosition()], true))
      return false;
  }
  return true;
}

bool diffattn::repeatsElements(Operation *op) {
  auto linalgOp = cast<linalg::LinalgOp>(op);
  AffineMap read = linalgOp.getIndexingMapsArray()[0];
  for (unsigned loop = 0; loop < linalgOp.getNumLoops(); ++loop)
    if (!read.isFunctionOfDim(loop))
      return true;
  return false;
}

static TensorView traceCopy(linalg::LinalgOp op) {
  TensorView view = traceView(op.getDpsInputs()[0]);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<DigitList> ofLoops(op.getNumLoops());
  SmallVector<bool> isRead(op.getNumLoops());
  for (auto [dim, expr] : llvm::enumerate(maps[0].getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      ofLoops[loop.getPosition()] = view.dims[dim];
      isRead[loop.getPosition()] = true;
    }
  view.dims.clear();
  for (auto [dim, expr] : llvm::enumerate(maps[1].getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (!isRead[loop]) {
      Digit digit;
      digit.extent = digit.size =
          Extent::of(op.getDpsInits()[0], static_cast<int64_t>(dim));
      digit.isStored = false;
      ofLoops[loop] = {static_cast<unsigned>(view.digits.size())};
      view.digits.push_back(digit);
    }
    view.dims.push_back(ofLoops[loop]);
  }
  ++view.numCopies;
  return view;
}

//===----------------------------------------------------------------------===//
// Reshapes and slices
//===----------------------------------------------------------------------===//

bool diffattn::isReshapeOrSlice(Operation *op) {
  return isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                         tensor::ExtractSliceOp, tensor::CastOp>(op);
}

static std::optional<TensorView> trace(tensor::ExpandShapeOp op) {
  TensorView view = traceView(op.getSrc());
  SmallVector<OpFoldResult> shape = op.getMixedOutputShape();
  SmallVector<DigitList> dims;
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    auto sizes = llvm::map_to_vector(
        group, [&](int64_t position) { return Extent::of(shape[position]); });
    std::optional<SmallVector<DigitList>> parts =
        view.partition(view.dims[dim], sizes);
    if (!parts)
      return std::nullopt;
    llvm::append_range(dims, *parts);
  }
  // A source of rank 0 is expanded to dims of size 1.
  dims.resize(shape.size());
  view.dims = dims;
  return view;
}

static std::optional<TensorView> trace(tensor::CollapseShapeOp op) {
  TensorView view = traceView(op.getSrc());
  SmallVector<DigitList> dims;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    dims.emplace_back();
    for (int64_t dim : group)
      llvm::append_range(dims.back(), view.dims[dim]);
  }
  view.dims = dims;
  return view;
}

static std::optional<TensorView> trace(tensor::CastOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result)
    return std::nullopt;
  // What the cast claims would be lost.
  for (auto [from, to] : llvm::zip_equal(source.getShape(), result.getShape()))
    if (ShapedType::isDynamic(from) && !ShapedType::isDynamic(to))
      return std::nullopt;
  return traceView(op.getSource());
}

static std::optional<TensorView> trace(tensor::ExtractSliceOp op) {
  TensorView view = traceView(op.getSource());
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  SmallVector<OpFoldResult> strides = op.getMixedStrides();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<unsigned> kept;
  for (unsigned dim = 0; dim < offsets.size(); ++dim) {
    if (!dropped.test(dim))
      kept.push_back(dim);
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    Extent size = Extent::of(sizes[dim]);
    if (offset == 0 && stride == 1 && size == Extent::of(op.getSource(), dim))
      continue;
    DigitList list = view.dims[dim];
    if (offset && stride && size.isStatic()) {
      // Splits insert digits into the dims, so this comes last.
      if (view.slice(list, *offset, size.getNumber(), *stride))
        continue;
    }
    if (stride != 1 || list.size() != 1 ||
        !view.restrict(list[0], offsets[dim], size))
      return std::nullopt;
  }
  SmallVector<DigitList> dims;
  for (unsigned dim : kept)
    dims.push_back(view.dims[dim]);
  // A dim that was dropped may be one value of a digit that is not known yet.
  for (int dim : dropped.set_bits())
    for (unsigned digit : view.dims[dim])
      view[digit].isFixed = static_cast<bool>(view[digit].offset);
  view.dims = dims;
  return view;
}

//===----------------------------------------------------------------------===//
// Concatenations
//===----------------------------------------------------------------------===//

/// Numbers of the digits of `b` for those of `a`; nullopt if the views don't
/// divide their source and their dims in the same way.
static std::optional<SmallVector<unsigned>> match(const TensorView &a,
                                                  const TensorView &b) {
  if (a.source != b.source || a.dims.size() != b.dims.size())
    return std::nullopt;
  SmallVector<unsigned> numbers(a.digits.size(), ~0u);
  for (auto [ofA, ofB] : llvm::zip_equal(a.sourceDims, b.sourceDims)) {
    if (ofA.size() != ofB.size())
      return std::nullopt;
    for (auto [inA, inB] : llvm::zip_equal(ofA, ofB)) {
      if (a[inA].extent != b[inB].extent || a[inA].isFixed != b[inB].isFixed)
        return std::nullopt;
      numbers[inA] = inB;
    }
  }
  for (auto [ofA, ofB] : llvm::zip_equal(a.dims, b.dims)) {
    if (ofA.size() != ofB.size())
      return std::nullopt;
    for (auto [inA, inB] : llvm::zip_equal(ofA, ofB)) {
      if (a[inA].size != b[inB].size || a[inA].isStored != b[inB].isStored)
        return std::nullopt;
      if (a[inA].isStored && numbers[inA] != inB)
        return std::nullopt;
    }
  }
  return numbers;
}

/// The digit of `views[0]` whose index is i + offset in view i, all else being
/// the same.
static std::optional<unsigned> findStep(ArrayRef<TensorView> views) {
  const TensorView &first = views.front();
  std::optional<unsigned> step;
  for (auto [number, view] : llvm::enumerate(views.drop_front())) {
    std::optional<SmallVector<unsigned>> numbers = match(first, view);
    if (!numbers)
      return std::nullopt;
    for (unsigned digit = 0; digit < first.digits.size(); ++digit) {
      const Digit &here = first[digit];
      if (!here.isStored)
        continue;
      const Digit &there = view[(*numbers)[digit]];
      if (here.offset == there.offset)
        continue;
      std::optional<int64_t> from = getConstantIntValue(here.offset);
      std::optional<int64_t> to = getConstantIntValue(there.offset);
      if (!here.isFixed || !from || !to ||
          *to != *from + static_cast<int64_t>(number) + 1 ||
          (step && *step != digit))
        return std::nullopt;
      step = digit;
    }
    if (!step)
      return std::nullopt;
  }
  return step;
}

std::optional<TensorView> diffattn::concatenate(ArrayRef<TensorView> views,
                                                unsigned dim) {
  if (views.size() < 2)
    return std::nullopt;
  std::optional<unsigned> step = findStep(views);
  if (!step)
    return std::nullopt;
  TensorView view = views.front();
  Digit &digit = view[*step];
  digit.isFixed = false;
  digit.size = Extent::of(static_cast<int64_t>(views.size()));
  if (digit.size == digit.extent)
    digit.offset = {};
  view.dims[dim].insert(view.dims[dim].begin(), *step);
  return view;
}

bool diffattn::isSameView(const TensorView &a, const TensorView &b) {
  std::optional<SmallVector<unsigned>> numbers = match(a, b);
  if (!numbers)
    return false;
  for (unsigned digit = 0; digit < a.digits.size(); ++digit)
    if (a[digit].isStored && (a[digit].offset != b[(*numbers)[digit]].offset ||
                              a[digit].size != b[(*numbers)[digit]].size))
      return false;
  return true;
}

static std::optional<TensorView> trace(tensor::ConcatOp op) {
  auto views = llvm::map_to_vector(op.getInputs(), traceView);
  std::optional<TensorView> view = concatenate(views, op.getDim());
  if (view)
    ++view->numCopies;
  return view;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

TensorView diffattn::traceView(Value value) {
  Operation *op = value.getDefiningOp();
  bool isEmpty =
      llvm::is_contained(cast<RankedTensorType>(value.getType()).getShape(), 0);
  if (!op || isEmpty)
    return TensorView::whole(value);
  std::optional<TensorView> view =
      TypeSwitch<Operation *, std::optional<TensorView>>(op)
          .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
                tensor::ExtractSliceOp, tensor::ConcatOp>(
              [](auto op) { return trace(op); })
          .Default([](Operation *op) -> std::optional<TensorView> {
            if (!isCopy(op))
              return std::nullopt;
            return traceCopy(cast<linalg::LinalgOp>(op));
          });
  return view ? *view : TensorView::whole(value);
}
