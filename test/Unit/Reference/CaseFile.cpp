//===- CaseFile.cpp - cases of the conformance set ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"
#include <algorithm>
#include <fstream>
#include <iterator>

using namespace diffattn;
using namespace diffattn::reference;
using nlohmann::json;

namespace {

/// Turns the operands of a case into an Attention. Heads become one dim for
/// each step by which some operand is coarser than another: with 8 output
/// heads, 4 key heads and 2 value heads, head = (2, 2, 2), of which k1 has the
/// first two and v the first.
class CaseBuilder {
public:
  CaseBuilder(const TensorMap &operands, const json &attributes)
      : operands(operands), attributes(attributes) {}

  std::string build();
  Attention attention;
  TensorMap results;

private:
  struct HeadDim {
    size_t dim;
    int64_t size;
    int64_t ratio; ///< output heads that one step of this dim passes
  };

  bool has(const std::string &name) const { return operands.count(name); }
  int64_t sizeOf(const std::string &name, size_t axis) const {
    return operands.at(name).shape()[axis];
  }
  size_t addDim(DimRole role, int64_t size) {
    attention.dims.push_back({role, size});
    return attention.dims.size() - 1;
  }

  std::string buildDims();
  void buildOperands();
  void buildResults();
  void buildAttributes();

  template <typename T>
  void addAxis(View<T> &view, const Tensor &tensor, size_t axis, size_t dim);
  template <typename T>
  void addHeads(View<T> &view, const Tensor &tensor, size_t axis);
  Input input(const std::string &name);
  Input tensorInput(const std::string &name, size_t row, size_t column);
  Input lambdaInput();
  Input maskInput();
  Output output(const std::string &name, int64_t heads, bool hasColumn);

  const TensorMap &operands;
  const json &attributes;
  /// The operands in double.
  TensorMap wide;
  std::vector<HeadDim> heads;
  size_t batch = 0, m = 0, n = 0, d = 0, e = 0;
};

} // namespace

static int64_t strideOf(const Tensor &tensor, size_t axis) {
  int64_t stride = 1;
  for (size_t i = axis + 1; i < tensor.shape().size(); ++i)
    stride *= tensor.shape()[i];
  return stride;
}

template <typename T>
void CaseBuilder::addAxis(View<T> &view, const Tensor &tensor, size_t axis,
                          size_t dim) {
  view.dims.push_back(dim);
  view.strides.push_back(strideOf(tensor, axis));
}

template <typename T>
void CaseBuilder::addHeads(View<T> &view, const Tensor &tensor, size_t axis) {
  int64_t outputHeads = sizeOf("q1", 1);
  int64_t ratio = outputHeads / std::max<int64_t>(tensor.shape()[axis], 1);
  for (const HeadDim &head : heads) {
    if (head.ratio < ratio)
      continue;
    view.dims.push_back(head.dim);
    view.strides.push_back(strideOf(tensor, axis) * (head.ratio / ratio));
  }
}

Input CaseBuilder::input(const std::string &name) {
  const Tensor &tensor = operands.at(name);
  Tensor copy = *Tensor::create(DIFFATTN_F64, tensor.shape());
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    copy.set(i, tensor.get(i));
  Input view;
  view.data = static_cast<const double *>(copy.data());
  wide.emplace(name, copy);
  return view;
}

/// An operand of rank 4: batch, heads, `row` dim, `column` dim.
Input CaseBuilder::tensorInput(const std::string &name, size_t row,
                               size_t column) {
  Input view = input(name);
  const Tensor &tensor = operands.at(name);
  addAxis(view, tensor, 0, batch);
  addHeads(view, tensor, 1);
  addAxis(view, tensor, 2, row);
  addAxis(view, tensor, 3, column);
  return view;
}

Input CaseBuilder::lambdaInput() {
  Input view = input("lam");
  const Tensor &tensor = operands.at("lam");
  if (tensor.rank() == 1)
    addHeads(view, tensor, 0);
  if (tensor.rank() == 3) {
    addAxis(view, tensor, 0, batch);
    addAxis(view, tensor, 1, m);
    addHeads(view, tensor, 2);
  }
  return view;
}

Input CaseBuilder::maskInput() {
  Input view = input("mask");
  const Tensor &tensor = operands.at("mask");
  attention.maskKind =
      tensor.dtype() == DIFFATTN_BOOL ? MaskKind::Boolean : MaskKind::Additive;
  size_t dims[] = {batch, 0, m, n};
  for (size_t axis : {0, 2, 3})
    if (tensor.shape()[axis] != 1)
      addAxis(view, tensor, axis, dims[axis]);
  if (tensor.shape()[1] != 1)
    addHeads(view, tensor, 1);
  return view;
}

Output CaseBuilder::output(const std::string &name, int64_t heads,
                           bool hasColumn) {
  std::vector<int64_t> shape = {sizeOf("q1", 0), heads, sizeOf("q1", 2)};
  if (hasColumn)
    shape.push_back(sizeOf("v", 3));
  Tensor tensor = *Tensor::create(DIFFATTN_F64, shape);
  Output view;
  view.data = static_cast<double *>(tensor.data());
  addAxis(view, tensor, 0, batch);
  addHeads(view, tensor, 1);
  addAxis(view, tensor, 2, m);
  if (hasColumn)
    addAxis(view, tensor, 3, e);
  results.emplace(name, tensor);
  return view;
}

std::string CaseBuilder::buildDims() {
  for (const char *name : {"q1", "k1", "q2", "v", "lam"})
    if (!has(name))
      return std::string("operand ") + name + " is missing";
  int64_t outputHeads = sizeOf("q1", 1);
  std::vector<int64_t> ratios = {outputHeads};
  for (const char *name : {"q1", "k1", "q2", "k2", "v"})
    if (has(name))
      ratios.push_back(outputHeads / sizeOf(name, 1));
  std::sort(ratios.begin(), ratios.end());
  batch = addDim(DimRole::Batch, sizeOf("q1", 0));
  for (size_t i = ratios.size(); i-- > 1;) {
    if (ratios[i] % ratios[i - 1])
      return "head counts do not divide each other";
    if (ratios[i] == ratios[i - 1])
      continue;
    int64_t size = ratios[i] / ratios[i - 1];
    heads.push_back({addDim(DimRole::Batch, size), size, ratios[i - 1]});
  }
  m = addDim(DimRole::Query, sizeOf("q1", 2));
  n = addDim(DimRole::Key, sizeOf("v", 2));
  d = addDim(DimRole::Feature, sizeOf("q1", 3));
  e = addDim(DimRole::Value, sizeOf("v", 3));
  return "";
}

void CaseBuilder::buildOperands() {
  attention.signalQuery = tensorInput("q1", m, d);
  attention.signalKey = tensorInput("k1", n, d);
  attention.noiseQuery = tensorInput("q2", m, d);
  attention.noiseKey =
      has("k2") ? tensorInput("k2", n, d) : attention.signalKey;
  attention.value = tensorInput("v", n, e);
  attention.lambda = lambdaInput();
  if (has("mask"))
    attention.mask = maskInput();
  if (has("kv_lengths")) {
    attention.keyLengths = input("kv_lengths");
    addAxis(*attention.keyLengths, operands.at("kv_lengths"), 0, batch);
  }
  if (has("norm_weight")) {
    attention.normWeight = input("norm_weight");
    addAxis(*attention.normWeight, operands.at("norm_weight"), 0, e);
  }
}

void CaseBuilder::buildResults() {
  attention.out = output("out", sizeOf("q1", 1), true);
  attention.difference = output("o", sizeOf("q1", 1), true);
  attention.signalLogSumExp = output("lse1", sizeOf("q1", 1), false);
  attention.noiseLogSumExp = output("lse2", sizeOf("q2", 1), false);
}

/// Sets `option` where the attribute is there and not null.
template <typename T>
static void read(const json &attributes, const char *name,
                 std::optional<T> &option) {
  const json *value = findMember(attributes, name);
  if (value && !value->is_null())
    option = value->get<T>();
}

void CaseBuilder::buildAttributes() {
  read(attributes, "scale", attention.scale);
  read(attributes, "window_left", attention.windowLeft);
  read(attributes, "window_right", attention.windowRight);
  read(attributes, "softcap", attention.softcap);
  attention.causal = attributes.value("causal", false);
  if (attributes.value("alignment", "bottom_right") == "top_left")
    attention.alignment = Alignment::TopLeft;
  if (attributes.value("lambda_act", "none") == "sigmoid")
    attention.lambdaActivation = LambdaActivation::Sigmoid;
  if (attributes.value("norm", "none") == "rms")
    attention.rmsEpsilon = attributes.value("eps", 1e-5);
  attention.outScale = attributes.value("out_scale", 1.0);
}

std::string CaseBuilder::build() {
  if (std::string error = buildDims(); !error.empty())
    return error;
  buildOperands();
  buildResults();
  buildAttributes();
  if (std::string error = attention.check(); !error.empty())
    return error;
  evaluate(attention);
  return "";
}

Result<TensorMap> evaluateCase(const TensorMap &operands,
                               const json &attributes) {
  CaseBuilder builder(operands, attributes);
  if (std::string error = builder.build(); !error.empty())
    return Error{error};
  return std::move(builder.results);
}

Result<json> readCases(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{"can't open '" + path + "'"};
  std::string text(std::istreambuf_iterator<char>(file), {});
  Result<json> cases = parseJson(text);
  if (!cases)
    return Error{"'" + path + "': " + cases.message()};
  return cases;
}
