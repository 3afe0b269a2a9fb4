//===- Collectives.h - what lanes of a warp compute together ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function takes the operands of all lanes, and writes their results. They
// run once all lanes are there.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_COLLECTIVES_H
#define DIFFATTN_LIB_SIM_COLLECTIVES_H

#include "Machine.h"

namespace diffattn::sim {

struct ShuffleOperands {
  int32_t kind;
  uint32_t value;
  uint32_t offset, clamp;
  uint32_t result = 0;
  bool inRange = false;
};
void shuffle(Machine &machine, const Meeting &meeting);

struct VoteOperands {
  int32_t kind;
  bool predicate;
  uint32_t result = 0;
};
void vote(Machine &machine, const Meeting &meeting);

struct ReduceOperands {
  int32_t kind;
  uint32_t value;
  uint32_t result = 0;
};
void reduce(Machine &machine, const Meeting &meeting);

struct LoadMatrixOperands {
  uint16_t *result; ///< [count][2]
  const void *row;
  int32_t count;
  bool isTransposed;
};
void loadMatrices(Machine &machine, const Meeting &meeting);

struct MultiplyOperands {
  float *d;
  const void *a, *b;
  const float *c;
  int32_t type, depth;
};
void multiply(Machine &machine, const Meeting &meeting);

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_COLLECTIVES_H
