//===- build-layer.cpp - write differential attention as MLIR -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a function around one diffattn.attention, in C++, and prints it.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "diffattn/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

// The iteration dims of one head: names say roles (query, key, feature, value).
enum : unsigned { M, N, D, E, NumDims };

/// The affine map of an operand that is indexed by `dims`.
static AffineMap by(ArrayRef<unsigned> dims, MLIRContext *context) {
  SmallVector<AffineExpr> results;
  for (unsigned dim : dims)
    results.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(NumDims, 0, results, context);
}

/// out = (softmax(q1 k1^T / sqrt(d)) - lambda softmax(q2 k2^T / sqrt(d))) v
static Value attend(OpBuilder &builder, Location loc, ValueRange inputs,
                    Value init) {
  MLIRContext *context = builder.getContext();
  auto dims = diffattn::DimsAttr::get(
      context, {builder.getStringAttr("m"), builder.getStringAttr("n"),
                builder.getStringAttr("d"), builder.getStringAttr("e")});
  ArrayAttr maps = builder.getAffineMapArrayAttr(
      {by({M, D}, context), by({N, D}, context), by({M, D}, context),
       by({N, D}, context), by({N, E}, context), by({}, context),
       by({M, E}, context)});
  auto op = diffattn::AttentionOp::create(
      builder, loc, init.getType(), /*signal_query=*/inputs[0],
      /*signal_key=*/inputs[1], /*noise_query=*/inputs[2],
      /*noise_key=*/inputs[3], /*value=*/inputs[4], /*lambda=*/inputs[5],
      /*mask=*/Value(), /*key_lengths=*/Value(), /*norm_weight=*/Value(),
      /*query_offset=*/Value(), /*key_offset=*/Value(), /*outs=*/init, maps,
      dims, /*scale=*/FloatAttr(), /*causal=*/true,
      diffattn::Alignment::BottomRight, /*window_left=*/IntegerAttr(),
      /*window_right=*/IntegerAttr(), /*softcap=*/FloatAttr(),
      diffattn::LambdaActivation::None, /*norm=*/diffattn::NormAttr(),
      /*out_scale=*/FloatAttr());
  return op.getResult(0);
}

static OwningOpRef<ModuleOp> buildModule(MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());

  Type f32 = builder.getF32Type();
  Type queries = RankedTensorType::get({ShapedType::kDynamic, 8}, f32);
  Type values = RankedTensorType::get({ShapedType::kDynamic, 16}, f32);
  Type scalar = RankedTensorType::get({}, f32);
  auto type = builder.getFunctionType(
      {queries, queries, queries, queries, values, scalar}, values);
  auto function = func::FuncOp::create(builder, loc, "layer", type);

  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  Value rows = tensor::DimOp::create(builder, loc, body->getArgument(0), 0);
  Value init = tensor::EmptyOp::create(
      builder, loc, ArrayRef<OpFoldResult>{rows, builder.getIndexAttr(16)},
      f32);
  Value out = attend(builder, loc, body->getArguments(), init);
  func::ReturnOp::create(builder, loc, out);
  return module;
}

int main() {
  DialectRegistry registry;
  diffattn::registerAllDiffAttnDialects(registry);
  diffattn::registerAllDiffAttnExtensions(registry);
  registry.insert<func::FuncDialect, tensor::TensorDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module = buildModule(&context);
  if (failed(verify(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
