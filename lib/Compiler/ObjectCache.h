//===- ObjectCache.h - objects that were compiled before --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with a file for each compilation, called by the hash of all that
// decides what comes out: the module with its locations and the contents of its
// resources, the options, the processor, and the compiler itself. So nothing in
// it is ever out of date, and any number of processes may share it. A file that
// is cut off or damaged is as good as none.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_OBJECTCACHE_H
#define DIFFATTN_LIB_COMPILER_OBJECTCACHE_H

#include "diffattn/Compiler/Session.h"

namespace mlir::diffattn {

/// What a compilation gave.
struct CachedObject {
  Object object;
  /// Remarks and warnings.
  std::string diagnostics;
};

class ObjectCache {
public:
  /// The place in `folder` of what compiling `module` with `options` gives.
  /// Makes the folder. Fails if it can't, or if there is no such processor.
  static llvm::Expected<ObjectCache> find(ModuleOp module,
                                          const CompileOptions &options);

  /// What is there, if it is whole.
  std::optional<CachedObject> read(MLIRContext *context) const;

  /// Puts the result of the compilation there.
  llvm::Error write(const Object &object, StringRef diagnostics,
                    MLIRContext *context) const;

private:
  explicit ObjectCache(std::string path) : path(std::move(path)) {}

  std::string path;
};

/// Tells this build of the compiler, and of the LLVM and MLIR that it runs
/// with, from others.
const std::string &buildIdentity();

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_OBJECTCACHE_H
