//===- DiffAttnDialect.cpp - registration of the dialect
//--------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "diffattn/Dialect/DiffAttn/IR/OutScaleArgument.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::diffattn;

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.cpp.inc"

namespace {
/// Functions that hold our ops may be inlined anywhere.
struct Inlining : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void DiffAttnDialect::initialize() {
  addInterfaces<Inlining>();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.cpp.inc"
      >();
}

LogicalResult
DiffAttnDialect::verifyOperationAttribute(Operation *op,
                                          NamedAttribute attribute) {
  if (attribute.getName() == kOutScaleArgumentAttr)
    return verifyOutScaleArgument(op, attribute.getValue());
  if (attribute.getName() != kScheduleAttrName)
    return success();
  if (!isa<AttentionOp>(op))
    return op->emitOpError() << "has no schedule: '" << kScheduleAttrName
                             << "' is an attribute of diffattn.attention";
  if (!isa<ScheduleAttr, GPUScheduleAttr>(attribute.getValue()))
    return op->emitOpError() << "expected '" << kScheduleAttrName
                             << "' to be a #diffattn.schedule or a "
                                "#diffattn.gpu_schedule, found "
                             << attribute.getValue();
  // Before the op itself is verified: it may have no operands.
  if (op->getNumOperands() &&
      getElementTypeOrSelf(op->getOperand(0).getType()).isF64())
    return op->emitOpError()
           << "has a schedule, expected elements of f16, bf16 "
              "or f32 for it, found f64";
  return success();
}

ScheduleAttr diffattn::getSchedule(AttentionOp op) {
  return op->getAttrOfType<ScheduleAttr>(DiffAttnDialect::kScheduleAttrName);
}

GPUScheduleAttr diffattn::getGPUSchedule(AttentionOp op) {
  return op->getAttrOfType<GPUScheduleAttr>(DiffAttnDialect::kScheduleAttrName);
}

bool diffattn::isScheduled(AttentionOp op) {
  return op->hasAttr(DiffAttnDialect::kScheduleAttrName);
}

void diffattn::setSchedule(AttentionOp op, Attribute schedule) {
  op->setAttr(DiffAttnDialect::kScheduleAttrName, schedule);
}
