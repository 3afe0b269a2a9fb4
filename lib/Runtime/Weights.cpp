//===- Weights.cpp - the tensors of safetensors files, for C --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"
#include "diffattn/Runtime/DType.h"
#include "diffattn/Runtime/Panels.h"
#include "diffattn/Runtime/Safetensors.h"
#include "diffattn/Runtime/Shape.h"

using namespace diffattn;

namespace {
struct Weight {
  Tensor tensor;
  /// The index of its file.
  int64_t file;
};
} // namespace

struct diffattn_weights {
  /// "'a.safetensors', 'b.safetensors'".
  std::string fileNames() const {
    std::string text;
    for (const std::string &path : paths)
      text += (text.empty() ? "'" : ", '") + path + "'";
    return isWrapped ? "the host's weights" : text.empty() ? "no files" : text;
  }
  /// Where a weight comes from.
  std::string sourceOf(const Weight &weight) const {
    return isWrapped ? fileNames() : "'" + paths[weight.file] + "'";
  }

  /// Of the host's memory, not of files.
  bool isWrapped = false;
  std::vector<std::string> paths;
  std::map<std::string, Weight> tensors;
  /// The keys of `tensors`, by number.
  std::vector<const char *> names;
  diffattn::PanelStore panels;
};

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static Status addFile(diffattn_weights &weights, const char *path) {
  if (!path)
    return Error{"the path of a weights file is NULL"};
  Result<TensorMap> file = readSafetensors(path);
  if (!file)
    return file.error();
  int64_t index = static_cast<int64_t>(weights.paths.size());
  weights.paths.emplace_back(path);
  for (const auto &[name, tensor] : *file) {
    auto [it, isNew] = weights.tensors.try_emplace(name, Weight{tensor, index});
    if (!isNew)
      return Error{"tensor '" + name + "' is in '" +
                   weights.paths[it->second.file] + "' and again in '" + path +
                   "'"};
  }
  return {};
}

/// Lists the tensors, and lets code keep panels of them.
static void finish(diffattn_weights &weights, bool areMapped) {
  for (const auto &[name, weight] : weights.tensors) {
    weights.names.push_back(name.c_str());
    const Tensor &tensor = weight.tensor;
    if (tensor.elementCount() > 0)
      weights.panels.addMemory(tensor.data(), tensor.byteSize(),
                               areMapped && tensor.isShared());
  }
}

static Result<std::unique_ptr<diffattn_weights>> open(const char *const *paths,
                                                      int64_t count) {
  if (count < 0 || (count > 0 && !paths))
    return Error{count < 0 ? "the number of weights files is " +
                                 std::to_string(count) + ", expected 0 or more"
                           : "the paths of the weights files are NULL"};
  auto weights = std::make_unique<diffattn_weights>();
  for (int64_t i = 0; i < count; ++i)
    if (Status status = addFile(*weights, paths[i]); !status)
      return status.error();
  finish(*weights, /*areMapped=*/true);
  return weights;
}

/// A tensor in the host's memory, which stays the host's.
static Result<Tensor> share(const diffattn_tensor &tensor) {
  if (!lookupDType(tensor.dtype))
    return Error{"it has " + dtypeName(tensor.dtype)};
  auto dtype = static_cast<diffattn_dtype>(tensor.dtype);
  if (tensor.rank < 0)
    return Error{"its rank is " + std::to_string(tensor.rank) +
                 ", expected 0 or more"};
  if (tensor.rank > 0 && !tensor.sizes)
    return Error{"its sizes are NULL"};
  std::vector<int64_t> shape(tensor.sizes, tensor.sizes + tensor.rank);
  std::optional<int64_t> bytes = byteSizeOf(dtype, shape);
  if (!bytes)
    return Error{"its size is out of range"};
  std::vector<int64_t> strides(shape.size());
  rowMajorStrides(shape.data(), tensor.rank, strides.data());
  for (int32_t i = 0; tensor.strides && i < tensor.rank; ++i)
    if (*bytes > 0 && shape[i] > 1 && tensor.strides[i] != strides[i])
      return Error{"expected stride " + std::to_string(strides[i]) +
                   " in dimension " + std::to_string(i) + ", found " +
                   std::to_string(tensor.strides[i]) +
                   " (row-major order without gaps is required)"};
  if (*bytes > 0 && !tensor.data)
    return Error{"its data is NULL"};
  if (reinterpret_cast<uintptr_t>(tensor.data) % dtypeSize(dtype))
    return Error{"its data is not aligned to the " +
                 std::to_string(dtypeSize(dtype)) + " bytes of element type " +
                 dtypeName(dtype)};
  return Tensor::share(dtype, std::move(shape), nullptr, tensor.data);
}

static Result<std::unique_ptr<diffattn_weights>>
wrap(const char *const *names, const diffattn_tensor *tensors, int64_t count) {
  if (count < 0 || (count > 0 && (!names || !tensors)))
    return Error{count < 0 ? "the number of weights is " +
                                 std::to_string(count) + ", expected 0 or more"
                 : !names  ? "the names of the weights are NULL"
                           : "the tensors of the weights are NULL"};
  auto weights = std::make_unique<diffattn_weights>();
  weights->isWrapped = true;
  for (int64_t i = 0; i < count; ++i) {
    if (!names[i])
      return Error{"the name of weight " + std::to_string(i) + " is NULL"};
    Result<Tensor> tensor = share(tensors[i]);
    if (!tensor)
      return Error{"weight '" + std::string(names[i]) +
                   "': " + tensor.message()};
    if (!weights->tensors.try_emplace(names[i], Weight{*tensor, 0}).second)
      return Error{"weight '" + std::string(names[i]) + "' is given twice"};
  }
  finish(*weights, /*areMapped=*/false);
  return weights;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static bool fits(const Tensor &tensor, const diffattn_argument &argument) {
  if (tensor.dtype() != argument.dtype || tensor.rank() != argument.rank)
    return false;
  for (int32_t i = 0; i < argument.rank; ++i)
    if (argument.sizes[i] >= 0 && argument.sizes[i] != tensor.shape()[i])
      return false;
  return true;
}

static std::string typeText(const diffattn_argument &argument) {
  return formatType(
      static_cast<diffattn_dtype>(argument.dtype),
      std::vector<int64_t>(argument.sizes, argument.sizes + argument.rank));
}

/// The weight of a parameter; nothing if there is none of that name.
static Result<const Tensor *> findWeight(const diffattn_weights &weights,
                                         const diffattn_argument &argument) {
  auto it = weights.tensors.find(argument.name);
  if (it == weights.tensors.end())
    return nullptr;
  const Tensor &tensor = it->second.tensor;
  if (!fits(tensor, argument))
    return Error{"tensor '" + it->first + "' in " +
                 weights.sourceOf(it->second) + ": expected " +
                 typeText(argument) + ", found " + tensor.typeText()};
  return &tensor;
}

static Status bind(const diffattn_weights &weights,
                   const diffattn_argument *arguments, int64_t count,
                   diffattn_tensor *tensors) {
  const diffattn_argument *missing = nullptr;
  int64_t missingCount = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (arguments[i].kind != DIFFATTN_PARAMETER)
      continue;
    Result<const Tensor *> weight = findWeight(weights, arguments[i]);
    if (!weight)
      return weight.error();
    if (*weight)
      tensors[i] = (*weight)->view();
    else if (missingCount++ == 0)
      missing = &arguments[i];
  }
  if (!missing)
    return {};
  std::string others;
  if (missingCount > 1)
    others = "; " + std::to_string(missingCount - 1) +
             " more of the parameters are missing, too";
  return Error{"no tensor '" + std::string(missing->name) + "' in " +
               weights.fileNames() + ": expected " + typeText(*missing) +
               " for the parameter of that name" + others};
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

extern "C" {

diffattn_weights *diffattn_weights_open(diffattn_context *context,
                                        const char *const *paths,
                                        int64_t count) {
  diffattn_weights *opened = nullptr;
  report(context, [&]() -> Status {
    Result<std::unique_ptr<diffattn_weights>> weights = open(paths, count);
    if (!weights)
      return weights.error();
    opened = weights->release();
    return {};
  });
  return opened;
}

diffattn_weights *diffattn_weights_wrap(diffattn_context *context,
                                        const char *const *names,
                                        const diffattn_tensor *tensors,
                                        int64_t count) {
  diffattn_weights *wrapped = nullptr;
  report(context, [&]() -> Status {
    Result<std::unique_ptr<diffattn_weights>> weights =
        wrap(names, tensors, count);
    if (!weights)
      return weights.error();
    wrapped = weights->release();
    return {};
  });
  return wrapped;
}

void diffattn_weights_close(diffattn_weights *weights) { delete weights; }

int64_t diffattn_weights_count(const diffattn_weights *weights) {
  return weights ? static_cast<int64_t>(weights->names.size()) : 0;
}

const char *diffattn_weights_name(const diffattn_weights *weights,
                                  int64_t index) {
  if (index < 0 || index >= diffattn_weights_count(weights))
    return nullptr;
  return weights->names[index];
}

diffattn_status diffattn_weights_get(diffattn_context *context,
                                     const diffattn_weights *weights,
                                     const char *name,
                                     diffattn_tensor *tensor) {
  return report(context, [&]() -> Status {
    if (!weights || !name || !tensor)
      return Error{!weights ? "the weights are NULL"
                   : !name  ? "the name of the tensor is NULL"
                            : "the place for the tensor is NULL"};
    auto it = weights->tensors.find(name);
    if (it == weights->tensors.end())
      return Error{"no tensor '" + std::string(name) + "' in " +
                   weights->fileNames()};
    *tensor = it->second.tensor.view();
    return {};
  });
}

diffattn_status diffattn_weights_bind(diffattn_context *context,
                                      const diffattn_weights *weights,
                                      const diffattn_argument *arguments,
                                      int64_t count, diffattn_tensor *tensors) {
  return report(context, [&]() -> Status {
    if (!weights || (count > 0 && (!arguments || !tensors)))
      return Error{!weights     ? "the weights are NULL"
                   : !arguments ? "the arguments to bind are NULL"
                                : "the tensors to bind are NULL"};
    return bind(*weights, arguments, count, tensors);
  });
}

} // extern "C"
