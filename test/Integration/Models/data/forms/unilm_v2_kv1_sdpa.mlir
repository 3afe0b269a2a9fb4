module {
ml_program.global private @"q.weight"(#ml_program.extern<tensor<64x32xf32>>) : tensor<64x32xf32>
ml_program.global private @"k.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"v.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"lam.weight"(#ml_program.extern<tensor<4x32xf32>>) : tensor<4x32xf32>
ml_program.global private @"o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x4xf32> {diffattn.name = "cos"},
    %sin: tensor<?x4xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 1.0 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = ml_program.global_load_const @"q.weight" : tensor<64x32xf32>
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x64xf32>
  %4 = linalg.fill ins(%c_2 : f32) outs(%3 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %2 : tensor<?x?x32xf32>, tensor<64x32xf32>) outs(%4 : tensor<?x?x64xf32>) {
  ^bb0(%x_7: f32, %x_8: f32, %x_9: f32):
    %9 = arith.mulf %x_7, %x_8 : f32
    %10 = arith.addf %x_9, %9 : f32
    linalg.yield %10 : f32
  } -> tensor<?x?x64xf32>
  %11 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %12 = tensor.extract_slice %11[0, 0, 0, 0] [%n_1, %n_2, 8, 4] [1, 1, 1, 2] : tensor<?x?x8x8xf32> to tensor<?x?x8x4xf32>
  %13 = tensor.extract_slice %11[0, 0, 0, 1] [%n_1, %n_2, 8, 4] [1, 1, 1, 2] : tensor<?x?x8x8xf32> to tensor<?x?x8x4xf32>
  %14 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cos : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%14 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_17: f32, %x_18: f32, %x_19: f32):
    %19 = arith.mulf %x_17, %x_18 : f32
    linalg.yield %19 : f32
  } -> tensor<?x?x8x4xf32>
  %20 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %sin : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%20 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_23: f32, %x_24: f32, %x_25: f32):
    %25 = arith.mulf %x_23, %x_24 : f32
    linalg.yield %25 : f32
  } -> tensor<?x?x8x4xf32>
  %26 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<?x?x8x4xf32>, tensor<?x?x8x4xf32>) outs(%26 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_29: f32, %x_30: f32, %x_31: f32):
    %31 = arith.subf %x_29, %x_30 : f32
    linalg.yield %31 : f32
  } -> tensor<?x?x8x4xf32>
  %32 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %sin : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%32 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_35: f32, %x_36: f32, %x_37: f32):
    %37 = arith.mulf %x_35, %x_36 : f32
    linalg.yield %37 : f32
  } -> tensor<?x?x8x4xf32>
  %38 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %cos : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%38 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_41: f32, %x_42: f32, %x_43: f32):
    %43 = arith.mulf %x_41, %x_42 : f32
    linalg.yield %43 : f32
  } -> tensor<?x?x8x4xf32>
  %44 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %39 : tensor<?x?x8x4xf32>, tensor<?x?x8x4xf32>) outs(%44 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_47: f32, %x_48: f32, %x_49: f32):
    %49 = arith.addf %x_47, %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x8x4xf32>
  %50 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4x2xf32>
  %51 = tensor.insert_slice %27 into %50[0, 0, 0, 0, 0] [%n_1, %n_2, 8, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x4xf32> into tensor<?x?x8x4x2xf32>
  %52 = tensor.insert_slice %45 into %51[0, 0, 0, 0, 1] [%n_1, %n_2, 8, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x4xf32> into tensor<?x?x8x4x2xf32>
  %53 = tensor.collapse_shape %52 [[0], [1], [2], [3, 4]] : tensor<?x?x8x4x2xf32> into tensor<?x?x8x8xf32>
  %54 = ml_program.global_load_const @"k.weight" : tensor<8x32xf32>
  %55 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %56 = linalg.fill ins(%c_2 : f32) outs(%55 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %54 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%56 : tensor<?x?x8xf32>) {
  ^bb0(%x_59: f32, %x_60: f32, %x_61: f32):
    %61 = arith.mulf %x_59, %x_60 : f32
    %62 = arith.addf %x_61, %61 : f32
    linalg.yield %62 : f32
  } -> tensor<?x?x8xf32>
  %63 = tensor.extract_slice %57[0, 0, 0] [%n_1, %n_2, 4] [1, 1, 2] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %64 = tensor.extract_slice %57[0, 0, 1] [%n_1, %n_2, 4] [1, 1, 2] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %65 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %cos : tensor<?x?x4xf32>, tensor<?x4xf32>) outs(%65 : tensor<?x?x4xf32>) {
  ^bb0(%x_68: f32, %x_69: f32, %x_70: f32):
    %70 = arith.mulf %x_68, %x_69 : f32
    linalg.yield %70 : f32
  } -> tensor<?x?x4xf32>
  %71 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %sin : tensor<?x?x4xf32>, tensor<?x4xf32>) outs(%71 : tensor<?x?x4xf32>) {
  ^bb0(%x_74: f32, %x_75: f32, %x_76: f32):
    %76 = arith.mulf %x_74, %x_75 : f32
    linalg.yield %76 : f32
  } -> tensor<?x?x4xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %72 : tensor<?x?x4xf32>, tensor<?x?x4xf32>) outs(%77 : tensor<?x?x4xf32>) {
  ^bb0(%x_80: f32, %x_81: f32, %x_82: f32):
    %82 = arith.subf %x_80, %x_81 : f32
    linalg.yield %82 : f32
  } -> tensor<?x?x4xf32>
  %83 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %sin : tensor<?x?x4xf32>, tensor<?x4xf32>) outs(%83 : tensor<?x?x4xf32>) {
  ^bb0(%x_86: f32, %x_87: f32, %x_88: f32):
    %88 = arith.mulf %x_86, %x_87 : f32
    linalg.yield %88 : f32
  } -> tensor<?x?x4xf32>
  %89 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %90 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %cos : tensor<?x?x4xf32>, tensor<?x4xf32>) outs(%89 : tensor<?x?x4xf32>) {
  ^bb0(%x_92: f32, %x_93: f32, %x_94: f32):
    %94 = arith.mulf %x_92, %x_93 : f32
    linalg.yield %94 : f32
  } -> tensor<?x?x4xf32>
  %95 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %90 : tensor<?x?x4xf32>, tensor<?x?x4xf32>) outs(%95 : tensor<?x?x4xf32>) {
  ^bb0(%x_98: f32, %x_99: f32, %x_100: f32):
    %100 = arith.addf %x_98, %x_99 : f32
    linalg.yield %100 : f32
  } -> tensor<?x?x4xf32>
  %101 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %102 = tensor.insert_slice %78 into %101[0, 0, 0, 0] [%n_1, %n_2, 4, 1] [1, 1, 1, 1] : tensor<?x?x4xf32> into tensor<?x?x4x2xf32>
  %103 = tensor.insert_slice %96 into %102[0, 0, 0, 1] [%n_1, %n_2, 4, 1] [1, 1, 1, 1] : tensor<?x?x4xf32> into tensor<?x?x4x2xf32>
  %104 = tensor.collapse_shape %103 [[0], [1], [2, 3]] : tensor<?x?x4x2xf32> into tensor<?x?x8xf32>
  %105 = ml_program.global_load_const @"v.weight" : tensor<8x32xf32>
  %106 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %107 = linalg.fill ins(%c_2 : f32) outs(%106 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %105 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%107 : tensor<?x?x8xf32>) {
  ^bb0(%x_110: f32, %x_111: f32, %x_112: f32):
    %112 = arith.mulf %x_110, %x_111 : f32
    %113 = arith.addf %x_112, %112 : f32
    linalg.yield %113 : f32
  } -> tensor<?x?x8xf32>
  %114 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %115 = diffattn.attention signal(%53[b, m, h, d], %104[b, n, d] : tensor<?x?x8x8xf32>, tensor<?x?x8xf32>) value(%108[b, n, e] : tensor<?x?x8xf32>) outs(%114[b, m, h, e] : tensor<?x?x8x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %116 = tensor.extract_slice %115[0, 0, 0, 0] [%n_1, %n_2, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  %117 = ml_program.global_load_const @"lam.weight" : tensor<4x32xf32>
  %118 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %119 = linalg.fill ins(%c_2 : f32) outs(%118 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %120 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %117 : tensor<?x?x32xf32>, tensor<4x32xf32>) outs(%119 : tensor<?x?x4xf32>) {
  ^bb0(%x_122: f32, %x_123: f32, %x_124: f32):
    %124 = arith.mulf %x_122, %x_123 : f32
    %125 = arith.addf %x_124, %124 : f32
    linalg.yield %125 : f32
  } -> tensor<?x?x4xf32>
  %126 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<?x?x4xf32>) outs(%126 : tensor<?x?x4xf32>) {
  ^bb0(%x_129: f32, %x_130: f32):
    %130 = arith.negf %x_129 : f32
    %131 = math.exp %130 : f32
    %132 = arith.addf %131, %c_3 : f32
    %133 = arith.divf %c_3, %132 : f32
    linalg.yield %133 : f32
  } -> tensor<?x?x4xf32>
  %134 = tensor.extract_slice %115[0, 0, 1, 0] [%n_1, %n_2, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127, %134 : tensor<?x?x4xf32>, tensor<?x?x4x8xf32>) outs(%135 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_138: f32, %x_139: f32, %x_140: f32):
    %140 = arith.mulf %x_138, %x_139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x?x4x8xf32>
  %141 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %142 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %136 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%141 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_144: f32, %x_145: f32, %x_146: f32):
    %146 = arith.subf %x_144, %x_145 : f32
    linalg.yield %146 : f32
  } -> tensor<?x?x4x8xf32>
  %147 = tensor.collapse_shape %142 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %148 = ml_program.global_load_const @"o.weight" : tensor<32x32xf32>
  %149 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %150 = linalg.fill ins(%c_2 : f32) outs(%149 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%147, %148 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%150 : tensor<?x?x32xf32>) {
  ^bb0(%x_153: f32, %x_154: f32, %x_155: f32):
    %155 = arith.mulf %x_153, %x_154 : f32
    %156 = arith.addf %x_155, %155 : f32
    linalg.yield %156 : f32
  } -> tensor<?x?x32xf32>
  return %151 : tensor<?x?x32xf32>
}
}
