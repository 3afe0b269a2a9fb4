//===- RuntimeFunctions.cpp - calls of the runtime ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/RuntimeFunctions.h"
#include "diffattn/Codegen/Common/Numbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::diffattn;

LogicalResult mlir::diffattn::declareRuntimeFunction(ModuleOp module,
                                                     StringRef name,
                                                     unsigned pointers) {
  if (Operation *found = module.lookupSymbol(name))
    return found->emitError()
           << "symbol '" << name << "' is that of the runtime";
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Type> arguments(pointers,
                              LLVM::LLVMPointerType::get(module.getContext()));
  func::FuncOp::create(b, module.getLoc(), name,
                       b.getFunctionType(arguments, {}))
      .setPrivate();
  return success();
}

Value mlir::diffattn::emitPointerTo(Emitter &e, Value buffer) {
  auto parts = memref::ExtractStridedMetadataOp::create(e, buffer);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(e, buffer);
  Value offset = e.mul(parts.getOffset(), bytesOfNumber(element));
  Value address =
      arith::IndexCastOp::create(e, e.getI64Type(), e.add(start, offset));
  return LLVM::IntToPtrOp::create(e, LLVM::LLVMPointerType::get(e.getContext()),
                                  address);
}
