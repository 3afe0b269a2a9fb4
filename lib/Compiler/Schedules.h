//===- Schedules.h - read and change how attentions are computed -*- C++
//-*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_SCHEDULES_H
#define DIFFATTN_LIB_COMPILER_SCHEDULES_H

#include "diffattn/Compiler/Chip.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "diffattn/TilePlan/AttentionPlan.h"
#include "diffattn/TilePlan/GPUPlan.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Error.h"

namespace mlir::diffattn {

/// The attentions of each function of a module, in the order of the text. How
/// people name one: a function and a number.
using AttentionsByFunction =
    llvm::MapVector<StringRef, SmallVector<AttentionOp>>;
AttentionsByFunction getAttentions(ModuleOp module);

/// The content of a file of schedules.
llvm::Expected<std::string> readScheduleFile(StringRef path);

/// Changes schedules in `module`, at stage `scheduled`, as the JSON file at
/// `path` says:
///
///   {FUNCTION: {NUMBER: {"strategy": "online", "key_block": 256}}}
///
/// FUNCTION or NUMBER may be "*", all of them; what is more specific holds. A
/// field that is not given stays; there are those of the schedules for
/// `device`. Blocks must be multiples of what registers of `machine` hold.
/// Messages name the file and the key.
llvm::Error overrideSchedules(ModuleOp module, StringRef path, Device device,
                              const ::diffattn::Machine &machine);

/// A table of the attentions in `module`, at stage `scheduled`, how they will
/// be computed on `machine`, in which memory, and why.
std::string describeSchedules(ModuleOp module,
                              const ::diffattn::Machine &machine);

/// The same for kernels of a GPU.
std::string describeGPUSchedules(ModuleOp module, const ::diffattn::GPU &gpu);

/// A table of the arenas in `module`, of stage `kernels`: where buffers share
/// memory, and how much.
std::string describeArenas(ModuleOp module);

/// A line of a table.
using Row = std::vector<std::string>;

/// The rows in columns, two blanks apart.
std::string alignColumns(const std::vector<Row> &rows);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_SCHEDULES_H
