//===- Compiler.cpp - the compiler as a C library -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thin layer: checks for NULL, keeps the diagnostics of one call, and owns.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Compiler.h"
#include "diffattn/Compiler/Files.h"
#include "diffattn/Compiler/Session.h"

#include "llvm/ADT/StringSwitch.h"
#include <new>

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

struct diffattn_session {
  /// Shared with the sources, whose modules live in its context.
  std::shared_ptr<Session> session = std::make_shared<Session>();
  CompileOptions options;
  /// The last call failed.
  bool failed = false;
};

struct diffattn_source {
  std::shared_ptr<Session> session;
  OwningOpRef<ModuleOp> module;
};

struct diffattn_object {
  Object object;
};

struct diffattn_buffer {
  std::string text;
};

struct diffattn_program {
  std::unique_ptr<LoadedObject> loaded;
  std::vector<std::string> functions;
};

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// One call with a session. It has failed unless succeed() says otherwise.
class Call {
public:
  /// A call without a handle beside the session.
  explicit Call(diffattn_session *session) : session(session) { begin(); }

  /// A call with `handle`, called `name` in messages. If it is NULL because the
  /// call before failed, the diagnostics of that call stay: they are the cause.
  Call(diffattn_session *session, const void *handle, const char *name)
      : session(session) {
    if (!session || (!handle && session->failed))
      return;
    begin();
    has(handle, name);
  }

  /// No argument that was looked at is NULL.
  explicit operator bool() const { return complete; }

  /// Whether `argument` is there; an error if not.
  bool has(const void *argument, const char *name) {
    if (complete && !argument) {
      (void)error(Twine(name) + " is NULL");
      complete = false;
    }
    return complete;
  }

  LogicalResult error(const Twine &message) {
    return session->session->error(message);
  }

  /// What a call returns at its end.
  template <typename T>
  T *succeed(T *result) {
    session->failed = false;
    return result;
  }
  diffattn_status finish(LogicalResult result) {
    session->failed = failed(result);
    return session->failed ? DIFFATTN_FAILED : DIFFATTN_OK;
  }
  diffattn_status finish(llvm::Error result) {
    return finish(result ? error(llvm::toString(std::move(result)))
                         : success());
  }

private:
  void begin() {
    if (!session)
      return;
    complete = true;
    session->failed = true;
    session->session->clearDiagnostics();
  }

  diffattn_session *session;
  bool complete = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Versions and sessions
//===----------------------------------------------------------------------===//

int32_t diffattn_version_major(void) { return DIFFATTN_VERSION_MAJOR; }
int32_t diffattn_version_minor(void) { return DIFFATTN_VERSION_MINOR; }
int32_t diffattn_version_patch(void) { return DIFFATTN_VERSION_PATCH; }

diffattn_session *diffattn_session_create(void) {
  return new (std::nothrow) diffattn_session;
}

void diffattn_session_destroy(diffattn_session *session) { delete session; }

void diffattn_session_listen(diffattn_session *session,
                             diffattn_listener listener, void *context) {
  if (!session)
    return;
  if (!listener)
    return session->session->tell({});
  session->session->tell([=](StringRef step, bool begins) {
    listener(context, step.str().c_str(), begins);
  });
}

/// The stage called `name`, or an error that names `what`.
static FailureOr<Stage> findStage(Call &call, const char *what,
                                  StringRef name) {
  if (std::optional<Stage> stage = parseStage(name))
    return *stage;
  return call.error(
      Twine(what) + ": unknown stage '" + name +
      "', expected input, raised, fused, scheduled, buffers, kernels or llvm");
}

/// The option called `name`, if it is a path, a name or a list that is looked
/// at where it is used.
static std::string *findText(CompileOptions &options, StringRef name) {
  return llvm::StringSwitch<std::string *>(name)
      .Case("cubin", &options.cubin)
      .Case("ptxas", &options.ptxas)
      .Case("dump-stages-to", &options.dumpFolder)
      .Case("cache-dir", &options.cacheFolder)
      .Case("schedule", &options.scheduleFile)
      .Case("observe", &options.observe)
      .Default(nullptr);
}

static LogicalResult setBoolean(Call &call, bool &option, StringRef name,
                                StringRef value) {
  if (value != "true" && value != "false")
    return call.error(name + ": expected true or false, found '" + value + "'");
  option = value == "true";
  return success();
}

static LogicalResult setOption(Call &call, CompileOptions &options,
                               StringRef name, StringRef value) {
  if (std::string *text = findText(options, name)) {
    *text = value.str();
    return success();
  }
  if (name == "cpu") {
    llvm::Expected<std::vector<Target>> targets = resolveTargets(value);
    if (!targets)
      return call.error(llvm::toString(targets.takeError()));
    options.cpu = value.str();
    return success();
  }
  if (name == "target") {
    llvm::Expected<Device> device = parseDevice(value);
    if (!device)
      return call.error(llvm::toString(device.takeError()));
    options.target = value.str();
    return success();
  }
  if (name == "chip") {
    llvm::Expected<Chip> chip = findChip(value);
    if (!chip)
      return call.error(llvm::toString(chip.takeError()));
    options.chip = value.str();
    return success();
  }
  if (name == "matmul") {
    llvm::Expected<Matmul> matmul = parseMatmul(value);
    if (!matmul)
      return call.error("matmul: " + llvm::toString(matmul.takeError()));
    options.matmul = *matmul;
    return success();
  }
  if (name == "quantize") {
    llvm::Expected<Quantization> quantization = parseQuantization(value);
    if (!quantization)
      return call.error("quantize: " +
                        llvm::toString(quantization.takeError()));
    options.quantization = *quantization;
    return success();
  }
  if (name == "compile-from") {
    FailureOr<Stage> stage = findStage(call, "compile-from", value);
    if (succeeded(stage))
      options.from = *stage;
    return stage;
  }
  if (name == "reference")
    return setBoolean(call, options.reference, name, value);
  if (name == "optimize")
    return setBoolean(call, options.optimize, name, value);
  if (name == "remarks") {
    if (value != "none" && value != "show" && value != "strict")
      return call.error("remarks: expected none, show or strict, found '" +
                        value + "'");
    options.remarks = value == "none"   ? RemarkLevel::None
                      : value == "show" ? RemarkLevel::Show
                                        : RemarkLevel::Strict;
    return success();
  }
  return call.error("unknown option '" + name +
                    "', expected cpu, target, chip, cubin, ptxas, matmul, "
                    "quantize, compile-from, dump-stages-to, "
                    "cache-dir, reference, optimize, remarks, schedule or "
                    "observe");
}

diffattn_status diffattn_session_set_option(diffattn_session *session,
                                            const char *name,
                                            const char *value) {
  Call call(session);
  if (!call.has(name, "the name of the option") ||
      !call.has(value, "the value of the option"))
    return DIFFATTN_FAILED;
  return call.finish(setOption(call, session->options, name, value));
}

const char *diffattn_session_diagnostics(const diffattn_session *session) {
  return session ? session->session->diagnostics().c_str()
                 : "error: the session is NULL\n";
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static diffattn_source *makeSource(Call &call, diffattn_session *session,
                                   OwningOpRef<ModuleOp> module) {
  if (!module)
    return nullptr;
  return call.succeed(new diffattn_source{session->session, std::move(module)});
}

/// A copy of the module of `source`, to be lowered; null after an error.
static OwningOpRef<ModuleOp> copyModule(Call &call, diffattn_session *session,
                                        const diffattn_source *source) {
  if (!call)
    return nullptr;
  if (source->session == session->session)
    return source->module.get().clone();
  (void)call.error("the source is of another session");
  return nullptr;
}

diffattn_source *diffattn_source_from_file(diffattn_session *session,
                                           const char *path) {
  Call call(session);
  if (!call.has(path, "the path of the source"))
    return nullptr;
  return makeSource(call, session, session->session->parseFile(path));
}

diffattn_source *diffattn_source_from_buffer(diffattn_session *session,
                                             const char *data, size_t size,
                                             const char *name) {
  Call call(session);
  if (!call.has(data, "the data of the source") ||
      !call.has(name, "the name of the source"))
    return nullptr;
  return makeSource(call, session,
                    session->session->parseSource(StringRef(data, size), name));
}

void diffattn_source_destroy(diffattn_source *source) { delete source; }

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

diffattn_object *diffattn_compile(diffattn_session *session,
                                  const diffattn_source *source) {
  Call call(session, source, "the source");
  OwningOpRef<ModuleOp> module = copyModule(call, session, source);
  if (!module)
    return nullptr;
  FailureOr<Object> object =
      session->session->compile(*module, session->options);
  if (failed(object))
    return nullptr;
  return call.succeed(new diffattn_object{std::move(*object)});
}

diffattn_buffer *diffattn_compile_to_mlir(diffattn_session *session,
                                          const diffattn_source *source,
                                          const char *stage) {
  Call call(session, source, "the source");
  OwningOpRef<ModuleOp> module = copyModule(call, session, source);
  if (!module || !call.has(stage, "the name of the stage"))
    return nullptr;
  FailureOr<Stage> to = findStage(call, "the module to write", stage);
  if (failed(to))
    return nullptr;
  Stage from = session->options.from;
  if (*to < from) {
    (void)call.error(Twine("stage ") + stage + " is before stage " +
                     stringifyStage(from) + ", which compile-from names");
    return nullptr;
  }
  if (failed(session->session->lower(*module, *to, session->options)))
    return nullptr;
  auto *buffer = new diffattn_buffer;
  llvm::raw_string_ostream os(buffer->text);
  module->print(os);
  os << "\n";
  return call.succeed(buffer);
}

diffattn_buffer *diffattn_compile_to_llvm_ir(diffattn_session *session,
                                             const diffattn_source *source) {
  Call call(session, source, "the source");
  OwningOpRef<ModuleOp> module = copyModule(call, session, source);
  if (!module)
    return nullptr;
  FailureOr<std::string> text =
      session->session->compileToLLVMIR(*module, session->options);
  if (failed(text))
    return nullptr;
  return call.succeed(new diffattn_buffer{std::move(*text)});
}

diffattn_buffer *diffattn_plan(diffattn_session *session,
                               const diffattn_source *source) {
  Call call(session, source, "the source");
  OwningOpRef<ModuleOp> module = copyModule(call, session, source);
  if (!module)
    return nullptr;
  std::string text;
  CompileOptions options = session->options;
  options.plan = &text;
  if (failed(session->session->lower(*module, Stage::Kernels, options)))
    return nullptr;
  return call.succeed(new diffattn_buffer{std::move(text)});
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

const void *diffattn_object_data(const diffattn_object *object) {
  return object ? object->object.code->getBufferStart() : nullptr;
}

size_t diffattn_object_size(const diffattn_object *object) {
  return object ? object->object.code->getBufferSize() : 0;
}

const char *diffattn_object_manifest(const diffattn_object *object) {
  return object ? object->object.manifest.c_str() : nullptr;
}

diffattn_buffer *diffattn_object_header(diffattn_session *session,
                                        const diffattn_object *object,
                                        const char *name) {
  Call call(session, object, "the object");
  if (!call.has(name, "the name of the header"))
    return nullptr;
  return call.succeed(
      new diffattn_buffer{Session::header(object->object, name)});
}

diffattn_status diffattn_object_write(diffattn_session *session,
                                      const diffattn_object *object,
                                      const char *path) {
  Call call(session, object, "the object");
  if (!call.has(path, "the path"))
    return DIFFATTN_FAILED;
  return call.finish(writeFile(path, object->object.code->getBuffer()));
}

diffattn_status diffattn_object_link(diffattn_session *session,
                                     const diffattn_object *object,
                                     const char *path) {
  Call call(session, object, "the object");
  if (!call.has(path, "the path"))
    return DIFFATTN_FAILED;
  return call.finish(session->session->link(object->object, path));
}

void diffattn_object_destroy(diffattn_object *object) { delete object; }

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

const char *diffattn_buffer_data(const diffattn_buffer *buffer) {
  return buffer ? buffer->text.c_str() : nullptr;
}

size_t diffattn_buffer_size(const diffattn_buffer *buffer) {
  return buffer ? buffer->text.size() : 0;
}

diffattn_status diffattn_buffer_write(diffattn_session *session,
                                      const diffattn_buffer *buffer,
                                      const char *path) {
  Call call(session, buffer, "the buffer");
  if (!call.has(path, "the path"))
    return DIFFATTN_FAILED;
  return call.finish(writeFile(path, buffer->text));
}

void diffattn_buffer_destroy(diffattn_buffer *buffer) { delete buffer; }

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

diffattn_program *diffattn_program_load(diffattn_session *session,
                                        const diffattn_object *object) {
  Call call(session, object, "the object");
  if (!call)
    return nullptr;
  auto loaded = session->session->load(object->object);
  if (failed(loaded))
    return nullptr;
  auto *program = new diffattn_program{std::move(*loaded), {}};
  for (const FunctionSignature &function : object->object.functions)
    program->functions.push_back(function.name);
  return call.succeed(program);
}

const char *diffattn_program_manifest(const diffattn_program *program) {
  return program ? program->loaded->manifest().c_str() : nullptr;
}

diffattn_entry diffattn_program_entry(diffattn_session *session,
                                      const diffattn_program *program,
                                      const char *name) {
  Call call(session, program, "the program");
  if (!call.has(name, "the name of the function"))
    return nullptr;
  if (diffattn_entry entry = program->loaded->lookup(name))
    return call.succeed(entry);
  (void)call.error(Twine("there is no function '") + name +
                   "'; there is: " + llvm::join(program->functions, ", "));
  return nullptr;
}

void diffattn_program_destroy(diffattn_program *program) { delete program; }
