//===- Compiler.h - the compiler as a C library ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From MLIR text to a function to call:
//
//   diffattn_session *session = diffattn_session_create();
//   diffattn_source *source = diffattn_source_from_file(session, "layer.mlir");
//   diffattn_object *object = diffattn_compile(session, source);
//   diffattn_program *program = diffattn_program_load(session, object);
//   diffattn_entry entry = diffattn_program_entry(session, program, "layer");
//   if (!entry)
//     fputs(diffattn_session_diagnostics(session), stderr);
//
// or, in place of the last two calls,
//
//   diffattn_object_link(session, object, "layer.so");
//
// which any program can load by Runtime.h without this library.
//
// Rules for all of it:
// - What fails returns NULL or DIFFATTN_FAILED, and says why in the session's
//   diagnostics. NULL arguments fail like others, so that a chain as above
//   needs one check at its end. Nothing throws or aborts on bad input.
// - Every handle has a destroy function, which accepts NULL. Handles may be
//   destroyed in any order.
// - Strings and data that a function returns belong to the handle they came
//   from, and live as long, if nothing else is said. Strings end in a NUL.
// - A session and its sources are for one thread at a time. Sessions don't know
//   of each other: a thread each. Objects, buffers and programs don't change,
//   any number of threads may read them; entries run on any number of threads,
//   with one diffattn_context each.
//
// What is declared here stays in later versions with the same meaning. All of
// it is there since 0.1, unless "since" says otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_C_COMPILER_H
#define DIFFATTN_C_COMPILER_H

#include "diffattn-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the library, 0.1.0 for instance.
DIFFATTN_EXPORT int32_t diffattn_version_major(void);
DIFFATTN_EXPORT int32_t diffattn_version_minor(void);
DIFFATTN_EXPORT int32_t diffattn_version_patch(void);

//===----------------------------------------------------------------------===//
// Sessions: one compiler, its options and what it had to say
//===----------------------------------------------------------------------===//

typedef struct diffattn_session diffattn_session;

/// Returns NULL when out of memory.
DIFFATTN_EXPORT diffattn_session *diffattn_session_create(void);
DIFFATTN_EXPORT void diffattn_session_destroy(diffattn_session *session);

/// Sets an option for the compilations that follow. Names and values are those
/// of diffattn-compile's flags:
///   cpu             native (default), generic, multi (variants for several, of
///                   which the best one runs), or LLVM's name of a processor;
///                   "+FEATURE" may follow (x86-64-v4+avx512bf16)
///   target          where functions compute: cpu (default), cuda (kernels on
///                   an NVIDIA GPU) or sim (the same kernels in the emulator)
///   chip            the oldest NVIDIA GPU that kernels run on: sm_80,
///                   the default, sm_90a, ...
///   cubin           NVIDIA GPUs that machine code is added for, so that their
///                   driver need not compile: sm_90,sm_100; "" (default): none
///   ptxas           the program that makes it; "" (default): in PATH, in the
///                   toolkit (CUDA_HOME), or in the Python environment
///                   (VIRTUAL_ENV)
///   matmul          what computes matrix products on an NVIDIA GPU: library
///                   (default; cuBLASLt, found when they run) or kernels
///   quantize        what a CPU keeps of weights: none (default), int8 or int4
///                   (docs/quantization.md)
///   compile-from    the stage that sources are in: input (default), raised,
///                   fused, scheduled, buffers, kernels, llvm
///   dump-stages-to  a folder for the module at each stage; "" (default): none
///   cache-dir       a folder, made if need be, of objects that were compiled
///                   before: diffattn_compile takes one from there if neither
///                   source, options, processor nor this library changed, else
///                   it leaves one; "" (default): none. With dump-stages-to it
///                   compiles anew
///   remarks         none (default); show: diagnostics say which attentions
///                   were found and fused, what was not, and how they are
///                   computed; strict: what was not fused is an error
///   reference       true: lower naively, to scalar loops; false (default)
///   optimize        false: LLVM does not optimise code, which comes some times
///                   quicker, and is slow; true (default)
///   schedule        a JSON file that says how attentions are computed
///                   (docs/schedules.md); "" (default): none
///   observe         a public function that also returns what its attentions
///                   compute with, for pictures (docs/artifact.md); ""
///                   (default): none
DIFFATTN_EXPORT diffattn_status diffattn_session_set_option(
    diffattn_session *session, const char *name, const char *value);

/// Is told that a step of a call begins (`begins` is 1) or ends (0): "parse",
/// "raised" and other stages, "optimise LLVM IR", "emit machine code", "link".
typedef void (*diffattn_listener)(void *context, const char *step,
                                  int32_t begins);

/// Has `listener` called with `context` for the steps of calls that follow, for
/// progress or times. Steps lie in each other and are told on the thread of the
/// call; what is told must not call the session. NULL: nobody is told.
DIFFATTN_EXPORT void diffattn_session_listen(diffattn_session *session,
                                             diffattn_listener listener,
                                             void *context);

/// What the last call with `session` had to say: lines like
/// "FILE:LINE:COLUMN: error: TEXT", also warnings and notes; "" if nothing.
/// Valid until the next such call.
DIFFATTN_EXPORT const char *
diffattn_session_diagnostics(const diffattn_session *session);

//===----------------------------------------------------------------------===//
// Sources: modules as text or bytecode
//===----------------------------------------------------------------------===//

typedef struct diffattn_source diffattn_source;

/// Reads and verifies the MLIR at `path`; "-" is the standard input.
DIFFATTN_EXPORT diffattn_source *
diffattn_source_from_file(diffattn_session *session, const char *path);

/// The same for `size` bytes at `data`, which are copied. Diagnostics call it
/// `name`.
DIFFATTN_EXPORT diffattn_source *
diffattn_source_from_buffer(diffattn_session *session, const char *data,
                            size_t size, const char *name);
DIFFATTN_EXPORT void diffattn_source_destroy(diffattn_source *source);

//===----------------------------------------------------------------------===//
// Compiling. `source` is of the same session, and can be compiled again.
//===----------------------------------------------------------------------===//

/// Machine code, with the signatures of the functions in it.
typedef struct diffattn_object diffattn_object;

/// Text of some length.
typedef struct diffattn_buffer diffattn_buffer;

DIFFATTN_EXPORT diffattn_object *
diffattn_compile(diffattn_session *session, const diffattn_source *source);

/// The module at `stage` (input, raised, fused, scheduled, buffers, kernels,
/// llvm) as MLIR text.
DIFFATTN_EXPORT diffattn_buffer *
diffattn_compile_to_mlir(diffattn_session *session,
                         const diffattn_source *source, const char *stage);

/// The optimised LLVM IR as text.
DIFFATTN_EXPORT diffattn_buffer *
diffattn_compile_to_llvm_ir(diffattn_session *session,
                            const diffattn_source *source);

/// How each attention is computed, in which memory, and why, and how buffers
/// share memory: the tables of diffattn-compile --print-plan
/// (docs/schedules.md). For one processor, not `reference`.
DIFFATTN_EXPORT diffattn_buffer *diffattn_plan(diffattn_session *session,
                                               const diffattn_source *source);

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// The object file, diffattn_object_size() bytes.
DIFFATTN_EXPORT const void *diffattn_object_data(const diffattn_object *object);
DIFFATTN_EXPORT size_t diffattn_object_size(const diffattn_object *object);

/// What the functions are called and take, as JSON (docs/artifact.md).
DIFFATTN_EXPORT const char *
diffattn_object_manifest(const diffattn_object *object);

/// A C header with a typed function for each entry, to be stored as `name`.
DIFFATTN_EXPORT diffattn_buffer *
diffattn_object_header(diffattn_session *session, const diffattn_object *object,
                       const char *name);

/// Writes the object file. Like all that is written here, it replaces `path` in
/// one step, or leaves it as it was.
DIFFATTN_EXPORT diffattn_status diffattn_object_write(
    diffattn_session *session, const diffattn_object *object, const char *path);

/// Writes the artifact: a shared library for diffattn_artifact_load.
DIFFATTN_EXPORT diffattn_status diffattn_object_link(
    diffattn_session *session, const diffattn_object *object, const char *path);

DIFFATTN_EXPORT void diffattn_object_destroy(diffattn_object *object);

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The text; a NUL follows its diffattn_buffer_size() bytes.
DIFFATTN_EXPORT const char *diffattn_buffer_data(const diffattn_buffer *buffer);
DIFFATTN_EXPORT size_t diffattn_buffer_size(const diffattn_buffer *buffer);

/// Writes the text to `path`; "-" is the standard output.
DIFFATTN_EXPORT diffattn_status diffattn_buffer_write(
    diffattn_session *session, const diffattn_buffer *buffer, const char *path);

DIFFATTN_EXPORT void diffattn_buffer_destroy(diffattn_buffer *buffer);

//===----------------------------------------------------------------------===//
// Programs: objects loaded into this process
//===----------------------------------------------------------------------===//

typedef struct diffattn_program diffattn_program;

/// The program keeps what it needs of `object`. Fails if this machine can't run
/// the code.
DIFFATTN_EXPORT diffattn_program *
diffattn_program_load(diffattn_session *session, const diffattn_object *object);

/// As diffattn_object_manifest.
DIFFATTN_EXPORT const char *
diffattn_program_manifest(const diffattn_program *program);

/// The function called `name`; valid as long as `program`.
DIFFATTN_EXPORT diffattn_entry
diffattn_program_entry(diffattn_session *session,
                       const diffattn_program *program, const char *name);

/// Entries of the program become invalid.
DIFFATTN_EXPORT void diffattn_program_destroy(diffattn_program *program);

#ifdef __cplusplus
}
#endif

#endif // DIFFATTN_C_COMPILER_H
