//===- Result.h - a value or the message of a failure -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What llvm::Expected is to the compiler, for code without LLVM. Nothing here
// throws, so that code built without exceptions can use it.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_RESULT_H
#define DIFFATTN_RUNTIME_RESULT_H

#include <optional>
#include <string>
#include <utility>

namespace diffattn {

/// A message: lower-case, no final period, names what was found and expected.
struct Error {
  std::string message;
};

/// A T or an Error. Test it before it is used as a T.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : value(std::move(value)) {}
  Result(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return value.has_value(); }
  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }

  const std::string &message() const { return failure.message; }
  Error error() const { return failure; }

private:
  std::optional<T> value;
  Error failure;
};

/// Success or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return !failure.has_value(); }
  const std::string &message() const { return failure->message; }
  Error error() const { return *failure; }

private:
  std::optional<Error> failure;
};

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_RESULT_H
