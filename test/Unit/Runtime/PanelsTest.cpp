//===- PanelsTest.cpp -----------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"
#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Safetensors.h"
#include <atomic>
#include <thread>

using namespace diffattn;

namespace {
constexpr int64_t elements = 8192;

/// How often something was packed.
std::atomic<int> packed;

/// Doubles what it packs.
diffattn_status packTwice(diffattn_context *,
                          const diffattn_panels_request *request,
                          void *panels) {
  ++packed;
  auto *from = static_cast<const float *>(request->array);
  for (int64_t i = 0; i < elements; ++i)
    static_cast<float *>(panels)[i] = 2 * from[i];
  return DIFFATTN_OK;
}

diffattn_status failToPack(diffattn_context *context,
                           const diffattn_panels_request *, void *) {
  diffattn_raise(context, "can't pack");
  return DIFFATTN_FAILED;
}

/// A file with `w`, which counts up from 0, and `bias`, before or after it.
class Panels : public TestFiles {
protected:
  Panels() {
    Tensor tensor = *Tensor::create(DIFFATTN_F32, {elements});
    for (int64_t i = 0; i < elements; ++i)
      tensor.set(i, static_cast<double>(i));
    TensorMap tensors{{"w", tensor},
                      {"bias", *Tensor::create(DIFFATTN_F32, {3})}};
    EXPECT_TRUE(bool(writeSafetensors(path("w.safetensors"), tensors)));
    open();
    packed = 0;
  }
  ~Panels() override {
    diffattn_weights_close(weights);
    diffattn_context_destroy(context);
  }
  void open() {
    std::string file = path("w.safetensors");
    const char *files[] = {file.c_str()};
    weights = diffattn_weights_open(context, files, 1);
    diffattn_tensor tensor;
    ASSERT_EQ(diffattn_weights_get(context, weights, "w", &tensor),
              DIFFATTN_OK);
    array = static_cast<float *>(tensor.data);
  }
  static diffattn_panels_request request(const void *array, int64_t form = 1) {
    return {array, {form}, elements * int64_t(sizeof(float)), packTwice};
  }
  const float *find(const diffattn_panels_request &request) {
    void *panels = &packed;
    EXPECT_EQ(diffattn_find_panels(context, &request, &panels), DIFFATTN_OK);
    return static_cast<const float *>(panels);
  }

  diffattn_context *context = diffattn_context_create();
  diffattn_weights *weights = nullptr;
  float *array = nullptr;
};
} // namespace

TEST_F(Panels, PackedOnce) {
  const float *panels = find(request(array));
  ASSERT_TRUE(panels);
  EXPECT_EQ(panels[elements - 1], 2 * (elements - 1));
  EXPECT_EQ(find(request(array)), panels);
  EXPECT_EQ(packed, 1);
  // Another form is packed apart.
  EXPECT_NE(find(request(array, 2)), panels);
  EXPECT_EQ(packed, 2);
}

TEST_F(Panels, WeightsCanStillBeRead) {
  ASSERT_TRUE(find(request(array)));
  for (int64_t i = 0; i < elements; ++i)
    ASSERT_EQ(array[i], i);
}

TEST_F(Panels, PartsOfAnArray) {
  ASSERT_TRUE(find(request(array + elements / 2 - 1)));
  EXPECT_FALSE(find(request(array + elements)));
}

TEST_F(Panels, OtherMemory) {
  std::vector<float> other(elements);
  EXPECT_FALSE(find(request(other.data())));
  EXPECT_EQ(packed, 0);
}

TEST_F(Panels, TooSmall) {
  diffattn_panels_request small = request(array);
  small.bytes = 64;
  EXPECT_FALSE(find(small));
}

TEST_F(Panels, TooLarge) {
  diffattn_panels_request large = request(array);
  large.bytes = INT64_MAX / 2;
  EXPECT_FALSE(find(large));
}

TEST_F(Panels, GoneWithTheWeights) {
  ASSERT_TRUE(find(request(array)));
  const float *before = array;
  diffattn_weights_close(weights);
  weights = nullptr;
  EXPECT_FALSE(find(request(before)));
  open();
  ASSERT_TRUE(find(request(array)));
  EXPECT_EQ(packed, 2);
}

TEST_F(Panels, PackingFails) {
  diffattn_panels_request failing = request(array);
  failing.pack = failToPack;
  void *panels = &packed;
  EXPECT_EQ(diffattn_find_panels(context, &failing, &panels), DIFFATTN_FAILED);
  EXPECT_FALSE(panels);
  EXPECT_STREQ(diffattn_context_error(context), "can't pack");
  // The next one may do better.
  EXPECT_TRUE(find(request(array)));
}

TEST_F(Panels, ThreadsShare) {
  std::vector<std::thread> team;
  std::atomic<int> different = 0;
  const float *panels = find(request(array, 7));
  packed = 0;
  for (int thread = 0; thread < 4; ++thread)
    team.emplace_back([&] {
      diffattn_context *own = diffattn_context_create();
      for (int64_t form = 7; form < 17; ++form) {
        diffattn_panels_request wanted = request(array, form);
        void *found = nullptr;
        bool isOk = diffattn_find_panels(own, &wanted, &found) == DIFFATTN_OK;
        different += !isOk || !found || (form == 7) != (found == panels);
      }
      diffattn_context_destroy(own);
    });
  for (std::thread &thread : team)
    thread.join();
  EXPECT_EQ(different, 0);
  EXPECT_EQ(packed, 9);
}
