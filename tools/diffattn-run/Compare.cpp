//===- Compare.cpp - is a result right? -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "TensorText.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace diffattn;
using namespace diffattn::run;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {
/// An error may be `absolute` + `relative` * |expected|.
struct Bound {
  double absolute = 0;
  double relative = 0;
};
} // namespace

/// What ordinary code reaches in the type of the result.
static Bound defaultBound(diffattn_dtype dtype) {
  switch (dtype) {
  case DIFFATTN_F64:
    return {1e-12, 1e-11};
  case DIFFATTN_F32:
    return {1e-6, 1e-5};
  case DIFFATTN_F16:
    return {1e-3, 1e-3};
  case DIFFATTN_BF16:
    return {1e-2, 1e-2};
  default:
    return {0, 0};
  }
}

static Bound elementBound(const Tensor &found, const Expectation &e,
                          std::string &text) {
  Bound bound = defaultBound(found.dtype());
  bound.absolute = e.absoluteTolerance.value_or(bound.absolute);
  bound.relative = e.relativeTolerance.value_or(bound.relative);
  text = llvm::formatv("{0} + {1} * |expected|",
                       llvm::format("%g", bound.absolute),
                       llvm::format("%g", bound.relative));
  return bound;
}

/// The bound from the reference's own error.
static Result<Bound> referenceBound(const Expectation &e, std::string &text) {
  double largest = 0, difference = 0;
  if (e.reference->shape() != e.expected.shape())
    return Error{"the reference is " + e.reference->typeText() +
                 ", the expected value " + e.expected.typeText()};
  for (int64_t i = 0; i < e.expected.elementCount(); ++i) {
    double expected = e.expected.get(i), reference = e.reference->get(i);
    if (!std::isfinite(expected))
      continue;
    if (!std::isfinite(reference))
      return Error{"the reference is not finite at " +
                   formatIndex(e.expected.shape(), i) +
                   ", where the expected value is"};
    largest = std::max(largest, std::fabs(expected));
    difference = std::max(difference, std::fabs(reference - expected));
  }
  Bound bound = {2 * difference + 0x1p-21 * e.cancellation * largest, 0};
  text = llvm::formatv(
      "{0} (2 * reference's {1} + 2^-21 * {2} * {3})",
      llvm::format("%.3g", bound.absolute), llvm::format("%.3g", difference),
      llvm::format("%g", e.cancellation), llvm::format("%.3g", largest));
  return bound;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Whether the row of element `i` is 0 in `tensor`.
static bool isZeroRow(const Tensor &tensor, int64_t i) {
  int64_t width = tensor.shape().back();
  for (int64_t j = i / width * width, end = j + width; j < end; ++j)
    if (tensor.get(j) != 0)
      return false;
  return true;
}

/// The error of an element whose value and expectation are finite. Integers
/// are compared without rounding.
static double elementError(const Tensor &found, const Tensor &expected,
                           int64_t i) {
  double error = std::fabs(found.get(i) - expected.get(i));
  bool areIntegers = !lookupDType(found.dtype())->isFloat &&
                     !lookupDType(expected.dtype())->isFloat;
  if (areIntegers && found.getInteger(i) != expected.getInteger(i))
    return std::max(error, 1.0);
  return error;
}

static bool isSameNonFinite(double found, double expected) {
  return std::isnan(expected) ? std::isnan(found) : found == expected;
}

Result<Comparison> diffattn::run::compare(const Tensor &found,
                                          const Expectation &e) {
  if (found.shape() != e.expected.shape())
    return Error{"expected " + e.expected.typeText() + ", found " +
                 found.typeText()};
  Comparison result;
  Result<Bound> bound = e.reference ? referenceBound(e, result.allowed)
                                    : elementBound(found, e, result.allowed);
  if (!bound)
    return bound.error();

  bool checkRows = e.hasEmptyRows && e.reference && found.rank() > 0;
  int64_t finiteCount = 0;
  for (int64_t i = 0; i < found.elementCount(); ++i) {
    double value = found.get(i), expected = e.expected.get(i);
    bool isBad;
    if (std::isfinite(value) && std::isfinite(expected)) {
      double error = elementError(found, e.expected, i);
      result.maxError = std::max(result.maxError, error);
      result.meanError += error;
      ++finiteCount;
      isBad = error > bound->absolute + bound->relative * std::fabs(expected);
      if (checkRows && value != 0 && expected == 0)
        isBad |= isZeroRow(e.expected, i) && isZeroRow(*e.reference, i);
    } else {
      isBad = !isSameNonFinite(value, expected);
    }
    if (!isBad)
      continue;
    ++result.badCount;
    if (!result.firstBad)
      result.firstBad = i;
  }
  if (finiteCount)
    result.meanError /= static_cast<double>(finiteCount);
  return result;
}

void diffattn::run::printComparison(llvm::raw_ostream &os,
                                    const std::string &name,
                                    const Tensor &found, const Tensor &expected,
                                    const Comparison &comparison) {
  os << name << ": " << found.typeText() << ": max error "
     << llvm::format("%.3g", comparison.maxError) << ", mean error "
     << llvm::format("%.3g", comparison.meanError) << ", allowed "
     << comparison.allowed << ": " << (comparison.firstBad ? "WRONG" : "ok")
     << '\n';
  if (!comparison.firstBad)
    return;
  os << "  " << comparison.badCount << " of " << found.elementCount()
     << " elements are wrong, first at "
     << formatIndex(found.shape(), *comparison.firstBad) << ": found ";
  printElement(os, found, *comparison.firstBad);
  os << ", expected ";
  printElement(os, expected, *comparison.firstBad);
  os << '\n';
}
