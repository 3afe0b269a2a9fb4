//===- DescribeArenas.cpp - how buffers share memory ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedules.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::diffattn;

/// How often `arena` is allocated.
static std::string spellScope(memref::AllocOp arena) {
  Operation *parent = arena->getParentOp();
  if (isa<func::FuncOp>(parent))
    return "call";
  return isa<scf::IfOp, scf::IndexSwitchOp>(parent) ? "branch" : "iteration";
}

static Row describe(StringRef function, memref::AllocOp arena,
                    DictionaryAttr what) {
  auto spell = [&](StringRef name) -> std::string {
    Attribute value = what.get(name);
    if (auto number = dyn_cast_if_present<IntegerAttr>(value))
      return std::to_string(number.getInt());
    if (auto text = dyn_cast_if_present<StringAttr>(value))
      return text.str();
    return "-";
  };
  return {function.str(),  spellScope(arena), spell("buffers"),
          spell("places"), spell("bytes"),    spell("live")};
}

std::string mlir::diffattn::describeArenas(ModuleOp module) {
  std::vector<Row> rows = {{"function", "arena for each", "buffers", "places",
                            "bytes", "bytes live"}};
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](memref::AllocOp alloc) {
      if (auto what = alloc->getAttrOfType<DictionaryAttr>(kArenaAttr))
        rows.push_back(describe(function.getName(), alloc, what));
    });
  return rows.size() == 1 ? "no arena\n" : alignColumns(rows);
}
