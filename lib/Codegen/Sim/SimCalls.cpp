//===- SimCalls.cpp - calls of the emulator -------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCalls.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::diffattn;

LLVM::CallOp SimCalls::call(ImplicitLocOpBuilder &b, StringRef name,
                            Type result, ValueRange operands, Effect effect) {
  std::string symbol = ("diffattn_sim_" + name).str();
  auto function = table.lookup<LLVM::LLVMFuncOp>(symbol);
  if (!function) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        top, module.getLoc(), symbol,
        LLVM::LLVMFunctionType::get(result,
                                    llvm::to_vector(operands.getTypes())));
    function.setNoUnwind(true);
    if (effect == Effect::None) {
      constexpr auto kNone = LLVM::ModRefInfo::NoModRef;
      function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
          module.getContext(), kNone, kNone, kNone, kNone, kNone, kNone));
      function.setWillReturn(true);
    }
    table.insert(function);
  }
  return LLVM::CallOp::create(b, function, operands);
}

LLVM::CallOp SimCalls::call(ImplicitLocOpBuilder &b, StringRef name,
                            ValueRange operands) {
  return call(b, name, LLVM::LLVMVoidType::get(b.getContext()), operands);
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

/// The first place in a file that `location` has.
static FileLineColLoc findFile(Location location) {
  FileLineColLoc found;
  location->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

Value SimCalls::site(ImplicitLocOpBuilder &b, Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  int64_t number = sitesOf[op->getName()]++;
  stream << op->getName();
  if (FileLineColLoc file = findFile(op->getLoc()))
    stream << ' ' << llvm::sys::path::filename(file.getFilename()) << ':'
           << file.getLine() << ':' << file.getColumn();
  else
    stream << " number " << number;
  text += '\0';
  // Its address matters: LLVM must not merge it with another's.
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  auto global = LLVM::GlobalOp::create(
      top, module.getLoc(),
      LLVM::LLVMArrayType::get(b.getI8Type(), text.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, "diffattn_site",
      b.getStringAttr(text));
  table.insert(global);
  return LLVM::AddressOfOp::create(b, global);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value SimCalls::flat(ImplicitLocOpBuilder &b, Value pointer) {
  auto type = LLVM::LLVMPointerType::get(b.getContext());
  if (pointer.getType() == type)
    return pointer;
  return LLVM::AddrSpaceCastOp::create(b, type, pointer);
}

Value SimCalls::i32(ImplicitLocOpBuilder &b, int64_t value) {
  return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
}

Value SimCalls::i64(ImplicitLocOpBuilder &b, int64_t value) {
  return LLVM::ConstantOp::create(b, b.getI64IntegerAttr(value));
}
