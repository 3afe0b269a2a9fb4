//===- Runtime.h - what compiled code and its host share ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain C, no LLVM, no MLIR. An artifact is a shared library that
// diffattn-compile wrote; every function in it is entered through one C type,
// diffattn_entry. Entries are re-entrant: what a call needs beside its
// arguments (workspace, the error message) lives in a context, so calls run in
// parallel with one context each.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_C_RUNTIME_H
#define DIFFATTN_C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DIFFATTN_EXPORT __attribute__((visibility("default")))
#else
#define DIFFATTN_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// 0 is success; anything else is a failure whose message is in the context.
typedef int32_t diffattn_status;
enum { DIFFATTN_OK = 0, DIFFATTN_FAILED = 1 };

/// Element types. The values are part of the artifact format.
typedef enum diffattn_dtype {
  DIFFATTN_F16 = 1,
  DIFFATTN_BF16 = 2,
  DIFFATTN_F32 = 3,
  DIFFATTN_F64 = 4,
  DIFFATTN_BOOL = 5, ///< one byte, 0 or 1
  DIFFATTN_I8 = 6,
  DIFFATTN_I16 = 7,
  DIFFATTN_I32 = 8,
  DIFFATTN_I64 = 9, ///< also MLIR's index
} diffattn_dtype;

/// A strided view of memory that the caller owns. Scalars have rank 0. Data is
/// aligned to its element type; it may be NULL where there is no element. An
/// output must not overlap another argument, unless the function says that the
/// two may share memory: this is not checked.
typedef struct diffattn_tensor {
  void *data;             ///< the element at index (0, ..., 0)
  const int64_t *sizes;   ///< [rank]
  const int64_t *strides; ///< [rank], in elements; NULL: row-major, no gaps
  int32_t rank;
  int32_t dtype; ///< a diffattn_dtype
} diffattn_tensor;

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// Workspace and error message of one caller. Not for two threads at once.
typedef struct diffattn_context diffattn_context;

/// Returns NULL when out of memory.
DIFFATTN_EXPORT diffattn_context *diffattn_context_create(void);
DIFFATTN_EXPORT void diffattn_context_destroy(diffattn_context *context);

/// The message of the last failed call, "" after a call that succeeded. Valid
/// until the next call with this context. Also says so if `context` is NULL.
DIFFATTN_EXPORT const char *
diffattn_context_error(const diffattn_context *context);

/// Bytes of workspace that the context holds for reuse by later calls.
DIFFATTN_EXPORT int64_t
diffattn_context_workspace(const diffattn_context *context);

//===----------------------------------------------------------------------===//
// Devices: where the kernels of an artifact run
//===----------------------------------------------------------------------===//

/// A device with memory of its own. Any number of threads may use one, each
/// with a context of its own.
typedef struct diffattn_device diffattn_device;

/// Opens the device called `name`:
///   cuda     the first NVIDIA GPU, through its driver (libcuda.so.1)
///   cuda:1   the second
///   sim      the emulator; sim:OPTIONS gives it options, such as
///            sim:seed=3,schedule=random
/// Returns NULL, with the message in `context`, if there is no such device.
DIFFATTN_EXPORT diffattn_device *diffattn_device_open(diffattn_context *context,
                                                      const char *name);

/// Contexts that use the device keep it; memory from diffattn_device_allocate
/// must be freed before. Accepts NULL.
DIFFATTN_EXPORT void diffattn_device_close(diffattn_device *device);

/// What device it is, for people: "cuda:0 (NVIDIA H200, sm_90)".
DIFFATTN_EXPORT const char *diffattn_device_name(const diffattn_device *device);

/// Memory for `bytes` bytes on the device, aligned to 256: not for the host to
/// read or write. Returns NULL, with the message in `context`, if there is
/// none, or the size is negative.
DIFFATTN_EXPORT void *diffattn_device_allocate(diffattn_context *context,
                                               diffattn_device *device,
                                               int64_t bytes);

/// Frees what diffattn_device_allocate gave, or NULL. Work that uses it must be
/// done (diffattn_synchronize).
DIFFATTN_EXPORT void diffattn_device_free(diffattn_device *device,
                                          void *memory);

/// Copies `bytes` bytes to and from the device; returns when that is done. If
/// `context` uses the device, its work so far is done first.
DIFFATTN_EXPORT diffattn_status diffattn_device_write(diffattn_context *context,
                                                      diffattn_device *device,
                                                      void *to_device,
                                                      const void *from_host,
                                                      int64_t bytes);
DIFFATTN_EXPORT diffattn_status diffattn_device_read(diffattn_context *context,
                                                     diffattn_device *device,
                                                     void *to_host,
                                                     const void *from_device,
                                                     int64_t bytes);

/// Makes entries that are called with `context` use the device: the data of
/// their arguments is memory of the device, and so is workspace. Only numbers
/// (what the manifest calls "scalar") stay in memory of the host. `stream` is a
/// CUstream that the host keeps alive, or NULL, the default one. NULL for the
/// device makes it a context for functions on the CPU again. Waits for the work
/// of the context so far and gives its workspace back.
DIFFATTN_EXPORT diffattn_status diffattn_context_use_device(
    diffattn_context *context, diffattn_device *device, void *stream);

/// Waits until all that entries have started with `context` is done. An entry
/// on a device returns when its work is queued, in order, on the context's
/// stream: a check that fails inside a kernel shows here (or in the next entry
/// that must wait), and the outputs hold anything then. Artifacts must stay
/// loaded until then. Does nothing for a context without a device.
DIFFATTN_EXPORT diffattn_status diffattn_synchronize(diffattn_context *context);

//===----------------------------------------------------------------------===//
// Artifacts
//===----------------------------------------------------------------------===//

/// A function of an artifact: `count` arguments in the order of the manifest,
/// inputs and outputs alike. Checks number, dtypes, ranks, sizes and strides
/// before it touches memory.
typedef diffattn_status (*diffattn_entry)(diffattn_context *context,
                                          const diffattn_tensor *arguments,
                                          int64_t count);

/// A loaded artifact.
typedef struct diffattn_artifact diffattn_artifact;

/// Loads the shared library at `path`. Returns NULL, with the message in
/// `context`, if it can't be loaded, is no artifact, is of a newer format, or
/// needs a processor that this one is not. What is loaded is the file that is
/// there now, also while artifacts of a file that it replaced are open.
DIFFATTN_EXPORT diffattn_artifact *
diffattn_artifact_load(diffattn_context *context, const char *path);

/// Unloads; entries and the manifest of the artifact become invalid.
DIFFATTN_EXPORT void diffattn_artifact_close(diffattn_artifact *artifact);

/// The manifest as JSON text (docs/artifact.md describes it).
DIFFATTN_EXPORT const char *
diffattn_artifact_manifest(const diffattn_artifact *artifact);

/// The processor that its code is for, as `--cpu` named it; "" if it does not
/// say. Of an artifact with variants, the one that suits this machine.
DIFFATTN_EXPORT const char *
diffattn_artifact_cpu(const diffattn_artifact *artifact);

/// What its functions run on: "cpu", "cuda" or "sim". For the others than
/// "cpu", entries need a context that uses such a device.
DIFFATTN_EXPORT const char *
diffattn_artifact_device(const diffattn_artifact *artifact);

/// The entry of the function called `name`, or NULL with the message (which
/// lists the functions there are) in `context`.
DIFFATTN_EXPORT diffattn_entry diffattn_artifact_entry(
    diffattn_context *context, diffattn_artifact *artifact, const char *name);

/// What an argument of a function is for.
typedef enum diffattn_kind {
  DIFFATTN_INPUT = 0,
  DIFFATTN_OUTPUT = 1,    ///< is written; a cache is read as well
  DIFFATTN_PARAMETER = 2, ///< an input that is a weight, bound by its name
} diffattn_kind;

/// An argument as the manifest has it.
typedef struct diffattn_argument {
  const char *name;
  const int64_t *sizes; ///< [rank]; -1: any
  int32_t rank;
  int32_t dtype; ///< a diffattn_dtype
  int32_t kind;  ///< a diffattn_kind
  /// 1: a number, whose data is in the host's memory wherever the function
  /// runs; 0: a tensor.
  int32_t is_scalar;
} diffattn_argument;

/// The arguments of the function called `name`, in their order, and `*count`,
/// their number. They belong to the artifact. Fails like
/// diffattn_artifact_entry.
DIFFATTN_EXPORT const diffattn_argument *
diffattn_artifact_arguments(diffattn_context *context,
                            const diffattn_artifact *artifact, const char *name,
                            int64_t *count);

//===----------------------------------------------------------------------===//
// Weights: tensors that don't change, by name
//===----------------------------------------------------------------------===//

/// Files that are mapped into memory. They don't change, and nobody may write
/// to them: any number of threads read them, and code that multiplies by a
/// weight keeps it here in panels, made at the first call that needs them
/// (diffattn_find_panels). What of a file is in memory then is given back.
typedef struct diffattn_weights diffattn_weights;

/// Maps the files at `paths`, `count` of them: the weights of one model may be
/// spread over several. Returns NULL, with the message in `context`, if one
/// can't be read, is damaged or cut off, or has a tensor that another has, too.
DIFFATTN_EXPORT diffattn_weights *
diffattn_weights_open(diffattn_context *context, const char *const *paths,
                      int64_t count);

/// The same for `count` tensors in the host's memory, in row-major order
/// without gaps, by their names. They are not copied, and must neither change
/// nor be freed before the weights are closed. Returns NULL, with the message
/// in `context`, for a tensor with gaps and a name that comes twice.
DIFFATTN_EXPORT diffattn_weights *
diffattn_weights_wrap(diffattn_context *context, const char *const *names,
                      const diffattn_tensor *tensors, int64_t count);

/// Unmaps, and frees the panels; views of the tensors become invalid. Accepts
/// NULL.
DIFFATTN_EXPORT void diffattn_weights_close(diffattn_weights *weights);

/// The number of tensors, and the name of each, in alphabetical order; NULL if
/// there is no tensor `index`.
DIFFATTN_EXPORT int64_t diffattn_weights_count(const diffattn_weights *weights);
DIFFATTN_EXPORT const char *
diffattn_weights_name(const diffattn_weights *weights, int64_t index);

/// Makes `*tensor` a view of the tensor called `name`. Fails, with the message
/// in `context`, if there is none.
DIFFATTN_EXPORT diffattn_status
diffattn_weights_get(diffattn_context *context, const diffattn_weights *weights,
                     const char *name, diffattn_tensor *tensor);

/// Makes `tensors[i]` a view of the weight for each of the `count` arguments
/// that is a parameter, and leaves the other tensors alone. Fails, with the
/// message in `context`, if a weight is missing or has another dtype or shape
/// than its parameter.
DIFFATTN_EXPORT diffattn_status diffattn_weights_bind(
    diffattn_context *context, const diffattn_weights *weights,
    const diffattn_argument *arguments, int64_t count,
    diffattn_tensor *tensors);

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Calls `fn(ctx, i)` for each i in [0, n) and returns when all are done. The
/// split over threads is static: which thread runs an index depends on n and
/// the number of threads only.
DIFFATTN_EXPORT void diffattn_parallel_for(void (*fn)(void *ctx, int64_t i),
                                           void *ctx, int64_t n);

/// The signature of diffattn_parallel_for, for a host with its own pool.
typedef void (*diffattn_parallel_for_fn)(void (*fn)(void *ctx, int64_t i),
                                         void *ctx, int64_t n);

/// Replaces the pool of the process; NULL restores libomp. Call it while no
/// entry runs.
DIFFATTN_EXPORT void
diffattn_set_parallel_for(diffattn_parallel_for_fn parallel_for);

/// Number of threads that libomp's pool uses from now on; 0 restores the
/// default (OMP_NUM_THREADS, else the processors of the process).
DIFFATTN_EXPORT void diffattn_set_num_threads(int32_t count);
DIFFATTN_EXPORT int32_t diffattn_get_num_threads(void);

//===----------------------------------------------------------------------===//
// What compiled code calls. Hosts have no use for these.
//===----------------------------------------------------------------------===//

/// Clears the error of `context`, checks `arguments` against `signature`, and
/// writes what compiled code needs to `bound`: for each argument its `rank`
/// sizes, then its `rank` strides (NULL strides filled in). Fails with a
/// message that names the function, the argument, the expected and the found.
///
/// `signature`: format version (1), the number of arguments, then for each one
/// kind (0 input, 1 output, 2 parameter), dtype, rank, `rank` sizes (-1: any),
/// and `rank` strides (-1: any, also negative or 0; -2: what row-major order
/// without gaps gives for the sizes found). `names`: function, then argument
/// names, each ended by a NUL.
///
/// The stride of a dimension of size 1, and every stride of a tensor without
/// elements, is never used to reach an element: whatever the caller gave,
/// `bound` gets the expected stride there (row-major where any is).
DIFFATTN_EXPORT diffattn_status diffattn_bind_arguments(
    diffattn_context *context, const char *names, const int64_t *signature,
    const diffattn_tensor *arguments, int64_t count, int64_t *bound);

/// Which of several variants of the code to run on this machine: the number, in
/// their order, of the first one that it can run, or of the one that the
/// environment variable DIFFATTN_VARIANT names. `variants`: for each its name
/// and the features that it needs, each ended by a NUL, and a NUL; after the
/// last one a NUL. If there is none, -1, with the message in `context`.
DIFFATTN_EXPORT int32_t diffattn_choose_variant(diffattn_context *context,
                                                const char *variants);

/// Ends a call: takes back workspace that it still holds (after an error) and
/// returns `status`.
DIFFATTN_EXPORT diffattn_status diffattn_finish_call(diffattn_context *context,
                                                     diffattn_status status);

/// Runs `body(context, state, i)` for each i in [0, n) on the threads of
/// diffattn_parallel_for. All iterations run; fails if any did, with the
/// message of the first that failed in `context`.
DIFFATTN_EXPORT diffattn_status diffattn_run_parallel(
    diffattn_context *context,
    diffattn_status (*body)(diffattn_context *context, void *state, int64_t i),
    void *state, int64_t n);

/// Sizes and strides of an array of weights, as panels depend on them.
#define DIFFATTN_PANELS_LAYOUT 17

/// The panels that compiled code wants of an array of weights.
typedef struct diffattn_panels_request {
  const void *array; ///< its lowest address
  /// What the panels depend on besides the elements: their form, then sizes and
  /// strides of the columns and of the depth.
  int64_t layout[DIFFATTN_PANELS_LAYOUT];
  int64_t bytes; ///< of the panels
  /// Packs the array into `panels`, with threads.
  diffattn_status (*pack)(diffattn_context *context,
                          const struct diffattn_panels_request *request,
                          void *panels);
} diffattn_panels_request;

/// Sets `*panels` to the panels of an array of weights, which are packed when
/// they are asked for the first time; another thread that wants them waits.
/// They stay as long as the diffattn_weights that the array is of. NULL for an
/// array that is of none, for one too small to be worth it, and if there is no
/// memory for panels. Fails if packing does.
DIFFATTN_EXPORT diffattn_status
diffattn_find_panels(diffattn_context *context,
                     const diffattn_panels_request *request, void **panels);

/// Records the message of a check that failed in compiled code; of several in
/// one call, the first stays. Like diffattn_allocate and diffattn_release, it
/// may be called by the threads of the entry's own parallel loops.
DIFFATTN_EXPORT void diffattn_raise(diffattn_context *context,
                                    const char *message);

/// Workspace of `bytes` bytes, aligned to 64, reused from call to call: memory
/// of the context's device, if it has one. On failure (also for a negative
/// size) returns NULL and records the message.
DIFFATTN_EXPORT void *diffattn_allocate(diffattn_context *context,
                                        int64_t bytes);
DIFFATTN_EXPORT void diffattn_release(diffattn_context *context, void *memory);

/// What the kernels of an artifact are.
typedef enum diffattn_kernels_kind {
  DIFFATTN_KERNELS_PTX = 1,      ///< text for NVIDIA's driver
  DIFFATTN_KERNELS_EMULATED = 2, ///< functions for the emulator
} diffattn_kernels_kind;

/// Machine code of the kernels for one chip: what the driver would make of the
/// PTX for it.
typedef struct diffattn_cubin {
  const char *chip; ///< "sm_90": it runs on this chip only
  const void *code;
  int64_t size; ///< bytes of the code
} diffattn_cubin;

/// The kernels of an artifact: a constant of it.
typedef struct diffattn_kernels {
  int32_t version; ///< 1, or 2: it has what comes last
  int32_t kind;    ///< a diffattn_kernels_kind
  int32_t count;   ///< of the kernels
  int32_t message_count;
  const char *const *names; ///< [count]
  /// [message_count]: of checks in kernels. A kernel whose check n (from 1 on)
  /// fails writes n to the status word and returns.
  const char *const *messages;
  const char *chip; ///< "sm_80": the kernels run on this and newer chips
  const char *ptx;  ///< ended by a NUL; NULL if emulated
  /// [count], each called once a launch, with one pointer for each parameter;
  /// NULL if PTX.
  void (*const *functions)(void *const *arguments);
  // From version 2 on.
  int64_t cubin_count;
  const diffattn_cubin *cubins; ///< [cubin_count]; beside the PTX, for speed
} diffattn_kernels;

/// What diffattn_bind_arguments does, for a function that launches `kernels`:
/// fails if the context has no device that runs them. (And
/// diffattn_bind_arguments fails if the context has a device.) The data of the
/// arguments is not looked at.
DIFFATTN_EXPORT diffattn_status diffattn_bind_device_arguments(
    diffattn_context *context, const diffattn_kernels *kernels,
    const char *names, const int64_t *signature,
    const diffattn_tensor *arguments, int64_t count, int64_t *bound);

/// Queues kernel number `kernel`. `sizes`: blocks of the grid in x, y, z,
/// threads of a block in x, y, z, bytes of dynamic shared memory. `arguments`:
/// for each parameter of the kernel the place of its value, which is copied.
/// A grid with a 0 in it launches nothing. Sizes beyond what the device can do
/// are an error.
DIFFATTN_EXPORT diffattn_status diffattn_launch(diffattn_context *context,
                                                const diffattn_kernels *kernels,
                                                int32_t kernel,
                                                const int64_t *sizes,
                                                void *const *arguments);

/// Dims of one class that a matrix product may have.
enum { DIFFATTN_MATMUL_DIMS = 4 };

/// The dims of one class: their sizes (1 where there are less), and the strides
/// along them, in elements, 0 in an array that does not have the class. Nothing
/// depends on their order.
typedef struct diffattn_matmul_dims {
  int64_t sizes[DIFFATTN_MATMUL_DIMS];
  int64_t a_strides[DIFFATTN_MATMUL_DIMS];
  int64_t b_strides[DIFFATTN_MATMUL_DIMS];
  int64_t c_strides[DIFFATTN_MATMUL_DIMS];
} diffattn_matmul_dims;

/// c[g, m, n] += sum over k of a[g, m, k] * b[g, n, k], where g, m, n and k
/// stand for the dims of batch, rows, cols and depth.
typedef struct diffattn_matmul_call {
  const void *a; ///< the elements at index (0, ..., 0): the device's memory
  const void *b;
  void *c;
  int32_t dtype;     ///< of a and b: DIFFATTN_F16, _BF16, _F32 or _F64
  int32_t c_dtype;   ///< the same, or DIFFATTN_F32 for products of f16 and bf16
  int32_t overwrite; ///< 1: what c holds before is ignored; 0: added to
  diffattn_matmul_dims batch; ///< a, b and c have these dims
  diffattn_matmul_dims rows;  ///< a and c
  diffattn_matmul_dims cols;  ///< b and c
  diffattn_matmul_dims depth; ///< a and b
} diffattn_matmul_call;

/// Queues a matrix product, by cuBLASLt on CUDA devices. Sums are those of f32
/// (f64 of f64: nothing is rounded to less), in an order that is the library's.
/// c must not overlap a or b. Strides for which the product is one or a few of
/// matrices without gaps along rows or columns are quick; for others it is cut
/// into many. Fails for other element types, sizes below 0 (depth: below 1),
/// where sums of f16 or bf16 would have to be cut along depth, without
/// cuBLASLt, and where the emulator finds that an array leaves the device's
/// memory or was not written.
DIFFATTN_EXPORT diffattn_status
diffattn_matmul(diffattn_context *context, const diffattn_matmul_call *call);

/// Waits for the work of the context and copies `bytes` bytes from the device.
/// Fails if a check in a kernel did.
DIFFATTN_EXPORT diffattn_status diffattn_read(diffattn_context *context,
                                              void *to_host,
                                              const void *from_device,
                                              int64_t bytes);

/// A copy of `bytes` bytes of the host on the device: workspace, for
/// diffattn_release. Returns NULL, with the message in `context`, on failure.
DIFFATTN_EXPORT void *diffattn_upload(diffattn_context *context,
                                      const void *from_host, int64_t bytes);

/// The status word of this call, an int32 in the device's memory: 0 until a
/// kernel writes the number of a check that failed to it. Returns NULL, with
/// the message in `context`, on failure.
DIFFATTN_EXPORT void *diffattn_status_word(diffattn_context *context);

#ifdef __cplusplus
}
#endif

#endif // DIFFATTN_C_RUNTIME_H
