module {
ml_program.global private @"model.embed_tokens.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>
ml_program.global private @"model.layers.0.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.k_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"model.layers.0.self_attn.v_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
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
ml_program.global private @"model.layers.1.self_attn.k_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"model.layers.1.self_attn.v_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
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
  %c_4 = arith.constant dense<"0x0000803FCDCCCC3D0AD7233C6F12833A"> : tensor<4xf32>
  %c_5 = arith.constant 1.0 : f32
  %c_6 = arith.constant 0.0 : f32
  %c_7 = arith.constant 32.0 : f32
  %c_8 = arith.constant 1.0e-05 : f32
  %c_9 = arith.constant 0.20000000000000007 : f32
  %c_10 = arith.constant 16.0 : f32
  %c_11 = arith.constant 0.7999999999999999 : f32
  %c_12 = arith.constant 0.7071067811865476 : f32
  %c_13 = arith.constant 0.5 : f32
  %c_14 = arith.constant 0.35550906759096934 : f32
  %c_15 = arith.constant 0.6444909324090307 : f32
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
  %28 = tensor.empty(%n_2) : tensor<?xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%28 : tensor<?xf32>) {
  ^bb0(%x_31: f32):
    %31 = linalg.index 0 : index
    %32 = arith.index_cast %31 : index to i64
    %33 = arith.sitofp %32 : i64 to f32
    linalg.yield %33 : f32
  } -> tensor<?xf32>
  %34 = tensor.empty(%n_2) : tensor<?x4xf32>
  %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%29, %c_4 : tensor<?xf32>, tensor<4xf32>) outs(%34 : tensor<?x4xf32>) {
  ^bb0(%x_37: f32, %x_38: f32, %x_39: f32):
    %39 = arith.mulf %x_37, %x_38 : f32
    linalg.yield %39 : f32
  } -> tensor<?x4xf32>
  %40 = tensor.concat dim(1) %35, %35 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %41 = tensor.empty(%n_2) : tensor<?x8xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<?x8xf32>) outs(%41 : tensor<?x8xf32>) {
  ^bb0(%x_44: f32, %x_45: f32):
    %45 = math.cos %x_44 : f32
    linalg.yield %45 : f32
  } -> tensor<?x8xf32>
  %46 = tensor.empty(%n_2) : tensor<?x8xf32>
  %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<?x8xf32>) outs(%46 : tensor<?x8xf32>) {
  ^bb0(%x_49: f32, %x_50: f32):
    %50 = arith.mulf %x_49, %c_5 : f32
    linalg.yield %50 : f32
  } -> tensor<?x8xf32>
  %51 = tensor.empty(%n_2) : tensor<?x8xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<?x8xf32>) outs(%51 : tensor<?x8xf32>) {
  ^bb0(%x_54: f32, %x_55: f32):
    %55 = math.sin %x_54 : f32
    linalg.yield %55 : f32
  } -> tensor<?x8xf32>
  %56 = tensor.empty(%n_2) : tensor<?x8xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<?x8xf32>) outs(%56 : tensor<?x8xf32>) {
  ^bb0(%x_59: f32, %x_60: f32):
    %60 = arith.mulf %x_59, %c_5 : f32
    linalg.yield %60 : f32
  } -> tensor<?x8xf32>
  %61 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x?x32xf32>) outs(%61 : tensor<?x?x32xf32>) {
  ^bb0(%x_64: f32, %x_65: f32):
    %65 = arith.mulf %x_64, %x_64 : f32
    linalg.yield %65 : f32
  } -> tensor<?x?x32xf32>
  %66 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %67 = linalg.fill ins(%c_6 : f32) outs(%66 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<?x?x32xf32>) outs(%67 : tensor<?x?xf32>) {
  ^bb0(%x_70: f32, %x_71: f32):
    %71 = arith.addf %x_71, %x_70 : f32
    linalg.yield %71 : f32
  } -> tensor<?x?xf32>
  %72 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<?x?xf32>) outs(%72 : tensor<?x?xf32>) {
  ^bb0(%x_75: f32, %x_76: f32):
    %76 = arith.divf %x_75, %c_7 : f32
    linalg.yield %76 : f32
  } -> tensor<?x?xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<?x?xf32>) outs(%77 : tensor<?x?xf32>) {
  ^bb0(%x_80: f32, %x_81: f32):
    %81 = arith.addf %x_80, %c_8 : f32
    linalg.yield %81 : f32
  } -> tensor<?x?xf32>
  %82 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<?x?xf32>) outs(%82 : tensor<?x?xf32>) {
  ^bb0(%x_85: f32, %x_86: f32):
    %86 = math.rsqrt %x_85 : f32
    linalg.yield %86 : f32
  } -> tensor<?x?xf32>
  %87 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %83 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%87 : tensor<?x?x32xf32>) {
  ^bb0(%x_90: f32, %x_91: f32, %x_92: f32):
    %92 = arith.mulf %x_90, %x_91 : f32
    linalg.yield %92 : f32
  } -> tensor<?x?x32xf32>
  %93 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<32xf32>
  %94 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %95 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %88 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%94 : tensor<?x?x32xf32>) {
  ^bb0(%x_97: f32, %x_98: f32, %x_99: f32):
    %99 = arith.mulf %x_97, %x_98 : f32
    linalg.yield %99 : f32
  } -> tensor<?x?x32xf32>
  %100 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<32x32xf32>
  %101 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %102 = linalg.fill ins(%c_6 : f32) outs(%101 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %103 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%95, %100 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%102 : tensor<?x?x32xf32>) {
  ^bb0(%x_105: f32, %x_106: f32, %x_107: f32):
    %107 = arith.mulf %x_105, %x_106 : f32
    %108 = arith.addf %x_107, %107 : f32
    linalg.yield %108 : f32
  } -> tensor<?x?x32xf32>
  %109 = tensor.expand_shape %103 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %110 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<16x32xf32>
  %111 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %112 = linalg.fill ins(%c_6 : f32) outs(%111 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %113 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%95, %110 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%112 : tensor<?x?x16xf32>) {
  ^bb0(%x_115: f32, %x_116: f32, %x_117: f32):
    %117 = arith.mulf %x_115, %x_116 : f32
    %118 = arith.addf %x_117, %117 : f32
    linalg.yield %118 : f32
  } -> tensor<?x?x16xf32>
  %119 = tensor.expand_shape %113 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %120 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<16x32xf32>
  %121 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %122 = linalg.fill ins(%c_6 : f32) outs(%121 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%95, %120 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%122 : tensor<?x?x16xf32>) {
  ^bb0(%x_125: f32, %x_126: f32, %x_127: f32):
    %127 = arith.mulf %x_125, %x_126 : f32
    %128 = arith.addf %x_127, %127 : f32
    linalg.yield %128 : f32
  } -> tensor<?x?x16xf32>
  %129 = tensor.expand_shape %123 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %130 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %131 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109, %47 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%130 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_133: f32, %x_134: f32, %x_135: f32):
    %135 = arith.mulf %x_133, %x_134 : f32
    linalg.yield %135 : f32
  } -> tensor<?x?x4x8xf32>
  %136 = tensor.extract_slice %109[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %137 = tensor.extract_slice %109[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %138 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %139 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137 : tensor<?x?x4x4xf32>) outs(%138 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_141: f32, %x_142: f32):
    %142 = arith.negf %x_141 : f32
    linalg.yield %142 : f32
  } -> tensor<?x?x4x4xf32>
  %143 = tensor.concat dim(3) %139, %136 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %144 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %145 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %57 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%144 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_147: f32, %x_148: f32, %x_149: f32):
    %149 = arith.mulf %x_147, %x_148 : f32
    linalg.yield %149 : f32
  } -> tensor<?x?x4x8xf32>
  %150 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %145 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%150 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_153: f32, %x_154: f32, %x_155: f32):
    %155 = arith.addf %x_153, %x_154 : f32
    linalg.yield %155 : f32
  } -> tensor<?x?x4x8xf32>
  %156 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %157 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %47 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%156 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_159: f32, %x_160: f32, %x_161: f32):
    %161 = arith.mulf %x_159, %x_160 : f32
    linalg.yield %161 : f32
  } -> tensor<?x?x2x8xf32>
  %162 = tensor.extract_slice %119[0, 0, 0, 0] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %163 = tensor.extract_slice %119[0, 0, 0, 4] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %164 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<?x?x2x4xf32>) outs(%164 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_167: f32, %x_168: f32):
    %168 = arith.negf %x_167 : f32
    linalg.yield %168 : f32
  } -> tensor<?x?x2x4xf32>
  %169 = tensor.concat dim(3) %165, %162 : (tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) -> tensor<?x?x2x8xf32>
  %170 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %171 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169, %57 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%170 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_173: f32, %x_174: f32, %x_175: f32):
    %175 = arith.mulf %x_173, %x_174 : f32
    linalg.yield %175 : f32
  } -> tensor<?x?x2x8xf32>
  %176 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %177 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %171 : tensor<?x?x2x8xf32>, tensor<?x?x2x8xf32>) outs(%176 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_179: f32, %x_180: f32, %x_181: f32):
    %181 = arith.addf %x_179, %x_180 : f32
    linalg.yield %181 : f32
  } -> tensor<?x?x2x8xf32>
  %182 = tensor.extract_slice %129[0, 0, 0, 0] [%n_1, %n_2, 1, 8] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x8xf32>
  %183 = tensor.extract_slice %129[0, 0, 1, 0] [%n_1, %n_2, 1, 8] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x8xf32>
  %184 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %185 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<?x?x2x8xf32>) outs(%184 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_187: f32, %x_188: f32):
    linalg.yield %x_187 : f32
  } -> tensor<?x2x2x?x8xf32>
  %188 = tensor.collapse_shape %185 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %189 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %190 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%182 : tensor<?x?x8xf32>) outs(%189 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_192: f32, %x_193: f32):
    linalg.yield %x_192 : f32
  } -> tensor<?x2x2x?x8xf32>
  %193 = tensor.collapse_shape %190 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %194 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %195 = diffattn.attention signal(%151[b, m, h, d], %188[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%193[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%194[b, m, h, e] : tensor<?x?x4x8xf32>)
  %196 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %197 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<?x?x2x8xf32>) outs(%196 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_199: f32, %x_200: f32):
    linalg.yield %x_199 : f32
  } -> tensor<?x2x2x?x8xf32>
  %200 = tensor.collapse_shape %197 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %201 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %202 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<?x?x8xf32>) outs(%201 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_204: f32, %x_205: f32):
    linalg.yield %x_204 : f32
  } -> tensor<?x2x2x?x8xf32>
  %205 = tensor.collapse_shape %202 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %206 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %207 = diffattn.attention signal(%151[b, m, h, d], %200[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%205[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%206[b, m, h, e] : tensor<?x?x4x8xf32>)
  %208 = tensor.concat dim(3) %195, %207 : (tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) -> tensor<?x?x4x16xf32>
  %209 = tensor.extract_slice %208[0, 0, 0, 0] [%n_1, %n_2, 2, 16] [1, 1, 1, 1] : tensor<?x?x4x16xf32> to tensor<?x?x2x16xf32>
  %210 = tensor.extract_slice %208[0, 0, 2, 0] [%n_1, %n_2, 2, 16] [1, 1, 1, 1] : tensor<?x?x4x16xf32> to tensor<?x?x2x16xf32>
  %211 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<8xf32>
  %212 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<8xf32>
  %213 = tensor.empty() : tensor<8xf32>
  %214 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%211, %212 : tensor<8xf32>, tensor<8xf32>) outs(%213 : tensor<8xf32>) {
  ^bb0(%x_216: f32, %x_217: f32, %x_218: f32):
    %218 = arith.mulf %x_216, %x_217 : f32
    linalg.yield %218 : f32
  } -> tensor<8xf32>
  %219 = tensor.empty() : tensor<f32>
  %220 = linalg.fill ins(%c_6 : f32) outs(%219 : tensor<f32>) -> tensor<f32>
  %221 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%214 : tensor<8xf32>) outs(%220 : tensor<f32>) {
  ^bb0(%x_223: f32, %x_224: f32):
    %224 = arith.addf %x_224, %x_223 : f32
    linalg.yield %224 : f32
  } -> tensor<f32>
  %225 = tensor.empty() : tensor<f32>
  %226 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%221 : tensor<f32>) outs(%225 : tensor<f32>) {
  ^bb0(%x_228: f32, %x_229: f32):
    %229 = math.exp %x_228 : f32
    linalg.yield %229 : f32
  } -> tensor<f32>
  %230 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<8xf32>
  %231 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<8xf32>
  %232 = tensor.empty() : tensor<8xf32>
  %233 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%230, %231 : tensor<8xf32>, tensor<8xf32>) outs(%232 : tensor<8xf32>) {
  ^bb0(%x_235: f32, %x_236: f32, %x_237: f32):
    %237 = arith.mulf %x_235, %x_236 : f32
    linalg.yield %237 : f32
  } -> tensor<8xf32>
  %238 = tensor.empty() : tensor<f32>
  %239 = linalg.fill ins(%c_6 : f32) outs(%238 : tensor<f32>) -> tensor<f32>
  %240 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%233 : tensor<8xf32>) outs(%239 : tensor<f32>) {
  ^bb0(%x_242: f32, %x_243: f32):
    %243 = arith.addf %x_243, %x_242 : f32
    linalg.yield %243 : f32
  } -> tensor<f32>
  %244 = tensor.empty() : tensor<f32>
  %245 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%240 : tensor<f32>) outs(%244 : tensor<f32>) {
  ^bb0(%x_247: f32, %x_248: f32):
    %248 = math.exp %x_247 : f32
    linalg.yield %248 : f32
  } -> tensor<f32>
  %249 = tensor.empty() : tensor<f32>
  %250 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%226, %245 : tensor<f32>, tensor<f32>) outs(%249 : tensor<f32>) {
  ^bb0(%x_252: f32, %x_253: f32, %x_254: f32):
    %254 = arith.subf %x_252, %x_253 : f32
    linalg.yield %254 : f32
  } -> tensor<f32>
  %255 = tensor.empty() : tensor<f32>
  %256 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%250 : tensor<f32>) outs(%255 : tensor<f32>) {
  ^bb0(%x_258: f32, %x_259: f32):
    %259 = arith.addf %x_258, %c_9 : f32
    linalg.yield %259 : f32
  } -> tensor<f32>
  %260 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %261 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%256, %210 : tensor<f32>, tensor<?x?x2x16xf32>) outs(%260 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_263: f32, %x_264: f32, %x_265: f32):
    %265 = arith.mulf %x_263, %x_264 : f32
    linalg.yield %265 : f32
  } -> tensor<?x?x2x16xf32>
  %266 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %267 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209, %261 : tensor<?x?x2x16xf32>, tensor<?x?x2x16xf32>) outs(%266 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_269: f32, %x_270: f32, %x_271: f32):
    %271 = arith.subf %x_269, %x_270 : f32
    linalg.yield %271 : f32
  } -> tensor<?x?x2x16xf32>
  %272 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %273 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267 : tensor<?x?x2x16xf32>) outs(%272 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_275: f32, %x_276: f32):
    %276 = arith.mulf %x_275, %x_275 : f32
    linalg.yield %276 : f32
  } -> tensor<?x?x2x16xf32>
  %277 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %278 = linalg.fill ins(%c_6 : f32) outs(%277 : tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
  %279 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%273 : tensor<?x?x2x16xf32>) outs(%278 : tensor<?x?x2xf32>) {
  ^bb0(%x_281: f32, %x_282: f32):
    %282 = arith.addf %x_282, %x_281 : f32
    linalg.yield %282 : f32
  } -> tensor<?x?x2xf32>
  %283 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %284 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279 : tensor<?x?x2xf32>) outs(%283 : tensor<?x?x2xf32>) {
  ^bb0(%x_286: f32, %x_287: f32):
    %287 = arith.divf %x_286, %c_10 : f32
    linalg.yield %287 : f32
  } -> tensor<?x?x2xf32>
  %288 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %289 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%284 : tensor<?x?x2xf32>) outs(%288 : tensor<?x?x2xf32>) {
  ^bb0(%x_291: f32, %x_292: f32):
    %292 = arith.addf %x_291, %c_8 : f32
    linalg.yield %292 : f32
  } -> tensor<?x?x2xf32>
  %293 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %294 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289 : tensor<?x?x2xf32>) outs(%293 : tensor<?x?x2xf32>) {
  ^bb0(%x_296: f32, %x_297: f32):
    %297 = math.rsqrt %x_296 : f32
    linalg.yield %297 : f32
  } -> tensor<?x?x2xf32>
  %298 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %299 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267, %294 : tensor<?x?x2x16xf32>, tensor<?x?x2xf32>) outs(%298 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_301: f32, %x_302: f32, %x_303: f32):
    %303 = arith.mulf %x_301, %x_302 : f32
    linalg.yield %303 : f32
  } -> tensor<?x?x2x16xf32>
  %304 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299 : tensor<?x?x2x16xf32>) outs(%304 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_307: f32, %x_308: f32):
    %308 = arith.mulf %x_307, %c_11 : f32
    linalg.yield %308 : f32
  } -> tensor<?x?x2x16xf32>
  %309 = tensor.collapse_shape %305 [[0], [1], [2, 3]] : tensor<?x?x2x16xf32> into tensor<?x?x32xf32>
  %310 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<32x32xf32>
  %311 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %312 = linalg.fill ins(%c_6 : f32) outs(%311 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%309, %310 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%312 : tensor<?x?x32xf32>) {
  ^bb0(%x_315: f32, %x_316: f32, %x_317: f32):
    %317 = arith.mulf %x_315, %x_316 : f32
    %318 = arith.addf %x_317, %317 : f32
    linalg.yield %318 : f32
  } -> tensor<?x?x32xf32>
  %319 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %320 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %313 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%319 : tensor<?x?x32xf32>) {
  ^bb0(%x_322: f32, %x_323: f32, %x_324: f32):
    %324 = arith.addf %x_322, %x_323 : f32
    linalg.yield %324 : f32
  } -> tensor<?x?x32xf32>
  %325 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %326 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<?x?x32xf32>) outs(%325 : tensor<?x?x32xf32>) {
  ^bb0(%x_328: f32, %x_329: f32):
    %329 = arith.mulf %x_328, %x_328 : f32
    linalg.yield %329 : f32
  } -> tensor<?x?x32xf32>
  %330 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %331 = linalg.fill ins(%c_6 : f32) outs(%330 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %332 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%326 : tensor<?x?x32xf32>) outs(%331 : tensor<?x?xf32>) {
  ^bb0(%x_334: f32, %x_335: f32):
    %335 = arith.addf %x_335, %x_334 : f32
    linalg.yield %335 : f32
  } -> tensor<?x?xf32>
  %336 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %337 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%332 : tensor<?x?xf32>) outs(%336 : tensor<?x?xf32>) {
  ^bb0(%x_339: f32, %x_340: f32):
    %340 = arith.divf %x_339, %c_7 : f32
    linalg.yield %340 : f32
  } -> tensor<?x?xf32>
  %341 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %342 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%337 : tensor<?x?xf32>) outs(%341 : tensor<?x?xf32>) {
  ^bb0(%x_344: f32, %x_345: f32):
    %345 = arith.addf %x_344, %c_8 : f32
    linalg.yield %345 : f32
  } -> tensor<?x?xf32>
  %346 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %347 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%342 : tensor<?x?xf32>) outs(%346 : tensor<?x?xf32>) {
  ^bb0(%x_349: f32, %x_350: f32):
    %350 = math.rsqrt %x_349 : f32
    linalg.yield %350 : f32
  } -> tensor<?x?xf32>
  %351 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %352 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320, %347 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%351 : tensor<?x?x32xf32>) {
  ^bb0(%x_354: f32, %x_355: f32, %x_356: f32):
    %356 = arith.mulf %x_354, %x_355 : f32
    linalg.yield %356 : f32
  } -> tensor<?x?x32xf32>
  %357 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<32xf32>
  %358 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %359 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%357, %352 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%358 : tensor<?x?x32xf32>) {
  ^bb0(%x_361: f32, %x_362: f32, %x_363: f32):
    %363 = arith.mulf %x_361, %x_362 : f32
    linalg.yield %363 : f32
  } -> tensor<?x?x32xf32>
  %364 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<37x32xf32>
  %365 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %366 = linalg.fill ins(%c_6 : f32) outs(%365 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %367 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%359, %364 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%366 : tensor<?x?x37xf32>) {
  ^bb0(%x_369: f32, %x_370: f32, %x_371: f32):
    %371 = arith.mulf %x_369, %x_370 : f32
    %372 = arith.addf %x_371, %371 : f32
    linalg.yield %372 : f32
  } -> tensor<?x?x37xf32>
  %373 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %374 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%367 : tensor<?x?x37xf32>) outs(%373 : tensor<?x?x37xf32>) {
  ^bb0(%x_376: f32, %x_377: f32):
    %377 = arith.mulf %x_376, %c_12 : f32
    %378 = math.erf %377 : f32
    %379 = arith.addf %378, %c_5 : f32
    %380 = arith.mulf %x_376, %c_13 : f32
    %381 = arith.mulf %380, %379 : f32
    linalg.yield %381 : f32
  } -> tensor<?x?x37xf32>
  %382 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<37x32xf32>
  %383 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %384 = linalg.fill ins(%c_6 : f32) outs(%383 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %385 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%359, %382 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%384 : tensor<?x?x37xf32>) {
  ^bb0(%x_387: f32, %x_388: f32, %x_389: f32):
    %389 = arith.mulf %x_387, %x_388 : f32
    %390 = arith.addf %x_389, %389 : f32
    linalg.yield %390 : f32
  } -> tensor<?x?x37xf32>
  %391 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %392 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374, %385 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%391 : tensor<?x?x37xf32>) {
  ^bb0(%x_394: f32, %x_395: f32, %x_396: f32):
    %396 = arith.mulf %x_394, %x_395 : f32
    linalg.yield %396 : f32
  } -> tensor<?x?x37xf32>
  %397 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<32x37xf32>
  %398 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %399 = linalg.fill ins(%c_6 : f32) outs(%398 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %400 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%392, %397 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%399 : tensor<?x?x32xf32>) {
  ^bb0(%x_402: f32, %x_403: f32, %x_404: f32):
    %404 = arith.mulf %x_402, %x_403 : f32
    %405 = arith.addf %x_404, %404 : f32
    linalg.yield %405 : f32
  } -> tensor<?x?x32xf32>
  %406 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %407 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320, %400 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%406 : tensor<?x?x32xf32>) {
  ^bb0(%x_409: f32, %x_410: f32, %x_411: f32):
    %411 = arith.addf %x_409, %x_410 : f32
    linalg.yield %411 : f32
  } -> tensor<?x?x32xf32>
  %412 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %413 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%407 : tensor<?x?x32xf32>) outs(%412 : tensor<?x?x32xf32>) {
  ^bb0(%x_415: f32, %x_416: f32):
    %416 = arith.mulf %x_415, %x_415 : f32
    linalg.yield %416 : f32
  } -> tensor<?x?x32xf32>
  %417 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %418 = linalg.fill ins(%c_6 : f32) outs(%417 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %419 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%413 : tensor<?x?x32xf32>) outs(%418 : tensor<?x?xf32>) {
  ^bb0(%x_421: f32, %x_422: f32):
    %422 = arith.addf %x_422, %x_421 : f32
    linalg.yield %422 : f32
  } -> tensor<?x?xf32>
  %423 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %424 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%419 : tensor<?x?xf32>) outs(%423 : tensor<?x?xf32>) {
  ^bb0(%x_426: f32, %x_427: f32):
    %427 = arith.divf %x_426, %c_7 : f32
    linalg.yield %427 : f32
  } -> tensor<?x?xf32>
  %428 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %429 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%424 : tensor<?x?xf32>) outs(%428 : tensor<?x?xf32>) {
  ^bb0(%x_431: f32, %x_432: f32):
    %432 = arith.addf %x_431, %c_8 : f32
    linalg.yield %432 : f32
  } -> tensor<?x?xf32>
  %433 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %434 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%429 : tensor<?x?xf32>) outs(%433 : tensor<?x?xf32>) {
  ^bb0(%x_436: f32, %x_437: f32):
    %437 = math.rsqrt %x_436 : f32
    linalg.yield %437 : f32
  } -> tensor<?x?xf32>
  %438 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %439 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%407, %434 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%438 : tensor<?x?x32xf32>) {
  ^bb0(%x_441: f32, %x_442: f32, %x_443: f32):
    %443 = arith.mulf %x_441, %x_442 : f32
    linalg.yield %443 : f32
  } -> tensor<?x?x32xf32>
  %444 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<32xf32>
  %445 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %446 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%444, %439 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%445 : tensor<?x?x32xf32>) {
  ^bb0(%x_448: f32, %x_449: f32, %x_450: f32):
    %450 = arith.mulf %x_448, %x_449 : f32
    linalg.yield %450 : f32
  } -> tensor<?x?x32xf32>
  %451 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<32x32xf32>
  %452 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %453 = linalg.fill ins(%c_6 : f32) outs(%452 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %454 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%446, %451 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%453 : tensor<?x?x32xf32>) {
  ^bb0(%x_456: f32, %x_457: f32, %x_458: f32):
    %458 = arith.mulf %x_456, %x_457 : f32
    %459 = arith.addf %x_458, %458 : f32
    linalg.yield %459 : f32
  } -> tensor<?x?x32xf32>
  %460 = tensor.expand_shape %454 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %461 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<16x32xf32>
  %462 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %463 = linalg.fill ins(%c_6 : f32) outs(%462 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %464 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%446, %461 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%463 : tensor<?x?x16xf32>) {
  ^bb0(%x_466: f32, %x_467: f32, %x_468: f32):
    %468 = arith.mulf %x_466, %x_467 : f32
    %469 = arith.addf %x_468, %468 : f32
    linalg.yield %469 : f32
  } -> tensor<?x?x16xf32>
  %470 = tensor.expand_shape %464 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %471 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<16x32xf32>
  %472 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %473 = linalg.fill ins(%c_6 : f32) outs(%472 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %474 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%446, %471 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%473 : tensor<?x?x16xf32>) {
  ^bb0(%x_476: f32, %x_477: f32, %x_478: f32):
    %478 = arith.mulf %x_476, %x_477 : f32
    %479 = arith.addf %x_478, %478 : f32
    linalg.yield %479 : f32
  } -> tensor<?x?x16xf32>
  %480 = tensor.expand_shape %474 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %481 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %482 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%460, %47 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%481 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_484: f32, %x_485: f32, %x_486: f32):
    %486 = arith.mulf %x_484, %x_485 : f32
    linalg.yield %486 : f32
  } -> tensor<?x?x4x8xf32>
  %487 = tensor.extract_slice %460[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %488 = tensor.extract_slice %460[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %489 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %490 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%488 : tensor<?x?x4x4xf32>) outs(%489 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_492: f32, %x_493: f32):
    %493 = arith.negf %x_492 : f32
    linalg.yield %493 : f32
  } -> tensor<?x?x4x4xf32>
  %494 = tensor.concat dim(3) %490, %487 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %495 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %496 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%494, %57 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%495 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_498: f32, %x_499: f32, %x_500: f32):
    %500 = arith.mulf %x_498, %x_499 : f32
    linalg.yield %500 : f32
  } -> tensor<?x?x4x8xf32>
  %501 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %502 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%482, %496 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%501 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_504: f32, %x_505: f32, %x_506: f32):
    %506 = arith.addf %x_504, %x_505 : f32
    linalg.yield %506 : f32
  } -> tensor<?x?x4x8xf32>
  %507 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %508 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%470, %47 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%507 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_510: f32, %x_511: f32, %x_512: f32):
    %512 = arith.mulf %x_510, %x_511 : f32
    linalg.yield %512 : f32
  } -> tensor<?x?x2x8xf32>
  %513 = tensor.extract_slice %470[0, 0, 0, 0] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %514 = tensor.extract_slice %470[0, 0, 0, 4] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %515 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %516 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%514 : tensor<?x?x2x4xf32>) outs(%515 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_518: f32, %x_519: f32):
    %519 = arith.negf %x_518 : f32
    linalg.yield %519 : f32
  } -> tensor<?x?x2x4xf32>
  %520 = tensor.concat dim(3) %516, %513 : (tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) -> tensor<?x?x2x8xf32>
  %521 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %522 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%520, %57 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%521 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_524: f32, %x_525: f32, %x_526: f32):
    %526 = arith.mulf %x_524, %x_525 : f32
    linalg.yield %526 : f32
  } -> tensor<?x?x2x8xf32>
  %527 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %528 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%508, %522 : tensor<?x?x2x8xf32>, tensor<?x?x2x8xf32>) outs(%527 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_530: f32, %x_531: f32, %x_532: f32):
    %532 = arith.addf %x_530, %x_531 : f32
    linalg.yield %532 : f32
  } -> tensor<?x?x2x8xf32>
  %533 = tensor.extract_slice %480[0, 0, 0, 0] [%n_1, %n_2, 1, 8] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x8xf32>
  %534 = tensor.extract_slice %480[0, 0, 1, 0] [%n_1, %n_2, 1, 8] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x8xf32>
  %535 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %536 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%528 : tensor<?x?x2x8xf32>) outs(%535 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_538: f32, %x_539: f32):
    linalg.yield %x_538 : f32
  } -> tensor<?x2x2x?x8xf32>
  %539 = tensor.collapse_shape %536 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %540 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %541 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%533 : tensor<?x?x8xf32>) outs(%540 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_543: f32, %x_544: f32):
    linalg.yield %x_543 : f32
  } -> tensor<?x2x2x?x8xf32>
  %544 = tensor.collapse_shape %541 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %545 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %546 = diffattn.attention signal(%502[b, m, h, d], %539[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%544[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%545[b, m, h, e] : tensor<?x?x4x8xf32>)
  %547 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %548 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%528 : tensor<?x?x2x8xf32>) outs(%547 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_550: f32, %x_551: f32):
    linalg.yield %x_550 : f32
  } -> tensor<?x2x2x?x8xf32>
  %551 = tensor.collapse_shape %548 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %552 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %553 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%534 : tensor<?x?x8xf32>) outs(%552 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_555: f32, %x_556: f32):
    linalg.yield %x_555 : f32
  } -> tensor<?x2x2x?x8xf32>
  %556 = tensor.collapse_shape %553 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %557 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %558 = diffattn.attention signal(%502[b, m, h, d], %551[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%556[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%557[b, m, h, e] : tensor<?x?x4x8xf32>)
  %559 = tensor.concat dim(3) %546, %558 : (tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) -> tensor<?x?x4x16xf32>
  %560 = tensor.extract_slice %559[0, 0, 0, 0] [%n_1, %n_2, 2, 16] [1, 1, 1, 1] : tensor<?x?x4x16xf32> to tensor<?x?x2x16xf32>
  %561 = tensor.extract_slice %559[0, 0, 2, 0] [%n_1, %n_2, 2, 16] [1, 1, 1, 1] : tensor<?x?x4x16xf32> to tensor<?x?x2x16xf32>
  %562 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<8xf32>
  %563 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<8xf32>
  %564 = tensor.empty() : tensor<8xf32>
  %565 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%562, %563 : tensor<8xf32>, tensor<8xf32>) outs(%564 : tensor<8xf32>) {
  ^bb0(%x_567: f32, %x_568: f32, %x_569: f32):
    %569 = arith.mulf %x_567, %x_568 : f32
    linalg.yield %569 : f32
  } -> tensor<8xf32>
  %570 = tensor.empty() : tensor<f32>
  %571 = linalg.fill ins(%c_6 : f32) outs(%570 : tensor<f32>) -> tensor<f32>
  %572 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%565 : tensor<8xf32>) outs(%571 : tensor<f32>) {
  ^bb0(%x_574: f32, %x_575: f32):
    %575 = arith.addf %x_575, %x_574 : f32
    linalg.yield %575 : f32
  } -> tensor<f32>
  %576 = tensor.empty() : tensor<f32>
  %577 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%572 : tensor<f32>) outs(%576 : tensor<f32>) {
  ^bb0(%x_579: f32, %x_580: f32):
    %580 = math.exp %x_579 : f32
    linalg.yield %580 : f32
  } -> tensor<f32>
  %581 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<8xf32>
  %582 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<8xf32>
  %583 = tensor.empty() : tensor<8xf32>
  %584 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%581, %582 : tensor<8xf32>, tensor<8xf32>) outs(%583 : tensor<8xf32>) {
  ^bb0(%x_586: f32, %x_587: f32, %x_588: f32):
    %588 = arith.mulf %x_586, %x_587 : f32
    linalg.yield %588 : f32
  } -> tensor<8xf32>
  %589 = tensor.empty() : tensor<f32>
  %590 = linalg.fill ins(%c_6 : f32) outs(%589 : tensor<f32>) -> tensor<f32>
  %591 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%584 : tensor<8xf32>) outs(%590 : tensor<f32>) {
  ^bb0(%x_593: f32, %x_594: f32):
    %594 = arith.addf %x_594, %x_593 : f32
    linalg.yield %594 : f32
  } -> tensor<f32>
  %595 = tensor.empty() : tensor<f32>
  %596 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%591 : tensor<f32>) outs(%595 : tensor<f32>) {
  ^bb0(%x_598: f32, %x_599: f32):
    %599 = math.exp %x_598 : f32
    linalg.yield %599 : f32
  } -> tensor<f32>
  %600 = tensor.empty() : tensor<f32>
  %601 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%577, %596 : tensor<f32>, tensor<f32>) outs(%600 : tensor<f32>) {
  ^bb0(%x_603: f32, %x_604: f32, %x_605: f32):
    %605 = arith.subf %x_603, %x_604 : f32
    linalg.yield %605 : f32
  } -> tensor<f32>
  %606 = tensor.empty() : tensor<f32>
  %607 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%601 : tensor<f32>) outs(%606 : tensor<f32>) {
  ^bb0(%x_609: f32, %x_610: f32):
    %610 = arith.addf %x_609, %c_14 : f32
    linalg.yield %610 : f32
  } -> tensor<f32>
  %611 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %612 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%607, %561 : tensor<f32>, tensor<?x?x2x16xf32>) outs(%611 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_614: f32, %x_615: f32, %x_616: f32):
    %616 = arith.mulf %x_614, %x_615 : f32
    linalg.yield %616 : f32
  } -> tensor<?x?x2x16xf32>
  %617 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %618 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%560, %612 : tensor<?x?x2x16xf32>, tensor<?x?x2x16xf32>) outs(%617 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_620: f32, %x_621: f32, %x_622: f32):
    %622 = arith.subf %x_620, %x_621 : f32
    linalg.yield %622 : f32
  } -> tensor<?x?x2x16xf32>
  %623 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %624 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%618 : tensor<?x?x2x16xf32>) outs(%623 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_626: f32, %x_627: f32):
    %627 = arith.mulf %x_626, %x_626 : f32
    linalg.yield %627 : f32
  } -> tensor<?x?x2x16xf32>
  %628 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %629 = linalg.fill ins(%c_6 : f32) outs(%628 : tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
  %630 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%624 : tensor<?x?x2x16xf32>) outs(%629 : tensor<?x?x2xf32>) {
  ^bb0(%x_632: f32, %x_633: f32):
    %633 = arith.addf %x_633, %x_632 : f32
    linalg.yield %633 : f32
  } -> tensor<?x?x2xf32>
  %634 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %635 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%630 : tensor<?x?x2xf32>) outs(%634 : tensor<?x?x2xf32>) {
  ^bb0(%x_637: f32, %x_638: f32):
    %638 = arith.divf %x_637, %c_10 : f32
    linalg.yield %638 : f32
  } -> tensor<?x?x2xf32>
  %639 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %640 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%635 : tensor<?x?x2xf32>) outs(%639 : tensor<?x?x2xf32>) {
  ^bb0(%x_642: f32, %x_643: f32):
    %643 = arith.addf %x_642, %c_8 : f32
    linalg.yield %643 : f32
  } -> tensor<?x?x2xf32>
  %644 = tensor.empty(%n_1, %n_2) : tensor<?x?x2xf32>
  %645 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%640 : tensor<?x?x2xf32>) outs(%644 : tensor<?x?x2xf32>) {
  ^bb0(%x_647: f32, %x_648: f32):
    %648 = math.rsqrt %x_647 : f32
    linalg.yield %648 : f32
  } -> tensor<?x?x2xf32>
  %649 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %650 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%618, %645 : tensor<?x?x2x16xf32>, tensor<?x?x2xf32>) outs(%649 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_652: f32, %x_653: f32, %x_654: f32):
    %654 = arith.mulf %x_652, %x_653 : f32
    linalg.yield %654 : f32
  } -> tensor<?x?x2x16xf32>
  %655 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x16xf32>
  %656 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%650 : tensor<?x?x2x16xf32>) outs(%655 : tensor<?x?x2x16xf32>) {
  ^bb0(%x_658: f32, %x_659: f32):
    %659 = arith.mulf %x_658, %c_15 : f32
    linalg.yield %659 : f32
  } -> tensor<?x?x2x16xf32>
  %660 = tensor.collapse_shape %656 [[0], [1], [2, 3]] : tensor<?x?x2x16xf32> into tensor<?x?x32xf32>
  %661 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<32x32xf32>
  %662 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %663 = linalg.fill ins(%c_6 : f32) outs(%662 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %664 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%660, %661 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%663 : tensor<?x?x32xf32>) {
  ^bb0(%x_666: f32, %x_667: f32, %x_668: f32):
    %668 = arith.mulf %x_666, %x_667 : f32
    %669 = arith.addf %x_668, %668 : f32
    linalg.yield %669 : f32
  } -> tensor<?x?x32xf32>
  %670 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %671 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%407, %664 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%670 : tensor<?x?x32xf32>) {
  ^bb0(%x_673: f32, %x_674: f32, %x_675: f32):
    %675 = arith.addf %x_673, %x_674 : f32
    linalg.yield %675 : f32
  } -> tensor<?x?x32xf32>
  %676 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %677 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671 : tensor<?x?x32xf32>) outs(%676 : tensor<?x?x32xf32>) {
  ^bb0(%x_679: f32, %x_680: f32):
    %680 = arith.mulf %x_679, %x_679 : f32
    linalg.yield %680 : f32
  } -> tensor<?x?x32xf32>
  %681 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %682 = linalg.fill ins(%c_6 : f32) outs(%681 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %683 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%677 : tensor<?x?x32xf32>) outs(%682 : tensor<?x?xf32>) {
  ^bb0(%x_685: f32, %x_686: f32):
    %686 = arith.addf %x_686, %x_685 : f32
    linalg.yield %686 : f32
  } -> tensor<?x?xf32>
  %687 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %688 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%683 : tensor<?x?xf32>) outs(%687 : tensor<?x?xf32>) {
  ^bb0(%x_690: f32, %x_691: f32):
    %691 = arith.divf %x_690, %c_7 : f32
    linalg.yield %691 : f32
  } -> tensor<?x?xf32>
  %692 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %693 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%688 : tensor<?x?xf32>) outs(%692 : tensor<?x?xf32>) {
  ^bb0(%x_695: f32, %x_696: f32):
    %696 = arith.addf %x_695, %c_8 : f32
    linalg.yield %696 : f32
  } -> tensor<?x?xf32>
  %697 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %698 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%693 : tensor<?x?xf32>) outs(%697 : tensor<?x?xf32>) {
  ^bb0(%x_700: f32, %x_701: f32):
    %701 = math.rsqrt %x_700 : f32
    linalg.yield %701 : f32
  } -> tensor<?x?xf32>
  %702 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %703 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671, %698 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%702 : tensor<?x?x32xf32>) {
  ^bb0(%x_705: f32, %x_706: f32, %x_707: f32):
    %707 = arith.mulf %x_705, %x_706 : f32
    linalg.yield %707 : f32
  } -> tensor<?x?x32xf32>
  %708 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<32xf32>
  %709 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %710 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%708, %703 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%709 : tensor<?x?x32xf32>) {
  ^bb0(%x_712: f32, %x_713: f32, %x_714: f32):
    %714 = arith.mulf %x_712, %x_713 : f32
    linalg.yield %714 : f32
  } -> tensor<?x?x32xf32>
  %715 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<37x32xf32>
  %716 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %717 = linalg.fill ins(%c_6 : f32) outs(%716 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %718 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%710, %715 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%717 : tensor<?x?x37xf32>) {
  ^bb0(%x_720: f32, %x_721: f32, %x_722: f32):
    %722 = arith.mulf %x_720, %x_721 : f32
    %723 = arith.addf %x_722, %722 : f32
    linalg.yield %723 : f32
  } -> tensor<?x?x37xf32>
  %724 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %725 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%718 : tensor<?x?x37xf32>) outs(%724 : tensor<?x?x37xf32>) {
  ^bb0(%x_727: f32, %x_728: f32):
    %728 = arith.mulf %x_727, %c_12 : f32
    %729 = math.erf %728 : f32
    %730 = arith.addf %729, %c_5 : f32
    %731 = arith.mulf %x_727, %c_13 : f32
    %732 = arith.mulf %731, %730 : f32
    linalg.yield %732 : f32
  } -> tensor<?x?x37xf32>
  %733 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<37x32xf32>
  %734 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %735 = linalg.fill ins(%c_6 : f32) outs(%734 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %736 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%710, %733 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%735 : tensor<?x?x37xf32>) {
  ^bb0(%x_738: f32, %x_739: f32, %x_740: f32):
    %740 = arith.mulf %x_738, %x_739 : f32
    %741 = arith.addf %x_740, %740 : f32
    linalg.yield %741 : f32
  } -> tensor<?x?x37xf32>
  %742 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %743 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%725, %736 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%742 : tensor<?x?x37xf32>) {
  ^bb0(%x_745: f32, %x_746: f32, %x_747: f32):
    %747 = arith.mulf %x_745, %x_746 : f32
    linalg.yield %747 : f32
  } -> tensor<?x?x37xf32>
  %748 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<32x37xf32>
  %749 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %750 = linalg.fill ins(%c_6 : f32) outs(%749 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %751 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%743, %748 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%750 : tensor<?x?x32xf32>) {
  ^bb0(%x_753: f32, %x_754: f32, %x_755: f32):
    %755 = arith.mulf %x_753, %x_754 : f32
    %756 = arith.addf %x_755, %755 : f32
    linalg.yield %756 : f32
  } -> tensor<?x?x32xf32>
  %757 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %758 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671, %751 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%757 : tensor<?x?x32xf32>) {
  ^bb0(%x_760: f32, %x_761: f32, %x_762: f32):
    %762 = arith.addf %x_760, %x_761 : f32
    linalg.yield %762 : f32
  } -> tensor<?x?x32xf32>
  %763 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %764 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%758 : tensor<?x?x32xf32>) outs(%763 : tensor<?x?x32xf32>) {
  ^bb0(%x_766: f32, %x_767: f32):
    %767 = arith.mulf %x_766, %x_766 : f32
    linalg.yield %767 : f32
  } -> tensor<?x?x32xf32>
  %768 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %769 = linalg.fill ins(%c_6 : f32) outs(%768 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %770 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%764 : tensor<?x?x32xf32>) outs(%769 : tensor<?x?xf32>) {
  ^bb0(%x_772: f32, %x_773: f32):
    %773 = arith.addf %x_773, %x_772 : f32
    linalg.yield %773 : f32
  } -> tensor<?x?xf32>
  %774 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %775 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%770 : tensor<?x?xf32>) outs(%774 : tensor<?x?xf32>) {
  ^bb0(%x_777: f32, %x_778: f32):
    %778 = arith.divf %x_777, %c_7 : f32
    linalg.yield %778 : f32
  } -> tensor<?x?xf32>
  %779 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %780 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%775 : tensor<?x?xf32>) outs(%779 : tensor<?x?xf32>) {
  ^bb0(%x_782: f32, %x_783: f32):
    %783 = arith.addf %x_782, %c_8 : f32
    linalg.yield %783 : f32
  } -> tensor<?x?xf32>
  %784 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %785 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%780 : tensor<?x?xf32>) outs(%784 : tensor<?x?xf32>) {
  ^bb0(%x_787: f32, %x_788: f32):
    %788 = math.rsqrt %x_787 : f32
    linalg.yield %788 : f32
  } -> tensor<?x?xf32>
  %789 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %790 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%758, %785 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%789 : tensor<?x?x32xf32>) {
  ^bb0(%x_792: f32, %x_793: f32, %x_794: f32):
    %794 = arith.mulf %x_792, %x_793 : f32
    linalg.yield %794 : f32
  } -> tensor<?x?x32xf32>
  %795 = ml_program.global_load_const @"model.norm.weight" : tensor<32xf32>
  %796 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %797 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%795, %790 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%796 : tensor<?x?x32xf32>) {
  ^bb0(%x_799: f32, %x_800: f32, %x_801: f32):
    %801 = arith.mulf %x_799, %x_800 : f32
    linalg.yield %801 : f32
  } -> tensor<?x?x32xf32>
  %802 = ml_program.global_load_const @"lm_head.weight" : tensor<99x32xf32>
  %803 = tensor.empty(%n_1, %n_2) : tensor<?x?x99xf32>
  %804 = linalg.fill ins(%c_6 : f32) outs(%803 : tensor<?x?x99xf32>) -> tensor<?x?x99xf32>
  %805 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%797, %802 : tensor<?x?x32xf32>, tensor<99x32xf32>) outs(%804 : tensor<?x?x99xf32>) {
  ^bb0(%x_807: f32, %x_808: f32, %x_809: f32):
    %809 = arith.mulf %x_807, %x_808 : f32
    %810 = arith.addf %x_809, %809 : f32
    linalg.yield %810 : f32
  } -> tensor<?x?x99xf32>
  return %805 : tensor<?x?x99xf32>
}
}
