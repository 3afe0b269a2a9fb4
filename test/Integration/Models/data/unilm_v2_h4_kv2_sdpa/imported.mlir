module {
ml_program.global private @"norm1.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"attn.q.weight"(#ml_program.extern<tensor<64x32xf32>>) : tensor<64x32xf32>
ml_program.global private @"attn.k.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"attn.v.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"attn.lam.weight"(#ml_program.extern<tensor<4x32xf32>>) : tensor<4x32xf32>
ml_program.global private @"attn.o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"norm2.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"mlp.gate.weight"(#ml_program.extern<tensor<48x32xf32>>) : tensor<48x32xf32>
ml_program.global private @"mlp.up.weight"(#ml_program.extern<tensor<48x32xf32>>) : tensor<48x32xf32>
ml_program.global private @"mlp.down.weight"(#ml_program.extern<tensor<32x48xf32>>) : tensor<32x48xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x4xf32> {diffattn.name = "cos"},
    %sin: tensor<?x4xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "y"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 32.0 : f32
  %c_4 = arith.constant 1.0e-05 : f32
  %c_5 = arith.constant 1.0 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<?x?x32xf32>) outs(%2 : tensor<?x?x32xf32>) {
  ^bb0(%x_5: f32, %x_6: f32):
    %6 = arith.mulf %x_5, %x_5 : f32
    linalg.yield %6 : f32
  } -> tensor<?x?x32xf32>
  %7 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %8 = linalg.fill ins(%c_2 : f32) outs(%7 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<?x?x32xf32>) outs(%8 : tensor<?x?xf32>) {
  ^bb0(%x_11: f32, %x_12: f32):
    %12 = arith.addf %x_12, %x_11 : f32
    linalg.yield %12 : f32
  } -> tensor<?x?xf32>
  %13 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<?x?xf32>) outs(%13 : tensor<?x?xf32>) {
  ^bb0(%x_16: f32, %x_17: f32):
    %17 = arith.divf %x_16, %c_3 : f32
    linalg.yield %17 : f32
  } -> tensor<?x?xf32>
  %18 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<?x?xf32>) outs(%18 : tensor<?x?xf32>) {
  ^bb0(%x_21: f32, %x_22: f32):
    %22 = arith.addf %x_21, %c_4 : f32
    linalg.yield %22 : f32
  } -> tensor<?x?xf32>
  %23 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<?x?xf32>) outs(%23 : tensor<?x?xf32>) {
  ^bb0(%x_26: f32, %x_27: f32):
    %27 = math.rsqrt %x_26 : f32
    linalg.yield %27 : f32
  } -> tensor<?x?xf32>
  %28 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %24 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%28 : tensor<?x?x32xf32>) {
  ^bb0(%x_31: f32, %x_32: f32, %x_33: f32):
    %33 = arith.mulf %x_31, %x_32 : f32
    linalg.yield %33 : f32
  } -> tensor<?x?x32xf32>
  %34 = ml_program.global_load_const @"norm1.weight" : tensor<32xf32>
  %35 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %34 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%35 : tensor<?x?x32xf32>) {
  ^bb0(%x_38: f32, %x_39: f32, %x_40: f32):
    %40 = arith.mulf %x_38, %x_39 : f32
    linalg.yield %40 : f32
  } -> tensor<?x?x32xf32>
  %41 = ml_program.global_load_const @"attn.q.weight" : tensor<64x32xf32>
  %42 = tensor.empty(%n_1, %n_2) : tensor<?x?x64xf32>
  %43 = linalg.fill ins(%c_2 : f32) outs(%42 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %41 : tensor<?x?x32xf32>, tensor<64x32xf32>) outs(%43 : tensor<?x?x64xf32>) {
  ^bb0(%x_46: f32, %x_47: f32, %x_48: f32):
    %48 = arith.mulf %x_46, %x_47 : f32
    %49 = arith.addf %x_48, %48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x64xf32>
  %50 = tensor.expand_shape %44 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 8] : tensor<?x?x64xf32> into tensor<?x?x8x8xf32>
  %51 = tensor.extract_slice %50[0, 0, 0, 0] [%n_1, %n_2, 8, 4] [1, 1, 1, 2] : tensor<?x?x8x8xf32> to tensor<?x?x8x4xf32>
  %52 = tensor.extract_slice %50[0, 0, 0, 1] [%n_1, %n_2, 8, 4] [1, 1, 1, 2] : tensor<?x?x8x8xf32> to tensor<?x?x8x4xf32>
  %53 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %cos : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%53 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_56: f32, %x_57: f32, %x_58: f32):
    %58 = arith.mulf %x_56, %x_57 : f32
    linalg.yield %58 : f32
  } -> tensor<?x?x8x4xf32>
  %59 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %sin : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%59 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_62: f32, %x_63: f32, %x_64: f32):
    %64 = arith.mulf %x_62, %x_63 : f32
    linalg.yield %64 : f32
  } -> tensor<?x?x8x4xf32>
  %65 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %60 : tensor<?x?x8x4xf32>, tensor<?x?x8x4xf32>) outs(%65 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_68: f32, %x_69: f32, %x_70: f32):
    %70 = arith.subf %x_68, %x_69 : f32
    linalg.yield %70 : f32
  } -> tensor<?x?x8x4xf32>
  %71 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %sin : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%71 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_74: f32, %x_75: f32, %x_76: f32):
    %76 = arith.mulf %x_74, %x_75 : f32
    linalg.yield %76 : f32
  } -> tensor<?x?x8x4xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %cos : tensor<?x?x8x4xf32>, tensor<?x4xf32>) outs(%77 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_80: f32, %x_81: f32, %x_82: f32):
    %82 = arith.mulf %x_80, %x_81 : f32
    linalg.yield %82 : f32
  } -> tensor<?x?x8x4xf32>
  %83 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %78 : tensor<?x?x8x4xf32>, tensor<?x?x8x4xf32>) outs(%83 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_86: f32, %x_87: f32, %x_88: f32):
    %88 = arith.addf %x_86, %x_87 : f32
    linalg.yield %88 : f32
  } -> tensor<?x?x8x4xf32>
  %89 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4x2xf32>
  %90 = tensor.insert_slice %66 into %89[0, 0, 0, 0, 0] [%n_1, %n_2, 8, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x4xf32> into tensor<?x?x8x4x2xf32>
  %91 = tensor.insert_slice %84 into %90[0, 0, 0, 0, 1] [%n_1, %n_2, 8, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x4xf32> into tensor<?x?x8x4x2xf32>
  %92 = tensor.collapse_shape %91 [[0], [1], [2], [3, 4]] : tensor<?x?x8x4x2xf32> into tensor<?x?x8x8xf32>
  %93 = ml_program.global_load_const @"attn.k.weight" : tensor<16x32xf32>
  %94 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %95 = linalg.fill ins(%c_2 : f32) outs(%94 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %93 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%95 : tensor<?x?x16xf32>) {
  ^bb0(%x_98: f32, %x_99: f32, %x_100: f32):
    %100 = arith.mulf %x_98, %x_99 : f32
    %101 = arith.addf %x_100, %100 : f32
    linalg.yield %101 : f32
  } -> tensor<?x?x16xf32>
  %102 = tensor.expand_shape %96 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %103 = tensor.extract_slice %102[0, 0, 0, 0] [%n_1, %n_2, 2, 4] [1, 1, 1, 2] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %104 = tensor.extract_slice %102[0, 0, 0, 1] [%n_1, %n_2, 2, 4] [1, 1, 1, 2] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %105 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %cos : tensor<?x?x2x4xf32>, tensor<?x4xf32>) outs(%105 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_108: f32, %x_109: f32, %x_110: f32):
    %110 = arith.mulf %x_108, %x_109 : f32
    linalg.yield %110 : f32
  } -> tensor<?x?x2x4xf32>
  %111 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %sin : tensor<?x?x2x4xf32>, tensor<?x4xf32>) outs(%111 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_114: f32, %x_115: f32, %x_116: f32):
    %116 = arith.mulf %x_114, %x_115 : f32
    linalg.yield %116 : f32
  } -> tensor<?x?x2x4xf32>
  %117 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %118 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %112 : tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) outs(%117 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_120: f32, %x_121: f32, %x_122: f32):
    %122 = arith.subf %x_120, %x_121 : f32
    linalg.yield %122 : f32
  } -> tensor<?x?x2x4xf32>
  %123 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %124 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %sin : tensor<?x?x2x4xf32>, tensor<?x4xf32>) outs(%123 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_126: f32, %x_127: f32, %x_128: f32):
    %128 = arith.mulf %x_126, %x_127 : f32
    linalg.yield %128 : f32
  } -> tensor<?x?x2x4xf32>
  %129 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %130 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %cos : tensor<?x?x2x4xf32>, tensor<?x4xf32>) outs(%129 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_132: f32, %x_133: f32, %x_134: f32):
    %134 = arith.mulf %x_132, %x_133 : f32
    linalg.yield %134 : f32
  } -> tensor<?x?x2x4xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %130 : tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) outs(%135 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_138: f32, %x_139: f32, %x_140: f32):
    %140 = arith.addf %x_138, %x_139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x?x2x4xf32>
  %141 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4x2xf32>
  %142 = tensor.insert_slice %118 into %141[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x2x4xf32> into tensor<?x?x2x4x2xf32>
  %143 = tensor.insert_slice %136 into %142[0, 0, 0, 0, 1] [%n_1, %n_2, 2, 4, 1] [1, 1, 1, 1, 1] : tensor<?x?x2x4xf32> into tensor<?x?x2x4x2xf32>
  %144 = tensor.collapse_shape %143 [[0], [1], [2], [3, 4]] : tensor<?x?x2x4x2xf32> into tensor<?x?x2x8xf32>
  %145 = ml_program.global_load_const @"attn.v.weight" : tensor<16x32xf32>
  %146 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %147 = linalg.fill ins(%c_2 : f32) outs(%146 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %148 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %145 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%147 : tensor<?x?x16xf32>) {
  ^bb0(%x_150: f32, %x_151: f32, %x_152: f32):
    %152 = arith.mulf %x_150, %x_151 : f32
    %153 = arith.addf %x_152, %152 : f32
    linalg.yield %153 : f32
  } -> tensor<?x?x16xf32>
  %154 = tensor.expand_shape %148 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %155 = tensor.empty(%n_1, %n_2) : tensor<?x2x4x?x8xf32>
  %156 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%144 : tensor<?x?x2x8xf32>) outs(%155 : tensor<?x2x4x?x8xf32>) {
  ^bb0(%x_158: f32, %x_159: f32):
    linalg.yield %x_158 : f32
  } -> tensor<?x2x4x?x8xf32>
  %159 = tensor.collapse_shape %156 [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %160 = tensor.empty(%n_1, %n_2) : tensor<?x2x4x?x8xf32>
  %161 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<?x?x2x8xf32>) outs(%160 : tensor<?x2x4x?x8xf32>) {
  ^bb0(%x_163: f32, %x_164: f32):
    linalg.yield %x_163 : f32
  } -> tensor<?x2x4x?x8xf32>
  %164 = tensor.collapse_shape %161 [[0], [1, 2], [3], [4]] : tensor<?x2x4x?x8xf32> into tensor<?x8x?x8xf32>
  %165 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x8xf32>
  %166 = diffattn.attention signal(%92[b, m, h, d], %159[b, h, n, d] : tensor<?x?x8x8xf32>, tensor<?x8x?x8xf32>) value(%164[b, h, n, e] : tensor<?x8x?x8xf32>) outs(%165[b, m, h, e] : tensor<?x?x8x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %167 = tensor.extract_slice %166[0, 0, 0, 0] [%n_1, %n_2, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  %168 = ml_program.global_load_const @"attn.lam.weight" : tensor<4x32xf32>
  %169 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %170 = linalg.fill ins(%c_2 : f32) outs(%169 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %171 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %168 : tensor<?x?x32xf32>, tensor<4x32xf32>) outs(%170 : tensor<?x?x4xf32>) {
  ^bb0(%x_173: f32, %x_174: f32, %x_175: f32):
    %175 = arith.mulf %x_173, %x_174 : f32
    %176 = arith.addf %x_175, %175 : f32
    linalg.yield %176 : f32
  } -> tensor<?x?x4xf32>
  %177 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %178 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<?x?x4xf32>) outs(%177 : tensor<?x?x4xf32>) {
  ^bb0(%x_180: f32, %x_181: f32):
    %181 = arith.negf %x_180 : f32
    %182 = math.exp %181 : f32
    %183 = arith.addf %182, %c_5 : f32
    %184 = arith.divf %c_5, %183 : f32
    linalg.yield %184 : f32
  } -> tensor<?x?x4xf32>
  %185 = tensor.extract_slice %166[0, 0, 1, 0] [%n_1, %n_2, 4, 8] [1, 1, 2, 1] : tensor<?x?x8x8xf32> to tensor<?x?x4x8xf32>
  %186 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %187 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %185 : tensor<?x?x4xf32>, tensor<?x?x4x8xf32>) outs(%186 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_189: f32, %x_190: f32, %x_191: f32):
    %191 = arith.mulf %x_189, %x_190 : f32
    linalg.yield %191 : f32
  } -> tensor<?x?x4x8xf32>
  %192 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %193 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167, %187 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%192 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_195: f32, %x_196: f32, %x_197: f32):
    %197 = arith.subf %x_195, %x_196 : f32
    linalg.yield %197 : f32
  } -> tensor<?x?x4x8xf32>
  %198 = tensor.collapse_shape %193 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %199 = ml_program.global_load_const @"attn.o.weight" : tensor<32x32xf32>
  %200 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %201 = linalg.fill ins(%c_2 : f32) outs(%200 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %202 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%198, %199 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%201 : tensor<?x?x32xf32>) {
  ^bb0(%x_204: f32, %x_205: f32, %x_206: f32):
    %206 = arith.mulf %x_204, %x_205 : f32
    %207 = arith.addf %x_206, %206 : f32
    linalg.yield %207 : f32
  } -> tensor<?x?x32xf32>
  %208 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %209 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %202 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%208 : tensor<?x?x32xf32>) {
  ^bb0(%x_211: f32, %x_212: f32, %x_213: f32):
    %213 = arith.addf %x_211, %x_212 : f32
    linalg.yield %213 : f32
  } -> tensor<?x?x32xf32>
  %214 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %215 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<?x?x32xf32>) outs(%214 : tensor<?x?x32xf32>) {
  ^bb0(%x_217: f32, %x_218: f32):
    %218 = arith.mulf %x_217, %x_217 : f32
    linalg.yield %218 : f32
  } -> tensor<?x?x32xf32>
  %219 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %220 = linalg.fill ins(%c_2 : f32) outs(%219 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %221 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%215 : tensor<?x?x32xf32>) outs(%220 : tensor<?x?xf32>) {
  ^bb0(%x_223: f32, %x_224: f32):
    %224 = arith.addf %x_224, %x_223 : f32
    linalg.yield %224 : f32
  } -> tensor<?x?xf32>
  %225 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %226 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%221 : tensor<?x?xf32>) outs(%225 : tensor<?x?xf32>) {
  ^bb0(%x_228: f32, %x_229: f32):
    %229 = arith.divf %x_228, %c_3 : f32
    linalg.yield %229 : f32
  } -> tensor<?x?xf32>
  %230 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %231 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%226 : tensor<?x?xf32>) outs(%230 : tensor<?x?xf32>) {
  ^bb0(%x_233: f32, %x_234: f32):
    %234 = arith.addf %x_233, %c_4 : f32
    linalg.yield %234 : f32
  } -> tensor<?x?xf32>
  %235 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %236 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%231 : tensor<?x?xf32>) outs(%235 : tensor<?x?xf32>) {
  ^bb0(%x_238: f32, %x_239: f32):
    %239 = math.rsqrt %x_238 : f32
    linalg.yield %239 : f32
  } -> tensor<?x?xf32>
  %240 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %241 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %236 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%240 : tensor<?x?x32xf32>) {
  ^bb0(%x_243: f32, %x_244: f32, %x_245: f32):
    %245 = arith.mulf %x_243, %x_244 : f32
    linalg.yield %245 : f32
  } -> tensor<?x?x32xf32>
  %246 = ml_program.global_load_const @"norm2.weight" : tensor<32xf32>
  %247 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %248 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241, %246 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%247 : tensor<?x?x32xf32>) {
  ^bb0(%x_250: f32, %x_251: f32, %x_252: f32):
    %252 = arith.mulf %x_250, %x_251 : f32
    linalg.yield %252 : f32
  } -> tensor<?x?x32xf32>
  %253 = ml_program.global_load_const @"mlp.gate.weight" : tensor<48x32xf32>
  %254 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %255 = linalg.fill ins(%c_2 : f32) outs(%254 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %256 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%248, %253 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%255 : tensor<?x?x48xf32>) {
  ^bb0(%x_258: f32, %x_259: f32, %x_260: f32):
    %260 = arith.mulf %x_258, %x_259 : f32
    %261 = arith.addf %x_260, %260 : f32
    linalg.yield %261 : f32
  } -> tensor<?x?x48xf32>
  %262 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %263 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<?x?x48xf32>) outs(%262 : tensor<?x?x48xf32>) {
  ^bb0(%x_265: f32, %x_266: f32):
    %266 = arith.negf %x_265 : f32
    %267 = math.exp %266 : f32
    %268 = arith.addf %267, %c_5 : f32
    %269 = arith.divf %x_265, %268 : f32
    linalg.yield %269 : f32
  } -> tensor<?x?x48xf32>
  %270 = ml_program.global_load_const @"mlp.up.weight" : tensor<48x32xf32>
  %271 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %272 = linalg.fill ins(%c_2 : f32) outs(%271 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %273 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%248, %270 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%272 : tensor<?x?x48xf32>) {
  ^bb0(%x_275: f32, %x_276: f32, %x_277: f32):
    %277 = arith.mulf %x_275, %x_276 : f32
    %278 = arith.addf %x_277, %277 : f32
    linalg.yield %278 : f32
  } -> tensor<?x?x48xf32>
  %279 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %280 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263, %273 : tensor<?x?x48xf32>, tensor<?x?x48xf32>) outs(%279 : tensor<?x?x48xf32>) {
  ^bb0(%x_282: f32, %x_283: f32, %x_284: f32):
    %284 = arith.mulf %x_282, %x_283 : f32
    linalg.yield %284 : f32
  } -> tensor<?x?x48xf32>
  %285 = ml_program.global_load_const @"mlp.down.weight" : tensor<32x48xf32>
  %286 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %287 = linalg.fill ins(%c_2 : f32) outs(%286 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %288 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%280, %285 : tensor<?x?x48xf32>, tensor<32x48xf32>) outs(%287 : tensor<?x?x32xf32>) {
  ^bb0(%x_290: f32, %x_291: f32, %x_292: f32):
    %292 = arith.mulf %x_290, %x_291 : f32
    %293 = arith.addf %x_292, %292 : f32
    linalg.yield %293 : f32
  } -> tensor<?x?x32xf32>
  %294 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %295 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %288 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%294 : tensor<?x?x32xf32>) {
  ^bb0(%x_297: f32, %x_298: f32, %x_299: f32):
    %299 = arith.addf %x_297, %x_298 : f32
    linalg.yield %299 : f32
  } -> tensor<?x?x32xf32>
  return %295 : tensor<?x?x32xf32>
}
}
