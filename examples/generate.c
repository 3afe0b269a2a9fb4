//===- generate.c - text from a compiled language model -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: generate [--device=NAME] MODEL.so WEIGHTS.safetensors PROMPT [COUNT]
//
// Continues PROMPT by COUNT (default: 200) bytes, each the most likely one,
// with a model whose tokens are bytes. The program knows nothing of the model:
// what its functions take comes from the artifact, and docs/models.md says what
// it means. It needs the runtime library only:
//
//   cc generate.c -IPREFIX/include -LPREFIX/lib -lDiffAttnRuntime
//
// A model that was compiled for a device runs there: on the first one of its
// kind, or on NAME (cuda:1, sim:seed=3, ...). Weights are copied there once,
// caches never leave it; ids go there and logits come back.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Where the data of arguments is: in the memory of a device, or, if that is
/// NULL, of the host.
typedef struct place {
  diffattn_context *context;
  diffattn_device *device;
} place;

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
// Memory for arguments
//===----------------------------------------------------------------------===//

static void write_to(place there, void *memory, const void *data,
                     size_t bytes) {
  if (!there.device)
    memcpy(memory, data, bytes);
  else if (diffattn_device_write(there.context, there.device, memory, data,
                                 (int64_t)bytes))
    fail(there.context, NULL);
}

/// Memory for an argument, filled with zeros.
static void *reserve(place there, size_t bytes) {
  void *zeros = allocate(bytes);
  if (!there.device)
    return zeros;
  void *memory =
      diffattn_device_allocate(there.context, there.device, (int64_t)bytes);
  if (!memory)
    fail(there.context, NULL);
  write_to(there, memory, zeros, bytes);
  free(zeros);
  return memory;
}

static void give_back(place there, void *memory) {
  if (there.device)
    diffattn_device_free(there.device, memory);
  else
    free(memory);
}

static size_t size_of(int32_t dtype) {
  switch (dtype) {
  case DIFFATTN_BOOL:
  case DIFFATTN_I8:
    return 1;
  case DIFFATTN_F16:
  case DIFFATTN_BF16:
  case DIFFATTN_I16:
    return 2;
  case DIFFATTN_F32:
  case DIFFATTN_I32:
    return 4;
  default:
    return 8;
  }
}

/// Bytes of a tensor without gaps.
static size_t bytes_of(const diffattn_tensor *tensor) {
  size_t bytes = size_of(tensor->dtype);
  for (int32_t i = 0; i < tensor->rank; ++i)
    bytes *= (size_t)tensor->sizes[i];
  return bytes;
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

/// The tensor of the argument called `name`; NULL if there is none.
static diffattn_tensor *look_for(const function *f, const char *name) {
  for (int64_t i = 0; i < f->count; ++i)
    if (strcmp(f->arguments[i].name, name) == 0)
      return &f->tensors[i];
  return NULL;
}

/// The same, of an argument that must be there.
static diffattn_tensor *find(const function *f, const char *name) {
  diffattn_tensor *tensor = look_for(f, name);
  if (tensor)
    return tensor;
  fprintf(stderr, "generate: error: the model has no argument '%s'\n", name);
  exit(1);
}

/// Whether argument `i` is a weight that is copied to the device.
static int is_moved(place there, const function *f, int64_t i) {
  return there.device && f->arguments[i].kind == DIFFATTN_PARAMETER &&
         !f->arguments[i].is_scalar;
}

/// Copies the weights to the device, but for those that `other`, which may be
/// NULL, has there already.
static void move_weights(place there, function *f, const function *other) {
  for (int64_t i = 0; i < f->count; ++i) {
    if (!is_moved(there, f, i))
      continue;
    diffattn_tensor *tensor = &f->tensors[i];
    diffattn_tensor *moved =
        other ? look_for(other, f->arguments[i].name) : NULL;
    if (moved) {
      tensor->data = moved->data;
      continue;
    }
    const void *data = tensor->data;
    tensor->data = reserve(there, bytes_of(tensor));
    write_to(there, tensor->data, data, bytes_of(tensor));
  }
}

/// A tensor of this argument's type for one text, filled with zeros. Sizes that
/// may be anything are 1.
static diffattn_tensor make_tensor(place there,
                                   const diffattn_argument *argument) {
  int64_t *sizes = allocate(sizeof(int64_t) * (size_t)argument->rank);
  for (int32_t i = 0; i < argument->rank; ++i)
    sizes[i] = argument->sizes[i] < 0 ? 1 : argument->sizes[i];
  diffattn_tensor tensor = {NULL, sizes, NULL, argument->rank, argument->dtype};
  tensor.data = reserve(there, bytes_of(&tensor));
  return tensor;
}

/// Gives both functions the same memory for caches and logits: all that they
/// write.
static void make_outputs(place there, function *prefill, function *decode) {
  for (int64_t i = 0; i < prefill->count; ++i) {
    if (prefill->arguments[i].kind != DIFFATTN_OUTPUT)
      continue;
    prefill->tensors[i] = make_tensor(there, &prefill->arguments[i]);
    *find(decode, prefill->arguments[i].name) = prefill->tensors[i];
  }
}

/// Gives back what the arguments of `f` have, but for what `other` has, too.
static void free_tensors(place there, function *f, const function *other) {
  for (int64_t i = 0; i < f->count; ++i) {
    int is_output = f->arguments[i].kind == DIFFATTN_OUTPUT;
    int is_shared = other && look_for(other, f->arguments[i].name);
    if (is_shared || !(is_output || is_moved(there, f, i)))
      continue;
    give_back(there, f->tensors[i].data);
    if (is_output)
      free((void *)f->tensors[i].sizes);
  }
}

//===----------------------------------------------------------------------===//
// Generation
//===----------------------------------------------------------------------===//

static int64_t most_likely(place there, const diffattn_tensor *logits) {
  size_t bytes = bytes_of(logits);
  float *values = allocate(bytes);
  if (!there.device)
    memcpy(values, logits->data, bytes);
  else if (diffattn_device_read(there.context, there.device, values,
                                logits->data, (int64_t)bytes))
    fail(there.context, NULL);
  int64_t best = 0;
  for (int64_t i = 1; i < logits->sizes[1]; ++i)
    if (values[i] > values[best])
      best = i;
  free(values);
  return best;
}

/// Calls `f` on `count` ids, after which the text has `length` tokens. `memory`
/// has place for them and for the length. Returns the token that follows.
static int64_t step(place there, function *f, int64_t *memory,
                    const int64_t *ids, int64_t count, int64_t length) {
  const int64_t one = 1;
  const int64_t sizes[] = {1, count};
  write_to(there, memory, &length, sizeof(length));
  write_to(there, memory + 1, ids, sizeof(*ids) * (size_t)count);
  *find(f, "ids") = (diffattn_tensor){memory + 1, sizes, NULL, 2, DIFFATTN_I64};
  *find(f, "lengths") = (diffattn_tensor){memory, &one, NULL, 1, DIFFATTN_I64};
  if (f->entry(there.context, f->tensors, f->count) ||
      diffattn_synchronize(there.context))
    fail(there.context, NULL);
  return most_likely(there, find(f, "logits"));
}

static void generate(place there, function *prefill, function *decode,
                     const char *prompt, int64_t count) {
  int64_t length = (int64_t)strlen(prompt);
  int64_t *ids = allocate(sizeof(int64_t) * (size_t)length);
  if (length == 0)
    fail(NULL, "the prompt is empty");
  for (int64_t i = 0; i < length; ++i)
    ids[i] = (unsigned char)prompt[i];
  int64_t *memory = reserve(there, sizeof(int64_t) * (size_t)(length + 1));

  fputs(prompt, stdout);
  int64_t token = step(there, prefill, memory, ids, length, length);
  for (int64_t i = 1; i < count; ++i) {
    putchar((int)token);
    fflush(stdout);
    token = step(there, decode, memory, &token, 1, ++length);
  }
  putchar((int)token);
  putchar('\n');
  give_back(there, memory);
  free(ids);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Opens what the artifact is for: the device called `name`, if that is not
/// NULL.
static place open_place(diffattn_context *context,
                        const diffattn_artifact *artifact, const char *name) {
  place there = {context, NULL};
  const char *kind = diffattn_artifact_device(artifact);
  if (!name)
    name = kind;
  if (strcmp(name, "cpu") == 0)
    return there;
  there.device = diffattn_device_open(context, name);
  if (!there.device || diffattn_context_use_device(context, there.device, NULL))
    fail(context, NULL);
  return there;
}

int main(int argc, char **argv) {
  const char *flag = "--device=", *device = NULL;
  if (argc > 1 && strncmp(argv[1], flag, strlen(flag)) == 0) {
    device = argv[1] + strlen(flag);
    --argc;
    ++argv;
  }
  if (argc != 4 && argc != 5) {
    fputs("usage: generate [--device=NAME] MODEL.so WEIGHTS.safetensors PROMPT "
          "[COUNT]\n",
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
  place there = open_place(context, artifact, device);
  function prefill = open_function(context, artifact, weights, "prefill");
  function decode = open_function(context, artifact, weights, "decode");
  move_weights(there, &prefill, NULL);
  move_weights(there, &decode, &prefill);
  make_outputs(there, &prefill, &decode);
  generate(there, &prefill, &decode, argv[3], argc == 5 ? atoll(argv[4]) : 200);

  free_tensors(there, &decode, &prefill);
  free_tensors(there, &prefill, NULL);
  free(prefill.tensors);
  free(decode.tensors);
  diffattn_weights_close(weights);
  diffattn_context_destroy(context);
  diffattn_artifact_close(artifact);
  diffattn_device_close(there.device);
  return 0;
}
