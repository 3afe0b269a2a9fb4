//===- SharedLibrary.h - code that is loaded from files ---------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_SHAREDLIBRARY_H
#define DIFFATTN_RUNTIME_SHAREDLIBRARY_H

#include "diffattn/Runtime/Result.h"
#include <memory>
#include <sys/types.h>

namespace diffattn {

/// A library that is loaded as long as this lives. Threads may load and destroy
/// libraries at the same time.
class SharedLibrary {
public:
  /// Loads the file that is at `path` now, also where another one that was
  /// there before is still loaded. Who loads a file again shares its code.
  static Result<std::unique_ptr<SharedLibrary>> load(const std::string &path);

  SharedLibrary(const SharedLibrary &) = delete;
  SharedLibrary &operator=(const SharedLibrary &) = delete;
  ~SharedLibrary();

  /// The address of a symbol, or null.
  void *find(const char *symbol) const;

  /// What tells a file from others as long as it is loaded: device and inode.
  using File = std::pair<dev_t, ino_t>;

private:
  SharedLibrary(void *handle, File file) : handle(handle), file(file) {}

  void *const handle;
  const File file;
};

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_SHAREDLIBRARY_H
