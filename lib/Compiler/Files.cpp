//===- Files.cpp - whole files or none -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Files.h"

#include "TemporaryFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::diffattn;

static llvm::Error cannotWrite(llvm::StringRef path, std::error_code error) {
  return llvm::createStringError(error, "can't write '%s': %s",
                                 path.str().c_str(), error.message().c_str());
}

llvm::Error mlir::diffattn::replaceFile(
    llvm::StringRef path,
    llvm::function_ref<llvm::Error(llvm::StringRef temporary)> write) {
  llvm::sys::fs::file_status status;
  bool exists = !llvm::sys::fs::status(path, status);
  if (exists && llvm::sys::fs::is_directory(status))
    return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
  if (exists && !llvm::sys::fs::is_regular_file(status))
    return write(path);

  TemporaryFile temporary;
  if (std::error_code error = temporary.createLike(path + ".%%%%%%.tmp"))
    return cannotWrite(path, error);
  if (llvm::Error error = write(temporary.name()))
    return error;
  if (std::error_code error = temporary.moveTo(path))
    return cannotWrite(path, error);
  return llvm::Error::success();
}

llvm::Error mlir::diffattn::writeFile(llvm::StringRef path,
                                      llvm::StringRef content) {
  auto write = [&](llvm::StringRef to) -> llvm::Error {
    std::error_code error;
    llvm::raw_fd_ostream os(to, error);
    if (error)
      return cannotWrite(path, error);
    os << content;
    os.close();
    error = os.error();
    os.clear_error();
    return error ? cannotWrite(path, error) : llvm::Error::success();
  };
  return path == "-" ? write(path) : replaceFile(path, write);
}
