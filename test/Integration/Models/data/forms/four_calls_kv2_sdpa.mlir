module {
ml_program.global private @"a.q.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"a.k.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"a.v.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"a.lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"a.o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x2xf32> {diffattn.name = "cos"},
    %sin: tensor<?x2xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 0.35550906759096934 : f32
  %c_4 = arith.constant 8.0 : f32
  %c_5 = arith.constant 1.0e-05 : f32
  %c_6 = arith.constant 0.6444909324090307 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = ml_program.global_load_const @"a.q.weight" : tensor<32x32xf32>
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %4 = linalg.fill ins(%c_2 : f32) outs(%3 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %2 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%4 : tensor<?x?x32xf32>) {
  ^bb0(%x_7: f32, %x_8: f32, %x_9: f32):
    %9 = arith.mulf %x_7, %x_8 : f32
    %10 = arith.addf %x_9, %9 : f32
    linalg.yield %10 : f32
  } -> tensor<?x?x32xf32>
  %11 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %12 = tensor.extract_slice %11[0, 0, 0, 0] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %13 = tensor.extract_slice %11[0, 0, 0, 1] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %14 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%14 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_17: f32, %x_18: f32, %x_19: f32):
    %19 = arith.mulf %x_17, %x_18 : f32
    linalg.yield %19 : f32
  } -> tensor<?x?x8x2xf32>
  %20 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%20 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_23: f32, %x_24: f32, %x_25: f32):
    %25 = arith.mulf %x_23, %x_24 : f32
    linalg.yield %25 : f32
  } -> tensor<?x?x8x2xf32>
  %26 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%26 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_29: f32, %x_30: f32, %x_31: f32):
    %31 = arith.subf %x_29, %x_30 : f32
    linalg.yield %31 : f32
  } -> tensor<?x?x8x2xf32>
  %32 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%32 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_35: f32, %x_36: f32, %x_37: f32):
    %37 = arith.mulf %x_35, %x_36 : f32
    linalg.yield %37 : f32
  } -> tensor<?x?x8x2xf32>
  %38 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%38 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_41: f32, %x_42: f32, %x_43: f32):
    %43 = arith.mulf %x_41, %x_42 : f32
    linalg.yield %43 : f32
  } -> tensor<?x?x8x2xf32>
  %44 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %39 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%44 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_47: f32, %x_48: f32, %x_49: f32):
    %49 = arith.addf %x_47, %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x8x2xf32>
  %50 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2x2xf32>
  %51 = tensor.insert_slice %27 into %50[0, 0, 0, 0, 0] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %52 = tensor.insert_slice %45 into %51[0, 0, 0, 0, 1] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %53 = tensor.collapse_shape %52 [[0], [1], [2], [3, 4]] : tensor<?x?x8x2x2xf32> into tensor<?x?x8x4xf32>
  %54 = tensor.expand_shape %53 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %55 = ml_program.global_load_const @"a.k.weight" : tensor<16x32xf32>
  %56 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %57 = linalg.fill ins(%c_2 : f32) outs(%56 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %55 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%57 : tensor<?x?x16xf32>) {
  ^bb0(%x_60: f32, %x_61: f32, %x_62: f32):
    %62 = arith.mulf %x_60, %x_61 : f32
    %63 = arith.addf %x_62, %62 : f32
    linalg.yield %63 : f32
  } -> tensor<?x?x16xf32>
  %64 = tensor.expand_shape %58 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 4] : tensor<?x?x16xf32> into tensor<?x?x4x4xf32>
  %65 = tensor.extract_slice %64[0, 0, 0, 0] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %66 = tensor.extract_slice %64[0, 0, 0, 1] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %67 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%67 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_70: f32, %x_71: f32, %x_72: f32):
    %72 = arith.mulf %x_70, %x_71 : f32
    linalg.yield %72 : f32
  } -> tensor<?x?x4x2xf32>
  %73 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%73 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_76: f32, %x_77: f32, %x_78: f32):
    %78 = arith.mulf %x_76, %x_77 : f32
    linalg.yield %78 : f32
  } -> tensor<?x?x4x2xf32>
  %79 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %80 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %74 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%79 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_82: f32, %x_83: f32, %x_84: f32):
    %84 = arith.subf %x_82, %x_83 : f32
    linalg.yield %84 : f32
  } -> tensor<?x?x4x2xf32>
  %85 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%85 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_88: f32, %x_89: f32, %x_90: f32):
    %90 = arith.mulf %x_88, %x_89 : f32
    linalg.yield %90 : f32
  } -> tensor<?x?x4x2xf32>
  %91 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%91 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_94: f32, %x_95: f32, %x_96: f32):
    %96 = arith.mulf %x_94, %x_95 : f32
    linalg.yield %96 : f32
  } -> tensor<?x?x4x2xf32>
  %97 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %98 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %92 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%97 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_100: f32, %x_101: f32, %x_102: f32):
    %102 = arith.addf %x_100, %x_101 : f32
    linalg.yield %102 : f32
  } -> tensor<?x?x4x2xf32>
  %103 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x2xf32>
  %104 = tensor.insert_slice %80 into %103[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %105 = tensor.insert_slice %98 into %104[0, 0, 0, 0, 1] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %106 = tensor.collapse_shape %105 [[0], [1], [2], [3, 4]] : tensor<?x?x4x2x2xf32> into tensor<?x?x4x4xf32>
  %107 = ml_program.global_load_const @"a.v.weight" : tensor<16x32xf32>
  %108 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %109 = linalg.fill ins(%c_2 : f32) outs(%108 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %107 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%109 : tensor<?x?x16xf32>) {
  ^bb0(%x_112: f32, %x_113: f32, %x_114: f32):
    %114 = arith.mulf %x_112, %x_113 : f32
    %115 = arith.addf %x_114, %114 : f32
    linalg.yield %115 : f32
  } -> tensor<?x?x16xf32>
  %116 = tensor.expand_shape %110 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %117 = tensor.expand_shape %106 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x4x4xf32> into tensor<?x?x2x2x4xf32>
  %118 = tensor.expand_shape %116 [[0], [1], [2], [3, 4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x2x8xf32> into tensor<?x?x2x2x4xf32>
  %119 = tensor.extract_slice %54[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %120 = tensor.extract_slice %54[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %121 = tensor.extract_slice %117[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %122 = tensor.extract_slice %117[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %123 = tensor.extract_slice %118[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %124 = tensor.extract_slice %118[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %125 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %126 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<?x?x2x4xf32>) outs(%125 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_128: f32, %x_129: f32):
    linalg.yield %x_128 : f32
  } -> tensor<?x2x2x?x4xf32>
  %129 = tensor.collapse_shape %126 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %130 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %131 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<?x?x2x4xf32>) outs(%130 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_133: f32, %x_134: f32):
    linalg.yield %x_133 : f32
  } -> tensor<?x2x2x?x4xf32>
  %134 = tensor.collapse_shape %131 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %136 = diffattn.attention signal(%119[b, m, h, d], %129[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%134[b, h, n, e] : tensor<?x4x?x4xf32>) outs(%135[b, m, h, e] : tensor<?x?x4x4xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %137 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %138 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<?x?x2x4xf32>) outs(%137 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_140: f32, %x_141: f32):
    linalg.yield %x_140 : f32
  } -> tensor<?x2x2x?x4xf32>
  %141 = tensor.collapse_shape %138 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %142 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %143 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<?x?x2x4xf32>) outs(%142 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_145: f32, %x_146: f32):
    linalg.yield %x_145 : f32
  } -> tensor<?x2x2x?x4xf32>
  %146 = tensor.collapse_shape %143 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %147 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %148 = diffattn.attention signal(%119[b, m, h, d], %141[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%146[b, h, n, e] : tensor<?x4x?x4xf32>) outs(%147[b, m, h, e] : tensor<?x?x4x4xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %149 = tensor.concat dim(3) %136, %148 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %150 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<?x?x2x4xf32>) outs(%150 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_153: f32, %x_154: f32):
    linalg.yield %x_153 : f32
  } -> tensor<?x2x2x?x4xf32>
  %154 = tensor.collapse_shape %151 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %155 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %156 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<?x?x2x4xf32>) outs(%155 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_158: f32, %x_159: f32):
    linalg.yield %x_158 : f32
  } -> tensor<?x2x2x?x4xf32>
  %159 = tensor.collapse_shape %156 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %160 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %161 = diffattn.attention signal(%120[b, m, h, d], %154[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%159[b, h, n, e] : tensor<?x4x?x4xf32>) outs(%160[b, m, h, e] : tensor<?x?x4x4xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %162 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %163 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<?x?x2x4xf32>) outs(%162 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_165: f32, %x_166: f32):
    linalg.yield %x_165 : f32
  } -> tensor<?x2x2x?x4xf32>
  %166 = tensor.collapse_shape %163 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %167 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %168 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<?x?x2x4xf32>) outs(%167 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_170: f32, %x_171: f32):
    linalg.yield %x_170 : f32
  } -> tensor<?x2x2x?x4xf32>
  %171 = tensor.collapse_shape %168 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %172 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %173 = diffattn.attention signal(%120[b, m, h, d], %166[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%171[b, h, n, e] : tensor<?x4x?x4xf32>) outs(%172[b, m, h, e] : tensor<?x?x4x4xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %174 = tensor.concat dim(3) %161, %173 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %175 = ml_program.global_load_const @"a.lam.lq1" : tensor<4xf32>
  %176 = ml_program.global_load_const @"a.lam.lk1" : tensor<4xf32>
  %177 = tensor.empty() : tensor<4xf32>
  %178 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%175, %176 : tensor<4xf32>, tensor<4xf32>) outs(%177 : tensor<4xf32>) {
  ^bb0(%x_180: f32, %x_181: f32, %x_182: f32):
    %182 = arith.mulf %x_180, %x_181 : f32
    linalg.yield %182 : f32
  } -> tensor<4xf32>
  %183 = tensor.empty() : tensor<f32>
  %184 = linalg.fill ins(%c_2 : f32) outs(%183 : tensor<f32>) -> tensor<f32>
  %185 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%178 : tensor<4xf32>) outs(%184 : tensor<f32>) {
  ^bb0(%x_187: f32, %x_188: f32):
    %188 = arith.addf %x_188, %x_187 : f32
    linalg.yield %188 : f32
  } -> tensor<f32>
  %189 = tensor.empty() : tensor<f32>
  %190 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%185 : tensor<f32>) outs(%189 : tensor<f32>) {
  ^bb0(%x_192: f32, %x_193: f32):
    %193 = math.exp %x_192 : f32
    linalg.yield %193 : f32
  } -> tensor<f32>
  %194 = ml_program.global_load_const @"a.lam.lq2" : tensor<4xf32>
  %195 = ml_program.global_load_const @"a.lam.lk2" : tensor<4xf32>
  %196 = tensor.empty() : tensor<4xf32>
  %197 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%194, %195 : tensor<4xf32>, tensor<4xf32>) outs(%196 : tensor<4xf32>) {
  ^bb0(%x_199: f32, %x_200: f32, %x_201: f32):
    %201 = arith.mulf %x_199, %x_200 : f32
    linalg.yield %201 : f32
  } -> tensor<4xf32>
  %202 = tensor.empty() : tensor<f32>
  %203 = linalg.fill ins(%c_2 : f32) outs(%202 : tensor<f32>) -> tensor<f32>
  %204 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%197 : tensor<4xf32>) outs(%203 : tensor<f32>) {
  ^bb0(%x_206: f32, %x_207: f32):
    %207 = arith.addf %x_207, %x_206 : f32
    linalg.yield %207 : f32
  } -> tensor<f32>
  %208 = tensor.empty() : tensor<f32>
  %209 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%204 : tensor<f32>) outs(%208 : tensor<f32>) {
  ^bb0(%x_211: f32, %x_212: f32):
    %212 = math.exp %x_211 : f32
    linalg.yield %212 : f32
  } -> tensor<f32>
  %213 = tensor.empty() : tensor<f32>
  %214 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%190, %209 : tensor<f32>, tensor<f32>) outs(%213 : tensor<f32>) {
  ^bb0(%x_216: f32, %x_217: f32, %x_218: f32):
    %218 = arith.subf %x_216, %x_217 : f32
    linalg.yield %218 : f32
  } -> tensor<f32>
  %219 = tensor.empty() : tensor<f32>
  %220 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%214 : tensor<f32>) outs(%219 : tensor<f32>) {
  ^bb0(%x_222: f32, %x_223: f32):
    %223 = arith.addf %x_222, %c_3 : f32
    linalg.yield %223 : f32
  } -> tensor<f32>
  %224 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %225 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%220, %174 : tensor<f32>, tensor<?x?x4x8xf32>) outs(%224 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_227: f32, %x_228: f32, %x_229: f32):
    %229 = arith.mulf %x_227, %x_228 : f32
    linalg.yield %229 : f32
  } -> tensor<?x?x4x8xf32>
  %230 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %231 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149, %225 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%230 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_233: f32, %x_234: f32, %x_235: f32):
    %235 = arith.subf %x_233, %x_234 : f32
    linalg.yield %235 : f32
  } -> tensor<?x?x4x8xf32>
  %236 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231 : tensor<?x?x4x8xf32>) outs(%236 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_239: f32, %x_240: f32):
    %240 = arith.mulf %x_239, %x_239 : f32
    linalg.yield %240 : f32
  } -> tensor<?x?x4x8xf32>
  %241 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %242 = linalg.fill ins(%c_2 : f32) outs(%241 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %243 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%237 : tensor<?x?x4x8xf32>) outs(%242 : tensor<?x?x4xf32>) {
  ^bb0(%x_245: f32, %x_246: f32):
    %246 = arith.addf %x_246, %x_245 : f32
    linalg.yield %246 : f32
  } -> tensor<?x?x4xf32>
  %247 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %248 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243 : tensor<?x?x4xf32>) outs(%247 : tensor<?x?x4xf32>) {
  ^bb0(%x_250: f32, %x_251: f32):
    %251 = arith.divf %x_250, %c_4 : f32
    linalg.yield %251 : f32
  } -> tensor<?x?x4xf32>
  %252 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %253 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<?x?x4xf32>) outs(%252 : tensor<?x?x4xf32>) {
  ^bb0(%x_255: f32, %x_256: f32):
    %256 = arith.addf %x_255, %c_5 : f32
    linalg.yield %256 : f32
  } -> tensor<?x?x4xf32>
  %257 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %258 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<?x?x4xf32>) outs(%257 : tensor<?x?x4xf32>) {
  ^bb0(%x_260: f32, %x_261: f32):
    %261 = math.rsqrt %x_260 : f32
    linalg.yield %261 : f32
  } -> tensor<?x?x4xf32>
  %262 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %263 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231, %258 : tensor<?x?x4x8xf32>, tensor<?x?x4xf32>) outs(%262 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_265: f32, %x_266: f32, %x_267: f32):
    %267 = arith.mulf %x_265, %x_266 : f32
    linalg.yield %267 : f32
  } -> tensor<?x?x4x8xf32>
  %268 = ml_program.global_load_const @"a.norm.weight" : tensor<8xf32>
  %269 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %270 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263, %268 : tensor<?x?x4x8xf32>, tensor<8xf32>) outs(%269 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_272: f32, %x_273: f32, %x_274: f32):
    %274 = arith.mulf %x_272, %x_273 : f32
    linalg.yield %274 : f32
  } -> tensor<?x?x4x8xf32>
  %275 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %276 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%270 : tensor<?x?x4x8xf32>) outs(%275 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_278: f32, %x_279: f32):
    %279 = arith.mulf %x_278, %c_6 : f32
    linalg.yield %279 : f32
  } -> tensor<?x?x4x8xf32>
  %280 = tensor.collapse_shape %276 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %281 = ml_program.global_load_const @"a.o.weight" : tensor<32x32xf32>
  %282 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %283 = linalg.fill ins(%c_2 : f32) outs(%282 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %284 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%280, %281 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%283 : tensor<?x?x32xf32>) {
  ^bb0(%x_286: f32, %x_287: f32, %x_288: f32):
    %288 = arith.mulf %x_286, %x_287 : f32
    %289 = arith.addf %x_288, %288 : f32
    linalg.yield %289 : f32
  } -> tensor<?x?x32xf32>
  return %284 : tensor<?x?x32xf32>
}
}
