module {
ml_program.global private @"q.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>
ml_program.global private @"k.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"v.weight"(#ml_program.extern<tensor<8x32xf32>>) : tensor<8x32xf32>
ml_program.global private @"lam.lq1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lk1"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lq2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"lam.lk2"(#ml_program.extern<tensor<4xf32>>) : tensor<4xf32>
ml_program.global private @"norm.weight"(#ml_program.extern<tensor<8xf32>>) : tensor<8xf32>
ml_program.global private @"o.weight"(#ml_program.extern<tensor<32x32xf32>>) : tensor<32x32xf32>

func.func @"forward"(
    %x: tensor<?x?x32xf32> {diffattn.name = "x"},
    %cos: tensor<?x2xf32> {diffattn.name = "cos"},
    %sin: tensor<?x2xf32> {diffattn.name = "sin"}) -> (tensor<?x?x32xf32> {diffattn.name = "result0"}) {
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %c_3 = arith.constant 0.5 : f32
  %c_4 = arith.constant 0xFF800000 : f32
  %c_5 = arith.constant 0.35550906759096934 : f32
  %c_6 = arith.constant 8.0 : f32
  %c_7 = arith.constant 1.0e-05 : f32
  %c_8 = arith.constant 0.6444909324090307 : f32
  %n_1 = tensor.dim %x, %c_0 : tensor<?x?x32xf32>
  %n_2 = tensor.dim %x, %c_1 : tensor<?x?x32xf32>
  %2 = ml_program.global_load_const @"q.weight" : tensor<32x32xf32>
  %3 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %4 = linalg.fill ins(%c_2 : f32) outs(%3 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %2 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%4 : tensor<?x?x32xf32>) {
  ^bb0(%x_7: f32, %x_8: f32, %x_9: f32):
    %9 = arith.mulf %x_7, %x_8 : f32
    %10 = arith.addf %x_9, %9 : f32
    linalg.yield %10 : f32
  } -> tensor<?x?x32xf32>
  %11 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 8, 4] : tensor<?x?x32xf32> into tensor<?x?x8x4xf32>
  %12 = tensor.extract_slice %11[0, 0, 0, 0] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %13 = tensor.extract_slice %11[0, 0, 0, 1] [%n_1, %n_2, 8, 2] [1, 1, 1, 2] : tensor<?x?x8x4xf32> to tensor<?x?x8x2xf32>
  %14 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%14 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_17: f32, %x_18: f32, %x_19: f32):
    %19 = arith.mulf %x_17, %x_18 : f32
    linalg.yield %19 : f32
  } -> tensor<?x?x8x2xf32>
  %20 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%20 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_23: f32, %x_24: f32, %x_25: f32):
    %25 = arith.mulf %x_23, %x_24 : f32
    linalg.yield %25 : f32
  } -> tensor<?x?x8x2xf32>
  %26 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%26 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_29: f32, %x_30: f32, %x_31: f32):
    %31 = arith.subf %x_29, %x_30 : f32
    linalg.yield %31 : f32
  } -> tensor<?x?x8x2xf32>
  %32 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %sin : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%32 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_35: f32, %x_36: f32, %x_37: f32):
    %37 = arith.mulf %x_35, %x_36 : f32
    linalg.yield %37 : f32
  } -> tensor<?x?x8x2xf32>
  %38 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %cos : tensor<?x?x8x2xf32>, tensor<?x2xf32>) outs(%38 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_41: f32, %x_42: f32, %x_43: f32):
    %43 = arith.mulf %x_41, %x_42 : f32
    linalg.yield %43 : f32
  } -> tensor<?x?x8x2xf32>
  %44 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %39 : tensor<?x?x8x2xf32>, tensor<?x?x8x2xf32>) outs(%44 : tensor<?x?x8x2xf32>) {
  ^bb0(%x_47: f32, %x_48: f32, %x_49: f32):
    %49 = arith.addf %x_47, %x_48 : f32
    linalg.yield %49 : f32
  } -> tensor<?x?x8x2xf32>
  %50 = tensor.empty(%n_1, %n_2) : tensor<?x?x8x2x2xf32>
  %51 = tensor.insert_slice %27 into %50[0, 0, 0, 0, 0] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %52 = tensor.insert_slice %45 into %51[0, 0, 0, 0, 1] [%n_1, %n_2, 8, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x8x2xf32> into tensor<?x?x8x2x2xf32>
  %53 = tensor.collapse_shape %52 [[0], [1], [2], [3, 4]] : tensor<?x?x8x2x2xf32> into tensor<?x?x8x4xf32>
  %54 = ml_program.global_load_const @"k.weight" : tensor<8x32xf32>
  %55 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %56 = linalg.fill ins(%c_2 : f32) outs(%55 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %54 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%56 : tensor<?x?x8xf32>) {
  ^bb0(%x_59: f32, %x_60: f32, %x_61: f32):
    %61 = arith.mulf %x_59, %x_60 : f32
    %62 = arith.addf %x_61, %61 : f32
    linalg.yield %62 : f32
  } -> tensor<?x?x8xf32>
  %63 = tensor.expand_shape %57 [[0], [1], [2, 3]] output_shape [%n_1, %n_2, 2, 4] : tensor<?x?x8xf32> into tensor<?x?x2x4xf32>
  %64 = tensor.extract_slice %63[0, 0, 0, 0] [%n_1, %n_2, 2, 2] [1, 1, 1, 2] : tensor<?x?x2x4xf32> to tensor<?x?x2x2xf32>
  %65 = tensor.extract_slice %63[0, 0, 0, 1] [%n_1, %n_2, 2, 2] [1, 1, 1, 2] : tensor<?x?x2x4xf32> to tensor<?x?x2x2xf32>
  %66 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %cos : tensor<?x?x2x2xf32>, tensor<?x2xf32>) outs(%66 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_69: f32, %x_70: f32, %x_71: f32):
    %71 = arith.mulf %x_69, %x_70 : f32
    linalg.yield %71 : f32
  } -> tensor<?x?x2x2xf32>
  %72 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %sin : tensor<?x?x2x2xf32>, tensor<?x2xf32>) outs(%72 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_75: f32, %x_76: f32, %x_77: f32):
    %77 = arith.mulf %x_75, %x_76 : f32
    linalg.yield %77 : f32
  } -> tensor<?x?x2x2xf32>
  %78 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %73 : tensor<?x?x2x2xf32>, tensor<?x?x2x2xf32>) outs(%78 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_81: f32, %x_82: f32, %x_83: f32):
    %83 = arith.subf %x_81, %x_82 : f32
    linalg.yield %83 : f32
  } -> tensor<?x?x2x2xf32>
  %84 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %sin : tensor<?x?x2x2xf32>, tensor<?x2xf32>) outs(%84 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_87: f32, %x_88: f32, %x_89: f32):
    %89 = arith.mulf %x_87, %x_88 : f32
    linalg.yield %89 : f32
  } -> tensor<?x?x2x2xf32>
  %90 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %cos : tensor<?x?x2x2xf32>, tensor<?x2xf32>) outs(%90 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_93: f32, %x_94: f32, %x_95: f32):
    %95 = arith.mulf %x_93, %x_94 : f32
    linalg.yield %95 : f32
  } -> tensor<?x?x2x2xf32>
  %96 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %91 : tensor<?x?x2x2xf32>, tensor<?x?x2x2xf32>) outs(%96 : tensor<?x?x2x2xf32>) {
  ^bb0(%x_99: f32, %x_100: f32, %x_101: f32):
    %101 = arith.addf %x_99, %x_100 : f32
    linalg.yield %101 : f32
  } -> tensor<?x?x2x2xf32>
  %102 = tensor.empty(%n_1, %n_2) : tensor<?x?x2x2x2xf32>
  %103 = tensor.insert_slice %79 into %102[0, 0, 0, 0, 0] [%n_1, %n_2, 2, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x2x2xf32> into tensor<?x?x2x2x2xf32>
  %104 = tensor.insert_slice %97 into %103[0, 0, 0, 0, 1] [%n_1, %n_2, 2, 2, 1] [1, 1, 1, 1, 1] : tensor<?x?x2x2xf32> into tensor<?x?x2x2x2xf32>
  %105 = tensor.collapse_shape %104 [[0], [1], [2], [3, 4]] : tensor<?x?x2x2x2xf32> into tensor<?x?x2x4xf32>
  %106 = ml_program.global_load_const @"v.weight" : tensor<8x32xf32>
  %107 = tensor.empty(%n_1, %n_2) : tensor<?x?x8xf32>
  %108 = linalg.fill ins(%c_2 : f32) outs(%107 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %109 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %106 : tensor<?x?x32xf32>, tensor<8x32xf32>) outs(%108 : tensor<?x?x8xf32>) {
  ^bb0(%x_111: f32, %x_112: f32, %x_113: f32):
    %113 = arith.mulf %x_111, %x_112 : f32
    %114 = arith.addf %x_113, %113 : f32
    linalg.yield %114 : f32
  } -> tensor<?x?x8xf32>
  %115 = tensor.expand_shape %53 [[0], [1], [2, 3], [4]] output_shape [%n_1, %n_2, 4, 2, 4] : tensor<?x?x8x4xf32> into tensor<?x?x4x2x4xf32>
  %116 = tensor.extract_slice %115[0, 0, 0, 0, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %117 = tensor.extract_slice %105[0, 0, 0, 0] [%n_1, %n_2, 1, 4] [1, 1, 1, 1] : tensor<?x?x2x4xf32> to tensor<?x?x4xf32>
  %118 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %119 = linalg.fill ins(%c_2 : f32) outs(%118 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %120 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%116, %117 : tensor<?x?x4x4xf32>, tensor<?x?x4xf32>) outs(%119 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_122: f32, %x_123: f32, %x_124: f32):
    %124 = arith.mulf %x_122, %x_123 : f32
    %125 = arith.addf %x_124, %124 : f32
    linalg.yield %125 : f32
  } -> tensor<?x4x?x?xf32>
  %126 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<?x4x?x?xf32>) outs(%126 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_129: f32, %x_130: f32):
    %130 = arith.mulf %x_129, %c_3 : f32
    linalg.yield %130 : f32
  } -> tensor<?x4x?x?xf32>
  %131 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %132 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<?x4x?x?xf32>) outs(%131 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_134: f32, %x_135: f32):
    %135 = linalg.index 3 : index
    %136 = linalg.index 2 : index
    %137 = arith.cmpi sgt, %135, %136 : index
    %138 = arith.select %137, %c_4, %x_134 : f32
    linalg.yield %138 : f32
  } -> tensor<?x4x?x?xf32>
  %139 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %140 = linalg.softmax dimension(3) ins(%132 : tensor<?x4x?x?xf32>) outs(%139 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %141 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %142 = linalg.fill ins(%c_2 : f32) outs(%141 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %143 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%140, %109 : tensor<?x4x?x?xf32>, tensor<?x?x8xf32>) outs(%142 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_145: f32, %x_146: f32, %x_147: f32):
    %147 = arith.mulf %x_145, %x_146 : f32
    %148 = arith.addf %x_147, %147 : f32
    linalg.yield %148 : f32
  } -> tensor<?x4x?x8xf32>
  %149 = tensor.extract_slice %115[0, 0, 0, 1, 0] [%n_1, %n_2, 4, 1, 4] [1, 1, 1, 1, 1] : tensor<?x?x4x2x4xf32> to tensor<?x?x4x4xf32>
  %150 = tensor.extract_slice %105[0, 0, 1, 0] [%n_1, %n_2, 1, 4] [1, 1, 1, 1] : tensor<?x?x2x4xf32> to tensor<?x?x4xf32>
  %151 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %152 = linalg.fill ins(%c_2 : f32) outs(%151 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %153 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%149, %150 : tensor<?x?x4x4xf32>, tensor<?x?x4xf32>) outs(%152 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_155: f32, %x_156: f32, %x_157: f32):
    %157 = arith.mulf %x_155, %x_156 : f32
    %158 = arith.addf %x_157, %157 : f32
    linalg.yield %158 : f32
  } -> tensor<?x4x?x?xf32>
  %159 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %160 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153 : tensor<?x4x?x?xf32>) outs(%159 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_162: f32, %x_163: f32):
    %163 = arith.mulf %x_162, %c_3 : f32
    linalg.yield %163 : f32
  } -> tensor<?x4x?x?xf32>
  %164 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160 : tensor<?x4x?x?xf32>) outs(%164 : tensor<?x4x?x?xf32>) {
  ^bb0(%x_167: f32, %x_168: f32):
    %168 = linalg.index 3 : index
    %169 = linalg.index 2 : index
    %170 = arith.cmpi sgt, %168, %169 : index
    %171 = arith.select %170, %c_4, %x_167 : f32
    linalg.yield %171 : f32
  } -> tensor<?x4x?x?xf32>
  %172 = tensor.empty(%n_1, %n_2, %n_2) : tensor<?x4x?x?xf32>
  %173 = linalg.softmax dimension(3) ins(%165 : tensor<?x4x?x?xf32>) outs(%172 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %174 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %175 = linalg.fill ins(%c_2 : f32) outs(%174 : tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf32>
  %176 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%173, %109 : tensor<?x4x?x?xf32>, tensor<?x?x8xf32>) outs(%175 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_178: f32, %x_179: f32, %x_180: f32):
    %180 = arith.mulf %x_178, %x_179 : f32
    %181 = arith.addf %x_180, %180 : f32
    linalg.yield %181 : f32
  } -> tensor<?x4x?x8xf32>
  %182 = ml_program.global_load_const @"lam.lq1" : tensor<4xf32>
  %183 = ml_program.global_load_const @"lam.lk1" : tensor<4xf32>
  %184 = tensor.empty() : tensor<4xf32>
  %185 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%182, %183 : tensor<4xf32>, tensor<4xf32>) outs(%184 : tensor<4xf32>) {
  ^bb0(%x_187: f32, %x_188: f32, %x_189: f32):
    %189 = arith.mulf %x_187, %x_188 : f32
    linalg.yield %189 : f32
  } -> tensor<4xf32>
  %190 = tensor.empty() : tensor<f32>
  %191 = linalg.fill ins(%c_2 : f32) outs(%190 : tensor<f32>) -> tensor<f32>
  %192 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%185 : tensor<4xf32>) outs(%191 : tensor<f32>) {
  ^bb0(%x_194: f32, %x_195: f32):
    %195 = arith.addf %x_195, %x_194 : f32
    linalg.yield %195 : f32
  } -> tensor<f32>
  %196 = tensor.empty() : tensor<f32>
  %197 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%192 : tensor<f32>) outs(%196 : tensor<f32>) {
  ^bb0(%x_199: f32, %x_200: f32):
    %200 = math.exp %x_199 : f32
    linalg.yield %200 : f32
  } -> tensor<f32>
  %201 = ml_program.global_load_const @"lam.lq2" : tensor<4xf32>
  %202 = ml_program.global_load_const @"lam.lk2" : tensor<4xf32>
  %203 = tensor.empty() : tensor<4xf32>
  %204 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%201, %202 : tensor<4xf32>, tensor<4xf32>) outs(%203 : tensor<4xf32>) {
  ^bb0(%x_206: f32, %x_207: f32, %x_208: f32):
    %208 = arith.mulf %x_206, %x_207 : f32
    linalg.yield %208 : f32
  } -> tensor<4xf32>
  %209 = tensor.empty() : tensor<f32>
  %210 = linalg.fill ins(%c_2 : f32) outs(%209 : tensor<f32>) -> tensor<f32>
  %211 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%204 : tensor<4xf32>) outs(%210 : tensor<f32>) {
  ^bb0(%x_213: f32, %x_214: f32):
    %214 = arith.addf %x_214, %x_213 : f32
    linalg.yield %214 : f32
  } -> tensor<f32>
  %215 = tensor.empty() : tensor<f32>
  %216 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%211 : tensor<f32>) outs(%215 : tensor<f32>) {
  ^bb0(%x_218: f32, %x_219: f32):
    %219 = math.exp %x_218 : f32
    linalg.yield %219 : f32
  } -> tensor<f32>
  %220 = tensor.empty() : tensor<f32>
  %221 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%197, %216 : tensor<f32>, tensor<f32>) outs(%220 : tensor<f32>) {
  ^bb0(%x_223: f32, %x_224: f32, %x_225: f32):
    %225 = arith.subf %x_223, %x_224 : f32
    linalg.yield %225 : f32
  } -> tensor<f32>
  %226 = tensor.empty() : tensor<f32>
  %227 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%221 : tensor<f32>) outs(%226 : tensor<f32>) {
  ^bb0(%x_229: f32, %x_230: f32):
    %230 = arith.addf %x_229, %c_5 : f32
    linalg.yield %230 : f32
  } -> tensor<f32>
  %231 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %232 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%227, %176 : tensor<f32>, tensor<?x4x?x8xf32>) outs(%231 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_234: f32, %x_235: f32, %x_236: f32):
    %236 = arith.mulf %x_234, %x_235 : f32
    linalg.yield %236 : f32
  } -> tensor<?x4x?x8xf32>
  %237 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %238 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %232 : tensor<?x4x?x8xf32>, tensor<?x4x?x8xf32>) outs(%237 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_240: f32, %x_241: f32, %x_242: f32):
    %242 = arith.subf %x_240, %x_241 : f32
    linalg.yield %242 : f32
  } -> tensor<?x4x?x8xf32>
  %243 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %244 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238 : tensor<?x4x?x8xf32>) outs(%243 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_246: f32, %x_247: f32):
    %247 = arith.mulf %x_246, %x_246 : f32
    linalg.yield %247 : f32
  } -> tensor<?x4x?x8xf32>
  %248 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %249 = linalg.fill ins(%c_2 : f32) outs(%248 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %250 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%244 : tensor<?x4x?x8xf32>) outs(%249 : tensor<?x4x?xf32>) {
  ^bb0(%x_252: f32, %x_253: f32):
    %253 = arith.addf %x_253, %x_252 : f32
    linalg.yield %253 : f32
  } -> tensor<?x4x?xf32>
  %254 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %255 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%250 : tensor<?x4x?xf32>) outs(%254 : tensor<?x4x?xf32>) {
  ^bb0(%x_257: f32, %x_258: f32):
    %258 = arith.divf %x_257, %c_6 : f32
    linalg.yield %258 : f32
  } -> tensor<?x4x?xf32>
  %259 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %260 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255 : tensor<?x4x?xf32>) outs(%259 : tensor<?x4x?xf32>) {
  ^bb0(%x_262: f32, %x_263: f32):
    %263 = arith.addf %x_262, %c_7 : f32
    linalg.yield %263 : f32
  } -> tensor<?x4x?xf32>
  %264 = tensor.empty(%n_1, %n_2) : tensor<?x4x?xf32>
  %265 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260 : tensor<?x4x?xf32>) outs(%264 : tensor<?x4x?xf32>) {
  ^bb0(%x_267: f32, %x_268: f32):
    %268 = math.rsqrt %x_267 : f32
    linalg.yield %268 : f32
  } -> tensor<?x4x?xf32>
  %269 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %270 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238, %265 : tensor<?x4x?x8xf32>, tensor<?x4x?xf32>) outs(%269 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_272: f32, %x_273: f32, %x_274: f32):
    %274 = arith.mulf %x_272, %x_273 : f32
    linalg.yield %274 : f32
  } -> tensor<?x4x?x8xf32>
  %275 = ml_program.global_load_const @"norm.weight" : tensor<8xf32>
  %276 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %277 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%270, %275 : tensor<?x4x?x8xf32>, tensor<8xf32>) outs(%276 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_279: f32, %x_280: f32, %x_281: f32):
    %281 = arith.mulf %x_279, %x_280 : f32
    linalg.yield %281 : f32
  } -> tensor<?x4x?x8xf32>
  %282 = tensor.empty(%n_1, %n_2) : tensor<?x4x?x8xf32>
  %283 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277 : tensor<?x4x?x8xf32>) outs(%282 : tensor<?x4x?x8xf32>) {
  ^bb0(%x_285: f32, %x_286: f32):
    %286 = arith.mulf %x_285, %c_8 : f32
    linalg.yield %286 : f32
  } -> tensor<?x4x?x8xf32>
  %287 = tensor.empty(%n_1, %n_2) : tensor<?x?x4x8xf32>
  %288 = linalg.transpose ins(%283 : tensor<?x4x?x8xf32>) outs(%287 : tensor<?x?x4x8xf32>) permutation = [0, 2, 1, 3]
  %289 = tensor.collapse_shape %288 [[0], [1], [2, 3]] : tensor<?x?x4x8xf32> into tensor<?x?x32xf32>
  %290 = ml_program.global_load_const @"o.weight" : tensor<32x32xf32>
  %291 = tensor.empty(%n_1, %n_2) : tensor<?x?x32xf32>
  %292 = linalg.fill ins(%c_2 : f32) outs(%291 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %293 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%289, %290 : tensor<?x?x32xf32>, tensor<32x32xf32>) outs(%292 : tensor<?x?x32xf32>) {
  ^bb0(%x_295: f32, %x_296: f32, %x_297: f32):
    %297 = arith.mulf %x_295, %x_296 : f32
    %298 = arith.addf %x_297, %297 : f32
    linalg.yield %298 : f32
  } -> tensor<?x?x32xf32>
  return %293 : tensor<?x?x32xf32>
}
}
