// RUN: diffattn-opt %s --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(diffattn-plan-memory),canonicalize,cse)" --split-input-file | FileCheck %s
// RUN: diffattn-opt %s --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(diffattn-plan-memory{alignment=256}),canonicalize,cse)" --split-input-file | FileCheck %s --check-prefix=WIDE

// The third buffer takes the place of the first.

// CHECK-LABEL: func.func @known(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[ABOVE:.*]] = arith.constant 128 : index
// CHECK:         %[[ARENA:.*]] = memref.alloc() {diffattn.arena = {buffers = 3 : i64, bytes = "192", live = "192", places = 2 : i64}} : memref<192xi8>
// CHECK:         %[[SMALL:.*]] = memref.view %[[ARENA]][%[[ABOVE]]][] : memref<192xi8> to memref<2x5xf32>
// CHECK:         "test.use"(%[[SMALL]])
// CHECK:         %[[LARGE:.*]] = memref.view %[[ARENA]][%[[ZERO]]][] : memref<192xi8> to memref<16xf64>
// CHECK:         "test.use"(%[[SMALL]], %[[LARGE]])
// CHECK-NOT:     memref.dealloc
// CHECK:         %[[LAST:.*]] = memref.view %[[ARENA]][%[[ABOVE]]][] : memref<192xi8> to memref<3xi1>
// CHECK:         "test.use"(%[[LARGE]], %[[LAST]])
// CHECK-NEXT:    memref.dealloc %[[ARENA]]
// WIDE-LABEL:  func.func @known(
// WIDE-DAG:      arith.constant 256 : index
// WIDE:          memref.alloc() {diffattn.arena = {{.*}} : memref<512xi8>
func.func @known() {
  %a = memref.alloc() : memref<2x5xf32>
  "test.use"(%a) : (memref<2x5xf32>) -> ()
  %b = memref.alloc() : memref<16xf64>
  "test.use"(%a, %b) : (memref<2x5xf32>, memref<16xf64>) -> ()
  memref.dealloc %a : memref<2x5xf32>
  %c = memref.alloc() : memref<3xi1>
  "test.use"(%b, %c) : (memref<16xf64>, memref<3xi1>) -> ()
  memref.dealloc %b : memref<16xf64>
  memref.dealloc %c : memref<3xi1>
  return
}

// -----

// A buffer lives from its first use on, which may be in a region, and aliases
// do not count: nothing is used behind its dealloc.

// CHECK-LABEL: func.func @first_use(
// CHECK:         memref.alloc() {diffattn.arena = {buffers = 2 : i64, bytes = "64", live = "64", places = 1 : i64}} : memref<64xi8>
func.func @first_use(%i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %late = memref.alloc() : memref<16xf32>
  %early = memref.alloc() : memref<16xf32>
  %cast = memref.cast %early : memref<16xf32> to memref<?xf32>
  "test.use"(%cast) : (memref<?xf32>) -> ()
  memref.dealloc %early : memref<16xf32>
  scf.for %j = %c0 to %i step %c1 {
    "test.use"(%late) : (memref<16xf32>) -> ()
  }
  memref.dealloc %late : memref<16xf32>
  return
}

// -----

// Buffers of one unit are placed in units, whatever the order of their sizes;
// each unit has a part of the arena. Offsets are rounded up, and a level higher
// there is room for that. Sizes that are too large are found before anything is
// allocated.

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[X:.*]]: memref<?x?xf32> {diffattn.name = "x"}, %[[N:.*]]: index
// CHECK-DAG:     %[[ROWS:.*]] = memref.dim %[[X]], %{{.*}}
// CHECK-DAG:     %[[UNIT:.*]], %[[HIGH:.*]] = arith.mului_extended
// CHECK-DAG:     arith.constant 3072 : i64
// CHECK:         cf.assert %{{.*}}, "the size of a buffer is negative or too large"
// CHECK-NEXT:    %[[BYTES:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc(%[[BYTES]]) {diffattn.arena = {buffers = 5 : i64, bytes = "64 + 3072*x[0]*x[1] + 4*arg1", live = "64 + 3072*x[0]*x[1] + 4*arg1", places = 4 : i64}} : memref<?xi8>
// CHECK:         memref.view %[[ARENA]][%{{.*}}][%[[ROWS]], %{{.*}}] : memref<?xi8> to memref<?x?x256xf32>
// CHECK:         memref.view %[[ARENA]][%{{.*}}][%{{.*}}, %[[ROWS]]] : memref<?xi8> to memref<?x512x?xf32>
// A size that may be negative is refused where it was.
// CHECK:         "test.before"
// CHECK-NEXT:    %[[HOLDS:.*]] = arith.cmpi sge, %[[N]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %[[HOLDS]], "the size of a buffer is negative or too large"
// CHECK-NEXT:    memref.view %[[ARENA]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?xf32>
func.func @unknown(%x: memref<?x?xf32> {diffattn.name = "x"}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %a = memref.alloc(%rows, %rows) : memref<?x?xi8>
  memref.dealloc %a : memref<?x?xi8>
  %cols = memref.dim %x, %c1 : memref<?x?xf32>
  %b = memref.alloc(%rows, %cols) : memref<?x?x256xf32>
  "test.use"(%b) : (memref<?x?x256xf32>) -> ()
  %c = memref.alloc(%cols, %rows) : memref<?x512x?xf32>
  "test.use"(%b, %c) : (memref<?x?x256xf32>, memref<?x512x?xf32>) -> ()
  memref.dealloc %b : memref<?x?x256xf32>
  "test.before"() : () -> ()
  %d = memref.alloc(%n) : memref<?xf32>
  %e = memref.alloc() : memref<f32>
  %f = memref.alloc(%rows, %cols) : memref<?x?xf32>
  "test.use"(%c, %d, %e, %f) : (memref<?x512x?xf32>, memref<?xf32>, memref<f32>, memref<?x?xf32>) -> ()
  memref.dealloc %c : memref<?x512x?xf32>
  memref.dealloc %d : memref<?xf32>
  memref.dealloc %e : memref<f32>
  memref.dealloc %f : memref<?x?xf32>
  return
}

// -----

// What computes a size moves to the arena, if it is arithmetic. Sizes that are
// computed from data give a second arena; one buffer alone needs none.

// CHECK-LABEL: func.func @late(
// CHECK-SAME:    %[[N:.*]]: index, %[[DATA:.*]]: memref<index>
// CHECK:         %[[HALF:.*]] = arith.divui %[[N]], %{{.*}}
// CHECK:         %[[FIRST:.*]] = memref.alloc(%{{.*}}) {diffattn.arena = {buffers = 2 : i64, bytes = "4*arg0 + 4*?"
// CHECK:         "test.before"
// CHECK:         %[[READ:.*]] = memref.load %[[DATA]]
// CHECK:         %[[SECOND:.*]] = memref.alloc(%{{.*}}) {diffattn.arena = {buffers = 2 : i64, bytes = "8*?"
// CHECK:         memref.view %[[SECOND]][%{{.*}}][%[[READ]]]
// CHECK:         memref.view %[[FIRST]][%{{.*}}][%[[HALF]]]
// CHECK:         memref.alloc(%{{.*}}) : memref<?xi16>
func.func @late(%n: index, %data: memref<index>) {
  %c2 = arith.constant 2 : index
  %a = memref.alloc(%n) : memref<?xf32>
  "test.before"(%a) : (memref<?xf32>) -> ()
  %read = memref.load %data[] : memref<index>
  %b = memref.alloc(%read) : memref<?xf32>
  %c = memref.alloc(%read) : memref<?xf32>
  %half = arith.divui %n, %c2 : index
  %d = memref.alloc(%half) : memref<?xf32>
  "test.use"(%a, %b, %c, %d) : (memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %again = memref.load %data[] : memref<index>
  %e = memref.alloc(%again) : memref<?xi16>
  "test.use"(%e) : (memref<?xi16>) -> ()
  memref.dealloc %e : memref<?xi16>
  memref.dealloc %d : memref<?xf32>
  memref.dealloc %c : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// Each block has an arena of its own: a branch that is not taken costs nothing,
// and iterations of a parallel loop share nothing.

// CHECK-LABEL: func.func @blocks(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if
// CHECK:           memref.alloc() {diffattn.arena = {buffers = 2 : i64{{.*}} : memref<8320xi8>
// CHECK:           memref.dealloc
// CHECK:         scf.parallel
// CHECK:           memref.alloc() {diffattn.arena = {buffers = 2 : i64{{.*}} : memref<128xi8>
// CHECK:           memref.dealloc
// CHECK-NOT:     memref.dealloc
func.func @blocks(%x: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %x {
    %a = memref.alloc() : memref<1000xf64>
    %b = memref.alloc() : memref<33xf64>
    "test.use"(%a, %b) : (memref<1000xf64>, memref<33xf64>) -> ()
    memref.dealloc %a : memref<1000xf64>
    memref.dealloc %b : memref<33xf64>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() : memref<8xf32>
    %b = memref.alloc() : memref<8xf32>
    "test.use"(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
    memref.dealloc %b : memref<8xf32>
    memref.dealloc %a : memref<8xf32>
  }
  return
}

// -----

// What may not be freed at a place that is known, or is no plain block of known
// elements, stays alone.

// CHECK-LABEL: func.func @alone(
// CHECK-NOT:     memref.view
// CHECK-NOT:     diffattn.arena
// CHECK:         return
func.func @alone(%x: i1, %n: index) -> memref<4xf32> {
  %returned = memref.alloc() : memref<4xf32>
  %conditional = memref.alloc() : memref<4xf32>
  %growing = memref.alloc(%n) : memref<?xf32>
  %strided = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  %descriptors = memref.alloc() : memref<4xmemref<?xf32>>
  %huge = memref.alloc() : memref<1152921504606846976xf64>
  %aligned = memref.alloc() {alignment = 512} : memref<4xf32>
  %shared = memref.alloc() : memref<4xf32, 3>
  "test.use"(%returned, %conditional, %strided, %descriptors, %huge, %aligned, %shared) : (memref<4xf32>, memref<4xf32>, memref<4x4xf32, strided<[8, 1]>>, memref<4xmemref<?xf32>>, memref<1152921504606846976xf64>, memref<4xf32>, memref<4xf32, 3>) -> ()
  %grown = memref.realloc %growing(%n) : memref<?xf32> to memref<?xf32>
  "test.use"(%grown) : (memref<?xf32>) -> ()
  memref.dealloc %grown : memref<?xf32>
  scf.if %x {
    memref.dealloc %conditional : memref<4xf32>
  }
  memref.dealloc %strided : memref<4x4xf32, strided<[8, 1]>>
  memref.dealloc %descriptors : memref<4xmemref<?xf32>>
  memref.dealloc %huge : memref<1152921504606846976xf64>
  memref.dealloc %aligned : memref<4xf32>
  memref.dealloc %shared : memref<4xf32, 3>
  return %returned : memref<4xf32>
}

// -----

// Sizes of 0 take nothing, and do no harm to those that are not.

// CHECK-LABEL: func.func @empty(
// CHECK:         memref.alloc() {diffattn.arena = {buffers = 2 : i64, bytes = "64", live = "64"{{.*}} : memref<64xi8>
func.func @empty() {
  %a = memref.alloc() : memref<0x5xf32>
  %b = memref.alloc() : memref<5xf32>
  "test.use"(%a, %b) : (memref<0x5xf32>, memref<5xf32>) -> ()
  memref.dealloc %a : memref<0x5xf32>
  memref.dealloc %b : memref<5xf32>
  return
}
