//===- RandomInputs.cpp - inputs that nobody gave -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomInputs.h"
#include "diffattn-run/TensorText.h"
#include <random>

using namespace diffattn;
using namespace diffattn::bench;
using run::quote;

/// Sizes from the type, or from --input-shape where the type has unknown ones.
static Result<std::vector<int64_t>>
shapeOf(const ManifestFunction &function, size_t index,
        const run::PerArgument<std::string> &shapes) {
  const ManifestArgument &argument = function.arguments[index];
  if (shapes[index]) {
    Result<std::vector<int64_t>> shape = run::parseShape(*shapes[index]);
    if (!shape)
      return Error{"--input-shape for " + quote(argument.name) + ": " +
                   shape.message()};
    return shape;
  }
  for (int64_t size : argument.shape)
    if (size < 0)
      return Error{"the sizes of input " + quote(argument.name) + " (" +
                   formatType(argument.dtype, argument.shape) +
                   ") of function " + quote(function.name) +
                   " are not known; give --input-shape=" + argument.name +
                   "=SIZES"};
  return argument.shape;
}

static void fill(Tensor &tensor, std::mt19937 &random) {
  bool isFloat =
      tensor.dtype() == DIFFATTN_F16 || tensor.dtype() == DIFFATTN_BF16 ||
      tensor.dtype() == DIFFATTN_F32 || tensor.dtype() == DIFFATTN_F64;
  std::uniform_real_distribution<double> numbers(-1.7, 1.7);
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    if (isFloat)
      tensor.set(i, numbers(random));
    else
      tensor.setInteger(i, tensor.dtype() == DIFFATTN_BOOL);
}

Result<run::Arguments> bench::makeArguments(const ManifestFunction &function,
                                            const Options &options) {
  run::PerArgument<std::string> shapes(function.arguments.size());
  auto isInput = [&](size_t i) { return !function.arguments[i].isOutput; };
  if (Status status = run::assign(function, options.inputShapes,
                                  "--input-shape", isInput, shapes);
      !status)
    return status.error();
  std::mt19937 random(1);
  auto makeInput = [&](size_t index) -> Result<Tensor> {
    Result<std::vector<int64_t>> shape = shapeOf(function, index, shapes);
    if (!shape)
      return shape.error();
    Result<Tensor> tensor =
        Tensor::create(function.arguments[index].dtype, *shape);
    if (tensor)
      fill(*tensor, random);
    return tensor;
  };
  return run::makeArguments(function, options.call,
                            run::PerArgument<Tensor>(function.arguments.size()),
                            makeInput);
}
