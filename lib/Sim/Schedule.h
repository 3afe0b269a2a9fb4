//===- Schedule.h - which thread runs next ----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread runs until it waits. Hardware may take the threads, and the blocks,
// in any order: kernels must be right in all, so the emulator offers a few.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_SCHEDULE_H
#define DIFFATTN_LIB_SIM_SCHEDULE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace diffattn::sim {

struct Options {
  enum Order {
    InOrder, ///< whoever could go on first
    Random,  ///< threads at random, blocks in a shuffled order
    /// One warp goes on whenever it can, blocks from the last to the first.
    OneAhead,
  };
  Order order = InOrder;
  uint64_t seed = 0;
};

/// Numbers that look random: SplitMix64.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}
  uint64_t next();
  /// One below `bound` > 0.
  uint64_t below(uint64_t bound) { return next() % bound; }

private:
  uint64_t state;
};

/// The order of the blocks of a launch.
class BlockOrder {
public:
  BlockOrder(const Options &options, uint64_t launch, int64_t blocks);
  int64_t block(int64_t position) const;

private:
  Options::Order order;
  uint64_t blocks;
  uint64_t factor = 1, shift = 0; ///< position * factor + shift, modulo blocks
};

/// The threads of a block that can go on.
class ReadyThreads {
public:
  /// Starts the `number`th block of a device's life, of `threads` threads.
  void start(const Options &options, uint64_t number, unsigned threads);
  void add(unsigned thread);
  bool isEmpty() const { return first.empty() && others.empty(); }
  /// Takes the thread to run next; there is one.
  unsigned take();

private:
  /// First in, first out.
  class Queue {
  public:
    bool empty() const { return begin == threads.size(); }
    void clear();
    void push(unsigned thread) { threads.push_back(thread); }
    unsigned pop();
    /// Takes one from anywhere.
    unsigned pop(size_t position);
    size_t size() const { return threads.size() - begin; }

  private:
    std::vector<uint16_t> threads;
    size_t begin = 0; ///< those before have left
  };

  Options::Order order = Options::InOrder;
  RandomNumbers random{0};
  unsigned aheadWarp = 0;
  Queue first; ///< of the warp that goes ahead
  Queue others;
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_SCHEDULE_H
