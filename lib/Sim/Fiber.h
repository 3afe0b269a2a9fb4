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

/// Where a thread of execution goes on, while others run: what it takes to
/// switch from one to another.
class Context {
public:
  /// Suspends what runs, which is `this`, and goes on with `next`. Returns when
  /// something switches back. `last`: nothing will.
  void switchTo(Context &next, bool last = false);

protected:
  struct Entry;

  void *place = nullptr;   ///< while it is suspended
  Context *next = nullptr; ///< what it last switched to
  // For AddressSanitizer.
  const void *bottom = nullptr; ///< of the stack; null: not known yet
  size_t bytes = 0;
  void *fakeStack = nullptr;
};

/// Runs a function on a stack of its own, on and off.
class Fiber : public Context {
public:
  /// Prepares a call of `body(argument)` on the stack at `stack`. What the
  /// fiber did before is given up. The body must end with a last switch.
  void start(char *stack, void (*body)(void *), void *argument);

  /// Is `address` on the fiber's stack?
  bool owns(const void *address) const {
    return reinterpret_cast<uintptr_t>(address) -
               reinterpret_cast<uintptr_t>(bottom) <
           Stacks::kBytes;
  }

private:
  void (*body)(void *) = nullptr;
  void *argument = nullptr;

  friend Entry;
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_FIBER_H
