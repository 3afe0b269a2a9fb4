//===- ScaleOnDevice.c - an artifact with a kernel, written by hand -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scale(x, factor, offset) -> y: y = factor * (factor * x), by two launches and
// workspace between them. Of offset, a tensor without dimensions on the device,
// only the sign counts: below 0 a check in a kernel fails. The kernels are
// those of the fake driver.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"0.1.0\", \"manifest\": 1,"
    " \"target\": {\"triple\": \"any\", \"cpu\": \"generic\","
    " \"device\": \"cuda\", \"chip\": \"sm_80\"},"
    " \"functions\": [{\"name\": \"scale\","
    " \"symbol\": \"diffattn_entry_scale\", \"arguments\": ["
    "{\"name\": \"x\", \"kind\": \"input\", \"dtype\": \"f32\","
    " \"shape\": [null], \"strides\": \"row-major\"},"
    "{\"name\": \"factor\", \"kind\": \"input\", \"dtype\": \"f32\","
    " \"shape\": [], \"strides\": null, \"scalar\": true},"
    "{\"name\": \"offset\", \"kind\": \"input\", \"dtype\": \"i64\","
    " \"shape\": [], \"strides\": null},"
    "{\"name\": \"y\", \"kind\": \"output\", \"dtype\": \"f32\","
    " \"shape\": [null], \"strides\": null,"
    " \"sizes_from\": [[0, 0]]}]}]}";

static const char names[] = "scale\0x\0factor\0offset\0y";
// clang-format off
static const int64_t signature[] = {
    1, 4,
    0, DIFFATTN_F32, 1, -1, -2,
    0, DIFFATTN_F32, 0,
    0, DIFFATTN_I64, 0,
    1, DIFFATTN_F32, 1, -1, -1};
// clang-format on

enum { SCALE, CHECK };
static const char *const kernelNames[] = {"scale", "check"};
static const char *const messages[] = {"offset is negative"};
static const diffattn_kernels kernels = {
    1,           DIFFATTN_KERNELS_PTX,
    2,           1,
    kernelNames, messages,
    "sm_80",     ".version 7.0\n.entry scale()\n.entry check()\n",
    NULL,        0,
    NULL};

static diffattn_status scale(diffattn_context *context, void *out, void *in,
                             float factor, int64_t n) {
  int64_t sizes[7] = {(n + 255) / 256, 1, 1, 256, 1, 1, 0};
  void *arguments[] = {&out, &in, &factor, &n};
  return diffattn_launch(context, &kernels, SCALE, sizes, arguments);
}

/// The check: reads the offset, so waits for the device.
static diffattn_status check(diffattn_context *context, const void *offset) {
  int64_t value, limit = INT64_MAX;
  int32_t number = 1;
  void *word = diffattn_status_word(context);
  if (!word || diffattn_read(context, &value, offset, sizeof(value)))
    return DIFFATTN_FAILED;
  int64_t sizes[7] = {1, 1, 1, 1, 1, 1, 0};
  void *arguments[] = {&word, &number, &value, &limit};
  return diffattn_launch(context, &kernels, CHECK, sizes, arguments);
}

DIFFATTN_EXPORT diffattn_status
diffattn_entry_scale(diffattn_context *context,
                     const diffattn_tensor *arguments, int64_t count) {
  int64_t bound[4];
  if (diffattn_bind_device_arguments(context, &kernels, names, signature,
                                     arguments, count, bound))
    return DIFFATTN_FAILED;
  int64_t n = bound[0];
  if (n != bound[2] || bound[3] != 1) {
    diffattn_raise(context,
                   n == bound[2] ? "y has gaps" : "x and y differ in size");
    return diffattn_finish_call(context, DIFFATTN_FAILED);
  }
  float factor = *(const float *)arguments[1].data;
  void *between = diffattn_allocate(context, n * (int64_t)sizeof(float));
  diffattn_status failed =
      !between || check(context, arguments[2].data) ||
      scale(context, between, arguments[0].data, factor, n) ||
      scale(context, arguments[3].data, between, factor, n);
  return diffattn_finish_call(context, failed);
}
