//===- ArtifactTest.cpp ---------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"
#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Elf.h"
#include <atomic>
#include <chrono>
#include <cmath>
#include <dlfcn.h>
#include <elf.h>
#include <memory>
#include <thread>

using namespace diffattn;

namespace {
class Artifact : public TestFiles {
protected:
  ~Artifact() override {
    diffattn_artifact_close(artifact);
    diffattn_context_destroy(context);
  }
  bool load(const std::string &path) {
    artifact = diffattn_artifact_load(context, path.c_str());
    return artifact;
  }
  std::string error() const { return diffattn_context_error(context); }

  diffattn_context *context = diffattn_context_create();
  diffattn_artifact *artifact = nullptr;
};
} // namespace

static const std::string artifacts = ARTIFACTS;

TEST_F(Artifact, LoadsAndRunsWithStrides) {
  ASSERT_TRUE(load(artifacts + "Exp.so")) << error();
  EXPECT_NE(std::string(diffattn_artifact_manifest(artifact)).find("\"exp\""),
            std::string::npos);
  EXPECT_STREQ(diffattn_artifact_cpu(artifact), "generic");
  EXPECT_STREQ(diffattn_artifact_device(artifact), "cpu");
  diffattn_entry entry = diffattn_artifact_entry(context, artifact, "exp");
  ASSERT_NE(entry, nullptr) << error();

  float x[6] = {0, 9, 1, 9, 2, 9}, y[3] = {};
  int64_t size = 3, two = 2;
  diffattn_tensor arguments[] = {{x, &size, &two, 1, DIFFATTN_F32},
                                 {y, &size, nullptr, 1, DIFFATTN_F32}};
  ASSERT_EQ(entry(context, arguments, 2), DIFFATTN_OK) << error();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(y[i], std::exp(float(i)));

  arguments[1].sizes = &two;
  EXPECT_EQ(entry(context, arguments, 2), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "x and y differ in size");
}

TEST_F(Artifact, DescribesArguments) {
  ASSERT_TRUE(load(artifacts + "Exp.so")) << error();
  int64_t count = 0;
  const diffattn_argument *arguments =
      diffattn_artifact_arguments(context, artifact, "exp", &count);
  ASSERT_NE(arguments, nullptr) << error();
  ASSERT_EQ(count, 2);
  EXPECT_STREQ(arguments[0].name, "x");
  EXPECT_EQ(arguments[0].kind, DIFFATTN_INPUT);
  EXPECT_EQ(arguments[1].kind, DIFFATTN_OUTPUT);
  EXPECT_EQ(arguments[1].dtype, DIFFATTN_F32);
  ASSERT_EQ(arguments[1].rank, 1);
  EXPECT_EQ(arguments[1].sizes[0], -1);
  EXPECT_EQ(arguments[0].is_scalar, 0);

  EXPECT_EQ(diffattn_artifact_arguments(context, artifact, "log", &count),
            nullptr);
  EXPECT_NE(error().find("has no function 'log'; it has: 'exp'"),
            std::string::npos);
  EXPECT_EQ(diffattn_artifact_arguments(context, artifact, "exp", nullptr),
            nullptr);
  EXPECT_EQ(error(), "the place for the count is NULL");
  EXPECT_EQ(diffattn_artifact_arguments(context, nullptr, "exp", &count),
            nullptr);
}

TEST_F(Artifact, SaysWhichArgumentsAreNumbers) {
  ASSERT_TRUE(load(artifacts + "ScaleOnDevice.so")) << error();
  int64_t count = 0;
  const diffattn_argument *arguments =
      diffattn_artifact_arguments(context, artifact, "scale", &count);
  ASSERT_NE(arguments, nullptr) << error();
  std::vector<int> scalars;
  for (int64_t i = 0; i < count; ++i)
    scalars.push_back(arguments[i].is_scalar);
  EXPECT_EQ(scalars, (std::vector<int>{0, 1, 0, 0}));
}

TEST_F(Artifact, UnknownFunction) {
  ASSERT_TRUE(load(artifacts + "Exp.so")) << error();
  EXPECT_EQ(diffattn_artifact_entry(context, artifact, "log"), nullptr);
  EXPECT_EQ(error(), "'" + artifacts +
                         "Exp.so' has no function 'log'; it "
                         "has: 'exp'");
}

TEST_F(Artifact, FunctionWithoutItsSymbol) {
  ASSERT_TRUE(load(artifacts + "MissingEntry.so")) << error();
  EXPECT_EQ(diffattn_artifact_entry(context, artifact, "f"), nullptr);
  EXPECT_EQ(error(), "'" + artifacts +
                         "MissingEntry.so' has no symbol "
                         "diffattn_entry_f for its function 'f'");
}

TEST_F(Artifact, NullArguments) {
  EXPECT_EQ(diffattn_artifact_load(context, nullptr), nullptr);
  EXPECT_EQ(error(), "the path of the artifact is NULL");
  EXPECT_EQ(diffattn_artifact_load(nullptr, "x"), nullptr);
  EXPECT_EQ(diffattn_artifact_entry(context, nullptr, "f"), nullptr);
  EXPECT_EQ(error(), "the artifact is NULL");
  ASSERT_TRUE(load(artifacts + "Exp.so")) << error();
  EXPECT_EQ(diffattn_artifact_entry(context, artifact, nullptr), nullptr);
  EXPECT_EQ(error(), "the name of the function is NULL");
  EXPECT_EQ(diffattn_artifact_entry(nullptr, artifact, "exp"), nullptr);
}

TEST_F(Artifact, NoManifest) {
  EXPECT_FALSE(load(artifacts + "NoManifest.so"));
  EXPECT_EQ(error(), "'" + artifacts +
                         "NoManifest.so' is no artifact: it has "
                         "no symbol diffattn_manifest");
}

TEST_F(Artifact, NewerFormat) {
  EXPECT_FALSE(load(artifacts + "Newer.so"));
  EXPECT_EQ(error(),
            "'" + artifacts +
                "Newer.so': manifest version 2 is newer "
                "than 1, the newest that this version of diffattn reads: "
                "update diffattn, or compile again with this one");
}

TEST_F(Artifact, CallsALaterRuntime) {
  EXPECT_FALSE(load(artifacts + "NewerRuntime.so"));
  EXPECT_EQ(error(), "can't load '" + artifacts +
                         "NewerRuntime.so': " + artifacts +
                         "NewerRuntime.so: undefined symbol: "
                         "diffattn_of_a_later_version: the artifact is newer "
                         "than the runtime, so update diffattn or compile it "
                         "again with this one");
}

TEST_F(Artifact, CodeForAnotherProcessor) {
  EXPECT_FALSE(load(artifacts + "OtherProcessor.so"));
  EXPECT_EQ(error(), "'" + artifacts +
                         "OtherProcessor.so': the code is for processor "
                         "'pentagon', and this machine lacks warp: compile it "
                         "with --cpu=native on this machine, or with "
                         "--cpu=multi for every one");
}

TEST_F(Artifact, MissingFile) {
  EXPECT_FALSE(load(path("none.so")));
  EXPECT_EQ(error(),
            "can't open '" + path("none.so") + "': No such file or directory");
}

TEST_F(Artifact, OtherFiles) {
  EXPECT_FALSE(load(write("short.so", "x")));
  EXPECT_EQ(error(), "'" + path("short.so") + "' is no shared library");
  EXPECT_FALSE(load(write("text.so", std::string(1000, 'x'))));
  EXPECT_EQ(error(), "'" + path("text.so") +
                         "' is no shared library of this "
                         "kind of machine");
}

TEST_F(Artifact, EveryCutOfAnArtifactIsAnError) {
  std::string bytes = read(artifacts + "Exp.so");
  for (size_t size = 0; size < bytes.size(); size += 61)
    EXPECT_FALSE(load(write("cut.so", bytes.substr(0, size))));
  EXPECT_NE(error().find("cut.so' is cut off: it has "), std::string::npos);
  EXPECT_NE(error().find(" bytes, its headers speak of more"),
            std::string::npos)
      << error();
}

TEST_F(Artifact, LaterCallsClearTheError) {
  EXPECT_FALSE(load(path("none.so")));
  ASSERT_TRUE(load(artifacts + "Exp.so"));
  EXPECT_EQ(error(), "");
}

//===----------------------------------------------------------------------===//
// Files that replace others
//===----------------------------------------------------------------------===//

namespace {
class ReplacedArtifact : public Artifact {
protected:
  using Pointer =
      std::unique_ptr<diffattn_artifact, void (*)(diffattn_artifact *)>;

  /// Puts a copy of an artifact in place of the file that is there.
  void put(const std::string &name) const {
    write("new.so", read(artifacts + name));
    std::filesystem::rename(path("new.so"), layer);
  }
  Pointer open(const std::string &path) const {
    return {diffattn_artifact_load(context, path.c_str()),
            diffattn_artifact_close};
  }
  /// The address of a function of an artifact; null if there is neither.
  void *find(const Pointer &artifact, const char *name) const {
    return reinterpret_cast<void *>(
        diffattn_artifact_entry(context, artifact.get(), name));
  }

  const std::string layer = path("layer.so");
};
} // namespace

TEST_F(ReplacedArtifact, IsTheNewFile) {
  put("Exp.so");
  Pointer old = open(layer);
  put("ScaleOnDevice.so");
  Pointer changed = open(layer);
  EXPECT_TRUE(find(changed, "scale")) << error();
  put("Exp.so");
  Pointer back = open(layer);
  EXPECT_TRUE(find(back, "exp")) << error();
  EXPECT_TRUE(find(old, "exp")) << error();
  EXPECT_NE(find(old, "exp"), find(back, "exp"));
}

TEST_F(ReplacedArtifact, OneFileIsLoadedOnce) {
  put("Exp.so");
  Pointer first = open(layer), second = open(layer),
          relative = open(std::filesystem::relative(layer).string());
  void *entry = find(first, "exp");
  EXPECT_TRUE(entry) << error();
  EXPECT_EQ(find(second, "exp"), entry);
  EXPECT_EQ(find(relative, "exp"), entry);
  first.reset();
  EXPECT_EQ(find(open(layer), "exp"), entry);
  EXPECT_EQ(find(second, "exp"), entry);
}

TEST_F(ReplacedArtifact, LeavesAFileWithItsLastOwner) {
  put("Exp.so");
  Pointer first = open(layer), second = open(layer);
  auto isLoaded = [&] {
    void *handle = dlopen(layer.c_str(), RTLD_NOW | RTLD_NOLOAD);
    return handle && dlclose(handle) == 0;
  };
  first.reset();
  EXPECT_TRUE(isLoaded());
  second.reset();
  EXPECT_FALSE(isLoaded());
}

TEST_F(ReplacedArtifact, FilesThatOthersLoaded) {
  put("Exp.so");
  void *others = dlopen(layer.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(others) << dlerror();
  // The same file is the same code.
  EXPECT_EQ(find(open(layer), "exp"), dlsym(others, "diffattn_entry_exp"));
  put("ScaleOnDevice.so");
  EXPECT_TRUE(find(open(layer), "scale")) << error();
  put("Exp.so");
  Pointer again = open(layer);
  EXPECT_TRUE(find(again, "exp")) << error();
  EXPECT_NE(find(again, "exp"), dlsym(others, "diffattn_entry_exp"));
  dlclose(others);
}

TEST_F(ReplacedArtifact, WrittenToInPlace) {
  put("Exp.so");
  Pointer old = open(layer);
  std::filesystem::last_write_time(
      layer, std::filesystem::last_write_time(layer) + std::chrono::seconds(1));
  EXPECT_FALSE(open(layer));
  EXPECT_EQ(error(), "can't load '" + layer +
                         "': it was written to while it is loaded, expected a "
                         "new file in its place");
  old.reset();
  EXPECT_TRUE(open(layer)) << error();
}

TEST_F(ReplacedArtifact, MessagesNameThePath) {
  put("Exp.so");
  Pointer old = open(layer);
  // Complete, but no header says what to load.
  std::string bytes = read(layer);
  bytes.replace(offsetof(Elf64_Ehdr, e_phnum), 2, 2, '\0');
  write("new.so", bytes);
  std::filesystem::rename(path("new.so"), layer);
  EXPECT_FALSE(open(layer));
  EXPECT_EQ(error().find("can't load '" + layer + "': " + layer + ": "), 0u)
      << error();
}

TEST_F(ReplacedArtifact, ThreadsLoad) {
  put("Exp.so");
  std::atomic<int> wrong = 0;
  std::vector<std::thread> team;
  for (int thread = 0; thread < 4; ++thread)
    team.emplace_back([&] {
      diffattn_context *own = diffattn_context_create();
      for (int i = 0; i < 50; ++i) {
        Pointer loaded(diffattn_artifact_load(own, layer.c_str()),
                       diffattn_artifact_close);
        wrong +=
            !loaded || (!diffattn_artifact_entry(own, loaded.get(), "exp") &&
                        !diffattn_artifact_entry(own, loaded.get(), "scale"));
      }
      diffattn_context_destroy(own);
    });
  for (int i = 0; i < 20; ++i)
    put(i % 2 ? "Exp.so" : "ScaleOnDevice.so");
  for (std::thread &thread : team)
    thread.join();
  EXPECT_EQ(wrong, 0);
}
