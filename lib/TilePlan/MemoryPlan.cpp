//===- MemoryPlan.cpp - arrays that share one block of memory -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/MemoryPlan.h"
#include <algorithm>
#include <numeric>
#include <utility>

using namespace diffattn;

using Arrays = std::vector<LivingArray>;
using Order = std::vector<size_t>;

/// The numbers of `arrays`, least `key` first, then in their order.
template <typename Key>
static Order sortBy(const Arrays &arrays, Key key) {
  Order order(arrays.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::make_pair(key(a), a) < std::make_pair(key(b), b);
  });
  return order;
}

static bool liveTogether(const LivingArray &a, const LivingArray &b) {
  return a.first < b.end && b.first < a.end;
}

/// The start of the smallest gap between the arrays `below`, sorted by offset,
/// that `size` fits in; the end of them all if there is none.
static int64_t findGap(const Arrays &arrays, const MemoryPlan &plan,
                       const Order &below, int64_t size) {
  int64_t end = 0, best = -1, bestGap = 0;
  for (size_t array : below) {
    int64_t gap = plan.offsets[array] - end;
    if (gap >= size && (best < 0 || gap < bestGap)) {
      best = end;
      bestGap = gap;
    }
    end = std::max(end, plan.offsets[array] + arrays[array].size);
  }
  return best < 0 ? end : best;
}

/// Places the arrays one after another in the given order.
static MemoryPlan place(const Arrays &arrays, const Order &order) {
  MemoryPlan plan;
  plan.offsets.resize(arrays.size());
  // Of what is placed: by offset.
  Order placed;
  auto isBelow = [&](size_t a, size_t b) {
    return plan.offsets[a] < plan.offsets[b];
  };
  for (size_t array : order) {
    Order others;
    for (size_t other : placed)
      if (liveTogether(arrays[array], arrays[other]))
        others.push_back(other);
    plan.offsets[array] = findGap(arrays, plan, others, arrays[array].size);
    plan.size = std::max(plan.size, plan.offsets[array] + arrays[array].size);
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), array, isBelow), array);
  }
  return plan;
}

/// Counts what is stacked. An array of size 0 can stand where another does.
static void addLevels(const Arrays &arrays, MemoryPlan &plan) {
  Order order = sortBy(arrays, [&](size_t i) { return plan.offsets[i]; });
  plan.levels.assign(arrays.size(), 0);
  for (auto upper = order.begin(); upper != order.end(); ++upper) {
    int64_t &level = plan.levels[*upper];
    for (auto lower = order.begin(); lower != upper; ++lower)
      if (liveTogether(arrays[*lower], arrays[*upper]))
        level = std::max(level, plan.levels[*lower] + 1);
    plan.numLevels = std::max(plan.numLevels, level + 1);
  }
}

/// The most units that live at once: some array is the last one to come.
static int64_t countLive(const Arrays &arrays) {
  int64_t most = 0;
  for (const LivingArray &last : arrays) {
    int64_t live = 0;
    for (const LivingArray &array : arrays)
      if (array.first <= last.first && last.first < array.end)
        live += array.size;
    most = std::max(most, live);
  }
  return most;
}

MemoryPlan diffattn::planMemory(const Arrays &arrays) {
  Order byTime = sortBy(arrays, [&](size_t i) { return arrays[i].first; });
  Order bySize = sortBy(arrays, [&](size_t i) {
    return std::make_pair(-arrays[i].size, arrays[i].first);
  });
  Order byArea = sortBy(arrays, [&](size_t i) {
    const LivingArray &array = arrays[i];
    return -double(array.size) * double(array.end - array.first);
  });
  MemoryPlan plan = place(arrays, bySize);
  for (const Order &order : {byArea, byTime})
    if (MemoryPlan other = place(arrays, order); other.size < plan.size)
      plan = other;
  addLevels(arrays, plan);
  plan.live = countLive(arrays);
  return plan;
}

int64_t MemoryPlan::numPlaces() const {
  std::vector<int64_t> places = offsets;
  std::sort(places.begin(), places.end());
  return std::unique(places.begin(), places.end()) - places.begin();
}
