//===- Artifact.h - compiled modules ----------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_ARTIFACT_H
#define DIFFATTN_COMPILER_ARTIFACT_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Codegen/Common/Signature.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::diffattn {

/// A relocatable object file, and what is in it.
struct Object {
  std::unique_ptr<llvm::MemoryBuffer> code;
  std::vector<FunctionSignature> functions;
  /// JSON text about `functions`. The object contains it, too.
  std::string manifest;
};

/// Machine code in this process. Entries are valid while it lives.
class LoadedObject {
public:
  virtual ~LoadedObject();

  /// The manifest as JSON text.
  virtual const std::string &manifest() const = 0;
  /// The entry of the function called `name`, or null if there is none.
  virtual diffattn_entry lookup(llvm::StringRef name) const = 0;
};

/// Makes `object` callable. The runtime is that of this process.
llvm::Expected<std::unique_ptr<LoadedObject>> loadObject(const Object &object);

/// Links `object` to a shared library at `path`, which a temporary file
/// replaces when it is complete. No compiler and no system linker is needed.
llvm::Error linkObject(const Object &object, llvm::StringRef path);

/// Whether the emulator runs the kernels of `object`.
bool isEmulated(const Object &object);

/// The path of the emulator's library, beside that of the runtime.
llvm::Expected<std::string> emulatorPath();

/// The path of the runtime library of this process.
llvm::Expected<std::string> runtimePath();

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_ARTIFACT_H
