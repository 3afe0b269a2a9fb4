//===- Detail.h - implementations shared by all diffattn ops
//----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The op classes forward here (DiffAttnOps.td, extraClassDefinition).
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_IR_DETAIL_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_IR_DETAIL_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

namespace mlir::diffattn::detail {

//===----------------------------------------------------------------------===//
// Assembly.cpp
//===----------------------------------------------------------------------===//

/// Operands that stand in one pair of parentheses, as
/// `signal(%q[m, d], %k[n, d] : ...)`.
struct OperandGroup {
  StringRef keyword;
  /// One name an operand; for `outs`, which is variadic, the longest list.
  ArrayRef<StringRef> labels;
  /// Whether the group may be left out.
  bool optional = false;
  bool variadic = false;
};

/// The groups of an op, in the order of its operand segments. A group is as
/// many segments as it has labels, or one if it is variadic.
template <typename OpTy>
ArrayRef<OperandGroup> getOperandGroups();
template <>
ArrayRef<OperandGroup> getOperandGroups<AttentionOp>();
template <>
ArrayRef<OperandGroup> getOperandGroups<OnlineAttentionOp>();
template <>
ArrayRef<OperandGroup> getOperandGroups<MergeOp>();
template <>
ArrayRef<OperandGroup> getOperandGroups<FinalizeOp>();

ParseResult parseNamedDimsOp(OpAsmParser &parser, OperationState &result,
                             ArrayRef<OperandGroup> groups);
void printNamedDimsOp(OpAsmPrinter &printer, NamedDimsOpInterface op,
                      ArrayRef<OperandGroup> groups);
std::string getOperandLabel(Operation *op, ArrayRef<OperandGroup> groups,
                            unsigned number);

//===----------------------------------------------------------------------===//
// DiffAttnOps.cpp
//===----------------------------------------------------------------------===//

LogicalResult reifyResultShapes(OpBuilder &builder, Operation *op,
                                ReifiedRankedShapedTypeDims &shapes);
void getEffects(
    NamedDimsOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

//===----------------------------------------------------------------------===//
// TilingInterfaceImpl.cpp
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> getLoopIteratorTypes(NamedDimsOpInterface op);
SmallVector<Range> getIterationDomain(OpBuilder &builder,
                                      NamedDimsOpInterface op);
FailureOr<TilingResult> getTiledImplementation(OpBuilder &builder,
                                               NamedDimsOpInterface op,
                                               ArrayRef<OpFoldResult> offsets,
                                               ArrayRef<OpFoldResult> sizes);
LogicalResult getResultTilePosition(NamedDimsOpInterface op, unsigned result,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes,
                                    SmallVector<OpFoldResult> &resultOffsets,
                                    SmallVector<OpFoldResult> &resultSizes);
LogicalResult
getDomainTileFromResultTile(OpBuilder &builder, NamedDimsOpInterface op,
                            unsigned result, ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes,
                            SmallVectorImpl<OpFoldResult> &domainOffsets,
                            SmallVectorImpl<OpFoldResult> &domainSizes);
FailureOr<TilingResult> generateResultTileValue(OpBuilder &builder,
                                                NamedDimsOpInterface op,
                                                unsigned result,
                                                ArrayRef<OpFoldResult> offsets,
                                                ArrayRef<OpFoldResult> sizes);

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_IR_DETAIL_H
