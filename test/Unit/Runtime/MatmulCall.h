//===- MatmulCall.h - calls of diffattn_matmul to try ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_MATMULCALL_H
#define DIFFATTN_TEST_UNIT_RUNTIME_MATMULCALL_H

#include "diffattn-c/Runtime.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

/// A call whose arrays have the dims that letters name: g and h are of batch, m
/// and p rows, n and q columns, k and l depth. `form` is "gmk,gkn->gmn"; each
/// array is row-major in that order, with `gap` elements behind each last dim.
class MatmulCall {
public:
  MatmulCall(const std::string &form, std::map<char, int64_t> sizes,
             int64_t gap = 0)
      : sizes(std::move(sizes)) {
    size_t comma = form.find(','), arrow = form.find("->");
    layOut(0, form.substr(0, comma), gap);
    layOut(1, form.substr(comma + 1, arrow - comma - 1), gap);
    layOut(2, form.substr(arrow + 2), gap);
    call.batch = makeClass("gh");
    call.rows = makeClass("mp");
    call.cols = makeClass("nq");
    call.depth = makeClass("kl");
    call.dtype = call.c_dtype = DIFFATTN_F32;
    call.overwrite = 1;
    for (int array = 0; array < 3; ++array) {
      values[array].resize(elements[array]);
      for (int64_t i = 0; i < elements[array]; ++i)
        values[array][i] = double((7 * i + 3 * array) % 11) - 5;
    }
  }

  /// What c holds after the call, by its definition.
  std::vector<double> expected() const {
    std::vector<double> c = values[2];
    forEach(call.batch, {}, [&](Offsets g) {
      forEach(call.rows, g, [&](Offsets gm) {
        forEach(call.cols, gm, [&](Offsets gmn) {
          double sum = call.overwrite ? 0 : c[gmn.c];
          forEach(call.depth, gmn, [&](Offsets all) {
            sum += values[0][all.a] * values[1][all.b];
          });
          c[gmn.c] = sum;
        });
      });
    });
    return c;
  }

  diffattn_matmul_call call = {};
  /// Of a, b and c.
  std::vector<double> values[3];

private:
  struct Offsets {
    int64_t a = 0, b = 0, c = 0;
  };

  void layOut(int array, const std::string &letters, int64_t gap) {
    int64_t stride = 1;
    for (size_t i = letters.size(); i-- > 0;) {
      strides[array][letters[i]] = stride;
      stride *= sizes[letters[i]] + (i + 1 == letters.size() ? gap : 0);
    }
    elements[array] = stride;
  }
  int64_t strideOf(int array, char letter) const {
    auto found = strides[array].find(letter);
    return found == strides[array].end() ? 0 : found->second;
  }
  diffattn_matmul_dims makeClass(const std::string &letters) {
    diffattn_matmul_dims dims = {{1, 1, 1, 1}, {}, {}, {}};
    int next = 0;
    for (char letter : letters) {
      if (!sizes.count(letter))
        continue;
      dims.sizes[next] = sizes[letter];
      dims.a_strides[next] = strideOf(0, letter);
      dims.b_strides[next] = strideOf(1, letter);
      dims.c_strides[next++] = strideOf(2, letter);
    }
    return dims;
  }
  static void forEach(const diffattn_matmul_dims &dims, Offsets start,
                      const std::function<void(Offsets)> &visit, int dim = 0) {
    if (dim == DIFFATTN_MATMUL_DIMS)
      return visit(start);
    for (int64_t i = 0; i < dims.sizes[dim]; ++i)
      forEach(dims,
              {start.a + i * dims.a_strides[dim],
               start.b + i * dims.b_strides[dim],
               start.c + i * dims.c_strides[dim]},
              visit, dim + 1);
  }

  std::map<char, int64_t> sizes;
  std::map<char, int64_t> strides[3];
  int64_t elements[3];
};

#endif // DIFFATTN_TEST_UNIT_RUNTIME_MATMULCALL_H
