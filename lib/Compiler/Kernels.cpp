//===- Kernels.cpp - the kernels of an artifact --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "diffattn/Codegen/GPU/Names.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"

using namespace mlir;
using namespace mlir::diffattn;

/// The versions of `diffattn_kernels`: older runtimes take what has no machine
/// code.
static constexpr int32_t kTableVersion = 1, kTableVersionWithCubins = 2;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool mlir::diffattn::hasKernels(ModuleOp module) {
  return module->hasAttr(kKernelsAttr);
}

/// The texts in the list `name` of `kernels`.
static FailureOr<SmallVector<std::string>> readTexts(DictionaryAttr kernels,
                                                     StringRef name) {
  auto list = kernels.getAs<ArrayAttr>(name);
  if (!list)
    return failure();
  SmallVector<std::string> texts;
  for (Attribute attr : list) {
    auto text = dyn_cast<StringAttr>(attr);
    if (!text)
      return failure();
    texts.push_back(text.getValue().str());
  }
  return texts;
}

FailureOr<KernelList> mlir::diffattn::readKernelList(ModuleOp module) {
  auto kernels = module->getAttrOfType<DictionaryAttr>(kKernelsAttr);
  if (!kernels)
    return module.emitError()
           << "has no kernels (attribute '" << kKernelsAttr << "')";
  auto names = readTexts(kernels, "names");
  auto messages = readTexts(kernels, "messages");
  auto chip = kernels.getAs<StringAttr>("chip");
  if (failed(names) || failed(messages) || !chip)
    return module.emitError() << "expected '" << kKernelsAttr
                              << "' to have lists 'names' and 'messages', and "
                                 "a 'chip', found "
                              << kernels;
  return KernelList{std::move(*names), std::move(*messages),
                    chip.getValue().str()};
}

OwningOpRef<ModuleOp> mlir::diffattn::cloneHostCode(ModuleOp module) {
  // Kernels may be large: they are not copied first.
  OwningOpRef<ModuleOp> host = cast<ModuleOp>(module->cloneWithoutRegions());
  OpBuilder b = OpBuilder::atBlockBegin(&host->getBodyRegion().emplaceBlock());
  for (Operation &op : module.getOps())
    if (!isa<gpu::GPUModuleOp>(op))
      b.clone(op);
  return host;
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

LogicalResult mlir::diffattn::linkDeviceMath(Session &session,
                                             llvm::Module &code,
                                             llvm::StringRef bitcode) {
  auto library = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(bitcode, "DeviceMath.c"), code.getContext());
  if (!library)
    return session.error(llvm::toString(library.takeError()));
  (*library)->setTargetTriple(code.getTargetTriple());
  (*library)->setDataLayout(code.getDataLayout());
  // The processor is that of the code around it.
  for (llvm::Function &function : **library)
    for (StringRef attr : {"target-cpu", "target-features", "tune-cpu"})
      function.removeFnAttr(attr);
  llvm::SmallVector<std::string> names;
  for (llvm::Function &function : **library)
    if (!function.isDeclaration())
      names.push_back(function.getName().str());
  // LLVM says what is wrong.
  if (llvm::Linker::linkModules(code, std::move(*library),
                                llvm::Linker::LinkOnlyNeeded))
    return failure();
  for (StringRef name : names)
    if (llvm::Function *function = code.getFunction(name))
      if (!function->isDeclaration())
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
  return success();
}

namespace {
/// Builds the table as constants of a module.
class TableBuilder {
public:
  explicit TableBuilder(llvm::Module &code)
      : code(code), b(code.getContext()) {}

  /// A pointer to a constant.
  llvm::GlobalVariable *add(llvm::Constant *value, const Twine &name) {
    auto *global = new llvm::GlobalVariable(
        code, value->getType(), /*isConstant=*/true,
        llvm::GlobalValue::InternalLinkage, value, name);
    return global;
  }
  llvm::Constant *text(StringRef text, const Twine &name) {
    return add(llvm::ConstantDataArray::getString(code.getContext(), text),
               name);
  }
  /// A pointer to an array of pointers; null for none.
  llvm::Constant *array(ArrayRef<llvm::Constant *> pointers,
                        const Twine &name) {
    if (pointers.empty())
      return null();
    auto *type = llvm::ArrayType::get(b.getPtrTy(), pointers.size());
    return add(llvm::ConstantArray::get(type, pointers), name);
  }
  llvm::Constant *texts(ArrayRef<std::string> list, const Twine &name) {
    SmallVector<llvm::Constant *> pointers;
    for (StringRef entry : list)
      pointers.push_back(text(entry, name));
    return array(pointers, name + "s");
  }
  llvm::Constant *null() {
    return llvm::ConstantPointerNull::get(b.getPtrTy());
  }
  llvm::Constant *i32(int32_t value) { return b.getInt32(value); }
  llvm::Constant *i64(int64_t value) { return b.getInt64(value); }
  /// A pointer to an array of `diffattn_cubin`.
  llvm::Constant *cubins(ArrayRef<Cubin> list) {
    SmallVector<llvm::Constant *> entries;
    for (const Cubin &cubin : list) {
      auto *bytes = add(llvm::ConstantDataArray::getString(
                            code.getContext(), cubin.code, /*AddNull=*/false),
                        "diffattn_cubin");
      // Its parts are aligned in it, as in a file.
      bytes->setAlignment(llvm::Align(16));
      entries.push_back(llvm::ConstantStruct::getAnon(
          {text(cubin.chip, "diffattn_cubin_chip"), bytes,
           i64(cubin.code.size())}));
    }
    auto *type = llvm::ArrayType::get(entries.front()->getType(), list.size());
    return add(llvm::ConstantArray::get(type, entries), "diffattn_cubins");
  }

private:
  llvm::Module &code;
  llvm::IRBuilder<> b;
};
} // namespace

void mlir::diffattn::defineKernelTable(llvm::Module &code,
                                       const KernelList &list,
                                       llvm::StringRef ptx,
                                       ArrayRef<Cubin> cubins,
                                       ArrayRef<llvm::Function *> functions) {
  TableBuilder b(code);
  bool isEmulated = ptx.empty();
  SmallVector<llvm::Constant *> pointers(functions.begin(), functions.end());
  // The emulator wants a list of functions, also of none.
  if (isEmulated && pointers.empty())
    pointers.push_back(b.null());
  SmallVector<llvm::Constant *> fields = {
      b.i32(cubins.empty() ? kTableVersion : kTableVersionWithCubins),
      b.i32(isEmulated ? DIFFATTN_KERNELS_EMULATED : DIFFATTN_KERNELS_PTX),
      b.i32(list.names.size()),
      b.i32(list.messages.size()),
      b.texts(list.names, "diffattn_kernel_name"),
      b.texts(list.messages, "diffattn_kernel_message"),
      b.text(list.chip, "diffattn_chip"),
      isEmulated ? b.null() : b.text(ptx, "diffattn_ptx"),
      b.array(pointers, "diffattn_kernel_functions")};
  if (!cubins.empty())
    fields.append({b.i64(cubins.size()), b.cubins(cubins)});
  auto *table =
      b.add(llvm::ConstantStruct::getAnon(fields), "diffattn_table_of_kernels");
  if (llvm::GlobalVariable *declared = code.getNamedGlobal(kKernelTable)) {
    declared->replaceAllUsesWith(table);
    declared->eraseFromParent();
  }
  table->setName(kKernelTable);
}
