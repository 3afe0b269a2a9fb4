//===- Panels.h - weights as code multiplies by them ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_PANELS_H
#define DIFFATTN_RUNTIME_PANELS_H

#include "diffattn-c/Runtime.h"
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace diffattn {

/// The panels of arrays that lie in memory which doesn't change.
class PanelStore {
public:
  PanelStore() = default;
  PanelStore(const PanelStore &) = delete;
  PanelStore &operator=(const PanelStore &) = delete;
  /// Nobody asks for panels of the memory any more, or uses some.
  ~PanelStore();

  /// Makes `bytes` bytes at `data` memory of this store; not what another has.
  /// `isMapped`: from a file, so that it can be read again.
  void addMemory(const void *data, size_t bytes, bool isMapped);

  /// The panels that `request` asks for; null if there is no memory for them or
  /// packing failed, which `status` says.
  void *find(diffattn_context *context, const diffattn_panels_request &request,
             diffattn_status &status);

  /// The store whose memory `address` is in, or null.
  static PanelStore *of(const void *address);

private:
  /// The address of the array, then its layout.
  using Key = std::array<int64_t, 1 + DIFFATTN_PANELS_LAYOUT>;
  struct Free {
    void operator()(void *memory) const;
  };

  /// Held while panels are packed: one array at a time, so that memory holds
  /// the weights once, and one of them twice.
  std::mutex mutex;
  std::map<Key, std::unique_ptr<void, Free>> panels;
};

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_PANELS_H
