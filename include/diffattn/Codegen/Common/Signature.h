//===- Signature.h - how a public function is called ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A signature says what callers pass to a function of an artifact. It is
// derived from the arguments of a func.func of stage `buffers` or later, rides
// through the conversion to LLVM as the attribute `diffattn.signature`, and
// ends up in the entry (as the table that diffattn_bind_arguments reads) and in
// the manifest.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_SIGNATURE_H
#define DIFFATTN_CODEGEN_COMMON_SIGNATURE_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace mlir::diffattn {

inline constexpr llvm::StringLiteral kKindAttr = "diffattn.kind";
inline constexpr llvm::StringLiteral kSizesFromAttr = "diffattn.sizes_from";
inline constexpr llvm::StringLiteral kSignatureAttr = "diffattn.signature";
inline constexpr llvm::StringLiteral kEntryPrefix = "diffattn_entry_";

/// A dimension of an argument.
struct DimOfArgument {
  int64_t argument;
  int64_t dim;
};

/// One argument as callers see it.
struct ArgumentSignature {
  std::string name;
  bool isOutput = false;
  /// An input that is a weight: hosts bind it once, by its name.
  bool isParameter = false;
  /// Scalars are passed by value inside the module, and as tensors of rank 0 by
  /// callers.
  bool isScalar = false;
  /// The layout is row-major without gaps, also where sizes are dynamic.
  bool isRowMajor = false;
  diffattn_dtype dtype = DIFFATTN_F32;
  /// ShapedType::kDynamic stands for any size.
  SmallVector<int64_t> shape;
  /// ShapedType::kDynamic stands for any stride.
  SmallVector<int64_t> strides;
  /// Empty, or for each dimension the argument dimension of equal size.
  SmallVector<std::optional<DimOfArgument>> sizesFrom;
};

/// One function as callers see it.
struct FunctionSignature {
  std::string name;
  SmallVector<ArgumentSignature> arguments;

  /// The symbol of the entry.
  std::string symbol() const;
};

/// "input", "output" or "parameter".
StringRef stringifyKind(const ArgumentSignature &argument);

/// "f32" etc., the spelling in manifests.
StringRef stringifyDType(diffattn_dtype dtype);

/// The dtype of elements of `type`, if callers can pass it.
std::optional<diffattn_dtype> dtypeOf(Type type);

/// The name of argument or result `index`: the attribute in `attrs`, or
/// `prefix` and the number.
std::string nameOrDefault(DictionaryAttr attrs, StringRef prefix,
                          unsigned index);

/// Derives the signature of a function that has only memrefs and scalars as
/// arguments, named and of known kind. Emits an error for what callers can't
/// pass.
FailureOr<FunctionSignature> signatureOf(func::FuncOp function);

DictionaryAttr encodeSignature(MLIRContext *context,
                               const FunctionSignature &signature);
/// Fails, without an error, if `attr` is no signature.
FailureOr<FunctionSignature> decodeSignature(Attribute attr);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_SIGNATURE_H
