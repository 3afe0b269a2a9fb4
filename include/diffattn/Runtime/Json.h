//===- Json.h - strict parsing of JSON from outside -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to lib/Runtime: the only header that includes the JSON library.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_JSON_H
#define DIFFATTN_RUNTIME_JSON_H

#include "diffattn/Runtime/Result.h"
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace diffattn {

/// Parses `text`. Refuses what is no JSON, a key that an object has twice, and
/// arrays or objects nested deeper than 16.
Result<nlohmann::json> parseJson(std::string_view text);

/// The integer in `value`, if it is one and int64 holds it (7.0 is none).
std::optional<int64_t> asInt64(const nlohmann::json &value);

/// The member `key` of the object `value`, or null.
const nlohmann::json *findMember(const nlohmann::json &value, const char *key);

/// The text of `value` for messages, cut off where it gets long.
std::string excerpt(const nlohmann::json &value);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_JSON_H
