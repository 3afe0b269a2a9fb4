//===- CheckModule.cpp - refuse what can't be compiled -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CHECKMODULEPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether the CPU path has arithmetic for numbers of type `type`.
static bool isSupportedNumber(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64 && integer.isSignless();
  if (isa<FloatType>(type))
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  return !isa<ComplexType>(type);
}

/// Whether the bytes of a buffer of static shape fit 63 bits. Sub-byte elements
/// take a byte.
static bool fitsMemory(ShapedType type) {
  if (!type.hasStaticShape() || !type.getElementType().isIntOrIndexOrFloat())
    return true;
  uint64_t bytes = bytesOfNumber(type.getElementType());
  for (int64_t size : type.getShape()) {
    bool overflow = false;
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, size, &overflow);
    // A later size of 0 would make the product 0 again, but not its strides.
    if (overflow || bytes > uint64_t(INT64_MAX))
      return false;
  }
  return true;
}

/// Whether a buffer begins below its memory, as far as its type says: with an
/// offset that is too small for its negative strides.
static bool beginsTooEarly(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t lowest = 0;
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      failed(type.getStridesAndOffset(strides, lowest)) ||
      ShapedType::isDynamic(lowest))
    return false;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t reach = 0;
    if (!ShapedType::isDynamic(stride) && stride < 0 &&
        (llvm::MulOverflow(size - 1, stride, reach) ||
         llvm::AddOverflow(lowest, reach, lowest)))
      return true;
  }
  return lowest < 0;
}

static LogicalResult checkType(Operation *op, Type type) {
  Type element = type;
  if (auto buffer = dyn_cast<MemRefType>(type);
      buffer && beginsTooEarly(buffer))
    return op->emitOpError()
           << "has a value of type " << type
           << ", whose negative strides lead below its memory; expected a "
              "larger offset, or dynamic strides";
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!fitsMemory(shaped))
      return op->emitOpError()
             << "has a value of type " << type << ", whose bytes overflow";
    element = shaped.getElementType();
    // Who uses a buffer could not be told any more.
    if (isa<BaseMemRefType>(element))
      return op->emitOpError() << "has a value of type " << type
                               << ", a buffer of buffers; expected numbers";
    if (isa<ShapedType>(element))
      return checkType(op, element);
  }
  if (!isSupportedNumber(element))
    return op->emitOpError()
           << "has a value of type " << type
           << "; expected numbers of type f16, bf16, f32, f64, index or "
              "integers of up to 64 bits";
  return success();
}

/// Checks the types of all results and block arguments of `op`.
static LogicalResult checkTypes(Operation *op) {
  for (Type type : op->getResultTypes())
    if (failed(checkType(op, type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(checkType(op, type)))
          return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Constants and functions
//===----------------------------------------------------------------------===//

/// Checks that constants in the attributes of `op` have their data.
static LogicalResult checkConstants(Operation *op) {
  for (NamedAttribute attr : op->getAttrs()) {
    WalkResult result =
        attr.getValue().walk([](DenseResourceElementsAttr data) {
          return data.getRawHandle().getBlob() ? WalkResult::advance()
                                               : WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      return op->emitOpError()
             << "has a constant in attribute '" << attr.getName().getValue()
             << "' whose data is not in the file (it was elided when the file "
                "was written)";
  }
  return success();
}

static LogicalResult checkCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (callee && callee.isExternal())
    return call.emitOpError() << "calls '" << call.getCallee()
                              << "', which has no body in this module";
  return success();
}

LogicalResult mlir::diffattn::checkDim(ShapedDimOpInterface op) {
  auto type = cast<ShapedType>(op.getShapedValue().getType());
  std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
  if (dim && type.hasRank() && !getKnownDim(op))
    return op->emitOpError()
           << "expected a dim from 0 to " << type.getRank() - 1 << " of "
           << type << ", found " << *dim;
  return success();
}

/// Checks what the author says of an argument or result: a misspelt attribute
/// would be no name without a word.
static LogicalResult checkDescription(func::FuncOp function, StringRef what,
                                      unsigned number,
                                      ArrayRef<NamedAttribute> attrs) {
  for (NamedAttribute attr : attrs) {
    StringRef name = attr.getName();
    if (!name.starts_with("diffattn."))
      continue;
    if (name != kNameAttr && name != kKindAttr && name != kSizesFromAttr)
      return function.emitError()
             << what << " " << number << " has an unknown attribute '" << name
             << "', expected '" << kNameAttr << "', '" << kKindAttr << "' or '"
             << kSizesFromAttr << "'";
    if (name == kNameAttr && !isa<StringAttr>(attr.getValue()))
      return function.emitError()
             << what << " " << number << ": expected a string for '" << name
             << "', found " << attr.getValue();
  }
  return success();
}

static LogicalResult checkFunction(func::FuncOp function) {
  if (!function.isPublic() || function.isExternal())
    return success();
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (failed(checkDescription(
            function, "argument", i,
            mlir::function_interface_impl::getArgAttrs(function, i))))
      return failure();
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (failed(checkDescription(
            function, "result", i,
            mlir::function_interface_impl::getResultAttrs(function, i))))
      return failure();
  for (Type type : function.getFunctionType().getInputs()) {
    auto shaped = dyn_cast<ShapedType>(type);
    bool canPass = shaped ? shaped.hasRank() && !isa<VectorType>(type) &&
                                dtypeOf(shaped.getElementType())
                          : dtypeOf(type).has_value();
    if (!canPass)
      return function.emitError() << "public function has an argument of type "
                                  << type << ", which callers can't pass";
  }
  return success();
}

static LogicalResult checkGlobal(memref::GlobalOp global) {
  if (global.isUninitialized() || global.isExternal())
    return global.emitOpError() << "has no initial value";
  if (!global.getConstant())
    return global.emitOpError()
           << "is mutable, expected a constant: calls may run in parallel, so "
              "state must be an argument";
  return success();
}

static LogicalResult checkOp(Operation *op) {
  if (failed(checkTypes(op)) || failed(checkConstants(op)))
    return failure();
  if (auto call = dyn_cast<func::CallOp>(op))
    return checkCall(call);
  if (auto function = dyn_cast<func::FuncOp>(op))
    return checkFunction(function);
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return checkGlobal(global);
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
    return checkDim(dim);
  if (isa<ml_program::GlobalOp>(op))
    return op->emitOpError()
           << "can't be compiled; take the tensor as an argument";
  return success();
}

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

namespace {
/// Looks for functions that may call themselves, of which nothing bounds the
/// stack. A use of a function's name counts as a call: who holds a function can
/// call it.
class RecursionCheck {
public:
  explicit RecursionCheck(ModuleOp module) : symbols(module) {}

  LogicalResult check(func::FuncOp root);

private:
  void enter(func::FuncOp function);

  /// A function and those that it uses.
  struct Frame {
    func::FuncOp function;
    SmallVector<func::FuncOp> callees;
  };

  SymbolTable symbols;
  SmallVector<Frame> path;
  DenseSet<Operation *> onPath, seen;
};
} // namespace

void RecursionCheck::enter(func::FuncOp function) {
  Frame frame{function, {}};
  if (auto uses = SymbolTable::getSymbolUses(function))
    for (SymbolTable::SymbolUse use : *uses)
      if (auto callee = symbols.lookup<func::FuncOp>(
              use.getSymbolRef().getRootReference()))
        frame.callees.push_back(callee);
  seen.insert(function);
  onPath.insert(function);
  path.push_back(std::move(frame));
}

LogicalResult RecursionCheck::check(func::FuncOp root) {
  if (!seen.contains(root))
    enter(root);
  while (!path.empty()) {
    if (path.back().callees.empty()) {
      onPath.erase(path.back().function);
      path.pop_back();
      continue;
    }
    func::FuncOp callee = path.back().callees.pop_back_val();
    if (onPath.contains(callee))
      return callee.emitOpError() << "calls itself, maybe through others; "
                                     "nothing bounds the stack of recursion";
    if (!seen.contains(callee))
      enter(callee);
  }
  return success();
}

static LogicalResult checkRecursion(ModuleOp module) {
  RecursionCheck recursion(module);
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (failed(recursion.check(function)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult mlir::diffattn::checkModule(ModuleOp module) {
  bool hasPublic = llvm::any_of(
      module.getOps<FunctionOpInterface>(), [](FunctionOpInterface function) {
        return function.isPublic() && !function.isExternal();
      });
  if (!hasPublic)
    return module.emitError()
           << "module has no public function with a body, so there is nothing "
              "to compile";
  WalkResult result = module.walk([](Operation *op) {
    return failed(checkOp(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  return failure(result.wasInterrupted() || failed(checkRecursion(module)));
}

namespace {
struct CheckModulePass : diffattn::impl::CheckModulePassBase<CheckModulePass> {
  void runOnOperation() override {
    if (failed(checkModule(getOperation())))
      signalPassFailure();
  }
};
} // namespace
