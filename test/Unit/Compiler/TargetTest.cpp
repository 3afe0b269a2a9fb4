//===- TargetTest.cpp - processors to compile for -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "diffattn/Compiler/Target.h"
#include "diffattn/Runtime/CPUFeatures.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::diffattn;

static bool isX86() {
  return llvm::Triple(llvm::sys::getProcessTriple()).getArch() ==
         llvm::Triple::x86_64;
}

static Target resolve(StringRef cpu) {
  llvm::Expected<Target> target = resolveTarget(cpu);
  EXPECT_TRUE(bool(target));
  return target ? *target : Target();
}

static std::string errorOf(StringRef cpu) {
  llvm::Expected<Target> target = resolveTarget(cpu);
  return target ? "" : llvm::toString(target.takeError());
}

TEST(Target, KnowsVectorsOfProcessors) {
  if (!isX86())
    GTEST_SKIP() << "processors of x86-64";
  struct {
    const char *cpu;
    unsigned bits, registers;
    bool hasBF16Dot;
  } const expected[] = {{"generic", 128, 16, false},
                        {"x86-64-v3", 256, 16, false},
                        {"x86-64-v4", 512, 32, false},
                        {"x86-64-v4+avx512bf16", 512, 32, true},
                        {"znver3", 256, 16, false},
                        {"znver4", 512, 32, true},
                        {"sapphirerapids", 512, 32, false}};
  for (auto [cpu, bits, registers, hasBF16Dot] : expected) {
    Target target = resolve(cpu);
    EXPECT_EQ(target.vectorBits, bits) << cpu;
    EXPECT_EQ(target.vectorRegisters, registers) << cpu;
    EXPECT_EQ(target.hasBF16Dot, hasBF16Dot) << cpu;
  }
}

TEST(Target, NamesWhatWasAdded) {
  if (!isX86())
    GTEST_SKIP() << "processors of x86-64";
  Target target = resolve("x86-64-v4+avx512bf16+avx512vnni");
  EXPECT_EQ(target.name, "x86-64-v4+avx512bf16+avx512vnni");
  EXPECT_EQ(target.cpu, "x86-64-v4");
  EXPECT_EQ(target.features, "+avx512bf16,+avx512vnni");
  EXPECT_EQ(errorOf("x86-64+warp"),
            "unknown feature 'warp' of processor 'x86-64', expected a name "
            "that LLVM knows, such as avx512bf16");
  EXPECT_EQ(errorOf("x86-64+"),
            "unknown feature '' of processor 'x86-64', expected a name that "
            "LLVM knows, such as avx512bf16");
}

TEST(Target, NeedsNothingBeyondTheBaseline) {
  EXPECT_TRUE(resolve("generic").requiredFeatures.empty());
}

TEST(Target, NeedsWhatCodeOfTheProcessorMayUse) {
  if (!isX86())
    GTEST_SKIP() << "processors of x86-64";
  EXPECT_EQ(resolve("x86-64-v2").requiredFeatures,
            (std::vector<std::string>{"sse3", "ssse3", "sse4.1", "sse4.2",
                                      "crc32", "cx16", "sahf", "popcnt"}));
  EXPECT_EQ(
      resolve("x86-64+avx").requiredFeatures,
      (std::vector<std::string>{"sse3", "ssse3", "sse4.1", "sse4.2", "avx"}));
}

/// This machine can run what is compiled for it.
TEST(Target, NativeCodeRunsHere) {
  Target target = resolve("native");
  auto status =
      ::diffattn::checkProcessor({target.name, target.requiredFeatures});
  EXPECT_TRUE(bool(status)) << status.message();
}

/// The runtime, which has no LLVM, and LLVM see the same of this machine.
TEST(Target, RuntimeAndLLVMAgreeOnThisMachine) {
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  for (std::string_view name : ::diffattn::codeFeatures())
    if (auto found = host.find(StringRef(name)); found != host.end())
      EXPECT_EQ(::diffattn::hasFeature(name), found->second) << name;
}

/// Features of LLVM's processors that code has only if its author asks for
/// them, or that no program has.
static const llvm::StringSet<> &featuresOfAuthors() {
  static const llvm::StringSet<> names{
      "aes", "amx-avx512", "amx-bf16", "amx-complex", "amx-fp16", "amx-fp8",
      "amx-int8", "amx-movrs", "amx-tf32", "amx-tile", "cldemote", "clflushopt",
      "clwb", "clzero", "enqcmd", "fsgsbase", "hreset", "invpcid", "kl", "lwp",
      "movdir64b", "movdiri", "movrs", "mwaitx", "pconfig", "pku", "prefetchi",
      "ptwrite", "rdpid", "rdpru", "rdrnd", "rdseed", "serialize", "sgx", "sha",
      "sha512", "shstk", "sm3", "sm4", "tsxldtrk", "uintr", "usermsr", "vaes",
      "waitpkg", "wbnoinvd", "widekl", "xsave", "xsavec", "xsaveopt", "xsaves",
      // The baseline.
      "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"};
  return names;
}

/// A processor that a later LLVM knows may have features that nobody thought
/// of.
TEST(Target, EveryFeatureOfEveryProcessorIsThoughtOf) {
  SmallVector<StringRef> cpus, features;
  llvm::X86::fillValidCPUArchList(cpus, /*Only64Bit=*/true);
  for (StringRef cpu : cpus)
    llvm::X86::getFeaturesForCPU(cpu, features);
  EXPECT_GT(features.size(), 100u);
  for (StringRef feature : features)
    EXPECT_TRUE(featuresOfAuthors().contains(feature) ||
                llvm::is_contained(::diffattn::codeFeatures(),
                                   std::string_view(feature)) ||
                !isX86())
        << feature.str();
}

TEST(Target, CodeForOtherProcessorsIsNotLoaded) {
  if (!isX86())
    GTEST_SKIP() << "processors of x86-64";
  // No processor has had XOP since 2015, none has APX yet.
  for (StringRef cpu : {"bdver4", "diamondrapids"}) {
    Target target = resolve(cpu);
    if (::diffattn::checkProcessor({target.name, target.requiredFeatures}))
      continue;
    Loaded loaded = compileAndLoad(R"(
      func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
        return %a : tensor<?xf32>
      })",
                                   cpu);
    EXPECT_FALSE(loaded.object);
    EXPECT_TRUE(StringRef(loaded.diagnostics)
                    .starts_with("error: can't run the compiled module: the "
                                 "code is for processor '" +
                                 cpu.str() + "', and this machine lacks "))
        << loaded.diagnostics;
  }
}

TEST(Target, KnowsCachesOfProcessors) {
  if (!isX86())
    GTEST_SKIP() << "processors of x86-64";
  struct {
    const char *cpu;
    int64_t l1KiB, l2KiB;
  } cases[] = {{"znver3", 32, 512},
               {"znver4", 32, 1024},
               {"znver5", 48, 1024},
               {"skylake", 32, 256},
               {"sapphirerapids", 48, 2048},
               {"x86-64-v3", 32, 512},
               {"x86-64-v4", 32, 1024},
               {"generic", 32, 512},
               {"x86-64-v4+avx512bf16", 32, 1024}};
  for (auto [cpu, l1KiB, l2KiB] : cases) {
    Target target = resolve(cpu);
    EXPECT_EQ(target.l1Bytes, l1KiB << 10) << cpu;
    EXPECT_EQ(target.l2Bytes, l2KiB << 10) << cpu;
  }
}

TEST(Target, AsksTheSystemOnlyAboutProcessorsItDoesNotKnow) {
  Target native = resolve("native"), named = resolve(native.cpu);
  EXPECT_GE(native.l1Bytes, 16 << 10);
  EXPECT_LE(native.l1Bytes, 256 << 10);
  EXPECT_GE(native.l2Bytes, 128 << 10);
  EXPECT_LE(native.l2Bytes, 4 << 20);
  if (StringRef(native.cpu).starts_with("znver")) {
    EXPECT_EQ(native.l1Bytes, named.l1Bytes);
    EXPECT_EQ(native.l2Bytes, named.l2Bytes);
  }
}
