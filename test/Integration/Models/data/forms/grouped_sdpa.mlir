module {
ml_program.global private @"q.weight"(#ml_program.extern<tensor<40x32xf32>>) : tensor<40x32xf32>
ml_program.global private @"k.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"v.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"o.weight"(#ml_program.extern<tensor<32x64xf32>>) : tensor<32x64xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x2xf32> {diffattn.name = "cos"},
    %sin: tensor<?x2xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 0.20000000000000007 : f32
  %c_4 = arith.constant 8.0 : f32
  %c_5 = arith.constant 1.0e-05 : f32
  %c_6 = arith.constant 0.7999999999999999 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = ml_program.global_load_const @"q.weight" : tensor<40x32xf32>
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x40xf32>
  %4 = linalg.fill ins(%c_2 : f32) outs(%3 : tensor<?x?x40xf32>) -> tensor<?x?x40xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %2 : tensor<?x?x32xf32>, tensor<40x32xf32>) outs(%4 : tensor<?x?x40xf32>) {
  ^bb0(%x_7: f32, %x_8: f32, %x_9: f32):
    %9 = arith.mulf %x_7, %x_8 : f32
    %10 = arith.addf %x_9, %9 : f32
    linalg.yield %10 : f32
  } -> tensor<?x?x40xf32>
  %11 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 10, 4] : tensor<?x?x40xf32> into tensor<?x?x10x4xf32>
  %12 = tensor.extract_slice %11[0, 0, 0, 0] [%n_1, %n_2, 10, 2] [1, 1, 1, 2] : tensor<?x?x10x4xf32> to tensor<?x?x10x2xf32>
  %13 = tensor.extract_slice %11[0, 0, 0, 1] [%n_1, %n_2, 10, 2] [1, 1, 1, 2] : tensor<?x?x10x4xf32> to tensor<?x?x10x2xf32>
  %14 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cos : tensor<?x?x10x2xf32>, tensor<?x2xf32>) outs(%14 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_17: f32, %x_18: f32, %x_19: f32):
    %19 = arith.mulf %x_17, %x_18 : f32
    linalg.yield %19 : f32
  } -> tensor<?x?x10x2xf32>
  %20 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %sin : tensor<?x?x10x2xf32>, tensor<?x2xf32>) outs(%20 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_23: f32, %x_24: f32, %x_25: f32):
    %25 = arith.mulf %x_23, %x_24 : f32
    linalg.yield %25 : f32
  } -> tensor<?x?x10x2xf32>
  %26 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<?x?x10x2xf32>, tensor<?x?x10x2xf32>) outs(%26 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_29: f32, %x_30: f32, %x_31: f32):
    %31 = arith.subf %x_29, %x_30 : f32
    linalg.yield %31 : f32
  } -> tensor<?x?x10x2xf32>
  %32 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %sin : tensor<?x?x10x2xf32>, tensor<?x2xf32>) outs(%32 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_35: f32, %x_36: f32, %x_37: f32):
    %37 = arith.mulf %x_35, %x_36 : f32
    linalg.yield %37 : f32
  } -> tensor<?x?x10x2xf32>
  %38 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %cos : tensor<?x?x10x2xf32>, tensor<?x2xf32>) outs(%38 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_41: f32, %x_42: f32, %x_43: f32):
    %43 = arith.mulf %x_41, %x_42 : f32
    linalg.yield %43 : f32
  } -> tensor<?x?x10x2xf32>
  %44 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %39 : tensor<?x?x10x2xf32>, tensor<?x?x10x2xf32>) outs(%44 : tensor<?x?x10x2xf32>) {
  ^bb0(%x_47: f32, %x_48: f32, %x_49: f32):
    %49 = arith.addf %x_47, %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x10x2xf32>
  %50 = tensor.empty(%n_1, %n_2) : tensor<?x?x10x2x2xf32>
  %51 = tensor.insert_slice %27 into %50[0, 0, 0, 0, 0] [%n_1, %n_2, 10, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x10x2xf32> into tensor<?x?x10x2x2xf32>
  %52 = tensor.insert_slice %45 into %51[0, 0, 0, 0, 1] [%n_1, %n_2, 10, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x10x2xf32> into tensor<?x?x10x2x2xf32>
  %53 = tensor.collapse_shape %52 [[0], [1], [2], [3, 4]] : tensor<?x?x10x2x2xf32> into tensor<?x?x10x4xf32>
  %54 = ml_program.global_load_const @"k.weight" : tensor<16x32xf32>
  %55 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %56 = linalg.fill ins(%c_2 : f32) outs(%55 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %54 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%56 : tensor<?x?x16xf32>) {
  ^bb0(%x_59: f32, %x_60: f32, %x_61: f32):
    %61 = arith.mulf %x_59, %x_60 : f32
    %62 = arith.addf %x_61, %61 : f32
    linalg.yield %62 : f32
  } -> tensor<?x?x16xf32>
  %63 = tensor.expand_shape %57 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 4] : tensor<?x?x16xf32> into tensor<?x?x4x4xf32>
  %64 = tensor.extract_slice %63[0, 0, 0, 0] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %65 = tensor.extract_slice %63[0, 0, 0, 1] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %66 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%66 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_69: f32, %x_70: f32, %x_71: f32):
    %71 = arith.mulf %x_69, %x_70 : f32
    linalg.yield %71 : f32
  } -> tensor<?x?x4x2xf32>
  %72 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%72 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_75: f32, %x_76: f32, %x_77: f32):
    %77 = arith.mulf %x_75, %x_76 : f32
    linalg.yield %77 : f32
  } -> tensor<?x?x4x2xf32>
  %78 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %73 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%78 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_81: f32, %x_82: f32, %x_83: f32):
    %83 = arith.subf %x_81, %x_82 : f32
    linalg.yield %83 : f32
  } -> tensor<?x?x4x2xf32>
  %84 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%84 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_87: f32, %x_88: f32, %x_89: f32):
    %89 = arith.mulf %x_87, %x_88 : f32
    linalg.yield %89 : f32
  } -> tensor<?x?x4x2xf32>
  %90 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%90 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_93: f32, %x_94: f32, %x_95: f32):
    %95 = arith.mulf %x_93, %x_94 : f32
    linalg.yield %95 : f32
  } -> tensor<?x?x4x2xf32>
  %96 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %91 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%96 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.addf %x_99, %x_100 : f32
    linalg.yield %101 : f32
  } -> tensor<?x?x4x2xf32>
  %102 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x2xf32>
  %103 = tensor.insert_slice %79 into %102[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %104 = tensor.insert_slice %97 into %103[0, 0, 0, 0, 1] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %105 = tensor.collapse_shape %104 [[0], [1], [2], [3, 4]] : tensor<?x?x4x2x2xf32> into tensor<?x?x4x4xf32>
  %106 = tensor.expand_shape %105 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x4x4xf32> into tensor<?x?x2x2x4xf32>
  %107 = tensor.expand_shape %53 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 5, 4] : tensor<?x?x10x4xf32> into tensor<?x?x2x5x4xf32>
  %108 = tensor.extract_slice %107[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 4, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x5x4xf32> to tensor<?x?x2x4x4xf32>
  %109 = tensor.collapse_shape %108 [[0], [1], [2, 3], [4]] : tensor<?x?x2x4x4xf32> into tensor<?x?x8x4xf32>
  %110 = tensor.extract_slice %107[0, 0, 0, 4, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x5x4xf32> to tensor<?x?x2x4xf32>
  %111 = ml_program.global_load_const @"v.weight" : tensor<16x32xf32>
  %112 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %113 = linalg.fill ins(%c_2 : f32) outs(%112 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %114 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %111 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%113 : tensor<?x?x16xf32>) {
  ^bb0(%x_116: f32, %x_117: f32, %x_118: f32):
    %118 = arith.mulf %x_116, %x_117 : f32
    %119 = arith.addf %x_118, %118 : f32
    linalg.yield %119 : f32
  } -> tensor<?x?x16xf32>
  %120 = tensor.expand_shape %114 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %121 = tensor.extract_slice %106[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %122 = tensor.empty(%n_1, %n_2) : tensor<?x2x4x?x4xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<?x?x2x4xf32>) outs(%122 : tensor<?x2x4x?x4xf32>) {
  ^bb0(%x_125: f32, %x_126: f32):
    linalg.yield %x_125 : f32
  } -> tensor<?x2x4x?x4xf32>
  %126 = tensor.collapse_shape %123 [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x4xf32> into tensor<?x8x?x4xf32>
  %127 = tensor.empty(%n_1, %n_2) : tensor<?x2x4x?x8xf32>
  %128 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<?x?x2x8xf32>) outs(%127 : tensor<?x2x4x?x8xf32>) {
  ^bb0(%x_130: f32, %x_131: f32):
    linalg.yield %x_130 : f32
  } -> tensor<?x2x4x?x8xf32>
  %131 = tensor.collapse_shape %128 [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %132 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %133 = diffattn.attention signal(%109[b, m, h, d], %126[b, h, n, d] : tensor<?x?x8x4xf32>, tensor<?x8x?x4xf32>) value(%131[b, h, n, e] : tensor<?x8x?x8xf32>) outs(%132[b, m, h, e] : tensor<?x?x8x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %134 = tensor.extract_slice %106[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %136 = diffattn.attention signal(%110[b, m, h, d], %134[b, n, h, d] : tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) value(%120[b, n, h, e] : tensor<?x?x2x8xf32>) outs(%135[b, m, h, e] : tensor<?x?x2x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %137 = ml_program.global_load_const @"lam.lq1" : tensor<4xf32>
  %138 = ml_program.global_load_const @"lam.lk1" : tensor<4xf32>
  %139 = tensor.empty() : tensor<4xf32>
  %140 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%137, %138 : tensor<4xf32>, tensor<4xf32>) outs(%139 : tensor<4xf32>) {
  ^bb0(%x_142: f32, %x_143: f32, %x_144: f32):
    %144 = arith.mulf %x_142, %x_143 : f32
    linalg.yield %144 : f32
  } -> tensor<4xf32>
  %145 = tensor.empty() : tensor<f32>
  %146 = linalg.fill ins(%c_2 : f32) outs(%145 : tensor<f32>) -> tensor<f32>
  %147 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%140 : tensor<4xf32>) outs(%146 : tensor<f32>) {
  ^bb0(%x_149: f32, %x_150: f32):
    %150 = arith.addf %x_150, %x_149 : f32
    linalg.yield %150 : f32
  } -> tensor<f32>
  %151 = tensor.empty() : tensor<f32>
  %152 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%147 : tensor<f32>) outs(%151 : tensor<f32>) {
  ^bb0(%x_154: f32, %x_155: f32):
    %155 = math.exp %x_154 : f32
    linalg.yield %155 : f32
  } -> tensor<f32>
  %156 = ml_program.global_load_const @"lam.lq2" : tensor<4xf32>
  %157 = ml_program.global_load_const @"lam.lk2" : tensor<4xf32>
  %158 = tensor.empty() : tensor<4xf32>
  %159 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%156, %157 : tensor<4xf32>, tensor<4xf32>) outs(%158 : tensor<4xf32>) {
  ^bb0(%x_161: f32, %x_162: f32, %x_163: f32):
    %163 = arith.mulf %x_161, %x_162 : f32
    linalg.yield %163 : f32
  } -> tensor<4xf32>
  %164 = tensor.empty() : tensor<f32>
  %165 = linalg.fill ins(%c_2 : f32) outs(%164 : tensor<f32>) -> tensor<f32>
  %166 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%159 : tensor<4xf32>) outs(%165 : tensor<f32>) {
  ^bb0(%x_168: f32, %x_169: f32):
    %169 = arith.addf %x_169, %x_168 : f32
    linalg.yield %169 : f32
  } -> tensor<f32>
  %170 = tensor.empty() : tensor<f32>
  %171 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%166 : tensor<f32>) outs(%170 : tensor<f32>) {
  ^bb0(%x_173: f32, %x_174: f32):
    %174 = math.exp %x_173 : f32
    linalg.yield %174 : f32
  } -> tensor<f32>
  %175 = tensor.empty() : tensor<f32>
  %176 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%152, %171 : tensor<f32>, tensor<f32>) outs(%175 : tensor<f32>) {
  ^bb0(%x_178: f32, %x_179: f32, %x_180: f32):
    %180 = arith.subf %x_178, %x_179 : f32
    linalg.yield %180 : f32
  } -> tensor<f32>
  %181 = tensor.empty() : tensor<f32>
  %182 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%176 : tensor<f32>) outs(%181 : tensor<f32>) {
  ^bb0(%x_184: f32, %x_185: f32):
    %185 = arith.addf %x_184, %c_3 : f32
    linalg.yield %185 : f32
  } -> tensor<f32>
  %186 = tensor.empty(%n_1, %n_2) : tensor<?x2x4x?x8xf32>
  %187 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<?x?x2x8xf32>) outs(%186 : tensor<?x2x4x?x8xf32>) {
  ^bb0(%x_189: f32, %x_190: f32):
    linalg.yield %x_189 : f32
  } -> tensor<?x2x4x?x8xf32>
  %190 = tensor.collapse_shape %187 [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %191 = tensor.empty(%n_1, %n_2) : tensor<?x8x?x8xf32>
  %192 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %190 : tensor<f32>, tensor<?x8x?x8xf32>) outs(%191 : tensor<?x8x?x8xf32>) {
  ^bb0(%x_194: f32, %x_195: f32, %x_196: f32):
    %196 = arith.mulf %x_194, %x_195 : f32
    linalg.yield %196 : f32
  } -> tensor<?x8x?x8xf32>
  %197 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %192 : tensor<?x?x8x8xf32>, tensor<?x8x?x8xf32>) outs(%197 : tensor<?x?x8x8xf32>) {
  ^bb0(%x_200: f32, %x_201: f32, %x_202: f32):
    %202 = arith.subf %x_200, %x_201 : f32
    linalg.yield %202 : f32
  } -> tensor<?x?x8x8xf32>
  %203 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %204 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198 : tensor<?x?x8x8xf32>) outs(%203 : tensor<?x?x8x8xf32>) {
  ^bb0(%x_206: f32, %x_207: f32):
    %207 = arith.mulf %x_206, %x_206 : f32
    linalg.yield %207 : f32
  } -> tensor<?x?x8x8xf32>
  %208 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %209 = linalg.fill ins(%c_2 : f32) outs(%208 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %210 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%204 : tensor<?x?x8x8xf32>) outs(%209 : tensor<?x?x8xf32>) {
  ^bb0(%x_212: f32, %x_213: f32):
    %213 = arith.addf %x_213, %x_212 : f32
    linalg.yield %213 : f32
  } -> tensor<?x?x8xf32>
  %214 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %215 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<?x?x8xf32>) outs(%214 : tensor<?x?x8xf32>) {
  ^bb0(%x_217: f32, %x_218: f32):
    %218 = arith.divf %x_217, %c_4 : f32
    linalg.yield %218 : f32
  } -> tensor<?x?x8xf32>
  %219 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %220 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215 : tensor<?x?x8xf32>) outs(%219 : tensor<?x?x8xf32>) {
  ^bb0(%x_222: f32, %x_223: f32):
    %223 = arith.addf %x_222, %c_5 : f32
    linalg.yield %223 : f32
  } -> tensor<?x?x8xf32>
  %224 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %225 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<?x?x8xf32>) outs(%224 : tensor<?x?x8xf32>) {
  ^bb0(%x_227: f32, %x_228: f32):
    %228 = math.rsqrt %x_227 : f32
    linalg.yield %228 : f32
  } -> tensor<?x?x8xf32>
  %229 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %230 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198, %225 : tensor<?x?x8x8xf32>, tensor<?x?x8xf32>) outs(%229 : tensor<?x?x8x8xf32>) {
  ^bb0(%x_232: f32, %x_233: f32, %x_234: f32):
    %234 = arith.mulf %x_232, %x_233 : f32
    linalg.yield %234 : f32
  } -> tensor<?x?x8x8xf32>
  %235 = ml_program.global_load_const @"norm.weight" : tensor<8xf32>
  %236 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230, %235 : tensor<?x?x8x8xf32>, tensor<8xf32>) outs(%236 : tensor<?x?x8x8xf32>) {
  ^bb0(%x_239: f32, %x_240: f32, %x_241: f32):
    %241 = arith.mulf %x_239, %x_240 : f32
    linalg.yield %241 : f32
  } -> tensor<?x?x8x8xf32>
  %242 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %243 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237 : tensor<?x?x8x8xf32>) outs(%242 : tensor<?x?x8x8xf32>) {
  ^bb0(%x_245: f32, %x_246: f32):
    %246 = arith.mulf %x_245, %c_6 : f32
    linalg.yield %246 : f32
  } -> tensor<?x?x8x8xf32>
  %247 = tensor.collapse_shape %243 [[0], [1], [2, 3]] : tensor<?x?x8x8xf32> into tensor<?x?x64xf32>
  %248 = ml_program.global_load_const @"o.weight" : tensor<32x64xf32>
  %249 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %250 = linalg.fill ins(%c_2 : f32) outs(%249 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %251 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%247, %248 : tensor<?x?x64xf32>, tensor<32x64xf32>) outs(%250 : tensor<?x?x32xf32>) {
  ^bb0(%x_253: f32, %x_254: f32, %x_255: f32):
    %255 = arith.mulf %x_253, %x_254 : f32
    %256 = arith.addf %x_255, %255 : f32
    linalg.yield %256 : f32
  } -> tensor<?x?x32xf32>
  return %251 : tensor<?x?x32xf32>
}
}
