//===- leaks.c - making and destroying everything, again and again --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %c-program %s -o %t
// RUN: %t %S/Inputs/functions.mlir %t.so 40
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

static void call_twice(diffattn_context *context, diffattn_entry twice) {
  float x = 3, y = 0;
  diffattn_tensor arguments[2] = {{&x, NULL, NULL, 0, DIFFATTN_F32},
                                  {&y, NULL, NULL, 0, DIFFATTN_F32}};
  CHECK(twice(context, arguments, 2) == DIFFATTN_OK && y == 6);
}

/// A small module from text to a call; then the artifact at `path` is loaded
/// and unloaded. With `links`, it is written before.
static void compile_and_load(const char *path, int links) {
  static const char text[] = "func.func @f(%x: f32) -> f32 {\n"
                             "  %y = arith.addf %x, %x : f32\n"
                             "  return %y : f32\n"
                             "}\n";
  diffattn_context *context = diffattn_context_create();
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source =
      diffattn_source_from_buffer(session, text, sizeof(text) - 1, "text.mlir");
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  diffattn_entry twice = diffattn_program_entry(session, program, "f");
  CHECK_MADE(twice, diffattn_session_diagnostics(session));
  call_twice(context, twice);
  CHECK(!links || !diffattn_object_link(session, object, path));
  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);

  diffattn_artifact *artifact = diffattn_artifact_load(context, path);
  twice = diffattn_artifact_entry(context, artifact, "f");
  CHECK_MADE(twice, diffattn_context_error(context));
  call_twice(context, twice);
  diffattn_artifact_close(artifact);
  diffattn_context_destroy(context);
}

static size_t bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Less than a module, an object or a context of each round.
enum { SLACK = 1 << 15 };

static void check_growth(const char *what, size_t before) {
  size_t after = bytes_in_use();
  printf("%s: %zu bytes before, %zu bytes after\n", what, before, after);
  CHECK(after <= before + SLACK);
}

int main(int argc, char **argv) {
  enum { WARM_UP = 3, ROUNDS = 6 };
  CHECK(argc == 4);
  for (int i = 0; i < WARM_UP; ++i)
    use_everything(argv[1]);
  size_t before = bytes_in_use();
  for (int i = 0; i < ROUNDS; ++i)
    use_everything(argv[1]);
  check_growth("everything", before);

  int rounds = atoi(argv[3]);
  CHECK(rounds > WARM_UP);
  // Each link leaves some 1300 bytes with lld.
  for (int i = 0; i < WARM_UP; ++i)
    compile_and_load(argv[2], /*links=*/1);
  before = bytes_in_use();
  for (int i = WARM_UP; i < rounds; ++i)
    compile_and_load(argv[2], /*links=*/0);
  check_growth("compile and load", before);
  return 0;
}
