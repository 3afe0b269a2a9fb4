//===- CompileBenchmarks.cpp - how long compiling takes -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each example from text to a function that can be called, in a new session, as
// a process would see it, cold and from a cache; and the run of the reference
// lowering, which is what later lowerings are compared with. Google Benchmark's
// flags apply:
//
//   compile-benchmarks --benchmark_repetitions=7 \
//     --benchmark_report_aggregates_only=true
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Session.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace mlir::diffattn;

/// Text to a loaded function; null after an error, which `state` then reports.
static std::unique_ptr<LoadedObject>
compile(benchmark::State &state, Session &session, OwningOpRef<ModuleOp> module,
        const CompileOptions &options = {}) {
  if (module)
    if (FailureOr<Object> object = session.compile(*module, options);
        succeeded(object))
      if (auto loaded = session.load(*object); succeeded(loaded))
        return std::move(*loaded);
  state.SkipWithError(session.diagnostics().c_str());
  return nullptr;
}

static void compileExample(benchmark::State &state, const std::string &path) {
  for (auto _ : state) {
    Session session;
    benchmark::DoNotOptimize(compile(state, session, session.parseFile(path)));
    if (state.error_occurred())
      return;
  }
}

/// The same with what the first compilation left in a cache.
static void compileExampleAgain(benchmark::State &state,
                                const std::string &path) {
  llvm::SmallString<64> folder;
  CompileOptions options;
  if (llvm::sys::fs::createUniqueDirectory("diffattn-cache", folder))
    return state.SkipWithError("can't make a folder");
  options.cacheFolder = folder.str().str();
  auto compileOnce = [&] {
    Session session;
    benchmark::DoNotOptimize(
        compile(state, session, session.parseFile(path), options));
  };
  compileOnce();
  for (auto _ : state) {
    compileOnce();
    if (state.error_occurred())
      break;
  }
  llvm::sys::fs::remove_directories(folder);
}

/// DIFF V1 with d = 64, e = 128 on 4 heads, causal, as many keys as rows.
static const char kAttention[] = R"mlir(
func.func @attention(
    %q1: tensor<4x?x64xf32>, %k1: tensor<4x?x64xf32>, %q2: tensor<4x?x64xf32>,
    %k2: tensor<4x?x64xf32>, %v: tensor<4x?x128xf32>, %lambda: tensor<f32>,
    %init: tensor<4x?x128xf32>) -> tensor<4x?x128xf32> {
  %o = diffattn.attention
      signal(%q1[h, m, d], %k1[h, n, d] : tensor<4x?x64xf32>, tensor<4x?x64xf32>)
      noise(%q2[h, m, d], %k2[h, n, d] : tensor<4x?x64xf32>, tensor<4x?x64xf32>)
      value(%v[h, n, e] : tensor<4x?x128xf32>)
      lambda(%lambda[] : tensor<f32>)
      outs(%init[h, m, e] : tensor<4x?x128xf32>)
      {causal, norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
  return %o : tensor<4x?x128xf32>
}
)mlir";

/// A tensor of f32 that owns its memory.
namespace {
struct Buffer {
  explicit Buffer(ArrayRef<int64_t> sizes)
      : sizes(sizes), data(product(sizes), 0.5f) {}
  static int64_t product(ArrayRef<int64_t> sizes) {
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    return count;
  }
  diffattn_tensor tensor() {
    return {data.data(), sizes.data(), /*strides=*/nullptr,
            static_cast<int32_t>(sizes.size()), DIFFATTN_F32};
  }
  SmallVector<int64_t> sizes;
  std::vector<float> data;
};
} // namespace

static void runReference(benchmark::State &state) {
  Session session;
  std::unique_ptr<LoadedObject> loaded =
      compile(state, session, session.parseSource(kAttention, "attention"));
  if (!loaded)
    return;
  int64_t n = state.range(0);
  Buffer buffers[] = {Buffer({4, n, 64}),  Buffer({4, n, 64}),
                      Buffer({4, n, 64}),  Buffer({4, n, 64}),
                      Buffer({4, n, 128}), Buffer({}),
                      Buffer({4, n, 128}), Buffer({4, n, 128})};
  SmallVector<diffattn_tensor> arguments;
  for (Buffer &buffer : buffers)
    arguments.push_back(buffer.tensor());
  diffattn_context *context = diffattn_context_create();
  diffattn_entry entry = loaded->lookup("attention");
  for (auto _ : state)
    if (entry(context, arguments.data(), arguments.size()) != DIFFATTN_OK)
      state.SkipWithError(diffattn_context_error(context));
  diffattn_context_destroy(context);
  // 4d + 4d flops per query and key: two score products, one value product.
  state.counters["flops"] = benchmark::Counter(
      4.0 * n * n * 8 * 64, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(runReference)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

int main(int argc, char **argv) {
  for (const char *example : {"v1", "v2", "grouped", "decode", "v1-layer"}) {
    std::string path = std::string(DIFFATTN_EXAMPLES "/") + example + ".mlir";
    benchmark::RegisterBenchmark(
        (std::string("compile/") + example).c_str(),
        [path](benchmark::State &state) { compileExample(state, path); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        (std::string("compile-again/") + example).c_str(),
        [path](benchmark::State &state) { compileExampleAgain(state, path); })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
