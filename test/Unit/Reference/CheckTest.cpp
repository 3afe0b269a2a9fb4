//===- CheckTest.cpp - operands that are no attention ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Reference/Reference.h"
#include "gtest/gtest.h"

using namespace diffattn::reference;

namespace {
/// A valid attention over dims b, m, n, d, e; tests break it.
class Check : public ::testing::Test {
protected:
  enum : size_t { b, m, n, d, e };

  Check() {
    a.dims = {{DimRole::Batch, 2},
              {DimRole::Query, 3},
              {DimRole::Key, 4},
              {DimRole::Feature, 5},
              {DimRole::Value, 6}};
    a.signalQuery = {&in, {b, m, d}, {0, 0, 0}};
    a.signalKey = {&in, {b, n, d}, {0, 0, 0}};
    a.value = {&in, {n, e}, {0, 0}};
    a.out = Output{&result, {b, m, e}, {0, 0, 0}};
    a.signalLogSumExp = Output{&result, {b, m}, {0, 0}};
  }
  void expect(const std::string &message) { EXPECT_EQ(a.check(), message); }

  Attention a;
  double in = 0, result = 0;
};
} // namespace

TEST_F(Check, Valid) { expect(""); }

TEST_F(Check, Dims) {
  a.dims.push_back({DimRole::Query, 1});
  expect("expected one query dim, found 2");
  a.dims.pop_back();
  a.dims[n].role = DimRole::Batch;
  expect("expected one key dim, found 0");
  a.dims[n] = {DimRole::Key, -4};
  expect("expected sizes from 0, found -4");
}

TEST_F(Check, HalfOfTheNoise) {
  a.noiseQuery = a.signalQuery;
  expect("noise query, noise key and lambda come together");
  a.noiseKey = a.signalKey;
  expect("noise query, noise key and lambda come together");
  a.lambda = Input{&in, {}, {}};
  expect("");
  a.noiseQuery.reset();
  expect("noise query, noise key and lambda come together");
}

TEST_F(Check, Axes) {
  a.signalQuery.strides.pop_back();
  expect("signal query: expected 3 strides, found 2");
  a.signalQuery = {&in, {b, m, 9}, {0, 0, 0}};
  expect("signal query: there is no dim 9");
  a.signalQuery = {&in, {m, m, d}, {0, 0, 0}};
  expect("signal query: dim 1 occurs twice");
}

TEST_F(Check, Roles) {
  a.signalKey.dims = {b, m, d};
  expect("signal key: dim 1 is a query dim");
  a.signalKey.dims = {b, n, d};
  a.value = {&in, {b, e}, {0, 0}};
  expect("value: key dim 2 is missing");
  a.value = {&in, {n}, {0}};
  expect("value: value dim 4 is missing");
  a.value = {&in, {n, e}, {0, 0}};
  a.keyLengths = Input{&in, {m}, {0}};
  expect("key lengths: dim 1 is a query dim");
  a.keyLengths.reset();
  a.normWeight = Input{&in, {b}, {0}};
  expect("norm weight: dim 0 is a batch dim");
  a.normWeight.reset();
  a.mask = Input{&in, {d}, {0}};
  expect("mask: dim 3 is a feature dim");
}

TEST_F(Check, Results) {
  a.out->dims = {b, m, n};
  expect("out: dim 2 is a key dim");
  a.out = Output{&result, {m, e}, {0, 0}};
  expect("out: batch dim 0 is missing");
  a.out.reset();
  a.signalLogSumExp = Output{&result, {m}, {0}};
  expect("signal logsumexp: batch dim 0 is missing");
  a.signalLogSumExp.reset();
  a.noiseLogSumExp = Output{&result, {b, m}, {0, 0}};
  expect("noise logsumexp: there is no noise");
}

TEST_F(Check, LogSumExpHasTheBatchDimsOfTheMask) {
  a.dims.push_back({DimRole::Batch, 2});
  a.mask = Input{&in, {5}, {0}};
  a.out.reset();
  expect("signal logsumexp: batch dim 5 is missing");
}

TEST_F(Check, Options) {
  a.windowLeft = -1;
  expect("expected windows from 0, found -1");
  a.windowLeft = 0;
  a.softcap = 0;
  expect("expected a softcap above 0, found 0");
  a.softcap = 1;
  a.rmsEpsilon = -1;
  expect("expected the norm's epsilon from 0, found -1");
}
