//===- LowerLaunches.cpp - host code with kernels ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the runtime stand here without the context, which
// diffattn-thread-status adds.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERLAUNCHESPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// A kernel, and what it needs of its arguments.
struct Kernel {
  LLVM::LLVMFuncOp function;
  int32_t number;
  llvm::BitVector isUsed;
};

/// Rewrites the host code of a module.
class HostLowering {
public:
  HostLowering(ModuleOp module, gpu::GPUModuleOp kernels,
               const LLVMTypeConverter &converter)
      : module(module), kernels(kernels), converter(converter),
        symbols(module) {}

  LogicalResult run(StringRef chip);

private:
  // Kernels.
  void collectKernels();
  LogicalResult lowerLaunch(gpu::LaunchFuncOp launch);
  Value storeArguments(ImplicitLocOpBuilder &b, gpu::LaunchFuncOp launch,
                       const Kernel &kernel);
  Value storeSizes(ImplicitLocOpBuilder &b, gpu::LaunchFuncOp launch);
  SmallVector<Value> flatten(ImplicitLocOpBuilder &b, ValueRange operands);
  void describe(StringRef chip);

  // Memory.
  void lowerRead(memref::LoadOp load);
  void lowerConstant(memref::GetGlobalOp global);
  Value addressOf(ImplicitLocOpBuilder &b, Value memref, ValueRange indices);

  // Pieces.
  Type ptr() { return LLVM::LLVMPointerType::get(module.getContext()); }
  Type i64() { return IntegerType::get(module.getContext(), 64); }
  Value constant(ImplicitLocOpBuilder &b, int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  /// `value` as `type`, which stands for the same thing in LLVM or above it.
  static Value castTo(ImplicitLocOpBuilder &b, Value value, Type type) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
  }
  Value toPointer(ImplicitLocOpBuilder &b, Value address) {
    Value number = arith::IndexCastOp::create(b, i64(), address);
    return LLVM::IntToPtrOp::create(b, ptr(), number);
  }
  Value allocateOnStack(ImplicitLocOpBuilder &b, Type type);
  /// Calls `name` of the runtime.
  func::CallOp call(ImplicitLocOpBuilder &b, StringRef name,
                    ValueRange operands, TypeRange results = {});

  ModuleOp module;
  gpu::GPUModuleOp kernels;
  const LLVMTypeConverter &converter;
  SymbolTable symbols;
  llvm::MapVector<StringAttr, Kernel> kernelsByName;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// In the entry block of the function, so that a loop does not grow the stack.
Value HostLowering::allocateOnStack(ImplicitLocOpBuilder &b, Type type) {
  OpBuilder::InsertionGuard guard(b);
  auto function =
      b.getInsertionBlock()->getParentOp()->getParentOfType<func::FuncOp>();
  if (!function)
    function = cast<func::FuncOp>(b.getInsertionBlock()->getParentOp());
  b.setInsertionPointToStart(&function.getBody().front());
  return LLVM::AllocaOp::create(b, ptr(), type, constant(b, 1));
}

func::CallOp HostLowering::call(ImplicitLocOpBuilder &b, StringRef name,
                                ValueRange operands, TypeRange results) {
  auto callee = symbols.lookup<func::FuncOp>(name);
  if (!callee) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    callee =
        func::FuncOp::create(top, module.getLoc(), name,
                             top.getFunctionType(operands.getTypes(), results));
    callee.setPrivate();
    symbols.insert(callee);
  }
  return func::CallOp::create(b, callee, operands);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void HostLowering::collectKernels() {
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>()) {
    if (!function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()))
      continue;
    llvm::BitVector isUsed(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      isUsed[argument.getArgNumber()] = !argument.use_empty();
    int32_t number = kernelsByName.size();
    kernelsByName[function.getSymNameAttr()] = {function, number, isUsed};
  }
}

/// Erases the parameters of `kernel` that it does not read.
static void dropUnusedParameters(const Kernel &kernel) {
  LLVM::LLVMFuncOp function = kernel.function;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (unsigned i : kernel.isUsed.set_bits()) {
    types.push_back(function.getArgument(i).getType());
    attrs.push_back(function.getArgAttrDict(i));
  }
  llvm::BitVector unused = kernel.isUsed;
  unused.flip();
  function.getBody().front().eraseArguments(unused);
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      function.getFunctionType().getReturnType(), types));
  function.setAllArgAttrs(attrs);
}

/// The values that the parameters of a kernel for `operands` are made of.
SmallVector<Value> HostLowering::flatten(ImplicitLocOpBuilder &b,
                                         ValueRange operands) {
  SmallVector<Value> values;
  for (Value operand : operands) {
    Type type = converter.convertType(operand.getType());
    Value value = castTo(b, operand, type);
    if (auto memref = dyn_cast<MemRefType>(operand.getType()))
      MemRefDescriptor::unpack(b, b.getLoc(), value, memref, values);
    else
      values.push_back(value);
  }
  return values;
}

/// An array of pointers to the values that `kernel` reads.
Value HostLowering::storeArguments(ImplicitLocOpBuilder &b,
                                   gpu::LaunchFuncOp launch,
                                   const Kernel &kernel) {
  SmallVector<Value> used;
  SmallVector<Type> types;
  for (auto [i, value] :
       llvm::enumerate(flatten(b, launch.getKernelOperands()))) {
    if (!kernel.isUsed[i])
      continue;
    used.push_back(value);
    types.push_back(value.getType());
  }
  auto values = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
  auto places =
      LLVM::LLVMArrayType::get(ptr(), std::max<size_t>(1, used.size()));
  Value memory = allocateOnStack(b, values);
  Value array = allocateOnStack(b, places);
  for (auto [i, value] : llvm::enumerate(used)) {
    SmallVector<LLVM::GEPArg> position{0, int32_t(i)};
    Value place = LLVM::GEPOp::create(b, ptr(), values, memory, position);
    LLVM::StoreOp::create(b, value, place);
    Value entry = LLVM::GEPOp::create(b, ptr(), places, array, position);
    LLVM::StoreOp::create(b, place, entry);
  }
  return array;
}

/// What diffattn_launch calls sizes.
Value HostLowering::storeSizes(ImplicitLocOpBuilder &b,
                               gpu::LaunchFuncOp launch) {
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  SmallVector<Value> sizes;
  for (Value size : {grid.x, grid.y, grid.z, block.x, block.y, block.z})
    sizes.push_back(castTo(b, size, i64()));
  if (Value bytes = launch.getDynamicSharedMemorySize())
    sizes.push_back(arith::ExtUIOp::create(b, i64(), bytes));
  else
    sizes.push_back(constant(b, 0));
  auto type = LLVM::LLVMArrayType::get(i64(), sizes.size());
  Value array = allocateOnStack(b, type);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Value place = LLVM::GEPOp::create(b, ptr(), type, array,
                                      ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    LLVM::StoreOp::create(b, size, place);
  }
  return array;
}

LogicalResult HostLowering::lowerLaunch(gpu::LaunchFuncOp launch) {
  auto found = kernelsByName.find(launch.getKernelName());
  if (launch.getKernelModuleName() != kKernelsModule ||
      found == kernelsByName.end())
    return launch.emitOpError()
           << "launches " << launch.getKernel() << ", which is no kernel of '"
           << kKernelsModule << "'";
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
      launch.hasClusterSize())
    return launch.emitOpError() << "has a token or a cluster, expected neither";
  ImplicitLocOpBuilder b(launch.getLoc(), launch);
  Value table = LLVM::AddressOfOp::create(b, ptr(), kKernelTable);
  Value number =
      LLVM::ConstantOp::create(b, b.getI32IntegerAttr(found->second.number));
  Value sizes = storeSizes(b, launch);
  Value arguments = storeArguments(b, launch, found->second);
  call(b, "diffattn_launch", {table, number, sizes, arguments});
  launch.erase();
  return success();
}

/// Says on the module what kernels there are.
void HostLowering::describe(StringRef chip) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Attribute> names;
  for (auto &[name, kernel] : kernelsByName)
    names.push_back(name);
  Attribute messages = kernels->getAttr(kMessagesAttr);
  module->setAttr(
      kKernelsAttr,
      b.getDictionaryAttr(
          {b.getNamedAttr("names", b.getArrayAttr(names)),
           b.getNamedAttr("messages", messages ? messages : b.getArrayAttr({})),
           b.getNamedAttr("chip", b.getStringAttr(chip))}));
  LLVM::GlobalOp::create(b, module.getLoc(), b.getI8Type(), /*isConstant=*/true,
                         LLVM::Linkage::External, kKernelTable, Attribute());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The address of an element on the device.
Value HostLowering::addressOf(ImplicitLocOpBuilder &b, Value memref,
                              ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Value place = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides()))
    place = arith::AddIOp::create(b, place,
                                  arith::MulIOp::create(b, index, stride));
  Value bytes =
      arith::ConstantIndexOp::create(b, bytesOfNumber(type.getElementType()));
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  place =
      arith::AddIOp::create(b, start, arith::MulIOp::create(b, place, bytes));
  return toPointer(b, place);
}

void HostLowering::lowerRead(memref::LoadOp load) {
  ImplicitLocOpBuilder b(load.getLoc(), load);
  Type type = converter.convertType(load.getType());
  Value place = allocateOnStack(b, type);
  Value address = addressOf(b, load.getMemRef(), load.getIndices());
  call(b, "diffattn_read",
       {place, address, constant(b, bytesOfNumber(load.getType()))});
  Value value = LLVM::LoadOp::create(b, type, place);
  load.replaceAllUsesWith(castTo(b, value, load.getType()));
  load.erase();
}

/// A copy of the constant on the device, for the time of a call.
void HostLowering::lowerConstant(memref::GetGlobalOp global) {
  ImplicitLocOpBuilder b(global.getLoc(), global);
  b.setInsertionPointAfter(global);
  MemRefType type = global.getType();
  int64_t bytes = type.getNumElements() * bytesOfNumber(type.getElementType());
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, global);
  Value onHost = toPointer(b, start);
  Value onDevice =
      call(b, "diffattn_upload", {onHost, constant(b, bytes)}, {ptr()})
          .getResult(0);
  Value descriptor = MemRefDescriptor::fromStaticShape(b, b.getLoc(), converter,
                                                       type, onDevice);
  Value copy = castTo(b, descriptor, type);
  global.getResult().replaceAllUsesExcept(copy, start.getDefiningOp());
  for (auto ret : global->getBlock()->getOps<func::ReturnOp>()) {
    b.setInsertionPoint(ret);
    memref::DeallocOp::create(b, copy);
  }
}

/// Host code can read elements of a device one by one, and nothing else.
static LogicalResult checkHostCode(func::FuncOp function) {
  WalkResult result =
      function.walk(
          [](Operation *op) {
            bool isWrong = isa<memref::CopyOp, memref::AllocaOp>(op) ||
                           (touchesElements(op) && !isa<memref::LoadOp>(op));
            if (!isWrong)
              return WalkResult::advance();
            op->emitOpError()
                << "is in host code, which memory of a device is not for; "
                   "expected it in a kernel";
            return WalkResult::interrupt();
          });
  return failure(result.wasInterrupted());
}

LogicalResult HostLowering::run(StringRef chip) {
  collectKernels();
  SmallVector<Operation *> ops;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (failed(checkHostCode(function)))
      return failure();
    function.walk([&](Operation *op) {
      if (isa<gpu::LaunchFuncOp, memref::LoadOp, memref::GetGlobalOp>(op))
        ops.push_back(op);
    });
  }
  for (Operation *op : ops) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      lowerRead(load);
    else if (auto global = dyn_cast<memref::GetGlobalOp>(op))
      lowerConstant(global);
    else if (failed(lowerLaunch(cast<gpu::LaunchFuncOp>(op))))
      return failure();
  }
  for (auto &[name, kernel] : kernelsByName)
    dropUnusedParameters(kernel);
  describe(chip);
  return success();
}

LogicalResult mlir::diffattn::lowerLaunches(ModuleOp module, StringRef chip) {
  FailureOr<gpu::GPUModuleOp> kernels = getKernelsModule(module);
  if (failed(kernels))
    return failure();
  LowerToLLVMOptions options(module.getContext(), DataLayout(module));
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(module.getContext(), options);
  return HostLowering(module, *kernels, converter).run(chip);
}

namespace {
struct LowerLaunchesPass
    : diffattn::impl::LowerLaunchesPassBase<LowerLaunchesPass> {
  using LowerLaunchesPassBase::LowerLaunchesPassBase;

  void runOnOperation() override {
    if (failed(lowerLaunches(getOperation(), chip)))
      signalPassFailure();
  }
};
} // namespace
