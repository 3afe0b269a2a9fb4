//===- Compiler.cpp - the compiler in Python ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Compiler.h"
#include "Bindings.h"
#include "Calls.h"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

using namespace diffattn::python;
using namespace nb::literals;

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
  /// Tells `callable(step, begins)` of steps; None hears nothing.
  void listen(nb::object callable) {
    // First, since another thread may begin a call as soon as it is told.
    listener = callable;
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    diffattn_session_listen(handle, callable.is_none() ? nullptr : &tell, this);
  }
  /// What is destroyed while no call of the session runs.
  void destroy(diffattn_source *source) {
    nb::gil_scoped_release others;
    std::lock_guard<std::mutex> lock(mutex);
    diffattn_source_destroy(source);
  }

private:
  /// Listeners have nowhere to raise to.
  static void tell(void *session, const char *step, int32_t begins) {
    nb::gil_scoped_acquire python;
    nb::object listener = static_cast<Session *>(session)->listener;
    if (listener.is_none())
      return;
    try {
      listener(step, begins != 0);
    } catch (nb::python_error &error) {
      error.discard_as_unraisable("diffattn's listener");
    }
  }

  std::mutex mutex;
  std::string messages;
  diffattn_session *handle;
  nb::object listener;
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
  nb::str plan() const;

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

nb::str Source::plan() const {
  return textOf(*session, [&](diffattn_session *session) {
    return diffattn_plan(session, handle);
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
// The classes in Python
//===----------------------------------------------------------------------===//

void diffattn::python::bindCompiler(nb::module_ &module) {
  nb::class_<Session>(module, "Session")
      .def(nb::init<>())
      .def("set_option", &Session::setOption, "name"_a, "value"_a)
      .def("listen", &Session::listen, "listener"_a.none(),
           nb::sig("def listen(self, listener: "
                   "collections.abc.Callable[[str, bool], None] | None) -> "
                   "None"))
      .def_prop_ro("diagnostics", &Session::diagnostics);
  nb::class_<Source>(module, "Source")
      .def(nb::init<std::shared_ptr<Session>, nb::bytes, const std::string &>(),
           "session"_a, "text"_a, "name"_a)
      .def(nb::init<std::shared_ptr<Session>, const std::string &>(),
           "session"_a, "path"_a)
      .def("to_mlir", &Source::toMlir, "stage"_a)
      .def("to_llvm_ir", &Source::toLlvmIr)
      .def("plan", &Source::plan);
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
