//===- TemporaryFile.cpp - files that no one finds later ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFile.h"

#include "diffattn/Compiler/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <array>
#include <atomic>
#include <csignal>

using namespace mlir::diffattn;

static std::atomic<bool> removesOnSignals = false;

void mlir::diffattn::removeTemporaryFilesOnSignals() {
  std::array<struct sigaction, 32> before;
  for (size_t i = 1; i < before.size(); ++i)
    sigaction(i, nullptr, &before[i]);
  // LLVM's handlers come with the first file. They have to be there before lld
  // is called, which leaves handlers as it finds them (LinkShared.cpp).
  llvm::sys::RemoveFileOnSignal("");
  llvm::sys::DontRemoveFileOnSignal("");
  // What is ignored, as in jobs in the background, stays so.
  for (size_t i = 1; i < before.size(); ++i)
    if (before[i].sa_handler == SIG_IGN)
      sigaction(i, &before[i], nullptr);
  removesOnSignals = true;
}

TemporaryFile::TemporaryFile(llvm::StringRef path) : path(path) { watch(); }

TemporaryFile::~TemporaryFile() {
  if (path.empty())
    return;
  llvm::sys::fs::remove(path);
  forget();
}

void TemporaryFile::watch() {
  if (removesOnSignals)
    llvm::sys::RemoveFileOnSignal(path);
}

void TemporaryFile::forget() {
  if (removesOnSignals)
    llvm::sys::DontRemoveFileOnSignal(path);
  path.clear();
}

std::error_code TemporaryFile::createLike(const llvm::Twine &model) {
  llvm::SmallString<128> made;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          model, made, llvm::sys::fs::all_read | llvm::sys::fs::all_write))
    return error;
  path = made;
  watch();
  return {};
}

std::error_code TemporaryFile::create(llvm::StringRef suffix) {
  llvm::SmallString<128> made;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("diffattn", suffix, made))
    return error;
  path = made;
  watch();
  return {};
}

std::error_code TemporaryFile::moveTo(llvm::StringRef to) {
  if (std::error_code error = llvm::sys::fs::rename(path, to))
    return error;
  forget();
  return {};
}
