//===- ManifestTest.cpp ---------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Manifest.h"
#include "TestFiles.h"

using namespace diffattn;

/// A manifest of one function 'f' with these arguments.
static std::string withArguments(const std::string &arguments) {
  return R"({"diffattn": "0.1.0", "manifest": 1,
             "target": {"triple": "x86_64-linux", "cpu": "generic"},
             "functions": [{"name": "f", "symbol": "diffattn_entry_f",
                            "arguments": [)" +
         arguments + "]}], \"later\": true}";
}

static const char *const input =
    R"({"name": "x", "kind": "input", "dtype": "f32", "shape": [2, null],
        "strides": null})";

static Result<Manifest> withFields(const std::string &fields) {
  return parseManifest(withArguments("{" + fields + "}"));
}

TEST(Manifest, Whole) {
  Result<Manifest> manifest = parseManifest(
      withArguments(std::string(input) +
                    R"(, {"name": "y", "kind": "output", "dtype": "i64",
            "shape": [null, 3, null], "strides": [null, 3, 1],
            "sizes_from": [[0, 1], null, [0, 0]]},
         {"name": "z", "kind": "parameter", "dtype": "bool", "shape": [null],
          "strides": "row-major"})"));
  ASSERT_SUCCESS(manifest);
  EXPECT_EQ(manifest->toolVersion, "0.1.0");
  EXPECT_EQ(manifest->triple, "x86_64-linux");
  EXPECT_EQ(manifest->target.cpu, "generic");
  // Older artifacts don't say what their code needs.
  EXPECT_TRUE(manifest->target.features.empty());
  EXPECT_EQ(manifest->functionNames(), "'f'");
  const ManifestFunction *function = manifest->find("f");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(manifest->find("g"), nullptr);

  const ManifestArgument &x = function->arguments[0];
  EXPECT_FALSE(x.isOutput);
  EXPECT_FALSE(x.isParameter);
  EXPECT_EQ(x.shape, (std::vector<int64_t>{2, -1}));
  EXPECT_EQ(x.strides, (std::vector<int64_t>{-1, -1}));
  const ManifestArgument &y = function->arguments[1];
  EXPECT_TRUE(y.isOutput);
  EXPECT_EQ(y.dtype, DIFFATTN_I64);
  EXPECT_EQ(y.strides, (std::vector<int64_t>{-1, 3, 1}));
  EXPECT_EQ(y.sizesFrom[0]->dim, 1);
  EXPECT_FALSE(y.sizesFrom[1]);
  EXPECT_FALSE(function->arguments[2].isOutput);
  EXPECT_TRUE(function->arguments[2].isParameter);
  EXPECT_EQ(function->arguments[2].strides, (std::vector<int64_t>{-2}));
}

TEST(Manifest, NewerVersionsAreRefused) {
  EXPECT_ERROR(parseManifest(R"({"manifest": 2})"),
               "manifest version 2 is newer than 1, the newest that this "
               "version of diffattn reads: update diffattn, or compile again "
               "with this one");
  EXPECT_ERROR(parseManifest(R"({"manifest": 2, "diffattn": "0.3.0"})"),
               "reads: update diffattn to version \"0.3.0\", or compile again");
  EXPECT_ERROR(parseManifest(R"({"manifest": 0})"),
               "expected a version number from 1, found 0");
  EXPECT_ERROR(parseManifest(R"({"manifest": "1"})"),
               "expected a version number, found \"1\"");
  EXPECT_ERROR(parseManifest("{}"), "expected a version number, found nothing");
}

TEST(Manifest, Text) {
  EXPECT_ERROR(parseManifest(""), "manifest: invalid JSON at byte 1");
  EXPECT_ERROR(parseManifest("[1]"), "manifest: expected an object, found [1]");
  EXPECT_ERROR(parseManifest(R"({"manifest": 1, "manifest": 1})"),
               "manifest: key 'manifest' occurs twice");
  EXPECT_ERROR(parseManifest(R"({"manifest": 1})"),
               "manifest: root.diffattn: expected a string, found nothing");
  EXPECT_ERROR(parseManifest(R"({"manifest": 1, "diffattn": "1"})"),
               "manifest: functions: expected a list, found nothing");
  EXPECT_ERROR(
      parseManifest(R"({"manifest": 1, "diffattn": "1", "target": {}})"),
      "target.triple: expected a string, found nothing");
  EXPECT_ERROR(
      parseManifest(R"({"manifest": 1, "diffattn": "1", "functions": [3]})"),
      "functions[0].name: expected a string, found nothing");
}

TEST(Manifest, Processors) {
  auto read = [](const std::string &features) {
    return parseManifest(R"({"diffattn": "1", "manifest": 1, "target":
        {"triple": "x86_64-linux", "cpu": "znver4", "features": )" +
                         features + R"(}, "functions": []})");
  };
  Result<Manifest> manifest = read(R"(["avx2", "fma"])");
  ASSERT_SUCCESS(manifest);
  EXPECT_EQ(manifest->target.cpu, "znver4");
  EXPECT_EQ(manifest->target.features,
            (std::vector<std::string>{"avx2", "fma"}));
  EXPECT_ERROR(read(R"("avx2")"),
               "target.features: expected a list of strings, found \"avx2\"");
  EXPECT_ERROR(read("[2]"),
               "target.features: expected a list of strings, found [2]");
}

TEST(Manifest, Devices) {
  auto read = [](const std::string &device) {
    return parseManifest(R"({"diffattn": "1", "manifest": 1, "target":
        {"triple": "x86_64-linux", "cpu": "generic")" +
                         device + R"(}, "functions": []})");
  };
  Result<Manifest> manifest = read(R"(, "device": "cuda", "chip": "sm_80")");
  ASSERT_SUCCESS(manifest);
  EXPECT_EQ(manifest->device, "cuda");
  EXPECT_EQ(manifest->chip, "sm_80");
  for (const char *cpu : {"", R"(, "device": "cpu")"}) {
    manifest = read(cpu);
    ASSERT_SUCCESS(manifest);
    EXPECT_EQ(manifest->device, "cpu");
    EXPECT_EQ(manifest->chip, "");
  }
  EXPECT_ERROR(read(R"(, "device": "abacus")"),
               "target.device: expected \"cpu\", \"cuda\" or \"sim\", found "
               "\"abacus\"");
  EXPECT_ERROR(read(R"(, "device": 1)"), "target.device: expected");
  EXPECT_ERROR(read(R"(, "device": "sim")"),
               "target.chip: expected a string, found nothing");
}

TEST(Manifest, Scalars) {
  auto read = [](const std::string &kind, const std::string &rest) {
    return withFields(R"("name": "x", "dtype": "f32", "kind": ")" + kind +
                      R"(", "shape": )" + rest);
  };
  Result<Manifest> manifest = read("input", R"([], "scalar": true)");
  ASSERT_SUCCESS(manifest);
  EXPECT_TRUE(manifest->functions[0].arguments[0].isScalar);
  manifest = read("input", "[]");
  ASSERT_SUCCESS(manifest);
  EXPECT_FALSE(manifest->functions[0].arguments[0].isScalar);
  EXPECT_ERROR(
      read("input", R"([], "scalar": "yes")"),
      "functions[0].arguments[0].scalar: expected true or false, found "
      "\"yes\"");
  EXPECT_ERROR(read("input", R"([3], "scalar": true)"),
               "functions[0].arguments[0]: expected a scalar to be an input of "
               "rank 0, found rank 1");
  EXPECT_ERROR(read("output", R"([], "scalar": true)"),
               "functions[0].arguments[0]: expected a scalar to be an input of "
               "rank 0, found an output");
}

TEST(Manifest, Variants) {
  auto read = [](const std::string &variants) {
    return parseManifest(R"({"diffattn": "1", "manifest": 1, "target":
        {"triple": "x86_64-linux", "cpu": "multi", "features": [],
         "variants": )" + variants +
                         R"(}, "functions": []})");
  };
  Result<Manifest> manifest =
      read(R"([{"cpu": "pentagon", "features": ["warp"]}, {"cpu": "any"}])");
  ASSERT_SUCCESS(manifest);
  ASSERT_EQ(manifest->variants.size(), 2u);
  EXPECT_EQ(manifest->variants[0].cpu, "pentagon");
  EXPECT_EQ(manifest->variants[0].features, (std::vector<std::string>{"warp"}));
  EXPECT_EQ(*chooseCode(*manifest), "any");
  EXPECT_ERROR(read("[]"),
               "target.variants: expected a list that is not empty, found []");
  EXPECT_ERROR(read("[{}]"),
               "target.variants[0].cpu: expected a string, found nothing");
  manifest->variants.clear();
  EXPECT_EQ(*chooseCode(*manifest), "multi");
}

TEST(Manifest, Arguments) {
  EXPECT_ERROR(withFields(R"("name": 1)"),
               "functions[0].arguments[0].name: expected a string, found 1");
  EXPECT_ERROR(withFields(R"("name": "a", "kind": "inout", "dtype": "f32")"),
               ".kind: expected \"input\", \"output\" or \"parameter\", found "
               "\"inout\"");
  EXPECT_ERROR(withFields(R"("name": "a", "kind": "input", "dtype": "u4")"),
               ".dtype: unknown element type \"u4\", expected f16, bf16, f32, "
               "f64, bool, i8, i16, i32 or i64");
}

TEST(Manifest, ShapesAndStrides) {
  auto read = [](const std::string &rest) {
    return withFields(R"("name": "a", "kind": "input", "dtype": "f32")" + rest);
  };
  EXPECT_ERROR(read(""), ".shape: expected a list, found nothing");
  EXPECT_ERROR(read(R"(, "shape": [-1])"),
               ".shape: expected sizes >= 0 or null, found [-1]");
  EXPECT_ERROR(read(R"(, "shape": ["n"])"),
               ".shape: expected integers or null, found [\"n\"]");
  EXPECT_ERROR(read(R"(, "shape": [2], "strides": [1, 1])"),
               ".strides: expected a list of 1, found [1,1]");
  EXPECT_ERROR(read(R"(, "shape": [2], "strides": "packed")"),
               ".strides: expected a list of 1, found \"packed\"");
  EXPECT_ERROR(read(R"(, "shape": [2], "sizes_from": [])"),
               ".sizes_from: expected a list of 1, found []");
  EXPECT_ERROR(read(R"(, "shape": [2], "sizes_from": [3])"),
               "expected pairs of argument and dimension, or null");
  EXPECT_ERROR(read(R"(, "shape": [null], "sizes_from": [[1, 0]])"),
               "functions[0]: sizes_from of 'a' names dimension 0 of argument "
               "1, which does not exist");
  EXPECT_ERROR(read(R"(, "shape": [null], "sizes_from": [[0, 1]])"),
               "names dimension 1 of argument 0, which does not exist");
  EXPECT_ERROR(read(R"(, "shape": [null], "sizes_from": [[-1, 0]])"),
               "which does not exist");
}
