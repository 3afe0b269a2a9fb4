//===- device.c - calls a function on a GPU -------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the driver of the unit tests, which has no GPU.
//
// RUN: %clang %c-flags -I%include %s -L%libs -Wl,-rpath,%libs \
// RUN:   -lDiffAttnRuntime -o %t
// DEFINE: %{artifacts} = %build/test/Unit/Runtime/Artifacts
// RUN: env DIFFATTN_CUDA_DRIVER=%{artifacts}/libFakeCuda.so \
// RUN:   FAKE_CUDA_REPORT=1 %t %{artifacts}/ScaleOnDevice.so 2>&1 \
// RUN:   | FileCheck %s
//
// CHECK: runs on cuda: cuda:0 (Fake GPU 0, sm_80)
// CHECK: 9 18 27
// CHECK: left over: 0 bytes, 0 modules, 0 contexts
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <stdio.h>
#include <stdlib.h>

static diffattn_context *context;

static void check(int isRight) {
  if (isRight)
    return;
  fprintf(stderr, "%s\n", diffattn_context_error(context));
  exit(1);
}

int main(int argc, char **argv) {
  (void)argc;
  context = diffattn_context_create();
  diffattn_artifact *artifact = diffattn_artifact_load(context, argv[1]);
  check(artifact != NULL);
  diffattn_entry scale = diffattn_artifact_entry(context, artifact, "scale");
  check(scale != NULL);

  diffattn_device *device = diffattn_device_open(context, "cuda");
  check(device && !diffattn_context_use_device(context, device, NULL));
  printf("runs on %s: %s\n", diffattn_artifact_device(artifact),
         diffattn_device_name(device));

  float x[3] = {1, 2, 3}, y[3], factor = 3;
  int64_t size = 3, offset = 0;
  void *memory = diffattn_device_allocate(context, device, 1024);
  check(memory != NULL);
  char *places[] = {memory, (char *)memory + 256, (char *)memory + 512};
  check(!diffattn_device_write(context, device, places[0], x, sizeof(x)));
  check(!diffattn_device_write(context, device, places[1], &offset, 8));
  diffattn_tensor arguments[] = {
      {places[0], &size, NULL, 1, DIFFATTN_F32}, // x
      {&factor, NULL, NULL, 0, DIFFATTN_F32},    // a number: of the host
      {places[1], NULL, NULL, 0, DIFFATTN_I64},  // offset
      {places[2], &size, NULL, 1, DIFFATTN_F32}, // y
  };
  check(!scale(context, arguments, 4) && !diffattn_synchronize(context));
  check(!diffattn_device_read(context, device, y, places[2], sizeof(y)));
  printf("%g %g %g\n", y[0], y[1], y[2]);
  fflush(stdout);

  diffattn_device_free(device, memory);
  diffattn_device_close(device);
  diffattn_context_destroy(context);
  diffattn_artifact_close(artifact);
  return 0;
}
