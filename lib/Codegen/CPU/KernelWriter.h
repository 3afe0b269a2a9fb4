//===- KernelWriter.h - the code of contractions ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H
#define DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H

#include "ContractionKernels.h"

namespace mlir::diffattn {

/// Writes the functions for one combination of element types.
class KernelWriter {
public:
  /// `quantization`: of the panels of weights.
  KernelWriter(ContractionKernels &kernels, Location loc, Type a, Type b,
               Type c, Quantization quantization = Quantization::None);

  /// The function that does all of it: for weights, or for other arrays.
  func::FuncOp contract(bool mayBeWeights);

private:
  using Body = KernelLibrary::Body;

  // Functions, one by one.
  func::FuncOp define(const Twine &name, TypeRange arguments, TypeRange results,
                      Body body);
  static Values call(Emitter &e, func::FuncOp function, ValueRange arguments) {
    return KernelLibrary::call(e, function, arguments);
  }
  static std::string nameOf(Type type) { return KernelLibrary::nameOf(type); }
  Type table() const { return memoryOf(index); }
  static Type memoryOf(Type element) {
    return MemRefType::get(ShapedType::kDynamic, element);
  }

  // Tables (ContractionKernels.cpp).
  func::FuncOp fillOffsets();
  func::FuncOp isConsecutive();
  Value makeTable(Emitter &e, const DimClass &dims, unsigned array,
                  Value count);
  static Value lowest(Emitter &e, ValueRange sizes, ValueRange strides);
  void addTo(Emitter &e, Value value, Value c, Value at, Value overwrite);

  // Packed (ContractPacked.cpp). `panels`: of weights, or null.
  class Packed;
  void writePacked(Emitter &e, const ContractionCall &contraction,
                   Value panels);
  void forHeight(Emitter &e, Value rows, ArrayRef<int64_t> heights,
                 function_ref<void(int64_t)> emit);
  func::FuncOp multiplyTile(int64_t height);
  func::FuncOp addTile();

  // Panels (ContractPacking.cpp).
  func::FuncOp pack(Type source, Type word, int64_t width);
  void packConsecutive(Emitter &e, ValueRange arguments, Type word,
                       int64_t width);
  void packTransposed(Emitter &e, ValueRange arguments, Type word,
                      int64_t width);
  void packRow(Emitter &e, ValueRange arguments, Type word);

  // Weights (ContractWeights.cpp).
  Value wordsOfPanel(Emitter &e, Value depth);
  Values findPanels(Emitter &e, const ContractionCall &contraction);
  func::FuncOp packWeights();
  void packPanel(Emitter &e, ValueRange arguments, Value panels, Value at);
  func::FuncOp unpack();

  // Quantised weights (ContractQuantized.cpp).
  class GroupProduct;
  int64_t wordsOfGroup() const;
  int64_t placeInGroup(int64_t part) const;
  std::string nameOfQuantized() const;
  func::FuncOp quantizeGroup();
  void
  quantizePanel(Emitter &e, Value depth, Value panels, Value at,
                function_ref<void(Value begin, Value end, Value group)> pack);
  Value unpackWord(Emitter &e, Value panels, Value at, int64_t col, int64_t i);
  func::FuncOp unpackGroups();
  func::FuncOp multiplyGroups(int64_t height, bool isUnpacked,
                              int64_t panelCount);

  // Few rows (ContractFewRows.cpp).
  Value hasFewRows(Emitter &e, const ContractionCall &contraction);
  void writeFewRows(Emitter &e, const ContractionCall &contraction);
  func::FuncOp dots(int64_t rows);
  func::FuncOp combine(int64_t rows, int64_t vectors, int64_t lanes);

  ContractionKernels &kernels;
  Location loc;
  Type a, b, c, sum, index;
  /// What panels consist of that are multiplied, and those of weights.
  Type word, stored;
  Quantization quantization;
  Blocking blocking;
};

/// sums + left * right, of words: `left` is the same in all lanes.
Value multiplyAddWords(Emitter &e, Value left, Value right, Value sums);

/// Depths in a word of panels: two if it is a pair of bf16.
inline int64_t depthsOf(Type word) { return word.isInteger(32) ? 2 : 1; }

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H
