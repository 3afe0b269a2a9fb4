module {
ml_program.global private @"model.embed_tokens.weight"(#ml_program.extern<tensor<99x32xf32>>) : tensor<99x32xf32>
ml_program.global private @"model.layers.0.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.self_attn.k_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"model.layers.0.self_attn.v_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"model.layers.0.self_attn.o_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.0.post_attention_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.0.mlp.gate_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.up_proj.weight"(#ml_program.extern<tensor<37x32xf32>>) : tensor<37x32xf32>
ml_program.global private @"model.layers.0.mlp.down_proj.weight"(#ml_program.extern<tensor<32x37xf32>>) : tensor<32x37xf32>
ml_program.global private @"model.layers.1.input_layernorm.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"model.layers.1.self_attn.q_proj.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"model.layers.1.self_attn.k_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"model.layers.1.self_attn.v_proj.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
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
  %c_8 = arith.constant 1.0e-06 : f32
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
  %182 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %183 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<?x?x2x8xf32>) outs(%182 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_185: f32, %x_186: f32):
    linalg.yield %x_185 : f32
  } -> tensor<?x2x2x?x8xf32>
  %186 = tensor.collapse_shape %183 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %187 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %188 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%129 : tensor<?x?x2x8xf32>) outs(%187 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_190: f32, %x_191: f32):
    linalg.yield %x_190 : f32
  } -> tensor<?x2x2x?x8xf32>
  %191 = tensor.collapse_shape %188 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %192 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %193 = diffattn.attention signal(%151[b, m, h, d], %186[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%191[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%192[b, m, h, e] : tensor<?x?x4x8xf32>)
  %194 = tensor.collapse_shape %193 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %195 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<32x32xf32>
  %196 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %197 = linalg.fill ins(%c_6 : f32) outs(%196 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%194, %195 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%197 : tensor<?x?x32xf32>) {
  ^bb0(%x_200: f32, %x_201: f32, %x_202: f32):
    %202 = arith.mulf %x_200, %x_201 : f32
    %203 = arith.addf %x_202, %202 : f32
    linalg.yield %203 : f32
  } -> tensor<?x?x32xf32>
  %204 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %205 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %198 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%204 : tensor<?x?x32xf32>) {
  ^bb0(%x_207: f32, %x_208: f32, %x_209: f32):
    %209 = arith.addf %x_207, %x_208 : f32
    linalg.yield %209 : f32
  } -> tensor<?x?x32xf32>
  %210 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %211 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<?x?x32xf32>) outs(%210 : tensor<?x?x32xf32>) {
  ^bb0(%x_213: f32, %x_214: f32):
    %214 = arith.mulf %x_213, %x_213 : f32
    linalg.yield %214 : f32
  } -> tensor<?x?x32xf32>
  %215 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %216 = linalg.fill ins(%c_6 : f32) outs(%215 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %217 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%211 : tensor<?x?x32xf32>) outs(%216 : tensor<?x?xf32>) {
  ^bb0(%x_219: f32, %x_220: f32):
    %220 = arith.addf %x_220, %x_219 : f32
    linalg.yield %220 : f32
  } -> tensor<?x?xf32>
  %221 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %222 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%217 : tensor<?x?xf32>) outs(%221 : tensor<?x?xf32>) {
  ^bb0(%x_224: f32, %x_225: f32):
    %225 = arith.divf %x_224, %c_7 : f32
    linalg.yield %225 : f32
  } -> tensor<?x?xf32>
  %226 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %227 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<?x?xf32>) outs(%226 : tensor<?x?xf32>) {
  ^bb0(%x_229: f32, %x_230: f32):
    %230 = arith.addf %x_229, %c_8 : f32
    linalg.yield %230 : f32
  } -> tensor<?x?xf32>
  %231 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %232 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%227 : tensor<?x?xf32>) outs(%231 : tensor<?x?xf32>) {
  ^bb0(%x_234: f32, %x_235: f32):
    %235 = math.rsqrt %x_234 : f32
    linalg.yield %235 : f32
  } -> tensor<?x?xf32>
  %236 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %237 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %232 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%236 : tensor<?x?x32xf32>) {
  ^bb0(%x_239: f32, %x_240: f32, %x_241: f32):
    %241 = arith.mulf %x_239, %x_240 : f32
    linalg.yield %241 : f32
  } -> tensor<?x?x32xf32>
  %242 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<32xf32>
  %243 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %244 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %237 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%243 : tensor<?x?x32xf32>) {
  ^bb0(%x_246: f32, %x_247: f32, %x_248: f32):
    %248 = arith.mulf %x_246, %x_247 : f32
    linalg.yield %248 : f32
  } -> tensor<?x?x32xf32>
  %249 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<37x32xf32>
  %250 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %251 = linalg.fill ins(%c_6 : f32) outs(%250 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %252 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%244, %249 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%251 : tensor<?x?x37xf32>) {
  ^bb0(%x_254: f32, %x_255: f32, %x_256: f32):
    %256 = arith.mulf %x_254, %x_255 : f32
    %257 = arith.addf %x_256, %256 : f32
    linalg.yield %257 : f32
  } -> tensor<?x?x37xf32>
  %258 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %259 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<?x?x37xf32>) outs(%258 : tensor<?x?x37xf32>) {
  ^bb0(%x_261: f32, %x_262: f32):
    %262 = arith.negf %x_261 : f32
    %263 = math.exp %262 : f32
    %264 = arith.addf %263, %c_5 : f32
    %265 = arith.divf %x_261, %264 : f32
    linalg.yield %265 : f32
  } -> tensor<?x?x37xf32>
  %266 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<37x32xf32>
  %267 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %268 = linalg.fill ins(%c_6 : f32) outs(%267 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %269 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%244, %266 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%268 : tensor<?x?x37xf32>) {
  ^bb0(%x_271: f32, %x_272: f32, %x_273: f32):
    %273 = arith.mulf %x_271, %x_272 : f32
    %274 = arith.addf %x_273, %273 : f32
    linalg.yield %274 : f32
  } -> tensor<?x?x37xf32>
  %275 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %276 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259, %269 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%275 : tensor<?x?x37xf32>) {
  ^bb0(%x_278: f32, %x_279: f32, %x_280: f32):
    %280 = arith.mulf %x_278, %x_279 : f32
    linalg.yield %280 : f32
  } -> tensor<?x?x37xf32>
  %281 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<32x37xf32>
  %282 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %283 = linalg.fill ins(%c_6 : f32) outs(%282 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %284 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%276, %281 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%283 : tensor<?x?x32xf32>) {
  ^bb0(%x_286: f32, %x_287: f32, %x_288: f32):
    %288 = arith.mulf %x_286, %x_287 : f32
    %289 = arith.addf %x_288, %288 : f32
    linalg.yield %289 : f32
  } -> tensor<?x?x32xf32>
  %290 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %291 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %284 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%290 : tensor<?x?x32xf32>) {
  ^bb0(%x_293: f32, %x_294: f32, %x_295: f32):
    %295 = arith.addf %x_293, %x_294 : f32
    linalg.yield %295 : f32
  } -> tensor<?x?x32xf32>
  %296 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %297 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291 : tensor<?x?x32xf32>) outs(%296 : tensor<?x?x32xf32>) {
  ^bb0(%x_299: f32, %x_300: f32):
    %300 = arith.mulf %x_299, %x_299 : f32
    linalg.yield %300 : f32
  } -> tensor<?x?x32xf32>
  %301 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %302 = linalg.fill ins(%c_6 : f32) outs(%301 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %303 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%297 : tensor<?x?x32xf32>) outs(%302 : tensor<?x?xf32>) {
  ^bb0(%x_305: f32, %x_306: f32):
    %306 = arith.addf %x_306, %x_305 : f32
    linalg.yield %306 : f32
  } -> tensor<?x?xf32>
  %307 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %308 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%303 : tensor<?x?xf32>) outs(%307 : tensor<?x?xf32>) {
  ^bb0(%x_310: f32, %x_311: f32):
    %311 = arith.divf %x_310, %c_7 : f32
    linalg.yield %311 : f32
  } -> tensor<?x?xf32>
  %312 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%308 : tensor<?x?xf32>) outs(%312 : tensor<?x?xf32>) {
  ^bb0(%x_315: f32, %x_316: f32):
    %316 = arith.addf %x_315, %c_8 : f32
    linalg.yield %316 : f32
  } -> tensor<?x?xf32>
  %317 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %318 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%313 : tensor<?x?xf32>) outs(%317 : tensor<?x?xf32>) {
  ^bb0(%x_320: f32, %x_321: f32):
    %321 = math.rsqrt %x_320 : f32
    linalg.yield %321 : f32
  } -> tensor<?x?xf32>
  %322 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %323 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291, %318 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%322 : tensor<?x?x32xf32>) {
  ^bb0(%x_325: f32, %x_326: f32, %x_327: f32):
    %327 = arith.mulf %x_325, %x_326 : f32
    linalg.yield %327 : f32
  } -> tensor<?x?x32xf32>
  %328 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<32xf32>
  %329 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %330 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328, %323 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%329 : tensor<?x?x32xf32>) {
  ^bb0(%x_332: f32, %x_333: f32, %x_334: f32):
    %334 = arith.mulf %x_332, %x_333 : f32
    linalg.yield %334 : f32
  } -> tensor<?x?x32xf32>
  %335 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<32x32xf32>
  %336 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %337 = linalg.fill ins(%c_6 : f32) outs(%336 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %338 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%330, %335 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%337 : tensor<?x?x32xf32>) {
  ^bb0(%x_340: f32, %x_341: f32, %x_342: f32):
    %342 = arith.mulf %x_340, %x_341 : f32
    %343 = arith.addf %x_342, %342 : f32
    linalg.yield %343 : f32
  } -> tensor<?x?x32xf32>
  %344 = tensor.expand_shape %338 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 8] : tensor<?x?x32xf32> into tensor<?x?x4x8xf32>
  %345 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<16x32xf32>
  %346 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %347 = linalg.fill ins(%c_6 : f32) outs(%346 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %348 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%330, %345 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%347 : tensor<?x?x16xf32>) {
  ^bb0(%x_350: f32, %x_351: f32, %x_352: f32):
    %352 = arith.mulf %x_350, %x_351 : f32
    %353 = arith.addf %x_352, %352 : f32
    linalg.yield %353 : f32
  } -> tensor<?x?x16xf32>
  %354 = tensor.expand_shape %348 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %355 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<16x32xf32>
  %356 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %357 = linalg.fill ins(%c_6 : f32) outs(%356 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %358 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%330, %355 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%357 : tensor<?x?x16xf32>) {
  ^bb0(%x_360: f32, %x_361: f32, %x_362: f32):
    %362 = arith.mulf %x_360, %x_361 : f32
    %363 = arith.addf %x_362, %362 : f32
    linalg.yield %363 : f32
  } -> tensor<?x?x16xf32>
  %364 = tensor.expand_shape %358 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %365 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %366 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344, %47 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%365 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_368: f32, %x_369: f32, %x_370: f32):
    %370 = arith.mulf %x_368, %x_369 : f32
    linalg.yield %370 : f32
  } -> tensor<?x?x4x8xf32>
  %371 = tensor.extract_slice %344[0, 0, 0, 0] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %372 = tensor.extract_slice %344[0, 0, 0, 4] [%n_1, %n_2, 4, 4] [1, 1, 1, 1] : tensor<?x?x4x8xf32> to tensor<?x?x4x4xf32>
  %373 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x4xf32>
  %374 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%372 : tensor<?x?x4x4xf32>) outs(%373 : tensor<?x?x4x4xf32>) {
  ^bb0(%x_376: f32, %x_377: f32):
    %377 = arith.negf %x_376 : f32
    linalg.yield %377 : f32
  } -> tensor<?x?x4x4xf32>
  %378 = tensor.concat dim(3) %374, %371 : (tensor<?x?x4x4xf32>, tensor<?x?x4x4xf32>) -> tensor<?x?x4x8xf32>
  %379 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %380 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%378, %57 : tensor<?x?x4x8xf32>, tensor<?x8xf32>) outs(%379 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_382: f32, %x_383: f32, %x_384: f32):
    %384 = arith.mulf %x_382, %x_383 : f32
    linalg.yield %384 : f32
  } -> tensor<?x?x4x8xf32>
  %385 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %386 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%366, %380 : tensor<?x?x4x8xf32>, tensor<?x?x4x8xf32>) outs(%385 : tensor<?x?x4x8xf32>) {
  ^bb0(%x_388: f32, %x_389: f32, %x_390: f32):
    %390 = arith.addf %x_388, %x_389 : f32
    linalg.yield %390 : f32
  } -> tensor<?x?x4x8xf32>
  %391 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %392 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%354, %47 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%391 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_394: f32, %x_395: f32, %x_396: f32):
    %396 = arith.mulf %x_394, %x_395 : f32
    linalg.yield %396 : f32
  } -> tensor<?x?x2x8xf32>
  %397 = tensor.extract_slice %354[0, 0, 0, 0] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %398 = tensor.extract_slice %354[0, 0, 0, 4] [%n_1, %n_2, 2, 4] [1, 1, 1, 1] : tensor<?x?x2x8xf32> to tensor<?x?x2x4xf32>
  %399 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x4xf32>
  %400 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%398 : tensor<?x?x2x4xf32>) outs(%399 : tensor<?x?x2x4xf32>) {
  ^bb0(%x_402: f32, %x_403: f32):
    %403 = arith.negf %x_402 : f32
    linalg.yield %403 : f32
  } -> tensor<?x?x2x4xf32>
  %404 = tensor.concat dim(3) %400, %397 : (tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>) -> tensor<?x?x2x8xf32>
  %405 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %406 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%404, %57 : tensor<?x?x2x8xf32>, tensor<?x8xf32>) outs(%405 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_408: f32, %x_409: f32, %x_410: f32):
    %410 = arith.mulf %x_408, %x_409 : f32
    linalg.yield %410 : f32
  } -> tensor<?x?x2x8xf32>
  %411 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x8xf32>
  %412 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%392, %406 : tensor<?x?x2x8xf32>, tensor<?x?x2x8xf32>) outs(%411 : tensor<?x?x2x8xf32>) {
  ^bb0(%x_414: f32, %x_415: f32, %x_416: f32):
    %416 = arith.addf %x_414, %x_415 : f32
    linalg.yield %416 : f32
  } -> tensor<?x?x2x8xf32>
  %417 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %418 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%412 : tensor<?x?x2x8xf32>) outs(%417 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_420: f32, %x_421: f32):
    linalg.yield %x_420 : f32
  } -> tensor<?x2x2x?x8xf32>
  %421 = tensor.collapse_shape %418 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %422 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %423 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%364 : tensor<?x?x2x8xf32>) outs(%422 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_425: f32, %x_426: f32):
    linalg.yield %x_425 : f32
  } -> tensor<?x2x2x?x8xf32>
  %426 = tensor.collapse_shape %423 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %427 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %428 = diffattn.attention signal(%386[b, m, h, d], %421[b, h, n, d] : tensor<?x?x4x8xf32>, tensor<?x4x?x8xf32>) value(%426[b, h, n, e] : tensor<?x4x?x8xf32>) mask(%21[b, m, n] : tensor<?x?x?xi1>) outs(%427[b, m, h, e] : tensor<?x?x4x8xf32>)
  %429 = tensor.collapse_shape %428 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %430 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<32x32xf32>
  %431 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %432 = linalg.fill ins(%c_6 : f32) outs(%431 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %433 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%429, %430 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%432 : tensor<?x?x32xf32>) {
  ^bb0(%x_435: f32, %x_436: f32, %x_437: f32):
    %437 = arith.mulf %x_435, %x_436 : f32
    %438 = arith.addf %x_437, %437 : f32
    linalg.yield %438 : f32
  } -> tensor<?x?x32xf32>
  %439 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %440 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291, %433 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%439 : tensor<?x?x32xf32>) {
  ^bb0(%x_442: f32, %x_443: f32, %x_444: f32):
    %444 = arith.addf %x_442, %x_443 : f32
    linalg.yield %444 : f32
  } -> tensor<?x?x32xf32>
  %445 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %446 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%440 : tensor<?x?x32xf32>) outs(%445 : tensor<?x?x32xf32>) {
  ^bb0(%x_448: f32, %x_449: f32):
    %449 = arith.mulf %x_448, %x_448 : f32
    linalg.yield %449 : f32
  } -> tensor<?x?x32xf32>
  %450 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %451 = linalg.fill ins(%c_6 : f32) outs(%450 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %452 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%446 : tensor<?x?x32xf32>) outs(%451 : tensor<?x?xf32>) {
  ^bb0(%x_454: f32, %x_455: f32):
    %455 = arith.addf %x_455, %x_454 : f32
    linalg.yield %455 : f32
  } -> tensor<?x?xf32>
  %456 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %457 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%452 : tensor<?x?xf32>) outs(%456 : tensor<?x?xf32>) {
  ^bb0(%x_459: f32, %x_460: f32):
    %460 = arith.divf %x_459, %c_7 : f32
    linalg.yield %460 : f32
  } -> tensor<?x?xf32>
  %461 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %462 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%457 : tensor<?x?xf32>) outs(%461 : tensor<?x?xf32>) {
  ^bb0(%x_464: f32, %x_465: f32):
    %465 = arith.addf %x_464, %c_8 : f32
    linalg.yield %465 : f32
  } -> tensor<?x?xf32>
  %466 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %467 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%462 : tensor<?x?xf32>) outs(%466 : tensor<?x?xf32>) {
  ^bb0(%x_469: f32, %x_470: f32):
    %470 = math.rsqrt %x_469 : f32
    linalg.yield %470 : f32
  } -> tensor<?x?xf32>
  %471 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %472 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%440, %467 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%471 : tensor<?x?x32xf32>) {
  ^bb0(%x_474: f32, %x_475: f32, %x_476: f32):
    %476 = arith.mulf %x_474, %x_475 : f32
    linalg.yield %476 : f32
  } -> tensor<?x?x32xf32>
  %477 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<32xf32>
  %478 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %479 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%477, %472 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%478 : tensor<?x?x32xf32>) {
  ^bb0(%x_481: f32, %x_482: f32, %x_483: f32):
    %483 = arith.mulf %x_481, %x_482 : f32
    linalg.yield %483 : f32
  } -> tensor<?x?x32xf32>
  %484 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<37x32xf32>
  %485 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %486 = linalg.fill ins(%c_6 : f32) outs(%485 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %487 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%479, %484 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%486 : tensor<?x?x37xf32>) {
  ^bb0(%x_489: f32, %x_490: f32, %x_491: f32):
    %491 = arith.mulf %x_489, %x_490 : f32
    %492 = arith.addf %x_491, %491 : f32
    linalg.yield %492 : f32
  } -> tensor<?x?x37xf32>
  %493 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %494 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487 : tensor<?x?x37xf32>) outs(%493 : tensor<?x?x37xf32>) {
  ^bb0(%x_496: f32, %x_497: f32):
    %497 = arith.negf %x_496 : f32
    %498 = math.exp %497 : f32
    %499 = arith.addf %498, %c_5 : f32
    %500 = arith.divf %x_496, %499 : f32
    linalg.yield %500 : f32
  } -> tensor<?x?x37xf32>
  %501 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<37x32xf32>
  %502 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %503 = linalg.fill ins(%c_6 : f32) outs(%502 : tensor<?x?x37xf32>) -> tensor<?x?x37xf32>
  %504 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%479, %501 : tensor<?x?x32xf32>, tensor<37x32xf32>) outs(%503 : tensor<?x?x37xf32>) {
  ^bb0(%x_506: f32, %x_507: f32, %x_508: f32):
    %508 = arith.mulf %x_506, %x_507 : f32
    %509 = arith.addf %x_508, %508 : f32
    linalg.yield %509 : f32
  } -> tensor<?x?x37xf32>
  %510 = tensor.empty(%n_1, %n_2) : tensor<?x?x37xf32>
  %511 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%494, %504 : tensor<?x?x37xf32>, tensor<?x?x37xf32>) outs(%510 : tensor<?x?x37xf32>) {
  ^bb0(%x_513: f32, %x_514: f32, %x_515: f32):
    %515 = arith.mulf %x_513, %x_514 : f32
    linalg.yield %515 : f32
  } -> tensor<?x?x37xf32>
  %516 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<32x37xf32>
  %517 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %518 = linalg.fill ins(%c_6 : f32) outs(%517 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %519 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%511, %516 : tensor<?x?x37xf32>, tensor<32x37xf32>) outs(%518 : tensor<?x?x32xf32>) {
  ^bb0(%x_521: f32, %x_522: f32, %x_523: f32):
    %523 = arith.mulf %x_521, %x_522 : f32
    %524 = arith.addf %x_523, %523 : f32
    linalg.yield %524 : f32
  } -> tensor<?x?x32xf32>
  %525 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %526 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%440, %519 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%525 : tensor<?x?x32xf32>) {
  ^bb0(%x_528: f32, %x_529: f32, %x_530: f32):
    %530 = arith.addf %x_528, %x_529 : f32
    linalg.yield %530 : f32
  } -> tensor<?x?x32xf32>
  %531 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %532 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%526 : tensor<?x?x32xf32>) outs(%531 : tensor<?x?x32xf32>) {
  ^bb0(%x_534: f32, %x_535: f32):
    %535 = arith.mulf %x_534, %x_534 : f32
    linalg.yield %535 : f32
  } -> tensor<?x?x32xf32>
  %536 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %537 = linalg.fill ins(%c_6 : f32) outs(%536 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %538 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%532 : tensor<?x?x32xf32>) outs(%537 : tensor<?x?xf32>) {
  ^bb0(%x_540: f32, %x_541: f32):
    %541 = arith.addf %x_541, %x_540 : f32
    linalg.yield %541 : f32
  } -> tensor<?x?xf32>
  %542 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %543 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%538 : tensor<?x?xf32>) outs(%542 : tensor<?x?xf32>) {
  ^bb0(%x_545: f32, %x_546: f32):
    %546 = arith.divf %x_545, %c_7 : f32
    linalg.yield %546 : f32
  } -> tensor<?x?xf32>
  %547 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %548 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%543 : tensor<?x?xf32>) outs(%547 : tensor<?x?xf32>) {
  ^bb0(%x_550: f32, %x_551: f32):
    %551 = arith.addf %x_550, %c_8 : f32
    linalg.yield %551 : f32
  } -> tensor<?x?xf32>
  %552 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %553 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%548 : tensor<?x?xf32>) outs(%552 : tensor<?x?xf32>) {
  ^bb0(%x_555: f32, %x_556: f32):
    %556 = math.rsqrt %x_555 : f32
    linalg.yield %556 : f32
  } -> tensor<?x?xf32>
  %557 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %558 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%526, %553 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%557 : tensor<?x?x32xf32>) {
  ^bb0(%x_560: f32, %x_561: f32, %x_562: f32):
    %562 = arith.mulf %x_560, %x_561 : f32
    linalg.yield %562 : f32
  } -> tensor<?x?x32xf32>
  %563 = ml_program.global_load_const @"model.norm.weight" : tensor<32xf32>
  %564 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %565 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563, %558 : tensor<32xf32>, tensor<?x?x32xf32>) outs(%564 : tensor<?x?x32xf32>) {
  ^bb0(%x_567: f32, %x_568: f32, %x_569: f32):
    %569 = arith.mulf %x_567, %x_568 : f32
    linalg.yield %569 : f32
  } -> tensor<?x?x32xf32>
  %570 = ml_program.global_load_const @"lm_head.weight" : tensor<99x32xf32>
  %571 = tensor.empty(%n_1, %n_2) : tensor<?x?x99xf32>
  %572 = linalg.fill ins(%c_6 : f32) outs(%571 : tensor<?x?x99xf32>) -> tensor<?x?x99xf32>
  %573 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%565, %570 : tensor<?x?x32xf32>, tensor<99x32xf32>) outs(%572 : tensor<?x?x99xf32>) {
  ^bb0(%x_575: f32, %x_576: f32, %x_577: f32):
    %577 = arith.mulf %x_575, %x_576 : f32
    %578 = arith.addf %x_577, %577 : f32
    linalg.yield %578 : f32
  } -> tensor<?x?x99xf32>
  return %573 : tensor<?x?x99xf32>
}
}
