//===- LowerParallel.cpp - parallel loops on the runtime's threads
//----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Transforms.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_LOWERPARALLELPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static constexpr StringRef kRunParallel = "diffattn_run_parallel";

namespace {
/// Turns one loop into a function and a call.
class Outliner {
public:
  Outliner(SymbolTable &symbols, const LLVMTypeConverter &converter,
           scf::ParallelOp loop)
      : symbols(symbols), converter(converter), loop(loop) {}

  LogicalResult run();

private:
  Type ptr() { return LLVM::LLVMPointerType::get(loop.getContext()); }
  Type i64() { return IntegerType::get(loop.getContext(), 64); }

  LogicalResult collectCaptures();
  void countIterations(ImplicitLocOpBuilder &b);
  func::FuncOp createBody();
  Value storeCaptures(ImplicitLocOpBuilder &b);
  func::FuncOp getRunParallel();

  /// `value` as `type`, which stands for the same thing in LLVM or above it.
  static Value cast(ImplicitLocOpBuilder &b, Value value, Type type) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
  }

  SymbolTable &symbols;
  const LLVMTypeConverter &converter;
  scf::ParallelOp loop;

  /// What the body needs from outside, and the struct that it travels in.
  SetVector<Value> captures;
  LLVM::LLVMStructType stateType;
  /// Constants are repeated in the body.
  SmallVector<Operation *> constants;
  /// Iterations along each dim, and in all.
  SmallVector<Value> counts;
  Value count;
};
} // namespace

/// max(0, ceil((upper - lower) / step)) along each dim; the step is positive.
void Outliner::countIterations(ImplicitLocOpBuilder &b) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  count = arith::ConstantIndexOp::create(b, 1);
  for (auto [lower, upper, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value distance = arith::SubIOp::create(b, upper, lower);
    Value steps = arith::CeilDivSIOp::create(b, distance, step);
    counts.push_back(arith::MaxSIOp::create(b, steps, zero));
    count = arith::MulIOp::create(b, count, counts.back());
  }
}

LogicalResult Outliner::collectCaptures() {
  SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  used.insert_range(loop.getLowerBound());
  used.insert_range(loop.getStep());
  used.insert_range(counts);
  SmallVector<Type> types;
  for (Value value : used) {
    Operation *source = value.getDefiningOp();
    if (source && source->hasTrait<OpTrait::ConstantLike>()) {
      constants.push_back(source);
      continue;
    }
    Type type = converter.convertType(value.getType());
    if (!type)
      return loop.emitOpError("uses a value of type ")
             << value.getType() << ", which has no representation in memory";
    captures.insert(value);
    types.push_back(type);
  }
  stateType = LLVM::LLVMStructType::getLiteral(loop.getContext(), types);
  return success();
}

/// The struct lives in the entry block of the function, so that a loop around
/// the parallel one does not grow the stack.
Value Outliner::storeCaptures(ImplicitLocOpBuilder &b) {
  Region *function = loop->getParentOfType<func::FuncOp>().getCallableRegion();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&function->front());
  Value one = LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(b, ptr(), stateType, one);
  b.setInsertionPoint(loop);
  Value state = LLVM::PoisonOp::create(b, stateType);
  for (auto [position, value] : llvm::enumerate(captures))
    state = LLVM::InsertValueOp::create(
        b, state, cast(b, value, stateType.getBody()[position]), position);
  LLVM::StoreOp::create(b, state, memory);
  return memory;
}

/// `func @NAME_parallel(%state, %i)` runs iteration i.
func::FuncOp Outliner::createBody() {
  auto parent = loop->getParentOfType<func::FuncOp>();
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  auto body = func::FuncOp::create(b, (parent.getName() + "_parallel").str(),
                                   b.getFunctionType({ptr(), i64()}, {}));
  body.setPrivate();
  symbols.insert(body);
  Block *block = body.addEntryBlock();
  b.setInsertionPointToStart(block);

  IRMapping mapping;
  for (Operation *constant : constants)
    b.clone(*constant, mapping);
  Value state = LLVM::LoadOp::create(b, stateType, block->getArgument(0));
  for (auto [position, value] : llvm::enumerate(captures)) {
    Value field = LLVM::ExtractValueOp::create(b, state, position);
    mapping.map(value, cast(b, field, value.getType()));
  }
  // The last dim runs fastest.
  Value rest = cast(b, block->getArgument(1), b.getIndexType());
  for (unsigned dim = counts.size(); dim-- > 0;) {
    Value size = mapping.lookup(counts[dim]);
    Value number = dim == 0 ? rest : arith::RemUIOp::create(b, rest, size);
    rest = dim == 0 ? rest : arith::DivUIOp::create(b, rest, size);
    Value offset =
        arith::MulIOp::create(b, number, mapping.lookup(loop.getStep()[dim]));
    mapping.map(loop.getInductionVars()[dim],
                arith::AddIOp::create(
                    b, mapping.lookup(loop.getLowerBound()[dim]), offset));
  }
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
  func::ReturnOp::create(b);
  return body;
}

func::FuncOp Outliner::getRunParallel() {
  if (auto found = symbols.lookup<func::FuncOp>(kRunParallel))
    return found;
  OpBuilder b(loop.getContext());
  auto declaration =
      func::FuncOp::create(b, loop.getLoc(), kRunParallel,
                           b.getFunctionType({ptr(), ptr(), i64()}, {}));
  declaration.setPrivate();
  symbols.insert(declaration);
  return declaration;
}

LogicalResult Outliner::run() {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  countIterations(b);
  if (failed(collectCaptures()))
    return failure();
  func::FuncOp body = createBody();
  Value state = storeCaptures(b);
  Value function = func::ConstantOp::create(b, body.getFunctionType(),
                                            SymbolRefAttr::get(body));
  func::CallOp::create(
      b, getRunParallel(),
      ValueRange{cast(b, function, ptr()), state, cast(b, count, i64())});
  loop.erase();
  return success();
}

LogicalResult diffattn::lowerParallel(ModuleOp module) {
  SmallVector<scf::ParallelOp> loops;
  module.walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
    if (loop.getNumReductions() != 0)
      return WalkResult::advance();
    loops.push_back(loop);
    return WalkResult::skip();
  });
  LowerToLLVMOptions options(module.getContext(), DataLayout(module));
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(module.getContext(), options);
  SymbolTable symbols(module);
  for (scf::ParallelOp loop : loops)
    if (failed(Outliner(symbols, converter, loop).run()))
      return failure();
  return success();
}

namespace {
struct LowerParallelPass
    : diffattn::impl::LowerParallelPassBase<LowerParallelPass> {
  void runOnOperation() override {
    if (failed(lowerParallel(getOperation())))
      signalPassFailure();
  }
};
} // namespace
