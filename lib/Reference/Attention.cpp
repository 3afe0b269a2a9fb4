//===- Attention.cpp - differential attention, written to be read ---------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Reference/Reference.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace diffattn::reference;

static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {

/// An index of every iteration dim; operands pick the ones that they have.
using Point = std::vector<int64_t>;

/// A row of one map: P and L.
struct Row {
  std::vector<double> probability;
  double logSumExp;
};

class Evaluator {
public:
  explicit Evaluator(const Attention &a)
      : a(a), queryDim(dimsOf(DimRole::Query).front()),
        keyDim(dimsOf(DimRole::Key).front()),
        featureDims(dimsOf(DimRole::Feature)),
        valueDims(dimsOf(DimRole::Value)), point(a.dims.size(), 0) {}

  void run();

private:
  void evaluateRow();
  void evaluateLogSumExp(const Input &query, const Input &key,
                         const Output &result);

  Row softmax(const Input &query, const Input &key);
  double score(const Input &query, const Input &key);
  bool isVisible(int64_t j) const;
  double lambda() const;

  std::vector<size_t> dimsOf(DimRole role) const;
  int64_t size(size_t dim) const { return a.dims[dim].size; }

  /// The element of `view` at `point`.
  template <typename T>
  T &at(const View<T> &view) const {
    int64_t offset = 0;
    for (size_t axis = 0; axis < view.dims.size(); ++axis)
      offset += view.strides[axis] * point[view.dims[axis]];
    return view.data[offset];
  }

  /// Calls `body` with `point` at each index of the dims from the `first` of
  /// `dims` on, the last one fastest.
  template <typename Body>
  void forEach(const std::vector<size_t> &dims, Body body, size_t first = 0) {
    if (first == dims.size())
      return body();
    int64_t &index = point[dims[first]];
    for (index = 0; index < size(dims[first]); ++index)
      forEach(dims, body, first + 1);
    index = 0;
  }

  const Attention &a;
  const size_t queryDim, keyDim;
  const std::vector<size_t> featureDims, valueDims;
  Point point;
};

} // namespace

std::vector<size_t> Evaluator::dimsOf(DimRole role) const {
  std::vector<size_t> result;
  for (size_t dim = 0; dim < a.dims.size(); ++dim)
    if (a.dims[dim].role == role)
      result.push_back(dim);
  return result;
}

//===----------------------------------------------------------------------===//
// One map
//===----------------------------------------------------------------------===//

bool Evaluator::isVisible(int64_t j) const {
  bool bottomRight = a.alignment == Alignment::BottomRight;
  int64_t end = a.keyOffset + size(keyDim);
  int64_t length = end;
  if (a.keyLengths)
    length = std::clamp<int64_t>(std::llround(at(*a.keyLengths)), 0, end);

  int64_t key = a.keyOffset + j;
  int64_t position = point[queryDim] + (bottomRight ? length : 0) +
                     a.queryOffset.value_or(bottomRight ? -size(queryDim) : 0);
  if (key >= length)
    return false;
  if (a.causal && key > position)
    return false;
  if (a.windowLeft && position - key > *a.windowLeft)
    return false;
  if (a.windowRight && key - position > *a.windowRight)
    return false;
  if (!a.mask)
    return true;
  return a.maskKind == MaskKind::Boolean ? at(*a.mask) != 0
                                         : at(*a.mask) != -infinity;
}

/// S at `point`: one query row against one key.
double Evaluator::score(const Input &query, const Input &key) {
  double product = 0, features = 1;
  for (size_t dim : featureDims)
    features *= static_cast<double>(size(dim));
  forEach(featureDims, [&] { product += at(query) * at(key); });
  // Without features every product is 0, whatever the scale.
  double scale = a.scale.value_or(features > 0 ? 1 / std::sqrt(features) : 1);
  double score = scale * product;
  if (a.softcap)
    score = *a.softcap * std::tanh(score / *a.softcap);
  if (a.mask && a.maskKind == MaskKind::Additive)
    score += at(*a.mask);
  return score;
}

Row Evaluator::softmax(const Input &query, const Input &key) {
  int64_t keys = size(keyDim);
  std::vector<double> scores(keys, -infinity);
  std::vector<bool> visible(keys, false);
  int64_t &j = point[keyDim];
  for (j = 0; j < keys; ++j) {
    visible[j] = isVisible(j);
    if (visible[j])
      scores[j] = score(query, key);
  }
  j = 0;

  // Only visible scores count for the maximum; where it is -inf, there are none
  // that weigh anything, and -inf - -inf must not turn up.
  double maximum = -infinity;
  for (double score : scores)
    maximum = std::max(maximum, score);
  double shift = maximum == -infinity ? 0 : maximum;

  Row row;
  double sum = 0;
  for (int64_t k = 0; k < keys; ++k) {
    row.probability.push_back(visible[k] ? std::exp(scores[k] - shift) : 0);
    sum += row.probability.back();
  }
  for (double &probability : row.probability)
    probability /= sum == 0 ? 1 : sum;
  row.logSumExp = std::log(sum) + shift;
  return row;
}

//===----------------------------------------------------------------------===//
// The results
//===----------------------------------------------------------------------===//

double Evaluator::lambda() const {
  double value = at(*a.lambda);
  if (a.lambdaActivation == LambdaActivation::Sigmoid)
    return 1 / (1 + std::exp(-value));
  return value;
}

/// out and o of the row at `point`.
void Evaluator::evaluateRow() {
  Row signal = softmax(a.signalQuery, a.signalKey);
  std::vector<double> weights = signal.probability;
  bool isEmpty = signal.logSumExp == -infinity;
  if (a.noiseQuery) {
    Row noise = softmax(*a.noiseQuery, *a.noiseKey);
    isEmpty = isEmpty && noise.logSumExp == -infinity;
    if (!isEmpty)
      for (size_t k = 0; k < weights.size(); ++k)
        weights[k] -= lambda() * noise.probability[k];
  }

  std::vector<double> o;
  double squares = 0;
  int64_t &j = point[keyDim];
  forEach(valueDims, [&] {
    double sum = 0;
    for (j = 0; j < size(keyDim); ++j)
      if (isVisible(j))
        sum += weights[j] * at(a.value);
    j = 0;
    o.push_back(sum);
    squares += sum * sum;
  });

  double norm = 1;
  if (a.rmsEpsilon && !isEmpty)
    norm = std::sqrt(squares / static_cast<double>(o.size()) + *a.rmsEpsilon);
  size_t next = 0;
  forEach(valueDims, [&] {
    double element = o[next++];
    if (a.difference)
      at(*a.difference) = element;
    if (!a.out)
      return;
    double weight = a.normWeight ? at(*a.normWeight) : 1;
    at(*a.out) = isEmpty ? 0 : a.outScale * weight * element / norm;
  });
}

/// L of one map, at every index of the dims that `result` has.
void Evaluator::evaluateLogSumExp(const Input &query, const Input &key,
                                  const Output &result) {
  forEach(result.dims, [&] { at(result) = softmax(query, key).logSumExp; });
}

void Evaluator::run() {
  std::vector<size_t> rowDims = dimsOf(DimRole::Batch);
  rowDims.push_back(queryDim);
  if (a.out || a.difference)
    forEach(rowDims, [&] { evaluateRow(); });
  if (a.signalLogSumExp)
    evaluateLogSumExp(a.signalQuery, a.signalKey, *a.signalLogSumExp);
  if (a.noiseLogSumExp)
    evaluateLogSumExp(*a.noiseQuery, *a.noiseKey, *a.noiseLogSumExp);
}

void diffattn::reference::evaluate(const Attention &attention) {
  Evaluator(attention).run();
}
