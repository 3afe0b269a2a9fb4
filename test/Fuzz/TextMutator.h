//===- TextMutator.h - other modules of those there are ---------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random bytes hardly ever parse. These changes keep MLIR text mostly valid:
// they work on its tokens, and many change all that are alike at once (a size,
// an element type), so that types still agree.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_FUZZ_TEXTMUTATOR_H
#define DIFFATTN_TEST_FUZZ_TEXTMUTATOR_H

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace diffattn::fuzz {

/// A piece of MLIR text.
struct Token {
  enum Kind {
    Blank,  ///< white space and comments
    Number, ///< 12, 1.5e-3, 0x7F
    Word,   ///< tensor, f32, arith.addf, true
    Name,   ///< %x, @f, #map, ^bb0, !type
    String,
    Sign, ///< one character, -> or ::
  };
  Kind kind;
  std::string text;
};

/// The tokens whose texts in a row are `text`. The x between the sizes of a
/// shape is one.
std::vector<Token> splitTokens(std::string_view text);

/// Changes `text` a few times. What comes in is of lists, or of `text` itself.
std::string mutateText(std::string_view text, unsigned seed);

/// `text` with a clause, a line or a function of `other` in it.
std::string crossTexts(std::string_view text, std::string_view other,
                       unsigned seed);

} // namespace diffattn::fuzz

#endif // DIFFATTN_TEST_FUZZ_TEXTMUTATOR_H
