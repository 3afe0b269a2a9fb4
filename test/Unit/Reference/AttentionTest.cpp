//===- AttentionTest.cpp - the reference against results by hand ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Reference/Reference.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace diffattn::reference;

static constexpr double inf = std::numeric_limits<double>::infinity();
static const double notANumber = std::nan("");

namespace {

/// An attention with dims m, n, d = 1, e = 1 and all scores 0 (queries are 0),
/// so that a row averages the values of the keys that it sees: 1, 2, 4, 8, ...
/// Tests change what they are about.
class AttentionTest : public ::testing::Test {
protected:
  enum : size_t { m, n, d, e };

  void setUp(int64_t queries, int64_t keys) {
    a = {};
    a.dims = {{DimRole::Query, queries},
              {DimRole::Key, keys},
              {DimRole::Feature, 1},
              {DimRole::Value, 1}};
    query.assign(queries, 0);
    noise.assign(queries, 0);
    key.assign(keys, 1);
    value.clear();
    for (int64_t j = 0; j < keys; ++j)
      value.push_back(std::ldexp(1, j));
    out.assign(queries, -77);
    difference = lse1 = lse2 = out;
    a.signalQuery = {query.data(), {m, d}, {1, 1}};
    a.signalKey = {key.data(), {n, d}, {1, 1}};
    a.value = {value.data(), {n, e}, {1, 1}};
    a.out = Output{out.data(), {m, e}, {1, 1}};
    a.difference = Output{difference.data(), {m, e}, {1, 1}};
    a.signalLogSumExp = Output{lse1.data(), {m}, {1}};
  }
  void addNoise(double factor) {
    lambda = {factor};
    a.noiseQuery = Input{noise.data(), {m, d}, {1, 1}};
    a.noiseKey = a.signalKey;
    a.lambda = Input{lambda.data(), {}, {}};
    a.noiseLogSumExp = Output{lse2.data(), {m}, {1}};
  }
  const std::vector<double> &run() {
    EXPECT_EQ(a.check(), "");
    evaluate(a);
    return out;
  }

  Attention a;
  std::vector<double> query, noise, key, value, lambda, mask, lengths, weight;
  std::vector<double> out, difference, lse1, lse2;
};

using Doubles = std::vector<double>;

} // namespace

TEST_F(AttentionTest, EqualScoresAverageTheValues) {
  setUp(1, 4);
  EXPECT_EQ(run(), Doubles{(1 + 2 + 4 + 8) / 4.0});
  EXPECT_DOUBLE_EQ(lse1[0], std::log(4));
}

TEST_F(AttentionTest, WeightsFollowTheScores) {
  setUp(1, 2);
  query = {std::log(3)};
  key = {1, 0};
  EXPECT_NEAR(run()[0], 0.75 * 1 + 0.25 * 2, 1e-15);
  EXPECT_NEAR(lse1[0], std::log(4), 1e-15);
}

TEST_F(AttentionTest, DefaultScaleIsOneOverTheRootOfTheFeatures) {
  setUp(1, 2);
  a.dims[d].size = 4;
  query = {std::log(3), std::log(3), 0, 0};
  key = {1, 1, 0, 0, /**/ 0, 0, 0, 0};
  a.signalQuery = {query.data(), {m, d}, {4, 1}};
  a.signalKey = {key.data(), {n, d}, {4, 1}};
  // (log 3 + log 3) / sqrt 4.
  EXPECT_NEAR(run()[0], 1.25, 1e-15);
  a.scale = 0;
  EXPECT_EQ(run()[0], 1.5);
}

TEST_F(AttentionTest, NoFeaturesGiveScoresOfZero) {
  setUp(1, 2);
  a.dims[d].size = 0;
  EXPECT_EQ(run(), Doubles{1.5});
}

TEST_F(AttentionTest, NoiseIsSubtracted) {
  setUp(1, 2);
  addNoise(0.5);
  noise = {std::log(3)};
  key = {1, 0};
  EXPECT_NEAR(run()[0], 1.5 - 0.5 * 1.25, 1e-15);
  EXPECT_NEAR(lse1[0], std::log(2), 1e-15);
  EXPECT_NEAR(lse2[0], std::log(4), 1e-15);
}

TEST_F(AttentionTest, LambdaOfZeroByRow) {
  setUp(2, 2);
  addNoise(0);
  lambda = {0, 2};
  a.lambda = Input{lambda.data(), {m}, {1}};
  EXPECT_EQ(run(), (Doubles{1.5, -1.5}));
}

TEST_F(AttentionTest, SigmoidLambda) {
  setUp(1, 2);
  addNoise(0);
  a.lambdaActivation = LambdaActivation::Sigmoid;
  EXPECT_EQ(run(), Doubles{0.75});
}

TEST_F(AttentionTest, CausalBottomRight) {
  setUp(2, 3);
  a.causal = true;
  EXPECT_EQ(run()[0], 1.5);
  EXPECT_NEAR(out[1], 7.0 / 3, 1e-15);
}

TEST_F(AttentionTest, CausalTopLeft) {
  setUp(2, 3);
  a.causal = true;
  a.alignment = Alignment::TopLeft;
  EXPECT_EQ(run(), (Doubles{1, 1.5}));
}

TEST_F(AttentionTest, RowsThatSeeNoKeyAreZero) {
  setUp(3, 1);
  addNoise(notANumber);
  lambda = {notANumber, notANumber, 0.25};
  a.lambda = Input{lambda.data(), {m}, {1}};
  a.causal = true;
  a.rmsEpsilon = 0;
  EXPECT_EQ(run(), (Doubles{0, 0, 1}));
  EXPECT_EQ(difference, (Doubles{0, 0, 0.75}));
  EXPECT_EQ(lse1, (Doubles{-inf, -inf, 0}));
  EXPECT_EQ(lse2, (Doubles{-inf, -inf, 0}));
}

TEST_F(AttentionTest, NoKeysAtAll) {
  setUp(2, 0);
  EXPECT_EQ(run(), (Doubles{0, 0}));
  EXPECT_EQ(lse1, (Doubles{-inf, -inf}));
}

TEST_F(AttentionTest, Windows) {
  setUp(1, 5);
  a.alignment = Alignment::TopLeft;
  a.queryOffset = 2;
  a.windowLeft = 1;
  EXPECT_EQ(run(), Doubles{(2 + 4 + 8 + 16) / 4.0});
  a.windowRight = 0;
  EXPECT_EQ(run(), Doubles{3});
  a.windowLeft = a.windowRight = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(run(), Doubles{31 / 5.0});
}

TEST_F(AttentionTest, BottomRightCountsFromTheValidLength) {
  setUp(2, 4);
  lengths = {3};
  a.keyLengths = Input{lengths.data(), {}, {}};
  a.causal = true;
  value[3] = notANumber;
  EXPECT_EQ(run()[0], 1.5);
  EXPECT_NEAR(out[1], 7.0 / 3, 1e-15);
}

TEST_F(AttentionTest, LengthsAreClamped) {
  setUp(1, 2);
  lengths = {9};
  a.keyLengths = Input{lengths.data(), {}, {}};
  EXPECT_EQ(run(), Doubles{1.5});
  lengths = {-1};
  EXPECT_EQ(run(), Doubles{0});
}

TEST_F(AttentionTest, BooleanMask) {
  setUp(2, 3);
  mask = {1, 0, 1, 0, 0, 0};
  a.mask = Input{mask.data(), {m, n}, {3, 1}};
  EXPECT_EQ(run(), (Doubles{2.5, 0}));
}

TEST_F(AttentionTest, AdditiveMask) {
  setUp(1, 3);
  mask = {std::log(3), 0, -inf};
  a.mask = Input{mask.data(), {n}, {1}};
  a.maskKind = MaskKind::Additive;
  EXPECT_NEAR(run()[0], 1.25, 1e-15);
}

TEST_F(AttentionTest, TheLowestFiniteMaskHidesNothing) {
  setUp(1, 2);
  mask.assign(2, std::numeric_limits<double>::lowest());
  a.mask = Input{mask.data(), {n}, {1}};
  a.maskKind = MaskKind::Additive;
  EXPECT_EQ(run(), Doubles{1.5});
}

TEST_F(AttentionTest, SoftcapComesBeforeTheMask) {
  setUp(1, 2);
  query = {1e300};
  key = {1, 0};
  mask = {0, 2};
  a.mask = Input{mask.data(), {n}, {1}};
  a.maskKind = MaskKind::Additive;
  a.softcap = 2;
  EXPECT_EQ(run(), Doubles{1.5});
}

TEST_F(AttentionTest, NonFiniteScoresOfVisibleKeysGiveNaN) {
  setUp(3, 2);
  query = {inf, notANumber, 1};
  key = {1, 1};
  EXPECT_TRUE(std::isnan(run()[0]));
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_EQ(out[2], 1.5);
  EXPECT_TRUE(std::isnan(lse1[0]));
  EXPECT_TRUE(std::isnan(lse1[1]));
}

TEST_F(AttentionTest, NonFiniteKeysThatAreHiddenDoNothing) {
  setUp(1, 2);
  query = {1};
  key = {1, notANumber};
  mask = {1, 0};
  a.mask = Input{mask.data(), {n}, {1}};
  EXPECT_EQ(run(), Doubles{1});
}

TEST_F(AttentionTest, NormWeightAndScale) {
  setUp(1, 1);
  a.dims[e].size = 2;
  value = {3, 4};
  out = difference = {0, 0};
  weight = {1, 10};
  a.value.strides = a.out->strides = a.difference->strides = {2, 1};
  a.value.data = value.data();
  a.out->data = out.data();
  a.difference->data = difference.data();
  a.normWeight = Input{weight.data(), {e}, {1}};
  a.rmsEpsilon = 3.5;
  a.outScale = 0.5;
  // mean of squares 12.5, and 12.5 + 3.5 = 4^2.
  EXPECT_EQ(run(), (Doubles{0.5 * 3 / 4, 0.5 * 10 * 4 / 4}));
  EXPECT_EQ(difference, (Doubles{3, 4}));
}

TEST_F(AttentionTest, HeadsShareWhatLacksTheirDim) {
  setUp(1, 2);
  a.dims.push_back({DimRole::Batch, 2});
  query = {0, std::log(3)};
  key = {1, 0};
  out.assign(2, 0);
  a.signalQuery = {query.data(), {4, m, d}, {1, 1, 1}};
  a.out = Output{out.data(), {m, 4, e}, {2, 1, 1}};
  a.difference.reset();
  a.signalLogSumExp.reset();
  run();
  EXPECT_EQ(out[0], 1.5);
  EXPECT_NEAR(out[1], 1.25, 1e-15);
}

TEST_F(AttentionTest, TwoValueDimsAreOneRowOfTheNorm) {
  setUp(1, 1);
  a.dims.push_back({DimRole::Value, 2});
  value = {3, 4};
  out = {0, 0};
  a.value = {value.data(), {4, n, e}, {1, 1, 1}};
  a.out = Output{out.data(), {m, e, 4}, {2, 2, 1}};
  a.difference.reset();
  a.rmsEpsilon = 3.5;
  EXPECT_EQ(run(), (Doubles{0.75, 1}));
}

TEST_F(AttentionTest, NegativeStridesReadBackward) {
  setUp(2, 2);
  a.value.data = value.data() + 1;
  a.value.strides = {-1, 1};
  a.causal = true;
  EXPECT_EQ(run(), (Doubles{2, 1.5}));
}

/// Rows 1.. and keys 1.. of an attention, as tiles, give what the whole gives
/// there (the other keys being hidden by the window).
TEST_F(AttentionTest, TilesStandAtTheirOffsets) {
  for (Alignment alignment : {Alignment::BottomRight, Alignment::TopLeft}) {
    for (int64_t length : {4, 3}) {
      setUp(4, 4);
      lengths = {static_cast<double>(length)};
      a.keyLengths = Input{lengths.data(), {}, {}};
      a.alignment = alignment;
      a.causal = true;
      a.windowLeft = 0;
      Doubles whole = run();

      a.dims[m].size = 2;
      a.dims[n].size = 3;
      a.value.data = value.data() + 1;
      a.queryOffset = 2 - (alignment == Alignment::BottomRight ? 4 : 0);
      a.keyOffset = 1;
      run();
      EXPECT_EQ(out[0], whole[2]);
      EXPECT_EQ(out[1], whole[3]);
    }
  }
}
