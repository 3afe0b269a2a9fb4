//===- OtherProcessor.c - an artifact for a machine that nobody has -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"0.1.0\", \"manifest\": 1, \"target\": {\"triple\": "
    "\"any\", \"cpu\": \"pentagon\", \"features\": [\"warp\"]}, "
    "\"functions\": []}";
