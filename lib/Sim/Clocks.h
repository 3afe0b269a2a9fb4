//===- Clocks.h - which accesses are ordered by barriers --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each warp has a clock that moves on at each barrier it passes, of the block
// or of the warp. A warp knows, of each other warp, up to which tick of that
// warp's clock everything has happened before: what the other knew when both
// last met at a barrier, directly or through others. An access is ordered
// before another if its tick is known to the other's warp. (Vector clocks, with
// one entry a warp.)
//
// Ticks only grow, also from block to block, so that marks of earlier blocks
// look like what happened long ago, and need no clearing.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_CLOCKS_H
#define DIFFATTN_LIB_SIM_CLOCKS_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace diffattn::sim {

constexpr unsigned kWarpSize = 32;
constexpr unsigned kMaxWarps = 32;

using Tick = uint32_t;

/// One tick a warp.
using Moment = std::array<Tick, kMaxWarps>;

class Clocks {
public:
  /// Starts a block: everything so far is known to all its warps.
  void startBlock() {
    first = latest + 1;
    latest = first;
    now.fill(first);
    for (Moment &moment : moments)
      moment.fill(first - 1);
  }
  /// Forgets everything: for when ticks run out.
  void reset() { latest = 0; }
  /// Few ticks are left for another block.
  bool isOld() const { return latest > Tick(1) << 31; }

  /// The first tick of the block: what is marked with less, is of another one.
  Tick blockStart() const { return first; }
  Tick tick(unsigned warp) const { return now[warp]; }

  /// The last tick of `other` that is ordered before what `warp` does now.
  Tick known(unsigned warp, unsigned other) const {
    return moments[warp][other];
  }

  /// Adds what `warp` knows now, itself included, to `moment`.
  void contribute(unsigned warp, Moment &moment) const {
    for (unsigned i = 0; i < kMaxWarps; ++i)
      moment[i] = std::max(moment[i], moments[warp][i]);
    moment[warp] = std::max(moment[warp], now[warp]);
  }
  /// `warp` leaves a barrier at which `moment` came together.
  void learn(unsigned warp, const Moment &moment) {
    for (unsigned i = 0; i < kMaxWarps; ++i)
      moments[warp][i] = std::max(moments[warp][i], moment[i]);
    advance(warp);
  }
  /// What follows in `warp` happens after what came before, for its own lanes.
  void advance(unsigned warp) { latest = std::max(latest, ++now[warp]); }

private:
  Tick first = 1, latest = 0;
  Moment now{};
  /// What each warp knows.
  std::array<Moment, kMaxWarps> moments{};
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_CLOCKS_H
