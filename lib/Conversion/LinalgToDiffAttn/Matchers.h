//===- Matchers.h - what softmax attention is made of ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One matcher for each part of
//
//   sum over terms of factor * softmax(softcap(scale * q k^T) + masks) v
//
// from the product with the value upwards: product, terms, softmax, scores,
// contraction. Each says where it stopped and why.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_MATCHERS_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_MATCHERS_H

#include "Cursor.h"

namespace mlir::diffattn::raising {

/// A sum of products of two tensors, both sides as they are read.
struct Contraction {
  linalg::LinalgOp op;
  Cursor lhs, rhs;
  /// Iteration dims by their axes.
  Axes iteration;
  /// Axes of the summed dims.
  AxisList sums;
  /// Constant factor in the body.
  double scale = 1;
  bool startsFromZero = false;
};

/// What is done to scores to hide keys or to prefer some.
struct Mask {
  enum Kind {
    Add,  ///< of floats, added
    Keep, ///< of i1: false replaces the score by `fill`
    Hide  ///< of i1: true replaces the score by `fill`
  };
  Kind kind;
  Cursor cursor;
  double fill = 0;
};

/// Scores before the softmax.
struct Scores {
  Cursor query, key;
  AxisList features;
  /// The axis of query rows: the one next to the keys that only queries have,
  /// or one of size 1 that no tensor has.
  std::optional<Axis> row;
  double scale = 1;
  std::optional<double> softcap;
  /// From the outermost to the innermost.
  SmallVector<Mask, 1> masks;
  /// Axes of the result of the product, in the order of its dims.
  AxisList order;
};

/// One softmax and what it is multiplied by.
struct Term {
  Scores scores;
  double factor = 1;
  SmallVector<Cursor, 1> factors;
  /// The op with the exponential, or linalg.softmax.
  Operation *softmax = nullptr;
};

/// A product with the value, whose other side is a sum of terms.
struct ValueProduct {
  linalg::LinalgOp op;
  SmallVector<Term, 1> terms;
  Cursor value;
  Axis key = 0;
  /// Axes of the dims of the result.
  Axes result;
};

/// Why a walk stopped.
struct Miss {
  Operation *blocker = nullptr;
  std::string reason;
  /// The softmax that was found before, if any.
  Operation *softmax = nullptr;
  unsigned progress = 0;
};

/// Matches one product with a value.
class Matcher : public Walker {
public:
  explicit Matcher(linalg::LinalgOp op) : root(op) {}

  FailureOr<ValueProduct> matchValueProduct();

  /// The miss of the walk that got furthest.
  const Miss &getMiss() const { return miss; }

private:
  // MatchContraction.cpp
  /// A contraction whose result's dims have `resultAxes`, or fresh axes.
  FailureOr<Contraction> matchContraction(linalg::LinalgOp op,
                                          const Axes *resultAxes);

  // MatchSoftmax.cpp
  LogicalResult matchTerms(Cursor cursor, Term outer,
                           SmallVectorImpl<Term> &terms);
  LogicalResult matchFactor(const Cursor &product, unsigned side,
                            const Term &outer, SmallVectorImpl<Term> &terms);
  /// The scores whose softmax along the key axis is at `cursor`.
  FailureOr<Cursor> matchSoftmax(Cursor cursor);
  FailureOr<Cursor> matchGuarded(const Cursor &select);
  FailureOr<Cursor> matchNormalised(const Cursor &weights, const Cursor &sum);
  FailureOr<Cursor> matchExp(const Cursor &weights);
  /// Whether `condition` holds in rows without a visible key only.
  bool isEmptyRow(Cursor condition, const Cursor &scores, const Cursor &weights,
                  bool negated = false);

  // MatchScores.cpp
  LogicalResult matchScores(Cursor cursor, Scores &scores);
  LogicalResult matchMask(const Cursor &sum, unsigned side, Scores &scores);
  LogicalResult matchSelect(const Cursor &select, Scores &scores);
  LogicalResult matchSoftcap(const Cursor &product, double cap, Scores &scores);
  LogicalResult matchScaled(Cursor cursor, Scores &scores);
  LogicalResult matchQueryKey(const Cursor &cursor, Scores &scores);
  /// Gives queries that are a single row a row of size 1.
  void addOnlyRow(Scores &scores);
  /// Moves an operand up through views and constant factors, as long as it is
  /// indexed by all of `needed`, by no axis twice, and none of them but `row`
  /// is split.
  void pull(Cursor &cursor, const AxisList &needed, double *scale,
            std::optional<Axis> row = std::nullopt);
  std::optional<Cursor> stepThroughScale(const Cursor &cursor, double &scale);

  /// Records that the walk can't go beyond `cursor`.
  LogicalResult stop(const Cursor &cursor, const llvm::Twine &reason);
  LogicalResult stopAt(Operation *op, const llvm::Twine &reason);

  /// Runs `attempt`; if it fails, what it visited and split is forgotten.
  template <typename Fn>
  LogicalResult attempt(Fn fn) {
    auto savedAxes = axes;
    auto savedVisited = visited;
    auto savedRow = onlyRow;
    if (succeeded(fn()))
      return success();
    axes = std::move(savedAxes);
    onlyRow = savedRow;
    visited = std::move(savedVisited);
    return failure();
  }

  linalg::LinalgOp root;
  Axis keyAxis = 0;
  /// Of the only row, where no dim stands for rows.
  std::optional<Axis> onlyRow;
  Miss miss;
  Operation *softmax = nullptr;
  unsigned progress = 0;
};

/// Whether the same axis is there twice: the tensor is read on a diagonal.
bool hasTwice(AxisList list);

/// The axes that a cursor's value depends on.
AxisList getUsedAxes(const Walker &walker, const Cursor &cursor);

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_MATCHERS_H
