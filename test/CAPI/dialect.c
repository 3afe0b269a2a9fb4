//===- dialect.c - the dialect through MLIR's C API -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libDiffAttnC.so has mlir-c's functions in it: nothing else is linked.
//
// RUN: %c-program %s -o %t
// RUN: %t %S/Inputs/functions.mlir | FileCheck %s
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Dialect.h"
#include "Inputs/support.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static void dump(MlirAttribute attr) {
  mlirAttributePrint(attr, print, stdout);
  printf("\n");
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Prints errors to the standard output, for FileCheck.
static MlirLogicalResult print_error(MlirDiagnostic diagnostic, void *data) {
  (void)data;
  printf("error: ");
  mlirDiagnosticPrint(diagnostic, print, stdout);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static void test_enums(MlirContext ctx) {
  // CHECK: #diffattn.alignment<top_left>
  MlirAttribute alignment =
      diffattnAlignmentAttrGet(ctx, DiffAttnAlignmentTopLeft);
  dump(alignment);
  CHECK(diffattnAttributeIsAAlignment(alignment));
  CHECK(diffattnAlignmentAttrGetValue(alignment) == DiffAttnAlignmentTopLeft);

  // CHECK: #diffattn.lambda_activation<sigmoid>
  MlirAttribute activation =
      diffattnLambdaActivationAttrGet(ctx, DiffAttnLambdaActivationSigmoid);
  dump(activation);
  CHECK(diffattnAttributeIsALambdaActivation(activation));
  CHECK(diffattnLambdaActivationAttrGetValue(activation) ==
        DiffAttnLambdaActivationSigmoid);
  CHECK(!diffattnAttributeIsALambdaActivation(alignment));
  CHECK(!diffattnAttributeIsAAlignment(activation));
}

static void test_norm(MlirContext ctx) {
  // CHECK: #diffattn.norm<rms, eps = {{1.*e-05}}>
  MlirAttribute norm = diffattnNormAttrGet(ctx, DiffAttnNormKindRms, 1e-5);
  dump(norm);
  CHECK(diffattnAttributeIsANorm(norm));
  CHECK(diffattnNormAttrGetKind(norm) == DiffAttnNormKindRms);
  CHECK(diffattnNormAttrGetEps(norm) == 1e-5);
  // CHECK: error: {{.*}}eps
  CHECK(mlirAttributeIsNull(diffattnNormAttrGet(ctx, DiffAttnNormKindRms, -1)));
}

static void test_dims(MlirContext ctx) {
  MlirStringRef names[] = {mlirStringRefCreateFromCString("b"),
                           mlirStringRefCreateFromCString("m"),
                           mlirStringRefCreateFromCString("n")};
  // CHECK: #diffattn.dims<b, m, n>
  MlirAttribute dims = diffattnDimsAttrGet(ctx, 3, names);
  dump(dims);
  CHECK(diffattnAttributeIsADims(dims) && !diffattnAttributeIsANorm(dims));
  CHECK(diffattnDimsAttrGetNumDims(dims) == 3);
  CHECK(mlirStringRefEqual(diffattnDimsAttrGetName(dims, 1), names[1]));
  // CHECK: error: {{.*}}order
  MlirStringRef swapped[] = {names[2], names[1]};
  CHECK(mlirAttributeIsNull(diffattnDimsAttrGet(ctx, 2, swapped)));
}

//===----------------------------------------------------------------------===//
// Modules and passes
//===----------------------------------------------------------------------===//

/// Reads the file at `path` to a string that the caller frees.
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file);
  char *text = calloc(1, 1 << 16);
  CHECK(text && fread(text, 1, (1 << 16) - 1, file));
  fclose(file);
  return text;
}

// CHECK-LABEL: func.func @attend
// CHECK-NOT: diffattn.attention
// CHECK: linalg.generic
static void test_passes(MlirContext ctx, const char *path) {
  char *text = read_file(path);
  MlirModule module =
      mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  CHECK(!mlirModuleIsNull(module));
  MlirPassManager manager = mlirPassManagerCreate(ctx);
  CHECK(mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString("builtin.module(diffattn-decompose)"),
      print, stdout)));
  CHECK(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  free(text);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  diffattnRegisterAllDialects(registry);
  diffattnRegisterAllPasses();
  MlirContext ctx = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);

  MlirDialectHandle handle = mlirGetDialectHandle__diffattn__();
  CHECK(mlirStringRefEqual(mlirDialectHandleGetNamespace(handle),
                           mlirStringRefCreateFromCString("diffattn")));
  CHECK(!mlirDialectIsNull(mlirDialectHandleLoadDialect(handle, ctx)));

  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(ctx, print_error, NULL, NULL);
  test_enums(ctx);
  test_norm(ctx);
  test_dims(ctx);
  test_passes(ctx, argv[1]);
  mlirContextDetachDiagnosticHandler(ctx, id);
  mlirContextDestroy(ctx);
  return 0;
}
