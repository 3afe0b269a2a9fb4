//===- LLVMSymbols.cpp - declarations and constants in LLVM modules -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMSymbols.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::diffattn;

LLVM::LLVMFuncOp LLVMSymbols::declare(StringRef name, Type result,
                                      ArrayRef<Type> arguments) {
  if (auto found = table.lookup<LLVM::LLVMFuncOp>(name))
    return found;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      b, module.getLoc(), name, LLVM::LLVMFunctionType::get(result, arguments));
  table.insert(function);
  return function;
}

LLVM::GlobalOp LLVMSymbols::addConstant(StringRef name, Type type,
                                        Attribute value) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto global =
      LLVM::GlobalOp::create(b, module.getLoc(), type, /*isConstant=*/true,
                             LLVM::Linkage::Internal, name, value);
  table.insert(global);
  return global;
}

LLVM::GlobalOp LLVMSymbols::addString(StringRef name, StringRef bytes) {
  Builder b(module.getContext());
  std::string text = bytes.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), text.size());
  return addConstant(name, type, b.getStringAttr(text));
}

LLVM::GlobalOp LLVMSymbols::addNumbers(StringRef name,
                                       ArrayRef<int64_t> numbers) {
  Builder b(module.getContext());
  auto type = LLVM::LLVMArrayType::get(b.getI64Type(), numbers.size());
  return addConstant(name, type, b.getI64TensorAttr(numbers));
}
