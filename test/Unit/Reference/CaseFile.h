//===- CaseFile.h - cases of the conformance set --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A case is a safetensors file with operands in their usual layout, heads in
// one axis, and a JSON object with the attributes:
//
//   q1 [B, H1, Nq, d]   k1 [B, Hk1, Nk, d]   q2, k2 likewise with H2, Hk2
//   v [B, Hv, Nk, dv]   lam [], [H1] or [B, Nq, H1]
//   mask (rank 4, sizes of 1 broadcast)      norm_weight [dv]   kv_lengths [B]
//
// Output head h reads q1[h], k1[h / (H1/Hk1)], q2[n], k2[n / (H2/Hk2)] and
// v[h / (H1/Hv)], where n = h / (H1/H2). k2 is k1 where the file has none.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_REFERENCE_CASEFILE_H
#define DIFFATTN_TEST_UNIT_REFERENCE_CASEFILE_H

#include "diffattn/Reference/Reference.h"
#include "diffattn/Runtime/Json.h"
#include "diffattn/Runtime/Tensor.h"

/// The results out, o, lse1 and lse2 of a case, in double, by name. The head
/// counts must divide each other, so that heads split into dims.
diffattn::Result<diffattn::TensorMap>
evaluateCase(const diffattn::TensorMap &operands,
             const nlohmann::json &attributes);

/// The list of cases in the manifest at `path`.
diffattn::Result<nlohmann::json> readCases(const std::string &path);

#endif // DIFFATTN_TEST_UNIT_REFERENCE_CASEFILE_H
