//===- LowerNVVM.cpp - operations of the NVVM dialect ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCalls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

static void replace(Operation *op, Value value) {
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

/// `value` as a value of another type of 32 bits.
static Value bitcast(ImplicitLocOpBuilder &b, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(b, type, value);
}

//===----------------------------------------------------------------------===//
// Memory on the stack
//===----------------------------------------------------------------------===//

Value NVVMLowering::slot(ImplicitLocOpBuilder &b, StringRef purpose,
                         Type type) {
  Value &slot = slots[{purpose, type}];
  if (!slot) {
    OpBuilder::InsertionGuard guard(b);
    auto function =
        b.getInsertionBlock()->getParent()->getParentOfType<LLVM::LLVMFuncOp>();
    b.setInsertionPointToStart(&function.getBody().front());
    slot = LLVM::AllocaOp::create(b, calls.ptr(), type, SimCalls::i32(b, 1),
                                  /*alignment=*/16);
  }
  return slot;
}

Value NVVMLowering::store(ImplicitLocOpBuilder &b, StringRef purpose,
                          ValueRange values) {
  Type type = values.front().getType();
  Value array = slot(b, purpose, LLVM::LLVMArrayType::get(type, values.size()));
  for (auto [i, value] : llvm::enumerate(values)) {
    Value address = LLVM::GEPOp::create(b, calls.ptr(), type, array,
                                        ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(b, value, address);
  }
  return array;
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

LogicalResult NVVMLowering::lowerRegister(ImplicitLocOpBuilder &b,
                                          Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->getNumOperands() || op->getNumResults() != 1 ||
      !name.consume_front("nvvm.read.ptx.sreg."))
    return failure();
  if (name == "warpsize") {
    replace(op, SimCalls::i32(b, 32));
    return success();
  }
  auto [which, dim] = name.split('.');
  StringRef function = llvm::StringSwitch<StringRef>(which)
                           .Case("tid", "thread_id")
                           .Case("ntid", "block_size")
                           .Case("ctaid", "block_id")
                           .Case("nctaid", "grid_size")
                           .Case("laneid", "lane_id")
                           .Case("warpid", "warp_id")
                           .Default("");
  if (function.empty())
    return failure();
  SmallVector<Value> operands;
  if (!dim.empty())
    operands.push_back(SimCalls::i32(b, dim[0] - 'x'));
  replace(
      op,
      calls.call(b, function, b.getI32Type(), operands, SimCalls::Effect::None)
          .getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers, shuffles, votes
//===----------------------------------------------------------------------===//

LogicalResult NVVMLowering::lowerBarrier(ImplicitLocOpBuilder &b,
                                         NVVM::BarrierOp op) {
  if (op.getReductionOp())
    return failure();
  Value id = op.getBarrierId(), threads = op.getNumberOfThreads();
  calls.call(b, "barrier",
             {id ? id : SimCalls::i32(b, 0),
              threads ? threads : SimCalls::i32(b, 0), calls.site(b, op)});
  op.erase();
  return success();
}

LogicalResult NVVMLowering::lowerShuffle(ImplicitLocOpBuilder &b,
                                         NVVM::ShflOp op) {
  Value kind = SimCalls::i32(b, [&] {
    switch (op.getKind()) { // diffattn_sim_shuffle_kind
    case NVVM::ShflKind::bfly:
      return 0;
    case NVVM::ShflKind::up:
      return 1;
    case NVVM::ShflKind::down:
      return 2;
    case NVVM::ShflKind::idx:
      return 3;
    }
    llvm_unreachable("all kinds are there");
  }());
  Type type = op.getVal().getType();
  Value result =
      calls
          .call(b, "shuffle", b.getI64Type(),
                {kind, op.getThreadMask(),
                 bitcast(b, b.getI32Type(), op.getVal()), op.getOffset(),
                 op.getMaskAndClamp(), calls.site(b, op)})
          .getResult();
  Value value = bitcast(
      b, type, LLVM::TruncOp::create(b, b.getI32Type(), result).getResult());
  if (op.getReturnValueAndIsValid()) {
    Value shifted =
        LLVM::LShrOp::create(b, result, SimCalls::i64(b, 32)).getResult();
    Value valid = LLVM::TruncOp::create(b, b.getI1Type(), shifted);
    Value pair = LLVM::PoisonOp::create(b, op.getType());
    pair = LLVM::InsertValueOp::create(b, pair, value, ArrayRef<int64_t>{0});
    value = LLVM::InsertValueOp::create(b, pair, valid, ArrayRef<int64_t>{1});
  }
  replace(op, value);
  return success();
}

LogicalResult NVVMLowering::lowerVote(ImplicitLocOpBuilder &b,
                                      NVVM::VoteSyncOp op) {
  // The kinds have NVVM's numbers.
  Value predicate = LLVM::ZExtOp::create(b, b.getI32Type(), op.getPred());
  Value result = calls
                     .call(b, "vote", b.getI32Type(),
                           {SimCalls::i32(b, int(op.getKind())), op.getMask(),
                            predicate, calls.site(b, op)})
                     .getResult();
  if (op.getType() != result.getType())
    result = LLVM::TruncOp::create(b, op.getType(), result);
  replace(op, result);
  return success();
}

LogicalResult NVVMLowering::lowerReduce(ImplicitLocOpBuilder &b,
                                        NVVM::ReduxOp op) {
  if (!op.getType().isInteger(32))
    return failure();
  int kind = [&] {
    switch (op.getKind()) { // diffattn_sim_reduce_kind
    case NVVM::ReduxKind::ADD:
      return 0;
    case NVVM::ReduxKind::AND:
      return 1;
    case NVVM::ReduxKind::OR:
      return 2;
    case NVVM::ReduxKind::XOR:
      return 3;
    case NVVM::ReduxKind::MIN:
      return 4;
    case NVVM::ReduxKind::MAX:
      return 5;
    case NVVM::ReduxKind::UMIN:
      return 6;
    case NVVM::ReduxKind::UMAX:
      return 7;
    default:
      return -1;
    }
  }();
  if (kind < 0)
    return failure();
  replace(op, calls
                  .call(b, "reduce", b.getI32Type(),
                        {SimCalls::i32(b, kind), op.getMaskAndClamp(),
                         op.getVal(), calls.site(b, op)})
                  .getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult NVVMLowering::lowerCopy(ImplicitLocOpBuilder &b,
                                      NVVM::CpAsyncOp op) {
  Value bytes = SimCalls::i32(b, op.getSize());
  calls.call(b, "cp_async",
             {SimCalls::flat(b, op.getDst()), SimCalls::flat(b, op.getSrc()),
              bytes, op.getCpSize() ? op.getCpSize() : bytes,
              calls.site(b, op)});
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

LogicalResult NVVMLowering::lowerLoad(ImplicitLocOpBuilder &b,
                                      NVVM::LdMatrixOp op) {
  NVVM::LdStMatrixShapeAttr shape = op.getShape();
  if (shape.getM() != 8 || shape.getN() != 8 ||
      op.getEltType() != NVVM::LdStMatrixEltType::B16)
    return failure();
  Value result = slot(b, "loaded", op.getType());
  bool isTransposed = op.getLayout() == NVVM::MMALayout::col;
  calls.call(b, "ldmatrix",
             {result, SimCalls::flat(b, op.getPtr()),
              SimCalls::i32(b, op.getNum()), SimCalls::i32(b, isTransposed),
              calls.site(b, op)});
  replace(op, LLVM::LoadOp::create(b, op.getType(), result));
  return success();
}

/// The number of a type of multiplicands (diffattn_sim_mma_type), or -1.
static int mmaType(NVVM::MmaOp op) {
  std::optional<NVVM::MMATypes> type = op.getMultiplicandAPtxType();
  if (!type)
    type = NVVM::MmaOp::inferOperandMMAType(op.getOperandA().front().getType(),
                                            /*isAccumulator=*/false);
  if (!type || type != op.getMultiplicandBPtxType().value_or(*type))
    return -1;
  switch (*type) {
  case NVVM::MMATypes::f16:
    return 0;
  case NVVM::MMATypes::bf16:
    return 1;
  case NVVM::MMATypes::tf32:
    return 2;
  default:
    return -1;
  }
}

LogicalResult NVVMLowering::lowerMultiply(ImplicitLocOpBuilder &b,
                                          NVVM::MmaOp op) {
  int type = mmaType(op);
  NVVM::MMAShapeAttr shape = op.getShape();
  int64_t depth = shape.getK(), perRegister = type == 2 ? 1 : 2;
  int64_t steps = depth / (4 * perRegister); // registers of b
  auto isF32 = [](Value value) { return value.getType().isF32(); };
  bool isKnown =
      type >= 0 && shape.getM() == 16 && shape.getN() == 8 &&
      (steps == 1 || steps == 2) && op.getLayoutA() == NVVM::MMALayout::row &&
      op.getLayoutB() == NVVM::MMALayout::col &&
      int64_t(op.getOperandA().size()) == 2 * steps &&
      int64_t(op.getOperandB().size()) == steps &&
      op.getOperandC().size() == 4 && llvm::all_of(op.getOperandC(), isF32);
  if (!isKnown)
    return failure();
  Value result = slot(b, "product", op.getType());
  calls.call(b, "mma",
             {result, store(b, "a", op.getOperandA()),
              store(b, "b", op.getOperandB()), store(b, "c", op.getOperandC()),
              SimCalls::i32(b, type), SimCalls::i32(b, depth),
              calls.site(b, op)});
  replace(op, LLVM::LoadOp::create(b, op.getType(), result));
  return success();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

LogicalResult NVVMLowering::lowerToTF32(ImplicitLocOpBuilder &b,
                                        NVVM::ConvertFloatToTF32Op op) {
  if (op.getRnd() != NVVM::FPRoundingMode::RNA || op.getRelu() ||
      op.getSat() != NVVM::SaturationMode::NONE)
    return failure();
  replace(op, calls
                  .call(b, "to_tf32", b.getI32Type(), op.getSrc(),
                        SimCalls::Effect::None)
                  .getResult());
  return success();
}

/// cvt.rn.f16x2.f32 and alike: the first operand becomes the upper half.
template <typename ConvertOp>
LogicalResult NVVMLowering::lowerToPair(ImplicitLocOpBuilder &b, ConvertOp op) {
  bool isNearest = op.getRnd() == NVVM::FPRoundingMode::RN ||
                   op.getRnd() == NVVM::FPRoundingMode::NONE;
  if (!isNearest || op.getRelu() || op.getRandomBits() ||
      op.getSat() != NVVM::SaturationMode::NONE)
    return failure();
  auto type = cast<VectorType>(op.getType());
  Value pair = LLVM::PoisonOp::create(b, type);
  for (auto [i, value] :
       llvm::enumerate(ValueRange{op.getSrcLo(), op.getSrcHi()})) {
    Value half = LLVM::FPTruncOp::create(b, type.getElementType(), value);
    pair = LLVM::InsertElementOp::create(b, pair, half, SimCalls::i64(b, i));
  }
  replace(op, pair);
  return success();
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

bool mlir::diffattn::isCollective(Operation *op) {
  return isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::BarrierArriveOp,
             NVVM::SyncWarpOp, NVVM::ShflOp, NVVM::VoteSyncOp, NVVM::ReduxOp,
             NVVM::LdMatrixOp, NVVM::MmaOp>(op);
}

LogicalResult NVVMLowering::lower(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  auto call = [&](StringRef function, ValueRange operands) {
    calls.call(b, function, operands);
    op->erase();
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](NVVM::Barrier0Op) {
        return call("barrier", {SimCalls::i32(b, 0), SimCalls::i32(b, 0),
                                calls.site(b, op)});
      })
      .Case([&](NVVM::BarrierOp op) { return lowerBarrier(b, op); })
      .Case([&](NVVM::BarrierArriveOp arrive) {
        Value id = arrive.getBarrierId();
        return call("barrier_arrive",
                    {id ? id : SimCalls::i32(b, 0), arrive.getNumberOfThreads(),
                     calls.site(b, op)});
      })
      .Case([&](NVVM::SyncWarpOp sync) {
        return call("warp_sync", {sync.getMask(), calls.site(b, op)});
      })
      .Case([&](NVVM::ShflOp op) { return lowerShuffle(b, op); })
      .Case([&](NVVM::VoteSyncOp op) { return lowerVote(b, op); })
      .Case([&](NVVM::ReduxOp op) { return lowerReduce(b, op); })
      .Case([&](NVVM::CpAsyncOp op) { return lowerCopy(b, op); })
      .Case([&](NVVM::CpAsyncCommitGroupOp) {
        return call("cp_async_commit", {});
      })
      .Case([&](NVVM::CpAsyncWaitGroupOp wait) {
        return call("cp_async_wait", SimCalls::i32(b, wait.getN()));
      })
      .Case([&](NVVM::LdMatrixOp op) { return lowerLoad(b, op); })
      .Case([&](NVVM::MmaOp op) { return lowerMultiply(b, op); })
      .Case([&](NVVM::ConvertFloatToTF32Op op) { return lowerToTF32(b, op); })
      .Case([&](NVVM::ConvertF32x2ToF16x2Op op) { return lowerToPair(b, op); })
      .Case([&](NVVM::ConvertF32x2ToBF16x2Op op) { return lowerToPair(b, op); })
      .Case([&](NVVM::RcpApproxFtzF32Op rcp) {
        Value result = calls
                           .call(b, "rcp", b.getF32Type(),
                                 {rcp->getOperand(0), SimCalls::i32(b, 1)},
                                 SimCalls::Effect::None)
                           .getResult();
        replace(op, result);
        return success();
      })
      // All threads run on one thread of the host: memory is always in order.
      .Case<NVVM::MembarOp, NVVM::FenceScClusterOp, NVVM::NanosleepOp>(
          [](Operation *op) {
            op->erase();
            return success();
          })
      .Default([&](Operation *op) { return lowerRegister(b, op); });
}
