//===- Create.h - devices of the emulator -----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_SIM_CREATE_H
#define DIFFATTN_SIM_CREATE_H

#include "diffattn/Sim/Kernel.h"
#include <stddef.h>

/// A new diffattn::Device that emulates a GPU of the sm_80 generation. docs/
/// emulator.md says what it checks. `options`: any of, by commas,
///   schedule=order|random|ahead   which threads run first (default: order)
///   seed=N                        for the schedules with choices (default: 0)
/// On failure returns null, with the message, ended by a NUL, in `error` as far
/// as `error_size` bytes go.
extern "C" DIFFATTN_SIM_EXPORT void *
diffattn_sim_create(const char *options, char *error, size_t error_size);

#endif // DIFFATTN_SIM_CREATE_H
