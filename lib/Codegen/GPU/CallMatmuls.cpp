//===- CallMatmuls.cpp - matrix products by a library --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One private function for each kind of product (element types, which dims the
// arrays have in which order, whether it adds to what is there) takes arrays of
// any sizes and strides. It looks at the strides: the library reads and writes
// matrices whose rows or columns have no gaps. Other arrays go to a kernel, the
// operation itself, once for all products of the kind. Operands of different
// sizes, which fit each other if there is nothing to multiply, go to neither.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include "diffattn/Codegen/Common/Contraction.h"
#include "diffattn/Codegen/Common/KernelLibrary.h"
#include "diffattn/Codegen/Common/RuntimeFunctions.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include <vector>

namespace mlir::diffattn {
#define GEN_PASS_DEF_CALLMATMULSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static_assert(kMaxDims == DIFFATTN_MATMUL_DIMS, "calls take as many dims");

//===----------------------------------------------------------------------===//
// Which products
//===----------------------------------------------------------------------===//

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// What the factors are computed from: f32 where they differ.
static Type getFactorType(Type a, Type b) {
  return a == b ? a : Float32Type::get(a.getContext());
}

/// Whether the library has products of these types, if both factors are
/// converted to getFactorType.
static bool hasTypes(Type a, Type b, Type c) {
  auto isFactor = [](Type type) { return isHalf(type) || type.isF32(); };
  if (a == b && a == c)
    return isFactor(a) || a.isF64();
  return isFactor(a) && isFactor(b) && c.isF32();
}

/// How many products of numbers it is, if all sizes are known.
static std::optional<int64_t> countProducts(linalg::LinalgOp op) {
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(sizes))
    return std::nullopt;
  return ShapedType::getNumElements(sizes);
}

/// Why `x` is better computed by a kernel, or "".
static std::string getReasonForKernel(const Contraction &x, int64_t smallest) {
  Type a = getElementTypeOrSelf(x.a), b = getElementTypeOrSelf(x.b);
  Type c = getElementTypeOrSelf(x.c);
  if (!hasTypes(a, b, c)) {
    std::string reason;
    llvm::raw_string_ostream(reason) << "the library has no products of " << a
                                     << " and " << b << " that give " << c;
    return reason;
  }
  if (x.rows.empty() && x.cols.empty())
    return "it has neither rows nor columns: dot products are reductions";
  std::optional<int64_t> count = countProducts(x.op);
  if (count && *count < smallest)
    return "it is of " + std::to_string(*count) +
           " products of numbers, a call pays from " +
           std::to_string(smallest) + " on";
  return "";
}

static remark::RemarkOpts makeRemark(StringRef name) {
  return remark::RemarkOpts::name(name).category("diffattn-call-matmuls");
}

//===----------------------------------------------------------------------===//
// Arrays, taken apart
//===----------------------------------------------------------------------===//

namespace {
/// An array by the dims of the operation.
class Array {
public:
  Array(Emitter &e, Value buffer, AffineMap map)
      : buffer(buffer), map(map),
        parts(memref::ExtractStridedMetadataOp::create(e, buffer)) {}

  bool has(unsigned dim) const { return map.isFunctionOfDim(dim); }
  Value size(unsigned dim) { return parts.getSizes()[position(dim)]; }
  Value stride(unsigned dim) { return parts.getStrides()[position(dim)]; }

  /// The element at index (0, ..., 0).
  Value pointer(Emitter &e) const { return emitPointerTo(e, buffer); }

private:
  unsigned position(unsigned dim) const {
    return *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
  }

  Value buffer;
  AffineMap map;
  memref::ExtractStridedMetadataOp parts;
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Writes the body of the function for products like `x`.
class MatmulWriter {
public:
  MatmulWriter(Emitter &e, const Contraction &x, ValueRange arrays,
               bool overwrite)
      : e(e), x(x), arrays(arrays), overwrite(overwrite),
        a(e, arrays[0], x.mapA), b(e, arrays[1], x.mapB),
        c(e, arrays[2], x.mapC) {}

  void run();

private:
  using Dims = ArrayRef<unsigned>;

  // Whether the library can.
  Value isOne(Value number) { return e.equal(number, e.index(1)); }
  Value isAtLeast(Value number, Value least) {
    return arith::CmpIOp::create(e, arith::CmpIPredicate::sge, number, least);
  }
  Value hasNoGapsAlong(Array &array, Dims along, Dims across);
  Value isMatrix(Array &array, Dims left, Dims right);
  Value isOneDim(Array &array, Dims dims);
  Value suitsLibrary(Value same);

  // What it does.
  void callLibrary();
  void runKernel();
  void fill();

  Value storeCall();
  void storeClass(Value call, LLVM::LLVMStructType type, int32_t field,
                  Dims dims);
  void store(Value value, Value call, LLVM::LLVMStructType type,
             ArrayRef<LLVM::GEPArg> position);
  Value constant(int32_t value) {
    return LLVM::ConstantOp::create(e, e.getI32IntegerAttr(value));
  }
  Array &arrayWith(unsigned dim) { return a.has(dim) ? a : b; }
  Value sizeOf(unsigned dim) { return arrayWith(dim).size(dim); }

  Emitter &e;
  const Contraction &x;
  ValueRange arrays;
  bool overwrite;
  Array a, b, c;
};
} // namespace

/// Whether neighbours along the last dim of `along` are neighbours in memory,
/// and the next index of `across` comes behind all of them.
Value MatmulWriter::hasNoGapsAlong(Array &array, Dims along, Dims across) {
  Value length = e.index(1), holds;
  if (!along.empty())
    holds = isOne(array.stride(along.back()));
  for (unsigned dim : along)
    length = e.mul(length, array.size(dim));
  if (across.empty())
    return holds;
  Value isBehind =
      isAtLeast(array.stride(across.back()), e.max(length, e.index(1)));
  return holds ? e.both(holds, isBehind) : isBehind;
}

/// Whether the array is a matrix for the library, of `left` by `right`.
Value MatmulWriter::isMatrix(Array &array, Dims left, Dims right) {
  return arith::OrIOp::create(e, hasNoGapsAlong(array, right, left),
                              hasNoGapsAlong(array, left, right));
}

/// Whether the dims are like a single one.
Value MatmulWriter::isOneDim(Array &array, Dims dims) {
  Value holds = e.trueValue();
  for (auto [outer, inner] : llvm::zip(dims.drop_back(), dims.drop_front())) {
    Value next = e.mul(array.stride(inner), array.size(inner));
    holds = e.both(holds, e.equal(array.stride(outer), next));
  }
  return holds;
}

/// `same`: the arrays have the same sizes.
Value MatmulWriter::suitsLibrary(Value same) {
  Value suits = e.both(same, isMatrix(a, x.rows, x.depth));
  suits = e.both(suits, isMatrix(b, x.cols, x.depth));
  suits = e.both(suits, isMatrix(c, x.rows, x.cols));
  for (unsigned dim : x.depth)
    suits = e.both(suits, isAtLeast(a.size(dim), e.index(1)));
  // Sums of parts would be rounded to half floats in between.
  bool sumsAtOnce = getElementTypeOrSelf(x.c).getIntOrFloatBitWidth() < 32;
  if (sumsAtOnce && x.depth.size() > 1)
    for (Array *array : {&a, &b})
      suits = e.both(suits, isOneDim(*array, x.depth));
  return suits;
}

void MatmulWriter::store(Value value, Value call, LLVM::LLVMStructType type,
                         ArrayRef<LLVM::GEPArg> position) {
  Type pointer = call.getType();
  Value place = LLVM::GEPOp::create(e, pointer, type, call, position);
  LLVM::StoreOp::create(e, value, place);
}

/// Writes a diffattn_matmul_dims.
void MatmulWriter::storeClass(Value call, LLVM::LLVMStructType type,
                              int32_t field, Dims dims) {
  unsigned missing = kMaxDims - dims.size();
  for (unsigned i = 0; i < kMaxDims; ++i) {
    SmallVector<Value> numbers;
    if (i < missing) {
      numbers.push_back(e.index(1));
      numbers.append(3, e.index(0));
    } else {
      unsigned dim = dims[i - missing];
      numbers.push_back(sizeOf(dim));
      for (Array *array : {&a, &b, &c})
        numbers.push_back(array->has(dim) ? array->stride(dim) : e.index(0));
    }
    for (auto [part, number] : llvm::enumerate(numbers))
      store(arith::IndexCastOp::create(e, e.getI64Type(), number), call, type,
            {0, field, int32_t(part), int32_t(i)});
  }
}

/// The type of a diffattn_matmul_call.
static LLVM::LLVMStructType getCallType(Builder &b) {
  MLIRContext *context = b.getContext();
  Type ptr = LLVM::LLVMPointerType::get(context), i32 = b.getI32Type();
  Type dims = LLVM::LLVMArrayType::get(
      LLVM::LLVMArrayType::get(b.getI64Type(), kMaxDims), 4);
  return LLVM::LLVMStructType::getLiteral(
      context, {ptr, ptr, ptr, i32, i32, i32, dims, dims, dims, dims});
}

/// A diffattn_matmul_call on the stack of the host.
Value MatmulWriter::storeCall() {
  LLVM::LLVMStructType type = getCallType(e);
  Value call;
  {
    OpBuilder::InsertionGuard guard(e);
    Operation *function = e.getInsertionBlock()->getParentOp();
    if (!isa<func::FuncOp>(function))
      function = function->getParentOfType<func::FuncOp>();
    e.setInsertionPointToStart(&function->getRegion(0).front());
    Value one = LLVM::ConstantOp::create(e, e.getI64IntegerAttr(1));
    call = LLVM::AllocaOp::create(e, LLVM::LLVMPointerType::get(e.getContext()),
                                  type, one);
  }
  auto dtype = [&](Value array) {
    return constant(*dtypeOf(getElementTypeOrSelf(array)));
  };
  SmallVector<Value> fields = {a.pointer(e),     b.pointer(e),
                               c.pointer(e),     dtype(arrays[0]),
                               dtype(arrays[2]), constant(overwrite)};
  for (auto [i, field] : llvm::enumerate(fields))
    store(field, call, type, {0, int32_t(i)});
  int32_t field = fields.size();
  for (Dims dims : {Dims(x.batch), Dims(x.rows), Dims(x.cols), Dims(x.depth)})
    storeClass(call, type, field++, dims);
  return call;
}

void MatmulWriter::callLibrary() {
  // The context comes first later, and a status back.
  func::CallOp::create(e, "diffattn_matmul", TypeRange(),
                       ValueRange{storeCall()});
}

void MatmulWriter::fill() {
  Value zero = e.zero(getElementTypeOrSelf(x.c));
  linalg::FillOp::create(e, ValueRange{zero}, ValueRange{arrays[2]});
}

void MatmulWriter::runKernel() {
  Type type = getElementTypeOrSelf(x.c);
  linalg::LinalgOp op = x.op;
  linalg::GenericOp::create(
      e, arrays.take_front(2), arrays.take_back(1),
      ArrayRef<AffineMap>{x.mapA, x.mapB, x.mapC}, op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Emitter body(loc, b);
        Value left = body.convert(elements[0], type);
        Value product = body.mulF(left, body.convert(elements[1], type));
        linalg::YieldOp::create(body, body.addF(elements[2], product));
      });
}

void MatmulWriter::run() {
  Value same = haveSameSizes(e, x, arrays);
  e.when(
      suitsLibrary(same), [&] { callLibrary(); },
      [&] {
        if (overwrite)
          fill();
        e.when(same, [&] { runKernel(); });
      });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Which dims the arrays have: "mk_nk_mn", a letter a class and a number where
/// a class has several.
static std::string spellDims(const Contraction &x) {
  llvm::SmallVector<std::string> names(x.mapA.getNumDims());
  auto nameAll = [&](char letter, ArrayRef<unsigned> dims) {
    for (auto [i, dim] : llvm::enumerate(dims))
      names[dim] = letter + (dims.size() > 1 ? std::to_string(i) : "");
  };
  nameAll('g', x.batch);
  nameAll('m', x.rows);
  nameAll('n', x.cols);
  nameAll('k', x.depth);
  std::string text;
  for (AffineMap map : {x.mapA, x.mapB, x.mapC}) {
    text += "_";
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      text += names[map.getDimPosition(i)];
  }
  return text;
}

/// The type of arrays of any sizes and strides.
static MemRefType getAnyArray(MemRefType type) {
  SmallVector<int64_t> any(type.getRank(), ShapedType::kDynamic);
  return MemRefType::get(
      any, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, any));
}

/// A copy of `array` with elements of `type`, without gaps.
static Value widen(Emitter &e, Value array, Type type) {
  auto from = cast<MemRefType>(array.getType());
  Values sizes;
  for (auto [dim, size] : llvm::enumerate(from.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(e, array, int64_t(dim)));
  Value copy =
      memref::AllocOp::create(e, MemRefType::get(from.getShape(), type), sizes);
  SmallVector<AffineMap> maps(2, e.getMultiDimIdentityMap(from.getRank()));
  SmallVector<utils::IteratorType> kinds(from.getRank(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      e, ValueRange{array}, ValueRange{copy}, maps, kinds,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value wide = arith::ExtFOp::create(b, loc, type, elements[0]);
        linalg::YieldOp::create(b, loc, wide);
      });
  return copy;
}

/// The arrays of `x` as the function for its kind takes them: of any sizes and
/// strides. `copies` are those that were made for it.
static Values prepareArrays(Emitter &e, const Contraction &x, Values &copies) {
  Values arrays{x.a, x.b, x.c};
  Type type =
      getFactorType(getElementTypeOrSelf(x.a), getElementTypeOrSelf(x.b));
  for (Value &factor : llvm::MutableArrayRef(arrays).take_front(2))
    if (getElementTypeOrSelf(factor) != type)
      copies.push_back(factor = widen(e, factor, type));
  for (Value &array : arrays) {
    MemRefType any = getAnyArray(cast<MemRefType>(array.getType()));
    array = memref::CastOp::create(e, any, array);
  }
  return arrays;
}

/// Computes `x` by a call of the function for its kind.
static void callMatmul(Contraction &x, KernelLibrary &library) {
  Emitter e(x.op.getLoc(), x.op);
  linalg::FillOp fill = findFill(x);
  Values copies;
  Values arrays = prepareArrays(e, x, copies);
  std::string name = fill ? "matmul" : "matmul_add";
  for (Value array : {arrays[0], x.c})
    name += "_" + KernelLibrary::nameOf(getElementTypeOrSelf(array));
  name += spellDims(x);
  func::FuncOp function = library.define(
      name, TypeRange(ValueRange(arrays)), {},
      [&](Emitter &body, ValueRange arguments) {
        MatmulWriter(body, x, arguments, /*overwrite=*/bool(fill)).run();
        return Values();
      });
  KernelLibrary::call(e, function, arrays);
  for (Value copy : copies)
    memref::DeallocOp::create(e, copy);
  if (fill)
    fill.erase();
  x.op->erase();
}

LogicalResult mlir::diffattn::callMatmuls(ModuleOp module, int64_t smallest) {
  std::vector<Contraction> found;
  module.walk([&](linalg::LinalgOp op) {
    FailureOr<Contraction> x = matchContraction(op);
    if (failed(x))
      return;
    std::string reason = getReasonForKernel(*x, smallest);
    if (reason.empty())
      found.push_back(*x);
    else
      remark::missed(op.getLoc(), makeRemark("matrix product"))
          << remark::reason("{0}", reason);
  });
  if (found.empty())
    return success();
  if (failed(declareRuntimeFunction(module, "diffattn_matmul",
                                    /*pointers=*/1)))
    return failure();
  KernelLibrary library(module);
  for (Contraction &x : found)
    callMatmul(x, library);
  return success();
}

namespace {
struct CallMatmulsPass : diffattn::impl::CallMatmulsPassBase<CallMatmulsPass> {
  using CallMatmulsPassBase::CallMatmulsPassBase;

  void runOnOperation() override {
    if (failed(callMatmuls(getOperation(), smallest)))
      signalPassFailure();
  }
};
} // namespace
