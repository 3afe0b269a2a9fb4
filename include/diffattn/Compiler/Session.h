//===- Session.h - compile modules ------------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a library. From text to a function to call:
//
//   Session session;
//   OwningOpRef<ModuleOp> module = session.parseFile("layer.mlir");
//   FailureOr<Object> object = session.compile(*module);    // machine code
//   FailureOr<std::unique_ptr<LoadedObject>> loaded = session.load(*object);
//   diffattn_entry entry = (*loaded)->lookup("layer");
//
// or, in place of load(), session.link(*object, "layer.so"). What fails says
// why in session.diagnostics(). Sessions are independent: one thread each.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_SESSION_H
#define DIFFATTN_COMPILER_SESSION_H

#include "diffattn/Codegen/CPU/Quantization.h"
#include "diffattn/Compiler/Artifact.h"
#include "diffattn/Compiler/Chip.h"
#include "diffattn/Compiler/Stage.h"
#include "diffattn/Compiler/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/Timing.h"

#include <functional>
#include <memory>
#include <string>

namespace mlir::diffattn {

/// What happens to remarks of the passes that look for attention.
enum class RemarkLevel {
  None,   ///< nothing
  Show,   ///< they are diagnostics: what was found, what not, and why
  Strict, ///< a differential attention that was not found is an error
};

/// What computes matrix products on a GPU.
enum class Matmul {
  Library, ///< cuBLASLt, which must be there when they run
  Kernels, ///< plain kernels of our own
};

/// The one called `name`, "library" or "kernels".
llvm::Expected<Matmul> parseMatmul(StringRef name);

/// The one called `name`, "none", "int8" or "int4".
llvm::Expected<Quantization> parseQuantization(StringRef name);

/// What a compilation can be told.
struct CompileOptions {
  /// See resolveTargets; the host's, if kernels run elsewhere.
  std::string cpu = "native";
  /// Where the functions compute: "cpu", "cuda" or "sim" (kernels for CUDA, run
  /// by the emulator); see parseDevice.
  std::string target = "cpu";
  /// The oldest GPU that kernels run on; see findChip.
  std::string chip = "sm_80";
  /// GPUs that machine code is added for, beside PTX: "sm_90,sm_100", or none.
  /// For target "cuda".
  std::string cubin;
  /// The assembler that makes it, or nothing: it is searched for.
  std::string ptxas;
  /// What computes matrix products, if kernels compute the rest.
  Matmul matmul = Matmul::Library;
  /// What the runtime keeps of weights, on a CPU. Not for `reference`.
  Quantization quantization = Quantization::None;
  /// A public function that also returns what its attentions compute with
  /// (observeAttentions), or nothing. Compilation must come by stage `fused`.
  std::string observe;
  /// The stage that the module is in. Modules of later stages are trusted: the
  /// checks of what inputs can get wrong come in on the way from `input`.
  Stage from = Stage::Input;
  /// Lower naively, nothing raised or fused, to scalar loops: what faster code
  /// is compared with.
  bool reference = false;
  /// Whether LLVM optimises the code of the host. Without, code is made some
  /// times quicker, and is slow.
  bool optimize = true;
  /// A folder to write the module to at each stage (0-input.mlir,
  /// 1-raised.mlir, ...), or nothing. Each of several processors has a folder
  /// in it.
  std::string dumpFolder;
  RemarkLevel remarks = RemarkLevel::None;
  /// A folder of objects that were compiled before, or nothing. compile() takes
  /// one from there if nothing has changed, with what was said when it was
  /// made, else it leaves one. With a `dumpFolder` or a `plan` it compiles
  /// anew.
  std::string cacheFolder;
  /// A JSON file that says how attentions are computed, or nothing. Compilation
  /// must come by stage `scheduled`, not be `reference`.
  std::string scheduleFile;
  /// Receives a table of how attentions are computed, under the same condition,
  /// and at stage `kernels` one of how buffers share memory; for several
  /// processors both for each, below the processor's name.
  std::string *plan = nullptr;
};

struct RemarkSettings;
class Emitter;

/// One MLIR context and what it had to say.
class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  MLIRContext &context() { return *mlirContext; }

  /// Reads MLIR text or bytecode, and verifies it. Null after an error. "-" is
  /// the standard input.
  OwningOpRef<ModuleOp> parseFile(StringRef path);
  /// The same for text or bytecode in memory; messages call it `name`.
  OwningOpRef<ModuleOp> parseSource(StringRef source, StringRef name);

  /// Lowers `module` from `options.from` to `to`, for one processor.
  LogicalResult lower(ModuleOp module, Stage to, const CompileOptions &options);

  /// Lowers `module` to stage `llvm` and emits machine code. If that is in the
  /// cache, or for several processors, `module` stays as it is.
  FailureOr<Object> compile(ModuleOp module,
                            const CompileOptions &options = {});

  /// As compile(), but gives the optimised LLVM IR as text.
  FailureOr<std::string> compileToLLVMIR(ModuleOp module,
                                         const CompileOptions &options = {});

  /// Lowers `module` as for target "cuda" and gives the PTX of its kernels.
  FailureOr<std::string> compileToPTX(ModuleOp module,
                                      const CompileOptions &options = {});

  /// Writes the artifact: a shared library. It replaces `path` at once, or not
  /// at all.
  LogicalResult link(const Object &object, StringRef path);

  /// Makes machine code callable in this process.
  FailureOr<std::unique_ptr<LoadedObject>> load(const Object &object);

  /// What the entries of `object` look like in C.
  static std::string header(const Object &object, StringRef guard);

  /// Errors and warnings so far: "FILE:LINE:COLUMN: error: TEXT" lines, each
  /// followed by its notes.
  const std::string &diagnostics() const;
  void clearDiagnostics();

  /// Records an error without a location.
  LogicalResult error(const Twine &message);

  /// Times what follows as parts of `scope`: parsing, each stage with its
  /// passes, LLVM, linking, the cache. Nothing is timed if it is null.
  void timeUnder(TimingScope *scope) { timing = scope; }

  /// Calls `listener` when a step of what follows begins, and when it ends:
  /// what timeUnder() times, without the passes. Steps lie in each other, and
  /// are told on the thread that has the session work. An empty listener hears
  /// nothing.
  using Listener = std::function<void(StringRef step, bool begins)>;
  void tell(Listener listener) { this->listener = std::move(listener); }

private:
  class Log;
  friend class Timed;

  /// Lowers `module` to stage `llvm`, for each processor of the options, and
  /// gives that to `emitter`.
  FailureOr<std::unique_ptr<Emitter>> emit(ModuleOp module,
                                           const CompileOptions &options);
  LogicalResult emit(ModuleOp module, const CompileOptions &options,
                     Emitter &emitter);
  LogicalResult emitVariants(ModuleOp module, const CompileOptions &options,
                             ArrayRef<Target> targets, Emitter &emitter);
  /// Puts `text` in the place of all diagnostics from character `from` on.
  void replaceDiagnostics(size_t from, StringRef text);
  FailureOr<Object> compileAnew(ModuleOp module, const CompileOptions &options);
  FailureOr<Object> compileCached(ModuleOp module,
                                  const CompileOptions &options);

  /// Before the context, which uses it.
  std::unique_ptr<RemarkSettings> remarks;
  std::unique_ptr<MLIRContext> mlirContext;
  std::unique_ptr<Log> log;
  /// What parts of the work are timed under now, or null.
  TimingScope *timing = nullptr;
  Listener listener;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_SESSION_H
