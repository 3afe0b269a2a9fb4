//===- Lower.cpp - from stage to stage -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "Schedules.h"
#include "Timed.h"
#include "diffattn/Codegen/CPU/Schedule.h"
#include "diffattn/Compiler/Files.h"
#include "diffattn/Compiler/Session.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Pipelines/Pipelines.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// Names the pass that failed without a word.
class FailureReporter : public PassInstrumentation {
public:
  explicit FailureReporter(Session &session)
      : session(session), before(session.diagnostics().size()) {}

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (session.diagnostics().size() == before && !pass->getName().empty())
      op->emitError() << "can't be lowered: pass '" << pass->getName()
                      << "' failed";
  }

private:
  Session &session;
  size_t before;
};
} // namespace

/// Adds the passes from the stage before `stage` to it, for a GPU.
static void buildGPUPassesTo(Stage stage, OpPassManager &pm,
                             const PipelineOptions &options, bool reference) {
  if (stage == Stage::Scheduled && !reference)
    buildFusedToGPUScheduled(pm, options);
  if (stage == Stage::Kernels)
    buildBuffersToGPUKernels(pm, options);
  if (stage == Stage::LLVM)
    buildGPUKernelsToLLVM(pm, options);
}

/// Adds the passes from the stage before `stage` to it. `reference`: only those
/// that can't be left out.
static void buildPassesTo(Stage stage, OpPassManager &pm,
                          const PipelineOptions &options, Device device,
                          bool reference) {
  bool differs = stage == Stage::Scheduled || stage > Stage::Buffers;
  if (device != Device::CPU && differs)
    return buildGPUPassesTo(stage, pm, options, reference);
  switch (stage) {
  case Stage::Input:
    return;
  case Stage::Raised:
    return reference ? void() : buildInputToRaised(pm, options);
  case Stage::Fused:
    return reference ? void() : buildRaisedToFused(pm, options);
  case Stage::Scheduled:
    return reference ? void() : buildFusedToScheduled(pm, options);
  case Stage::Buffers:
    return reference ? buildScheduledToPlainBuffers(pm, options)
                     : buildScheduledToBuffers(pm, options);
  case Stage::Kernels:
    return reference ? buildBuffersToLoops(pm, options)
                     : buildBuffersToKernels(pm, options);
  case Stage::LLVM:
    return buildKernelsToLLVM(pm, options);
  }
}

/// Writes `module` to N-STAGE.mlir in `folder`.
static llvm::Error dump(ModuleOp module, Stage stage, StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(error, "can't create folder '%s': %s",
                                   folder.str().c_str(),
                                   error.message().c_str());
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, Twine(static_cast<int>(stage)) + "-" +
                                    stringifyStage(stage) + ".mlir");
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  os << "\n";
  return writeFile(path, text);
}

/// A stage is checked as a whole: after each pass, that would take as long as
/// the passes.
static LogicalResult verifyStage(Session &session, ModuleOp module) {
  Timed timed(session, "verify");
  return mlir::verify(module);
}

/// Whether compilation comes by stage `scheduled`.
static bool schedules(Stage to, const CompileOptions &options) {
  return !options.reference && options.from <= Stage::Scheduled &&
         to >= Stage::Scheduled;
}

/// What the options want done with `module` at stage `scheduled`.
static llvm::Error finishSchedules(ModuleOp module,
                                   const CompileOptions &options,
                                   const PipelineOptions &pipeline,
                                   Device device) {
  ::diffattn::Machine machine =
      makeMachine(pipeline.vectorBits, pipeline.l1Bytes, pipeline.l2Bytes,
                  pipeline.bf16Dot);
  if (!options.scheduleFile.empty())
    if (llvm::Error failed =
            overrideSchedules(module, options.scheduleFile, device, machine))
      return failed;
  if (!options.plan)
    return llvm::Error::success();
  *options.plan = device == Device::CPU
                      ? describeSchedules(module, machine)
                      : describeGPUSchedules(
                            module, ::diffattn::makeGPU(pipeline.sharedBytes));
  if (options.quantization != Quantization::None)
    *options.plan += llvm::formatv(
        "\nweights: {0}, with a scale for {1} depths of a column\n",
        stringifyQuantization(options.quantization), kGroupDepth);
  return llvm::Error::success();
}

/// An attention that is scheduled for another kind of device is decomposed.
static void dropOtherSchedules(ModuleOp module, Device device) {
  bool isCPU = device == Device::CPU;
  module.walk([&](AttentionOp op) {
    if (isCPU ? bool(getGPUSchedule(op)) : bool(getSchedule(op)))
      op->removeAttr(DiffAttnDialect::kScheduleAttrName);
  });
}

/// What keeps quantisation from having an effect.
static llvm::Error checkQuantization(const CompileOptions &options,
                                     Device device) {
  if (options.quantization == Quantization::None)
    return llvm::Error::success();
  if (device != Device::CPU)
    return llvm::createStringError("quantize: expected target cpu, found " +
                                   options.target);
  if (options.reference)
    return llvm::createStringError(
        "quantize: the reference lowering has no weights to quantise");
  if (options.from > Stage::Buffers)
    return llvm::createStringError(
        "quantize: expected a module of stage buffers or before, found stage " +
        Twine(stringifyStage(options.from)));
  return llvm::Error::success();
}

/// What keeps a function from being observed.
static llvm::Error checkObserve(Stage to, const CompileOptions &options) {
  if (options.observe.empty() ||
      (options.from < Stage::Fused && to >= Stage::Fused))
    return llvm::Error::success();
  return llvm::createStringError(
      "observe: expected a compilation that comes by stage fused, found one "
      "from " +
      Twine(stringifyStage(options.from)) + " to " + stringifyStage(to));
}

LogicalResult Session::lower(ModuleOp module, Stage to,
                             const CompileOptions &options) {
  llvm::Expected<Target> target = resolveTarget(options.cpu);
  if (!target)
    return error(llvm::toString(target.takeError()));
  llvm::Expected<Device> device = parseDevice(options.target);
  if (!device)
    return error(llvm::toString(device.takeError()));
  llvm::Expected<Chip> chip = findChip(options.chip);
  if (!chip)
    return error(llvm::toString(chip.takeError()));
  PipelineOptions pipeline;
  pipeline.chip = options.chip;
  pipeline.sharedBytes = chip->sharedBytes;
  // The reference lowering is naive.
  pipeline.callMatmuls =
      options.matmul == Matmul::Library && !options.reference;
  pipeline.emulate = *device == Device::Sim;
  pipeline.keepF16 = target->hasF16Conversions;
  pipeline.vectorBits = target->vectorBits;
  pipeline.l1Bytes = target->l1Bytes;
  pipeline.l2Bytes = target->l2Bytes;
  pipeline.bf16Dot = target->hasBF16Dot;
  pipeline.quantization = options.quantization;

  if ((!options.scheduleFile.empty() || options.plan) &&
      !schedules(to, options))
    return error(
        "schedules can be changed and printed at stage scheduled only, "
        "and this compilation doesn't come by it");

  if (llvm::Error failed = checkQuantization(options, *device))
    return error(llvm::toString(std::move(failed)));

  if (llvm::Error failed = checkObserve(to, options))
    return error(llvm::toString(std::move(failed)));

  *remarks = {options.remarks, 0};

  for (Stage stage : allStages()) {
    if (stage < options.from)
      continue;
    if (stage > to)
      break;
    if (stage > options.from) {
      if (stage == Stage::Buffers)
        dropOtherSchedules(module, *device);
      Timed timed(*this, stringifyStage(stage));
      PassManager pm(mlirContext.get());
      pm.enableTiming(timed.getScope());
      pm.enableVerifier(false);
      pm.addInstrumentation(std::make_unique<FailureReporter>(*this));
      buildPassesTo(stage, pm, pipeline, *device, options.reference);
      if (stage == Stage::Fused && !options.observe.empty())
        pm.addPass(createObserveAttentionsPass({options.observe}));
      if (failed(pm.run(module)) || remarks->numErrors ||
          failed(verifyStage(*this, module)))
        return failure();
    }
    if (stage == Stage::Scheduled && !options.reference)
      if (llvm::Error failed =
              finishSchedules(module, options, pipeline, *device))
        return error(llvm::toString(std::move(failed)));
    if (stage == Stage::Kernels && options.plan)
      *options.plan += "\n" + describeArenas(module);
    if (options.dumpFolder.empty())
      continue;
    if (llvm::Error failed = dump(module, stage, options.dumpFolder))
      return error(llvm::toString(std::move(failed)));
  }
  return success();
}
