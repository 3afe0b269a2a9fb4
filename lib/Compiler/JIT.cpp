//===- JIT.cpp - objects in this process ---------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Artifact.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir::diffattn;
namespace orc = llvm::orc;

LoadedObject::~LoadedObject() = default;

namespace {
class JITObject : public LoadedObject {
public:
  JITObject(std::unique_ptr<orc::LLJIT> jit, const Object &object)
      : jit(std::move(jit)), functions(object.functions),
        manifestText(object.manifest) {}

  const std::string &manifest() const override { return manifestText; }

  diffattn_entry lookup(llvm::StringRef name) const override {
    for (const FunctionSignature &function : functions) {
      if (function.name != name)
        continue;
      auto address = jit->lookup(function.symbol());
      if (address)
        return address->toPtr<diffattn_entry>();
      llvm::consumeError(address.takeError());
    }
    return nullptr;
  }

private:
  std::unique_ptr<orc::LLJIT> jit;
  std::vector<FunctionSignature> functions;
  std::string manifestText;
};
} // namespace

/// The runtime's interface for compiled code, by address: it may be loaded
/// where a search by name does not see it.
static llvm::Error defineRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto define = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                          llvm::JITSymbolFlags::Exported |
                                              llvm::JITSymbolFlags::Callable};
  };
  define("diffattn_bind_arguments", &diffattn_bind_arguments);
  define("diffattn_finish_call", &diffattn_finish_call);
  define("diffattn_raise", &diffattn_raise);
  define("diffattn_allocate", &diffattn_allocate);
  define("diffattn_release", &diffattn_release);
  define("diffattn_parallel_for", &diffattn_parallel_for);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

llvm::Expected<std::unique_ptr<LoadedObject>>
mlir::diffattn::loadObject(const Object &object) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = defineRuntime(**jit))
    return error;
  auto code = llvm::MemoryBuffer::getMemBufferCopy(object.code->getBuffer(),
                                                   "diffattn.o");
  if (llvm::Error error = (*jit)->addObjectFile(std::move(code)))
    return error;
  auto loaded = std::make_unique<JITObject>(std::move(*jit), object);
  // Resolves symbols now, while an error can be told from a missing function.
  for (const FunctionSignature &function : object.functions)
    if (!loaded->lookup(function.name))
      return llvm::createStringError("can't load the code of '%s'",
                                     function.name.c_str());
  return loaded;
}
