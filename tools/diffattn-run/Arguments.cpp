//===- Arguments.cpp - tensors for the arguments of a function ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "TensorText.h"
#include "diffattn/Runtime/Safetensors.h"
#include "diffattn/Runtime/Shape.h"
#include <cstring>

using namespace diffattn;
using namespace diffattn::run;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Flags to arguments
//===----------------------------------------------------------------------===//

static Result<size_t> findArgument(const ManifestFunction &function,
                                   StringRef name) {
  for (size_t i = 0; i < function.arguments.size(); ++i)
    if (function.arguments[i].name == name)
      return i;
  return Error{quote(name) + " is neither a type nor an argument of function " +
               quote(function.name)};
}

/// Whether `text` starts with "NAME=". What ends in an element type in front of
/// the first '=' is no name: "f32=1" is a scalar.
static bool isNamed(StringRef text) {
  if (text.starts_with("@") || !text.contains('='))
    return false;
  StringRef name = text.split('=').first;
  return !parseDType(name.substr(name.rfind('x') + 1).str());
}

Status diffattn::run::assign(const ManifestFunction &function,
                             const std::vector<std::string> &texts,
                             StringRef flag,
                             llvm::function_ref<bool(size_t)> takes,
                             PerArgument<std::string> &assigned) {
  std::vector<StringRef> unnamed;
  for (StringRef text : texts) {
    if (!isNamed(text)) {
      unnamed.push_back(text);
      continue;
    }
    auto [name, rest] = text.split('=');
    Result<size_t> index = findArgument(function, name);
    if (!index)
      return Error{(flag + "=" + text + ": " + index.message()).str()};
    if (assigned[*index])
      return Error{(flag + ": argument ").str() + quote(name) +
                   " is given twice"};
    assigned[*index] = rest.str();
  }
  size_t next = 0;
  for (size_t given = 0; given < unnamed.size(); ++given, ++next) {
    while (next < assigned.size() && (!takes(next) || assigned[next]))
      ++next;
    if (next == assigned.size())
      return Error{(flag + "=" + unnamed[given] + ": function ").str() +
                   quote(function.name) + " has no argument left for it"};
    assigned[next] = unnamed[given].str();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Gives each argument for which `takes` holds the tensor of its name in the
/// safetensors file at `path`, if there is one.
static Status readByName(const ManifestFunction &function,
                         const std::string &path,
                         llvm::function_ref<bool(size_t)> takes,
                         PerArgument<Tensor> &tensors) {
  if (path.empty())
    return {};
  Result<TensorMap> file = readSafetensors(path);
  if (!file)
    return file.error();
  for (size_t i = 0; i < function.arguments.size(); ++i)
    if (auto it = file->find(function.arguments[i].name);
        takes(i) && it != file->end())
      tensors[i] = it->second;
  return {};
}

/// Tensors for the arguments that --params, --inputs and --input speak of.
static Result<PerArgument<Tensor>> readInputs(const ManifestFunction &function,
                                              const Options &options) {
  size_t count = function.arguments.size();
  PerArgument<Tensor> tensors(count);
  auto isParameter = [&](size_t i) {
    return function.arguments[i].isParameter;
  };
  auto isAny = [](size_t) { return true; };
  if (!options.parametersFile.empty() &&
      llvm::none_of(llvm::seq(count), isParameter))
    return Error{"--params: function " + quote(function.name) +
                 " has no parameters"};
  for (const Status &status :
       {readByName(function, options.parametersFile, isParameter, tensors),
        readByName(function, options.inputsFile, isAny, tensors)})
    if (!status)
      return status.error();
  auto isMissing = [&](size_t i) {
    return !function.arguments[i].isOutput && !isParameter(i) && !tensors[i];
  };
  PerArgument<std::string> texts(count);
  if (Status status =
          assign(function, options.inputs, "--input", isMissing, texts);
      !status)
    return status.error();
  for (size_t i = 0; i < count; ++i) {
    if (!texts[i])
      continue;
    Result<Tensor> tensor = parseTensor(*texts[i]);
    if (!tensor)
      return Error{"--input for " + quote(function.arguments[i].name) + ": " +
                   tensor.message()};
    tensors[i] = *tensor;
  }
  return tensors;
}

/// Fills the gaps of `inputs`, outputs left out.
static Status makeMissing(const ManifestFunction &function,
                          InputMaker makeInput, PerArgument<Tensor> &inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (function.arguments[i].isOutput || inputs[i])
      continue;
    Result<Tensor> tensor = makeInput(i);
    if (!tensor)
      return tensor.error();
    inputs[i] = *tensor;
  }
  return {};
}

static Error missingInput(const ManifestFunction &function, size_t index,
                          const Options &options) {
  const ManifestArgument &argument = function.arguments[index];
  if (argument.isParameter)
    return {
        "no value for parameter " + quote(argument.name) + " (" +
        formatType(argument.dtype, argument.shape) + ") of function " +
        quote(function.name) + ": " +
        (options.parametersFile.empty()
             ? "give --params=FILE.safetensors"
             : "'" + options.parametersFile + "' has no tensor of that name")};
  std::string message = "no input for argument " + quote(argument.name) + " (" +
                        formatType(argument.dtype, argument.shape) +
                        ") of function " + quote(function.name);
  if (!options.inputsFile.empty())
    message += ": no --input gives it, nor has '" + options.inputsFile +
               "' a tensor of that name";
  return {message};
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

namespace {
/// Makes outputs once the inputs are known.
class OutputMaker {
public:
  OutputMaker(const ManifestFunction &function,
              const PerArgument<Tensor> &inputs,
              const PerArgument<Tensor> &expected,
              const PerArgument<std::string> &shapes)
      : function(function), inputs(inputs), expected(expected), shapes(shapes) {
  }

  Result<Tensor> make(size_t index) const;

private:
  Result<std::vector<int64_t>> shapeOf(size_t index) const;
  std::optional<int64_t> sizeFromInput(const ManifestArgument &argument,
                                       size_t dim) const;

  const ManifestFunction &function;
  const PerArgument<Tensor> &inputs;
  const PerArgument<Tensor> &expected;
  const PerArgument<std::string> &shapes;
};
} // namespace

std::optional<int64_t>
OutputMaker::sizeFromInput(const ManifestArgument &argument, size_t dim) const {
  const std::optional<SizeSource> &source = argument.sizesFrom[dim];
  if (!source || !inputs[source->argument])
    return std::nullopt;
  // The source's rank is not checked yet; that is up to the entry.
  const Tensor &input = *inputs[source->argument];
  if (source->dim >= input.rank())
    return std::nullopt;
  return input.shape()[source->dim];
}

Result<std::vector<int64_t>> OutputMaker::shapeOf(size_t index) const {
  const ManifestArgument &argument = function.arguments[index];
  if (shapes[index]) {
    Result<std::vector<int64_t>> shape = parseShape(*shapes[index]);
    if (!shape)
      return Error{"--output-shape for " + quote(argument.name) + ": " +
                   shape.message()};
    return shape;
  }
  std::vector<int64_t> shape = argument.shape;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] >= 0)
      continue;
    if (std::optional<int64_t> size = sizeFromInput(argument, dim))
      shape[dim] = *size;
    else if (expected[index] &&
             expected[index]->rank() == int64_t(shape.size()))
      shape[dim] = expected[index]->shape()[dim];
    else
      return Error{"the size of dimension " + std::to_string(dim) +
                   " of output " + quote(argument.name) + " (" +
                   formatType(argument.dtype, argument.shape) +
                   ") is not known; give --output-shape=" + argument.name +
                   "=SIZES"};
  }
  return shape;
}

Result<Tensor> OutputMaker::make(size_t index) const {
  const ManifestArgument &argument = function.arguments[index];
  Result<std::vector<int64_t>> shape = shapeOf(index);
  if (!shape)
    return shape.error();
  Result<Tensor> tensor = Tensor::create(argument.dtype, *shape);
  // Rubbish that shows if it is not overwritten: NaN, -1.
  if (tensor && argument.dtype != DIFFATTN_BOOL)
    std::memset(tensor->data(), 0xff, tensor->byteSize());
  return tensor;
}

/// Says that the parameters don't change.
static Status wrapParameters(const ManifestFunction &function,
                             Arguments &arguments) {
  std::vector<const char *> names;
  std::vector<diffattn_tensor> tensors;
  for (size_t i = 0; i < function.arguments.size(); ++i) {
    if (!function.arguments[i].isParameter)
      continue;
    names.push_back(function.arguments[i].name.c_str());
    tensors.push_back(arguments.tensors[i].view());
  }
  std::unique_ptr<diffattn_context, void (*)(diffattn_context *)> context(
      diffattn_context_create(), diffattn_context_destroy);
  if (!context)
    return Error{"out of memory"};
  arguments.weights = {diffattn_weights_wrap(context.get(), names.data(),
                                             tensors.data(), names.size()),
                       diffattn_weights_close};
  if (!arguments.weights)
    return Error{diffattn_context_error(context.get())};
  return {};
}

Result<Arguments> diffattn::run::makeArguments(
    const ManifestFunction &function, const Options &options,
    const PerArgument<Tensor> &expected, InputMaker makeInput) {
  Result<PerArgument<Tensor>> inputs = readInputs(function, options);
  if (!inputs)
    return inputs.error();
  if (makeInput)
    if (Status status = makeMissing(function, makeInput, *inputs); !status)
      return status.error();
  PerArgument<std::string> shapes(function.arguments.size());
  if (Status status = assign(function, options.outputShapes, "--output-shape",
                             isOutput(function), shapes);
      !status)
    return status.error();

  Arguments result;
  OutputMaker outputs(function, *inputs, expected, shapes);
  for (size_t i = 0; i < function.arguments.size(); ++i) {
    result.isInitialized.push_back((*inputs)[i].has_value());
    if ((*inputs)[i]) {
      result.tensors.push_back(*(*inputs)[i]);
      continue;
    }
    if (!function.arguments[i].isOutput)
      return missingInput(function, i, options);
    Result<Tensor> output = outputs.make(i);
    if (!output)
      return output.error();
    result.tensors.push_back(*output);
  }
  if (Status status = wrapParameters(function, result); !status)
    return status.error();
  return result;
}
