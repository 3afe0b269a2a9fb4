module {
ml_program.global private @"norm1.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"attn.q.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"attn.k.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"attn.v.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"attn.lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"attn.lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"attn.lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"attn.lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"attn.norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"attn.o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"norm2.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"mlp.gate.weight"(#ml_program.extern<tensor<48x32xf32>>) : tensor<48x32xf32>
ml_program.global private @"mlp.up.weight"(#ml_program.extern<tensor<48x32xf32>>) : tensor<48x32xf32>
ml_program.global private @"mlp.down.weight"(#ml_program.extern<tensor<32x48xf32>>) : tensor<32x48xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x2xf32> {diffattn.name = "cos"},
    %sin: tensor<?x2xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "y"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 32.0 : f32
  %c_4 = arith.constant 1.0e-05 : f32
  %c_5 = arith.constant 0.35550906759096934 : f32
  %c_6 = arith.constant 8.0 : f32
  %c_7 = arith.constant 0.6444909324090307 : f32
  %c_8 = arith.constant 1.0 : f32
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
  %41 = ml_program.global_load_const @"attn.q.weight" : tensor<32x32xf32>
  %42 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %43 = linalg.fill ins(%c_2 : f32) outs(%42 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %41 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%43 : tensor<?x?x32xf32>) {
  ^bb0(%x_46: f32, %x_47: f32, %x_48: f32):
    %48 = arith.mulf %x_46, %x_47 : f32
    %49 = arith.addf %x_48, %48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x32xf32>
  %50 = tensor.expand_shape %44 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %51 = tensor.extract_slice %50[0, 0, 0, 0] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %52 = tensor.extract_slice %50[0, 0, 0, 1] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %53 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%53 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_56: f32, %x_57: f32, %x_58: f32):
    %58 = arith.mulf %x_56, %x_57 : f32
    linalg.yield %58 : f32
  } -> tensor<?x?x8x2xf32>
  %59 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%59 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_62: f32, %x_63: f32, %x_64: f32):
    %64 = arith.mulf %x_62, %x_63 : f32
    linalg.yield %64 : f32
  } -> tensor<?x?x8x2xf32>
  %65 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %60 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%65 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_68: f32, %x_69: f32, %x_70: f32):
    %70 = arith.subf %x_68, %x_69 : f32
    linalg.yield %70 : f32
  } -> tensor<?x?x8x2xf32>
  %71 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%71 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_74: f32, %x_75: f32, %x_76: f32):
    %76 = arith.mulf %x_74, %x_75 : f32
    linalg.yield %76 : f32
  } -> tensor<?x?x8x2xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%77 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_80: f32, %x_81: f32, %x_82: f32):
    %82 = arith.mulf %x_80, %x_81 : f32
    linalg.yield %82 : f32
  } -> tensor<?x?x8x2xf32>
  %83 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %78 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%83 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_86: f32, %x_87: f32, %x_88: f32):
    %88 = arith.addf %x_86, %x_87 : f32
    linalg.yield %88 : f32
  } -> tensor<?x?x8x2xf32>
  %89 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2x2xf32>
  %90 = tensor.insert_slice %66 into %89[0, 0, 0, 0, 0] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %91 = tensor.insert_slice %84 into %90[0, 0, 0, 0, 1] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %92 = tensor.collapse_shape %91 [[0], [1], [2], [3, 4]] : tensor<?x?x8x2x2xf32> into tensor<?x?x8x4xf32>
  %93 = ml_program.global_load_const @"attn.k.weight" : tensor<16x32xf32>
  %94 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %95 = linalg.fill ins(%c_2 : f32) outs(%94 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %93 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%95 : tensor<?x?x16xf32>) {
  ^bb0(%x_98: f32, %x_99: f32, %x_100: f32):
    %100 = arith.mulf %x_98, %x_99 : f32
    %101 = arith.addf %x_100, %100 : f32
    linalg.yield %101 : f32
  } -> tensor<?x?x16xf32>
  %102 = tensor.expand_shape %96 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 4] : tensor<?x?x16xf32> into tensor<?x?x4x4xf32>
  %103 = tensor.extract_slice %102[0, 0, 0, 0] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %104 = tensor.extract_slice %102[0, 0, 0, 1] [%n_1, %n_2, 4, 2] [1, 1, 1, 2] : tensor<?x?x4x4xf32> to tensor<?x?x4x2xf32>
  %105 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%105 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_108: f32, %x_109: f32, %x_110: f32):
    %110 = arith.mulf %x_108, %x_109 : f32
    linalg.yield %110 : f32
  } -> tensor<?x?x4x2xf32>
  %111 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%111 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_114: f32, %x_115: f32, %x_116: f32):
    %116 = arith.mulf %x_114, %x_115 : f32
    linalg.yield %116 : f32
  } -> tensor<?x?x4x2xf32>
  %117 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %118 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %112 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%117 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_120: f32, %x_121: f32, %x_122: f32):
    %122 = arith.subf %x_120, %x_121 : f32
    linalg.yield %122 : f32
  } -> tensor<?x?x4x2xf32>
  %123 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %124 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %sin : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%123 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_126: f32, %x_127: f32, %x_128: f32):
    %128 = arith.mulf %x_126, %x_127 : f32
    linalg.yield %128 : f32
  } -> tensor<?x?x4x2xf32>
  %129 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %130 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %cos : tensor<?x?x4x2xf32>, tensor<?x2xf32>) outs(%129 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_132: f32, %x_133: f32, %x_134: f32):
    %134 = arith.mulf %x_132, %x_133 : f32
    linalg.yield %134 : f32
  } -> tensor<?x?x4x2xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %130 : tensor<?x?x4x2xf32>, tensor<?x?x4x2xf32>) outs(%135 : tensor<?x?x4x2xf32>) {
  ^bb0(%x_138: f32, %x_139: f32, %x_140: f32):
    %140 = arith.addf %x_138, %x_139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x?x4x2xf32>
  %141 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x2xf32>
  %142 = tensor.insert_slice %118 into %141[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %143 = tensor.insert_slice %136 into %142[0, 0, 0, 0, 1] [%n_1, %n_2, 4, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x4x2xf32> into tensor<?x?x4x2x2xf32>
  %144 = tensor.collapse_shape %143 [[0], [1], [2], [3, 4]] : tensor<?x?x4x2x2xf32> into tensor<?x?x4x4xf32>
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
  %155 = tensor.expand_shape %92 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %156 = tensor.expand_shape %144 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x4x4xf32> into tensor<?x?x2x2x4xf32>
  %157 = tensor.extract_slice %155[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %158 = tensor.extract_slice %156[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %159 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %160 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%158 : tensor<?x?x2x4xf32>) outs(%159 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_162: f32, %x_163: f32):
    linalg.yield %x_162 : f32
  } -> tensor<?x2x2x?x4xf32>
  %163 = tensor.collapse_shape %160 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %164 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<?x?x2x8xf32>) outs(%164 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_167: f32, %x_168: f32):
    linalg.yield %x_167 : f32
  } -> tensor<?x2x2x?x8xf32>
  %168 = tensor.collapse_shape %165 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %169 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %170 = diffattn.attention signal(%157[b, m, h, d], %163[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%168[b, h, n, e] : tensor<?x4x?x8xf32>) outs(%169[b, m, h, e] : tensor<?x?x4x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %171 = tensor.extract_slice %155[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %172 = tensor.extract_slice %156[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %173 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %174 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<?x?x2x4xf32>) outs(%173 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_176: f32, %x_177: f32):
    linalg.yield %x_176 : f32
  } -> tensor<?x2x2x?x4xf32>
  %177 = tensor.collapse_shape %174 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %178 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %179 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<?x?x2x8xf32>) outs(%178 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_181: f32, %x_182: f32):
    linalg.yield %x_181 : f32
  } -> tensor<?x2x2x?x8xf32>
  %182 = tensor.collapse_shape %179 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %183 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %184 = diffattn.attention signal(%171[b, m, h, d], %177[b, h, n, d] : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) value(%182[b, h, n, e] : tensor<?x4x?x8xf32>) outs(%183[b, m, h, e] : tensor<?x?x4x8xf32>) {causal, alignment = #diffattn.alignment<top_left>}
  %185 = ml_program.global_load_const @"attn.lam.lq1" : tensor<4xf32>
  %186 = ml_program.global_load_const @"attn.lam.lk1" : tensor<4xf32>
  %187 = tensor.empty() : tensor<4xf32>
  %188 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%185, %186 : tensor<4xf32>, tensor<4xf32>) outs(%187 : tensor<4xf32>) {
  ^bb0(%x_190: f32, %x_191: f32, %x_192: f32):
    %192 = arith.mulf %x_190, %x_191 : f32
    linalg.yield %192 : f32
  } -> tensor<4xf32>
  %193 = tensor.empty() : tensor<f32>
  %194 = linalg.fill ins(%c_2 : f32) outs(%193 : tensor<f32>) -> tensor<f32>
  %195 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%188 : tensor<4xf32>) outs(%194 : tensor<f32>) {
  ^bb0(%x_197: f32, %x_198: f32):
    %198 = arith.addf %x_198, %x_197 : f32
    linalg.yield %198 : f32
  } -> tensor<f32>
  %199 = tensor.empty() : tensor<f32>
  %200 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%195 : tensor<f32>) outs(%199 : tensor<f32>) {
  ^bb0(%x_202: f32, %x_203: f32):
    %203 = math.exp %x_202 : f32
    linalg.yield %203 : f32
  } -> tensor<f32>
  %204 = ml_program.global_load_const @"attn.lam.lq2" : tensor<4xf32>
  %205 = ml_program.global_load_const @"attn.lam.lk2" : tensor<4xf32>
  %206 = tensor.empty() : tensor<4xf32>
  %207 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%204, %205 : tensor<4xf32>, tensor<4xf32>) outs(%206 : tensor<4xf32>) {
  ^bb0(%x_209: f32, %x_210: f32, %x_211: f32):
    %211 = arith.mulf %x_209, %x_210 : f32
    linalg.yield %211 : f32
  } -> tensor<4xf32>
  %212 = tensor.empty() : tensor<f32>
  %213 = linalg.fill ins(%c_2 : f32) outs(%212 : tensor<f32>) -> tensor<f32>
  %214 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%207 : tensor<4xf32>) outs(%213 : tensor<f32>) {
  ^bb0(%x_216: f32, %x_217: f32):
    %217 = arith.addf %x_217, %x_216 : f32
    linalg.yield %217 : f32
  } -> tensor<f32>
  %218 = tensor.empty() : tensor<f32>
  %219 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%214 : tensor<f32>) outs(%218 : tensor<f32>) {
  ^bb0(%x_221: f32, %x_222: f32):
    %222 = math.exp %x_221 : f32
    linalg.yield %222 : f32
  } -> tensor<f32>
  %223 = tensor.empty() : tensor<f32>
  %224 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%200, %219 : tensor<f32>, tensor<f32>) outs(%223 : tensor<f32>) {
  ^bb0(%x_226: f32, %x_227: f32, %x_228: f32):
    %228 = arith.subf %x_226, %x_227 : f32
    linalg.yield %228 : f32
  } -> tensor<f32>
  %229 = tensor.empty() : tensor<f32>
  %230 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%224 : tensor<f32>) outs(%229 : tensor<f32>) {
  ^bb0(%x_232: f32, %x_233: f32):
    %233 = arith.addf %x_232, %c_5 : f32
    linalg.yield %233 : f32
  } -> tensor<f32>
  %234 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %235 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230, %184 : tensor<f32>, tensor<?x?x4x8xf32>) outs(%234 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_237: f32, %x_238: f32, %x_239: f32):
    %239 = arith.mulf %x_237, %x_238 : f32
    linalg.yield %239 : f32
  } -> tensor<?x?x4x8xf32>
  %240 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %241 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %235 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%240 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_243: f32, %x_244: f32, %x_245: f32):
    %245 = arith.subf %x_243, %x_244 : f32
    linalg.yield %245 : f32
  } -> tensor<?x?x4x8xf32>
  %246 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %247 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%241 : tensor<?x?x4x8xf32>) outs(%246 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_249: f32, %x_250: f32):
    %250 = arith.mulf %x_249, %x_249 : f32
    linalg.yield %250 : f32
  } -> tensor<?x?x4x8xf32>
  %251 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %252 = linalg.fill ins(%c_2 : f32) outs(%251 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %253 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%247 : tensor<?x?x4x8xf32>) outs(%252 : tensor<?x?x4xf32>) {
  ^bb0(%x_255: f32, %x_256: f32):
    %256 = arith.addf %x_256, %x_255 : f32
    linalg.yield %256 : f32
  } -> tensor<?x?x4xf32>
  %257 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %258 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<?x?x4xf32>) outs(%257 : tensor<?x?x4xf32>) {
  ^bb0(%x_260: f32, %x_261: f32):
    %261 = arith.divf %x_260, %c_6 : f32
    linalg.yield %261 : f32
  } -> tensor<?x?x4xf32>
  %262 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %263 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258 : tensor<?x?x4xf32>) outs(%262 : tensor<?x?x4xf32>) {
  ^bb0(%x_265: f32, %x_266: f32):
    %266 = arith.addf %x_265, %c_4 : f32
    linalg.yield %266 : f32
  } -> tensor<?x?x4xf32>
  %267 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %268 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<?x?x4xf32>) outs(%267 : tensor<?x?x4xf32>) {
  ^bb0(%x_270: f32, %x_271: f32):
    %271 = math.rsqrt %x_270 : f32
    linalg.yield %271 : f32
  } -> tensor<?x?x4xf32>
  %272 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %273 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%241, %268 : tensor<?x?x4x8xf32>, tensor<?x?x4xf32>) outs(%272 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_275: f32, %x_276: f32, %x_277: f32):
    %277 = arith.mulf %x_275, %x_276 : f32
    linalg.yield %277 : f32
  } -> tensor<?x?x4x8xf32>
  %278 = ml_program.global_load_const @"attn.norm.weight" : tensor<8xf32>
  %279 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %280 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%273, %278 : tensor<?x?x4x8xf32>, tensor<8xf32>) outs(%279 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_282: f32, %x_283: f32, %x_284: f32):
    %284 = arith.mulf %x_282, %x_283 : f32
    linalg.yield %284 : f32
  } -> tensor<?x?x4x8xf32>
  %285 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %286 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280 : tensor<?x?x4x8xf32>) outs(%285 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_288: f32, %x_289: f32):
    %289 = arith.mulf %x_288, %c_7 : f32
    linalg.yield %289 : f32
  } -> tensor<?x?x4x8xf32>
  %290 = tensor.collapse_shape %286 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %291 = ml_program.global_load_const @"attn.o.weight" : tensor<32x32xf32>
  %292 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %293 = linalg.fill ins(%c_2 : f32) outs(%292 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %294 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%290, %291 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%293 : tensor<?x?x32xf32>) {
  ^bb0(%x_296: f32, %x_297: f32, %x_298: f32):
    %298 = arith.mulf %x_296, %x_297 : f32
    %299 = arith.addf %x_298, %298 : f32
    linalg.yield %299 : f32
  } -> tensor<?x?x32xf32>
  %300 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %301 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %294 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%300 : tensor<?x?x32xf32>) {
  ^bb0(%x_303: f32, %x_304: f32, %x_305: f32):
    %305 = arith.addf %x_303, %x_304 : f32
    linalg.yield %305 : f32
  } -> tensor<?x?x32xf32>
  %306 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %307 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301 : tensor<?x?x32xf32>) outs(%306 : tensor<?x?x32xf32>) {
  ^bb0(%x_309: f32, %x_310: f32):
    %310 = arith.mulf %x_309, %x_309 : f32
    linalg.yield %310 : f32
  } -> tensor<?x?x32xf32>
  %311 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %312 = linalg.fill ins(%c_2 : f32) outs(%311 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%307 : tensor<?x?x32xf32>) outs(%312 : tensor<?x?xf32>) {
  ^bb0(%x_315: f32, %x_316: f32):
    %316 = arith.addf %x_316, %x_315 : f32
    linalg.yield %316 : f32
  } -> tensor<?x?xf32>
  %317 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %318 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%313 : tensor<?x?xf32>) outs(%317 : tensor<?x?xf32>) {
  ^bb0(%x_320: f32, %x_321: f32):
    %321 = arith.divf %x_320, %c_3 : f32
    linalg.yield %321 : f32
  } -> tensor<?x?xf32>
  %322 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %323 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%318 : tensor<?x?xf32>) outs(%322 : tensor<?x?xf32>) {
  ^bb0(%x_325: f32, %x_326: f32):
    %326 = arith.addf %x_325, %c_4 : f32
    linalg.yield %326 : f32
  } -> tensor<?x?xf32>
  %327 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %328 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%323 : tensor<?x?xf32>) outs(%327 : tensor<?x?xf32>) {
  ^bb0(%x_330: f32, %x_331: f32):
    %331 = math.rsqrt %x_330 : f32
    linalg.yield %331 : f32
  } -> tensor<?x?xf32>
  %332 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %333 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301, %328 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%332 : tensor<?x?x32xf32>) {
  ^bb0(%x_335: f32, %x_336: f32, %x_337: f32):
    %337 = arith.mulf %x_335, %x_336 : f32
    linalg.yield %337 : f32
  } -> tensor<?x?x32xf32>
  %338 = ml_program.global_load_const @"norm2.weight" : tensor<32xf32>
  %339 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %340 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333, %338 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%339 : tensor<?x?x32xf32>) {
  ^bb0(%x_342: f32, %x_343: f32, %x_344: f32):
    %344 = arith.mulf %x_342, %x_343 : f32
    linalg.yield %344 : f32
  } -> tensor<?x?x32xf32>
  %345 = ml_program.global_load_const @"mlp.gate.weight" : tensor<48x32xf32>
  %346 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %347 = linalg.fill ins(%c_2 : f32) outs(%346 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %348 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%340, %345 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%347 : tensor<?x?x48xf32>) {
  ^bb0(%x_350: f32, %x_351: f32, %x_352: f32):
    %352 = arith.mulf %x_350, %x_351 : f32
    %353 = arith.addf %x_352, %352 : f32
    linalg.yield %353 : f32
  } -> tensor<?x?x48xf32>
  %354 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %355 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348 : tensor<?x?x48xf32>) outs(%354 : tensor<?x?x48xf32>) {
  ^bb0(%x_357: f32, %x_358: f32):
    %358 = arith.negf %x_357 : f32
    %359 = math.exp %358 : f32
    %360 = arith.addf %359, %c_8 : f32
    %361 = arith.divf %x_357, %360 : f32
    linalg.yield %361 : f32
  } -> tensor<?x?x48xf32>
  %362 = ml_program.global_load_const @"mlp.up.weight" : tensor<48x32xf32>
  %363 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %364 = linalg.fill ins(%c_2 : f32) outs(%363 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %365 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%340, %362 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%364 : tensor<?x?x48xf32>) {
  ^bb0(%x_367: f32, %x_368: f32, %x_369: f32):
    %369 = arith.mulf %x_367, %x_368 : f32
    %370 = arith.addf %x_369, %369 : f32
    linalg.yield %370 : f32
  } -> tensor<?x?x48xf32>
  %371 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %372 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%355, %365 : tensor<?x?x48xf32>, tensor<?x?x48xf32>) outs(%371 : tensor<?x?x48xf32>) {
  ^bb0(%x_374: f32, %x_375: f32, %x_376: f32):
    %376 = arith.mulf %x_374, %x_375 : f32
    linalg.yield %376 : f32
  } -> tensor<?x?x48xf32>
  %377 = ml_program.global_load_const @"mlp.down.weight" : tensor<32x48xf32>
  %378 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %379 = linalg.fill ins(%c_2 : f32) outs(%378 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %380 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%372, %377 : tensor<?x?x48xf32>, tensor<32x48xf32>) outs(%379 : tensor<?x?x32xf32>) {
  ^bb0(%x_382: f32, %x_383: f32, %x_384: f32):
    %384 = arith.mulf %x_382, %x_383 : f32
    %385 = arith.addf %x_384, %384 : f32
    linalg.yield %385 : f32
  } -> tensor<?x?x32xf32>
  %386 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %387 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301, %380 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%386 : tensor<?x?x32xf32>) {
  ^bb0(%x_389: f32, %x_390: f32, %x_391: f32):
    %391 = arith.addf %x_389, %x_390 : f32
    linalg.yield %391 : f32
  } -> tensor<?x?x32xf32>
  return %387 : tensor<?x?x32xf32>
}
}
