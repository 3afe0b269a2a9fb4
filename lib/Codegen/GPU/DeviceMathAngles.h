/*===- DeviceMathAngles.h - sine, cosine and their inverses --------------===*
 *
 * Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Part of DeviceMath.c.
 *
 *===---------------------------------------------------------------------===*/

#ifndef DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHANGLES_H
#define DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHANGLES_H

#include "DeviceMathCore.h"

/* |x| modulo pi/2 with the bits of 2/pi that matter, for |x| >= 1. */
static int reduceLarge(double x, Pair *angle) {
  u64 bits = toBits(x) & 0x7fffffffffffffffull;
  int exponent = (int)(bits >> 52) - 1075;
  u64 m = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  /* Bits of 2/pi before this one contribute multiples of 4. */
  int first = exponent > 2 ? exponent - 2 : 0;
  int shift = 62 + exponent - first;
  u64 window[3];
  for (int i = 0; i < 3; ++i) {
    int word = (first >> 6) + i, bit = first & 63;
    window[i] =
        bit ? kTwoOverPi[word] << bit | kTwoOverPi[word + 1] >> (64 - bit)
            : kTwoOverPi[word];
  }
  /* m times the window: 256 bits, of which those from `shift` on count. */
  u128 low = (u128)m * window[2], middle = (u128)m * window[1];
  u128 high = (u128)m * window[0];
  middle += low >> 64;
  high += middle >> 64;
  u128 top = high, bottom = (u128)(u64)middle << 64 | (u64)low;
  u128 turned = shift < 128 ? top << shift | bottom >> (128 - shift) : bottom;
  int quadrant = (int)(turned >> 126);
  u128 fraction = turned << 2;
  double sign = 1;
  if (fraction >> 127) {
    ++quadrant;
    fraction = -fraction;
    sign = -1;
  }
  u64 upper = (u64)(fraction >> 64), lower = (u64)fraction;
  double h = (double)(upper >> 11) * 0x1p-53;
  double l = (double)((upper & 0x7ff) << 52 | lower >> 12) * 0x1p-116;
  Pair turn = pairOf(sign * h, sign * l);
  *angle = multiply(turn, (Pair){kHalfPi, kHalfPiRest});
  return quadrant;
}

/* |x| = quadrant pi/2 + angle, with |angle| <= pi/4. */
static int reduceAngle(double x, Pair *angle) {
  x = abs_(x);
  if (x > 0x1p17)
    return reduceLarge(x, angle);
  double n = __builtin_rint(x * (1 / kHalfPi));
  /* Exact: a multiple of 2^-53 below 1. */
  double r = fma_(-n, kHalfPi, x);
  double p = n * kHalfPiRest, rest = fma_(n, kHalfPiRest, -p);
  double high = r - p, back = high - r;
  double missed = (r - (high - back)) - (p + back);
  *angle = pairOf(high, missed - rest - n * kHalfPiRest2);
  return (int)n;
}

static const double kSin[] = {-1.0 / 6,
                              1.0 / 120,
                              -1.0 / 5040,
                              1.0 / 362880,
                              -1.0 / 39916800,
                              1.0 / 6227020800,
                              -1.0 / 1307674368e3,
                              1.0 / 355687428096e3};
static const double kCos[] = {1.0 / 24,
                              -1.0 / 720,
                              1.0 / 40320,
                              -1.0 / 3628800,
                              1.0 / 479001600,
                              -1.0 / 87178291200,
                              1.0 / 20922789888e3,
                              -1.0 / 6402373705728e3};

static double sinSmall(Pair angle) {
  double x = angle.high, z = x * x;
  double cubic = x * z * polynomial(kSin, SIZE(kSin), z);
  return x + (cubic + angle.low * fma_(-0.5, z, 1));
}
static double cosSmall(Pair angle) {
  double x = angle.high, z = x * x, half = 0.5 * z, w = 1 - half;
  double rest = z * z * polynomial(kCos, SIZE(kCos), z);
  return w + (((1 - w) - half) + (rest - x * angle.low));
}

double diffattn_sin(double x) {
  if (x != x || abs_(x) == INF)
    return NAN;
  if (abs_(x) < 0x1p-27)
    return x;
  Pair angle;
  int quadrant = reduceAngle(x, &angle);
  double value = quadrant & 1 ? cosSmall(angle) : sinSmall(angle);
  return (quadrant & 2) != 0 ? -withSign(1, x) * value : withSign(1, x) * value;
}

double diffattn_cos(double x) {
  if (x != x || abs_(x) == INF)
    return NAN;
  Pair angle;
  int quadrant = reduceAngle(x, &angle);
  double value = quadrant & 1 ? sinSmall(angle) : cosSmall(angle);
  return ((quadrant + 1) & 2) != 0 ? -value : value;
}

double diffattn_tan(double x) {
  if (x != x || abs_(x) == INF)
    return NAN;
  if (abs_(x) < 0x1p-27)
    return x;
  Pair angle;
  int quadrant = reduceAngle(x, &angle);
  double s = sinSmall(angle), c = cosSmall(angle);
  return withSign(1, x) * (quadrant & 1 ? -c / s : s / c);
}

static const double kAtanSeries[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7, 1.0 / 9,
                                     -1.0 / 11, 1.0 / 13, -1.0 / 15};

/* atan of t in [0, 1]. */
static double atanSmall(double t) {
  int i = (int)__builtin_rint(t * 8);
  double c = i * 0.125, u = (t - c) / fma_(t, c, 1), z = u * u;
  double series = u * z * polynomial(kAtanSeries, SIZE(kAtanSeries), z);
  return kAtan[i] + (u + (series + kAtanRest[i]));
}

double diffattn_atan(double x) {
  if (x != x)
    return x;
  double t = abs_(x);
  double angle =
      t <= 1 ? atanSmall(t) : kHalfPi - (atanSmall(1 / t) - kHalfPiRest);
  return withSign(angle, x);
}

double diffattn_atan2(double y, double x) {
  if (x != x || y != y)
    return x + y;
  double angle;
  if (y == 0)
    angle = 0;
  else if (abs_(x) == INF && abs_(y) == INF)
    angle = kHalfPi / 2;
  else
    angle = diffattn_atan(abs_(y) / abs_(x));
  if (withSign(1, x) < 0)
    angle = 2 * kHalfPi - (angle - 2 * kHalfPiRest);
  return withSign(angle, y);
}

double diffattn_asin(double x) {
  return diffattn_atan2(x, __builtin_sqrt((1 - x) * (1 + x)));
}

double diffattn_acos(double x) {
  return 2 * diffattn_atan2(__builtin_sqrt(1 - x), __builtin_sqrt(1 + x));
}

#endif /* DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHANGLES_H */
