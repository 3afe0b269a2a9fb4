/*===- DeviceMathCore.h - exp, log and what they take --------------------===*
 *
 * Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Part of DeviceMath.c: exponentials, logarithms, and pieces of all functions.
 *
 *===---------------------------------------------------------------------===*/

#ifndef DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHCORE_H
#define DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHCORE_H

#include "DeviceMathTables.h"

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned __int128 u128;

#define INF __builtin_inf()
#define NAN __builtin_nan("")
#define SIZE(table) ((int)(sizeof(table) / sizeof(*(table))))

/* pi/2, ln 2 and log10 2 as sums of doubles. The first of those that are
 * multiplied by exponents have zeros at their ends. */
static const double kHalfPi = 0x1.921fb54442d18p+0;
static const double kHalfPiRest = 0x1.1a62633145c07p-54;
static const double kHalfPiRest2 = -0x1.f1976b7ed8fbcp-110;
static const double kLn2 = 0x1.62e42fefa39efp-1;
static const double kLn2Rest = 0x1.abc9e3b39803fp-56;
static const double kLn2High = 0x1.62e42fee00000p-1;
static const double kLn2Low = 0x1.a39ef35793c76p-33;
static const double kLog10Of2High = 0x1.3441350800000p-2;
static const double kLog10Of2Low = 0x1.f79fef311f12bp-34;
static const double kLog2OfE = 0x1.71547652b82fep+0;
static const double kLog2OfERest = 0x1.777d0ffda0d24p-56;
static const double kLog10OfE = 0x1.bcb7b1526e50ep-2;

/*===---------------------------------------------------------------------===
 * Pieces
 *===---------------------------------------------------------------------===*/

static double fma_(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
static double abs_(double x) { return __builtin_fabs(x); }
static double withSign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

static u64 toBits(double x) {
  u64 bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
static double fromBits(u64 bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

/* c[0] + c[1] x + ... */
static double polynomial(const double *c, int count, double x) {
  double sum = c[count - 1];
  for (int i = count - 2; i >= 0; --i)
    sum = fma_(sum, x, c[i]);
  return sum;
}

static double powerOf2(int k) { return fromBits((u64)(k + 1023) << 52); }

/* x 2^k for x near 1 and any k in [-2040, 2040], rounded once. */
static double scale(double x, int k) {
  int half = k >> 1;
  return x * powerOf2(half) * powerOf2(k - half);
}

/* x = m 2^k with m in [1/sqrt 2, sqrt 2), for x positive and finite. */
static double splitNearOne(double x, int *k) {
  const u64 half = 0x3fe6a09e667f3bcdull; /* 1 / sqrt 2 */
  int extra = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    extra = -54;
  }
  u64 distance = toBits(x) - half;
  int exponent = (int)((i64)distance >> 52);
  *k = exponent + extra;
  return fromBits(toBits(x) - ((u64)(i64)exponent << 52));
}

/* A sum of two doubles, the second one small. */
typedef struct {
  double high, low;
} Pair;

static Pair pairOf(double high, double low) {
  double sum = high + low;
  return (Pair){sum, low - (sum - high)};
}
static Pair multiply(Pair a, Pair b) {
  double high = a.high * b.high;
  double low = fma_(a.high, b.high, -high);
  return pairOf(high, low + fma_(a.high, b.low, a.low * b.high));
}
/* |a| >= |b|. */
static Pair add(Pair a, Pair b) {
  Pair sum = pairOf(a.high, b.high);
  return pairOf(sum.high, sum.low + (a.low + b.low));
}
static Pair divide(double a, Pair b) {
  double high = a / b.high;
  double rest = fma_(-high, b.high, a) - high * b.low;
  return pairOf(high, rest / b.high);
}

/*===---------------------------------------------------------------------===
 * Exponentials
 *===---------------------------------------------------------------------===*/

static const double kExp[] = {
    1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
    1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
    1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

/* exp(r) - 1 for |r| <= 0.35. */
static double expm1Small(double r) {
  return fma_(r * r, polynomial(kExp, SIZE(kExp), r), r);
}

/* high + low = k ln 2 + r, with r in [-0.35, 0.35]; |high| below 1500. */
static double reduceExp(double high, double low, int *k) {
  double n = __builtin_rint(high * kLog2OfE);
  *k = (int)n;
  double r = fma_(-n, kLn2, high);
  return r + fma_(-n, kLn2Rest, low);
}

/* exp(high + low), without limits looked at. */
static double expOf(double high, double low) {
  int k;
  double r = reduceExp(high, low, &k);
  return scale(1 + expm1Small(r), k);
}

double diffattn_exp(double x) {
  if (x != x)
    return x;
  if (x > 710)
    return INF;
  return x < -746 ? 0 : expOf(x, 0);
}

double diffattn_exp2(double x) {
  if (x != x)
    return x;
  if (x >= 1024)
    return INF;
  if (x < -1076)
    return 0;
  double n = __builtin_rint(x), f = x - n;
  double r = f * kLn2;
  r += fma_(f, kLn2, -r) + f * kLn2Rest;
  return scale(1 + expm1Small(r), (int)n);
}

double diffattn_expm1(double x) {
  if (x != x || x == 0)
    return x;
  if (x > 710)
    return INF;
  if (x < -40)
    return -1;
  int k;
  double r = reduceExp(x, 0, &k), p = expm1Small(r);
  if (k == 0)
    return p;
  if (k > 60)
    return scale(1 + p, k);
  double s = powerOf2(k);
  return fma_(s, p, s - 1);
}

/*===---------------------------------------------------------------------===
 * Logarithms
 *===---------------------------------------------------------------------===*/

/* 2 / 3, 2 / 5, ...: of atanh. */
static const double kLog[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,
                              2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17,
                              2.0 / 19, 2.0 / 21, 2.0 / 23};

/* log(1 + f) + low for f in [-0.3, 0.42]. */
static double logOnePlus(double f, double low) {
  double s = f / (2 + f), z = s * s, half = 0.5 * f * f;
  double rest = z * polynomial(kLog, SIZE(kLog), z);
  return f - (half - fma_(s, half + rest, low));
}

/* What log of `x` is where no arithmetic leads to it, else `otherwise`. */
static int isLogSpecial(double x, double *result) {
  if (x > 0 && x < INF)
    return 0;
  *result = x == 0 ? -INF : x < 0 ? NAN : x;
  return 1;
}

/* log(x) + low; |low| is small beside it. */
static double logOf(double x, double low) {
  int k;
  double f = splitNearOne(x, &k) - 1;
  double rest = logOnePlus(f, fma_(k, kLn2Low, low));
  return fma_(k, kLn2High, rest);
}

double diffattn_log(double x) {
  double special;
  return isLogSpecial(x, &special) ? special : logOf(x, 0);
}

double diffattn_log2(double x) {
  double special;
  if (isLogSpecial(x, &special))
    return special;
  int k;
  double f = splitNearOne(x, &k) - 1, l = logOnePlus(f, 0);
  return fma_(l, kLog2OfE, fma_(l, kLog2OfERest, k));
}

double diffattn_log10(double x) {
  double special;
  if (isLogSpecial(x, &special))
    return special;
  int k;
  double f = splitNearOne(x, &k) - 1;
  double low = fma_(k, kLog10Of2Low, logOnePlus(f, 0) * kLog10OfE);
  return fma_(k, kLog10Of2High, low);
}

double diffattn_log1p(double x) {
  if (x != x || x == 0 || x == INF)
    return x;
  if (x <= -1)
    return x == -1 ? -INF : NAN;
  if (x > -0.29 && x < 0.41)
    return logOnePlus(x, 0);
  if (x > 0x1p54)
    return logOf(x, 0);
  double sum = 1 + x;
  double missed = x > 1 ? 1 - (sum - x) : x - (sum - 1);
  return logOf(sum, missed / sum);
}

#endif /* DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHCORE_H */
