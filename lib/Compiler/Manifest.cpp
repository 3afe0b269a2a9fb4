//===- Manifest.cpp - what an artifact says about itself -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Manifest.h"
#include "diffattn/Codegen/CPU/Quantization.h"
#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::diffattn;
namespace json = llvm::json;

FailureOr<std::vector<FunctionSignature>>
mlir::diffattn::collectSignatures(ModuleOp module) {
  std::vector<FunctionSignature> functions;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    Attribute attr = function->getAttr(kSignatureAttr);
    if (!attr || function.isExternal())
      continue;
    FailureOr<FunctionSignature> signature = decodeSignature(attr);
    if (failed(signature) || signature->symbol() != function.getName())
      return function.emitError()
             << "attribute '" << kSignatureAttr << "' is no signature of '"
             << function.getName() << "'";
    functions.push_back(std::move(*signature));
  }
  if (functions.empty())
    return module.emitError() << "module has no entry (a function with '"
                              << kSignatureAttr << "')";
  return functions;
}

/// Dynamic sizes and strides are null.
static json::Array list(ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(ShapedType::isDynamic(value) ? json::Value(nullptr)
                                                 : json::Value(value));
  return array;
}

static json::Value strides(const ArgumentSignature &argument) {
  if (argument.isRowMajor && !argument.shape.empty())
    return "row-major";
  if (llvm::all_of(argument.strides, ShapedType::isDynamic))
    return nullptr;
  return list(argument.strides);
}

static json::Object describe(const ArgumentSignature &argument) {
  json::Object object{{"name", argument.name},
                      {"kind", stringifyKind(argument)},
                      {"dtype", stringifyDType(argument.dtype)},
                      {"shape", list(argument.shape)},
                      {"strides", strides(argument)}};
  if (argument.isScalar)
    object["scalar"] = true;
  if (argument.sizesFrom.empty())
    return object;
  json::Array sources;
  for (const std::optional<DimOfArgument> &source : argument.sizesFrom) {
    if (source)
      sources.push_back(json::Array{source->argument, source->dim});
    else
      sources.push_back(nullptr);
  }
  object["sizes_from"] = std::move(sources);
  return object;
}

/// Strings, numbers, booleans, lists and dictionaries; nullopt for all else.
static std::optional<json::Value> toJSON(Attribute attr) {
  if (auto text = dyn_cast<StringAttr>(attr))
    return json::Value(json::fixUTF8(text.getValue()));
  if (auto boolean = dyn_cast<BoolAttr>(attr))
    return json::Value(boolean.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    if (std::optional<int64_t> value = integer.getValue().trySExtValue())
      return json::Value(*value);
  if (auto number = dyn_cast<FloatAttr>(attr))
    if (number.getValue().isFinite())
      return json::Value(number.getValueAsDouble());
  if (auto list = dyn_cast<ArrayAttr>(attr)) {
    json::Array array;
    for (Attribute element : list) {
      std::optional<json::Value> value = toJSON(element);
      if (!value)
        return std::nullopt;
      array.push_back(std::move(*value));
    }
    return json::Value(std::move(array));
  }
  auto dictionary = dyn_cast<DictionaryAttr>(attr);
  if (!dictionary)
    return std::nullopt;
  json::Object object;
  for (NamedAttribute entry : dictionary) {
    std::optional<json::Value> value = toJSON(entry.getValue());
    if (!value)
      return std::nullopt;
    object[entry.getName().getValue()] = std::move(*value);
  }
  return json::Value(std::move(object));
}

/// Copies a dictionary attribute of `module`, if it is there.
static LogicalResult copyAttribute(ModuleOp module, StringRef name,
                                   StringRef key, json::Object &manifest) {
  Attribute attr = module->getAttr(name);
  if (!attr)
    return success();
  std::optional<json::Value> value;
  if (isa<DictionaryAttr>(attr))
    value = toJSON(attr);
  if (!value)
    return module.emitError() << "expected '" << name
                              << "' to be a dictionary of strings, numbers, "
                                 "booleans, lists and dictionaries, found "
                              << attr;
  manifest[key] = std::move(*value);
  return success();
}

/// The machines that code is for. Every machine can run the last of several
/// variants.
static json::Object describe(ArrayRef<Target> targets) {
  json::Array variants;
  for (const Target &target : targets)
    variants.push_back(
        json::Object{{"cpu", target.name},
                     {"features", json::Array(target.requiredFeatures)}});
  json::Object object{{"cpu", "multi"}, {"features", json::Array()}};
  if (targets.size() == 1)
    object = std::move(*variants.front().getAsObject());
  else
    object["variants"] = std::move(variants);
  object["triple"] = targets.front().triple;
  return object;
}

FailureOr<std::string>
mlir::diffattn::emitManifest(ModuleOp module,
                             ArrayRef<FunctionSignature> functions,
                             ArrayRef<Target> targets, Device device) {
  json::Array descriptions;
  for (const FunctionSignature &function : functions) {
    json::Array arguments;
    for (const ArgumentSignature &argument : function.arguments)
      arguments.push_back(describe(argument));
    descriptions.push_back(json::Object{{"name", function.name},
                                        {"symbol", function.symbol()},
                                        {"arguments", std::move(arguments)}});
  }
  json::Object target = describe(targets);
  if (auto kernels = module->getAttrOfType<DictionaryAttr>(kKernelsAttr)) {
    target["device"] = stringifyDevice(device);
    target["chip"] = kernels.getAs<StringAttr>("chip").getValue();
  }
  json::Object manifest{{"diffattn", DIFFATTN_VERSION},
                        {"manifest", 1},
                        {"target", std::move(target)},
                        {"functions", std::move(descriptions)}};
  if (auto name = module->getAttrOfType<StringAttr>(kQuantizationAttr))
    manifest["quantization"] = name.getValue();
  if (failed(copyAttribute(module, kAttentionsAttr, "attentions", manifest)) ||
      failed(copyAttribute(module, kObservedAttr, "observed", manifest)) ||
      failed(copyAttribute(module, kModelAttr, "model", manifest)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << json::Value(std::move(manifest));
  return text;
}
