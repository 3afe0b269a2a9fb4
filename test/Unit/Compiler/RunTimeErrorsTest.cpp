//===- RunTimeErrorsTest.cpp - wrong numbers end in errors ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of two numbers that go wrong for some of them. None may touch
// memory that isn't theirs, trap, or end the process.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
struct Case {
  const char *name;
  /// The body of @f(%a: index, %b: index) -> index.
  const char *body;
  int64_t a, b;
  /// A part of the message, "" for success.
  const char *error;
};

const Case kCases[] = {
    {"IndexInside", R"(
       %t = tensor.splat %a : tensor<8xindex>
       %0 = tensor.extract %t[%b] : tensor<8xindex>
       return %0 : index)",
     1, 7, ""},
    {"IndexPastTheEnd", R"(
       %t = tensor.splat %a : tensor<8xindex>
       %0 = tensor.extract %t[%b] : tensor<8xindex>
       return %0 : index)",
     1, 8, "out-of-bounds access"},
    {"NegativeIndex", R"(
       %t = tensor.splat %a : tensor<8xindex>
       %0 = tensor.extract %t[%b] : tensor<8xindex>
       return %0 : index)",
     1, -1, "out-of-bounds access"},
    {"DivisionByZero", "%0 = arith.divsi %a, %b : index return %0 : index", 1,
     0, "divides by zero"},
    {"QuotientOverflows", "%0 = arith.remsi %a, %b : index return %0 : index",
     INT64_MIN, -1, "overflows"},
    {"Quotient", "%0 = arith.floordivsi %a, %b : index return %0 : index",
     INT64_MIN, 2, ""},
    {"BufferTooLarge", R"(
       %c0 = arith.constant 0 : index
       %m = memref.alloc(%a, %b) : memref<?x?xindex>
       memref.store %a, %m[%c0, %c0] : memref<?x?xindex>
       %0 = memref.load %m[%c0, %c0] : memref<?x?xindex>
       return %0 : index)",
     int64_t(1) << 32, int64_t(1) << 32, "negative or too large"},
    {"NegativeBuffer", R"(
       %m = memref.alloc(%a, %b) : memref<?x?xindex>
       %c0 = arith.constant 0 : index
       %0 = memref.load %m[%c0, %c0] : memref<?x?xindex>
       return %0 : index)",
     -1, -1, "negative or too large"},
    {"SliceOutOfBounds", R"(
       %c0 = arith.constant 0 : index
       %t = tensor.splat %a : tensor<8xindex>
       %s = tensor.splat %b : tensor<4xindex>
       %u = tensor.insert_slice %s into %t[%b] [4] [1] : tensor<4xindex> into tensor<8xindex>
       %0 = tensor.extract %u[%c0] : tensor<8xindex>
       return %0 : index)",
     0, 5, "runs out of bounds along dimension 0"},
    {"CastToAnotherSize", R"(
       %c0 = arith.constant 0 : index
       %t = tensor.splat %a[%b] : tensor<?xindex>
       %u = tensor.cast %t : tensor<?xindex> to tensor<4xindex>
       %0 = tensor.extract %u[%c0] : tensor<4xindex>
       return %0 : index)",
     0, 5, "size mismatch"},
    {"StepOfZero", R"(
       %c0 = arith.constant 0 : index
       %0 = scf.for %i = %c0 to %a step %b iter_args(%x = %c0) -> index {
         %y = arith.addi %x, %i : index
         scf.yield %y : index
       }
       return %0 : index)",
     4, 0, "has a step that is not positive"},
    {"FailsInACallee", R"(
       %0 = func.call @g(%a, %b) : (index, index) -> index
       return %0 : index
     }
     func.func private @g(%a: index, %b: index) -> index {
       %0 = arith.divsi %b, %a : index
       return %0 : index)",
     0, 5, "divides by zero"},
};

class RunTimeErrors : public testing::TestWithParam<Case> {};
} // namespace

TEST_P(RunTimeErrors, AreReported) {
  const Case &test = GetParam();
  Loaded loaded = compileAndLoad(
      std::string("func.func @f(%a: index, %b: index) -> index {") + test.body +
      "\n}");
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  int64_t a = test.a, b = test.b, out = 0;
  std::string error = call(loaded.object->lookup("f"),
                           {{&a, nullptr, nullptr, 0, DIFFATTN_I64},
                            {&b, nullptr, nullptr, 0, DIFFATTN_I64},
                            {&out, nullptr, nullptr, 0, DIFFATTN_I64}});
  if (*test.error)
    EXPECT_NE(error.find(test.error), std::string::npos) << error;
  else
    EXPECT_EQ(error, "");
  EXPECT_EQ(error.find('\n'), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(Numbers, RunTimeErrors, testing::ValuesIn(kCases),
                         [](const auto &info) { return info.param.name; });
