//===- Matmul.cpp - matrix products as libraries know them ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dims that are like a single one in all arrays become one. Then one dim of
// each of rows, cols and depth, or none, makes the matrices. The largest dim
// that is left, but not one of depth, is the batch; the others are loops of the
// host. Of the choices whose matrices have no gaps, that with the fewest calls
// is taken, and of those the one with the largest matrices. Sums of half floats
// are made at once: all of depth is in the matrices.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Matmul.h"
#include "diffattn/Runtime/DType.h"
#include <optional>
#include <vector>

using namespace diffattn;

namespace {
/// A dim, with the strides along it in each array.
struct Dim {
  int64_t size = 1, a = 0, b = 0, c = 0;
};
using Dims = std::vector<Dim>;

/// A call by its dims, none of which has size 1.
struct Space {
  Dims batch, rows, cols, depth;
};

/// How an array is stored as a matrix.
struct Storage {
  bool isTransposed;
  int64_t leading;
};

/// The dims of the matrices, and how they are stored.
struct Choice {
  Dim rows, cols, depth;
  Storage a, b, c;
  /// Their numbers among the dims of their class; -1 for none.
  int row = -1, col = -1, inner = -1;

  int64_t size() const { return rows.size * cols.size * depth.size; }
};
} // namespace

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

/// Whether `outer` goes on where `inner` ends, in every array.
static bool continues(const Dim &outer, const Dim &inner) {
  return outer.a == inner.a * inner.size && outer.b == inner.b * inner.size &&
         outer.c == inner.c * inner.size;
}

/// Makes one dim of two as long as there are two that are like one.
static void merge(Dims &dims) {
  for (size_t i = 0; i < dims.size(); ++i)
    for (size_t j = 0; j < dims.size(); ++j) {
      if (i == j || !continues(dims[i], dims[j]))
        continue;
      dims[j].size *= dims[i].size;
      dims.erase(dims.begin() + i);
      return merge(dims);
    }
}

static Dims readDims(const diffattn_matmul_dims &dims) {
  Dims result;
  for (int i = 0; i < DIFFATTN_MATMUL_DIMS; ++i)
    if (dims.sizes[i] != 1)
      result.push_back({dims.sizes[i], dims.a_strides[i], dims.b_strides[i],
                        dims.c_strides[i]});
  merge(result);
  return result;
}

static bool isEmpty(const Dims &dims) {
  for (const Dim &dim : dims)
    if (dim.size == 0)
      return true;
  return false;
}

static Status checkSizes(const diffattn_matmul_dims &dims, const char *what,
                         int64_t least) {
  for (int64_t size : dims.sizes)
    if (size < least)
      return Error{"expected " + std::string(what) + " of at least " +
                   std::to_string(least) + ", found " + std::to_string(size)};
  return {};
}

static Status check(const diffattn_matmul_call &call) {
  bool isHalf = call.dtype == DIFFATTN_F16 || call.dtype == DIFFATTN_BF16;
  bool isFull = call.dtype == DIFFATTN_F32 || call.dtype == DIFFATTN_F64;
  bool isSame = (isHalf || isFull) && call.c_dtype == call.dtype;
  if (!isSame && !(isHalf && call.c_dtype == DIFFATTN_F32))
    return Error{"there are no products of " + dtypeName(call.dtype) +
                 " that give " + dtypeName(call.c_dtype)};
  if (Status status = checkSizes(call.batch, "a batch", 0); !status)
    return status;
  if (Status status = checkSizes(call.rows, "rows", 0); !status)
    return status;
  if (Status status = checkSizes(call.cols, "columns", 0); !status)
    return status;
  return checkSizes(call.depth, "a depth", 1);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// How an array of `rows` by `cols`, with these strides, is stored.
static std::optional<Storage> store(int64_t rows, int64_t rowStride,
                                    int64_t cols, int64_t colStride) {
  auto fits = [](int64_t outer, int64_t outerStride, int64_t inner,
                 int64_t innerStride) {
    return (inner == 1 || innerStride == 1) &&
           (outer == 1 || outerStride >= inner);
  };
  if (fits(rows, rowStride, cols, colStride))
    return Storage{false, rows == 1 ? cols : rowStride};
  if (fits(cols, colStride, rows, rowStride))
    return Storage{true, cols == 1 ? rows : colStride};
  return std::nullopt;
}

/// Whether the dims of `choice` make matrices; then says how they are stored.
static bool storeAll(Choice &choice) {
  const auto &[m, n, k] = std::tie(choice.rows, choice.cols, choice.depth);
  auto a = store(m.size, m.a, k.size, k.a);
  auto b = store(k.size, k.b, n.size, n.b);
  auto c = store(m.size, m.c, n.size, n.c);
  if (!a || !b || !c)
    return false;
  choice.a = *a;
  choice.b = *b;
  choice.c = *c;
  return true;
}

static Dim dimOrNone(const Dims &dims, int number) {
  return number < 0 ? Dim() : dims[number];
}

/// Whether the library can go along `dim` from product to product.
static bool canBeBatch(const Dim &dim) {
  return dim.a >= 0 && dim.b >= 0 && dim.c > 0;
}

/// How often the library is called if the matrices are those of `choice`.
static int64_t countCalls(const Space &space, const Choice &choice) {
  int64_t products = 1, batch = 1;
  auto leave = [&](const Dims &dims, int taken, bool isDepth) {
    for (int i = 0; i < int(dims.size()); ++i) {
      if (i == taken)
        continue;
      products *= dims[i].size;
      if (!isDepth && canBeBatch(dims[i]))
        batch = std::max(batch, dims[i].size);
    }
  };
  leave(space.batch, -1, false);
  leave(space.rows, choice.row, false);
  leave(space.cols, choice.col, false);
  leave(space.depth, choice.inner, true);
  return products / batch;
}

/// The best choice. With `sumsAtOnce` only those count that have all of depth;
/// there may be none.
static std::optional<Choice> chooseMatrices(const Space &space,
                                            bool sumsAtOnce) {
  std::optional<Choice> best;
  int64_t fewest = 0;
  for (int row = -1; row < int(space.rows.size()); ++row)
    for (int col = -1; col < int(space.cols.size()); ++col)
      for (int inner = -1; inner < int(space.depth.size()); ++inner) {
        Choice choice;
        choice.rows = dimOrNone(space.rows, choice.row = row);
        choice.cols = dimOrNone(space.cols, choice.col = col);
        choice.depth = dimOrNone(space.depth, choice.inner = inner);
        size_t depthsLeft = space.depth.size() - (inner >= 0);
        if ((sumsAtOnce && depthsLeft != 0) || !storeAll(choice))
          continue;
        int64_t calls = countCalls(space, choice);
        if (best && (calls > fewest ||
                     (calls == fewest && choice.size() <= best->size())))
          continue;
        best = choice;
        fewest = calls;
      }
  return best;
}

/// Takes dim `number`, if it is one, out of `dims`.
static void drop(Dims &dims, int number) {
  if (number >= 0)
    dims.erase(dims.begin() + number);
}

/// Takes the dim out of `dims` that makes the largest batch.
static Dim takeBatch(Dims &dims) {
  int best = -1;
  for (int i = 0; i < int(dims.size()); ++i)
    if (canBeBatch(dims[i]) && (best < 0 || dims[i].size > dims[best].size))
      best = i;
  Dim batch = dimOrNone(dims, best);
  drop(dims, best);
  return batch;
}

/// The product at the start of all loops. c is stored by rows: a transposed one
/// is the product of the others, transposed and swapped.
static MatrixProduct makeProduct(const diffattn_matmul_call &call,
                                 const Choice &choice, const Dim &batch) {
  MatrixProduct product;
  product.dtype = static_cast<diffattn_dtype>(call.dtype);
  product.cDtype = static_cast<diffattn_dtype>(call.c_dtype);
  product.overwrite = call.overwrite;
  product.batch = batch.size;
  product.depth = choice.depth.size;
  product.rows = choice.rows.size;
  product.cols = choice.cols.size;
  auto matrix = [](const void *data, Storage storage, int64_t batchStride) {
    return Matrix{const_cast<void *>(data), storage.leading,
                  storage.isTransposed, batchStride};
  };
  product.a = matrix(call.a, choice.a, batch.a);
  product.b = matrix(call.b, choice.b, batch.b);
  product.c = matrix(call.c, choice.c, batch.c);
  if (!product.c.isTransposed)
    return product;
  std::swap(product.rows, product.cols);
  std::swap(product.a, product.b);
  product.a.isTransposed = !product.a.isTransposed;
  product.b.isTransposed = !product.b.isTransposed;
  product.c.isTransposed = false;
  return product;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Goes to the next index of `dims`, the last one first; false at the end.
static bool advance(std::vector<int64_t> &index, const Dims &dims) {
  for (size_t i = dims.size(); i-- > 0;) {
    if (++index[i] < dims[i].size)
      return true;
    index[i] = 0;
  }
  return false;
}

static void *moveBy(const void *data, int64_t elements, diffattn_dtype dtype) {
  return const_cast<char *>(static_cast<const char *>(data)) +
         elements * dtypeSize(dtype);
}

/// Multiplies at each index of `loops`, the last `depths` of which are dims of
/// depth.
static Status
runLoops(const diffattn_matmul_call &call, const Choice &choice,
         const Dim &batch, const Dims &loops, size_t depths,
         const std::function<Status(const MatrixProduct &)> &multiply) {
  std::vector<int64_t> index(loops.size());
  do {
    diffattn_matmul_call part = call;
    int64_t a = 0, b = 0, c = 0;
    for (size_t i = 0; i < loops.size(); ++i) {
      a += index[i] * loops[i].a;
      b += index[i] * loops[i].b;
      c += index[i] * loops[i].c;
      // All parts of a sum but the first one are added to it.
      if (i >= loops.size() - depths && index[i] != 0)
        part.overwrite = 0;
    }
    part.a = moveBy(call.a, a, static_cast<diffattn_dtype>(call.dtype));
    part.b = moveBy(call.b, b, static_cast<diffattn_dtype>(call.dtype));
    part.c = moveBy(call.c, c, static_cast<diffattn_dtype>(call.c_dtype));
    if (Status status = multiply(makeProduct(part, choice, batch)); !status)
      return status;
  } while (advance(index, loops));
  return {};
}

Status diffattn::forEachProduct(
    const diffattn_matmul_call &call,
    const std::function<Status(const MatrixProduct &)> &multiply) {
  if (Status status = check(call); !status)
    return status;
  Space space = {readDims(call.batch), readDims(call.rows), readDims(call.cols),
                 readDims(call.depth)};
  if (isEmpty(space.batch) || isEmpty(space.rows) || isEmpty(space.cols))
    return {};
  bool isHalf = call.c_dtype == DIFFATTN_F16 || call.c_dtype == DIFFATTN_BF16;
  std::optional<Choice> choice = chooseMatrices(space, /*sumsAtOnce=*/isHalf);
  if (!choice)
    return Error{
        "sums of " + dtypeName(call.c_dtype) +
        " would be rounded in between: the strides along depth are not "
        "those of one dim"};
  drop(space.rows, choice->row);
  drop(space.cols, choice->col);
  drop(space.depth, choice->inner);
  Dims loops = space.batch;
  loops.insert(loops.end(), space.rows.begin(), space.rows.end());
  loops.insert(loops.end(), space.cols.begin(), space.cols.end());
  Dim batch = takeBatch(loops);
  loops.insert(loops.end(), space.depth.begin(), space.depth.end());
  return runLoops(call, *choice, batch, loops, space.depth.size(), multiply);
}
