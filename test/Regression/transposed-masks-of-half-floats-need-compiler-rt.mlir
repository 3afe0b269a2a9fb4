// The numbers of a row of this mask are far apart in memory. They are put into a
// vector one by one, behind a branch; LLVM made f32 of that vector, and called
// __truncsfbf2, which artifacts do not link, where the target has no
// instructions for bf16.
// RUN: diffattn-compile %s -o %t.so --cpu=generic
// RUN: diffattn-compile %s -o %t.plain.so --cpu=generic --optimize=false
// RUN: diffattn-run %t.so --function=bf16 --input=2x1xbf16=0 --input=2x1xbf16=1 \
// RUN:   --input=2x2xbf16=1,5,3,7 --input=2x2xbf16=0,0,-inf,0 | FileCheck %s
// RUN: diffattn-run %t.plain.so --function=bf16 --input=2x1xbf16=0 --input=2x1xbf16=1 \
// RUN:   --input=2x2xbf16=1,5,3,7 --input=2x2xbf16=0,0,-inf,0 | FileCheck %s
// RUN: diffattn-run %t.so --function=f16 --input=2x1xf16=0 --input=2x1xf16=1 \
// RUN:   --input=2x2xf16=1,5,3,7 --input=2x2xf16=0,0,-inf,0 | FileCheck %s
// RUN: diffattn-run %t.plain.so --function=f16 --input=2x1xf16=0 --input=2x1xf16=1 \
// RUN:   --input=2x2xf16=1,5,3,7 --input=2x2xf16=0,0,-inf,0 | FileCheck %s
// CHECK: [1, 5]
// CHECK-NEXT: [2, 6]

func.func @bf16(%q: tensor<?x1xbf16>, %k: tensor<?x1xbf16>, %v: tensor<?x2xbf16>, %mask: tensor<?x?xbf16>) -> tensor<?x2xbf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q, %c0 : tensor<?x1xbf16>
  %empty = tensor.empty(%rows) : tensor<?x2xbf16>
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x1xbf16>, tensor<?x1xbf16>)
      value(%v[n, e] : tensor<?x2xbf16>)
      mask(%mask[n, m] : tensor<?x?xbf16>)
      outs(%empty[m, e] : tensor<?x2xbf16>)
  return %r : tensor<?x2xbf16>
}
func.func @f16(%q: tensor<?x1xf16>, %k: tensor<?x1xf16>, %v: tensor<?x2xf16>, %mask: tensor<?x?xf16>) -> tensor<?x2xf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q, %c0 : tensor<?x1xf16>
  %empty = tensor.empty(%rows) : tensor<?x2xf16>
  %r = diffattn.attention signal(%q[m, d], %k[n, d] : tensor<?x1xf16>, tensor<?x1xf16>)
      value(%v[n, e] : tensor<?x2xf16>)
      mask(%mask[n, m] : tensor<?x?xf16>)
      outs(%empty[m, e] : tensor<?x2xf16>)
  return %r : tensor<?x2xf16>
}
