//===- Tensor.h - views of arrays, weights, device memory -------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PYTHON_NATIVE_TENSOR_H
#define DIFFATTN_PYTHON_NATIVE_TENSOR_H

#include "diffattn-c/Runtime.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <string>
#include <vector>

namespace diffattn::python {

namespace nb = nanobind;

/// A view of an array or a weight, whose memory it keeps.
class Tensor {
public:
  /// Throws nb::type_error unless `array` is on the CPU, writable if that is
  /// asked for, and of an element type that there is.
  Tensor(nb::handle array, bool writable);

  /// A weight. `owner` is what it belongs to.
  Tensor(const diffattn_tensor &tensor, nb::object owner)
      : tensor(tensor), owner(std::move(owner)) {}

  /// Memory of a device at `address`.
  Tensor(uintptr_t address, int32_t dtype, std::vector<int64_t> sizes,
         std::vector<int64_t> strides, nb::object owner)
      : owner(std::move(owner)), sizes(std::move(sizes)),
        strides(std::move(strides)), device(true) {
    if (this->sizes.size() != this->strides.size())
      throw nb::type_error(("expected as many strides as sizes, found " +
                            std::to_string(this->strides.size()) + " and " +
                            std::to_string(this->sizes.size()))
                               .c_str());
    tensor = {reinterpret_cast<void *>(address), this->sizes.data(),
              this->strides.data(), static_cast<int32_t>(this->sizes.size()),
              dtype};
  }
  Tensor(Tensor &&) = default;
  Tensor(const Tensor &) = delete;

  const diffattn_tensor &get() const { return tensor; }
  int32_t dtype() const { return tensor.dtype; }
  std::vector<int64_t> shape() const {
    return {tensor.sizes, tensor.sizes + tensor.rank};
  }
  bool isOnDevice() const { return device; }
  /// Bytes of the elements.
  int64_t byteSize() const;
  /// Throws nb::type_error for gaps between elements, or memory of a device.
  void checkGaps() const;
  /// The host's memory as a NumPy array, which can be written to if this view
  /// was made for that.
  nb::object asNumpy(nb::handle self) const;

private:
  template <typename Array>
  void view(const Array &array);
  template <typename... Options>
  nb::object asArray(nb::handle self) const;

  diffattn_tensor tensor = {};
  nb::object owner;
  /// Of a device's memory.
  std::vector<int64_t> sizes, strides;
  bool device = false;
  nb::ndarray<> writable;
  nb::ndarray<nb::ro> readOnly;
};

} // namespace diffattn::python

#endif // DIFFATTN_PYTHON_NATIVE_TENSOR_H
