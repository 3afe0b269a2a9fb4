//===- BindTest.cpp -------------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include "gtest/gtest.h"
#include <vector>

namespace {

/// Binds one argument 'a' of function 'f'. A test changes what it needs of the
/// expected argument (f32, ?x3, any strides) and the found one (2x3).
class Bind : public ::testing::Test {
protected:
  ~Bind() override { diffattn_context_destroy(context); }

  diffattn_status bind() {
    std::vector<int64_t> signature = {version, 1, kind, dtype,
                                      int64_t(wantedSizes.size())};
    signature.insert(signature.end(), wantedSizes.begin(), wantedSizes.end());
    signature.insert(signature.end(), wantedStrides.begin(),
                     wantedStrides.end());
    bound.assign(2 * wantedSizes.size(), -77);
    diffattn_tensor tensor = {data, sizes.empty() ? nullptr : sizes.data(),
                              strides.empty() ? nullptr : strides.data(), rank,
                              found};
    static const char names[] = "f\0a";
    return diffattn_bind_arguments(context, names, signature.data(), &tensor,
                                   count, bound.data());
  }

  void expectError(const std::string &message) {
    EXPECT_EQ(bind(), DIFFATTN_FAILED);
    EXPECT_EQ(diffattn_context_error(context), message);
  }
  void expectBound(std::vector<int64_t> values) {
    EXPECT_EQ(bind(), DIFFATTN_OK) << diffattn_context_error(context);
    EXPECT_STREQ(diffattn_context_error(context), "");
    EXPECT_EQ(bound, values);
  }

  alignas(16) char memory[256];
  diffattn_context *context = diffattn_context_create();
  int64_t version = 1, kind = 0, dtype = DIFFATTN_F32;
  std::vector<int64_t> wantedSizes = {-1, 3}, wantedStrides = {-1, -1};
  void *data = memory;
  std::vector<int64_t> sizes = {2, 3}, strides;
  int32_t rank = 2, found = DIFFATTN_F32;
  int64_t count = 1;
  std::vector<int64_t> bound;
};

} // namespace

TEST_F(Bind, NullStridesAreRowMajor) { expectBound({2, 3, 3, 1}); }

TEST_F(Bind, GivenStridesArePassedOn) {
  strides = {-10, 2};
  expectBound({2, 3, -10, 2});
}

TEST_F(Bind, BroadcastInputsMayHaveStrideZero) {
  strides = {0, 1};
  expectBound({2, 3, 0, 1});
}

TEST_F(Bind, Rank0) {
  wantedSizes = wantedStrides = sizes = {};
  rank = 0;
  expectBound({});
}

TEST_F(Bind, ZeroSizesNeedNoData) {
  data = nullptr;
  sizes = {0, 3};
  strides = {99, 98};
  expectBound({0, 3, 3, 1});
}

TEST_F(Bind, StrideOfSizeOneIsReplaced) {
  wantedStrides = {-1, 1};
  sizes = {1, 3};
  strides = {12345, 1};
  expectBound({1, 3, 3, 1});
}

TEST_F(Bind, ExpectedStrideOfSizeOneWins) {
  wantedStrides = {64, 1};
  sizes = {1, 3};
  strides = {-5, 1};
  expectBound({1, 3, 64, 1});
}

TEST_F(Bind, RowMajorIsAccepted) {
  wantedStrides = {-2, -2};
  strides = {3, 1};
  expectBound({2, 3, 3, 1});
}

TEST_F(Bind, RowMajorIsRequired) {
  wantedStrides = {-2, -2};
  strides = {4, 1};
  expectError("f: input argument 'a': expected stride 3 in dimension 0, found "
              "4 (row-major order without gaps is required)");
}

TEST_F(Bind, ExactStrideIsRequired) {
  wantedStrides = {-1, 1};
  strides = {6, 2};
  expectError("f: input argument 'a': expected stride 1 in dimension 1, found "
              "2");
}

TEST_F(Bind, NullStridesAreCheckedToo) {
  wantedStrides = {8, 1};
  expectError("f: input argument 'a': expected stride 8 in dimension 0, found "
              "3");
}

TEST_F(Bind, OutputsMustNotFold) {
  kind = 1;
  strides = {0, 1};
  expectError("f: output argument 'a': stride 0 in dimension 0 of size 2 makes "
              "elements of an output share memory");
}

TEST_F(Bind, ParametersAreInputs) {
  kind = 2;
  strides = {0, 1};
  expectBound({2, 3, 0, 1});
  found = DIFFATTN_BF16;
  expectError("f: parameter argument 'a': expected element type f32, "
              "found bf16");
}

TEST_F(Bind, KindsOfLaterVersionsAreRefused) {
  kind = 3;
  expectError("f: argument 'a' is of kind 3: the artifact is newer than the "
              "runtime, so update diffattn or compile it again with this one");
}

TEST_F(Bind, WrongCount) {
  count = 3;
  expectError("f: expected 1 arguments, found 3");
  count = -1;
  expectError("f: expected 1 arguments, found -1");
}

TEST_F(Bind, NullArguments) {
  int64_t signature[] = {1, 1, 0, DIFFATTN_F32, 0};
  EXPECT_EQ(
      diffattn_bind_arguments(context, "f\0a", signature, nullptr, 1, nullptr),
      DIFFATTN_FAILED);
  EXPECT_STREQ(diffattn_context_error(context), "f: arguments is NULL");
}

TEST_F(Bind, NoArgumentsAtAll) {
  int64_t signature[] = {1, 0};
  EXPECT_EQ(
      diffattn_bind_arguments(context, "f", signature, nullptr, 0, nullptr),
      DIFFATTN_OK);
}

TEST_F(Bind, NullContext) {
  int64_t signature[] = {1, 0};
  EXPECT_EQ(
      diffattn_bind_arguments(nullptr, "f", signature, nullptr, 0, nullptr),
      DIFFATTN_FAILED);
}

TEST_F(Bind, WrongElementType) {
  found = DIFFATTN_BF16;
  expectError("f: input argument 'a': expected element type f32, found bf16");
  found = 33;
  expectError("f: input argument 'a': expected element type f32, found unknown "
              "element type 33");
}

TEST_F(Bind, WrongRank) {
  rank = 1;
  expectError("f: input argument 'a': expected rank 2 (?x3), found rank 1");
  rank = -1;
  expectError("f: input argument 'a': expected rank 2 (?x3), found rank -1");
}

TEST_F(Bind, NullSizes) {
  sizes = {};
  expectError("f: input argument 'a': expected 2 sizes, found NULL");
}

TEST_F(Bind, WrongSize) {
  sizes = {2, 4};
  expectError("f: input argument 'a': expected size 3 in dimension 1, found 4 "
              "(expected shape ?x3, found 2x4)");
}

TEST_F(Bind, NegativeSize) {
  sizes = {-2, 3};
  expectError("f: input argument 'a': size -2 of dimension 0 is negative");
}

TEST_F(Bind, ElementCountOverflows) {
  sizes = {INT64_MAX / 2, 3};
  expectError("f: input argument 'a': the number of elements of shape "
              "4611686018427387903x3 is out of range");
}

TEST_F(Bind, ElementCountOverflowsBesideASizeOfZero) {
  wantedSizes = {-1, -1, -1};
  wantedStrides = {-1, -1, -1};
  sizes = {0, INT64_MAX, 2};
  rank = 3;
  expectError("f: input argument 'a': the number of elements of shape "
              "0x9223372036854775807x2 is out of range");
}

TEST_F(Bind, StridesReachTooFar) {
  for (int64_t stride : {INT64_MAX, INT64_MIN, INT64_MAX / 2}) {
    strides = {stride, 1};
    expectError("f: input argument 'a': the strides reach beyond the address "
                "space");
  }
}

TEST_F(Bind, NullData) {
  data = nullptr;
  expectError("f: input argument 'a': data is NULL, expected 6 elements");
}

TEST_F(Bind, MisalignedData) {
  data = memory + 2;
  expectError("f: input argument 'a': data is not aligned to the 4 bytes of "
              "element type f32");
}

TEST_F(Bind, OtherSignatureVersion) {
  version = 2;
  expectError("f: expected signature version 1, found 2: the artifact and the "
              "runtime belong to different versions, so compile it again with "
              "this one");
}

TEST_F(Bind, ElementTypeOfTheFuture) {
  dtype = found = 40;
  expectError("f: argument 'a' has unknown element type 40: the artifact is "
              "newer than the runtime, so update diffattn or compile it again "
              "with this one");
}

TEST_F(Bind, SuccessClearsTheError) {
  found = DIFFATTN_I8;
  EXPECT_EQ(bind(), DIFFATTN_FAILED);
  found = DIFFATTN_F32;
  expectBound({2, 3, 3, 1});
}

TEST_F(Bind, SeveralArgumentsFollowEachOther) {
  int64_t signature[] = {1,           2, 0, DIFFATTN_F32, 1,  -1, -1, 1,
                         DIFFATTN_I8, 2, 2, -1,           -2, -2};
  int64_t first[] = {5}, second[] = {2, 4}, wrong[] = {3, 4};
  diffattn_tensor arguments[] = {{memory, first, nullptr, 1, DIFFATTN_F32},
                                 {memory, second, nullptr, 2, DIFFATTN_I8}};
  int64_t values[6];
  EXPECT_EQ(diffattn_bind_arguments(context, "g\0in\0out", signature, arguments,
                                    2, values),
            DIFFATTN_OK);
  EXPECT_EQ(std::vector<int64_t>(values, values + 6),
            (std::vector<int64_t>{5, 1, 2, 4, 4, 1}));
  arguments[1].sizes = wrong;
  EXPECT_EQ(diffattn_bind_arguments(context, "g\0in\0out", signature, arguments,
                                    2, values),
            DIFFATTN_FAILED);
  EXPECT_STREQ(diffattn_context_error(context),
               "g: output argument 'out': expected size 2 in dimension 0, "
               "found 3 (expected shape 2x?, found 3x4)");
}
