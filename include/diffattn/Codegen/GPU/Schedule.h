//===- Schedule.h - plans of attentions on GPUs as attributes ---*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_GPU_SCHEDULE_H
#define DIFFATTN_CODEGEN_GPU_SCHEDULE_H

#include "diffattn/Codegen/Common/HeadShape.h"
#include "diffattn/TilePlan/GPUPlan.h"
#include <string>

namespace mlir::diffattn {

/// Why kernels don't take `op`, whatever the GPU; empty if they do.
std::string getReasonAgainstGPUKernel(AttentionOp op);
/// Why `gpu` has no kernel for `op`; empty if it has.
std::string getReasonAgainstGPUKernel(AttentionOp op,
                                      const ::diffattn::GPU &gpu);

::diffattn::GPUPlan toPlan(GPUScheduleAttr schedule);
GPUScheduleAttr toSchedule(MLIRContext *context,
                           const ::diffattn::GPUPlan &plan);
/// The same, or null and an error of `emitError` if a number of the plan breaks
/// a rule of the attribute.
GPUScheduleAttr
toCheckedSchedule(llvm::function_ref<InFlightDiagnostic()> emitError,
                  MLIRContext *context, const ::diffattn::GPUPlan &plan);

/// Gives each attention in `root` that kernels take and that has no schedule
/// one. Remarks say why this one, and why others have none.
void scheduleAttentionsOnGPU(Operation *root, const ::diffattn::GPU &gpu);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_GPU_SCHEDULE_H
