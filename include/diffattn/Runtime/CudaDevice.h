//===- CudaDevice.h - an NVIDIA GPU -----------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CUDADEVICE_H
#define DIFFATTN_RUNTIME_CUDADEVICE_H

#include "diffattn/Runtime/Device.h"
#include <string>

namespace diffattn::cuda {

/// Opens GPU number `index` >= 0. It works in the GPU's primary context, as
/// CUDA's runtime (so PyTorch) does: pointers and streams are of the same kind.
Result<std::shared_ptr<Device>> openDevice(int index);

/// Whether code for `chip` ("sm_80", "sm_90a") runs on a GPU of compute
/// capability `capability`, ten times the major number and the minor one: on
/// this and newer chips; with an "a" at the end on this one only; with an "f"
/// on newer ones of the same major number. An error that says what is expected
/// if not.
Status checkChip(const std::string &chip, int capability);

} // namespace diffattn::cuda

#endif // DIFFATTN_RUNTIME_CUDADEVICE_H
