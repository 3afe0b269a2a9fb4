//===- Nesting.cpp - how deep brackets go ---------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

using namespace mlir::diffattn;

/// The end of the string literal that starts at `begin`.
static size_t skipString(llvm::StringRef text, size_t begin) {
  size_t end = begin + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return end;
}

/// +1 for a bracket that opens, -1 for one that closes, else 0. Arrows and
/// comparisons are no brackets.
static int levelChange(llvm::StringRef text, size_t i) {
  bool comparison = text.substr(i + 1).starts_with("=");
  switch (text[i]) {
  case '(':
  case '[':
  case '{':
    return 1;
  case ')':
  case ']':
  case '}':
    return -1;
  case '<':
    return comparison ? 0 : 1;
  case '>':
    return comparison || (i > 0 && text[i - 1] == '-') ? 0 : -1;
  default:
    return 0;
  }
}

std::optional<size_t> mlir::diffattn::findDeepNesting(llvm::StringRef text,
                                                      unsigned limit) {
  int64_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      i = skipString(text, i);
      continue;
    }
    if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    depth = std::max<int64_t>(0, depth + levelChange(text, i));
    if (depth > limit)
      return i;
  }
  return std::nullopt;
}
