//===- OverrideSchedules.cpp - schedules from a file ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"
#include "Schedules.h"
#include "diffattn/Codegen/CPU/Schedule.h"
#include "diffattn/Codegen/GPU/Schedule.h"
#include "diffattn/Runtime/CheckJson.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::diffattn;
namespace json = llvm::json;

AttentionsByFunction mlir::diffattn::getAttentions(ModuleOp module) {
  AttentionsByFunction result;
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    SmallVector<AttentionOp> &attentions = result[function.getName()];
    function.walk([&](AttentionOp op) { attentions.push_back(op); });
  });
  return result;
}

namespace {
constexpr StringLiteral kAll = "*";

/// Goes through a file and changes the schedules it names.
class Overrides {
public:
  Overrides(ModuleOp module, StringRef path, Device device,
            ::diffattn::RegisterTile tile)
      : attentions(getAttentions(module)), path(path), device(device),
        tile(tile) {}

  llvm::Error run();

private:
  llvm::Error visitFunctions(const json::Object &functions);
  llvm::Error visitNumbers(StringRef function, const json::Object &numbers);
  llvm::Error visitFields(AttentionOp op, const json::Object &fields);
  llvm::Error setFields(AttentionOp op, ScheduleAttr schedule,
                        const json::Object &fields);
  llvm::Error setGPUFields(AttentionOp op, GPUScheduleAttr schedule,
                           const json::Object &fields);
  /// What the value of a field must be a multiple of: kernels would round it.
  int64_t stepOf(StringRef field) const;
  /// The value of a field in the schedule that is being made.
  llvm::Error setField(StringRef name, const json::Value &value);
  llvm::Error setGPUField(::diffattn::GPUPlan &plan, StringRef name,
                          const json::Value &value);

  /// The attentions of `function` that `number` means, or an error.
  llvm::Expected<SmallVector<AttentionOp>> find(StringRef function,
                                                StringRef number);
  /// Calls `visit` with each field of `fields`, in the order of names.
  llvm::Error forEachField(
      const json::Object &fields,
      llvm::function_ref<llvm::Error(StringRef, const json::Value &)> visit);
  /// Calls `visit` with each key of `object` and the object that it has, "*"
  /// first, so that what is more specific comes later.
  llvm::Error forEach(
      const json::Object &object,
      llvm::function_ref<llvm::Error(StringRef, const json::Object &)> visit);

  /// "FILE: KEY.KEY: MESSAGE".
  llvm::Error fail(const Twine &message) {
    std::string where = llvm::join(keys, ".");
    return llvm::createStringError(path + ": " + where +
                                   (where.empty() ? "" : ": ") + message);
  }
  llvm::Error expected(const Twine &what, const json::Value &found) {
    std::string text;
    llvm::raw_string_ostream(text) << found;
    return fail("expected " + what + ", found " + text);
  }

  AttentionsByFunction attentions;
  StringRef path;
  const Device device;
  const ::diffattn::RegisterTile tile;
  /// The keys that lead to where we are.
  SmallVector<std::string> keys;
  Strategy strategy = Strategy::Auto;
  SmallVector<int64_t> values;
};
} // namespace

/// Levels of brackets: more than any schedule has. The parser calls itself for
/// each of them.
static constexpr unsigned kDeepestNesting = 64;

llvm::Error Overrides::run() {
  llvm::Expected<std::string> text = readScheduleFile(path);
  if (!text)
    return text.takeError();
  if (findDeepNesting(*text, kDeepestNesting))
    return fail("expected functions, numbers and fields, found deeper objects");
  llvm::Expected<json::Value> root = json::parse(*text);
  if (!root)
    return fail("no JSON: " + llvm::toString(root.takeError()));
  // That parser takes one of two values for a key.
  if (std::string fault = ::diffattn::findJsonFault(*text); !fault.empty())
    return fail(fault);
  const json::Object *functions = root->getAsObject();
  if (!functions)
    return expected("an object", *root);
  return visitFunctions(*functions);
}

llvm::Error Overrides::forEach(
    const json::Object &object,
    llvm::function_ref<llvm::Error(StringRef, const json::Object &)> visit) {
  SmallVector<StringRef> names;
  for (const auto &entry : object)
    names.push_back(entry.first);
  llvm::sort(names, [](StringRef a, StringRef b) {
    return std::pair(a != kAll, a) < std::pair(b != kAll, b);
  });
  for (StringRef name : names) {
    keys.push_back(name.str());
    const json::Value &value = *object.get(name);
    const json::Object *inner = value.getAsObject();
    if (llvm::Error error =
            inner ? visit(name, *inner) : expected("an object", value))
      return error;
    keys.pop_back();
  }
  return llvm::Error::success();
}

llvm::Error Overrides::visitFunctions(const json::Object &functions) {
  return forEach(functions, [&](StringRef name, const json::Object &numbers) {
    if (name != kAll && !attentions.contains(name))
      return fail("the module has no function of that name");
    return visitNumbers(name, numbers);
  });
}

llvm::Error Overrides::visitNumbers(StringRef function,
                                    const json::Object &numbers) {
  return forEach(
      numbers,
      [&](StringRef number, const json::Object &fields) -> llvm::Error {
        auto found = find(function, number);
        if (!found)
          return found.takeError();
        for (AttentionOp op : *found)
          if (llvm::Error error = visitFields(op, fields))
            return error;
        return llvm::Error::success();
      });
}

llvm::Expected<SmallVector<AttentionOp>> Overrides::find(StringRef function,
                                                         StringRef number) {
  unsigned index = 0;
  // One number has one key: 00 would be 0 again.
  if (number != kAll &&
      (number.getAsInteger(10, index) || number != std::to_string(index)))
    return fail("expected the number of an attention or \"*\", found \"" +
                number + "\"");
  SmallVector<AttentionOp> found;
  size_t most = 0;
  for (auto &[name, ops] : attentions) {
    if (function != kAll && function != name)
      continue;
    most = std::max(most, ops.size());
    if (number == kAll)
      llvm::append_range(found, ops);
    else if (index < ops.size())
      found.push_back(ops[index]);
  }
  if (number != kAll && found.empty())
    return fail("expected the number of one of " + Twine(most) +
                " attentions, counted from 0, found " + number);
  // "*" means those that can have a schedule.
  if (number == kAll)
    llvm::erase_if(found, [](AttentionOp op) { return !isScheduled(op); });
  return found;
}

llvm::Error Overrides::visitFields(AttentionOp op, const json::Object &fields) {
  if (ScheduleAttr schedule = getSchedule(op))
    return setFields(op, schedule, fields);
  if (GPUScheduleAttr schedule = getGPUSchedule(op))
    return setGPUFields(op, schedule, fields);
  std::string reason = device == Device::CPU ? getReasonAgainstKernels(op)
                                             : getReasonAgainstGPUKernel(op);
  return fail("that attention has no schedule" +
              (reason.empty() ? reason : ": " + reason));
}

llvm::Error Overrides::forEachField(
    const json::Object &fields,
    llvm::function_ref<llvm::Error(StringRef, const json::Value &)> visit) {
  SmallVector<StringRef> names;
  for (const auto &entry : fields)
    names.push_back(entry.first);
  llvm::sort(names);
  for (StringRef name : names) {
    keys.push_back(name.str());
    if (llvm::Error error = visit(name, *fields.get(name)))
      return error;
    keys.pop_back();
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// On a CPU
//===----------------------------------------------------------------------===//

llvm::Error Overrides::setFields(AttentionOp op, ScheduleAttr schedule,
                                 const json::Object &fields) {
  strategy = schedule.getStrategy();
  values = schedule.getValues();
  auto set = [&](StringRef name, const json::Value &value) {
    return setField(name, value);
  };
  if (llvm::Error error = forEachField(fields, set))
    return error;
  setSchedule(op, ScheduleAttr::get(op.getContext(), strategy, values));
  return llvm::Error::success();
}

int64_t Overrides::stepOf(StringRef field) const {
  if (field == "row_block")
    return tile.rows;
  bool isOfKeys =
      field == "key_block" || field == "value_block" || field == "split_keys";
  return isOfKeys ? tile.cols : 1;
}

llvm::Error Overrides::setField(StringRef name, const json::Value &value) {
  if (name == "strategy") {
    std::optional<Strategy> parsed =
        symbolizeStrategy(value.getAsString().value_or(""));
    if (!parsed)
      return expected("auto, held, online or split", value);
    strategy = *parsed;
    return llvm::Error::success();
  }
  for (auto [field, current] :
       llvm::zip_equal(ScheduleAttr::getFields(), values)) {
    if (field.name != name)
      continue;
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 1 || *number > field.limit)
      return expected("a number in [1, " + Twine(field.limit) + "]", value);
    if (*number % stepOf(name))
      return expected("a multiple of " + Twine(stepOf(name)) +
                          " (what registers of this processor hold)",
                      value);
    current = *number;
    return llvm::Error::success();
  }
  std::string names = "strategy";
  for (const ScheduleAttr::Field &field : ScheduleAttr::getFields())
    names += ", " + field.name.str();
  return fail("unknown field, expected one of " + names);
}

//===----------------------------------------------------------------------===//
// On a GPU
//===----------------------------------------------------------------------===//

llvm::Error Overrides::setGPUFields(AttentionOp op, GPUScheduleAttr schedule,
                                    const json::Object &fields) {
  ::diffattn::GPUPlan plan = toPlan(schedule);
  auto set = [&](StringRef name, const json::Value &value) {
    return setGPUField(plan, name, value);
  };
  if (llvm::Error error = forEachField(fields, set))
    return error;
  // Its own rules say what is wrong with a number.
  std::string message;
  ScopedDiagnosticHandler handler(op.getContext(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  GPUScheduleAttr changed =
      toCheckedSchedule([&] { return op.emitError(); }, op.getContext(), plan);
  if (!changed)
    return fail(message);
  setSchedule(op, changed);
  return llvm::Error::success();
}

llvm::Error Overrides::setGPUField(::diffattn::GPUPlan &plan, StringRef name,
                                   const json::Value &value) {
  using Plan = ::diffattn::GPUPlan;
  static constexpr std::pair<StringLiteral, int64_t Plan::*> numbers[] = {
      {"row_warps", &Plan::rowWarps},
      {"key_tile", &Plan::keyTile},
      {"stages", &Plan::stages},
      {"split_rows", &Plan::splitRows},
      {"split_keys", &Plan::splitKeys}};
  static constexpr std::pair<StringLiteral, bool Plan::*> choices[] = {
      {"maps_apart", &Plan::mapsApart}, {"queries_held", &Plan::queriesHeld}};
  for (auto [field, member] : numbers)
    if (field == name) {
      std::optional<int64_t> number = value.getAsInteger();
      if (!number)
        return expected("a number", value);
      plan.*member = *number;
      return llvm::Error::success();
    }
  for (auto [field, member] : choices)
    if (field == name) {
      std::optional<bool> choice = value.getAsBoolean();
      if (!choice)
        return expected("true or false", value);
      plan.*member = *choice;
      return llvm::Error::success();
    }
  return fail("unknown field, expected one of row_warps, key_tile, stages, "
              "split_rows, split_keys, maps_apart, queries_held");
}

llvm::Expected<std::string> mlir::diffattn::readScheduleFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(
        path + ": can't be read: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Error
mlir::diffattn::overrideSchedules(ModuleOp module, StringRef path,
                                  Device device,
                                  const ::diffattn::Machine &machine) {
  return Overrides(module, path, device, getRegisterTile(machine)).run();
}
