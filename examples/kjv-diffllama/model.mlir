module attributes {diffattn.model = {kind = "causal-lm", name = "kjv-diffllama", weights = ["model.safetensors"], eos = [], vocab = 256 : i64, max_positions = 1024 : i64, tokenizer = "bytes"}} {
ml_program.global private @"model.embed_tokens.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.0.input_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.0.self_attn.q_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.0.self_attn.k_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.0.self_attn.v_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.0.self_attn.lambda_q1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.0.self_attn.lambda_k1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.0.self_attn.lambda_q2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.0.self_attn.lambda_k2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.0.self_attn.o_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.0.post_attention_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.0.mlp.gate_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.0.mlp.up_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.0.mlp.down_proj.weight"(#ml_program.extern<tensor<256x704xbf16>>) : tensor<256x704xbf16>
ml_program.global private @"model.layers.1.input_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.1.self_attn.q_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.1.self_attn.k_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.1.self_attn.v_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.1.self_attn.lambda_q1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.1.self_attn.lambda_k1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.1.self_attn.lambda_q2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.1.self_attn.lambda_k2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.1.self_attn.o_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.1.post_attention_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.1.mlp.gate_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.1.mlp.up_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.1.mlp.down_proj.weight"(#ml_program.extern<tensor<256x704xbf16>>) : tensor<256x704xbf16>
ml_program.global private @"model.layers.2.input_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.2.self_attn.q_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.2.self_attn.k_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.2.self_attn.v_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.2.self_attn.lambda_q1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.2.self_attn.lambda_k1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.2.self_attn.lambda_q2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.2.self_attn.lambda_k2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.2.self_attn.o_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.2.post_attention_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.2.mlp.gate_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.2.mlp.up_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.2.mlp.down_proj.weight"(#ml_program.extern<tensor<256x704xbf16>>) : tensor<256x704xbf16>
ml_program.global private @"model.layers.3.input_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.3.self_attn.q_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.3.self_attn.k_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.3.self_attn.v_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.3.self_attn.lambda_q1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.3.self_attn.lambda_k1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.3.self_attn.lambda_q2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.3.self_attn.lambda_k2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.3.self_attn.o_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.3.post_attention_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.3.mlp.gate_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.3.mlp.up_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.3.mlp.down_proj.weight"(#ml_program.extern<tensor<256x704xbf16>>) : tensor<256x704xbf16>
ml_program.global private @"model.layers.4.input_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.4.self_attn.q_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.4.self_attn.k_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.4.self_attn.v_proj.weight"(#ml_program.extern<tensor<128x256xbf16>>) : tensor<128x256xbf16>
ml_program.global private @"model.layers.4.self_attn.lambda_q1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.4.self_attn.lambda_k1"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.4.self_attn.lambda_q2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.4.self_attn.lambda_k2"(#ml_program.extern<tensor<32xbf16>>) : tensor<32xbf16>
ml_program.global private @"model.layers.4.self_attn.o_proj.weight"(#ml_program.extern<tensor<256x256xbf16>>) : tensor<256x256xbf16>
ml_program.global private @"model.layers.4.post_attention_layernorm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>
ml_program.global private @"model.layers.4.mlp.gate_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.4.mlp.up_proj.weight"(#ml_program.extern<tensor<704x256xbf16>>) : tensor<704x256xbf16>
ml_program.global private @"model.layers.4.mlp.down_proj.weight"(#ml_program.extern<tensor<256x704xbf16>>) : tensor<256x704xbf16>
ml_program.global private @"model.norm.weight"(#ml_program.extern<tensor<256xbf16>>) : tensor<256xbf16>

func.func @"forward"(
    %ids: tensor<?x?xi64> {diffattn.name = "ids"}) -> (tensor<?x?x256xf32> {diffattn.name = "logits"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 256 : index
  %c_3 = arith.constant dense<"0x0000803F9AF50F3F9BE8A13E8718363ECDCCCC3DC255663DE386013D39AD913C0AD7233C9C44B83B383E4F3B2815E93A6F12833A166A133A60CBA53953773A39"> : tensor<16xf32>
  %c_4 = arith.constant 1.0 : f32
  %c_5 = arith.constant 0.0 : f32
  %c_6 = arith.constant 256.0 : f32
  %c_7 = arith.constant 1.0e-05 : f32
  %c_8 = arith.constant 0.20000000000000007 : f32
  %c_9 = arith.constant 64.0 : f32
  %c_10 = arith.constant 0.7999999999999999 : f32
  %c_11 = arith.constant 0.35550906759096934 : f32
  %c_12 = arith.constant 0.6444909324090307 : f32
  %c_13 = arith.constant 0.4707130183435842 : f32
  %c_14 = arith.constant 0.5292869816564159 : f32
  %c_15 = arith.constant 0.5560582041556406 : f32
  %c_16 = arith.constant 0.44394179584435944 : f32
  %c_17 = arith.constant 0.6192834728526788 : f32
  %c_18 = arith.constant 0.3807165271473212 : f32
  %n_1 = tensor.dim %ids, %c_0 : tensor<?x?xi64>
  %n_2 = tensor.dim %ids, %c_1 : tensor<?x?xi64>
  %2 = ml_program.global_load_const @"model.embed_tokens.weight" : tensor<256x256xbf16> loc(#loc1)
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xbf16> loc(#loc1)
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<?x?xi64>) outs(%3 : tensor<?x?x256xbf16>) {
  ^bb0(%x_6: i64, %x_7: bf16):
    %7 = linalg.index 2 : index loc(#loc1)
    %8 = arith.index_cast %7 : index to i64 loc(#loc1)
    %9 = arith.index_cast %x_6 : i64 to index loc(#loc1)
    %10 = arith.cmpi slt, %9, %c_0 : index loc(#loc1)
    %11 = arith.addi %9, %c_2 : index loc(#loc1)
    %12 = arith.select %10, %11, %9 : index loc(#loc1)
    %13 = arith.index_cast %8 : i64 to index loc(#loc1)
    %14 = tensor.extract %2[%12, %13] : tensor<256x256xbf16> loc(#loc1)
    linalg.yield %14 : bf16 loc(#loc1)
  } -> tensor<?x?x256xbf16> loc(#loc1)
  %15 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc1)
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x?x256xbf16>) outs(%15 : tensor<?x?x256xf32>) {
  ^bb0(%x_18: bf16, %x_19: f32):
    %19 = arith.extf %x_18 : bf16 to f32 loc(#loc1)
    linalg.yield %19 : f32 loc(#loc1)
  } -> tensor<?x?x256xf32> loc(#loc1)
  %20 = tensor.empty(%n_2) : tensor<?xf32> loc(#loc3)
  %21 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%20 : tensor<?xf32>) {
  ^bb0(%x_23: f32):
    %23 = linalg.index 0 : index loc(#loc3)
    %24 = arith.index_cast %23 : index to i64 loc(#loc3)
    %25 = arith.sitofp %24 : i64 to f32 loc(#loc3)
    linalg.yield %25 : f32 loc(#loc3)
  } -> tensor<?xf32> loc(#loc3)
  %26 = tensor.empty(%n_2) : tensor<?x16xf32> loc(#loc3)
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21, %c_3 : tensor<?xf32>, tensor<16xf32>) outs(%26 : tensor<?x16xf32>) {
  ^bb0(%x_29: f32, %x_30: f32, %x_31: f32):
    %31 = arith.mulf %x_29, %x_30 : f32 loc(#loc3)
    linalg.yield %31 : f32 loc(#loc3)
  } -> tensor<?x16xf32> loc(#loc3)
  %32 = tensor.concat dim(1) %27, %27 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x32xf32> loc(#loc5)
  %33 = tensor.empty(%n_2) : tensor<?x32xf32> loc(#loc7)
  %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<?x32xf32>) outs(%33 : tensor<?x32xf32>) {
  ^bb0(%x_36: f32, %x_37: f32):
    %37 = math.cos %x_36 : f32 loc(#loc7)
    linalg.yield %37 : f32 loc(#loc7)
  } -> tensor<?x32xf32> loc(#loc7)
  %38 = tensor.empty(%n_2) : tensor<?x32xf32> loc(#loc7)
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<?x32xf32>) outs(%38 : tensor<?x32xf32>) {
  ^bb0(%x_41: f32, %x_42: f32):
    %42 = arith.mulf %x_41, %c_4 : f32 loc(#loc7)
    linalg.yield %42 : f32 loc(#loc7)
  } -> tensor<?x32xf32> loc(#loc7)
  %43 = tensor.empty(%n_2) : tensor<?x32xf32> loc(#loc9)
  %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<?x32xf32>) outs(%43 : tensor<?x32xf32>) {
  ^bb0(%x_46: f32, %x_47: f32):
    %47 = math.sin %x_46 : f32 loc(#loc9)
    linalg.yield %47 : f32 loc(#loc9)
  } -> tensor<?x32xf32> loc(#loc9)
  %48 = tensor.empty(%n_2) : tensor<?x32xf32> loc(#loc9)
  %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<?x32xf32>) outs(%48 : tensor<?x32xf32>) {
  ^bb0(%x_51: f32, %x_52: f32):
    %52 = arith.mulf %x_51, %c_4 : f32 loc(#loc9)
    linalg.yield %52 : f32 loc(#loc9)
  } -> tensor<?x32xf32> loc(#loc9)
  %53 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc11)
  %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<?x?x256xf32>) outs(%53 : tensor<?x?x256xf32>) {
  ^bb0(%x_56: f32, %x_57: f32):
    %57 = arith.mulf %x_56, %x_56 : f32 loc(#loc11)
    linalg.yield %57 : f32 loc(#loc11)
  } -> tensor<?x?x256xf32> loc(#loc11)
  %58 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc11)
  %59 = linalg.fill ins(%c_5 : f32) outs(%58 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc11)
  %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<?x?x256xf32>) outs(%59 : tensor<?x?xf32>) {
  ^bb0(%x_62: f32, %x_63: f32):
    %63 = arith.addf %x_63, %x_62 : f32 loc(#loc11)
    linalg.yield %63 : f32 loc(#loc11)
  } -> tensor<?x?xf32> loc(#loc11)
  %64 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc11)
  %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<?x?xf32>) outs(%64 : tensor<?x?xf32>) {
  ^bb0(%x_67: f32, %x_68: f32):
    %68 = arith.divf %x_67, %c_6 : f32 loc(#loc11)
    linalg.yield %68 : f32 loc(#loc11)
  } -> tensor<?x?xf32> loc(#loc11)
  %69 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc13)
  %70 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<?x?xf32>) outs(%69 : tensor<?x?xf32>) {
  ^bb0(%x_72: f32, %x_73: f32):
    %73 = arith.addf %x_72, %c_7 : f32 loc(#loc13)
    linalg.yield %73 : f32 loc(#loc13)
  } -> tensor<?x?xf32> loc(#loc13)
  %74 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc13)
  %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<?x?xf32>) outs(%74 : tensor<?x?xf32>) {
  ^bb0(%x_77: f32, %x_78: f32):
    %78 = math.rsqrt %x_77 : f32 loc(#loc13)
    linalg.yield %78 : f32 loc(#loc13)
  } -> tensor<?x?xf32> loc(#loc13)
  %79 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc13)
  %80 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %75 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%79 : tensor<?x?x256xf32>) {
  ^bb0(%x_82: f32, %x_83: f32, %x_84: f32):
    %84 = arith.mulf %x_82, %x_83 : f32 loc(#loc13)
    linalg.yield %84 : f32 loc(#loc13)
  } -> tensor<?x?x256xf32> loc(#loc13)
  %85 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<256xbf16> loc(#loc15)
  %86 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc15)
  %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %80 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%86 : tensor<?x?x256xf32>) {
  ^bb0(%x_89: bf16, %x_90: f32, %x_91: f32):
    %91 = arith.extf %x_89 : bf16 to f32 loc(#loc15)
    %92 = arith.mulf %91, %x_90 : f32 loc(#loc15)
    linalg.yield %92 : f32 loc(#loc15)
  } -> tensor<?x?x256xf32> loc(#loc15)
  %93 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc17)
  %94 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc17)
  %95 = linalg.fill ins(%c_5 : f32) outs(%94 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc17)
  %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%87, %93 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%95 : tensor<?x?x256xf32>) {
  ^bb0(%x_98: f32, %x_99: bf16, %x_100: f32):
    %100 = arith.extf %x_99 : bf16 to f32 loc(#loc17)
    %101 = arith.mulf %x_98, %100 : f32 loc(#loc17)
    %102 = arith.addf %x_100, %101 : f32 loc(#loc17)
    linalg.yield %102 : f32 loc(#loc17)
  } -> tensor<?x?x256xf32> loc(#loc17)
  %103 = tensor.expand_shape %96 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc18)
  %104 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc20)
  %105 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc20)
  %106 = linalg.fill ins(%c_5 : f32) outs(%105 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc20)
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%87, %104 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%106 : tensor<?x?x128xf32>) {
  ^bb0(%x_109: f32, %x_110: bf16, %x_111: f32):
    %111 = arith.extf %x_110 : bf16 to f32 loc(#loc20)
    %112 = arith.mulf %x_109, %111 : f32 loc(#loc20)
    %113 = arith.addf %x_111, %112 : f32 loc(#loc20)
    linalg.yield %113 : f32 loc(#loc20)
  } -> tensor<?x?x128xf32> loc(#loc20)
  %114 = tensor.expand_shape %107 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc21)
  %115 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc23)
  %116 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc23)
  %117 = linalg.fill ins(%c_5 : f32) outs(%116 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc23)
  %118 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%87, %115 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%117 : tensor<?x?x128xf32>) {
  ^bb0(%x_120: f32, %x_121: bf16, %x_122: f32):
    %122 = arith.extf %x_121 : bf16 to f32 loc(#loc23)
    %123 = arith.mulf %x_120, %122 : f32 loc(#loc23)
    %124 = arith.addf %x_122, %123 : f32 loc(#loc23)
    linalg.yield %124 : f32 loc(#loc23)
  } -> tensor<?x?x128xf32> loc(#loc23)
  %125 = tensor.expand_shape %118 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc24)
  %126 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %39 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%126 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_129: f32, %x_130: f32, %x_131: f32):
    %131 = arith.mulf %x_129, %x_130 : f32 loc(#loc26)
    linalg.yield %131 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %132 = tensor.extract_slice %103[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc26)
  %133 = tensor.extract_slice %103[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc26)
  %134 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc26)
  %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133 : tensor<?x?x8x16xf32>) outs(%134 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_137: f32, %x_138: f32):
    %138 = arith.negf %x_137 : f32 loc(#loc26)
    linalg.yield %138 : f32 loc(#loc26)
  } -> tensor<?x?x8x16xf32> loc(#loc26)
  %139 = tensor.concat dim(3) %135, %132 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc26)
  %140 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %141 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139, %49 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%140 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_143: f32, %x_144: f32, %x_145: f32):
    %145 = arith.mulf %x_143, %x_144 : f32 loc(#loc26)
    linalg.yield %145 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %146 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %147 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127, %141 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%146 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_149: f32, %x_150: f32, %x_151: f32):
    %151 = arith.addf %x_149, %x_150 : f32 loc(#loc26)
    linalg.yield %151 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %152 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %153 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %39 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%152 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_155: f32, %x_156: f32, %x_157: f32):
    %157 = arith.mulf %x_155, %x_156 : f32 loc(#loc26)
    linalg.yield %157 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %158 = tensor.extract_slice %114[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc26)
  %159 = tensor.extract_slice %114[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc26)
  %160 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc26)
  %161 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<?x?x4x16xf32>) outs(%160 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_163: f32, %x_164: f32):
    %164 = arith.negf %x_163 : f32 loc(#loc26)
    linalg.yield %164 : f32 loc(#loc26)
  } -> tensor<?x?x4x16xf32> loc(#loc26)
  %165 = tensor.concat dim(3) %161, %158 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc26)
  %166 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %167 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %49 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%166 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_169: f32, %x_170: f32, %x_171: f32):
    %171 = arith.mulf %x_169, %x_170 : f32 loc(#loc26)
    linalg.yield %171 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %172 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %173 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153, %167 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%172 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_175: f32, %x_176: f32, %x_177: f32):
    %177 = arith.addf %x_175, %x_176 : f32 loc(#loc26)
    linalg.yield %177 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %178 = tensor.extract_slice %125[0, 0, 0, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc28)
  %179 = tensor.extract_slice %125[0, 0, 2, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc28)
  %180 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc28)
  %181 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<?x?x2x32xf32>) outs(%180 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_183: f32, %x_184: f32):
    linalg.yield %x_183 : f32 loc(#loc28)
  } -> tensor<?x2x2x?x32xf32> loc(#loc28)
  %184 = tensor.collapse_shape %181 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc28)
  %185 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc28)
  %186 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<?x?x2x32xf32>) outs(%185 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_188: f32, %x_189: f32):
    linalg.yield %x_188 : f32 loc(#loc28)
  } -> tensor<?x2x2x?x32xf32> loc(#loc28)
  %189 = tensor.collapse_shape %186 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc28)
  %190 = tensor.expand_shape %147 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc30)
  %191 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc30)
  %192 = diffattn.attention signal(%190[b, m, g, r, d], %173[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%184[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%191[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc30)
  %193 = tensor.collapse_shape %192 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc30)
  %194 = tensor.expand_shape %147 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc32)
  %195 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc32)
  %196 = diffattn.attention signal(%194[b, m, g, r, d], %173[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%189[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%195[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc32)
  %197 = tensor.collapse_shape %196 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc32)
  %198 = tensor.concat dim(3) %193, %197 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc34)
  %199 = tensor.extract_slice %198[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc36)
  %200 = tensor.extract_slice %198[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc36)
  %201 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc38)
  %202 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc38)
  %203 = tensor.empty() : tensor<32xf32> loc(#loc38)
  %204 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%201, %202 : tensor<32xbf16>, tensor<32xbf16>) outs(%203 : tensor<32xf32>) {
  ^bb0(%x_206: bf16, %x_207: bf16, %x_208: f32):
    %208 = arith.extf %x_206 : bf16 to f32 loc(#loc38)
    %209 = arith.extf %x_207 : bf16 to f32 loc(#loc38)
    %210 = arith.mulf %208, %209 : f32 loc(#loc38)
    linalg.yield %210 : f32 loc(#loc38)
  } -> tensor<32xf32> loc(#loc38)
  %211 = tensor.empty() : tensor<f32> loc(#loc38)
  %212 = linalg.fill ins(%c_5 : f32) outs(%211 : tensor<f32>) -> tensor<f32> loc(#loc38)
  %213 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%204 : tensor<32xf32>) outs(%212 : tensor<f32>) {
  ^bb0(%x_215: f32, %x_216: f32):
    %216 = arith.addf %x_216, %x_215 : f32 loc(#loc38)
    linalg.yield %216 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %217 = tensor.empty() : tensor<f32> loc(#loc38)
  %218 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%213 : tensor<f32>) outs(%217 : tensor<f32>) {
  ^bb0(%x_220: f32, %x_221: f32):
    %221 = math.exp %x_220 : f32 loc(#loc38)
    linalg.yield %221 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %222 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc40)
  %223 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc40)
  %224 = tensor.empty() : tensor<32xf32> loc(#loc40)
  %225 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%222, %223 : tensor<32xbf16>, tensor<32xbf16>) outs(%224 : tensor<32xf32>) {
  ^bb0(%x_227: bf16, %x_228: bf16, %x_229: f32):
    %229 = arith.extf %x_227 : bf16 to f32 loc(#loc40)
    %230 = arith.extf %x_228 : bf16 to f32 loc(#loc40)
    %231 = arith.mulf %229, %230 : f32 loc(#loc40)
    linalg.yield %231 : f32 loc(#loc40)
  } -> tensor<32xf32> loc(#loc40)
  %232 = tensor.empty() : tensor<f32> loc(#loc40)
  %233 = linalg.fill ins(%c_5 : f32) outs(%232 : tensor<f32>) -> tensor<f32> loc(#loc40)
  %234 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%225 : tensor<32xf32>) outs(%233 : tensor<f32>) {
  ^bb0(%x_236: f32, %x_237: f32):
    %237 = arith.addf %x_237, %x_236 : f32 loc(#loc40)
    linalg.yield %237 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %238 = tensor.empty() : tensor<f32> loc(#loc40)
  %239 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%234 : tensor<f32>) outs(%238 : tensor<f32>) {
  ^bb0(%x_241: f32, %x_242: f32):
    %242 = math.exp %x_241 : f32 loc(#loc40)
    linalg.yield %242 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %243 = tensor.empty() : tensor<f32> loc(#loc42)
  %244 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%218, %239 : tensor<f32>, tensor<f32>) outs(%243 : tensor<f32>) {
  ^bb0(%x_246: f32, %x_247: f32, %x_248: f32):
    %248 = arith.subf %x_246, %x_247 : f32 loc(#loc42)
    linalg.yield %248 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %249 = tensor.empty() : tensor<f32> loc(#loc42)
  %250 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%244 : tensor<f32>) outs(%249 : tensor<f32>) {
  ^bb0(%x_252: f32, %x_253: f32):
    %253 = arith.addf %x_252, %c_8 : f32 loc(#loc42)
    linalg.yield %253 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %254 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc44)
  %255 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%250, %200 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%254 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_257: f32, %x_258: f32, %x_259: f32):
    %259 = arith.mulf %x_257, %x_258 : f32 loc(#loc44)
    linalg.yield %259 : f32 loc(#loc44)
  } -> tensor<?x?x4x64xf32> loc(#loc44)
  %260 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc44)
  %261 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199, %255 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%260 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_263: f32, %x_264: f32, %x_265: f32):
    %265 = arith.subf %x_263, %x_264 : f32 loc(#loc44)
    linalg.yield %265 : f32 loc(#loc44)
  } -> tensor<?x?x4x64xf32> loc(#loc44)
  %266 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc46)
  %267 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261 : tensor<?x?x4x64xf32>) outs(%266 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_269: f32, %x_270: f32):
    %270 = arith.mulf %x_269, %x_269 : f32 loc(#loc46)
    linalg.yield %270 : f32 loc(#loc46)
  } -> tensor<?x?x4x64xf32> loc(#loc46)
  %271 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %272 = linalg.fill ins(%c_5 : f32) outs(%271 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc46)
  %273 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%267 : tensor<?x?x4x64xf32>) outs(%272 : tensor<?x?x4xf32>) {
  ^bb0(%x_275: f32, %x_276: f32):
    %276 = arith.addf %x_276, %x_275 : f32 loc(#loc46)
    linalg.yield %276 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %277 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %278 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%273 : tensor<?x?x4xf32>) outs(%277 : tensor<?x?x4xf32>) {
  ^bb0(%x_280: f32, %x_281: f32):
    %281 = arith.divf %x_280, %c_9 : f32 loc(#loc46)
    linalg.yield %281 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %282 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %283 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%278 : tensor<?x?x4xf32>) outs(%282 : tensor<?x?x4xf32>) {
  ^bb0(%x_285: f32, %x_286: f32):
    %286 = arith.addf %x_285, %c_7 : f32 loc(#loc46)
    linalg.yield %286 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %287 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %288 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%283 : tensor<?x?x4xf32>) outs(%287 : tensor<?x?x4xf32>) {
  ^bb0(%x_290: f32, %x_291: f32):
    %291 = math.rsqrt %x_290 : f32 loc(#loc46)
    linalg.yield %291 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %292 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc46)
  %293 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261, %288 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%292 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_295: f32, %x_296: f32, %x_297: f32):
    %297 = arith.mulf %x_295, %x_296 : f32 loc(#loc46)
    linalg.yield %297 : f32 loc(#loc46)
  } -> tensor<?x?x4x64xf32> loc(#loc46)
  %298 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc47)
  %299 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%293 : tensor<?x?x4x64xf32>) outs(%298 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_301: f32, %x_302: f32):
    %302 = arith.mulf %x_301, %c_10 : f32 loc(#loc47)
    linalg.yield %302 : f32 loc(#loc47)
  } -> tensor<?x?x4x64xf32> loc(#loc47)
  %303 = tensor.collapse_shape %299 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc49)
  %304 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc51)
  %305 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc51)
  %306 = linalg.fill ins(%c_5 : f32) outs(%305 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc51)
  %307 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%303, %304 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%306 : tensor<?x?x256xf32>) {
  ^bb0(%x_309: f32, %x_310: bf16, %x_311: f32):
    %311 = arith.extf %x_310 : bf16 to f32 loc(#loc51)
    %312 = arith.mulf %x_309, %311 : f32 loc(#loc51)
    %313 = arith.addf %x_311, %312 : f32 loc(#loc51)
    linalg.yield %313 : f32 loc(#loc51)
  } -> tensor<?x?x256xf32> loc(#loc51)
  %314 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc53)
  %315 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %307 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%314 : tensor<?x?x256xf32>) {
  ^bb0(%x_317: f32, %x_318: f32, %x_319: f32):
    %319 = arith.addf %x_317, %x_318 : f32 loc(#loc53)
    linalg.yield %319 : f32 loc(#loc53)
  } -> tensor<?x?x256xf32> loc(#loc53)
  %320 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc54)
  %321 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315 : tensor<?x?x256xf32>) outs(%320 : tensor<?x?x256xf32>) {
  ^bb0(%x_323: f32, %x_324: f32):
    %324 = arith.mulf %x_323, %x_323 : f32 loc(#loc54)
    linalg.yield %324 : f32 loc(#loc54)
  } -> tensor<?x?x256xf32> loc(#loc54)
  %325 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc54)
  %326 = linalg.fill ins(%c_5 : f32) outs(%325 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc54)
  %327 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%321 : tensor<?x?x256xf32>) outs(%326 : tensor<?x?xf32>) {
  ^bb0(%x_329: f32, %x_330: f32):
    %330 = arith.addf %x_330, %x_329 : f32 loc(#loc54)
    linalg.yield %330 : f32 loc(#loc54)
  } -> tensor<?x?xf32> loc(#loc54)
  %331 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc54)
  %332 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%327 : tensor<?x?xf32>) outs(%331 : tensor<?x?xf32>) {
  ^bb0(%x_334: f32, %x_335: f32):
    %335 = arith.divf %x_334, %c_6 : f32 loc(#loc54)
    linalg.yield %335 : f32 loc(#loc54)
  } -> tensor<?x?xf32> loc(#loc54)
  %336 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc55)
  %337 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%332 : tensor<?x?xf32>) outs(%336 : tensor<?x?xf32>) {
  ^bb0(%x_339: f32, %x_340: f32):
    %340 = arith.addf %x_339, %c_7 : f32 loc(#loc55)
    linalg.yield %340 : f32 loc(#loc55)
  } -> tensor<?x?xf32> loc(#loc55)
  %341 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc55)
  %342 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%337 : tensor<?x?xf32>) outs(%341 : tensor<?x?xf32>) {
  ^bb0(%x_344: f32, %x_345: f32):
    %345 = math.rsqrt %x_344 : f32 loc(#loc55)
    linalg.yield %345 : f32 loc(#loc55)
  } -> tensor<?x?xf32> loc(#loc55)
  %346 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc55)
  %347 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315, %342 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%346 : tensor<?x?x256xf32>) {
  ^bb0(%x_349: f32, %x_350: f32, %x_351: f32):
    %351 = arith.mulf %x_349, %x_350 : f32 loc(#loc55)
    linalg.yield %351 : f32 loc(#loc55)
  } -> tensor<?x?x256xf32> loc(#loc55)
  %352 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc56)
  %353 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc56)
  %354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352, %347 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%353 : tensor<?x?x256xf32>) {
  ^bb0(%x_356: bf16, %x_357: f32, %x_358: f32):
    %358 = arith.extf %x_356 : bf16 to f32 loc(#loc56)
    %359 = arith.mulf %358, %x_357 : f32 loc(#loc56)
    linalg.yield %359 : f32 loc(#loc56)
  } -> tensor<?x?x256xf32> loc(#loc56)
  %360 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc58)
  %361 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc58)
  %362 = linalg.fill ins(%c_5 : f32) outs(%361 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc58)
  %363 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%354, %360 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%362 : tensor<?x?x704xf32>) {
  ^bb0(%x_365: f32, %x_366: bf16, %x_367: f32):
    %367 = arith.extf %x_366 : bf16 to f32 loc(#loc58)
    %368 = arith.mulf %x_365, %367 : f32 loc(#loc58)
    %369 = arith.addf %x_367, %368 : f32 loc(#loc58)
    linalg.yield %369 : f32 loc(#loc58)
  } -> tensor<?x?x704xf32> loc(#loc58)
  %370 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc60)
  %371 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%363 : tensor<?x?x704xf32>) outs(%370 : tensor<?x?x704xf32>) {
  ^bb0(%x_373: f32, %x_374: f32):
    %374 = arith.negf %x_373 : f32 loc(#loc60)
    %375 = math.exp %374 : f32 loc(#loc60)
    %376 = arith.addf %375, %c_4 : f32 loc(#loc60)
    %377 = arith.divf %x_373, %376 : f32 loc(#loc60)
    linalg.yield %377 : f32 loc(#loc60)
  } -> tensor<?x?x704xf32> loc(#loc60)
  %378 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc61)
  %379 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc61)
  %380 = linalg.fill ins(%c_5 : f32) outs(%379 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc61)
  %381 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%354, %378 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%380 : tensor<?x?x704xf32>) {
  ^bb0(%x_383: f32, %x_384: bf16, %x_385: f32):
    %385 = arith.extf %x_384 : bf16 to f32 loc(#loc61)
    %386 = arith.mulf %x_383, %385 : f32 loc(#loc61)
    %387 = arith.addf %x_385, %386 : f32 loc(#loc61)
    linalg.yield %387 : f32 loc(#loc61)
  } -> tensor<?x?x704xf32> loc(#loc61)
  %388 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc62)
  %389 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %381 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%388 : tensor<?x?x704xf32>) {
  ^bb0(%x_391: f32, %x_392: f32, %x_393: f32):
    %393 = arith.mulf %x_391, %x_392 : f32 loc(#loc62)
    linalg.yield %393 : f32 loc(#loc62)
  } -> tensor<?x?x704xf32> loc(#loc62)
  %394 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc63)
  %395 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc63)
  %396 = linalg.fill ins(%c_5 : f32) outs(%395 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc63)
  %397 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%389, %394 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%396 : tensor<?x?x256xf32>) {
  ^bb0(%x_399: f32, %x_400: bf16, %x_401: f32):
    %401 = arith.extf %x_400 : bf16 to f32 loc(#loc63)
    %402 = arith.mulf %x_399, %401 : f32 loc(#loc63)
    %403 = arith.addf %x_401, %402 : f32 loc(#loc63)
    linalg.yield %403 : f32 loc(#loc63)
  } -> tensor<?x?x256xf32> loc(#loc63)
  %404 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc65)
  %405 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315, %397 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%404 : tensor<?x?x256xf32>) {
  ^bb0(%x_407: f32, %x_408: f32, %x_409: f32):
    %409 = arith.addf %x_407, %x_408 : f32 loc(#loc65)
    linalg.yield %409 : f32 loc(#loc65)
  } -> tensor<?x?x256xf32> loc(#loc65)
  %410 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc66)
  %411 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%405 : tensor<?x?x256xf32>) outs(%410 : tensor<?x?x256xf32>) {
  ^bb0(%x_413: f32, %x_414: f32):
    %414 = arith.mulf %x_413, %x_413 : f32 loc(#loc66)
    linalg.yield %414 : f32 loc(#loc66)
  } -> tensor<?x?x256xf32> loc(#loc66)
  %415 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc66)
  %416 = linalg.fill ins(%c_5 : f32) outs(%415 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc66)
  %417 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%411 : tensor<?x?x256xf32>) outs(%416 : tensor<?x?xf32>) {
  ^bb0(%x_419: f32, %x_420: f32):
    %420 = arith.addf %x_420, %x_419 : f32 loc(#loc66)
    linalg.yield %420 : f32 loc(#loc66)
  } -> tensor<?x?xf32> loc(#loc66)
  %421 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc66)
  %422 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%417 : tensor<?x?xf32>) outs(%421 : tensor<?x?xf32>) {
  ^bb0(%x_424: f32, %x_425: f32):
    %425 = arith.divf %x_424, %c_6 : f32 loc(#loc66)
    linalg.yield %425 : f32 loc(#loc66)
  } -> tensor<?x?xf32> loc(#loc66)
  %426 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc67)
  %427 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%422 : tensor<?x?xf32>) outs(%426 : tensor<?x?xf32>) {
  ^bb0(%x_429: f32, %x_430: f32):
    %430 = arith.addf %x_429, %c_7 : f32 loc(#loc67)
    linalg.yield %430 : f32 loc(#loc67)
  } -> tensor<?x?xf32> loc(#loc67)
  %431 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc67)
  %432 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%427 : tensor<?x?xf32>) outs(%431 : tensor<?x?xf32>) {
  ^bb0(%x_434: f32, %x_435: f32):
    %435 = math.rsqrt %x_434 : f32 loc(#loc67)
    linalg.yield %435 : f32 loc(#loc67)
  } -> tensor<?x?xf32> loc(#loc67)
  %436 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc67)
  %437 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%405, %432 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%436 : tensor<?x?x256xf32>) {
  ^bb0(%x_439: f32, %x_440: f32, %x_441: f32):
    %441 = arith.mulf %x_439, %x_440 : f32 loc(#loc67)
    linalg.yield %441 : f32 loc(#loc67)
  } -> tensor<?x?x256xf32> loc(#loc67)
  %442 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<256xbf16> loc(#loc68)
  %443 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc68)
  %444 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%442, %437 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%443 : tensor<?x?x256xf32>) {
  ^bb0(%x_446: bf16, %x_447: f32, %x_448: f32):
    %448 = arith.extf %x_446 : bf16 to f32 loc(#loc68)
    %449 = arith.mulf %448, %x_447 : f32 loc(#loc68)
    linalg.yield %449 : f32 loc(#loc68)
  } -> tensor<?x?x256xf32> loc(#loc68)
  %450 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc69)
  %451 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc69)
  %452 = linalg.fill ins(%c_5 : f32) outs(%451 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc69)
  %453 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%444, %450 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%452 : tensor<?x?x256xf32>) {
  ^bb0(%x_455: f32, %x_456: bf16, %x_457: f32):
    %457 = arith.extf %x_456 : bf16 to f32 loc(#loc69)
    %458 = arith.mulf %x_455, %457 : f32 loc(#loc69)
    %459 = arith.addf %x_457, %458 : f32 loc(#loc69)
    linalg.yield %459 : f32 loc(#loc69)
  } -> tensor<?x?x256xf32> loc(#loc69)
  %460 = tensor.expand_shape %453 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc70)
  %461 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc71)
  %462 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc71)
  %463 = linalg.fill ins(%c_5 : f32) outs(%462 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc71)
  %464 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%444, %461 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%463 : tensor<?x?x128xf32>) {
  ^bb0(%x_466: f32, %x_467: bf16, %x_468: f32):
    %468 = arith.extf %x_467 : bf16 to f32 loc(#loc71)
    %469 = arith.mulf %x_466, %468 : f32 loc(#loc71)
    %470 = arith.addf %x_468, %469 : f32 loc(#loc71)
    linalg.yield %470 : f32 loc(#loc71)
  } -> tensor<?x?x128xf32> loc(#loc71)
  %471 = tensor.expand_shape %464 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc72)
  %472 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc73)
  %473 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc73)
  %474 = linalg.fill ins(%c_5 : f32) outs(%473 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc73)
  %475 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%444, %472 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%474 : tensor<?x?x128xf32>) {
  ^bb0(%x_477: f32, %x_478: bf16, %x_479: f32):
    %479 = arith.extf %x_478 : bf16 to f32 loc(#loc73)
    %480 = arith.mulf %x_477, %479 : f32 loc(#loc73)
    %481 = arith.addf %x_479, %480 : f32 loc(#loc73)
    linalg.yield %481 : f32 loc(#loc73)
  } -> tensor<?x?x128xf32> loc(#loc73)
  %482 = tensor.expand_shape %475 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc74)
  %483 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %484 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%460, %39 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%483 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_486: f32, %x_487: f32, %x_488: f32):
    %488 = arith.mulf %x_486, %x_487 : f32 loc(#loc75)
    linalg.yield %488 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %489 = tensor.extract_slice %460[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc75)
  %490 = tensor.extract_slice %460[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc75)
  %491 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc75)
  %492 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%490 : tensor<?x?x8x16xf32>) outs(%491 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_494: f32, %x_495: f32):
    %495 = arith.negf %x_494 : f32 loc(#loc75)
    linalg.yield %495 : f32 loc(#loc75)
  } -> tensor<?x?x8x16xf32> loc(#loc75)
  %496 = tensor.concat dim(3) %492, %489 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc75)
  %497 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %498 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%496, %49 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%497 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_500: f32, %x_501: f32, %x_502: f32):
    %502 = arith.mulf %x_500, %x_501 : f32 loc(#loc75)
    linalg.yield %502 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %503 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %504 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%484, %498 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%503 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_506: f32, %x_507: f32, %x_508: f32):
    %508 = arith.addf %x_506, %x_507 : f32 loc(#loc75)
    linalg.yield %508 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %509 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %510 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%471, %39 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%509 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_512: f32, %x_513: f32, %x_514: f32):
    %514 = arith.mulf %x_512, %x_513 : f32 loc(#loc75)
    linalg.yield %514 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %515 = tensor.extract_slice %471[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc75)
  %516 = tensor.extract_slice %471[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc75)
  %517 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc75)
  %518 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%516 : tensor<?x?x4x16xf32>) outs(%517 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_520: f32, %x_521: f32):
    %521 = arith.negf %x_520 : f32 loc(#loc75)
    linalg.yield %521 : f32 loc(#loc75)
  } -> tensor<?x?x4x16xf32> loc(#loc75)
  %522 = tensor.concat dim(3) %518, %515 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc75)
  %523 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %524 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%522, %49 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%523 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_526: f32, %x_527: f32, %x_528: f32):
    %528 = arith.mulf %x_526, %x_527 : f32 loc(#loc75)
    linalg.yield %528 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %529 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %530 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%510, %524 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%529 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_532: f32, %x_533: f32, %x_534: f32):
    %534 = arith.addf %x_532, %x_533 : f32 loc(#loc75)
    linalg.yield %534 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %535 = tensor.extract_slice %482[0, 0, 0, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc76)
  %536 = tensor.extract_slice %482[0, 0, 2, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc76)
  %537 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc76)
  %538 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%535 : tensor<?x?x2x32xf32>) outs(%537 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_540: f32, %x_541: f32):
    linalg.yield %x_540 : f32 loc(#loc76)
  } -> tensor<?x2x2x?x32xf32> loc(#loc76)
  %541 = tensor.collapse_shape %538 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc76)
  %542 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc76)
  %543 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%536 : tensor<?x?x2x32xf32>) outs(%542 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_545: f32, %x_546: f32):
    linalg.yield %x_545 : f32 loc(#loc76)
  } -> tensor<?x2x2x?x32xf32> loc(#loc76)
  %546 = tensor.collapse_shape %543 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc76)
  %547 = tensor.expand_shape %504 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc77)
  %548 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc77)
  %549 = diffattn.attention signal(%547[b, m, g, r, d], %530[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%541[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%548[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc77)
  %550 = tensor.collapse_shape %549 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc77)
  %551 = tensor.expand_shape %504 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc78)
  %552 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc78)
  %553 = diffattn.attention signal(%551[b, m, g, r, d], %530[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%546[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%552[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc78)
  %554 = tensor.collapse_shape %553 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc78)
  %555 = tensor.concat dim(3) %550, %554 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc79)
  %556 = tensor.extract_slice %555[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc80)
  %557 = tensor.extract_slice %555[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc80)
  %558 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc81)
  %559 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc81)
  %560 = tensor.empty() : tensor<32xf32> loc(#loc81)
  %561 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%558, %559 : tensor<32xbf16>, tensor<32xbf16>) outs(%560 : tensor<32xf32>) {
  ^bb0(%x_563: bf16, %x_564: bf16, %x_565: f32):
    %565 = arith.extf %x_563 : bf16 to f32 loc(#loc81)
    %566 = arith.extf %x_564 : bf16 to f32 loc(#loc81)
    %567 = arith.mulf %565, %566 : f32 loc(#loc81)
    linalg.yield %567 : f32 loc(#loc81)
  } -> tensor<32xf32> loc(#loc81)
  %568 = tensor.empty() : tensor<f32> loc(#loc81)
  %569 = linalg.fill ins(%c_5 : f32) outs(%568 : tensor<f32>) -> tensor<f32> loc(#loc81)
  %570 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%561 : tensor<32xf32>) outs(%569 : tensor<f32>) {
  ^bb0(%x_572: f32, %x_573: f32):
    %573 = arith.addf %x_573, %x_572 : f32 loc(#loc81)
    linalg.yield %573 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %574 = tensor.empty() : tensor<f32> loc(#loc81)
  %575 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%570 : tensor<f32>) outs(%574 : tensor<f32>) {
  ^bb0(%x_577: f32, %x_578: f32):
    %578 = math.exp %x_577 : f32 loc(#loc81)
    linalg.yield %578 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %579 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc82)
  %580 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc82)
  %581 = tensor.empty() : tensor<32xf32> loc(#loc82)
  %582 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%579, %580 : tensor<32xbf16>, tensor<32xbf16>) outs(%581 : tensor<32xf32>) {
  ^bb0(%x_584: bf16, %x_585: bf16, %x_586: f32):
    %586 = arith.extf %x_584 : bf16 to f32 loc(#loc82)
    %587 = arith.extf %x_585 : bf16 to f32 loc(#loc82)
    %588 = arith.mulf %586, %587 : f32 loc(#loc82)
    linalg.yield %588 : f32 loc(#loc82)
  } -> tensor<32xf32> loc(#loc82)
  %589 = tensor.empty() : tensor<f32> loc(#loc82)
  %590 = linalg.fill ins(%c_5 : f32) outs(%589 : tensor<f32>) -> tensor<f32> loc(#loc82)
  %591 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%582 : tensor<32xf32>) outs(%590 : tensor<f32>) {
  ^bb0(%x_593: f32, %x_594: f32):
    %594 = arith.addf %x_594, %x_593 : f32 loc(#loc82)
    linalg.yield %594 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %595 = tensor.empty() : tensor<f32> loc(#loc82)
  %596 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%591 : tensor<f32>) outs(%595 : tensor<f32>) {
  ^bb0(%x_598: f32, %x_599: f32):
    %599 = math.exp %x_598 : f32 loc(#loc82)
    linalg.yield %599 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %600 = tensor.empty() : tensor<f32> loc(#loc83)
  %601 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%575, %596 : tensor<f32>, tensor<f32>) outs(%600 : tensor<f32>) {
  ^bb0(%x_603: f32, %x_604: f32, %x_605: f32):
    %605 = arith.subf %x_603, %x_604 : f32 loc(#loc83)
    linalg.yield %605 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %606 = tensor.empty() : tensor<f32> loc(#loc83)
  %607 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%601 : tensor<f32>) outs(%606 : tensor<f32>) {
  ^bb0(%x_609: f32, %x_610: f32):
    %610 = arith.addf %x_609, %c_11 : f32 loc(#loc83)
    linalg.yield %610 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %611 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc84)
  %612 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%607, %557 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%611 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_614: f32, %x_615: f32, %x_616: f32):
    %616 = arith.mulf %x_614, %x_615 : f32 loc(#loc84)
    linalg.yield %616 : f32 loc(#loc84)
  } -> tensor<?x?x4x64xf32> loc(#loc84)
  %617 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc84)
  %618 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%556, %612 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%617 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_620: f32, %x_621: f32, %x_622: f32):
    %622 = arith.subf %x_620, %x_621 : f32 loc(#loc84)
    linalg.yield %622 : f32 loc(#loc84)
  } -> tensor<?x?x4x64xf32> loc(#loc84)
  %623 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc85)
  %624 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%618 : tensor<?x?x4x64xf32>) outs(%623 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_626: f32, %x_627: f32):
    %627 = arith.mulf %x_626, %x_626 : f32 loc(#loc85)
    linalg.yield %627 : f32 loc(#loc85)
  } -> tensor<?x?x4x64xf32> loc(#loc85)
  %628 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %629 = linalg.fill ins(%c_5 : f32) outs(%628 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc85)
  %630 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%624 : tensor<?x?x4x64xf32>) outs(%629 : tensor<?x?x4xf32>) {
  ^bb0(%x_632: f32, %x_633: f32):
    %633 = arith.addf %x_633, %x_632 : f32 loc(#loc85)
    linalg.yield %633 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %634 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %635 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%630 : tensor<?x?x4xf32>) outs(%634 : tensor<?x?x4xf32>) {
  ^bb0(%x_637: f32, %x_638: f32):
    %638 = arith.divf %x_637, %c_9 : f32 loc(#loc85)
    linalg.yield %638 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %639 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %640 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%635 : tensor<?x?x4xf32>) outs(%639 : tensor<?x?x4xf32>) {
  ^bb0(%x_642: f32, %x_643: f32):
    %643 = arith.addf %x_642, %c_7 : f32 loc(#loc85)
    linalg.yield %643 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %644 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %645 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%640 : tensor<?x?x4xf32>) outs(%644 : tensor<?x?x4xf32>) {
  ^bb0(%x_647: f32, %x_648: f32):
    %648 = math.rsqrt %x_647 : f32 loc(#loc85)
    linalg.yield %648 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %649 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc85)
  %650 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%618, %645 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%649 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_652: f32, %x_653: f32, %x_654: f32):
    %654 = arith.mulf %x_652, %x_653 : f32 loc(#loc85)
    linalg.yield %654 : f32 loc(#loc85)
  } -> tensor<?x?x4x64xf32> loc(#loc85)
  %655 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc86)
  %656 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%650 : tensor<?x?x4x64xf32>) outs(%655 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_658: f32, %x_659: f32):
    %659 = arith.mulf %x_658, %c_12 : f32 loc(#loc86)
    linalg.yield %659 : f32 loc(#loc86)
  } -> tensor<?x?x4x64xf32> loc(#loc86)
  %660 = tensor.collapse_shape %656 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc87)
  %661 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc88)
  %662 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc88)
  %663 = linalg.fill ins(%c_5 : f32) outs(%662 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc88)
  %664 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%660, %661 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%663 : tensor<?x?x256xf32>) {
  ^bb0(%x_666: f32, %x_667: bf16, %x_668: f32):
    %668 = arith.extf %x_667 : bf16 to f32 loc(#loc88)
    %669 = arith.mulf %x_666, %668 : f32 loc(#loc88)
    %670 = arith.addf %x_668, %669 : f32 loc(#loc88)
    linalg.yield %670 : f32 loc(#loc88)
  } -> tensor<?x?x256xf32> loc(#loc88)
  %671 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc89)
  %672 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%405, %664 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%671 : tensor<?x?x256xf32>) {
  ^bb0(%x_674: f32, %x_675: f32, %x_676: f32):
    %676 = arith.addf %x_674, %x_675 : f32 loc(#loc89)
    linalg.yield %676 : f32 loc(#loc89)
  } -> tensor<?x?x256xf32> loc(#loc89)
  %677 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc90)
  %678 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%672 : tensor<?x?x256xf32>) outs(%677 : tensor<?x?x256xf32>) {
  ^bb0(%x_680: f32, %x_681: f32):
    %681 = arith.mulf %x_680, %x_680 : f32 loc(#loc90)
    linalg.yield %681 : f32 loc(#loc90)
  } -> tensor<?x?x256xf32> loc(#loc90)
  %682 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc90)
  %683 = linalg.fill ins(%c_5 : f32) outs(%682 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc90)
  %684 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%678 : tensor<?x?x256xf32>) outs(%683 : tensor<?x?xf32>) {
  ^bb0(%x_686: f32, %x_687: f32):
    %687 = arith.addf %x_687, %x_686 : f32 loc(#loc90)
    linalg.yield %687 : f32 loc(#loc90)
  } -> tensor<?x?xf32> loc(#loc90)
  %688 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc90)
  %689 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%684 : tensor<?x?xf32>) outs(%688 : tensor<?x?xf32>) {
  ^bb0(%x_691: f32, %x_692: f32):
    %692 = arith.divf %x_691, %c_6 : f32 loc(#loc90)
    linalg.yield %692 : f32 loc(#loc90)
  } -> tensor<?x?xf32> loc(#loc90)
  %693 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc91)
  %694 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%689 : tensor<?x?xf32>) outs(%693 : tensor<?x?xf32>) {
  ^bb0(%x_696: f32, %x_697: f32):
    %697 = arith.addf %x_696, %c_7 : f32 loc(#loc91)
    linalg.yield %697 : f32 loc(#loc91)
  } -> tensor<?x?xf32> loc(#loc91)
  %698 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc91)
  %699 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%694 : tensor<?x?xf32>) outs(%698 : tensor<?x?xf32>) {
  ^bb0(%x_701: f32, %x_702: f32):
    %702 = math.rsqrt %x_701 : f32 loc(#loc91)
    linalg.yield %702 : f32 loc(#loc91)
  } -> tensor<?x?xf32> loc(#loc91)
  %703 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc91)
  %704 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%672, %699 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%703 : tensor<?x?x256xf32>) {
  ^bb0(%x_706: f32, %x_707: f32, %x_708: f32):
    %708 = arith.mulf %x_706, %x_707 : f32 loc(#loc91)
    linalg.yield %708 : f32 loc(#loc91)
  } -> tensor<?x?x256xf32> loc(#loc91)
  %709 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc92)
  %710 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc92)
  %711 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%709, %704 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%710 : tensor<?x?x256xf32>) {
  ^bb0(%x_713: bf16, %x_714: f32, %x_715: f32):
    %715 = arith.extf %x_713 : bf16 to f32 loc(#loc92)
    %716 = arith.mulf %715, %x_714 : f32 loc(#loc92)
    linalg.yield %716 : f32 loc(#loc92)
  } -> tensor<?x?x256xf32> loc(#loc92)
  %717 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc93)
  %718 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc93)
  %719 = linalg.fill ins(%c_5 : f32) outs(%718 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc93)
  %720 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%711, %717 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%719 : tensor<?x?x704xf32>) {
  ^bb0(%x_722: f32, %x_723: bf16, %x_724: f32):
    %724 = arith.extf %x_723 : bf16 to f32 loc(#loc93)
    %725 = arith.mulf %x_722, %724 : f32 loc(#loc93)
    %726 = arith.addf %x_724, %725 : f32 loc(#loc93)
    linalg.yield %726 : f32 loc(#loc93)
  } -> tensor<?x?x704xf32> loc(#loc93)
  %727 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc94)
  %728 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%720 : tensor<?x?x704xf32>) outs(%727 : tensor<?x?x704xf32>) {
  ^bb0(%x_730: f32, %x_731: f32):
    %731 = arith.negf %x_730 : f32 loc(#loc94)
    %732 = math.exp %731 : f32 loc(#loc94)
    %733 = arith.addf %732, %c_4 : f32 loc(#loc94)
    %734 = arith.divf %x_730, %733 : f32 loc(#loc94)
    linalg.yield %734 : f32 loc(#loc94)
  } -> tensor<?x?x704xf32> loc(#loc94)
  %735 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc95)
  %736 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc95)
  %737 = linalg.fill ins(%c_5 : f32) outs(%736 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc95)
  %738 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%711, %735 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%737 : tensor<?x?x704xf32>) {
  ^bb0(%x_740: f32, %x_741: bf16, %x_742: f32):
    %742 = arith.extf %x_741 : bf16 to f32 loc(#loc95)
    %743 = arith.mulf %x_740, %742 : f32 loc(#loc95)
    %744 = arith.addf %x_742, %743 : f32 loc(#loc95)
    linalg.yield %744 : f32 loc(#loc95)
  } -> tensor<?x?x704xf32> loc(#loc95)
  %745 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc96)
  %746 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%728, %738 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%745 : tensor<?x?x704xf32>) {
  ^bb0(%x_748: f32, %x_749: f32, %x_750: f32):
    %750 = arith.mulf %x_748, %x_749 : f32 loc(#loc96)
    linalg.yield %750 : f32 loc(#loc96)
  } -> tensor<?x?x704xf32> loc(#loc96)
  %751 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc97)
  %752 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc97)
  %753 = linalg.fill ins(%c_5 : f32) outs(%752 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc97)
  %754 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%746, %751 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%753 : tensor<?x?x256xf32>) {
  ^bb0(%x_756: f32, %x_757: bf16, %x_758: f32):
    %758 = arith.extf %x_757 : bf16 to f32 loc(#loc97)
    %759 = arith.mulf %x_756, %758 : f32 loc(#loc97)
    %760 = arith.addf %x_758, %759 : f32 loc(#loc97)
    linalg.yield %760 : f32 loc(#loc97)
  } -> tensor<?x?x256xf32> loc(#loc97)
  %761 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc98)
  %762 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%672, %754 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%761 : tensor<?x?x256xf32>) {
  ^bb0(%x_764: f32, %x_765: f32, %x_766: f32):
    %766 = arith.addf %x_764, %x_765 : f32 loc(#loc98)
    linalg.yield %766 : f32 loc(#loc98)
  } -> tensor<?x?x256xf32> loc(#loc98)
  %767 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc99)
  %768 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%762 : tensor<?x?x256xf32>) outs(%767 : tensor<?x?x256xf32>) {
  ^bb0(%x_770: f32, %x_771: f32):
    %771 = arith.mulf %x_770, %x_770 : f32 loc(#loc99)
    linalg.yield %771 : f32 loc(#loc99)
  } -> tensor<?x?x256xf32> loc(#loc99)
  %772 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc99)
  %773 = linalg.fill ins(%c_5 : f32) outs(%772 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc99)
  %774 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%768 : tensor<?x?x256xf32>) outs(%773 : tensor<?x?xf32>) {
  ^bb0(%x_776: f32, %x_777: f32):
    %777 = arith.addf %x_777, %x_776 : f32 loc(#loc99)
    linalg.yield %777 : f32 loc(#loc99)
  } -> tensor<?x?xf32> loc(#loc99)
  %778 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc99)
  %779 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%774 : tensor<?x?xf32>) outs(%778 : tensor<?x?xf32>) {
  ^bb0(%x_781: f32, %x_782: f32):
    %782 = arith.divf %x_781, %c_6 : f32 loc(#loc99)
    linalg.yield %782 : f32 loc(#loc99)
  } -> tensor<?x?xf32> loc(#loc99)
  %783 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc100)
  %784 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%779 : tensor<?x?xf32>) outs(%783 : tensor<?x?xf32>) {
  ^bb0(%x_786: f32, %x_787: f32):
    %787 = arith.addf %x_786, %c_7 : f32 loc(#loc100)
    linalg.yield %787 : f32 loc(#loc100)
  } -> tensor<?x?xf32> loc(#loc100)
  %788 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc100)
  %789 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%784 : tensor<?x?xf32>) outs(%788 : tensor<?x?xf32>) {
  ^bb0(%x_791: f32, %x_792: f32):
    %792 = math.rsqrt %x_791 : f32 loc(#loc100)
    linalg.yield %792 : f32 loc(#loc100)
  } -> tensor<?x?xf32> loc(#loc100)
  %793 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc100)
  %794 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%762, %789 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%793 : tensor<?x?x256xf32>) {
  ^bb0(%x_796: f32, %x_797: f32, %x_798: f32):
    %798 = arith.mulf %x_796, %x_797 : f32 loc(#loc100)
    linalg.yield %798 : f32 loc(#loc100)
  } -> tensor<?x?x256xf32> loc(#loc100)
  %799 = ml_program.global_load_const @"model.layers.2.input_layernorm.weight" : tensor<256xbf16> loc(#loc101)
  %800 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc101)
  %801 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%799, %794 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%800 : tensor<?x?x256xf32>) {
  ^bb0(%x_803: bf16, %x_804: f32, %x_805: f32):
    %805 = arith.extf %x_803 : bf16 to f32 loc(#loc101)
    %806 = arith.mulf %805, %x_804 : f32 loc(#loc101)
    linalg.yield %806 : f32 loc(#loc101)
  } -> tensor<?x?x256xf32> loc(#loc101)
  %807 = ml_program.global_load_const @"model.layers.2.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc102)
  %808 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc102)
  %809 = linalg.fill ins(%c_5 : f32) outs(%808 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc102)
  %810 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%801, %807 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%809 : tensor<?x?x256xf32>) {
  ^bb0(%x_812: f32, %x_813: bf16, %x_814: f32):
    %814 = arith.extf %x_813 : bf16 to f32 loc(#loc102)
    %815 = arith.mulf %x_812, %814 : f32 loc(#loc102)
    %816 = arith.addf %x_814, %815 : f32 loc(#loc102)
    linalg.yield %816 : f32 loc(#loc102)
  } -> tensor<?x?x256xf32> loc(#loc102)
  %817 = tensor.expand_shape %810 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc103)
  %818 = ml_program.global_load_const @"model.layers.2.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc104)
  %819 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc104)
  %820 = linalg.fill ins(%c_5 : f32) outs(%819 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc104)
  %821 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%801, %818 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%820 : tensor<?x?x128xf32>) {
  ^bb0(%x_823: f32, %x_824: bf16, %x_825: f32):
    %825 = arith.extf %x_824 : bf16 to f32 loc(#loc104)
    %826 = arith.mulf %x_823, %825 : f32 loc(#loc104)
    %827 = arith.addf %x_825, %826 : f32 loc(#loc104)
    linalg.yield %827 : f32 loc(#loc104)
  } -> tensor<?x?x128xf32> loc(#loc104)
  %828 = tensor.expand_shape %821 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc105)
  %829 = ml_program.global_load_const @"model.layers.2.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc106)
  %830 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc106)
  %831 = linalg.fill ins(%c_5 : f32) outs(%830 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc106)
  %832 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%801, %829 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%831 : tensor<?x?x128xf32>) {
  ^bb0(%x_834: f32, %x_835: bf16, %x_836: f32):
    %836 = arith.extf %x_835 : bf16 to f32 loc(#loc106)
    %837 = arith.mulf %x_834, %836 : f32 loc(#loc106)
    %838 = arith.addf %x_836, %837 : f32 loc(#loc106)
    linalg.yield %838 : f32 loc(#loc106)
  } -> tensor<?x?x128xf32> loc(#loc106)
  %839 = tensor.expand_shape %832 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc107)
  %840 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %841 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%817, %39 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%840 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_843: f32, %x_844: f32, %x_845: f32):
    %845 = arith.mulf %x_843, %x_844 : f32 loc(#loc108)
    linalg.yield %845 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %846 = tensor.extract_slice %817[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc108)
  %847 = tensor.extract_slice %817[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc108)
  %848 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc108)
  %849 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%847 : tensor<?x?x8x16xf32>) outs(%848 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_851: f32, %x_852: f32):
    %852 = arith.negf %x_851 : f32 loc(#loc108)
    linalg.yield %852 : f32 loc(#loc108)
  } -> tensor<?x?x8x16xf32> loc(#loc108)
  %853 = tensor.concat dim(3) %849, %846 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc108)
  %854 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %855 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%853, %49 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%854 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_857: f32, %x_858: f32, %x_859: f32):
    %859 = arith.mulf %x_857, %x_858 : f32 loc(#loc108)
    linalg.yield %859 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %860 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %861 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%841, %855 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%860 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_863: f32, %x_864: f32, %x_865: f32):
    %865 = arith.addf %x_863, %x_864 : f32 loc(#loc108)
    linalg.yield %865 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %866 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %867 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%828, %39 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%866 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_869: f32, %x_870: f32, %x_871: f32):
    %871 = arith.mulf %x_869, %x_870 : f32 loc(#loc108)
    linalg.yield %871 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %872 = tensor.extract_slice %828[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc108)
  %873 = tensor.extract_slice %828[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc108)
  %874 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc108)
  %875 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%873 : tensor<?x?x4x16xf32>) outs(%874 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_877: f32, %x_878: f32):
    %878 = arith.negf %x_877 : f32 loc(#loc108)
    linalg.yield %878 : f32 loc(#loc108)
  } -> tensor<?x?x4x16xf32> loc(#loc108)
  %879 = tensor.concat dim(3) %875, %872 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc108)
  %880 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %881 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%879, %49 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%880 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_883: f32, %x_884: f32, %x_885: f32):
    %885 = arith.mulf %x_883, %x_884 : f32 loc(#loc108)
    linalg.yield %885 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %886 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %887 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%867, %881 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%886 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_889: f32, %x_890: f32, %x_891: f32):
    %891 = arith.addf %x_889, %x_890 : f32 loc(#loc108)
    linalg.yield %891 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %892 = tensor.extract_slice %839[0, 0, 0, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc109)
  %893 = tensor.extract_slice %839[0, 0, 2, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc109)
  %894 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc109)
  %895 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%892 : tensor<?x?x2x32xf32>) outs(%894 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_897: f32, %x_898: f32):
    linalg.yield %x_897 : f32 loc(#loc109)
  } -> tensor<?x2x2x?x32xf32> loc(#loc109)
  %898 = tensor.collapse_shape %895 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc109)
  %899 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc109)
  %900 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%893 : tensor<?x?x2x32xf32>) outs(%899 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_902: f32, %x_903: f32):
    linalg.yield %x_902 : f32 loc(#loc109)
  } -> tensor<?x2x2x?x32xf32> loc(#loc109)
  %903 = tensor.collapse_shape %900 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc109)
  %904 = tensor.expand_shape %861 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc110)
  %905 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc110)
  %906 = diffattn.attention signal(%904[b, m, g, r, d], %887[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%898[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%905[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc110)
  %907 = tensor.collapse_shape %906 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc110)
  %908 = tensor.expand_shape %861 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc111)
  %909 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc111)
  %910 = diffattn.attention signal(%908[b, m, g, r, d], %887[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%903[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%909[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc111)
  %911 = tensor.collapse_shape %910 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc111)
  %912 = tensor.concat dim(3) %907, %911 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc112)
  %913 = tensor.extract_slice %912[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc113)
  %914 = tensor.extract_slice %912[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc113)
  %915 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc114)
  %916 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc114)
  %917 = tensor.empty() : tensor<32xf32> loc(#loc114)
  %918 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%915, %916 : tensor<32xbf16>, tensor<32xbf16>) outs(%917 : tensor<32xf32>) {
  ^bb0(%x_920: bf16, %x_921: bf16, %x_922: f32):
    %922 = arith.extf %x_920 : bf16 to f32 loc(#loc114)
    %923 = arith.extf %x_921 : bf16 to f32 loc(#loc114)
    %924 = arith.mulf %922, %923 : f32 loc(#loc114)
    linalg.yield %924 : f32 loc(#loc114)
  } -> tensor<32xf32> loc(#loc114)
  %925 = tensor.empty() : tensor<f32> loc(#loc114)
  %926 = linalg.fill ins(%c_5 : f32) outs(%925 : tensor<f32>) -> tensor<f32> loc(#loc114)
  %927 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%918 : tensor<32xf32>) outs(%926 : tensor<f32>) {
  ^bb0(%x_929: f32, %x_930: f32):
    %930 = arith.addf %x_930, %x_929 : f32 loc(#loc114)
    linalg.yield %930 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %931 = tensor.empty() : tensor<f32> loc(#loc114)
  %932 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%927 : tensor<f32>) outs(%931 : tensor<f32>) {
  ^bb0(%x_934: f32, %x_935: f32):
    %935 = math.exp %x_934 : f32 loc(#loc114)
    linalg.yield %935 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %936 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc115)
  %937 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc115)
  %938 = tensor.empty() : tensor<32xf32> loc(#loc115)
  %939 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%936, %937 : tensor<32xbf16>, tensor<32xbf16>) outs(%938 : tensor<32xf32>) {
  ^bb0(%x_941: bf16, %x_942: bf16, %x_943: f32):
    %943 = arith.extf %x_941 : bf16 to f32 loc(#loc115)
    %944 = arith.extf %x_942 : bf16 to f32 loc(#loc115)
    %945 = arith.mulf %943, %944 : f32 loc(#loc115)
    linalg.yield %945 : f32 loc(#loc115)
  } -> tensor<32xf32> loc(#loc115)
  %946 = tensor.empty() : tensor<f32> loc(#loc115)
  %947 = linalg.fill ins(%c_5 : f32) outs(%946 : tensor<f32>) -> tensor<f32> loc(#loc115)
  %948 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%939 : tensor<32xf32>) outs(%947 : tensor<f32>) {
  ^bb0(%x_950: f32, %x_951: f32):
    %951 = arith.addf %x_951, %x_950 : f32 loc(#loc115)
    linalg.yield %951 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %952 = tensor.empty() : tensor<f32> loc(#loc115)
  %953 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%948 : tensor<f32>) outs(%952 : tensor<f32>) {
  ^bb0(%x_955: f32, %x_956: f32):
    %956 = math.exp %x_955 : f32 loc(#loc115)
    linalg.yield %956 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %957 = tensor.empty() : tensor<f32> loc(#loc116)
  %958 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%932, %953 : tensor<f32>, tensor<f32>) outs(%957 : tensor<f32>) {
  ^bb0(%x_960: f32, %x_961: f32, %x_962: f32):
    %962 = arith.subf %x_960, %x_961 : f32 loc(#loc116)
    linalg.yield %962 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %963 = tensor.empty() : tensor<f32> loc(#loc116)
  %964 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%958 : tensor<f32>) outs(%963 : tensor<f32>) {
  ^bb0(%x_966: f32, %x_967: f32):
    %967 = arith.addf %x_966, %c_13 : f32 loc(#loc116)
    linalg.yield %967 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %968 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc117)
  %969 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%964, %914 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%968 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_971: f32, %x_972: f32, %x_973: f32):
    %973 = arith.mulf %x_971, %x_972 : f32 loc(#loc117)
    linalg.yield %973 : f32 loc(#loc117)
  } -> tensor<?x?x4x64xf32> loc(#loc117)
  %974 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc117)
  %975 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%913, %969 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%974 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_977: f32, %x_978: f32, %x_979: f32):
    %979 = arith.subf %x_977, %x_978 : f32 loc(#loc117)
    linalg.yield %979 : f32 loc(#loc117)
  } -> tensor<?x?x4x64xf32> loc(#loc117)
  %980 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc118)
  %981 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%975 : tensor<?x?x4x64xf32>) outs(%980 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_983: f32, %x_984: f32):
    %984 = arith.mulf %x_983, %x_983 : f32 loc(#loc118)
    linalg.yield %984 : f32 loc(#loc118)
  } -> tensor<?x?x4x64xf32> loc(#loc118)
  %985 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %986 = linalg.fill ins(%c_5 : f32) outs(%985 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc118)
  %987 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%981 : tensor<?x?x4x64xf32>) outs(%986 : tensor<?x?x4xf32>) {
  ^bb0(%x_989: f32, %x_990: f32):
    %990 = arith.addf %x_990, %x_989 : f32 loc(#loc118)
    linalg.yield %990 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %991 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %992 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%987 : tensor<?x?x4xf32>) outs(%991 : tensor<?x?x4xf32>) {
  ^bb0(%x_994: f32, %x_995: f32):
    %995 = arith.divf %x_994, %c_9 : f32 loc(#loc118)
    linalg.yield %995 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %996 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %997 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%992 : tensor<?x?x4xf32>) outs(%996 : tensor<?x?x4xf32>) {
  ^bb0(%x_999: f32, %x_1000: f32):
    %1000 = arith.addf %x_999, %c_7 : f32 loc(#loc118)
    linalg.yield %1000 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1001 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %1002 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%997 : tensor<?x?x4xf32>) outs(%1001 : tensor<?x?x4xf32>) {
  ^bb0(%x_1004: f32, %x_1005: f32):
    %1005 = math.rsqrt %x_1004 : f32 loc(#loc118)
    linalg.yield %1005 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1006 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc118)
  %1007 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%975, %1002 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1006 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1009: f32, %x_1010: f32, %x_1011: f32):
    %1011 = arith.mulf %x_1009, %x_1010 : f32 loc(#loc118)
    linalg.yield %1011 : f32 loc(#loc118)
  } -> tensor<?x?x4x64xf32> loc(#loc118)
  %1012 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc119)
  %1013 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1007 : tensor<?x?x4x64xf32>) outs(%1012 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1015: f32, %x_1016: f32):
    %1016 = arith.mulf %x_1015, %c_14 : f32 loc(#loc119)
    linalg.yield %1016 : f32 loc(#loc119)
  } -> tensor<?x?x4x64xf32> loc(#loc119)
  %1017 = tensor.collapse_shape %1013 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc120)
  %1018 = ml_program.global_load_const @"model.layers.2.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc121)
  %1019 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc121)
  %1020 = linalg.fill ins(%c_5 : f32) outs(%1019 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc121)
  %1021 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1017, %1018 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1020 : tensor<?x?x256xf32>) {
  ^bb0(%x_1023: f32, %x_1024: bf16, %x_1025: f32):
    %1025 = arith.extf %x_1024 : bf16 to f32 loc(#loc121)
    %1026 = arith.mulf %x_1023, %1025 : f32 loc(#loc121)
    %1027 = arith.addf %x_1025, %1026 : f32 loc(#loc121)
    linalg.yield %1027 : f32 loc(#loc121)
  } -> tensor<?x?x256xf32> loc(#loc121)
  %1028 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc122)
  %1029 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%762, %1021 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1028 : tensor<?x?x256xf32>) {
  ^bb0(%x_1031: f32, %x_1032: f32, %x_1033: f32):
    %1033 = arith.addf %x_1031, %x_1032 : f32 loc(#loc122)
    linalg.yield %1033 : f32 loc(#loc122)
  } -> tensor<?x?x256xf32> loc(#loc122)
  %1034 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc123)
  %1035 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1029 : tensor<?x?x256xf32>) outs(%1034 : tensor<?x?x256xf32>) {
  ^bb0(%x_1037: f32, %x_1038: f32):
    %1038 = arith.mulf %x_1037, %x_1037 : f32 loc(#loc123)
    linalg.yield %1038 : f32 loc(#loc123)
  } -> tensor<?x?x256xf32> loc(#loc123)
  %1039 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc123)
  %1040 = linalg.fill ins(%c_5 : f32) outs(%1039 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc123)
  %1041 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1035 : tensor<?x?x256xf32>) outs(%1040 : tensor<?x?xf32>) {
  ^bb0(%x_1043: f32, %x_1044: f32):
    %1044 = arith.addf %x_1044, %x_1043 : f32 loc(#loc123)
    linalg.yield %1044 : f32 loc(#loc123)
  } -> tensor<?x?xf32> loc(#loc123)
  %1045 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc123)
  %1046 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1041 : tensor<?x?xf32>) outs(%1045 : tensor<?x?xf32>) {
  ^bb0(%x_1048: f32, %x_1049: f32):
    %1049 = arith.divf %x_1048, %c_6 : f32 loc(#loc123)
    linalg.yield %1049 : f32 loc(#loc123)
  } -> tensor<?x?xf32> loc(#loc123)
  %1050 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc124)
  %1051 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1046 : tensor<?x?xf32>) outs(%1050 : tensor<?x?xf32>) {
  ^bb0(%x_1053: f32, %x_1054: f32):
    %1054 = arith.addf %x_1053, %c_7 : f32 loc(#loc124)
    linalg.yield %1054 : f32 loc(#loc124)
  } -> tensor<?x?xf32> loc(#loc124)
  %1055 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc124)
  %1056 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1051 : tensor<?x?xf32>) outs(%1055 : tensor<?x?xf32>) {
  ^bb0(%x_1058: f32, %x_1059: f32):
    %1059 = math.rsqrt %x_1058 : f32 loc(#loc124)
    linalg.yield %1059 : f32 loc(#loc124)
  } -> tensor<?x?xf32> loc(#loc124)
  %1060 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc124)
  %1061 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1029, %1056 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1060 : tensor<?x?x256xf32>) {
  ^bb0(%x_1063: f32, %x_1064: f32, %x_1065: f32):
    %1065 = arith.mulf %x_1063, %x_1064 : f32 loc(#loc124)
    linalg.yield %1065 : f32 loc(#loc124)
  } -> tensor<?x?x256xf32> loc(#loc124)
  %1066 = ml_program.global_load_const @"model.layers.2.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc125)
  %1067 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc125)
  %1068 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1066, %1061 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1067 : tensor<?x?x256xf32>) {
  ^bb0(%x_1070: bf16, %x_1071: f32, %x_1072: f32):
    %1072 = arith.extf %x_1070 : bf16 to f32 loc(#loc125)
    %1073 = arith.mulf %1072, %x_1071 : f32 loc(#loc125)
    linalg.yield %1073 : f32 loc(#loc125)
  } -> tensor<?x?x256xf32> loc(#loc125)
  %1074 = ml_program.global_load_const @"model.layers.2.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc126)
  %1075 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc126)
  %1076 = linalg.fill ins(%c_5 : f32) outs(%1075 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc126)
  %1077 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1068, %1074 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1076 : tensor<?x?x704xf32>) {
  ^bb0(%x_1079: f32, %x_1080: bf16, %x_1081: f32):
    %1081 = arith.extf %x_1080 : bf16 to f32 loc(#loc126)
    %1082 = arith.mulf %x_1079, %1081 : f32 loc(#loc126)
    %1083 = arith.addf %x_1081, %1082 : f32 loc(#loc126)
    linalg.yield %1083 : f32 loc(#loc126)
  } -> tensor<?x?x704xf32> loc(#loc126)
  %1084 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc127)
  %1085 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1077 : tensor<?x?x704xf32>) outs(%1084 : tensor<?x?x704xf32>) {
  ^bb0(%x_1087: f32, %x_1088: f32):
    %1088 = arith.negf %x_1087 : f32 loc(#loc127)
    %1089 = math.exp %1088 : f32 loc(#loc127)
    %1090 = arith.addf %1089, %c_4 : f32 loc(#loc127)
    %1091 = arith.divf %x_1087, %1090 : f32 loc(#loc127)
    linalg.yield %1091 : f32 loc(#loc127)
  } -> tensor<?x?x704xf32> loc(#loc127)
  %1092 = ml_program.global_load_const @"model.layers.2.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc128)
  %1093 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc128)
  %1094 = linalg.fill ins(%c_5 : f32) outs(%1093 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc128)
  %1095 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1068, %1092 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1094 : tensor<?x?x704xf32>) {
  ^bb0(%x_1097: f32, %x_1098: bf16, %x_1099: f32):
    %1099 = arith.extf %x_1098 : bf16 to f32 loc(#loc128)
    %1100 = arith.mulf %x_1097, %1099 : f32 loc(#loc128)
    %1101 = arith.addf %x_1099, %1100 : f32 loc(#loc128)
    linalg.yield %1101 : f32 loc(#loc128)
  } -> tensor<?x?x704xf32> loc(#loc128)
  %1102 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc129)
  %1103 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1085, %1095 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1102 : tensor<?x?x704xf32>) {
  ^bb0(%x_1105: f32, %x_1106: f32, %x_1107: f32):
    %1107 = arith.mulf %x_1105, %x_1106 : f32 loc(#loc129)
    linalg.yield %1107 : f32 loc(#loc129)
  } -> tensor<?x?x704xf32> loc(#loc129)
  %1108 = ml_program.global_load_const @"model.layers.2.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc130)
  %1109 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc130)
  %1110 = linalg.fill ins(%c_5 : f32) outs(%1109 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc130)
  %1111 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1103, %1108 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1110 : tensor<?x?x256xf32>) {
  ^bb0(%x_1113: f32, %x_1114: bf16, %x_1115: f32):
    %1115 = arith.extf %x_1114 : bf16 to f32 loc(#loc130)
    %1116 = arith.mulf %x_1113, %1115 : f32 loc(#loc130)
    %1117 = arith.addf %x_1115, %1116 : f32 loc(#loc130)
    linalg.yield %1117 : f32 loc(#loc130)
  } -> tensor<?x?x256xf32> loc(#loc130)
  %1118 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc131)
  %1119 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1029, %1111 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1118 : tensor<?x?x256xf32>) {
  ^bb0(%x_1121: f32, %x_1122: f32, %x_1123: f32):
    %1123 = arith.addf %x_1121, %x_1122 : f32 loc(#loc131)
    linalg.yield %1123 : f32 loc(#loc131)
  } -> tensor<?x?x256xf32> loc(#loc131)
  %1124 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc132)
  %1125 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1119 : tensor<?x?x256xf32>) outs(%1124 : tensor<?x?x256xf32>) {
  ^bb0(%x_1127: f32, %x_1128: f32):
    %1128 = arith.mulf %x_1127, %x_1127 : f32 loc(#loc132)
    linalg.yield %1128 : f32 loc(#loc132)
  } -> tensor<?x?x256xf32> loc(#loc132)
  %1129 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc132)
  %1130 = linalg.fill ins(%c_5 : f32) outs(%1129 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc132)
  %1131 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1125 : tensor<?x?x256xf32>) outs(%1130 : tensor<?x?xf32>) {
  ^bb0(%x_1133: f32, %x_1134: f32):
    %1134 = arith.addf %x_1134, %x_1133 : f32 loc(#loc132)
    linalg.yield %1134 : f32 loc(#loc132)
  } -> tensor<?x?xf32> loc(#loc132)
  %1135 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc132)
  %1136 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1131 : tensor<?x?xf32>) outs(%1135 : tensor<?x?xf32>) {
  ^bb0(%x_1138: f32, %x_1139: f32):
    %1139 = arith.divf %x_1138, %c_6 : f32 loc(#loc132)
    linalg.yield %1139 : f32 loc(#loc132)
  } -> tensor<?x?xf32> loc(#loc132)
  %1140 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc133)
  %1141 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1136 : tensor<?x?xf32>) outs(%1140 : tensor<?x?xf32>) {
  ^bb0(%x_1143: f32, %x_1144: f32):
    %1144 = arith.addf %x_1143, %c_7 : f32 loc(#loc133)
    linalg.yield %1144 : f32 loc(#loc133)
  } -> tensor<?x?xf32> loc(#loc133)
  %1145 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc133)
  %1146 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1141 : tensor<?x?xf32>) outs(%1145 : tensor<?x?xf32>) {
  ^bb0(%x_1148: f32, %x_1149: f32):
    %1149 = math.rsqrt %x_1148 : f32 loc(#loc133)
    linalg.yield %1149 : f32 loc(#loc133)
  } -> tensor<?x?xf32> loc(#loc133)
  %1150 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc133)
  %1151 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1119, %1146 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1150 : tensor<?x?x256xf32>) {
  ^bb0(%x_1153: f32, %x_1154: f32, %x_1155: f32):
    %1155 = arith.mulf %x_1153, %x_1154 : f32 loc(#loc133)
    linalg.yield %1155 : f32 loc(#loc133)
  } -> tensor<?x?x256xf32> loc(#loc133)
  %1156 = ml_program.global_load_const @"model.layers.3.input_layernorm.weight" : tensor<256xbf16> loc(#loc134)
  %1157 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc134)
  %1158 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1156, %1151 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1157 : tensor<?x?x256xf32>) {
  ^bb0(%x_1160: bf16, %x_1161: f32, %x_1162: f32):
    %1162 = arith.extf %x_1160 : bf16 to f32 loc(#loc134)
    %1163 = arith.mulf %1162, %x_1161 : f32 loc(#loc134)
    linalg.yield %1163 : f32 loc(#loc134)
  } -> tensor<?x?x256xf32> loc(#loc134)
  %1164 = ml_program.global_load_const @"model.layers.3.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc135)
  %1165 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc135)
  %1166 = linalg.fill ins(%c_5 : f32) outs(%1165 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc135)
  %1167 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1158, %1164 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1166 : tensor<?x?x256xf32>) {
  ^bb0(%x_1169: f32, %x_1170: bf16, %x_1171: f32):
    %1171 = arith.extf %x_1170 : bf16 to f32 loc(#loc135)
    %1172 = arith.mulf %x_1169, %1171 : f32 loc(#loc135)
    %1173 = arith.addf %x_1171, %1172 : f32 loc(#loc135)
    linalg.yield %1173 : f32 loc(#loc135)
  } -> tensor<?x?x256xf32> loc(#loc135)
  %1174 = tensor.expand_shape %1167 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc136)
  %1175 = ml_program.global_load_const @"model.layers.3.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc137)
  %1176 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc137)
  %1177 = linalg.fill ins(%c_5 : f32) outs(%1176 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc137)
  %1178 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1158, %1175 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1177 : tensor<?x?x128xf32>) {
  ^bb0(%x_1180: f32, %x_1181: bf16, %x_1182: f32):
    %1182 = arith.extf %x_1181 : bf16 to f32 loc(#loc137)
    %1183 = arith.mulf %x_1180, %1182 : f32 loc(#loc137)
    %1184 = arith.addf %x_1182, %1183 : f32 loc(#loc137)
    linalg.yield %1184 : f32 loc(#loc137)
  } -> tensor<?x?x128xf32> loc(#loc137)
  %1185 = tensor.expand_shape %1178 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc138)
  %1186 = ml_program.global_load_const @"model.layers.3.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc139)
  %1187 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc139)
  %1188 = linalg.fill ins(%c_5 : f32) outs(%1187 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc139)
  %1189 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1158, %1186 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1188 : tensor<?x?x128xf32>) {
  ^bb0(%x_1191: f32, %x_1192: bf16, %x_1193: f32):
    %1193 = arith.extf %x_1192 : bf16 to f32 loc(#loc139)
    %1194 = arith.mulf %x_1191, %1193 : f32 loc(#loc139)
    %1195 = arith.addf %x_1193, %1194 : f32 loc(#loc139)
    linalg.yield %1195 : f32 loc(#loc139)
  } -> tensor<?x?x128xf32> loc(#loc139)
  %1196 = tensor.expand_shape %1189 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc140)
  %1197 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1174, %39 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%1197 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1200: f32, %x_1201: f32, %x_1202: f32):
    %1202 = arith.mulf %x_1200, %x_1201 : f32 loc(#loc141)
    linalg.yield %1202 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1203 = tensor.extract_slice %1174[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc141)
  %1204 = tensor.extract_slice %1174[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc141)
  %1205 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc141)
  %1206 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1204 : tensor<?x?x8x16xf32>) outs(%1205 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_1208: f32, %x_1209: f32):
    %1209 = arith.negf %x_1208 : f32 loc(#loc141)
    linalg.yield %1209 : f32 loc(#loc141)
  } -> tensor<?x?x8x16xf32> loc(#loc141)
  %1210 = tensor.concat dim(3) %1206, %1203 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc141)
  %1211 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1212 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1210, %49 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%1211 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1214: f32, %x_1215: f32, %x_1216: f32):
    %1216 = arith.mulf %x_1214, %x_1215 : f32 loc(#loc141)
    linalg.yield %1216 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1217 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1218 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1198, %1212 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%1217 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1220: f32, %x_1221: f32, %x_1222: f32):
    %1222 = arith.addf %x_1220, %x_1221 : f32 loc(#loc141)
    linalg.yield %1222 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1223 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1224 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1185, %39 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%1223 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1226: f32, %x_1227: f32, %x_1228: f32):
    %1228 = arith.mulf %x_1226, %x_1227 : f32 loc(#loc141)
    linalg.yield %1228 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1229 = tensor.extract_slice %1185[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc141)
  %1230 = tensor.extract_slice %1185[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc141)
  %1231 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc141)
  %1232 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1230 : tensor<?x?x4x16xf32>) outs(%1231 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_1234: f32, %x_1235: f32):
    %1235 = arith.negf %x_1234 : f32 loc(#loc141)
    linalg.yield %1235 : f32 loc(#loc141)
  } -> tensor<?x?x4x16xf32> loc(#loc141)
  %1236 = tensor.concat dim(3) %1232, %1229 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc141)
  %1237 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1238 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1236, %49 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%1237 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1240: f32, %x_1241: f32, %x_1242: f32):
    %1242 = arith.mulf %x_1240, %x_1241 : f32 loc(#loc141)
    linalg.yield %1242 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1243 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1244 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1224, %1238 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%1243 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1246: f32, %x_1247: f32, %x_1248: f32):
    %1248 = arith.addf %x_1246, %x_1247 : f32 loc(#loc141)
    linalg.yield %1248 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1249 = tensor.extract_slice %1196[0, 0, 0, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc142)
  %1250 = tensor.extract_slice %1196[0, 0, 2, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc142)
  %1251 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc142)
  %1252 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1249 : tensor<?x?x2x32xf32>) outs(%1251 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_1254: f32, %x_1255: f32):
    linalg.yield %x_1254 : f32 loc(#loc142)
  } -> tensor<?x2x2x?x32xf32> loc(#loc142)
  %1255 = tensor.collapse_shape %1252 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc142)
  %1256 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc142)
  %1257 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1250 : tensor<?x?x2x32xf32>) outs(%1256 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_1259: f32, %x_1260: f32):
    linalg.yield %x_1259 : f32 loc(#loc142)
  } -> tensor<?x2x2x?x32xf32> loc(#loc142)
  %1260 = tensor.collapse_shape %1257 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc142)
  %1261 = tensor.expand_shape %1218 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc143)
  %1262 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc143)
  %1263 = diffattn.attention signal(%1261[b, m, g, r, d], %1244[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%1255[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%1262[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc143)
  %1264 = tensor.collapse_shape %1263 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc143)
  %1265 = tensor.expand_shape %1218 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc144)
  %1266 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc144)
  %1267 = diffattn.attention signal(%1265[b, m, g, r, d], %1244[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%1260[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%1266[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc144)
  %1268 = tensor.collapse_shape %1267 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc144)
  %1269 = tensor.concat dim(3) %1264, %1268 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc145)
  %1270 = tensor.extract_slice %1269[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc146)
  %1271 = tensor.extract_slice %1269[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc146)
  %1272 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc147)
  %1273 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc147)
  %1274 = tensor.empty() : tensor<32xf32> loc(#loc147)
  %1275 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1272, %1273 : tensor<32xbf16>, tensor<32xbf16>) outs(%1274 : tensor<32xf32>) {
  ^bb0(%x_1277: bf16, %x_1278: bf16, %x_1279: f32):
    %1279 = arith.extf %x_1277 : bf16 to f32 loc(#loc147)
    %1280 = arith.extf %x_1278 : bf16 to f32 loc(#loc147)
    %1281 = arith.mulf %1279, %1280 : f32 loc(#loc147)
    linalg.yield %1281 : f32 loc(#loc147)
  } -> tensor<32xf32> loc(#loc147)
  %1282 = tensor.empty() : tensor<f32> loc(#loc147)
  %1283 = linalg.fill ins(%c_5 : f32) outs(%1282 : tensor<f32>) -> tensor<f32> loc(#loc147)
  %1284 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1275 : tensor<32xf32>) outs(%1283 : tensor<f32>) {
  ^bb0(%x_1286: f32, %x_1287: f32):
    %1287 = arith.addf %x_1287, %x_1286 : f32 loc(#loc147)
    linalg.yield %1287 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1288 = tensor.empty() : tensor<f32> loc(#loc147)
  %1289 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1284 : tensor<f32>) outs(%1288 : tensor<f32>) {
  ^bb0(%x_1291: f32, %x_1292: f32):
    %1292 = math.exp %x_1291 : f32 loc(#loc147)
    linalg.yield %1292 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1293 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc148)
  %1294 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc148)
  %1295 = tensor.empty() : tensor<32xf32> loc(#loc148)
  %1296 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1293, %1294 : tensor<32xbf16>, tensor<32xbf16>) outs(%1295 : tensor<32xf32>) {
  ^bb0(%x_1298: bf16, %x_1299: bf16, %x_1300: f32):
    %1300 = arith.extf %x_1298 : bf16 to f32 loc(#loc148)
    %1301 = arith.extf %x_1299 : bf16 to f32 loc(#loc148)
    %1302 = arith.mulf %1300, %1301 : f32 loc(#loc148)
    linalg.yield %1302 : f32 loc(#loc148)
  } -> tensor<32xf32> loc(#loc148)
  %1303 = tensor.empty() : tensor<f32> loc(#loc148)
  %1304 = linalg.fill ins(%c_5 : f32) outs(%1303 : tensor<f32>) -> tensor<f32> loc(#loc148)
  %1305 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1296 : tensor<32xf32>) outs(%1304 : tensor<f32>) {
  ^bb0(%x_1307: f32, %x_1308: f32):
    %1308 = arith.addf %x_1308, %x_1307 : f32 loc(#loc148)
    linalg.yield %1308 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1309 = tensor.empty() : tensor<f32> loc(#loc148)
  %1310 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1305 : tensor<f32>) outs(%1309 : tensor<f32>) {
  ^bb0(%x_1312: f32, %x_1313: f32):
    %1313 = math.exp %x_1312 : f32 loc(#loc148)
    linalg.yield %1313 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1314 = tensor.empty() : tensor<f32> loc(#loc149)
  %1315 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1289, %1310 : tensor<f32>, tensor<f32>) outs(%1314 : tensor<f32>) {
  ^bb0(%x_1317: f32, %x_1318: f32, %x_1319: f32):
    %1319 = arith.subf %x_1317, %x_1318 : f32 loc(#loc149)
    linalg.yield %1319 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1320 = tensor.empty() : tensor<f32> loc(#loc149)
  %1321 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1315 : tensor<f32>) outs(%1320 : tensor<f32>) {
  ^bb0(%x_1323: f32, %x_1324: f32):
    %1324 = arith.addf %x_1323, %c_15 : f32 loc(#loc149)
    linalg.yield %1324 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1325 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc150)
  %1326 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1321, %1271 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%1325 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1328: f32, %x_1329: f32, %x_1330: f32):
    %1330 = arith.mulf %x_1328, %x_1329 : f32 loc(#loc150)
    linalg.yield %1330 : f32 loc(#loc150)
  } -> tensor<?x?x4x64xf32> loc(#loc150)
  %1331 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc150)
  %1332 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1270, %1326 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%1331 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1334: f32, %x_1335: f32, %x_1336: f32):
    %1336 = arith.subf %x_1334, %x_1335 : f32 loc(#loc150)
    linalg.yield %1336 : f32 loc(#loc150)
  } -> tensor<?x?x4x64xf32> loc(#loc150)
  %1337 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc151)
  %1338 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1332 : tensor<?x?x4x64xf32>) outs(%1337 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1340: f32, %x_1341: f32):
    %1341 = arith.mulf %x_1340, %x_1340 : f32 loc(#loc151)
    linalg.yield %1341 : f32 loc(#loc151)
  } -> tensor<?x?x4x64xf32> loc(#loc151)
  %1342 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1343 = linalg.fill ins(%c_5 : f32) outs(%1342 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc151)
  %1344 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1338 : tensor<?x?x4x64xf32>) outs(%1343 : tensor<?x?x4xf32>) {
  ^bb0(%x_1346: f32, %x_1347: f32):
    %1347 = arith.addf %x_1347, %x_1346 : f32 loc(#loc151)
    linalg.yield %1347 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1348 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1344 : tensor<?x?x4xf32>) outs(%1348 : tensor<?x?x4xf32>) {
  ^bb0(%x_1351: f32, %x_1352: f32):
    %1352 = arith.divf %x_1351, %c_9 : f32 loc(#loc151)
    linalg.yield %1352 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1353 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1349 : tensor<?x?x4xf32>) outs(%1353 : tensor<?x?x4xf32>) {
  ^bb0(%x_1356: f32, %x_1357: f32):
    %1357 = arith.addf %x_1356, %c_7 : f32 loc(#loc151)
    linalg.yield %1357 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1358 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1359 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1354 : tensor<?x?x4xf32>) outs(%1358 : tensor<?x?x4xf32>) {
  ^bb0(%x_1361: f32, %x_1362: f32):
    %1362 = math.rsqrt %x_1361 : f32 loc(#loc151)
    linalg.yield %1362 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1363 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc151)
  %1364 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1332, %1359 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1363 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1366: f32, %x_1367: f32, %x_1368: f32):
    %1368 = arith.mulf %x_1366, %x_1367 : f32 loc(#loc151)
    linalg.yield %1368 : f32 loc(#loc151)
  } -> tensor<?x?x4x64xf32> loc(#loc151)
  %1369 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc152)
  %1370 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1364 : tensor<?x?x4x64xf32>) outs(%1369 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1372: f32, %x_1373: f32):
    %1373 = arith.mulf %x_1372, %c_16 : f32 loc(#loc152)
    linalg.yield %1373 : f32 loc(#loc152)
  } -> tensor<?x?x4x64xf32> loc(#loc152)
  %1374 = tensor.collapse_shape %1370 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc153)
  %1375 = ml_program.global_load_const @"model.layers.3.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc154)
  %1376 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc154)
  %1377 = linalg.fill ins(%c_5 : f32) outs(%1376 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc154)
  %1378 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1374, %1375 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1377 : tensor<?x?x256xf32>) {
  ^bb0(%x_1380: f32, %x_1381: bf16, %x_1382: f32):
    %1382 = arith.extf %x_1381 : bf16 to f32 loc(#loc154)
    %1383 = arith.mulf %x_1380, %1382 : f32 loc(#loc154)
    %1384 = arith.addf %x_1382, %1383 : f32 loc(#loc154)
    linalg.yield %1384 : f32 loc(#loc154)
  } -> tensor<?x?x256xf32> loc(#loc154)
  %1385 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc155)
  %1386 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1119, %1378 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1385 : tensor<?x?x256xf32>) {
  ^bb0(%x_1388: f32, %x_1389: f32, %x_1390: f32):
    %1390 = arith.addf %x_1388, %x_1389 : f32 loc(#loc155)
    linalg.yield %1390 : f32 loc(#loc155)
  } -> tensor<?x?x256xf32> loc(#loc155)
  %1391 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc156)
  %1392 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1386 : tensor<?x?x256xf32>) outs(%1391 : tensor<?x?x256xf32>) {
  ^bb0(%x_1394: f32, %x_1395: f32):
    %1395 = arith.mulf %x_1394, %x_1394 : f32 loc(#loc156)
    linalg.yield %1395 : f32 loc(#loc156)
  } -> tensor<?x?x256xf32> loc(#loc156)
  %1396 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc156)
  %1397 = linalg.fill ins(%c_5 : f32) outs(%1396 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc156)
  %1398 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1392 : tensor<?x?x256xf32>) outs(%1397 : tensor<?x?xf32>) {
  ^bb0(%x_1400: f32, %x_1401: f32):
    %1401 = arith.addf %x_1401, %x_1400 : f32 loc(#loc156)
    linalg.yield %1401 : f32 loc(#loc156)
  } -> tensor<?x?xf32> loc(#loc156)
  %1402 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc156)
  %1403 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1398 : tensor<?x?xf32>) outs(%1402 : tensor<?x?xf32>) {
  ^bb0(%x_1405: f32, %x_1406: f32):
    %1406 = arith.divf %x_1405, %c_6 : f32 loc(#loc156)
    linalg.yield %1406 : f32 loc(#loc156)
  } -> tensor<?x?xf32> loc(#loc156)
  %1407 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc157)
  %1408 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1403 : tensor<?x?xf32>) outs(%1407 : tensor<?x?xf32>) {
  ^bb0(%x_1410: f32, %x_1411: f32):
    %1411 = arith.addf %x_1410, %c_7 : f32 loc(#loc157)
    linalg.yield %1411 : f32 loc(#loc157)
  } -> tensor<?x?xf32> loc(#loc157)
  %1412 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc157)
  %1413 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1408 : tensor<?x?xf32>) outs(%1412 : tensor<?x?xf32>) {
  ^bb0(%x_1415: f32, %x_1416: f32):
    %1416 = math.rsqrt %x_1415 : f32 loc(#loc157)
    linalg.yield %1416 : f32 loc(#loc157)
  } -> tensor<?x?xf32> loc(#loc157)
  %1417 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc157)
  %1418 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1386, %1413 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1417 : tensor<?x?x256xf32>) {
  ^bb0(%x_1420: f32, %x_1421: f32, %x_1422: f32):
    %1422 = arith.mulf %x_1420, %x_1421 : f32 loc(#loc157)
    linalg.yield %1422 : f32 loc(#loc157)
  } -> tensor<?x?x256xf32> loc(#loc157)
  %1423 = ml_program.global_load_const @"model.layers.3.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc158)
  %1424 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc158)
  %1425 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1423, %1418 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1424 : tensor<?x?x256xf32>) {
  ^bb0(%x_1427: bf16, %x_1428: f32, %x_1429: f32):
    %1429 = arith.extf %x_1427 : bf16 to f32 loc(#loc158)
    %1430 = arith.mulf %1429, %x_1428 : f32 loc(#loc158)
    linalg.yield %1430 : f32 loc(#loc158)
  } -> tensor<?x?x256xf32> loc(#loc158)
  %1431 = ml_program.global_load_const @"model.layers.3.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc159)
  %1432 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc159)
  %1433 = linalg.fill ins(%c_5 : f32) outs(%1432 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc159)
  %1434 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1425, %1431 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1433 : tensor<?x?x704xf32>) {
  ^bb0(%x_1436: f32, %x_1437: bf16, %x_1438: f32):
    %1438 = arith.extf %x_1437 : bf16 to f32 loc(#loc159)
    %1439 = arith.mulf %x_1436, %1438 : f32 loc(#loc159)
    %1440 = arith.addf %x_1438, %1439 : f32 loc(#loc159)
    linalg.yield %1440 : f32 loc(#loc159)
  } -> tensor<?x?x704xf32> loc(#loc159)
  %1441 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc160)
  %1442 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1434 : tensor<?x?x704xf32>) outs(%1441 : tensor<?x?x704xf32>) {
  ^bb0(%x_1444: f32, %x_1445: f32):
    %1445 = arith.negf %x_1444 : f32 loc(#loc160)
    %1446 = math.exp %1445 : f32 loc(#loc160)
    %1447 = arith.addf %1446, %c_4 : f32 loc(#loc160)
    %1448 = arith.divf %x_1444, %1447 : f32 loc(#loc160)
    linalg.yield %1448 : f32 loc(#loc160)
  } -> tensor<?x?x704xf32> loc(#loc160)
  %1449 = ml_program.global_load_const @"model.layers.3.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc161)
  %1450 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc161)
  %1451 = linalg.fill ins(%c_5 : f32) outs(%1450 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc161)
  %1452 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1425, %1449 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1451 : tensor<?x?x704xf32>) {
  ^bb0(%x_1454: f32, %x_1455: bf16, %x_1456: f32):
    %1456 = arith.extf %x_1455 : bf16 to f32 loc(#loc161)
    %1457 = arith.mulf %x_1454, %1456 : f32 loc(#loc161)
    %1458 = arith.addf %x_1456, %1457 : f32 loc(#loc161)
    linalg.yield %1458 : f32 loc(#loc161)
  } -> tensor<?x?x704xf32> loc(#loc161)
  %1459 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc162)
  %1460 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1442, %1452 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1459 : tensor<?x?x704xf32>) {
  ^bb0(%x_1462: f32, %x_1463: f32, %x_1464: f32):
    %1464 = arith.mulf %x_1462, %x_1463 : f32 loc(#loc162)
    linalg.yield %1464 : f32 loc(#loc162)
  } -> tensor<?x?x704xf32> loc(#loc162)
  %1465 = ml_program.global_load_const @"model.layers.3.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc163)
  %1466 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc163)
  %1467 = linalg.fill ins(%c_5 : f32) outs(%1466 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc163)
  %1468 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1460, %1465 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1467 : tensor<?x?x256xf32>) {
  ^bb0(%x_1470: f32, %x_1471: bf16, %x_1472: f32):
    %1472 = arith.extf %x_1471 : bf16 to f32 loc(#loc163)
    %1473 = arith.mulf %x_1470, %1472 : f32 loc(#loc163)
    %1474 = arith.addf %x_1472, %1473 : f32 loc(#loc163)
    linalg.yield %1474 : f32 loc(#loc163)
  } -> tensor<?x?x256xf32> loc(#loc163)
  %1475 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc164)
  %1476 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1386, %1468 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1475 : tensor<?x?x256xf32>) {
  ^bb0(%x_1478: f32, %x_1479: f32, %x_1480: f32):
    %1480 = arith.addf %x_1478, %x_1479 : f32 loc(#loc164)
    linalg.yield %1480 : f32 loc(#loc164)
  } -> tensor<?x?x256xf32> loc(#loc164)
  %1481 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc165)
  %1482 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1476 : tensor<?x?x256xf32>) outs(%1481 : tensor<?x?x256xf32>) {
  ^bb0(%x_1484: f32, %x_1485: f32):
    %1485 = arith.mulf %x_1484, %x_1484 : f32 loc(#loc165)
    linalg.yield %1485 : f32 loc(#loc165)
  } -> tensor<?x?x256xf32> loc(#loc165)
  %1486 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc165)
  %1487 = linalg.fill ins(%c_5 : f32) outs(%1486 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc165)
  %1488 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1482 : tensor<?x?x256xf32>) outs(%1487 : tensor<?x?xf32>) {
  ^bb0(%x_1490: f32, %x_1491: f32):
    %1491 = arith.addf %x_1491, %x_1490 : f32 loc(#loc165)
    linalg.yield %1491 : f32 loc(#loc165)
  } -> tensor<?x?xf32> loc(#loc165)
  %1492 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc165)
  %1493 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1488 : tensor<?x?xf32>) outs(%1492 : tensor<?x?xf32>) {
  ^bb0(%x_1495: f32, %x_1496: f32):
    %1496 = arith.divf %x_1495, %c_6 : f32 loc(#loc165)
    linalg.yield %1496 : f32 loc(#loc165)
  } -> tensor<?x?xf32> loc(#loc165)
  %1497 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc166)
  %1498 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1493 : tensor<?x?xf32>) outs(%1497 : tensor<?x?xf32>) {
  ^bb0(%x_1500: f32, %x_1501: f32):
    %1501 = arith.addf %x_1500, %c_7 : f32 loc(#loc166)
    linalg.yield %1501 : f32 loc(#loc166)
  } -> tensor<?x?xf32> loc(#loc166)
  %1502 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc166)
  %1503 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1498 : tensor<?x?xf32>) outs(%1502 : tensor<?x?xf32>) {
  ^bb0(%x_1505: f32, %x_1506: f32):
    %1506 = math.rsqrt %x_1505 : f32 loc(#loc166)
    linalg.yield %1506 : f32 loc(#loc166)
  } -> tensor<?x?xf32> loc(#loc166)
  %1507 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc166)
  %1508 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1476, %1503 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1507 : tensor<?x?x256xf32>) {
  ^bb0(%x_1510: f32, %x_1511: f32, %x_1512: f32):
    %1512 = arith.mulf %x_1510, %x_1511 : f32 loc(#loc166)
    linalg.yield %1512 : f32 loc(#loc166)
  } -> tensor<?x?x256xf32> loc(#loc166)
  %1513 = ml_program.global_load_const @"model.layers.4.input_layernorm.weight" : tensor<256xbf16> loc(#loc167)
  %1514 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc167)
  %1515 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1513, %1508 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1514 : tensor<?x?x256xf32>) {
  ^bb0(%x_1517: bf16, %x_1518: f32, %x_1519: f32):
    %1519 = arith.extf %x_1517 : bf16 to f32 loc(#loc167)
    %1520 = arith.mulf %1519, %x_1518 : f32 loc(#loc167)
    linalg.yield %1520 : f32 loc(#loc167)
  } -> tensor<?x?x256xf32> loc(#loc167)
  %1521 = ml_program.global_load_const @"model.layers.4.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc168)
  %1522 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc168)
  %1523 = linalg.fill ins(%c_5 : f32) outs(%1522 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc168)
  %1524 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1515, %1521 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1523 : tensor<?x?x256xf32>) {
  ^bb0(%x_1526: f32, %x_1527: bf16, %x_1528: f32):
    %1528 = arith.extf %x_1527 : bf16 to f32 loc(#loc168)
    %1529 = arith.mulf %x_1526, %1528 : f32 loc(#loc168)
    %1530 = arith.addf %x_1528, %1529 : f32 loc(#loc168)
    linalg.yield %1530 : f32 loc(#loc168)
  } -> tensor<?x?x256xf32> loc(#loc168)
  %1531 = tensor.expand_shape %1524 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc169)
  %1532 = ml_program.global_load_const @"model.layers.4.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc170)
  %1533 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc170)
  %1534 = linalg.fill ins(%c_5 : f32) outs(%1533 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc170)
  %1535 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1515, %1532 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1534 : tensor<?x?x128xf32>) {
  ^bb0(%x_1537: f32, %x_1538: bf16, %x_1539: f32):
    %1539 = arith.extf %x_1538 : bf16 to f32 loc(#loc170)
    %1540 = arith.mulf %x_1537, %1539 : f32 loc(#loc170)
    %1541 = arith.addf %x_1539, %1540 : f32 loc(#loc170)
    linalg.yield %1541 : f32 loc(#loc170)
  } -> tensor<?x?x128xf32> loc(#loc170)
  %1542 = tensor.expand_shape %1535 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc171)
  %1543 = ml_program.global_load_const @"model.layers.4.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc172)
  %1544 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc172)
  %1545 = linalg.fill ins(%c_5 : f32) outs(%1544 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc172)
  %1546 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1515, %1543 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1545 : tensor<?x?x128xf32>) {
  ^bb0(%x_1548: f32, %x_1549: bf16, %x_1550: f32):
    %1550 = arith.extf %x_1549 : bf16 to f32 loc(#loc172)
    %1551 = arith.mulf %x_1548, %1550 : f32 loc(#loc172)
    %1552 = arith.addf %x_1550, %1551 : f32 loc(#loc172)
    linalg.yield %1552 : f32 loc(#loc172)
  } -> tensor<?x?x128xf32> loc(#loc172)
  %1553 = tensor.expand_shape %1546 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc173)
  %1554 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1555 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1531, %39 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%1554 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1557: f32, %x_1558: f32, %x_1559: f32):
    %1559 = arith.mulf %x_1557, %x_1558 : f32 loc(#loc174)
    linalg.yield %1559 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1560 = tensor.extract_slice %1531[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc174)
  %1561 = tensor.extract_slice %1531[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc174)
  %1562 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc174)
  %1563 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1561 : tensor<?x?x8x16xf32>) outs(%1562 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_1565: f32, %x_1566: f32):
    %1566 = arith.negf %x_1565 : f32 loc(#loc174)
    linalg.yield %1566 : f32 loc(#loc174)
  } -> tensor<?x?x8x16xf32> loc(#loc174)
  %1567 = tensor.concat dim(3) %1563, %1560 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc174)
  %1568 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1569 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1567, %49 : tensor<?x?x8x32xf32>, tensor<?x32xf32>) outs(%1568 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1571: f32, %x_1572: f32, %x_1573: f32):
    %1573 = arith.mulf %x_1571, %x_1572 : f32 loc(#loc174)
    linalg.yield %1573 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1574 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1575 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1555, %1569 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%1574 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1577: f32, %x_1578: f32, %x_1579: f32):
    %1579 = arith.addf %x_1577, %x_1578 : f32 loc(#loc174)
    linalg.yield %1579 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1580 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1581 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1542, %39 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%1580 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1583: f32, %x_1584: f32, %x_1585: f32):
    %1585 = arith.mulf %x_1583, %x_1584 : f32 loc(#loc174)
    linalg.yield %1585 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1586 = tensor.extract_slice %1542[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc174)
  %1587 = tensor.extract_slice %1542[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc174)
  %1588 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc174)
  %1589 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1587 : tensor<?x?x4x16xf32>) outs(%1588 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_1591: f32, %x_1592: f32):
    %1592 = arith.negf %x_1591 : f32 loc(#loc174)
    linalg.yield %1592 : f32 loc(#loc174)
  } -> tensor<?x?x4x16xf32> loc(#loc174)
  %1593 = tensor.concat dim(3) %1589, %1586 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc174)
  %1594 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1595 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1593, %49 : tensor<?x?x4x32xf32>, tensor<?x32xf32>) outs(%1594 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1597: f32, %x_1598: f32, %x_1599: f32):
    %1599 = arith.mulf %x_1597, %x_1598 : f32 loc(#loc174)
    linalg.yield %1599 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1600 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1601 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1581, %1595 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%1600 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1603: f32, %x_1604: f32, %x_1605: f32):
    %1605 = arith.addf %x_1603, %x_1604 : f32 loc(#loc174)
    linalg.yield %1605 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1606 = tensor.extract_slice %1553[0, 0, 0, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc175)
  %1607 = tensor.extract_slice %1553[0, 0, 2, 0] [%n_1, %n_2, 2, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x2x32xf32> loc(#loc175)
  %1608 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc175)
  %1609 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1606 : tensor<?x?x2x32xf32>) outs(%1608 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_1611: f32, %x_1612: f32):
    linalg.yield %x_1611 : f32 loc(#loc175)
  } -> tensor<?x2x2x?x32xf32> loc(#loc175)
  %1612 = tensor.collapse_shape %1609 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc175)
  %1613 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x32xf32> loc(#loc175)
  %1614 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1607 : tensor<?x?x2x32xf32>) outs(%1613 : tensor<?x2x2x?x32xf32>) {
  ^bb0(%x_1616: f32, %x_1617: f32):
    linalg.yield %x_1616 : f32 loc(#loc175)
  } -> tensor<?x2x2x?x32xf32> loc(#loc175)
  %1617 = tensor.collapse_shape %1614 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x32xf32> into tensor<?x4x?x32xf32> loc(#loc175)
  %1618 = tensor.expand_shape %1575 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc176)
  %1619 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc176)
  %1620 = diffattn.attention signal(%1618[b, m, g, r, d], %1601[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%1612[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%1619[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc176)
  %1621 = tensor.collapse_shape %1620 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc176)
  %1622 = tensor.expand_shape %1575 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc177)
  %1623 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc177)
  %1624 = diffattn.attention signal(%1622[b, m, g, r, d], %1601[b, n, g, d] : tensor<?x?x4x2x32xf32>, tensor<?x?x4x32xf32>) value(%1617[b, g, n, e] : tensor<?x4x?x32xf32>) outs(%1623[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc177)
  %1625 = tensor.collapse_shape %1624 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc177)
  %1626 = tensor.concat dim(3) %1621, %1625 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc178)
  %1627 = tensor.extract_slice %1626[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc179)
  %1628 = tensor.extract_slice %1626[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc179)
  %1629 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc180)
  %1630 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc180)
  %1631 = tensor.empty() : tensor<32xf32> loc(#loc180)
  %1632 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1629, %1630 : tensor<32xbf16>, tensor<32xbf16>) outs(%1631 : tensor<32xf32>) {
  ^bb0(%x_1634: bf16, %x_1635: bf16, %x_1636: f32):
    %1636 = arith.extf %x_1634 : bf16 to f32 loc(#loc180)
    %1637 = arith.extf %x_1635 : bf16 to f32 loc(#loc180)
    %1638 = arith.mulf %1636, %1637 : f32 loc(#loc180)
    linalg.yield %1638 : f32 loc(#loc180)
  } -> tensor<32xf32> loc(#loc180)
  %1639 = tensor.empty() : tensor<f32> loc(#loc180)
  %1640 = linalg.fill ins(%c_5 : f32) outs(%1639 : tensor<f32>) -> tensor<f32> loc(#loc180)
  %1641 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1632 : tensor<32xf32>) outs(%1640 : tensor<f32>) {
  ^bb0(%x_1643: f32, %x_1644: f32):
    %1644 = arith.addf %x_1644, %x_1643 : f32 loc(#loc180)
    linalg.yield %1644 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1645 = tensor.empty() : tensor<f32> loc(#loc180)
  %1646 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1641 : tensor<f32>) outs(%1645 : tensor<f32>) {
  ^bb0(%x_1648: f32, %x_1649: f32):
    %1649 = math.exp %x_1648 : f32 loc(#loc180)
    linalg.yield %1649 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1650 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc181)
  %1651 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc181)
  %1652 = tensor.empty() : tensor<32xf32> loc(#loc181)
  %1653 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1650, %1651 : tensor<32xbf16>, tensor<32xbf16>) outs(%1652 : tensor<32xf32>) {
  ^bb0(%x_1655: bf16, %x_1656: bf16, %x_1657: f32):
    %1657 = arith.extf %x_1655 : bf16 to f32 loc(#loc181)
    %1658 = arith.extf %x_1656 : bf16 to f32 loc(#loc181)
    %1659 = arith.mulf %1657, %1658 : f32 loc(#loc181)
    linalg.yield %1659 : f32 loc(#loc181)
  } -> tensor<32xf32> loc(#loc181)
  %1660 = tensor.empty() : tensor<f32> loc(#loc181)
  %1661 = linalg.fill ins(%c_5 : f32) outs(%1660 : tensor<f32>) -> tensor<f32> loc(#loc181)
  %1662 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1653 : tensor<32xf32>) outs(%1661 : tensor<f32>) {
  ^bb0(%x_1664: f32, %x_1665: f32):
    %1665 = arith.addf %x_1665, %x_1664 : f32 loc(#loc181)
    linalg.yield %1665 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1666 = tensor.empty() : tensor<f32> loc(#loc181)
  %1667 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1662 : tensor<f32>) outs(%1666 : tensor<f32>) {
  ^bb0(%x_1669: f32, %x_1670: f32):
    %1670 = math.exp %x_1669 : f32 loc(#loc181)
    linalg.yield %1670 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1671 = tensor.empty() : tensor<f32> loc(#loc182)
  %1672 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1646, %1667 : tensor<f32>, tensor<f32>) outs(%1671 : tensor<f32>) {
  ^bb0(%x_1674: f32, %x_1675: f32, %x_1676: f32):
    %1676 = arith.subf %x_1674, %x_1675 : f32 loc(#loc182)
    linalg.yield %1676 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1677 = tensor.empty() : tensor<f32> loc(#loc182)
  %1678 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1672 : tensor<f32>) outs(%1677 : tensor<f32>) {
  ^bb0(%x_1680: f32, %x_1681: f32):
    %1681 = arith.addf %x_1680, %c_17 : f32 loc(#loc182)
    linalg.yield %1681 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1682 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc183)
  %1683 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1678, %1628 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%1682 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1685: f32, %x_1686: f32, %x_1687: f32):
    %1687 = arith.mulf %x_1685, %x_1686 : f32 loc(#loc183)
    linalg.yield %1687 : f32 loc(#loc183)
  } -> tensor<?x?x4x64xf32> loc(#loc183)
  %1688 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc183)
  %1689 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1627, %1683 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%1688 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1691: f32, %x_1692: f32, %x_1693: f32):
    %1693 = arith.subf %x_1691, %x_1692 : f32 loc(#loc183)
    linalg.yield %1693 : f32 loc(#loc183)
  } -> tensor<?x?x4x64xf32> loc(#loc183)
  %1694 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc184)
  %1695 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1689 : tensor<?x?x4x64xf32>) outs(%1694 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1697: f32, %x_1698: f32):
    %1698 = arith.mulf %x_1697, %x_1697 : f32 loc(#loc184)
    linalg.yield %1698 : f32 loc(#loc184)
  } -> tensor<?x?x4x64xf32> loc(#loc184)
  %1699 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1700 = linalg.fill ins(%c_5 : f32) outs(%1699 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc184)
  %1701 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1695 : tensor<?x?x4x64xf32>) outs(%1700 : tensor<?x?x4xf32>) {
  ^bb0(%x_1703: f32, %x_1704: f32):
    %1704 = arith.addf %x_1704, %x_1703 : f32 loc(#loc184)
    linalg.yield %1704 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1705 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1706 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1701 : tensor<?x?x4xf32>) outs(%1705 : tensor<?x?x4xf32>) {
  ^bb0(%x_1708: f32, %x_1709: f32):
    %1709 = arith.divf %x_1708, %c_9 : f32 loc(#loc184)
    linalg.yield %1709 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1710 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1711 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1706 : tensor<?x?x4xf32>) outs(%1710 : tensor<?x?x4xf32>) {
  ^bb0(%x_1713: f32, %x_1714: f32):
    %1714 = arith.addf %x_1713, %c_7 : f32 loc(#loc184)
    linalg.yield %1714 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1715 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1716 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1711 : tensor<?x?x4xf32>) outs(%1715 : tensor<?x?x4xf32>) {
  ^bb0(%x_1718: f32, %x_1719: f32):
    %1719 = math.rsqrt %x_1718 : f32 loc(#loc184)
    linalg.yield %1719 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1720 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc184)
  %1721 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1689, %1716 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1720 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1723: f32, %x_1724: f32, %x_1725: f32):
    %1725 = arith.mulf %x_1723, %x_1724 : f32 loc(#loc184)
    linalg.yield %1725 : f32 loc(#loc184)
  } -> tensor<?x?x4x64xf32> loc(#loc184)
  %1726 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc185)
  %1727 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1721 : tensor<?x?x4x64xf32>) outs(%1726 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1729: f32, %x_1730: f32):
    %1730 = arith.mulf %x_1729, %c_18 : f32 loc(#loc185)
    linalg.yield %1730 : f32 loc(#loc185)
  } -> tensor<?x?x4x64xf32> loc(#loc185)
  %1731 = tensor.collapse_shape %1727 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc186)
  %1732 = ml_program.global_load_const @"model.layers.4.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc187)
  %1733 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc187)
  %1734 = linalg.fill ins(%c_5 : f32) outs(%1733 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc187)
  %1735 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1731, %1732 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1734 : tensor<?x?x256xf32>) {
  ^bb0(%x_1737: f32, %x_1738: bf16, %x_1739: f32):
    %1739 = arith.extf %x_1738 : bf16 to f32 loc(#loc187)
    %1740 = arith.mulf %x_1737, %1739 : f32 loc(#loc187)
    %1741 = arith.addf %x_1739, %1740 : f32 loc(#loc187)
    linalg.yield %1741 : f32 loc(#loc187)
  } -> tensor<?x?x256xf32> loc(#loc187)
  %1742 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc188)
  %1743 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1476, %1735 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1742 : tensor<?x?x256xf32>) {
  ^bb0(%x_1745: f32, %x_1746: f32, %x_1747: f32):
    %1747 = arith.addf %x_1745, %x_1746 : f32 loc(#loc188)
    linalg.yield %1747 : f32 loc(#loc188)
  } -> tensor<?x?x256xf32> loc(#loc188)
  %1748 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc189)
  %1749 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1743 : tensor<?x?x256xf32>) outs(%1748 : tensor<?x?x256xf32>) {
  ^bb0(%x_1751: f32, %x_1752: f32):
    %1752 = arith.mulf %x_1751, %x_1751 : f32 loc(#loc189)
    linalg.yield %1752 : f32 loc(#loc189)
  } -> tensor<?x?x256xf32> loc(#loc189)
  %1753 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc189)
  %1754 = linalg.fill ins(%c_5 : f32) outs(%1753 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc189)
  %1755 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1749 : tensor<?x?x256xf32>) outs(%1754 : tensor<?x?xf32>) {
  ^bb0(%x_1757: f32, %x_1758: f32):
    %1758 = arith.addf %x_1758, %x_1757 : f32 loc(#loc189)
    linalg.yield %1758 : f32 loc(#loc189)
  } -> tensor<?x?xf32> loc(#loc189)
  %1759 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc189)
  %1760 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1755 : tensor<?x?xf32>) outs(%1759 : tensor<?x?xf32>) {
  ^bb0(%x_1762: f32, %x_1763: f32):
    %1763 = arith.divf %x_1762, %c_6 : f32 loc(#loc189)
    linalg.yield %1763 : f32 loc(#loc189)
  } -> tensor<?x?xf32> loc(#loc189)
  %1764 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc190)
  %1765 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1760 : tensor<?x?xf32>) outs(%1764 : tensor<?x?xf32>) {
  ^bb0(%x_1767: f32, %x_1768: f32):
    %1768 = arith.addf %x_1767, %c_7 : f32 loc(#loc190)
    linalg.yield %1768 : f32 loc(#loc190)
  } -> tensor<?x?xf32> loc(#loc190)
  %1769 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc190)
  %1770 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1765 : tensor<?x?xf32>) outs(%1769 : tensor<?x?xf32>) {
  ^bb0(%x_1772: f32, %x_1773: f32):
    %1773 = math.rsqrt %x_1772 : f32 loc(#loc190)
    linalg.yield %1773 : f32 loc(#loc190)
  } -> tensor<?x?xf32> loc(#loc190)
  %1774 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc190)
  %1775 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1743, %1770 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1774 : tensor<?x?x256xf32>) {
  ^bb0(%x_1777: f32, %x_1778: f32, %x_1779: f32):
    %1779 = arith.mulf %x_1777, %x_1778 : f32 loc(#loc190)
    linalg.yield %1779 : f32 loc(#loc190)
  } -> tensor<?x?x256xf32> loc(#loc190)
  %1780 = ml_program.global_load_const @"model.layers.4.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc191)
  %1781 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc191)
  %1782 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1780, %1775 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1781 : tensor<?x?x256xf32>) {
  ^bb0(%x_1784: bf16, %x_1785: f32, %x_1786: f32):
    %1786 = arith.extf %x_1784 : bf16 to f32 loc(#loc191)
    %1787 = arith.mulf %1786, %x_1785 : f32 loc(#loc191)
    linalg.yield %1787 : f32 loc(#loc191)
  } -> tensor<?x?x256xf32> loc(#loc191)
  %1788 = ml_program.global_load_const @"model.layers.4.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc192)
  %1789 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc192)
  %1790 = linalg.fill ins(%c_5 : f32) outs(%1789 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc192)
  %1791 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1782, %1788 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1790 : tensor<?x?x704xf32>) {
  ^bb0(%x_1793: f32, %x_1794: bf16, %x_1795: f32):
    %1795 = arith.extf %x_1794 : bf16 to f32 loc(#loc192)
    %1796 = arith.mulf %x_1793, %1795 : f32 loc(#loc192)
    %1797 = arith.addf %x_1795, %1796 : f32 loc(#loc192)
    linalg.yield %1797 : f32 loc(#loc192)
  } -> tensor<?x?x704xf32> loc(#loc192)
  %1798 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc193)
  %1799 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1791 : tensor<?x?x704xf32>) outs(%1798 : tensor<?x?x704xf32>) {
  ^bb0(%x_1801: f32, %x_1802: f32):
    %1802 = arith.negf %x_1801 : f32 loc(#loc193)
    %1803 = math.exp %1802 : f32 loc(#loc193)
    %1804 = arith.addf %1803, %c_4 : f32 loc(#loc193)
    %1805 = arith.divf %x_1801, %1804 : f32 loc(#loc193)
    linalg.yield %1805 : f32 loc(#loc193)
  } -> tensor<?x?x704xf32> loc(#loc193)
  %1806 = ml_program.global_load_const @"model.layers.4.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc194)
  %1807 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc194)
  %1808 = linalg.fill ins(%c_5 : f32) outs(%1807 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc194)
  %1809 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1782, %1806 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1808 : tensor<?x?x704xf32>) {
  ^bb0(%x_1811: f32, %x_1812: bf16, %x_1813: f32):
    %1813 = arith.extf %x_1812 : bf16 to f32 loc(#loc194)
    %1814 = arith.mulf %x_1811, %1813 : f32 loc(#loc194)
    %1815 = arith.addf %x_1813, %1814 : f32 loc(#loc194)
    linalg.yield %1815 : f32 loc(#loc194)
  } -> tensor<?x?x704xf32> loc(#loc194)
  %1816 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc195)
  %1817 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1799, %1809 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1816 : tensor<?x?x704xf32>) {
  ^bb0(%x_1819: f32, %x_1820: f32, %x_1821: f32):
    %1821 = arith.mulf %x_1819, %x_1820 : f32 loc(#loc195)
    linalg.yield %1821 : f32 loc(#loc195)
  } -> tensor<?x?x704xf32> loc(#loc195)
  %1822 = ml_program.global_load_const @"model.layers.4.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc196)
  %1823 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc196)
  %1824 = linalg.fill ins(%c_5 : f32) outs(%1823 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc196)
  %1825 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1817, %1822 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1824 : tensor<?x?x256xf32>) {
  ^bb0(%x_1827: f32, %x_1828: bf16, %x_1829: f32):
    %1829 = arith.extf %x_1828 : bf16 to f32 loc(#loc196)
    %1830 = arith.mulf %x_1827, %1829 : f32 loc(#loc196)
    %1831 = arith.addf %x_1829, %1830 : f32 loc(#loc196)
    linalg.yield %1831 : f32 loc(#loc196)
  } -> tensor<?x?x256xf32> loc(#loc196)
  %1832 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc197)
  %1833 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1743, %1825 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1832 : tensor<?x?x256xf32>) {
  ^bb0(%x_1835: f32, %x_1836: f32, %x_1837: f32):
    %1837 = arith.addf %x_1835, %x_1836 : f32 loc(#loc197)
    linalg.yield %1837 : f32 loc(#loc197)
  } -> tensor<?x?x256xf32> loc(#loc197)
  %1838 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc198)
  %1839 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1833 : tensor<?x?x256xf32>) outs(%1838 : tensor<?x?x256xf32>) {
  ^bb0(%x_1841: f32, %x_1842: f32):
    %1842 = arith.mulf %x_1841, %x_1841 : f32 loc(#loc198)
    linalg.yield %1842 : f32 loc(#loc198)
  } -> tensor<?x?x256xf32> loc(#loc198)
  %1843 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc198)
  %1844 = linalg.fill ins(%c_5 : f32) outs(%1843 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc198)
  %1845 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1839 : tensor<?x?x256xf32>) outs(%1844 : tensor<?x?xf32>) {
  ^bb0(%x_1847: f32, %x_1848: f32):
    %1848 = arith.addf %x_1848, %x_1847 : f32 loc(#loc198)
    linalg.yield %1848 : f32 loc(#loc198)
  } -> tensor<?x?xf32> loc(#loc198)
  %1849 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc198)
  %1850 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1845 : tensor<?x?xf32>) outs(%1849 : tensor<?x?xf32>) {
  ^bb0(%x_1852: f32, %x_1853: f32):
    %1853 = arith.divf %x_1852, %c_6 : f32 loc(#loc198)
    linalg.yield %1853 : f32 loc(#loc198)
  } -> tensor<?x?xf32> loc(#loc198)
  %1854 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc199)
  %1855 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1850 : tensor<?x?xf32>) outs(%1854 : tensor<?x?xf32>) {
  ^bb0(%x_1857: f32, %x_1858: f32):
    %1858 = arith.addf %x_1857, %c_7 : f32 loc(#loc199)
    linalg.yield %1858 : f32 loc(#loc199)
  } -> tensor<?x?xf32> loc(#loc199)
  %1859 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc199)
  %1860 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1855 : tensor<?x?xf32>) outs(%1859 : tensor<?x?xf32>) {
  ^bb0(%x_1862: f32, %x_1863: f32):
    %1863 = math.rsqrt %x_1862 : f32 loc(#loc199)
    linalg.yield %1863 : f32 loc(#loc199)
  } -> tensor<?x?xf32> loc(#loc199)
  %1864 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc199)
  %1865 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1833, %1860 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1864 : tensor<?x?x256xf32>) {
  ^bb0(%x_1867: f32, %x_1868: f32, %x_1869: f32):
    %1869 = arith.mulf %x_1867, %x_1868 : f32 loc(#loc199)
    linalg.yield %1869 : f32 loc(#loc199)
  } -> tensor<?x?x256xf32> loc(#loc199)
  %1870 = ml_program.global_load_const @"model.norm.weight" : tensor<256xbf16> loc(#loc200)
  %1871 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc200)
  %1872 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1870, %1865 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1871 : tensor<?x?x256xf32>) {
  ^bb0(%x_1874: bf16, %x_1875: f32, %x_1876: f32):
    %1876 = arith.extf %x_1874 : bf16 to f32 loc(#loc200)
    %1877 = arith.mulf %1876, %x_1875 : f32 loc(#loc200)
    linalg.yield %1877 : f32 loc(#loc200)
  } -> tensor<?x?x256xf32> loc(#loc200)
  %1878 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc202)
  %1879 = linalg.fill ins(%c_5 : f32) outs(%1878 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc202)
  %1880 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1872, %2 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1879 : tensor<?x?x256xf32>) {
  ^bb0(%x_1882: f32, %x_1883: bf16, %x_1884: f32):
    %1884 = arith.extf %x_1883 : bf16 to f32 loc(#loc202)
    %1885 = arith.mulf %x_1882, %1884 : f32 loc(#loc202)
    %1886 = arith.addf %x_1884, %1885 : f32 loc(#loc202)
    linalg.yield %1886 : f32 loc(#loc202)
  } -> tensor<?x?x256xf32> loc(#loc202)
  return %1880 : tensor<?x?x256xf32>
}

func.func @"prefill"(
    %ids: tensor<?x?xi64> {diffattn.name = "ids"},
    %lengths: tensor<?xi64> {diffattn.name = "lengths"},
    %caches_0: memref<?x4x1024x32xf32> {diffattn.name = "keys.0"},
    %caches_1: memref<?x4x1024x32xf32> {diffattn.name = "values.0"},
    %caches_2: memref<?x4x1024x32xf32> {diffattn.name = "keys.1"},
    %caches_3: memref<?x4x1024x32xf32> {diffattn.name = "values.1"},
    %caches_4: memref<?x4x1024x32xf32> {diffattn.name = "keys.2"},
    %caches_5: memref<?x4x1024x32xf32> {diffattn.name = "values.2"},
    %caches_6: memref<?x4x1024x32xf32> {diffattn.name = "keys.3"},
    %caches_7: memref<?x4x1024x32xf32> {diffattn.name = "values.3"},
    %caches_8: memref<?x4x1024x32xf32> {diffattn.name = "keys.4"},
    %caches_9: memref<?x4x1024x32xf32> {diffattn.name = "values.4"}) -> (tensor<?x256xf32> {diffattn.name = "logits"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0 : i64
  %c_3 = arith.constant 256 : index
  %c_4 = arith.constant dense<"0x0000803F9AF50F3F9BE8A13E8718363ECDCCCC3DC255663DE386013D39AD913C0AD7233C9C44B83B383E4F3B2815E93A6F12833A166A133A60CBA53953773A39"> : tensor<16xf32>
  %c_5 = arith.constant 1.0 : f32
  %c_6 = arith.constant 0.0 : f32
  %c_7 = arith.constant 256.0 : f32
  %c_8 = arith.constant 1.0e-05 : f32
  %c_9 = arith.constant 1024 : index
  %c_10 = arith.constant 0.20000000000000007 : f32
  %c_11 = arith.constant 64.0 : f32
  %c_12 = arith.constant 0.7999999999999999 : f32
  %c_13 = arith.constant 0.35550906759096934 : f32
  %c_14 = arith.constant 0.6444909324090307 : f32
  %c_15 = arith.constant 0.4707130183435842 : f32
  %c_16 = arith.constant 0.5292869816564159 : f32
  %c_17 = arith.constant 0.5560582041556406 : f32
  %c_18 = arith.constant 0.44394179584435944 : f32
  %c_19 = arith.constant 0.6192834728526788 : f32
  %c_20 = arith.constant 0.3807165271473212 : f32
  %c_21 = arith.constant -1 : index
  %n_1 = tensor.dim %ids, %c_0 : tensor<?x?xi64>
  %n_2 = tensor.dim %ids, %c_1 : tensor<?x?xi64>
  %n_2046 = arith.addi %c_21, %n_2 : index
  %2 = tensor.empty(%n_1) : tensor<?xi64> loc(#loc203)
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%lengths : tensor<?xi64>) outs(%2 : tensor<?xi64>) {
  ^bb0(%x_5: i64, %x_6: i64):
    %6 = arith.index_cast %n_2 : index to i64 loc(#loc203)
    %7 = arith.subi %x_5, %6 : i64 loc(#loc203)
    linalg.yield %7 : i64 loc(#loc203)
  } -> tensor<?xi64> loc(#loc203)
  %8 = tensor.empty(%n_1, %n_2) : tensor<?x?xi64> loc(#loc203)
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<?xi64>) outs(%8 : tensor<?x?xi64>) {
  ^bb0(%x_11: i64, %x_12: i64):
    %12 = linalg.index 1 : index loc(#loc203)
    %13 = arith.index_cast %12 : index to i64 loc(#loc203)
    %14 = arith.addi %x_11, %13 : i64 loc(#loc203)
    linalg.yield %14 : i64 loc(#loc203)
  } -> tensor<?x?xi64> loc(#loc203)
  %15 = tensor.empty(%n_1, %n_2) : tensor<?x?xi64> loc(#loc203)
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<?x?xi64>) outs(%15 : tensor<?x?xi64>) {
  ^bb0(%x_18: i64, %x_19: i64):
    %19 = arith.maxsi %x_18, %c_2 : i64 loc(#loc203)
    linalg.yield %19 : i64 loc(#loc203)
  } -> tensor<?x?xi64> loc(#loc203)
  %20 = ml_program.global_load_const @"model.embed_tokens.weight" : tensor<256x256xbf16> loc(#loc1)
  %21 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xbf16> loc(#loc1)
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<?x?xi64>) outs(%21 : tensor<?x?x256xbf16>) {
  ^bb0(%x_24: i64, %x_25: bf16):
    %25 = linalg.index 2 : index loc(#loc1)
    %26 = arith.index_cast %25 : index to i64 loc(#loc1)
    %27 = arith.index_cast %x_24 : i64 to index loc(#loc1)
    %28 = arith.cmpi slt, %27, %c_0 : index loc(#loc1)
    %29 = arith.addi %27, %c_3 : index loc(#loc1)
    %30 = arith.select %28, %29, %27 : index loc(#loc1)
    %31 = arith.index_cast %26 : i64 to index loc(#loc1)
    %32 = tensor.extract %20[%30, %31] : tensor<256x256xbf16> loc(#loc1)
    linalg.yield %32 : bf16 loc(#loc1)
  } -> tensor<?x?x256xbf16> loc(#loc1)
  %33 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc1)
  %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<?x?x256xbf16>) outs(%33 : tensor<?x?x256xf32>) {
  ^bb0(%x_36: bf16, %x_37: f32):
    %37 = arith.extf %x_36 : bf16 to f32 loc(#loc1)
    linalg.yield %37 : f32 loc(#loc1)
  } -> tensor<?x?x256xf32> loc(#loc1)
  %38 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc3)
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<?x?xi64>) outs(%38 : tensor<?x?xf32>) {
  ^bb0(%x_41: i64, %x_42: f32):
    %42 = arith.sitofp %x_41 : i64 to f32 loc(#loc3)
    linalg.yield %42 : f32 loc(#loc3)
  } -> tensor<?x?xf32> loc(#loc3)
  %43 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32> loc(#loc3)
  %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %c_4 : tensor<?x?xf32>, tensor<16xf32>) outs(%43 : tensor<?x?x16xf32>) {
  ^bb0(%x_46: f32, %x_47: f32, %x_48: f32):
    %48 = arith.mulf %x_46, %x_47 : f32 loc(#loc3)
    linalg.yield %48 : f32 loc(#loc3)
  } -> tensor<?x?x16xf32> loc(#loc3)
  %49 = tensor.concat dim(2) %44, %44 : (tensor<?x?x16xf32>, tensor<?x?x16xf32>) -> tensor<?x?x32xf32> loc(#loc5)
  %50 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32> loc(#loc7)
  %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<?x?x32xf32>) outs(%50 : tensor<?x?x32xf32>) {
  ^bb0(%x_53: f32, %x_54: f32):
    %54 = math.cos %x_53 : f32 loc(#loc7)
    linalg.yield %54 : f32 loc(#loc7)
  } -> tensor<?x?x32xf32> loc(#loc7)
  %55 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32> loc(#loc7)
  %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<?x?x32xf32>) outs(%55 : tensor<?x?x32xf32>) {
  ^bb0(%x_58: f32, %x_59: f32):
    %59 = arith.mulf %x_58, %c_5 : f32 loc(#loc7)
    linalg.yield %59 : f32 loc(#loc7)
  } -> tensor<?x?x32xf32> loc(#loc7)
  %60 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32> loc(#loc9)
  %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<?x?x32xf32>) outs(%60 : tensor<?x?x32xf32>) {
  ^bb0(%x_63: f32, %x_64: f32):
    %64 = math.sin %x_63 : f32 loc(#loc9)
    linalg.yield %64 : f32 loc(#loc9)
  } -> tensor<?x?x32xf32> loc(#loc9)
  %65 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32> loc(#loc9)
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<?x?x32xf32>) outs(%65 : tensor<?x?x32xf32>) {
  ^bb0(%x_68: f32, %x_69: f32):
    %69 = arith.mulf %x_68, %c_5 : f32 loc(#loc9)
    linalg.yield %69 : f32 loc(#loc9)
  } -> tensor<?x?x32xf32> loc(#loc9)
  %70 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc11)
  %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<?x?x256xf32>) outs(%70 : tensor<?x?x256xf32>) {
  ^bb0(%x_73: f32, %x_74: f32):
    %74 = arith.mulf %x_73, %x_73 : f32 loc(#loc11)
    linalg.yield %74 : f32 loc(#loc11)
  } -> tensor<?x?x256xf32> loc(#loc11)
  %75 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc11)
  %76 = linalg.fill ins(%c_6 : f32) outs(%75 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc11)
  %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<?x?x256xf32>) outs(%76 : tensor<?x?xf32>) {
  ^bb0(%x_79: f32, %x_80: f32):
    %80 = arith.addf %x_80, %x_79 : f32 loc(#loc11)
    linalg.yield %80 : f32 loc(#loc11)
  } -> tensor<?x?xf32> loc(#loc11)
  %81 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc11)
  %82 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<?x?xf32>) outs(%81 : tensor<?x?xf32>) {
  ^bb0(%x_84: f32, %x_85: f32):
    %85 = arith.divf %x_84, %c_7 : f32 loc(#loc11)
    linalg.yield %85 : f32 loc(#loc11)
  } -> tensor<?x?xf32> loc(#loc11)
  %86 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc13)
  %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<?x?xf32>) outs(%86 : tensor<?x?xf32>) {
  ^bb0(%x_89: f32, %x_90: f32):
    %90 = arith.addf %x_89, %c_8 : f32 loc(#loc13)
    linalg.yield %90 : f32 loc(#loc13)
  } -> tensor<?x?xf32> loc(#loc13)
  %91 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc13)
  %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%87 : tensor<?x?xf32>) outs(%91 : tensor<?x?xf32>) {
  ^bb0(%x_94: f32, %x_95: f32):
    %95 = math.rsqrt %x_94 : f32 loc(#loc13)
    linalg.yield %95 : f32 loc(#loc13)
  } -> tensor<?x?xf32> loc(#loc13)
  %96 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc13)
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %92 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%96 : tensor<?x?x256xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.mulf %x_99, %x_100 : f32 loc(#loc13)
    linalg.yield %101 : f32 loc(#loc13)
  } -> tensor<?x?x256xf32> loc(#loc13)
  %102 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<256xbf16> loc(#loc15)
  %103 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc15)
  %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %97 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%103 : tensor<?x?x256xf32>) {
  ^bb0(%x_106: bf16, %x_107: f32, %x_108: f32):
    %108 = arith.extf %x_106 : bf16 to f32 loc(#loc15)
    %109 = arith.mulf %108, %x_107 : f32 loc(#loc15)
    linalg.yield %109 : f32 loc(#loc15)
  } -> tensor<?x?x256xf32> loc(#loc15)
  %110 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc17)
  %111 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc17)
  %112 = linalg.fill ins(%c_6 : f32) outs(%111 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc17)
  %113 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %110 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%112 : tensor<?x?x256xf32>) {
  ^bb0(%x_115: f32, %x_116: bf16, %x_117: f32):
    %117 = arith.extf %x_116 : bf16 to f32 loc(#loc17)
    %118 = arith.mulf %x_115, %117 : f32 loc(#loc17)
    %119 = arith.addf %x_117, %118 : f32 loc(#loc17)
    linalg.yield %119 : f32 loc(#loc17)
  } -> tensor<?x?x256xf32> loc(#loc17)
  %120 = tensor.expand_shape %113 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc18)
  %121 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc20)
  %122 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc20)
  %123 = linalg.fill ins(%c_6 : f32) outs(%122 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc20)
  %124 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %121 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%123 : tensor<?x?x128xf32>) {
  ^bb0(%x_126: f32, %x_127: bf16, %x_128: f32):
    %128 = arith.extf %x_127 : bf16 to f32 loc(#loc20)
    %129 = arith.mulf %x_126, %128 : f32 loc(#loc20)
    %130 = arith.addf %x_128, %129 : f32 loc(#loc20)
    linalg.yield %130 : f32 loc(#loc20)
  } -> tensor<?x?x128xf32> loc(#loc20)
  %131 = tensor.expand_shape %124 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc21)
  %132 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc23)
  %133 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc23)
  %134 = linalg.fill ins(%c_6 : f32) outs(%133 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc23)
  %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %132 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%134 : tensor<?x?x128xf32>) {
  ^bb0(%x_137: f32, %x_138: bf16, %x_139: f32):
    %139 = arith.extf %x_138 : bf16 to f32 loc(#loc23)
    %140 = arith.mulf %x_137, %139 : f32 loc(#loc23)
    %141 = arith.addf %x_139, %140 : f32 loc(#loc23)
    linalg.yield %141 : f32 loc(#loc23)
  } -> tensor<?x?x128xf32> loc(#loc23)
  %142 = tensor.expand_shape %135 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc24)
  %143 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %144 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120, %56 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%143 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_146: f32, %x_147: f32, %x_148: f32):
    %148 = arith.mulf %x_146, %x_147 : f32 loc(#loc26)
    linalg.yield %148 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %149 = tensor.extract_slice %120[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc26)
  %150 = tensor.extract_slice %120[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc26)
  %151 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc26)
  %152 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%150 : tensor<?x?x8x16xf32>) outs(%151 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_154: f32, %x_155: f32):
    %155 = arith.negf %x_154 : f32 loc(#loc26)
    linalg.yield %155 : f32 loc(#loc26)
  } -> tensor<?x?x8x16xf32> loc(#loc26)
  %156 = tensor.concat dim(3) %152, %149 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc26)
  %157 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %158 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156, %66 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%157 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_160: f32, %x_161: f32, %x_162: f32):
    %162 = arith.mulf %x_160, %x_161 : f32 loc(#loc26)
    linalg.yield %162 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %163 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc26)
  %164 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144, %158 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%163 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_166: f32, %x_167: f32, %x_168: f32):
    %168 = arith.addf %x_166, %x_167 : f32 loc(#loc26)
    linalg.yield %168 : f32 loc(#loc26)
  } -> tensor<?x?x8x32xf32> loc(#loc26)
  %169 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %170 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %56 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%169 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_172: f32, %x_173: f32, %x_174: f32):
    %174 = arith.mulf %x_172, %x_173 : f32 loc(#loc26)
    linalg.yield %174 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %175 = tensor.extract_slice %131[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc26)
  %176 = tensor.extract_slice %131[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc26)
  %177 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc26)
  %178 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176 : tensor<?x?x4x16xf32>) outs(%177 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_180: f32, %x_181: f32):
    %181 = arith.negf %x_180 : f32 loc(#loc26)
    linalg.yield %181 : f32 loc(#loc26)
  } -> tensor<?x?x4x16xf32> loc(#loc26)
  %182 = tensor.concat dim(3) %178, %175 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc26)
  %183 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %184 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %66 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%183 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_186: f32, %x_187: f32, %x_188: f32):
    %188 = arith.mulf %x_186, %x_187 : f32 loc(#loc26)
    linalg.yield %188 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %189 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc26)
  %190 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %184 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%189 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_192: f32, %x_193: f32, %x_194: f32):
    %194 = arith.addf %x_192, %x_193 : f32 loc(#loc26)
    linalg.yield %194 : f32 loc(#loc26)
  } -> tensor<?x?x4x32xf32> loc(#loc26)
  %195 = bufferization.to_tensor %caches_0 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc205)
  %196 = scf.for %197 = %c_0 to %n_1 step %c_1 iter_args(%198 = %195) -> (tensor<?x4x1024x32xf32>) {
    %199 = tensor.extract %lengths[%197] : tensor<?xi64> loc(#loc205)
    %200 = arith.index_cast %199 : i64 to index loc(#loc205)
    %201 = arith.cmpi ule, %200, %c_9 : index loc(#loc205)
    cf.assert %201, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc205)
    %202 = arith.subi %200, %n_2 : index loc(#loc205)
    %203 = arith.maxsi %202, %c_0 : index loc(#loc205)
    %204 = arith.subi %200, %203 : index loc(#loc205)
    %205 = arith.subi %n_2, %204 : index loc(#loc205)
    %206 = tensor.extract_slice %190[%197, %205, 0, 0] [1, %204, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc205)
    %207 = tensor.extract_slice %198[%197, 0, %203, 0] [1, 4, %204, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc205)
    %208 = linalg.transpose ins(%206 : tensor<?x4x32xf32>) outs(%207 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc205)
    %209 = tensor.insert_slice %208 into %198[%197, 0, %203, 0] [1, 4, %204, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc205)
    scf.yield %209 : tensor<?x4x1024x32xf32> loc(#loc205)
  } loc(#loc205)
  %210 = bufferization.to_tensor %caches_1 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc205)
  %211 = scf.for %212 = %c_0 to %n_1 step %c_1 iter_args(%213 = %210) -> (tensor<?x4x1024x32xf32>) {
    %214 = tensor.extract %lengths[%212] : tensor<?xi64> loc(#loc205)
    %215 = arith.index_cast %214 : i64 to index loc(#loc205)
    %216 = arith.cmpi ule, %215, %c_9 : index loc(#loc205)
    cf.assert %216, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc205)
    %217 = arith.subi %215, %n_2 : index loc(#loc205)
    %218 = arith.maxsi %217, %c_0 : index loc(#loc205)
    %219 = arith.subi %215, %218 : index loc(#loc205)
    %220 = arith.subi %n_2, %219 : index loc(#loc205)
    %221 = tensor.extract_slice %142[%212, %220, 0, 0] [1, %219, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc205)
    %222 = tensor.extract_slice %213[%212, 0, %218, 0] [1, 4, %219, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc205)
    %223 = linalg.transpose ins(%221 : tensor<?x4x32xf32>) outs(%222 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc205)
    %224 = tensor.insert_slice %223 into %213[%212, 0, %218, 0] [1, 4, %219, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc205)
    scf.yield %224 : tensor<?x4x1024x32xf32> loc(#loc205)
  } loc(#loc205)
  %225 = tensor.extract_slice %211[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc28)
  %226 = tensor.extract_slice %211[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc28)
  %227 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc28)
  %228 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%225 : tensor<?x2x1024x32xf32>) outs(%227 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_230: f32, %x_231: f32):
    linalg.yield %x_230 : f32 loc(#loc28)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc28)
  %231 = tensor.collapse_shape %228 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc28)
  %232 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc28)
  %233 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%226 : tensor<?x2x1024x32xf32>) outs(%232 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_235: f32, %x_236: f32):
    linalg.yield %x_235 : f32 loc(#loc28)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc28)
  %236 = tensor.collapse_shape %233 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc28)
  %237 = tensor.expand_shape %164 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc30)
  %238 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc30)
  %239 = diffattn.attention signal(%237[b, m, g, r, d], %196[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%231[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%238[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc30)
  %240 = tensor.collapse_shape %239 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc30)
  %241 = tensor.expand_shape %164 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc32)
  %242 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc32)
  %243 = diffattn.attention signal(%241[b, m, g, r, d], %196[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%236[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%242[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc32)
  %244 = tensor.collapse_shape %243 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc32)
  %245 = tensor.concat dim(3) %240, %244 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc34)
  %246 = tensor.extract_slice %245[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc36)
  %247 = tensor.extract_slice %245[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc36)
  %248 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc38)
  %249 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc38)
  %250 = tensor.empty() : tensor<32xf32> loc(#loc38)
  %251 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%248, %249 : tensor<32xbf16>, tensor<32xbf16>) outs(%250 : tensor<32xf32>) {
  ^bb0(%x_253: bf16, %x_254: bf16, %x_255: f32):
    %255 = arith.extf %x_253 : bf16 to f32 loc(#loc38)
    %256 = arith.extf %x_254 : bf16 to f32 loc(#loc38)
    %257 = arith.mulf %255, %256 : f32 loc(#loc38)
    linalg.yield %257 : f32 loc(#loc38)
  } -> tensor<32xf32> loc(#loc38)
  %258 = tensor.empty() : tensor<f32> loc(#loc38)
  %259 = linalg.fill ins(%c_6 : f32) outs(%258 : tensor<f32>) -> tensor<f32> loc(#loc38)
  %260 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%251 : tensor<32xf32>) outs(%259 : tensor<f32>) {
  ^bb0(%x_262: f32, %x_263: f32):
    %263 = arith.addf %x_263, %x_262 : f32 loc(#loc38)
    linalg.yield %263 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %264 = tensor.empty() : tensor<f32> loc(#loc38)
  %265 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%260 : tensor<f32>) outs(%264 : tensor<f32>) {
  ^bb0(%x_267: f32, %x_268: f32):
    %268 = math.exp %x_267 : f32 loc(#loc38)
    linalg.yield %268 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %269 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc40)
  %270 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc40)
  %271 = tensor.empty() : tensor<32xf32> loc(#loc40)
  %272 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%269, %270 : tensor<32xbf16>, tensor<32xbf16>) outs(%271 : tensor<32xf32>) {
  ^bb0(%x_274: bf16, %x_275: bf16, %x_276: f32):
    %276 = arith.extf %x_274 : bf16 to f32 loc(#loc40)
    %277 = arith.extf %x_275 : bf16 to f32 loc(#loc40)
    %278 = arith.mulf %276, %277 : f32 loc(#loc40)
    linalg.yield %278 : f32 loc(#loc40)
  } -> tensor<32xf32> loc(#loc40)
  %279 = tensor.empty() : tensor<f32> loc(#loc40)
  %280 = linalg.fill ins(%c_6 : f32) outs(%279 : tensor<f32>) -> tensor<f32> loc(#loc40)
  %281 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%272 : tensor<32xf32>) outs(%280 : tensor<f32>) {
  ^bb0(%x_283: f32, %x_284: f32):
    %284 = arith.addf %x_284, %x_283 : f32 loc(#loc40)
    linalg.yield %284 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %285 = tensor.empty() : tensor<f32> loc(#loc40)
  %286 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%281 : tensor<f32>) outs(%285 : tensor<f32>) {
  ^bb0(%x_288: f32, %x_289: f32):
    %289 = math.exp %x_288 : f32 loc(#loc40)
    linalg.yield %289 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %290 = tensor.empty() : tensor<f32> loc(#loc42)
  %291 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%265, %286 : tensor<f32>, tensor<f32>) outs(%290 : tensor<f32>) {
  ^bb0(%x_293: f32, %x_294: f32, %x_295: f32):
    %295 = arith.subf %x_293, %x_294 : f32 loc(#loc42)
    linalg.yield %295 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %296 = tensor.empty() : tensor<f32> loc(#loc42)
  %297 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%291 : tensor<f32>) outs(%296 : tensor<f32>) {
  ^bb0(%x_299: f32, %x_300: f32):
    %300 = arith.addf %x_299, %c_10 : f32 loc(#loc42)
    linalg.yield %300 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %301 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc44)
  %302 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%297, %247 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%301 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_304: f32, %x_305: f32, %x_306: f32):
    %306 = arith.mulf %x_304, %x_305 : f32 loc(#loc44)
    linalg.yield %306 : f32 loc(#loc44)
  } -> tensor<?x?x4x64xf32> loc(#loc44)
  %307 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc44)
  %308 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%246, %302 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%307 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_310: f32, %x_311: f32, %x_312: f32):
    %312 = arith.subf %x_310, %x_311 : f32 loc(#loc44)
    linalg.yield %312 : f32 loc(#loc44)
  } -> tensor<?x?x4x64xf32> loc(#loc44)
  %313 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc46)
  %314 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%308 : tensor<?x?x4x64xf32>) outs(%313 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_316: f32, %x_317: f32):
    %317 = arith.mulf %x_316, %x_316 : f32 loc(#loc46)
    linalg.yield %317 : f32 loc(#loc46)
  } -> tensor<?x?x4x64xf32> loc(#loc46)
  %318 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %319 = linalg.fill ins(%c_6 : f32) outs(%318 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc46)
  %320 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%314 : tensor<?x?x4x64xf32>) outs(%319 : tensor<?x?x4xf32>) {
  ^bb0(%x_322: f32, %x_323: f32):
    %323 = arith.addf %x_323, %x_322 : f32 loc(#loc46)
    linalg.yield %323 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %324 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %325 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<?x?x4xf32>) outs(%324 : tensor<?x?x4xf32>) {
  ^bb0(%x_327: f32, %x_328: f32):
    %328 = arith.divf %x_327, %c_11 : f32 loc(#loc46)
    linalg.yield %328 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %329 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %330 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325 : tensor<?x?x4xf32>) outs(%329 : tensor<?x?x4xf32>) {
  ^bb0(%x_332: f32, %x_333: f32):
    %333 = arith.addf %x_332, %c_8 : f32 loc(#loc46)
    linalg.yield %333 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %334 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc46)
  %335 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%330 : tensor<?x?x4xf32>) outs(%334 : tensor<?x?x4xf32>) {
  ^bb0(%x_337: f32, %x_338: f32):
    %338 = math.rsqrt %x_337 : f32 loc(#loc46)
    linalg.yield %338 : f32 loc(#loc46)
  } -> tensor<?x?x4xf32> loc(#loc46)
  %339 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc46)
  %340 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%308, %335 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%339 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_342: f32, %x_343: f32, %x_344: f32):
    %344 = arith.mulf %x_342, %x_343 : f32 loc(#loc46)
    linalg.yield %344 : f32 loc(#loc46)
  } -> tensor<?x?x4x64xf32> loc(#loc46)
  %345 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc47)
  %346 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%340 : tensor<?x?x4x64xf32>) outs(%345 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_348: f32, %x_349: f32):
    %349 = arith.mulf %x_348, %c_12 : f32 loc(#loc47)
    linalg.yield %349 : f32 loc(#loc47)
  } -> tensor<?x?x4x64xf32> loc(#loc47)
  %350 = tensor.collapse_shape %346 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc49)
  %351 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc51)
  %352 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc51)
  %353 = linalg.fill ins(%c_6 : f32) outs(%352 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc51)
  %354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%350, %351 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%353 : tensor<?x?x256xf32>) {
  ^bb0(%x_356: f32, %x_357: bf16, %x_358: f32):
    %358 = arith.extf %x_357 : bf16 to f32 loc(#loc51)
    %359 = arith.mulf %x_356, %358 : f32 loc(#loc51)
    %360 = arith.addf %x_358, %359 : f32 loc(#loc51)
    linalg.yield %360 : f32 loc(#loc51)
  } -> tensor<?x?x256xf32> loc(#loc51)
  %361 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc53)
  %362 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %354 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%361 : tensor<?x?x256xf32>) {
  ^bb0(%x_364: f32, %x_365: f32, %x_366: f32):
    %366 = arith.addf %x_364, %x_365 : f32 loc(#loc53)
    linalg.yield %366 : f32 loc(#loc53)
  } -> tensor<?x?x256xf32> loc(#loc53)
  %367 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc54)
  %368 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%362 : tensor<?x?x256xf32>) outs(%367 : tensor<?x?x256xf32>) {
  ^bb0(%x_370: f32, %x_371: f32):
    %371 = arith.mulf %x_370, %x_370 : f32 loc(#loc54)
    linalg.yield %371 : f32 loc(#loc54)
  } -> tensor<?x?x256xf32> loc(#loc54)
  %372 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc54)
  %373 = linalg.fill ins(%c_6 : f32) outs(%372 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc54)
  %374 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%368 : tensor<?x?x256xf32>) outs(%373 : tensor<?x?xf32>) {
  ^bb0(%x_376: f32, %x_377: f32):
    %377 = arith.addf %x_377, %x_376 : f32 loc(#loc54)
    linalg.yield %377 : f32 loc(#loc54)
  } -> tensor<?x?xf32> loc(#loc54)
  %378 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc54)
  %379 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%374 : tensor<?x?xf32>) outs(%378 : tensor<?x?xf32>) {
  ^bb0(%x_381: f32, %x_382: f32):
    %382 = arith.divf %x_381, %c_7 : f32 loc(#loc54)
    linalg.yield %382 : f32 loc(#loc54)
  } -> tensor<?x?xf32> loc(#loc54)
  %383 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc55)
  %384 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%379 : tensor<?x?xf32>) outs(%383 : tensor<?x?xf32>) {
  ^bb0(%x_386: f32, %x_387: f32):
    %387 = arith.addf %x_386, %c_8 : f32 loc(#loc55)
    linalg.yield %387 : f32 loc(#loc55)
  } -> tensor<?x?xf32> loc(#loc55)
  %388 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc55)
  %389 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%384 : tensor<?x?xf32>) outs(%388 : tensor<?x?xf32>) {
  ^bb0(%x_391: f32, %x_392: f32):
    %392 = math.rsqrt %x_391 : f32 loc(#loc55)
    linalg.yield %392 : f32 loc(#loc55)
  } -> tensor<?x?xf32> loc(#loc55)
  %393 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc55)
  %394 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%362, %389 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%393 : tensor<?x?x256xf32>) {
  ^bb0(%x_396: f32, %x_397: f32, %x_398: f32):
    %398 = arith.mulf %x_396, %x_397 : f32 loc(#loc55)
    linalg.yield %398 : f32 loc(#loc55)
  } -> tensor<?x?x256xf32> loc(#loc55)
  %399 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc56)
  %400 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc56)
  %401 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%399, %394 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%400 : tensor<?x?x256xf32>) {
  ^bb0(%x_403: bf16, %x_404: f32, %x_405: f32):
    %405 = arith.extf %x_403 : bf16 to f32 loc(#loc56)
    %406 = arith.mulf %405, %x_404 : f32 loc(#loc56)
    linalg.yield %406 : f32 loc(#loc56)
  } -> tensor<?x?x256xf32> loc(#loc56)
  %407 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc58)
  %408 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc58)
  %409 = linalg.fill ins(%c_6 : f32) outs(%408 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc58)
  %410 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%401, %407 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%409 : tensor<?x?x704xf32>) {
  ^bb0(%x_412: f32, %x_413: bf16, %x_414: f32):
    %414 = arith.extf %x_413 : bf16 to f32 loc(#loc58)
    %415 = arith.mulf %x_412, %414 : f32 loc(#loc58)
    %416 = arith.addf %x_414, %415 : f32 loc(#loc58)
    linalg.yield %416 : f32 loc(#loc58)
  } -> tensor<?x?x704xf32> loc(#loc58)
  %417 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc60)
  %418 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%410 : tensor<?x?x704xf32>) outs(%417 : tensor<?x?x704xf32>) {
  ^bb0(%x_420: f32, %x_421: f32):
    %421 = arith.negf %x_420 : f32 loc(#loc60)
    %422 = math.exp %421 : f32 loc(#loc60)
    %423 = arith.addf %422, %c_5 : f32 loc(#loc60)
    %424 = arith.divf %x_420, %423 : f32 loc(#loc60)
    linalg.yield %424 : f32 loc(#loc60)
  } -> tensor<?x?x704xf32> loc(#loc60)
  %425 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc61)
  %426 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc61)
  %427 = linalg.fill ins(%c_6 : f32) outs(%426 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc61)
  %428 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%401, %425 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%427 : tensor<?x?x704xf32>) {
  ^bb0(%x_430: f32, %x_431: bf16, %x_432: f32):
    %432 = arith.extf %x_431 : bf16 to f32 loc(#loc61)
    %433 = arith.mulf %x_430, %432 : f32 loc(#loc61)
    %434 = arith.addf %x_432, %433 : f32 loc(#loc61)
    linalg.yield %434 : f32 loc(#loc61)
  } -> tensor<?x?x704xf32> loc(#loc61)
  %435 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc62)
  %436 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%418, %428 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%435 : tensor<?x?x704xf32>) {
  ^bb0(%x_438: f32, %x_439: f32, %x_440: f32):
    %440 = arith.mulf %x_438, %x_439 : f32 loc(#loc62)
    linalg.yield %440 : f32 loc(#loc62)
  } -> tensor<?x?x704xf32> loc(#loc62)
  %441 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc63)
  %442 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc63)
  %443 = linalg.fill ins(%c_6 : f32) outs(%442 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc63)
  %444 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%436, %441 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%443 : tensor<?x?x256xf32>) {
  ^bb0(%x_446: f32, %x_447: bf16, %x_448: f32):
    %448 = arith.extf %x_447 : bf16 to f32 loc(#loc63)
    %449 = arith.mulf %x_446, %448 : f32 loc(#loc63)
    %450 = arith.addf %x_448, %449 : f32 loc(#loc63)
    linalg.yield %450 : f32 loc(#loc63)
  } -> tensor<?x?x256xf32> loc(#loc63)
  %451 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc65)
  %452 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%362, %444 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%451 : tensor<?x?x256xf32>) {
  ^bb0(%x_454: f32, %x_455: f32, %x_456: f32):
    %456 = arith.addf %x_454, %x_455 : f32 loc(#loc65)
    linalg.yield %456 : f32 loc(#loc65)
  } -> tensor<?x?x256xf32> loc(#loc65)
  %457 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc66)
  %458 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%452 : tensor<?x?x256xf32>) outs(%457 : tensor<?x?x256xf32>) {
  ^bb0(%x_460: f32, %x_461: f32):
    %461 = arith.mulf %x_460, %x_460 : f32 loc(#loc66)
    linalg.yield %461 : f32 loc(#loc66)
  } -> tensor<?x?x256xf32> loc(#loc66)
  %462 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc66)
  %463 = linalg.fill ins(%c_6 : f32) outs(%462 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc66)
  %464 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%458 : tensor<?x?x256xf32>) outs(%463 : tensor<?x?xf32>) {
  ^bb0(%x_466: f32, %x_467: f32):
    %467 = arith.addf %x_467, %x_466 : f32 loc(#loc66)
    linalg.yield %467 : f32 loc(#loc66)
  } -> tensor<?x?xf32> loc(#loc66)
  %468 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc66)
  %469 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%464 : tensor<?x?xf32>) outs(%468 : tensor<?x?xf32>) {
  ^bb0(%x_471: f32, %x_472: f32):
    %472 = arith.divf %x_471, %c_7 : f32 loc(#loc66)
    linalg.yield %472 : f32 loc(#loc66)
  } -> tensor<?x?xf32> loc(#loc66)
  %473 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc67)
  %474 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%469 : tensor<?x?xf32>) outs(%473 : tensor<?x?xf32>) {
  ^bb0(%x_476: f32, %x_477: f32):
    %477 = arith.addf %x_476, %c_8 : f32 loc(#loc67)
    linalg.yield %477 : f32 loc(#loc67)
  } -> tensor<?x?xf32> loc(#loc67)
  %478 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc67)
  %479 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%474 : tensor<?x?xf32>) outs(%478 : tensor<?x?xf32>) {
  ^bb0(%x_481: f32, %x_482: f32):
    %482 = math.rsqrt %x_481 : f32 loc(#loc67)
    linalg.yield %482 : f32 loc(#loc67)
  } -> tensor<?x?xf32> loc(#loc67)
  %483 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc67)
  %484 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%452, %479 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%483 : tensor<?x?x256xf32>) {
  ^bb0(%x_486: f32, %x_487: f32, %x_488: f32):
    %488 = arith.mulf %x_486, %x_487 : f32 loc(#loc67)
    linalg.yield %488 : f32 loc(#loc67)
  } -> tensor<?x?x256xf32> loc(#loc67)
  %489 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<256xbf16> loc(#loc68)
  %490 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc68)
  %491 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%489, %484 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%490 : tensor<?x?x256xf32>) {
  ^bb0(%x_493: bf16, %x_494: f32, %x_495: f32):
    %495 = arith.extf %x_493 : bf16 to f32 loc(#loc68)
    %496 = arith.mulf %495, %x_494 : f32 loc(#loc68)
    linalg.yield %496 : f32 loc(#loc68)
  } -> tensor<?x?x256xf32> loc(#loc68)
  %497 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc69)
  %498 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc69)
  %499 = linalg.fill ins(%c_6 : f32) outs(%498 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc69)
  %500 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%491, %497 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%499 : tensor<?x?x256xf32>) {
  ^bb0(%x_502: f32, %x_503: bf16, %x_504: f32):
    %504 = arith.extf %x_503 : bf16 to f32 loc(#loc69)
    %505 = arith.mulf %x_502, %504 : f32 loc(#loc69)
    %506 = arith.addf %x_504, %505 : f32 loc(#loc69)
    linalg.yield %506 : f32 loc(#loc69)
  } -> tensor<?x?x256xf32> loc(#loc69)
  %507 = tensor.expand_shape %500 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc70)
  %508 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc71)
  %509 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc71)
  %510 = linalg.fill ins(%c_6 : f32) outs(%509 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc71)
  %511 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%491, %508 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%510 : tensor<?x?x128xf32>) {
  ^bb0(%x_513: f32, %x_514: bf16, %x_515: f32):
    %515 = arith.extf %x_514 : bf16 to f32 loc(#loc71)
    %516 = arith.mulf %x_513, %515 : f32 loc(#loc71)
    %517 = arith.addf %x_515, %516 : f32 loc(#loc71)
    linalg.yield %517 : f32 loc(#loc71)
  } -> tensor<?x?x128xf32> loc(#loc71)
  %518 = tensor.expand_shape %511 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc72)
  %519 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc73)
  %520 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc73)
  %521 = linalg.fill ins(%c_6 : f32) outs(%520 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc73)
  %522 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%491, %519 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%521 : tensor<?x?x128xf32>) {
  ^bb0(%x_524: f32, %x_525: bf16, %x_526: f32):
    %526 = arith.extf %x_525 : bf16 to f32 loc(#loc73)
    %527 = arith.mulf %x_524, %526 : f32 loc(#loc73)
    %528 = arith.addf %x_526, %527 : f32 loc(#loc73)
    linalg.yield %528 : f32 loc(#loc73)
  } -> tensor<?x?x128xf32> loc(#loc73)
  %529 = tensor.expand_shape %522 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc74)
  %530 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %531 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%507, %56 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%530 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_533: f32, %x_534: f32, %x_535: f32):
    %535 = arith.mulf %x_533, %x_534 : f32 loc(#loc75)
    linalg.yield %535 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %536 = tensor.extract_slice %507[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc75)
  %537 = tensor.extract_slice %507[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc75)
  %538 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc75)
  %539 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%537 : tensor<?x?x8x16xf32>) outs(%538 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_541: f32, %x_542: f32):
    %542 = arith.negf %x_541 : f32 loc(#loc75)
    linalg.yield %542 : f32 loc(#loc75)
  } -> tensor<?x?x8x16xf32> loc(#loc75)
  %543 = tensor.concat dim(3) %539, %536 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc75)
  %544 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %545 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%543, %66 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%544 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_547: f32, %x_548: f32, %x_549: f32):
    %549 = arith.mulf %x_547, %x_548 : f32 loc(#loc75)
    linalg.yield %549 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %550 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc75)
  %551 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%531, %545 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%550 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_553: f32, %x_554: f32, %x_555: f32):
    %555 = arith.addf %x_553, %x_554 : f32 loc(#loc75)
    linalg.yield %555 : f32 loc(#loc75)
  } -> tensor<?x?x8x32xf32> loc(#loc75)
  %556 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %557 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%518, %56 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%556 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_559: f32, %x_560: f32, %x_561: f32):
    %561 = arith.mulf %x_559, %x_560 : f32 loc(#loc75)
    linalg.yield %561 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %562 = tensor.extract_slice %518[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc75)
  %563 = tensor.extract_slice %518[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc75)
  %564 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc75)
  %565 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%563 : tensor<?x?x4x16xf32>) outs(%564 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_567: f32, %x_568: f32):
    %568 = arith.negf %x_567 : f32 loc(#loc75)
    linalg.yield %568 : f32 loc(#loc75)
  } -> tensor<?x?x4x16xf32> loc(#loc75)
  %569 = tensor.concat dim(3) %565, %562 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc75)
  %570 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %571 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%569, %66 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%570 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_573: f32, %x_574: f32, %x_575: f32):
    %575 = arith.mulf %x_573, %x_574 : f32 loc(#loc75)
    linalg.yield %575 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %576 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc75)
  %577 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%557, %571 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%576 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_579: f32, %x_580: f32, %x_581: f32):
    %581 = arith.addf %x_579, %x_580 : f32 loc(#loc75)
    linalg.yield %581 : f32 loc(#loc75)
  } -> tensor<?x?x4x32xf32> loc(#loc75)
  %582 = bufferization.to_tensor %caches_2 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc206)
  %583 = scf.for %584 = %c_0 to %n_1 step %c_1 iter_args(%585 = %582) -> (tensor<?x4x1024x32xf32>) {
    %586 = tensor.extract %lengths[%584] : tensor<?xi64> loc(#loc206)
    %587 = arith.index_cast %586 : i64 to index loc(#loc206)
    %588 = arith.cmpi ule, %587, %c_9 : index loc(#loc206)
    cf.assert %588, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc206)
    %589 = arith.subi %587, %n_2 : index loc(#loc206)
    %590 = arith.maxsi %589, %c_0 : index loc(#loc206)
    %591 = arith.subi %587, %590 : index loc(#loc206)
    %592 = arith.subi %n_2, %591 : index loc(#loc206)
    %593 = tensor.extract_slice %577[%584, %592, 0, 0] [1, %591, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc206)
    %594 = tensor.extract_slice %585[%584, 0, %590, 0] [1, 4, %591, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc206)
    %595 = linalg.transpose ins(%593 : tensor<?x4x32xf32>) outs(%594 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc206)
    %596 = tensor.insert_slice %595 into %585[%584, 0, %590, 0] [1, 4, %591, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc206)
    scf.yield %596 : tensor<?x4x1024x32xf32> loc(#loc206)
  } loc(#loc206)
  %597 = bufferization.to_tensor %caches_3 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc206)
  %598 = scf.for %599 = %c_0 to %n_1 step %c_1 iter_args(%600 = %597) -> (tensor<?x4x1024x32xf32>) {
    %601 = tensor.extract %lengths[%599] : tensor<?xi64> loc(#loc206)
    %602 = arith.index_cast %601 : i64 to index loc(#loc206)
    %603 = arith.cmpi ule, %602, %c_9 : index loc(#loc206)
    cf.assert %603, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc206)
    %604 = arith.subi %602, %n_2 : index loc(#loc206)
    %605 = arith.maxsi %604, %c_0 : index loc(#loc206)
    %606 = arith.subi %602, %605 : index loc(#loc206)
    %607 = arith.subi %n_2, %606 : index loc(#loc206)
    %608 = tensor.extract_slice %529[%599, %607, 0, 0] [1, %606, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc206)
    %609 = tensor.extract_slice %600[%599, 0, %605, 0] [1, 4, %606, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc206)
    %610 = linalg.transpose ins(%608 : tensor<?x4x32xf32>) outs(%609 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc206)
    %611 = tensor.insert_slice %610 into %600[%599, 0, %605, 0] [1, 4, %606, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc206)
    scf.yield %611 : tensor<?x4x1024x32xf32> loc(#loc206)
  } loc(#loc206)
  %612 = tensor.extract_slice %598[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc76)
  %613 = tensor.extract_slice %598[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc76)
  %614 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc76)
  %615 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%612 : tensor<?x2x1024x32xf32>) outs(%614 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_617: f32, %x_618: f32):
    linalg.yield %x_617 : f32 loc(#loc76)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc76)
  %618 = tensor.collapse_shape %615 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc76)
  %619 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc76)
  %620 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%613 : tensor<?x2x1024x32xf32>) outs(%619 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_622: f32, %x_623: f32):
    linalg.yield %x_622 : f32 loc(#loc76)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc76)
  %623 = tensor.collapse_shape %620 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc76)
  %624 = tensor.expand_shape %551 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc77)
  %625 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc77)
  %626 = diffattn.attention signal(%624[b, m, g, r, d], %583[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%618[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%625[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc77)
  %627 = tensor.collapse_shape %626 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc77)
  %628 = tensor.expand_shape %551 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc78)
  %629 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc78)
  %630 = diffattn.attention signal(%628[b, m, g, r, d], %583[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%623[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%629[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc78)
  %631 = tensor.collapse_shape %630 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc78)
  %632 = tensor.concat dim(3) %627, %631 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc79)
  %633 = tensor.extract_slice %632[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc80)
  %634 = tensor.extract_slice %632[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc80)
  %635 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc81)
  %636 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc81)
  %637 = tensor.empty() : tensor<32xf32> loc(#loc81)
  %638 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%635, %636 : tensor<32xbf16>, tensor<32xbf16>) outs(%637 : tensor<32xf32>) {
  ^bb0(%x_640: bf16, %x_641: bf16, %x_642: f32):
    %642 = arith.extf %x_640 : bf16 to f32 loc(#loc81)
    %643 = arith.extf %x_641 : bf16 to f32 loc(#loc81)
    %644 = arith.mulf %642, %643 : f32 loc(#loc81)
    linalg.yield %644 : f32 loc(#loc81)
  } -> tensor<32xf32> loc(#loc81)
  %645 = tensor.empty() : tensor<f32> loc(#loc81)
  %646 = linalg.fill ins(%c_6 : f32) outs(%645 : tensor<f32>) -> tensor<f32> loc(#loc81)
  %647 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%638 : tensor<32xf32>) outs(%646 : tensor<f32>) {
  ^bb0(%x_649: f32, %x_650: f32):
    %650 = arith.addf %x_650, %x_649 : f32 loc(#loc81)
    linalg.yield %650 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %651 = tensor.empty() : tensor<f32> loc(#loc81)
  %652 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%647 : tensor<f32>) outs(%651 : tensor<f32>) {
  ^bb0(%x_654: f32, %x_655: f32):
    %655 = math.exp %x_654 : f32 loc(#loc81)
    linalg.yield %655 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %656 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc82)
  %657 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc82)
  %658 = tensor.empty() : tensor<32xf32> loc(#loc82)
  %659 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%656, %657 : tensor<32xbf16>, tensor<32xbf16>) outs(%658 : tensor<32xf32>) {
  ^bb0(%x_661: bf16, %x_662: bf16, %x_663: f32):
    %663 = arith.extf %x_661 : bf16 to f32 loc(#loc82)
    %664 = arith.extf %x_662 : bf16 to f32 loc(#loc82)
    %665 = arith.mulf %663, %664 : f32 loc(#loc82)
    linalg.yield %665 : f32 loc(#loc82)
  } -> tensor<32xf32> loc(#loc82)
  %666 = tensor.empty() : tensor<f32> loc(#loc82)
  %667 = linalg.fill ins(%c_6 : f32) outs(%666 : tensor<f32>) -> tensor<f32> loc(#loc82)
  %668 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%659 : tensor<32xf32>) outs(%667 : tensor<f32>) {
  ^bb0(%x_670: f32, %x_671: f32):
    %671 = arith.addf %x_671, %x_670 : f32 loc(#loc82)
    linalg.yield %671 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %672 = tensor.empty() : tensor<f32> loc(#loc82)
  %673 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%668 : tensor<f32>) outs(%672 : tensor<f32>) {
  ^bb0(%x_675: f32, %x_676: f32):
    %676 = math.exp %x_675 : f32 loc(#loc82)
    linalg.yield %676 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %677 = tensor.empty() : tensor<f32> loc(#loc83)
  %678 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%652, %673 : tensor<f32>, tensor<f32>) outs(%677 : tensor<f32>) {
  ^bb0(%x_680: f32, %x_681: f32, %x_682: f32):
    %682 = arith.subf %x_680, %x_681 : f32 loc(#loc83)
    linalg.yield %682 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %683 = tensor.empty() : tensor<f32> loc(#loc83)
  %684 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%678 : tensor<f32>) outs(%683 : tensor<f32>) {
  ^bb0(%x_686: f32, %x_687: f32):
    %687 = arith.addf %x_686, %c_13 : f32 loc(#loc83)
    linalg.yield %687 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %688 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc84)
  %689 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%684, %634 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%688 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_691: f32, %x_692: f32, %x_693: f32):
    %693 = arith.mulf %x_691, %x_692 : f32 loc(#loc84)
    linalg.yield %693 : f32 loc(#loc84)
  } -> tensor<?x?x4x64xf32> loc(#loc84)
  %694 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc84)
  %695 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%633, %689 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%694 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_697: f32, %x_698: f32, %x_699: f32):
    %699 = arith.subf %x_697, %x_698 : f32 loc(#loc84)
    linalg.yield %699 : f32 loc(#loc84)
  } -> tensor<?x?x4x64xf32> loc(#loc84)
  %700 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc85)
  %701 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%695 : tensor<?x?x4x64xf32>) outs(%700 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_703: f32, %x_704: f32):
    %704 = arith.mulf %x_703, %x_703 : f32 loc(#loc85)
    linalg.yield %704 : f32 loc(#loc85)
  } -> tensor<?x?x4x64xf32> loc(#loc85)
  %705 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %706 = linalg.fill ins(%c_6 : f32) outs(%705 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc85)
  %707 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%701 : tensor<?x?x4x64xf32>) outs(%706 : tensor<?x?x4xf32>) {
  ^bb0(%x_709: f32, %x_710: f32):
    %710 = arith.addf %x_710, %x_709 : f32 loc(#loc85)
    linalg.yield %710 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %711 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %712 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%707 : tensor<?x?x4xf32>) outs(%711 : tensor<?x?x4xf32>) {
  ^bb0(%x_714: f32, %x_715: f32):
    %715 = arith.divf %x_714, %c_11 : f32 loc(#loc85)
    linalg.yield %715 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %716 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %717 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%712 : tensor<?x?x4xf32>) outs(%716 : tensor<?x?x4xf32>) {
  ^bb0(%x_719: f32, %x_720: f32):
    %720 = arith.addf %x_719, %c_8 : f32 loc(#loc85)
    linalg.yield %720 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %721 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc85)
  %722 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%717 : tensor<?x?x4xf32>) outs(%721 : tensor<?x?x4xf32>) {
  ^bb0(%x_724: f32, %x_725: f32):
    %725 = math.rsqrt %x_724 : f32 loc(#loc85)
    linalg.yield %725 : f32 loc(#loc85)
  } -> tensor<?x?x4xf32> loc(#loc85)
  %726 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc85)
  %727 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%695, %722 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%726 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_729: f32, %x_730: f32, %x_731: f32):
    %731 = arith.mulf %x_729, %x_730 : f32 loc(#loc85)
    linalg.yield %731 : f32 loc(#loc85)
  } -> tensor<?x?x4x64xf32> loc(#loc85)
  %732 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc86)
  %733 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%727 : tensor<?x?x4x64xf32>) outs(%732 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_735: f32, %x_736: f32):
    %736 = arith.mulf %x_735, %c_14 : f32 loc(#loc86)
    linalg.yield %736 : f32 loc(#loc86)
  } -> tensor<?x?x4x64xf32> loc(#loc86)
  %737 = tensor.collapse_shape %733 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc87)
  %738 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc88)
  %739 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc88)
  %740 = linalg.fill ins(%c_6 : f32) outs(%739 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc88)
  %741 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%737, %738 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%740 : tensor<?x?x256xf32>) {
  ^bb0(%x_743: f32, %x_744: bf16, %x_745: f32):
    %745 = arith.extf %x_744 : bf16 to f32 loc(#loc88)
    %746 = arith.mulf %x_743, %745 : f32 loc(#loc88)
    %747 = arith.addf %x_745, %746 : f32 loc(#loc88)
    linalg.yield %747 : f32 loc(#loc88)
  } -> tensor<?x?x256xf32> loc(#loc88)
  %748 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc89)
  %749 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%452, %741 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%748 : tensor<?x?x256xf32>) {
  ^bb0(%x_751: f32, %x_752: f32, %x_753: f32):
    %753 = arith.addf %x_751, %x_752 : f32 loc(#loc89)
    linalg.yield %753 : f32 loc(#loc89)
  } -> tensor<?x?x256xf32> loc(#loc89)
  %754 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc90)
  %755 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%749 : tensor<?x?x256xf32>) outs(%754 : tensor<?x?x256xf32>) {
  ^bb0(%x_757: f32, %x_758: f32):
    %758 = arith.mulf %x_757, %x_757 : f32 loc(#loc90)
    linalg.yield %758 : f32 loc(#loc90)
  } -> tensor<?x?x256xf32> loc(#loc90)
  %759 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc90)
  %760 = linalg.fill ins(%c_6 : f32) outs(%759 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc90)
  %761 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%755 : tensor<?x?x256xf32>) outs(%760 : tensor<?x?xf32>) {
  ^bb0(%x_763: f32, %x_764: f32):
    %764 = arith.addf %x_764, %x_763 : f32 loc(#loc90)
    linalg.yield %764 : f32 loc(#loc90)
  } -> tensor<?x?xf32> loc(#loc90)
  %765 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc90)
  %766 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%761 : tensor<?x?xf32>) outs(%765 : tensor<?x?xf32>) {
  ^bb0(%x_768: f32, %x_769: f32):
    %769 = arith.divf %x_768, %c_7 : f32 loc(#loc90)
    linalg.yield %769 : f32 loc(#loc90)
  } -> tensor<?x?xf32> loc(#loc90)
  %770 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc91)
  %771 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%766 : tensor<?x?xf32>) outs(%770 : tensor<?x?xf32>) {
  ^bb0(%x_773: f32, %x_774: f32):
    %774 = arith.addf %x_773, %c_8 : f32 loc(#loc91)
    linalg.yield %774 : f32 loc(#loc91)
  } -> tensor<?x?xf32> loc(#loc91)
  %775 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc91)
  %776 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%771 : tensor<?x?xf32>) outs(%775 : tensor<?x?xf32>) {
  ^bb0(%x_778: f32, %x_779: f32):
    %779 = math.rsqrt %x_778 : f32 loc(#loc91)
    linalg.yield %779 : f32 loc(#loc91)
  } -> tensor<?x?xf32> loc(#loc91)
  %780 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc91)
  %781 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%749, %776 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%780 : tensor<?x?x256xf32>) {
  ^bb0(%x_783: f32, %x_784: f32, %x_785: f32):
    %785 = arith.mulf %x_783, %x_784 : f32 loc(#loc91)
    linalg.yield %785 : f32 loc(#loc91)
  } -> tensor<?x?x256xf32> loc(#loc91)
  %786 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc92)
  %787 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc92)
  %788 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%786, %781 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%787 : tensor<?x?x256xf32>) {
  ^bb0(%x_790: bf16, %x_791: f32, %x_792: f32):
    %792 = arith.extf %x_790 : bf16 to f32 loc(#loc92)
    %793 = arith.mulf %792, %x_791 : f32 loc(#loc92)
    linalg.yield %793 : f32 loc(#loc92)
  } -> tensor<?x?x256xf32> loc(#loc92)
  %794 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc93)
  %795 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc93)
  %796 = linalg.fill ins(%c_6 : f32) outs(%795 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc93)
  %797 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%788, %794 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%796 : tensor<?x?x704xf32>) {
  ^bb0(%x_799: f32, %x_800: bf16, %x_801: f32):
    %801 = arith.extf %x_800 : bf16 to f32 loc(#loc93)
    %802 = arith.mulf %x_799, %801 : f32 loc(#loc93)
    %803 = arith.addf %x_801, %802 : f32 loc(#loc93)
    linalg.yield %803 : f32 loc(#loc93)
  } -> tensor<?x?x704xf32> loc(#loc93)
  %804 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc94)
  %805 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%797 : tensor<?x?x704xf32>) outs(%804 : tensor<?x?x704xf32>) {
  ^bb0(%x_807: f32, %x_808: f32):
    %808 = arith.negf %x_807 : f32 loc(#loc94)
    %809 = math.exp %808 : f32 loc(#loc94)
    %810 = arith.addf %809, %c_5 : f32 loc(#loc94)
    %811 = arith.divf %x_807, %810 : f32 loc(#loc94)
    linalg.yield %811 : f32 loc(#loc94)
  } -> tensor<?x?x704xf32> loc(#loc94)
  %812 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc95)
  %813 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc95)
  %814 = linalg.fill ins(%c_6 : f32) outs(%813 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc95)
  %815 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%788, %812 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%814 : tensor<?x?x704xf32>) {
  ^bb0(%x_817: f32, %x_818: bf16, %x_819: f32):
    %819 = arith.extf %x_818 : bf16 to f32 loc(#loc95)
    %820 = arith.mulf %x_817, %819 : f32 loc(#loc95)
    %821 = arith.addf %x_819, %820 : f32 loc(#loc95)
    linalg.yield %821 : f32 loc(#loc95)
  } -> tensor<?x?x704xf32> loc(#loc95)
  %822 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc96)
  %823 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%805, %815 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%822 : tensor<?x?x704xf32>) {
  ^bb0(%x_825: f32, %x_826: f32, %x_827: f32):
    %827 = arith.mulf %x_825, %x_826 : f32 loc(#loc96)
    linalg.yield %827 : f32 loc(#loc96)
  } -> tensor<?x?x704xf32> loc(#loc96)
  %828 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc97)
  %829 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc97)
  %830 = linalg.fill ins(%c_6 : f32) outs(%829 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc97)
  %831 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%823, %828 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%830 : tensor<?x?x256xf32>) {
  ^bb0(%x_833: f32, %x_834: bf16, %x_835: f32):
    %835 = arith.extf %x_834 : bf16 to f32 loc(#loc97)
    %836 = arith.mulf %x_833, %835 : f32 loc(#loc97)
    %837 = arith.addf %x_835, %836 : f32 loc(#loc97)
    linalg.yield %837 : f32 loc(#loc97)
  } -> tensor<?x?x256xf32> loc(#loc97)
  %838 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc98)
  %839 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%749, %831 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%838 : tensor<?x?x256xf32>) {
  ^bb0(%x_841: f32, %x_842: f32, %x_843: f32):
    %843 = arith.addf %x_841, %x_842 : f32 loc(#loc98)
    linalg.yield %843 : f32 loc(#loc98)
  } -> tensor<?x?x256xf32> loc(#loc98)
  %844 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc99)
  %845 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%839 : tensor<?x?x256xf32>) outs(%844 : tensor<?x?x256xf32>) {
  ^bb0(%x_847: f32, %x_848: f32):
    %848 = arith.mulf %x_847, %x_847 : f32 loc(#loc99)
    linalg.yield %848 : f32 loc(#loc99)
  } -> tensor<?x?x256xf32> loc(#loc99)
  %849 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc99)
  %850 = linalg.fill ins(%c_6 : f32) outs(%849 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc99)
  %851 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%845 : tensor<?x?x256xf32>) outs(%850 : tensor<?x?xf32>) {
  ^bb0(%x_853: f32, %x_854: f32):
    %854 = arith.addf %x_854, %x_853 : f32 loc(#loc99)
    linalg.yield %854 : f32 loc(#loc99)
  } -> tensor<?x?xf32> loc(#loc99)
  %855 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc99)
  %856 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%851 : tensor<?x?xf32>) outs(%855 : tensor<?x?xf32>) {
  ^bb0(%x_858: f32, %x_859: f32):
    %859 = arith.divf %x_858, %c_7 : f32 loc(#loc99)
    linalg.yield %859 : f32 loc(#loc99)
  } -> tensor<?x?xf32> loc(#loc99)
  %860 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc100)
  %861 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%856 : tensor<?x?xf32>) outs(%860 : tensor<?x?xf32>) {
  ^bb0(%x_863: f32, %x_864: f32):
    %864 = arith.addf %x_863, %c_8 : f32 loc(#loc100)
    linalg.yield %864 : f32 loc(#loc100)
  } -> tensor<?x?xf32> loc(#loc100)
  %865 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc100)
  %866 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%861 : tensor<?x?xf32>) outs(%865 : tensor<?x?xf32>) {
  ^bb0(%x_868: f32, %x_869: f32):
    %869 = math.rsqrt %x_868 : f32 loc(#loc100)
    linalg.yield %869 : f32 loc(#loc100)
  } -> tensor<?x?xf32> loc(#loc100)
  %870 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc100)
  %871 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%839, %866 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%870 : tensor<?x?x256xf32>) {
  ^bb0(%x_873: f32, %x_874: f32, %x_875: f32):
    %875 = arith.mulf %x_873, %x_874 : f32 loc(#loc100)
    linalg.yield %875 : f32 loc(#loc100)
  } -> tensor<?x?x256xf32> loc(#loc100)
  %876 = ml_program.global_load_const @"model.layers.2.input_layernorm.weight" : tensor<256xbf16> loc(#loc101)
  %877 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc101)
  %878 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%876, %871 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%877 : tensor<?x?x256xf32>) {
  ^bb0(%x_880: bf16, %x_881: f32, %x_882: f32):
    %882 = arith.extf %x_880 : bf16 to f32 loc(#loc101)
    %883 = arith.mulf %882, %x_881 : f32 loc(#loc101)
    linalg.yield %883 : f32 loc(#loc101)
  } -> tensor<?x?x256xf32> loc(#loc101)
  %884 = ml_program.global_load_const @"model.layers.2.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc102)
  %885 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc102)
  %886 = linalg.fill ins(%c_6 : f32) outs(%885 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc102)
  %887 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%878, %884 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%886 : tensor<?x?x256xf32>) {
  ^bb0(%x_889: f32, %x_890: bf16, %x_891: f32):
    %891 = arith.extf %x_890 : bf16 to f32 loc(#loc102)
    %892 = arith.mulf %x_889, %891 : f32 loc(#loc102)
    %893 = arith.addf %x_891, %892 : f32 loc(#loc102)
    linalg.yield %893 : f32 loc(#loc102)
  } -> tensor<?x?x256xf32> loc(#loc102)
  %894 = tensor.expand_shape %887 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc103)
  %895 = ml_program.global_load_const @"model.layers.2.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc104)
  %896 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc104)
  %897 = linalg.fill ins(%c_6 : f32) outs(%896 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc104)
  %898 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%878, %895 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%897 : tensor<?x?x128xf32>) {
  ^bb0(%x_900: f32, %x_901: bf16, %x_902: f32):
    %902 = arith.extf %x_901 : bf16 to f32 loc(#loc104)
    %903 = arith.mulf %x_900, %902 : f32 loc(#loc104)
    %904 = arith.addf %x_902, %903 : f32 loc(#loc104)
    linalg.yield %904 : f32 loc(#loc104)
  } -> tensor<?x?x128xf32> loc(#loc104)
  %905 = tensor.expand_shape %898 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc105)
  %906 = ml_program.global_load_const @"model.layers.2.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc106)
  %907 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc106)
  %908 = linalg.fill ins(%c_6 : f32) outs(%907 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc106)
  %909 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%878, %906 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%908 : tensor<?x?x128xf32>) {
  ^bb0(%x_911: f32, %x_912: bf16, %x_913: f32):
    %913 = arith.extf %x_912 : bf16 to f32 loc(#loc106)
    %914 = arith.mulf %x_911, %913 : f32 loc(#loc106)
    %915 = arith.addf %x_913, %914 : f32 loc(#loc106)
    linalg.yield %915 : f32 loc(#loc106)
  } -> tensor<?x?x128xf32> loc(#loc106)
  %916 = tensor.expand_shape %909 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc107)
  %917 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %918 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%894, %56 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%917 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_920: f32, %x_921: f32, %x_922: f32):
    %922 = arith.mulf %x_920, %x_921 : f32 loc(#loc108)
    linalg.yield %922 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %923 = tensor.extract_slice %894[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc108)
  %924 = tensor.extract_slice %894[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc108)
  %925 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc108)
  %926 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%924 : tensor<?x?x8x16xf32>) outs(%925 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_928: f32, %x_929: f32):
    %929 = arith.negf %x_928 : f32 loc(#loc108)
    linalg.yield %929 : f32 loc(#loc108)
  } -> tensor<?x?x8x16xf32> loc(#loc108)
  %930 = tensor.concat dim(3) %926, %923 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc108)
  %931 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %932 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%930, %66 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%931 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_934: f32, %x_935: f32, %x_936: f32):
    %936 = arith.mulf %x_934, %x_935 : f32 loc(#loc108)
    linalg.yield %936 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %937 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc108)
  %938 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%918, %932 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%937 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_940: f32, %x_941: f32, %x_942: f32):
    %942 = arith.addf %x_940, %x_941 : f32 loc(#loc108)
    linalg.yield %942 : f32 loc(#loc108)
  } -> tensor<?x?x8x32xf32> loc(#loc108)
  %943 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %944 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%905, %56 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%943 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_946: f32, %x_947: f32, %x_948: f32):
    %948 = arith.mulf %x_946, %x_947 : f32 loc(#loc108)
    linalg.yield %948 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %949 = tensor.extract_slice %905[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc108)
  %950 = tensor.extract_slice %905[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc108)
  %951 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc108)
  %952 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%950 : tensor<?x?x4x16xf32>) outs(%951 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_954: f32, %x_955: f32):
    %955 = arith.negf %x_954 : f32 loc(#loc108)
    linalg.yield %955 : f32 loc(#loc108)
  } -> tensor<?x?x4x16xf32> loc(#loc108)
  %956 = tensor.concat dim(3) %952, %949 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc108)
  %957 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %958 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%956, %66 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%957 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_960: f32, %x_961: f32, %x_962: f32):
    %962 = arith.mulf %x_960, %x_961 : f32 loc(#loc108)
    linalg.yield %962 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %963 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc108)
  %964 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%944, %958 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%963 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_966: f32, %x_967: f32, %x_968: f32):
    %968 = arith.addf %x_966, %x_967 : f32 loc(#loc108)
    linalg.yield %968 : f32 loc(#loc108)
  } -> tensor<?x?x4x32xf32> loc(#loc108)
  %969 = bufferization.to_tensor %caches_4 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc207)
  %970 = scf.for %971 = %c_0 to %n_1 step %c_1 iter_args(%972 = %969) -> (tensor<?x4x1024x32xf32>) {
    %973 = tensor.extract %lengths[%971] : tensor<?xi64> loc(#loc207)
    %974 = arith.index_cast %973 : i64 to index loc(#loc207)
    %975 = arith.cmpi ule, %974, %c_9 : index loc(#loc207)
    cf.assert %975, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc207)
    %976 = arith.subi %974, %n_2 : index loc(#loc207)
    %977 = arith.maxsi %976, %c_0 : index loc(#loc207)
    %978 = arith.subi %974, %977 : index loc(#loc207)
    %979 = arith.subi %n_2, %978 : index loc(#loc207)
    %980 = tensor.extract_slice %964[%971, %979, 0, 0] [1, %978, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc207)
    %981 = tensor.extract_slice %972[%971, 0, %977, 0] [1, 4, %978, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc207)
    %982 = linalg.transpose ins(%980 : tensor<?x4x32xf32>) outs(%981 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc207)
    %983 = tensor.insert_slice %982 into %972[%971, 0, %977, 0] [1, 4, %978, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc207)
    scf.yield %983 : tensor<?x4x1024x32xf32> loc(#loc207)
  } loc(#loc207)
  %984 = bufferization.to_tensor %caches_5 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc207)
  %985 = scf.for %986 = %c_0 to %n_1 step %c_1 iter_args(%987 = %984) -> (tensor<?x4x1024x32xf32>) {
    %988 = tensor.extract %lengths[%986] : tensor<?xi64> loc(#loc207)
    %989 = arith.index_cast %988 : i64 to index loc(#loc207)
    %990 = arith.cmpi ule, %989, %c_9 : index loc(#loc207)
    cf.assert %990, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc207)
    %991 = arith.subi %989, %n_2 : index loc(#loc207)
    %992 = arith.maxsi %991, %c_0 : index loc(#loc207)
    %993 = arith.subi %989, %992 : index loc(#loc207)
    %994 = arith.subi %n_2, %993 : index loc(#loc207)
    %995 = tensor.extract_slice %916[%986, %994, 0, 0] [1, %993, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc207)
    %996 = tensor.extract_slice %987[%986, 0, %992, 0] [1, 4, %993, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc207)
    %997 = linalg.transpose ins(%995 : tensor<?x4x32xf32>) outs(%996 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc207)
    %998 = tensor.insert_slice %997 into %987[%986, 0, %992, 0] [1, 4, %993, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc207)
    scf.yield %998 : tensor<?x4x1024x32xf32> loc(#loc207)
  } loc(#loc207)
  %999 = tensor.extract_slice %985[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc109)
  %1000 = tensor.extract_slice %985[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc109)
  %1001 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1002 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%999 : tensor<?x2x1024x32xf32>) outs(%1001 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1004: f32, %x_1005: f32):
    linalg.yield %x_1004 : f32 loc(#loc109)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1005 = tensor.collapse_shape %1002 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc109)
  %1006 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1007 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1000 : tensor<?x2x1024x32xf32>) outs(%1006 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1009: f32, %x_1010: f32):
    linalg.yield %x_1009 : f32 loc(#loc109)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1010 = tensor.collapse_shape %1007 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc109)
  %1011 = tensor.expand_shape %938 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc110)
  %1012 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc110)
  %1013 = diffattn.attention signal(%1011[b, m, g, r, d], %970[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1005[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1012[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc110)
  %1014 = tensor.collapse_shape %1013 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc110)
  %1015 = tensor.expand_shape %938 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc111)
  %1016 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc111)
  %1017 = diffattn.attention signal(%1015[b, m, g, r, d], %970[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1010[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1016[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc111)
  %1018 = tensor.collapse_shape %1017 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc111)
  %1019 = tensor.concat dim(3) %1014, %1018 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc112)
  %1020 = tensor.extract_slice %1019[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc113)
  %1021 = tensor.extract_slice %1019[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc113)
  %1022 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc114)
  %1023 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc114)
  %1024 = tensor.empty() : tensor<32xf32> loc(#loc114)
  %1025 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1022, %1023 : tensor<32xbf16>, tensor<32xbf16>) outs(%1024 : tensor<32xf32>) {
  ^bb0(%x_1027: bf16, %x_1028: bf16, %x_1029: f32):
    %1029 = arith.extf %x_1027 : bf16 to f32 loc(#loc114)
    %1030 = arith.extf %x_1028 : bf16 to f32 loc(#loc114)
    %1031 = arith.mulf %1029, %1030 : f32 loc(#loc114)
    linalg.yield %1031 : f32 loc(#loc114)
  } -> tensor<32xf32> loc(#loc114)
  %1032 = tensor.empty() : tensor<f32> loc(#loc114)
  %1033 = linalg.fill ins(%c_6 : f32) outs(%1032 : tensor<f32>) -> tensor<f32> loc(#loc114)
  %1034 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1025 : tensor<32xf32>) outs(%1033 : tensor<f32>) {
  ^bb0(%x_1036: f32, %x_1037: f32):
    %1037 = arith.addf %x_1037, %x_1036 : f32 loc(#loc114)
    linalg.yield %1037 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %1038 = tensor.empty() : tensor<f32> loc(#loc114)
  %1039 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1034 : tensor<f32>) outs(%1038 : tensor<f32>) {
  ^bb0(%x_1041: f32, %x_1042: f32):
    %1042 = math.exp %x_1041 : f32 loc(#loc114)
    linalg.yield %1042 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %1043 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc115)
  %1044 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc115)
  %1045 = tensor.empty() : tensor<32xf32> loc(#loc115)
  %1046 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1043, %1044 : tensor<32xbf16>, tensor<32xbf16>) outs(%1045 : tensor<32xf32>) {
  ^bb0(%x_1048: bf16, %x_1049: bf16, %x_1050: f32):
    %1050 = arith.extf %x_1048 : bf16 to f32 loc(#loc115)
    %1051 = arith.extf %x_1049 : bf16 to f32 loc(#loc115)
    %1052 = arith.mulf %1050, %1051 : f32 loc(#loc115)
    linalg.yield %1052 : f32 loc(#loc115)
  } -> tensor<32xf32> loc(#loc115)
  %1053 = tensor.empty() : tensor<f32> loc(#loc115)
  %1054 = linalg.fill ins(%c_6 : f32) outs(%1053 : tensor<f32>) -> tensor<f32> loc(#loc115)
  %1055 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1046 : tensor<32xf32>) outs(%1054 : tensor<f32>) {
  ^bb0(%x_1057: f32, %x_1058: f32):
    %1058 = arith.addf %x_1058, %x_1057 : f32 loc(#loc115)
    linalg.yield %1058 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %1059 = tensor.empty() : tensor<f32> loc(#loc115)
  %1060 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1055 : tensor<f32>) outs(%1059 : tensor<f32>) {
  ^bb0(%x_1062: f32, %x_1063: f32):
    %1063 = math.exp %x_1062 : f32 loc(#loc115)
    linalg.yield %1063 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %1064 = tensor.empty() : tensor<f32> loc(#loc116)
  %1065 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1039, %1060 : tensor<f32>, tensor<f32>) outs(%1064 : tensor<f32>) {
  ^bb0(%x_1067: f32, %x_1068: f32, %x_1069: f32):
    %1069 = arith.subf %x_1067, %x_1068 : f32 loc(#loc116)
    linalg.yield %1069 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %1070 = tensor.empty() : tensor<f32> loc(#loc116)
  %1071 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1065 : tensor<f32>) outs(%1070 : tensor<f32>) {
  ^bb0(%x_1073: f32, %x_1074: f32):
    %1074 = arith.addf %x_1073, %c_15 : f32 loc(#loc116)
    linalg.yield %1074 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %1075 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc117)
  %1076 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1071, %1021 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%1075 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1078: f32, %x_1079: f32, %x_1080: f32):
    %1080 = arith.mulf %x_1078, %x_1079 : f32 loc(#loc117)
    linalg.yield %1080 : f32 loc(#loc117)
  } -> tensor<?x?x4x64xf32> loc(#loc117)
  %1081 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc117)
  %1082 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1020, %1076 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%1081 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1084: f32, %x_1085: f32, %x_1086: f32):
    %1086 = arith.subf %x_1084, %x_1085 : f32 loc(#loc117)
    linalg.yield %1086 : f32 loc(#loc117)
  } -> tensor<?x?x4x64xf32> loc(#loc117)
  %1087 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc118)
  %1088 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1082 : tensor<?x?x4x64xf32>) outs(%1087 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1090: f32, %x_1091: f32):
    %1091 = arith.mulf %x_1090, %x_1090 : f32 loc(#loc118)
    linalg.yield %1091 : f32 loc(#loc118)
  } -> tensor<?x?x4x64xf32> loc(#loc118)
  %1092 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %1093 = linalg.fill ins(%c_6 : f32) outs(%1092 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc118)
  %1094 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1088 : tensor<?x?x4x64xf32>) outs(%1093 : tensor<?x?x4xf32>) {
  ^bb0(%x_1096: f32, %x_1097: f32):
    %1097 = arith.addf %x_1097, %x_1096 : f32 loc(#loc118)
    linalg.yield %1097 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1098 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %1099 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1094 : tensor<?x?x4xf32>) outs(%1098 : tensor<?x?x4xf32>) {
  ^bb0(%x_1101: f32, %x_1102: f32):
    %1102 = arith.divf %x_1101, %c_11 : f32 loc(#loc118)
    linalg.yield %1102 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1103 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %1104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1099 : tensor<?x?x4xf32>) outs(%1103 : tensor<?x?x4xf32>) {
  ^bb0(%x_1106: f32, %x_1107: f32):
    %1107 = arith.addf %x_1106, %c_8 : f32 loc(#loc118)
    linalg.yield %1107 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1108 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc118)
  %1109 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1104 : tensor<?x?x4xf32>) outs(%1108 : tensor<?x?x4xf32>) {
  ^bb0(%x_1111: f32, %x_1112: f32):
    %1112 = math.rsqrt %x_1111 : f32 loc(#loc118)
    linalg.yield %1112 : f32 loc(#loc118)
  } -> tensor<?x?x4xf32> loc(#loc118)
  %1113 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc118)
  %1114 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1082, %1109 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1113 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1116: f32, %x_1117: f32, %x_1118: f32):
    %1118 = arith.mulf %x_1116, %x_1117 : f32 loc(#loc118)
    linalg.yield %1118 : f32 loc(#loc118)
  } -> tensor<?x?x4x64xf32> loc(#loc118)
  %1119 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc119)
  %1120 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1114 : tensor<?x?x4x64xf32>) outs(%1119 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1122: f32, %x_1123: f32):
    %1123 = arith.mulf %x_1122, %c_16 : f32 loc(#loc119)
    linalg.yield %1123 : f32 loc(#loc119)
  } -> tensor<?x?x4x64xf32> loc(#loc119)
  %1124 = tensor.collapse_shape %1120 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc120)
  %1125 = ml_program.global_load_const @"model.layers.2.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc121)
  %1126 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc121)
  %1127 = linalg.fill ins(%c_6 : f32) outs(%1126 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc121)
  %1128 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1124, %1125 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1127 : tensor<?x?x256xf32>) {
  ^bb0(%x_1130: f32, %x_1131: bf16, %x_1132: f32):
    %1132 = arith.extf %x_1131 : bf16 to f32 loc(#loc121)
    %1133 = arith.mulf %x_1130, %1132 : f32 loc(#loc121)
    %1134 = arith.addf %x_1132, %1133 : f32 loc(#loc121)
    linalg.yield %1134 : f32 loc(#loc121)
  } -> tensor<?x?x256xf32> loc(#loc121)
  %1135 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc122)
  %1136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%839, %1128 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1135 : tensor<?x?x256xf32>) {
  ^bb0(%x_1138: f32, %x_1139: f32, %x_1140: f32):
    %1140 = arith.addf %x_1138, %x_1139 : f32 loc(#loc122)
    linalg.yield %1140 : f32 loc(#loc122)
  } -> tensor<?x?x256xf32> loc(#loc122)
  %1141 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc123)
  %1142 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1136 : tensor<?x?x256xf32>) outs(%1141 : tensor<?x?x256xf32>) {
  ^bb0(%x_1144: f32, %x_1145: f32):
    %1145 = arith.mulf %x_1144, %x_1144 : f32 loc(#loc123)
    linalg.yield %1145 : f32 loc(#loc123)
  } -> tensor<?x?x256xf32> loc(#loc123)
  %1146 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc123)
  %1147 = linalg.fill ins(%c_6 : f32) outs(%1146 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc123)
  %1148 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1142 : tensor<?x?x256xf32>) outs(%1147 : tensor<?x?xf32>) {
  ^bb0(%x_1150: f32, %x_1151: f32):
    %1151 = arith.addf %x_1151, %x_1150 : f32 loc(#loc123)
    linalg.yield %1151 : f32 loc(#loc123)
  } -> tensor<?x?xf32> loc(#loc123)
  %1152 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc123)
  %1153 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1148 : tensor<?x?xf32>) outs(%1152 : tensor<?x?xf32>) {
  ^bb0(%x_1155: f32, %x_1156: f32):
    %1156 = arith.divf %x_1155, %c_7 : f32 loc(#loc123)
    linalg.yield %1156 : f32 loc(#loc123)
  } -> tensor<?x?xf32> loc(#loc123)
  %1157 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc124)
  %1158 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1153 : tensor<?x?xf32>) outs(%1157 : tensor<?x?xf32>) {
  ^bb0(%x_1160: f32, %x_1161: f32):
    %1161 = arith.addf %x_1160, %c_8 : f32 loc(#loc124)
    linalg.yield %1161 : f32 loc(#loc124)
  } -> tensor<?x?xf32> loc(#loc124)
  %1162 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc124)
  %1163 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1158 : tensor<?x?xf32>) outs(%1162 : tensor<?x?xf32>) {
  ^bb0(%x_1165: f32, %x_1166: f32):
    %1166 = math.rsqrt %x_1165 : f32 loc(#loc124)
    linalg.yield %1166 : f32 loc(#loc124)
  } -> tensor<?x?xf32> loc(#loc124)
  %1167 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc124)
  %1168 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1136, %1163 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1167 : tensor<?x?x256xf32>) {
  ^bb0(%x_1170: f32, %x_1171: f32, %x_1172: f32):
    %1172 = arith.mulf %x_1170, %x_1171 : f32 loc(#loc124)
    linalg.yield %1172 : f32 loc(#loc124)
  } -> tensor<?x?x256xf32> loc(#loc124)
  %1173 = ml_program.global_load_const @"model.layers.2.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc125)
  %1174 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc125)
  %1175 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1173, %1168 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1174 : tensor<?x?x256xf32>) {
  ^bb0(%x_1177: bf16, %x_1178: f32, %x_1179: f32):
    %1179 = arith.extf %x_1177 : bf16 to f32 loc(#loc125)
    %1180 = arith.mulf %1179, %x_1178 : f32 loc(#loc125)
    linalg.yield %1180 : f32 loc(#loc125)
  } -> tensor<?x?x256xf32> loc(#loc125)
  %1181 = ml_program.global_load_const @"model.layers.2.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc126)
  %1182 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc126)
  %1183 = linalg.fill ins(%c_6 : f32) outs(%1182 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc126)
  %1184 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1175, %1181 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1183 : tensor<?x?x704xf32>) {
  ^bb0(%x_1186: f32, %x_1187: bf16, %x_1188: f32):
    %1188 = arith.extf %x_1187 : bf16 to f32 loc(#loc126)
    %1189 = arith.mulf %x_1186, %1188 : f32 loc(#loc126)
    %1190 = arith.addf %x_1188, %1189 : f32 loc(#loc126)
    linalg.yield %1190 : f32 loc(#loc126)
  } -> tensor<?x?x704xf32> loc(#loc126)
  %1191 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc127)
  %1192 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1184 : tensor<?x?x704xf32>) outs(%1191 : tensor<?x?x704xf32>) {
  ^bb0(%x_1194: f32, %x_1195: f32):
    %1195 = arith.negf %x_1194 : f32 loc(#loc127)
    %1196 = math.exp %1195 : f32 loc(#loc127)
    %1197 = arith.addf %1196, %c_5 : f32 loc(#loc127)
    %1198 = arith.divf %x_1194, %1197 : f32 loc(#loc127)
    linalg.yield %1198 : f32 loc(#loc127)
  } -> tensor<?x?x704xf32> loc(#loc127)
  %1199 = ml_program.global_load_const @"model.layers.2.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc128)
  %1200 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc128)
  %1201 = linalg.fill ins(%c_6 : f32) outs(%1200 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc128)
  %1202 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1175, %1199 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1201 : tensor<?x?x704xf32>) {
  ^bb0(%x_1204: f32, %x_1205: bf16, %x_1206: f32):
    %1206 = arith.extf %x_1205 : bf16 to f32 loc(#loc128)
    %1207 = arith.mulf %x_1204, %1206 : f32 loc(#loc128)
    %1208 = arith.addf %x_1206, %1207 : f32 loc(#loc128)
    linalg.yield %1208 : f32 loc(#loc128)
  } -> tensor<?x?x704xf32> loc(#loc128)
  %1209 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc129)
  %1210 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1192, %1202 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1209 : tensor<?x?x704xf32>) {
  ^bb0(%x_1212: f32, %x_1213: f32, %x_1214: f32):
    %1214 = arith.mulf %x_1212, %x_1213 : f32 loc(#loc129)
    linalg.yield %1214 : f32 loc(#loc129)
  } -> tensor<?x?x704xf32> loc(#loc129)
  %1215 = ml_program.global_load_const @"model.layers.2.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc130)
  %1216 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc130)
  %1217 = linalg.fill ins(%c_6 : f32) outs(%1216 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc130)
  %1218 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1210, %1215 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1217 : tensor<?x?x256xf32>) {
  ^bb0(%x_1220: f32, %x_1221: bf16, %x_1222: f32):
    %1222 = arith.extf %x_1221 : bf16 to f32 loc(#loc130)
    %1223 = arith.mulf %x_1220, %1222 : f32 loc(#loc130)
    %1224 = arith.addf %x_1222, %1223 : f32 loc(#loc130)
    linalg.yield %1224 : f32 loc(#loc130)
  } -> tensor<?x?x256xf32> loc(#loc130)
  %1225 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc131)
  %1226 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1136, %1218 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1225 : tensor<?x?x256xf32>) {
  ^bb0(%x_1228: f32, %x_1229: f32, %x_1230: f32):
    %1230 = arith.addf %x_1228, %x_1229 : f32 loc(#loc131)
    linalg.yield %1230 : f32 loc(#loc131)
  } -> tensor<?x?x256xf32> loc(#loc131)
  %1231 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc132)
  %1232 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1226 : tensor<?x?x256xf32>) outs(%1231 : tensor<?x?x256xf32>) {
  ^bb0(%x_1234: f32, %x_1235: f32):
    %1235 = arith.mulf %x_1234, %x_1234 : f32 loc(#loc132)
    linalg.yield %1235 : f32 loc(#loc132)
  } -> tensor<?x?x256xf32> loc(#loc132)
  %1236 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc132)
  %1237 = linalg.fill ins(%c_6 : f32) outs(%1236 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc132)
  %1238 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1232 : tensor<?x?x256xf32>) outs(%1237 : tensor<?x?xf32>) {
  ^bb0(%x_1240: f32, %x_1241: f32):
    %1241 = arith.addf %x_1241, %x_1240 : f32 loc(#loc132)
    linalg.yield %1241 : f32 loc(#loc132)
  } -> tensor<?x?xf32> loc(#loc132)
  %1242 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc132)
  %1243 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1238 : tensor<?x?xf32>) outs(%1242 : tensor<?x?xf32>) {
  ^bb0(%x_1245: f32, %x_1246: f32):
    %1246 = arith.divf %x_1245, %c_7 : f32 loc(#loc132)
    linalg.yield %1246 : f32 loc(#loc132)
  } -> tensor<?x?xf32> loc(#loc132)
  %1247 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc133)
  %1248 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1243 : tensor<?x?xf32>) outs(%1247 : tensor<?x?xf32>) {
  ^bb0(%x_1250: f32, %x_1251: f32):
    %1251 = arith.addf %x_1250, %c_8 : f32 loc(#loc133)
    linalg.yield %1251 : f32 loc(#loc133)
  } -> tensor<?x?xf32> loc(#loc133)
  %1252 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc133)
  %1253 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1248 : tensor<?x?xf32>) outs(%1252 : tensor<?x?xf32>) {
  ^bb0(%x_1255: f32, %x_1256: f32):
    %1256 = math.rsqrt %x_1255 : f32 loc(#loc133)
    linalg.yield %1256 : f32 loc(#loc133)
  } -> tensor<?x?xf32> loc(#loc133)
  %1257 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc133)
  %1258 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1226, %1253 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1257 : tensor<?x?x256xf32>) {
  ^bb0(%x_1260: f32, %x_1261: f32, %x_1262: f32):
    %1262 = arith.mulf %x_1260, %x_1261 : f32 loc(#loc133)
    linalg.yield %1262 : f32 loc(#loc133)
  } -> tensor<?x?x256xf32> loc(#loc133)
  %1263 = ml_program.global_load_const @"model.layers.3.input_layernorm.weight" : tensor<256xbf16> loc(#loc134)
  %1264 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc134)
  %1265 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1263, %1258 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1264 : tensor<?x?x256xf32>) {
  ^bb0(%x_1267: bf16, %x_1268: f32, %x_1269: f32):
    %1269 = arith.extf %x_1267 : bf16 to f32 loc(#loc134)
    %1270 = arith.mulf %1269, %x_1268 : f32 loc(#loc134)
    linalg.yield %1270 : f32 loc(#loc134)
  } -> tensor<?x?x256xf32> loc(#loc134)
  %1271 = ml_program.global_load_const @"model.layers.3.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc135)
  %1272 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc135)
  %1273 = linalg.fill ins(%c_6 : f32) outs(%1272 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc135)
  %1274 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1265, %1271 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1273 : tensor<?x?x256xf32>) {
  ^bb0(%x_1276: f32, %x_1277: bf16, %x_1278: f32):
    %1278 = arith.extf %x_1277 : bf16 to f32 loc(#loc135)
    %1279 = arith.mulf %x_1276, %1278 : f32 loc(#loc135)
    %1280 = arith.addf %x_1278, %1279 : f32 loc(#loc135)
    linalg.yield %1280 : f32 loc(#loc135)
  } -> tensor<?x?x256xf32> loc(#loc135)
  %1281 = tensor.expand_shape %1274 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc136)
  %1282 = ml_program.global_load_const @"model.layers.3.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc137)
  %1283 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc137)
  %1284 = linalg.fill ins(%c_6 : f32) outs(%1283 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc137)
  %1285 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1265, %1282 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1284 : tensor<?x?x128xf32>) {
  ^bb0(%x_1287: f32, %x_1288: bf16, %x_1289: f32):
    %1289 = arith.extf %x_1288 : bf16 to f32 loc(#loc137)
    %1290 = arith.mulf %x_1287, %1289 : f32 loc(#loc137)
    %1291 = arith.addf %x_1289, %1290 : f32 loc(#loc137)
    linalg.yield %1291 : f32 loc(#loc137)
  } -> tensor<?x?x128xf32> loc(#loc137)
  %1292 = tensor.expand_shape %1285 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc138)
  %1293 = ml_program.global_load_const @"model.layers.3.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc139)
  %1294 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc139)
  %1295 = linalg.fill ins(%c_6 : f32) outs(%1294 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc139)
  %1296 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1265, %1293 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1295 : tensor<?x?x128xf32>) {
  ^bb0(%x_1298: f32, %x_1299: bf16, %x_1300: f32):
    %1300 = arith.extf %x_1299 : bf16 to f32 loc(#loc139)
    %1301 = arith.mulf %x_1298, %1300 : f32 loc(#loc139)
    %1302 = arith.addf %x_1300, %1301 : f32 loc(#loc139)
    linalg.yield %1302 : f32 loc(#loc139)
  } -> tensor<?x?x128xf32> loc(#loc139)
  %1303 = tensor.expand_shape %1296 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc140)
  %1304 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1281, %56 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%1304 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1307: f32, %x_1308: f32, %x_1309: f32):
    %1309 = arith.mulf %x_1307, %x_1308 : f32 loc(#loc141)
    linalg.yield %1309 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1310 = tensor.extract_slice %1281[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc141)
  %1311 = tensor.extract_slice %1281[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc141)
  %1312 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc141)
  %1313 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1311 : tensor<?x?x8x16xf32>) outs(%1312 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_1315: f32, %x_1316: f32):
    %1316 = arith.negf %x_1315 : f32 loc(#loc141)
    linalg.yield %1316 : f32 loc(#loc141)
  } -> tensor<?x?x8x16xf32> loc(#loc141)
  %1317 = tensor.concat dim(3) %1313, %1310 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc141)
  %1318 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1319 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1317, %66 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%1318 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1321: f32, %x_1322: f32, %x_1323: f32):
    %1323 = arith.mulf %x_1321, %x_1322 : f32 loc(#loc141)
    linalg.yield %1323 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1324 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc141)
  %1325 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1305, %1319 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%1324 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1327: f32, %x_1328: f32, %x_1329: f32):
    %1329 = arith.addf %x_1327, %x_1328 : f32 loc(#loc141)
    linalg.yield %1329 : f32 loc(#loc141)
  } -> tensor<?x?x8x32xf32> loc(#loc141)
  %1330 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1331 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1292, %56 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%1330 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1333: f32, %x_1334: f32, %x_1335: f32):
    %1335 = arith.mulf %x_1333, %x_1334 : f32 loc(#loc141)
    linalg.yield %1335 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1336 = tensor.extract_slice %1292[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc141)
  %1337 = tensor.extract_slice %1292[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc141)
  %1338 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc141)
  %1339 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1337 : tensor<?x?x4x16xf32>) outs(%1338 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_1341: f32, %x_1342: f32):
    %1342 = arith.negf %x_1341 : f32 loc(#loc141)
    linalg.yield %1342 : f32 loc(#loc141)
  } -> tensor<?x?x4x16xf32> loc(#loc141)
  %1343 = tensor.concat dim(3) %1339, %1336 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc141)
  %1344 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1345 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1343, %66 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%1344 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1347: f32, %x_1348: f32, %x_1349: f32):
    %1349 = arith.mulf %x_1347, %x_1348 : f32 loc(#loc141)
    linalg.yield %1349 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1350 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc141)
  %1351 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1331, %1345 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%1350 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1353: f32, %x_1354: f32, %x_1355: f32):
    %1355 = arith.addf %x_1353, %x_1354 : f32 loc(#loc141)
    linalg.yield %1355 : f32 loc(#loc141)
  } -> tensor<?x?x4x32xf32> loc(#loc141)
  %1356 = bufferization.to_tensor %caches_6 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc208)
  %1357 = scf.for %1358 = %c_0 to %n_1 step %c_1 iter_args(%1359 = %1356) -> (tensor<?x4x1024x32xf32>) {
    %1360 = tensor.extract %lengths[%1358] : tensor<?xi64> loc(#loc208)
    %1361 = arith.index_cast %1360 : i64 to index loc(#loc208)
    %1362 = arith.cmpi ule, %1361, %c_9 : index loc(#loc208)
    cf.assert %1362, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc208)
    %1363 = arith.subi %1361, %n_2 : index loc(#loc208)
    %1364 = arith.maxsi %1363, %c_0 : index loc(#loc208)
    %1365 = arith.subi %1361, %1364 : index loc(#loc208)
    %1366 = arith.subi %n_2, %1365 : index loc(#loc208)
    %1367 = tensor.extract_slice %1351[%1358, %1366, 0, 0] [1, %1365, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc208)
    %1368 = tensor.extract_slice %1359[%1358, 0, %1364, 0] [1, 4, %1365, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc208)
    %1369 = linalg.transpose ins(%1367 : tensor<?x4x32xf32>) outs(%1368 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc208)
    %1370 = tensor.insert_slice %1369 into %1359[%1358, 0, %1364, 0] [1, 4, %1365, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc208)
    scf.yield %1370 : tensor<?x4x1024x32xf32> loc(#loc208)
  } loc(#loc208)
  %1371 = bufferization.to_tensor %caches_7 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc208)
  %1372 = scf.for %1373 = %c_0 to %n_1 step %c_1 iter_args(%1374 = %1371) -> (tensor<?x4x1024x32xf32>) {
    %1375 = tensor.extract %lengths[%1373] : tensor<?xi64> loc(#loc208)
    %1376 = arith.index_cast %1375 : i64 to index loc(#loc208)
    %1377 = arith.cmpi ule, %1376, %c_9 : index loc(#loc208)
    cf.assert %1377, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc208)
    %1378 = arith.subi %1376, %n_2 : index loc(#loc208)
    %1379 = arith.maxsi %1378, %c_0 : index loc(#loc208)
    %1380 = arith.subi %1376, %1379 : index loc(#loc208)
    %1381 = arith.subi %n_2, %1380 : index loc(#loc208)
    %1382 = tensor.extract_slice %1303[%1373, %1381, 0, 0] [1, %1380, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc208)
    %1383 = tensor.extract_slice %1374[%1373, 0, %1379, 0] [1, 4, %1380, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc208)
    %1384 = linalg.transpose ins(%1382 : tensor<?x4x32xf32>) outs(%1383 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc208)
    %1385 = tensor.insert_slice %1384 into %1374[%1373, 0, %1379, 0] [1, 4, %1380, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc208)
    scf.yield %1385 : tensor<?x4x1024x32xf32> loc(#loc208)
  } loc(#loc208)
  %1386 = tensor.extract_slice %1372[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc142)
  %1387 = tensor.extract_slice %1372[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc142)
  %1388 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1389 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1386 : tensor<?x2x1024x32xf32>) outs(%1388 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1391: f32, %x_1392: f32):
    linalg.yield %x_1391 : f32 loc(#loc142)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1392 = tensor.collapse_shape %1389 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc142)
  %1393 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1394 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1387 : tensor<?x2x1024x32xf32>) outs(%1393 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1396: f32, %x_1397: f32):
    linalg.yield %x_1396 : f32 loc(#loc142)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1397 = tensor.collapse_shape %1394 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc142)
  %1398 = tensor.expand_shape %1325 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc143)
  %1399 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc143)
  %1400 = diffattn.attention signal(%1398[b, m, g, r, d], %1357[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1392[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1399[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc143)
  %1401 = tensor.collapse_shape %1400 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc143)
  %1402 = tensor.expand_shape %1325 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc144)
  %1403 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc144)
  %1404 = diffattn.attention signal(%1402[b, m, g, r, d], %1357[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1397[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1403[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc144)
  %1405 = tensor.collapse_shape %1404 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc144)
  %1406 = tensor.concat dim(3) %1401, %1405 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc145)
  %1407 = tensor.extract_slice %1406[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc146)
  %1408 = tensor.extract_slice %1406[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc146)
  %1409 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc147)
  %1410 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc147)
  %1411 = tensor.empty() : tensor<32xf32> loc(#loc147)
  %1412 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1409, %1410 : tensor<32xbf16>, tensor<32xbf16>) outs(%1411 : tensor<32xf32>) {
  ^bb0(%x_1414: bf16, %x_1415: bf16, %x_1416: f32):
    %1416 = arith.extf %x_1414 : bf16 to f32 loc(#loc147)
    %1417 = arith.extf %x_1415 : bf16 to f32 loc(#loc147)
    %1418 = arith.mulf %1416, %1417 : f32 loc(#loc147)
    linalg.yield %1418 : f32 loc(#loc147)
  } -> tensor<32xf32> loc(#loc147)
  %1419 = tensor.empty() : tensor<f32> loc(#loc147)
  %1420 = linalg.fill ins(%c_6 : f32) outs(%1419 : tensor<f32>) -> tensor<f32> loc(#loc147)
  %1421 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1412 : tensor<32xf32>) outs(%1420 : tensor<f32>) {
  ^bb0(%x_1423: f32, %x_1424: f32):
    %1424 = arith.addf %x_1424, %x_1423 : f32 loc(#loc147)
    linalg.yield %1424 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1425 = tensor.empty() : tensor<f32> loc(#loc147)
  %1426 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1421 : tensor<f32>) outs(%1425 : tensor<f32>) {
  ^bb0(%x_1428: f32, %x_1429: f32):
    %1429 = math.exp %x_1428 : f32 loc(#loc147)
    linalg.yield %1429 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1430 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc148)
  %1431 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc148)
  %1432 = tensor.empty() : tensor<32xf32> loc(#loc148)
  %1433 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1430, %1431 : tensor<32xbf16>, tensor<32xbf16>) outs(%1432 : tensor<32xf32>) {
  ^bb0(%x_1435: bf16, %x_1436: bf16, %x_1437: f32):
    %1437 = arith.extf %x_1435 : bf16 to f32 loc(#loc148)
    %1438 = arith.extf %x_1436 : bf16 to f32 loc(#loc148)
    %1439 = arith.mulf %1437, %1438 : f32 loc(#loc148)
    linalg.yield %1439 : f32 loc(#loc148)
  } -> tensor<32xf32> loc(#loc148)
  %1440 = tensor.empty() : tensor<f32> loc(#loc148)
  %1441 = linalg.fill ins(%c_6 : f32) outs(%1440 : tensor<f32>) -> tensor<f32> loc(#loc148)
  %1442 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1433 : tensor<32xf32>) outs(%1441 : tensor<f32>) {
  ^bb0(%x_1444: f32, %x_1445: f32):
    %1445 = arith.addf %x_1445, %x_1444 : f32 loc(#loc148)
    linalg.yield %1445 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1446 = tensor.empty() : tensor<f32> loc(#loc148)
  %1447 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1442 : tensor<f32>) outs(%1446 : tensor<f32>) {
  ^bb0(%x_1449: f32, %x_1450: f32):
    %1450 = math.exp %x_1449 : f32 loc(#loc148)
    linalg.yield %1450 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1451 = tensor.empty() : tensor<f32> loc(#loc149)
  %1452 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1426, %1447 : tensor<f32>, tensor<f32>) outs(%1451 : tensor<f32>) {
  ^bb0(%x_1454: f32, %x_1455: f32, %x_1456: f32):
    %1456 = arith.subf %x_1454, %x_1455 : f32 loc(#loc149)
    linalg.yield %1456 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1457 = tensor.empty() : tensor<f32> loc(#loc149)
  %1458 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1452 : tensor<f32>) outs(%1457 : tensor<f32>) {
  ^bb0(%x_1460: f32, %x_1461: f32):
    %1461 = arith.addf %x_1460, %c_17 : f32 loc(#loc149)
    linalg.yield %1461 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1462 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc150)
  %1463 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1458, %1408 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%1462 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1465: f32, %x_1466: f32, %x_1467: f32):
    %1467 = arith.mulf %x_1465, %x_1466 : f32 loc(#loc150)
    linalg.yield %1467 : f32 loc(#loc150)
  } -> tensor<?x?x4x64xf32> loc(#loc150)
  %1468 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc150)
  %1469 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1407, %1463 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%1468 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1471: f32, %x_1472: f32, %x_1473: f32):
    %1473 = arith.subf %x_1471, %x_1472 : f32 loc(#loc150)
    linalg.yield %1473 : f32 loc(#loc150)
  } -> tensor<?x?x4x64xf32> loc(#loc150)
  %1474 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc151)
  %1475 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1469 : tensor<?x?x4x64xf32>) outs(%1474 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1477: f32, %x_1478: f32):
    %1478 = arith.mulf %x_1477, %x_1477 : f32 loc(#loc151)
    linalg.yield %1478 : f32 loc(#loc151)
  } -> tensor<?x?x4x64xf32> loc(#loc151)
  %1479 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1480 = linalg.fill ins(%c_6 : f32) outs(%1479 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc151)
  %1481 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1475 : tensor<?x?x4x64xf32>) outs(%1480 : tensor<?x?x4xf32>) {
  ^bb0(%x_1483: f32, %x_1484: f32):
    %1484 = arith.addf %x_1484, %x_1483 : f32 loc(#loc151)
    linalg.yield %1484 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1485 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1486 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1481 : tensor<?x?x4xf32>) outs(%1485 : tensor<?x?x4xf32>) {
  ^bb0(%x_1488: f32, %x_1489: f32):
    %1489 = arith.divf %x_1488, %c_11 : f32 loc(#loc151)
    linalg.yield %1489 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1490 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1491 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1486 : tensor<?x?x4xf32>) outs(%1490 : tensor<?x?x4xf32>) {
  ^bb0(%x_1493: f32, %x_1494: f32):
    %1494 = arith.addf %x_1493, %c_8 : f32 loc(#loc151)
    linalg.yield %1494 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1495 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc151)
  %1496 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1491 : tensor<?x?x4xf32>) outs(%1495 : tensor<?x?x4xf32>) {
  ^bb0(%x_1498: f32, %x_1499: f32):
    %1499 = math.rsqrt %x_1498 : f32 loc(#loc151)
    linalg.yield %1499 : f32 loc(#loc151)
  } -> tensor<?x?x4xf32> loc(#loc151)
  %1500 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc151)
  %1501 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1469, %1496 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1500 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1503: f32, %x_1504: f32, %x_1505: f32):
    %1505 = arith.mulf %x_1503, %x_1504 : f32 loc(#loc151)
    linalg.yield %1505 : f32 loc(#loc151)
  } -> tensor<?x?x4x64xf32> loc(#loc151)
  %1506 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc152)
  %1507 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1501 : tensor<?x?x4x64xf32>) outs(%1506 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1509: f32, %x_1510: f32):
    %1510 = arith.mulf %x_1509, %c_18 : f32 loc(#loc152)
    linalg.yield %1510 : f32 loc(#loc152)
  } -> tensor<?x?x4x64xf32> loc(#loc152)
  %1511 = tensor.collapse_shape %1507 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc153)
  %1512 = ml_program.global_load_const @"model.layers.3.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc154)
  %1513 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc154)
  %1514 = linalg.fill ins(%c_6 : f32) outs(%1513 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc154)
  %1515 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1511, %1512 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1514 : tensor<?x?x256xf32>) {
  ^bb0(%x_1517: f32, %x_1518: bf16, %x_1519: f32):
    %1519 = arith.extf %x_1518 : bf16 to f32 loc(#loc154)
    %1520 = arith.mulf %x_1517, %1519 : f32 loc(#loc154)
    %1521 = arith.addf %x_1519, %1520 : f32 loc(#loc154)
    linalg.yield %1521 : f32 loc(#loc154)
  } -> tensor<?x?x256xf32> loc(#loc154)
  %1522 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc155)
  %1523 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1226, %1515 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1522 : tensor<?x?x256xf32>) {
  ^bb0(%x_1525: f32, %x_1526: f32, %x_1527: f32):
    %1527 = arith.addf %x_1525, %x_1526 : f32 loc(#loc155)
    linalg.yield %1527 : f32 loc(#loc155)
  } -> tensor<?x?x256xf32> loc(#loc155)
  %1528 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc156)
  %1529 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1523 : tensor<?x?x256xf32>) outs(%1528 : tensor<?x?x256xf32>) {
  ^bb0(%x_1531: f32, %x_1532: f32):
    %1532 = arith.mulf %x_1531, %x_1531 : f32 loc(#loc156)
    linalg.yield %1532 : f32 loc(#loc156)
  } -> tensor<?x?x256xf32> loc(#loc156)
  %1533 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc156)
  %1534 = linalg.fill ins(%c_6 : f32) outs(%1533 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc156)
  %1535 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1529 : tensor<?x?x256xf32>) outs(%1534 : tensor<?x?xf32>) {
  ^bb0(%x_1537: f32, %x_1538: f32):
    %1538 = arith.addf %x_1538, %x_1537 : f32 loc(#loc156)
    linalg.yield %1538 : f32 loc(#loc156)
  } -> tensor<?x?xf32> loc(#loc156)
  %1539 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc156)
  %1540 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1535 : tensor<?x?xf32>) outs(%1539 : tensor<?x?xf32>) {
  ^bb0(%x_1542: f32, %x_1543: f32):
    %1543 = arith.divf %x_1542, %c_7 : f32 loc(#loc156)
    linalg.yield %1543 : f32 loc(#loc156)
  } -> tensor<?x?xf32> loc(#loc156)
  %1544 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc157)
  %1545 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1540 : tensor<?x?xf32>) outs(%1544 : tensor<?x?xf32>) {
  ^bb0(%x_1547: f32, %x_1548: f32):
    %1548 = arith.addf %x_1547, %c_8 : f32 loc(#loc157)
    linalg.yield %1548 : f32 loc(#loc157)
  } -> tensor<?x?xf32> loc(#loc157)
  %1549 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc157)
  %1550 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1545 : tensor<?x?xf32>) outs(%1549 : tensor<?x?xf32>) {
  ^bb0(%x_1552: f32, %x_1553: f32):
    %1553 = math.rsqrt %x_1552 : f32 loc(#loc157)
    linalg.yield %1553 : f32 loc(#loc157)
  } -> tensor<?x?xf32> loc(#loc157)
  %1554 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc157)
  %1555 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1523, %1550 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1554 : tensor<?x?x256xf32>) {
  ^bb0(%x_1557: f32, %x_1558: f32, %x_1559: f32):
    %1559 = arith.mulf %x_1557, %x_1558 : f32 loc(#loc157)
    linalg.yield %1559 : f32 loc(#loc157)
  } -> tensor<?x?x256xf32> loc(#loc157)
  %1560 = ml_program.global_load_const @"model.layers.3.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc158)
  %1561 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc158)
  %1562 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1560, %1555 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1561 : tensor<?x?x256xf32>) {
  ^bb0(%x_1564: bf16, %x_1565: f32, %x_1566: f32):
    %1566 = arith.extf %x_1564 : bf16 to f32 loc(#loc158)
    %1567 = arith.mulf %1566, %x_1565 : f32 loc(#loc158)
    linalg.yield %1567 : f32 loc(#loc158)
  } -> tensor<?x?x256xf32> loc(#loc158)
  %1568 = ml_program.global_load_const @"model.layers.3.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc159)
  %1569 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc159)
  %1570 = linalg.fill ins(%c_6 : f32) outs(%1569 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc159)
  %1571 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1562, %1568 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1570 : tensor<?x?x704xf32>) {
  ^bb0(%x_1573: f32, %x_1574: bf16, %x_1575: f32):
    %1575 = arith.extf %x_1574 : bf16 to f32 loc(#loc159)
    %1576 = arith.mulf %x_1573, %1575 : f32 loc(#loc159)
    %1577 = arith.addf %x_1575, %1576 : f32 loc(#loc159)
    linalg.yield %1577 : f32 loc(#loc159)
  } -> tensor<?x?x704xf32> loc(#loc159)
  %1578 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc160)
  %1579 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1571 : tensor<?x?x704xf32>) outs(%1578 : tensor<?x?x704xf32>) {
  ^bb0(%x_1581: f32, %x_1582: f32):
    %1582 = arith.negf %x_1581 : f32 loc(#loc160)
    %1583 = math.exp %1582 : f32 loc(#loc160)
    %1584 = arith.addf %1583, %c_5 : f32 loc(#loc160)
    %1585 = arith.divf %x_1581, %1584 : f32 loc(#loc160)
    linalg.yield %1585 : f32 loc(#loc160)
  } -> tensor<?x?x704xf32> loc(#loc160)
  %1586 = ml_program.global_load_const @"model.layers.3.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc161)
  %1587 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc161)
  %1588 = linalg.fill ins(%c_6 : f32) outs(%1587 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc161)
  %1589 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1562, %1586 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1588 : tensor<?x?x704xf32>) {
  ^bb0(%x_1591: f32, %x_1592: bf16, %x_1593: f32):
    %1593 = arith.extf %x_1592 : bf16 to f32 loc(#loc161)
    %1594 = arith.mulf %x_1591, %1593 : f32 loc(#loc161)
    %1595 = arith.addf %x_1593, %1594 : f32 loc(#loc161)
    linalg.yield %1595 : f32 loc(#loc161)
  } -> tensor<?x?x704xf32> loc(#loc161)
  %1596 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc162)
  %1597 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1579, %1589 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1596 : tensor<?x?x704xf32>) {
  ^bb0(%x_1599: f32, %x_1600: f32, %x_1601: f32):
    %1601 = arith.mulf %x_1599, %x_1600 : f32 loc(#loc162)
    linalg.yield %1601 : f32 loc(#loc162)
  } -> tensor<?x?x704xf32> loc(#loc162)
  %1602 = ml_program.global_load_const @"model.layers.3.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc163)
  %1603 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc163)
  %1604 = linalg.fill ins(%c_6 : f32) outs(%1603 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc163)
  %1605 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1597, %1602 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1604 : tensor<?x?x256xf32>) {
  ^bb0(%x_1607: f32, %x_1608: bf16, %x_1609: f32):
    %1609 = arith.extf %x_1608 : bf16 to f32 loc(#loc163)
    %1610 = arith.mulf %x_1607, %1609 : f32 loc(#loc163)
    %1611 = arith.addf %x_1609, %1610 : f32 loc(#loc163)
    linalg.yield %1611 : f32 loc(#loc163)
  } -> tensor<?x?x256xf32> loc(#loc163)
  %1612 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc164)
  %1613 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1523, %1605 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1612 : tensor<?x?x256xf32>) {
  ^bb0(%x_1615: f32, %x_1616: f32, %x_1617: f32):
    %1617 = arith.addf %x_1615, %x_1616 : f32 loc(#loc164)
    linalg.yield %1617 : f32 loc(#loc164)
  } -> tensor<?x?x256xf32> loc(#loc164)
  %1618 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc165)
  %1619 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1613 : tensor<?x?x256xf32>) outs(%1618 : tensor<?x?x256xf32>) {
  ^bb0(%x_1621: f32, %x_1622: f32):
    %1622 = arith.mulf %x_1621, %x_1621 : f32 loc(#loc165)
    linalg.yield %1622 : f32 loc(#loc165)
  } -> tensor<?x?x256xf32> loc(#loc165)
  %1623 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc165)
  %1624 = linalg.fill ins(%c_6 : f32) outs(%1623 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc165)
  %1625 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1619 : tensor<?x?x256xf32>) outs(%1624 : tensor<?x?xf32>) {
  ^bb0(%x_1627: f32, %x_1628: f32):
    %1628 = arith.addf %x_1628, %x_1627 : f32 loc(#loc165)
    linalg.yield %1628 : f32 loc(#loc165)
  } -> tensor<?x?xf32> loc(#loc165)
  %1629 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc165)
  %1630 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1625 : tensor<?x?xf32>) outs(%1629 : tensor<?x?xf32>) {
  ^bb0(%x_1632: f32, %x_1633: f32):
    %1633 = arith.divf %x_1632, %c_7 : f32 loc(#loc165)
    linalg.yield %1633 : f32 loc(#loc165)
  } -> tensor<?x?xf32> loc(#loc165)
  %1634 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc166)
  %1635 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1630 : tensor<?x?xf32>) outs(%1634 : tensor<?x?xf32>) {
  ^bb0(%x_1637: f32, %x_1638: f32):
    %1638 = arith.addf %x_1637, %c_8 : f32 loc(#loc166)
    linalg.yield %1638 : f32 loc(#loc166)
  } -> tensor<?x?xf32> loc(#loc166)
  %1639 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc166)
  %1640 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1635 : tensor<?x?xf32>) outs(%1639 : tensor<?x?xf32>) {
  ^bb0(%x_1642: f32, %x_1643: f32):
    %1643 = math.rsqrt %x_1642 : f32 loc(#loc166)
    linalg.yield %1643 : f32 loc(#loc166)
  } -> tensor<?x?xf32> loc(#loc166)
  %1644 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc166)
  %1645 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1613, %1640 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1644 : tensor<?x?x256xf32>) {
  ^bb0(%x_1647: f32, %x_1648: f32, %x_1649: f32):
    %1649 = arith.mulf %x_1647, %x_1648 : f32 loc(#loc166)
    linalg.yield %1649 : f32 loc(#loc166)
  } -> tensor<?x?x256xf32> loc(#loc166)
  %1650 = ml_program.global_load_const @"model.layers.4.input_layernorm.weight" : tensor<256xbf16> loc(#loc167)
  %1651 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc167)
  %1652 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1650, %1645 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1651 : tensor<?x?x256xf32>) {
  ^bb0(%x_1654: bf16, %x_1655: f32, %x_1656: f32):
    %1656 = arith.extf %x_1654 : bf16 to f32 loc(#loc167)
    %1657 = arith.mulf %1656, %x_1655 : f32 loc(#loc167)
    linalg.yield %1657 : f32 loc(#loc167)
  } -> tensor<?x?x256xf32> loc(#loc167)
  %1658 = ml_program.global_load_const @"model.layers.4.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc168)
  %1659 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc168)
  %1660 = linalg.fill ins(%c_6 : f32) outs(%1659 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc168)
  %1661 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1652, %1658 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1660 : tensor<?x?x256xf32>) {
  ^bb0(%x_1663: f32, %x_1664: bf16, %x_1665: f32):
    %1665 = arith.extf %x_1664 : bf16 to f32 loc(#loc168)
    %1666 = arith.mulf %x_1663, %1665 : f32 loc(#loc168)
    %1667 = arith.addf %x_1665, %1666 : f32 loc(#loc168)
    linalg.yield %1667 : f32 loc(#loc168)
  } -> tensor<?x?x256xf32> loc(#loc168)
  %1668 = tensor.expand_shape %1661 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 32] : tensor<?x?x256xf32> into tensor<?x?x8x32xf32> loc(#loc169)
  %1669 = ml_program.global_load_const @"model.layers.4.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc170)
  %1670 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc170)
  %1671 = linalg.fill ins(%c_6 : f32) outs(%1670 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc170)
  %1672 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1652, %1669 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1671 : tensor<?x?x128xf32>) {
  ^bb0(%x_1674: f32, %x_1675: bf16, %x_1676: f32):
    %1676 = arith.extf %x_1675 : bf16 to f32 loc(#loc170)
    %1677 = arith.mulf %x_1674, %1676 : f32 loc(#loc170)
    %1678 = arith.addf %x_1676, %1677 : f32 loc(#loc170)
    linalg.yield %1678 : f32 loc(#loc170)
  } -> tensor<?x?x128xf32> loc(#loc170)
  %1679 = tensor.expand_shape %1672 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc171)
  %1680 = ml_program.global_load_const @"model.layers.4.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc172)
  %1681 = tensor.empty(%n_1, %n_2) : tensor<?x?x128xf32> loc(#loc172)
  %1682 = linalg.fill ins(%c_6 : f32) outs(%1681 : tensor<?x?x128xf32>) -> tensor<?x?x128xf32> loc(#loc172)
  %1683 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1652, %1680 : tensor<?x?x256xf32>, tensor<128x256xbf16>) outs(%1682 : tensor<?x?x128xf32>) {
  ^bb0(%x_1685: f32, %x_1686: bf16, %x_1687: f32):
    %1687 = arith.extf %x_1686 : bf16 to f32 loc(#loc172)
    %1688 = arith.mulf %x_1685, %1687 : f32 loc(#loc172)
    %1689 = arith.addf %x_1687, %1688 : f32 loc(#loc172)
    linalg.yield %1689 : f32 loc(#loc172)
  } -> tensor<?x?x128xf32> loc(#loc172)
  %1690 = tensor.expand_shape %1683 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 32] : tensor<?x?x128xf32> into tensor<?x?x4x32xf32> loc(#loc173)
  %1691 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1692 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1668, %56 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%1691 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1694: f32, %x_1695: f32, %x_1696: f32):
    %1696 = arith.mulf %x_1694, %x_1695 : f32 loc(#loc174)
    linalg.yield %1696 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1697 = tensor.extract_slice %1668[0, 0, 0, 0] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc174)
  %1698 = tensor.extract_slice %1668[0, 0, 0, 16] [%n_1, %n_2, 8, 16] [1, 1, 1, 1] : tensor<?x?x8x32xf32> to tensor<?x?x8x16xf32> loc(#loc174)
  %1699 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x16xf32> loc(#loc174)
  %1700 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1698 : tensor<?x?x8x16xf32>) outs(%1699 : tensor<?x?x8x16xf32>) {
  ^bb0(%x_1702: f32, %x_1703: f32):
    %1703 = arith.negf %x_1702 : f32 loc(#loc174)
    linalg.yield %1703 : f32 loc(#loc174)
  } -> tensor<?x?x8x16xf32> loc(#loc174)
  %1704 = tensor.concat dim(3) %1700, %1697 : (tensor<?x?x8x16xf32>, tensor<?x?x8x16xf32>) -> tensor<?x?x8x32xf32> loc(#loc174)
  %1705 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1706 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1704, %66 : tensor<?x?x8x32xf32>, tensor<?x?x32xf32>) outs(%1705 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1708: f32, %x_1709: f32, %x_1710: f32):
    %1710 = arith.mulf %x_1708, %x_1709 : f32 loc(#loc174)
    linalg.yield %1710 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1711 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x32xf32> loc(#loc174)
  %1712 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1692, %1706 : tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) outs(%1711 : tensor<?x?x8x32xf32>) {
  ^bb0(%x_1714: f32, %x_1715: f32, %x_1716: f32):
    %1716 = arith.addf %x_1714, %x_1715 : f32 loc(#loc174)
    linalg.yield %1716 : f32 loc(#loc174)
  } -> tensor<?x?x8x32xf32> loc(#loc174)
  %1717 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1718 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1679, %56 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%1717 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1720: f32, %x_1721: f32, %x_1722: f32):
    %1722 = arith.mulf %x_1720, %x_1721 : f32 loc(#loc174)
    linalg.yield %1722 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1723 = tensor.extract_slice %1679[0, 0, 0, 0] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc174)
  %1724 = tensor.extract_slice %1679[0, 0, 0, 16] [%n_1, %n_2, 4, 16] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x?x4x16xf32> loc(#loc174)
  %1725 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x16xf32> loc(#loc174)
  %1726 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1724 : tensor<?x?x4x16xf32>) outs(%1725 : tensor<?x?x4x16xf32>) {
  ^bb0(%x_1728: f32, %x_1729: f32):
    %1729 = arith.negf %x_1728 : f32 loc(#loc174)
    linalg.yield %1729 : f32 loc(#loc174)
  } -> tensor<?x?x4x16xf32> loc(#loc174)
  %1730 = tensor.concat dim(3) %1726, %1723 : (tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) -> tensor<?x?x4x32xf32> loc(#loc174)
  %1731 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1732 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1730, %66 : tensor<?x?x4x32xf32>, tensor<?x?x32xf32>) outs(%1731 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1734: f32, %x_1735: f32, %x_1736: f32):
    %1736 = arith.mulf %x_1734, %x_1735 : f32 loc(#loc174)
    linalg.yield %1736 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1737 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x32xf32> loc(#loc174)
  %1738 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1718, %1732 : tensor<?x?x4x32xf32>, tensor<?x?x4x32xf32>) outs(%1737 : tensor<?x?x4x32xf32>) {
  ^bb0(%x_1740: f32, %x_1741: f32, %x_1742: f32):
    %1742 = arith.addf %x_1740, %x_1741 : f32 loc(#loc174)
    linalg.yield %1742 : f32 loc(#loc174)
  } -> tensor<?x?x4x32xf32> loc(#loc174)
  %1743 = bufferization.to_tensor %caches_8 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc209)
  %1744 = scf.for %1745 = %c_0 to %n_1 step %c_1 iter_args(%1746 = %1743) -> (tensor<?x4x1024x32xf32>) {
    %1747 = tensor.extract %lengths[%1745] : tensor<?xi64> loc(#loc209)
    %1748 = arith.index_cast %1747 : i64 to index loc(#loc209)
    %1749 = arith.cmpi ule, %1748, %c_9 : index loc(#loc209)
    cf.assert %1749, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc209)
    %1750 = arith.subi %1748, %n_2 : index loc(#loc209)
    %1751 = arith.maxsi %1750, %c_0 : index loc(#loc209)
    %1752 = arith.subi %1748, %1751 : index loc(#loc209)
    %1753 = arith.subi %n_2, %1752 : index loc(#loc209)
    %1754 = tensor.extract_slice %1738[%1745, %1753, 0, 0] [1, %1752, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc209)
    %1755 = tensor.extract_slice %1746[%1745, 0, %1751, 0] [1, 4, %1752, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc209)
    %1756 = linalg.transpose ins(%1754 : tensor<?x4x32xf32>) outs(%1755 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc209)
    %1757 = tensor.insert_slice %1756 into %1746[%1745, 0, %1751, 0] [1, 4, %1752, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc209)
    scf.yield %1757 : tensor<?x4x1024x32xf32> loc(#loc209)
  } loc(#loc209)
  %1758 = bufferization.to_tensor %caches_9 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc209)
  %1759 = scf.for %1760 = %c_0 to %n_1 step %c_1 iter_args(%1761 = %1758) -> (tensor<?x4x1024x32xf32>) {
    %1762 = tensor.extract %lengths[%1760] : tensor<?xi64> loc(#loc209)
    %1763 = arith.index_cast %1762 : i64 to index loc(#loc209)
    %1764 = arith.cmpi ule, %1763, %c_9 : index loc(#loc209)
    cf.assert %1764, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc209)
    %1765 = arith.subi %1763, %n_2 : index loc(#loc209)
    %1766 = arith.maxsi %1765, %c_0 : index loc(#loc209)
    %1767 = arith.subi %1763, %1766 : index loc(#loc209)
    %1768 = arith.subi %n_2, %1767 : index loc(#loc209)
    %1769 = tensor.extract_slice %1690[%1760, %1768, 0, 0] [1, %1767, 4, 32] [1, 1, 1, 1] : tensor<?x?x4x32xf32> to tensor<?x4x32xf32> loc(#loc209)
    %1770 = tensor.extract_slice %1761[%1760, 0, %1766, 0] [1, 4, %1767, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc209)
    %1771 = linalg.transpose ins(%1769 : tensor<?x4x32xf32>) outs(%1770 : tensor<4x?x32xf32>) permutation = [1, 0, 2] loc(#loc209)
    %1772 = tensor.insert_slice %1771 into %1761[%1760, 0, %1766, 0] [1, 4, %1767, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc209)
    scf.yield %1772 : tensor<?x4x1024x32xf32> loc(#loc209)
  } loc(#loc209)
  %1773 = tensor.extract_slice %1759[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc175)
  %1774 = tensor.extract_slice %1759[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc175)
  %1775 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1776 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1773 : tensor<?x2x1024x32xf32>) outs(%1775 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1778: f32, %x_1779: f32):
    linalg.yield %x_1778 : f32 loc(#loc175)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1779 = tensor.collapse_shape %1776 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc175)
  %1780 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1781 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1774 : tensor<?x2x1024x32xf32>) outs(%1780 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1783: f32, %x_1784: f32):
    linalg.yield %x_1783 : f32 loc(#loc175)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1784 = tensor.collapse_shape %1781 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc175)
  %1785 = tensor.expand_shape %1712 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc176)
  %1786 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc176)
  %1787 = diffattn.attention signal(%1785[b, m, g, r, d], %1744[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1779[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1786[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc176)
  %1788 = tensor.collapse_shape %1787 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc176)
  %1789 = tensor.expand_shape %1712 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 32] : tensor<?x?x8x32xf32> into tensor<?x?x4x2x32xf32> loc(#loc177)
  %1790 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x2x32xf32> loc(#loc177)
  %1791 = diffattn.attention signal(%1789[b, m, g, r, d], %1744[b, g, n, d] : tensor<?x?x4x2x32xf32>, tensor<?x4x1024x32xf32>) value(%1784[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1790[b, m, g, r, e] : tensor<?x?x4x2x32xf32>) {causal} loc(#loc177)
  %1792 = tensor.collapse_shape %1791 [[0], [1], [2, 3], [4]] : tensor<?x?x4x2x32xf32> into tensor<?x?x8x32xf32> loc(#loc177)
  %1793 = tensor.concat dim(3) %1788, %1792 : (tensor<?x?x8x32xf32>, tensor<?x?x8x32xf32>) -> tensor<?x?x8x64xf32> loc(#loc178)
  %1794 = tensor.extract_slice %1793[0, 0, 0, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc179)
  %1795 = tensor.extract_slice %1793[0, 0, 4, 0] [%n_1, %n_2, 4, 64] [1, 1, 1, 1] : tensor<?x?x8x64xf32> to tensor<?x?x4x64xf32> loc(#loc179)
  %1796 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc180)
  %1797 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc180)
  %1798 = tensor.empty() : tensor<32xf32> loc(#loc180)
  %1799 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1796, %1797 : tensor<32xbf16>, tensor<32xbf16>) outs(%1798 : tensor<32xf32>) {
  ^bb0(%x_1801: bf16, %x_1802: bf16, %x_1803: f32):
    %1803 = arith.extf %x_1801 : bf16 to f32 loc(#loc180)
    %1804 = arith.extf %x_1802 : bf16 to f32 loc(#loc180)
    %1805 = arith.mulf %1803, %1804 : f32 loc(#loc180)
    linalg.yield %1805 : f32 loc(#loc180)
  } -> tensor<32xf32> loc(#loc180)
  %1806 = tensor.empty() : tensor<f32> loc(#loc180)
  %1807 = linalg.fill ins(%c_6 : f32) outs(%1806 : tensor<f32>) -> tensor<f32> loc(#loc180)
  %1808 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1799 : tensor<32xf32>) outs(%1807 : tensor<f32>) {
  ^bb0(%x_1810: f32, %x_1811: f32):
    %1811 = arith.addf %x_1811, %x_1810 : f32 loc(#loc180)
    linalg.yield %1811 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1812 = tensor.empty() : tensor<f32> loc(#loc180)
  %1813 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1808 : tensor<f32>) outs(%1812 : tensor<f32>) {
  ^bb0(%x_1815: f32, %x_1816: f32):
    %1816 = math.exp %x_1815 : f32 loc(#loc180)
    linalg.yield %1816 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1817 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc181)
  %1818 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc181)
  %1819 = tensor.empty() : tensor<32xf32> loc(#loc181)
  %1820 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1817, %1818 : tensor<32xbf16>, tensor<32xbf16>) outs(%1819 : tensor<32xf32>) {
  ^bb0(%x_1822: bf16, %x_1823: bf16, %x_1824: f32):
    %1824 = arith.extf %x_1822 : bf16 to f32 loc(#loc181)
    %1825 = arith.extf %x_1823 : bf16 to f32 loc(#loc181)
    %1826 = arith.mulf %1824, %1825 : f32 loc(#loc181)
    linalg.yield %1826 : f32 loc(#loc181)
  } -> tensor<32xf32> loc(#loc181)
  %1827 = tensor.empty() : tensor<f32> loc(#loc181)
  %1828 = linalg.fill ins(%c_6 : f32) outs(%1827 : tensor<f32>) -> tensor<f32> loc(#loc181)
  %1829 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1820 : tensor<32xf32>) outs(%1828 : tensor<f32>) {
  ^bb0(%x_1831: f32, %x_1832: f32):
    %1832 = arith.addf %x_1832, %x_1831 : f32 loc(#loc181)
    linalg.yield %1832 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1833 = tensor.empty() : tensor<f32> loc(#loc181)
  %1834 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1829 : tensor<f32>) outs(%1833 : tensor<f32>) {
  ^bb0(%x_1836: f32, %x_1837: f32):
    %1837 = math.exp %x_1836 : f32 loc(#loc181)
    linalg.yield %1837 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1838 = tensor.empty() : tensor<f32> loc(#loc182)
  %1839 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1813, %1834 : tensor<f32>, tensor<f32>) outs(%1838 : tensor<f32>) {
  ^bb0(%x_1841: f32, %x_1842: f32, %x_1843: f32):
    %1843 = arith.subf %x_1841, %x_1842 : f32 loc(#loc182)
    linalg.yield %1843 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1844 = tensor.empty() : tensor<f32> loc(#loc182)
  %1845 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1839 : tensor<f32>) outs(%1844 : tensor<f32>) {
  ^bb0(%x_1847: f32, %x_1848: f32):
    %1848 = arith.addf %x_1847, %c_19 : f32 loc(#loc182)
    linalg.yield %1848 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1849 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc183)
  %1850 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1845, %1795 : tensor<f32>, tensor<?x?x4x64xf32>) outs(%1849 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1852: f32, %x_1853: f32, %x_1854: f32):
    %1854 = arith.mulf %x_1852, %x_1853 : f32 loc(#loc183)
    linalg.yield %1854 : f32 loc(#loc183)
  } -> tensor<?x?x4x64xf32> loc(#loc183)
  %1855 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc183)
  %1856 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1794, %1850 : tensor<?x?x4x64xf32>, tensor<?x?x4x64xf32>) outs(%1855 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1858: f32, %x_1859: f32, %x_1860: f32):
    %1860 = arith.subf %x_1858, %x_1859 : f32 loc(#loc183)
    linalg.yield %1860 : f32 loc(#loc183)
  } -> tensor<?x?x4x64xf32> loc(#loc183)
  %1861 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc184)
  %1862 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1856 : tensor<?x?x4x64xf32>) outs(%1861 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1864: f32, %x_1865: f32):
    %1865 = arith.mulf %x_1864, %x_1864 : f32 loc(#loc184)
    linalg.yield %1865 : f32 loc(#loc184)
  } -> tensor<?x?x4x64xf32> loc(#loc184)
  %1866 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1867 = linalg.fill ins(%c_6 : f32) outs(%1866 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32> loc(#loc184)
  %1868 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1862 : tensor<?x?x4x64xf32>) outs(%1867 : tensor<?x?x4xf32>) {
  ^bb0(%x_1870: f32, %x_1871: f32):
    %1871 = arith.addf %x_1871, %x_1870 : f32 loc(#loc184)
    linalg.yield %1871 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1872 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1873 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1868 : tensor<?x?x4xf32>) outs(%1872 : tensor<?x?x4xf32>) {
  ^bb0(%x_1875: f32, %x_1876: f32):
    %1876 = arith.divf %x_1875, %c_11 : f32 loc(#loc184)
    linalg.yield %1876 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1877 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1878 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1873 : tensor<?x?x4xf32>) outs(%1877 : tensor<?x?x4xf32>) {
  ^bb0(%x_1880: f32, %x_1881: f32):
    %1881 = arith.addf %x_1880, %c_8 : f32 loc(#loc184)
    linalg.yield %1881 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1882 = tensor.empty(%n_1, %n_2) : tensor<?x?x4xf32> loc(#loc184)
  %1883 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1878 : tensor<?x?x4xf32>) outs(%1882 : tensor<?x?x4xf32>) {
  ^bb0(%x_1885: f32, %x_1886: f32):
    %1886 = math.rsqrt %x_1885 : f32 loc(#loc184)
    linalg.yield %1886 : f32 loc(#loc184)
  } -> tensor<?x?x4xf32> loc(#loc184)
  %1887 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc184)
  %1888 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1856, %1883 : tensor<?x?x4x64xf32>, tensor<?x?x4xf32>) outs(%1887 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1890: f32, %x_1891: f32, %x_1892: f32):
    %1892 = arith.mulf %x_1890, %x_1891 : f32 loc(#loc184)
    linalg.yield %1892 : f32 loc(#loc184)
  } -> tensor<?x?x4x64xf32> loc(#loc184)
  %1893 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x64xf32> loc(#loc185)
  %1894 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1888 : tensor<?x?x4x64xf32>) outs(%1893 : tensor<?x?x4x64xf32>) {
  ^bb0(%x_1896: f32, %x_1897: f32):
    %1897 = arith.mulf %x_1896, %c_20 : f32 loc(#loc185)
    linalg.yield %1897 : f32 loc(#loc185)
  } -> tensor<?x?x4x64xf32> loc(#loc185)
  %1898 = tensor.collapse_shape %1894 [[0], [1], [2, 3]] : tensor<?x?x4x64xf32> into tensor<?x?x256xf32> loc(#loc186)
  %1899 = ml_program.global_load_const @"model.layers.4.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc187)
  %1900 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc187)
  %1901 = linalg.fill ins(%c_6 : f32) outs(%1900 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc187)
  %1902 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1898, %1899 : tensor<?x?x256xf32>, tensor<256x256xbf16>) outs(%1901 : tensor<?x?x256xf32>) {
  ^bb0(%x_1904: f32, %x_1905: bf16, %x_1906: f32):
    %1906 = arith.extf %x_1905 : bf16 to f32 loc(#loc187)
    %1907 = arith.mulf %x_1904, %1906 : f32 loc(#loc187)
    %1908 = arith.addf %x_1906, %1907 : f32 loc(#loc187)
    linalg.yield %1908 : f32 loc(#loc187)
  } -> tensor<?x?x256xf32> loc(#loc187)
  %1909 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc188)
  %1910 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1613, %1902 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1909 : tensor<?x?x256xf32>) {
  ^bb0(%x_1912: f32, %x_1913: f32, %x_1914: f32):
    %1914 = arith.addf %x_1912, %x_1913 : f32 loc(#loc188)
    linalg.yield %1914 : f32 loc(#loc188)
  } -> tensor<?x?x256xf32> loc(#loc188)
  %1915 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc189)
  %1916 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1910 : tensor<?x?x256xf32>) outs(%1915 : tensor<?x?x256xf32>) {
  ^bb0(%x_1918: f32, %x_1919: f32):
    %1919 = arith.mulf %x_1918, %x_1918 : f32 loc(#loc189)
    linalg.yield %1919 : f32 loc(#loc189)
  } -> tensor<?x?x256xf32> loc(#loc189)
  %1920 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc189)
  %1921 = linalg.fill ins(%c_6 : f32) outs(%1920 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc189)
  %1922 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1916 : tensor<?x?x256xf32>) outs(%1921 : tensor<?x?xf32>) {
  ^bb0(%x_1924: f32, %x_1925: f32):
    %1925 = arith.addf %x_1925, %x_1924 : f32 loc(#loc189)
    linalg.yield %1925 : f32 loc(#loc189)
  } -> tensor<?x?xf32> loc(#loc189)
  %1926 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc189)
  %1927 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1922 : tensor<?x?xf32>) outs(%1926 : tensor<?x?xf32>) {
  ^bb0(%x_1929: f32, %x_1930: f32):
    %1930 = arith.divf %x_1929, %c_7 : f32 loc(#loc189)
    linalg.yield %1930 : f32 loc(#loc189)
  } -> tensor<?x?xf32> loc(#loc189)
  %1931 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc190)
  %1932 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1927 : tensor<?x?xf32>) outs(%1931 : tensor<?x?xf32>) {
  ^bb0(%x_1934: f32, %x_1935: f32):
    %1935 = arith.addf %x_1934, %c_8 : f32 loc(#loc190)
    linalg.yield %1935 : f32 loc(#loc190)
  } -> tensor<?x?xf32> loc(#loc190)
  %1936 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc190)
  %1937 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1932 : tensor<?x?xf32>) outs(%1936 : tensor<?x?xf32>) {
  ^bb0(%x_1939: f32, %x_1940: f32):
    %1940 = math.rsqrt %x_1939 : f32 loc(#loc190)
    linalg.yield %1940 : f32 loc(#loc190)
  } -> tensor<?x?xf32> loc(#loc190)
  %1941 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc190)
  %1942 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1910, %1937 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%1941 : tensor<?x?x256xf32>) {
  ^bb0(%x_1944: f32, %x_1945: f32, %x_1946: f32):
    %1946 = arith.mulf %x_1944, %x_1945 : f32 loc(#loc190)
    linalg.yield %1946 : f32 loc(#loc190)
  } -> tensor<?x?x256xf32> loc(#loc190)
  %1947 = ml_program.global_load_const @"model.layers.4.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc191)
  %1948 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc191)
  %1949 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1947, %1942 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%1948 : tensor<?x?x256xf32>) {
  ^bb0(%x_1951: bf16, %x_1952: f32, %x_1953: f32):
    %1953 = arith.extf %x_1951 : bf16 to f32 loc(#loc191)
    %1954 = arith.mulf %1953, %x_1952 : f32 loc(#loc191)
    linalg.yield %1954 : f32 loc(#loc191)
  } -> tensor<?x?x256xf32> loc(#loc191)
  %1955 = ml_program.global_load_const @"model.layers.4.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc192)
  %1956 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc192)
  %1957 = linalg.fill ins(%c_6 : f32) outs(%1956 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc192)
  %1958 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1949, %1955 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1957 : tensor<?x?x704xf32>) {
  ^bb0(%x_1960: f32, %x_1961: bf16, %x_1962: f32):
    %1962 = arith.extf %x_1961 : bf16 to f32 loc(#loc192)
    %1963 = arith.mulf %x_1960, %1962 : f32 loc(#loc192)
    %1964 = arith.addf %x_1962, %1963 : f32 loc(#loc192)
    linalg.yield %1964 : f32 loc(#loc192)
  } -> tensor<?x?x704xf32> loc(#loc192)
  %1965 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc193)
  %1966 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1958 : tensor<?x?x704xf32>) outs(%1965 : tensor<?x?x704xf32>) {
  ^bb0(%x_1968: f32, %x_1969: f32):
    %1969 = arith.negf %x_1968 : f32 loc(#loc193)
    %1970 = math.exp %1969 : f32 loc(#loc193)
    %1971 = arith.addf %1970, %c_5 : f32 loc(#loc193)
    %1972 = arith.divf %x_1968, %1971 : f32 loc(#loc193)
    linalg.yield %1972 : f32 loc(#loc193)
  } -> tensor<?x?x704xf32> loc(#loc193)
  %1973 = ml_program.global_load_const @"model.layers.4.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc194)
  %1974 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc194)
  %1975 = linalg.fill ins(%c_6 : f32) outs(%1974 : tensor<?x?x704xf32>) -> tensor<?x?x704xf32> loc(#loc194)
  %1976 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1949, %1973 : tensor<?x?x256xf32>, tensor<704x256xbf16>) outs(%1975 : tensor<?x?x704xf32>) {
  ^bb0(%x_1978: f32, %x_1979: bf16, %x_1980: f32):
    %1980 = arith.extf %x_1979 : bf16 to f32 loc(#loc194)
    %1981 = arith.mulf %x_1978, %1980 : f32 loc(#loc194)
    %1982 = arith.addf %x_1980, %1981 : f32 loc(#loc194)
    linalg.yield %1982 : f32 loc(#loc194)
  } -> tensor<?x?x704xf32> loc(#loc194)
  %1983 = tensor.empty(%n_1, %n_2) : tensor<?x?x704xf32> loc(#loc195)
  %1984 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1966, %1976 : tensor<?x?x704xf32>, tensor<?x?x704xf32>) outs(%1983 : tensor<?x?x704xf32>) {
  ^bb0(%x_1986: f32, %x_1987: f32, %x_1988: f32):
    %1988 = arith.mulf %x_1986, %x_1987 : f32 loc(#loc195)
    linalg.yield %1988 : f32 loc(#loc195)
  } -> tensor<?x?x704xf32> loc(#loc195)
  %1989 = ml_program.global_load_const @"model.layers.4.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc196)
  %1990 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc196)
  %1991 = linalg.fill ins(%c_6 : f32) outs(%1990 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32> loc(#loc196)
  %1992 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1984, %1989 : tensor<?x?x704xf32>, tensor<256x704xbf16>) outs(%1991 : tensor<?x?x256xf32>) {
  ^bb0(%x_1994: f32, %x_1995: bf16, %x_1996: f32):
    %1996 = arith.extf %x_1995 : bf16 to f32 loc(#loc196)
    %1997 = arith.mulf %x_1994, %1996 : f32 loc(#loc196)
    %1998 = arith.addf %x_1996, %1997 : f32 loc(#loc196)
    linalg.yield %1998 : f32 loc(#loc196)
  } -> tensor<?x?x256xf32> loc(#loc196)
  %1999 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc197)
  %2000 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1910, %1992 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%1999 : tensor<?x?x256xf32>) {
  ^bb0(%x_2002: f32, %x_2003: f32, %x_2004: f32):
    %2004 = arith.addf %x_2002, %x_2003 : f32 loc(#loc197)
    linalg.yield %2004 : f32 loc(#loc197)
  } -> tensor<?x?x256xf32> loc(#loc197)
  %2005 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc198)
  %2006 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2000 : tensor<?x?x256xf32>) outs(%2005 : tensor<?x?x256xf32>) {
  ^bb0(%x_2008: f32, %x_2009: f32):
    %2009 = arith.mulf %x_2008, %x_2008 : f32 loc(#loc198)
    linalg.yield %2009 : f32 loc(#loc198)
  } -> tensor<?x?x256xf32> loc(#loc198)
  %2010 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc198)
  %2011 = linalg.fill ins(%c_6 : f32) outs(%2010 : tensor<?x?xf32>) -> tensor<?x?xf32> loc(#loc198)
  %2012 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2006 : tensor<?x?x256xf32>) outs(%2011 : tensor<?x?xf32>) {
  ^bb0(%x_2014: f32, %x_2015: f32):
    %2015 = arith.addf %x_2015, %x_2014 : f32 loc(#loc198)
    linalg.yield %2015 : f32 loc(#loc198)
  } -> tensor<?x?xf32> loc(#loc198)
  %2016 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc198)
  %2017 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2012 : tensor<?x?xf32>) outs(%2016 : tensor<?x?xf32>) {
  ^bb0(%x_2019: f32, %x_2020: f32):
    %2020 = arith.divf %x_2019, %c_7 : f32 loc(#loc198)
    linalg.yield %2020 : f32 loc(#loc198)
  } -> tensor<?x?xf32> loc(#loc198)
  %2021 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc199)
  %2022 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2017 : tensor<?x?xf32>) outs(%2021 : tensor<?x?xf32>) {
  ^bb0(%x_2024: f32, %x_2025: f32):
    %2025 = arith.addf %x_2024, %c_8 : f32 loc(#loc199)
    linalg.yield %2025 : f32 loc(#loc199)
  } -> tensor<?x?xf32> loc(#loc199)
  %2026 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32> loc(#loc199)
  %2027 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2022 : tensor<?x?xf32>) outs(%2026 : tensor<?x?xf32>) {
  ^bb0(%x_2029: f32, %x_2030: f32):
    %2030 = math.rsqrt %x_2029 : f32 loc(#loc199)
    linalg.yield %2030 : f32 loc(#loc199)
  } -> tensor<?x?xf32> loc(#loc199)
  %2031 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc199)
  %2032 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2000, %2027 : tensor<?x?x256xf32>, tensor<?x?xf32>) outs(%2031 : tensor<?x?x256xf32>) {
  ^bb0(%x_2034: f32, %x_2035: f32, %x_2036: f32):
    %2036 = arith.mulf %x_2034, %x_2035 : f32 loc(#loc199)
    linalg.yield %2036 : f32 loc(#loc199)
  } -> tensor<?x?x256xf32> loc(#loc199)
  %2037 = ml_program.global_load_const @"model.norm.weight" : tensor<256xbf16> loc(#loc200)
  %2038 = tensor.empty(%n_1, %n_2) : tensor<?x?x256xf32> loc(#loc200)
  %2039 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2037, %2032 : tensor<256xbf16>, tensor<?x?x256xf32>) outs(%2038 : tensor<?x?x256xf32>) {
  ^bb0(%x_2041: bf16, %x_2042: f32, %x_2043: f32):
    %2043 = arith.extf %x_2041 : bf16 to f32 loc(#loc200)
    %2044 = arith.mulf %2043, %x_2042 : f32 loc(#loc200)
    linalg.yield %2044 : f32 loc(#loc200)
  } -> tensor<?x?x256xf32> loc(#loc200)
  %2046 = tensor.extract_slice %2039[0, %n_2046, 0] [%n_1, 1, 256] [1, 1, 1] : tensor<?x?x256xf32> to tensor<?x256xf32> loc(#loc210)
  %2047 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc202)
  %2048 = linalg.fill ins(%c_6 : f32) outs(%2047 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc202)
  %2049 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2046, %20 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%2048 : tensor<?x256xf32>) {
  ^bb0(%x_2051: f32, %x_2052: bf16, %x_2053: f32):
    %2053 = arith.extf %x_2052 : bf16 to f32 loc(#loc202)
    %2054 = arith.mulf %x_2051, %2053 : f32 loc(#loc202)
    %2055 = arith.addf %x_2053, %2054 : f32 loc(#loc202)
    linalg.yield %2055 : f32 loc(#loc202)
  } -> tensor<?x256xf32> loc(#loc202)
  bufferization.materialize_in_destination %196 in restrict writable %caches_0 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc205)
  bufferization.materialize_in_destination %211 in restrict writable %caches_1 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc205)
  bufferization.materialize_in_destination %583 in restrict writable %caches_2 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc206)
  bufferization.materialize_in_destination %598 in restrict writable %caches_3 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc206)
  bufferization.materialize_in_destination %970 in restrict writable %caches_4 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc207)
  bufferization.materialize_in_destination %985 in restrict writable %caches_5 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc207)
  bufferization.materialize_in_destination %1357 in restrict writable %caches_6 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc208)
  bufferization.materialize_in_destination %1372 in restrict writable %caches_7 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc208)
  bufferization.materialize_in_destination %1744 in restrict writable %caches_8 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc209)
  bufferization.materialize_in_destination %1759 in restrict writable %caches_9 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc209)
  return %2049 : tensor<?x256xf32>
}

func.func @"decode"(
    %ids: tensor<?x1xi64> {diffattn.name = "ids"},
    %lengths: tensor<?xi64> {diffattn.name = "lengths"},
    %caches_0: memref<?x4x1024x32xf32> {diffattn.name = "keys.0"},
    %caches_1: memref<?x4x1024x32xf32> {diffattn.name = "values.0"},
    %caches_2: memref<?x4x1024x32xf32> {diffattn.name = "keys.1"},
    %caches_3: memref<?x4x1024x32xf32> {diffattn.name = "values.1"},
    %caches_4: memref<?x4x1024x32xf32> {diffattn.name = "keys.2"},
    %caches_5: memref<?x4x1024x32xf32> {diffattn.name = "values.2"},
    %caches_6: memref<?x4x1024x32xf32> {diffattn.name = "keys.3"},
    %caches_7: memref<?x4x1024x32xf32> {diffattn.name = "values.3"},
    %caches_8: memref<?x4x1024x32xf32> {diffattn.name = "keys.4"},
    %caches_9: memref<?x4x1024x32xf32> {diffattn.name = "values.4"}) -> (tensor<?x256xf32> {diffattn.name = "logits"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : i64
  %c_2 = arith.constant 0 : i64
  %c_3 = arith.constant 256 : index
  %c_4 = arith.constant dense<"0x0000803F9AF50F3F9BE8A13E8718363ECDCCCC3DC255663DE386013D39AD913C0AD7233C9C44B83B383E4F3B2815E93A6F12833A166A133A60CBA53953773A39"> : tensor<16xf32>
  %c_5 = arith.constant 1.0 : f32
  %c_6 = arith.constant 0.0 : f32
  %c_7 = arith.constant 256.0 : f32
  %c_8 = arith.constant 1.0e-05 : f32
  %c_9 = arith.constant 1 : index
  %c_10 = arith.constant 1024 : index
  %c_11 = arith.constant 0.20000000000000007 : f32
  %c_12 = arith.constant 64.0 : f32
  %c_13 = arith.constant 0.7999999999999999 : f32
  %c_14 = arith.constant 0.35550906759096934 : f32
  %c_15 = arith.constant 0.6444909324090307 : f32
  %c_16 = arith.constant 0.4707130183435842 : f32
  %c_17 = arith.constant 0.5292869816564159 : f32
  %c_18 = arith.constant 0.5560582041556406 : f32
  %c_19 = arith.constant 0.44394179584435944 : f32
  %c_20 = arith.constant 0.6192834728526788 : f32
  %c_21 = arith.constant 0.3807165271473212 : f32
  %n_1 = tensor.dim %ids, %c_0 : tensor<?x1xi64>
  %1 = tensor.empty(%n_1) : tensor<?xi64> loc(#loc203)
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%lengths : tensor<?xi64>) outs(%1 : tensor<?xi64>) {
  ^bb0(%x_4: i64, %x_5: i64):
    %5 = arith.subi %x_4, %c_1 : i64 loc(#loc203)
    linalg.yield %5 : i64 loc(#loc203)
  } -> tensor<?xi64> loc(#loc203)
  %6 = tensor.empty(%n_1) : tensor<?xi64> loc(#loc203)
  %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2 : tensor<?xi64>) outs(%6 : tensor<?xi64>) {
  ^bb0(%x_9: i64, %x_10: i64):
    %10 = arith.addi %x_9, %c_2 : i64 loc(#loc203)
    linalg.yield %10 : i64 loc(#loc203)
  } -> tensor<?xi64> loc(#loc203)
  %11 = tensor.empty(%n_1) : tensor<?xi64> loc(#loc203)
  %12 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7 : tensor<?xi64>) outs(%11 : tensor<?xi64>) {
  ^bb0(%x_14: i64, %x_15: i64):
    %15 = arith.maxsi %x_14, %c_2 : i64 loc(#loc203)
    linalg.yield %15 : i64 loc(#loc203)
  } -> tensor<?xi64> loc(#loc203)
  %16 = ml_program.global_load_const @"model.embed_tokens.weight" : tensor<256x256xbf16> loc(#loc1)
  %17 = tensor.extract_slice %ids[0, 0] [%n_1, 1] [1, 1] : tensor<?x1xi64> to tensor<?xi64> loc(#loc1)
  %18 = tensor.empty(%n_1) : tensor<?x256xbf16> loc(#loc1)
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<?xi64>) outs(%18 : tensor<?x256xbf16>) {
  ^bb0(%x_21: i64, %x_22: bf16):
    %22 = linalg.index 1 : index loc(#loc1)
    %23 = arith.index_cast %22 : index to i64 loc(#loc1)
    %24 = arith.index_cast %x_21 : i64 to index loc(#loc1)
    %25 = arith.cmpi slt, %24, %c_0 : index loc(#loc1)
    %26 = arith.addi %24, %c_3 : index loc(#loc1)
    %27 = arith.select %25, %26, %24 : index loc(#loc1)
    %28 = arith.index_cast %23 : i64 to index loc(#loc1)
    %29 = tensor.extract %16[%27, %28] : tensor<256x256xbf16> loc(#loc1)
    linalg.yield %29 : bf16 loc(#loc1)
  } -> tensor<?x256xbf16> loc(#loc1)
  %30 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc1)
  %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<?x256xbf16>) outs(%30 : tensor<?x256xf32>) {
  ^bb0(%x_33: bf16, %x_34: f32):
    %34 = arith.extf %x_33 : bf16 to f32 loc(#loc1)
    linalg.yield %34 : f32 loc(#loc1)
  } -> tensor<?x256xf32> loc(#loc1)
  %35 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc3)
  %36 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%12 : tensor<?xi64>) outs(%35 : tensor<?xf32>) {
  ^bb0(%x_38: i64, %x_39: f32):
    %39 = arith.sitofp %x_38 : i64 to f32 loc(#loc3)
    linalg.yield %39 : f32 loc(#loc3)
  } -> tensor<?xf32> loc(#loc3)
  %40 = tensor.empty(%n_1) : tensor<?x16xf32> loc(#loc3)
  %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36, %c_4 : tensor<?xf32>, tensor<16xf32>) outs(%40 : tensor<?x16xf32>) {
  ^bb0(%x_43: f32, %x_44: f32, %x_45: f32):
    %45 = arith.mulf %x_43, %x_44 : f32 loc(#loc3)
    linalg.yield %45 : f32 loc(#loc3)
  } -> tensor<?x16xf32> loc(#loc3)
  %46 = tensor.concat dim(1) %41, %41 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x32xf32> loc(#loc5)
  %47 = tensor.empty(%n_1) : tensor<?x32xf32> loc(#loc7)
  %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<?x32xf32>) outs(%47 : tensor<?x32xf32>) {
  ^bb0(%x_50: f32, %x_51: f32):
    %51 = math.cos %x_50 : f32 loc(#loc7)
    linalg.yield %51 : f32 loc(#loc7)
  } -> tensor<?x32xf32> loc(#loc7)
  %52 = tensor.empty(%n_1) : tensor<?x32xf32> loc(#loc7)
  %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<?x32xf32>) outs(%52 : tensor<?x32xf32>) {
  ^bb0(%x_55: f32, %x_56: f32):
    %56 = arith.mulf %x_55, %c_5 : f32 loc(#loc7)
    linalg.yield %56 : f32 loc(#loc7)
  } -> tensor<?x32xf32> loc(#loc7)
  %57 = tensor.empty(%n_1) : tensor<?x32xf32> loc(#loc9)
  %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<?x32xf32>) outs(%57 : tensor<?x32xf32>) {
  ^bb0(%x_60: f32, %x_61: f32):
    %61 = math.sin %x_60 : f32 loc(#loc9)
    linalg.yield %61 : f32 loc(#loc9)
  } -> tensor<?x32xf32> loc(#loc9)
  %62 = tensor.empty(%n_1) : tensor<?x32xf32> loc(#loc9)
  %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<?x32xf32>) outs(%62 : tensor<?x32xf32>) {
  ^bb0(%x_65: f32, %x_66: f32):
    %66 = arith.mulf %x_65, %c_5 : f32 loc(#loc9)
    linalg.yield %66 : f32 loc(#loc9)
  } -> tensor<?x32xf32> loc(#loc9)
  %67 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc11)
  %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<?x256xf32>) outs(%67 : tensor<?x256xf32>) {
  ^bb0(%x_70: f32, %x_71: f32):
    %71 = arith.mulf %x_70, %x_70 : f32 loc(#loc11)
    linalg.yield %71 : f32 loc(#loc11)
  } -> tensor<?x256xf32> loc(#loc11)
  %72 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc11)
  %73 = linalg.fill ins(%c_6 : f32) outs(%72 : tensor<?xf32>) -> tensor<?xf32> loc(#loc11)
  %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%68 : tensor<?x256xf32>) outs(%73 : tensor<?xf32>) {
  ^bb0(%x_76: f32, %x_77: f32):
    %77 = arith.addf %x_77, %x_76 : f32 loc(#loc11)
    linalg.yield %77 : f32 loc(#loc11)
  } -> tensor<?xf32> loc(#loc11)
  %78 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc11)
  %79 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%74 : tensor<?xf32>) outs(%78 : tensor<?xf32>) {
  ^bb0(%x_81: f32, %x_82: f32):
    %82 = arith.divf %x_81, %c_7 : f32 loc(#loc11)
    linalg.yield %82 : f32 loc(#loc11)
  } -> tensor<?xf32> loc(#loc11)
  %83 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc13)
  %84 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%79 : tensor<?xf32>) outs(%83 : tensor<?xf32>) {
  ^bb0(%x_86: f32, %x_87: f32):
    %87 = arith.addf %x_86, %c_8 : f32 loc(#loc13)
    linalg.yield %87 : f32 loc(#loc13)
  } -> tensor<?xf32> loc(#loc13)
  %88 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc13)
  %89 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%84 : tensor<?xf32>) outs(%88 : tensor<?xf32>) {
  ^bb0(%x_91: f32, %x_92: f32):
    %92 = math.rsqrt %x_91 : f32 loc(#loc13)
    linalg.yield %92 : f32 loc(#loc13)
  } -> tensor<?xf32> loc(#loc13)
  %93 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc13)
  %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31, %89 : tensor<?x256xf32>, tensor<?xf32>) outs(%93 : tensor<?x256xf32>) {
  ^bb0(%x_96: f32, %x_97: f32, %x_98: f32):
    %98 = arith.mulf %x_96, %x_97 : f32 loc(#loc13)
    linalg.yield %98 : f32 loc(#loc13)
  } -> tensor<?x256xf32> loc(#loc13)
  %99 = ml_program.global_load_const @"model.layers.0.input_layernorm.weight" : tensor<256xbf16> loc(#loc15)
  %100 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc15)
  %101 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%99, %94 : tensor<256xbf16>, tensor<?x256xf32>) outs(%100 : tensor<?x256xf32>) {
  ^bb0(%x_103: bf16, %x_104: f32, %x_105: f32):
    %105 = arith.extf %x_103 : bf16 to f32 loc(#loc15)
    %106 = arith.mulf %105, %x_104 : f32 loc(#loc15)
    linalg.yield %106 : f32 loc(#loc15)
  } -> tensor<?x256xf32> loc(#loc15)
  %107 = ml_program.global_load_const @"model.layers.0.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc17)
  %108 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc17)
  %109 = linalg.fill ins(%c_6 : f32) outs(%108 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc17)
  %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101, %107 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%109 : tensor<?x256xf32>) {
  ^bb0(%x_112: f32, %x_113: bf16, %x_114: f32):
    %114 = arith.extf %x_113 : bf16 to f32 loc(#loc17)
    %115 = arith.mulf %x_112, %114 : f32 loc(#loc17)
    %116 = arith.addf %x_114, %115 : f32 loc(#loc17)
    linalg.yield %116 : f32 loc(#loc17)
  } -> tensor<?x256xf32> loc(#loc17)
  %117 = tensor.expand_shape %110 [[0], [1, 2]] output_shape [%n_1, 8, 32] : tensor<?x256xf32> into tensor<?x8x32xf32> loc(#loc18)
  %118 = ml_program.global_load_const @"model.layers.0.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc20)
  %119 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc20)
  %120 = linalg.fill ins(%c_6 : f32) outs(%119 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc20)
  %121 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101, %118 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%120 : tensor<?x128xf32>) {
  ^bb0(%x_123: f32, %x_124: bf16, %x_125: f32):
    %125 = arith.extf %x_124 : bf16 to f32 loc(#loc20)
    %126 = arith.mulf %x_123, %125 : f32 loc(#loc20)
    %127 = arith.addf %x_125, %126 : f32 loc(#loc20)
    linalg.yield %127 : f32 loc(#loc20)
  } -> tensor<?x128xf32> loc(#loc20)
  %128 = tensor.expand_shape %121 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc21)
  %129 = ml_program.global_load_const @"model.layers.0.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc23)
  %130 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc23)
  %131 = linalg.fill ins(%c_6 : f32) outs(%130 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc23)
  %132 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101, %129 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%131 : tensor<?x128xf32>) {
  ^bb0(%x_134: f32, %x_135: bf16, %x_136: f32):
    %136 = arith.extf %x_135 : bf16 to f32 loc(#loc23)
    %137 = arith.mulf %x_134, %136 : f32 loc(#loc23)
    %138 = arith.addf %x_136, %137 : f32 loc(#loc23)
    linalg.yield %138 : f32 loc(#loc23)
  } -> tensor<?x128xf32> loc(#loc23)
  %139 = tensor.expand_shape %132 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc24)
  %140 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc26)
  %141 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %53 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%140 : tensor<?x8x32xf32>) {
  ^bb0(%x_143: f32, %x_144: f32, %x_145: f32):
    %145 = arith.mulf %x_143, %x_144 : f32 loc(#loc26)
    linalg.yield %145 : f32 loc(#loc26)
  } -> tensor<?x8x32xf32> loc(#loc26)
  %146 = tensor.extract_slice %117[0, 0, 0] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc26)
  %147 = tensor.extract_slice %117[0, 0, 16] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc26)
  %148 = tensor.empty(%n_1) : tensor<?x8x16xf32> loc(#loc26)
  %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<?x8x16xf32>) outs(%148 : tensor<?x8x16xf32>) {
  ^bb0(%x_151: f32, %x_152: f32):
    %152 = arith.negf %x_151 : f32 loc(#loc26)
    linalg.yield %152 : f32 loc(#loc26)
  } -> tensor<?x8x16xf32> loc(#loc26)
  %153 = tensor.concat dim(2) %149, %146 : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<?x8x32xf32> loc(#loc26)
  %154 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc26)
  %155 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %63 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%154 : tensor<?x8x32xf32>) {
  ^bb0(%x_157: f32, %x_158: f32, %x_159: f32):
    %159 = arith.mulf %x_157, %x_158 : f32 loc(#loc26)
    linalg.yield %159 : f32 loc(#loc26)
  } -> tensor<?x8x32xf32> loc(#loc26)
  %160 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc26)
  %161 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %155 : tensor<?x8x32xf32>, tensor<?x8x32xf32>) outs(%160 : tensor<?x8x32xf32>) {
  ^bb0(%x_163: f32, %x_164: f32, %x_165: f32):
    %165 = arith.addf %x_163, %x_164 : f32 loc(#loc26)
    linalg.yield %165 : f32 loc(#loc26)
  } -> tensor<?x8x32xf32> loc(#loc26)
  %166 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc26)
  %167 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %53 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%166 : tensor<?x4x32xf32>) {
  ^bb0(%x_169: f32, %x_170: f32, %x_171: f32):
    %171 = arith.mulf %x_169, %x_170 : f32 loc(#loc26)
    linalg.yield %171 : f32 loc(#loc26)
  } -> tensor<?x4x32xf32> loc(#loc26)
  %172 = tensor.extract_slice %128[0, 0, 0] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc26)
  %173 = tensor.extract_slice %128[0, 0, 16] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc26)
  %174 = tensor.empty(%n_1) : tensor<?x4x16xf32> loc(#loc26)
  %175 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<?x4x16xf32>) outs(%174 : tensor<?x4x16xf32>) {
  ^bb0(%x_177: f32, %x_178: f32):
    %178 = arith.negf %x_177 : f32 loc(#loc26)
    linalg.yield %178 : f32 loc(#loc26)
  } -> tensor<?x4x16xf32> loc(#loc26)
  %179 = tensor.concat dim(2) %175, %172 : (tensor<?x4x16xf32>, tensor<?x4x16xf32>) -> tensor<?x4x32xf32> loc(#loc26)
  %180 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc26)
  %181 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %63 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%180 : tensor<?x4x32xf32>) {
  ^bb0(%x_183: f32, %x_184: f32, %x_185: f32):
    %185 = arith.mulf %x_183, %x_184 : f32 loc(#loc26)
    linalg.yield %185 : f32 loc(#loc26)
  } -> tensor<?x4x32xf32> loc(#loc26)
  %186 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc26)
  %187 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167, %181 : tensor<?x4x32xf32>, tensor<?x4x32xf32>) outs(%186 : tensor<?x4x32xf32>) {
  ^bb0(%x_189: f32, %x_190: f32, %x_191: f32):
    %191 = arith.addf %x_189, %x_190 : f32 loc(#loc26)
    linalg.yield %191 : f32 loc(#loc26)
  } -> tensor<?x4x32xf32> loc(#loc26)
  %192 = bufferization.to_tensor %caches_0 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc205)
  %193 = tensor.expand_shape %187 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc205)
  %194 = scf.for %195 = %c_0 to %n_1 step %c_9 iter_args(%196 = %192) -> (tensor<?x4x1024x32xf32>) {
    %197 = tensor.extract %lengths[%195] : tensor<?xi64> loc(#loc205)
    %198 = arith.index_cast %197 : i64 to index loc(#loc205)
    %199 = arith.cmpi ule, %198, %c_10 : index loc(#loc205)
    cf.assert %199, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc205)
    %200 = arith.subi %198, %c_9 : index loc(#loc205)
    %201 = arith.maxsi %200, %c_0 : index loc(#loc205)
    %202 = arith.subi %198, %201 : index loc(#loc205)
    %203 = arith.subi %c_9, %202 : index loc(#loc205)
    %204 = tensor.extract_slice %193[%195, 0, 0, %203] [1, 4, 32, %202] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc205)
    %205 = tensor.extract_slice %196[%195, 0, %201, 0] [1, 4, %202, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc205)
    %206 = linalg.transpose ins(%204 : tensor<4x32x?xf32>) outs(%205 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc205)
    %207 = tensor.insert_slice %206 into %196[%195, 0, %201, 0] [1, 4, %202, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc205)
    scf.yield %207 : tensor<?x4x1024x32xf32> loc(#loc205)
  } loc(#loc205)
  %208 = bufferization.to_tensor %caches_1 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc205)
  %209 = tensor.expand_shape %139 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc205)
  %210 = scf.for %211 = %c_0 to %n_1 step %c_9 iter_args(%212 = %208) -> (tensor<?x4x1024x32xf32>) {
    %213 = tensor.extract %lengths[%211] : tensor<?xi64> loc(#loc205)
    %214 = arith.index_cast %213 : i64 to index loc(#loc205)
    %215 = arith.cmpi ule, %214, %c_10 : index loc(#loc205)
    cf.assert %215, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc205)
    %216 = arith.subi %214, %c_9 : index loc(#loc205)
    %217 = arith.maxsi %216, %c_0 : index loc(#loc205)
    %218 = arith.subi %214, %217 : index loc(#loc205)
    %219 = arith.subi %c_9, %218 : index loc(#loc205)
    %220 = tensor.extract_slice %209[%211, 0, 0, %219] [1, 4, 32, %218] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc205)
    %221 = tensor.extract_slice %212[%211, 0, %217, 0] [1, 4, %218, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc205)
    %222 = linalg.transpose ins(%220 : tensor<4x32x?xf32>) outs(%221 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc205)
    %223 = tensor.insert_slice %222 into %212[%211, 0, %217, 0] [1, 4, %218, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc205)
    scf.yield %223 : tensor<?x4x1024x32xf32> loc(#loc205)
  } loc(#loc205)
  %224 = tensor.extract_slice %210[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc28)
  %225 = tensor.extract_slice %210[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc28)
  %226 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc28)
  %227 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%224 : tensor<?x2x1024x32xf32>) outs(%226 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_229: f32, %x_230: f32):
    linalg.yield %x_229 : f32 loc(#loc28)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc28)
  %230 = tensor.collapse_shape %227 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc28)
  %231 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc28)
  %232 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%225 : tensor<?x2x1024x32xf32>) outs(%231 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_234: f32, %x_235: f32):
    linalg.yield %x_234 : f32 loc(#loc28)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc28)
  %235 = tensor.collapse_shape %232 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc28)
  %236 = tensor.expand_shape %161 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc30)
  %237 = tensor.expand_shape %236 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc30)
  %238 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc30)
  %239 = diffattn.attention signal(%237[b, g, r, d, m], %194[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%230[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%238[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc30)
  %240 = tensor.collapse_shape %239 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc30)
  %241 = tensor.collapse_shape %240 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc30)
  %242 = tensor.expand_shape %161 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc32)
  %243 = tensor.expand_shape %242 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc32)
  %244 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc32)
  %245 = diffattn.attention signal(%243[b, g, r, d, m], %194[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%235[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%244[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc32)
  %246 = tensor.collapse_shape %245 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc32)
  %247 = tensor.collapse_shape %246 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc32)
  %248 = tensor.concat dim(2) %241, %247 : (tensor<?x8x32xf32>, tensor<?x8x32xf32>) -> tensor<?x8x64xf32> loc(#loc34)
  %249 = tensor.extract_slice %248[0, 0, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc36)
  %250 = tensor.extract_slice %248[0, 4, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc36)
  %251 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc38)
  %252 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc38)
  %253 = tensor.empty() : tensor<32xf32> loc(#loc38)
  %254 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%251, %252 : tensor<32xbf16>, tensor<32xbf16>) outs(%253 : tensor<32xf32>) {
  ^bb0(%x_256: bf16, %x_257: bf16, %x_258: f32):
    %258 = arith.extf %x_256 : bf16 to f32 loc(#loc38)
    %259 = arith.extf %x_257 : bf16 to f32 loc(#loc38)
    %260 = arith.mulf %258, %259 : f32 loc(#loc38)
    linalg.yield %260 : f32 loc(#loc38)
  } -> tensor<32xf32> loc(#loc38)
  %261 = tensor.empty() : tensor<f32> loc(#loc38)
  %262 = linalg.fill ins(%c_6 : f32) outs(%261 : tensor<f32>) -> tensor<f32> loc(#loc38)
  %263 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%254 : tensor<32xf32>) outs(%262 : tensor<f32>) {
  ^bb0(%x_265: f32, %x_266: f32):
    %266 = arith.addf %x_266, %x_265 : f32 loc(#loc38)
    linalg.yield %266 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %267 = tensor.empty() : tensor<f32> loc(#loc38)
  %268 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%263 : tensor<f32>) outs(%267 : tensor<f32>) {
  ^bb0(%x_270: f32, %x_271: f32):
    %271 = math.exp %x_270 : f32 loc(#loc38)
    linalg.yield %271 : f32 loc(#loc38)
  } -> tensor<f32> loc(#loc38)
  %272 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc40)
  %273 = ml_program.global_load_const @"model.layers.0.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc40)
  %274 = tensor.empty() : tensor<32xf32> loc(#loc40)
  %275 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%272, %273 : tensor<32xbf16>, tensor<32xbf16>) outs(%274 : tensor<32xf32>) {
  ^bb0(%x_277: bf16, %x_278: bf16, %x_279: f32):
    %279 = arith.extf %x_277 : bf16 to f32 loc(#loc40)
    %280 = arith.extf %x_278 : bf16 to f32 loc(#loc40)
    %281 = arith.mulf %279, %280 : f32 loc(#loc40)
    linalg.yield %281 : f32 loc(#loc40)
  } -> tensor<32xf32> loc(#loc40)
  %282 = tensor.empty() : tensor<f32> loc(#loc40)
  %283 = linalg.fill ins(%c_6 : f32) outs(%282 : tensor<f32>) -> tensor<f32> loc(#loc40)
  %284 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%275 : tensor<32xf32>) outs(%283 : tensor<f32>) {
  ^bb0(%x_286: f32, %x_287: f32):
    %287 = arith.addf %x_287, %x_286 : f32 loc(#loc40)
    linalg.yield %287 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %288 = tensor.empty() : tensor<f32> loc(#loc40)
  %289 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%284 : tensor<f32>) outs(%288 : tensor<f32>) {
  ^bb0(%x_291: f32, %x_292: f32):
    %292 = math.exp %x_291 : f32 loc(#loc40)
    linalg.yield %292 : f32 loc(#loc40)
  } -> tensor<f32> loc(#loc40)
  %293 = tensor.empty() : tensor<f32> loc(#loc42)
  %294 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%268, %289 : tensor<f32>, tensor<f32>) outs(%293 : tensor<f32>) {
  ^bb0(%x_296: f32, %x_297: f32, %x_298: f32):
    %298 = arith.subf %x_296, %x_297 : f32 loc(#loc42)
    linalg.yield %298 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %299 = tensor.empty() : tensor<f32> loc(#loc42)
  %300 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%294 : tensor<f32>) outs(%299 : tensor<f32>) {
  ^bb0(%x_302: f32, %x_303: f32):
    %303 = arith.addf %x_302, %c_11 : f32 loc(#loc42)
    linalg.yield %303 : f32 loc(#loc42)
  } -> tensor<f32> loc(#loc42)
  %304 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc44)
  %305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %250 : tensor<f32>, tensor<?x4x64xf32>) outs(%304 : tensor<?x4x64xf32>) {
  ^bb0(%x_307: f32, %x_308: f32, %x_309: f32):
    %309 = arith.mulf %x_307, %x_308 : f32 loc(#loc44)
    linalg.yield %309 : f32 loc(#loc44)
  } -> tensor<?x4x64xf32> loc(#loc44)
  %310 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc44)
  %311 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249, %305 : tensor<?x4x64xf32>, tensor<?x4x64xf32>) outs(%310 : tensor<?x4x64xf32>) {
  ^bb0(%x_313: f32, %x_314: f32, %x_315: f32):
    %315 = arith.subf %x_313, %x_314 : f32 loc(#loc44)
    linalg.yield %315 : f32 loc(#loc44)
  } -> tensor<?x4x64xf32> loc(#loc44)
  %316 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc46)
  %317 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311 : tensor<?x4x64xf32>) outs(%316 : tensor<?x4x64xf32>) {
  ^bb0(%x_319: f32, %x_320: f32):
    %320 = arith.mulf %x_319, %x_319 : f32 loc(#loc46)
    linalg.yield %320 : f32 loc(#loc46)
  } -> tensor<?x4x64xf32> loc(#loc46)
  %321 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc46)
  %322 = linalg.fill ins(%c_6 : f32) outs(%321 : tensor<?x4xf32>) -> tensor<?x4xf32> loc(#loc46)
  %323 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%317 : tensor<?x4x64xf32>) outs(%322 : tensor<?x4xf32>) {
  ^bb0(%x_325: f32, %x_326: f32):
    %326 = arith.addf %x_326, %x_325 : f32 loc(#loc46)
    linalg.yield %326 : f32 loc(#loc46)
  } -> tensor<?x4xf32> loc(#loc46)
  %327 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc46)
  %328 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%323 : tensor<?x4xf32>) outs(%327 : tensor<?x4xf32>) {
  ^bb0(%x_330: f32, %x_331: f32):
    %331 = arith.divf %x_330, %c_12 : f32 loc(#loc46)
    linalg.yield %331 : f32 loc(#loc46)
  } -> tensor<?x4xf32> loc(#loc46)
  %332 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc46)
  %333 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%328 : tensor<?x4xf32>) outs(%332 : tensor<?x4xf32>) {
  ^bb0(%x_335: f32, %x_336: f32):
    %336 = arith.addf %x_335, %c_8 : f32 loc(#loc46)
    linalg.yield %336 : f32 loc(#loc46)
  } -> tensor<?x4xf32> loc(#loc46)
  %337 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc46)
  %338 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%333 : tensor<?x4xf32>) outs(%337 : tensor<?x4xf32>) {
  ^bb0(%x_340: f32, %x_341: f32):
    %341 = math.rsqrt %x_340 : f32 loc(#loc46)
    linalg.yield %341 : f32 loc(#loc46)
  } -> tensor<?x4xf32> loc(#loc46)
  %342 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc46)
  %343 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311, %338 : tensor<?x4x64xf32>, tensor<?x4xf32>) outs(%342 : tensor<?x4x64xf32>) {
  ^bb0(%x_345: f32, %x_346: f32, %x_347: f32):
    %347 = arith.mulf %x_345, %x_346 : f32 loc(#loc46)
    linalg.yield %347 : f32 loc(#loc46)
  } -> tensor<?x4x64xf32> loc(#loc46)
  %348 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc47)
  %349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<?x4x64xf32>) outs(%348 : tensor<?x4x64xf32>) {
  ^bb0(%x_351: f32, %x_352: f32):
    %352 = arith.mulf %x_351, %c_13 : f32 loc(#loc47)
    linalg.yield %352 : f32 loc(#loc47)
  } -> tensor<?x4x64xf32> loc(#loc47)
  %353 = tensor.collapse_shape %349 [[0], [1, 2]] : tensor<?x4x64xf32> into tensor<?x256xf32> loc(#loc49)
  %354 = ml_program.global_load_const @"model.layers.0.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc51)
  %355 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc51)
  %356 = linalg.fill ins(%c_6 : f32) outs(%355 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc51)
  %357 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%353, %354 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%356 : tensor<?x256xf32>) {
  ^bb0(%x_359: f32, %x_360: bf16, %x_361: f32):
    %361 = arith.extf %x_360 : bf16 to f32 loc(#loc51)
    %362 = arith.mulf %x_359, %361 : f32 loc(#loc51)
    %363 = arith.addf %x_361, %362 : f32 loc(#loc51)
    linalg.yield %363 : f32 loc(#loc51)
  } -> tensor<?x256xf32> loc(#loc51)
  %364 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc53)
  %365 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31, %357 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%364 : tensor<?x256xf32>) {
  ^bb0(%x_367: f32, %x_368: f32, %x_369: f32):
    %369 = arith.addf %x_367, %x_368 : f32 loc(#loc53)
    linalg.yield %369 : f32 loc(#loc53)
  } -> tensor<?x256xf32> loc(#loc53)
  %370 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc54)
  %371 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%365 : tensor<?x256xf32>) outs(%370 : tensor<?x256xf32>) {
  ^bb0(%x_373: f32, %x_374: f32):
    %374 = arith.mulf %x_373, %x_373 : f32 loc(#loc54)
    linalg.yield %374 : f32 loc(#loc54)
  } -> tensor<?x256xf32> loc(#loc54)
  %375 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc54)
  %376 = linalg.fill ins(%c_6 : f32) outs(%375 : tensor<?xf32>) -> tensor<?xf32> loc(#loc54)
  %377 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%371 : tensor<?x256xf32>) outs(%376 : tensor<?xf32>) {
  ^bb0(%x_379: f32, %x_380: f32):
    %380 = arith.addf %x_380, %x_379 : f32 loc(#loc54)
    linalg.yield %380 : f32 loc(#loc54)
  } -> tensor<?xf32> loc(#loc54)
  %381 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc54)
  %382 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%377 : tensor<?xf32>) outs(%381 : tensor<?xf32>) {
  ^bb0(%x_384: f32, %x_385: f32):
    %385 = arith.divf %x_384, %c_7 : f32 loc(#loc54)
    linalg.yield %385 : f32 loc(#loc54)
  } -> tensor<?xf32> loc(#loc54)
  %386 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc55)
  %387 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%382 : tensor<?xf32>) outs(%386 : tensor<?xf32>) {
  ^bb0(%x_389: f32, %x_390: f32):
    %390 = arith.addf %x_389, %c_8 : f32 loc(#loc55)
    linalg.yield %390 : f32 loc(#loc55)
  } -> tensor<?xf32> loc(#loc55)
  %391 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc55)
  %392 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%387 : tensor<?xf32>) outs(%391 : tensor<?xf32>) {
  ^bb0(%x_394: f32, %x_395: f32):
    %395 = math.rsqrt %x_394 : f32 loc(#loc55)
    linalg.yield %395 : f32 loc(#loc55)
  } -> tensor<?xf32> loc(#loc55)
  %396 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc55)
  %397 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%365, %392 : tensor<?x256xf32>, tensor<?xf32>) outs(%396 : tensor<?x256xf32>) {
  ^bb0(%x_399: f32, %x_400: f32, %x_401: f32):
    %401 = arith.mulf %x_399, %x_400 : f32 loc(#loc55)
    linalg.yield %401 : f32 loc(#loc55)
  } -> tensor<?x256xf32> loc(#loc55)
  %402 = ml_program.global_load_const @"model.layers.0.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc56)
  %403 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc56)
  %404 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%402, %397 : tensor<256xbf16>, tensor<?x256xf32>) outs(%403 : tensor<?x256xf32>) {
  ^bb0(%x_406: bf16, %x_407: f32, %x_408: f32):
    %408 = arith.extf %x_406 : bf16 to f32 loc(#loc56)
    %409 = arith.mulf %408, %x_407 : f32 loc(#loc56)
    linalg.yield %409 : f32 loc(#loc56)
  } -> tensor<?x256xf32> loc(#loc56)
  %410 = ml_program.global_load_const @"model.layers.0.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc58)
  %411 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc58)
  %412 = linalg.fill ins(%c_6 : f32) outs(%411 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc58)
  %413 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%404, %410 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%412 : tensor<?x704xf32>) {
  ^bb0(%x_415: f32, %x_416: bf16, %x_417: f32):
    %417 = arith.extf %x_416 : bf16 to f32 loc(#loc58)
    %418 = arith.mulf %x_415, %417 : f32 loc(#loc58)
    %419 = arith.addf %x_417, %418 : f32 loc(#loc58)
    linalg.yield %419 : f32 loc(#loc58)
  } -> tensor<?x704xf32> loc(#loc58)
  %420 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc60)
  %421 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%413 : tensor<?x704xf32>) outs(%420 : tensor<?x704xf32>) {
  ^bb0(%x_423: f32, %x_424: f32):
    %424 = arith.negf %x_423 : f32 loc(#loc60)
    %425 = math.exp %424 : f32 loc(#loc60)
    %426 = arith.addf %425, %c_5 : f32 loc(#loc60)
    %427 = arith.divf %x_423, %426 : f32 loc(#loc60)
    linalg.yield %427 : f32 loc(#loc60)
  } -> tensor<?x704xf32> loc(#loc60)
  %428 = ml_program.global_load_const @"model.layers.0.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc61)
  %429 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc61)
  %430 = linalg.fill ins(%c_6 : f32) outs(%429 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc61)
  %431 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%404, %428 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%430 : tensor<?x704xf32>) {
  ^bb0(%x_433: f32, %x_434: bf16, %x_435: f32):
    %435 = arith.extf %x_434 : bf16 to f32 loc(#loc61)
    %436 = arith.mulf %x_433, %435 : f32 loc(#loc61)
    %437 = arith.addf %x_435, %436 : f32 loc(#loc61)
    linalg.yield %437 : f32 loc(#loc61)
  } -> tensor<?x704xf32> loc(#loc61)
  %438 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc62)
  %439 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%421, %431 : tensor<?x704xf32>, tensor<?x704xf32>) outs(%438 : tensor<?x704xf32>) {
  ^bb0(%x_441: f32, %x_442: f32, %x_443: f32):
    %443 = arith.mulf %x_441, %x_442 : f32 loc(#loc62)
    linalg.yield %443 : f32 loc(#loc62)
  } -> tensor<?x704xf32> loc(#loc62)
  %444 = ml_program.global_load_const @"model.layers.0.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc63)
  %445 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc63)
  %446 = linalg.fill ins(%c_6 : f32) outs(%445 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc63)
  %447 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%439, %444 : tensor<?x704xf32>, tensor<256x704xbf16>) outs(%446 : tensor<?x256xf32>) {
  ^bb0(%x_449: f32, %x_450: bf16, %x_451: f32):
    %451 = arith.extf %x_450 : bf16 to f32 loc(#loc63)
    %452 = arith.mulf %x_449, %451 : f32 loc(#loc63)
    %453 = arith.addf %x_451, %452 : f32 loc(#loc63)
    linalg.yield %453 : f32 loc(#loc63)
  } -> tensor<?x256xf32> loc(#loc63)
  %454 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc65)
  %455 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%365, %447 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%454 : tensor<?x256xf32>) {
  ^bb0(%x_457: f32, %x_458: f32, %x_459: f32):
    %459 = arith.addf %x_457, %x_458 : f32 loc(#loc65)
    linalg.yield %459 : f32 loc(#loc65)
  } -> tensor<?x256xf32> loc(#loc65)
  %460 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc66)
  %461 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%455 : tensor<?x256xf32>) outs(%460 : tensor<?x256xf32>) {
  ^bb0(%x_463: f32, %x_464: f32):
    %464 = arith.mulf %x_463, %x_463 : f32 loc(#loc66)
    linalg.yield %464 : f32 loc(#loc66)
  } -> tensor<?x256xf32> loc(#loc66)
  %465 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc66)
  %466 = linalg.fill ins(%c_6 : f32) outs(%465 : tensor<?xf32>) -> tensor<?xf32> loc(#loc66)
  %467 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%461 : tensor<?x256xf32>) outs(%466 : tensor<?xf32>) {
  ^bb0(%x_469: f32, %x_470: f32):
    %470 = arith.addf %x_470, %x_469 : f32 loc(#loc66)
    linalg.yield %470 : f32 loc(#loc66)
  } -> tensor<?xf32> loc(#loc66)
  %471 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc66)
  %472 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%467 : tensor<?xf32>) outs(%471 : tensor<?xf32>) {
  ^bb0(%x_474: f32, %x_475: f32):
    %475 = arith.divf %x_474, %c_7 : f32 loc(#loc66)
    linalg.yield %475 : f32 loc(#loc66)
  } -> tensor<?xf32> loc(#loc66)
  %476 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc67)
  %477 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%472 : tensor<?xf32>) outs(%476 : tensor<?xf32>) {
  ^bb0(%x_479: f32, %x_480: f32):
    %480 = arith.addf %x_479, %c_8 : f32 loc(#loc67)
    linalg.yield %480 : f32 loc(#loc67)
  } -> tensor<?xf32> loc(#loc67)
  %481 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc67)
  %482 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%477 : tensor<?xf32>) outs(%481 : tensor<?xf32>) {
  ^bb0(%x_484: f32, %x_485: f32):
    %485 = math.rsqrt %x_484 : f32 loc(#loc67)
    linalg.yield %485 : f32 loc(#loc67)
  } -> tensor<?xf32> loc(#loc67)
  %486 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc67)
  %487 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%455, %482 : tensor<?x256xf32>, tensor<?xf32>) outs(%486 : tensor<?x256xf32>) {
  ^bb0(%x_489: f32, %x_490: f32, %x_491: f32):
    %491 = arith.mulf %x_489, %x_490 : f32 loc(#loc67)
    linalg.yield %491 : f32 loc(#loc67)
  } -> tensor<?x256xf32> loc(#loc67)
  %492 = ml_program.global_load_const @"model.layers.1.input_layernorm.weight" : tensor<256xbf16> loc(#loc68)
  %493 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc68)
  %494 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%492, %487 : tensor<256xbf16>, tensor<?x256xf32>) outs(%493 : tensor<?x256xf32>) {
  ^bb0(%x_496: bf16, %x_497: f32, %x_498: f32):
    %498 = arith.extf %x_496 : bf16 to f32 loc(#loc68)
    %499 = arith.mulf %498, %x_497 : f32 loc(#loc68)
    linalg.yield %499 : f32 loc(#loc68)
  } -> tensor<?x256xf32> loc(#loc68)
  %500 = ml_program.global_load_const @"model.layers.1.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc69)
  %501 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc69)
  %502 = linalg.fill ins(%c_6 : f32) outs(%501 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc69)
  %503 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%494, %500 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%502 : tensor<?x256xf32>) {
  ^bb0(%x_505: f32, %x_506: bf16, %x_507: f32):
    %507 = arith.extf %x_506 : bf16 to f32 loc(#loc69)
    %508 = arith.mulf %x_505, %507 : f32 loc(#loc69)
    %509 = arith.addf %x_507, %508 : f32 loc(#loc69)
    linalg.yield %509 : f32 loc(#loc69)
  } -> tensor<?x256xf32> loc(#loc69)
  %510 = tensor.expand_shape %503 [[0], [1, 2]] output_shape [%n_1, 8, 32] : tensor<?x256xf32> into tensor<?x8x32xf32> loc(#loc70)
  %511 = ml_program.global_load_const @"model.layers.1.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc71)
  %512 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc71)
  %513 = linalg.fill ins(%c_6 : f32) outs(%512 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc71)
  %514 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%494, %511 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%513 : tensor<?x128xf32>) {
  ^bb0(%x_516: f32, %x_517: bf16, %x_518: f32):
    %518 = arith.extf %x_517 : bf16 to f32 loc(#loc71)
    %519 = arith.mulf %x_516, %518 : f32 loc(#loc71)
    %520 = arith.addf %x_518, %519 : f32 loc(#loc71)
    linalg.yield %520 : f32 loc(#loc71)
  } -> tensor<?x128xf32> loc(#loc71)
  %521 = tensor.expand_shape %514 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc72)
  %522 = ml_program.global_load_const @"model.layers.1.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc73)
  %523 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc73)
  %524 = linalg.fill ins(%c_6 : f32) outs(%523 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc73)
  %525 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%494, %522 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%524 : tensor<?x128xf32>) {
  ^bb0(%x_527: f32, %x_528: bf16, %x_529: f32):
    %529 = arith.extf %x_528 : bf16 to f32 loc(#loc73)
    %530 = arith.mulf %x_527, %529 : f32 loc(#loc73)
    %531 = arith.addf %x_529, %530 : f32 loc(#loc73)
    linalg.yield %531 : f32 loc(#loc73)
  } -> tensor<?x128xf32> loc(#loc73)
  %532 = tensor.expand_shape %525 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc74)
  %533 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc75)
  %534 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%510, %53 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%533 : tensor<?x8x32xf32>) {
  ^bb0(%x_536: f32, %x_537: f32, %x_538: f32):
    %538 = arith.mulf %x_536, %x_537 : f32 loc(#loc75)
    linalg.yield %538 : f32 loc(#loc75)
  } -> tensor<?x8x32xf32> loc(#loc75)
  %539 = tensor.extract_slice %510[0, 0, 0] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc75)
  %540 = tensor.extract_slice %510[0, 0, 16] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc75)
  %541 = tensor.empty(%n_1) : tensor<?x8x16xf32> loc(#loc75)
  %542 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540 : tensor<?x8x16xf32>) outs(%541 : tensor<?x8x16xf32>) {
  ^bb0(%x_544: f32, %x_545: f32):
    %545 = arith.negf %x_544 : f32 loc(#loc75)
    linalg.yield %545 : f32 loc(#loc75)
  } -> tensor<?x8x16xf32> loc(#loc75)
  %546 = tensor.concat dim(2) %542, %539 : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<?x8x32xf32> loc(#loc75)
  %547 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc75)
  %548 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%546, %63 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%547 : tensor<?x8x32xf32>) {
  ^bb0(%x_550: f32, %x_551: f32, %x_552: f32):
    %552 = arith.mulf %x_550, %x_551 : f32 loc(#loc75)
    linalg.yield %552 : f32 loc(#loc75)
  } -> tensor<?x8x32xf32> loc(#loc75)
  %553 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc75)
  %554 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%534, %548 : tensor<?x8x32xf32>, tensor<?x8x32xf32>) outs(%553 : tensor<?x8x32xf32>) {
  ^bb0(%x_556: f32, %x_557: f32, %x_558: f32):
    %558 = arith.addf %x_556, %x_557 : f32 loc(#loc75)
    linalg.yield %558 : f32 loc(#loc75)
  } -> tensor<?x8x32xf32> loc(#loc75)
  %559 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc75)
  %560 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%521, %53 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%559 : tensor<?x4x32xf32>) {
  ^bb0(%x_562: f32, %x_563: f32, %x_564: f32):
    %564 = arith.mulf %x_562, %x_563 : f32 loc(#loc75)
    linalg.yield %564 : f32 loc(#loc75)
  } -> tensor<?x4x32xf32> loc(#loc75)
  %565 = tensor.extract_slice %521[0, 0, 0] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc75)
  %566 = tensor.extract_slice %521[0, 0, 16] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc75)
  %567 = tensor.empty(%n_1) : tensor<?x4x16xf32> loc(#loc75)
  %568 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%566 : tensor<?x4x16xf32>) outs(%567 : tensor<?x4x16xf32>) {
  ^bb0(%x_570: f32, %x_571: f32):
    %571 = arith.negf %x_570 : f32 loc(#loc75)
    linalg.yield %571 : f32 loc(#loc75)
  } -> tensor<?x4x16xf32> loc(#loc75)
  %572 = tensor.concat dim(2) %568, %565 : (tensor<?x4x16xf32>, tensor<?x4x16xf32>) -> tensor<?x4x32xf32> loc(#loc75)
  %573 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc75)
  %574 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%572, %63 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%573 : tensor<?x4x32xf32>) {
  ^bb0(%x_576: f32, %x_577: f32, %x_578: f32):
    %578 = arith.mulf %x_576, %x_577 : f32 loc(#loc75)
    linalg.yield %578 : f32 loc(#loc75)
  } -> tensor<?x4x32xf32> loc(#loc75)
  %579 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc75)
  %580 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%560, %574 : tensor<?x4x32xf32>, tensor<?x4x32xf32>) outs(%579 : tensor<?x4x32xf32>) {
  ^bb0(%x_582: f32, %x_583: f32, %x_584: f32):
    %584 = arith.addf %x_582, %x_583 : f32 loc(#loc75)
    linalg.yield %584 : f32 loc(#loc75)
  } -> tensor<?x4x32xf32> loc(#loc75)
  %585 = bufferization.to_tensor %caches_2 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc206)
  %586 = tensor.expand_shape %580 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc206)
  %587 = scf.for %588 = %c_0 to %n_1 step %c_9 iter_args(%589 = %585) -> (tensor<?x4x1024x32xf32>) {
    %590 = tensor.extract %lengths[%588] : tensor<?xi64> loc(#loc206)
    %591 = arith.index_cast %590 : i64 to index loc(#loc206)
    %592 = arith.cmpi ule, %591, %c_10 : index loc(#loc206)
    cf.assert %592, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc206)
    %593 = arith.subi %591, %c_9 : index loc(#loc206)
    %594 = arith.maxsi %593, %c_0 : index loc(#loc206)
    %595 = arith.subi %591, %594 : index loc(#loc206)
    %596 = arith.subi %c_9, %595 : index loc(#loc206)
    %597 = tensor.extract_slice %586[%588, 0, 0, %596] [1, 4, 32, %595] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc206)
    %598 = tensor.extract_slice %589[%588, 0, %594, 0] [1, 4, %595, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc206)
    %599 = linalg.transpose ins(%597 : tensor<4x32x?xf32>) outs(%598 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc206)
    %600 = tensor.insert_slice %599 into %589[%588, 0, %594, 0] [1, 4, %595, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc206)
    scf.yield %600 : tensor<?x4x1024x32xf32> loc(#loc206)
  } loc(#loc206)
  %601 = bufferization.to_tensor %caches_3 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc206)
  %602 = tensor.expand_shape %532 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc206)
  %603 = scf.for %604 = %c_0 to %n_1 step %c_9 iter_args(%605 = %601) -> (tensor<?x4x1024x32xf32>) {
    %606 = tensor.extract %lengths[%604] : tensor<?xi64> loc(#loc206)
    %607 = arith.index_cast %606 : i64 to index loc(#loc206)
    %608 = arith.cmpi ule, %607, %c_10 : index loc(#loc206)
    cf.assert %608, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc206)
    %609 = arith.subi %607, %c_9 : index loc(#loc206)
    %610 = arith.maxsi %609, %c_0 : index loc(#loc206)
    %611 = arith.subi %607, %610 : index loc(#loc206)
    %612 = arith.subi %c_9, %611 : index loc(#loc206)
    %613 = tensor.extract_slice %602[%604, 0, 0, %612] [1, 4, 32, %611] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc206)
    %614 = tensor.extract_slice %605[%604, 0, %610, 0] [1, 4, %611, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc206)
    %615 = linalg.transpose ins(%613 : tensor<4x32x?xf32>) outs(%614 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc206)
    %616 = tensor.insert_slice %615 into %605[%604, 0, %610, 0] [1, 4, %611, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc206)
    scf.yield %616 : tensor<?x4x1024x32xf32> loc(#loc206)
  } loc(#loc206)
  %617 = tensor.extract_slice %603[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc76)
  %618 = tensor.extract_slice %603[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc76)
  %619 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc76)
  %620 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%617 : tensor<?x2x1024x32xf32>) outs(%619 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_622: f32, %x_623: f32):
    linalg.yield %x_622 : f32 loc(#loc76)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc76)
  %623 = tensor.collapse_shape %620 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc76)
  %624 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc76)
  %625 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%618 : tensor<?x2x1024x32xf32>) outs(%624 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_627: f32, %x_628: f32):
    linalg.yield %x_627 : f32 loc(#loc76)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc76)
  %628 = tensor.collapse_shape %625 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc76)
  %629 = tensor.expand_shape %554 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc77)
  %630 = tensor.expand_shape %629 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc77)
  %631 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc77)
  %632 = diffattn.attention signal(%630[b, g, r, d, m], %587[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%623[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%631[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc77)
  %633 = tensor.collapse_shape %632 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc77)
  %634 = tensor.collapse_shape %633 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc77)
  %635 = tensor.expand_shape %554 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc78)
  %636 = tensor.expand_shape %635 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc78)
  %637 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc78)
  %638 = diffattn.attention signal(%636[b, g, r, d, m], %587[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%628[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%637[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc78)
  %639 = tensor.collapse_shape %638 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc78)
  %640 = tensor.collapse_shape %639 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc78)
  %641 = tensor.concat dim(2) %634, %640 : (tensor<?x8x32xf32>, tensor<?x8x32xf32>) -> tensor<?x8x64xf32> loc(#loc79)
  %642 = tensor.extract_slice %641[0, 0, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc80)
  %643 = tensor.extract_slice %641[0, 4, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc80)
  %644 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc81)
  %645 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc81)
  %646 = tensor.empty() : tensor<32xf32> loc(#loc81)
  %647 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%644, %645 : tensor<32xbf16>, tensor<32xbf16>) outs(%646 : tensor<32xf32>) {
  ^bb0(%x_649: bf16, %x_650: bf16, %x_651: f32):
    %651 = arith.extf %x_649 : bf16 to f32 loc(#loc81)
    %652 = arith.extf %x_650 : bf16 to f32 loc(#loc81)
    %653 = arith.mulf %651, %652 : f32 loc(#loc81)
    linalg.yield %653 : f32 loc(#loc81)
  } -> tensor<32xf32> loc(#loc81)
  %654 = tensor.empty() : tensor<f32> loc(#loc81)
  %655 = linalg.fill ins(%c_6 : f32) outs(%654 : tensor<f32>) -> tensor<f32> loc(#loc81)
  %656 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%647 : tensor<32xf32>) outs(%655 : tensor<f32>) {
  ^bb0(%x_658: f32, %x_659: f32):
    %659 = arith.addf %x_659, %x_658 : f32 loc(#loc81)
    linalg.yield %659 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %660 = tensor.empty() : tensor<f32> loc(#loc81)
  %661 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%656 : tensor<f32>) outs(%660 : tensor<f32>) {
  ^bb0(%x_663: f32, %x_664: f32):
    %664 = math.exp %x_663 : f32 loc(#loc81)
    linalg.yield %664 : f32 loc(#loc81)
  } -> tensor<f32> loc(#loc81)
  %665 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc82)
  %666 = ml_program.global_load_const @"model.layers.1.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc82)
  %667 = tensor.empty() : tensor<32xf32> loc(#loc82)
  %668 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%665, %666 : tensor<32xbf16>, tensor<32xbf16>) outs(%667 : tensor<32xf32>) {
  ^bb0(%x_670: bf16, %x_671: bf16, %x_672: f32):
    %672 = arith.extf %x_670 : bf16 to f32 loc(#loc82)
    %673 = arith.extf %x_671 : bf16 to f32 loc(#loc82)
    %674 = arith.mulf %672, %673 : f32 loc(#loc82)
    linalg.yield %674 : f32 loc(#loc82)
  } -> tensor<32xf32> loc(#loc82)
  %675 = tensor.empty() : tensor<f32> loc(#loc82)
  %676 = linalg.fill ins(%c_6 : f32) outs(%675 : tensor<f32>) -> tensor<f32> loc(#loc82)
  %677 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%668 : tensor<32xf32>) outs(%676 : tensor<f32>) {
  ^bb0(%x_679: f32, %x_680: f32):
    %680 = arith.addf %x_680, %x_679 : f32 loc(#loc82)
    linalg.yield %680 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %681 = tensor.empty() : tensor<f32> loc(#loc82)
  %682 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%677 : tensor<f32>) outs(%681 : tensor<f32>) {
  ^bb0(%x_684: f32, %x_685: f32):
    %685 = math.exp %x_684 : f32 loc(#loc82)
    linalg.yield %685 : f32 loc(#loc82)
  } -> tensor<f32> loc(#loc82)
  %686 = tensor.empty() : tensor<f32> loc(#loc83)
  %687 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%661, %682 : tensor<f32>, tensor<f32>) outs(%686 : tensor<f32>) {
  ^bb0(%x_689: f32, %x_690: f32, %x_691: f32):
    %691 = arith.subf %x_689, %x_690 : f32 loc(#loc83)
    linalg.yield %691 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %692 = tensor.empty() : tensor<f32> loc(#loc83)
  %693 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%687 : tensor<f32>) outs(%692 : tensor<f32>) {
  ^bb0(%x_695: f32, %x_696: f32):
    %696 = arith.addf %x_695, %c_14 : f32 loc(#loc83)
    linalg.yield %696 : f32 loc(#loc83)
  } -> tensor<f32> loc(#loc83)
  %697 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc84)
  %698 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%693, %643 : tensor<f32>, tensor<?x4x64xf32>) outs(%697 : tensor<?x4x64xf32>) {
  ^bb0(%x_700: f32, %x_701: f32, %x_702: f32):
    %702 = arith.mulf %x_700, %x_701 : f32 loc(#loc84)
    linalg.yield %702 : f32 loc(#loc84)
  } -> tensor<?x4x64xf32> loc(#loc84)
  %703 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc84)
  %704 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%642, %698 : tensor<?x4x64xf32>, tensor<?x4x64xf32>) outs(%703 : tensor<?x4x64xf32>) {
  ^bb0(%x_706: f32, %x_707: f32, %x_708: f32):
    %708 = arith.subf %x_706, %x_707 : f32 loc(#loc84)
    linalg.yield %708 : f32 loc(#loc84)
  } -> tensor<?x4x64xf32> loc(#loc84)
  %709 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc85)
  %710 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%704 : tensor<?x4x64xf32>) outs(%709 : tensor<?x4x64xf32>) {
  ^bb0(%x_712: f32, %x_713: f32):
    %713 = arith.mulf %x_712, %x_712 : f32 loc(#loc85)
    linalg.yield %713 : f32 loc(#loc85)
  } -> tensor<?x4x64xf32> loc(#loc85)
  %714 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc85)
  %715 = linalg.fill ins(%c_6 : f32) outs(%714 : tensor<?x4xf32>) -> tensor<?x4xf32> loc(#loc85)
  %716 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%710 : tensor<?x4x64xf32>) outs(%715 : tensor<?x4xf32>) {
  ^bb0(%x_718: f32, %x_719: f32):
    %719 = arith.addf %x_719, %x_718 : f32 loc(#loc85)
    linalg.yield %719 : f32 loc(#loc85)
  } -> tensor<?x4xf32> loc(#loc85)
  %720 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc85)
  %721 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%716 : tensor<?x4xf32>) outs(%720 : tensor<?x4xf32>) {
  ^bb0(%x_723: f32, %x_724: f32):
    %724 = arith.divf %x_723, %c_12 : f32 loc(#loc85)
    linalg.yield %724 : f32 loc(#loc85)
  } -> tensor<?x4xf32> loc(#loc85)
  %725 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc85)
  %726 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%721 : tensor<?x4xf32>) outs(%725 : tensor<?x4xf32>) {
  ^bb0(%x_728: f32, %x_729: f32):
    %729 = arith.addf %x_728, %c_8 : f32 loc(#loc85)
    linalg.yield %729 : f32 loc(#loc85)
  } -> tensor<?x4xf32> loc(#loc85)
  %730 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc85)
  %731 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%726 : tensor<?x4xf32>) outs(%730 : tensor<?x4xf32>) {
  ^bb0(%x_733: f32, %x_734: f32):
    %734 = math.rsqrt %x_733 : f32 loc(#loc85)
    linalg.yield %734 : f32 loc(#loc85)
  } -> tensor<?x4xf32> loc(#loc85)
  %735 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc85)
  %736 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%704, %731 : tensor<?x4x64xf32>, tensor<?x4xf32>) outs(%735 : tensor<?x4x64xf32>) {
  ^bb0(%x_738: f32, %x_739: f32, %x_740: f32):
    %740 = arith.mulf %x_738, %x_739 : f32 loc(#loc85)
    linalg.yield %740 : f32 loc(#loc85)
  } -> tensor<?x4x64xf32> loc(#loc85)
  %741 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc86)
  %742 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%736 : tensor<?x4x64xf32>) outs(%741 : tensor<?x4x64xf32>) {
  ^bb0(%x_744: f32, %x_745: f32):
    %745 = arith.mulf %x_744, %c_15 : f32 loc(#loc86)
    linalg.yield %745 : f32 loc(#loc86)
  } -> tensor<?x4x64xf32> loc(#loc86)
  %746 = tensor.collapse_shape %742 [[0], [1, 2]] : tensor<?x4x64xf32> into tensor<?x256xf32> loc(#loc87)
  %747 = ml_program.global_load_const @"model.layers.1.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc88)
  %748 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc88)
  %749 = linalg.fill ins(%c_6 : f32) outs(%748 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc88)
  %750 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%746, %747 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%749 : tensor<?x256xf32>) {
  ^bb0(%x_752: f32, %x_753: bf16, %x_754: f32):
    %754 = arith.extf %x_753 : bf16 to f32 loc(#loc88)
    %755 = arith.mulf %x_752, %754 : f32 loc(#loc88)
    %756 = arith.addf %x_754, %755 : f32 loc(#loc88)
    linalg.yield %756 : f32 loc(#loc88)
  } -> tensor<?x256xf32> loc(#loc88)
  %757 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc89)
  %758 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%455, %750 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%757 : tensor<?x256xf32>) {
  ^bb0(%x_760: f32, %x_761: f32, %x_762: f32):
    %762 = arith.addf %x_760, %x_761 : f32 loc(#loc89)
    linalg.yield %762 : f32 loc(#loc89)
  } -> tensor<?x256xf32> loc(#loc89)
  %763 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc90)
  %764 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%758 : tensor<?x256xf32>) outs(%763 : tensor<?x256xf32>) {
  ^bb0(%x_766: f32, %x_767: f32):
    %767 = arith.mulf %x_766, %x_766 : f32 loc(#loc90)
    linalg.yield %767 : f32 loc(#loc90)
  } -> tensor<?x256xf32> loc(#loc90)
  %768 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc90)
  %769 = linalg.fill ins(%c_6 : f32) outs(%768 : tensor<?xf32>) -> tensor<?xf32> loc(#loc90)
  %770 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%764 : tensor<?x256xf32>) outs(%769 : tensor<?xf32>) {
  ^bb0(%x_772: f32, %x_773: f32):
    %773 = arith.addf %x_773, %x_772 : f32 loc(#loc90)
    linalg.yield %773 : f32 loc(#loc90)
  } -> tensor<?xf32> loc(#loc90)
  %774 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc90)
  %775 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%770 : tensor<?xf32>) outs(%774 : tensor<?xf32>) {
  ^bb0(%x_777: f32, %x_778: f32):
    %778 = arith.divf %x_777, %c_7 : f32 loc(#loc90)
    linalg.yield %778 : f32 loc(#loc90)
  } -> tensor<?xf32> loc(#loc90)
  %779 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc91)
  %780 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%775 : tensor<?xf32>) outs(%779 : tensor<?xf32>) {
  ^bb0(%x_782: f32, %x_783: f32):
    %783 = arith.addf %x_782, %c_8 : f32 loc(#loc91)
    linalg.yield %783 : f32 loc(#loc91)
  } -> tensor<?xf32> loc(#loc91)
  %784 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc91)
  %785 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%780 : tensor<?xf32>) outs(%784 : tensor<?xf32>) {
  ^bb0(%x_787: f32, %x_788: f32):
    %788 = math.rsqrt %x_787 : f32 loc(#loc91)
    linalg.yield %788 : f32 loc(#loc91)
  } -> tensor<?xf32> loc(#loc91)
  %789 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc91)
  %790 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%758, %785 : tensor<?x256xf32>, tensor<?xf32>) outs(%789 : tensor<?x256xf32>) {
  ^bb0(%x_792: f32, %x_793: f32, %x_794: f32):
    %794 = arith.mulf %x_792, %x_793 : f32 loc(#loc91)
    linalg.yield %794 : f32 loc(#loc91)
  } -> tensor<?x256xf32> loc(#loc91)
  %795 = ml_program.global_load_const @"model.layers.1.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc92)
  %796 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc92)
  %797 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%795, %790 : tensor<256xbf16>, tensor<?x256xf32>) outs(%796 : tensor<?x256xf32>) {
  ^bb0(%x_799: bf16, %x_800: f32, %x_801: f32):
    %801 = arith.extf %x_799 : bf16 to f32 loc(#loc92)
    %802 = arith.mulf %801, %x_800 : f32 loc(#loc92)
    linalg.yield %802 : f32 loc(#loc92)
  } -> tensor<?x256xf32> loc(#loc92)
  %803 = ml_program.global_load_const @"model.layers.1.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc93)
  %804 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc93)
  %805 = linalg.fill ins(%c_6 : f32) outs(%804 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc93)
  %806 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%797, %803 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%805 : tensor<?x704xf32>) {
  ^bb0(%x_808: f32, %x_809: bf16, %x_810: f32):
    %810 = arith.extf %x_809 : bf16 to f32 loc(#loc93)
    %811 = arith.mulf %x_808, %810 : f32 loc(#loc93)
    %812 = arith.addf %x_810, %811 : f32 loc(#loc93)
    linalg.yield %812 : f32 loc(#loc93)
  } -> tensor<?x704xf32> loc(#loc93)
  %813 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc94)
  %814 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%806 : tensor<?x704xf32>) outs(%813 : tensor<?x704xf32>) {
  ^bb0(%x_816: f32, %x_817: f32):
    %817 = arith.negf %x_816 : f32 loc(#loc94)
    %818 = math.exp %817 : f32 loc(#loc94)
    %819 = arith.addf %818, %c_5 : f32 loc(#loc94)
    %820 = arith.divf %x_816, %819 : f32 loc(#loc94)
    linalg.yield %820 : f32 loc(#loc94)
  } -> tensor<?x704xf32> loc(#loc94)
  %821 = ml_program.global_load_const @"model.layers.1.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc95)
  %822 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc95)
  %823 = linalg.fill ins(%c_6 : f32) outs(%822 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc95)
  %824 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%797, %821 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%823 : tensor<?x704xf32>) {
  ^bb0(%x_826: f32, %x_827: bf16, %x_828: f32):
    %828 = arith.extf %x_827 : bf16 to f32 loc(#loc95)
    %829 = arith.mulf %x_826, %828 : f32 loc(#loc95)
    %830 = arith.addf %x_828, %829 : f32 loc(#loc95)
    linalg.yield %830 : f32 loc(#loc95)
  } -> tensor<?x704xf32> loc(#loc95)
  %831 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc96)
  %832 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%814, %824 : tensor<?x704xf32>, tensor<?x704xf32>) outs(%831 : tensor<?x704xf32>) {
  ^bb0(%x_834: f32, %x_835: f32, %x_836: f32):
    %836 = arith.mulf %x_834, %x_835 : f32 loc(#loc96)
    linalg.yield %836 : f32 loc(#loc96)
  } -> tensor<?x704xf32> loc(#loc96)
  %837 = ml_program.global_load_const @"model.layers.1.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc97)
  %838 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc97)
  %839 = linalg.fill ins(%c_6 : f32) outs(%838 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc97)
  %840 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%832, %837 : tensor<?x704xf32>, tensor<256x704xbf16>) outs(%839 : tensor<?x256xf32>) {
  ^bb0(%x_842: f32, %x_843: bf16, %x_844: f32):
    %844 = arith.extf %x_843 : bf16 to f32 loc(#loc97)
    %845 = arith.mulf %x_842, %844 : f32 loc(#loc97)
    %846 = arith.addf %x_844, %845 : f32 loc(#loc97)
    linalg.yield %846 : f32 loc(#loc97)
  } -> tensor<?x256xf32> loc(#loc97)
  %847 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc98)
  %848 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%758, %840 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%847 : tensor<?x256xf32>) {
  ^bb0(%x_850: f32, %x_851: f32, %x_852: f32):
    %852 = arith.addf %x_850, %x_851 : f32 loc(#loc98)
    linalg.yield %852 : f32 loc(#loc98)
  } -> tensor<?x256xf32> loc(#loc98)
  %853 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc99)
  %854 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%848 : tensor<?x256xf32>) outs(%853 : tensor<?x256xf32>) {
  ^bb0(%x_856: f32, %x_857: f32):
    %857 = arith.mulf %x_856, %x_856 : f32 loc(#loc99)
    linalg.yield %857 : f32 loc(#loc99)
  } -> tensor<?x256xf32> loc(#loc99)
  %858 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc99)
  %859 = linalg.fill ins(%c_6 : f32) outs(%858 : tensor<?xf32>) -> tensor<?xf32> loc(#loc99)
  %860 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%854 : tensor<?x256xf32>) outs(%859 : tensor<?xf32>) {
  ^bb0(%x_862: f32, %x_863: f32):
    %863 = arith.addf %x_863, %x_862 : f32 loc(#loc99)
    linalg.yield %863 : f32 loc(#loc99)
  } -> tensor<?xf32> loc(#loc99)
  %864 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc99)
  %865 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%860 : tensor<?xf32>) outs(%864 : tensor<?xf32>) {
  ^bb0(%x_867: f32, %x_868: f32):
    %868 = arith.divf %x_867, %c_7 : f32 loc(#loc99)
    linalg.yield %868 : f32 loc(#loc99)
  } -> tensor<?xf32> loc(#loc99)
  %869 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc100)
  %870 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%865 : tensor<?xf32>) outs(%869 : tensor<?xf32>) {
  ^bb0(%x_872: f32, %x_873: f32):
    %873 = arith.addf %x_872, %c_8 : f32 loc(#loc100)
    linalg.yield %873 : f32 loc(#loc100)
  } -> tensor<?xf32> loc(#loc100)
  %874 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc100)
  %875 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%870 : tensor<?xf32>) outs(%874 : tensor<?xf32>) {
  ^bb0(%x_877: f32, %x_878: f32):
    %878 = math.rsqrt %x_877 : f32 loc(#loc100)
    linalg.yield %878 : f32 loc(#loc100)
  } -> tensor<?xf32> loc(#loc100)
  %879 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc100)
  %880 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%848, %875 : tensor<?x256xf32>, tensor<?xf32>) outs(%879 : tensor<?x256xf32>) {
  ^bb0(%x_882: f32, %x_883: f32, %x_884: f32):
    %884 = arith.mulf %x_882, %x_883 : f32 loc(#loc100)
    linalg.yield %884 : f32 loc(#loc100)
  } -> tensor<?x256xf32> loc(#loc100)
  %885 = ml_program.global_load_const @"model.layers.2.input_layernorm.weight" : tensor<256xbf16> loc(#loc101)
  %886 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc101)
  %887 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%885, %880 : tensor<256xbf16>, tensor<?x256xf32>) outs(%886 : tensor<?x256xf32>) {
  ^bb0(%x_889: bf16, %x_890: f32, %x_891: f32):
    %891 = arith.extf %x_889 : bf16 to f32 loc(#loc101)
    %892 = arith.mulf %891, %x_890 : f32 loc(#loc101)
    linalg.yield %892 : f32 loc(#loc101)
  } -> tensor<?x256xf32> loc(#loc101)
  %893 = ml_program.global_load_const @"model.layers.2.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc102)
  %894 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc102)
  %895 = linalg.fill ins(%c_6 : f32) outs(%894 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc102)
  %896 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%887, %893 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%895 : tensor<?x256xf32>) {
  ^bb0(%x_898: f32, %x_899: bf16, %x_900: f32):
    %900 = arith.extf %x_899 : bf16 to f32 loc(#loc102)
    %901 = arith.mulf %x_898, %900 : f32 loc(#loc102)
    %902 = arith.addf %x_900, %901 : f32 loc(#loc102)
    linalg.yield %902 : f32 loc(#loc102)
  } -> tensor<?x256xf32> loc(#loc102)
  %903 = tensor.expand_shape %896 [[0], [1, 2]] output_shape [%n_1, 8, 32] : tensor<?x256xf32> into tensor<?x8x32xf32> loc(#loc103)
  %904 = ml_program.global_load_const @"model.layers.2.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc104)
  %905 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc104)
  %906 = linalg.fill ins(%c_6 : f32) outs(%905 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc104)
  %907 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%887, %904 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%906 : tensor<?x128xf32>) {
  ^bb0(%x_909: f32, %x_910: bf16, %x_911: f32):
    %911 = arith.extf %x_910 : bf16 to f32 loc(#loc104)
    %912 = arith.mulf %x_909, %911 : f32 loc(#loc104)
    %913 = arith.addf %x_911, %912 : f32 loc(#loc104)
    linalg.yield %913 : f32 loc(#loc104)
  } -> tensor<?x128xf32> loc(#loc104)
  %914 = tensor.expand_shape %907 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc105)
  %915 = ml_program.global_load_const @"model.layers.2.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc106)
  %916 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc106)
  %917 = linalg.fill ins(%c_6 : f32) outs(%916 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc106)
  %918 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%887, %915 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%917 : tensor<?x128xf32>) {
  ^bb0(%x_920: f32, %x_921: bf16, %x_922: f32):
    %922 = arith.extf %x_921 : bf16 to f32 loc(#loc106)
    %923 = arith.mulf %x_920, %922 : f32 loc(#loc106)
    %924 = arith.addf %x_922, %923 : f32 loc(#loc106)
    linalg.yield %924 : f32 loc(#loc106)
  } -> tensor<?x128xf32> loc(#loc106)
  %925 = tensor.expand_shape %918 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc107)
  %926 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc108)
  %927 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%903, %53 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%926 : tensor<?x8x32xf32>) {
  ^bb0(%x_929: f32, %x_930: f32, %x_931: f32):
    %931 = arith.mulf %x_929, %x_930 : f32 loc(#loc108)
    linalg.yield %931 : f32 loc(#loc108)
  } -> tensor<?x8x32xf32> loc(#loc108)
  %932 = tensor.extract_slice %903[0, 0, 0] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc108)
  %933 = tensor.extract_slice %903[0, 0, 16] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc108)
  %934 = tensor.empty(%n_1) : tensor<?x8x16xf32> loc(#loc108)
  %935 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%933 : tensor<?x8x16xf32>) outs(%934 : tensor<?x8x16xf32>) {
  ^bb0(%x_937: f32, %x_938: f32):
    %938 = arith.negf %x_937 : f32 loc(#loc108)
    linalg.yield %938 : f32 loc(#loc108)
  } -> tensor<?x8x16xf32> loc(#loc108)
  %939 = tensor.concat dim(2) %935, %932 : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<?x8x32xf32> loc(#loc108)
  %940 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc108)
  %941 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%939, %63 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%940 : tensor<?x8x32xf32>) {
  ^bb0(%x_943: f32, %x_944: f32, %x_945: f32):
    %945 = arith.mulf %x_943, %x_944 : f32 loc(#loc108)
    linalg.yield %945 : f32 loc(#loc108)
  } -> tensor<?x8x32xf32> loc(#loc108)
  %946 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc108)
  %947 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%927, %941 : tensor<?x8x32xf32>, tensor<?x8x32xf32>) outs(%946 : tensor<?x8x32xf32>) {
  ^bb0(%x_949: f32, %x_950: f32, %x_951: f32):
    %951 = arith.addf %x_949, %x_950 : f32 loc(#loc108)
    linalg.yield %951 : f32 loc(#loc108)
  } -> tensor<?x8x32xf32> loc(#loc108)
  %952 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc108)
  %953 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%914, %53 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%952 : tensor<?x4x32xf32>) {
  ^bb0(%x_955: f32, %x_956: f32, %x_957: f32):
    %957 = arith.mulf %x_955, %x_956 : f32 loc(#loc108)
    linalg.yield %957 : f32 loc(#loc108)
  } -> tensor<?x4x32xf32> loc(#loc108)
  %958 = tensor.extract_slice %914[0, 0, 0] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc108)
  %959 = tensor.extract_slice %914[0, 0, 16] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc108)
  %960 = tensor.empty(%n_1) : tensor<?x4x16xf32> loc(#loc108)
  %961 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%959 : tensor<?x4x16xf32>) outs(%960 : tensor<?x4x16xf32>) {
  ^bb0(%x_963: f32, %x_964: f32):
    %964 = arith.negf %x_963 : f32 loc(#loc108)
    linalg.yield %964 : f32 loc(#loc108)
  } -> tensor<?x4x16xf32> loc(#loc108)
  %965 = tensor.concat dim(2) %961, %958 : (tensor<?x4x16xf32>, tensor<?x4x16xf32>) -> tensor<?x4x32xf32> loc(#loc108)
  %966 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc108)
  %967 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%965, %63 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%966 : tensor<?x4x32xf32>) {
  ^bb0(%x_969: f32, %x_970: f32, %x_971: f32):
    %971 = arith.mulf %x_969, %x_970 : f32 loc(#loc108)
    linalg.yield %971 : f32 loc(#loc108)
  } -> tensor<?x4x32xf32> loc(#loc108)
  %972 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc108)
  %973 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%953, %967 : tensor<?x4x32xf32>, tensor<?x4x32xf32>) outs(%972 : tensor<?x4x32xf32>) {
  ^bb0(%x_975: f32, %x_976: f32, %x_977: f32):
    %977 = arith.addf %x_975, %x_976 : f32 loc(#loc108)
    linalg.yield %977 : f32 loc(#loc108)
  } -> tensor<?x4x32xf32> loc(#loc108)
  %978 = bufferization.to_tensor %caches_4 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc207)
  %979 = tensor.expand_shape %973 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc207)
  %980 = scf.for %981 = %c_0 to %n_1 step %c_9 iter_args(%982 = %978) -> (tensor<?x4x1024x32xf32>) {
    %983 = tensor.extract %lengths[%981] : tensor<?xi64> loc(#loc207)
    %984 = arith.index_cast %983 : i64 to index loc(#loc207)
    %985 = arith.cmpi ule, %984, %c_10 : index loc(#loc207)
    cf.assert %985, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc207)
    %986 = arith.subi %984, %c_9 : index loc(#loc207)
    %987 = arith.maxsi %986, %c_0 : index loc(#loc207)
    %988 = arith.subi %984, %987 : index loc(#loc207)
    %989 = arith.subi %c_9, %988 : index loc(#loc207)
    %990 = tensor.extract_slice %979[%981, 0, 0, %989] [1, 4, 32, %988] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc207)
    %991 = tensor.extract_slice %982[%981, 0, %987, 0] [1, 4, %988, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc207)
    %992 = linalg.transpose ins(%990 : tensor<4x32x?xf32>) outs(%991 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc207)
    %993 = tensor.insert_slice %992 into %982[%981, 0, %987, 0] [1, 4, %988, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc207)
    scf.yield %993 : tensor<?x4x1024x32xf32> loc(#loc207)
  } loc(#loc207)
  %994 = bufferization.to_tensor %caches_5 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc207)
  %995 = tensor.expand_shape %925 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc207)
  %996 = scf.for %997 = %c_0 to %n_1 step %c_9 iter_args(%998 = %994) -> (tensor<?x4x1024x32xf32>) {
    %999 = tensor.extract %lengths[%997] : tensor<?xi64> loc(#loc207)
    %1000 = arith.index_cast %999 : i64 to index loc(#loc207)
    %1001 = arith.cmpi ule, %1000, %c_10 : index loc(#loc207)
    cf.assert %1001, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc207)
    %1002 = arith.subi %1000, %c_9 : index loc(#loc207)
    %1003 = arith.maxsi %1002, %c_0 : index loc(#loc207)
    %1004 = arith.subi %1000, %1003 : index loc(#loc207)
    %1005 = arith.subi %c_9, %1004 : index loc(#loc207)
    %1006 = tensor.extract_slice %995[%997, 0, 0, %1005] [1, 4, 32, %1004] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc207)
    %1007 = tensor.extract_slice %998[%997, 0, %1003, 0] [1, 4, %1004, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc207)
    %1008 = linalg.transpose ins(%1006 : tensor<4x32x?xf32>) outs(%1007 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc207)
    %1009 = tensor.insert_slice %1008 into %998[%997, 0, %1003, 0] [1, 4, %1004, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc207)
    scf.yield %1009 : tensor<?x4x1024x32xf32> loc(#loc207)
  } loc(#loc207)
  %1010 = tensor.extract_slice %996[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc109)
  %1011 = tensor.extract_slice %996[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc109)
  %1012 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1013 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1010 : tensor<?x2x1024x32xf32>) outs(%1012 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1015: f32, %x_1016: f32):
    linalg.yield %x_1015 : f32 loc(#loc109)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1016 = tensor.collapse_shape %1013 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc109)
  %1017 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1018 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1011 : tensor<?x2x1024x32xf32>) outs(%1017 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1020: f32, %x_1021: f32):
    linalg.yield %x_1020 : f32 loc(#loc109)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc109)
  %1021 = tensor.collapse_shape %1018 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc109)
  %1022 = tensor.expand_shape %947 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc110)
  %1023 = tensor.expand_shape %1022 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc110)
  %1024 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc110)
  %1025 = diffattn.attention signal(%1023[b, g, r, d, m], %980[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1016[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1024[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc110)
  %1026 = tensor.collapse_shape %1025 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc110)
  %1027 = tensor.collapse_shape %1026 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc110)
  %1028 = tensor.expand_shape %947 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc111)
  %1029 = tensor.expand_shape %1028 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc111)
  %1030 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc111)
  %1031 = diffattn.attention signal(%1029[b, g, r, d, m], %980[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1021[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1030[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc111)
  %1032 = tensor.collapse_shape %1031 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc111)
  %1033 = tensor.collapse_shape %1032 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc111)
  %1034 = tensor.concat dim(2) %1027, %1033 : (tensor<?x8x32xf32>, tensor<?x8x32xf32>) -> tensor<?x8x64xf32> loc(#loc112)
  %1035 = tensor.extract_slice %1034[0, 0, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc113)
  %1036 = tensor.extract_slice %1034[0, 4, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc113)
  %1037 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc114)
  %1038 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc114)
  %1039 = tensor.empty() : tensor<32xf32> loc(#loc114)
  %1040 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1037, %1038 : tensor<32xbf16>, tensor<32xbf16>) outs(%1039 : tensor<32xf32>) {
  ^bb0(%x_1042: bf16, %x_1043: bf16, %x_1044: f32):
    %1044 = arith.extf %x_1042 : bf16 to f32 loc(#loc114)
    %1045 = arith.extf %x_1043 : bf16 to f32 loc(#loc114)
    %1046 = arith.mulf %1044, %1045 : f32 loc(#loc114)
    linalg.yield %1046 : f32 loc(#loc114)
  } -> tensor<32xf32> loc(#loc114)
  %1047 = tensor.empty() : tensor<f32> loc(#loc114)
  %1048 = linalg.fill ins(%c_6 : f32) outs(%1047 : tensor<f32>) -> tensor<f32> loc(#loc114)
  %1049 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1040 : tensor<32xf32>) outs(%1048 : tensor<f32>) {
  ^bb0(%x_1051: f32, %x_1052: f32):
    %1052 = arith.addf %x_1052, %x_1051 : f32 loc(#loc114)
    linalg.yield %1052 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %1053 = tensor.empty() : tensor<f32> loc(#loc114)
  %1054 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1049 : tensor<f32>) outs(%1053 : tensor<f32>) {
  ^bb0(%x_1056: f32, %x_1057: f32):
    %1057 = math.exp %x_1056 : f32 loc(#loc114)
    linalg.yield %1057 : f32 loc(#loc114)
  } -> tensor<f32> loc(#loc114)
  %1058 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc115)
  %1059 = ml_program.global_load_const @"model.layers.2.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc115)
  %1060 = tensor.empty() : tensor<32xf32> loc(#loc115)
  %1061 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1058, %1059 : tensor<32xbf16>, tensor<32xbf16>) outs(%1060 : tensor<32xf32>) {
  ^bb0(%x_1063: bf16, %x_1064: bf16, %x_1065: f32):
    %1065 = arith.extf %x_1063 : bf16 to f32 loc(#loc115)
    %1066 = arith.extf %x_1064 : bf16 to f32 loc(#loc115)
    %1067 = arith.mulf %1065, %1066 : f32 loc(#loc115)
    linalg.yield %1067 : f32 loc(#loc115)
  } -> tensor<32xf32> loc(#loc115)
  %1068 = tensor.empty() : tensor<f32> loc(#loc115)
  %1069 = linalg.fill ins(%c_6 : f32) outs(%1068 : tensor<f32>) -> tensor<f32> loc(#loc115)
  %1070 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1061 : tensor<32xf32>) outs(%1069 : tensor<f32>) {
  ^bb0(%x_1072: f32, %x_1073: f32):
    %1073 = arith.addf %x_1073, %x_1072 : f32 loc(#loc115)
    linalg.yield %1073 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %1074 = tensor.empty() : tensor<f32> loc(#loc115)
  %1075 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1070 : tensor<f32>) outs(%1074 : tensor<f32>) {
  ^bb0(%x_1077: f32, %x_1078: f32):
    %1078 = math.exp %x_1077 : f32 loc(#loc115)
    linalg.yield %1078 : f32 loc(#loc115)
  } -> tensor<f32> loc(#loc115)
  %1079 = tensor.empty() : tensor<f32> loc(#loc116)
  %1080 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1054, %1075 : tensor<f32>, tensor<f32>) outs(%1079 : tensor<f32>) {
  ^bb0(%x_1082: f32, %x_1083: f32, %x_1084: f32):
    %1084 = arith.subf %x_1082, %x_1083 : f32 loc(#loc116)
    linalg.yield %1084 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %1085 = tensor.empty() : tensor<f32> loc(#loc116)
  %1086 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1080 : tensor<f32>) outs(%1085 : tensor<f32>) {
  ^bb0(%x_1088: f32, %x_1089: f32):
    %1089 = arith.addf %x_1088, %c_16 : f32 loc(#loc116)
    linalg.yield %1089 : f32 loc(#loc116)
  } -> tensor<f32> loc(#loc116)
  %1090 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc117)
  %1091 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1086, %1036 : tensor<f32>, tensor<?x4x64xf32>) outs(%1090 : tensor<?x4x64xf32>) {
  ^bb0(%x_1093: f32, %x_1094: f32, %x_1095: f32):
    %1095 = arith.mulf %x_1093, %x_1094 : f32 loc(#loc117)
    linalg.yield %1095 : f32 loc(#loc117)
  } -> tensor<?x4x64xf32> loc(#loc117)
  %1096 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc117)
  %1097 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1035, %1091 : tensor<?x4x64xf32>, tensor<?x4x64xf32>) outs(%1096 : tensor<?x4x64xf32>) {
  ^bb0(%x_1099: f32, %x_1100: f32, %x_1101: f32):
    %1101 = arith.subf %x_1099, %x_1100 : f32 loc(#loc117)
    linalg.yield %1101 : f32 loc(#loc117)
  } -> tensor<?x4x64xf32> loc(#loc117)
  %1102 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc118)
  %1103 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1097 : tensor<?x4x64xf32>) outs(%1102 : tensor<?x4x64xf32>) {
  ^bb0(%x_1105: f32, %x_1106: f32):
    %1106 = arith.mulf %x_1105, %x_1105 : f32 loc(#loc118)
    linalg.yield %1106 : f32 loc(#loc118)
  } -> tensor<?x4x64xf32> loc(#loc118)
  %1107 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc118)
  %1108 = linalg.fill ins(%c_6 : f32) outs(%1107 : tensor<?x4xf32>) -> tensor<?x4xf32> loc(#loc118)
  %1109 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1103 : tensor<?x4x64xf32>) outs(%1108 : tensor<?x4xf32>) {
  ^bb0(%x_1111: f32, %x_1112: f32):
    %1112 = arith.addf %x_1112, %x_1111 : f32 loc(#loc118)
    linalg.yield %1112 : f32 loc(#loc118)
  } -> tensor<?x4xf32> loc(#loc118)
  %1113 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc118)
  %1114 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1109 : tensor<?x4xf32>) outs(%1113 : tensor<?x4xf32>) {
  ^bb0(%x_1116: f32, %x_1117: f32):
    %1117 = arith.divf %x_1116, %c_12 : f32 loc(#loc118)
    linalg.yield %1117 : f32 loc(#loc118)
  } -> tensor<?x4xf32> loc(#loc118)
  %1118 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc118)
  %1119 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1114 : tensor<?x4xf32>) outs(%1118 : tensor<?x4xf32>) {
  ^bb0(%x_1121: f32, %x_1122: f32):
    %1122 = arith.addf %x_1121, %c_8 : f32 loc(#loc118)
    linalg.yield %1122 : f32 loc(#loc118)
  } -> tensor<?x4xf32> loc(#loc118)
  %1123 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc118)
  %1124 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1119 : tensor<?x4xf32>) outs(%1123 : tensor<?x4xf32>) {
  ^bb0(%x_1126: f32, %x_1127: f32):
    %1127 = math.rsqrt %x_1126 : f32 loc(#loc118)
    linalg.yield %1127 : f32 loc(#loc118)
  } -> tensor<?x4xf32> loc(#loc118)
  %1128 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc118)
  %1129 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1097, %1124 : tensor<?x4x64xf32>, tensor<?x4xf32>) outs(%1128 : tensor<?x4x64xf32>) {
  ^bb0(%x_1131: f32, %x_1132: f32, %x_1133: f32):
    %1133 = arith.mulf %x_1131, %x_1132 : f32 loc(#loc118)
    linalg.yield %1133 : f32 loc(#loc118)
  } -> tensor<?x4x64xf32> loc(#loc118)
  %1134 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc119)
  %1135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1129 : tensor<?x4x64xf32>) outs(%1134 : tensor<?x4x64xf32>) {
  ^bb0(%x_1137: f32, %x_1138: f32):
    %1138 = arith.mulf %x_1137, %c_17 : f32 loc(#loc119)
    linalg.yield %1138 : f32 loc(#loc119)
  } -> tensor<?x4x64xf32> loc(#loc119)
  %1139 = tensor.collapse_shape %1135 [[0], [1, 2]] : tensor<?x4x64xf32> into tensor<?x256xf32> loc(#loc120)
  %1140 = ml_program.global_load_const @"model.layers.2.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc121)
  %1141 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc121)
  %1142 = linalg.fill ins(%c_6 : f32) outs(%1141 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc121)
  %1143 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1139, %1140 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%1142 : tensor<?x256xf32>) {
  ^bb0(%x_1145: f32, %x_1146: bf16, %x_1147: f32):
    %1147 = arith.extf %x_1146 : bf16 to f32 loc(#loc121)
    %1148 = arith.mulf %x_1145, %1147 : f32 loc(#loc121)
    %1149 = arith.addf %x_1147, %1148 : f32 loc(#loc121)
    linalg.yield %1149 : f32 loc(#loc121)
  } -> tensor<?x256xf32> loc(#loc121)
  %1150 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc122)
  %1151 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%848, %1143 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%1150 : tensor<?x256xf32>) {
  ^bb0(%x_1153: f32, %x_1154: f32, %x_1155: f32):
    %1155 = arith.addf %x_1153, %x_1154 : f32 loc(#loc122)
    linalg.yield %1155 : f32 loc(#loc122)
  } -> tensor<?x256xf32> loc(#loc122)
  %1156 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc123)
  %1157 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1151 : tensor<?x256xf32>) outs(%1156 : tensor<?x256xf32>) {
  ^bb0(%x_1159: f32, %x_1160: f32):
    %1160 = arith.mulf %x_1159, %x_1159 : f32 loc(#loc123)
    linalg.yield %1160 : f32 loc(#loc123)
  } -> tensor<?x256xf32> loc(#loc123)
  %1161 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc123)
  %1162 = linalg.fill ins(%c_6 : f32) outs(%1161 : tensor<?xf32>) -> tensor<?xf32> loc(#loc123)
  %1163 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1157 : tensor<?x256xf32>) outs(%1162 : tensor<?xf32>) {
  ^bb0(%x_1165: f32, %x_1166: f32):
    %1166 = arith.addf %x_1166, %x_1165 : f32 loc(#loc123)
    linalg.yield %1166 : f32 loc(#loc123)
  } -> tensor<?xf32> loc(#loc123)
  %1167 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc123)
  %1168 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1163 : tensor<?xf32>) outs(%1167 : tensor<?xf32>) {
  ^bb0(%x_1170: f32, %x_1171: f32):
    %1171 = arith.divf %x_1170, %c_7 : f32 loc(#loc123)
    linalg.yield %1171 : f32 loc(#loc123)
  } -> tensor<?xf32> loc(#loc123)
  %1172 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc124)
  %1173 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1168 : tensor<?xf32>) outs(%1172 : tensor<?xf32>) {
  ^bb0(%x_1175: f32, %x_1176: f32):
    %1176 = arith.addf %x_1175, %c_8 : f32 loc(#loc124)
    linalg.yield %1176 : f32 loc(#loc124)
  } -> tensor<?xf32> loc(#loc124)
  %1177 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc124)
  %1178 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1173 : tensor<?xf32>) outs(%1177 : tensor<?xf32>) {
  ^bb0(%x_1180: f32, %x_1181: f32):
    %1181 = math.rsqrt %x_1180 : f32 loc(#loc124)
    linalg.yield %1181 : f32 loc(#loc124)
  } -> tensor<?xf32> loc(#loc124)
  %1182 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc124)
  %1183 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1151, %1178 : tensor<?x256xf32>, tensor<?xf32>) outs(%1182 : tensor<?x256xf32>) {
  ^bb0(%x_1185: f32, %x_1186: f32, %x_1187: f32):
    %1187 = arith.mulf %x_1185, %x_1186 : f32 loc(#loc124)
    linalg.yield %1187 : f32 loc(#loc124)
  } -> tensor<?x256xf32> loc(#loc124)
  %1188 = ml_program.global_load_const @"model.layers.2.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc125)
  %1189 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc125)
  %1190 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1188, %1183 : tensor<256xbf16>, tensor<?x256xf32>) outs(%1189 : tensor<?x256xf32>) {
  ^bb0(%x_1192: bf16, %x_1193: f32, %x_1194: f32):
    %1194 = arith.extf %x_1192 : bf16 to f32 loc(#loc125)
    %1195 = arith.mulf %1194, %x_1193 : f32 loc(#loc125)
    linalg.yield %1195 : f32 loc(#loc125)
  } -> tensor<?x256xf32> loc(#loc125)
  %1196 = ml_program.global_load_const @"model.layers.2.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc126)
  %1197 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc126)
  %1198 = linalg.fill ins(%c_6 : f32) outs(%1197 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc126)
  %1199 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1190, %1196 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%1198 : tensor<?x704xf32>) {
  ^bb0(%x_1201: f32, %x_1202: bf16, %x_1203: f32):
    %1203 = arith.extf %x_1202 : bf16 to f32 loc(#loc126)
    %1204 = arith.mulf %x_1201, %1203 : f32 loc(#loc126)
    %1205 = arith.addf %x_1203, %1204 : f32 loc(#loc126)
    linalg.yield %1205 : f32 loc(#loc126)
  } -> tensor<?x704xf32> loc(#loc126)
  %1206 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc127)
  %1207 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1199 : tensor<?x704xf32>) outs(%1206 : tensor<?x704xf32>) {
  ^bb0(%x_1209: f32, %x_1210: f32):
    %1210 = arith.negf %x_1209 : f32 loc(#loc127)
    %1211 = math.exp %1210 : f32 loc(#loc127)
    %1212 = arith.addf %1211, %c_5 : f32 loc(#loc127)
    %1213 = arith.divf %x_1209, %1212 : f32 loc(#loc127)
    linalg.yield %1213 : f32 loc(#loc127)
  } -> tensor<?x704xf32> loc(#loc127)
  %1214 = ml_program.global_load_const @"model.layers.2.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc128)
  %1215 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc128)
  %1216 = linalg.fill ins(%c_6 : f32) outs(%1215 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc128)
  %1217 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1190, %1214 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%1216 : tensor<?x704xf32>) {
  ^bb0(%x_1219: f32, %x_1220: bf16, %x_1221: f32):
    %1221 = arith.extf %x_1220 : bf16 to f32 loc(#loc128)
    %1222 = arith.mulf %x_1219, %1221 : f32 loc(#loc128)
    %1223 = arith.addf %x_1221, %1222 : f32 loc(#loc128)
    linalg.yield %1223 : f32 loc(#loc128)
  } -> tensor<?x704xf32> loc(#loc128)
  %1224 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc129)
  %1225 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1207, %1217 : tensor<?x704xf32>, tensor<?x704xf32>) outs(%1224 : tensor<?x704xf32>) {
  ^bb0(%x_1227: f32, %x_1228: f32, %x_1229: f32):
    %1229 = arith.mulf %x_1227, %x_1228 : f32 loc(#loc129)
    linalg.yield %1229 : f32 loc(#loc129)
  } -> tensor<?x704xf32> loc(#loc129)
  %1230 = ml_program.global_load_const @"model.layers.2.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc130)
  %1231 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc130)
  %1232 = linalg.fill ins(%c_6 : f32) outs(%1231 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc130)
  %1233 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1225, %1230 : tensor<?x704xf32>, tensor<256x704xbf16>) outs(%1232 : tensor<?x256xf32>) {
  ^bb0(%x_1235: f32, %x_1236: bf16, %x_1237: f32):
    %1237 = arith.extf %x_1236 : bf16 to f32 loc(#loc130)
    %1238 = arith.mulf %x_1235, %1237 : f32 loc(#loc130)
    %1239 = arith.addf %x_1237, %1238 : f32 loc(#loc130)
    linalg.yield %1239 : f32 loc(#loc130)
  } -> tensor<?x256xf32> loc(#loc130)
  %1240 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc131)
  %1241 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1151, %1233 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%1240 : tensor<?x256xf32>) {
  ^bb0(%x_1243: f32, %x_1244: f32, %x_1245: f32):
    %1245 = arith.addf %x_1243, %x_1244 : f32 loc(#loc131)
    linalg.yield %1245 : f32 loc(#loc131)
  } -> tensor<?x256xf32> loc(#loc131)
  %1246 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc132)
  %1247 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1241 : tensor<?x256xf32>) outs(%1246 : tensor<?x256xf32>) {
  ^bb0(%x_1249: f32, %x_1250: f32):
    %1250 = arith.mulf %x_1249, %x_1249 : f32 loc(#loc132)
    linalg.yield %1250 : f32 loc(#loc132)
  } -> tensor<?x256xf32> loc(#loc132)
  %1251 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc132)
  %1252 = linalg.fill ins(%c_6 : f32) outs(%1251 : tensor<?xf32>) -> tensor<?xf32> loc(#loc132)
  %1253 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1247 : tensor<?x256xf32>) outs(%1252 : tensor<?xf32>) {
  ^bb0(%x_1255: f32, %x_1256: f32):
    %1256 = arith.addf %x_1256, %x_1255 : f32 loc(#loc132)
    linalg.yield %1256 : f32 loc(#loc132)
  } -> tensor<?xf32> loc(#loc132)
  %1257 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc132)
  %1258 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1253 : tensor<?xf32>) outs(%1257 : tensor<?xf32>) {
  ^bb0(%x_1260: f32, %x_1261: f32):
    %1261 = arith.divf %x_1260, %c_7 : f32 loc(#loc132)
    linalg.yield %1261 : f32 loc(#loc132)
  } -> tensor<?xf32> loc(#loc132)
  %1262 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc133)
  %1263 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1258 : tensor<?xf32>) outs(%1262 : tensor<?xf32>) {
  ^bb0(%x_1265: f32, %x_1266: f32):
    %1266 = arith.addf %x_1265, %c_8 : f32 loc(#loc133)
    linalg.yield %1266 : f32 loc(#loc133)
  } -> tensor<?xf32> loc(#loc133)
  %1267 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc133)
  %1268 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1263 : tensor<?xf32>) outs(%1267 : tensor<?xf32>) {
  ^bb0(%x_1270: f32, %x_1271: f32):
    %1271 = math.rsqrt %x_1270 : f32 loc(#loc133)
    linalg.yield %1271 : f32 loc(#loc133)
  } -> tensor<?xf32> loc(#loc133)
  %1272 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc133)
  %1273 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1241, %1268 : tensor<?x256xf32>, tensor<?xf32>) outs(%1272 : tensor<?x256xf32>) {
  ^bb0(%x_1275: f32, %x_1276: f32, %x_1277: f32):
    %1277 = arith.mulf %x_1275, %x_1276 : f32 loc(#loc133)
    linalg.yield %1277 : f32 loc(#loc133)
  } -> tensor<?x256xf32> loc(#loc133)
  %1278 = ml_program.global_load_const @"model.layers.3.input_layernorm.weight" : tensor<256xbf16> loc(#loc134)
  %1279 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc134)
  %1280 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1278, %1273 : tensor<256xbf16>, tensor<?x256xf32>) outs(%1279 : tensor<?x256xf32>) {
  ^bb0(%x_1282: bf16, %x_1283: f32, %x_1284: f32):
    %1284 = arith.extf %x_1282 : bf16 to f32 loc(#loc134)
    %1285 = arith.mulf %1284, %x_1283 : f32 loc(#loc134)
    linalg.yield %1285 : f32 loc(#loc134)
  } -> tensor<?x256xf32> loc(#loc134)
  %1286 = ml_program.global_load_const @"model.layers.3.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc135)
  %1287 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc135)
  %1288 = linalg.fill ins(%c_6 : f32) outs(%1287 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc135)
  %1289 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1280, %1286 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%1288 : tensor<?x256xf32>) {
  ^bb0(%x_1291: f32, %x_1292: bf16, %x_1293: f32):
    %1293 = arith.extf %x_1292 : bf16 to f32 loc(#loc135)
    %1294 = arith.mulf %x_1291, %1293 : f32 loc(#loc135)
    %1295 = arith.addf %x_1293, %1294 : f32 loc(#loc135)
    linalg.yield %1295 : f32 loc(#loc135)
  } -> tensor<?x256xf32> loc(#loc135)
  %1296 = tensor.expand_shape %1289 [[0], [1, 2]] output_shape [%n_1, 8, 32] : tensor<?x256xf32> into tensor<?x8x32xf32> loc(#loc136)
  %1297 = ml_program.global_load_const @"model.layers.3.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc137)
  %1298 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc137)
  %1299 = linalg.fill ins(%c_6 : f32) outs(%1298 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc137)
  %1300 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1280, %1297 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%1299 : tensor<?x128xf32>) {
  ^bb0(%x_1302: f32, %x_1303: bf16, %x_1304: f32):
    %1304 = arith.extf %x_1303 : bf16 to f32 loc(#loc137)
    %1305 = arith.mulf %x_1302, %1304 : f32 loc(#loc137)
    %1306 = arith.addf %x_1304, %1305 : f32 loc(#loc137)
    linalg.yield %1306 : f32 loc(#loc137)
  } -> tensor<?x128xf32> loc(#loc137)
  %1307 = tensor.expand_shape %1300 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc138)
  %1308 = ml_program.global_load_const @"model.layers.3.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc139)
  %1309 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc139)
  %1310 = linalg.fill ins(%c_6 : f32) outs(%1309 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc139)
  %1311 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1280, %1308 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%1310 : tensor<?x128xf32>) {
  ^bb0(%x_1313: f32, %x_1314: bf16, %x_1315: f32):
    %1315 = arith.extf %x_1314 : bf16 to f32 loc(#loc139)
    %1316 = arith.mulf %x_1313, %1315 : f32 loc(#loc139)
    %1317 = arith.addf %x_1315, %1316 : f32 loc(#loc139)
    linalg.yield %1317 : f32 loc(#loc139)
  } -> tensor<?x128xf32> loc(#loc139)
  %1318 = tensor.expand_shape %1311 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc140)
  %1319 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc141)
  %1320 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1296, %53 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%1319 : tensor<?x8x32xf32>) {
  ^bb0(%x_1322: f32, %x_1323: f32, %x_1324: f32):
    %1324 = arith.mulf %x_1322, %x_1323 : f32 loc(#loc141)
    linalg.yield %1324 : f32 loc(#loc141)
  } -> tensor<?x8x32xf32> loc(#loc141)
  %1325 = tensor.extract_slice %1296[0, 0, 0] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc141)
  %1326 = tensor.extract_slice %1296[0, 0, 16] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc141)
  %1327 = tensor.empty(%n_1) : tensor<?x8x16xf32> loc(#loc141)
  %1328 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1326 : tensor<?x8x16xf32>) outs(%1327 : tensor<?x8x16xf32>) {
  ^bb0(%x_1330: f32, %x_1331: f32):
    %1331 = arith.negf %x_1330 : f32 loc(#loc141)
    linalg.yield %1331 : f32 loc(#loc141)
  } -> tensor<?x8x16xf32> loc(#loc141)
  %1332 = tensor.concat dim(2) %1328, %1325 : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<?x8x32xf32> loc(#loc141)
  %1333 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc141)
  %1334 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1332, %63 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%1333 : tensor<?x8x32xf32>) {
  ^bb0(%x_1336: f32, %x_1337: f32, %x_1338: f32):
    %1338 = arith.mulf %x_1336, %x_1337 : f32 loc(#loc141)
    linalg.yield %1338 : f32 loc(#loc141)
  } -> tensor<?x8x32xf32> loc(#loc141)
  %1339 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc141)
  %1340 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1320, %1334 : tensor<?x8x32xf32>, tensor<?x8x32xf32>) outs(%1339 : tensor<?x8x32xf32>) {
  ^bb0(%x_1342: f32, %x_1343: f32, %x_1344: f32):
    %1344 = arith.addf %x_1342, %x_1343 : f32 loc(#loc141)
    linalg.yield %1344 : f32 loc(#loc141)
  } -> tensor<?x8x32xf32> loc(#loc141)
  %1345 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc141)
  %1346 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1307, %53 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%1345 : tensor<?x4x32xf32>) {
  ^bb0(%x_1348: f32, %x_1349: f32, %x_1350: f32):
    %1350 = arith.mulf %x_1348, %x_1349 : f32 loc(#loc141)
    linalg.yield %1350 : f32 loc(#loc141)
  } -> tensor<?x4x32xf32> loc(#loc141)
  %1351 = tensor.extract_slice %1307[0, 0, 0] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc141)
  %1352 = tensor.extract_slice %1307[0, 0, 16] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc141)
  %1353 = tensor.empty(%n_1) : tensor<?x4x16xf32> loc(#loc141)
  %1354 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1352 : tensor<?x4x16xf32>) outs(%1353 : tensor<?x4x16xf32>) {
  ^bb0(%x_1356: f32, %x_1357: f32):
    %1357 = arith.negf %x_1356 : f32 loc(#loc141)
    linalg.yield %1357 : f32 loc(#loc141)
  } -> tensor<?x4x16xf32> loc(#loc141)
  %1358 = tensor.concat dim(2) %1354, %1351 : (tensor<?x4x16xf32>, tensor<?x4x16xf32>) -> tensor<?x4x32xf32> loc(#loc141)
  %1359 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc141)
  %1360 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1358, %63 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%1359 : tensor<?x4x32xf32>) {
  ^bb0(%x_1362: f32, %x_1363: f32, %x_1364: f32):
    %1364 = arith.mulf %x_1362, %x_1363 : f32 loc(#loc141)
    linalg.yield %1364 : f32 loc(#loc141)
  } -> tensor<?x4x32xf32> loc(#loc141)
  %1365 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc141)
  %1366 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1346, %1360 : tensor<?x4x32xf32>, tensor<?x4x32xf32>) outs(%1365 : tensor<?x4x32xf32>) {
  ^bb0(%x_1368: f32, %x_1369: f32, %x_1370: f32):
    %1370 = arith.addf %x_1368, %x_1369 : f32 loc(#loc141)
    linalg.yield %1370 : f32 loc(#loc141)
  } -> tensor<?x4x32xf32> loc(#loc141)
  %1371 = bufferization.to_tensor %caches_6 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc208)
  %1372 = tensor.expand_shape %1366 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc208)
  %1373 = scf.for %1374 = %c_0 to %n_1 step %c_9 iter_args(%1375 = %1371) -> (tensor<?x4x1024x32xf32>) {
    %1376 = tensor.extract %lengths[%1374] : tensor<?xi64> loc(#loc208)
    %1377 = arith.index_cast %1376 : i64 to index loc(#loc208)
    %1378 = arith.cmpi ule, %1377, %c_10 : index loc(#loc208)
    cf.assert %1378, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc208)
    %1379 = arith.subi %1377, %c_9 : index loc(#loc208)
    %1380 = arith.maxsi %1379, %c_0 : index loc(#loc208)
    %1381 = arith.subi %1377, %1380 : index loc(#loc208)
    %1382 = arith.subi %c_9, %1381 : index loc(#loc208)
    %1383 = tensor.extract_slice %1372[%1374, 0, 0, %1382] [1, 4, 32, %1381] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc208)
    %1384 = tensor.extract_slice %1375[%1374, 0, %1380, 0] [1, 4, %1381, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc208)
    %1385 = linalg.transpose ins(%1383 : tensor<4x32x?xf32>) outs(%1384 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc208)
    %1386 = tensor.insert_slice %1385 into %1375[%1374, 0, %1380, 0] [1, 4, %1381, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc208)
    scf.yield %1386 : tensor<?x4x1024x32xf32> loc(#loc208)
  } loc(#loc208)
  %1387 = bufferization.to_tensor %caches_7 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc208)
  %1388 = tensor.expand_shape %1318 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc208)
  %1389 = scf.for %1390 = %c_0 to %n_1 step %c_9 iter_args(%1391 = %1387) -> (tensor<?x4x1024x32xf32>) {
    %1392 = tensor.extract %lengths[%1390] : tensor<?xi64> loc(#loc208)
    %1393 = arith.index_cast %1392 : i64 to index loc(#loc208)
    %1394 = arith.cmpi ule, %1393, %c_10 : index loc(#loc208)
    cf.assert %1394, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc208)
    %1395 = arith.subi %1393, %c_9 : index loc(#loc208)
    %1396 = arith.maxsi %1395, %c_0 : index loc(#loc208)
    %1397 = arith.subi %1393, %1396 : index loc(#loc208)
    %1398 = arith.subi %c_9, %1397 : index loc(#loc208)
    %1399 = tensor.extract_slice %1388[%1390, 0, 0, %1398] [1, 4, 32, %1397] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc208)
    %1400 = tensor.extract_slice %1391[%1390, 0, %1396, 0] [1, 4, %1397, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc208)
    %1401 = linalg.transpose ins(%1399 : tensor<4x32x?xf32>) outs(%1400 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc208)
    %1402 = tensor.insert_slice %1401 into %1391[%1390, 0, %1396, 0] [1, 4, %1397, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc208)
    scf.yield %1402 : tensor<?x4x1024x32xf32> loc(#loc208)
  } loc(#loc208)
  %1403 = tensor.extract_slice %1389[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc142)
  %1404 = tensor.extract_slice %1389[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc142)
  %1405 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1406 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1403 : tensor<?x2x1024x32xf32>) outs(%1405 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1408: f32, %x_1409: f32):
    linalg.yield %x_1408 : f32 loc(#loc142)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1409 = tensor.collapse_shape %1406 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc142)
  %1410 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1411 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1404 : tensor<?x2x1024x32xf32>) outs(%1410 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1413: f32, %x_1414: f32):
    linalg.yield %x_1413 : f32 loc(#loc142)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc142)
  %1414 = tensor.collapse_shape %1411 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc142)
  %1415 = tensor.expand_shape %1340 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc143)
  %1416 = tensor.expand_shape %1415 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc143)
  %1417 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc143)
  %1418 = diffattn.attention signal(%1416[b, g, r, d, m], %1373[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1409[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1417[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc143)
  %1419 = tensor.collapse_shape %1418 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc143)
  %1420 = tensor.collapse_shape %1419 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc143)
  %1421 = tensor.expand_shape %1340 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc144)
  %1422 = tensor.expand_shape %1421 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc144)
  %1423 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc144)
  %1424 = diffattn.attention signal(%1422[b, g, r, d, m], %1373[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1414[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1423[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc144)
  %1425 = tensor.collapse_shape %1424 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc144)
  %1426 = tensor.collapse_shape %1425 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc144)
  %1427 = tensor.concat dim(2) %1420, %1426 : (tensor<?x8x32xf32>, tensor<?x8x32xf32>) -> tensor<?x8x64xf32> loc(#loc145)
  %1428 = tensor.extract_slice %1427[0, 0, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc146)
  %1429 = tensor.extract_slice %1427[0, 4, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc146)
  %1430 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc147)
  %1431 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc147)
  %1432 = tensor.empty() : tensor<32xf32> loc(#loc147)
  %1433 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1430, %1431 : tensor<32xbf16>, tensor<32xbf16>) outs(%1432 : tensor<32xf32>) {
  ^bb0(%x_1435: bf16, %x_1436: bf16, %x_1437: f32):
    %1437 = arith.extf %x_1435 : bf16 to f32 loc(#loc147)
    %1438 = arith.extf %x_1436 : bf16 to f32 loc(#loc147)
    %1439 = arith.mulf %1437, %1438 : f32 loc(#loc147)
    linalg.yield %1439 : f32 loc(#loc147)
  } -> tensor<32xf32> loc(#loc147)
  %1440 = tensor.empty() : tensor<f32> loc(#loc147)
  %1441 = linalg.fill ins(%c_6 : f32) outs(%1440 : tensor<f32>) -> tensor<f32> loc(#loc147)
  %1442 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1433 : tensor<32xf32>) outs(%1441 : tensor<f32>) {
  ^bb0(%x_1444: f32, %x_1445: f32):
    %1445 = arith.addf %x_1445, %x_1444 : f32 loc(#loc147)
    linalg.yield %1445 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1446 = tensor.empty() : tensor<f32> loc(#loc147)
  %1447 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1442 : tensor<f32>) outs(%1446 : tensor<f32>) {
  ^bb0(%x_1449: f32, %x_1450: f32):
    %1450 = math.exp %x_1449 : f32 loc(#loc147)
    linalg.yield %1450 : f32 loc(#loc147)
  } -> tensor<f32> loc(#loc147)
  %1451 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc148)
  %1452 = ml_program.global_load_const @"model.layers.3.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc148)
  %1453 = tensor.empty() : tensor<32xf32> loc(#loc148)
  %1454 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1451, %1452 : tensor<32xbf16>, tensor<32xbf16>) outs(%1453 : tensor<32xf32>) {
  ^bb0(%x_1456: bf16, %x_1457: bf16, %x_1458: f32):
    %1458 = arith.extf %x_1456 : bf16 to f32 loc(#loc148)
    %1459 = arith.extf %x_1457 : bf16 to f32 loc(#loc148)
    %1460 = arith.mulf %1458, %1459 : f32 loc(#loc148)
    linalg.yield %1460 : f32 loc(#loc148)
  } -> tensor<32xf32> loc(#loc148)
  %1461 = tensor.empty() : tensor<f32> loc(#loc148)
  %1462 = linalg.fill ins(%c_6 : f32) outs(%1461 : tensor<f32>) -> tensor<f32> loc(#loc148)
  %1463 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1454 : tensor<32xf32>) outs(%1462 : tensor<f32>) {
  ^bb0(%x_1465: f32, %x_1466: f32):
    %1466 = arith.addf %x_1466, %x_1465 : f32 loc(#loc148)
    linalg.yield %1466 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1467 = tensor.empty() : tensor<f32> loc(#loc148)
  %1468 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1463 : tensor<f32>) outs(%1467 : tensor<f32>) {
  ^bb0(%x_1470: f32, %x_1471: f32):
    %1471 = math.exp %x_1470 : f32 loc(#loc148)
    linalg.yield %1471 : f32 loc(#loc148)
  } -> tensor<f32> loc(#loc148)
  %1472 = tensor.empty() : tensor<f32> loc(#loc149)
  %1473 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1447, %1468 : tensor<f32>, tensor<f32>) outs(%1472 : tensor<f32>) {
  ^bb0(%x_1475: f32, %x_1476: f32, %x_1477: f32):
    %1477 = arith.subf %x_1475, %x_1476 : f32 loc(#loc149)
    linalg.yield %1477 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1478 = tensor.empty() : tensor<f32> loc(#loc149)
  %1479 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1473 : tensor<f32>) outs(%1478 : tensor<f32>) {
  ^bb0(%x_1481: f32, %x_1482: f32):
    %1482 = arith.addf %x_1481, %c_18 : f32 loc(#loc149)
    linalg.yield %1482 : f32 loc(#loc149)
  } -> tensor<f32> loc(#loc149)
  %1483 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc150)
  %1484 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1479, %1429 : tensor<f32>, tensor<?x4x64xf32>) outs(%1483 : tensor<?x4x64xf32>) {
  ^bb0(%x_1486: f32, %x_1487: f32, %x_1488: f32):
    %1488 = arith.mulf %x_1486, %x_1487 : f32 loc(#loc150)
    linalg.yield %1488 : f32 loc(#loc150)
  } -> tensor<?x4x64xf32> loc(#loc150)
  %1489 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc150)
  %1490 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1428, %1484 : tensor<?x4x64xf32>, tensor<?x4x64xf32>) outs(%1489 : tensor<?x4x64xf32>) {
  ^bb0(%x_1492: f32, %x_1493: f32, %x_1494: f32):
    %1494 = arith.subf %x_1492, %x_1493 : f32 loc(#loc150)
    linalg.yield %1494 : f32 loc(#loc150)
  } -> tensor<?x4x64xf32> loc(#loc150)
  %1495 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc151)
  %1496 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1490 : tensor<?x4x64xf32>) outs(%1495 : tensor<?x4x64xf32>) {
  ^bb0(%x_1498: f32, %x_1499: f32):
    %1499 = arith.mulf %x_1498, %x_1498 : f32 loc(#loc151)
    linalg.yield %1499 : f32 loc(#loc151)
  } -> tensor<?x4x64xf32> loc(#loc151)
  %1500 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc151)
  %1501 = linalg.fill ins(%c_6 : f32) outs(%1500 : tensor<?x4xf32>) -> tensor<?x4xf32> loc(#loc151)
  %1502 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1496 : tensor<?x4x64xf32>) outs(%1501 : tensor<?x4xf32>) {
  ^bb0(%x_1504: f32, %x_1505: f32):
    %1505 = arith.addf %x_1505, %x_1504 : f32 loc(#loc151)
    linalg.yield %1505 : f32 loc(#loc151)
  } -> tensor<?x4xf32> loc(#loc151)
  %1506 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc151)
  %1507 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1502 : tensor<?x4xf32>) outs(%1506 : tensor<?x4xf32>) {
  ^bb0(%x_1509: f32, %x_1510: f32):
    %1510 = arith.divf %x_1509, %c_12 : f32 loc(#loc151)
    linalg.yield %1510 : f32 loc(#loc151)
  } -> tensor<?x4xf32> loc(#loc151)
  %1511 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc151)
  %1512 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1507 : tensor<?x4xf32>) outs(%1511 : tensor<?x4xf32>) {
  ^bb0(%x_1514: f32, %x_1515: f32):
    %1515 = arith.addf %x_1514, %c_8 : f32 loc(#loc151)
    linalg.yield %1515 : f32 loc(#loc151)
  } -> tensor<?x4xf32> loc(#loc151)
  %1516 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc151)
  %1517 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1512 : tensor<?x4xf32>) outs(%1516 : tensor<?x4xf32>) {
  ^bb0(%x_1519: f32, %x_1520: f32):
    %1520 = math.rsqrt %x_1519 : f32 loc(#loc151)
    linalg.yield %1520 : f32 loc(#loc151)
  } -> tensor<?x4xf32> loc(#loc151)
  %1521 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc151)
  %1522 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1490, %1517 : tensor<?x4x64xf32>, tensor<?x4xf32>) outs(%1521 : tensor<?x4x64xf32>) {
  ^bb0(%x_1524: f32, %x_1525: f32, %x_1526: f32):
    %1526 = arith.mulf %x_1524, %x_1525 : f32 loc(#loc151)
    linalg.yield %1526 : f32 loc(#loc151)
  } -> tensor<?x4x64xf32> loc(#loc151)
  %1527 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc152)
  %1528 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1522 : tensor<?x4x64xf32>) outs(%1527 : tensor<?x4x64xf32>) {
  ^bb0(%x_1530: f32, %x_1531: f32):
    %1531 = arith.mulf %x_1530, %c_19 : f32 loc(#loc152)
    linalg.yield %1531 : f32 loc(#loc152)
  } -> tensor<?x4x64xf32> loc(#loc152)
  %1532 = tensor.collapse_shape %1528 [[0], [1, 2]] : tensor<?x4x64xf32> into tensor<?x256xf32> loc(#loc153)
  %1533 = ml_program.global_load_const @"model.layers.3.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc154)
  %1534 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc154)
  %1535 = linalg.fill ins(%c_6 : f32) outs(%1534 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc154)
  %1536 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1532, %1533 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%1535 : tensor<?x256xf32>) {
  ^bb0(%x_1538: f32, %x_1539: bf16, %x_1540: f32):
    %1540 = arith.extf %x_1539 : bf16 to f32 loc(#loc154)
    %1541 = arith.mulf %x_1538, %1540 : f32 loc(#loc154)
    %1542 = arith.addf %x_1540, %1541 : f32 loc(#loc154)
    linalg.yield %1542 : f32 loc(#loc154)
  } -> tensor<?x256xf32> loc(#loc154)
  %1543 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc155)
  %1544 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1241, %1536 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%1543 : tensor<?x256xf32>) {
  ^bb0(%x_1546: f32, %x_1547: f32, %x_1548: f32):
    %1548 = arith.addf %x_1546, %x_1547 : f32 loc(#loc155)
    linalg.yield %1548 : f32 loc(#loc155)
  } -> tensor<?x256xf32> loc(#loc155)
  %1549 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc156)
  %1550 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1544 : tensor<?x256xf32>) outs(%1549 : tensor<?x256xf32>) {
  ^bb0(%x_1552: f32, %x_1553: f32):
    %1553 = arith.mulf %x_1552, %x_1552 : f32 loc(#loc156)
    linalg.yield %1553 : f32 loc(#loc156)
  } -> tensor<?x256xf32> loc(#loc156)
  %1554 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc156)
  %1555 = linalg.fill ins(%c_6 : f32) outs(%1554 : tensor<?xf32>) -> tensor<?xf32> loc(#loc156)
  %1556 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1550 : tensor<?x256xf32>) outs(%1555 : tensor<?xf32>) {
  ^bb0(%x_1558: f32, %x_1559: f32):
    %1559 = arith.addf %x_1559, %x_1558 : f32 loc(#loc156)
    linalg.yield %1559 : f32 loc(#loc156)
  } -> tensor<?xf32> loc(#loc156)
  %1560 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc156)
  %1561 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1556 : tensor<?xf32>) outs(%1560 : tensor<?xf32>) {
  ^bb0(%x_1563: f32, %x_1564: f32):
    %1564 = arith.divf %x_1563, %c_7 : f32 loc(#loc156)
    linalg.yield %1564 : f32 loc(#loc156)
  } -> tensor<?xf32> loc(#loc156)
  %1565 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc157)
  %1566 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1561 : tensor<?xf32>) outs(%1565 : tensor<?xf32>) {
  ^bb0(%x_1568: f32, %x_1569: f32):
    %1569 = arith.addf %x_1568, %c_8 : f32 loc(#loc157)
    linalg.yield %1569 : f32 loc(#loc157)
  } -> tensor<?xf32> loc(#loc157)
  %1570 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc157)
  %1571 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1566 : tensor<?xf32>) outs(%1570 : tensor<?xf32>) {
  ^bb0(%x_1573: f32, %x_1574: f32):
    %1574 = math.rsqrt %x_1573 : f32 loc(#loc157)
    linalg.yield %1574 : f32 loc(#loc157)
  } -> tensor<?xf32> loc(#loc157)
  %1575 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc157)
  %1576 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1544, %1571 : tensor<?x256xf32>, tensor<?xf32>) outs(%1575 : tensor<?x256xf32>) {
  ^bb0(%x_1578: f32, %x_1579: f32, %x_1580: f32):
    %1580 = arith.mulf %x_1578, %x_1579 : f32 loc(#loc157)
    linalg.yield %1580 : f32 loc(#loc157)
  } -> tensor<?x256xf32> loc(#loc157)
  %1581 = ml_program.global_load_const @"model.layers.3.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc158)
  %1582 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc158)
  %1583 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1581, %1576 : tensor<256xbf16>, tensor<?x256xf32>) outs(%1582 : tensor<?x256xf32>) {
  ^bb0(%x_1585: bf16, %x_1586: f32, %x_1587: f32):
    %1587 = arith.extf %x_1585 : bf16 to f32 loc(#loc158)
    %1588 = arith.mulf %1587, %x_1586 : f32 loc(#loc158)
    linalg.yield %1588 : f32 loc(#loc158)
  } -> tensor<?x256xf32> loc(#loc158)
  %1589 = ml_program.global_load_const @"model.layers.3.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc159)
  %1590 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc159)
  %1591 = linalg.fill ins(%c_6 : f32) outs(%1590 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc159)
  %1592 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1583, %1589 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%1591 : tensor<?x704xf32>) {
  ^bb0(%x_1594: f32, %x_1595: bf16, %x_1596: f32):
    %1596 = arith.extf %x_1595 : bf16 to f32 loc(#loc159)
    %1597 = arith.mulf %x_1594, %1596 : f32 loc(#loc159)
    %1598 = arith.addf %x_1596, %1597 : f32 loc(#loc159)
    linalg.yield %1598 : f32 loc(#loc159)
  } -> tensor<?x704xf32> loc(#loc159)
  %1599 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc160)
  %1600 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1592 : tensor<?x704xf32>) outs(%1599 : tensor<?x704xf32>) {
  ^bb0(%x_1602: f32, %x_1603: f32):
    %1603 = arith.negf %x_1602 : f32 loc(#loc160)
    %1604 = math.exp %1603 : f32 loc(#loc160)
    %1605 = arith.addf %1604, %c_5 : f32 loc(#loc160)
    %1606 = arith.divf %x_1602, %1605 : f32 loc(#loc160)
    linalg.yield %1606 : f32 loc(#loc160)
  } -> tensor<?x704xf32> loc(#loc160)
  %1607 = ml_program.global_load_const @"model.layers.3.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc161)
  %1608 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc161)
  %1609 = linalg.fill ins(%c_6 : f32) outs(%1608 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc161)
  %1610 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1583, %1607 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%1609 : tensor<?x704xf32>) {
  ^bb0(%x_1612: f32, %x_1613: bf16, %x_1614: f32):
    %1614 = arith.extf %x_1613 : bf16 to f32 loc(#loc161)
    %1615 = arith.mulf %x_1612, %1614 : f32 loc(#loc161)
    %1616 = arith.addf %x_1614, %1615 : f32 loc(#loc161)
    linalg.yield %1616 : f32 loc(#loc161)
  } -> tensor<?x704xf32> loc(#loc161)
  %1617 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc162)
  %1618 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1600, %1610 : tensor<?x704xf32>, tensor<?x704xf32>) outs(%1617 : tensor<?x704xf32>) {
  ^bb0(%x_1620: f32, %x_1621: f32, %x_1622: f32):
    %1622 = arith.mulf %x_1620, %x_1621 : f32 loc(#loc162)
    linalg.yield %1622 : f32 loc(#loc162)
  } -> tensor<?x704xf32> loc(#loc162)
  %1623 = ml_program.global_load_const @"model.layers.3.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc163)
  %1624 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc163)
  %1625 = linalg.fill ins(%c_6 : f32) outs(%1624 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc163)
  %1626 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1618, %1623 : tensor<?x704xf32>, tensor<256x704xbf16>) outs(%1625 : tensor<?x256xf32>) {
  ^bb0(%x_1628: f32, %x_1629: bf16, %x_1630: f32):
    %1630 = arith.extf %x_1629 : bf16 to f32 loc(#loc163)
    %1631 = arith.mulf %x_1628, %1630 : f32 loc(#loc163)
    %1632 = arith.addf %x_1630, %1631 : f32 loc(#loc163)
    linalg.yield %1632 : f32 loc(#loc163)
  } -> tensor<?x256xf32> loc(#loc163)
  %1633 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc164)
  %1634 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1544, %1626 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%1633 : tensor<?x256xf32>) {
  ^bb0(%x_1636: f32, %x_1637: f32, %x_1638: f32):
    %1638 = arith.addf %x_1636, %x_1637 : f32 loc(#loc164)
    linalg.yield %1638 : f32 loc(#loc164)
  } -> tensor<?x256xf32> loc(#loc164)
  %1639 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc165)
  %1640 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1634 : tensor<?x256xf32>) outs(%1639 : tensor<?x256xf32>) {
  ^bb0(%x_1642: f32, %x_1643: f32):
    %1643 = arith.mulf %x_1642, %x_1642 : f32 loc(#loc165)
    linalg.yield %1643 : f32 loc(#loc165)
  } -> tensor<?x256xf32> loc(#loc165)
  %1644 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc165)
  %1645 = linalg.fill ins(%c_6 : f32) outs(%1644 : tensor<?xf32>) -> tensor<?xf32> loc(#loc165)
  %1646 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1640 : tensor<?x256xf32>) outs(%1645 : tensor<?xf32>) {
  ^bb0(%x_1648: f32, %x_1649: f32):
    %1649 = arith.addf %x_1649, %x_1648 : f32 loc(#loc165)
    linalg.yield %1649 : f32 loc(#loc165)
  } -> tensor<?xf32> loc(#loc165)
  %1650 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc165)
  %1651 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1646 : tensor<?xf32>) outs(%1650 : tensor<?xf32>) {
  ^bb0(%x_1653: f32, %x_1654: f32):
    %1654 = arith.divf %x_1653, %c_7 : f32 loc(#loc165)
    linalg.yield %1654 : f32 loc(#loc165)
  } -> tensor<?xf32> loc(#loc165)
  %1655 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc166)
  %1656 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1651 : tensor<?xf32>) outs(%1655 : tensor<?xf32>) {
  ^bb0(%x_1658: f32, %x_1659: f32):
    %1659 = arith.addf %x_1658, %c_8 : f32 loc(#loc166)
    linalg.yield %1659 : f32 loc(#loc166)
  } -> tensor<?xf32> loc(#loc166)
  %1660 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc166)
  %1661 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1656 : tensor<?xf32>) outs(%1660 : tensor<?xf32>) {
  ^bb0(%x_1663: f32, %x_1664: f32):
    %1664 = math.rsqrt %x_1663 : f32 loc(#loc166)
    linalg.yield %1664 : f32 loc(#loc166)
  } -> tensor<?xf32> loc(#loc166)
  %1665 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc166)
  %1666 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1634, %1661 : tensor<?x256xf32>, tensor<?xf32>) outs(%1665 : tensor<?x256xf32>) {
  ^bb0(%x_1668: f32, %x_1669: f32, %x_1670: f32):
    %1670 = arith.mulf %x_1668, %x_1669 : f32 loc(#loc166)
    linalg.yield %1670 : f32 loc(#loc166)
  } -> tensor<?x256xf32> loc(#loc166)
  %1671 = ml_program.global_load_const @"model.layers.4.input_layernorm.weight" : tensor<256xbf16> loc(#loc167)
  %1672 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc167)
  %1673 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1671, %1666 : tensor<256xbf16>, tensor<?x256xf32>) outs(%1672 : tensor<?x256xf32>) {
  ^bb0(%x_1675: bf16, %x_1676: f32, %x_1677: f32):
    %1677 = arith.extf %x_1675 : bf16 to f32 loc(#loc167)
    %1678 = arith.mulf %1677, %x_1676 : f32 loc(#loc167)
    linalg.yield %1678 : f32 loc(#loc167)
  } -> tensor<?x256xf32> loc(#loc167)
  %1679 = ml_program.global_load_const @"model.layers.4.self_attn.q_proj.weight" : tensor<256x256xbf16> loc(#loc168)
  %1680 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc168)
  %1681 = linalg.fill ins(%c_6 : f32) outs(%1680 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc168)
  %1682 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1673, %1679 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%1681 : tensor<?x256xf32>) {
  ^bb0(%x_1684: f32, %x_1685: bf16, %x_1686: f32):
    %1686 = arith.extf %x_1685 : bf16 to f32 loc(#loc168)
    %1687 = arith.mulf %x_1684, %1686 : f32 loc(#loc168)
    %1688 = arith.addf %x_1686, %1687 : f32 loc(#loc168)
    linalg.yield %1688 : f32 loc(#loc168)
  } -> tensor<?x256xf32> loc(#loc168)
  %1689 = tensor.expand_shape %1682 [[0], [1, 2]] output_shape [%n_1, 8, 32] : tensor<?x256xf32> into tensor<?x8x32xf32> loc(#loc169)
  %1690 = ml_program.global_load_const @"model.layers.4.self_attn.k_proj.weight" : tensor<128x256xbf16> loc(#loc170)
  %1691 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc170)
  %1692 = linalg.fill ins(%c_6 : f32) outs(%1691 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc170)
  %1693 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1673, %1690 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%1692 : tensor<?x128xf32>) {
  ^bb0(%x_1695: f32, %x_1696: bf16, %x_1697: f32):
    %1697 = arith.extf %x_1696 : bf16 to f32 loc(#loc170)
    %1698 = arith.mulf %x_1695, %1697 : f32 loc(#loc170)
    %1699 = arith.addf %x_1697, %1698 : f32 loc(#loc170)
    linalg.yield %1699 : f32 loc(#loc170)
  } -> tensor<?x128xf32> loc(#loc170)
  %1700 = tensor.expand_shape %1693 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc171)
  %1701 = ml_program.global_load_const @"model.layers.4.self_attn.v_proj.weight" : tensor<128x256xbf16> loc(#loc172)
  %1702 = tensor.empty(%n_1) : tensor<?x128xf32> loc(#loc172)
  %1703 = linalg.fill ins(%c_6 : f32) outs(%1702 : tensor<?x128xf32>) -> tensor<?x128xf32> loc(#loc172)
  %1704 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1673, %1701 : tensor<?x256xf32>, tensor<128x256xbf16>) outs(%1703 : tensor<?x128xf32>) {
  ^bb0(%x_1706: f32, %x_1707: bf16, %x_1708: f32):
    %1708 = arith.extf %x_1707 : bf16 to f32 loc(#loc172)
    %1709 = arith.mulf %x_1706, %1708 : f32 loc(#loc172)
    %1710 = arith.addf %x_1708, %1709 : f32 loc(#loc172)
    linalg.yield %1710 : f32 loc(#loc172)
  } -> tensor<?x128xf32> loc(#loc172)
  %1711 = tensor.expand_shape %1704 [[0], [1, 2]] output_shape [%n_1, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32> loc(#loc173)
  %1712 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc174)
  %1713 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1689, %53 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%1712 : tensor<?x8x32xf32>) {
  ^bb0(%x_1715: f32, %x_1716: f32, %x_1717: f32):
    %1717 = arith.mulf %x_1715, %x_1716 : f32 loc(#loc174)
    linalg.yield %1717 : f32 loc(#loc174)
  } -> tensor<?x8x32xf32> loc(#loc174)
  %1718 = tensor.extract_slice %1689[0, 0, 0] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc174)
  %1719 = tensor.extract_slice %1689[0, 0, 16] [%n_1, 8, 16] [1, 1, 1] : tensor<?x8x32xf32> to tensor<?x8x16xf32> loc(#loc174)
  %1720 = tensor.empty(%n_1) : tensor<?x8x16xf32> loc(#loc174)
  %1721 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1719 : tensor<?x8x16xf32>) outs(%1720 : tensor<?x8x16xf32>) {
  ^bb0(%x_1723: f32, %x_1724: f32):
    %1724 = arith.negf %x_1723 : f32 loc(#loc174)
    linalg.yield %1724 : f32 loc(#loc174)
  } -> tensor<?x8x16xf32> loc(#loc174)
  %1725 = tensor.concat dim(2) %1721, %1718 : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<?x8x32xf32> loc(#loc174)
  %1726 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc174)
  %1727 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1725, %63 : tensor<?x8x32xf32>, tensor<?x32xf32>) outs(%1726 : tensor<?x8x32xf32>) {
  ^bb0(%x_1729: f32, %x_1730: f32, %x_1731: f32):
    %1731 = arith.mulf %x_1729, %x_1730 : f32 loc(#loc174)
    linalg.yield %1731 : f32 loc(#loc174)
  } -> tensor<?x8x32xf32> loc(#loc174)
  %1732 = tensor.empty(%n_1) : tensor<?x8x32xf32> loc(#loc174)
  %1733 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1713, %1727 : tensor<?x8x32xf32>, tensor<?x8x32xf32>) outs(%1732 : tensor<?x8x32xf32>) {
  ^bb0(%x_1735: f32, %x_1736: f32, %x_1737: f32):
    %1737 = arith.addf %x_1735, %x_1736 : f32 loc(#loc174)
    linalg.yield %1737 : f32 loc(#loc174)
  } -> tensor<?x8x32xf32> loc(#loc174)
  %1738 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc174)
  %1739 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1700, %53 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%1738 : tensor<?x4x32xf32>) {
  ^bb0(%x_1741: f32, %x_1742: f32, %x_1743: f32):
    %1743 = arith.mulf %x_1741, %x_1742 : f32 loc(#loc174)
    linalg.yield %1743 : f32 loc(#loc174)
  } -> tensor<?x4x32xf32> loc(#loc174)
  %1744 = tensor.extract_slice %1700[0, 0, 0] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc174)
  %1745 = tensor.extract_slice %1700[0, 0, 16] [%n_1, 4, 16] [1, 1, 1] : tensor<?x4x32xf32> to tensor<?x4x16xf32> loc(#loc174)
  %1746 = tensor.empty(%n_1) : tensor<?x4x16xf32> loc(#loc174)
  %1747 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1745 : tensor<?x4x16xf32>) outs(%1746 : tensor<?x4x16xf32>) {
  ^bb0(%x_1749: f32, %x_1750: f32):
    %1750 = arith.negf %x_1749 : f32 loc(#loc174)
    linalg.yield %1750 : f32 loc(#loc174)
  } -> tensor<?x4x16xf32> loc(#loc174)
  %1751 = tensor.concat dim(2) %1747, %1744 : (tensor<?x4x16xf32>, tensor<?x4x16xf32>) -> tensor<?x4x32xf32> loc(#loc174)
  %1752 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc174)
  %1753 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1751, %63 : tensor<?x4x32xf32>, tensor<?x32xf32>) outs(%1752 : tensor<?x4x32xf32>) {
  ^bb0(%x_1755: f32, %x_1756: f32, %x_1757: f32):
    %1757 = arith.mulf %x_1755, %x_1756 : f32 loc(#loc174)
    linalg.yield %1757 : f32 loc(#loc174)
  } -> tensor<?x4x32xf32> loc(#loc174)
  %1758 = tensor.empty(%n_1) : tensor<?x4x32xf32> loc(#loc174)
  %1759 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1739, %1753 : tensor<?x4x32xf32>, tensor<?x4x32xf32>) outs(%1758 : tensor<?x4x32xf32>) {
  ^bb0(%x_1761: f32, %x_1762: f32, %x_1763: f32):
    %1763 = arith.addf %x_1761, %x_1762 : f32 loc(#loc174)
    linalg.yield %1763 : f32 loc(#loc174)
  } -> tensor<?x4x32xf32> loc(#loc174)
  %1764 = bufferization.to_tensor %caches_8 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc209)
  %1765 = tensor.expand_shape %1759 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc209)
  %1766 = scf.for %1767 = %c_0 to %n_1 step %c_9 iter_args(%1768 = %1764) -> (tensor<?x4x1024x32xf32>) {
    %1769 = tensor.extract %lengths[%1767] : tensor<?xi64> loc(#loc209)
    %1770 = arith.index_cast %1769 : i64 to index loc(#loc209)
    %1771 = arith.cmpi ule, %1770, %c_10 : index loc(#loc209)
    cf.assert %1771, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc209)
    %1772 = arith.subi %1770, %c_9 : index loc(#loc209)
    %1773 = arith.maxsi %1772, %c_0 : index loc(#loc209)
    %1774 = arith.subi %1770, %1773 : index loc(#loc209)
    %1775 = arith.subi %c_9, %1774 : index loc(#loc209)
    %1776 = tensor.extract_slice %1765[%1767, 0, 0, %1775] [1, 4, 32, %1774] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc209)
    %1777 = tensor.extract_slice %1768[%1767, 0, %1773, 0] [1, 4, %1774, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc209)
    %1778 = linalg.transpose ins(%1776 : tensor<4x32x?xf32>) outs(%1777 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc209)
    %1779 = tensor.insert_slice %1778 into %1768[%1767, 0, %1773, 0] [1, 4, %1774, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc209)
    scf.yield %1779 : tensor<?x4x1024x32xf32> loc(#loc209)
  } loc(#loc209)
  %1780 = bufferization.to_tensor %caches_9 restrict writable : memref<?x4x1024x32xf32> to tensor<?x4x1024x32xf32> loc(#loc209)
  %1781 = tensor.expand_shape %1711 [[0], [1], [2, 3]] output_shape [%n_1, 4, 32, 1] : tensor<?x4x32xf32> into tensor<?x4x32x1xf32> loc(#loc209)
  %1782 = scf.for %1783 = %c_0 to %n_1 step %c_9 iter_args(%1784 = %1780) -> (tensor<?x4x1024x32xf32>) {
    %1785 = tensor.extract %lengths[%1783] : tensor<?xi64> loc(#loc209)
    %1786 = arith.index_cast %1785 : i64 to index loc(#loc209)
    %1787 = arith.cmpi ule, %1786, %c_10 : index loc(#loc209)
    cf.assert %1787, "lengths: expected numbers from 0 to the capacity of the cache" loc(#loc209)
    %1788 = arith.subi %1786, %c_9 : index loc(#loc209)
    %1789 = arith.maxsi %1788, %c_0 : index loc(#loc209)
    %1790 = arith.subi %1786, %1789 : index loc(#loc209)
    %1791 = arith.subi %c_9, %1790 : index loc(#loc209)
    %1792 = tensor.extract_slice %1781[%1783, 0, 0, %1791] [1, 4, 32, %1790] [1, 1, 1, 1] : tensor<?x4x32x1xf32> to tensor<4x32x?xf32> loc(#loc209)
    %1793 = tensor.extract_slice %1784[%1783, 0, %1789, 0] [1, 4, %1790, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<4x?x32xf32> loc(#loc209)
    %1794 = linalg.transpose ins(%1792 : tensor<4x32x?xf32>) outs(%1793 : tensor<4x?x32xf32>) permutation = [0, 2, 1] loc(#loc209)
    %1795 = tensor.insert_slice %1794 into %1784[%1783, 0, %1789, 0] [1, 4, %1790, 32] [1, 1, 1, 1] : tensor<4x?x32xf32> into tensor<?x4x1024x32xf32> loc(#loc209)
    scf.yield %1795 : tensor<?x4x1024x32xf32> loc(#loc209)
  } loc(#loc209)
  %1796 = tensor.extract_slice %1782[0, 0, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc175)
  %1797 = tensor.extract_slice %1782[0, 2, 0, 0] [%n_1, 2, 1024, 32] [1, 1, 1, 1] : tensor<?x4x1024x32xf32> to tensor<?x2x1024x32xf32> loc(#loc175)
  %1798 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1799 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1796 : tensor<?x2x1024x32xf32>) outs(%1798 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1801: f32, %x_1802: f32):
    linalg.yield %x_1801 : f32 loc(#loc175)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1802 = tensor.collapse_shape %1799 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc175)
  %1803 = tensor.empty(%n_1) : tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1804 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1797 : tensor<?x2x1024x32xf32>) outs(%1803 : tensor<?x2x2x1024x32xf32>) {
  ^bb0(%x_1806: f32, %x_1807: f32):
    linalg.yield %x_1806 : f32 loc(#loc175)
  } -> tensor<?x2x2x1024x32xf32> loc(#loc175)
  %1807 = tensor.collapse_shape %1804 [[0], [1, 2], [3], [4]] : tensor<?x2x2x1024x32xf32> into tensor<?x4x1024x32xf32> loc(#loc175)
  %1808 = tensor.expand_shape %1733 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc176)
  %1809 = tensor.expand_shape %1808 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc176)
  %1810 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc176)
  %1811 = diffattn.attention signal(%1809[b, g, r, d, m], %1766[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1802[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1810[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc176)
  %1812 = tensor.collapse_shape %1811 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc176)
  %1813 = tensor.collapse_shape %1812 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc176)
  %1814 = tensor.expand_shape %1733 [[0], [1, 2], [3]] output_shape [%n_1, 4, 2, 32] : tensor<?x8x32xf32> into tensor<?x4x2x32xf32> loc(#loc177)
  %1815 = tensor.expand_shape %1814 [[0], [1], [2], [3, 4]] output_shape [%n_1, 4, 2, 32, 1] : tensor<?x4x2x32xf32> into tensor<?x4x2x32x1xf32> loc(#loc177)
  %1816 = tensor.empty(%n_1) : tensor<?x1x4x2x32xf32> loc(#loc177)
  %1817 = diffattn.attention signal(%1815[b, g, r, d, m], %1766[b, g, n, d] : tensor<?x4x2x32x1xf32>, tensor<?x4x1024x32xf32>) value(%1807[b, g, n, e] : tensor<?x4x1024x32xf32>) key_lengths(%lengths[b] : tensor<?xi64>) outs(%1816[b, m, g, r, e] : tensor<?x1x4x2x32xf32>) {causal} loc(#loc177)
  %1818 = tensor.collapse_shape %1817 [[0, 1], [2], [3], [4]] : tensor<?x1x4x2x32xf32> into tensor<?x4x2x32xf32> loc(#loc177)
  %1819 = tensor.collapse_shape %1818 [[0], [1, 2], [3]] : tensor<?x4x2x32xf32> into tensor<?x8x32xf32> loc(#loc177)
  %1820 = tensor.concat dim(2) %1813, %1819 : (tensor<?x8x32xf32>, tensor<?x8x32xf32>) -> tensor<?x8x64xf32> loc(#loc178)
  %1821 = tensor.extract_slice %1820[0, 0, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc179)
  %1822 = tensor.extract_slice %1820[0, 4, 0] [%n_1, 4, 64] [1, 1, 1] : tensor<?x8x64xf32> to tensor<?x4x64xf32> loc(#loc179)
  %1823 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q1" : tensor<32xbf16> loc(#loc180)
  %1824 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k1" : tensor<32xbf16> loc(#loc180)
  %1825 = tensor.empty() : tensor<32xf32> loc(#loc180)
  %1826 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1823, %1824 : tensor<32xbf16>, tensor<32xbf16>) outs(%1825 : tensor<32xf32>) {
  ^bb0(%x_1828: bf16, %x_1829: bf16, %x_1830: f32):
    %1830 = arith.extf %x_1828 : bf16 to f32 loc(#loc180)
    %1831 = arith.extf %x_1829 : bf16 to f32 loc(#loc180)
    %1832 = arith.mulf %1830, %1831 : f32 loc(#loc180)
    linalg.yield %1832 : f32 loc(#loc180)
  } -> tensor<32xf32> loc(#loc180)
  %1833 = tensor.empty() : tensor<f32> loc(#loc180)
  %1834 = linalg.fill ins(%c_6 : f32) outs(%1833 : tensor<f32>) -> tensor<f32> loc(#loc180)
  %1835 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1826 : tensor<32xf32>) outs(%1834 : tensor<f32>) {
  ^bb0(%x_1837: f32, %x_1838: f32):
    %1838 = arith.addf %x_1838, %x_1837 : f32 loc(#loc180)
    linalg.yield %1838 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1839 = tensor.empty() : tensor<f32> loc(#loc180)
  %1840 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1835 : tensor<f32>) outs(%1839 : tensor<f32>) {
  ^bb0(%x_1842: f32, %x_1843: f32):
    %1843 = math.exp %x_1842 : f32 loc(#loc180)
    linalg.yield %1843 : f32 loc(#loc180)
  } -> tensor<f32> loc(#loc180)
  %1844 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_q2" : tensor<32xbf16> loc(#loc181)
  %1845 = ml_program.global_load_const @"model.layers.4.self_attn.lambda_k2" : tensor<32xbf16> loc(#loc181)
  %1846 = tensor.empty() : tensor<32xf32> loc(#loc181)
  %1847 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1844, %1845 : tensor<32xbf16>, tensor<32xbf16>) outs(%1846 : tensor<32xf32>) {
  ^bb0(%x_1849: bf16, %x_1850: bf16, %x_1851: f32):
    %1851 = arith.extf %x_1849 : bf16 to f32 loc(#loc181)
    %1852 = arith.extf %x_1850 : bf16 to f32 loc(#loc181)
    %1853 = arith.mulf %1851, %1852 : f32 loc(#loc181)
    linalg.yield %1853 : f32 loc(#loc181)
  } -> tensor<32xf32> loc(#loc181)
  %1854 = tensor.empty() : tensor<f32> loc(#loc181)
  %1855 = linalg.fill ins(%c_6 : f32) outs(%1854 : tensor<f32>) -> tensor<f32> loc(#loc181)
  %1856 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1847 : tensor<32xf32>) outs(%1855 : tensor<f32>) {
  ^bb0(%x_1858: f32, %x_1859: f32):
    %1859 = arith.addf %x_1859, %x_1858 : f32 loc(#loc181)
    linalg.yield %1859 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1860 = tensor.empty() : tensor<f32> loc(#loc181)
  %1861 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1856 : tensor<f32>) outs(%1860 : tensor<f32>) {
  ^bb0(%x_1863: f32, %x_1864: f32):
    %1864 = math.exp %x_1863 : f32 loc(#loc181)
    linalg.yield %1864 : f32 loc(#loc181)
  } -> tensor<f32> loc(#loc181)
  %1865 = tensor.empty() : tensor<f32> loc(#loc182)
  %1866 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1840, %1861 : tensor<f32>, tensor<f32>) outs(%1865 : tensor<f32>) {
  ^bb0(%x_1868: f32, %x_1869: f32, %x_1870: f32):
    %1870 = arith.subf %x_1868, %x_1869 : f32 loc(#loc182)
    linalg.yield %1870 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1871 = tensor.empty() : tensor<f32> loc(#loc182)
  %1872 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1866 : tensor<f32>) outs(%1871 : tensor<f32>) {
  ^bb0(%x_1874: f32, %x_1875: f32):
    %1875 = arith.addf %x_1874, %c_20 : f32 loc(#loc182)
    linalg.yield %1875 : f32 loc(#loc182)
  } -> tensor<f32> loc(#loc182)
  %1876 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc183)
  %1877 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1872, %1822 : tensor<f32>, tensor<?x4x64xf32>) outs(%1876 : tensor<?x4x64xf32>) {
  ^bb0(%x_1879: f32, %x_1880: f32, %x_1881: f32):
    %1881 = arith.mulf %x_1879, %x_1880 : f32 loc(#loc183)
    linalg.yield %1881 : f32 loc(#loc183)
  } -> tensor<?x4x64xf32> loc(#loc183)
  %1882 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc183)
  %1883 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1821, %1877 : tensor<?x4x64xf32>, tensor<?x4x64xf32>) outs(%1882 : tensor<?x4x64xf32>) {
  ^bb0(%x_1885: f32, %x_1886: f32, %x_1887: f32):
    %1887 = arith.subf %x_1885, %x_1886 : f32 loc(#loc183)
    linalg.yield %1887 : f32 loc(#loc183)
  } -> tensor<?x4x64xf32> loc(#loc183)
  %1888 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc184)
  %1889 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1883 : tensor<?x4x64xf32>) outs(%1888 : tensor<?x4x64xf32>) {
  ^bb0(%x_1891: f32, %x_1892: f32):
    %1892 = arith.mulf %x_1891, %x_1891 : f32 loc(#loc184)
    linalg.yield %1892 : f32 loc(#loc184)
  } -> tensor<?x4x64xf32> loc(#loc184)
  %1893 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc184)
  %1894 = linalg.fill ins(%c_6 : f32) outs(%1893 : tensor<?x4xf32>) -> tensor<?x4xf32> loc(#loc184)
  %1895 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1889 : tensor<?x4x64xf32>) outs(%1894 : tensor<?x4xf32>) {
  ^bb0(%x_1897: f32, %x_1898: f32):
    %1898 = arith.addf %x_1898, %x_1897 : f32 loc(#loc184)
    linalg.yield %1898 : f32 loc(#loc184)
  } -> tensor<?x4xf32> loc(#loc184)
  %1899 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc184)
  %1900 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1895 : tensor<?x4xf32>) outs(%1899 : tensor<?x4xf32>) {
  ^bb0(%x_1902: f32, %x_1903: f32):
    %1903 = arith.divf %x_1902, %c_12 : f32 loc(#loc184)
    linalg.yield %1903 : f32 loc(#loc184)
  } -> tensor<?x4xf32> loc(#loc184)
  %1904 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc184)
  %1905 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1900 : tensor<?x4xf32>) outs(%1904 : tensor<?x4xf32>) {
  ^bb0(%x_1907: f32, %x_1908: f32):
    %1908 = arith.addf %x_1907, %c_8 : f32 loc(#loc184)
    linalg.yield %1908 : f32 loc(#loc184)
  } -> tensor<?x4xf32> loc(#loc184)
  %1909 = tensor.empty(%n_1) : tensor<?x4xf32> loc(#loc184)
  %1910 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1905 : tensor<?x4xf32>) outs(%1909 : tensor<?x4xf32>) {
  ^bb0(%x_1912: f32, %x_1913: f32):
    %1913 = math.rsqrt %x_1912 : f32 loc(#loc184)
    linalg.yield %1913 : f32 loc(#loc184)
  } -> tensor<?x4xf32> loc(#loc184)
  %1914 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc184)
  %1915 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1883, %1910 : tensor<?x4x64xf32>, tensor<?x4xf32>) outs(%1914 : tensor<?x4x64xf32>) {
  ^bb0(%x_1917: f32, %x_1918: f32, %x_1919: f32):
    %1919 = arith.mulf %x_1917, %x_1918 : f32 loc(#loc184)
    linalg.yield %1919 : f32 loc(#loc184)
  } -> tensor<?x4x64xf32> loc(#loc184)
  %1920 = tensor.empty(%n_1) : tensor<?x4x64xf32> loc(#loc185)
  %1921 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1915 : tensor<?x4x64xf32>) outs(%1920 : tensor<?x4x64xf32>) {
  ^bb0(%x_1923: f32, %x_1924: f32):
    %1924 = arith.mulf %x_1923, %c_21 : f32 loc(#loc185)
    linalg.yield %1924 : f32 loc(#loc185)
  } -> tensor<?x4x64xf32> loc(#loc185)
  %1925 = tensor.collapse_shape %1921 [[0], [1, 2]] : tensor<?x4x64xf32> into tensor<?x256xf32> loc(#loc186)
  %1926 = ml_program.global_load_const @"model.layers.4.self_attn.o_proj.weight" : tensor<256x256xbf16> loc(#loc187)
  %1927 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc187)
  %1928 = linalg.fill ins(%c_6 : f32) outs(%1927 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc187)
  %1929 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1925, %1926 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%1928 : tensor<?x256xf32>) {
  ^bb0(%x_1931: f32, %x_1932: bf16, %x_1933: f32):
    %1933 = arith.extf %x_1932 : bf16 to f32 loc(#loc187)
    %1934 = arith.mulf %x_1931, %1933 : f32 loc(#loc187)
    %1935 = arith.addf %x_1933, %1934 : f32 loc(#loc187)
    linalg.yield %1935 : f32 loc(#loc187)
  } -> tensor<?x256xf32> loc(#loc187)
  %1936 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc188)
  %1937 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1634, %1929 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%1936 : tensor<?x256xf32>) {
  ^bb0(%x_1939: f32, %x_1940: f32, %x_1941: f32):
    %1941 = arith.addf %x_1939, %x_1940 : f32 loc(#loc188)
    linalg.yield %1941 : f32 loc(#loc188)
  } -> tensor<?x256xf32> loc(#loc188)
  %1942 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc189)
  %1943 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1937 : tensor<?x256xf32>) outs(%1942 : tensor<?x256xf32>) {
  ^bb0(%x_1945: f32, %x_1946: f32):
    %1946 = arith.mulf %x_1945, %x_1945 : f32 loc(#loc189)
    linalg.yield %1946 : f32 loc(#loc189)
  } -> tensor<?x256xf32> loc(#loc189)
  %1947 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc189)
  %1948 = linalg.fill ins(%c_6 : f32) outs(%1947 : tensor<?xf32>) -> tensor<?xf32> loc(#loc189)
  %1949 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1943 : tensor<?x256xf32>) outs(%1948 : tensor<?xf32>) {
  ^bb0(%x_1951: f32, %x_1952: f32):
    %1952 = arith.addf %x_1952, %x_1951 : f32 loc(#loc189)
    linalg.yield %1952 : f32 loc(#loc189)
  } -> tensor<?xf32> loc(#loc189)
  %1953 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc189)
  %1954 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1949 : tensor<?xf32>) outs(%1953 : tensor<?xf32>) {
  ^bb0(%x_1956: f32, %x_1957: f32):
    %1957 = arith.divf %x_1956, %c_7 : f32 loc(#loc189)
    linalg.yield %1957 : f32 loc(#loc189)
  } -> tensor<?xf32> loc(#loc189)
  %1958 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc190)
  %1959 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1954 : tensor<?xf32>) outs(%1958 : tensor<?xf32>) {
  ^bb0(%x_1961: f32, %x_1962: f32):
    %1962 = arith.addf %x_1961, %c_8 : f32 loc(#loc190)
    linalg.yield %1962 : f32 loc(#loc190)
  } -> tensor<?xf32> loc(#loc190)
  %1963 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc190)
  %1964 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1959 : tensor<?xf32>) outs(%1963 : tensor<?xf32>) {
  ^bb0(%x_1966: f32, %x_1967: f32):
    %1967 = math.rsqrt %x_1966 : f32 loc(#loc190)
    linalg.yield %1967 : f32 loc(#loc190)
  } -> tensor<?xf32> loc(#loc190)
  %1968 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc190)
  %1969 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1937, %1964 : tensor<?x256xf32>, tensor<?xf32>) outs(%1968 : tensor<?x256xf32>) {
  ^bb0(%x_1971: f32, %x_1972: f32, %x_1973: f32):
    %1973 = arith.mulf %x_1971, %x_1972 : f32 loc(#loc190)
    linalg.yield %1973 : f32 loc(#loc190)
  } -> tensor<?x256xf32> loc(#loc190)
  %1974 = ml_program.global_load_const @"model.layers.4.post_attention_layernorm.weight" : tensor<256xbf16> loc(#loc191)
  %1975 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc191)
  %1976 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1974, %1969 : tensor<256xbf16>, tensor<?x256xf32>) outs(%1975 : tensor<?x256xf32>) {
  ^bb0(%x_1978: bf16, %x_1979: f32, %x_1980: f32):
    %1980 = arith.extf %x_1978 : bf16 to f32 loc(#loc191)
    %1981 = arith.mulf %1980, %x_1979 : f32 loc(#loc191)
    linalg.yield %1981 : f32 loc(#loc191)
  } -> tensor<?x256xf32> loc(#loc191)
  %1982 = ml_program.global_load_const @"model.layers.4.mlp.gate_proj.weight" : tensor<704x256xbf16> loc(#loc192)
  %1983 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc192)
  %1984 = linalg.fill ins(%c_6 : f32) outs(%1983 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc192)
  %1985 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1976, %1982 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%1984 : tensor<?x704xf32>) {
  ^bb0(%x_1987: f32, %x_1988: bf16, %x_1989: f32):
    %1989 = arith.extf %x_1988 : bf16 to f32 loc(#loc192)
    %1990 = arith.mulf %x_1987, %1989 : f32 loc(#loc192)
    %1991 = arith.addf %x_1989, %1990 : f32 loc(#loc192)
    linalg.yield %1991 : f32 loc(#loc192)
  } -> tensor<?x704xf32> loc(#loc192)
  %1992 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc193)
  %1993 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1985 : tensor<?x704xf32>) outs(%1992 : tensor<?x704xf32>) {
  ^bb0(%x_1995: f32, %x_1996: f32):
    %1996 = arith.negf %x_1995 : f32 loc(#loc193)
    %1997 = math.exp %1996 : f32 loc(#loc193)
    %1998 = arith.addf %1997, %c_5 : f32 loc(#loc193)
    %1999 = arith.divf %x_1995, %1998 : f32 loc(#loc193)
    linalg.yield %1999 : f32 loc(#loc193)
  } -> tensor<?x704xf32> loc(#loc193)
  %2000 = ml_program.global_load_const @"model.layers.4.mlp.up_proj.weight" : tensor<704x256xbf16> loc(#loc194)
  %2001 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc194)
  %2002 = linalg.fill ins(%c_6 : f32) outs(%2001 : tensor<?x704xf32>) -> tensor<?x704xf32> loc(#loc194)
  %2003 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1976, %2000 : tensor<?x256xf32>, tensor<704x256xbf16>) outs(%2002 : tensor<?x704xf32>) {
  ^bb0(%x_2005: f32, %x_2006: bf16, %x_2007: f32):
    %2007 = arith.extf %x_2006 : bf16 to f32 loc(#loc194)
    %2008 = arith.mulf %x_2005, %2007 : f32 loc(#loc194)
    %2009 = arith.addf %x_2007, %2008 : f32 loc(#loc194)
    linalg.yield %2009 : f32 loc(#loc194)
  } -> tensor<?x704xf32> loc(#loc194)
  %2010 = tensor.empty(%n_1) : tensor<?x704xf32> loc(#loc195)
  %2011 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1993, %2003 : tensor<?x704xf32>, tensor<?x704xf32>) outs(%2010 : tensor<?x704xf32>) {
  ^bb0(%x_2013: f32, %x_2014: f32, %x_2015: f32):
    %2015 = arith.mulf %x_2013, %x_2014 : f32 loc(#loc195)
    linalg.yield %2015 : f32 loc(#loc195)
  } -> tensor<?x704xf32> loc(#loc195)
  %2016 = ml_program.global_load_const @"model.layers.4.mlp.down_proj.weight" : tensor<256x704xbf16> loc(#loc196)
  %2017 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc196)
  %2018 = linalg.fill ins(%c_6 : f32) outs(%2017 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc196)
  %2019 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2011, %2016 : tensor<?x704xf32>, tensor<256x704xbf16>) outs(%2018 : tensor<?x256xf32>) {
  ^bb0(%x_2021: f32, %x_2022: bf16, %x_2023: f32):
    %2023 = arith.extf %x_2022 : bf16 to f32 loc(#loc196)
    %2024 = arith.mulf %x_2021, %2023 : f32 loc(#loc196)
    %2025 = arith.addf %x_2023, %2024 : f32 loc(#loc196)
    linalg.yield %2025 : f32 loc(#loc196)
  } -> tensor<?x256xf32> loc(#loc196)
  %2026 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc197)
  %2027 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1937, %2019 : tensor<?x256xf32>, tensor<?x256xf32>) outs(%2026 : tensor<?x256xf32>) {
  ^bb0(%x_2029: f32, %x_2030: f32, %x_2031: f32):
    %2031 = arith.addf %x_2029, %x_2030 : f32 loc(#loc197)
    linalg.yield %2031 : f32 loc(#loc197)
  } -> tensor<?x256xf32> loc(#loc197)
  %2032 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc198)
  %2033 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2027 : tensor<?x256xf32>) outs(%2032 : tensor<?x256xf32>) {
  ^bb0(%x_2035: f32, %x_2036: f32):
    %2036 = arith.mulf %x_2035, %x_2035 : f32 loc(#loc198)
    linalg.yield %2036 : f32 loc(#loc198)
  } -> tensor<?x256xf32> loc(#loc198)
  %2037 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc198)
  %2038 = linalg.fill ins(%c_6 : f32) outs(%2037 : tensor<?xf32>) -> tensor<?xf32> loc(#loc198)
  %2039 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%2033 : tensor<?x256xf32>) outs(%2038 : tensor<?xf32>) {
  ^bb0(%x_2041: f32, %x_2042: f32):
    %2042 = arith.addf %x_2042, %x_2041 : f32 loc(#loc198)
    linalg.yield %2042 : f32 loc(#loc198)
  } -> tensor<?xf32> loc(#loc198)
  %2043 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc198)
  %2044 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2039 : tensor<?xf32>) outs(%2043 : tensor<?xf32>) {
  ^bb0(%x_2046: f32, %x_2047: f32):
    %2047 = arith.divf %x_2046, %c_7 : f32 loc(#loc198)
    linalg.yield %2047 : f32 loc(#loc198)
  } -> tensor<?xf32> loc(#loc198)
  %2048 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc199)
  %2049 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2044 : tensor<?xf32>) outs(%2048 : tensor<?xf32>) {
  ^bb0(%x_2051: f32, %x_2052: f32):
    %2052 = arith.addf %x_2051, %c_8 : f32 loc(#loc199)
    linalg.yield %2052 : f32 loc(#loc199)
  } -> tensor<?xf32> loc(#loc199)
  %2053 = tensor.empty(%n_1) : tensor<?xf32> loc(#loc199)
  %2054 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2049 : tensor<?xf32>) outs(%2053 : tensor<?xf32>) {
  ^bb0(%x_2056: f32, %x_2057: f32):
    %2057 = math.rsqrt %x_2056 : f32 loc(#loc199)
    linalg.yield %2057 : f32 loc(#loc199)
  } -> tensor<?xf32> loc(#loc199)
  %2058 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc199)
  %2059 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2027, %2054 : tensor<?x256xf32>, tensor<?xf32>) outs(%2058 : tensor<?x256xf32>) {
  ^bb0(%x_2061: f32, %x_2062: f32, %x_2063: f32):
    %2063 = arith.mulf %x_2061, %x_2062 : f32 loc(#loc199)
    linalg.yield %2063 : f32 loc(#loc199)
  } -> tensor<?x256xf32> loc(#loc199)
  %2064 = ml_program.global_load_const @"model.norm.weight" : tensor<256xbf16> loc(#loc200)
  %2065 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc200)
  %2066 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2064, %2059 : tensor<256xbf16>, tensor<?x256xf32>) outs(%2065 : tensor<?x256xf32>) {
  ^bb0(%x_2068: bf16, %x_2069: f32, %x_2070: f32):
    %2070 = arith.extf %x_2068 : bf16 to f32 loc(#loc200)
    %2071 = arith.mulf %2070, %x_2069 : f32 loc(#loc200)
    linalg.yield %2071 : f32 loc(#loc200)
  } -> tensor<?x256xf32> loc(#loc200)
  %2072 = tensor.empty(%n_1) : tensor<?x256xf32> loc(#loc202)
  %2073 = linalg.fill ins(%c_6 : f32) outs(%2072 : tensor<?x256xf32>) -> tensor<?x256xf32> loc(#loc202)
  %2074 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2066, %16 : tensor<?x256xf32>, tensor<256x256xbf16>) outs(%2073 : tensor<?x256xf32>) {
  ^bb0(%x_2076: f32, %x_2077: bf16, %x_2078: f32):
    %2078 = arith.extf %x_2077 : bf16 to f32 loc(#loc202)
    %2079 = arith.mulf %x_2076, %2078 : f32 loc(#loc202)
    %2080 = arith.addf %x_2078, %2079 : f32 loc(#loc202)
    linalg.yield %2080 : f32 loc(#loc202)
  } -> tensor<?x256xf32> loc(#loc202)
  bufferization.materialize_in_destination %194 in restrict writable %caches_0 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc205)
  bufferization.materialize_in_destination %210 in restrict writable %caches_1 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc205)
  bufferization.materialize_in_destination %587 in restrict writable %caches_2 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc206)
  bufferization.materialize_in_destination %603 in restrict writable %caches_3 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc206)
  bufferization.materialize_in_destination %980 in restrict writable %caches_4 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc207)
  bufferization.materialize_in_destination %996 in restrict writable %caches_5 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc207)
  bufferization.materialize_in_destination %1373 in restrict writable %caches_6 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc208)
  bufferization.materialize_in_destination %1389 in restrict writable %caches_7 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc208)
  bufferization.materialize_in_destination %1766 in restrict writable %caches_8 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc209)
  bufferization.materialize_in_destination %1782 in restrict writable %caches_9 : (tensor<?x4x1024x32xf32>, memref<?x4x1024x32xf32>) -> () loc(#loc209)
  return %2074 : tensor<?x256xf32>
}
}
#loc0 = loc("transformers/models/diffllama/modeling_diffllama.py":442:1)
#loc1 = loc("model.embed_tokens"(#loc0))
#loc2 = loc("transformers/models/diffllama/modeling_diffllama.py":106:1)
#loc3 = loc("model.rotary_emb"(#loc2))
#loc4 = loc("transformers/models/diffllama/modeling_diffllama.py":107:1)
#loc5 = loc("model.rotary_emb"(#loc4))
#loc6 = loc("transformers/models/diffllama/modeling_diffllama.py":108:1)
#loc7 = loc("model.rotary_emb"(#loc6))
#loc8 = loc("transformers/models/diffllama/modeling_diffllama.py":109:1)
#loc9 = loc("model.rotary_emb"(#loc8))
#loc10 = loc("transformers/models/diffllama/modeling_diffllama.py":328:1)
#loc11 = loc("model.layers.0.input_layernorm"(#loc10))
#loc12 = loc("transformers/models/diffllama/modeling_diffllama.py":329:1)
#loc13 = loc("model.layers.0.input_layernorm"(#loc12))
#loc14 = loc("transformers/models/diffllama/modeling_diffllama.py":330:1)
#loc15 = loc("model.layers.0.input_layernorm"(#loc14))
#loc16 = loc("transformers/models/diffllama/modeling_diffllama.py":256:1)
#loc17 = loc("model.layers.0.self_attn.q_proj"(#loc16))
#loc18 = loc("model.layers.0.self_attn"(#loc16))
#loc19 = loc("transformers/models/diffllama/modeling_diffllama.py":257:1)
#loc20 = loc("model.layers.0.self_attn.k_proj"(#loc19))
#loc21 = loc("model.layers.0.self_attn"(#loc19))
#loc22 = loc("transformers/models/diffllama/modeling_diffllama.py":258:1)
#loc23 = loc("model.layers.0.self_attn.v_proj"(#loc22))
#loc24 = loc("model.layers.0.self_attn"(#loc22))
#loc25 = loc("transformers/models/diffllama/modeling_diffllama.py":261:1)
#loc26 = loc("model.layers.0.self_attn"(#loc25))
#loc27 = loc("transformers/models/diffllama/modeling_diffllama.py":268:1)
#loc28 = loc("model.layers.0.self_attn"(#loc27))
#loc29 = loc("transformers/models/diffllama/modeling_diffllama.py":276:1)
#loc30 = loc("model.layers.0.self_attn"(#loc29))
#loc31 = loc("transformers/models/diffllama/modeling_diffllama.py":286:1)
#loc32 = loc("model.layers.0.self_attn"(#loc31))
#loc33 = loc("transformers/models/diffllama/modeling_diffllama.py":296:1)
#loc34 = loc("model.layers.0.self_attn"(#loc33))
#loc35 = loc("transformers/models/diffllama/modeling_diffllama.py":300:1)
#loc36 = loc("model.layers.0.self_attn"(#loc35))
#loc37 = loc("transformers/models/diffllama/modeling_diffllama.py":301:1)
#loc38 = loc("model.layers.0.self_attn"(#loc37))
#loc39 = loc("transformers/models/diffllama/modeling_diffllama.py":304:1)
#loc40 = loc("model.layers.0.self_attn"(#loc39))
#loc41 = loc("transformers/models/diffllama/modeling_diffllama.py":307:1)
#loc42 = loc("model.layers.0.self_attn"(#loc41))
#loc43 = loc("transformers/models/diffllama/modeling_diffllama.py":308:1)
#loc44 = loc("model.layers.0.self_attn"(#loc43))
#loc45 = loc("transformers/models/diffllama/modeling_diffllama.py":309:1)
#loc46 = loc("model.layers.0.self_attn.groupnorm"(#loc45))
#loc47 = loc("model.layers.0.self_attn"(#loc45))
#loc48 = loc("transformers/models/diffllama/modeling_diffllama.py":310:1)
#loc49 = loc("model.layers.0.self_attn"(#loc48))
#loc50 = loc("transformers/models/diffllama/modeling_diffllama.py":311:1)
#loc51 = loc("model.layers.0.self_attn.o_proj"(#loc50))
#loc52 = loc("transformers/models/diffllama/modeling_diffllama.py":370:1)
#loc53 = loc("model.layers.0"(#loc52))
#loc54 = loc("model.layers.0.post_attention_layernorm"(#loc10))
#loc55 = loc("model.layers.0.post_attention_layernorm"(#loc12))
#loc56 = loc("model.layers.0.post_attention_layernorm"(#loc14))
#loc57 = loc("transformers/models/diffllama/modeling_diffllama.py":64:1)
#loc58 = loc("model.layers.0.mlp.gate_proj"(#loc57))
#loc59 = loc("transformers/activations.py":103:1)
#loc60 = loc("model.layers.0.mlp.act_fn"(#loc59))
#loc61 = loc("model.layers.0.mlp.up_proj"(#loc57))
#loc62 = loc("model.layers.0.mlp"(#loc57))
#loc63 = loc("model.layers.0.mlp.down_proj"(#loc57))
#loc64 = loc("transformers/models/diffllama/modeling_diffllama.py":376:1)
#loc65 = loc("model.layers.0"(#loc64))
#loc66 = loc("model.layers.1.input_layernorm"(#loc10))
#loc67 = loc("model.layers.1.input_layernorm"(#loc12))
#loc68 = loc("model.layers.1.input_layernorm"(#loc14))
#loc69 = loc("model.layers.1.self_attn.q_proj"(#loc16))
#loc70 = loc("model.layers.1.self_attn"(#loc16))
#loc71 = loc("model.layers.1.self_attn.k_proj"(#loc19))
#loc72 = loc("model.layers.1.self_attn"(#loc19))
#loc73 = loc("model.layers.1.self_attn.v_proj"(#loc22))
#loc74 = loc("model.layers.1.self_attn"(#loc22))
#loc75 = loc("model.layers.1.self_attn"(#loc25))
#loc76 = loc("model.layers.1.self_attn"(#loc27))
#loc77 = loc("model.layers.1.self_attn"(#loc29))
#loc78 = loc("model.layers.1.self_attn"(#loc31))
#loc79 = loc("model.layers.1.self_attn"(#loc33))
#loc80 = loc("model.layers.1.self_attn"(#loc35))
#loc81 = loc("model.layers.1.self_attn"(#loc37))
#loc82 = loc("model.layers.1.self_attn"(#loc39))
#loc83 = loc("model.layers.1.self_attn"(#loc41))
#loc84 = loc("model.layers.1.self_attn"(#loc43))
#loc85 = loc("model.layers.1.self_attn.groupnorm"(#loc45))
#loc86 = loc("model.layers.1.self_attn"(#loc45))
#loc87 = loc("model.layers.1.self_attn"(#loc48))
#loc88 = loc("model.layers.1.self_attn.o_proj"(#loc50))
#loc89 = loc("model.layers.1"(#loc52))
#loc90 = loc("model.layers.1.post_attention_layernorm"(#loc10))
#loc91 = loc("model.layers.1.post_attention_layernorm"(#loc12))
#loc92 = loc("model.layers.1.post_attention_layernorm"(#loc14))
#loc93 = loc("model.layers.1.mlp.gate_proj"(#loc57))
#loc94 = loc("model.layers.1.mlp.act_fn"(#loc59))
#loc95 = loc("model.layers.1.mlp.up_proj"(#loc57))
#loc96 = loc("model.layers.1.mlp"(#loc57))
#loc97 = loc("model.layers.1.mlp.down_proj"(#loc57))
#loc98 = loc("model.layers.1"(#loc64))
#loc99 = loc("model.layers.2.input_layernorm"(#loc10))
#loc100 = loc("model.layers.2.input_layernorm"(#loc12))
#loc101 = loc("model.layers.2.input_layernorm"(#loc14))
#loc102 = loc("model.layers.2.self_attn.q_proj"(#loc16))
#loc103 = loc("model.layers.2.self_attn"(#loc16))
#loc104 = loc("model.layers.2.self_attn.k_proj"(#loc19))
#loc105 = loc("model.layers.2.self_attn"(#loc19))
#loc106 = loc("model.layers.2.self_attn.v_proj"(#loc22))
#loc107 = loc("model.layers.2.self_attn"(#loc22))
#loc108 = loc("model.layers.2.self_attn"(#loc25))
#loc109 = loc("model.layers.2.self_attn"(#loc27))
#loc110 = loc("model.layers.2.self_attn"(#loc29))
#loc111 = loc("model.layers.2.self_attn"(#loc31))
#loc112 = loc("model.layers.2.self_attn"(#loc33))
#loc113 = loc("model.layers.2.self_attn"(#loc35))
#loc114 = loc("model.layers.2.self_attn"(#loc37))
#loc115 = loc("model.layers.2.self_attn"(#loc39))
#loc116 = loc("model.layers.2.self_attn"(#loc41))
#loc117 = loc("model.layers.2.self_attn"(#loc43))
#loc118 = loc("model.layers.2.self_attn.groupnorm"(#loc45))
#loc119 = loc("model.layers.2.self_attn"(#loc45))
#loc120 = loc("model.layers.2.self_attn"(#loc48))
#loc121 = loc("model.layers.2.self_attn.o_proj"(#loc50))
#loc122 = loc("model.layers.2"(#loc52))
#loc123 = loc("model.layers.2.post_attention_layernorm"(#loc10))
#loc124 = loc("model.layers.2.post_attention_layernorm"(#loc12))
#loc125 = loc("model.layers.2.post_attention_layernorm"(#loc14))
#loc126 = loc("model.layers.2.mlp.gate_proj"(#loc57))
#loc127 = loc("model.layers.2.mlp.act_fn"(#loc59))
#loc128 = loc("model.layers.2.mlp.up_proj"(#loc57))
#loc129 = loc("model.layers.2.mlp"(#loc57))
#loc130 = loc("model.layers.2.mlp.down_proj"(#loc57))
#loc131 = loc("model.layers.2"(#loc64))
#loc132 = loc("model.layers.3.input_layernorm"(#loc10))
#loc133 = loc("model.layers.3.input_layernorm"(#loc12))
#loc134 = loc("model.layers.3.input_layernorm"(#loc14))
#loc135 = loc("model.layers.3.self_attn.q_proj"(#loc16))
#loc136 = loc("model.layers.3.self_attn"(#loc16))
#loc137 = loc("model.layers.3.self_attn.k_proj"(#loc19))
#loc138 = loc("model.layers.3.self_attn"(#loc19))
#loc139 = loc("model.layers.3.self_attn.v_proj"(#loc22))
#loc140 = loc("model.layers.3.self_attn"(#loc22))
#loc141 = loc("model.layers.3.self_attn"(#loc25))
#loc142 = loc("model.layers.3.self_attn"(#loc27))
#loc143 = loc("model.layers.3.self_attn"(#loc29))
#loc144 = loc("model.layers.3.self_attn"(#loc31))
#loc145 = loc("model.layers.3.self_attn"(#loc33))
#loc146 = loc("model.layers.3.self_attn"(#loc35))
#loc147 = loc("model.layers.3.self_attn"(#loc37))
#loc148 = loc("model.layers.3.self_attn"(#loc39))
#loc149 = loc("model.layers.3.self_attn"(#loc41))
#loc150 = loc("model.layers.3.self_attn"(#loc43))
#loc151 = loc("model.layers.3.self_attn.groupnorm"(#loc45))
#loc152 = loc("model.layers.3.self_attn"(#loc45))
#loc153 = loc("model.layers.3.self_attn"(#loc48))
#loc154 = loc("model.layers.3.self_attn.o_proj"(#loc50))
#loc155 = loc("model.layers.3"(#loc52))
#loc156 = loc("model.layers.3.post_attention_layernorm"(#loc10))
#loc157 = loc("model.layers.3.post_attention_layernorm"(#loc12))
#loc158 = loc("model.layers.3.post_attention_layernorm"(#loc14))
#loc159 = loc("model.layers.3.mlp.gate_proj"(#loc57))
#loc160 = loc("model.layers.3.mlp.act_fn"(#loc59))
#loc161 = loc("model.layers.3.mlp.up_proj"(#loc57))
#loc162 = loc("model.layers.3.mlp"(#loc57))
#loc163 = loc("model.layers.3.mlp.down_proj"(#loc57))
#loc164 = loc("model.layers.3"(#loc64))
#loc165 = loc("model.layers.4.input_layernorm"(#loc10))
#loc166 = loc("model.layers.4.input_layernorm"(#loc12))
#loc167 = loc("model.layers.4.input_layernorm"(#loc14))
#loc168 = loc("model.layers.4.self_attn.q_proj"(#loc16))
#loc169 = loc("model.layers.4.self_attn"(#loc16))
#loc170 = loc("model.layers.4.self_attn.k_proj"(#loc19))
#loc171 = loc("model.layers.4.self_attn"(#loc19))
#loc172 = loc("model.layers.4.self_attn.v_proj"(#loc22))
#loc173 = loc("model.layers.4.self_attn"(#loc22))
#loc174 = loc("model.layers.4.self_attn"(#loc25))
#loc175 = loc("model.layers.4.self_attn"(#loc27))
#loc176 = loc("model.layers.4.self_attn"(#loc29))
#loc177 = loc("model.layers.4.self_attn"(#loc31))
#loc178 = loc("model.layers.4.self_attn"(#loc33))
#loc179 = loc("model.layers.4.self_attn"(#loc35))
#loc180 = loc("model.layers.4.self_attn"(#loc37))
#loc181 = loc("model.layers.4.self_attn"(#loc39))
#loc182 = loc("model.layers.4.self_attn"(#loc41))
#loc183 = loc("model.layers.4.self_attn"(#loc43))
#loc184 = loc("model.layers.4.self_attn.groupnorm"(#loc45))
#loc185 = loc("model.layers.4.self_attn"(#loc45))
#loc186 = loc("model.layers.4.self_attn"(#loc48))
#loc187 = loc("model.layers.4.self_attn.o_proj"(#loc50))
#loc188 = loc("model.layers.4"(#loc52))
#loc189 = loc("model.layers.4.post_attention_layernorm"(#loc10))
#loc190 = loc("model.layers.4.post_attention_layernorm"(#loc12))
#loc191 = loc("model.layers.4.post_attention_layernorm"(#loc14))
#loc192 = loc("model.layers.4.mlp.gate_proj"(#loc57))
#loc193 = loc("model.layers.4.mlp.act_fn"(#loc59))
#loc194 = loc("model.layers.4.mlp.up_proj"(#loc57))
#loc195 = loc("model.layers.4.mlp"(#loc57))
#loc196 = loc("model.layers.4.mlp.down_proj"(#loc57))
#loc197 = loc("model.layers.4"(#loc64))
#loc198 = loc("model.norm"(#loc10))
#loc199 = loc("model.norm"(#loc12))
#loc200 = loc("model.norm"(#loc14))
#loc201 = loc("transformers/models/diffllama/modeling_diffllama.py":541:1)
#loc202 = loc("lm_head"(#loc201))
#loc203 = loc("diffattn/huggingface/generation.py":60:1)
#loc204 = loc("transformers/models/diffllama/modeling_diffllama.py":264:1)
#loc205 = loc("model.layers.0.self_attn"(#loc204))
#loc206 = loc("model.layers.1.self_attn"(#loc204))
#loc207 = loc("model.layers.2.self_attn"(#loc204))
#loc208 = loc("model.layers.3.self_attn"(#loc204))
#loc209 = loc("model.layers.4.self_attn"(#loc204))
#loc210 = loc("transformers/models/diffllama/modeling_diffllama.py":540:1)
