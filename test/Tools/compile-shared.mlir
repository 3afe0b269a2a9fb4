// A shared library: what it exports and needs, and that it computes.
// RUN: diffattn-compile %s -o %t.so --cpu=generic
// RUN: llvm-nm -D --defined-only %t.so | FileCheck %s --check-prefix=EXPORTS
// RUN: llvm-nm -D --undefined-only %t.so | FileCheck %s --check-prefix=NEEDS
// RUN: llvm-readelf -d %t.so | FileCheck %s --check-prefix=DYNAMIC
// RUN: diffattn-run %t.so --function=scale --input=3xf16=1,2,3 --input=f32=0.5 | FileCheck %s --check-prefix=RESULT
// RUN: not diffattn-run %t.so --function=pick --input=3xf32=1,2,3 --input=i64=3 2>&1 | FileCheck %s --check-prefix=BOUNDS

// EXPORTS-NOT: diffattn_local
// EXPORTS:     T diffattn_entry_pick
// EXPORTS:     T diffattn_entry_scale
// EXPORTS:     V diffattn_manifest
// EXPORTS-NOT: {{ [TVWDBR] }}

// No abort, no malloc, no helper of compiler-rt; of libm nothing in vectors.
// NEEDS:      U diffattn_allocate
// NEEDS-NEXT: U diffattn_bind_arguments
// NEEDS-NEXT: U diffattn_finish_call
// NEEDS-NEXT: U diffattn_raise
// NEEDS-NEXT: U diffattn_release
// NEEDS-NEXT: U diffattn_run_parallel
// NEEDS-NEXT: U memcpy
// NEEDS-NOT:  U {{.}}

// DYNAMIC-DAG: RUNPATH{{.*}}[$ORIGIN:/
// DYNAMIC-DAG: NEEDED{{.*}}[libDiffAttnRuntime.so]
// DYNAMIC-DAG: SONAME{{.*}}[compile-shared.mlir.tmp.so]

// RESULT: 1.64{{.*}} 2.71{{.*}} 4.48

// BOUNDS: compile-shared.mlir:[[@LINE+20]]:{{[0-9]+}}: 'tensor.extract' out-of-bounds access

func.func @scale(%x: tensor<?xf16>, %factor: f32) -> tensor<?xf16> {
  %wide = arith.extf %x : tensor<?xf16> to tensor<?xf32>
  %factors = tensor.from_elements %factor : tensor<1xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf16>
  %empty = tensor.empty(%n) : tensor<?xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%wide, %factors : tensor<?xf32>, tensor<1xf32>) outs(%empty : tensor<?xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %scaled = arith.mulf %a, %b : f32
    %exp = math.exp %scaled : f32
    %narrow = arith.truncf %exp : f32 to f16
    linalg.yield %narrow : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

func.func @pick(%x: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  return %0 : f32
}
