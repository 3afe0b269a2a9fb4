//===- ThreadStatus.cpp - contexts in, statuses out ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMSymbols.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "diffattn-c/Runtime.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_THREADSTATUSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// What the functions of a module share: runtime declarations and messages.
class ModuleState {
public:
  explicit ModuleState(ModuleOp module)
      : context(module.getContext()), symbols(module) {}

  Type ptr() { return LLVM::LLVMPointerType::get(context); }
  Type i32() { return IntegerType::get(context, 32); }

  LLVM::LLVMFuncOp raise() {
    return symbols.declare("diffattn_raise", LLVM::LLVMVoidType::get(context),
                           {ptr(), ptr()});
  }
  LLVM::LLVMFuncOp allocate() {
    LLVM::LLVMFuncOp function = symbols.declare(
        "diffattn_allocate", ptr(), {ptr(), IntegerType::get(context, 64)});
    function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                           UnitAttr::get(context));
    return function;
  }
  LLVM::LLVMFuncOp release() {
    return symbols.declare("diffattn_release", LLVM::LLVMVoidType::get(context),
                           {ptr(), ptr()});
  }
  /// The same global for the same text.
  LLVM::GlobalOp message(StringRef text) {
    LLVM::GlobalOp &global = messages[text];
    if (!global)
      global = symbols.addString("diffattn_message", text);
    return global;
  }

private:
  MLIRContext *context;
  LLVMSymbols symbols;
  llvm::StringMap<LLVM::GlobalOp> messages;
};

/// Rewrites one function.
class FunctionRewriter {
public:
  FunctionRewriter(ModuleState &state, LLVM::LLVMFuncOp function)
      : state(state), function(function) {}

  void run();

private:
  void changeSignature();
  void rewriteAssert(cf::AssertOp op);
  void rewriteCall(LLVM::CallOp op);
  void rewriteMalloc(LLVM::CallOp op);
  void rewriteRequest(LLVM::CallOp op);
  void replaceByPointer(LLVM::CallOp op, LLVM::CallOp call);
  void rewriteFree(LLVM::CallOp op);
  void rewriteReturn(LLVM::ReturnOp op);

  /// Goes on after `op` if `condition` holds, else to the block that returns
  /// the status of a failure.
  void continueIf(Value condition, Operation *op);
  void returnStatus(ImplicitLocOpBuilder &b, diffattn_status status,
                    Value result);
  Block *failBlock();
  Block *raiseBlock();

  ModuleState &state;
  LLVM::LLVMFuncOp function;
  Value context;
  Block *fail = nullptr;
  Block *raise = nullptr;
};
} // namespace

static bool isCallOf(LLVM::CallOp call, StringRef name) {
  return call.getCallee() && *call.getCallee() == name;
}

/// The functions of the runtime that take a context first and return a status,
/// as the functions of the module do.
static constexpr StringRef kStatusFunctions[] = {
    "diffattn_run_parallel", "diffattn_find_panels", "diffattn_launch",
    "diffattn_matmul", "diffattn_read"};

/// Those that take a context first and return a pointer, NULL on failure.
static constexpr StringRef kPointerFunctions[] = {"diffattn_status_word",
                                                  "diffattn_upload"};

static bool isCallOfAny(LLVM::CallOp call, ArrayRef<StringRef> names) {
  return llvm::any_of(names,
                      [&](StringRef name) { return isCallOf(call, name); });
}

/// Whether the callee of `call` has a body, or may have one, or is called as if
/// it had.
static bool callsModule(LLVM::CallOp call) {
  if (!call.getCallee() || isCallOfAny(call, kStatusFunctions))
    return true;
  auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr());
  return callee && !callee.isExternal();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `type` with a context first.
static LLVM::LLVMFunctionType takingContext(ModuleState &state,
                                            LLVM::LLVMFunctionType type) {
  SmallVector<Type> arguments{state.ptr()};
  llvm::append_range(arguments, type.getParams());
  return LLVM::LLVMFunctionType::get(type.getReturnType(), arguments);
}

/// How a function of this module of type `type` is called from now on.
static LLVM::LLVMFunctionType threadedType(ModuleState &state,
                                           LLVM::LLVMFunctionType type) {
  Type result = state.i32();
  if (!isa<LLVM::LLVMVoidType>(type.getReturnType()))
    result = LLVM::LLVMStructType::getLiteral(
        type.getContext(), {state.i32(), type.getReturnType()});
  LLVM::LLVMFunctionType taking = takingContext(state, type);
  return LLVM::LLVMFunctionType::get(result, taking.getParams());
}

void FunctionRewriter::changeSignature() {
  LLVM::LLVMFunctionType type = threadedType(state, function.getFunctionType());
  SmallVector<DictionaryAttr> attrs;
  function.getAllArgAttrs(attrs);
  attrs.insert(attrs.begin(), DictionaryAttr::get(function.getContext()));
  context = function.getBody().front().insertArgument(0u, state.ptr(),
                                                      function.getLoc());
  function.removeResAttrsAttr();
  function.setFunctionType(type);
  function.setAllArgAttrs(attrs);
}

void FunctionRewriter::returnStatus(ImplicitLocOpBuilder &b,
                                    diffattn_status status, Value result) {
  Value value = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(status));
  Type type = function.getFunctionType().getReturnType();
  if (isa<LLVM::LLVMStructType>(type)) {
    Value pair = LLVM::PoisonOp::create(b, type);
    value = LLVM::InsertValueOp::create(b, pair, value, ArrayRef<int64_t>{0});
    if (result)
      value =
          LLVM::InsertValueOp::create(b, value, result, ArrayRef<int64_t>{1});
  }
  LLVM::ReturnOp::create(b, value);
}

Block *FunctionRewriter::failBlock() {
  if (fail)
    return fail;
  fail = function.addBlock();
  auto b = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(), fail);
  returnStatus(b, DIFFATTN_FAILED, /*result=*/Value());
  return fail;
}

Block *FunctionRewriter::raiseBlock() {
  if (raise)
    return raise;
  Block *target = failBlock();
  raise = function.addBlock();
  Value text = raise->addArgument(state.ptr(), function.getLoc());
  auto b = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(), raise);
  LLVM::CallOp::create(b, state.raise(), ValueRange{context, text});
  LLVM::BrOp::create(b, ValueRange(), target);
  return raise;
}

void FunctionRewriter::continueIf(Value condition, Operation *op) {
  Block *block = op->getBlock();
  Block *next = block->splitBlock(std::next(op->getIterator()));
  auto b = ImplicitLocOpBuilder::atBlockEnd(op->getLoc(), block);
  LLVM::CondBrOp::create(b, condition, next, failBlock());
}

void FunctionRewriter::rewriteAssert(cf::AssertOp op) {
  Block *block = op->getBlock();
  Block *next = block->splitBlock(op);
  auto b = ImplicitLocOpBuilder::atBlockEnd(op.getLoc(), block);
  Value text = LLVM::AddressOfOp::create(b, state.message(op.getMsg()));
  LLVM::CondBrOp::create(b, op.getArg(), next, ValueRange(), raiseBlock(),
                         ValueRange{text});
  op.erase();
}

void FunctionRewriter::rewriteMalloc(LLVM::CallOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  replaceByPointer(op,
                   LLVM::CallOp::create(b, state.allocate(),
                                        ValueRange{context, op.getOperand(0)}));
}

void FunctionRewriter::rewriteRequest(LLVM::CallOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> operands{context};
  llvm::append_range(operands, op.getOperands());
  replaceByPointer(op, LLVM::CallOp::create(b, TypeRange{state.ptr()},
                                            *op.getCallee(), operands));
}

/// Puts the pointer that `call`, right before `op`, returns in the place of the
/// one of `op`, and goes on if it is not NULL.
void FunctionRewriter::replaceByPointer(LLVM::CallOp op, LLVM::CallOp call) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value null = LLVM::ZeroOp::create(b, state.ptr());
  Value isThere =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, call.getResult(), null);
  op.replaceAllUsesWith(call);
  continueIf(isThere, isThere.getDefiningOp());
  op.erase();
}

void FunctionRewriter::rewriteFree(LLVM::CallOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  LLVM::CallOp::create(b, state.release(),
                       ValueRange{context, op.getOperand(0)});
  op.erase();
}

void FunctionRewriter::rewriteCall(LLVM::CallOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  LLVM::LLVMFunctionType type = threadedType(state, op.getCalleeFunctionType());
  SmallVector<Value> operands(op.getCalleeOperands());
  // An indirect call has its callee first.
  operands.insert(operands.begin() + (op.getCallee() ? 0 : 1), context);
  LLVM::CallOp call =
      op.getCallee() ? LLVM::CallOp::create(b, type, *op.getCallee(), operands)
                     : LLVM::CallOp::create(b, type, operands);
  Value status = call.getResult();
  if (op.getNumResults()) {
    status =
        LLVM::ExtractValueOp::create(b, call.getResult(), ArrayRef<int64_t>{0});
    op.replaceAllUsesWith(ValueRange{
        LLVM::ExtractValueOp::create(b, call.getResult(), ArrayRef<int64_t>{1})
            .getResult()});
  }
  Value ok = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(DIFFATTN_OK));
  Value isOk = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, status, ok);
  continueIf(isOk, isOk.getDefiningOp());
  op.erase();
}

void FunctionRewriter::rewriteReturn(LLVM::ReturnOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  returnStatus(b, DIFFATTN_OK, op.getArg());
  op.erase();
}

void FunctionRewriter::run() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  changeSignature();
  for (Operation *op : ops) {
    if (auto assertion = dyn_cast<cf::AssertOp>(op))
      rewriteAssert(assertion);
    else if (auto ret = dyn_cast<LLVM::ReturnOp>(op))
      rewriteReturn(ret);
    else if (auto call = dyn_cast<LLVM::CallOp>(op)) {
      if (isCallOf(call, "malloc"))
        rewriteMalloc(call);
      else if (isCallOf(call, "free"))
        rewriteFree(call);
      else if (isCallOfAny(call, kPointerFunctions))
        rewriteRequest(call);
      else if (callsModule(call))
        rewriteCall(call);
    }
  }
}

LogicalResult mlir::diffattn::threadStatus(ModuleOp module) {
  ModuleState state(module);
  SmallVector<LLVM::LLVMFuncOp> functions;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  for (StringRef name : kStatusFunctions)
    if (auto declaration = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
      declaration.setFunctionType(
          threadedType(state, declaration.getFunctionType()));
  for (StringRef name : kPointerFunctions)
    if (auto declaration = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
      declaration.setFunctionType(
          takingContext(state, declaration.getFunctionType()));
  for (LLVM::LLVMFuncOp function : functions)
    FunctionRewriter(state, function).run();
  for (StringRef name : {"malloc", "free"})
    if (Operation *declaration = module.lookupSymbol(name))
      if (SymbolTable::symbolKnownUseEmpty(declaration, module))
        declaration->erase();
  return success();
}

namespace {
struct ThreadStatusPass
    : diffattn::impl::ThreadStatusPassBase<ThreadStatusPass> {
  void runOnOperation() override {
    if (failed(threadStatus(getOperation())))
      signalPassFailure();
  }
};
} // namespace
