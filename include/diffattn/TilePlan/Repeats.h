//===- Repeats.h - what comes again and again -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model is a prologue, layers that are alike, and an epilogue. Written as
// numbers, equal ones for operations that are alike, its layers are a stretch
// of numbers that comes several times without a gap. Where the first of them
// begins is open as long as what stands around them goes on in the same way:
// the layers of `a b c a b c a b` may be `a b c` or `b c a` or `c a b`.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TILEPLAN_REPEATS_H
#define DIFFATTN_TILEPLAN_REPEATS_H

#include <cstddef>
#include <vector>

namespace diffattn {

/// `count` equal stretches of `period` numbers that follow each other. The
/// first begins at `first`, or up to `slack` later.
struct Repeat {
  size_t first = 0, period = 0, count = 0, slack = 0;

  /// How many numbers are no news.
  size_t saved() const { return count == 0 ? 0 : (count - 1) * period; }
};

/// The repeat in `numbers` that saves most, of at least `leastPeriod` numbers;
/// the shortest one if several do, of these the first. Its count is 0 if there
/// is none.
///
/// Only distances between numbers that are rare are tried, so this takes about
/// linear time: a layer has something that it has once or twice.
Repeat findRepeat(const std::vector<unsigned> &numbers, size_t leastPeriod);

} // namespace diffattn

#endif // DIFFATTN_TILEPLAN_REPEATS_H
