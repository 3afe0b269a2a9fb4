//===- Fuzzing.h - what the programs share ----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_FUZZ_FUZZING_H
#define DIFFATTN_TEST_FUZZ_FUZZING_H

#include "TextMutator.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

// What libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed);
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *other,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed);
// What it offers.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace diffattn::fuzz {

/// What libFuzzer's functions for inputs return.
enum { Keep = 0, Reject = -1 };

inline std::string_view toText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Copies `text` to `out`, as far as there is room.
inline size_t give(std::string_view text, uint8_t *out, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(out, text.data(), size);
  return size;
}

/// Ends the process, as a fault does: what it says must hold.
inline void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "ERROR: fuzzing: does not hold: %s\n", what);
  std::abort();
}

/// Bytes as a file that has a path, in memory.
class BytesFile {
public:
  explicit BytesFile(std::string_view bytes)
      : number(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(number >= 0 && write(number, bytes.data(), bytes.size()) ==
                               static_cast<ssize_t>(bytes.size()),
            "a file in memory can be written");
  }
  BytesFile(const BytesFile &) = delete;
  BytesFile &operator=(const BytesFile &) = delete;
  ~BytesFile() { close(number); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(number); }

private:
  int number;
};

/// A place for a file that code under test writes.
class OutputPath {
public:
  OutputPath()
      : text(std::filesystem::temp_directory_path() /
             ("diffattn-fuzz-" + std::to_string(getpid()))) {}
  OutputPath(const OutputPath &) = delete;
  OutputPath &operator=(const OutputPath &) = delete;
  ~OutputPath() { std::remove(text.c_str()); }

  const std::string &path() const { return text; }

private:
  std::string text;
};

} // namespace diffattn::fuzz

#endif // DIFFATTN_TEST_FUZZ_FUZZING_H
