//===- call-layer.c - call what was compiled before -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: call-layer OUT.so
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <stdio.h>

/// As compile-layer.c, but the values and the result are columns of one array
/// that has other things in between: arguments are views, nothing is copied.
static diffattn_status call(diffattn_context *context, diffattn_entry layer) {
  float zeros[3 * 2] = {0}, lambda = 0.25f;
  float memory[2][6] = {{1, 2, 3, -1, -1, -1}, {10, 20, 30, -1, -1, -1}};
  int64_t two[] = {2, 2}, three[] = {3, 2}, columns[] = {1, 6};
  int64_t backwards[] = {-1, 6}; // the last row first
  diffattn_tensor arguments[] = {
      {zeros, two, NULL, 2, DIFFATTN_F32},                // q1
      {zeros, three, NULL, 2, DIFFATTN_F32},              // k1
      {zeros, two, NULL, 2, DIFFATTN_F32},                // q2
      {zeros, three, NULL, 2, DIFFATTN_F32},              // k2
      {&memory[0][2], three, backwards, 2, DIFFATTN_F32}, // v
      {&lambda, NULL, NULL, 0, DIFFATTN_F32},             // lambda
      {&memory[0][4], two, columns, 2, DIFFATTN_F32},     // out
  };
  diffattn_status status = layer(context, arguments, 7);
  if (status != DIFFATTN_OK)
    return status;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 6; ++j)
      printf("%g%c", memory[i][j], j < 5 ? ' ' : '\n');
  return DIFFATTN_OK;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  diffattn_context *context = diffattn_context_create();
  diffattn_artifact *artifact = diffattn_artifact_load(context, argv[1]);
  diffattn_entry layer =
      artifact ? diffattn_artifact_entry(context, artifact, "layer") : NULL;
  int failed = !layer || call(context, layer);
  fputs(diffattn_context_error(context), stderr);
  if (artifact)
    diffattn_artifact_close(artifact);
  diffattn_context_destroy(context);
  return failed;
}
