module {
ml_program.global private @"model.embed_tokens.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>
ml_program.global private @"model.layers.0.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.k_proj.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"model.layers.0.self_attn.v_proj.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"model.layers.0.self_attn.o_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.post_attention_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.mlp.gate_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.up_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.down_proj.weight"(#ml_program.extern<tensor<32x37xf32>>) : tensor<32x37xf32>
ml_program.global private @"model.layers.1.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.1.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.self_attn.k_proj.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"model.layers.1.self_attn.v_proj.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"model.layers.1.self_attn.o_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.post_attention_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.1.mlp.gate_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.1.mlp.up_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.1.mlp.down_proj.weight"(#ml_program.extern<tensor<32x37xf32>>) : tensor<32x37xf32>
ml_program.global private @"model.norm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"lm_head.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>

func.func @"forward"(
    %ids: tensor<?x?xi64> {diffattn.name = "ids"}) -> (tensor<?x?x99xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 99 : index
  %c_3 = arith.constant 0.0 : f32
  %c_4 = arith.constant -3.4028234663852886e+38 : f32
  %c_5 = arith.constant dense<"0x0000803FCDCCCC3D0AD7233C6F12833A"> : tensor<4xf32>
  %c_6 = arith.constant 1.0 : f32
  %c_7 = arith.constant 32.0 : f32
  %c_8 = arith.constant 1.0e-06 : f32
  %c_9 = arith.constant 0.3535533905932738 : f32
  %n_1 = tensor.dim %ids, %c_0 : tensor<?x?xi64>
  %n_2 = tensor.dim %ids, %c_1 : tensor<?x?xi64>
  %2 = ml_program.global_load_const @"model.embed_tokens.weight" : tensor<99x32xf32>
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<?x?xi64>) outs(%3 : tensor<?x?x32xf32>) {
  ^bb0(%x_6: i64, %x_7: f32):
    %7 = linalg.index 2 : index
    %8 = arith.index_cast %7 : index to i64
    %9 = arith.index_cast %x_6 : i64 to index
    %10 = arith.cmpi slt, %9, %c_0 : index
    %11 = arith.addi %9, %c_2 : index
    %12 = arith.select %10, %11, %9 : index
    %13 = arith.index_cast %8 : i64 to index
    %14 = tensor.extract %2[%12, %13] : tensor<99x32xf32>
    linalg.yield %14 : f32
  } -> tensor<?x?x32xf32>
  %15 = tensor.empty(%n_2, %n_2) : tensor<?x?xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%15 : tensor<?x?xf32>) {
  ^bb0(%x_18: f32):
    %18 = linalg.index 1 : index
    %19 = linalg.index 0 : index
    %20 = arith.cmpi sle, %18, %19 : index
    %21 = arith.select %20, %c_3, %c_4 : f32
    linalg.yield %21 : f32
  } -> tensor<?x?xf32>
  %22 = tensor.empty(%n_2) : tensor<?xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%22 : tensor<?xf32>) {
  ^bb0(%x_25: f32):
    %25 = linalg.index 0 : index
    %26 = arith.index_cast %25 : index to i64
    %27 = arith.sitofp %26 : i64 to f32
    linalg.yield %27 : f32
  } -> tensor<?xf32>
  %28 = tensor.empty(%n_2) : tensor<?x4xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23, %c_5 : tensor<?xf32>, tensor<4xf32>) outs(%28 : tensor<?x4xf32>) {
  ^bb0(%x_31: f32, %x_32: f32, %x_33: f32):
    %33 = arith.mulf %x_31, %x_32 : f32
    linalg.yield %33 : f32
  } -> tensor<?x4xf32>
  %34 = tensor.concat dim(1) %29, %29 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %35 = tensor.empty(%n_2) : tensor<?x8xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<?x8xf32>) outs(%35 : tensor<?x8xf32>) {
  ^bb0(%x_38: f32, %x_39: f32):
    %39 = math.cos %x_38 : f32
    linalg.yield %39 : f32
  } -> tensor<?x8xf32>
  %40 = tensor.empty(%n_2) : tensor<?x8xf32>
  %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<?x8xf32>) outs(%40 : tensor<?x8xf32>) {
  ^bb0(%x_43: f32, %x_44: f32):
    %44 = arith.mulf %x_43, %c_6 : f32
    linalg.yield %44 : f32
  } -> tensor<?x8xf32>
  %45 = tensor.empty(%n_2) : tensor<?x8xf32>
  %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<?x8xf32>) outs(%45 : tensor<?x8xf32>) {
  ^bb0(%x_48: f32, %x_49: f32):
    %49 = math.sin %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x8xf32>
  %50 = tensor.empty(%n_2) : tensor<?x8xf32>
  %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<?x8xf32>) outs(%50 : tensor<?x8xf32>) {
  ^bb0(%x_53: f32, %x_54: f32):
    %54 = arith.mulf %x_53, %c_6 : f32
    linalg.yield %54 : f32
  } -> tensor<?x8xf32>
  %55 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x?x32xf32>) outs(%55 : tensor<?x?x32xf32>) {
  ^bb0(%x_58: f32, %x_59: f32):
    %59 = arith.mulf %x_58, %x_58 : f32
    linalg.yield %59 : f32
  } -> tensor<?x?x32xf32>
  %60 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %61 = linalg.fill ins(%c_3 : f32) outs(%60 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<?x?x32xf32>) outs(%61 : tensor<?x?xf32>) {
  ^bb0(%x_64: f32, %x_65: f32):
    %65 = arith.addf %x_65, %x_64 : f32
    linalg.yield %65 : f32
  } -> tensor<?x?xf32>
  %66 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<?x?xf32>) outs(%66 : tensor<?x?xf32>) {
  ^bb0(%x_69: f32, %x_70: f32):
    %70 = arith.divf %x_69, %c_7 : f32
    linalg.yield %70 : f32
  } -> tensor<?x?xf32>
  %71 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<?x?xf32>) outs(%71 : tensor<?x?xf32>) {
  ^bb0(%x_74: f32, %x_75: f32):
    %75 = arith.addf %x_74, %c_8 : f32
    linalg.yield %75 : f32
  } -> tensor<?x?xf32>
  %76 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<?x?xf32>) outs(%76 : tensor<?x?xf32>) {
  ^bb0(%x_79: f32, %x_80: f32):
    %80 = math.rsqrt %x_79 : f32
    linalg.yield %80 : f32
  } -> tensor<?x?xf32>
  %81 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %82 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %77 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%81 : tensor<?x?x32xf32>) {
  ^bb0(%x_84: f32, %x_85: f32, %x_86: f32):
    %86 = arith.mulf %x_84, %x_85 : f32
    linalg.yield %86 : f32
  } -> tensor<?x?x32xf32>
  %87 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<32xf32>
  %88 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %82 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%88 : tensor<?x?x32xf32>) {
  ^bb0(%x_91: f32, %x_92: f32, %x_93: f32):
    %93 = arith.mulf %x_91, %x_92 : f32
    linalg.yield %93 : f32
  } -> tensor<?x?x32xf32>
  %94 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<32x32xf32>
  %95 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %96 = linalg.fill ins(%c_3 : f32) outs(%95 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89, %94 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%96 : tensor<?x?x32xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.mulf %x_99, %x_100 : f32
    %102 = arith.addf %x_101, %101 : f32
    linalg.yield %102 : f32
  } -> tensor<?x?x32xf32>
  %103 = tensor.expand_shape %97 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %104 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<8x32xf32>
  %105 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %106 = linalg.fill ins(%c_3 : f32) outs(%105 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89, %104 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%106 : tensor<?x?x8xf32>) {
  ^bb0(%x_109: f32, %x_110: f32, %x_111: f32):
    %111 = arith.mulf %x_109, %x_110 : f32
    %112 = arith.addf %x_111, %111 : f32
    linalg.yield %112 : f32
  } -> tensor<?x?x8xf32>
  %113 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<8x32xf32>
  %114 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %115 = linalg.fill ins(%c_3 : f32) outs(%114 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %116 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89, %113 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%115 : tensor<?x?x8xf32>) {
  ^bb0(%x_118: f32, %x_119: f32, %x_120: f32):
    %120 = arith.mulf %x_118, %x_119 : f32
    %121 = arith.addf %x_120, %120 : f32
    linalg.yield %121 : f32
  } -> tensor<?x?x8xf32>
  %122 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %41 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%122 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_125: f32, %x_126: f32, %x_127: f32):
    %127 = arith.mulf %x_125, %x_126 : f32
    linalg.yield %127 : f32
  } -> tensor<?x?x4x8xf32>
  %128 = tensor.extract_slice %103[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %129 = tensor.extract_slice %103[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %130 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %131 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129 : tensor<?x?x4x4xf32>) outs(%130 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_133: f32, %x_134: f32):
    %134 = arith.negf %x_133 : f32
    linalg.yield %134 : f32
  } -> tensor<?x?x4x4xf32>
  %135 = tensor.concat dim(3) %131, %128 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %136 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %137 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %51 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%136 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_139: f32, %x_140: f32, %x_141: f32):
    %141 = arith.mulf %x_139, %x_140 : f32
    linalg.yield %141 : f32
  } -> tensor<?x?x4x8xf32>
  %142 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %143 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %137 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%142 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_145: f32, %x_146: f32, %x_147: f32):
    %147 = arith.addf %x_145, %x_146 : f32
    linalg.yield %147 : f32
  } -> tensor<?x?x4x8xf32>
  %148 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %41 : tensor<?x?x8xf32>, tensor<?x8xf32>) outs(%148 : tensor<?x?x8xf32>) {
  ^bb0(%x_151: f32, %x_152: f32, %x_153: f32):
    %153 = arith.mulf %x_151, %x_152 : f32
    linalg.yield %153 : f32
  } -> tensor<?x?x8xf32>
  %154 = tensor.extract_slice %107[0, 0, 0] [%n_1, %n_2, 4] [1, 1, 1] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %155 = tensor.extract_slice %107[0, 0, 4] [%n_1, %n_2, 4] [1, 1, 1] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %156 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %157 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<?x?x4xf32>) outs(%156 : tensor<?x?x4xf32>) {
  ^bb0(%x_159: f32, %x_160: f32):
    %160 = arith.negf %x_159 : f32
    linalg.yield %160 : f32
  } -> tensor<?x?x4xf32>
  %161 = tensor.concat dim(2) %157, %154 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x8xf32>
  %162 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %163 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %51 : tensor<?x?x8xf32>, tensor<?x8xf32>) outs(%162 : tensor<?x?x8xf32>) {
  ^bb0(%x_165: f32, %x_166: f32, %x_167: f32):
    %167 = arith.mulf %x_165, %x_166 : f32
    linalg.yield %167 : f32
  } -> tensor<?x?x8xf32>
  %168 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %169 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %163 : tensor<?x?x8xf32>, tensor<?x?x8xf32>) outs(%168 : tensor<?x?x8xf32>) {
  ^bb0(%x_171: f32, %x_172: f32, %x_173: f32):
    %173 = arith.addf %x_171, %x_172 : f32
    linalg.yield %173 : f32
  } -> tensor<?x?x8xf32>
  %174 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %175 = linalg.fill ins(%c_3 : f32) outs(%174 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %176 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%143, %169 : tensor<?x?x4x8xf32>, tensor<?x?x8xf32>) outs(%175 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_178: f32, %x_179: f32, %x_180: f32):
    %180 = arith.mulf %x_178, %x_179 : f32
    %181 = arith.addf %x_180, %180 : f32
    linalg.yield %181 : f32
  } -> tensor<?x4x?x?xf32>
  %182 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %183 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176 : tensor<?x4x?x?xf32>) outs(%182 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_185: f32, %x_186: f32):
    %186 = arith.mulf %x_185, %c_9 : f32
    linalg.yield %186 : f32
  } -> tensor<?x4x?x?xf32>
  %187 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %188 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %16 : tensor<?x4x?x?xf32>, tensor<?x?xf32>) outs(%187 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_190: f32, %x_191: f32, %x_192: f32):
    %192 = arith.addf %x_190, %x_191 : f32
    linalg.yield %192 : f32
  } -> tensor<?x4x?x?xf32>
  %193 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %194 = linalg.softmax dimension(3) ins(%188 : tensor<?x4x?x?xf32>) outs(%193 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %195 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %196 = linalg.fill ins(%c_3 : f32) outs(%195 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %197 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%194, %116 : tensor<?x4x?x?xf32>, tensor<?x?x8xf32>) outs(%196 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_199: f32, %x_200: f32, %x_201: f32):
    %201 = arith.mulf %x_199, %x_200 : f32
    %202 = arith.addf %x_201, %201 : f32
    linalg.yield %202 : f32
  } -> tensor<?x4x?x8xf32>
  %203 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %204 = linalg.transpose ins(%197 : tensor<?x4x?x8xf32>) outs(%203 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %205 = tensor.collapse_shape %204 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %206 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<32x32xf32>
  %207 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %208 = linalg.fill ins(%c_3 : f32) outs(%207 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %209 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%205, %206 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%208 : tensor<?x?x32xf32>) {
  ^bb0(%x_211: f32, %x_212: f32, %x_213: f32):
    %213 = arith.mulf %x_211, %x_212 : f32
    %214 = arith.addf %x_213, %213 : f32
    linalg.yield %214 : f32
  } -> tensor<?x?x32xf32>
  %215 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %216 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %209 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%215 : tensor<?x?x32xf32>) {
  ^bb0(%x_218: f32, %x_219: f32, %x_220: f32):
    %220 = arith.addf %x_218, %x_219 : f32
    linalg.yield %220 : f32
  } -> tensor<?x?x32xf32>
  %221 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %222 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<?x?x32xf32>) outs(%221 : tensor<?x?x32xf32>) {
  ^bb0(%x_224: f32, %x_225: f32):
    %225 = arith.mulf %x_224, %x_224 : f32
    linalg.yield %225 : f32
  } -> tensor<?x?x32xf32>
  %226 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %227 = linalg.fill ins(%c_3 : f32) outs(%226 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %228 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%222 : tensor<?x?x32xf32>) outs(%227 : tensor<?x?xf32>) {
  ^bb0(%x_230: f32, %x_231: f32):
    %231 = arith.addf %x_231, %x_230 : f32
    linalg.yield %231 : f32
  } -> tensor<?x?xf32>
  %232 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %233 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%228 : tensor<?x?xf32>) outs(%232 : tensor<?x?xf32>) {
  ^bb0(%x_235: f32, %x_236: f32):
    %236 = arith.divf %x_235, %c_7 : f32
    linalg.yield %236 : f32
  } -> tensor<?x?xf32>
  %237 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %238 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%233 : tensor<?x?xf32>) outs(%237 : tensor<?x?xf32>) {
  ^bb0(%x_240: f32, %x_241: f32):
    %241 = arith.addf %x_240, %c_8 : f32
    linalg.yield %241 : f32
  } -> tensor<?x?xf32>
  %242 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %243 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<?x?xf32>) outs(%242 : tensor<?x?xf32>) {
  ^bb0(%x_245: f32, %x_246: f32):
    %246 = math.rsqrt %x_245 : f32
    linalg.yield %246 : f32
  } -> tensor<?x?xf32>
  %247 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %248 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %243 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%247 : tensor<?x?x32xf32>) {
  ^bb0(%x_250: f32, %x_251: f32, %x_252: f32):
    %252 = arith.mulf %x_250, %x_251 : f32
    linalg.yield %252 : f32
  } -> tensor<?x?x32xf32>
  %253 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<32xf32>
  %254 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %255 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %248 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%254 : tensor<?x?x32xf32>) {
  ^bb0(%x_257: f32, %x_258: f32, %x_259: f32):
    %259 = arith.mulf %x_257, %x_258 : f32
    linalg.yield %259 : f32
  } -> tensor<?x?x32xf32>
  %260 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<37x32xf32>
  %261 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %262 = linalg.fill ins(%c_3 : f32) outs(%261 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %263 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%255, %260 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%262 : tensor<?x?x37xf32>) {
  ^bb0(%x_265: f32, %x_266: f32, %x_267: f32):
    %267 = arith.mulf %x_265, %x_266 : f32
    %268 = arith.addf %x_267, %267 : f32
    linalg.yield %268 : f32
  } -> tensor<?x?x37xf32>
  %269 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %270 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<?x?x37xf32>) outs(%269 : tensor<?x?x37xf32>) {
  ^bb0(%x_272: f32, %x_273: f32):
    %273 = arith.negf %x_272 : f32
    %274 = math.exp %273 : f32
    %275 = arith.addf %274, %c_6 : f32
    %276 = arith.divf %x_272, %275 : f32
    linalg.yield %276 : f32
  } -> tensor<?x?x37xf32>
  %277 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<37x32xf32>
  %278 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %279 = linalg.fill ins(%c_3 : f32) outs(%278 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %280 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%255, %277 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%279 : tensor<?x?x37xf32>) {
  ^bb0(%x_282: f32, %x_283: f32, %x_284: f32):
    %284 = arith.mulf %x_282, %x_283 : f32
    %285 = arith.addf %x_284, %284 : f32
    linalg.yield %285 : f32
  } -> tensor<?x?x37xf32>
  %286 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %287 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%270, %280 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%286 : tensor<?x?x37xf32>) {
  ^bb0(%x_289: f32, %x_290: f32, %x_291: f32):
    %291 = arith.mulf %x_289, %x_290 : f32
    linalg.yield %291 : f32
  } -> tensor<?x?x37xf32>
  %292 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<32x37xf32>
  %293 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %294 = linalg.fill ins(%c_3 : f32) outs(%293 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %295 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%287, %292 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%294 : tensor<?x?x32xf32>) {
  ^bb0(%x_297: f32, %x_298: f32, %x_299: f32):
    %299 = arith.mulf %x_297, %x_298 : f32
    %300 = arith.addf %x_299, %299 : f32
    linalg.yield %300 : f32
  } -> tensor<?x?x32xf32>
  %301 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %302 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %295 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%301 : tensor<?x?x32xf32>) {
  ^bb0(%x_304: f32, %x_305: f32, %x_306: f32):
    %306 = arith.addf %x_304, %x_305 : f32
    linalg.yield %306 : f32
  } -> tensor<?x?x32xf32>
  %307 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %308 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302 : tensor<?x?x32xf32>) outs(%307 : tensor<?x?x32xf32>) {
  ^bb0(%x_310: f32, %x_311: f32):
    %311 = arith.mulf %x_310, %x_310 : f32
    linalg.yield %311 : f32
  } -> tensor<?x?x32xf32>
  %312 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %313 = linalg.fill ins(%c_3 : f32) outs(%312 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %314 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%308 : tensor<?x?x32xf32>) outs(%313 : tensor<?x?xf32>) {
  ^bb0(%x_316: f32, %x_317: f32):
    %317 = arith.addf %x_317, %x_316 : f32
    linalg.yield %317 : f32
  } -> tensor<?x?xf32>
  %318 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %319 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%314 : tensor<?x?xf32>) outs(%318 : tensor<?x?xf32>) {
  ^bb0(%x_321: f32, %x_322: f32):
    %322 = arith.divf %x_321, %c_7 : f32
    linalg.yield %322 : f32
  } -> tensor<?x?xf32>
  %323 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %324 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%319 : tensor<?x?xf32>) outs(%323 : tensor<?x?xf32>) {
  ^bb0(%x_326: f32, %x_327: f32):
    %327 = arith.addf %x_326, %c_8 : f32
    linalg.yield %327 : f32
  } -> tensor<?x?xf32>
  %328 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %329 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%324 : tensor<?x?xf32>) outs(%328 : tensor<?x?xf32>) {
  ^bb0(%x_331: f32, %x_332: f32):
    %332 = math.rsqrt %x_331 : f32
    linalg.yield %332 : f32
  } -> tensor<?x?xf32>
  %333 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %334 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %329 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%333 : tensor<?x?x32xf32>) {
  ^bb0(%x_336: f32, %x_337: f32, %x_338: f32):
    %338 = arith.mulf %x_336, %x_337 : f32
    linalg.yield %338 : f32
  } -> tensor<?x?x32xf32>
  %339 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<32xf32>
  %340 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %341 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%339, %334 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%340 : tensor<?x?x32xf32>) {
  ^bb0(%x_343: f32, %x_344: f32, %x_345: f32):
    %345 = arith.mulf %x_343, %x_344 : f32
    linalg.yield %345 : f32
  } -> tensor<?x?x32xf32>
  %346 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<32x32xf32>
  %347 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %348 = linalg.fill ins(%c_3 : f32) outs(%347 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%341, %346 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%348 : tensor<?x?x32xf32>) {
  ^bb0(%x_351: f32, %x_352: f32, %x_353: f32):
    %353 = arith.mulf %x_351, %x_352 : f32
    %354 = arith.addf %x_353, %353 : f32
    linalg.yield %354 : f32
  } -> tensor<?x?x32xf32>
  %355 = tensor.expand_shape %349 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %356 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<8x32xf32>
  %357 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %358 = linalg.fill ins(%c_3 : f32) outs(%357 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %359 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%341, %356 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%358 : tensor<?x?x8xf32>) {
  ^bb0(%x_361: f32, %x_362: f32, %x_363: f32):
    %363 = arith.mulf %x_361, %x_362 : f32
    %364 = arith.addf %x_363, %363 : f32
    linalg.yield %364 : f32
  } -> tensor<?x?x8xf32>
  %365 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<8x32xf32>
  %366 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %367 = linalg.fill ins(%c_3 : f32) outs(%366 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %368 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%341, %365 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%367 : tensor<?x?x8xf32>) {
  ^bb0(%x_370: f32, %x_371: f32, %x_372: f32):
    %372 = arith.mulf %x_370, %x_371 : f32
    %373 = arith.addf %x_372, %372 : f32
    linalg.yield %373 : f32
  } -> tensor<?x?x8xf32>
  %374 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %375 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%355, %41 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%374 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_377: f32, %x_378: f32, %x_379: f32):
    %379 = arith.mulf %x_377, %x_378 : f32
    linalg.yield %379 : f32
  } -> tensor<?x?x4x8xf32>
  %380 = tensor.extract_slice %355[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %381 = tensor.extract_slice %355[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %382 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %383 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%381 : tensor<?x?x4x4xf32>) outs(%382 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_385: f32, %x_386: f32):
    %386 = arith.negf %x_385 : f32
    linalg.yield %386 : f32
  } -> tensor<?x?x4x4xf32>
  %387 = tensor.concat dim(3) %383, %380 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %388 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %389 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%387, %51 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%388 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_391: f32, %x_392: f32, %x_393: f32):
    %393 = arith.mulf %x_391, %x_392 : f32
    linalg.yield %393 : f32
  } -> tensor<?x?x4x8xf32>
  %394 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %395 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%375, %389 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%394 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_397: f32, %x_398: f32, %x_399: f32):
    %399 = arith.addf %x_397, %x_398 : f32
    linalg.yield %399 : f32
  } -> tensor<?x?x4x8xf32>
  %400 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %401 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%359, %41 : tensor<?x?x8xf32>, tensor<?x8xf32>) outs(%400 : tensor<?x?x8xf32>) {
  ^bb0(%x_403: f32, %x_404: f32, %x_405: f32):
    %405 = arith.mulf %x_403, %x_404 : f32
    linalg.yield %405 : f32
  } -> tensor<?x?x8xf32>
  %406 = tensor.extract_slice %359[0, 0, 0] [%n_1, %n_2, 4] [1, 1, 1] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %407 = tensor.extract_slice %359[0, 0, 4] [%n_1, %n_2, 4] [1, 1, 1] : tensor<?x?x8xf32> to tensor<?x?x4xf32>
  %408 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32>
  %409 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%407 : tensor<?x?x4xf32>) outs(%408 : tensor<?x?x4xf32>) {
  ^bb0(%x_411: f32, %x_412: f32):
    %412 = arith.negf %x_411 : f32
    linalg.yield %412 : f32
  } -> tensor<?x?x4xf32>
  %413 = tensor.concat dim(2) %409, %406 : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x8xf32>
  %414 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %415 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%413, %51 : tensor<?x?x8xf32>, tensor<?x8xf32>) outs(%414 : tensor<?x?x8xf32>) {
  ^bb0(%x_417: f32, %x_418: f32, %x_419: f32):
    %419 = arith.mulf %x_417, %x_418 : f32
    linalg.yield %419 : f32
  } -> tensor<?x?x8xf32>
  %420 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %421 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%401, %415 : tensor<?x?x8xf32>, tensor<?x?x8xf32>) outs(%420 : tensor<?x?x8xf32>) {
  ^bb0(%x_423: f32, %x_424: f32, %x_425: f32):
    %425 = arith.addf %x_423, %x_424 : f32
    linalg.yield %425 : f32
  } -> tensor<?x?x8xf32>
  %426 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %427 = linalg.fill ins(%c_3 : f32) outs(%426 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %428 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%395, %421 : tensor<?x?x4x8xf32>, tensor<?x?x8xf32>) outs(%427 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_430: f32, %x_431: f32, %x_432: f32):
    %432 = arith.mulf %x_430, %x_431 : f32
    %433 = arith.addf %x_432, %432 : f32
    linalg.yield %433 : f32
  } -> tensor<?x4x?x?xf32>
  %434 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %435 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%428 : tensor<?x4x?x?xf32>) outs(%434 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_437: f32, %x_438: f32):
    %438 = arith.mulf %x_437, %c_9 : f32
    linalg.yield %438 : f32
  } -> tensor<?x4x?x?xf32>
  %439 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %440 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%435, %16 : tensor<?x4x?x?xf32>, tensor<?x?xf32>) outs(%439 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_442: f32, %x_443: f32, %x_444: f32):
    %444 = arith.addf %x_442, %x_443 : f32
    linalg.yield %444 : f32
  } -> tensor<?x4x?x?xf32>
  %445 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %446 = linalg.softmax dimension(3) ins(%440 : tensor<?x4x?x?xf32>) outs(%445 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %447 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %448 = linalg.fill ins(%c_3 : f32) outs(%447 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %449 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%446, %368 : tensor<?x4x?x?xf32>, tensor<?x?x8xf32>) outs(%448 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_451: f32, %x_452: f32, %x_453: f32):
    %453 = arith.mulf %x_451, %x_452 : f32
    %454 = arith.addf %x_453, %453 : f32
    linalg.yield %454 : f32
  } -> tensor<?x4x?x8xf32>
  %455 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %456 = linalg.transpose ins(%449 : tensor<?x4x?x8xf32>) outs(%455 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %457 = tensor.collapse_shape %456 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %458 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<32x32xf32>
  %459 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %460 = linalg.fill ins(%c_3 : f32) outs(%459 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %461 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%457, %458 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%460 : tensor<?x?x32xf32>) {
  ^bb0(%x_463: f32, %x_464: f32, %x_465: f32):
    %465 = arith.mulf %x_463, %x_464 : f32
    %466 = arith.addf %x_465, %465 : f32
    linalg.yield %466 : f32
  } -> tensor<?x?x32xf32>
  %467 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %468 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %461 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%467 : tensor<?x?x32xf32>) {
  ^bb0(%x_470: f32, %x_471: f32, %x_472: f32):
    %472 = arith.addf %x_470, %x_471 : f32
    linalg.yield %472 : f32
  } -> tensor<?x?x32xf32>
  %473 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %474 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468 : tensor<?x?x32xf32>) outs(%473 : tensor<?x?x32xf32>) {
  ^bb0(%x_476: f32, %x_477: f32):
    %477 = arith.mulf %x_476, %x_476 : f32
    linalg.yield %477 : f32
  } -> tensor<?x?x32xf32>
  %478 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %479 = linalg.fill ins(%c_3 : f32) outs(%478 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %480 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%474 : tensor<?x?x32xf32>) outs(%479 : tensor<?x?xf32>) {
  ^bb0(%x_482: f32, %x_483: f32):
    %483 = arith.addf %x_483, %x_482 : f32
    linalg.yield %483 : f32
  } -> tensor<?x?xf32>
  %484 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %485 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%480 : tensor<?x?xf32>) outs(%484 : tensor<?x?xf32>) {
  ^bb0(%x_487: f32, %x_488: f32):
    %488 = arith.divf %x_487, %c_7 : f32
    linalg.yield %488 : f32
  } -> tensor<?x?xf32>
  %489 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %490 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%485 : tensor<?x?xf32>) outs(%489 : tensor<?x?xf32>) {
  ^bb0(%x_492: f32, %x_493: f32):
    %493 = arith.addf %x_492, %c_8 : f32
    linalg.yield %493 : f32
  } -> tensor<?x?xf32>
  %494 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %495 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%490 : tensor<?x?xf32>) outs(%494 : tensor<?x?xf32>) {
  ^bb0(%x_497: f32, %x_498: f32):
    %498 = math.rsqrt %x_497 : f32
    linalg.yield %498 : f32
  } -> tensor<?x?xf32>
  %499 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %500 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468, %495 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%499 : tensor<?x?x32xf32>) {
  ^bb0(%x_502: f32, %x_503: f32, %x_504: f32):
    %504 = arith.mulf %x_502, %x_503 : f32
    linalg.yield %504 : f32
  } -> tensor<?x?x32xf32>
  %505 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<32xf32>
  %506 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %507 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%505, %500 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%506 : tensor<?x?x32xf32>) {
  ^bb0(%x_509: f32, %x_510: f32, %x_511: f32):
    %511 = arith.mulf %x_509, %x_510 : f32
    linalg.yield %511 : f32
  } -> tensor<?x?x32xf32>
  %512 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<37x32xf32>
  %513 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %514 = linalg.fill ins(%c_3 : f32) outs(%513 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %515 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%507, %512 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%514 : tensor<?x?x37xf32>) {
  ^bb0(%x_517: f32, %x_518: f32, %x_519: f32):
    %519 = arith.mulf %x_517, %x_518 : f32
    %520 = arith.addf %x_519, %519 : f32
    linalg.yield %520 : f32
  } -> tensor<?x?x37xf32>
  %521 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %522 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%515 : tensor<?x?x37xf32>) outs(%521 : tensor<?x?x37xf32>) {
  ^bb0(%x_524: f32, %x_525: f32):
    %525 = arith.negf %x_524 : f32
    %526 = math.exp %525 : f32
    %527 = arith.addf %526, %c_6 : f32
    %528 = arith.divf %x_524, %527 : f32
    linalg.yield %528 : f32
  } -> tensor<?x?x37xf32>
  %529 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<37x32xf32>
  %530 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %531 = linalg.fill ins(%c_3 : f32) outs(%530 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %532 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%507, %529 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%531 : tensor<?x?x37xf32>) {
  ^bb0(%x_534: f32, %x_535: f32, %x_536: f32):
    %536 = arith.mulf %x_534, %x_535 : f32
    %537 = arith.addf %x_536, %536 : f32
    linalg.yield %537 : f32
  } -> tensor<?x?x37xf32>
  %538 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %539 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%522, %532 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%538 : tensor<?x?x37xf32>) {
  ^bb0(%x_541: f32, %x_542: f32, %x_543: f32):
    %543 = arith.mulf %x_541, %x_542 : f32
    linalg.yield %543 : f32
  } -> tensor<?x?x37xf32>
  %544 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<32x37xf32>
  %545 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %546 = linalg.fill ins(%c_3 : f32) outs(%545 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %547 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%539, %544 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%546 : tensor<?x?x32xf32>) {
  ^bb0(%x_549: f32, %x_550: f32, %x_551: f32):
    %551 = arith.mulf %x_549, %x_550 : f32
    %552 = arith.addf %x_551, %551 : f32
    linalg.yield %552 : f32
  } -> tensor<?x?x32xf32>
  %553 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %554 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468, %547 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%553 : tensor<?x?x32xf32>) {
  ^bb0(%x_556: f32, %x_557: f32, %x_558: f32):
    %558 = arith.addf %x_556, %x_557 : f32
    linalg.yield %558 : f32
  } -> tensor<?x?x32xf32>
  %559 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %560 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%554 : tensor<?x?x32xf32>) outs(%559 : tensor<?x?x32xf32>) {
  ^bb0(%x_562: f32, %x_563: f32):
    %563 = arith.mulf %x_562, %x_562 : f32
    linalg.yield %563 : f32
  } -> tensor<?x?x32xf32>
  %564 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %565 = linalg.fill ins(%c_3 : f32) outs(%564 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %566 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%560 : tensor<?x?x32xf32>) outs(%565 : tensor<?x?xf32>) {
  ^bb0(%x_568: f32, %x_569: f32):
    %569 = arith.addf %x_569, %x_568 : f32
    linalg.yield %569 : f32
  } -> tensor<?x?xf32>
  %570 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %571 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%566 : tensor<?x?xf32>) outs(%570 : tensor<?x?xf32>) {
  ^bb0(%x_573: f32, %x_574: f32):
    %574 = arith.divf %x_573, %c_7 : f32
    linalg.yield %574 : f32
  } -> tensor<?x?xf32>
  %575 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %576 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%571 : tensor<?x?xf32>) outs(%575 : tensor<?x?xf32>) {
  ^bb0(%x_578: f32, %x_579: f32):
    %579 = arith.addf %x_578, %c_8 : f32
    linalg.yield %579 : f32
  } -> tensor<?x?xf32>
  %580 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %581 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%576 : tensor<?x?xf32>) outs(%580 : tensor<?x?xf32>) {
  ^bb0(%x_583: f32, %x_584: f32):
    %584 = math.rsqrt %x_583 : f32
    linalg.yield %584 : f32
  } -> tensor<?x?xf32>
  %585 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %586 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%554, %581 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%585 : tensor<?x?x32xf32>) {
  ^bb0(%x_588: f32, %x_589: f32, %x_590: f32):
    %590 = arith.mulf %x_588, %x_589 : f32
    linalg.yield %590 : f32
  } -> tensor<?x?x32xf32>
  %591 = ml_program.global_load_const @"model.norm.weight" : tensor<32xf32>
  %592 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %593 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%591, %586 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%592 : tensor<?x?x32xf32>) {
  ^bb0(%x_595: f32, %x_596: f32, %x_597: f32):
    %597 = arith.mulf %x_595, %x_596 : f32
    linalg.yield %597 : f32
  } -> tensor<?x?x32xf32>
  %598 = ml_program.global_load_const @"lm_head.weight" : tensor<99x32xf32>
  %599 = tensor.empty(%n_1, %n_2) : tensor<?x?x99xf32>
  %600 = linalg.fill ins(%c_3 : f32) outs(%599 : tensor<?x?x99xf32>) -> tensor<?x?x99xf32>
  %601 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%593, %598 : tensor<?x?x32xf32>, tensor<99x32xf32>) outs(%600 : tensor<?x?x99xf32>) {
  ^bb0(%x_603: f32, %x_604: f32, %x_605: f32):
    %605 = arith.mulf %x_603, %x_604 : f32
    %606 = arith.addf %x_605, %605 : f32
    linalg.yield %606 : f32
  } -> tensor<?x?x99xf32>
  return %601 : tensor<?x?x99xf32>
}
}
