//===- UnusedParts.cpp - what lld and LLVM may be linked without ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld starts the code generators of all targets, and those of link-time
// optimisation all extensions that LLVM was built with. The compiler gives lld
// neither bitcode nor other processors' objects. With these in their place, the
// archives of the others are not linked in, which nearly halves the library.
//
// DIFFATTN_UNUSED_TARGETS is a list `UNUSED(AArch64) UNUSED(AMDGPU) ...`.
//
//===----------------------------------------------------------------------===//

#include "llvm/Config/llvm-config.h"
#include "llvm/Plugins/PassPlugin.h"

// As <llvm-c/Target.h> declares them.
#define UNUSED(TARGET)                                                         \
  extern "C" void LLVMInitialize##TARGET##TargetInfo() {}                      \
  extern "C" void LLVMInitialize##TARGET##Target() {}                          \
  extern "C" void LLVMInitialize##TARGET##TargetMC() {}                        \
  extern "C" void LLVMInitialize##TARGET##AsmPrinter() {}                      \
  extern "C" void LLVMInitialize##TARGET##AsmParser() {}
DIFFATTN_UNUSED_TARGETS

#define HANDLE_EXTENSION(NAME)                                                 \
  llvm::PassPluginLibraryInfo get##NAME##PluginInfo() {                        \
    return {LLVM_PLUGIN_API_VERSION, #NAME, LLVM_VERSION_STRING,               \
            [](llvm::PassBuilder &) {}};                                       \
  }
#include "llvm/Support/Extension.def"
