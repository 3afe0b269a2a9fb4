//===- CPUFeaturesTest.cpp ------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CPUFeatures.h"
#include "diffattn-c/Runtime.h"
#include <cstdlib>
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
            "with --cpu=multi for every one");
}

namespace {
/// Variants that no machine, and that every machine can run.
class Variants : public testing::Test {
protected:
  void SetUp() override { unsetenv("DIFFATTN_VARIANT"); }
  void TearDown() override { unsetenv("DIFFATTN_VARIANT"); }

  std::vector<CPURequirements> variants = {
      {"pentagon", {"warp"}}, {"better", {}}, {"worse", {}}};
};
} // namespace

TEST_F(Variants, TheFirstThatRunsIsChosen) {
  Result<size_t> variant = chooseVariant(variants);
  ASSERT_TRUE(bool(variant)) << variant.message();
  EXPECT_EQ(*variant, 1u);
}

TEST_F(Variants, TheUserMayChoose) {
  setenv("DIFFATTN_VARIANT", "worse", 1);
  Result<size_t> variant = chooseVariant(variants);
  ASSERT_TRUE(bool(variant)) << variant.message();
  EXPECT_EQ(*variant, 2u);
  setenv("DIFFATTN_VARIANT", "", 1);
  EXPECT_EQ(*chooseVariant(variants), 1u);
}

TEST_F(Variants, WhatTheUserChoosesMustBeThereAndRun) {
  setenv("DIFFATTN_VARIANT", "best", 1);
  EXPECT_EQ(chooseVariant(variants).message(),
            "DIFFATTN_VARIANT: there is no variant 'best'; there is: pentagon, "
            "better, worse");
  setenv("DIFFATTN_VARIANT", "pentagon", 1);
  EXPECT_EQ(chooseVariant(variants).message().find(
                "DIFFATTN_VARIANT: the code is for processor 'pentagon', and "
                "this machine lacks warp"),
            0u);
}

TEST_F(Variants, NoneMayRun) {
  EXPECT_EQ(chooseVariant({variants[0]})
                .message()
                .find("the code is for processor 'pentagon'"),
            0u);
  EXPECT_EQ(chooseVariant({}).message(), "there are no variants");
}

/// As compiled code asks.
TEST_F(Variants, ListsOfCompiledCode) {
  diffattn_context *context = diffattn_context_create();
  const char list[] = "pentagon\0warp\0teleport\0\0any\0\0";
  EXPECT_EQ(diffattn_choose_variant(context, list), 1);
  EXPECT_STREQ(diffattn_context_error(context), "");
  setenv("DIFFATTN_VARIANT", "pentagon", 1);
  EXPECT_EQ(diffattn_choose_variant(context, list), -1);
  EXPECT_NE(std::string(diffattn_context_error(context)).find("warp, teleport"),
            std::string::npos);
  EXPECT_EQ(diffattn_choose_variant(nullptr, list), -1);
  diffattn_context_destroy(context);
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
