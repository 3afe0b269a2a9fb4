//===- shared.c - compiling and calling, all on eight threads at once -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %c-program %s -o %t
// RUN: %t %S/Inputs/shared.mlir %t.so 1
//
// In each round every thread compiles a module, loads what came out, loads the
// artifact that all share, and calls its own entries, those of the artifact and
// those that its neighbour compiled, with weights that all share. tools/dev/
// tsan.sh runs it under ThreadSanitizer. Loops go to a pool of this program:
// libomp's own synchronisation is unknown to that.
//
//===----------------------------------------------------------------------===//

// Barriers are not of C.
#define _POSIX_C_SOURCE 200809L

#include "Inputs/support.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8, ROWS = 16, DEPTH = 64, COLUMNS = 128, HEAD = 2 * ROWS * 8 };

static const char *module_path, *artifact_path;
static int rounds;
static float weight[COLUMNS * DEPTH];
static diffattn_weights *shared_weights;
static pthread_barrier_t barrier;
static atomic_int loops;

//===----------------------------------------------------------------------===//
// A pool: a second thread for the odd iterations
//===----------------------------------------------------------------------===//

struct share {
  void (*fn)(void *ctx, int64_t i);
  void *ctx;
  int64_t begin, end;
};

static void *run_share(void *argument) {
  struct share *share = argument;
  for (int64_t i = share->begin; i < share->end; i += 2)
    share->fn(share->ctx, i);
  return NULL;
}

static void run_on_two_threads(void (*fn)(void *ctx, int64_t i), void *ctx,
                               int64_t n) {
  struct share even = {fn, ctx, 0, n}, odd = {fn, ctx, 1, n};
  pthread_t thread;
  atomic_fetch_add(&loops, 1);
  CHECK(!pthread_create(&thread, NULL, run_share, &odd));
  run_share(&even);
  CHECK(!pthread_join(thread, NULL));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void call_project(diffattn_context *context, diffattn_entry project,
                         unsigned seed) {
  float x[ROWS * DEPTH], y[ROWS * COLUMNS];
  fill(x, ROWS * DEPTH, seed);
  const int64_t x_sizes[] = {ROWS, DEPTH}, y_sizes[] = {ROWS, COLUMNS};
  diffattn_tensor arguments[3] = {{x, x_sizes, NULL, 2, DIFFATTN_F32},
                                  {0},
                                  {y, y_sizes, NULL, 2, DIFFATTN_F32}};
  CHECK(diffattn_weights_get(context, shared_weights, "weight",
                             &arguments[1]) == DIFFATTN_OK);
  CHECK_MADE(project(context, arguments, 3) == DIFFATTN_OK,
             diffattn_context_error(context));
  for (int i = 0; i < ROWS * COLUMNS; ++i) {
    double expected = 0;
    for (int k = 0; k < DEPTH; ++k)
      expected +=
          (double)x[i / COLUMNS * DEPTH + k] * weight[i % COLUMNS * DEPTH + k];
    CHECK(fabs(y[i] - expected) < 1e-4);
  }
}

/// With lambda = 1 both maps are the same: the result is 0.
static void call_attend(diffattn_context *context, diffattn_entry attend,
                        unsigned seed) {
  float q[HEAD], k[HEAD], out[HEAD], lambda = 1;
  fill(q, HEAD, seed);
  fill(k, HEAD, seed + 1);
  memset(out, 0xff, sizeof(out));
  const int64_t sizes[] = {2, ROWS, 8};
  diffattn_tensor arguments[4] = {{q, sizes, NULL, 3, DIFFATTN_F32},
                                  {k, sizes, NULL, 3, DIFFATTN_F32},
                                  {&lambda, NULL, NULL, 0, DIFFATTN_F32},
                                  {out, sizes, NULL, 3, DIFFATTN_F32}};
  CHECK_MADE(attend(context, arguments, 4) == DIFFATTN_OK,
             diffattn_context_error(context));
  for (int i = 0; i < HEAD; ++i)
    CHECK(fabs(out[i]) < 1e-5);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

struct worker {
  pthread_t thread;
  unsigned number;
  /// What it has compiled, for its neighbour.
  diffattn_entry project, attend;
};
static struct worker workers[THREADS];

/// What the worker compiled is there, for all of them, between two barriers.
static void run_round(struct worker *self, unsigned round) {
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, module_path);
  diffattn_object *object = diffattn_compile(session, source);
  diffattn_program *program = diffattn_program_load(session, object);
  self->project = diffattn_program_entry(session, program, "project");
  self->attend = diffattn_program_entry(session, program, "attend");
  CHECK_MADE(self->attend, diffattn_session_diagnostics(session));

  diffattn_context *context = diffattn_context_create();
  diffattn_artifact *artifact = diffattn_artifact_load(context, artifact_path);
  CHECK_MADE(artifact, diffattn_context_error(context));
  unsigned seed = round * 100 + self->number;
  pthread_barrier_wait(&barrier);
  const struct worker *other = &workers[(self->number + 1) % THREADS];
  call_project(context, self->project, seed);
  call_project(context, other->project, seed + 1);
  call_attend(context, other->attend, seed);
  call_project(context, diffattn_artifact_entry(context, artifact, "project"),
               seed);
  call_attend(context, diffattn_artifact_entry(context, artifact, "attend"),
              seed);
  CHECK(!diffattn_artifact_entry(context, artifact, "nothing"));
  pthread_barrier_wait(&barrier);

  diffattn_artifact_close(artifact);
  diffattn_context_destroy(context);
  diffattn_session_destroy(session);
  diffattn_program_destroy(program);
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
}

static void *work(void *argument) {
  for (unsigned round = 0; round < (unsigned)rounds; ++round)
    run_round(argument, round);
  return NULL;
}

static void write_artifact(void) {
  diffattn_session *session = diffattn_session_create();
  diffattn_source *source = diffattn_source_from_file(session, module_path);
  diffattn_object *object = diffattn_compile(session, source);
  CHECK_MADE(diffattn_object_link(session, object, artifact_path) ==
                 DIFFATTN_OK,
             diffattn_session_diagnostics(session));
  diffattn_object_destroy(object);
  diffattn_source_destroy(source);
  diffattn_session_destroy(session);
}

static void wrap_weights(void) {
  static const char *const name = "weight";
  const int64_t sizes[] = {COLUMNS, DEPTH};
  diffattn_tensor tensor = {weight, sizes, NULL, 2, DIFFATTN_F32};
  fill(weight, COLUMNS * DEPTH, 99);
  diffattn_context *context = diffattn_context_create();
  shared_weights = diffattn_weights_wrap(context, &name, &tensor, 1);
  CHECK_MADE(shared_weights, diffattn_context_error(context));
  diffattn_context_destroy(context);
}

int main(int argc, char **argv) {
  CHECK(argc == 4);
  module_path = argv[1];
  artifact_path = argv[2];
  rounds = atoi(argv[3]);
  CHECK(rounds > 0);
  diffattn_set_parallel_for(run_on_two_threads);
  write_artifact();
  wrap_weights();
  CHECK(!pthread_barrier_init(&barrier, NULL, THREADS));
  for (unsigned i = 0; i < THREADS; ++i) {
    workers[i].number = i;
    CHECK(!pthread_create(&workers[i].thread, NULL, work, &workers[i]));
  }
  for (unsigned i = 0; i < THREADS; ++i)
    CHECK(!pthread_join(workers[i].thread, NULL));
  diffattn_weights_close(shared_weights);
  printf("%d compilations, %d parallel loops\n", THREADS * rounds,
         atomic_load(&loops));
  CHECK(atomic_load(&loops) > 0);
  return 0;
}
