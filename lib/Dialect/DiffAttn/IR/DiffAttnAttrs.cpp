//===- DiffAttnAttrs.cpp - attributes of the diffattn ops
//-------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnAttrs.cpp.inc"

void DiffAttnDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DimsAttr
//===----------------------------------------------------------------------===//

Role DimsAttr::getRole(StringRef name) {
  if (name == "split")
    return Role::Split;
  if (name == "m")
    return Role::Query;
  if (name == "n")
    return Role::Key;
  bool numbered = llvm::all_of(name.drop_front(), llvm::isDigit);
  if (name.starts_with("d") && numbered)
    return Role::Feature;
  if (name.starts_with("e") && numbered)
    return Role::Value;
  return Role::Batch;
}

SmallVector<unsigned> DimsAttr::getDims(Role role) const {
  SmallVector<unsigned> dims;
  for (unsigned dim = 0; dim < size(); ++dim)
    if (getRole(dim) == role)
      dims.push_back(dim);
  return dims;
}

std::optional<unsigned> DimsAttr::getDim(Role role) const {
  SmallVector<unsigned> dims = getDims(role);
  if (dims.size() != 1)
    return std::nullopt;
  return dims.front();
}

/// Whether the parser of operations reads `name` as one keyword.
static bool isKeyword(StringRef name) {
  if (name.empty() || !(llvm::isAlpha(name.front()) || name.front() == '_') ||
      !llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return false;
  StringRef integer = name;
  if (!integer.consume_front("si") && !integer.consume_front("ui"))
    integer.consume_front("i");
  bool integerType = integer.size() != name.size() && !integer.empty() &&
                     llvm::all_of(integer, llvm::isDigit);
  return !integerType;
}

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names) {
  for (auto [index, name] : llvm::enumerate(names)) {
    if (!isKeyword(name))
      return emitError() << "expected dim names of letters, digits and '_' "
                            "that are no integer type, found "
                         << name << " [C1]";
    if (llvm::is_contained(names.drop_front(index + 1), name))
      return emitError() << "expected distinct dim names, found " << name
                         << " twice [C1]";
  }
  if (!llvm::is_sorted(names, [](StringAttr a, StringAttr b) {
        return getRole(a) < getRole(b);
      }))
    return emitError() << "expected dims in the order split, batch-like, m, n, "
                          "d, e, found ["
                       << llvm::join(llvm::map_range(names,
                                                     [](StringAttr n) {
                                                       return n.getValue();
                                                     }),
                                     ", ")
                       << "] [C1]";
  return success();
}

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  auto parseName = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseName))
    return {};
  return parser.getChecked<DimsAttr>(parser.getContext(), names);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getNames(), printer,
                        [&](StringAttr name) { printer << name.getValue(); });
  printer << '>';
}

//===----------------------------------------------------------------------===//
// NormAttr
//===----------------------------------------------------------------------===//

LogicalResult NormAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               NormKind kind, FloatAttr eps) {
  if (!eps || !eps.getType().isF64() || !eps.getValue().isFinite() ||
      (eps.getValue().isNegative() && !eps.getValue().isZero()))
    return emitError() << "expected eps of the norm to be an f64 that is "
                          "finite and not negative, found "
                       << eps << " [C11]";
  return success();
}

Attribute NormAttr::parse(AsmParser &parser, Type) {
  StringRef keyword;
  double eps;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&keyword))
    return {};
  std::optional<NormKind> kind = symbolizeNormKind(keyword);
  if (!kind) {
    parser.emitError(loc, "expected norm rms, found ") << keyword;
    return {};
  }
  if (parser.parseComma() || parser.parseKeyword("eps") ||
      parser.parseEqual() || parser.parseFloat(eps) || parser.parseGreater())
    return {};
  return parser.getChecked<NormAttr>(parser.getContext(), *kind,
                                     parser.getBuilder().getF64FloatAttr(eps));
}

void NormAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyNormKind(getKind()) << ", eps = ";
  printer.printFloat(getEps().getValue());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ScheduleAttr
//===----------------------------------------------------------------------===//

ArrayRef<ScheduleAttr::Field> ScheduleAttr::getFields() {
  // Limits that keep products of sizes far from the end of an int64.
  static constexpr int64_t block = 1 << 16, many = int64_t(1) << 40;
  static constexpr Field fields[] = {
      {"row_block", block}, {"key_block", block}, {"value_block", block},
      {"held_bytes", many}, {"held_keys", many},  {"split_rows", many},
      {"split_keys", many}};
  return fields;
}

SmallVector<int64_t> ScheduleAttr::getValues() const {
  return {getRowBlock(), getKeyBlock(),  getValueBlock(), getHeldBytes(),
          getHeldKeys(), getSplitRows(), getSplitKeys()};
}

ScheduleAttr ScheduleAttr::get(MLIRContext *context, Strategy strategy,
                               ArrayRef<int64_t> fields) {
  return get(context, strategy, fields[0], fields[1], fields[2], fields[3],
             fields[4], fields[5], fields[6]);
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Strategy, int64_t rowBlock, int64_t keyBlock,
                                   int64_t valueBlock, int64_t heldBytes,
                                   int64_t heldKeys, int64_t splitRows,
                                   int64_t splitKeys) {
  int64_t values[] = {rowBlock, keyBlock,  valueBlock, heldBytes,
                      heldKeys, splitRows, splitKeys};
  for (auto [field, value] : llvm::zip_equal(getFields(), values))
    if (value < 1 || value > field.limit)
      return emitError() << "expected " << field.name
                         << " of a schedule to lie in [1, " << field.limit
                         << "], found " << value;
  return success();
}

/// The names of the fields.
static std::string listFields() {
  return llvm::join(llvm::map_range(ScheduleAttr::getFields(),
                                    [](const ScheduleAttr::Field &field) {
                                      return field.name;
                                    }),
                    ", ");
}

/// Parses `, NAME = NUMBER` into the field of that name.
static ParseResult
parseScheduleField(AsmParser &parser,
                   MutableArrayRef<std::optional<int64_t>> values) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  const auto *field =
      llvm::find_if(ScheduleAttr::getFields(),
                    [&](const auto &field) { return field.name == name; });
  if (field == ScheduleAttr::getFields().end())
    return parser.emitError(loc, "unknown field '")
           << name << "' of a schedule, expected one of " << listFields();
  auto &value = values[field - ScheduleAttr::getFields().begin()];
  if (value)
    return parser.emitError(loc, "field '") << name << "' is given twice";
  if (parser.parseEqual() || parser.parseInteger(value.emplace()))
    return failure();
  return success();
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  StringRef keyword;
  SMLoc loc;
  if (parser.parseLess())
    return {};
  loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return {};
  std::optional<Strategy> strategy = symbolizeStrategy(keyword);
  if (!strategy) {
    parser.emitError(loc, "expected strategy auto, held, online or split, "
                          "found ")
        << keyword;
    return {};
  }
  SmallVector<std::optional<int64_t>> values(getFields().size());
  while (succeeded(parser.parseOptionalComma()))
    if (parseScheduleField(parser, values))
      return {};
  loc = parser.getCurrentLocation();
  if (parser.parseGreater())
    return {};
  SmallVector<int64_t> all;
  for (auto [field, value] : llvm::zip_equal(getFields(), values)) {
    if (!value) {
      parser.emitError(loc, "expected field '")
          << field.name << "' of a schedule, found none";
      return {};
    }
    all.push_back(*value);
  }
  return parser.getChecked<ScheduleAttr>(parser.getContext(), *strategy, all[0],
                                         all[1], all[2], all[3], all[4], all[5],
                                         all[6]);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyStrategy(getStrategy());
  for (auto [field, value] : llvm::zip_equal(getFields(), getValues()))
    printer << ", " << field.name << " = " << value;
  printer << '>';
}

//===----------------------------------------------------------------------===//
// GPUScheduleAttr
//===----------------------------------------------------------------------===//

LogicalResult
GPUScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        int64_t rowWarps, int64_t keyTile, int64_t stages, bool,
                        bool, int64_t splitRows, int64_t splitKeys) {
  auto check = [&](StringRef name, int64_t value, int64_t step, int64_t least,
                   int64_t most) -> LogicalResult {
    if (value >= least && value <= most && value % step == 0)
      return success();
    return emitError() << "expected " << name << " of a schedule to be a "
                       << "multiple of " << step << " in [" << least << ", "
                       << most << "], found " << value;
  };
  constexpr int64_t many = int64_t(1) << 40;
  return failure(
      failed(check("row_warps", rowWarps, 1, 1, 8)) ||
      failed(check("key_tile", keyTile, 16, 16, 128)) ||
      failed(check("stages", stages, 1, 2, 8)) ||
      failed(check("split_rows", splitRows, 1, 0, many)) ||
      failed(check("split_keys", splitKeys, keyTile, keyTile, many)));
}
