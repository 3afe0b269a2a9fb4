//===- Runtime.cpp - artifacts, weights, and the runtime in Python --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Calls.h"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace diffattn::python;
using namespace nb::literals;

//===----------------------------------------------------------------------===//
// Artifacts and weights
//===----------------------------------------------------------------------===//

namespace {
/// diffattn_artifact.
class Artifact {
public:
  Artifact(Context &context, const std::string &path)
      : handle(context.run([&](diffattn_context *context) {
          return diffattn_artifact_load(context, path.c_str());
        }),
               diffattn_artifact_close) {}

  const char *manifest() const {
    return diffattn_artifact_manifest(handle.get());
  }
  Entry entry(Context &context, const std::string &name) const {
    return {context.run([&](diffattn_context *context) {
              return diffattn_artifact_entry(context, handle.get(),
                                             name.c_str());
            }),
            handle};
  }

private:
  std::shared_ptr<diffattn_artifact> handle;
};

/// A parameter that wants its weight: diffattn_argument.
struct Parameter {
  Parameter(std::string name, int32_t dtype, std::vector<int64_t> sizes)
      : name(std::move(name)), dtype(dtype), sizes(std::move(sizes)) {}

  diffattn_argument view() const {
    return {
        name.c_str(), sizes.data(),       static_cast<int32_t>(sizes.size()),
        dtype,        DIFFATTN_PARAMETER, 0};
  }

  std::string name;
  int32_t dtype;
  std::vector<int64_t> sizes;
};

/// diffattn_weights.
class Weights {
public:
  Weights(Context &context, const std::vector<std::string> &paths);
  /// Views of the host's memory without gaps, by their names.
  Weights(Context &context, const std::vector<std::string> &names,
          nb::list tensors);

  std::vector<std::string> names() const;
  /// `self`: this object in Python, which the tensors keep.
  static Tensor get(nb::handle self, Context &context, const std::string &name);
  static std::vector<Tensor> bind(nb::handle self, Context &context,
                                  const std::vector<Parameter> &parameters);

private:
  /// Keeps memory that is not of files.
  nb::object viewed;
  std::shared_ptr<diffattn_weights> handle;
};
} // namespace

Weights::Weights(Context &context, const std::vector<std::string> &paths) {
  std::vector<const char *> pointers;
  for (const std::string &path : paths)
    pointers.push_back(path.c_str());
  handle = {context.run([&](diffattn_context *context) {
              return diffattn_weights_open(
                  context, pointers.data(),
                  static_cast<int64_t>(pointers.size()));
            }),
            diffattn_weights_close};
}

Weights::Weights(Context &context, const std::vector<std::string> &names,
                 nb::list tensors)
    : viewed(tensors) {
  if (names.size() != tensors.size())
    throw nb::type_error(("expected as many tensors as names, found " +
                          std::to_string(tensors.size()) + " and " +
                          std::to_string(names.size()))
                             .c_str());
  std::vector<const char *> pointers;
  for (const std::string &name : names)
    pointers.push_back(name.c_str());
  std::vector<diffattn_tensor> views;
  for (nb::handle item : tensors) {
    auto &tensor = nb::cast<const Tensor &>(item);
    views.push_back(tensor.get());
  }
  handle = {context.run([&](diffattn_context *context) {
              return diffattn_weights_wrap(
                  context, pointers.data(), views.data(),
                  static_cast<int64_t>(pointers.size()));
            }),
            diffattn_weights_close};
}

std::vector<std::string> Weights::names() const {
  std::vector<std::string> result;
  int64_t count = diffattn_weights_count(handle.get());
  for (int64_t i = 0; i < count; ++i)
    result.emplace_back(diffattn_weights_name(handle.get(), i));
  return result;
}

Tensor Weights::get(nb::handle self, Context &context,
                    const std::string &name) {
  auto &weights = nb::cast<const Weights &>(self);
  diffattn_tensor tensor;
  context.run([&](diffattn_context *context) {
    return diffattn_weights_get(context, weights.handle.get(), name.c_str(),
                                &tensor) == DIFFATTN_OK;
  });
  return {tensor, nb::borrow(self)};
}

std::vector<Tensor> Weights::bind(nb::handle self, Context &context,
                                  const std::vector<Parameter> &parameters) {
  auto &weights = nb::cast<const Weights &>(self);
  std::vector<diffattn_argument> arguments;
  for (const Parameter &parameter : parameters)
    arguments.push_back(parameter.view());
  std::vector<diffattn_tensor> tensors(parameters.size());
  context.run([&](diffattn_context *context) {
    return diffattn_weights_bind(context, weights.handle.get(),
                                 arguments.data(),
                                 static_cast<int64_t>(arguments.size()),
                                 tensors.data()) == DIFFATTN_OK;
  });
  std::vector<Tensor> result;
  for (const diffattn_tensor &tensor : tensors)
    result.emplace_back(tensor, nb::borrow(self));
  return result;
}

//===----------------------------------------------------------------------===//
// The classes in Python
//===----------------------------------------------------------------------===//

void diffattn::python::bindRuntime(nb::module_ &module) {
  nb::class_<Tensor>(module, "Tensor")
      .def(nb::init<nb::handle, bool>(), "array"_a, "writable"_a)
      .def_static(
          "at",
          [](uintptr_t address, int32_t dtype, std::vector<int64_t> sizes,
             std::vector<int64_t> strides, nb::object owner) {
            return Tensor(address, dtype, std::move(sizes), std::move(strides),
                          std::move(owner));
          },
          "address"_a, "dtype"_a, "sizes"_a, "strides"_a, "owner"_a)
      .def_prop_ro("is_on_device", &Tensor::isOnDevice)
      .def_prop_ro("dtype", &Tensor::dtype)
      .def_prop_ro("shape", &Tensor::shape)
      .def("numpy", [](nb::handle self) {
        return nb::cast<const Tensor &>(self).asNumpy(self);
      });
  nb::class_<Context>(module, "Context", nb::is_weak_referenceable())
      .def(nb::init<>())
      .def_prop_ro("workspace", &Context::workspace)
      .def("use_device", &Context::useDevice, "device"_a, "stream"_a)
      .def("synchronize", &Context::synchronize);
  nb::class_<Device>(module, "Device")
      .def(nb::init<Context &, const std::string &>(), "context"_a, "name"_a)
      .def_prop_ro("name", &Device::name);
  nb::class_<DeviceMemory>(module, "DeviceMemory")
      .def(nb::init<std::shared_ptr<Context>, const Device &, int64_t>(),
           "context"_a, "device"_a, "bytes"_a)
      .def_prop_ro("address", &DeviceMemory::address)
      .def("write", &DeviceMemory::write, "source"_a)
      .def("read", &DeviceMemory::read, "target"_a);
  nb::class_<Entry>(module, "Entry")
      .def("__call__", &Entry::call, "context"_a, "arguments"_a, "waits"_a);
  nb::class_<Artifact>(module, "Artifact")
      .def(nb::init<Context &, const std::string &>(), "context"_a, "path"_a)
      .def_prop_ro("manifest", &Artifact::manifest)
      .def("entry", &Artifact::entry, "context"_a, "name"_a);
  nb::class_<Parameter>(module, "Parameter")
      .def(nb::init<std::string, int32_t, std::vector<int64_t>>(), "name"_a,
           "dtype"_a, "sizes"_a);
  nb::class_<Weights>(module, "Weights")
      .def(nb::init<Context &, const std::vector<std::string> &>(), "context"_a,
           "paths"_a)
      .def(nb::init<Context &, const std::vector<std::string> &, nb::list>(),
           "context"_a, "names"_a, "tensors"_a)
      .def("names", &Weights::names)
      .def("get", &Weights::get, "context"_a, "name"_a)
      .def("bind", &Weights::bind, "context"_a, "parameters"_a);
  module.def("set_num_threads", &diffattn_set_num_threads, "count"_a);
  module.def("get_num_threads", &diffattn_get_num_threads);
}
