//===- Remarks.cpp - what passes found, and what they missed --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Categories of the passes that look for attention, that plan it, and that
/// look for matrix products.
static constexpr StringLiteral kCategories =
    "diffattn-(raise|fold-layouts|fuse|schedule|call-matmuls)";

/// The values of the arguments, in one sentence.
static std::string getText(const remark::detail::Remark &remark) {
  std::string text;
  for (const remark::detail::Remark::Arg &arg : remark.getArgs())
    text += (text.empty() ? "" : ": ") + arg.val;
  return text;
}

/// What a miss means.
static StringRef getStart(const remark::detail::Remark &remark) {
  if (remark.getRemarkType() != llvm::remarks::Type::Missed)
    return "";
  StringRef category = remark.getCategoryName();
  if (category.starts_with("diffattn-schedule"))
    return "not scheduled: ";
  return category == "diffattn-call-matmuls" ? "matrix product by a kernel: "
                                             : "not fused: ";
}

namespace {
class Listener : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Listener(RemarkSettings &settings) : settings(settings) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (settings.level == RemarkLevel::None)
      return;
    bool isMiss = remark.getRemarkType() == llvm::remarks::Type::Missed;
    // Masks and norms that stay outside cost time only; a map that stays alone
    // is what strictness is about.
    bool isError = isMiss && settings.level == RemarkLevel::Strict &&
                   (remark.getCategoryName() == "diffattn-raise" ||
                    remark.getRemarkName().contains("Difference"));
    if (isError) {
      ++settings.numErrors;
      emitError(remark.getLocation())
          << "not fused, and --strict is given: " << getText(remark);
      return;
    }
    if (settings.level == RemarkLevel::Show)
      emitRemark(remark.getLocation()) << getStart(remark) << getText(remark);
  }

private:
  RemarkSettings &settings;
};
} // namespace

void mlir::diffattn::listenToRemarks(MLIRContext &context,
                                     RemarkSettings &settings) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = kCategories.str();
  // Fails only for a malformed pattern.
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Listener>(settings),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}
