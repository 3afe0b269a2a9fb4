//===- FakeCublasLt.h - cuBLASLt on the fake CUDA driver ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFakeCublasLt.so stands in for libcublasLt.so (by DIFFATTN_CUBLASLT), on
// memory and streams of libFakeCuda.so. It refuses what the real one refuses:
// attributes of another size than documented, matrices with less than their
// rows between columns, algorithms for less aligned matrices than they were
// chosen for, workspace that is too small. Products of f32 and f64 are computed
// when the stream's work is; of f16 and bf16 it only looks whether the matrices
// are memory of the device.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUBLASLT_H
#define DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUBLASLT_H

#include "diffattn/Runtime/CublasLt.h"
#include <array>
#include <string>
#include <vector>

/// One call of cublasLtMatmul.
struct FakeMatmul {
  int computeType, scaleType;
  int typeA, typeB, typeC;
  bool transposesA, transposesB;
  int64_t batch;
  double alpha, beta;
  size_t workspaceBytes;
  void *stream;
};

/// Everything that the library knows.
struct FakeCublasLt {
  // What there is.
  std::string failing;     ///< a function that fails
  int failure = 14;        ///< with this status
  bool hasNothing = false; ///< no algorithm suits
  size_t wanted = 1 << 20; ///< workspace of algorithms

  // What happened.
  std::vector<FakeMatmul> products;
  std::vector<std::string> faults;
  /// That algorithms are chosen for: of A, B, C, D.
  std::vector<std::array<uint32_t, 4>> alignments;
  int choices = 0; ///< calls of cublasLtMatmulAlgoGetHeuristic
  int objects =
      0; ///< handles, descriptors, layouts, preferences that are there
};

/// The state of the library; `fakeCublasLtReset` makes it new.
using FakeCublasLtState = FakeCublasLt *(*)();
using FakeCublasLtReset = void (*)();

#endif // DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUBLASLT_H
