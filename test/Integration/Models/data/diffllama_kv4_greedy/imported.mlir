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
    %ids: tensor<2x1xi64> {diffattn.name = "ids"},
    %past_k: tensor<2x2x4x7x8xf32> {diffattn.name = "past_k"},
    %past_v: tensor<2x2x4x7x8xf32> {diffattn.name = "past_v"}) -> (tensor<2x1x99xf32> {diffattn.name = "logits"}, tensor<2x2x4x8x8xf32> {diffattn.name = "new_k"}, tensor<2x2x4x8x8xf32> {diffattn.name = "new_v"}) {
  %c_0 = arith.constant dense<> : tensor<0xf32>
  %c_1 = arith.constant 0 : index
  %c_2 = arith.constant 99 : index
  %c_3 = arith.constant 7 : index
  %c_4 = arith.constant 0.0 : f32
  %c_5 = arith.constant -3.4028234663852886e+38 : f32
  %c_6 = arith.constant 7 : i64
  %c_7 = arith.constant dense<"0x0000803FCDCCCC3D0AD7233C6F12833A"> : tensor<4xf32>
  %c_8 = arith.constant 1.0 : f32
  %c_9 = arith.constant 32.0 : f32
  %c_10 = arith.constant 1.0e-05 : f32
  %c_11 = arith.constant 0.3535533905932738 : f32
  %c_12 = arith.constant 0.20000000000000007 : f32
  %c_13 = arith.constant 16.0 : f32
  %c_14 = arith.constant 0.7999999999999999 : f32
  %c_15 = arith.constant 0.7071067811865476 : f32
  %c_16 = arith.constant 0.5 : f32
  %c_17 = arith.constant 0.35550906759096934 : f32
  %c_18 = arith.constant 0.6444909324090307 : f32
  %0 = tensor.extract_slice %past_k[0, 0, 0, 0, 0] [1, 2, 4, 7, 8] [1, 1, 1, 1, 1] : tensor<2x2x4x7x8xf32> to tensor<2x4x7x8xf32>
  %1 = tensor.extract_slice %past_v[0, 0, 0, 0, 0] [1, 2, 4, 7, 8] [1, 1, 1, 1, 1] : tensor<2x2x4x7x8xf32> to tensor<2x4x7x8xf32>
  %2 = tensor.extract_slice %past_k[1, 0, 0, 0, 0] [1, 2, 4, 7, 8] [1, 1, 1, 1, 1] : tensor<2x2x4x7x8xf32> to tensor<2x4x7x8xf32>
  %3 = tensor.extract_slice %past_v[1, 0, 0, 0, 0] [1, 2, 4, 7, 8] [1, 1, 1, 1, 1] : tensor<2x2x4x7x8xf32> to tensor<2x4x7x8xf32>
  %4 = ml_program.global_load_const @"model.embed_tokens.weight" : tensor<99x32xf32>
  %5 = tensor.extract_slice %ids[0, 0] [2, 1] [1, 1] : tensor<2x1xi64> to tensor<2xi64>
  %6 = tensor.empty() : tensor<2x32xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<2xi64>) outs(%6 : tensor<2x32xf32>) {
  ^bb0(%x_9: i64, %x_10: f32):
    %10 = linalg.index 1 : index
    %11 = arith.index_cast %10 : index to i64
    %12 = arith.index_cast %x_9 : i64 to index
    %13 = arith.cmpi slt, %12, %c_1 : index
    %14 = arith.addi %12, %c_2 : index
    %15 = arith.select %13, %14, %12 : index
    %16 = arith.index_cast %11 : i64 to index
    %17 = tensor.extract %4[%15, %16] : tensor<99x32xf32>
    linalg.yield %17 : f32
  } -> tensor<2x32xf32>
  %18 = tensor.empty() : tensor<8xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%18 : tensor<8xf32>) {
  ^bb0(%x_21: f32):
    %21 = linalg.index 0 : index
    %22 = arith.cmpi sle, %21, %c_3 : index
    %23 = arith.select %22, %c_4, %c_5 : f32
    linalg.yield %23 : f32
  } -> tensor<8xf32>
  %24 = tensor.empty() : tensor<f32>
  %25 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%24 : tensor<f32>) {
  ^bb0(%x_27: f32):
    %27 = arith.sitofp %c_6 : i64 to f32
    linalg.yield %27 : f32
  } -> tensor<f32>
  %28 = tensor.empty() : tensor<4xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%25, %c_7 : tensor<f32>, tensor<4xf32>) outs(%28 : tensor<4xf32>) {
  ^bb0(%x_31: f32, %x_32: f32, %x_33: f32):
    %33 = arith.mulf %x_31, %x_32 : f32
    linalg.yield %33 : f32
  } -> tensor<4xf32>
  %34 = tensor.concat dim(0) %29, %29 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %35 = tensor.empty() : tensor<8xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%34 : tensor<8xf32>) outs(%35 : tensor<8xf32>) {
  ^bb0(%x_38: f32, %x_39: f32):
    %39 = math.cos %x_38 : f32
    linalg.yield %39 : f32
  } -> tensor<8xf32>
  %40 = tensor.empty() : tensor<8xf32>
  %41 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%36 : tensor<8xf32>) outs(%40 : tensor<8xf32>) {
  ^bb0(%x_43: f32, %x_44: f32):
    %44 = arith.mulf %x_43, %c_8 : f32
    linalg.yield %44 : f32
  } -> tensor<8xf32>
  %45 = tensor.empty() : tensor<8xf32>
  %46 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%34 : tensor<8xf32>) outs(%45 : tensor<8xf32>) {
  ^bb0(%x_48: f32, %x_49: f32):
    %49 = math.sin %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<8xf32>
  %50 = tensor.empty() : tensor<8xf32>
  %51 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%46 : tensor<8xf32>) outs(%50 : tensor<8xf32>) {
  ^bb0(%x_53: f32, %x_54: f32):
    %54 = arith.mulf %x_53, %c_8 : f32
    linalg.yield %54 : f32
  } -> tensor<8xf32>
  %55 = tensor.empty() : tensor<2x32xf32>
  %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<2x32xf32>) outs(%55 : tensor<2x32xf32>) {
  ^bb0(%x_58: f32, %x_59: f32):
    %59 = arith.mulf %x_58, %x_58 : f32
    linalg.yield %59 : f32
  } -> tensor<2x32xf32>
  %60 = tensor.empty() : tensor<2xf32>
  %61 = linalg.fill ins(%c_4 : f32) outs(%60 : tensor<2xf32>) -> tensor<2xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%56 : tensor<2x32xf32>) outs(%61 : tensor<2xf32>) {
  ^bb0(%x_64: f32, %x_65: f32):
    %65 = arith.addf %x_65, %x_64 : f32
    linalg.yield %65 : f32
  } -> tensor<2xf32>
  %66 = tensor.empty() : tensor<2xf32>
  %67 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%62 : tensor<2xf32>) outs(%66 : tensor<2xf32>) {
  ^bb0(%x_69: f32, %x_70: f32):
    %70 = arith.divf %x_69, %c_9 : f32
    linalg.yield %70 : f32
  } -> tensor<2xf32>
  %71 = tensor.empty() : tensor<2xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%67 : tensor<2xf32>) outs(%71 : tensor<2xf32>) {
  ^bb0(%x_74: f32, %x_75: f32):
    %75 = arith.addf %x_74, %c_10 : f32
    linalg.yield %75 : f32
  } -> tensor<2xf32>
  %76 = tensor.empty() : tensor<2xf32>
  %77 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%72 : tensor<2xf32>) outs(%76 : tensor<2xf32>) {
  ^bb0(%x_79: f32, %x_80: f32):
    %80 = math.rsqrt %x_79 : f32
    linalg.yield %80 : f32
  } -> tensor<2xf32>
  %81 = tensor.empty() : tensor<2x32xf32>
  %82 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %77 : tensor<2x32xf32>, tensor<2xf32>) outs(%81 : tensor<2x32xf32>) {
  ^bb0(%x_84: f32, %x_85: f32, %x_86: f32):
    %86 = arith.mulf %x_84, %x_85 : f32
    linalg.yield %86 : f32
  } -> tensor<2x32xf32>
  %87 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<32xf32>
  %88 = tensor.empty() : tensor<2x32xf32>
  %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%87, %82 : tensor<32xf32>, tensor<2x32xf32>) outs(%88 : tensor<2x32xf32>) {
  ^bb0(%x_91: f32, %x_92: f32, %x_93: f32):
    %93 = arith.mulf %x_91, %x_92 : f32
    linalg.yield %93 : f32
  } -> tensor<2x32xf32>
  %94 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<32x32xf32>
  %95 = tensor.empty() : tensor<2x32xf32>
  %96 = linalg.fill ins(%c_4 : f32) outs(%95 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%89, %94 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%96 : tensor<2x32xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.mulf %x_99, %x_100 : f32
    %102 = arith.addf %x_101, %101 : f32
    linalg.yield %102 : f32
  } -> tensor<2x32xf32>
  %103 = tensor.expand_shape %97 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %104 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<32x32xf32>
  %105 = tensor.empty() : tensor<2x32xf32>
  %106 = linalg.fill ins(%c_4 : f32) outs(%105 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%89, %104 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%106 : tensor<2x32xf32>) {
  ^bb0(%x_109: f32, %x_110: f32, %x_111: f32):
    %111 = arith.mulf %x_109, %x_110 : f32
    %112 = arith.addf %x_111, %111 : f32
    linalg.yield %112 : f32
  } -> tensor<2x32xf32>
  %113 = tensor.expand_shape %107 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %114 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<32x32xf32>
  %115 = tensor.empty() : tensor<2x32xf32>
  %116 = linalg.fill ins(%c_4 : f32) outs(%115 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %117 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%89, %114 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%116 : tensor<2x32xf32>) {
  ^bb0(%x_119: f32, %x_120: f32, %x_121: f32):
    %121 = arith.mulf %x_119, %x_120 : f32
    %122 = arith.addf %x_121, %121 : f32
    linalg.yield %122 : f32
  } -> tensor<2x32xf32>
  %123 = tensor.expand_shape %117 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %124 = tensor.empty() : tensor<2x4x8xf32>
  %125 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %41 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%124 : tensor<2x4x8xf32>) {
  ^bb0(%x_127: f32, %x_128: f32, %x_129: f32):
    %129 = arith.mulf %x_127, %x_128 : f32
    linalg.yield %129 : f32
  } -> tensor<2x4x8xf32>
  %130 = tensor.extract_slice %103[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %131 = tensor.extract_slice %103[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %132 = tensor.empty() : tensor<2x4x4xf32>
  %133 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x4x4xf32>) outs(%132 : tensor<2x4x4xf32>) {
  ^bb0(%x_135: f32, %x_136: f32):
    %136 = arith.negf %x_135 : f32
    linalg.yield %136 : f32
  } -> tensor<2x4x4xf32>
  %137 = tensor.concat dim(2) %133, %130 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %138 = tensor.empty() : tensor<2x4x8xf32>
  %139 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %51 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%138 : tensor<2x4x8xf32>) {
  ^bb0(%x_141: f32, %x_142: f32, %x_143: f32):
    %143 = arith.mulf %x_141, %x_142 : f32
    linalg.yield %143 : f32
  } -> tensor<2x4x8xf32>
  %144 = tensor.empty() : tensor<2x4x8xf32>
  %145 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %139 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%144 : tensor<2x4x8xf32>) {
  ^bb0(%x_147: f32, %x_148: f32, %x_149: f32):
    %149 = arith.addf %x_147, %x_148 : f32
    linalg.yield %149 : f32
  } -> tensor<2x4x8xf32>
  %150 = tensor.empty() : tensor<2x4x8xf32>
  %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %41 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%150 : tensor<2x4x8xf32>) {
  ^bb0(%x_153: f32, %x_154: f32, %x_155: f32):
    %155 = arith.mulf %x_153, %x_154 : f32
    linalg.yield %155 : f32
  } -> tensor<2x4x8xf32>
  %156 = tensor.extract_slice %113[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %157 = tensor.extract_slice %113[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %158 = tensor.empty() : tensor<2x4x4xf32>
  %159 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x4x4xf32>) outs(%158 : tensor<2x4x4xf32>) {
  ^bb0(%x_161: f32, %x_162: f32):
    %162 = arith.negf %x_161 : f32
    linalg.yield %162 : f32
  } -> tensor<2x4x4xf32>
  %163 = tensor.concat dim(2) %159, %156 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %164 = tensor.empty() : tensor<2x4x8xf32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %51 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%164 : tensor<2x4x8xf32>) {
  ^bb0(%x_167: f32, %x_168: f32, %x_169: f32):
    %169 = arith.mulf %x_167, %x_168 : f32
    linalg.yield %169 : f32
  } -> tensor<2x4x8xf32>
  %170 = tensor.empty() : tensor<2x4x8xf32>
  %171 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %165 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%170 : tensor<2x4x8xf32>) {
  ^bb0(%x_173: f32, %x_174: f32, %x_175: f32):
    %175 = arith.addf %x_173, %x_174 : f32
    linalg.yield %175 : f32
  } -> tensor<2x4x8xf32>
  %176 = tensor.empty() : tensor<2x4x8x8xf32>
  %177 = tensor.insert_slice %0 into %176[0, 0, 0, 0] [2, 4, 7, 8] [1, 1, 1, 1] : tensor<2x4x7x8xf32> into tensor<2x4x8x8xf32>
  %178 = tensor.insert_slice %171 into %177[0, 0, 7, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x8xf32> into tensor<2x4x8x8xf32>
  %179 = tensor.empty() : tensor<2x4x8x8xf32>
  %180 = tensor.insert_slice %1 into %179[0, 0, 0, 0] [2, 4, 7, 8] [1, 1, 1, 1] : tensor<2x4x7x8xf32> into tensor<2x4x8x8xf32>
  %181 = tensor.insert_slice %123 into %180[0, 0, 7, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x8xf32> into tensor<2x4x8x8xf32>
  %182 = tensor.extract_slice %181[0, 0, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x4x8x8xf32> to tensor<2x2x8x8xf32>
  %183 = tensor.extract_slice %181[0, 2, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x4x8x8xf32> to tensor<2x2x8x8xf32>
  %184 = tensor.empty() : tensor<2x2x2x8x8xf32>
  %185 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%182 : tensor<2x2x8x8xf32>) outs(%184 : tensor<2x2x2x8x8xf32>) {
  ^bb0(%x_187: f32, %x_188: f32):
    linalg.yield %x_187 : f32
  } -> tensor<2x2x2x8x8xf32>
  %188 = tensor.collapse_shape %185 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x8xf32> into tensor<2x4x8x8xf32>
  %189 = tensor.empty() : tensor<2x2x2x8x8xf32>
  %190 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<2x2x8x8xf32>) outs(%189 : tensor<2x2x2x8x8xf32>) {
  ^bb0(%x_192: f32, %x_193: f32):
    linalg.yield %x_192 : f32
  } -> tensor<2x2x2x8x8xf32>
  %193 = tensor.collapse_shape %190 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x8xf32> into tensor<2x4x8x8xf32>
  %194 = tensor.empty() : tensor<2x4x8xf32>
  %195 = linalg.fill ins(%c_4 : f32) outs(%194 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %196 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%145, %178 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%195 : tensor<2x4x8xf32>) {
  ^bb0(%x_198: f32, %x_199: f32, %x_200: f32):
    %200 = arith.mulf %x_198, %x_199 : f32
    %201 = arith.addf %x_200, %200 : f32
    linalg.yield %201 : f32
  } -> tensor<2x4x8xf32>
  %202 = tensor.empty() : tensor<2x4x8xf32>
  %203 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<2x4x8xf32>) outs(%202 : tensor<2x4x8xf32>) {
  ^bb0(%x_205: f32, %x_206: f32):
    %206 = arith.mulf %x_205, %c_11 : f32
    linalg.yield %206 : f32
  } -> tensor<2x4x8xf32>
  %207 = tensor.empty() : tensor<2x4x8xf32>
  %208 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203, %19 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%207 : tensor<2x4x8xf32>) {
  ^bb0(%x_210: f32, %x_211: f32, %x_212: f32):
    %212 = arith.addf %x_210, %x_211 : f32
    linalg.yield %212 : f32
  } -> tensor<2x4x8xf32>
  %213 = tensor.empty() : tensor<2x4x8xf32>
  %214 = linalg.softmax dimension(2) ins(%208 : tensor<2x4x8xf32>) outs(%213 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %215 = tensor.empty() : tensor<2x4x8xf32>
  %216 = linalg.fill ins(%c_4 : f32) outs(%215 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %217 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%214, %188 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%216 : tensor<2x4x8xf32>) {
  ^bb0(%x_219: f32, %x_220: f32, %x_221: f32):
    %221 = arith.mulf %x_219, %x_220 : f32
    %222 = arith.addf %x_221, %221 : f32
    linalg.yield %222 : f32
  } -> tensor<2x4x8xf32>
  %223 = tensor.empty() : tensor<2x4x8xf32>
  %224 = linalg.fill ins(%c_4 : f32) outs(%223 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %225 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%145, %178 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%224 : tensor<2x4x8xf32>) {
  ^bb0(%x_227: f32, %x_228: f32, %x_229: f32):
    %229 = arith.mulf %x_227, %x_228 : f32
    %230 = arith.addf %x_229, %229 : f32
    linalg.yield %230 : f32
  } -> tensor<2x4x8xf32>
  %231 = tensor.empty() : tensor<2x4x8xf32>
  %232 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<2x4x8xf32>) outs(%231 : tensor<2x4x8xf32>) {
  ^bb0(%x_234: f32, %x_235: f32):
    %235 = arith.mulf %x_234, %c_11 : f32
    linalg.yield %235 : f32
  } -> tensor<2x4x8xf32>
  %236 = tensor.empty() : tensor<2x4x8xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232, %19 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%236 : tensor<2x4x8xf32>) {
  ^bb0(%x_239: f32, %x_240: f32, %x_241: f32):
    %241 = arith.addf %x_239, %x_240 : f32
    linalg.yield %241 : f32
  } -> tensor<2x4x8xf32>
  %242 = tensor.empty() : tensor<2x4x8xf32>
  %243 = linalg.softmax dimension(2) ins(%237 : tensor<2x4x8xf32>) outs(%242 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %244 = tensor.empty() : tensor<2x4x8xf32>
  %245 = linalg.fill ins(%c_4 : f32) outs(%244 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %246 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%243, %193 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%245 : tensor<2x4x8xf32>) {
  ^bb0(%x_248: f32, %x_249: f32, %x_250: f32):
    %250 = arith.mulf %x_248, %x_249 : f32
    %251 = arith.addf %x_250, %250 : f32
    linalg.yield %251 : f32
  } -> tensor<2x4x8xf32>
  %252 = tensor.concat dim(2) %217, %246 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x16xf32>
  %253 = tensor.extract_slice %252[0, 0, 0] [2, 2, 16] [1, 1, 1] : tensor<2x4x16xf32> to tensor<2x2x16xf32>
  %254 = tensor.extract_slice %252[0, 2, 0] [2, 2, 16] [1, 1, 1] : tensor<2x4x16xf32> to tensor<2x2x16xf32>
  %255 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<8xf32>
  %256 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<8xf32>
  %257 = tensor.empty() : tensor<8xf32>
  %258 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%255, %256 : tensor<8xf32>, tensor<8xf32>) outs(%257 : tensor<8xf32>) {
  ^bb0(%x_260: f32, %x_261: f32, %x_262: f32):
    %262 = arith.mulf %x_260, %x_261 : f32
    linalg.yield %262 : f32
  } -> tensor<8xf32>
  %263 = tensor.empty() : tensor<f32>
  %264 = linalg.fill ins(%c_4 : f32) outs(%263 : tensor<f32>) -> tensor<f32>
  %265 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%258 : tensor<8xf32>) outs(%264 : tensor<f32>) {
  ^bb0(%x_267: f32, %x_268: f32):
    %268 = arith.addf %x_268, %x_267 : f32
    linalg.yield %268 : f32
  } -> tensor<f32>
  %269 = tensor.empty() : tensor<f32>
  %270 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%265 : tensor<f32>) outs(%269 : tensor<f32>) {
  ^bb0(%x_272: f32, %x_273: f32):
    %273 = math.exp %x_272 : f32
    linalg.yield %273 : f32
  } -> tensor<f32>
  %274 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<8xf32>
  %275 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<8xf32>
  %276 = tensor.empty() : tensor<8xf32>
  %277 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%274, %275 : tensor<8xf32>, tensor<8xf32>) outs(%276 : tensor<8xf32>) {
  ^bb0(%x_279: f32, %x_280: f32, %x_281: f32):
    %281 = arith.mulf %x_279, %x_280 : f32
    linalg.yield %281 : f32
  } -> tensor<8xf32>
  %282 = tensor.empty() : tensor<f32>
  %283 = linalg.fill ins(%c_4 : f32) outs(%282 : tensor<f32>) -> tensor<f32>
  %284 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%277 : tensor<8xf32>) outs(%283 : tensor<f32>) {
  ^bb0(%x_286: f32, %x_287: f32):
    %287 = arith.addf %x_287, %x_286 : f32
    linalg.yield %287 : f32
  } -> tensor<f32>
  %288 = tensor.empty() : tensor<f32>
  %289 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%284 : tensor<f32>) outs(%288 : tensor<f32>) {
  ^bb0(%x_291: f32, %x_292: f32):
    %292 = math.exp %x_291 : f32
    linalg.yield %292 : f32
  } -> tensor<f32>
  %293 = tensor.empty() : tensor<f32>
  %294 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%270, %289 : tensor<f32>, tensor<f32>) outs(%293 : tensor<f32>) {
  ^bb0(%x_296: f32, %x_297: f32, %x_298: f32):
    %298 = arith.subf %x_296, %x_297 : f32
    linalg.yield %298 : f32
  } -> tensor<f32>
  %299 = tensor.empty() : tensor<f32>
  %300 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%294 : tensor<f32>) outs(%299 : tensor<f32>) {
  ^bb0(%x_302: f32, %x_303: f32):
    %303 = arith.addf %x_302, %c_12 : f32
    linalg.yield %303 : f32
  } -> tensor<f32>
  %304 = tensor.empty() : tensor<2x2x16xf32>
  %305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %254 : tensor<f32>, tensor<2x2x16xf32>) outs(%304 : tensor<2x2x16xf32>) {
  ^bb0(%x_307: f32, %x_308: f32, %x_309: f32):
    %309 = arith.mulf %x_307, %x_308 : f32
    linalg.yield %309 : f32
  } -> tensor<2x2x16xf32>
  %310 = tensor.empty() : tensor<2x2x16xf32>
  %311 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %305 : tensor<2x2x16xf32>, tensor<2x2x16xf32>) outs(%310 : tensor<2x2x16xf32>) {
  ^bb0(%x_313: f32, %x_314: f32, %x_315: f32):
    %315 = arith.subf %x_313, %x_314 : f32
    linalg.yield %315 : f32
  } -> tensor<2x2x16xf32>
  %316 = tensor.empty() : tensor<2x2x16xf32>
  %317 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311 : tensor<2x2x16xf32>) outs(%316 : tensor<2x2x16xf32>) {
  ^bb0(%x_319: f32, %x_320: f32):
    %320 = arith.mulf %x_319, %x_319 : f32
    linalg.yield %320 : f32
  } -> tensor<2x2x16xf32>
  %321 = tensor.empty() : tensor<2x2xf32>
  %322 = linalg.fill ins(%c_4 : f32) outs(%321 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %323 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%317 : tensor<2x2x16xf32>) outs(%322 : tensor<2x2xf32>) {
  ^bb0(%x_325: f32, %x_326: f32):
    %326 = arith.addf %x_326, %x_325 : f32
    linalg.yield %326 : f32
  } -> tensor<2x2xf32>
  %327 = tensor.empty() : tensor<2x2xf32>
  %328 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%323 : tensor<2x2xf32>) outs(%327 : tensor<2x2xf32>) {
  ^bb0(%x_330: f32, %x_331: f32):
    %331 = arith.divf %x_330, %c_13 : f32
    linalg.yield %331 : f32
  } -> tensor<2x2xf32>
  %332 = tensor.empty() : tensor<2x2xf32>
  %333 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%328 : tensor<2x2xf32>) outs(%332 : tensor<2x2xf32>) {
  ^bb0(%x_335: f32, %x_336: f32):
    %336 = arith.addf %x_335, %c_10 : f32
    linalg.yield %336 : f32
  } -> tensor<2x2xf32>
  %337 = tensor.empty() : tensor<2x2xf32>
  %338 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%333 : tensor<2x2xf32>) outs(%337 : tensor<2x2xf32>) {
  ^bb0(%x_340: f32, %x_341: f32):
    %341 = math.rsqrt %x_340 : f32
    linalg.yield %341 : f32
  } -> tensor<2x2xf32>
  %342 = tensor.empty() : tensor<2x2x16xf32>
  %343 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311, %338 : tensor<2x2x16xf32>, tensor<2x2xf32>) outs(%342 : tensor<2x2x16xf32>) {
  ^bb0(%x_345: f32, %x_346: f32, %x_347: f32):
    %347 = arith.mulf %x_345, %x_346 : f32
    linalg.yield %347 : f32
  } -> tensor<2x2x16xf32>
  %348 = tensor.empty() : tensor<2x2x16xf32>
  %349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<2x2x16xf32>) outs(%348 : tensor<2x2x16xf32>) {
  ^bb0(%x_351: f32, %x_352: f32):
    %352 = arith.mulf %x_351, %c_14 : f32
    linalg.yield %352 : f32
  } -> tensor<2x2x16xf32>
  %353 = tensor.collapse_shape %349 [[0], [1, 2]] : tensor<2x2x16xf32> into tensor<2x32xf32>
  %354 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<32x32xf32>
  %355 = tensor.empty() : tensor<2x32xf32>
  %356 = linalg.fill ins(%c_4 : f32) outs(%355 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %357 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%353, %354 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%356 : tensor<2x32xf32>) {
  ^bb0(%x_359: f32, %x_360: f32, %x_361: f32):
    %361 = arith.mulf %x_359, %x_360 : f32
    %362 = arith.addf %x_361, %361 : f32
    linalg.yield %362 : f32
  } -> tensor<2x32xf32>
  %363 = tensor.empty() : tensor<2x32xf32>
  %364 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %357 : tensor<2x32xf32>, tensor<2x32xf32>) outs(%363 : tensor<2x32xf32>) {
  ^bb0(%x_366: f32, %x_367: f32, %x_368: f32):
    %368 = arith.addf %x_366, %x_367 : f32
    linalg.yield %368 : f32
  } -> tensor<2x32xf32>
  %369 = tensor.empty() : tensor<2x32xf32>
  %370 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%364 : tensor<2x32xf32>) outs(%369 : tensor<2x32xf32>) {
  ^bb0(%x_372: f32, %x_373: f32):
    %373 = arith.mulf %x_372, %x_372 : f32
    linalg.yield %373 : f32
  } -> tensor<2x32xf32>
  %374 = tensor.empty() : tensor<2xf32>
  %375 = linalg.fill ins(%c_4 : f32) outs(%374 : tensor<2xf32>) -> tensor<2xf32>
  %376 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%370 : tensor<2x32xf32>) outs(%375 : tensor<2xf32>) {
  ^bb0(%x_378: f32, %x_379: f32):
    %379 = arith.addf %x_379, %x_378 : f32
    linalg.yield %379 : f32
  } -> tensor<2xf32>
  %380 = tensor.empty() : tensor<2xf32>
  %381 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%376 : tensor<2xf32>) outs(%380 : tensor<2xf32>) {
  ^bb0(%x_383: f32, %x_384: f32):
    %384 = arith.divf %x_383, %c_9 : f32
    linalg.yield %384 : f32
  } -> tensor<2xf32>
  %385 = tensor.empty() : tensor<2xf32>
  %386 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%381 : tensor<2xf32>) outs(%385 : tensor<2xf32>) {
  ^bb0(%x_388: f32, %x_389: f32):
    %389 = arith.addf %x_388, %c_10 : f32
    linalg.yield %389 : f32
  } -> tensor<2xf32>
  %390 = tensor.empty() : tensor<2xf32>
  %391 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%386 : tensor<2xf32>) outs(%390 : tensor<2xf32>) {
  ^bb0(%x_393: f32, %x_394: f32):
    %394 = math.rsqrt %x_393 : f32
    linalg.yield %394 : f32
  } -> tensor<2xf32>
  %395 = tensor.empty() : tensor<2x32xf32>
  %396 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%364, %391 : tensor<2x32xf32>, tensor<2xf32>) outs(%395 : tensor<2x32xf32>) {
  ^bb0(%x_398: f32, %x_399: f32, %x_400: f32):
    %400 = arith.mulf %x_398, %x_399 : f32
    linalg.yield %400 : f32
  } -> tensor<2x32xf32>
  %401 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<32xf32>
  %402 = tensor.empty() : tensor<2x32xf32>
  %403 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%401, %396 : tensor<32xf32>, tensor<2x32xf32>) outs(%402 : tensor<2x32xf32>) {
  ^bb0(%x_405: f32, %x_406: f32, %x_407: f32):
    %407 = arith.mulf %x_405, %x_406 : f32
    linalg.yield %407 : f32
  } -> tensor<2x32xf32>
  %408 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<37x32xf32>
  %409 = tensor.empty() : tensor<2x37xf32>
  %410 = linalg.fill ins(%c_4 : f32) outs(%409 : tensor<2x37xf32>) -> tensor<2x37xf32>
  %411 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%403, %408 : tensor<2x32xf32>, tensor<37x32xf32>) outs(%410 : tensor<2x37xf32>) {
  ^bb0(%x_413: f32, %x_414: f32, %x_415: f32):
    %415 = arith.mulf %x_413, %x_414 : f32
    %416 = arith.addf %x_415, %415 : f32
    linalg.yield %416 : f32
  } -> tensor<2x37xf32>
  %417 = tensor.empty() : tensor<2x37xf32>
  %418 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%411 : tensor<2x37xf32>) outs(%417 : tensor<2x37xf32>) {
  ^bb0(%x_420: f32, %x_421: f32):
    %421 = arith.mulf %x_420, %c_15 : f32
    %422 = math.erf %421 : f32
    %423 = arith.addf %422, %c_8 : f32
    %424 = arith.mulf %x_420, %c_16 : f32
    %425 = arith.mulf %424, %423 : f32
    linalg.yield %425 : f32
  } -> tensor<2x37xf32>
  %426 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<37x32xf32>
  %427 = tensor.empty() : tensor<2x37xf32>
  %428 = linalg.fill ins(%c_4 : f32) outs(%427 : tensor<2x37xf32>) -> tensor<2x37xf32>
  %429 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%403, %426 : tensor<2x32xf32>, tensor<37x32xf32>) outs(%428 : tensor<2x37xf32>) {
  ^bb0(%x_431: f32, %x_432: f32, %x_433: f32):
    %433 = arith.mulf %x_431, %x_432 : f32
    %434 = arith.addf %x_433, %433 : f32
    linalg.yield %434 : f32
  } -> tensor<2x37xf32>
  %435 = tensor.empty() : tensor<2x37xf32>
  %436 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%418, %429 : tensor<2x37xf32>, tensor<2x37xf32>) outs(%435 : tensor<2x37xf32>) {
  ^bb0(%x_438: f32, %x_439: f32, %x_440: f32):
    %440 = arith.mulf %x_438, %x_439 : f32
    linalg.yield %440 : f32
  } -> tensor<2x37xf32>
  %441 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<32x37xf32>
  %442 = tensor.empty() : tensor<2x32xf32>
  %443 = linalg.fill ins(%c_4 : f32) outs(%442 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %444 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%436, %441 : tensor<2x37xf32>, tensor<32x37xf32>) outs(%443 : tensor<2x32xf32>) {
  ^bb0(%x_446: f32, %x_447: f32, %x_448: f32):
    %448 = arith.mulf %x_446, %x_447 : f32
    %449 = arith.addf %x_448, %448 : f32
    linalg.yield %449 : f32
  } -> tensor<2x32xf32>
  %450 = tensor.empty() : tensor<2x32xf32>
  %451 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%364, %444 : tensor<2x32xf32>, tensor<2x32xf32>) outs(%450 : tensor<2x32xf32>) {
  ^bb0(%x_453: f32, %x_454: f32, %x_455: f32):
    %455 = arith.addf %x_453, %x_454 : f32
    linalg.yield %455 : f32
  } -> tensor<2x32xf32>
  %456 = tensor.empty() : tensor<2x32xf32>
  %457 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%451 : tensor<2x32xf32>) outs(%456 : tensor<2x32xf32>) {
  ^bb0(%x_459: f32, %x_460: f32):
    %460 = arith.mulf %x_459, %x_459 : f32
    linalg.yield %460 : f32
  } -> tensor<2x32xf32>
  %461 = tensor.empty() : tensor<2xf32>
  %462 = linalg.fill ins(%c_4 : f32) outs(%461 : tensor<2xf32>) -> tensor<2xf32>
  %463 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%457 : tensor<2x32xf32>) outs(%462 : tensor<2xf32>) {
  ^bb0(%x_465: f32, %x_466: f32):
    %466 = arith.addf %x_466, %x_465 : f32
    linalg.yield %466 : f32
  } -> tensor<2xf32>
  %467 = tensor.empty() : tensor<2xf32>
  %468 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%463 : tensor<2xf32>) outs(%467 : tensor<2xf32>) {
  ^bb0(%x_470: f32, %x_471: f32):
    %471 = arith.divf %x_470, %c_9 : f32
    linalg.yield %471 : f32
  } -> tensor<2xf32>
  %472 = tensor.empty() : tensor<2xf32>
  %473 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%468 : tensor<2xf32>) outs(%472 : tensor<2xf32>) {
  ^bb0(%x_475: f32, %x_476: f32):
    %476 = arith.addf %x_475, %c_10 : f32
    linalg.yield %476 : f32
  } -> tensor<2xf32>
  %477 = tensor.empty() : tensor<2xf32>
  %478 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%473 : tensor<2xf32>) outs(%477 : tensor<2xf32>) {
  ^bb0(%x_480: f32, %x_481: f32):
    %481 = math.rsqrt %x_480 : f32
    linalg.yield %481 : f32
  } -> tensor<2xf32>
  %482 = tensor.empty() : tensor<2x32xf32>
  %483 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%451, %478 : tensor<2x32xf32>, tensor<2xf32>) outs(%482 : tensor<2x32xf32>) {
  ^bb0(%x_485: f32, %x_486: f32, %x_487: f32):
    %487 = arith.mulf %x_485, %x_486 : f32
    linalg.yield %487 : f32
  } -> tensor<2x32xf32>
  %488 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<32xf32>
  %489 = tensor.empty() : tensor<2x32xf32>
  %490 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%488, %483 : tensor<32xf32>, tensor<2x32xf32>) outs(%489 : tensor<2x32xf32>) {
  ^bb0(%x_492: f32, %x_493: f32, %x_494: f32):
    %494 = arith.mulf %x_492, %x_493 : f32
    linalg.yield %494 : f32
  } -> tensor<2x32xf32>
  %495 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<32x32xf32>
  %496 = tensor.empty() : tensor<2x32xf32>
  %497 = linalg.fill ins(%c_4 : f32) outs(%496 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %498 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%490, %495 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%497 : tensor<2x32xf32>) {
  ^bb0(%x_500: f32, %x_501: f32, %x_502: f32):
    %502 = arith.mulf %x_500, %x_501 : f32
    %503 = arith.addf %x_502, %502 : f32
    linalg.yield %503 : f32
  } -> tensor<2x32xf32>
  %504 = tensor.expand_shape %498 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %505 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<32x32xf32>
  %506 = tensor.empty() : tensor<2x32xf32>
  %507 = linalg.fill ins(%c_4 : f32) outs(%506 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %508 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%490, %505 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%507 : tensor<2x32xf32>) {
  ^bb0(%x_510: f32, %x_511: f32, %x_512: f32):
    %512 = arith.mulf %x_510, %x_511 : f32
    %513 = arith.addf %x_512, %512 : f32
    linalg.yield %513 : f32
  } -> tensor<2x32xf32>
  %514 = tensor.expand_shape %508 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %515 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<32x32xf32>
  %516 = tensor.empty() : tensor<2x32xf32>
  %517 = linalg.fill ins(%c_4 : f32) outs(%516 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %518 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%490, %515 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%517 : tensor<2x32xf32>) {
  ^bb0(%x_520: f32, %x_521: f32, %x_522: f32):
    %522 = arith.mulf %x_520, %x_521 : f32
    %523 = arith.addf %x_522, %522 : f32
    linalg.yield %523 : f32
  } -> tensor<2x32xf32>
  %524 = tensor.expand_shape %518 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf32> into tensor<2x4x8xf32>
  %525 = tensor.empty() : tensor<2x4x8xf32>
  %526 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%504, %41 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%525 : tensor<2x4x8xf32>) {
  ^bb0(%x_528: f32, %x_529: f32, %x_530: f32):
    %530 = arith.mulf %x_528, %x_529 : f32
    linalg.yield %530 : f32
  } -> tensor<2x4x8xf32>
  %531 = tensor.extract_slice %504[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %532 = tensor.extract_slice %504[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %533 = tensor.empty() : tensor<2x4x4xf32>
  %534 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%532 : tensor<2x4x4xf32>) outs(%533 : tensor<2x4x4xf32>) {
  ^bb0(%x_536: f32, %x_537: f32):
    %537 = arith.negf %x_536 : f32
    linalg.yield %537 : f32
  } -> tensor<2x4x4xf32>
  %538 = tensor.concat dim(2) %534, %531 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %539 = tensor.empty() : tensor<2x4x8xf32>
  %540 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%538, %51 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%539 : tensor<2x4x8xf32>) {
  ^bb0(%x_542: f32, %x_543: f32, %x_544: f32):
    %544 = arith.mulf %x_542, %x_543 : f32
    linalg.yield %544 : f32
  } -> tensor<2x4x8xf32>
  %545 = tensor.empty() : tensor<2x4x8xf32>
  %546 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%526, %540 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%545 : tensor<2x4x8xf32>) {
  ^bb0(%x_548: f32, %x_549: f32, %x_550: f32):
    %550 = arith.addf %x_548, %x_549 : f32
    linalg.yield %550 : f32
  } -> tensor<2x4x8xf32>
  %551 = tensor.empty() : tensor<2x4x8xf32>
  %552 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%514, %41 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%551 : tensor<2x4x8xf32>) {
  ^bb0(%x_554: f32, %x_555: f32, %x_556: f32):
    %556 = arith.mulf %x_554, %x_555 : f32
    linalg.yield %556 : f32
  } -> tensor<2x4x8xf32>
  %557 = tensor.extract_slice %514[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %558 = tensor.extract_slice %514[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %559 = tensor.empty() : tensor<2x4x4xf32>
  %560 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%558 : tensor<2x4x4xf32>) outs(%559 : tensor<2x4x4xf32>) {
  ^bb0(%x_562: f32, %x_563: f32):
    %563 = arith.negf %x_562 : f32
    linalg.yield %563 : f32
  } -> tensor<2x4x4xf32>
  %564 = tensor.concat dim(2) %560, %557 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  %565 = tensor.empty() : tensor<2x4x8xf32>
  %566 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564, %51 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%565 : tensor<2x4x8xf32>) {
  ^bb0(%x_568: f32, %x_569: f32, %x_570: f32):
    %570 = arith.mulf %x_568, %x_569 : f32
    linalg.yield %570 : f32
  } -> tensor<2x4x8xf32>
  %571 = tensor.empty() : tensor<2x4x8xf32>
  %572 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%552, %566 : tensor<2x4x8xf32>, tensor<2x4x8xf32>) outs(%571 : tensor<2x4x8xf32>) {
  ^bb0(%x_574: f32, %x_575: f32, %x_576: f32):
    %576 = arith.addf %x_574, %x_575 : f32
    linalg.yield %576 : f32
  } -> tensor<2x4x8xf32>
  %577 = tensor.empty() : tensor<2x4x8x8xf32>
  %578 = tensor.insert_slice %2 into %577[0, 0, 0, 0] [2, 4, 7, 8] [1, 1, 1, 1] : tensor<2x4x7x8xf32> into tensor<2x4x8x8xf32>
  %579 = tensor.insert_slice %572 into %578[0, 0, 7, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x8xf32> into tensor<2x4x8x8xf32>
  %580 = tensor.empty() : tensor<2x4x8x8xf32>
  %581 = tensor.insert_slice %3 into %580[0, 0, 0, 0] [2, 4, 7, 8] [1, 1, 1, 1] : tensor<2x4x7x8xf32> into tensor<2x4x8x8xf32>
  %582 = tensor.insert_slice %524 into %581[0, 0, 7, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x8xf32> into tensor<2x4x8x8xf32>
  %583 = tensor.extract_slice %582[0, 0, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x4x8x8xf32> to tensor<2x2x8x8xf32>
  %584 = tensor.extract_slice %582[0, 2, 0, 0] [2, 2, 8, 8] [1, 1, 1, 1] : tensor<2x4x8x8xf32> to tensor<2x2x8x8xf32>
  %585 = tensor.empty() : tensor<2x2x2x8x8xf32>
  %586 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%583 : tensor<2x2x8x8xf32>) outs(%585 : tensor<2x2x2x8x8xf32>) {
  ^bb0(%x_588: f32, %x_589: f32):
    linalg.yield %x_588 : f32
  } -> tensor<2x2x2x8x8xf32>
  %589 = tensor.collapse_shape %586 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x8xf32> into tensor<2x4x8x8xf32>
  %590 = tensor.empty() : tensor<2x2x2x8x8xf32>
  %591 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%584 : tensor<2x2x8x8xf32>) outs(%590 : tensor<2x2x2x8x8xf32>) {
  ^bb0(%x_593: f32, %x_594: f32):
    linalg.yield %x_593 : f32
  } -> tensor<2x2x2x8x8xf32>
  %594 = tensor.collapse_shape %591 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x8xf32> into tensor<2x4x8x8xf32>
  %595 = tensor.empty() : tensor<2x4x8xf32>
  %596 = linalg.fill ins(%c_4 : f32) outs(%595 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %597 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%546, %579 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%596 : tensor<2x4x8xf32>) {
  ^bb0(%x_599: f32, %x_600: f32, %x_601: f32):
    %601 = arith.mulf %x_599, %x_600 : f32
    %602 = arith.addf %x_601, %601 : f32
    linalg.yield %602 : f32
  } -> tensor<2x4x8xf32>
  %603 = tensor.empty() : tensor<2x4x8xf32>
  %604 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597 : tensor<2x4x8xf32>) outs(%603 : tensor<2x4x8xf32>) {
  ^bb0(%x_606: f32, %x_607: f32):
    %607 = arith.mulf %x_606, %c_11 : f32
    linalg.yield %607 : f32
  } -> tensor<2x4x8xf32>
  %608 = tensor.empty() : tensor<2x4x8xf32>
  %609 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%604, %19 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%608 : tensor<2x4x8xf32>) {
  ^bb0(%x_611: f32, %x_612: f32, %x_613: f32):
    %613 = arith.addf %x_611, %x_612 : f32
    linalg.yield %613 : f32
  } -> tensor<2x4x8xf32>
  %614 = tensor.empty() : tensor<2x4x8xf32>
  %615 = linalg.softmax dimension(2) ins(%609 : tensor<2x4x8xf32>) outs(%614 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %616 = tensor.empty() : tensor<2x4x8xf32>
  %617 = linalg.fill ins(%c_4 : f32) outs(%616 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %618 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%615, %589 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%617 : tensor<2x4x8xf32>) {
  ^bb0(%x_620: f32, %x_621: f32, %x_622: f32):
    %622 = arith.mulf %x_620, %x_621 : f32
    %623 = arith.addf %x_622, %622 : f32
    linalg.yield %623 : f32
  } -> tensor<2x4x8xf32>
  %624 = tensor.empty() : tensor<2x4x8xf32>
  %625 = linalg.fill ins(%c_4 : f32) outs(%624 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %626 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%546, %579 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%625 : tensor<2x4x8xf32>) {
  ^bb0(%x_628: f32, %x_629: f32, %x_630: f32):
    %630 = arith.mulf %x_628, %x_629 : f32
    %631 = arith.addf %x_630, %630 : f32
    linalg.yield %631 : f32
  } -> tensor<2x4x8xf32>
  %632 = tensor.empty() : tensor<2x4x8xf32>
  %633 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%626 : tensor<2x4x8xf32>) outs(%632 : tensor<2x4x8xf32>) {
  ^bb0(%x_635: f32, %x_636: f32):
    %636 = arith.mulf %x_635, %c_11 : f32
    linalg.yield %636 : f32
  } -> tensor<2x4x8xf32>
  %637 = tensor.empty() : tensor<2x4x8xf32>
  %638 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%633, %19 : tensor<2x4x8xf32>, tensor<8xf32>) outs(%637 : tensor<2x4x8xf32>) {
  ^bb0(%x_640: f32, %x_641: f32, %x_642: f32):
    %642 = arith.addf %x_640, %x_641 : f32
    linalg.yield %642 : f32
  } -> tensor<2x4x8xf32>
  %643 = tensor.empty() : tensor<2x4x8xf32>
  %644 = linalg.softmax dimension(2) ins(%638 : tensor<2x4x8xf32>) outs(%643 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %645 = tensor.empty() : tensor<2x4x8xf32>
  %646 = linalg.fill ins(%c_4 : f32) outs(%645 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %647 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%644, %594 : tensor<2x4x8xf32>, tensor<2x4x8x8xf32>) outs(%646 : tensor<2x4x8xf32>) {
  ^bb0(%x_649: f32, %x_650: f32, %x_651: f32):
    %651 = arith.mulf %x_649, %x_650 : f32
    %652 = arith.addf %x_651, %651 : f32
    linalg.yield %652 : f32
  } -> tensor<2x4x8xf32>
  %653 = tensor.concat dim(2) %618, %647 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x16xf32>
  %654 = tensor.extract_slice %653[0, 0, 0] [2, 2, 16] [1, 1, 1] : tensor<2x4x16xf32> to tensor<2x2x16xf32>
  %655 = tensor.extract_slice %653[0, 2, 0] [2, 2, 16] [1, 1, 1] : tensor<2x4x16xf32> to tensor<2x2x16xf32>
  %656 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<8xf32>
  %657 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<8xf32>
  %658 = tensor.empty() : tensor<8xf32>
  %659 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%656, %657 : tensor<8xf32>, tensor<8xf32>) outs(%658 : tensor<8xf32>) {
  ^bb0(%x_661: f32, %x_662: f32, %x_663: f32):
    %663 = arith.mulf %x_661, %x_662 : f32
    linalg.yield %663 : f32
  } -> tensor<8xf32>
  %664 = tensor.empty() : tensor<f32>
  %665 = linalg.fill ins(%c_4 : f32) outs(%664 : tensor<f32>) -> tensor<f32>
  %666 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%659 : tensor<8xf32>) outs(%665 : tensor<f32>) {
  ^bb0(%x_668: f32, %x_669: f32):
    %669 = arith.addf %x_669, %x_668 : f32
    linalg.yield %669 : f32
  } -> tensor<f32>
  %670 = tensor.empty() : tensor<f32>
  %671 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%666 : tensor<f32>) outs(%670 : tensor<f32>) {
  ^bb0(%x_673: f32, %x_674: f32):
    %674 = math.exp %x_673 : f32
    linalg.yield %674 : f32
  } -> tensor<f32>
  %675 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<8xf32>
  %676 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<8xf32>
  %677 = tensor.empty() : tensor<8xf32>
  %678 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%675, %676 : tensor<8xf32>, tensor<8xf32>) outs(%677 : tensor<8xf32>) {
  ^bb0(%x_680: f32, %x_681: f32, %x_682: f32):
    %682 = arith.mulf %x_680, %x_681 : f32
    linalg.yield %682 : f32
  } -> tensor<8xf32>
  %683 = tensor.empty() : tensor<f32>
  %684 = linalg.fill ins(%c_4 : f32) outs(%683 : tensor<f32>) -> tensor<f32>
  %685 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%678 : tensor<8xf32>) outs(%684 : tensor<f32>) {
  ^bb0(%x_687: f32, %x_688: f32):
    %688 = arith.addf %x_688, %x_687 : f32
    linalg.yield %688 : f32
  } -> tensor<f32>
  %689 = tensor.empty() : tensor<f32>
  %690 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%685 : tensor<f32>) outs(%689 : tensor<f32>) {
  ^bb0(%x_692: f32, %x_693: f32):
    %693 = math.exp %x_692 : f32
    linalg.yield %693 : f32
  } -> tensor<f32>
  %694 = tensor.empty() : tensor<f32>
  %695 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%671, %690 : tensor<f32>, tensor<f32>) outs(%694 : tensor<f32>) {
  ^bb0(%x_697: f32, %x_698: f32, %x_699: f32):
    %699 = arith.subf %x_697, %x_698 : f32
    linalg.yield %699 : f32
  } -> tensor<f32>
  %700 = tensor.empty() : tensor<f32>
  %701 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%695 : tensor<f32>) outs(%700 : tensor<f32>) {
  ^bb0(%x_703: f32, %x_704: f32):
    %704 = arith.addf %x_703, %c_17 : f32
    linalg.yield %704 : f32
  } -> tensor<f32>
  %705 = tensor.empty() : tensor<2x2x16xf32>
  %706 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%701, %655 : tensor<f32>, tensor<2x2x16xf32>) outs(%705 : tensor<2x2x16xf32>) {
  ^bb0(%x_708: f32, %x_709: f32, %x_710: f32):
    %710 = arith.mulf %x_708, %x_709 : f32
    linalg.yield %710 : f32
  } -> tensor<2x2x16xf32>
  %711 = tensor.empty() : tensor<2x2x16xf32>
  %712 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%654, %706 : tensor<2x2x16xf32>, tensor<2x2x16xf32>) outs(%711 : tensor<2x2x16xf32>) {
  ^bb0(%x_714: f32, %x_715: f32, %x_716: f32):
    %716 = arith.subf %x_714, %x_715 : f32
    linalg.yield %716 : f32
  } -> tensor<2x2x16xf32>
  %717 = tensor.empty() : tensor<2x2x16xf32>
  %718 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%712 : tensor<2x2x16xf32>) outs(%717 : tensor<2x2x16xf32>) {
  ^bb0(%x_720: f32, %x_721: f32):
    %721 = arith.mulf %x_720, %x_720 : f32
    linalg.yield %721 : f32
  } -> tensor<2x2x16xf32>
  %722 = tensor.empty() : tensor<2x2xf32>
  %723 = linalg.fill ins(%c_4 : f32) outs(%722 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %724 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%718 : tensor<2x2x16xf32>) outs(%723 : tensor<2x2xf32>) {
  ^bb0(%x_726: f32, %x_727: f32):
    %727 = arith.addf %x_727, %x_726 : f32
    linalg.yield %727 : f32
  } -> tensor<2x2xf32>
  %728 = tensor.empty() : tensor<2x2xf32>
  %729 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%724 : tensor<2x2xf32>) outs(%728 : tensor<2x2xf32>) {
  ^bb0(%x_731: f32, %x_732: f32):
    %732 = arith.divf %x_731, %c_13 : f32
    linalg.yield %732 : f32
  } -> tensor<2x2xf32>
  %733 = tensor.empty() : tensor<2x2xf32>
  %734 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%729 : tensor<2x2xf32>) outs(%733 : tensor<2x2xf32>) {
  ^bb0(%x_736: f32, %x_737: f32):
    %737 = arith.addf %x_736, %c_10 : f32
    linalg.yield %737 : f32
  } -> tensor<2x2xf32>
  %738 = tensor.empty() : tensor<2x2xf32>
  %739 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%734 : tensor<2x2xf32>) outs(%738 : tensor<2x2xf32>) {
  ^bb0(%x_741: f32, %x_742: f32):
    %742 = math.rsqrt %x_741 : f32
    linalg.yield %742 : f32
  } -> tensor<2x2xf32>
  %743 = tensor.empty() : tensor<2x2x16xf32>
  %744 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%712, %739 : tensor<2x2x16xf32>, tensor<2x2xf32>) outs(%743 : tensor<2x2x16xf32>) {
  ^bb0(%x_746: f32, %x_747: f32, %x_748: f32):
    %748 = arith.mulf %x_746, %x_747 : f32
    linalg.yield %748 : f32
  } -> tensor<2x2x16xf32>
  %749 = tensor.empty() : tensor<2x2x16xf32>
  %750 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%744 : tensor<2x2x16xf32>) outs(%749 : tensor<2x2x16xf32>) {
  ^bb0(%x_752: f32, %x_753: f32):
    %753 = arith.mulf %x_752, %c_18 : f32
    linalg.yield %753 : f32
  } -> tensor<2x2x16xf32>
  %754 = tensor.collapse_shape %750 [[0], [1, 2]] : tensor<2x2x16xf32> into tensor<2x32xf32>
  %755 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<32x32xf32>
  %756 = tensor.empty() : tensor<2x32xf32>
  %757 = linalg.fill ins(%c_4 : f32) outs(%756 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %758 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%754, %755 : tensor<2x32xf32>, tensor<32x32xf32>) outs(%757 : tensor<2x32xf32>) {
  ^bb0(%x_760: f32, %x_761: f32, %x_762: f32):
    %762 = arith.mulf %x_760, %x_761 : f32
    %763 = arith.addf %x_762, %762 : f32
    linalg.yield %763 : f32
  } -> tensor<2x32xf32>
  %764 = tensor.empty() : tensor<2x32xf32>
  %765 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%451, %758 : tensor<2x32xf32>, tensor<2x32xf32>) outs(%764 : tensor<2x32xf32>) {
  ^bb0(%x_767: f32, %x_768: f32, %x_769: f32):
    %769 = arith.addf %x_767, %x_768 : f32
    linalg.yield %769 : f32
  } -> tensor<2x32xf32>
  %770 = tensor.empty() : tensor<2x32xf32>
  %771 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%765 : tensor<2x32xf32>) outs(%770 : tensor<2x32xf32>) {
  ^bb0(%x_773: f32, %x_774: f32):
    %774 = arith.mulf %x_773, %x_773 : f32
    linalg.yield %774 : f32
  } -> tensor<2x32xf32>
  %775 = tensor.empty() : tensor<2xf32>
  %776 = linalg.fill ins(%c_4 : f32) outs(%775 : tensor<2xf32>) -> tensor<2xf32>
  %777 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%771 : tensor<2x32xf32>) outs(%776 : tensor<2xf32>) {
  ^bb0(%x_779: f32, %x_780: f32):
    %780 = arith.addf %x_780, %x_779 : f32
    linalg.yield %780 : f32
  } -> tensor<2xf32>
  %781 = tensor.empty() : tensor<2xf32>
  %782 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%777 : tensor<2xf32>) outs(%781 : tensor<2xf32>) {
  ^bb0(%x_784: f32, %x_785: f32):
    %785 = arith.divf %x_784, %c_9 : f32
    linalg.yield %785 : f32
  } -> tensor<2xf32>
  %786 = tensor.empty() : tensor<2xf32>
  %787 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%782 : tensor<2xf32>) outs(%786 : tensor<2xf32>) {
  ^bb0(%x_789: f32, %x_790: f32):
    %790 = arith.addf %x_789, %c_10 : f32
    linalg.yield %790 : f32
  } -> tensor<2xf32>
  %791 = tensor.empty() : tensor<2xf32>
  %792 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%787 : tensor<2xf32>) outs(%791 : tensor<2xf32>) {
  ^bb0(%x_794: f32, %x_795: f32):
    %795 = math.rsqrt %x_794 : f32
    linalg.yield %795 : f32
  } -> tensor<2xf32>
  %796 = tensor.empty() : tensor<2x32xf32>
  %797 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%765, %792 : tensor<2x32xf32>, tensor<2xf32>) outs(%796 : tensor<2x32xf32>) {
  ^bb0(%x_799: f32, %x_800: f32, %x_801: f32):
    %801 = arith.mulf %x_799, %x_800 : f32
    linalg.yield %801 : f32
  } -> tensor<2x32xf32>
  %802 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<32xf32>
  %803 = tensor.empty() : tensor<2x32xf32>
  %804 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%802, %797 : tensor<32xf32>, tensor<2x32xf32>) outs(%803 : tensor<2x32xf32>) {
  ^bb0(%x_806: f32, %x_807: f32, %x_808: f32):
    %808 = arith.mulf %x_806, %x_807 : f32
    linalg.yield %808 : f32
  } -> tensor<2x32xf32>
  %809 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<37x32xf32>
  %810 = tensor.empty() : tensor<2x37xf32>
  %811 = linalg.fill ins(%c_4 : f32) outs(%810 : tensor<2x37xf32>) -> tensor<2x37xf32>
  %812 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%804, %809 : tensor<2x32xf32>, tensor<37x32xf32>) outs(%811 : tensor<2x37xf32>) {
  ^bb0(%x_814: f32, %x_815: f32, %x_816: f32):
    %816 = arith.mulf %x_814, %x_815 : f32
    %817 = arith.addf %x_816, %816 : f32
    linalg.yield %817 : f32
  } -> tensor<2x37xf32>
  %818 = tensor.empty() : tensor<2x37xf32>
  %819 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%812 : tensor<2x37xf32>) outs(%818 : tensor<2x37xf32>) {
  ^bb0(%x_821: f32, %x_822: f32):
    %822 = arith.mulf %x_821, %c_15 : f32
    %823 = math.erf %822 : f32
    %824 = arith.addf %823, %c_8 : f32
    %825 = arith.mulf %x_821, %c_16 : f32
    %826 = arith.mulf %825, %824 : f32
    linalg.yield %826 : f32
  } -> tensor<2x37xf32>
  %827 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<37x32xf32>
  %828 = tensor.empty() : tensor<2x37xf32>
  %829 = linalg.fill ins(%c_4 : f32) outs(%828 : tensor<2x37xf32>) -> tensor<2x37xf32>
  %830 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%804, %827 : tensor<2x32xf32>, tensor<37x32xf32>) outs(%829 : tensor<2x37xf32>) {
  ^bb0(%x_832: f32, %x_833: f32, %x_834: f32):
    %834 = arith.mulf %x_832, %x_833 : f32
    %835 = arith.addf %x_834, %834 : f32
    linalg.yield %835 : f32
  } -> tensor<2x37xf32>
  %836 = tensor.empty() : tensor<2x37xf32>
  %837 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%819, %830 : tensor<2x37xf32>, tensor<2x37xf32>) outs(%836 : tensor<2x37xf32>) {
  ^bb0(%x_839: f32, %x_840: f32, %x_841: f32):
    %841 = arith.mulf %x_839, %x_840 : f32
    linalg.yield %841 : f32
  } -> tensor<2x37xf32>
  %842 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<32x37xf32>
  %843 = tensor.empty() : tensor<2x32xf32>
  %844 = linalg.fill ins(%c_4 : f32) outs(%843 : tensor<2x32xf32>) -> tensor<2x32xf32>
  %845 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%837, %842 : tensor<2x37xf32>, tensor<32x37xf32>) outs(%844 : tensor<2x32xf32>) {
  ^bb0(%x_847: f32, %x_848: f32, %x_849: f32):
    %849 = arith.mulf %x_847, %x_848 : f32
    %850 = arith.addf %x_849, %849 : f32
    linalg.yield %850 : f32
  } -> tensor<2x32xf32>
  %851 = tensor.empty() : tensor<2x32xf32>
  %852 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%765, %845 : tensor<2x32xf32>, tensor<2x32xf32>) outs(%851 : tensor<2x32xf32>) {
  ^bb0(%x_854: f32, %x_855: f32, %x_856: f32):
    %856 = arith.addf %x_854, %x_855 : f32
    linalg.yield %856 : f32
  } -> tensor<2x32xf32>
  %857 = tensor.empty() : tensor<2x32xf32>
  %858 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%852 : tensor<2x32xf32>) outs(%857 : tensor<2x32xf32>) {
  ^bb0(%x_860: f32, %x_861: f32):
    %861 = arith.mulf %x_860, %x_860 : f32
    linalg.yield %861 : f32
  } -> tensor<2x32xf32>
  %862 = tensor.empty() : tensor<2xf32>
  %863 = linalg.fill ins(%c_4 : f32) outs(%862 : tensor<2xf32>) -> tensor<2xf32>
  %864 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%858 : tensor<2x32xf32>) outs(%863 : tensor<2xf32>) {
  ^bb0(%x_866: f32, %x_867: f32):
    %867 = arith.addf %x_867, %x_866 : f32
    linalg.yield %867 : f32
  } -> tensor<2xf32>
  %868 = tensor.empty() : tensor<2xf32>
  %869 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%864 : tensor<2xf32>) outs(%868 : tensor<2xf32>) {
  ^bb0(%x_871: f32, %x_872: f32):
    %872 = arith.divf %x_871, %c_9 : f32
    linalg.yield %872 : f32
  } -> tensor<2xf32>
  %873 = tensor.empty() : tensor<2xf32>
  %874 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%869 : tensor<2xf32>) outs(%873 : tensor<2xf32>) {
  ^bb0(%x_876: f32, %x_877: f32):
    %877 = arith.addf %x_876, %c_10 : f32
    linalg.yield %877 : f32
  } -> tensor<2xf32>
  %878 = tensor.empty() : tensor<2xf32>
  %879 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%874 : tensor<2xf32>) outs(%878 : tensor<2xf32>) {
  ^bb0(%x_881: f32, %x_882: f32):
    %882 = math.rsqrt %x_881 : f32
    linalg.yield %882 : f32
  } -> tensor<2xf32>
  %883 = tensor.empty() : tensor<2x32xf32>
  %884 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%852, %879 : tensor<2x32xf32>, tensor<2xf32>) outs(%883 : tensor<2x32xf32>) {
  ^bb0(%x_886: f32, %x_887: f32, %x_888: f32):
    %888 = arith.mulf %x_886, %x_887 : f32
    linalg.yield %888 : f32
  } -> tensor<2x32xf32>
  %889 = ml_program.global_load_const @"model.norm.weight" : tensor<32xf32>
  %890 = tensor.empty() : tensor<2x32xf32>
  %891 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%889, %884 : tensor<32xf32>, tensor<2x32xf32>) outs(%890 : tensor<2x32xf32>) {
  ^bb0(%x_893: f32, %x_894: f32, %x_895: f32):
    %895 = arith.mulf %x_893, %x_894 : f32
    linalg.yield %895 : f32
  } -> tensor<2x32xf32>
  %896 = ml_program.global_load_const @"lm_head.weight" : tensor<99x32xf32>
  %897 = tensor.empty() : tensor<2x99xf32>
  %898 = linalg.fill ins(%c_4 : f32) outs(%897 : tensor<2x99xf32>) -> tensor<2x99xf32>
  %899 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%891, %896 : tensor<2x32xf32>, tensor<99x32xf32>) outs(%898 : tensor<2x99xf32>) {
  ^bb0(%x_901: f32, %x_902: f32, %x_903: f32):
    %903 = arith.mulf %x_901, %x_902 : f32
    %904 = arith.addf %x_903, %903 : f32
    linalg.yield %904 : f32
  } -> tensor<2x99xf32>
  %905 = tensor.empty() : tensor<2x2x4x8x8xf32>
  %906 = tensor.insert_slice %178 into %905[0, 0, 0, 0, 0] [1, 2, 4, 8, 8] [1, 1, 1, 1, 1] : tensor<2x4x8x8xf32> into tensor<2x2x4x8x8xf32>
  %907 = tensor.insert_slice %579 into %906[1, 0, 0, 0, 0] [1, 2, 4, 8, 8] [1, 1, 1, 1, 1] : tensor<2x4x8x8xf32> into tensor<2x2x4x8x8xf32>
  %908 = tensor.empty() : tensor<2x2x4x8x8xf32>
  %909 = tensor.insert_slice %181 into %908[0, 0, 0, 0, 0] [1, 2, 4, 8, 8] [1, 1, 1, 1, 1] : tensor<2x4x8x8xf32> into tensor<2x2x4x8x8xf32>
  %910 = tensor.insert_slice %582 into %909[1, 0, 0, 0, 0] [1, 2, 4, 8, 8] [1, 1, 1, 1, 1] : tensor<2x4x8x8xf32> into tensor<2x2x4x8x8xf32>
  %911 = tensor.expand_shape %899 [[0, 1], [2]] output_shape [2, 1, 99] : tensor<2x99xf32> into tensor<2x1x99xf32>
  return %911, %907, %910 : tensor<2x1x99xf32>, tensor<2x2x4x8x8xf32>, tensor<2x2x4x8x8xf32>
}
}
