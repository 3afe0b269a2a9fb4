//===- _native.cpp - the C API in Python ----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class a handle of diffattn-c/Runtime.h and Compiler.h, and nothing else:
// names, types and defaults are up to the Python modules beside this one.
//
// What takes long (compiling, loading, calling) lets other threads run. A
// handle that C allows one thread at a time has a lock here. Objects that
// others point into are held by them.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Compiler.h"
#include "diffattn-c/Runtime.h"
#include <cstring>
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {
/// Becomes diffattn.errors.RunError.
struct RunFailure : std::runtime_error {
  using runtime_error::runtime_error;
};
/// Becomes diffattn.errors.CompileError.
struct CompileFailure : std::runtime_error {
  using runtime_error::runtime_error;
};
} // namespace

static void raiseAs(const char *type, const std::exception &failure) {
  nb::object error = nb::module_::import_("diffattn.errors").attr(type);
  // Names in damaged files, which messages quote, may be no UTF-8.
  const char *what = failure.what();
  nb::object message = nb::steal(PyUnicode_DecodeUTF8(
      what, static_cast<Py_ssize_t>(std::strlen(what)), "backslashreplace"));
  PyErr_SetObject(error.ptr(), message.ptr());
}

static void translate(const std::exception_ptr &pointer, void *) {
  try {
    std::rethrow_exception(pointer);
  } catch (const RunFailure &failure) {
    raiseAs("RunError", failure);
  } catch (const CompileFailure &failure) {
    raiseAs("CompileError", failure);
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The element type of an array; 0 if there is none. 16 bits without sign are
/// how NumPy has bfloat16.
static int32_t dtypeOf(nb::dlpack::dtype type) {
  using Code = nb::dlpack::dtype_code;
  if (type.lanes != 1)
    return 0;
  switch (static_cast<Code>(type.code)) {
  case Code::Float:
    return type.bits == 16   ? DIFFATTN_F16
           : type.bits == 32 ? DIFFATTN_F32
           : type.bits == 64 ? DIFFATTN_F64
                             : 0;
  case Code::Bfloat:
    return type.bits == 16 ? DIFFATTN_BF16 : 0;
  case Code::UInt:
    return type.bits == 16 ? DIFFATTN_BF16 : 0;
  case Code::Bool:
    return type.bits == 8 ? DIFFATTN_BOOL : 0;
  case Code::Int:
    return type.bits == 8    ? DIFFATTN_I8
           : type.bits == 16 ? DIFFATTN_I16
           : type.bits == 32 ? DIFFATTN_I32
           : type.bits == 64 ? DIFFATTN_I64
                             : 0;
  default:
    return 0;
  }
}

/// The type that NumPy has for an element type.
static nb::dlpack::dtype numpyTypeOf(int32_t dtype) {
  using Code = nb::dlpack::dtype_code;
  auto make = [](Code code, int bits) {
    return nb::dlpack::dtype{static_cast<uint8_t>(code),
                             static_cast<uint8_t>(bits), 1};
  };
  switch (dtype) {
  case DIFFATTN_F16:
    return make(Code::Float, 16);
  case DIFFATTN_BF16:
    return make(Code::UInt, 16);
  case DIFFATTN_F32:
    return make(Code::Float, 32);
  case DIFFATTN_F64:
    return make(Code::Float, 64);
  case DIFFATTN_BOOL:
    return make(Code::Bool, 8);
  case DIFFATTN_I8:
    return make(Code::Int, 8);
  case DIFFATTN_I16:
    return make(Code::Int, 16);
  case DIFFATTN_I32:
    return make(Code::Int, 32);
  default:
    return make(Code::Int, 64);
  }
}

namespace {
/// A view of an array or a weight, whose memory it keeps.
class Tensor {
public:
  /// Throws nb::type_error unless `array` is on the CPU, writable if that is
  /// asked for, and of an element type that there is.
  Tensor(nb::handle array, bool writable);

  /// A weight. `owner` is what it belongs to.
  Tensor(const diffattn_tensor &tensor, nb::object owner)
      : tensor(tensor), owner(std::move(owner)) {}

  /// Memory of a device at `address`.
  Tensor(uintptr_t address, int32_t dtype, std::vector<int64_t> sizes,
         std::vector<int64_t> strides, nb::object owner)
      : owner(std::move(owner)), sizes(std::move(sizes)),
        strides(std::move(strides)), device(true) {
    if (this->sizes.size() != this->strides.size())
      throw nb::type_error("expected as many strides as sizes");
    tensor = {reinterpret_cast<void *>(address), this->sizes.data(),
              this->strides.data(), static_cast<int32_t>(this->sizes.size()),
              dtype};
  }
  Tensor(Tensor &&) = default;
  Tensor(const Tensor &) = delete;

  const diffattn_tensor &get() const { return tensor; }
  int32_t dtype() const { return tensor.dtype; }
  std::vector<int64_t> shape() const {
    return {tensor.sizes, tensor.sizes + tensor.rank};
  }
  bool isOnDevice() const { return device; }
  /// Bytes of the elements.
  int64_t byteSize() const;
  /// Throws nb::type_error for gaps between elements, or memory of a device.
  void checkGaps() const;
  /// The host's memory as a NumPy array, which can be written to if this view
  /// was made for that.
  nb::object asNumpy(nb::handle self) const;

private:
  template <typename Array>
  void view(const Array &array);
  template <typename... Options>
  nb::object asArray(nb::handle self) const;

  diffattn_tensor tensor = {};
  nb::object owner;
  /// Of a device's memory.
  std::vector<int64_t> sizes, strides;
  bool device = false;
  nb::ndarray<> writable;
  nb::ndarray<nb::ro> readOnly;
};
} // namespace

template <typename Array>
void Tensor::view(const Array &array) {
  // A tensor without elements may have no memory.
  char *data = static_cast<char *>(array.data_handle());
  tensor.data = data ? data + array.byte_offset() : nullptr;
  tensor.sizes = array.shape_ptr();
  tensor.strides = array.stride_ptr();
  tensor.rank = static_cast<int32_t>(array.ndim());
  tensor.dtype = dtypeOf(array.dtype());
}

Tensor::Tensor(nb::handle array, bool isWritten) {
  bool isView = isWritten ? nb::try_cast(array, writable, false)
                          : nb::try_cast(array, readOnly, false);
  if (!isView)
    throw nb::type_error(isWritten ? "no array that can be written to"
                                   : "no array");
  int device = isWritten ? writable.device_type() : readOnly.device_type();
  if (device != nb::device::cpu::value)
    throw nb::type_error("the array is not in the memory of the CPU");
  if (isWritten)
    view(writable);
  else
    view(readOnly);
  if (tensor.dtype == 0)
    throw nb::type_error("no element type for it");
}

int64_t Tensor::byteSize() const {
  int64_t count = 1;
  for (int32_t i = 0; i < tensor.rank; ++i)
    count *= tensor.sizes[i];
  return count * numpyTypeOf(tensor.dtype).bits / 8;
}

void Tensor::checkGaps() const {
  if (device)
    throw nb::type_error("expected memory of the host");
  if (byteSize() == 0)
    return;
  int64_t stride = 1;
  for (int32_t i = tensor.rank; i-- > 0;) {
    if (tensor.strides && tensor.sizes[i] > 1 && tensor.strides[i] != stride)
      throw nb::type_error("expected an array without gaps");
    stride *= tensor.sizes[i];
  }
}

template <typename... Options>
nb::object Tensor::asArray(nb::handle self) const {
  std::vector<size_t> shape(tensor.sizes, tensor.sizes + tensor.rank);
  nb::ndarray<nb::numpy, Options...> array(
      tensor.data, shape.size(), shape.data(), self, tensor.strides,
      numpyTypeOf(tensor.dtype), nb::device::cpu::value);
  return array.cast(nb::rv_policy::reference);
}

nb::object Tensor::asNumpy(nb::handle self) const {
  if (device)
    throw nb::type_error("expected memory of the host");
  return writable.is_valid() ? asArray<>(self) : asArray<nb::ro>(self);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// diffattn_device.
class Device;

/// diffattn_context.
class Context {
public:
  Context() : handle(diffattn_context_create()) {
    if (!handle)
      throw std::bad_alloc();
  }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  ~Context() { diffattn_context_destroy(handle); }

  /// Runs `action(diffattn_context *)`, and throws the context's message if it
  /// returns something false.
  template <typename Action>
  auto run(Action action) {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    auto result = action(handle);
    if (!result)
      throw RunFailure(diffattn_context_error(handle));
    return result;
  }

  int64_t workspace() const { return diffattn_context_workspace(handle); }
  /// `stream`: a CUstream.
  void useDevice(const Device &device, uintptr_t stream);
  void synchronize() {
    run([](diffattn_context *context) {
      return diffattn_synchronize(context) == DIFFATTN_OK;
    });
  }
  /// Calls an entry, and waits for its work if it fails or `waits`.
  void call(diffattn_entry entry, const std::vector<diffattn_tensor> &arguments,
            bool waits);

private:
  std::mutex mutex;
  diffattn_context *handle;
};

class Device {
public:
  Device(Context &context, const std::string &name)
      : handle(context.run([&](diffattn_context *context) {
          return diffattn_device_open(context, name.c_str());
        }),
               diffattn_device_close) {}

  diffattn_device *get() const { return handle.get(); }
  const std::shared_ptr<diffattn_device> &share() const { return handle; }
  const char *name() const { return diffattn_device_name(handle.get()); }

private:
  std::shared_ptr<diffattn_device> handle;
};

/// A block of a device's memory. It keeps the device, and a context that uses
/// it, for copies.
class DeviceMemory {
public:
  DeviceMemory(std::shared_ptr<Context> context, const Device &device,
               int64_t bytes)
      : context(std::move(context)), device(device.share()), bytes(bytes),
        memory(this->context->run([&](diffattn_context *context) {
          return diffattn_device_allocate(context, this->device.get(), bytes);
        })) {}
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory() {
    // Work that nobody has waited for may use it.
    try {
      context->synchronize();
    } catch (const RunFailure &) {
      // The device has come to its end; the next call says so.
    }
    diffattn_device_free(device.get(), memory);
  }

  uintptr_t address() const { return reinterpret_cast<uintptr_t>(memory); }
  /// Copies all of the memory from and to an array of the host without gaps.
  void write(const Tensor &from) const {
    check(from);
    context->run([&](diffattn_context *context) {
      return diffattn_device_write(context, device.get(), memory,
                                   from.get().data, bytes) == DIFFATTN_OK;
    });
  }
  void read(const Tensor &to) const {
    check(to);
    context->run([&](diffattn_context *context) {
      return diffattn_device_read(context, device.get(), to.get().data, memory,
                                  bytes) == DIFFATTN_OK;
    });
  }

private:
  void check(const Tensor &tensor) const {
    tensor.checkGaps();
    if (tensor.byteSize() != bytes)
      throw nb::type_error("expected an array of the memory's size");
  }

  std::shared_ptr<Context> context;
  std::shared_ptr<diffattn_device> device;
  int64_t bytes;
  void *memory;
};

/// diffattn_entry, with the artifact or program that it is of.
class Entry {
public:
  Entry(diffattn_entry entry, std::shared_ptr<void> owner)
      : entry(entry), owner(std::move(owner)) {}

  void call(Context &context, nb::tuple arguments, bool waits) const;

private:
  diffattn_entry entry;
  std::shared_ptr<void> owner;
};
} // namespace

/// The tuple holds the tensors while other threads run.
static std::vector<diffattn_tensor> viewsOf(const nb::tuple &arguments) {
  std::vector<diffattn_tensor> views;
  views.reserve(arguments.size());
  for (nb::handle argument : arguments)
    views.push_back(nb::cast<const Tensor &>(argument).get());
  return views;
}

void Context::useDevice(const Device &device, uintptr_t stream) {
  run([&](diffattn_context *context) {
    return diffattn_context_use_device(context, device.get(),
                                       reinterpret_cast<void *>(stream)) ==
           DIFFATTN_OK;
  });
}

void Context::call(diffattn_entry entry,
                   const std::vector<diffattn_tensor> &arguments, bool waits) {
  nb::gil_scoped_release others;
  std::lock_guard<std::mutex> lock(mutex);
  bool isDone = entry(handle, arguments.data(),
                      static_cast<int64_t>(arguments.size())) == DIFFATTN_OK;
  if (isDone && !waits)
    return;
  // Arguments may be freed after this, so work that is queued comes to its end
  // first, also after a failure.
  std::string message = diffattn_context_error(handle);
  isDone &= diffattn_synchronize(handle) == DIFFATTN_OK;
  if (!isDone)
    throw RunFailure(message.empty() ? diffattn_context_error(handle)
                                     : message);
}

void Entry::call(Context &context, nb::tuple arguments, bool waits) const {
  context.call(entry, viewsOf(arguments), waits);
}

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
    return {name.c_str(), sizes.data(), static_cast<int32_t>(sizes.size()),
            dtype, DIFFATTN_PARAMETER};
  }

  std::string name;
  int32_t dtype;
  std::vector<int64_t> sizes;
};

/// diffattn_weights.
class Weights {
public:
  Weights(Context &context, const std::vector<std::string> &paths);

  std::vector<std::string> names() const;
  /// `self`: this object in Python, which the tensors keep.
  static Tensor get(nb::handle self, Context &context, const std::string &name);
  static std::vector<Tensor> bind(nb::handle self, Context &context,
                                  const std::vector<Parameter> &parameters);

private:
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
// Compiling
//===----------------------------------------------------------------------===//

namespace {
/// diffattn_session.
class Session {
public:
  Session() : handle(diffattn_session_create()) {
    if (!handle)
      throw std::bad_alloc();
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session() { diffattn_session_destroy(handle); }

  /// Runs `action(diffattn_session *)`, and throws the session's diagnostics if
  /// it returns something false. Otherwise they are in diagnostics().
  template <typename Action>
  auto run(Action action) {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    auto result = action(handle);
    messages = diffattn_session_diagnostics(handle);
    if (!result)
      throw CompileFailure(
          messages.substr(0, messages.find_last_not_of('\n') + 1));
    return result;
  }
  std::string diagnostics() {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    return messages;
  }
  void setOption(const std::string &name, const std::string &value) {
    run([&](diffattn_session *session) {
      return diffattn_session_set_option(session, name.c_str(),
                                         value.c_str()) == DIFFATTN_OK;
    });
  }
  /// What is destroyed while no call of the session runs.
  void destroy(diffattn_source *source) {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    diffattn_source_destroy(source);
  }

private:
  std::mutex mutex;
  std::string messages;
  diffattn_session *handle;
};

/// diffattn_source, with its session.
class Source {
public:
  Source(std::shared_ptr<Session> session, nb::bytes text,
         const std::string &name)
      : session(std::move(session)),
        handle(this->session->run([&](diffattn_session *session) {
          return diffattn_source_from_buffer(session, text.c_str(), text.size(),
                                             name.c_str());
        })) {}
  Source(std::shared_ptr<Session> session, const std::string &path)
      : session(std::move(session)),
        handle(this->session->run([&](diffattn_session *session) {
          return diffattn_source_from_file(session, path.c_str());
        })) {}
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  ~Source() { session->destroy(handle); }

  nb::str toMlir(const std::string &stage) const;
  nb::str toLlvmIr() const;

  const std::shared_ptr<Session> session;
  diffattn_source *const handle;
};

/// diffattn_program.
class Program {
public:
  explicit Program(diffattn_program *program)
      : handle(program, diffattn_program_destroy) {}

  const char *manifest() const {
    return diffattn_program_manifest(handle.get());
  }
  Entry entry(Session &session, const std::string &name) const {
    return {session.run([&](diffattn_session *session) {
              return diffattn_program_entry(session, handle.get(),
                                            name.c_str());
            }),
            handle};
  }

private:
  std::shared_ptr<diffattn_program> handle;
};

/// diffattn_object, with its session.
class Object {
public:
  explicit Object(const Source &source)
      : session(source.session),
        handle(session->run([&](diffattn_session *session) {
          return diffattn_compile(session, source.handle);
        }),
               diffattn_object_destroy) {}

  const char *manifest() const {
    return diffattn_object_manifest(handle.get());
  }
  void writeHeader(const std::string &path, const std::string &name) const;
  void write(const std::string &path) const {
    session->run([&](diffattn_session *session) {
      return diffattn_object_write(session, handle.get(), path.c_str()) ==
             DIFFATTN_OK;
    });
  }
  void link(const std::string &path) const {
    session->run([&](diffattn_session *session) {
      return diffattn_object_link(session, handle.get(), path.c_str()) ==
             DIFFATTN_OK;
    });
  }
  Program load() const {
    return Program(session->run([&](diffattn_session *session) {
      return diffattn_program_load(session, handle.get());
    }));
  }

private:
  std::shared_ptr<Session> session;
  std::shared_ptr<diffattn_object> handle;
};
} // namespace

using Buffer =
    std::unique_ptr<diffattn_buffer, decltype(&diffattn_buffer_destroy)>;

/// The text of the buffer that `action(diffattn_session *)` makes.
template <typename Action>
static nb::str textOf(Session &session, Action action) {
  Buffer buffer(session.run(action), diffattn_buffer_destroy);
  return nb::str(diffattn_buffer_data(buffer.get()),
                 diffattn_buffer_size(buffer.get()));
}

nb::str Source::toMlir(const std::string &stage) const {
  return textOf(*session, [&](diffattn_session *session) {
    return diffattn_compile_to_mlir(session, handle, stage.c_str());
  });
}

nb::str Source::toLlvmIr() const {
  return textOf(*session, [&](diffattn_session *session) {
    return diffattn_compile_to_llvm_ir(session, handle);
  });
}

void Object::writeHeader(const std::string &path,
                         const std::string &name) const {
  session->run([&](diffattn_session *session) {
    Buffer text(diffattn_object_header(session, handle.get(), name.c_str()),
                diffattn_buffer_destroy);
    return diffattn_buffer_write(session, text.get(), path.c_str()) ==
           DIFFATTN_OK;
  });
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static void bindRuntime(nb::module_ &module) {
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
      .def("names", &Weights::names)
      .def("get", &Weights::get, "context"_a, "name"_a)
      .def("bind", &Weights::bind, "context"_a, "parameters"_a);
  module.def("set_num_threads", &diffattn_set_num_threads, "count"_a);
  module.def("get_num_threads", &diffattn_get_num_threads);
}

static void bindCompiler(nb::module_ &module) {
  nb::class_<Session>(module, "Session")
      .def(nb::init<>())
      .def("set_option", &Session::setOption, "name"_a, "value"_a)
      .def_prop_ro("diagnostics", &Session::diagnostics);
  nb::class_<Source>(module, "Source")
      .def(nb::init<std::shared_ptr<Session>, nb::bytes, const std::string &>(),
           "session"_a, "text"_a, "name"_a)
      .def(nb::init<std::shared_ptr<Session>, const std::string &>(),
           "session"_a, "path"_a)
      .def("to_mlir", &Source::toMlir, "stage"_a)
      .def("to_llvm_ir", &Source::toLlvmIr);
  nb::class_<Object>(module, "Object")
      .def(nb::init<const Source &>(), "source"_a)
      .def_prop_ro("manifest", &Object::manifest)
      .def("write_header", &Object::writeHeader, "path"_a, "name"_a)
      .def("write", &Object::write, "path"_a)
      .def("link", &Object::link, "path"_a)
      .def("load", &Object::load);
  nb::class_<Program>(module, "Program")
      .def_prop_ro("manifest", &Program::manifest)
      .def("entry", &Program::entry, "session"_a, "name"_a);
}

NB_MODULE(_native, module) {
  nb::register_exception_translator(translate);
  bindRuntime(module);
  bindCompiler(module);
  module.def("version", [] {
    return std::to_string(diffattn_version_major()) + "." +
           std::to_string(diffattn_version_minor()) + "." +
           std::to_string(diffattn_version_patch());
  });
}
