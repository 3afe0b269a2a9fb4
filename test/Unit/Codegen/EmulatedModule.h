//===- EmulatedModule.h - kernels in MLIR, run by the emulator --*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_CODEGEN_EMULATEDMODULE_H
#define DIFFATTN_TEST_UNIT_CODEGEN_EMULATEDMODULE_H

#include "diffattn/Codegen/Sim/Transforms.h"
#include "diffattn/Runtime/Device.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include <memory>
#include <string>
#include <vector>

/// The kernels of a file, compiled for the emulator.
class EmulatedModule {
public:
  /// Parses test/Unit/Codegen/Inputs/FILE, whose kernels are in the gpu, nvgpu
  /// and nvvm dialects, removes barrier, commit or wait number `dropped` of
  /// them (if not negative), and compiles what is left. Tests fail if that
  /// fails.
  explicit EmulatedModule(const std::string &file, int64_t dropped = -1);
  ~EmulatedModule();

  /// Barriers, commits and waits that there are in the file.
  int64_t syncs() const { return syncCount; }
  /// The number of a kernel.
  int32_t kernel(const std::string &name) const;
  const diffattn_kernels &table() const { return kernels; }

private:
  bool compile(const std::string &path, int64_t dropped);
  bool load(mlir::ModuleOp module,
            llvm::ArrayRef<mlir::diffattn::SimKernel> emulated);

  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  int64_t syncCount = 0;
  std::vector<std::string> names;
  std::vector<const char *> nameTexts;
  std::vector<void (*)(void *const *)> functions;
  diffattn_kernels kernels{};
};

#endif // DIFFATTN_TEST_UNIT_CODEGEN_EMULATEDMODULE_H
