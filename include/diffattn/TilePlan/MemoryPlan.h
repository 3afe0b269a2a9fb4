//===- MemoryPlan.h - arrays that share one block of memory -----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrays that a function needs on the way to its results live one after
// another: few at a time. If it is known when each one lives, all of them fit
// in one block that is hardly larger than what lives at once.
//
// Sizes need not be known. Those of a model are multiples of few products of
// sizes: 1024 bytes a token, 64 bytes a token, 4 bytes. Arrays whose sizes are
// multiples of one such unit are placed in units: what overlaps for one length
// of the input overlaps for all. Each unit has a part of the block for itself.
//
// The problem (to colour an interval graph with weights) is NP-hard. Greedy
// placement, each array into the smallest gap that fits, comes close to the
// lower bound, the bytes that live at once. Large arrays first is the usual
// order; what is large and lives long first does better where few arrays live
// through all layers, the order of time where sizes grow. The best of the three
// is taken.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TILEPLAN_MEMORYPLAN_H
#define DIFFATTN_TILEPLAN_MEMORYPLAN_H

#include <cstdint>
#include <vector>

namespace diffattn {

/// An array that lives from step `first` up to, but not including, step `end`.
/// `size` >= 0 is a multiple of the unit.
struct LivingArray {
  int64_t first, end, size;
};

/// Where each of several arrays lies.
struct MemoryPlan {
  /// Of each array, in units: what lives at the same time does not overlap.
  std::vector<int64_t> offsets;
  /// Of each array: on how many others it stands. Where starts are rounded up
  /// to an alignment, an array on level l begins l alignments higher than its
  /// offset says; then what does not overlap in units does not do so in bytes.
  std::vector<int64_t> levels;
  /// Of the whole block: in units, and in levels.
  int64_t size = 0, numLevels = 0;
  /// The most units that live at once: no plan has a smaller block.
  int64_t live = 0;

  /// Number of different offsets.
  int64_t numPlaces() const;
};

/// Places `arrays` in one block. The same arrays give the same plan. The sum of
/// the sizes must be below 2^63.
MemoryPlan planMemory(const std::vector<LivingArray> &arrays);

} // namespace diffattn

#endif // DIFFATTN_TILEPLAN_MEMORYPLAN_H
