//===- EmitAttention.h - a matched product as attention -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_EMITATTENTION_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_EMITATTENTION_H

#include "Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::diffattn::raising {

/// Whether `product`, which `matcher` found, fits the op; if not, returns the
/// reason.
std::optional<std::string> findMisfit(const Matcher &matcher,
                                      const ValueProduct &product);

/// Replaces the product with the value by a `diffattn.attention` a term, and
/// their sum. What it was computed from stays, to be removed if it is dead.
void emitAttention(RewriterBase &rewriter, const Matcher &matcher,
                   const ValueProduct &product);

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_EMITATTENTION_H
