//===- Manifest.cpp - what an artifact says about itself ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Manifest.h"
#include "diffattn/Runtime/DType.h"
#include "diffattn/Runtime/Json.h"
#include <algorithm>

using namespace diffattn;
using nlohmann::json;

const ManifestFunction *Manifest::find(std::string_view name) const {
  for (const ManifestFunction &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

std::string Manifest::functionNames() const {
  std::string text;
  for (const ManifestFunction &function : functions)
    text += (text.empty() ? "'" : ", '") + function.name + "'";
  return text.empty() ? "none" : text;
}

//===----------------------------------------------------------------------===//
// Pieces of the text. `where` is the path to the value, for messages.
//===----------------------------------------------------------------------===//

static Error expected(const std::string &where, const std::string &what,
                      const json *found) {
  return {"manifest: " + where + ": expected " + what + ", found " +
          (found ? excerpt(*found) : "nothing")};
}

static Status readString(const json &object, const char *key,
                         const std::string &where, std::string &result) {
  const json *value = findMember(object, key);
  if (!value || !value->is_string())
    return expected(where + "." + key, "a string", value);
  result = value->get<std::string>();
  return {};
}

/// Reads a list with one entry a dimension; null stands for `any`.
static Status readPerDim(const json &list, const std::string &where,
                         size_t rank, int64_t any,
                         std::vector<int64_t> &result) {
  if (!list.is_array() || list.size() != rank)
    return expected(where, "a list of " + std::to_string(rank), &list);
  for (const json &entry : list) {
    std::optional<int64_t> number = asInt64(entry);
    if (!entry.is_null() && !number)
      return expected(where, "integers or null", &list);
    result.push_back(number ? *number : any);
  }
  return {};
}

static Status readFlag(const json &object, const char *key,
                       const std::string &where, bool &result) {
  const json *value = findMember(object, key);
  if (!value)
    return {};
  if (!value->is_boolean())
    return expected(where + "." + key, "true or false", value);
  result = value->get<bool>();
  return {};
}

static Status readShape(const json &object, const std::string &where,
                        ManifestArgument &argument) {
  const json *shape = findMember(object, "shape");
  std::string path = where + ".shape";
  if (!shape || !shape->is_array())
    return expected(path, "a list", shape);
  for (const json &entry : *shape)
    if (entry.is_number() && asInt64(entry).value_or(-1) < 0)
      return expected(path, "sizes >= 0 or null", shape);
  return readPerDim(*shape, path, shape->size(), -1, argument.shape);
}

static Status readStrides(const json &object, const std::string &where,
                          ManifestArgument &argument) {
  const json *strides = findMember(object, "strides");
  size_t rank = argument.shape.size();
  if (!strides || strides->is_null()) {
    argument.strides.assign(rank, -1);
    return {};
  }
  if (*strides == "row-major") {
    argument.strides.assign(rank, -2);
    return {};
  }
  return readPerDim(*strides, where + ".strides", rank, -1, argument.strides);
}

static Status readSizesFrom(const json &object, const std::string &where,
                            ManifestArgument &argument) {
  argument.sizesFrom.resize(argument.shape.size());
  const json *sources = findMember(object, "sizes_from");
  if (!sources || sources->is_null())
    return {};
  std::string path = where + ".sizes_from";
  if (!sources->is_array() || sources->size() != argument.shape.size())
    return expected(path, "a list of " + std::to_string(argument.shape.size()),
                    sources);
  for (size_t i = 0; i < sources->size(); ++i) {
    const json &source = (*sources)[i];
    if (source.is_null())
      continue;
    if (!source.is_array() || source.size() != 2 || !asInt64(source[0]) ||
        !asInt64(source[1]))
      return expected(path, "pairs of argument and dimension, or null",
                      sources);
    argument.sizesFrom[i] = {*asInt64(source[0]), *asInt64(source[1])};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Arguments and functions
//===----------------------------------------------------------------------===//

static Result<ManifestArgument> readArgument(const json &object,
                                             const std::string &where) {
  ManifestArgument argument;
  std::string kind, dtype;
  if (Status status = readString(object, "name", where, argument.name); !status)
    return status.error();
  if (Status status = readString(object, "kind", where, kind); !status)
    return status.error();
  if (Status status = readString(object, "dtype", where, dtype); !status)
    return status.error();
  if (kind != "input" && kind != "output" && kind != "parameter")
    return Error{"manifest: " + where +
                 ".kind: expected \"input\", \"output\" or \"parameter\", "
                 "found \"" +
                 kind + "\""};
  if (Status status = readFlag(object, "scalar", where, argument.isScalar);
      !status)
    return status.error();
  argument.isOutput = kind == "output";
  argument.isParameter = kind == "parameter";
  std::optional<diffattn_dtype> parsed = parseDType(dtype);
  if (!parsed)
    return Error{"manifest: " + where + ".dtype: unknown element type \"" +
                 dtype +
                 "\", expected f16, bf16, f32, f64, bool, i8, i16, i32 or i64"};
  argument.dtype = *parsed;
  for (auto *read : {readShape, readStrides, readSizesFrom})
    if (Status status = read(object, where, argument); !status)
      return status.error();
  if (argument.isScalar && (!argument.shape.empty() || argument.isOutput))
    return Error{"manifest: " + where +
                 ": expected a scalar to be an input of rank 0, found " +
                 (argument.isOutput
                      ? "an output"
                      : "rank " + std::to_string(argument.shape.size()))};
  return argument;
}

/// Every source must be a dimension of an input.
static Status checkSources(const ManifestFunction &function,
                           const std::string &where) {
  for (const ManifestArgument &argument : function.arguments) {
    for (const std::optional<SizeSource> &source : argument.sizesFrom) {
      if (!source)
        continue;
      int64_t count = static_cast<int64_t>(function.arguments.size());
      bool exists = source->argument >= 0 && source->argument < count;
      const ManifestArgument *other =
          exists ? &function.arguments[source->argument] : nullptr;
      if (!other || source->dim < 0 ||
          source->dim >= static_cast<int64_t>(other->shape.size()))
        return Error{"manifest: " + where + ": sizes_from of '" +
                     argument.name + "' names dimension " +
                     std::to_string(source->dim) + " of argument " +
                     std::to_string(source->argument) +
                     ", which does not exist"};
    }
  }
  return {};
}

static Result<ManifestFunction> readFunction(const json &object,
                                             const std::string &where) {
  ManifestFunction function;
  if (Status status = readString(object, "name", where, function.name); !status)
    return status.error();
  if (Status status = readString(object, "symbol", where, function.symbol);
      !status)
    return status.error();
  const json *arguments = findMember(object, "arguments");
  if (!arguments || !arguments->is_array())
    return expected(where + ".arguments", "a list", arguments);
  for (size_t i = 0; i < arguments->size(); ++i) {
    Result<ManifestArgument> argument = readArgument(
        (*arguments)[i], where + ".arguments[" + std::to_string(i) + "]");
    if (!argument)
      return argument.error();
    function.arguments.push_back(std::move(*argument));
  }
  if (Status status = checkSources(function, where); !status)
    return status.error();
  return function;
}

/// Reads the processor in `object`, and what its code needs.
static Status readProcessor(const json &object, const std::string &where,
                            CPURequirements &result) {
  if (Status status = readString(object, "cpu", where, result.cpu); !status)
    return status;
  const json *features = findMember(object, "features");
  if (!features)
    return {};
  auto isString = [](const json &name) { return name.is_string(); };
  if (!features->is_array() ||
      !std::all_of(features->begin(), features->end(), isString))
    return expected(where + ".features", "a list of strings", features);
  result.features = features->get<std::vector<std::string>>();
  return {};
}

static Status readVariants(const json &target,
                           std::vector<CPURequirements> &variants) {
  const json *list = findMember(target, "variants");
  if (!list)
    return {};
  if (!list->is_array() || list->empty())
    return expected("target.variants", "a list that is not empty", list);
  for (size_t i = 0; i < list->size(); ++i) {
    variants.emplace_back();
    if (Status status = readProcessor(
            (*list)[i], "target.variants[" + std::to_string(i) + "]",
            variants.back());
        !status)
      return status;
  }
  return {};
}

/// Reads the device that functions run on, if it is not the CPU.
static Status readDevice(const json &target, Manifest &manifest) {
  const json *device = findMember(target, "device");
  if (!device)
    return {};
  if (*device != "cpu" && *device != "cuda" && *device != "sim")
    return expected("target.device", "\"cpu\", \"cuda\" or \"sim\"", device);
  manifest.device = device->get<std::string>();
  if (manifest.device == "cpu")
    return {};
  return readString(target, "chip", "target", manifest.chip);
}

static Status readTarget(const json &target, Manifest &manifest) {
  if (Status status = readString(target, "triple", "target", manifest.triple);
      !status)
    return status;
  if (Status status = readProcessor(target, "target", manifest.target); !status)
    return status;
  if (Status status = readVariants(target, manifest.variants); !status)
    return status;
  return readDevice(target, manifest);
}

/// What helps against a manifest that is too new: the version that wrote it.
static std::string updateTo(const json &root) {
  const json *writer = findMember(root, "diffattn");
  return writer && writer->is_string()
             ? "update diffattn to version " + excerpt(*writer)
             : "update diffattn";
}

static Status checkVersion(const json &root) {
  const json *version = findMember(root, "manifest");
  std::optional<int64_t> number = version ? asInt64(*version) : std::nullopt;
  if (!number)
    return expected("manifest", "a version number", version);
  if (*number > manifestVersion)
    return Error{"manifest version " + std::to_string(*number) +
                 " is newer than " + std::to_string(manifestVersion) +
                 ", the newest that this version of diffattn reads: " +
                 updateTo(root) + ", or compile again with this one"};
  if (*number < 1)
    return expected("manifest", "a version number from 1", version);
  return {};
}

Result<Manifest> diffattn::parseManifest(std::string_view text) {
  Result<json> root = parseJson(text);
  if (!root)
    return Error{"manifest: " + root.message()};
  if (!root->is_object())
    return Error{"manifest: expected an object, found " + excerpt(*root)};
  if (Status status = checkVersion(*root); !status)
    return status.error();

  Manifest manifest;
  if (Status status =
          readString(*root, "diffattn", "root", manifest.toolVersion);
      !status)
    return status.error();
  if (const json *target = findMember(*root, "target"))
    if (Status status = readTarget(*target, manifest); !status)
      return status.error();
  const json *functions = findMember(*root, "functions");
  if (!functions || !functions->is_array())
    return expected("functions", "a list", functions);
  for (size_t i = 0; i < functions->size(); ++i) {
    Result<ManifestFunction> function =
        readFunction((*functions)[i], "functions[" + std::to_string(i) + "]");
    if (!function)
      return function.error();
    manifest.functions.push_back(std::move(*function));
  }
  return manifest;
}

Result<std::string> diffattn::chooseCode(const Manifest &manifest) {
  if (Status status = checkProcessor(manifest.target); !status)
    return status.error();
  if (manifest.variants.empty())
    return manifest.target.cpu;
  Result<size_t> variant = chooseVariant(manifest.variants);
  if (!variant)
    return variant.error();
  return manifest.variants[*variant].cpu;
}
