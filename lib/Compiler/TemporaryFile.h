//===- TemporaryFile.h - files that no one finds later ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_TEMPORARYFILE_H
#define DIFFATTN_LIB_COMPILER_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <system_error>

namespace mlir::diffattn {

/// A file that is removed with this; in programs that called
/// removeTemporaryFilesOnSignals(), by signals, too.
class TemporaryFile {
public:
  TemporaryFile() = default;
  /// Takes charge of the file at `path`, which need not exist yet.
  explicit TemporaryFile(llvm::StringRef path);
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile();

  /// Makes a new file of a name like `model`, each % of which is some digit.
  std::error_code createLike(const llvm::Twine &model);
  /// Makes one in the system's folder for such.
  std::error_code create(llvm::StringRef suffix);
  /// Gives the file another name for good.
  std::error_code moveTo(llvm::StringRef to);

  llvm::StringRef name() const { return path; }

private:
  void watch();
  void forget();

  llvm::SmallString<128> path;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_TEMPORARYFILE_H
