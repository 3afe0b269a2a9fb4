//===- Fiber.cpp - threads that are switched by hand ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <boost/context/detail/fcontext.hpp>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define DIFFATTN_SIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DIFFATTN_SIM_ASAN 1
#endif
#endif
#ifdef DIFFATTN_SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

using namespace diffattn::sim;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

static constexpr size_t kGuard = 4096;

Stacks::~Stacks() {
  if (memory)
    munmap(memory, count * (kGuard + kBytes));
}

bool Stacks::reserve(size_t wanted) {
  if (wanted <= count)
    return true;
  size_t stride = kGuard + kBytes;
  void *fresh =
      mmap(nullptr, wanted * stride, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (fresh == MAP_FAILED)
    return false;
  if (memory)
    munmap(memory, count * stride);
  memory = static_cast<char *>(fresh);
  count = wanted;
  for (size_t i = 0; i < count; ++i)
    mprotect(memory + i * stride, kGuard, PROT_NONE);
  return true;
}

char *Stacks::bottom(size_t index) const {
  return memory + index * (kGuard + kBytes) + kGuard;
}

//===----------------------------------------------------------------------===//
// What sanitizers are told
//===----------------------------------------------------------------------===//

#ifdef DIFFATTN_SIM_ASAN
static void startSwitch(void **fake, const void *bottom, size_t bytes) {
  __sanitizer_start_switch_fiber(fake, bottom, bytes);
}
static void finishSwitch(void *fake, const void **bottom, size_t *bytes) {
  __sanitizer_finish_switch_fiber(fake, bottom, bytes);
}
static void forgetFrames(char *stack) {
  __asan_unpoison_memory_region(stack, Stacks::kBytes);
}
#else
static void startSwitch(void **, const void *, size_t) {}
static void finishSwitch(void *, const void **, size_t *) {}
static void forgetFrames(char *) {}
#endif

//===----------------------------------------------------------------------===//
// Switches
//===----------------------------------------------------------------------===//

// What one side passes to the other is its Context: what lies on a stack that
// is left for good is gone.

void Context::switchTo(Context &to, bool last) {
  next = &to;
  startSwitch(last ? nullptr : &fakeStack, to.bottom, to.bytes);
  transfer_t back = jump_fcontext(to.place, this);
  auto *from = static_cast<Context *>(back.data);
  from->place = back.fctx;
  finishSwitch(fakeStack, &from->bottom, &from->bytes);
}

struct Context::Entry {
  static void run(transfer_t back) {
    auto *from = static_cast<Context *>(back.data);
    auto *fiber = static_cast<Fiber *>(from->next);
    from->place = back.fctx;
    finishSwitch(nullptr, &from->bottom, &from->bytes);
    fiber->body(fiber->argument);
    __builtin_unreachable();
  }
};

void Fiber::start(char *stack, void (*function)(void *), void *value) {
  bottom = stack;
  bytes = Stacks::kBytes;
  body = function;
  argument = value;
  fakeStack = nullptr;
  forgetFrames(stack);
  place = make_fcontext(stack + Stacks::kBytes, Stacks::kBytes, Entry::run);
}
