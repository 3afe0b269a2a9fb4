//===- dlopen.c - the library loaded out of sight -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As Python's ctypes does it: a host that links nothing, not even libm, loads
// libDiffAttnC.so without making its symbols global. Code in memory must still
// find the runtime and libm.
//
// RUN: %clang %c-flags -I%include %s -o %t -ldl
// RUN: %t %libs/libDiffAttnC.so %S/Inputs/functions.mlir
//
//===----------------------------------------------------------------------===//

#include "Inputs/support.h"
#include <dlfcn.h>

/// Declares `function`, taken from the library at `library`.
#define IMPORT(library, function)                                              \
  __typeof__(&function) import_##function;                                     \
  *(void **)&import_##function = dlsym(library, #function);                    \
  CHECK(import_##function)

int main(int argc, char **argv) {
  CHECK(argc == 3);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  CHECK(library);
  IMPORT(library, diffattn_session_create);
  IMPORT(library, diffattn_source_from_file);
  IMPORT(library, diffattn_compile);
  IMPORT(library, diffattn_program_load);
  IMPORT(library, diffattn_program_entry);
  IMPORT(library, diffattn_session_diagnostics);
  IMPORT(library, diffattn_session_destroy);
  IMPORT(library, diffattn_source_destroy);
  IMPORT(library, diffattn_object_destroy);
  IMPORT(library, diffattn_program_destroy);
  // Of libDiffAttnRuntime.so, which came along.
  IMPORT(library, diffattn_context_create);
  IMPORT(library, diffattn_context_destroy);
  CHECK(!dlsym(RTLD_DEFAULT, "diffattn_context_create"));

  diffattn_session *session = import_diffattn_session_create();
  diffattn_source *source = import_diffattn_source_from_file(session, argv[2]);
  diffattn_object *object = import_diffattn_compile(session, source);
  diffattn_program *program = import_diffattn_program_load(session, object);
  diffattn_entry entry =
      import_diffattn_program_entry(session, program, "double");
  CHECK_MADE(entry, import_diffattn_session_diagnostics(session));
  float x[2] = {1, 2}, y[2];
  int64_t size = 2;
  diffattn_tensor arguments[2] = {{x, &size, NULL, 1, DIFFATTN_F32},
                                  {y, &size, NULL, 1, DIFFATTN_F32}};
  diffattn_context *context = import_diffattn_context_create();
  CHECK(entry(context, arguments, 2) == DIFFATTN_OK);
  CHECK(y[0] == 2 && y[1] == 4);

  import_diffattn_context_destroy(context);
  import_diffattn_program_destroy(program);
  import_diffattn_object_destroy(object);
  import_diffattn_source_destroy(source);
  import_diffattn_session_destroy(session);
  return 0;
}
