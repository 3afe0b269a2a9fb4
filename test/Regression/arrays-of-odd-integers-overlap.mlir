// Elements of i24 lie 4 bytes apart. They were counted as 3, so that arrays that
// share an allocation overlapped.
// RUN: diffattn-compile %s -o %t.so
// RUN: diffattn-run %t.so --input=20xi32=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 --output-shape=found=20 | FileCheck %s
// CHECK: found: 20xi32
// CHECK: 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 12000, 13000, 14000, 15000, 16000, 17000, 18000, 19000, 20000

func.func @double(%x: memref<?xi32>, %found: memref<?xi32> {diffattn.name = "found"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %factor = arith.constant 999 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  %a = memref.alloc(%n) : memref<?xi24>
  %b = memref.alloc(%n) : memref<?xi24>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %t = arith.trunci %v : i32 to i24
    memref.store %t, %a[%i] : memref<?xi24>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = arith.muli %v, %factor : i32
    %t = arith.trunci %w : i32 to i24
    memref.store %t, %b[%i] : memref<?xi24>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi24>
    %w = memref.load %b[%i] : memref<?xi24>
    %s = arith.addi %v, %w : i24
    %r = arith.extsi %s : i24 to i32
    memref.store %r, %found[%i] : memref<?xi32>
  }
  memref.dealloc %a : memref<?xi24>
  memref.dealloc %b : memref<?xi24>
  return
}
