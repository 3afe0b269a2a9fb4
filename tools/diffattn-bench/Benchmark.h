//===- Benchmark.h - timing the functions of a program ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_BENCH_BENCHMARK_H
#define DIFFATTN_TOOLS_DIFFATTN_BENCH_BENCHMARK_H

#include "Options.h"
#include "diffattn/Runtime/Result.h"

namespace diffattn::bench {

/// Times the functions that `options` chooses; Google Benchmark reports. Fails
/// if a function can't be called.
Status runBenchmarks(const Options &options);

} // namespace diffattn::bench

#endif // DIFFATTN_TOOLS_DIFFATTN_BENCH_BENCHMARK_H
