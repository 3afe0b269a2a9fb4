//===- Kernels.cpp - loops that do one thing ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops for x86-64 are assembly, so that no compiler, at whatever level,
// can make less of them: REPEAT(op) is op on each of the sums.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace diffattn::peak;

//===----------------------------------------------------------------------===//
// Vectors of 128 bits, in any processor
//===----------------------------------------------------------------------===//

namespace {
typedef float Vector __attribute__((vector_size(16)));
}

static constexpr int kGenericSums = 12;

/// Where results go that nobody looks at.
static volatile float sink;

/// Whether the multiply-add is one instruction or two is up to the processor.
static void f32Generic(int64_t iterations) {
  float opaque = sink;
  Vector factor = Vector{} + (opaque * 0 + 0.5f), addend = factor;
  Vector sums[kGenericSums] = {};
  for (int64_t i = 0; i < iterations; ++i)
    for (Vector &sum : sums)
      sum = sum * factor + addend;
  Vector total{};
  for (Vector sum : sums)
    total += sum;
  sink = total[0];
}

static float readGeneric(const float *data, size_t count) {
  auto *vectors = reinterpret_cast<const Vector *>(data);
  Vector sums[4] = {};
  for (size_t i = 0; i < count / 4; i += 4)
    for (size_t j = 0; j < 4; ++j)
      sums[j] += vectors[i + j];
  Vector total = sums[0] + sums[1] + sums[2] + sums[3];
  return total[0] + total[1] + total[2] + total[3];
}

#if defined(__x86_64__)

//===----------------------------------------------------------------------===//
// x86-64
//===----------------------------------------------------------------------===//

// clang-format off
#define REPEAT_12(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7) op(8) op(9) op(10) op(11)
#define REPEAT_16(op) REPEAT_12(op) op(12) op(13) op(14) op(15)
// clang-format on

#define FMA_YMM(sum) "vfmadd231ps %%ymm14, %%ymm15, %%ymm" #sum "\n"
#define FMA_ZMM(sum) "vfmadd231ps %%zmm30, %%zmm31, %%zmm" #sum "\n"
#define DOT_ZMM(sum) "vdpbf16ps %%zmm30, %%zmm31, %%zmm" #sum "\n"

/// `body`, `iterations` times. The sums start at 0 and add squares of `factor`:
/// ordinary numbers, neither denormal nor all bits the same.
#define LOOP(registers, factor0, factor1, body)                                \
  asm volatile("vzeroall\n"                                                    \
               "vbroadcastss %1, %%" registers factor0 "\n"                    \
               "vbroadcastss %1, %%" registers factor1 "\n"                    \
               "1:\n" body "dec %0\n"                                          \
               "jnz 1b\n"                                                      \
               "vzeroupper\n"                                                  \
               : "+r"(iterations)                                              \
               : "m"(factor)                                                   \
               : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", \
                 "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",   \
                 "xmm14", "xmm15", "xmm" factor0, "xmm" factor1)

__attribute__((target("avx2,fma"))) static void f32AVX2(int64_t iterations) {
  const float factor = 0.7f;
  LOOP("ymm", "14", "15", REPEAT_12(FMA_YMM));
}

__attribute__((target("avx512f"))) static void f32AVX512(int64_t iterations) {
  const float factor = 0.7f;
  LOOP("zmm", "30", "31", REPEAT_16(FMA_ZMM));
}

__attribute__((target("avx512f,avx512bf16"))) static void
bf16AVX512(int64_t iterations) {
  const uint32_t factor = 0x3f333f33; // twice 0.7
  LOOP("zmm", "30", "31", REPEAT_16(DOT_ZMM));
}

__attribute__((target("avx2"))) static float readAVX2(const float *data,
                                                      size_t count) {
  __m256 sums[8] = {};
  for (size_t i = 0; i < count; i += 64)
    for (size_t j = 0; j < 8; ++j)
      sums[j] = _mm256_add_ps(sums[j], _mm256_load_ps(data + i + 8 * j));
  for (int j = 1; j < 8; ++j)
    sums[0] = _mm256_add_ps(sums[0], sums[j]);
  float total = 0;
  for (int lane = 0; lane < 8; ++lane)
    total += sums[0][lane];
  return total;
}

__attribute__((target("avx512f"))) static float readAVX512(const float *data,
                                                           size_t count) {
  __m512 sums[4] = {};
  for (size_t i = 0; i < count; i += 64)
    for (size_t j = 0; j < 4; ++j)
      sums[j] = _mm512_add_ps(sums[j], _mm512_load_ps(data + i + 16 * j));
  for (int j = 1; j < 4; ++j)
    sums[0] = _mm512_add_ps(sums[0], sums[j]);
  return _mm512_reduce_add_ps(sums[0]);
}

int32_t diffattn::peak::vectorBits() {
  if (__builtin_cpu_supports("avx512f"))
    return 512;
  bool hasAVX2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return hasAVX2 ? 256 : 128;
}

ArithmeticKernel diffattn::peak::selectF32(int32_t bits) {
  switch (bits) {
  case 512:
    return {f32AVX512, 16 * 16 * 2};
  case 256:
    return {f32AVX2, 12 * 8 * 2};
  default:
    return {f32Generic, kGenericSums * 4 * 2};
  }
}

ArithmeticKernel diffattn::peak::selectBF16(int32_t bits) {
  if (bits == 512 && __builtin_cpu_supports("avx512bf16"))
    return {bf16AVX512, 16 * 32 * 2};
  return {};
}

ReadKernel diffattn::peak::selectRead(int32_t bits) {
  switch (bits) {
  case 512:
    return readAVX512;
  case 256:
    return readAVX2;
  default:
    return readGeneric;
  }
}

#else

int32_t diffattn::peak::vectorBits() { return 128; }
ArithmeticKernel diffattn::peak::selectF32(int32_t) {
  return {f32Generic, kGenericSums * 4 * 2};
}
ArithmeticKernel diffattn::peak::selectBF16(int32_t) { return {}; }
ReadKernel diffattn::peak::selectRead(int32_t) { return readGeneric; }

#endif
