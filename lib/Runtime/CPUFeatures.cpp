//===- CPUFeatures.cpp - what this processor can run ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CPUFeatures.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#ifdef __x86_64__
#include <cpuid.h>
#endif

using namespace diffattn;

#ifdef __x86_64__

namespace {
/// Where CPUID tells of features.
enum Place {
  L1C,   ///< leaf 1, ECX
  L7B,   ///< leaf 7, EBX
  L7C,   ///< leaf 7, ECX
  L7D,   ///< leaf 7, EDX
  L7_1A, ///< leaf 7, subleaf 1, EAX
  L7_1D, ///< leaf 7, subleaf 1, EDX
  X1C,   ///< leaf 0x80000001, ECX
  AVX10, ///< the version of AVX10, a number
  numPlaces
};

/// Registers that the operating system must save when it switches threads: bits
/// of XCR0.
enum Registers : uint64_t {
  General = 0,
  YMM = 0x6,
  ZMM = 0xe6,
  R16 = 0x80000, ///< r16 to r31
};

struct Feature {
  std::string_view name;
  Place place;
  /// The bit at `place`; of AVX10, the least version.
  unsigned bit;
  Registers registers;
};

constexpr Feature features[] = {
    {"sse3", L1C, 0, General},
    {"ssse3", L1C, 9, General},
    {"sse4.1", L1C, 19, General},
    {"sse4.2", L1C, 20, General},
    {"crc32", L1C, 20, General},
    {"sse4a", X1C, 6, General},
    {"cx16", L1C, 13, General},
    {"sahf", X1C, 0, General},
    {"popcnt", L1C, 23, General},
    {"pclmul", L1C, 1, General},
    {"prfchw", X1C, 8, General},
    {"avx", L1C, 28, YMM},
    {"f16c", L1C, 29, YMM},
    {"fma", L1C, 12, YMM},
    {"fma4", X1C, 16, YMM},
    {"xop", X1C, 11, YMM},
    {"tbm", X1C, 21, General},
    {"movbe", L1C, 22, General},
    {"lzcnt", X1C, 5, General},
    {"bmi", L7B, 3, General},
    {"bmi2", L7B, 8, General},
    {"adx", L7B, 19, General},
    {"avx2", L7B, 5, YMM},
    {"gfni", L7C, 8, General},
    {"vpclmulqdq", L7C, 10, YMM},
    {"avxvnni", L7_1A, 4, YMM},
    {"avxifma", L7_1A, 23, YMM},
    {"avxneconvert", L7_1D, 5, YMM},
    {"avxvnniint8", L7_1D, 4, YMM},
    {"avxvnniint16", L7_1D, 10, YMM},
    {"cmpccxadd", L7_1A, 7, General},
    {"raoint", L7_1A, 3, General},
    {"avx512f", L7B, 16, ZMM},
    {"avx512cd", L7B, 28, ZMM},
    {"avx512bw", L7B, 30, ZMM},
    {"avx512dq", L7B, 17, ZMM},
    {"avx512vl", L7B, 31, ZMM},
    {"avx512ifma", L7B, 21, ZMM},
    {"avx512vbmi", L7C, 1, ZMM},
    {"avx512vbmi2", L7C, 6, ZMM},
    {"avx512vnni", L7C, 11, ZMM},
    {"avx512bitalg", L7C, 12, ZMM},
    {"avx512vpopcntdq", L7C, 14, ZMM},
    {"avx512vp2intersect", L7D, 8, ZMM},
    {"avx512bf16", L7_1A, 5, ZMM},
    {"avx512fp16", L7D, 23, ZMM},
    {"avx10.1", AVX10, 1, ZMM},
    {"avx10.2", AVX10, 2, ZMM},
    // APX is one bit.
    {"egpr", L7_1D, 21, R16},
    {"push2pop2", L7_1D, 21, R16},
    {"ppx", L7_1D, 21, R16},
    {"ndd", L7_1D, 21, R16},
    {"ccmp", L7_1D, 21, R16},
    {"nf", L7_1D, 21, R16},
    {"cf", L7_1D, 21, R16},
    {"zu", L7_1D, 21, R16},
};

/// What this machine says about itself, asked once.
struct Machine {
  Machine();

  bool has(const Feature &feature) const {
    uint32_t found = words[feature.place];
    bool isThere = feature.place == AVX10 ? found >= feature.bit
                                          : (found >> feature.bit & 1) != 0;
    return isThere && (savedRegisters & feature.registers) == feature.registers;
  }

  uint32_t words[numPlaces] = {};
  uint64_t savedRegisters = 0;
};
} // namespace

/// The registers that the operating system saves.
static uint64_t readXCR0() {
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

/// Registers of a leaf; zeros if there is none.
struct Leaf {
  explicit Leaf(uint32_t leaf, uint32_t subleaf = 0) {
    if (!__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d))
      a = b = c = d = 0;
  }
  uint32_t a, b, c, d;
};

Machine::Machine() {
  Leaf one(1), seven(7), extended(0x80000001);
  words[L1C] = one.c;
  words[L7B] = seven.b;
  words[L7C] = seven.c;
  words[L7D] = seven.d;
  words[X1C] = extended.c;
  // EAX of leaf 7 is its last subleaf.
  if (seven.a >= 1) {
    Leaf next(7, 1);
    words[L7_1A] = next.a;
    words[L7_1D] = next.d;
    if (next.d >> 19 & 1)
      words[AVX10] = Leaf(0x24).b & 0xff;
  }
  constexpr uint32_t osxsave = 1u << 27;
  if (one.c & osxsave)
    savedRegisters = readXCR0();
}

static std::vector<std::string_view> listFeatures() {
  std::vector<std::string_view> names;
  for (const Feature &feature : features)
    names.push_back(feature.name);
  return names;
}

bool diffattn::hasFeature(std::string_view name) {
  static const Machine machine;
  return std::any_of(std::begin(features), std::end(features),
                     [&](const Feature &feature) {
                       return feature.name == name && machine.has(feature);
                     });
}

#else

static std::vector<std::string_view> listFeatures() { return {}; }

bool diffattn::hasFeature(std::string_view name) { return false; }

#endif

const std::vector<std::string_view> &diffattn::codeFeatures() {
  static const std::vector<std::string_view> names = listFeatures();
  return names;
}

Status diffattn::checkProcessor(const CPURequirements &code) {
  std::string missing;
  for (const std::string &feature : code.features)
    if (!hasFeature(feature))
      missing += (missing.empty() ? "" : ", ") + feature;
  if (missing.empty())
    return {};
  return Error{"the code is for processor '" + code.cpu +
               "', and this machine lacks " + missing +
               ": compile it with --cpu=native on this machine, or with "
               "--cpu=multi for every one"};
}

/// The variant that the user wants.
static Result<size_t> findVariant(const std::vector<CPURequirements> &variants,
                                  const std::string &name) {
  std::string names;
  for (size_t i = 0; i < variants.size(); ++i) {
    if (variants[i].cpu == name) {
      if (Status status = checkProcessor(variants[i]); !status)
        return Error{"DIFFATTN_VARIANT: " + status.message()};
      return i;
    }
    names += (names.empty() ? "" : ", ") + variants[i].cpu;
  }
  return Error{"DIFFATTN_VARIANT: there is no variant '" + name +
               "'; there is: " + names};
}

Result<size_t>
diffattn::chooseVariant(const std::vector<CPURequirements> &variants) {
  const char *wanted = std::getenv("DIFFATTN_VARIANT");
  if (wanted && *wanted)
    return findVariant(variants, wanted);
  for (size_t i = 0; i < variants.size(); ++i)
    if (checkProcessor(variants[i]))
      return i;
  if (variants.empty())
    return Error{"there are no variants"};
  return checkProcessor(variants.back()).error();
}
