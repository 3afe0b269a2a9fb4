//===- InitPasses.cpp - registers passes and pipelines --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/Sim/Passes.h"
#include "diffattn/Conversion/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/InitAll.h"
#include "diffattn/Pipelines/Pipelines.h"

using namespace mlir;

void diffattn::registerAllDiffAttnPasses() {
  registerDiffAttnTransformsPasses();
  registerDiffAttnConversionPasses();
  registerDiffAttnCodegenCommonPasses();
  registerDiffAttnCodegenCPUPasses();
  registerDiffAttnCodegenGPUPasses();
  registerDiffAttnCodegenSimPasses();
  registerDiffAttnPipelines();
}
