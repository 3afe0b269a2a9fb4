//===- KernelWriter.h - the parts of a contraction --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See ContractionKernels.h for the idea.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H
#define DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H

#include "ContractionKernels.h"

namespace mlir::diffattn {

/// Writes the functions for one combination of element types.
class KernelWriter {
public:
  KernelWriter(ContractionKernels &kernels, Location loc, Type a, Type b,
               Type c);

  /// The function that does all of it.
  func::FuncOp contract();

private:
  using Body = KernelLibrary::Body;

  // Functions, one by one.
  func::FuncOp define(const Twine &name, TypeRange arguments, TypeRange results,
                      Body body);
  static Values call(Emitter &e, func::FuncOp function, ValueRange arguments) {
    return KernelLibrary::call(e, function, arguments);
  }
  static std::string nameOf(Type type) { return KernelLibrary::nameOf(type); }
  Type table() const { return MemRefType::get(ShapedType::kDynamic, index); }
  Type workspace() const { return MemRefType::get(ShapedType::kDynamic, sum); }

  // Tables (ContractionKernels.cpp).
  func::FuncOp fillOffsets();
  func::FuncOp isConsecutive();
  Value makeTable(Emitter &e, const DimClass &dims, unsigned array,
                  Value count);
  static Value lowest(Emitter &e, ValueRange sizes, ValueRange strides);
  void addTo(Emitter &e, Value value, Value c, Value at, Value overwrite);

  // Many rows (ContractManyRows.cpp).
  void writeManyRows(Emitter &e, const ContractionCall &contraction);
  func::FuncOp multiplyTile();
  func::FuncOp addTile();

  // Packing (ContractPacking.cpp).
  func::FuncOp pack(Type source, int64_t width);
  void packConsecutive(Emitter &e, ValueRange arguments, int64_t width);
  void packTransposed(Emitter &e, ValueRange arguments, int64_t width);

  // Few rows (ContractFewRows.cpp).
  Value hasFewRows(Emitter &e, const ContractionCall &contraction);
  void writeFewRows(Emitter &e, const ContractionCall &contraction);
  func::FuncOp dots(int64_t rows);
  func::FuncOp combine(int64_t rows, int64_t vectors, int64_t lanes);

  ContractionKernels &kernels;
  Location loc;
  Type a, b, c, sum, index;
  Blocking blocking;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_KERNELWRITER_H
