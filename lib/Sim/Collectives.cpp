//===- Collectives.cpp - what the lanes of a warp compute together --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"
#include <algorithm>
#include <cstring>

using namespace diffattn::sim;

/// Calls `fn(lane, operands of the lane)` for each lane that is there.
template <typename Operands, typename Fn>
static void forEachLane(const Meeting &meeting, Fn fn) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (meeting.arrived >> lane & 1)
      fn(lane, *static_cast<Operands *>(meeting.operands[lane]));
}

//===----------------------------------------------------------------------===//
// shfl.sync
//===----------------------------------------------------------------------===//

/// The lane that `lane` wants the value of, and whether it is in range: as PTX
/// says of shfl.sync.
static std::pair<unsigned, bool> sourceLane(unsigned lane,
                                            const ShuffleOperands &operands) {
  unsigned offset = operands.offset & 31;
  unsigned segments = operands.clamp >> 8 & 31;
  unsigned highest = (lane & segments) | (operands.clamp & 31 & ~segments);
  unsigned lowest = lane & segments;
  switch (operands.kind) {
  case DIFFATTN_SIM_SHUFFLE_UP: {
    int source = int(lane) - int(offset);
    return {source & 31, source >= int(highest)};
  }
  case DIFFATTN_SIM_SHUFFLE_DOWN:
    return {(lane + offset) & 31, lane + offset <= highest};
  case DIFFATTN_SIM_SHUFFLE_INDEX: {
    unsigned source = lowest | (offset & ~segments);
    return {source, source <= highest};
  }
  default:
    return {lane ^ offset, (lane ^ offset) <= highest};
  }
}

void diffattn::sim::shuffle(Machine &, const Meeting &meeting) {
  forEachLane<ShuffleOperands>(meeting, [&](unsigned lane, auto &operands) {
    auto [source, inRange] = sourceLane(lane, operands);
    operands.inRange = inRange;
    if (!inRange)
      operands.result = operands.value;
    else if (meeting.arrived >> source & 1)
      operands.result =
          static_cast<ShuffleOperands *>(meeting.operands[source])->value;
    else
      operands.result = ~uint32_t(0);
  });
}

//===----------------------------------------------------------------------===//
// vote.sync and redux.sync
//===----------------------------------------------------------------------===//

void diffattn::sim::vote(Machine &, const Meeting &meeting) {
  uint32_t ballot = 0;
  forEachLane<VoteOperands>(meeting, [&](unsigned lane, auto &operands) {
    ballot |= uint32_t(operands.predicate) << lane;
  });
  bool all = ballot == meeting.arrived;
  forEachLane<VoteOperands>(meeting, [&](unsigned lane, auto &operands) {
    switch (operands.kind) {
    case DIFFATTN_SIM_VOTE_ANY:
      operands.result = ballot != 0;
      break;
    case DIFFATTN_SIM_VOTE_ALL:
      operands.result = all;
      break;
    case DIFFATTN_SIM_VOTE_UNIFORM:
      operands.result = all || ballot == 0;
      break;
    default:
      operands.result = ballot;
    }
  });
}

static uint32_t combine(int32_t kind, uint32_t a, uint32_t b) {
  switch (kind) {
  case DIFFATTN_SIM_REDUCE_AND:
    return a & b;
  case DIFFATTN_SIM_REDUCE_OR:
    return a | b;
  case DIFFATTN_SIM_REDUCE_XOR:
    return a ^ b;
  case DIFFATTN_SIM_REDUCE_SMIN:
    return std::min(int32_t(a), int32_t(b));
  case DIFFATTN_SIM_REDUCE_SMAX:
    return std::max(int32_t(a), int32_t(b));
  case DIFFATTN_SIM_REDUCE_UMIN:
    return std::min(a, b);
  case DIFFATTN_SIM_REDUCE_UMAX:
    return std::max(a, b);
  default:
    return a + b;
  }
}

void diffattn::sim::reduce(Machine &, const Meeting &meeting) {
  uint32_t result = 0;
  bool isFirst = true;
  forEachLane<ReduceOperands>(meeting, [&](unsigned lane, auto &operands) {
    result = isFirst ? operands.value
                     : combine(operands.kind, result, operands.value);
    isFirst = false;
  });
  forEachLane<ReduceOperands>(meeting, [&](unsigned lane, auto &operands) {
    operands.result = result;
  });
}

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

void diffattn::sim::loadMatrices(Machine &machine, const Meeting &meeting) {
  // Each row's address comes from one lane; row r of matrix m from lane 8m + r.
  const Thread &any = machine.thread();
  unsigned base = any.index - any.lane();
  uint16_t elements[32][8];
  int32_t count = static_cast<LoadMatrixOperands *>(meeting.operands[0])->count;
  for (int32_t row = 0; row < 8 * count; ++row) {
    auto *operands = static_cast<LoadMatrixOperands *>(meeting.operands[row]);
    if (reinterpret_cast<uintptr_t>(operands->row) % 16)
      machine.fail(base + row, meeting.site,
                   "reads a row at an address that is no multiple of 16 bytes");
    machine.checkSharedLoad(base + row, operands->row, 16, meeting.site);
    std::memcpy(elements[row], operands->row, 16);
  }
  forEachLane<LoadMatrixOperands>(meeting, [&](unsigned lane, auto &operands) {
    for (int32_t m = 0; m < count; ++m)
      for (unsigned half = 0; half < 2; ++half) {
        unsigned row = lane / 4, column = lane % 4 * 2 + half;
        operands.result[2 * m + half] = operands.isTransposed
                                            ? elements[8 * m + column][row]
                                            : elements[8 * m + row][column];
      }
  });
}
