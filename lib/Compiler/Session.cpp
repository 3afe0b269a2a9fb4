//===- Session.cpp - contexts, messages, parsing -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Session.h"

#include "Nesting.h"
#include "Remarks.h"
#include "TextGuards.h"
#include "Timed.h"
#include "diffattn/Compiler/Header.h"
#include "diffattn/InitAll.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Collects the diagnostics of a context as text.
class Session::Log {
public:
  explicit Log(MLIRContext *context) : engine(context->getDiagEngine()) {
    handler = engine.registerHandler([this](Diagnostic &diagnostic) {
      record(diagnostic);
      return success();
    });
  }
  ~Log() { engine.eraseHandler(handler); }

  void record(Diagnostic &diagnostic) {
    print(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      print(note);
  }

  std::string text;

private:
  void print(Diagnostic &diagnostic);

  DiagnosticEngine &engine;
  DiagnosticEngine::HandlerID handler;
};

static StringRef severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("unknown severity");
}

static void printLocation(llvm::raw_ostream &os, FileLineColLoc loc) {
  os << loc.getFilename().getValue() << ":";
  // An empty module stands nowhere in its file.
  if (loc.getLine())
    os << loc.getLine() << ":" << loc.getColumn() << ":";
  os << " ";
}

void Session::Log::print(Diagnostic &diagnostic) {
  llvm::raw_string_ostream os(text);
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    printLocation(os, loc);
  os << severityName(diagnostic.getSeverity()) << ": ";
  os << StringRef(diagnostic.str()).rtrim() << "\n";
}

const std::string &Session::diagnostics() const { return log->text; }

void Session::clearDiagnostics() { log->text.clear(); }

void Session::replaceDiagnostics(size_t from, StringRef text) {
  log->text.replace(from, std::string::npos, text.str());
}

LogicalResult Session::error(const Twine &message) {
  return emitError(UnknownLoc::get(mlirContext.get()), message);
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

llvm::Expected<Matmul> mlir::diffattn::parseMatmul(StringRef name) {
  if (name == "library")
    return Matmul::Library;
  if (name == "kernels")
    return Matmul::Kernels;
  return llvm::createStringError("expected library or kernels, found '" + name +
                                 "'");
}

llvm::Expected<Quantization> mlir::diffattn::parseQuantization(StringRef name) {
  for (Quantization one :
       {Quantization::None, Quantization::Int8, Quantization::Int4})
    if (name == stringifyQuantization(one))
      return one;
  return llvm::createStringError("expected none, int8 or int4, found '" + name +
                                 "'");
}

Session::Session() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllDiffAttnDialects(registry);
  registerAllDiffAttnExtensions(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  // A session is one thread's, and modules are small.
  mlirContext =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // Messages say what is wrong; the operation may be thousands of lines.
  mlirContext->printOpOnDiagnostic(false);
  log = std::make_unique<Log>(mlirContext.get());
  remarks = std::make_unique<RemarkSettings>();
  listenToRemarks(*mlirContext, *remarks);
}

Session::~Session() = default;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Levels of brackets in text: far above what anyone writes, far below what the
/// stack of a thread has room for.
static constexpr unsigned kDeepestNesting = 1000;

/// An error at a place in text.
static InFlightDiagnostic emitErrorAt(StringRef source, size_t offset,
                                      StringRef name, MLIRContext *context) {
  StringRef before = source.take_front(offset);
  unsigned line = before.count('\n') + 1;
  unsigned column = offset - (before.rfind('\n') + 1) + 1;
  return emitError(FileLineColLoc::get(context, name, line, column));
}

/// What MLIR's parser would not come back from.
static LogicalResult checkText(StringRef source, StringRef name,
                               MLIRContext *context) {
  if (isBytecode(llvm::MemoryBufferRef(source, name)))
    return success();
  if (std::optional<size_t> offset = findDeepNesting(source, kDeepestNesting))
    return emitErrorAt(source, *offset, name, context)
           << "brackets are nested too deep, expected at most "
           << kDeepestNesting << " levels";
  if (std::optional<TextFault> fault = findTextFault(source))
    return emitErrorAt(source, fault->offset, name, context) << fault->message;
  return success();
}

OwningOpRef<ModuleOp> Session::parseSource(StringRef source, StringRef name) {
  Timed timed(*this, "parse");
  if (failed(checkText(source, name, mlirContext.get())))
    return nullptr;
  // The parser wants a NUL after the text.
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source, name),
                             llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(mlirContext.get()));
}

OwningOpRef<ModuleOp> Session::parseFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    (void)error("can't read '" + path + "': " + buffer.getError().message());
    return nullptr;
  }
  return parseSource((*buffer)->getBuffer(), (*buffer)->getBufferIdentifier());
}

std::string Session::header(const Object &object, StringRef guard) {
  return emitHeader(object.functions, guard);
}
