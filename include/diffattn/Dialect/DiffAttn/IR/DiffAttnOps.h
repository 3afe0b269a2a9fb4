//===- DiffAttnOps.h - the diffattn operations ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNOPS_H
#define DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNOPS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/IndexingMapOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnInterfaces.h.inc"

#define GET_OP_CLASSES
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h.inc"

namespace mlir::diffattn {

/// How `op` is to be computed on a CPU; null if nothing says so.
ScheduleAttr getSchedule(AttentionOp op);
/// The same for a GPU.
GPUScheduleAttr getGPUSchedule(AttentionOp op);
/// Whether something says how `op` is to be computed.
bool isScheduled(AttentionOp op);
/// `schedule`: a ScheduleAttr or a GPUScheduleAttr.
void setSchedule(AttentionOp op, Attribute schedule);

} // namespace mlir::diffattn

#endif // DIFFATTN_DIALECT_DIFFATTN_IR_DIFFATTNOPS_H
