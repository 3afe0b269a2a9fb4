//===- Panels.cpp - weights as code multiplies by them --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Panels.h"
#include "diffattn/Runtime/Context.h"
#include <algorithm>
#include <cstdlib>
#include <shared_mutex>
#include <sys/mman.h>
#include <unistd.h>

using namespace diffattn;

/// Panels of less are not worth asking for.
static constexpr int64_t fewestBytes = 16 * 1024;
/// What the system maps at once, if it can: panels are read front to back.
static constexpr size_t hugePage = 2 * 1024 * 1024;

//===----------------------------------------------------------------------===//
// Which memory is whose
//===----------------------------------------------------------------------===//

namespace {
struct Region {
  const std::byte *end;
  PanelStore *store;
  bool isMapped;
};

/// The memory of all stores, by its start.
struct Registry {
  std::shared_mutex mutex;
  std::map<const std::byte *, Region> regions;

  /// The region around `address`, or null.
  const Region *find(const std::byte *address) const {
    auto next = regions.upper_bound(address);
    if (next == regions.begin())
      return nullptr;
    const Region &region = std::prev(next)->second;
    return address < region.end ? &region : nullptr;
  }
};
} // namespace

static Registry &registry() {
  // Never destroyed: weights may be closed after static objects are.
  static Registry &registry = *new Registry;
  return registry;
}

void PanelStore::addMemory(const void *data, size_t bytes, bool isMapped) {
  auto *start = static_cast<const std::byte *>(data);
  std::unique_lock lock(registry().mutex);
  registry().regions[start] = {start + bytes, this, isMapped};
}

PanelStore *PanelStore::of(const void *address) {
  std::shared_lock lock(registry().mutex);
  const Region *region =
      registry().find(static_cast<const std::byte *>(address));
  return region ? region->store : nullptr;
}

PanelStore::~PanelStore() {
  std::unique_lock lock(registry().mutex);
  auto &regions = registry().regions;
  for (auto it = regions.begin(); it != regions.end();)
    it = it->second.store == this ? regions.erase(it) : std::next(it);
}

/// Gives back what of the mapped region around `address` is in memory: whole
/// pages of it, which are read from the file again if somebody wants them.
static void dropPages(const std::byte *address) {
  std::shared_lock lock(registry().mutex);
  auto next = registry().regions.upper_bound(address);
  const Region *region = registry().find(address);
  if (!region || !region->isMapped)
    return;
  auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  auto start = reinterpret_cast<uintptr_t>(std::prev(next)->first);
  auto end = reinterpret_cast<uintptr_t>(region->end);
  start = (start + page - 1) / page * page;
  end = end / page * page;
  if (start < end)
    madvise(reinterpret_cast<void *>(start), end - start, MADV_DONTNEED);
}

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

static void *allocatePanels(int64_t bytes) {
  size_t size = static_cast<size_t>(bytes);
  size_t unit = size < hugePage ? 64 : hugePage;
  size = (size + unit - 1) / unit * unit;
  void *memory = std::aligned_alloc(unit, size);
  if (memory && unit == hugePage)
    madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

void PanelStore::Free::operator()(void *memory) const { std::free(memory); }

void *PanelStore::find(diffattn_context *context,
                       const diffattn_panels_request &request,
                       diffattn_status &status) {
  Key key;
  key[0] = static_cast<int64_t>(reinterpret_cast<intptr_t>(request.array));
  std::copy(std::begin(request.layout), std::end(request.layout),
            key.begin() + 1);
  std::lock_guard lock(mutex);
  auto found = panels.find(key);
  if (found != panels.end())
    return found->second.get();
  std::unique_ptr<void, Free> memory(allocatePanels(request.bytes));
  if (!memory)
    return nullptr;
  status = request.pack(context, &request, memory.get());
  if (status != DIFFATTN_OK)
    return nullptr;
  dropPages(static_cast<const std::byte *>(request.array));
  return panels.emplace(key, std::move(memory)).first->second.get();
}

extern "C" diffattn_status
diffattn_find_panels(diffattn_context *context,
                     const diffattn_panels_request *request, void **found) {
  *found = nullptr;
  if (request->bytes < fewestBytes)
    return DIFFATTN_OK;
  PanelStore *store = PanelStore::of(request->array);
  if (!store)
    return DIFFATTN_OK;
  try {
    diffattn_status status = DIFFATTN_OK;
    *found = store->find(context, *request, status);
    return status;
  } catch (...) {
    // Nothing here throws but what runs out of memory: it goes without.
    return DIFFATTN_OK;
  }
}
