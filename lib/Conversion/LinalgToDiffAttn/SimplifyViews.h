//===- SimplifyViews.h - views by the ops that say what they are ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIMPLIFYVIEWS_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIMPLIFYVIEWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::diffattn::raising {

/// Below `root`, replaces
/// - tensor.reshape, if dims of one shape are products of dims of the other, by
///   collapse_shape and expand_shape;
/// - generics that gather the element at their own indices, or at 0 where a dim
///   has size 1, by copies with indexing maps;
/// - sizes that are chosen by whether a dim is negative, or cast to i64 and
/// back,
///   by what they are.
void simplifyViews(RewriterBase &rewriter, Operation *root);

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIMPLIFYVIEWS_H
