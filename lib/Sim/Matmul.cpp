//===- Matmul.cpp - matrix products by the host ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of 4 rows by 16 columns of c are summed in registers, over all of the
// depth, from panels that are packed for it: a once, b a panel at a time.
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "HalfFloats.h"
#include <algorithm>
#include <cstdio>
#include <type_traits>
#include <vector>

using namespace diffattn;
using namespace diffattn::sim;

static constexpr int64_t kTileRows = 4, kTileCols = 16;

// The compiler's choice of vectors is made when the library is loaded.
#if defined(__x86_64__) && defined(__ELF__)
#define FOR_VECTORS                                                            \
  __attribute__((target_clones("avx512f", "arch=haswell", "default")))
#else
#define FOR_VECTORS
#endif

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error makeError(const char *name, int64_t line, const char *address,
                       int64_t bytes, const char *what) {
  char text[160];
  std::snprintf(text, sizeof text,
                "matrix %s, line %lld: its %lld bytes at %p %s", name,
                static_cast<long long>(line), static_cast<long long>(bytes),
                static_cast<const void *>(address), what);
  return Error{text};
}

/// Calls `check` with the number, the address and the bytes of each line: a
/// row, or a column of a transposed matrix.
template <typename Check>
static Status forEachLine(const Matrix &matrix, int64_t rows, int64_t cols,
                          int64_t batch, int64_t elementBytes, Check check) {
  if (matrix.isTransposed)
    std::swap(rows, cols);
  for (int64_t g = 0; g < batch; ++g)
    for (int64_t i = 0; i < rows; ++i) {
      const char *line =
          static_cast<const char *>(matrix.data) +
          (g * matrix.batchStride + i * matrix.leading) * elementBytes;
      if (Status status = check(g * rows + i, line, cols * elementBytes);
          !status)
        return status;
    }
  return {};
}

namespace {
/// Looks whether the matrices may be read and written.
class Checker {
public:
  Checker(const MatrixProduct &product, GlobalMemory &memory)
      : product(product), memory(memory) {}

  Status run();

private:
  Status checkRead(const char *name, const Matrix &matrix, int64_t rows,
                   int64_t cols, int64_t elementBytes);

  const MatrixProduct &product;
  GlobalMemory &memory;
};
} // namespace

Status Checker::checkRead(const char *name, const Matrix &matrix, int64_t rows,
                          int64_t cols, int64_t elementBytes) {
  return forEachLine(
      matrix, rows, cols, product.batch, elementBytes,
      [&](int64_t line, const char *address, int64_t bytes) -> Status {
        switch (memory.checkRead(address, bytes, name)) {
        case GlobalMemory::Finding::Fine:
          return {};
        case GlobalMemory::Finding::Outside:
          return makeError(name, line, address, bytes,
                           "are in no allocation of the device");
        case GlobalMemory::Finding::Uninitialised:
          return makeError(name, line, address, bytes,
                           "are read, and not all written");
        }
        return {};
      });
}

static int64_t bytesOf(diffattn_dtype dtype) {
  if (dtype == DIFFATTN_F64)
    return 8;
  return dtype == DIFFATTN_F32 ? 4 : 2;
}

Status Checker::run() {
  const MatrixProduct &p = product;
  int64_t bytes = bytesOf(p.dtype), cBytes = bytesOf(p.cDtype);
  if (Status status = checkRead("a", p.a, p.rows, p.depth, bytes); !status)
    return status;
  if (Status status = checkRead("b", p.b, p.depth, p.cols, bytes); !status)
    return status;
  if (!p.overwrite)
    if (Status status = checkRead("c", p.c, p.rows, p.cols, cBytes); !status)
      return status;
  Status status = forEachLine(
      p.c, p.rows, p.cols, p.batch, cBytes,
      [&](int64_t line, const char *address, int64_t bytes) -> Status {
        if (memory.contains(address, bytes))
          return {};
        return makeError("c", line, address, bytes,
                         "are in no allocation of the device");
      });
  if (!status)
    return status;
  return forEachLine(p.c, p.rows, p.cols, p.batch, cBytes,
                     [&](int64_t, const char *address, int64_t bytes) {
                       (void)memory.checkWrite(address, bytes, "c");
                       return Status();
                     });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// What an element is stored as, and how it becomes a number to compute with.
struct F16 {
  using Stored = uint16_t;
  static float load(Stored x) { return fromF16(x); }
  static Stored store(float x) { return toF16(x); }
};
struct BF16 {
  using Stored = uint16_t;
  static float load(Stored x) { return fromBF16(x); }
  static Stored store(float x) { return toBF16(x); }
};
template <typename T>
struct Plain {
  using Stored = T;
  static T load(T x) { return x; }
  static T store(T x) { return x; }
};
} // namespace

/// Element (i, j) of matrix number `g` of a batch.
template <typename Element>
static auto *elementAt(const Matrix &matrix, int64_t g, int64_t i, int64_t j) {
  if (matrix.isTransposed)
    std::swap(i, j);
  return static_cast<typename Element::Stored *>(matrix.data) +
         g * matrix.batchStride + i * matrix.leading + j;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// sums[i][j] = sum over k of a[k][i] * b[k][j].
template <typename T>
static inline __attribute__((always_inline)) void
sumTile(const T *a, const T *b, int64_t depth,
        T (&sums)[kTileRows][kTileCols]) {
  T local[kTileRows][kTileCols] = {};
  for (int64_t k = 0; k < depth; ++k, a += kTileRows, b += kTileCols)
    for (int64_t i = 0; i < kTileRows; ++i)
      for (int64_t j = 0; j < kTileCols; ++j)
        local[i][j] += a[i] * b[j];
  std::copy(&local[0][0], &local[0][0] + kTileRows * kTileCols, &sums[0][0]);
}

FOR_VECTORS static void sumTileOf(const float *a, const float *b, int64_t depth,
                                  float (&sums)[kTileRows][kTileCols]) {
  sumTile(a, b, depth, sums);
}
FOR_VECTORS static void sumTileOf(const double *a, const double *b,
                                  int64_t depth,
                                  double (&sums)[kTileRows][kTileCols]) {
  sumTile(a, b, depth, sums);
}

namespace {
/// Multiplies matrices whose elements are `In`s and `Out`s.
template <typename In, typename Out>
class Product {
public:
  explicit Product(const MatrixProduct &product) : p(product) {}

  void run() {
    for (int64_t g = 0; g < p.batch; ++g) {
      packA(g);
      for (int64_t col = 0; col < p.cols; col += kTileCols) {
        packB(g, col);
        for (int64_t row = 0; row < p.rows; row += kTileRows)
          computeTile(g, row, col);
      }
    }
  }

private:
  using Number = decltype(In::load(typename In::Stored()));

  /// Panels of kTileRows rows, zeros behind the last one: [panel][k][row].
  void packA(int64_t g) {
    int64_t panels = (p.rows + kTileRows - 1) / kTileRows;
    a.assign(panels * p.depth * kTileRows, 0);
    for (int64_t row = 0; row < p.rows; ++row) {
      Number *panel =
          &a[row / kTileRows * kTileRows * p.depth + row % kTileRows];
      for (int64_t k = 0; k < p.depth; ++k)
        panel[k * kTileRows] = In::load(*elementAt<In>(p.a, g, row, k));
    }
  }
  /// kTileCols columns from `col` on, zeros behind the last one: [k][column].
  void packB(int64_t g, int64_t col) {
    int64_t count = std::min(kTileCols, p.cols - col);
    b.assign(p.depth * kTileCols, 0);
    auto pack = [&](int64_t k, int64_t j) {
      b[k * kTileCols + j] = In::load(*elementAt<In>(p.b, g, k, col + j));
    };
    // In the order of memory.
    if (p.b.isTransposed) {
      for (int64_t j = 0; j < count; ++j)
        for (int64_t k = 0; k < p.depth; ++k)
          pack(k, j);
      return;
    }
    for (int64_t k = 0; k < p.depth; ++k)
      for (int64_t j = 0; j < count; ++j)
        pack(k, j);
  }
  void computeTile(int64_t g, int64_t row, int64_t col) {
    Number sums[kTileRows][kTileCols];
    sumTileOf(&a[row * p.depth], b.data(), p.depth, sums);
    for (int64_t i = 0; i < std::min(kTileRows, p.rows - row); ++i)
      for (int64_t j = 0; j < std::min(kTileCols, p.cols - col); ++j) {
        auto *c = elementAt<Out>(p.c, g, row + i, col + j);
        *c = Out::store(p.overwrite ? sums[i][j] : Out::load(*c) + sums[i][j]);
      }
  }

  const MatrixProduct &p;
  std::vector<Number> a, b;
};
} // namespace

template <typename In, typename Out>
static void compute(const MatrixProduct &product) {
  Product<In, Out>(product).run();
}

Status sim::multiply(const MatrixProduct &product, GlobalMemory &memory) {
  if (Status status = Checker(product, memory).run(); !status)
    return status;
  bool widens = product.cDtype != product.dtype;
  switch (product.dtype) {
  case DIFFATTN_F16:
    (widens ? compute<F16, Plain<float>> : compute<F16, F16>)(product);
    return {};
  case DIFFATTN_BF16:
    (widens ? compute<BF16, Plain<float>> : compute<BF16, BF16>)(product);
    return {};
  case DIFFATTN_F64:
    compute<Plain<double>, Plain<double>>(product);
    return {};
  default:
    compute<Plain<float>, Plain<float>>(product);
    return {};
  }
}
