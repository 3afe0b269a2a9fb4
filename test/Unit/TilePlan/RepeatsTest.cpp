//===- RepeatsTest.cpp - what comes again and again -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/Repeats.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <string>

using namespace diffattn;

static Repeat find(const std::string &text, size_t leastPeriod = 1) {
  return findRepeat({text.begin(), text.end()}, leastPeriod);
}

static void expect(const Repeat &found, const Repeat &expected) {
  EXPECT_EQ(found.first, expected.first);
  EXPECT_EQ(found.period, expected.period);
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(found.slack, expected.slack);
}

TEST(Repeats, NothingComesAgain) {
  expect(find(""), {});
  expect(find("a"), {});
  expect(find("abcdef"), {});
  // With a gap it is no repeat.
  expect(find("abcxabcyabc", 3), {});
}

TEST(Repeats, LayersBetweenPrologueAndEpilogue) {
  expect(find("pqabcabcabcxy"), {2, 3, 3, 0});
  expect(find("abcabc"), {0, 3, 2, 0});
}

TEST(Repeats, WhatGoesOnInTheSameWayIsSlack) {
  expect(find("pabcabcabx"), {1, 3, 2, 2});
}

TEST(Repeats, TheShortestOfTheLongestPeriods) {
  expect(find("abababab"), {0, 2, 4, 0});
  expect(find("abababab", 3), {0, 4, 2, 0});
}

TEST(Repeats, LayersThatRepeatInside) {
  expect(find("aabcaabcaabc"), {0, 4, 3, 0});
  expect(find("xababyababyababz", 3), {1, 5, 2, 4});
}

TEST(Repeats, TheOneThatSavesMost) {
  expect(find("ababab-cdefcdef"), {0, 2, 3, 0});
  expect(find("abab-cdefcdefcdef"), {5, 4, 3, 0});
}

// What is found repeats, whatever the numbers are, and a layer is found.
TEST(Repeats, RandomLayers) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    std::vector<unsigned> layer(8 + random() % 100), numbers;
    for (unsigned &number : layer)
      number = random() % 30;
    layer.front() = 100;
    size_t count = 2 + random() % 10;
    for (size_t j = random() % 50; j > 0; --j)
      numbers.push_back(random() % 30);
    for (size_t j = 0; j < count; ++j)
      numbers.insert(numbers.end(), layer.begin(), layer.end());
    for (size_t j = random() % 50; j > 0; --j)
      numbers.push_back(random() % 30);
    Repeat found = findRepeat(numbers, 8);
    ASSERT_GE(found.saved(), (count - 1) * layer.size());
    size_t end = found.first + found.count * found.period + found.slack;
    ASSERT_LE(end, numbers.size());
    for (size_t j = found.first; j + found.period < end; ++j)
      ASSERT_EQ(numbers[j], numbers[j + found.period]);
  }
}
