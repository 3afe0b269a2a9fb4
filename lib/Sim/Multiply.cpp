//===- Multiply.cpp - mma.sync --------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where PTX puts the elements of m16n8kK: lane 4g + t has, of a, the rows g and
// g + 8, of b the column g, of c and d the columns 2t and 2t + 1 of the rows g
// and g + 8. Along k each 32-bit register holds two neighbours (16-bit types)
// or one element (TF32), and the registers of t = 0..3 follow each other.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"
#include "HalfFloats.h"

using namespace diffattn::sim;

static constexpr int kRows = 16, kColumns = 8, kMaxDepth = 16;

static float asFloat(uint32_t bits) { return bitsAs<float>(bits); }

/// The elements of a 32-bit register: how many it has, and their values.
static int unpack(int32_t type, uint32_t bits, float *values) {
  switch (type) {
  case DIFFATTN_SIM_MMA_F16:
    values[0] = fromF16(bits & 0xFFFF);
    values[1] = fromF16(bits >> 16);
    return 2;
  case DIFFATTN_SIM_MMA_BF16:
    values[0] = asFloat(bits << 16);
    values[1] = asFloat(bits & 0xFFFF0000);
    return 2;
  default: // TF32: the low bits are not looked at.
    values[0] = asFloat(bits & 0xFFFFE000);
    return 1;
  }
}

namespace {
/// The operands of a warp as matrices.
struct Matrices {
  float a[kRows][kMaxDepth];
  float b[kMaxDepth][kColumns];
  float c[kRows][kColumns];
};
} // namespace

/// Puts what one lane holds where it belongs.
static void gather(Matrices &matrices, unsigned lane,
                   const MultiplyOperands &operands) {
  int g = lane / 4, t = lane % 4;
  bool is16Bit = operands.type != DIFFATTN_SIM_MMA_TF32;
  int perRegister = is16Bit ? 2 : 1;
  auto *a = static_cast<const uint32_t *>(operands.a);
  auto *b = static_cast<const uint32_t *>(operands.b);
  // Registers of one row: one for each step of 4 registers along k.
  int steps = operands.depth / (4 * perRegister);
  for (int step = 0; step < steps; ++step) {
    int k = (4 * step + t) * perRegister;
    float values[2];
    for (int below = 0; below < 2; ++below) {
      int count = unpack(operands.type, a[2 * step + below], values);
      std::memcpy(&matrices.a[g + 8 * below][k], values, count * sizeof(float));
    }
    int count = unpack(operands.type, b[step], values);
    for (int i = 0; i < count; ++i)
      matrices.b[k + i][g] = values[i];
  }
  for (int i = 0; i < 4; ++i)
    matrices.c[g + i / 2 * 8][2 * t + i % 2] = operands.c[i];
}

void diffattn::sim::multiply(Machine &, const Meeting &meeting) {
  Matrices matrices;
  auto *const *operands =
      reinterpret_cast<MultiplyOperands *const *>(meeting.operands);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    gather(matrices, lane, *operands[lane]);
  int depth = operands[0]->depth;
  for (int row = 0; row < kRows; ++row)
    for (int k = 0; k < depth; ++k)
      for (int column = 0; column < kColumns; ++column)
        matrices.c[row][column] += matrices.a[row][k] * matrices.b[k][column];
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (int i = 0; i < 4; ++i)
      operands[lane]->d[i] =
          matrices.c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
}
