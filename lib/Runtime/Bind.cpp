//===- Bind.cpp - checks arguments against what code was compiled for -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"
#include "diffattn/Runtime/DType.h"
#include "diffattn/Runtime/Shape.h"
#include <cstring>

using namespace diffattn;

namespace {

constexpr int64_t signatureVersion = 1;
constexpr int64_t anyStride = -1;
constexpr int64_t rowMajorStride = -2;
constexpr int64_t outputKind = 1;

/// What the code expects of one argument: a view of a part of the signature.
struct Expected {
  const char *name;
  int64_t kind; ///< 0 input, 1 output, 2 parameter
  int32_t dtype;
  int64_t rank;
  const int64_t *sizes;
  const int64_t *strides;
};

/// Walks the signature and the names side by side.
class SignatureReader {
public:
  SignatureReader(const char *names, const int64_t *signature)
      : function(names), version(signature[0]), count(signature[1]),
        position(signature + 2), name(names) {}

  Expected next() {
    name += std::strlen(name) + 1;
    Expected expected;
    expected.name = name;
    expected.kind = position[0];
    expected.dtype = static_cast<int32_t>(position[1]);
    expected.rank = position[2];
    expected.sizes = position + 3;
    expected.strides = expected.sizes + expected.rank;
    position = expected.strides + expected.rank;
    return expected;
  }

  const char *const function;
  const int64_t version;
  const int64_t count;

private:
  const int64_t *position;
  const char *name;
};

/// Checks one argument and fills in its part of `bound`.
class ArgumentBinder {
public:
  ArgumentBinder(const Expected &expected, const diffattn_tensor &found,
                 int64_t *bound)
      : expected(expected), found(found), sizes(bound),
        strides(bound + expected.rank) {}

  /// Returns what is wrong, "" if nothing.
  std::string bind() {
    std::string error = checkType();
    if (error.empty())
      error = bindSizes();
    if (error.empty())
      error = bindStrides();
    if (error.empty())
      error = checkReach();
    if (error.empty())
      error = checkData();
    return error;
  }

private:
  std::string checkType() const;
  std::string bindSizes();
  std::string bindStrides();
  std::string checkReach() const;
  std::string checkData() const;

  std::string foundShape() const { return formatShape(sizes, expected.rank); }

  const Expected &expected;
  const diffattn_tensor &found;
  int64_t *sizes;
  int64_t *strides;
  int64_t elements = 0;
};

} // namespace

std::string ArgumentBinder::checkType() const {
  if (found.dtype != expected.dtype)
    return "expected element type " + dtypeName(expected.dtype) + ", found " +
           dtypeName(found.dtype);
  if (found.rank != expected.rank)
    return "expected rank " + std::to_string(expected.rank) + " (" +
           formatShape(expected.sizes, expected.rank) + "), found rank " +
           std::to_string(found.rank);
  if (found.rank > 0 && !found.sizes)
    return "expected " + std::to_string(found.rank) + " sizes, found NULL";
  return "";
}

std::string ArgumentBinder::bindSizes() {
  for (int64_t i = 0; i < expected.rank; ++i) {
    sizes[i] = found.sizes[i];
    if (sizes[i] < 0)
      return "size " + std::to_string(sizes[i]) + " of dimension " +
             std::to_string(i) + " is negative";
  }
  for (int64_t i = 0; i < expected.rank; ++i)
    if (expected.sizes[i] >= 0 && sizes[i] != expected.sizes[i])
      return "expected size " + std::to_string(expected.sizes[i]) +
             " in dimension " + std::to_string(i) + ", found " +
             std::to_string(sizes[i]) + " (expected shape " +
             formatShape(expected.sizes, expected.rank) + ", found " +
             foundShape() + ")";
  std::optional<int64_t> count = countElements(sizes, expected.rank);
  if (!count || !checkedMultiply(*count, 8))
    return "the number of elements of shape " + foundShape() +
           " is out of range";
  elements = *count;
  return "";
}

std::string ArgumentBinder::bindStrides() {
  // Row-major strides first: they stand where the caller gave none, and where
  // any stride will do because no second element is reached by it.
  rowMajorStrides(sizes, expected.rank, strides);
  for (int64_t i = 0; i < expected.rank; ++i) {
    int64_t rowMajor = strides[i];
    int64_t wanted = expected.strides[i];
    bool isUsed = elements > 0 && sizes[i] > 1;
    if (isUsed && found.strides)
      strides[i] = found.strides[i];
    if (wanted != anyStride) {
      int64_t exact = wanted == rowMajorStride ? rowMajor : wanted;
      if (isUsed && strides[i] != exact)
        return "expected stride " + std::to_string(exact) + " in dimension " +
               std::to_string(i) + ", found " + std::to_string(strides[i]) +
               (wanted == rowMajorStride
                    ? " (row-major order without gaps is required)"
                    : "");
      strides[i] = exact;
    }
    if (expected.kind == outputKind && isUsed && strides[i] == 0)
      return "stride 0 in dimension " + std::to_string(i) + " of size " +
             std::to_string(sizes[i]) +
             " makes elements of an output share "
             "memory";
  }
  return "";
}

/// The distance in bytes from the first element to any other must fit, or the
/// addresses that the code computes would wrap around.
std::string ArgumentBinder::checkReach() const {
  std::string error = "the strides reach beyond the address space";
  if (elements == 0)
    return "";
  int64_t reach = 0;
  for (int64_t i = 0; i < expected.rank; ++i) {
    if (sizes[i] == 1)
      continue;
    if (strides[i] == INT64_MIN)
      return error;
    auto step = checkedMultiply(sizes[i] - 1, std::abs(strides[i]));
    auto sum = step ? checkedAdd(reach, *step) : std::nullopt;
    if (!sum)
      return error;
    reach = *sum;
  }
  auto bytes = checkedMultiply(
      reach, dtypeSize(static_cast<diffattn_dtype>(expected.dtype)));
  return bytes ? "" : error;
}

std::string ArgumentBinder::checkData() const {
  if (elements == 0)
    return "";
  if (!found.data)
    return "data is NULL, expected " + std::to_string(elements) +
           (elements == 1 ? " element" : " elements");
  int64_t size = dtypeSize(static_cast<diffattn_dtype>(expected.dtype));
  if (reinterpret_cast<uintptr_t>(found.data) % size)
    return "data is not aligned to the " + std::to_string(size) +
           " bytes of element type " + dtypeName(expected.dtype);
  return "";
}

static std::string bindAll(SignatureReader &signature,
                           const diffattn_tensor *arguments, int64_t count,
                           int64_t *bound) {
  std::string function = signature.function;
  if (signature.version != signatureVersion)
    return function + ": expected signature version " +
           std::to_string(signatureVersion) + ", found " +
           std::to_string(signature.version) +
           ": the artifact and the runtime belong to different versions, so "
           "compile it again with this one";
  if (count != signature.count)
    return function + ": expected " + std::to_string(signature.count) +
           " arguments, found " + std::to_string(count);
  if (count > 0 && !arguments)
    return function + ": arguments is NULL";
  for (int64_t i = 0; i < count; ++i) {
    Expected expected = signature.next();
    if (!lookupDType(expected.dtype))
      return function + ": argument '" + expected.name + "' has " +
             dtypeName(expected.dtype) +
             ": the artifact is newer than the runtime, so update diffattn or "
             "compile it again with this one";
    constexpr const char *kinds[] = {"input", "output", "parameter"};
    if (expected.kind < 0 || expected.kind >= 3)
      return function + ": argument '" + expected.name + "' is of kind " +
             std::to_string(expected.kind) +
             ": the artifact is newer than the runtime, so update diffattn or "
             "compile it again with this one";
    std::string error = ArgumentBinder(expected, arguments[i], bound).bind();
    if (!error.empty())
      return function + ": " + kinds[expected.kind] + " argument '" +
             expected.name + "': " + error;
    bound += 2 * expected.rank;
  }
  return "";
}

static Status bind(const char *names, const int64_t *signature,
                   const diffattn_tensor *arguments, int64_t count,
                   int64_t *bound) {
  SignatureReader reader(names, signature);
  std::string error = bindAll(reader, arguments, count, bound);
  if (error.empty())
    return {};
  return Error{std::move(error)};
}

extern "C" {

diffattn_status diffattn_bind_arguments(diffattn_context *context,
                                        const char *names,
                                        const int64_t *signature,
                                        const diffattn_tensor *arguments,
                                        int64_t count, int64_t *bound) {
  return report(context, [&]() -> Status {
    if (Device *device = context->launcher.device())
      return Error{std::string(names) +
                   ": the function runs on the CPU, but the context is for " +
                   device->name()};
    return bind(names, signature, arguments, count, bound);
  });
}

diffattn_status diffattn_bind_device_arguments(diffattn_context *context,
                                               const diffattn_kernels *kernels,
                                               const char *names,
                                               const int64_t *signature,
                                               const diffattn_tensor *arguments,
                                               int64_t count, int64_t *bound) {
  return report(context, [&]() -> Status {
    if (Status status = context->launcher.begin(*kernels); !status)
      return Error{std::string(names) + ": " + status.message()};
    return bind(names, signature, arguments, count, bound);
  });
}

} // extern "C"
