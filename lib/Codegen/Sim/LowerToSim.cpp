//===- LowerToSim.cpp - kernels as host code ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCalls.h"

#include "diffattn/Codegen/Sim/Passes.h"
#include "diffattn/Codegen/Sim/Transforms.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERTOSIMPASS
#include "diffattn/Codegen/Sim/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Of diffattn_sim_kernel.
static constexpr int32_t kVersion = 1;
/// The address space of shared memory.
static constexpr unsigned kShared = 3;
/// Where dynamic shared memory begins, at least.
static constexpr int64_t kDynamicAlignment = 16;

namespace {
/// A kernel, and what its descriptor says of it.
struct Moved {
  LLVM::LLVMFuncOp function;
  std::string name; ///< that it had in its `gpu.module`
  bool synchronises;
  int64_t staticBytes, maxThreads;
};

/// Moves the contents of one `gpu.module` out of it.
class KernelsLowering {
public:
  KernelsLowering(SimCalls &calls, gpu::GPUModuleOp kernels)
      : calls(calls), kernels(kernels), nvvm(calls) {}

  LogicalResult run(SmallVectorImpl<SimKernel> &results);

private:
  // Shared memory.
  void placeShared(ArrayRef<LLVM::GlobalOp> globals);
  void lowerSharedAddress(LLVM::AddressOfOp op);

  // Operations.
  LogicalResult lowerFunction(LLVM::LLVMFuncOp function);
  LogicalResult lowerOp(Operation *op);
  bool isEmulated(LLVM::CallOp call);

  // Symbols.
  void moveOut();
  LogicalResult checkParameters(LLVM::LLVMFuncOp kernel);
  SimKernel emitKernel(const Moved &kernel);
  LLVM::LLVMFuncOp emitThread(LLVM::LLVMFuncOp kernel);
  LLVM::GlobalOp emitDescriptor(const Moved &kernel, LLVM::LLVMFuncOp thread);
  LLVM::LLVMFuncOp addFunction(ImplicitLocOpBuilder &b, const Twine &name,
                               LLVM::Linkage linkage);

  SimCalls &calls;
  gpu::GPUModuleOp kernels;
  NVVMLowering nvvm;
  /// Where variables lie in the shared memory of the kernel that is being
  /// lowered, or of all.
  DenseMap<Operation *, int64_t> sharedOffsets;
  int64_t staticBytes = 0;
};
} // namespace

static bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
         function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName());
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The variables in shared memory whose address `op` takes somewhere.
static llvm::SetVector<LLVM::GlobalOp> findShared(Operation *op) {
  llvm::SetVector<LLVM::GlobalOp> found;
  op->walk([&](LLVM::AddressOfOp address) {
    if (address.getType().getAddressSpace() == kShared)
      found.insert(SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
          address, address.getGlobalNameAttr()));
  });
  return found;
}

/// Gives static variables their place. Those without a size are dynamic shared
/// memory, which begins behind them.
void KernelsLowering::placeShared(ArrayRef<LLVM::GlobalOp> globals) {
  staticBytes = 0;
  int64_t dynamicAlignment = kDynamicAlignment;
  const DataLayout &layout = calls.dataLayout();
  for (LLVM::GlobalOp global : globals) {
    int64_t bytes = layout.getTypeSize(global.getType());
    int64_t alignment = std::max<int64_t>(
        global.getAlignment().value_or(1),
        bytes ? layout.getTypeABIAlignment(global.getType()) : 1);
    if (bytes == 0) {
      dynamicAlignment = std::max(dynamicAlignment, alignment);
      continue;
    }
    staticBytes = llvm::alignTo(staticBytes, alignment);
    sharedOffsets[global] = staticBytes;
    staticBytes += bytes;
  }
  staticBytes = llvm::alignTo(staticBytes, dynamicAlignment);
  for (LLVM::GlobalOp global : globals)
    if (layout.getTypeSize(global.getType()) == 0)
      sharedOffsets[global] = staticBytes;
}

void KernelsLowering::lowerSharedAddress(LLVM::AddressOfOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto global = SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
      op, op.getGlobalNameAttr());
  int64_t offset = sharedOffsets.lookup(global);
  Value address = calls
                      .call(b, "shared", calls.ptr(), SimCalls::i64(b, offset),
                            SimCalls::Effect::None)
                      .getResult();
  op.replaceAllUsesWith(
      LLVM::AddrSpaceCastOp::create(b, op.getType(), address).getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether the callee has code, or is one of our own functions, which come with
/// the artifact.
bool KernelsLowering::isEmulated(LLVM::CallOp call) {
  if (!call.getCallee())
    return false;
  auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr());
  return callee &&
         (!callee.isExternal() || callee.getSymName().starts_with("diffattn_"));
}

LogicalResult KernelsLowering::lowerOp(Operation *op) {
  if (isa_and_present<NVVM::NVVMDialect>(op->getDialect()))
    return nvvm.lower(op);
  if (!isa_and_present<LLVM::LLVMDialect>(op->getDialect()))
    return failure();
  if (auto address = dyn_cast<LLVM::AddressOfOp>(op);
      address && address.getType().getAddressSpace() == kShared) {
    lowerSharedAddress(address);
    return success();
  }
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return success(isEmulated(call));
  if (isa<LLVM::Trap, LLVM::DebugTrap>(op)) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    calls.call(b, "trap", calls.site(b, op));
    op->erase();
    return success();
  }
  if (failed(checkMemory(calls, op)))
    return failure();
  return lowerMath(calls, op);
}

LogicalResult KernelsLowering::lowerFunction(LLVM::LLVMFuncOp function) {
  calls.startFunction();
  nvvm.startFunction();
  SmallVector<Operation *> ops;
  // Addresses of shared memory last: whether an access is to it shows in them.
  SmallVector<Operation *> addresses;
  function.getBody().walk([&](Operation *op) {
    (isa<LLVM::AddressOfOp>(op) ? addresses : ops).push_back(op);
  });
  ops.append(addresses);
  for (Operation *op : ops) {
    Location location = op->getLoc();
    OperationName name = op->getName();
    if (failed(lowerOp(op)))
      return emitError(location) << "no emulation for '" << name << "'";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Moves functions and constants to the module, under names that are free
/// there. What is declared in both stays one.
void KernelsLowering::moveOut() {
  SymbolTable &symbols = calls.symbols();
  ModuleOp module = calls.getModule();
  for (Operation &op : llvm::make_early_inc_range(*kernels.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringAttr name = symbol.getNameAttr();
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    bool isDeclaration = function && function.isExternal();
    if (isDeclaration && symbols.lookup(name)) {
      op.erase();
      continue;
    }
    std::string free = name.str();
    for (int i = 0; symbols.lookup(free); ++i)
      free = name.str() + "_" + std::to_string(i);
    auto renamed = StringAttr::get(name.getContext(), free);
    if (renamed != name)
      (void)SymbolTable::replaceAllSymbolUses(&op, renamed, kernels);
    op.remove();
    SymbolTable::setSymbolName(&op, renamed);
    module.push_back(&op);
    symbols.insert(&op);
  }
}

/// The threads that a block has at most, or exactly, as attributes say; 0: any
/// number.
static int64_t maxThreads(LLVM::LLVMFuncOp kernel) {
  for (StringRef name : {NVVM::NVVMDialect::getReqntidAttrName(),
                         NVVM::NVVMDialect::getMaxntidAttrName()})
    if (auto sizes = kernel->getAttrOfType<DenseI32ArrayAttr>(name))
      return llvm::product_of(sizes.asArrayRef(), int64_t(1));
  return 0;
}

/// Makes an ordinary function of the host.
static void dropDeviceAttributes(LLVM::LLVMFuncOp function) {
  for (NamedAttribute attribute :
       llvm::to_vector(function->getDiscardableAttrs()))
    function->removeAttr(attribute.getName());
  function.setCConv(LLVM::CConv::C);
  function.removeArgAttrsAttr();
  if (!function.isExternal())
    function.setLinkage(LLVM::Linkage::Internal);
}

LLVM::LLVMFuncOp KernelsLowering::addFunction(ImplicitLocOpBuilder &b,
                                              const Twine &name,
                                              LLVM::Linkage linkage) {
  Type none = LLVM::LLVMVoidType::get(b.getContext());
  b.setInsertionPointToEnd(calls.getModule().getBody());
  auto function = LLVM::LLVMFuncOp::create(
      b, name.str(), LLVM::LLVMFunctionType::get(none, calls.ptr()), linkage);
  calls.symbols().insert(function);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  return function;
}

/// A function that loads the arguments of `kernel` and calls it.
LLVM::LLVMFuncOp KernelsLowering::emitThread(LLVM::LLVMFuncOp kernel) {
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  LLVM::LLVMFuncOp thread =
      addFunction(b, kernel.getSymName() + "_thread", LLVM::Linkage::Internal);
  SmallVector<Value> operands;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    Value place =
        LLVM::GEPOp::create(b, calls.ptr(), calls.ptr(), thread.getArgument(0),
                            ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value address = LLVM::LoadOp::create(b, calls.ptr(), place);
    operands.push_back(LLVM::LoadOp::create(b, type, address));
  }
  LLVM::CallOp::create(b, kernel, operands);
  LLVM::ReturnOp::create(b, ValueRange());
  return thread;
}

/// The diffattn_sim_kernel of a kernel.
LLVM::GlobalOp KernelsLowering::emitDescriptor(const Moved &kernel,
                                               LLVM::LLVMFuncOp thread) {
  ImplicitLocOpBuilder b(thread.getLoc(), thread);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {i32, i32, i64, i64, calls.ptr()});
  auto descriptor = LLVM::GlobalOp::create(
      b, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      "diffattn_sim_kernel", /*value=*/Attribute());
  calls.symbols().insert(descriptor);
  b.createBlock(&descriptor.getInitializerRegion());
  Value value = LLVM::PoisonOp::create(b, type);
  Value fields[] = {
      SimCalls::i32(b, kVersion), SimCalls::i32(b, kernel.synchronises),
      SimCalls::i64(b, kernel.staticBytes), SimCalls::i64(b, kernel.maxThreads),
      LLVM::AddressOfOp::create(b, thread)};
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(b, value, field,
                                        ArrayRef<int64_t>{int64_t(i)});
  LLVM::ReturnOp::create(b, value);
  return descriptor;
}

SimKernel KernelsLowering::emitKernel(const Moved &kernel) {
  LLVM::LLVMFuncOp thread = emitThread(kernel.function);
  LLVM::GlobalOp descriptor = emitDescriptor(kernel, thread);
  ImplicitLocOpBuilder b(thread.getLoc(), thread.getContext());
  LLVM::LLVMFuncOp launch =
      addFunction(b, "diffattn_kernel_" + kernel.name, LLVM::Linkage::External);
  Value address = LLVM::AddressOfOp::create(b, descriptor);
  calls.call(b, "run", {address, launch.getArgument(0)});
  LLVM::ReturnOp::create(b, ValueRange());
  return {kernel.name, launch.getSymName().str()};
}

/// Parameters that a driver would copy as a whole have no emulation.
LogicalResult KernelsLowering::checkParameters(LLVM::LLVMFuncOp kernel) {
  for (unsigned i : llvm::seq(kernel.getNumArguments()))
    if (kernel.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName()))
      return kernel.emitError()
             << "no emulation for parameter " << i << ", which has '"
             << LLVM::LLVMDialect::getByValAttrName() << "'";
  return success();
}

static bool hasCollective(LLVM::LLVMFuncOp function) {
  return function
      .walk([](Operation *op) {
        return isCollective(op) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult KernelsLowering::run(SmallVectorImpl<SimKernel> &results) {
  // What functions do that kernels call, counts for each kernel: they may all
  // wait, and shared memory is then at one place for all.
  bool allSynchronise = false, isOneLayout = false;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (!isKernel(function)) {
      allSynchronise |= hasCollective(function);
      isOneLayout |= !findShared(function).empty();
    }
  if (isOneLayout)
    placeShared(findShared(kernels).getArrayRef());

  SmallVector<Moved> moved;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    bool synchronises = allSynchronise || hasCollective(function);
    if (!isOneLayout)
      placeShared(findShared(function).getArrayRef());
    if (failed(lowerFunction(function)))
      return failure();
    if (!isKernel(function))
      continue;
    if (failed(checkParameters(function)))
      return failure();
    moved.push_back({function, function.getSymName().str(), synchronises,
                     staticBytes, maxThreads(function)});
  }
  for (auto global :
       llvm::make_early_inc_range(kernels.getOps<LLVM::GlobalOp>()))
    if (global.getAddrSpace() == kShared)
      global.erase();
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    dropDeviceAttributes(function);
  moveOut();
  for (const Moved &kernel : moved)
    results.push_back(emitKernel(kernel));
  return success();
}

LogicalResult mlir::diffattn::lowerToSim(ModuleOp module,
                                         SmallVectorImpl<SimKernel> &kernels) {
  SimCalls calls(module);
  for (auto gpuModule :
       llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>())) {
    if (failed(KernelsLowering(calls, gpuModule).run(kernels)))
      return failure();
    calls.symbols().erase(gpuModule);
  }
  return success();
}

namespace {
struct LowerToSimPass : diffattn::impl::LowerToSimPassBase<LowerToSimPass> {
  void runOnOperation() override {
    SmallVector<SimKernel> kernels;
    if (failed(lowerToSim(getOperation(), kernels)))
      signalPassFailure();
  }
};
} // namespace
