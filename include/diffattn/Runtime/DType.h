//===- DType.h - element types and their conversions ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_DTYPE_H
#define DIFFATTN_RUNTIME_DTYPE_H

#include "diffattn-c/Runtime.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace diffattn {

/// What there is to know about an element type.
struct DTypeInfo {
  diffattn_dtype dtype;
  const char *name;        ///< as in manifests: "f32"
  const char *safetensors; ///< as in safetensors headers: "F32"
  const char *npy;         ///< as in npy headers: "<f4"; null: npy has none
  int64_t size;            ///< bytes, also the alignment
  bool isFloat;
};

/// The entry of `dtype`, or null if the number is no element type.
const DTypeInfo *lookupDType(int32_t dtype);

/// The name of `dtype` for messages, also of an unknown number.
std::string dtypeName(int32_t dtype);

/// Bytes of an element; `dtype` must be known.
int64_t dtypeSize(diffattn_dtype dtype);

/// The element type of that name ("f32"), if there is one.
std::optional<diffattn_dtype> parseDType(std::string_view name);

/// Reads the element at `element` as double: exact, but for i64 beyond 2^53,
/// which is rounded to nearest even.
double loadElement(diffattn_dtype dtype, const void *element);

/// Stores `value` as an element. Floats are rounded to nearest even, subnormals
/// included, and overflow to infinity; integers are truncated toward zero and
/// saturate (NaN gives 0); bool is `value != 0`.
void storeElement(diffattn_dtype dtype, void *element, double value);

/// The same for bool and integers, without the way through double. `dtype` is
/// no float. Storing saturates.
int64_t loadInteger(diffattn_dtype dtype, const void *element);
void storeInteger(diffattn_dtype dtype, void *element, int64_t value);

/// The two formats that C++ does not have, by their bits.
double halfToDouble(uint16_t bits);
double bfloat16ToDouble(uint16_t bits);
uint16_t doubleToHalf(double value);
uint16_t doubleToBFloat16(double value);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_DTYPE_H
