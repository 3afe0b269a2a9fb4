//===- Check.cpp - what keeps operands from being an attention ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Reference/Reference.h"
#include <algorithm>
#include <sstream>

using namespace diffattn::reference;

static const char *roleName(DimRole role) {
  switch (role) {
  case DimRole::Batch:
    return "batch";
  case DimRole::Query:
    return "query";
  case DimRole::Key:
    return "key";
  case DimRole::Feature:
    return "feature";
  case DimRole::Value:
    return "value";
  }
  return "";
}

static std::string toText(double number) {
  std::ostringstream os;
  os << number;
  return os.str();
}

namespace {

/// Collects the first fault.
class Checker {
public:
  explicit Checker(const Attention &a) : a(a) {}
  std::string run();

private:
  void checkDims();
  void checkOperands();
  void checkResults();
  void checkOptions();

  void fail(const std::string &message) {
    if (fault.empty())
      fault = message;
  }

  /// Every axis of `view` runs over a dim of its own, of a role among `may`;
  /// every dim of a role among `must` has an axis.
  template <typename T>
  void checkView(const char *name, const View<T> &view,
                 std::vector<DimRole> may, std::vector<DimRole> must = {});
  template <typename T>
  void checkView(const char *name, const std::optional<View<T>> &view,
                 std::vector<DimRole> may, std::vector<DimRole> must = {}) {
    if (view)
      checkView(name, *view, may, must);
  }
  void checkLogSumExp(const char *name, const std::optional<Output> &result,
                      const Input &query, const Input &key);
  /// A result that lacks a batch dim of what it is computed from would be
  /// written several times, each time something else.
  void checkDependence(const char *name, const Output &result,
                       const std::optional<Input> &source);

  const Attention &a;
  std::string fault;
};

} // namespace

template <typename T>
void Checker::checkView(const char *name, const View<T> &view,
                        std::vector<DimRole> may, std::vector<DimRole> must) {
  if (!fault.empty())
    return;
  auto contains = [](const auto &list, auto item) {
    return std::find(list.begin(), list.end(), item) != list.end();
  };
  std::string start = std::string(name) + ": ";
  if (view.strides.size() != view.dims.size())
    return fail(start + "expected " + std::to_string(view.dims.size()) +
                " strides, found " + std::to_string(view.strides.size()));
  for (size_t axis = 0; axis < view.dims.size(); ++axis) {
    size_t dim = view.dims[axis];
    if (dim >= a.dims.size())
      return fail(start + "there is no dim " + std::to_string(dim));
    if (std::count(view.dims.begin(), view.dims.end(), dim) > 1)
      return fail(start + "dim " + std::to_string(dim) + " occurs twice");
    if (!contains(may, a.dims[dim].role))
      return fail(start + "dim " + std::to_string(dim) + " is a " +
                  roleName(a.dims[dim].role) + " dim");
  }
  for (size_t dim = 0; dim < a.dims.size(); ++dim)
    if (contains(must, a.dims[dim].role) && !contains(view.dims, dim))
      return fail(start + roleName(a.dims[dim].role) + " dim " +
                  std::to_string(dim) + " is missing");
}

void Checker::checkDependence(const char *name, const Output &result,
                              const std::optional<Input> &source) {
  if (!source || !fault.empty())
    return;
  for (size_t dim : source->dims)
    if (a.dims[dim].role == DimRole::Batch &&
        std::find(result.dims.begin(), result.dims.end(), dim) ==
            result.dims.end())
      return fail(std::string(name) + ": batch dim " + std::to_string(dim) +
                  " is missing");
}

void Checker::checkLogSumExp(const char *name,
                             const std::optional<Output> &result,
                             const Input &query, const Input &key) {
  if (!result)
    return;
  checkView(name, *result, {DimRole::Batch, DimRole::Query}, {DimRole::Query});
  for (const auto &source :
       {std::optional(query), std::optional(key), a.mask, a.keyLengths})
    checkDependence(name, *result, source);
}

void Checker::checkDims() {
  for (DimRole role : {DimRole::Query, DimRole::Key}) {
    int64_t found =
        std::count_if(a.dims.begin(), a.dims.end(),
                      [&](const Dim &dim) { return dim.role == role; });
    if (found != 1)
      fail(std::string("expected one ") + roleName(role) + " dim, found " +
           std::to_string(found));
  }
  for (const Dim &dim : a.dims)
    if (dim.size < 0)
      fail("expected sizes from 0, found " + std::to_string(dim.size));
}

void Checker::checkOperands() {
  using R = DimRole;
  bool noise = a.noiseQuery.has_value();
  if (noise != a.noiseKey.has_value() || noise != a.lambda.has_value())
    fail("noise query, noise key and lambda come together");
  checkView("signal query", a.signalQuery, {R::Batch, R::Query, R::Feature},
            {R::Query, R::Feature});
  checkView("signal key", a.signalKey, {R::Batch, R::Key, R::Feature},
            {R::Key, R::Feature});
  checkView("noise query", a.noiseQuery, {R::Batch, R::Query, R::Feature},
            {R::Query, R::Feature});
  checkView("noise key", a.noiseKey, {R::Batch, R::Key, R::Feature},
            {R::Key, R::Feature});
  checkView("value", a.value, {R::Batch, R::Key, R::Value}, {R::Key, R::Value});
  checkView("lambda", a.lambda, {R::Batch, R::Query});
  checkView("mask", a.mask, {R::Batch, R::Query, R::Key});
  checkView("key lengths", a.keyLengths, {R::Batch});
  checkView("norm weight", a.normWeight, {R::Value}, {R::Value});
}

void Checker::checkResults() {
  using R = DimRole;
  std::vector<R> row = {R::Batch, R::Query, R::Value};
  checkView("out", a.out, row, row);
  checkView("difference", a.difference, row, row);
  checkLogSumExp("signal logsumexp", a.signalLogSumExp, a.signalQuery,
                 a.signalKey);
  if (a.noiseLogSumExp && !a.noiseQuery)
    return fail("noise logsumexp: there is no noise");
  if (a.noiseQuery)
    checkLogSumExp("noise logsumexp", a.noiseLogSumExp, *a.noiseQuery,
                   *a.noiseKey);
}

void Checker::checkOptions() {
  if (a.windowLeft.value_or(0) < 0 || a.windowRight.value_or(0) < 0)
    fail("expected windows from 0, found " +
         std::to_string(
             std::min(a.windowLeft.value_or(0), a.windowRight.value_or(0))));
  if (a.softcap && !(*a.softcap > 0))
    fail("expected a softcap above 0, found " + toText(*a.softcap));
  if (a.rmsEpsilon && !(*a.rmsEpsilon >= 0))
    fail("expected the norm's epsilon from 0, found " + toText(*a.rmsEpsilon));
}

std::string Checker::run() {
  checkDims();
  checkOperands();
  checkResults();
  checkOptions();
  return fault;
}

std::string Attention::check() const { return Checker(*this).run(); }
