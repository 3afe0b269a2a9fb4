//===- run-functions.c - an artifact written by hand, for diffattn-run ----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scale:      out = x * factor, any 2-d shape; total = the sum of out
// accumulate: cache += x, in place; a dynamic output without a source
// fail:       always fails, with a message
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

#define ARGUMENT(name, kind, shape, more)                                      \
  "{\"name\": \"" name "\", \"kind\": \"" kind                                 \
  "\", \"dtype\": \"f32\", \"shape\": " shape ", \"strides\": null" more "}"
#define FUNCTION(name, arguments)                                              \
  "{\"name\": \"" name "\", \"symbol\": \"diffattn_entry_" name                \
  "\", \"arguments\": [" arguments "]}"

#define X ARGUMENT("x", "input", "[null, 3]", "")
#define FACTOR ARGUMENT("factor", "input", "[]", "")
#define OUT                                                                    \
  ARGUMENT("out", "output", "[null, 3]", ", \"sizes_from\": [[0, 0], null]")
#define TOTAL ARGUMENT("total", "output", "[]", "")
#define ROW ARGUMENT("x", "input", "[null]", "")
#define CACHE ARGUMENT("cache", "output", "[null]", "")

#define SCALE FUNCTION("scale", X ", " FACTOR ", " OUT ", " TOTAL)
#define ACCUMULATE FUNCTION("accumulate", ROW ", " CACHE)

#ifdef ONE_FUNCTION
#define FUNCTIONS SCALE
#else
#define FUNCTIONS SCALE ", " ACCUMULATE ", " FUNCTION("fail", "")
#endif

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"0.1.0\", \"manifest\": 1, \"functions\": [" FUNCTIONS
    "]}";

DIFFATTN_EXPORT diffattn_status
diffattn_entry_scale(diffattn_context *context,
                     const diffattn_tensor *arguments, int64_t count) {
  static const char names[] = "scale\0x\0factor\0out\0total";
  // clang-format off
  static const int64_t signature[] = {
      1, 4,
      0, DIFFATTN_F32, 2, -1, 3, -2, -2,
      0, DIFFATTN_F32, 0,
      1, DIFFATTN_F32, 2, -1, 3, -2, -2,
      1, DIFFATTN_F32, 0};
  // clang-format on
  int64_t bound[8];
  if (diffattn_bind_arguments(context, names, signature, arguments, count,
                              bound))
    return DIFFATTN_FAILED;
  const float *x = arguments[0].data, *factor = arguments[1].data;
  float *out = arguments[2].data, *total = arguments[3].data;
  *total = 0;
  for (int64_t i = 0; i < bound[0] * bound[1]; ++i)
    *total += out[i] = x[i] * *factor;
  return diffattn_finish_call(context, DIFFATTN_OK);
}

DIFFATTN_EXPORT diffattn_status
diffattn_entry_accumulate(diffattn_context *context,
                          const diffattn_tensor *arguments, int64_t count) {
  static const char names[] = "accumulate\0x\0cache";
  // clang-format off
  static const int64_t signature[] = {
      1, 2,
      0, DIFFATTN_F32, 1, -1, -2,
      1, DIFFATTN_F32, 1, -1, -2};
  // clang-format on
  int64_t bound[4];
  if (diffattn_bind_arguments(context, names, signature, arguments, count,
                              bound))
    return DIFFATTN_FAILED;
  const float *x = arguments[0].data;
  float *cache = arguments[1].data;
  for (int64_t i = 0; i < bound[0] && i < bound[2]; ++i)
    cache[i] += x[i];
  return diffattn_finish_call(context, DIFFATTN_OK);
}

DIFFATTN_EXPORT diffattn_status
diffattn_entry_fail(diffattn_context *context, const diffattn_tensor *arguments,
                    int64_t count) {
  static const int64_t signature[] = {1, 0};
  if (diffattn_bind_arguments(context, "fail", signature, arguments, count, 0))
    return DIFFATTN_FAILED;
  diffattn_raise(context, "fail: index 7 is out of range");
  return diffattn_finish_call(context, DIFFATTN_FAILED);
}
