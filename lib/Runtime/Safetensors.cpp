//===- Safetensors.cpp - reading and writing safetensors files ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Safetensors.h"
#include "diffattn/Runtime/File.h"
#include "diffattn/Runtime/Json.h"
#include <algorithm>
#include <cstring>

using namespace diffattn;
using nlohmann::json;

static constexpr size_t lengthBytes = 8;
/// The limit of the format's own library.
static constexpr uint64_t maxHeaderBytes = 100'000'000;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// What the header says of a tensor, checked on its own.
struct Entry {
  std::string name;
  diffattn_dtype dtype;
  std::vector<int64_t> shape;
  int64_t begin;
  int64_t end;
};
} // namespace

static std::optional<diffattn_dtype>
parseSafetensorsDType(const std::string &name) {
  for (int32_t number = DIFFATTN_F16; number <= DIFFATTN_I64; ++number)
    if (name == lookupDType(number)->safetensors)
      return static_cast<diffattn_dtype>(number);
  return std::nullopt;
}

static Result<diffattn_dtype> readDType(const json &info) {
  const json *dtype = findMember(info, "dtype");
  if (!dtype || !dtype->is_string())
    return Error{"expected a string for dtype, found " +
                 (dtype ? excerpt(*dtype) : "nothing")};
  if (auto parsed = parseSafetensorsDType(dtype->get<std::string>()))
    return *parsed;
  return Error{"dtype " + excerpt(*dtype) +
               " is not supported, expected F16, BF16, F32, F64, BOOL, I8, "
               "I16, I32 or I64"};
}

/// Reads the list of integers >= 0 at `key`.
static Result<std::vector<int64_t>> readSizes(const json &info,
                                              const char *key) {
  const json *list = findMember(info, key);
  if (!list || !list->is_array())
    return Error{std::string("expected a list for ") + key + ", found " +
                 (list ? excerpt(*list) : "nothing")};
  std::vector<int64_t> sizes;
  for (const json &entry : *list) {
    std::optional<int64_t> size = asInt64(entry);
    if (!size || *size < 0)
      return Error{std::string("expected integers from 0 to 2^63-1 for ") +
                   key + ", found " + excerpt(entry)};
    sizes.push_back(*size);
  }
  return sizes;
}

static Result<Entry> readEntry(const std::string &name, const json &info,
                               int64_t dataBytes) {
  if (!info.is_object())
    return Error{"expected an object, found " + excerpt(info)};
  Result<diffattn_dtype> dtype = readDType(info);
  if (!dtype)
    return dtype.error();
  Result<std::vector<int64_t>> shape = readSizes(info, "shape");
  if (!shape)
    return shape.error();
  Result<std::vector<int64_t>> offsets = readSizes(info, "data_offsets");
  if (!offsets)
    return offsets.error();

  if (offsets->size() != 2)
    return Error{"expected 2 data_offsets, found " +
                 std::to_string(offsets->size())};
  int64_t begin = (*offsets)[0], end = (*offsets)[1];
  std::string range =
      "[" + std::to_string(begin) + ", " + std::to_string(end) + "]";
  if (begin > end)
    return Error{"data_offsets " + range + " are reversed"};
  if (end > dataBytes)
    return Error{"data_offsets " + range + " reach beyond the " +
                 std::to_string(dataBytes) + " bytes of data in the file"};
  std::optional<int64_t> bytes = byteSizeOf(*dtype, *shape);
  if (!bytes)
    return Error{"the size of " + formatType(*dtype, *shape) +
                 " is out of range"};
  if (*bytes != end - begin)
    return Error{"data_offsets " + range + " span " +
                 std::to_string(end - begin) + " bytes, expected " +
                 std::to_string(*bytes) + " for " + formatType(*dtype, *shape)};
  return Entry{name, *dtype, std::move(*shape), begin, end};
}

/// Sorts the entries by place and checks that they cover the data.
static Status checkPlaces(std::vector<Entry> &entries, int64_t dataBytes) {
  std::sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  int64_t covered = 0;
  const Entry *previous = nullptr;
  for (const Entry &entry : entries) {
    if (entry.begin < covered)
      return Error{"tensor '" + entry.name + "' overlaps tensor '" +
                   previous->name + "': it begins at byte " +
                   std::to_string(entry.begin) +
                   " of the data, the other ends "
                   "at " +
                   std::to_string(covered)};
    if (entry.begin > covered)
      return Error{"tensor '" + entry.name + "' begins at byte " +
                   std::to_string(entry.begin) + " of the data, expected " +
                   std::to_string(covered) +
                   ": no tensor covers what is "
                   "between"};
    covered = entry.end;
    previous = &entry;
  }
  if (covered != dataBytes)
    return Error{"the tensors end at byte " + std::to_string(covered) +
                 " of the data, but the file holds " +
                 std::to_string(dataBytes) + " bytes of it"};
  return {};
}

static Status checkMetadata(const json &metadata) {
  if (metadata.is_object() &&
      std::all_of(metadata.begin(), metadata.end(),
                  [](const json &value) { return value.is_string(); }))
    return {};
  return Error{"expected strings in __metadata__, found " + excerpt(metadata)};
}

static Result<std::vector<Entry>> readHeader(std::string_view text,
                                             int64_t dataBytes) {
  if (text.empty() || text.front() != '{')
    return Error{"the header does not start with '{'"};
  Result<json> header = parseJson(text);
  if (!header)
    return Error{"header: " + header.message()};
  std::vector<Entry> entries;
  for (const auto &[name, info] : header->items()) {
    if (name == "__metadata__") {
      if (Status status = checkMetadata(info); !status)
        return status.error();
      continue;
    }
    Result<Entry> entry = readEntry(name, info, dataBytes);
    if (!entry)
      return Error{"tensor '" + name + "': " + entry.message()};
    entries.push_back(std::move(*entry));
  }
  if (Status status = checkPlaces(entries, dataBytes); !status)
    return status.error();
  return entries;
}

static Result<TensorMap> readMapped(std::shared_ptr<MappedFile> file) {
  if (file->size() < lengthBytes)
    return Error{"expected at least 8 bytes, found " +
                 std::to_string(file->size())};
  uint64_t headerBytes = 0;
  for (size_t i = lengthBytes; i-- > 0;)
    headerBytes = headerBytes << 8 | static_cast<uint8_t>(file->data()[i]);
  if (headerBytes > file->size() - lengthBytes)
    return Error{"the header is said to have " + std::to_string(headerBytes) +
                 " bytes, but the file has only " +
                 std::to_string(file->size() - lengthBytes) + " after its " +
                 "length"};
  if (headerBytes > maxHeaderBytes)
    return Error{"the header has " + std::to_string(headerBytes) +
                 " bytes, expected at most " + std::to_string(maxHeaderBytes)};

  auto *text = reinterpret_cast<const char *>(file->data() + lengthBytes);
  std::byte *data = file->data() + lengthBytes + headerBytes;
  int64_t dataBytes = file->size() - lengthBytes - headerBytes;
  Result<std::vector<Entry>> entries =
      readHeader(std::string_view(text, headerBytes), dataBytes);
  if (!entries)
    return entries.error();

  TensorMap tensors;
  for (Entry &entry : *entries) {
    Result<Tensor> tensor = Tensor::share(entry.dtype, std::move(entry.shape),
                                          file, data + entry.begin);
    if (!tensor)
      return Error{"tensor '" + entry.name + "': " + tensor.message()};
    if (Status status = checkBools(*tensor); !status)
      return Error{"tensor '" + entry.name + "': " + status.message()};
    tensors.emplace(std::move(entry.name), std::move(*tensor));
  }
  return tensors;
}

Result<TensorMap> diffattn::readSafetensors(const std::string &path) {
  Result<std::shared_ptr<MappedFile>> file = MappedFile::open(path);
  if (!file)
    return file.error();
  Result<TensorMap> tensors = readMapped(std::move(*file));
  if (!tensors)
    return Error{"'" + path + "': no safetensors file: " + tensors.message()};
  return tensors;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

using Item = TensorMap::value_type;

/// The header's text, padded so that the data starts at a multiple of 8.
static Result<std::string>
formatHeader(const std::vector<const Item *> &items) {
  json header = json::object();
  int64_t offset = 0;
  for (const Item *item : items) {
    const Tensor &tensor = item->second;
    int64_t end = offset + tensor.byteSize();
    header[item->first] = {
        {"dtype", lookupDType(tensor.dtype())->safetensors},
        {"shape", tensor.shape()},
        {"data_offsets", {offset, end}},
    };
    offset = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const json::exception &) {
    return Error{"a tensor's name is not UTF-8"};
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

Status diffattn::writeSafetensors(const std::string &path,
                                  const TensorMap &tensors) {
  std::vector<const Item *> items;
  // The widest first, so that all are aligned.
  for (int64_t size : {8, 4, 2, 1})
    for (const Item &item : tensors)
      if (dtypeSize(item.second.dtype()) == size)
        items.push_back(&item);
  Result<std::string> header = formatHeader(items);
  if (!header)
    return Error{"can't write '" + path + "': " + header.message()};

  std::string length;
  for (size_t i = 0; i < lengthBytes; ++i)
    length += static_cast<char>(header->size() >> (8 * i));
  std::vector<std::string_view> pieces{length, *header};
  for (const Item *item : items)
    pieces.emplace_back(static_cast<const char *>(item->second.data()),
                        item->second.byteSize());
  return writeFile(path, pieces);
}
