//===- DeviceMath.cpp - elementary functions of kernels ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build names the two files of bitcode.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/GPU/DeviceMath.h"

/// Puts the bytes of `file` between NAME_start and NAME_end.
#define EMBED(name, file)                                                      \
  __asm__(".section .rodata\n"                                                 \
          ".balign 16\n" name "_start:\n"                                      \
          ".incbin \"" file "\"\n" name "_end:\n"                              \
          ".byte 0\n"                                                          \
          ".previous\n")

EMBED("diffattn_math_ptx", DIFFATTN_MATH_PTX);
EMBED("diffattn_math_host", DIFFATTN_MATH_HOST);

extern const char ptxStart[] __asm__("diffattn_math_ptx_start");
extern const char ptxEnd[] __asm__("diffattn_math_ptx_end");
extern const char hostStart[] __asm__("diffattn_math_host_start");
extern const char hostEnd[] __asm__("diffattn_math_host_end");

llvm::StringRef mlir::diffattn::deviceMathForPTX() {
  return llvm::StringRef(ptxStart, ptxEnd - ptxStart);
}

llvm::StringRef mlir::diffattn::deviceMathForHost() {
  return llvm::StringRef(hostStart, hostEnd - hostStart);
}
