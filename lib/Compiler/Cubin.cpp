//===- Cubin.cpp - machine code for NVIDIA GPUs --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"

#include "TemporaryFile.h"

#include "diffattn/Compiler/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// ptxas
//===----------------------------------------------------------------------===//

/// `folder`/bin/ptxas, if that can be run.
static std::optional<std::string> findIn(llvm::StringRef folder) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "bin", "ptxas");
  if (!llvm::sys::fs::can_execute(path))
    return std::nullopt;
  return path.str().str();
}

/// In packages of a Python environment: lib/python3.11/site-packages/nvidia has
/// a folder for each version of CUDA.
static std::optional<std::string> findInPackages(llvm::StringRef environment) {
  namespace fs = llvm::sys::fs;
  std::error_code error;
  llvm::SmallString<128> root(environment);
  llvm::sys::path::append(root, "lib");
  for (fs::directory_iterator python(root, error), end; !error && python != end;
       python.increment(error)) {
    llvm::SmallString<128> packages(python->path());
    llvm::sys::path::append(packages, "site-packages", "nvidia");
    std::error_code none;
    for (fs::directory_iterator folder(packages, none); !none && folder != end;
         folder.increment(none))
      if (std::optional<std::string> found = findIn(folder->path()))
        return found;
  }
  return std::nullopt;
}

static llvm::Expected<std::string> findPtxas(llvm::StringRef path) {
  using llvm::sys::Process;
  if (!path.empty() && llvm::sys::fs::can_execute(path))
    return path.str();
  if (!path.empty())
    return llvm::createStringError("no ptxas: '%s' is no program",
                                   path.str().c_str());
  if (auto found = llvm::sys::findProgramByName("ptxas"))
    return *found;
  if (std::optional<std::string> toolkit = Process::GetEnv("CUDA_HOME"))
    if (std::optional<std::string> found = findIn(*toolkit))
      return *found;
  if (std::optional<std::string> environment = Process::GetEnv("VIRTUAL_ENV"))
    if (std::optional<std::string> found = findInPackages(*environment))
      return *found;
  return llvm::createStringError(
      "no ptxas, which makes machine code: it is not in PATH, nor in the CUDA "
      "toolkit (CUDA_HOME), nor in the Python environment (VIRTUAL_ENV) as "
      "package nvidia-cuda-nvcc");
}

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

static unsigned numberOf(llvm::StringRef chip) {
  unsigned number = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, number);
  return number;
}

/// Whether PTX for `chip` can become code for `other`.
static bool runsOn(llvm::StringRef chip, llvm::StringRef other) {
  return chip == other ||
         (!chip.ends_with("a") && numberOf(other) >= numberOf(chip));
}

llvm::Expected<Assembler> Assembler::create(llvm::StringRef list,
                                            llvm::StringRef path) {
  Assembler assembler;
  if (list.empty())
    return assembler;
  for (llvm::StringRef name : llvm::split(list, ',')) {
    llvm::Expected<Chip> chip = findChip(name);
    if (!chip)
      return llvm::createStringError("cubin: %s",
                                     llvm::toString(chip.takeError()).c_str());
    auto isSame = [&](const Chip &other) { return other.name == chip->name; };
    if (llvm::any_of(assembler.chips, isSame))
      return llvm::createStringError("cubin: chip '%s' is there twice",
                                     name.str().c_str());
    assembler.chips.push_back(*chip);
  }
  llvm::Expected<std::string> program = findPtxas(path);
  if (!program)
    return program.takeError();
  assembler.program = std::move(*program);
  return assembler;
}

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

static llvm::Expected<std::string> read(const TemporaryFile &file) {
  auto content = llvm::MemoryBuffer::getFile(file.name());
  if (!content)
    return llvm::errorCodeToError(content.getError());
  return (*content)->getBuffer().str();
}

llvm::Expected<std::string> Assembler::assembleFor(const Chip &chip,
                                                   llvm::StringRef ptx) const {
  TemporaryFile input, output, messages;
  for (auto [file, suffix] :
       {std::pair(&input, "ptx"), std::pair(&output, "cubin"),
        std::pair(&messages, "txt")})
    if (std::error_code error = file->create(suffix))
      return llvm::errorCodeToError(error);
  if (llvm::Error error = writeFile(input.name(), ptx))
    return error;
  std::string arch = "-arch=" + chip.name.str();
  llvm::StringRef arguments[] = {program, arch, input.name(), "-o",
                                 output.name()};
  std::optional<llvm::StringRef> streams[] = {"", messages.name(),
                                              messages.name()};
  std::string problem;
  int status = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt,
                                         streams, 0, 0, &problem);
  if (status == 0)
    return read(output);
  llvm::Expected<std::string> said = read(messages);
  if (!said)
    return said.takeError();
  llvm::StringRef text = problem.empty() ? llvm::StringRef(*said) : problem;
  return llvm::createStringError(
      "'%s' made no machine code for %s (exit %d): %s", program.c_str(),
      chip.name.data(), status, text.trim().take_front(2000).str().c_str());
}

llvm::Expected<std::vector<Cubin>>
Assembler::assemble(llvm::StringRef ptx, llvm::StringRef oldest) const {
  std::vector<Cubin> cubins;
  for (const Chip &chip : chips) {
    if (!runsOn(oldest, chip.name))
      return llvm::createStringError("cubin: kernels for %s don't run on '%s'",
                                     oldest.str().c_str(), chip.name.data());
    llvm::Expected<std::string> code = assembleFor(chip, ptx);
    if (!code)
      return code.takeError();
    cubins.push_back({chip.name.str(), std::move(*code)});
  }
  return cubins;
}
