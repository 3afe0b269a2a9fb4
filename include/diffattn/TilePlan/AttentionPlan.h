//===- AttentionPlan.h - how a CPU should compute an attention --*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why one attention is computed in one order and another one in another.
//
// Per query and key, with d features and two maps whose value has 2d features,
//
//   out = (P1 / l1 - lambda * P2 / l2) * V
//
// costs 2d flops for each score and 4d for each product with V. Two calls of an
// ordinary attention take 2 * (2d + 4d) = 12d. But the two products share V:
// once the sums l1 and l2 of a row are known, its maps can be combined, and one
// product does: 2 * 2d + 4d = 8d. No implementation by two calls can reach
// that, however fast its products are. The price: the weights of a whole row,
// of both maps, must wait somewhere until the last key has been seen. (With one
// map there is nothing to combine, and no price to pay.)
//
// Held. They wait in the second level cache. A block of r rows by n keys has
// 8 r n bytes of scores (two maps, f32), written once and read once, a few
// bytes a cycle while the products run: L2 does that easily, L3 or memory do
// not. About 3/4 of L2 may be theirs; the rest is for keys and values passing
// by.
//
//   Why r is 24 at most. Registers hold a tile of 12 rows by 2 vectors; more
//   rows mean that each packed key and value, once fetched from L3, serves more
//   of them. An element of b bytes is used for 2r flops; b = 4 at 32 flops a
//   cycle (or b = 2 at 64) means 64 / r bytes a cycle. 24 rows need less than
//   3, which L3 gives to each core even if all of them ask. More rows gain
//   nothing, and cost L2. (A tile of 6 rows by 4 vectors has as many products,
//   but reads each key and value twice as often; measured, it is 5 to 25 %
//   slower.)
//
//   Why r shrinks as n grows. 24 rows by 4096 keys are 768 KiB: all that 1 MiB
//   of L2 can hold. Beyond that r goes down to one tile of 12, for which L3 is
//   asked for 5 bytes a cycle; that is enough up to 8192 keys.
//
//   Why it grows then. Even longer rows leave L2 whatever r is, and L3 or
//   memory take the scores, 24 bytes for 8d flops: to write a line, it is read
//   first. Their keys and values leave L3, too, and each block reads all of
//   them again: with d = 64 in f32, 1024 / r bytes for those 8d flops. So r is
//   48, which makes both about equal. Measured with 16k to 128k keys on 2
//   cores, that is 10 to 30 % faster than 24 rows, and 20 to 40 % faster than
//   online; 96 rows gain nothing more. What ends it is the memory that each
//   thread needs.
//
// Online. Longer rows are taken in steps of keys that carry a maximum, a sum
// and an accumulator for each map, and rescale them when the maximum grows:
// 12d, but scores never leave L2, whatever n is. A step is long enough that
// rescaling is lost in it (accumulators are touched once in hundreds of keys),
// and short enough that keys and values of the step stay in half of L2. A third
// less flops are worth more than much traffic, so held is left only when scores
// of a block take 32 times what L2 may hold.
//
// Split. With few query rows, decoding above all, time is what it takes to read
// the keys and values, once: a core multiplies faster than memory delivers
// until about 8 rows share a key. Packing would read, write and read them
// again, so keys are used where they lie. And there are too few rows for all
// threads, so parts of the keys go to threads instead, and the states of the
// parts (maximum, sum, accumulator of each map) are merged, map by map, before
// the subtraction: a difference of normalised maps can't be merged.
//
// What a plan may depend on. Steps and parts decide the order in which numbers
// are added, hence the last bits of a result. They follow from the shape of one
// head, the element type and the processor, and from nothing else: not from the
// number of threads, the batch, or how many heads there are. The same row gives
// the same bits in a batch of one and of thousand, today and tomorrow. (The
// rows that share keys, a ratio of heads, decide whether to split: a key read
// once for eight heads is not read eight times.) How many rows are computed
// together changes no bits: a row never looks at another one.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TILEPLAN_ATTENTIONPLAN_H
#define DIFFATTN_TILEPLAN_ATTENTIONPLAN_H

#include <cstdint>
#include <optional>
#include <string>

namespace diffattn {

/// What of a processor decides a plan.
struct Machine {
  int64_t vectorBits = 128;
  int64_t registers = 16; ///< vector registers: 32 with AVX-512
  int64_t l1Bytes = 32 << 10;
  int64_t l2Bytes = 1 << 20;
  /// Products of pairs of bf16 are added to f32 by one instruction; otherwise
  /// half floats are packed as f32.
  bool hasBF16Dot = false;
};

/// The products that registers hold: rows of queries by keys (or by features of
/// the value).
struct RegisterTile {
  int64_t rows;
  int64_t cols;
};

/// 12 rows by 2 vectors of f32 where there are 32 registers, else 6 by 2.
RegisterTile getRegisterTile(const Machine &machine);

enum class Strategy {
  Auto,   ///< the kernel chooses, once it knows the sizes
  Held,   ///< scores of a block of rows wait in the cache for their sums
  Online, ///< steps of keys carry maximum, sum and accumulator of each map
  Split   ///< threads share the keys of a few rows
};

/// "auto", "held", "online", "split".
const char *spell(Strategy strategy);

/// One head of an attention; -1: not known before the run.
struct AttentionShape {
  int64_t queries;
  int64_t keys;
  int64_t features;         ///< of query and key
  int64_t values;           ///< features of the value
  int64_t maps;             ///< 1, or 2: differential
  int64_t elementBits = 32; ///< of query, key and value: 16 or 32
  bool isBF16 = false;
  /// Heads that share their keys and values.
  int64_t sharing = 1;
  /// Keys that a row sees by its position; -1: as many as there are. With these
  /// windows r rows see `window - 1 + r` keys, and only those must wait.
  int64_t window = -1;
  bool hasOneKey = false; ///< both maps have the same keys
  bool hasSoftcap = false;

  /// Query rows that share keys; -1 if not known.
  int64_t rows() const;
  /// Keys that a block of `count` rows sees at most; -1 if not known.
  int64_t keysOf(int64_t count) const;
  /// Different keys that scores are computed with: one or two times `keys`.
  int64_t keySets() const { return hasOneKey ? 1 : maps; }
};

/// How to compute an attention. Blocks are multiples of the register tile.
struct AttentionPlan {
  Strategy strategy;
  /// Query rows computed together, at most; beyond L2 kRowsBeyondL2 as many.
  int64_t rowBlock;
  int64_t keyBlock;   ///< keys of a step (online)
  int64_t valueBlock; ///< keys of one product with the value
  /// Bytes of scores that may stay in the cache (held): see getHeldRows.
  int64_t heldBytes;
  int64_t heldKeys;  ///< auto: up to so many keys: held
  int64_t splitRows; ///< auto: up to so many rows that share keys: split
  int64_t splitKeys; ///< keys of a part (split)
};

/// The plan for a shape. `auto` only if the sizes that decide are not known.
AttentionPlan planAttention(const AttentionShape &shape,
                            const Machine &machine);

/// The strategy that `plan` means for `shape`: `auto` becomes what its limits
/// say, if the sizes that decide are known.
Strategy resolveStrategy(const AttentionPlan &plan,
                         const AttentionShape &shape);

/// Keys that split scores one after another before it turns to their values:
/// memory is read in stretches of some pages, which processors see coming.
constexpr int64_t kSplitBlock = 256;

/// Fewer rows ask too much of L3 to be worth what they save there.
constexpr int64_t kFewestHeldRows = 12;

/// A block of rows whose scores leave L2 in any case is so many times as long.
constexpr int64_t kRowsBeyondL2 = 2;

/// The rows that held computes together if a block of rowBlock sees `keys`
/// keys: the largest multiple of a tile's rows, up to rowBlock, whose scores
/// fit in heldBytes,
///
///   heldBytes / (maps * keys * 4),
///
/// or kRowsBeyondL2 * rowBlock, if that is less than kFewestHeldRows.
int64_t getHeldRows(const AttentionPlan &plan, int64_t maps, int64_t keys,
                    int64_t tileRows);

/// One sentence: why this strategy, and what its sizes come from.
std::string explain(const AttentionPlan &plan, const AttentionShape &shape,
                    const Machine &machine);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Bytes that an attention needs beside its inputs and outputs. n, d, e: keys
/// that r rows see, features, features of the value, rounded up to what
/// registers hold; r: rows computed together, for split 32 at most; t: bytes of
/// a packed element, 4, or 2 for bf16 where pairs of it are multiplied. What no
/// memory could hold is given as 2^60.
struct Workspace {
  // Of each thread.
  /// held: maps * r * n * 4; online: maps * r * keyBlock * 4; split: maps * r *
  /// 256 * 4.
  int64_t scores;
  /// r * valueBlock * t: combined weights of one product with the value, online
  /// those of each map. split: a tile of keys or values, in another order.
  int64_t weights;
  /// r * e * 4, but for held once for each map.
  int64_t accumulators;
  /// maps * r * d * t, for split as f32.
  int64_t queries;
  /// Of each map: two numbers and a vector of each row, and one number of each
  /// row for each tile of keys that waits.
  int64_t statistics;

  // Of all threads together, for one head and those that share its keys.
  // Kernels take as many heads at once as 32 MiB of `packed` hold.
  /// Keys and values in the order that tiles read them: (d of each map's keys +
  /// e) * keys * t, nothing for split. Maps with the same key pack it once.
  int64_t packed;
  /// split: parts * maps * (rows that share keys) * (e + a vector) * 4.
  int64_t states;

  int64_t perThread() const {
    return scores + weights + accumulators + queries + statistics;
  }
  int64_t perHead() const { return packed + states; }
};

/// The memory for `shape`; nothing if it depends on sizes that are not known.
std::optional<Workspace> getWorkspace(const AttentionPlan &plan,
                                      const AttentionShape &shape,
                                      const Machine &machine);

/// "96 bytes", "24 KiB", "1.5 MiB".
std::string spellBytes(int64_t bytes);

} // namespace diffattn

#endif // DIFFATTN_TILEPLAN_ATTENTIONPLAN_H
