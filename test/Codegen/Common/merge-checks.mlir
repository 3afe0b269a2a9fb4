// RUN: diffattn-opt %s --pass-pipeline="builtin.module(func.func(diffattn-merge-checks))" | FileCheck %s

// The first message stays, for all that comes behind it, in regions, too.

// CHECK-LABEL: func.func @again(
// CHECK:         cf.assert %{{.*}}, "first"
// CHECK-NOT:     "second"
// CHECK:         scf.if
// CHECK-NOT:     "third"
// CHECK:         cf.assert %{{.*}}, "other"
// CHECK:         return
func.func @again(%x: i1, %y: i1) {
  cf.assert %x, "first"
  cf.assert %x, "second"
  scf.if %y {
    cf.assert %x, "third"
    cf.assert %y, "other"
  }
  return
}

// A branch that is not taken checks nothing for what follows it.

// CHECK-LABEL: func.func @branches(
// CHECK:         cf.assert %{{.*}}, "one branch"
// CHECK:         cf.assert %{{.*}}, "other branch"
// CHECK:         cf.assert %{{.*}}, "behind"
func.func @branches(%x: i1, %y: i1) {
  scf.if %y {
    cf.assert %x, "one branch"
  } else {
    cf.assert %x, "other branch"
  }
  cf.assert %x, "behind"
  return
}

// CHECK-LABEL: func.func @sizes(
// CHECK-NOT:     "size of a buffer"
// CHECK:         cf.assert %{{.*}}, "number"
// CHECK:         cf.assert %{{.*}}, "more than one"
func.func @sizes(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %x, %c0 : memref<?xf32>
  %known = arith.cmpi sge, %size, %c0 : index
  cf.assert %known, "size of a buffer"
  %number = arith.cmpi sge, %n, %c0 : index
  cf.assert %number, "number"
  %one = arith.cmpi sge, %size, %c1 : index
  cf.assert %one, "more than one"
  return
}
