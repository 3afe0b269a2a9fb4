//===- GlobalMemory.h - the device's allocations ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_GLOBALMEMORY_H
#define DIFFATTN_LIB_SIM_GLOBALMEMORY_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace diffattn::sim {

/// Memory of the host that plays the device's, with a mark a byte: has it been
/// written? Fresh memory is filled with ones: NaNs, and indices out of bounds.
class GlobalMemory {
public:
  enum class Finding { Fine, Outside, Uninitialised };

  /// Aligned to 256; null without memory.
  void *allocate(int64_t bytes);
  void free(void *memory);

  /// May `bytes` bytes be read? Are they in one allocation, and all written?
  /// Accesses with the same `site` are quick if they are to one allocation.
  Finding checkRead(const void *address, int64_t bytes, const void *site);
  /// May they be written? Then they count as written.
  Finding checkWrite(const void *address, int64_t bytes, const void *site);
  /// Are they in one allocation?
  bool contains(const void *address, int64_t bytes) {
    return find(address, bytes, nullptr) != nullptr;
  }
  /// The allocation that `address` is closest above, as its start and size; a
  /// null start if there is none.
  std::pair<const void *, int64_t> below(const void *address) const;

private:
  struct Free {
    void operator()(void *memory) const;
  };
  struct Allocation {
    std::unique_ptr<char, Free> memory;
    std::unique_ptr<char, Free> written; ///< 1: yes
    int64_t bytes;
  };
  /// The allocation of these bytes, or null.
  Allocation *find(const void *address, int64_t bytes, const void *site);

  std::map<uintptr_t, Allocation> allocations;
  /// Where sites found their last allocation, by a hash of the site.
  std::array<Allocation *, 256> lastFound{};
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_GLOBALMEMORY_H
