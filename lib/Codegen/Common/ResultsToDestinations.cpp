//===- ResultsToDestinations.cpp - caller-owned results ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RESULTSTODESTINATIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Where sizes come from
//===----------------------------------------------------------------------===//

/// The (argument, dim) of `function` that is as large as dimension `dim` of
/// `value`.
static std::optional<DimOfArgument> findEqualSize(func::FuncOp function,
                                                  Value value, int64_t dim) {
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<ShapedType>(argument.getType());
    if (!type || !type.hasRank())
      continue;
    for (int64_t i : llvm::seq(type.getRank())) {
      if (!type.isDynamicDim(i))
        continue;
      FailureOr<bool> equal =
          ValueBoundsConstraintSet::areEqual({value, dim}, {argument, i});
      if (succeeded(equal) && *equal)
        return DimOfArgument{argument.getArgNumber(), i};
    }
  }
  return std::nullopt;
}

/// The attribute `diffattn.sizes_from` for a destination of `result`, null if
/// its sizes are static.
static DenseI64ArrayAttr findSizes(func::FuncOp function, Value result) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || type.hasStaticShape())
    return DenseI64ArrayAttr();
  SmallVector<int64_t> flat;
  for (int64_t dim : llvm::seq(type.getRank())) {
    std::optional<DimOfArgument> source;
    if (type.isDynamicDim(dim))
      source = findEqualSize(function, result, dim);
    flat.append({source ? source->argument : -1, source ? source->dim : -1});
  }
  return DenseI64ArrayAttr::get(function.getContext(), flat);
}

//===----------------------------------------------------------------------===//
// Results in the same memory
//===----------------------------------------------------------------------===//

/// Calls `visit` with the values in whose memory bufferization may put `value`:
/// destinations, what it is a view of, what control flow passes on.
static void forEachSource(Value value, function_ref<void(Value)> visit) {
  auto visitOperand = [&](OpOperand *operand) {
    if (operand)
      visit(operand->get());
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent)) {
      visitOperand(loop.getTiedLoopInit(argument));
      visitOperand(loop.getTiedLoopYieldedValue(argument));
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent))
      for (ValueRange passed : {ValueRange(loop.getInits()),
                                ValueRange(loop.getConditionOp().getArgs()),
                                ValueRange(loop.getYieldOp().getOperands())})
        llvm::for_each(passed, visit);
    return;
  }
  auto result = cast<OpResult>(value);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
    if (BlockArgument tied = loop.getTiedLoopRegionIterArg(result))
      visit(tied);
  // What is inserted may be computed in its place.
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(result.getOwner()))
    visit(insert.getSource());
  bufferization::AnalysisState state{bufferization::BufferizationOptions()};
  for (const auto &alias : state.getAliasingOpOperands(value))
    visit(alias.opOperand->get());
}

/// The new arrays in whose memory `value` may be.
static DenseSet<Value> findArrays(Value value) {
  DenseSet<Value> arrays, seen;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!isa<TensorType>(next.getType()) || !seen.insert(next).second)
      continue;
    if (next.getDefiningOp<tensor::EmptyOp>())
      arrays.insert(next);
    forEachSource(next, [&](Value source) { open.push_back(source); });
  }
  return arrays;
}

/// Which results may be in the memory of other ones, say of what they were
/// computed from in place. None of them may be computed in its destination:
/// bufferization doesn't see that writing a result there destroys what another
/// one is read from later.
static llvm::BitVector findSharedResults(func::ReturnOp ret) {
  unsigned count = ret.getNumOperands();
  llvm::BitVector shared(count);
  SmallVector<DenseSet<Value>> arrays;
  for (Value result : ret.getOperands())
    arrays.push_back(findArrays(result));
  for (unsigned i : llvm::seq(count))
    for (unsigned other : llvm::seq(count)) {
      bool isSame = ret.getOperand(i) == ret.getOperand(other);
      if (!isSame && llvm::any_of(arrays[i], [&](Value array) {
            return arrays[other].contains(array);
          }))
        shared.set(i);
    }
  return shared;
}

/// The same numbers in an array of their own.
static Value copyTensor(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty =
      tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, tensor),
                              type.getElementType(), type.getEncoding());
  return linalg::CopyOp::create(b, loc, tensor, empty).getResult(0);
}

//===----------------------------------------------------------------------===//
// Writing results
//===----------------------------------------------------------------------===//

/// The type of the argument that receives a result of type `type`: any strides,
/// since the memory is the caller's.
static MemRefType destinationType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return MemRefType::get({}, type);
  SmallVector<int64_t> strides(tensor.getRank(), ShapedType::kDynamic);
  auto layout =
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides);
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), layout);
}

/// Checks on entry, before anything is written, that the caller gave
/// `destination` the sizes of the result. They are read off the arguments.
static void checkSizes(func::FuncOp function, DenseI64ArrayAttr sizesFrom,
                       Value destination, StringRef name) {
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = destination.getLoc();
  for (int64_t dim : llvm::seq(sizesFrom.size() / 2)) {
    if (sizesFrom[2 * dim] < 0)
      continue;
    Value source = function.getArgument(sizesFrom[2 * dim]);
    Value expected =
        linalg::createOrFoldDimOp(b, loc, source, sizesFrom[2 * dim + 1]);
    Value found = memref::DimOp::create(b, loc, destination, dim);
    Value equal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        expected, found);
    cf::AssertOp::create(b, loc, equal,
                         ("the size of dimension " + Twine(dim) +
                          " of output '" + name + "' is not that of the result")
                             .str());
  }
}

/// Writes a result some of whose sizes are known only when it is computed: it
/// gets a buffer of its own, and is copied once the caller's is seen to fit.
static void writeResultOfUnknownSize(OpBuilder &b, Location loc, Value result,
                                     Value destination,
                                     DenseI64ArrayAttr sizesFrom,
                                     StringRef name) {
  auto type = cast<RankedTensorType>(result.getType());
  for (int64_t dim : llvm::seq(type.getRank())) {
    if (!type.isDynamicDim(dim) || sizesFrom[2 * dim] >= 0)
      continue;
    Value expected = tensor::DimOp::create(b, loc, result, dim);
    Value found = memref::DimOp::create(b, loc, destination, dim);
    Value equal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        expected, found);
    cf::AssertOp::create(b, loc, equal,
                         ("the size of dimension " + Twine(dim) +
                          " of output '" + name + "' is not that of the result")
                             .str());
  }
  auto buffer = bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()), result,
      /*read_only=*/true);
  memref::CopyOp::create(b, loc, buffer, destination);
}

/// Whether a dynamic size of `result` comes from no argument.
static bool hasUnknownSize(Value result, DenseI64ArrayAttr sizesFrom) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  return type && sizesFrom &&
         llvm::any_of(llvm::seq(type.getRank()), [&](int64_t dim) {
           return type.isDynamicDim(dim) && sizesFrom[2 * dim] < 0;
         });
}

static void writeResult(OpBuilder &b, Location loc, Value result,
                        Value destination, DenseI64ArrayAttr sizesFrom,
                        StringRef name, bool isShared) {
  if (!isa<RankedTensorType>(result.getType())) {
    memref::StoreOp::create(b, loc, result, destination, ValueRange());
    return;
  }
  if (hasUnknownSize(result, sizesFrom))
    return writeResultOfUnknownSize(b, loc, result, destination, sizesFrom,
                                    name);
  if (isShared)
    result = copyTensor(b, loc, result);
  bufferization::MaterializeInDestinationOp::create(
      b, loc, /*result=*/Type(), result, destination, /*restrict=*/true,
      /*writable=*/true);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The only return of `function`. Several returns would need the sizes of all.
static func::ReturnOp onlyReturn(func::FuncOp function) {
  func::ReturnOp found;
  for (Block &block : function.getBody()) {
    auto op = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (op && found)
      return nullptr;
    if (op)
      found = op;
  }
  return found;
}

static LogicalResult checkResultType(func::FuncOp function, Type type,
                                     StringRef name) {
  if (isa<BaseMemRefType>(type))
    return function.emitError()
           << "result '" << name << "' has type " << type
           << ", which leaves open who owns its memory; take the destination "
              "as a memref argument instead";
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!dtypeOf(tensor ? tensor.getElementType() : type))
    return function.emitError() << "result '" << name << "' has type " << type
                                << ", which callers can't receive";
  return success();
}

/// Adds the argument for result `index` and writes the result to it.
static LogicalResult addDestination(func::FuncOp function, func::ReturnOp ret,
                                    unsigned index, bool isShared) {
  Value result = ret.getOperand(index);
  std::string name =
      nameOrDefault(function.getResultAttrDict(index), "result", index);
  if (failed(checkResultType(function, result.getType(), name)))
    return failure();
  DenseI64ArrayAttr sizes = findSizes(function, result);
  Builder b(function.getContext());
  SmallVector<NamedAttribute> attrs{
      b.getNamedAttr(kNameAttr, b.getStringAttr(name)),
      b.getNamedAttr(kKindAttr, b.getStringAttr("output"))};
  if (sizes)
    attrs.push_back(b.getNamedAttr(kSizesFromAttr, sizes));
  unsigned position = function.getNumArguments();
  if (failed(function.insertArgument(position,
                                     destinationType(result.getType()),
                                     b.getDictionaryAttr(attrs), ret.getLoc())))
    return failure();
  Value destination = function.getArgument(position);
  if (sizes)
    checkSizes(function, sizes, destination, name);
  OpBuilder builder(ret);
  writeResult(builder, ret.getLoc(), result, destination, sizes, name,
              isShared);
  return success();
}

/// Names inputs, and makes tensors read-only: they are the caller's. After
/// bufferization a buffer that a branch or loop hands on may seem to be
/// written.
static void describeInputs(func::FuncOp function) {
  Builder b(function.getContext());
  StringRef writable = bufferization::BufferizationDialect::kWritableAttrName;
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    if (!function.getArgAttr(i, kNameAttr))
      function.setArgAttr(i, kNameAttr,
                          b.getStringAttr(nameOrDefault({}, "arg", i)));
    if (!isa<TensorType>(argument.getType()))
      continue;
    if (!function.getArgAttr(i, writable))
      function.setArgAttr(i, writable, b.getBoolAttr(false));
    auto isWritable = function.getArgAttrOfType<BoolAttr>(i, writable);
    if (!function.getArgAttr(i, kKindAttr) && isWritable &&
        !isWritable.getValue())
      function.setArgAttr(i, kKindAttr, b.getStringAttr("input"));
  }
}

LogicalResult
mlir::diffattn::convertResultsToDestinations(func::FuncOp function) {
  describeInputs(function);
  if (function.getNumResults() == 0)
    return success();
  func::ReturnOp ret = onlyReturn(function);
  if (!ret)
    return function.emitError()
           << "public function returns at no or several places, expected one";
  // Folding may have found out more than there was to check at first.
  WalkResult dims = function.walk([](ShapedDimOpInterface op) {
    return failed(checkDim(op)) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  if (dims.wasInterrupted())
    return failure();
  unsigned numResults = function.getNumResults();
  llvm::BitVector shared = findSharedResults(ret);
  for (unsigned i : llvm::seq(numResults))
    if (failed(addDestination(function, ret, i, shared[i])))
      return failure();
  ret->setOperands({});
  return function.eraseResults(llvm::BitVector(numResults, true));
}

/// Lets the module call a private copy of `function`, which keeps its results.
static LogicalResult splitOffCopy(func::FuncOp function, SymbolTable &symbols) {
  func::FuncOp copy = function.clone();
  copy.setPrivate();
  StringAttr name = symbols.insert(copy, std::next(function->getIterator()));
  return SymbolTable::replaceAllSymbolUses(function, name,
                                           function->getParentOp());
}

namespace {
struct ResultsToDestinationsPass
    : diffattn::impl::ResultsToDestinationsPassBase<ResultsToDestinationsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        functions.push_back(function);
    for (func::FuncOp function : functions) {
      bool isCalled =
          !SymbolTable::symbolKnownUseEmpty(function, getOperation());
      if (function.getNumResults() && isCalled &&
          failed(splitOffCopy(function, symbols)))
        return signalPassFailure();
      if (failed(convertResultsToDestinations(function)))
        return signalPassFailure();
    }
  }
};
} // namespace
