//===- File.cpp - reading by mapping, writing by renaming -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/File.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace diffattn;

static Error systemError(const char *what, const std::string &path) {
  return {std::string("can't ") + what + " '" + path +
          "': " + std::strerror(errno)};
}

namespace {
/// Closes a file descriptor.
struct Descriptor {
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  int number;
};
} // namespace

Result<std::shared_ptr<MappedFile>> MappedFile::open(const std::string &path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info;
  if (file.number < 0 || fstat(file.number, &info) != 0)
    return systemError("open", path);
  if (!S_ISREG(info.st_mode))
    return Error{"can't open '" + path + "': it is no regular file"};
  size_t size = static_cast<size_t>(info.st_size);
  // An empty range can't be mapped.
  if (size == 0)
    return std::shared_ptr<MappedFile>(new MappedFile(nullptr, 0));
  void *bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_NORESERVE, file.number, 0);
  if (bytes == MAP_FAILED)
    return systemError("map", path);
  return std::shared_ptr<MappedFile>(
      new MappedFile(static_cast<std::byte *>(bytes), size));
}

MappedFile::~MappedFile() {
  if (bytes)
    munmap(bytes, byteCount);
}

static bool writeAll(int file, std::string_view piece) {
  while (!piece.empty()) {
    ssize_t count = ::write(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    piece.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

/// The permissions that a new file gets by default; mkostemp gives 0600.
static mode_t defaultMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

static bool writeAll(int file, const std::vector<std::string_view> &pieces) {
  for (std::string_view piece : pieces)
    if (!writeAll(file, piece))
      return false;
  return true;
}

/// Writes to a device or a pipe, which must stay what it is.
static Status writeInPlace(const std::string &path,
                           const std::vector<std::string_view> &pieces) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number < 0 || !writeAll(file.number, pieces))
    return systemError("write", path);
  return {};
}

Status diffattn::writeFile(const std::string &path,
                           const std::vector<std::string_view> &pieces) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return writeInPlace(path, pieces);
  std::string temporary = path + ".XXXXXX";
  Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (file.number < 0)
    return systemError("write", path);
  bool written =
      fchmod(file.number, defaultMode()) == 0 && writeAll(file.number, pieces);
  if (written && rename(temporary.c_str(), path.c_str()) == 0)
    return {};
  Error error = systemError("write", path);
  unlink(temporary.c_str());
  return error;
}
