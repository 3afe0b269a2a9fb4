//===- ContractionKernels.cpp - functions that contract -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionKernels.h"
#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <functional>

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What products of these types are summed in.
static Type sumType(Type c) {
  return c.isF64() ? c : Float32Type::get(c.getContext());
}

bool ContractionKernels::supports(Type a, Type b, Type c) {
  auto isFloat = [](Type type) {
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  };
  if (!isFloat(a) || !isFloat(b) || !isFloat(c))
    return false;
  int64_t bits = sumType(c).getIntOrFloatBitWidth();
  return a.getIntOrFloatBitWidth() <= bits && b.getIntOrFloatBitWidth() <= bits;
}

/// Calls `visit` with each number of the call, in the order of arguments.
template <typename Call, typename Visit>
static void forEachNumber(Call &call, Visit visit) {
  auto visitClass = [&](auto &dims, unsigned arrays) {
    dims.sizes.resize(kMaxDims);
    dims.strides.resize(arrays);
    for (Value &size : dims.sizes)
      visit(size);
    for (Values &strides : dims.strides) {
      strides.resize(kMaxDims);
      for (Value &stride : strides)
        visit(stride);
    }
  };
  visitClass(call.batch, 3);
  visitClass(call.rows, 2);
  visitClass(call.cols, 2);
  visitClass(call.depth, 2);
}

void ContractionKernels::emitCall(Emitter &e, const ContractionCall &call) {
  auto element = [](Value array) {
    return cast<MemRefType>(array.getType()).getElementType();
  };
  KernelWriter writer(*this, e.getLoc(), element(call.a), element(call.b),
                      element(call.c));
  ContractionCall copy = call;
  Values arguments{call.a, call.b, call.c, call.overwrite};
  forEachNumber(copy, [&](Value number) { arguments.push_back(number); });
  func::CallOp::create(e, writer.contract(call.mayBeWeights), arguments);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

KernelWriter::KernelWriter(ContractionKernels &kernels, Location loc, Type a,
                           Type b, Type c, Quantization quantization)
    : kernels(kernels), loc(UnknownLoc::get(loc.getContext())), a(a), b(b),
      c(c), sum(sumType(c)), index(IndexType::get(loc.getContext())), word(sum),
      stored(b), quantization(sum.isF32() ? quantization : Quantization::None),
      blocking(kernels.vectorBits, sum.getIntOrFloatBitWidth()) {
  bool isQuantized = this->quantization != Quantization::None;
  Type pair = IntegerType::get(loc.getContext(), 32);
  if (b.isBF16() || isQuantized)
    stored = pair;
  // Quantised weights are exact in bf16, whatever they were.
  if (kernels.bf16Dot && a.isBF16() && (b.isBF16() || isQuantized) &&
      sum.isF32())
    word = pair;
}

func::FuncOp KernelWriter::define(const Twine &name, TypeRange arguments,
                                  TypeRange results, Body body) {
  return kernels.library.define("contract_" + name, arguments, results, body);
}

func::FuncOp KernelWriter::contract(bool mayBeWeights) {
  SmallVector<Type> arguments{FlatArray::type(a), FlatArray::type(b),
                              FlatArray::type(c),
                              IntegerType::get(loc.getContext(), 1)};
  ContractionCall x;
  forEachNumber(x, [&](Value) { arguments.push_back(index); });
  StringRef kind = mayBeWeights ? "weights_" : "";
  return define(
      kind + nameOf(a) + "_" + nameOf(b) + "_" + nameOf(c), arguments, {},
      [&](Emitter &e, ValueRange values) {
        x.a = values[0];
        x.b = values[1];
        x.c = values[2];
        x.overwrite = values[3];
        unsigned next = 4;
        forEachNumber(x, [&](Value &number) { number = values[next++]; });
        if (mayBeWeights) {
          KernelWriter weights(kernels, loc, a, b, c, kernels.quantization);
          Values panels = weights.findPanels(e, x);
          e.when(
              panels[1], [&] { weights.writePacked(e, x, panels[0]); },
              [&] { call(e, contract(/*mayBeWeights=*/false), values); });
          return Values();
        }
        e.when(
            hasFewRows(e, x), [&] { writeFewRows(e, x); },
            [&] { writePacked(e, x, /*panels=*/Value()); });
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The offset of index 0 from the lowest address, which a negative stride puts
/// at the end.
Value KernelWriter::lowest(Emitter &e, ValueRange sizes, ValueRange strides) {
  Value zero = e.index(0), result = zero;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    result = e.add(result, e.max(zero, e.mul(e.sub(e.index(1), size), stride)));
  return result;
}

/// fill(table, sizes, strides): the offsets of all indices, in order.
func::FuncOp KernelWriter::fillOffsets() {
  SmallVector<Type> arguments(1 + 2 * kMaxDims, index);
  arguments[0] = table();
  return define("offsets", arguments, {}, [&](Emitter &e, ValueRange values) {
    ValueRange sizes = values.slice(1, kMaxDims);
    ValueRange strides = values.slice(1 + kMaxDims, kMaxDims);
    std::function<void(unsigned, Value, Value)> fill =
        [&](unsigned dim, Value position, Value offset) {
          if (dim == kMaxDims)
            return e.store(offset, values[0], position);
          e.forEach(e.index(0), sizes[dim], 1, [&](Value i) {
            fill(dim + 1, e.add(e.mul(position, sizes[dim]), i),
                 e.add(offset, e.mul(i, strides[dim])));
          });
        };
    fill(0, e.index(0), lowest(e, sizes, strides));
    return Values();
  });
}

/// isConsecutive(table, first, count): each offset is one above the one before.
func::FuncOp KernelWriter::isConsecutive() {
  Type i1 = IntegerType::get(loc.getContext(), 1);
  return define(
      "consecutive", {table(), index, index}, i1,
      [&](Emitter &e, ValueRange values) {
        Value first = values[1];
        Value last = e.add(first, e.add(values[2], -1));
        Value yes = arith::ConstantIntOp::create(e, e.getI1Type(), 1);
        return e.iterate(first, last, 1, yes, [&](Value i, ValueRange so) {
          Value here = e.load(values[0], i);
          Value next = e.load(values[0], e.add(i, 1));
          return Values{e.both(so[0], e.equal(next, e.add(here, 1)))};
        });
      });
}

Value KernelWriter::makeTable(Emitter &e, const DimClass &dims, unsigned array,
                              Value count) {
  Value offsets = e.allocate(index, count);
  Values arguments{offsets};
  arguments.append(dims.sizes);
  arguments.append(dims.strides[array]);
  call(e, fillOffsets(), arguments);
  return offsets;
}

/// c[at] += value, or = if `overwrite`.
void KernelWriter::addTo(Emitter &e, Value value, Value c, Value at,
                         Value overwrite) {
  Type element = cast<MemRefType>(c.getType()).getElementType();
  auto vector = dyn_cast<VectorType>(value.getType());
  int64_t lanes = vector ? vector.getNumElements() : 0;
  auto store = [&](Value result) {
    result = e.convert(result, element);
    if (vector)
      e.storeVector(result, c, at, lanes);
    else
      e.store(result, c, at);
  };
  e.when(
      overwrite, [&] { store(value); },
      [&] {
        Value old = vector ? e.loadVector(c, at, lanes, lanes) : e.load(c, at);
        old = e.convert(old, sum);
        store(arith::AddFOp::create(e, old, value));
      });
}
