//===- Warp.cpp - what the threads of a workgroup do together -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "Warp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace mlir::diffattn;

Value WarpEmitter::int32(int64_t number) {
  return arith::ConstantOp::create(*this, getI32IntegerAttr(number));
}

Value WarpEmitter::threadId() {
  return gpu::ThreadIdOp::create(*this, gpu::Dimension::x);
}

Value WarpEmitter::blockId(gpu::Dimension dimension) {
  return gpu::BlockIdOp::create(*this, dimension);
}

void WarpEmitter::barrier() { gpu::BarrierOp::create(*this); }

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

Value WarpEmitter::shuffleXor(Value value, int64_t bits) {
  return gpu::ShuffleOp::create(*this, value, int32(bits), int32(32),
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

Value WarpEmitter::shuffleFrom(Value value, Value lane) {
  return gpu::ShuffleOp::create(*this, value, lane, int32(32),
                                gpu::ShuffleMode::IDX)
      .getShuffleResult();
}

Value WarpEmitter::reduce(Value value, ArrayRef<int64_t> bits,
                          function_ref<Value(Value, Value)> combine) {
  for (int64_t bit : bits)
    value = combine(value, shuffleXor(value, bit));
  return value;
}

Value WarpEmitter::anyInWarp(Value condition) {
  return NVVM::VoteSyncOp::create(*this, getI1Type(), int32(-1), condition,
                                  NVVM::VoteSyncKind::any);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static Attribute sharedSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
}

Value WarpEmitter::sharedArray(Type element, int64_t at, int64_t count) {
  Attribute space = sharedSpace(getContext());
  auto bytes =
      MemRefType::get(ShapedType::kDynamic, getI8Type(), AffineMap(), space);
  Value memory = gpu::DynamicSharedMemoryOp::create(*this, bytes);
  auto type = MemRefType::get(count, element, AffineMap(), space);
  return memref::ViewOp::create(*this, type, memory, index(at), ValueRange());
}

void WarpEmitter::copyAsync(Value from, Value fromAt, Value to, Value toAt,
                            int64_t count, Value valid) {
  nvgpu::DeviceAsyncCopyOp::create(
      *this, nvgpu::DeviceAsyncTokenType::get(getContext()), to,
      ValueRange{toAt}, from, ValueRange{fromAt}, getIndexAttr(count), valid,
      /*bypassL1=*/getUnitAttr());
}

void WarpEmitter::commitCopies() { NVVM::CpAsyncCommitGroupOp::create(*this); }

void WarpEmitter::waitForCopies(int64_t pending) {
  NVVM::CpAsyncWaitGroupOp::create(*this, pending);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value WarpEmitter::fastExp2(Value x) {
  return LLVM::CallIntrinsicOp::create(
             *this, getF32Type(), getStringAttr("llvm.nvvm.ex2.approx.ftz.f"),
             ValueRange{x})
      .getResult(0);
}

/// 1 - 2 / (e^2x + 1); near 0, where that cancels, its series.
Value WarpEmitter::fastTanh(Value x) {
  Type type = getF32Type();
  Value one = real(1, type);
  Value power = fastExp2(mulF(x, real(2 * 1.4426950408889634, type)));
  Value inverse = LLVM::CallIntrinsicOp::create(
                      *this, type, getStringAttr("llvm.nvvm.rcp.approx.ftz.f"),
                      ValueRange{addF(power, one)})
                      .getResult(0);
  Value far = fma(inverse, real(-2, type), one);

  static constexpr double kSeries[] = {
      1.0, -1.0 / 3, 2.0 / 15, -17.0 / 315, 62.0 / 2835, -1382.0 / 155925};
  Value square = mulF(x, x), sum = real(kSeries[5], type);
  for (int64_t i = 4; i >= 0; --i)
    sum = fma(sum, square, real(kSeries[i], type));
  Value isNear = arith::CmpFOp::create(*this, arith::CmpFPredicate::OLT, square,
                                       real(0.09, type));
  return select(isNear, mulF(sum, x), far);
}

Value WarpEmitter::larger(Value a, Value b) {
  return LLVM::MaxNumOp::create(*this, a, b);
}

Value WarpEmitter::fma(Value a, Value b, Value c) {
  return math::FmaOp::create(*this, a, b, c);
}
