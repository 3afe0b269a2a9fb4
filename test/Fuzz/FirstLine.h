//===- FirstLine.h - inputs that say what is done with them -----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs whose inputs are a module below a line that says what is done
// with it. Include it once: it has what libFuzzer calls.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_FUZZ_FIRSTLINE_H
#define DIFFATTN_TEST_FUZZ_FIRSTLINE_H

#include "Fuzzing.h"

namespace diffattn::fuzz {

/// An input: its first line, and the rest with the newline before it.
struct Parts {
  std::string_view how;
  std::string_view module;
};

inline Parts splitFirstLine(std::string_view text) {
  size_t end = std::min(text.find('\n'), text.size());
  return {text.substr(0, end), text.substr(end)};
}

/// First lines to try; the program has them.
std::string pickFirstLine(unsigned seed);

} // namespace diffattn::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  using namespace diffattn::fuzz;
  Parts parts = splitFirstLine(toText(data, size));
  std::string how(parts.how), module(parts.module);
  unsigned choice = seed / 7 % 12;
  if (choice == 0)
    how = pickFirstLine(seed / 101);
  else if (choice == 1)
    // As a comment it would be one token.
    how = "// " + mutateText(how.substr(std::min<size_t>(3, how.size())), seed);
  if (choice != 1)
    module = mutateText(module, seed);
  return give(how + module, data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *other,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  using namespace diffattn::fuzz;
  Parts parts = splitFirstLine(toText(data, size));
  return give(std::string(parts.how) +
                  crossTexts(parts.module, toText(other, otherSize), seed),
              out, maxSize);
}

#endif // DIFFATTN_TEST_FUZZ_FIRSTLINE_H
