//===- CheckMemory.cpp - checks in front of accesses ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCalls.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

/// NVVM's address spaces of shared memory, constants and the thread's own.
enum AddressSpace : unsigned { Shared = 3, Constant = 4, Local = 5 };

/// Whether `pointer` may point to memory that other threads see, and write. It
/// is not known of each: the emulator lets a thread access its stack.
static bool isShared(Value pointer) {
  unsigned space =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  if (space == Constant || space == Local)
    return false;
  while (Operation *op = pointer.getDefiningOp()) {
    if (isa<LLVM::AllocaOp>(op))
      return false;
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      return address.getType().getAddressSpace() == Shared;
    if (!isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(op))
      return true;
    pointer = op->getOperand(0);
  }
  return true;
}

namespace {
/// Inserts checks in front of one operation.
class Checker {
public:
  Checker(SimCalls &calls, Operation *op)
      : calls(calls), op(op), b(op->getLoc(), op), layout(calls.dataLayout()) {}

  /// `function`: load, store or atomic. Checks an access of a value of `type`.
  void check(StringRef function, Value pointer, Type type,
             std::optional<uint64_t> alignment) {
    uint64_t bytes = layout.getTypeSize(type);
    check(function, pointer, SimCalls::i64(b, bytes),
          alignment.value_or(layout.getTypeABIAlignment(type)));
  }
  /// Checks an access of `bytes` bytes.
  void check(StringRef function, Value pointer, Value bytes,
             uint64_t alignment) {
    if (!isShared(pointer))
      return;
    if (bytes.getType() != b.getI64Type())
      bytes = LLVM::ZExtOp::create(b, b.getI64Type(), bytes);
    calls.call(b, function,
               {SimCalls::flat(b, pointer), bytes, SimCalls::i64(b, alignment),
                calls.site(b, op)});
  }

private:
  SimCalls &calls;
  Operation *op;
  ImplicitLocOpBuilder b;
  const DataLayout &layout;
};
} // namespace

LogicalResult mlir::diffattn::checkMemory(SimCalls &calls, Operation *op) {
  auto check = [&](StringRef function, Value pointer, auto... rest) {
    Checker(calls, op).check(function, pointer, rest...);
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LLVM::LoadOp load) {
        return check("load", load.getAddr(), load.getType(),
                     load.getAlignment());
      })
      .Case([&](LLVM::StoreOp store) {
        return check("store", store.getAddr(), store.getValue().getType(),
                     store.getAlignment());
      })
      .Case([&](LLVM::AtomicRMWOp atomic) {
        return check("atomic", atomic.getPtr(), atomic.getType(),
                     atomic.getAlignment());
      })
      .Case([&](LLVM::AtomicCmpXchgOp atomic) {
        return check("atomic", atomic.getPtr(), atomic.getCmp().getType(),
                     atomic.getAlignment());
      })
      .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([&](auto copy) {
        (void)check("load", copy.getSrc(), copy.getLen(), uint64_t(1));
        return check("store", copy.getDst(), copy.getLen(), uint64_t(1));
      })
      .Case([&](LLVM::MemsetOp fill) {
        return check("store", fill.getDst(), fill.getLen(), uint64_t(1));
      })
      .Case<LLVM::InlineAsmOp, LLVM::MaskedLoadOp, LLVM::MaskedStoreOp,
            LLVM::masked_gather, LLVM::masked_scatter, LLVM::masked_expandload,
            LLVM::masked_compressstore, LLVM::MemcpyInlineOp,
            LLVM::MatrixColumnMajorLoadOp, LLVM::MatrixColumnMajorStoreOp,
            LLVM::InvokeOp, LLVM::VaArgOp>(
          [](Operation *) { return failure(); })
      .Default(success());
}
