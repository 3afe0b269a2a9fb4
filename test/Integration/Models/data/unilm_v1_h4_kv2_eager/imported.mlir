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
  %c_5 = arith.constant 0.5 : f32
  %c_6 = arith.constant 0xFF800000 : f32
  %c_7 = arith.constant 0.35550906759096934 : f32
  %c_8 = arith.constant 8.0 : f32
  %c_9 = arith.constant 0.6444909324090307 : f32
  %c_10 = arith.constant 1.0 : f32
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
  %169 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %170 = linalg.fill ins(%c_2 : f32) outs(%169 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %171 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%157, %163 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%170 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_173: f32, %x_174: f32, %x_175: f32):
    %175 = arith.mulf %x_173, %x_174 : f32
    %176 = arith.addf %x_175, %175 : f32
    linalg.yield %176 : f32
  } -> tensor<?x4x?x?xf32>
  %177 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %178 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171 : tensor<?x4x?x?xf32>) outs(%177 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_180: f32, %x_181: f32):
    %181 = arith.mulf %x_180, %c_5 : f32
    linalg.yield %181 : f32
  } -> tensor<?x4x?x?xf32>
  %182 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %183 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<?x4x?x?xf32>) outs(%182 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_185: f32, %x_186: f32):
    %186 = linalg.index 3 : index
    %187 = linalg.index 2 : index
    %188 = arith.cmpi sgt, %186, %187 : index
    %189 = arith.select %188, %c_6, %x_185 : f32
    linalg.yield %189 : f32
  } -> tensor<?x4x?x?xf32>
  %190 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %191 = linalg.softmax dimension(3) ins(%183 : tensor<?x4x?x?xf32>) outs(%190 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %192 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %193 = linalg.fill ins(%c_2 : f32) outs(%192 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %194 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%191, %168 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%193 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_196: f32, %x_197: f32, %x_198: f32):
    %198 = arith.mulf %x_196, %x_197 : f32
    %199 = arith.addf %x_198, %198 : f32
    linalg.yield %199 : f32
  } -> tensor<?x4x?x8xf32>
  %200 = tensor.extract_slice %155[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %201 = tensor.extract_slice %156[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %202 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %203 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%201 : tensor<?x?x2x4xf32>) outs(%202 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_205: f32, %x_206: f32):
    linalg.yield %x_205 : f32
  } -> tensor<?x2x2x?x4xf32>
  %206 = tensor.collapse_shape %203 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %207 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %208 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<?x?x2x8xf32>) outs(%207 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_210: f32, %x_211: f32):
    linalg.yield %x_210 : f32
  } -> tensor<?x2x2x?x8xf32>
  %211 = tensor.collapse_shape %208 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %212 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %213 = linalg.fill ins(%c_2 : f32) outs(%212 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %214 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%200, %206 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%213 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_216: f32, %x_217: f32, %x_218: f32):
    %218 = arith.mulf %x_216, %x_217 : f32
    %219 = arith.addf %x_218, %218 : f32
    linalg.yield %219 : f32
  } -> tensor<?x4x?x?xf32>
  %220 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %221 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214 : tensor<?x4x?x?xf32>) outs(%220 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_223: f32, %x_224: f32):
    %224 = arith.mulf %x_223, %c_5 : f32
    linalg.yield %224 : f32
  } -> tensor<?x4x?x?xf32>
  %225 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %226 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221 : tensor<?x4x?x?xf32>) outs(%225 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_228: f32, %x_229: f32):
    %229 = linalg.index 3 : index
    %230 = linalg.index 2 : index
    %231 = arith.cmpi sgt, %229, %230 : index
    %232 = arith.select %231, %c_6, %x_228 : f32
    linalg.yield %232 : f32
  } -> tensor<?x4x?x?xf32>
  %233 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %234 = linalg.softmax dimension(3) ins(%226 : tensor<?x4x?x?xf32>) outs(%233 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %235 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %236 = linalg.fill ins(%c_2 : f32) outs(%235 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%234, %211 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%236 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_239: f32, %x_240: f32, %x_241: f32):
    %241 = arith.mulf %x_239, %x_240 : f32
    %242 = arith.addf %x_241, %241 : f32
    linalg.yield %242 : f32
  } -> tensor<?x4x?x8xf32>
  %243 = ml_program.global_load_const @"attn.lam.lq1" : tensor<4xf32>
  %244 = ml_program.global_load_const @"attn.lam.lk1" : tensor<4xf32>
  %245 = tensor.empty() : tensor<4xf32>
  %246 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%243, %244 : tensor<4xf32>, tensor<4xf32>) outs(%245 : tensor<4xf32>) {
  ^bb0(%x_248: f32, %x_249: f32, %x_250: f32):
    %250 = arith.mulf %x_248, %x_249 : f32
    linalg.yield %250 : f32
  } -> tensor<4xf32>
  %251 = tensor.empty() : tensor<f32>
  %252 = linalg.fill ins(%c_2 : f32) outs(%251 : tensor<f32>) -> tensor<f32>
  %253 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%246 : tensor<4xf32>) outs(%252 : tensor<f32>) {
  ^bb0(%x_255: f32, %x_256: f32):
    %256 = arith.addf %x_256, %x_255 : f32
    linalg.yield %256 : f32
  } -> tensor<f32>
  %257 = tensor.empty() : tensor<f32>
  %258 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%253 : tensor<f32>) outs(%257 : tensor<f32>) {
  ^bb0(%x_260: f32, %x_261: f32):
    %261 = math.exp %x_260 : f32
    linalg.yield %261 : f32
  } -> tensor<f32>
  %262 = ml_program.global_load_const @"attn.lam.lq2" : tensor<4xf32>
  %263 = ml_program.global_load_const @"attn.lam.lk2" : tensor<4xf32>
  %264 = tensor.empty() : tensor<4xf32>
  %265 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%262, %263 : tensor<4xf32>, tensor<4xf32>) outs(%264 : tensor<4xf32>) {
  ^bb0(%x_267: f32, %x_268: f32, %x_269: f32):
    %269 = arith.mulf %x_267, %x_268 : f32
    linalg.yield %269 : f32
  } -> tensor<4xf32>
  %270 = tensor.empty() : tensor<f32>
  %271 = linalg.fill ins(%c_2 : f32) outs(%270 : tensor<f32>) -> tensor<f32>
  %272 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%265 : tensor<4xf32>) outs(%271 : tensor<f32>) {
  ^bb0(%x_274: f32, %x_275: f32):
    %275 = arith.addf %x_275, %x_274 : f32
    linalg.yield %275 : f32
  } -> tensor<f32>
  %276 = tensor.empty() : tensor<f32>
  %277 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%272 : tensor<f32>) outs(%276 : tensor<f32>) {
  ^bb0(%x_279: f32, %x_280: f32):
    %280 = math.exp %x_279 : f32
    linalg.yield %280 : f32
  } -> tensor<f32>
  %281 = tensor.empty() : tensor<f32>
  %282 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%258, %277 : tensor<f32>, tensor<f32>) outs(%281 : tensor<f32>) {
  ^bb0(%x_284: f32, %x_285: f32, %x_286: f32):
    %286 = arith.subf %x_284, %x_285 : f32
    linalg.yield %286 : f32
  } -> tensor<f32>
  %287 = tensor.empty() : tensor<f32>
  %288 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%282 : tensor<f32>) outs(%287 : tensor<f32>) {
  ^bb0(%x_290: f32, %x_291: f32):
    %291 = arith.addf %x_290, %c_7 : f32
    linalg.yield %291 : f32
  } -> tensor<f32>
  %292 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %293 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288, %237 : tensor<f32>, tensor<?x4x?x8xf32>) outs(%292 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_295: f32, %x_296: f32, %x_297: f32):
    %297 = arith.mulf %x_295, %x_296 : f32
    linalg.yield %297 : f32
  } -> tensor<?x4x?x8xf32>
  %298 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %299 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194, %293 : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) outs(%298 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_301: f32, %x_302: f32, %x_303: f32):
    %303 = arith.subf %x_301, %x_302 : f32
    linalg.yield %303 : f32
  } -> tensor<?x4x?x8xf32>
  %304 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299 : tensor<?x4x?x8xf32>) outs(%304 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_307: f32, %x_308: f32):
    %308 = arith.mulf %x_307, %x_307 : f32
    linalg.yield %308 : f32
  } -> tensor<?x4x?x8xf32>
  %309 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %310 = linalg.fill ins(%c_2 : f32) outs(%309 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %311 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%305 : tensor<?x4x?x8xf32>) outs(%310 : tensor<?x4x?xf32>) {
  ^bb0(%x_313: f32, %x_314: f32):
    %314 = arith.addf %x_314, %x_313 : f32
    linalg.yield %314 : f32
  } -> tensor<?x4x?xf32>
  %315 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %316 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311 : tensor<?x4x?xf32>) outs(%315 : tensor<?x4x?xf32>) {
  ^bb0(%x_318: f32, %x_319: f32):
    %319 = arith.divf %x_318, %c_8 : f32
    linalg.yield %319 : f32
  } -> tensor<?x4x?xf32>
  %320 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %321 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%316 : tensor<?x4x?xf32>) outs(%320 : tensor<?x4x?xf32>) {
  ^bb0(%x_323: f32, %x_324: f32):
    %324 = arith.addf %x_323, %c_4 : f32
    linalg.yield %324 : f32
  } -> tensor<?x4x?xf32>
  %325 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %326 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%321 : tensor<?x4x?xf32>) outs(%325 : tensor<?x4x?xf32>) {
  ^bb0(%x_328: f32, %x_329: f32):
    %329 = math.rsqrt %x_328 : f32
    linalg.yield %329 : f32
  } -> tensor<?x4x?xf32>
  %330 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %331 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299, %326 : tensor<?x4x?x8xf32>, tensor<?x4x?xf32>) outs(%330 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_333: f32, %x_334: f32, %x_335: f32):
    %335 = arith.mulf %x_333, %x_334 : f32
    linalg.yield %335 : f32
  } -> tensor<?x4x?x8xf32>
  %336 = ml_program.global_load_const @"attn.norm.weight" : tensor<8xf32>
  %337 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %338 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%331, %336 : tensor<?x4x?x8xf32>, tensor<8xf32>) outs(%337 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_340: f32, %x_341: f32, %x_342: f32):
    %342 = arith.mulf %x_340, %x_341 : f32
    linalg.yield %342 : f32
  } -> tensor<?x4x?x8xf32>
  %343 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %344 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%338 : tensor<?x4x?x8xf32>) outs(%343 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_346: f32, %x_347: f32):
    %347 = arith.mulf %x_346, %c_9 : f32
    linalg.yield %347 : f32
  } -> tensor<?x4x?x8xf32>
  %348 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %349 = linalg.transpose ins(%344 : tensor<?x4x?x8xf32>) outs(%348 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %350 = tensor.collapse_shape %349 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %351 = ml_program.global_load_const @"attn.o.weight" : tensor<32x32xf32>
  %352 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %353 = linalg.fill ins(%c_2 : f32) outs(%352 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%350, %351 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%353 : tensor<?x?x32xf32>) {
  ^bb0(%x_356: f32, %x_357: f32, %x_358: f32):
    %358 = arith.mulf %x_356, %x_357 : f32
    %359 = arith.addf %x_358, %358 : f32
    linalg.yield %359 : f32
  } -> tensor<?x?x32xf32>
  %360 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %361 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %354 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%360 : tensor<?x?x32xf32>) {
  ^bb0(%x_363: f32, %x_364: f32, %x_365: f32):
    %365 = arith.addf %x_363, %x_364 : f32
    linalg.yield %365 : f32
  } -> tensor<?x?x32xf32>
  %366 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %367 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361 : tensor<?x?x32xf32>) outs(%366 : tensor<?x?x32xf32>) {
  ^bb0(%x_369: f32, %x_370: f32):
    %370 = arith.mulf %x_369, %x_369 : f32
    linalg.yield %370 : f32
  } -> tensor<?x?x32xf32>
  %371 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %372 = linalg.fill ins(%c_2 : f32) outs(%371 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %373 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%367 : tensor<?x?x32xf32>) outs(%372 : tensor<?x?xf32>) {
  ^bb0(%x_375: f32, %x_376: f32):
    %376 = arith.addf %x_376, %x_375 : f32
    linalg.yield %376 : f32
  } -> tensor<?x?xf32>
  %377 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %378 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%373 : tensor<?x?xf32>) outs(%377 : tensor<?x?xf32>) {
  ^bb0(%x_380: f32, %x_381: f32):
    %381 = arith.divf %x_380, %c_3 : f32
    linalg.yield %381 : f32
  } -> tensor<?x?xf32>
  %382 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %383 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%378 : tensor<?x?xf32>) outs(%382 : tensor<?x?xf32>) {
  ^bb0(%x_385: f32, %x_386: f32):
    %386 = arith.addf %x_385, %c_4 : f32
    linalg.yield %386 : f32
  } -> tensor<?x?xf32>
  %387 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %388 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%383 : tensor<?x?xf32>) outs(%387 : tensor<?x?xf32>) {
  ^bb0(%x_390: f32, %x_391: f32):
    %391 = math.rsqrt %x_390 : f32
    linalg.yield %391 : f32
  } -> tensor<?x?xf32>
  %392 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %393 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %388 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%392 : tensor<?x?x32xf32>) {
  ^bb0(%x_395: f32, %x_396: f32, %x_397: f32):
    %397 = arith.mulf %x_395, %x_396 : f32
    linalg.yield %397 : f32
  } -> tensor<?x?x32xf32>
  %398 = ml_program.global_load_const @"norm2.weight" : tensor<32xf32>
  %399 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %400 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%393, %398 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%399 : tensor<?x?x32xf32>) {
  ^bb0(%x_402: f32, %x_403: f32, %x_404: f32):
    %404 = arith.mulf %x_402, %x_403 : f32
    linalg.yield %404 : f32
  } -> tensor<?x?x32xf32>
  %405 = ml_program.global_load_const @"mlp.gate.weight" : tensor<48x32xf32>
  %406 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %407 = linalg.fill ins(%c_2 : f32) outs(%406 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %408 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%400, %405 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%407 : tensor<?x?x48xf32>) {
  ^bb0(%x_410: f32, %x_411: f32, %x_412: f32):
    %412 = arith.mulf %x_410, %x_411 : f32
    %413 = arith.addf %x_412, %412 : f32
    linalg.yield %413 : f32
  } -> tensor<?x?x48xf32>
  %414 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %415 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%408 : tensor<?x?x48xf32>) outs(%414 : tensor<?x?x48xf32>) {
  ^bb0(%x_417: f32, %x_418: f32):
    %418 = arith.negf %x_417 : f32
    %419 = math.exp %418 : f32
    %420 = arith.addf %419, %c_10 : f32
    %421 = arith.divf %x_417, %420 : f32
    linalg.yield %421 : f32
  } -> tensor<?x?x48xf32>
  %422 = ml_program.global_load_const @"mlp.up.weight" : tensor<48x32xf32>
  %423 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %424 = linalg.fill ins(%c_2 : f32) outs(%423 : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %425 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%400, %422 : tensor<?x?x32xf32>, tensor<48x32xf32>) outs(%424 : tensor<?x?x48xf32>) {
  ^bb0(%x_427: f32, %x_428: f32, %x_429: f32):
    %429 = arith.mulf %x_427, %x_428 : f32
    %430 = arith.addf %x_429, %429 : f32
    linalg.yield %430 : f32
  } -> tensor<?x?x48xf32>
  %431 = tensor.empty(%n_1, %n_2) : tensor<?x?x48xf32>
  %432 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%415, %425 : tensor<?x?x48xf32>, tensor<?x?x48xf32>) outs(%431 : tensor<?x?x48xf32>) {
  ^bb0(%x_434: f32, %x_435: f32, %x_436: f32):
    %436 = arith.mulf %x_434, %x_435 : f32
    linalg.yield %436 : f32
  } -> tensor<?x?x48xf32>
  %437 = ml_program.global_load_const @"mlp.down.weight" : tensor<32x48xf32>
  %438 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %439 = linalg.fill ins(%c_2 : f32) outs(%438 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %440 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%432, %437 : tensor<?x?x48xf32>, tensor<32x48xf32>) outs(%439 : tensor<?x?x32xf32>) {
  ^bb0(%x_442: f32, %x_443: f32, %x_444: f32):
    %444 = arith.mulf %x_442, %x_443 : f32
    %445 = arith.addf %x_444, %444 : f32
    linalg.yield %445 : f32
  } -> tensor<?x?x32xf32>
  %446 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %447 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %440 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%446 : tensor<?x?x32xf32>) {
  ^bb0(%x_449: f32, %x_450: f32, %x_451: f32):
    %451 = arith.addf %x_449, %x_450 : f32
    linalg.yield %451 : f32
  } -> tensor<?x?x32xf32>
  return %447 : tensor<?x?x32xf32>
}
}
