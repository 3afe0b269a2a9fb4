//===- InitAll.h - everything diffattn registers ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one registration point of tools, C API and plugin.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_INITALL_H
#define DIFFATTN_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::diffattn {

/// The diffattn dialect.
void registerAllDiffAttnDialects(DialectRegistry &registry);

/// Its interfaces that live outside of the dialect: bufferization, checks at
/// run time.
void registerAllDiffAttnExtensions(DialectRegistry &registry);

/// Passes and named pipelines.
void registerAllDiffAttnPasses();

} // namespace mlir::diffattn

#endif // DIFFATTN_INITALL_H
