//===- Assembly.cpp - text of ops whose dims have names
//---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A group is `keyword(%x[dims], %y[dims] : type of x, type of y)`. One table an
// op drives parser, printer and the names that messages use. A declarative
// format can't do it, since all groups share the dims and the indexing maps.
//
//===----------------------------------------------------------------------===//

#include "Detail.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static constexpr StringRef kSignal[] = {"signal query", "signal key"};
static constexpr StringRef kNoise[] = {"noise query", "noise key"};
static constexpr StringRef kValue[] = {"value"};
static constexpr StringRef kLambda[] = {"lambda"};
static constexpr StringRef kMask[] = {"mask"};
static constexpr StringRef kKeyLengths[] = {"key_lengths"};
static constexpr StringRef kNormWeight[] = {"norm_weight"};
static constexpr StringRef kQueryOffset[] = {"query_offset"};
static constexpr StringRef kKeyOffset[] = {"key_offset"};
static constexpr StringRef kSignalState[] = {"signal accumulator",
                                             "signal maximum", "signal sum"};
static constexpr StringRef kNoiseState[] = {"noise accumulator",
                                            "noise maximum", "noise sum"};
static constexpr StringRef kResults[] = {"out", "signal logsumexp",
                                         "noise logsumexp"};
static constexpr StringRef kStates[] = {
    "signal accumulator of outs", "signal maximum of outs",
    "signal sum of outs",         "noise accumulator of outs",
    "noise maximum of outs",      "noise sum of outs"};

template <>
ArrayRef<OperandGroup> diffattn::detail::getOperandGroups<AttentionOp>() {
  static const OperandGroup groups[] = {
      {"signal", kSignal},
      {"noise", kNoise, /*optional=*/true},
      {"value", kValue},
      {"lambda", kLambda, /*optional=*/true},
      {"mask", kMask, /*optional=*/true},
      {"key_lengths", kKeyLengths, /*optional=*/true},
      {"norm_weight", kNormWeight, /*optional=*/true},
      {"query_offset", kQueryOffset, /*optional=*/true},
      {"key_offset", kKeyOffset, /*optional=*/true},
      {"outs", kResults, /*optional=*/false, /*variadic=*/true}};
  return groups;
}

template <>
ArrayRef<OperandGroup> diffattn::detail::getOperandGroups<OnlineAttentionOp>() {
  static const OperandGroup groups[] = {
      {"signal", kSignal},
      {"noise", kNoise, /*optional=*/true},
      {"value", kValue},
      {"mask", kMask, /*optional=*/true},
      {"key_lengths", kKeyLengths, /*optional=*/true},
      {"query_offset", kQueryOffset, /*optional=*/true},
      {"key_offset", kKeyOffset, /*optional=*/true},
      {"outs", kStates, /*optional=*/false, /*variadic=*/true}};
  return groups;
}

template <>
ArrayRef<OperandGroup> diffattn::detail::getOperandGroups<MergeOp>() {
  static const OperandGroup groups[] = {
      {"signal", kSignalState},
      {"noise", kNoiseState, /*optional=*/true},
      {"outs", kStates, /*optional=*/false, /*variadic=*/true}};
  return groups;
}

template <>
ArrayRef<OperandGroup> diffattn::detail::getOperandGroups<FinalizeOp>() {
  static const OperandGroup groups[] = {
      {"signal", kSignalState},
      {"noise", kNoiseState, /*optional=*/true},
      {"lambda", kLambda, /*optional=*/true},
      {"norm_weight", kNormWeight, /*optional=*/true},
      {"outs", kResults, /*optional=*/false, /*variadic=*/true}};
  return groups;
}

/// The group of each operand segment.
static SmallVector<const OperandGroup *>
getSegmentGroups(ArrayRef<OperandGroup> groups) {
  SmallVector<const OperandGroup *> segments;
  for (const OperandGroup &group : groups)
    segments.append(group.variadic ? 1 : group.labels.size(), &group);
  return segments;
}

static ArrayRef<int32_t> getSegmentSizes(Operation *op) {
  return op
      ->getAttrOfType<DenseI32ArrayAttr>(
          OpTrait::AttrSizedOperandSegments<void>::getOperandSegmentSizeAttr())
      .asArrayRef();
}

std::string diffattn::detail::getOperandLabel(Operation *op,
                                              ArrayRef<OperandGroup> groups,
                                              unsigned number) {
  const OperandGroup *current = nullptr;
  unsigned inGroup = 0;
  for (auto [group, size] :
       llvm::zip_equal(getSegmentGroups(groups), getSegmentSizes(op))) {
    if (group != current) {
      current = group;
      inGroup = 0;
    }
    unsigned count = static_cast<unsigned>(size);
    if (number < count) {
      // C10 refuses surplus outs, in a message that needs no label.
      unsigned label = inGroup + number;
      return label < group->labels.size() ? group->labels[label].str()
                                          : "surplus out";
    }
    number -= count;
    inGroup += std::max(count, 1u);
  }
  llvm_unreachable("operand number out of range");
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {
/// What the parser has seen of an op.
struct ParsedOp {
  /// Names that each operand is indexed by.
  SmallVector<SmallVector<StringAttr>> operandDims;
  /// All names, in order of first appearance.
  SmallVector<StringAttr> dims;
  SmallVector<int32_t> segmentSizes;
  SmallVector<Type> outTypes;
};
} // namespace

/// `[b, m, d]`, or nothing for a scalar.
static ParseResult parseDims(OpAsmParser &parser, ParsedOp &parsed) {
  SmallVector<StringAttr> &mine = parsed.operandDims.emplace_back();
  auto parseDim = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    StringAttr dim = parser.getBuilder().getStringAttr(name);
    if (llvm::is_contained(mine, dim))
      return parser.emitError(loc, "dim '")
             << name << "' is named twice for one operand";
    mine.push_back(dim);
    if (!llvm::is_contained(parsed.dims, dim))
      parsed.dims.push_back(dim);
    return success();
  };
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::OptionalSquare,
                                        parseDim);
}

static ParseResult parseGroup(OpAsmParser &parser, OperationState &result,
                              const OperandGroup &group, ParsedOp &parsed) {
  unsigned numSegments = group.variadic ? 1 : group.labels.size();
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(group.keyword))) {
    if (!group.optional)
      return parser.emitError(loc, "expected '") << group.keyword << "'";
    parsed.segmentSizes.append(numSegments, 0);
    return success();
  }
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  auto parseOperand = [&]() -> ParseResult {
    return failure(parser.parseOperand(operands.emplace_back()) ||
                   parseDims(parser, parsed));
  };
  if (parser.parseLParen() || parser.parseCommaSeparatedList(parseOperand) ||
      parser.parseColonTypeList(types) || parser.parseRParen())
    return failure();
  if (!group.variadic && operands.size() != numSegments)
    return parser.emitError(loc, "expected ")
           << numSegments << " operands of '" << group.keyword << "', found "
           << operands.size();
  if (group.variadic) {
    parsed.segmentSizes.push_back(operands.size());
    parsed.outTypes = types;
  } else {
    parsed.segmentSizes.append(numSegments, 1);
  }
  return parser.resolveOperands(operands, types, loc, result.operands);
}

/// Dims in canonical order, and each operand's map of them.
static ParseResult addSpace(OpAsmParser &parser, SMLoc loc,
                            OperationState &result, ParsedOp &parsed) {
  Builder &builder = parser.getBuilder();
  SmallVector<StringAttr> dims;
  for (Role role : {Role::Split, Role::Batch, Role::Query, Role::Key,
                    Role::Feature, Role::Value})
    llvm::copy_if(parsed.dims, std::back_inserter(dims), [&](StringAttr dim) {
      return DimsAttr::getRole(dim) == role;
    });
  auto emitError = [&] { return parser.emitError(loc); };
  auto space =
      DimsAttr::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                           builder.getContext(), ArrayRef<StringAttr>(dims));
  if (!space)
    return failure();
  SmallVector<AffineMap> maps;
  for (ArrayRef<StringAttr> names : parsed.operandDims) {
    auto numbers = llvm::map_to_vector(names, [&](StringAttr name) -> unsigned {
      return llvm::find(dims, name) - dims.begin();
    });
    maps.push_back(getMap(builder.getContext(), dims.size(), numbers));
  }
  result.addAttribute("indexing_maps", builder.getAffineMapArrayAttr(maps));
  result.addAttribute("dims", space);
  result.addAttribute(
      OpTrait::AttrSizedOperandSegments<void>::getOperandSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr(parsed.segmentSizes));
  return success();
}

/// Attributes that the text spells as dims of operands.
static constexpr StringRef kSpaceAttrs[] = {"indexing_maps", "dims",
                                            "operandSegmentSizes"};

/// The names of those that the text may have.
static std::string listAttributes(OperationName op) {
  SmallVector<StringRef> names;
  for (StringRef name : op.getAttributeNames())
    if (!llvm::is_contained(kSpaceAttrs, name))
      names.push_back(name);
  return names.empty() ? "none" : "one of " + llvm::join(names, ", ");
}

static ParseResult parseAttributes(OpAsmParser &parser,
                                   OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  for (StringRef name : kSpaceAttrs)
    if (result.attributes.get(name))
      return parser.emitError(loc, "attribute '")
             << name
             << "' follows from the dims of the operands, expected none";
  // A misspelt option must not become an attribute that nobody reads. Others
  // may add theirs, with a dialect's prefix or a leading underscore.
  for (NamedAttribute attribute : result.attributes) {
    StringRef name = attribute.getName();
    if (!name.contains('.') && !name.starts_with("_") &&
        !llvm::is_contained(result.name.getAttributeNames(), name))
      return parser.emitError(loc, "unknown attribute '")
             << name << "', expected " << listAttributes(result.name);
  }
  // Without this, an attribute of another kind than expected would get lost.
  return failure(failed(result.name.verifyInherentAttrs(
      result.attributes, [&] { return parser.emitError(loc); })));
}

ParseResult diffattn::detail::parseNamedDimsOp(OpAsmParser &parser,
                                               OperationState &result,
                                               ArrayRef<OperandGroup> groups) {
  ParsedOp parsed;
  SMLoc opLoc = parser.getNameLoc();
  for (const OperandGroup &group : groups)
    if (failed(parseGroup(parser, result, group, parsed)))
      return failure();
  if (parseAttributes(parser, result) ||
      addSpace(parser, opLoc, result, parsed))
    return failure();
  for (Type type : parsed.outTypes)
    if (isa<RankedTensorType>(type))
      result.addTypes(type);
  return success();
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

static void printGroup(OpAsmPrinter &printer, NamedDimsOpInterface op,
                       const OperandGroup &group, unsigned begin,
                       unsigned count) {
  DimsAttr dims = op.getDims();
  printer << group.keyword << '(';
  llvm::interleaveComma(llvm::seq(begin, begin + count), printer,
                        [&](unsigned number) {
                          Value operand = op->getOperand(number);
                          printer << operand;
                          if (!isa<ShapedType>(operand.getType()))
                            return;
                          printer << '[';
                          llvm::interleaveComma(getOperandDims(op, number),
                                                printer, [&](unsigned dim) {
                                                  printer << dims.getName(dim);
                                                });
                          printer << ']';
                        });
  printer << " : ";
  llvm::interleaveComma(op->getOperands().slice(begin, count).getTypes(),
                        printer);
  printer << ')';
}

void diffattn::detail::printNamedDimsOp(OpAsmPrinter &printer,
                                        NamedDimsOpInterface op,
                                        ArrayRef<OperandGroup> groups) {
  ArrayRef<int32_t> sizes = getSegmentSizes(op);
  unsigned begin = 0, segment = 0;
  printer.increaseIndent();
  printer.increaseIndent();
  for (const OperandGroup &group : groups) {
    unsigned count = 0;
    for (unsigned i = 0; i < (group.variadic ? 1 : group.labels.size()); ++i)
      count += sizes[segment++];
    if (count == 0)
      continue;
    printer.printNewline();
    printGroup(printer, op, group, begin, count);
    begin += count;
  }
  printer.decreaseIndent();
  printer.decreaseIndent();
  SmallVector<StringRef> elided(std::begin(kSpaceAttrs), std::end(kSpaceAttrs));
  MLIRContext *context = op->getContext();
  if (op->getAttr("alignment") ==
      AlignmentAttr::get(context, Alignment::BottomRight))
    elided.push_back("alignment");
  if (op->getAttr("lambda_activation") ==
      LambdaActivationAttr::get(context, LambdaActivation::None))
    elided.push_back("lambda_activation");
  printer.printOptionalAttrDict(op->getAttrs(), elided);
}
