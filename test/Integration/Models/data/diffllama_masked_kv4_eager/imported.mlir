module {
ml_program.global private @"model.embed_tokens.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>
ml_program.global private @"model.layers.0.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.k_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.v_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.lambda_q1"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.0.self_attn.lambda_k1"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.0.self_attn.lambda_q2"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.0.self_attn.lambda_k2"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.0.self_attn.o_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.post_attention_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.mlp.gate_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.up_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.down_proj.weight"(#ml_program.extern<tensor<32x37xf32>>) : tensor<32x37xf32>
ml_program.global private @"model.layers.1.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.1.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.self_attn.k_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.self_attn.v_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.self_attn.lambda_q1"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.1.self_attn.lambda_k1"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.1.self_attn.lambda_q2"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.1.self_attn.lambda_k2"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"model.layers.1.self_attn.o_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.post_attention_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.1.mlp.gate_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.1.mlp.up_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.1.mlp.down_proj.weight"(#ml_program.extern<tensor<32x37xf32>>) : tensor<32x37xf32>
ml_program.global private @"model.norm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"lm_head.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>

func.func @"forward"(
    %ids: tensor<?x?xi64> {diffattn.name = "ids"},
    %mask: tensor<?x?xi64> {diffattn.name = "mask"}) -> (tensor<?x?x99xf32> {diffattn.name = "logits"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 99 : index
  %c_3 = arith.constant 0 : i64
  %c_4 = arith.constant 0.0 : f32
  %c_5 = arith.constant -3.4028234663852886e+38 : f32
  %c_6 = arith.constant dense<"0x0000803FCDCCCC3D0AD7233C6F12833A"> : tensor<4xf32>
  %c_7 = arith.constant 1.0 : f32
  %c_8 = arith.constant 32.0 : f32
  %c_9 = arith.constant 1.0e-05 : f32
  %c_10 = arith.constant 0.3535533905932738 : f32
  %c_11 = arith.constant 0.20000000000000007 : f32
  %c_12 = arith.constant 16.0 : f32
  %c_13 = arith.constant 0.7999999999999999 : f32
  %c_14 = arith.constant 0.7071067811865476 : f32
  %c_15 = arith.constant 0.5 : f32
  %c_16 = arith.constant 0.35550906759096934 : f32
  %c_17 = arith.constant 0.6444909324090307 : f32
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
  %15 = tensor.empty(%n_1, %n_2) : tensor<?x?xi1>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mask : tensor<?x?xi64>) outs(%15 : tensor<?x?xi1>) {
  ^bb0(%x_18: i64, %x_19: i1):
    %19 = arith.cmpi ne, %x_18, %c_3 : i64
    linalg.yield %19 : i1
  } -> tensor<?x?xi1>
  %20 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x?x?xi1>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<?x?xi1>) outs(%20 : tensor<?x?x?xi1>) {
  ^bb0(%x_23: i1, %x_24: i1):
    %24 = linalg.index 2 : index
    %25 = linalg.index 1 : index
    %26 = arith.cmpi sle, %24, %25 : index
    %27 = arith.andi %26, %x_23 : i1
    linalg.yield %27 : i1
  } -> tensor<?x?x?xi1>
  %28 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x?x?xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?x?xi1>) outs(%28 : tensor<?x?x?xf32>) {
  ^bb0(%x_31: i1, %x_32: f32):
    %32 = arith.select %x_31, %c_4, %c_5 : f32
    linalg.yield %32 : f32
  } -> tensor<?x?x?xf32>
  %33 = tensor.empty(%n_2) : tensor<?xf32>
  %34 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%33 : tensor<?xf32>) {
  ^bb0(%x_36: f32):
    %36 = linalg.index 0 : index
    %37 = arith.index_cast %36 : index to i64
    %38 = arith.sitofp %37 : i64 to f32
    linalg.yield %38 : f32
  } -> tensor<?xf32>
  %39 = tensor.empty(%n_2) : tensor<?x4xf32>
  %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34, %c_6 : tensor<?xf32>, tensor<4xf32>) outs(%39 : tensor<?x4xf32>) {
  ^bb0(%x_42: f32, %x_43: f32, %x_44: f32):
    %44 = arith.mulf %x_42, %x_43 : f32
    linalg.yield %44 : f32
  } -> tensor<?x4xf32>
  %45 = tensor.concat dim(1) %40, %40 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %46 = tensor.empty(%n_2) : tensor<?x8xf32>
  %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<?x8xf32>) outs(%46 : tensor<?x8xf32>) {
  ^bb0(%x_49: f32, %x_50: f32):
    %50 = math.cos %x_49 : f32
    linalg.yield %50 : f32
  } -> tensor<?x8xf32>
  %51 = tensor.empty(%n_2) : tensor<?x8xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<?x8xf32>) outs(%51 : tensor<?x8xf32>) {
  ^bb0(%x_54: f32, %x_55: f32):
    %55 = arith.mulf %x_54, %c_7 : f32
    linalg.yield %55 : f32
  } -> tensor<?x8xf32>
  %56 = tensor.empty(%n_2) : tensor<?x8xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<?x8xf32>) outs(%56 : tensor<?x8xf32>) {
  ^bb0(%x_59: f32, %x_60: f32):
    %60 = math.sin %x_59 : f32
    linalg.yield %60 : f32
  } -> tensor<?x8xf32>
  %61 = tensor.empty(%n_2) : tensor<?x8xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<?x8xf32>) outs(%61 : tensor<?x8xf32>) {
  ^bb0(%x_64: f32, %x_65: f32):
    %65 = arith.mulf %x_64, %c_7 : f32
    linalg.yield %65 : f32
  } -> tensor<?x8xf32>
  %66 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x?x32xf32>) outs(%66 : tensor<?x?x32xf32>) {
  ^bb0(%x_69: f32, %x_70: f32):
    %70 = arith.mulf %x_69, %x_69 : f32
    linalg.yield %70 : f32
  } -> tensor<?x?x32xf32>
  %71 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %72 = linalg.fill ins(%c_4 : f32) outs(%71 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<?x?x32xf32>) outs(%72 : tensor<?x?xf32>) {
  ^bb0(%x_75: f32, %x_76: f32):
    %76 = arith.addf %x_76, %x_75 : f32
    linalg.yield %76 : f32
  } -> tensor<?x?xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<?x?xf32>) outs(%77 : tensor<?x?xf32>) {
  ^bb0(%x_80: f32, %x_81: f32):
    %81 = arith.divf %x_80, %c_8 : f32
    linalg.yield %81 : f32
  } -> tensor<?x?xf32>
  %82 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<?x?xf32>) outs(%82 : tensor<?x?xf32>) {
  ^bb0(%x_85: f32, %x_86: f32):
    %86 = arith.addf %x_85, %c_9 : f32
    linalg.yield %86 : f32
  } -> tensor<?x?xf32>
  %87 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<?x?xf32>) outs(%87 : tensor<?x?xf32>) {
  ^bb0(%x_90: f32, %x_91: f32):
    %91 = math.rsqrt %x_90 : f32
    linalg.yield %91 : f32
  } -> tensor<?x?xf32>
  %92 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %93 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %88 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%92 : tensor<?x?x32xf32>) {
  ^bb0(%x_95: f32, %x_96: f32, %x_97: f32):
    %97 = arith.mulf %x_95, %x_96 : f32
    linalg.yield %97 : f32
  } -> tensor<?x?x32xf32>
  %98 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<32xf32>
  %99 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %93 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%99 : tensor<?x?x32xf32>) {
  ^bb0(%x_102: f32, %x_103: f32, %x_104: f32):
    %104 = arith.mulf %x_102, %x_103 : f32
    linalg.yield %104 : f32
  } -> tensor<?x?x32xf32>
  %105 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<32x32xf32>
  %106 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %107 = linalg.fill ins(%c_4 : f32) outs(%106 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100, %105 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%107 : tensor<?x?x32xf32>) {
  ^bb0(%x_110: f32, %x_111: f32, %x_112: f32):
    %112 = arith.mulf %x_110, %x_111 : f32
    %113 = arith.addf %x_112, %112 : f32
    linalg.yield %113 : f32
  } -> tensor<?x?x32xf32>
  %114 = tensor.expand_shape %108 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %115 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<32x32xf32>
  %116 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %117 = linalg.fill ins(%c_4 : f32) outs(%116 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %118 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100, %115 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%117 : tensor<?x?x32xf32>) {
  ^bb0(%x_120: f32, %x_121: f32, %x_122: f32):
    %122 = arith.mulf %x_120, %x_121 : f32
    %123 = arith.addf %x_122, %122 : f32
    linalg.yield %123 : f32
  } -> tensor<?x?x32xf32>
  %124 = tensor.expand_shape %118 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %125 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<32x32xf32>
  %126 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %127 = linalg.fill ins(%c_4 : f32) outs(%126 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %128 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100, %125 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%127 : tensor<?x?x32xf32>) {
  ^bb0(%x_130: f32, %x_131: f32, %x_132: f32):
    %132 = arith.mulf %x_130, %x_131 : f32
    %133 = arith.addf %x_132, %132 : f32
    linalg.yield %133 : f32
  } -> tensor<?x?x32xf32>
  %134 = tensor.expand_shape %128 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %135 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %52 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%135 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_138: f32, %x_139: f32, %x_140: f32):
    %140 = arith.mulf %x_138, %x_139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x?x4x8xf32>
  %141 = tensor.extract_slice %114[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %142 = tensor.extract_slice %114[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %143 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %144 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<?x?x4x4xf32>) outs(%143 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_146: f32, %x_147: f32):
    %147 = arith.negf %x_146 : f32
    linalg.yield %147 : f32
  } -> tensor<?x?x4x4xf32>
  %148 = tensor.concat dim(3) %144, %141 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %149 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %150 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148, %62 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%149 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_152: f32, %x_153: f32, %x_154: f32):
    %154 = arith.mulf %x_152, %x_153 : f32
    linalg.yield %154 : f32
  } -> tensor<?x?x4x8xf32>
  %155 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %156 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %150 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%155 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_158: f32, %x_159: f32, %x_160: f32):
    %160 = arith.addf %x_158, %x_159 : f32
    linalg.yield %160 : f32
  } -> tensor<?x?x4x8xf32>
  %161 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %162 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %52 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%161 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_164: f32, %x_165: f32, %x_166: f32):
    %166 = arith.mulf %x_164, %x_165 : f32
    linalg.yield %166 : f32
  } -> tensor<?x?x4x8xf32>
  %167 = tensor.extract_slice %124[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %168 = tensor.extract_slice %124[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %169 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %170 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<?x?x4x4xf32>) outs(%169 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_172: f32, %x_173: f32):
    %173 = arith.negf %x_172 : f32
    linalg.yield %173 : f32
  } -> tensor<?x?x4x4xf32>
  %174 = tensor.concat dim(3) %170, %167 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %175 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %176 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %62 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%175 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_178: f32, %x_179: f32, %x_180: f32):
    %180 = arith.mulf %x_178, %x_179 : f32
    linalg.yield %180 : f32
  } -> tensor<?x?x4x8xf32>
  %181 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %182 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %176 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%181 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_184: f32, %x_185: f32, %x_186: f32):
    %186 = arith.addf %x_184, %x_185 : f32
    linalg.yield %186 : f32
  } -> tensor<?x?x4x8xf32>
  %187 = tensor.extract_slice %134[0, 0, 0, 0] [%n_1, %n_2, 2, 8] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x2x8xf32>
  %188 = tensor.extract_slice %134[0, 0, 2, 0] [%n_1, %n_2, 2, 8] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x2x8xf32>
  %189 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %190 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%187 : tensor<?x?x2x8xf32>) outs(%189 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_192: f32, %x_193: f32):
    linalg.yield %x_192 : f32
  } -> tensor<?x2x2x?x8xf32>
  %193 = tensor.collapse_shape %190 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %194 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %195 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<?x?x2x8xf32>) outs(%194 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_197: f32, %x_198: f32):
    linalg.yield %x_197 : f32
  } -> tensor<?x2x2x?x8xf32>
  %198 = tensor.collapse_shape %195 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %199 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %200 = linalg.fill ins(%c_4 : f32) outs(%199 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %201 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%156, %182 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%200 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_203: f32, %x_204: f32, %x_205: f32):
    %205 = arith.mulf %x_203, %x_204 : f32
    %206 = arith.addf %x_205, %205 : f32
    linalg.yield %206 : f32
  } -> tensor<?x4x?x?xf32>
  %207 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %208 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201 : tensor<?x4x?x?xf32>) outs(%207 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_210: f32, %x_211: f32):
    %211 = arith.mulf %x_210, %c_10 : f32
    linalg.yield %211 : f32
  } -> tensor<?x4x?x?xf32>
  %212 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %213 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%208, %29 : tensor<?x4x?x?xf32>, tensor<?x?x?xf32>) outs(%212 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_215: f32, %x_216: f32, %x_217: f32):
    %217 = arith.addf %x_215, %x_216 : f32
    linalg.yield %217 : f32
  } -> tensor<?x4x?x?xf32>
  %218 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %219 = linalg.softmax dimension(3) ins(%213 : tensor<?x4x?x?xf32>) outs(%218 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %220 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %221 = linalg.fill ins(%c_4 : f32) outs(%220 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %222 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%219, %193 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%221 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_224: f32, %x_225: f32, %x_226: f32):
    %226 = arith.mulf %x_224, %x_225 : f32
    %227 = arith.addf %x_226, %226 : f32
    linalg.yield %227 : f32
  } -> tensor<?x4x?x8xf32>
  %228 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %229 = linalg.fill ins(%c_4 : f32) outs(%228 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %230 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%156, %182 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%229 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_232: f32, %x_233: f32, %x_234: f32):
    %234 = arith.mulf %x_232, %x_233 : f32
    %235 = arith.addf %x_234, %234 : f32
    linalg.yield %235 : f32
  } -> tensor<?x4x?x?xf32>
  %236 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230 : tensor<?x4x?x?xf32>) outs(%236 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_239: f32, %x_240: f32):
    %240 = arith.mulf %x_239, %c_10 : f32
    linalg.yield %240 : f32
  } -> tensor<?x4x?x?xf32>
  %241 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %242 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237, %29 : tensor<?x4x?x?xf32>, tensor<?x?x?xf32>) outs(%241 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_244: f32, %x_245: f32, %x_246: f32):
    %246 = arith.addf %x_244, %x_245 : f32
    linalg.yield %246 : f32
  } -> tensor<?x4x?x?xf32>
  %247 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %248 = linalg.softmax dimension(3) ins(%242 : tensor<?x4x?x?xf32>) outs(%247 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %249 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %250 = linalg.fill ins(%c_4 : f32) outs(%249 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %251 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%248, %198 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%250 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_253: f32, %x_254: f32, %x_255: f32):
    %255 = arith.mulf %x_253, %x_254 : f32
    %256 = arith.addf %x_255, %255 : f32
    linalg.yield %256 : f32
  } -> tensor<?x4x?x8xf32>
  %257 = tensor.concat dim(3) %222, %251 : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x16xf32>
  %258 = tensor.extract_slice %257[0, 0, 0, 0] [%n_1, 2, %n_2, 16] [1, 1, 1, 1] : tensor<?x4x?x16xf32> to tensor<?x2x?x16xf32>
  %259 = tensor.extract_slice %257[0, 2, 0, 0] [%n_1, 2, %n_2, 16] [1, 1, 1, 1] : tensor<?x4x?x16xf32> to tensor<?x2x?x16xf32>
  %260 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<8xf32>
  %261 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<8xf32>
  %262 = tensor.empty() : tensor<8xf32>
  %263 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%260, %261 : tensor<8xf32>, tensor<8xf32>) outs(%262 : tensor<8xf32>) {
  ^bb0(%x_265: f32, %x_266: f32, %x_267: f32):
    %267 = arith.mulf %x_265, %x_266 : f32
    linalg.yield %267 : f32
  } -> tensor<8xf32>
  %268 = tensor.empty() : tensor<f32>
  %269 = linalg.fill ins(%c_4 : f32) outs(%268 : tensor<f32>) -> tensor<f32>
  %270 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%263 : tensor<8xf32>) outs(%269 : tensor<f32>) {
  ^bb0(%x_272: f32, %x_273: f32):
    %273 = arith.addf %x_273, %x_272 : f32
    linalg.yield %273 : f32
  } -> tensor<f32>
  %274 = tensor.empty() : tensor<f32>
  %275 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%270 : tensor<f32>) outs(%274 : tensor<f32>) {
  ^bb0(%x_277: f32, %x_278: f32):
    %278 = math.exp %x_277 : f32
    linalg.yield %278 : f32
  } -> tensor<f32>
  %279 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<8xf32>
  %280 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<8xf32>
  %281 = tensor.empty() : tensor<8xf32>
  %282 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%279, %280 : tensor<8xf32>, tensor<8xf32>) outs(%281 : tensor<8xf32>) {
  ^bb0(%x_284: f32, %x_285: f32, %x_286: f32):
    %286 = arith.mulf %x_284, %x_285 : f32
    linalg.yield %286 : f32
  } -> tensor<8xf32>
  %287 = tensor.empty() : tensor<f32>
  %288 = linalg.fill ins(%c_4 : f32) outs(%287 : tensor<f32>) -> tensor<f32>
  %289 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%282 : tensor<8xf32>) outs(%288 : tensor<f32>) {
  ^bb0(%x_291: f32, %x_292: f32):
    %292 = arith.addf %x_292, %x_291 : f32
    linalg.yield %292 : f32
  } -> tensor<f32>
  %293 = tensor.empty() : tensor<f32>
  %294 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%289 : tensor<f32>) outs(%293 : tensor<f32>) {
  ^bb0(%x_296: f32, %x_297: f32):
    %297 = math.exp %x_296 : f32
    linalg.yield %297 : f32
  } -> tensor<f32>
  %298 = tensor.empty() : tensor<f32>
  %299 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%275, %294 : tensor<f32>, tensor<f32>) outs(%298 : tensor<f32>) {
  ^bb0(%x_301: f32, %x_302: f32, %x_303: f32):
    %303 = arith.subf %x_301, %x_302 : f32
    linalg.yield %303 : f32
  } -> tensor<f32>
  %304 = tensor.empty() : tensor<f32>
  %305 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%299 : tensor<f32>) outs(%304 : tensor<f32>) {
  ^bb0(%x_307: f32, %x_308: f32):
    %308 = arith.addf %x_307, %c_11 : f32
    linalg.yield %308 : f32
  } -> tensor<f32>
  %309 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %310 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%305, %259 : tensor<f32>, tensor<?x2x?x16xf32>) outs(%309 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_312: f32, %x_313: f32, %x_314: f32):
    %314 = arith.mulf %x_312, %x_313 : f32
    linalg.yield %314 : f32
  } -> tensor<?x2x?x16xf32>
  %315 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %316 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258, %310 : tensor<?x2x?x16xf32>, tensor<?x2x?x16xf32>) outs(%315 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_318: f32, %x_319: f32, %x_320: f32):
    %320 = arith.subf %x_318, %x_319 : f32
    linalg.yield %320 : f32
  } -> tensor<?x2x?x16xf32>
  %321 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %322 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316 : tensor<?x2x?x16xf32>) outs(%321 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_324: f32, %x_325: f32):
    %325 = arith.mulf %x_324, %x_324 : f32
    linalg.yield %325 : f32
  } -> tensor<?x2x?x16xf32>
  %326 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %327 = linalg.fill ins(%c_4 : f32) outs(%326 : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  %328 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%322 : tensor<?x2x?x16xf32>) outs(%327 : tensor<?x2x?xf32>) {
  ^bb0(%x_330: f32, %x_331: f32):
    %331 = arith.addf %x_331, %x_330 : f32
    linalg.yield %331 : f32
  } -> tensor<?x2x?xf32>
  %332 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %333 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328 : tensor<?x2x?xf32>) outs(%332 : tensor<?x2x?xf32>) {
  ^bb0(%x_335: f32, %x_336: f32):
    %336 = arith.divf %x_335, %c_12 : f32
    linalg.yield %336 : f32
  } -> tensor<?x2x?xf32>
  %337 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %338 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<?x2x?xf32>) outs(%337 : tensor<?x2x?xf32>) {
  ^bb0(%x_340: f32, %x_341: f32):
    %341 = arith.addf %x_340, %c_9 : f32
    linalg.yield %341 : f32
  } -> tensor<?x2x?xf32>
  %342 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %343 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338 : tensor<?x2x?xf32>) outs(%342 : tensor<?x2x?xf32>) {
  ^bb0(%x_345: f32, %x_346: f32):
    %346 = math.rsqrt %x_345 : f32
    linalg.yield %346 : f32
  } -> tensor<?x2x?xf32>
  %347 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %348 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316, %343 : tensor<?x2x?x16xf32>, tensor<?x2x?xf32>) outs(%347 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_350: f32, %x_351: f32, %x_352: f32):
    %352 = arith.mulf %x_350, %x_351 : f32
    linalg.yield %352 : f32
  } -> tensor<?x2x?x16xf32>
  %353 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%348 : tensor<?x2x?x16xf32>) outs(%353 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_356: f32, %x_357: f32):
    %357 = arith.mulf %x_356, %c_13 : f32
    linalg.yield %357 : f32
  } -> tensor<?x2x?x16xf32>
  %358 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %359 = linalg.transpose ins(%354 : tensor<?x2x?x16xf32>) outs(%358 : tensor<?x?x2x16xf32>) permutation = [0, 2, 1, 3]
  %360 = tensor.collapse_shape %359 [[0], [1], [2, 3]] : tensor<?x?x2x16xf32> into tensor<?x?x32xf32>
  %361 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<32x32xf32>
  %362 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %363 = linalg.fill ins(%c_4 : f32) outs(%362 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %364 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%360, %361 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%363 : tensor<?x?x32xf32>) {
  ^bb0(%x_366: f32, %x_367: f32, %x_368: f32):
    %368 = arith.mulf %x_366, %x_367 : f32
    %369 = arith.addf %x_368, %368 : f32
    linalg.yield %369 : f32
  } -> tensor<?x?x32xf32>
  %370 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %371 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %364 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%370 : tensor<?x?x32xf32>) {
  ^bb0(%x_373: f32, %x_374: f32, %x_375: f32):
    %375 = arith.addf %x_373, %x_374 : f32
    linalg.yield %375 : f32
  } -> tensor<?x?x32xf32>
  %376 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %377 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371 : tensor<?x?x32xf32>) outs(%376 : tensor<?x?x32xf32>) {
  ^bb0(%x_379: f32, %x_380: f32):
    %380 = arith.mulf %x_379, %x_379 : f32
    linalg.yield %380 : f32
  } -> tensor<?x?x32xf32>
  %381 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %382 = linalg.fill ins(%c_4 : f32) outs(%381 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %383 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%377 : tensor<?x?x32xf32>) outs(%382 : tensor<?x?xf32>) {
  ^bb0(%x_385: f32, %x_386: f32):
    %386 = arith.addf %x_386, %x_385 : f32
    linalg.yield %386 : f32
  } -> tensor<?x?xf32>
  %387 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %388 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%383 : tensor<?x?xf32>) outs(%387 : tensor<?x?xf32>) {
  ^bb0(%x_390: f32, %x_391: f32):
    %391 = arith.divf %x_390, %c_8 : f32
    linalg.yield %391 : f32
  } -> tensor<?x?xf32>
  %392 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %393 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%388 : tensor<?x?xf32>) outs(%392 : tensor<?x?xf32>) {
  ^bb0(%x_395: f32, %x_396: f32):
    %396 = arith.addf %x_395, %c_9 : f32
    linalg.yield %396 : f32
  } -> tensor<?x?xf32>
  %397 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %398 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%393 : tensor<?x?xf32>) outs(%397 : tensor<?x?xf32>) {
  ^bb0(%x_400: f32, %x_401: f32):
    %401 = math.rsqrt %x_400 : f32
    linalg.yield %401 : f32
  } -> tensor<?x?xf32>
  %402 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %403 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %398 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%402 : tensor<?x?x32xf32>) {
  ^bb0(%x_405: f32, %x_406: f32, %x_407: f32):
    %407 = arith.mulf %x_405, %x_406 : f32
    linalg.yield %407 : f32
  } -> tensor<?x?x32xf32>
  %408 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<32xf32>
  %409 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %410 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%408, %403 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%409 : tensor<?x?x32xf32>) {
  ^bb0(%x_412: f32, %x_413: f32, %x_414: f32):
    %414 = arith.mulf %x_412, %x_413 : f32
    linalg.yield %414 : f32
  } -> tensor<?x?x32xf32>
  %415 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<37x32xf32>
  %416 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %417 = linalg.fill ins(%c_4 : f32) outs(%416 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %418 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%410, %415 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%417 : tensor<?x?x37xf32>) {
  ^bb0(%x_420: f32, %x_421: f32, %x_422: f32):
    %422 = arith.mulf %x_420, %x_421 : f32
    %423 = arith.addf %x_422, %422 : f32
    linalg.yield %423 : f32
  } -> tensor<?x?x37xf32>
  %424 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %425 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%418 : tensor<?x?x37xf32>) outs(%424 : tensor<?x?x37xf32>) {
  ^bb0(%x_427: f32, %x_428: f32):
    %428 = arith.mulf %x_427, %c_14 : f32
    %429 = math.erf %428 : f32
    %430 = arith.addf %429, %c_7 : f32
    %431 = arith.mulf %x_427, %c_15 : f32
    %432 = arith.mulf %431, %430 : f32
    linalg.yield %432 : f32
  } -> tensor<?x?x37xf32>
  %433 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<37x32xf32>
  %434 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %435 = linalg.fill ins(%c_4 : f32) outs(%434 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %436 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%410, %433 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%435 : tensor<?x?x37xf32>) {
  ^bb0(%x_438: f32, %x_439: f32, %x_440: f32):
    %440 = arith.mulf %x_438, %x_439 : f32
    %441 = arith.addf %x_440, %440 : f32
    linalg.yield %441 : f32
  } -> tensor<?x?x37xf32>
  %442 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %443 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%425, %436 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%442 : tensor<?x?x37xf32>) {
  ^bb0(%x_445: f32, %x_446: f32, %x_447: f32):
    %447 = arith.mulf %x_445, %x_446 : f32
    linalg.yield %447 : f32
  } -> tensor<?x?x37xf32>
  %448 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<32x37xf32>
  %449 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %450 = linalg.fill ins(%c_4 : f32) outs(%449 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %451 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%443, %448 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%450 : tensor<?x?x32xf32>) {
  ^bb0(%x_453: f32, %x_454: f32, %x_455: f32):
    %455 = arith.mulf %x_453, %x_454 : f32
    %456 = arith.addf %x_455, %455 : f32
    linalg.yield %456 : f32
  } -> tensor<?x?x32xf32>
  %457 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %458 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %451 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%457 : tensor<?x?x32xf32>) {
  ^bb0(%x_460: f32, %x_461: f32, %x_462: f32):
    %462 = arith.addf %x_460, %x_461 : f32
    linalg.yield %462 : f32
  } -> tensor<?x?x32xf32>
  %463 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %464 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%458 : tensor<?x?x32xf32>) outs(%463 : tensor<?x?x32xf32>) {
  ^bb0(%x_466: f32, %x_467: f32):
    %467 = arith.mulf %x_466, %x_466 : f32
    linalg.yield %467 : f32
  } -> tensor<?x?x32xf32>
  %468 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %469 = linalg.fill ins(%c_4 : f32) outs(%468 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %470 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%464 : tensor<?x?x32xf32>) outs(%469 : tensor<?x?xf32>) {
  ^bb0(%x_472: f32, %x_473: f32):
    %473 = arith.addf %x_473, %x_472 : f32
    linalg.yield %473 : f32
  } -> tensor<?x?xf32>
  %474 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %475 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%470 : tensor<?x?xf32>) outs(%474 : tensor<?x?xf32>) {
  ^bb0(%x_477: f32, %x_478: f32):
    %478 = arith.divf %x_477, %c_8 : f32
    linalg.yield %478 : f32
  } -> tensor<?x?xf32>
  %479 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %480 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%475 : tensor<?x?xf32>) outs(%479 : tensor<?x?xf32>) {
  ^bb0(%x_482: f32, %x_483: f32):
    %483 = arith.addf %x_482, %c_9 : f32
    linalg.yield %483 : f32
  } -> tensor<?x?xf32>
  %484 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %485 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%480 : tensor<?x?xf32>) outs(%484 : tensor<?x?xf32>) {
  ^bb0(%x_487: f32, %x_488: f32):
    %488 = math.rsqrt %x_487 : f32
    linalg.yield %488 : f32
  } -> tensor<?x?xf32>
  %489 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %490 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%458, %485 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%489 : tensor<?x?x32xf32>) {
  ^bb0(%x_492: f32, %x_493: f32, %x_494: f32):
    %494 = arith.mulf %x_492, %x_493 : f32
    linalg.yield %494 : f32
  } -> tensor<?x?x32xf32>
  %495 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<32xf32>
  %496 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %497 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%495, %490 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%496 : tensor<?x?x32xf32>) {
  ^bb0(%x_499: f32, %x_500: f32, %x_501: f32):
    %501 = arith.mulf %x_499, %x_500 : f32
    linalg.yield %501 : f32
  } -> tensor<?x?x32xf32>
  %502 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<32x32xf32>
  %503 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %504 = linalg.fill ins(%c_4 : f32) outs(%503 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %505 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%497, %502 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%504 : tensor<?x?x32xf32>) {
  ^bb0(%x_507: f32, %x_508: f32, %x_509: f32):
    %509 = arith.mulf %x_507, %x_508 : f32
    %510 = arith.addf %x_509, %509 : f32
    linalg.yield %510 : f32
  } -> tensor<?x?x32xf32>
  %511 = tensor.expand_shape %505 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %512 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<32x32xf32>
  %513 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %514 = linalg.fill ins(%c_4 : f32) outs(%513 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %515 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%497, %512 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%514 : tensor<?x?x32xf32>) {
  ^bb0(%x_517: f32, %x_518: f32, %x_519: f32):
    %519 = arith.mulf %x_517, %x_518 : f32
    %520 = arith.addf %x_519, %519 : f32
    linalg.yield %520 : f32
  } -> tensor<?x?x32xf32>
  %521 = tensor.expand_shape %515 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %522 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<32x32xf32>
  %523 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %524 = linalg.fill ins(%c_4 : f32) outs(%523 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %525 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%497, %522 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%524 : tensor<?x?x32xf32>) {
  ^bb0(%x_527: f32, %x_528: f32, %x_529: f32):
    %529 = arith.mulf %x_527, %x_528 : f32
    %530 = arith.addf %x_529, %529 : f32
    linalg.yield %530 : f32
  } -> tensor<?x?x32xf32>
  %531 = tensor.expand_shape %525 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %532 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %533 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%511, %52 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%532 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_535: f32, %x_536: f32, %x_537: f32):
    %537 = arith.mulf %x_535, %x_536 : f32
    linalg.yield %537 : f32
  } -> tensor<?x?x4x8xf32>
  %538 = tensor.extract_slice %511[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %539 = tensor.extract_slice %511[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %540 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %541 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%539 : tensor<?x?x4x4xf32>) outs(%540 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_543: f32, %x_544: f32):
    %544 = arith.negf %x_543 : f32
    linalg.yield %544 : f32
  } -> tensor<?x?x4x4xf32>
  %545 = tensor.concat dim(3) %541, %538 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %546 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %547 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%545, %62 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%546 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_549: f32, %x_550: f32, %x_551: f32):
    %551 = arith.mulf %x_549, %x_550 : f32
    linalg.yield %551 : f32
  } -> tensor<?x?x4x8xf32>
  %552 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %553 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%533, %547 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%552 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_555: f32, %x_556: f32, %x_557: f32):
    %557 = arith.addf %x_555, %x_556 : f32
    linalg.yield %557 : f32
  } -> tensor<?x?x4x8xf32>
  %558 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %559 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%521, %52 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%558 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_561: f32, %x_562: f32, %x_563: f32):
    %563 = arith.mulf %x_561, %x_562 : f32
    linalg.yield %563 : f32
  } -> tensor<?x?x4x8xf32>
  %564 = tensor.extract_slice %521[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %565 = tensor.extract_slice %521[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %566 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %567 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%565 : tensor<?x?x4x4xf32>) outs(%566 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_569: f32, %x_570: f32):
    %570 = arith.negf %x_569 : f32
    linalg.yield %570 : f32
  } -> tensor<?x?x4x4xf32>
  %571 = tensor.concat dim(3) %567, %564 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %572 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %573 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%571, %62 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%572 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_575: f32, %x_576: f32, %x_577: f32):
    %577 = arith.mulf %x_575, %x_576 : f32
    linalg.yield %577 : f32
  } -> tensor<?x?x4x8xf32>
  %578 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %579 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%559, %573 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%578 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_581: f32, %x_582: f32, %x_583: f32):
    %583 = arith.addf %x_581, %x_582 : f32
    linalg.yield %583 : f32
  } -> tensor<?x?x4x8xf32>
  %584 = tensor.extract_slice %531[0, 0, 0, 0] [%n_1, %n_2, 2, 8] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x2x8xf32>
  %585 = tensor.extract_slice %531[0, 0, 2, 0] [%n_1, %n_2, 2, 8] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x2x8xf32>
  %586 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %587 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%584 : tensor<?x?x2x8xf32>) outs(%586 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_589: f32, %x_590: f32):
    linalg.yield %x_589 : f32
  } -> tensor<?x2x2x?x8xf32>
  %590 = tensor.collapse_shape %587 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %591 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %592 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%585 : tensor<?x?x2x8xf32>) outs(%591 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_594: f32, %x_595: f32):
    linalg.yield %x_594 : f32
  } -> tensor<?x2x2x?x8xf32>
  %595 = tensor.collapse_shape %592 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %596 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %597 = linalg.fill ins(%c_4 : f32) outs(%596 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %598 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%553, %579 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%597 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_600: f32, %x_601: f32, %x_602: f32):
    %602 = arith.mulf %x_600, %x_601 : f32
    %603 = arith.addf %x_602, %602 : f32
    linalg.yield %603 : f32
  } -> tensor<?x4x?x?xf32>
  %604 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %605 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%598 : tensor<?x4x?x?xf32>) outs(%604 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_607: f32, %x_608: f32):
    %608 = arith.mulf %x_607, %c_10 : f32
    linalg.yield %608 : f32
  } -> tensor<?x4x?x?xf32>
  %609 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %610 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%605, %29 : tensor<?x4x?x?xf32>, tensor<?x?x?xf32>) outs(%609 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_612: f32, %x_613: f32, %x_614: f32):
    %614 = arith.addf %x_612, %x_613 : f32
    linalg.yield %614 : f32
  } -> tensor<?x4x?x?xf32>
  %615 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %616 = linalg.softmax dimension(3) ins(%610 : tensor<?x4x?x?xf32>) outs(%615 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %617 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %618 = linalg.fill ins(%c_4 : f32) outs(%617 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %619 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%616, %590 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%618 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_621: f32, %x_622: f32, %x_623: f32):
    %623 = arith.mulf %x_621, %x_622 : f32
    %624 = arith.addf %x_623, %623 : f32
    linalg.yield %624 : f32
  } -> tensor<?x4x?x8xf32>
  %625 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %626 = linalg.fill ins(%c_4 : f32) outs(%625 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %627 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%553, %579 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%626 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_629: f32, %x_630: f32, %x_631: f32):
    %631 = arith.mulf %x_629, %x_630 : f32
    %632 = arith.addf %x_631, %631 : f32
    linalg.yield %632 : f32
  } -> tensor<?x4x?x?xf32>
  %633 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %634 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%627 : tensor<?x4x?x?xf32>) outs(%633 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_636: f32, %x_637: f32):
    %637 = arith.mulf %x_636, %c_10 : f32
    linalg.yield %637 : f32
  } -> tensor<?x4x?x?xf32>
  %638 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %639 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%634, %29 : tensor<?x4x?x?xf32>, tensor<?x?x?xf32>) outs(%638 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_641: f32, %x_642: f32, %x_643: f32):
    %643 = arith.addf %x_641, %x_642 : f32
    linalg.yield %643 : f32
  } -> tensor<?x4x?x?xf32>
  %644 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %645 = linalg.softmax dimension(3) ins(%639 : tensor<?x4x?x?xf32>) outs(%644 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %646 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %647 = linalg.fill ins(%c_4 : f32) outs(%646 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %648 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%645, %595 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%647 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_650: f32, %x_651: f32, %x_652: f32):
    %652 = arith.mulf %x_650, %x_651 : f32
    %653 = arith.addf %x_652, %652 : f32
    linalg.yield %653 : f32
  } -> tensor<?x4x?x8xf32>
  %654 = tensor.concat dim(3) %619, %648 : (tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) -> tensor<?x4x?x16xf32>
  %655 = tensor.extract_slice %654[0, 0, 0, 0] [%n_1, 2, %n_2, 16] [1, 1, 1, 1] : tensor<?x4x?x16xf32> to tensor<?x2x?x16xf32>
  %656 = tensor.extract_slice %654[0, 2, 0, 0] [%n_1, 2, %n_2, 16] [1, 1, 1, 1] : tensor<?x4x?x16xf32> to tensor<?x2x?x16xf32>
  %657 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<8xf32>
  %658 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<8xf32>
  %659 = tensor.empty() : tensor<8xf32>
  %660 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%657, %658 : tensor<8xf32>, tensor<8xf32>) outs(%659 : tensor<8xf32>) {
  ^bb0(%x_662: f32, %x_663: f32, %x_664: f32):
    %664 = arith.mulf %x_662, %x_663 : f32
    linalg.yield %664 : f32
  } -> tensor<8xf32>
  %665 = tensor.empty() : tensor<f32>
  %666 = linalg.fill ins(%c_4 : f32) outs(%665 : tensor<f32>) -> tensor<f32>
  %667 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%660 : tensor<8xf32>) outs(%666 : tensor<f32>) {
  ^bb0(%x_669: f32, %x_670: f32):
    %670 = arith.addf %x_670, %x_669 : f32
    linalg.yield %670 : f32
  } -> tensor<f32>
  %671 = tensor.empty() : tensor<f32>
  %672 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%667 : tensor<f32>) outs(%671 : tensor<f32>) {
  ^bb0(%x_674: f32, %x_675: f32):
    %675 = math.exp %x_674 : f32
    linalg.yield %675 : f32
  } -> tensor<f32>
  %676 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<8xf32>
  %677 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<8xf32>
  %678 = tensor.empty() : tensor<8xf32>
  %679 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%676, %677 : tensor<8xf32>, tensor<8xf32>) outs(%678 : tensor<8xf32>) {
  ^bb0(%x_681: f32, %x_682: f32, %x_683: f32):
    %683 = arith.mulf %x_681, %x_682 : f32
    linalg.yield %683 : f32
  } -> tensor<8xf32>
  %684 = tensor.empty() : tensor<f32>
  %685 = linalg.fill ins(%c_4 : f32) outs(%684 : tensor<f32>) -> tensor<f32>
  %686 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%679 : tensor<8xf32>) outs(%685 : tensor<f32>) {
  ^bb0(%x_688: f32, %x_689: f32):
    %689 = arith.addf %x_689, %x_688 : f32
    linalg.yield %689 : f32
  } -> tensor<f32>
  %690 = tensor.empty() : tensor<f32>
  %691 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%686 : tensor<f32>) outs(%690 : tensor<f32>) {
  ^bb0(%x_693: f32, %x_694: f32):
    %694 = math.exp %x_693 : f32
    linalg.yield %694 : f32
  } -> tensor<f32>
  %695 = tensor.empty() : tensor<f32>
  %696 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%672, %691 : tensor<f32>, tensor<f32>) outs(%695 : tensor<f32>) {
  ^bb0(%x_698: f32, %x_699: f32, %x_700: f32):
    %700 = arith.subf %x_698, %x_699 : f32
    linalg.yield %700 : f32
  } -> tensor<f32>
  %701 = tensor.empty() : tensor<f32>
  %702 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%696 : tensor<f32>) outs(%701 : tensor<f32>) {
  ^bb0(%x_704: f32, %x_705: f32):
    %705 = arith.addf %x_704, %c_16 : f32
    linalg.yield %705 : f32
  } -> tensor<f32>
  %706 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %707 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%702, %656 : tensor<f32>, tensor<?x2x?x16xf32>) outs(%706 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_709: f32, %x_710: f32, %x_711: f32):
    %711 = arith.mulf %x_709, %x_710 : f32
    linalg.yield %711 : f32
  } -> tensor<?x2x?x16xf32>
  %712 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %713 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%655, %707 : tensor<?x2x?x16xf32>, tensor<?x2x?x16xf32>) outs(%712 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_715: f32, %x_716: f32, %x_717: f32):
    %717 = arith.subf %x_715, %x_716 : f32
    linalg.yield %717 : f32
  } -> tensor<?x2x?x16xf32>
  %718 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %719 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%713 : tensor<?x2x?x16xf32>) outs(%718 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_721: f32, %x_722: f32):
    %722 = arith.mulf %x_721, %x_721 : f32
    linalg.yield %722 : f32
  } -> tensor<?x2x?x16xf32>
  %723 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %724 = linalg.fill ins(%c_4 : f32) outs(%723 : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  %725 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%719 : tensor<?x2x?x16xf32>) outs(%724 : tensor<?x2x?xf32>) {
  ^bb0(%x_727: f32, %x_728: f32):
    %728 = arith.addf %x_728, %x_727 : f32
    linalg.yield %728 : f32
  } -> tensor<?x2x?xf32>
  %729 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %730 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%725 : tensor<?x2x?xf32>) outs(%729 : tensor<?x2x?xf32>) {
  ^bb0(%x_732: f32, %x_733: f32):
    %733 = arith.divf %x_732, %c_12 : f32
    linalg.yield %733 : f32
  } -> tensor<?x2x?xf32>
  %734 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %735 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%730 : tensor<?x2x?xf32>) outs(%734 : tensor<?x2x?xf32>) {
  ^bb0(%x_737: f32, %x_738: f32):
    %738 = arith.addf %x_737, %c_9 : f32
    linalg.yield %738 : f32
  } -> tensor<?x2x?xf32>
  %739 = tensor.empty(%n_1, %n_2) : tensor<?x2x?xf32>
  %740 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%735 : tensor<?x2x?xf32>) outs(%739 : tensor<?x2x?xf32>) {
  ^bb0(%x_742: f32, %x_743: f32):
    %743 = math.rsqrt %x_742 : f32
    linalg.yield %743 : f32
  } -> tensor<?x2x?xf32>
  %744 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %745 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%713, %740 : tensor<?x2x?x16xf32>, tensor<?x2x?xf32>) outs(%744 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_747: f32, %x_748: f32, %x_749: f32):
    %749 = arith.mulf %x_747, %x_748 : f32
    linalg.yield %749 : f32
  } -> tensor<?x2x?x16xf32>
  %750 = tensor.empty(%n_1, %n_2) : tensor<?x2x?x16xf32>
  %751 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%745 : tensor<?x2x?x16xf32>) outs(%750 : tensor<?x2x?x16xf32>) {
  ^bb0(%x_753: f32, %x_754: f32):
    %754 = arith.mulf %x_753, %c_17 : f32
    linalg.yield %754 : f32
  } -> tensor<?x2x?x16xf32>
  %755 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %756 = linalg.transpose ins(%751 : tensor<?x2x?x16xf32>) outs(%755 : tensor<?x?x2x16xf32>) permutation = [0, 2, 1, 3]
  %757 = tensor.collapse_shape %756 [[0], [1], [2, 3]] : tensor<?x?x2x16xf32> into tensor<?x?x32xf32>
  %758 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<32x32xf32>
  %759 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %760 = linalg.fill ins(%c_4 : f32) outs(%759 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %761 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%757, %758 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%760 : tensor<?x?x32xf32>) {
  ^bb0(%x_763: f32, %x_764: f32, %x_765: f32):
    %765 = arith.mulf %x_763, %x_764 : f32
    %766 = arith.addf %x_765, %765 : f32
    linalg.yield %766 : f32
  } -> tensor<?x?x32xf32>
  %767 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %768 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%458, %761 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%767 : tensor<?x?x32xf32>) {
  ^bb0(%x_770: f32, %x_771: f32, %x_772: f32):
    %772 = arith.addf %x_770, %x_771 : f32
    linalg.yield %772 : f32
  } -> tensor<?x?x32xf32>
  %773 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %774 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%768 : tensor<?x?x32xf32>) outs(%773 : tensor<?x?x32xf32>) {
  ^bb0(%x_776: f32, %x_777: f32):
    %777 = arith.mulf %x_776, %x_776 : f32
    linalg.yield %777 : f32
  } -> tensor<?x?x32xf32>
  %778 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %779 = linalg.fill ins(%c_4 : f32) outs(%778 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %780 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%774 : tensor<?x?x32xf32>) outs(%779 : tensor<?x?xf32>) {
  ^bb0(%x_782: f32, %x_783: f32):
    %783 = arith.addf %x_783, %x_782 : f32
    linalg.yield %783 : f32
  } -> tensor<?x?xf32>
  %784 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %785 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%780 : tensor<?x?xf32>) outs(%784 : tensor<?x?xf32>) {
  ^bb0(%x_787: f32, %x_788: f32):
    %788 = arith.divf %x_787, %c_8 : f32
    linalg.yield %788 : f32
  } -> tensor<?x?xf32>
  %789 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %790 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%785 : tensor<?x?xf32>) outs(%789 : tensor<?x?xf32>) {
  ^bb0(%x_792: f32, %x_793: f32):
    %793 = arith.addf %x_792, %c_9 : f32
    linalg.yield %793 : f32
  } -> tensor<?x?xf32>
  %794 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %795 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%790 : tensor<?x?xf32>) outs(%794 : tensor<?x?xf32>) {
  ^bb0(%x_797: f32, %x_798: f32):
    %798 = math.rsqrt %x_797 : f32
    linalg.yield %798 : f32
  } -> tensor<?x?xf32>
  %799 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %800 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%768, %795 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%799 : tensor<?x?x32xf32>) {
  ^bb0(%x_802: f32, %x_803: f32, %x_804: f32):
    %804 = arith.mulf %x_802, %x_803 : f32
    linalg.yield %804 : f32
  } -> tensor<?x?x32xf32>
  %805 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<32xf32>
  %806 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %807 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%805, %800 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%806 : tensor<?x?x32xf32>) {
  ^bb0(%x_809: f32, %x_810: f32, %x_811: f32):
    %811 = arith.mulf %x_809, %x_810 : f32
    linalg.yield %811 : f32
  } -> tensor<?x?x32xf32>
  %812 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<37x32xf32>
  %813 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %814 = linalg.fill ins(%c_4 : f32) outs(%813 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %815 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%807, %812 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%814 : tensor<?x?x37xf32>) {
  ^bb0(%x_817: f32, %x_818: f32, %x_819: f32):
    %819 = arith.mulf %x_817, %x_818 : f32
    %820 = arith.addf %x_819, %819 : f32
    linalg.yield %820 : f32
  } -> tensor<?x?x37xf32>
  %821 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %822 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%815 : tensor<?x?x37xf32>) outs(%821 : tensor<?x?x37xf32>) {
  ^bb0(%x_824: f32, %x_825: f32):
    %825 = arith.mulf %x_824, %c_14 : f32
    %826 = math.erf %825 : f32
    %827 = arith.addf %826, %c_7 : f32
    %828 = arith.mulf %x_824, %c_15 : f32
    %829 = arith.mulf %828, %827 : f32
    linalg.yield %829 : f32
  } -> tensor<?x?x37xf32>
  %830 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<37x32xf32>
  %831 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %832 = linalg.fill ins(%c_4 : f32) outs(%831 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %833 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%807, %830 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%832 : tensor<?x?x37xf32>) {
  ^bb0(%x_835: f32, %x_836: f32, %x_837: f32):
    %837 = arith.mulf %x_835, %x_836 : f32
    %838 = arith.addf %x_837, %837 : f32
    linalg.yield %838 : f32
  } -> tensor<?x?x37xf32>
  %839 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %840 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%822, %833 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%839 : tensor<?x?x37xf32>) {
  ^bb0(%x_842: f32, %x_843: f32, %x_844: f32):
    %844 = arith.mulf %x_842, %x_843 : f32
    linalg.yield %844 : f32
  } -> tensor<?x?x37xf32>
  %845 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<32x37xf32>
  %846 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %847 = linalg.fill ins(%c_4 : f32) outs(%846 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %848 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%840, %845 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%847 : tensor<?x?x32xf32>) {
  ^bb0(%x_850: f32, %x_851: f32, %x_852: f32):
    %852 = arith.mulf %x_850, %x_851 : f32
    %853 = arith.addf %x_852, %852 : f32
    linalg.yield %853 : f32
  } -> tensor<?x?x32xf32>
  %854 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %855 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%768, %848 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%854 : tensor<?x?x32xf32>) {
  ^bb0(%x_857: f32, %x_858: f32, %x_859: f32):
    %859 = arith.addf %x_857, %x_858 : f32
    linalg.yield %859 : f32
  } -> tensor<?x?x32xf32>
  %860 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %861 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%855 : tensor<?x?x32xf32>) outs(%860 : tensor<?x?x32xf32>) {
  ^bb0(%x_863: f32, %x_864: f32):
    %864 = arith.mulf %x_863, %x_863 : f32
    linalg.yield %864 : f32
  } -> tensor<?x?x32xf32>
  %865 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %866 = linalg.fill ins(%c_4 : f32) outs(%865 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %867 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%861 : tensor<?x?x32xf32>) outs(%866 : tensor<?x?xf32>) {
  ^bb0(%x_869: f32, %x_870: f32):
    %870 = arith.addf %x_870, %x_869 : f32
    linalg.yield %870 : f32
  } -> tensor<?x?xf32>
  %871 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %872 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%867 : tensor<?x?xf32>) outs(%871 : tensor<?x?xf32>) {
  ^bb0(%x_874: f32, %x_875: f32):
    %875 = arith.divf %x_874, %c_8 : f32
    linalg.yield %875 : f32
  } -> tensor<?x?xf32>
  %876 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %877 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%872 : tensor<?x?xf32>) outs(%876 : tensor<?x?xf32>) {
  ^bb0(%x_879: f32, %x_880: f32):
    %880 = arith.addf %x_879, %c_9 : f32
    linalg.yield %880 : f32
  } -> tensor<?x?xf32>
  %881 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %882 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%877 : tensor<?x?xf32>) outs(%881 : tensor<?x?xf32>) {
  ^bb0(%x_884: f32, %x_885: f32):
    %885 = math.rsqrt %x_884 : f32
    linalg.yield %885 : f32
  } -> tensor<?x?xf32>
  %886 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %887 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%855, %882 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%886 : tensor<?x?x32xf32>) {
  ^bb0(%x_889: f32, %x_890: f32, %x_891: f32):
    %891 = arith.mulf %x_889, %x_890 : f32
    linalg.yield %891 : f32
  } -> tensor<?x?x32xf32>
  %892 = ml_program.global_load_const @"model.norm.weight" : tensor<32xf32>
  %893 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %894 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%892, %887 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%893 : tensor<?x?x32xf32>) {
  ^bb0(%x_896: f32, %x_897: f32, %x_898: f32):
    %898 = arith.mulf %x_896, %x_897 : f32
    linalg.yield %898 : f32
  } -> tensor<?x?x32xf32>
  %899 = ml_program.global_load_const @"lm_head.weight" : tensor<99x32xf32>
  %900 = tensor.empty(%n_1, %n_2) : tensor<?x?x99xf32>
  %901 = linalg.fill ins(%c_4 : f32) outs(%900 : tensor<?x?x99xf32>) -> tensor<?x?x99xf32>
  %902 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%894, %899 : tensor<?x?x32xf32>, tensor<99x32xf32>) outs(%901 : tensor<?x?x99xf32>) {
  ^bb0(%x_904: f32, %x_905: f32, %x_906: f32):
    %906 = arith.mulf %x_904, %x_905 : f32
    %907 = arith.addf %x_906, %906 : f32
    linalg.yield %907 : f32
  } -> tensor<?x?x99xf32>
  return %902 : tensor<?x?x99xf32>
}
}
