//===- Manifest.cpp - what an artifact says about itself -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Manifest.h"

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

std::string mlir::diffattn::emitManifest(ArrayRef<FunctionSignature> functions,
                                         const Target &target) {
  json::Array descriptions;
  for (const FunctionSignature &function : functions) {
    json::Array arguments;
    for (const ArgumentSignature &argument : function.arguments)
      arguments.push_back(describe(argument));
    descriptions.push_back(json::Object{{"name", function.name},
                                        {"symbol", function.symbol()},
                                        {"arguments", std::move(arguments)}});
  }
  json::Object manifest{
      {"diffattn", DIFFATTN_VERSION},
      {"manifest", 1},
      {"target", json::Object{{"triple", target.triple}, {"cpu", target.cpu}}},
      {"functions", std::move(descriptions)}};
  std::string text;
  llvm::raw_string_ostream os(text);
  os << json::Value(std::move(manifest));
  return text;
}
