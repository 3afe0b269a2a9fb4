//===- AttentionLayout.cpp - dims of an attention that fit its operands ---===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionLayout.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

using namespace mlir;
using namespace mlir::diffattn;

AttentionLayout::AttentionLayout(AttentionOp op)
    : op(op), parts(AttentionParts::of(op)) {
  result = TensorView::whole(op->getResult(0));
  for (NamedOperand *named : parts.operands()) {
    if (named == &parts.outs.front())
      break;
    Input input;
    input.named = *named;
    input.place = named == &parts.value    ? Place::Value
                  : named == &parts.lambda ? Place::Lambda
                  : named == &parts.mask   ? Place::Mask
                                           : Place::Other;
    input.traced = traceView(named->value);
    input.traced.simplifyDims();
    input.isTraced = input.traced.numCopies > 0;
    inputs.push_back(input);
  }
}

void AttentionLayout::setValue(TensorView view) {
  for (Input &input : inputs)
    if (input.place == Place::Value) {
      input.traced = view;
      input.traced.simplifyDims();
      input.isTraced = input.mustBeTraced = true;
    }
}

unsigned AttentionLayout::getNumCopies() const {
  unsigned copies = 0;
  for (const Input &input : inputs)
    if (input.isTraced)
      copies += input.traced.numCopies;
  return copies;
}

//===----------------------------------------------------------------------===//
// Attempts
//===----------------------------------------------------------------------===//

LogicalResult AttentionLayout::blame(int input, const Twine &why) {
  culprit = input;
  reason = why.str();
  return failure();
}

LogicalResult AttentionLayout::decide() {
  while (failed(attempt())) {
    if (culprit < 0 || !inputs[culprit].isTraced ||
        inputs[culprit].mustBeTraced)
      return failure();
    inputs[culprit].isTraced = false;
  }
  // An operand whose dims are divided had better be made of what it was
  // reshaped from, even if there are no copies on the way.
  for (Input &input : inputs) {
    if (input.isTraced || input.traced.numCopies > 0 || !isDivided(input))
      continue;
    input.isTraced = true;
    if (succeeded(attempt()))
      continue;
    input.isTraced = false;
    if (failed(attempt()))
      return failure();
  }
  nameFactors();
  return success();
}

bool AttentionLayout::isDivided(const Input &input) const {
  return llvm::any_of(dims, [&](const Dim &dim) {
    return input.named.has(dim.name) && dim.factors.size() > 1;
  });
}

LogicalResult AttentionLayout::attempt() {
  for (Input &input : inputs)
    input.view =
        input.isTraced ? input.traced : TensorView::whole(input.named.value);
  out = result;
  dims.clear();
  for (const std::string &name : parts.dimNames()) {
    Dim dim{name, DimsAttr::getRole(name), {}, {}, {}, {}};
    if (failed(findFactors(dim)) || failed(divide(dim)))
      return failure();
    mergeFactors(dim);
    if (failed(restrictToResult(dim)) || failed(checkPresence(dim)))
      return failure();
    dims.push_back(dim);
  }
  return success();
}

/// `list` without digits of size 1, but with one if there are no others and the
/// dim must not vanish.
static DigitList dropUnits(const TensorView &view, ArrayRef<unsigned> list,
                           Role role, TensorView::Count count) {
  DigitList kept;
  for (unsigned digit : list) {
    const Digit &it = view[digit];
    if (!(count == TensorView::Count::Sizes ? it.size : it.extent).is(1))
      kept.push_back(digit);
  }
  if (kept.empty() && role != Role::Batch && !list.empty())
    kept.push_back(list.back());
  return kept;
}

DigitList AttentionLayout::getDigits(const Input &input, const Dim &dim) const {
  std::optional<unsigned> position = input.named.find(dim.name);
  if (!position)
    return {};
  return dropUnits(input.view, input.view.dims[*position], dim.role,
                   TensorView::Count::Sizes);
}

DigitList AttentionLayout::getResultDigits(const Dim &dim) const {
  std::optional<unsigned> position = parts.outs.front().find(dim.name);
  if (!position)
    return {};
  return dropUnits(out, out.sourceDims[*position], dim.role,
                   TensorView::Count::Extents);
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

namespace {
/// Where a dim is divided: products of its inner factors, each of which divides
/// the next.
struct Bounds {
  SmallVector<int64_t> products;
  /// The dim's size.
  Extent total;

  /// Adds those between digits of the given sizes. Changes nothing on failure.
  bool add(ArrayRef<Extent> sizes) {
    SmallVector<int64_t> all = products;
    int64_t product = 1;
    for (Extent size : llvm::reverse(sizes.drop_front(sizes.empty() ? 0 : 1))) {
      if (!size.isStatic())
        return false;
      product *= size.getNumber();
      all.push_back(product);
    }
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
    llvm::erase(all, 1);
    if (total.isStatic())
      llvm::erase(all, total.getNumber());
    for (auto [inner, outer] : llvm::zip(all, llvm::drop_begin(all)))
      if (outer % inner != 0)
        return false;
    if (total.isStatic() && !all.empty() && total.getNumber() % all.back())
      return false;
    products = all;
    return true;
  }
};
} // namespace

/// Product of `sizes`; kDynamic if one is dynamic.
static int64_t multiply(ArrayRef<Extent> sizes) {
  int64_t product = 1;
  for (Extent size : sizes) {
    if (!size.isStatic())
      return ShapedType::kDynamic;
    product *= size.getNumber();
  }
  return product;
}

LogicalResult AttentionLayout::findFactors(Dim &dim) {
  SmallVector<SmallVector<Extent>> lists;
  SmallVector<int> owners;
  auto add = [&](int owner, ArrayRef<Extent> sizes) {
    owners.push_back(owner);
    lists.emplace_back(sizes);
  };
  if (parts.outs.front().has(dim.name))
    add(-1, llvm::map_to_vector(getResultDigits(dim), [&](unsigned digit) {
      return out[digit].extent;
    }));
  // Inputs that stay as they are divide nothing.
  for (bool traced : {false, true})
    for (unsigned number = 0; number < inputs.size(); ++number) {
      const Input &input = inputs[number];
      if (input.isTraced == traced && input.named.has(dim.name))
        add(number,
            llvm::map_to_vector(getDigits(input, dim), [&](unsigned digit) {
              return input.view[digit].size;
            }));
    }
  Bounds bounds;
  for (ArrayRef<Extent> sizes : lists)
    if (int64_t total = multiply(sizes); !ShapedType::isDynamic(total))
      bounds.total = Extent::of(total);
  if (bounds.total.is(0))
    return blame(-1, "a dim has size 0");
  if (bounds.total.is(1)) {
    if (dim.role != Role::Batch)
      dim.factors.push_back(Extent::of(1));
    return success();
  }
  bool isWhole = dim.role == Role::Query || dim.role == Role::Key;
  for (auto [owner, sizes] : llvm::zip_equal(owners, lists))
    if (!isWhole && !bounds.add(sizes))
      return blame(owner, "heads of it are divided in another way");
  // From the innermost factor to the outermost, which may be dynamic.
  int64_t inner = 1;
  for (int64_t product : bounds.products) {
    dim.factors.push_back(Extent::of(product / inner));
    inner = product;
  }
  if (bounds.total.isStatic()) {
    dim.factors.push_back(Extent::of(bounds.total.getNumber() / inner));
  } else {
    auto *found = llvm::find_if(lists, [&](ArrayRef<Extent> sizes) {
      return !sizes.empty() && multiply(sizes.drop_front()) == inner;
    });
    if (found == lists.end())
      return blame(-1, "the size of a dim is not known");
    dim.factors.push_back(found->front());
  }
  std::reverse(dim.factors.begin(), dim.factors.end());
  return success();
}

LogicalResult AttentionLayout::divide(Dim &dim) {
  for (unsigned number = 0; number < inputs.size(); ++number) {
    Input &input = inputs[number];
    dim.inputs.emplace_back();
    if (!input.named.has(dim.name) || dim.factors.empty())
      continue;
    std::optional<SmallVector<DigitList>> digits =
        input.view.partition(getDigits(input, dim), dim.factors);
    if (!digits)
      return blame(number, "a slice of it can't be divided");
    for (DigitList &list : *digits) {
      bool repeated = llvm::none_of(
          list, [&](unsigned digit) { return input.view[digit].isStored; });
      if (!repeated && !input.view.isContiguous(list))
        return blame(number, "rows, keys or features of it lie apart");
      if (repeated)
        list.clear();
    }
    dim.inputs.back() = *digits;
  }
  if (!parts.outs.front().has(dim.name) || dim.factors.empty())
    return success();
  std::optional<SmallVector<DigitList>> digits = out.partition(
      getResultDigits(dim), dim.factors, TensorView::Count::Extents);
  if (!digits ||
      llvm::any_of(*digits, [](ArrayRef<unsigned> d) { return d.size() > 1; }))
    return blame(-1, "the result is divided in another way");
  dim.results = *digits;
  return success();
}

/// Whether `list` stands in one dim of the view as it is.
static bool isAdjacent(const TensorView &view, ArrayRef<unsigned> list) {
  for (const DigitList &dim : view.dims) {
    auto *found = llvm::find(dim, list.front());
    if (found != dim.end())
      return ArrayRef<unsigned>(found, dim.end()).take_front(list.size()) ==
             list;
  }
  return false;
}

/// Whether `value` is computed into memory of its own, which has no gaps.
static bool isMadeHere(Value value) {
  while (auto insert = value.getDefiningOp<tensor::InsertSliceOp>())
    value = insert.getDest();
  return isa_and_present<linalg::LinalgOp, tensor::ConcatOp, tensor::EmptyOp>(
      value.getDefiningOp());
}

/// Whether `list` can be seen as one dim at no cost: in one dim of the source,
/// or in a source that is computed here, and so lies in one piece.
static bool isOneDim(const TensorView &view, ArrayRef<unsigned> list) {
  if (!view.isContiguous(list))
    return false;
  if (isMadeHere(view.source))
    return true;
  return list.empty() ||
         llvm::any_of(view.sourceDims, [&](ArrayRef<unsigned> dim) {
           return llvm::all_of(list, [&](unsigned digit) {
             return llvm::is_contained(dim, digit);
           });
         });
}

bool AttentionLayout::canMerge(const Dim &dim, unsigned factor) const {
  for (auto [input, lists] : llvm::zip_equal(inputs, dim.inputs)) {
    if (lists.empty())
      continue;
    DigitList both = lists[factor];
    llvm::append_range(both, lists[factor + 1]);
    if (lists[factor].empty() != lists[factor + 1].empty() ||
        !isOneDim(input.view, both))
      return false;
  }
  if (dim.results.empty())
    return true;
  DigitList both = dim.results[factor];
  llvm::append_range(both, dim.results[factor + 1]);
  return llvm::all_of(both,
                      [&](unsigned digit) { return out[digit].isWhole(); }) &&
         isAdjacent(out, both);
}

/// Digits that no operand tells apart are one dim.
void AttentionLayout::mergeFactors(Dim &dim) {
  for (unsigned factor = 0; factor + 1 < dim.factors.size();) {
    if (!canMerge(dim, factor) || !dim.factors[factor].isStatic()) {
      ++factor;
      continue;
    }
    auto merge = [&](SmallVector<DigitList> &lists) {
      if (lists.empty())
        return;
      llvm::append_range(lists[factor], lists[factor + 1]);
      lists.erase(lists.begin() + factor + 1);
    };
    for (SmallVector<DigitList> &lists : dim.inputs)
      merge(lists);
    merge(dim.results);
    dim.factors[factor] = Extent::of(dim.factors[factor].getNumber() *
                                     dim.factors[factor + 1].getNumber());
    dim.factors.erase(dim.factors.begin() + factor + 1);
  }
}

LogicalResult AttentionLayout::restrictToResult(Dim &dim) {
  dim.names.assign(dim.factors.size(), dim.name);
  for (unsigned factor = 0; factor < dim.results.size(); ++factor) {
    ArrayRef<unsigned> list = dim.results[factor];
    if (list.empty() || out[list.front()].isWhole())
      continue;
    const Digit &seen = out[list.front()];
    std::optional<int64_t> offset = getConstantIntValue(seen.offset);
    if (dim.role != Role::Batch || !offset || !seen.size.isStatic())
      return blame(-1, "the result is sliced along another dim than heads");
    bool inScores = false;
    for (auto [number, input] : llvm::enumerate(inputs)) {
      if (dim.inputs[number].empty() || dim.inputs[number][factor].empty())
        continue;
      DigitList &digits = dim.inputs[number][factor];
      std::optional<DigitList> left =
          input.view.slice(digits, *offset, seen.size.getNumber());
      if (!left)
        return blame(number, "it can't be sliced as the result is");
      digits = *left;
      inScores |= input.place != Place::Value && input.place != Place::Lambda;
    }
    if (!inScores)
      return blame(-1, "slices of the result share their scores");
    dim.factors[factor] = seen.size;
    if (seen.isFixed)
      dim.names[factor].clear();
  }
  return success();
}

bool AttentionLayout::mustHave(const Input &input, const Dim &dim) const {
  return dim.role != Role::Batch && input.place != Place::Mask &&
         input.place != Place::Lambda && input.named.has(dim.name);
}

/// An operand must have the dims that its place in the op demands; one of size
/// 1 can be added.
LogicalResult AttentionLayout::checkPresence(const Dim &dim) {
  for (auto [number, input] : llvm::enumerate(inputs)) {
    if (!mustHave(input, dim))
      continue;
    for (auto [list, size] : llvm::zip_equal(dim.inputs[number], dim.factors))
      if (list.empty() && !size.is(1))
        return blame(number, "rows, keys or features of it are repeated");
  }
  return success();
}

void AttentionLayout::nameFactors() {
  SmallVector<std::string> taken = parts.dimNames();
  for (Dim &dim : dims) {
    unsigned count =
        llvm::count_if(dim.names, [](StringRef name) { return !name.empty(); });
    if (count < 2)
      continue;
    std::string base = dim.name;
    if (dim.role == Role::Feature)
      base = "d";
    else if (dim.role == Role::Value)
      base = "e";
    else if (llvm::isDigit(base.back()) || base.back() == 'i')
      base += "_"; // i0 would be a type.
    unsigned next = 0;
    for (std::string &name : dim.names) {
      if (name.empty())
        continue;
      do
        name = base + std::to_string(next++);
      while (llvm::is_contained(taken, name));
      taken.push_back(name);
    }
  }
}
