//===- TestFiles.h - files for one test, and checks of messages -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_TESTFILES_H
#define DIFFATTN_TEST_UNIT_RUNTIME_TESTFILES_H

#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// A folder that is there as long as the test.
class TestFiles : public ::testing::Test {
protected:
  TestFiles() {
    std::string pattern = ::testing::TempDir() + "/diffattn-XXXXXX";
    folder = mkdtemp(pattern.data());
  }
  ~TestFiles() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const {
    return (folder / name).string();
  }
  std::string write(const std::string &name, const std::string &bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static std::string read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Number of files in the folder.
  size_t count() const {
    std::filesystem::directory_iterator files(folder);
    return std::distance(begin(files), end(files));
  }

  std::filesystem::path folder;
};

/// Passes if `result` failed with a message that contains `part`.
#define EXPECT_ERROR(result, part)                                             \
  do {                                                                         \
    const auto &checked = (result);                                            \
    if (checked)                                                               \
      ADD_FAILURE() << "no error, expected: " << (part);                       \
    else                                                                       \
      EXPECT_NE(checked.message().find(part), std::string::npos)               \
          << "found: " << checked.message() << "\nexpected: " << (part);       \
  } while (false)

/// Stops the test if `result` failed.
#define ASSERT_SUCCESS(result) ASSERT_TRUE(result) << (result).message()

#endif // DIFFATTN_TEST_UNIT_RUNTIME_TESTFILES_H
