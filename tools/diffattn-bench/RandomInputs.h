//===- RandomInputs.h - inputs that nobody gave -----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_BENCH_RANDOMINPUTS_H
#define DIFFATTN_TOOLS_DIFFATTN_BENCH_RANDOMINPUTS_H

#include "Options.h"
#include "diffattn-run/Arguments.h"

namespace diffattn::bench {

/// All arguments of a call of `function`: what the flags give, else random
/// floats (the same in each run), integers 0 and bools true. Fails if a flag
/// does not fit or the sizes of an argument are not known.
Result<run::Arguments> makeArguments(const ManifestFunction &function,
                                     const Options &options);

} // namespace diffattn::bench

#endif // DIFFATTN_TOOLS_DIFFATTN_BENCH_RANDOMINPUTS_H
