//===- evaluate-cases.cpp - the reference's results as files --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// evaluate-cases CASES.json FOLDER OUT: for each case in CASES.json, reads
// FOLDER/NAME.safetensors and writes the results to OUT/NAME.safetensors. The
// Python tests compare them with the NumPy reference.
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"
#include "diffattn/Runtime/Safetensors.h"
#include <cstdio>

using namespace diffattn;

static Status evaluateFile(const nlohmann::json &testCase,
                           const std::string &from, const std::string &to) {
  std::string file =
      "/" + testCase.at("name").get<std::string>() + ".safetensors";
  Result<TensorMap> operands = readSafetensors(from + file);
  if (!operands)
    return operands.error();
  Result<TensorMap> results =
      evaluateCase(*operands, testCase.at("attributes"));
  if (!results)
    return Error{file + ": " + results.message()};
  return writeSafetensors(to + file, *results);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: evaluate-cases CASES.json FOLDER OUT\n");
    return 2;
  }
  Result<nlohmann::json> cases = readCases(argv[1]);
  if (!cases) {
    std::fprintf(stderr, "error: %s\n", cases.message().c_str());
    return 1;
  }
  for (const nlohmann::json &testCase : *cases) {
    if (Status status = evaluateFile(testCase, argv[2], argv[3]); !status) {
      std::fprintf(stderr, "error: %s\n", status.message().c_str());
      return 1;
    }
  }
  return 0;
}
