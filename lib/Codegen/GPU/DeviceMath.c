/*===- DeviceMath.c - elementary functions for kernels ---------------------===
 *
 * Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Freestanding C, compiled to bitcode twice: for NVPTX, and for the host, where
 * the emulator and the tests use it. Needs IEEE arithmetic (no -ffast-math) and
 * fused multiply-add.
 *
 * diffattn_NAME is for f64, within 4 ulp; diffattn_NAMEf for f32, within 2 ulp.
 * Infinities, NaN, zeros and denormals are those of C's Annex F.
 *
 *===---------------------------------------------------------------------===*/

#include "DeviceMathAngles.h"
#include "DeviceMathCore.h"

/*===---------------------------------------------------------------------===
 * Powers
 *===---------------------------------------------------------------------===*/

static const Pair kThird = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
static const Pair kFifth = {0x1.999999999999ap-3, -0x1.999999999999ap-57};
static const Pair kSeventh = {0x1.2492492492492p-3, 0x1.2492492492492p-57};
static const double kLogTail[] = {1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                  1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};

/* log(x) within 2^-66. */
static Pair logPair(double x) {
  int k;
  double f = splitNearOne(x, &k) - 1;
  Pair s = divide(f, pairOf(2, f)), z = multiply(s, s);
  Pair tail = {z.high * polynomial(kLogTail, SIZE(kLogTail), z.high), 0};
  Pair sum = add(kSeventh, tail);
  sum = add(kFifth, multiply(z, sum));
  sum = add(kThird, multiply(z, sum));
  Pair twice = {2 * s.high, 2 * s.low};
  Pair log = add(twice, multiply(twice, multiply(z, sum)));
  if (k == 0)
    return log;
  Pair high = {k * kLn2High, 0};
  /* The rest of ln 2 to 2^-86 beside it. */
  Pair low = {k * kLn2Low, fma_(k, kLn2Low, -(k * kLn2Low))};
  return add(add(high, low), log);
}

/* 1 for odd integers, 2 for even ones, 0 for others. */
static int parity(double y) {
  if (abs_(y) >= 0x1p53)
    return 2;
  if (y != __builtin_trunc(y))
    return 0;
  return (i64)y & 1 ? 1 : 2;
}

/* pow where arithmetic does not lead to it: NaN, 0 and infinity. */
static int isPowSpecial(double x, double y, double *result) {
  if (y == 0 || x == 1)
    return *result = 1, 1;
  if (x != x || y != y)
    return *result = x + y, 1;
  double magnitude = abs_(x);
  if (abs_(y) == INF) {
    if (magnitude == 1)
      *result = 1;
    else
      *result = (magnitude > 1) == (y > 0) ? INF : 0;
    return 1;
  }
  if (magnitude == 0 || magnitude == INF) {
    double value = (magnitude == 0) == (y > 0) ? 0 : INF;
    *result = parity(y) == 1 ? withSign(value, x) : value;
    return 1;
  }
  if (x < 0 && parity(y) == 0)
    return *result = NAN, 1;
  return 0;
}

double diffattn_pow(double x, double y) {
  double result;
  if (isPowSpecial(x, y, &result))
    return result;
  double sign = x < 0 && parity(y) == 1 ? -1 : 1;
  Pair log = logPair(abs_(x));
  double estimate = log.high * y;
  if (estimate > 710)
    return sign * INF;
  if (estimate < -746)
    return sign * 0;
  Pair exponent = multiply(log, (Pair){y, 0});
  return sign * expOf(exponent.high, exponent.low);
}

/* x^n by squaring. */
double diffattn_powi(double x, i64 n) {
  u64 rest = n < 0 ? 0 - (u64)n : (u64)n;
  double result = 1;
  for (; rest; rest >>= 1, x *= x)
    if (rest & 1)
      result *= x;
  return n < 0 ? 1 / result : result;
}

float diffattn_powif(float x, i64 n) { return (float)diffattn_powi(x, n); }

/* x^n, wrapping; of negative n, what truncation leaves. */
i64 diffattn_ipowi(i64 x, i64 n) {
  if (n < 0)
    return x == 1 ? 1 : x == -1 ? (n & 1 ? -1 : 1) : 0;
  u64 result = 1, base = (u64)x;
  for (; n; n >>= 1, base *= base)
    if (n & 1)
      result *= base;
  return (i64)result;
}

double diffattn_cbrt(double x) {
  if (x != x || x == 0 || abs_(x) == INF)
    return x;
  int k;
  double m = splitNearOne(abs_(x), &k);
  int third = (k + 3000) / 3 - 1000;
  m *= powerOf2(k - 3 * third);
  double y = expOf(logOf(m, 0) / 3, 0);
  double square = y * y, squareRest = fma_(y, y, -square);
  double cube = square * y;
  double rest = fma_(square, y, -cube) + squareRest * y + (cube - m);
  return withSign(scale(y - rest / (3 * square), third), x);
}

/*===---------------------------------------------------------------------===
 * Hyperbolic functions
 *===---------------------------------------------------------------------===*/

/* exp(x) / 2 for x in [40, 711]. */
static double halfExp(double x) {
  int k;
  double r = reduceExp(x, 0, &k);
  return scale(1 + expm1Small(r), k - 1);
}

double diffattn_sinh(double x) {
  double t = abs_(x), half = withSign(0.5, x);
  if (t > 40)
    return t > 711 ? x * INF : 2 * half * halfExp(t);
  double e = diffattn_expm1(t);
  return x == 0 || x != x ? x : half * (e + e / (e + 1));
}

double diffattn_cosh(double x) {
  double t = abs_(x);
  if (t > 40)
    return t > 711 ? INF : halfExp(t);
  double e = diffattn_exp(t);
  return 0.5 * (e + 1 / e);
}

double diffattn_tanh(double x) {
  double t = abs_(x);
  if (t > 22)
    return withSign(1, x);
  double e = diffattn_expm1(2 * t);
  return withSign(e / (e + 2), x);
}

double diffattn_asinh(double x) {
  double t = abs_(x);
  if (t > 0x1p28)
    return withSign(diffattn_log(t) + kLn2, x);
  double square = t * t;
  return withSign(diffattn_log1p(t + square / (1 + __builtin_sqrt(1 + square))),
                  x);
}

double diffattn_acosh(double x) {
  if (x > 0x1p28)
    return diffattn_log(x) + kLn2;
  double t = x - 1;
  return diffattn_log1p(t + __builtin_sqrt(fma_(t, t, 2 * t)));
}

double diffattn_atanh(double x) {
  double t = abs_(x);
  return withSign(0.5 * diffattn_log1p(2 * t / (1 - t)), x);
}

/*===---------------------------------------------------------------------===
 * Error functions and remainders
 *===---------------------------------------------------------------------===*/

/* erfc(x) for x in [1/2, 28]. */
static double erfcTail(double x) {
  double square = x * x;
  int k;
  double r = reduceExp(-square, -fma_(x, x, -square), &k);
  double t = (x - 4) / (x + 4);
  double factor = polynomial(kErfc, SIZE(kErfc), t) / fma_(2, x, 1);
  return scale(fma_(factor, expm1Small(r), factor), k);
}

double diffattn_erf(double x) {
  double t = abs_(x);
  if (t < 0.5)
    return x * polynomial(kErf, SIZE(kErf), x * x);
  if (x != x)
    return x;
  return withSign(t > 6 ? 1 : 1 - erfcTail(t), x);
}

double diffattn_erfc(double x) {
  if (x != x)
    return x;
  if (x < 0.5)
    return x > -0.5 ? 1 - diffattn_erf(x) : x < -6 ? 2 : 2 - erfcTail(-x);
  return x > 28 ? 0 : erfcTail(x);
}

/* m 2^exponent = |x| for a finite x. */
static u64 splitInteger(double x, int *exponent) {
  u64 bits = toBits(x) & 0x7fffffffffffffffull;
  int biased = (int)(bits >> 52);
  *exponent = biased ? biased : 1;
  u64 m = bits & 0xfffffffffffffull;
  return biased ? m | 0x10000000000000ull : m;
}

/* Exact, bit by bit. */
double diffattn_fmod(double x, double y) {
  if (x != x || y != y || y == 0 || abs_(x) == INF)
    return NAN;
  if (abs_(x) < abs_(y))
    return x;
  int xExponent, yExponent;
  u64 rest = splitInteger(x, &xExponent), m = splitInteger(y, &yExponent);
  for (; xExponent > yExponent; --xExponent) {
    if (rest >= m)
      rest -= m;
    rest <<= 1;
  }
  if (rest >= m)
    rest -= m;
  /* rest 2^(yExponent - 1075), exactly. */
  double result = (double)(i64)rest * 0x1p-537;
  int k = yExponent - 1075 + 537;
  result = k >= 0 ? result * powerOf2(k / 2) * powerOf2(k - k / 2)
                  : result * powerOf2(k);
  return withSign(result, x);
}

/*===---------------------------------------------------------------------===
 * f32: exponentials of their own, for softmax; all else by f64
 *===---------------------------------------------------------------------===*/

static float scalef(float x, int k) {
  int half = k >> 1;
  union {
    unsigned bits;
    float value;
  } a = {(unsigned)(half + 127) << 23}, b = {(unsigned)(k - half + 127) << 23};
  return x * a.value * b.value;
}

/* exp(r) - 1 for |r| <= 0.35. */
static float expm1SmallF(float r) {
  float sum = 0x1.a01a02p-13f; /* 1/7! */
  sum = __builtin_fmaf(sum, r, 0x1.6c16c2p-10f);
  sum = __builtin_fmaf(sum, r, 0x1.111112p-7f);
  sum = __builtin_fmaf(sum, r, 0x1.555556p-5f);
  sum = __builtin_fmaf(sum, r, 0x1.555556p-3f);
  sum = __builtin_fmaf(sum, r, 0.5f);
  return __builtin_fmaf(sum, r * r, r);
}

float diffattn_expf(float x) {
  if (x != x)
    return x;
  if (x > 89)
    return __builtin_inff();
  if (x < -104)
    return 0;
  float n = __builtin_rintf(x * 0x1.715476p+0f);
  float r = __builtin_fmaf(-n, 0x1.62e43p-1f, x);
  r = __builtin_fmaf(-n, -0x1.05c61p-29f, r);
  return scalef(1 + expm1SmallF(r), (int)n);
}

float diffattn_exp2f(float x) {
  if (x != x)
    return x;
  if (x >= 128)
    return __builtin_inff();
  if (x < -151)
    return 0;
  float n = __builtin_rintf(x), f = x - n;
  float r = f * 0x1.62e43p-1f;
  return scalef(1 + expm1SmallF(r), (int)n);
}

#define BY_F64(name)                                                           \
  float diffattn_##name##f(float x) { return (float)diffattn_##name(x); }
BY_F64(acos)
BY_F64(acosh)
BY_F64(asin)
BY_F64(asinh)
BY_F64(atan)
BY_F64(atanh)
BY_F64(cbrt)
BY_F64(cos)
BY_F64(cosh)
BY_F64(erf)
BY_F64(erfc)
BY_F64(expm1)
BY_F64(log)
BY_F64(log10)
BY_F64(log1p)
BY_F64(log2)
BY_F64(sin)
BY_F64(sinh)
BY_F64(tan)
BY_F64(tanh)

#define BY_F64_OF_TWO(name)                                                    \
  float diffattn_##name##f(float x, float y) {                                 \
    return (float)diffattn_##name(x, y);                                       \
  }
BY_F64_OF_TWO(atan2)
BY_F64_OF_TWO(fmod)
BY_F64_OF_TWO(pow)
