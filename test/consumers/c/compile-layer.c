//===- compile-layer.c - compile and call, in one program -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: compile-layer IN.mlir OUT.so
//
// Compiles IN.mlir, calls its function @layer in memory, and writes OUT.so for
// programs that have no compiler.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Compiler.h"
#include <stdio.h>

/// Two queries, three keys. With q = 0 every weight is 1/3 in both maps, so
/// out = (1 - lambda) * mean(v).
static diffattn_status call(diffattn_context *context, diffattn_entry layer) {
  float zeros[3 * 2] = {0}, values[] = {1, 10, 2, 20, 3, 30}, out[2 * 2];
  float lambda = 0.25f;
  int64_t two[] = {2, 2}, three[] = {3, 2};
  diffattn_tensor arguments[] = {
      {zeros, two, NULL, 2, DIFFATTN_F32},    // q1
      {zeros, three, NULL, 2, DIFFATTN_F32},  // k1
      {zeros, two, NULL, 2, DIFFATTN_F32},    // q2
      {zeros, three, NULL, 2, DIFFATTN_F32},  // k2
      {values, three, NULL, 2, DIFFATTN_F32}, // v
      {&lambda, NULL, NULL, 0, DIFFATTN_F32}, // lambda
      {out, two, NULL, 2, DIFFATTN_F32},      // out
  };
  diffattn_status status = layer(context, arguments, 7);
  if (status == DIFFATTN_OK)
    printf("%g %g\n%g %g\n", out[0], out[1], out[2], out[3]);
  return status;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, argv[1]);
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  diffattn_entry layer = diffattn_program_entry(session, program, "layer");
  int failed = !layer || diffattn_object_link(session, object, argv[2]);
  fputs(diffattn_session_diagnostics(session), stderr);

  if (!failed) {
    diffattn_context *context = diffattn_context_create();
    failed = call(context, layer);
    fputs(diffattn_context_error(context), stderr);
    diffattn_context_destroy(context);
  }
  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);
  return failed;
}
