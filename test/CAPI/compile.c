//===- compile.c - from MLIR text to calls, through the C API -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: rm -rf %t && mkdir -p %t
// RUN: %c-program %s -o %t/program
// RUN: %t/program %S/Inputs/functions.mlir %t
//
// The C header fits the library.
// RUN: %clang %c-flags -I%include -c \
// RUN:   -include %t/functions.h -x c /dev/null -o %t/header.o
//
// Nothing ends the process; only libc, libm and the runtime are needed.
// RUN: llvm-nm -u %t/functions.so > %t/symbols
// RUN: llvm-nm -u %t/functions.o >> %t/symbols
// RUN: FileCheck --input-file=%t/symbols %s
// CHECK-NOT: {{abort|exit|assert|malloc|free|terminate|mlir|llvm}}
// CHECK: diffattn_bind_arguments
// CHECK-NOT: {{abort|exit|assert|malloc|free|terminate|mlir|llvm}}
//
//===----------------------------------------------------------------------===//

#include "Inputs/support.h"

enum { ROWS = 3, KEYS = 5 };

/// A [rows x columns] view of `data` whose rows lie side by side.
static diffattn_tensor transposed(float *data, int64_t *sizes, int64_t *strides,
                                  int64_t rows, int64_t columns) {
  sizes[0] = rows, sizes[1] = columns;
  strides[0] = 1, strides[1] = rows;
  return (diffattn_tensor){data, sizes, strides, 2, DIFFATTN_F32};
}

/// Calls @attend on column-major matrices.
static void call_attend(diffattn_entry attend) {
  const int64_t shapes[7][2] = {{ROWS, 4}, {KEYS, 4}, {ROWS, 4}, {KEYS, 4},
                                {KEYS, 3}, {0, 0},    {ROWS, 3}};
  float data[7][KEYS * 4], lambda = 0.7f;
  int64_t sizes[7][2], strides[7][2];
  diffattn_tensor arguments[7];
  for (int i = 0; i < 7; ++i) {
    fill(data[i], KEYS * 4, (unsigned)i);
    arguments[i] =
        transposed(data[i], sizes[i], strides[i], shapes[i][0], shapes[i][1]);
  }
  arguments[5] = (diffattn_tensor){&lambda, NULL, NULL, 0, DIFFATTN_F32};

  diffattn_context *context = diffattn_context_create();
  CHECK(attend(context, arguments, 7) == DIFFATTN_OK);
  CHECK(strcmp(diffattn_context_error(context), "") == 0);
  CHECK(is_attention(arguments));
  CHECK(diffattn_context_workspace(context) > 0);
  diffattn_context_destroy(context);
}

static const char *join(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

static size_t file_size(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file);
  CHECK(fseek(file, 0, SEEK_END) == 0);
  long size = ftell(file);
  fclose(file);
  return (size_t)size;
}

/// Machine code in this process.
static void test_program(diffattn_session *session,
                         const diffattn_object *object) {
  diffattn_program *program = diffattn_program_load(session, object);
  CHECK_MADE(program, diffattn_session_diagnostics(session));
  CHECK(strcmp(diffattn_program_manifest(program),
               diffattn_object_manifest(object)) == 0);
  diffattn_entry attend = diffattn_program_entry(session, program, "attend");
  CHECK(attend);
  call_attend(attend);
  diffattn_program_destroy(program);
}

/// The same through files.
static void test_files(diffattn_session *session, const diffattn_object *object,
                       const char *folder) {
  CHECK(diffattn_object_write(session, object, join(folder, "functions.o")) ==
        DIFFATTN_OK);
  CHECK(file_size(join(folder, "functions.o")) == diffattn_object_size(object));
  CHECK(memcmp(diffattn_object_data(object), "\177ELF", 4) == 0);

  diffattn_buffer *header =
      diffattn_object_header(session, object, "functions.h");
  CHECK_CONTAINS(diffattn_buffer_data(header), "attend");
  CHECK(diffattn_buffer_write(session, header, join(folder, "functions.h")) ==
        DIFFATTN_OK);
  CHECK(file_size(join(folder, "functions.h")) == diffattn_buffer_size(header));
  diffattn_buffer_destroy(header);

  CHECK(diffattn_object_link(session, object, join(folder, "functions.so")) ==
        DIFFATTN_OK);
  diffattn_context *context = diffattn_context_create();
  diffattn_artifact *artifact =
      diffattn_artifact_load(context, join(folder, "functions.so"));
  CHECK(artifact);
  CHECK(strcmp(diffattn_artifact_manifest(artifact),
               diffattn_object_manifest(object)) == 0);
  diffattn_entry attend = diffattn_artifact_entry(context, artifact, "attend");
  CHECK(attend);
  call_attend(attend);
  diffattn_artifact_close(artifact);
  diffattn_context_destroy(context);
}

/// Text on the way, from which another compilation goes on.
static void test_text(diffattn_session *session, const diffattn_source *source,
                      const char *folder) {
  CHECK(diffattn_session_set_option(session, "dump-stages-to", folder) ==
        DIFFATTN_OK);
  diffattn_buffer *kernels =
      diffattn_compile_to_mlir(session, source, "kernels");
  CHECK_MADE(kernels, diffattn_session_diagnostics(session));
  CHECK(file_size(join(folder, "5-kernels.mlir")) > 0);
  CHECK(diffattn_session_set_option(session, "dump-stages-to", "") ==
        DIFFATTN_OK);
  CHECK_CONTAINS(diffattn_buffer_data(kernels), "memref.load");
  CHECK(!strstr(diffattn_buffer_data(kernels), "tensor<"));

  diffattn_source *rest = diffattn_source_from_buffer(
      session, diffattn_buffer_data(kernels), diffattn_buffer_size(kernels),
      "kernels.mlir");
  CHECK_MADE(rest, diffattn_session_diagnostics(session));
  CHECK(diffattn_session_set_option(session, "compile-from", "kernels") ==
        DIFFATTN_OK);
  diffattn_object *object = diffattn_compile(session, rest);
  CHECK_MADE(object, diffattn_session_diagnostics(session));
  test_program(session, object);
  CHECK(diffattn_session_set_option(session, "compile-from", "input") ==
        DIFFATTN_OK);
  diffattn_object_destroy(object);
  diffattn_source_destroy(rest);
  diffattn_buffer_destroy(kernels);

  diffattn_buffer *llvm = diffattn_compile_to_llvm_ir(session, source);
  CHECK_MADE(llvm, diffattn_session_diagnostics(session));
  CHECK_CONTAINS(diffattn_buffer_data(llvm), "@diffattn_entry_attend");
  CHECK(strlen(diffattn_buffer_data(llvm)) == diffattn_buffer_size(llvm));
  diffattn_buffer_destroy(llvm);
}

/// What a listener was told.
struct steps {
  char text[2000];
  int depth;
};

static void listen(void *context, const char *step, int32_t begins) {
  struct steps *steps = context;
  steps->depth += begins ? 1 : -1;
  CHECK(steps->depth >= 0);
  if (!begins)
    return;
  size_t size = strlen(steps->text);
  snprintf(steps->text + size, sizeof(steps->text) - size, "%s;", step);
}

/// Steps are told while there is a listener.
static void test_steps(diffattn_session *session, const char *path) {
  struct steps steps = {"", 0};
  diffattn_session_listen(session, listen, &steps);
  diffattn_source *source = diffattn_source_from_file(session, path);
  diffattn_object *object = diffattn_compile(session, source);
  CHECK_MADE(object, diffattn_session_diagnostics(session));
  CHECK(steps.depth == 0);
  CHECK(strncmp(steps.text, "parse;raised;", 13) == 0);
  CHECK_CONTAINS(steps.text, ";optimise LLVM IR;emit machine code;");
  diffattn_object_destroy(object);
  steps.text[0] = '\0';
  diffattn_session_listen(session, NULL, NULL);
  diffattn_object_destroy(diffattn_compile(session, source));
  CHECK(steps.text[0] == '\0');
  diffattn_source_destroy(source);
  diffattn_session_listen(NULL, listen, NULL);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  CHECK(diffattn_version_major() == 0);
  CHECK(diffattn_version_minor() >= 1);
  CHECK(diffattn_version_patch() >= 0);

  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, argv[1]);
  CHECK_MADE(source, diffattn_session_diagnostics(session));
  CHECK(diffattn_session_set_option(session, "cpu", "generic") == DIFFATTN_OK);
  diffattn_object *object = diffattn_compile(session, source);
  CHECK_MADE(object, diffattn_session_diagnostics(session));
  CHECK_CONTAINS(diffattn_object_manifest(object), "\"pick\"");

  test_program(session, object);
  test_files(session, object, argv[2]);
  test_text(session, source, argv[2]);
  test_steps(session, argv[1]);
  CHECK(strcmp(diffattn_session_diagnostics(session), "") == 0);

  // In the order that leaves every handle without its session.
  diffattn_session_destroy(session);
  diffattn_source_destroy(source);
  diffattn_object_destroy(object);
  return 0;
}
