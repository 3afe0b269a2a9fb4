//===- CublasLtTest.cpp - matrix products on GPUs -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda/FakeCublasLt.h"
#include "FakeCuda/FakeCudaTest.h"
#include "MatmulCall.h"
#include <filesystem>
#include <unistd.h>

using namespace diffattn::cuda;
namespace fs = std::filesystem;

namespace {

class CudaMatmul : public FakeCudaTest {
protected:
  CudaMatmul() {
    setenv("DIFFATTN_CUBLASLT", FAKE_CUBLASLT, 1);
    library = dlopen(FAKE_CUBLASLT, RTLD_NOW);
    EXPECT_NE(library, nullptr) << dlerror();
    reinterpret_cast<FakeCublasLtReset>(dlsym(library, "fakeCublasLtReset"))();
    lt = reinterpret_cast<FakeCublasLtState>(
        dlsym(library, "fakeCublasLtState"))();
  }
  ~CudaMatmul() override {
    closeAll();
    EXPECT_EQ(lt->faults, std::vector<std::string>());
    EXPECT_EQ(lt->objects, 0) << "objects of the library are left over";
    unsetenv("DIFFATTN_CUBLASLT");
  }

  /// Gives everything back; a new device can be opened.
  void closeAll() {
    EXPECT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
    for (void *block : blocks)
      diffattn_device_free(device, block);
    blocks.clear();
    diffattn_device_close(device);
    device = nullptr;
  }
  /// Starts a call of a function that multiplies.
  void begin() {
    static const int64_t signature[] = {1, 0};
    if (!device)
      use();
    ASSERT_EQ(diffattn_bind_device_arguments(context, &kernels, "f", signature,
                                             nullptr, 0, nullptr),
              0)
        << error();
  }
  /// A copy of `values`, as T, on the device.
  template <typename T>
  T *upload(const std::vector<double> &values) {
    std::vector<T> elements(values.begin(), values.end());
    int64_t bytes = int64_t(elements.size() * sizeof(T));
    void *memory = diffattn_device_allocate(context, device, bytes);
    EXPECT_EQ(
        diffattn_device_write(context, device, memory, elements.data(), bytes),
        0);
    blocks.push_back(memory);
    return static_cast<T *>(memory);
  }
  /// Computes the call in Ts.
  template <typename T>
  void expectComputed(MatmulCall matmul, diffattn_dtype dtype) {
    begin();
    matmul.call.dtype = matmul.call.c_dtype = dtype;
    matmul.call.a = upload<T>(matmul.values[0]);
    matmul.call.b = upload<T>(matmul.values[1]);
    matmul.call.c = upload<T>(matmul.values[2]);
    begin();
    ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
    std::vector<double> expected = matmul.expected();
    std::vector<T> found(expected.size());
    ASSERT_EQ(diffattn_device_read(context, device, found.data(), matmul.call.c,
                                   int64_t(found.size() * sizeof(T))),
              0)
        << error();
    EXPECT_EQ(std::vector<double>(found.begin(), found.end()), expected);
  }
  /// Queues the call on memory with any contents.
  diffattn_status multiply(MatmulCall &matmul) {
    begin();
    for (auto &values : matmul.values)
      values.resize(values.size() + 64);
    matmul.call.a = upload<double>(matmul.values[0]);
    matmul.call.b = upload<double>(matmul.values[1]);
    matmul.call.c = upload<double>(matmul.values[2]);
    begin();
    return diffattn_matmul(context, &matmul.call);
  }
  void expectFailure(const std::string &message) {
    MatmulCall matmul("mk,kn->mn", sizes);
    EXPECT_EQ(multiply(matmul), DIFFATTN_FAILED);
    EXPECT_EQ(error(), "matrix product on cuda:0 (Fake GPU 0, sm_" +
                           std::to_string(fake->capability) + "): " + message);
  }

  FakeCublasLt *lt;
  diffattn_kernels kernels = {
      1,       DIFFATTN_KERNELS_PTX, 0,       0, nullptr, nullptr,
      "sm_80", ".version 7.0\n",     nullptr, 0, nullptr};
  const std::map<char, int64_t> sizes = {{'m', 3}, {'n', 4}, {'k', 5}};

private:
  void *library;
  std::vector<void *> blocks;
};

} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TEST_F(CudaMatmul, EveryOrderOfDims) {
  for (const char *a : {"mk", "km"})
    for (const char *b : {"kn", "nk"})
      for (const char *c : {"mn", "nm"})
        for (int64_t gap : {0, 3}) {
          std::string form = std::string(a) + "," + b + "->" + c;
          SCOPED_TRACE(form);
          MatmulCall matmul(form, sizes, gap);
          expectComputed<float>(matmul, DIFFATTN_F32);
          matmul.call.overwrite = 0;
          expectComputed<double>(matmul, DIFFATTN_F64);
        }
}

TEST_F(CudaMatmul, Batches) {
  std::map<char, int64_t> batched = sizes;
  batched['g'] = 2;
  batched['h'] = 6;
  expectComputed<float>(MatmulCall("ghmk,ghkn->ghmn", batched, 1),
                        DIFFATTN_F32);
  EXPECT_EQ(lt->products.size(), 1u);
  EXPECT_EQ(lt->products[0].batch, 12);
  expectComputed<float>(MatmulCall("gmhk,gnhk->ghmn", batched), DIFFATTN_F32);
  EXPECT_EQ(lt->products.size(), 3u);
  // One factor for all of the batch.
  expectComputed<float>(
      MatmulCall("gmk,kn->gmn", {{'g', 3}, {'m', 2}, {'n', 4}, {'k', 5}}, 1),
      DIFFATTN_F32);
}

TEST_F(CudaMatmul, TypesOfComputation) {
  struct {
    diffattn_dtype dtype, cDtype;
    int type, cType, computeType, scaleType;
  } kinds[] = {
      {DIFFATTN_F32, DIFFATTN_F32, CUDA_R_32F, CUDA_R_32F, 68, CUDA_R_32F},
      {DIFFATTN_F64, DIFFATTN_F64, CUDA_R_64F, CUDA_R_64F, 70, CUDA_R_64F},
      {DIFFATTN_F16, DIFFATTN_F16, CUDA_R_16F, CUDA_R_16F, 68, CUDA_R_32F},
      {DIFFATTN_F16, DIFFATTN_F32, CUDA_R_16F, CUDA_R_32F, 68, CUDA_R_32F},
      {DIFFATTN_BF16, DIFFATTN_BF16, CUDA_R_16BF, CUDA_R_16BF, 68, CUDA_R_32F},
      {DIFFATTN_BF16, DIFFATTN_F32, CUDA_R_16BF, CUDA_R_32F, 68, CUDA_R_32F}};
  for (const auto &kind : kinds) {
    MatmulCall matmul("mk,kn->mn", sizes);
    matmul.call.dtype = kind.dtype;
    matmul.call.c_dtype = kind.cDtype;
    ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
    ASSERT_EQ(diffattn_synchronize(context), 0) << error();
    const FakeMatmul &product = lt->products.back();
    EXPECT_EQ(product.typeA, kind.type);
    EXPECT_EQ(product.typeB, kind.type);
    EXPECT_EQ(product.typeC, kind.cType);
    EXPECT_EQ(product.computeType, kind.computeType);
    EXPECT_EQ(product.scaleType, kind.scaleType);
    EXPECT_EQ(product.alpha, 1);
    EXPECT_EQ(product.beta, 0);
  }
}

TEST_F(CudaMatmul, WorkGoesToTheStreamOfTheContext) {
  int streams[1];
  use(streams);
  MatmulCall matmul("mk,kn->mn", sizes);
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  EXPECT_EQ(lt->products.back().stream, streams);
}

TEST_F(CudaMatmul, AlgorithmsAreChosenOncePerKind) {
  MatmulCall matmul("mk,kn->mn", sizes);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  matmul.call.overwrite = 0;
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  EXPECT_EQ(lt->choices, 1);
  EXPECT_EQ(lt->products.size(), 4u);
  matmul.call.rows.sizes[0] = 2;
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  EXPECT_EQ(lt->choices, 2);
}

TEST_F(CudaMatmul, LessAlignedMatricesAreAnotherKind) {
  MatmulCall matmul("mk,kn->mn", sizes);
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  for (const void **operand : {&matmul.call.a, &matmul.call.b}) {
    *operand = static_cast<const char *>(*operand) + 4;
    ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
  }
  matmul.call.c = static_cast<char *>(matmul.call.c) + 16;
  ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
  EXPECT_EQ(lt->choices, 4);
}

TEST_F(CudaMatmul, EveryMatrixOfABatchCounts) {
  // The second one is 60 bytes behind the first one.
  MatmulCall matmul("gmk,gkn->gmn", {{'g', 2}, {'m', 3}, {'n', 4}, {'k', 5}},
                    0);
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  matmul.call.batch.a_strides[0] = 64;
  ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
  ASSERT_EQ(lt->alignments.size(), 2u);
  EXPECT_EQ(lt->alignments[0], (std::array<uint32_t, 4>{16, 4, 16, 16}));
  EXPECT_EQ(lt->alignments[1], (std::array<uint32_t, 4>{16, 256, 16, 16}));
  // What the second call reads is not there.
  EXPECT_EQ(diffattn_synchronize(context), 0);
  lt->faults.clear();
}

TEST_F(CudaMatmul, KindsAreForgottenWhenThereAreMany) {
  MatmulCall matmul("mk,kn->mn", {{'m', 1}, {'n', 1}, {'k', 1}});
  ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
  for (int64_t n = 2; n <= 1030; ++n) {
    // The same element of a and b again and again.
    matmul.call.batch.sizes[0] = n;
    matmul.call.batch.c_strides[0] = 1;
    // Queued, and never done: c is too small.
    ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
  }
  EXPECT_LE(lt->objects, 2 + 4 * 1024);
  EXPECT_EQ(lt->choices, 1030);
  EXPECT_EQ(diffattn_synchronize(context), 0);
  EXPECT_FALSE(lt->faults.empty());
  lt->faults.clear();
}

TEST_F(CudaMatmul, WorkspaceIsAllocatedOnceAndAsLargeAsAdvised) {
  for (int capability : {80, 90}) {
    closeAll();
    fake->capability = capability;
    lt->wanted = size_t(1) << 40;
    use();
    int64_t before = fake->held;
    begin();
    MatmulCall matmul("mk,kn->mn", sizes);
    for (int i = 0; i < 2; ++i) {
      matmul.call.rows.sizes[0] = 0; // no product, but the memory
      ASSERT_EQ(diffattn_matmul(context, &matmul.call), DIFFATTN_OK) << error();
    }
    int64_t expected = int64_t(capability == 90 ? 32 : 8) << 20;
    EXPECT_EQ(fake->held - before, expected);
    EXPECT_EQ(diffattn_context_workspace(context), expected);
  }
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(CudaMatmul, EveryFailureNamesItsFunction) {
  for (std::string function :
       {"cublasLtCreate", "cublasLtMatmulDescCreate",
        "cublasLtMatmulDescSetAttribute", "cublasLtMatrixLayoutCreate",
        "cublasLtMatmulPreferenceCreate",
        "cublasLtMatmulPreferenceSetAttribute",
        "cublasLtMatmulAlgoGetHeuristic", "cublasLtMatmul"}) {
    lt->failing = function;
    expectFailure(function + ": CUBLAS_STATUS_INTERNAL_ERROR");
  }
  lt->failing = "cublasLtMatmul";
  lt->failure = 77;
  expectFailure("cublasLtMatmul: status 77");
}

TEST_F(CudaMatmul, NoAlgorithm) {
  std::string message = "cuBLASLt has no algorithm for a product of 3 x 5 and "
                        "5 x 4, batch 1, f32 to f32";
  lt->hasNothing = true;
  expectFailure(message);
  lt->hasNothing = false;
  lt->failing = "cublasLtMatmulAlgoGetHeuristic";
  lt->failure = CUBLAS_STATUS_NOT_SUPPORTED;
  expectFailure(message);
}

static const std::string advice =
    " (DIFFATTN_CUBLASLT names the file; artifacts that are compiled with "
    "--matmul=kernels do without it)";

TEST_F(CudaMatmul, NoLibraryAtTheGivenPlace) {
  setenv("DIFFATTN_CUBLASLT", "/nowhere/libcublasLt.so", 1);
  expectFailure("no cuBLASLt: /nowhere/libcublasLt.so: cannot open shared "
                "object file: No such file or directory" +
                advice);
}

TEST_F(CudaMatmul, ALibraryThatIsAnother) {
  setenv("DIFFATTN_CUBLASLT", FAKE_CUDA, 1);
  expectFailure("no cuBLASLt: it has no cublasLtGetStatusName, expected that "
                "of CUDA 11.4 or newer" +
                advice);
}

TEST_F(CudaMatmul, PlacesWhereItIsFound) {
  fs::path root = fs::temp_directory_path() /
                  ("diffattn-cublaslt-" + std::to_string(getpid()));
  fs::path packages = root / "env/lib/python3.13/site-packages/nvidia";
  unsetenv("DIFFATTN_CUBLASLT");
  struct {
    const char *variable;
    fs::path value, folder;
    const char *name;
  } places[] = {
      {"CUDA_HOME", root / "home", root / "home/lib64", "libcublasLt.so.12"},
      {"CUDA_PATH", root / "path", root / "path/lib64", "libcublasLt.so.11"},
      {"DIFFATTN_NVIDIA_PACKAGES",
       (root / "none").string() + ":" + (root / "nvidia").string(),
       root / "nvidia/cu13/lib", "libcublasLt.so.13"},
      {"VIRTUAL_ENV", root / "env", packages / "cublas/lib",
       "libcublasLt.so.12"},
      {"VIRTUAL_ENV", root / "env", packages / "cu13/lib",
       "libcublasLt.so.13"}};
  for (const auto &place : places) {
    fs::remove_all(root);
    setenv(place.variable, place.value.c_str(), 1);
    fs::create_directories(place.folder);
    MatmulCall matmul("mk,kn->mn", sizes);
    ASSERT_EQ(multiply(matmul), DIFFATTN_FAILED);
    EXPECT_NE(error().find("none in " + place.folder.string()),
              std::string::npos)
        << error();
    fs::create_symlink(FAKE_CUBLASLT, place.folder / place.name);
    EXPECT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
    ASSERT_EQ(diffattn_context_use_device(context, device, nullptr), 0);
    ASSERT_EQ(multiply(matmul), DIFFATTN_OK) << error();
    unsetenv(place.variable);
    // The next one is found anew by a new device.
    closeAll();
  }
  fs::remove_all(root);
}
