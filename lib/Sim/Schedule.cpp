//===- Schedule.cpp - which thread runs next ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "Clocks.h"
#include <numeric>

using namespace diffattn::sim;

uint64_t RandomNumbers::next() {
  uint64_t mixed = state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

BlockOrder::BlockOrder(const Options &options, uint64_t launch, int64_t blocks)
    : order(options.order), blocks(blocks) {
  if (order != Options::Random)
    return;
  RandomNumbers random(options.seed * 0x10001 + launch);
  // A factor without a common divisor visits each block once. Both stay below
  // 2^31, so that products fit.
  constexpr uint64_t kLimit = uint64_t(1) << 31;
  shift = random.below(std::min(this->blocks, kLimit));
  do
    factor = 1 + random.below(std::min(this->blocks, kLimit));
  while (std::gcd(factor, this->blocks) != 1);
}

int64_t BlockOrder::block(int64_t position) const {
  if (order == Options::OneAhead)
    return blocks - 1 - position;
  // No grid has more than 2^63 blocks, and none that ends has more than 2^32.
  return (uint64_t(position) * factor + shift) % blocks;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void ReadyThreads::Queue::clear() {
  threads.clear();
  begin = 0;
}

unsigned ReadyThreads::Queue::pop() {
  unsigned thread = threads[begin++];
  if (empty())
    clear();
  return thread;
}

unsigned ReadyThreads::Queue::pop(size_t position) {
  std::swap(threads[begin + position], threads.back());
  unsigned thread = threads.back();
  threads.pop_back();
  if (empty())
    clear();
  return thread;
}

void ReadyThreads::start(const Options &options, uint64_t number,
                         unsigned threads) {
  order = options.order;
  random = RandomNumbers(options.seed * 0x10001 + number);
  unsigned warps = (threads + kWarpSize - 1) / kWarpSize;
  aheadWarp = random.below(warps);
  first.clear();
  others.clear();
  for (unsigned thread = 0; thread < threads; ++thread)
    add(thread);
}

void ReadyThreads::add(unsigned thread) {
  bool isAhead = order == Options::OneAhead && thread / kWarpSize == aheadWarp;
  (isAhead ? first : others).push(thread);
}

unsigned ReadyThreads::take() {
  if (!first.empty())
    return first.pop();
  if (order == Options::Random)
    return others.pop(random.below(others.size()));
  return others.pop();
}
