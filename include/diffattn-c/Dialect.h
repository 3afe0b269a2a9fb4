//===- Dialect.h - the diffattn dialect through MLIR's C API --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs that build or transform MLIR through mlir-c. libDiffAttnC.so
// holds mlir-c's functions for the IR, passes and registration of everything
// upstream (mlir-c/IR.h, Pass.h, Diagnostics.h, Support.h, Builtin*.h,
// Affine*.h, RegisterEverything.h, ...), on the same libMLIR.so: link nothing
// else.
//
// What a function asks of its arguments is what mlir-c asks: handles are not
// null, attributes are of the kind that the function's name says.
//
// Since 0.1.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_C_DIALECT_H
#define DIFFATTN_C_DIALECT_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// mlirGetDialectHandle__diffattn__: the dialect alone, without the interfaces
/// that bufferization needs.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(DiffAttn, diffattn);

/// The dialect and its interfaces that live outside of it.
MLIR_CAPI_EXPORTED void
diffattnRegisterAllDialects(MlirDialectRegistry registry);

/// All passes and named pipelines of diffattn, for mlirParsePassPipeline.
MLIR_CAPI_EXPORTED void diffattnRegisterAllPasses(void);

//===----------------------------------------------------------------------===//
// #diffattn.alignment
//===----------------------------------------------------------------------===//

typedef enum DiffAttnAlignment {
  DiffAttnAlignmentBottomRight = 0,
  DiffAttnAlignmentTopLeft = 1,
} DiffAttnAlignment;

MLIR_CAPI_EXPORTED bool diffattnAttributeIsAAlignment(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute
diffattnAlignmentAttrGet(MlirContext ctx, DiffAttnAlignment alignment);
MLIR_CAPI_EXPORTED DiffAttnAlignment
diffattnAlignmentAttrGetValue(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #diffattn.lambda_activation
//===----------------------------------------------------------------------===//

typedef enum DiffAttnLambdaActivation {
  DiffAttnLambdaActivationNone = 0,
  DiffAttnLambdaActivationSigmoid = 1,
} DiffAttnLambdaActivation;

MLIR_CAPI_EXPORTED bool
diffattnAttributeIsALambdaActivation(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute diffattnLambdaActivationAttrGet(
    MlirContext ctx, DiffAttnLambdaActivation activation);
MLIR_CAPI_EXPORTED DiffAttnLambdaActivation
diffattnLambdaActivationAttrGetValue(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #diffattn.norm
//===----------------------------------------------------------------------===//

typedef enum DiffAttnNormKind {
  DiffAttnNormKindRms = 0,
} DiffAttnNormKind;

MLIR_CAPI_EXPORTED bool diffattnAttributeIsANorm(MlirAttribute attr);
/// Emits a diagnostic and returns a null attribute if `eps` is not finite or
/// negative.
MLIR_CAPI_EXPORTED MlirAttribute diffattnNormAttrGet(MlirContext ctx,
                                                     DiffAttnNormKind kind,
                                                     double eps);
MLIR_CAPI_EXPORTED DiffAttnNormKind diffattnNormAttrGetKind(MlirAttribute attr);
MLIR_CAPI_EXPORTED double diffattnNormAttrGetEps(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #diffattn.dims
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool diffattnAttributeIsADims(MlirAttribute attr);
/// The names in canonical order (batch-like dims, m, n, feature dims, value
/// dims). Emits a diagnostic and returns a null attribute if they are not.
MLIR_CAPI_EXPORTED MlirAttribute diffattnDimsAttrGet(
    MlirContext ctx, intptr_t numDims, const MlirStringRef *names);
MLIR_CAPI_EXPORTED intptr_t diffattnDimsAttrGetNumDims(MlirAttribute attr);
/// The name of dim `pos`; it lives as long as the context.
MLIR_CAPI_EXPORTED MlirStringRef diffattnDimsAttrGetName(MlirAttribute attr,
                                                         intptr_t pos);

#ifdef __cplusplus
}
#endif

#endif // DIFFATTN_C_DIALECT_H
