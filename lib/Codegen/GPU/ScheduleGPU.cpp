//===- ScheduleGPU.cpp - how a GPU is to compute attentions ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Schedule.h"

#include "mlir/IR/Remarks.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_SCHEDULEGPUPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;
using ::diffattn::AttentionShape;
using ::diffattn::GPU;
using ::diffattn::GPUPlan;

std::string mlir::diffattn::getReasonAgainstGPUKernel(AttentionOp op) {
  Type type = getElementTypeOrSelf(op.getValue().getType());
  if (type.isF16() || type.isBF16() || type.isF32())
    return ::diffattn::getReasonAgainstGPUKernel(getHeadShape(op));
  std::string reason;
  llvm::raw_string_ostream(reason)
      << "elements are " << type << ", kernels are for f16, bf16 and f32";
  return reason;
}

std::string mlir::diffattn::getReasonAgainstGPUKernel(AttentionOp op,
                                                      const GPU &gpu) {
  std::string reason = getReasonAgainstGPUKernel(op);
  if (reason.empty() && !planGPUAttention(getHeadShape(op), gpu))
    reason = "no kernel fits in " + ::diffattn::spellBytes(gpu.sharedBytes) +
             " of shared memory";
  return reason;
}

GPUPlan mlir::diffattn::toPlan(GPUScheduleAttr schedule) {
  return {schedule.getRowWarps(),    schedule.getKeyTile(),
          schedule.getStages(),      schedule.getMapsApart(),
          schedule.getQueriesHeld(), schedule.getSplitRows(),
          schedule.getSplitKeys()};
}

GPUScheduleAttr mlir::diffattn::toSchedule(MLIRContext *context,
                                           const GPUPlan &plan) {
  return GPUScheduleAttr::get(context, plan.rowWarps, plan.keyTile, plan.stages,
                              plan.mapsApart, plan.queriesHeld, plan.splitRows,
                              plan.splitKeys);
}

GPUScheduleAttr mlir::diffattn::toCheckedSchedule(
    llvm::function_ref<InFlightDiagnostic()> emitError, MLIRContext *context,
    const GPUPlan &plan) {
  return GPUScheduleAttr::getChecked(
      emitError, context, plan.rowWarps, plan.keyTile, plan.stages,
      plan.mapsApart, plan.queriesHeld, plan.splitRows, plan.splitKeys);
}

static remark::RemarkOpts makeRemark(StringRef name) {
  return remark::RemarkOpts::name(name).category("diffattn-schedule-gpu");
}

static void schedule(AttentionOp op, const GPU &gpu) {
  if (isScheduled(op))
    return;
  if (std::string reason = getReasonAgainstGPUKernel(op, gpu);
      !reason.empty()) {
    remark::missed(op.getLoc(), makeRemark("no kernel"))
        << remark::reason("{0}", reason);
    return;
  }
  AttentionShape shape = getHeadShape(op);
  GPUPlan plan = *planGPUAttention(shape, gpu);
  setSchedule(op, toSchedule(op.getContext(), plan));
  remark::passed(op.getLoc(), makeRemark("schedule"))
      << remark::add("{0}", ::diffattn::explain(plan, shape));
}

void mlir::diffattn::scheduleAttentionsOnGPU(Operation *root, const GPU &gpu) {
  root->walk([&](AttentionOp op) { schedule(op, gpu); });
}

namespace {
struct ScheduleGPUPass
    : mlir::diffattn::impl::ScheduleGPUPassBase<ScheduleGPUPass> {
  using Base::Base;

  void runOnOperation() override {
    scheduleAttentionsOnGPU(getOperation(), ::diffattn::makeGPU(sharedBytes));
  }
};
} // namespace
