//===- threads.c - sessions, calls and pools on several threads -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %c-program %s -o %t
// RUN: %t %S/Inputs/functions.mlir
//
//===----------------------------------------------------------------------===//

#include "Inputs/support.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, CALLS = 50, KEYS = 8 };

//===----------------------------------------------------------------------===//
// Entries are re-entrant: a context each
//===----------------------------------------------------------------------===//

struct caller {
  pthread_t thread;
  diffattn_entry attend, pick;
  unsigned seed;
};

/// Calls that succeed, with other numbers and sizes than those of other
/// threads, between calls that fail.
static void *call(void *argument) {
  struct caller *caller = argument;
  int64_t rows = 1 + caller->seed % KEYS;
  diffattn_context *context = diffattn_context_create();
  for (unsigned i = 0; i < CALLS; ++i) {
    float data[7][KEYS * 4], lambda = (float)caller->seed / 10;
    int64_t sizes[7][2];
    const int64_t strides[7][2] = {{4, 1}, {4, 1}, {4, 1}, {4, 1},
                                   {3, 1}, {0, 0}, {3, 1}};
    diffattn_tensor arguments[7];
    for (int j = 0; j < 7; ++j) {
      fill(data[j], KEYS * 4, caller->seed * 1000 + i * 10 + (unsigned)j);
      sizes[j][0] = j == 0 || j == 2 || j == 6 ? rows : KEYS;
      sizes[j][1] = strides[j][0];
      arguments[j] =
          (diffattn_tensor){data[j], sizes[j], strides[j], 2, DIFFATTN_F32};
    }
    arguments[5] = (diffattn_tensor){&lambda, NULL, NULL, 0, DIFFATTN_F32};
    CHECK(caller->attend(context, arguments, 7) == DIFFATTN_OK);
    CHECK(is_attention(arguments));

    int64_t size = KEYS, index = KEYS;
    float element;
    diffattn_tensor picked[3] = {{data[0], &size, NULL, 1, DIFFATTN_F32},
                                 {&index, NULL, NULL, 0, DIFFATTN_I64},
                                 {&element, NULL, NULL, 0, DIFFATTN_F32}};
    CHECK(caller->pick(context, picked, 3) == DIFFATTN_FAILED);
    CHECK_CONTAINS(diffattn_context_error(context), "out of range");
  }
  diffattn_context_destroy(context);
  return NULL;
}

static void test_calls(diffattn_entry attend, diffattn_entry pick) {
  struct caller callers[THREADS];
  for (unsigned i = 0; i < THREADS; ++i) {
    callers[i].attend = attend;
    callers[i].pick = pick;
    callers[i].seed = i + 1;
    CHECK(!pthread_create(&callers[i].thread, NULL, call, &callers[i]));
  }
  for (unsigned i = 0; i < THREADS; ++i)
    CHECK(!pthread_join(callers[i].thread, NULL));
}

//===----------------------------------------------------------------------===//
// The host's own pool
//===----------------------------------------------------------------------===//

static atomic_int loops, iterations;

struct share {
  pthread_t thread;
  void (*fn)(void *ctx, int64_t i);
  void *ctx;
  int64_t begin, end;
};

static void *run_share(void *argument) {
  struct share *share = argument;
  for (int64_t i = share->begin; i < share->end; ++i) {
    share->fn(share->ctx, i);
    atomic_fetch_add(&iterations, 1);
  }
  return NULL;
}

/// Two halves, one on a thread of its own.
static void run_on_own_threads(void (*fn)(void *ctx, int64_t i), void *ctx,
                               int64_t n) {
  struct share first = {.fn = fn, .ctx = ctx, .begin = 0, .end = n / 2};
  struct share second = {.fn = fn, .ctx = ctx, .begin = n / 2, .end = n};
  atomic_fetch_add(&loops, 1);
  CHECK(!pthread_create(&first.thread, NULL, run_share, &first));
  run_share(&second);
  CHECK(!pthread_join(first.thread, NULL));
}

static void call_double(diffattn_entry twice) {
  enum { SIZE = 1000 };
  static float x[SIZE], y[SIZE];
  fill(x, SIZE, 7);
  memset(y, 0, sizeof(y));
  int64_t size = SIZE;
  diffattn_tensor arguments[2] = {{x, &size, NULL, 1, DIFFATTN_F32},
                                  {y, &size, NULL, 1, DIFFATTN_F32}};
  diffattn_context *context = diffattn_context_create();
  CHECK(twice(context, arguments, 2) == DIFFATTN_OK);
  for (int i = 0; i < SIZE; ++i)
    CHECK(y[i] == 2 * x[i]);
  diffattn_context_destroy(context);
}

static void count(void *counter, int64_t i) {
  atomic_fetch_add((atomic_int *)counter, (int)i);
}

static void test_pools(diffattn_entry twice) {
  diffattn_set_num_threads(3);
  CHECK(diffattn_get_num_threads() == 3);
  call_double(twice);
  CHECK(atomic_load(&loops) == 0);

  diffattn_set_parallel_for(run_on_own_threads);
  call_double(twice);
  CHECK(atomic_load(&loops) == 1);
  CHECK(atomic_load(&iterations) >= 1);
  atomic_int sum = 0;
  diffattn_parallel_for(count, &sum, 5);
  CHECK(atomic_load(&sum) == 10);
  CHECK(atomic_load(&loops) == 2);

  diffattn_set_parallel_for(NULL);
  diffattn_set_num_threads(0);
  call_double(twice);
  CHECK(atomic_load(&loops) == 2);
}

//===----------------------------------------------------------------------===//
// A session a thread
//===----------------------------------------------------------------------===//

static const char *path;

static void *compile(void *argument) {
  (void)argument;
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, path);
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  diffattn_entry attend = diffattn_program_entry(session, program, "attend");
  CHECK_MADE(attend, diffattn_session_diagnostics(session));
  struct caller caller = {.attend = attend, .seed = 3};
  caller.pick = diffattn_program_entry(session, program, "pick");
  call(&caller);
  diffattn_session_destroy(session);
  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  return NULL;
}

static void test_sessions(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    CHECK(!pthread_create(&threads[i], NULL, compile, NULL));
  for (int i = 0; i < 2; ++i)
    CHECK(!pthread_join(threads[i], NULL));
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  path = argv[1];
  test_sessions();

  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, path);
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  CHECK_MADE(program, diffattn_session_diagnostics(session));
  diffattn_entry attend = diffattn_program_entry(session, program, "attend");
  test_calls(attend, diffattn_program_entry(session, program, "pick"));
  test_pools(diffattn_program_entry(session, program, "double"));
  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);
  return 0;
}
