//===- WeightsTest.cpp ----------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"
#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Safetensors.h"

using namespace diffattn;

namespace {
/// Two files: a.safetensors has scale (f32) and table (2x3xbf16), b.safetensors
/// has bias (3xf64).
class Weights : public TestFiles {
protected:
  Weights() {
    writeTensors("a.safetensors",
                 {{"scale", tensor(DIFFATTN_F32, {}, 2)},
                  {"table", tensor(DIFFATTN_BF16, {2, 3}, 1)}});
    writeTensors("b.safetensors", {{"bias", tensor(DIFFATTN_F64, {3}, -1)}});
  }
  ~Weights() override {
    diffattn_weights_close(weights);
    diffattn_context_destroy(context);
  }
  static Tensor tensor(diffattn_dtype dtype, std::vector<int64_t> shape,
                       double value) {
    Tensor result = *Tensor::create(dtype, std::move(shape));
    for (int64_t i = 0; i < result.elementCount(); ++i)
      result.set(i, value);
    return result;
  }
  void writeTensors(const std::string &name, const TensorMap &tensors) {
    ASSERT_SUCCESS(writeSafetensors(path(name), tensors));
  }
  bool open(const std::vector<std::string> &names) {
    std::vector<std::string> files;
    std::vector<const char *> pointers;
    for (const std::string &name : names)
      files.push_back(path(name));
    for (const std::string &file : files)
      pointers.push_back(file.c_str());
    diffattn_weights_close(weights);
    weights = diffattn_weights_open(context, pointers.data(), pointers.size());
    return weights;
  }
  std::string error() const { return diffattn_context_error(context); }

  diffattn_context *context = diffattn_context_create();
  diffattn_weights *weights = nullptr;
};
} // namespace

static const int64_t any23[] = {-1, 3}, fixed23[] = {2, 3}, fixed33[] = {3, 3};

TEST_F(Weights, OfSeveralFiles) {
  ASSERT_TRUE(open({"a.safetensors", "b.safetensors"})) << error();
  ASSERT_EQ(diffattn_weights_count(weights), 3);
  EXPECT_STREQ(diffattn_weights_name(weights, 0), "bias");
  EXPECT_STREQ(diffattn_weights_name(weights, 2), "table");
  EXPECT_EQ(diffattn_weights_name(weights, 3), nullptr);
  EXPECT_EQ(diffattn_weights_name(weights, -1), nullptr);

  diffattn_tensor bias;
  ASSERT_EQ(diffattn_weights_get(context, weights, "bias", &bias), DIFFATTN_OK);
  EXPECT_EQ(bias.dtype, DIFFATTN_F64);
  ASSERT_EQ(bias.rank, 1);
  EXPECT_EQ(bias.sizes[0], 3);
  EXPECT_EQ(static_cast<double *>(bias.data)[2], -1);
}

TEST_F(Weights, NoFiles) {
  ASSERT_TRUE(open({})) << error();
  EXPECT_EQ(diffattn_weights_count(weights), 0);
  diffattn_tensor tensor;
  EXPECT_EQ(diffattn_weights_get(context, weights, "x", &tensor),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "no tensor 'x' in no files");
}

TEST_F(Weights, BindsParametersOnly) {
  ASSERT_TRUE(open({"a.safetensors"})) << error();
  diffattn_argument arguments[] = {
      {"bias", any23, 2, DIFFATTN_F32, DIFFATTN_INPUT, 0},
      {"table", any23, 2, DIFFATTN_BF16, DIFFATTN_PARAMETER, 0},
      {"scale", nullptr, 0, DIFFATTN_F32, DIFFATTN_PARAMETER, 0},
      {"table", any23, 2, DIFFATTN_F32, DIFFATTN_OUTPUT, 0}};
  diffattn_tensor tensors[4] = {};
  ASSERT_EQ(diffattn_weights_bind(context, weights, arguments, 4, tensors),
            DIFFATTN_OK)
      << error();
  EXPECT_EQ(tensors[0].data, nullptr);
  EXPECT_EQ(tensors[1].sizes[0], 2);
  EXPECT_EQ(*static_cast<float *>(tensors[2].data), 2);
  EXPECT_EQ(tensors[3].data, nullptr);
}

TEST_F(Weights, MissingAreCounted) {
  ASSERT_TRUE(open({"a.safetensors"})) << error();
  diffattn_argument arguments[] = {
      {"bias", any23, 2, DIFFATTN_F32, DIFFATTN_PARAMETER, 0},
      {"table", any23, 2, DIFFATTN_BF16, DIFFATTN_PARAMETER, 0},
      {"gain", nullptr, 0, DIFFATTN_F32, DIFFATTN_PARAMETER, 0}};
  diffattn_tensor tensors[3];
  EXPECT_EQ(diffattn_weights_bind(context, weights, arguments, 1, tensors),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "no tensor 'bias' in '" + path("a.safetensors") +
                         "': expected ?x3xf32 for the parameter of that name");
  EXPECT_EQ(diffattn_weights_bind(context, weights, arguments, 3, tensors),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "no tensor 'bias' in '" + path("a.safetensors") +
                         "': expected ?x3xf32 for the parameter of that name; "
                         "1 more of the parameters are missing, too");
}

TEST_F(Weights, OfAnotherTypeOrShape) {
  ASSERT_TRUE(open({"a.safetensors"})) << error();
  diffattn_tensor tensor;
  diffattn_argument argument = {
      "table", fixed23, 2, DIFFATTN_F32, DIFFATTN_PARAMETER, 0};
  auto expectError = [&](const std::string &expected) {
    EXPECT_EQ(diffattn_weights_bind(context, weights, &argument, 1, &tensor),
              DIFFATTN_FAILED);
    EXPECT_EQ(error(), "tensor 'table' in '" + path("a.safetensors") +
                           "': expected " + expected + ", found 2x3xbf16");
  };
  expectError("2x3xf32");
  argument = {"table", fixed33, 2, DIFFATTN_BF16, DIFFATTN_PARAMETER, 0};
  expectError("3x3xbf16");
  argument = {"table", fixed23, 1, DIFFATTN_BF16, DIFFATTN_PARAMETER, 0};
  expectError("2xbf16");
}

TEST_F(Weights, SameTensorInTwoFiles) {
  EXPECT_FALSE(open({"a.safetensors", "b.safetensors", "a.safetensors"}));
  EXPECT_EQ(error(), "tensor 'scale' is in '" + path("a.safetensors") +
                         "' and again in '" + path("a.safetensors") + "'");
}

TEST_F(Weights, CutOffAndMissingFiles) {
  std::string bytes = read(path("a.safetensors"));
  write("a.safetensors", bytes.substr(0, bytes.size() - 1));
  EXPECT_FALSE(open({"a.safetensors"}));
  EXPECT_NE(error().find("a.safetensors': no safetensors file: tensor "),
            std::string::npos)
      << error();
  EXPECT_FALSE(open({"none.safetensors"}));
  EXPECT_NE(error().find("none.safetensors"), std::string::npos) << error();
}

TEST_F(Weights, NullArguments) {
  EXPECT_EQ(diffattn_weights_open(nullptr, nullptr, 0), nullptr);
  EXPECT_EQ(diffattn_weights_open(context, nullptr, 1), nullptr);
  EXPECT_EQ(error(), "the paths of the weights files are NULL");
  EXPECT_EQ(diffattn_weights_open(context, nullptr, -1), nullptr);
  EXPECT_EQ(error(), "the number of weights files is -1, expected 0 or more");
  const char *null = nullptr;
  EXPECT_EQ(diffattn_weights_open(context, &null, 1), nullptr);
  EXPECT_EQ(error(), "the path of a weights file is NULL");
  EXPECT_EQ(diffattn_weights_get(context, nullptr, "x", nullptr),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the weights are NULL");
  EXPECT_EQ(diffattn_weights_bind(context, nullptr, nullptr, 0, nullptr),
            DIFFATTN_FAILED);
  EXPECT_EQ(diffattn_weights_count(nullptr), 0);
  EXPECT_EQ(diffattn_weights_name(nullptr, 0), nullptr);
  diffattn_weights_close(nullptr);
}

//===----------------------------------------------------------------------===//
// Of the host's memory
//===----------------------------------------------------------------------===//

TEST_F(Weights, OfTheHost) {
  float table[6] = {0, 1, 2, 3, 4, 5};
  const char *names[] = {"table"};
  diffattn_tensor tensor{table, fixed23, nullptr, 2, DIFFATTN_F32};
  weights = diffattn_weights_wrap(context, names, &tensor, 1);
  ASSERT_TRUE(weights) << error();
  diffattn_tensor found;
  ASSERT_EQ(diffattn_weights_get(context, weights, "table", &found),
            DIFFATTN_OK);
  EXPECT_EQ(found.data, table);
  EXPECT_EQ(found.sizes[1], 3);

  diffattn_argument argument{
      "table", fixed33, 2, DIFFATTN_F32, DIFFATTN_PARAMETER, 0};
  EXPECT_EQ(diffattn_weights_get(context, weights, nullptr, &found),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the name of the tensor is NULL");
  EXPECT_EQ(diffattn_weights_get(context, weights, "table", nullptr),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the place for the tensor is NULL");
  EXPECT_EQ(diffattn_weights_bind(context, weights, nullptr, 1, &found),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the arguments to bind are NULL");
  EXPECT_EQ(diffattn_weights_bind(context, weights, &argument, 1, nullptr),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the tensors to bind are NULL");
  EXPECT_EQ(diffattn_weights_bind(context, weights, &argument, 1, &found),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "tensor 'table' in the host's weights: expected 3x3xf32, "
                     "found 2x3xf32");
}

TEST_F(Weights, OfTheHostRefused) {
  float table[6] = {};
  const char *names[] = {"table", "table"}, *none[] = {nullptr};
  const int64_t gaps[] = {4, 1};
  diffattn_tensor good{table, fixed23, nullptr, 2, DIFFATTN_F32};
  auto refused = [&](const char *const *names, diffattn_tensor tensor,
                     int64_t count) {
    diffattn_tensor tensors[] = {tensor, tensor};
    EXPECT_FALSE(diffattn_weights_wrap(context, names, tensors, count));
    return error();
  };
  EXPECT_EQ(refused(names, good, -1),
            "the number of weights is -1, expected 0 or more");
  EXPECT_EQ(refused(nullptr, good, 1), "the names of the weights are NULL");
  EXPECT_EQ(refused(none, good, 1), "the name of weight 0 is NULL");
  EXPECT_EQ(refused(names, good, 2), "weight 'table' is given twice");
  diffattn_tensor bad = good;
  bad.strides = gaps;
  EXPECT_EQ(refused(names, bad, 1),
            "weight 'table': expected stride 3 in dimension 0, found 4 "
            "(row-major order without gaps is required)");
  bad = good;
  bad.data = nullptr;
  EXPECT_EQ(refused(names, bad, 1), "weight 'table': its data is NULL");
  bad = good;
  bad.data = reinterpret_cast<char *>(table) + 1;
  EXPECT_EQ(refused(names, bad, 1),
            "weight 'table': its data is not aligned to the 4 bytes of element "
            "type f32");
  bad = good;
  bad.dtype = 77;
  EXPECT_EQ(refused(names, bad, 1).rfind("weight 'table': it has ", 0), 0u);
  bad = good;
  bad.sizes = any23;
  EXPECT_EQ(refused(names, bad, 1), "weight 'table': its size is out of range");
  bad = good;
  bad.rank = -1;
  EXPECT_EQ(refused(names, bad, 1),
            "weight 'table': its rank is -1, expected 0 or more");
  bad = good;
  bad.sizes = nullptr;
  EXPECT_EQ(refused(names, bad, 1), "weight 'table': its sizes are NULL");
  EXPECT_FALSE(diffattn_weights_wrap(nullptr, names, &good, 1));
  EXPECT_FALSE(diffattn_weights_wrap(context, names, nullptr, 1));
  EXPECT_EQ(error(), "the tensors of the weights are NULL");
}
