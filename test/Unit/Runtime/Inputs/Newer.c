//===- Newer.c - an artifact of a later version ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

DIFFATTN_EXPORT const char diffattn_manifest[] = "{\"manifest\": 2}";
