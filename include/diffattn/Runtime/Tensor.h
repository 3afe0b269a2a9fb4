//===- Tensor.h - a tensor that owns its elements ---------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_TENSOR_H
#define DIFFATTN_RUNTIME_TENSOR_H

#include "diffattn/Runtime/DType.h"
#include "diffattn/Runtime/Result.h"
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace diffattn {

/// Elements in row-major order without gaps, aligned to their size. Copies
/// share the elements.
class Tensor {
public:
  /// All elements 0. Fails for a shape whose size in bytes is out of range and
  /// when out of memory.
  static Result<Tensor> create(diffattn_dtype dtype,
                               std::vector<int64_t> shape);

  /// A tensor whose elements start at `elements`, a part of `owner`. Sizes have
  /// been checked (byteSizeOf), and that `owner` holds that much. Copies the
  /// elements if they are not aligned.
  static Result<Tensor> share(diffattn_dtype dtype, std::vector<int64_t> shape,
                              std::shared_ptr<void> owner, void *elements);

  diffattn_dtype dtype() const { return elementType; }
  const std::vector<int64_t> &shape() const { return sizes; }
  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t elementCount() const { return count; }
  int64_t byteSize() const { return count * dtypeSize(elementType); }
  void *data() const { return elements.get(); }
  /// Whether the elements are a part of another's memory, such as a file's.
  bool isShared() const { return shared; }

  /// The element at row-major position `index`, and setting it: loadElement,
  /// storeElement.
  double get(int64_t index) const {
    return loadElement(elementType, at(index));
  }
  void set(int64_t index, double value) {
    storeElement(elementType, at(index), value);
  }
  /// The same, exact for i64; the element type is no float.
  int64_t getInteger(int64_t index) const {
    return loadInteger(elementType, at(index));
  }
  void setInteger(int64_t index, int64_t value) {
    storeInteger(elementType, at(index), value);
  }

  /// What an entry takes; valid as long as this object.
  diffattn_tensor view() const;

  /// "2x3xf32"; "f32" for rank 0.
  std::string typeText() const;

private:
  Tensor() = default;
  void *at(int64_t index) const {
    return static_cast<std::byte *>(elements.get()) +
           index * dtypeSize(elementType);
  }

  diffattn_dtype elementType = DIFFATTN_F32;
  std::vector<int64_t> sizes;
  int64_t count = 0;
  bool shared = false;
  std::shared_ptr<void> elements;
};

/// By name, as in a safetensors file.
using TensorMap = std::map<std::string, Tensor>;

/// The size in bytes of a tensor, if every size is >= 0 and int64 holds it.
std::optional<int64_t> byteSizeOf(diffattn_dtype dtype,
                                  const std::vector<int64_t> &shape);

/// "2x3xf32"; "f32" for rank 0; unknown sizes (-1) as "?".
std::string formatType(diffattn_dtype dtype, const std::vector<int64_t> &shape);

/// Fails if a bool of `tensor` is a byte other than 0 and 1, which compiled
/// code may take for anything. Other element types always pass.
Status checkBools(const Tensor &tensor);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_TENSOR_H
