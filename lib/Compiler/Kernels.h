//===- Kernels.h - the kernels of an artifact -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_KERNELS_H
#define DIFFATTN_LIB_COMPILER_KERNELS_H

#include "Cubin.h"
#include "diffattn/Compiler/Session.h"

#include "llvm/IR/Module.h"

namespace mlir::diffattn {

/// What a module of stage `llvm` says of its kernels.
struct KernelList {
  SmallVector<std::string> names, messages;
  std::string chip;
};

/// Whether host code of `module` launches kernels, or could.
bool hasKernels(ModuleOp module);

/// Reads the attribute `diffattn.kernels` of `module`. Emits an error if it is
/// missing or malformed.
FailureOr<KernelList> readKernelList(ModuleOp module);

/// A copy of `module` without its kernels.
OwningOpRef<ModuleOp> cloneHostCode(ModuleOp module);

/// The kernels of `module`, listed in `list`, as PTX.
FailureOr<std::string> emitPTX(Session &session, ModuleOp module,
                               const KernelList &list);

/// Adds to `code` the functions of DeviceMath.c that it calls.
LogicalResult linkDeviceMath(Session &session, llvm::Module &code,
                             llvm::StringRef bitcode);

/// Defines the table that host `code` refers to. `cubins` are made of the PTX;
/// `functions` are those of the emulator, empty for PTX.
void defineKernelTable(llvm::Module &code, const KernelList &list,
                       llvm::StringRef ptx, llvm::ArrayRef<Cubin> cubins,
                       llvm::ArrayRef<llvm::Function *> functions);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_KERNELS_H
