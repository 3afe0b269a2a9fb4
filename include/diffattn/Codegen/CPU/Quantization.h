//===- Quantization.h - weights in fewer bits -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_QUANTIZATION_H
#define DIFFATTN_CODEGEN_CPU_QUANTIZATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::diffattn {

/// What the runtime keeps of weights: numbers of their own type, or integers of
/// a few bits that share a scale (docs/quantization.md).
enum class Quantization { None, Int8, Int4 };

/// Of a module: how its weights are quantised, if they are (a string).
inline constexpr llvm::StringLiteral kQuantizationAttr =
    "diffattn.quantization";

/// Depths of a column that share a scale.
inline constexpr int64_t kGroupDepth = 64;

/// Bits of a quantised weight.
inline int64_t bitsOf(Quantization quantization) {
  return quantization == Quantization::Int4 ? 4 : 8;
}

/// As options spell it: "none", "int8" or "int4".
inline llvm::StringRef stringifyQuantization(Quantization quantization) {
  switch (quantization) {
  case Quantization::None:
    return "none";
  case Quantization::Int8:
    return "int8";
  case Quantization::Int4:
    return "int4";
  }
  return "";
}

/// For options of passes and tools.
inline llvm::cl::ValuesClass valuesOfQuantization() {
  auto value = [](Quantization quantization, const char *description) {
    return llvm::cl::OptionEnumValue{stringifyQuantization(quantization),
                                     static_cast<int>(quantization),
                                     description};
  };
  return llvm::cl::values(
      value(Quantization::None, "as they are"),
      value(Quantization::Int8, "8 bits, and a scale for 64 of them"),
      value(Quantization::Int4, "4 bits, and a scale for 64 of them"));
}

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_CPU_QUANTIZATION_H
