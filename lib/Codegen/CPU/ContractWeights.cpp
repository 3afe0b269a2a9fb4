//===- ContractWeights.cpp - panels that the runtime keeps ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before it multiplies by an array that may be weights, compiled code asks the
// runtime for its panels (diffattn_find_panels). If the array is weights, the
// runtime calls a function of the code to pack them, once, and keeps the
// result; if not, they are multiplied as any array.
//
// Weights are kept in their own type, bf16 in pairs, whatever they are
// multiplied by: that is the form that takes the fewest bytes.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "diffattn-c/Runtime.h"
#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/RuntimeFunctions.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

static_assert(DIFFATTN_PANELS_LAYOUT == 1 + 4 * kMaxDims,
              "a form, then sizes and strides of columns and depth");

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

namespace {
/// A diffattn_panels_request in memory, field by field.
class Request {
public:
  /// On the stack; `e` is in the entry block of a function.
  explicit Request(Emitter &e) : e(e) {
    Value one = LLVM::ConstantOp::create(e, e.getI64IntegerAttr(1));
    memory = LLVM::AllocaOp::create(e, pointerType(), type(), one);
  }
  Request(Emitter &e, Value memory) : e(e), memory(memory) {}

  Value get() const { return memory; }
  void storePointer(Value value, int32_t field) {
    LLVM::StoreOp::create(e, value, at({field}));
  }
  Value loadPointer(int32_t field) {
    return LLVM::LoadOp::create(e, pointerType(), at({field}));
  }
  void storeNumber(Value number, ArrayRef<int32_t> place) {
    Value value = arith::IndexCastOp::create(e, e.getI64Type(), number);
    LLVM::StoreOp::create(e, value, at(place));
  }
  Value loadNumber(ArrayRef<int32_t> place) {
    Value value = LLVM::LoadOp::create(e, e.getI64Type(), at(place));
    return arith::IndexCastOp::create(e, e.getIndexType(), value);
  }

  /// The fields.
  enum { kArray, kLayout, kBytes, kPack };

private:
  Type pointerType() { return LLVM::LLVMPointerType::get(e.getContext()); }
  LLVM::LLVMStructType type() {
    Type i64 = e.getI64Type(), pointer = pointerType();
    Type layout = LLVM::LLVMArrayType::get(i64, DIFFATTN_PANELS_LAYOUT);
    return LLVM::LLVMStructType::getLiteral(e.getContext(),
                                            {pointer, layout, i64, pointer});
  }
  Value at(ArrayRef<int32_t> place) {
    SmallVector<LLVM::GEPArg> position{0};
    for (int32_t index : place)
      position.push_back(index);
    return LLVM::GEPOp::create(e, pointerType(), type(), memory, position);
  }

  Emitter &e;
  Value memory;
};
} // namespace

/// Calls `visit` with each number of the layout behind the form, in order.
template <typename Visit>
static void forEachOfLayout(DimClass &cols, DimClass &depth, Visit visit) {
  int32_t place = 1;
  for (auto [dims, array] : {std::pair(&cols, 0), std::pair(&depth, 1)}) {
    for (Value &size : dims->sizes)
      visit(size, place++);
    for (Value &stride : dims->strides[array])
      visit(stride, place++);
  }
}

/// What distinguishes panels of the same weights: type and width, and how they
/// are quantised, for vectors of `lanes` numbers.
static int64_t formOf(Type stored, Quantization quantization, int64_t lanes) {
  int64_t form = kPanelCols * 256 + stored.getIntOrFloatBitWidth() * 2 +
                 stored.isInteger();
  if (quantization == Quantization::None)
    return form;
  return ((bitsOf(quantization) * 256 + lanes) << 32) + form;
}

/// The memory at `pointer` as an array of one dim. How far it reaches is the
/// caller's business.
static Value arrayAt(Emitter &e, Value pointer, MemRefType type) {
  LowerToLLVMOptions options(e.getContext());
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(e.getContext(), options);
  auto array =
      MemRefDescriptor::poison(e, e.getLoc(), converter.convertType(type));
  array.setAllocatedPtr(e, e.getLoc(), pointer);
  array.setAlignedPtr(e, e.getLoc(), pointer);
  array.setConstantOffset(e, e.getLoc(), 0);
  array.setConstantSize(e, e.getLoc(), 0, std::numeric_limits<int64_t>::max());
  array.setConstantStride(e, e.getLoc(), 0, 1);
  return UnrealizedConversionCastOp::create(e, type, Value(array)).getResult(0);
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

/// Words of `stored` in a panel.
Value KernelWriter::wordsOfPanel(Emitter &e, Value depth) {
  if (quantization != Quantization::None)
    return e.mul(e.ceilDiv(depth, kGroupDepth), wordsOfGroup());
  return e.mul(e.ceilDiv(depth, depthsOf(stored)), kPanelCols);
}

/// The panels of `b`, as memory of `stored`, and whether there are any.
Values KernelWriter::findPanels(Emitter &e, const ContractionCall &x) {
  Type pointer = LLVM::LLVMPointerType::get(e.getContext());
  Value one = LLVM::ConstantOp::create(e, e.getI64IntegerAttr(1));
  Value place = LLVM::AllocaOp::create(e, pointer, pointer, one);
  Request request(e);
  request.storePointer(emitPointerTo(e, x.b), Request::kArray);
  request.storeNumber(e.index(formOf(stored, quantization, blocking.lanes)),
                      {Request::kLayout, 0});
  DimClass cols = x.cols, depth = x.depth;
  forEachOfLayout(cols, depth, [&](Value number, int32_t at) {
    request.storeNumber(number, {Request::kLayout, at});
  });
  Value panels = e.ceilDiv(e.product(x.cols.sizes), kPanelCols);
  Value words = wordsOfPanel(e, e.product(x.depth.sizes));
  request.storeNumber(e.mul(e.mul(panels, words), bytesOfNumber(stored)),
                      {Request::kBytes});
  func::FuncOp function = packWeights();
  Value code = func::ConstantOp::create(e, function.getFunctionType(),
                                        SymbolRefAttr::get(function));
  code = UnrealizedConversionCastOp::create(e, pointer, code).getResult(0);
  request.storePointer(code, Request::kPack);
  func::CallOp::create(e, kFindPanels, TypeRange(),
                       ValueRange{request.get(), place});
  Value found = LLVM::LoadOp::create(e, pointer, place);
  Value null = LLVM::ZeroOp::create(e, pointer);
  Value isThere = LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne, found, null);
  auto type = cast<MemRefType>(memoryOf(stored));
  return {arrayAt(e, found, type), isThere};
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// pack_weights(request, panels): what the runtime calls.
func::FuncOp KernelWriter::packWeights() {
  Type pointer = LLVM::LLVMPointerType::get(loc.getContext());
  std::string name = "pack_weights_" + nameOf(b);
  if (quantization != Quantization::None)
    name += ("_" + stringifyQuantization(quantization)).str();
  return define(
      name, {pointer, pointer}, {}, [&](Emitter &e, ValueRange values) {
        Request request(e, values[0]);
        DimClass cols, depth;
        for (auto [dims, arrays] :
             {std::pair(&cols, 1), std::pair(&depth, 2)}) {
          dims->sizes.resize(kMaxDims);
          dims->strides.assign(arrays, Values(kMaxDims));
        }
        forEachOfLayout(cols, depth, [&](Value &number, int32_t at) {
          number = request.loadNumber({Request::kLayout, at});
        });
        Value colCount = e.product(cols.sizes);
        Value depthCount = e.product(depth.sizes);
        Value colsB = makeTable(e, cols, 0, colCount);
        Value depthB = makeTable(e, depth, 1, depthCount);
        Value zero = e.index(0);
        Value isUnit = call(e, isConsecutive(), {depthB, zero, depthCount})[0];
        Value source = arrayAt(e, request.loadPointer(Request::kArray),
                               FlatArray::type(b));
        Value panels =
            arrayAt(e, values[1], cast<MemRefType>(memoryOf(stored)));
        Value words = wordsOfPanel(e, depthCount);
        e.forEachInParallel(
            {e.ceilDiv(colCount, kPanelCols)}, [&](ValueRange i) {
              packPanel(e,
                        {source, zero, colsB, e.mul(i[0], kPanelCols), colCount,
                         depthB, zero, depthCount, isUnit},
                        panels, e.mul(i[0], words));
            });
        e.free(depthB);
        e.free(colsB);
        return Values();
      });
}

/// A panel of weights from `at` on. `arguments`: those of pack() up to that.
void KernelWriter::packPanel(Emitter &e, ValueRange arguments, Value panels,
                             Value at) {
  auto packInto = [&](Type word, Value begin, Value end, Value panel,
                      Value at) {
    Values all(arguments);
    all[6] = begin;
    all[7] = end;
    all.append({panel, at});
    call(e, pack(b, word, kPanelCols), all);
  };
  Value begin = arguments[6], depth = arguments[7];
  if (quantization == Quantization::None)
    return packInto(stored, begin, depth, panels, at);
  quantizePanel(e, depth, panels, at, [&](Value begin, Value end, Value group) {
    packInto(sum, begin, end, group, e.index(0));
  });
}

/// The two halves of pairs, as f32.
static Values splitPairs(Emitter &e, Value pairs) {
  auto type = cast<VectorType>(pairs.getType());
  auto constant = [&](int32_t bits) -> Value {
    return arith::ConstantOp::create(
        e, DenseElementsAttr::get(type, e.getI32IntegerAttr(bits)));
  };
  Value low = arith::ShLIOp::create(e, pairs, constant(16));
  Value high = arith::AndIOp::create(e, pairs, constant(0xffff0000));
  Type floats = type.clone(e.getF32Type());
  return {arith::BitcastOp::create(e, floats, low),
          arith::BitcastOp::create(e, floats, high)};
}

/// unpack(panels, at, words, scratch): `words` words of a panel of weights, as
/// they are multiplied.
func::FuncOp KernelWriter::unpack() {
  int64_t lanes = blocking.lanes;
  return define("unpack_" + nameOf(stored) + "_" + nameOf(word),
                {memoryOf(stored), index, index, memoryOf(word)}, {},
                [&](Emitter &e, ValueRange values) {
                  e.forEach(e.index(0), values[2], 1, [&](Value i) {
                    Value from = e.add(values[1], e.mul(i, kPanelCols));
                    Value to = e.mul(i, kPanelCols * depthsOf(stored));
                    for (int64_t lane = 0; lane < kPanelCols; lane += lanes) {
                      Value vector = e.loadVector(values[0], e.add(from, lane),
                                                  lanes, lanes);
                      Values depths{vector};
                      if (depthsOf(stored) == 2)
                        depths = splitPairs(e, vector);
                      for (auto [k, depth] : llvm::enumerate(depths))
                        e.storeVector(e.convert(depth, word), values[3],
                                      e.add(to, k * kPanelCols + lane), lanes);
                    }
                  });
                  return Values();
                });
}
