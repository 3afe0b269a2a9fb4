//===- ConformanceTest.cpp - the reference on the conformance set ---------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"
#include "diffattn/Runtime/Safetensors.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace diffattn;
using nlohmann::json;

static const std::string folder = CONFORMANCE;

namespace {
class Conformance : public ::testing::TestWithParam<json> {};
} // namespace

static std::vector<json> allCases() {
  Result<json> cases = readCases(folder + "/cases.json");
  return cases ? cases->get<std::vector<json>>() : std::vector<json>{};
}

/// The expected results are of another program in double: only the order of
/// sums differs.
static void expectEqual(const Tensor &found, const Tensor &expected) {
  ASSERT_EQ(found.shape(), expected.shape());
  for (int64_t i = 0; i < found.elementCount(); ++i) {
    double x = found.get(i), y = expected.get(i);
    if (std::isfinite(y) && y != 0)
      ASSERT_NEAR(x, y, 1e-11 * std::max(1.0, std::fabs(y))) << "at " << i;
    else
      ASSERT_EQ(x, y) << "at " << i;
  }
}

TEST_P(Conformance, MeetsTheExpectedResults) {
  std::string name = GetParam()["name"].get<std::string>();
  Result<TensorMap> file =
      readSafetensors(folder + "/" + name + ".safetensors");
  ASSERT_TRUE(file) << file.message();
  Result<TensorMap> results = evaluateCase(*file, GetParam()["attributes"]);
  ASSERT_TRUE(results) << results.message();
  for (const char *result : {"out", "o", "lse1", "lse2"}) {
    SCOPED_TRACE(result);
    expectEqual(results->at(result),
                file->at(std::string("expected_") + result));
  }
}

INSTANTIATE_TEST_SUITE_P(, Conformance, ::testing::ValuesIn(allCases()),
                         [](const ::testing::TestParamInfo<json> &info) {
                           return info.param["name"].get<std::string>();
                         });

TEST(ConformanceSet, HasAllCases) { EXPECT_EQ(allCases().size(), 51u); }
