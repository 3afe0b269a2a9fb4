//===- CheckJson.h - what is wrong with JSON from outside -------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CHECKJSON_H
#define DIFFATTN_RUNTIME_CHECKJSON_H

#include <string>
#include <string_view>

namespace diffattn {

/// What parseJson refuses in `text`: no JSON, a key that an object has twice,
/// deep nesting. Empty if nothing.
std::string findJsonFault(std::string_view text);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_CHECKJSON_H
