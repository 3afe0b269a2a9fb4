//===- ObjectCacheTest.cpp - objects that were compiled before ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "diffattn/Compiler/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <thread>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr StringLiteral kAdd = R"(
  func.func @add(%a: tensor<?xf32>, %by: f32) -> tensor<4xf32> {
    %0 = tensor.splat %by : tensor<4xf32>
    %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
    %2 = arith.addf %0, %1 : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
)";

namespace {
/// What a compilation gave.
struct Compiled {
  std::string code, manifest, header, diagnostics;
  bool succeeded = false;
  /// It came from the cache: the module was not lowered.
  bool wasCached = false;
};

class ObjectCache : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("diffattn-test", root));
    options.cpu = "generic";
    options.cacheFolder = path("cache");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(root); }

  std::string path(StringRef name) const { return (root + "/" + name).str(); }

  static Compiled compile(StringRef source, const CompileOptions &options,
                          StringRef name = "test.mlir") {
    Session session;
    Compiled result;
    OwningOpRef<ModuleOp> module = session.parseSource(source, name);
    EXPECT_TRUE(module) << session.diagnostics();
    if (!module)
      return result;
    FailureOr<Object> object = session.compile(*module, options);
    result.succeeded = succeeded(object);
    result.diagnostics = session.diagnostics();
    if (failed(object))
      return result;
    result.code = object->code->getBuffer().str();
    result.manifest = object->manifest;
    result.header = Session::header(*object, "test.h");
    result.wasCached = !module->getOps<func::FuncOp>().empty();
    return result;
  }
  Compiled compile(StringRef source) const { return compile(source, options); }

  /// The files of the cache.
  std::vector<std::string> entries() const {
    std::vector<std::string> paths;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(options.cacheFolder, error), end;
         it != end && !error; it.increment(error))
      paths.push_back(it->path());
    return paths;
  }

  static std::string read(StringRef path) {
    auto file = llvm::MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : "";
  }
  static void write(StringRef path, StringRef content) {
    EXPECT_FALSE(bool(mlir::diffattn::writeFile(path, content)));
  }

  llvm::SmallString<64> root;
  CompileOptions options;
};
} // namespace

TEST_F(ObjectCache, TheSecondTimeGivesTheSame) {
  CompileOptions without = options;
  without.cacheFolder = "";
  Compiled plain = compile(kAdd, without);
  Compiled first = compile(kAdd), second = compile(kAdd);
  ASSERT_TRUE(plain.succeeded && first.succeeded && second.succeeded);
  EXPECT_FALSE(plain.wasCached);
  EXPECT_FALSE(first.wasCached);
  EXPECT_TRUE(second.wasCached);
  for (const Compiled &compiled : {first, second}) {
    EXPECT_EQ(compiled.code, plain.code);
    EXPECT_EQ(compiled.manifest, plain.manifest);
    // Says which argument is a scalar, which the manifest does not.
    EXPECT_EQ(compiled.header, plain.header);
    EXPECT_EQ(compiled.diagnostics, "");
  }
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(ObjectCache, LoadsWhatItFinds) {
  compile(kAdd);
  Session session;
  OwningOpRef<ModuleOp> module = session.parseSource(kAdd, "test.mlir");
  FailureOr<Object> object = session.compile(*module, options);
  ASSERT_TRUE(succeeded(object));
  auto loaded = session.load(*object);
  ASSERT_TRUE(succeeded(loaded)) << session.diagnostics();
  std::vector<float> x{1, 2, 3, 4}, y(4);
  float by = 0.5;
  Row<float> in(x, DIFFATTN_F32), out(y, DIFFATTN_F32);
  EXPECT_EQ(
      call((*loaded)->lookup("add"),
           {in.get(), {&by, nullptr, nullptr, 0, DIFFATTN_F32}, out.get()}),
      "");
  EXPECT_EQ(y, (std::vector<float>{1.5, 2.5, 3.5, 4.5}));
}

TEST_F(ObjectCache, TellsOptionsApart) {
  ASSERT_TRUE(compile(kAdd).succeeded);
  CompileOptions other = options;
  other.reference = true;
  EXPECT_FALSE(compile(kAdd, other).wasCached);
  other = options;
  other.cpu = "native";
  EXPECT_FALSE(compile(kAdd, other).wasCached);
  other = options;
  other.remarks = RemarkLevel::Show;
  EXPECT_FALSE(compile(kAdd, other).wasCached);
  other = options;
  other.from = Stage::Raised;
  EXPECT_FALSE(compile(kAdd, other).wasCached);
  EXPECT_EQ(entries().size(), 5u);
}

/// Messages of checks at run time say where they stand.
TEST_F(ObjectCache, TellsLocationsApart) {
  ASSERT_TRUE(compile(kAdd).succeeded);
  EXPECT_FALSE(compile(kAdd, options, "other.mlir").wasCached);
  EXPECT_FALSE(compile("\n" + kAdd.str()).wasCached);
  EXPECT_TRUE(compile(kAdd).wasCached);
}

TEST_F(ObjectCache, TellsResourcesApart) {
  auto source = [](StringRef number) {
    return (R"(
      func.func @f() -> tensor<2xf32> {
        %0 = arith.constant dense_resource<blob> : tensor<2xf32>
        return %0 : tensor<2xf32>
      }
      {-# dialect_resources: {builtin: {blob: "0x040000000000803F)" +
            number + R"("}} #-})")
        .str();
  };
  ASSERT_TRUE(compile(source("00000040")).succeeded);
  EXPECT_TRUE(compile(source("00000040")).wasCached);
  EXPECT_FALSE(compile(source("00000041")).wasCached);
}

/// Two attentions that scale differently: their difference is not fused.
static constexpr StringLiteral kRemarkable = R"(
  func.func @f(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>,
               %lambda: tensor<f32>) -> tensor<2x5xf32> {
    %init = tensor.empty() : tensor<2x5xf32>
    %a = diffattn.attention
        signal(%q[m, d], %k[n, d] : tensor<2x4xf32>, tensor<3x4xf32>)
        value(%v[n, e] : tensor<3x5xf32>)
        outs(%init[m, e] : tensor<2x5xf32>) {scale = 0.5}
    %b = diffattn.attention
        signal(%q[m, d], %k[n, d] : tensor<2x4xf32>, tensor<3x4xf32>)
        value(%v[n, e] : tensor<3x5xf32>)
        outs(%init[m, e] : tensor<2x5xf32>) {scale = 0.25}
    %o = linalg.generic {
        indexing_maps = [affine_map<(m, e) -> (m, e)>, affine_map<(m, e) -> ()>,
                         affine_map<(m, e) -> (m, e)>, affine_map<(m, e) -> (m, e)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%a, %lambda, %b : tensor<2x5xf32>, tensor<f32>, tensor<2x5xf32>)
        outs(%init : tensor<2x5xf32>) {
    ^bb0(%x: f32, %l: f32, %y: f32, %out: f32):
      %p = arith.mulf %l, %y : f32
      %s = arith.subf %x, %p : f32
      linalg.yield %s : f32
    } -> tensor<2x5xf32>
    return %o : tensor<2x5xf32>
  }
)";

TEST_F(ObjectCache, RepeatsWhatWasSaid) {
  options.remarks = RemarkLevel::Show;
  Compiled first = compile(kRemarkable), second = compile(kRemarkable);
  EXPECT_NE(StringRef(first.diagnostics).find("remark: not fused"),
            StringRef::npos)
      << first.diagnostics;
  EXPECT_TRUE(second.wasCached);
  EXPECT_EQ(second.diagnostics, first.diagnostics);
}

TEST_F(ObjectCache, KeepsNoFailures) {
  options.remarks = RemarkLevel::Strict;
  EXPECT_FALSE(compile(kRemarkable).succeeded);
  EXPECT_TRUE(entries().empty());
  EXPECT_FALSE(compile(kRemarkable).succeeded);
}

TEST_F(ObjectCache, DumpsAreWrittenAgain) {
  options.dumpFolder = path("dumps");
  ASSERT_TRUE(compile(kAdd).succeeded);
  std::string dump = path("dumps/0-input.mlir");
  ASSERT_FALSE(llvm::sys::fs::remove(dump));
  EXPECT_FALSE(compile(kAdd).wasCached);
  EXPECT_NE(read(dump), "");
  // Dumps change nothing in the object.
  options.dumpFolder = "";
  EXPECT_TRUE(compile(kAdd).wasCached);
}

TEST_F(ObjectCache, DamagedEntriesAreMadeAnew) {
  ASSERT_TRUE(compile(kAdd).succeeded);
  ASSERT_EQ(entries().size(), 1u);
  std::string entry = entries()[0], whole = read(entry);
  std::vector<std::string> damaged;
  for (size_t size : {size_t(0), size_t(1), size_t(17), size_t(40), size_t(60),
                      whole.size() / 2, whole.size() - 1})
    damaged.push_back(whole.substr(0, size));
  damaged.push_back(whole + "x");
  for (size_t place : {size_t(0), size_t(20), size_t(51), whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[place] ^= 1;
  }
  for (const std::string &content : damaged) {
    write(entry, content);
    Compiled again = compile(kAdd);
    EXPECT_TRUE(again.succeeded && !again.wasCached) << content.size();
    EXPECT_EQ(read(entry), whole);
  }
}

TEST_F(ObjectCache, ManyWritersAtOnce) {
  std::vector<std::string> codes(4);
  std::vector<std::thread> threads;
  for (std::string &code : codes)
    threads.emplace_back([&] { code = compile(kAdd).code; });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &code : codes)
    EXPECT_EQ(code, codes[0]);
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_TRUE(compile(kAdd).wasCached);
}

TEST_F(ObjectCache, FoldersThatCannotBeMade) {
  write(path("file"), "");
  options.cacheFolder = path("file");
  EXPECT_EQ(compile(kAdd).diagnostics, "error: can't make the cache folder '" +
                                           path("file") +
                                           "': Not a directory\n");
  options.cacheFolder = path("file/cache");
  Compiled below = compile(kAdd);
  EXPECT_FALSE(below.succeeded);
  EXPECT_EQ(below.diagnostics, "error: can't make the cache folder '" +
                                   path("file/cache") + "': Not a directory\n");
}

TEST_F(ObjectCache, EntriesThatCannotBeWritten) {
  ASSERT_TRUE(compile(kAdd).succeeded);
  std::string entry = entries()[0];
  ASSERT_FALSE(llvm::sys::fs::remove(entry));
  ASSERT_FALSE(llvm::sys::fs::create_directory(entry));
  Compiled again = compile(kAdd);
  EXPECT_TRUE(again.succeeded);
  EXPECT_EQ(again.diagnostics, "warning: nothing is cached: can't write '" +
                                   entry + "': Is a directory\n");
}
