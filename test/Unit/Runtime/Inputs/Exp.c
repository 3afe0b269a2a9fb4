//===- Exp.c - an artifact written by hand --------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <math.h>

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"0.1.0\", \"manifest\": 1,"
    " \"target\": {\"triple\": \"any\", \"cpu\": \"generic\"},"
    " \"functions\": [{\"name\": \"exp\", \"symbol\": \"diffattn_entry_exp\","
    " \"arguments\": ["
    "{\"name\": \"x\", \"kind\": \"input\", \"dtype\": \"f32\","
    " \"shape\": [null], \"strides\": null},"
    "{\"name\": \"y\", \"kind\": \"output\", \"dtype\": \"f32\","
    " \"shape\": [null], \"strides\": null, \"sizes_from\": [[0, 0]]}]}]}";

static const char names[] = "exp\0x\0y";
// clang-format off
static const int64_t signature[] = {
    1, 2,
    0, DIFFATTN_F32, 1, -1, -1,
    1, DIFFATTN_F32, 1, -1, -1};
// clang-format on

DIFFATTN_EXPORT diffattn_status
diffattn_entry_exp(diffattn_context *context, const diffattn_tensor *arguments,
                   int64_t count) {
  int64_t bound[4];
  if (diffattn_bind_arguments(context, names, signature, arguments, count,
                              bound))
    return DIFFATTN_FAILED;
  if (bound[0] != bound[2]) {
    diffattn_raise(context, "x and y differ in size");
    return diffattn_finish_call(context, DIFFATTN_FAILED);
  }
  const float *x = arguments[0].data;
  float *y = arguments[1].data;
  for (int64_t i = 0; i < bound[0]; ++i)
    y[i * bound[3]] = expf(x[i * bound[1]]);
  return diffattn_finish_call(context, DIFFATTN_OK);
}
