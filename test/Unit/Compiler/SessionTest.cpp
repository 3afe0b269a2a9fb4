//===- SessionTest.cpp - the compiler as a library ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include <thread>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr StringLiteral kDouble = R"(
  func.func @double(%a: tensor<?xf32> {diffattn.name = "x"}) -> tensor<?xf32> {
    %0 = arith.addf %a, %a : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
)";

TEST(Session, CompilesLoadsAndCalls) {
  Loaded loaded = compileAndLoad(kDouble, "native");
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  EXPECT_EQ(loaded.diagnostics, "");
  EXPECT_EQ(loaded.object->lookup("triple"), nullptr);

  std::vector<float> x{1, 2, 3}, y(3);
  Row<float> in(x, DIFFATTN_F32), out(y, DIFFATTN_F32);
  EXPECT_EQ(call(loaded.object->lookup("double"), {in.get(), out.get()}), "");
  EXPECT_EQ(y, (std::vector<float>{2, 4, 6}));
}

TEST(Session, LoadsCodeForSeveralProcessors) {
#ifndef __x86_64__
  GTEST_SKIP() << "for x86-64";
#endif
  Loaded loaded = compileAndLoad(kDouble, "multi");
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  std::vector<float> x(100, 1.5), y(100);
  Row<float> in(x, DIFFATTN_F32), out(y, DIFFATTN_F32);
  EXPECT_EQ(call(loaded.object->lookup("double"), {in.get(), out.get()}), "");
  EXPECT_EQ(y, std::vector<float>(100, 3));
}

TEST(Session, LowersForOneProcessor) {
  Session session;
  OwningOpRef<ModuleOp> module = session.parseSource(kDouble, "test.mlir");
  CompileOptions options;
  options.cpu = "multi";
  EXPECT_TRUE(failed(session.lower(*module, Stage::Buffers, options)));
  EXPECT_EQ(session.diagnostics(),
            "error: multi is several processors, expected one of them here\n");
}

TEST(Session, ChecksSizesOfOutputs) {
  Loaded loaded = compileAndLoad(kDouble);
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  std::vector<float> x{1, 2, 3}, y(2);
  Row<float> in(x, DIFFATTN_F32), out(y, DIFFATTN_F32);
  EXPECT_EQ(
      call(loaded.object->lookup("double"), {in.get(), out.get()}),
      "the size of dimension 0 of output 'result0' is not that of the result");
}

TEST(Session, ManifestDescribesArguments) {
  Loaded loaded = compileAndLoad(kDouble);
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  llvm::Expected<llvm::json::Value> manifest =
      llvm::json::parse(loaded.object->manifest());
  ASSERT_TRUE(bool(manifest));
  const llvm::json::Object &root = *manifest->getAsObject();
  EXPECT_EQ(root.getInteger("manifest"), 1);
  const llvm::json::Object &function =
      *root.getArray("functions")->front().getAsObject();
  EXPECT_EQ(function.getString("name"), "double");
  const llvm::json::Array &arguments = *function.getArray("arguments");
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(arguments[0], llvm::json::Value(llvm::json::Object{
                              {"name", "x"},
                              {"kind", "input"},
                              {"dtype", "f32"},
                              {"shape", llvm::json::Array{nullptr}},
                              {"strides", nullptr}}));
  EXPECT_EQ(arguments[1],
            llvm::json::Value(llvm::json::Object{
                {"name", "result0"},
                {"kind", "output"},
                {"dtype", "f32"},
                {"shape", llvm::json::Array{nullptr}},
                {"strides", nullptr},
                {"sizes_from", llvm::json::Array{llvm::json::Array{0, 0}}}}));
}

TEST(Session, CollectsDiagnostics) {
  Session session;
  EXPECT_FALSE(session.parseSource("func.func @f(", "broken.mlir"));
  EXPECT_EQ(StringRef(session.diagnostics()).find("broken.mlir:1:"), 0u)
      << session.diagnostics();
  session.clearDiagnostics();
  EXPECT_EQ(session.diagnostics(), "");

  EXPECT_FALSE(session.parseFile("/no/such/file.mlir"));
  EXPECT_EQ(session.diagnostics(), "error: can't read '/no/such/file.mlir': No "
                                   "such file or directory\n");
}

TEST(Session, RefusesUnknownProcessors) {
  Session session;
  OwningOpRef<ModuleOp> module = session.parseSource(kDouble, "test.mlir");
  ASSERT_TRUE(module);
  CompileOptions options;
  options.cpu = "pentagon";
  EXPECT_TRUE(failed(session.compile(*module, options)));
  EXPECT_EQ(StringRef(session.diagnostics())
                .find("error: unknown processor 'pentagon'"),
            0u);
}

TEST(Session, ReadsBytecode) {
  Session session;
  std::string bytes;
  {
    OwningOpRef<ModuleOp> module = session.parseSource(kDouble, "test.mlir");
    ASSERT_TRUE(module);
    llvm::raw_string_ostream os(bytes);
    ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, os)));
  }
  OwningOpRef<ModuleOp> module = session.parseSource(bytes, "test.mlirbc");
  ASSERT_TRUE(module) << session.diagnostics();
  EXPECT_TRUE(succeeded(session.compile(*module)));
}

TEST(Session, OneThreadEach) {
  std::vector<std::string> errors(4);
  std::vector<std::thread> threads;
  for (std::string &error : errors)
    threads.emplace_back([&error] {
      Session session;
      OwningOpRef<ModuleOp> module = session.parseSource(kDouble, "test.mlir");
      llvm::SmallString<64> path;
      llvm::sys::fs::createTemporaryFile("diffattn", "so", path);
      FailureOr<Object> object = session.compile(*module);
      if (failed(object) || failed(session.link(*object, path)))
        error = session.diagnostics() + "failed";
      llvm::sys::fs::remove(path);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(4));
}

/// An entry fails, again and again, in the middle of its work.
TEST(Session, ErrorsLeaveNoWorkspaceInUse) {
  Loaded loaded = compileAndLoad(R"(
    func.func @f(%n: index, %i: index) -> f32 {
      %a = memref.alloc(%n) : memref<?xf32>
      %0 = memref.load %a[%i] : memref<?xf32>
      return %0 : f32
    }
  )");
  ASSERT_TRUE(loaded.object) << loaded.diagnostics;
  diffattn_entry entry = loaded.object->lookup("f");
  int64_t n = 1000, i = 1000;
  float out = 0;
  diffattn_tensor arguments[] = {{&n, nullptr, nullptr, 0, DIFFATTN_I64},
                                 {&i, nullptr, nullptr, 0, DIFFATTN_I64},
                                 {&out, nullptr, nullptr, 0, DIFFATTN_F32}};
  diffattn_context *context = diffattn_context_create();
  EXPECT_EQ(entry(context, arguments, 3), DIFFATTN_FAILED);
  int64_t workspace = diffattn_context_workspace(context);
  for (int call = 0; call < 100; ++call)
    EXPECT_EQ(entry(context, arguments, 3), DIFFATTN_FAILED);
  EXPECT_EQ(diffattn_context_workspace(context), workspace);
  i = 0;
  EXPECT_EQ(entry(context, arguments, 3), DIFFATTN_OK);
  diffattn_context_destroy(context);
}
