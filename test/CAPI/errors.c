//===- errors.c - what goes wrong is said, through the C API --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: rm -rf %t && mkdir -p %t
// RUN: %c-program %s -o %t/program
// RUN: %t/program %S/Inputs/functions.mlir %t
//
//===----------------------------------------------------------------------===//

#include "Inputs/support.h"

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

static diffattn_source *parse(diffattn_session *session, const char *text) {
  return diffattn_source_from_buffer(session, text, strlen(text), "text.mlir");
}

static void test_sources(diffattn_session *session, const char *folder) {
  CHECK(!diffattn_source_from_file(session, "/nowhere/layer.mlir"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "error: can't read '/nowhere/layer.mlir'");
  CHECK(!diffattn_source_from_file(session, folder));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "error: can't read");

  CHECK(!parse(session, "func.func @f("));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "text.mlir:1:13: error");
  // Valid syntax, but the verifier objects.
  CHECK(!parse(session, "func.func @f() -> i1 {\n  return\n}"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "text.mlir:2:3: error");
  // No text, and bytes that are none.
  diffattn_source_destroy(diffattn_source_from_buffer(session, "", 0, "empty"));
  CHECK(!diffattn_source_from_buffer(session, "\0\377\1", 3, "bytes"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "bytes:1:2: error");
  CHECK(!diffattn_source_from_buffer(session, "ML\357R\0\0", 6, "bytecode"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "error");

  // A call that succeeds leaves nothing of what was before.
  diffattn_source *source = parse(session, "func.func private @f()");
  CHECK_MADE(source, diffattn_session_diagnostics(session));
  CHECK(strcmp(diffattn_session_diagnostics(session), "") == 0);
  diffattn_source_destroy(source);
}

/// Brackets around brackets: MLIR's parser has a limited stack.
static void test_nesting(diffattn_session *session) {
  enum { DEPTH = 200000 };
  static char text[DEPTH + 64];
  size_t used = (size_t)sprintf(text, "module attributes {\n  x.a = ");
  memset(text + used, '[', DEPTH);
  CHECK(!parse(session, text));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "text.mlir:2:1008: error: brackets are nested too deep");
  // These are none.
  sprintf(text + used, "\"%0*d\"} {}", DEPTH / 2, 0);
  memset(text + used + 1, '[', DEPTH / 2);
  diffattn_source *source = parse(session, text);
  CHECK_MADE(source, diffattn_session_diagnostics(session));
  diffattn_source_destroy(source);
}

static void test_options(diffattn_session *session) {
  CHECK(diffattn_session_set_option(session, "speed", "high"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "unknown option 'speed', expected cpu, target, chip, "
                 "cubin, ptxas, matmul, quantize, compile-from, "
                 "dump-stages-to, cache-dir, "
                 "reference, optimize, remarks, schedule or observe");
  CHECK(diffattn_session_set_option(session, "target", "vulkan"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "unknown target 'vulkan', expected cpu, cuda or sim");
  CHECK(diffattn_session_set_option(session, "chip", "sm_70"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "unknown chip 'sm_70', expected one of sm_80, ");
  CHECK(diffattn_session_set_option(session, "matmul", "fast"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "matmul: expected library or kernels, found 'fast'");
  CHECK(diffattn_session_set_option(session, "quantize", "int2"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "quantize: expected none, int8 or int4, found 'int2'");
  CHECK(diffattn_session_set_option(session, "reference", "maybe"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "reference: expected true or false, found 'maybe'");
  CHECK(diffattn_session_set_option(session, "optimize", "3"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "optimize: expected true or false, found '3'");
  CHECK(diffattn_session_set_option(session, "cpu", "abacus"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "unknown processor 'abacus'");
  CHECK(diffattn_session_set_option(session, "compile-from", "middle"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "compile-from: unknown stage 'middle', expected input, "
                 "raised, fused, scheduled, buffers, kernels or llvm");
  CHECK(diffattn_session_set_option(session, "remarks", "some"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "remarks: expected none, show or strict, found 'some'");
}

static void test_compile(diffattn_session *session, diffattn_source *good,
                         const char *folder) {
  diffattn_source *bad =
      parse(session, "func.func @f(%x: tensor<*xf32>) { return }");
  CHECK(bad);
  CHECK(!diffattn_compile(session, bad));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "text.mlir:1:1: error");
  CHECK(!diffattn_compile_to_llvm_ir(session, bad));
  CHECK(!diffattn_compile_to_mlir(session, bad, "kernels"));
  diffattn_source_destroy(bad);

  CHECK(!diffattn_compile_to_mlir(session, good, "middle"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "the module to write: unknown stage 'middle'");
  diffattn_session_set_option(session, "compile-from", "kernels");
  CHECK(!diffattn_compile_to_mlir(session, good, "buffers"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "stage buffers is before stage kernels, which compile-from "
                 "names");
  // This is no module of stage llvm.
  diffattn_session_set_option(session, "compile-from", "llvm");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "error");
  diffattn_session_set_option(session, "compile-from", "input");

  // Weights are quantised for CPUs, on the way from buffers to kernels.
  diffattn_session_set_option(session, "quantize", "int8");
  diffattn_session_set_option(session, "target", "sim");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "quantize: expected target cpu, found sim");
  diffattn_session_set_option(session, "target", "cpu");
  diffattn_session_set_option(session, "reference", "true");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "quantize: the reference lowering has no weights to quantise");
  diffattn_session_set_option(session, "reference", "false");
  diffattn_session_set_option(session, "compile-from", "kernels");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "quantize: expected a module of stage buffers or before, "
                 "found stage kernels");
  diffattn_session_set_option(session, "compile-from", "input");
  diffattn_session_set_option(session, "quantize", "none");

  // A schedule that is no file, and one that comes too late.
  diffattn_session_set_option(session, "schedule", "/nowhere/mine.json");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "/nowhere/mine.json: can't be read");
  CHECK(!diffattn_compile_to_mlir(session, good, "fused"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "schedules can be changed and printed at stage scheduled "
                 "only, and this compilation doesn't come by it");
  diffattn_session_set_option(session, "schedule", "");

  // The folder of dumps is a file.
  char path[4096];
  snprintf(path, sizeof(path), "%s/program", folder);
  diffattn_session_set_option(session, "dump-stages-to", path);
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), path);
  diffattn_session_set_option(session, "dump-stages-to", "/proc/nowhere");
  CHECK(!diffattn_compile(session, good));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "can't create folder '/proc/nowhere'");
  diffattn_session_set_option(session, "dump-stages-to", "");
}

static void test_files(diffattn_session *session,
                       const diffattn_object *object) {
  CHECK(diffattn_object_write(session, object, "/nowhere/layer.o"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "'/nowhere/layer.o'");
  CHECK(diffattn_object_link(session, object, "/nowhere/layer.so"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "'/nowhere/layer.so'");
  diffattn_buffer *header = diffattn_object_header(session, object, "layer.h");
  CHECK(diffattn_buffer_write(session, header, "/nowhere/layer.h"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "'/nowhere/layer.h'");
  diffattn_buffer_destroy(header);
  diffattn_session *other = diffattn_session_create();
  CHECK(diffattn_buffer_write(other, NULL, "/nowhere/layer.h"));
  CHECK_CONTAINS(diffattn_session_diagnostics(other), "the buffer is NULL");
  diffattn_session_destroy(other);
}

//===----------------------------------------------------------------------===//
// NULL and mixed up handles
//===----------------------------------------------------------------------===//

static void test_null(diffattn_session *session, diffattn_source *source,
                      const diffattn_object *object,
                      const diffattn_program *program) {
  CHECK(diffattn_session_set_option(NULL, "cpu", "native"));
  CHECK(!diffattn_source_from_file(NULL, "layer.mlir"));
  CHECK(!diffattn_source_from_buffer(NULL, "", 0, "text"));
  CHECK(!diffattn_compile(NULL, source));
  CHECK(!diffattn_compile_to_mlir(NULL, source, "llvm"));
  CHECK(!diffattn_compile_to_llvm_ir(NULL, source));
  CHECK(!diffattn_object_header(NULL, object, "layer.h"));
  CHECK(diffattn_object_write(NULL, object, "layer.o"));
  CHECK(diffattn_object_link(NULL, object, "layer.so"));
  CHECK(diffattn_buffer_write(NULL, NULL, "layer.txt"));
  CHECK(!diffattn_program_load(NULL, object));
  CHECK(!diffattn_program_entry(NULL, program, "attend"));
  CHECK_CONTAINS(diffattn_session_diagnostics(NULL), "the session is NULL");

  CHECK(diffattn_session_set_option(session, NULL, "native"));
  CHECK(diffattn_session_set_option(session, "cpu", NULL));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "the value of the option is NULL");
  CHECK(!diffattn_source_from_file(session, NULL));
  CHECK(!diffattn_source_from_buffer(session, NULL, 0, "text"));
  CHECK(!diffattn_source_from_buffer(session, "", 0, NULL));
  CHECK(!diffattn_compile_to_mlir(session, source, NULL));
  CHECK(!diffattn_object_header(session, object, NULL));
  CHECK(diffattn_object_write(session, object, NULL));
  CHECK(diffattn_object_link(session, object, NULL));
  CHECK(!diffattn_program_entry(session, program, NULL));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "the name of the function is NULL");

  CHECK(!diffattn_object_data(NULL));
  CHECK(diffattn_object_size(NULL) == 0);
  CHECK(!diffattn_object_manifest(NULL));
  CHECK(!diffattn_buffer_data(NULL));
  CHECK(diffattn_buffer_size(NULL) == 0);
  CHECK(!diffattn_program_manifest(NULL));
  diffattn_session_destroy(NULL);
  diffattn_source_destroy(NULL);
  diffattn_object_destroy(NULL);
  diffattn_buffer_destroy(NULL);
  diffattn_program_destroy(NULL);
}

/// After a failed call, its diagnostics stay while NULL is passed on.
static void test_chain(diffattn_session *session) {
  diffattn_source *source = parse(session, "nonsense");
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  CHECK(!diffattn_program_entry(session, program, "f"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "text.mlir:1:1: error");
  CHECK(!diffattn_compile_to_llvm_ir(session, NULL));
  CHECK(diffattn_object_link(session, NULL, "layer.so"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "text.mlir:1:1: error");

  source = parse(session, "func.func private @f()");
  CHECK(!diffattn_compile(session, NULL));
  CHECK_CONTAINS(diffattn_session_diagnostics(session), "the source is NULL");

  diffattn_session *other = diffattn_session_create();
  CHECK(!diffattn_compile(other, source));
  CHECK_CONTAINS(diffattn_session_diagnostics(other),
                 "the source is of another session");
  diffattn_session_destroy(other);
  diffattn_source_destroy(source);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Expects that the call fails with `message`.
static void expect_failure(diffattn_entry entry,
                           const diffattn_tensor *arguments, int64_t count,
                           const char *message) {
  diffattn_context *context = diffattn_context_create();
  CHECK(entry(context, arguments, count) == DIFFATTN_FAILED);
  CHECK_CONTAINS(diffattn_context_error(context), message);
  diffattn_context_destroy(context);
}

static void test_arguments(diffattn_entry twice) {
  float data[4] = {0};
  double wide[4] = {0};
  int64_t size = 4, other = 3, step = 2, sizes[2] = {2, 2};
  diffattn_tensor good = {data, &size, NULL, 1, DIFFATTN_F32};
  diffattn_tensor wrong[] = {good, good};
  expect_failure(twice, wrong, 1, "2 arguments");
  wrong[0] = (diffattn_tensor){wide, &size, NULL, 1, DIFFATTN_F64};
  expect_failure(twice, wrong, 2, "f64");
  wrong[0] = (diffattn_tensor){data, sizes, NULL, 2, DIFFATTN_F32};
  expect_failure(twice, wrong, 2, "rank");
  other = 2;
  wrong[0] = (diffattn_tensor){data, &other, &step, 1, DIFFATTN_F32};
  expect_failure(twice, wrong, 2, "stride");
  wrong[0] = (diffattn_tensor){NULL, &size, NULL, 1, DIFFATTN_F32};
  expect_failure(twice, wrong, 2, "NULL");
  CHECK(twice(NULL, wrong, 2) == DIFFATTN_FAILED);
}

/// A check in the code: its message is the error of the context that called,
/// and the next call works.
static void test_assertion(diffattn_entry pick) {
  float data[3] = {5, 6, 7}, element = 0;
  int64_t size = 3, index = 3;
  diffattn_tensor arguments[3] = {{data, &size, NULL, 1, DIFFATTN_F32},
                                  {&index, NULL, NULL, 0, DIFFATTN_I64},
                                  {&element, NULL, NULL, 0, DIFFATTN_F32}};
  expect_failure(pick, arguments, 3, "the index is out of range");
  diffattn_context *context = diffattn_context_create();
  CHECK(pick(context, arguments, 3) == DIFFATTN_FAILED);
  index = 2;
  CHECK(pick(context, arguments, 3) == DIFFATTN_OK);
  CHECK(strcmp(diffattn_context_error(context), "") == 0);
  CHECK(element == 7);
  diffattn_context_destroy(context);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  diffattn_session *session = diffattn_session_create();
  test_sources(session, argv[2]);
  test_nesting(session);
  test_options(session);
  test_chain(session);

  diffattn_source *source = diffattn_source_from_file(session, argv[1]);
  CHECK_MADE(source, diffattn_session_diagnostics(session));
  test_compile(session, source, argv[2]);
  diffattn_object *object = diffattn_compile(session, source);
  CHECK_MADE(object, diffattn_session_diagnostics(session));
  test_files(session, object);
  diffattn_program *program = diffattn_program_load(session, object);
  CHECK_MADE(program, diffattn_session_diagnostics(session));
  test_null(session, source, object, program);

  CHECK(!diffattn_program_entry(session, program, "attends"));
  CHECK_CONTAINS(diffattn_session_diagnostics(session),
                 "there is no function 'attends'; there is: attend, pick, ");
  test_arguments(diffattn_program_entry(session, program, "double"));
  test_assertion(diffattn_program_entry(session, program, "pick"));

  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);
  return 0;
}
