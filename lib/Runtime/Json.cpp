//===- Json.cpp - strict parsing of JSON from outside ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Json.h"
#include "diffattn/Runtime/CheckJson.h"
#include <set>

using namespace diffattn;
using nlohmann::json;

static constexpr int maxDepth = 16;

namespace {
/// Watches the parser: keeps the keys of the objects that are open, and the
/// first fault. Values stop being kept after a fault.
struct ParseWatcher {
  std::vector<std::set<std::string>> openObjects;
  std::string fault;

  bool operator()(int depth, json::parse_event_t event, json &parsed) {
    if (depth > maxDepth && fault.empty())
      fault = "values are nested deeper than " + std::to_string(maxDepth);
    if (event == json::parse_event_t::object_start)
      openObjects.emplace_back();
    else if (event == json::parse_event_t::object_end)
      openObjects.pop_back();
    else if (event == json::parse_event_t::key && fault.empty())
      addKey(parsed.get_ref<const std::string &>());
    return fault.empty();
  }

  void addKey(const std::string &key) {
    if (!openObjects.back().insert(key).second)
      fault = "key '" + key + "' occurs twice";
  }
};
} // namespace

Result<json> diffattn::parseJson(std::string_view text) {
  // The library takes a NUL for the end and would not look at the rest.
  if (size_t nul = text.find('\0'); nul != std::string_view::npos)
    return Error{"invalid JSON at byte " + std::to_string(nul + 1)};
  ParseWatcher watcher;
  try {
    json value = json::parse(
        text.begin(), text.end(),
        [&](int depth, json::parse_event_t event, json &parsed) {
          return watcher(depth, event, parsed);
        },
        /*allow_exceptions=*/true);
    if (watcher.fault.empty())
      return value;
    return Error{watcher.fault};
  } catch (const json::parse_error &error) {
    if (!watcher.fault.empty())
      return Error{watcher.fault};
    return Error{"invalid JSON at byte " + std::to_string(error.byte)};
  } catch (const json::exception &error) {
    return Error{std::string("invalid JSON: ") + error.what()};
  }
}

std::string diffattn::findJsonFault(std::string_view text) {
  Result<json> value = parseJson(text);
  return value ? "" : value.message();
}

std::optional<int64_t> diffattn::asInt64(const json &value) {
  if (value.is_number_unsigned()) {
    uint64_t number = value.get<uint64_t>();
    if (number > static_cast<uint64_t>(INT64_MAX))
      return std::nullopt;
    return static_cast<int64_t>(number);
  }
  if (value.is_number_integer())
    return value.get<int64_t>();
  return std::nullopt;
}

const json *diffattn::findMember(const json &value, const char *key) {
  if (!value.is_object())
    return nullptr;
  auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

std::string diffattn::excerpt(const json &value) {
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr size_t limit = 60;
  return text.size() <= limit ? text : text.substr(0, limit) + "...";
}
