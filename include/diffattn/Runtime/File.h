//===- File.h - reading by mapping, writing by renaming ---------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_FILE_H
#define DIFFATTN_RUNTIME_FILE_H

#include "diffattn/Runtime/Result.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace diffattn {

/// The bytes of a file, mapped privately: who writes to them changes neither
/// the file nor other mappings. A file that shrinks while it is mapped ends the
/// process, as with every mapping.
class MappedFile {
public:
  static Result<std::shared_ptr<MappedFile>> open(const std::string &path);

  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  std::byte *data() { return bytes; }
  size_t size() const { return byteCount; }

private:
  MappedFile(std::byte *bytes, size_t byteCount)
      : bytes(bytes), byteCount(byteCount) {}

  std::byte *bytes;
  size_t byteCount;
};

/// Writes the pieces one after the other to a temporary file beside `path` and
/// renames it: at `path` is the old file or the whole new one. What is no
/// regular file, such as a device, is written to instead.
Status writeFile(const std::string &path,
                 const std::vector<std::string_view> &pieces);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_FILE_H
