//===- MissingEntry.c - an artifact without its function ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"1\", \"manifest\": 1, \"functions\": ["
    "{\"name\": \"f\", \"symbol\": \"diffattn_entry_f\", \"arguments\": []}]}";
