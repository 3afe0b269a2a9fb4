//===- support.h - what the C tests share ---------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs around functions.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_CAPI_SUPPORT_H
#define DIFFATTN_TEST_CAPI_SUPPORT_H

#include "diffattn-c/Compiler.h"
#include "diffattn-c/Runtime.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Ends the program with a message unless `condition` holds.
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// The same for `handle`; prints the diagnostics of its session.
#define CHECK_MADE(handle, diagnostics)                                        \
  do {                                                                         \
    if (!(handle)) {                                                           \
      fprintf(stderr, "%s:%d: no %s: %s", __FILE__, __LINE__, #handle,         \
              diagnostics);                                                    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// The same for `text` having `part` in it.
#define CHECK_CONTAINS(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part)) {                                                 \
      fprintf(stderr, "%s:%d: failed: expected '%s', found '%s'\n", __FILE__,  \
              __LINE__, part, text);                                           \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// The element of row `i` and column `j` of a matrix of floats.
static inline float at(const diffattn_tensor *x, int64_t i, int64_t j) {
  return ((const float *)x->data)[i * x->strides[0] + j * x->strides[1]];
}

/// One row of softmax(q k^T / sqrt(4)), causal, for the tensors of @attend.
static inline void weights(const diffattn_tensor *q, const diffattn_tensor *k,
                           int64_t row, double *weight) {
  int64_t visible = row + 1 + k->sizes[0] - q->sizes[0];
  double sum = 0;
  for (int64_t n = 0; n < k->sizes[0]; ++n) {
    double score = 0;
    for (int64_t d = 0; d < 4; ++d)
      score += (double)at(q, row, d) * at(k, n, d);
    weight[n] = n < visible ? exp(score / 2) : 0;
    sum += weight[n];
  }
  for (int64_t n = 0; n < k->sizes[0]; ++n)
    weight[n] /= sum;
}

/// Whether the last of the `arguments` of @attend is what the formula gives.
/// All strides must be given; there are at most 16 keys.
static inline int is_attention(const diffattn_tensor *arguments) {
  const diffattn_tensor *value = &arguments[4], *out = &arguments[6];
  double lambda = *(const float *)arguments[5].data;
  double signal[16], noise[16];
  for (int64_t m = 0; m < out->sizes[0]; ++m) {
    weights(&arguments[0], &arguments[1], m, signal);
    weights(&arguments[2], &arguments[3], m, noise);
    for (int64_t e = 0; e < 3; ++e) {
      double expected = 0;
      for (int64_t n = 0; n < value->sizes[0]; ++n)
        expected += (signal[n] - lambda * noise[n]) * at(value, n, e);
      if (!(fabs(expected - at(out, m, e)) < 1e-5))
        return 0;
    }
  }
  return 1;
}

/// Numbers between -1 and 1 that depend on `seed`.
static inline void fill(float *data, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    data[i] = (float)(seed >> 8) / (1 << 23) - 1;
  }
}

#endif // DIFFATTN_TEST_CAPI_SUPPORT_H
