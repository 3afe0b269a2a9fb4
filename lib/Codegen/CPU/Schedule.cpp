//===- Schedule.cpp - how attentions are to be computed -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/CPU/Schedule.h"
#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Transforms.h"
#include "mlir/IR/Remarks.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_SCHEDULEPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;
using ::diffattn::AttentionPlan;
using ::diffattn::AttentionShape;
using ::diffattn::Machine;

Machine mlir::diffattn::makeMachine(int64_t vectorBits, int64_t l1Bytes,
                                    int64_t l2Bytes, bool bf16Dot) {
  Machine machine;
  machine.vectorBits = vectorBits;
  machine.registers = vectorBits == 512 ? 32 : 16;
  machine.l1Bytes = l1Bytes;
  machine.l2Bytes = l2Bytes;
  machine.hasBF16Dot = bf16Dot && vectorBits == 512;
  return machine;
}

//===----------------------------------------------------------------------===//
// Which attentions kernels take
//===----------------------------------------------------------------------===//

std::string mlir::diffattn::getReasonAgainstKernels(AttentionOp op) {
  Type type = getElementTypeOrSelf(op.getSignalQuery().getType());
  if (type.isF16() || type.isBF16() || type.isF32())
    return "";
  std::string reason;
  llvm::raw_string_ostream(reason)
      << "elements are " << type << ", kernels are for f16, bf16 and f32";
  return reason;
}

//===----------------------------------------------------------------------===//
// From a plan to its attribute
//===----------------------------------------------------------------------===//

static_assert(static_cast<int>(Strategy::Auto) ==
                      static_cast<int>(::diffattn::Strategy::Auto) &&
                  static_cast<int>(Strategy::Held) ==
                      static_cast<int>(::diffattn::Strategy::Held) &&
                  static_cast<int>(Strategy::Online) ==
                      static_cast<int>(::diffattn::Strategy::Online) &&
                  static_cast<int>(Strategy::Split) ==
                      static_cast<int>(::diffattn::Strategy::Split),
              "strategies have the same numbers");

AttentionPlan mlir::diffattn::toPlan(ScheduleAttr schedule) {
  return {static_cast<::diffattn::Strategy>(schedule.getStrategy()),
          schedule.getRowBlock(),
          schedule.getKeyBlock(),
          schedule.getValueBlock(),
          schedule.getHeldBytes(),
          schedule.getHeldKeys(),
          schedule.getSplitRows(),
          schedule.getSplitKeys()};
}

ScheduleAttr mlir::diffattn::toSchedule(MLIRContext *context,
                                        const AttentionPlan &plan) {
  return ScheduleAttr::get(context, static_cast<Strategy>(plan.strategy),
                           {plan.rowBlock, plan.keyBlock, plan.valueBlock,
                            plan.heldBytes, plan.heldKeys, plan.splitRows,
                            plan.splitKeys});
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static remark::RemarkOpts makeRemark(StringRef name) {
  return remark::RemarkOpts::name(name).category("diffattn-schedule");
}

static void schedule(AttentionOp op, const Machine &machine) {
  if (getSchedule(op))
    return;
  if (std::string reason = getReasonAgainstKernels(op); !reason.empty()) {
    remark::missed(op.getLoc(), makeRemark("no kernel"))
        << remark::reason("{0}", reason);
    return;
  }
  AttentionShape shape = getHeadShape(op);
  AttentionPlan plan = ::diffattn::planAttention(shape, machine);
  setSchedule(op, toSchedule(op.getContext(), plan));
  remark::passed(op.getLoc(), makeRemark("schedule"))
      << remark::add("{0}", ::diffattn::explain(plan, shape, machine));
}

void mlir::diffattn::scheduleAttentions(Operation *root,
                                        const Machine &machine) {
  root->walk([&](AttentionOp op) { schedule(op, machine); });
}

LogicalResult mlir::diffattn::verifyVectorBits(Operation *op,
                                               int64_t vectorBits) {
  if (vectorBits == 128 || vectorBits == 256 || vectorBits == 512)
    return success();
  return emitError(op->getLoc())
         << "vector-bits is " << vectorBits << ", expected 128, 256 or 512";
}

namespace {
struct SchedulePass : mlir::diffattn::impl::SchedulePassBase<SchedulePass> {
  using SchedulePassBase::SchedulePassBase;

  void runOnOperation() override {
    if (failed(checkOptions()))
      return signalPassFailure();
    scheduleAttentions(getOperation(),
                       makeMachine(vectorBits, l1Bytes, l2Bytes, bf16Dot));
  }

private:
  LogicalResult checkOptions() {
    if (failed(verifyVectorBits(getOperation(), vectorBits)))
      return failure();
    for (const auto *option : {&l1Bytes, &l2Bytes})
      if (*option < 1 || *option > ScheduleAttr::getFields()[3].limit)
        return emitError(getOperation()->getLoc())
               << option->ArgStr << " is " << option->getValue()
               << ", expected a number in [1, "
               << ScheduleAttr::getFields()[3].limit << "]";
    return success();
  }
};
} // namespace
