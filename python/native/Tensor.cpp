//===- Tensor.cpp - views of arrays, weights, device memory ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

using namespace diffattn::python;

/// The element type of an array; 0 if there is none. 16 bits without sign are
/// how NumPy has bfloat16.
static int32_t dtypeOf(nb::dlpack::dtype type) {
  using Code = nb::dlpack::dtype_code;
  if (type.lanes != 1)
    return 0;
  switch (static_cast<Code>(type.code)) {
  case Code::Float:
    return type.bits == 16   ? DIFFATTN_F16
           : type.bits == 32 ? DIFFATTN_F32
           : type.bits == 64 ? DIFFATTN_F64
                             : 0;
  case Code::Bfloat:
    return type.bits == 16 ? DIFFATTN_BF16 : 0;
  case Code::UInt:
    return type.bits == 16 ? DIFFATTN_BF16 : 0;
  case Code::Bool:
    return type.bits == 8 ? DIFFATTN_BOOL : 0;
  case Code::Int:
    return type.bits == 8    ? DIFFATTN_I8
           : type.bits == 16 ? DIFFATTN_I16
           : type.bits == 32 ? DIFFATTN_I32
           : type.bits == 64 ? DIFFATTN_I64
                             : 0;
  default:
    return 0;
  }
}

/// The type that NumPy has for an element type.
static nb::dlpack::dtype numpyTypeOf(int32_t dtype) {
  using Code = nb::dlpack::dtype_code;
  auto make = [](Code code, int bits) {
    return nb::dlpack::dtype{static_cast<uint8_t>(code),
                             static_cast<uint8_t>(bits), 1};
  };
  switch (dtype) {
  case DIFFATTN_F16:
    return make(Code::Float, 16);
  case DIFFATTN_BF16:
    return make(Code::UInt, 16);
  case DIFFATTN_F32:
    return make(Code::Float, 32);
  case DIFFATTN_F64:
    return make(Code::Float, 64);
  case DIFFATTN_BOOL:
    return make(Code::Bool, 8);
  case DIFFATTN_I8:
    return make(Code::Int, 8);
  case DIFFATTN_I16:
    return make(Code::Int, 16);
  case DIFFATTN_I32:
    return make(Code::Int, 32);
  default:
    return make(Code::Int, 64);
  }
}

template <typename Array>
void Tensor::view(const Array &array) {
  // A tensor without elements may have no memory.
  char *data = static_cast<char *>(array.data_handle());
  tensor.data = data ? data + array.byte_offset() : nullptr;
  tensor.sizes = array.shape_ptr();
  tensor.strides = array.stride_ptr();
  tensor.rank = static_cast<int32_t>(array.ndim());
  tensor.dtype = dtypeOf(array.dtype());
}

Tensor::Tensor(nb::handle array, bool isWritten) {
  bool isView = isWritten ? nb::try_cast(array, writable, false)
                          : nb::try_cast(array, readOnly, false);
  if (!isView)
    throw nb::type_error(isWritten ? "no array that can be written to"
                                   : "no array");
  int device = isWritten ? writable.device_type() : readOnly.device_type();
  if (device != nb::device::cpu::value)
    throw nb::type_error("the array is not in the memory of the CPU");
  if (isWritten)
    view(writable);
  else
    view(readOnly);
  if (tensor.dtype == 0)
    throw nb::type_error("no element type for it");
}

int64_t Tensor::byteSize() const {
  int64_t count = 1;
  for (int32_t i = 0; i < tensor.rank; ++i)
    count *= tensor.sizes[i];
  return count * numpyTypeOf(tensor.dtype).bits / 8;
}

void Tensor::checkGaps() const {
  if (device)
    throw nb::type_error("expected memory of the host, found a device's");
  if (byteSize() == 0)
    return;
  int64_t stride = 1;
  for (int32_t i = tensor.rank; i-- > 0;) {
    if (tensor.strides && tensor.sizes[i] > 1 && tensor.strides[i] != stride)
      throw nb::type_error(("expected an array without gaps, found stride " +
                            std::to_string(tensor.strides[i]) +
                            " in dimension " + std::to_string(i))
                               .c_str());
    stride *= tensor.sizes[i];
  }
}

template <typename... Options>
nb::object Tensor::asArray(nb::handle self) const {
  std::vector<size_t> shape(tensor.sizes, tensor.sizes + tensor.rank);
  nb::ndarray<nb::numpy, Options...> array(
      tensor.data, shape.size(), shape.data(), self, tensor.strides,
      numpyTypeOf(tensor.dtype), nb::device::cpu::value);
  return array.cast(nb::rv_policy::reference);
}

nb::object Tensor::asNumpy(nb::handle self) const {
  if (device)
    throw nb::type_error("expected memory of the host, found a device's");
  return writable.is_valid() ? asArray<>(self) : asArray<nb::ro>(self);
}
