//===- FilesTest.cpp - whole files or none --------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace mlir::diffattn;

namespace {
class Files : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("files", folder));
    path = folder;
    llvm::sys::path::append(path, "file");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string content() {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "no file";
  }
  unsigned countFiles() {
    std::error_code error;
    unsigned count = 0;
    for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end;
         it.increment(error))
      ++count;
    return count;
  }

  llvm::SmallString<64> folder, path;
};
} // namespace

TEST_F(Files, WritesAndReplaces) {
  EXPECT_FALSE(bool(writeFile(path, "first")));
  EXPECT_FALSE(bool(writeFile(path, "second")));
  EXPECT_EQ(content(), "second");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(Files, FailureLeavesTheOldFile) {
  EXPECT_FALSE(bool(writeFile(path, "old")));
  llvm::Error error = replaceFile(path, [](llvm::StringRef temporary) {
    llvm::consumeError(writeFile(temporary, "half"));
    return llvm::createStringError("stopped");
  });
  EXPECT_EQ(llvm::toString(std::move(error)), "stopped");
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(Files, NamesThePathThatCannotBeWritten) {
  std::string error = llvm::toString(writeFile("/no/such/folder/file", ""));
  EXPECT_EQ(error, "can't write '/no/such/folder/file': No such file or "
                   "directory");
}
