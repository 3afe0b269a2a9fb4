//===- FuzzPipelines.cpp - passes and pipelines over modules --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first line of an input says what is done with the module below it:
//
//   // passes: diffattn-fuse,diffattn-decompose{keep-scheduled}
//   // compile: target=sim cpu=x86-64-v3 from=fused reference
//
// Passes are ours alone. `compile` is what Session does up to stage llvm, with
// the manifest.
//
//===----------------------------------------------------------------------===//

#include "FirstLine.h"
#include "Modules.h"
#include "diffattn/Compiler/Manifest.h"
#include "diffattn/Compiler/Session.h"
#include "diffattn/InitAll.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace diffattn::fuzz;
namespace fuzz = ::diffattn::fuzz;
using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Sets what `word` says; an unknown word is an option of no effect.
static void setOption(CompileOptions &options, StringRef word) {
  auto [name, value] = word.split('=');
  if (name == "cpu")
    options.cpu = value.str();
  else if (name == "target")
    options.target = value.str();
  else if (name == "chip")
    options.chip = value.str();
  else if (name == "reference")
    options.reference = true;
  else if (name == "matmul")
    options.matmul = value == "kernels" ? Matmul::Kernels : Matmul::Library;
  else if (name == "quantize")
    options.quantization = llvm::StringSwitch<Quantization>(value)
                               .Case("int8", Quantization::Int8)
                               .Case("int4", Quantization::Int4)
                               .Default(Quantization::None);
  else if (name == "from")
    options.from = parseStage(value).value_or(Stage::Input);
  else if (name == "remarks")
    options.remarks =
        value == "strict" ? RemarkLevel::Strict : RemarkLevel::Show;
}

static int compile(Session &session, ModuleOp module, StringRef words) {
  CompileOptions options;
  // Not that of this machine: what is found here is found everywhere.
  options.cpu = "x86-64-v3";
  SmallVector<StringRef> list;
  llvm::SplitString(words, list);
  for (StringRef word : list)
    setOption(options, word);
  std::string plan;
  if (options.from <= Stage::Scheduled && !options.reference)
    options.plan = &plan;

  if (failed(session.lower(module, Stage::LLVM, options))) {
    require(!StringRef(session.diagnostics()).trim().empty(),
            "a compilation that fails says why");
    return Keep;
  }
  auto functions = collectSignatures(module);
  llvm::Expected<Target> target = resolveTarget(options.cpu);
  llvm::Expected<Device> device = parseDevice(options.target);
  require(bool(target) && bool(device), "what was compiled has a target");
  if (succeeded(functions))
    (void)emitManifest(module, *functions, {*target}, *device);
  return Keep;
}

static Session &freshSession() {
  static constexpr unsigned kUses = 200;
  static std::unique_ptr<Session> current;
  static unsigned uses = 0;
  if (uses++ % kUses == 0) {
    current.reset();
    current = std::make_unique<Session>();
  }
  current->clearDiagnostics();
  return *current;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const bool registered = [] {
    registerAllDiffAttnPasses();
    return true;
  }();
  (void)registered;
  Session &session = freshSession();
  std::string_view source = toText(data, size);
  StringRef how(splitFirstLine(source).how);
  bool isCompilation = how.consume_front("// compile:");
  if (!isCompilation && !how.consume_front("// passes:"))
    return Reject;
  OwningOpRef<ModuleOp> module = session.parseSource(source, "input");
  if (!module)
    return Reject;
  if (isCompilation)
    return compile(session, *module, how);
  return runPasses(*module, how.trim(), session.diagnostics(),
                   [&] { require(false, "passes that fail say why"); });
}

std::string fuzz::pickFirstLine(unsigned seed) {
  static constexpr const char *lines[] = {
      "// compile:",
      "// compile: cpu=x86-64-v4",
      "// compile: cpu=x86-64",
      "// compile: cpu=x86-64-v4+avx512bf16",
      "// compile: quantize=int8",
      "// compile: quantize=int4 remarks=show",
      "// compile: reference",
      "// compile: target=sim",
      "// compile: target=sim matmul=kernels",
      "// compile: target=cuda chip=sm_90a",
      "// compile: target=sim reference",
      "// passes: diffattn-to-cpu",
      "// passes: diffattn-to-loops",
      "// passes: diffattn-to-nvvm",
      "// passes: diffattn-raise,diffattn-fuse",
      "// passes: diffattn-fuse,diffattn-convert-to-online,diffattn-decompose",
      "// passes: diffattn-tile-attention{query-tile=2 key-tile=3}",
      "// passes: diffattn-tile-attention{batch-tile=1 key-splits=2}",
      "// passes: diffattn-fold-layouts,diffattn-trim-keys",
      "// passes: diffattn-to-cpu{vector-bits=512 bf16-dot=true quantize=int8}",
  };
  return lines[seed % std::size(lines)];
}
