//===- leaks.c - making and destroying everything, again and again --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %c-program %s -o %t
// RUN: %t %S/Inputs/functions.mlir
//
//===----------------------------------------------------------------------===//

#include "Inputs/support.h"
#include <malloc.h>

/// Everything that has a destroy function, on good and on bad input.
static void use_everything(const char *path) {
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, path);
  diffattn_buffer *text = diffattn_compile_to_mlir(session, source, "llvm");
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_buffer *header = diffattn_object_header(session, object, "a.h");
  diffattn_program *program = diffattn_program_load(session, object);
  diffattn_entry pick = diffattn_program_entry(session, program, "pick");
  CHECK_MADE(pick, diffattn_session_diagnostics(session));

  float data[3] = {1, 2, 3}, element;
  int64_t size = 3, index = 5;
  diffattn_tensor arguments[3] = {{data, &size, NULL, 1, DIFFATTN_F32},
                                  {&index, NULL, NULL, 0, DIFFATTN_I64},
                                  {&element, NULL, NULL, 0, DIFFATTN_F32}};
  diffattn_context *context = diffattn_context_create();
  CHECK(pick(context, arguments, 3) == DIFFATTN_FAILED);
  index = 1;
  CHECK(pick(context, arguments, 3) == DIFFATTN_OK);
  diffattn_context_destroy(context);

  CHECK(!diffattn_source_from_buffer(session, "bad", 3, "bad.mlir"));
  CHECK(!diffattn_program_entry(session, program, "nothing"));
  diffattn_program_destroy(program);
  diffattn_buffer_destroy(header);
  diffattn_object_destroy(object);
  diffattn_buffer_destroy(text);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);
}

static size_t bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

int main(int argc, char **argv) {
  // Less than a module, an object or a context of each round.
  enum { WARM_UP = 3, ROUNDS = 6, SLACK = 1 << 15 };
  CHECK(argc == 2);
  for (int i = 0; i < WARM_UP; ++i)
    use_everything(argv[1]);
  size_t before = bytes_in_use();
  for (int i = 0; i < ROUNDS; ++i)
    use_everything(argv[1]);
  size_t after = bytes_in_use();
  printf("%zu bytes before, %zu bytes after\n", before, after);
  CHECK(after <= before + SLACK);
  return 0;
}
