//===- Repeats.cpp - what comes again and again ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/Repeats.h"
#include <algorithm>
#include <map>
#include <utility>

using namespace diffattn;

/// How many of the next equal numbers count, and how many distances are tried.
static constexpr size_t kNextEqual = 4, kDistances = 32;

/// The distances between equal numbers, the most frequent first.
static std::vector<size_t> findDistances(const std::vector<unsigned> &numbers,
                                         size_t least) {
  std::map<unsigned, std::vector<size_t>> places;
  for (size_t i = 0; i < numbers.size(); ++i)
    places[numbers[i]].push_back(i);
  std::map<size_t, size_t> counts;
  for (const auto &[number, at] : places)
    for (size_t i = 0; i < at.size(); ++i)
      for (size_t j = i + 1; j < at.size() && j <= i + kNextEqual; ++j)
        if (size_t distance = at[j] - at[i]; distance >= least)
          ++counts[distance];
  std::vector<std::pair<size_t, size_t>> sorted;
  for (const auto &[distance, count] : counts)
    sorted.emplace_back(numbers.size() * kNextEqual - count, distance);
  std::sort(sorted.begin(), sorted.end());
  sorted.resize(std::min(sorted.size(), kDistances));
  std::vector<size_t> distances;
  for (const auto &[rank, distance] : sorted)
    distances.push_back(distance);
  std::sort(distances.begin(), distances.end());
  return distances;
}

/// The best repeat of exactly `period` numbers.
static Repeat findRepeatOf(const std::vector<unsigned> &numbers,
                           size_t period) {
  Repeat best;
  size_t size = numbers.size() - period;
  for (size_t first = 0; first < size; ++first) {
    size_t end = first;
    while (end < size && numbers[end] == numbers[end + period])
      ++end;
    size_t length = end - first + period;
    Repeat repeat{first, period, length / period, length % period};
    if (repeat.count > 1 && repeat.saved() > best.saved())
      best = repeat;
    // The number at `end` differs: nothing that begins before it is longer.
    first = end;
  }
  return best;
}

Repeat diffattn::findRepeat(const std::vector<unsigned> &numbers,
                            size_t leastPeriod) {
  Repeat best;
  for (size_t period : findDistances(numbers, std::max<size_t>(leastPeriod, 1)))
    if (Repeat repeat = findRepeatOf(numbers, period);
        repeat.saved() > best.saved())
      best = repeat;
  return best;
}
