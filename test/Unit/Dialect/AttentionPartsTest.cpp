//===- AttentionPartsTest.cpp - attentions taken apart --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr StringLiteral kEverything = R"(
  func.func @f(%q1: tensor<2x4x2x8x16xf32>, %k1: tensor<2x4x9x16xf32>,
      %q2: tensor<2x4x8x16xf32>, %v: tensor<2x9x4x2x8xf32>,
      %lambda: tensor<8x2xf32>, %mask: tensor<8x9xi1>, %lengths: tensor<2xi64>,
      %w: tensor<2x8xf32>, %offset: index, %o: tensor<2x8x4x2x2x8xf32>,
      %l: tensor<2x4x2x8xf32>) -> tensor<2x8x4x2x2x8xf32> {
    %0:2 = diffattn.attention
        signal(%q1[b, g, r, m, d], %k1[b, g, n, d] : tensor<2x4x2x8x16xf32>, tensor<2x4x9x16xf32>)
        noise(%q2[b, g, m, d], %k1[b, g, n, d] : tensor<2x4x8x16xf32>, tensor<2x4x9x16xf32>)
        value(%v[b, n, g, e0, e1] : tensor<2x9x4x2x8xf32>)
        lambda(%lambda[m, r] : tensor<8x2xf32>)
        mask(%mask[m, n] : tensor<8x9xi1>)
        key_lengths(%lengths[b] : tensor<2xi64>)
        norm_weight(%w[e0, e1] : tensor<2x8xf32>)
        query_offset(%offset : index)
        key_offset(%offset : index)
        outs(%o[b, m, g, r, e0, e1], %l[b, g, r, m] : tensor<2x8x4x2x2x8xf32>, tensor<2x4x2x8xf32>)
        {causal, alignment = #diffattn.alignment<top_left>, scale = 0.25, window_left = 3, window_right = 0,
         softcap = 2.0, lambda_activation = #diffattn.lambda_activation<sigmoid>,
         norm = #diffattn.norm<rms, eps = 1.0e-5>, out_scale = 0.8}
    return %0#0 : tensor<2x8x4x2x2x8xf32>
  }
)";

namespace {
struct AttentionPartsTest : testing::Test {
  AttentionPartsTest() {
    context.loadDialect<DiffAttnDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(kEverything, &context);
  }

  AttentionOp attention() {
    AttentionOp found;
    module->walk([&](AttentionOp op) { found = op; });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}
} // namespace

TEST_F(AttentionPartsTest, PutTogetherIsTheSame) {
  ASSERT_TRUE(module);
  std::string before = print(*module);
  AttentionOp op = attention();
  IRRewriter rewriter(op);
  AttentionOp made = AttentionParts::of(op).create(rewriter, op.getLoc());
  rewriter.replaceOp(op, made);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(print(*module), before);
}

TEST_F(AttentionPartsTest, RenamesADimEverywhere) {
  ASSERT_TRUE(module);
  AttentionOp op = attention();
  AttentionParts parts = AttentionParts::of(op);
  parts.rename("g", "kv");
  IRRewriter rewriter(op);
  rewriter.replaceOp(op, parts.create(rewriter, op.getLoc()));
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_NE(print(*module).find("[b, kv, r, m, d]"), std::string::npos);
  EXPECT_EQ(print(*module).find("g,"), std::string::npos);
}

TEST_F(AttentionPartsTest, FreshNamesAreUnused) {
  ASSERT_TRUE(module);
  AttentionParts parts = AttentionParts::of(attention());
  EXPECT_EQ(parts.freshName("h"), "h");
  EXPECT_EQ(parts.freshName("g"), "g0");
  EXPECT_EQ(parts.freshName("e"), "e");
  EXPECT_EQ(parts.freshName("e1"), "e10");
}

TEST_F(AttentionPartsTest, ComparesScoreOptions) {
  ASSERT_TRUE(module);
  ScoreOptions score = AttentionParts::of(attention()).score;
  ScoreOptions other = score;
  EXPECT_TRUE(score == other);
  other.windowRight = {};
  EXPECT_TRUE(score != other);
}
