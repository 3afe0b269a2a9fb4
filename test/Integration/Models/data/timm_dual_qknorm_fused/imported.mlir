module {
ml_program.global private @"qkv.weight"(#ml_program.extern<tensor<96x32xf32>>) : tensor<96x32xf32>
ml_program.global private @"qkv.bias"(#ml_program.extern<tensor<96xf32>>) : tensor<96xf32>
ml_program.global private @"q_norm.weight"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"k_norm.weight"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lambda_a"(#ml_program.extern<tensor<f32>>) : tensor<f32>
ml_program.global private @"lambda_b"(#ml_program.extern<tensor<f32>>) : tensor<f32>
ml_program.global private @"sub_norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"proj.bias"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"}) -> (tensor<?x?x32xf32> {diffattn.name = "y"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 4.0 : f32
  %c_4 = arith.constant 1.0e-06 : f32
  %c_5 = arith.constant 0.4707130183435842 : f32
  %c_6 = arith.constant 8.0 : f32
  %c_7 = arith.constant 1.0e-05 : f32
  %c_8 = arith.constant 0.5292869816564159 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = ml_program.global_load_const @"qkv.weight" : tensor<96x32xf32>
  %3 = ml_program.global_load_const @"qkv.bias" : tensor<96xf32>
  %4 = tensor.empty(%n_1, %n_2) : tensor<?x?x96xf32>
  %5 = linalg.fill ins(%c_2 : f32) outs(%4 : tensor<?x?x96xf32>) -> tensor<?x?x96xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %2 : tensor<?x?x32xf32>, tensor<96x32xf32>) outs(%5 : tensor<?x?x96xf32>) {
  ^bb0(%x_8: f32, %x_9: f32, %x_10: f32):
    %10 = arith.mulf %x_8, %x_9 : f32
    %11 = arith.addf %x_10, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<?x?x96xf32>
  %12 = tensor.empty(%n_1, %n_2) : tensor<?x?x96xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %3 : tensor<?x?x96xf32>, tensor<96xf32>) outs(%12 : tensor<?x?x96xf32>) {
  ^bb0(%x_15: f32, %x_16: f32, %x_17: f32):
    %17 = arith.addf %x_15, %x_16 : f32
    linalg.yield %17 : f32
  } -> tensor<?x?x96xf32>
  %18 = tensor.extract_slice %13[0, 0, 0] [%n_1, %n_2, 32] [1, 1, 1] : tensor<?x?x96xf32> to tensor<?x?x32xf32>
  %19 = tensor.extract_slice %13[0, 0, 32] [%n_1, %n_2, 32] [1, 1, 1] : tensor<?x?x96xf32> to tensor<?x?x32xf32>
  %20 = tensor.extract_slice %13[0, 0, 64] [%n_1, %n_2, 32] [1, 1, 1] : tensor<?x?x96xf32> to tensor<?x?x32xf32>
  %21 = tensor.expand_shape %18 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %22 = tensor.expand_shape %19 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %23 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %24 = ml_program.global_load_const @"q_norm.weight" : tensor<4xf32>
  %25 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?x8x4xf32>) outs(%25 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_28: f32, %x_29: f32):
    %29 = arith.mulf %x_28, %x_28 : f32
    linalg.yield %29 : f32
  } -> tensor<?x?x8x4xf32>
  %30 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %31 = linalg.fill ins(%c_2 : f32) outs(%30 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26 : tensor<?x?x8x4xf32>) outs(%31 : tensor<?x?x8xf32>) {
  ^bb0(%x_34: f32, %x_35: f32):
    %35 = arith.addf %x_35, %x_34 : f32
    linalg.yield %35 : f32
  } -> tensor<?x?x8xf32>
  %36 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<?x?x8xf32>) outs(%36 : tensor<?x?x8xf32>) {
  ^bb0(%x_39: f32, %x_40: f32):
    %40 = arith.divf %x_39, %c_3 : f32
    linalg.yield %40 : f32
  } -> tensor<?x?x8xf32>
  %41 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<?x?x8xf32>) outs(%41 : tensor<?x?x8xf32>) {
  ^bb0(%x_44: f32, %x_45: f32):
    %45 = arith.addf %x_44, %c_4 : f32
    linalg.yield %45 : f32
  } -> tensor<?x?x8xf32>
  %46 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<?x?x8xf32>) outs(%46 : tensor<?x?x8xf32>) {
  ^bb0(%x_49: f32, %x_50: f32):
    %50 = math.rsqrt %x_49 : f32
    linalg.yield %50 : f32
  } -> tensor<?x?x8xf32>
  %51 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %47 : tensor<?x?x8x4xf32>, tensor<?x?x8xf32>) outs(%51 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_54: f32, %x_55: f32, %x_56: f32):
    %56 = arith.mulf %x_54, %x_55 : f32
    linalg.yield %56 : f32
  } -> tensor<?x?x8x4xf32>
  %57 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %24 : tensor<?x?x8x4xf32>, tensor<4xf32>) outs(%57 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_60: f32, %x_61: f32, %x_62: f32):
    %62 = arith.mulf %x_60, %x_61 : f32
    linalg.yield %62 : f32
  } -> tensor<?x?x8x4xf32>
  %63 = ml_program.global_load_const @"k_norm.weight" : tensor<4xf32>
  %64 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<?x?x8x4xf32>) outs(%64 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_67: f32, %x_68: f32):
    %68 = arith.mulf %x_67, %x_67 : f32
    linalg.yield %68 : f32
  } -> tensor<?x?x8x4xf32>
  %69 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %70 = linalg.fill ins(%c_2 : f32) outs(%69 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<?x?x8x4xf32>) outs(%70 : tensor<?x?x8xf32>) {
  ^bb0(%x_73: f32, %x_74: f32):
    %74 = arith.addf %x_74, %x_73 : f32
    linalg.yield %74 : f32
  } -> tensor<?x?x8xf32>
  %75 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<?x?x8xf32>) outs(%75 : tensor<?x?x8xf32>) {
  ^bb0(%x_78: f32, %x_79: f32):
    %79 = arith.divf %x_78, %c_3 : f32
    linalg.yield %79 : f32
  } -> tensor<?x?x8xf32>
  %80 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<?x?x8xf32>) outs(%80 : tensor<?x?x8xf32>) {
  ^bb0(%x_83: f32, %x_84: f32):
    %84 = arith.addf %x_83, %c_4 : f32
    linalg.yield %84 : f32
  } -> tensor<?x?x8xf32>
  %85 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<?x?x8xf32>) outs(%85 : tensor<?x?x8xf32>) {
  ^bb0(%x_88: f32, %x_89: f32):
    %89 = math.rsqrt %x_88 : f32
    linalg.yield %89 : f32
  } -> tensor<?x?x8xf32>
  %90 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %86 : tensor<?x?x8x4xf32>, tensor<?x?x8xf32>) outs(%90 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_93: f32, %x_94: f32, %x_95: f32):
    %95 = arith.mulf %x_93, %x_94 : f32
    linalg.yield %95 : f32
  } -> tensor<?x?x8x4xf32>
  %96 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x4xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %63 : tensor<?x?x8x4xf32>, tensor<4xf32>) outs(%96 : tensor<?x?x8x4xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.mulf %x_99, %x_100 : f32
    linalg.yield %101 : f32
  } -> tensor<?x?x8x4xf32>
  %102 = ml_program.global_load_const @"lambda_a" : tensor<f32>
  %103 = tensor.empty() : tensor<f32>
  %104 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%102 : tensor<f32>) outs(%103 : tensor<f32>) {
  ^bb0(%x_106: f32, %x_107: f32):
    %107 = math.exp %x_106 : f32
    linalg.yield %107 : f32
  } -> tensor<f32>
  %108 = ml_program.global_load_const @"lambda_b" : tensor<f32>
  %109 = tensor.empty() : tensor<f32>
  %110 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%108 : tensor<f32>) outs(%109 : tensor<f32>) {
  ^bb0(%x_112: f32, %x_113: f32):
    %113 = math.exp %x_112 : f32
    linalg.yield %113 : f32
  } -> tensor<f32>
  %114 = tensor.empty() : tensor<f32>
  %115 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%104, %110 : tensor<f32>, tensor<f32>) outs(%114 : tensor<f32>) {
  ^bb0(%x_117: f32, %x_118: f32, %x_119: f32):
    %119 = arith.subf %x_117, %x_118 : f32
    linalg.yield %119 : f32
  } -> tensor<f32>
  %120 = tensor.empty() : tensor<f32>
  %121 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%115 : tensor<f32>) outs(%120 : tensor<f32>) {
  ^bb0(%x_123: f32, %x_124: f32):
    %124 = arith.addf %x_123, %c_5 : f32
    linalg.yield %124 : f32
  } -> tensor<f32>
  %125 = tensor.expand_shape %58 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %126 = tensor.expand_shape %97 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %127 = tensor.extract_slice %125[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %128 = tensor.extract_slice %125[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %129 = tensor.extract_slice %126[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %130 = tensor.extract_slice %126[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %131 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %132 = diffattn.attention signal(%127[b, m, h, d], %129[b, n, h, d] : tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) value(%23[b, n, h, e] : tensor<?x?x4x8xf32>) outs(%131[b, m, h, e] : tensor<?x?x4x8xf32>)
  %133 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %134 = diffattn.attention signal(%128[b, m, h, d], %130[b, n, h, d] : tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) value(%23[b, n, h, e] : tensor<?x?x4x8xf32>) outs(%133[b, m, h, e] : tensor<?x?x4x8xf32>)
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %134 : tensor<f32>, tensor<?x?x4x8xf32>) outs(%135 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_138: f32, %x_139: f32, %x_140: f32):
    %140 = arith.mulf %x_138, %x_139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x?x4x8xf32>
  %141 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %142 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132, %136 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%141 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_144: f32, %x_145: f32, %x_146: f32):
    %146 = arith.subf %x_144, %x_145 : f32
    linalg.yield %146 : f32
  } -> tensor<?x?x4x8xf32>
  %147 = ml_program.global_load_const @"sub_norm.weight" : tensor<8xf32>
  %148 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<?x?x4x8xf32>) outs(%148 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_151: f32, %x_152: f32):
    %152 = arith.mulf %x_151, %x_151 : f32
    linalg.yield %152 : f32
  } -> tensor<?x?x4x8xf32>
  %153 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %154 = linalg.fill ins(%c_2 : f32) outs(%153 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %155 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%149 : tensor<?x?x4x8xf32>) outs(%154 : tensor<?x?x4xf32>) {
  ^bb0(%x_157: f32, %x_158: f32):
    %158 = arith.addf %x_158, %x_157 : f32
    linalg.yield %158 : f32
  } -> tensor<?x?x4xf32>
  %159 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %160 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<?x?x4xf32>) outs(%159 : tensor<?x?x4xf32>) {
  ^bb0(%x_162: f32, %x_163: f32):
    %163 = arith.divf %x_162, %c_6 : f32
    linalg.yield %163 : f32
  } -> tensor<?x?x4xf32>
  %164 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<?x?x4xf32>) outs(%164 : tensor<?x?x4xf32>) {
  ^bb0(%x_167: f32, %x_168: f32):
    %168 = arith.addf %x_167, %c_7 : f32
    linalg.yield %168 : f32
  } -> tensor<?x?x4xf32>
  %169 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %170 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<?x?x4xf32>) outs(%169 : tensor<?x?x4xf32>) {
  ^bb0(%x_172: f32, %x_173: f32):
    %173 = math.rsqrt %x_172 : f32
    linalg.yield %173 : f32
  } -> tensor<?x?x4xf32>
  %174 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %175 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %170 : tensor<?x?x4x8xf32>, tensor<?x?x4xf32>) outs(%174 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_177: f32, %x_178: f32, %x_179: f32):
    %179 = arith.mulf %x_177, %x_178 : f32
    linalg.yield %179 : f32
  } -> tensor<?x?x4x8xf32>
  %180 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %181 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175, %147 : tensor<?x?x4x8xf32>, tensor<8xf32>) outs(%180 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_183: f32, %x_184: f32, %x_185: f32):
    %185 = arith.mulf %x_183, %x_184 : f32
    linalg.yield %185 : f32
  } -> tensor<?x?x4x8xf32>
  %186 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %187 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<?x?x4x8xf32>) outs(%186 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_189: f32, %x_190: f32):
    %190 = arith.mulf %x_189, %c_8 : f32
    linalg.yield %190 : f32
  } -> tensor<?x?x4x8xf32>
  %191 = tensor.collapse_shape %187 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %192 = ml_program.global_load_const @"proj.weight" : tensor<32x32xf32>
  %193 = ml_program.global_load_const @"proj.bias" : tensor<32xf32>
  %194 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %195 = linalg.fill ins(%c_2 : f32) outs(%194 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %196 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%191, %192 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%195 : tensor<?x?x32xf32>) {
  ^bb0(%x_198: f32, %x_199: f32, %x_200: f32):
    %200 = arith.mulf %x_198, %x_199 : f32
    %201 = arith.addf %x_200, %200 : f32
    linalg.yield %201 : f32
  } -> tensor<?x?x32xf32>
  %202 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %203 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %193 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%202 : tensor<?x?x32xf32>) {
  ^bb0(%x_205: f32, %x_206: f32, %x_207: f32):
    %207 = arith.addf %x_205, %x_206 : f32
    linalg.yield %207 : f32
  } -> tensor<?x?x32xf32>
  return %203 : tensor<?x?x32xf32>
}
}
