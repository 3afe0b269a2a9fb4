// RUN: diffattn-opt %s -split-input-file -pass-pipeline='builtin.module(func.func(diffattn-vectorize-loops{vector-bits=512}, canonicalize, cse))' | FileCheck %s

// The last 3 of 19 elements are a vector under a mask; there is too little to
// do for threads.

// CHECK-LABEL: func.func @partial_vector(
// CHECK-SAME:    %[[IN:.*]]: memref<19xf32>, %[[OUT:.*]]: memref<19xf32>)
// CHECK-NOT:     scf.parallel
// CHECK:         vector.load %[[IN]][%c0] : memref<19xf32>, vector<16xf32>
// CHECK:         vector.store
// CHECK:         vector.maskedload %[[IN]][%c16], %[[MASK:[^,]*]]
// CHECK:         vector.maskedstore %[[OUT]][%c16], %[[MASK]]
#id = affine_map<(d0) -> (d0)>
func.func @partial_vector(%in: memref<19xf32>, %out: memref<19xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%in : memref<19xf32>) outs(%out : memref<19xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// A softmax is one loop over rows. What depends on the row alone is a scalar.

// CHECK-LABEL: func.func @softmax(
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK:               arith.maximumf
// CHECK:             scf.for
// CHECK:               math.exp {{.*}} : vector<16xf32>
// CHECK:             scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK:               arith.addf
// CHECK:             %[[ROOT:.*]] = math.sqrt %{{.*}} : f32
// CHECK:             scf.for
// CHECK:               vector.broadcast %[[ROOT]]
// CHECK-NOT:     scf.parallel
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @softmax(%x: memref<512x512xf32>, %out: memref<512x512xf32>) {
  %infinity = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %max = memref.alloc() : memref<512xf32>
  linalg.fill ins(%infinity : f32) outs(%max : memref<512xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>) outs(%max : memref<512xf32>) {
  ^bb0(%a: f32, %m: f32):
    %b = arith.maximumf %a, %m : f32
    linalg.yield %b : f32
  }
  %exp = memref.alloc() : memref<512x512xf32>
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : memref<512x512xf32>, memref<512xf32>) outs(%exp : memref<512x512xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %b = arith.subf %a, %m : f32
    %c = math.exp %b : f32
    linalg.yield %c : f32
  }
  memref.dealloc %max : memref<512xf32>
  %sum = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<512xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
  ^bb0(%a: f32, %s: f32):
    %b = arith.addf %a, %s : f32
    linalg.yield %b : f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : memref<512x512xf32>, memref<512xf32>) outs(%out : memref<512x512xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %r = math.sqrt %s : f32
    %b = arith.divf %a, %r : f32
    linalg.yield %b : f32
  }
  memref.dealloc %exp : memref<512x512xf32>
  memref.dealloc %sum : memref<512xf32>
  return
}

// -----

// Row r of the second operation needs all rows of the first: two loops.

// CHECK-LABEL: func.func @transposed_use(
// CHECK:         scf.parallel
// CHECK:         scf.parallel
#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
func.func @transposed_use(%x: memref<512x512xf32>, %y: memref<512x512xf32>, %z: memref<512x512xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x512xf32>) outs(%y : memref<512x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.negf %a : f32
    linalg.yield %b : f32
  }
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<512x512xf32>) outs(%z : memref<512x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.negf %a : f32
    linalg.yield %b : f32
  }
  return
}

// -----

// Views of one buffer may overlap: two loops.

// CHECK-LABEL: func.func @views_of_one_buffer(
// CHECK:         scf.parallel
// CHECK:         scf.parallel
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @views_of_one_buffer(%x: memref<512x512xf32>) {
  %buffer = memref.alloc() : memref<513x512xf32>
  %a = memref.subview %buffer[0, 0] [512, 512] [1, 1] : memref<513x512xf32> to memref<512x512xf32, strided<[512, 1]>>
  %b = memref.subview %buffer[1, 0] [512, 512] [1, 1] : memref<513x512xf32> to memref<512x512xf32, strided<[512, 1], offset: 512>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x512xf32>) outs(%a : memref<512x512xf32, strided<[512, 1]>>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<512x512xf32, strided<[512, 1], offset: 512>>) outs(%x : memref<512x512xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  memref.dealloc %buffer : memref<513x512xf32>
  return
}

// -----

// Two versions where the stride is known at run time only. Both compute the
// same vectors.

// CHECK-LABEL: func.func @dynamic_stride(
// CHECK:         %[[IS_UNIT:.*]] = arith.cmpi eq
// CHECK:         scf.if %[[IS_UNIT]]
// CHECK:           vector.load
// CHECK:         } else {
// CHECK:           %[[SCRATCH:.*]] = memref.alloca() : memref<16xf32>
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               memref.load
// CHECK:               memref.store %{{.*}}, %[[SCRATCH]]
// CHECK:             vector.load %[[SCRATCH]]
#id = affine_map<(d0) -> (d0)>
func.func @dynamic_stride(%in: memref<?xf32, strided<[?], offset: ?>>, %out: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%in : memref<?xf32, strided<[?], offset: ?>>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// A row of a table, by an index that the whole row shares, is read as vectors;
// its check runs once a row, if the row has elements.

// CHECK-LABEL: func.func @gather_rows(
// CHECK-SAME:    %{{.*}}: memref<?xindex>, %[[TABLE:.*]]: memref<50x?xf32>
// CHECK:         scf.if
// CHECK:         cf.assert
// CHECK:         vector.load %[[TABLE]]
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @gather_rows(%ids: memref<?xindex>, %table: memref<50x?xf32>, %out: memref<?x?xf32>) {
  %c50 = arith.constant 50 : index
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%ids : memref<?xindex>) outs(%out : memref<?x?xf32>) {
  ^bb0(%i: index, %o: f32):
    %fits = arith.cmpi ult, %i, %c50 : index
    cf.assert %fits, "no such row"
    %j = linalg.index 1 : index
    %v = memref.load %table[%i, %j] : memref<50x?xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

// Division traps where a lane behind the end holds 0: scalars.

// CHECK-LABEL: func.func @integer_division(
// CHECK-NOT:     vector
// CHECK:         arith.divsi
#id = affine_map<(d0) -> (d0)>
func.func @integer_division(%a: memref<19xi64>, %b: memref<19xi64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<19xi64>) outs(%b : memref<19xi64>) {
  ^bb0(%x: i64, %o: i64):
    %y = arith.divsi %x, %o : i64
    linalg.yield %y : i64
  }
  return
}
