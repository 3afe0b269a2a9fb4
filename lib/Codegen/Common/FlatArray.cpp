//===- FlatArray.cpp - strided buffers as flat memory ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/FlatArray.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

MemRefType FlatArray::type(Type element) {
  auto layout =
      StridedLayoutAttr::get(element.getContext(), ShapedType::kDynamic, {1});
  return MemRefType::get(ShapedType::kDynamic, element, layout);
}

/// How far below index 0 a dim reaches: its last element, if there is one.
static Value lowestOf(Emitter &e, Value size, Value stride) {
  Value last = e.max(e.sub(size, e.index(1)), e.index(0));
  return e.min(e.mul(last, stride), e.index(0));
}

FlatArray::FlatArray(Emitter &e, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto parts = memref::ExtractStridedMetadataOp::create(e, buffer);
  auto [fixedStrides, fixedOffset] = type.getStridesAndOffset();
  auto valueOf = [&](int64_t fixed, Value dynamic) {
    return ShapedType::isDynamic(fixed) ? dynamic : e.index(fixed);
  };
  Value lowest = valueOf(fixedOffset, parts.getOffset());
  for (unsigned i = 0; i < type.getRank(); ++i) {
    sizes.push_back(valueOf(type.getDimSize(i), parts.getSizes()[i]));
    strides.push_back(valueOf(fixedStrides[i], parts.getStrides()[i]));
    lowest = e.add(lowest, lowestOf(e, sizes[i], strides[i]));
  }
  // How far it reaches is the sizes' and strides' business.
  Value size = e.index(std::numeric_limits<int64_t>::max());
  memory = memref::ReinterpretCastOp::create(
      e, FlatArray::type(type.getElementType()), parts.getBaseBuffer(),
      OpFoldResult(lowest), OpFoldResult(size),
      OpFoldResult(e.getIndexAttr(1)));
}

Value FlatArray::origin(Emitter &e) const {
  Value result = e.index(0);
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    result = e.sub(result, lowestOf(e, size, stride));
  return result;
}
