//===- Kernel.h - what kernels for the emulator call ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between diffattn-lower-to-sim, which turns the operations of a
// kernel into calls of these functions, and the emulator. All act for the
// thread of the launch that is running.
//
// `site` names the operation that a call stands for, and its place:
// "nvvm.ldmatrix attention.mlir:12:5". It lives as long as the kernel, and two
// operations never share one: threads whose sites differ have diverged.
//
// A check that fails ends the launch, whose message it becomes. The call that
// found it then never returns, so a kernel does no harm after an error.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_SIM_KERNEL_H
#define DIFFATTN_SIM_KERNEL_H

#include <stdint.h>

#ifdef __GNUC__
#define DIFFATTN_SIM_EXPORT __attribute__((visibility("default")))
#else
#define DIFFATTN_SIM_EXPORT
#endif

extern "C" {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A kernel: a constant of its artifact.
struct diffattn_sim_kernel {
  int32_t version;      ///< 1
  int32_t synchronises; ///< 0: no thread ever waits for another
  int64_t static_bytes; ///< static shared memory; dynamic one follows
  int64_t max_threads;  ///< of a block; 0: no limit of its own
  /// Runs one thread. `arguments` has one pointer a parameter, to its value.
  void (*thread)(void *const *arguments);
};

/// Runs every thread of the launch that a device of the emulator is about to
/// start. diffattn_kernels.functions point to functions that only call this.
DIFFATTN_SIM_EXPORT void diffattn_sim_run(const diffattn_sim_kernel *kernel,
                                          void *const *arguments);

//===----------------------------------------------------------------------===//
// Special registers; dim: 0, 1, 2 for x, y, z
//===----------------------------------------------------------------------===//

DIFFATTN_SIM_EXPORT int32_t diffattn_sim_thread_id(int32_t dim);
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_block_id(int32_t dim);
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_block_size(int32_t dim);
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_grid_size(int32_t dim);
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_lane_id(void);
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_warp_id(void);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The address of byte `offset` of the block's shared memory. Kernels know
/// where their static variables lie; dynamic memory begins at `static_bytes`.
DIFFATTN_SIM_EXPORT void *diffattn_sim_shared(int64_t offset);

/// Stand in front of the access: in bounds, aligned to `alignment` bytes, of
/// initialised bytes, and ordered with what other threads do.
DIFFATTN_SIM_EXPORT void diffattn_sim_load(const void *address, int64_t bytes,
                                           int64_t alignment, const char *site);
DIFFATTN_SIM_EXPORT void diffattn_sim_store(void *address, int64_t bytes,
                                            int64_t alignment,
                                            const char *site);
/// In front of an atomic read and write.
DIFFATTN_SIM_EXPORT void diffattn_sim_atomic(void *address, int64_t bytes,
                                             int64_t alignment,
                                             const char *site);

/// cp.async: `bytes` (4, 8 or 16) of shared memory, the first `source_bytes`
/// from `source`, the others 0. They arrive at the wait for their group.
DIFFATTN_SIM_EXPORT void diffattn_sim_cp_async(void *to, const void *source,
                                               int32_t bytes,
                                               int32_t source_bytes,
                                               const char *site);
DIFFATTN_SIM_EXPORT void diffattn_sim_cp_async_commit(void);
/// Returns when at most `groups` of the thread's groups have not arrived.
DIFFATTN_SIM_EXPORT void diffattn_sim_cp_async_wait(int32_t groups);

//===----------------------------------------------------------------------===//
// What threads do together
//===----------------------------------------------------------------------===//

/// Barrier `id` of the block for `threads` threads; 0: all that have not
/// returned.
DIFFATTN_SIM_EXPORT void diffattn_sim_barrier(int32_t id, int32_t threads,
                                              const char *site);
/// Arrives at the barrier without waiting for it.
DIFFATTN_SIM_EXPORT void
diffattn_sim_barrier_arrive(int32_t id, int32_t threads, const char *site);
/// bar.warp.sync. The masks here name lanes by bits.
DIFFATTN_SIM_EXPORT void diffattn_sim_warp_sync(int32_t mask, const char *site);

enum diffattn_sim_shuffle_kind {
  DIFFATTN_SIM_SHUFFLE_XOR = 0,
  DIFFATTN_SIM_SHUFFLE_UP = 1,
  DIFFATTN_SIM_SHUFFLE_DOWN = 2,
  DIFFATTN_SIM_SHUFFLE_INDEX = 3
};
/// shfl.sync: bits 0 to 31 are the value, bit 32 whether its lane was in range.
/// The value is all ones if it comes from a lane that takes no part.
DIFFATTN_SIM_EXPORT int64_t diffattn_sim_shuffle(int32_t kind, int32_t mask,
                                                 int32_t value, int32_t offset,
                                                 int32_t clamp,
                                                 const char *site);

enum diffattn_sim_vote_kind {
  DIFFATTN_SIM_VOTE_ANY = 0,
  DIFFATTN_SIM_VOTE_ALL = 1,
  DIFFATTN_SIM_VOTE_BALLOT = 2,
  DIFFATTN_SIM_VOTE_UNIFORM = 3
};
/// vote.sync: 0 or 1, or the ballot.
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_vote(int32_t kind, int32_t mask,
                                              int32_t predicate,
                                              const char *site);

enum diffattn_sim_reduce_kind {
  DIFFATTN_SIM_REDUCE_ADD = 0,
  DIFFATTN_SIM_REDUCE_AND = 1,
  DIFFATTN_SIM_REDUCE_OR = 2,
  DIFFATTN_SIM_REDUCE_XOR = 3,
  DIFFATTN_SIM_REDUCE_SMIN = 4,
  DIFFATTN_SIM_REDUCE_SMAX = 5,
  DIFFATTN_SIM_REDUCE_UMIN = 6,
  DIFFATTN_SIM_REDUCE_UMAX = 7
};
/// redux.sync of 32-bit integers.
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_reduce(int32_t kind, int32_t mask,
                                                int32_t value,
                                                const char *site);

/// ldmatrix of `count` (1, 2, 4) 8x8 matrices of 16-bit elements: `row` is the
/// address of one row, `result` takes `count` 32-bit registers.
DIFFATTN_SIM_EXPORT void diffattn_sim_ldmatrix(void *result, const void *row,
                                               int32_t count,
                                               int32_t transposed,
                                               const char *site);

enum diffattn_sim_mma_type {
  DIFFATTN_SIM_MMA_F16 = 0,
  DIFFATTN_SIM_MMA_BF16 = 1,
  DIFFATTN_SIM_MMA_TF32 = 2
};
/// mma.sync.m16n8kK: d = a b + c, row by column, with f32 accumulators: `c` and
/// `d` are 4 of them, `a` and `b` the 32-bit registers of PTX. `depth` is K: 8
/// or 16 for 16-bit types, 4 or 8 for TF32. Products are exact; sums are in
/// f32, in the order of k, from c.
DIFFATTN_SIM_EXPORT void diffattn_sim_mma(float *d, const void *a,
                                          const void *b, const float *c,
                                          int32_t type, int32_t depth,
                                          const char *site);

//===----------------------------------------------------------------------===//
// Approximate arithmetic
//
// As far from the exact result as PTX allows, up or down by a hash of the
// operands: the same in every run.
//===----------------------------------------------------------------------===//

/// ex2.approx, lg2.approx, rcp.approx, sqrt.approx, rsqrt.approx, sin.approx,
/// cos.approx, tanh.approx of f32. flush: .ftz, subnormal numbers are 0.
DIFFATTN_SIM_EXPORT float diffattn_sim_ex2(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_lg2(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_rcp(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_sqrt(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_rsqrt(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_sin(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_cos(float x, int32_t flush);
DIFFATTN_SIM_EXPORT float diffattn_sim_tanh(float x, int32_t flush);
/// div.full: x / y.
DIFFATTN_SIM_EXPORT float diffattn_sim_div(float x, float y, int32_t flush);

/// cvt.rna.tf32.f32: to the nearest, ties away from 0.
DIFFATTN_SIM_EXPORT int32_t diffattn_sim_to_tf32(float x);

/// trap.
DIFFATTN_SIM_EXPORT void diffattn_sim_trap(const char *site);

} // extern "C"

#endif // DIFFATTN_SIM_KERNEL_H
