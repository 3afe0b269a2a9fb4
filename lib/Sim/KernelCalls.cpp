//===- KernelCalls.cpp - what kernels call --------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

using namespace diffattn::sim;

static Machine &machine() { return *Machine::current(); }

extern "C" {

void diffattn_sim_run(const diffattn_sim_kernel *kernel,
                      void *const *arguments) {
  machine().run(*kernel, arguments);
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

int32_t diffattn_sim_thread_id(int32_t dim) {
  return machine().thread().id[dim];
}
int32_t diffattn_sim_block_id(int32_t dim) { return machine().blockId()[dim]; }
int32_t diffattn_sim_block_size(int32_t dim) {
  return machine().blockSize()[dim];
}
int32_t diffattn_sim_grid_size(int32_t dim) {
  return machine().gridSize()[dim];
}
int32_t diffattn_sim_lane_id() { return machine().thread().lane(); }
int32_t diffattn_sim_warp_id() { return machine().thread().warp(); }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *diffattn_sim_shared(int64_t offset) {
  return machine().sharedData() + offset;
}

void diffattn_sim_load(const void *address, int64_t bytes, int64_t alignment,
                       const char *site) {
  machine().checkLoad(address, bytes, alignment, site);
}

void diffattn_sim_store(void *address, int64_t bytes, int64_t alignment,
                        const char *site) {
  machine().checkStore(address, bytes, alignment, site,
                       SharedMemory::Write::Plain);
}

void diffattn_sim_atomic(void *address, int64_t bytes, int64_t alignment,
                         const char *site) {
  machine().checkStore(address, bytes, alignment, site,
                       SharedMemory::Write::Atomic);
}

void diffattn_sim_cp_async(void *to, const void *source, int32_t bytes,
                           int32_t source_bytes, const char *site) {
  machine().issueCopy(to, source, bytes, source_bytes, site);
}

void diffattn_sim_cp_async_commit() { machine().commitCopies(); }

void diffattn_sim_cp_async_wait(int32_t groups) {
  machine().waitForCopies(groups);
}

//===----------------------------------------------------------------------===//
// What threads do together
//===----------------------------------------------------------------------===//

void diffattn_sim_barrier(int32_t id, int32_t threads, const char *site) {
  machine().waitAtBarrier(id, threads, site);
}

void diffattn_sim_barrier_arrive(int32_t id, int32_t threads,
                                 const char *site) {
  machine().arriveAtBarrier(id, threads, site);
}

void diffattn_sim_warp_sync(int32_t mask, const char *site) {
  machine().meet(site, mask, nullptr,
                 [](Machine &machine, const Meeting &) { machine.syncWarp(); });
}

int64_t diffattn_sim_shuffle(int32_t kind, int32_t mask, int32_t value,
                             int32_t offset, int32_t clamp, const char *site) {
  ShuffleOperands operands{kind, uint32_t(value), uint32_t(offset),
                           uint32_t(clamp)};
  machine().meet(site, mask, &operands, shuffle);
  return int64_t(operands.inRange) << 32 | operands.result;
}

int32_t diffattn_sim_vote(int32_t kind, int32_t mask, int32_t predicate,
                          const char *site) {
  VoteOperands operands{kind, predicate != 0};
  machine().meet(site, mask, &operands, vote);
  return operands.result;
}

int32_t diffattn_sim_reduce(int32_t kind, int32_t mask, int32_t value,
                            const char *site) {
  ReduceOperands operands{kind, uint32_t(value)};
  machine().meet(site, mask, &operands, reduce);
  return operands.result;
}

void diffattn_sim_ldmatrix(void *result, const void *row, int32_t count,
                           int32_t transposed, const char *site) {
  LoadMatrixOperands operands{static_cast<uint16_t *>(result), row, count,
                              transposed != 0};
  machine().meetAll(site, &operands, loadMatrices);
}

void diffattn_sim_mma(float *d, const void *a, const void *b, const float *c,
                      int32_t type, int32_t depth, const char *site) {
  MultiplyOperands operands{d, a, b, c, type, depth};
  machine().meetAll(site, &operands, multiply);
}

void diffattn_sim_trap(const char *site) { machine().fail(site, "trap"); }

} // extern "C"
