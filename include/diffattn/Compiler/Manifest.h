//===- Manifest.h - what an artifact says about itself ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/artifact.md describes the format.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_MANIFEST_H
#define DIFFATTN_COMPILER_MANIFEST_H

#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Compiler/Chip.h"
#include "diffattn/Compiler/Target.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace mlir::diffattn {

/// The symbol of the manifest in artifacts.
inline constexpr llvm::StringLiteral kManifestSymbol = "diffattn_manifest";

/// The signatures of the entries in a module of stage `llvm`. Emits an error if
/// there is none, or a malformed one.
FailureOr<std::vector<FunctionSignature>> collectSignatures(ModuleOp module);

/// The attribute of a module in which an importer describes the model, for
/// hosts: a dictionary.
inline constexpr llvm::StringLiteral kModelAttr = "diffattn.model";

/// The manifest of `module` as JSON text on one line, with what its attributes
/// say of attentions, of the model and of kernels. Emits an error if JSON
/// can't. Code for several targets, best first, has a variant for each.
FailureOr<std::string> emitManifest(ModuleOp module,
                                    ArrayRef<FunctionSignature> functions,
                                    ArrayRef<Target> targets, Device device);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_MANIFEST_H
