//===- NewerRuntime.c - an artifact that calls a later runtime ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"

void diffattn_of_a_later_version(void);

DIFFATTN_EXPORT void diffattn_entry_f(void) { diffattn_of_a_later_version(); }

DIFFATTN_EXPORT const char diffattn_manifest[] =
    "{\"diffattn\": \"9\", \"manifest\": 1, \"functions\": ["
    "{\"name\": \"f\", \"symbol\": \"diffattn_entry_f\", \"arguments\": []}]}";
