//===- Elf.h - is a shared library complete? --------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_ELF_H
#define DIFFATTN_RUNTIME_ELF_H

#include "diffattn/Runtime/Result.h"

namespace diffattn {

/// Checks that the file at `path` is a shared library of this machine's class
/// and byte order, and holds all the bytes that its headers speak of. It says
/// nothing about what the bytes are.
Status checkElfExtents(const std::string &path);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_ELF_H
