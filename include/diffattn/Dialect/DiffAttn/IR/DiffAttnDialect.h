//===- DiffAttnDialect.h - the diffattn dialect and its attributes --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNDIALECT_H
#define DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNDIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::diffattn {

/// The attribute that names an argument or a result for hosts.
inline constexpr llvm::StringLiteral kNameAttr = "diffattn.name";

/// Roles of iteration dims, in canonical order.
enum class Role { Split, Batch, Query, Key, Feature, Value };

} // namespace mlir::diffattn

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnEnums.h.inc"

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnAttrs.h.inc"

#endif // DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNDIALECT_H
