//===- Calls.h - compile, load and call in tests ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_COMPILER_CALLS_H
#define DIFFATTN_TEST_UNIT_COMPILER_CALLS_H

#include "diffattn/Compiler/Session.h"

#include "gtest/gtest.h"
#include <vector>

namespace mlir::diffattn {

/// A module in this process.
struct Loaded {
  std::unique_ptr<LoadedObject> object;
  std::string diagnostics;
};

/// Compiles and loads `source`; `object` is null after an error.
inline Loaded compileAndLoad(StringRef source, StringRef cpu = "generic") {
  Session session;
  Loaded loaded;
  CompileOptions options;
  options.cpu = cpu.str();
  if (OwningOpRef<ModuleOp> module = session.parseSource(source, "test.mlir")) {
    FailureOr<Object> object = session.compile(*module, options);
    if (succeeded(object)) {
      auto result = session.load(*object);
      if (succeeded(result))
        loaded.object = std::move(*result);
    }
  }
  loaded.diagnostics = session.diagnostics();
  return loaded;
}

/// A row of numbers as an argument.
template <typename T>
class Row {
public:
  Row(std::vector<T> &values, diffattn_dtype dtype)
      : size(values.size()),
        tensor{values.data(), &size, nullptr, 1, static_cast<int32_t>(dtype)} {}
  const diffattn_tensor &get() const { return tensor; }

private:
  int64_t size;
  diffattn_tensor tensor;
};

/// Calls `entry` with a context of its own; "" or the error.
inline std::string call(diffattn_entry entry,
                        std::vector<diffattn_tensor> arguments) {
  if (!entry)
    return "no such function";
  diffattn_context *context = diffattn_context_create();
  diffattn_status status = entry(context, arguments.data(), arguments.size());
  std::string error = status ? diffattn_context_error(context) : "";
  diffattn_context_destroy(context);
  return error;
}

} // namespace mlir::diffattn

#endif // DIFFATTN_TEST_UNIT_COMPILER_CALLS_H
