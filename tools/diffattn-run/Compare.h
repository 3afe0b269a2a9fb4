//===- Compare.h - is a result right? ---------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_COMPARE_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_COMPARE_H

#include "diffattn/Runtime/Tensor.h"
#include "llvm/Support/raw_ostream.h"

namespace diffattn::run {

/// What a result is compared with, and how far off it may be.
struct Expectation {
  Tensor expected;
  /// An ordinary run in the precision of the result. With it, the largest error
  /// over all elements is bounded by
  ///   2 * max|reference - expected| + 2^-21 * cancellation * max|expected|,
  /// without, each one by atol + rtol * |expected|.
  std::optional<Tensor> reference;
  double cancellation = 1;
  std::optional<double> absoluteTolerance;
  std::optional<double> relativeTolerance;
  /// Rows (along the last axis) that are exactly 0 in `expected` and in
  /// `reference` must be exactly 0: they see no key.
  bool hasEmptyRows = false;
};

/// What came out of a comparison.
struct Comparison {
  double maxError = 0; ///< over the places where both are finite
  double meanError = 0;
  /// Row-major position of the first wrong element.
  std::optional<int64_t> firstBad;
  int64_t badCount = 0;
  /// The bound that was applied, in words.
  std::string allowed;
};

/// Fails if the two can't be compared: other shapes, a useless reference.
Result<Comparison> compare(const Tensor &found, const Expectation &expectation);

/// Prints one line, and for a wrong result a second one with the first element
/// that is wrong.
void printComparison(llvm::raw_ostream &os, const std::string &name,
                     const Tensor &found, const Tensor &expected,
                     const Comparison &comparison);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_COMPARE_H
