//===- Dialect.cpp - the diffattn dialect through MLIR's C API ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Dialect.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/InitAll.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::diffattn;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(DiffAttn, diffattn, DiffAttnDialect)

void diffattnRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDiffAttnDialects(*unwrap(registry));
  registerAllDiffAttnExtensions(*unwrap(registry));
}

void diffattnRegisterAllPasses(void) { registerAllDiffAttnPasses(); }

//===----------------------------------------------------------------------===//
// #diffattn.alignment
//===----------------------------------------------------------------------===//

static_assert(int(Alignment::BottomRight) == DiffAttnAlignmentBottomRight);
static_assert(int(Alignment::TopLeft) == DiffAttnAlignmentTopLeft);

bool diffattnAttributeIsAAlignment(MlirAttribute attr) {
  return isa<AlignmentAttr>(unwrap(attr));
}

MlirAttribute diffattnAlignmentAttrGet(MlirContext ctx,
                                       DiffAttnAlignment alignment) {
  return wrap(
      AlignmentAttr::get(unwrap(ctx), static_cast<Alignment>(alignment)));
}

DiffAttnAlignment diffattnAlignmentAttrGetValue(MlirAttribute attr) {
  return static_cast<DiffAttnAlignment>(
      cast<AlignmentAttr>(unwrap(attr)).getValue());
}

//===----------------------------------------------------------------------===//
// #diffattn.lambda_activation
//===----------------------------------------------------------------------===//

static_assert(int(LambdaActivation::None) == DiffAttnLambdaActivationNone);
static_assert(int(LambdaActivation::Sigmoid) ==
              DiffAttnLambdaActivationSigmoid);

bool diffattnAttributeIsALambdaActivation(MlirAttribute attr) {
  return isa<LambdaActivationAttr>(unwrap(attr));
}

MlirAttribute
diffattnLambdaActivationAttrGet(MlirContext ctx,
                                DiffAttnLambdaActivation activation) {
  return wrap(LambdaActivationAttr::get(
      unwrap(ctx), static_cast<LambdaActivation>(activation)));
}

DiffAttnLambdaActivation
diffattnLambdaActivationAttrGetValue(MlirAttribute attr) {
  return static_cast<DiffAttnLambdaActivation>(
      cast<LambdaActivationAttr>(unwrap(attr)).getValue());
}

//===----------------------------------------------------------------------===//
// #diffattn.norm
//===----------------------------------------------------------------------===//

static_assert(int(NormKind::Rms) == DiffAttnNormKindRms);

bool diffattnAttributeIsANorm(MlirAttribute attr) {
  return isa<NormAttr>(unwrap(attr));
}

MlirAttribute diffattnNormAttrGet(MlirContext ctx, DiffAttnNormKind kind,
                                  double eps) {
  MLIRContext *context = unwrap(ctx);
  auto emitErrors = [&] { return emitError(UnknownLoc::get(context)); };
  auto epsAttr = FloatAttr::get(Float64Type::get(context), eps);
  return wrap(NormAttr::getChecked(emitErrors, context,
                                   static_cast<NormKind>(kind), epsAttr));
}

DiffAttnNormKind diffattnNormAttrGetKind(MlirAttribute attr) {
  return static_cast<DiffAttnNormKind>(cast<NormAttr>(unwrap(attr)).getKind());
}

double diffattnNormAttrGetEps(MlirAttribute attr) {
  return cast<NormAttr>(unwrap(attr)).getEps().getValueAsDouble();
}

//===----------------------------------------------------------------------===//
// #diffattn.dims
//===----------------------------------------------------------------------===//

bool diffattnAttributeIsADims(MlirAttribute attr) {
  return isa<DimsAttr>(unwrap(attr));
}

MlirAttribute diffattnDimsAttrGet(MlirContext ctx, intptr_t numDims,
                                  const MlirStringRef *names) {
  MLIRContext *context = unwrap(ctx);
  auto emitErrors = [&] { return emitError(UnknownLoc::get(context)); };
  SmallVector<StringAttr> dims;
  for (intptr_t i = 0; i < numDims; ++i)
    dims.push_back(StringAttr::get(context, unwrap(names[i])));
  return wrap(DimsAttr::getChecked(emitErrors, context, ArrayRef(dims)));
}

intptr_t diffattnDimsAttrGetNumDims(MlirAttribute attr) {
  return cast<DimsAttr>(unwrap(attr)).size();
}

MlirStringRef diffattnDimsAttrGetName(MlirAttribute attr, intptr_t pos) {
  return wrap(cast<DimsAttr>(unwrap(attr)).getName(pos));
}
