//===- BuildIdentity.cpp - which compiler is this? -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linkers leave a hash of the content in programs and libraries, the build ID.
//
//===----------------------------------------------------------------------===//

#include "ObjectCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <link.h>

using namespace mlir::diffattn;

/// The build ID among the notes of a segment; "" if there is none.
static llvm::StringRef findBuildID(llvm::StringRef notes) {
  auto takePadded = [&](size_t size) {
    llvm::StringRef taken = notes.take_front(size);
    notes = notes.drop_front(std::min(notes.size(), llvm::alignTo(size, 4)));
    return taken;
  };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof(header));
    notes = notes.drop_front(sizeof(header));
    llvm::StringRef name = takePadded(header.n_namesz);
    llvm::StringRef content = takePadded(header.n_descsz);
    if (header.n_type == NT_GNU_BUILD_ID &&
        name == llvm::StringRef("GNU", sizeof("GNU")))
      return content;
  }
  return "";
}

/// The hash of the file that `image` was loaded from.
static std::string hashFile(const dl_phdr_info &image) {
  llvm::StringRef path = image.dlpi_name;
  auto file =
      llvm::MemoryBuffer::getFile(path.empty() ? "/proc/self/exe" : path);
  // What is in the process was read from somewhere.
  if (!file)
    return "unknown";
  return llvm::toHex(
      llvm::BLAKE3::hash(llvm::arrayRefFromStringRef((*file)->getBuffer())),
      /*LowerCase=*/true);
}

static std::string identify(const dl_phdr_info &image) {
  for (const ElfW(Phdr) &segment :
       llvm::ArrayRef(image.dlpi_phdr, image.dlpi_phnum)) {
    if (segment.p_type != PT_NOTE)
      continue;
    auto *notes =
        reinterpret_cast<const char *>(image.dlpi_addr + segment.p_vaddr);
    if (llvm::StringRef id = findBuildID({notes, segment.p_memsz}); !id.empty())
      return llvm::toHex(id, /*LowerCase=*/true);
  }
  return hashFile(image);
}

/// Whether code that decides what comes out of the compiler is in `image`.
static bool isCompiler(const dl_phdr_info &image) {
  auto here = reinterpret_cast<uintptr_t>(&buildIdentity);
  auto contains = [&](const ElfW(Phdr) & segment) {
    uintptr_t start = image.dlpi_addr + segment.p_vaddr;
    return segment.p_type == PT_LOAD && here >= start &&
           here - start < segment.p_memsz;
  };
  llvm::StringRef name = llvm::sys::path::filename(image.dlpi_name);
  return name.starts_with("libLLVM") || name.starts_with("libMLIR") ||
         llvm::any_of(llvm::ArrayRef(image.dlpi_phdr, image.dlpi_phnum),
                      contains);
}

static std::string identifyBuild() {
  std::vector<std::string> images;
  auto visit = [](dl_phdr_info *image, size_t, void *list) {
    if (isCompiler(*image))
      static_cast<std::vector<std::string> *>(list)->push_back(
          identify(*image));
    return 0;
  };
  dl_iterate_phdr(visit, &images);
  std::sort(images.begin(), images.end());
  return llvm::join(images, " ");
}

const std::string &mlir::diffattn::buildIdentity() {
  static const std::string identity = identifyBuild();
  return identity;
}
