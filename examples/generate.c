//===- generate.c - text from a compiled language model -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: generate MODEL.so WEIGHTS.safetensors PROMPT [COUNT]
//
// Continues PROMPT by COUNT (default: 200) bytes, each the most likely one,
// with a model whose tokens are bytes. The program knows nothing of the model:
// what its functions take comes from the artifact, and docs/models.md says what
// it means. It needs the runtime library only:
//
//   cc generate.c -IPREFIX/include -LPREFIX/lib -lDiffAttnRuntime
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A function of the model, with a tensor for each of its arguments.
typedef struct function {
  diffattn_entry entry;
  const diffattn_argument *arguments;
  diffattn_tensor *tensors;
  int64_t count;
} function;

/// Ends the program: with the context's message, or with `problem`.
static void fail(diffattn_context *context, const char *problem) {
  fprintf(stderr, "generate: error: %s\n",
          problem ? problem : diffattn_context_error(context));
  exit(1);
}

static void *allocate(size_t size) {
  void *memory = calloc(size ? size : 1, 1);
  if (!memory)
    fail(NULL, "out of memory");
  return memory;
}

//===----------------------------------------------------------------------===//
// Functions, weights, caches
//===----------------------------------------------------------------------===//

/// Finds a function and binds its parameters to the weights in the file.
static function open_function(diffattn_context *context,
                              diffattn_artifact *artifact,
                              const diffattn_weights *weights,
                              const char *name) {
  function result;
  result.entry = diffattn_artifact_entry(context, artifact, name);
  if (!result.entry)
    fail(context, NULL);
  result.arguments =
      diffattn_artifact_arguments(context, artifact, name, &result.count);
  result.tensors = allocate(sizeof(diffattn_tensor) * (size_t)result.count);
  if (diffattn_weights_bind(context, weights, result.arguments, result.count,
                            result.tensors))
    fail(context, NULL);
  return result;
}

/// The tensor of the argument called `name`.
static diffattn_tensor *find(const function *f, const char *name) {
  for (int64_t i = 0; i < f->count; ++i)
    if (strcmp(f->arguments[i].name, name) == 0)
      return &f->tensors[i];
  fprintf(stderr, "generate: error: the model has no argument '%s'\n", name);
  exit(1);
}

static size_t size_of(int32_t dtype) {
  switch (dtype) {
  case DIFFATTN_F16:
  case DIFFATTN_BF16:
    return 2;
  case DIFFATTN_F32:
    return 4;
  default:
    return 8;
  }
}

/// A tensor of this argument's type for one text, filled with zeros. Sizes that
/// may be anything are 1.
static diffattn_tensor make_tensor(const diffattn_argument *argument) {
  int64_t *sizes = allocate(sizeof(int64_t) * (size_t)argument->rank);
  size_t bytes = size_of(argument->dtype);
  for (int32_t i = 0; i < argument->rank; ++i) {
    sizes[i] = argument->sizes[i] < 0 ? 1 : argument->sizes[i];
    bytes *= (size_t)sizes[i];
  }
  return (diffattn_tensor){allocate(bytes), sizes, NULL, argument->rank,
                           argument->dtype};
}

/// Gives both functions the same memory for caches and logits: all that they
/// write.
static void make_outputs(function *prefill, function *decode) {
  for (int64_t i = 0; i < prefill->count; ++i) {
    if (prefill->arguments[i].kind != DIFFATTN_OUTPUT)
      continue;
    prefill->tensors[i] = make_tensor(&prefill->arguments[i]);
    *find(decode, prefill->arguments[i].name) = prefill->tensors[i];
  }
}

//===----------------------------------------------------------------------===//
// Generation
//===----------------------------------------------------------------------===//

static int64_t most_likely(const diffattn_tensor *logits) {
  const float *values = logits->data;
  int64_t best = 0;
  for (int64_t i = 1; i < logits->sizes[1]; ++i)
    if (values[i] > values[best])
      best = i;
  return best;
}

/// Calls `f` on `count` ids, after which the text has `length` tokens. Returns
/// the token that follows.
static int64_t step(diffattn_context *context, function *f, int64_t *ids,
                    int64_t count, int64_t length) {
  const int64_t one = 1;
  int64_t sizes[] = {1, count};
  *find(f, "ids") = (diffattn_tensor){ids, sizes, NULL, 2, DIFFATTN_I64};
  *find(f, "lengths") = (diffattn_tensor){&length, &one, NULL, 1, DIFFATTN_I64};
  if (f->entry(context, f->tensors, f->count))
    fail(context, NULL);
  return most_likely(find(f, "logits"));
}

static void generate(diffattn_context *context, function *prefill,
                     function *decode, const char *prompt, int64_t count) {
  int64_t length = (int64_t)strlen(prompt);
  int64_t *ids = allocate(sizeof(int64_t) * (size_t)length);
  if (length == 0)
    fail(NULL, "the prompt is empty");
  for (int64_t i = 0; i < length; ++i)
    ids[i] = (unsigned char)prompt[i];

  fputs(prompt, stdout);
  int64_t token = step(context, prefill, ids, length, length);
  for (int64_t i = 1; i < count; ++i) {
    putchar((int)token);
    fflush(stdout);
    token = step(context, decode, &token, 1, ++length);
  }
  putchar((int)token);
  putchar('\n');
  free(ids);
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5) {
    fputs("usage: generate MODEL.so WEIGHTS.safetensors PROMPT [COUNT]\n",
          stderr);
    return 2;
  }
  diffattn_context *context = diffattn_context_create();
  diffattn_artifact *artifact = diffattn_artifact_load(context, argv[1]);
  if (!artifact)
    fail(context, NULL);
  const char *file = argv[2];
  diffattn_weights *weights = diffattn_weights_open(context, &file, 1);
  if (!weights)
    fail(context, NULL);
  function prefill = open_function(context, artifact, weights, "prefill");
  function decode = open_function(context, artifact, weights, "decode");
  make_outputs(&prefill, &decode);
  generate(context, &prefill, &decode, argv[3],
           argc == 5 ? atoll(argv[4]) : 200);

  for (int64_t i = 0; i < prefill.count; ++i) {
    if (prefill.arguments[i].kind != DIFFATTN_OUTPUT)
      continue;
    free(prefill.tensors[i].data);
    free((void *)prefill.tensors[i].sizes);
  }
  free(prefill.tensors);
  free(decode.tensors);
  diffattn_weights_close(weights);
  diffattn_artifact_close(artifact);
  diffattn_context_destroy(context);
  return 0;
}
