//===- Waiting.cpp - meetings of warps, barriers of blocks ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace diffattn::sim;

void Machine::wait(const char *site) {
  active->state = Thread::Waiting;
  active->waitSite = site;
  runNext(/*last=*/false);
}

void Machine::wake(unsigned thread) {
  threads[thread].state = Thread::Ready;
  ready.add(thread);
}

//===----------------------------------------------------------------------===//
// Meetings of a warp
//===----------------------------------------------------------------------===//

/// Fails if the running thread, new at `meeting`, and a thread that waits
/// elsewhere each need the other.
void Machine::checkDivergence(const Warp &warp, const Meeting &meeting) {
  uint32_t lane = uint32_t(1) << active->lane();
  for (const Meeting &other : warp.meetings) {
    uint32_t awaited = other.arrived & meeting.mask;
    if (&other == &meeting || !awaited || !(other.mask & lane))
      continue;
    const Thread &thread = threads[active->index - active->lane() +
                                   unsigned(__builtin_ctz(awaited))];
    if (other.site == meeting.site)
      fail(meeting.site,
           "names the lanes 0x%x, but thread (%d, %d, %d) of the warp names "
           "0x%x at the same operation",
           meeting.mask, thread.id[0], thread.id[1], thread.id[2], other.mask);
    fail(meeting.site,
         "threads of a warp have diverged: thread (%d, %d, %d) waits at %s",
         thread.id[0], thread.id[1], thread.id[2], other.site);
  }
}

Meeting &Machine::join(const char *site, uint32_t mask, int barrier,
                       void *operands) {
  Warp &warp = warps[active->warp()];
  uint32_t lane = uint32_t(1) << active->lane();
  Meeting *meeting = nullptr;
  for (Meeting &candidate : warp.meetings)
    if (candidate.site == site && (barrier >= 0 || candidate.mask == mask))
      meeting = &candidate;
  if (!meeting) {
    warp.meetings.push_back({site, mask, 0, barrier, {}});
    meeting = &warp.meetings.back();
  }
  meeting->arrived |= lane;
  meeting->operands[active->lane()] = operands;
  if (warp.meetings.size() > 1)
    checkDivergence(warp, *meeting);
  return *meeting;
}

void Machine::meet(const char *site, uint32_t mask, void *operands,
                   Compute compute) {
  Warp &warp = warps[active->warp()];
  if (!(mask >> active->lane() & 1))
    fail(site, "the mask 0x%x does not name lane %u, which runs it", mask,
         active->lane());
  if (uint32_t gone = mask & warp.exited)
    fail(site, "the mask 0x%x names lane %d, which has returned", mask,
         __builtin_ctz(gone));
  Meeting &meeting = join(site, mask, /*barrier=*/-1, operands);
  uint32_t expected = mask & warp.present;
  if (meeting.arrived != expected)
    return wait(site);
  compute(*this, meeting);
  // Nobody else has run since: the meeting is where it was.
  meeting = warp.meetings.back();
  warp.meetings.pop_back();
  unsigned base = active->index - active->lane();
  for (uint32_t lanes = expected & ~(uint32_t(1) << active->lane()); lanes;
       lanes &= lanes - 1)
    wake(base + unsigned(__builtin_ctz(lanes)));
}

void Machine::meetAll(const char *site, void *operands, Compute compute) {
  const Warp &warp = warps[active->warp()];
  if (~warp.present)
    fail(site, "needs 32 threads, but the warp has %d",
         __builtin_popcount(warp.present));
  meet(site, ~uint32_t(0), operands, compute);
}

//===----------------------------------------------------------------------===//
// Barriers of the block
//===----------------------------------------------------------------------===//

/// The barrier `id`, at which the running thread arrives.
Barrier &Machine::barrierFor(int32_t id, int32_t count, const char *site) {
  if (id < 0 || id >= int32_t(kBarriers))
    fail(site, "barrier %d does not exist: there are 0 to %u", id,
         kBarriers - 1);
  int32_t most = int32_t(warps.size() * kWarpSize);
  if (count < 0 || count % kWarpSize || count > most)
    fail(site,
         "waits for %d threads, expected a multiple of %u, at most the %d of "
         "the block",
         count, kWarpSize, most);
  Barrier &barrier = barriers[id];
  if (barrier.arrived == 0) {
    barrier.threads = count;
    barrier.site = site;
    barrier.moment.fill(0);
  }
  if (int32_t(barrier.threads) != count)
    fail(site, "waits for %d threads at barrier %d, but %s for %u", count, id,
         barrier.site, barrier.threads);
  return barrier;
}

void Machine::waitAtBarrier(int32_t id, int32_t count, const char *site) {
  Barrier &barrier = barrierFor(id, count, site);
  join(site, warps[active->warp()].live(), id, nullptr);
  ++barrier.arrived;
  // Barriers count warps: the last one may not have all threads.
  const Warp &warp = warps[active->warp()];
  if (count && warp.present >> active->lane() == 1)
    barrier.arrived += kWarpSize - 1 - active->lane();
  barrier.waiting.push_back(active->index);
  shared.clocks().contribute(active->warp(), barrier.moment);
  if (barrier.arrived != awaited(barrier))
    return wait(site);
  completeBarrier(id);
}

void Machine::arriveAtBarrier(int32_t id, int32_t count, const char *site) {
  // Once for the warp: what its lanes do next happens after the arrival.
  struct Arrival {
    int32_t id, count;
    const char *site;
  } arrival{id, count, site};
  meetAll(site, &arrival, [](Machine &machine, const Meeting &meeting) {
    auto *arrival =
        static_cast<const Arrival *>(meeting.operands[machine.active->lane()]);
    Barrier &barrier =
        machine.barrierFor(arrival->id, arrival->count, arrival->site);
    barrier.arrived += kWarpSize;
    Clocks &clocks = machine.shared.clocks();
    clocks.contribute(machine.active->warp(), barrier.moment);
    clocks.advance(machine.active->warp());
    if (barrier.arrived == machine.awaited(barrier))
      machine.completeBarrier(arrival->id);
  });
}

/// Lets go who waits at the barrier.
void Machine::completeBarrier(unsigned id) {
  Barrier &barrier = barriers[id];
  uint32_t passed = 0;
  for (uint16_t thread : barrier.waiting)
    passed |= uint32_t(1) << thread / kWarpSize;
  for (uint32_t left = passed; left; left &= left - 1) {
    unsigned warp = __builtin_ctz(left);
    shared.clocks().learn(warp, barrier.moment);
    std::vector<Meeting> &meetings = warps[warp].meetings;
    for (size_t i = 0; i < meetings.size();)
      if (meetings[i].barrier == int(id)) {
        meetings[i] = meetings.back();
        meetings.pop_back();
      } else {
        ++i;
      }
  }
  barrier.arrived = 0;
  for (uint16_t thread : barrier.waiting)
    if (threads[thread].state == Thread::Waiting)
      wake(thread);
  barrier.waiting.clear();
}
