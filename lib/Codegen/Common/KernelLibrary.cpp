//===- KernelLibrary.cpp - functions made when first asked for ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/KernelLibrary.h"

using namespace mlir;
using namespace mlir::diffattn;

func::FuncOp KernelLibrary::define(const Twine &name, TypeRange arguments,
                                   TypeRange results, Body body) {
  std::string key = name.str();
  auto found = functions.find(key);
  if (found != functions.end())
    return found->second;
  // A kernel serves many operations: it has no location of its own.
  MLIRContext *context = symbols.getOp()->getContext();
  Emitter e(UnknownLoc::get(context), context);
  auto function =
      func::FuncOp::create(e, key, e.getFunctionType(arguments, results));
  function.setPrivate();
  symbols.insert(function);
  functions[key] = function;
  e.setInsertionPointToStart(function.addEntryBlock());
  func::ReturnOp::create(e, body(e, function.getArguments()));
  return function;
}

std::string KernelLibrary::nameOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}
