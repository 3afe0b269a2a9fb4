//===- DescribeSchedules.cpp - how attentions will be computed ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"
#include "diffattn/Codegen/CPU/Schedule.h"
#include "diffattn/Codegen/GPU/Schedule.h"

using namespace mlir;
using namespace mlir::diffattn;
using ::diffattn::AttentionPlan;
using ::diffattn::AttentionShape;
using ::diffattn::GPU;
using ::diffattn::Machine;
using ::diffattn::spellBytes;
using ::diffattn::Workspace;

/// "b=2 m=? n=64 d=8".
static std::string spellSizes(AttentionOp op) {
  SmallVector<int64_t> sizes = getStaticSizes(op);
  std::string text;
  for (auto [name, size] : llvm::zip_equal(op.getDims().getNames(), sizes))
    text += (text.empty() ? "" : " ") + name.str() + "=" +
            (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return text;
}

static std::string spellLocation(Operation *op) {
  auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return "-";
  return (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
          Twine(loc.getColumn()))
      .str();
}

/// The sizes of blocks that `strategy` uses: rows, keys, keys of a value
/// product.
static void addBlocks(Row &row, const AttentionPlan &plan,
                      const AttentionShape &shape, const Machine &machine) {
  int64_t tileRows = ::diffattn::getRegisterTile(machine).rows;
  int64_t rows = plan.rowBlock;
  std::string keys;
  switch (::diffattn::resolveStrategy(plan, shape)) {
  case ::diffattn::Strategy::Held:
    if (int64_t seen = shape.keysOf(rows); seen >= 0)
      rows = ::diffattn::getHeldRows(plan, shape.maps, seen, tileRows);
    keys = "all";
    break;
  case ::diffattn::Strategy::Split:
    rows = shape.rows();
    keys = std::to_string(plan.splitKeys);
    break;
  case ::diffattn::Strategy::Online:
  case ::diffattn::Strategy::Auto:
    keys = std::to_string(plan.keyBlock);
    break;
  }
  row.push_back(rows < 0 ? "?" : std::to_string(rows));
  row.push_back(keys);
  row.push_back(std::to_string(plan.valueBlock));
}

/// Which attention it is: the first columns of each table.
static Row identify(StringRef function, size_t number, AttentionOp op) {
  Type type = getElementTypeOrSelf(op.getSignalQuery().getType());
  std::string typeText;
  llvm::raw_string_ostream(typeText) << type;
  return {function.str(),    std::to_string(number),
          spellLocation(op), std::to_string(op.getNumMaps()),
          typeText,          spellSizes(op)};
}

/// What is known of one attention.
static Row describe(StringRef function, size_t number, AttentionOp op,
                    const Machine &machine) {
  Row row = identify(function, number, op);
  ScheduleAttr schedule = getSchedule(op);
  if (!schedule) {
    row.insert(row.end(), {"none", "-", "-", "-", "-", "-"});
    std::string reason = getReasonAgainstKernels(op);
    row.push_back("decomposed: " + (reason.empty() ? "no schedule" : reason));
    return row;
  }
  AttentionShape shape = getHeadShape(op);
  AttentionPlan plan = toPlan(schedule);
  row.push_back(::diffattn::spell(plan.strategy));
  addBlocks(row, plan, shape, machine);
  std::optional<Workspace> memory =
      ::diffattn::getWorkspace(plan, shape, machine);
  row.push_back(memory ? spellBytes(memory->perThread()) : "?");
  row.push_back(memory ? spellBytes(memory->perHead()) : "?");
  std::string reason = ::diffattn::explain(plan, shape, machine);
  row.push_back(StringRef(reason).split(": ").second.str());
  return row;
}

/// The same on a GPU.
static Row describeOnGPU(StringRef function, size_t number, AttentionOp op,
                         const GPU &gpu) {
  Row row = identify(function, number, op);
  GPUScheduleAttr schedule = getGPUSchedule(op);
  if (!schedule) {
    row.insert(row.end(), {"-", "-", "-", "-", "-", "-"});
    std::string reason = getReasonAgainstGPUKernel(op, gpu);
    row.push_back("decomposed: " +
                  (reason.empty() ? "scheduled for another device" : reason));
    return row;
  }
  ::diffattn::GPUPlan plan = toPlan(schedule);
  AttentionShape shape = getHeadShape(op);
  for (int64_t number :
       {plan.rows(), plan.keyTile, plan.stages, plan.splitRows})
    row.push_back(std::to_string(number));
  row.push_back(std::to_string(estimateRegisters(plan, shape)));
  row.push_back(spellBytes(getSharedLayout(plan, shape).size));
  row.push_back(explain(plan, shape));
  return row;
}

std::string mlir::diffattn::alignColumns(const std::vector<Row> &rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  std::string text;
  for (const Row &row : rows) {
    std::string line;
    for (auto [width, cell] : llvm::zip_equal(widths, row)) {
      line += cell;
      line.append(width - cell.size() + 2, ' ');
    }
    text += StringRef(line).rtrim().str() + "\n";
  }
  return text;
}

std::string mlir::diffattn::describeSchedules(ModuleOp module,
                                              const Machine &machine) {
  std::vector<Row> rows = {{"function", "number", "location", "maps", "type",
                            "sizes", "strategy", "rows", "keys", "value keys",
                            "per thread", "per head", "reason"}};
  for (auto &[function, attentions] : getAttentions(module))
    for (auto [number, op] : llvm::enumerate(attentions))
      rows.push_back(describe(function, number, op, machine));
  return rows.size() == 1 ? "no attention\n" : alignColumns(rows);
}

std::string mlir::diffattn::describeGPUSchedules(ModuleOp module,
                                                 const GPU &gpu) {
  std::vector<Row> rows = {{"function", "number", "location", "maps", "type",
                            "sizes", "rows", "keys", "stages", "split rows",
                            "registers", "shared memory", "reason"}};
  for (auto &[function, attentions] : getAttentions(module))
    for (auto [number, op] : llvm::enumerate(attentions))
      rows.push_back(describeOnGPU(function, number, op, gpu));
  return rows.size() == 1 ? "no attention\n" : alignColumns(rows);
}
