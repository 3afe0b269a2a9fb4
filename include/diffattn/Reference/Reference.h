//===- Reference.h - differential attention, written to be read -*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of diffattn.attention in plain C++, in double, without a thought
// for speed. Compiled code is tested against it. For each output row, that is
// each index of the batch-like dims and of the query position i:
//
//   S_1[j] = softcap * tanh(scale * <q1, k1[j]> / softcap) + mask[j]
//   P_1    = softmax of S_1 over the visible keys j; S_2, P_2 of q2, k2
//   likewise o      = sum over j of (P_1[j] - lambda * P_2[j]) * v[j] out    =
//   out_scale * norm_weight * o / sqrt(mean of o^2 + eps) L_1    = log of the
//   sum of exp(S_1[j]) over the visible keys; L_2 likewise
//
// What an operand or attribute is for is left out where it is absent: without
// softcap the scores are not capped, without noise there is no P_2, without an
// eps the row is not normalised.
//
// Visible keys. Nk keys are there, `len` of them valid (key_lengths clamped to
// [0, Nk], else Nk). Row i of Nq stands at position p = i + len - Nq with
// bottom_right alignment, at p = i with top_left. Key j is visible if
//   - j < len,
//   - a boolean mask is true, an additive one is not -inf,
//   - causal:           j <= p,
//   - window_left = w:  j >= p - w,
//   - window_right = w: j <= p + w.
// Nothing of a hidden key is read but its mask. A row that sees no key has
// out = o = 0, also after the norm, and L = -inf. +inf and NaN among the
// visible scores give NaN.
//
// A tile of a larger attention says where it stands: key j is then key
// key_offset + j, and p = i + query_offset, plus len if bottom_right. `len`
// then counts keys of the larger attention, up to the last one of the tile.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_REFERENCE_REFERENCE_H
#define DIFFATTN_REFERENCE_REFERENCE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace diffattn::reference {

/// What an iteration dim is to the attention.
enum class DimRole {
  Batch,   ///< batch, head, group: any number of them
  Query,   ///< the query position i: exactly one
  Key,     ///< the key position j: exactly one
  Feature, ///< summed over in <q, k>
  Value,   ///< along a row of v, o and out
};

struct Dim {
  DimRole role;
  int64_t size;
};

/// A strided operand: its axis a runs over iteration dim dims[a], in steps of
/// strides[a] elements. An operand that lacks a dim is the same at every index
/// of it: keys shared by a group of heads, for instance.
template <typename T>
struct View {
  T *data = nullptr; ///< the element at index (0, ..., 0)
  std::vector<size_t> dims;
  std::vector<int64_t> strides;
};
using Input = View<const double>;
using Output = View<double>;

enum class Alignment { BottomRight, TopLeft };
enum class LambdaActivation { None, Sigmoid };
enum class MaskKind {
  Boolean, ///< not 0: visible
  Additive ///< added to the scores; -inf hides
};

/// One diffattn.attention with its operands.
struct Attention {
  std::vector<Dim> dims;

  Input signalQuery;               ///< batch, query, feature
  Input signalKey;                 ///< batch, key, feature
  std::optional<Input> noiseQuery; ///< as the signal; with a key and lambda
  std::optional<Input> noiseKey;
  Input value;                     ///< batch, key, value
  std::optional<Input> lambda;     ///< batch, query
  std::optional<Input> mask;       ///< batch, query, key
  std::optional<Input> keyLengths; ///< batch; integers
  std::optional<Input> normWeight; ///< value

  MaskKind maskKind = MaskKind::Boolean;
  std::optional<double> scale; ///< default: 1 / sqrt(number of features)
  bool causal = false;
  Alignment alignment = Alignment::BottomRight;
  std::optional<int64_t> windowLeft;
  std::optional<int64_t> windowRight;
  std::optional<double> softcap;
  LambdaActivation lambdaActivation = LambdaActivation::None;
  std::optional<double> rmsEpsilon; ///< absent: no norm
  double outScale = 1;
  std::optional<int64_t> queryOffset; ///< default: -Nq bottom_right, else 0
  int64_t keyOffset = 0;

  std::optional<Output> out;        ///< all batch dims, query, value
  std::optional<Output> difference; ///< o: as out, before norm, weight, scale
  /// L_1, L_2: query, and the batch dims that they depend on.
  std::optional<Output> signalLogSumExp;
  std::optional<Output> noiseLogSumExp;

  /// Says what keeps this from being an attention; "" if nothing does. Memory
  /// behind the views is not checked.
  std::string check() const;
};

/// Fills in the outputs that are there. `attention` passes check().
void evaluate(const Attention &attention);

} // namespace diffattn::reference

#endif // DIFFATTN_REFERENCE_REFERENCE_H
