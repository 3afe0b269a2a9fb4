//===- Raise.cpp - linalg softmax attention to diffattn -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First all products with a value are matched, since a softmax may feed several
// and is only worth replacing if none of its uses stays. Then they are
// replaced, and what is left without uses is removed.
//
//===----------------------------------------------------------------------===//

#include "EmitAttention.h"
#include "SimplifyViews.h"
#include "diffattn/Conversion/LinalgToDiffAttn.h"
#include "diffattn/Conversion/Passes.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RAISEPASS
#include "diffattn/Conversion/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

namespace {
/// A product with a value that matches.
struct Candidate {
  linalg::LinalgOp op;
  /// The softmaxes, the scores and all between.
  llvm::SetVector<Operation *> chain;
  SmallVector<Operation *> softmaxes;
};

/// Finds products with values and replaces those that can be.
class Raiser {
public:
  explicit Raiser(Operation *root) : root(root), rewriter(root->getContext()) {}

  /// Number of products replaced.
  unsigned run();

private:
  void collect();
  void record(const Miss &miss);
  void dropUsedElsewhere();
  void remarkOnMisses();

  Operation *root;
  IRRewriter rewriter;
  SmallVector<Candidate, 0> candidates;
  /// Why softmaxes stay, as far as known.
  llvm::MapVector<Operation *, Miss> misses;
};
} // namespace

//===----------------------------------------------------------------------===//
// What looks like a softmax
//===----------------------------------------------------------------------===//

static bool hasInBody(Operation *op, function_ref<bool(Operation *)> holds) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured &&
         llvm::any_of(*structured.getBlock(),
                      [&](Operation &inner) { return holds(&inner); });
}

static bool isView(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
             tensor::ExtractSliceOp, tensor::ReshapeOp>(op);
}

/// Users of the results of `op`, seen through views.
static void collectUsers(Operation *op, llvm::SetVector<Operation *> &users) {
  for (Operation *user : op->getUsers()) {
    if (isView(user))
      collectUsers(user, users);
    else
      users.insert(user);
  }
}

/// Whether exponentials in `op` are summed, and something is divided by it.
static bool isSoftmaxLike(Operation *op) {
  if (isa<linalg::SoftmaxOp>(op))
    return true;
  if (!hasInBody(op, [](Operation *inner) { return isa<math::ExpOp>(inner); }))
    return false;
  llvm::SetVector<Operation *> users, sums;
  collectUsers(op, users);
  for (Operation *user : users) {
    auto sum = dyn_cast<linalg::LinalgOp>(user);
    if (sum && sum.getNumReductionLoops() == 1 && sum.getNumDpsInputs() == 1)
      collectUsers(sum, sums);
  }
  return llvm::any_of(sums, [](Operation *user) {
    return hasInBody(
        user, [](Operation *inner) { return isa<arith::DivFOp>(inner); });
  });
}

/// Where the weights of `softmax` go, if not into a product: the first op
/// behind elementwise ones.
static Operation *findReader(Operation *softmax) {
  llvm::SetVector<Operation *> reached;
  reached.insert(softmax);
  for (unsigned i = 0; i < reached.size(); ++i) {
    llvm::SetVector<Operation *> users;
    collectUsers(reached[i], users);
    for (Operation *user : users) {
      auto structured = dyn_cast<linalg::LinalgOp>(user);
      if (!structured || structured.getNumDpsInputs() > 1)
        if (!structured || structured.getNumReductionLoops() != 0)
          return user;
      reached.insert(user);
    }
  }
  return softmax;
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

void Raiser::record(const Miss &miss) {
  if (!miss.softmax)
    return;
  Miss &known = misses[miss.softmax];
  if (!known.softmax || known.progress < miss.progress)
    known = miss;
}

void Raiser::collect() {
  root->walk([&](linalg::LinalgOp op) {
    Matcher matcher(op);
    FailureOr<ValueProduct> product = matcher.matchValueProduct();
    if (failed(product))
      return record(matcher.getMiss());
    Candidate candidate{op, matcher.visited, {}};
    for (const Term &term : product->terms)
      candidate.softmaxes.push_back(term.softmax);
    std::optional<std::string> misfit = findMisfit(matcher, *product);
    if (!misfit)
      return candidates.push_back(std::move(candidate));
    for (Operation *softmax : candidate.softmaxes)
      record({op, *misfit, softmax, ~0u});
  });
}

void Raiser::dropUsedElsewhere() {
  while (true) {
    llvm::SmallPtrSet<Operation *, 32> allowed;
    for (const Candidate &candidate : candidates) {
      allowed.insert(candidate.op);
      allowed.insert(candidate.chain.begin(), candidate.chain.end());
    }
    auto isOther = [&](Operation *user) {
      return !allowed.contains(user) && !isa<tensor::DimOp>(user) &&
             !isOpTriviallyDead(user);
    };
    unsigned size = candidates.size();
    llvm::erase_if(candidates, [&](const Candidate &candidate) {
      for (Operation *op : candidate.chain) {
        auto user = llvm::find_if(op->getUsers(), isOther);
        if (user == op->getUsers().end())
          continue;
        for (Operation *softmax : candidate.softmaxes)
          record({*user, "it also reads what is between scores and weights",
                  softmax, ~0u});
        return true;
      }
      return false;
    });
    if (candidates.size() == size)
      return;
  }
}

void Raiser::remarkOnMisses() {
  llvm::SmallPtrSet<Operation *, 8> raised;
  for (const Candidate &candidate : candidates)
    raised.insert(candidate.chain.begin(), candidate.chain.end());
  root->walk([&](Operation *op) {
    Miss miss = misses.lookup(op);
    // With a maximum and a division it is one, whatever the sum is.
    if (raised.contains(op) || (miss.progress < 2 && !isSoftmaxLike(op)))
      return;
    if (!miss.softmax)
      miss = {findReader(op), "the weights reach no product with a value", op};
    // The bodies of named ops have no location.
    Location at = miss.blocker->getLoc();
    if (isa<UnknownLoc>(at) && miss.blocker->getParentOp())
      at = miss.blocker->getParentOp()->getLoc();
    remark::missed(
        op->getLoc(),
        remark::RemarkOpts::name("Attention").category("diffattn-raise"))
        << remark::add("softmax stays in linalg, blocked by '{0}' at {1}",
                       miss.blocker->getName().getStringRef(), at)
        << remark::reason("{0}", miss.reason);
  });
}

unsigned Raiser::run() {
  simplifyViews(rewriter, root);
  collect();
  dropUsedElsewhere();
  if (root->getContext()->getRemarkEngine())
    remarkOnMisses();
  unsigned numReplaced = 0;
  for (Candidate &candidate : candidates) {
    // What was matched before may have been replaced since.
    Matcher matcher(candidate.op);
    FailureOr<ValueProduct> product = matcher.matchValueProduct();
    if (failed(product) || findMisfit(matcher, *product))
      continue;
    remark::passed(
        candidate.op.getLoc(),
        remark::RemarkOpts::name("Attention").category("diffattn-raise"))
        << remark::add("raised to {0} diffattn.attention",
                       product->terms.size());
    emitAttention(rewriter, matcher, *product);
    ++numReplaced;
  }
  if (numReplaced != 0)
    (void)runRegionDCE(rewriter, root->getRegions());
  return numReplaced;
}

unsigned diffattn::raiseAttention(Operation *root) {
  return Raiser(root).run();
}

namespace {
struct RaisePass : diffattn::impl::RaisePassBase<RaisePass> {
  void runOnOperation() override {
    numRaised += raiseAttention(getOperation());
    if (failed(foldLayouts(getOperation())))
      signalPassFailure();
  }
};
} // namespace
