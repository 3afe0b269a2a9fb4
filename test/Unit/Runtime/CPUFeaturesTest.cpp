//===- CPUFeaturesTest.cpp ------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CPUFeatures.h"
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <sstream>

using namespace diffattn;

TEST(CPUFeatures, NamesAreUnique) {
  std::set<std::string_view> names(codeFeatures().begin(),
                                   codeFeatures().end());
  EXPECT_EQ(names.size(), codeFeatures().size());
}

TEST(CPUFeatures, UnknownOnesAreMissing) {
  EXPECT_FALSE(hasFeature("warp"));
  EXPECT_FALSE(hasFeature(""));
}

TEST(CPUFeatures, CodeThatNeedsNothingRuns) {
  EXPECT_TRUE(bool(checkProcessor({"x86-64", {}})));
}

TEST(CPUFeatures, MessageNamesAllThatIsMissing) {
  Status status = checkProcessor({"pentagon", {"warp", "teleport"}});
  ASSERT_FALSE(bool(status));
  EXPECT_EQ(status.message(),
            "the code is for processor 'pentagon', and this machine lacks "
            "warp, teleport: compile it with --cpu=native on this machine, or "
            "with --cpu=x86-64-v3 for most");
}

/// Linux lists what the processor has and Linux supports, by other names.
TEST(CPUFeatures, AgreesWithLinux) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && line.compare(0, 5, "flags") != 0)
    continue;
  std::istringstream words(line);
  std::set<std::string> flags{std::istream_iterator<std::string>(words), {}};
  if (!flags.count("avx") || codeFeatures().empty())
    GTEST_SKIP() << "no flags of a processor with AVX";
  for (auto [name, flag] :
       {std::pair{"sse3", "pni"}, std::pair{"popcnt", "popcnt"},
        std::pair{"f16c", "f16c"}, std::pair{"fma", "fma"},
        std::pair{"lzcnt", "abm"}, std::pair{"bmi", "bmi1"},
        std::pair{"bmi2", "bmi2"}, std::pair{"avx2", "avx2"},
        std::pair{"avx512f", "avx512f"}, std::pair{"avx512dq", "avx512dq"},
        std::pair{"avx512bw", "avx512bw"}, std::pair{"avx512vl", "avx512vl"},
        std::pair{"avx512bf16", "avx512_bf16"},
        std::pair{"avxvnni", "avx_vnni"}, std::pair{"xop", "xop"}})
    EXPECT_EQ(hasFeature(name), flags.count(flag) == 1) << name;
}
