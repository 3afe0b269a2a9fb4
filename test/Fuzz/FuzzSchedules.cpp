//===- FuzzSchedules.cpp - JSON files of schedules ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a file for --schedule. Each is tried on attentions for a CPU and
// for a GPU, up to stage kernels.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "diffattn/Compiler/Session.h"

using namespace diffattn::fuzz;
using namespace mlir;
using namespace mlir::diffattn;

static constexpr const char *kModule = R"(
func.func @f(%q: tensor<2x?x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x16xf32>, %l: tensor<f32>, %o: tensor<2x?x16xf32>) -> tensor<2x?x16xf32> {
  %r = diffattn.attention signal(%q[h, m, d], %k[h, n, d] : tensor<2x?x8xf32>, tensor<2x?x8xf32>)
      noise(%q[h, m, d], %k[h, n, d] : tensor<2x?x8xf32>, tensor<2x?x8xf32>)
      value(%v[h, n, e] : tensor<2x?x16xf32>) lambda(%l[] : tensor<f32>) outs(%o[h, m, e] : tensor<2x?x16xf32>) {causal}
  return %r : tensor<2x?x16xf32>
}
func.func @g(%q: tensor<16x32xbf16>, %k: tensor<48x32xbf16>, %v: tensor<48x32xbf16>, %o: tensor<16x32xbf16>, %x: tensor<4x4xf64>) -> (tensor<16x32xbf16>, tensor<4x4xf64>) {
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<16x32xbf16>, tensor<48x32xbf16>)
      value(%v[n, e] : tensor<48x32xbf16>) outs(%o[m, e] : tensor<16x32xbf16>)
  %s = diffattn.attention signal(%x[m, d], %x[n, d] : tensor<4x4xf64>, tensor<4x4xf64>)
      value(%x[n, e] : tensor<4x4xf64>) outs(%x[m, e] : tensor<4x4xf64>)
  return %r, %s : tensor<16x32xbf16>, tensor<4x4xf64>
}
)";

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static constexpr unsigned kUses = 200;
  static std::unique_ptr<Session> session;
  static unsigned uses = 0;
  if (uses++ % kUses == 0) {
    session.reset();
    session = std::make_unique<Session>();
  }
  session->clearDiagnostics();
  BytesFile file(toText(data, size));
  CompileOptions options;
  options.scheduleFile = file.path();
  for (const char *target : {"cpu", "sim"}) {
    OwningOpRef<ModuleOp> module = session->parseSource(kModule, "module");
    options.target = target;
    options.cpu = "x86-64-v3";
    std::string plan;
    options.plan = &plan;
    if (succeeded(session->lower(*module, Stage::Scheduled, options))) {
      CompileOptions rest;
      rest.target = target;
      rest.cpu = options.cpu;
      rest.from = Stage::Scheduled;
      require(succeeded(session->lower(*module, Stage::Kernels, rest)),
              "a schedule that was accepted can be lowered");
    }
  }
  return Keep;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  static constexpr const char *files[] = {
      R"({"*": {"*": {"row_block": 12, "key_block": 256}}})",
      R"({"f": {"0": {"strategy": "online"}}, "*": {"*": {"split_rows": 1}}})",
      R"({"g": {"0": {"strategy": "held", "value_block": 7}}})",
      R"({"*": {"*": {"key_tile": 32, "maps_apart": true, "row_warps": 2}}})",
      R"({"*": {"0": {"stages": 1, "queries_held": false, "split_keys": 64}}})",
  };
  if (seed % 64 == 0)
    return give(files[seed / 64 % std::size(files)], data, maxSize);
  return seed % 4 ? give(mutateText(toText(data, size), seed), data, maxSize)
                  : LLVMFuzzerMutate(data, size, maxSize);
}
