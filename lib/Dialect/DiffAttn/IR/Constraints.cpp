//===- Constraints.cpp - what makes a diffattn op valid
//---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constraints.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::diffattn;

/// "[b, m, d]".
static std::string listDims(DimsAttr names, ArrayRef<unsigned> dims) {
  return "[" +
         llvm::join(llvm::map_range(
                        dims, [&](unsigned dim) { return names.getName(dim); }),
                    ", ") +
         "]";
}

static StringRef getRoleText(Role role) {
  switch (role) {
  case Role::Split:
    return "split";
  case Role::Batch:
    return "batch-like";
  case Role::Query:
    return "query position (m)";
  case Role::Key:
    return "key position (n)";
  case Role::Feature:
    return "feature (d)";
  case Role::Value:
    return "value (e)";
  }
  llvm_unreachable("all roles handled");
}

//===----------------------------------------------------------------------===//
// C1 to C4: the iteration space
//===----------------------------------------------------------------------===//

// C1: the dims of the op have the roles that it needs. That names are unique
// and in canonical order is checked by the attribute.
static LogicalResult verifyC1(NamedDimsOpInterface op,
                              ArrayRef<Role> exactlyOne,
                              ArrayRef<Role> atLeastOne, ArrayRef<Role> none) {
  DimsAttr dims = op.getDims();
  auto check = [&](Role role, StringRef expected, bool valid) -> LogicalResult {
    if (valid)
      return success();
    return op.emitOpError("expected ")
           << expected << " " << getRoleText(role) << " dim, found dims "
           << dims << " [C1]";
  };
  for (Role role : exactlyOne)
    if (failed(check(role, "one", dims.getDims(role).size() == 1)))
      return failure();
  for (Role role : atLeastOne)
    if (failed(check(role, "at least one", !dims.getDims(role).empty())))
      return failure();
  for (Role role : none)
    if (failed(check(role, "no", dims.getDims(role).empty())))
      return failure();
  return success();
}

// C2: one map an operand, a projected permutation of the dims with as many
// results as the operand has dims.
static LogicalResult verifyC2(NamedDimsOpInterface op) {
  unsigned numDims = op.getDims().size();
  ArrayAttr maps = cast<IndexingMapOpInterface>(*op).getIndexingMaps();
  if (maps.size() != op->getNumOperands())
    return op.emitOpError("expected ")
           << op->getNumOperands() << " indexing maps, one an operand, found "
           << maps.size() << " [C2]";
  for (auto [number, attribute] : llvm::enumerate(maps)) {
    AffineMap map = cast<AffineMapAttr>(attribute).getValue();
    if (map.getNumDims() != numDims || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation())
      return op.emitOpError("expected the indexing map of ")
             << op.getOperandLabel(number)
             << " to be a projected permutation of " << numDims
             << " dims, found " << attribute << " [C2]";
    auto type = dyn_cast<ShapedType>(op->getOperand(number).getType());
    int64_t rank = type ? type.getRank() : 0;
    if (rank != static_cast<int64_t>(map.getNumResults()))
      return op.emitOpError("expected ")
             << op.getOperandLabel(number) << " of rank " << map.getNumResults()
             << ", one for each of its dims "
             << listDims(op.getDims(), getDimList(map)) << ", found rank "
             << rank << " [C2]";
  }
  return success();
}

// C3: a dim has one size in all operands, and at least one operand.
static LogicalResult verifyC3(NamedDimsOpInterface op) {
  DimsAttr dims = op.getDims();
  SmallVector<std::optional<unsigned>> sizedBy(dims.size());
  SmallVector<int64_t> sizes(dims.size(), ShapedType::kDynamic);
  SmallVector<bool> used(dims.size());
  for (OpOperand &operand : op->getOpOperands()) {
    ArrayRef<int64_t> shape = getShape(operand.get());
    for (auto [dim, size] : llvm::zip_equal(
             getOperandDims(op, operand.getOperandNumber()), shape)) {
      used[dim] = true;
      if (ShapedType::isDynamic(size))
        continue;
      if (sizedBy[dim] && sizes[dim] != size)
        return op.emitOpError("expected dim ")
               << dims.getName(dim) << " of "
               << op.getOperandLabel(operand.getOperandNumber()) << " to be "
               << sizes[dim] << " as in " << op.getOperandLabel(*sizedBy[dim])
               << ", found " << size << " [C3]";
      sizes[dim] = size;
      sizedBy[dim] = operand.getOperandNumber();
    }
  }
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    if (!used[dim])
      return op.emitOpError("expected an operand indexed by dim ")
             << dims.getName(dim) << ", found none [C3]";
  return success();
}

// C4: all tensors, or all memrefs and no results.
static LogicalResult verifyC4(NamedDimsOpInterface op) {
  auto destination = cast<DestinationStyleOpInterface>(*op);
  bool tensors = destination.hasPureTensorSemantics();
  if (!tensors && !destination.hasPureBufferSemantics())
    return op.emitOpError("expected all operands to be tensors or all to be "
                          "memrefs, found both [C4]");
  unsigned expected = tensors ? destination.getNumDpsInits() : 0;
  if (op->getNumResults() != expected)
    return op.emitOpError("expected the number of results to be ")
           << expected << ", found " << op->getNumResults() << " [C4]";
  return success();
}

LogicalResult diffattn::detail::verifySpace(NamedDimsOpInterface op,
                                            ArrayRef<Role> exactlyOne,
                                            ArrayRef<Role> atLeastOne,
                                            ArrayRef<Role> none) {
  if (failed(verifyC1(op, exactlyOne, atLeastOne, none)) ||
      failed(verifyC2(op)) || failed(verifyC3(op)) || failed(verifyC4(op)))
    return failure();
  for (OpOperand &operand : op->getOpOperands())
    if (failed(verifyCountable(op,
                               op.getOperandLabel(operand.getOperandNumber()),
                               getOperandDims(op, operand.getOperandNumber()))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// C5 to C14
//===----------------------------------------------------------------------===//

LogicalResult diffattn::detail::verifyRoles(NamedDimsOpInterface op,
                                            unsigned operand,
                                            ArrayRef<Role> must,
                                            ArrayRef<Role> may) {
  DimsAttr names = op.getDims();
  DimList dims = getOperandDims(op, operand);
  for (unsigned dim : dims) {
    Role role = names.getRole(dim);
    if (!llvm::is_contained(must, role) && !llvm::is_contained(may, role))
      return op.emitOpError("expected ")
             << op.getOperandLabel(operand) << " without " << getRoleText(role)
             << " dim " << names.getName(dim) << ", found dims "
             << listDims(names, dims) << " [C5]";
  }
  for (unsigned dim = 0; dim < names.size(); ++dim)
    if (llvm::is_contained(must, names.getRole(dim)) &&
        !llvm::is_contained(dims, dim))
      return op.emitOpError("expected ")
             << op.getOperandLabel(operand) << " with "
             << getRoleText(names.getRole(dim)) << " dim " << names.getName(dim)
             << ", found dims " << listDims(names, dims) << " [C5]";
  return success();
}

LogicalResult diffattn::detail::verifySameFloat(NamedDimsOpInterface op,
                                                ArrayRef<unsigned> operands) {
  unsigned first = operands.front();
  Type expected = getElementTypeOrSelf(op->getOperand(first).getType());
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(expected))
    return op.emitOpError("expected ")
           << op.getOperandLabel(first)
           << " of element type f16, bf16, f32 or f64, found " << expected
           << " [C6]";
  for (unsigned operand : operands) {
    Type found = getElementTypeOrSelf(op->getOperand(operand).getType());
    if (found != expected)
      return op.emitOpError("expected ")
             << op.getOperandLabel(operand) << " of element type " << expected
             << " as " << op.getOperandLabel(first) << ", found " << found
             << " [C6]";
  }
  return success();
}

LogicalResult diffattn::detail::verifyElementType(NamedDimsOpInterface op,
                                                  unsigned operand,
                                                  ArrayRef<Type> allowed) {
  Type found = getElementTypeOrSelf(op->getOperand(operand).getType());
  if (llvm::is_contained(allowed, found))
    return success();
  InFlightDiagnostic error = op.emitOpError("expected ")
                             << op.getOperandLabel(operand)
                             << " of element type ";
  SmallVector<Type> distinct;
  for (Type type : allowed)
    if (!llvm::is_contained(distinct, type))
      distinct.push_back(type);
  llvm::interleave(
      distinct, [&](Type type) { error << type; }, [&] { error << " or "; });
  return error << ", found " << found << " [C7]";
}

LogicalResult diffattn::detail::verifyTogether(Operation *op, StringRef first,
                                               bool hasFirst, StringRef second,
                                               bool hasSecond) {
  if (hasFirst == hasSecond)
    return success();
  StringRef found = hasFirst ? first : second;
  StringRef missing = hasFirst ? second : first;
  return op->emitOpError("expected ")
         << missing << " beside " << found << ", found none [C8]";
}

LogicalResult diffattn::detail::verifyExactDims(NamedDimsOpInterface op,
                                                unsigned operand,
                                                ArrayRef<unsigned> dims) {
  DimList found = getOperandDims(op, operand);
  DimList sorted = found;
  llvm::sort(sorted);
  if (ArrayRef<unsigned>(sorted) == dims)
    return success();
  return op.emitOpError("expected ")
         << op.getOperandLabel(operand) << " with dims "
         << listDims(op.getDims(), dims) << " in any order, found "
         << listDims(op.getDims(), found) << " [C9]";
}

LogicalResult diffattn::detail::verifyNumOuts(NamedDimsOpInterface op,
                                              unsigned found,
                                              ArrayRef<unsigned> counts) {
  if (llvm::is_contained(counts, found))
    return success();
  InFlightDiagnostic error = op.emitOpError("expected ");
  llvm::interleave(
      counts, [&](unsigned count) { error << count; },
      [&] { error << " or "; });
  return error << " outs, found " << found << " [C10]";
}

LogicalResult diffattn::detail::verifyFinite(Operation *op, StringRef name,
                                             std::optional<APFloat> value,
                                             FloatType type, bool positive) {
  if (!value)
    return success();
  APFloat used = *value;
  bool inexact;
  used.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
               &inexact);
  if (used.isFinite() && (!positive || (!used.isNegative() && !used.isZero())))
    return success();
  SmallString<16> text;
  value->toString(text);
  return op->emitOpError("expected ")
         << name << " to be finite" << (positive ? " and positive" : "")
         << " in " << type << ", found " << text << " [C11]";
}

LogicalResult
diffattn::detail::verifyNotNegative(Operation *op, StringRef name,
                                    std::optional<int64_t> value) {
  if (!value || *value >= 0)
    return success();
  return op->emitOpError("expected ")
         << name << " to be 0 or more, found " << *value << " [C12]";
}

LogicalResult diffattn::detail::verifyNeeds(Operation *op, StringRef name,
                                            bool hasName, StringRef needed,
                                            bool hasNeeded) {
  if (!hasName || hasNeeded)
    return success();
  return op->emitOpError("expected ")
         << needed << " with " << name << ", found none [C13]";
}

LogicalResult diffattn::detail::verifyCountable(NamedDimsOpInterface op,
                                                StringRef what,
                                                ArrayRef<unsigned> dims) {
  constexpr int64_t kBytesPerElement = 8;
  SmallVector<int64_t> sizes = getStaticSizes(op);
  int64_t bytes = kBytesPerElement;
  bool empty = llvm::any_of(dims, [&](unsigned dim) { return !sizes[dim]; });
  for (unsigned dim : dims)
    if (!empty && !ShapedType::isDynamic(sizes[dim]) &&
        llvm::MulOverflow(bytes, sizes[dim], bytes))
      return op.emitOpError("expected ")
             << what << " to have fewer than 2^60 elements, found dims "
             << listDims(op.getDims(), dims) << " of more [C14]";
  return success();
}
