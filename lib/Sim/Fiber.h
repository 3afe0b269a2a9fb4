//===- Fiber.h - threads that are switched by hand --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled kernels have no tables for unwinding, so a fiber that is given up is
// just never resumed: nothing on its stack may own anything while it is
// suspended. That is why this uses the switch below Boost.Context's `fiber`
// class, whose destructor unwinds.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_FIBER_H
#define DIFFATTN_LIB_SIM_FIBER_H

#include <cstddef>
#include <cstdint>

namespace diffattn::sim {

/// Memory for the stacks of fibers, each with a page below it that nothing may
/// touch. Memory is used only as far as stacks grow.
class Stacks {
public:
  Stacks() = default;
  Stacks(const Stacks &) = delete;
  Stacks &operator=(const Stacks &) = delete;
  ~Stacks();

  /// Makes room for `count` stacks; false without memory. Moves the others.
  bool reserve(size_t count);
  /// The lowest usable address of a stack.
  char *bottom(size_t index) const;
  static constexpr size_t kBytes = 256 * 1024;

private:
  char *memory = nullptr;
  size_t count = 0;
};

/// Runs a function on a stack of its own, on and off.
class Fiber {
public:
  /// Prepares a call of `body(argument)` on the stack at `stack`. What the
  /// fiber did before is given up.
  void start(char *stack, void (*body)(void *), void *argument);

  /// Runs the fiber until it suspends or its body returns.
  void resume();
  /// Back to who resumed the running fiber. `last`: it is not resumed again.
  void suspend(bool last = false);

  /// Is `address` on the fiber's stack?
  bool owns(const void *address) const {
    return static_cast<const char *>(address) - stack <
               std::ptrdiff_t(Stacks::kBytes) &&
           static_cast<const char *>(address) >= stack;
  }

private:
  struct Entry;

  char *stack = nullptr;
  void (*body)(void *) = nullptr;
  void *argument = nullptr;
  void *inside = nullptr;  ///< where the fiber goes on
  void *outside = nullptr; ///< where who resumed it goes on

  // What AddressSanitizer is told at each switch.
  void *fakeStack = nullptr;
  const void *outerBottom = nullptr;
  size_t outerBytes = 0;
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_FIBER_H
