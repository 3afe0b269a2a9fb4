//===- Checks.cpp - checks of loads and stores ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <cstring>

using namespace diffattn::sim;

void Machine::checkAlignment(const void *address, int64_t alignment,
                             const char *what, const char *site) {
  if (reinterpret_cast<uintptr_t>(address) & (alignment - 1))
    fail(site, "%s at an address that is no multiple of %lld bytes: %p", what,
         (long long)alignment, address);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The offset of an address in shared memory, all `bytes` of which are in
/// bounds.
int64_t Machine::checkSharedBounds(unsigned thread, const void *address,
                                   int64_t bytes, const char *what,
                                   const char *site) {
  int64_t offset = static_cast<const char *>(address) - shared.data();
  if (offset < 0 || bytes > shared.size() - offset)
    fail(thread, site,
         "%s bytes %lld to %lld of shared memory, which has %lld bytes", what,
         (long long)offset, (long long)(offset + bytes - 1),
         (long long)shared.size());
  return offset;
}

void Machine::checkConflict(unsigned thread, const Conflict &conflict,
                            const char *what, const char *site) {
  if (!conflict)
    return;
  const int32_t *other = threads[conflict.thread].id;
  long long offset = conflict.offset;
  switch (conflict.kind) {
  case Conflict::None:
    return;
  case Conflict::Uninitialised:
    fail(thread, site, "%s byte %lld of shared memory, which is uninitialised",
         what, offset);
  case Conflict::InFlight:
    fail(thread, site,
         "%s byte %lld of shared memory, while the copy to it has not arrived "
         "that thread (%d, %d, %d) issued at %s",
         what, offset, other[0], other[1], other[2], conflict.site);
  case Conflict::AfterWrite:
    fail(thread, site,
         "%s byte %lld of shared memory, which thread (%d, %d, %d) writes at "
         "%s without a barrier between",
         what, offset, other[0], other[1], other[2], conflict.site);
  case Conflict::AfterRead:
    fail(thread, site,
         "%s byte %lld of shared memory, which thread (%d, %d, %d) reads "
         "without a barrier between",
         what, offset, other[0], other[1], other[2]);
  }
}

void Machine::checkSharedLoad(unsigned thread, const void *address,
                              int64_t bytes, const char *site) {
  int64_t offset = checkSharedBounds(thread, address, bytes, "reads", site);
  checkConflict(thread, shared.read({thread, site}, offset, bytes), "reads",
                site);
}

//===----------------------------------------------------------------------===//
// Any memory
//===----------------------------------------------------------------------===//

void Machine::failGlobal(GlobalMemory::Finding finding, const void *address,
                         int64_t bytes, const char *what, const char *site) {
  if (finding == GlobalMemory::Finding::Uninitialised)
    fail(site, "%s %lld bytes of global memory, some of them uninitialised",
         what, (long long)bytes);
  auto [start, size] = global.below(address);
  if (!start)
    fail(site, "%s %lld bytes at %p, which are in no allocation", what,
         (long long)bytes, address);
  fail(site,
       "%s %lld bytes at %p, which are in no allocation; the one below has "
       "%lld bytes, these begin at byte %lld of it",
       what, (long long)bytes, address, (long long)size,
       (long long)(static_cast<const char *>(address) -
                   static_cast<const char *>(start)));
}

void Machine::checkLoad(const void *address, int64_t bytes, int64_t alignment,
                        const char *site) {
  if (bytes == 0)
    return;
  checkAlignment(address, alignment, "reads", site);
  if (shared.isNear(address))
    return checkSharedLoad(active->index, address, bytes, site);
  GlobalMemory::Finding finding = global.checkRead(address, bytes, site);
  if (finding == GlobalMemory::Finding::Fine ||
      (kernel->synchronises ? active->fiber : loop).owns(address))
    return;
  failGlobal(finding, address, bytes, "reads", site);
}

void Machine::checkStore(void *address, int64_t bytes, int64_t alignment,
                         const char *site, SharedMemory::Write kind) {
  if (bytes == 0)
    return;
  checkAlignment(address, alignment, "writes", site);
  if (shared.isNear(address)) {
    int64_t offset =
        checkSharedBounds(active->index, address, bytes, "writes", site);
    Conflict conflict =
        shared.write({active->index, site}, offset, bytes, kind);
    return checkConflict(active->index, conflict, "writes", site);
  }
  bool isAtomic = kind == SharedMemory::Write::Atomic;
  GlobalMemory::Finding finding = isAtomic
                                      ? global.checkRead(address, bytes, site)
                                      : GlobalMemory::Finding::Fine;
  if (finding == GlobalMemory::Finding::Fine)
    finding = global.checkWrite(address, bytes, site);
  if (finding == GlobalMemory::Finding::Fine ||
      (kernel->synchronises ? active->fiber : loop).owns(address))
    return;
  failGlobal(finding, address, bytes, isAtomic ? "reads and writes" : "writes",
             site);
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

void Machine::issueCopy(void *to, const void *source, int32_t bytes,
                        int32_t sourceBytes, const char *site) {
  if (sourceBytes < 0 || sourceBytes > bytes)
    fail(site, "copies %d bytes of %d", sourceBytes, bytes);
  checkAlignment(to, bytes, "copies to shared memory", site);
  checkAlignment(source, bytes, "copies from global memory", site);
  if (sourceBytes) {
    GlobalMemory::Finding finding = global.checkRead(source, sourceBytes, site);
    if (finding != GlobalMemory::Finding::Fine)
      failGlobal(finding, source, sourceBytes, "copies", site);
  }
  int64_t offset =
      checkSharedBounds(active->index, to, bytes, "copies to", site);
  Conflict conflict = shared.write({active->index, site}, offset, bytes,
                                   SharedMemory::Write::Copy);
  checkConflict(active->index, conflict, "copies to", site);
  active->copies.push_back(
      {offset, source, bytes, sourceBytes, active->groups, site});
}

void Machine::waitForCopies(int32_t groups) {
  std::vector<Copy> &copies = active->copies;
  int64_t arrived = active->groups - groups; // groups before this one are there
  size_t count = 0;
  for (; count < copies.size() && copies[count].group < arrived; ++count) {
    const Copy &copy = copies[count];
    char *to = shared.data() + copy.offset;
    std::memcpy(to, copy.source, copy.sourceBytes);
    std::memset(to + copy.sourceBytes, 0, copy.bytes - copy.sourceBytes);
    shared.land({active->index, copy.site}, copy.offset, copy.bytes);
  }
  copies.erase(copies.begin(), copies.begin() + count);
}
