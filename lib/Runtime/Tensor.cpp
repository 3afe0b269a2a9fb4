//===- Tensor.cpp - a tensor that owns its elements -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Tensor.h"
#include "diffattn/Runtime/Shape.h"
#include <cstdlib>
#include <cstring>

using namespace diffattn;

std::optional<int64_t> diffattn::byteSizeOf(diffattn_dtype dtype,
                                            const std::vector<int64_t> &shape) {
  for (int64_t size : shape)
    if (size < 0)
      return std::nullopt;
  std::optional<int64_t> count = countElements(shape.data(), shape.size());
  return count ? checkedMultiply(*count, dtypeSize(dtype)) : std::nullopt;
}

std::string diffattn::formatType(diffattn_dtype dtype,
                                 const std::vector<int64_t> &shape) {
  if (shape.empty())
    return dtypeName(dtype);
  return formatShape(shape.data(), shape.size()) + "x" + dtypeName(dtype);
}

Result<Tensor> Tensor::create(diffattn_dtype dtype,
                              std::vector<int64_t> shape) {
  std::optional<int64_t> bytes = byteSizeOf(dtype, shape);
  constexpr int64_t alignment = 64;
  if (!bytes || *bytes > INT64_MAX - alignment)
    return Error{"the size of " + formatType(dtype, shape) +
                 " is out of range"};
  size_t rounded = (*bytes / alignment + 1) * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return Error{"out of memory for " + formatType(dtype, shape)};
  std::memset(memory, 0, rounded);

  Tensor tensor;
  tensor.elementType = dtype;
  tensor.count = *bytes / dtypeSize(dtype);
  tensor.sizes = std::move(shape);
  tensor.elements = std::shared_ptr<void>(memory, std::free);
  return tensor;
}

Result<Tensor> Tensor::share(diffattn_dtype dtype, std::vector<int64_t> shape,
                             std::shared_ptr<void> owner, void *elements) {
  int64_t bytes = *byteSizeOf(dtype, shape);
  if (reinterpret_cast<uintptr_t>(elements) % dtypeSize(dtype)) {
    Result<Tensor> copy = create(dtype, std::move(shape));
    if (copy)
      std::memcpy(copy->data(), elements, bytes);
    return copy;
  }
  Tensor tensor;
  tensor.elementType = dtype;
  tensor.count = bytes / dtypeSize(dtype);
  tensor.sizes = std::move(shape);
  tensor.shared = true;
  tensor.elements = std::shared_ptr<void>(std::move(owner), elements);
  return tensor;
}

diffattn_tensor Tensor::view() const {
  return {data(), sizes.data(), nullptr, static_cast<int32_t>(sizes.size()),
          elementType};
}

std::string Tensor::typeText() const { return formatType(elementType, sizes); }

Status diffattn::checkBools(const Tensor &tensor) {
  if (tensor.dtype() != DIFFATTN_BOOL)
    return {};
  auto *bytes = static_cast<const uint8_t *>(tensor.data());
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    if (bytes[i] > 1)
      return Error{"element " + std::to_string(i) +
                   ": expected a bool, 0 or 1, found byte " +
                   std::to_string(bytes[i])};
  return {};
}
