//===- Context.cpp - workspace and error of a caller ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Context.h"
#include <cstdlib>
#include <new>

using namespace diffattn;

//===----------------------------------------------------------------------===//
// Workspace
//===----------------------------------------------------------------------===//

/// Stands in front of the memory that it describes.
struct alignas(64) Workspace::Block {
  Block *next;
  int64_t bytes; ///< usable ones, after this header
  bool used;

  void *memory() { return this + 1; }
};

Workspace::~Workspace() {
  while (Block *block = blocks) {
    blocks = block->next;
    std::free(block);
  }
}

/// A size with some room to grow: at most 1/8 above `bytes`, so that a size
/// that rises a little with every call needs a new block only now and then.
static int64_t roundUp(int64_t bytes) {
  int64_t step = 64;
  while (step < bytes / 16)
    step *= 2;
  return (bytes + step - 1) / step * step;
}

Workspace::Block *Workspace::addBlock(int64_t bytes) {
  void *memory = std::aligned_alloc(alignof(Block), sizeof(Block) + bytes);
  if (!memory)
    return nullptr;
  blocks = new (memory) Block{blocks, bytes, false};
  total += bytes;
  return blocks;
}

void Workspace::dropLargestFree() {
  Block **largest = nullptr;
  for (Block **link = &blocks; *link; link = &(*link)->next)
    if (!(*link)->used && (!largest || (*link)->bytes > (*largest)->bytes))
      largest = link;
  if (!largest)
    return;
  Block *block = *largest;
  *largest = block->next;
  total -= block->bytes;
  std::free(block);
}

void *Workspace::allocate(int64_t bytes) {
  if (bytes > INT64_MAX / 2)
    return nullptr;
  Block *best = nullptr;
  for (Block *block = blocks; block; block = block->next)
    if (!block->used && block->bytes >= bytes &&
        (!best || block->bytes < best->bytes))
      best = block;
  if (!best) {
    dropLargestFree();
    best = addBlock(roundUp(bytes));
  }
  if (!best)
    return nullptr;
  best->used = true;
  return best->memory();
}

void Workspace::release(void *memory) {
  if (memory)
    (static_cast<Block *>(memory) - 1)->used = false;
}

void Workspace::releaseAll() {
  for (Block *block = blocks; block; block = block->next)
    block->used = false;
}

//===----------------------------------------------------------------------===//
// The error
//===----------------------------------------------------------------------===//

void diffattn_context::raise(std::string message) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (*text)
    return;
  owned = std::move(message);
  text = owned.empty() ? "failed without a message" : owned.c_str();
}

void diffattn_context::raiseStatic(const char *message) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (!*text)
    text = message;
}

void diffattn_context::clearError() noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  text = "";
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

extern "C" {

diffattn_context *diffattn_context_create(void) {
  return new (std::nothrow) diffattn_context;
}

void diffattn_context_destroy(diffattn_context *context) { delete context; }

const char *diffattn_context_error(const diffattn_context *context) {
  return context ? context->errorText() : "the context is NULL";
}

int64_t diffattn_context_workspace(const diffattn_context *context) {
  return context ? context->workspace.size() : 0;
}

void diffattn_raise(diffattn_context *context, const char *message) {
  try {
    context->raise(message);
  } catch (...) {
    context->raiseStatic("a check failed; no memory for its message");
  }
}

void *diffattn_allocate(diffattn_context *context, int64_t bytes) {
  void *memory = nullptr;
  if (bytes >= 0) {
    std::lock_guard<std::mutex> lock(context->mutex);
    memory = context->workspace.allocate(bytes);
  }
  if (memory)
    return memory;
  try {
    context->raise(
        "can't allocate workspace of " + std::to_string(bytes) +
        " bytes: " + (bytes < 0 ? "the size is negative" : "out of memory"));
  } catch (...) {
    context->raiseStatic("out of memory");
  }
  return nullptr;
}

void diffattn_release(diffattn_context *context, void *memory) {
  std::lock_guard<std::mutex> lock(context->mutex);
  context->workspace.release(memory);
}

diffattn_status diffattn_finish_call(diffattn_context *context,
                                     diffattn_status status) {
  if (!context)
    return status;
  if (status != DIFFATTN_OK)
    context->raiseStatic("failed without a message");
  std::lock_guard<std::mutex> lock(context->mutex);
  context->workspace.releaseAll();
  return status;
}

} // extern "C"
