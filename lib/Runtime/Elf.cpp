//===- Elf.cpp - is a shared library complete? ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Elf.h"
#include "diffattn/Runtime/File.h"
#include <cstring>
#include <elf.h>

using namespace diffattn;

/// Whether [offset, offset + size) lies in a file of `fileSize` bytes.
static bool contains(size_t fileSize, uint64_t offset, uint64_t size) {
  return offset <= fileSize && size <= fileSize - offset;
}

static bool isSharedLibrary(const Elf64_Ehdr &header) {
  const uint16_t one = 1;
  bool isLittle = *reinterpret_cast<const uint8_t *>(&one) == 1;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == (isLittle ? ELFDATA2LSB : ELFDATA2MSB) &&
         header.e_type == ET_DYN && header.e_phentsize == sizeof(Elf64_Phdr);
}

static bool segmentsAreInFile(MappedFile &file, const Elf64_Ehdr &header) {
  uint64_t tableSize = uint64_t(header.e_phnum) * sizeof(Elf64_Phdr);
  if (!contains(file.size(), header.e_phoff, tableSize))
    return false;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, file.data() + header.e_phoff + i * sizeof(segment),
                sizeof(segment));
    if (!contains(file.size(), segment.p_offset, segment.p_filesz))
      return false;
  }
  return true;
}

static bool sectionsAreInFile(MappedFile &file, const Elf64_Ehdr &header) {
  uint64_t tableSize = uint64_t(header.e_shnum) * header.e_shentsize;
  return contains(file.size(), header.e_shoff, tableSize);
}

Status diffattn::checkElfExtents(const std::string &path) {
  auto file = MappedFile::open(path);
  if (!file)
    return Error{file.message()};
  Elf64_Ehdr header;
  if ((*file)->size() < sizeof(header))
    return Error{"'" + path + "' is no shared library"};
  std::memcpy(&header, (*file)->data(), sizeof(header));
  if (!isSharedLibrary(header))
    return Error{"'" + path + "' is no shared library of this kind of machine"};
  if (!segmentsAreInFile(**file, header) || !sectionsAreInFile(**file, header))
    return Error{"'" + path + "' is cut off: it has " +
                 std::to_string((*file)->size()) +
                 " bytes, its headers speak of more"};
  return {};
}
