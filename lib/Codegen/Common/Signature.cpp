//===- Signature.cpp - how a public function is called -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Signature.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
struct DTypeName {
  diffattn_dtype dtype;
  StringLiteral name;
};
} // namespace

static constexpr DTypeName kDTypeNames[] = {
    {DIFFATTN_F16, "f16"}, {DIFFATTN_BF16, "bf16"}, {DIFFATTN_F32, "f32"},
    {DIFFATTN_F64, "f64"}, {DIFFATTN_BOOL, "bool"}, {DIFFATTN_I8, "i8"},
    {DIFFATTN_I16, "i16"}, {DIFFATTN_I32, "i32"},   {DIFFATTN_I64, "i64"}};

StringRef mlir::diffattn::stringifyKind(const ArgumentSignature &argument) {
  if (argument.isParameter)
    return "parameter";
  return argument.isOutput ? "output" : "input";
}

StringRef mlir::diffattn::stringifyDType(diffattn_dtype dtype) {
  for (const DTypeName &entry : kDTypeNames)
    if (entry.dtype == dtype)
      return entry.name;
  return "";
}

std::optional<diffattn_dtype> mlir::diffattn::dtypeOf(Type type) {
  if (type.isF16())
    return DIFFATTN_F16;
  if (type.isBF16())
    return DIFFATTN_BF16;
  if (type.isF32())
    return DIFFATTN_F32;
  if (type.isF64())
    return DIFFATTN_F64;
  if (type.isIndex())
    return DIFFATTN_I64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return DIFFATTN_BOOL;
  case 8:
    return DIFFATTN_I8;
  case 16:
    return DIFFATTN_I16;
  case 32:
    return DIFFATTN_I32;
  case 64:
    return DIFFATTN_I64;
  default:
    return std::nullopt;
  }
}

std::string FunctionSignature::symbol() const {
  std::string symbol = kEntryPrefix.str();
  for (char c : name)
    symbol += llvm::isAlnum(c) ? c : '_';
  return symbol;
}

std::string mlir::diffattn::nameOrDefault(DictionaryAttr attrs,
                                          StringRef prefix, unsigned index) {
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>(kNameAttr))
      return name.str();
  return (prefix + Twine(index)).str();
}

//===----------------------------------------------------------------------===//
// From functions
//===----------------------------------------------------------------------===//

/// Reads pairs of argument and dimension, flat, -1 where the size is static.
static SmallVector<std::optional<DimOfArgument>>
readSizesFrom(ArrayRef<int64_t> flat) {
  SmallVector<std::optional<DimOfArgument>> sizes;
  for (size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (flat[i] < 0)
      sizes.push_back(std::nullopt);
    else
      sizes.push_back(DimOfArgument{flat[i], flat[i + 1]});
  }
  return sizes;
}

/// Whether the sizes of `argument` come from dimensions that there are.
static bool hasValidSizes(const ArgumentSignature &argument,
                          const FunctionSignature &signature) {
  if (argument.sizesFrom.empty())
    return true;
  if (argument.sizesFrom.size() != argument.shape.size())
    return false;
  return llvm::all_of(argument.sizesFrom, [&](const auto &source) {
    return !source ||
           (source->argument < int64_t(signature.arguments.size()) &&
            source->dim >= 0 &&
            source->dim <
                int64_t(signature.arguments[source->argument].shape.size()));
  });
}

/// Whether `name` can stand in a message and in a C comment; `whose` it is.
static LogicalResult checkName(func::FuncOp function, const Twine &whose,
                               StringRef name) {
  if (name.empty())
    return function.emitError() << whose << " has an empty name";
  if (llvm::any_of(name, [](unsigned char c) { return c < ' ' || c == 127; }))
    return function.emitError() << whose << " has a name that can't be printed";
  return success();
}

static LogicalResult describeMemRef(func::FuncOp function, unsigned index,
                                    MemRefType type,
                                    ArgumentSignature &argument) {
  auto fail = [&]() {
    return function.emitError() << "argument '" << argument.name << "' ";
  };
  if (type.getMemorySpace())
    return fail() << "is in memory space " << type.getMemorySpace()
                  << ", expected the default one";
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(argument.strides, offset)))
    return fail() << "has the layout " << type.getLayout()
                  << ", expected a strided one";
  if (offset != 0 && !ShapedType::isDynamic(offset))
    return fail() << "has the static offset " << offset
                  << ", expected 0 or a dynamic one";
  argument.shape = llvm::to_vector(type.getShape());
  argument.isRowMajor = type.getLayout().isIdentity();
  if (auto sizes =
          function.getArgAttrOfType<DenseI64ArrayAttr>(index, kSizesFromAttr))
    argument.sizesFrom = readSizesFrom(sizes);
  return success();
}

static FailureOr<ArgumentSignature> describe(func::FuncOp function,
                                             unsigned index) {
  Type type = function.getArgumentTypes()[index];
  ArgumentSignature argument;
  argument.name = nameOrDefault(function.getArgAttrDict(index), "arg", index);
  if (failed(checkName(function, "argument " + Twine(index), argument.name)))
    return failure();
  if (Attribute kind = function.getArgAttr(index, kKindAttr)) {
    auto text = dyn_cast<StringAttr>(kind);
    if (!text || (text != "input" && text != "output" && text != "parameter"))
      return function.emitError()
             << "argument '" << argument.name << "' has diffattn.kind " << kind
             << ", expected \"input\", \"output\" or \"parameter\"";
    argument.isOutput = text.getValue() == "output";
    argument.isParameter = text.getValue() == "parameter";
  }

  auto memref = dyn_cast<MemRefType>(type);
  argument.isScalar = !memref;
  std::optional<diffattn_dtype> dtype =
      dtypeOf(memref ? memref.getElementType() : type);
  if (!dtype)
    return function.emitError()
           << "argument '" << argument.name << "' has type " << type
           << ", which callers can't pass";
  argument.dtype = *dtype;
  if (memref && failed(describeMemRef(function, index, memref, argument)))
    return failure();
  return argument;
}

FailureOr<FunctionSignature>
mlir::diffattn::signatureOf(func::FuncOp function) {
  FunctionSignature signature;
  signature.name = function.getName().str();
  if (function.getNumResults())
    return function.emitError()
           << "public function has " << function.getNumResults()
           << " results, expected destinations among its arguments";
  if (failed(checkName(function, "function", signature.name)))
    return failure();
  llvm::StringSet<> names;
  for (unsigned i : llvm::seq(function.getNumArguments())) {
    FailureOr<ArgumentSignature> argument = describe(function, i);
    if (failed(argument))
      return failure();
    if (!names.insert(argument->name).second)
      return function.emitError()
             << "two arguments have the name '" << argument->name << "'";
    signature.arguments.push_back(std::move(*argument));
  }
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    if (!hasValidSizes(argument, signature))
      return function.emitError()
             << "argument '" << argument.name << "' has diffattn.sizes_from "
             << function.getArgAttr(i, kSizesFromAttr)
             << ", expected an argument and a dimension of it for each size";
  return signature;
}

//===----------------------------------------------------------------------===//
// To and from attributes
//===----------------------------------------------------------------------===//

static DictionaryAttr encode(Builder &b, const ArgumentSignature &argument) {
  SmallVector<int64_t> sizesFrom;
  for (const std::optional<DimOfArgument> &source : argument.sizesFrom)
    llvm::append_range(sizesFrom,
                       ArrayRef<int64_t>{source ? source->argument : -1,
                                         source ? source->dim : -1});
  SmallVector<NamedAttribute> attrs{
      b.getNamedAttr("name", b.getStringAttr(argument.name)),
      b.getNamedAttr("dtype", b.getI64IntegerAttr(argument.dtype)),
      b.getNamedAttr("shape", b.getDenseI64ArrayAttr(argument.shape)),
      b.getNamedAttr("strides", b.getDenseI64ArrayAttr(argument.strides)),
      b.getNamedAttr("sizes_from", b.getDenseI64ArrayAttr(sizesFrom))};
  auto flag = [&](StringRef name, bool value) {
    if (value)
      attrs.push_back(b.getNamedAttr(name, b.getUnitAttr()));
  };
  flag("output", argument.isOutput);
  flag("parameter", argument.isParameter);
  flag("scalar", argument.isScalar);
  flag("row_major", argument.isRowMajor);
  return b.getDictionaryAttr(attrs);
}

DictionaryAttr
mlir::diffattn::encodeSignature(MLIRContext *context,
                                const FunctionSignature &signature) {
  Builder b(context);
  SmallVector<Attribute> arguments;
  for (const ArgumentSignature &argument : signature.arguments)
    arguments.push_back(encode(b, argument));
  return b.getDictionaryAttr(
      {b.getNamedAttr("name", b.getStringAttr(signature.name)),
       b.getNamedAttr("arguments", b.getArrayAttr(arguments))});
}

static FailureOr<ArgumentSignature> decode(Attribute attr) {
  auto dict = dyn_cast<DictionaryAttr>(attr);
  if (!dict)
    return failure();
  auto name = dict.getAs<StringAttr>("name");
  auto dtype = dict.getAs<IntegerAttr>("dtype");
  auto shape = dict.getAs<DenseI64ArrayAttr>("shape");
  auto strides = dict.getAs<DenseI64ArrayAttr>("strides");
  auto sizesFrom = dict.getAs<DenseI64ArrayAttr>("sizes_from");
  if (!name || !dtype || !shape || !strides || !sizesFrom ||
      shape.size() != strides.size() || sizesFrom.size() % 2)
    return failure();
  ArgumentSignature argument;
  argument.name = name.str();
  argument.dtype = static_cast<diffattn_dtype>(dtype.getInt());
  if (stringifyDType(argument.dtype).empty())
    return failure();
  argument.isOutput = dict.contains("output");
  argument.isParameter = dict.contains("parameter");
  argument.isScalar = dict.contains("scalar");
  argument.isRowMajor = dict.contains("row_major");
  argument.shape = llvm::to_vector(shape.asArrayRef());
  argument.strides = llvm::to_vector(strides.asArrayRef());
  argument.sizesFrom = readSizesFrom(sizesFrom);
  return argument;
}

FailureOr<FunctionSignature> mlir::diffattn::decodeSignature(Attribute attr) {
  auto dict = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!dict)
    return failure();
  auto name = dict.getAs<StringAttr>("name");
  auto arguments = dict.getAs<ArrayAttr>("arguments");
  if (!name || !arguments)
    return failure();
  FunctionSignature signature;
  signature.name = name.str();
  for (Attribute attr : arguments) {
    FailureOr<ArgumentSignature> argument = decode(attr);
    if (failed(argument))
      return failure();
    signature.arguments.push_back(std::move(*argument));
  }
  for (const ArgumentSignature &argument : signature.arguments)
    if (!hasValidSizes(argument, signature))
      return failure();
  return signature;
}
