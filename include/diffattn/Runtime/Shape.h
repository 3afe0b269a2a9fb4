//===- Shape.h - arithmetic on sizes that can't overflow --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_SHAPE_H
#define DIFFATTN_RUNTIME_SHAPE_H

#include <cstdint>
#include <optional>
#include <string>

namespace diffattn {

/// a * b and a + b, or nothing where int64 can't hold it.
inline std::optional<int64_t> checkedMultiply(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result))
    return std::nullopt;
  return result;
}
inline std::optional<int64_t> checkedAdd(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

/// The number of elements of a shape whose sizes are >= 0, if the sizes other
/// than 0 have a product that int64 holds (so that row-major strides exist,
/// even where there is no element).
inline std::optional<int64_t> countElements(const int64_t *sizes, size_t rank) {
  int64_t count = 1;
  bool empty = false;
  for (size_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      empty = true;
    else if (__builtin_mul_overflow(count, sizes[i], &count))
      return std::nullopt;
  }
  return empty ? 0 : count;
}

/// Fills in strides of row-major order without gaps. The shape has passed
/// countElements. A size of 0 counts as 1, as in NumPy.
inline void rowMajorStrides(const int64_t *sizes, size_t rank,
                            int64_t *strides) {
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = stride;
    stride *= sizes[i] == 0 ? 1 : sizes[i];
  }
}

/// "2x3x4"; negative sizes (any) as "?"; rank 0 as "scalar".
inline std::string formatShape(const int64_t *sizes, size_t rank) {
  std::string text;
  for (size_t i = 0; i < rank; ++i) {
    if (i)
      text += 'x';
    text += sizes[i] < 0 ? "?" : std::to_string(sizes[i]);
  }
  return rank ? text : "scalar";
}

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_SHAPE_H
