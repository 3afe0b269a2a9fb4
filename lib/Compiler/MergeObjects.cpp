//===- MergeObjects.cpp - one object file of several ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include "Parts.h"
#include "TemporaryFile.h"

#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// A file that no folder has, which is gone with this.
class MemoryFile {
public:
  MemoryFile() : descriptor(memfd_create("diffattn", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      close(descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool isOpen() const { return descriptor >= 0; }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }
  std::error_code write(StringRef content) {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    os << content;
    os.flush();
    std::error_code error = os.error();
    os.clear_error();
    return error;
  }

private:
  int descriptor;
};
} // namespace

static llvm::Error cannotMerge(std::error_code error) {
  return llvm::createStringError(error, "can't put object files together: %s",
                                 error.message().c_str());
}

/// A file that lld can move its output to: it has to have a folder. Where there
/// is none for temporary files, memory may have one.
static std::error_code createOutput(TemporaryFile &file) {
  std::error_code error = file.create("o");
  if (error && !file.createLike("/dev/shm/diffattn-%%%%%%.o"))
    return std::error_code();
  return error;
}

/// Hidden symbols were for the parts only: two objects in one program may have
/// the same ones.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
localizeHidden(llvm::MemoryBufferRef code) {
  auto object = llvm::object::ObjectFile::createObjectFile(code);
  if (!object)
    return object.takeError();
  llvm::objcopy::ConfigManager config;
  config.ELF.LocalizeHidden = true;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  if (llvm::Error error =
          llvm::objcopy::executeObjcopyOnBinary(config, **object, os))
    return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes), "diffattn.o", /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::diffattn::mergeObjects(ArrayRef<StringRef> objects) {
  TemporaryFile output;
  if (std::error_code error = createOutput(output))
    return cannotMerge(error);
  std::vector<std::string> arguments{"ld.lld", "-r", "-o", output.name().str()};
  std::vector<std::unique_ptr<MemoryFile>> inputs;
  for (StringRef object : objects) {
    inputs.push_back(std::make_unique<MemoryFile>());
    if (!inputs.back()->isOpen())
      return cannotMerge(llvm::errnoAsErrorCode());
    if (std::error_code error = inputs.back()->write(object))
      return cannotMerge(error);
    arguments.push_back(inputs.back()->path());
  }
  if (llvm::Error error = runLinker(arguments))
    return error;
  auto merged = llvm::MemoryBuffer::getFile(output.name(), /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!merged)
    return cannotMerge(merged.getError());
  return localizeHidden((*merged)->getMemBufferRef());
}
