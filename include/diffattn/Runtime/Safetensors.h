//===- Safetensors.h - reading and writing safetensors files ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is: the length of the header as 8 bytes, little-endian; the header, a
// JSON object that gives each tensor's dtype, shape and place in the data; the
// data. Places must cover the data without gap or overlap.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_SAFETENSORS_H
#define DIFFATTN_RUNTIME_SAFETENSORS_H

#include "diffattn/Runtime/Tensor.h"

namespace diffattn {

/// Maps the file at `path` and returns its tensors, which share the mapping
/// where it aligns them. Every fault of the file is an error that names the
/// file, the tensor, what was found and what was expected.
Result<TensorMap> readSafetensors(const std::string &path);

/// Writes `tensors`, the widest element types first so that a reader can use
/// the data in place. Nothing is written at `path` unless all of it is.
Status writeSafetensors(const std::string &path, const TensorMap &tensors);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_SAFETENSORS_H
