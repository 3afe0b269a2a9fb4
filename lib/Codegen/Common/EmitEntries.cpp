//===- EmitEntries.cpp - the C interface of an artifact ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMSymbols.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Codegen/GPU/Names.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_EMITENTRIESPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The version of the table that diffattn_bind_arguments reads.
static constexpr int64_t kTableVersion = 1;

namespace {
/// Emits the entry of one function.
class EntryEmitter {
public:
  EntryEmitter(ModuleOp module, LLVMSymbols &symbols, LLVM::LLVMFuncOp function,
               const FunctionSignature &signature)
      : module(module), symbols(symbols), function(function),
        signature(signature),
        b(function.getLoc(), OpBuilder::atBlockEnd(module.getBody())) {}

  LogicalResult run();

private:
  // Tables.
  LLVM::GlobalOp emitNames();
  LLVM::GlobalOp emitTable();

  // Code.
  LLVM::LLVMFuncOp emitFunction();
  Value emitBind();
  void emitCall();
  void appendArgument(const ArgumentSignature &argument, unsigned index,
                      SmallVectorImpl<Value> &operands);
  Value loadScalar(const ArgumentSignature &argument, Value data);
  Value loadBound();
  Value i64(int64_t value);

  Type ptr() { return LLVM::LLVMPointerType::get(module.getContext()); }

  ModuleOp module;
  LLVMSymbols &symbols;
  LLVM::LLVMFuncOp function;
  const FunctionSignature &signature;
  ImplicitLocOpBuilder b;

  Value context, arguments, count;
  /// The array that diffattn_bind_arguments fills, and the next number in it.
  Value bound;
  int64_t nextBound = 0;
  /// Takes the status, ends the call.
  Block *end = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// See diffattn_bind_arguments.
LLVM::GlobalOp EntryEmitter::emitNames() {
  std::string names = signature.name;
  for (const ArgumentSignature &argument : signature.arguments)
    names += '\0' + argument.name;
  return symbols.addString("diffattn_names", names);
}

/// See diffattn_bind_arguments.
LLVM::GlobalOp EntryEmitter::emitTable() {
  constexpr int64_t kAny = -1, kRowMajor = -2, kParameter = 2;
  SmallVector<int64_t> table{kTableVersion,
                             int64_t(signature.arguments.size())};
  auto number = [](int64_t value) {
    return ShapedType::isDynamic(value) ? kAny : value;
  };
  for (const ArgumentSignature &argument : signature.arguments) {
    table.push_back(argument.isParameter ? kParameter : argument.isOutput);
    table.push_back(argument.dtype);
    table.push_back(argument.shape.size());
    llvm::append_range(table, llvm::map_range(argument.shape, number));
    if (argument.isRowMajor)
      table.append(argument.shape.size(), kRowMajor);
    else
      llvm::append_range(table, llvm::map_range(argument.strides, number));
  }
  return symbols.addNumbers("diffattn_table", table);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Value EntryEmitter::i64(int64_t value) {
  return LLVM::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value EntryEmitter::emitBind() {
  int64_t numbers = 1;
  for (const ArgumentSignature &argument : signature.arguments)
    numbers += 2 * argument.shape.size();
  bound = LLVM::AllocaOp::create(b, ptr(), b.getI64Type(), i64(numbers));
  Value names = LLVM::AddressOfOp::create(b, emitNames());
  Value table = LLVM::AddressOfOp::create(b, emitTable());
  SmallVector<Value> operands{context, names, table, arguments, count, bound};
  StringRef name = "diffattn_bind_arguments";
  if (module->hasAttr(kKernelsAttr)) {
    name = "diffattn_bind_device_arguments";
    operands.insert(&operands[1],
                    LLVM::AddressOfOp::create(b, ptr(), kKernelTable));
  }
  LLVM::LLVMFuncOp bind = symbols.declare(
      name, b.getI32Type(), SmallVector<Type>(ValueRange(operands).getTypes()));
  return LLVM::CallOp::create(b, bind, operands).getResult();
}

Value EntryEmitter::loadBound() {
  Value address =
      LLVM::GEPOp::create(b, ptr(), b.getI64Type(), bound,
                          ArrayRef<LLVM::GEPArg>{int32_t(nextBound++)});
  return LLVM::LoadOp::create(b, b.getI64Type(), address);
}

/// The LLVM type of a scalar of `dtype`.
static Type scalarType(OpBuilder &b, diffattn_dtype dtype) {
  switch (dtype) {
  case DIFFATTN_F16:
    return b.getF16Type();
  case DIFFATTN_BF16:
    return b.getBF16Type();
  case DIFFATTN_F32:
    return b.getF32Type();
  case DIFFATTN_F64:
    return b.getF64Type();
  case DIFFATTN_BOOL:
  case DIFFATTN_I8:
    return b.getI8Type();
  case DIFFATTN_I16:
    return b.getI16Type();
  case DIFFATTN_I32:
    return b.getI32Type();
  case DIFFATTN_I64:
    return b.getI64Type();
  }
  llvm_unreachable("decodeSignature checks dtypes");
}

Value EntryEmitter::loadScalar(const ArgumentSignature &argument, Value data) {
  Type type = scalarType(b, argument.dtype);
  Value value = LLVM::LoadOp::create(b, type, data);
  if (argument.dtype != DIFFATTN_BOOL)
    return value;
  Value zero = LLVM::ZeroOp::create(b, type);
  return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, value, zero);
}

void EntryEmitter::appendArgument(const ArgumentSignature &argument,
                                  unsigned index,
                                  SmallVectorImpl<Value> &operands) {
  // diffattn_tensor: data, sizes, strides, rank, dtype.
  auto tensor = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {ptr(), ptr(), ptr(), b.getI32Type(), b.getI32Type()});
  Value address = LLVM::GEPOp::create(
      b, ptr(), tensor, arguments, ArrayRef<LLVM::GEPArg>{int32_t(index), 0});
  Value data = LLVM::LoadOp::create(b, ptr(), address);
  if (argument.isScalar) {
    operands.push_back(loadScalar(argument, data));
    return;
  }
  operands.append({data, data, i64(0)});
  // Sizes, then strides, as in a memref descriptor.
  for (size_t i = 0, e = 2 * argument.shape.size(); i < e; ++i)
    operands.push_back(loadBound());
}

/// Passes the arguments on; the status goes to the block that ends the call.
void EntryEmitter::emitCall() {
  SmallVector<Value> operands{context};
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    appendArgument(argument, i, operands);
  Value status = LLVM::CallOp::create(b, function, operands).getResult();
  LLVM::BrOp::create(b, ValueRange{status}, end);
}

LLVM::LLVMFuncOp EntryEmitter::emitFunction() {
  auto type = LLVM::LLVMFunctionType::get(b.getI32Type(),
                                          {ptr(), ptr(), b.getI64Type()});
  auto entry = LLVM::LLVMFuncOp::create(b, signature.symbol(), type);
  entry->setAttr(kSignatureAttr, function->getAttr(kSignatureAttr));
  function->removeAttr(kSignatureAttr);

  Block *start = entry.addEntryBlock(b);
  context = start->getArgument(0);
  arguments = start->getArgument(1);
  count = start->getArgument(2);
  Block *call = entry.addBlock();
  end = entry.addBlock();
  Value status = end->addArgument(b.getI32Type(), b.getLoc());

  b.setInsertionPointToStart(start);
  Value bindStatus = emitBind();
  Value ok = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(DIFFATTN_OK));
  Value isOk = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, bindStatus, ok);
  LLVM::CondBrOp::create(b, isOk, call, ValueRange(), end,
                         ValueRange{bindStatus});
  b.setInsertionPointToStart(call);
  emitCall();

  b.setInsertionPointToStart(end);
  LLVM::LLVMFuncOp finish = symbols.declare(
      "diffattn_finish_call", b.getI32Type(), {ptr(), b.getI32Type()});
  Value result =
      LLVM::CallOp::create(b, finish, ValueRange{context, status}).getResult();
  LLVM::ReturnOp::create(b, result);
  return entry;
}

/// The number of LLVM arguments that `argument` takes.
static unsigned expandedSize(const ArgumentSignature &argument) {
  return argument.isScalar ? 1 : 3 + 2 * argument.shape.size();
}

LogicalResult EntryEmitter::run() {
  unsigned expected = 1; // The context.
  for (const ArgumentSignature &argument : signature.arguments)
    expected += expandedSize(argument);
  if (function.getNumArguments() != expected)
    return function.emitError()
           << "signature describes " << expected << " arguments, but there are "
           << function.getNumArguments();
  if (symbols.symbolTable().lookup(signature.symbol()))
    return function.emitError()
           << "symbol '" << signature.symbol() << "' of its entry is taken";
  symbols.symbolTable().insert(emitFunction());
  return success();
}

/// Keeps everything with a body to the artifact.
static void hide(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() && !function->hasAttr(kSignatureAttr))
      function.setLinkage(LLVM::Linkage::Internal);
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getValueOrNull() || !global.getInitializerRegion().empty())
      global.setLinkage(LLVM::Linkage::Internal);
}

LogicalResult mlir::diffattn::emitEntries(ModuleOp module) {
  LLVMSymbols symbols(module);
  SmallVector<LLVM::LLVMFuncOp> functions;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function->hasAttr(kSignatureAttr))
      functions.push_back(function);
  for (LLVM::LLVMFuncOp function : functions) {
    FailureOr<FunctionSignature> signature =
        decodeSignature(function->getAttr(kSignatureAttr));
    if (failed(signature))
      return function.emitError()
             << "attribute '" << kSignatureAttr << "' is no signature";
    if (failed(EntryEmitter(module, symbols, function, *signature).run()))
      return failure();
  }
  hide(module);
  return success();
}

namespace {
struct EmitEntriesPass : diffattn::impl::EmitEntriesPassBase<EmitEntriesPass> {
  void runOnOperation() override {
    if (failed(emitEntries(getOperation())))
      signalPassFailure();
  }
};
} // namespace
