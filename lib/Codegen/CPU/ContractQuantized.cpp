//===- ContractQuantized.cpp - panels of quantised weights ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A weight is q * s: q is an integer of `bits` bits, and the scale s is the
// same for kGroupDepth depths of a column. The largest weight of the group, by
// its size, is the integer furthest from zero: s = largest / -2^(bits - 1),
// rounded to bf16; q = w / s, rounded to the nearest integer and to the range
// of q. A scale below 2^-126 is zero; one of a group with an infinity or NaN is
// NaN.
//
// A panel is a sequence of groups. Each consists of words of 32 bits:
// - Scales, two in a word: those of the vector `lanes` columns further on are
//   in the high half.
// - Steps of 8 depths. Of 4 bits, a word holds those of one column: two depths
//   that follow each other are 16 bits apart, as pairs of bf16 are. Of 8 bits,
//   a byte is a depth of a column, the columns side by side.
//
// The products of a group are summed as if weights were the q, which are exact
// in f32 and bf16; then the sum times s is added to the result. A few rows take
// the q from the panel right into registers; for more, a stretch of the panel
// is unpacked first. Both add up the same numbers in the same order.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Depths that are unpacked at once.
static constexpr int64_t kStepDepth = 8;
/// Words of the scales of a group.
static constexpr int64_t kScaleWords = kPanelCols / 2;

/// Words of the quantised weights of so many depths of a panel.
static int64_t wordsOf(int64_t depths, int64_t bits) {
  return depths * kPanelCols * bits / 32;
}

int64_t KernelWriter::wordsOfGroup() const {
  return kScaleWords + wordsOf(kGroupDepth, bitsOf(quantization));
}

/// Where the weights are of the columns of the tile `part` of a panel.
int64_t KernelWriter::placeInGroup(int64_t part) const {
  int64_t cols = part * blocking.cols();
  return kScaleWords + (quantization == Quantization::Int4 ? cols : cols / 4);
}

std::string KernelWriter::nameOfQuantized() const {
  return (stringifyQuantization(quantization) + "_" + nameOf(word)).str();
}

//===----------------------------------------------------------------------===//
// Bits of vectors
//===----------------------------------------------------------------------===//

static Value constantBits(Emitter &e, VectorType type, int64_t bits) {
  return arith::ConstantOp::create(
      e, DenseElementsAttr::get(
             type, Attribute(e.getIntegerAttr(type.getElementType(), bits))));
}

static Value shiftLeft(Emitter &e, Value bits, int64_t by) {
  auto type = cast<VectorType>(bits.getType());
  return arith::ShLIOp::create(e, bits, constantBits(e, type, by));
}

static Value shiftRight(Emitter &e, Value bits, int64_t by) {
  auto type = cast<VectorType>(bits.getType());
  return by ? arith::ShRUIOp::create(e, bits, constantBits(e, type, by)) : bits;
}

static Value maskBits(Emitter &e, Value bits, int64_t mask) {
  auto type = cast<VectorType>(bits.getType());
  return arith::AndIOp::create(e, bits, constantBits(e, type, mask));
}

/// A vector of f32 as i32, or the other way around.
static Value castBits(Emitter &e, Value vector, Type element) {
  auto type = cast<VectorType>(vector.getType());
  return arith::BitcastOp::create(e, type.clone(element), vector);
}

//===----------------------------------------------------------------------===//
// Quantising
//===----------------------------------------------------------------------===//

/// The scales of `lanes` columns from `col` on: bf16, as i32.
static Value chooseScales(Emitter &e, Value group, int64_t col, int64_t lanes,
                          int64_t bits) {
  auto type = VectorType::get(lanes, e.getF32Type());
  Value zero = e.zero(type);
  auto sizeOf = [&](Value x) { return math::AbsFOp::create(e, x); };
  // The second one stays zero, or is NaN if something isn't finite.
  Values found =
      e.iterate(e.index(0), e.index(kGroupDepth), 1, {zero, zero},
                [&](Value k, ValueRange before) -> Values {
                  Value w = e.loadVector(
                      group, e.add(e.mul(k, kPanelCols), col), lanes, lanes);
                  Value isLarger = e.exceedsF(sizeOf(w), sizeOf(before[0]));
                  return {e.select(isLarger, w, before[0]),
                          e.addF(before[1], e.subF(w, w))};
                });
  Value scale = e.mulF(found[0], e.real(-1.0 / (1 << (bits - 1)), type));
  Value isNormal = e.exceedsF(sizeOf(scale), e.real(0x1.fffffep-127, type));
  scale = e.addF(e.select(isNormal, scale, zero), found[1]);
  scale = e.convert(scale, e.getBF16Type());
  scale = arith::BitcastOp::create(e, type.clone(e.getI16Type()), scale);
  return arith::ExtUIOp::create(e, type.clone(e.getI32Type()), scale);
}

/// w / scale as an integer, in the low bits of each lane: those above are
/// anything.
static Value quantize(Emitter &e, Value w, Value divisor, int64_t bits) {
  Type type = w.getType();
  double end = 1 << (bits - 1);
  Value q = e.divF(w, divisor);
  q = e.maxF(q, e.real(-end, type));
  Value most = e.real(end - 1, type);
  q = e.select(e.exceedsF(q, most), most, q);
  // Beside this number, the last bit of f32 is worth one.
  return castBits(e, e.addF(q, e.real(0x1.8p23, type)), e.getI32Type());
}

/// Where in a word of 4-bit weights a depth of a step is.
static int64_t placeInWord(int64_t depth) {
  return 4 * (depth / 2) + 16 * (depth % 2);
}

/// Stores the weights of a step, `lanes` columns of each depth.
static void storeStep(Emitter &e, ValueRange depths, Value panels, Value at,
                      int64_t col, int64_t bits) {
  auto type = cast<VectorType>(depths[0].getType());
  int64_t lanes = type.getNumElements();
  if (bits == 4) {
    Value word = e.zero(type);
    for (auto [k, depth] : llvm::enumerate(depths))
      word = arith::OrIOp::create(
          e, word, shiftLeft(e, maskBits(e, depth, 15), placeInWord(k)));
    return e.storeVector(word, panels, e.add(at, col), lanes);
  }
  for (auto [k, depth] : llvm::enumerate(depths)) {
    Value bytes = arith::TruncIOp::create(e, type.clone(e.getI8Type()), depth);
    bytes = vector::BitCastOp::create(
        e, VectorType::get(lanes / 4, e.getI32Type()), bytes);
    e.storeVector(bytes, panels, e.add(at, (k * kPanelCols + col) / 4),
                  lanes / 4);
  }
}

/// quantize(group, panels, at): a group of columns, kGroupDepth * kPanelCols
/// numbers of f32.
func::FuncOp KernelWriter::quantizeGroup() {
  int64_t lanes = blocking.lanes, bits = bitsOf(quantization);
  return define(
      "quantize_" + stringifyQuantization(quantization),
      {memoryOf(sum), memoryOf(stored), index}, {},
      [&](Emitter &e, ValueRange x) {
        Values scales;
        for (int64_t col = 0; col < kPanelCols; col += lanes)
          scales.push_back(chooseScales(e, x[0], col, lanes, bits));
        for (size_t i = 0; i < scales.size(); i += 2) {
          Value pair = arith::OrIOp::create(e, scales[i],
                                            shiftLeft(e, scales[i + 1], 16));
          e.storeVector(pair, x[1], e.add(x[2], i / 2 * lanes), lanes);
        }
        Value data = e.add(x[2], kScaleWords);
        for (auto [i, scale] : llvm::enumerate(scales)) {
          int64_t col = i * lanes;
          Value divisor = castBits(e, shiftLeft(e, scale, 16), sum);
          Value isZero = arith::CmpFOp::create(
              e, arith::CmpFPredicate::OEQ, divisor, e.zero(divisor.getType()));
          divisor = e.select(isZero, e.real(1.0, divisor.getType()), divisor);
          e.forEach(e.index(0), e.index(kGroupDepth), kStepDepth, [&](Value k) {
            Values depths;
            for (int64_t i = 0; i < kStepDepth; ++i) {
              Value from = e.add(e.mul(e.add(k, i), kPanelCols), col);
              Value w = e.loadVector(x[0], from, lanes, lanes);
              depths.push_back(quantize(e, w, divisor, bits));
            }
            Value at = e.add(data, e.mul(k, wordsOf(1, bits)));
            storeStep(e, depths, x[1], at, col, bits);
          });
        }
        return Values();
      });
}

/// A panel of weights, group by group. `pack` lays the depths from `begin` to
/// `end` out in `group`, as numbers of f32.
void KernelWriter::quantizePanel(
    Emitter &e, Value depth, Value panels, Value at,
    function_ref<void(Value begin, Value end, Value group)> pack) {
  int64_t lanes = blocking.lanes;
  Value size = e.index(kGroupDepth * kPanelCols);
  Value group = e.allocate(sum, size);
  e.forEach(e.index(0), depth, kGroupDepth, [&](Value begin) {
    Value end = e.min(e.add(begin, kGroupDepth), depth);
    pack(begin, end, group);
    Value used = e.mul(e.sub(end, begin), kPanelCols);
    e.forEach(used, size, lanes, [&](Value i) {
      e.storeVector(e.zero(VectorType::get(lanes, sum)), group, i, lanes);
    });
    Value number = e.floorDiv(begin, e.index(kGroupDepth));
    Value to = e.add(at, e.mul(number, wordsOfGroup()));
    call(e, quantizeGroup(), {group, panels, to});
  });
  e.free(group);
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

/// The 4-bit weights of a depth of a step as f32.
static Value decodeInt4(Emitter &e, Value words, int64_t depth) {
  auto type = cast<VectorType>(words.getType());
  auto floats = type.clone(e.getF32Type());
  int64_t place = placeInWord(depth);
  if (type.getNumElements() != 16) {
    Value high = shiftLeft(e, words, 28 - place);
    Value q = arith::ShRSIOp::create(e, high, constantBits(e, type, 28));
    return arith::SIToFPOp::create(e, floats, q);
  }
  // An instruction of AVX-512 looks up 16 numbers by 4 bits each.
  SmallVector<float> table;
  for (int64_t i = 0; i < 16; ++i)
    table.push_back(i < 8 ? i : i - 16);
  Value numbers = arith::ConstantOp::create(
      e, DenseElementsAttr::get(floats, ArrayRef<float>(table)));
  return LLVM::CallIntrinsicOp::create(
             e, floats, e.getStringAttr("llvm.x86.avx512.permvar.sf.512"),
             ValueRange{numbers, shiftRight(e, words, place)})
      .getResult(0);
}

/// Those of depths 2 * `pair` and the next one, as pairs of bf16: another
/// instruction looks up 32 numbers, here 16 of them twice, by 5 bits.
static Value decodeInt4Pairs(Emitter &e, Value words, int64_t pair) {
  auto type = VectorType::get(32, e.getI16Type());
  SmallVector<APInt> table;
  for (int64_t i = 0; i < 32; ++i) {
    APFloat number(float(i % 16 < 8 ? i % 16 : i % 16 - 16));
    table.push_back(number.bitcastToAPInt().extractBits(16, 16));
  }
  Value numbers = arith::ConstantOp::create(
      e, DenseElementsAttr::get(type, ArrayRef<APInt>(table)));
  Value indices =
      vector::BitCastOp::create(e, type, shiftRight(e, words, 4 * pair));
  Value halves = LLVM::CallIntrinsicOp::create(
                     e, type, e.getStringAttr("llvm.x86.avx512.permvar.hi.512"),
                     ValueRange{numbers, indices})
                     .getResult(0);
  return vector::BitCastOp::create(e, words.getType(), halves);
}

/// The 8-bit weights of `lanes` columns at one depth as f32.
static Value decodeInt8(Emitter &e, Value panels, Value at, int64_t lanes) {
  Value bytes = e.loadVector(panels, at, lanes / 4, lanes / 4);
  bytes = vector::BitCastOp::create(e, VectorType::get(lanes, e.getI8Type()),
                                    bytes);
  Value q =
      arith::ExtSIOp::create(e, VectorType::get(lanes, e.getI32Type()), bytes);
  return arith::SIToFPOp::create(e, VectorType::get(lanes, e.getF32Type()), q);
}

/// Two of f32 that are exact in bf16, as pairs of these.
static Value pairUp(Emitter &e, Value low, Value high) {
  Type i32 = e.getI32Type();
  return arith::OrIOp::create(e, shiftRight(e, castBits(e, low, i32), 16),
                              castBits(e, high, i32));
}

/// Word `i` of a step at `at` as it is multiplied: `lanes` columns from `col`
/// on, of a depth or a pair of depths.
Value KernelWriter::unpackWord(Emitter &e, Value panels, Value at, int64_t col,
                               int64_t i) {
  int64_t lanes = blocking.lanes;
  bool isPair = depthsOf(word) == 2;
  if (quantization == Quantization::Int4) {
    Value words = e.loadVector(panels, e.add(at, col), lanes, lanes);
    return isPair ? decodeInt4Pairs(e, words, i) : decodeInt4(e, words, i);
  }
  auto decode = [&](int64_t depth) {
    return decodeInt8(e, panels, e.add(at, (depth * kPanelCols + col) / 4),
                      lanes);
  };
  return isPair ? pairUp(e, decode(2 * i), decode(2 * i + 1)) : decode(i);
}

/// unpack(panels, at, groups, scratch): the groups from `at` on, as they are
/// multiplied.
func::FuncOp KernelWriter::unpackGroups() {
  int64_t lanes = blocking.lanes, bits = bitsOf(quantization);
  return define(
      "unpack_" + nameOfQuantized(),
      {memoryOf(stored), index, index, memoryOf(word)}, {},
      [&](Emitter &e, ValueRange x) {
        int64_t words = kGroupDepth / depthsOf(word);
        int64_t wordsAtOnce = kStepDepth / depthsOf(word);
        Value zero = e.index(0);
        e.forEach(zero, x[2], 1, [&](Value group) {
          Value data = e.add(x[1], e.mul(group, wordsOfGroup()));
          data = e.add(data, kScaleWords);
          Value to = e.mul(group, words * kPanelCols);
          e.forEach(zero, e.index(words / wordsAtOnce), 1, [&](Value step) {
            Value at = e.add(data, e.mul(step, wordsOf(kStepDepth, bits)));
            Value stepTo = e.add(to, e.mul(step, wordsAtOnce * kPanelCols));
            for (int64_t col = 0; col < kPanelCols; col += lanes)
              for (int64_t i = 0; i < wordsAtOnce; ++i)
                e.storeVector(unpackWord(e, x[0], at, col, i), x[3],
                              e.add(stepTo, i * kPanelCols + col), lanes);
          });
        });
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

/// Adds `scales` times the sums to a tile in memory, row by row. The scales of
/// a row's two vectors are the halves of words.
static void addScaled(Emitter &e, Value scales, ValueRange sums, Value tile,
                      Value tileAt) {
  auto type = cast<VectorType>(sums[0].getType());
  int64_t lanes = type.getNumElements();
  Values both{
      castBits(e, shiftLeft(e, scales, 16), type.getElementType()),
      castBits(e, maskBits(e, scales, 0xffff0000), type.getElementType())};
  for (auto [i, ofGroup] : llvm::enumerate(sums)) {
    Value at = e.add(tileAt, i * lanes);
    Value before = e.loadVector(tile, at, lanes, lanes);
    e.storeVector(e.multiplyAdd(ofGroup, both[i % 2], before), tile, at, lanes);
  }
}

namespace {
/// The arguments of `multiply`, by name.
struct MultiplyArguments {
  explicit MultiplyArguments(ValueRange values)
      : rows(values[0]), rowsAt(values[1]), rowStride(values[2]),
        panels(values[3]), scalesAt(values[4]), cols(values[5]),
        colsAt(values[6]), groups(values[7]), tile(values[8]),
        tileAt(values[9]), panelStride(values[10]) {}

  Value rows, rowsAt, rowStride; ///< a panel, where to start, a word further
  Value panels, scalesAt;        ///< of weights, and where their scales are
  Value cols, colsAt;            ///< the panels, or what was unpacked of one
  Value groups;                  ///< how many
  Value tile, tileAt;            ///< what is added to
  Value panelStride;             ///< from panel to panel, in words
};
} // namespace

/// Writes `multiply`.
class KernelWriter::GroupProduct {
public:
  GroupProduct(KernelWriter &w, Emitter &e, const MultiplyArguments &x,
               int64_t height, bool isUnpacked, int64_t panelCount)
      : w(w), e(e), x(x), height(height), isUnpacked(isUnpacked),
        panelCount(panelCount), lanes(w.blocking.lanes),
        vectors(w.blocking.vectors) {
    int64_t depths = depthsOf(w.word);
    words = kGroupDepth / depths;
    wordsAtOnce = isUnpacked ? 1 : kStepDepth / depths;
    stride =
        isUnpacked ? kPanelCols : wordsOf(kStepDepth, bitsOf(w.quantization));
    // Rows whose weights are not unpacked are the only ones.
    rowStride = isUnpacked ? x.rowStride : e.index(height);
  }

  void write();

private:
  Value inPanel(Value at, int64_t panel) {
    return e.add(at, e.mul(x.panelStride, panel));
  }
  /// Word `i` of those at `at`: a vector of columns.
  Value loadWord(Value at, int64_t col, int64_t i) {
    return isUnpacked ? e.loadVector(x.cols, e.add(at, col), lanes, lanes)
                      : w.unpackWord(e, x.cols, at, col, i);
  }
  Values multiplyWords(ValueRange before);
  void addGroup(ValueRange sums, Value scalesAt);
  /// In the list of sums: a row of a panel has `vectors` of them.
  int64_t place(int64_t panel, int64_t row) const {
    return (panel * height + row) * vectors;
  }

  KernelWriter &w;
  Emitter &e;
  const MultiplyArguments &x;
  int64_t height;
  bool isUnpacked;
  int64_t panelCount, lanes, vectors;
  /// Words of a group of a column, those that are multiplied at once, and from
  /// these to the next ones.
  int64_t words, wordsAtOnce, stride;
  Value rowStride;
};

/// Some words of all panels. `before`: the sums, and where rows and columns
/// are.
Values KernelWriter::GroupProduct::multiplyWords(ValueRange before) {
  Values after(before.drop_back(2));
  Value rowsAt = before[before.size() - 2], colsAt = before.back();
  for (int64_t i = 0; i < wordsAtOnce; ++i) {
    Values right;
    for (int64_t panel = 0; panel < panelCount; ++panel)
      for (int64_t v = 0; v < vectors; ++v)
        right.push_back(loadWord(inPanel(colsAt, panel), v * lanes, i));
    for (int64_t row = 0; row < height; ++row) {
      Value left = e.load(x.rows, e.add(rowsAt, row));
      for (auto [v, vector] : llvm::enumerate(right)) {
        Value &total = after[place(v / vectors, row) + v % vectors];
        total = multiplyAddWords(e, left, vector, total);
      }
    }
    rowsAt = e.add(rowsAt, rowStride);
  }
  after.append({rowsAt, e.add(colsAt, stride)});
  return after;
}

/// The sums of a group times their scales.
void KernelWriter::GroupProduct::addGroup(ValueRange sums, Value scalesAt) {
  int64_t tileSize = w.blocking.rows * kPanelCols;
  for (int64_t panel = 0; panel < panelCount; ++panel) {
    Value at = inPanel(scalesAt, panel);
    addScaled(e, e.loadVector(x.panels, at, lanes, lanes),
              sums.slice(place(panel, 0), height * vectors), x.tile,
              e.add(x.tileAt, panel * tileSize));
  }
}

/// Group by group; where rows, columns and scales are goes along.
void KernelWriter::GroupProduct::write() {
  Value zero = e.zero(VectorType::get(lanes, w.sum));
  Value steps = e.index(words / wordsAtOnce);
  int64_t sumCount = place(panelCount, 0);
  e.iterate(e.index(0), x.groups, 1, {x.rowsAt, x.colsAt, x.scalesAt},
            [&](Value, ValueRange places) -> Values {
              Values sums(sumCount, zero);
              sums.append({places[0], places[1]});
              sums = e.iterate(e.index(0), steps, 1, sums,
                               [&](Value, ValueRange before) {
                                 return multiplyWords(before);
                               });
              addGroup(ValueRange(sums).drop_back(2), places[2]);
              // Behind the weights are the scales of the next group.
              Value colsAt = sums.back();
              if (!isUnpacked)
                colsAt = e.add(colsAt, kScaleWords);
              return {sums[sumCount], colsAt,
                      e.add(places[2], w.wordsOfGroup())};
            });
}

/// multiply(...): adds to the first `height` rows of a tile in each of
/// `panelCount` panels the product of a panel of rows and groups of weights.
func::FuncOp KernelWriter::multiplyGroups(int64_t height, bool isUnpacked,
                                          int64_t panelCount) {
  StringRef kind = isUnpacked ? "unpacked_" : "";
  Type cols = memoryOf(isUnpacked ? word : stored);
  SmallVector<Type> types{memoryOf(word), index, index, memoryOf(stored),
                          index,          cols,  index, index,
                          memoryOf(sum),  index, index};
  func::FuncOp function = define(
      "multiply_" + kind + nameOfQuantized() + "_" + Twine(height) + "_" +
          Twine(panelCount),
      types, {}, [&](Emitter &e, ValueRange values) {
        MultiplyArguments x(values);
        GroupProduct(*this, e, x, height, isUnpacked, panelCount).write();
        return Values();
      });
  // Inlined into its callers, the loop would share their registers.
  function->setAttr("passthrough",
                    Builder(loc.getContext()).getStrArrayAttr({"noinline"}));
  return function;
}
