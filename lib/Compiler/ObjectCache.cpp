//===- ObjectCache.cpp - objects that were compiled before ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCache.h"

#include "Cubin.h"
#include "Schedules.h"
#include "diffattn/Compiler/Files.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

namespace {
/// Hashes what is written to it.
class HashStream : public llvm::raw_ostream {
public:
  HashStream() { SetUnbuffered(); }

  /// The hash in hexadecimal.
  std::string result() {
    return llvm::toHex(hasher.final(), /*LowerCase=*/true);
  }

private:
  void write_impl(const char *text, size_t size) override {
    hasher.update(StringRef(text, size));
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  llvm::BLAKE3 hasher;
  uint64_t position = 0;
};
} // namespace

/// Text with its length, so that two texts in a row can't be others.
static void addText(HashStream &hash, StringRef text) {
  hash << text.size() << ':' << text;
}

/// All there is of a target: a new member does not compile until it is here.
static void addTarget(HashStream &hash, const Target &target) {
  const auto &[triple, name, cpu, features, hasF16Conversions, vectorBits,
               vectorRegisters, hasBF16Dot, l1Bytes, l2Bytes,
               requiredFeatures] = target;
  for (StringRef text : {triple, name, cpu, features})
    addText(hash, text);
  hash << hasF16Conversions << ' ' << vectorBits << ' ' << vectorRegisters
       << ' ' << hasBF16Dot << ' ' << l1Bytes << ' ' << l2Bytes << ' ';
  for (StringRef feature : requiredFeatures)
    addText(hash, feature);
}

/// The chips of machine code, and what makes it: other versions of the program
/// are other files.
static llvm::Error addAssembler(HashStream &hash, StringRef cubin,
                                StringRef path) {
  addText(hash, cubin);
  if (cubin.empty())
    return llvm::Error::success();
  llvm::Expected<Assembler> assembler = Assembler::create(cubin, path);
  if (!assembler)
    return assembler.takeError();
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(assembler->path(), status))
    return llvm::errorCodeToError(error);
  addText(hash, assembler->path());
  hash << status.getSize() << ' '
       << status.getLastModificationTime().time_since_epoch().count() << ' ';
  return llvm::Error::success();
}

/// All there is of options that changes what comes out. Of a file that an
/// option names, this means its content.
static llvm::Error addOptions(HashStream &hash, const CompileOptions &options) {
  const auto &[cpu, device, chip, cubin, ptxas, matmul, quantization, observe,
               from, reference, optimize, dumpFolder, remarks, cacheFolder,
               scheduleFile, plan] = options;
  llvm::Expected<std::vector<Target>> targets = resolveTargets(cpu);
  if (!targets)
    return targets.takeError();
  for (const Target &target : *targets)
    addTarget(hash, target);
  addText(hash, device);
  addText(hash, chip);
  if (llvm::Error error = addAssembler(hash, cubin, ptxas))
    return error;
  addText(hash, observe);
  hash << static_cast<int>(matmul) << ' ' << static_cast<int>(quantization)
       << ' ' << static_cast<int>(from) << ' ' << reference << ' ' << optimize
       << ' ' << static_cast<int>(remarks) << ' ';
  if (scheduleFile.empty())
    return llvm::Error::success();
  llvm::Expected<std::string> schedule = readScheduleFile(scheduleFile);
  if (!schedule)
    return schedule.takeError();
  addText(hash, *schedule);
  return llvm::Error::success();
}

static llvm::Error makeFolder(StringRef folder) {
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (!error && !llvm::sys::fs::is_directory(folder))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    return llvm::createStringError(error, "can't make the cache folder '" +
                                              folder + "': " + error.message());
  return llvm::Error::success();
}

llvm::Expected<ObjectCache> ObjectCache::find(ModuleOp module,
                                              const CompileOptions &options) {
  if (llvm::Error error = makeFolder(options.cacheFolder))
    return error;
  HashStream hash;
  addText(hash, buildIdentity());
  if (llvm::Error error = addOptions(hash, options))
    return error;
  if (failed(writeBytecodeToFile(module, hash)))
    return llvm::createStringError("the module can't be written as bytecode");
  llvm::SmallString<128> path(options.cacheFolder);
  llvm::sys::path::append(path, hash.result() + ".object");
  return ObjectCache(path.str().str());
}

//===----------------------------------------------------------------------===//
// Files: a word, the hash of the rest, and pieces with their lengths: manifest,
// diagnostics, code, and the signature of each function.
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kMagic = "diffattn-object-1\n";
static constexpr size_t kHashSize = 32;

static std::string hashOf(StringRef bytes) {
  auto hash = llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes));
  return llvm::toStringRef(hash).str();
}

static void addPiece(std::string &content, StringRef piece) {
  char size[8];
  llvm::support::endian::write64le(size, piece.size());
  content.append(size, sizeof(size));
  content += piece;
}

/// The pieces of `content`; nothing if it does not end with one.
static std::optional<SmallVector<StringRef>> splitPieces(StringRef content) {
  SmallVector<StringRef> pieces;
  while (!content.empty()) {
    if (content.size() < 8)
      return std::nullopt;
    uint64_t size = llvm::support::endian::read64le(content.data());
    content = content.drop_front(8);
    if (size > content.size())
      return std::nullopt;
    pieces.push_back(content.take_front(size));
    content = content.drop_front(size);
  }
  return pieces;
}

/// Reads what describes functions as attributes.
static FailureOr<std::vector<FunctionSignature>>
readSignatures(ArrayRef<StringRef> texts, MLIRContext *context) {
  std::vector<FunctionSignature> functions;
  for (StringRef text : texts) {
    Attribute attr = parseAttribute(text, context);
    if (!attr)
      return failure();
    FailureOr<FunctionSignature> function = decodeSignature(attr);
    if (failed(function))
      return failure();
    functions.push_back(std::move(*function));
  }
  return functions;
}

std::optional<CachedObject> ObjectCache::read(MLIRContext *context) const {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return std::nullopt;
  StringRef content = (*file)->getBuffer();
  if (!content.consume_front(kMagic) || content.size() < kHashSize ||
      hashOf(content.drop_front(kHashSize)) != content.take_front(kHashSize))
    return std::nullopt;
  auto pieces = splitPieces(content.drop_front(kHashSize));
  if (!pieces || pieces->size() < 3)
    return std::nullopt;
  auto functions =
      readSignatures(ArrayRef<StringRef>(*pieces).drop_front(3), context);
  if (failed(functions))
    return std::nullopt;
  CachedObject cached;
  cached.object.manifest = (*pieces)[0].str();
  cached.diagnostics = (*pieces)[1].str();
  cached.object.code =
      llvm::MemoryBuffer::getMemBufferCopy((*pieces)[2], "diffattn.o");
  cached.object.functions = std::move(*functions);
  return cached;
}

llvm::Error ObjectCache::write(const Object &object, StringRef diagnostics,
                               MLIRContext *context) const {
  std::string pieces;
  for (StringRef piece :
       {StringRef(object.manifest), diagnostics, object.code->getBuffer()})
    addPiece(pieces, piece);
  for (const FunctionSignature &function : object.functions) {
    std::string text;
    llvm::raw_string_ostream(text) << encodeSignature(context, function);
    addPiece(pieces, text);
  }
  return writeFile(path, (kMagic + hashOf(pieces) + pieces).str());
}
