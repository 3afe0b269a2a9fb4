//===- Schedule.h - plans of attentions as attributes -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between lib/TilePlan, which knows nothing of MLIR, and the kernels, which
// read the attribute `diffattn.schedule`.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_SCHEDULE_H
#define DIFFATTN_CODEGEN_CPU_SCHEDULE_H

#include "diffattn/Codegen/Common/HeadShape.h"

namespace mlir::diffattn {

/// A processor with vectors of 128, 256 or 512 bits, as the plan knows it.
::diffattn::Machine makeMachine(int64_t vectorBits, int64_t l1Bytes,
                                int64_t l2Bytes, bool bf16Dot);

/// Why the kernels don't take `op`; empty if they do.
std::string getReasonAgainstKernels(AttentionOp op);

::diffattn::AttentionPlan toPlan(ScheduleAttr schedule);
ScheduleAttr toSchedule(MLIRContext *context,
                        const ::diffattn::AttentionPlan &plan);

/// Gives each attention in `root` that kernels take and that has no schedule
/// one. Remarks say why this one, and why others have none.
void scheduleAttentions(Operation *root, const ::diffattn::Machine &machine);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_CPU_SCHEDULE_H
