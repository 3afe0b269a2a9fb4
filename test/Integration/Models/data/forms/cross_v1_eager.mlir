module {
ml_program.global private @"na.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"a.k.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"a.k.bias"(#ml_program.extern<tensor<16xf32>>) : tensor<16xf32>
ml_program.global private @"a.v.weight"(#ml_program.extern<tensor<16x32xf32>>) : tensor<16x32xf32>
ml_program.global private @"a.v.bias"(#ml_program.extern<tensor<16xf32>>) : tensor<16xf32>
ml_program.global private @"a.q.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"a.q.bias"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"a.lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"a.norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"a.o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"a.o.bias"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"nb.weight"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"b.q.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"b.q.bias"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>
ml_program.global private @"b.lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"b.lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"b.lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"b.lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"b.norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"b.o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"b.o.bias"(#ml_program.extern<tensor<32xf32>>) : tensor<32xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"}) -> (tensor<?x?x32xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 32.0 : f32
  %c_4 = arith.constant 1.0e-05 : f32
  %c_5 = arith.constant 0.5 : f32
  %c_6 = arith.constant true
  %c_7 = arith.constant 3 : index
  %c_8 = arith.constant 0xFF800000 : f32
  %c_9 = arith.constant 0.20000000000000007 : f32
  %c_10 = arith.constant 8.0 : f32
  %c_11 = arith.constant 0.7999999999999999 : f32
  %c_12 = arith.constant 0.35550906759096934 : f32
  %c_13 = arith.constant 0.6444909324090307 : f32
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
  %34 = ml_program.global_load_const @"na.weight" : tensor<32xf32>
  %35 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %34 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%35 : tensor<?x?x32xf32>) {
  ^bb0(%x_38: f32, %x_39: f32, %x_40: f32):
    %40 = arith.mulf %x_38, %x_39 : f32
    linalg.yield %40 : f32
  } -> tensor<?x?x32xf32>
  %41 = ml_program.global_load_const @"a.k.weight" : tensor<16x32xf32>
  %42 = ml_program.global_load_const @"a.k.bias" : tensor<16xf32>
  %43 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %44 = linalg.fill ins(%c_2 : f32) outs(%43 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %41 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%44 : tensor<?x?x16xf32>) {
  ^bb0(%x_47: f32, %x_48: f32, %x_49: f32):
    %49 = arith.mulf %x_47, %x_48 : f32
    %50 = arith.addf %x_49, %49 : f32
    linalg.yield %50 : f32
  } -> tensor<?x?x16xf32>
  %51 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %42 : tensor<?x?x16xf32>, tensor<16xf32>) outs(%51 : tensor<?x?x16xf32>) {
  ^bb0(%x_54: f32, %x_55: f32, %x_56: f32):
    %56 = arith.addf %x_54, %x_55 : f32
    linalg.yield %56 : f32
  } -> tensor<?x?x16xf32>
  %57 = tensor.expand_shape %52 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 4, 4] : tensor<?x?x16xf32> into tensor<?x?x4x4xf32>
  %58 = ml_program.global_load_const @"a.v.weight" : tensor<16x32xf32>
  %59 = ml_program.global_load_const @"a.v.bias" : tensor<16xf32>
  %60 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %61 = linalg.fill ins(%c_2 : f32) outs(%60 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %58 : tensor<?x?x32xf32>, tensor<16x32xf32>) outs(%61 : tensor<?x?x16xf32>) {
  ^bb0(%x_64: f32, %x_65: f32, %x_66: f32):
    %66 = arith.mulf %x_64, %x_65 : f32
    %67 = arith.addf %x_66, %66 : f32
    linalg.yield %67 : f32
  } -> tensor<?x?x16xf32>
  %68 = tensor.empty(%n_1, %n_2) : tensor<?x?x16xf32>
  %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %59 : tensor<?x?x16xf32>, tensor<16xf32>) outs(%68 : tensor<?x?x16xf32>) {
  ^bb0(%x_71: f32, %x_72: f32, %x_73: f32):
    %73 = arith.addf %x_71, %x_72 : f32
    linalg.yield %73 : f32
  } -> tensor<?x?x16xf32>
  %74 = tensor.expand_shape %69 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 8] : tensor<?x?x16xf32> into tensor<?x?x2x8xf32>
  %75 = ml_program.global_load_const @"a.q.weight" : tensor<32x32xf32>
  %76 = ml_program.global_load_const @"a.q.bias" : tensor<32xf32>
  %77 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %78 = linalg.fill ins(%c_2 : f32) outs(%77 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36, %75 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%78 : tensor<?x?x32xf32>) {
  ^bb0(%x_81: f32, %x_82: f32, %x_83: f32):
    %83 = arith.mulf %x_81, %x_82 : f32
    %84 = arith.addf %x_83, %83 : f32
    linalg.yield %84 : f32
  } -> tensor<?x?x32xf32>
  %85 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %76 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%85 : tensor<?x?x32xf32>) {
  ^bb0(%x_88: f32, %x_89: f32, %x_90: f32):
    %90 = arith.addf %x_88, %x_89 : f32
    linalg.yield %90 : f32
  } -> tensor<?x?x32xf32>
  %91 = tensor.expand_shape %86 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %92 = tensor.expand_shape %91 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %93 = tensor.expand_shape %57 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x4x4xf32> into tensor<?x?x2x2x4xf32>
  %94 = tensor.extract_slice %92[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %95 = tensor.extract_slice %93[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %96 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%95 : tensor<?x?x2x4xf32>) outs(%96 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_99: f32, %x_100: f32):
    linalg.yield %x_99 : f32
  } -> tensor<?x2x2x?x4xf32>
  %100 = tensor.collapse_shape %97 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %101 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %102 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?x2x8xf32>) outs(%101 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_104: f32, %x_105: f32):
    linalg.yield %x_104 : f32
  } -> tensor<?x2x2x?x8xf32>
  %105 = tensor.collapse_shape %102 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %106 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %107 = linalg.fill ins(%c_2 : f32) outs(%106 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%94, %100 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%107 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_110: f32, %x_111: f32, %x_112: f32):
    %112 = arith.mulf %x_110, %x_111 : f32
    %113 = arith.addf %x_112, %112 : f32
    linalg.yield %113 : f32
  } -> tensor<?x4x?x?xf32>
  %114 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %115 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<?x4x?x?xf32>) outs(%114 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_117: f32, %x_118: f32):
    %118 = arith.mulf %x_117, %c_5 : f32
    linalg.yield %118 : f32
  } -> tensor<?x4x?x?xf32>
  %119 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %120 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<?x4x?x?xf32>) outs(%119 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_122: f32, %x_123: f32):
    %123 = linalg.index 3 : index
    %124 = linalg.index 2 : index
    %125 = arith.cmpi sle, %123, %124 : index
    %126 = arith.subi %124, %c_7 : index
    %127 = arith.cmpi sge, %123, %126 : index
    %128 = arith.andi %125, %127 : i1
    %129 = arith.xori %128, %c_6 : i1
    %130 = arith.select %129, %c_8, %x_122 : f32
    linalg.yield %130 : f32
  } -> tensor<?x4x?x?xf32>
  %131 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %132 = linalg.softmax dimension(3) ins(%120 : tensor<?x4x?x?xf32>) outs(%131 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %133 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %134 = linalg.fill ins(%c_2 : f32) outs(%133 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%132, %105 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%134 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_137: f32, %x_138: f32, %x_139: f32):
    %139 = arith.mulf %x_137, %x_138 : f32
    %140 = arith.addf %x_139, %139 : f32
    linalg.yield %140 : f32
  } -> tensor<?x4x?x8xf32>
  %141 = tensor.extract_slice %92[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %142 = tensor.extract_slice %93[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %143 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %144 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<?x?x2x4xf32>) outs(%143 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_146: f32, %x_147: f32):
    linalg.yield %x_146 : f32
  } -> tensor<?x2x2x?x4xf32>
  %147 = tensor.collapse_shape %144 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %148 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?x2x8xf32>) outs(%148 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_151: f32, %x_152: f32):
    linalg.yield %x_151 : f32
  } -> tensor<?x2x2x?x8xf32>
  %152 = tensor.collapse_shape %149 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %153 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %154 = linalg.fill ins(%c_2 : f32) outs(%153 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %155 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%141, %147 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%154 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_157: f32, %x_158: f32, %x_159: f32):
    %159 = arith.mulf %x_157, %x_158 : f32
    %160 = arith.addf %x_159, %159 : f32
    linalg.yield %160 : f32
  } -> tensor<?x4x?x?xf32>
  %161 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %162 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155 : tensor<?x4x?x?xf32>) outs(%161 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_164: f32, %x_165: f32):
    %165 = arith.mulf %x_164, %c_5 : f32
    linalg.yield %165 : f32
  } -> tensor<?x4x?x?xf32>
  %166 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %167 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162 : tensor<?x4x?x?xf32>) outs(%166 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_169: f32, %x_170: f32):
    %170 = linalg.index 3 : index
    %171 = linalg.index 2 : index
    %172 = arith.cmpi sle, %170, %171 : index
    %173 = arith.subi %171, %c_7 : index
    %174 = arith.cmpi sge, %170, %173 : index
    %175 = arith.andi %172, %174 : i1
    %176 = arith.xori %175, %c_6 : i1
    %177 = arith.select %176, %c_8, %x_169 : f32
    linalg.yield %177 : f32
  } -> tensor<?x4x?x?xf32>
  %178 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %179 = linalg.softmax dimension(3) ins(%167 : tensor<?x4x?x?xf32>) outs(%178 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %180 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %181 = linalg.fill ins(%c_2 : f32) outs(%180 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %182 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%179, %152 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%181 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_184: f32, %x_185: f32, %x_186: f32):
    %186 = arith.mulf %x_184, %x_185 : f32
    %187 = arith.addf %x_186, %186 : f32
    linalg.yield %187 : f32
  } -> tensor<?x4x?x8xf32>
  %188 = ml_program.global_load_const @"a.lam.lq1" : tensor<4xf32>
  %189 = ml_program.global_load_const @"a.lam.lk1" : tensor<4xf32>
  %190 = tensor.empty() : tensor<4xf32>
  %191 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%188, %189 : tensor<4xf32>, tensor<4xf32>) outs(%190 : tensor<4xf32>) {
  ^bb0(%x_193: f32, %x_194: f32, %x_195: f32):
    %195 = arith.mulf %x_193, %x_194 : f32
    linalg.yield %195 : f32
  } -> tensor<4xf32>
  %196 = tensor.empty() : tensor<f32>
  %197 = linalg.fill ins(%c_2 : f32) outs(%196 : tensor<f32>) -> tensor<f32>
  %198 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%191 : tensor<4xf32>) outs(%197 : tensor<f32>) {
  ^bb0(%x_200: f32, %x_201: f32):
    %201 = arith.addf %x_201, %x_200 : f32
    linalg.yield %201 : f32
  } -> tensor<f32>
  %202 = tensor.empty() : tensor<f32>
  %203 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%198 : tensor<f32>) outs(%202 : tensor<f32>) {
  ^bb0(%x_205: f32, %x_206: f32):
    %206 = math.exp %x_205 : f32
    linalg.yield %206 : f32
  } -> tensor<f32>
  %207 = ml_program.global_load_const @"a.lam.lq2" : tensor<4xf32>
  %208 = ml_program.global_load_const @"a.lam.lk2" : tensor<4xf32>
  %209 = tensor.empty() : tensor<4xf32>
  %210 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%207, %208 : tensor<4xf32>, tensor<4xf32>) outs(%209 : tensor<4xf32>) {
  ^bb0(%x_212: f32, %x_213: f32, %x_214: f32):
    %214 = arith.mulf %x_212, %x_213 : f32
    linalg.yield %214 : f32
  } -> tensor<4xf32>
  %215 = tensor.empty() : tensor<f32>
  %216 = linalg.fill ins(%c_2 : f32) outs(%215 : tensor<f32>) -> tensor<f32>
  %217 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%210 : tensor<4xf32>) outs(%216 : tensor<f32>) {
  ^bb0(%x_219: f32, %x_220: f32):
    %220 = arith.addf %x_220, %x_219 : f32
    linalg.yield %220 : f32
  } -> tensor<f32>
  %221 = tensor.empty() : tensor<f32>
  %222 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%217 : tensor<f32>) outs(%221 : tensor<f32>) {
  ^bb0(%x_224: f32, %x_225: f32):
    %225 = math.exp %x_224 : f32
    linalg.yield %225 : f32
  } -> tensor<f32>
  %226 = tensor.empty() : tensor<f32>
  %227 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%203, %222 : tensor<f32>, tensor<f32>) outs(%226 : tensor<f32>) {
  ^bb0(%x_229: f32, %x_230: f32, %x_231: f32):
    %231 = arith.subf %x_229, %x_230 : f32
    linalg.yield %231 : f32
  } -> tensor<f32>
  %232 = tensor.empty() : tensor<f32>
  %233 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%227 : tensor<f32>) outs(%232 : tensor<f32>) {
  ^bb0(%x_235: f32, %x_236: f32):
    %236 = arith.addf %x_235, %c_9 : f32
    linalg.yield %236 : f32
  } -> tensor<f32>
  %237 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %238 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%233, %182 : tensor<f32>, tensor<?x4x?x8xf32>) outs(%237 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_240: f32, %x_241: f32, %x_242: f32):
    %242 = arith.mulf %x_240, %x_241 : f32
    linalg.yield %242 : f32
  } -> tensor<?x4x?x8xf32>
  %243 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %244 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %238 : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) outs(%243 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_246: f32, %x_247: f32, %x_248: f32):
    %248 = arith.subf %x_246, %x_247 : f32
    linalg.yield %248 : f32
  } -> tensor<?x4x?x8xf32>
  %249 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %250 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%244 : tensor<?x4x?x8xf32>) outs(%249 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_252: f32, %x_253: f32):
    %253 = arith.mulf %x_252, %x_252 : f32
    linalg.yield %253 : f32
  } -> tensor<?x4x?x8xf32>
  %254 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %255 = linalg.fill ins(%c_2 : f32) outs(%254 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %256 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%250 : tensor<?x4x?x8xf32>) outs(%255 : tensor<?x4x?xf32>) {
  ^bb0(%x_258: f32, %x_259: f32):
    %259 = arith.addf %x_259, %x_258 : f32
    linalg.yield %259 : f32
  } -> tensor<?x4x?xf32>
  %260 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %261 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<?x4x?xf32>) outs(%260 : tensor<?x4x?xf32>) {
  ^bb0(%x_263: f32, %x_264: f32):
    %264 = arith.divf %x_263, %c_10 : f32
    linalg.yield %264 : f32
  } -> tensor<?x4x?xf32>
  %265 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %266 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261 : tensor<?x4x?xf32>) outs(%265 : tensor<?x4x?xf32>) {
  ^bb0(%x_268: f32, %x_269: f32):
    %269 = arith.addf %x_268, %c_4 : f32
    linalg.yield %269 : f32
  } -> tensor<?x4x?xf32>
  %270 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %271 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266 : tensor<?x4x?xf32>) outs(%270 : tensor<?x4x?xf32>) {
  ^bb0(%x_273: f32, %x_274: f32):
    %274 = math.rsqrt %x_273 : f32
    linalg.yield %274 : f32
  } -> tensor<?x4x?xf32>
  %275 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %276 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%244, %271 : tensor<?x4x?x8xf32>, tensor<?x4x?xf32>) outs(%275 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_278: f32, %x_279: f32, %x_280: f32):
    %280 = arith.mulf %x_278, %x_279 : f32
    linalg.yield %280 : f32
  } -> tensor<?x4x?x8xf32>
  %281 = ml_program.global_load_const @"a.norm.weight" : tensor<8xf32>
  %282 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %283 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276, %281 : tensor<?x4x?x8xf32>, tensor<8xf32>) outs(%282 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_285: f32, %x_286: f32, %x_287: f32):
    %287 = arith.mulf %x_285, %x_286 : f32
    linalg.yield %287 : f32
  } -> tensor<?x4x?x8xf32>
  %288 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %289 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%283 : tensor<?x4x?x8xf32>) outs(%288 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_291: f32, %x_292: f32):
    %292 = arith.mulf %x_291, %c_11 : f32
    linalg.yield %292 : f32
  } -> tensor<?x4x?x8xf32>
  %293 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %294 = linalg.transpose ins(%289 : tensor<?x4x?x8xf32>) outs(%293 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %295 = tensor.collapse_shape %294 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %296 = ml_program.global_load_const @"a.o.weight" : tensor<32x32xf32>
  %297 = ml_program.global_load_const @"a.o.bias" : tensor<32xf32>
  %298 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %299 = linalg.fill ins(%c_2 : f32) outs(%298 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %300 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%295, %296 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%299 : tensor<?x?x32xf32>) {
  ^bb0(%x_302: f32, %x_303: f32, %x_304: f32):
    %304 = arith.mulf %x_302, %x_303 : f32
    %305 = arith.addf %x_304, %304 : f32
    linalg.yield %305 : f32
  } -> tensor<?x?x32xf32>
  %306 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %307 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %297 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%306 : tensor<?x?x32xf32>) {
  ^bb0(%x_309: f32, %x_310: f32, %x_311: f32):
    %311 = arith.addf %x_309, %x_310 : f32
    linalg.yield %311 : f32
  } -> tensor<?x?x32xf32>
  %312 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %307 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%312 : tensor<?x?x32xf32>) {
  ^bb0(%x_315: f32, %x_316: f32, %x_317: f32):
    %317 = arith.addf %x_315, %x_316 : f32
    linalg.yield %317 : f32
  } -> tensor<?x?x32xf32>
  %318 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %319 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313 : tensor<?x?x32xf32>) outs(%318 : tensor<?x?x32xf32>) {
  ^bb0(%x_321: f32, %x_322: f32):
    %322 = arith.mulf %x_321, %x_321 : f32
    linalg.yield %322 : f32
  } -> tensor<?x?x32xf32>
  %323 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %324 = linalg.fill ins(%c_2 : f32) outs(%323 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %325 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%319 : tensor<?x?x32xf32>) outs(%324 : tensor<?x?xf32>) {
  ^bb0(%x_327: f32, %x_328: f32):
    %328 = arith.addf %x_328, %x_327 : f32
    linalg.yield %328 : f32
  } -> tensor<?x?xf32>
  %329 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %330 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%325 : tensor<?x?xf32>) outs(%329 : tensor<?x?xf32>) {
  ^bb0(%x_332: f32, %x_333: f32):
    %333 = arith.divf %x_332, %c_3 : f32
    linalg.yield %333 : f32
  } -> tensor<?x?xf32>
  %334 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %335 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%330 : tensor<?x?xf32>) outs(%334 : tensor<?x?xf32>) {
  ^bb0(%x_337: f32, %x_338: f32):
    %338 = arith.addf %x_337, %c_4 : f32
    linalg.yield %338 : f32
  } -> tensor<?x?xf32>
  %339 = tensor.empty(%n_1, %n_2) : tensor<?x?xf32>
  %340 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%335 : tensor<?x?xf32>) outs(%339 : tensor<?x?xf32>) {
  ^bb0(%x_342: f32, %x_343: f32):
    %343 = math.rsqrt %x_342 : f32
    linalg.yield %343 : f32
  } -> tensor<?x?xf32>
  %344 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %345 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %340 : tensor<?x?x32xf32>, tensor<?x?xf32>) outs(%344 : tensor<?x?x32xf32>) {
  ^bb0(%x_347: f32, %x_348: f32, %x_349: f32):
    %349 = arith.mulf %x_347, %x_348 : f32
    linalg.yield %349 : f32
  } -> tensor<?x?x32xf32>
  %350 = ml_program.global_load_const @"nb.weight" : tensor<32xf32>
  %351 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %352 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345, %350 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%351 : tensor<?x?x32xf32>) {
  ^bb0(%x_354: f32, %x_355: f32, %x_356: f32):
    %356 = arith.mulf %x_354, %x_355 : f32
    linalg.yield %356 : f32
  } -> tensor<?x?x32xf32>
  %357 = ml_program.global_load_const @"b.q.weight" : tensor<32x32xf32>
  %358 = ml_program.global_load_const @"b.q.bias" : tensor<32xf32>
  %359 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %360 = linalg.fill ins(%c_2 : f32) outs(%359 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %361 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%352, %357 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%360 : tensor<?x?x32xf32>) {
  ^bb0(%x_363: f32, %x_364: f32, %x_365: f32):
    %365 = arith.mulf %x_363, %x_364 : f32
    %366 = arith.addf %x_365, %365 : f32
    linalg.yield %366 : f32
  } -> tensor<?x?x32xf32>
  %367 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %368 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %358 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%367 : tensor<?x?x32xf32>) {
  ^bb0(%x_370: f32, %x_371: f32, %x_372: f32):
    %372 = arith.addf %x_370, %x_371 : f32
    linalg.yield %372 : f32
  } -> tensor<?x?x32xf32>
  %373 = tensor.expand_shape %368 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %374 = tensor.expand_shape %373 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %375 = tensor.expand_shape %57 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 2, 2, 4] : tensor<?x?x4x4xf32> into tensor<?x?x2x2x4xf32>
  %376 = tensor.extract_slice %374[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %377 = tensor.extract_slice %375[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %378 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %379 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%377 : tensor<?x?x2x4xf32>) outs(%378 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_381: f32, %x_382: f32):
    linalg.yield %x_381 : f32
  } -> tensor<?x2x2x?x4xf32>
  %382 = tensor.collapse_shape %379 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %383 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %384 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?x2x8xf32>) outs(%383 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_386: f32, %x_387: f32):
    linalg.yield %x_386 : f32
  } -> tensor<?x2x2x?x8xf32>
  %387 = tensor.collapse_shape %384 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %388 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %389 = linalg.fill ins(%c_2 : f32) outs(%388 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %390 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%376, %382 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%389 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_392: f32, %x_393: f32, %x_394: f32):
    %394 = arith.mulf %x_392, %x_393 : f32
    %395 = arith.addf %x_394, %394 : f32
    linalg.yield %395 : f32
  } -> tensor<?x4x?x?xf32>
  %396 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %397 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%390 : tensor<?x4x?x?xf32>) outs(%396 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_399: f32, %x_400: f32):
    %400 = arith.mulf %x_399, %c_5 : f32
    linalg.yield %400 : f32
  } -> tensor<?x4x?x?xf32>
  %401 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %402 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%397 : tensor<?x4x?x?xf32>) outs(%401 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_404: f32, %x_405: f32):
    %405 = linalg.index 3 : index
    %406 = linalg.index 2 : index
    %407 = arith.cmpi sgt, %405, %406 : index
    %408 = arith.select %407, %c_8, %x_404 : f32
    linalg.yield %408 : f32
  } -> tensor<?x4x?x?xf32>
  %409 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %410 = linalg.softmax dimension(3) ins(%402 : tensor<?x4x?x?xf32>) outs(%409 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %411 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %412 = linalg.fill ins(%c_2 : f32) outs(%411 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %413 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%410, %387 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%412 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_415: f32, %x_416: f32, %x_417: f32):
    %417 = arith.mulf %x_415, %x_416 : f32
    %418 = arith.addf %x_417, %417 : f32
    linalg.yield %418 : f32
  } -> tensor<?x4x?x8xf32>
  %419 = tensor.extract_slice %374[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %420 = tensor.extract_slice %375[0, 0, 0, 1, 0] [%n_1, %n_2, 2, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x2x2x4xf32> to tensor<?x?x2x4xf32>
  %421 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x4xf32>
  %422 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%420 : tensor<?x?x2x4xf32>) outs(%421 : tensor<?x2x2x?x4xf32>) {
  ^bb0(%x_424: f32, %x_425: f32):
    linalg.yield %x_424 : f32
  } -> tensor<?x2x2x?x4xf32>
  %425 = tensor.collapse_shape %422 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x4xf32> into tensor<?x4x?x4xf32>
  %426 = tensor.empty(%n_1, %n_2) : tensor<?x2x2x?x8xf32>
  %427 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?x2x8xf32>) outs(%426 : tensor<?x2x2x?x8xf32>) {
  ^bb0(%x_429: f32, %x_430: f32):
    linalg.yield %x_429 : f32
  } -> tensor<?x2x2x?x8xf32>
  %430 = tensor.collapse_shape %427 [[0], [1, 2], [3], [4]] : tensor<?x2x2x?x8xf32> into tensor<?x4x?x8xf32>
  %431 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %432 = linalg.fill ins(%c_2 : f32) outs(%431 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %433 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%419, %425 : tensor<?x?x4x4xf32>, tensor<?x4x?x4xf32>) outs(%432 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_435: f32, %x_436: f32, %x_437: f32):
    %437 = arith.mulf %x_435, %x_436 : f32
    %438 = arith.addf %x_437, %437 : f32
    linalg.yield %438 : f32
  } -> tensor<?x4x?x?xf32>
  %439 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %440 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%433 : tensor<?x4x?x?xf32>) outs(%439 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_442: f32, %x_443: f32):
    %443 = arith.mulf %x_442, %c_5 : f32
    linalg.yield %443 : f32
  } -> tensor<?x4x?x?xf32>
  %444 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %445 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%440 : tensor<?x4x?x?xf32>) outs(%444 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_447: f32, %x_448: f32):
    %448 = linalg.index 3 : index
    %449 = linalg.index 2 : index
    %450 = arith.cmpi sgt, %448, %449 : index
    %451 = arith.select %450, %c_8, %x_447 : f32
    linalg.yield %451 : f32
  } -> tensor<?x4x?x?xf32>
  %452 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %453 = linalg.softmax dimension(3) ins(%445 : tensor<?x4x?x?xf32>) outs(%452 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %454 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %455 = linalg.fill ins(%c_2 : f32) outs(%454 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %456 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%453, %430 : tensor<?x4x?x?xf32>, tensor<?x4x?x8xf32>) outs(%455 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_458: f32, %x_459: f32, %x_460: f32):
    %460 = arith.mulf %x_458, %x_459 : f32
    %461 = arith.addf %x_460, %460 : f32
    linalg.yield %461 : f32
  } -> tensor<?x4x?x8xf32>
  %462 = ml_program.global_load_const @"b.lam.lq1" : tensor<4xf32>
  %463 = ml_program.global_load_const @"b.lam.lk1" : tensor<4xf32>
  %464 = tensor.empty() : tensor<4xf32>
  %465 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%462, %463 : tensor<4xf32>, tensor<4xf32>) outs(%464 : tensor<4xf32>) {
  ^bb0(%x_467: f32, %x_468: f32, %x_469: f32):
    %469 = arith.mulf %x_467, %x_468 : f32
    linalg.yield %469 : f32
  } -> tensor<4xf32>
  %470 = tensor.empty() : tensor<f32>
  %471 = linalg.fill ins(%c_2 : f32) outs(%470 : tensor<f32>) -> tensor<f32>
  %472 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%465 : tensor<4xf32>) outs(%471 : tensor<f32>) {
  ^bb0(%x_474: f32, %x_475: f32):
    %475 = arith.addf %x_475, %x_474 : f32
    linalg.yield %475 : f32
  } -> tensor<f32>
  %476 = tensor.empty() : tensor<f32>
  %477 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%472 : tensor<f32>) outs(%476 : tensor<f32>) {
  ^bb0(%x_479: f32, %x_480: f32):
    %480 = math.exp %x_479 : f32
    linalg.yield %480 : f32
  } -> tensor<f32>
  %481 = ml_program.global_load_const @"b.lam.lq2" : tensor<4xf32>
  %482 = ml_program.global_load_const @"b.lam.lk2" : tensor<4xf32>
  %483 = tensor.empty() : tensor<4xf32>
  %484 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%481, %482 : tensor<4xf32>, tensor<4xf32>) outs(%483 : tensor<4xf32>) {
  ^bb0(%x_486: f32, %x_487: f32, %x_488: f32):
    %488 = arith.mulf %x_486, %x_487 : f32
    linalg.yield %488 : f32
  } -> tensor<4xf32>
  %489 = tensor.empty() : tensor<f32>
  %490 = linalg.fill ins(%c_2 : f32) outs(%489 : tensor<f32>) -> tensor<f32>
  %491 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%484 : tensor<4xf32>) outs(%490 : tensor<f32>) {
  ^bb0(%x_493: f32, %x_494: f32):
    %494 = arith.addf %x_494, %x_493 : f32
    linalg.yield %494 : f32
  } -> tensor<f32>
  %495 = tensor.empty() : tensor<f32>
  %496 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%491 : tensor<f32>) outs(%495 : tensor<f32>) {
  ^bb0(%x_498: f32, %x_499: f32):
    %499 = math.exp %x_498 : f32
    linalg.yield %499 : f32
  } -> tensor<f32>
  %500 = tensor.empty() : tensor<f32>
  %501 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%477, %496 : tensor<f32>, tensor<f32>) outs(%500 : tensor<f32>) {
  ^bb0(%x_503: f32, %x_504: f32, %x_505: f32):
    %505 = arith.subf %x_503, %x_504 : f32
    linalg.yield %505 : f32
  } -> tensor<f32>
  %506 = tensor.empty() : tensor<f32>
  %507 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%501 : tensor<f32>) outs(%506 : tensor<f32>) {
  ^bb0(%x_509: f32, %x_510: f32):
    %510 = arith.addf %x_509, %c_12 : f32
    linalg.yield %510 : f32
  } -> tensor<f32>
  %511 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %512 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%507, %456 : tensor<f32>, tensor<?x4x?x8xf32>) outs(%511 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_514: f32, %x_515: f32, %x_516: f32):
    %516 = arith.mulf %x_514, %x_515 : f32
    linalg.yield %516 : f32
  } -> tensor<?x4x?x8xf32>
  %517 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %518 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%413, %512 : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) outs(%517 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_520: f32, %x_521: f32, %x_522: f32):
    %522 = arith.subf %x_520, %x_521 : f32
    linalg.yield %522 : f32
  } -> tensor<?x4x?x8xf32>
  %523 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %524 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%518 : tensor<?x4x?x8xf32>) outs(%523 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_526: f32, %x_527: f32):
    %527 = arith.mulf %x_526, %x_526 : f32
    linalg.yield %527 : f32
  } -> tensor<?x4x?x8xf32>
  %528 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %529 = linalg.fill ins(%c_2 : f32) outs(%528 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %530 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%524 : tensor<?x4x?x8xf32>) outs(%529 : tensor<?x4x?xf32>) {
  ^bb0(%x_532: f32, %x_533: f32):
    %533 = arith.addf %x_533, %x_532 : f32
    linalg.yield %533 : f32
  } -> tensor<?x4x?xf32>
  %534 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %535 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%530 : tensor<?x4x?xf32>) outs(%534 : tensor<?x4x?xf32>) {
  ^bb0(%x_537: f32, %x_538: f32):
    %538 = arith.divf %x_537, %c_10 : f32
    linalg.yield %538 : f32
  } -> tensor<?x4x?xf32>
  %539 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %540 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%535 : tensor<?x4x?xf32>) outs(%539 : tensor<?x4x?xf32>) {
  ^bb0(%x_542: f32, %x_543: f32):
    %543 = arith.addf %x_542, %c_4 : f32
    linalg.yield %543 : f32
  } -> tensor<?x4x?xf32>
  %544 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %545 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540 : tensor<?x4x?xf32>) outs(%544 : tensor<?x4x?xf32>) {
  ^bb0(%x_547: f32, %x_548: f32):
    %548 = math.rsqrt %x_547 : f32
    linalg.yield %548 : f32
  } -> tensor<?x4x?xf32>
  %549 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %550 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%518, %545 : tensor<?x4x?x8xf32>, tensor<?x4x?xf32>) outs(%549 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_552: f32, %x_553: f32, %x_554: f32):
    %554 = arith.mulf %x_552, %x_553 : f32
    linalg.yield %554 : f32
  } -> tensor<?x4x?x8xf32>
  %555 = ml_program.global_load_const @"b.norm.weight" : tensor<8xf32>
  %556 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %557 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%550, %555 : tensor<?x4x?x8xf32>, tensor<8xf32>) outs(%556 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_559: f32, %x_560: f32, %x_561: f32):
    %561 = arith.mulf %x_559, %x_560 : f32
    linalg.yield %561 : f32
  } -> tensor<?x4x?x8xf32>
  %562 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %563 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%557 : tensor<?x4x?x8xf32>) outs(%562 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_565: f32, %x_566: f32):
    %566 = arith.mulf %x_565, %c_13 : f32
    linalg.yield %566 : f32
  } -> tensor<?x4x?x8xf32>
  %567 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %568 = linalg.transpose ins(%563 : tensor<?x4x?x8xf32>) outs(%567 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %569 = tensor.collapse_shape %568 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %570 = ml_program.global_load_const @"b.o.weight" : tensor<32x32xf32>
  %571 = ml_program.global_load_const @"b.o.bias" : tensor<32xf32>
  %572 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %573 = linalg.fill ins(%c_2 : f32) outs(%572 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %574 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%569, %570 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%573 : tensor<?x?x32xf32>) {
  ^bb0(%x_576: f32, %x_577: f32, %x_578: f32):
    %578 = arith.mulf %x_576, %x_577 : f32
    %579 = arith.addf %x_578, %578 : f32
    linalg.yield %579 : f32
  } -> tensor<?x?x32xf32>
  %580 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %581 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%574, %571 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%580 : tensor<?x?x32xf32>) {
  ^bb0(%x_583: f32, %x_584: f32, %x_585: f32):
    %585 = arith.addf %x_583, %x_584 : f32
    linalg.yield %585 : f32
  } -> tensor<?x?x32xf32>
  %586 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %587 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %581 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%586 : tensor<?x?x32xf32>) {
  ^bb0(%x_589: f32, %x_590: f32, %x_591: f32):
    %591 = arith.addf %x_589, %x_590 : f32
    linalg.yield %591 : f32
  } -> tensor<?x?x32xf32>
  return %587 : tensor<?x?x32xf32>
}
}
